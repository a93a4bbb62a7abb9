"""What grows by itself: small motion about postures on a way, by its eigenvalues, and what of it drives make grow.

A posture is where joints and the base are by now that nothing holds; what is held is as at the start.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from flexarm.arrays import Array, ComplexArray
from flexarm.slews.driven import Driven
from flexarm.slews.tangent import derivatives

# Postures are others where a joint has turned by as much, rad: masses go by cosines of angles, and change little in
# between. How many are asked at most: each is an eigenvalue problem.
_APART, _POSTURES = 0.2, 16
# Eigenvalues with less of a real part than this one's share of their size, or of one over the duration, do not grow.
_GROWING, _GROWN = 1e-6, 1e-2
# Drives make grow what grows faster with them than without by more than this part.
_FASTER = 1e-2


class Growth(NamedTuple):
    """What drives make grow the fastest: e^(rate t), 1/s, swinging at a frequency, rad/s; rate 0 for nothing.

    At a time on a way, s; of so many postures that were asked in so many, in the first of them at another time.
    """

    rate: float = 0.0
    frequency: float = 0.0
    time: float = np.nan
    first: float = np.nan
    unstable: int = 0
    postures: int = 0

    @property
    def words(self) -> str:
        """What grows, empty for nothing."""
        if not self.rate:
            return ""
        swinging = f", swinging at {self.frequency:.4g} rad/s" if self.frequency else ""
        others = f"; in {self.unstable} of {self.postures} postures on the way it grows, first at {self.first:.4g} s"
        return (
            f"by its drives small motion about the posture at {self.time:.4g} s grows by a factor e in "
            f"{1.0 / self.rate:.3g} s{swinging}{others * (self.postures > 1)}"
        )


def growing(driven: Driven, y: Array) -> list[ComplexArray]:
    """Return what grows about postures on a way, by eigenvalues, 1/s, where drives may make something grow."""
    return [] if driven.chain.feedback is None else [_growing(driven, *one) for one in _postures(driven, y)]


def growth_by_drives(driven: Driven, y: Array) -> Growth:
    """Return what of an arm, on a way, its drives make grow."""
    found, postures = [], [] if driven.chain.feedback is None else _postures(driven, y)
    without = replace(driven, chain=replace(driven.chain, feedback=None))
    for t, state in postures:
        own, plain = (_fastest(_growing(one, t, state[: len(one.start)])) for one in (driven, without))
        least = np.append(plain.real, np.zeros(len(own)))[: len(own)]
        found += [(s.real, abs(s.imag), t) for s in own[own.real > (1.0 + _FASTER) * least][:1]]
    return Growth(*max(found), found[0][2], len(found), len(postures)) if found else Growth()


def _growing(driven: Driven, t: float, y: Array) -> ComplexArray:
    """Return eigenvalues, 1/s, by which small motion grows about the posture that a state is in, ascending."""
    count, still = len(driven.free), y.copy()
    still[count : 2 * count] = 0.0
    s = np.linalg.eigvals(derivatives(driven, driven.given(np.asarray(t)).frozen, still))
    return np.sort_complex(s[s.real > np.maximum(_GROWING * np.abs(s), _GROWN / driven.manoeuvre.duration)])


def _fastest(s: ComplexArray) -> ComplexArray:
    return s[np.argsort(-s.real)]


def _postures(driven: Driven, y: Array) -> list[tuple[float, Array]]:
    """Return times and states of a way, shape (samples, states), in postures that differ, the start among them."""
    chain, times, states = driven.chain, driven.manoeuvre.times[: len(y)], np.array(y)
    held = chain.elastic.copy()
    # Beside a quaternion's scalar its vector does not stand alone.
    held[chain.attitude or slice(0)] = False
    own = np.flatnonzero(held[driven.free])
    states[:, own] = chain.rest[driven.free[own]]
    q = driven.whole(driven.given(times), states)[0][:, : chain.size] / chain.scale
    chosen, away = [0], np.full(len(y), np.inf)
    while len(chosen) < _POSTURES:
        # The next is the farthest from those that are chosen.
        away = np.minimum(away, np.max(np.abs(q - q[chosen[-1]]), axis=1, initial=0.0))
        if not np.max(away) > _APART:
            break
        chosen.append(int(np.argmax(away)))
    return [(float(times[k]), states[k]) for k in sorted(chosen)]
