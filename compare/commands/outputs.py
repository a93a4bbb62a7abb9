"""What the commands may write to."""

import os
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryFile

from flexarm.errors import Fault, InputError


def require_output(path: Path, known: Sequence[str], option: str = "--output") -> None:
    """Refuse an output file of an unknown kind, or one that cannot be written; nothing is left behind.

    Parameters
    ----------
    path
        The file that is to be written.
    known
        Suffixes of the kinds that can be written.
    option
        The option that named the file, for the refusal of its kind.

    Raises
    ------
    InputError
        If the file's suffix is none of them, or its folder is missing or may not be written to.
    """
    if path.suffix.lower() not in known:
        raise InputError([Fault(option, f"a file name that ends in {' or '.join(known)}", repr(str(path)))])
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise _refusal(path, "a folder of that name")
    try:
        with TemporaryFile(dir=target.parent):  # rights alone say nothing of a read-only disk
            pass
    except OSError as error:
        raise _refusal(path, str(error.strerror or error).lower()) from error


def _refusal(path: Path, got: str) -> InputError:
    return InputError([Fault("", "a file that can be written", got)], os.fspath(path))
