"""A section of a link that tapers or steps."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from flexarm.checks import Condition, non_negative, positive, require, shown
from flexarm.errors import Fault
from flexarm.tube import Tube


@dataclass(frozen=True)
class Section:
    """A section of a link at one place along it: two numbers, or a tube that has them.

    Parameters
    ----------
    position
        Distance from the link's root, m.
    mass_per_length
        Mass per length there, kg/m; positive.
    flexural_rigidity
        Flexural rigidity EI there, N m²; positive.
    tube
        In place of both: the tube that the link is made of there.

    Raises
    ------
    InputError
        If a number is not finite or not positive, the position negative, or both or neither of numbers and tube given.
    """

    position: float
    mass_per_length: float | None = None
    flexural_rigidity: float | None = None
    tube: Tube | None = None
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {
        "mass_per_length": positive("kg/m"),
        "flexural_rigidity": positive("N m²"),
    }

    def __post_init__(self) -> None:
        given = [name for name in self._CONDITIONS if getattr(self, name) is not None]
        faults = []
        if self.tube is not None:
            wanted = "nothing beside a tube, which has it"
            faults += [Fault(name, wanted, shown(getattr(self, name))) for name in given]
            if not isinstance(self.tube, Tube):
                faults.append(Fault("tube", "a Tube, or None", shown(self.tube)))
        conditions = {} if self.tube is not None else self._CONDITIONS
        require(self, {"position": non_negative("m"), **conditions}, faults)
        if self.tube is not None and not min(self.values) > 0.0:
            wanted = "a tube whose mass per length and flexural rigidity float64 can hold"
            require(self, {}, [Fault("tube", wanted, f"{self.values[0]:g} kg/m and {self.values[1]:g} N m²")])

    @property
    def values(self) -> tuple[float, float]:
        """Mass per length, kg/m, and flexural rigidity, N m²."""
        if self.tube is not None:
            return self.tube.mass_per_length, self.tube.flexural_rigidity
        assert self.mass_per_length is not None  # without a tube there are both
        assert self.flexural_rigidity is not None
        return self.mass_per_length, self.flexural_rigidity
