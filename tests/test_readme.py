"""The README is true: its commands run, its example runs, and both print what it says they print."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.readme import COMMANDS, EXAMPLES, MORE_COMMANDS, README, ROOT, VALIDATION, said_after
from tests.shell import run

# Installation with the main job, which `test_validation` runs; this very suite; and the report, which `test_arm_report`
# makes by the same command of a lighter arm.
ELSEWHERE = ("python3 -m venv ", "pip install ", "flexarm report ")

# What it prints stands below it.
TABLE = "flexarm compare flexarm/arms/shuttle-free-base.toml"
ROUND_OFF = 1e-11  # relative errors below it are not the same on every machine


@pytest.fixture
def checkout(tmp_path):
    """A folder that has the shipped files where a checkout has them."""
    for folder in ("arms", "cases", "manoeuvres"):
        shutil.copytree(ROOT / "flexarm" / folder, tmp_path / "flexarm" / folder)
    return tmp_path


def settled(printed: str) -> list[list[str]]:
    """Words by line, without times, and with errors of the size of round-off made equal."""
    lines = [line.replace("─", " ").split() for line in printed.splitlines()]
    kept = [line for line in lines if line and line[0] != "seconds"]
    return [["round-off" if is_round_off(word) else word for word in line] for line in kept]


def is_round_off(word: str) -> bool:
    return re.fullmatch(r"-?\d\.\de[+-]\d\d", word) is not None and abs(float(word)) < ROUND_OFF


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", [line for line in (*COMMANDS, *MORE_COMMANDS) if line != TABLE and not line.startswith(ELSEWHERE)]
)
def test_commands_run(command, checkout):
    before = set(checkout.iterdir())
    printed = run(command, checkout)
    written = set(checkout.iterdir()) - before
    assert printed or written
    assert not written - ignored(written)


def ignored(paths):
    """Those that git leaves alone where they stand in a checkout; all of them where there is no git."""
    if not (ROOT / ".git").exists() or not paths:
        return paths
    told = subprocess.run(
        ["git", "check-ignore", *(path.name for path in paths)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return {path for path in paths if path.name in told.stdout.splitlines()}


def test_the_table_is_what_the_command_prints(checkout):
    said, printed = said_after(TABLE), run(TABLE, checkout)
    assert settled(said) == settled(printed)
    assert "seconds" in said


def test_the_example_prints_what_is_said(tmp_path):
    (text,) = EXAMPLES
    assert settled(run([sys.executable, "-c", text], tmp_path)) == settled(said_after(text))


def test_two_commands_do_all():
    """One makes the environment and runs the main job, one the tests; what either writes git leaves alone."""
    first, second, *_ = COMMANDS
    assert re.fullmatch(f"python3 -m venv .* && {VALIDATION}", first)
    assert len([line for line in COMMANDS if "python -m pytest -n" in line]) == 1
    assert second.startswith("pip install -e '.[test]' && python -m pytest -n")
    assert {Path("report")} == ignored({Path("report")})


def test_files_that_are_linked_are_there():
    links = re.findall(r"\]\(([^)#:]+)\)|src=\"([^\"]+)\"", README)
    assert links
    assert [name for pair in links for name in pair if name and not (ROOT / name).is_file()] == []
    assert all(picture.stat().st_size < 100_000 for picture in (ROOT / "docs" / "images").iterdir())
