"""What extras install, asked for with words where it is missing."""

from importlib import import_module
from types import ModuleType

from flexarm.errors import QuestionError

_SWEEP = "pip install 'flexarm[sweep]'; or write NetCDF (-o FILE.nc) with one worker, which needs nothing more"


def need(module: str, why: str, way: str = _SWEEP) -> ModuleType:
    """Return a module of an extra, or refuse in words what it is needed for, with the way out."""
    try:
        return import_module(module)
    except ImportError as error:
        raise QuestionError(f"{why} needs {module.split('.')[0]}, which is not installed: {way}") from error
