"""Files that come with flexarm, one folder of TOML a shelf."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from typing import Generic, TypeVar

from flexarm.checks import unknown_name
from flexarm.errors import InputError

_SUFFIX = ".toml"


Thing = TypeVar("Thing", covariant=True)


@dataclass(frozen=True)
class Shelf(Generic[Thing]):
    """A folder of the package, and what its files are of."""

    folder: str  # the folder's name
    noun: str  # what one of its files is called in messages
    loads: Callable[..., Thing]  # what makes it of a text, and of the `source` that messages name

    def names(self) -> tuple[str, ...]:
        """Return the names of the files, without their ending, sorted."""
        names = (entry.name for entry in (files("flexarm") / self.folder).iterdir())
        return tuple(sorted(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX)))

    def text(self, name: str) -> str:
        """Return the text of one of the files."""
        known = self.names()
        if name not in known:
            raise InputError([unknown_name(self.noun, name, known)])
        return (files("flexarm") / self.folder / f"{name}{_SUFFIX}").read_text(encoding="utf-8")

    def thing(self, name: str) -> Thing:
        """Return what one of the files is of."""
        return self.loads(self.text(name), source=f"{name}{_SUFFIX}")
