"""A tube's cross-section: what a link of it weighs and how stiff it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import pi
from typing import ClassVar, Literal, get_args

from flexarm.checks import Condition, as_finite, positive, require, shown, unknown_name
from flexarm.errors import Fault, InputError

BeamTheory = Literal["euler-bernoulli", "rayleigh", "timoshenko"]


@dataclass(frozen=True)
class Tube:
    """A round tube, or a solid rod where its wall is half its diameter.

    Parameters
    ----------
    diameter
        Outer diameter D, m.
    wall
        Thickness of its wall t, m; at most half the diameter.
    youngs_modulus
        Young's modulus E, Pa.
    density
        Density ρ, kg/m³.
    shear_modulus
        Shear modulus G, Pa; positive. None: not known, and no beam of Timoshenko can be made of it.
    shear_coefficient
        Shear coefficient κ: ½ of a thin tube, 2(1 + ν)/(4 + 3ν) by Cowper (1966) with Poisson's ratio ν.

    Raises
    ------
    InputError
        If a number is not positive and finite, or the wall thicker than half the diameter.
    """

    diameter: float
    wall: float
    youngs_modulus: float
    density: float
    shear_modulus: float | None = None
    shear_coefficient: float = 0.5
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {
        "diameter": positive("m"),
        "wall": positive("m"),
        "youngs_modulus": positive("Pa"),
        "density": positive("kg/m³"),
        "shear_coefficient": positive("no unit"),
    }

    def __post_init__(self) -> None:
        diameter, wall = as_finite(self.diameter), as_finite(self.wall)
        thick = diameter is not None and wall is not None and 0.0 < diameter < 2.0 * wall
        wanted = f"at most half the diameter, {shown(self.diameter)} m"
        conditions = dict(self._CONDITIONS)
        if self.shear_modulus is not None:
            conditions["shear_modulus"] = positive("Pa")
        require(self, conditions, [Fault("wall", wanted, shown(self.wall))] if thick else [])

    @property
    def area(self) -> float:
        """Area of the section, π t (D − t), m²."""
        return pi * self.wall * (self.diameter - self.wall)

    @property
    def mass_per_length(self) -> float:
        """Mass per length ρA, kg/m."""
        return self.density * self.area

    @property
    def flexural_rigidity(self) -> float:
        """Flexural rigidity EI, N m²."""
        return self.youngs_modulus * self._second_moment

    @property
    def axial_rigidity(self) -> float:
        """Axial rigidity EA, N."""
        return self.youngs_modulus * self.area

    @property
    def shear_rigidity(self) -> float | None:
        """Shear rigidity κGA, N; None where the shear modulus is not known."""
        return None if self.shear_modulus is None else self.shear_coefficient * self.shear_modulus * self.area

    @property
    def rotary_inertia_per_length(self) -> float:
        """Moment of inertia of the sections per length ρI, kg m."""
        return self.density * self._second_moment

    @property
    def torsional_rigidity(self) -> float | None:
        """Torsional rigidity GJ, N m²; None where the shear modulus is not known."""
        return None if self.shear_modulus is None else 2.0 * self.shear_modulus * self._second_moment

    @property
    def polar_inertia_per_length(self) -> float:
        """Moment of inertia per length about its own axis, kg m."""
        return 2.0 * self.rotary_inertia_per_length

    def numbers(
        self, theory: BeamTheory = "euler-bernoulli", extensible: bool = False, twists: bool = False
    ) -> dict[str, float]:
        """Return what a `Link` made of the tube is given, by the names of its arguments.

        Parameters
        ----------
        theory
            ``"euler-bernoulli"``; ``"rayleigh"``, with rotary inertia; or ``"timoshenko"``, with shear as well.
        extensible
            Whether the link stretches.
        twists
            Whether the link twists, of an arm in space; it then has its moment of inertia about its own axis too.

        Raises
        ------
        InputError
            If there is no such theory, or it needs a shear modulus that the tube does not have.
        """
        faults = [] if theory in get_args(BeamTheory) else [unknown_name("theory", theory, get_args(BeamTheory))]
        if theory == "timoshenko" and self.shear_modulus is None:
            faults.append(Fault("tube.shear_modulus", 'a positive number (Pa), for theory = "timoshenko"', "nothing"))
        if twists is True and self.shear_modulus is None:
            faults.append(Fault("tube.shear_modulus", "a positive number (Pa), for a link that twists", "nothing"))
        switches = {"extensible": extensible, "twists": twists}
        wrong = {name: value for name, value in switches.items() if not isinstance(value, bool)}
        faults += [Fault(name, "true or false", shown(value)) for name, value in wrong.items()]
        if faults:
            raise InputError(faults, "Tube")
        terms = {
            "axial_rigidity": self.axial_rigidity if extensible else None,
            "shear_rigidity": self.shear_rigidity if theory == "timoshenko" else None,
            "rotary_inertia_per_length": None if theory == "euler-bernoulli" else self.rotary_inertia_per_length,
            "torsional_rigidity": self.torsional_rigidity if twists else None,
            "polar_inertia_per_length": self.polar_inertia_per_length if twists else None,
        }
        own = {"mass_per_length": self.mass_per_length, "flexural_rigidity": self.flexural_rigidity}
        return own | {name: number for name, number in terms.items() if number is not None}

    @property
    def _second_moment(self) -> float:
        """Second moment of area I = A (D² + d²)/16, with the inner diameter d = D − 2t, m⁴."""
        inner = self.diameter - 2.0 * self.wall
        return self.area * (self.diameter * self.diameter + inner * inner) / 16.0
