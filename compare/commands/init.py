"""``flexarm init``: a commented arm file to start from."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from compare.commands.numbers import whole

if TYPE_CHECKING:
    from rich.console import Console


def init(
    arm: Path,
    /,
    *,
    name: str | None = None,
    base: Literal["fixed", "free", "guided"] | None = None,
    joints: Literal["locked", "unlocked", "rigid"] | None = None,
    links: Annotated[int | None, Parameter(converter=whole)] = None,
    length: float | None = None,
    mass_per_length: float | None = None,
    flexural_rigidity: float | None = None,
    payload: float | None = None,
) -> None:
    """Write a commented arm file to start from; where a person sits at the terminal, ask for what no option says.

    Parameters
    ----------
    arm
        The file to write; one that exists is not touched.
    name
        What the arm is called; My arm unless said otherwise.
    base
        Kind of the base; fixed unless said otherwise.
    joints
        State of every joint; locked unless said otherwise.
    links
        Number of flexible links, all alike; 2 unless said otherwise.
    length
        Length of a link, m; 3 unless said otherwise.
    mass_per_length
        Mass per length of a link, kg/m; 4 unless said otherwise.
    flexural_rigidity
        Flexural rigidity of a link, N m²; 2e5 unless said otherwise.
    payload
        Mass of the payload, kg; none unless said otherwise.
    """
    from compare.commands.outputs import require_output
    from compare.new_arm import NewArm
    from flexarm.errors import Fault, InputError
    from flexarm.writing import write_whole

    if os.path.lexists(arm):
        raise InputError([Fault("", "a file that is not there yet: none is overwritten", "one of that name")], str(arm))
    require_output(arm, (".toml",), "arm")
    given = {
        "name": name,
        "base": base,
        "joints": joints,
        "links": links,
        "length": length,
        "mass_per_length": mass_per_length,
        "flexural_rigidity": flexural_rigidity,
        "payload": payload,
    }
    known: dict[str, object] = {field: value for field, value in given.items() if value is not None}
    NewArm(**known)  # type: ignore[arg-type]  # refused before anybody is asked
    if sys.stdin is not None and sys.stdin.isatty():
        known |= _asked(known)
    new = NewArm(**known)  # type: ignore[arg-type]
    write_whole(arm, new.text().encode())
    print(f"{arm}: written; change it by hand, and see what it says with flexarm check {arm}")


def _asked(known: dict[str, object]) -> dict[str, object]:
    """Return a person's answers to what is not known yet."""
    from rich.console import Console

    from flexarm.errors import Fault, InputError

    console, usual = Console(stderr=True), _usual()
    try:
        return {field: _accepted(console, field, default) for field, default in usual.items() if field not in known}
    except EOFError:
        raise InputError([Fault("", "an answer, or Enter for the usual one", "the end of the input")], "init") from None


def _usual() -> dict[str, object]:
    from dataclasses import fields

    from compare.new_arm import NewArm

    return {field.name: field.default for field in fields(NewArm)}


def _accepted(console: "Console", field: str, default: object) -> object:
    """Return an answer that makes an arm file, asked for again until it does."""
    from compare.new_arm import NewArm
    from flexarm.errors import InputError

    while True:
        answer = _answer(console, field, default)
        try:
            NewArm(**{field: answer})  # type: ignore[arg-type]
        except InputError as error:
            console.print(str(error), style="red", markup=False, highlight=False)
        else:
            return answer


def _answer(console: "Console", field: str, default: object) -> object:
    from rich.prompt import FloatPrompt, IntPrompt, Prompt

    from compare.new_arm import BASES, JOINTS

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
