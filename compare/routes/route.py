"""A published computation done again: as the source prints it, and with the terms that it leaves out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from compare.published.cell import Cell
from compare.published.table import MODEL
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.errors import QuestionError

NOTHING: frozenset[str] = frozenset()


def arm_of(cell: Cell) -> Arm:
    """Return a cell's arm."""
    if cell.arm is None:
        raise QuestionError(f"{cell.table}, row {cell.row}: there is no arm")
    return cell.arm


@dataclass(frozen=True)
class Route:
    """One source's way to its natural frequencies, or to a response."""

    equations: str  # where the way is printed, as a noun with its article: ``the determinant (5.14)``
    # what the source leaves out, by name: a clause for each, such as ``the payload's lever arm across the link``
    terms: Mapping[str, str]
    # takes a cell, a number of frequencies and the names of the terms to put back; returns the first non-zero natural
    # frequencies, rad/s, ascending, fewer where there are fewer; of a response what it is asked for alone, in SI
    # units
    answers: Callable[[Cell, int, frozenset[str]], Array]
    # takes a cell that the route misses and what it gives, rad/s, and returns, as a clause, why the source's way has
    # no digit left there; empty where it has
    lost: Callable[[Cell, float], str] | None = None
    # takes frequencies' cells and says, of every choice of the terms that might be kept, of how many it has a root that
    # rounds to what is printed: the choice was made with the values in sight
    choices: Callable[[Sequence[Cell]], Sequence[int]] | None = None
    # which number in it was chosen to meet the printed values, and which others meet them; empty where none was
    fitted: str = ""
    error: str = MODEL  # what kind of error it makes, one of `compare.published.table.ERRORS`
