"""The harness: backends side by side, in numbers and pictures. It knows them by name alone.

Everything is imported when it is first used, so that ``flexarm --help`` does not wait for numpy and xarray.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compare.drawing.figure import draw as draw
    from compare.spectra import frequencies as frequencies

_FACE = {"draw": "compare.drawing.figure", "frequencies": "compare.spectra"}

__all__ = ["draw", "frequencies"]


def __getattr__(name: str) -> object:
    if name not in _FACE:
        raise AttributeError(f"module 'compare' has no attribute {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(_FACE[name]), name)


def __dir__() -> list[str]:
    return __all__
