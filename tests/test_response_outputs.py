"""Deflections relative to the arm that its joints turn: what they are in arms whose motion is known."""

import numpy as np
import pytest

from exact import Exact
from flexarm import response
from flexarm.arm import Arm
from flexarm.examples import example
from flexarm.links import Link, RigidLink
from flexarm.load_cases import BaseAcceleration, History, JointTorque, LoadCase
from flexarm.parts import Base, Body, Joint

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
