"""Where formulations run out of digits: all of them along one family of arms."""

import math
import time
import warnings
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Unpack

import numpy as np
import xarray as xr

from compare.engine.field import TEXT, Field, blanks
from compare.engine.run import Running, run
from compare.engine.study import Study, cell_by_cell, names_axis, numbers_axis
from compare.formulations.catalogue import FORMULATIONS, MODELS, find_formulation
from compare.formulations.formulation import Formulation, Spectrum
from compare.formulations.ours import spectrum_of
from compare.remembered import remembered
from compare.studies.families import find_family
from compare.studies.family import Family
from compare.studies.matching import MATCHING_RULE, NEAR, digits_left, matching
from flexarm.arm import Arm
from flexarm.backend import Backend, find_backend
from flexarm.checks import require_once, shown
from flexarm.closed_loop.spectrum import AXIS
from flexarm.datasets import Variable, mode_numbers, provenance, variable
from flexarm.errors import Fault, FlexarmError, InputError, QuestionError

_PROVED, _UNPROVED = "exact:certify", "exact"
_MODE, _VALUE = ("mode",), ("value",)
_FIELDS = {
    "relative_error": Field(_MODE, "f8", "1", "relative error against the reference; NaN if missed"),
    "digits": Field(_MODE, "f8", "1", "right decimal digits, 0 to 16; 0 if missed"),
    "missed": Field((), "f8", "1", "number of the reference's frequencies that were not found"),
    "invented": Field((), "f8", "1", "number of found frequencies that there are not"),
    "unstable": Field((), "f8", "1", "number of pairs found that grow; NaN where nothing damps or drives the arm"),
    "condition": Field((), "f8", "1", "2-norm condition number of what is factorised"),
    "seconds": Field((), "f8", "s", "wall time of the solution"),
    "size": Field((), "i8", "1", "elements or shapes of every flexible link; 0 where there are none"),
    "missing": Field((), TEXT, "1", "why there are no values; empty where there are"),
    "reference": Field(_MODE, "f8", "rad/s", "reference natural angular frequency", _VALUE),
    "reference_unstable": Field((), "f8", "1", "number of the reference's pairs that grow", _VALUE),
    "unproved": Field((), TEXT, "1", "why the reference is not certified; empty where it is", _VALUE),
}


def limits(
    study: Family | str,
    formulations: Sequence[Formulation | str] | None = None,
    values: Iterable[float] | None = None,
    reference: Backend | None = None,
    **running: Unpack[Running],
) -> xr.Dataset:
    """Return how many digits every formulation has left along a family of arms.

    Parameters
    ----------
    study
        A family, or the name of one in `compare.studies.families.FAMILIES`.
    formulations
        Formulations, or names in `compare.formulations.catalogue.FORMULATIONS`; None for all that take one of the
        arms, and, of models that leave something out, those that the study is about.
    values
        Values of the study's parameter, ascending; None for its usual ones.
    reference
        Whose frequencies count as true; None for certified ones, or, where they cannot be proved, those of ``exact``.
    **running
        ``output``, ``workers``, ``scheduler`` and ``progress``, as of `compare.sweep`.

    Returns
    -------
    xarray.Dataset
        Dimensions formulation, value and mode.

        - Over all three: relative_error against the reference, and digits, the decimal digits that it leaves, from 0
          to 16, of the frequency, or, as the attribute quantity says, of the damping ratio; what was missed has no
          error and 0 digits. Both are NaN where a formulation was not asked.
        - Over formulation and value: missed and invented, numbers of frequencies (attribute ``matching_rule``);
          unstable, number of eigenvalues' pairs that grow, NaN where nothing damps or drives the arm; condition,
          seconds and size; missing, why a formulation was not asked, empty where it was.
        - Over value and mode: reference, rad/s; over value: reference_unstable, pairs of the reference that grow, and
          unproved, why it is not certified, empty where it is.

    Raises
    ------
    InputError
        If there is no such study or formulation, one is given twice, or a value is wrong.
    QuestionError
        If an arm of the study has no reference, or no formulation takes one.
    """
    family = study if isinstance(study, Family) else find_family(study)
    points = family.require_values(values)
    chosen = _chosen(family, formulations, points)
    attributes = {
        **provenance(family.arm(points[0])),
        "study": family.name,
        "study_title": family.title,
        "varies": family.varies,
        "quantity": "damping ratio" if family.damped else "frequency",
        "matching_rule": MATCHING_RULE,
    }
    axes = {
        "formulation": names_axis(chosen, [one.name for one in chosen], "formulation"),
        "value": numbers_axis(points, family.units, family.parameter),
    }
    modes = max(map(family.modes_at, points))
    empty = blanks(_FIELDS, mode=modes)

    # What is asked of an arm again and again is solved once, by every process.
    truth = remembered(partial(_truth, modes=modes, reference=reference))
    ask = cell_by_cell(partial(_cell, family, modes, truth, remembered(partial(_said, modes=modes))), **empty)
    words = "" if reference is None else reference.spec
    study_ = Study(
        axes, _FIELDS, ask, {**_descriptions(chosen), "mode": mode_numbers(modes)}, attributes, (len(chosen), 1), words
    )
    return run(study_, **running, reading=lambda dataset: _with_reference(dataset, reference))[0]


def _chosen(
    family: Family, formulations: Sequence[Formulation | str] | None, points: Sequence[float]
) -> list[Formulation]:
    """Return the formulations to try."""
    if formulations is None:
        every = [one for one in FORMULATIONS.values() if (one in MODELS) == family.models and not family.unfit(one)]
        fit = [one for one in every if any(not one.handles(family.arm(value)) for value in points)]
        if not fit:
            reason = every[0].handles(family.arm(points[0])) if every else "none has its parameter"
            raise QuestionError(f"{family.name}: no formulation takes these arms; {reason}")
        return fit
    if isinstance(formulations, str) or not isinstance(formulations, Iterable):
        wanted = "a list of formulations or their names"
        raise InputError([Fault("formulations", wanted, shown(formulations))], "limits")
    chosen = [one if isinstance(one, Formulation) else find_formulation(one) for one in formulations]
    if not chosen:
        raise InputError([Fault("formulations", "one formulation or more", shown(formulations))], "limits")
    require_once("formulations", "formulation", [one.name for one in chosen])
    return chosen


def _descriptions(chosen: Sequence[Formulation]) -> dict[str, Variable]:
    """Return what is to be said of formulations."""
    along = ("formulation",)
    return {
        "title": variable(along, [one.title for one in chosen], "1", "formulation in words"),
        "kind": variable(along, [one.kind for one in chosen], "1", "exact, assumed_modes or fem"),
        "source": variable(along, [one.source for one in chosen], "1", "where the formulation is published"),
        "factorises": variable(along, [one.factorises for one in chosen], "1", "whose condition number is told"),
    }


def _with_reference(dataset: xr.Dataset, reference: Backend | None) -> xr.Dataset:
    """Return a study that says who was its reference."""
    usual = sorted({_UNPROVED if why else _PROVED for why in dataset.unproved.values.tolist()})
    return dataset.assign_attrs(reference=", ".join(usual) if reference is None else reference.spec)


Truth = tuple[Spectrum, str]  # true natural frequencies, ascending, and why they are not proved
Said = tuple[Spectrum, float]  # found frequencies, and wall time, s


def _cell(
    family: Family,
    modes: int,
    truth: Callable[[Arm], Truth],
    said: Callable[[Formulation, Arm, int | None], Said],
    one: Formulation,
    value: float,
) -> dict[str, object]:
    """Return how far one formulation at one value of a family's parameter is from the truth."""
    arm, size = family.arm(value), family.size(one, value)
    known, unproved = truth(arm)
    true = known.angular_frequency[: family.modes_at(value)]
    rest = [math.nan] * (modes - len(true))
    told = {"size": size or 0, "reference": np.append(true, rest), "unproved": unproved}
    told["reference_unstable"] = _growing(known, true[-1])
    if refusal := family.unfit(one) or one.handles(arm) or _too_large(one, size):
        return {**told, "missing": refusal}
    try:
        found, seconds = said(one, arm, size)
    except (InputError, QuestionError) as error:  # a size that it does not take, an arm that it does not handle
        return {**told, "missing": str(error)}
    match = matching(found.angular_frequency, true)
    off = match.relative_error
    if found.damping_ratio is not None and known.damping_ratio is not None:
        ratio = np.append(found.damping_ratio, np.nan)[match.places]
        off = ratio / known.damping_ratio[: len(true)] - 1.0
    return {
        **told,
        "relative_error": np.append(off, rest),
        "digits": np.append(digits_left(off), rest),
        "missed": match.missed,
        "invented": match.invented,
        "unstable": _growing(found, true[-1]),
        "condition": found.condition,
        "seconds": seconds,
    }


def _growing(spectrum: Spectrum, highest: float) -> float:
    """Return how many eigenvalues up to the highest that is asked for grow; NaN where they are not damped ones."""
    if spectrum.damping_ratio is None:
        return math.nan
    asked = spectrum.angular_frequency < (1.0 + NEAR) * highest
    return int(np.sum(asked & (spectrum.damping_ratio < -AXIS)))


def _said(one: Formulation, arm: Arm, size: int | None, modes: int) -> Said:
    start = time.perf_counter()
    # That digits are lost is what is measured here: a warning of it is no news.
    with warnings.catch_warnings(action="ignore", category=UserWarning):
        spectrum = one.solve(arm, modes, size)
    return spectrum, time.perf_counter() - start


def _truth(arm: Arm, modes: int, reference: Backend | None) -> Truth:
    if reference is not None:
        return spectrum_of(reference, arm, modes), "" if reference.proves else f"{reference.spec} proves nothing"
    try:
        return spectrum_of(find_backend(_PROVED), arm, modes), ""
    except FlexarmError as error:
        return spectrum_of(find_backend(_UNPROVED), arm, modes), str(error)


def _too_large(one: Formulation, size: int | None) -> str:
    largest = one.largest_size
    if size is None or largest is None or size <= largest:
        return ""
    return f"{one.name} takes no more than {largest} of a link, for its time and memory"
