"""Datasets in files, and by the same name what their variables are made of."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import xarray as xr

from flexarm.errors import Fault, InputError
from flexarm.variables import CONVENTIONS as CONVENTIONS
from flexarm.variables import ENDS as ENDS
from flexarm.variables import UNSTABLE as UNSTABLE
from flexarm.variables import Variable as Variable
from flexarm.variables import certificate_variables as certificate_variables
from flexarm.variables import digits_variable as digits_variable
from flexarm.variables import mode_numbers as mode_numbers
from flexarm.variables import provenance as provenance
from flexarm.variables import unstable_variable as unstable_variable
from flexarm.variables import variable as variable
from flexarm.writing import write_whole


def save_dataset(dataset: xr.Dataset | xr.DataTree, path: str | os.PathLike[str]) -> None:
    """Write a Dataset, or a tree of them as groups, as NetCDF, whole or not at all."""
    write_whole(path, as_netcdf(dataset))


def as_netcdf(dataset: xr.Dataset | xr.DataTree) -> bytes:
    """Return a Dataset, or a tree of them as groups, as a NetCDF file holds it."""
    with TemporaryDirectory() as folder:
        draft = Path(folder, "dataset.nc")
        dataset.to_netcdf(draft, engine="h5netcdf")
        return draft.read_bytes()


def load_dataset(path: str | os.PathLike[str]) -> xr.Dataset:
    """Return the Dataset that `save_dataset` wrote, identical to it."""
    try:
        # Left to itself, xarray takes every variable in seconds for a duration.
        with xr.open_dataset(path, engine="h5netcdf", decode_times=False, decode_timedelta=False) as dataset:
            return dataset.load()
    except (OSError, ValueError) as error:
        number = getattr(error, "errno", None)
        got = os.strerror(number) if number else str(error)
        raise InputError([Fault("", "a NetCDF file that can be read", got)], os.fspath(path)) from error
