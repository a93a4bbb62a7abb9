"""A load's history as it was measured, from a CSV file."""

import csv
import os
from collections.abc import Iterator, Sequence

from flexarm.checks import finite, number_fault, shown, unknown_name
from flexarm.documents import read_text
from flexarm.errors import Fault, InputError
from flexarm.load_cases.history import History, Shape

_SEPARATORS = ",;\t"
Column = str | int


def load_history(
    path: str | os.PathLike[str],
    time: Column = 1,
    value: Column = 2,
    factor: float = 1.0,
    shape: Shape = "linear",
) -> History:
    """Return the history that two columns of a CSV file hold: separated by commas, semicolons or tabs, with points.

    Parameters
    ----------
    path
        The file; lines that begin with # are remarks, and its first line may name the columns.
    time
        The column of times, s, by its name or its number, the first 1.
    value
        The column of values, likewise.
    factor
        What values are multiplied by to be in the load's own unit.
    shape
        ``"linear"``: straight between the times; ``"constant"``: each value holds until the next time.

    Raises
    ------
    InputError
        If the file cannot be read, there is no such column, or something in it is no number.
    """
    source = os.fspath(path)
    names, rows = _table(read_text(path, "a CSV file of a load over time"), source)
    if (fault := number_fault("factor", factor, finite("the load's unit over the file's"))) is not None:
        raise InputError([fault], source)
    if not rows:
        raise InputError([Fault("", "rows of numbers", "none")], source)
    asked = {"time": time, "value": value}
    places = [_place(what, column, names, len(rows[0][1]), source) for what, column in asked.items()]
    points = [_numbers(line, row, places, source) for line, row in rows]
    try:
        return History(tuple(t for t, _ in points), tuple(factor * v for _, v in points), shape)
    except InputError as error:
        raise InputError(error.faults, source) from None


def _table(text: str, source: str) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """Return the columns' names, if any, and the rows of numbers with the number of each one's line."""
    lines = list(_lines(text))
    first = lines[0][1] if lines else ""
    separator = max(_SEPARATORS, key=first.count)
    rows = [(line, _cells(row, separator)) for line, row in lines]
    named = bool(rows) and not any(_number(cell) is not None for cell in rows[0][1])
    return (rows[0][1], rows[1:]) if named else ([], rows)


def _cells(row: str, separator: str) -> list[str]:
    (cells,) = csv.reader([row], delimiter=separator, skipinitialspace=True)
    return [cell.strip() for cell in cells]


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line


def _place(what: str, column: Column, names: Sequence[str], count: int, source: str) -> int:
    """Return where a column stands, the first 0."""
    if isinstance(column, str):
        if column not in names:
            known = [Fault(what, "a column's number: the file names none", shown(column))]
            raise InputError([unknown_name(what, column, names)] if names else known, source)
        return names.index(column)
    if not isinstance(column, int) or isinstance(column, bool) or not 1 <= column <= count:
        wanted = f"a column's name, or its number from 1 to {count}"
        raise InputError([Fault(what, wanted, shown(column))], source)
    return column - 1


def _numbers(line: int, row: Sequence[str], places: Sequence[int], source: str) -> list[float]:
    found = []
    for place in places:
        cell = row[place] if place < len(row) else ""
        number = _number(cell)
        if number is None:
            wanted = "a number, with a point and no separator of thousands"
            raise InputError([Fault(f"line {line}, column {place + 1}", wanted, shown(cell))], source)
        found.append(number)
    return found


def _number(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return None
