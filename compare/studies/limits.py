"""Where formulations run out of digits: all of them along one family of arms."""

import math
import time
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Unpack

import numpy as np
import xarray as xr

from compare.engine.field import TEXT, Field, blanks
from compare.engine.run import Running, run
from compare.engine.study import Index, Study, Values, stacked
from compare.formulations.formulation import Formulation
from compare.formulations.table import FORMULATIONS, find_formulation
from compare.studies.answers import named
from compare.studies.families import find_family
from compare.studies.family import Family
from compare.studies.matching import MATCHING_RULE, digits_left, matched
from flexarm.arm import Arm
from flexarm.backend import Backend, find_backend
from flexarm.chain import Array
from flexarm.checks import require_once, shown
from flexarm.datasets import Variable, mode_numbers, provenance, variable
from flexarm.errors import Fault, FlexarmError, InputError, QuestionError

_PROVED, _UNPROVED = "exact:certify", "exact"


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
        Formulations, or names in `compare.formulations.table.FORMULATIONS`; None for all that take one of the arms.
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
    family = study if isinstance(study, Family) else find_family(study)
    points = family.require_values(values)
    chosen = _chosen(family, formulations, points)
    question = _Digits(family, tuple(chosen), points, reference)
    attributes = {
        **provenance(family.arm(points[0])),
        "study": family.name,
        "study_title": family.title,
        "varies": family.varies,
        "matching_rule": MATCHING_RULE,
    }
    # One arm's modes are all found at once; where arms or sizes differ, every value is a question of its own.
    block = (len(chosen), len(points) if family.varies == "mode" else 1)
    words = "" if reference is None else reference.spec
    axes = ("formulation", "value")
    study_ = Study(axes, _coordinates(family, chosen, points, question.modes), question, attributes, block, words)
    return run(study_, **running, reading=lambda found: _with_reference(found, reference))[0]


def _chosen(
    family: Family, formulations: Sequence[Formulation | str] | None, points: Sequence[float]
) -> list[Formulation]:
    """Return the formulations to try."""
    if formulations is None:
        every = [one for one in FORMULATIONS.values() if not family.unfit(one)]
        return [one for one in every if any(not one.handles(family.arm(value)) for value in points)]
    if isinstance(formulations, str) or not isinstance(formulations, Iterable):
        wanted = "a list of formulations or their names"
        raise InputError([Fault("formulations", wanted, shown(formulations))], "limits")
    found = [one if isinstance(one, Formulation) else find_formulation(one) for one in formulations]
    if not found:
        raise InputError([Fault("formulations", "one formulation or more", shown(formulations))], "limits")
    require_once("formulations", "formulation", [one.name for one in found])
    return found


def _coordinates(
    family: Family, chosen: Sequence[Formulation], points: Sequence[float], modes: int
) -> dict[str, Variable]:
    return {
        "formulation": named("formulation", [one.name for one in chosen], "formulation"),
        "title": named("formulation", [one.title for one in chosen], "formulation in words"),
        "kind": named("formulation", [one.kind for one in chosen], "exact, assumed_modes or fem"),
        "source": named("formulation", [one.source for one in chosen], "where the formulation is published"),
        "factorises": named("formulation", [one.factorises for one in chosen], "whose condition number is told"),
        "value": variable(("value",), list(points), family.units, family.parameter),
        "mode": mode_numbers(modes),
    }


def _with_reference(found: xr.Dataset, reference: Backend | None) -> xr.Dataset:
    """Return a study that says who was its reference."""
    usual = sorted({_UNPROVED if why else _PROVED for why in found.unproved.values.tolist()})
    return found.assign_attrs(reference=", ".join(usual) if reference is None else reference.spec)


@dataclass(frozen=True, eq=False)
class _Truth:
    """True natural frequencies of an arm, rad/s, ascending, and why they are not proved."""

    angular_frequency: Array
    unproved: str


@dataclass(frozen=True, eq=False)
class _Said:
    """What a formulation said of an arm, and how long it took, s."""

    angular_frequency: Array
    condition: float
    seconds: float


@dataclass(frozen=True, eq=False)
class _Digits:
    """How far one formulation at one value of a family's parameter is from the truth, a cell."""

    family: Family
    formulations: tuple[Formulation, ...]
    points: tuple[float, ...]
    reference: Backend | None

    @property
    def modes(self) -> int:
        """Number of modes asked for at the value that has most of them."""
        return max(map(self.family.modes_at, self.points))

    @property
    def fields(self) -> Mapping[str, Field]:
        """Errors, counts, costs and the reference."""
        mode, value = ("mode",), ("value",)
        return {
            "relative_error": Field(mode, "f8", "1", "relative frequency error against the reference; NaN if missed"),
            "digits": Field(mode, "f8", "1", "right decimal digits of the frequency, 0 to 16; 0 if missed"),
            "missed": Field((), "f8", "1", "number of the reference's frequencies that were not found"),
            "invented": Field((), "f8", "1", "number of found frequencies that there are not"),
            "condition": Field((), "f8", "1", "2-norm condition number of what is factorised"),
            "seconds": Field((), "f8", "s", "wall time of the solution"),
            "size": Field((), "i8", "1", "elements or shapes of every flexible link; 0 where there are none"),
            "missing": Field((), TEXT, "1", "why there are no values; empty where there are"),
            "reference": Field(mode, "f8", "rad/s", "reference natural angular frequency", value),
            "unproved": Field((), TEXT, "1", "why the reference is not certified; empty where it is", value),
        }

    def values(self, cells: Sequence[Index]) -> Values:
        """Return the digits in some cells; what is asked of an arm again and again is solved once."""
        truth, said = cache(self._truth), cache(self._said)
        empty = blanks(self.fields, mode=self.modes)
        every = ((self.formulations[k], self.points[i]) for k, i in cells)
        return stacked([{**empty, **self._cell(one, value, truth, said)} for one, value in every])

    def _cell(
        self,
        one: Formulation,
        value: float,
        truth: Callable[[Arm], _Truth],
        said: Callable[[Formulation, Arm, int | None], _Said],
    ) -> dict[str, object]:
        arm, size, asked = self.family.arm(value), self.family.size(one, value), self.family.modes_at(value)
        true = truth(arm).angular_frequency[:asked]
        told = {"size": size or 0, "reference": self._padded(true), "unproved": truth(arm).unproved}
        if refusal := self.family.unfit(one) or one.handles(arm) or _too_large(one, size):
            return {**told, "missing": refusal}
        try:
            answer = said(one, arm, size)
        except (InputError, QuestionError) as error:  # a size that it does not take, an arm that it does not handle
            return {**told, "missing": str(error)}
        match = matched(answer.angular_frequency, true)
        return {
            **told,
            "relative_error": self._padded(match.relative_error),
            "digits": self._padded(digits_left(match.relative_error)),
            "missed": match.missed,
            "invented": match.invented,
            "condition": answer.condition,
            "seconds": answer.seconds,
        }

    def _padded(self, values: Array) -> Array:
        return np.append(values, [math.nan] * (self.modes - len(values)))

    def _said(self, one: Formulation, arm: Arm, size: int | None) -> _Said:
        start = time.perf_counter()
        # That digits are lost is what is measured here: a warning of it is no news.
        with warnings.catch_warnings(action="ignore", category=UserWarning):
            found = one.solve(arm, self.modes, size)
        return _Said(found.angular_frequency, found.condition, time.perf_counter() - start)

    def _truth(self, arm: Arm) -> _Truth:
        if self.reference is not None:
            model = self.reference.modes(arm, self.modes)
            return _Truth(model.angular_frequency, "" if model.certificate else f"{model.backend} proves nothing")
        try:
            return _Truth(find_backend(_PROVED).modes(arm, self.modes).angular_frequency, "")
        except FlexarmError as error:
            return _Truth(find_backend(_UNPROVED).modes(arm, self.modes).angular_frequency, str(error))


def _too_large(one: Formulation, size: int | None) -> str:
    largest = one.largest_size
    if size is None or largest is None or size <= largest:
        return ""
    return f"{one.name} takes no more than {largest} of a link, for its time and memory"
