"""Deflections relative to the arm that its joints turn: what they are in arms whose motion is known."""

from dataclasses import replace

import numpy as np
import pytest

from exact import Exact
from flexarm import response
from flexarm.arm import Arm
from flexarm.drives import Drive
from flexarm.examples import example
from flexarm.links import Link, RigidLink
from flexarm.load_cases import BaseAcceleration, History, JointTorque, LoadCase, TipForce
from flexarm.parts import Base, Body, Joint
from flexarm.supports import Support

TURN = LoadCase(20.0, 201, (BaseAcceleration("rotation", History.step(0.004)),))


def test_a_rigid_arm_on_springs_does_not_bend():
    links = (RigidLink(2.0, joint=Joint.locked(1e3)), RigidLink(1.0, angle=40.0, joint=Joint.locked(5e2)))
    found = response(Exact(), Arm(Base.fixed(), links, Body(3.0, 1.0, (0.5, 0.2))), TURN)
    largest = np.max(np.abs(found.payload_deflection))
    assert largest > 1e-3
    for name in ("payload", "link1_tip", "link2_tip"):
        assert np.max(np.abs(found[f"{name}_bending_deflection"])) < 1e-13 * largest
    assert "payload_elastic_deflection" not in found


def test_bending_is_what_the_spring_does_not_turn():
    """Of one link the joint turns the payload's centre by 14 m and 1.5 m, and the tip by the link's 14 m."""
    found = response(Exact(), example("single-link-locked"), TURN)
    for name, lever in (("payload", 15.5), ("link1_tip", 14.0)):
        bending = found[f"{name}_deflection"] - lever * found.joint1_rotation
        np.testing.assert_allclose(found[f"{name}_bending_deflection"], bending, rtol=0.0, atol=1e-15)


def test_a_free_joint_carries_the_elastic_deflection_and_a_locked_one_does_not():
    links = (
        Link(3.0, 2.0, 1e4, joint=Joint.unlocked(5.0)),
        RigidLink(1.0, angle=90.0, joint=Joint.locked(1e3)),
    )
    case = LoadCase(2.0, 101, (JointTorque(1, History.step(10.0)),))
    found = response(Exact(), Arm(Base.fixed(), links, Body(4.0, 1.0, 0.5)), case)
    # Across link 2, which points along y, is against x: the first joint swings the payload's centre, 1.5 m up, there.
    elastic = found.payload_deflection - 1.5 * found.joint1_rotation
    np.testing.assert_allclose(found.payload_elastic_deflection, elastic, rtol=0.0, atol=1e-12)
    bending = elastic - 1.5 * found.joint2_rotation
    np.testing.assert_allclose(found.payload_bending_deflection, bending, rtol=0.0, atol=1e-12)
    # A tip that no locked joint precedes: the two are one.
    same = found.link1_tip_elastic_deflection - found.link1_tip_bending_deflection
    assert np.max(np.abs(same)) == pytest.approx(0.0, abs=1e-15)


def test_the_tips_rotation_is_relative_to_the_base():
    links = (RigidLink(2.0, joint=Joint.locked(1e3)),)
    found = response(Exact(), Arm(Base.fixed(), links, Body(3.0, 0.0)), TURN)
    np.testing.assert_allclose(found.link1_tip_rotation, found.joint1_rotation, rtol=1e-13)


def test_the_moment_in_a_hinge_is_zero_and_no_round_off():
    """Of a coupler between two cranks, pinned at both ends: nothing turns it there."""
    crank = RigidLink(0.5, joint=Joint.unlocked(drive=Drive(80.0, 5.0, 60.0)), mass=1.0, inertia=0.03, angle=60.0)
    coupler = Link(1.8, 1.667, 300.0, joint=Joint.unlocked(), angle=-34.98675258154584, name="coupler")
    rocker = RigidLink(1.2, joint=Joint.unlocked(), mass=2.0, inertia=0.25, angle=95.68264034575786)
    links = crank, coupler, replace(rocker, name="rocker", parent="base", at=(2.0, 0.0))
    pin = Support("rocker.tip", ("along_x", "along_y"), to="coupler.tip")
    case = LoadCase(2.0, 201, (JointTorque(1, History((0.0, 0.5), (1.0, 0.0))),))
    found = response(Exact(), Arm(Base.fixed(), links, supports=(pin,)), case)
    moment = found.sel(output="link2_root_moment")
    assert not np.any(found.link2_root_moment)
    for name in ("amplitude", "offset", "peak", "peak_time", "left_out", "beyond"):
        assert moment[name] == 0.0, name
    others = found.sel(output=["base_moment", "link2_root_shear", "link2_tip_bending_deflection"])
    assert np.all(others.amplitude > 1e-4)


def test_outputs_far_smaller_than_others_keep_their_digits():
    """Two arms on one base, of which one is pushed 1e13 times as hard."""
    link = Link(2.0, 3.0, 1e4, joint=Joint.locked(1e3), name="hard")
    links = link, replace(link, name="soft", parent="base")
    pushes = tuple(TipForce("y", History.step(force), k) for k, force in ((1, 1.0), (2, 1e-13)))
    # Of two samples both are at rest: measures are those of the whole time.
    for samples in (2, 101):
        found = response(Exact(), Arm(Base.fixed(), links), LoadCase(3.0, samples, pushes))
        for name in ("tip_deflection", "root_moment"):
            hard, soft = (float(found.peak.sel(output=f"link{k}_{name}")) for k in (1, 2))
            assert soft == pytest.approx(1e-13 * hard, rel=1e-9)
            assert hard > 1e-4
