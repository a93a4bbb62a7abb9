"""Values of a study's parameter as they are written on the command line."""

from collections.abc import Sequence

from flexarm.errors import Fault, InputError


def read_values(text: str, studies: Sequence[str]) -> tuple[float, ...]:
    """Return the values that a text names.

    Parameters
    ----------
    text
        Numbers with commas between: ``0,1e3,1e6``.
    studies
        The studies that they are for: one, as values mean something else in another.

    Raises
    ------
    InputError
        If the text is of another form, or there is not one study.
    """
    if len(studies) != 1:
        got = ", ".join(studies) or "all studies"
        raise InputError([Fault("--values", "one study that the values are for", got)])
    return tuple(_number(item) for item in text.split(","))


def _number(item: str) -> float:
    try:
        return float(item)
    except ValueError:
        raise InputError([Fault("--values", "numbers with commas between, as in 0,1e3,1e6", repr(item))]) from None
