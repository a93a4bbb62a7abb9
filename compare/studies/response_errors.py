"""How far forced responses by several backends and sizes are off."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Unpack

import numpy as np
import xarray as xr

from compare.engine.field import TEXT, Field, blanks
from compare.engine.run import Running, run
from compare.engine.study import Index, Study, Values, stacked
from compare.studies.answers import backend_list, backend_or, named
from compare.studies.responses import response_of
from compare.studies.sizes import require_sizes
from flexarm.arm import Arm
from flexarm.backend import Backend
from flexarm.datasets import provenance, variable
from flexarm.errors import InputError, QuestionError
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
    truth = response_of(backend_or(reference), arm, case)
    question = _Errors(arm, case, tuple(solvers), chosen, truth, static_correction)
    coordinates = {
        "backend": named("backend", [one.scheme for one in solvers], "backend, without its size"),
        "size": variable(("size",), list(chosen), "1", "functions or elements a link; of exact the number of modes"),
        "output": _coordinate(truth.output),
        "output_units": _coordinate(truth.output_units),
    }
    attributes = {**provenance(arm), "case": case.name, "reference": truth.attrs["backend"]}
    words = f"{dumps_case(case)}static correction: {static_correction}"
    study = Study(("backend", "size"), coordinates, question, attributes, (1, 1), words)
    return run(study, **running)[0]


def _coordinate(array: xr.DataArray) -> tuple[tuple[str, ...], object, dict[str, str]]:
    return ("output",), array.values, dict(array.attrs)


@dataclass(frozen=True, eq=False)
class _Errors:
    """Errors of one arm's response by one backend at one size a cell."""

    arm: Arm
    case: LoadCase
    backends: tuple[Backend, ...]
    sizes: tuple[int, ...]
    truth: xr.Dataset
    static_correction: bool

    @property
    def fields(self) -> Mapping[str, Field]:
        """Measures, errors, gaps, and the reference's measures."""
        along = ("output",)
        told = "why there is no answer; empty where there is one"
        return {
            **{name: Field(along, "f8", "1", f"{words}, in the output's unit") for name, words in MEASURES.items()},
            **{name: Field(along, "f8", "1", words) for name, words in ERRORS.items()},
            "missing": Field((), TEXT, "1", told),
            **{
                f"reference_{name}": Field(along, "f8", "1", f"the reference's {name}, in its unit", ())
                for name in _REFERENCE
            },
        }

    def values(self, cells: Sequence[Index]) -> Values:
        """Return the errors in some cells."""
        known = {f"reference_{name}": self.truth[name].values for name in _REFERENCE}
        empty = {**blanks(self.fields, output=self.truth.sizes["output"]), **known}
        return stacked([{**empty, **self._cell(self.backends[k], self.sizes[i])} for k, i in cells])

    def _cell(self, solver: Backend, size: int) -> dict[str, object]:
        try:
            return self._errors(self._response(solver, size))
        except (InputError, QuestionError) as error:
            return {"missing": str(error)}

    def _response(self, solver: Backend, size: int) -> xr.Dataset:
        if solver.scheme == solver.spec:
            return response_of(solver, self.arm, self.case, size, self.static_correction)
        return response_of(solver.with_size(size), self.arm, self.case, None, self.static_correction)

    def _errors(self, answer: xr.Dataset) -> dict[str, object]:
        truth, names = self.truth, self.truth.output.values.tolist()
        scale = np.abs(truth.peak.values)
        with np.errstate(divide="ignore", invalid="ignore"):
            difference = np.stack([answer[name].values - truth[name].values for name in names])
            return {
                **{name: answer[name].values for name in MEASURES},
                **{f"{name}_error": (answer[name].values - truth[name].values) / scale for name in MEASURES},
                "largest_error": np.max(np.abs(difference), axis=1) / scale,
                "rms_error": np.sqrt(np.mean(difference**2, axis=1)) / scale,
            }
