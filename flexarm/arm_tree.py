"""An arm's numbers as a tree of sections: in float64, exact or in balls, of one arm or of many alike."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from flexarm.arithmetic import FLOAT64, Arithmetic
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.branching import link_numbers
from flexarm.frames import (
    axes_along,
    carried_back,
    inertia_matrix,
    rotation,
    turned_back,
    turned_tensor,
    turned_vector,
)
from flexarm.holding import independent
from flexarm.links import Link, RigidLink, uniform_inertia
from flexarm.once import once
from flexarm.parts import MOTIONS, PLANAR_MOTIONS
from flexarm.parts import Body as BodyPart
from flexarm.supports import Support
from flexarm.tensors import inertia_tensor, is_spatial
from flexarm.tree import Beam, Bending, Body, Freedoms, Held, LinkNumbers, Rod, Section, Tree


@dataclass(frozen=True)
class _Numbers:
    """The numbers of one arm, or of many alike along a last axis, in some arithmetic."""

    arms: Arm | Sequence[Arm]
    arithmetic: Arithmetic

    @property
    def first(self) -> Arm:
        """The arm, or the first of them, which is like all others but for its numbers."""
        return self.arms if isinstance(self.arms, Arm) else self.arms[0]

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
        return self.values(lambda arm: self._padded(of(arm)))

    def unit_vector(self, of: Callable[[Arm], Sequence[float]]) -> Array:
        """Return the direction of a vector of every arm's own numbers, of length one, shape (2 or 3, ...)."""
        return self.values(lambda arm: self.arithmetic.unit(self._padded(of(arm))))

    def joint_axis(self, k: int) -> Array:
        """Return the unit vector that every arm's joint turns about, in the axes of the link before, shape (3, ...)."""
        return self.unit_vector(lambda arm: arm.links[k].joint.direction)

    def _padded(self, vector: Sequence[float]) -> tuple[Any, ...]:
        return tuple(map(self.arithmetic.number, (*vector, 0.0)[: 3 if self.first.spatial else 2]))

    def moments(self, of: Callable[[Arm], Any]) -> Array:
        """Return every arm's own moments of inertia, as `tensor` does."""
        return self.tensor(lambda arm: self.numbers(of(arm)))

    def tensor(self, of: Callable[[Arm], Any]) -> Array:
        """Return moments of inertia computed of every arm, shape (...), or in space a tensor, shape (3, 3, ...)."""
        return self.values(lambda arm: inertia_tensor(of(arm)) if self.first.spatial else of(arm))

    def numbers(self, value: Any) -> Any:
        """Return one of an arm's numbers, or rows of them, in this arithmetic."""
        return tuple(map(self.numbers, value)) if is_spatial(value) else self.arithmetic.number(value)

    def axes(self, path: Sequence[int], before: Array | None, about: Array | None) -> Array:
        """Return every arm's axes of the last of links from the base, from 0, shape (2, ...).

        In space, shape (3, 3, ...), they follow from those of the link before, in which the unit vector that the joint
        turns them about is given, shape (3, ...).
        """
        angle, k = self.arithmetic.angle, path[-1]
        if before is None:
            angles = self.values(lambda arm: sum(angle(arm.links[j].angle) for j in path))
            return np.stack(self.arithmetic.direction(angles)).astype(self.arithmetic.dtype)
        assert about is not None, "an arm in space"
        turn = rotation(about, *self.arithmetic.direction(self.values(lambda arm: angle(arm.links[k].angle))))
        return np.array([[sum(turn[i, m] * before[m, j] for m in range(3)) for j in range(3)] for i in range(3)])


def tree(arms: Arm | Sequence[Arm], arithmetic: Arithmetic = FLOAT64) -> Tree:
    """Return the numbers of one arm, or of arms that differ in numbers alone along a last axis, without static loads.

    Arms of one make-up have the same kinds of base, links, joints and bodies.
    """
    return _plain_tree(arms) if isinstance(arms, Arm) and arithmetic is FLOAT64 else _tree(arms, arithmetic)


@once
def _plain_tree(arm: Arm) -> Tree:
    return _tree(arm, FLOAT64)


def _tree(arms: Arm | Sequence[Arm], arithmetic: Arithmetic) -> Tree:
    of = _Numbers(arms, arithmetic)
    first = of.first
    sections: list[Section] = [_base(first, of)]
    links: list[LinkNumbers] = []
    ground: Array | None = np.eye(3, dtype=int).astype(arithmetic.dtype) if first.spatial else None
    paths: list[tuple[int, ...]] = []
    for k, (like, on) in enumerate(zip(first.links, first.parents, strict=True)):
        paths.append((*(paths[on] if on >= 0 else ()), k))
        before = ground if on < 0 or ground is None else links[on].axes
        own = None if before is None else of.joint_axis(k)
        link = _link(k, like, of, 2 * k + 1, of.axes(paths[k], before, own))
        about = None if before is None or own is None else turned_vector(own, before)
        bodies = tuple(_root_bodies(k, like, of, link, about))
        parent, lever = _beginning(k, first, of, on, links[on] if on >= 0 else None)
        freedoms = _joint(k, of, link, about) if link.held else None
        sections.append(_section(parent, lever, freedoms, None, bodies))
        beam = _beam(k, like, of, link, first.spatial) if isinstance(like, Link) else None
        sections.append(_section(2 * k + 1, link.length * link.axis, None, beam, _tip_bodies(k, first, of, link.axes)))
        links.append(link)
    gravity = of.vector(lambda arm: arm.gravity or (0.0, 0.0))
    spin = of.number(lambda arm: arm.spin_rate)
    about = of.joint_axis(0) if first.spatial else None
    parts = Tree(tuple(sections), tuple(links), first.base.kind, gravity, spin, spin_axis=about)
    if not first.supports:
        return parts
    held = every_held(first, of, parts)
    plain = first if arithmetic is FLOAT64 else replace(first, supports=())
    numbers = held if arithmetic is FLOAT64 else every_held(first, _Numbers(first, FLOAT64), tree(plain))
    geometry = parts if arithmetic is FLOAT64 else tree(plain)
    kept = independent(geometry, numbers)
    left = [held[k] for k in kept]
    again = [one for k, one in enumerate(held) if k not in kept and one.stiffness is None] if first.static_loads else []
    acting = {name for k, one in enumerate(first.supports, 1) if one.resists for name in _names(k, one)}
    holding = tuple(one for one in left if one.stiffness is None or np.any(one.stiffness != 0))
    resisted = tuple(one for one in left if one.name in acting)
    return parts._replace(held=holding, resisted=resisted, held_already=tuple(again))


def _names(number: int, support: Support) -> tuple[str, ...]:
    """Return what the motions of a support are called."""
    return tuple(f"support{number}_{motion}" for motion in support.holds)


def redundant_supports(arm: Arm) -> tuple[tuple[str, ...], ...]:
    """Return which motions of each support are held already, by the base, links' rigidity or other supports."""
    kept = independent(tree(replace(arm, supports=())), every_motion_held(arm))
    found, place = [], 0
    for support in arm.supports:
        found.append(tuple(motion for k, motion in enumerate(support.holds, place) if k not in kept))
        place += len(support.holds)
    return tuple(found)


def every_motion_held(arm: Arm) -> tuple[Held, ...]:
    """Return what an arm's supports hold or resist, motion by motion, whether or not it is held already."""
    return every_held(arm, _Numbers(arm, FLOAT64), tree(replace(arm, supports=())))


def every_held(first: Arm, of: _Numbers, parts: Tree) -> tuple[Held, ...]:
    """Return what supports hold, motion by motion, whether or not it is held already."""
    known, found = link_numbers(first.links), []
    for number, support in enumerate(first.supports):
        section, link = _section_of(support.section, known, parts)
        section = section if support.station is None else link.root
        lever = None if support.station is None else of.arithmetic.number(support.station) * link.axis
        axes = _support_axes(of, number, link.axes if support.axes == "link" else None, parts.components)
        for motion, spring, name in zip(support.holds, support.springs, _names(number + 1, support), strict=True):
            component = (MOTIONS if parts.components == 6 else PLANAR_MOTIONS).index(motion)
            unit: Array = np.array([int(k == component) for k in range(parts.components)]).astype(of.arithmetic.dtype)
            stiffness: Array | None = (
                None if spring is None else np.asarray(of.arithmetic.number(spring), of.arithmetic.dtype)
            )
            along = carried_back(turned_back(unit, axes), lever)
            ends, levers = [(section, along)], [lever]
            if support.to:
                other, _ = _section_of(support.to, known, parts)
                between = parts.places[section] - parts.places[other]
                ends.append((other, -carried_back(along, between)))
                levers.append(between if lever is None else between + lever)
            found.append(Held(tuple(ends), stiffness, name, tuple(levers)))
    return tuple(found)


def _section_of(called: str, known: Mapping[str, int], parts: Tree) -> tuple[int, LinkNumbers]:
    """Return the number of a section that a support names, and its link."""
    name, _, end = called.partition(".")
    link = parts.links[-1 if name == "tip" else known[name]]
    return link.root if end == "root" else link.tip, link


def _support_axes(of: _Numbers, number: int, link: Array | None, components: int) -> Array:
    """Return the axes of a support's motions, turned about z from the base's or a link's."""
    arithmetic = of.arithmetic
    cosine, sine = arithmetic.direction(
        of.values(lambda arm: arithmetic.angle(arm.supports[number].angle)),
    )
    if components == 3:
        c, s = (1, 0) if link is None else link
        return np.array([c * cosine - s * sine, s * cosine + c * sine]).astype(arithmetic.dtype)
    before = np.eye(3, dtype=int).astype(arithmetic.dtype) if link is None else link
    turn = rotation(np.array([0, 0, 1]), cosine, sine)
    return np.array([[sum(turn[i, m] * before[m, j] for m in range(3)) for j in range(3)] for i in range(3)])


def _beginning(k: int, first: Arm, of: _Numbers, on: int, parent: LinkNumbers | None) -> tuple[int, Array | None]:
    """Return the number of the section that a link begins on, and the lever from there."""
    if parent is None:
        return 0, of.vector(lambda arm: arm.base.offset if arm.links[k].at is None else arm.links[k].at)
    if _at_tip(first, k, on):
        return parent.tip, None
    # At its root, or along a rigid link: a flexible one is cut where others begin.
    return parent.root, None if parent.flexible else of.number(lambda arm: arm.links[k].at) * parent.axis


def _at_tip(arm: Arm, k: int, on: int) -> bool:
    """Say whether a link, from 0, begins at the tip of another, and not at its root or along it."""
    at = arm.links[k].at
    return on >= 0 and at in (None, arm.links[on].length)


def make_up(arm: Arm) -> tuple[object, ...]:
    """Return what arms have in common to be one `Tree`: kinds of base, links, joints, bodies; branches; loads."""
    links = (
        (
            type(link),
            *_rigid_rods(link),
            link.joint.motions,
            link.joint.held,
            link.tip is None,
            link.name,
            on,
            _at_tip(arm, k, on),
        )
        for k, (link, on) in enumerate(zip(arm.links, arm.parents, strict=True))
    )
    return arm.supports, arm.motion, arm.base.kind, arm.payload is None, bool(arm.static_loads), *links


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
    mass, inertia = of.number(lambda arm: arm.base.mass), of.moments(lambda arm: arm.base.inertia)
    body = Body("base", mass, inertia, of.vector(lambda _: (0.0, 0.0)))
    places = tuple(range(6 if first.spatial else 3)) if kind == "free" else (0,)
    axes = None
    if kind == "guided":
        along = of.unit_vector(lambda arm: arm.base.direction)
        axes = axes_along(along) if first.spatial else along
    none = np.stack([0 * mass] * len(places))
    return _section(-1, None, Freedoms(places, axes, none, none), None, (body,))


def _link(k: int, like: Link | RigidLink, of: _Numbers, root: int, axes: Array) -> LinkNumbers:
    length = of.number(lambda arm: arm.links[k].length)
    force = of.number(lambda arm: arm.links[k].axial_force)
    return LinkNumbers(root, root + 1, isinstance(like, Link), like.joint.held, axes, length, force)


def _joint(k: int, of: _Numbers, link: LinkNumbers, about: Array | None) -> Freedoms:
    stiffness = of.values(lambda arm: of.numbers(arm.links[k].joint.stiffnesses))
    inertia = of.values(lambda arm: of.numbers(arm.links[k].joint.gear_inertias))
    joint = of.first.links[k].joint
    if joint.state != "general":
        # In space in axes whose z is the joint's.
        place, axes = (2, None) if about is None else (5, axes_along(about)[[1, 2, 0]])
        return Freedoms((place,), axes, stiffness, inertia)
    known = PLANAR_MOTIONS if about is None else MOTIONS
    places = tuple(known.index(name) for name in joint.motions)
    return Freedoms(places, link.axes if joint.slides or about is not None else None, stiffness, inertia)


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

    def moments(arm: Arm) -> Any:
        part, given = arm.links[k], getattr(arm.links[k], "inertia", 0.0)
        across = uniform_inertia(number(part.mass), number(part.length)) if given is None else of.numbers(given)
        # About its own axis a slender rod has none.
        return across if about is None or is_spatial(given) else (0 * across, across, across)

    if isinstance(like, RigidLink):
        half = of.values(lambda arm: number(arm.links[k].length) / 2)
        own = of.tensor(moments)
        own = own if about is None else turned_tensor(own, link.axes)
        yield Body(like.name or f"link{k + 1}", of.number(lambda arm: arm.links[k].mass), own, half * link.axis)
    hub = of.number(lambda arm: arm.links[k].joint.hub_inertia)
    if np.any(hub):
        own = hub if about is None else hub * about * about[:, np.newaxis]
        yield Body("", np.asarray(0 * hub), np.asarray(own), 0 * link.axis)


def _tip_bodies(k: int, first: Arm, of: _Numbers, axes: Array) -> tuple[Body, ...]:
    named = _tip_parts(first, k).items()
    return tuple(_tip_body(name, k, body, of, axes) for name, body in named if body is not None)


def _tip_parts(arm: Arm, k: int) -> dict[str, BodyPart | None]:
    payload = arm.payload if k == len(arm.links) - 1 else None
    return {f"{arm.links[k].name or f'link{k + 1}'}.tip": arm.links[k].tip, "payload": payload}


def _tip_body(name: str, k: int, like: BodyPart, of: _Numbers, axes: Array) -> Body:
    def body(arm: Arm) -> BodyPart:
        return _tip_parts(arm, k)[name] or like

    lever = turned_vector(of.vector(lambda arm: body(arm).centre), axes)
    inertia = of.moments(lambda arm: body(arm).inertia)
    own = inertia if len(axes) == 2 else turned_tensor(inertia, axes)
    return Body(name, of.number(lambda arm: body(arm).mass), own, lever)
