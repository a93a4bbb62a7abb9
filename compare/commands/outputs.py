"""What the commands may write to."""

from collections.abc import Sequence
from pathlib import Path

from flexarm.errors import Fault, InputError


def require_suffix(path: Path, known: Sequence[str], option: str = "--output") -> None:
    """Refuse an output file of an unknown kind.

    Parameters
    ----------
    path
        The file that is to be written.
    known
        Suffixes of the kinds that can be written.
    option
        The option that named the file.

    Raises
    ------
    InputError
        If the file's suffix is none of them.
    """
    if path.suffix.lower() not in known:
        raise InputError([Fault(option, f"a file name that ends in {' or '.join(known)}", repr(str(path)))])
