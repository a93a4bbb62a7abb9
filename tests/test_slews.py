"""Large motion: published spin-up, conservation laws, limits of small motion and of rigid links, refusals."""

import re
import sys
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
import xarray as xr
from scipy.integrate import solve_ivp

import compare
from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm import (
    Arm,
    Base,
    Body,
    Course,
    Drive,
    Freedom,
    Joint,
    Link,
    LoadCase,
    Manoeuvre,
    RigidLink,
    Tracking,
    Turn,
    load_manoeuvre,
    response,
    slew,
)
from flexarm.backend import find_backend
from flexarm.curves.floating import FloatingCurve
from flexarm.drives import Wheel
from flexarm.errors import InputError, QuestionError
from flexarm.examples import example
from flexarm.links import uniform_inertia
from flexarm.load_cases import Harmonic, History, JointTorque, SupportMotion, TipForce
from flexarm.slews import dumps_manoeuvre, example_manoeuvre, examples, loads_manoeuvre, save_manoeuvre
from flexarm.supports import Support

# Simo and Vu-Quoc (1986), J. Appl. Mech. 53, 855: a beam of 10 m spun up to 6 rad/s in 15 s.
SPUN = Arm(
    Base.fixed(),
    (
        Link(
            length=10.0,
            mass_per_length=1.2,
            flexural_rigidity=1.4e4,
            axial_rigidity=2.8e7,
            shear_rigidity=1e7,
            rotary_inertia_per_length=6e-4,
            joint=Joint.unlocked(),
        ),
    ),
)
SPIN_UP = Manoeuvre(20.0, 801, (Turn(1, Course((0.0, 15.0), (0.0, 6.0), "rate")),), accuracy=1e-3)
TWO = Arm(
    Base.fixed(),
    (
        Link(length=2.0, mass_per_length=1.0, flexural_rigidity=400.0, joint=Joint.unlocked(gear_inertia=0.5)),
        Link(length=1.5, mass_per_length=0.8, flexural_rigidity=200.0, joint=Joint.locked(500.0), angle=40.0),
    ),
    Body(mass=2.0, inertia=0.1, offset=(0.2, 0.1)),
)
ONE = Arm(TWO.base, TWO.links[:1], TWO.payload)
LINEAR = AssumedModes("legendre", 2, linear_about="posture")
SPRUNG = (Support("tip", ("along_y",), 50.0),)
MODELS = (Exact(), BeamFEM(2), BeamFEM(2, floating=True), AssumedModes("legendre", 2), LINEAR)


@pytest.mark.slow
def test_a_beam_that_is_spun_up_bends_back_and_stretches_as_published():
    dataset = slew(Exact(), SPUN, SPIN_UP)
    deflection = dataset.link1_deflection
    assert float(deflection.min()) == pytest.approx(-0.5738, abs=1e-4)
    assert float(deflection.time[np.argmin(deflection.values)]) == pytest.approx(6.75, abs=0.05)
    # m Ω² L³ / 3 EA, but for the rest of its swinging.
    assert float(dataset.link1_shortening[-80:].mean()) == pytest.approx(-1.2 * 36.0 * 1e3 / (3.0 * 2.8e7), rel=5e-3)
    assert np.all(dataset.reached.values[dataset.output_units.values == "m"] <= 1e-3)
    floating = slew(AssumedModes("legendre", 3), SPUN, SPIN_UP)
    assert float(floating.link1_deflection.min()) == pytest.approx(-0.5759, abs=5e-4)


@pytest.mark.slow
def test_without_foreshortening_a_spinning_link_softens_and_breaks_away():
    short = Manoeuvre(9.0, 91, SPIN_UP.turns, accuracy=1e-2)
    with_it, without = (
        slew(AssumedModes("legendre", 2, foreshortening=told), SPUN, short).link1_deflection for told in (True, False)
    )
    assert float(abs(with_it).max()) < 0.6
    assert float(abs(without).max()) > 5.0


def test_a_free_arm_keeps_its_momenta_and_energy():
    free = Arm(Base.free(mass=20.0, inertia=5.0), TWO.links, TWO.payload)
    # Half a wave: ∫ 4 π sin πt dt = 8 over its second.
    push, torque = TipForce("y", Harmonic(4.0 * np.pi, np.pi, end=1.0)), JointTorque(1, Harmonic(3.0, np.pi, end=1.0))
    accuracy, rates = 1e-3, (0.4, 0.0)
    kick = Manoeuvre(1.5, 31, loads=(push, torque), joint_rates=rates, accuracy=accuracy)
    dataset = slew(BeamFEM(1), free, kick)
    assert float(dataset.joint1_angle[1]) == pytest.approx(0.4 * 0.05, rel=0.1)
    along_x, along_y = (dataset[name].values for name in ("momentum_x", "momentum_y"))
    after = dataset.time > 1.0
    # Each to the accuracy that motions are asked for: what is kept has no error but that of steps.
    assert along_y[after] == pytest.approx(along_y[0] + 8.0, rel=accuracy)
    assert np.ptp(along_x) < accuracy * 8.0
    turned = dataset.momentum_rotation.where(after, drop=True)
    assert np.ptp(turned.values) < accuracy * float(abs(turned).max())
    energy = (dataset.kinetic_energy + dataset.strain_energy).where(after, drop=True)
    assert np.ptp(energy.values) < accuracy * float(energy.max())


def test_momenta_that_stay_zero_are_measured_by_those_of_the_bodies():
    links = (
        RigidLink(1.0, mass=1.0, joint=Joint.unlocked()),
        RigidLink(1.0, mass=1.0, joint=Joint.unlocked(), angle=40.0),
    )
    torque = JointTorque(2, Harmonic(1.0, np.pi))
    found = slew(BeamFEM(1), Arm(Base.free(2.0, 1.0), links), Manoeuvre(1.0, 6, loads=(torque,), accuracy=1e-3))
    for name in ("momentum_x", "momentum_y", "momentum_rotation"):
        assert abs(found[name].values).max() < 1e-3
        assert float(found.reached.sel(output=found.output == name).item()) < 1e-3


def test_what_is_zero_but_for_round_off_is_zero():
    # Two straight links that spin do not bend, nor does the second turn about the first.
    links = (replace(TWO.links[0], joint=Joint.unlocked()), replace(TWO.links[1], joint=Joint.unlocked(), angle=0.0))
    spun = slew(BeamFEM(2), Arm(Base.fixed(), links), Manoeuvre(1.0, 11, joint_rates=(1.0, 0.0), accuracy=1e-2))
    for name in ("joint2_angle", "link1_deflection", "link2_bend", "link1_root_moment", "strain_energy"):
        told = spun.sel(output=spun.output == name)
        assert (told.peak.item(), told.reached.item()) == (0.0, 0.0)
    # A payload whose weight lies on the joint's axis: its drive bears none of it.
    axes = {"joint": Joint.unlocked()}, {"joint": Joint.unlocked(axis="x")}
    turns = tuple(Turn(k, Course((0.0, 0.5), (0.0, angle))) for k, angle in ((1, 0.4), (2, 0.0)))
    every = tuple(RigidLink(1.0, mass=1.0, **one) for one in axes)
    arm = Arm(Base.fixed(), every, Body(2.0, 0.01), gravity=(0.0, 0.0, -9.81), motion="spatial")
    borne = slew(BeamFEM(1), arm, Manoeuvre(0.5, 6, turns, accuracy=1e-2))
    assert not np.any(borne.joint2_torque)
    assert not np.any(borne.joint2_power)
    # What is small as all is small stays.
    pushes = [Manoeuvre(0.1, 3, loads=(TipForce("y", History.step(force)),), accuracy=1e-2) for force in (1e-14, 1e-8)]
    small, larger = (slew(BeamFEM(1), replace(ONE, payload=TWO.payload), one) for one in pushes)
    for name in ("link1_deflection", "link1_root_moment", "joint1_angle"):
        np.testing.assert_allclose(
            1e6 * small[name], larger[name], rtol=1e-2, atol=1e-2 * float(abs(larger[name]).max())
        )


def test_a_shuttle_that_surges_while_its_arm_slews():
    """Wiedemann (2002), 2.10, case 2: printed are 45°, 1.24 m and 100 N m; 500 N m give 40° and that 1.24 m."""
    held = RigidLink(14.0, joint=Joint.unlocked(), mass=0.0, angle=0.0)
    arm = Arm(Base.guided(7e4, (0.0, 1.0)), (held,), Body(mass=1e4, inertia=37500.0, offset=1.5))
    moved = {}
    for torque in (100.0, 500.0):
        bang = History((0.0, 30.0, 100.0, 130.836), (torque, 0.0, -torque, 0.0))
        coast = Manoeuvre(140.0, 141, loads=(JointTorque(1, bang),), accuracy=1e-3)
        dataset = slew(BeamFEM(1), arm, coast)
        moved[torque] = np.degrees(float(dataset.joint1_angle[-1])), float(dataset.base_y[-1])
        # Of what is at rest nothing is left over: M_p l sin α moved against M_p + M_S.
        assert moved[torque][1] == pytest.approx(-1.9375 * np.sin(np.radians(moved[torque][0])), rel=1e-3)
    assert moved[500.0] == pytest.approx((39.9, -1.2427), rel=1e-3)
    assert moved[100.0][0] == pytest.approx(8.0, abs=0.1)


@pytest.mark.slow
def test_torques_that_leave_velocities_out_do_not_bring_an_arm_where_they_should():
    """Wiedemann (2002), 8.4.1: torques M(θ) θ̈ for 30° in each joint; on the whole equations they end far off."""
    sides, rate = (6.37, 7.05, 3.38), np.array([0.004, 0.0056, 0.0083])
    masses = (25.48, 28.2, 1e4)

    def inertia(angles):
        turns = np.exp(1j * np.cumsum(angles)) * sides
        arms = [np.array([turns[j : k + 1].sum() for j in range(k + 1)] + [0.0] * (2 - k)) for k in range(3)]
        return sum(m * np.outer(arm.conj(), arm).real for m, arm in zip(masses, arms, strict=True)) + 37500.0

    joints = np.array([[1.0, -1.0, 0.0], [0.0, 1.0, -1.0], [0.0, 0.0, 1.0]])
    largest = joints @ inertia(np.zeros(3)) @ rate
    part = min(np.array([1298.0, 888.0, 389.0]) / largest)
    assert part == pytest.approx(0.066325, abs=1e-6)  # as printed
    assert part * largest == pytest.approx([650.0, 719.0, 389.0], abs=1.0)
    ramp, coast = 1.0 / part, np.radians(30.0) / rate
    corners = sorted([ramp, *coast, *(coast + ramp)])
    moving = [number != 1 for number in range(len(corners))]  # all but the first coasting
    spans = zip(pairwise([0.0, *corners]), moving, strict=True)
    knots = np.concatenate([np.linspace(a + 1e-6, b - 1e-6, 2 + fast) for (a, b), fast in spans])

    def torque(t):
        up, down = np.clip(t, 0.0, ramp), np.clip(t - coast, 0.0, ramp)
        angles = part * rate * (0.5 * up**2 + ramp * np.clip(t - ramp, 0.0, coast - ramp) + ramp * down - 0.5 * down**2)
        return joints @ inertia(angles) @ (part * rate * ((t < ramp) * 1.0 - ((t > coast) & (t < coast + ramp))))

    values = np.array([torque(t) for t in knots])
    loads = tuple(
        JointTorque(k + 1, History(tuple(knots), tuple(values[:, k]), "linear"), reaction=False) for k in range(3)
    )
    bodies = (Body(25.48, 0.0, 0.0), Body(28.2, 0.0, 0.0), None)
    links = tuple(
        RigidLink(length, joint=Joint.unlocked(), mass=0.0, angle=0.0, tip=body)
        for length, body in zip((6.37, 7.05, 1.88), bodies, strict=True)
    )
    arm = Arm(Base.fixed(), links, Body(1e4, 37500.0, 1.5))
    dataset = slew(BeamFEM(1), arm, Manoeuvre(float(corners[-1]), 3, loads=loads, accuracy=1e-2))
    ended = [np.degrees(float(dataset[f"joint{k}_angle"][-1])) for k in (1, 2, 3)]
    assert ended == pytest.approx([104.0, -70.0, 7.0], abs=1.5)


@pytest.mark.parametrize("backend", MODELS, ids=lambda one: one.spec)
def test_small_motion_is_that_of_a_response(backend):
    push = TipForce("y", Harmonic(0.05, 3.0))
    held = Arm(TWO.base, (Link(2.0, 1.0, 400.0, joint=Joint.locked(800.0)), TWO.links[1]), TWO.payload)
    small = response(Exact(), held, LoadCase(1.0, 41, (push,)))
    large = slew(backend, held, Manoeuvre(1.0, 41, loads=(push,), accuracy=1e-2))
    scale = float(abs(small.joint2_rotation).max())
    assert np.max(np.abs(large.joint2_angle.values - small.joint2_rotation.values)) < 1e-2 * scale


@pytest.mark.slow
def test_stiff_links_move_as_rigid_ones_whose_equation_is_known():
    """A pendulum that falls: energy says its rate, ω² = 2 m g c (1 − cos) / I, at any angle."""
    length, mass, gravity = 1.2, 3.0, 9.81
    arm = Arm(
        Base.fixed(), (RigidLink(length, joint=Joint.unlocked(), mass=mass, angle=80.0),), gravity=(0.0, -gravity)
    )
    dataset = slew(Exact(), arm, Manoeuvre(1.0, 51, accuracy=1e-6))
    turned = dataset.joint1_angle.values
    fallen = 0.5 * length * (np.sin(np.radians(80.0)) - np.sin(np.radians(80.0) + turned))
    assert dataset.kinetic_energy.values == pytest.approx(mass * gravity * fallen, rel=1e-4, abs=1e-4)
    flexible = Arm(
        arm.base, (Link(length, mass / length, 1e9, joint=Joint.unlocked(), angle=80.0),), gravity=arm.gravity
    )
    followed = slew(BeamFEM(2), flexible, Manoeuvre(1.0, 51, accuracy=1e-6))
    assert followed.joint1_angle.values == pytest.approx(turned, abs=1e-5)
    # What bends by less than is asked for does not vibrate here, and is not said to be known.
    reached = dict(zip(followed.output.values, followed.reached.values, strict=True))
    assert reached["joint1_angle"] < 1e-6
    assert np.all(np.isnan([reached[f"link1_{name}"] for name in ("deflection", "bend", "root_moment")]))


def test_links_without_shapes_are_rigid():
    loose = Arm(TWO.base, (TWO.links[0], replace(TWO.links[1], joint=Joint.unlocked())), TWO.payload)
    rigid = tuple(
        RigidLink(one.length, joint=one.joint, mass=one.mass, inertia=one.mass * one.length**2 / 12.0, angle=one.angle)
        for one in loose.links
    )
    quick = Manoeuvre(0.4, 9, tuple(Turn(k, Course((0.0, 0.4), (0.0, 0.5 * k))) for k in (1, 2)))
    backend = AssumedModes("legendre", 0)
    found, told = slew(backend, loose, quick), slew(backend, Arm(loose.base, rigid, loose.payload), quick)
    for name in ("end_x", "joint1_torque", "joint2_angle", "kinetic_energy"):
        assert found[name].values == pytest.approx(told[name].values, abs=1e-9 * float(abs(told[name]).max()))
    # What a rigid link bears is not known, and no error says so.
    beside = compare.slews(loose, quick, [backend], backend)[backend.spec]
    for known in ("peak", "peak_time", "error", "reached"):
        assert np.isnan(beside[known].sel(output=beside.output == "link1_root_moment").item())
    assert re.search(
        r"link1_root_moment +N m +assumed_modes:legendre:0 +–\* +– +– +–", compare.text({backend.spec: beside})
    )
    with pytest.raises(QuestionError, match="which is a model of slews alone; take 1 or more"):
        backend.modes(TWO, 1)


def test_linear_models_have_the_masses_of_a_posture_and_no_velocity_terms():
    (mass, other), (length, beyond) = (2.0, 1.0), (1.0, 0.7)
    links = tuple(Link(one, own / one, 1e3, joint=Joint.unlocked()) for one, own in ((length, mass), (beyond, other)))
    course, far = Course((0.0, 1.0), (0.0, 1.2)), Course((0.0, 1.0), (0.0, 2.4))
    turned = Manoeuvre(1.0, 11, (Turn(1, course), Turn(2, far)))
    (_, _, rise), (second, _, more) = course(turned.times), far(turned.times)
    for about, angle in (("posture", 0.0 * second), ("moving-posture", second)):
        told = slew(AssumedModes("legendre", 0, linear_about=about), Arm(Base.fixed(), links), turned)
        shared, own = other * length * beyond * np.cos(angle), other * beyond**2 / 3.0
        taken = ((mass / 3.0 + other) * length**2 + own + shared) * rise + (own + shared / 2.0) * more
        np.testing.assert_allclose(told.joint1_torque, taken, atol=1e-12)
        np.testing.assert_allclose(told.joint2_torque, (own + shared / 2.0) * rise + own * more, atol=1e-12)
        assert float(told.joint1_angle[-1]) == pytest.approx(1.2)
        assert float(told.end_y[-1]) == pytest.approx(
            length * 1.2 + beyond * 3.6 if about == "posture" else np.sin(1.2) + beyond * np.sin(3.6)
        )
    for word in ("about-posture", "about-moving-posture"):
        spec = f"assumed_modes:legendre:4:{word}"
        assert find_backend(spec).spec == spec


@pytest.mark.slow
def test_two_rigid_links_are_a_double_pendulum():
    """Two rods, by Lagrange's equations in absolute angles (any textbook), against the tree of sections."""
    mass, length, gravity, start = (2.0, 1.0), (1.0, 0.7), 9.81, np.radians([30.0, -20.0])

    def rates(_, y):
        (a, b), (u, v) = y[:2], y[2:]
        cosine, sine = np.cos(a - b), np.sin(a - b)
        shared = mass[1] * length[0] * length[1] / 2.0
        inertia = [
            [(mass[0] / 3.0 + mass[1]) * length[0] ** 2, shared * cosine],
            [shared * cosine, mass[1] * length[1] ** 2 / 3.0],
        ]
        pulled = [
            -shared * sine * v**2 - (mass[0] / 2.0 + mass[1]) * gravity * length[0] * np.cos(a),
            shared * sine * u**2 - mass[1] / 2.0 * gravity * length[1] * np.cos(b),
        ]
        return np.concatenate([y[2:], np.linalg.solve(inertia, pulled)])

    begun, accuracy = np.radians([50.0, -80.0]), 1e-5
    told = solve_ivp(rates, (0.0, 2.5), [*start, *np.cumsum(begun)], method="DOP853", rtol=1e-11, atol=1e-11)
    angles = (30.0, -50.0)
    links = tuple(
        RigidLink(size, joint=Joint.unlocked(), mass=own, angle=angle)
        for size, own, angle in zip(length, mass, angles, strict=True)
    )
    arm = Arm(Base.fixed(), links, gravity=(0.0, -gravity))
    dataset = slew(BeamFEM(1), arm, Manoeuvre(2.5, 2, joint_rates=tuple(begun), accuracy=accuracy))
    first = told.y[0, -1] - start[0]
    for name, wanted in (("joint1_angle", first), ("joint2_angle", told.y[1, -1] - start[1] - first)):
        error = abs(float(dataset[name][-1]) - wanted) / float(abs(dataset[name]).max())
        assert error < float(dataset.reached.sel(output=dataset.output == name).item()) < accuracy


@pytest.mark.slow
def test_computed_torque_follows_where_links_are_rigid():
    links = tuple(RigidLink(1.0, joint=Joint.unlocked(), mass=2.0, angle=20.0) for _ in range(2))
    arm, course = Arm(Base.fixed(), links, gravity=(0.0, -9.81)), Course((0.0, 1.0), (0.0, 1.2))
    driven = Manoeuvre(
        1.2, 13, trackings=tuple(Tracking(k, course, 50.0, 10.0, feedforward=True) for k in (1, 2)), accuracy=1e-2
    )
    turned = Manoeuvre(1.2, 13, (Turn(1, course), Turn(2, course)))
    by_drive, by_turn = slew(Exact(), arm, driven), slew(Exact(), arm, turned)
    for name in ("joint1_angle", "joint2_angle", "end_x", "joint1_torque"):
        size = float(abs(by_turn[name]).max())
        assert by_drive[name].values == pytest.approx(by_turn[name].values, abs=1e-2 * size)


def test_work_is_energy():
    course = Course((0.0, 1.0), (0.0, 1.0))
    dataset = slew(BeamFEM(1), TWO, Manoeuvre(1.1, 1101, (Turn(1, course),), accuracy=1e-2))
    work = np.trapezoid(dataset.joint1_power.values, dataset.time.values)
    energy = float((dataset.kinetic_energy + dataset.strain_energy)[-1])
    assert work == pytest.approx(energy, rel=1e-2)


@pytest.mark.slow
def test_a_slew_made_faster_is_where_small_deflection_ceases_to_hold():
    bare, floating = Arm(TWO.base, TWO.links[:1]), AssumedModes("legendre", 2)
    slow = Manoeuvre(1.2, 13, (Turn(1, Course((0.0, 1.0), (0.0, 1.0))),), accuracy=5e-2)
    found = compare.slew_errors(bare, slow, [floating], durations=(0.4, 1.2), reference=BeamFEM(2))
    deviation = found.sel(output=found.output == "end_deviation").squeeze(("output", "backend"))
    # Three times as fast, nine times as large at least; what is of third order in it is lost.
    assert deviation.reference_peak.values[0] > 9.0 * deviation.reference_peak.values[1]
    assert deviation.error.values[0] > 5.0 * deviation.error.values[1]
    assert f"{floating.spec}: end_deviation within 1 % at no duration that was asked" in compare.text(found)
    assert '"reference_peak"' in compare.text(found, "json")
    # What does not hold is what `slew` says, and so marked.
    quick = compare.slews(bare, slow.lasting(0.4), floating, BeamFEM(2))[floating.spec]
    assert found.wrong.isel(duration=0, backend=0).values.tolist() == quick.wrong.values.tolist()
    assert 0 < int(quick.wrong.sum()) < quick.sizes["output"]
    assert found.large_motion.values[0, 0] == quick.attrs["large_motion"]
    assert (
        f"‡ does not hold: off by more than 10 %, or than the accuracy where something moves too far for the model\n  "
        f"{floating.spec} at 0.4: link 1's slope is " in compare.text(found)
    )
    assert f"{deviation.error.values[0]:.1e}‡" in compare.text(found)


def marked(dataset):
    """Return the outputs that do not hold."""
    return set(dataset.output.values[dataset.wrong.values != 0])


def test_energies_powers_and_small_motions_that_are_off_do_not_hold():
    short = Manoeuvre(0.6, 21, (Turn(1, Course((0.0, 0.5), (0.0, 0.1))),), accuracy=1e-2)
    rigid = AssumedModes("legendre", 0)
    found = compare.slews(ONE, short, rigid, BeamFEM(4))[rigid.spec]
    assert not found.attrs["large_motion"]
    off = set(found.output.values[found.error.values > 0.1])
    assert marked(found) == off >= {"joint1_power", "kinetic_energy", "strain_energy", "link1_shortening"}


@pytest.mark.parametrize("motion", ["planar", "spatial"])
def test_momenta_that_a_model_does_not_keep_do_not_hold(motion):
    link = RigidLink(1.0, mass=1.0, joint=Joint.unlocked())
    base = Base.free(2.0, 1.0 if motion == "planar" else (1.0, 1.0, 1.0))
    course, rigid = Course((0.0, 1.0), (0.0, 1.5)), AssumedModes("legendre", 0)
    models = [replace(rigid, linear_about=about) for about in ("posture", "moving-posture")]
    arm, turned = Arm(base, (link, link), motion=motion), Manoeuvre(1.0, 21, (Turn(1, course), Turn(2, course)))
    start, moving = compare.slews(arm, turned, models, rigid).values()
    kept = [str(name) for name in start.output.values if name.startswith("momentum_")]
    assert not marked(start) & set(kept)
    assert marked(moving) & set(kept)
    for name in kept:
        place = list(start.output.values).index(name)
        assert float(start.error[place]) < 1e-4
        # (Σ m v)² is at most 2 m T, and about z 2 J T: no model's momentum is larger but for its energy.
        energy = float(moving.kinetic_energy.max())
        inertia = 1.0 + 4.0 * uniform_inertia(2.0, 2.0)
        size = np.sqrt(2.0 * energy * (inertia if "rotation" in name else 4.0))
        assert abs(float(moving.peak[place])) < size


def test_prescribed_angles_hold_beside_a_reference_that_does_not():
    short = Manoeuvre(0.4, 11, (Turn(1, Course((0.0, 0.4), (0.0, 0.3))),), accuracy=1e-2)
    model = AssumedModes("legendre", 1)
    found = compare.slews(ONE, short, model, AssumedModes("legendre", 2))[model.spec]
    assert marked(found) == set(found.output.values) - {"joint1_angle"}


def test_what_has_a_mark_is_not_said_to_hold():
    durations, rigid = (1.0, 2.0), AssumedModes("legendre", 0)
    turned = Manoeuvre(2.0, 5, (Turn(1, Course((0.0, 2.0), (0.0, 0.5))),))
    model = replace(rigid, linear_about="posture")
    arm = Arm(Base.fixed(), (RigidLink(1.0, mass=1.0, joint=Joint.unlocked()),))
    found = compare.slew_errors(arm, turned, model, durations=durations, reference=rigid)
    assert f"{model.spec}: end_deviation within 1 % from duration 1 on" in compare.text(found)
    told = compare.text(found.assign(wrong=xr.ones_like(found.wrong)))
    assert f"{model.spec}: end_deviation within 1 % at no duration that was asked" in told


def test_errors_go_on_where_they_were_stopped(tmp_path):
    quick, rigid = Manoeuvre(0.4, 5, (Turn(1, Course((0.0, 0.4), (0.0, 0.3))),)), AssumedModes("legendre", 0)
    linear = replace(rigid, linear_about="posture")

    def ask(progress, **where):
        durations = (0.4, 0.8)
        return compare.slew_errors(
            ONE, quick, [linear], durations=durations, reference=rigid, progress=progress, **where
        )

    def stop(done, _):
        if done:
            raise KeyboardInterrupt

    store, seen = tmp_path / "errors.zarr", []
    with pytest.raises(KeyboardInterrupt):
        ask(stop, output=store)
    found = ask(lambda done, _: seen.append(done), output=store)
    assert seen == [1, 2]
    np.testing.assert_array_equal(found.error, ask(None).error)
    # About the posture the end goes along a tangent, but turns as it should.
    off = {name: float(found.error.sel(output=found.output == name).max()) for name in ("end_rotation", "end_y")}
    assert off["end_rotation"] == pytest.approx(0.0, abs=1e-12)
    assert off["end_y"] > 1e-2


@dataclass(frozen=True)
class Stopped(AssumedModes):
    """Assumed shapes that count how often they are asked for, and are interrupted."""

    most: float = np.inf
    asked: list[int] = field(default_factory=list)

    def _large_motion(self, arm, parts):
        asked, most = self.asked, self.most

        class Counted(FloatingCurve):
            def shape(self, coordinates, rates):
                asked.append(1)
                if len(asked) > most:
                    raise KeyboardInterrupt
                return super().shape(coordinates, rates)

        for curves in super()._large_motion(arm, parts):
            yield [one and Counted(one.beam, one.functions, one.foreshortened) for one in curves]


def test_a_slew_that_was_stopped_goes_on(tmp_path):
    course = Course((0.0, 0.2), (0.0, 0.3))
    quick, kept = Manoeuvre(0.4, 21, (Turn(1, course),), accuracy=1e-3), tmp_path / "states.partial"
    backend = Stopped("legendre", 1)
    whole = slew(backend, ONE, quick)
    often = len(backend.asked)
    with pytest.raises(KeyboardInterrupt):
        slew(Stopped("legendre", 1, most=0.8 * often), ONE, quick, kept=kept)
    states, backend = kept.read_bytes(), Stopped("legendre", 1)
    found = slew(backend, ONE, quick, kept=kept)
    assert len(backend.asked) < 0.5 * often
    for name in ("end_y", "joint1_torque", "link1_deflection"):
        size = float(abs(whole[name]).max())
        assert np.max(np.abs(found[name].values - whole[name].values)) < 1e-3 * size
    with pytest.raises(InputError, match=r"states.partial: .*wanted states of this very slew.*got those of another"):
        slew(AssumedModes("legendre", 2), ONE, quick, kept=kept)
    kept.write_bytes(states[:100])
    with pytest.raises(InputError, match="remove the file, or take another output, got a file that holds none"):
        slew(backend, ONE, quick, kept=kept)


@dataclass(frozen=True)
class Doubled(AssumedModes):
    """Assumed shapes of which another slew begins meanwhile."""

    meanwhile: object = None

    def _large_motion(self, arm, parts):
        self.meanwhile()
        return super()._large_motion(arm, parts)


def test_two_slews_do_not_keep_their_states_in_one_file(tmp_path, monkeypatch):
    kept, quick = (
        tmp_path / "states.partial",
        Manoeuvre(0.1, 2, (Turn(1, Course((0.0, 0.1), (0.0, 0.1))),), accuracy=0.1),
    )

    def other():
        slew(AssumedModes("legendre", 1), ONE, quick, kept=kept)

    with pytest.raises(
        InputError, match=r"states.partial: wanted a file in which no other .*got another slew at work on"
    ):
        slew(Doubled("legendre", 1, meanwhile=other), ONE, quick, kept=kept)
    assert not any(tmp_path.iterdir())
    with pytest.raises(
        InputError, match=r"nowhere.states.partial: wanted a file that can be written, got no such file"
    ):
        slew(AssumedModes("legendre", 1), ONE, quick, kept=tmp_path / "nowhere" / "states.partial")
    # Without the extra nothing keeps them apart, and each leaves a whole file.
    monkeypatch.setitem(sys.modules, "filelock", None)
    slew(Doubled("legendre", 1, meanwhile=other), ONE, quick, kept=kept)
    assert [one.name for one in tmp_path.iterdir()] == [kept.name]
    other()


def test_what_cannot_be_made_faster_is_refused():
    loaded = Manoeuvre(1.0, 11, loads=(TipForce("y", History((0.0,), (1.0,))),))
    with pytest.raises(QuestionError, match="has loads or rates at its start, and what they would be in another time"):
        compare.slew_errors(ONE, loaded, [BeamFEM(2)], durations=(1.0, 2.0))
    with pytest.raises(InputError, match="sizes or durations, one of the two, got neither"):
        compare.slew_errors(ONE, loaded, [BeamFEM(2)])


def test_courses_are_smooth_and_end_where_they_should():
    angle, rate = Course((1.0, 3.0), (0.0, 2.0)), Course((0.0, 2.0, 3.0), (0.0, 1.5, 0.0), "rate")
    t, h = np.linspace(0.1, 3.9, 39), 1e-5
    for course in (angle, rate):
        value, speed, acceleration = course(t)
        assert speed == pytest.approx((course(t + h)[0] - course(t - h)[0]) / (2 * h), abs=1e-8)
        assert acceleration == pytest.approx((course(t + h)[1] - course(t - h)[1]) / (2 * h), abs=1e-4)
        assert value[0] == pytest.approx(0.0, abs=1e-3)
    assert [part.item() for part in angle(np.array(5.0))] == [2.0, 0.0, 0.0]
    for course in (angle, rate):
        assert course.stretched(3.0)(3.0 * t)[0] == pytest.approx(course(t)[0])
    assert rate(np.array(3.0))[0] == pytest.approx(1.5 * 1.5)


def test_files_say_all_that_a_manoeuvre_is(tmp_path):
    course = Course((0.0, 2.0), (0.0, 0.5))
    whole = Manoeuvre(
        3.0,
        31,
        (Turn(1, course),),
        (Tracking(2, Course((0.0, 1.0), (0.0, 0.25), "rate"), 10.0, 2.0, feedforward=True),),
        (TipForce("y", History((0.0, 1.0), (1.0, 0.0))),),
        joint_rates=(0.0, 0.1),
        accuracy=1e-3,
        name="all",
    )
    again = loads_manoeuvre(dumps_manoeuvre(whole))
    save_manoeuvre(again, tmp_path / "manoeuvre.toml")
    assert load_manoeuvre(tmp_path / "manoeuvre.toml") == again
    assert dumps_manoeuvre(again) == dumps_manoeuvre(whole)
    assert again.turns[0].course.values == pytest.approx(course.values)
    assert again.trackings[0].feedforward
    assert again.joint_rates == pytest.approx(whole.joint_rates)


@pytest.mark.parametrize("name", examples.names())
def test_every_example_is_a_slew_of_the_arm_that_it_names(name):
    (line,) = [line for line in examples.text(name).splitlines() if line.startswith("# Arm: ")]
    arm, manoeuvre = example(line.removeprefix("# Arm: ").removesuffix(".")), example_manoeuvre(name)
    assert examples.text(name).startswith("# Source: ")
    begun = replace(manoeuvre, duration=manoeuvre.duration / 20.0, samples=2, accuracy=1e-2)
    assert float(slew(AssumedModes("legendre", 0), arm, begun).kinetic_energy[-1]) > 0.0
    assert loads_manoeuvre(dumps_manoeuvre(manoeuvre)) == manoeuvre


@pytest.mark.slow
def test_a_flexible_robot_arm_is_driven_by_a_torque():
    """Simo and Vu-Quoc (1986), whose figures have no numbers: the tip by AeroBeams.jl, 40 elements, steps of 0.1 s."""
    rigidities = {"axial_rigidity": 1e4, "shear_rigidity": 1e4, "rotary_inertia_per_length": 10.0}
    arm = Arm(Base.fixed(), (Link(10.0, 1.0, 1e3, **rigidities, joint=Joint.unlocked()),))
    torque = JointTorque(1, History((0.0, 2.5), (80.0, 0.0)))
    dataset = slew(BeamFEM(4), arm, Manoeuvre(2.5, 6, loads=(torque,), accuracy=1e-2))
    told = np.array([[-0.0363, 0.0778], [-0.1433, 0.3893], [-0.2677, 1.5944], [-0.6446, 3.4807], [-1.6518, 5.5107]])
    np.testing.assert_allclose(dataset.end_x[1:] - 10.0, told[:, 0], atol=2e-2)
    np.testing.assert_allclose(dataset.end_y[1:], told[:, 1], atol=2e-2)
    # The pin bears no moment: that of the momentum is all that the torque gave.
    np.testing.assert_allclose(dataset.momentum_rotation, 80.0 * dataset.time, atol=1e-2 * 200.0)


def pinned_with_a_mass():
    """Return the link of MacLean, Huynh and Quiocho (2007), and its linear mass and wave speed, as MBDyn has them."""
    speed, length, mass = 5.974, 3.372, 2.82
    link = Link(length, mass, speed**2 * mass, joint=Joint.unlocked())
    return Arm(Base.fixed(), (link,), Body(5.18 * mass * length, 0.0)), speed


def test_a_pinned_link_with_a_mass_has_the_printed_frequencies_but_for_a_number():
    """MacLean, Huynh and Quiocho (2007), table 2, as MBDyn has it: the fourth μ is the fifth mode's."""
    arm, speed = pinned_with_a_mass()
    omega = Exact().modes(arm, 5).angular_frequency
    np.testing.assert_allclose(omega[:4], [5.28, 20.9, 46.7, 83.4], rtol=5e-3)
    numbers = arm.links[0].length * np.sqrt(omega / speed)
    np.testing.assert_allclose(numbers[[0, 1, 2, 4]], [3.171011466, 6.298221427, 9.434866134, 15.71404495], rtol=5e-5)


@pytest.mark.slow
def test_a_pinned_link_with_a_mass_moves_as_drawn_by_a_ninth_of_the_printed_torque():
    """Torque and tip are those of MBDyn's tests (P. Masarati, 2009), the latter read off his figure, for 4.85 N m."""
    arm, _ = pinned_with_a_mass()
    length, mass = arm.links[0].length, arm.links[0].mass_per_length * arm.links[0].length
    (_, drawn), (rigid, printed) = ((_rigid_tip(one, length, mass), _driven_tip(arm, one)) for one in (4.85, 44.0))
    assert drawn.max() == pytest.approx(0.0844, rel=1e-2)
    # From 5 s on, when the torque is over.
    assert drawn[100:].min() == pytest.approx(0.0665, rel=2e-2)
    # The moment of momentum, and so where the tip goes, is the torque's, however the link bends.
    assert rigid == pytest.approx(0.68, rel=1e-2)
    assert printed.max() > rigid > 8.0 * drawn.max()


def _driven_tip(arm, torque):
    signs = (1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 0.0)
    history = History((0.0, 1.5, 3.0, 3.5, 4.0, 4.5, 5.0), tuple(torque * sign for sign in signs))
    manoeuvre = Manoeuvre(7.0, 141, loads=(JointTorque(1, history),), accuracy=1e-2)
    return slew(BeamFEM(2), arm, manoeuvre).end_y.values


def _rigid_tip(torque, length, mass):
    turned = torque / (mass * length**2 * (1.0 / 3.0 + 5.18)) * (1.5**2 + 0.5**2 + 0.5**2)
    return length * np.sin(turned)


HEAD = "duration = 1.0\nsamples = 11\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{HEAD}[[turn]]\njoint = 1", "angle: wanted one of angle and rate"),
        (
            f"{HEAD}[[turn]]\njoint = 1\nangle = [[0, 5], [1, 9]]",
            "values1: wanted 0: a course starts in the posture, at rest, got 5 deg$",
        ),
        (f"{HEAD}[[turn]]\njoint = 1\nrate = [[0, 0], [1, inf]]", r"values2: wanted a finite number \(deg/s\)"),
        (f"{HEAD}joint_rates = [inf]", r"joint_rates1: wanted a finite number \(deg/s\), got inf"),
        (f"{HEAD}accuracy = 1.0", "accuracy: wanted a number from 1e-8 to 0.1, got 1.0"),
        (f"{HEAD}[[damper]]\njoint = 1\n[[turn]]\njoint = 1\nangle = [[0, 0], [1, 9]]", "damper: .* in the arm's file"),
        (f"{HEAD}accuracy = 0.1\ndamping = [0.1]", "damping: .* stiffness_damping and mass_damping of links"),
        (f"{HEAD}accuracy = 0.1\n[initial]\njoint_rates = [1]", "initial: .* joint_rates = "),
        (
            f"{HEAD}[[tracking]]\njoint = 1\nangle = [[0, 0], [1, 9]]",
            "or feedforward = true: without them the drive does",
        ),
        (
            f"{HEAD}[[turn]]\njoint = 1\nangle = [[1, 0], [2, 9]]",
            "turn1: wanted a course that begins before the duration",
        ),
        (f"{HEAD}[[turn]]\njoint = 1\nrate = [[1, 0], [0, 9]]", "times2: wanted a time after the one before it"),
        (f"{HEAD}[[turn]]\njoint = 1\nangel = [[0, 0], [1, 9]]", "did you mean angle"),
        (f"{HEAD}accuracy = 0.5\n[[turn]]\njoint = 1\nangle = [[0, 0], [1, 9]]", "accuracy: wanted a number from 1e-8"),
        (
            f"{HEAD}[[tracking]]\njoint = 1\nproportional = -1.0\nangle = [[0, 0], [1, 9]]",
            "proportional: wanted a number",
        ),
        ("[[link]]\nlength = 1.0", "wanted a manoeuvre, got an arm"),
    ],
)
def test_wrong_files_are_refused(text, message):
    with pytest.raises(InputError, match=message.replace("[", r"\[")):
        loads_manoeuvre(text)


ROUND = Manoeuvre(1.0, 11, (Turn(1, Course((0.0, 1.0), (0.0, 3.1))),))


def held(motion, **by):
    """A rigid link in space with a support at its tip."""
    link = RigidLink(1.0, mass=1.0, joint=Joint.unlocked())
    return Arm(Base.fixed(), (link,), motion="spatial", supports=(Support("tip", (motion,), **by),))


@pytest.mark.parametrize(
    ("arm", "manoeuvre", "error", "message"),
    [
        (TWO, Manoeuvre(1.0, 11, (Turn(2, Course((0.0, 1.0), (0.0, 1.0))),)), InputError, "joint 2, which is locked"),
        (
            TWO,
            Manoeuvre(1.0, 11, (Turn(3, Course((0.0, 1.0), (0.0, 1.0))),)),
            InputError,
            "turn1.joint: .* 1 to 2, got 3",
        ),
        (
            TWO,
            Manoeuvre(1.0, 11, trackings=tuple(Tracking(k, Course((0.0, 1.0), (0.0, 1.0)), 1.0) for k in (3, 2))),
            InputError,
            r": tracking1\.joint: wanted a joint's number, 1 to 2, got 3\n.*: tracking2\.joint: .* which is locked",
        ),
        (SPUN, LoadCase(1.0, 11), InputError, "wanted a Manoeuvre"),
        (TWO, Manoeuvre(1.0, 11, joint_rates=(1.0,)), InputError, "one rate for each of the 2 joints"),
        (
            Arm(Base.fixed(), (RigidLink(1.0, mass=1.0, joint=Joint.unlocked()),)),
            Manoeuvre(2.0, 11, (Turn(1, Course((0.0, 1.0), (0.0, 1e10))),)),
            QuestionError,
            "joint 1 is to turn by .* can be followed for 5.7e",
        ),
        (
            replace(TWO, links=(TWO.links[0], replace(TWO.links[1], joint=Joint.unlocked())), supports=SPRUNG),
            Manoeuvre(1.0, 11, trackings=(Tracking(1, Course((0.0, 1.0), (0.0, 1.0)), feedforward=True),)),
            QuestionError,
            "feedforward holds what has no course .* joint 2, which has no course, moves",
        ),
        (
            replace(TWO, supports=(Support("link1.tip", ("along_y",)),)),
            Manoeuvre(1.0, 11, trackings=(Tracking(1, Course((0.0, 1.0), (0.0, 1.0)), feedforward=True),)),
            QuestionError,
            "feedforward is computed of arms whose joints move freely",
        ),
        (
            Arm(Base.fixed(), (RigidLink(1.0, mass=1.0, joint=Joint.unlocked(drive=Drive(5.0, integral=1.0))),)),
            Manoeuvre(1.0, 11, trackings=(Tracking(1, Course((0.0, 1.0), (0.0, 1.0)), feedforward=True),)),
            QuestionError,
            "joint 1 has a drive of its own with states",
        ),
        (
            TWO,
            Manoeuvre(1.0, 11, base_rate=1.0),
            InputError,
            r"base_rate: wanted zero, for a base that is fixed, got 1 rad/s, 57\.2958 deg/s\Z",
        ),
        (
            replace(TWO, base=Base.guided(2.0, (1.0, 1.0))),
            Manoeuvre(1.0, 11, base_velocity=(1.0, 0.9)),
            InputError,
            r"base_velocity: wanted one along the base's direction, \(1.0, 1.0\), got \(1.0, 0.9\) m/s",
        ),
        (
            replace(TWO, base=Base.free(2.0, 1.0)),
            Manoeuvre(1.0, 11, base_velocity=(1.0, 0.9, 0.1), base_rate=(1.0, 0.0, 0.0)),
            InputError,
            r"base_rate: wanted one about z, in the plane, got 1, 0, 0 rad/s, 57\.2958, 0, 0 deg/s",
        ),
        (
            SPUN,
            replace(SPIN_UP, joint_rates=(1.0,)),
            InputError,
            r"joint_rates1: wanted zero, .* got 1 rad/s, 57\.2958 deg/s",
        ),
        (
            SPUN,
            replace(SPIN_UP, loads=(JointTorque(1, History.step(1.0)),)),
            InputError,
            r"load1.joint: wanted a joint that is not turned.*\[\[tracking\]\] in place of \[\[turn\]\]",
        ),
        (
            Arm(Base.fixed(), (Link(1.0, 1.0, 1.0, joint=Joint.unlocked(), torsional_rigidity=1.0),), motion="spatial"),
            Manoeuvre(1.0, 11),
            QuestionError,
            "link1 twists without an inertia",
        ),
        (
            Arm(
                Base.fixed(),
                (Link(1.0, 1.0, 1.0, joint=Joint.general(along_y=Freedom(1.0), about_z=Freedom(0.0))),),
            ),
            Manoeuvre(1.0, 11, joint_rates=(1.0,)),
            InputError,
            "rigid, slides, or has several freedoms",
        ),
        (
            held("along_y", stiffness=1.0),
            Manoeuvre(1.0, 11, loads=(SupportMotion(1, "along_y", History.step(1.0)),)),
            InputError,
            "load1.kind: wanted a torque or a force: bases and supports are not moved in large motion, got support_mo",
        ),
        (
            example("space-station"),
            Manoeuvre(1.0, 11, loads=(JointTorque(2, History.step(1.0)),)),
            InputError,
            r"\Athe manoeuvre on [^\n]*load1.joint: wanted a name[^\n]*\Z",
        ),
        (held("along_x"), Manoeuvre(1.0, 11), QuestionError, "supports hold rigidly what links that keep their length"),
        (
            held("along_y"),
            Manoeuvre(1.0, 11, joint_rates=(1.0,)),
            QuestionError,
            "at the start, move what supports hold",
        ),
        (
            held("about_z", stiffness=1.0),
            ROUND,
            QuestionError,
            "what support1 holds turns by 178°, and a support in space",
        ),
        (
            held("about_x", drive=Drive(1.0, wheel=Wheel(0.5))),
            ROUND,
            QuestionError,
            r"support1\.drive spins a wheel, and in a support .* let the base's attitude have it",
        ),
        (
            Arm(Base.fixed(), (Link(1.0, 1.0, 1.0, joint=Joint.unlocked(drive=Drive(1.0, delay=1e3))),)),
            Manoeuvre(1.0, 11),
            QuestionError,
            "states in large motion, most of them of delays, 200 are the most; shorten the delays",
        ),
        (
            Arm(Base.fixed(), (Link(1.0, 1.0, 1.0, joint=Joint.unlocked(), loss_factor=0.1),)),
            Manoeuvre(1.0, 11),
            QuestionError,
            "link1.loss_factor belongs to harmonic motion",
        ),
    ],
)
def test_what_does_not_fit_is_refused(arm, manoeuvre, error, message):
    with pytest.raises(error, match=message):
        slew(Exact(), arm, manoeuvre)


@pytest.mark.parametrize(
    ("manoeuvre", "message"),
    [
        (Manoeuvre(1.0, 11, (Turn(1, Course((0.0, 1.0), (0.0, 1e300))),)), r"joint 1 is to turn by 5.73e\+301° in 1 s"),
        (
            Manoeuvre(1.0, 11, joint_rates=(1e200, 0.0)),
            r"\(joints or the base move at 1e\+200 rad/s or m/s\) is too fast",
        ),
        (Manoeuvre(1.0, 11, loads=(JointTorque(1, History.step(1e30)),)), "is too fast to be followed for 1 s"),
    ],
)
def test_what_is_too_quick_is_told_so(manoeuvre, message):
    rigid = RigidLink(1.0, mass=1.0, joint=Joint.unlocked())
    with pytest.raises(QuestionError, match=message):
        slew(BeamFEM(1), Arm(Base.fixed(), (rigid, rigid)), manoeuvre)


def test_what_a_delay_makes_grow_grows_from_where_it_is_far_too_small_to_be_seen():
    held = RigidLink(2.0, mass=2.0, joint=Joint.locked(1e5))
    driven = RigidLink(1.5, mass=1.2, joint=Joint.unlocked(drive=Drive(300.0, 150.0, delay=0.02)))
    arm, push = Arm(Base.fixed(), (held, driven)), TipForce("y", History((0.0, 0.5), (0.0, 1e-3), "linear"), link=2)
    small = response(Exact(), arm, LoadCase(0.2, 2, (push,)))
    told = slew(BeamFEM(1), arm, Manoeuvre(0.2, 2, loads=(push,), accuracy=1e-2))
    for k in (1, 2):
        grown = float(small[f"joint{k}_rotation"][-1])
        assert float(told[f"joint{k}_angle"][-1]) == pytest.approx(grown, rel=1e-6)


def test_what_cannot_be_followed_is_foreseen_and_refused(tmp_path):
    pendulum = Arm(Base.fixed(), (RigidLink(1.0, joint=Joint.unlocked(), mass=1.0),), gravity=(0.0, -9.81))
    with pytest.raises(QuestionError, match=r"vibrates too fast to be followed for 1e\+09 s \(100 evaluations"):
        slew(Exact(), pendulum, Manoeuvre(1e9, 11), kept=tmp_path / "states.partial")
    assert not any(tmp_path.iterdir())
    # Of several models it is told which.
    with pytest.raises(QuestionError, match=r"\Aassumed_modes:legendre:0: the manoeuvre: the motion vibrates too fast"):
        compare.slews(pendulum, Manoeuvre(1e9, 11), AssumedModes("legendre", 0), BeamFEM(1))


def test_models_too_fine_to_be_followed_are_refused_at_once():
    short = Manoeuvre(0.4, 21, (Turn(1, Course((0.0, 0.4), (0.0, 0.3))),))
    with pytest.raises(QuestionError, match=r"fem:3000: .* has 3001 coordinates in large motion, 1000 are the most"):
        slew(BeamFEM(3000), ONE, short)


def test_models_side_by_side():
    short = Manoeuvre(0.4, 21, (Turn(1, Course((0.0, 0.4), (0.0, 0.3))),), accuracy=1e-2)
    linear = AssumedModes("legendre", 2, linear_about="posture")
    found = compare.slews(ONE, short, [BeamFEM(2), AssumedModes("legendre", 2), linear], BeamFEM(3))
    assert list(found) == ["fem:2", "assumed_modes:legendre:2", linear.spec]
    for dataset in found.values():
        assert dataset.attrs["against"] == "fem:3"
        assert 0.0 < float(dataset.error.sel(output=dataset.output == "end_y").item()) < 2e-2
    assert "reached" in compare.text(found)
    assert '"reached"' in compare.text(found, "json")
    # Linear about a posture, the end does not come back by 1 − cos 0.3, and that is told.
    large = [one.attrs["large_motion"] for one in found.values()]
    assert large[:2] == ["", "link 1's slope is 0.27 rad at its tip; link 1 bends by 0.34 m, 0.17 of its length"]
    assert large[2].startswith("joint 1 turns by 0.3 rad; link 1's slope is ")
    assert [int(one.wrong[one.output == "end_x"].item()) for one in found.values()] == [0, 0, 1]
    assert "‡ does not hold: off by more than 10 %, or than the accuracy where" in compare.text(found)
    assert f"\n  {linear.spec}: joint 1 turns by 0.3 rad" in compare.text(found)
    # Five such names are longer than the page is wide.
    few = found[linear.spec].isel(output=[0, 1])
    picture = compare.plot_response({f"{linear.spec}:{k}": few for k in range(5)})
    picture.canvas.draw()
    (legend,), lines = picture.legends, picture.axes[0].lines
    (left, low), (right, _) = legend.get_window_extent().get_points()
    assert 0.0 < left < right < picture.bbox.width
    assert low >= 0.0
    assert "‡ faint, for it does not hold" in legend.get_title().get_text()
    assert len({line.get_color() for line in lines}) == 5
    assert all(line.get_alpha() < 1.0 for line in lines)


@pytest.mark.parametrize("backend", [BeamFEM(2), AssumedModes("legendre", 3)])
def test_sections_that_shear_need_no_rotary_inertia(backend):
    def tip(rotary_inertia):
        shearing = Link(1.0, 1.0, 5.0, joint=Joint.unlocked(), shear_rigidity=200.0)
        shearing = replace(shearing, rotary_inertia_per_length=rotary_inertia)
        turned = Manoeuvre(1.0, 11, (Turn(1, Course((0.0, 0.8), (0.0, 0.5))),), accuracy=1e-3)
        return slew(backend, Arm(Base.fixed(), (shearing,)), turned).end_y.values

    without, little, more = (tip(one) for one in (0.0, 1e-5, 1e-4))
    # What it does is as much as there is of it.
    assert np.max(np.abs(without - little)) < 0.2 * np.max(np.abs(more - little)) < 1e-4


def test_motion_of_the_size_of_round_off_is_not_told_to_be_known():
    stiff = Arm(Base.fixed(), (RigidLink(1.0, joint=Joint.locked(1e16)),), Body(1.0, 0.0))
    pushed = Manoeuvre(10.0, 201, loads=(TipForce("y", History.step(1.0), link=1),))
    found = slew(AssumedModes("legendre", 0), stiff, pushed)
    # (1 − cos ω t) / ω², ω = 1e8 rad/s
    assert 0.0 < float(abs(found.joint1_angle).max()) < 2e-16
    assert not float(found.reached.values[list(found.output.values).index("joint1_angle")]) < 1.0


def test_what_rests_is_told_to_rest():
    held = Link(1.0, 1.0, 50.0, joint=Joint.unlocked(drive=Drive(80.0, 5.0)))
    arm = Arm(Base.fixed(), (held,), Body(2.0, 0.1), gravity=(0.0, -9.81))
    found = slew(BeamFEM(4), arm, Manoeuvre(1.0, 11))
    for name in ("end_rotation", "joint1_angle", "link1_shortening", "link1_bend"):
        assert not np.any(found[name]), name
    assert found.link1_root_moment.values == pytest.approx(-9.81 * 2.5, rel=5e-3)


@pytest.mark.parametrize(
    "joint",
    [
        Joint.unlocked(),
        Joint.unlocked(damping=5.0),
        Joint.unlocked(drive=Drive(80.0, 5.0)),
    ],
    ids=["free", "damper", "drive"],
)
@pytest.mark.parametrize("supports", [(), (Support("tip", ("along_y",), stiffness=50.0),)], ids=["free tip", "sprung"])
def test_computed_torque_alone_follows(joint, supports):
    """Of rigid links it is all that is needed: own springs, dampers and supports, and the weight that these carry."""
    arm = Arm(
        Base.fixed(), (RigidLink(1.0, mass=2.0, inertia=0.5, joint=joint),), supports=supports, gravity=(0.0, -9.81)
    )
    course = Course((0.0, 2.0), (0.0, 0.8))
    computed = Manoeuvre(2.0, 11, trackings=(Tracking(1, course, feedforward=True),), accuracy=1e-6)
    found = slew(AssumedModes("legendre", 0), arm, computed)
    assert found.joint1_angle.values == pytest.approx(course(computed.times)[0], abs=1e-6)


def test_reached_knows_what_delays_are_off():
    """An upright pendulum on a delayed drive, step by step: J θ̈ = m g l sin θ − P θ(t − T) − D θ̇(t − T)."""
    delay, start = 0.12, 0.17
    arm = Arm(
        Base.fixed(),
        (RigidLink(1.0, angle=90.0, joint=Joint.unlocked(drive=Drive(60.0, 10.0, delay=delay))),),
        Body(2.0, 0.0),
        gravity=(0.0, -9.81),
    )
    manoeuvre = Manoeuvre(5 * delay, 21, joint_rates=(start,), accuracy=1e-6)
    found = slew(AssumedModes("legendre", 0), arm, manoeuvre)

    def felt(moved, t):
        return np.array([60.0, 10.0]) @ moved(t)

    past, state, told = partial(felt, lambda _: np.zeros(2)), np.array([0.0, start]), [0.0]
    for number in range(5):
        span = number * delay, (number + 1) * delay

        def rates(t, y, past=past):
            return [y[1], 9.81 * np.sin(y[0]) - past(t - delay) / 2.0]

        way = solve_ivp(rates, span, state, "DOP853", rtol=1e-10, atol=1e-12, dense_output=True)
        state, dense = way.y[:, -1], way.sol
        past = partial(felt, dense)
        times = manoeuvre.times[(manoeuvre.times > span[0] + 1e-9) & (manoeuvre.times < span[1] + 1e-9)]
        told += list(dense(times)[0])
    off = np.max(np.abs(found.joint1_angle.values - told)) / np.max(np.abs(told))
    assert 1e-6 < off < float(found.reached.values[list(found.output.values).index("joint1_angle")]) < 1e-3


def test_where_a_finer_model_takes_too_long_the_last_is_told(monkeypatch):
    bent = Arm(Base.fixed(), (Link(2.0, 1.0, 100.0, joint=Joint.unlocked()),))
    turned = Manoeuvre(1.25, 26, (Turn(1, Course((0.0, 1.0), (0.0, 1.0))),), accuracy=1e-7)
    whole = slew(Exact(), bent, replace(turned, accuracy=1e-6))
    monkeypatch.setattr("flexarm.slews.integration._MOST", 1_000)
    found = slew(Exact(), bent, turned)
    place = list(found.output.values).index("end_y")
    off = np.max(np.abs(found.end_y.values - whole.end_y.values)) / float(abs(whole.end_y).max())
    assert off < float(found.reached[place])
    assert float(found.reached[place]) > 1e-7
    monkeypatch.setattr("flexarm.slews.integration._MOST", 10)
    with pytest.raises(QuestionError, match="too fast to be followed"):
        slew(Exact(), bent, turned)
