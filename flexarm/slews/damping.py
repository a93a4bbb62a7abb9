"""What of an arm's own resists its motion: dampers and drives of joints, holds of a base, damping of links.

Drives that are springs and dampers become such; those that are more (a lag, a delay, a motor behind a gear) stay.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.closed_loop.control import Control, controls
from flexarm.frames import rotations
from flexarm.links import Link
from flexarm.slews.borne import support_controls
from flexarm.tree import Held, Tree


class Dampers(NamedTuple):
    """Of a section: dampers on its freedoms, N m s/rad or N s/m; and its beam's stiffness, s, and mass damping, 1/s."""

    freedoms: Array
    stiffness: float = 0.0
    mass: float = 0.0


class Resisted(NamedTuple):
    """An arm's numbers with drives as springs, what damps every section, drives that are more, which have wheels.

    Drives of supports come after all others.
    """

    parts: Tree
    dampers: tuple[Dampers, ...]
    drives: tuple[Control, ...]
    wheels: tuple[int, ...]


def resisted(arm: Arm, parts: Tree) -> Resisted:
    """Return what resists an arm's motion, and its numbers with drives as springs."""
    sections, more, wheels = list(parts.sections), list[Control](), list[int]()
    freedoms = [0 if one.freedoms is None else len(one.freedoms.places) for one in sections]
    springs, dampers = ([np.zeros(size) for size in freedoms] for _ in range(2))
    for one in controls(replace(arm.undamped, supports=()), parts):
        assert not isinstance(one.place, Held), "an arm without supports"
        of, number = one.place
        has_wheel = of == 0 and _on_wheel(arm, parts, number)
        wheels += [len(more)] * has_wheel
        if has_wheel or not one.passive:
            more.append(one)
        else:
            springs[of][number], dampers[of][number] = one.gains
    more += [one for one in support_controls(arm).values() if not one.passive]
    for k, section in enumerate(sections):
        if section.freedoms is not None:
            sprung = section.freedoms._replace(stiffness=section.freedoms.stiffness + springs[k])
            sections[k] = section._replace(freedoms=sprung)
    damped = [Dampers(one) for one in dampers]
    for link, numbers in zip(arm.links, parts.links, strict=True):
        if isinstance(link, Link):
            stiffness, mass, _ = link.damping
            damped[numbers.tip] = damped[numbers.tip]._replace(stiffness=stiffness, mass=mass)
    return Resisted(parts._replace(sections=tuple(sections)), tuple(damped), tuple(more), tuple(wheels))


def _on_wheel(arm: Arm, parts: Tree, number: int) -> bool:
    """Return whether a wheel takes the torque that holds one of the base's freedoms."""
    drive, freedoms = arm.base.attitude, parts.sections[0].freedoms
    turning = range(parts.components)[rotations(parts.components)]
    return bool(drive and drive.wheel and freedoms and freedoms.places[number] in turning)
