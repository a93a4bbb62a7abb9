"""Natural frequencies of one arm by several backends, with their errors and their cost."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Unpack

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from compare.engine.field import TEXT, Field, blanks
from compare.engine.run import Running, run
from compare.engine.study import Study, cell_by_cell, names_axis
from compare.studies.answers import REFUSAL, WORDS, answer_against, answered, backend_list, parted, refusal_variables
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.certificate import each_mode
from flexarm.datasets import (
    UNSTABLE,
    Variable,
    certificate_variables,
    digits_variable,
    mode_numbers,
    provenance,
    variable,
)
from flexarm.errors import QuestionError
from flexarm.flapwise import flapwise as out_of_plane
from flexarm.flapwise import require_flapwise
from flexarm.modes import ModalModel

_MODE = ("mode",)
_DIGITS, _PROVED = digits_variable(_MODE, None), certificate_variables(_MODE, [None])
_FIELDS = {
    "angular_frequency": Field(_MODE, "f8", "rad/s", "natural angular frequency"),
    **{name: Field.like(one, "i8" if name == "multiplicity" else TEXT) for name, one in _PROVED.items()},
    "digits": Field.like(_DIGITS, "f8"),
    "rigid_modes": Field((), "i8", "1", "number of rigid-body modes"),
    "unstable_modes": Field((), "i8", "1", UNSTABLE),
    "unknowns": Field((), "i8", "1", "number of unknowns of the discretised problem"),
    "seconds": Field((), "f8", "s", "wall time of the solution"),
    "refusal": Field((), TEXT, "1", REFUSAL),
}


def frequencies(
    arm: Arm,
    backends: Backend | Sequence[Backend],
    count: int,
    reference: Backend | None = None,
    growth_rates: bool = False,
    flapwise: bool = False,
    **running: Unpack[Running],
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
        `backends`, else the installed one; where that one is missing or cannot answer, errors are NaN, the attribute
        ``reference`` is empty and ``reference_missing`` says why.
    growth_rates
        Whether the growth rates of unstable modes are found, too.
    flapwise
        Whether frequencies out of the plane of a spin are given, √(ω² + Ω²), in place of those in it: of an arm without
        hinges and gravity that is alike in both planes, its bodies points or slender. Nothing is then certified.
    **running
        ``output``, ``workers``, ``scheduler`` and ``progress``, as of `compare.sweep`.

    Returns
    -------
    xarray.Dataset
        Dimensions backend (its specification) and mode. Variables angular_frequency, rad/s, frequency, Hz, and
        relative_error (backend, mode), positive where a frequency is too high, exactly zero for the reference, and NaN
        where the reference finds the mode unstable;
        rigid_modes, unknowns and seconds (backend). Where a backend certifies its frequencies, also interval_lower,
        interval_upper (text, rad/s) and multiplicity (backend, mode). Under static loads unstable_modes (backend), and
        on request growth_rate, 1/s, descending (backend, unstable). Backends that cannot answer are no rows; where
        there are any, refusal (refused), over their specifications, says why.

    Raises
    ------
    InputError
        If there is no backend, one is not a `Backend` or is given twice, or the arm or the count is wrong.
    QuestionError
        If no backend can answer; the text begins with the specification of the first. If a given reference cannot, or
        one that answers finds no growth rates that were asked for.
    """
    solvers = backend_list(backends)
    if flapwise:
        require_flapwise(arm)
    with suppress(QuestionError):  # what one backend refuses others may answer
        solvers[0]._check_question(arm, count)
    axis = names_axis(solvers, [one.spec for one in solvers], WORDS)
    ask = cell_by_cell(lambda solver: _spectrum(solver, arm, int(count)), **blanks(_FIELDS, mode=int(count)))
    study = Study({"backend": axis}, _FIELDS, ask, {"mode": mode_numbers(count)}, provenance(arm), (1,))

    def reading(spectra: xr.Dataset) -> xr.Dataset:
        known, refused = parted(spectra)
        if len(refused) == len(solvers):
            answered(solvers[0], arm, int(count))  # it refuses in its own words
        own = [one for one in solvers if one.spec not in refused]
        more = _growth(arm, own) if growth_rates else {}
        return _compared(known, arm, own, reference, {**more, **refusal_variables(refused)}, flapwise)

    return run(study, **running, reading=reading)[0]


def _spectrum(solver: Backend, arm: Arm, count: int) -> Mapping[str, object]:
    try:
        answer = answered(solver, arm, count)
    except QuestionError as error:
        return {"refusal": str(error)}
    model = answer.model
    return {
        "angular_frequency": model.angular_frequency,
        **_certificate(model),
        "digits": np.full(count, np.nan) if model.digits is None else model.digits,
        "rigid_modes": model.rigid_modes,
        "unstable_modes": model.unstable,
        "unknowns": model.unknowns,
        "seconds": answer.seconds,
    }


def _certificate(model: ModalModel) -> dict[str, object]:
    each = each_mode(model.certificate, model.modes) if model.certificate else [None] * model.modes
    return {name: values for name, (_, values, _) in certificate_variables(_MODE, each).items()}


def _compared(
    spectra: xr.Dataset,
    arm: Arm,
    solvers: Sequence[Backend],
    reference: Backend | None,
    more: Mapping[str, Variable],
    flapwise: bool,
) -> xr.Dataset:
    """Return spectra with their errors, and without what nothing is known of."""
    known, told = _reference(spectra, arm, solvers, reference, np.asarray(more.get("refused", ((), []))[1]).tolist())
    omega = spectra.angular_frequency
    if known is None:
        against = np.full(omega.shape, np.nan)
    else:
        beyond = spectra.unstable_modes.values - known.unstable_modes.item()
        against = same_modes(np.broadcast_to(known.angular_frequency.values, omega.shape), beyond, omega.sizes["mode"])
    if flapwise:
        if spectra.unstable_modes.any():
            raise QuestionError(f"{arm.title}: flapwise frequencies want an arm that is stable in the plane")
        words = {"long_name": "natural angular frequency out of the plane of the spin"}
        omega = omega.copy(data=out_of_plane(arm, omega.values)).assign_attrs(words)
        against, told = out_of_plane(arm, against), {**told, "plane": "flapwise"}
    both, error = ("backend", "mode"), (omega.values - against) / against
    dataset = xr.Dataset(
        {
            "angular_frequency": omega,
            "frequency": variable(both, omega.values / (2.0 * np.pi), "Hz", "natural frequency"),
            "relative_error": variable(both, error, "1", "relative error against the reference"),
            **{name: one for name, one in spectra.data_vars.items() if name != "angular_frequency"},
            **more,
        },
        attrs={**spectra.attrs, **told},
    )
    nothing = [] if bool(spectra.multiplicity.any()) and not flapwise else list(_PROVED)
    nothing += ["digits"] if bool(spectra.digits.isnull().all()) else []
    return dataset.drop_vars(nothing if arm.static_loads else [*nothing, "unstable_modes"])


def _reference(
    spectra: xr.Dataset, arm: Arm, solvers: Sequence[Backend], reference: Backend | None, refused: Sequence[str]
) -> tuple[xr.Dataset | None, dict[str, str]]:
    """Return the spectrum that errors are taken against, None where there is none, and what to say of it."""
    # What is proved comes first.
    proved = sorted(solvers, key=lambda one: not bool(spectra.multiplicity.sel(backend=one.spec).any()))
    given = {one.spec: spectra.sel(backend=one.spec) for one in solvers}

    def ask(solver: Backend) -> xr.Dataset:
        model = answered(solver, arm, spectra.sizes["mode"]).model
        spectrum = {"angular_frequency": ("mode", model.angular_frequency), "unstable_modes": model.unstable}
        return xr.Dataset(spectrum)

    return answer_against(proved, reference, given, refused, ask)


def same_modes(omega: Array, beyond: ArrayLike, count: int) -> Array:
    """Return the frequencies, shape (..., modes), of those modes that another answer gives first, shape (..., count).

    `beyond` is how many more modes the other answer finds unstable, shape (...); NaN where there is no such frequency.
    """
    number = np.arange(count) + np.asarray(beyond, dtype=np.int64)[..., np.newaxis]
    there = (number >= 0) & (number < omega.shape[-1])
    return np.where(there, np.take_along_axis(omega, np.where(there, number, 0), -1), np.nan)


def _growth(arm: Arm, backends: Sequence[Backend]) -> dict[str, Variable]:
    """Return the growth rates of an arm's unstable modes by several backends, NaN where one has fewer."""
    each = [solver.growth_rates(arm) for solver in backends]
    rates = np.full((len(each), max(map(len, each))), np.nan)
    for row, own in zip(rates, each, strict=True):
        row[: len(own)] = own
    name = "growth rate of an unstable mode: e to the rate times time"
    return {"growth_rate": variable(("backend", "unstable"), rates, "1/s", name)}
