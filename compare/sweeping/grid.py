"""The grid of a sweep: keys, their values, and how these are written on the command line."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from compare.sweeping.keys import JOINTS, Value, takes_text
from flexarm.checks import as_finite, require_once, shown
from flexarm.errors import Fault, InputError

Values = Value | Sequence[Value]
# Values of a key that are a slip of the finger: every one makes an arm before anything runs, some 3000 a second.
_MANY = 1_000_000
_FORMS = "a:b:n (n values from a to b), numbers with commas between, or one number"


@dataclass(frozen=True)
class GridKey:
    """One key of a grid.

    Parameters
    ----------
    name
        The key, as in an arm file, or ``joints``.
    values
        Its values, in SI units and degrees, or texts.
    fixed
        Whether it was given one value that is no list: a coordinate, but no dimension.
    """

    name: str
    values: tuple[Value, ...]
    fixed: bool


def grid_keys(grid: Mapping[str, Values]) -> tuple[GridKey, ...]:
    """Return the keys of a grid, checked as far as that goes without an arm.

    Parameters
    ----------
    grid
        Values by key: a list, or one value for all points.

    Raises
    ------
    InputError
        If there is no key or no value, a value is not a finite number or a text where one should be, or stands twice.
    """
    if not grid:
        raise InputError([Fault("grid", "one key or more", "none")])
    faults: list[Fault] = []
    keys = [_key(name, values, faults) for name, values in grid.items()]
    clash = [key.name for key in keys if key.name.endswith(".joint.state") and JOINTS in grid]
    faults += [Fault(name, f"nothing beside {JOINTS}, which says the same", "both") for name in clash]
    if faults:
        raise InputError(faults, "grid")
    return tuple(keys)


def _key(name: str, given: Values, faults: list[Fault]) -> GridKey:
    fixed = isinstance(given, str) or np.ndim(given) == 0
    values = [given] if fixed else np.asarray(given, dtype=object).ravel().tolist()
    if not values:
        faults.append(Fault(name, "one value or more", "none"))
    read: dict[Value, None] = {}  # in order; a list would be searched through for every value
    for value in values:
        plain = value.item() if isinstance(value, np.generic) else value
        number = plain if takes_text(name) and isinstance(plain, str) else as_finite(plain)
        if number is None or takes_text(name) != isinstance(number, str):
            faults.append(Fault(name, "a text" if takes_text(name) else "a finite number", shown(plain)))
        elif number in read:
            faults.append(Fault(name, "each value once", f"{number!r} more than once"))
        else:
            read[number] = None
    return GridKey(name, tuple(read), fixed)


def read_grid(texts: Iterable[str]) -> dict[str, Values]:
    """Return the grid that texts ``KEY=VALUES`` name, as on the command line.

    Parameters
    ----------
    texts
        ``link2.angle=0:90:31`` (31 values from 0 to 90), ``payload.mass=0,1e3,1e4``, ``joints=111,110``; one value
        makes no dimension.

    Raises
    ------
    InputError
        If a text is of another form, or a key is given twice.
    """
    grid: dict[str, Values] = {}
    names = []
    for text in texts:
        name, equals, values = (part.strip() for part in text.partition("="))
        if not (name and equals and values):
            raise InputError([Fault("--grid", "KEY=VALUES, as link2.angle=0:90:31", repr(text))])
        names.append(name)
        grid[name] = _read_values(name, values)
    require_once("--grid", "key", names)
    return grid


def _read_values(name: str, text: str) -> Values:
    items = [item.strip() for item in text.split(",")]
    found: list[Value] = []
    for item in items:
        found += [item] if takes_text(name) else _read_item(name, item)
    return found[0] if len(items) == 1 and ":" not in text else found


def _read_item(name: str, item: str) -> list[Value]:
    try:
        first, *rest = item.split(":")
        if not rest:
            return [float(first)]
        last, number = rest
        a, b, n = Fraction(repr(float(first))), Fraction(repr(float(last))), int(number)
        if n < 2 or a == b:
            raise ValueError
    except (ValueError, ArithmeticError):
        raise InputError([Fault(f"--grid {name}", _FORMS, repr(item))]) from None
    if n > _MANY:
        raise InputError([Fault(f"--grid {name}", f"{_MANY} values at most", repr(item))])
    # In fractions, so that 0:1:11 has 0.3 in it, and not its neighbour.
    return [float(a + (b - a) * Fraction(k, n - 1)) for k in range(n)]
