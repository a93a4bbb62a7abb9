"""How many eigenvalues lie within a circle: the argument principle on the characteristic function.

The function is real on the real axis, so that the upper half of the circle tells all: the argument changes by π times
the number of zeros less that of poles within. The poles are known: undamped frequencies, counted. With a loss factor it
is not, and has eigenvalues in the upper half plane alone: a line just above the real axis closes the half circle.
"""

from collections.abc import Callable

import numpy as np

from flexarm.arrays import Array
from flexarm.closed_loop.characteristic import Characteristic

# Between neighbouring points the argument turns by less than this, or more points are put there.
_TURN = np.pi / 6.0
# Points to begin with, also about a single root, and bisections of the arc between two of them at most.
_POINTS, _AROUND, _BISECTIONS = 128, 32, 44
# So many points are more than any function turns for: what is left of it is round-off.
_MOST = 30_000
# With a loss factor, eigenvalues lie this far above the real axis, in radians.
LOSSY = 1e-6
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
    least = LOSSY * (of.receptance.links is not None and of.receptance.links.lossy)
    places = np.unique(np.clip(np.concatenate(angles), least, np.pi - least))
    turned = _turned(of, lambda angle: radius * np.exp(1j * angle), places)
    if not least:
        whole = _whole(turned)
    else:
        line = radius * np.cos(least) * np.linspace(-1.0, 1.0, _POINTS)
        whole = _whole(turned + _turned(of, lambda place: place + 1j * radius * np.sin(least), line))
    return None if whole is None else whole + _poles(of, 0.0, radius)


def multiplicity(of: Characteristic, root: complex, radius: float) -> int | None:
    """Return the number of eigenvalues within a small circle about one; None: undecided."""
    around = np.linspace(0.0, 2.0 * np.pi, _AROUND)
    turned = _whole(_turned(of, lambda angle: root + radius * np.exp(1j * angle), around))
    return None if turned is None or turned % 2 else turned // 2 + _poles(of, root, radius)


def _poles(of: Characteristic, centre: complex, radius: float) -> int:
    """Return the number of eigenvalues of the undamped arm within a circle."""
    omega = of.receptance.omega
    return int(np.sum(np.abs(np.concatenate([1j * omega, -1j * omega]) - centre) < radius))


def _turned(of: Characteristic, path: Callable[[Array], Array], places: Array) -> float:
    """Return by how many half turns f turns along a path; NaN: undecided."""
    for _ in range(_BISECTIONS):
        value = of(path(places))
        if len(places) > _MOST or not np.all(np.isfinite(value)) or np.any(value == 0.0):
            return np.nan
        step = np.angle(value[1:] / value[:-1])
        wide = np.abs(step) > _TURN
        # A zero beside a pole turns to and fro between two points, and shows in the size alone.
        wide |= np.abs(np.log(np.abs(value[1:] / value[:-1]))) > 1.0
        if not np.any(wide):
            return float(np.sum(step)) / np.pi
        places = np.sort(np.concatenate([places, 0.5 * (places[1:] + places[:-1])[wide]]))
    return np.nan


def _whole(turned: float) -> int | None:
    return round(turned) if abs(turned - round(turned if np.isfinite(turned) else 0.0)) < 1e-3 else None
