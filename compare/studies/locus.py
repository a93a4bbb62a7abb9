"""The root locus: complex eigenvalues of an arm as one of its numbers changes, each followed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Unpack

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from compare.engine.field import TEXT, Field
from compare.engine.run import Running, run
from compare.engine.study import Place, Study, Values, names_axis
from compare.grids.arms import ArmGrid, arm_grid
from compare.grids.grid import GridKey, grid_keys
from compare.grids.grid import Values as GridValues
from compare.studies.answers import WORDS, backend_list
from compare.studies.between import between
from compare.studies.branches import branches, step
from flexarm.arm import Arm, require_arm
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.checks import shown
from flexarm.closed_loop.eigenvalues import eigenvalues
from flexarm.closed_loop.spectrum import ComplexSpectrum
from flexarm.datasets import provenance, variable
from flexarm.errors import Fault, InputError, QuestionError, TooFewModesError

# Places for branches: two links with delays have some fifteen.
_MOST = 256
# Roots are followed this far beyond the circle that is shown, so that they come in and go out by name; where one lies
# on that very circle, another is taken.
_BEYOND = (1.3, 1.37, 1.23, 1.44, 1.17)
# Halvings of a step.
_DEPTH = 12
_EACH = ("branch",)
_FIELDS = {
    "real_part": Field(_EACH, "f8", "1/s", "real part of an eigenvalue"),
    "imaginary_part": Field(_EACH, "f8", "rad/s", "imaginary part of an eigenvalue"),
    "angular_frequency": Field(_EACH, "f8", "rad/s", "natural angular frequency, |s|"),
    "damping_ratio": Field(_EACH, "f8", "1", "damping ratio, −Re s/|s|"),
    "unstable": Field((), "f8", "1", "number of eigenvalues with a positive real part; NaN where unknown"),
    "rigid_eigenvalues": Field((), "f8", "1", "number of eigenvalues that are zero; NaN where unknown"),
    "locus_radius": Field((), "f8", "rad/s", "every eigenvalue of |s| below this is counted, and on a branch"),
    "reason": Field((), TEXT, "1", "why eigenvalues are missing, or begin branches of their own"),
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
    numbers = {"branch": variable(_EACH, np.arange(1, _MOST + 1), "1", "number of the branch")}
    for one in others:
        numbers[one.name] = variable((key.name,), np.array(one.values), one.axis.units, one.axis.long_name)
    attributes = {**provenance(arm), "vary": key.name}
    ask = partial(_line, grid, key.values, count, within)
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
    """Return a locus without places that no branch has."""
    most = int(np.max(np.flatnonzero(dataset.real_part.notnull().any(["backend", dataset.attrs["vary"]])), initial=-1))
    return dataset.isel(branch=slice(most + 1))


@dataclass(frozen=True, eq=False)
class _Roots:
    """An arm, and its eigenvalues of both half planes, with zeros of rigid-body motions, a little beyond a circle."""

    arm: Arm
    values: Array
    spectrum: ComplexSpectrum


def _line(
    grid: ArmGrid, values: Sequence[float | str], count: int | None, within: float | None, cells: Sequence[Place]
) -> Values:
    """Return all variables of one backend along the values."""
    backend, arms = cells[0][0], [grid.at((place,) * len(grid.keys)) for _, place in cells]
    first = eigenvalues(backend, arms[0], count, within)
    radius = first.radius
    roots, reasons = _all_roots(backend, arms, radius)
    known = [k for k, one in enumerate(roots) if one is not None]
    there = [one for one in roots if one is not None]
    steps = []
    for before, after, k, last in zip(there, there[1:], known[1:], known, strict=False):
        own, clear = _followed(backend, before, after, radius, _DEPTH)
        steps.append(own)
        if not clear:
            way = f"between {values[last]} and {values[k]} it cannot be told which eigenvalue continues which"
            reasons[k] = f"{way}: take smaller steps"
    found = np.full((len(arms), _MOST), complex(np.nan, np.nan))
    curves = branches([one.values for one in there], steps, radius)
    if curves.shape[1] > _MOST:
        wanted = f"a circle that {_MOST} branches at most enter: ask for fewer eigenvalues"
        raise InputError([Fault("count" if within is None else "within", wanted, str(curves.shape[1]))], "locus")
    found[known, : curves.shape[1]] = curves
    return _fields(found, [None if one is None else one.spectrum for one in roots], radius, reasons)


def _fields(found: Array, spectra: Sequence[ComplexSpectrum | None], radius: float, reasons: Sequence[str]) -> Values:
    size = np.abs(found)
    counted = [[np.nan] * 2 if one is None else [one.unstable, one.rigid] for one in spectra]
    unstable, rigid = np.array(counted, dtype=float).T
    return {
        "real_part": found.real,
        "imaginary_part": found.imag,
        "angular_frequency": size,
        "damping_ratio": -found.real / np.where(size > 0.0, size, np.nan),
        "unstable": unstable,
        "rigid_eigenvalues": rigid,
        "locus_radius": np.full(len(found), radius),
        "reason": np.array(reasons),
    }


def _all_roots(backend: Backend, arms: Sequence[Arm], radius: float) -> tuple[list[_Roots | None], list[str]]:
    """Return the roots of arms, None and a reason where there is no answer."""
    roots: list[_Roots | None] = []
    reasons = []
    for arm in arms:
        try:
            roots.append(_roots(backend, arm, radius))
            reasons.append("")
        except QuestionError as error:
            roots.append(None)
            reasons.append(str(error))
    return roots, reasons


def _roots(backend: Backend, arm: Arm, radius: float) -> _Roots:
    """Return an arm's roots, counted a little beyond a circle."""
    spectrum = _counted(lambda part: eigenvalues(backend, arm, within=part * radius))
    upper = spectrum.eigenvalues
    values = np.concatenate([np.zeros(spectrum.rigid), upper, np.conj(upper[upper.imag > 0.0])])
    return _Roots(arm, values, spectrum.within(radius))


def _counted(ask: Callable[[float], ComplexSpectrum]) -> ComplexSpectrum:
    """Return a spectrum within the first of some circles on which no root lies."""
    for part in _BEYOND[:-1]:
        try:
            return ask(part)
        except TooFewModesError:
            raise
        except QuestionError:
            continue
    return ask(_BEYOND[-1])


def _followed(
    backend: Backend, before: _Roots, after: _Roots, radius: float, depth: int
) -> tuple[NDArray[np.intp], bool]:
    """Return which root after continues each root before, −1 for none, and whether that is clear; halved if not."""
    found = step(before.values, after.values, radius)
    if found.clear or depth == 0:
        return found.after, found.clear
    try:
        middle = _roots(backend, between(before.arm, after.arm), radius)
    except (QuestionError, InputError):
        return found.after, False  # no arm between, or none that has an answer: the step cannot be halved
    first, clear = _followed(backend, before, middle, radius, depth - 1)
    second, clearly = _followed(backend, middle, after, radius, depth - 1)
    return np.where(first < 0, -1, second[first]), clear and clearly
