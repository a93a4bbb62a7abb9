"""Complex eigenvalues of an arm with dampers and drives, by any backend: found, refined and counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.checks import number_fault, positive, shown
from flexarm.closed_loop.at_rest import resting
from flexarm.closed_loop.characteristic import Characteristic
from flexarm.closed_loop.control import Control, controls, passive, still
from flexarm.closed_loop.counting import LOSSY, count_within, multiplicity
from flexarm.closed_loop.link_damping import reach
from flexarm.closed_loop.receptance import Receptance, receptance
from flexarm.closed_loop.spectrum import ComplexSpectrum
from flexarm.closed_loop.starts import starts
from flexarm.errors import Fault, InputError, QuestionError, TooFewModesError
from flexarm.freedoms import loaded_tree
from flexarm.gate import within_float64
from flexarm.links import Link
from flexarm.tree import Tree
from flexarm.whole import is_whole

# Modes of an exact receptance: so many more than are asked for, at most so many where these do not suffice. Of so many
# a link the last are beyond float64: that is known before they are found.
_MORE, _MODES, _LINK_MODES = 3, 400, 1000
# Roots nearer than this, relative, are one, or a multiple one; counted on a circle this large beside their size.
_SAME, _ABOUT = 1e-8, 1e-5
# An imaginary part below this part of |s| is round-off of a real root.
_REAL = 1e-14
# Below this part of the radius nothing is sought: it is a zero that is counted by itself.
_ZERO = 1e-21
# Where more are found than are counted, those below this part are round-off of such zeros.
_ROUND_OFF = 1e-13
# Roots this far beyond the circle are looked for too: refined, they may lie within.
_BEYOND = 1.3
# Roots that a circle goes between are farther apart than this, relative: approximate ones are that good.
_APART = 1e-3
# Where there are fewer than are asked for, all are within this many times the fastest rate known.
_FASTEST = 1e3
# The longest delay in units of the radius: of so long ones roots cannot be told from one another.
_LONGEST = 100.0
# Circles grow by this from that of a lower frequency, or less, to this part of where eigenvalues are infinitely many.
_WIDER, _NARROWEST, _NEAREST = 1.37, 1.1, 0.75
# What phase of the longest delay the search begins with.
_PHASE = 20.0
# Points from which roots that are still missing are sought, and what part of the radius they begin at.
_TRIES, _SMALLEST = 60, 1e-3
# What dampers bring back slowly lies on the real axis, at such parts of the radius.
_SLOW = 10.0 ** -np.arange(3.25, 10.0, 0.25)


def eigenvalues(backend: Backend, arm: Arm, count: int | None = None, within: float | None = None) -> ComplexSpectrum:
    """Return an arm's first complex eigenvalues by a backend, none left out.

    Parameters
    ----------
    backend
        What finds the undamped arm's modes and receptances.
    arm
        The arm, in its posture, with its dampers and drives.
    count
        Number of eigenvalues in the upper half plane and on the real axis, by size; 1 or more.
    within
        In place of a count, all of a size below this, rad/s.

    Returns
    -------
    ComplexSpectrum

    Raises
    ------
    InputError
        If the backend or the arm is none, or not one of count and within is given, and right.
    QuestionError
        If the arm has static loads, or the backend cannot answer; if eigenvalues could not be told from one another,
        or their number was not found.
    """
    if not isinstance(backend, Backend):
        raise InputError([Fault("backend", "a Backend, such as find_backend returns", shown(backend))])
    _require(backend, arm, count, within)
    return within_float64(backend.spec, arm, lambda: _answer(backend, arm, count, within))


def _answer(backend: Backend, arm: Arm, count: int | None, within: float | None) -> ComplexSpectrum:
    """Return eigenvalues counted in float64, or, by a backend that proves them, proved."""
    if within is not None and within >= reach(arm):
        raise _beyond_reach(backend, arm)
    infinite = arm.damped_links and not backend.sums_modes
    if not backend.proves and not infinite:
        return _Search(backend, arm).spectrum(count, within)
    if within is not None:
        return _proved(backend, arm, within)
    assert count is not None, "a count or a radius"
    if infinite:
        return _first_proved(backend, arm, count)
    found = _proved(backend, arm, _Search(backend._in_float64, arm).spectrum(count, within).radius)
    return found.first(count)


def _proved(backend: Backend, arm: Arm, within: float) -> ComplexSpectrum:
    proved, parts = backend._proved_eigenvalues(arm, within), tree(arm.undriven)
    values, rigid = proved.eigenvalues, still(arm, parts, controls(arm.undamped, parts))
    return ComplexSpectrum(arm, backend.spec, values, within, rigid, len(values), passive(arm), proved)


def _first_proved(backend: Backend, arm: Arm, count: int) -> ComplexSpectrum:
    """Return so many eigenvalues of an arm whose links damp, within circles that grow until they are there."""
    most, step = _NEAREST * reach(arm), _WIDER
    slow = float(backend._in_float64._answered(arm.undriven, count // 4 + 1).angular_frequency[-1])
    inner = min(slow, most / 2.0)
    found = _proved(backend, arm, inner)
    while len(found.eigenvalues) <= count:
        if found.radius == most:
            raise _beyond_reach(backend, arm)
        try:
            found = _proved(backend, arm, min(step * found.radius, most))
        except QuestionError as error:
            step = np.sqrt(step)
            if step < _NARROWEST:
                raise _beyond_reach(backend, arm) if np.isfinite(most) else error from error
    size = found.angular_frequency
    return found.within(float(np.sqrt(size[count - 1] * size[count]))).first(count)


def _beyond_reach(backend: Backend, arm: Arm) -> QuestionError:
    return QuestionError(
        f"{backend.spec}: with stiffness_damping, infinitely many eigenvalues of {arm.title} lie about "
        f"{-reach(arm):.6g} 1/s on the real axis; ask for fewer, or for those within a smaller radius"
    )


def _require(backend: Backend, arm: Arm, count: int | None, within: float | None) -> None:
    if not isinstance(arm, Arm):
        raise InputError([Fault("arm", "an Arm", shown(arm))], backend.spec)
    if (count is None) == (within is None):
        raise InputError([Fault("count", "either a count or within", "both" if count else "neither")], backend.spec)
    if within is not None and (fault := number_fault("within", within, positive("rad/s"))):
        raise InputError([fault], backend.spec)
    if count is not None and (not is_whole(count) or count < 1):
        raise InputError([Fault("count", "a whole number of 1 or more", shown(count))], backend.spec)
    backend._check_question(resting(arm)[0], 1)
    _require_rest(backend, arm)


def _require_rest(backend: Backend, arm: Arm) -> None:
    """Refuse an arm that static loads make fall as its drives hold it at rest, and what is not proved under them."""
    if not arm.static_loads:
        return
    if backend.proves:
        raise QuestionError(
            f"{backend.spec}: eigenvalues of {arm.title} under {', '.join(arm.static_loads)} are counted in float64 "
            "and not proved; take exact, or remove the static loads"
        )
    if falling := backend.unstable(resting(arm)[0]):
        raise QuestionError(
            f"{backend.spec}: {arm.title} falls in {falling} mode{'s' * (falling > 1)} under "
            f"{', '.join(arm.static_loads)}, as springs and drives hold it at rest; take less of the loads, raise "
            "proportional gains, or ask for the growth rates of the arm without drives (arm.undriven)"
        )


@dataclass(frozen=True)
class _Search:
    """A search for one arm's eigenvalues by one backend."""

    backend: Backend
    arm: Arm

    def spectrum(self, count: int | None, within: float | None) -> ComplexSpectrum:
        """Return the eigenvalues, from a receptance that reaches as far as they do."""
        (held, every), modes = resting(self.arm), _MORE * (count or 4) + 8
        parts = loaded_tree(held)
        self._require_delays(every, within or 0.0)
        self._require_modes(modes, _LINK_MODES * len(self.arm.links))
        rigid, wanted = still(self.arm, parts, every), count
        at = self._receptance(held, parts, every, modes)
        if not len(at.omega):
            return self._motionless(within)
        while True:
            circle = self._circle(at, every, wanted, within)
            if circle is None:
                if at.links is not None:
                    raise _beyond_reach(self.backend, self.arm)
                modes *= 2
                self._require_modes(modes, _MODES)
                at = self._receptance(held, parts, every, modes)
                continue
            self._require_delays(every, circle.radius)
            roots = self._roots(Characteristic(at, every), circle.near, circle.radius, rigid)
            if count is None or wanted is None or circle.all or len(roots) >= count:
                break
            # Some of the approximate roots were none.
            wanted += count - len(roots)
        if count is not None and len(roots) < count:
            some = f"{len(roots)} eigenvalue{'s' * (len(roots) != 1)} beside rigid-body motions"
            far = f"within {circle.radius:.6g} rad/s, as far as was looked"
            way = "ask for fewer, or for those within a larger radius"
            told = f"{self.arm.title} has {some} {far}, {count} were asked for; {way}"
            raise TooFewModesError(f"{self.backend.spec}: {told}", len(roots))
        driven = passive(self.arm)
        return ComplexSpectrum(self.arm, self.backend.spec, roots[:count], circle.radius, rigid, len(at.omega), driven)

    def _motionless(self, within: float | None) -> ComplexSpectrum:
        """Return that an arm without a freedom has no eigenvalue, or refuse a number of them."""
        if within is not None:
            return ComplexSpectrum(self.arm, self.backend.spec, np.zeros(0), within, 0, 0, passive(self.arm))
        # What is held of a flexible link is its trial functions.
        which, way = "", "free a joint, hold less of it, or give a link bending stiffness"
        if any(isinstance(link, Link) for link in self.arm.links):
            which, way = " in these trial functions", "take more shapes or elements"
        raise TooFewModesError(
            f"{self.backend.spec}: {self.arm.title} is locked: its joints and supports leave nothing of it to "
            f"move{which}; {way}",
            0,
        )

    def _receptance(self, held: Arm, parts: Tree, every: Sequence[Control], modes: int) -> Receptance:
        """Return the receptance with so many modes, refused where what the others do at rest is beyond float64."""
        at = receptance(self.backend, held, parts, every, modes, self.arm)
        if not np.all(np.isfinite(at.remainder)):
            raise QuestionError(
                f"{self.backend.spec}: so many eigenvalues of {self.arm.title} want {modes} modes of the undamped arm, "
                "the last of them beyond float64; ask for fewer, or within a smaller radius"
            )
        return at

    def _circle(
        self, at: Receptance, every: Sequence[Control], count: int | None, within: float | None
    ) -> "_Circle | None":
        """Return `_circle`, refused where drives' numbers overflow beside the arm's."""
        try:
            return _circle(at, every, count, within)
        except OverflowError as error:
            raise QuestionError(
                f"{self.backend.spec}: the numbers of {self.arm.title} lie too far apart for float64 with "
                f"{', '.join(self.arm.driven)}; bring gains, coefficients, lags and delays nearer to what its links "
                "are: lock a joint that must not turn, and leave out a lag or a delay of nothing"
            ) from error

    def _require_modes(self, modes: int, most: int) -> None:
        if modes > most:
            raise QuestionError(
                f"{self.backend.spec}: so many eigenvalues of {self.arm.title} want more than {most} modes of "
                "the undamped arm; ask for fewer, or within a smaller radius"
            )

    def _require_delays(self, every: Sequence[Control], radius: float) -> None:
        longest = max((one.delay for one in every), default=0.0)
        if longest * radius > _LONGEST:
            raise QuestionError(
                f"{self.arm.title}: a delay of {longest:.6g} s has more eigenvalues below {radius:.6g} rad/s than can "
                f"be told from one another; ask for those within {_LONGEST / longest:.3g} rad/s, or fewer"
            )

    def _roots(self, of: Characteristic, near: Array, radius: float, rigid: int) -> Array:
        """Return the roots within a circle, by size, as many as are counted."""
        if of.lost(complex(-radius)):
            raise QuestionError(
                f"{self.backend.spec}: round-off leaves nothing of {self.arm.title}'s characteristic function as far "
                f"to the left as {-radius:.6g} 1/s; ask for fewer eigenvalues, or for those within a smaller radius"
            )
        refined = np.array([of.refined(complex(one)) for one in near])
        if of.receptance.links is None or not of.receptance.links.lossy:
            # Conjugates are roots too.
            refined = np.where(refined.imag < 0.0, refined.conj(), refined)
        inside = np.isfinite(refined) & (np.abs(refined) < radius) & (np.abs(refined) > _ZERO * radius)
        if of.receptance.links is not None and of.receptance.links.lossy:
            inside &= np.angle(refined) > LOSSY
        roots = _distinct(of, refined[inside])
        wanted = count_within(of, radius, np.concatenate([refined[np.isfinite(refined)], near]))
        if wanted is not None and _number(roots) + rigid < wanted:
            roots = _completed(of, near, roots, radius, wanted - rigid)
        if wanted is not None and _number(roots) + rigid > wanted:
            # What round-off leaves of a zero that is counted by itself.
            roots = roots[np.abs(roots) > _ROUND_OFF * radius]
        if wanted is None or _number(roots) + rigid != wanted:
            if wanted is not None:
                self._require_alike(of, roots, radius, wanted - rigid)
            found = f"{_number(roots)} were found" if wanted is not None else "their number was not found"
            noun = "eigenvalue is" if wanted == rigid + 1 else "eigenvalues are"
            told = "" if wanted is None else f"{wanted - rigid} {noun} counted and "
            raise QuestionError(
                f"{self.backend.spec}: of {self.arm.title}, {told}{found} within {radius:.6g} rad/s; ask for another "
                "number of them, or within another radius"
            )
        return roots[np.lexsort((roots.imag, np.abs(roots)))]

    def _require_alike(self, of: Characteristic, roots: Array, radius: float, wanted: int) -> None:
        """Refuse eigenvalues of which those that are missing are too slow to be told from zero."""
        slow = starts(of.receptance, of.controls, _ZERO * radius)
        slow = slow[np.abs(slow) < _ZERO * radius]
        if not len(slow) or _number(slow) + _number(roots) != wanted:
            return
        sizes = [float(np.min(np.abs(slow))), float(np.max(np.abs(roots), initial=0.0)) or radius]
        raise QuestionError(
            f"{self.backend.spec}: eigenvalues of {self.arm.title}, from {sizes[0]:.3g} to {sizes[1]:.3g} rad/s, lie "
            f"too far apart for float64; ask for {len(slow)}, or for those within a smaller radius, or bring gains "
            "nearer to one another"
        )


class _Circle(NamedTuple):
    """A circle, the approximate roots in it and a little beyond, and whether these are all that there are."""

    radius: float
    near: Array
    all: bool = False


def _circle(at: Receptance, every: Sequence[Control], count: int | None, within: float | None) -> _Circle | None:
    """Return a circle between the last eigenvalue wanted and the next; None: the receptance does not reach so far."""
    delay = max((one.delay for one in every), default=0.0)
    if count is None or within is not None:
        assert within is not None, "a count or a radius"
        if within > at.radius:
            return None
        near = starts(at, every, within) if within * delay <= _LONGEST else np.zeros(0)
        return _Circle(within, near[np.abs(near) < _BEYOND * within])
    elastic = at.omega[at.rigid :]
    fast = float(elastic[min(count, len(elastic)) - 1]) if len(elastic) else _rate(at, every)
    search = min(2.0 * fast, at.radius, _PHASE / delay if delay else np.inf)
    while search * delay <= _LONGEST:
        near = starts(at, every, search)
        near = near[np.abs(near) < search]
        apart = np.flatnonzero(np.abs(near[count:]) > (1.0 + _APART) * np.abs(near[count - 1 : -1]))
        if len(apart):
            last = count - 1 + int(apart[0])
            radius = float(np.sqrt(np.abs(near[last]) * np.abs(near[last + 1])))
            return _Circle(radius, near[np.abs(near) < _BEYOND * radius])
        if search == at.radius:
            return None
        if search > _FASTEST * max(np.max(at.omega), _rate(at, every)):
            return _Circle(search, near, True)
        search = min(4.0 * search, at.radius)
    return _Circle(search, np.zeros(0))


def _rate(at: Receptance, every: Sequence[Control]) -> float:
    """Return the rate of a drive on rigid-body modes alone, 1/s."""
    s = np.geomspace(1e-12, 1e12, 97)
    size = [np.abs(one.parts(s)[0] / one.parts(s)[1]) * np.max(np.sum(at.shape**2, axis=1)) / s**2 for one in every]
    fast = np.max(np.array(size).reshape(-1, len(s)), axis=0, initial=0.0) > 1.0
    return float(s[fast][-1]) if np.any(fast) else 1.0


def _distinct(of: Characteristic, roots: Array) -> Array:
    """Return those of some roots that are roots, each as often as it is one: all are counted on small circles."""
    left, found = np.array(roots, dtype=complex), []
    while len(left):
        size, away = abs(left[0]), np.abs(left - left[0])
        # A circle half-way between what is near and what is next.
        alike, beyond = away[away <= _ABOUT * size], away[away > _ABOUT * size]
        radius = min(2.0 * _ABOUT * size, 0.5 * (np.max(alike) + np.min(beyond, initial=np.inf)))
        own: list[complex] = []
        for one in left[away <= _ABOUT * size].tolist():
            own += [one] if all(abs(one - other) > _SAME * size for other in own) else []
        times = multiplicity(of, complex(left[0]), radius)
        times = len(own) if times is None else times
        found += (own + [own[0]] * times)[:times]
        left = left[away > _ABOUT * size]
    return np.array(found, dtype=complex)


def _number(roots: Array) -> int:
    """Return the number of roots with their conjugates."""
    return int(np.sum(np.where(roots.imag > 0.0, 2, 1)))


def _completed(of: Characteristic, near: Array, roots: Array, radius: float, wanted: int) -> Array:
    """Return roots with those that are missing, sought with the others divided out."""
    spiral = np.arange(_TRIES)
    sizes = radius * _SMALLEST ** (1.0 - (spiral + 0.5) / _TRIES)
    tries = [*near, *(sizes * np.exp(1j * np.pi * ((0.618034 * spiral) % 1.0))), *(-sizes), *sizes, *(-radius * _SLOW)]
    found = list(roots)
    for one in tries:
        if _number(np.array(found)) >= wanted:
            break
        every = [*found, *(other.conjugate() for other in found if other.imag > 0.0)]
        root = of.refined(complex(one), every)
        root = complex(root.real) if abs(root.imag) <= _REAL * abs(root) else root
        root = of.refined(root) if np.isfinite(root) else root
        root = root.conjugate() if root.imag < 0.0 else root
        new = (
            np.isfinite(root) and abs(root) < radius and all(abs(root - other) > _SAME * abs(other) for other in found)
        )
        found += [root] if new else []
    return np.array(found, dtype=complex)
