"""Files that come with flexarm, one folder of TOML a shelf."""

import difflib
from dataclasses import dataclass
from importlib.resources import files

from flexarm.errors import Fault, InputError

_SUFFIX = ".toml"


@dataclass(frozen=True)
class Shelf:
    """A folder of the package.

    Parameters
    ----------
    folder
        The folder's name.
    noun
        What one of its files is called in messages.
    """

    folder: str
    noun: str

    def names(self) -> tuple[str, ...]:
        """Return the names of the files, without their ending, sorted."""
        found = (entry.name for entry in (files("flexarm") / self.folder).iterdir())
        return tuple(sorted(name.removesuffix(_SUFFIX) for name in found if name.endswith(_SUFFIX)))

    def text(self, name: str) -> str:
        """Return the text of one of the files.

        Raises
        ------
        InputError
            If there is no file of that name.
        """
        known = self.names()
        if name not in known:
            near = difflib.get_close_matches(str(name), known, n=1)
            hint = f" (did you mean {near[0]}?)" if near else ""
            raise InputError([Fault(self.noun, f"one of {', '.join(known)}", f"{name!r}{hint}")])
        return (files("flexarm") / self.folder / f"{name}{_SUFFIX}").read_text(encoding="utf-8")
