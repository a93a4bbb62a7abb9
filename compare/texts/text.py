"""Any study's Dataset as text or in a file: which study it is of is told by a variable that it alone has."""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import xarray as xr

from compare.rendering.form import FORMATS, SUFFIXES, Form
from compare.texts.buckling import BUCKLING
from compare.texts.convergence import CONVERGENCE
from compare.texts.eigenvalues import EIGENVALUES
from compare.texts.flexibility import FLEXIBILITY
from compare.texts.frequencies import FREQUENCIES, UNITS
from compare.texts.frequency_response import FREQUENCY_RESPONSE
from compare.texts.limits import LIMITS
from compare.texts.locus import LOCUS
from compare.texts.margins import MARGINS
from compare.texts.modes import MODES
from compare.texts.responses import RESPONSE_ERRORS, RESPONSES
from compare.texts.root_springs import RIGID_SHIFTS, SHAPE_FAMILIES
from compare.texts.slews import SLEW_ERRORS, SLEWS
from compare.texts.sweep import SWEEP
from compare.texts.theories import THEORIES
from flexarm.checks import shown, unknown_name
from flexarm.errors import Fault, InputError

Result = xr.Dataset | Sequence[xr.Dataset] | Mapping[str, xr.Dataset]
_FORMS: Mapping[str, Form[Any]] = {
    "load_factor": BUCKLING,
    "locus_radius": LOCUS,
    "loop_radius": MARGINS,
    "phase": FREQUENCY_RESPONSE,
    "rigid_eigenvalues": EIGENVALUES,
    "flexibility": FLEXIBILITY,
    "mac_error": CONVERGENCE,
    "invented": LIMITS,
    "bending_moment": MODES,
    "amplitude_error": RESPONSE_ERRORS,
    "reference_peak": SLEW_ERRORS,
    "reached": SLEWS,
    "peak_time": RESPONSES,
    "exact_angular_frequency": SHAPE_FAMILIES,
    "rigid_angular_frequency": RIGID_SHIFTS,
    "status": SWEEP,
    "relative_change": THEORIES,
    "unknowns": FREQUENCIES,
}
# What is written of several Datasets, and how it is made of one.
_SEVERAL: Mapping[str, Callable[[xr.Dataset], Result]] = {
    "invented": lambda one: [one],
    "peak_time": lambda one: {str(one.attrs["backend"]): one},
    "reached": lambda one: {str(one.attrs["backend"]): one},
}


def text(result: Result, form: str = "table", unit: str = "rad/s") -> str:
    """Return a study's result as text.

    Parameters
    ----------
    result
        What a study of `compare` returned, a response (or several, by the backend), or `ModalModel.dataset`; of
        `compare.limits`, several in a list.
    form
        ``"table"``, ``"markdown"`` or ``"latex"`` for people; ``"json"`` or ``"csv"`` for programs.
    unit
        Of frequencies in tables: ``"rad/s"`` or ``"hz"``.

    Raises
    ------
    InputError
        If it is no such result, or there is no such form or unit.
    """
    faults = [unknown_name("form", form, FORMATS)] if form not in FORMATS else []
    faults += [unknown_name("unit", unit, UNITS)] if unit not in UNITS else []
    if faults:
        raise InputError(faults, "text")
    writer, whole = _writer(result)
    return writer.text(whole, form, unit)


def save(result: Result, path: str | os.PathLike[str], unit: str = "rad/s") -> None:
    """Write a study's result to a file, whole or not at all.

    Parameters
    ----------
    result
        As of `text`.
    path
        The file, in the form that its ending names: ``.nc`` (NetCDF), ``.json``, ``.csv``, ``.md``, ``.tex``
        or ``.txt``.
    unit
        Of frequencies in tables: ``"rad/s"`` or ``"hz"``.

    Raises
    ------
    InputError
        If it is no such result, the ending is another, or the file cannot be written.
    """
    file = Path(path)
    if file.suffix.lower() not in (".nc", *SUFFIXES):
        wanted = f"a name that ends in .nc or {' or '.join(SUFFIXES)}"
        raise InputError([Fault("path", wanted, shown(str(file)))], "save")
    writer, whole = _writer(result)
    writer.save(whole, file, unit)


def _writer(result: Result) -> tuple[Form[Any], Result]:
    """Return how a result is written, and the result as that takes it."""
    one = isinstance(result, xr.Dataset)
    several = result.values() if isinstance(result, Mapping) else result if isinstance(result, list | tuple) else ()
    first = result if one else next(iter(several), None)
    first = first if isinstance(first, xr.Dataset) else xr.Dataset()
    telling = next((name for name in _FORMS if name in first), "")
    if not telling or not (one or telling in _SEVERAL):
        raise InputError([Fault("result", "what a study of compare returned", shown(result))])
    if isinstance(result, xr.Dataset) and telling in _SEVERAL:
        return _FORMS[telling], _SEVERAL[telling](result)
    return _FORMS[telling], result
