"""What a sweep can ask: natural frequencies, their errors against another backend, amplitudes of a load case."""

from dataclasses import dataclass, field

from compare.studies.answers import REFERENCE
from flexarm.backend import Backend, find_backend
from flexarm.checks import shown
from flexarm.errors import Fault, InputError
from flexarm.load_cases import LoadCase
from flexarm.load_cases.files import dumps_case
from flexarm.whole import require_count


@dataclass(frozen=True)
class Frequencies:
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

    def __str__(self) -> str:
        return "first natural frequency" if self.count == 1 else f"first {self.count} natural frequencies"


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

    def __str__(self) -> str:
        return f"{super().__str__()}, with relative errors against {self.reference.spec}"


@dataclass(frozen=True)
class Amplitudes:
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

    def __str__(self) -> str:
        modes = "" if self.modes is None else f", {self.modes} modes"
        return f"amplitudes of {self.case.name or 'a load case'}{modes}\n{dumps_case(self.case)}"


Quantity = Frequencies | Amplitudes
