"""Wiedemann's arm after a slew of its second joint by 90° (2002, section 9.4.1): how what vibrates decays.

Each link damps, with its joint's spring, by a ratio β what it does alone, equation (9.3), all else rigid: where that
has a frequency ω, by 2β/ω times the stiffness. The second joint is free, and the arm is bent.
"""

from dataclasses import replace
from functools import cache

import numpy as np

from compare.published.cell import Cell
from compare.routes.formula import Formula
from flexarm.arm import Arm
from flexarm.backend import find_backend
from flexarm.closed_loop.eigenvalues import eigenvalues
from flexarm.errors import QuestionError
from flexarm.links import Link, RigidLink
from flexarm.parts import Joint

# Eigenvalues within this, rad/s, hold the modes that are heard, and leave out those that bend links.
_HEARD = 5.0


@cache
def _decaying(arm: Arm, ratio: float, bent: float) -> float:
    """Return how fast what decays slowest does, 1/s."""
    exact = find_backend("exact")
    found = eigenvalues(exact, _damped(arm, ratio).with_angles(link2=bent), within=_HEARD).eigenvalues
    return float(np.min(-found.real))


def _damped(arm: Arm, ratio: float) -> Arm:
    """Return an arm of two flexible links and a wrist, joint 2 free, with the damping (9.3)."""
    links: list[Link | RigidLink] = []
    for k, link in enumerate(arm.links):
        omega = float(find_backend("exact").modes(_alone(arm, k), 1).angular_frequency[0])
        joint, behind = link.joint, 2.0 * ratio / omega
        if joint.stiffness is not None:
            joint = replace(joint, damping=behind * joint.stiffness)
        damped = replace(link, joint=joint)
        links.append(replace(damped, stiffness_damping=behind) if isinstance(damped, Link) else damped)
    return replace(arm, links=tuple(links))


def _alone(arm: Arm, own: int) -> Arm:
    """Return the arm from one link on, straight, which alone bends and has its joint's spring."""
    first, *beyond = arm.links[own:]
    joint = Joint.rigid() if first.joint.free else first.joint
    rigid = (RigidLink(link.length, joint=Joint.rigid(), mass=link.mass) for link in beyond)
    return replace(arm, links=(replace(first, joint=joint), *rigid))


def _decay_time(cell: Cell) -> float:
    """Return how long the amplitude takes from the first to the second of a cell's, s."""
    if cell.arm is None:
        raise QuestionError(f"{cell.table}, {cell.column}: there is no arm that vibrates")
    n = cell.numbers
    return float(np.log(n["A_1"] / n["A_2"])) / _decaying(cell.arm, n["beta"], n["Delta"])


BENT_ARM = {"wiedemann-9.4.1-decay": Formula("the damping (9.3)", _decay_time)}
