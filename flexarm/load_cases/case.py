"""The load case: what acts on an arm, for how long, and how it moves at the start."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flexarm.checks import positive, require, shown, text_faults
from flexarm.errors import Fault
from flexarm.load_cases.damping import Damper, Damping, Rayleigh, damping_faults
from flexarm.load_cases.initial import Initial
from flexarm.load_cases.load import Load, kind_faults, load_kinds

if TYPE_CHECKING:
    from flexarm.arrays import Array

# A history of so many samples takes 80 MB a variable; the closed form needs no fine grid to be exact.
MOST_SAMPLES = 10_000_000


@dataclass(frozen=True)
class LoadCase:
    """What acts on an arm, for how long, and how it moves at the start; SI units.

    Parameters
    ----------
    duration
        Length of time, s; positive.
    samples
        Number of times, equally spaced from 0 to the duration, at which a response is given: from 2 to 10⁷.
    loads
        Motions, torques and forces; they add up.
    damping
        Damping ratio, one for all modes, or one a mode, lowest first, the last for all that follow; not negative. Or
        `Rayleigh`: in proportion to mass and stiffness.
    initial
        Motion and shape at the start; None for rest.
    dampers
        Dampers in joints, and wheels.
    name
        What the case is called in tables and pictures.

    Raises
    ------
    InputError
        If a number is out of its range, or a part is of the wrong type.
    """

    duration: float
    samples: int
    loads: tuple[Load, ...] = ()
    damping: Damping = 0.0
    initial: Initial | None = None
    dampers: tuple[Damper, ...] = ()
    name: str = ""

    def __post_init__(self) -> None:
        faults = samples_faults(self.samples) + damping_faults(self.damping) + self._part_faults()
        require(self, {"duration": positive("s")}, faults + text_faults("name", self.name))
        given = self.damping
        if not isinstance(given, Rayleigh):
            each = tuple(map(float, given)) if isinstance(given, list | tuple) else float(given)
            object.__setattr__(self, "damping", each)
        for name in ("loads", "dampers"):
            object.__setattr__(self, name, tuple(getattr(self, name)))

    def _part_faults(self) -> list[Fault]:
        faults = kind_faults("load", self.loads, Load, load_kinds())
        if self.initial is not None and not isinstance(self.initial, Initial):
            faults.append(Fault("initial", "an Initial, or None", shown(self.initial)))
        return faults + kind_faults("damper", self.dampers, Damper, "a Damper")

    @property
    def times(self) -> "Array":
        """The times of the samples, s, shape (samples,)."""
        import numpy as np  # late: describing a case needs no numpy

        return np.linspace(0.0, self.duration, self.samples)

    @property
    def title(self) -> str:
        """What messages call the case."""
        return self.name or "the load case"


def samples_faults(given: object) -> list[Fault]:
    """Return the fault of what must be a number of samples, or none."""
    if not isinstance(given, int) or isinstance(given, bool) or given < 2:
        return [Fault("samples", "a whole number from 2", shown(given))]
    wanted = f"at most {MOST_SAMPLES} samples: shorten the duration, or space them wider"
    return [] if given <= MOST_SAMPLES else [Fault("samples", wanted, shown(given))]
