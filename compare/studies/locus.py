"""The root locus: complex eigenvalues of an arm as one of its numbers changes, each followed."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Unpack

import numpy as np
import xarray as xr

from compare.engine.field import TEXT, Field
from compare.engine.run import Running, run
from compare.engine.study import Place, Study, Values, names_axis
from compare.grids.arms import ArmGrid, arm_grid
from compare.grids.grid import GridKey, grid_keys
from compare.grids.grid import Values as GridValues
from compare.studies.answers import WORDS, backend_list
from compare.studies.branches import branches
from compare.studies.crossings import Crossing, Step, arm_between
from compare.studies.following import Roots, followed, roots_of
from flexarm.arm import Arm, require_arm
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.checks import shown
from flexarm.closed_loop.eigenvalues import eigenvalues
from flexarm.closed_loop.spectrum import ComplexSpectrum
from flexarm.datasets import provenance, variable
from flexarm.errors import Fault, InputError, QuestionError

# Places for branches: two links with delays have some fifteen.
_MOST = 256
_EACH, _AT, _ALONG = ("branch",), ("crossing",), ("backend",)
_FIELDS = {
    "real_part": Field(_EACH, "f8", "1/s", "real part of an eigenvalue"),
    "imaginary_part": Field(_EACH, "f8", "rad/s", "imaginary part of an eigenvalue"),
    "angular_frequency": Field(_EACH, "f8", "rad/s", "natural angular frequency, |s|"),
    "damping_ratio": Field(_EACH, "f8", "1", "damping ratio, −Re s/|s|"),
    "unstable": Field((), "f8", "1", "number of eigenvalues with a positive real part; NaN where unknown"),
    "rigid_eigenvalues": Field((), "f8", "1", "number of eigenvalues that are zero; NaN where unknown"),
    "locus_radius": Field((), "f8", "rad/s", "every eigenvalue of |s| below this is counted, and on a branch"),
    "reason": Field((), TEXT, "1", "why eigenvalues are missing, or begin branches of their own"),
    "boundary": Field(_AT, "f8", "1", "value at which an eigenvalue crosses the imaginary axis, in its unit", _ALONG),
    "boundary_angular_frequency": Field(_AT, "f8", "rad/s", "size of the eigenvalue that crosses", _ALONG),
    "boundary_unstable": Field(_AT, "f8", "1", "1 where it crosses to the right, 0 where to the left", _ALONG),
}


def locus(
    arm: Arm,
    vary: Mapping[str, GridValues],
    backends: Backend | Sequence[Backend],
    count: int | None = None,
    within: float | None = None,
    **running: Unpack[Running],
) -> xr.Dataset:
    """Return the root locus of an arm: its complex eigenvalues as one of its numbers changes, each followed.

    Parameters
    ----------
    arm
        The arm that the number belongs to.
    vary
        A key of an arm file (``link2.joint.drive.derivative``, or ``joint2.drive.derivative``; ``payload.mass``) and
        its values, two or more, in SI units and degrees; of several keys, as many values each: they change together.
    backends
        One backend or more; no two alike.
    count
        Number of eigenvalues at the first value, in the upper half plane and on the real axis, by size: all within the
        circle about them are followed; 1 or more.
    within
        In place of a count, the circle's radius, rad/s.
    **running
        ``output``, ``workers``, ``scheduler`` and ``progress``, as of `compare.sweep`.

    Returns
    -------
    xarray.Dataset
        Dimensions backend, the (first) key, and branch: continuous curves, in the order in which they come in, mirror
        images below the real axis left out. Variables real_part, 1/s, imaginary_part and angular_frequency, rad/s, and
        damping_ratio, NaN where a branch is outside the circle; by backend and value unstable and rigid_eigenvalues,
        locus_radius, the circle's, and reason, why eigenvalues are missing or it cannot be told which continues which.
        By backend and crossing boundary, the value, of the (first) key, between two neighbouring ones, at which a
        branch that is to the left of the imaginary axis at one and to the right at the other crosses it (Brent's
        method on the eigenvalue itself), boundary_angular_frequency, rad/s, and boundary_unstable, 1 where it crosses
        to the right as the value grows, 0 where to the left.

    Raises
    ------
    InputError
        If there is no backend, the arm is none, a value makes no arm, or not one of count and within is given.
    QuestionError
        If a backend has no eigenvalues at the first value.
    """
    solvers = backend_list(backends)
    require_arm(arm, "locus")
    key, *others = keys = _keys(vary)
    grid = arm_grid(arm, keys)
    axes = {"backend": names_axis(solvers, [one.spec for one in solvers], WORDS), key.name: key.axis}
    places = np.arange(1, _MOST + 1)
    numbers = {
        "branch": variable(_EACH, places, "1", "number of the branch"),
        "crossing": variable(_AT, places, "1", "number of the crossing, by value"),
    }
    for one in others:
        numbers[one.name] = variable((key.name,), np.array(one.values), one.axis.units, one.axis.long_name)
    attributes = {**provenance(arm), "vary": key.name}
    ask = partial(_line, arm, keys, grid, count, within)
    study = Study(axes, _FIELDS, ask, numbers, attributes, (1, len(key.values)))
    return run(study, **running, reading=_trimmed)[0]


def _keys(vary: Mapping[str, GridValues]) -> tuple[GridKey, ...]:
    """Return the keys that change together."""
    keys = grid_keys(vary)
    sizes = {len(key.values) for key in keys}
    if len(sizes) > 1 or min(sizes) < 2 or any(isinstance(key.values[0], str) for key in keys):
        wanted = "keys of numbers, and as many values of each, two or more"
        raise InputError([Fault("vary", wanted, shown(dict(vary)))], "locus")
    return keys


def _trimmed(dataset: xr.Dataset) -> xr.Dataset:
    """Return a locus without places that no branch, and no crossing, has."""
    there = {"branch": dataset.real_part.notnull(), "crossing": dataset.boundary.notnull()}
    each = {name: one.any([along for along in one.dims if along != name]) for name, one in there.items()}
    return dataset.isel({name: slice(int(np.max(np.flatnonzero(one), initial=-1)) + 1) for name, one in each.items()})


def _line(
    arm: Arm,
    keys: Sequence[GridKey],
    grid: ArmGrid,
    count: int | None,
    within: float | None,
    cells: Sequence[Place],
) -> Values:
    """Return all variables of one backend along the values."""
    values, crossings = keys[0].values, list[Crossing]()
    backend, arms = cells[0][0], [grid.at((place,) * len(grid.keys)) for _, place in cells]
    first = eigenvalues(backend, arms[0], count, within)
    radius = first.radius
    roots, reasons = _all_roots(backend, arms, radius)
    known = [k for k, one in enumerate(roots) if one is not None]
    there = [one for one in roots if one is not None]
    steps = []
    for before, after, k, last in zip(there, there[1:], known[1:], known, strict=False):
        own, clear = followed(backend, before, after, radius)
        steps.append(own)
        way = f"between {values[last]} and {values[k]}"
        if not clear:
            reasons[k] = f"{way} it cannot be told which eigenvalue continues which: take smaller steps"
        between = Step(backend, before, after, own, radius, partial(arm_between, arm, keys, last, k))
        try:
            crossings += between.crossings(float(values[last]), float(values[k]))
        except QuestionError as error:
            reasons[k] = f"{way} an eigenvalue crosses the imaginary axis, where is not known: {error}"
    found = np.full((len(arms), _MOST), complex(np.nan, np.nan))
    curves = branches([one.values for one in there], steps, radius)
    if curves.shape[1] > _MOST:
        wanted = f"a circle that {_MOST} branches at most enter: ask for fewer eigenvalues"
        raise InputError([Fault("count" if within is None else "within", wanted, str(curves.shape[1]))], "locus")
    found[known, : curves.shape[1]] = curves
    told = _fields(found, [None if one is None else one.spectrum for one in roots], radius, reasons)
    return {**told, **_boundary(crossings, len(arms))}


def _boundary(crossings: Sequence[Crossing], cells: int) -> Values:
    """Return crossings by value, the same for all cells along the values."""
    places = np.full((_MOST, 3), np.nan)
    ordered = sorted(crossings)[:_MOST]
    places[: len(ordered)] = np.array(ordered).reshape(-1, 3)
    names = ("boundary", "boundary_angular_frequency", "boundary_unstable")
    return {name: np.tile(column, (cells, 1)) for name, column in zip(names, places.T, strict=True)}


def _fields(found: Array, spectra: Sequence[ComplexSpectrum | None], radius: float, reasons: Sequence[str]) -> Values:
    size = np.abs(found)
    counted = [[np.nan] * 2 if one is None else [one.unstable, one.rigid] for one in spectra]
    unstable, rigid = np.array(counted, dtype=float).T
    return {
        "real_part": found.real,
        "imaginary_part": found.imag,
        "angular_frequency": size,
        "damping_ratio": (0.0 - found.real) / np.where(size > 0.0, size, np.nan),
        "unstable": unstable,
        "rigid_eigenvalues": rigid,
        "locus_radius": np.full(len(found), radius),
        "reason": np.array(reasons),
    }


def _all_roots(backend: Backend, arms: Sequence[Arm], radius: float) -> tuple[list[Roots | None], list[str]]:
    """Return the roots of arms, None and a reason where there is no answer."""
    roots: list[Roots | None] = []
    reasons = []
    for arm in arms:
        try:
            roots.append(roots_of(backend, arm, radius))
            reasons.append("")
        except QuestionError as error:
            roots.append(None)
            reasons.append(str(error))
    return roots, reasons
