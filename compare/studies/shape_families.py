"""Families of assumed shapes on root springs, without gravity and under it, by all that corrects for it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Unpack

import numpy as np
import xarray as xr

from compare.engine.field import Field
from compare.engine.run import Running, run
from compare.engine.study import Place, Study, Values, names_axis, numbers_axis, stack
from compare.studies.rigid_model import on_spring
from compare.studies.rigid_shifts import require_arms
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend, find_backend
from flexarm.checks import non_negative, numbers_faults, shown
from flexarm.datasets import CONVENTIONS, mode_numbers
from flexarm.errors import Fault, InputError
from flexarm.examples import example
from flexarm.files import dumps
from flexarm.whole import require_count

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
_WAYS = (WITHOUT, *CORRECTIONS)
_MODE, _WITHOUT_FAMILY = ("mode",), ("arm", "stiffness", "gravity")
_FIELDS = {
    "angular_frequency": Field(_MODE, "f8", "rad/s", "natural angular frequency by the family"),
    "relative_error": Field(_MODE, "f8", "1", "relative error against the exact frequency"),
    "exact_angular_frequency": Field(_MODE, "f8", "rad/s", "exact natural angular frequency", _WITHOUT_FAMILY),
}


def shape_families(
    arms: Sequence[Arm] | None = None,
    stiffnesses: Sequence[float] = STIFFNESSES,
    *,
    families: Sequence[str] = FAMILIES,
    shapes: int = SHAPES,
    count: int = 2,
    **running: Unpack[Running],
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
    **running
        ``output``, ``workers``, ``scheduler`` and ``progress``, as of `compare.sweep`.

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
    models = {(family, way): _model(family, shapes, way) for family in families for way in _WAYS}
    axes = {
        "arm": names_axis(chosen, [arm.name for arm in chosen], "arm"),
        "stiffness": numbers_axis(springs, "N m/rad", "stiffness of the spring at the joint"),
        "family": names_axis(families, families, "family of shapes"),
        "gravity": names_axis(_WAYS, _WAYS, "how the rise of masses by bending is counted"),
    }

    def ask(cells: Sequence[Place]) -> Values:
        truth = cache(lambda arm: _first(exact, arm, int(count)))
        return stack([_cell(_arm(arm, spring, way), models[family, way], truth) for arm, spring, family, way in cells])

    attributes = {"shapes": shapes, "reference": exact.spec, "conventions": CONVENTIONS}
    # The exact frequencies of an arm on a spring are computed once for all families.
    block, words = (1, 1, len(families), len(_WAYS)), "".join(map(dumps, chosen))
    study = Study(axes, _FIELDS, ask, {"mode": mode_numbers(int(count))}, attributes, block, words)
    return run(study, **running)[0]


def _arm(arm: Arm, spring: float, way: str) -> Arm:
    sprung = on_spring(arm, spring)
    return replace(sprung, gravity=None) if way == WITHOUT else sprung


def _cell(arm: Arm, model: Backend, truth: Callable[[Arm], Array]) -> dict[str, object]:
    true = truth(arm)
    omega = _first(model, arm, len(true))
    with np.errstate(divide="ignore", invalid="ignore"):
        error = np.where(true > 0.0, omega / true - 1.0, np.nan)
    return {"angular_frequency": omega, "relative_error": error, "exact_angular_frequency": true}


def _first(model: Backend, arm: Arm, count: int) -> Array:
    """Return the first angular frequencies, zeros of rigid-body modes and NaN of unstable ones before them."""
    answer = model.modes(arm, count)
    before = [np.nan] * answer.unstable + [0.0] * answer.rigid_modes
    return np.concatenate([before, answer.angular_frequency])[:count]


def _examples() -> list[Arm]:
    return [replace(example(name), name=title, gravity=(GRAVITY, 0.0)) for name, title in EXAMPLES.items()]


def _model(family: str, shapes: int, way: str) -> Backend:
    return find_backend(f"assumed_modes:{family}:{shapes}" + (f":{way}" if way in CORRECTIONS[1:] else ""))


def _springs(stiffnesses: Sequence[float]) -> tuple[float, ...]:
    given = stiffnesses.tolist() if isinstance(stiffnesses, np.ndarray) else stiffnesses
    faults = numbers_faults("stiffnesses", given, non_negative("N m/rad"))
    if faults or not len(given):
        raise InputError(faults or [Fault("stiffnesses", "one stiffness or more", shown(given))], "shape_families")
    return tuple(map(float, given))


def _require(arms: Sequence[Arm], families: Sequence[str], count: int) -> None:
    require_count(count, source="shape_families")
    if not families or isinstance(families, str):
        raise InputError([Fault("families", "one family of shapes or more", shown(families))], "shape_families")
    require_arms(arms, "shape_families")
