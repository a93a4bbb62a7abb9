"""Which arms the textbook formulations take, and that they say so."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from compare.formulations.formulation import Spectrum
from flexarm.arm import Arm
from flexarm.errors import QuestionError
from flexarm.links import Link

Handles = Callable[[Arm], str]
Solve = Callable[[Arm, int, int | None], Spectrum]


def weightless(arm: Arm) -> str:
    """Return why an arm is not one without static loads whose joints turn at most; empty where it is."""
    joints = "joints of several freedoms are not modelled" if arm.general_joints else ""
    return "static loads are not modelled" if arm.static_loads else joints


def bending(arm: Arm) -> str:
    """Return why an arm is not a chain of links that only bend, without static loads; empty where it is."""
    beyond = "stretch, shear and rotary inertia are not modelled" if arm.beam_terms else ""
    bends = any(isinstance(link, Link) for link in arm.links)
    branches = "branches are not modelled" if arm.branched else "supports are not modelled" if arm.supports else ""
    space = "arms in space are not modelled" if arm.spatial else ""
    return weightless(arm) or undamped(arm) or space or branches or beyond or ("" if bends else "no link bends")


def undamped(arm: Arm) -> str:
    """Return why an arm is not one without dampers and drives; empty where it is."""
    return "dampers and drives are not modelled" if arm.driven else ""


def damped(arm: Arm) -> str:
    """Return why an arm is no chain of links that only bend with dampers in its joints; empty where it is."""
    if not arm.driven:
        return "nothing damps it"
    return "dampers of joints alone are modelled" if arm.undriven != without_dampers(arm) else bending(arm.undriven)


def without_dampers(arm: Arm) -> Arm:
    """Return an arm without the dampers of its joints, whatever else drives it left."""
    links = (replace(link, joint=replace(link.joint, damping=0.0)) for link in arm.links)
    return replace(arm, links=tuple(links))


def guarded(handles: Handles, solve: Solve) -> Solve:
    """Return a solver that refuses what it does not handle, and finds nothing where numbers fail it."""

    def guard(arm: Arm, count: int, size: int | None) -> Spectrum:
        refusal = handles(arm)
        if refusal:
            raise QuestionError(f"{arm.title}: {refusal}")
        try:
            with np.errstate(all="ignore"):
                return solve(arm, count, size)
        except (ArithmeticError, np.linalg.LinAlgError):
            return Spectrum(np.zeros(0), np.nan)

    return guard
