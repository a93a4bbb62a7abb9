"""How an arm moves under loads that go as e^(st): exact, in closed form, its dampers and drives in the loop.

The recursion of `exact.receptance`, with the dynamic stiffness of what drives a freedom, d(s), beside its spring's: no
mode is left out, and no pole of the arm without its drives is met on the way. A base whose motion is prescribed carries
the arm; what holds it is what its dynamic stiffness makes of that motion, less the loads handed on to it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from exact.holding import held_condensation, held_in, section_springs, sprung
from exact.motion import Motion
from exact.receptance import condensed
from exact.recursion import Condensation
from exact.tips import BeamStiffness
from exact.uniform import uniform_dynamics
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.closed_loop.control import Control, controls
from flexarm.closed_loop.link_damping import with_scaled_beams
from flexarm.displacements import Displacements, LinkShape, RigidShape
from flexarm.frames import carried, turned
from flexarm.harmonic import Harmonic
from flexarm.links import Link, RigidLink
from flexarm.participation import base_projection
from flexarm.section_loads import SPREAD, SectionLoads
from flexarm.tree import PLANES, Beam, Held, LinkNumbers, Tree, cut, selection

# A stiffness that is none, N/m or N m/rad, and still has a reciprocal.
_NOTHING = 1e-300


@dataclass(frozen=True, eq=False)
class EndShape:
    """What a link does at its ends: its tip relative to its root, and what bends, stretches and twists its root.

    In the link's axes: the tip's deflection and rotation, shape (planes, 2, displacements), φ′ and φ″ at the root,
    (planes, 2, displacements), the tip's stretch and twist, (rods, displacements), and u′ or ϑ′ at the root.
    """

    tip: Array
    curvature: Array
    pulled: Array
    slope: Array

    def __call__(self, x: Array, derivative: int, plane: int = 0) -> Array:
        """Return deflection and rotation at the tip, or φ′ and φ″ at the root, shape (displacements, 1)."""
        of = self.curvature[plane, derivative - 2] if derivative > 1 else self.tip[plane, derivative] * (x[0] > 0.0)
        return np.asarray(of[:, np.newaxis])

    def rod(self, x: Array, derivative: int, number: int = 0) -> Array:
        """Return stretch or twist at the tip, or its slope at the root, shape (displacements, 1)."""
        of = self.slope[number] if derivative else self.pulled[number] * (x[0] > 0.0)
        return np.asarray(of[:, np.newaxis])

    def moments(self) -> Array:
        """Refuse: loads along links do no work here."""
        raise NotImplementedError("the ends of a link do not tell what is between")


def harmonic(arm: Arm, parts: Tree, loads: SectionLoads, base: Array, s: Array, spec: str) -> Iterator[Harmonic]:
    """Yield how an arm with a beam or more moves under patterns of load, none spread along links, one after another.

    Where a pattern has an acceleration of the base, shape (patterns, 3 or 6), it has nothing else.
    """
    square = -(s**2)
    whole = selection(selection(parts, np.newaxis), np.zeros(len(s), dtype=int))
    # So cut that no pole of a beam, its ends clamped, is near.
    pieces = uniform_dynamics(whole).parts(np.abs(square))
    driven = with_scaled_beams(
        _driven(whole, controls(arm.undamped, parts), s), [_damping(link, s) for link in arm.links]
    )
    at = _Held(driven, cut(sprung(driven) if driven.held else driven, pieces), square)
    arms, holding = at.arms, base_projection(parts)
    for k in range(len(base)):
        moving = bool(np.any(base[k]))
        ground = base[k][:, np.newaxis] / s**2 if moving else np.zeros((arms.components, len(s)), complex)
        numbers = [step.number for step in at.alone.eliminated]
        forces, couples = _loads(arms, loads, 0 if moving else 1, k, len(s), numbers)
        imposed = dict(zip((one.name for one in parts.held), loads.held[k] * (not moving), strict=True))
        sections, own, handed_on, pulls = at.motions(ground, forces, couples, imposed)
        held = holding @ (np.sum(at.alone.ground * ground, axis=1) - handed_on)
        yield Harmonic(_displacements(arm, parts, at.alone, Motion(arms, sections, own), moving, spec), held, pulls)


class _Held:
    """Arms, one a point, whose supports have a dynamic stiffness: as they are, and as they are condensed at λ."""

    def __init__(self, driven: Tree, arms: Tree, square: Array) -> None:
        self.arms, self.alone = arms, condensed(arms, square)
        self._springs = section_springs(driven) if driven.held else {}
        self._bordered = held_condensation(self.alone) if arms.held else None
        self._ends = held_in(driven, arms)

    def motions(
        self, ground: Array, forces: list[Array], couples: list[Array], imposed: Mapping[str, Any]
    ) -> tuple[list[Array], list[Array], Array, dict[str, Array]]:
        """Return how sections and what was eliminated move, what comes to the ground, and how supports hold the arm.

        The ground moves, and of supports besides what is imposed on them, by name.
        """
        places, forces = self.arms.places, list(forces)
        carrying = [carried(ground, place) for place in places]
        shifts = {
            one.name: (one.of(carrying) if one.grounded else 0.0 * ground[0]) + imposed.get(one.name, 0.0)
            for one in self._ends
        }
        for one in self._ends:
            if one.name in self._springs:
                _push(forces, one, self._springs[one.name] * shifts[one.name])
        sections, reactions = self.alone.motions_from(ground, forces, couples)[0], dict[str, Array]()
        if self._bordered is not None:
            gap = np.array([one.of(sections) - shifts[one.name] for one in self.arms.held])
            for one, reaction in zip(self.arms.held, self._bordered.reactions(gap), strict=True):
                _push(forces, one, -reaction)
                reactions[one.name] = reaction
        sections, own, handed_on = self.alone.motions_from(ground, forces, couples)
        held = {
            one.name: -reactions[one.name]
            if one.stiffness is None
            else one.stiffness * (shifts[one.name] - one.of(sections))
            for one in self._ends
        }
        return sections, own, handed_on, held


def _push(forces: list[Array], one: Held, force: Array) -> None:
    """Let a force act along a motion that is held."""
    for k, along in one.ends:
        forces[k] = forces[k] + along * force


def _driven(arms: Tree, every: Sequence[Control], s: Array) -> Tree:
    """Return arms, one a point, with what drives their freedoms, and acts in their supports, beside the springs."""
    sections, held = list(arms.sections), {one.name: one for one in arms.held}
    for one in every:
        above, below = one.parts(s)
        if isinstance(one.place, Held):
            spring = one.place.stiffness
            assert spring is not None, "what is held rigidly has no dashpot"
            dynamic = spring + above / below
            # What neither holds nor resists anything is no border.
            along = selection(one.place, np.newaxis)
            held[along.name] = along._replace(stiffness=np.where(dynamic == 0.0, _NOTHING, dynamic))
            continue
        section, number = one.place
        freedoms = sections[section].freedoms
        assert freedoms is not None, "a freedom that is driven"
        stiffness = freedoms.stiffness.reshape(len(freedoms.places), -1) + np.zeros_like(s)
        stiffness[number] += above / below
        sections[section] = sections[section]._replace(freedoms=freedoms._replace(stiffness=stiffness))
    return arms._replace(sections=tuple(sections), held=tuple(held.values()))


def _damping(link: Link | RigidLink, s: Array) -> tuple[Any, Any] | None:
    """Return what a link's damping makes of its rigidities and masses, None where it does not damp."""
    if not isinstance(link, Link) or not any(link.damping):
        return None
    stiffness, mass, factor = link.damping
    return 1.0 + stiffness * s + 1j * factor, 1.0 + mass / s


def _loads(
    parts: Tree, loads: SectionLoads, times: int, k: int, points: int, numbers: Sequence[int]
) -> tuple[list[Array], list[Array]]:
    """Return a pattern's forces on sections, and on what is eliminated before them, at every point."""
    forces = np.zeros((len(parts.sections), parts.components, 1), complex)
    couples = [np.zeros((number, points), complex) for number in numbers]
    forces[0, :, 0] = times * loads.base[k]
    for j, link in enumerate(parts.links):
        forces[link.root, :, 0] += times * loads.roots[k, j]
        forces[link.tip, :, 0] += times * loads.tips[k, j]
        couples[link.root] += times * loads.joints[k, j, : len(couples[link.root]), np.newaxis]
    return [force + np.zeros(points) for force in forces], couples


def _displacements(arm: Arm, parts: Tree, at: Condensation, motion: Motion, moving: bool, spec: str) -> Displacements:
    """Return a motion as displacements, relative to a base whose motion is prescribed."""
    points = motion.sections[0].shape[1]
    joints = np.zeros((points, len(parts.links), parts.joint_freedoms), complex)
    shapes: list[LinkShape] = []
    beams = dict(zip(motion.beams, at.beams, strict=True))
    for k, link in enumerate(motion.tree.links):
        own = motion.own[link.root]
        joints[:, k, : len(own)] = own.T
        if link.flexible:
            # By their own rigidity: moments and forces that follow are whole, with what damping makes of them.
            own_beam = parts.beam_of(parts.links[k])
            assert own_beam is not None, "a flexible link"
            shapes.append(_shape(motion, link, own_beam, beams[motion.tree.span(link)[0]], at.square))
        else:
            shapes.append(RigidShape(points, SPREAD[parts.components]))
    base = motion.sections[0].T * (0.0 if moving else 1.0)
    return Displacements(arm, spec, base, joints, tuple(shapes))


def _shape(motion: Motion, link: LinkNumbers, whole: Beam, stiffness: BeamStiffness, square: Array) -> EndShape:
    """Return what a link does at its ends, from the stiffness of its piece at the root."""
    span = motion.tree.span(link)
    beam, root, end = motion.beam(span[0]), motion.sections[link.root], motion.sections[link.tip]
    moved = turned(end - carried(root, link.length * link.axis), link.axes)
    tip, curvature, pulled, slope = [], [], [], []
    planes = zip(PLANES[len(root)], beam.bendings, stiffness.bent, strict=True)
    for plane, ((across, turn, sign), bending, (matrix, absolute)) in enumerate(planes):
        ends = motion.ends(span[0], plane)
        push, relative = np.sum(matrix * ends, axis=1), 1 - np.asarray(absolute)
        # What moves the root moves a tip that is relative to it, too.
        force = push[0] - relative * push[2]
        couple = push[1] - relative * (push[3] + beam.length * push[2])
        tip.append(np.array([moved[across], sign * moved[turn]]))
        turning = square * bending.rotary_inertia * ends[1]
        curvature.append(np.array([-couple, force - turning]) / whole.bendings[plane].rigidity)
    for number, (rod, own) in enumerate(zip(whole.rods, stiffness.rods, strict=True)):
        stretched = motion.rod(span[0], number)
        pulled.append(sum((motion.pulled(k, number) for k in span), 0.0 * square))
        push = np.zeros_like(stretched) if own is None else np.sum(own * stretched, axis=1)
        slope.append(0.0 * square if own is None or rod.rigidity is None else (push[1] - push[0]) / rod.rigidity)
    return EndShape(*(np.array(one) for one in (tip, curvature, pulled, slope)))
