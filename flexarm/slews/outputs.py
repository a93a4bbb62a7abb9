"""What of an arm's large motion is told: how its end, its joints and its links go, torques, energies and momenta."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.curves.curve import Shape
from flexarm.slews.chain import State
from flexarm.slews.driven import Driven, torques
from flexarm.slews.integration import Passage

# States that are looked at together: some tens of MB for links of a hundred coordinates.
_TOGETHER = 100


class History(NamedTuple):
    """One output over time, shape (samples,), its unit, and what it is in words."""

    values: Array
    units: str
    long_name: str


@dataclass(frozen=True, eq=False)
class _Instants:
    """An arm at some times: its coordinates, all that moves, and the same arm as if its links did not deform."""

    arm: Arm
    driven: Driven
    times: Array
    q: Array
    rates: Array
    accelerations: Array
    state: State
    straight: State


def histories(passage: Passage, arm: Arm) -> dict[str, History]:
    """Return all outputs of an arm's way through a manoeuvre, by their names.

    Parameters
    ----------
    passage
        The way.
    arm
        The arm.
    """
    parts = [dict(_outputs(one)) for one in _instants(passage, arm)]
    return {
        name: History(np.concatenate([part[name].values for part in parts]), first.units, first.long_name)
        for name, first in parts[0].items()
    }


def _instants(passage: Passage, arm: Arm) -> Iterator[_Instants]:
    driven, times = passage.driven, passage.driven.manoeuvre.times
    elastic = np.diag(driven.chain.stiffness) > 0.0
    for start in range(0, len(times), _TOGETHER):
        t, y = times[start : start + _TOGETHER], passage.y[start : start + _TOGETHER]
        q, rates, _ = driven.whole(t, y)
        straight = driven.chain.state(np.where(elastic, 0.0, q), 0.0 * q)
        state = driven.chain.state(q, rates)
        yield _Instants(arm, driven, t, q, rates, driven.accelerations(t, y), state, straight)


def _outputs(at: _Instants) -> Iterator[tuple[str, History]]:
    yield from _end(at)
    for k, link in enumerate(at.arm.links, 1):
        if link.joint.turns:
            yield f"joint{k}_angle", History(at.q[..., at.driven.joint(k)], "rad", f"angle of joint {k}")
    yield from _torques(at)
    yield from _links(at)
    if at.arm.base.kind != "fixed":
        base = at.state.sections[0]
        moved = base.places[..., -1].real, base.places[..., -1].imag, base.turns[..., -1]
        for one, name, unit in zip(moved, ("x", "y", "rotation"), ("m", "m", "rad"), strict=True):
            yield f"base_{name}", History(one, unit, f"{name} of the base's centre")
    yield from _balances(at)


def _end(at: _Instants) -> Iterator[tuple[str, History]]:
    """Yield how the payload's centre goes, or the last link's tip."""
    moved, straight = (_last(state) for state in (at.state, at.straight))
    words = "the payload's centre of mass" if at.arm.payload else "the last link's tip"
    place, gap = moved.places[..., -1], moved.places[..., -1] - straight.places[..., -1]
    yield "end_x", History(place.real, "m", f"x of {words}, from the base's centre at rest")
    yield "end_y", History(place.imag, "m", f"y of {words}, from the base's centre at rest")
    yield "end_rotation", History(moved.turns[..., -1], "rad", f"rotation at {words}")
    told = f"distance of {words} from where links that do not deform, so turned, would have it"
    yield "end_deviation", History(np.abs(gap), "m", told)


def _last(state: State) -> Shape:
    return next((one.at for one in state.inertias if one.name == "payload"), state.sections[-1])


def _torques(at: _Instants) -> Iterator[tuple[str, History]]:
    given = torques(at.driven, at.times, at.q, at.rates, at.state, at.accelerations)
    for part in at.driven.manoeuvre.turned:
        k = at.driven.joint(part.joint)
        yield f"joint{part.joint}_torque", History(given[..., k], "N m", f"torque of joint {part.joint}'s drive")
        power = given[..., k] * at.rates[..., k]
        yield f"joint{part.joint}_power", History(power, "W", f"power of joint {part.joint}'s drive")


def _links(at: _Instants) -> Iterator[tuple[str, History]]:
    """Yield what flexible links do in axes that turn with their roots."""
    chain = at.driven.chain
    for number, (link, curve) in enumerate(zip(chain.parts.links, chain.curves, strict=True), 1):
        if curve is None:
            continue
        own = at.q[..., chain.places[link.tip]]
        bent = curve.shape(own, 0.0 * own)
        place, turn = bent.places[..., -1], bent.turns[..., -1]
        tip, where = f"link {number}'s tip", "in axes that turn with its root"
        yield f"link{number}_deflection", History(place.imag, "m", f"deflection of {tip} across it, {where}")
        shorter = float(link.length) - place.real
        yield f"link{number}_shortening", History(shorter, "m", f"how far {tip} comes nearer to its root along it")
        yield f"link{number}_bend", History(turn, "rad", f"rotation of {tip}, {where}")
        # What links that are rigid bear is not in their coordinates: there are none.
        moment = own @ curve.root_moment if curve.size else np.full(len(own), np.nan)
        yield f"link{number}_root_moment", History(moment, "N m", f"bending moment at link {number}'s root")


def _balances(at: _Instants) -> Iterator[tuple[str, History]]:
    """Yield energies and momenta."""
    chain, rates = at.driven.chain, at.rates
    kinetic = 0.5 * np.einsum("...i,...ij,...j->...", rates, at.state.mass, rates)
    strain = 0.5 * np.einsum("...i,ij,...j->...", at.q, chain.stiffness, at.q)
    yield "kinetic_energy", History(kinetic, "J", "kinetic energy")
    yield "strain_energy", History(strain, "J", "strain energy of links and springs, beyond the posture's")
    momentum = np.zeros((3, len(at.times)))
    for at_place, masses, turning, _ in at.state.inertias:
        velocity = (at_place.slope @ rates[..., np.newaxis])[..., 0]
        momentum[0] += velocity.real @ masses
        momentum[1] += velocity.imag @ masses
        momentum[2] += (at_place.places.conj() * velocity).imag @ masses + rates @ at_place.turning.T @ turning
    about = ("along x", "along y", "about the base's centre at rest")
    units = ("kg m/s", "kg m/s", "kg m²/s")
    for name, unit, words, one in zip(("x", "y", "rotation"), units, about, momentum, strict=True):
        yield f"momentum_{name}", History(one, unit, f"momentum {words}, gear boxes left out")
