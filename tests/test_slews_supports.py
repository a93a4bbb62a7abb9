"""Drives of supports in large motion: closed forms, small motion, plane and space, energy."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import cumulative_simpson
from scipy.linalg import expm
from scipy.special import lambertw

from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm import (
    Arm,
    Base,
    Body,
    Drive,
    Freedom,
    Joint,
    Link,
    LoadCase,
    Manoeuvre,
    RigidLink,
    response,
    slew,
)
from flexarm.drives import Lag, Motor
from flexarm.load_cases import Harmonic, History, TipForce
from flexarm.supports import Support

SLIDING = RigidLink(1.0, mass=2.0, joint=Joint.general(along_y=Freedom(0.0)))
SWINGING = (
    RigidLink(2.0, mass=2.0, joint=Joint.unlocked(), name="a"),
    RigidLink(1.0, mass=1.0, joint=Joint.locked(40.0), angle=40.0, name="b"),
)
DRIVEN = Arm(
    Base.free(5.0, 2.0),
    SWINGING,
    Body(1.0, 0.1),
    supports=(
        Support("b.tip", ("about_z",), 20.0, damping=0.5, drive=Drive(60.0, 6.0, 40.0, delay=0.03)),
        Support("b.tip", ("along_y",), to="a.root", axes="link", drive=Drive(100.0, 9.0, actuator=Lag(0.02))),
        Support("a", ("along_y",), 50.0, station=0.5, drive=Drive(80.0, 8.0, motor=Motor(0.5, 900.0, 6.0))),
        Support("a.root", ("along_x", "along_y"), drive=Drive(numerator=(8.0, 90.0), denominator=(0.05, 1.0))),
    ),
)


@pytest.mark.parametrize(("spring", "damping"), [(None, None), (10.0, 1.0)])
def test_a_mass_on_a_support_moves_as_its_matrix_exponential(spring, damping):
    """A slide of 2 kg on a PID drive behind a lag of 0.05 s, pushed by 1 N."""
    drive = Drive(30.0, 4.0, 50.0, actuator=Lag(0.05))
    held = Support("tip", ("along_y",), spring, damping=damping, drive=drive)
    push = TipForce("y", History.step(1.0), link=1)
    found = slew(
        BeamFEM(1), Arm(Base.fixed(), (SLIDING,), supports=(held,)), Manoeuvre(3.0, 31, loads=(push,), accuracy=1e-4)
    )
    k, c = spring or 0.0, damping or 0.0
    # Place, rate, the drive's force, integral, and a constant of one.
    rows = [[0, 1, 0, 0, 0], [-k / 2, -c / 2, -0.5, 0, 0.5], [600, 80, -20, 1000, 0], [1, 0, 0, 0, 0], [0] * 5]
    place, rate, force, *_ = np.array([expm(np.array(rows) * t)[:, 4] for t in found.time.values]).T
    assert found.support1_along_y.values == pytest.approx(place, abs=1e-4 * np.max(np.abs(place)))
    assert found.support1_force_along_y.values == pytest.approx(-force - k * place - c * rate, abs=1e-3)


def test_small_motion_on_driven_supports_is_that_of_a_response():
    push = TipForce("y", Harmonic(0.02, 3.0))
    small = response(Exact(), DRIVEN, LoadCase(1.0, 21, (push,)))
    large = slew(BeamFEM(1), DRIVEN, Manoeuvre(1.0, 21, loads=(push,), accuracy=1e-2))
    assert "Padé" in large.attrs["drives"]
    forces = ("support1_couple_about_z", "support2_force_along_y", "support3_force_along_y", "support4_force_along_x")
    pairs = {"joint1_rotation": "joint1_angle", "joint2_rotation": "joint2_angle"} | {name: name for name in forces}
    for linear, own in pairs.items():
        size = float(abs(small[linear]).max())
        assert size > 0.0
        assert large[own].values == pytest.approx(small[linear].values, abs=1e-2 * size), linear


def test_models_that_are_linear_have_the_drives_of_supports_too():
    push, beam = (
        TipForce("y", Harmonic(0.02, 3.0), link=1),
        Link(2.0, 2.0, 40.0, joint=Joint.unlocked(), mass_damping=0.4),
    )
    drive = Drive(60.0, 6.0, 40.0, actuator=Lag(0.02))
    arm = Arm(Base.fixed(), (beam,), supports=(Support("tip", ("along_y",), drive=drive),))
    asked = Manoeuvre(0.6, 7, loads=(push,), accuracy=1e-3)
    (known, *others) = (
        slew(AssumedModes("legendre", 2, linear_about=about), arm, asked).support1_along_y.values
        for about in ("", "posture", "moving-posture")
    )
    for other in others:
        assert other == pytest.approx(known, abs=3e-3 * np.max(np.abs(known)))


@pytest.mark.slow
def test_driven_supports_in_space_are_those_in_the_plane():
    pushed = Manoeuvre(0.4, 5, loads=(TipForce("y", History.step(8.0)),), joint_rates=(1.0, 0.0), accuracy=1e-3)
    space = replace(DRIVEN, motion="spatial", base=Base.free(5.0, (1.0, 1.5, 2.0)))
    found, known = (slew(BeamFEM(1), arm, pushed) for arm in (space, DRIVEN))
    assert float(abs(known.joint1_angle).max()) > 0.3
    for name in ("joint1_angle", "joint2_angle", "support1_about_z", "support2_along_y", "support2_force_along_y"):
        size = float(abs(known[name]).max())
        assert found[name].values == pytest.approx(known[name].values, abs=3e-3 * size), name


def test_a_driven_support_does_the_work_that_energy_says():
    """A pendulum that swings by a third of a turn, its tip on a drive with a lag: energy is what force and push did."""
    drive = Drive(6.0, 3.0, 5.0, actuator=Lag(0.1))
    arm = Arm(Base.fixed(), SWINGING[:1], supports=(Support("tip", ("along_x",), 4.0, drive=drive),))
    found = slew(BeamFEM(1), arm, Manoeuvre(1.5, 301, joint_rates=(2.0,), accuracy=1e-5))
    moved, force = found.support1_along_x.values, found.support1_force_along_x.values
    assert np.max(np.abs(moved)) > 0.5
    # Beside what the spring has of it, which is in the strain energy.
    rate = (
        -2.0
        * np.sin(found.joint1_angle.values)
        * np.gradient(found.joint1_angle.values, found.time.values, edge_order=2)
    )
    work = cumulative_simpson((force + 4.0 * moved) * rate, x=found.time.values, initial=0.0)
    energy = (found.kinetic_energy + found.strain_energy).values
    assert np.ptp(energy) > 0.1 * energy[0]
    assert energy - energy[0] == pytest.approx(work, abs=1e-3 * energy[0])


@pytest.mark.parametrize("drive", [Drive(300.0, actuator=Lag(0.05)), Drive(300.0, 50.0, 90.0)])
def test_a_driven_support_carries_the_weight_in_the_posture(drive):
    """With a spring beside it that then carries none, as it does not yield."""
    for spring in (None, 50.0):
        beam = Link(2.0, 2.5, 400.0, joint=Joint.unlocked(), name="beam")
        held = Support("beam", ("along_y",), spring, station=1.2, drive=drive)
        arm = Arm(Base.fixed(), (beam,), gravity=(0.0, -9.81), supports=(held,))
        still = slew(AssumedModes("legendre", 2), arm, Manoeuvre(0.2, 3, accuracy=1e-3))
        assert float(abs(still.joint1_angle).max()) < 1e-9
        assert still.support1_force_along_y.values == pytest.approx(9.81 * 5.0 / 1.2, rel=1e-6)


def test_what_a_delay_in_a_support_makes_grow_grows():
    """m s² + d e^(−τs) = 0 of one mass: the pair that grows, s = (2/τ) W(±i (τ/2) √(d/m)), by Lambert's W."""
    drive = Drive(50.0, delay=0.2)
    arm = Arm(Base.fixed(), (SLIDING,), supports=(Support("tip", ("along_y",), drive=drive),))
    push = TipForce("y", History((0.0, 0.05), (1.0, 0.0)), link=1)
    found = slew(BeamFEM(1), arm, Manoeuvre(4.0, 401, loads=(push,), accuracy=1e-3)).support1_along_y.values
    s = 2.0 * lambertw(0.1j * 5.0) / 0.2
    # Long after the push only the pair is left: x(t + h) − 2 e^(σh) cos(ωh) x(t) + e^(2σh) x(t − h) = 0.
    step = np.exp(0.01 * s)
    left = found[2:] - 2.0 * step.real * found[1:-1] + abs(step) ** 2 * found[:-2]
    assert s.real > 0.5
    assert np.max(np.abs(left[200:])) < 1e-5 * np.max(np.abs(found[200:]))


@pytest.mark.parametrize("lag", [None, Lag(1e-4)], ids=["spring", "lag"])
def test_a_drive_shares_the_weight_as_the_spring_that_it_is_at_rest(lag):
    """Two rigid links on a driven joint, a spring, and two supports of springs: linear statics, by hand."""
    drive = Drive(300.0, 10.0, actuator=lag)
    links = (
        RigidLink(2.0, mass=3.0, inertia=1.0, angle=20.0, joint=Joint.unlocked(drive=drive)),
        RigidLink(1.0, mass=2.0, inertia=0.2, angle=-60.0, joint=Joint.locked(500.0)),
    )
    springs = Support("link2.tip", ("along_y",), 1000.0), Support("link1.tip", ("along_y",), 2000.0)
    found = slew(
        AssumedModes("legendre", 0), Arm(Base.fixed(), links, supports=springs, gravity=(0.0, -9.81)), Manoeuvre(0.2, 5)
    )
    first, second = np.cos(np.deg2rad(20.0)), np.cos(np.deg2rad(-40.0))
    # What both joints' rotations move the supports, and the weights, along y.
    held, weighed = np.array([[2 * first + second, second], [2 * first, 0.0]]), 9.81 * np.array([3.0, 2.0])
    moved = np.array([[first, 0.0], [2 * first + 0.5 * second, 0.5 * second]])
    stiffness = np.diag([300.0, 500.0]) + held.T @ np.diag([1000.0, 2000.0]) @ held
    borne = np.array([1000.0, 2000.0]) * (held @ np.linalg.solve(stiffness, weighed @ moved))
    for number, force in enumerate(borne, 1):
        assert found[f"support{number}_force_along_y"].values == pytest.approx(force, rel=1e-9)
    assert not np.any(found.joint1_angle)
