"""How an error falls with the size: the size at which round-off takes over, and the law before it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import xarray as xr

from flexarm.arrays import Array
from flexarm.datasets import Variable, variable

# Ten times what the exact backend promises of its frequencies, and what thousands of elements may leave: an error below
# this can be round-off, of either, and no law is read from it.
_NOISE = 1e-11
# Round-off scatters over about a decade: an error that never falls by more again has ceased to fall.
_SCATTER = 10.0
# Above this the next terms of the error's expansion count as much as the first, and no law can be seen.
_ASYMPTOTIC = 1e-2
# A power holds where every error lies within 5 % of it: over one doubling of the size that is an order within 0.14.
_WITHIN = np.log(1.05)
# Exponential convergence goes by steps (shapes of one parity at a time help), so that its line need only explain this
# part of the variance; but over less than a decade it cannot be told from the beginning of a power.
_EXPLAINED, _DECADE = 0.8, np.log(10.0)
# Two sizes lie on every line; the steps of exponential convergence, two sizes long, on no power of five.
_FEWEST, _SETTLED = 3, 5

ALGEBRAIC, SPECTRAL, NONE = "algebraic", "spectral", "none"

ROUND_OFF_RULE = (
    f"round-off takes over at the first size whose error is at most {_NOISE:g}, is not undercut at any larger size by "
    f"more than a factor of {_SCATTER:g}, and is reached again at a larger size; its level is the median error from "
    f"there on; errors below the spacing of float64, {np.finfo(float).eps:.1e}, count as that spacing"
)
ORDER_RULE = (
    f"least squares in the logarithm of the error, over sizes whose error is above {_NOISE:g} and "
    f"{_SCATTER:g} times the level of round-off and, where there are {_FEWEST} such sizes, below {_ASYMPTOTIC:g}; "
    f"spectral, error ∝ exp(-order · size), where that leaves less than a power does, falls by a decade or more, "
    f"explains {_EXPLAINED:.0%} of the variance, and does not give way on the last half of the sizes, {_SETTLED} or "
    "more, to a power that leaves less and falls by a decade; else algebraic, error ∝ size^-order, where every error "
    "is within 5 % of the power; the algebraic order is that of the longest such run of sizes up to the last"
)


@dataclass(frozen=True)
class RoundOff:
    """Where an error ceases to fall."""

    size: int  # the first size of round-off; 0 where it does not take over within the sizes
    level: float  # median relative error from there on; zero where it does not take over


@dataclass(frozen=True)
class Order:
    """The observed law of convergence."""

    law: str  # "algebraic", "spectral" or "none"
    rate: float  # p of error ∝ size^−p, or s of error ∝ exp(−s · size); NaN where there is no law
    first: int  # size that it was fitted from; 0 where there is no law
    last: int  # and up to
    reason: str = ""  # why there is no law


# Errors that fall by a law each, and what the names of its variables begin with.
LAWS = {"relative_error": "", "damping_ratio_error": "damping_ratio_"}
_ZERO, _FLOOR = "0 where there is no law", "0 where round-off does not take over within the sizes"
_WORDS = {
    "order_law": "law of convergence: algebraic, spectral or none",
    "order": "observed order of convergence; NaN where there is no law",
    "order_first_size": f"first size of the fit; {_ZERO}",
    "order_last_size": f"last size of the fit; {_ZERO}",
    "order_missing": "why there is no law; empty where there is one",
    "round_off_size": f"first size of round-off; {_FLOOR}",
    "round_off_level": f"relative error of round-off; {_FLOOR}",
}


def with_orders(dataset: xr.Dataset) -> xr.Dataset:
    """Return a study of convergence with the laws that its errors fall by, variables over backend and mode."""
    if "order" in dataset:
        return dataset
    found = [_laws(dataset[name], first) for name, first in LAWS.items() if name in dataset]
    return dataset.assign({name: one for laws in found for name, one in laws})


def _laws(error: xr.DataArray, first: str) -> Iterator[tuple[str, Variable]]:
    """Yield the variables of the laws that errors fall by."""
    sizes = error["size"].values.tolist()
    found = [[_fit(sizes, one) for one in row] for row in error.transpose("backend", "mode", "size").values]
    for k, (name, words) in enumerate(_WORDS.items()):
        values = np.array([[fit[k] for fit in row] for row in found])
        yield first + name, variable(("backend", "mode"), values, "1", words)


def _fit(sizes: Sequence[int], errors: Array) -> tuple[object, ...]:
    """Return what `_WORDS` names of one mode's errors."""
    end = round_off(sizes, errors)
    law = observed_order(sizes, errors, end)
    return law.law, law.rate, law.first, law.last, law.reason, end.size, end.level


def round_off(sizes: Sequence[int], errors: Array) -> RoundOff:
    """Return where round-off takes over, by `ROUND_OFF_RULE`: errors of either sign, shape (sizes,), NaN for none."""
    known = np.isfinite(errors)
    size, error = np.asarray(sizes)[known], np.maximum(np.abs(errors[known]), np.finfo(float).eps)
    for k in range(len(error) - 1):
        later = error[k + 1 :]
        if error[k] <= _NOISE and _SCATTER * later.min() >= error[k] and later.max() >= error[k]:
            return RoundOff(int(size[k]), float(np.median(error[k:])))
    return RoundOff(0, 0.0)


def observed_order(sizes: Sequence[int], errors: Array, floor: RoundOff) -> Order:
    """Return the law that an error falls with, by `ORDER_RULE`; `floor` is what `round_off` returned."""
    size, error = np.asarray(sizes, dtype=float), np.abs(errors)
    kept = np.isfinite(errors) & (error > max(_NOISE, _SCATTER * floor.level))
    kept &= (size < floor.size) if floor.size else True
    if (count := np.count_nonzero(kept)) < _FEWEST:
        return _none(f"needs {_FEWEST} sizes or more with an error above round-off, has {count}")
    fine = kept & (error < _ASYMPTOTIC)
    return _law(size[fine], error[fine]) if np.count_nonzero(fine) >= _FEWEST else _law(size[kept], error[kept])


def _law(size: Array, error: Array) -> Order:
    power, exponential = _line(np.log(size), np.log(error)), _line(size, np.log(error))
    start, run = _longest_run(size, error)
    spectral = exponential.squares < power.squares and exponential.fall >= _DECADE
    settled = len(size) - start >= max(_SETTLED, len(size) / 2)
    if spectral and not (settled and _takes_over(run, _line(size[start:], np.log(error[start:])))):
        law, start, line, holds = SPECTRAL, 0, exponential, exponential.explained >= _EXPLAINED
    else:
        law, line, holds = ALGEBRAIC, run, run.largest <= _WITHIN
    if holds and line.fall < _WITHIN:
        return _none(f"the error stays near {error[-1]:.1e}: more shapes or elements do not help")
    if not holds:
        return _none("the error follows neither a power of the size nor an exponential")
    return Order(law, line.slope, int(size[start]), int(size[-1]))


def _takes_over(power: "_Line", exponential: "_Line") -> bool:
    """Return whether a power holds at last, on sizes on which an exponential does not hold as well."""
    return power.largest <= _WITHIN and power.fall >= _DECADE and power.squares < exponential.squares


def _none(reason: str) -> Order:
    return Order(NONE, np.nan, 0, 0, reason)


@dataclass(frozen=True)
class _Line:
    """A falling line y = constant − slope · x through points."""

    slope: float  # positive where y falls
    fall: float  # from the first point to the last
    squares: float  # sum of squares of what it leaves
    largest: float  # of what it leaves
    explained: float  # part of y's variance


def _line(x: Array, y: Array) -> _Line:
    x, y = x - x.mean(), y - y.mean()
    slope = float(x @ y / (x @ x))
    rest = y - slope * x
    explained = 1.0 - float(rest @ rest) / max(float(y @ y), np.finfo(float).tiny)
    return _Line(-slope, -slope * float(x[-1] - x[0]), float(rest @ rest), float(np.max(np.abs(rest))), explained)


def _longest_run(size: Array, error: Array) -> tuple[int, _Line]:
    """Return the start of the longest run, up to the last size, on which a power holds, and its line."""
    x, y = np.log(size), np.log(error)
    lines = [(start, _line(x[start:], y[start:])) for start in range(len(size) - _FEWEST + 1)]
    return next((one for one in lines if one[1].largest <= _WITHIN), lines[-1])
