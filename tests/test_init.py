"""``flexarm init``: files that are arms, say every key, and never replace one."""

import io
from itertools import product

import numpy as np
import pytest

from compare.cli import main
from compare.new_arm import BASES, JOINTS, NewArm
from flexarm.backend import find_backend
from flexarm.doubts import doubts
from flexarm.files import load, loads
from flexarm.parts import Body, Joint


@pytest.mark.parametrize(("base", "joints", "spatial"), list(product(BASES, JOINTS, (False, True))))
def test_every_choice_is_an_arm_that_nobody_doubts(base, joints, spatial):
    for links, payload in ((1, 0.0), (3, 80.0)):
        arm = loads(NewArm(base=base, joints=joints, links=links, payload=payload, spatial=spatial).text())
        assert (arm.spatial, len(arm.base.offset)) == (spatial, 3 if spatial and base == "free" else 2)
        assert {getattr(link, "torsional_rigidity", None) for link in arm.links} == {1.5e5 if spatial else None}
        assert (arm.base.kind, {link.joint.state for link in arm.links}, len(arm.links)) == (base, {joints}, links)
        assert arm.payload == (Body(payload, 0.1 * payload) if payload else None)
        assert doubts(arm) == ()


@pytest.mark.parametrize(("joints", "spatial"), list(product(JOINTS, (False, True))))
def test_what_is_commented_out_is_right_too(joints, spatial):
    text = NewArm(joints=joints, spatial=spatial).text()
    uncommented = text.replace("# [payload]", "[payload]").replace("# tip =", "tip =")
    for key in ("mass", "inertia", "offset"):
        uncommented = uncommented.replace(f"# {key} =", f"{key} =")
    arm = loads(uncommented)
    assert arm.payload == Body(50.0, 5.0)
    assert arm.links[0].tip == Body(5.0, 0.1)
    other = next(line for line in text.splitlines() if line.startswith("# others:"))
    told = [part.split("}")[0] + "}" for part in other.split("{ ")[1:]]
    for table in told:
        head, own = text.split("joint = ", 1)
        rest = own.split("\n", 1)[1]
        assert isinstance(loads(f"{head}joint = {{ {table}\n{rest}").links[0].joint, Joint)


def test_options_are_what_stands_in_the_file(tmp_path, capsys):
    path = tmp_path / "arm.toml"
    words = "--name Boom --base free --joints rigid --links 3 --length 1.5 --mass-per-length 0.7 --payload 12"
    assert main(["init", str(path), *words.split(), "--flexural-rigidity", "1234.5"]) == 0
    assert "flexarm check" in capsys.readouterr().out
    arm = load(path)
    assert (arm.name, arm.base.kind, arm.payload.mass) == ("Boom", "free", 12.0)
    assert [(k.length, k.mass_per_length, k.flexural_rigidity, k.joint.state) for k in arm.links] == [
        (1.5, 0.7, 1234.5, "rigid")
    ] * 3


def test_an_arm_in_space_is_explained_and_solved(tmp_path, capsys):
    path = tmp_path / "arm.toml"
    assert main(["init", str(path), "--spatial", "--base", "free", "--payload", "60"]) == 0
    arm = load(path)
    assert [link.joint.axis for link in arm.links] == ["z", "y"]
    assert max(map(len, path.read_text(encoding="utf-8").splitlines())) <= 120
    capsys.readouterr()
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out.endswith("\nnothing looks wrong\n")
    exact, elements = (find_backend(spec).modes(arm, 4).angular_frequency for spec in ("exact", "fem:20"))
    np.testing.assert_allclose(elements, exact, rtol=1e-3)


def test_no_file_is_overwritten(tmp_path, capsys):
    path = tmp_path / "arm.toml"
    path.write_text("mine", encoding="utf-8")
    assert main(["init", str(path)]) == 2
    assert f"{path}: wanted a file that is not there yet: none is overwritten" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["arm.txt"], "arm: wanted a file name that ends in .toml"),
        (["arm.toml", "--links", "0"], "init: --links: wanted a whole number from 1 to 100, got 0"),
        (["arm.toml", "--length", "-1"], "init: --length: wanted a positive number (m), got -1.0"),
        (["arm.toml", "--mass-per-length", "nan"], "init: --mass-per-length: wanted a finite number (kg/m), got nan"),
        (["arm.toml", "--base", "loose"], "loose"),
        (["missing/arm.toml"], "no such file or directory"),
    ],
)
def test_refusals(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["init", *words]) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_person_is_asked_for_what_no_option_says(tmp_path, monkeypatch, capsys):
    answers = Terminal("guided\n\n2.5\n\n\n7\n")
    monkeypatch.setattr("sys.stdin", answers)
    assert main(["init", str(tmp_path / "arm.toml"), "--name", "Asked", "--joints", "rigid"]) == 0
    arm = load(tmp_path / "arm.toml")
    assert (arm.name, arm.base.kind, len(arm.links)) == ("Asked", "guided", 2)
    assert (arm.links[0].length, arm.links[0].mass_per_length, arm.payload.mass) == (2.5, 4.0, 7.0)
    asked = capsys.readouterr().err
    assert "Number of flexible links" in asked
    assert "Joints" not in asked


def test_an_answer_that_cannot_be_is_asked_for_again(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", Terminal("Mine\nfree\nlocked\n0\n1\nnan\n-2\n2.5\n\n\n\n"))
    assert main(["init", str(tmp_path / "arm.toml")]) == 0
    arm = load(tmp_path / "arm.toml")
    assert (len(arm.links), arm.links[0].length) == (1, 2.5)
    said = " ".join(capsys.readouterr().err.split())
    for words in (
        "--links: wanted a whole number from 1 to 100, got 0",
        "--length: wanted a positive number (m), got -2",
    ):
        assert words in said


def test_nothing_is_written_where_the_answers_end(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", Terminal("Mine\n"))
    assert main(["init", str(tmp_path / "arm.toml")]) == 2
    assert "init: wanted an answer, or Enter for the usual one, got the end of the input" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
