"""The forces by which a base holds the arm over time: the rate of the whole momentum, less the loads.

With participation factors L and q̈ = f − C q̇ − ω² q the rate is Σ L q̈. The modes left out rest under the loads of the
moment: their momentum does not change, and all that the loads come to on the base is handed on to it.
"""

from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array
from flexarm.participation import held, participation, resultant
from flexarm.response.history import Response
from flexarm.tree import Tree

_COMPONENTS = (
    ("base_force_x", "N", "force along x by which the base holds the arm"),
    ("base_force_y", "N", "force along y by which the base holds the arm"),
    ("base_moment", "N m", "couple about the base's centre by which the base holds the arm"),
)


@dataclass(frozen=True, eq=False)
class Reaction:
    """One component of the base's reaction, as `flexarm.response.outputs.Output` has other outputs.

    Parameters
    ----------
    name, units, long_name
        Its name, its unit, and what it is, in words.
    weights, rates
        What it has of the coordinates and the loads, and of the coordinates' velocities, as `Response.at` takes them.
    """

    name: str
    units: str
    long_name: str
    weights: Array
    rates: Array


def reactions(found: Response) -> list[Reaction]:
    """Return the reactions of a base where it is held; none of a free one."""
    weights, rates = _weights(found), _rates(found)
    return [Reaction(*_COMPONENTS[i], weights[:, i], rates[:, i]) for i in _holding(found.reduced.parts)]


def reaction_units(parts: Tree) -> dict[str, str]:
    """Return the names of the reactions that an arm's responses have, and their units."""
    return {name: unit for name, unit, _ in (_COMPONENTS[i] for i in _holding(parts))}


def _holding(parts: Tree) -> list[int]:
    """Return the numbers of the components in which the base is held."""
    return [i for i, holding in enumerate(np.diag(held(parts))) if holding > 0.0]


def _momenta(found: Response) -> Array:
    """Return the participation factors of rigid-body modes and modes, shape (rigid + modes, 3)."""
    rigid = participation(found.reduced.parts, found.reduced.rigid)
    return np.concatenate([rigid, found.reduced.modes.participation])


def _weights(found: Response) -> Array:
    elastic = -(found.reduced.angular_frequency[:, np.newaxis] ** 2) * _momenta(found)
    if found.reduced.held is None:
        return np.asarray(elastic)
    loads = found.patterns.loads
    at_once = found.reduced.forces(loads) @ _momenta(found) - resultant(loads, found.reduced.parts)
    return np.concatenate([elastic, at_once])


def _rates(found: Response) -> Array:
    if found.damping is None:
        return np.asarray(-found.modal_damping[:, np.newaxis] * _momenta(found))
    # A wheel's torque comes from without; a joint's damper acts between two bodies of the arm, or on the base itself.
    wheels = np.array([damper.coefficient if damper.joint is None else 0.0 for damper in found.case.dampers])
    outside = np.outer(wheels @ found.turning, held(found.reduced.parts)[2])
    return np.asarray(outside - found.damping @ _momenta(found))
