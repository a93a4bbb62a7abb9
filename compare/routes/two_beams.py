"""Two flexible links and an end effector by Wiedemann's determinants (2002, equations 4.14, 5.14 and 6.5)."""

from functools import lru_cache

from compare.routes import roots
from compare.routes.conditions import Conditions, Terms, effective
from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.errors import QuestionError
from flexarm.links import Link, RigidLink


def frequencies(arm: Arm, count: int, terms: Terms) -> Array:
    """Return the first non-zero natural frequencies by the source's equations, rad/s, shape (count,) or fewer."""
    _check(arm)
    return _frequencies(arm, count, effective(tree(arm), terms))


# Terms that change nothing of an arm ask again what was asked.
@lru_cache(maxsize=256)
def _frequencies(arm: Arm, count: int, terms: Terms) -> Array:
    link, parts = arm.links[0], tree(arm)
    assert isinstance(link, Link)
    return roots.frequencies(link, lambda omega: Conditions(parts, omega, terms).matrices, count)


def _check(arm: Arm) -> None:
    kinds = tuple(type(link) for link in arm.links)
    straight = all(link.angle == 0.0 for link in arm.links[1:])
    bare = all(link.tip is None and not link.joint.hub_inertia for link in arm.links)
    known = kinds in ((Link, Link), (Link, Link, RigidLink)) and bare
    if not known or not (arm.base.kind == "fixed" or (arm.base.kind == "free" and straight)):
        raise QuestionError(
            f"{arm.title}: Wiedemann's equations are for two flexible links and at most one rigid link behind them, "
            "without bodies between, on a fixed base, or straight on a free one"
        )
