"""Frequencies of many arms at once: the same as one by one, and the same refusals."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact import Exact
from fem import BeamFEM
from flexarm.arm import Arm
from flexarm.arm_tree import make_up
from flexarm.backend import available, find_backend
from flexarm.errors import InputError, QuestionError
from flexarm.examples import example
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Joint
from flexarm.rigid import lacking_inertia, require_inertia
from tests.strategies import arms

SHUTTLE = example("shuttle-free-base")
MASSLESS = Arm(Base.fixed(), (RigidLink(1.0, joint=Joint.unlocked()), RigidLink(2.0, joint=Joint.locked(1e3))))
STIFF = Arm(Base.fixed(), (RigidLink(1.0, joint=Joint.locked(1e4), mass=3.0),), name="one freedom")


def postures(count):
    return [SHUTTLE.with_angles(link2=10.0 * k, link3=-7.0 * k) for k in range(count)]


@pytest.mark.parametrize("name", list(available()))
def test_many_are_as_one_by_one(name):
    solver = find_backend(name)
    mixed = [*postures(3), example("double-link"), SHUTTLE.with_payload(None)]
    found = solver.frequencies_of(mixed, 3)
    for k, arm in enumerate(mixed):
        np.testing.assert_allclose(found.angular_frequency[k], solver.modes(arm, 3).angular_frequency, rtol=1e-13)
    assert found.rigid_modes.tolist() == [3, 3, 3, example("double-link").rigid_freedoms, 3]
    assert found.reasons == ("",) * 5


def test_refusals_are_kept_with_their_arm():
    found = Exact().frequencies_of([SHUTTLE, MASSLESS, STIFF], 2)
    with pytest.raises(QuestionError) as refused:
        Exact().modes(MASSLESS, 2)
    assert found.reasons[0] == ""
    assert found.reasons[1] == str(refused.value)
    assert np.all(np.isnan(found.angular_frequency[1]))
    # A freedom and no more: what there is is given.
    assert found.angular_frequency[2, 0] == pytest.approx(100.0, rel=1e-12)
    assert np.isnan(found.angular_frequency[2, 1])
    assert found.reasons[2] != ""


def test_what_is_no_arm_or_no_count_is_refused():
    with pytest.raises(InputError, match="wanted an Arm"):
        Exact().frequencies_of([SHUTTLE, "arm"], 2)
    with pytest.raises(InputError, match="whole number"):
        Exact().frequencies_of([SHUTTLE], 0)


class Half(BeamFEM):
    """Solves arms of the same make-up together, and leaves every other one, or all, to be asked alone."""

    name = "half"

    def _frequencies_of(self, arms, count):
        if len({make_up(arm) for arm in arms}) != 1:
            raise AssertionError("arms of different make-up")
        if len(arms) > 4:
            raise np.linalg.LinAlgError("singular")
        omega = super()._frequencies_of(arms, count)
        omega[::2] = 1.0
        return omega


def test_what_a_backend_leaves_open_is_asked_one_by_one():
    alone = BeamFEM().modes(postures(2)[1], 2).angular_frequency
    found = Half().frequencies_of([*postures(2), example("double-link")], 2).angular_frequency
    assert found[0].tolist() == [1.0, 1.0]
    assert found[1].tolist() == alone.tolist()
    assert found[2].tolist() == [1.0, 1.0]
    assert Half().frequencies_of(postures(5), 2).angular_frequency[1].tolist() == alone.tolist()


@given(arms(extreme=True), st.floats(-180.0, 180.0))
def test_lack_of_inertia_is_the_same_for_many(arm, angle):
    alike = [arm, arm.with_angles(link1=angle)]
    with np.errstate(all="ignore"):
        together = lacking_inertia(alike)
        for one, lacking in zip(alike, together, strict=True):
            assert lacking.tolist() == lacking_inertia(one).tolist()
            if not lacking.any():
                require_inertia(one)


@pytest.mark.parametrize("spec", ["exact", "exact:certify"])
def test_an_arm_that_is_refused_under_its_loads_leaves_the_others_answered(spec):
    thrust, free = (
        Arm(Base.fixed(), (Link(1.0, 1.0, 1.0, joint=Joint.rigid(), axial_force=force),), Body(1.0, 0.0))
        for force in (-1e9, 1.0)
    )
    found = find_backend(spec).frequencies_of([thrust, free], 1)
    assert np.isnan(found.angular_frequency[0, 0])
    assert "link 1 bears a thrust" in found.reasons[0]
    np.testing.assert_allclose(found.angular_frequency[1], find_backend(spec).modes(free, 1).angular_frequency)
