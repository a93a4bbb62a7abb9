"""Backends whose sizes another option gives."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from compare.commands import harness
from compare.commands.refusal import refusal

if TYPE_CHECKING:
    from flexarm.backend import Backend


def find_schemes(specs: Sequence[str]) -> "list[Backend]":
    """Return the backends that specifications without a size name; refuse a size, which nothing would come of."""
    return [_sizeless(spec) for spec in specs]


def _sizeless(spec: str) -> "Backend":
    solver = harness.find_backend(spec)
    # A size is one part more; a part fewer leaves a setting to its default.
    if len(spec.split(":")) > len(solver.scheme.split(":")):
        wanted = f"{solver.scheme}, its size left out (--sizes gives it)"
        raise refusal("--backend", wanted, repr(spec))
    return solver
