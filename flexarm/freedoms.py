"""Which freedoms of an arm are rigid-body modes under its static loads: those whose motion nothing resists."""

from dataclasses import replace

import numpy as np

from flexarm.arm import Arm
from flexarm.chain import Chain, chain
from flexarm.parts import FREEDOMS
from flexarm.prestress import Prestress, prestress


def swinging(parts: Chain, loads: Prestress | None) -> tuple[bool, ...]:
    """Return for each link whether its joint is free, but held or driven by static loads: a pendulum's pivot.

    Parameters
    ----------
    parts
        The chain, in float64.
    loads
        What static loads add to its stiffness; None where nothing acts.
    """
    if loads is None:
        return (False,) * len(parts.links)
    felt = [np.any(link.tension) or np.any(link.root_turning) or np.any(link.tip_turning) for link in loads.links]
    return tuple(bool(link.free and any(felt[k:])) for k, link in enumerate(parts.links))


def with_swinging(parts: Chain, swings: tuple[bool, ...]) -> Chain:
    """Return the chain with pendulums' pivots no longer counted as free: their rotations are elastic coordinates."""
    if not any(swings):
        return parts
    links = zip(parts.links, swings, strict=True)
    return replace(parts, links=tuple(replace(link, free=False) if swing else link for link, swing in links))


def pendulum_joints(arm: Arm) -> list[int]:
    """Return the numbers of the joints, from 1, that are pendulums' pivots under an arm's static loads."""
    parts = chain(arm)
    return [k for k, swings in enumerate(swinging(parts, prestress(parts)), 1) if swings]


def bearing(arm: Arm) -> tuple[Chain, Prestress | None]:
    """Return an arm's numbers, its pendulums' pivots not counted as free, and what static loads add to its stiffness.

    Parameters
    ----------
    arm
        The arm, in its posture.
    """
    parts = chain(arm)
    loads = prestress(parts)
    return with_swinging(parts, swinging(parts, loads)), loads


def rigid_count(arm: Arm) -> int:
    """Return an arm's number of rigid-body modes under its static loads.

    Without loads it is `Arm.rigid_freedoms`; a free joint whose links and bodies feel a load is a pendulum, and none.
    """
    if not arm.static_loads:
        return arm.rigid_freedoms
    parts, _ = bearing(arm)
    return FREEDOMS[parts.base_kind] + sum(link.free for link in parts.links)
