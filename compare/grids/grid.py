"""The grid of a sweep: keys, their values, and how these are written on the command line."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from compare.engine.study import Axis
from compare.grids.keys import JOINTS, Value, long_name, takes_text, units
from compare.grids.numbers import read_numbers
from flexarm.checks import as_finite, require_once, shown
from flexarm.datasets import Variable, variable
from flexarm.errors import Fault, InputError

Values = Value | Sequence[Value]


@dataclass(frozen=True)
class GridKey:
    """One key of a grid."""

    name: str  # as in an arm file, or ``joints``
    values: tuple[Value, ...]  # in SI units and degrees, or texts
    fixed: bool  # whether it was given one value that is no list: a coordinate, but no dimension

    @property
    def axis(self) -> Axis:
        """The key as an axis of a study, whose cells have the numbers of its values."""
        return Axis(range(len(self.values)), self.values, units(self.name), long_name(self.name))

    @property
    def alone(self) -> Variable:
        """The key's one value as a coordinate."""
        return variable((), self.values[0], units(self.name), long_name(self.name))


def grid_keys(grid: Mapping[str, Values]) -> tuple[GridKey, ...]:
    """Return the keys of a grid, checked as far as that goes without an arm."""
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


def read_grid(texts: Iterable[str], option: str = "--grid") -> dict[str, Values]:
    """Return the grid that an option's texts ``KEY=VALUES`` name, as ``link2.angle=0:90:31``.

    One value makes no dimension.
    """
    grid: dict[str, Values] = {}
    names = []
    for text in texts:
        name, equals, values = (part.strip() for part in text.partition("="))
        if not (name and equals and values):
            raise InputError([Fault(option, "KEY=VALUES, as link2.angle=0:90:31", repr(text))])
        names.append(name)
        grid[name] = _read_values(name, values, option)
    require_once(option, "key", names)
    return grid


def _read_values(name: str, text: str, option: str) -> Values:
    items: list[str] = [item.strip() for item in text.split(",")]
    found = items if takes_text(name) else read_numbers(text, f"{option} {name}")
    return found[0] if len(items) == 1 and ":" not in text else found
