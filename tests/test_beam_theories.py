"""Links that stretch, shear and have rotary inertia: closed forms, 40 digits, limits, extremes and orders."""

from dataclasses import replace

import mpmath
import numpy as np
import pytest
from hypothesis import given
from scipy.optimize import brentq

from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm import Arm, Base, Body, Joint, Link, Tube
from flexarm.backend import find_backend
from flexarm.certificate import each_mode

from .characteristic import largest_error, root_near
from .characteristic_beams import BeamEquations
from .strategies import arms
from .test_laws import natural, physical

RIGID = Joint.rigid()
LENGTH, MASS, AXIAL = 2.0, 3.0, 5e4
# So stiff in bending that the first frequencies are those of a rod.
BOOM = Link(LENGTH, MASS, 1e18, joint=RIGID, axial_rigidity=AXIAL)
UNIT = np.sqrt(AXIAL / MASS) / LENGTH
THEORIES = {
    "rayleigh": {"rotary_inertia_per_length": 0.5},
    "timoshenko": {"rotary_inertia_per_length": 0.5, "shear_rigidity": 2e5},
    "shear alone": {"shear_rigidity": 2e5},
    "extensible": {"axial_rigidity": 1e6},
    "all": {"rotary_inertia_per_length": 0.5, "shear_rigidity": 2e5, "axial_rigidity": 1e6},
}
every_theory = pytest.mark.parametrize("terms", THEORIES.values(), ids=THEORIES.keys())
APPROXIMATE = (AssumedModes("legendre", 20), AssumedModes("clamped-free", 20), BeamFEM(200))


def omega(arm: Arm, count: int, backend=None) -> np.ndarray:
    return (backend or Exact()).modes(arm, count).angular_frequency


def cantilever(payload: Body | None = None, **terms: float) -> Arm:
    return Arm(Base.fixed(), (Link(3.0, 4.0, 2e5, joint=RIGID, **terms),), payload)


def bent(payload: Body | None = None, joint: Joint = RIGID, base: Base | None = None, **terms: float) -> Arm:
    """An L-frame: two links, the second at 90 degrees."""
    first = Link(3.0, 4.0, 2e5, joint=joint, **terms)
    return Arm(base or Base.fixed(), (first, replace(first, length=2.0, angle=90.0, joint=RIGID)), payload)


# --- rods


def test_a_rod_that_is_fixed_and_free():
    found = omega(Arm(Base.fixed(), (BOOM,)), 20)
    np.testing.assert_allclose(found, (np.arange(20) + 0.5) * np.pi * UNIT, rtol=1e-12)


@pytest.mark.parametrize("ratio", [1e-6, 0.1, 1.0, 10.0, 1e3])
def test_a_rod_with_a_mass_at_its_tip(ratio):
    # b tan b = mL/M.
    starts = np.pi * np.arange(12)
    b = [brentq(lambda b: ratio * b * np.sin(b) - np.cos(b), k, k + 0.5 * np.pi, rtol=1e-15) for k in starts]
    found = omega(Arm(Base.fixed(), (BOOM,), Body(ratio * MASS * LENGTH, 1.0)), 12)
    np.testing.assert_allclose(found, np.array(b) * UNIT, rtol=1e-12)


def test_a_rod_that_is_free_at_both_ends():
    model = Exact().modes(Arm(Base.free(0.0, 0.0), (BOOM,)), 10)
    assert model.rigid_modes == 3
    np.testing.assert_allclose(model.angular_frequency, np.arange(1, 11) * np.pi * UNIT, rtol=1e-12)


def test_frequencies_next_to_a_rod_s_own_with_both_ends_held():
    # A payload of 1e9 times the link stands still: b = nπ + 1e-9/nπ, and every one is there and counted once.
    boom = replace(BOOM, flexural_rigidity=1e12)
    arm = Arm(Base.fixed(), (boom,), Body(1e9 * MASS * LENGTH, 1e9))
    found, n = omega(arm, 10), np.arange(1, 8)
    b = np.array([brentq(lambda b: 1e9 * b * np.sin(b) - np.cos(b), k * np.pi - 1e-3, k * np.pi + 1e-3) for k in n])
    np.testing.assert_allclose(found[3:], b * UNIT, rtol=1e-12)
    # Before these: the payload on the rod, and, on a beam of one million times its stiffness, across and in rotation.
    assert found[0] == pytest.approx(UNIT * np.sqrt(1e-9), rel=1e-8)
    assert found[2] < 0.3 * UNIT * np.pi
    held = Exact(certify=True).modes(arm, 6)
    np.testing.assert_allclose(held.angular_frequency, found[:6], rtol=1e-12)


# --- beams


@every_theory
@pytest.mark.parametrize("payload", [None, Body(5.0, 2.0, (0.2, 0.3)), Body(1e3, 1e3)], ids=["bare", "offset", "heavy"])
def test_a_cantilever_by_the_characteristic_equation(terms, payload):
    arm = cantilever(payload, **terms)
    assert largest_error(arm, omega(arm, 8), BeamEquations) < 1e-12


@pytest.mark.parametrize(
    "arm",
    [
        bent(**THEORIES["all"]),
        bent(Body(5.0, 2.0, (0.2, 0.3)), Joint.locked(1e4, 0.5), **THEORIES["timoshenko"]),
        bent(Body(5.0, 2.0), Joint.unlocked(3.0), Base.free(20.0, 8.0, (0.1, 0.5)), **THEORIES["all"]),
        bent(Body(5.0, 2.0), Joint.locked(1e4), Base.guided(20.0, (1.0, 2.0)), **THEORIES["extensible"]),
    ],
    ids=["welded", "locked", "free base", "guided base"],
)
def test_an_l_frame_by_the_characteristic_equation(arm):
    assert largest_error(arm, omega(arm, 8), BeamEquations) < 1e-12


def test_certified_intervals_contain_the_roots():
    arm = bent(Body(5.0, 2.0, (0.2, 0.3)), Joint.locked(1e4), **THEORIES["all"])
    model = Exact(certify=True).modes(arm, 4)
    for interval, middle in zip(each_mode(model.certificate, 4), model.angular_frequency, strict=True):
        root = root_near(arm, middle, BeamEquations)
        assert mpmath.mpf(interval.lower) <= root <= mpmath.mpf(interval.upper)
        assert interval.half_width < 1e-12


def test_both_branches_of_a_hinged_beam_of_timoshenko():
    # (κGA k² − mω²)(EI k² + κGA − ρI ω²) = (κGA k)², k = nπ/L: of n = 0 the sections turn all alike, √(κGA/ρI).
    length, mass, rigidity, shear, turning = 3.0, 4.0, 2e5, 2e5, 0.5
    roots = []
    for k in np.arange(12) * np.pi / length:
        total = mass * (rigidity * k**2 + shear) + turning * shear * k**2
        roots.append(np.roots([mass * turning, -total, shear * rigidity * k**4]))
    expected = np.sqrt(np.sort(np.concatenate(roots)))[1:13]
    assert np.sqrt(shear / turning) in expected[:6]
    link = Link(length, mass, rigidity, joint=Joint.unlocked(), shear_rigidity=shear, rotary_inertia_per_length=turning)
    # A heavy point at the tip is a hinge, but for what it moves.
    model = Exact().modes(Arm(Base.fixed(), (link,), Body(1e10, 0.0)), 8)
    assert model.rigid_modes == 1
    np.testing.assert_allclose(model.angular_frequency, expected[:8], rtol=1e-8)


@pytest.mark.parametrize("mass", [1e-3, 1e-12])
def test_a_beam_of_rotary_inertia_alone(mass):
    # As of both branches without m: sections turn alike, √(κGA/ρI), or in waves, ω = k √(EI/ρI), below those of EI/m.
    length, rigidity, shear, turning = 3.0, 2e5, 2e5, 0.5
    terms = {"shear_rigidity": shear, "rotary_inertia_per_length": turning}
    arm = Arm(Base.fixed(), (Link(length, mass, rigidity, joint=Joint.unlocked(), **terms),), Body(1e12, 0.0))
    expected = np.sqrt([shear / turning, *((np.arange(1, 4) * np.pi / length) ** 2 * rigidity / turning)])
    np.testing.assert_allclose(omega(arm, 4), expected, rtol=max(1e-10, 10.0 * mass))


def test_a_boom_of_thirty_metres():
    # Steel of E = 2.1e11 Pa, G = 8e10 Pa, ρ = 7860 kg/m³, wall 0.1 m: the four digits that are known of it.
    tube = Tube(3.0, 0.1, 2.1e11, 7860.0, 8e10)
    found = [
        Exact().modes(Arm(Base.fixed(), (Link(30.0, joint=RIGID, **tube.numbers(theory)),)), 2).frequency
        for theory in ("euler-bernoulli", "timoshenko")
    ]
    np.testing.assert_allclose(found, [[3.297, 20.66], [3.243, 18.59]], rtol=2.5e-4)


@every_theory
def test_modes_are_orthogonal(terms):
    arm = bent(Body(5.0, 2.0, (0.2, 0.3)), Joint.locked(1e4), **terms)
    model = Exact().modes(arm, 8)
    nodes, weights = np.polynomial.legendre.leggauss(60)
    products = np.zeros((8, 8))
    for number, link in enumerate(arm.links, 1):
        x, w = 0.5 * link.length * (nodes + 1.0), 0.5 * link.length * weights
        moved = model.translation(number, x)
        turned = model.slope(number, x) + model.link_motions[number - 1].root.rotation[:, np.newaxis]
        products += link.mass_per_length * np.einsum("iax,x,jax->ij", moved, w, moved)
        products += link.rotary_inertia_per_length * (turned * w) @ turned.T
    payload = model.body_motions["payload"]
    products += arm.payload.mass * payload.translation.T @ payload.translation
    products += arm.payload.inertia * np.outer(payload.rotation, payload.rotation)
    np.testing.assert_allclose(products, np.eye(8), atol=1e-10)


# --- limits


@pytest.mark.parametrize("spec", ["exact", "assumed_modes:legendre:10", "fem:20"])
@pytest.mark.parametrize("terms", [{"axial_rigidity": 1e30}, {"shear_rigidity": 1e30}], ids=["stretch", "shear"])
def test_an_endless_rigidity_is_none_at_all(spec, terms):
    backend, payload = find_backend(spec), Body(5.0, 2.0, (0.2, 0.3))
    for joint in (RIGID, Joint.locked(1e4)):
        plain = bent(payload, joint)
        ended = bent(payload, joint, **terms)
        np.testing.assert_allclose(omega(ended, 6, backend), omega(plain, 6, backend), rtol=1e-12)


SPRINGS = (1e-3, 1e12)


@pytest.mark.slow
@pytest.mark.parametrize("spring", SPRINGS)
@pytest.mark.parametrize("payload", [Body(1e9 * 12.0, 1e9, 1.0), Body(5.0, 2.0, (0.2, 0.3))], ids=["1e9", "usual"])
@pytest.mark.parametrize("base", [Base.fixed(), Base.free(10.0, 5.0, (0.0, 0.3))], ids=["fixed", "free"])
def test_extremes_are_proved(spring, payload, base):
    # EI/L² is 2.2e4 N: a million times as stiff in stretch, a hundred times in shear.
    terms = {"axial_rigidity": 2.2e10, "shear_rigidity": 2.2e6, "rotary_inertia_per_length": 0.04}
    arm = bent(payload, Joint.locked(spring), base, **terms)
    found, proved = omega(arm, 5), omega(arm, 5, Exact(certify=True))
    np.testing.assert_allclose(found, proved, rtol=1e-11)


# --- the approximate backends


@every_theory
@pytest.mark.parametrize("backend", APPROXIMATE, ids=lambda backend: backend.spec)
def test_approximate_backends_come_near_from_above(terms, backend):
    arm = bent(Body(5.0, 2.0, (0.2, 0.3)), Joint.locked(1e4), **terms)
    error = omega(arm, 5, backend) / omega(arm, 5) - 1.0
    assert np.all(error > -1e-11)
    # Classical modes bend as no link with a body does: they come near like 1/n.
    allowed = {"assumed_modes:legendre:20": 1e-10, "assumed_modes:clamped-free:20": 3e-2, "fem:200": 1e-4}
    assert np.max(error) < allowed[backend.spec]


@pytest.mark.parametrize(
    ("terms", "order"),
    [
        ({}, 4.0),
        (THEORIES["rayleigh"], 4.0),
        (THEORIES["shear alone"], 2.0),
        (THEORIES["timoshenko"], 2.0),
        (THEORIES["extensible"], 2.0),
    ],
    ids=["euler-bernoulli", "rayleigh", "shear", "timoshenko", "extensible"],
)
def test_orders_of_elements(terms, order):
    arm = bent(Body(5.0, 2.0, (0.2, 0.3)), Joint.locked(1e4), **terms)
    exact = omega(arm, 4)
    errors = [omega(arm, 4, BeamFEM(elements)) / exact - 1.0 for elements in (16, 32)]
    np.testing.assert_allclose(np.log2(errors[0] / errors[1]), order, atol=0.1)


RANDOM = arms(most_links=3, terms=True).map(physical)


@given(RANDOM)
def test_legendre_shapes_agree_with_exact_on_any_arm(arm):
    count = int(min(4, natural(arm)))
    if count:
        np.testing.assert_allclose(omega(arm, count, AssumedModes("legendre", 25)), omega(arm, count), rtol=1e-7)


@pytest.mark.slow
@given(RANDOM)
def test_any_arm_is_proved(arm):
    count = int(min(3, natural(arm)))
    if count:
        np.testing.assert_allclose(omega(arm, count, Exact(certify=True)), omega(arm, count), rtol=1e-12)
