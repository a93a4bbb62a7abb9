"""The dynamic stiffness of a uniform Euler–Bernoulli beam in balls, in closed form; as in `exact.bending`."""

from typing import Any

import numpy as np
from flint import arb, ctx

from exact.bending import PLACE, SIGN
from exact.proof.balls import precision
from exact.proof.undecided import Undecided
from flexarm.arrays import Array

# At small β the closed form loses β⁴ in its denominator and β⁴ in the beam's inertia beside its stiffness.
_LOST, _GUARD = 8, 32


def bent(load: Any) -> tuple[Array, int, arb]:
    """Return D in absolute end coordinates, its clamped count and 1 − cos β cosh β, a function without poles times D.

    D has the shape (4, 4), in units of EI/L³ and L; `load` is β⁴ = m ω² L⁴ / EI, exact or a ball.
    """
    lost = _LOST * max(0, -int(arb(load).log().lower().floor().unique_fmpz() or 0)) // 2
    with precision(ctx.prec + _GUARD + lost):
        beta = arb(load).root(4)
        count, pole, six = _closed_form(beta)
        return SIGN.astype(object) * np.array(six, dtype=object)[PLACE], count, pole


def _closed_form(beta: arb) -> tuple[int, arb, list[arb]]:
    """Return the clamped count, the pole function and the six end coefficients in units of EI/L³."""
    s, c = beta.sin_cos()
    sh, ch = beta.sinh_cosh()
    pole = 1 - c * ch
    half_waves = (beta / arb.pi()).floor().unique_fmpz()
    if half_waves is None or not (pole > 0 or pole < 0):
        raise Undecided
    # Wittrick and Williams (1971).
    sign = (1 if pole > 0 else -1) * (-1) ** int(half_waves)
    numerators = [s * ch + c * sh, s * sh, s * ch - c * sh, s + sh, ch - c, sh - s]
    six = [beta**power * top / pole for power, top in zip((3, 2, 1, 3, 2, 1), numerators, strict=True)]
    return int(half_waves) - (1 - sign) // 2, pole, six
