"""Whole numbers: counts and link numbers, as Python or numpy has them."""

from typing import TypeGuard

import numpy as np


def is_whole(value: object) -> TypeGuard[int]:
    """Say whether a value is a whole number; True and False are not, nor is 2.0."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)
