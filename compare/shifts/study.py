"""How far a one-link arm's first natural frequency shifts from the rigid model's, and where."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import xarray as xr

from compare.shifts.rigid_model import RigidModel, bare, carried_mass, clamped, on_spring, one_link
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend, find_backend
from flexarm.checks import numbers_faults, positive, shown
from flexarm.datasets import CONVENTIONS, Variable, variable
from flexarm.errors import Fault, InputError
from flexarm.examples import example

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


def rigid_shifts(
    arms: Sequence[Arm] | None = None, ratios: Sequence[float] = RATIOS, backend: Backend | None = None
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
    points = _points(ratios)
    _require_arms(chosen)
    solver = find_backend(DEFAULT_BACKEND) if backend is None else backend
    rows = [_row(arm, points, solver) for arm in chosen]
    return xr.Dataset(
        {name: _variable(name, [row[name] for row in rows]) for name in _VARIABLES},
        {
            "arm": variable(("arm",), np.array([arm.name for arm in chosen], dtype=np.str_), "1", "arm"),
            "ratio": variable(
                ("ratio",), points, "1", "natural frequency of the rigid model over that of the clamped arm"
            ),
        },
        {"backend": solver.spec, "conventions": CONVENTIONS},
    )


_VARIABLES = {
    "stiffness": ("N m/rad", "stiffness of the spring at the joint"),
    "rigid_angular_frequency": ("rad/s", "natural angular frequency of the rigid model"),
    "angular_frequency": ("rad/s", "first natural angular frequency"),
    "shift": ("1", "first natural frequency over the rigid model's, less one"),
    "ratio_to_bare": ("1", "natural frequency of the rigid model over that of the clamped link alone"),
    "mass_ratio": ("1", "mass of the bodies at the tip over the link's"),
    "clamped_angular_frequency": ("rad/s", "first natural angular frequency with the root clamped"),
    "bare_angular_frequency": ("rad/s", "the same without the bodies at the tip"),
}


def _variable(name: str, rows: Sequence[Array | float]) -> Variable:
    values = np.array(rows)
    return variable(("arm", "ratio")[: values.ndim], values, *_VARIABLES[name])


def _row(arm: Arm, ratios: Array, solver: Backend) -> dict[str, Array | float]:
    rigid = RigidModel.of(arm)
    held, alone = (_first(solver, clamped(each)) for each in (arm, bare(arm)))
    stiffness = np.array([rigid.stiffness(ratio * held) for ratio in ratios])
    first = np.array([_first(solver, on_spring(arm, k)) if np.isfinite(k) else np.nan for k in stiffness])
    return {
        "stiffness": stiffness,
        "rigid_angular_frequency": ratios * held,
        "angular_frequency": first,
        "shift": first / (ratios * held) - 1.0,
        "ratio_to_bare": ratios * held / alone,
        "mass_ratio": carried_mass(arm) / one_link(arm).mass,
        "clamped_angular_frequency": held,
        "bare_angular_frequency": alone,
    }


def _first(solver: Backend, arm: Arm) -> float:
    return float(solver.modes(arm, 1).angular_frequency[0])


def _points(ratios: Sequence[float]) -> Array:
    given = ratios.tolist() if isinstance(ratios, np.ndarray) else ratios
    faults = numbers_faults("ratios", given, positive("1"))
    points = np.array([] if faults else given, dtype=float)
    if not faults and (len(points) == 0 or np.any(np.diff(points) <= 0.0)):
        faults = [Fault("ratios", "one ratio or more, ascending", shown(given))]
    if faults:
        raise InputError(faults, "rigid_shifts")
    return points


def _require_arms(arms: Sequence[Arm]) -> None:
    if not arms or not all(isinstance(arm, Arm) for arm in arms):
        raise InputError([Fault("arms", "one Arm or more", shown(list(arms)))], "rigid_shifts")
    for arm in arms:
        one_link(arm)
