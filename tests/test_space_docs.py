"""The page on arms in space is true: its file, its tables, its Python; shipped arms in space are solved as it says."""

import re
from pathlib import Path

import numpy as np
import pytest

from compare.arm_text import as_explanation
from compare.cli import main
from exact import Exact
from flexarm.examples import example, names
from flexarm.files import loads

PAGE = (Path(__file__).parents[1] / "docs" / "space.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
FILE, JOINTS, CASE = (text for language, text in BLOCKS if language == "toml")
TABLE, FRAMES = (text for language, text in BLOCKS if language == "text")
ROW = re.compile(r"^ +\d+ +([\d.]+) +([\d.]+) +\S+ +([\d.]+) ", re.MULTILINE)
SPATIAL = [name for name in names() if example(name).spatial]


def test_the_frames_are_those_that_check_tells():
    told = as_explanation(loads(FILE))
    assert FRAMES in told
    assert told.endswith("\nnothing looks wrong\n")


def test_the_table_is_what_compare_prints(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("boom.toml").write_text(FILE, encoding="utf-8")
    assert main(["compare", "boom.toml", "-n", "4"]) == 0
    said = ROW.findall(TABLE)
    assert said == ROW.findall(capsys.readouterr().out)
    assert len(said) == 4


@pytest.mark.parametrize("joint", [line for line in JOINTS.splitlines() if line.startswith("joint")])
def test_the_joints_are_some(joint):
    (first,) = re.findall(r"^joint = .*axis = \"z\" }$", FILE, re.MULTILINE)
    assert loads(FILE.replace(first, joint)).links[0].joint != loads(FILE).links[0].joint


def test_the_load_case_is_one(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("boom.toml").write_text(FILE, encoding="utf-8")
    Path("case.toml").write_text(CASE, encoding="utf-8")
    assert main(["respond", "boom.toml", "case.toml", "-b", "fem:2", "--plot", "response.svg"]) == 0
    said = capsys.readouterr()
    assert "payload_deflection_about_y" in said.out
    assert "beyond small motion" not in said.err
    assert main(["animate", "boom.toml", "case.toml", "-b", "fem:2", "--frames", "2", "-o", "response.gif"]) == 0


def test_the_python_is_the_file():
    known: dict[str, object] = {}
    for text in (text for language, text in BLOCKS if language == "python"):
        exec(text, known)
    np.testing.assert_array_equal(known["modes"].angular_frequency, Exact().modes(loads(FILE), 4).angular_frequency)


def test_shipped_arms_in_space_are_those_of_the_page():
    told = re.search(r"seven arms come with flexarm\n\(`flexarm example`\): (.*?)\.\n", PAGE, re.DOTALL)
    assert sorted(re.findall(r"`([\w-]+)`", told[1])) == SPATIAL


@pytest.mark.slow
@pytest.mark.parametrize("name", SPATIAL)
def test_shipped_arms_in_space_are_certified(name):
    arm = example(name)
    certified, plain = (Exact(certify=certify).modes(arm, 6).angular_frequency for certify in (True, False))
    np.testing.assert_allclose(certified, plain, rtol=1e-12)
