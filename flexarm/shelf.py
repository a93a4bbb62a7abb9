"""Files that come with flexarm, one folder of TOML a shelf."""

from dataclasses import dataclass
from importlib.resources import files

from flexarm.checks import unknown_name
from flexarm.errors import InputError

_SUFFIX = ".toml"


@dataclass(frozen=True)
class Shelf:
    """A folder of the package."""

    folder: str  # the folder's name
    noun: str  # what one of its files is called in messages

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
