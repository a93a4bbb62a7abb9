"""Drives over time: what they act on and feel, the states that they have, and modes with them closed around.

A drive's torque is a load whose history is made by the motion: outputs, and what modes left out deflect under it, have
it as they have other loads. It feels the modes taken. In what follows n modes are beside m states of drives, each the
velocity of a coordinate of its own: q̈ + C q̇ + K q = f of n + m.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array
from flexarm.closed_loop.control import Control
from flexarm.closed_loop.realisation import Drives, drive_states, drives
from flexarm.errors import QuestionError
from flexarm.frames import turned_back
from flexarm.section_loads import SectionLoads, held_loads, no_loads
from flexarm.superposition import Feedback
from flexarm.tree import Held, Tree

# States of drives, most of them of long delays, that are carried within seconds.
_MOST = 400
# A motion that has grown by e to this squared is a part of what float64 holds.
_GROWN = 250.0
DELAY_RULE = (
    "delays by Padé's approximation, to 1e-8 of what passes at the frequencies of the modes taken, {highest:.6g} rad/s "
    "at most: {states} states; their eigenvalues, margins and frequency response are exact"
)


@dataclass(frozen=True, eq=False)
class Controls:
    """What drives are, and what motion they feel of n coordinates, shape (controls, n).

    `supports` are the names of what those in supports act on, empty for others.
    """

    drives: Drives
    felt: Array
    supports: tuple[str, ...]
    delay_rule: str = ""

    @property
    def states(self) -> int:
        """Number of states of drives."""
        return len(self.drives.state)

    def feedback(self, omega: Array, damping: Array) -> Feedback:
        """Return K and C of modes and states, from the modes' own frequencies, rad/s, and damping, 1/s, (n, n)."""
        of, modes, states = self.drives, len(omega), self.states
        pulled, moved = self.felt.T @ of.springs @ self.felt, self.felt.T @ of.dampers @ self.felt
        none, still = np.zeros((modes, states)), np.zeros((states, states))
        stiffness = np.block([[np.diag(omega**2) + pulled, none], [-of.into @ self.felt, still]])
        return Feedback(stiffness, np.block([[damping + moved, self.felt.T @ of.out], [none.T, -of.state]]))

    def torques(self, displacement: Array, velocity: Array) -> Array:
        """Return the torques of drives, shape (times, controls), from n + m coordinates, shape (times, n + m)."""
        modes, of = self.felt.shape[1], self.drives
        q, v, x = displacement[:, :modes], velocity[:, :modes], velocity[:, modes:]
        return np.asarray(-(q @ self.felt.T @ of.springs.T + v @ self.felt.T @ of.dampers.T + x @ of.out.T))

    def folded(self, weights: Array, rates: Array) -> tuple[Array, Array]:
        """Return what outputs have of n + m coordinates and loads, and of velocities, the torques' share in them.

        The last of the loads are the torques.
        """
        modes, of = self.felt.shape[1], self.drives
        of_torques, still = weights[len(weights) - len(self.felt) :], np.zeros((self.states, *weights.shape[1:]))
        q = weights[:modes] - np.tensordot((of.springs @ self.felt).T, of_torques, 1)
        v = rates - np.tensordot((of.dampers @ self.felt).T, of_torques, 1)
        x = -np.tensordot(of.out.T, of_torques, 1)
        return np.concatenate([q, still, weights[modes:]]), np.concatenate([v, x])


def controls_felt(every: Sequence[Control], felt: Array, omega: Array, title: str) -> Controls:
    """Return controls beside modes of some frequencies, rad/s, by the motion that they feel, shape (controls, n)."""
    states, delayed = sum(drive_states(every, omega)), [one for one in every if one.delay]
    if states > _MOST:
        raise QuestionError(
            f"{title}: its drives have {states} states over time, most of them of delays, {_MOST} are the most; take "
            "fewer modes, or ask for its frequency response (flexarm respond --frequency)"
        )
    rule = DELAY_RULE.format(highest=float(np.max(omega)), states=states) if delayed else ""
    supports = tuple(one.place.name if isinstance(one.place, Held) else "" for one in every)
    return Controls(drives(every, omega), felt, supports, rule)


def require_bearable(feedback: Feedback, duration: float, title: str) -> None:
    """Refuse a motion that grows, within a duration, s, beyond what energies in float64 hold."""
    rate = float(np.max(np.linalg.eigvals(feedback.matrix).real))
    if rate * duration > _GROWN:
        raise QuestionError(
            f"{title}: its drives make it unstable, and its motion grows at {rate:.3g} 1/s, in {duration:g} s beyond "
            f"float64; take a duration of less than {_GROWN / rate:.2g} s, or ask for its eigenvalues"
        )


def control_loads(parts: Tree, every: Sequence[Control]) -> SectionLoads:
    """Return a unit force or torque on every motion that is driven, a pattern each."""
    loads = no_loads(parts, len(every))
    roots = {link.root: k for k, link in enumerate(parts.links)}
    resisted = {i: one.place for i, one in enumerate(every) if isinstance(one.place, Held)}
    for i, one in enumerate(every):
        if isinstance(one.place, Held):
            continue
        section, number = one.place
        freedoms = parts.sections[section].freedoms
        assert freedoms is not None, "a freedom that is driven"
        if section:
            loads.joints[i, roots[section], number] = 1.0
            continue
        unit = np.eye(parts.components)[freedoms.places[number]]
        loads.base[i] = unit if freedoms.axes is None else turned_back(unit, freedoms.axes)
    if not resisted:
        return loads
    return loads + held_loads(parts, list(resisted.values())).mixed(np.eye(len(every))[:, list(resisted)])
