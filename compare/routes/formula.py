"""A source's formula: one number from what stands in its table."""

from collections.abc import Callable
from dataclasses import dataclass

from compare.published.cell import Cell


@dataclass(frozen=True)
class Formula:
    """A formula of a source."""

    equations: str  # where it is printed, as a noun with its article: ``the ratio (4.36)``
    # takes a cell and returns its number, in SI units: a share where per cent are printed
    value: Callable[[Cell], float]
