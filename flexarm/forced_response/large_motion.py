"""What of a response is too large for it: it is linear about the posture.

A turn of θ moves a point to θ² / 2 of its lever beside where the linear motion puts it, 2 % at 0.2 rad; a beam that
bends by a tenth of its length is stiffer by 1 % than small bending says (R. Frisch-Fay, Flexible Bars, 1962); a base
that turns at Ω adds centrifugal forces, (Ω/ω)² of a mode's own stiffness, which are left out.
"""

from collections.abc import Callable, Iterator

import numpy as np

from flexarm.arrays import Array
from flexarm.displacements import About, Displacements
from flexarm.forced_response.motion import Response
from flexarm.forced_response.outputs import BEND, TURN
from flexarm.frames import rotations
from flexarm.superposition import motions

# Part of the first natural frequency.
SPIN = 0.2


def large_motions(response: Response) -> list[str]:
    """Return what moves too far for a linear response, in words."""
    twists = _twists(response) if response.coordinates.arm.spatial else ()
    return [*_turns(response), *_bends(response), *twists, *_spin(response)]


def _turns(response: Response) -> Iterator[str]:
    parts = response.coordinates.parts
    turning = rotations(parts.components)
    joints = _largest(response, lambda displacements: displacements.joint_displacement[..., turning])
    for k, turn in enumerate(joints, 1):
        if turn > TURN:
            yield f"joint {k} turns by {turn:.2g} rad"
    slides = _largest(response, lambda displacements: displacements.joint_displacement[..., : turning.start])
    for k, slide in enumerate(slides, 1):
        if slide > (BEND * sum(float(link.length) for link in parts.links) or np.inf):
            yield f"joint {k} slides by {slide:.2g} m"
    base = _largest(response, lambda displacements: displacements.base_motion[:, turning])
    if base > TURN:
        yield f"the base turns by {base:.2g} rad"


def _bends(response: Response) -> Iterator[str]:
    numbered = list(enumerate(response.coordinates.arm.links, 1))
    planes: list[About] = ["z", "y"] if response.coordinates.arm.spatial else ["z"]

    def shapes(displacements: Displacements) -> Array:
        """Return slopes at tips, and deflections at middles and tips, (displacements, links, 3, planes)."""
        each = [[_shape(displacements, k, link.length, about) for about in planes] for k, link in numbered]
        return np.stack([np.stack(of_link, axis=-1) for of_link in each], axis=1)

    for (k, link), (slope, *deflections) in zip(numbered, _largest(response, shapes), strict=True):
        if slope > TURN:
            yield f"link {k}'s slope is {slope:.2g} rad at its tip"
        if max(deflections) > BEND * link.length:
            yield f"link {k} bends by {max(deflections):.2g} m, {max(deflections) / link.length:.2g} of its length"


def _twists(response: Response) -> Iterator[str]:
    numbered = list(enumerate(response.coordinates.arm.links, 1))

    def twists(displacements: Displacements) -> Array:
        return np.stack([displacements.twist(k, [link.length]) for k, link in numbered], axis=1)

    for (k, _), twist in zip(numbered, _largest(response, twists), strict=True):
        if twist > TURN:
            yield f"link {k} twists by {twist:.2g} rad"


def _shape(displacements: Displacements, k: int, length: float, about: About) -> Array:
    """Return a link's slope at its tip, and its deflections at its middle and its tip, shape (displacements, 3)."""
    slope = displacements.slope(k, [length], about)
    return np.concatenate([slope, displacements.deflection(k, [0.5 * length, length], about)], axis=1)


def _largest(response: Response, of: Callable[[Displacements], Array]) -> Array:
    """Return the largest size of vectors, (displacements, …, components), among many times, shape (…)."""
    weights = response.weights([of(source) for source in response.sources()])
    return np.asarray(np.max(np.linalg.norm(response.surveyed(weights), axis=-1), axis=0))


def _spin(response: Response) -> Iterator[str]:
    zero, first = np.zeros(len(response.patterns.histories)), response.coordinates.modes.angular_frequency[0]
    moved = motions(zero, zero, response.histories, response.survey_times, zero, zero)
    turning = response.patterns.base[:, rotations(response.coordinates.parts.components)]
    rate = float(np.max(np.linalg.norm(moved.velocity @ turning, axis=-1), initial=0.0))
    if rate > SPIN * first:
        part = f"{rate / first:.2g} times the first natural frequency"
        yield f"the base turns at up to {rate:.2g} rad/s, {part}: centrifugal forces are left out"
