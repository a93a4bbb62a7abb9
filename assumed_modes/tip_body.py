"""The rigid body at a link's tip, in the link's own units, and the natural boundary conditions that it sets."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array
from flexarm.links import Link
from flexarm.parts import Body


@dataclass(frozen=True)
class TipBody:
    """One rigid body for all that a link's tip carries, relative to the link.

    In the deflection and slope of the tip its inertia matrix is [[m, m a], [m a, I + m (a² + c²)]].
    """

    mass: float = 0.0  # μ = m / (ρA L), relative to the link's mass
    offset: float = 0.0  # α = a / L, centre of mass beyond the tip, relative to the length
    inertia: float = 0.0  # κ = (I + m c²) / (ρA L³), about the point of the axis beside the centre of mass

    @classmethod
    def of(cls, link: Link, bodies: Iterable[Body | None], plane: int = 0) -> "TipBody":
        """Return the bodies at a link's tip as one, as bending about z moves it, or, in the second plane, about y."""
        present = [body for body in bodies if body is not None]
        mass = sum(body.mass for body in present)
        along = sum(body.mass * body.centre[0] for body in present) / mass if mass > 0.0 else 0.0
        inertia = sum(
            body.moment(plane) + body.mass * ((body.centre[0] - along) ** 2 + (*body.centre, 0.0)[1 + plane] ** 2)
            for body in present
        )
        return cls(mass / link.mass, along / link.length, inertia / (link.mass * link.length**2))

    @property
    def tip_inertia(self) -> float:
        """Moment of inertia about the tip, κ + μ α²."""
        return self.inertia + self.mass * self.offset**2

    def conditions(self, wavenumber: Array, end: Array) -> Array:
        """Return what natural boundary conditions at the tip leave, zero where fulfilled, (..., 2, functions)."""
        w, slope, moment, force = end
        load = np.asarray(wavenumber**4)[..., np.newaxis]
        return np.stack(
            [
                moment + self.offset * force - load * self.inertia * slope,
                force + load * self.mass * (w + self.offset * slope),
            ],
            axis=-2,
        )


NO_BODY = TipBody()
