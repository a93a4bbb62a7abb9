"""Mode shapes of an arm under static loads, from the null vectors of its dynamic stiffness."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from exact.near_frequencies import orthogonal, together
from exact.search import generic_vectors, improved
from exact.tensioned_search import LoadedSpectrum
from exact.tensioned_shapes import TensionedShape
from exact.tensioned_stiffness import LoadedLink
from flexarm.arm import Arm
from flexarm.chain import Array, Chain
from flexarm.displacements import LinkShape, RigidShape, tip_motion
from flexarm.kinematics import Rows, link_motions, lumped_inertia, rotated
from flexarm.modes import ModalModel, signs

_ITERATIONS = 3


@dataclass(frozen=True, eq=False)
class _RawModes:
    """Modes of unit modal mass as they come, each at its own frequency.

    Parameters
    ----------
    base
        Motion of the base, shape (modes, 3).
    joints
        Relative rotations at the links' root joints, shape (modes, links).
    shapes
        Each flexible link's shape; None for a rigid one.
    """

    base: Array
    joints: Array
    shapes: tuple[TensionedShape | None, ...]

    def mixed(self, mixture: Array) -> list[LinkShape]:
        """Return the links' shapes in combinations of the raw modes."""
        return [replace(shape, mixture=mixture) if shape else RigidShape(len(mixture)) for shape in self.shapes]

    def rows(self, parts: Chain, mixture: Array) -> Rows:
        """Return what kinematics starts from, one column a mode, for combinations of the raw modes."""
        shapes = zip(self.mixed(mixture), parts.links, strict=True)
        tips = [tip_motion(shape, float(part.length)) for shape, part in shapes]
        return Rows((mixture @ self.base).T, list((mixture @ self.joints).T), tips)


def tensioned_modes(arm: Arm, parts: Chain, found: LoadedSpectrum, rigid: int, unstable: int, spec: str) -> ModalModel:
    """Return the modal model of an arm under static loads from its natural frequencies.

    Parameters
    ----------
    arm, parts
        The arm and its numbers.
    found
        Its natural frequencies.
    rigid, unstable
        Number of rigid-body modes and of unstable ones.
    spec
        The backend's specification.
    """
    raw = _raw_modes(parts, found)
    mixture = orthogonal(found.rate, lambda: _mass_products(parts, raw))
    mixture = signs(parts, raw.rows(parts, mixture))[:, np.newaxis] * mixture
    shapes = tuple(raw.mixed(mixture))
    size = found.system.plan.size
    return ModalModel(
        arm, spec, mixture @ raw.base, mixture @ raw.joints, shapes, rigid, found.rate, size, unstable=unstable
    )


def _raw_modes(parts: Chain, found: LoadedSpectrum) -> _RawModes:
    system, square = found.system, together(found.rate)[0] ** 2
    vector, _ = improved(system, square, generic_vectors(system, len(square)), _ITERATIONS)
    q = (system.units * vector)[:, : system.plan.size]
    rows = system.plan.rows
    joints, shapes = _links(parts, system.links, rows.joints, q, square + system.spin)
    return _RawModes(q @ rows.base.T, joints, shapes)


def _links(
    parts: Chain, links: Sequence[LoadedLink], rows: Sequence[Array], q: Array, square: Array
) -> tuple[Array, tuple[TensionedShape | None, ...]]:
    """Return the joints' rotations, and the shapes of the links; a link's first block has its joint."""
    flexible, place = iter(links), 0
    joints, shapes = [], []
    for part in parts.links:
        joints.append(q @ rows[place])
        link = next(flexible) if part.flexible else None
        shapes.append(_shape(link, float(part.length), q, square) if link else None)
        place += len(link.length) if link else 1
    return np.stack(joints, axis=-1), tuple(shapes)


def _shape(link: LoadedLink, length: float, q: Array, square: Array) -> TensionedShape:
    load = link.load * square
    states = link.beam.states(load, np.einsum("bin,kn->kbi", link.forms, q))
    return TensionedShape(link.beam, length, load, states.reshape(len(q), -1, 4), np.eye(len(q)))


def _mass_products(parts: Chain, raw: _RawModes) -> Array:
    """Return the raw modes' products in the mass inner product, shape (modes, modes), by Gauss quadrature."""
    rows = raw.rows(parts, np.eye(len(raw.base)))
    motions = link_motions(parts, rows)
    inertia, velocity = lumped_inertia(parts, rows, motions)
    products = velocity.T * inertia @ velocity
    for shape, part, motion in zip(raw.shapes, parts.links, motions, strict=True):
        if shape:
            points, weights = shape.quadrature()
            across = motion.root.along(rotated(part.axis))
            moved = across[:, np.newaxis] + motion.root.rotation[:, np.newaxis] * points + shape(points, 0)
            products += moved * (float(part.mass_per_length) * weights) @ moved.T
    return np.asarray(products)
