"""Arms as trees of rigid sections, in numbers: which section moves with which, by what, and what it carries.

A section is a cross-section that stays rigid: the base, a link's root outside its joint, a link's tip. Its motion t (x,
y and θ in the base's axes) is that of its parent r, carried a lever away, and what joint or beam between them lets it
do:

    t = X r + E e.

Components come first and arms last, so that every operation is one on numbers: an arm's result does not depend on the
others that are solved with it. The numbers may be floats, or exact ones and balls.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from flexarm.chain import Array, Chain, ChainLink, RigidBody
from flexarm.frames import inertia_matrix, point_inertia
from flexarm.prestress import Prestress


class Body(NamedTuple):
    """A rigid body on a section: mass, kg, inertia about its centre, kg m², (arms,), and that centre, m, (2, arms)."""

    mass: Array
    inertia: Array
    lever: Array


class Freedoms(NamedTuple):
    """Motions of a section relative to its parent, each on a spring and with an inertia of its own.

    `places` are components in axes turned by the direction `axes`, shape (2, arms), None for the base's own; stiffness,
    N/m or N m/rad, and inertia, kg or kg m², have shape (freedoms, arms).
    """

    places: tuple[int, ...]
    axes: Array | None
    stiffness: Array
    inertia: Array


class Beam(NamedTuple):
    """A uniform beam between a section and its parent.

    Its axis is a unit vector, shape (2, arms); length, m, mass, kg, and flexural rigidity, N m², have shape (arms,);
    the tension is given by coefficients of powers of the distance from the root, N, N/m and N/m², shape (3, arms).
    """

    axis: Array
    length: Array
    mass: Array
    rigidity: Array
    tension: Array


class Section(NamedTuple):
    """A section: its link, from 0, -1 for the base; its parent, -1 for the ground; the lever from there, m, (2, arms).

    `inertia` and `static` are the matrices of all that it carries and of static loads on it, by its own motion, shape
    (3, 3, arms), and `turning` is what static loads resist its rotation with, N m/rad, shape (arms,); None for nothing.
    """

    link: int
    parent: int
    lever: Array | None
    freedoms: Freedoms | None
    beam: Beam | None
    bodies: tuple[Body, ...]
    inertia: Array | None
    static: Array | None
    turning: Array | None


class Tree(NamedTuple):
    """Sections, each after its parent; `softening` is Ω² of a spin, 1/s², shape (arms,), None without static loads."""

    sections: tuple[Section, ...]
    softening: Array | None

    @property
    def arms(self) -> int:
        """Number of arms."""
        return int(self.beams[0].length.shape[-1])

    @property
    def beams(self) -> tuple[Beam, ...]:
        """The beams, in the order of their sections."""
        return tuple(section.beam for section in self.sections if section.beam is not None)


def tree(parts: Chain, loads: Prestress | None = None) -> Tree:
    """Return the sections of arms of one make-up along one leading axis, or of one arm without it."""
    return Tree(tuple(_sections(parts, loads)), None if loads is None else _last(loads.softening))


def _sections(parts: Chain, loads: Prestress | None) -> Iterator[Section]:
    softening = None if loads is None else _last(loads.softening)
    base = _body(parts.base)
    bodies = () if parts.base_kind == "fixed" else (base,)
    yield _section(-1, -1, None, _base_freedoms(parts), None, bodies, None, softening)
    lever: Array | None = _first(parts.base_offset)
    for k, link in enumerate(parts.links):
        load = None if loads is None else loads.links[k]
        root, tip = _root_bodies(link), tuple(map(_body, link.tip_bodies))
        turning = (None, None) if load is None else (_last(load.root_turning), _last(load.tip_turning))
        yield _section(k, 2 * k, lever, _joint(link), None, root, turning[0], softening)
        tension = None if load is None else load.tension
        span = _last(link.length) * _first(link.axis)
        yield _section(k, 2 * k + 1, span, None, _beam(link, tension), tip, turning[1], softening)
        lever = None


def _section(
    link: int,
    parent: int,
    lever: Array | None,
    freedoms: Freedoms | None,
    beam: Beam | None,
    bodies: tuple[Body, ...],
    turning: Array | None,
    softening: Array | None,
) -> Section:
    inertia = inertia_matrix(bodies) if bodies else None
    static = None
    if turning is not None and softening is not None:
        # A spin takes Ω² off the ω² of all that moves, not of what only turns.
        static = -softening * point_inertia(bodies, turning)
        static[-1, -1] = static[-1, -1] + turning
    return Section(link, parent, lever, freedoms, beam, bodies, inertia, static, turning)


def _root_bodies(link: ChainLink) -> tuple[Body, ...]:
    """Return what a link's root carries: its own mass where it is rigid, and its hub, which only turns."""
    bodies = tuple(map(_body, link.root_bodies))
    if not np.any(link.hub_inertia):
        return bodies
    hub = _last(link.hub_inertia)
    return (*bodies, Body(0 * hub, hub, 0 * _first(link.axis)))


def _base_freedoms(parts: Chain) -> Freedoms | None:
    if parts.base_kind == "fixed":
        return None
    places = (0, 1, 2) if parts.base_kind == "free" else (0,)
    axes = None if parts.base_kind == "free" else _first(parts.base_direction)
    none = np.stack([0 * _last(parts.base.mass)] * len(places))
    return Freedoms(places, axes, none, none)


def _joint(link: ChainLink) -> Freedoms | None:
    if not link.turns:
        return None
    return Freedoms((2,), None, _last(link.stiffness)[np.newaxis], _last(link.gear_inertia)[np.newaxis])


def _beam(link: ChainLink, tension: Array | None) -> Beam | None:
    if not link.flexible:
        return None
    length, axis = _last(link.length), _first(link.axis)
    pull = np.stack([0 * length] * 3) if tension is None else _first(tension)
    return Beam(axis, length, _last(link.mass_per_length) * length, _last(link.flexural_rigidity), pull)


def _body(body: RigidBody) -> Body:
    return Body(_last(body.mass), _last(body.inertia), _first(body.lever))


def _first(vectors: Array) -> Array:
    """Return vectors, shape (..., n), with their components first and an axis for arms, shape (n, arms)."""
    return np.ascontiguousarray(np.moveaxis(np.atleast_2d(vectors), -1, 0))


def _last(numbers: Any) -> Array:
    return np.atleast_1d(np.asarray(numbers))


def taken(parts: Any, which: Any) -> Any:
    """Return some of many arms: every array of their numbers, taken along its last axis."""
    if isinstance(parts, np.ndarray):
        return parts[..., which]
    if isinstance(parts, tuple):
        some = (taken(part, which) for part in parts)
        return type(parts)(*some) if hasattr(parts, "_fields") else tuple(some)
    return parts


def cut(arms: Tree, parts: Sequence[Sequence[Array]]) -> Tree:
    """Return arms whose beams are cut in pieces, a section between each two; their lengths are parts of the beam's."""
    sections: list[Section] = []
    place, pieces = {-1: -1}, iter(parts)
    for k, section in enumerate(arms.sections):
        parent = place[section.parent]
        for piece in _pieces(section, next(pieces)) if section.beam is not None else [section]:
            sections.append(piece._replace(parent=parent))
            parent = len(sections) - 1
        place[k] = parent
    return arms._replace(sections=tuple(sections))


def _pieces(section: Section, parts: Sequence[Array]) -> Iterator[Section]:
    assert section.beam is not None, "a section that a beam carries"
    assert section.lever is not None, "a beam with a length"
    start = 0 * parts[0]
    for part in parts[:-1]:
        yield Section(
            section.link, 0, part * section.lever, None, _piece(section.beam, start, part), (), None, None, None
        )
        start = start + part
    yield section._replace(lever=parts[-1] * section.lever, beam=_piece(section.beam, start, parts[-1]))


def _piece(beam: Beam, start: Array, part: Array) -> Beam:
    n0, n1, n2 = beam.tension
    x = start * beam.length
    tension = np.array([n0 + x * (n1 + x * n2), n1 + 2 * x * n2, n2 + 0 * x])
    return Beam(beam.axis, part * beam.length, part * beam.mass, beam.rigidity + 0 * part, tension)
