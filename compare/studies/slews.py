"""An arm's slew by several models, each beside one of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import xarray as xr

from compare.studies.answers import backend_list, backend_or
from compare.studies.slew_sizes import ERROR, measured
from flexarm.arm import Arm
from flexarm.backend import Backend
from flexarm.datasets import variable
from flexarm.errors import QuestionError
from flexarm.forced_response.outputs import BEND, TURN
from flexarm.slews.dataset import slew
from flexarm.slews.files import loads_manoeuvre
from flexarm.slews.kept import kept_path
from flexarm.slews.manoeuvre import Manoeuvre

# A model that is off by more than this part of the reference's largest value does not hold.
_WRONG = 0.1
# An output of a response that modes left out could change by more than this part of its largest value is not there yet.
_SETTLED = 0.01
WRONG = "1 where it does not hold: off by more than a tenth, or than the accuracy in larger motion than its model's"


def slews(
    arm: Arm,
    manoeuvre: Manoeuvre,
    backends: Backend | Sequence[Backend],
    reference: Backend | None = None,
    *,
    output: str | Path | None = None,
    progress: Callable[[int, int, str], None] | None = None,
) -> Mapping[str, xr.Dataset]:
    """Return an arm's large motion through a manoeuvre by several backends.

    Parameters
    ----------
    arm
        The arm, in its posture.
    manoeuvre
        What turns its joints and acts on it.
    backends
        One backend or more.
    reference
        What the others are compared with; None for the installed ``exact``.
    output
        File beside which the states of each backend's slew are kept, in FILE.BACKEND.partial: slews that were
        stopped go on when they are asked for again. They are left, and nothing else is written.
    progress
        Called with the number of models that are done, of all, and what comes next.

    Returns
    -------
    mapping of str to xarray.Dataset
        By the backend's specification, what `flexarm.slew` returns, with, by output, error, the largest difference from
        the reference, relative to its largest value, and wrong, 1 where that is more than a tenth or, where something
        moves too far for the backend's model, than the accuracy. The attribute ``large_motion`` says what does.

    Raises
    ------
    InputError
        If there is no backend, one is given twice, or the arm and the manoeuvre do not fit.
    QuestionError
        If a backend cannot answer.
    """
    truth = backend_or(reference)
    asked = backend_list(backends, lambda one: one.spec)
    solvers = {one.spec: one for one in (*asked, truth)}
    found = {}
    for done, (spec, solver) in enumerate(solvers.items()):
        if progress is not None:
            progress(done, len(solvers), spec)
        kept = None if output is None else kept_path(Path(output), spec)
        with named(solver):
            found[spec] = answered(solver, arm, manoeuvre, kept)
    return {one.spec: judged(found[one.spec], found[truth.spec], arm) for one in asked}


@contextmanager
def named(backend: Backend) -> Iterator[None]:
    """Let a question that a backend refuses say which does."""
    try:
        yield
    except QuestionError as error:
        if str(error).startswith(backend.spec):
            raise
        raise QuestionError(f"{backend.spec}: {error}") from error


def answered(backend: Backend, arm: Arm, manoeuvre: Manoeuvre, kept: Path | None = None) -> xr.Dataset:
    """Return a slew by a backend, with what moves too far for its model, in words."""
    dataset = slew(backend, arm, manoeuvre, kept=kept)
    return dataset.assign_attrs(large_motion="; ".join(_large_motions(dataset, backend, arm)))


def judged(alone: xr.Dataset, truth: xr.Dataset, arm: Arm) -> xr.Dataset:
    """Return a slew of an arm with its errors beside another, and what of it does not hold."""
    measures, accuracy = measured(truth, arm), alone.attrs["accuracy"]
    names = truth.output.values
    gaps = np.array([np.max(np.abs(alone[name].values - truth[name].values)) for name in names])
    # What one of them does not know, NaN, has no error.
    error = np.divide(gaps, measures.sizes, out=0.0 * gaps, where=measures.sizes != 0.0)
    wrong = (gaps > measures.unseen) & (error > _WRONG)
    if alone.attrs["large_motion"]:
        # Beside a reference that does not hold itself errors say nothing, but of joints that turn as prescribed.
        wrong |= (error > accuracy) | bool(truth.attrs["large_motion"])
        wrong &= ~np.isin(names, _prescribed(truth))
    told = {
        "error": variable(("output",), error, "1", ERROR),
        "wrong": variable(("output",), wrong.astype("i1"), "1", WRONG),
    }
    return alone.assign(told).assign_attrs(against=truth.attrs["backend"])


def _prescribed(dataset: xr.Dataset) -> list[str]:
    """Return the outputs that follow a course whatever the model."""
    return [f"joint{turn.joint}_angle" for turn in loads_manoeuvre(dataset.attrs["manoeuvre_toml"]).turns]


def _large_motions(dataset: xr.Dataset, backend: Backend, arm: Arm) -> Iterator[str]:
    """Yield what moves too far for a backend's model of large motion, in words."""
    yield from _too_far_from_posture(dataset, arm)
    for k, link in enumerate(arm.links, 1):
        if backend.floating:
            slope, bend = _largest(dataset, "rad", f"link{k}_bend"), _largest(dataset, "m", f"link{k}_deflection")
            if slope > TURN:
                yield f"link {k}'s slope is {slope:.2g} rad at its tip"
            if bend > BEND * link.length:
                yield f"link {k} bends by {bend:.2g} m, {bend / link.length:.2g} of its length"
        if backend.linear_about and (twist := _largest(dataset, "rad", f"link{k}_twist")) > TURN:
            yield f"link {k} twists by {twist:.2g} rad"


def _too_far_from_posture(dataset: xr.Dataset, arm: Arm) -> Iterator[str]:
    """Yield which joints, and the base, move too far from a posture that a model is linear about, in words."""
    small, reach = dataset.attrs["small"].split(", "), sum(float(link.length) for link in arm.links)
    for owner in dict.fromkeys(name.partition("_")[0] for name in small if name):
        own = [name for name in small if name.startswith(f"{owner}_")]
        turn, slide = (_largest(dataset, unit, *own) for unit in ("rad", "m"))
        words = "the base" if owner == "base" else owner.replace("joint", "joint ")
        if turn > TURN:
            yield f"{words} turns by {turn:.2g} rad"
        if slide > (BEND * reach or np.inf):
            yield f"{words} slides by {slide:.2g} m"


def _largest(dataset: xr.Dataset, unit: str, *starts: str) -> float:
    """Return the largest size of a vector, its components the outputs in a unit whose names start so."""
    pairs = zip(map(str, dataset.output.values), dataset.output_units.values, strict=True)
    told = [dataset[name].values for name, own in pairs if own == unit and name.startswith(starts)]
    return float(np.max(np.linalg.norm(told, axis=0))) if told else 0.0


def failing(dataset: xr.Dataset) -> list[str]:
    """Return the outputs of a slew that do not hold; of a response, those that move too far for a linear answer."""
    told = next((dataset[name] for name in ("too_large", "wrong") if name in dataset), xr.zeros_like(dataset.peak))
    pairs = zip(np.atleast_1d(dataset.output.values), np.atleast_1d(told.values), strict=True)
    return [str(name) for name, wrong in pairs if wrong]


def unsettled(dataset: xr.Dataset) -> list[str]:
    """Return the outputs of a slew that are not known to be settled to the accuracy asked for, or of a response.

    Forces of slews, which settle more slowly than motions, say how far they are, and are not settled where that is far.
    A response's output is not where modes left out could change it much; an impulse sets all of a beam's swinging.
    """
    if "reached" not in dataset:
        far = ~np.atleast_1d(dataset.left_out.values <= _SETTLED * np.abs(dataset.peak.values))
        return [str(name) for name in np.atleast_1d(dataset.output.values)[far]]
    parts = (np.atleast_1d(dataset[name].values) for name in ("output", "output_units", "reached"))
    return [
        str(name)
        for name, unit, reached in zip(*parts, strict=True)
        if not reached <= (dataset.attrs["accuracy"] if unit in ("m", "rad") else _WRONG)
    ]
