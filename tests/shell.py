"""Commands as a reader types them, by the environment under test."""

import os
import subprocess
import sys
from pathlib import Path


def run(words: str | list[str], folder: Path) -> str:
    """Run a command in a folder and return what it prints; it must succeed and complain of nothing."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        words,
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONIOENCODING": "utf-8"},
        shell=isinstance(words, str),
        capture_output=True,
        timeout=600,
        check=False,
    )
    assert (done.returncode, done.stderr.decode()) == (0, "")
    return done.stdout.decode()
