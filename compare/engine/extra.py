"""What the extra ``sweep`` installs, asked for with words where it is missing."""

from importlib import import_module
from types import ModuleType

from flexarm.errors import QuestionError


def need(module: str, why: str) -> ModuleType:
    """Return a module of the extra ``sweep``, or refuse in words what it is needed for."""
    try:
        return import_module(module)
    except ImportError as error:
        way = "pip install 'flexarm[sweep]'; or write NetCDF (-o FILE.nc) with one worker, which needs nothing more"
        raise QuestionError(f"{why} needs {module.split('.')[0]}, which is not installed: {way}") from error
