"""The page on hand-over is true: its Python runs, its commands write what they say, its digits are measured."""

import re
import shlex
import shutil
from pathlib import Path

import numpy as np
import pytest
from scipy.linalg import eigh

from compare.cli import main
from fem import BeamFEM
from flexarm.examples import example
from flexarm.hand_over import matrices

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "hand-over.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_python_runs():
    pytest.importorskip("control", reason="python-control is not installed")
    known: dict[str, object] = {}
    for text in (text for language, text in BLOCKS if language == "python"):
        exec(text, known)
    assert known["plant"].ninputs == 2
    assert known["few"].sizes["mode"] == 3


def test_the_commands_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for folder in ("arms", "cases"):
        shutil.copytree(ROOT / "flexarm" / folder, tmp_path / "flexarm" / folder)
    for line in (line for language, text in BLOCKS if language == "sh" for line in text.splitlines()):
        _, *words = shlex.split(line)
        few = ["--frames", "2"] if words[0] == "animate" else []  # of more pictures only the time differs
        assert main([*words, *few]) == 0
        written = words[words.index("-o") + 1] if "-o" in words else words[1]
        assert Path(written).stat().st_size > 0


def test_the_digits_are_measured():
    rows = re.findall(r"^\| (\d+) \| ([\d.]+) \| (\de-\d+) \|$", PAGE, re.MULTILINE)
    assert len(rows) == 4
    for elements, digits, error in rows:
        found = matrices(BeamFEM(int(elements)), example("single-link-locked"), modes=1)
        assert found.digits[0] == pytest.approx(float(digits), abs=0.051)
        if int(elements) < 200:  # a dense solution of more takes seconds
            mass, _, stiffness = found.dense()
            square = eigh(stiffness, mass, eigvals_only=True)[0]
            off = abs(np.sqrt(abs(square)) / found.angular_frequency[0] - 1.0)
            largest = eigh(mass, stiffness, eigvals_only=True)[-1]
            assert abs(np.sqrt(1.0 / largest) / found.angular_frequency[0] - 1.0) < 1e-8
            # Round-off by another library is another number of about the size.
            assert off < 30.0 * float(error)
