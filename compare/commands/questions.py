"""What ``flexarm init`` asks where a person sits at the terminal."""

from dataclasses import fields

from rich.console import Console
from rich.prompt import FloatPrompt, IntPrompt, Prompt

from compare.new_arm import BASES, JOINTS, NewArm
from flexarm.errors import Fault, InputError


def asked(known: dict[str, object]) -> dict[str, object]:
    """Return a person's answers to what is not known yet."""
    console, usual = Console(stderr=True), _usual()
    try:
        return {field: _accepted(console, field, default) for field, default in usual.items() if field not in known}
    except EOFError:
        raise InputError([Fault("", "an answer, or Enter for the usual one", "the end of the input")], "init") from None


def _usual() -> dict[str, object]:
    # Whether it moves in space is an option alone.
    return {field.name: field.default for field in fields(NewArm) if not isinstance(field.default, bool)}


def _accepted(console: Console, field: str, default: object) -> object:
    """Return an answer that makes an arm file, asked for again until it does."""
    while True:
        answer = _answer(console, field, default)
        try:
            NewArm(**{field: answer})  # type: ignore[arg-type]
        except InputError as error:
            console.print(str(error), style="red", markup=False, highlight=False)
        else:
            return answer


def _answer(console: Console, field: str, default: object) -> object:
    words = {
        "name": "Name of the arm",
        "base": "Base",
        "joints": "Joints",
        "links": "Number of flexible links",
        "length": "Length of a link, m",
        "mass_per_length": "Mass per length of a link, kg/m",
        "flexural_rigidity": "Flexural rigidity of a link, N m²",
        "payload": "Mass of the payload, kg (0: none)",
    }[field]
    if isinstance(default, str):
        choices = {"base": list(BASES), "joints": list(JOINTS)}.get(field)
        return Prompt.ask(words, console=console, choices=choices, default=default)
    if isinstance(default, int):
        return IntPrompt.ask(words, console=console, default=default)
    assert isinstance(default, float)
    return FloatPrompt.ask(words, console=console, default=default)
