"""``flexarm report``: a validation report for one's own arm."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from compare.commands import harness
from compare.commands.numbers import part
from compare.commands.options import Count
from compare.commands.outputs import require_report


def report(
    arm: Path,
    /,
    *cases: Path,
    output: Annotated[Path, Parameter(("--output", "-o"))],
    count: Count = 6,
    tolerance: Annotated[float, Parameter(converter=part)] = 1e-3,
    certify: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Write a validation report for an arm: a page to read or to print, and its numbers for programs.

    It has the arm's parts, mass properties and doubts; natural frequencies by three backends; which model is enough for
    an accuracy; mode shapes; responses to load cases with their errors; and which formulations run out of digits near
    the arm's numbers. Of an arm that is damped or driven it has complex eigenvalues and whether it is stable, too.

    Parameters
    ----------
    arm
        The arm file.
    cases
        Files of load cases that its response is found to.
    output
        Folder for report.html (read this), report.json and report.nc, made where there is none; or one file, in the
        form that its ending names.
    count
        Number of natural frequencies; rigid-body modes are counted apart.
    tolerance
        Relative error of a natural frequency that is accurate enough, above 0 and below 1: 0.001, or 0.1%.
    certify
        Prove the exact frequencies: each in an interval, none missed.
    """
    require_report(output, (".html", ".json", ".nc"))
    harness.require_tolerance(tolerance)
    loaded, asked = harness.load(arm), [harness.load_case(case) for case in cases]
    with harness.progress_bar("Solving") as progress:
        found = harness.arm_report(loaded, asked, count=count, tolerance=tolerance, certify=certify, progress=progress)
        page = found.save(output)
    for case, responses in zip(cases, found.responses, strict=True):
        if far := harness.large_motion(responses):
            harness.notice(f"{case}: beyond small motion, which responses are made for: {far}")
    print(f"The report: {page}")
