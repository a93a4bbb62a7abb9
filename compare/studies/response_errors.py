"""How far forced responses by several backends and sizes are off."""

from collections.abc import Iterable, Sequence
from typing import Unpack

import numpy as np
import xarray as xr

from compare.engine.field import TEXT, Field, blanks
from compare.engine.run import Running, run
from compare.engine.study import Study, cell_by_cell, names_axis, numbers_axis
from compare.studies.answers import backend_list, backend_or
from compare.studies.sizes import require_sizes
from flexarm.arm import Arm
from flexarm.backend import Backend
from flexarm.datasets import provenance
from flexarm.errors import InputError, QuestionError
from flexarm.forced_response.dataset import response
from flexarm.load_cases import LoadCase
from flexarm.load_cases.files import dumps_case

MEASURES = {"amplitude": "half of largest minus smallest value", "offset": "half of largest plus smallest value"}
ERRORS = {
    "amplitude_error": "error of the amplitude, relative to the reference's largest value",
    "offset_error": "error of the offset, relative to the reference's largest value",
    "largest_error": "largest error of the history, relative to the reference's largest value",
    "rms_error": "root mean square error of the history, relative to the reference's largest value",
}
_REFERENCE = ("amplitude", "offset", "peak")
_ALONG = ("output",)
_FIELDS = {
    **{name: Field(_ALONG, "f8", "1", f"{words}, in the output's unit") for name, words in MEASURES.items()},
    **{name: Field(_ALONG, "f8", "1", words) for name, words in ERRORS.items()},
    "missing": Field((), TEXT, "1", "why there is no answer; empty where there is one"),
    **{f"reference_{one}": Field(_ALONG, "f8", "1", f"the reference's {one}, in its unit", ()) for one in _REFERENCE},
}


def response_errors(
    arm: Arm,
    case: LoadCase,
    backends: Backend | Sequence[Backend],
    sizes: Iterable[int],
    reference: Backend | None = None,
    *,
    static_correction: bool = False,
    **running: Unpack[Running],
) -> xr.Dataset:
    """Return the errors of an arm's response by backend and size.

    Parameters
    ----------
    arm
        The arm.
    case
        What acts on it.
    backends
        One backend or more; no two of one scheme. Those that have a size are given each of the sizes; of the others,
        such as ``exact``, the size is the number of modes.
    sizes
        Sizes, ascending.
    reference
        Whose response the errors are taken against, with static correction; None for the installed ``exact``.
    static_correction
        Whether what the modes left out would deflect is added to the responses that are compared.
    **running
        ``output``, ``workers``, ``scheduler`` and ``progress``, as of `compare.sweep`.

    Returns
    -------
    xarray.Dataset
        Dimensions backend (its scheme), size and output. amplitude and offset; amplitude_error, offset_error,
        largest_error and rms_error of the history, all relative to the reference's largest value; missing, the reason
        where there is none. Of the reference: reference_amplitude, reference_offset, reference_peak.

    Raises
    ------
    InputError
        If there is no backend or no size, one is given twice, or the arm and the case do not fit.
    QuestionError
        If the reference cannot answer.
    """
    solvers, chosen = backend_list(backends, lambda one: one.scheme), require_sizes(sizes, "response_errors")
    truth = response(backend_or(reference), arm, case)
    known = {f"reference_{name}": truth[name].values for name in _REFERENCE}
    empty = {**blanks(_FIELDS, output=truth.sizes["output"]), **known}

    def ask(solver: Backend, size: int) -> dict[str, object]:
        try:
            return _errors(_response(solver, size, arm, case, static_correction), truth)
        except (InputError, QuestionError) as error:
            return {"missing": str(error)}

    axes = {
        "backend": names_axis(solvers, [one.scheme for one in solvers], "backend, without its size"),
        "size": numbers_axis(chosen, "1", "functions or elements a link; of exact the number of modes"),
    }
    outputs = {name: (_ALONG, truth[name].values, dict(truth[name].attrs)) for name in ("output", "output_units")}
    attributes = {**provenance(arm), "case": case.name, "reference": truth.attrs["backend"]}
    words = f"{dumps_case(case)}static correction: {static_correction}"
    return run(Study(axes, _FIELDS, cell_by_cell(ask, **empty), outputs, attributes, (1, 1), words), **running)[0]


def _response(solver: Backend, size: int, arm: Arm, case: LoadCase, static_correction: bool) -> xr.Dataset:
    if solver.scheme == solver.spec:
        return response(solver, arm, case, modes=size, static_correction=static_correction)
    return response(solver.with_size(size), arm, case, static_correction=static_correction)


def _errors(answer: xr.Dataset, truth: xr.Dataset) -> dict[str, object]:
    scale, names = np.abs(truth.peak.values), truth.output.values.tolist()
    with np.errstate(divide="ignore", invalid="ignore"):
        difference = np.stack([answer[name].values - truth[name].values for name in names])
        return {
            **{name: answer[name].values for name in MEASURES},
            **{f"{name}_error": (answer[name].values - truth[name].values) / scale for name in MEASURES},
            "largest_error": np.max(np.abs(difference), axis=1) / scale,
            "rms_error": np.sqrt(np.mean(difference**2, axis=1)) / scale,
        }
