"""One way to an arm's natural frequencies, or to those and damping ratios, and what it says of an arm."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from flexarm.arm import Arm
from flexarm.arrays import Array

Kind = Literal["exact", "assumed_modes", "fem"]


@dataclass(frozen=True, eq=False)
class Spectrum:
    """What a formulation says of one arm."""

    # angular frequencies, rad/s, ascending, none NaN: the non-zero ones as it found them, spurious ones included and
    # missing ones missing; there may be fewer or more than asked for
    angular_frequency: Array
    condition: float  # 2-norm condition number of `Formulation.factorises`; NaN where it has none
    damping_ratio: Array | None = None  # of each, where the arm is damped: frequencies are then sizes of eigenvalues


@dataclass(frozen=True)
class Formulation:
    """One way to an arm's natural frequencies, written as its source has it."""

    name: str  # on the command line
    title: str  # what it is called in legends
    source: str  # author, year and equation
    kind: Kind  # ``"exact"`` (no error but round-off), or that of its functions, ``"assumed_modes"`` or ``"fem"``
    handles: Callable[[Arm], str]  # returns why it does not take an arm; empty where it does
    # takes an arm, the number of non-zero natural frequencies wanted and a size, the number of shapes or elements of
    # every flexible link (None for a usual one), and returns what it finds. Where the numbers fail it, it finds less
    # or the wrong thing, but raises `QuestionError` only for an arm that it does not handle
    solve: Callable[[Arm, int, int | None], Spectrum]
    factorises: str = ""  # whose condition number it tells; empty where it tells none
    # largest size that is solved in reasonable time; None where there is no size or no limit
    largest_size: int | None = None
