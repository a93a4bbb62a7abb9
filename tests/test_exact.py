"""The exact backend's mathematics: members against mpmath, counts against balls, arms divided and not, many at once."""

from dataclasses import replace
from decimal import Decimal

import mpmath
import numpy as np
import pytest

from exact import Exact
from exact.bending import SHORT, clamped_count, dynamic_stiffness, inertia, pole
from exact.division import best_fraction
from exact.division import distance as far_from_poles
from exact.frequencies import distance, frequencies
from exact.proof.counting import Counter
from exact.shapes import MemberShape
from exact.uniform import uniform_dynamics
from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.examples import example, names
from flexarm.links import Link
from flexarm.parts import Base, Body, Joint
from flexarm.tree import cut, selection

from .test_certify import twins

BETAS = [1e-6, 1e-3, 0.3, 1.0, 2.4999, 2.5001, 4.0, 4.72, 4.74, 7.0, 11.3, 33.3, 97.0, 190.2]
ABSOLUTE = np.array([[1, 0, 0, 0], [0, 1, 0, 0], [1, 1, 1, 0], [0, 1, 0, 1]])


def shape_functions(beta):
    """Coefficients of cos, sin, cosh, sinh of βξ for unit end coordinates y(0), y′(0), y(1), y′(1)."""
    b, c, s, ch, sh = beta, mpmath.cos(beta), mpmath.sin(beta), mpmath.cosh(beta), mpmath.sinh(beta)
    rows = [[1, 0, 1, 0], [0, b, 0, b], [c, s, ch, sh], [-b * s, b * c, b * sh, b * ch]]
    return mpmath.matrix(rows) ** -1


def stiffness(beta):
    """Dynamic stiffness in absolute end coordinates, from the end forces of the shape functions."""
    b, c, s, ch, sh = beta, mpmath.cos(beta), mpmath.sin(beta), mpmath.cosh(beta), mpmath.sinh(beta)
    third = [[0, -(b**3), 0, b**3], [b**3 * s, -(b**3) * c, b**3 * sh, b**3 * ch]]
    second = [[-(b**2), 0, b**2, 0], [-(b**2) * c, -(b**2) * s, b**2 * ch, b**2 * sh]]
    forces = [third[0], [-v for v in second[0]], [-v for v in third[1]], second[1]]
    return mpmath.matrix(forces) * shape_functions(beta)


@pytest.mark.parametrize("beta", BETAS)
def test_member_matrices_against_mpmath(beta):
    matrix, below, long = (np.asarray(one)[..., 0] for one in dynamic_stiffness(np.array([beta])))
    mass = inertia(np.array([beta]))[..., 0]
    assert long == (beta >= SHORT)
    with mpmath.workdps(250):
        change = mpmath.matrix(np.eye(4) if long else ABSOLUTE)

        def expected(z):
            return change.T * stiffness(mpmath.root(z, 4)) * change

        z = mpmath.mpf(beta) ** 4
        h = mpmath.mpf(10) ** -20 * z
        wanted = np.array(expected(z).tolist(), dtype=float)
        wanted_mass = np.array(((expected(z - h) - expected(z + h)) / (2 * h)).tolist(), dtype=float)
        scaled = (1 - mpmath.cos(beta) * mpmath.cosh(beta)) * mpmath.exp(-beta) / z
    # Next to a pole, β itself is known to half a unit in the last place only.
    near = 1.0 / min(1.0, float(np.abs(pole(np.array([beta]))[0])) * 20 + (beta < 2.5))
    np.testing.assert_allclose(matrix, wanted, rtol=0, atol=4e-14 * near * np.abs(wanted).max())
    np.testing.assert_allclose(mass, wanted_mass, rtol=0, atol=4e-13 * near**2 * np.abs(wanted_mass).max())
    np.testing.assert_allclose(below, float(scaled), rtol=1e-13 * near)


def test_entries_in_relative_coordinates_keep_the_digits_of_their_inertia():
    """Moved without bending, a member that hardly bends is a rigid rod: −z (1, ½, ⅓), whatever its stiffness."""
    beta = np.array([1e-3])
    rod = dynamic_stiffness(beta)[0][:2, :2, 0] / beta[0] ** 4
    np.testing.assert_allclose(rod, [[-1.0, -0.5], [-0.5, -1.0 / 3.0]], rtol=1e-11)


def test_inertia_at_rest_is_the_consistent_one():
    consistent = np.array([[156, 22, 54, -13], [22, 4, 13, -3], [54, 13, 156, -22], [-13, -3, -22, 4]]) / 420.0
    whole = inertia(np.array([1e-5]))[..., 0]
    np.testing.assert_allclose(whole, ABSOLUTE.T @ consistent @ ABSOLUTE, rtol=1e-13)


def test_clamped_count_steps_at_the_clamped_frequencies():
    with mpmath.workdps(30):
        roots = [
            float(mpmath.findroot(lambda b: mpmath.cos(b) - 1 / mpmath.cosh(b), (i + 0.5) * mpmath.pi))
            for i in range(1, 61)
        ]
    for change, expected in ((1 - 1e-13, np.arange(60)), (1 + 1e-13, np.arange(1, 61))):
        beta = np.array(roots) * change
        np.testing.assert_array_equal(clamped_count(beta, dynamic_stiffness(beta)[1]), expected)


# Counting ------------------------------------------------------------------------------------------

SHUTTLE = example("shuttle-free-base")
FLEXIBLE = [name for name in names() if any(isinstance(link, Link) for link in example(name).links)]
# Those whose members are closed forms.
# Reactions of supports are a border of their own: `tests/test_supports.py` counts them in balls.
UNLOADED = [name for name in FLEXIBLE if not (example(name).static_loads or example(name).supports)]


def arms_of(*arms):
    return uniform_dynamics(tree(list(arms)))


@pytest.mark.parametrize("name", UNLOADED)
def test_float64_counts_what_balls_count(name):
    arm = example(name)
    # Balls of links that shear are power series, whose terms grow with the frequency.
    omega = np.geomspace(1e-3, 3e3 if arm.beam_terms else 1e5, 40)
    count, mantissa, _ = arms_of(arm).count_and_determinant(omega[:, np.newaxis])
    proved = [Counter(arm)(Decimal(repr(float(one)))).number for one in omega]
    np.testing.assert_array_equal(count[:, 0], proved)
    np.testing.assert_array_equal(np.sign(mantissa), (-1.0) ** count)


@pytest.mark.parametrize("name", UNLOADED)
def test_the_determinant_does_not_depend_on_where_links_are_divided(name):
    arms, omega = arms_of(example(name)), np.geomspace(1e-1, 1e4, 40)[:, np.newaxis]
    for at in omega:
        (count, mantissa, exponent), pieces = (
            arms.count_and_determinant(at),
            uniform_dynamics(cut(arms.arms, arms.parts(at**2))),
        )
        in_two, other, power = pieces.count_and_determinant(at)
        np.testing.assert_array_equal(count, in_two)
        np.testing.assert_allclose(other * 2.0 ** (power - exponent), mantissa, rtol=1e-8)


def test_division_stays_away_from_poles():
    beta = np.geomspace(1.0, 1e3, 4000)
    first = best_fraction(lambda part: far_from_poles(part * beta[:, np.newaxis]))
    for piece in (first, 1.0 - first):
        assert np.all(np.abs(pole(piece * beta))[piece * beta > 3.0] > 0.02)


@pytest.mark.parametrize("name", ["single-link-locked", "shuttle-free-base", "double-link"])
def test_counts_step_by_one_at_every_frequency_wherever_links_are_divided(name):
    arm = example(name)
    omega = Exact().modes(arm, 12).angular_frequency
    number = arm.rigid_freedoms + np.arange(12)
    for beside, passed in ((-1e-9, 0), (1e-9, 1)):
        at, arms = omega * (1.0 + beside), arms_of(arm).selection(np.zeros(12, dtype=int))
        in_two = uniform_dynamics(cut(arms.arms, arms.parts(at**2)))
        np.testing.assert_array_equal(in_two.count_and_determinant(at)[0], number + passed)
        np.testing.assert_array_equal(arms.count_and_determinant(at)[0][:6], number[:6] + passed)


# Many at once --------------------------------------------------------------------------------------


def postures(count, seed=0):
    """Random postures of the Shuttle arm under random payloads."""
    random = np.random.default_rng(seed)
    for elbow, wrist in random.uniform(-150.0, 150.0, (count, 2)):
        payload = replace(SHUTTLE.payload, mass=float(random.choice([0.0, 1e3, 1e4, 3e4])))
        yield replace(SHUTTLE.with_angles(link2=elbow, link3=wrist), payload=payload)


ARMS = list(postures(24))


def searched(arms, rigid, count):
    return frequencies(arms, arms.highest(rigid + count), rigid, count)


def test_many_at_once_are_the_single_ones():
    together = Exact().frequencies_of(ARMS, 4)
    singly = [Exact().modes(arm, 4).angular_frequency for arm in ARMS]
    np.testing.assert_allclose(together.angular_frequency, singly, rtol=1e-13)
    assert not any(together.reasons)


def test_blocks_change_nothing(monkeypatch):
    arms = arms_of(*ARMS)
    whole, _ = searched(arms, 3, 5)
    monkeypatch.setattr("exact.frequencies._TOGETHER", 15)
    monkeypatch.setattr("exact.frequencies._FEW", 4)
    np.testing.assert_allclose(searched(arms, 3, 5)[0], whole, rtol=1e-15)


def test_they_are_the_certified_ones():
    found = Exact().frequencies_of(ARMS[:6], 5).angular_frequency
    proved = [Exact(certify=True).modes(arm, 5).angular_frequency for arm in ARMS[:6]]
    np.testing.assert_allclose(found, proved, rtol=1e-14)


def test_rayleigh_tells_how_far_off_a_frequency_is():
    arms = arms_of(*ARMS)
    omega, proved = searched(arms, 3, 4)
    assert np.mean(proved) > 0.98
    for off in (-1e-6, 3e-11):
        for k in range(4):
            found = distance(arms, (omega[:, k] * (1.0 + off)) ** 2, np.full(len(ARMS), k))
            np.testing.assert_allclose(found, -off, rtol=0.1)


@pytest.mark.parametrize("guess", [np.nan, 1.0 + 1e-9, 0.5, 3.0])
def test_what_float64_does_not_prove_is_found_in_balls(monkeypatch, guess):
    """Whatever float64 made of it: nothing, a number that is a little off, or another one."""
    expected = Exact().frequencies_of(ARMS[:3], 4).angular_frequency

    def unproved(*question):
        omega, proved = frequencies(*question)
        return omega * guess, np.zeros_like(proved)

    monkeypatch.setattr("exact.spectra.frequencies", unproved)
    np.testing.assert_allclose(Exact().frequencies_of(ARMS[:3], 4).angular_frequency, expected, rtol=2e-15)
    np.testing.assert_allclose(Exact().modes(ARMS[0], 4).angular_frequency, expected[0], rtol=2e-15)


def test_multiple_frequencies_are_repeated():
    arms = [twins(), twins(angle=60.0)]
    found = Exact().frequencies_of(arms, 4).angular_frequency
    singly = [Exact().modes(arm, 4).angular_frequency for arm in arms]
    np.testing.assert_allclose(found, singly, rtol=1e-12)
    assert found[0, 1] == pytest.approx(found[0, 0], rel=1e-12)


@pytest.mark.parametrize("stiffness", [1e-3, 1e12])
def test_heavy_payloads_on_soft_or_stiff_joints(stiffness):
    arm = example("single-link-locked")
    link = replace(arm.links[0], joint=Joint.locked(stiffness))
    heavy = [replace(arm, links=(link,), payload=Body(mass, 37500.0, 1.5)) for mass in (0.0, 1e5, 1e9)]
    found = Exact().frequencies_of(heavy, 4).angular_frequency
    for one, omega in zip(heavy, found, strict=True):
        np.testing.assert_allclose(omega, Exact(certify=True).modes(one, 4).angular_frequency, rtol=1e-12)


# Roots of the determinant of transfer matrices of the straight Shuttle arm, in 60 digits: stiffness of its joints,
# payload's mass, first four. Searched on the whole arm, the third is off by 1e-10 and more.
SOFT = {
    (1e-3, 1e6): (9.117983528498791e-6, 6.444811717161793e-5, 0.002871511564840994, 185.1935141986918),
    (1e-3, 1e9): (8.834068440042918e-6, 6.43740212759849e-5, 0.002871499613400932, 185.1931811065095),
    (1.0, 1e6): (0.000288335786310813, 0.00203802725917999, 0.09080511155689888, 185.1935994978045),
    (1.0, 1e9): (0.0002793576083683972, 0.002035684141209523, 0.09080473361928428, 185.1932664056552),
}


@pytest.mark.parametrize(("stiffness", "mass"), SOFT)
def test_soft_joints_before_a_heavy_payload_lose_no_digits(stiffness, mass):
    links = tuple(replace(link, joint=Joint.locked(stiffness)) for link in SHUTTLE.links)
    arm = replace(SHUTTLE, links=links, payload=replace(SHUTTLE.payload, mass=mass))
    np.testing.assert_allclose(Exact().modes(arm, 4).angular_frequency, SOFT[stiffness, mass], rtol=1e-12)
    np.testing.assert_allclose(Exact().frequencies_of([arm], 4).angular_frequency[0], SOFT[stiffness, mass], rtol=1e-12)


def test_an_arm_beyond_float64_spoils_no_other():
    limp = replace(SHUTTLE.links[0], flexural_rigidity=1e-300)
    beyond = replace(SHUTTLE, links=(limp, *SHUTTLE.links[1:]))
    found = Exact().frequencies_of([ARMS[0], beyond, ARMS[1]], 4)
    alone = Exact().frequencies_of(ARMS[:2], 4).angular_frequency
    np.testing.assert_array_equal(found.angular_frequency[[0, 2]], alone)
    np.testing.assert_allclose(
        found.angular_frequency[1], Exact(certify=True).modes(beyond, 4).angular_frequency, rtol=1e-13
    )


def test_some_of_many_arms_are_taken_from_every_number():
    arms = selection(tree(ARMS), np.array([3, 1]))
    two = tree([ARMS[3], ARMS[1]])
    for one, other in zip(arms.sections, two.sections, strict=True):
        np.testing.assert_array_equal(one.lever, other.lever)
        np.testing.assert_array_equal(one.inertia, other.inertia)


def test_hundreds_of_frequencies_of_one_arm_are_found():
    """Of a cantilever, (k − 1/2)² π² from the fifth on; pieces are cut where it bends in many waves."""
    arm = Arm(Base.fixed(), (Link(1.0, 1.0, 1.0, joint=Joint.rigid()),))
    found = Exact().modes(arm, 150).angular_frequency
    expected = ((np.arange(5, 151) - 0.5) * np.pi) ** 2
    np.testing.assert_allclose(found[4:], expected, rtol=1e-6)
    np.testing.assert_allclose(found[20:], expected[16:], rtol=1e-12)
    two = Arm(Base.fixed(), (replace(SHUTTLE.links[0], angle=0.0), SHUTTLE.links[1]))
    many = Exact().modes(two, 150).angular_frequency
    np.testing.assert_allclose(many[:20], Exact().modes(two, 20).angular_frequency, rtol=1e-12)


# Shapes --------------------------------------------------------------------------------------------


def test_a_members_tip_is_its_shape_there():
    beta, length = np.array([1.0, 8.0]), np.array([2.0, 3.0])
    ends = np.array([[0.3, -0.2, 1.0, 0.7], [0.3, -0.2, 1.1, 1.5]])
    shape = MemberShape(length, beta, beta >= SHORT, ends)
    expected = [shape(length[:, np.newaxis], order)[:, 0] for order in (0, 1)]
    np.testing.assert_allclose(shape.tip(), expected, rtol=1e-12)


@pytest.mark.parametrize("beta", [1e-3, 1.2, 2.6, 9.0, 60.0])
@pytest.mark.parametrize("derivative", [0, 1, 2, 3])
def test_member_shape_against_mpmath(beta, derivative):
    xi = np.array([0.0, 0.1, 0.5, 0.93, 1.0])
    ends = np.array([0.3, -0.2, 1.0, 0.7])
    relative = np.array([0.3, -0.2, 1.0 - 0.3 + 0.2, 0.7 + 0.2])
    absolute = beta >= SHORT
    shape = MemberShape(
        np.ones(1), np.array([beta]), np.array([absolute]), (ends if absolute else relative)[np.newaxis]
    )
    with mpmath.workdps(60):
        a, b, c, d = shape_functions(mpmath.mpf(beta)) * mpmath.matrix(ends)

        def deflection(x):
            wave = a * mpmath.cos(beta * x) + b * mpmath.sin(beta * x)
            return wave + c * mpmath.cosh(beta * x) + d * mpmath.sinh(beta * x) - ends[0] - ends[1] * x

        wanted = [float(mpmath.diff(deflection, mpmath.mpf(x), derivative, h=mpmath.mpf(10) ** -12)) for x in xi]
    scale = max(map(abs, wanted))
    np.testing.assert_allclose(shape(xi, derivative)[0], wanted, rtol=0, atol=1e-12 * scale)
