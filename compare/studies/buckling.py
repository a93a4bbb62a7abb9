"""The load factors at which an arm loses its stability, by counting unstable modes: none is missed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Unpack

import numpy as np
import xarray as xr

from compare.engine.field import Field
from compare.engine.run import Running, run
from compare.engine.study import Study, cell_by_cell, names_axis
from compare.studies.answers import WORDS, backend_list
from flexarm.arm import Arm, require_arm
from flexarm.backend import Backend
from flexarm.checks import as_finite, shown, unknown_name
from flexarm.datasets import provenance, variable
from flexarm.errors import Fault, InputError, NeutralError, QuestionError
from flexarm.whole import is_whole

LIMIT = 1e4
# The smallest factor looked at: an arm that has lost its stability there has none of its own to lose.
_LEAST = 1e-6
# Bisection ends where a factor is known to this, relative: two digits more than are shown.
_WIDTH = 1e-10


def _gravity(arm: Arm, factor: float) -> Arm:
    x, y = arm.gravity or (0.0, 0.0)
    return replace(arm, gravity=(factor * x, factor * y))


def _axial_force(arm: Arm, factor: float) -> Arm:
    return replace(arm, links=tuple(replace(link, axial_force=factor * link.axial_force) for link in arm.links))


# What can be scaled: how, and whether an arm has any of it.
_SCALES: dict[str, tuple[Callable[[Arm, float], Arm], Callable[[Arm], bool]]] = {
    "gravity": (_gravity, lambda arm: arm.gravity is not None and any(arm.gravity)),
    "axial_force": (_axial_force, lambda arm: any(link.axial_force for link in arm.links)),
}


def buckling(
    arm: Arm,
    backends: Backend | Sequence[Backend],
    scale: str = "gravity",
    count: int = 1,
    limit: float = LIMIT,
    **running: Unpack[Running],
) -> xr.Dataset:
    """Return the first factors on an arm's gravity, or on its axial forces, at which it loses stability.

    Parameters
    ----------
    arm
        The arm, in its posture.
    backends
        One backend or more, each a row; no two alike.
    scale
        What is multiplied: ``"gravity"`` or ``"axial_force"``; all other loads stay as they are.
    count
        Number of load factors; 1 or more.
    limit
        The largest load factor looked at.
    **running
        ``output``, ``workers``, ``scheduler`` and ``progress``, as of `compare.sweep`.

    Returns
    -------
    xarray.Dataset
        Dimensions backend and number; variable load_factor, ascending, multiple ones repeated, NaN where no factor up
        to the limit, an attribute, makes a further mode unstable.

    Raises
    ------
    InputError
        If the arm, a backend, the scale, the count or the limit is wrong.
    QuestionError
        If there is nothing to scale, the arm is unstable at any factor, or a backend cannot answer.
    """
    solvers = backend_list(backends)
    _require_question(arm, scale, count, limit)
    axis = names_axis(solvers, [one.spec for one in solvers], WORDS)
    words = f"factor on {scale} at which a further mode becomes unstable"
    fields = {"load_factor": Field(("number",), "f8", "1", words)}
    ask = cell_by_cell(lambda solver: {"load_factor": _factors(solver, arm, scale, int(count), limit)})
    numbered = {"number": variable(("number",), np.arange(1, count + 1), "1", "number of the load factor")}
    attributes = {**provenance(arm), "scale": scale, "limit": limit}
    return run(Study({"backend": axis}, fields, ask, numbered, attributes, (1,)), **running)[0]


def _require_question(arm: Arm, scale: str, count: int, limit: float) -> None:
    require_arm(arm, "buckling")
    faults = [] if scale in tuple(_SCALES) else [unknown_name("scale", scale, _SCALES)]
    if not is_whole(count) or count < 1:
        faults.append(Fault("count", "a whole number of 1 or more", shown(count)))
    if not (as_finite(limit) or 0.0) > _LEAST:
        faults.append(Fault("limit", f"a number above {_LEAST}", shown(limit)))
    if faults:
        raise InputError(faults, "buckling")
    if not _SCALES[scale][1](arm):
        others = [name for name, (_, present) in _SCALES.items() if present(arm)]
        way = f"scale {' or '.join(others)}" if others else f"give it {scale}"
        raise QuestionError(f"{arm.title}: there is no {scale} to scale; {way}")


def _factors(solver: Backend, arm: Arm, scale: str, count: int, limit: float) -> list[float]:
    counts = _Counts(lambda factor: solver.unstable(_SCALES[scale][0](arm, factor)))
    if counts(_LEAST) != 0:
        raise QuestionError(
            f"{arm.title}: unstable already at a load factor of {_LEAST}: what is not scaled does not hold it up; give "
            "a joint a stiffness, or take less of the other loads"
        )
    factors: list[float] = []
    for number in range(1, count + 1):
        reached = _reached(counts, number, limit)
        if reached is None:
            return factors + [np.nan] * (count - len(factors))
        factors.append(_bisected(counts, number, *reached))
    return factors


@dataclass
class _Counts:
    """Numbers of unstable modes at load factors; what has been counted once is known."""

    of: Callable[[float], int]
    known: dict[float, int | None] = field(default_factory=dict)

    def __call__(self, factor: float) -> int | None:
        """Return the number at a factor, None at the very edge of stability."""
        if factor not in self.known:
            try:
                self.known[factor] = self.of(factor)
            except NeutralError:
                self.known[factor] = None
        return self.known[factor]


def _reached(counts: _Counts, number: int, limit: float) -> tuple[float, float] | None:
    """Return factors with fewer unstable modes and with at least as many as a number; None where there are none."""
    low = max(factor for factor, known in counts.known.items() if known is not None and known < number)
    above = [factor for factor, known in counts.known.items() if known is not None and known >= number]
    if above:
        return low, min(above)
    high = max(low, 0.25)
    while low < limit:
        high = min(4.0 * high, limit)
        reached = counts(high)
        if reached is None or reached >= number:
            return low, high
        low = high
    return None


def _bisected(counts: _Counts, number: int, low: float, high: float) -> float:
    while high > low * (1.0 + _WIDTH):
        middle = float(np.sqrt(low) * np.sqrt(high))
        reached = counts(middle)
        if reached is None:
            return middle
        low, high = (low, middle) if reached >= number else (middle, high)
    return float(np.sqrt(low) * np.sqrt(high))
