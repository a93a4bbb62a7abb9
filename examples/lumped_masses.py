"""
A fourth backend: lumped masses
===============================

Links as massless beams with point masses at equal distances (Rayleigh 1894, §120; Pestel and Leckie 1963, §3-6).
"""

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from fem.hermite import HermiteElements
from flexarm.arm import Arm
from flexarm.backend import Backend
from flexarm.displacements import Displacements
from flexarm.errors import Fault, InputError
from flexarm.link_functions import LinkFunctions, Plane
from flexarm.links import Link
from flexarm.modes import ModalModel
from flexarm.ritz import ritz_modes, ritz_statics
from flexarm.section_loads import SectionLoads


class LumpedLink(HermiteElements):
    """Point masses, half of one at either end, on beams without mass, whose exact deflection is cubic."""

    @property
    def stations(self):
        """Places of the masses, m, shape (masses,)."""
        return np.linspace(0.0, self.length, self.elements + 1)

    @property
    def weights(self):
        """Square roots of the length that each mass stands for, √m, shape (masses,)."""
        return np.sqrt(np.convolve(np.diff(self.stations, prepend=0.0, append=self.length), [0.5, 0.5], "valid"))

    @property
    def deflection(self):
        """Weighted deflections of the masses, shape (masses, size)."""
        return self.values(self.stations, 0).multiply(self.weights[:, np.newaxis]).tocsr()


@dataclass(frozen=True)
class LumpedMasses(Backend):
    """Every flexible link in so many massless pieces, its mass in points between them; the error falls like h²."""

    name: ClassVar[str] = "lumped_masses"
    pieces: int = 40

    def __post_init__(self) -> None:
        if not isinstance(self.pieces, int) or self.pieces < 1:
            raise InputError([Fault("pieces", "a whole number from 1", repr(self.pieces))], self.name)

    @classmethod
    def from_spec(cls, *settings: str) -> "LumpedMasses":
        if len(settings) > 1 or not all(text.isdecimal() for text in settings):
            raise InputError([Fault("pieces", "one whole number", repr(":".join(settings)))], cls.name)
        return cls(*map(int, settings))

    def _settings(self) -> tuple[str, ...]:
        return (str(self.pieces),)

    @property
    def scheme(self) -> str:
        return self.name

    def with_size(self, size: int) -> "LumpedMasses":
        return replace(self, pieces=size)

    def _spaces(self, arm: Arm) -> list[LinkFunctions | None]:
        made = [Plane(LumpedLink(k.length, self.pieces)) if isinstance(k, Link) else None for k in arm.links]
        return [None if plane is None else LinkFunctions((plane,)) for plane in made]

    def _modes(self, arm: Arm, count: int) -> ModalModel:
        return ritz_modes(arm, self._spaces(arm), count, self.spec)

    def _statics(self, arm: Arm, loads: SectionLoads) -> Displacements:
        return ritz_statics(arm, self._spaces(arm), loads, self.spec)
