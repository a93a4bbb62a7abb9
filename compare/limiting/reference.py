"""The reference of the limits study: certified frequencies; exact ones, and it says so, where they cannot be proved."""

from dataclasses import dataclass

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import find_backend
from flexarm.errors import FlexarmError

REFERENCE, UNPROVED = "exact:certify", "exact"


@dataclass(frozen=True, eq=False)
class Reference:
    """True natural frequencies of an arm.

    Parameters
    ----------
    angular_frequency
        Angular frequencies, rad/s, ascending, non-zero, shape (modes,).
    refusal
        Why they are not proved; empty where they are.
    """

    angular_frequency: Array
    refusal: str

    @property
    def spec(self) -> str:
        """The backend that found them."""
        return UNPROVED if self.refusal else REFERENCE

    def first(self, modes: int) -> "Reference":
        """Return the first of the frequencies."""
        return Reference(self.angular_frequency[:modes], self.refusal)


def true_frequencies(arm: Arm, modes: int) -> Reference:
    """Return an arm's first natural frequencies, proved where what proves them is installed.

    Parameters
    ----------
    arm
        The arm.
    modes
        Number of non-zero natural frequencies.

    Raises
    ------
    QuestionError
        If there are none to be found, proved or not.
    """
    try:
        return Reference(find_backend(REFERENCE).modes(arm, modes).angular_frequency, "")
    except FlexarmError as error:
        return Reference(find_backend(UNPROVED).modes(arm, modes).angular_frequency, str(error))
