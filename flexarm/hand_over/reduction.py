"""Which modes a state-space model keeps."""

from dataclasses import dataclass

from flexarm.checks import shown
from flexarm.errors import Fault, InputError
from flexarm.response.reduced import USUAL_MODES
from flexarm.whole import is_whole

REDUCTIONS = ("frequency", "contribution")
# A is dense: of so many modes it is 32 MB. More are a slip of the pen, and would fill the memory first.
_MOST = 1000


@dataclass(frozen=True)
class Reduction:
    """Which modes a state-space model keeps beside the rigid-body ones.

    Parameters
    ----------
    modes
        How many; None for the usual number, or all that the backend has.
    by
        ``"frequency"``: the lowest. ``"contribution"``: those with the largest `contributions`.
    candidates
        How many of the lowest modes are chosen from by contribution; None for twice as many as are kept, or all
        that there are.
    static_correction
        Whether D has what the modes left out would deflect under the momentary inputs.

    Raises
    ------
    InputError
        If a number is not whole or too large, there are fewer candidates than modes, or the way is unknown.
    """

    modes: int | None = None
    by: str = "frequency"
    candidates: int | None = None
    static_correction: bool = True

    def __post_init__(self) -> None:
        faults = [] if self.by in REDUCTIONS else [Fault("by", '"frequency" or "contribution"', shown(self.by))]
        if self.modes is not None and (not is_whole(self.modes) or not 1 <= self.modes <= _MOST):
            faults.append(Fault("modes", f"a whole number from 1 to {_MOST}, or None", shown(self.modes)))
        elif self.candidates is not None and self.by == "frequency":
            faults.append(
                Fault("candidates", "nothing, unless modes are chosen by contribution", shown(self.candidates))
            )
        elif self.candidates is not None and not (
            is_whole(self.candidates) and self.kept <= self.candidates <= 2 * _MOST
        ):
            wanted = f"a whole number from the {self.kept} modes that are kept to {2 * _MOST}"
            faults.append(Fault("candidates", wanted, shown(self.candidates)))
        if faults:
            raise InputError(faults, "state_space")

    @property
    def kept(self) -> int:
        """How many modes are kept at most."""
        return USUAL_MODES if self.modes is None else int(self.modes)

    @property
    def computed(self) -> int | None:
        """How many modes are computed at most; None for the usual number, or all that there are."""
        if self.by == "frequency":
            return self.modes
        return 2 * self.kept if self.candidates is None else int(self.candidates)

    def bears(self, available: int) -> bool:
        """Say whether fewer modes than are to be computed will do: nobody has asked for as many."""
        asked = 1 if self.modes is None else self.modes
        return self.by == "contribution" and self.candidates is None and available >= asked
