"""What each backend promises, by its name: the table that the law suite reads.

A backend that is installed but not in the table is tested under `UNKNOWN`'s cautious promise; give it rows of its own
to hold it to more.
"""

from dataclasses import dataclass, replace
from math import inf

from flexarm.arm import Arm
from flexarm.backend import available


@dataclass(frozen=True)
class Promise:
    """One backend with its settings, and what it is held to.

    Parameters
    ----------
    spec
        The backend's specification.
    accuracy
        Largest relative error of the first three frequencies of a generated arm (`strategies.arms`); inf for settings
        so coarse that only laws without it are tested.
    coarse
        The same where links stretch or shear, which linear elements do with an error that falls like h² alone; None as
        for the others.
    round_off
        Largest relative deviation from a law that holds without discretisation error.
    exact
        Whether it has no discretisation error: two ways to say the same arm then agree to `round_off`.
    above
        Whether its frequencies are never below exact ones (Rayleigh–Ritz).
    fixed_space
        Whether its trial functions depend on no mass and no stiffness, so that monotonicity and interlacing
        hold to `round_off` whatever its accuracy.
    orthonormal
        Largest deviation of its modes from orthonormality in the arm's own mass and strain inner products: where these
        are approximated, round-off is not all.
    """

    spec: str
    accuracy: float
    coarse: float | None = None
    round_off: float = 1e-11
    exact: bool = False
    above: bool = True
    fixed_space: bool = True
    orthonormal: float = 1e-9

    def error(self, arm: Arm) -> float:
        """Return the largest relative error of an arm's first three frequencies."""
        slow = any("_rigidity" in term for term in arm.beam_terms)
        return self.accuracy if self.coarse is None or not slow else self.coarse

    @property
    def monotone(self) -> float:
        """Tolerance of monotonicity and interlacing."""
        return self.round_off if self.exact or self.fixed_space else self.accuracy


UNKNOWN = Promise("", accuracy=1e-2, above=False, fixed_space=False, orthonormal=1e-2)

PROMISES = {
    "exact": [Promise("exact", accuracy=1e-12, exact=True)],
    "assumed_modes": [
        Promise("assumed_modes:legendre:14", accuracy=1e-6),
        Promise("assumed_modes:clamped-free:5", accuracy=inf),
        Promise("assumed_modes:comparison:4", accuracy=inf, fixed_space=False),
    ],
    "fem": [Promise("fem:20", accuracy=1e-3, coarse=2e-2), Promise("fem:3", accuracy=inf)],
}

# Families whose first n functions are among, or in the span of, the first n + 1.
NESTED_FAMILIES = (
    "pinned-pinned",
    "pinned-free",
    "clamped-free",
    "free-free",
    "clamped-clamped",
    "clamped-mass",
    "monomial",
    "admissible",
    "comparison",
    "legendre",
)


def promises() -> list[Promise]:
    """Return the promises of every installed backend."""
    return [promise for name in available() for promise in PROMISES.get(name, [replace(UNKNOWN, spec=name)])]
