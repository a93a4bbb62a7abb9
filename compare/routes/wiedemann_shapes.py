"""Wiedemann's ways to natural frequencies by given shapes (2002, chapters 2 and 6)."""

from collections.abc import Sequence

from compare.published.cell import Cell
from compare.routes import assumed_shapes, one_shape
from compare.routes.route import Route, arm_of
from flexarm.arrays import Array


def _polynomials(degrees: Sequence[int] = ()) -> Route:
    """Return the route of polynomials, the first ones of given degrees."""

    def frequencies(cell: Cell, count: int, put_back: frozenset[str]) -> Array:
        family, size = cell.model.split(":")[1:]
        if put_back:
            return assumed_shapes.completed(arm_of(cell), family, int(size))[:count]
        return assumed_shapes.frequencies(arm_of(cell), family, int(size), degrees)[:count]

    left_out = {"shapes": "what the beam functions have beyond the polynomials fitted to them"}
    return Route(
        "the eigenvalue problem (2.50) with polynomials of section 2.8 for the beam functions", left_out, frequencies
    )


def _one_shape(base: str, of_fixed_base: bool) -> Route:
    def frequencies(cell: Cell, count: int, put_back: frozenset[str]) -> Array:
        return one_shape.frequencies(arm_of(cell), count, of_fixed_base, along="base" in put_back)

    left_out = {"base": "the motion along the first link of the base and of all that it carries"}
    return Route(f"the eigenvalue problem (2.50) with the shapes of the {base} base", left_out, frequencies)


TABLE_2_10 = _polynomials()
# Degrees that are not printed: those of the first shapes, found from the printed values. Those of the later shapes
# are not found.
TABLES_2_6_AND_2_7 = _polynomials((6, 7, 8))
TABLE_2_9 = _polynomials((7, 7, 9))
TABLE_6_2_FIXED = _one_shape("fixed", True)
TABLE_6_2_FREE = _one_shape("free", False)
