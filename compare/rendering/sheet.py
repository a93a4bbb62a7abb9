"""Pages of lines and tables for people: as plain text, in Markdown and in LaTeX."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import groupby

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

DIGITS, WIDEST = 8, 14


@dataclass(frozen=True)
class Column:
    """A column of a table; neighbours of one heading stand together under it."""

    heading: str
    cells: Sequence[str]
    below: str = ""  # a second heading, such as a unit
    left: bool = False


@dataclass(frozen=True)
class Sheet:
    """A table, column by column."""

    columns: Sequence[Column]
    rules: Sequence[int] = ()  # rows, from 0, before which a line is ruled


Page = Sequence[str | Sheet]


def as_text(page: Page) -> str:
    """Return a page for the terminal: as wide as it needs, no blanks at the ends of lines, a blank one below tables."""
    parts = [part if isinstance(part, str) else drawn(_ruled(part)).rstrip("\n") for part in page]
    return "\n".join(parts) + ("\n\n" if page and isinstance(page[-1], Sheet) else "\n")


def drawn(table: Table) -> str:
    """Return a table of rich's as plain text: no colours, no blanks at the ends of lines, as wide as it needs."""
    text = StringIO()
    console = Console(file=text, width=1000, no_color=True)
    console.print(table)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()) + "\n"


def _ruled(sheet: Sheet) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    columns = [_merged(list(group)) for _, group in groupby(sheet.columns, lambda column: column.heading)]
    for column in columns:
        table.add_column(Text(column.heading), justify="left" if column.left else "right", no_wrap=True)
    if any(column.below for column in columns):
        table.add_row(*(Text(column.below) for column in columns))
    for number, row in enumerate(zip(*(column.cells for column in columns), strict=True)):
        if number in sheet.rules:
            table.add_section()
        table.add_row(*map(Text, row))
    return table


def _merged(columns: Sequence[Column]) -> Column:
    """Return columns of one heading as one, their cells side by side."""
    if len(columns) == 1:
        return columns[0]
    padded = [_padded([column.below, *column.cells]) for column in columns]
    below, *cells = ("  ".join(row) for row in zip(*padded, strict=True))
    return Column(columns[0].heading, cells, below)


def _padded(cells: Sequence[str]) -> list[str]:
    width = max(map(len, cells))
    return [cell.rjust(width) for cell in cells]


def as_markdown(page: Page) -> str:
    """Return a page in Markdown, its tables with pipes."""
    parts = (_paragraphs(part) if isinstance(part, str) else _piped(part) for part in page)
    return "\n\n".join(filter(None, parts)) + "\n"


def _paragraphs(lines: str) -> str:
    return "\n\n".join(line.strip() for line in lines.splitlines() if line)


def _piped(sheet: Sheet) -> str:
    heads = [_whole(column) for column in sheet.columns]
    marks = [":---" if column.left else "---:" for column in sheet.columns]
    rows = zip(*(column.cells for column in sheet.columns), strict=True)
    return "\n".join("| " + " | ".join(_no_pipe(cell) for cell in row) + " |" for row in [heads, marks, *rows])


def _no_pipe(cell: str) -> str:
    return cell.strip().replace("|", "\\|")


def _whole(column: Column) -> str:
    """Return both headings of a column in one."""
    return " ".join(filter(None, (column.heading, column.below)))


def as_latex(page: Page) -> str:
    """Return a page in LaTeX: its tables as ``tabular`` without further packages, its lines as comments."""
    parts = (_commented(part) if isinstance(part, str) else _tabular(part) for part in page)
    return "\n".join(filter(None, parts)) + "\n"


def _commented(lines: str) -> str:
    return "\n".join(f"% {line.strip()}" for line in lines.splitlines() if line)


def _tabular(sheet: Sheet) -> str:
    kinds = "".join("l" if column.left else "r" for column in sheet.columns)
    rows = list(zip(*(column.cells for column in sheet.columns), strict=True))
    ruled = ["\\hline\n" * (k in sheet.rules) + _latex_row(row) for k, row in enumerate(rows)]
    head = [rf"\begin{{tabular}}{{{kinds}}}", r"\hline", _latex_row([_whole(column) for column in sheet.columns])]
    return "\n".join([*head, r"\hline", *ruled, r"\hline", r"\end{tabular}"])


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(_escaped(cell.strip()) for cell in cells) + r" \\"


_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    "…": r"\dots{}",
    "²": "$^2$",
    "³": "$^3$",
    "°": r"$^\circ$",
    "×": r"$\times$",
    "−": "$-$",
    "<": "$<$",
    ">": "$>$",
}


def _escaped(text: str) -> str:
    return re.sub(r"[\\~^–…²³°×−<>#$%&_{}]", lambda found: _SPECIAL.get(found[0], f"\\{found[0]}"), text)


def aligned_numbers(values: Sequence[float]) -> list[str]:
    """Return numbers to eight significant digits, of one width, their points below one another where they fit."""
    plain = [f"{value:#.{DIGITS}g}" for value in values]
    before = [text.find(".") for text in plain]
    padded = [" " * (max(before, default=0) - point) + text for text, point in zip(plain, before, strict=True)]
    width = max(map(len, padded), default=0)
    return [text.ljust(width) for text in padded] if width <= WIDEST else plain


def error_cell(error: float, form: str = ".1e") -> str:
    """Return an error in two digits; a dash where there is none."""
    return f"{error:{form}}" if error == error else "–"


def counted(number: int | str, noun: str) -> str:
    """Return a number of things in words: 1 mode, 2 modes."""
    return f"{number} {noun}{'s' * (number != 1)}"


def plain(value: float) -> str:
    """Return a number as briefly as it can be read: 1e6 in place of 1000000 or 1e+06."""
    if value == 0.0 or 1e-3 <= value < 1e5:
        return f"{value:g}"
    mantissa, power = f"{value:.5e}".split("e")
    return f"{float(mantissa):g}e{int(power)}"
