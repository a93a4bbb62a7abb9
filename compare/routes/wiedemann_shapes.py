"""Wiedemann's ways to natural frequencies by given shapes (2002, chapters 2 and 6)."""

from collections.abc import Sequence

from compare.published.cell import Cell
from compare.routes import assumed_shapes, one_shape
from compare.routes.route import Route, arm_of
from flexarm.arrays import Array


def _polynomials(fitted: str, degrees: Sequence[int] = ()) -> Route:
    """Return the route of polynomials, the first ones of given degrees; and what of it is fitted."""

    def frequencies(cell: Cell, count: int, put_back: frozenset[str]) -> Array:
        family, size = cell.model.split(":")[1:]
        if put_back:
            return assumed_shapes.completed(arm_of(cell), family, int(size))[:count]
        return assumed_shapes.frequencies(arm_of(cell), family, int(size), degrees)[:count]

    left_out = {"shapes": "what the beam functions have beyond the polynomials fitted to them"}
    equations = "the eigenvalue problem (2.50) with polynomials of section 2.8 for the beam functions"
    return Route(equations, left_out, frequencies, fitted=fitted)


def _one_shape(base: str, of_fixed_base: bool) -> Route:
    def frequencies(cell: Cell, count: int, put_back: frozenset[str]) -> Array:
        return one_shape.frequencies(arm_of(cell), count, of_fixed_base, along="base" in put_back)

    left_out = {"base": "the motion along the first link of the base and of all that it carries"}
    return Route(f"the eigenvalue problem (2.50) with the shapes of the {base} base", left_out, frequencies)


TABLE_2_10 = _polynomials(
    "the interval of 0.1 m between the points and the highest degree, 10, are fitted: they meet all 15 values of table "
    "2.10; other intervals from 0.02 to 0.14 m meet 11, other highest degrees 8"
)
# Degrees that are not printed: those of the first shapes, found from the printed values. Those of the later shapes
# are not found.
TABLES_2_6_AND_2_7 = _polynomials(
    "the degrees of the first three polynomials, 6, 7 and 8, are fitted: of 216 choices from 5 to 10 they meet most, 6 "
    "and 5 values of tables 2.6 and 2.7, as some others do; the median choice meets 2 and 1",
    (6, 7, 8),
)
TABLE_2_9 = _polynomials(
    "the degrees of the first three polynomials, 7, 7 and 9, are fitted: of 216 choices from 5 to 10 they meet most, 5 "
    "values of table 2.9, as six others do; the median choice meets 1",
    (7, 7, 9),
)
TABLE_6_2_FIXED = _one_shape("fixed", True)
TABLE_6_2_FREE = _one_shape("free", False)
