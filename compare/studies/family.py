"""A family of arms along one parameter, and what is asked of every formulation on the way."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal

from compare.engine.ascending import ascending
from compare.formulations.formulation import Formulation
from flexarm.arm import Arm
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
    models: bool = False  # whether it is about models that leave something out, and not about round-off
    damped: bool = False  # whether digits are those of damping ratios, and not of frequencies
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
        largest = _LARGEST.get(self.varies)
        wanted = f"whole numbers from 1 to {largest}" if largest else "finite numbers that are not negative"
        chosen = ascending(values, "values", f"values of {self.parameter}", wanted, partial(_fits, largest), self.name)
        for value in chosen:
            self._require_arm(value)
        return tuple(map(float, chosen))

    def _require_arm(self, value: float) -> None:
        try:
            self.arm(value)
        except InputError as error:
            got = f"{value:g}: {'; '.join(map(str, error.faults))}"
            wanted = f"values of {self.parameter} that an arm can have"
            raise InputError([Fault("values", wanted, got)], self.name) from None


def _fits(largest: int | None, value: float) -> bool:
    return value >= 0.0 if largest is None else 1 <= value <= largest and float(value).is_integer()
