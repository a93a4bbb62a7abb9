"""What of a response is too large for it: it is linear about the posture.

A turn of θ moves a point to θ² / 2 of its lever beside where the linear motion puts it, 2 % at 0.2 rad; a beam that
bends by a tenth of its length is stiffer by 1 % than small bending says (R. Frisch-Fay, Flexible Bars, 1962); a base
that turns at Ω adds centrifugal forces, (Ω/ω)² of a mode's own stiffness, which are left out.
"""

from collections.abc import Callable, Iterator

import numpy as np

from flexarm.arrays import Array
from flexarm.displacements import Displacements
from flexarm.forced_response.motion import Response
from flexarm.forced_response.outputs import BEND, TURN
from flexarm.superposition import motions

# Part of the first natural frequency.
SPIN = 0.2


def large_motions(response: Response) -> list[str]:
    """Return what moves too far for a linear response, in words."""
    return [*_turns(response), *_bends(response), *_spin(response)]


def _turns(response: Response) -> Iterator[str]:
    joints = _largest(response, lambda displacements: displacements.joint_rotation)
    for k, turn in enumerate(joints, 1):
        if turn > TURN:
            yield f"joint {k} turns by {turn:.2g} rad"
    (base,) = _largest(response, lambda displacements: displacements.base_motion[:, 2:])
    if base > TURN:
        yield f"the base turns by {base:.2g} rad"


def _bends(response: Response) -> Iterator[str]:
    links = response.coordinates.arm.links

    def shapes(displacements: Displacements) -> Array:
        return np.stack([_shape(displacements, k, link.length) for k, link in enumerate(links, 1)], axis=1)

    for k, (link, (slope, *deflections)) in enumerate(zip(links, _largest(response, shapes), strict=True), 1):
        if slope > TURN:
            yield f"link {k}'s slope is {slope:.2g} rad at its tip"
        if max(deflections) > BEND * link.length:
            yield f"link {k} bends by {max(deflections):.2g} m, {max(deflections) / link.length:.2g} of its length"


def _shape(displacements: Displacements, k: int, length: float) -> Array:
    """Return a link's slope at its tip, and its deflections at its middle and its tip, shape (displacements, 3)."""
    slope, deflection = displacements.slope(k, [length]), displacements.deflection(k, [0.5 * length, length])
    return np.concatenate([slope, deflection], axis=1)


def _largest(response: Response, of: Callable[[Displacements], Array]) -> Array:
    """Return the largest size of quantities, (displacements, …), among many times, shape (…)."""
    weights = response.weights([of(source) for source in response.sources()])
    return np.asarray(np.max(np.abs(response.surveyed(weights)), axis=0))


def _spin(response: Response) -> Iterator[str]:
    zero, first = np.zeros(len(response.case.loads)), response.coordinates.modes.angular_frequency[0]
    moved = motions(zero, zero, response.histories, response.survey_times, zero, zero)
    rate = float(np.max(np.abs(moved.velocity @ response.patterns.base[:, 2]), initial=0.0))
    if rate > SPIN * first:
        part = f"{rate / first:.2g} times the first natural frequency"
        yield f"the base turns at up to {rate:.2g} rad/s, {part}: centrifugal forces are left out"
