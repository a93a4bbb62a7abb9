"""Wiedemann's Shuttle that surges as a rigid arm slews (2002, equations 2.97 to 2.101)."""

from functools import cache

import numpy as np
from scipy.integrate import solve_ivp

from compare.published.cell import Cell
from compare.routes.formula import Formula
from flexarm.arrays import Array

# The torque turns the arm one way until the first time, and back between the other two, s.
_TIMES = 30.0, 100.0, 130.836


@cache
def _end(mass: float, reach: float, total: float, inertia: float, torque: float) -> tuple[float, float]:
    """Return the angle through which the arm has turned, rad, and how far the Shuttle has moved, m, at the end.

    Given are the payload's mass, kg, how far it is from the joint, m, the mass of all, the inertia about the joint,
    kg m², and the torque, N m. The arm starts across the Shuttle's path.
    """

    def slopes(_: float, state: Array, applied: float) -> Array:
        """Return angle and rate, differentiated: M (ÿ, α̈) + (M_p l α̇² cos α, 0) = (0, −T)."""
        angle, rate = state
        coupling = mass * reach * np.sin(angle)
        matrix = np.array([[total, coupling], [coupling, inertia]])
        _, turn = np.linalg.solve(matrix, [-mass * reach * rate**2 * np.cos(angle), -applied])
        return np.array([rate, turn])

    # Momentum along the path stays zero: y = M_p l cos α/(M_p + M_S).
    state, start = np.array([np.pi / 2.0, 0.0]), 0.0
    for end, applied in zip(_TIMES, (torque, 0.0, -torque), strict=True):
        state = solve_ivp(slopes, (start, end), state, args=(applied,), rtol=1e-10, atol=1e-12).y[:, -1]
        start = end
    return float(np.pi / 2.0 - state[0]), float(mass * reach * np.cos(state[0]) / total)


def _of(cell: Cell) -> tuple[float, float]:
    """Return what a cell's arm and Shuttle do."""
    n = cell.numbers
    reach = n["L"] + n["a"]
    return _end(n["M_p"], reach, n["M_p"] + n["M_S"], n["I_p"] + n["M_p"] * reach**2, n["T_0"])


SURGE = {
    "wiedemann-2.101": Formula("the equations of motion (2.101)", lambda cell: _of(cell)[1]),
    "wiedemann-2.101-slew": Formula("the equations of motion (2.101)", lambda cell: _of(cell)[0]),
}
