"""Static loads in space: axial forces in any posture, and gravity where the arm hangs or stands straight."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.linalg import eigh

import compare
from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm import Arm, Base, Body, Freedom, Joint, Link, RigidLink

from .frame_elements import Frame

BACKENDS = (Exact(), AssumedModes("legendre", 12), BeamFEM(40))
every_backend = pytest.mark.parametrize("backend", BACKENDS, ids=lambda backend: backend.name)
HEAVY = ((0.9, 0.31, -0.22), (0.31, 1.4, 0.17), (-0.22, 0.17, 1.1))
TWIST = {"torsional_rigidity": 600.0, "polar_inertia_per_length": 0.01}
WRIST = Joint.general(about_x=Freedom(500.0), about_y=Freedom(900.0, gear_inertia=1.0), along_z=Freedom(1e4))


def pulled(first: float, second: float, third: float) -> Arm:
    """An arm on skew axes, with a wrist that slides too, its three links under axial forces."""
    skew = Joint.locked(5e3, axis=(1.0, 2.0, 0.5))
    links = (
        Link(2.0, 3.0, (1e3, 2e3), joint=skew, angle=30.0, axial_force=first, **TWIST),
        RigidLink(0.4, mass=1.0, inertia=(0.01, 0.02, 0.02), joint=WRIST, angle=-50.0, axial_force=second),
        Link(1.0, 2.0, (1e3, 3e3), joint=Joint.locked(800.0, axis="y"), angle=40.0, axial_force=third, **TWIST),
    )
    return Arm(Base.fixed(), links, Body(5.0, HEAVY, (0.1, 0.2, 0.1)), motion="spatial", name="pulled")


STABLE, BUCKLED = pulled(-300.0, 300.0, 500.0), pulled(-6e3, 300.0, -2e4)


@pytest.mark.parametrize("arm", [STABLE, BUCKLED], ids=["stable", "buckled"])
def test_elements_are_the_textbooks(arm):
    """Geometric stiffness matrices of frame elements, whose stretch is all but held: of both signs of ω²."""
    stiff = tuple(replace(link, axial_rigidity=1e11) if isinstance(link, Link) else link for link in arm.links)
    frame = Frame(replace(arm, links=stiff), 3)
    square = eigh(frame.stiffness, frame.mass, eigvals_only=True)
    model = BeamFEM(3).modes(arm, 6)
    assert model.unstable == BeamFEM(3).unstable(arm) == np.sum(square < 0.0)
    np.testing.assert_allclose(model.angular_frequency, np.sqrt(square[square > 0.0][:6]), rtol=3e-6)
    np.testing.assert_allclose(BeamFEM(3).growth_rates(arm), np.sqrt(-square[square < 0.0]), rtol=3e-6)


def test_backends_agree_and_the_exact_frequencies_are_proved():
    found = Exact().modes(STABLE, 6)
    legendre = AssumedModes("legendre", 14).modes(STABLE, 6)
    np.testing.assert_allclose(legendre.angular_frequency, found.angular_frequency, rtol=1e-12)
    proved = Exact(certify=True).modes(STABLE, 6)
    np.testing.assert_allclose(proved.angular_frequency, found.angular_frequency, rtol=1e-12)
    tip, other = (model.link_motions[2].tip.array for model in (found, legendre))
    np.testing.assert_allclose(tip, other, atol=1e-8 * np.abs(tip).max())


@pytest.mark.slow
def test_backends_agree_on_what_has_buckled():
    found, legendre = Exact(), AssumedModes("legendre", 16)
    assert found.unstable(BUCKLED) == legendre.unstable(BUCKLED) == 6
    np.testing.assert_allclose(legendre.growth_rates(BUCKLED), found.growth_rates(BUCKLED), rtol=1e-11)
    np.testing.assert_allclose(
        legendre.modes(BUCKLED, 4).angular_frequency,
        Exact(certify=True).modes(BUCKLED, 4).angular_frequency,
        rtol=1e-11,
    )


PLANAR = Arm(
    Base.fixed(),
    (
        Link(2.0, 3.0, 1e3, joint=Joint.locked(5e3), axial_force=-200.0, angle=30.0),
        RigidLink(0.4, mass=1.0, joint=Joint.locked(900.0), axial_force=300.0, angle=-50.0),
        Link(1.0, 2.0, 1e3, joint=Joint.general(along_y=Freedom(4e3), about_z=Freedom(800.0)), axial_force=500.0),
    ),
    Body(5.0, 0.2, 0.1),
)
HUNG = Arm(
    Base.fixed(),
    (
        Link(2.0, 3.0, 50.0, joint=Joint.unlocked(0.3), angle=-90.0, axial_force=10.0),
        RigidLink(0.5, mass=2.0, joint=Joint.locked(40.0)),
        Link(1.0, 2.0, 30.0, joint=Joint.locked(0.01)),
    ),
    Body(5.0, 0.2, 0.1),
    gravity=(0.0, -9.81),
)


SPUN = Arm(
    Base.fixed(),
    (
        Link(2.0, 3.0, 1e3, joint=Joint.locked(5e3)),
        RigidLink(0.4, mass=1.0, joint=Joint.locked(900.0)),
        Link(1.0, 2.0, 8e2, joint=Joint.unlocked(0.3)),
    ),
    Body(5.0, 0.2, 0.1),
    spin_rate=6.0,
)


@every_backend
@pytest.mark.parametrize("arm", [PLANAR, HUNG, SPUN], ids=["pulled", "hung", "spun"])
def test_an_arm_of_the_plane_keeps_its_frequencies(backend, arm):
    planar, spatial = backend.modes(arm, 3), backend.modes(replace(arm, motion="spatial"), 8)
    assert planar.rigid_modes == spatial.rigid_modes == 0
    for omega in planar.angular_frequency:
        assert np.min(np.abs(spatial.angular_frequency / omega - 1.0)) < 2e-12


def test_the_command_tells_of_both_planes():
    column = Link(2.0, 3.0, (4e3, 1e3), joint=Joint.rigid(), axial_force=-1.0)
    found = compare.buckling(Arm(Base.fixed(), (column,), motion="spatial"), BeamFEM(20), "axial_force", count=2)
    euler = np.pi**2 / 16.0 * np.array([1e3, 4e3])
    np.testing.assert_allclose(found.load_factor.values.squeeze(), euler, rtol=1e-6)


@every_backend
def test_a_tension_stiffens_twist_by_its_polar_inertia(backend):
    shaft = Link(
        2.0, 3.0, 1e6, joint=Joint.rigid(), torsional_rigidity=50.0, polar_inertia_per_length=0.06, axial_force=1e3
    )
    arm = Arm(Base.fixed(), (shaft,), motion="spatial")
    wanted = 0.25 * np.pi * np.sqrt((50.0 + 1e3 * 0.06 / 3.0) / 0.06)
    assert backend.modes(arm, 1).angular_frequency == pytest.approx(
        [wanted], rel=2e-4 if backend.name == "fem" else 1e-12
    )


@every_backend
def test_a_pendulum_in_space_swings_both_ways_and_spins_freely(backend):
    ball = Joint.general(about_x=Freedom(0.0), about_y=Freedom(0.0), about_z=Freedom(0.0))
    rod = RigidLink(2.0, mass=3.0, inertia=(0.1, 1.0, 1.0), joint=ball, angle=-90.0)
    model = backend.modes(Arm(Base.fixed(), (rod,), motion="spatial", gravity=(0.0, -9.81)), 2)
    assert model.rigid_modes == 1
    np.testing.assert_allclose(model.angular_frequency, np.sqrt(9.81 * 3.0 / (1.0 + 3.0)), rtol=1e-12)
    twisting = Link(2.0, 3.0, 1e3, joint=ball, angle=-90.0, torsional_rigidity=20.0)
    tipped = Arm(Base.fixed(), (twisting,), Body(1.0, 0.5), motion="spatial", gravity=(0.0, -9.81))
    found = backend.modes(tipped, 2)
    assert found.rigid_modes == 1
    assert found.angular_frequency[0] == pytest.approx(found.angular_frequency[1], rel=1e-12)


@pytest.mark.parametrize("backend", [*BACKENDS[:2], Exact(certify=True)], ids=lambda backend: backend.spec)
def test_out_of_its_plane_a_spin_only_stiffens(backend):
    """Of an arm alike in both planes, slender bodies: √(ω² + Ω²) (Wright and others 1982)."""
    rod = Link(1.0, 3.0, 1e3, joint=Joint.rigid())
    arm = Arm(Base.fixed(), (rod, rod), Body(1.0, (0.0, 0.3, 0.3)), motion="spatial", spin_rate=6.0)
    inside, outside = np.reshape(backend.modes(arm, 6).angular_frequency, (3, 2)).T
    np.testing.assert_allclose(outside, np.hypot(inside, 6.0), rtol=1e-12)


@every_backend
@pytest.mark.parametrize("axis", ["z", (0.0, 3.0, 4.0)], ids=["z", "skew"])
def test_a_blade_on_hinges(backend, axis):
    """Hinges e from the axis, k each, a body of tensor I a lever l beyond: I ω² = k + Ω² (m (e + l) l + I_n − I_a)."""
    e, l, m, spin = 0.4, 1.5, 3.0, 7.0
    own, springs = np.array([0.7, 0.5, 1.1]), (40.0, 60.0)
    hinges = Joint.general(about_y=Freedom(springs[0]), about_z=Freedom(springs[1]))
    # The links' axes are so turned about the arm that their z is the axis of the spin.
    roll = 0.0 if axis == "z" else np.degrees(np.arctan2(-3.0, 4.0))
    first = RigidLink(0.0, joint=Joint.rigid(axis=axis))
    links = (
        first,
        RigidLink(e, joint=Joint.rigid(axis="x"), angle=roll),
        RigidLink(l, joint=hinges, tip=Body(m, tuple(own.tolist()))),
    )
    found = backend.modes(Arm(Base.fixed(), links, motion="spatial", spin_rate=spin), 2)
    flap = (springs[0] + spin**2 * (m * (e + l) * l + own[2] - own[0])) / (m * l**2 + own[1])
    lag = (springs[1] + spin**2 * m * e * l) / (m * l**2 + own[2])
    np.testing.assert_allclose(found.angular_frequency, np.sqrt(sorted((flap, lag))), rtol=1e-12)


@every_backend
def test_planes_that_differ_are_cut_alike(backend):
    links = (
        Link(2.0, 30.0, (2e2, 1e3), joint=Joint.locked(50.0), angle=-90.0),
        Link(2.0, 30.0, (1e2, 3e3), joint=Joint.locked(50.0, axis="y")),
    )
    hung = Arm(Base.fixed(), links, Body(5.0, 0.1), motion="spatial", gravity=(0.0, -9.81))
    wanted = AssumedModes("legendre", 16).modes(hung, 6).angular_frequency
    within = 1e-4 if backend.name == "fem" else 1e-11
    np.testing.assert_allclose(backend.modes(hung, 6).angular_frequency, wanted, rtol=within)
