"""The roots of arms that differ in a number: counted, and each followed from one arm to another."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from compare.studies.between import between
from compare.studies.branches import step
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.closed_loop.eigenvalues import eigenvalues
from flexarm.closed_loop.spectrum import ComplexSpectrum
from flexarm.errors import InputError, QuestionError, TooFewModesError

# Roots are followed this far beyond the circle that is shown, so that they come in and go out by name; where one lies
# on that very circle, another is taken.
_BEYOND = (1.3, 1.37, 1.23, 1.44, 1.17)
# Halvings of a step.
_DEPTH = 12


@dataclass(frozen=True, eq=False)
class Roots:
    """An arm, and its eigenvalues of both half planes, with zeros of rigid-body motions, a little beyond a circle."""

    arm: Arm
    values: Array
    spectrum: ComplexSpectrum


def roots_of(backend: Backend, arm: Arm, radius: float) -> Roots:
    """Return an arm's roots, counted a little beyond a circle."""
    spectrum = _counted(lambda part: eigenvalues(backend, arm, within=part * radius))
    upper = spectrum.eigenvalues
    values = np.concatenate([np.zeros(spectrum.rigid), upper, np.conj(upper[upper.imag > 0.0])])
    return Roots(arm, values, spectrum.within(radius))


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


def followed(
    backend: Backend, before: Roots, after: Roots, radius: float, depth: int = _DEPTH
) -> tuple[NDArray[np.intp], bool]:
    """Return which root after continues each root before, −1 for none, and whether that is clear; halved if not."""
    found = step(before.values, after.values, radius)
    if found.clear or depth == 0:
        return found.after, found.clear
    try:
        middle = roots_of(backend, between(before.arm, after.arm), radius)
    except (QuestionError, InputError):
        return found.after, False  # no arm between, or none that has an answer: the step cannot be halved
    first, clear = followed(backend, before, middle, radius, depth - 1)
    second, clearly = followed(backend, middle, after, radius, depth - 1)
    return np.where(first < 0, -1, second[first]), clear and clearly
