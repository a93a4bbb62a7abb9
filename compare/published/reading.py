"""A table file read whole: every fault of it is named, with its place."""

from collections.abc import Callable, Mapping, Sequence

from compare.published import entries
from compare.published.cell import Cell
from compare.published.columns import beside_reader, cause_reader, columns_of
from compare.published.figures import FIGURES
from compare.published.formula import formula_faults
from compare.published.question import KEYS, question_of
from compare.published.rows import Head, cells_of, rows_of
from compare.published.setting import Book, Parameter, Setting, Variant
from compare.published.table import Cause, Source, Table
from compare.published.units import parse
from flexarm.documents import parse_toml, require_kind
from flexarm.errors import Fault, InputError
from flexarm.reading import MISSING, Form, Reading

_TABLE = Form(
    "a published table",
    ("caption", "method", "source", "column", "values"),
    (
        "note",
        "figure",
        "modes",
        "unstated",
        "parameters",
        "joints",
        "variants",
        "arm",
        "arms",
        "cases",
        "cause",
        "beside",
    ),
)
_SOURCE = Form("a source", ("author", "title", "place"), ("year",))
_PARAMETER = Form("a parameter", ("value", "unit"))
_VARIANT = Form("a variant", (), ("parameters", "joints", "arm", "unstated", "assumed", "fitted", *KEYS))
_VALUES = Form("the values", ("rows",))
_MODES = ("all", "elastic")


def read(text: str, name: str, source: str) -> Table:
    """Return the table that the text of a table file describes."""
    document = parse_toml(text, source)
    try:
        require_kind(document, "a published table")
        return _table(document, name)
    except InputError as error:
        raise InputError(error.faults, source) from None


def _table(document: object, name: str) -> Table:
    reading = Reading(document, "a published table")
    reading.arguments({"": _TABLE}, "")
    caption, method = entries.text(reading, "caption"), entries.text(reading, "method")
    note = entries.text(reading, "note", "")
    figure = _figure(reading)
    source = reading.attempt("source", _source, reading.table.get("source", MISSING))
    book, setting = _book(reading)
    elastic = _elastic(reading)
    columns = columns_of(reading, book.variants, book.cases)
    causes = tuple(entries.listed(reading, "cause", cause_reader(book.variants, columns, book.cases)))
    besides = tuple(entries.listed(reading, "beside", beside_reader(book.variants, columns)))
    values = reading.attempt("values", _rows, reading.table.get("values", MISSING))
    checked = reading.checked(source)
    rows = rows_of(values, columns)
    cells = cells_of(Head(name, method, elastic, columns, setting, book), rows)
    table = Table(name, caption, method, note, checked, columns, rows, cells, causes, besides, figure, book, setting)
    _try_causes(table)
    return table


def _figure(reading: Reading) -> str:
    name = entries.text(reading, "figure", "")
    if name and name not in FIGURES:
        reading.faults.append(Fault("figure", f"a figure that flexarm draws: {', '.join(FIGURES)}", repr(name)))
    return name


def _source(value: object) -> Source:
    reading = Reading(value, "a table [source]")
    reading.arguments({"": _SOURCE}, "")
    author, title, place = (entries.text(reading, key) for key in ("author", "title", "place"))
    year = entries.whole(reading, "year", "year")
    return reading.checked(Source(author, title, place, year))


def _rows(value: object) -> object:
    reading = Reading(value, "a table [values]")
    reading.arguments({"": _VALUES}, "")
    return reading.checked(reading.table.get("rows", MISSING))


def _elastic(reading: Reading) -> bool:
    modes = reading.table.get("modes", "all")
    if modes not in _MODES:
        reading.faults.append(Fault("modes", '"all" (rigid-body modes are numbered) or "elastic"', repr(modes)))
    return modes == "elastic"


def _book(reading: Reading) -> tuple[Book, Setting]:
    """Return the arms and variants of a file, and the setting that they start from."""
    parameters, joints = _replaced(reading)
    arms: dict[str, object] = entries.each(reading, "arms", _arm, "tables [arms.NAME]")
    if "arm" in reading.table:
        arms[""] = reading.attempt("arm", _arm, "", reading.table["arm"]) or {}
    cases: dict[str, object] = entries.each(reading, "cases", _case, "tables [cases.NAME]")
    variants = entries.each(reading, "variants", _variant_reader(cases), "tables [variants.NAME]")
    for name, variant in variants.items():
        if variant.arm is not None and variant.arm not in arms:
            wanted = entries.one_of("an arm of [arms]", filter(None, arms))
            reading.faults.append(Fault(f"variants.{name}.arm", wanted, repr(variant.arm)))
    return Book(arms, variants, cases), Setting(parameters, joints, unstated=entries.text(reading, "unstated", ""))


def _replaced(reading: Reading) -> tuple[dict[str, Parameter], dict[str, object]]:
    parameters = entries.each(reading, "parameters", _parameter, "a table of parameters { value = …, unit = … }")
    joints: dict[str, object] = entries.each(reading, "joints", _arm, "a table of joints { state = … }")
    return parameters, joints


def _arm(_: str, value: object) -> object:
    return Reading(value, "a table, as in an arm file").table


def _case(_: str, value: object) -> object:
    return Reading(value, "a table, as in a load case file").table


def _parameter(name: str, value: object) -> Parameter:
    if not name.isidentifier():
        raise InputError([Fault("", "a name of letters, digits and underscores", repr(name))])
    reading = Reading(value, 'a table such as { value = 14.0, unit = "m" }')
    reading.arguments({"": _PARAMETER}, "")
    made = Parameter(entries.number(reading, "value"), entries.text(reading, "unit"))
    if made.unit and not reading.faults:
        reading.attempt("", _held, made)
    return reading.checked(made)


def _held(parameter: Parameter) -> float:
    parse(parameter.unit)
    try:
        return parameter.si
    except OverflowError:
        raise entries.refuse("value", "a number that float64 holds in SI units", parameter.value) from None


def _variant_reader(cases: Mapping[str, object]) -> Callable[[str, object], Variant]:
    def variant(_: str, value: object) -> Variant:
        reading = Reading(value, "a table of what the variant replaces")
        reading.arguments({"": _VARIANT}, "")
        parameters, joints = _replaced(reading)
        arm = entries.text_if_given(reading, "arm")
        unstated, assumed, fitted = (entries.text(reading, key, "") for key in ("unstated", "assumed", "fitted"))
        return reading.checked(Variant(parameters, joints, arm, unstated, assumed, fitted, question_of(reading, cases)))

    return variant


def _try_causes(table: Table) -> None:
    """Refuse a cause, or a model beside, that makes no arm: it would be found out in the midst of a validation."""
    faults: dict[Fault, None] = {}
    tried = [(f"cause{k}", cause) for k, cause in enumerate(table.causes, 1)]
    tried += [(f"beside{k}", beside) for k, beside in enumerate(table.besides, 1)]
    for place, cause in tried:
        for cell in filter(cause.concerns, table.cells):
            of_cause = _cause_faults(table, cell, cause)
            faults |= {Fault(f"{place}: {fault.path}", fault.wanted, fault.got): None for fault in of_cause}
    if faults:
        raise InputError(faults)


def _cause_faults(table: Table, cell: Cell, cause: Cause) -> Sequence[Fault]:
    try:
        return formula_faults(table.under(cell, cause), cause.expression, table.book)
    except InputError as error:
        return error.faults
