"""The exact backend: transcendental equations, every frequency counted."""

from dataclasses import dataclass
from typing import ClassVar

from exact.modes import exact_modes
from exact.search import spectrum
from exact.statics import static_displacements
from flexarm.arm import Arm
from flexarm.backend import Backend
from flexarm.chain import chain
from flexarm.displacements import Displacements
from flexarm.modes import ModalModel
from flexarm.ritz import ritz_modes
from flexarm.section_loads import SectionLoads


@dataclass(frozen=True)
class Exact(Backend):
    """The exact equations of Euler–Bernoulli links, solved without discretisation.

    Natural frequencies are counted by the Wittrick–Williams theorem, so that none is missed, and refined to a
    relative error of 1e-12.

    References
    ----------
    W. H. Wittrick, F. W. Williams (1971), A general algorithm for computing natural frequencies of elastic
    structures, Q. J. Mech. Appl. Math. 24, 263–284.
    """

    name: ClassVar[str] = "exact"

    def _modes(self, arm: Arm, count: int) -> ModalModel:
        parts = chain(arm)
        if not any(link.flexible for link in parts.links):
            # Nothing bends: the equations are algebraic, and the shared solver solves them as they are.
            return ritz_modes(arm, [None] * len(arm.links), count, self.spec)
        found = spectrum(parts, arm.rigid_freedoms, count)
        return exact_modes(arm, parts, found, self.spec)

    def _statics(self, arm: Arm, loads: SectionLoads) -> Displacements:
        return static_displacements(arm, loads, self.spec)
