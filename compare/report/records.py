"""The validation's findings for programs: counts and every value that differs as JSON, all values as CSV."""

import json
from collections.abc import Iterable

import xarray as xr

from compare.judging.dataset import published_tables
from compare.judging.record import PublishedTable, Value, variables
from compare.rendering.records import finite_or_none
from compare.report.tally import Tally, all_values, by_source, tally, worst

ORIGIN = ("flexarm_version", "date", "machine", "assumed_modes", "fem", "exact_digits", "certified", "conventions")


def as_json(dataset: xr.Dataset) -> str:
    """Return a validation's findings as one JSON object; numbers in the units printed, null where there is none."""
    tables = published_tables(dataset)
    findings = {
        **{name: finite_or_none(dataset.attrs[name]) for name in ORIGIN},
        "total": _counts(tally(all_values(tables))),
        "sources": {source: _source(group) for source, group in by_source(tables).items()},
        "tables": {table.table: _table(table) for table in tables},
        "differences": [_difference(value) for value in worst(all_values(tables))],
    }
    return json.dumps(findings, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def as_csv(dataset: xr.Dataset) -> str:
    """Return every value as a row of CSV, its columns the Dataset's variables; empty where there is no number."""
    names = [of.name for of in variables(Value)]
    return str(dataset[names].to_dataframe()[names].to_csv(index=False, lineterminator="\n"))


def _counts(counts: Tally) -> dict[str, object]:
    return {
        "values": counts.values,
        **counts.verdicts,
        **counts.errors,
        "below Rayleigh-Ritz": counts.below_ritz,
    }


def _source(tables: Iterable[PublishedTable]) -> dict[str, object]:
    group = list(tables)
    return {"title": group[0].title, "tables": [table.table for table in group], **_counts(tally(all_values(group)))}


def _table(table: PublishedTable) -> dict[str, object]:
    told = {
        name: getattr(table, name) for name in ("source", "place", "caption", "parameters", "routes", "definitions")
    }
    return {**told, **_counts(tally(table.values))}


def _difference(value: Value) -> dict[str, object]:
    told = {field.name: finite_or_none(getattr(value, field.name)) for field in variables(Value)}
    return {"table": told.pop("of_table"), **told, "mode": value.mode or None, "explained": value.explained}
