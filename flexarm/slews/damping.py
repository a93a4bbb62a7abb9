"""What of an arm's own resists its motion: dampers and drives of joints, holds of a base, damping of links.

Drives are springs and dampers here, as in a response over time: gains on a motion and on its rate.
"""

from typing import NamedTuple

import numpy as np

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.closed_loop.control import driving
from flexarm.closed_loop.link_damping import require_causal
from flexarm.drives import Drive
from flexarm.errors import QuestionError
from flexarm.links import Link
from flexarm.tree import Tree


class Dampers(NamedTuple):
    """Of a section: dampers on its freedoms, N m s/rad or N s/m; and its beam's stiffness, s, and mass damping, 1/s."""

    freedoms: Array
    stiffness: float = 0.0
    mass: float = 0.0


def require_springs(arm: Arm) -> None:
    """Refuse drives that are more than springs and dampers, and damping that has no meaning over time."""
    for one in driving(arm, tree(arm)):
        if one.drive is not None and not one.drive.passive:
            raise QuestionError(
                f"{arm.title}: {one.key} is more than a spring and a damper (a lag, a delay, an integral, a negative "
                "gain, a motor behind a gear), and large motion of that is not modelled; leave its proportional and "
                "derivative gains alone"
            )
    require_causal(arm)


def resisted(arm: Arm, parts: Tree) -> tuple[Tree, tuple[Dampers, ...]]:
    """Return an arm's numbers with its drives as springs, and what damps every section."""
    sections, dampers, every = list(parts.sections), [], list(driving(arm, parts))
    for k, section in enumerate(sections):
        own = [one for one in every if one.place[0] == k]
        gains = [one.drive or Drive() for one in own]
        springs = np.array([drive.proportional for drive in gains])
        dampers.append(
            Dampers(np.array([one.damping + drive.derivative for one, drive in zip(own, gains, strict=True)]))
        )
        if section.freedoms is not None and len(springs):
            freedoms = section.freedoms._replace(stiffness=section.freedoms.stiffness + springs)
            sections[k] = section._replace(freedoms=freedoms)
    for link, numbers in zip(arm.links, parts.links, strict=True):
        if isinstance(link, Link):
            stiffness, mass, _ = link.damping
            dampers[numbers.tip] = dampers[numbers.tip]._replace(stiffness=stiffness, mass=mass)
    return parts._replace(sections=tuple(sections)), tuple(dampers)
