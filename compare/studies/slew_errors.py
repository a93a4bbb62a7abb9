"""How far models of an arm's slew are off, by their size, and by how fast the arm is slewed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Unpack

import xarray as xr

from compare.engine.ascending import ascending
from compare.engine.field import TEXT, Field, blanks
from compare.engine.run import Running, run
from compare.engine.study import Place, Study, Values, names_axis, numbers_axis, stack
from compare.studies.answers import backend_list, backend_or
from compare.studies.sizes import require_sizes
from compare.studies.slew_sizes import ERROR
from compare.studies.slews import WRONG, answered, judged, named
from flexarm.arm import Arm
from flexarm.backend import Backend
from flexarm.datasets import provenance
from flexarm.errors import Fault, InputError, QuestionError
from flexarm.slews.files import dumps_manoeuvre
from flexarm.slews.manoeuvre import Manoeuvre

_ALONG = ("output",)
ERRORS = {
    "error": ERROR,
    "reached": "largest difference from a coarser model, relative to the peak; NaN: there is none",
}
_FIELDS = {
    **{name: Field(_ALONG, "f8", "1", words) for name, words in ERRORS.items()},
    "peak": Field(_ALONG, "f8", "1", "value farthest from zero, in the output's unit"),
    "reference_peak": Field(_ALONG, "f8", "1", "the reference's value farthest from zero, in the output's unit"),
    "wrong": Field(_ALONG, "i1", "1", WRONG),
    "large_motion": Field((), TEXT, "1", "what moves too far for the model; empty where nothing does"),
    "missing": Field((), TEXT, "1", "why there is no answer; empty where there is one"),
}


def slew_errors(
    arm: Arm,
    manoeuvre: Manoeuvre,
    backends: Backend | Sequence[Backend],
    *,
    sizes: Iterable[int] | None = None,
    durations: Iterable[float] | None = None,
    reference: Backend | None = None,
    **running: Unpack[Running],
) -> xr.Dataset:
    """Return the errors of models of an arm's slew, by their size, or by how long the same slew takes.

    Parameters
    ----------
    arm
        The arm.
    manoeuvre
        The manoeuvre.
    backends
        One backend or more; by sizes, no two of one scheme, and each with a size.
    sizes
        Sizes, ascending; or
    durations
        how long the manoeuvre takes, s, ascending: its courses go through the same angles faster or slower. One of
        these two.
    reference
        What the others are compared with; None for the installed ``exact``.
    **running
        ``output``, ``workers``, ``scheduler`` and ``progress``, as of `compare.sweep`.

    Returns
    -------
    xarray.Dataset
        Dimensions size or duration, backend (by sizes its scheme) and output. error, the largest difference from the
        reference relative to its largest value; reached, the model's own estimate of that; peak and reference_peak;
        wrong, 1 where it does not hold, and large_motion, what moves too far for the model, as of `compare.slews`;
        missing, the reason where there is no answer.

    Raises
    ------
    InputError
        If there are both sizes and durations or neither, there is no backend, or the arm and the manoeuvre do not fit.
    QuestionError
        If the reference cannot follow the manoeuvre as it is, or its loads have no other duration.
    """
    if (sizes is None) == (durations is None):
        raise InputError([Fault("sizes", "sizes or durations, one of the two", "neither" if sizes is None else "both")])
    by_size = sizes is not None
    solvers = backend_list(backends, lambda one: one.scheme if by_size else one.spec)
    values = require_sizes(sizes, "slew_errors") if by_size else require_durations(durations)
    asked = _Asked(arm, manoeuvre, backend_or(reference), by_size)
    if not by_size:
        manoeuvre.lasting(values[0])
    truth = asked.truth(manoeuvre)
    empty = blanks(_FIELDS, output=truth.sizes["output"])

    def ask(cells: Sequence[Place]) -> Values:
        known = {manoeuvre: truth}
        return stack([{**empty, **asked.errors(solver, value, known)} for value, solver in cells])

    names = [one.scheme if by_size else one.spec for one in solvers]
    axes = {
        "size": numbers_axis(values, "1", "functions or elements a link"),
        "duration": numbers_axis(values, "s", "duration of the manoeuvre"),
    }
    along = "size" if by_size else "duration"
    outputs = {name: (_ALONG, truth[name].values, dict(truth[name].attrs)) for name in ("output", "output_units")}
    attributes = {
        **provenance(arm),
        "case": manoeuvre.name,
        "reference": truth.attrs["backend"],
        "accuracy": manoeuvre.accuracy,
    }
    study = Study(
        {along: axes[along], "backend": names_axis(solvers, names, "backend" + ", without its size" * by_size)},
        _FIELDS,
        ask,
        outputs,
        attributes,
        (1, len(solvers)),
        dumps_manoeuvre(manoeuvre),
    )
    return run(study, **running)[0]


def require_durations(durations: object) -> tuple[float, ...]:
    """Return positive times, s, ascending; or refuse them with the rule broken."""
    wanted = "positive numbers (s)"
    return ascending(durations, "durations", "durations", wanted, lambda one: one > 0.0, "slew_errors")


@dataclass(frozen=True)
class _Asked:
    """What cells are asked about."""

    arm: Arm
    manoeuvre: Manoeuvre
    reference: Backend
    by_size: bool

    def truth(self, manoeuvre: Manoeuvre) -> xr.Dataset:
        """Return what the reference answers."""
        with named(self.reference):
            return answered(self.reference, self.arm, manoeuvre)

    def errors(self, solver: Backend, value: float, known: dict[Manoeuvre, xr.Dataset]) -> dict[str, object]:
        """Return how far a backend is off, at a size or a duration; the reference's answers are kept."""
        manoeuvre = self.manoeuvre if self.by_size else self.manoeuvre.lasting(value)
        try:
            if manoeuvre not in known:
                known[manoeuvre] = self.truth(manoeuvre)
            truth = known[manoeuvre]
            asked = solver.with_size(int(value)) if self.by_size else solver
            answer = judged(answered(asked, self.arm, manoeuvre), truth, self.arm)
        except (InputError, QuestionError) as error:
            return {"missing": str(error)}
        return {
            **{name: answer[name].values for name in ("error", "reached", "peak", "wrong")},
            "large_motion": answer.attrs["large_motion"],
            "reference_peak": truth.peak.values,
        }
