"""How an arm moves under loads that go as e^(st): exact, in closed form, its dampers and drives in the loop.

The recursion of `exact.receptance`, with the dynamic stiffness of what drives a freedom, d(s), beside its spring's: no
mode is left out, and no pole of the arm without its drives is met on the way. A base whose motion is prescribed carries
the arm; what holds it is what its dynamic stiffness makes of that motion, less the loads handed on to it. Supports are
borders as in `exact.holding`, with the motions imposed on what they hold; the ground's is the base's.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from exact.holding import (
    HeldCondensation,
    border_solution,
    held_condensation,
    pulls,
    sprung,
    suited_springs,
)
from exact.motion import Motion
from exact.receptance import condensed
from exact.recursion import Condensation
from exact.tips import BeamStiffness
from exact.uniform import uniform_dynamics
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.closed_loop.control import Control, controls
from flexarm.displacements import Displacements, LinkShape, RigidShape
from flexarm.frames import carried, turned
from flexarm.harmonic import Harmonic
from flexarm.participation import base_projection
from flexarm.section_loads import SPREAD, SectionLoads
from flexarm.tree import PLANES, Held, LinkNumbers, Tree, cut, selection


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
    arms = cut(_driven(sprung(whole) if parts.held else whole, controls(arm, parts), s), pieces)
    at = condensed(arms, square)
    holding, supports = base_projection(parts), _Supports(whole, cut(whole, pieces).held, at)
    for k in range(len(base)):
        moving = bool(np.any(base[k]))
        ground = base[k][:, np.newaxis] / s**2 if moving else np.zeros((arms.components, len(s)), complex)
        forces, couples = _loads(arms, loads, 0 if moving else 1, k, len(s), [step.number for step in at.eliminated])
        imposed = supports.imposed(loads.held[k], ground)
        motion, handed_on = supports.motion(ground, supports.pushed(forces, imposed), couples, imposed)
        held = holding @ (np.sum(at.ground * ground, axis=1) - handed_on)
        moved = _displacements(arm, parts, at, motion, moving, spec)
        if parts.held:
            moved = replace(moved, support_force=pulls(whole, motion, imposed).T)
        yield Harmonic(moved, held)


@dataclass(frozen=True, eq=False)
class _Supports:
    """What holds arms, one a point, beside springs that their sections have of it: `held` as where they are `at`."""

    arms: Tree
    held: tuple[Held, ...]
    at: Condensation

    @cached_property
    def _bordered(self) -> HeldCondensation:
        return held_condensation(self.at)

    @cached_property
    def _handed_on(self) -> Array:
        """What units of the reactions come to on the ground, shape (reactions, 3 or 6, points)."""
        zero = np.zeros((self.arms.components, len(self.at.square)), complex)
        still = [np.zeros((step.number, len(self.at.square)), complex) for step in self.at.eliminated]
        handed_on = []
        for one in self.at.tree.held:
            forces = [zero] * len(self.at.tree.sections)
            for k, along in one.ends:
                forces[k] = forces[k] + along
            handed_on.append(self.at.motions_from(zero, forces, still)[2])
        return np.array(handed_on)

    def imposed(self, given: Array, ground: Array) -> Array:
        """Return motions imposed on what is held, shape (held, points): as given, and the ground's, where it moves."""
        carried_by = [carried(ground, place) for place in self.at.tree.places]
        found = [one.of(carried_by) if one.grounded else 0.0 * ground[0] for one in self.held]
        return np.array([unit + moved for unit, moved in zip(given, found, strict=True)])

    def pushed(self, forces: list[Array], imposed: Array) -> list[Array]:
        """Return forces with what springs on sections make of their feet's motions."""
        pushed = list(forces)
        for one, spring, foot in zip(self.held, suited_springs(self.arms) if self.held else (), imposed, strict=True):
            for k, along in one.ends:
                pushed[k] = pushed[k] + spring * along * foot
        return pushed

    def motion(self, ground: Array, forces: list[Array], couples: list[Array], imposed: Array) -> tuple[Motion, Array]:
        """Return the motion under loads, and what they and the reactions come to on the ground."""
        sections, own, handed_on = self.at.motions_from(ground, forces, couples)
        arms, names = self.at.tree, [one.name for one in self.held]
        if not arms.held:
            return Motion(arms, sections, own), handed_on
        bordered = self._bordered
        gap = np.array([one.of(sections) - imposed[names.index(one.name)] for one in arms.held])
        reactions = border_solution(bordered.border, gap)
        for reaction, (moved, freed), load in zip(reactions, bordered.responses, self._handed_on, strict=True):
            sections = [all_of - reaction * part for all_of, part in zip(sections, moved, strict=True)]
            own = [all_of - reaction * part for all_of, part in zip(own, freed, strict=True)]
            handed_on = handed_on - reaction * load
        return Motion(arms, sections, own, reactions), handed_on


def _driven(arms: Tree, every: Sequence[Control], s: Array) -> Tree:
    """Return arms, one a point, with what drives their freedoms beside the springs."""
    sections = list(arms.sections)
    for one in every:
        freedoms = sections[one.section].freedoms
        assert freedoms is not None, "a freedom that is driven"
        above, below = one.parts(s)
        stiffness = freedoms.stiffness.reshape(len(freedoms.places), -1) + np.zeros_like(s)
        stiffness[one.number] += above / below
        sections[one.section] = sections[one.section]._replace(freedoms=freedoms._replace(stiffness=stiffness))
    return arms._replace(sections=tuple(sections))


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
            shapes.append(_shape(motion, link, beams[motion.tree.span(link)[0]], at.square))
        else:
            shapes.append(RigidShape(points, SPREAD[parts.components]))
    base = motion.sections[0].T * (0.0 if moving else 1.0)
    return Displacements(arm, spec, base, joints, tuple(shapes))


def _shape(motion: Motion, link: LinkNumbers, stiffness: BeamStiffness, square: Array) -> EndShape:
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
        curvature.append(np.array([-couple, force - turning]) / bending.rigidity)
    for number, (rod, own) in enumerate(zip(beam.rods, stiffness.rods, strict=True)):
        stretched = motion.rod(span[0], number)
        pulled.append(sum((motion.pulled(k, number) for k in span), 0.0 * square))
        push = np.zeros_like(stretched) if own is None else np.sum(own * stretched, axis=1)
        slope.append(0.0 * square if own is None or rod.rigidity is None else (push[1] - push[0]) / rod.rigidity)
    return EndShape(*(np.array(one) for one in (tip, curvature, pulled, slope)))
