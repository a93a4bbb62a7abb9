"""Motions of bodies, links' tips and the base over time, relative to the base and absolute, as variables."""

from collections.abc import Callable, Sequence

import numpy as np

from flexarm.arrays import Array
from flexarm.displacements import Displacements
from flexarm.forced_response.motion import Response
from flexarm.forced_response.outputs import base_motion_at
from flexarm.kinematics import Motion
from flexarm.tree import Tree
from flexarm.variables import Variable, variable


def moving_parts(response: Response) -> dict[str, Variable]:
    """Return displacements and rotations of all parts of the arm at the case's own times."""
    return {**_bodies(response), **_tips(response), **_base(response)}


def _bodies(response: Response) -> dict[str, Variable]:
    names = body_places(response.coordinates.parts)
    if not names:
        return {}
    motions = [_motion(response, lambda d, n=name: d.body_motions[n], place) for name, place in names.items()]  # type: ignore[misc]
    return _moving("body", "body", "the body's centre of mass", motions)


def _tips(response: Response) -> dict[str, Variable]:
    parts = response.coordinates.parts
    motions = [
        _motion(response, lambda d, k=k: d.link_motions[k - 1].tip, parts.places[parts.links[k - 1].tip])  # type: ignore[misc]
        for k in range(1, len(parts.links) + 1)
    ]
    return _moving("tip", "link", "the link's tip", motions)


def _motion(
    response: Response, of: Callable[[Displacements], Motion], place: Array
) -> tuple[Array, Array, Array, Array]:
    """Return relative and absolute displacement, shape (times, 2), and relative and absolute rotation, (times,).

    In space all have the shape (times, 3).
    """

    def rows(motion: Motion) -> Array:
        return motion.array.T

    sources = response.sources()
    moved = [rows(of(source)) for source in sources]
    base = [rows(base_motion_at(source, place)) for source in sources]
    whole = response.sampled(response.weights(moved))
    own = whole - response.sampled(response.weights(base))
    carry = rows(Motion(response.prescribed.T).at(place))
    (shift, turn), (whole_shift, whole_turn) = _parts(own), _parts(whole + carry)
    return shift, whole_shift, turn, whole_turn


def _parts(moved: Array) -> tuple[Array, Array]:
    """Return translations, (times, 2 or 3), and rotations, (times,), or in space (times, 3)."""
    motion = Motion(moved.T)
    return motion.translation.T, motion.rotation.T


def _moving(name: str, dimension: str, words: str, motions: Sequence[tuple[Array, ...]]) -> dict[str, Variable]:
    relative, absolute, turn, whole_turn = (np.stack(part, axis=1) for part in zip(*motions, strict=True))
    shifted = ("time", dimension, "axis")
    turned = shifted[: turn.ndim]
    return {
        f"{name}_displacement": variable(shifted, relative, "m", f"displacement of {words}, relative to the base"),
        f"{name}_absolute_displacement": variable(shifted, absolute, "m", f"absolute displacement of {words}"),
        f"{name}_rotation": variable(turned, turn, "rad", f"rotation at {words}, relative to the base"),
        f"{name}_absolute_rotation": variable(turned, whole_turn, "rad", f"absolute rotation at {words}"),
    }


def body_places(parts: Tree) -> dict[str, Array]:
    """Return where every body but the base lies from the base's centre, m."""
    carried_by = list(zip(parts.sections, parts.places, strict=True))[1:]
    return {body.name: place + body.lever for section, place in carried_by for body in section.bodies if body.name}


def _base(response: Response) -> dict[str, Variable]:
    own = [source.base_motion for source in response.sources()]
    shift, turn = _parts(response.sampled(response.weights(own)) + response.prescribed)
    along = ("time", "axis")
    return {
        "base_displacement": variable(along, shift, "m", "displacement of the base's centre"),
        "base_turn": variable(along[: turn.ndim], turn, "rad", "rotation of the base"),
    }
