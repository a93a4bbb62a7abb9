"""Refusals: what was asked, what was wanted, what was got, and the way out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace


class FlexarmError(Exception):
    """Any refusal of flexarm; its text is meant for the person who asked."""


@dataclass(frozen=True)
class Fault:
    """One wrong value of an input.

    Parameters
    ----------
    path
        Where the value stands, as in an arm file: ``link2.joint.stiffness``; empty for the input as a whole.
    wanted
        What would have been accepted, with its unit.
    got
        What was found there.
    """

    path: str
    wanted: str
    got: str

    def __str__(self) -> str:
        text = f"wanted {self.wanted}, got {self.got}"
        return f"{self.path}: {text}" if self.path else text

    def under(self, prefix: str) -> "Fault":
        """Return the same fault seen from an enclosing object.

        Parameters
        ----------
        prefix
            Where the object that has the fault stands in the enclosing one.
        """
        return replace(self, path=".".join(name for name in (prefix, self.path) if name))


class InputError(FlexarmError, ValueError):
    """An arm, a file or a number that cannot be accepted.

    Parameters
    ----------
    faults
        All that is wrong, in the order in which it stands in the input.
    source
        The file, or the kind of object, that the faults were found in.
    """

    def __init__(self, faults: Iterable[Fault], source: str = "") -> None:
        self.faults: Sequence[Fault] = tuple(faults)
        self.source = source
        super().__init__("\n".join(f"{source}: {fault}" if source else str(fault) for fault in self.faults))


class QuestionError(FlexarmError, ValueError):
    """A valid arm and a valid question that do not go together; the text names the way out."""


class NeutralError(QuestionError):
    """An arm at the very edge of stability: its lowest ω² is zero to round-off."""


class PrecisionWarning(UserWarning):
    """Round-off has left an answer few digits; the text says whose, how many, and the way out."""


class TooFewModesError(QuestionError):
    """More natural frequencies were asked for than there are.

    Parameters
    ----------
    text
        The refusal in words.
    available
        How many there are.
    """

    def __init__(self, text: str, available: int) -> None:
        self.available = available
        super().__init__(text)

    def __reduce__(self) -> tuple[type["TooFewModesError"], tuple[str, int]]:
        """Say how to make the refusal again in another process."""
        return type(self), (str(self), self.available)
