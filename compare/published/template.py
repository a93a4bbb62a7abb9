"""An arm or load case with names for numbers: ``$L`` is a parameter, ``$E $I`` a product, ``$m / $L`` a quotient."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from compare.published.entries import one_of
from compare.published.units import NUMBER, Unit, parse, to_si
from flexarm.checks import shown
from flexarm.errors import Fault, InputError

# What each number of an arm file, or of a load case file, is measured in.
UNITS = {
    "length": "m",
    "offset": "m",
    "angle": "deg",
    "mass": "kg",
    "mass_per_length": "kg/m",
    "inertia": "kg m^2",
    "gear_inertia": "kg m^2",
    "hub_inertia": "kg m^2",
    "flexural_rigidity": "N m^2",
    "axial_rigidity": "N",
    "shear_rigidity": "N",
    "rotary_inertia_per_length": "kg m",
    "torsional_rigidity": "N m^2",
    "polar_inertia_per_length": "kg m",
    "stiffness": "N m/rad",
    "gravity": "m/s^2",
    "spin_rate": "rad/s",
    "axial_force": "N",
    "direction": "1",
    "duration": "s",
    "damping": "1",
    "payload_velocity": "m/s",
    "payload_rate": "rad/s",
    "joint_rates": "rad/s",
    "coefficient": "N m s/rad",
    "station": "1",
    "at": "m",
}
# In a support: a place along a link, and springs along axes or about them. In a joint, a freedom along an axis.
_ELSEWHERE: Mapping[re.Pattern[str], Mapping[str, Sequence[str]]] = {
    re.compile(r"\.support\d+\."): {"station": ("m",), "stiffness": ("N/m", "N m/rad")},
    re.compile(r"\.along_[xyz]\."): {"stiffness": ("N/m",), "gear_inertia": ("kg",)},
}
# Their parts are named as messages about arms name them.
_PAIRS = ("offset", "gravity", "direction", "payload_velocity")
_NAME = re.compile(r"(/?) ?\$(\w+)")
_PRODUCT = re.compile(r"\$\w+((?: / |/| )?\$\w+)*")


class Measured(Protocol):
    """A number with a unit."""

    @property
    def value(self) -> float:
        """The number."""

    @property
    def unit(self) -> str:
        """Its unit."""


def filled(
    template: object, path: str, parameters: Mapping[str, Measured], joints: Mapping[str, object]
) -> dict[str, object]:
    """Return the document of an arm file, with numbers in SI units for all names."""
    filling = _Filling(parameters, joints)
    document = filling.entry(template, "", path)
    if filling.faults:
        raise InputError(filling.faults)
    return document if isinstance(document, dict) else {"": document}


class _Filling:
    """The names that are filled in, and the faults found so far."""

    def __init__(self, parameters: Mapping[str, Measured], joints: Mapping[str, object]) -> None:
        self.parameters = parameters
        self.joints = joints
        self.faults: list[Fault] = []

    def entry(self, entry: object, key: str, path: str) -> object:
        """Return an entry of a document with its names filled in."""
        if isinstance(entry, dict):
            return {inner: self.entry(value, inner, f"{path}.{inner}") for inner, value in entry.items()}
        if isinstance(entry, list):
            places = (f"{path}[{k}]" if key in _PAIRS else f"{path}{k + 1}" for k in range(len(entry)))
            return [self.entry(value, key, place) for value, place in zip(entry, places, strict=True)]
        if not isinstance(entry, str) or "$" not in entry:
            return entry
        whole = key == "joint" and not path.startswith("joints.")  # a joint is made of no other joint
        return self._joint(entry, path) if whole else self._number(entry, key, path)

    def _joint(self, text: str, path: str) -> object:
        name = text.removeprefix("$")
        if name in self.joints:
            return self.entry(self.joints[name], "", f"joints.{name}")
        self.faults.append(Fault(path, one_of("a joint of [joints]", self.joints), f"{text}, which is missing"))
        return text

    def _number(self, text: str, key: str, path: str) -> object:
        try:
            if key not in UNITS:
                raise InputError([Fault("", f"a name only where a number stands ({', '.join(UNITS)})", shown(text))])
            here = (units[key] for place, units in _ELSEWHERE.items() if key in units and place.search(path))
            return worth(text, next(here, (UNITS[key],)), self.parameters)
        except InputError as error:
            self.faults += [fault.under(path) for fault in error.faults]
            return text


def worth(text: str, wanted: Sequence[str], parameters: Mapping[str, Measured]) -> float:
    """Return what a text of names, such as ``$E $I`` or ``$m / $L``, comes to, in SI units; degrees for angles.

    Its dimension must be that of one of the units wanted.
    """
    if not _PRODUCT.fullmatch(text):
        raise InputError([Fault("", "names of parameters: $L, $E $I or $m / $L", shown(text))])
    product, unit = Fraction(1), NUMBER
    for slash, name in _NAME.findall(text):
        product, unit = _times(product, unit, name, -1 if slash else 1, parameters)
    if unit.dimension not in [parse(one).dimension for one in wanted]:
        units = ", ".join(f"${name} in {parameters[name].unit}" for _, name in _NAME.findall(text))
        raise InputError([Fault("", f"a quantity of the dimension of {' or '.join(wanted)}", f"{text}, with {units}")])
    try:
        return to_si(product, unit)
    except OverflowError:
        raise InputError([Fault("", "a number that float64 holds", shown(text))]) from None


def _times(
    product: Fraction, unit: Unit, name: str, power: int, parameters: Mapping[str, Measured]
) -> tuple[Fraction, Unit]:
    """Return a product, and its unit, times a power of a parameter."""
    if name not in parameters:
        raise InputError([Fault("", one_of("a parameter", parameters), f"${name}, which is missing")])
    factor = Fraction(repr(parameters[name].value))
    if power < 0 and not factor:
        raise InputError([Fault("", "a divisor that is not zero", f"${name} = 0")])
    return product * factor**power, unit.times(parse(parameters[name].unit), power)
