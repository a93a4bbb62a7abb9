"""Which freedoms of an arm are rigid-body modes under its static loads: those whose motion nothing resists."""

import numpy as np

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.holding import rigid_left
from flexarm.prestress import under_static_loads
from flexarm.tree import Section, Tree


def loaded_tree(arm: Arm) -> Tree:
    """Return an arm's numbers with what static loads do to it, its pendulums' pivots not counted as free."""
    parts = tree(arm)
    if not arm.static_loads:
        return parts
    loaded = under_static_loads(parts)
    links = zip(loaded.links, _swings(loaded), strict=True)
    return loaded._replace(
        links=tuple(link._replace(held=(True,) * len(link.held)) if swings else link for link, swings in links)
    )


def _swings(loaded: Tree) -> tuple[bool, ...]:
    """Return for each link whether its joint is free, but held or driven by static loads: a pendulum's pivot."""
    felt = [_feels(section) for section in loaded.sections]
    return tuple(bool(link.free and any(felt[k] for k in loaded.carried(link.root))) for link in loaded.links)


def _feels(section: Section) -> bool:
    pulled = section.beam is not None and section.beam.tension is not None and np.any(section.beam.tension)
    return bool(pulled or (section.turning is not None and np.any(section.turning)))


def rigid_count(arm: Arm) -> int:
    """Return an arm's number of rigid-body modes under its static loads.

    Without loads it is `Arm.rigid_freedoms`; a free joint whose links and bodies feel a load is a pendulum, and none.
    """
    if arm.supports:
        return int(rigid_left(tree(arm))[0].shape[1])
    if not arm.static_loads:
        return arm.rigid_freedoms
    parts = loaded_tree(arm)
    return parts.base_freedoms + sum(not held for link in parts.links for held in link.held)


def pendulums(arm: Arm) -> tuple[int, ...]:
    """Return the numbers, from 1, of an arm's free joints that its static loads hold or drive: pendulums' pivots."""
    if not arm.static_loads:
        return ()
    swings = _swings(under_static_loads(tree(arm)))
    return tuple(k for k, pivot in enumerate(swings, 1) if pivot)
