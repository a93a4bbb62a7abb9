"""What the harness measures for the page How to choose a model, at the time that it is built."""

from collections.abc import Iterable
from functools import cache

import xarray as xr

import compare
from compare.readings.cheapest import Choice, best_choices
from flexarm.arm import Arm
from flexarm.backend import find_backend
from flexarm.examples import example

SCHEMES = ("assumed_modes:legendre", "assumed_modes:clamped-free", "assumed_modes:clamped-mass", "fem")
SIZES = (1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32)
ARMS = {
    "one link, no payload": lambda: example("single-link-locked").with_payload(None),
    "one link, payload 180 times its mass": lambda: example("single-link-locked"),
    "two links and a payload": lambda: example("double-link"),
    "Shuttle's arm, wrist at 60°": lambda: example("shuttle-free-base").with_angles(link3=60.0),
}


def choices(modes: int, *tolerances: float) -> str:
    """Return the fewest unknowns at which each scheme keeps an arm's first frequencies within an accuracy."""
    names = [scheme.removeprefix("assumed_modes:") for scheme in SCHEMES]
    lines = [f"| arm | within | {' | '.join(f'`{name}`' for name in names)} |", "|---" * (len(names) + 2) + "|"]
    for title in ARMS:
        for tolerance in tolerances:
            found = best_choices(_study(title, modes), tolerance)
            lines.append(f"| {title} | {tolerance:.0e} | {' | '.join(_cells(found, tolerance))} |")
    return "\n".join(lines)


def _cells(found: Iterable[Choice], tolerance: float) -> Iterable[str]:
    held = {choice.backend: choice for choice in found}
    within = [choice.unknowns for choice in held.values() if choice.worst_error <= tolerance]
    for scheme in SCHEMES:
        choice = held.get(scheme)
        if choice is None:
            yield "–"
        elif choice.worst_error > tolerance:
            yield f"no: {choice.worst_error:.0e} at {choice.size}"
        else:
            mark = "**" if choice.unknowns == min(within) else ""
            yield f"{mark}{choice.size}{mark} ({choice.unknowns} unknowns)"


@cache
def _study(title: str, modes: int) -> xr.Dataset:
    return compare.convergence(_arm(title), [find_backend(scheme) for scheme in SCHEMES], SIZES, modes)


def _arm(title: str) -> Arm:
    return ARMS[title]()


def cost(modes: int, *specs: str) -> str:
    """Return unknowns, errors and times of backends on the arms, once each."""
    lines = ["| arm | backend | unknowns | largest error | ms |", "|---|---|---|---|---|"]
    for title in ARMS:
        found = compare.frequencies(_arm(title), [find_backend(spec) for spec in specs], modes)
        for spec in specs:
            row = found.sel(backend=spec)
            error = float(abs(row.relative_error).max())
            told = "–" if spec == found.attrs["reference"] else f"{error:.0e}"
            lines.append(f"| {title} | `{spec}` | {int(row.unknowns)} | {told} | {1e3 * float(row.seconds):.0f} |")
    return "\n".join(lines)
