"""Files written whole or not at all, and folders: refused before anything is computed, not after."""

import errno
import os
import secrets
import stat
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile

from flexarm.errors import Fault, InputError

_FILE, _FOLDER = "a file that can be written", "a folder that can be written to"


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file whole, or leave what was there: a reader never meets half of it.

    A file that exists is replaced and keeps its permissions, a link is followed.
    """
    _write({path: data})


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files of given names into a folder, made where there is none: all of them, each whole, or none."""
    new = not folder.exists()
    make_folder(folder)
    try:
        _write({folder / name: data for name, data in files.items()})
    except InputError:
        if new:
            with suppress(OSError):  # not empty: someone else writes there
                folder.rmdir()
        raise


def _write(files: Mapping[str | os.PathLike[str], bytes] | Mapping[Path, bytes]) -> None:
    """Write files, each whole: where there is no room for one of them, none."""
    with ExitStack() as drafts:
        ready = [(path, *_drafted(path, data, drafts)) for path, data in files.items()]
        for path, draft, target in ready:
            with _refused(path, _FILE):
                os.replace(draft, target)


def _drafted(path: str | os.PathLike[str], data: bytes, drafts: ExitStack) -> tuple[Path, Path]:
    """Return a draft with all that is to be written, put aside in the end, and the file that it is to replace."""
    with _refused(path, _FILE):
        target = _target(path)
        # In the target's own folder: only within one file system is the replacement a single step.
        draft = target.with_name(f".{secrets.token_hex(8)}.tmp")
        drafts.callback(draft.unlink, missing_ok=True)
        with open(draft, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            draft.chmod(stat.S_IMODE(target.stat().st_mode))
        return draft, target


def require_file(path: Path) -> None:
    """Refuse a file that cannot be written; nothing is left behind."""
    # Rights alone say nothing of a read-only disk.
    with _refused(path, _FILE), TemporaryFile(dir=_target(path).parent):
        pass


def require_folder(path: Path) -> None:
    """Refuse a folder that cannot be written to, or cannot be made; nothing is left behind."""
    with _refused(path, _FOLDER):
        there = next(folder for folder in (path, *path.absolute().parents) if os.path.lexists(folder))
        with TemporaryFile(dir=there):
            pass


def make_folder(path: Path) -> None:
    """Make a folder where there is none."""
    with _refused(path, _FOLDER):
        path.mkdir(parents=True, exist_ok=True)


def _target(path: str | os.PathLike[str]) -> Path:
    """Return the file that a path leads to; a folder, or what belongs to a device, is none to write whole."""
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "a folder of that name")
    if target.parent == Path("/dev") or (target.exists() and not target.is_file()):
        raise OSError(errno.EINVAL, "a device")
    return target


@contextmanager
def _refused(path: str | os.PathLike[str], wanted: str) -> Iterator[None]:
    """Refuse in words what the system refuses."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        got = str(getattr(error, "strerror", None) or error).lower()
        raise InputError([Fault("", wanted, got)], os.fspath(path)) from error
