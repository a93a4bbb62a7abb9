"""Backends whose sizes another option gives."""

from collections.abc import Sequence

from flexarm.backend import Backend, find_backend
from flexarm.errors import Fault, InputError


def find_schemes(specs: Sequence[str]) -> list[Backend]:
    """Return the backends that specifications without a size name.

    Parameters
    ----------
    specs
        The specifications: ``fem``, ``assumed_modes:legendre``.

    Raises
    ------
    InputError
        If there is no such backend, or a specification has a size, which nothing would come of.
    """
    return [_sizeless(spec) for spec in specs]


def _sizeless(spec: str) -> Backend:
    found = find_backend(spec)
    # A size is one part more; a part fewer leaves a setting to its default.
    if len(spec.split(":")) > len(found.scheme.split(":")):
        wanted = f"{found.scheme}, its size left out (--sizes gives it)"
        raise InputError([Fault("--backend", wanted, repr(spec))])
    return found
