"""How many eigenvalues lie within a circle: the argument principle on the characteristic function.

The function is real on the real axis, so that the upper half of the circle tells all: the argument changes by π times
the number of zeros less that of poles within. The poles are known: undamped frequencies, counted.
"""

import numpy as np

from flexarm.arrays import Array
from flexarm.closed_loop.characteristic import Characteristic

# Between neighbouring points the argument turns by less than this, or more points are put there.
_TURN = np.pi / 6.0
# Points to begin with, and bisections of the arc between two of them at most.
_POINTS, _BISECTIONS = 128, 44
# Points beside each known zero or pole near the circle: at distances from the nearest on, times these.
_BESIDE = np.array([-64.0, -16.0, -4.0, -1.0, -0.25, 0.0, 0.25, 1.0, 4.0, 16.0, 64.0])


def count_within(of: Characteristic, radius: float, known: Array) -> int | None:
    """Return the number of eigenvalues of size below a radius, rad/s, with zero and with conjugates; None: undecided.

    Zeros of the upper half plane that are known say where points must be near.
    """
    delay = max((one.delay for one in of.controls), default=0.0)
    angles = [np.linspace(0.0, np.pi, _POINTS + int(4.0 * delay * radius))]
    for one in [*known, *(1j * of.receptance.omega)]:
        beside = abs(abs(one) - radius) / radius
        if beside < 0.1:
            angles.append(np.angle(one) + max(beside, 1e-12) * _BESIDE)
    turned = _turned(of, 0.0, radius, np.unique(np.clip(np.concatenate(angles), 0.0, np.pi)))
    return None if turned is None else turned + _poles(of, 0.0, radius)


def multiplicity(of: Characteristic, root: complex, radius: float) -> int | None:
    """Return the number of eigenvalues within a small circle about one; None: undecided."""
    turned = _turned(of, root, radius, np.linspace(0.0, 2.0 * np.pi, _POINTS))
    return None if turned is None or turned % 2 else turned // 2 + _poles(of, root, radius)


def _poles(of: Characteristic, centre: complex, radius: float) -> int:
    """Return the number of eigenvalues of the undamped arm within a circle."""
    omega = of.receptance.omega
    return int(np.sum(np.abs(np.concatenate([1j * omega, -1j * omega]) - centre) < radius))


def _turned(of: Characteristic, centre: complex, radius: float, angle: Array) -> int | None:
    """Return by how many half turns f turns along an arc; None: undecided."""
    for _ in range(_BISECTIONS):
        value = of(centre + radius * np.exp(1j * angle))
        if not np.all(np.isfinite(value)) or np.any(value == 0.0):
            return None
        step = np.angle(value[1:] / value[:-1])
        wide = np.abs(step) > _TURN
        # A zero beside a pole turns to and fro between two points, and shows in the size alone.
        wide |= np.abs(np.log(np.abs(value[1:] / value[:-1]))) > 1.0
        if not np.any(wide):
            whole = float(np.sum(step)) / np.pi
            return round(whole) if abs(whole - round(whole)) < 1e-3 else None
        angle = np.sort(np.concatenate([angle, 0.5 * (angle[1:] + angle[:-1])[wide]]))
    return None
