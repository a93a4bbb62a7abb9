"""The report of one arm as an HTML page that needs nothing else, and as records and a Dataset for programs."""

from importlib.metadata import version
from typing import Any

import xarray as xr

from compare.rendering.form import Form
from compare.rendering.records import as_json
from compare.report.arm_facts import facts
from compare.report.arm_report import ArmReport
from compare.report.arm_sections import rows, sections
from compare.report.publication import Publication
from compare.report.templates import template
from compare.texts.convergence import CONVERGENCE
from compare.texts.eigenvalues import EIGENVALUES
from compare.texts.frequencies import FREQUENCIES
from compare.texts.limits import LIMITS
from compare.texts.modes import MODES
from compare.texts.responses import RESPONSE_ERRORS, RESPONSES
from flexarm.variables import CONVENTIONS


def as_arm_page(report: ArmReport) -> str:
    """Return a report as an HTML page; the same report gives the same page."""
    return template("arm.html", rows=rows).render(
        title=report.arm.title,
        report=report,
        version=version("flexarm"),
        conventions=CONVENTIONS,
        facts=facts(report),
        sections=sections(report),
    )


def as_publication(report: ArmReport) -> Publication:
    """Return a report in all its forms."""
    texts = {".html": lambda: as_arm_page(report), ".json": lambda: _json(report)}
    return Publication("report", texts, lambda: _whole(report))


def _json(report: ArmReport) -> str:
    head = {"flexarm_version": version("flexarm"), "date": report.date, "machine": report.machine}
    trees = {name: form.tree(answer) for name, (form, answer) in _answers(report).items()}
    return as_json({**head, "tolerance": report.tolerance, "missing": dict(report.missing), **trees})


def _whole(report: ArmReport) -> xr.DataTree:
    return xr.DataTree.from_dict({name: form.whole(answer) for name, (form, answer) in _answers(report).items()})


def _answers(report: ArmReport) -> dict[str, tuple[Form[Any], Any]]:
    """Return the answers by name, each with how such answers are written."""
    found: dict[str, tuple[Form[Any], Any]] = {
        "frequencies": (FREQUENCIES, report.frequencies),
        "modes": (MODES, report.modes),
    }
    if report.eigenvalues is not None:
        found["eigenvalues"] = EIGENVALUES, report.eigenvalues
    if report.convergence is not None:
        found["convergence"] = CONVERGENCE, report.convergence
    for k, (responses, errors) in enumerate(zip(report.responses, report.response_errors, strict=True), 1):
        found |= {f"response_{k}": (RESPONSES, responses), f"response_errors_{k}": (RESPONSE_ERRORS, errors)}
    return found if report.limits is None else {**found, "limits": (LIMITS, [report.limits])}
