"""The conditions that numbers of an arm must meet, each with the words for refusing one."""

import difflib
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flexarm.decimals import kept
from flexarm.errors import Fault, InputError

# What people call names and keys otherwise, in small letters.
_OTHER_WORDS = {
    "ei": "flexural_rigidity",
    "ea": "axial_rigidity",
    "ga": "shear_rigidity",
    "kga": "shear_rigidity",
    "κga": "shear_rigidity",
    "gas": "shear_rigidity",
    "rhoi": "rotary_inertia_per_length",
    "ρi": "rotary_inertia_per_length",
    "gj": "torsional_rigidity",
    "git": "torsional_rigidity",
    "torsion": "torsional_rigidity",
    "twist": "torsional_rigidity",
    "rhoj": "polar_inertia_per_length",
    "ρj": "polar_inertia_per_length",
    "rhoip": "polar_inertia_per_length",
    "g": "shear_modulus",
    "kappa": "shear_coefficient",
    "κ": "shear_coefficient",
    "bernoulli": "euler-bernoulli",
    "euler": "euler-bernoulli",
    "l": "length",
    "e": "youngs_modulus",
    "rho": "density",
    "d": "diameter",
    "t": "wall",
    "k": "stiffness",
    "free": "unlocked",
    "hinge": "unlocked",
    "hinged": "unlocked",
    "pinned": "unlocked",
    "spring": "locked",
    "fixed": "rigid",
    "welded": "rigid",
    "clamped": "fixed",
    "floating": "free",
}
# Characters of a wrong value that a message shows.
_SHOWN = 60


@dataclass(frozen=True)
class Condition:
    """What a number must be."""

    wanted: str  # the condition in words, without the unit
    holds: Callable[[float], bool]  # says whether a finite number meets it
    unit: str  # the unit, for the message

    def __str__(self) -> str:
        return self.with_unit(self.wanted)

    def with_unit(self, words: str) -> str:
        """Return words with the unit behind them, where there is one."""
        return words if self.unit == "1" else f"{words} ({self.unit})"


def positive(unit: str) -> Condition:
    """Return the condition of being greater than zero, in `unit`."""
    return Condition("a positive number", lambda value: value > 0.0, unit)


def non_negative(unit: str) -> Condition:
    """Return the condition of being zero or greater, in `unit`."""
    return Condition("a number that is not negative", lambda value: value >= 0.0, unit)


def finite(unit: str) -> Condition:
    """Return the condition of being any finite number, in `unit`."""
    return Condition("a finite number", lambda _: True, unit)


def is_number(value: object) -> bool:
    """Say whether a value is a real number; True and False are not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def as_finite(value: object) -> float | None:
    """Return a value as a finite float64, or None where it is not one."""
    try:
        number = float(value) if is_number(value) else math.nan  # type: ignore[arg-type]
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def shown(value: object) -> str:
    """Return a value as a message shows it: in one line, and not too long."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no integer of more than 4300 digits
        return "an integer of thousands of digits"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def number_fault(path: str, value: object, condition: Condition) -> Fault | None:
    """Return the fault of one number, or None where it meets its condition."""
    number = as_finite(value)
    if number is not None and condition.holds(number):
        return None
    if number is None and is_number(value):  # neither its sign nor its size is what is wrong
        wanted = "a number below 1.8e308" if isinstance(value, int) else "a finite number"
        return Fault(path, condition.with_unit(wanted), shown(value))
    return Fault(path, str(condition), shown(value))


def numbers_faults(path: str, value: object, condition: Condition) -> list[Fault]:
    """Return the faults of what must be any number of numbers: `damping2` is the second of them, as `link2` is."""
    if not isinstance(value, list | tuple):
        return [Fault(path, f"numbers, each {condition}", shown(value))]
    return _each([f"{path}{k}" for k in range(1, len(value) + 1)], value, condition)


def _each(paths: Sequence[str], values: Sequence[object], condition: Condition) -> list[Fault]:
    each = (number_fault(path, value, condition) for path, value in zip(paths, values, strict=True))
    return [fault for fault in each if fault is not None]


def pair_faults(path: str, value: object, condition: Condition) -> list[Fault]:
    """Return the faults of what must be a pair of numbers."""
    return _vector_faults(path, value, condition, (2,), "two numbers")


def vector_faults(path: str, value: object, condition: Condition) -> list[Fault]:
    """Return the faults of what must be two numbers in the plane or three in space."""
    return _vector_faults(path, value, condition, (2, 3), "two numbers, or three in space")


def _vector_faults(path: str, value: object, condition: Condition, sizes: tuple[int, ...], wanted: str) -> list[Fault]:
    """Return the faults of what must be numbers, its parts named as a sweep names them: `gravity[1]`."""
    if not isinstance(value, list | tuple) or len(value) not in sizes:
        return [Fault(path, f"{wanted}, each {condition}", shown(value))]
    return _each([f"{path}[{i}]" for i in range(len(value))], value, condition)


def require(instance: Any, conditions: Mapping[str, Condition], others: list[Fault] | None = None) -> None:
    """Turn the named fields of a frozen dataclass into floats, or refuse all that are wrong."""
    own = (number_fault(name, getattr(instance, name), condition) for name, condition in conditions.items())
    faults = [fault for fault in own if fault is not None] + (others or [])
    if faults:
        raise InputError(faults, type(instance).__name__)
    for name in conditions:
        object.__setattr__(instance, name, kept(getattr(instance, name)))


def text_faults(path: str, value: object) -> list[Fault]:
    """Return the fault of what must be a text that a file can hold: half of a surrogate pair is none."""
    try:
        good = isinstance(value, str) and value.encode() is not None
    except UnicodeEncodeError:
        good = False
    return [] if good else [Fault(path, "a text", shown(value))]


def unknown_name(path: str, name: object, known: Iterable[str]) -> Fault:
    """Return the fault of a name that is none of those known, with the nearest of them."""
    names = list(known)
    return Fault(path, f"one of {', '.join(names)}", f"{shown(name)}{meant(name, names)}")


def meant(name: object, known: Iterable[str]) -> str:
    """Return what a message says of a wrong name beside it: which one is meant, if any of those known is near."""
    found = nearest(name, known)
    return f" (did you mean {found}?)" if found else ""


def nearest(name: object, known: Iterable[str]) -> str:
    """Return which of the known names a wrong one is meant for; empty where none is near."""
    names = list(known) if isinstance(name, str) else []
    near = difflib.get_close_matches(str(name).lower(), names, n=1)
    other = _OTHER_WORDS.get(str(name).lower(), "")
    return other if other in names else near[0] if near else ""


def require_once(path: str, noun: str, names: Sequence[str], source: str = "") -> None:
    """Refuse names that are given twice."""
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError([Fault(path, f"each {noun} once", f"{name!r} more than once") for name in twice], source)
