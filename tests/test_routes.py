"""Wiedemann's equations, done again: with every term put back they are exact, as printed they give his values."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compare.routes.beam import BeamSolution
from compare.routes.conditions import Terms
from compare.routes.roots import roots, steps
from compare.routes.two_beams import frequencies
from exact import Exact
from flexarm.arm import Arm
from flexarm.errors import QuestionError
from flexarm.examples import example
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Joint

ALL = Terms(
    bending_integrals=True,
    carried_integrals=True,
    carried_bending=True,
    lever=True,
    wrist_gear=True,
    base=True,
)
CHAPTER_5 = Terms(bending_integrals=True)
CHAPTER_6 = Terms()
FIXED, SHUTTLE = Base.fixed(), Base.free(70000.0, 1e6, (14.0, 0.0))


def shuttle_arm(code, base=FIXED, theta1=0.0, theta2=0.0, theta3=0.0):
    locked = Joint.locked(1e6), Joint.locked(1e6), Joint.locked(2.4e5)
    unlocked = Joint.unlocked(1188.0), Joint.unlocked(556.0), Joint.unlocked(191.0)
    joints = [(unlocked, locked)[int(state)][k] for k, state in enumerate(code)]
    links = (
        Link(6.37, 3.9, 3.9786e6, joint=joints[0], angle=theta1),
        Link(7.05, 3.4, 2.334e6, joint=joints[1], angle=theta2),
        RigidLink(1.88, joint=joints[2], angle=theta3),
    )
    return Arm(base, links, Body(30000.0, 4e5, 2.0))


CODES = [f"{k:03b}" for k in range(8)]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(("theta2", "theta3"), [(0.0, 0.0), (30.0, 60.0), (-70.0, 90.0)])
def test_with_every_term_put_back_the_equations_are_exact_on_a_fixed_base(code, theta2, theta3):
    arm = shuttle_arm(code, theta2=theta2, theta3=theta3)
    # Two independent routes in double precision: the determinant's rows span eight powers of ten.
    assert frequencies(arm, 3, ALL) == pytest.approx(Exact().modes(arm, 3).angular_frequency, rel=1e-9)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("theta1", [90.0, 180.0, 37.0])
def test_with_every_term_put_back_the_equations_are_exact_on_a_free_base(code, theta1):
    arm = shuttle_arm(code, SHUTTLE, theta1=theta1)
    assert frequencies(arm, 2, ALL) == pytest.approx(Exact().modes(arm, 2).angular_frequency, rel=1e-9)


@given(
    lengths=st.tuples(st.floats(0.5, 20.0), st.floats(0.5, 20.0)),
    angle=st.floats(-170.0, 170.0),
    mass=st.floats(10.0, 1e5),
    offset=st.floats(0.0, 3.0),
)
@settings(max_examples=15, deadline=None, derandomize=True)
def test_with_every_term_put_back_two_links_are_exact(lengths, angle, mass, offset):
    links = (
        Link(lengths[0], 3.9, 4e6, joint=Joint.locked(1e6)),
        Link(lengths[1], 3.4, 2e6, joint=Joint.rigid(), angle=angle),
    )
    arm = Arm(FIXED, links, Body(mass, mass, offset))
    exact = Exact().modes(arm, 2).angular_frequency
    assert frequencies(arm, 2, ALL) == pytest.approx(exact, rel=1e-8)


@pytest.mark.parametrize(
    ("code", "theta2", "theta3", "printed"),
    [
        ("001", 0.0, 0.0, 6.04),
        ("001", 30.0, 60.0, 1.24),
        ("010", 60.0, 90.0, 1.06),
        ("011", 0.0, 30.0, 0.65),
        ("100", 90.0, 60.0, 0.60),
        ("101", 0.0, 90.0, 0.45),
        ("110", 60.0, 60.0, 0.28),
        ("111", 90.0, 90.0, 0.32),
    ],
)
def test_as_printed_they_give_the_values_of_chapter_5(code, theta2, theta3, printed):
    found = frequencies(shuttle_arm(code, theta2=theta2, theta3=theta3), 1, CHAPTER_5)[0]
    assert abs(round(found, 2) - printed) < 0.0101


@pytest.mark.parametrize(("code", "printed"), [("001", 5.11), ("100", 10.59), ("110", 0.46), ("111", 0.25)])
def test_as_printed_they_give_the_values_of_chapter_6(code, printed):
    found = frequencies(shuttle_arm(code, SHUTTLE, theta1=90.0), 1, CHAPTER_6)[0]
    assert abs(round(found, 2) - printed) < 0.0101


def test_as_printed_with_their_integrals_they_give_table_4_8():
    found = frequencies(example("two-beam-frame"), 4, Terms(bending_integrals=True, carried_integrals=True))
    assert found == pytest.approx([6.04, 44.36, 108.11, 216.46], abs=0.005)


@pytest.mark.parametrize("power", [0, 1])
def test_integrals_of_the_beam_functions(power):
    k, length = np.array([0.7, 1.9]), 3.0
    beam = BeamSolution(k, length)
    x, weights = np.polynomial.legendre.leggauss(24)
    x, weights = (x + 1.0) * length / 2.0, weights * length / 2.0
    by_sums = sum(w * at**power * beam(at, 0) for at, w in zip(x, weights, strict=True))
    assert beam.integrals[power] == pytest.approx(by_sums, rel=1e-11)


def test_roots_of_a_sine():
    assert roots(np.sin, steps(1.0, 10.0), 5) == pytest.approx(np.pi * np.arange(1, 4), rel=1e-13)
    assert len(roots(np.cosh, steps(1.0, 10.0), 5)) == 0


@pytest.mark.parametrize(
    "arm",
    [example("single-link-locked"), shuttle_arm("111", SHUTTLE, theta2=10.0), example("shuttle-guided-base")],
    ids=["one link", "bent on a free base", "guided"],
)
def test_other_arms_are_refused(arm):
    with pytest.raises(QuestionError, match="Wiedemann's equations are for two flexible links"):
        frequencies(arm, 1, ALL)
