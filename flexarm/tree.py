"""Arms as trees of rigid sections, in numbers: which section moves with which, by what, and what it carries.

A section is a cross-section that stays rigid: the base, a link's root outside its joint, a link's tip. Its motion t (x,
y and θ in the base's axes; in space x, y, z and rotations about them) is that of its parent r, carried a lever away,
and what joint or beam between them lets it do besides:

    t = X r + E e.

Components come first and arms, where there are many, last, so that every operation is one on numbers: an arm's result
does not depend on the others that are solved with it. The numbers may be floats, or exact ones and balls.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from flexarm.arrays import Array
from flexarm.frames import turned, turned_back
from flexarm.parts import MOTIONS, PLANAR_MOTIONS


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

    All have the shape (...); so has what a spin resists its deflection with over its mass, 1/s², None without.
    """

    rigidity: Array
    shear_flexibility: Array
    rotary_inertia: Array
    foundation: Array | None = None

    @property
    def slender(self) -> bool:
        """Whether sections neither shear nor have an inertia of their own: a beam of Euler and Bernoulli."""
        return bool(np.all(self.shear_flexibility == 0) and np.all(self.rotary_inertia == 0))


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
    `turning` is what static loads resist its rotation with, N m/rad, shape (...), None without; `springs` the stiffness
    matrix of springs to the ground, by its own motion, shape (3, 3, ...), None without.
    """

    parent: int
    lever: Array | None
    freedoms: Freedoms | None
    beam: Beam | None
    bodies: tuple[Body, ...]
    inertia: Array | None
    turning: Array | None = None
    springs: Array | None = None


class LinkNumbers(NamedTuple):
    """A link: its root and tip section, by number; whether it bends; its joint; and the axial force on it, N.

    Its axes are its direction, shape (2, ...), or in space a matrix whose rows are unit vectors along it, to its left
    and up, shape (3, 3, ...); its length, m, has the shape (...). Of each freedom of its joint, `held` says whether a
    spring or a static load holds it.
    """

    root: int
    tip: int
    flexible: bool
    held: tuple[bool, ...]
    axes: Array
    length: Array
    axial_force: Array

    @property
    def turns(self) -> bool:
        """Whether its joint leaves a relative motion: of all but general joints, a rotation."""
        return bool(self.held)

    @property
    def free(self) -> bool:
        """Whether nothing holds a freedom of its joint."""
        return not all(self.held)

    @property
    def axis(self) -> Array:
        """Its direction, a unit vector, shape (2 or 3, ...)."""
        return direction(self.axes, 0)

    @property
    def left(self) -> Array:
        """The direction to its left, a unit vector, shape (2 or 3, ...)."""
        return direction(self.axes, 1)


class Held(NamedTuple):
    """One motion that a support holds: of a section relative to the ground, or to another section.

    Its name is ``"support2_along_x"``. The motion is the sum over `ends` of a direction, shape (3 or 6, ...), times a
    section's motion; the stiffness, N/m or N m/rad, has the shape (...), None where it is held rigidly. What is held is
    a lever away from each of these sections, m, shape (2 or 3, ...); None for none.
    """

    ends: tuple[tuple[int, Array], ...]
    stiffness: Array | None
    name: str = ""
    levers: tuple[Array | None, ...] = (None, None)

    @property
    def grounded(self) -> bool:
        """Whether it is held to the ground."""
        return len(self.ends) == 1

    def of(self, motions: Sequence[Array]) -> Array:
        """Return the motion in motions of sections, shape (3 or 6, ...) each."""
        moved = [np.tensordot(one, motions[k], 1) if one.ndim == 1 else _dot(one, motions[k]) for k, one in self.ends]
        return np.asarray(sum(moved[1:], moved[0]))


# A motion that something acts on: a freedom, by its section and its number there, or one of sections as supports hold.
Place = tuple[int, int] | Held


class Tree(NamedTuple):
    """An arm, or arms of one make-up: sections, each after its parent, the first of them the base; and links.

    Motions have three components in the plane, and six in space.

    `base_kind` is ``"fixed"``, ``"free"`` or ``"guided"``; gravity, m/s², base's axes, has the shape (2, ...), and the
    rate of a steady spin about the first joint, rad/s, (...). Where static loads act, `softening` is Ω² of that spin,
    1/s², shape (...), and sections and beams have what they do (`flexarm.prestress`); in space it is zero, and the spin
    is about `spin_axis`, a unit vector, shape (3, ...). `held` is what supports hold, but for what is held already
    (`flexarm.holding`), and `resisted` the motions that their dashpots and drives act on; `held_already` are holds
    of what is held already, rigid ones, which may bear a part of static loads.
    """

    sections: tuple[Section, ...]
    links: tuple[LinkNumbers, ...]
    base_kind: str
    gravity: Array
    spin_rate: Array
    softening: Array | None = None
    held: tuple[Held, ...] = ()
    resisted: tuple[Held, ...] = ()
    spin_axis: Array | None = None
    held_already: tuple[Held, ...] = ()

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

    def path(self, number: int) -> frozenset[int]:
        """Return the numbers of a section and of all that carry it."""
        found = []
        while number >= 0:
            found.append(number)
            number = self.sections[number].parent
        return frozenset(found)

    def carried(self, number: int) -> tuple[int, ...]:
        """Return the numbers of a section and of all that it carries, ascending."""
        found = {number}
        for k, section in enumerate(self.sections):
            if section.parent in found:
                found.add(k)
        return tuple(sorted(found))

    def beam_of(self, link: LinkNumbers) -> Beam | None:
        """Return the beam that a link is, None for a rigid one."""
        return self.sections[link.tip].beam

    def springs_of(self, link: LinkNumbers) -> Array:
        """Return the stiffness of each freedom of the joint at a link's root, N m/rad or N/m, shape (freedoms, ...)."""
        freedoms = self.sections[link.root].freedoms
        return np.zeros((0, *link.length.shape)) if freedoms is None else freedoms.stiffness

    def spring_of(self, link: LinkNumbers) -> Array:
        """Return the stiffness of the spring that turns about its joint's axis, N m/rad, shape (...); zero for none."""
        freedoms = self.sections[link.root].freedoms
        about = () if freedoms is None else freedoms.places
        turn = self.components - 1
        return self.springs_of(link)[about.index(turn)] if turn in about else 0 * link.length

    def on_freedoms(self, number: int, force: Array) -> Array:
        """Return what forces on a section, shape (3 or 6, ...), do on its freedoms, shape (freedoms, ...)."""
        freedoms = self.sections[number].freedoms
        if freedoms is None:
            return force[:0]
        return (force if freedoms.axes is None else turned(force, freedoms.axes))[list(freedoms.places)]

    @property
    def joint_freedoms(self) -> int:
        """Number of freedoms of the joint that has most, one at least."""
        return max(1, *(len(link.held) for link in self.links))

    def freedom_of(self, link: LinkNumbers, name: str | None) -> int:
        """Return the place of a freedom among those of the joint at a link's root, by name; None for the only one."""
        freedoms = self.sections[link.root].freedoms
        assert freedoms is not None, "a joint that moves"
        known = PLANAR_MOTIONS if self.components == 3 else MOTIONS
        return 0 if name is None else freedoms.places.index(known.index(name))

    def motion_of(self, link: LinkNumbers, number: int) -> Array:
        """Return how a unit motion in a freedom of the joint at a link's root moves its section, (components,)."""
        freedoms, moved = self.sections[link.root].freedoms, np.zeros(self.components)
        assert freedoms is not None, "a joint that moves"
        moved[freedoms.places[number]] = 1.0
        return moved if freedoms.axes is None else turned_back(moved, freedoms.axes)

    def span(self, link: LinkNumbers) -> tuple[int, ...]:
        """Return the numbers of a link's sections beyond its root, the tip last."""
        numbers = [link.tip]
        while self.sections[numbers[0]].parent != link.root:
            numbers.insert(0, self.sections[numbers[0]].parent)
        return tuple(numbers)


def _dot(one: Array, other: Array) -> Any:
    return np.sum(one * other, axis=0)


def selection(parts: Any, which: Any) -> Any:
    """Return some of many arms: every array of their numbers, taken along its last axis; one number goes with any."""
    if isinstance(parts, np.ndarray):
        alike = parts.shape[-1:] == (1,) or (parts.ndim == 0 and which is not None)
        return parts if alike else parts[..., which]
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
    held, resisted = (
        tuple(one._replace(ends=tuple((place[k], direction) for k, direction in one.ends)) for one in each)
        for each in (arms.held, arms.resisted)
    )
    return arms._replace(sections=tuple(sections), links=links, held=held, resisted=resisted)


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
