"""What of an arm's own resists its motion: dampers and drives of joints, holds of a base, damping of links.

Drives are springs and dampers here, as in a response over time: gains on a motion and on its rate.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.closed_loop.link_damping import require_causal
from flexarm.drives import Drive
from flexarm.errors import QuestionError
from flexarm.frames import rotations
from flexarm.links import Link
from flexarm.tree import Tree

# A damper, N m s/rad or N s/m, and a drive, of one freedom.
_Pair = tuple[float, Drive | None]


class Dampers(NamedTuple):
    """Of a section: dampers on its freedoms, N m s/rad or N s/m; and its beam's stiffness, s, and mass damping, 1/s."""

    freedoms: Array
    stiffness: float = 0.0
    mass: float = 0.0


def require_springs(arm: Arm) -> None:
    """Refuse drives that are more than springs and dampers, and damping that has no meaning over time."""
    for path, drive in _named(arm):
        if drive is not None and not drive.passive:
            raise QuestionError(
                f"{arm.title}: {path} is more than a spring and a damper (a lag, a delay, an integral, a negative "
                "gain, a motor behind a gear), and large motion of that is not modelled; leave its proportional and "
                "derivative gains alone"
            )
    require_causal(arm)


def _named(arm: Arm) -> Iterator[tuple[str, Drive | None]]:
    yield "base.attitude", arm.base.attitude
    yield "base.position", arm.base.position
    for k, link in enumerate(arm.links, 1):
        for motion, (_, drive) in zip(link.joint.motions, link.joint.driving, strict=True):
            yield f"link{k}.joint" + f".{motion}" * (link.joint.state == "general") + ".drive", drive


def resisted(arm: Arm, parts: Tree) -> tuple[Tree, tuple[Dampers, ...]]:
    """Return an arm's numbers with its drives as springs, and what damps every section."""
    sections, dampers = list(parts.sections), []
    own = _drives(arm, parts)
    for k, section in enumerate(sections):
        gains = [(drive or Drive(), damper) for damper, drive in own.get(k, [])]
        springs = np.array([drive.proportional for drive, _ in gains])
        dampers.append(Dampers(np.array([damper + drive.derivative for drive, damper in gains])))
        if section.freedoms is not None and len(springs):
            freedoms = section.freedoms._replace(stiffness=section.freedoms.stiffness + springs)
            sections[k] = section._replace(freedoms=freedoms)
    for link, numbers in zip(arm.links, parts.links, strict=True):
        if isinstance(link, Link):
            stiffness, mass, _ = link.damping
            dampers[numbers.tip] = dampers[numbers.tip]._replace(stiffness=stiffness, mass=mass)
    return parts._replace(sections=tuple(sections)), tuple(dampers)


def _drives(arm: Arm, parts: Tree) -> dict[int, list[_Pair]]:
    """Return damper and drive of every freedom, by the number of the section that has it."""
    found: dict[int, list[_Pair]] = {
        numbers.root: list(link.joint.driving) for link, numbers in zip(arm.links, parts.links, strict=True)
    }
    base, turning = parts.sections[0].freedoms, range(parts.components)[rotations(parts.components)]
    if base is not None:
        found[0] = [(0.0, arm.base.attitude if place in turning else arm.base.position) for place in base.places]
    return found
