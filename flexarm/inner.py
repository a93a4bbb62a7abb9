"""The mass inner product of modes, of one modal model or of two of the same arm, as samples and never as M."""

import numpy as np

from flexarm.chain import Array, chain
from flexarm.kinematics import Rows, lumped_inertia, rotated
from flexarm.modes import ModalModel
from flexarm.quadrature import gauss

# Gauss points a panel: exact to degree 9, three more than the square of a cubic element's deflection.
_POINTS = 5


def panel_stations(length: float, panels: int) -> tuple[Array, Array]:
    """Return composite Gauss stations of a link and their weights.

    Parameters
    ----------
    length
        The link's length, m.
    panels
        Number of equal panels.

    Returns
    -------
    stations, weights : ndarray, shape (points,)
        Both in m; no station is the end of a panel.
    """
    nodes, weights = gauss(_POINTS)
    width = length / panels
    stations = np.add.outer(np.arange(panels), nodes).ravel() * width
    return stations, np.tile(weights * width, panels)


def mass_samples(model: ModalModel, panels: int) -> Array:
    """Return modes as rows whose products are the mass inner product, shape (rows, modes), in √kg.

    The rows are √inertia times the velocity that it belongs to: bodies, hubs, gear boxes, links along their axes, and
    each flexible link's motion u + θ x + w(x) across its axis at quadrature stations. With rows A of one model and B
    of another of the same arm, AᵀB holds the inner products of their modes; differences of rows keep the digits that
    differences of inner products lose.

    Parameters
    ----------
    model
        The modal model.
    panels
        Equal quadrature panels a flexible link, of five Gauss points each. Shapes that are smooth piece by piece want
        a multiple of the pieces; n half-waves want n panels.
    """
    parts = chain(model.arm)
    rows = Rows(model.base_motion.T, list(model.joint_rotation.T), [])
    inertia, velocity = lumped_inertia(parts, rows, model.link_motions)
    found = [np.sqrt(inertia)[:, np.newaxis] * velocity]
    for number, (link, motion) in enumerate(zip(parts.links, model.link_motions, strict=True), 1):
        if link.flexible:
            x, weights = panel_stations(float(link.length), panels)
            rigid = motion.root.along(rotated(link.axis)) + np.multiply.outer(x, motion.root.rotation)
            root = np.sqrt(link.mass_per_length * weights)[:, np.newaxis]
            found.append(root * (rigid + model.deflection(number, x).T))
    return np.concatenate(found)
