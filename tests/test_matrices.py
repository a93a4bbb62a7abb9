"""Matrices handed over: what others compute from them, and the digits that their rounding takes."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.linalg import eig, eigh

from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm import response
from flexarm.arm import Arm
from flexarm.datasets import load_dataset, save_dataset
from flexarm.errors import InputError, QuestionError
from flexarm.examples import example
from flexarm.hand_over import matrices
from flexarm.links import Link, RigidLink
from flexarm.load_cases import Harmonic, History, LoadCase, Rayleigh, TipForce
from flexarm.load_cases.load import COMPONENTS
from flexarm.parts import Base, Body, Joint

BACKENDS = pytest.mark.parametrize(
    "backend",
    [BeamFEM(6), AssumedModes("legendre", 6), AssumedModes("clamped-free", 3)],
    ids=lambda backend: backend.spec,
)
LINK = Link(3.0, 2.0, 1e4, joint=Joint.locked(2e3))
CANTILEVER = Arm(Base.fixed(), (LINK,), Body(4.0, 1.0, 0.5))
MIXED = Arm(
    Base.free(70.0, 30.0, (0.5, 1.0)),
    (
        Link(3.0, 2.0, 1e4, angle=20.0, joint=Joint.locked(2e3), tip=Body(1.0, 0.1)),
        RigidLink(1.0, angle=30.0, joint=Joint.unlocked(2.0), mass=3.0),
        Link(2.0, 1.5, 5e3, angle=40.0, joint=Joint.rigid(0.3)),
    ),
    Body(4.0, 1.0, (0.5, 0.2)),
)

TWISTING = {"torsional_rigidity": 8e3, "polar_inertia_per_length": 0.2, "axial_rigidity": 1e5}
IN_SPACE = Arm(
    Base.free(70.0, (30.0, 40.0, 20.0), (0.5, 1.0, -0.3)),
    (
        Link(3.0, 2.0, (1e4, 2e4), angle=20.0, joint=Joint.locked(2e3, axis=(1.0, 0.5, 2.0)), **TWISTING),
        RigidLink(1.0, angle=30.0, joint=Joint.unlocked(2.0, axis="y"), mass=3.0),
        Link(2.0, 1.5, 5e3, angle=40.0, joint=Joint.rigid(0.3), tip=Body(1.0, (0.1, 0.2, 0.25))),
    ),
    Body(4.0, (1.0, 1.5, 2.0), (0.5, 0.2, 0.4)),
    motion="spatial",
)


@BACKENDS
@pytest.mark.parametrize(
    "arm",
    [CANTILEVER, MIXED, example("single-link-guided-base"), IN_SPACE],
    ids=["fixed", "free", "guided", "in space"],
)
def test_the_pencil_has_the_backends_frequencies(backend, arm):
    found = matrices(backend, arm, modes=4)
    mass, damping, stiffness = found.dense()
    assert not damping.any()
    np.testing.assert_array_equal(mass, mass.T)
    np.testing.assert_array_equal(stiffness, stiffness.T)
    rigid = [k for k, row in enumerate(stiffness) if not row.any()]
    assert len(rigid) == arm.rigid_freedoms
    squares = eigh(stiffness, mass, eigvals_only=True)
    # Of the largest eigenvalue the solver is right to some units of round-off.
    lost = 100.0 * np.finfo(float).eps * squares[-1]
    assert np.all(np.abs(squares[: len(rigid)]) < lost)
    lowest, own = squares[len(rigid) :][:4], found.angular_frequency**2
    # The entries themselves lose what `digits` says.
    assert np.all(np.abs(lowest - own) < lost + 4.0 * 10.0**-found.digits * own)
    np.testing.assert_array_equal(found.angular_frequency, backend.modes(arm, 4).angular_frequency)


def test_without_rotation_the_springs_are_there_too():
    backend = AssumedModes("pinned-free", 4, rigid_rotation=False)
    mass, _, stiffness = matrices(backend, CANTILEVER).dense()
    squares = eigh(stiffness, mass, eigvals_only=True)
    np.testing.assert_allclose(squares, backend.modes(CANTILEVER, 4).angular_frequency ** 2, rtol=1e-9)


@BACKENDS
def test_a_force_on_the_tip_deflects_it_as_in_the_textbook(backend):
    found = matrices(backend, CANTILEVER)
    force = np.array([0.0, 7.0, 2.0])
    moved = found.tips @ np.linalg.solve(found.stiffness.toarray(), found.tips.T @ force)
    length, rigidity, spring = 3.0, 1e4, 2e3
    turned = (7.0 * length + 2.0) / spring
    deflection = 7.0 * length**3 / (3 * rigidity) + 2.0 * length**2 / (2 * rigidity) + turned * length
    slope = 7.0 * length**2 / (2 * rigidity) + 2.0 * length / rigidity + turned
    # Clamped-free shapes have no curvature at the tip, where a couple acts: they converge slowly there.
    near = 2e-2 if "clamped-free" in backend.spec else 1e-10
    np.testing.assert_allclose(moved, [0.0, deflection, slope], rtol=near, atol=1e-15)


@pytest.mark.parametrize("base", [Base.fixed(), IN_SPACE.base, Base.guided(20.0, (1.0, 2.0, 0.5))])
def test_in_space_they_move_as_the_response_does(base):
    """A step and a swing of a wrench on a tip, by the pencil's own eigenvectors and by a response of all modes."""
    arm, wrench, omega = replace(IN_SPACE, base=base), np.array([1.0, -2.0, 3.0, 0.5, 1.5, -1.0]), 3.0
    found = matrices(BeamFEM(1), arm)
    mass, _, stiffness = found.dense()
    squares, shapes = eigh(stiffness, mass)
    rates = np.sqrt(np.maximum(squares, 0.0))
    rates[: arm.rigid_freedoms] = 0.0
    times = np.linspace(0.0, 4.0, 9)[:, np.newaxis]
    with np.errstate(divide="ignore", invalid="ignore"):
        stepped = np.where(rates > 0.0, (1.0 - np.cos(rates * times)) / rates**2, times**2 / 2.0)
        swung = (np.sin(omega * times) - np.sin(rates * times) * omega / rates) / (rates**2 - omega**2)
        swung = np.where(rates > 0.0, swung, times / omega - np.sin(omega * times) / omega**2)
    forces = shapes.T @ found.tips.toarray()[6:12].T @ wrench
    moved = (forces * (stepped + swung)) @ shapes.T @ found.tips.toarray().T
    loads = tuple(TipForce(tuple(wrench.tolist()), one, 2) for one in (History.step(1.0), Harmonic(1.0, omega)))
    answer = response(BeamFEM(1), arm, LoadCase(4.0, 9, loads), modes=len(mass) - arm.rigid_freedoms)
    whole = np.concatenate([answer.tip_absolute_displacement.values, answer.tip_absolute_rotation.values], axis=2)
    np.testing.assert_allclose(moved.reshape(9, -1), whole.reshape(9, -1), atol=1e-8 * np.max(np.abs(whole)))
    assert [str(name) for name in found.dataset().tip.values[6:12]] == [f"link2_tip_{name}" for name in COMPONENTS]


@BACKENDS
def test_the_whole_arm_has_its_mass(backend):
    found = matrices(backend, MIXED)
    (x, y, turn) = (found.coordinates.index(f"base_{name}") for name in ("x", "y", "rotation"))
    total = 70.0 + 3.0 * 2.0 + 1.0 + 3.0 + 2.0 * 1.5 + 4.0
    mass = found.mass.toarray()
    np.testing.assert_allclose([mass[x, x], mass[y, y], mass[x, y]], [total, total, 0.0], rtol=1e-13, atol=1e-12)
    # The base's rotation carries the first joint along: x by -1.0, y by 0.5 m a radian.
    np.testing.assert_allclose(
        found.tips.toarray()[:2, turn], [-1.0 - 3.0 * np.sin(np.radians(20.0)), 0.5 + 3.0 * np.cos(np.radians(20.0))]
    )


@BACKENDS
def test_damping_is_modal(backend):
    ratios = (0.01, 0.02, 0.03)
    found = matrices(backend, CANTILEVER, damping=ratios, modes=3)
    mass, damping, stiffness = found.dense()
    n = len(mass)
    states = np.block(
        [[np.zeros((n, n)), np.eye(n)], [-np.linalg.solve(mass, stiffness), -np.linalg.solve(mass, damping)]]
    )
    values = eig(states, right=False)
    values = values[values.imag > 0.0]
    lowest = values[np.argsort(np.abs(values))][:4]
    np.testing.assert_allclose(np.abs(lowest[:3]), found.angular_frequency, rtol=1e-7)
    np.testing.assert_allclose(-lowest.real / np.abs(lowest), [*ratios, 0.0], atol=1e-7)


def test_damping_may_be_in_proportion_to_mass_and_stiffness():
    found = matrices(BeamFEM(3), MIXED, damping=Rayleigh(0.2, 1e-3))
    mass, damping, stiffness = found.dense()
    np.testing.assert_allclose(damping, 0.2 * mass + 1e-3 * stiffness, rtol=1e-15)


@pytest.mark.parametrize("elements", [7, 50, 300])
def test_digits_are_those_that_rounding_the_entries_leaves(elements):
    """Rayleigh's quotient of the backend's own mode, by the factors and by the matrices, both in extended precision."""
    backend, long = BeamFEM(elements), np.longdouble
    found = matrices(backend, example("single-link-locked"), modes=3)
    model = backend.modes(example("single-link-locked"), 3)
    coefficients = model.shapes[0].coefficients
    q = np.concatenate([model.joint_rotation.T, coefficients]).astype(long)
    q[1::2] /= long(14.0) / elements
    stiffness, mass = (matrix.toarray().astype(long) for matrix in (found.stiffness, found.mass))
    quotient = np.sqrt(np.sum(q * (stiffness @ q), axis=0) / np.sum(q * (mass @ q), axis=0))
    space = backend._unknowns(example("single-link-locked"))[0].space
    bent = np.sum((space.bending.curvature.toarray().astype(long) @ coefficients.astype(long)) ** 2, axis=0)
    (link,) = example("single-link-locked").links
    energy = link.joint.stiffness * q[0] ** 2 + long(link.flexural_rigidity) * bent
    left = -np.log10(np.abs(quotient / np.sqrt(energy / np.sum(q * (mass @ q), axis=0)) - 1.0) + 1e-17)
    # The largest sum of roundings is bounded; how far they cancel is luck.
    assert np.all(found.digits < left + 0.3)
    assert np.all(found.digits > 15.0 - 4.2 * np.log10(2 * elements))


def test_digits_fall_with_the_elements_fourth_power():
    digits = [matrices(BeamFEM(n), example("single-link-locked"), modes=1).digits[0] for n in (32, 64, 128)]
    np.testing.assert_allclose(-np.diff(digits), 4 * np.log10(2.0), atol=0.1)


def test_coordinates_are_named():
    found = matrices(BeamFEM(2), MIXED)
    nodes = [f"node{k}_{name}" for k in (1, 2) for name in ("slope", "deflection")]
    expected = ["base_x", "base_y", "base_rotation", "joint1_rotation", *(f"link1_{name}" for name in nodes)]
    assert found.coordinates == (*expected, "joint2_rotation", *(f"link3_{name}" for name in nodes))
    assert found.units == ("m", "m", *["rad"] * 2, *["rad", "m"] * 2, "rad", *["rad", "m"] * 2)
    found = matrices(AssumedModes("clamped-free", 2, rigid_rotation=False), CANTILEVER)
    assert found.coordinates == ("link1_shape1", "link1_shape2")
    assert matrices(BeamFEM(1), example("single-link-guided-base")).coordinates[0] == "base_travel"


def test_slopes_are_in_radians():
    """A node's slope turns the tip by itself: the last node's is the tip's, beside the joint's rotation."""
    found = matrices(BeamFEM(4), CANTILEVER)
    turned = dict(zip(found.coordinates, found.tips.toarray()[2], strict=True))
    assert {name for name, value in turned.items() if value} == {"joint1_rotation", "link1_node4_slope"}
    assert turned["link1_node4_slope"] == pytest.approx(1.0, rel=1e-14)


def test_datasets_have_names_and_units(tmp_path):
    dataset = matrices(BeamFEM(2), CANTILEVER, damping=0.01).dataset()
    assert dataset.sizes == {"coordinate": 5, "from_coordinate": 5, "tip": 3, "from_tip": 3, "mode": 5}
    assert all({"units", "long_name"} <= dataset[name].attrs.keys() for name in dataset.variables)
    save_dataset(dataset, tmp_path / "matrices.nc")
    assert load_dataset(tmp_path / "matrices.nc").identical(dataset)


def test_refusals():
    with pytest.raises(QuestionError, match="exact has no matrices to hand over; take fem:ELEMENTS"):
        matrices(Exact(), CANTILEVER)
    with pytest.raises(InputError, match="damping: wanted a number that is not negative"):
        matrices(BeamFEM(2), CANTILEVER, damping=-1.0)
    found = matrices(BeamFEM(5000), CANTILEVER, modes=1)
    for ask in (found.dense, found.dataset, lambda: found.damping):
        with pytest.raises(QuestionError, match="dense matrices of 10001 coordinates are too large"):
            ask()


@pytest.mark.parametrize("length", [1e-200, 1e200])
@BACKENDS
def test_what_overflows_is_refused(backend, length):
    arm = Arm(Base.fixed(), (Link(length, 1.0, 1.0, joint=Joint.locked(1.0)),))
    with pytest.raises(QuestionError, match="too far apart for float64"):
        matrices(backend, arm)


def test_no_digits_are_claimed_where_energies_overflow():
    arm = Arm(Base.fixed(), (Link(1.0, 1.0, 1e305, joint=Joint.locked(1e307)),))
    with pytest.raises(QuestionError, match="energies that overflow"):
        matrices(BeamFEM(3), arm)
