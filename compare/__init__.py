"""The harness: backends side by side, in numbers and pictures. It knows them by name alone.

Everything is imported when it is first used, so that ``flexarm --help`` does not wait for numpy and xarray.

>>> import compare
>>> from flexarm import example, find_backend
>>> table = compare.frequencies(example("double-link"), [find_backend("exact"), find_backend("fem:2")], 3)
>>> table.relative_error.sel(backend="fem:2").round(4).values.tolist()
[0.0, 0.0, 0.001]
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compare import published as published
    from compare.converging.cheapest import cheapest as cheapest
    from compare.converging.study import convergence as convergence
    from compare.drawing.animation import animate_mode as animate_mode
    from compare.drawing.animation import animate_response as animate_response
    from compare.drawing.convergence import plot_convergence as plot_convergence
    from compare.drawing.figure import draw as draw
    from compare.drawing.films import save_film as save_film
    from compare.drawing.limits import plot_limits as plot_limits
    from compare.drawing.response import plot_response as plot_response
    from compare.drawing.sweep import plot_sweep as plot_sweep
    from compare.judging.judge import validation as validation
    from compare.limiting.limits import limits as limits
    from compare.limiting.thresholds import thresholds as thresholds
    from compare.responding.errors import response_errors as response_errors
    from compare.shifts.families import shape_families as shape_families
    from compare.shifts.figure import plot_rigid_shifts as plot_rigid_shifts
    from compare.shifts.study import rigid_shifts as rigid_shifts
    from compare.spectra import frequencies as frequencies
    from compare.stability.factors import buckling as buckling
    from compare.sweeping.quantities import Amplitudes as Amplitudes
    from compare.sweeping.quantities import Errors as Errors
    from compare.sweeping.quantities import Frequencies as Frequencies
    from compare.sweeping.store import open_sweep as open_sweep
    from compare.sweeping.sweep import sweep as sweep

_FACE = {
    "Amplitudes": "compare.sweeping.quantities",
    "Errors": "compare.sweeping.quantities",
    "Frequencies": "compare.sweeping.quantities",
    "animate_mode": "compare.drawing.animation",
    "animate_response": "compare.drawing.animation",
    "buckling": "compare.stability.factors",
    "cheapest": "compare.converging.cheapest",
    "convergence": "compare.converging.study",
    "draw": "compare.drawing.figure",
    "frequencies": "compare.spectra",
    "limits": "compare.limiting.limits",
    "open_sweep": "compare.sweeping.store",
    "plot_convergence": "compare.drawing.convergence",
    "plot_limits": "compare.drawing.limits",
    "plot_response": "compare.drawing.response",
    "plot_rigid_shifts": "compare.shifts.figure",
    "plot_sweep": "compare.drawing.sweep",
    "response_errors": "compare.responding.errors",
    "rigid_shifts": "compare.shifts.study",
    "save_film": "compare.drawing.films",
    "shape_families": "compare.shifts.families",
    "sweep": "compare.sweeping.sweep",
    "thresholds": "compare.limiting.thresholds",
    "validation": "compare.judging.judge",
}

__all__ = [
    "Amplitudes",
    "Errors",
    "Frequencies",
    "animate_mode",
    "animate_response",
    "buckling",
    "cheapest",
    "convergence",
    "draw",
    "frequencies",
    "limits",
    "open_sweep",
    "plot_convergence",
    "plot_limits",
    "plot_response",
    "plot_rigid_shifts",
    "plot_sweep",
    "published",
    "response_errors",
    "rigid_shifts",
    "save_film",
    "shape_families",
    "sweep",
    "thresholds",
    "validation",
]


def __getattr__(name: str) -> object:
    if name == "published":
        return import_module("compare.published")
    if name not in _FACE:
        raise AttributeError(f"module 'compare' has no attribute {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(_FACE[name]), name)


def __dir__() -> list[str]:
    return __all__
