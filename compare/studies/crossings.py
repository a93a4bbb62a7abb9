"""Where eigenvalues cross the imaginary axis between two values of an arm's numbers: the boundary of stability."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from compare.grids.arms import arm_grid
from compare.grids.grid import GridKey, grid_keys
from compare.studies.following import Roots, followed, roots_of
from flexarm.arm import Arm
from flexarm.backend import Backend
from flexarm.closed_loop.spectrum import AXIS

# A crossing is found to this part of a step.
_PLACED = 1e-13


class Crossing(NamedTuple):
    """An eigenvalue on the imaginary axis: at what value, its size, rad/s, and 1 where it goes to the right, else 0."""

    value: float
    size: float
    unstable: float


@dataclass(frozen=True, eq=False)
class Step:
    """Two neighbouring arms' roots, which continues which, and the arm at any part of the way between."""

    backend: Backend
    before: Roots
    after: Roots
    own: NDArray[np.intp]
    radius: float
    arm: Callable[[float], Arm]

    def crossings(self, first: float, last: float) -> list[Crossing]:
        """Return where roots cross the imaginary axis, mirror images left out, by a number's first and last value."""
        found = []
        for k in np.flatnonzero((self.own >= 0) & (self.before.values.imag >= 0.0)).tolist():
            ends = self.before.values[k], self.after.values[self.own[k]]
            if max(map(abs, ends)) < self.radius and _side(ends[0]) * _side(ends[1]) < 0:
                part, root = self._crossing(k)
                unstable = float(_side(ends[1]) > 0) if last > first else float(_side(ends[0]) > 0)
                found.append(Crossing(first + part * (last - first), abs(root), unstable))
        return found

    def _crossing(self, k: int) -> tuple[float, complex]:
        """Return at what part of the way a root is on the imaginary axis, and what it is there."""
        # Roots at parts of the way, and which of them is the one: each is followed from the nearest that is known.
        known = {0.0: (self.before, k), 1.0: (self.after, int(self.own[k]))}

        def root(part: float) -> complex:
            if part not in known:
                near, number = known[min(known, key=lambda other: abs(other - part))]
                middle = roots_of(self.backend, self.arm(part), self.radius)
                after, _ = followed(self.backend, near, middle, self.radius)
                away = np.abs(middle.values - near.values[number])
                known[part] = middle, int(after[number] if after[number] >= 0 else np.argmin(away))
            of, number = known[part]
            return complex(of.values[number])

        part = float(brentq(lambda part: root(part).real, 0.0, 1.0, xtol=_PLACED, rtol=_PLACED))
        return part, root(part)


def _side(root: complex) -> int:
    """Return on which side of the imaginary axis a root is; 0 on it as far as float64 tells."""
    return int(np.sign(root.real)) if abs(root.real) > AXIS * abs(root) else 0


def arm_between(arm: Arm, keys: Sequence[GridKey], first: int, last: int, part: float) -> Arm:
    """Return the arm at a part of the way between two values of keys."""
    ends = {key.name: (float(key.values[first]), float(key.values[last])) for key in keys}
    values = {name: one + part * (other - one) for name, (one, other) in ends.items()}
    return arm_grid(arm, grid_keys(values)).at(())
