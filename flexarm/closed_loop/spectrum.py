"""Complex eigenvalues of an arm: what is found, and what is known of it."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.certificate import ProvedEigenvalues

# A real part below this part of |s| has no sign: eigenvalues are good to this.
AXIS = 1e-12


@dataclass(frozen=True, eq=False)
class ComplexSpectrum:
    """The first complex eigenvalues of an arm by one backend.

    Parameters
    ----------
    arm
        The arm.
    backend
        The backend's specification.
    eigenvalues
        s = −ζω ± iω√(1 − ζ²) with an imaginary part that is not negative, by size, multiple ones repeated, 1/s,
        shape (eigenvalues,). Rigid-body motions, s = 0, are counted apart.
    radius
        All eigenvalues of a size below this, 1/s, are among them: they were counted by the argument principle.
    rigid
        How often s = 0 is an eigenvalue: rigid-body motions that nothing brings back, twice where nothing slows them.
    unknowns
        Number of unknowns of the discretised problem, or modes that an exact receptance was made with.
    passive
        Whether all that drives the arm is dampers and springs: no eigenvalue of any size then has a positive real part.
    proved
        Where the eigenvalues, and that there are no others below the radius, are proved: what is. None: they are
        counted in float64.
    """

    arm: Arm
    backend: str
    eigenvalues: Array
    radius: float
    rigid: int
    unknowns: int
    passive: bool
    proved: ProvedEigenvalues | None = None

    def __post_init__(self) -> None:
        self.eigenvalues.flags.writeable = False

    def __repr__(self) -> str:
        return f"<ComplexSpectrum of {self.arm.title!r} by {self.backend}: {len(self.eigenvalues)} eigenvalues>"

    def within(self, radius: float) -> "ComplexSpectrum":
        """Return those of a size below another radius.

        Parameters
        ----------
        radius
            That, rad/s; not beyond its own.
        """
        return replace(self._selection(np.abs(self.eigenvalues) < radius), radius=radius)

    def first(self, count: int) -> "ComplexSpectrum":
        """Return the first of them.

        Parameters
        ----------
        count
            Their number.
        """
        return self._selection(slice(count))

    def _selection(self, which: NDArray[np.bool_] | slice) -> "ComplexSpectrum":
        proved = None if self.proved is None else self.proved.selection(which)
        return replace(self, eigenvalues=self.eigenvalues[which], proved=proved)

    @property
    def disc_radius(self) -> Array:
        """Radius of the disc that is proved to hold each, 1/s, shape (eigenvalues,); NaN where nothing is proved."""
        return np.full(len(self.eigenvalues), np.nan) if self.proved is None else self.proved.disc_radius

    @property
    def angular_frequency(self) -> Array:
        """|s|, rad/s, shape (eigenvalues,)."""
        return np.abs(self.eigenvalues)

    @property
    def damping_ratio(self) -> Array:
        """ζ = −Re s / |s|, shape (eigenvalues,)."""
        return np.asarray((0.0 - self.eigenvalues.real) / np.abs(self.eigenvalues))

    @property
    def decay_time(self) -> Array:
        """Time in which a motion falls to 1/e, −1 / Re s, s, shape (eigenvalues,); infinite where it does not."""
        real = self.eigenvalues.real
        return np.where(real < 0.0, -1.0 / np.where(real < 0.0, real, 1.0), np.inf)

    @property
    def unstable(self) -> int:
        """Number of eigenvalues with a positive real part, conjugates counted."""
        return self._number(self._side > 0)

    @property
    def neutral(self) -> int:
        """Number of eigenvalues, conjugates counted, whose real part is zero as far as float64, or a disc, tells."""
        return self._number(self._side == 0)

    @property
    def _side(self) -> NDArray[np.int_]:
        """The sign of each real part."""
        if self.proved is not None:
            return self.proved.side
        real, size = self.eigenvalues.real, AXIS * np.abs(self.eigenvalues)
        return np.asarray((real > size).astype(int) - (real < -size))

    def _number(self, some: NDArray[np.bool_]) -> int:
        return int(np.sum(np.where(self.eigenvalues[some].imag > 0.0, 2, 1)))

    @property
    def statement(self) -> str:
        """What is known of the arm's stability, in words."""
        within = f"in |s| < {self.radius:.6g} rad/s"
        if self.unstable:
            proved = "" if self.proved is None else "proved "
            several = "s" * (self.unstable > 1)
            return f"{proved}unstable: {self.unstable} eigenvalue{several} with Re s > 0 {within}"
        if self.proved is None:
            neutral = f", {self.neutral} with Re s = 0 as far as float64 tells" if self.neutral else ""
            told = f"no eigenvalue with Re s > 0 {within}{neutral}"
        else:
            still = [f"s = 0, of multiplicity {self.rigid}"] if self.rigid else []
            neither = [f"{self.neutral} not told from the imaginary axis"] if self.neutral else []
            left = " but " + ", and ".join(still + neither) if still + neither else ""
            told = f"proved: no eigenvalue with Re s ≥ 0 {within}{left}"
        if self.passive:
            return f"{told}; nor is one with Re s > 0 anywhere: dampers and springs give the arm no energy"
        return f"{told}; beyond, nothing is known"
