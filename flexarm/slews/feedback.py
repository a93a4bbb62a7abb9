"""Drives with states beside an arm in large motion: ẋ = A x + B φ, and torques −(C x + K φ + R φ̇).

What a drive is stands in `flexarm.closed_loop`, for eigenvalues, responses and slews alike. A reaction wheel has the
momentum h that a body has lost, in the base's axes at rest, and so has its motion: ḣ = −τ, τ = τ_drive − ω × h.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh

from flexarm.arrays import Array
from flexarm.closed_loop.control import Control
from flexarm.closed_loop.realisation import Drives, drive_states, drives
from flexarm.curves.curve import together
from flexarm.curves.rotations import cross
from flexarm.errors import QuestionError

# States of drives, most of them of long delays, that are followed within minutes.
_MOST = 200
# Frequencies of an arm that delays hold up to, by the first model, and by each that is finer as many more.
_DELAYED = 5
# Parts of mass in mass and stiffness that a frequency is read from, and squares of those, rad²/s², that are none.
_QUICK, _SLOW = 1e-14, 1e-9
DELAY_RULE = "delays by Padé's approximation, to 1e-8 of what passes at {highest:.4g} rad/s: {states} states"


@dataclass(frozen=True, eq=False)
class Feedback:
    """Drives, the motions that they act on and feel, and the wheels that take their torques.

    Motions are coordinates, and after them those that supports resist. States are those of drives, and the momenta of
    wheels after them.
    """

    drives: Drives
    places: NDArray[np.intp]  # motions, shape (drives,)
    stiffness: Array  # that drives are at rest, infinite with integral action, 0 of what holds nothing, shape (drives,)
    wheels: NDArray[np.intp]  # which of the drives wheels stand behind, shape (wheels,)
    scale: Array  # of states, of motions of a unit that are as quick as the arm's, shape (drives, states)
    delay_rule: str = ""
    gyroscopic: bool = True  # whether the momentum of wheels resists turning

    @property
    def states(self) -> int:
        """Number of states."""
        return len(self.drives.state) + len(self.wheels)

    def torques(self, x: Array, strained: Array, rates: Array) -> Array:
        """Return the drives' torques, shape (..., drives), from strains and rates of all motions, (..., motions)."""
        of, moved, count = self.drives, rates[..., self.places], len(self.drives.state)
        pulled = strained[..., self.places] @ of.springs.T + moved @ of.dampers.T
        whole = np.asarray(-pulled - x[..., :count] @ of.out.T)
        if self.gyroscopic and len(self.wheels) == 3:  # in space; in the plane all momenta stand across it
            whole[..., self.wheels] -= cross(moved[..., self.wheels], x[..., count:])
        return whole

    def changes(self, x: Array, strained: Array, rates: Array) -> Array:
        """Return ẋ, shape (..., states)."""
        of, count = self.drives, len(self.drives.state)
        own = x[..., :count] @ of.state.T + strained[..., self.places] @ of.into.T
        return together([own, -self.torques(x, strained, rates)[..., self.wheels]], 0)

    def momentum(self, x: Array) -> Array:
        """Return the wheels' momentum, N m s, shape (..., wheels)."""
        return x[..., len(self.drives.state) :]


def driven_frequencies(mass: Array, stiffness: Array, every: Sequence[Control], rows: Array) -> Array:
    """Return an arm's frequencies in its posture, rad/s, roughly, ascending: drives are springs as at 1 rad/s.

    Derivatives of the motions that they act on by the coordinates are given, shape (drives, n).
    """
    whole = stiffness.copy()
    for row, one in zip(rows, every, strict=True):
        top, below = one.parts(np.asarray(1j))
        whole += (abs(top / below) if below else 0.0) * np.outer(row, row)
    # Of mass against both: what has no mass is infinitely quick, what nothing holds has the frequency zero.
    parts = eigh(mass, mass + whole, eigvals_only=True)
    squares = 1.0 / np.maximum(parts, _QUICK) - 1.0
    return np.asarray(np.sqrt(squares[squares > _SLOW])[::-1])


def feedback(
    every: Sequence[Control], places: Sequence[int], wheels: Sequence[int], omega: Array, number: int, title: str
) -> Feedback:
    """Return drives that act on motions, some with wheels, from an arm's frequencies, rad/s, ascending.

    Delays hold up to the first of them in the first model, in others, by their number, up to more; where there are no
    more they have more sections.
    """
    finer = 1 if len(omega) >= _DELAYED * number else 2 ** (number - 1)
    omega = omega[: _DELAYED * number]
    each = drive_states(every, omega, finer)
    states = sum(each)
    if states > _MOST:
        raise QuestionError(
            f"{title}: its drives have {states} states in large motion, most of them of delays, {_MOST} are the most; "
            "shorten the delays, or ask for its frequency response (flexarm respond --frequency)"
        )
    delayed = any(one.delay for one in every)
    rule = DELAY_RULE.format(highest=float(np.max(omega, initial=0.0)) or 1.0, states=states) if delayed else ""
    stiffness = np.array([one.at_rest for one in every], np.float64)
    given, behind = drives(every, omega, finer), np.array(wheels, np.intp)
    own = np.repeat(np.eye(len(every)), each, axis=1)
    # States are no larger than what goes in, nor than what that rises by in a unit of time.
    sizes = np.minimum(1.0, np.max(np.abs(given.into.T), axis=1, initial=0.0))[:, np.newaxis] * own
    torque = np.diag(np.abs(given.springs) + np.abs(given.dampers)) + np.sum(np.abs(given.out), axis=1)
    scale = np.hstack([sizes, np.diag(torque)[:, behind]])
    return Feedback(given, np.array(places, np.intp), stiffness, behind, scale, rule)
