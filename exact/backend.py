"""The exact backend: transcendental equations, every frequency counted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from exact.certification import WIDTH, WIDTH_CONDITION, read_claims, read_width
from exact.harmonic import harmonic
from exact.modes import exact_modes
from exact.proof.eigenvalues import proved_eigenvalues
from exact.proof.spectrum import proved_claims, proved_frequencies, proved_model
from exact.receptance import receptance
from exact.spectra import frequencies_of, growth_rates, spectrum, unstable_count
from exact.statics import static_displacements
from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.certificate import CertifiedInterval, ProvedEigenvalues
from flexarm.checks import require, shown
from flexarm.curves.strains import StrainCurve
from flexarm.decimals import exact_value
from flexarm.displacements import Displacements
from flexarm.errors import Fault, InputError, QuestionError
from flexarm.freedoms import loaded_tree
from flexarm.harmonic import Harmonic
from flexarm.modes import ModalModel
from flexarm.rigid import require_inertia
from flexarm.ritz import ritz_growth_rates, ritz_modes, ritz_unstable
from flexarm.section_loads import SectionLoads
from flexarm.tree import Place, Tree

# Degrees of the strains' polynomials by which large motion is refined, until two agree.
_DEGREES = (4, 6, 8, 11, 15)


@dataclass(frozen=True)
class Exact(Backend):
    """The exact equations of uniform links, solved without discretisation.

    Natural frequencies are counted by the Wittrick–Williams theorem, so that none is missed, and refined to a
    relative error of 1e-12, many arms of one make-up together (`frequencies_of`) as fast as numpy is; so are unstable
    modes and their growth rates under static loads.

    Parameters
    ----------
    certify
        Whether every frequency comes with an interval that is proved, in ball arithmetic, to contain it, and the number
        of frequencies below it too, for the arm's numbers as they are written.
    width
        Relative half-width of such an interval at most; below 1e-3.

    Raises
    ------
    InputError
        If the width is not such a number, or is given and nothing is certified.

    References
    ----------
    W. H. Wittrick, F. W. Williams (1971), A general algorithm for computing natural frequencies of elastic
    structures, Q. J. Mech. Appl. Math. 24, 263–284.
    """

    name: ClassVar[str] = "exact"
    bears_static_loads: ClassVar[bool] = True
    bears_beam_terms: ClassVar[bool] = True
    bears_space: ClassVar[bool] = True
    bears_trees: ClassVar[bool] = True
    certify: bool = False
    width: float = WIDTH

    def __post_init__(self) -> None:
        faults = []
        if not isinstance(self.certify, bool):
            faults.append(Fault("certify", "True or False", shown(self.certify)))
        elif not self.certify and self.width != WIDTH:
            faults.append(Fault("width", "nothing, unless certify is True", shown(self.width)))
        require(self, {"width": WIDTH_CONDITION}, faults)

    @classmethod
    def from_spec(cls, *settings: str) -> "Exact":
        """Make the backend from the parts of a specification that follow its name.

        Parameters
        ----------
        *settings
            None; or ``certify``, and then perhaps the width, as in ``exact:certify:1e-30``.

        Raises
        ------
        InputError
            If a part is unknown or of the wrong form.
        """
        if not settings:
            return cls()
        if settings[0] != "certify" or len(settings) > 2:
            fault = Fault("exact", "no settings, certify or certify:WIDTH", repr(":".join(settings)))
            raise InputError([fault], "backend")
        return cls(certify=True, width=read_width(settings[1]) if settings[1:] else WIDTH)

    def _settings(self) -> tuple[str, ...]:
        if not self.certify:
            return ()
        return ("certify",) if self.width == WIDTH else ("certify", repr(self.width))

    def _modes(self, arm: Arm, count: int) -> ModalModel:
        if not self.certify:
            return self._model(arm, count)
        return proved_model(self._model(arm, count), exact_value(self.width))

    def _model(self, arm: Arm, count: int) -> ModalModel:
        parts = loaded_tree(arm)
        if not parts.bends:
            # The equations are algebraic, and the shared solver solves them as they are.
            return ritz_modes(arm, [None] * len(arm.links), count, self.spec)
        return exact_modes(arm, parts, spectrum(arm, parts, count), self.spec)

    def _frequencies_of(self, arms: Sequence[Arm], count: int) -> Array:
        # Places of supports, and forces of static loads, are those of one arm.
        one_by_one = bool(arms[0].supports or arms[0].static_loads)
        parts = tree(arms[0]) if one_by_one else tree(arms)
        if not parts.bends:
            return super()._frequencies_of(arms, count)
        if one_by_one:
            omega = np.array([_frequencies_alone(arm, count) for arm in arms])
        else:
            omega = frequencies_of(arms, parts, count)
        if self.certify:
            omega = np.array([self._proved(arm, own) for arm, own in zip(arms, omega, strict=True)])
        return omega

    def _proved(self, arm: Arm, omega: Array) -> Array:
        """Return frequencies of an arm proved, NaN where they are not: it is then asked by itself."""
        if np.any(np.isnan(omega)):
            return omega
        try:
            return proved_frequencies(arm, omega, exact_value(self.width))[0]
        except QuestionError:
            return np.full(omega.shape, np.nan)

    def _receptance(self, arm: Arm, places: Sequence[Place], square: Array) -> Array | None:
        parts = loaded_tree(arm)
        return receptance(parts, places, square) if parts.bends else None

    @property
    def proves(self) -> bool:
        """Whether its answers come with a proof."""
        return self.certify

    @property
    def sums_modes(self) -> bool:
        """Whether it has finitely many modes."""
        return False

    @property
    def _in_float64(self) -> "Exact":
        return Exact()

    def _proved_eigenvalues(self, arm: Arm, within: float) -> ProvedEigenvalues:
        return proved_eigenvalues(arm, within, exact_value(self.width))

    def _harmonic(self, arm: Arm, loads: SectionLoads, base: Array, s: Array) -> Iterator[Harmonic] | None:
        parts = tree(arm)
        return harmonic(arm, parts, loads, base, s, self.spec) if parts.bends else None

    def _large_motion(self, arm: Arm, parts: Tree) -> Iterator[list[StrainCurve | None]]:
        if self.certify:
            raise QuestionError(f"{self.spec}: large motion is not proved; take exact, which says how far it is")
        for degree in _DEGREES:
            yield [None if beam is None else StrainCurve(beam, 1, degree) for beam in map(parts.beam_of, parts.links)]

    def _unstable(self, arm: Arm) -> int:
        parts = loaded_tree(arm)
        if parts.softening is None or not parts.bends:
            return ritz_unstable(arm, [None] * len(arm.links))
        return unstable_count(arm, parts)

    def _growth_rates(self, arm: Arm) -> Array:
        parts = loaded_tree(arm)
        if parts.softening is None or not parts.bends:
            return ritz_growth_rates(arm, [None] * len(arm.links))
        return growth_rates(arm, parts)

    def _statics(self, arm: Arm, loads: SectionLoads) -> Displacements:
        return static_displacements(arm, loads, self.spec)


def certify(arm: Arm, frequencies: Sequence[float | str], width: float = WIDTH) -> tuple[CertifiedInterval, ...]:
    """Prove that claimed natural frequencies are an arm's first ones, none left out, or refuse.

    Parameters
    ----------
    arm
        The arm, in its posture.
    frequencies
        All of the first non-zero natural frequencies, ascending, multiple ones repeated, rad/s; as floats, or as
        decimal numbers in text where these have too few digits.
    width
        How far off, relative, a claim may be, and an interval's relative half-width at most; below 1e-3.

    Returns
    -------
    tuple of CertifiedInterval
        In ascending order; one of a multiplicity above 1 for frequencies that coincide or nearly do.

    Raises
    ------
    InputError
        If the arm, the frequencies or the width are no such thing.
    QuestionError
        If a frequency is wrong or one is left out, the arm cannot rest in its posture or is at the edge of stability,
        or has a freedom without inertia.
    """
    solver = Exact(certify=True, width=width)
    claims = read_claims(frequencies)
    solver._check_question(arm, len(claims))
    require_inertia(arm)
    return proved_claims(arm, claims, exact_value(solver.width))


def _frequencies_alone(arm: Arm, count: int) -> Array:
    """Return an arm's frequencies, rad/s; NaN where it is refused, which is told when it is asked by itself."""
    try:
        return spectrum(arm, loaded_tree(arm), count).omega
    except (QuestionError, ArithmeticError, np.linalg.LinAlgError):
        return np.full(count, np.nan)
