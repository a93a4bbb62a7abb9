"""Columns and causes of a table file."""

from collections.abc import Callable, Mapping

from compare.published import entries
from compare.published.expression import Expression, expression
from compare.published.question import KEYS, question_of
from compare.published.setting import Variant
from compare.published.table import ERRORS, MODEL, Cause, Column
from compare.published.units import NUMBER, NUMBER_PRINTED, Unit, parse
from flexarm.checks import shown
from flexarm.errors import Fault, InputError
from flexarm.reading import Form, Reading

_JUDGED = ("mode", "variant", "method", "model", "unstated", "printed")
_NAMED = ("name", "role")
_FORMS = {
    "mode": Form("a column of modes", _NAMED, ("printed",)),
    "parameter": Form("a column of parameters", (*_NAMED, "unit"), ("printed",)),
    "variant": Form("a column of variants", _NAMED, ("printed",)),
    "label": Form("a column of labels", _NAMED, ("printed",)),
    "other": Form("a column that is not judged", _NAMED, ("unit", "printed")),
    "frequency": Form("a column of frequencies", (*_NAMED, "unit"), _JUDGED),
    "frequency_change": Form("a column of changes", (*_NAMED, "unit", "variant", "from"), _JUDGED),
    "relative_change": Form(
        "a column of relative changes", (*_NAMED, "unit", "variant", "from"), (*_JUDGED, "formula", "expression")
    ),
    "wavenumber": Form("a column of wavenumbers", (*_NAMED, "unit"), _JUDGED),
    "orthogonality": Form("a column of entries of the mass matrix", (*_NAMED, "unit", "mode"), _JUDGED),
    "response": Form("a column of responses", (*_NAMED, "unit"), (*_JUDGED[1:], *KEYS)),
    "number": Form(
        "a column of numbers",
        (*_NAMED, "unit"),
        ("formula", "expression", "variant", "method", "unstated", "printed"),
    ),
}
_UNITS = {
    "frequency": "rad/s",
    "frequency_change": "rad/s",
    "relative_change": "%",
    "wavenumber": "1",
    "orthogonality": "1",
}
_TRIED = ("variant", "model", "route", "spectral_line", "said", "unit", "instead", "expression", *KEYS)
_CAUSE = Form("a cause", ("text",), (*_TRIED, "columns", "rows", "error", "stated", "fitted"))
_BESIDE = Form("a model beside", ("text",), ("variant", "model", "columns"))


def columns_of(reading: Reading, variants: Mapping[str, Variant], cases: Mapping[str, object]) -> tuple[Column, ...]:
    """Return the columns of a table file; what is wrong with them goes to the reading."""
    columns = entries.listed(reading, "column", _reader(variants, cases), required=True)
    seen: set[str] = set()
    for k, column in enumerate(columns, 1):
        if column.name in seen:
            reading.faults.append(Fault(f"column{k}.name", "a name that no other column has", shown(column.name)))
        seen.add(column.name)
    if sum(column.role == "mode" for column in columns) > 1:
        reading.faults.append(Fault("column", "one column of role mode at most", "more than one"))
    reading.faults += _modeless(columns)
    return tuple(columns)


def _modeless(columns: list[Column]) -> list[Fault]:
    """Return the faults of values without a mode: neither the column nor the row gives one."""
    by_row = any(column.role == "mode" for column in columns)
    return [
        Fault(f"column{k}.mode", "the number of the mode, or a column of role mode", "neither")
        for k, column in enumerate(columns, 1)
        if column.role in _UNITS and not by_row and (column.mode is None or column.role == "orthogonality")
    ]


def _reader(variants: Mapping[str, Variant], cases: Mapping[str, object]) -> Callable[[object], Column]:
    def column(value: object) -> Column:
        reading = Reading(value, "a table [[column]]")
        role = reading.table.get("role")
        reading.arguments(_FORMS, role)
        if role not in tuple(_FORMS):
            raise InputError([Fault("role", f"one of {', '.join(_FORMS)}", shown(role)), *reading.faults])
        made = Column(
            name=entries.text(reading, "name"),
            role=role,  # type: ignore[arg-type]
            unit=_unit(reading, role),
            mode=entries.whole(reading, "mode", "mode"),
            variant=entries.names(reading, "variant", variants, "variant"),
            before=entries.names(reading, "from", variants, "variant"),
            method=entries.text(reading, "method", ""),
            model=entries.text(reading, "model", "exact"),
            formula=entries.text(reading, "formula") if "formula" in reading.table else "",
            expression=_expression(reading, role),
            unstated=entries.text(reading, "unstated", ""),
            printed=entries.truth(reading, "printed", True),
            question=question_of(reading, cases),
        )
        _require(reading, _FORMS[role])
        return reading.checked(made)

    return column


def _expression(reading: Reading, role: object) -> Expression | None:
    """Return a column's own formula; a number must have this or the name of one."""
    keys = [key for key in ("formula", "expression") if key in reading.table]
    if len(keys) > 1 or (role == "number" and not keys):
        reading.faults.append(Fault("formula", "a formula's name, or an expression", " and ".join(keys) or "neither"))
    return _arithmetic(reading)


def _arithmetic(reading: Reading) -> Expression | None:
    """Return the expression that a table writes; None where the key is absent."""
    text = entries.text_if_given(reading, "expression")
    return reading.attempt("expression", expression, text) if text else None


def _require(reading: Reading, form: Form) -> None:
    for key in form.required:
        if key not in reading.table and not any(fault.path == key for fault in reading.faults):
            reading.faults.append(Fault(key, f"a value: it is needed in {form.title}", "nothing (the key is missing)"))


def _unit(reading: Reading, role: object) -> str:
    """Return a column's unit, which must be of the dimension of its quantity."""
    if role == "other" or "unit" not in reading.table:
        return entries.text(reading, "unit", "")
    unit = entries.text(reading, "unit")
    parsed = reading.attempt("", parse, unit) if unit else None
    wanted = _UNITS.get(str(role))
    if parsed and wanted and not _same(parsed, wanted):
        words = f"a unit of {'angular frequency: rad/s or Hz' if wanted == 'rad/s' else 'dimension 1'}"
        reading.faults.append(Fault("unit", words, shown(unit)))
    return unit


def _same(unit: Unit, wanted: str) -> bool:
    return unit == NUMBER if wanted == "1" else unit.dimension == parse(wanted).dimension


def cause_reader(
    variants: Mapping[str, Variant], columns: tuple[Column, ...], cases: Mapping[str, object]
) -> Callable[[object], Cause]:
    """Return what reads one cause of a table file."""
    by_name = {column.name: column for column in columns}

    def cause(value: object) -> Cause:
        reading = Reading(value, "a table [[cause]]")
        reading.arguments({"": _CAUSE}, "")
        made = Cause(
            text=entries.text(reading, "text"),
            variants=entries.names(reading, "variant", variants, "variant"),
            model=entries.text_if_given(reading, "model"),
            route=entries.text_if_given(reading, "route"),
            columns=entries.names(reading, "columns", by_name, "column"),
            question=question_of(reading, cases),
            spectral_line=_spacing(reading),
            said=_said(reading),
            unit=_other_unit(reading),
            instead=entries.whole(reading, "instead", "row"),
            expression=_arithmetic(reading),
            rows=_rows(reading),
            error=_error(reading),
            stated=entries.truth(reading, "stated", False),
            fitted=entries.text(reading, "fitted", ""),
        )
        if not any(key in reading.table for key in _TRIED):
            reading.faults.append(Fault("", f"what is to be tried: one of {', '.join(_TRIED)}", "none of them"))
        return reading.checked(made)

    return cause


def _said(reading: Reading) -> str:
    """Return a number that the source itself gives elsewhere, as printed; empty where the key is absent."""
    value = entries.text(reading, "said", "")
    if value and not NUMBER_PRINTED.fullmatch(value):
        reading.faults.append(
            Fault("said", 'a number in quotes, as the source prints it elsewhere: "20.44"', shown(value))
        )
    return value


def _other_unit(reading: Reading) -> str:
    """Return the unit that a number may be printed in instead of its column's; empty where the key is absent."""
    text = entries.text(reading, "unit", "")
    if text:
        reading.attempt("", parse, text)
    return text


def _rows(reading: Reading) -> tuple[int, ...]:
    value = reading.table.get("rows", [])
    if isinstance(value, list) and all(isinstance(row, int) and not isinstance(row, bool) and row > 0 for row in value):
        return tuple(value)
    reading.faults.append(Fault("rows", "numbers of rows, from 1: [1, 3]", shown(value)))
    return ()


def _error(reading: Reading) -> str:
    value = entries.text(reading, "error", MODEL)
    if value not in ERRORS:
        reading.faults.append(Fault("error", f"one of {', '.join(ERRORS)}", shown(value)))
    return value


def _spacing(reading: Reading) -> float | None:
    """Return the distance of a spectrum's lines, Hz; None where the key is absent."""
    if "spectral_line" not in reading.table:
        return None
    value = entries.number(reading, "spectral_line")
    if value <= 0.0:
        reading.faults.append(Fault("spectral_line", "the distance of a spectrum's lines, Hz: positive", shown(value)))
    return value


def beside_reader(variants: Mapping[str, Variant], columns: tuple[Column, ...]) -> Callable[[object], Cause]:
    """Return what reads one model to be told of beside a table's values."""
    by_name = {column.name: column for column in columns}

    def beside(value: object) -> Cause:
        reading = Reading(value, "a table [[beside]]")
        reading.arguments({"": _BESIDE}, "")
        made = Cause(
            text=entries.text(reading, "text"),
            variants=entries.names(reading, "variant", variants, "variant"),
            model=entries.text_if_given(reading, "model"),
            columns=entries.names(reading, "columns", by_name, "column"),
        )
        if not (made.variants or made.model):
            reading.faults.append(Fault("", "a variant or a model: what is to be computed", "none of them"))
        return reading.checked(made)

    return beside
