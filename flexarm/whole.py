"""Whole numbers: counts and link numbers, as Python or numpy has them."""

from typing import TypeGuard

import numpy as np

from flexarm.checks import shown
from flexarm.errors import Fault, InputError


def is_whole(value: object) -> TypeGuard[int]:
    """Say whether a value is a whole number; True and False are not, nor is 2.0."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def require_count(count: object, path: str = "count", source: str = "") -> None:
    """Refuse a number of frequencies or modes that is none."""
    if not is_whole(count) or count < 1:
        raise InputError([Fault(path, "a whole number of 1 or more", shown(count))], source)
