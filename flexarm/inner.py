"""The mass inner product of modes, of one modal model or of two of the same arm, as samples and never as M."""

from collections.abc import Mapping

import numpy as np

from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.displacements import Displacements, LinkShape
from flexarm.kinematics import lumped_inertia
from flexarm.links import Link
from flexarm.modes import ModalModel
from flexarm.quadrature import gauss
from flexarm.tree import PLANES, RODS, Beam

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
        rows += link_rows(beam, motion.in_axes(beam.axes), displacements.shapes[number], x, weights)
    return rows


def link_rows(beam: Beam, moved: Array, shape: LinkShape, x: Array, weights: Array) -> list[Array]:
    """Return those rows of a flexible link, from what its root does in its axes, (3 or 6, n), but for `rigid_rows`."""
    rows, weighted = [], weights[:, np.newaxis]
    for plane, ((across, turn, sign), bending) in enumerate(zip(PLANES[len(moved)], beam.bendings, strict=True)):
        rigid = moved[across] + np.multiply.outer(x, sign * moved[turn])
        rows.append(np.sqrt(beam.mass_per_length * weighted) * (rigid + shape(x, 0, plane).T))
        if bending.rotary_inertia > 0.0:
            rotation = sign * moved[turn] + shape(x, 1, plane).T
            rows.append(np.sqrt(bending.rotary_inertia * weighted) * rotation)
    for k, (place, rod) in enumerate(zip(RODS[len(moved)], beam.rods, strict=True)):
        if rod.rigidity is not None:
            rows.append(np.sqrt(rod.inertia_per_length * weighted) * (moved[place] + shape.rod(x, 0, k).T))
    return rows


def rigid_rows(beam: Beam, moved: Array) -> list[Array]:
    """Return the rows of a link along its axis where it keeps its length, and about it where it does not twist."""
    each = zip(RODS[len(moved)], beam.rods, strict=True)
    return [
        np.sqrt(rod.inertia_per_length * beam.length) * moved[[place]] for place, rod in each if rod.rigidity is None
    ]
