"""The flexibility of an arm's end: closed forms, and what it has in common by backends, parts and frames."""

import re
from dataclasses import replace

import numpy as np
import pytest

import compare
from compare.cli import main
from exact import Exact
from fem import BeamFEM
from flexarm import Arm, Base, Body, Joint, Link, QuestionError, RigidLink, example
from flexarm.errors import InputError

L, EI, EA, GA, GJ, K = 3.0, 7.0, 11.0, 13.0, 5.0, 2.0
BEAM = Link(L, 1.0, (2.0 * EI, EI), joint=Joint.locked(K), axial_rigidity=EA, shear_rigidity=GA, torsional_rigidity=GJ)
SPACE = Arm(Base.fixed(), (BEAM,), Body(1.0, 1.0, (0.5, 0.0, 0.0)), motion="spatial")


def test_a_beam_on_a_spring_in_space():
    found = compare.flexibility(SPACE, [Exact(), BeamFEM(2)])
    link = np.diag([L / EA, 0.0, 0.0, L / GJ, 0.0, 0.0])
    # Deflection y and rotation about z; z and, the other way round, about y.
    for (across, turn, sign), rigidity in (((1, 5, 1), EI), ((2, 4, -1), 2.0 * EI)):
        link[across, across], link[turn, turn] = L**3 / (3.0 * rigidity) + L / GA, L / rigidity
        link[across, turn] = link[turn, across] = sign * L**2 / (2.0 * rigidity)
    for values in found.flexibility.sel(part="link1").values:
        np.testing.assert_allclose(values, link, rtol=1e-12, atol=1e-14)
    spring = np.zeros((6, 6))
    spring[np.ix_([1, 5], [1, 5])] = np.array([[L**2, L], [L, 1.0]]) / K
    np.testing.assert_allclose(found.flexibility.sel(part="joint1").values[0], spring, rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(found.whole, found.flexibility.sum("part"), rtol=1e-15)


@pytest.mark.parametrize("name", ["double-link", "shuttle-in-space", "seven-joint-arm"])
def test_it_is_symmetric_and_the_same_by_elements_and_in_any_frame(name):
    arm = example(name)
    base, tip = (
        compare.flexibility(arm, [Exact(), BeamFEM(2)], frame, "payload").whole.values for frame in ("base", "tip")
    )
    size = np.sqrt(np.outer(np.diag(base[0]), np.diag(base[0])))
    assert np.max(np.abs(base[0] - base[0].T) / np.where(size > 0.0, size, 1.0)) < 1e-12
    np.testing.assert_allclose(base[1], base[0], rtol=1e-11, atol=1e-13 * np.max(base[0]))
    half = len(base[0]) // 2 + len(base[0]) % 2
    for part in (np.s_[:half, :half], np.s_[half:, half:]):
        np.testing.assert_allclose(np.trace(tip[0][part]), np.trace(base[0][part]), rtol=1e-12)


def test_a_planar_arm_in_space_has_the_same_in_the_plane():
    arm = example("double-link")
    plane = compare.flexibility(arm, Exact()).whole.values[0]
    space = compare.flexibility(replace(arm, motion="spatial"), Exact()).whole.values[0]
    in_plane = space[np.ix_([0, 1, 5], [0, 1, 5])]
    np.testing.assert_allclose(in_plane, plane, rtol=1e-12, atol=1e-15 * np.max(plane))


def test_questions_without_an_answer_are_refused():
    rigid = Arm(Base.fixed(), (RigidLink(1.0, joint=Joint.unlocked(), mass=1.0),))
    with pytest.raises(QuestionError, match="nothing gives way"):
        compare.flexibility(rigid, Exact())
    with pytest.raises(QuestionError, match="there is no payload"):
        compare.flexibility(replace(SPACE, payload=None), Exact(), at="payload")
    with pytest.raises(InputError, match="frame: wanted one of base, tip"):
        compare.flexibility(SPACE, Exact(), "world")


def test_the_command(capsys):
    assert main(["flexibility", "flexarm/arms/double-link.toml", "-b", "exact", "-b", "fem:1"]) == 0
    told = capsys.readouterr().out
    assert "what each part has of the diagonal" in told
    assert "fem:1: off by" in told
    assert main(["flexibility", "flexarm/arms/shuttle-in-space.toml"]) == 0
    assert not re.search(r"e-(1[3-9]|2)", capsys.readouterr().out)  # no round-off
