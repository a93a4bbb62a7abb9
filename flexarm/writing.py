"""Files written whole or not at all."""

import errno
import os
import secrets
import stat
from pathlib import Path

from flexarm.errors import Fault, InputError


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file whole, or leave what was there: a reader never meets half of it.

    Parameters
    ----------
    path
        The file to write; one that exists is replaced and keeps its permissions, a link is followed.
    data
        All that the file shall hold.

    Raises
    ------
    InputError
        If the file cannot be written there.
    """
    try:
        target = Path(os.path.realpath(path))
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, "a folder of that name")
        _replace(target, data)
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        got = str(getattr(error, "strerror", None) or error).lower()
        raise InputError([Fault("", "a file that can be written", got)], os.fspath(path)) from error


def _replace(target: Path, data: bytes) -> None:
    # In the target's own folder: only within one file system is the replacement a single step.
    draft = target.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with open(draft, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            draft.chmod(stat.S_IMODE(target.stat().st_mode))
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
