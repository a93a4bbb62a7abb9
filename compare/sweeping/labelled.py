"""The result of a sweep as a Dataset: coordinates with units, and variables yet to be filled."""

import json
from collections.abc import Hashable

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from compare.sweeping.grid import GridKey
from compare.sweeping.keys import long_name, units
from compare.sweeping.plan import Plan
from flexarm.datasets import Variable, provenance, variable


def coordinates(plan: Plan) -> dict[str, Variable]:
    """Return the coordinates of a sweep's result: every key of its grid, and what its question adds.

    Parameters
    ----------
    plan
        The plan.
    """
    return {**{key.name: _coordinate(key) for key in plan.arms.keys}, **plan.coordinates}


def _coordinate(key: GridKey) -> Variable:
    values = np.array(key.values)
    along, found = ((), values[0]) if key.fixed else ((key.name,), values)
    return variable(along, found, units(key.name), long_name(key.name))


def attributes(plan: Plan) -> dict[Hashable, str]:
    """Return what a sweep's result says of its origin; two sweeps are the same if this and the coordinates are.

    Parameters
    ----------
    plan
        The plan.
    """
    return {
        **provenance(plan.arms.arm),
        "backend": plan.backend.spec,
        "quantity": plan.quantity.words(),
        "track": "" if plan.track is None else plan.arms.axes[plan.track].name,
        "blocks": json.dumps(plan.block),
    }


def dimensions(plan: Plan) -> tuple[str, ...]:
    """Return the names of the grid's dimensions."""
    return tuple(key.name for key in plan.arms.axes)


def field_shape(plan: Plan, name: str, grid: tuple[int, ...]) -> tuple[int, ...]:
    """Return the shape that a variable has where the grid has another shape, that of a block say.

    Parameters
    ----------
    plan
        The plan.
    name
        The variable.
    grid
        The shape of the grid, or of a part of it.
    """
    sizes = {name: len(np.atleast_1d(np.asarray(values))) for name, (_, values, _) in plan.coordinates.items()}
    return (*grid, *(sizes[dimension] for dimension in plan.fields[name].dimensions))


def labelled(plan: Plan, arrays: dict[str, NDArray[np.generic]]) -> xr.Dataset:
    """Return a sweep's result.

    Parameters
    ----------
    plan
        The plan.
    arrays
        All variables, or arrays of Dask in their places.
    """
    along = dimensions(plan)
    variables = {
        name: variable((*along, *field.dimensions), arrays[name], field.units, field.long_name)
        for name, field in plan.fields.items()
    }
    return xr.Dataset(variables, coordinates(plan), attributes(plan))
