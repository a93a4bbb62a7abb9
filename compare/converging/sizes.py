"""The sizes of a study: numbers of functions or elements, ascending."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice, pairwise

from flexarm.errors import Fault, InputError
from flexarm.whole import is_whole

# Every size is a solution of its own for each backend: more than these are a mistake rather than a study.
_MOST = 1000
# Beyond this many elements a link, round-off outgrows their own error by far; functions come to far fewer.
_LARGEST = 100_000
# Python makes no number of more than 4300 digits.
_ITEM = re.compile(r"(\d{1,4300})(?::(\d{1,4300})(?::x(\d{1,4300}))?)?")
_FORM = "whole numbers as in 1:12, 4,8,16,32 or 1:1000:x2"


def require_sizes(sizes: Iterable[int]) -> tuple[int, ...]:
    """Return sizes as Python's whole numbers.

    Parameters
    ----------
    sizes
        Whole numbers from 1 to 100 000, ascending, none twice.

    Raises
    ------
    InputError
        If there is none, there are more than a thousand, or they are no such numbers; it names the rule broken.
    """
    found = list(islice(sizes, _MOST + 1)) if isinstance(sizes, Iterable) else []
    fault = _number_fault(found) or _count_fault(sizes, found) or _order_fault(found)
    if fault:
        raise InputError([fault], "convergence")
    return tuple(map(int, found))


def _number_fault(found: Sequence[object]) -> Fault | None:
    wrong = next((size for size in found if not is_whole(size) or not 1 <= size <= _LARGEST), None)
    return None if wrong is None else Fault("sizes", f"whole numbers from 1 to {_LARGEST}", repr(wrong))


def _count_fault(sizes: object, found: Sequence[int]) -> Fault | None:
    if 1 <= len(found) <= _MOST:
        return None
    return Fault("sizes", f"1 to {_MOST} sizes", "more" if found else repr(sizes))


def _order_fault(found: Sequence[int]) -> Fault | None:
    for before, after in pairwise(found):
        if after == before:
            return Fault("sizes", "each size once", f"{after} twice")
        if after < before:
            return Fault("sizes", "ascending sizes", f"{after} after {before}")
    return None


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
        If the text is of another form, or its sizes are none that `require_sizes` accepts; it names the rule broken.
    """
    try:
        return require_sizes(size for item in text.split(",") for size in _named(item.strip()))
    except InputError as error:
        path = f"--sizes {text!r}"
        raise InputError([Fault(path, fault.wanted, fault.got) for fault in error.faults]) from None


def _named(item: str) -> Iterator[int]:
    """Yield the sizes of one part.

    Raises
    ------
    InputError
        If the part is of no known form, or names no size.
    """
    form = _ITEM.fullmatch(item)
    if form is None:
        raise InputError([Fault("", _FORM, repr(item))])
    first, last, factor = (int(number) if number else None for number in form.groups())
    assert first is not None  # the form has no part without it
    if last is not None and last < first:
        raise InputError([Fault("", "a range that ascends", repr(item))])
    if factor is not None and factor < 2:
        raise InputError([Fault("", "a factor of 2 or more", repr(item))])
    yield from _geometric(first, last or first, factor) if factor else range(first, (last or first) + 1)


def _geometric(first: int, last: int, factor: int) -> Iterator[int]:
    while first <= last:
        yield first
        first *= factor


def write_sizes(sizes: Sequence[int]) -> str:
    """Return sizes as `read_sizes` reads them, ``1:6,8,12``.

    Parameters
    ----------
    sizes
        The sizes, ascending; three or more that follow one another are written as a range.
    """
    # Sizes that follow one another have the same distance from their places in the list.
    runs = [[size for _, size in run] for _, run in groupby(enumerate(sizes), lambda pair: pair[1] - pair[0])]
    return ",".join(f"{run[0]}:{run[-1]}" if len(run) > 2 else ",".join(map(str, run)) for run in runs)
