"""Whether what supports hold rigidly lets an arm move: at the start, and on its way."""

import numpy as np

from flexarm.arrays import Array
from flexarm.errors import QuestionError
from flexarm.holding import REDUNDANT
from flexarm.slews.constraints import Constraints, yielded
from flexarm.slews.driven import Driven
from flexarm.slews.radau import METHOD, Step
from flexarm.slews.state import State

# How many directions a quadratic form is seen in: it is not zero in some where it is not zero.
_DIRECTIONS = 4
# Where supports hold an arm by less than this part of what they do in the posture it is at a dead centre.
_DEAD = 1e-3
# What has less of a direction than this has nothing of it but round-off, which is large where little holds.
_CONCERNED = 1e-6
# How many times of a step are looked at where something seems to have happened within.
_CLOSELY = 65
# What places are rounded by, of a link's length.
_ROUND_OFF = 1e-13
# What supports hold may move by so many errors of a step, which add up; and by this part of what others may.
_ERRORS, _LEAST = 10.0, 1e-3


def require_consistent(driven: Driven) -> None:
    """Refuse supports that hold rigidly what cannot move, and a start at which what they hold moves."""
    own, state = driven.constraints, driven.at_rest
    if own is None or state.supported is None:
        return
    rows, title = own.rows(state.supported), driven.manoeuvre.title
    if own.nearly:
        raise QuestionError(
            f"{title}: supports hold rigidly nearly, but not quite, what is held already in the posture; give lengths, "
            "angles and stations with more digits, or leave such motions out"
        )
    _require_mobile(driven, own, rows)
    rates = driven.start[len(driven.free) : 2 * len(driven.free)]
    moving = rows[:, driven.free] @ rates
    if np.any(np.abs(moving) > REDUNDANT * np.max(np.abs(rows[:, driven.free]) @ np.abs(rates))):
        told = "joint_rates, or the base's motion at the start, move what supports hold rigidly"
        raise QuestionError(f"{title}: {told}; leave them out, or fit them")


def _require_mobile(driven: Driven, own: Constraints, rows: Array) -> None:
    """Refuse supports that hold more than in the posture as soon as the arm moves.

    What is held already must let go on at all rates that supports allow: φ̈ = J q̈ + b = 0, where uᵀJ = 0, needs
    uᵀb = 0. Of b, which is quadratic in the rates, some directions taken at random show that.
    """
    chain = driven.chain
    scaled = rows * chain.scale
    sizes = np.linalg.norm(scaled, axis=1)
    sizes = np.where(sizes < REDUNDANT * max(1.0, float(np.max(sizes))), np.max(sizes) or 1.0, sizes)
    left, values, right = np.linalg.svd(scaled / sizes[:, np.newaxis])
    rank = int(np.sum(values > REDUNDANT))
    allowed = np.random.default_rng(0).normal(size=(_DIRECTIONS, chain.size - rank)) @ right[rank:] * chain.scale
    moved = chain.state(np.broadcast_to(chain.rest, (_DIRECTIONS, len(chain.rest))), allowed).supported
    assert moved is not None, "an arm on supports"
    bias = moved.bias[:, own.rigid] / own.units / sizes
    locked = np.max(np.abs(bias @ left[:, rank:] @ left[:, rank:].T), axis=0)
    if np.max(locked) > REDUNDANT * max(1.0, float(np.max(np.abs(bias)))):
        raise QuestionError(
            f"{driven.manoeuvre.title}: supports hold rigidly what links that keep their length, joints that are "
            f"turned, or other supports hold already in the posture, but not beyond it ({_named(own, locked)}): the "
            "arm is locked, or which way it goes is not determined; leave such motions out, or give these supports a "
            "stiffness, or links an axial_rigidity"
        )


def _named(own: Constraints, sizes: Array) -> str:
    """Return the names of what is held that has a large part in something."""
    return ", ".join(one.name for one, size in zip(own.held, sizes, strict=True) if size > 0.1 * np.max(sizes))


def require_possible(driven: Driven, step: Step, errors: Array) -> None:
    """Refuse a step by which an arm moves as supports do not allow, or passes where they leave it more than one way.

    Errors of coordinates are given, shape (n,).
    """
    own = driven.constraints
    if own is None:
        return
    times = step.start + step.length * np.append(0.0, METHOD.points)
    state = _state(driven, times, np.vstack([step.y, step.stages]))
    _require_kept(driven, own, times, state, errors)
    if len(own.loosened(*_free(driven, own, state))):
        # What holds the arm may as well have turned far between two stages.
        times = np.linspace(step.start, step.end, _CLOSELY)
        ways = step.at(times)
        found = own.loosened(*_free(driven, own, _state(driven, times, ways)))
        passed = [float(times[k]) for k in found if _concerned(driven, own, times[k], ways[k])]
        if passed:
            raise QuestionError(
                f"{driven.manoeuvre.title}: at {passed[0]:.4g} s the arm passes where supports hold it less than "
                "in its posture, and which way it goes on is not determined; end before, or give a support a stiffness"
            )


def _concerned(driven: Driven, own: Constraints, t: float, y: Array) -> bool:
    """Return whether an arm moves, or bears something, along what is held least.

    A linkage in a plane that bends in it does not: what holds it across, where it could give way, has nothing to hold.
    """
    given = driven.given(np.asarray(t))
    q, rates, prescribed = driven.whole(given, y)
    state = driven.chain.state(q, rates)
    accelerations = driven.accelerations(given, q, rates, prescribed, state)
    forces = driven.reactions(state, state.taken(accelerations) - driven.force(given, q, rates, state))
    mass, rows = _free(driven, own, state)
    least = own.spectrum(rows, yielded(mass, rows)).units[:, 0]
    return any(abs(least @ one) > _CONCERNED * np.linalg.norm(one) for one in (forces, rows @ rates[driven.free]))


def require_turned(driven: Driven, times: Array, errors: Array) -> None:
    """Refuse courses that supports do not allow, where nothing else moves."""
    if (own := driven.constraints) is not None:
        _require_kept(driven, own, times, _state(driven, times, np.zeros((len(times), 0))), errors)


def at_dead_centre(driven: Driven, t: float, y: Array) -> bool:
    """Return whether supports hold an arm in a state far less than in its posture."""
    if (own := driven.constraints) is None or not own.rank:
        return False
    each = [_free(driven, own, state) for state in (driven.at_rest, _state(driven, np.asarray(t), y))]
    before, now = (own.spectrum(rows, yielded(mass, rows)).values[0] for mass, rows in each)
    return bool(now < _DEAD * before)


def _state(driven: Driven, t: Array, y: Array) -> State:
    q, rates, _ = driven.whole(driven.given(t), y)
    return driven.chain.state(q, rates)


def _free(driven: Driven, own: Constraints, state: State) -> tuple[Array, Array]:
    """Return M and J of what is free."""
    free = driven.free
    assert state.supported is not None, "an arm on supports"
    return state.mass[..., free[:, np.newaxis], free], own.rows(state.supported)[..., free]


def _require_kept(driven: Driven, own: Constraints, t: Array, state: State, errors: Array) -> None:
    """Refuse motion by which what supports hold rigidly moves."""
    assert state.supported is not None, "an arm on supports"
    moved = np.abs(state.supported.amounts[..., own.rigid] / own.units)
    allowed = np.abs(own.rows(state.supported)) @ errors
    allowed = _ERRORS * np.maximum(allowed, _LEAST * np.max(allowed, axis=-1, keepdims=True))
    allowed = allowed + _ROUND_OFF * max(1.0, *(float(link.length) for link in driven.chain.parts.links)) / own.units
    broken = np.any(moved > allowed, axis=-1)
    if np.any(broken):
        k = int(np.argmax(broken))
        raise QuestionError(
            f"{driven.manoeuvre.title}: at {t[k]:.4g} s the arm would move what supports hold rigidly "
            f"({_named(own, moved[k])}): it is locked, or courses do not fit one another; turn or drive fewer joints, "
            "or give these supports a stiffness, or links an axial_rigidity"
        )
