"""How far the mode shapes of one modal model are from those of a reference."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.inner import mass_samples, panel_stations
from flexarm.links import Link
from flexarm.modes import ModalModel
from flexarm.singular import complement

# Frequencies of the reference nearer than this, relative, share their modes: its error of 1e-12 mixes modes at a
# distance d by up to 1e-12 / d, which is d itself at d = √1e-12.
SHARED = 1e-6
# Panels of five Gauss points a link, at least: enough for ten half-waves to all digits that an error needs.
FEWEST_PANELS = 16

SHAPE_RULE = (
    "mac_error is one minus the modal assurance criterion in the mass inner product, computed as the part of the mode "
    "outside the reference's; deflection_error the largest difference of deflections relative to the links' roots, "
    "over all flexible links, divided by the reference's largest, between modes of unit modal mass and like sign; "
    f"where frequencies of the reference are nearer than {SHARED:g}, relative, both are taken against the nearest "
    "combination of their modes"
)


@dataclass(frozen=True, eq=False)
class ShapeErrors:
    """Errors of the first modes' shapes."""

    mac: Array  # one minus the modal assurance criterion, shape (modes,)
    deflection: Array  # largest error of the deflection relative to the largest deflection, shape (modes,)


@dataclass(frozen=True, eq=False)
class Samples:
    """Modes at quadrature stations, and at the tip, of every flexible link."""

    angular_frequency: Array  # rad/s, shape (modes,)
    mass: Array  # rows of the mass inner product, √kg, shape (rows, modes)
    deflection: Array  # relative to the links' roots, m, shape (stations, modes)


def panels_for(size: int, modes: int) -> int:
    """Return how many quadrature panels a link wants: a multiple of its pieces, and one a half-wave or more."""
    return size * -(-max(FEWEST_PANELS, modes) // size)


def samples_of(model: ModalModel, panels: int) -> Samples:
    """Return the modes of a model at the stations of so many panels a flexible link."""
    return Samples(model.angular_frequency, mass_samples(model, panels), _deflections(model, panels))


def shape_errors(ours: Samples, reference: Samples) -> ShapeErrors:
    """Return the errors of modes against as many of the reference's or more, by `SHAPE_RULE`."""
    errors = []
    for mode, alike in enumerate(_alike(reference.angular_frequency)[: len(ours.angular_frequency)]):
        outside, mixture = _nearest_combination(ours.mass[:, mode], reference.mass[:, alike])
        errors.append((outside, _largest(ours.deflection[:, mode], reference.deflection[:, alike] @ mixture)))
    mac, deflection = np.array(errors).T
    return ShapeErrors(mac, deflection)


def _alike(omega: Array) -> list[NDArray[np.bool_]]:
    """Return, for each mode, which modes have its frequency."""
    group = coincident_groups(omega)
    return [group == own for own in group]


def coincident_groups(omega: Array) -> NDArray[np.intp]:
    """Return a number for every mode, the same where ascending frequencies are all but equal."""
    return np.cumsum(np.concatenate([[False], np.diff(omega) > SHARED * omega[1:]]))


def _nearest_combination(mode: Array, alike: Array) -> tuple[float, Array]:
    """Return the part of a mode outside others' span, and their unit combination nearest to it."""
    project, coordinates = complement(alike)
    column = mode[:, np.newaxis]
    mixture = coordinates(column)[:, 0]
    size = np.linalg.norm(mixture)
    unit = mixture / size if size > 0.0 else np.eye(len(mixture))[0]
    return float(np.sum(project(column) ** 2) / (mode @ mode)), unit


def _largest(deflection: Array, reference: Array) -> float:
    scale = np.max(np.abs(reference), initial=0.0) or np.max(np.abs(deflection), initial=0.0) or 1.0
    return float(np.max(np.abs(deflection - reference), initial=0.0) / scale)


def _deflections(model: ModalModel, panels: int) -> Array:
    """Return deflections at quadrature stations and tip of all flexible links, shape (stations, modes)."""
    found = [
        model.deflection(number, np.append(panel_stations(link.length, panels)[0], link.length)).T
        for number, link in enumerate(model.arm.links, 1)
        if isinstance(link, Link)
    ]
    return np.concatenate([np.zeros((0, model.modes)), *found])
