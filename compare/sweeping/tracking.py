"""Modes followed along a dimension of a grid by the modal assurance criterion.

The criterion of two modes a and b is (aᵀb)² / (aᵀa bᵀb), 1 for the same shape; here of displacements that do
not turn with the posture: the base's, and those of equally spaced stations of every link across it, relative to the
section that carries the link. Neighbours are paired so that the criterion's sum is largest.

References
----------
R. J. Allemang, D. L. Brown (1982), A correlation coefficient for modal vector analysis, Proc. 1st International Modal
Analysis Conference, 110–116.
"""

from collections.abc import Sequence

import numpy as np

from compare.answers import answered_as_far
from compare.sweeping.quantities import Field, Values
from flexarm.arm import Arm
from flexarm.backend import Backend
from flexarm.chain import Array
from flexarm.errors import QuestionError
from flexarm.freedoms import rigid_count
from flexarm.modes import ModalModel

MAC = Field(("mode",), "f8", "1", "modal assurance criterion against the neighbour before; 1 at the first value")
# Modes beyond those asked for, into which one of these may cross.
_SPARE = 2
# Stations a link for each mode: a half-wave has two or more.
_STATIONS = 3


def tracked(backend: Backend, lines: Sequence[Sequence[Arm]], count: int) -> Values:
    """Return the frequencies of arms along lines of a grid, each mode of a line's first arm followed.

    Parameters
    ----------
    backend
        The backend.
    lines
        Arms in the order of the dimension, one sequence a line; all lines of one length.
    count
        Number of modes.

    Returns
    -------
    Values
        angular_frequency, mac, rigid_modes and unstable_modes; points line by line.
    """
    found = [_line(backend, line, count) for line in lines]
    omega, mac = (np.concatenate([line[k] for line in found]) for k in (0, 1))
    rigid = np.array([rigid_count(arm) for line in lines for arm in line])
    unstable = np.concatenate([line[2] for line in found])
    fields = {"angular_frequency": omega, "mac": mac, "rigid_modes": rigid, "unstable_modes": unstable}
    return Values(fields, tuple(reason for line in found for reason in line[3]))


def _line(backend: Backend, arms: Sequence[Arm], count: int) -> tuple[Array, Array, Array, list[str]]:
    unstable = np.full(len(arms), np.nan)
    omega, mac = np.full((len(arms), count), np.nan), np.full((len(arms), count), np.nan)
    reasons, before = [], None
    for k, arm in enumerate(arms):
        model, reason = _modes(backend, arm, count)
        reasons.append(reason)
        if model is None:
            continue
        unstable[k] = model.unstable
        modes = _normalised(model, count)
        which, mac[k] = _paired(before, modes, count)
        known = which >= 0
        omega[k, known] = model.angular_frequency[which[known]]
        kept = modes[:, which]
        # A mode that was lost is looked for by its last known shape.
        before = kept if before is None else np.where(known, kept, before)
    return omega, mac, unstable, reasons


def _modes(backend: Backend, arm: Arm, count: int) -> tuple[ModalModel | None, str]:
    try:
        answer, reason = answered_as_far(backend, arm, count + _SPARE)
    except QuestionError as error:
        return None, str(error)
    return answer.model, reason if answer.model.modes < count else ""


def _normalised(model: ModalModel, count: int) -> Array:
    """Return the modes as columns of unit length, and one more of zeros at least, for modes that are lost."""
    fractions = np.linspace(0.0, 1.0, _STATIONS * (count + _SPARE))
    lengths = [link.length for link in model.arm.links]
    base = model.base_motion * [1.0, 1.0, sum(lengths)]
    turned = [np.multiply.outer(model.joint_rotation[:, k], fractions * length) for k, length in enumerate(lengths)]
    bent = [model.deflection(k, fractions * length) for k, length in enumerate(lengths, 1)]
    across = [(rigid + own) / np.sqrt(len(fractions)) for rigid, own in zip(turned, bent, strict=True)]
    samples = np.concatenate([base, *across], axis=1).T
    unit = samples / np.linalg.norm(samples, axis=0)
    return np.concatenate([unit, np.zeros((len(unit), max(0, count - model.modes) + 1))], axis=1)


def _paired(before: Array | None, modes: Array, count: int) -> tuple[np.ndarray, Array]:
    """Return which mode continues each one before, -1 for none, and the criterion that says so."""
    from scipy.optimize import linear_sum_assignment  # a quarter of a second, which other sweeps are spared

    found = modes.shape[1] - 1
    present = np.linalg.norm(modes, axis=0) > 0.0
    if before is None:
        which = np.where(present[:count], np.arange(count), -1)
        return which, np.where(which >= 0, 1.0, np.nan)
    criterion = (before.T @ modes[:, :found]) ** 2
    rows, columns = linear_sum_assignment(criterion, maximize=True)
    which, mac = np.full(count, -1), np.full(count, np.nan)
    which[rows] = np.where(present[columns], columns, -1)
    mac[rows] = np.where(present[columns], criterion[rows, columns], np.nan)
    return which, mac
