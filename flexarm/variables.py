"""Variables of Datasets, as xarray takes them, with their units, names in words and conventions; without xarray."""

from collections.abc import Hashable
from importlib.metadata import version

import numpy as np

from flexarm.arm import Arm
from flexarm.files import dumps

NORMALISATION = "unit modal mass (1 kg): shapes are per metre of the modal coordinate"
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


def mode_numbers(modes: int) -> Variable:
    """Return the coordinate of the dimension mode: 1, 2, …, `modes`."""
    return variable(("mode",), np.arange(1, modes + 1), "1", "number of the mode, rigid-body modes left out")


def link_name_variable(arm: Arm) -> dict[str, Variable]:
    """Return what an arm's links are called, as a coordinate of the dimension link, where any has a name."""
    if not any(link.name for link in arm.links):
        return {}
    return {"link_name": variable(("link",), np.array(arm.link_names, dtype=np.str_), "1", "name of the link")}


def unstable_variable(dimensions: tuple[str, ...], unstable: object) -> Variable:
    """Return the number of modes that grow, of an arm under static loads, as a variable."""
    return variable(dimensions, unstable, "1", UNSTABLE)


def digits_variable(dimensions: tuple[str, ...], digits: object) -> Variable:
    """Return how many digits round-off can have left, as a variable; NaN where nobody has estimated it."""
    return variable(dimensions, digits, "1", "decimal digits of the frequency that round-off can have left")


def certificate_variables(dimensions: tuple[str, ...], intervals: object) -> dict[str, Variable]:
    """Return what is proved of natural frequencies: a `CertifiedInterval` each, None where nothing is, nested as named.

    interval_lower, interval_upper: decimal numbers in text, rad/s, empty where nothing is proved; multiplicity: how
    many frequencies the interval contains, 0 where nothing is proved.
    """
    array = np.array(intervals, dtype=object)
    lower, upper = (np.vectorize(lambda one, end=end: getattr(one, end, ""), otypes=[object])(array) for end in ENDS)
    multiplicity = np.vectorize(lambda one: getattr(one, "multiplicity", 0), otypes=[np.int64])(array)
    words = "of the interval that is proved to contain the frequency, in decimal digits"
    return {
        "interval_lower": variable(dimensions, lower.astype(np.str_), "rad/s", f"lower end {words}"),
        "interval_upper": variable(dimensions, upper.astype(np.str_), "rad/s", f"upper end {words}"),
        "multiplicity": variable(dimensions, multiplicity, "1", "number of natural frequencies in the interval"),
    }
