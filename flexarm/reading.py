"""One table of a TOML document, read into a part of the arm with every fault of it gathered."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from flexarm.checks import nearest, shown
from flexarm.errors import Fault, InputError

Part = TypeVar("Part")


@dataclass(frozen=True)
class Form:
    """The keys of one kind of table."""

    title: str  # what the kind is called in a message
    required: tuple[str, ...] = ()  # keys that must stand in the table
    optional: tuple[str, ...] = ()  # keys that may

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys, in the order in which they are written."""
        return self.required + self.optional


@dataclass(frozen=True)
class Spelled:
    """Stands for a value that no part accepts, and reads as it does in a file."""

    text: str  # what a message shows as got

    def __repr__(self) -> str:
        return self.text


MISSING = Spelled("nothing (the key is missing)")


def plain(value: object) -> object:
    """Return a number, text or array of a document as it is, and anything else as `Spelled`."""
    if isinstance(value, bool):
        return Spelled(str(value).lower())
    if isinstance(value, dict):
        return Spelled("a table")
    if isinstance(value, list):
        tables = value and all(isinstance(entry, dict) for entry in value)
        return Spelled("an array of tables") if tables else [plain(entry) for entry in value]
    return value if isinstance(value, int | float | str | Spelled) else Spelled(str(value))


class Reading:
    """A table, and the faults found in it so far."""

    def __init__(self, value: object, wanted: str) -> None:
        if not isinstance(value, dict):
            raise InputError([Fault("", wanted, shown(plain(value)))])
        self.table: dict[str, object] = value
        self.faults: list[Fault] = []
        self._places = {key: place for place, key in enumerate(value)}

    def spell(self, forms: Mapping[str, Form], likely: Form | None = None) -> None:
        """Refuse keys that no form has, and read on under those that they are meant for: one fault, not its train.

        A key of the likely form is meant rather than one of another.
        """
        known = _known(forms)
        for key in [key for key in self.table if key not in known]:
            near = nearest(key, likely.keys if likely else ()) or nearest(key, known)
            self.faults.append(_unknown(key, near, known))
            value, self.table = self.table[key], {name: one for name, one in self.table.items() if name != key}
            if near and near not in self.table:
                self.table[near], self._places[near] = value, self._places[key]

    def arguments(self, forms: Mapping[str, Form], kind: object) -> dict[str, Any]:
        """Return the values to make a part from, `MISSING` for required ones that are not there."""
        self.spell(forms)
        known = _known(forms)
        always = tuple(key for key in known if all(key in form.required for form in forms.values()))
        form = forms.get(kind, Form("", always, known)) if isinstance(kind, str) else Form("", always, known)
        foreign = [key for key in self.table if key not in form.keys]
        self.faults += [Fault(key, f"nothing, for {form.title}", shown(plain(self.table[key]))) for key in foreign]
        found = {key: plain(value) for key, value in self.table.items() if key in form.keys}
        return dict.fromkeys(form.required, MISSING) | found

    def attempt(self, path: str, make: Callable[..., Part], *values: object, **named: object) -> Part | None:
        """Return what `make` makes of the values, or None after taking over its faults."""
        try:
            return make(*values, **named)
        except InputError as error:
            self.faults += [fault.under(path) for fault in error.faults]
            return None

    def attempt_each(
        self, key: str, make: Callable[..., Part], wanted: str, heading: str | None = None
    ) -> list[Part | None]:
        """Return what `make` makes of every table of an array, headed `heading` or as the key is; None where faulty."""
        value, heading = self.table.get(key, MISSING), heading or key
        if isinstance(value, list) and value:
            return [self.attempt(f"{key}{k}", make, entry) for k, entry in enumerate(value, 1)]
        got = (
            f"a single table: write [[{heading}]], not [{heading}]" if isinstance(value, dict) else shown(plain(value))
        )
        self.faults.append(Fault(key, wanted, got))
        return [None]

    def attempt_arrays(self, values: dict[str, Any], parts: Mapping[str, tuple[str, Callable[..., object]]]) -> None:
        """Put into values what is made of arrays of tables, by field their key and maker; empty ones are left out."""
        for field, (key, make) in parts.items():
            if values.pop(key, None) is not None and self.table[key] != []:
                found = self.attempt_each(key, make, f"tables [[{key}]]")
                values[field] = tuple(part for part in found if part is not None)

    def checked(self, part: Part | None) -> Part:
        """Return the part that was made of this table."""
        if part is None or self.faults:
            raise InputError(sorted(self.faults, key=self._position))
        return part

    def _position(self, fault: Fault) -> int:
        key = re.split(r"[.\[]", fault.path)[0]
        return self._places.get(key, self._places.get(key.rstrip("0123456789"), len(self._places)))


def _known(forms: Mapping[str, Form]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for form in forms.values() for key in form.keys))


def _unknown(key: str, near: str, known: tuple[str, ...]) -> Fault:
    hint = f"; did you mean {near}?" if near else ""
    path = key if re.fullmatch(r"[\w-]+", key) else shown(key)
    return Fault(path, f"one of the keys {', '.join(known)}", f"an unknown key{hint}")
