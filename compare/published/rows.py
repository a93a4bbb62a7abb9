"""Rows of a table file, and the cells to judge in them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from compare.published.cell import BOUND, JUDGED, Cell
from compare.published.entries import LARGEST
from compare.published.formula import formula_faults
from compare.published.setting import Book, Parameter, Setting
from compare.published.table import Column
from compare.published.units import NUMBER_PRINTED, parse
from flexarm.arm import Arm
from flexarm.checks import shown
from flexarm.errors import Fault, InputError

EMPTY = ("", "?")
_NUMERIC = (*JUDGED, "other", "parameter", "mode")


@dataclass(frozen=True)
class Head:
    """What a table file says of all its cells."""

    name: str
    method: str  # how the source found the values
    elastic: bool  # whether modes are numbered without the rigid-body modes
    columns: tuple[Column, ...]
    setting: Setting  # what arms are made from, before rows and columns replace anything
    book: Book


def rows_of(value: object, columns: tuple[Column, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the rows of a table file, every cell a text of the right form."""
    if not isinstance(value, list) or not value or not all(isinstance(row, list) for row in value):
        raise InputError([Fault("values.rows", 'one list or more of cells: [["1", "0.39"], …]', shown(value))])
    faults = [fault for k, row in enumerate(value, 1) for fault in _row_faults(k, row, columns)]
    if faults:
        raise InputError(faults)
    return tuple(tuple(row) for row in value)


def _row_faults(k: int, row: list[object], columns: tuple[Column, ...]) -> list[Fault]:
    if len(row) != len(columns):
        return [Fault(f"row {k}", f"{len(columns)} cells, one a column", f"{len(row)}: {shown(row)}")]
    pairs = zip(columns, row, strict=True)
    faults = (_cell_fault(f"row {k}, column {column.name}", text, column) for column, text in pairs)
    return [fault for fault in faults if fault is not None]


def _cell_fault(place: str, text: object, column: Column) -> Fault | None:
    if not isinstance(text, str):
        return Fault(place, "a text in quotes, so that the digits printed count", shown(text))
    if column.role not in _NUMERIC or (text in EMPTY and column.role != "parameter"):
        return None
    number = text.removeprefix(BOUND) if column.role in ("response", "number") else text
    if not NUMBER_PRINTED.fullmatch(number):
        return Fault(place, 'a number ("" where nothing is printed, "?" where it cannot be read)', shown(text))
    if column.role == "mode" and not (text.isdecimal() and 1 <= int(text) <= LARGEST):
        return Fault(place, f"the number of a mode, 1 to {LARGEST}", shown(text))
    return None


def cells_of(head: Head, rows: tuple[tuple[str, ...], ...]) -> tuple[Cell, ...]:
    """Return the cells to judge, row by row."""
    faults: dict[Fault, Fault] = {}
    cells = []
    for number, texts in enumerate(rows, 1):
        try:
            row = _Row.of(head, number, texts)
        except InputError as error:
            faults |= {fault: fault for fault in error.faults}
            continue
        for column, text in zip(head.columns, texts, strict=True):
            if column.role in JUDGED and text not in EMPTY:
                try:
                    cells.append(row.cell(column, text))
                except InputError as error:
                    for fault in error.faults:
                        faults.setdefault(fault, _placed(fault, f"row {number}, column {column.name}"))
    if faults:
        raise InputError(faults.values())
    return tuple(cells)


def _placed(fault: Fault, place: str) -> Fault:
    return Fault(f"{place}: {fault.path}" if fault.path else place, fault.wanted, fault.got)


@dataclass(frozen=True)
class _Row:
    """One row: its number, its mode and its setting."""

    head: Head
    number: int
    mode: int
    setting: Setting
    label: tuple[str, ...]
    printed: Mapping[str, str]

    @classmethod
    def of(cls, head: Head, number: int, texts: tuple[str, ...]) -> "_Row":
        pairs = list(zip(head.columns, texts, strict=True))
        parameters = {c.name: Parameter(float(text), c.unit) for c, text in pairs if c.role == "parameter"}
        words = {c.name: text for c, text in pairs if c.role in ("label", "variant")}
        chosen = [(c.name, text) for c, text in pairs if c.role == "variant"]
        faults = [
            Fault(f"row {number}, column {name}", f"a variant ({', '.join(head.book.variants)})", shown(text))
            for name, text in chosen
            if text not in head.book.variants
        ]
        if faults:
            raise InputError(faults)
        mode = next((int(text) for c, text in pairs if c.role == "mode" and text not in EMPTY), 0)
        setting = head.book.under(head.setting.with_row(parameters, words), [text for _, text in chosen])
        printed = {c.name: text for c, text in pairs}
        return cls(head, number, mode, setting, _marks(pairs), printed)

    def cell(self, column: Column, text: str) -> Cell:
        """Return one cell of the row."""
        head = self.head
        setting = head.book.under(self.setting, column.variant).asking(column.question)
        before = head.book.under(self.setting, column.before) if column.before else None
        unstated = column.unstated or setting.unstated or (before.unstated if before else "") or self._blank(column)
        mode = self.mode if column.role == "orthogonality" else column.mode or self.mode
        response, modeless = column.role == "response", column.role in ("response", "number")
        if not mode and not unstated and not modeless:
            raise InputError([Fault("", "the number of a mode in the row, as the value is to be judged", "none")])
        variants = " and ".join(column.variant)
        change = f"from {' and '.join(column.before)} to {variants}" if before else variants
        arm = None if column.role == "number" and not head.book.arms else self._arm(setting, unstated)
        made = Cell(
            table=head.name,
            row=self.number,
            column=column.name,
            quantity=column.role,  # type: ignore[arg-type]
            text=text,
            unit=column.unit,
            mode=0 if modeless else mode,
            partner=(column.mode or 0) if column.role == "orthogonality" else 0,
            elastic=head.elastic,
            arm=arm,
            before=self._arm(before, unstated),
            model=column.model if unstated else setting.filled(column.model),
            formula=column.formula,
            expression=column.expression,
            method=column.method or head.method,
            label=", ".join(mark for mark in (*self.label, change) if mark),
            unstated=unstated,
            assumed="" if unstated else setting.assumed,
            fitted="" if unstated else setting.fitted,
            parameters=setting.values,
            row_texts=self.printed,
            beside=self._numbers,
            asked=head.book.asked(setting, arm, column.unit) if response and arm is not None else None,
            setting=setting,
            setting_before=before,
        )
        if faults := formula_faults(made, column.expression, head.book):
            raise InputError(faults)
        return made

    @cached_property
    def _numbers(self) -> Mapping[str, float]:
        """What is printed in the row, in SI units, angles in degrees."""
        numeric = (column for column in self.head.columns if column.role in (*JUDGED, "other"))
        texts = {column: self.printed[column.name] for column in numeric if self.printed[column.name] not in EMPTY}
        return {
            column.name: float(text.removeprefix(BOUND)) * float(parse(column.unit or "1").factor)
            for column, text in texts.items()
        }

    def _blank(self, column: Column) -> str:
        """Return why a value cannot be judged that follows from others of its row which are not printed."""
        wanted = column.expression.names if column.expression is not None else set()
        blank = [name for name in wanted if self.printed.get(name) in EMPTY]
        return f"what it follows from is not printed beside it: {', '.join(sorted(blank))}" if blank else ""

    def _arm(self, setting: Setting | None, unstated: str) -> Arm | None:
        return None if setting is None or unstated else self.head.book.arm(setting)


def _marks(pairs: list[tuple[Column, str]]) -> tuple[str, ...]:
    """Return what sets a row apart: its printed parameters, its variants and labels."""
    marks = []
    for column, text in pairs:
        if column.role == "parameter" and column.printed:
            marks.append(f"{column.name} = {text} {column.unit}".removesuffix(" 1"))
        elif column.role in ("label", "variant") and text:
            marks.append(f"{column.name} {text}")
    return tuple(marks)
