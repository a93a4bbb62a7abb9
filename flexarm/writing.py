"""Files written whole or not at all, and folders: refused before anything is computed, not after."""

import errno
import os
import secrets
import stat
from pathlib import Path
from tempfile import TemporaryFile

from flexarm.errors import Fault, InputError

_FILE, _FOLDER = "a file that can be written", "a folder that can be written to"


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file whole, or leave what was there: a reader never meets half of it.

    A file that exists is replaced and keeps its permissions, a link is followed.
    """
    try:
        target = _target(path)
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
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        raise _refusal(path, _FILE, error) from error


def require_file(path: Path) -> None:
    """Refuse a file that cannot be written; nothing is left behind."""
    try:
        with TemporaryFile(dir=_target(path).parent):  # rights alone say nothing of a read-only disk
            pass
    except (OSError, ValueError) as error:
        raise _refusal(path, _FILE, error) from error


def require_folder(path: Path) -> None:
    """Refuse a folder that cannot be written to, or cannot be made; nothing is left behind."""
    try:
        there = next(folder for folder in (path, *path.absolute().parents) if os.path.lexists(folder))
        with TemporaryFile(dir=there):
            pass
    except OSError as error:
        raise _refusal(path, _FOLDER, error) from error


def make_folder(path: Path) -> None:
    """Make a folder where there is none."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _refusal(path, _FOLDER, error) from error


def _target(path: str | os.PathLike[str]) -> Path:
    """Return the file that a path leads to; a folder, or what belongs to a device, is none to write whole."""
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "a folder of that name")
    if target.parent == Path("/dev") or (target.exists() and not target.is_file()):
        raise OSError(errno.EINVAL, "a device")
    return target


def _refusal(path: str | os.PathLike[str], wanted: str, error: Exception) -> InputError:
    got = str(getattr(error, "strerror", None) or error).lower()
    return InputError([Fault("", wanted, got)], os.fspath(path))
