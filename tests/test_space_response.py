"""Responses of arms in space: an integrator of textbook frames, the plane's answers, static limits, momentum."""

from dataclasses import replace

import numpy as np
import pytest

import compare
from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm import Arm, Base, Body, Joint, Link, RigidLink, example, response
from flexarm.errors import InputError
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
            1.8,
            19,
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


# --- the plane's answers

PLANAR = {
    "shuttle-fixed-base": LoadCase(
        20.0,
        41,
        (
            BaseAcceleration("rotation", History((0.0, 5.0), (0.004, -0.004))),
            BaseAcceleration("x", Harmonic(0.1, 2.0)),
            JointTorque(1, Harmonic(10.0, 1.0), internal_couple=True),
            JointTorque(2, STEP, reaction=False, internal_couple=True),
            TipForce("rotation", STEP, 1),
        ),
        0.01,
        Initial((0.01, 0.02), 0.001),
        (Damper(100.0, joint=1),),
    ),
    "shuttle-free-base-unlocked-2": LoadCase(
        20.0,
        41,
        (BaseForce("y", BANG), JointTorque(2, BANG), TipForce("x", RAMP)),
        initial=Initial(joint_rates=(0.001, 0.0, 0.0)),
        dampers=(Damper(10.0, link=2, station=0.5),),
    ),
    "shuttle-guided-base": LoadCase(20.0, 41, (BaseForce("x", BANG), TipForce("y", STEP)), Rayleigh(0.01, 1e-3)),
}
IN_SPACE = {"rotation": "rotation_z", "turn": "turn_z", "moment": "moment_z"}


SPECS = (Exact(), AssumedModes("legendre", 6), BeamFEM(4))


@pytest.mark.parametrize(("spec", "name"), list(zip(SPECS, PLANAR, strict=True)))
def test_a_planar_arm_in_space_responds_as_in_the_plane(spec, name):
    arm = example(name)
    lifted = replace(arm, motion="spatial")
    # So many modes in space that those of the plane are the same.
    omega = spec.modes(lifted, 16).angular_frequency
    plane = spec.modes(arm, 12).angular_frequency
    alike = sum(bool(np.any(np.isclose(omega[:-1], one, rtol=1e-9))) for one in plane)
    wanted, found = response(spec, arm, PLANAR[name], modes=alike), response(spec, lifted, PLANAR[name], modes=15)
    for output in map(str, wanted.output.values):
        other = next((n for n in (output, *map(output.replace, IN_SPACE, IN_SPACE.values())) if n in found), "")
        scale = max(np.max(np.abs(wanted[output].values)), 1e-12)
        assert np.max(np.abs(found[other].values - wanted[output].values)) < 1e-10 * scale, output
    units = dict(zip(map(str, found.output.values), map(str, found.output_units.values), strict=True))
    largest = {unit: max(np.max(np.abs(found[n].values)) for n in units if units[n] == unit) for unit in units.values()}
    for output in units:
        if output.endswith(("_about_y", "force_z", "base_z", "rotation_x", "rotation_y", "moment_x", "moment_y")):
            assert np.max(np.abs(found[output].values)) < 1e-9 * largest[units[output]], output
    np.testing.assert_allclose(found.tip_absolute_displacement[..., :2], wanted.tip_absolute_displacement, atol=1e-9)
    np.testing.assert_allclose(found.tip_absolute_rotation[..., 2], wanted.tip_absolute_rotation, atol=1e-9)
    np.testing.assert_allclose(found.base_turn[..., 2], wanted.base_turn, atol=1e-9)


# --- by statics, by symmetry, by momentum


def test_a_damped_step_comes_to_rest_where_flexibility_says():
    arm, wrench = example("seven-joint-arm"), np.array([3.0, -2.0, 1.0, 4.0, 0.0, -5.0])
    damped = LoadCase(4000.0, 2, (TipForce(tuple(wrench.tolist()), STEP),), damping=0.7)
    found = response(BeamFEM(2), arm, damped)
    flexible = compare.flexibility(arm, BeamFEM(2), "base", "payload").whole.values[0] @ wrench
    rest = found.sel(body="payload").isel(time=-1)
    moved = np.concatenate([rest.body_displacement.values, rest.body_rotation.values])
    np.testing.assert_allclose(moved, flexible, rtol=1e-9, atol=1e-9 * np.max(np.abs(flexible)))


def test_a_round_boom_bends_alike_both_ways():
    boom = Link(5.0, 4.0, 2e4, joint=Joint.locked(1e4), torsional_rigidity=1e4, polar_inertia_per_length=0.1)
    # The same spring about both axes.
    wrist = RigidLink(0.0, joint=Joint.locked(1e4, axis="y"))
    arm = Arm(Base.fixed(), (wrist, boom), Body(20.0, (3.0, 7.0, 7.0), (0.4, 0.0, 0.0)), motion="spatial")
    pushed = LoadCase(5.0, 21, (TipForce((0.0, 0.6, 0.8), BANG),))
    skew = response(Exact(), arm, pushed)
    scale = np.max(np.abs(skew.payload_deflection.values))
    np.testing.assert_allclose(skew.payload_deflection / 0.6, skew.payload_deflection_about_y / 0.8, atol=1e-9 * scale)
    np.testing.assert_allclose(skew.link2_root_shear / 0.6, skew.link2_root_shear_about_y / 0.8, atol=1e-7)
    np.testing.assert_allclose(skew.base_moment_z / 0.6, -skew.base_moment_y / 0.8, rtol=1e-9, atol=1e-6)


def test_what_floats_keeps_its_momentum():
    """Masses of rigid links and bodies: what moves is known in the whole arm from the Dataset's motions."""
    tip = Body(3.0, HEAVY, (0.2, -0.1, 0.3))
    links = (
        RigidLink(1.0, mass=2.0, joint=Joint.locked(30.0, axis="y"), tip=tip),
        RigidLink(0.7, mass=1.0, joint=Joint.locked(5.0, axis=(1.0, 1.0, 0.0)), angle=50.0),
    )
    arm = Arm(Base.free(10.0, 4.0, (0.5, 0.0, 0.2)), links, Body(4.0, HEAVY, (0.1, 0.0, 0.2)), motion="spatial")
    caught = Initial((0.2, -0.1, 0.3), (0.0, 0.4, -0.2))
    found = response(Exact(), arm, LoadCase(9.0, 31, (), initial=caught))
    mass = {"link1": 2.0, "link1.tip": 3.0, "link2": 1.0, "payload": 4.0}
    moved = sum(m * found.body_absolute_displacement.sel(body=name).values for name, m in mass.items())
    moved = moved + 10.0 * found.base_displacement.values
    np.testing.assert_allclose(moved, np.outer(found.time, 4.0 * np.array([0.2, -0.1, 0.3])), rtol=1e-9, atol=1e-12)


def test_legendre_responds_as_exact():
    # Ramps and waves, so that modes left out matter little in forces too.
    loads = (TipForce((1.0, -2.0, 0.5, 0.3, 0.0, 0.2), Harmonic(1.0, 2.0)), TipForce("z", RAMP, 1))
    given = LoadCase(3.0, 31, loads, 0.02, dampers=(Damper(0.5, 1),))
    wanted, found = response(Exact(), LOCKED, given), response(AssumedModes("legendre", 12), LOCKED, given)
    for name in map(str, wanted.output.values):
        scale = max(np.max(np.abs(wanted[name].values)), 1e-9)
        assert np.max(np.abs(found[name].values - wanted[name].values)) < 1e-6 * scale, name
        assert np.all(np.isfinite(wanted.left_out.values))


@pytest.mark.slow
def test_modes_left_out_are_within_the_bound():
    loads = (TipForce((1.0, -2.0, 0.5), RAMP), JointTorque(1, Harmonic(1.0, 2.0), internal_couple=True))
    given = LoadCase(3.0, 61, loads, 0.01)
    few, more = (response(Exact(), LOCKED, given, modes=n) for n in (10, 24))
    for name, bound in zip(map(str, few.output.values), few.left_out.values, strict=True):
        scale = np.max(np.abs(more[name].values))
        assert np.max(np.abs(few[name].values - more[name].values)) <= 1.001 * bound + 1e-9 * scale, name
    assert np.median(few.left_out.values / np.abs(few.peak.values)) < 0.5


def test_large_motions_in_space_are_said():
    pushed = LoadCase(20.0, 3, (TipForce("z", History.step(2.0)), TipForce("rotation_x", STEP)), 0.1)
    said = response(BeamFEM(1), LOCKED, pushed, modes=4).attrs["large_motion"]
    assert all(word in said for word in ("link 3's slope is", "link 1 bends by", "link 1 twists by"))
    pushed = LoadCase(5.0, 3, (BaseForce("rotation_x", STEP), TipForce((0.0, 0.0, 0.0, 12.0, 24.0, 6.0), STEP, 2)))
    said = response(BeamFEM(1), FREE, pushed, modes=4).attrs["large_motion"]
    assert all(word in said for word in ("the base turns by", "joint 1 turns by"))
    turned = LoadCase(40.0, 3, (BaseAcceleration("rotation_y", History.step(0.1)),), 0.1)
    assert "the base turns at up to 4 rad/s" in response(BeamFEM(1), LOCKED, turned, modes=2).attrs["large_motion"]


PLANE = example("single-link-locked")


@pytest.mark.parametrize(
    ("arm", "case", "said"),
    [
        (
            PLANE,
            LoadCase(1.0, 2, (TipForce("z", STEP),)),
            'load1.component: wanted "x", "y" or "rotation": the arm moves',
        ),
        (PLANE, LoadCase(1.0, 2, (BaseAcceleration((0.0, 1.0, 0.1), STEP),)), "got (0.0, 1.0, 0.1)"),
        (
            PLANE,
            LoadCase(1.0, 2, initial=Initial((0.0, 0.0, 1.0))),
            "payload_velocity: wanted nothing out of the plane",
        ),
        (PLANE, LoadCase(1.0, 2, initial=Initial(payload_rate=(1.0, 0.0, 0.0))), "payload_rate: wanted nothing out of"),
        (PLANE, LoadCase(1.0, 2, dampers=(Damper(1.0, link=1, axis="x"),)), 'damper1.axis: wanted "z", or nothing'),
        (GUIDED, LoadCase(1.0, 2, (BaseForce("rotation_x", STEP),)), "a force along the guided base's direction"),
        (GUIDED, LoadCase(1.0, 2, (BaseForce((2.0, -1.0, 0.0), STEP),)), "a force along the guided base's direction"),
        (
            LOCKED,
            LoadCase(1.0, 2, (BaseAcceleration("rotation_x", STEP),), dampers=(Damper(1.0, link=1),)),
            "damper1.link: wanted a damper in a joint",
        ),
    ],
)
def test_what_does_not_fit_is_refused(arm, case, said):
    with pytest.raises(InputError) as refusal:
        response(Exact(), arm, case)
    assert said in str(refusal.value)


def test_the_plane_takes_vectors_that_stay_in_it():
    one, other = (
        response(BeamFEM(1), PLANE, LoadCase(2.0, 5, (TipForce(component, STEP),)))
        for component in ("y", (0.0, 1.0, 0.0, 0.0, 0.0, 0.0))
    )
    np.testing.assert_array_equal(one.payload_deflection, other.payload_deflection)
