"""Limits in a file: a Dataset, or one a study in groups of their names."""

from collections.abc import Sequence
from pathlib import Path

import xarray as xr

from flexarm.datasets import save_dataset


def save_limits(datasets: Sequence[xr.Dataset], path: Path) -> None:
    """Write results of `compare.limits` as NetCDF, whole or not at all.

    Parameters
    ----------
    datasets
        What `compare.limits` returned; one is written as it is, several as groups by the studies' names
        (`xarray.open_groups` reads them).
    path
        The file; one that exists is replaced.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    groups = xr.DataTree.from_dict({str(one.attrs["study"]): one for one in datasets})
    save_dataset(datasets[0] if len(datasets) == 1 else groups, path)
