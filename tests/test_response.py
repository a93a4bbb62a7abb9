"""Forced response: static limits, conservation laws, an independent integrator, and agreement of the backends."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from exact import Exact
from fem import BeamFEM
from flexarm import response
from flexarm.arm import Arm
from flexarm.backend import find_backend
from flexarm.datasets import load_dataset, save_dataset
from flexarm.errors import InputError
from flexarm.examples import example
from flexarm.forced_response.motion import modal_response
from flexarm.links import Link
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
from flexarm.parts import Base, Body, Joint

from .elements import Elements, by_integration

STEP = History((0.0,), (1.0,))
RAMP = History((0.2, 1.0, 1.5), (0.0, 3.0, -1.0), "linear")
BANG = History((0.0, 1.0, 2.0), (2.0, -2.0, 0.0))
LOCKED, UNLOCKED = example("single-link-locked"), example("single-link-unlocked")
SHUTTLE, GUIDED, DOUBLE = (example(name) for name in ("shuttle-free-base", "shuttle-guided-base", "double-link"))

CASES = {
    "base turned": (LOCKED, LoadCase(20.0, 401, (BaseAcceleration("rotation", RAMP),))),
    "base shifted": (DOUBLE, LoadCase(20.0, 401, (BaseAcceleration("x", BANG), BaseAcceleration("y", STEP)))),
    "torque": (UNLOCKED, LoadCase(4.0, 201, (JointTorque(1, BANG),))),
    "couple at a locked joint": (DOUBLE, LoadCase(20.0, 401, (JointTorque(2, STEP, internal_couple=True),))),
    "without reaction": (DOUBLE, LoadCase(20.0, 401, (JointTorque(2, STEP, False, True),))),
    "base pushed": (SHUTTLE, LoadCase(20.0, 401, (BaseForce("y", BANG), BaseForce("rotation", STEP)))),
    "guided base pushed": (GUIDED, LoadCase(20.0, 401, (BaseForce("x", RAMP),))),
    "tip pushed": (SHUTTLE, LoadCase(20.0, 401, (TipForce("x", STEP), TipForce("rotation", BANG, 2)))),
    "damped": (LOCKED, LoadCase(20.0, 401, (BaseAcceleration("rotation", STEP),), damping=0.02)),
    "damper": (LOCKED, LoadCase(20.0, 401, (BaseAcceleration("y", STEP),), dampers=(Damper(5e3, joint=1),))),
    "wheel": (DOUBLE, LoadCase(20.0, 401, (TipForce("y", STEP),), dampers=(Damper(2e3, link=1, station=0.5),))),
    "capture": (SHUTTLE, LoadCase(20.0, 401, initial=Initial((0.01, 0.02), 0.001))),
    "braking": (DOUBLE, LoadCase(20.0, 401, initial=Initial(joint_rates=(0.004, -0.002)))),
}


def case(name):
    return CASES[name]


def outputs(dataset):
    return {str(name): dataset[str(name)].values for name in dataset.output.values}


SLOW_ARM = Arm(
    Base.free(50.0, 40.0, (0.5, 0.2)),
    (
        Link(1.0, 2.0, 50.0, joint=Joint.locked(30.0), angle=30.0),
        Link(0.8, 1.5, 30.0, joint=Joint.locked(20.0), angle=40.0),
    ),
    Body(5.0, 0.5, 0.1),
)
SLOW_FIXED = Arm(Base.fixed(), SLOW_ARM.links, SLOW_ARM.payload)
SLOW_FREE_JOINT = Arm(
    Base.fixed(), (Link(1.0, 2.0, 50.0, joint=Joint.unlocked(0.3), angle=30.0), *SLOW_ARM.links[1:]), SLOW_ARM.payload
)


GUIDED_ARM = replace(SLOW_ARM, base=Base.guided(50.0, (1.0, 0.0)))
CAUGHT = Initial((0.3, -0.2), 0.1)
BRAKED = Initial(joint_rates=(0.2, -0.3))


def slow(*values):
    return pytest.param(*values, marks=pytest.mark.slow)


INTEGRATED = {
    "base turned and shifted": (
        SLOW_FIXED,
        LoadCase(3.0, 31, (BaseAcceleration("rotation", RAMP), BaseAcceleration("x", BANG))),
    ),
    "base shifted": (SLOW_FIXED, LoadCase(3.0, 31, (BaseAcceleration("y", BANG),))),
    "torque": (SLOW_FREE_JOINT, LoadCase(3.0, 31, (JointTorque(1, BANG), TipForce("y", RAMP)))),
    "no reaction": (SLOW_FREE_JOINT, LoadCase(3.0, 31, (JointTorque(2, BANG, False, True),))),
    "free base": (
        SLOW_ARM,
        LoadCase(3.0, 31, (BaseForce("x", BANG), BaseForce("rotation", RAMP), TipForce("rotation", STEP, 1))),
    ),
    "guided base": (GUIDED_ARM, LoadCase(3.0, 31, (BaseForce("x", BANG), TipForce("y", RAMP)))),
    "capture": (SLOW_ARM, LoadCase(3.0, 31, initial=CAUGHT)),
    "braking": (SLOW_FIXED, LoadCase(3.0, 31, initial=BRAKED)),
    "dampers": (SLOW_FIXED, LoadCase(3.0, 31, (TipForce("x", STEP),), dampers=(Damper(2.0, 1), Damper(1.0, 2)))),
    "harmonic": (
        SLOW_FREE_JOINT,
        LoadCase(3.0, 31, (JointTorque(1, Harmonic(2.0, 4.0, 40.0, 0.3, 2.2)), TipForce("y", RAMP))),
    ),
    "harmonic base": (
        SLOW_FIXED,
        LoadCase(3.0, 31, (BaseAcceleration("x", Harmonic(2.0, 4.0)),), damping=Rayleigh(0.3, 2e-3)),
    ),
    "harmonic and dampers": (
        SLOW_ARM,
        LoadCase(3.0, 31, (BaseForce("y", Harmonic(2.0, 4.0)), BaseForce("y", BANG)), dampers=(Damper(2.0, 1),)),
    ),
    "dragged": (SLOW_ARM, LoadCase(3.0, 31, (BaseForce("x", BANG),), Rayleigh(0.4, 1e-3), CAUGHT)),
    "let go": (
        SLOW_FIXED,
        LoadCase(3.0, 31, (TipForce("x", BANG),), initial=Initial(loads=(TipForce("y", STEP), TipForce("x", RAMP)))),
    ),
    "wheel": (
        SLOW_FIXED,
        LoadCase(3.0, 31, (TipForce("x", STEP),), initial=BRAKED, dampers=(Damper(2.0, link=1), Damper(1.0, 2))),
    ),
}


@pytest.mark.parametrize(
    "name",
    [name if name in ("wheel", "harmonic base") else pytest.param(name, marks=pytest.mark.slow) for name in INTEGRATED],
)
def test_response_is_what_an_integrator_finds(name):
    arm, given = INTEGRATED[name]
    found = response(BeamFEM(1), arm, given)  # all of its modes
    model = Elements(arm, 1)
    sampled, reactions = by_integration(model, given)
    tip = np.stack([place.rows[:2] @ sampled.T for place in model.tips])  # link, axis, time
    base, turn = model.centre.rows[:2] @ sampled.T, model.centre.rows[2] @ sampled.T
    scale = np.max(np.abs(tip)) + np.max(np.abs(base))
    if arm.base.kind == "fixed":
        relative = found.tip_displacement.values.transpose(1, 2, 0)
        np.testing.assert_allclose(relative, tip, atol=1e-7 * scale)
    else:
        absolute = found.tip_absolute_displacement.values.transpose(1, 2, 0)
        np.testing.assert_allclose(absolute, tip, atol=1e-7 * scale)
        np.testing.assert_allclose(found.base_displacement.values.T, base, atol=1e-7 * scale)
        np.testing.assert_allclose(found.base_turn.values, turn, atol=1e-7 * scale)
    for k, row in enumerate(model.joints, 1):
        np.testing.assert_allclose(found[f"joint{k}_rotation"].values, row @ sampled.T, atol=1e-7 * scale)
    held = {"fixed": (0, 1, 2), "guided": (1, 2), "free": ()}[arm.base.kind]
    names = ("base_force_x", "base_force_y", "base_moment")
    assert [name for name in names if name in found] == [names[i] for i in held]
    largest = np.max(np.abs(reactions))
    for i in held:
        np.testing.assert_allclose(found[names[i]].values, reactions[:, i], atol=1e-7 * largest)


QUICK = ("base turned", "base pushed", "damper", "braking")


@cache
def exactly(name):
    """The exact response of a case, which several tests ask for; none writes to it."""
    return response(Exact(), *case(name))


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in CASES]
)
def test_backends_agree(name):
    arm, given = case(name)
    fem, legendre = (response(find_backend(spec), arm, given) for spec in ("fem:60", "assumed_modes:legendre:20"))
    for output, values in outputs(exactly(name)).items():
        scale = np.max(np.abs(values)) + 1e-30
        # A shear force is a third derivative: steps and impacts, which excite all modes alike, show in it most.
        # So does the base's reaction, a force on a root.
        sharp = "shear" in output or output.startswith("base_force")
        near = 1e-2 if sharp else 1e-4
        assert np.max(np.abs(legendre[output].values - values)) < near * scale, output
        # Elements have frequencies too high by h⁴, and phases that drift with them; their shear force is constant.
        loose = 0.3 if sharp else 2e-2
        assert np.max(np.abs(fem[output].values - values)) < loose * scale, output


@pytest.mark.parametrize("name", CASES)
def test_energy_balance(name):
    _, given = case(name)
    found = exactly(name)
    start = found.kinetic_energy.values[0]
    largest = max(np.max(found.kinetic_energy.values + found.strain_energy.values), 1e-30)
    lost = found.dissipated_energy.values
    if given.damping or given.dampers:
        assert np.all(np.diff(lost) > -1e-9 * largest)
        assert lost[-1] > 1e-5 * largest
    else:
        assert np.max(np.abs(lost)) < 1e-9 * (largest + start)


@pytest.mark.parametrize("name", ["damped", "damper", "wheel"])
def test_what_is_dissipated_is_the_dampers_work(name):
    # ∫ q̇ᵀC q̇ dt by Gauss quadrature, of three modes: 81 rad/s at most, or 1.6 rad a panel.
    arm, given = case(name)
    found = modal_response(Exact(), arm, given, 3, True)
    nodes, weights = np.polynomial.legendre.leggauss(24)
    width = given.duration / 1000.0
    times = (width * (np.arange(1000)[:, np.newaxis] + 0.5 * (nodes + 1.0))).ravel()
    velocity = found.motions(times).velocity
    power = np.sum(velocity * found.damping_forces(velocity), axis=1)
    lost = np.tile(0.5 * width * weights, 1000) @ power
    told = response(Exact(), arm, given, modes=3).dissipated_energy.values[-1]
    assert told == pytest.approx(lost, rel=1e-9)


def test_a_damped_step_comes_to_rest_at_the_static_deflection():
    # P L³/3EI + P a L²/2EI + P (L + a) L/λ, of one mode with what the others deflect.
    given = LoadCase(20000.0, 2, (TipForce("y", STEP),), damping=0.05)
    link, reach = LOCKED.links[0], LOCKED.payload.centre[0]
    length, rigidity = link.length, link.flexural_rigidity
    tip = length**3 / (3.0 * rigidity) + reach * length**2 / (2.0 * rigidity)
    tip += (length + reach) * length / link.joint.stiffness
    for modes in (1, 12):
        found = response(Exact(), LOCKED, given, modes=modes)
        assert found.link1_tip_deflection.values[-1] == pytest.approx(tip, rel=1e-9)
        assert found.base_moment.values[-1] == pytest.approx(-(length + reach), rel=1e-9)


def test_a_slow_load_bends_the_arm_as_at_rest():
    # Ramped up over 400 periods of the first mode: P L³/3EI + P (L + a) L/λ … by the backend's own static solution.
    slow = LoadCase(8000.0, 3, (TipForce("y", History((0.0, 7000.0), (0.0, 5.0), "linear")),))
    found = response(Exact(), LOCKED, slow)
    link, payload = LOCKED.links[0], LOCKED.payload
    length, reach = link.length, payload.centre[0]
    couple = 5.0 * reach
    bend = 5.0 * length**3 / (3.0 * link.flexural_rigidity) + couple * length**2 / (2.0 * link.flexural_rigidity)
    turn = 5.0 * (length + reach) / link.joint.stiffness
    tip = bend + turn * length
    assert found.link1_tip_deflection.values[-1] == pytest.approx(tip, rel=2e-3)
    assert found.joint1_rotation.values[-1] == pytest.approx(turn, rel=2e-3)
    assert found.link1_root_moment.values[-1] == pytest.approx(5.0 * (length + reach), rel=2e-3)


def test_a_step_swings_about_the_static_deflection():
    damped = LoadCase(20000.0, 4001, (TipForce("y", STEP),), damping=0.05)
    undamped = LoadCase(200.0, 4001, (TipForce("y", STEP),))
    rest = response(Exact(), LOCKED, damped).payload_deflection.values[-1]
    swing = response(Exact(), LOCKED, undamped)
    place = list(swing.output.values).index("payload_deflection")
    # The payload moves in its first mode but for 2e-4, the share of the others.
    assert swing.amplitude.values[place] == pytest.approx(rest, rel=1e-3)
    assert swing.offset.values[place] == pytest.approx(rest, rel=1e-3)


def test_static_correction_makes_few_modes_do():
    # Brought up over many periods of all modes but the first two, the couple bends the others statically.
    slowly = History((0.0, 10.0), (0.0, 1.0), "linear")
    given = LoadCase(20.0, 401, (TipForce("rotation", slowly, 1),))
    whole = response(Exact(), DOUBLE, given, modes=12)
    few, plain = (response(Exact(), DOUBLE, given, modes=2, static_correction=on) for on in (True, False))
    error = [np.max(np.abs(one.link1_root_shear.values - whole.link1_root_shear.values)) for one in (few, plain)]
    assert error[0] < 0.05 * error[1]


def test_shares_of_the_modes():
    found = response(Exact(), LOCKED, LoadCase(200.0, 4001, (TipForce("y", STEP),)))
    shares = found.mode_share.values[list(found.output.values).index("payload_deflection")]
    # The first mode swings to twice the static deflection alone; the next ones stiffen like ω².
    assert shares[0] == pytest.approx(1.0, abs=2e-3)
    assert np.all(shares[1:] < 2e-3)
    assert shares.shape == (12,)


def test_dataset_goes_to_a_file_and_back(tmp_path):
    arm, given = case("tip pushed")
    found = response(Exact(), arm, given)
    save_dataset(found, tmp_path / "r.nc")
    assert load_dataset(tmp_path / "r.nc").identical(found)
    assert all({"units", "long_name"} <= set(found[name].attrs) for name in found.variables)


@pytest.mark.parametrize(
    ("arm", "given", "text"),
    [
        (SHUTTLE, LoadCase(1.0, 2, (BaseAcceleration("x", STEP),)), "base"),
        (LOCKED, LoadCase(1.0, 2, (BaseForce("x", STEP),)), "base"),
        (LOCKED, LoadCase(1.0, 2, (JointTorque(1, STEP),)), "locked"),
        (LOCKED, LoadCase(1.0, 2, (JointTorque(2, STEP),)), "joint"),
        (LOCKED, LoadCase(1.0, 2, (TipForce("x", STEP, 3),)), "link"),
    ],
)
def test_misfits_are_refused(arm, given, text):
    with pytest.raises(InputError, match=text):
        response(Exact(), arm, given)


def test_a_damper_beyond_float64_is_named():
    dampers = (Damper(1.0, joint=1), Damper(1e14, joint=1))
    with pytest.raises(InputError) as caught:
        response(Exact(), LOCKED, LoadCase(20.0, 41, (TipForce("y", STEP),), dampers=dampers))
    assert str(caught.value) == (
        "load case: damper2.coefficient: wanted below 2.0e+08 N m s/rad: fewer than six digits are left above that; "
        "a joint that must not turn is a rigid one, got 100000000000000.0"
    )


def test_a_load_that_jumps_at_the_end_has_not_jumped_yet():
    whole = LoadCase(20.0, 41, (TipForce("rotation", History((0.0,), (2.0,)), 1),))
    ends = LoadCase(20.0, 41, (TipForce("rotation", History((0.0, 20.0), (2.0, 0.0)), 1),))
    one, other = (response(Exact(), DOUBLE, given, modes=1) for given in (whole, ends))
    for name in outputs(one):
        np.testing.assert_array_equal(one[name].values, other[name].values)
