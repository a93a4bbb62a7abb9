"""The mass inner product of modes, of one modal model or of two of the same arm, as samples and never as M."""

from collections.abc import Mapping

import numpy as np

from flexarm.arrays import Array
from flexarm.displacements import Displacements
from flexarm.kinematics import lumped_inertia, rotated
from flexarm.modes import ModalModel
from flexarm.parts import Link
from flexarm.quadrature import gauss
from flexarm.tree import tree

# Gauss points a panel: exact to degree 9, three more than the square of a cubic element's deflection.
_POINTS = 5


def panel_stations(length: float, panels: int) -> tuple[Array, Array]:
    """Return composite Gauss stations of a link and their weights, shape (points,)."""
    nodes, weights = gauss(_POINTS)
    width = length / panels
    stations = np.add.outer(np.arange(panels), nodes).ravel() * width
    return stations, np.tile(weights * width, panels)


def mass_samples(model: ModalModel, panels: int) -> Array:
    """Return modes as rows whose products are the mass inner product, shape (rows, modes), in √kg.

    The rows are √inertia times the velocity that it belongs to: bodies, hubs, gear boxes, links along their axes, and
    at quadrature stations each flexible link's motion u + θ x + w(x) across its axis, along it where it stretches, and
    in rotation where it has rotary inertia. With rows A of one model and B of another of the same arm, AᵀB holds the
    inner products of their modes; differences of rows keep the digits that differences of inner products lose.
    """
    numbers = [number for number, link in enumerate(model.arm.links) if isinstance(link, Link)]
    rows = mass_rows(model, {number: panel_stations(model.arm.links[number].length, panels) for number in numbers})
    return np.concatenate(rows)


def mass_products(displacements: Displacements, quadrature: Mapping[int, tuple[Array, Array]]) -> Array:
    """Return the products of displacements in the mass inner product, shape (displacements, displacements), kg m².

    Each flexible link, by its number from 0, has stations and weights, m, that integrate its part.
    """
    return np.asarray(sum(row.T @ row for row in mass_rows(displacements, quadrature)))


def mass_rows(displacements: Displacements, quadrature: Mapping[int, tuple[Array, Array]]) -> list[Array]:
    """Return rows whose products are the mass inner product, as `mass_samples` has them, in parts."""
    arm, motions = tree(displacements.arm), displacements.section_motions
    inertia, velocity = lumped_inertia(arm, displacements.rows, motions)
    rows = [np.sqrt(inertia)[:, np.newaxis] * velocity]
    for number, (x, weights) in quadrature.items():
        link = arm.links[number]
        beam, motion = arm.beam_of(link), motions[link.root]
        assert beam is not None, "a flexible link"
        rigid = motion.along(rotated(link.axis)) + np.multiply.outer(x, motion.rotation)
        root = np.sqrt(beam.mass_per_length * weights)[:, np.newaxis]
        rows.append(root * (rigid + displacements.deflection(number + 1, x).T))
        if beam.stretches:
            rows.append(root * (motion.along(link.axis) + displacements.stretch(number + 1, x).T))
        if beam.rotary_inertia > 0.0:
            root = np.sqrt(beam.rotary_inertia * weights)[:, np.newaxis]
            rows.append(root * (motion.rotation + displacements.slope(number + 1, x).T))
    return rows
