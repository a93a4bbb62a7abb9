"""The characteristic function f(s) = det(Q + P G(s)) of a closed loop, d = P/Q, and roots of it refined.

f is the determinant of the closed loop over that of the undamped arm: its zeros are the eigenvalues, those of controls
among them, and its poles are the undamped ones, ±iω. Beside the pole iω of one mode, φ, with G′ the rest of G and
p = s² + ω² = δ (δ + 2iω),

    p f(s) = det(Q + P G′) (p + φᵀ (Q + P G′)⁻¹ P φ)

is the determinant of Q + P G′ bordered by P φ, −φᵀ and p. It has no pole, and its zero δ keeps all its digits however
little the mode is damped. Where links damp, modes act on one another by W = s Ĉ + i Ĥ (`link_damping`), and all of them
stand in the border: f = det [[1 + W S, φᵀP], [−φ S, Q]], S = 1/(s² + ω²), one column times p beside its pole.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array
from flexarm.closed_loop.control import Control
from flexarm.closed_loop.receptance import Receptance

# Steps of the secant method, and how far from a root, relative, its first two points are apart.
_STEPS, _APART = 60, 1e-5
# Relative change of δ at which a root is refined; half-way there it may also stop getting better.
_REFINED, _NEARLY = 1e-15, 1e-9
# f has no digits where it is not so many times what round-off leaves.
_SOUND = 100.0
# Matrices of so many entries at a time.
_ENTRIES = 2_000_000


@dataclass(frozen=True, eq=False)
class Characteristic:
    """The characteristic function of an arm's receptance and of what drives it."""

    receptance: Receptance
    controls: Sequence[Control]

    def __call__(self, s: Array) -> Array:
        """Return f at points, shape (points,)."""
        if self.receptance.links is not None:
            size = len(self.receptance.omega) + len(self.controls)
            parts = np.array_split(s, 1 + len(s) * size**2 // _ENTRIES)
            return np.concatenate([np.linalg.det(self._coupled(one)) for one in parts])
        return np.asarray(np.linalg.det(self._loop(*self._parts(s), self.receptance(s))))

    def refined(self, start: complex, found: Sequence[complex] = ()) -> complex:
        """Return the root that the secant method finds from a start, others divided out; NaN where it finds none."""
        poles = self.receptance.omega
        mode = int(np.argmin(np.abs(start - 1j * poles)))
        if start.imag == 0.0:
            # On the real axis functions are real, and so are roots.
            mode = 0
        centre = 0.0 if start.imag == 0.0 else 1j * float(poles[mode])

        def value(delta: complex) -> complex:
            s = centre + delta
            square = s * s + poles[mode] ** 2 if centre == 0.0 else delta * (delta + 2.0 * centre)
            divided = np.prod([s - one for one in found]) if found else 1.0
            return complex(self._near(s, square, mode) / divided)

        return complex(centre + _secant(value, start - centre, abs(start)))

    def lost(self, s: complex) -> bool:
        """Say whether round-off leaves nothing of f at a point, where modes cancel one another."""
        point, at = np.array([s]), self.receptance
        # Rigid-body modes, which outweigh all others below these, are no loss of digits.
        if at.links is not None or abs(s) < np.min(at.omega[at.rigid :], initial=np.inf):
            return False
        above, below = (np.abs(part) for part in self._parts(point))
        noise = np.finfo(float).eps * np.prod(below + above * np.sum(at.size(point), axis=2), axis=1)
        return bool(np.abs(self(point))[0] < _SOUND * noise[0])

    def _near(self, s: complex, square: complex, mode: int) -> complex:
        """Return p f at s, where p has the value `square`, from G without one mode's part."""
        point = np.array([s])
        if self.receptance.links is not None:
            return complex(np.linalg.det(self._coupled(point, mode, square)[0]))
        above, below = self._parts(point)
        loop = self._loop(above, below, self.receptance.without(point, mode))[0]
        shape = self.receptance.shape[:, [mode]]
        border = above[0][:, np.newaxis] * shape
        return complex(np.linalg.det(np.block([[loop, border], [-shape.T, np.array([[square]])]])))

    def _loop(self, above: Array, below: Array, receptance: Array) -> Array:
        one = np.eye(len(self.controls))
        return np.asarray(one * below[:, np.newaxis] + above[:, :, np.newaxis] * receptance)

    def _coupled(self, s: Array, mode: int | None = None, square: complex = 0.0) -> Array:
        """Return the matrix whose determinant is f, or p f with one mode's p, at points, shape (points, n, n)."""
        at, (above, below) = self.receptance, self._parts(s)
        assert at.links is not None, "links that damp"
        modes, points = len(at.omega), len(s)
        squares = s[:, np.newaxis] ** 2 + at.omega**2
        diagonal = np.ones_like(squares)
        if mode is not None:
            squares[:, mode], diagonal[:, mode] = 1.0, square
        whole = np.zeros((points, modes + len(above[0]), modes + len(above[0])), dtype=complex)
        share = 1.0 / squares[:, np.newaxis, :]
        whole[:, :modes, :modes] = at.links(s) * share + np.eye(modes) * diagonal[:, np.newaxis, :]
        whole[:, :modes, modes:] = at.shape.T * above[:, np.newaxis, :]
        whole[:, modes:, :modes] = -at.shape * share
        whole[:, modes:, modes:] = np.eye(len(above[0])) * below[:, np.newaxis, :]
        return whole

    def _parts(self, s: Array) -> tuple[Array, Array]:
        """Return P and Q at points, shape (points, controls) each."""
        each = np.array([one.parts(s) for one in self.controls]).reshape(len(self.controls), 2, len(s))
        return each[:, 0].T, each[:, 1].T


def _secant(value: Callable[[complex], complex], start: complex, size: float) -> complex:
    """Return a zero near a start, NaN where there is none; `size` is what steps are small beside."""
    before, at = start * (1.0 + _APART) + 1e-14 * size * (start == 0.0), start
    of_before, of_at = value(before), value(at)
    last = np.inf
    for _ in range(_STEPS):
        if of_at == 0.0:
            return at
        if not np.isfinite(of_at) or of_at == of_before:
            break
        step = -of_at * (at - before) / (of_at - of_before)
        before, of_before, at = at, of_at, at + step
        if abs(step) <= _REFINED * abs(at):
            return at
        if abs(step) >= last and last <= _NEARLY * abs(at):
            return before
        of_at, last = value(at), abs(step)
    return at if last <= _NEARLY * abs(at) else complex(np.nan, np.nan)
