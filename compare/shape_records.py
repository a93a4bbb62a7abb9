"""Mode shapes as text for programs: CSV, a row per mode, link and station, with all digits."""

import csv
import io
from itertools import product

import numpy as np
import xarray as xr

COLUMNS = (
    "mode",
    "angular_frequency_rad_s",
    "link",
    "position_m",
    "translation_x",
    "translation_y",
    "deflection",
    "slope_rad_m",
    "bending_moment_N",
    "shear_force_N_m",
)
_SHAPES = ("deflection", "slope", "bending_moment", "shear_force")


def shapes_as_csv(dataset: xr.Dataset) -> str:
    """Return mode shapes as CSV: a header line with the units, then a row per mode, link and station.

    Parameters
    ----------
    dataset
        What `flexarm.modes.ModalModel.dataset` returned. Shapes are per metre of the modal coordinate (modal mass
        1 kg); translations along x and y are absolute, deflection and slope relative to the link's root.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    omega, position = dataset.angular_frequency.values, dataset.position.values
    moved = dataset.translation.transpose("mode", "link", "station", "axis").values
    shapes = np.stack([dataset[name].transpose("mode", "link", "station").values for name in _SHAPES], axis=-1)
    for mode, link, station in product(*map(range, shapes.shape[:3])):
        place = mode, link, station
        numbers = [position[link, station], *moved[place], *shapes[place]]
        writer.writerow([mode + 1, float(omega[mode]), link + 1, *map(float, numbers)])
    return text.getvalue()
