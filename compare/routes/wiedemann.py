"""Wiedemann's ways to natural frequencies (2002)."""

from collections.abc import Sequence
from itertools import product

import numpy as np

from compare.published.cell import Cell
from compare.routes import roots, two_beams
from compare.routes.conditions import Conditions, Terms, effective
from compare.routes.expanded import LOST, changes_of_sign
from compare.routes.route import Route, arm_of
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.tree import Tree

# What the source leaves out, and the terms of the equations that stand for it.
_PHRASES = {
    "link": "the inertia of the second link",
    "carried": "the inertia of the second link as its root carries it along",
    "bending": "the inertia of the second link, as its root carries it along, in its own bending",
    "lever": "the payload's lever arm across the second link",
    "gear": "the gear inertia of the unlocked wrist",
    "base": "the motion along the first link of the base and of all that it carries",
}
_FIELDS = {
    "link": ("bending_integrals", "carried_integrals", "carried_bending"),
    "carried": ("carried_integrals", "carried_bending"),
    "bending": ("carried_bending",),
    "lever": ("lever",),
    "gear": ("wrist_gear",),
    "base": ("base",),
}


_OF_TWO_LINKS = ("bending_integrals", "carried_integrals", "carried_bending")


def _route(equations: str, kept: tuple[str, ...], left_out: tuple[str, ...], switches: tuple[str, ...]) -> Route:
    """Return the route of equations that keep some terms and leave out others, of those that might be switched."""

    def frequencies(cell: Cell, count: int, put_back: frozenset[str]) -> Array:
        fields = {*kept, *(field for name in put_back for field in _FIELDS[name])}
        return two_beams.frequencies(arm_of(cell), count, Terms(**dict.fromkeys(fields, True)))

    def without_digits(cell: Cell, root: float) -> str:
        if cell.quantity != "frequency":
            return ""
        terms = Terms(**dict.fromkeys(kept, True))
        share = changes_of_sign(arm_of(cell), terms, root, cell.value * cell.in_si)
        told = f"it changes sign at {share:.0%} of the points between its root and what is printed"
        return f"{equations}, expanded as computer algebra does, has no digit left: {told}" if share >= LOST else ""

    def choices(cells: Sequence[Cell]) -> list[int]:
        kept = [
            Terms(**dict(zip(switches, flags, strict=True))) for flags in product((False, True), repeat=len(switches))
        ]
        total = np.zeros(len(kept), dtype=np.intp)
        for arm in dict.fromkeys(arm_of(cell) for cell in cells):
            parts = tree(arm)
            apart = [effective(parts, terms) for terms in kept]
            met = {terms: _met(parts, terms, [cell for cell in cells if cell.arm == arm]) for terms in set(apart)}
            total += [met[terms] for terms in apart]
        return total.tolist()

    left = {name: _PHRASES[name] for name in left_out}
    return Route(equations, left, frequencies, without_digits, choices)


def _met(parts: Tree, terms: Terms, cells: Sequence[Cell]) -> int:
    """Return of how many cells a determinant has a root that rounds to what is printed."""
    ends = [(cell.value + side * cell.last_digit / 2.0) * cell.in_si for side in (-1.0, 1.0) for cell in cells]
    below, above = np.split(roots.determinant(Conditions(parts, np.array(ends), terms).matrices), 2)
    return int(np.sum(below * above <= 0.0))


# The source says that it neglects the integrals; its values show that it neglects the carried part of them alone.
CHAPTER_4 = _route("the determinant (4.14)", ("bending_integrals",), ("carried",), _OF_TWO_LINKS)
CHAPTER_4_WITH_INTEGRALS = _route(
    "the determinant (4.14) with its integrals",
    ("bending_integrals", "carried_integrals"),
    ("bending",),
    _OF_TWO_LINKS,
)
CHAPTER_5 = _route(
    "the determinant (5.14)",
    ("bending_integrals",),
    ("lever", "carried", "gear"),
    (*_OF_TWO_LINKS, "lever", "wrist_gear"),
)
CHAPTER_6 = _route("the determinant (6.5)", (), ("base", "link", "gear"), (*_OF_TWO_LINKS, "wrist_gear", "base"))
