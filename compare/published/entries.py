"""Single entries of a table file: texts, names and numbers, with a fault for what they are not."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from flexarm.checks import as_finite, shown
from flexarm.errors import Fault, InputError
from flexarm.reading import MISSING, Reading, plain

Made = TypeVar("Made")

# No table numbers more modes, and no source is of a later year.
LARGEST = 9999


def text(reading: Reading, key: str, default: str | None = None) -> str:
    """Return a text; a default of None makes it one that must be there."""
    value = reading.table.get(key, MISSING if default is None else default)
    if isinstance(value, str) and (value.strip() or default is not None):
        return value
    reading.faults.append(Fault(key, "a text" if default is not None else "a text that is not empty", _got(value)))
    return ""


def text_if_given(reading: Reading, key: str) -> str | None:
    """Return a text; None where the key is absent."""
    return text(reading, key) if key in reading.table else None


def names(reading: Reading, key: str, known: Mapping[str, object], noun: str) -> tuple[str, ...]:
    """Return one name or several, each of which must be known."""
    value = reading.table.get(key, [])
    given = [value] if isinstance(value, str) else value
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        reading.faults.append(Fault(key, f"the name of a {noun}, or a list of names", _got(value)))
        return ()
    for name in given:
        if name not in known:
            reading.faults.append(Fault(key, one_of(f"a {noun} of this file", known), shown(name)))
    return tuple(given)


def number(reading: Reading, key: str) -> float:
    """Return a finite number that must be there."""
    value = as_finite(reading.table.get(key, MISSING))
    if value is None:
        reading.faults.append(Fault(key, "a finite number", _got(reading.table.get(key, MISSING))))
    return value or 0.0


def whole(reading: Reading, key: str, noun: str) -> int | None:
    """Return a whole number from 1 to 9999; None where the key is absent."""
    value = reading.table.get(key)
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= LARGEST):
        return value
    reading.faults.append(Fault(key, f"the number of a {noun}, 1 to {LARGEST}", _got(value)))
    return None


def truth(reading: Reading, key: str, default: bool) -> bool:
    """Return true or false."""
    value = reading.table.get(key, default)
    if not isinstance(value, bool):
        reading.faults.append(Fault(key, "true or false", _got(value)))
    return value is True


def each(reading: Reading, key: str, make: Callable[[str, object], Made], wanted: str) -> dict[str, Made]:
    """Return what `make` makes of every entry of a table of tables; empty where the key is absent."""
    value = reading.table.get(key, {})
    if not isinstance(value, dict):
        reading.faults.append(Fault(key, wanted, _got(value)))
        return {}
    entries = {name: reading.attempt(f"{key}.{name}", make, name, entry) for name, entry in value.items()}
    return {name: made for name, made in entries.items() if made is not None}


def listed(reading: Reading, key: str, make: Callable[[object], Made], required: bool = False) -> list[Made]:
    """Return what `make` makes of every table of an array of tables."""
    value = reading.table.get(key, MISSING if required else [])
    if not isinstance(value, list) or (required and not value):
        reading.faults.append(Fault(key, f"one table [[{key}]] or more", _got(value)))
        return []
    entries = [reading.attempt(f"{key}{k}", make, entry) for k, entry in enumerate(value, 1)]
    return [made for made in entries if made is not None]


def refuse(path: str, wanted: str, value: object) -> InputError:
    """Return the refusal of one entry."""
    return InputError([Fault(path, wanted, _got(value))])


def _got(value: object) -> str:
    return shown(plain(value))


def one_of(noun: str, known: Iterable[str]) -> str:
    """Return what is wanted where names are known: the noun, and the names."""
    return f"{noun} ({', '.join(known) or 'there are none'})"


@contextmanager
def placed(path: str) -> Iterator[None]:
    """Name the place in the file of what a refusal says."""
    try:
        yield
    except InputError as error:
        raise InputError([fault.under(path) for fault in error.faults]) from None
