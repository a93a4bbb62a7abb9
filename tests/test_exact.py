"""The exact backend's parts against independent references: member, pivots, counting, division, shapes."""

import mpmath
import numpy as np
import pytest

from exact import member
from exact.division import divided, fractions
from exact.pivots import factorise
from exact.search import count_below, spectrum
from exact.shapes import MemberShape
from exact.stiffness import dynamic_stiffness
from flexarm.chain import chain
from flexarm.examples import example, names

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
@pytest.mark.parametrize("absolute", [False, True])
def test_member_matrices_against_mpmath(beta, absolute):
    mass, slope = member.mass(np.array([beta]), np.array([absolute]))
    at_rest = np.asarray(member.stiffness(np.array(absolute)))
    with mpmath.workdps(250):
        change = mpmath.matrix(np.eye(4) if absolute else ABSOLUTE)

        def expected(z):
            dynamic = change.T * stiffness(mpmath.root(z, 4)) * change
            return (mpmath.matrix(at_rest) - dynamic) / z

        z = mpmath.mpf(beta) ** 4
        exact = expected(z)
        h = mpmath.mpf(10) ** -20 * z
        derivative = (expected(z + h) - expected(z - h)) / (2 * h)
        wanted = np.array(exact.tolist(), dtype=float)
        wanted_slope = np.array(derivative.tolist(), dtype=float)
    # Next to a pole, β itself is known to half a unit in the last place only.
    near = 1.0 / min(1.0, float(np.min(np.abs(member.pole(np.array([beta]))))) * 20 + (beta < 2.5))
    np.testing.assert_allclose(mass[0], wanted, rtol=0, atol=4e-14 * near * np.abs(wanted).max())
    np.testing.assert_allclose(slope[0], wanted_slope, rtol=0, atol=4e-13 * near**2 * np.abs(wanted_slope).max())


def test_mass_matrix_at_rest_is_the_consistent_one():
    mass, _ = member.mass(np.array([1e-5]), np.array([True]))
    consistent = [[156, 22, 54, -13], [22, 4, 13, -3], [54, 13, 156, -22], [-13, -3, -22, 4]]
    np.testing.assert_allclose(mass[0], np.array(consistent) / 420.0, rtol=1e-13)


def test_clamped_count_steps_at_the_clamped_frequencies():
    with mpmath.workdps(30):
        roots = [
            float(mpmath.findroot(lambda b: mpmath.cos(b) - 1 / mpmath.cosh(b), (i + 0.5) * mpmath.pi))
            for i in range(1, 61)
        ]
    below, above = np.array(roots) * (1 - 1e-13), np.array(roots) * (1 + 1e-13)
    np.testing.assert_array_equal(member.clamped_count(below), np.arange(60))
    np.testing.assert_array_equal(member.clamped_count(above), np.arange(1, 61))


def random_symmetric(n, count, zero_diagonal):
    random = np.random.default_rng(n)
    matrix = random.standard_normal((count, n, n))
    matrix = matrix + np.swapaxes(matrix, 1, 2)
    matrix[:, range(n), range(n)] *= random.random((count, n)) >= zero_diagonal
    return matrix


@pytest.mark.parametrize("n", [2, 3, 7, 16])
@pytest.mark.parametrize("zero_diagonal", [0.0, 0.6, 1.0])
def test_factorisation_counts_and_solves(n, zero_diagonal):
    matrix = random_symmetric(n, 40, zero_diagonal)
    matrix = matrix[np.abs(np.linalg.det(matrix)) > 1e-3]
    factors = factorise(matrix)
    np.testing.assert_array_equal(factors.negative, np.sum(np.linalg.eigvalsh(matrix) < 0.0, axis=-1))
    right = np.random.default_rng(0).standard_normal(matrix.shape[:2])
    np.testing.assert_allclose(np.einsum("kij,kj->ki", matrix, factors.solve(right)), right, atol=1e-10)


def test_factorisation_keeps_the_digits_of_small_entries():
    # A soft spring, 1e-3, on a coordinate that a heavy body holds but for its part across.
    graded = np.array([[1e-3, 0.0, 1.0], [0.0, 2e-3, 1.0], [1.0, 1.0, 1e-13]])
    for change, negative in ((-1e-12, 2), (1e-12, 1)):
        matrix = graded.copy()
        matrix[0, 0] = -2e-3 * (1.0 - change)
        assert factorise(matrix).negative == negative


def test_factorisation_keeps_leading_axes_and_survives_a_singular_matrix():
    factors = factorise(np.zeros((2, 3, 4, 4)))
    assert factors.negative.shape == (2, 3)
    assert np.all(np.isfinite(factorise(np.ones((2, 2))).solve(np.ones(2))))


@pytest.mark.parametrize("name", ["single-link-locked", "shuttle-free-base", "double-link"])
def test_count_steps_by_one_at_every_frequency_wherever_links_are_divided(name):
    arm = example(name)
    parts, rigid = chain(arm), arm.rigid_freedoms
    found = spectrum(parts, rigid, 12)
    for distance, passed in ((-1e-9, 0), (1e-9, 1)):
        omega = found.omega * (1.0 + distance)
        whole = count_below(dynamic_stiffness(parts, omega), omega)
        in_two = count_below(dynamic_stiffness(divided(parts, found.where), omega), omega)
        np.testing.assert_array_equal(in_two, rigid + np.arange(12) + passed)
        np.testing.assert_array_equal(whole[:6], in_two[:6])


def test_division_stays_away_from_poles():
    parts = chain(example("shuttle-free-base"))
    omega = np.geomspace(1.0, 1e6, 400)
    for part, where in zip(dynamic_stiffness(parts).members, fractions(parts, omega), strict=True):
        for piece in (where, 1.0 - where):
            beta = piece * part.beta(omega)
            assert np.all(np.abs(member.pole(beta))[beta > 3.0] > 0.02)


def test_many_postures_at_once_are_the_single_ones():
    arm = example("shuttle-free-base")
    postures = [arm.with_angles(link2=angle) for angle in (0.0, 20.0, 75.0)]
    omega = np.array([0.3, 1.7, 60.0])
    together = count_below(dynamic_stiffness(chain(postures)), omega)
    one_by_one = [
        count_below(dynamic_stiffness(chain(p)), w[np.newaxis])[0] for p, w in zip(postures, omega, strict=True)
    ]
    np.testing.assert_array_equal(together, one_by_one)


@pytest.mark.parametrize("beta", [1e-3, 1.2, 2.6, 9.0, 60.0])
@pytest.mark.parametrize("derivative", [0, 1, 2, 3])
def test_member_shape_against_mpmath(beta, derivative):
    xi = np.array([0.0, 0.1, 0.5, 0.93, 1.0])
    ends = np.array([0.3, -0.2, 1.0, 0.7])
    relative = np.array([0.3, -0.2, 1.0 - 0.3 + 0.2, 0.7 + 0.2])
    absolute = beta >= member.SHORT
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


@pytest.mark.parametrize("name", names())
def test_counts_agree_below_every_frequency_of_every_example(name):
    arm = example(name)
    omega = spectrum(chain(arm), arm.rigid_freedoms, 8).omega
    assert np.all(np.diff(omega) >= 0.0)
    between = np.sqrt(omega[1:] * omega[:-1])
    counted = count_below(dynamic_stiffness(chain(arm), between), between)
    np.testing.assert_array_equal(counted, arm.rigid_freedoms + np.arange(1, 8))
