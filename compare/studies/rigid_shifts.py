"""How far a one-link arm's first natural frequency shifts from the rigid model's, and where."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Unpack

import numpy as np
import xarray as xr

from compare.engine.ascending import ascending
from compare.engine.field import Field
from compare.engine.run import Running, run
from compare.engine.study import Place, Study, Values, names_axis, numbers_axis, stack
from compare.studies.answers import backend_or
from compare.studies.rigid_model import RigidModel, bare, carried_mass, clamped, on_spring, one_link
from flexarm.arm import Arm
from flexarm.backend import Backend
from flexarm.checks import positive, shown
from flexarm.datasets import CONVENTIONS
from flexarm.errors import Fault, InputError
from flexarm.examples import example
from flexarm.files import dumps

# Hufnagel's three beams, and the first of them with his two end masses: the curves of his figures 4.10, 5.13 and 5.14.
EXAMPLES = {
    "hufnagel-case1": "case 1: aluminium, 40 in",
    "hufnagel-case2": "case 2: steel, 30 in",
    "hufnagel-case3": "case 3: aluminium, 20 in",
    "hufnagel-case1-mass-a": "case 1, end mass of a quarter of the beam's",
    "hufnagel-case1-mass-b": "case 1, end mass equal to the beam's",
}
# Its first frequency is right to 1e-11, and a hundred are wanted.
DEFAULT_BACKEND = "assumed_modes:legendre:8"
# His stiffest root spring, 300 in lb/rad, makes the rigid model of case 1 4.5 times as fast as the clamped beam.
RATIOS = (*(k / 10 for k in range(1, 11)), *(k / 4 for k in range(5, 19)))

_ARM, _CLAMPED = ("arm",), "first natural angular frequency with the root clamped"
_BARE = "natural frequency of the rigid model over that of the clamped link alone"
_FIELDS = {
    "stiffness": Field((), "f8", "N m/rad", "stiffness of the spring at the joint"),
    "rigid_angular_frequency": Field((), "f8", "rad/s", "natural angular frequency of the rigid model"),
    "angular_frequency": Field((), "f8", "rad/s", "first natural angular frequency"),
    "shift": Field((), "f8", "1", "first natural frequency over the rigid model's, less one"),
    "ratio_to_bare": Field((), "f8", "1", _BARE),
    "mass_ratio": Field((), "f8", "1", "mass of the bodies at the tip over the link's", _ARM),
    "clamped_angular_frequency": Field((), "f8", "rad/s", _CLAMPED, _ARM),
    "bare_angular_frequency": Field((), "f8", "rad/s", "the same without the bodies at the tip", _ARM),
}


def rigid_shifts(
    arms: Sequence[Arm] | None = None,
    ratios: Sequence[float] = RATIOS,
    backend: Backend | None = None,
    **running: Unpack[Running],
) -> xr.Dataset:
    """Compare the first natural frequency of one-link arms with that of the rigid model, from soft to stiff springs.

    The spring at each arm's joint is chosen so that the rigid model's frequency is so many times that of the arm with
    its root clamped. Soft springs let the link turn as one; on stiff ones it bends, and the rigid model is too fast.

    Parameters
    ----------
    arms
        Arms of one flexible link on a fixed base, the stiffness of the joint free to choose; None for Hufnagel's:
        three beams without gravity, and one of them with two end masses.
    ratios
        Frequencies of the rigid model over those of the clamped arm, ascending.
    backend
        What computes the arms' frequencies; None for eight Legendre polynomials, right to 1e-11 in the first.
    **running
        ``output``, ``workers``, ``scheduler`` and ``progress``, as of `compare.sweep`.

    Returns
    -------
    xarray.Dataset
        Dimensions arm and ratio. Variables stiffness, rigid_angular_frequency, angular_frequency, shift (first over
        rigid frequency, less one) and ratio_to_bare, the ratio to the clamped link without the bodies at its tip
        (arm, ratio); mass_ratio, clamped_angular_frequency and bare_angular_frequency (arm). Where only a spring of
        negative stiffness would do, since the weight alone is stiffer, the shift is NaN.

    Raises
    ------
    InputError
        If there is no arm, or the ratios are not ascending positive numbers.
    QuestionError
        If an arm is of another kind.

    References
    ----------
    A. M. Hufnagel (1989), figures 4.10, 5.13 (against the ratio) and 5.14 (against ratio_to_bare).
    """
    chosen = [replace(example(name), name=title) for name, title in EXAMPLES.items()] if arms is None else list(arms)
    wanted = str(positive("1"))
    points = ascending(ratios, "ratios", "ratios", wanted, lambda ratio: ratio > 0.0, "rigid_shifts")
    require_arms(chosen, "rigid_shifts")
    solver = backend_or(backend, DEFAULT_BACKEND, "backend", "rigid_shifts")
    axes = {
        "arm": names_axis(chosen, [arm.name for arm in chosen], "arm"),
        "ratio": numbers_axis(points, "1", "natural frequency of the rigid model over that of the clamped arm"),
    }

    def ask(cells: Sequence[Place]) -> Values:
        clamps = {arm: _clamped(arm, solver) for arm, _ in cells}
        return stack([{**clamps[arm], **_shift(arm, ratio, solver, clamps[arm])} for arm, ratio in cells])

    attributes = {"backend": solver.spec, "conventions": CONVENTIONS}
    # An arm's clamped frequency is computed once for all springs.
    study = Study(axes, _FIELDS, ask, {}, attributes, (1, len(points)), "".join(map(dumps, chosen)))
    return run(study, **running)[0]


def _clamped(arm: Arm, solver: Backend) -> dict[str, float]:
    """Return what an arm has whatever its spring."""
    return {
        "mass_ratio": carried_mass(arm) / one_link(arm).mass,
        "clamped_angular_frequency": _first(clamped(arm), solver),
        "bare_angular_frequency": _first(clamped(bare(arm)), solver),
    }


def _shift(arm: Arm, ratio: float, solver: Backend, known: Mapping[str, float]) -> dict[str, float]:
    rigid = ratio * known["clamped_angular_frequency"]
    stiffness = RigidModel.of(arm).stiffness(rigid)
    first = _first(on_spring(arm, stiffness), solver) if np.isfinite(stiffness) else np.nan
    return {
        "stiffness": stiffness,
        "rigid_angular_frequency": rigid,
        "angular_frequency": first,
        "shift": first / rigid - 1.0,
        "ratio_to_bare": rigid / known["bare_angular_frequency"],
    }


def _first(arm: Arm, solver: Backend) -> float:
    return float(solver.modes(arm, 1).angular_frequency[0])


def require_arms(arms: Sequence[Arm], source: str) -> None:
    """Refuse what are no arms of one link."""
    if not arms or not all(isinstance(arm, Arm) for arm in arms):
        raise InputError([Fault("arms", "one Arm or more", shown(list(arms)))], source)
    for arm in arms:
        one_link(arm)
