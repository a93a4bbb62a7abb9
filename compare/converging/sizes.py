"""The sizes of a study: numbers of functions or elements, ascending."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise

from flexarm.errors import Fault, InputError
from flexarm.whole import is_whole

# Every size is a solution of its own for each backend: more than these are a mistake rather than a study.
_MOST = 1000
_ITEM = re.compile(r"(\d+)(?::(\d+)(?::x(\d+))?)?")
_WANTED = f"sizes as in 1:12, 4,8,16,32 or 1:1000:x2; ascending, none twice, {_MOST} at most"


def require_sizes(sizes: Iterable[int]) -> tuple[int, ...]:
    """Return sizes as Python's whole numbers.

    Parameters
    ----------
    sizes
        Whole numbers of 1 or more, ascending, none twice.

    Raises
    ------
    InputError
        If there is none, there are more than a thousand, or they are no such numbers.
    """
    found = list(islice(sizes, _MOST + 1)) if isinstance(sizes, Iterable) else []
    wrong = [size for size in found if not is_whole(size) or size < 1]
    if wrong:
        raise InputError([Fault("sizes", "whole numbers of 1 or more", repr(size)) for size in wrong], "convergence")
    if not 1 <= len(found) <= _MOST:
        raise InputError([Fault("sizes", f"1 to {_MOST} sizes", repr(sizes))], "convergence")
    if any(after <= before for before, after in pairwise(found)):
        raise InputError([Fault("sizes", "ascending sizes, none twice", repr(sizes))], "convergence")
    return tuple(map(int, found))


def read_sizes(text: str) -> tuple[int, ...]:
    """Return the sizes that a text names.

    Parameters
    ----------
    text
        Parts with commas between: ``8`` is one size, ``1:12`` every size from 1 to 12, and ``1:1000:x2`` the size 1
        and its doubles up to 1000.

    Raises
    ------
    InputError
        If the text is of another form, or its sizes are not ascending.
    """
    items = [_ITEM.fullmatch(item.strip()) for item in text.split(",")]
    try:
        return require_sizes(size for item in items for size in _named(item))
    except ValueError:
        raise InputError([Fault("--sizes", _WANTED, repr(text))]) from None


def _named(item: re.Match[str] | None) -> Iterator[int]:
    """Yield the sizes of one part.

    Raises
    ------
    ValueError
        If the part is of no known form, or names no size.
    """
    if item is None:
        raise ValueError
    first, last, factor = (int(number) if number else None for number in item.groups())
    if first is None or (last is not None and last < first) or (factor is not None and (factor < 2 or first < 1)):
        raise ValueError
    if factor is None:
        yield from range(first, (last or first) + 1)
        return
    while first <= (last or first):
        yield first
        first *= factor
