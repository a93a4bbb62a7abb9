"""Numbers as they are written on the command line."""

from collections.abc import Sequence

from cyclopts import CoercionError, Token


def whole(_: object, tokens: Sequence[Token]) -> int:
    """Return the whole number that an option names; 1.5 is none, and is refused rather than rounded.

    Parameters
    ----------
    tokens
        The one word that follows the option.

    Raises
    ------
    CoercionError
        If it is no whole number.
    """
    (token,) = tokens
    try:
        return int(token.value)
    except ValueError:
        raise CoercionError(token=token, target_type=int) from None
