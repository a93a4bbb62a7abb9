"""Exact deflection of a Timoshenko member between its ends, from functions that neither cancel nor overflow."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from exact.series.powers import Law, state
from exact.timoshenko import SMALL, below, relative_stiffness, wave_number, waves
from flexarm.arrays import Array
from flexarm.quadrature import gauss

# Gauss points that integrate a member's deflection to round-off, and half of its waves.
_POINTS = 24


@dataclass(frozen=True, eq=False)
class ThickShape:
    """Deflection and rotation of the sections of one member in every mode, relative to its root section."""

    length: Array  # length of the member in each mode, m, shape (modes,)
    load: Array  # its z, shape (modes,)
    shear: Array  # its s, shape (modes,)
    rotary: Array  # its j, shape (modes,)
    absolute: NDArray[np.bool_]  # whether the member is long, and its ends in absolute coordinates, shape (modes,)
    ends: Array  # u, θL of the root section; w, φL relative to it or y, ϑL absolute of the tip, shape (modes, 4)

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return the deflection, 0, or the sections' rotation and its derivatives, 1 to 3, shape (modes, stations)."""
        xi = x / self.length[:, np.newaxis]
        (y, turn, force, moment), (u, root) = self._states(xi), self.ends[:, :2].T[..., np.newaxis]
        if derivative == 0:
            value = y - u - root * xi
        elif derivative == 1:
            value = turn - root
        else:
            value = moment if derivative == 2 else -force - (self.load * self.rotary)[:, np.newaxis] * turn
        return np.asarray(value / self.length[:, np.newaxis] ** derivative)

    def tip(self) -> Array:
        """Return deflection and rotation at the tip relative to the root, shape (2, modes)."""
        u, turn, deflection, rotation = self.ends.T
        held = np.where(self.absolute, np.stack([u + turn, turn]), 0.0)
        return np.asarray(
            (np.stack([deflection, rotation]) - held) / np.stack([np.ones_like(self.length), self.length])
        )

    def moments(self) -> Array:
        """Return ∫ w dx, ∫ w x dx and ∫ φ dx over the member, m², m³ and m, shape (3, modes)."""
        points, weights = gauss(_POINTS + int(np.max(0.5 * self.waves)))
        x = self.length[:, np.newaxis] * points
        deflection, rotation = (self(x, order) * (self.length[:, np.newaxis] * weights) for order in (0, 1))
        return np.stack([np.sum(one, axis=1) for one in (deflection, deflection * x, rotation)])

    @cached_property
    def waves(self) -> Array:
        """How far the phase runs from root to tip, rad, shape (modes,)."""
        return wave_number(self.load, self.shear, self.rotary)

    def _states(self, xi: Array) -> Array:
        """Return y, ϑ, Q and M (`exact.series.powers`) at fractions of the length, shape (4, modes, stations)."""
        whole = np.empty((4, len(self.length), xi.shape[-1]))
        for own, form in ((self.absolute, _of_waves), (~self.absolute, _of_powers)):
            if np.any(own):
                whole[:, own] = form(self.load[own], self.shear[own], self.rotary[own], self.ends[own].T, xi[own])
        return whole


def _of_powers(load: Array, shear: Array, rotary: Array, ends: Array, xi: Array) -> Array:
    """Return states of short members from the motion of the root and, relative to it, of the tip."""
    own, *_ = relative_stiffness(load, shear, rotary)
    # What pushes u and θ pushes root and tip.
    both, turned, force, moment = np.sum(own * ends, axis=1)
    start = np.array([*ends[:2], force - both, moment + force - turned])[..., np.newaxis]
    law = Law(np.zeros((len(load), 1, 3)), shear[:, np.newaxis], rotary[:, np.newaxis])
    return state(start, law, load[:, np.newaxis], xi)


def _of_waves(load: Array, shear: Array, rotary: Array, ends: Array, xi: Array) -> Array:
    """Return states of long members from the motion of both ends: two branches of each of two halves."""
    first, second, decay, wave, (c1, s1, c2, s2) = both = waves(load, shear, rotary)
    alike, opposite = below(load, shear, rotary, *both.halves[2:])
    apart, (u, root, y, turn) = first + second, ends
    deflected, turned = 0.5 * (y + u) / (apart * alike), 0.5 * (turn - root) / (apart * alike)
    swung, carried = (0.5 * (one + other) / (load * apart * opposite) for one, other in ((y, -u), (turn, root)))
    given = [
        second * s2 * deflected + c2 * turned,
        first * s1 * deflected - c1 * turned,
        wave**2 * s2 * carried - second * c2 * swung,
        first * c1 * swung - decay * s1 * carried,
    ]
    a, b, f, g, first, second, decay, wave, load = (
        one[:, np.newaxis] for one in (*given, first, second, decay, wave, load)
    )
    ch, sh = _decaying(decay, xi - 0.5)
    c, s = np.cos(wave * (xi - 0.5)), np.sin(wave * (xi - 0.5)) / wave
    return np.array(
        [
            a * ch + b * c + f * decay * sh + g * wave**2 * s,
            first * (a * sh + f * ch) + second * (g * c - b * s),
            load * (g * c - f * ch - a * sh - b * s),
            first * (a * ch + f * decay * sh) - second * (b * c + g * wave**2 * s),
        ]
    )


def _decaying(decay: Array, place: Array) -> tuple[Array, Array]:
    """Return cosh √μ₁ x and sinh(√μ₁ x)/√μ₁ at x from the middle, over cosh ½√μ₁ where that is in c₁ and σ₁."""
    rate, far = np.sqrt(np.maximum(np.abs(decay), np.finfo(float).tiny)), np.abs(place)
    scaled, less = decay >= SMALL, np.where(decay >= SMALL, rate, 0.0)
    rising, falling = np.exp(less * (far - 0.5)), np.exp(-less * (far + 0.5))
    most, sign = 1.0 + np.exp(-less), np.sign(place)
    small = np.where(scaled, 0.0, rate * place)
    near = np.where(decay > 0.0, np.cosh(small), np.cos(small)), np.where(decay > 0.0, np.sinh(small), np.sin(small))
    ch = np.where(scaled, (rising + falling) / most, near[0])
    return ch, np.where(scaled, sign * (rising - falling) / most, near[1]) / rate
