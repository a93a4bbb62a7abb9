"""The one interface of every backend, and how backends are found."""

import abc
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.certificate import ProvedEigenvalues
from flexarm.checks import shown, unknown_name
from flexarm.displacements import Displacements
from flexarm.errors import Fault, InputError, PrecisionWarning, QuestionError
from flexarm.gate import (
    Answer,
    lost_digits,
    require_answer,
    require_question,
    require_unloaded,
    within_float64,
)
from flexarm.harmonic import Harmonic
from flexarm.linear_about import LinearAbout
from flexarm.link_mass import LinkMass
from flexarm.many_arms import Solver, spectra
from flexarm.modes import ModalModel
from flexarm.rigid import require_inertia
from flexarm.section_loads import SectionLoads
from flexarm.spectra import Spectra
from flexarm.tree import Place, Tree
from flexarm.unknowns import LinkUnknowns
from flexarm.whole import is_whole

if TYPE_CHECKING:
    from flexarm.curves.curve import Curve
    from flexarm.linear_about import LinearAbout

GROUP = "flexarm.backends"


class Backend(abc.ABC):
    """One way of finding an arm's natural frequencies and mode shapes.

    To add a backend:

    1. Subclass `Backend` as a frozen dataclass whose fields are its settings; refuse wrong settings with
       `InputError` when it is made. It keeps no other state: the same question gets the same answer.
    2. Implement `_modes`. It gets an arm that the gate has checked (at rest under its static loads, no freedom without
       inertia) and a count of 1 or more, and returns a `ModalModel` of exactly that many modes.
    3. Frequencies are the first non-zero ones, in rad/s, ascending, multiple ones repeated. Rigid-body modes
       are counted from the kinematics, never returned as small frequencies.
    4. Modes have unit modal mass, are orthogonal in the arm's mass inner product, and follow the sign rule
       of `ModalModel` (`flexarm.modes.signs`).
    5. Where it cannot answer, it raises `QuestionError` with the way out, `TooFewModesError` where there are modes,
       but fewer than asked for; it never returns NaN.
    6. Give `name`, and, where there are settings, `_settings` (as strings) and `from_spec` (from strings), each
       the other's inverse, so that `spec` makes the same backend on the command line.
    7. Where accuracy is bought with a number of functions or elements, implement `with_size`, and `scheme`: the `spec`
       without that number, from which `from_spec` makes the backend with its usual one.
    8. Where round-off can be estimated, give `ModalModel.digits`: the gate warns where few are left.
    9. For forced response, implement `_statics`; without it the modes that are left out are not corrected for.
    10. Where it has matrices, implement `_unknowns`, which names its coordinates, so that they can be handed over.
    11. Where static loads (gravity, axial forces, a spin; `flexarm.prestress`) are modelled, say `bears_static_loads`,
        give `ModalModel.unstable`, and implement `_unstable` and `_growth_rates`.
    12. Where stretch, shear and rotary inertia of links are modelled, say `bears_beam_terms`;
        where arms in space are, `bears_space`; where branches and supports are, `bears_trees`.
    13. Where many arms are solved faster together than one by one, implement `_frequencies_of`. It gets arms of one
        make-up that the gate has checked, and leaves those as NaN that it would rather have asked one by one. An arm's
        answer must not depend on the others'.
    14. Where there are more modes than can be summed, deny `sums_modes` and implement `_receptance`: eigenvalues of
        damped and driven arms are otherwise found from all the backend's modes. Where answers are proved, let `proves`
        say so, and implement `_proved_eigenvalues` and `_in_float64`.
    15. Where large motion is modelled (`flexarm.slews`), implement `_large_motion`: what its links can do however
        far they turn, from a coarse model to the finest.
    16. Register it under ``[project.entry-points."flexarm.backends"]``: the whole law suite then runs on it.
    """

    name: ClassVar[str]
    bears_static_loads: ClassVar[bool] = False
    bears_beam_terms: ClassVar[bool] = False
    bears_space: ClassVar[bool] = False
    bears_trees: ClassVar[bool] = False

    @property
    def link_mass(self) -> LinkMass:
        """Where the mass of flexible links is: spread over them as it is, lumped at their ends, or left out."""
        return "spread"

    @property
    def linear_about(self) -> LinearAbout:
        """About what its large motion is linear: a posture, a moving one, or, empty, nothing."""
        return ""

    @property
    def floating(self) -> bool:
        """Whether its links, in large motion, deflect little in frames that float with their roots."""
        return False

    @property
    def spec(self) -> str:
        """The backend and its settings as on the command line: ``fem:20``."""
        return ":".join((self.name, *self._settings()))

    @property
    def scheme(self) -> str:
        """The specification without the size: ``fem``, ``assumed_modes:legendre``; all of it where there is no size."""
        return self.spec

    def with_size(self, size: int) -> "Backend":
        """Return the same backend with one number of functions or elements for every flexible link.

        Parameters
        ----------
        size
            The number.

        Raises
        ------
        InputError
            If the backend does not take that number.
        QuestionError
            If the backend has no size.
        """
        raise QuestionError(f"{self.spec} has no size, no number of functions or elements to vary; leave it out")

    @classmethod
    def from_spec(cls, *settings: str) -> "Backend":
        """Make a backend from the parts of a specification that follow its name.

        Parameters
        ----------
        *settings
            The parts; none for the backend's sensible defaults.

        Raises
        ------
        InputError
            If a part is unknown or of the wrong form.
        """
        if settings:
            raise InputError([Fault(cls.name, "no settings", repr(":".join(settings)))], "backend")
        return cls()

    def _settings(self) -> tuple[str, ...]:
        return ()

    @abc.abstractmethod
    def _modes(self, arm: Arm, count: int) -> ModalModel: ...

    def _frequencies_of(self, arms: Sequence[Arm], count: int) -> Array:
        return np.full((len(arms), count), np.nan)

    def _statics(self, arm: Arm, loads: SectionLoads) -> Displacements:
        raise QuestionError(f"{self.spec} has no static solution: it cannot correct for the modes left out")

    def _receptance(self, arm: Arm, places: Sequence[Place], square: Array) -> Array | None:
        """Return motions of an arm's freedoms or sections per load on each, at complex λ = −s², (points, n, n)."""
        return None

    @property
    def proves(self) -> bool:
        """Whether its answers come with a proof."""
        return False

    @property
    def sums_modes(self) -> bool:
        """Whether it has finitely many modes, which are all summed for eigenvalues."""
        return True

    @property
    def _in_float64(self) -> "Backend":
        """The backend that answers the same without proving it."""
        return self

    def _proved_eigenvalues(self, arm: Arm, within: float) -> ProvedEigenvalues:
        """Return all complex eigenvalues of an arm below a size, rad/s, of a backend that proves them."""
        raise QuestionError(f"{self.spec} proves no eigenvalues")

    def _harmonic(self, arm: Arm, loads: SectionLoads, base: Array, s: Array) -> Iterator[Harmonic] | None:
        """Return an arm's motion at points s under patterns of load, or accelerations of its base; its drives act.

        Loads are none along links; the base's accelerations have the shape (patterns, 3 or 6).
        """
        return None

    def _unknowns(self, arm: Arm) -> Sequence[LinkUnknowns | None]:
        raise QuestionError(
            f"{self.spec} has no matrices to hand over; take fem:ELEMENTS or assumed_modes:FAMILY:SHAPES, which have, "
            "or its state space, which every backend has"
        )

    def _large_motion(self, arm: Arm, parts: Tree) -> "Iterable[Sequence[Curve | None]]":
        raise QuestionError(f"{self.spec} does not model large motion; take exact, assumed_modes or fem")

    def _unstable(self, arm: Arm) -> int:
        raise QuestionError(f"{self.spec} does not count unstable modes")

    def _growth_rates(self, arm: Arm) -> Array:
        raise QuestionError(f"{self.spec} does not find growth rates")

    @final
    def large_motion(self, arm: Arm, parts: Tree) -> "Iterable[Sequence[Curve | None]]":
        """Return models of the links' large motion, None for a rigid link, from a coarse one to the finest.

        Parameters
        ----------
        arm
            The arm, in the plane.
        parts
            Its numbers.

        Raises
        ------
        QuestionError
            If the backend does not model large motion, or not of this arm.
        """
        return self._large_motion(arm, parts)

    @final
    def unstable(self, arm: Arm) -> int:
        """Return the number of modes in which an arm's static loads make it fall or buckle.

        Parameters
        ----------
        arm
            The arm, in its posture.

        Raises
        ------
        InputError
            If the arm is not an `Arm`.
        QuestionError
            If the arm cannot rest in its posture, is at the edge of stability, or has a freedom without inertia.
        """
        return int(self._of_loaded(arm, self._unstable, 0))

    @final
    def growth_rates(self, arm: Arm) -> Array:
        """Return how fast an arm's unstable modes grow, as e to the rate times time: √(−ω²), 1/s, descending.

        Parameters
        ----------
        arm
            The arm, in its posture.

        Returns
        -------
        ndarray, shape (unstable modes,)

        Raises
        ------
        InputError, QuestionError
            As `unstable` does.
        """
        return self._of_loaded(arm, self._growth_rates, np.zeros(0))

    def _of_loaded(self, arm: Arm, ask: Callable[[Arm], Answer], of_unloaded: Answer) -> Answer:
        self._check_question(arm, 1)
        if not arm.static_loads:
            return of_unloaded

        def asked() -> Answer:
            require_inertia(arm)
            return ask(arm)

        return within_float64(self.spec, arm, asked)

    @final
    def statics(self, arm: Arm, loads: SectionLoads) -> Displacements:
        """Return an arm's static displacements, what nothing holds of its base and its joints held.

        Parameters
        ----------
        arm
            The arm, in its posture.
        loads
            Patterns of load in equilibrium (`flexarm.section_loads`): held freedoms must bear nothing.

        Raises
        ------
        InputError
            If the arm is not an `Arm`.
        QuestionError
            If the arm has static loads, or the backend has no static solution.
        """
        self._check_question(arm, 1)
        require_unloaded(arm)
        return within_float64(self.spec, arm, lambda: self._statics(arm, loads))

    @final
    def modes(self, arm: Arm, count: int) -> ModalModel:
        """Return an arm's first natural frequencies and their modes.

        Parameters
        ----------
        arm
            The arm, in its posture.
        count
            Number of non-zero natural frequencies wanted; 1 or more.

        Raises
        ------
        InputError
            If the arm is not an `Arm`, or the count is not a whole number of 1 or more.
        QuestionError
            If the arm cannot rest in its posture under its static loads, or is at the edge of stability; if it has a
            freedom without inertia, or fewer frequencies than asked for.

        Warns
        -----
        PrecisionWarning
            If round-off leaves a frequency fewer than six digits.
        """
        self._check_question(arm, count)
        model = self._answered(arm, int(count))
        if lost := lost_digits(self.spec, model):
            warnings.warn(lost, PrecisionWarning, stacklevel=2)
        return model

    @final
    def frequencies_of(self, arms: Sequence[Arm], count: int) -> Spectra:
        """Return the first natural frequencies of many arms, as `modes` would one by one.

        Parameters
        ----------
        arms
            The arms, in their postures; they may differ in everything.
        count
            Number of non-zero natural frequencies wanted; 1 or more.

        Returns
        -------
        Spectra
            Where `modes` would refuse an arm, NaN and its reason.

        Raises
        ------
        InputError
            If one of the arms is not an `Arm`, or the count is not a whole number of 1 or more.
        """
        if not is_whole(count):
            raise InputError([Fault("count", "a whole number of 1 or more", shown(count))], self.spec)
        solver = Solver(self.spec, self._check_question, self._answered, self._frequencies_of, self.unstable)
        return spectra(solver, arms, int(count))

    def _answered(self, arm: Arm, count: int) -> ModalModel:
        def asked() -> ModalModel:
            require_inertia(arm, self.link_mass)
            return self._modes(arm, count)

        model = within_float64(self.spec, arm, asked)
        require_answer(self.spec, model, count)
        return model

    def _check_question(self, arm: Arm, count: int) -> None:
        borne = self.bears_static_loads, self.bears_beam_terms, self.bears_space, self.bears_trees
        require_question(self.spec, arm, count, *borne)


def bare_frequencies(backend: Backend, arm: Arm, count: int) -> Array:
    """Return an arm's first natural frequencies, rad/s, and refuse as `modes` does, without shapes that cost time."""
    if not backend.sums_modes:  # otherwise shapes come with the frequencies
        found = backend.frequencies_of([arm], count)
        if not found.reasons[0]:
            return np.asarray(found.angular_frequency[0])
    return backend.modes(arm, count).angular_frequency


def require_backend(backend: object) -> None:
    """Refuse what is no backend."""
    if not isinstance(backend, Backend):
        raise InputError([Fault("backend", "a Backend, such as find_backend returns", shown(backend))])


def require_dynamics(backend: Backend, arm: Arm, count: int = 1) -> None:
    """Refuse what is no question of an arm's motion under further loads to a backend."""
    require_backend(backend)
    backend._check_question(arm, count)
    require_unloaded(arm)


@cache
def available() -> Mapping[str, EntryPoint]:
    """Return the installed backends' entry points by name: those that were there when it was first asked."""
    entries = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return MappingProxyType({entry.name: entry for entry in entries})


def find_backend(spec: str) -> Backend:
    """Return the backend that a specification names.

    Parameters
    ----------
    spec
        ``"exact"``, ``"assumed_modes:FAMILY:SHAPES"``, ``"fem:ELEMENTS"``, or that of another installed backend.

    Raises
    ------
    InputError
        If no backend of that name is installed, or its settings are wrong.
    """
    name, *settings = spec.split(":")
    known = available()
    if name not in known:
        raise InputError([unknown_name("backend", name, known)])
    made: Backend = known[name].load().from_spec(*settings)
    return made
