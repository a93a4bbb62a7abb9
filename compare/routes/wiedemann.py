"""Wiedemann's ways to natural frequencies (2002)."""

from compare.published.cell import Cell
from compare.routes import two_beams
from compare.routes.conditions import Terms
from compare.routes.route import Route, arm_of
from flexarm.arrays import Array

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


def _route(equations: str, kept: tuple[str, ...], left_out: tuple[str, ...]) -> Route:
    """Return the route of equations that keep some terms and leave out others."""

    def frequencies(cell: Cell, count: int, put_back: frozenset[str]) -> Array:
        fields = {*kept, *(field for name in put_back for field in _FIELDS[name])}
        return two_beams.frequencies(arm_of(cell), count, Terms(**dict.fromkeys(fields, True)))

    return Route(equations, {name: _PHRASES[name] for name in left_out}, frequencies)


# The source says that it neglects the integrals; its values show that it neglects the carried part of them alone.
CHAPTER_4 = _route("the determinant (4.14)", ("bending_integrals",), ("carried",))
CHAPTER_4_WITH_INTEGRALS = _route(
    "the determinant (4.14) with its integrals", ("bending_integrals", "carried_integrals"), ("bending",)
)
CHAPTER_5 = _route("the determinant (5.14)", ("bending_integrals",), ("lever", "carried", "gear"))
CHAPTER_6 = _route("the determinant (6.5)", (), ("base", "link", "gear"))
