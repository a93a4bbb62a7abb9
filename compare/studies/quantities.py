"""What a sweep can ask: natural frequencies, their errors against another backend, amplitudes of a load case."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from compare.engine.field import Field
from compare.studies.answers import REFERENCE, require_count
from compare.studies.frequencies import aligned
from compare.studies.responses import response_of
from flexarm.arm import Arm
from flexarm.backend import Backend, find_backend
from flexarm.chain import Array, chain
from flexarm.checks import shown
from flexarm.datasets import UNSTABLE, Variable, mode_numbers, variable
from flexarm.errors import Fault, InputError, QuestionError
from flexarm.freedoms import rigid_count
from flexarm.load_cases import LoadCase
from flexarm.load_cases.files import dumps_case
from flexarm.load_cases.fit import check_case
from flexarm.response.outputs import outputs
from flexarm.spectra import Spectra


@dataclass(frozen=True)
class Answers:
    """What was found of some arms."""

    fields: Mapping[str, NDArray[np.generic]]  # the arms along the first axis; NaN where there is no answer
    reasons: tuple[str, ...]  # why values of an arm are missing or doubtful; empty where all is well


class Quantity(Protocol):
    """A question asked at every point of a grid."""

    @property
    def count(self) -> int:
        """How many frequencies a point's solution takes, for the size of blocks."""

    @property
    def fields(self) -> Mapping[str, Field]:
        """The variables, by name."""

    @property
    def words(self) -> str:
        """What is asked: two questions are the same if their words are."""

    def coordinates(self, arms: Sequence[Arm]) -> dict[str, Variable]:
        """Return the coordinates that values have beside the grid's.

        Parameters
        ----------
        arms
            One arm of every make-up in the grid.
        """

    def answers(self, backend: Backend, arms: Sequence[Arm], coordinates: Mapping[str, Variable]) -> Answers:
        """Return what a backend finds for arms.

        Parameters
        ----------
        backend
            The backend.
        arms
            The arms.
        coordinates
            What `coordinates` returned.
        """


OMEGA = Field(("mode",), "f8", "rad/s", "natural angular frequency")
RIGID = Field((), "i4", "1", "number of rigid-body modes")


@dataclass(frozen=True)
class Frequencies(Quantity):
    """The first natural frequencies, and how many rigid-body modes and unstable modes there are beside them.

    Parameters
    ----------
    count
        Number of non-zero natural frequencies; 1 or more.

    Raises
    ------
    InputError
        If the count is not a whole number of 1 or more.
    """

    count: int = 4

    def __post_init__(self) -> None:
        require_count(self.count)

    @property
    def fields(self) -> Mapping[str, Field]:
        """Frequencies, rigid-body modes and unstable modes."""
        return {
            "angular_frequency": OMEGA,
            "rigid_modes": RIGID,
            "unstable_modes": Field((), "f8", "1", UNSTABLE),
        }

    @property
    def words(self) -> str:
        """The question in words."""
        return "first natural frequency" if self.count == 1 else f"first {self.count} natural frequencies"

    def coordinates(self, arms: Sequence[Arm]) -> dict[str, Variable]:
        """Return the modes' numbers."""
        return {"mode": mode_numbers(self.count)}

    def answers(self, backend: Backend, arms: Sequence[Arm], coordinates: Mapping[str, Variable]) -> Answers:
        """Return the frequencies of all arms, solved together."""
        found = backend.frequencies_of(arms, self.count)
        return Answers(_fields(found), found.reasons)


@dataclass(frozen=True)
class Errors(Frequencies):
    """The first natural frequencies, and their relative errors against another backend.

    Where the two find different numbers of unstable modes, errors are those of the same modes, unstable ones counted
    along, and missing where the reference finds the mode unstable.

    Parameters
    ----------
    count
        Number of non-zero natural frequencies; 1 or more.
    reference
        The backend that errors are taken against.

    Raises
    ------
    InputError
        If the count is not a whole number of 1 or more, or the reference is no backend.
    """

    reference: Backend = field(default_factory=lambda: find_backend(REFERENCE))

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.reference, Backend):
            raise InputError([Fault("reference", "a Backend", shown(self.reference))], "Errors")

    @property
    def fields(self) -> Mapping[str, Field]:
        """Frequencies, errors, rigid-body modes and unstable modes."""
        error = Field(("mode",), "f8", "1", f"relative error of the frequency against {self.reference.spec}")
        return {"angular_frequency": OMEGA, "relative_error": error, **super().fields}

    @property
    def words(self) -> str:
        """The question in words."""
        return f"{super().words}, with relative errors against {self.reference.spec}"

    def answers(self, backend: Backend, arms: Sequence[Arm], coordinates: Mapping[str, Variable]) -> Answers:
        """Return frequencies and errors of all arms."""
        found, against = backend.frequencies_of(arms, self.count), self.reference.frequencies_of(arms, self.count)
        # Unknown numbers belong to points without frequencies, which have no errors whatever is put for them.
        beyond = np.nan_to_num(found.unstable_modes - against.unstable_modes)
        same = aligned(against.angular_frequency, beyond, self.count)
        fields = {**_fields(found), "relative_error": (found.angular_frequency - same) / same}
        others = [self._other_modes(backend, *both) for both in zip(found.unstable_modes, beyond.tolist(), strict=True)]
        reasons = zip(found.reasons, against.reasons, others, strict=True)
        return Answers(fields, tuple(own or other or modes for own, other, modes in reasons))

    def _other_modes(self, backend: Backend, unstable: float, beyond: float) -> str:
        if not beyond:
            return ""
        return (
            f"{backend.spec}: {unstable:g} unstable modes where {self.reference.spec} finds {unstable - beyond:g}: "
            "errors are those of the modes that both find stable"
        )


@dataclass(frozen=True)
class Amplitudes(Quantity):
    """Amplitudes of a load case's outputs: half of largest minus smallest value.

    Parameters
    ----------
    case
        The load case.
    modes
        Number of modes beside the rigid-body ones; None for twelve, or all that the backend has.

    Raises
    ------
    InputError
        If the case is no `LoadCase`, or the number not whole or below 1.
    """

    case: LoadCase
    modes: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.case, LoadCase):
            raise InputError([Fault("case", "a LoadCase", shown(self.case))], "Amplitudes")
        if self.modes is not None:
            require_count(self.modes)

    @property
    def count(self) -> int:
        """Number of modes, for the size of blocks."""
        return self.modes or 12

    @property
    def fields(self) -> Mapping[str, Field]:
        """The amplitudes."""
        words = "half of largest minus smallest value, in the output's unit; missing where an arm has no such output"
        return {"amplitude": Field(("output",), "f8", "1", words), "rigid_modes": RIGID}

    @property
    def words(self) -> str:
        """The question in words, with the whole of the load case."""
        modes = "" if self.modes is None else f", {self.modes} modes"
        return f"amplitudes of {self.case.name or 'a load case'}{modes}\n{dumps_case(self.case)}"

    def coordinates(self, arms: Sequence[Arm]) -> dict[str, Variable]:
        """Return the names of all outputs that any of the arms has, and their units; a case that fits none is refused.

        Parameters
        ----------
        arms
            One arm of every make-up in the grid.
        """
        fitting = [arm for arm in arms if self._fits(arm)]
        if not fitting:
            check_case(self.case, arms[0])
        named = {one.name: one.units for arm in fitting for one in outputs(arm, chain(arm))}
        names, units = np.array(list(named)), np.array(list(named.values()))
        return {
            "output": variable(("output",), names, "1", "name of the output"),
            "output_units": variable(("output",), units, "1", "unit of the output"),
        }

    def answers(self, backend: Backend, arms: Sequence[Arm], coordinates: Mapping[str, Variable]) -> Answers:
        """Return the amplitudes of all arms, one after the other."""
        names = np.asarray(coordinates["output"][1]).tolist()
        found = [self._of(backend, arm, names) for arm in arms]
        fields = {
            "amplitude": np.array([amplitude for amplitude, _ in found]),
            "rigid_modes": np.array([rigid_count(arm) for arm in arms]),
        }
        return Answers(fields, tuple(reason for _, reason in found))

    def _fits(self, arm: Arm) -> bool:
        try:
            check_case(self.case, arm)
        except InputError:
            return False
        return True

    def _of(self, backend: Backend, arm: Arm, names: Sequence[str]) -> tuple[Array, str]:
        try:
            dataset = response_of(backend, arm, self.case, self.modes)
        except (QuestionError, InputError) as error:  # a load case may not fit one arm of the grid
            return np.full(len(names), np.nan), str(error)
        own = dict(zip(dataset.output.values.tolist(), dataset.amplitude.values.tolist(), strict=True))
        return np.array([own.get(name, np.nan) for name in names]), ""


def _fields(found: Spectra) -> dict[str, NDArray[np.generic]]:
    return {
        "angular_frequency": found.angular_frequency,
        "rigid_modes": found.rigid_modes,
        "unstable_modes": found.unstable_modes,
    }
