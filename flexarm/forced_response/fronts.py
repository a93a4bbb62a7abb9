"""What of a load case sets modes in motion that are too quick to follow at rest: jumps, bends, impacts, swings.

A mode's response to a load's history p has r beside p itself, r̈ + c ṙ + ω² r = −p̈ − c ṗ. A jump Δ of p leaves |r| ≤ Δ,
a jump of ṗ leaves Δ/ω, and an impulse, which is no part of p, 1/ω of itself as displacement; light damping makes them
decay. As long as p changes, damping makes r lag by c ṗ/ω²; a wave A sin Ωt keeps it within 2A (Ω² + cΩ)/(ω² − Ω²).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array
from flexarm.forced_response.motion import Response
from flexarm.forced_response.patterns import impulse, initial_loads
from flexarm.links import Link
from flexarm.load_cases import Rayleigh
from flexarm.section_loads import SectionLoads

# Modes damped more than this are not reckoned to decay.
_LIGHT = 0.9


@dataclass(frozen=True, eq=False)
class Fronts:
    """Fronts alike: of each the loads' shares, (fronts, loads), and since when, s; −∞ for what lasts.

    A mode moves by the force on it over ω to the power of `order`.
    """

    shares: Array
    order: int
    time: Array


def front_patterns(response: Response) -> SectionLoads:
    """Return the patterns that fronts are made of: the loads, with dampers' torques, what is let go, and impulses."""
    case, parts = response.case, response.coordinates.parts
    started = initial_loads(parts, case.initial), impulse(parts, case.initial)
    return SectionLoads.joined([response.patterns.loads, *started])


def fronts(response: Response) -> list[Fronts]:
    """Return all fronts in modes above those taken, of the patterns that `pushing` returns."""
    loads = len(response.patterns.histories)

    def placed(shares: Array, first: int) -> Array:
        return np.pad(shares, ((0, 0), (first, loads + 2 - first - shares.shape[1])))

    jumps, bends = _steps(response)
    swell, begun = np.array([[_decay(response)[1]]]), response.forcing.breaks[:-1]
    made = [
        Fronts(placed(swell * jumps, 0), 2, begun),
        Fronts(placed(swell * bends, 0), 3, begun),
        Fronts(placed(swell, loads), 2, np.zeros(1)),
        Fronts(placed(swell, loads + 1), 1, np.zeros(1)),
    ]
    for sizes, order in _lasting(response, bends):
        made.append(Fronts(placed(np.diag(sizes), 0), order, np.full(loads, -np.inf)))
    if response.controls is not None:
        made.append(Fronts(placed(np.diag(2.0 * _driven(response)), 0), 2, np.full(loads, -np.inf)))
    # A damper's torque may change as quickly as it deflects.
    torques, first = _torques(response), response.damper_places.start
    return [*made, Fronts(placed(np.diag(2.0 * torques), first), 2, np.full(len(torques), -np.inf))]


def largest_sum(each: Array, time: Array, decay: float) -> Array:
    """Return the most that fronts of sizes, (outputs, fronts), ever add up to as they decay, shape (outputs,)."""
    lasting = np.isneginf(time)
    total, most, before = np.zeros(len(each)), np.zeros(len(each)), 0.0
    for front in np.argsort(time)[np.count_nonzero(lasting) :]:
        total = total * np.exp(-decay * (time[front] - before)) + each[:, front]
        most, before = np.maximum(most, total), time[front]
    return np.asarray(most + np.sum(each[:, lasting], axis=1))


def decay_rate(response: Response) -> float:
    """Return at what rate, 1/s, modes left out lose at least what fronts leave."""
    return _decay(response)[0]


def _decay(response: Response) -> tuple[float, float]:
    """Return that rate, and how far beyond modes without damping they may swing."""
    damping, omega = _highest_damping(response), response.coordinates.angular_frequency[-1]
    ratio = 0.5 * damping / omega
    creeping = _stiffness_damping(response) > 0.0
    return (0.0, 1.0) if creeping or ratio > _LIGHT else (0.5 * damping, float(1.0 / np.sqrt(1.0 - ratio**2)))


def _highest_damping(response: Response) -> float:
    """Return the damping of the highest mode taken, 1/s."""
    alone = None if response.links is None else response.links.alone
    return float(response.modal_damping[-1] + (0.0 if alone is None else alone[-1]))


def _stiffness_damping(response: Response) -> float:
    """Return how much of the damping goes with stiffness, β of Rayleigh's or of links, s."""
    given = response.case.damping.stiffness if isinstance(response.case.damping, Rayleigh) else 0.0
    links = () if response.damped is None else response.damped.links
    return given + max((link.stiffness_damping for link in links if isinstance(link, Link)), default=0.0)


def _steps(response: Response) -> tuple[Array, Array]:
    """Return by how much loads and their rates jump where pieces begin, each of shape (pieces, loads)."""
    histories = response.histories
    pieces, widths, none = np.arange(len(histories.start)), histories.widths, np.zeros((1, histories.modes))

    def jumped(begun: Array, ended: Array) -> Array:
        return np.asarray(begun - np.concatenate([none, ended[:-1]]))

    values = histories.values(pieces, 0.0 * widths), histories.values(pieces, widths)
    rates = histories.rates(pieces, 0.0 * widths), histories.rates(pieces, widths)
    return jumped(*values), jumped(*rates)


def _lasting(response: Response, bends: Array) -> Iterator[tuple[Array, int]]:
    """Yield what lasts of every load, shape (loads,), with its order."""
    histories, damping = response.histories, _highest_damping(response)
    omega, stiff = response.coordinates.angular_frequency[-1], _stiffness_damping(response)
    changing = np.max(np.abs(histories.slopes), axis=0, initial=0.0)
    changing = changing + largest_sum(np.abs(bends).T, histories.breaks[:-1], decay_rate(response))
    yield stiff * changing, 2
    yield (damping / omega - stiff * omega) * changing, 3
    waves = histories.harmonic
    size, frequency = np.max(np.hypot(*waves.states.transpose(2, 0, 1)), axis=0, initial=0.0), waves.angular_frequency
    with np.errstate(divide="ignore"):
        beside = 2.0 * size * (frequency**2 + damping * frequency) / np.maximum(1.0 - (frequency / omega) ** 2, 0.0)
    yield beside @ np.abs(waves.forces) if len(beside) else np.zeros(histories.modes), 4
    if response.statics is None:
        ends = np.abs(histories.start), np.abs(histories.end)
        yield np.max(ends, axis=(0, 1), initial=0.0) + size @ np.abs(waves.forces), 2


def _driven(response: Response) -> Array:
    """Return the largest torques of drives among many times, as loads after those of the case, shape (loads,)."""
    assert response.controls is not None, "drives"
    moved = response.survey
    each = response.controls.torques(moved.displacement, moved.velocity)
    # Those that feel the same act together.
    _, first, alike = np.unique(response.controls.felt, axis=0, return_index=True, return_inverse=True)
    torques = np.zeros(each.shape[1])
    torques[first] = np.max(np.abs(each @ np.eye(len(first))[np.ravel(alike)]), axis=0)
    return np.pad(torques, (len(response.patterns.histories) - len(torques), 0))


def _torques(response: Response) -> Array:
    """Return the largest torque of every damper, N m, among many times, shape (dampers,)."""
    velocity = response.survey.velocity[:, : response.count]
    return np.asarray(np.max(np.abs(velocity @ response.damper_forces.T), axis=0))
