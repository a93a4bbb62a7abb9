"""A sweep: one question at every point of a grid of an arm's numbers."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Unpack

import numpy as np
import xarray as xr

from compare.engine.blocks import block_shape
from compare.engine.field import TEXT, Field
from compare.engine.run import Running, run
from compare.engine.study import Place, Study, Values, names_axis
from compare.grids.arms import ArmGrid, Index, arm_grid
from compare.grids.grid import Values as GridValues
from compare.grids.grid import grid_keys
from compare.studies.answers import REFERENCE, WORDS, backend_list
from compare.studies.points import Answers, Points, points_of
from compare.studies.quantities import Frequencies, Quantity
from compare.studies.tracking import MAC, followed_modes
from flexarm.arm import Arm
from flexarm.backend import Backend, find_backend
from flexarm.checks import shown, unknown_name
from flexarm.datasets import provenance
from flexarm.errors import Fault, InputError, QuestionError

MEMORY = 256 * 2**20
# What solving one point together with others takes: matrices over the arm's coordinates at trial frequencies, so many
# a frequency, with as many copies.
_TRIALS, _COPIES = 16, 4
# A block is what a killed sweep loses, and what progress is told by: no larger than this, however small the arm.
_LARGEST = 4096
ANSWERED, DOUBTFUL, MISSING = 0, 1, 2
_STATUS = Field((), "i1", "1", "0: answered; 1: answered, with few digits left; 2: missing, or some of it")
_REASON = Field((), TEXT, "1", "why values are missing or have few digits left")


def sweep(
    arm: Arm,
    grid: Mapping[str, GridValues],
    quantity: Quantity | None = None,
    backend: Backend | Sequence[Backend] | None = None,
    *,
    track: str | None = None,
    memory: float = MEMORY,
    **running: Unpack[Running],
) -> xr.Dataset:
    """Return a quantity at every point of a grid of an arm's numbers.

    Parameters
    ----------
    arm
        The arm that the grid changes.
    grid
        Values by key of an arm file (``link2.angle``, ``payload.mass``, ``link1.joint.stiffness``, ``gravity[1]``), in
        SI units and degrees: a list makes a dimension, one value alone a coordinate. ``joints`` takes texts of a digit
        a joint from the base, 1 held and 0 unlocked.
    quantity
        What is asked: `Frequencies`, `Errors` or `Amplitudes`; None for the first four natural frequencies.
    backend
        Who is asked, one or several; None for the installed backend named ``exact``.
    track
        Dimension along which modes are followed by their shapes (`compare.studies.tracking`); None to leave
        frequencies ascending.
    memory
        What a worker may use for a block, bytes, about.
    **running
        How it runs, as every study does. ``output``: FILE.nc, written whole at the end; or FOLDER.zarr, written block
        by block: a study that was stopped goes on from the blocks that are complete and sound, and one that is finished
        is read; without it the result is in memory. ``workers``: how many processes (or threads) solve blocks; more
        than one need Dask. ``scheduler``: ``processes`` (without it), ``threads``, or the address of a running Dask
        scheduler. ``progress``: called with how many cells are done and how many there are.

    Returns
    -------
    xarray.Dataset
        A dimension a key of the grid, before them backend where there are several, and mode or output. The quantity's
        variables; rigid_modes; with frequencies unstable_modes (NaN where that cannot be told); status (0 answered, 1
        answered with few digits, 2 missing) and reason; of modes that are followed mac. From Zarr, values are read
        when they are needed.

    Raises
    ------
    InputError
        If a point of the grid makes no arm, or anything else is wrong, before anything runs; or if the output cannot
        be written, holds another sweep, or another process writes to it.
    QuestionError
        If something is not installed, or workers cannot be reached or die.
    """
    asked = quantity or Frequencies()
    return run(sweep_study(arm, grid, asked, backend or find_backend(REFERENCE), track, memory), **running)[0]


def require_answers(dataset: xr.Dataset) -> None:
    """Refuse a sweep of which no point has an answer, with what the first is refused for."""
    values = dataset["amplitude" if "amplitude" in dataset else "angular_frequency"]
    if bool(values.isnull().all()):
        first = next(filter(None, dataset.reason.values.ravel().tolist()), "no point has an answer")
        raise QuestionError(str(first))


def sweep_study(
    arm: Arm,
    grid: Mapping[str, GridValues],
    quantity: Quantity,
    backend: Backend | Sequence[Backend],
    track: str | None = None,
    memory: float = MEMORY,
) -> Study:
    """Return the study of a sweep, all that is wrong with it refused; parameters as of `sweep`."""
    solvers = _checked(arm, backend, memory)
    arms = arm_grid(arm, grid_keys(grid))
    line = None if track is None else _track_axis(arms, quantity, track)
    points = points_of(quantity, arms.examples)
    specs, several = [one.spec for one in solvers], len(solvers) > 1
    axes = {key.name: key.axis for key in arms.axes}
    shape = tuple(len(axis.values) for axis in axes.values())
    block = block_shape(shape, arms.structural, line, _most_points(arm, points.count, memory))
    attributes = {**provenance(arm), "backend": ", ".join(specs), "quantity": str(quantity), "track": track or ""}
    return Study(
        {**({"backend": names_axis(solvers, specs, WORDS)} if several else {}), **axes},
        {**points.fields, "status": _STATUS, "reason": _REASON, **({} if line is None else {"mac": MAC})},
        partial(_values, arms, points, None if several else solvers[0], line),
        {**{key.name: key.alone for key in arms.keys if key.fixed}, **points.coordinates},
        attributes,
        (1, *block) if several else block,
    )


def _checked(arm: object, backend: Backend | Sequence[Backend], memory: float) -> list[Backend]:
    faults = []
    if not isinstance(arm, Arm):
        faults.append(Fault("arm", "an Arm", shown(arm)))
    if not memory > 0:
        faults.append(Fault("memory", "a positive number (bytes)", shown(memory)))
    if faults:
        raise InputError(faults, "sweep")
    if isinstance(backend, str):
        raise InputError([Fault("backend", "a Backend", shown(backend))], "sweep")
    return backend_list(backend)


def _track_axis(arms: ArmGrid, quantity: Quantity, track: str) -> int:
    names = [key.name for key in arms.axes]
    if track not in names:
        raise InputError([unknown_name("track", track, names)], "sweep")
    axis = names.index(track)
    if type(quantity) is not Frequencies:
        raise InputError([Fault("track", "nothing, unless natural frequencies are asked for", track)], "sweep")
    if arms.structural[axis]:
        raise InputError([Fault("track", "a dimension of numbers, along which modes can be followed", track)], "sweep")
    return axis


def _most_points(arm: Arm, count: int, memory: float) -> int:
    """Return how many points may be solved at once within some memory, bytes."""
    coordinates = 3 + 3 * len(arm.links)
    each = 8 * coordinates**2 * _TRIALS * _COPIES * count
    return min(max(int(memory) // each, 1), _LARGEST)


def _values(arms: ArmGrid, points: Points, alone: Backend | None, line: int | None, cells: Sequence[Place]) -> Values:
    """Return all variables at points of a grid, by the one backend that stands before them, or by one alone."""
    backend, places = (alone, cells) if alone else (cells[0][0], [cell[1:] for cell in cells])
    answers = _answers(arms, points, backend, line, places)
    told = np.array([reason != "" for reason in answers.reasons])
    whole = np.array([np.isfinite(values).reshape(len(told), -1).all(axis=1) for values in answers.fields.values()])
    # A reason beside finite values says that few digits are left.
    status = np.where(told, np.where(whole.all(axis=0), DOUBTFUL, MISSING), ANSWERED)
    return {**answers.fields, "status": status, "reason": np.array(answers.reasons)}


def _answers(arms: ArmGrid, points: Points, backend: Backend, line: int | None, places: Sequence[Index]) -> Answers:
    if line is None:
        return points.answers(backend, [arms.at(place) for place in places])
    # Points of one line differ in the dimension that is followed alone, and come in its order.
    lines: dict[Index, list[int]] = {}
    for number, place in enumerate(places):
        lines.setdefault((*place[:line], *place[line + 1 :]), []).append(number)
    asked = [[arms.at(places[number]) for number in numbers] for numbers in lines.values()]
    answers = followed_modes(backend, asked, points.count, arms.axes[line])
    order = np.argsort(np.concatenate(list(lines.values())))
    fields = {name: values[order] for name, values in answers.fields.items()}
    return Answers(fields, tuple(answers.reasons[k] for k in order))
