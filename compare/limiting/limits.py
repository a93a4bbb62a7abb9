"""Where formulations run out of digits: all of them along one family of arms."""

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache

import xarray as xr

from compare.formulations.formulation import Formulation
from compare.formulations.table import FORMULATIONS, find_formulation
from compare.limiting.cells import Answer, Cell, answered, judged
from compare.limiting.labelled import Table
from compare.limiting.matching import MATCHING_RULE
from compare.limiting.reference import Reference, true_frequencies
from compare.limiting.study import Study
from compare.limiting.table import find_study
from flexarm.checks import require_once, shown
from flexarm.datasets import Variable, mode_numbers, provenance, variable
from flexarm.errors import Fault, InputError

Watch = Callable[[Sequence[float]], Iterable[float]]


def limits(
    study: Study | str,
    formulations: Sequence[Formulation | str] | None = None,
    values: Iterable[float] | None = None,
    *,
    watch: Watch = iter,
) -> xr.Dataset:
    """Return how many digits every formulation has left along a family of arms.

    Parameters
    ----------
    study
        A study, or the name of one in `compare.limiting.table.STUDIES`.
    formulations
        Formulations, or names in `compare.formulations.table.FORMULATIONS`; None for all that take one of the arms.
    values
        Values of the study's parameter, ascending; None for its usual ones.
    watch
        Called with all values, it returns them again one by one as they are solved: a progress bar.

    Returns
    -------
    xarray.Dataset
        Dimensions formulation, value and mode.

        - Over all three: relative_error against the reference, and digits, the decimal digits that it leaves, from 0
          to 16; a frequency that was missed has no error and 0 digits. Both are NaN where a formulation was not asked.
        - Over formulation and value: missed and invented, numbers of frequencies (attribute ``matching_rule``);
          condition, seconds and size; missing, why a formulation was not asked, empty where it was.
        - Over value and mode: reference, rad/s; over value: unproved, why it is not certified, empty where it is.

    Raises
    ------
    InputError
        If there is no such study or formulation, one is given twice, or a value is wrong.
    QuestionError
        If an arm of the study has no reference.
    """
    study = study if isinstance(study, Study) else find_study(study)
    points = study.require_values(values)
    chosen = _chosen(study, formulations, points)
    columns = _columns(study, chosen, points, watch)
    truths, cells = zip(*columns, strict=True)
    sizes = [[study.size(one, value) or 0 for value in points] for one in chosen]
    modes = max(map(study.modes_at, points))
    table = Table(modes, truths, list(zip(*cells, strict=True)), sizes)
    return xr.Dataset(table.variables(), _coordinates(study, chosen, points, modes), _attributes(study, points, truths))


def _chosen(
    study: Study, formulations: Sequence[Formulation | str] | None, points: Sequence[float]
) -> list[Formulation]:
    """Return the formulations to try.

    Raises
    ------
    InputError
        If there is none, or one is unknown or given twice.
    """
    if formulations is None:
        return [one for one in FORMULATIONS.values() if any(not _refusal(study, one, value) for value in points)]
    if isinstance(formulations, str) or not isinstance(formulations, Iterable):
        wanted = "a list of formulations or their names"
        raise InputError([Fault("formulations", wanted, shown(formulations))], "limits")
    found = [one if isinstance(one, Formulation) else find_formulation(one) for one in formulations]
    if not found:
        raise InputError([Fault("formulations", "one formulation or more", repr(formulations))], "limits")
    require_once("formulations", "formulation", [one.name for one in found])
    return found


def _refusal(study: Study, formulation: Formulation, value: float) -> str:
    return study.unfit(formulation) or formulation.handles(study.arm(value))


def _columns(
    study: Study, chosen: Sequence[Formulation], points: Sequence[float], watch: Watch
) -> list[tuple[Reference, list[Cell]]]:
    """Return the truth and all cells, value by value."""
    # A study of modes or sizes asks the same of an arm again and again; all modes are found at once.
    modes = max(map(study.modes_at, points))
    truth = cache(lambda arm: true_frequencies(arm, modes))
    answer = cache(lambda formulation, arm, size: answered(formulation, arm, modes, size))

    def column(value: float) -> tuple[Reference, list[Cell]]:
        arm, asked = study.arm(value), study.modes_at(value)
        true = truth(arm).first(asked)
        answers = [_unfit(study, one) or answer(one, arm, study.size(one, value)) for one in chosen]
        return true, [judged(said, true.angular_frequency) for said in answers]

    return [column(value) for value in watch(points)]


def _unfit(study: Study, formulation: Formulation) -> Answer | None:
    reason = study.unfit(formulation)
    return Answer(None, math.nan, reason) if reason else None


def _coordinates(
    study: Study, chosen: Sequence[Formulation], points: Sequence[float], modes: int
) -> dict[str, Variable]:
    along = ("formulation",)
    return {
        "formulation": variable(along, [one.name for one in chosen], "1", "formulation"),
        "title": variable(along, [one.title for one in chosen], "1", "formulation in words"),
        "kind": variable(along, [one.kind for one in chosen], "1", "exact, assumed_modes or fem"),
        "source": variable(along, [one.source for one in chosen], "1", "where the formulation is published"),
        "factorises": variable(along, [one.factorises for one in chosen], "1", "whose condition number is told"),
        "value": variable(("value",), list(points), study.units, study.parameter),
        "mode": mode_numbers(modes),
    }


def _attributes(study: Study, points: Sequence[float], truths: Sequence[Reference]) -> dict[Hashable, str]:
    specs = sorted({truth.spec for truth in truths})
    return {
        **provenance(study.arm(points[0])),
        "study": study.name,
        "study_title": study.title,
        "varies": study.varies,
        "reference": ", ".join(specs),
        "matching_rule": MATCHING_RULE,
    }
