"""The README is true: its commands run, its example runs, and both print what it says they print."""

import re
import shutil
import sys

import pytest

from tests.readme import COMMANDS, EXAMPLES, README, ROOT, VALIDATION, said_after
from tests.shell import run

ELSEWHERE = ("python -m venv ", ". .venv", "pip install ", "python -m pytest")  # installation, and this very suite
ON_THEIR_OWN = (*ELSEWHERE, VALIDATION.strip())

ROUND_OFF = 1e-11  # relative errors below it are not the same on every machine


@pytest.fixture
def checkout(tmp_path):
    """A folder that has the arm files where a checkout has them."""
    for folder in ("arms", "cases"):
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
@pytest.mark.parametrize("command", [line for line in COMMANDS if not line.startswith(ON_THEIR_OWN)])
def test_commands_run(command, checkout):
    before = set(checkout.iterdir())
    printed = run(command, checkout)
    assert printed or set(checkout.iterdir()) - before


def test_the_table_is_what_the_command_prints(checkout):
    command = "flexarm compare flexarm/arms/shuttle-free-base.toml\n"
    said, printed = said_after(command), run(command, checkout)
    assert settled(said) == settled(printed)
    assert "seconds" in said


def test_the_example_prints_what_is_said(tmp_path):
    (text,) = EXAMPLES
    assert settled(run([sys.executable, "-c", text], tmp_path)) == settled(said_after(text))


def test_one_command_runs_the_tests():
    assert len([line for line in COMMANDS if line.startswith("python -m pytest")]) == 1


def test_files_that_are_linked_are_there():
    links = re.findall(r"\]\(([^)#:]+)\)|src=\"([^\"]+)\"", README)
    assert links
    assert [name for pair in links for name in pair if name and not (ROOT / name).is_file()] == []
    assert all(picture.stat().st_size < 100_000 for picture in (ROOT / "docs" / "images").iterdir())
