"""Modal models as labelled arrays with units, and Datasets in files.

The only module of the core that imports xarray; import it late, from inside functions.
"""

import os
from collections.abc import Callable, Hashable
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import xarray as xr

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.certificate import each_mode
from flexarm.errors import Fault, InputError
from flexarm.files import dumps
from flexarm.modes import ModalModel
from flexarm.whole import is_whole
from flexarm.writing import write_whole

NORMALISATION = "unit modal mass (1 kg): shapes are per metre of the modal coordinate"
SIGN_RULE = (
    "among the links' tips, last link first, the first whose motion across its link exceeds 5 % of the largest "
    "motion of any tip or body moves to the link's left"
)
UNSTABLE = "number of unstable modes: ω² < 0 under the static loads"
CONVENTIONS = (
    "SI units, angles in rad; x and y are the base's axes; rotations anticlockwise; links numbered from 1 at the "
    "base, stations from each link's root; deflection and slope are relative to the link's root section"
)

ENDS = ("lower", "upper")

Variable = tuple[tuple[str, ...], object, dict[str, str]]


def variable(dimensions: tuple[str, ...], values: object, units: str, long_name: str) -> Variable:
    """Return a variable as xarray takes it, with its unit and its name in words."""
    return dimensions, values, {"units": units, "long_name": long_name}


def provenance(arm: Arm) -> dict[Hashable, str]:
    """Return what every Dataset about an arm says of its origin: the arm, the version, the conventions."""
    return {
        "arm": arm.name,
        "arm_toml": dumps(arm),
        "flexarm_version": version("flexarm"),
        "conventions": CONVENTIONS,
    }


def modal_dataset(model: ModalModel, stations: int) -> xr.Dataset:
    """Return a modal model as a Dataset.

    Parameters
    ----------
    model
        The modal model.
    stations
        Equally spaced stations a link, root and tip included; two or more.

    Returns
    -------
    xarray.Dataset
        Dimensions mode, link, station, body and axis; every variable has ``units`` and ``long_name``.

    Raises
    ------
    InputError
        If there are fewer than two stations, or their number is not whole.
    """
    if not is_whole(stations) or stations < 2:
        raise InputError([Fault("stations", "a whole number of 2 or more", repr(stations))], "dataset")
    fractions = np.linspace(0.0, 1.0, int(stations))
    positions = np.array([link.length * fractions for link in model.arm.links])
    variables = {**_frequencies(model), **_links(model, positions), **_bodies(model), **_base(model)}
    variables |= _participation(model)
    attributes = {
        **provenance(model.arm),
        "backend": model.backend,
        "normalisation": NORMALISATION,
        "sign_rule": SIGN_RULE,
    }
    return xr.Dataset(variables, _coordinates(model, fractions, positions), attributes)


def _coordinates(model: ModalModel, fractions: Array, positions: Array) -> dict[str, Variable]:
    names = np.array(list(model.body_motions), dtype=np.str_)
    links = np.arange(1, len(model.arm.links) + 1)
    return {
        "mode": mode_numbers(model.modes),
        "link": variable(("link",), links, "1", "number of the link, from the base"),
        "station": variable(("station",), fractions, "1", "station, as a fraction of the link's length"),
        "position": variable(("link", "station"), positions, "m", "distance of the station from the link's root"),
        "body": variable(("body",), names, "1", "name of the rigid body, from base to payload"),
        "axis": variable(("axis",), np.array(["x", "y"]), "1", "axis of the base"),
    }


def mode_numbers(modes: int) -> Variable:
    """Return the coordinate of the dimension mode: 1, 2, …, `modes`."""
    return variable(("mode",), np.arange(1, modes + 1), "1", "number of the mode, rigid-body modes left out")


def _frequencies(model: ModalModel) -> dict[str, Variable]:
    mode = ("mode",)
    return {
        "angular_frequency": variable(mode, model.angular_frequency, "rad/s", "natural angular frequency"),
        "frequency": variable(mode, model.frequency, "Hz", "natural frequency"),
        "rigid_modes": variable((), model.rigid_modes, "1", "number of rigid-body modes"),
        **({"unstable_modes": unstable_variable((), model.unstable)} if model.arm.static_loads else {}),
        **({} if model.certificate is None else certificate_variables(mode, each_mode(model.certificate, model.modes))),
        **({} if model.digits is None else {"digits": digits_variable(mode, model.digits)}),
    }


def unstable_variable(dimensions: tuple[str, ...], unstable: object) -> Variable:
    """Return the number of modes that grow, of an arm under static loads, as a variable."""
    return variable(dimensions, unstable, "1", UNSTABLE)


def digits_variable(dimensions: tuple[str, ...], digits: object) -> Variable:
    """Return how many digits round-off can have left, as a variable; NaN where nobody has estimated it."""
    return variable(dimensions, digits, "1", "decimal digits of the frequency that round-off can have left")


def certificate_variables(dimensions: tuple[str, ...], intervals: object) -> dict[str, Variable]:
    """Return what is proved of natural frequencies as variables.

    Parameters
    ----------
    dimensions
        Names of the dimensions.
    intervals
        `CertifiedInterval` each, None where nothing is proved; nested as the dimensions are.

    Returns
    -------
    dict
        interval_lower, interval_upper: decimal numbers in text, rad/s, empty where nothing is proved; multiplicity: how
        many frequencies the interval contains, 0 where nothing is proved.
    """
    found = np.array(intervals, dtype=object)
    lower, upper = (np.vectorize(lambda one, end=end: getattr(one, end, ""), otypes=[object])(found) for end in ENDS)
    multiplicity = np.vectorize(lambda one: getattr(one, "multiplicity", 0), otypes=[np.int64])(found)
    words = "of the interval that is proved to contain the frequency, in decimal digits"
    return {
        "interval_lower": variable(dimensions, lower.astype(np.str_), "rad/s", f"lower end {words}"),
        "interval_upper": variable(dimensions, upper.astype(np.str_), "rad/s", f"upper end {words}"),
        "multiplicity": variable(dimensions, multiplicity, "1", "number of natural frequencies in the interval"),
    }


def _links(model: ModalModel, positions: Array) -> dict[str, Variable]:
    def stacked(of: Callable[[int, Array], Array], axis: int) -> Array:
        return np.stack([of(link, x) for link, x in enumerate(positions, 1)], axis=axis)

    along = ("mode", "link", "station")
    translation = stacked(model.translation, 2)
    return {
        "deflection": variable(along, stacked(model.deflection, 1), "1", per_metre("deflection")),
        "slope": variable(along, stacked(model.slope, 1), "rad/m", per_metre("slope")),
        "bending_moment": variable(along, stacked(model.bending_moment, 1), "N", per_metre("bending moment")),
        "shear_force": variable(along, stacked(model.shear_force, 1), "N/m", per_metre("shear force")),
        "translation": variable(
            ("mode", "axis", "link", "station"), translation, "1", per_metre("absolute translation of the station")
        ),
        "joint_rotation": variable(
            ("mode", "link"), model.joint_rotation, "rad/m", per_metre("relative rotation at the link's root joint")
        ),
    }


def _bodies(model: ModalModel) -> dict[str, Variable]:
    motions = np.zeros((model.modes, len(model.body_motions), 3))
    for k, motion in enumerate(model.body_motions.values()):
        motions[:, k] = motion.array.T
    return _moving("body", motions, ("mode", "body"), "the body's centre of mass")


def _base(model: ModalModel) -> dict[str, Variable]:
    return _moving("base", model.base_motion, ("mode",), "the base's centre")


def _participation(model: ModalModel) -> dict[str, Variable]:
    """Return what the base feels: forces and masses along its axes, couples and moments of inertia about its centre."""
    of_force, of_couple = (np.s_[..., :2], np.s_[..., 2])
    factor, mass, total = model.participation, model.effective_mass, model.effective_mass_total
    along, mode = ("mode", "axis"), ("mode",)
    moved, turned = "motion of the base along the axis", "rotation of the base about its centre"
    every = "what this adds up to over all modes"
    return {
        "participation": variable(along, factor[of_force], "kg", f"participation factor for {moved}"),
        "participation_rotation": variable(mode, factor[of_couple], "kg m", f"participation factor for {turned}"),
        "effective_mass": variable(along, mass[of_force], "kg", f"effective modal mass for {moved}"),
        "effective_inertia": variable(mode, mass[of_couple], "kg m²", f"effective moment of inertia for {turned}"),
        "effective_mass_total": variable(("axis",), total[of_force], "kg", f"effective modal mass: {every}"),
        "effective_inertia_total": variable((), total[of_couple], "kg m²", f"effective moment of inertia: {every}"),
        **({} if model.arm.static_loads else _reaction(model.base_reaction)),
    }


def _reaction(force: Array) -> dict[str, Variable]:
    held = variable(("mode", "axis"), force[:, :2], "N/m", per_metre("force by which the base holds the arm"))
    turned = variable(("mode",), force[:, 2], "N", per_metre("couple by which the base holds the arm"))
    return {"base_force": held, "base_moment": turned}


def _moving(name: str, motion: Array, dimensions: tuple[str, ...], words: str) -> dict[str, Variable]:
    shifted = variable((*dimensions, "axis"), motion[..., :2], "1", per_metre(f"absolute translation of {words}"))
    turned = variable(dimensions, motion[..., 2], "rad/m", per_metre(f"absolute rotation at {words}"))
    return {f"{name}_translation": shifted, f"{name}_rotation": turned}


def per_metre(what: str) -> str:
    """Return the long name of a quantity of a mode of unit modal mass."""
    return f"{what}, per metre of the modal coordinate (modal mass 1 kg)"


def save_dataset(dataset: xr.Dataset | xr.DataTree, path: str | os.PathLike[str]) -> None:
    """Write a Dataset, or a tree of them as groups, as NetCDF, whole or not at all.

    Parameters
    ----------
    dataset
        The Dataset or the tree, with its attributes.
    path
        The file; one that exists is replaced.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    with TemporaryDirectory() as folder:
        draft = Path(folder, "dataset.nc")
        dataset.to_netcdf(draft, engine="h5netcdf")
        write_whole(path, draft.read_bytes())


def load_dataset(path: str | os.PathLike[str]) -> xr.Dataset:
    """Return the Dataset that `save_dataset` wrote, identical to it.

    Parameters
    ----------
    path
        The file.

    Raises
    ------
    InputError
        If the file cannot be read, or is not NetCDF.
    """
    try:
        # Left to itself, xarray takes every variable in seconds for a duration.
        with xr.open_dataset(path, engine="h5netcdf", decode_times=False, decode_timedelta=False) as dataset:
            return dataset.load()
    except (OSError, ValueError) as error:
        number = getattr(error, "errno", None)
        got = os.strerror(number) if number else str(error)
        raise InputError([Fault("", "a NetCDF file that can be read", got)], os.fspath(path)) from error
