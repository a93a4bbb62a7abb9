"""The dynamic stiffness of a uniform Euler–Bernoulli beam in balls, in closed form; as in `exact.member`."""

import numpy as np
from flint import arb, arb_mat, ctx, fmpq

from exact.member import ABSOLUTE, PLACE, SIGN
from exact.proof.balls import precision, scalar
from exact.proof.undecided import Undecided
from flexarm.chain import ChainLink

_TO_RELATIVE, _SIGNS = arb_mat(ABSOLUTE.T.astype(int).tolist()), SIGN.astype(int).astype(object)
# At small β the closed form loses β⁴ in its denominator and β⁴ in the beam's inertia beside its stiffness.
_LOST, _GUARD = 8, 32


class BendingMember:
    """A flexible link at one frequency.

    Parameters
    ----------
    link
        The link's numbers, exact.
    omega
        The frequency, rad/s.

    Attributes
    ----------
    stiffness
        Its 4 × 4 dynamic stiffness, N/m, in u, θL, w and w′L.
    clamped_count
        Number of its natural frequencies below ω with both ends clamped.
    pole
        1 − cos β cosh β, whose zeros are these frequencies: the stiffness times it has no poles.
    """

    def __init__(self, link: ChainLink, omega: fmpq) -> None:
        mass, length, rigidity = map(scalar, (link.mass_per_length, link.length, link.flexural_rigidity))
        fourth = mass * omega**2 * length**4 / rigidity
        with precision(ctx.prec + _GUARD + _LOST * _bits_below_one(fourth) // 4):
            beta = arb(fourth).root(4)
            self.clamped_count, self.pole, six = _closed_form(beta)
            whole = arb_mat((_SIGNS * np.array(six, dtype=object)[PLACE]).tolist())
            self.stiffness = _TO_RELATIVE * whole * _TO_RELATIVE.transpose() * arb(rigidity / length**3)


def _bits_below_one(value: fmpq) -> int:
    return max(0, value.q.bit_length() - value.p.bit_length())


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
