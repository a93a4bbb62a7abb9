"""Complex eigenvalues of one arm by several backends, with their errors."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Unpack

import numpy as np
import xarray as xr
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from compare.engine.field import TEXT, Field, blanks
from compare.engine.run import Running, run
from compare.engine.study import Study, cell_by_cell, names_axis
from compare.studies.answers import REFUSAL, WORDS, answer_against, backend_list, parted, refusal_variables, timed
from flexarm.arm import Arm, require_arm
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.closed_loop.eigenvalues import eigenvalues as complex_spectrum
from flexarm.closed_loop.spectrum import ComplexSpectrum
from flexarm.datasets import provenance, variable
from flexarm.errors import Fault, InputError, QuestionError
from flexarm.whole import is_whole

# Places for eigenvalues within a radius, whose number is known when they are found: those of 400 modes, and more.
MOST = 1024
_EACH = ("eigenvalue",)
_FIELDS = {
    "real_part": Field(_EACH, "f8", "1/s", "real part of an eigenvalue"),
    "imaginary_part": Field(_EACH, "f8", "rad/s", "imaginary part of an eigenvalue"),
    "angular_frequency": Field(_EACH, "f8", "rad/s", "natural angular frequency, |s|"),
    "damping_ratio": Field(_EACH, "f8", "1", "damping ratio, −Re s/|s|"),
    "decay_time": Field(_EACH, "f8", "s", "time in which a motion falls to 1/e, −1/Re s"),
    "radius": Field(_EACH, "f8", "1/s", "radius of a disc that is proved to hold an eigenvalue"),
    "within": Field((), "f8", "rad/s", "every eigenvalue of |s| below this is counted"),
    "rigid_eigenvalues": Field((), "i8", "1", "number of eigenvalues that are zero"),
    "unstable": Field((), "i8", "1", "number of eigenvalues with a positive real part"),
    "passive": Field((), "i8", "1", "whether all that drives the arm is passive"),
    "statement": Field((), TEXT, "1", "what is known of the arm's stability"),
    "unknowns": Field((), "i8", "1", "number of modes that the answer is made of"),
    "seconds": Field((), "f8", "s", "wall time of the solution"),
    "refusal": Field((), TEXT, "1", REFUSAL),
}


def eigenvalues(
    arm: Arm,
    backends: Backend | Sequence[Backend],
    count: int | None = None,
    within: float | None = None,
    reference: Backend | None = None,
    **running: Unpack[Running],
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
    **running
        ``output``, ``workers``, ``scheduler`` and ``progress``, as of `compare.sweep`.

    Returns
    -------
    xarray.Dataset
        Dimensions backend and eigenvalue, by size; rigid-body motions, s = 0, are counted apart. Variables real_part,
        1/s, imaginary_part and angular_frequency, the size of s, rad/s, frequency, Hz, damping_ratio, decay_time, s,
        infinite where nothing decays; relative_error, the distance from the reference's eigenvalue that it is matched
        with over that one's size, and relative_damping_error, of the real part; radius, 1/s, of a disc about it that is
        proved to hold the eigenvalue, NaN where nothing is proved; within, rad/s, below which every eigenvalue is
        counted, rigid_eigenvalues, unstable, passive, statement, unknowns and seconds (backend). NaN where a backend
        has fewer. Backends that cannot answer are no rows; where there are any, refusal (refused), over their
        specifications, says why.

    Raises
    ------
    InputError
        If there is no backend, one is given twice, the arm is none, or not one of count and within is given.
    QuestionError
        If no backend can answer; the text begins with the specification of the first. If a given reference cannot.
    """
    solvers = backend_list(backends)
    require_arm(arm, "eigenvalues")
    size = int(count) if is_whole(count) and count > 0 else MOST
    ask = cell_by_cell(lambda solver: _cell(solver, arm, count, within, size), **blanks(_FIELDS, eigenvalue=size))
    axis = names_axis(solvers, [one.spec for one in solvers], WORDS)
    numbers = variable(_EACH, np.arange(1, size + 1), "1", "eigenvalue number, by |s|")
    study = Study({"backend": axis}, _FIELDS, ask, {"eigenvalue": numbers}, provenance(arm), (1,))

    def reading(spectra: xr.Dataset) -> xr.Dataset:
        known, refused = parted(spectra)
        if len(refused) == len(solvers):
            _spectrum(solvers[0], arm, count, within)  # it refuses in its own words
        most = int(np.max(known.real_part.notnull().sum("eigenvalue"), initial=0))
        ask = partial(_values, arm=arm, count=count, within=within)
        given = {str(spec): _of(known.sel(backend=spec)) for spec in known.backend.values}
        against, told = answer_against(solvers, reference, given, list(refused), ask)
        return (
            _compared(known.isel(eigenvalue=slice(most)), against).assign(refusal_variables(refused)).assign_attrs(told)
        )

    return run(study, **running, reading=reading)[0]


def _spectrum(solver: Backend, arm: Arm, count: int | None, within: float | None) -> tuple[ComplexSpectrum, float]:
    return timed(solver, lambda: complex_spectrum(solver, arm, count, within))


def _values(solver: Backend, arm: Arm, count: int | None, within: float | None) -> Array:
    return _spectrum(solver, arm, count, within)[0].eigenvalues


def _cell(solver: Backend, arm: Arm, count: int | None, within: float | None, size: int) -> Mapping[str, object]:
    """Return what a backend says, or why it says nothing."""
    try:
        spectrum, seconds = _spectrum(solver, arm, count, within)
    except QuestionError as error:
        return {"refusal": str(error)}
    return {**spectrum_fields(spectrum, size), "unknowns": spectrum.unknowns, "seconds": seconds}


def spectrum_fields(spectrum: ComplexSpectrum, size: int) -> dict[str, object]:
    """Return eigenvalues and what is known of them, so many places for them; refused where these are too few."""
    values = spectrum.eigenvalues
    if len(values) > size:
        wanted = f"a radius with {size} eigenvalues at most within it"
        raise InputError([Fault("within", wanted, f"{len(values)}")], "eigenvalues")
    gap = [np.nan] * (size - len(values))
    each = {
        "real_part": values.real,
        "imaginary_part": values.imag,
        **{name: getattr(spectrum, name) for name in ("angular_frequency", "damping_ratio", "decay_time")},
        "radius": spectrum.disc_radius,
    }
    return {
        **{name: np.append(of, gap) for name, of in each.items()},
        "rigid_eigenvalues": spectrum.rigid,
        "within": spectrum.radius,
        **{name: getattr(spectrum, name) for name in ("unstable", "passive", "statement")},
    }


def _of(row: xr.Dataset) -> Array:
    """Return the eigenvalues of one backend."""
    there = row.real_part.notnull().values
    return np.asarray((row.real_part.values + 1j * row.imaginary_part.values)[there])


def paired(values: Array, against: Array) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the places of eigenvalues and of those that they are, so that the sum of their distances is least."""
    return linear_sum_assignment(np.abs(values[:, np.newaxis] - against))


def _compared(spectra: xr.Dataset, against: Array | None) -> xr.Dataset:
    """Return spectra with their frequencies in Hz and their errors, matched one by one."""
    errors = np.full((2, *spectra.real_part.shape), np.nan)
    for k in range(spectra.sizes["backend"]):
        values = _of(spectra.isel(backend=k))
        if against is None:
            continue
        rows, columns = paired(values, against)
        off, exact = values[rows] - against[columns], against[columns]
        errors[0, k, rows] = np.abs(off) / np.abs(exact)
        damped = exact.real != 0.0
        errors[1, k, rows[damped]] = np.abs(off.real[damped] / exact.real[damped])
    both, omega = spectra.real_part.dims, spectra.angular_frequency.values
    distance = "distance from the reference's eigenvalue, relative to its size"
    return spectra.assign(
        frequency=variable(both, omega / (2.0 * np.pi), "Hz", "natural frequency, |s|/2π"),
        relative_error=variable(both, errors[0], "1", distance),
        relative_damping_error=variable(both, errors[1], "1", "relative error of the real part"),
    )
