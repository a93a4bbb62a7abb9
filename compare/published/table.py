"""A published table: its columns, its values to judge and what may explain those that differ."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from compare.published.cell import Cell
from compare.published.expression import Expression
from compare.published.question import SILENT, Question
from compare.published.setting import Book, Parameter, Setting
from flexarm.arm import Arm

if TYPE_CHECKING:
    import xarray as xr

Role = Literal[
    "mode",
    "parameter",
    "variant",
    "label",
    "other",
    "frequency",
    "frequency_change",
    "relative_change",
    "wavenumber",
    "orthogonality",
    "response",
    "number",
]


# What kind of error a difference is: the equations are others; the equations are right, but their evaluation is not;
# what was computed is not what was printed; or nothing was computed: the value is a measured one.
MODEL, ARITHMETIC, MISPRINT, MEASURED = ERRORS = ("model error", "arithmetic error", "misprint", "measured")


@dataclass(frozen=True)
class Source:
    """Where a table was published.

    Parameters
    ----------
    author
        Author or authors.
    title
        Title of the work.
    place
        Where in the work: ``table 2.1``.
    year
        Year of publication; None where it is not known.
    """

    author: str
    title: str
    place: str
    year: int | None = None


@dataclass(frozen=True)
class Column:
    """What one column of a table holds.

    Parameters
    ----------
    name
        Name of the column.
    role
        ``"mode"``, ``"parameter"``, ``"variant"``, ``"label"``, ``"other"`` or one of the quantities that are judged.
    unit
        Unit, as printed.
    mode
        Number of the mode, as printed; None where the row says it. For orthogonality the second of the two modes.
    variant
        Variants that hold for the column, applied in order.
    before
        Of a change of frequency: the variants before it.
    method
        How the source found the values; empty for the table's method.
    model
        Specification of the backend that the values claim to come from.
    formula
        Name of the source's formula that they claim to come from; empty where it is a backend's.
    expression
        That formula itself, where the file writes it.
    unstated
        Why the values cannot be judged; empty where they can.
    printed
        Whether the column is in the source; one that is not was derived from it.
    question
        Of a response: what it says of it.
    """

    name: str
    role: Role
    unit: str = ""
    mode: int | None = None
    variant: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    method: str = ""
    model: str = "exact"
    formula: str = ""
    expression: Expression | None = None
    unstated: str = ""
    printed: bool = True
    question: Question = SILENT


@dataclass(frozen=True)
class Cause:
    """A candidate explanation of values that differ: something to try, not to believe.

    Parameters
    ----------
    text
        The explanation, as a clause.
    variants
        Variants under which the cell is to be computed again.
    model
        Specification of the backend to compute it with; None for the cell's own.
    route
        Name of a recomputation that flexarm knows; None for the backend.
    columns
        Columns that the cause is for; empty for all.
    question
        What else is asked of the response.
    spectral_line
        Distance of the lines of the spectrum that a frequency was read from, Hz; None where it was not.
    said
        What the source itself says of the value elsewhere, as printed there; empty where it does not.
    unit
        The unit that the value may be printed in instead of its column's; empty for the column's.
    instead
        The row whose value may stand here; None for the value's own.
    expression
        Another formula of the number; None for the column's own.
    rows
        Rows that the cause is for; empty for all.
    error
        What kind of error it is, one of `ERRORS`.
    stated
        Whether the source says so: the value is then right by its own approximation.
    fitted
        Which number in it was chosen to meet the printed values, and which others meet them; empty where none was.
    """

    text: str
    variants: tuple[str, ...] = ()
    model: str | None = None
    route: str | None = None
    columns: tuple[str, ...] = ()
    question: Question = SILENT
    spectral_line: float | None = None
    said: str = ""
    unit: str = ""
    instead: int | None = None
    expression: Expression | None = None
    rows: tuple[int, ...] = ()
    error: str = MODEL
    stated: bool = False
    fitted: str = ""

    def concerns(self, cell: Cell) -> bool:
        """Return whether the cause is for a cell: for its column, and what it asks of responses for a response.

        Parameters
        ----------
        cell
            The published value.
        """
        if (self.columns and cell.column not in self.columns) or (self.rows and cell.row not in self.rows):
            return False
        if cell.quantity == "number":
            return self.route is None and self.question.empty
        return cell.quantity == "response" or self.question.empty


@dataclass(frozen=True)
class Table:
    """A published table, read and checked.

    Parameters
    ----------
    name
        Name of the table: its file's, without ``.toml``.
    caption
        What the table shows.
    method
        How the source found the values.
    note
        What a reader must know of the printed table; may be empty.
    source
        Where it was published.
    columns
        The columns.
    rows
        The cells' texts, as printed; ``""`` for nothing printed, ``"?"`` for what cannot be read.
    cells
        The values to judge.
    causes
        Candidate explanations of values that differ.
    besides
        Other models of frequencies, to be told of beside every value.
    figure
        Name of a figure that stands with it; empty for none.
    book
        What the file says of the arms.
    setting
        What its arms start from.
    """

    name: str
    caption: str
    method: str
    note: str
    source: Source
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    cells: tuple[Cell, ...]
    causes: tuple[Cause, ...]
    besides: tuple[Cause, ...]
    figure: str
    book: Book = field(repr=False)
    setting: Setting = field(repr=False)

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        """The parameters of its head, as printed; rows, variants and columns may replace some."""
        return self.setting.parameters

    @property
    def arms(self) -> dict[str, Arm]:
        """Every distinct arm of the table, by what sets it apart; a single one by the table's name."""
        arms: dict[str, Arm] = {}
        for cell in self.cells:
            after = ", after" if cell.before else ""
            for arm, mark in ((cell.before, f"{cell.label}, before"), (cell.arm, f"{cell.label}{after}")):
                if arm is not None and arm not in arms.values():
                    arms[f"{mark}, row {cell.row}" if mark in arms else mark] = arm
        return {self.name: next(iter(arms.values()))} if len(arms) == 1 else arms

    def under(self, cell: Cell, cause: Cause) -> Cell:
        """Return the same cell with a cause's variants, and its model, applied.

        Parameters
        ----------
        cell
            A cell of this table.
        cause
            A cause of this table.
        """
        if cell.unstated:
            return cell
        setting = self.book.under(cell.setting, cause.variants).asking(cause.question)
        earlier = None if cell.setting_before is None else self.book.under(cell.setting_before, cause.variants)
        arm = None if cell.arm is None else self.book.arm(setting)
        return replace(
            cell,
            arm=arm,
            before=None if earlier is None else self.book.arm(earlier),
            model=cell.model if cause.model is None else setting.filled(cause.model),
            parameters=setting.values,
            asked=None if cell.asked is None or arm is None else self.book.asked(setting, arm, cell.unit),
            setting=setting,
            setting_before=earlier,
        )

    def dataset(self) -> "xr.Dataset":
        """Return the published values as a Dataset of the dimension ``value``, those that are missing included."""
        from compare.published.dataset import dataset

        return dataset(self)
