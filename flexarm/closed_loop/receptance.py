"""What the freedoms that are driven do per load on them, G(s): poles at the undamped frequencies, and a remainder.

With modes of unit modal mass, φ what they are at these freedoms, G(s) = Σ φφᵀ/(s² + ω²): of a discretised backend the
sum over all its modes. An exact arm has infinitely many; those that are not summed leave a remainder without poles
nearer than the first of them, a power series in s² whose coefficients are Cauchy's integrals of the exact G round a
circle.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.closed_loop.control import Control
from flexarm.closed_loop.link_damping import LinkDamping, link_damping, reach
from flexarm.displacements import Displacements
from flexarm.errors import QuestionError, TooFewModesError
from flexarm.frames import turned
from flexarm.modes import ModalModel
from flexarm.rigid_modes import rigid_modes
from flexarm.tree import Held, Tree

# Points on the circle, and terms of the series: with all its poles beyond twice the circle's radius, no digit is lost.
_POINTS, _TERMS = 64, 24
# The circle lies in the widest gap between frequencies within these parts of the highest one known; what is asked
# stays within a part of it.
_GAPS, _INSIDE = (0.3, 0.6), 0.8
# Modes that a receptance for a radius begins with.
_FIRST = 16
# Less than this part of the largest motion is what float64 leaves of one that supports hold.
_ROUND_OFF = 1e-14
# So many coordinates have all their modes within seconds.
_MOST = 600


@dataclass(frozen=True, eq=False)
class Receptance:
    """G(s): rigid-body modes first, ω zero; ω, rad/s, shape (modes,), φ, (freedoms, modes), within a radius, rad/s.

    The remainder has coefficients of powers of (s/scale)², shape (terms, freedoms, freedoms). Where links damp, `links`
    says how, and G is that of the arm without.
    """

    omega: Array
    shape: Array
    remainder: Array
    scale: float
    radius: float
    links: LinkDamping | None = None

    @property
    def rigid(self) -> int:
        """Number of rigid-body modes."""
        return int(np.sum(self.omega == 0.0))

    def __call__(self, s: Array) -> Array:
        """Return G at points, shape (points, freedoms, freedoms)."""
        return self._sum(s, self.shape, self.omega)

    def without(self, s: Array, mode: int) -> Array:
        """Return G less the part of a mode."""
        return self._sum(s, np.delete(self.shape, mode, axis=1), np.delete(self.omega, mode))

    def size(self, s: Array) -> Array:
        """Return the sizes of what is summed to G at points, shape (points, freedoms, freedoms)."""
        shape, share = np.abs(self.shape), np.abs(1.0 / (s[:, np.newaxis] ** 2 + self.omega**2))
        power = np.abs(s / self.scale)[:, np.newaxis] ** (2.0 * np.arange(len(self.remainder)))
        rest = np.tensordot(power, np.abs(self.remainder), 1)
        return np.asarray(np.einsum("ik,pk,jk->pij", shape, share, shape, optimize=True) + rest)

    def locked(self, number: int) -> bool:
        """Say whether nothing moves a freedom that is driven, but for round-off."""
        moved, most = np.max(np.abs(self.shape[number]), initial=0.0), np.max(np.abs(self.shape), initial=0.0)
        return bool(moved <= _ROUND_OFF * most) and not np.any(self.remainder[:, number, number])

    def _sum(self, s: Array, shape: Array, omega: Array) -> Array:
        share = 1.0 / (s[:, np.newaxis] ** 2 + omega**2)
        whole = np.einsum("ik,pk,jk->pij", shape, share, shape, optimize=True)
        square = (s / self.scale) ** 2
        rest = np.zeros_like(whole)
        for term in self.remainder[::-1]:
            rest = rest * square[:, np.newaxis, np.newaxis] + term
        return np.asarray(whole + rest)

    def count(self, radius: float) -> int:
        """Return the number of natural frequencies below, rigid-body modes not counted."""
        return int(np.sum((self.omega > 0.0) & (self.omega < radius)))


def receptance(
    backend: Backend, arm: Arm, parts: Tree, every: Sequence[Control], modes: int, driven: Arm | None = None
) -> Receptance:
    """Return the receptance of an arm by a backend, from so many modes or all that the backend has.

    The driven arm says how links damp; None: they do not.
    """
    places = [one.place for one in every]
    none = backend._receptance(arm, places, np.array([-1.0 + 0.0j]))
    model = all_modes(backend, arm) if none is None else backend._answered(arm, modes)
    rigid, elastic = rigid_modes(arm), np.zeros(0) if model is None else model.angular_frequency
    omega = np.concatenate([np.zeros(len(rigid.base_motion)), elastic])
    shape = np.hstack([motions_at(one, parts, every) for one in (rigid, model) if one is not None])
    nothing = np.zeros((1, len(every), len(every)))
    damped = arm if driven is None else driven
    links = link_damping(damped, parts, [one for one in (rigid, model) if one is not None])
    summed = Receptance(omega, shape, nothing, 1.0, reach(damped), links)
    if none is None:
        return summed
    scale = _circle(elastic)
    s = scale * np.exp(1j * np.pi * (np.arange(_POINTS) + 0.5) / _POINTS)
    whole = backend._receptance(arm, places, -(s**2))
    assert whole is not None, "an exact receptance"
    left = whole - summed(s)
    power = np.exp(-2j * np.pi * np.outer(np.arange(_TERMS), np.arange(_POINTS) + 0.5) / _POINTS)
    series = np.real(np.tensordot(power, left, 1)) / _POINTS
    return Receptance(omega, shape, series, scale, _INSIDE * scale)


def receptance_within(backend: Backend, arm: Arm, parts: Tree, every: Sequence[Control], radius: float) -> Receptance:
    """Return the receptance of an undamped arm that reaches as far as a radius, rad/s."""
    modes = _FIRST
    while (at := receptance(backend, arm, parts, every, modes)).radius < radius:
        modes *= 2
    return at


def all_modes(backend: Backend, arm: Arm) -> ModalModel | None:
    """Return all modes that a backend has; None for none."""
    try:
        first = backend._answered(arm, 1)
        available = first.unknowns - first.rigid_modes
        if available > _MOST:
            raise QuestionError(
                f"{backend.spec}: the eigenvalues of an arm that is damped or driven are found from all modes, and "
                f"{arm.title} has {first.unknowns} coordinates; {_MOST} are the most: take fewer elements or shapes"
            )
        return backend._answered(arm, available)
    except TooFewModesError as error:
        return backend._answered(arm, error.available) if error.available else None


def _circle(omega: Array) -> float:
    """Return the radius of a circle between two natural frequencies, far inside the highest one known."""
    low, high = (part * omega[-1] for part in _GAPS)
    ends = np.concatenate([[low], omega[(omega > low) & (omega < high)], [high]])
    widest = int(np.argmax(ends[1:] / ends[:-1]))
    return float(np.sqrt(ends[widest] * ends[widest + 1]))


def motions_at(modes: Displacements, parts: Tree, every: Sequence[Control]) -> Array:
    """Return what modes do in motions that are driven, shape (motions, modes)."""
    links = {link.root: k for k, link in enumerate(parts.links)}
    base = parts.sections[0].freedoms
    moved = modes.base_motion.T if base is None or base.axes is None else turned(modes.base_motion.T, base.axes)
    places = () if base is None else base.places
    joints = modes.rows.joints
    rows = []
    for one in every:
        if isinstance(one.place, Held):
            rows.append(one.place.of([motion.array for motion in modes.section_motions]))
        else:
            section, number = one.place
            rows.append(joints[links[section]][number] if section else moved[places[number]])
    return np.array(rows).reshape(len(every), len(modes.base_motion))
