"""Numbers along an axis, as they are handed in."""

from collections.abc import Callable, Iterable
from itertools import islice, pairwise

import numpy as np

from flexarm.checks import as_finite, shown
from flexarm.errors import Fault, InputError

# Every value is a solution of its own for each backend: more than these are a mistake rather than a study.
MOST = 1000


def ascending(
    given: object, path: str, words: str, wanted: str, holds: Callable[[float], bool], source: str = ""
) -> tuple[float, ...]:
    """Return finite numbers that ascend, one to a thousand; or refuse them.

    `words` are what they are called, `wanted` those for what each must be, and `holds` says whether it is.
    """
    values = list(islice(given, MOST + 1)) if isinstance(given, Iterable) and not isinstance(given, str) else []
    plain = [value.item() if isinstance(value, np.generic) else value for value in values]
    wrong = next((value for value in plain if as_finite(value) is None or not holds(value)), None)
    if wrong is not None:
        raise InputError([Fault(path, wanted, shown(wrong))], source)
    if not 1 <= len(plain) <= MOST:
        raise InputError([Fault(path, f"1 to {MOST} {words}", "more" if plain else shown(given))], source)
    back = next((f"{after:g} after {before:g}" for before, after in pairwise(plain) if after <= before), None)
    if back is not None:
        raise InputError([Fault(path, f"ascending {words}, none twice", back)], source)
    return tuple(plain)
