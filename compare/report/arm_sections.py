"""The sections of an arm's report: lines, tables, pictures and listings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import xarray as xr
from matplotlib.figure import Figure

from compare.arm_text import explained
from compare.drawing.convergence import plot_convergence
from compare.drawing.figure import draw
from compare.drawing.limits import plot_limits
from compare.drawing.response import plot_response
from compare.readings.cheapest import asked_for
from compare.readings.thresholds import worst_digits
from compare.rendering.sheet import Column, Page, Sheet
from compare.report.arm_facts import advised, all_doubts
from compare.report.arm_report import ArmReport
from compare.report.inline import inline_svg
from compare.texts.convergence import CONVERGENCE
from compare.texts.eigenvalues import EIGENVALUES
from compare.texts.frequencies import FREQUENCIES
from compare.texts.limits import LIMITS
from compare.texts.modes import MODES
from compare.texts.responses import RESPONSE_ERRORS, RESPONSES
from flexarm.certificate import relative_half_width
from flexarm.errors import QuestionError
from flexarm.files import dumps
from flexarm.load_cases.files import dumps_case

WITHOUT = "Those of the arm without its dampers and drives:"
FIGURE_SPACE = "\N{FIGURE SPACE}"
Cell = tuple[Column, str, str, str]  # its column, blanks before, what it says, blanks after


@dataclass(frozen=True)
class Picture:
    """A picture as SVG, by the width of page that it is for, and what stands below it."""

    widths: Mapping[str, str]
    caption: str = ""


@dataclass(frozen=True)
class Part:
    """One part of a section: its kind, as the template names it, and what it holds."""

    kind: str
    what: object


@dataclass(frozen=True)
class ArmSection:
    """A section of the page."""

    title: str
    anchor: str
    parts: Sequence[Part]


def rows(sheet: Sheet) -> list[list[Cell]]:
    """Return a table row by row; blanks that line numbers up are as wide as digits."""
    every = zip(*(column.cells for column in sheet.columns), strict=True)
    return [[_cell(column, text) for column, text in zip(sheet.columns, row, strict=True)] for row in every]


def _cell(column: Column, text: str) -> Cell:
    plain = text.strip()
    before, after = len(text) - len(text.lstrip()), len(text) - len(text.rstrip())
    return column, FIGURE_SPACE * before * bool(plain), plain, FIGURE_SPACE * after * bool(plain)


def sections(report: ArmReport) -> list[ArmSection]:
    """Return the sections of the page."""
    found = [ArmSection("The arm", "arm", list(_arm(report)))]
    if report.arm.driven:
        found.append(ArmSection("Eigenvalues and stability", "eigenvalues", list(_eigenvalues(report))))
    found += [
        ArmSection("Natural frequencies", "frequencies", list(_frequencies(report))),
        ArmSection("What is enough", "convergence", list(_convergence(report))),
        ArmSection("Mode shapes", "modes", list(_modes(report))),
    ]
    for k, case in enumerate(report.cases):
        found.append(ArmSection(f"Response: {case.title}", f"response-{k + 1}", list(_response(report, k))))
    found.append(ArmSection("Where formulations run out of digits", "limits", list(_limits(report))))
    return [*found, ArmSection("Input", "input", list(_input(report)))]


def _arm(report: ArmReport) -> Iterator[Part]:
    yield Part("gallery", [_drawn("arm", draw(report.arm, narrow=True), "The arm in its posture, to scale")])
    frames = [("frame", "where it is, and which way it points")] if report.arm.spatial else []
    heads = [("part", "what it is"), *frames, ("motion", "which"), ("whole", "how much")]
    for (left, right), entries in zip(heads, explained(report.arm)[0], strict=True):
        names, texts = zip(*entries, strict=True)
        yield Part("sheet", Sheet([Column(left, names, left=True), Column(right, texts, left=True)]))
    yield Part("lines", [f"Looks wrong: {text}" for text in all_doubts(report)] or ["Nothing looks wrong."])


def _eigenvalues(report: ArmReport) -> Iterator[Part]:
    yield Part("lines", [f"Damped or driven by {', '.join(report.arm.driven)}"])
    if report.eigenvalues is None:
        yield Part("lines", [f"Not found: {report.missing['eigenvalues']}"])
        return
    yield from _parts(EIGENVALUES.page(report.eigenvalues, "rad/s"), report)


def _frequencies(report: ArmReport) -> Iterator[Part]:
    if report.arm.driven:
        yield Part("lines", [WITHOUT])
    head, table = FREQUENCIES.page(report.frequencies, "rad/s")
    assert isinstance(head, str)
    assert isinstance(table, Sheet)
    yield Part("lines", _lines(head, report))
    hertz = [f"{value:#.8g}" for value in report.frequencies.frequency.isel(backend=0).values]
    mode, exact, *others = table.columns
    beside = replace(exact, cells=[*hertz, *[""] * (len(exact.cells) - len(hertz))], below="Hz")
    yield Part("sheet", replace(table, columns=[mode, exact, beside, *others]))
    if "interval_lower" in report.frequencies:
        yield Part("lines", ["Each frequency is proved to lie between these numbers, as they are written:"])
        yield Part("sheet", _intervals(report.frequencies.isel(backend=0)))


def _intervals(exact: xr.Dataset) -> Sheet:
    ends = list(zip(exact.interval_lower.values.tolist(), exact.interval_upper.values.tolist(), strict=True))
    return Sheet(
        [
            Column("mode", list(map(str, exact.mode.values))),
            Column("from", [lower for lower, _ in ends], "rad/s"),
            Column("to", [upper for _, upper in ends], "rad/s"),
            Column("half width", [f"{relative_half_width(*both):.1e}" for both in ends], "relative"),
            Column("frequencies", list(map(str, exact.multiplicity.values)), "in it"),
        ]
    )


def _convergence(report: ArmReport) -> Iterator[Part]:
    study = report.convergence
    if study is None:
        yield Part("lines", [f"Not studied: {report.missing['convergence']}"])
        return
    for by in ("unknowns", "seconds"):
        try:
            yield from _parts(advised(report, by), report)
        except QuestionError as error:
            yield Part("lines", [f"By {by}: {error}"])
    caption = f"Errors of {asked_for(study)} against unknowns; hollow marks are round-off"
    yield Part("picture", _pictured("convergence", plot_convergence(study), plot_convergence(study, True), caption))
    yield from _parts(CONVERGENCE.page(study, "rad/s"), report)


def _modes(report: ArmReport) -> Iterator[Part]:
    modes = report.modes.mode.values.tolist()
    if report.arm.driven:
        yield Part("lines", [WITHOUT])
    plain = report.arm.undriven
    yield Part("gallery", [_drawn(f"mode-{mode}", draw(plain, mode, narrow=True), f"Mode {mode}") for mode in modes])
    yield from _parts(MODES.page(report.modes, "rad/s"), report)


def _response(report: ArmReport, k: int) -> Iterator[Part]:
    responses, errors = report.responses[k], report.response_errors[k]
    moving = errors.reference_peak.values != 0.0
    told = {spec: one.isel(output=moving) for spec, one in responses.items()}
    yield from _parts(RESPONSES.page(told, "rad/s"), report)
    caption = "Outputs over time, by backend"
    figures = plot_response(responses), plot_response(responses, True)
    yield Part("picture", _pictured(f"response-{k + 1}", *figures, caption))
    yield from _parts(RESPONSE_ERRORS.page(errors.isel(output=moving), "rad/s"), report)
    if not moving.all():
        yield Part("lines", [f"Zero throughout: {', '.join(errors.output.values[~moving].tolist())}"])


def _limits(report: ArmReport) -> Iterator[Part]:
    study = report.limits
    if study is None:
        yield Part("lines", [f"Not studied: {report.missing['limits']}"])
        return
    if report.arm.driven:
        yield Part("lines", [WITHOUT])
    yield Part("lines", ["Right digits of this arm's frequencies, of the worst mode, as formulations leave them:"])
    yield Part("sheet", _left(study.sel(value=[report.itself])))
    yield from _parts(LIMITS.page([study], "rad/s"), report)
    caption = "Digits left as its payload is made lighter and heavier"
    yield Part("picture", _pictured("limits", plot_limits(study), plot_limits(study, True), caption))


def _left(here: xr.Dataset) -> Sheet:
    """Return how many digits every formulation has left of the arm as it is."""
    digits = worst_digits(here)[:, 0]
    return Sheet(
        [
            Column("formulation", here.formulation.values.tolist(), left=True),
            Column("what it is", here.title.values.tolist(), left=True),
            Column("digits", ["–" if left != left else f"{left:.1f}" for left in digits]),
            Column("missed", [_whole(number) for number in here.missed.values[:, 0]]),
            Column("invented", [_whole(number) for number in here.invented.values[:, 0]]),
            Column("not asked, as", here.missing.values[:, 0].tolist(), left=True),
        ]
    )


def _whole(number: float) -> str:
    return "–" if number != number else f"{int(number)}"


def _input(report: ArmReport) -> Iterator[Part]:
    yield Part("lines", ["The arm's file, in SI units, angles in degrees:"])
    yield Part("listing", dumps(report.arm))
    for case in report.cases:
        yield Part("lines", [f"The load case’s file, {case.title}, in SI units:"])
        yield Part("listing", dumps_case(case))


def _parts(page: Page, report: ArmReport) -> Iterator[Part]:
    for part in page:
        if isinstance(part, Sheet):
            yield Part("sheet", part)
        elif lines := _lines(part, report):
            yield Part("lines", lines)


def _lines(text: str, report: ArmReport) -> list[str]:
    """Return the lines of a text without the arm's name, which stands above all."""
    names = ("", report.arm.name, report.frequencies.attrs["arm"] or "arm without a name")
    return [line.strip() for line in text.splitlines() if line not in names and line.strip()]


def _drawn(key: str, figure: Figure, caption: str) -> Picture:
    return Picture({"one": inline_svg(figure, key, caption, caption)}, caption)


def _pictured(key: str, broad: Figure, narrow: Figure, caption: str) -> Picture:
    svgs = {"broad": inline_svg(broad, key, caption, caption)}
    return Picture({**svgs, "narrow": inline_svg(narrow, f"{key}-narrow", caption, caption)}, caption)
