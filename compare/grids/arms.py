"""The arms of a grid: every part made, and so checked, once for each of its own values before anything runs."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from compare.grids.grid import GridKey
from compare.grids.keys import OWN, apply, numbered, numbered_parts, parts_of, takes_text
from flexarm.arm import Arm
from flexarm.arm_tree import make_up
from flexarm.documents import parse_toml
from flexarm.errors import Fault, InputError
from flexarm.files import dumps, from_document

# Faults that a refusal lists; a wrong range has many alike.
_MOST = 10

Index = tuple[int, ...]


@dataclass(frozen=True)
class _Part:
    """One part of the arms: which keys it depends on, and what it is for each choice of their values."""

    axes: tuple[int, ...]
    made: Mapping[Index, Any]

    def at(self, index: Index) -> Any:
        return self.made[tuple(index[axis] for axis in self.axes)]


@dataclass(frozen=True)
class ArmGrid:
    """All arms of a grid, made when they are asked for."""

    arm: Arm  # that the grid changes
    keys: tuple[GridKey, ...]
    parts: Mapping[str, _Part]

    @property
    def axes(self) -> tuple[GridKey, ...]:
        """The keys that are dimensions."""
        return tuple(key for key in self.keys if not key.fixed)

    @property
    def structural(self) -> tuple[bool, ...]:
        """Whether a dimension changes what the arm is made of, and not numbers alone; one a dimension."""
        return tuple(takes_text(key.name) or _frees(key) for key in self.axes)

    def at(self, index: Index) -> Arm:
        """Return the arm at a place along every dimension."""
        places = iter(index)
        whole = tuple(0 if key.fixed else next(places) for key in self.keys)
        made = {name: part.at(whole) for name, part in self.parts.items()}
        links, supports = (tuple(made.pop(name) for name in names) for names in numbered_parts(self.arm))
        return replace(self.arm, links=links, supports=supports, **made)

    @property
    def examples(self) -> tuple[Arm, ...]:
        """One arm of each make-up: of all values of structural dimensions, the first of the others."""
        sizes = (len(key.values) if one else 1 for key, one in zip(self.axes, self.structural, strict=True))
        examples: dict[object, Arm] = {}
        for index in product(*map(range, sizes)):
            arm = self.at(index)
            examples.setdefault(make_up(arm), arm)
        return tuple(examples.values())


def _frees(key: GridKey) -> bool:
    return key.name.endswith(".stiffness") and 0.0 in key.values


def arm_grid(arm: Arm, keys: tuple[GridKey, ...]) -> ArmGrid:
    """Return the arms of a grid, every one of them checked; a refusal names ten faults at most."""
    document = parse_toml(dumps(arm), arm.title)
    document.setdefault("base", {"kind": "fixed"})
    touched = [parts_of(numbered(key.name, arm), arm) for key in keys]
    faults: dict[Fault, None] = {}
    parts = {}
    links, supports = numbered_parts(arm)
    for part in ("base", *links, "payload", *supports, *OWN):
        axes = tuple(axis for axis, names in enumerate(touched) if part in names)
        parts[part] = _Part(axes, _made(part, document, arm, [keys[axis] for axis in axes], faults))
    if faults:
        more = [Fault("", f"the same of {len(faults) - _MOST} more", "as many")] if len(faults) > _MOST else []
        raise InputError([*list(faults)[:_MOST], *more], "grid")
    return ArmGrid(arm, keys, parts)


def _made(
    part: str, document: dict[str, object], arm: Arm, keys: Sequence[GridKey], faults: dict[Fault, None]
) -> dict[Index, Any]:
    """Return a part for every choice of values, and take over the faults."""
    if not keys:
        return {(): _part_of(arm, part)}
    parts = {}
    for index in product(*(range(len(key.values)) for key in keys)):
        copy = deepcopy(document)
        try:
            apply(copy, {numbered(key.name, arm): key.values[i] for key, i in zip(keys, index, strict=True)}, part)
            parts[index] = _part_of(_alike(from_document(copy), arm, keys), part)
        except InputError as error:
            faults.update(dict.fromkeys(error.faults))
    return parts


def _alike(made: Arm, arm: Arm, keys: Sequence[GridKey]) -> Arm:
    """Refuse an arm whose links are not those of another: one that is cut at a station becomes two."""
    if len(made.links) == len(arm.links):
        return made
    wanted = "a place that leaves the links as many: where another begins on it, a flexible link is cut in two"
    raise InputError([Fault(key.name, wanted, "one along a flexible link") for key in keys if key.name.endswith(".at")])


def _part_of(arm: Arm, part: str) -> Any:
    for name, parts in (("link", arm.links), ("support", arm.supports)):
        if part.startswith(name):
            return parts[int(part.removeprefix(name)) - 1]
    return getattr(arm, part)
