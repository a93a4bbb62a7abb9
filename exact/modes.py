"""Mode shapes of an arm at its natural frequencies, by inverse iteration on the arm condensed there."""

import numpy as np

from exact.holding import pulls
from exact.motion import Motion, inverse_iteration, mode_near
from exact.near_frequencies import orthogonalisation, shifts
from exact.proof.motion import proved_motion
from exact.reactions import ExactModel
from exact.recursion import Condensed
from exact.rods import rod_shape
from exact.shapes import BeamShape, MixedShape
from exact.spectra import Spectrum
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.displacements import Displacements, LinkShape, RigidShape
from flexarm.frames import carried, turned
from flexarm.inner import mass_products
from flexarm.kinematics import Rows
from flexarm.modes import ModalModel, signs
from flexarm.section_loads import SPREAD
from flexarm.tree import PLANES, RODS, Tree

# So far beside its frequency, relative, motions of sections are asked for: they are off by the square of that; and
# nearer than this their mode's own part of a correction would hide the others'.
_ASIDE = 1e-8
# A mode is believed whose others make it so far off, relative. Of five frequencies within 1e-6 of one another one was a
# thousand times farther off than it said; ordinary modes say 1e-19.
_BELIEVED = 1e-15


def exact_modes(arm: Arm, parts: Tree, spectrum: Spectrum, spec: str) -> ModalModel:
    """Return the modal model of an arm from its natural frequencies."""
    motion, curved, pulled = _motion(arm, parts, spectrum)
    rigid = RigidShape(len(spectrum.omega), SPREAD[parts.components])
    shapes: tuple[LinkShape, ...] = tuple(curved.get(k, rigid) for k in range(len(arm.links)))
    rows = _rows(parts, motion)
    raw = Displacements(arm, spec, rows.base.T.copy(), rows.joint_motion, shapes)
    mixture = orthogonalisation(spectrum.omega, lambda: mass_products(raw, {k: curved[k].quadrature() for k in curved}))
    mixture = signs(parts, rows.mixed(mixture.T), _mixed(shapes, mixture))[:, np.newaxis] * mixture
    model = ModalModel if arm.static_loads or arm.supports else ExactModel
    unknowns = sum(len(own) for own in motion.own) + len(parts.held)
    return model(
        arm,
        spec,
        mixture @ raw.base_motion,
        np.tensordot(mixture, raw.joint_motion, 1),
        _mixed(shapes, mixture),
        spectrum.rigid,
        spectrum.omega,
        unknowns,
        unstable=spectrum.unstable,
        support_force=mixture @ pulled.T if parts.held else None,
    )


def _motion(arm: Arm, parts: Tree, spectrum: Spectrum) -> tuple[Motion, dict[int, BeamShape], Array]:
    """Return the modes' motion, of unit modal mass, shapes of flexible links, by number from 0, and pulls at supports.

    Those are the arm's forces on what holds it, shape (held, modes).
    """
    omega = shifts(spectrum.omega)
    arms, cuts = spectrum.arms.for_shapes(omega)
    with np.errstate(all="ignore"):
        beside = (omega * (1.0 + _ASIDE)) ** 2
        at = arms.at(beside)
        motion, doubt = inverse_iteration(at, mode_near(at, np.arange(float(len(omega)))), arms.inertia(beside))
        motion = motion.scaled(1.0 / np.sqrt(motion.modal_mass(arms.inertia(omega**2))))
    pulled = pulls(parts, motion)
    for k in np.flatnonzero(~(doubt <= _BELIEVED)).tolist():
        better = proved_motion(arm, omega[k], k, [[float(part[k]) for part in beam] for beam in cuts])
        motion = _replaced(motion, k, better, at)
        if better.reactions is not None:
            pulled[:, k] = better.reactions[:, 0]
    square, shapes = omega**2, {}
    for k, bent in arms.shapes(square, at, motion).items():
        span = motion.tree.span(motion.tree.links[k])
        rods = [rod_shape(motion, span, number, square) for number in range(len(bent))]
        shapes[k] = BeamShape(bent, tuple(rods))
    return motion, shapes, pulled


def _mixed(shapes: tuple[LinkShape, ...], mixture: Array) -> tuple[LinkShape, ...]:
    return tuple(MixedShape(shape, mixture) for shape in shapes)


def _replaced(motion: Motion, k: int, better: Motion, at: Condensed) -> Motion:
    """Return modes with another motion in place of one of them, its tips relative or absolute as theirs are."""
    sections, own = ([one.copy() for one in part] for part in (motion.sections, motion.own))
    for place in range(len(sections)):
        sections[place][:, k], own[place][:, k] = better.sections[place][:, 0], better.own[place][:, 0]
    for place, stiffness in zip(motion.beams, at.beams, strict=True):
        moved = turned(sections[place], motion.beam(place).axes)[:, k]
        planes, first = PLANES[len(moved)], len(own[place]) - 2 * len(stiffness.bent)
        for number, ((across, turn, sign), (_, absolute)) in enumerate(zip(planes, stiffness.bent, strict=True)):
            if np.broadcast_to(absolute, at.square.shape)[k]:
                start = first + 2 * number
                own[place][start : start + 2, k] = moved[across], sign * moved[turn]
    return Motion(motion.tree, sections, own)


def _rows(parts: Tree, motion: Motion) -> Rows:
    """Return what kinematics starts from, one mode a column."""
    joints, tips = [], []
    for link, divided in zip(parts.links, motion.tree.links, strict=True):
        root, tip = motion.sections[divided.root], motion.sections[divided.tip]
        joints.append(motion.own[divided.root])
        relative = turned(tip - carried(root, link.length * link.axis), link.axes)
        for number, place in enumerate(RODS[len(relative)]):
            # What a rigid link or one that is rigid as a rod has along or about it is round-off.
            span = motion.tree.span(divided) if link.flexible else ()
            relative[place] = sum((motion.pulled(k, number) for k in span), 0.0 * root[2])
        tips.append(relative if link.flexible else 0.0 * relative)
    return Rows(motion.sections[0], joints, tips)
