"""Errors of complex eigenvalues against a reference: how far off frequency and damping ratio are."""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from compare.engine.field import Field
from compare.studies.answers import as_far, timed, with_spare
from compare.studies.eigenvalues import paired
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.closed_loop.eigenvalues import eigenvalues
from flexarm.closed_loop.spectrum import AXIS, ComplexSpectrum

# Coarse models have eigenvalues in another order: so many more are asked of them and of the reference.
_SPARE = 2
_MODE = ("mode",)
EIGENVALUE_FIELDS = {
    "angular_frequency": Field(_MODE, "f8", "rad/s", "natural angular frequency, |s|"),
    "relative_error": Field(_MODE, "f8", "1", "relative frequency error against the reference"),
    "damping_ratio": Field(_MODE, "f8", "1", "damping ratio, −Re s/|s|"),
    "damping_ratio_error": Field(_MODE, "f8", "1", "relative damping ratio error against the reference"),
}
PAIRING_RULE = (
    f"eigenvalues and the reference's, {_SPARE} more of each than asked for, are paired one to one so that the sum of "
    "their distances is least"
)


def eigenvalue_errors(arm: Arm, reference: Backend, modes: int) -> Callable[[Backend], Mapping[str, object]]:
    """Return what asks a backend for an arm's eigenvalues and says how far off each of the reference's is in them."""

    def asked(backend: Backend, count: int) -> tuple[ComplexSpectrum, float]:
        return timed(backend, lambda: eigenvalues(backend, arm, count))

    truth = with_spare(partial(asked, reference), modes, _SPARE)[0]
    true, ratio = truth.eigenvalues, truth.damping_ratio[:modes]

    def of(sized: Backend) -> Mapping[str, object]:
        ask = partial(asked, sized)
        (found, seconds), reason = as_far(lambda count: with_spare(ask, count, _SPARE), modes)
        rows, columns = paired(found.eigenvalues, true)
        rows, columns = rows[columns < modes], columns[columns < modes]

        def placed(values: Array) -> Array:
            return np.asarray(np.append(values, np.nan)[places])

        places = np.full(modes, -1)
        places[columns] = rows
        omega, damping = placed(found.angular_frequency), placed(found.damping_ratio)
        damped = np.where(np.abs(ratio) > AXIS, ratio, np.nan)
        return {
            "angular_frequency": omega,
            "relative_error": omega / truth.angular_frequency[:modes] - 1.0,
            "damping_ratio": damping,
            "damping_ratio_error": damping / damped - 1.0,
            "missing": ["" if there else reason or f"{sized.spec} has no eigenvalue near" for there in places >= 0],
            "unknowns": found.unknowns,
            "seconds": seconds,
        }

    return of
