"""Ramakrishnan's and Taylor's transfer matrices of Shuttle, arm and payload: the sign of the Shuttle's inertia."""

from compare.published.cell import Cell
from compare.published.table import ARITHMETIC
from compare.routes import roots
from compare.routes.conditions import Conditions
from compare.routes.route import Route, arm_of
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.errors import QuestionError
from flexarm.links import Link


def _frequencies(cell: Cell, count: int, put_back: frozenset[str]) -> Array:
    """Return the first natural frequencies, rad/s."""
    arm = arm_of(cell)
    link, parts = arm.links[0], tree(arm)
    if not isinstance(link, Link) or arm.base.kind != "free":
        raise QuestionError(f"{arm.title}: the transfer matrices are those of beams on a free Shuttle")
    sign = 1.0 if put_back else -1.0
    base, *others = parts.sections
    bodies = tuple(body._replace(inertia=sign * body.inertia) for body in base.bodies)
    turned = parts._replace(sections=(base._replace(bodies=bodies), *others))
    return roots.frequencies(link, lambda omega: Conditions(turned, omega).matrices, count)


TRANSFER_MATRICES = Route(
    "the product of transfer matrices, with slopes of opposite senses in (37) and in (39) to (41),",
    {"sign": "the right sign of the Shuttle's rotary inertia"},
    _frequencies,
    error=ARITHMETIC,
)
