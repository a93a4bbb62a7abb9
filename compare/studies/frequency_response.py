"""Frequency responses of one arm by several backends, with their errors."""

from collections.abc import Sequence
from functools import partial
from typing import Unpack

import numpy as np
import xarray as xr

from compare.engine.field import TEXT, Field, blanks
from compare.engine.run import Running, run
from compare.engine.study import Place, Study, Values, names_axis, numbers_axis
from compare.studies.answers import REFUSAL, WORDS, answer_against, backend_list, named, parted, refusal_variables
from flexarm.arm import Arm, require_arm
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.datasets import provenance, variable
from flexarm.errors import QuestionError
from flexarm.hand_over.frequency_response import between, require_frequencies
from flexarm.hand_over.frequency_response import frequency_response as answer
from flexarm.hand_over.names import names_of

_PAIR = ("output", "input")
_UNITS = "in the output's unit per the input's"
_FIELDS = {
    "real_part": Field(_PAIR, "f8", "1", f"real part of output over input, {_UNITS}"),
    "imaginary_part": Field(_PAIR, "f8", "1", f"imaginary part of output over input, {_UNITS}"),
    "refusal": Field((), TEXT, "1", REFUSAL, axes=("backend",)),
}


def frequency_response(
    arm: Arm,
    angular_frequency: Sequence[float] | Array,
    backends: Backend | Sequence[Backend],
    inputs: Sequence[str] | None = None,
    outputs: Sequence[str] | None = None,
    modes: int | None = None,
    reference: Backend | None = None,
    **running: Unpack[Running],
) -> xr.Dataset:
    """Return an arm's frequency response from loads to outputs by several backends, its dampers and drives in the loop.

    Parameters
    ----------
    arm
        The arm, in its posture, damped and driven or not.
    angular_frequency
        Angular frequencies, rad/s, positive and ascending, shape (frequencies,).
    backends
        One backend or more, each a row; no two alike.
    inputs
        Names of what drives it, of `flexarm.hand_over.inputs`; None for all.
    outputs
        Names of outputs, as a response has them; None for all.
    modes
        Number of modes of truncated models, whose static part is added; None for the backends' own answers: exact's
        closed form, others' all modes. The reference is never truncated.
    reference
        Whose response the errors are taken against. None for the backend named ``exact``: the one among `backends`
        that is not truncated, else the installed one; where it cannot answer, errors are NaN and ``reference_missing``
        says why.
    **running
        ``output``, ``workers``, ``scheduler`` and ``progress``, as of `compare.sweep`.

    Returns
    -------
    xarray.Dataset
        Dimensions backend, angular_frequency, output and input. Variables real_part and imaginary_part, magnitude, in
        the output's unit per the input's, phase, degrees, from −180 to 180, and relative_error, the distance from the
        reference's response over its size there. Backends that cannot answer are no rows; where there are any, refusal
        (refused), over their specifications, says why.

    Raises
    ------
    InputError
        If there is no backend, one is given twice, the arm is none, or a frequency, a name or a number is wrong.
    QuestionError
        If no backend can answer; the text begins with the specification of the first. If a given reference cannot.
    """
    solvers = backend_list(backends)
    require_arm(arm, "frequency_response")
    omega = require_frequencies(angular_frequency)
    driving, showing = between(arm, inputs, outputs)
    ask = partial(_asked, arm, inputs, outputs, modes)
    axes = {
        "backend": names_axis(solvers, [one.spec for one in solvers], WORDS),
        "angular_frequency": numbers_axis(omega.tolist(), "rad/s", "angular frequency"),
    }
    attributes = {**provenance(arm), "modes": modes or 0}
    names = names_of(driving, showing)
    study = Study(axes, _FIELDS, partial(_cells, ask, len(showing), len(driving)), names, attributes, (1, len(omega)))

    def reading(found: xr.Dataset) -> xr.Dataset:
        known, refused = parted(found)
        if len(refused) == len(solvers):
            raise QuestionError(refused[solvers[0].spec])
        whole = [one.spec for one in solvers if modes is None and one.spec not in refused]
        given = {spec: _complex(known.sel(backend=spec)) for spec in whole}
        among = solvers if modes is None else []

        def reference_asked(solver: Backend) -> Array:
            return _complex(answer(solver, arm, omega, inputs, outputs))

        against, told = answer_against(among, reference, given, list(refused), reference_asked)
        return _compared(known, against).assign(refusal_variables(refused)).assign_attrs(told)

    return run(study, **running, reading=reading)[0]


def _asked(
    arm: Arm,
    inputs: Sequence[str] | None,
    outputs: Sequence[str] | None,
    modes: int | None,
    solver: Backend,
    omega: Sequence[float],
) -> xr.Dataset:
    return answer(solver, arm, omega, inputs, outputs, modes)


def _cells(ask: partial[xr.Dataset], outputs: int, inputs: int, cells: Sequence[Place]) -> Values:
    """Return the response of one backend at all frequencies, or why there is none."""
    solver, omega = cells[0][0], [place[1] for place in cells]
    try:
        found = ask(solver, omega)
    except QuestionError as error:
        nothing = blanks(_FIELDS, output=outputs, input=inputs)
        told = {**nothing, "refusal": np.array(str(named(error, solver.spec)))}
        return {name: np.stack([value] * len(omega)) for name, value in told.items()}
    return {
        **{name: found[name].values for name in ("real_part", "imaginary_part")},
        "refusal": np.full(len(omega), ""),
    }


def _complex(dataset: xr.Dataset) -> Array:
    return np.asarray(dataset.real_part.values + 1j * dataset.imaginary_part.values)


def _compared(found: xr.Dataset, against: Array | None) -> xr.Dataset:
    """Return responses with magnitude, phase and errors."""
    values, dims = _complex(found), found.real_part.dims
    error = np.full(values.shape, np.nan)
    if against is not None:
        there = np.abs(against) > 0.0
        error = np.where(there, np.abs(values - against) / np.where(there, np.abs(against), 1.0), np.nan)
        error = np.where(~there & (values == 0.0), 0.0, error)
    omega = found.angular_frequency
    return found.assign(
        magnitude=variable(dims, np.abs(values), "1", f"size of output over input, {_UNITS}"),
        phase=variable(dims, np.degrees(np.angle(values)), "deg", "phase of the output before the input"),
        relative_error=variable(dims, error, "1", "distance from the reference's response, relative to its size"),
    ).assign_coords(frequency=variable(("angular_frequency",), omega.values / (2.0 * np.pi), "Hz", "frequency"))
