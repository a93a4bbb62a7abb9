"""Which freedoms of an arm are rigid-body modes under its static loads: those whose motion nothing resists."""

import numpy as np

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.frames import rotations
from flexarm.holding import rigid_left
from flexarm.once import once
from flexarm.prestress import under_static_loads
from flexarm.tree import Beam, LinkNumbers, Section, Tree

# Of unit vectors and of what turns about them, less is round-off: a rotation about a link's own axis.
_ROUNDING = 1e-12


@once
def loaded_tree(arm: Arm) -> Tree:
    """Return an arm's numbers with what static loads do to it, its pendulums' pivots not counted as free."""
    parts = tree(arm)
    if not arm.static_loads:
        return parts
    loaded = under_static_loads(parts)
    links = zip(loaded.links, _swings(loaded), strict=True)
    return loaded._replace(links=tuple(link._replace(held=_or(link.held, swings)) for link, swings in links))


def _or(held: tuple[bool, ...], swings: tuple[bool, ...]) -> tuple[bool, ...]:
    return tuple(one or other for one, other in zip(held, swings, strict=True))


def _swings(loaded: Tree) -> tuple[tuple[bool, ...], ...]:
    """Return of each joint's freedoms which are free, but held or driven by static loads: a pendulum's pivot."""
    return tuple(
        tuple(not held and _felt(loaded, link, number) for number, held in enumerate(link.held))
        for link in loaded.links
    )


def _felt(loaded: Tree, link: LinkNumbers, number: int) -> bool:
    """Say whether static loads resist or drive what a freedom of the joint at a link's root moves."""
    about = loaded.motion_of(link, number)[rotations(loaded.components)]
    return bool(np.any(about)) and any(_feels(loaded.sections[k], about) for k in loaded.carried(link.root))


def _feels(section: Section, about: Array) -> bool:
    """Say whether static loads resist or drive a section's rotation, shape (1 or 3,), or that of its link."""
    beam, turning = section.beam, section.turning
    pulled = beam is not None and beam.tension is not None and bool(np.any(beam.tension)) and _bends(beam, about)
    if turning is None or not np.any(turning):
        return pulled
    return pulled or bool(np.max(np.abs(np.dot(turning, about))) > _ROUNDING * np.max(np.abs(turning)))


def _bends(beam: Beam, about: Array) -> bool:
    """Say whether a rotation turns a beam to another direction, not only about its own axis."""
    return len(about) == 1 or bool(np.linalg.norm(np.cross(about, beam.axis)) > _ROUNDING)


@once
def rigid_count(arm: Arm) -> int:
    """Return an arm's number of rigid-body modes under its static loads.

    Without loads it is `Arm.rigid_freedoms`; a free joint whose links and bodies feel a load is a pendulum, and none.
    """
    if arm.supports:
        return int(rigid_left(loaded_tree(arm))[0].shape[1])
    if not arm.static_loads:
        return arm.rigid_freedoms
    parts = loaded_tree(arm)
    return parts.base_freedoms + sum(not held for link in parts.links for held in link.held)


def pendulums(arm: Arm) -> tuple[int, ...]:
    """Return the numbers, from 1, of an arm's free joints that its static loads hold or drive: pendulums' pivots."""
    if not arm.static_loads:
        return ()
    swings = _swings(under_static_loads(tree(arm)))
    return tuple(k for k, pivots in enumerate(swings, 1) if any(pivots))
