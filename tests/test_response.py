"""Forced response: static limits, conservation laws, an independent integrator, and agreement of the backends."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from exact import Exact
from fem import BeamFEM
from flexarm.arm import Arm
from flexarm.backend import find_backend
from flexarm.chain import chain
from flexarm.datasets import load_dataset, save_dataset
from flexarm.errors import InputError
from flexarm.examples import example
from flexarm.factors import inertia_factor, strain_factor
from flexarm.kinematics import link_motions
from flexarm.load_cases import (
    BaseAcceleration,
    BaseForce,
    Damper,
    History,
    Initial,
    JointTorque,
    LoadCase,
    TipForce,
)
from flexarm.parts import Base, Body, Joint, Link
from flexarm.response.patterns import impulse, patterns
from flexarm.ritz import _layout, _moments
from flexarm.section_loads import generalised_forces

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


def coordinates_by_integration(arm, given, size, times):
    """Coordinates of an element model by an integrator: M q̈ + D q̇ + K q = f, with everything assembled here."""
    parts, spaces = chain(arm), BeamFEM(size)._spaces(arm)
    plan = _layout(parts, spaces)
    inertia, strain = inertia_factor(parts, plan, spaces), strain_factor(parts, plan, spaces)
    rows = inertia.columns(np.arange(plan.size))
    mass = rows.T @ rows
    stiffness = np.zeros((plan.size, plan.size))
    flexible = np.linalg.inv(strain.solve(np.eye(len(plan.elastic))))
    stiffness[np.ix_(plan.elastic, plan.elastic)] = flexible.T @ flexible
    moments = [_moments(space, own, plan.size) for space, own in zip(spaces, plan.links, strict=True)]
    motions = link_motions(parts, plan.rows)
    found = patterns(parts, given)
    forces = generalised_forces(found.loads, parts, plan.rows, motions, moments)
    start = generalised_forces(impulse(parts, given.initial), parts, plan.rows, motions, moments)[0]
    damping = np.zeros_like(mass)
    for damper in given.dampers:
        assert damper.joint is not None
        row = plan.rows.joints[damper.joint - 1]
        damping += damper.coefficient * np.outer(row, row)
    inverse = np.linalg.inv(mass)

    def rate(t, state):
        q, v = np.split(state, 2)
        push = sum((history(np.array([t]))[0] * row for history, row in zip(found.histories, forces, strict=True)), 0.0)
        return np.concatenate([v, inverse @ (push - stiffness @ q - damping @ v)])

    state, at = np.concatenate([np.zeros(plan.size), inverse @ start]), 0.0
    breaks = sorted({t for history in found.histories for t in history.times if 0.0 < t < given.duration})
    sampled = np.zeros((len(times), plan.size))
    for end in [*breaks, given.duration]:
        inside = (times >= at) & (times <= end)
        wanted = np.unique(np.concatenate([times[inside], [end]]))
        # Open at the right end, where the load may jump.
        piece = solve_ivp(
            lambda t, y, end=end: rate(min(t, np.nextafter(end, 0.0)), y),
            (at, end),
            state,
            "DOP853",
            wanted,
            rtol=1e-11,
            atol=1e-13,
        )
        sampled[inside] = piece.y[: plan.size, np.searchsorted(wanted, times[inside])].T
        state, at = piece.y[:, -1], end
    return sampled, plan


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


def slow(*values):
    return pytest.param(*values, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("arm", "given"),
    [
        slow(SLOW_FIXED, LoadCase(3.0, 31, (BaseAcceleration("rotation", RAMP), BaseAcceleration("x", BANG)))),
        slow(SLOW_FREE_JOINT, LoadCase(3.0, 31, (JointTorque(1, BANG), TipForce("y", RAMP)))),
        (SLOW_FREE_JOINT, LoadCase(3.0, 31, (JointTorque(2, BANG, False, True),))),
        slow(
            SLOW_ARM,
            LoadCase(3.0, 31, (BaseForce("x", BANG), BaseForce("rotation", RAMP), TipForce("rotation", STEP, 1))),
        ),
        (SLOW_ARM, LoadCase(3.0, 31, initial=Initial((0.3, -0.2), 0.1))),
        (SLOW_FIXED, LoadCase(3.0, 31, initial=Initial(joint_rates=(0.2, -0.3)))),
        (SLOW_FIXED, LoadCase(3.0, 31, (TipForce("x", STEP),), dampers=(Damper(2.0, joint=1), Damper(1.0, joint=2)))),
    ],
    ids=["base moved", "torque", "no reaction", "free base", "capture", "braking", "dampers"],
)
def test_response_is_what_an_integrator_finds(arm, given):
    size = 1
    found = BeamFEM(size).response(arm, given)  # all of its modes
    sampled, plan = coordinates_by_integration(arm, given, size, given.times)
    motions = link_motions(chain(arm), plan.rows)
    tip = np.stack([motion.tip.translation @ sampled.T for motion in motions])  # link, axis, time
    base = plan.rows.base[:2] @ sampled.T
    turn = plan.rows.base[2] @ sampled.T
    scale = np.max(np.abs(tip)) + np.max(np.abs(base))
    absolute = found.tip_absolute_displacement.values.transpose(1, 2, 0)
    prescribed = found.base_displacement.values.T if arm.base.kind == "fixed" else 0.0
    if arm.base.kind == "fixed":
        relative = found.tip_displacement.values.transpose(1, 2, 0)
        np.testing.assert_allclose(relative, tip, atol=1e-7 * scale)
        assert np.shape(prescribed) == (2, len(given.times))
    else:
        np.testing.assert_allclose(absolute, tip, atol=1e-7 * scale)
        np.testing.assert_allclose(found.base_displacement.values.T, base, atol=1e-7 * scale)
        np.testing.assert_allclose(found.base_turn.values, turn, atol=1e-7 * scale)
    joints = np.stack([row @ sampled.T for row in plan.rows.joints])
    for k in range(len(arm.links)):
        np.testing.assert_allclose(found[f"joint{k + 1}_rotation"].values, joints[k], atol=1e-7 * scale)


QUICK = ("base turned", "base pushed", "damper", "braking")


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in CASES]
)
def test_backends_agree(name):
    arm, given = case(name)
    exact, fem, legendre = (
        find_backend(spec).response(arm, given) for spec in ("exact", "fem:60", "assumed_modes:legendre:20")
    )
    for output, values in outputs(exact).items():
        scale = np.max(np.abs(values)) + 1e-30
        # A shear force is a third derivative: steps and impacts, which excite all modes alike, show in it most.
        near = 1e-2 if "shear" in output else 1e-4
        assert np.max(np.abs(legendre[output].values - values)) < near * scale, output
        # Elements have frequencies too high by h⁴, and phases that drift with them; their shear force is constant.
        loose = 0.3 if "shear" in output else 2e-2
        assert np.max(np.abs(fem[output].values - values)) < loose * scale, output


@pytest.mark.parametrize("name", CASES)
def test_energy_balance(name):
    arm, given = case(name)
    found = Exact().response(arm, given)
    start = found.kinetic_energy.values[0]
    largest = max(np.max(found.kinetic_energy.values + found.strain_energy.values), 1e-30)
    lost = found.dissipated_energy.values
    if given.damping or given.dampers:
        assert np.all(np.diff(lost) > -1e-9 * largest)
        assert lost[-1] > 1e-5 * largest
    else:
        assert np.max(np.abs(lost)) < 1e-9 * (largest + start)


def test_a_slow_load_bends_the_arm_as_at_rest():
    # Ramped up over 400 periods of the first mode: P L³/3EI + P (L + a) L/λ … by the backend's own static solution.
    slow = LoadCase(8000.0, 3, (TipForce("y", History((0.0, 7000.0), (0.0, 5.0), "linear")),))
    found = Exact().response(LOCKED, slow)
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
    rest = Exact().response(LOCKED, damped).payload_deflection.values[-1]
    swing = Exact().response(LOCKED, undamped)
    place = list(swing.output.values).index("payload_deflection")
    # The payload moves in its first mode but for 2e-4, the share of the others.
    assert swing.amplitude.values[place] == pytest.approx(rest, rel=1e-3)
    assert swing.offset.values[place] == pytest.approx(rest, rel=1e-3)


def test_static_correction_makes_few_modes_do():
    # Brought up over many periods of all modes but the first two, the couple bends the others statically.
    slowly = History((0.0, 10.0), (0.0, 1.0), "linear")
    given = LoadCase(20.0, 401, (TipForce("rotation", slowly, 1),))
    whole = Exact().response(DOUBLE, given, modes=12)
    few, plain = (Exact().response(DOUBLE, given, modes=2, static_correction=on) for on in (True, False))
    error = [np.max(np.abs(one.link1_root_shear.values - whole.link1_root_shear.values)) for one in (few, plain)]
    assert error[0] < 0.05 * error[1]


def test_a_free_base_keeps_its_momentum():
    arm, given = case("capture")
    found = Exact().response(arm, given)
    parts = chain(arm)
    rate = np.gradient(found.base_displacement.values, given.times, axis=0, edge_order=2)
    payload = np.gradient(
        found.body_absolute_displacement.sel(body="payload").values, given.times, axis=0, edge_order=2
    )
    light = sum(float(link.mass_per_length * link.length) for link in parts.links)
    total = float(parts.base.mass) * rate + arm.payload.mass * payload
    given_momentum = arm.payload.mass * np.array(given.initial.payload_velocity)
    # What the light links carry, and differences between samples.
    assert np.max(np.abs(total - given_momentum)) < 3.0 * light * 0.02


def test_measures_are_found_between_the_samples():
    coarse, fine = (LoadCase(20.0, samples, (BaseAcceleration("rotation", STEP),)) for samples in (81, 3201))
    few, many = (Exact().response(LOCKED, given) for given in (coarse, fine))
    for measure in ("amplitude", "offset", "peak", "peak_time"):
        at = "payload_deflection"
        values = [one[measure].values[0] for one in (few, many)]
        assert str(few.output.values[0]) == at
        assert values[0] == pytest.approx(values[1], rel=1e-6)


def test_shares_of_the_modes():
    found = Exact().response(LOCKED, LoadCase(200.0, 4001, (TipForce("y", STEP),)))
    shares = found.mode_share.values[list(found.output.values).index("payload_deflection")]
    # The first mode swings to twice the static deflection alone; the next ones stiffen like ω².
    assert shares[0] == pytest.approx(1.0, abs=2e-3)
    assert np.all(shares[1:] < 2e-3)
    assert shares.shape == (12,)


def test_dataset_goes_to_a_file_and_back(tmp_path):
    arm, given = case("tip pushed")
    found = Exact().response(arm, given)
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
        (LOCKED, LoadCase(1.0, 2, damping=(0.1, 0.2)), "damping"),
    ],
)
def test_misfits_are_refused(arm, given, text):
    with pytest.raises(InputError, match=text):
        Exact().response(arm, given)
