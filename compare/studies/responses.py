"""Forced responses of an arm, as the studies and the commands ask for them."""

from collections.abc import Mapping

import xarray as xr

from flexarm.arm import Arm
from flexarm.backend import Backend
from flexarm.forced_response.dataset import response
from flexarm.load_cases import LoadCase


def response_of(
    solver: Backend, arm: Arm, case: LoadCase, modes: int | None = None, static_correction: bool = True
) -> xr.Dataset:
    """Return an arm's response by a backend: the one place where studies ask for one."""
    return response(solver, arm, case, modes=modes, static_correction=static_correction)


def joined(responses: Mapping[str, xr.Dataset]) -> xr.Dataset:
    """Return responses by backend as one Dataset, with a dimension backend where there are several."""
    first = next(iter(responses.values()))
    if len(responses) == 1:
        return first
    backend = xr.DataArray(list(responses), dims="backend", name="backend")
    backend.attrs = {"units": "1", "long_name": "backend and its settings"}
    found = xr.concat(list(responses.values()), backend, join="outer", combine_attrs="drop_conflicts")
    return found.assign_attrs(backend=", ".join(responses))
