"""The validation as one HTML page that needs nothing else: no script, no style sheet, no picture from outside."""

from importlib import import_module
from importlib.resources import files

import xarray as xr
from jinja2 import DictLoader, Environment, StrictUndefined

from compare.judging.dataset import published_tables
from compare.judging.explain import UNEXPLAINED
from compare.judging.record import PublishedTable, Value
from compare.judging.verdict import DIFFERS
from compare.published.figures import FIGURES
from compare.report.inline import inline_svg
from compare.report.numbers import Shown, deviation, digits_to, shown, units_off
from compare.report.overview import in_words, overview
from compare.report.sections import Section
from compare.report.tally import all_values, by_cause, by_source, tally, worst
from compare.report.verdicts import BY_NAME, VERDICTS

WORST = 20  # about what a printed page holds
_TEMPLATES = files("compare.report") / "template"


def as_page(dataset: xr.Dataset) -> str:
    """Return a validation as an HTML page; the same Dataset gives the same page.

    Parameters
    ----------
    dataset
        What `compare.validation` returned.
    """
    tables = published_tables(dataset)
    values = all_values(tables)
    sections = {table.table: Section(table, int(dataset.attrs["exact_digits"])) for table in tables}
    return (
        _environment()
        .get_template("page.html")
        .render(
            attrs=dataset.attrs,
            verdicts=VERDICTS,
            looks=BY_NAME,
            unexplained=UNEXPLAINED,
            differing=tally(values).verdicts[DIFFERS],
            total=tally(values),
            zeros=sum(value.rigid for value in values),
            sources={source: [sections[table.table] for table in group] for source, group in by_source(tables).items()},
            tallies={source: tally(all_values(group)) for source, group in by_source(tables).items()},
            sections=sections,
            figure=inline_svg(overview(tables), "overview", "Verdicts of every table", in_words(tables)),
            figures={table.table: _drawn(table, k) for k, table in enumerate(tables) if table.figure},
            worst=worst(values, WORST),
            causes=by_cause(values),
        )
    )


def _drawn(table: PublishedTable, number: int) -> str:
    """Return the figure that stands with a table as an SVG element."""
    module, function = FIGURES[table.figure].split(":")
    figure = getattr(import_module(module), function)()
    return inline_svg(figure, f"{table.figure}-{number}", table.caption, table.note)


def _environment() -> Environment:
    templates = {entry.name: entry.read_text(encoding="utf-8") for entry in _TEMPLATES.iterdir() if entry.is_file()}
    environment = Environment(
        loader=DictLoader(templates), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters.update(units_off=units_off, deviation=deviation, expected=_expected)
    return environment


def _expected(value: Value) -> Shown:
    # Three digits more than printed tell by how much; the table itself has them all.
    return shown(value.expected, digits_to(value.expected, value.decimals + 3), value.decimals)
