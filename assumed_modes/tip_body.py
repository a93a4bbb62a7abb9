"""The rigid body at a link's tip, in the link's own units, and the natural boundary conditions that it sets."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array
from flexarm.parts import Body, Link


@dataclass(frozen=True)
class TipBody:
    """One rigid body for all that a link's tip carries, relative to the link.

    In the deflection and slope of the tip its inertia matrix is [[m, m a], [m a, I + m (a² + c²)]].

    Parameters
    ----------
    mass
        μ = m / (ρA L), relative to the link's mass.
    offset
        α = a / L, centre of mass beyond the tip, relative to the length.
    inertia
        κ = (I + m c²) / (ρA L³), about the point of the axis beside the centre of mass.
    """

    mass: float = 0.0
    offset: float = 0.0
    inertia: float = 0.0

    @classmethod
    def of(cls, link: Link, bodies: Iterable[Body | None]) -> "TipBody":
        """Return the bodies at a link's tip as one."""
        found = [body for body in bodies if body is not None]
        mass = sum(body.mass for body in found)
        along = sum(body.mass * body.centre[0] for body in found) / mass if mass > 0.0 else 0.0
        inertia = sum(
            body.inertia + body.mass * ((body.centre[0] - along) ** 2 + body.centre[1] ** 2) for body in found
        )
        return cls(mass / link.mass, along / link.length, inertia / (link.mass * link.length**2))

    @property
    def tip_inertia(self) -> float:
        """Moment of inertia about the tip, κ + μ α²."""
        return self.inertia + self.mass * self.offset**2

    def conditions(self, wavenumber: Array, end: Array) -> Array:
        """Return what is left of the natural boundary conditions at the tip; zero where they are fulfilled.

        With λ = b⁴ = ω² ρA L⁴ / EI (Hufnagel 1989, eqs. 5.48–5.49, and the offset): the moment about the body's
        centre, W″ + α W‴ − λ κ W′, and the force, W‴ + λ μ (W + α W′).

        Parameters
        ----------
        wavenumber
            b, shape (...,).
        end
            Derivatives by ξ of order 0 to 3 at ξ = 1, shape (4, ..., functions).

        Returns
        -------
        ndarray, shape (..., 2, functions)
        """
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
