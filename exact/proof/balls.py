"""An arm's numbers as the decimals they are written as: exact fractions, and balls for what is irrational.

A ball is a number with a bound of its error (python-flint's `arb`); sums, products and functions of balls contain the
true result, at whatever precision they are computed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from threading import RLock
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq

from flexarm.arithmetic import Arithmetic
from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.decimals import exact_value
from flexarm.tree import Tree

# The precision of balls is the process's, not a thread's: threads wait for one another.
_PRECISION = RLock()


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Compute with balls of some precision, bits."""
    with _PRECISION:
        before, ctx.prec = ctx.prec, bits
        try:
            yield
        finally:
            ctx.prec = before


def fraction(value: Fraction | Decimal) -> fmpq:
    """Return an exact number as a fraction of python-flint's."""
    return fmpq(*value.as_integer_ratio())


def exact_number(value: float) -> Any:
    """Return one of an arm's numbers as the exact fraction that it is written as."""
    return fraction(exact_value(value))


def _direction(degrees: Array) -> tuple[Array, Array]:
    """Return cosines and sines of angles in degrees; fractions where they are."""
    sine, cosine = np.frompyfunc(lambda angle: arb.sin_cos_pi_fmpq(angle / 180), 1, 2)(degrees)
    return cosine, sine


def _unit(vector: tuple[fmpq, ...]) -> tuple[Any, ...]:
    square = sum((part**2 for part in vector), fmpq(0))
    # Along one axis it stays a fraction.
    length = next((abs(part) for part in vector if part**2 == square), None) or arb(square).sqrt()
    return tuple(part / length for part in vector)


def exact_tree(arm: Arm) -> Tree:
    """Return the numbers of an arm, exact or in balls of the precision in use."""
    return tree(arm, Arithmetic(object, exact_number, exact_number, _direction, _unit))
