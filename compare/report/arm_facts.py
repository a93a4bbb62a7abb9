"""What a reader of an arm's report should see at once."""

from collections.abc import Iterator, Mapping

import numpy as np
import xarray as xr

from compare.arm_text import explained
from compare.readings.thresholds import worst_digits
from compare.rendering.sheet import Page
from compare.report.arm_report import ArmReport
from compare.studies.slews import unsettled
from compare.texts.convergence import advice
from compare.texts.responses import large_motion
from flexarm.doubts import case_doubts
from flexarm.errors import QuestionError

# A formulation that keeps fewer digits of an arm's frequencies is named.
FEW_DIGITS = 6.0
# What an output is beside the largest of its unit, below this, is round-off: the moment in a hinge.
_ROUND_OFF = 1e-9


def facts(report: ArmReport) -> dict[str, list[str]]:
    """Return what a reader should see at once, by what it is about."""
    driven = {"Stability": [*_stability(report)]} if report.arm.driven else {}
    without = " without dampers and drives" if report.arm.driven else ""
    told = {
        "What it is": [_made_of(report)],
        **driven,
        f"Natural frequencies{without}": [_spectrum(report.frequencies)],
        f"Enough for an error of {report.tolerance:g}": [_enough(report)],
    }
    if report.cases:
        told["Responses"] = [_responded(report, k) for k, _ in enumerate(report.cases)]
    if report.limits is not None:
        told["Where formulations run out of digits"] = [_lost(report.limits, report.itself)]
    return {**told, "What looks wrong": all_doubts(report) or ["nothing"]}


def _made_of(report: ArmReport) -> str:
    arm = report.arm
    links, cases = len(arm.links), len(report.cases)
    loads = f"; static loads: {', '.join(arm.static_loads)}" if arm.static_loads else ""
    asked = f"; {cases} load case{'s' * (cases > 1)}" if cases else ""
    return f"{links} link{'s' * (links > 1)} on a {arm.base.kind} base{loads}{asked}"


def _stability(report: ArmReport) -> Iterator[str]:
    """Yield what each backend says of an arm's stability, and how the least damped of its exact motions decays."""
    found = report.eigenvalues
    if found is None:
        yield report.missing["eigenvalues"]
        return
    said: dict[str, list[str]] = {}
    for spec, statement in zip(found.backend.values.tolist(), found.statement.values.tolist(), strict=True):
        said.setdefault(statement, []).append(spec)
    yield from (f"{', '.join(specs)}: {statement}" for statement, specs in said.items())
    first = found.isel(backend=0)
    if first.damping_ratio.notnull().any():
        least = first.isel(eigenvalue=int(np.nanargmin(first.damping_ratio.values)))
        real = least.real_part.item()
        course = f"it grows by e in {1.0 / real:.4g} s" if real > 0.0 else f"decay time {least.decay_time.item():.4g} s"
        yield (
            f"least damped of {int(first.damping_ratio.count())}: {least.angular_frequency.item():.5g} rad/s, damping "
            f"ratio {least.damping_ratio.item():.4g}, {course}"
        )


def _spectrum(dataset: xr.Dataset) -> str:
    exact = dataset.isel(backend=0)
    first, last = exact.isel(mode=0), exact.isel(mode=-1)
    omega = f"{first.angular_frequency.item():.5g} rad/s ({first.frequency.item():.5g} Hz)"
    if dataset.sizes["mode"] > 1:
        omega += f" to {last.angular_frequency.item():.5g} rad/s ({last.frequency.item():.5g} Hz)"
    rigid = exact.rigid_modes.item()
    beside = f", beside {rigid} rigid-body mode{'s' * (rigid != 1)}" if rigid else ""
    proved = "; proved, none missed" if "multiplicity" in exact and bool(exact.multiplicity.all()) else ""
    worst = float(np.nanmax(np.abs(dataset.relative_error.values), initial=0.0))
    return (
        f"{dataset.sizes['mode']}: {omega}{beside}{proved}. Assumed modes and finite elements find them "
        f"independently, {worst:.1e} off at most."
    )


def _enough(report: ArmReport) -> str:
    if report.convergence is None:
        return report.missing["convergence"]
    try:
        return str(advised(report, "unknowns")[0]).splitlines()[-1]
    except QuestionError as error:
        return str(error)


def _responded(report: ArmReport, k: int) -> str:
    case, responses = report.cases[k], report.responses[k]
    far = large_motion(responses)
    motion = f"beyond small motion: {far}" if far else "within small motion about the posture"
    count = len(unsettled(next(iter(responses.values()))))
    told = f"; {count} outputs are not settled (*)" if count else ""
    return f"{case.title}: {motion}; {_apart(responses)}{told}"


def _apart(responses: Mapping[str, xr.Dataset]) -> str:
    """Return how far the amplitudes of several backends lie apart, over the largest value of their output.

    What is round-off beside the largest output of its unit is taken over that.
    """
    exact, *others = responses.values()
    peak, units = np.abs(exact.peak.values), exact.output_units.values
    most = np.array([np.max(peak[units == unit]) for unit in units])
    size = np.where(peak > _ROUND_OFF * most, peak, most)
    with np.errstate(divide="ignore", invalid="ignore"):
        off = [np.abs((one.amplitude.values - exact.amplitude.values) / size) for one in others]
    worst = np.max(np.where(np.isfinite(off), off, 0.0))
    return f"amplitudes by the other backends are {worst:.1e} off at most"


def _lost(dataset: xr.Dataset, itself: float) -> str:
    here = dataset.sel(value=[itself])
    digits = dict(zip(dataset.formulation.values.tolist(), worst_digits(here)[:, 0].tolist(), strict=True))
    asked = {name: left for name, left in digits.items() if left == left}
    few = [f"{name} {left:.0f}" for name, left in asked.items() if left < FEW_DIGITS]
    # However close its others are, who finds frequencies that are none is not to be believed.
    more = dict(zip(here.formulation.values.tolist(), here.invented.values[:, 0].tolist(), strict=True))
    invented = [f"{name} {more[name]:.0f}" for name, left in asked.items() if left >= FEW_DIGITS and more[name] > 0]
    kept = f"{len(asked) - len(few) - len(invented)} of {len(asked)}"
    told = [f"{kept} keep {FEW_DIGITS:.0f} digits or more of this arm's frequencies"]
    told += [f"fewer: {', '.join(few)}"] * bool(few) + [f"frequencies that are none: {', '.join(invented)}"] * bool(
        invented
    )
    return f"{'; '.join(told)}."


def all_doubts(report: ArmReport) -> list[str]:
    """Return what looks like a mistake in the arm and its load cases."""
    of_cases = [f"{case.title}: {doubt}" for case in report.cases for doubt in case_doubts(case)]
    return [*explained(report.arm)[1], *of_cases]


def advised(report: ArmReport, by: str) -> Page:
    """Return what is enough for the report's tolerance, at the lowest price."""
    assert report.convergence is not None
    return advice(report.tolerance, by).page(report.convergence, "rad/s")
