"""Two arms that differ in numbers: an arm between them, one's modes on the other, and what bounds their frequencies."""

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import numpy as np

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.displacements import LinkShape
from flexarm.inner import mass_samples
from flexarm.modes import ModalModel
from flexarm.tree import Beam

# The way from nothing to a mass is halved in ratios, as from a sixteenth of it on.
_FROM_ZERO = 16.0


def between(one: Any, other: Any) -> Any:
    """Return the arm, or the part or number of an arm, half way between two of one make-up: in ratios if it can be."""
    if isinstance(one, tuple):
        return tuple(map(between, one, other))
    if is_dataclass(one) and not isinstance(one, type):
        halves = {field.name: between(getattr(one, field.name), getattr(other, field.name)) for field in fields(one)}
        return replace(one, **halves)
    if one == other or not isinstance(one, int | float):
        return one
    if one * other < 0.0:
        return 0.5 * (one + other)
    if one == 0.0 or other == 0.0:
        return (one + other) / _FROM_ZERO
    return float(np.copysign(np.sqrt(abs(one)) * np.sqrt(abs(other)), one))


@dataclass(frozen=True)
class _Stretched:
    """A link's shape on a link so many times as long, with the same slopes at the same parts of it."""

    shape: LinkShape
    ratio: float

    def __call__(self, x: Array, derivative: int, plane: int = 0) -> Array:
        return self.ratio ** (1 - derivative) * self.shape(x / self.ratio, derivative, plane)

    def rod(self, x: Array, derivative: int, number: int = 0) -> Array:
        # A twist stays an angle.
        return self.ratio ** ((number == 0) - derivative) * self.shape.rod(x / self.ratio, derivative, number)

    def moments(self) -> Array:
        moments = self.shape.moments()
        powers = [2, *[2, 3, 1] * (len(moments) // 3), 1][: len(moments)]
        return moments * self.ratio ** np.array(powers, dtype=float)[:, np.newaxis]


def on_arm(model: ModalModel, arm: Arm) -> ModalModel:
    """Return modes as motions of another arm: base, joints and deflections move as they do on their own."""
    links = zip(model.shapes, model.arm.links, arm.links, strict=True)
    shapes = (
        shape if own.length == new.length else _Stretched(shape, new.length / own.length) for shape, own, new in links
    )
    return replace(model, arm=arm, shapes=tuple(shapes))


def mean_mass_samples(model: ModalModel, arms: tuple[Arm, Arm], panels: int) -> Array:
    """Return modes as rows whose products are twice the inner product with the mean of two arms' masses, √kg."""
    return np.concatenate([mass_samples(on_arm(model, arm), panels) for arm in arms])


def rayleigh_bounds(one: Arm, other: Arm) -> tuple[float, float]:
    """Return between what multiples of an arm's frequencies those of another lie: zero and infinity if unknown.

    If no stiffness grows by more than r and no inertia falls by more than s, no ω² grows by more than r/s (Rayleigh's
    quotient of every motion does not); known of arms that differ in stiffness and inertia alone, without static loads.
    """
    (stiffness, inertia, form), (stiffness_, inertia_, form_) = _numbers(one), _numbers(other)
    if one.static_loads or other.static_loads or not np.array_equal(form, form_):
        return 0.0, np.inf
    softer, stiffer = _ratios(stiffness, stiffness_)
    lighter, heavier = _ratios(inertia, inertia_)
    return float(np.sqrt(softer / heavier)), float(np.sqrt(stiffer / lighter)) if lighter > 0.0 else np.inf


def _numbers(arm: Arm) -> tuple[Array, Array, Array]:
    """Return an arm's stiffnesses, inertias, and what it is measured by."""
    parts = tree(arm)
    stiffness: list[Any] = []
    inertia: list[Any] = []
    form: list[Any] = [parts.base_direction] if parts.base_kind == "guided" else []
    for section, place in zip(parts.sections, parts.places, strict=True):
        form += [place, *(body.lever for body in section.bodies)]
        inertia += [(body.mass, body.inertia) for body in section.bodies]
        if section.freedoms is not None:
            stiffness += [section.freedoms.stiffness]
            inertia += [section.freedoms.inertia]
        if section.beam is not None:
            stiffness += _rigidities(section.beam)
            inertia += [section.beam.mass_per_length, *(one.rotary_inertia for one in section.beam.bendings)]
            inertia += [rod.inertia_per_length for rod in section.beam.rods]
    return _flat(stiffness), _flat(inertia), _flat(form)


def _rigidities(beam: Beam) -> list[Any]:
    """Return a beam's rigidities in bending, shear, stretch and twist, infinite where it does not."""
    with np.errstate(divide="ignore"):
        bent = [number for one in beam.bendings for number in (one.rigidity, 1.0 / one.shear_flexibility)]
    return bent + [np.inf if rod.rigidity is None else rod.rigidity for rod in beam.rods]


def _flat(numbers: list[Any]) -> Array:
    return np.concatenate([np.zeros(0), *map(np.ravel, numbers)])


def _ratios(one: Array, other: Array) -> tuple[float, float]:
    """Return the least and the largest ratio of numbers, equal ones of all among them."""
    with np.errstate(divide="ignore"):
        found = np.divide(other, one, out=np.ones(len(one)), where=one != other)
    return float(np.min(found, initial=1.0)), float(np.max(found, initial=1.0))
