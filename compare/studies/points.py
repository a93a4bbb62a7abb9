"""A quantity at points of a sweep: its variables, and what a backend says of many arms."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from compare.engine.field import Field
from compare.studies.frequencies import same_modes
from compare.studies.quantities import Amplitudes, Errors, Frequencies, Quantity
from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.datasets import UNSTABLE, Variable, mode_numbers, variable
from flexarm.errors import InputError, QuestionError
from flexarm.forced_response.dataset import response
from flexarm.forced_response.outputs import outputs
from flexarm.freedoms import rigid_count
from flexarm.load_cases import LoadCase
from flexarm.load_cases.fit import check_case
from flexarm.spectra import Spectra

_RIGID = Field((), "i4", "1", "number of rigid-body modes")
_OMEGA = {"angular_frequency": Field(("mode",), "f8", "rad/s", "natural angular frequency")}
_COUNTS = {"rigid_modes": _RIGID, "unstable_modes": Field((), "f8", "1", UNSTABLE)}


@dataclass(frozen=True)
class Answers:
    """What was found of some arms."""

    fields: Mapping[str, NDArray[np.generic]]  # the arms along the first axis; NaN where there is no answer
    reasons: tuple[str, ...]  # why values of an arm are missing or doubtful; empty where all is well


@dataclass(frozen=True)
class Points:
    """What is asked at every point."""

    count: int  # frequencies that a point's solution takes, for the size of blocks
    fields: Mapping[str, Field]
    coordinates: Mapping[str, Variable]  # that values have beside the grid's
    answers: Callable[[Backend, Sequence[Arm]], Answers]


def points_of(quantity: Quantity, arms: Sequence[Arm]) -> Points:
    """Return what a quantity asks at every point; of the arms there is one of every make-up."""
    if isinstance(quantity, Amplitudes):
        words = "half of largest minus smallest value, in the output's unit; missing where an arm has no such output"
        fields, named = {"amplitude": Field(("output",), "f8", "1", words)}, _outputs(quantity.case, arms)
        ask = partial(_amplitudes, quantity, np.asarray(named["output"][1]))
        return Points(quantity.modes or 12, {**fields, "rigid_modes": _RIGID}, named, ask)
    modes = {"mode": mode_numbers(quantity.count)}
    if not isinstance(quantity, Errors):
        return Points(quantity.count, {**_OMEGA, **_COUNTS}, modes, partial(_frequencies, quantity))
    words = f"relative error of the frequency against {quantity.reference.spec}"
    error = {"relative_error": Field(("mode",), "f8", "1", words)}
    return Points(quantity.count, {**_OMEGA, **error, **_COUNTS}, modes, partial(_errors, quantity))


def _frequencies(quantity: Frequencies, backend: Backend, arms: Sequence[Arm]) -> Answers:
    spectra = backend.frequencies_of(arms, quantity.count)
    return Answers(_fields(spectra), spectra.reasons)


def _fields(spectra: Spectra) -> dict[str, NDArray[np.generic]]:
    return {name: getattr(spectra, name) for name in (*_OMEGA, *_COUNTS)}


def _errors(quantity: Errors, backend: Backend, arms: Sequence[Arm]) -> Answers:
    spectra, against = (one.frequencies_of(arms, quantity.count) for one in (backend, quantity.reference))
    # Unknown numbers belong to points without frequencies, which have no errors whatever is put for them.
    beyond = np.nan_to_num(spectra.unstable_modes - against.unstable_modes)
    same = same_modes(against.angular_frequency, beyond, quantity.count)
    fields = {**_fields(spectra), "relative_error": (spectra.angular_frequency - same) / same}
    specs = backend.spec, quantity.reference.spec
    others = [_other_modes(*specs, *both) for both in zip(spectra.unstable_modes, beyond.tolist(), strict=True)]
    reasons = zip(spectra.reasons, against.reasons, others, strict=True)
    return Answers(fields, tuple(own or other or modes for own, other, modes in reasons))


def _other_modes(spec: str, reference: str, unstable: float, beyond: float) -> str:
    if not beyond:
        return ""
    return (
        f"{spec}: {unstable:g} unstable modes where {reference} finds {unstable - beyond:g}: errors are those of the "
        "modes that both find stable"
    )


def _outputs(case: LoadCase, arms: Sequence[Arm]) -> dict[str, Variable]:
    """Return the names of all outputs that any of the arms has, and their units; a case that fits none is refused."""
    fitting = [arm for arm in arms if _fits(case, arm)]
    if not fitting:
        check_case(case, arms[0])
    named = {one.name: one.units for arm in fitting for one in outputs(arm, tree(arm))}
    names, units = np.array(list(named)), np.array(list(named.values()))
    return {
        "output": variable(("output",), names, "1", "name of the output"),
        "output_units": variable(("output",), units, "1", "unit of the output"),
    }


def _fits(case: LoadCase, arm: Arm) -> bool:
    try:
        check_case(case, arm)
    except InputError:
        return False
    return True


def _amplitudes(quantity: Amplitudes, names: NDArray[np.str_], backend: Backend, arms: Sequence[Arm]) -> Answers:
    each = [_amplitude(quantity, names, backend, arm) for arm in arms]
    amplitudes, rigid = np.array([one for one, _ in each]), np.array([rigid_count(arm) for arm in arms])
    return Answers({"amplitude": amplitudes, "rigid_modes": rigid}, tuple(reason for _, reason in each))


def _amplitude(quantity: Amplitudes, names: NDArray[np.str_], backend: Backend, arm: Arm) -> tuple[Array, str]:
    try:
        dataset = response(backend, arm, quantity.case, modes=quantity.modes)
    except (QuestionError, InputError) as error:  # a load case may not fit one arm of the grid
        return np.full(len(names), np.nan), str(error)
    own = dict(zip(dataset.output.values.tolist(), dataset.amplitude.values.tolist(), strict=True))
    return np.array([own.get(name, np.nan) for name in names.tolist()]), ""
