"""The sizes of a study: numbers of functions or elements, ascending."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from compare.engine.ascending import ascending
from flexarm.checks import shown
from flexarm.errors import Fault, InputError
from flexarm.whole import is_whole

# Beyond this many elements a link, round-off outgrows their own error by far; functions come to far fewer.
LARGEST = 100_000
# Python makes no number of more than 4300 digits.
_ITEM = re.compile(r"(\d{1,4300})(?::(\d{1,4300})(?::x(\d{1,4300}))?)?")
_FORM = "whole numbers as in 1:12, 4,8,16,32 or 1:1000:x2"


def require_sizes(sizes: object, source: str = "convergence") -> tuple[int, ...]:
    """Return whole numbers from 1 to 100 000, ascending; or refuse them with the rule broken."""
    wanted = f"whole numbers from 1 to {LARGEST}"
    found = ascending(sizes, "sizes", "sizes", wanted, lambda size: is_whole(size) and 1 <= size <= LARGEST, source)
    return tuple(map(int, found))


def read_sizes(text: str) -> tuple[int, ...]:
    """Return the sizes that a text names: ``8``, ``1:12`` (all between), ``1:1000:x2`` (doubling), commas between."""
    try:
        return require_sizes(size for item in text.split(",") for size in _named(item.strip()))
    except InputError as error:
        path = f"--sizes {shown(text)}"
        raise InputError([Fault(path, fault.wanted, fault.got) for fault in error.faults]) from None


def _named(item: str) -> Iterator[int]:
    """Yield the sizes of one part."""
    form = _ITEM.fullmatch(item)
    if form is None:
        raise InputError([Fault("", _FORM, shown(item))])
    first, last, factor = (int(number) if number else None for number in form.groups())
    assert first is not None  # the form has no part without it
    if last is not None and last < first:
        raise InputError([Fault("", "a range that ascends", shown(item))])
    if factor is not None and factor < 2:
        raise InputError([Fault("", "a factor of 2 or more", shown(item))])
    yield from _geometric(first, last or first, factor) if factor else range(first, (last or first) + 1)


def _geometric(first: int, last: int, factor: int) -> Iterator[int]:
    while first <= last:
        yield first
        first *= factor


def write_sizes(sizes: Sequence[int]) -> str:
    """Return ascending sizes as `read_sizes` reads them, ``1:6,8,12``."""
    # Sizes that follow one another have the same distance from their places in the list.
    runs = [[size for _, size in run] for _, run in groupby(enumerate(sizes), lambda pair: pair[1] - pair[0])]
    return ",".join(f"{run[0]}:{run[-1]}" if len(run) > 2 else ",".join(map(str, run)) for run in runs)
