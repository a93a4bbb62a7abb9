"""Numbers as they are written on the command line."""

from collections.abc import Sequence

from cyclopts import CoercionError, Token


def whole(_: object, tokens: Sequence[Token]) -> int:
    """Return the whole number that an option names; 1.5 is none, and is refused rather than rounded."""
    (token,) = tokens
    try:
        return int(token.value)
    except ValueError:
        raise CoercionError(token=token, target_type=int) from None


def part(_: object, tokens: Sequence[Token]) -> float:
    """Return the number that an option names, as it is or in per cent: 0.001 or 0.1%."""
    (token,) = tokens
    text = token.value.strip()
    try:
        return float(text.removesuffix("%").strip()) / (100.0 if text.endswith("%") else 1.0)
    except ValueError:
        raise CoercionError(token=token, target_type=float) from None
