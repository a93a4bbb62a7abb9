"""The one interface of every backend, the gate before it, and how backends are found."""

import abc
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, TypeVar, final

import numpy as np
from numpy.typing import NDArray

from flexarm.arm import Arm
from flexarm.chain import Array, make_up
from flexarm.displacements import Displacements
from flexarm.equilibrium import require_equilibrium
from flexarm.errors import Fault, InputError, PrecisionWarning, QuestionError, TooFewModesError
from flexarm.freedoms import rigid_count
from flexarm.load_cases.case import LoadCase
from flexarm.modes import ModalModel
from flexarm.rigid import lacking_inertia, require_inertia
from flexarm.section_loads import SectionLoads
from flexarm.spectra import Spectra
from flexarm.whole import is_whole

if TYPE_CHECKING:
    import xarray as xr

    from flexarm.hand_over.matrices import Matrices
    from flexarm.hand_over.trial import LinkUnknowns

GROUP = "flexarm.backends"

Answer = TypeVar("Answer")

# Fewer digits than an engineer reads off a table: the user is told.
_FEW_DIGITS = 6.0


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
    12. Where many arms are solved faster together than one by one, implement `_frequencies_of`. It gets arms of one
        make-up that the gate has checked, without static loads, and leaves those as NaN that it would rather have asked
        one by one. An arm's answer must not depend on the others'.
    13. Register it under ``[project.entry-points."flexarm.backends"]``: the whole law suite then runs on it.
    """

    name: ClassVar[str]
    bears_static_loads: ClassVar[bool] = False

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

    def _unknowns(self, arm: Arm) -> Sequence["LinkUnknowns | None"]:
        raise QuestionError(
            f"{self.spec} has no matrices to hand over; take fem:ELEMENTS or assumed_modes:FAMILY:SHAPES, which have, "
            "or its state space, which every backend has"
        )

    def _unstable(self, arm: Arm) -> int:
        raise QuestionError(f"{self.spec} does not count unstable modes")

    def _growth_rates(self, arm: Arm) -> Array:
        raise QuestionError(f"{self.spec} does not find growth rates")

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
        try:
            with np.errstate(all="ignore"):
                require_inertia(arm)
                return ask(arm)
        except (ArithmeticError, np.linalg.LinAlgError) as error:
            raise self._beyond_float64(arm, str(error)) from error

    @final
    def statics(self, arm: Arm, loads: SectionLoads) -> Displacements:
        """Return an arm's static displacements, its base and its free joints held.

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
        self._check_unloaded(arm)
        try:
            with np.errstate(all="ignore"):
                return self._statics(arm, loads)
        except (ArithmeticError, np.linalg.LinAlgError) as error:
            raise self._beyond_float64(arm, str(error)) from error

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
        if lost := self._lost_digits(model):
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
        omega, reasons = np.full((len(arms), int(count) if is_whole(count) else 0), np.nan), [""] * len(arms)
        unstable = np.full(len(arms), np.nan)
        alike: dict[object, list[int]] = {}
        for k, arm in enumerate(arms):
            try:
                self._check_question(arm, count)
                alike.setdefault(make_up(arm), []).append(k)
            except QuestionError as error:
                reasons[k] = str(error)
        for places in alike.values():
            omega[places] = self._of_one_make_up([arms[k] for k in places], int(count))
            unstable[places] = np.where(np.isfinite(omega[places]).all(axis=1), 0.0, np.nan)
            for k in np.array(places)[~_ascending(omega[places])].tolist():
                omega[k], unstable[k], reasons[k] = self._as_far(arms[k], int(count))
        rigid = np.array([rigid_count(arm) for arm in arms], dtype=np.int64)
        return Spectra(omega, rigid, unstable, tuple(reasons))

    def _of_one_make_up(self, arms: Sequence[Arm], count: int) -> Array:
        """Return the frequencies of arms that are solved together; NaN for those that must be asked one by one."""
        omega = np.full((len(arms), count), np.nan)
        if arms[0].static_loads:
            return omega
        # What one of them spoils for all is asked one by one.
        with np.errstate(all="ignore"), suppress(ArithmeticError, np.linalg.LinAlgError, QuestionError):
            sound = np.flatnonzero(~np.any(lacking_inertia(arms), axis=-1)).tolist()
            if sound:
                omega[sound] = self._frequencies_of([arms[k] for k in sound], count)
        return omega

    def _as_far(self, arm: Arm, count: int) -> tuple[Array, float, str]:
        """Return an arm's frequencies, NaN where there are none; its unstable modes; why some are missing or poor."""
        omega = np.full(count, np.nan)
        try:
            model = self._answered(arm, count)
        except TooFewModesError as error:
            unstable = np.nan
            if error.available > 0:
                omega[: error.available], unstable, _ = self._as_far(arm, error.available)
            return omega, unstable, str(error)
        except QuestionError as error:
            return omega, np.nan, str(error)
        return model.angular_frequency, float(model.unstable), self._lost_digits(model)

    def _answered(self, arm: Arm, count: int) -> ModalModel:
        try:
            # What overflows ends as NaN, which is refused with the same words as a failed computation.
            with np.errstate(all="ignore"):
                require_inertia(arm)
                model = self._modes(arm, count)
        except (ArithmeticError, np.linalg.LinAlgError) as error:
            raise self._beyond_float64(arm, str(error)) from error
        self._check_answer(model, count)
        return model

    @final
    def response(
        self, arm: Arm, case: LoadCase, *, modes: int | None = None, static_correction: bool = True
    ) -> "xr.Dataset":
        """Return an arm's forced response by modal superposition, in closed form between the loads' break points.

        Parameters
        ----------
        arm
            The arm, in its posture.
        case
            What acts on it.
        modes
            Number of modes beside the rigid-body ones; None for twelve, or all that the backend has.
        static_correction
            Whether what the modes left out would deflect under the momentary loads is added.

        Returns
        -------
        xarray.Dataset
            Over time: every named output; displacements and rotations of bodies and links' tips, relative to the
            undeformed arm carried with the base, and absolute; base motion; energies. By output: amplitude, offset,
            peak, peak_time and beyond, how far off these may be where their search was cut short, and by mode its
            share.

        Raises
        ------
        InputError
            If the arm, the case or the number is wrong, or they do not fit one another.
        QuestionError
            If the backend cannot answer.
        """
        from flexarm.response.dataset import response, response_dataset

        if not isinstance(case, LoadCase):
            raise InputError([Fault("case", "a LoadCase", repr(case))], self.spec)
        self._check_question(arm, 1 if modes is None else modes)
        self._check_unloaded(arm)
        return response_dataset(response(self, arm, case, modes, static_correction), self.spec)

    @final
    def state_space(
        self,
        arm: Arm,
        inputs: Sequence[str] | None = None,
        outputs: Sequence[str] | None = None,
        modes: int | None = None,
        *,
        damping: float | tuple[float, ...] = 0.0,
        by: str = "frequency",
        candidates: int | None = None,
        static_correction: bool = True,
    ) -> "xr.Dataset":
        """Return an arm's state-space model, ẋ = A x + B u and y = C x + D u, in modal coordinates and their rates.

        Rigid-body modes are double integrators. `flexarm.hand_over.to_control` makes python-control's object of it.

        Parameters
        ----------
        arm
            The arm, in its posture.
        inputs
            Names of what drives it, of `flexarm.hand_over.inputs`; None for all.
        outputs
            Names of outputs, as a response has them; None for all.
        modes
            Number of modes kept beside the rigid-body ones; None for twelve, or all that the backend has.
        damping
            Damping ratio, one for all modes, or one a mode that is computed, lowest first; not negative.
        by
            Which modes are kept: by ``"frequency"`` the lowest, by ``"contribution"`` those with the largest share in a
            gain, at its peak in resonance, from an input to an output (`flexarm.hand_over.modal_system.contributions`).
        candidates
            Number of the lowest modes that are chosen from by contribution; None for twice as many as are kept.
        static_correction
            Whether D has what the modes left out deflect under the momentary inputs: gains at rest are then whole.

        Returns
        -------
        xarray.Dataset
            ``A``, ``B``, ``C``, ``D`` with dimensions state, from_state, input and output, their names, units and what
            they are; by mode its angular_frequency, damping_ratio and contribution.

        Raises
        ------
        InputError
            If the arm, a name or a number is wrong.
        QuestionError
            If the backend cannot answer.
        """
        from flexarm.hand_over.reduction import Reduction
        from flexarm.hand_over.state_space import state_space

        reduction = Reduction(modes, by, candidates, static_correction)
        self._check_question(arm, 1)
        self._check_unloaded(arm)
        return state_space(self, arm, inputs, outputs, damping, reduction)

    @final
    def matrices(self, arm: Arm, *, damping: float | tuple[float, ...] = 0.0, modes: int | None = None) -> "Matrices":
        """Return mass, damping and stiffness of an arm as matrices, for other tools: not what flexarm itself solves.

        Parameters
        ----------
        arm
            The arm, in its posture.
        damping
            Damping ratio, one for all of the modes, or one a mode, lowest first; not negative. D damps them alone.
        modes
            Number of modes that are damped, and whose digits are estimated; None for twelve, or all that there are.

        Returns
        -------
        flexarm.hand_over.Matrices
            The matrices, the names and units of their coordinates, and the digits that they leave.

        Raises
        ------
        InputError
            If the arm or a number is wrong.
        QuestionError
            If the backend has no matrices, or cannot answer.
        """
        from flexarm.hand_over.matrices import matrices
        from flexarm.response.history import damping_ratios
        from flexarm.response.reduced import usual_modes

        self._check_question(arm, 1 if modes is None else modes)
        self._check_unloaded(arm)
        try:
            with np.errstate(all="ignore"):
                unknowns = self._unknowns(arm)
                model = usual_modes(self, arm, modes)
                ratios = damping_ratios(LoadCase(1.0, 2, damping=damping).damping, model.modes)
                return matrices(arm, unknowns, model, ratios)
        except ArithmeticError as error:
            raise self._beyond_float64(arm, str(error)) from error

    def _check_question(self, arm: Arm, count: int) -> None:
        if not isinstance(arm, Arm):
            raise InputError([Fault("arm", "an Arm", repr(arm))], self.spec)
        if not is_whole(count) or count < 1:
            raise InputError([Fault("count", "a whole number of 1 or more", repr(count))], self.spec)
        if arm.static_loads and not self.bears_static_loads:
            raise QuestionError(
                f"{arm.title}: {self.spec} does not model static loads, and {', '.join(arm.static_loads)} would change "
                "the frequencies; remove them to solve the arm without"
            )
        try:
            with np.errstate(all="ignore"):
                require_equilibrium(arm)
        except ArithmeticError as error:
            raise self._beyond_float64(arm, str(error)) from error

    def _check_unloaded(self, arm: Arm) -> None:
        if arm.static_loads:
            raise QuestionError(
                f"{arm.title}: what further loads do under {', '.join(arm.static_loads)} is not modelled; remove "
                "the static loads, or ask for frequencies alone"
            )

    def _check_answer(self, model: ModalModel, count: int) -> None:
        omega = model.angular_frequency
        if omega.shape != (count,) or not np.all(np.isfinite(omega)) or np.any(omega <= 0.0):
            raise self._beyond_float64(model.arm, f"frequencies {omega.tolist()}")
        if np.any(np.diff(omega) < 0.0):
            raise QuestionError(f"{self.spec}: frequencies out of order: {omega.tolist()}; report this as a fault")

    def _lost_digits(self, model: ModalModel) -> str:
        """Return which frequencies round-off leaves few digits, and the way out; empty where it leaves enough."""
        if model.digits is None or np.all(model.digits >= _FEW_DIGITS):
            return ""
        few = np.flatnonzero(model.digits < _FEW_DIGITS)
        lost = ", ".join(f"{model.digits[k]:.0f} of mode {k + 1}" for k in few)
        return (
            f"{self.spec}: round-off leaves {model.arm.title} few digits of its frequencies: {lost}; take the exact "
            "backend, fewer shapes or a family that is orthogonal (legendre), or bring masses, lengths and stiffnesses "
            "nearer to one another"
        )

    def _beyond_float64(self, arm: Arm, what: str) -> QuestionError:
        return QuestionError(
            f"{self.spec}: the numbers of {arm.title} lie too far apart for float64 ({what}); bring "
            "masses, lengths and stiffnesses nearer to one another"
        )


def _ascending(omega: Array) -> NDArray[np.bool_]:
    """Return which arms' frequencies are numbers in ascending order, shape (arms,)."""
    sound = np.all(np.isfinite(omega) & (omega > 0.0), axis=1)
    return np.asarray(sound & np.all(np.diff(omega, axis=1) >= 0.0, axis=1))


@cache
def available() -> Mapping[str, EntryPoint]:
    """Return the installed backends' entry points by name: those that were there when it was first asked."""
    found = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return MappingProxyType({entry.name: entry for entry in found})


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
        raise InputError([Fault("backend", f"one of {', '.join(known)}", repr(spec))])
    made: Backend = known[name].load().from_spec(*settings)
    return made
