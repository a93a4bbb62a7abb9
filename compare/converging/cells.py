"""What one backend says at one size, or why it says nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from compare.answers import answered, answered_as_far
from compare.converging.shapes import Samples, panels_for, sampled, shape_errors
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.errors import InputError, QuestionError, TooFewModesError
from flexarm.modes import ModalModel

# A chain's frequency is at most triple, three numbers at its root being all that a mode can choose: so many more
# modes of the reference than asked for hold all that share the last one's frequency.
_SPARE = 2


@dataclass(frozen=True, eq=False)
class Cell:
    """One backend at one size.

    Parameters
    ----------
    spec
        The backend's specification; empty where it does not take the size.
    values
        Angular frequency, rad/s, relative error, MAC error and deflection error, shape (4, modes); NaN where missing.
    unknowns
        Number of unknowns; NaN where the backend cannot answer.
    seconds
        Wall time of the solution, s; NaN where the backend cannot answer.
    reason
        Why values are missing; empty where none is.
    """

    spec: str
    values: Array
    unknowns: float
    seconds: float
    reason: str


@dataclass(frozen=True, eq=False)
class Study:
    """What is asked of every backend at every size.

    Parameters
    ----------
    arm
        The arm.
    reference
        The modes that errors are taken against; some more than asked for.
    modes
        Number of modes asked for.
    """

    arm: Arm
    reference: ModalModel
    modes: int

    def cells(self, solvers: Sequence[Backend], size: int) -> list[Cell]:
        """Return what each backend says at a size."""
        panels = panels_for(size, self.reference.modes)
        # Sampled once a backend has answered: a large size wants many samples, and may be none that a backend takes.
        exact = cache(lambda: sampled(self.reference, panels))
        return [self._cell(solver, size, exact, panels) for solver in solvers]

    def _cell(self, solver: Backend, size: int, exact: Callable[[], Samples], panels: int) -> Cell:
        values, spec = np.full((4, self.modes), np.nan), ""
        try:
            sized = solver.with_size(size)
            spec = sized.spec
            answer, reason = answered_as_far(sized, self.arm, self.modes)
        except (InputError, QuestionError) as error:
            return Cell(spec, values, np.nan, np.nan, str(error))
        if answer.model.unstable != self.reference.unstable:
            return Cell(spec, values, answer.model.unknowns, answer.seconds, self._other_modes(sized, answer.model))
        omega = answer.model.angular_frequency
        against = self.reference.angular_frequency[: len(omega)]
        shapes = shape_errors(sampled(answer.model, panels), exact())
        values[:, : len(omega)] = omega, (omega - against) / against, shapes.mac, shapes.deflection
        return Cell(spec, values, answer.model.unknowns, answer.seconds, reason)

    def _other_modes(self, solver: Backend, model: ModalModel) -> str:
        return (
            f"{solver.spec}: {model.unstable} unstable modes where {self.reference.backend} finds "
            f"{self.reference.unstable}: the modes that are left are others"
        )


def reference_model(arm: Arm, solver: Backend, modes: int) -> ModalModel:
    """Return the reference's modes: those asked for, and all others of the same frequencies.

    Raises
    ------
    QuestionError
        If there are fewer than asked for, or the reference cannot answer.
    """
    try:
        return answered(solver, arm, modes + _SPARE).model
    except TooFewModesError as error:
        # Where even those asked for are too many, asking for them alone says so.
        return answered(solver, arm, max(modes, error.available)).model
