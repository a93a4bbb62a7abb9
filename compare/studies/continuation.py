"""Which mode of an arm continues which mode of another.

The criterion of a mode and some others is the part of its mass that lies in their span (with one other, the modal
assurance criterion), in the inner product with the mean of both arms' masses: each mode moves the bases, joints and
links' stations of both arms alike. Modes whose frequencies coincide are one span. Of all ways to pair modes, the one
with the largest sum is taken, within Rayleigh's bounds.

References
----------
R. J. Allemang, D. L. Brown (1982), A correlation coefficient for modal vector analysis, Proc. 1st International Modal
Analysis Conference, 110–116.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from compare.studies.between import mean_mass_samples, rayleigh_bounds
from compare.studies.shape_errors import coincident_groups, panels_for
from flexarm.arrays import Array
from flexarm.modes import ModalModel

# So much of a mode's mass, and all others together have a quarter of that.
CLEAR = 0.8
# Modes change places where their frequencies meet: those that come nearer than this on both sides pass one another.
_MEET = 1e-3
# Bounds hold for exact frequencies; those of backends have their own error.
_ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class Mode:
    """One mode that is followed."""

    weights: Array  # of the model's modes: more than one where frequencies coincide
    first: int  # its place among all modes, from 0, unstable ones counted
    last: int  # the same, but where frequencies coincide
    omega: float  # rad/s; NaN where it has none
    lost: str = ""  # why it is followed no more


def modes_of(model: ModalModel, numbers: Sequence[int]) -> list[Mode]:
    """Return modes of a model by their numbers, from 0."""
    groups, unit = coincident_groups(model.angular_frequency), np.eye(model.modes)
    alike = [np.flatnonzero(groups == groups[number]) + model.unstable for number in numbers]
    omega = model.angular_frequency
    return [Mode(unit[n], int(g[0]), int(g[-1]), float(omega[n])) for n, g in zip(numbers, alike, strict=True)]


def continuation(modes: Sequence[Mode], before: ModalModel, model: ModalModel) -> tuple[list[Mode], Array, list[bool]]:
    """Return modes of one model as they are in another, the criterion, and whether it is clear that they are.

    Under static loads a mode loses its frequency where ω² falls through zero, and only there: the lowest ones fall, and
    the lowest ones come back.
    """
    after = [_unseen(mode, model) for mode in modes]
    mac, clear = np.full(len(modes), np.nan), [True] * len(modes)
    seen = [k for k, mode in enumerate(modes) if np.isfinite(mode.omega) and mode.first >= model.unstable]
    if not seen:
        return after, mac, clear
    panels = panels_for(1, max(before.modes, model.modes))
    ours, theirs = (mean_mass_samples(one, (before.arm, model.arm), panels) for one in (before, model))
    part, weights = likeness(ours @ np.array([modes[k].weights for k in seen]).T, theirs, model.angular_frequency)
    allowed = _allowed([modes[k].omega for k in seen], before, model)
    allowed[:, [mode.first - model.unstable for mode in after if np.isfinite(mode.omega)]] = False
    rows, columns = linear_sum_assignment(np.where(allowed, part, -1.0), maximize=True)
    found = dict(zip(rows.tolist(), columns.tolist(), strict=True))
    for row, k in enumerate(seen):
        column = found.get(row)
        if column is None or not allowed[row, column]:
            after[k], clear[k] = modes[k], False
            continue
        (new,) = modes_of(model, [column])
        mac[k], after[k] = part[row, column], replace(new, weights=weights[row, column])
        clear[k] = bool(mac[k] >= CLEAR) and _may_place(modes[k], new, before, model)
    return after, mac, clear


def _unseen(mode: Mode, model: ModalModel) -> Mode:
    """Return a mode that has no frequency, or loses it: what is known of it in another model."""
    if mode.lost or mode.first < model.unstable:
        return replace(mode, omega=np.nan)
    back = np.isnan(mode.omega) and mode.first - model.unstable < model.modes
    return modes_of(model, [mode.first - model.unstable])[0] if back else replace(mode, omega=np.nan)


def likeness(ours: Array, theirs: Array, omega: Array) -> tuple[Array, Array]:
    """Return the criterion of modes and others, and the others' weights of each, (modes, others) and once more others.

    Both are given by their samples (`mass_samples`), one mode a column, and the others by their frequencies, too.
    """
    ours = ours / np.linalg.norm(ours, axis=0)
    groups, others = coincident_groups(omega), len(omega)
    part = np.zeros((ours.shape[1], others))
    nearest = np.zeros((*part.shape, others))
    for group in np.unique(groups):
        alike = np.flatnonzero(groups == group)
        basis, triangle = np.linalg.qr(theirs[:, alike])
        inside = basis.T @ ours
        part[:, alike] = np.sum(inside**2, axis=0)[:, np.newaxis]
        mixture = np.linalg.solve(triangle, inside).T[:, np.newaxis, :]
        size = np.linalg.norm(mixture, axis=-1, keepdims=True)
        nearest[:, alike[:, np.newaxis], alike] = mixture / np.where(size > 0.0, size, 1.0)
    return part, nearest


def _allowed(omega: Sequence[float], before: ModalModel, model: ModalModel) -> NDArray[np.bool_]:
    """Return which frequencies of a model may continue others, by Rayleigh's bounds."""
    lowest, highest = rayleigh_bounds(before.arm, model.arm)
    ratio = model.angular_frequency / np.array(omega)[:, np.newaxis]
    return np.asarray((ratio >= lowest * (1.0 - _ROUNDING)) & (ratio <= highest * (1.0 + _ROUNDING)))


def _may_place(mode: Mode, new: Mode, before: ModalModel, model: ModalModel) -> bool:
    """Say whether a mode has kept its place, or has met those that it changed places with."""
    if new.first <= mode.last and new.last >= mode.first:
        return True
    near, far = (mode.last, new.first) if new.first > mode.last else (new.last, mode.first)
    spans = [(one.angular_frequency, near - one.unstable, far - one.unstable) for one in (before, model)]
    return all(a >= 0 and b < len(omega) and omega[b] <= (1.0 + _MEET) * omega[a] for omega, a, b in spans)
