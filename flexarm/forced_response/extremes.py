"""Amplitude, offset and peak of outputs: extremes over all time, found by bounds (branch and bound), not among samples.

What of a span of time cannot rise above a value that is reached elsewhere is left out; the rest is divided, until
parabolas are as good as wanted. The case's number of samples has no part in it.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.forced_response.motion import Response
from flexarm.forced_response.parabolas import Course, Parabolas

# Values are found to this part of the output's largest; where an output is the difference of larger parts, to what
# rounding of these leaves after some steps.
_PART, _ROUNDING = 1e-10, 1e-14
# A span that may hold the largest value is looked at in so many parts.
_PARTS = 4
# What all looking may cost, a few seconds, in the measure of `Course.work`; and how much of what is left of it may go
# at once into the most promising spans of every output, so that later divisions keep some. However little is left, so
# many spans of an output go on, down to the largest value among these.
_WORK, _AT_ONCE, _FEWEST = 20_000_000, 0.25, 16


@dataclass(frozen=True)
class Measures:
    """One output over the whole time: half its range, the middle of that, and the value farthest from zero.

    The peak's first time, s, is known within 1e-5 of a period, over which a peak known to 1e-10 is flat. `beyond` is
    how far off the others' sizes may be at most where the search was cut short, else 0.
    """

    amplitude: float
    offset: float
    peak: float
    peak_time: float
    beyond: float

    def with_samples(self, times: Array, values: Array) -> "Measures":
        """Return the same with what samples show beyond, where the search was cut short."""
        if self.beyond == 0.0:
            return self
        high = max(self.offset + self.amplitude, float(np.max(values)))
        low = min(self.offset - self.amplitude, float(np.min(values)))
        farthest = int(np.argmax(np.abs(values)))
        peaks = (self.peak, self.peak_time), (float(values[farthest]), float(times[farthest]))
        return Measures((high - low) / 2.0, (high + low) / 2.0, *max(peaks, key=lambda p: abs(p[0])), self.beyond)


# The measures of what stays zero.
NOTHING = Measures(0.0, 0.0, 0.0, 0.0, 0.0)


class Followed(Protocol):
    """Outputs over time, followed by parabolas; the work of a span as `Course` measures it."""

    @property
    def work(self) -> float:
        """What a span costs."""

    def parabolas(self, start: Array, span: Array) -> Parabolas:
        """Return the outputs' parabolas over spans, s, (times,), none of which reaches beyond a break point."""


def measured(response: Response, weights: Array, rates: Array, effort: float = 1.0) -> list[Measures]:
    """Return the measures of outputs as `Response.at` takes them, by a part of the usual effort."""
    return measures_of(Course(response, weights, rates), response.forcing.breaks, effort)


def measures_of(course: Followed, breaks: Array, effort: float = 1.0) -> list[Measures]:
    """Return the measures of outputs that are followed from one break point to the next, s."""
    both = _largest(course, breaks, effort)
    high, low = np.split(both.value, 2) * np.array([[1.0], [-1.0]])
    times = np.split(both.time, 2)
    peak, peak_time = np.where(high >= -low, [high, times[0]], [low, times[1]])
    beyond = np.maximum(*np.split(both.beyond, 2))
    columns = (high - low) / 2.0, (high + low) / 2.0, peak, peak_time, beyond
    return [Measures(*map(float, one)) for one in zip(*columns, strict=True)]


@dataclass(frozen=True, eq=False)
class _Largest:
    """The largest value of every output, when it is reached first, s, and by how much it may be too small at most.

    Each of shape (outputs,). The last is 0 where no span was left out that could reach higher.
    """

    value: Array
    time: Array
    beyond: Array


@dataclass(frozen=True, eq=False)
class _Spans:
    """Spans of time, s, that may hold an output's largest value, whose it is, and what it does not exceed there.

    As far as known from the spans that they are parts of. Each of shape (spans,).
    """

    start: Array
    width: Array
    output: NDArray[np.intp]
    bound: Array

    def divided(self, which: NDArray[np.intp], bound: Array) -> "_Spans":
        """Return those of the spans, each in parts, with what all are now known not to exceed."""
        width = np.repeat(self.width[which] / _PARTS, _PARTS)
        start = np.repeat(self.start[which], _PARTS) + width * np.tile(np.arange(_PARTS), len(which))
        return _Spans(start, width, np.repeat(self.output[which], _PARTS), np.repeat(bound[which], _PARTS))


@dataclass(frozen=True, eq=False)
class _Reach:
    """What spans reach: now; at most, when, s, and how far off that may be; the size of the parts; each (spans,)."""

    now: Array
    value: Array
    time: Array
    error: Array
    size: Array


def _largest(course: Followed, breaks: Array, effort: float) -> _Largest:
    """Return the largest value of every output, and then of every output with the other sign, over all the time."""
    count = 2 * course.parabolas(breaks[:1], np.zeros(1)).now.shape[1]
    lead, scale, size = np.full(count, -np.inf), np.zeros(count), np.zeros(count)
    settled: list[tuple[NDArray[np.intp], Array, Array]] = []
    left_out, work = np.full(count, -np.inf), effort * _WORK
    pieces = np.tile(np.arange(len(breaks) - 1), count)
    whose = np.repeat(np.arange(count), len(breaks) - 1)
    spans = _Spans(breaks[pieces], np.diff(breaks)[pieces], whose, np.full(len(pieces), np.inf))
    while len(spans.start):
        reach, whose = _reach(course, spans), spans.output
        np.maximum.at(lead, whose, np.maximum(reach.now, reach.value - reach.error))
        np.maximum.at(scale, whose, np.abs(reach.now))
        np.maximum.at(size, whose, reach.size)
        near = np.maximum(_PART * scale, _ROUNDING * size)
        bound = np.minimum(spans.bound, reach.value + reach.error)
        # Bounds of spans and of those that they are parts of are rounded differently.
        open_yet = bound + _ROUNDING * reach.size >= lead[whose]
        done = open_yet & (reach.error <= near[whose])
        leading = reach.now >= lead[whose]
        settled += [(whose[done], reach.value[done], reach.time[done])]
        settled += [(whose[leading], reach.now[leading], spans.start[leading])]
        work -= course.work * len(whose)
        most = max(_FEWEST, int(_AT_ONCE * work / (course.work * _PARTS * count)))
        which = np.flatnonzero(open_yet & ~done)
        chosen = _promising(whose, bound, which, most)
        without = np.setdiff1d(which, chosen, assume_unique=True)
        np.maximum.at(left_out, whose[without], bound[without])
        spans = spans.divided(chosen, bound)
    whose, value, time = (np.concatenate(part) for part in zip(*settled, strict=True))
    highest, first = _first(whose, value, time, near)
    return _Largest(highest, first, np.maximum(left_out - highest, 0.0))


def _reach(course: Followed, spans: _Spans) -> _Reach:
    """Return what the outputs reach in their spans."""
    start, first, place = np.unique(spans.start, return_index=True, return_inverse=True)
    every = course.parabolas(start, spans.width[first])
    outputs = every.now.shape[1]
    at, sign = (place, spans.output % outputs), np.where(spans.output < outputs, 1.0, -1.0)
    now, value, slope, curvature = (sign * one[at] for one in (every.now, every.value, every.slope, every.curvature))
    width = spans.width
    with np.errstate(divide="ignore", invalid="ignore"):
        top = np.where(curvature < 0.0, np.clip(-slope / curvature, 0.0, width), 0.0)
    places = np.stack([np.zeros_like(width), top, width])
    values = value + places * (slope + 0.5 * curvature * places)
    best = np.argmax(values, axis=0), np.arange(len(width))
    return _Reach(now, values[best], spans.start + places[best], every.error[at], every.size[at])


def _promising(whose: NDArray[np.intp], bound: Array, which: NDArray[np.intp], most: int) -> NDArray[np.intp]:
    """Return which spans to go on with: of every output at most so many, those with the highest bounds."""
    order = which[np.lexsort([-bound[which], whose[which]])]
    begun = np.searchsorted(whose[order], whose[order])
    return order[np.arange(len(order)) - begun < most]


def _first(whose: NDArray[np.intp], value: Array, time: Array, near: Array) -> tuple[Array, Array]:
    """Return every output's largest value, and the first time when it is that, but for what it may be off."""
    highest = np.full(len(near), -np.inf)
    np.maximum.at(highest, whose, value)
    when = np.full(len(near), np.inf)
    equal = value >= (highest - 2.0 * near)[whose]
    np.minimum.at(when, whose[equal], time[equal])
    return highest, when
