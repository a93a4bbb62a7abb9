"""Mode shapes of an arm at its natural frequencies, by inverse iteration on the arm condensed there."""

import numpy as np

from exact.motion import Motion, inverse_iteration, mode_near
from exact.near_frequencies import orthogonalisation, shifts
from exact.proof.motion import proved_motion
from exact.reactions import ExactModel
from exact.recursion import Condensation
from exact.shapes import BeamShape, MixedShape
from exact.spectra import Spectrum
from exact.stretch import rod_shape
from flexarm.arm import Arm
from flexarm.displacements import Displacements, LinkShape, RigidShape
from flexarm.frames import carried, turned
from flexarm.inner import mass_products
from flexarm.kinematics import Rows
from flexarm.modes import ModalModel, signs
from flexarm.tree import Tree

# So far beside its frequency, relative, motions of sections are asked for: they are off by the square of that; and
# nearer than this their mode's own part of a correction would hide the others'.
_ASIDE = 1e-8
# A mode is believed whose others make it so far off, relative. Of five frequencies within 1e-6 of one another one was a
# thousand times farther off than it said; ordinary modes say 1e-19.
_BELIEVED = 1e-15


def exact_modes(arm: Arm, parts: Tree, spectrum: Spectrum, spec: str) -> ModalModel:
    """Return the modal model of an arm from its natural frequencies."""
    motion, curved = _motion(arm, spectrum)
    shapes: tuple[LinkShape, ...] = tuple(curved.get(k, RigidShape(len(spectrum.omega))) for k in range(len(arm.links)))
    rows = _rows(parts, motion)
    raw = Displacements(arm, spec, rows.base.T.copy(), np.stack(rows.joints, axis=-1), shapes)
    mixture = orthogonalisation(spectrum.omega, lambda: mass_products(raw, {k: curved[k].quadrature() for k in curved}))
    mixture = signs(parts, rows.mixed(mixture.T))[:, np.newaxis] * mixture
    model = ModalModel if arm.static_loads else ExactModel
    unknowns = sum(len(own) for own in motion.own)
    return model(
        arm,
        spec,
        mixture @ raw.base_motion,
        mixture @ raw.joint_rotation,
        tuple(MixedShape(shape, mixture) for shape in shapes),
        spectrum.rigid,
        spectrum.omega,
        unknowns,
        unstable=spectrum.unstable,
    )


def _motion(arm: Arm, spectrum: Spectrum) -> tuple[Motion, dict[int, BeamShape]]:
    """Return the modes' motion, of unit modal mass, and the shapes of flexible links, by their number from 0."""
    omega = shifts(spectrum.omega)
    arms, parts = spectrum.arms.for_shapes(omega)
    with np.errstate(all="ignore"):
        beside = (omega * (1.0 + _ASIDE)) ** 2
        at = arms.at(beside)
        motion, doubt = inverse_iteration(at, mode_near(at, np.arange(float(len(omega)))), arms.inertia(beside))
        motion = motion.scaled(1.0 / np.sqrt(motion.modal_mass(arms.inertia(omega**2))))
    for k in np.flatnonzero(~(doubt <= _BELIEVED)).tolist():
        better = proved_motion(arm, omega[k], k, [[float(part[k]) for part in beam] for beam in parts])
        motion = _replaced(motion, k, better, at)
    links, square = motion.tree.links, omega**2
    rods = [rod_shape(motion, motion.tree.span(link) if link.flexible else (), square) for link in links]
    return motion, {k: BeamShape(bent, rods[k]) for k, bent in arms.shapes(square, at, motion).items()}


def _replaced(motion: Motion, k: int, better: Motion, at: Condensation) -> Motion:
    """Return modes with another motion in place of one of them, its tips relative or absolute as theirs are."""
    sections, own = ([one.copy() for one in part] for part in (motion.sections, motion.own))
    absolute = dict(
        zip(motion.beams, (np.broadcast_to(beam.absolute, at.square.shape)[k] for beam in at.beams), strict=True)
    )
    for place, section in enumerate(motion.tree.sections):
        sections[place][:, k], own[place][:, k] = better.sections[place][:, 0], better.own[place][:, 0]
        if section.beam is not None and absolute[place]:
            own[place][-2:, k] = turned(sections[place], section.beam.axis)[1:, k]
    return Motion(motion.tree, sections, own)


def _rows(parts: Tree, motion: Motion) -> Rows:
    """Return what kinematics starts from, one mode a column."""
    joints, tips = [], []
    for link, divided in zip(parts.links, motion.tree.links, strict=True):
        root, tip = motion.sections[divided.root], motion.sections[divided.tip]
        joints.append(motion.own[divided.root][0] if link.turns else 0.0 * root[2])
        relative = turned(tip - carried(root, link.length * link.axis), link.axis)
        # What a rigid link or one that keeps its length has along it is round-off.
        relative[0] = sum(motion.stretch(k) for k in motion.tree.span(divided)) if link.flexible else 0.0
        tips.append(relative)
    return Rows(motion.sections[0], joints, tips)
