"""Complex eigenvalues of one arm by several backends, with their errors."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import xarray as xr
from scipy.optimize import linear_sum_assignment

from compare.studies.answers import REFERENCE, WORDS, backend_list, backend_or, timed
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.closed_loop.eigenvalues import eigenvalues as complex_spectrum
from flexarm.closed_loop.spectrum import ComplexSpectrum
from flexarm.datasets import Variable, provenance, variable
from flexarm.errors import FlexarmError


@dataclass(frozen=True)
class _Answer:
    spectrum: ComplexSpectrum
    seconds: float  # wall time of the solution


def eigenvalues(
    arm: Arm,
    backends: Backend | Sequence[Backend],
    count: int | None = None,
    within: float | None = None,
    reference: Backend | None = None,
) -> xr.Dataset:
    """Return the first complex eigenvalues of an arm with dampers and drives by several backends.

    Parameters
    ----------
    arm
        The arm, in its posture.
    backends
        One backend or more, each a row; no two alike.
    count
        Number of eigenvalues in the upper half plane and on the real axis, by size; 1 or more.
    within
        In place of a count, all of a size below this, rad/s.
    reference
        Whose eigenvalues the errors are taken against. None for the backend named ``exact``: the one among `backends`,
        else the installed one; where that cannot answer, errors are NaN and ``reference_missing`` says why.

    Returns
    -------
    xarray.Dataset
        Dimensions backend and eigenvalue, by size; rigid-body motions, s = 0, are counted apart. Variables real_part,
        1/s, imaginary_part and angular_frequency, the size of s, rad/s, frequency, Hz, damping_ratio, decay_time, s,
        infinite where nothing decays; relative_error, the distance from the reference's eigenvalue that it is matched
        with over that one's size, and relative_damping_error, of the real part; radius, rad/s, below which every
        eigenvalue is counted, rigid_eigenvalues, unstable, passive, statement, unknowns and seconds (backend). NaN
        where a backend has fewer.

    Raises
    ------
    InputError
        If there is no backend, one is given twice, the arm is none, or not one of count and within is given.
    QuestionError
        If a backend cannot answer; the text begins with its specification.
    """
    solvers = backend_list(backends)
    answers = [_Answer(*timed(one, partial(complex_spectrum, one, arm, count, within))) for one in solvers]
    known, told = _reference(solvers, answers, reference, arm, count, within)
    size = max(len(answer.spectrum.eigenvalues) for answer in answers)
    variables = {**_eigenvalues(answers, size), **_errors(answers, size, known), **_of_each(answers)}
    coordinates = {
        "backend": variable(("backend",), [solver.spec for solver in solvers], "1", WORDS),
        "eigenvalue": variable(("eigenvalue",), np.arange(1, size + 1), "1", "eigenvalue number, by |s|"),
    }
    return xr.Dataset(variables, coordinates, {**provenance(arm), **told})


def _reference(
    solvers: Sequence[Backend],
    answers: Sequence[_Answer],
    reference: Backend | None,
    arm: Arm,
    count: int | None,
    within: float | None,
) -> tuple[Array | None, dict[str, str]]:
    """Return the eigenvalues that errors are taken against, None where there are none, and what to say of it."""
    try:
        among = [solver for solver in solvers if solver.name == REFERENCE]
        solver = backend_or(reference or (among[0] if among else None))
        given = {one.spec: answer.spectrum for one, answer in zip(solvers, answers, strict=True)}
        spectrum = given.get(solver.spec) or complex_spectrum(solver, arm, count, within)
    except FlexarmError as error:
        if reference is not None:
            raise
        return None, {"reference": "", "reference_missing": str(error)}
    return spectrum.eigenvalues, {"reference": solver.spec}


def _eigenvalues(answers: Sequence[_Answer], size: int) -> dict[str, Variable]:
    values = np.array([_padded(answer.spectrum.eigenvalues, size) for answer in answers])
    decay = np.array([_padded(answer.spectrum.decay_time, size).real for answer in answers])
    both = ("backend", "eigenvalue")
    omega = np.abs(values)
    return {
        "real_part": variable(both, values.real, "1/s", "real part of an eigenvalue"),
        "imaginary_part": variable(both, values.imag, "rad/s", "imaginary part of an eigenvalue"),
        "angular_frequency": variable(both, omega, "rad/s", "natural angular frequency, |s|"),
        "frequency": variable(both, omega / (2.0 * np.pi), "Hz", "natural frequency, |s|/2π"),
        "damping_ratio": variable(both, -values.real / omega, "1", "damping ratio, −Re s/|s|"),
        "decay_time": variable(both, decay, "s", "time in which a motion falls to 1/e, −1/Re s"),
    }


def _errors(answers: Sequence[_Answer], size: int, known: Array | None) -> dict[str, Variable]:
    errors = np.full((2, len(answers), size), np.nan)
    for k, answer in enumerate(answers):
        values = answer.spectrum.eigenvalues
        if known is None or not len(known) or not len(values):
            continue
        rows, columns = linear_sum_assignment(np.abs(values[:, np.newaxis] - known))
        off, against = values[rows] - known[columns], known[columns]
        errors[0, k, rows] = np.abs(off) / np.abs(against)
        damped = against.real != 0.0
        errors[1, k, rows[damped]] = np.abs(off.real[damped] / against.real[damped])
    both = ("backend", "eigenvalue")
    return {
        "relative_error": variable(
            both, errors[0], "1", "distance from the reference's eigenvalue, relative to its size"
        ),
        "relative_damping_error": variable(both, errors[1], "1", "relative error of the real part"),
    }


def _of_each(answers: Sequence[_Answer]) -> dict[str, Variable]:
    each = [answer.spectrum for answer in answers]
    row = ("backend",)
    return {
        "radius": variable(row, [one.radius for one in each], "rad/s", "every eigenvalue of |s| below this is counted"),
        "rigid_eigenvalues": variable(row, [one.rigid for one in each], "1", "number of eigenvalues that are zero"),
        "unstable": variable(
            row, [one.unstable for one in each], "1", "number of eigenvalues with a positive real part"
        ),
        "passive": variable(row, [int(one.passive) for one in each], "1", "whether all that drives the arm is passive"),
        "statement": variable(row, [one.statement for one in each], "1", "what is known of the arm's stability"),
        "unknowns": variable(row, [one.unknowns for one in each], "1", "number of modes that the answer is made of"),
        "seconds": variable(row, [answer.seconds for answer in answers], "s", "wall time of the solution"),
    }


def _padded(values: Array, size: int) -> Array:
    return np.concatenate([values, np.full(size - len(values), np.nan)])
