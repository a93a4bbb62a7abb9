"""A study: a family of arms along one parameter, and what is asked of every formulation on the way."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Literal

import numpy as np

from compare.formulations.formulation import Formulation
from flexarm.arm import Arm
from flexarm.errors import Fault, InputError

# Every value is solved by every formulation: more than these are a mistake rather than a study.
_MOST = 1000
# Sizes of so many elements take seconds by the fastest formulation, and modes of such numbers no beam theory holds; of
# so many links, the exact equations take seconds to prove.
_LARGEST = {"elements": 100_000, "shapes": 1000, "mode": 1000, "links": 30}

Varies = Literal["arm", "links", "elements", "shapes", "mode"]
_SIZED = {"elements": "fem", "shapes": "assumed_modes"}


@dataclass(frozen=True)
class Study:
    """A family of arms along one parameter.

    Parameters
    ----------
    name
        Name on the command line.
    title
        What the family is, in words.
    parameter
        The parameter, in words.
    units
        Its unit; ``"1"`` for a number without one.
    values
        The parameter's usual values, ascending.
    arm
        Returns the arm at a value.
    sizes
        Numbers of elements or shapes of every flexible link, by the formulation's name or by its kind.
    varies
        What the parameter changes: the ``"arm"`` or its number of ``"links"``; or, the arm staying the same, the number
        of ``"elements"`` or ``"shapes"`` of a link, or the number of modes asked for, ``"mode"``.
    modes
        Number of natural frequencies asked for; where the parameter is the mode's number, that number counts.
    """

    name: str
    title: str
    parameter: str
    units: str
    values: tuple[float, ...]
    arm: Callable[[float], Arm]
    sizes: Mapping[str, int]
    varies: Varies = "arm"
    modes: int = 6

    @property
    def whole(self) -> bool:
        """Whether the parameter is a whole number."""
        return self.varies != "arm"

    def modes_at(self, value: float) -> int:
        """Return the number of natural frequencies asked for at a value."""
        return int(value) if self.varies == "mode" else self.modes

    def size(self, formulation: Formulation, value: float) -> int | None:
        """Return the number of elements or shapes of a link that a formulation is given; None where it has none."""
        if formulation.kind == _SIZED.get(self.varies):
            return int(value)
        return self.sizes.get(formulation.name, self.sizes.get(formulation.kind))

    def unfit(self, formulation: Formulation) -> str:
        """Return why a formulation is no matter of this study; empty where it is one."""
        wanted = _SIZED.get(self.varies)
        return "" if wanted in (None, formulation.kind) else f"{formulation.name} has no number of {self.varies}"

    def require_values(self, values: Iterable[float] | None) -> tuple[float, ...]:
        """Return the values to study: the usual ones for None.

        Raises
        ------
        InputError
            If there is none, there are too many, they are not numbers that ascend, or there is no arm at one of them.
        """
        if values is None:
            return self.values
        found = list(islice(values, _MOST + 1)) if isinstance(values, Iterable) else []
        fault = self._count_fault(values, found) or self._number_fault(found) or _order_fault(found)
        if fault:
            raise InputError([fault], self.name)
        numbers = tuple(map(float, found))
        for value in numbers:
            self._require_arm(value)
        return numbers

    def _count_fault(self, values: object, found: list[float]) -> Fault | None:
        if 1 <= len(found) <= _MOST:
            return None
        return Fault("values", f"1 to {_MOST} values of {self.parameter}", "more" if found else repr(values))

    def _number_fault(self, found: list[float]) -> Fault | None:
        largest = _LARGEST.get(self.varies, math.inf)
        wanted = f"whole numbers from 1 to {largest}" if self.whole else "finite numbers that are not negative"
        wrong = next((value for value in found if not _fits(value, self.whole, largest)), None)
        return None if wrong is None else Fault("values", wanted, repr(wrong))

    def _require_arm(self, value: float) -> None:
        try:
            self.arm(value)
        except InputError as error:
            got = f"{value:g}: {'; '.join(map(str, error.faults))}"
            raise InputError(
                [Fault("values", f"values of {self.parameter} that an arm can have", got)], self.name
            ) from None


def _fits(value: object, whole: bool, largest: float) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        return False
    number = float(value)
    if not math.isfinite(number):
        return False
    return 1 <= number <= largest and number.is_integer() if whole else number >= 0.0


def _order_fault(found: list[float]) -> Fault | None:
    wrong = next((f"{after:g} after {before:g}" for before, after in pairwise(found) if after <= before), None)
    return None if wrong is None else Fault("values", "ascending values, none twice", wrong)
