"""Wiedemann's Shuttle, free in space, while its rigid arm rises (2002, section 2.10, case 3): what momentum leaves.

The arm turns by α about x, at d from the Shuttle's centre: r = d + l (0, −cos α, sin α). Its motor acts on both. There
is no momentum at the start, nor later, whatever the torque is; with μ = M_p M_S / (M_p + M_S), in the Shuttle's axes,

    (I_S + I_p + μ (r² − r rᵀ)) ω = α̇ (I_p x − μ r × r′),   (M_p + M_S) v = −M_p (ω × r + α̇ r′).
"""

from functools import cache

import numpy as np
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from compare.published.cell import Cell
from compare.routes.formula import Formula
from flexarm.arrays import Array
from flexarm.curves.rotations import skew

# What the arm rises by, rad.
_RISEN = np.pi / 2.0


@cache
def _moved(masses: tuple[float, float], inertias: tuple[float, ...], place: tuple[float, float], reach: float) -> Array:
    """Return how the Shuttle has moved, m, and turned, a rotation vector, rad, shape (6,).

    Given are the masses of payload and Shuttle, kg, the inertias of the payload about any axis and of the Shuttle about
    x, y and z, kg m², where the joint is, along x and y, m, and how far the payload's centre is from it, m.
    """
    payload, shuttle = masses
    of_payload, of_shuttle = inertias[0] * np.eye(3), np.diag(inertias[1:])

    def slopes(angle: float, state: Array) -> Array:
        """Return place and turn of the Shuttle, differentiated by the arm's angle, shape (12,)."""
        across = skew(np.array([*place, 0.0]) + reach * np.array([0.0, -np.cos(angle), np.sin(angle)]))
        rising = reach * np.array([0.0, np.sin(angle), np.cos(angle)])
        shared, turn = payload * shuttle / (payload + shuttle), state[3:].reshape(3, 3)
        carried = of_payload + of_shuttle - shared * across @ across
        spin = np.linalg.solve(carried, of_payload[0] - shared * across @ rising)
        moving = -payload / (payload + shuttle) * (rising - across @ spin)
        return np.concatenate([turn @ moving, (turn @ skew(spin)).ravel()])

    start = np.concatenate([np.zeros(3), np.eye(3).ravel()])
    end = solve_ivp(slopes, (0.0, _RISEN), start, rtol=1e-9, atol=1e-9).y[:, -1]
    return np.concatenate([end[:3], Rotation.from_matrix(end[3:].reshape(3, 3)).as_rotvec()])


def _of(cell: Cell) -> Array:
    """Return what a cell's Shuttle does, shape (6,)."""
    n = cell.numbers
    inertias = n["I_p"], n["I_Sx"], n["I_Sy"], n["I_Sz"]
    return _moved((n["M_p"], n["M_S"]), inertias, (n["Delta_x"], n["Delta_y"]), n["L"] + n["a"])


_MOMENTUM = "the momentum that there is not"
FREE_SHUTTLE = {
    "wiedemann-2.10-pitch": Formula(_MOMENTUM, lambda cell: float(abs(_of(cell)[3]))),
    "wiedemann-2.10-translation": Formula(_MOMENTUM, lambda cell: float(np.max(np.abs(_of(cell)[:3])))),
}
