"""The dynamic stiffness of a uniform Euler–Bernoulli beam in balls, real or complex, in closed form.

As in `exact.bending`.
"""

from typing import Any

import numpy as np
from flint import acb, arb, ctx

from exact.bending import PLACE, SIGN
from exact.proof.balls import precision
from exact.proof.undecided import Undecided
from flexarm.arrays import Array

# At small β the closed form loses β⁴ in its denominator and β⁴ in the beam's inertia beside its stiffness.
_LOST, _GUARD = 8, 32


def bent(load: Any) -> tuple[Array, int, Any]:
    """Return D in absolute end coordinates, its clamped count and (1 − cos β cosh β)/β⁴, whose zeros are D's poles.

    D has the shape (4, 4), in units of EI/L³ and L; `load` is β⁴ = m ω² L⁴ / EI, exact or a ball; of a complex one
    nothing is counted.
    """
    lost = _LOST * max(0, -int(abs(load).log().lower().floor().unique_fmpz() or 0)) // 2
    with precision(ctx.prec + _GUARD + lost):
        beta = load.root(4)
        pole, six = _closed_form(beta)
        count = 0 if isinstance(load, acb) else _count(beta, pole)
        return SIGN.astype(object) * np.array(six, dtype=object)[PLACE], count, pole / load


def _closed_form(beta: Any) -> tuple[Any, list[Any]]:
    """Return the pole function and the six end coefficients in units of EI/L³, which are even in β and iβ."""
    s, c = beta.sin_cos()
    sh, ch = beta.sinh_cosh()
    pole = 1 - c * ch
    if not pole != 0:
        raise Undecided
    numerators = [s * ch + c * sh, s * sh, s * ch - c * sh, s + sh, ch - c, sh - s]
    return pole, [beta**power * top / pole for power, top in zip((3, 2, 1, 3, 2, 1), numerators, strict=True)]


def _count(beta: arb, pole: arb) -> int:
    """Return the clamped count."""
    half_waves = (beta / arb.pi()).floor().unique_fmpz()
    if half_waves is None:
        raise Undecided
    # Wittrick and Williams (1971).
    number = int(half_waves)
    return number - int((pole > 0) == (number % 2 == 1))
