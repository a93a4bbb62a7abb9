"""Frequencies proved in ball arithmetic: what can be asked, and who computes it, where it is installed."""

import math
from collections.abc import Collection, Mapping, Sequence, Set
from fractions import Fraction
from importlib.util import find_spec

from flexarm.arm import Arm
from flexarm.certificate import CertifiedInterval
from flexarm.checks import Condition, shown
from flexarm.decimals import decimal_value, exact_value
from flexarm.errors import Fault, InputError, QuestionError
from flexarm.modes import ModalModel

# Relative half-width of an interval unless said otherwise: the accuracy that the frequencies are refined to.
WIDTH = 1e-12
_CLAIMS = (
    "a list of positive numbers in ascending order, rad/s, within the range of float64, as floats or in decimal digits"
)
WIDTH_CONDITION = Condition("a positive number below 1e-3", lambda value: 0.0 < value < 1e-3, "relative half-width")


def certified(model: ModalModel, width: float) -> ModalModel:
    """Return a modal model with intervals that are proved to contain its frequencies, and these refined.

    Parameters
    ----------
    model
        The model.
    width
        Relative half-width of an interval at most.
    """
    from exact.proof.spectrum import proved

    return proved(model, exact_value(width))


def certified_claims(arm: Arm, claims: Sequence[Fraction], width: float) -> tuple[CertifiedInterval, ...]:
    """Return proved intervals of claimed frequencies, of an arm that the gate has let through.

    Parameters
    ----------
    arm, width
        As for `exact.certify`.
    claims
        What `read_claims` returned.
    """
    from exact.proof.spectrum import proved_claims

    return proved_claims(arm, claims, exact_value(width))


def require_balls() -> None:
    """Refuse to certify where python-flint is not installed.

    Raises
    ------
    QuestionError
        If it is not; the text says how to install it.
    """
    if find_spec("flint") is None:
        raise QuestionError(
            "certified frequencies need python-flint, which is not installed: pip install 'flexarm[certify]', or ask "
            "for frequencies that are not certified"
        )


def read_claims(values: Sequence[float | str]) -> list[Fraction]:
    """Return claimed frequencies as the numbers that they are written as.

    Parameters
    ----------
    values
        Positive numbers in ascending order, rad/s, as floats or in decimal digits.

    Raises
    ------
    InputError
        If they are no such thing.
    """
    listed = isinstance(values, Collection) and not isinstance(values, str | bytes | Mapping | Set)
    try:
        claims = [_claim(value) for value in values] if listed else []
    except (TypeError, ValueError, ArithmeticError):
        claims = []
    if not claims or claims != sorted(claims):
        raise InputError([Fault("frequencies", _CLAIMS, shown(values))], "certify")
    return claims


def _claim(value: float | str) -> Fraction:
    # A number beyond float64's range could be a text of a few characters and an integer of gigabytes.
    if isinstance(value, bool) or not 0.0 < float(value) < math.inf:
        raise ValueError
    return decimal_value(value) if isinstance(value, str) else exact_value(value)
