"""Families of assumed shapes on root springs, without gravity and under it, by all that corrects for it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import xarray as xr

from compare.shifts.rigid_model import on_spring, one_link
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend, find_backend
from flexarm.checks import non_negative, numbers_faults, shown
from flexarm.datasets import CONVENTIONS, mode_numbers, variable
from flexarm.errors import Fault, InputError
from flexarm.examples import example
from flexarm.whole import is_whole

# Hufnagel's beam of case 1 and its two end masses, hanging (1989, tables 4.1 and 5.1).
EXAMPLES = {
    "hufnagel-case1": "case 1",
    "hufnagel-case1-mass-a": "case 1, end mass of a quarter of the beam's",
    "hufnagel-case1-mass-b": "case 1, end mass equal to the beam's",
}
_INCH, _POUND = 0.0254, 4.4482216152605
GRAVITY = 386.2 * _INCH
# Root springs of his figures, 0 to 300 in lb/rad.
STIFFNESSES = tuple(_INCH * _POUND * k for k in (0.0, 25.0, 50.0, 100.0, 150.0, 200.0, 250.0, 300.0))
# The families that he compares: sections 4.2.1 and 5.4.1, and three shapes of each.
FAMILIES = ("clamped-free", "clamped-mass", "comparison", "admissible", "monomial")
SHAPES = 3
# Without gravity, and with it by every correction that assumed_modes knows.
WITHOUT = "without gravity"
CORRECTIONS = ("full", "none", "hufnagel", "hufnagel-tip")


def shape_families(
    arms: Sequence[Arm] | None = None,
    stiffnesses: Sequence[float] = STIFFNESSES,
    *,
    families: Sequence[str] = FAMILIES,
    shapes: int = SHAPES,
    count: int = 2,
) -> xr.Dataset:
    """Compare families of a few assumed shapes on root springs, without gravity and under it.

    Parameters
    ----------
    arms
        Arms of one flexible link on a fixed base under gravity, the stiffness of the joint free to choose; None for
        Hufnagel's, hanging: his first beam, alone and with two end masses.
    stiffnesses
        Stiffnesses of the spring at the joint, N m/rad.
    families
        Families of shapes.
    shapes
        Number of shapes.
    count
        Number of frequencies, rigid-body modes included: on a spring of no stiffness, and without gravity, the first
        is zero.

    Returns
    -------
    xarray.Dataset
        Dimensions arm, stiffness, family, gravity (``without gravity``, and the corrections ``full``, ``none``,
        ``hufnagel`` and ``hufnagel-tip`` of assumed_modes) and mode. Variables angular_frequency and relative_error
        (all of them), exact_angular_frequency (all but family). Where the arm falls, frequencies are NaN.

    Raises
    ------
    InputError
        If there is no arm, stiffness or family, or a number is wrong.
    QuestionError
        If an arm is of another kind, or a family cannot answer.

    References
    ----------
    A. M. Hufnagel (1989), figures 4.4, 4.5, 4.19, 4.20, 5.3 to 5.8 and 5.19 to 5.28.
    """
    chosen = _examples() if arms is None else list(arms)
    springs = _springs(stiffnesses)
    _require(chosen, families, count)
    exact = find_backend("exact")
    models = [[_model(family, shapes, way) for way in (WITHOUT, *CORRECTIONS)] for family in families]
    cases = [[_cases(on_spring(arm, k)) for k in springs] for arm in chosen]
    truth = np.array([[_exact(exact, case, count) for case in row] for row in cases])
    found = np.array([[[_row(models[i], case, count) for i in range(len(models))] for case in row] for row in cases])
    errors = _relative(found, truth[:, :, np.newaxis])
    every = ("arm", "stiffness", "family", "gravity", "mode")
    return xr.Dataset(
        {
            "angular_frequency": variable(every, found, "rad/s", "natural angular frequency by the family"),
            "relative_error": variable(every, errors, "1", "relative error against the exact frequency"),
            "exact_angular_frequency": variable(
                ("arm", "stiffness", "gravity", "mode"), truth, "rad/s", "exact natural angular frequency"
            ),
        },
        {
            "arm": _texts("arm", [arm.name for arm in chosen], "arm"),
            "stiffness": variable(("stiffness",), springs, "N m/rad", "stiffness of the spring at the joint"),
            "family": _texts("family", families, "family of shapes"),
            "gravity": _texts("gravity", (WITHOUT, *CORRECTIONS), "how the rise of masses by bending is counted"),
            "mode": mode_numbers(count),
        },
        {"shapes": shapes, "reference": exact.spec, "conventions": CONVENTIONS},
    )


def _examples() -> list[Arm]:
    return [replace(example(name), name=title, gravity=(GRAVITY, 0.0)) for name, title in EXAMPLES.items()]


def _model(family: str, shapes: int, way: str) -> Backend:
    return find_backend(f"assumed_modes:{family}:{shapes}" + (f":{way}" if way in CORRECTIONS[1:] else ""))


def _cases(arm: Arm) -> tuple[Arm, Arm]:
    """Return the arm without gravity, and as it is."""
    return replace(arm, gravity=None), arm


def _exact(exact: Backend, case: tuple[Arm, Arm], count: int) -> Array:
    """Return the frequencies without gravity, and as often as there are corrections those with it."""
    without, hanging = (_first(exact, arm, count) for arm in case)
    return np.array([without] + [hanging] * len(CORRECTIONS))


def _row(models: Sequence[Backend], case: tuple[Arm, Arm], count: int) -> Array:
    arms = (case[0],) + (case[1],) * len(CORRECTIONS)
    return np.array([_first(model, arm, count) for model, arm in zip(models, arms, strict=True)])


def _first(model: Backend, arm: Arm, count: int) -> Array:
    """Return the first angular frequencies, zeros of rigid-body modes and NaN of unstable ones before them."""
    found = model.modes(arm, count)
    before = [np.nan] * found.unstable + [0.0] * found.rigid_modes
    return np.concatenate([before, found.angular_frequency])[:count]


def _relative(found: Array, truth: Array) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(truth > 0.0, found / truth - 1.0, np.nan)


def _texts(dimension: str, values: Sequence[str], long_name: str) -> tuple[tuple[str, ...], object, dict[str, str]]:
    return variable((dimension,), np.array(list(values), dtype=np.str_), "1", long_name)


def _springs(stiffnesses: Sequence[float]) -> Array:
    given = stiffnesses.tolist() if isinstance(stiffnesses, np.ndarray) else stiffnesses
    faults = numbers_faults("stiffnesses", given, non_negative("N m/rad"))
    if not faults and not len(given):
        faults = [Fault("stiffnesses", "one stiffness or more", shown(given))]
    if faults:
        raise InputError(faults, "shape_families")
    return np.array(given, dtype=float)


def _require(arms: Sequence[Arm], families: Sequence[str], count: int) -> None:
    faults = []
    if not arms or not all(isinstance(arm, Arm) for arm in arms):
        faults.append(Fault("arms", "one Arm or more", shown(list(arms))))
    if not families or isinstance(families, str):
        faults.append(Fault("families", "one family of shapes or more", shown(families)))
    if not is_whole(count) or count < 1:
        faults.append(Fault("count", "a whole number of 1 or more", shown(count)))
    if faults:
        raise InputError(faults, "shape_families")
    for arm in arms:
        one_link(arm)
