"""Numbers for files that know no NaN: JSON and CSV."""

from math import isfinite


def finite_or_none(value: object) -> object:
    """Return a number, numpy's or not, or numbers in lists, with None for what is not finite; all else as it is."""
    if isinstance(value, list):
        return [finite_or_none(one) for one in value]
    plain = value.item() if hasattr(value, "item") else value
    return None if isinstance(plain, float) and not isfinite(plain) else plain
