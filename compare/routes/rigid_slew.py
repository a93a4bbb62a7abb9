"""Wiedemann's rigid arm of three links that is slewed by torques worked out beforehand (2002, section 8.4.1).

Each joint's rate rises to its largest, stays and falls; the torques are M(θ) θ̈ of that, without what rates make, (8.8)
to (8.25), and act on the links from outside. Here M is that of absolute angles φ, and what it leaves out h:

    M_jk = μ_jk cos(φ_j − φ_k),   h_j = Σ μ_jk sin(φ_j − φ_k) φ̇_k².
"""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
from scipy.integrate import solve_ivp

from compare.published.cell import Cell
from compare.routes.formula import Formula
from flexarm.arrays import Array

# Torques are cut at the accelerations' corners: the method of eighth order is at its best between them.
_ACCURACY = 1e-9


@dataclass(frozen=True)
class _Slew:
    """An arm, its slew, and whether velocity terms are counted."""

    lengths: tuple[float, ...]  # m; the last to the payload's centre
    masses: tuple[float, ...]  # at these lengths' ends, kg
    inertia: float  # of the payload, kg m²
    rates: tuple[float, ...]  # the joints' largest, rad/s
    part: float  # f: accelerations over those rates, 1/s
    angle: float  # that each joint turns by, rad
    counted: float  # 1.0: velocity terms are counted; 0.0: left out

    @property
    def couplings(self) -> Array:
        """μ, kg m², shape (3, 3)."""
        beyond = np.cumsum(self.masses[::-1])[::-1]
        carried = np.minimum.outer(beyond, beyond) * np.multiply.outer(self.lengths, self.lengths)
        carried[-1, -1] += self.inertia
        return np.asarray(carried)

    @property
    def corners(self) -> Array:
        """When a joint's acceleration jumps, s, ascending, from 0."""
        coasting = self.angle / np.array(self.rates)
        return np.unique([0.0, 1.0 / self.part, *coasting, *(coasting + 1.0 / self.part)])

    def wanted(self, t: float, between: float) -> tuple[Array, Array]:
        """Return φ and φ̈ as they are to be, between two corners."""
        rates, ramp = np.array(self.rates), 1.0 / self.part
        coasting = self.angle / rates
        up, down = np.clip(t, 0.0, ramp), np.clip(t - coasting, 0.0, ramp)
        turned = self.part * (up**2 - down**2) / 2.0 + np.clip(t - ramp, 0.0, coasting - ramp) + down
        pushed = self.part * ((between < ramp) * 1.0 - ((between > coasting) & (between < coasting + ramp)))
        return np.cumsum(rates * turned), np.cumsum(rates * pushed)


def _ends(slew: _Slew) -> Array:
    """Return the joints' angles at the end, rad."""
    couplings, state = slew.couplings, np.zeros(6)

    def slopes(t: float, y: Array, between: float) -> Array:
        angles, rates = y[:3], y[3:]
        wanted, pushed = slew.wanted(t, between)
        torques = couplings * np.cos(np.subtract.outer(wanted, wanted)) @ pushed
        apart = np.subtract.outer(angles, angles)
        left = slew.counted * (couplings * np.sin(apart)) @ rates**2
        return np.concatenate([rates, np.linalg.solve(couplings * np.cos(apart), torques - left)])

    for start, end in pairwise(slew.corners.tolist()):
        between = 0.5 * (start + end)
        solved = solve_ivp(slopes, (start, end), state, "DOP853", args=(between,), rtol=_ACCURACY, atol=_ACCURACY)
        state = solved.y[:, -1]
    return np.diff(state[:3], prepend=0.0)


_known = cache(lambda slew: tuple(map(float, _ends(slew))))


def _joint(k: int) -> Formula:
    """Return the formula of joint k's angle at the end."""

    def value(cell: Cell) -> float:
        n = cell.numbers
        slew = _Slew(
            (n["L_1"], n["L_2"], n["L_3"] + n["a"]),
            (n["M_1"], n["M_2"], n["M_p"]),
            n["I_p"],
            (n["r_1"], n["r_2"], n["r_3"]),
            n["f"],
            float(np.radians(n["Delta"])),
            n["velocity_terms"],
        )
        return _known(slew)[k - 1]

    return Formula("the slew by the torques (8.8) to (8.25)", value)


RIGID_SLEW = {f"wiedemann-8.4-joint-{k}": _joint(k) for k in (1, 2, 3)}
