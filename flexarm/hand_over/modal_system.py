"""An arm's modes between inputs and outputs, q̈ + 2ζω q̇ + ω² q = f u and y = w q + r q̇ + d u, and what of it is kept."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.forced_response.forms import Named, forms
from flexarm.forced_response.motion import Response

# An input that does no work on a mode, or a mode that does not show in an output, does so to round-off only.
_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class ModalSystem:
    """Modes between inputs and outputs; the first, `rigid` of them, are rigid-body modes, of angular frequency zero.

    ω, rad/s, and 2ζω, 1/s, shape (modes,); f, modal force of a unit of every input, shape (inputs, modes); w and r,
    what outputs have of modal displacements and velocities, shape (modes, outputs); and d, what they have of the inputs
    at once, shape (inputs, outputs): the static part of modes left out; and of inputs' second derivatives, `swing`, of
    bodies that supports carry along, None for nothing.
    """

    rigid: int
    angular_frequency: Array
    damping: Array
    forces: Array
    weights: Array
    rates: Array
    direct: Array
    swing: Array | None = None

    @property
    def damping_ratio(self) -> Array:
        """ζ of the modes that are no rigid-body modes."""
        elastic = slice(self.rigid, None)
        return np.asarray(0.5 * self.damping[elastic] / self.angular_frequency[elastic])

    def kept(self, modes: NDArray[np.intp], correct: bool) -> "ModalSystem":
        """Return the system in its rigid-body modes and some others, by their places among these, ascending.

        What the rest would deflect under the momentary inputs joins the direct part where it is to `correct`.
        """
        stay = np.concatenate([np.arange(self.rigid), self.rigid + modes])
        rest = np.setdiff1d(np.arange(len(self.angular_frequency)), stay)
        static = (self.forces[:, rest] / self.angular_frequency[rest] ** 2) @ self.weights[rest]
        return replace(
            self,
            angular_frequency=self.angular_frequency[stay],
            damping=self.damping[stay],
            forces=self.forces[:, stay],
            weights=self.weights[stay],
            rates=self.rates[stay],
            direct=self.direct + static if correct else self.direct,
        )

    def between(self, inputs: Sequence[int], outputs: Sequence[int]) -> "ModalSystem":
        """Return the system between some of its inputs and some of its outputs, by their places."""
        return replace(
            self,
            forces=self.forces[inputs],
            weights=self.weights[:, outputs],
            rates=self.rates[:, outputs],
            direct=self.direct[np.ix_(inputs, outputs)],
        )

    def without_round_off(self, input_units: Sequence[str], output_units: Sequence[str]) -> "ModalSystem":
        """Return the system with zeros for what is round-off beside others of its unit in the same mode."""
        omega = self.angular_frequency[:, np.newaxis]
        shown = _significant(np.hypot(self.weights, omega * self.rates).T, output_units).T
        forces = np.where(_significant(self.forces, input_units), self.forces, 0.0)
        return replace(
            self, forces=forces, weights=np.where(shown, self.weights, 0.0), rates=np.where(shown, self.rates, 0.0)
        )


def modal_system(response: Response, showing: Sequence[Named]) -> ModalSystem:
    """Return the modes of a response between its loads and outputs."""
    weights, rates = forms(response, showing)
    coordinates, count = response.coordinates, response.count
    forces = coordinates.forces(response.patterns.loads)
    omega = coordinates.angular_frequency
    return ModalSystem(
        coordinates.rigid_count, omega, response.modal_damping, forces, weights[:count], rates, weights[count:]
    )


def contributions(system: ModalSystem) -> Array:
    """Return how much every mode but the rigid-body ones contributes, from 0 to 1, shape (modes,).

    Of a pair of input and output a mode's gain is that of its peak in resonance, |f| |w + iω r| / (2 ζ √(1 − ζ²) ω²),
    the H∞ norm of the mode alone where r = 0 and ζ < 1/√2, and its static gain |f| |w| / ω² above that ζ; where a mode
    has no damping, and a peak without bound, all are compared by |f| |w + iω r| / ω². The contribution is the gain over
    the sum of all modes' gains, the largest among the pairs.
    """
    elastic = slice(system.rigid, None)
    omega, zeta = system.angular_frequency[elastic], system.damping_ratio
    shown = np.hypot(system.weights[elastic], system.rates[elastic] * omega[:, np.newaxis]).T
    gains = abs(system.forces[:, np.newaxis, elastic] * shown[np.newaxis]) * _peak(zeta) / omega**2
    total = gains.sum(axis=2, keepdims=True)
    shares = gains / np.where(total > 0.0, total, 1.0)
    return np.asarray(shares.max(axis=(0, 1)))


def _peak(zeta: Array) -> Array:
    """Return the height of resonance over the static gain; 1 for all where any of them is without bound."""
    if not np.all(zeta > 0.0):
        return np.ones_like(zeta)
    light = np.minimum(zeta, np.sqrt(0.5))
    return np.asarray(1.0 / (2.0 * light * np.sqrt(1.0 - light**2)))


def _significant(rows: Array, units: Sequence[str]) -> NDArray[np.bool_]:
    """Return where rows, shape (rows, modes), are more than round-off of the largest of their unit in the mode."""
    kinds = np.array(units)
    largest = np.array([np.max(abs(rows[kinds == unit]), axis=0) for unit in units]).reshape(rows.shape)
    return np.asarray(abs(rows) > _ROUNDING * largest)
