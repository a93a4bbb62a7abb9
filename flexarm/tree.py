"""Arms as trees of rigid sections, in numbers: which section moves with which, by what, and what it carries.

A section is a cross-section that stays rigid: the base, a link's root outside its joint, a link's tip. Its motion t (x,
y and θ in the base's axes; in space x, y, z and rotations about them) is that of its parent r, carried a lever away,
and what joint or beam between them lets it do besides:

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
from flexarm.frames import axes_along, inertia_matrix, rotation, turned_tensor, turned_vector
from flexarm.parts import Body as BodyPart
from flexarm.parts import Link, RigidLink, uniform_inertia
from flexarm.tensors import inertia_tensor, is_spatial


class Body(NamedTuple):
    """A rigid body on a section: mass, kg, inertia about its centre, kg m², (...), and that centre, m, (2, ...).

    In space the inertia is a tensor, shape (3, 3, ...), and the centre has the shape (3, ...), in the base's axes.

    Its name is ``"base"``, ``"link2"`` (a rigid link), ``"link2.tip"`` or ``"payload"``; a hub, which only turns, has
    none.
    """

    name: str
    mass: Array
    inertia: Array
    lever: Array


class Freedoms(NamedTuple):
    """Motions of a section relative to its parent, each on a spring and with an inertia of its own.

    `places` are components in axes turned by the direction `axes`, shape (2, ...), or in axes, shape (3, 3, ...), None
    for the base's own; stiffness, N/m or N m/rad, and inertia, kg or kg m², have the shape (freedoms, ...).
    """

    places: tuple[int, ...]
    axes: Array | None
    stiffness: Array
    inertia: Array


class Bending(NamedTuple):
    """How a beam bends about one axis: flexural rigidity, N m², flexibility in shear, 1/N, rotary inertia, kg m.

    All have the shape (...).
    """

    rigidity: Array
    shear_flexibility: Array
    rotary_inertia: Array

    @property
    def slender(self) -> bool:
        """Whether sections neither shear nor have an inertia of their own: a beam of Euler and Bernoulli."""
        return not (np.any(self.shear_flexibility) or np.any(self.rotary_inertia))


class Rod(NamedTuple):
    """A beam's stretch or twist: its inertia per length, kg/m or kg m, and rigidity, N or N m², shape (...).

    The rigidity is None where it keeps its length, or does not twist.
    """

    inertia_per_length: Array
    rigidity: Array | None


class Beam(NamedTuple):
    """A uniform beam between a section and its parent.

    Its axes are those of its link (`LinkNumbers`); length, m, and mass per length, kg/m, have the shape (...). In the
    plane it bends about z and stretches; in space it bends about z and about y, stretches and twists: `bendings` and
    `rods` in these orders. The tension is given by coefficients of powers of the distance from the root, N, N/m and
    N/m², shape (3, ...), None without static loads.
    """

    axes: Array
    length: Array
    mass_per_length: Array
    bendings: tuple[Bending, ...]
    rods: tuple[Rod, ...]
    tension: Array | None = None

    @property
    def axis(self) -> Array:
        """Its direction, a unit vector, shape (2 or 3, ...)."""
        return direction(self.axes, 0)

    @property
    def mass(self) -> Array:
        """Its mass, kg."""
        return np.asarray(self.mass_per_length * self.length)

    @property
    def rigidity(self) -> Array:
        """Its flexural rigidity about z, N m², shape (...)."""
        return self.bendings[0].rigidity

    @property
    def stretches(self) -> bool:
        """Whether it does not keep its length."""
        return self.rods[0].rigidity is not None

    @property
    def slender(self) -> bool:
        """Whether it is a beam of Euler and Bernoulli."""
        return all(bending.slender for bending in self.bendings)


# Where a motion has a beam's stretch and twist, and what bends it: across, and in rotation with a sign. By the number
# of its components.
RODS = {3: (0,), 6: (0, 3)}
PLANES = {3: ((1, 2, 1),), 6: ((1, 5, 1), (2, 4, -1))}


def direction(axes: Array, number: int) -> Array:
    """Return one of a link's axes, along it, to its left or up, as a unit vector, shape (2 or 3, ...)."""
    if len(axes) == 3:
        return np.asarray(axes[number])
    return axes if number == 0 else np.array([-axes[1], axes[0]])


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

    Its axes are its direction, shape (2, ...), or in space a matrix whose rows are unit vectors along it, to its left
    and up, shape (3, 3, ...); its length, m, has the shape (...). The joint `turns` where it leaves a relative
    rotation, and is `free` where nothing holds that.
    """

    root: int
    tip: int
    flexible: bool
    turns: bool
    free: bool
    axes: Array
    length: Array
    axial_force: Array

    @property
    def axis(self) -> Array:
        """Its direction, a unit vector, shape (2 or 3, ...)."""
        return direction(self.axes, 0)

    @property
    def left(self) -> Array:
        """The direction to its left, a unit vector, shape (2 or 3, ...)."""
        return direction(self.axes, 1)


class Tree(NamedTuple):
    """An arm, or arms of one make-up: sections, each after its parent, the first of them the base; and links.

    Motions have three components in the plane, and six in space.

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
    def components(self) -> int:
        """Number of components of a motion."""
        return 3 if len(self.gravity) == 2 else 6

    @property
    def places(self) -> tuple[Array, ...]:
        """Where the sections are at rest, from the base's centre, m, shape (2 or 3, ...) each."""
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
        """The unit vector that a guided base travels along, shape (2 or 3, ...)."""
        base = self.sections[0].freedoms
        axes = None if base is None else base.axes
        assert axes is not None, "a guided base"
        return direction(axes, 0)

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

    def vector(self, of: Callable[[Arm], Sequence[float]]) -> Array:
        """Return a vector of every arm's own numbers, shape (2, ...), or in space (3, ...), zero where it has two."""
        first = self.arms if isinstance(self.arms, Arm) else self.arms[0]
        size, number = 3 if first.spatial else 2, self.arithmetic.number
        return self.values(lambda arm: [number(value) for value in (*of(arm), 0.0)][:size])

    def tensor(self, of: Callable[[Arm], Any]) -> Array:
        """Return moments of inertia of every arm, shape (...), or in space a tensor, shape (3, 3, ...)."""
        first = self.arms if isinstance(self.arms, Arm) else self.arms[0]
        if not first.spatial:
            return self.number(of)
        number = self.arithmetic.number
        return self.values(lambda arm: [[number(value) for value in row] for row in inertia_tensor(of(arm))])

    def axes(self, k: int, before: Array | None) -> Array:
        """Return every arm's axes of a link, from 0, shape (2, ...), or in space (3, 3, ...) from those before."""
        angle = self.arithmetic.angle
        if before is None:
            angles = self.values(lambda arm: sum(angle(link.angle) for link in arm.links[: k + 1]))
            return np.stack(self.arithmetic.direction(angles)).astype(self.arithmetic.dtype)
        cosine, sine = self.arithmetic.direction(self.values(lambda arm: angle(arm.links[k].angle)))
        turn = rotation(self.joint_axis(k), cosine, sine)
        return np.array([[sum(turn[i, m] * before[m, j] for m in range(3)) for j in range(3)] for i in range(3)])

    def joint_axis(self, k: int) -> Array:
        """Return the unit vector that every arm's joint turns about, in the axes of the link before, shape (3, ...)."""
        number, unit = self.arithmetic.number, self.arithmetic.unit
        return self.values(lambda arm: unit(tuple(map(number, arm.links[k].joint.direction))))


def tree(arms: Arm | Sequence[Arm], arithmetic: Arithmetic = FLOAT64) -> Tree:
    """Return the numbers of one arm, or of arms that differ in numbers alone along a last axis, without static loads.

    Arms of one make-up have the same kinds of base, links, joints and bodies.
    """
    first = arms if isinstance(arms, Arm) else arms[0]
    of = _Numbers(arms, arithmetic)
    sections, links = [_base(first, of)], []
    lever: Array | None = of.vector(lambda arm: arm.base.offset)
    before: Array | None = np.eye(3, dtype=int).astype(arithmetic.dtype) if first.spatial else None
    for k, like in enumerate(first.links):
        link = _link(k, like, of, 2 * k + 1, before)
        about = None if before is None else turned_vector(of.joint_axis(k), before)
        bodies = tuple(_root_bodies(k, like, of, link, about))
        sections.append(_section(2 * k, lever, _joint(k, of, about) if link.turns else None, None, bodies))
        beam = _beam(k, like, of, link, first.spatial) if isinstance(like, Link) else None
        sections.append(_section(2 * k + 1, link.length * link.axis, None, beam, _tip_bodies(k, first, of, link.axes)))
        links.append(link)
        lever, before = None, None if before is None else link.axes
    gravity = of.vector(lambda arm: arm.gravity or (0.0, 0.0))
    return Tree(tuple(sections), tuple(links), first.base.kind, gravity, of.number(lambda arm: arm.spin_rate))


def make_up(arm: Arm) -> tuple[object, ...]:
    """Return what arms have in common to be one `Tree`: kinds of base, links, joints, bodies; whether loads act."""
    links = (
        (type(link), *_rigid_rods(link), link.joint.turns, link.joint.free, link.tip is None) for link in arm.links
    )
    return arm.motion, arm.base.kind, arm.payload is None, bool(arm.static_loads), *links


def _rigid_rods(link: Link | RigidLink) -> tuple[bool, bool]:
    """Return whether a link neither stretches nor twists."""
    return getattr(link, "axial_rigidity", None) is None, getattr(link, "torsional_rigidity", None) is None


def _section(
    parent: int, lever: Array | None, freedoms: Freedoms | None, beam: Beam | None, bodies: tuple[Body, ...]
) -> Section:
    return Section(parent, lever, freedoms, beam, bodies, inertia_matrix(bodies) if bodies else None)


def _base(first: Arm, of: _Numbers) -> Section:
    kind = first.base.kind
    if kind == "fixed":
        return _section(-1, None, None, None, ())
    mass, inertia = of.number(lambda arm: arm.base.mass), of.tensor(lambda arm: arm.base.inertia)
    body = Body("base", mass, inertia, of.vector(lambda _: (0.0, 0.0)))
    places = tuple(range(6 if first.spatial else 3)) if kind == "free" else (0,)
    axes = None
    if kind == "guided":
        number, unit = of.arithmetic.number, of.arithmetic.unit
        size = 3 if first.spatial else 2
        axes = of.values(lambda arm: unit(tuple(map(number, (*arm.base.direction, 0.0)[:size]))))
        axes = axes_along(axes) if first.spatial else axes
    none = np.stack([0 * mass] * len(places))
    return _section(-1, None, Freedoms(places, axes, none, none), None, (body,))


def _link(k: int, like: Link | RigidLink, of: _Numbers, root: int, before: Array | None) -> LinkNumbers:
    length = of.number(lambda arm: arm.links[k].length)
    force = of.number(lambda arm: arm.links[k].axial_force)
    flexible, joint = isinstance(like, Link), like.joint
    return LinkNumbers(root, root + 1, flexible, joint.turns, joint.free, of.axes(k, before), length, force)


def _joint(k: int, of: _Numbers, about: Array | None) -> Freedoms:
    stiffness = of.number(lambda arm: arm.links[k].joint.stiffness)
    inertia = of.number(lambda arm: arm.links[k].joint.gear_inertia)
    freedoms = (2, None) if about is None else (5, axes_along(about)[[1, 2, 0]])
    return Freedoms(freedoms[:1], freedoms[1], stiffness[np.newaxis], inertia[np.newaxis])


def _beam(k: int, like: Link, of: _Numbers, link: LinkNumbers, spatial: bool) -> Beam:
    number = of.arithmetic.number

    def bending(about: int) -> Bending:
        def given(arm: Arm, name: str) -> Any:
            link = arm.links[k]
            return link.about(name)[about] if isinstance(link, Link) else None

        def flexibility(arm: Arm) -> Any:
            rigidity = given(arm, "shear_rigidity")
            return number(0.0) if rigidity is None else 1 / number(rigidity)

        rigidity = of.number(lambda arm: given(arm, "flexural_rigidity"))
        inertia = of.number(lambda arm: given(arm, "rotary_inertia_per_length"))
        return Bending(rigidity, of.values(flexibility), inertia)

    def rod(inertia: str, rigidity: str) -> Rod:
        inertias = of.number(lambda arm: getattr(arm.links[k], inertia))
        given = getattr(like, rigidity) is not None
        return Rod(inertias, of.number(lambda arm: getattr(arm.links[k], rigidity)) if given else None)

    bendings = tuple(bending(about) for about in range(1 + spatial))
    stretch, twist = rod("mass_per_length", "axial_rigidity"), rod("polar_inertia_per_length", "torsional_rigidity")
    return Beam(link.axes, link.length, stretch.inertia_per_length, bendings, (stretch, twist)[: 1 + spatial])


def _root_bodies(
    k: int, like: Link | RigidLink, of: _Numbers, link: LinkNumbers, about: Array | None
) -> Iterator[Body]:
    """Yield what a link's root carries: its own mass where it is rigid, and its hub, about the joint's axis."""
    number = of.arithmetic.number

    def inertia(arm: Arm) -> Any:
        part = arm.links[k]
        given = getattr(part, "inertia", 0.0)
        return uniform_inertia(number(part.mass), number(part.length)) if given is None else number(given)

    def tensor(arm: Arm) -> Any:
        given = getattr(arm.links[k], "inertia", 0.0)
        if is_spatial(given):
            return [[number(value) for value in row] for row in inertia_tensor(given)]
        # About its own axis a slender rod has none.
        across = inertia(arm)
        return inertia_tensor((0 * across, across, across))

    if isinstance(like, RigidLink):
        half = of.values(lambda arm: number(arm.links[k].length) / 2)
        own = of.values(inertia) if about is None else turned_tensor(of.values(tensor), link.axes)
        yield Body(f"link{k + 1}", of.number(lambda arm: arm.links[k].mass), own, half * link.axis)
    hub = of.number(lambda arm: arm.links[k].joint.hub_inertia)
    if np.any(hub):
        own = hub if about is None else hub * about * about[:, np.newaxis]
        yield Body("", np.asarray(0 * hub), np.asarray(own), 0 * link.axis)


def _tip_bodies(k: int, first: Arm, of: _Numbers, axes: Array) -> tuple[Body, ...]:
    named = _tip_parts(first, k).items()
    return tuple(_tip_body(name, k, body, of, axes) for name, body in named if body is not None)


def _tip_parts(arm: Arm, k: int) -> dict[str, BodyPart | None]:
    payload = arm.payload if k == len(arm.links) - 1 else None
    return {f"link{k + 1}.tip": arm.links[k].tip, "payload": payload}


def _tip_body(name: str, k: int, like: BodyPart, of: _Numbers, axes: Array) -> Body:
    def body(arm: Arm) -> BodyPart:
        return _tip_parts(arm, k)[name] or like

    lever = turned_vector(of.vector(lambda arm: body(arm).centre), axes)
    inertia = of.tensor(lambda arm: body(arm).inertia)
    own = inertia if len(axes) == 2 else turned_tensor(inertia, axes)
    return Body(name, of.number(lambda arm: body(arm).mass), own, lever)


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
