"""Published tables of natural frequencies as data, each value with the arm that it belongs to."""

from compare.published.cell import Cell as Cell
from compare.published.shelf import load as load
from compare.published.shelf import names as names
from compare.published.table import Cause as Cause
from compare.published.table import Column as Column
from compare.published.table import Source as Source
from compare.published.table import Table as Table

__all__ = ["Cause", "Cell", "Column", "Source", "Table", "load", "names"]
