"""What is computed of an object once, and forgotten with it."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import ref

Thing = TypeVar("Thing")
Known = TypeVar("Known")


def once(of: Callable[[Thing], Known]) -> Callable[[Thing], Known]:
    """Return a function that computes something of every object once, as long as that object is kept.

    Objects that are equal are not taken for one another: numbers in them may be written otherwise.
    """
    known: dict[int, tuple[ref[Thing], Known]] = {}

    @wraps(of)
    def asked(thing: Thing) -> Known:
        key = id(thing)
        if key not in known:
            known[key] = ref(thing, lambda _: known.pop(key, None)), of(thing)
        return known[key][1]

    return asked
