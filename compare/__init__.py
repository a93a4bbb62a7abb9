"""The harness: backends side by side, in numbers and pictures. It knows them by name alone.

Everything is imported when it is first used, so that ``flexarm --help`` does not wait for numpy and xarray.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compare import published as published
    from compare.converging.cheapest import cheapest as cheapest
    from compare.converging.study import convergence as convergence
    from compare.drawing.convergence import plot_convergence as plot_convergence
    from compare.drawing.figure import draw as draw
    from compare.drawing.limits import plot_limits as plot_limits
    from compare.drawing.response import plot_response as plot_response
    from compare.drawing.sweep import plot_sweep as plot_sweep
    from compare.judging.judge import validation as validation
    from compare.limiting.limits import limits as limits
    from compare.limiting.thresholds import thresholds as thresholds
    from compare.responding.errors import response_errors as response_errors
    from compare.spectra import frequencies as frequencies
    from compare.sweeping.quantities import Amplitudes as Amplitudes
    from compare.sweeping.quantities import Errors as Errors
    from compare.sweeping.quantities import Frequencies as Frequencies
    from compare.sweeping.store import open_sweep as open_sweep
    from compare.sweeping.sweep import sweep as sweep

_FACE = {
    "Amplitudes": "compare.sweeping.quantities",
    "Errors": "compare.sweeping.quantities",
    "Frequencies": "compare.sweeping.quantities",
    "cheapest": "compare.converging.cheapest",
    "convergence": "compare.converging.study",
    "draw": "compare.drawing.figure",
    "frequencies": "compare.spectra",
    "limits": "compare.limiting.limits",
    "open_sweep": "compare.sweeping.store",
    "plot_convergence": "compare.drawing.convergence",
    "plot_limits": "compare.drawing.limits",
    "plot_response": "compare.drawing.response",
    "plot_sweep": "compare.drawing.sweep",
    "response_errors": "compare.responding.errors",
    "sweep": "compare.sweeping.sweep",
    "thresholds": "compare.limiting.thresholds",
    "validation": "compare.judging.judge",
}

__all__ = [
    "Amplitudes",
    "Errors",
    "Frequencies",
    "cheapest",
    "convergence",
    "draw",
    "frequencies",
    "limits",
    "open_sweep",
    "plot_convergence",
    "plot_limits",
    "plot_response",
    "plot_sweep",
    "published",
    "response_errors",
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
