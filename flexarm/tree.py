"""Arms as trees of rigid sections, in numbers: which section moves with which, by what, and what it carries.

A section is a cross-section that stays rigid: the base, a link's root outside its joint, a link's tip. Its motion t (x,
y and θ in the base's axes) is that of its parent r, carried a lever away, and what joint or beam between them lets it
do besides:

    t = X r + E e.

Components come first and arms, where there are many, last, so that every operation is one on numbers: an arm's result
does not depend on the others that are solved with it. The numbers may be floats, or exact ones and balls.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from flexarm.arithmetic import FLOAT64, Arithmetic
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.frames import inertia_matrix, turned_vector
from flexarm.parts import Body as BodyPart
from flexarm.parts import Link, RigidLink, uniform_inertia


class Body(NamedTuple):
    """A rigid body on a section: mass, kg, inertia about its centre, kg m², (...), and that centre, m, (2, ...).

    Its name is ``"base"``, ``"link2"`` (a rigid link), ``"link2.tip"`` or ``"payload"``; a hub, which only turns, has
    none.
    """

    name: str
    mass: Array
    inertia: Array
    lever: Array


class Freedoms(NamedTuple):
    """Motions of a section relative to its parent, each on a spring and with an inertia of its own.

    `places` are components in axes turned by the direction `axes`, shape (2, ...), None for the base's own; stiffness,
    N/m or N m/rad, and inertia, kg or kg m², have the shape (freedoms, ...).
    """

    places: tuple[int, ...]
    axes: Array | None
    stiffness: Array
    inertia: Array


class Beam(NamedTuple):
    """A uniform beam between a section and its parent.

    Its axis is a unit vector, shape (2, ...); length, m, mass per length, kg/m, and flexural rigidity, N m², have the
    shape (...); so have axial rigidity, N, None where it keeps its length, flexibility in shear, 1/N, and rotary
    inertia per length, kg m. The tension is given by coefficients of powers of the distance from the root, N, N/m and
    N/m², shape (3, ...), None without static loads.
    """

    axis: Array
    length: Array
    mass_per_length: Array
    rigidity: Array
    axial_rigidity: Array | None
    shear_flexibility: Array
    rotary_inertia: Array
    tension: Array | None = None

    @property
    def mass(self) -> Array:
        """Its mass, kg."""
        return np.asarray(self.mass_per_length * self.length)

    @property
    def stretches(self) -> bool:
        """Whether it does not keep its length."""
        return self.axial_rigidity is not None

    @property
    def slender(self) -> bool:
        """Whether its sections neither shear nor have an inertia of their own: a beam of Euler and Bernoulli."""
        return not (np.any(self.shear_flexibility) or np.any(self.rotary_inertia))


class Section(NamedTuple):
    """A section: its parent, -1 for the ground, and the lever from there, m, shape (2, ...), None for none.

    `inertia` is the mass matrix of all that it carries, by its own motion, shape (3, 3, ...), None for nothing.
    `turning` is what static loads resist its rotation with, N m/rad, shape (...), None without.
    """

    parent: int
    lever: Array | None
    freedoms: Freedoms | None
    beam: Beam | None
    bodies: tuple[Body, ...]
    inertia: Array | None
    turning: Array | None = None


class LinkNumbers(NamedTuple):
    """A link: its root and tip section, by number; whether it bends; its joint; and the axial force on it, N.

    Its axis is a unit vector, shape (2, ...), and its length, m, has the shape (...). The joint `turns` where it leaves
    a relative rotation, and is `free` where nothing holds that.
    """

    root: int
    tip: int
    flexible: bool
    turns: bool
    free: bool
    axis: Array
    length: Array
    axial_force: Array


class Tree(NamedTuple):
    """An arm, or arms of one make-up: sections, each after its parent, the first of them the base; and links.

    `base_kind` is ``"fixed"``, ``"free"`` or ``"guided"``; gravity, m/s², base's axes, has the shape (2, ...), and the
    rate of a steady spin about the first joint, rad/s, (...). Where static loads act, `softening` is Ω² of that spin,
    1/s², shape (...), and sections and beams have what they do (`flexarm.prestress`).
    """

    sections: tuple[Section, ...]
    links: tuple[LinkNumbers, ...]
    base_kind: str
    gravity: Array
    spin_rate: Array
    softening: Array | None = None

    @property
    def beams(self) -> tuple[Beam, ...]:
        """The beams, in the order of their sections."""
        return tuple(section.beam for section in self.sections if section.beam is not None)

    @property
    def places(self) -> tuple[Array, ...]:
        """Where the sections are at rest, from the base's centre, m, shape (2, ...) each."""
        places: list[Array] = []
        for section in self.sections:
            start = places[section.parent] if section.parent >= 0 else 0 * self.gravity
            places.append(start if section.lever is None else start + section.lever)
        return tuple(places)

    @property
    def base_freedoms(self) -> int:
        """Number of the base's freedoms: rigid-body modes."""
        base = self.sections[0].freedoms
        return 0 if base is None else len(base.places)

    @property
    def base_direction(self) -> Array:
        """The unit vector that a guided base travels along, shape (2, ...)."""
        base = self.sections[0].freedoms
        axes = None if base is None else base.axes
        assert axes is not None, "a guided base"
        return axes

    @property
    def bends(self) -> bool:
        """Whether any link does."""
        return any(link.flexible for link in self.links)

    def beam_of(self, link: LinkNumbers) -> Beam | None:
        """Return the beam that a link is, None for a rigid one."""
        return self.sections[link.tip].beam

    def spring_of(self, link: LinkNumbers) -> Array:
        """Return the stiffness of the spring at a link's root, N m/rad, shape (...); zero where there is none."""
        freedoms = self.sections[link.root].freedoms
        return 0 * link.length if freedoms is None else freedoms.stiffness[0]

    def span(self, link: LinkNumbers) -> tuple[int, ...]:
        """Return the numbers of a link's sections beyond its root, the tip last."""
        numbers = [link.tip]
        while self.sections[numbers[0]].parent != link.root:
            numbers.insert(0, self.sections[numbers[0]].parent)
        return tuple(numbers)


@dataclass(frozen=True)
class _Numbers:
    """The numbers of one arm, or of many alike along a last axis, in some arithmetic."""

    arms: Arm | Sequence[Arm]
    arithmetic: Arithmetic

    def values(self, of: Callable[[Arm], object]) -> Array:
        """Return what is computed of every arm."""
        if isinstance(self.arms, Arm):
            return np.asarray(of(self.arms), dtype=self.arithmetic.dtype)
        return np.moveaxis(np.asarray([of(arm) for arm in self.arms], dtype=self.arithmetic.dtype), 0, -1)

    def number(self, of: Callable[[Arm], float]) -> Array:
        """Return one of every arm's own numbers."""
        return self.values(lambda arm: self.arithmetic.number(of(arm)))

    def pair(self, of: Callable[[Arm], tuple[float, float]]) -> Array:
        """Return two of every arm's own numbers, shape (2, ...)."""
        return self.values(lambda arm: tuple(map(self.arithmetic.number, of(arm))))

    def axis(self, k: int) -> Array:
        """Return every arm's direction of a link, counted from 0, shape (2, ...)."""
        angle = self.arithmetic.angle
        angles = self.values(lambda arm: sum(angle(link.angle) for link in arm.links[: k + 1]))
        return np.stack(self.arithmetic.direction(angles)).astype(self.arithmetic.dtype)


def tree(arms: Arm | Sequence[Arm], arithmetic: Arithmetic = FLOAT64) -> Tree:
    """Return the numbers of one arm, or of arms that differ in numbers alone along a last axis, without static loads.

    Arms of one make-up have the same kinds of base, links, joints and bodies.
    """
    first = arms if isinstance(arms, Arm) else arms[0]
    of = _Numbers(arms, arithmetic)
    sections, links = [_base(first, of)], []
    lever: Array | None = of.pair(lambda arm: arm.base.offset)
    for k, like in enumerate(first.links):
        link = _link(k, like, of, 2 * k + 1)
        bodies = tuple(_root_bodies(k, like, of, link.axis))
        sections.append(_section(2 * k, lever, _joint(k, of) if link.turns else None, None, bodies))
        beam = _beam(k, like, of, link) if isinstance(like, Link) else None
        sections.append(_section(2 * k + 1, link.length * link.axis, None, beam, _tip_bodies(k, first, of, link.axis)))
        links.append(link)
        lever = None
    gravity = of.pair(lambda arm: arm.gravity or (0.0, 0.0))
    return Tree(tuple(sections), tuple(links), first.base.kind, gravity, of.number(lambda arm: arm.spin_rate))


def make_up(arm: Arm) -> tuple[object, ...]:
    """Return what arms have in common to be one `Tree`: kinds of base, links, joints, bodies; whether loads act."""
    links = (
        (type(link), getattr(link, "axial_rigidity", None) is None, link.joint.turns, link.joint.free, link.tip is None)
        for link in arm.links
    )
    return arm.base.kind, arm.payload is None, bool(arm.static_loads), *links


def _section(
    parent: int, lever: Array | None, freedoms: Freedoms | None, beam: Beam | None, bodies: tuple[Body, ...]
) -> Section:
    return Section(parent, lever, freedoms, beam, bodies, inertia_matrix(bodies) if bodies else None)


def _base(first: Arm, of: _Numbers) -> Section:
    kind = first.base.kind
    if kind == "fixed":
        return _section(-1, None, None, None, ())
    mass, inertia = of.number(lambda arm: arm.base.mass), of.number(lambda arm: arm.base.inertia)
    body = Body("base", mass, inertia, of.pair(lambda _: (0.0, 0.0)))
    places = (0, 1, 2) if kind == "free" else (0,)
    axes = None
    if kind == "guided":
        number, unit = of.arithmetic.number, of.arithmetic.unit
        axes = of.values(lambda arm: unit((number(arm.base.direction[0]), number(arm.base.direction[1]))))
    none = np.stack([0 * mass] * len(places))
    return _section(-1, None, Freedoms(places, axes, none, none), None, (body,))


def _link(k: int, like: Link | RigidLink, of: _Numbers, root: int) -> LinkNumbers:
    length = of.number(lambda arm: arm.links[k].length)
    force = of.number(lambda arm: arm.links[k].axial_force)
    flexible, joint = isinstance(like, Link), like.joint
    return LinkNumbers(root, root + 1, flexible, joint.turns, joint.free, of.axis(k), length, force)


def _joint(k: int, of: _Numbers) -> Freedoms:
    stiffness = of.number(lambda arm: arm.links[k].joint.stiffness)
    inertia = of.number(lambda arm: arm.links[k].joint.gear_inertia)
    return Freedoms((2,), None, stiffness[np.newaxis], inertia[np.newaxis])


def _beam(k: int, like: Link, of: _Numbers, link: LinkNumbers) -> Beam:
    def number(name: str) -> Array:
        return of.number(lambda arm: getattr(arm.links[k], name))

    def flexibility(arm: Arm) -> Any:
        given = getattr(arm.links[k], "shear_rigidity", None)
        return of.arithmetic.number(0.0) if given is None else 1 / of.arithmetic.number(given)

    return Beam(
        link.axis,
        link.length,
        number("mass_per_length"),
        number("flexural_rigidity"),
        number("axial_rigidity") if like.axial_rigidity is not None else None,
        of.values(flexibility),
        number("rotary_inertia_per_length"),
    )


def _root_bodies(k: int, like: Link | RigidLink, of: _Numbers, axis: Array) -> Iterator[Body]:
    """Yield what a link's root carries: its own mass where it is rigid, and its hub."""
    number = of.arithmetic.number

    def inertia(arm: Arm) -> Any:
        link = arm.links[k]
        given = getattr(link, "inertia", 0.0)
        return uniform_inertia(number(link.mass), number(link.length)) if given is None else number(given)

    if isinstance(like, RigidLink):
        half = of.values(lambda arm: number(arm.links[k].length) / 2)
        yield Body(f"link{k + 1}", of.number(lambda arm: arm.links[k].mass), of.values(inertia), half * axis)
    hub = of.number(lambda arm: arm.links[k].joint.hub_inertia)
    if np.any(hub):
        yield Body("", np.asarray(0 * hub), hub, 0 * axis)


def _tip_bodies(k: int, first: Arm, of: _Numbers, axis: Array) -> tuple[Body, ...]:
    named = _tip_parts(first, k).items()
    return tuple(_tip_body(name, k, body, of, axis) for name, body in named if body is not None)


def _tip_parts(arm: Arm, k: int) -> dict[str, BodyPart | None]:
    payload = arm.payload if k == len(arm.links) - 1 else None
    return {f"link{k + 1}.tip": arm.links[k].tip, "payload": payload}


def _tip_body(name: str, k: int, like: BodyPart, of: _Numbers, axis: Array) -> Body:
    def body(arm: Arm) -> BodyPart:
        return _tip_parts(arm, k)[name] or like

    lever = turned_vector(of.pair(lambda arm: body(arm).centre), axis)
    return Body(name, of.number(lambda arm: body(arm).mass), of.number(lambda arm: body(arm).inertia), lever)


def selection(parts: Any, which: Any) -> Any:
    """Return some of many arms: every array of their numbers, taken along its last axis; one number goes with any."""
    if isinstance(parts, np.ndarray):
        return parts if parts.shape[-1:] == (1,) else parts[..., which]
    if isinstance(parts, tuple):
        some = (selection(part, which) for part in parts)
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
    links = tuple(link._replace(root=place[link.root], tip=place[link.tip]) for link in arms.links)
    return arms._replace(sections=tuple(sections), links=links)


def _pieces(section: Section, parts: Sequence[Array]) -> Iterator[Section]:
    assert section.beam is not None, "a section that a beam carries"
    assert section.lever is not None, "a beam with a length"
    start = 0 * parts[0]
    for part in parts[:-1]:
        yield Section(0, part * section.lever, None, _piece(section.beam, start, part), (), None)
        start = start + part
    yield section._replace(lever=parts[-1] * section.lever, beam=_piece(section.beam, start, parts[-1]))


def _piece(beam: Beam, start: Array, part: Array) -> Beam:
    tension = None if beam.tension is None else tension_from(beam.tension, start * beam.length)
    return beam._replace(length=part * beam.length, tension=tension)


def tension_from(tension: Array, start: Array) -> Array:
    """Return the coefficients of a tension, shape (3, ...), in powers of the distance from another place."""
    n0, n1, n2 = tension
    return np.array([n0 + start * (n1 + start * n2), n1 + 2 * start * n2, n2 + 0 * start])
