"""A family of arms along one parameter, and what is asked of every formulation on the way."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Literal

import numpy as np

from compare.formulations.formulation import Formulation
from compare.studies.sizes import MOST, count_fault
from flexarm.arm import Arm
from flexarm.checks import as_finite, shown
from flexarm.errors import Fault, InputError

# Sizes of so many elements take seconds by the fastest formulation, and modes of such numbers no beam theory holds; of
# so many links, the exact equations take seconds to prove.
_LARGEST = {"elements": 100_000, "shapes": 1000, "mode": 1000, "links": 30}
_SIZED = {"elements": "fem", "shapes": "assumed_modes"}


@dataclass(frozen=True)
class Family:
    """A family of arms along one parameter."""

    name: str
    title: str
    parameter: str
    units: str
    values: tuple[float, ...]  # the usual ones, ascending
    arm: Callable[[float], Arm]
    sizes: Mapping[str, int]  # elements or shapes of every flexible link, by a formulation's name or kind
    varies: Literal["arm", "links", "elements", "shapes", "mode"] = "arm"  # what the parameter changes
    modes: int = 6  # natural frequencies asked for; where the parameter is the mode's number, that number counts

    def modes_at(self, value: float) -> int:
        """Return the number of natural frequencies asked for at a value."""
        return int(value) if self.varies == "mode" else self.modes

    def size(self, formulation: Formulation, value: float) -> int | None:
        """Return the number of elements or shapes of a link that a formulation is given; None where it has none."""
        if formulation.kind == _SIZED.get(self.varies):
            return int(value)
        return self.sizes.get(formulation.name, self.sizes.get(formulation.kind))

    def unfit(self, formulation: Formulation) -> str:
        """Return why a formulation is no matter of this family; empty where it is one."""
        wanted = _SIZED.get(self.varies)
        return "" if wanted in (None, formulation.kind) else f"{formulation.name} has no number of {self.varies}"

    def require_values(self, values: Iterable[float] | None) -> tuple[float, ...]:
        """Return the values to study, the usual ones for None; refuse what are none, do not ascend or make no arm."""
        if values is None:
            return self.values
        found = list(islice(values, MOST + 1)) if isinstance(values, Iterable) else []
        fault = count_fault(values, found, "values", f"values of {self.parameter}")
        fault = fault or self._number_fault(found) or _order_fault(found)
        if fault:
            raise InputError([fault], self.name)
        numbers = tuple(map(float, found))
        for value in numbers:
            self._require_arm(value)
        return numbers

    def _number_fault(self, found: Sequence[object]) -> Fault | None:
        whole, largest = self.varies != "arm", _LARGEST.get(self.varies, math.inf)
        wanted = f"whole numbers from 1 to {largest}" if whole else "finite numbers that are not negative"
        wrong = next((value for value in found if not _fits(value, whole, largest)), None)
        return None if wrong is None else Fault("values", wanted, shown(wrong))

    def _require_arm(self, value: float) -> None:
        try:
            self.arm(value)
        except InputError as error:
            got = f"{value:g}: {'; '.join(map(str, error.faults))}"
            wanted = f"values of {self.parameter} that an arm can have"
            raise InputError([Fault("values", wanted, got)], self.name) from None


def _fits(value: object, whole: bool, largest: float) -> bool:
    number = as_finite(value.item() if isinstance(value, np.generic) else value)
    if number is None:
        return False
    return 1 <= number <= largest and number.is_integer() if whole else number >= 0.0


def _order_fault(found: Sequence[float]) -> Fault | None:
    wrong = next((f"{after:g} after {before:g}" for before, after in pairwise(found) if after <= before), None)
    return None if wrong is None else Fault("values", "ascending values, none twice", wrong)
