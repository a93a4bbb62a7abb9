"""The product's own three ways, through their backends."""

import numpy as np

from compare.formulations.formulation import Formulation, Kind, Spectrum
from compare.formulations.handling import guarded, weightless
from flexarm.arm import Arm
from flexarm.backend import Backend, bare_frequencies, find_backend
from flexarm.closed_loop.eigenvalues import eigenvalues
from flexarm.errors import QuestionError, TooFewModesError


def ours(kind: Kind, spec: str, title: str, source: str, name: str = "") -> Formulation:
    """Return a backend as a formulation, by the backend's name unless it has one of its own."""

    def solve(arm: Arm, count: int, size: int | None) -> Spectrum:
        backend = find_backend(spec) if size is None else find_backend(spec).with_size(size)
        try:
            return spectrum_of(backend, arm, count)
        except TooFewModesError as error:
            return solve(arm, error.available, size) if 0 < error.available < count else _NOTHING
        except QuestionError:
            # Numbers that lie too far apart for float64: it says so, and finds nothing.
            return _NOTHING

    return Formulation(name or spec.split(":")[0], title, source, kind, weightless, guarded(weightless, solve))


def spectrum_of(backend: Backend, arm: Arm, count: int) -> Spectrum:
    """Return what a backend says of an arm: natural frequencies, or of one that is damped those of its eigenvalues."""
    if arm.driven:
        found = eigenvalues(backend, arm, count)
        return Spectrum(found.angular_frequency, np.nan, found.damping_ratio)
    return Spectrum(bare_frequencies(backend, arm, count), np.nan)


_NOTHING = Spectrum(np.zeros(0), np.nan)
