"""The validation as one HTML page that needs nothing else: no script, no style sheet, no picture from outside."""

from importlib import import_module

import xarray as xr

from compare.judging.dataset import published_tables
from compare.judging.explain import LIKELY, UNEXPLAINED
from compare.judging.record import PublishedTable, Value
from compare.judging.verdict import OWN_APPROXIMATION, WITHIN_ONE_UNIT
from compare.published.cell import FORMULA
from compare.published.figures import FIGURES
from compare.report.inline import inline_svg
from compare.report.numbers import deviation, expected, units_off
from compare.report.overview import in_words, overview
from compare.report.sections import Section, claims_a_backend
from compare.report.tally import all_values, by_cause, by_source, chances, choices, tally, worst
from compare.report.templates import template
from compare.report.verdicts import BY_NAME, VERDICTS
from compare.routes.catalogue import ROUTES

WORST = 20  # about what a printed page holds


def as_page(dataset: xr.Dataset) -> str:
    """Return what `compare.validation` returned as an HTML page; the same Dataset gives the same page."""
    tables = published_tables(dataset)
    values = all_values(tables)
    causes = by_cause(values)
    numbered = {cause: number for number, cause in enumerate(causes, 1)}
    sections = {table.table: Section(table, int(dataset.attrs["exact_digits"]), numbered) for table in tables}
    total = tally(values)
    return template(
        "page.html", units_off=units_off, deviation=deviation, expected=expected, likelihood=_likelihood
    ).render(
        attrs=dataset.attrs,
        verdicts=VERDICTS,
        looks=BY_NAME,
        unexplained=UNEXPLAINED,
        likely=LIKELY,
        near=WITHIN_ONE_UNIT,
        own=OWN_APPROXIMATION,
        differing=total.differs,
        total=total,
        zeros=sum(value.rigid for value in values),
        holds=_holdings(tables, values),
        sources={source: [sections[table.table] for table in group] for source, group in by_source(tables).items()},
        tallies={source: tally(all_values(group)) for source, group in by_source(tables).items()},
        sections=sections,
        figure=_overview(tables, "overview", narrow=False),
        narrow=_overview(tables, "overview-narrow", narrow=True),
        figures={table.table: _drawn(table, k) for k, table in enumerate(tables) if table.figure},
        worst=worst(values, WORST),
        causes=causes,
        numbered=numbered,
        chances=chances(values),
        choices=[(one, ROUTES[one.route].equations.removesuffix(",")) for one in choices(tables)],
    )


def _holdings(tables: tuple[PublishedTable, ...], values: list[Value]) -> dict[str, bool]:
    """Return what the tables hold of which the page has something to say."""
    return {
        "routes": any(table.routes for table in tables),
        "responses": any(value.quantity == "response" for value in values),
        "frequencies": any(value.quantity not in ("response", "number") for value in values),
        "models": any(value.quantity != "number" for value in values),
        "claims": any(claims_a_backend(value) for value in values),
        "formulas": any(value.model.startswith(FORMULA) for value in values),
        "alternatives": any(value.alternatives for value in values),
        "bounds": any(value.printed.startswith("<") for value in values),
        "fitted": any(value.fitted for value in values),
    }


def _overview(tables: tuple[PublishedTable, ...], key: str, narrow: bool) -> str:
    return inline_svg(overview(tables, narrow), key, "Verdicts of every table", in_words(tables))


def _drawn(table: PublishedTable, number: int) -> str:
    """Return the figure that stands with a table as an SVG element."""
    module, function = FIGURES[table.figure].split(":")
    figure = getattr(import_module(module), function)()
    return inline_svg(figure, f"{table.figure}-{number}", table.caption, table.note)


def _likelihood(chance: float) -> str:
    """Return a chance in per cent; nothing for NaN."""
    if chance != chance:
        return ""
    if chance < 5e-4:
        return "< 0.1 %"
    return f"{100.0 * chance:.2g} %" if chance < 0.995 else "100 %"
