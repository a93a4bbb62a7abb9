"""Natural frequencies of one arm by several backends, with their errors and their cost."""

from collections.abc import Callable, Sequence

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from compare.answers import Answer, answered, require_backends
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend, find_backend
from flexarm.certificate import each_mode
from flexarm.datasets import (
    Variable,
    certificate_variables,
    digits_variable,
    mode_numbers,
    provenance,
    unstable_variable,
    variable,
)
from flexarm.errors import FlexarmError
from flexarm.modes import ModalModel

REFERENCE = "exact"


def frequencies(
    arm: Arm,
    backends: Sequence[Backend],
    count: int,
    reference: Backend | None = None,
    growth_rates: bool = False,
) -> xr.Dataset:
    """Return an arm's first natural frequencies by several backends.

    Parameters
    ----------
    arm
        The arm, in its posture.
    backends
        One backend or more, each a row; no two alike.
    count
        Number of non-zero natural frequencies; 1 or more.
    reference
        Whose frequencies the errors are taken against. None for the backend named ``exact``: the one among
        `backends`, else the installed one; where that one is missing or cannot answer, errors are NaN and the
        attribute ``reference_missing`` says why.
    growth_rates
        Whether the growth rates of unstable modes are found, too.

    Returns
    -------
    xarray.Dataset
        Dimensions backend (its specification) and mode. Variables angular_frequency, rad/s, frequency, Hz, and
        relative_error (backend, mode), positive where a frequency is too high, exactly zero for the reference, and NaN
        where the reference finds the mode unstable;
        rigid_modes, unknowns and seconds (backend). Where a backend certifies its frequencies, also interval_lower,
        interval_upper (text, rad/s) and multiplicity (backend, mode). Under static loads unstable_modes (backend), and
        on request growth_rate, 1/s, descending (backend, unstable).

    Raises
    ------
    InputError
        If there is no backend, one is not a `Backend` or is given twice, or the arm or the count is wrong.
    QuestionError
        If a backend cannot answer; the text begins with its specification.
    """
    backends = list(backends)
    require_backends(backends)
    answers = {solver.spec: answered(solver, arm, count) for solver in backends}
    rows = list(answers.values())
    known, attributes = _reference(arm, count, reference, backends, answers)
    against = np.array([_matching(known, row.model) for row in rows])
    growing = growth(arm, backends) if growth_rates else {}
    return xr.Dataset(
        {**_spectra(rows, against), **_costs(rows), **growing},
        {
            "backend": variable(("backend",), list(answers), "1", "backend and its settings"),
            "mode": mode_numbers(count),
        },
        {**provenance(arm), **attributes},
    )


def _reference(
    arm: Arm, count: int, reference: Backend | None, backends: Sequence[Backend], answers: dict[str, Answer]
) -> tuple[ModalModel | None, dict[str, str]]:
    """Return the model that errors are taken against, None where there is none, and what to say of it."""
    try:
        known = [one for one in backends if one.name == REFERENCE]
        known.sort(key=lambda one: answers[one.spec].model.certificate is None)  # what is proved comes first
        solver = reference or (known[0] if known else find_backend(REFERENCE))
        answer = answers.get(solver.spec) or answered(solver, arm, count)
    except FlexarmError as error:
        if reference is not None:
            raise
        return None, {"reference": "", "reference_missing": str(error)}
    return answer.model, {"reference": solver.spec}


def _matching(reference: ModalModel | None, model: ModalModel) -> Array:
    """Return the reference's frequencies of a model's modes, unstable ones counted along; NaN where it has none."""
    if reference is None:
        return np.full(model.modes, np.nan)
    return aligned(reference.angular_frequency, model.unstable - reference.unstable, model.modes)


def aligned(omega: Array, beyond: ArrayLike, count: int) -> Array:
    """Return the frequencies of those modes that another answer gives first, unstable ones counted along.

    Parameters
    ----------
    omega
        Frequencies, shape (..., modes).
    beyond
        How many more modes the other answer finds unstable, shape (...).
    count
        Number of modes of the other answer.

    Returns
    -------
    ndarray, shape (..., count)
        NaN where there is no such frequency.
    """
    number = np.arange(count) + np.asarray(beyond, dtype=np.int64)[..., np.newaxis]
    there = (number >= 0) & (number < omega.shape[-1])
    return np.where(there, np.take_along_axis(omega, np.where(there, number, 0), -1), np.nan)


def _spectra(rows: Sequence[Answer], against: Array) -> dict[str, Variable]:
    omega = np.array([row.model.angular_frequency for row in rows])
    both = ("backend", "mode")
    return {
        "angular_frequency": variable(both, omega, "rad/s", "natural angular frequency"),
        "frequency": variable(both, omega / (2.0 * np.pi), "Hz", "natural frequency"),
        "relative_error": variable(both, (omega - against) / against, "1", "relative error against the reference"),
        **_certificates(rows),
        **_digits(rows),
    }


def _certificates(rows: Sequence[Answer]) -> dict[str, Variable]:
    """Return what is proved, where anything is."""
    if all(row.model.certificate is None for row in rows):
        return {}
    nothing = [None] * rows[0].model.modes
    each = [each_mode(row.model.certificate or (), row.model.modes) or nothing for row in rows]
    return certificate_variables(("backend", "mode"), each)


def _digits(rows: Sequence[Answer]) -> dict[str, Variable]:
    """Return how many digits round-off can have left, where anybody has estimated it."""
    if all(row.model.digits is None for row in rows):
        return {}
    unknown = np.full(rows[0].model.modes, np.nan)
    each = np.array([unknown if row.model.digits is None else row.model.digits for row in rows])
    return {"digits": digits_variable(("backend", "mode"), each)}


def _costs(rows: Sequence[Answer]) -> dict[str, Variable]:
    def column(of: Callable[[Answer], float], units: str, long_name: str) -> Variable:
        return variable(("backend",), [of(row) for row in rows], units, long_name)

    each = [row.model.unstable for row in rows]
    unstable = {"unstable_modes": unstable_variable(("backend",), each)} if rows[0].model.arm.static_loads else {}
    return {
        "rigid_modes": column(lambda row: row.model.rigid_modes, "1", "number of rigid-body modes"),
        **unstable,
        "unknowns": column(lambda row: row.model.unknowns, "1", "number of unknowns of the discretised problem"),
        "seconds": column(lambda row: row.seconds, "s", "wall time of the solution"),
    }


def growth(arm: Arm, backends: Sequence[Backend]) -> dict[str, Variable]:
    """Return the growth rates of an arm's unstable modes by several backends, NaN where one has fewer.

    Parameters
    ----------
    arm
        The arm, in its posture.
    backends
        The backends.
    """
    each = [solver.growth_rates(arm) for solver in backends]
    rates = np.full((len(each), max(map(len, each))), np.nan)
    for row, found in zip(rates, each, strict=True):
        row[: len(found)] = found
    name = "growth rate of an unstable mode: e to the rate times time"
    return {"growth_rate": variable(("backend", "unstable"), rates, "1/s", name)}
