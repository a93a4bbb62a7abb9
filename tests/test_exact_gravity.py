"""The exact backend under gravity, axial forces and a spin: against other derivations, closed forms and proofs."""

from dataclasses import replace
from functools import cache

import mpmath
import numpy as np
import pytest

from exact import Exact, certify
from exact.bending import dynamic_stiffness, inertia
from exact.series.beam import SeriesBeam, series_beams
from exact.series.powers import Law, matrizants, terms
from flexarm.arm import Arm
from flexarm.errors import NeutralError, QuestionError
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Joint
from flexarm.quadrature import gauss
from tests.characteristic import determinant, largest_error, root_near
from tests.characteristic_prestressed import LoadedEquations

EXACT, PROVED = Exact(), Exact(certify=True)
# Standing upright under its own weight, a unit cantilever buckles at this (Greenhill 1881): J₋₁/₃(⅔ √q) = 0.
SELF_WEIGHT = 7.837347438943279


def one(gravity=None, spin=0.0, payload=None, base=None, **changes) -> Arm:
    values = {"length": 1.0, "mass_per_length": 1.0, "flexural_rigidity": 1.0, "joint": Joint.rigid()} | changes
    return Arm(base or Base.fixed(), (Link(**values),), payload, gravity=gravity, spin_rate=spin)


BODY = Body(0.3, 0.1, (0.1, 0.05))
BENT = Arm(
    Base.fixed(),
    (
        Link(1.0, 1.0, 50.0, joint=Joint.locked(100.0, 0.1), angle=30.0, tip=Body(0.5, 0.01), axial_force=-20.0),
        RigidLink(0.5, mass=0.3, joint=Joint.locked(30.0), angle=-70.0, axial_force=5.0),
        Link(1.3, 0.7, 20.0, joint=Joint.locked(20.0), angle=100.0),
    ),
    Body(0.4, 0.02, (0.1, -0.1)),
    gravity=(3.0, -9.0),
)
ARMS = {
    "hanging": one((9.81, 0.0)),
    "standing, fallen twice": one((-100.0, 0.0)),
    "pendulum": one((9.81, 0.0), joint=Joint.unlocked(0.01), payload=Body(0.3, 0.1, 0.1)),
    "spinning": one(spin=3.0, joint=Joint.locked(2.0, 0.2), payload=Body(0.3, 0.1, 0.1)),
    "bent": BENT,
    "bent, turned over": replace(BENT, gravity=(-30.0, 90.0)),
}


@pytest.mark.parametrize("arm", ARMS.values(), ids=ARMS)
def test_against_newtons_laws_in_forty_digits(arm):
    assert largest_error(arm, EXACT.modes(arm, 3).angular_frequency, LoadedEquations) < 1e-13
    for rate in map(float, EXACT.growth_rates(arm)):
        ends = [mpmath.mpc(0, mpmath.mpf(rate) * (1 + side)) for side in (mpmath.mpf("-1e-13"), mpmath.mpf("1e-13"))]
        below, above = (mpmath.re(determinant(arm, omega, LoadedEquations)) for omega in ends)
        assert below * above < 0


def test_high_modes_keep_their_digits():
    arm = one((9.81, 0.0))
    highest = float(EXACT.modes(arm, 12).angular_frequency[-1])
    assert highest == pytest.approx(float(root_near(arm, highest, LoadedEquations)), rel=5e-14)


GUIDED = Arm(
    Base.guided(2.0, (1.0, 0.0)),
    (
        Link(1.0, 1.0, 3.0, joint=Joint.locked(4.0, 0.1), angle=-90.0, tip=Body(0.2, 0.01)),
        Link(0.7, 1.0, 2.0, joint=Joint.unlocked(0.02)),
    ),
    gravity=(0.0, -9.81),
)


@pytest.mark.parametrize(
    "arm",
    [
        GUIDED,
        one((9.81, 0.0), payload=Body(1e9, 1.0), flexural_rigidity=1e6),
        one((9.81, 0.0), joint=Joint.locked(1e-3)),
        one((9.81, 0.0), joint=Joint.locked(1e12), payload=BODY),
        one((0.0, 9.81), joint=Joint.locked(3.0), payload=BODY, axial_force=2.0),
        one((-7.8, 0.0)),
        one((-100.0, 0.0)),
        one(spin=30.0),
    ],
    ids=["guided", "1e9 kg", "soft joint", "stiff joint", "across", "almost falling", "fallen", "fast"],
)
def test_certified_intervals_hold_what_float64_found(arm):
    found, model = EXACT.modes(arm, 2), PROVED.modes(arm, 2)
    assert model.unstable == found.unstable == EXACT.unstable(arm)
    np.testing.assert_allclose(found.angular_frequency, model.angular_frequency, rtol=2e-13)
    for number, interval in enumerate(model.certificate, 1):
        assert interval.first == number
        assert float(interval.lower) <= model.angular_frequency[number - 1] <= float(interval.upper)
        assert float(interval.upper) - float(interval.lower) < 1e-12 * float(interval.upper)


def test_a_claim_under_gravity_is_proved_or_refused():
    arm = one((-8.0, 0.0))
    claims = EXACT.modes(arm, 2).angular_frequency.tolist()
    assert [interval.first for interval in certify(arm, claims, 1e-9)] == [1, 2]
    with pytest.raises(QuestionError, match="frequency 1 is not"):
        certify(arm, claims[1:], 1e-9)


@pytest.mark.parametrize(("share", "unstable"), [(1.0 - 1e-12, 0), (1.0 + 1e-12, 1)])
def test_a_standing_cantilever_at_the_edge(share, unstable):
    assert EXACT.unstable(one((-SELF_WEIGHT * share, 0.0))) == unstable


def test_what_is_neutral_is_refused():
    for ask in (EXACT.unstable, EXACT.growth_rates, lambda arm: EXACT.modes(arm, 1)):
        with pytest.raises(NeutralError, match="very edge of stability"):
            ask(one((-SELF_WEIGHT, 0.0)))


@pytest.mark.parametrize("force", [-50.0, -0.5, 3.0, 400.0])
def test_constant_tension_of_a_pinned_beam(force):
    # Hinged root, tip held across by a rigid body that nothing moves: ω² = (nπ)⁴ + N (nπ)² as for a simple support.
    arm = one(joint=Joint.unlocked(), axial_force=force, payload=Body(1e15, 0.0))
    waves = np.pi * np.arange(1, 4)
    squares = waves**4 + force * waves**2
    # The heavy tip swings about the root, as slowly as its mass has it: that mode comes first.
    model = EXACT.modes(arm, int(np.sum(squares > 0.0)) + (force > 0.0))
    found = model.angular_frequency[1:] if force > 0.0 else model.angular_frequency
    assert model.unstable == np.sum(squares < 0.0) + (force < 0.0)
    np.testing.assert_allclose(found, np.sqrt(squares[squares > 0.0]), rtol=1e-12)


@cache
def shapes():
    return EXACT.modes(BENT, 6)


def test_modes_have_unit_modal_mass_and_obey_the_beams_equation():
    model = shapes()
    shape, link = model.shapes[0], BENT.links[0]
    x = np.array([0.13, 0.5, 0.87])
    for order in range(3):
        step = 1e-5
        slope = (shape(x + step, order) - shape(x - step, order)) / (2.0 * step)
        expected = shape(x, order + 1)
        assert slope == pytest.approx(expected, rel=1e-7, abs=1e-8 * np.max(np.abs(expected)))
    points, weights = gauss(60)
    moments = [shape(points, 0) @ weights, shape(points, 0) @ (weights * points), shape(points, 1) @ weights]
    np.testing.assert_allclose(shape.moments()[1:], moments, rtol=1e-12)
    assert np.sum(weights) == pytest.approx(link.length, rel=1e-14)


def test_a_load_too_small_to_matter_changes_nothing():
    free, loaded = one(payload=BODY), one((1e-14, 0.0), payload=BODY)
    one_way, other = EXACT.modes(free, 4), EXACT.modes(loaded, 4)
    np.testing.assert_allclose(other.angular_frequency, one_way.angular_frequency, rtol=1e-13)
    x = np.linspace(0.0, 1.0, 7)
    for order in range(4):
        expected = one_way.shapes[0](x, order)
        np.testing.assert_allclose(other.shapes[0](x, order), expected, rtol=0, atol=1e-11 * np.max(np.abs(expected)))
    # No gravity at all is no load: the same numbers to the last bit.
    still = EXACT.modes(one((0.0, 0.0), payload=BODY), 4)
    np.testing.assert_array_equal(still.angular_frequency, one_way.angular_frequency)


def test_a_member_without_tension_is_the_uniform_beam():
    load = np.array([1e-3, 5.0, 30.0])
    (beam,) = series_beams([(np.zeros(3), 4.0, 0.0)], 0.0)
    assert beam.nodes.shape == (2, 2)
    length = beam.blocks[0]
    own = load * length**4
    expected, mass = np.moveaxis(dynamic_stiffness(own**0.25)[0], 2, 0), np.moveaxis(inertia(own**0.25), 2, 0)
    matrix, held = beam.stiffness(load)
    np.testing.assert_allclose(matrix[:, 0], expected, rtol=0, atol=1e-14 * 12.0)
    np.testing.assert_allclose(beam.inertia(load)[:, 0], length**4 * mass, rtol=1e-9, atol=1e-14)
    assert not np.any(held)


@pytest.mark.parametrize(
    ("tension", "load", "count"),
    [(0.0, 500.0, 0), (0.0, 501.0, 1), (0.0, 3804.0, 2), (-39.4, 0.0, 0), (-39.5, 0.0, 1), (-160.0, 0.0, 3)],
)
def test_held_frequencies_of_a_beam_longer_than_a_wave(tension, load, count):
    # Clamped ends: z = 500.56 and 3803.5 (4.730⁴, 7.853⁴), and buckling at 4π², 80.76 and 16π² of force.
    pieces = 9
    along = np.array([tension, 0.0, 0.0]) + np.zeros((1, pieces, 3))
    own = along / pieces ** np.array([2, 3, 4])
    nodes = np.linspace(0.0, 1.0, pieces + 1)[np.newaxis]
    beam = SeriesBeam(nodes, along, matrizants(Law.slender(own), 1.0))
    _, held = beam.stiffness(np.array([load]))
    assert held[0] == count


@pytest.mark.parametrize("tension", [(0.0, 0.0, 0.0), (3.0, -1.0, 0.5), (-2.0, 4.0, -1.0)])
def test_what_the_series_leave_out_is_below_round_off(tension):
    # Twice as many terms: the pieces' halves, multiplied.
    whole = matrizants(Law.slender(np.array(tension)), 2.0)
    n0, n1, n2 = tension
    halves = [np.array([n0, n1 / 2, n2 / 4]) / 4, np.array([n0 + n1 / 2 + n2 / 4, (n1 + n2) / 2, n2 / 4]) / 4]
    units = np.array([1.0, 2.0, 8.0, 4.0])
    for load in (2.0, -2.0, 0.3):
        parts = [
            np.tensordot((load / 16) ** np.arange(len(p)), p, 1)
            for p in (matrizants(Law.slender(h), 2 / 16) for h in halves)
        ]
        second, first = (part * units[:, np.newaxis] / units for part in reversed(parts))
        expected = second @ first
        found = np.tensordot(load ** np.arange(len(whole)), whole, 1)
        np.testing.assert_allclose(found, expected, rtol=0, atol=4e-15)


def test_longer_series_for_longer_pieces():
    short, long = (terms(Law.slender(np.array([n, 0.0, 0.0])), np.array(z)) for n, z in ((0.0, 0.1), (5.0, 2.4)))
    assert 15 < short < long < 40


@pytest.mark.parametrize(("force", "word"), [(2e10, "tension of 2e\\+10"), (-2e6, "thrust of 2e\\+06")])
def test_what_would_take_too_long_is_refused(force, word):
    arm = one(axial_force=force)
    for ask in (lambda: EXACT.modes(arm, 1), lambda: EXACT.unstable(arm), lambda: EXACT.growth_rates(arm)):
        with pytest.raises(QuestionError, match=f"link 1 bears a {word} EI/L².*take fem or assumed_modes"):
            ask()
