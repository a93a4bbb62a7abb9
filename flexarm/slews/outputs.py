"""What of an arm's large motion is told: how its end, its joints and its links go, torques, energies and momenta."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.curves.curve import Shape
from flexarm.curves.rotations import continued
from flexarm.forced_response.outputs import MOTIONS
from flexarm.history import History, without_round_off
from flexarm.joint_freedoms import Named, relative_motions
from flexarm.parts import Joint
from flexarm.slews.driven import Driven, Given, torques
from flexarm.slews.integration import Passage
from flexarm.slews.state import State
from flexarm.tree import Held

# What names of deflections end with, and where they go.
_PLANES = (("", "across"), ("_about_y", "above"))
# By the component of a motion in space: names of rotations; and of moments the sign, as they bend up, and names.
_MOMENTS = {
    3: ("twist", " about its axis", 1.0, "root_torque", "torque"),
    4: ("bend_about_y", " about its y axis", -1.0, "root_moment_about_y", "bending moment, as it bends above,"),
    5: ("bend", "", 1.0, "root_moment", "bending moment"),
}
_TURNS = {1: (5,), 3: (3, 4, 5)}


@dataclass(frozen=True, eq=False)
class _Instants:
    """An arm at some times: its coordinates, all that moves, and the same arm as if its links did not deform."""

    arm: Arm
    driven: Driven
    given: Given
    q: Array
    rates: Array
    accelerations: Array
    state: State
    straight: State

    @cached_property
    def left(self) -> Array:
        """M q̈ − f, without forces of rigid supports and torques that turn joints, shape (times, n)."""
        return self.state.taken(self.accelerations) - self.driven.force(self.given, self.q, self.rates, self.state)


def histories(passage: Passage, arm: Arm) -> dict[str, History]:
    """Return all outputs of an arm's way through a manoeuvre, by their names.

    Parameters
    ----------
    passage
        The way.
    arm
        The arm.
    """
    parts, shared = list[dict[str, History]](), set[str]()
    for one in _instants(passage, arm):
        parts.append(dict(_outputs(one)))
        shared.update(_shared(one))
    found = {
        name: first._replace(
            values=np.concatenate([part[name].values for part in parts]), scale=max(part[name].scale for part in parts)
        )
        for name, first in parts[0].items()
    }
    found |= {name: _unknown(found[name]) for name in shared}
    whole = found | dict(_continued(found)) if arm.spatial else found
    reach = sum(link.length for link in arm.links)
    return without_round_off(whole, _weight(passage.driven) * reach)


def _weight(driven: Driven) -> float:
    """Return all of an arm's weight, N."""
    mass = sum(float(np.sum(one.masses)) for one in driven.at_rest.inertias)
    return mass * float(np.linalg.norm(driven.chain.parts.gravity))


def _shared(at: _Instants) -> Iterator[str]:
    """Yield the names of forces that supports, and joints that are turned, may share in more than one way."""
    driven, own = at.driven, at.driven.constraints
    if own is None or own.rank == len(own.held) or at.state.supported is None:
        return
    inner = at.state.mass[..., driven.free[:, np.newaxis], driven.free]
    forces, torqued = own.undetermined(inner, own.rows(at.state.supported))
    yield from (_force_name(one) for one, lost in zip(own.held, forces, strict=True) if lost)
    for turn in driven.manoeuvre.turns:
        if torqued[driven.joint(turn.joint)]:
            yield from (f"joint{turn.joint}_{of}" for of in ("torque", "power"))


def _unknown(one: History) -> History:
    told = f"{one.long_name}: not determined, for others hold what it holds"
    return one._replace(values=np.full_like(one.values, np.nan), long_name=told)


def _force_name(held: Held) -> str:
    support, _, motion = held.name.partition("_")
    return f"{support}_{'couple' if motion.startswith('about') else 'force'}_{motion}"


def _continued(found: dict[str, History]) -> Iterator[tuple[str, History]]:
    """Yield rotation vectors without jumps: of those of the same rotation, the nearest to the one before."""
    for body in ("end", "base"):
        names = [f"{body}_rotation_{axis}" for axis in "xyz"]
        if names[0] in found:
            vectors = continued(np.stack([found[name].values for name in names], axis=-1))
            yield from ((name, found[name]._replace(values=one)) for name, one in zip(names, vectors.T, strict=True))


def _instants(passage: Passage, arm: Arm) -> Iterator[_Instants]:
    driven, times = passage.driven, passage.driven.manoeuvre.times
    chain = driven.chain
    elastic = np.append(chain.elastic, np.zeros(len(chain.rest) - chain.size, np.bool_))
    for own in chain.blocks(np.arange(len(times))):
        t, y = times[own], passage.y[own]
        given = driven.given(t)
        q, rates, prescribed = driven.whole(given, y)
        straight = chain.state(np.where(elastic, chain.rest, q), 0.0 * rates)
        state = chain.state(q, rates)
        accelerations = driven.accelerations(given, q, rates, prescribed, state)
        yield _Instants(arm, driven, given, q, rates, accelerations, state, straight)


def small_motions(driven: Driven, arm: Arm) -> Iterator[str]:
    """Yield the outputs that a model is linear in: motions of joints, and rotations of the base.

    Parameters
    ----------
    driven
        The arm in its manoeuvre.
    arm
        The same arm, as it was described.
    """
    chain = driven.chain
    for k, link in enumerate(arm.links, 1):
        motions = enumerate(_joint_motions(k, link.joint))
        yield from (told.name for number, told in motions if chain.small[driven.joint(k) + number])
    base = chain.parts.sections[0].freedoms
    for number, place in enumerate(() if base is None else base.places):
        name, _, unit = MOTIONS[chain.parts.components][place]
        if unit == "rad" and chain.small[chain.places[0].start + number]:
            yield f"base_{name}"


def _joint_motions(k: int, joint: Joint) -> list[Named]:
    """Return the motions of joint k, one a freedom."""
    told = relative_motions(k, joint)
    return told if joint.state == "general" else [Named(f"joint{k}_angle", "rad", f"angle of joint {k}") for _ in told]


def _outputs(at: _Instants) -> Iterator[tuple[str, History]]:
    yield from _end(at)
    for k, link in enumerate(at.arm.links, 1):
        for number, told in enumerate(_joint_motions(k, link.joint)):
            yield told.name, History(at.q[..., at.driven.joint(k) + number], told.units, told.long_name)
    yield from _torques(at)
    yield from _links(at)
    if at.arm.base.kind != "fixed":
        words = "of the base's centre"
        yield from _motion("base", at.state.sections[0], f"displacement {{}} {words}", f"rotation{{}} {words}")
    yield from _supports(at)
    yield from _balances(at)


def _supports(at: _Instants) -> Iterator[tuple[str, History]]:
    """Yield what supports resist, and the forces by which they hold the arm."""
    supports, moved = at.driven.chain.supports, at.state.supported
    if supports is None or moved is None:
        return
    supports.require_followed(at.state.reference.sections, at.rates, at.driven.manoeuvre.title)
    forces = at.state.supporting - at.driven.borne
    if (own := at.driven.constraints) is not None:
        forces[:, own.rigid] = at.driven.reactions(at.state, at.left) / own.units
    for held, own, force in zip(supports.held, moved.amounts.T, forces.T, strict=True):
        support, _, motion = held.name.partition("_")
        turns = motion.startswith("about")
        words = f"support {support.removeprefix('support')} {motion.replace('_', ' ')}"
        if held.stiffness is not None:
            yield held.name, History(own, "rad" if turns else "m", f"motion that is held by {words}")
        units, what = ("N m", "couple") if turns else ("N", "force")
        yield _force_name(held), History(force, units, f"{what} on the arm of {words}")


def _motion(name: str, moved: Shape, place: str, turn: str) -> Iterator[tuple[str, History]]:
    """Yield how the last station of some sections goes, and turns."""
    position, rotation = moved.position[..., -1], moved.rotation[..., -1]
    values = np.concatenate([position, rotation])
    for one, (component, where, unit) in zip(values, MOTIONS[len(values)], strict=True):
        yield f"{name}_{component}", History(one, unit, (place if unit == "m" else turn).format(where))


def _end(at: _Instants) -> Iterator[tuple[str, History]]:
    """Yield how the payload's centre goes, or the last link's tip."""
    moved, straight = (_last(state) for state in (at.state, at.straight))
    words = "the payload's centre of mass" if at.arm.payload else "the last link's tip"
    place = f"place {{}} of {words}, from the base's centre at rest"
    yield from _motion("end", moved, place, f"rotation{{}} at {words}")
    gap = np.linalg.norm(moved.position[..., -1] - straight.position[..., -1], axis=0)
    told = f"distance of {words} from where links that do not deform, so turned, would have it"
    yield "end_deviation", History(gap, "m", told)


def _last(state: State) -> Shape:
    return next((one.at for one in state.inertias if one.name == "payload"), state.sections[-1])


def _torques(at: _Instants) -> Iterator[tuple[str, History]]:
    given = torques(at.driven, at.given, at.q, at.rates, at.state, at.left)
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
        # What strains it in the posture, of which it is told how far it goes beyond.
        posture = np.linalg.solve(curve.stiffness, at.driven.carried[chain.places[link.tip]])
        bent = curve.shape(own, 0.0 * own)
        (x, *across), turns = bent.position[..., -1], bent.rotation[..., -1]
        tip, where = f"link {number}'s tip", "in axes that turn with its root"
        for one, (ending, side) in zip(across, _PLANES, strict=False):
            yield f"link{number}_deflection{ending}", History(one, "m", f"deflection of {tip} {side} it, {where}")
        shorter = float(link.length) - x
        yield f"link{number}_shortening", History(shorter, "m", f"how far {tip} comes nearer to its root along it")
        for place, one in zip(_TURNS[len(turns)], turns, strict=True):
            name, about = _MOMENTS[place][:2]
            yield f"link{number}_{name}", History(one, "rad", f"rotation of {tip}{about}, {where}")
        for place, row in curve.root_moments.items():
            _, _, sign, name, words = _MOMENTS[place]
            # What links that are rigid bear is not in their coordinates: there are none.
            moment = sign * ((own + posture) @ row) if curve.size else np.full(len(own), np.nan)
            yield f"link{number}_{name}", History(moment, "N m", f"{words} at link {number}'s root")


def _balances(at: _Instants) -> Iterator[tuple[str, History]]:
    """Yield energies and momenta."""
    chain, rates = at.driven.chain, at.rates
    kinetic = 0.5 * np.sum(rates * at.state.taken(rates), axis=-1)
    strained = at.driven.chain.elongations(at.q)
    strain = 0.5 * np.einsum("...i,ij,...j->...", strained, chain.stiffness, strained)
    if chain.supports is not None and at.state.supported is not None:
        strain = strain + 0.5 * at.state.supported.amounts**2 @ chain.supports.stiffness
    yield "kinetic_energy", History(kinetic, "J", "kinetic energy")
    yield "strain_energy", History(strain, "J", "strain energy of links and springs, beyond the posture's")
    each = [
        one.momentum(masses, one.in_base(turning), rates) for one, masses, turning, _ in at.state.reference.inertias
    ]
    momentum, terms = np.sum(each, axis=0), np.sum(np.abs(each), axis=0)
    if (wheels := chain.wheel_momentum(at.q)) is not None:
        momentum[-len(wheels) :] += wheels
        for axis, one in zip("xyz"[-len(wheels) :], wheels, strict=True):
            told = f"momentum of the base's wheels about {axis}, beyond the start's, in the base's axes at rest"
            yield f"base_wheel_momentum_about_{axis}", History(one, "kg m²/s", told)
    for (name, where, unit), one, of in zip(MOTIONS[chain.parts.components], momentum, terms, strict=True):
        moved, words = unit == "m", f"momentum{where and ' ' + where.strip()}"
        left_out = "gear boxes and motors left out"
        words = f"{words}, {left_out}" if moved else f"{words} about the base's centre at rest, {left_out}"
        yield f"momentum_{name}", History(one, "kg m/s" if moved else "kg m²/s", words, float(np.max(of)))
