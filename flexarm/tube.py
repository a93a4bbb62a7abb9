"""A tube's cross-section: what a link of it weighs and how stiff it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import pi
from typing import ClassVar

from flexarm.checks import Condition, as_finite, positive, require, shown
from flexarm.errors import Fault


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

    Raises
    ------
    InputError
        If a number is not positive and finite, or the wall thicker than half the diameter.
    """

    diameter: float
    wall: float
    youngs_modulus: float
    density: float
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {
        "diameter": positive("m"),
        "wall": positive("m"),
        "youngs_modulus": positive("Pa"),
        "density": positive("kg/m³"),
    }

    def __post_init__(self) -> None:
        diameter, wall = as_finite(self.diameter), as_finite(self.wall)
        thick = diameter is not None and wall is not None and 0.0 < diameter < 2.0 * wall
        wanted = f"at most half the diameter, {shown(self.diameter)} m"
        require(self, self._CONDITIONS, [Fault("wall", wanted, shown(self.wall))] if thick else [])

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
        """Flexural rigidity EI, I = A (D² + d²)/16 with the inner diameter d = D − 2t, N m²."""
        inner = self.diameter - 2.0 * self.wall
        return self.youngs_modulus * self.area * (self.diameter * self.diameter + inner * inner) / 16.0
