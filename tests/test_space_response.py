"""Responses of arms in space: an integrator of textbook frames, the plane's answers, static limits, momentum."""

from dataclasses import replace

import numpy as np
import pytest

from fem import BeamFEM
from flexarm import Arm, Base, Body, Joint, Link, RigidLink, response
from flexarm.load_cases import (
    BaseAcceleration,
    BaseForce,
    Damper,
    Harmonic,
    History,
    Initial,
    JointTorque,
    LoadCase,
    Rayleigh,
    TipForce,
)

from .elements import by_integration
from .frame_elements import Frame

STEP = History.step(1.0)
RAMP = History((0.2, 1.0, 1.5), (0.0, 3.0, -1.0), "linear")
BANG = History((0.0, 1.0, 2.0), (2.0, -2.0, 0.0))

HEAVY = ((0.9, 0.31, -0.22), (0.31, 1.4, 0.17), (-0.22, 0.17, 1.1))
BEAM = {"torsional_rigidity": 4.0, "polar_inertia_per_length": 0.21, "axial_rigidity": 200.0}
LINKS = (
    Link(1.0, 2.0, (5.0, 3.0), joint=Joint.locked(30.0, 0.4, axis=(1.0, 2.0, 0.5)), angle=25.0, **BEAM),
    RigidLink(0.3, mass=1.0, inertia=(0.1, 0.2, 0.25), joint=Joint.locked(20.0, axis="x"), angle=70.0),
    Link(0.8, 1.5, (3.0, 6.0), joint=Joint.unlocked(0.3, axis="y"), angle=40.0, **BEAM),
)
FIXED = Arm(Base.fixed(), LINKS, Body(5.0, HEAVY, (0.1, 0.3, -0.2)), motion="spatial")
LOCKED = replace(FIXED, links=(*LINKS[:2], replace(LINKS[2], joint=Joint.locked(25.0, axis="y"))))
FREE = replace(LOCKED, base=Base.free(50.0, HEAVY, (0.5, 0.2, -0.3)))
GUIDED = replace(FIXED, base=Base.guided(30.0, (0.5, 1.0, 2.0)))

INTEGRATED = {
    "base moved": (
        FIXED,
        LoadCase(
            3.0,
            31,
            (BaseAcceleration("rotation_x", RAMP), BaseAcceleration((0.3, 0.0, -1.0, 0.2, 0.5, 0.0), BANG)),
            damping=Rayleigh(0.3, 2e-3),
        ),
    ),
    "torques": (
        FIXED,
        LoadCase(
            3.0,
            31,
            (JointTorque(3, BANG), JointTorque(1, RAMP, False, True), JointTorque(2, Harmonic(2.0, 4.0), True, True)),
            initial=Initial(joint_rates=(0.1, 0.0, -0.2)),
        ),
    ),
    "tip pushed": (
        LOCKED,
        LoadCase(
            3.0,
            31,
            (TipForce((1.0, -2.0, 0.5), RAMP), TipForce("rotation_y", Harmonic(1.0, 3.0, 40.0, 0.3, 2.2), 2)),
            initial=Initial(loads=(TipForce("z", STEP), TipForce((0.0, 0.0, 0.0, 1.0, 0.0, 2.0), STEP, 1))),
            dampers=(Damper(2.0, 2), Damper(1.0, link=1, axis=(1.0, 0.0, 1.0)), Damper(0.5, link=3, axis="y")),
        ),
    ),
    "free base": (
        FREE,
        LoadCase(
            3.0,
            31,
            (BaseForce("z", BANG), BaseForce((0.0, 1.0, 0.0, 2.0, 0.0, 1.0), RAMP), TipForce("x", STEP, 1)),
            initial=Initial((0.1, -0.2, 0.3), (0.1, 0.0, -0.2)),
        ),
    ),
    "guided base": (GUIDED, LoadCase(3.0, 31, (BaseForce("y", BANG), TipForce("z", RAMP)))),
}
HELD = {"fixed": range(6), "guided": range(6), "free": ()}


@pytest.mark.parametrize(
    "name",
    [
        name if name in ("base moved", "free base") else pytest.param(name, marks=pytest.mark.slow)
        for name in INTEGRATED
    ],
)
def test_response_in_space_is_what_an_integrator_finds(name):
    arm, given = INTEGRATED[name]
    model = Frame(arm, 1)
    found = response(BeamFEM(1), arm, given, modes=model.count - arm.rigid_freedoms)
    sampled, reactions = by_integration(model, given)
    tip, body = (np.stack([place.rows @ sampled.T for place in places]) for places in (model.tips, [model.payload]))
    scale, kind = np.max(np.abs(tip)), "" if arm.base.kind == "fixed" else "absolute_"
    for moved, of in ((tip, "tip"), (body, "body")):
        own = found if of == "tip" else found.sel(body=["payload"])
        for part, wanted in (("displacement", moved[:, :3]), ("rotation", moved[:, 3:])):
            values = own[f"{of}_{kind}{part}"].values.transpose(1, 2, 0)
            np.testing.assert_allclose(values, wanted, atol=1e-7 * scale)
    base = model.centre.rows @ sampled.T
    if arm.base.kind != "fixed":
        np.testing.assert_allclose(found.base_displacement.values.T, base[:3], atol=1e-7 * scale)
        np.testing.assert_allclose(found.base_turn.values.T, base[3:], atol=1e-7 * scale)
    for k, row in enumerate(model.joints, 1):
        np.testing.assert_allclose(found[f"joint{k}_rotation"].values, row @ sampled.T, atol=1e-7 * scale)
    names = [f"base_{what}_{axis}" for what in ("force", "moment") for axis in "xyz"]
    assert [one for one in names if one in found] == [names[i] for i in HELD[arm.base.kind]]
    way = np.array([0.5, 1.0, 2.0]) / np.linalg.norm([0.5, 1.0, 2.0])
    held = np.eye(6)
    held[:3, :3] -= np.outer(way, way) * (arm.base.kind == "guided")
    for i in HELD[arm.base.kind]:
        np.testing.assert_allclose(found[names[i]], (reactions @ held)[:, i], atol=1e-7 * np.max(np.abs(reactions)))
