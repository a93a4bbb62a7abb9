"""The faces of the packages, name by name, as they stand in their `__init__.py`: ``from x import Name as Name``."""

import ast
import inspect
from functools import cache
from importlib import import_module
from pathlib import Path

FACES = (
    "flexarm",
    "flexarm.load_cases",
    "flexarm.slews",
    "flexarm.hand_over",
    "exact",
    "assumed_modes",
    "fem",
    "compare",
    "compare.published",
)

# What answers are made of, and what a backend is built from.
INTERFACE = {
    "flexarm.displacements": ("Displacements",),
    "flexarm.certificate": ("CertifiedInterval",),
    "flexarm.closed_loop.spectrum": ("ComplexSpectrum",),
    "flexarm.errors": ("Fault", "PrecisionWarning", "TooFewModesError"),
    "compare.readings.cheapest": ("Choice",),
    "flexarm.section_loads": ("SectionLoads",),
    "flexarm.trial": ("RodSpace", "TrialSpace"),
    "flexarm.link_functions": ("LinkFunctions", "Plane"),
    "flexarm.ritz": ("ritz_modes", "ritz_statics"),
}


def names(package: str) -> list[str]:
    """Return the names that a package shows, modules left out, in alphabetical order."""
    source = Path(str(import_module(package).__file__)).read_text(encoding="utf-8")
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    shown = {alias.name for node in imports for alias in node.names if alias.asname == alias.name}
    return sorted(name for name in shown if not inspect.ismodule(getattr(import_module(package), name)))


@cache
def aliases() -> dict[str, str]:
    """Return where each object of a face is shown, by the name that it has where it is defined."""
    found: dict[str, str] = {}
    for package in FACES:
        for name in names(package):
            made = getattr(import_module(package), name)
            if hasattr(made, "__qualname__"):
                found.setdefault(f"{made.__module__}.{made.__qualname__}", f"{package}.{name}")
    return found


def face(package: str) -> str:
    """Return a table of what a package shows, and its descriptions, in reStructuredText."""
    own = [name for name in names(package) if _home(package, name) == package]
    lines = [f".. automodule:: {package}", "   :no-members:", "", ".. autosummary::", ""]
    lines += [f"   {name}" for name in own]
    return "\n".join([*lines, "", *(_described(package, name) for name in own)])


def interface(*modules: str) -> str:
    """Return descriptions of what inner modules hold for answers and backends, in reStructuredText."""
    lines = []
    for module in modules:
        lines += [f".. currentmodule:: {module}", "", *(_described(module, name) for name in INTERFACE[module])]
    return "\n".join(lines)


def _home(package: str, name: str) -> str:
    made = getattr(import_module(package), name)
    if not hasattr(made, "__qualname__"):
        return package
    return aliases()[f"{made.__module__}.{made.__qualname__}"].rpartition(".")[0]


def _described(module: str, name: str) -> str:
    made = getattr(import_module(module), name)
    if inspect.isclass(made):
        return f".. autoclass:: {name}\n   :members:\n"
    return f".. autofunction:: {name}\n" if callable(made) else f".. autodata:: {name}\n   :no-value:\n"
