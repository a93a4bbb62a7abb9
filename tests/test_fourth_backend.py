"""A backend of somebody else's: installed beside flexarm, it is found by name and held to all laws."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def installed(tmp_path):
    """An environment where the example's backend is a distribution of its own, registered under the entry point."""
    (tmp_path / "lumped_masses.py").write_text((ROOT / "examples" / "lumped_masses.py").read_text(encoding="utf-8"))
    metadata = tmp_path / "lumped_masses-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: lumped-masses\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[flexarm.backends]\nlumped_masses = lumped_masses:LumpedMasses\n")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(tmp_path)])}


def run(environment, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_example_is_short():
    assert len((ROOT / "examples" / "lumped_masses.py").read_text(encoding="utf-8").splitlines()) < 80


@pytest.mark.slow
def test_a_registered_backend_refuses_links_that_it_does_not_know(installed):
    asked = """
from dataclasses import replace
from flexarm import QuestionError, example, find_backend
arm = example("single-link-locked")
for name in ("axial_rigidity", "shear_rigidity", "rotary_inertia_per_length"):
    try:
        find_backend("lumped_masses:5").modes(replace(arm, links=(replace(arm.links[0], **{name: 2e6}),)), 1)
    except QuestionError as error:
        print(error)
"""
    printed = run(installed, "-c", asked).splitlines()
    assert len(printed) == 3
    for line, term in zip(printed, ("axial_rigidity", "shear_rigidity", "rotary_inertia_per_length"), strict=True):
        assert "lumped_masses:5 does not model stretch, shear or rotary inertia of links" in line
        assert f"link1.{term} = 2000000.0" in line


@pytest.mark.slow
def test_a_registered_backend_keeps_all_laws(installed):
    laws = ["tests/test_laws.py", "tests/test_modes.py", "-k", "lumped_masses", "-q", "-p", "no:cacheprovider"]
    printed = run(installed, "-m", "pytest", *laws, "-W", "ignore::pytest.PytestAssertRewriteWarning")
    passed = re.search(r"(\d+) passed", printed)
    assert passed is not None
    assert int(passed[1]) > 50
