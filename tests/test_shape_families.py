"""The shape families: what each declares, its digits, its trial spaces; a new family is tested when it is listed."""

from dataclasses import replace

import mpmath as mp
import numpy as np
import pytest

from assumed_modes import FAMILIES, AssumedModes, family_names
from assumed_modes.legendre_integrals import double_integrals
from assumed_modes.loaded import loaded_wavenumbers
from assumed_modes.polynomials import PolynomialFamily
from assumed_modes.space import link_space
from assumed_modes.tip_body import NO_BODY, TipBody
from flexarm.arm import Arm
from flexarm.classical_beams import clamped_free_wavenumbers
from flexarm.errors import InputError, QuestionError
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Joint
from flexarm.quadrature import gauss
from tests.families_textbook import exact_function, exact_wavenumber

BODIES = [
    TipBody(1.0),
    TipBody(0.25, 0.0, 1e-3),
    TipBody(1e9),
    TipBody(0.0, 0.0, 1e9),
    TipBody(1e9, 0.3, 2e8),
    TipBody(30.0, -0.6, 0.7),
    TipBody(1e-9, 0.3, 1e-12),
]
EVERY = list(FAMILIES.values())
BEAMS = [family for family in EVERY if not isinstance(family, PolynomialFamily)]
POLYNOMIALS = [family for family in EVERY if isinstance(family, PolynomialFamily)]
LOADS = [(family, body) for family in EVERY for body in ([NO_BODY, *BODIES] if family.carries else [NO_BODY])]
BEAM_LOADS = [(family, body) for family, body in LOADS if family in BEAMS]


def name(value):
    return value.name if hasattr(value, "name") else None


def sizes(functions):
    """Return the largest magnitude of every derivative of every function, shape (4, n)."""
    xi = np.linspace(0.0, 1.0, 401)
    return np.array([np.max(np.abs(functions(xi, order)), axis=0) for order in range(4)])


def inner(functions, order, body=NO_BODY):
    """Return the normalised inner products of the functions in the mass of link and body."""
    nodes, weights = gauss(functions.points + 20)
    values = functions(nodes, order)
    w, slope = functions(np.ones(1), order)[0], functions(np.ones(1), order + 1)[0]
    centre = w + body.offset * slope
    product = (
        (weights * values.T) @ values + body.mass * np.outer(centre, centre) + body.inertia * np.outer(slope, slope)
    )
    size = np.sqrt(np.diag(product))
    return product / np.outer(size, size)


# --- what the families declare ------------------------------------------------------------------------------------


def test_quadrature_is_exact_to_round_off():
    for points in (1, 2, 7, 60, 201):
        nodes, weights = gauss(points)
        powers = np.arange(0, 2 * points, 1)
        np.testing.assert_allclose((nodes[:, np.newaxis] ** powers).T @ weights, 1.0 / (powers + 1.0), rtol=2e-14)
        assert abs(np.sum(weights) - 1.0) < 1e-15


@pytest.mark.parametrize("family", EVERY, ids=name)
def test_boundary_conditions_without_body(family):
    functions = family.functions(min(family.largest, 20))
    scale = sizes(functions)
    for orders, end in ((family.root, 0.0), (family.tip, 1.0)):
        for order in orders:
            left = np.abs(functions(np.array([end]), order)[0])
            assert np.all(left <= 1e-13 * scale[order]), (order, end)


@pytest.mark.parametrize(("family", "body"), [load for load in LOADS if load[0].carries], ids=name)
def test_natural_boundary_conditions_with_body(family, body):
    functions = family.functions(12, body)
    w, slope, moment, force = (functions(np.ones(1), order)[0] for order in range(4))
    scale, load = sizes(functions), loaded_wavenumbers(12, body) ** 4
    coupled, mass, inertia = load * body.mass * body.offset, load * body.mass, load * body.tip_inertia
    resolved = scale[2] + abs(coupled) * scale[0] + inertia * scale[1]
    assert np.all(np.abs(moment - coupled * w - inertia * slope) < 1e-12 * resolved)
    resolved = scale[2] + scale[3] + mass * scale[0] + abs(coupled) * scale[1]
    assert np.all(np.abs(force + mass * w + coupled * slope) < 1e-12 * resolved)


@pytest.mark.parametrize(("family", "body"), [load for load in LOADS if load[0].orthogonal != "none"], ids=name)
def test_orthogonality(family, body):
    functions = family.functions(min(family.largest, 12), body)
    product = inner(functions, 0, body if family.orthogonal == "link and body" else NO_BODY)
    # The heavy body's part is the square of a tip motion that float64 resolves to 1e-16 of the largest.
    np.testing.assert_allclose(product, np.eye(len(product)), atol=2e-12 + 1e-12 * np.sqrt(body.mass + body.inertia))


@pytest.mark.parametrize(("family", "body"), BEAM_LOADS, ids=name)
def test_curvatures_of_beam_functions_are_orthogonal(family, body):
    product = inner(family.functions(20, body), 2)
    np.testing.assert_allclose(product, np.eye(20), atol=1e-12)


@pytest.mark.parametrize("family", EVERY, ids=name)
def test_functions_are_derivatives_of_each_other(family):
    functions = family.functions(min(family.largest, 5), BODIES[5])
    nodes, weights = gauss(40)
    for order in range(3):
        rise = functions(np.ones(1), order)[0] - functions(np.zeros(1), order)[0]
        integral = weights @ functions(nodes, order + 1)
        np.testing.assert_allclose(integral, rise, atol=1e-13 * np.max(sizes(functions)[order + 1]))


# --- digits -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("family", "body"), BEAM_LOADS, ids=name)
def test_beam_functions_keep_thirteen_digits(family, body):
    xi = np.array([0.0, 0.0137, 0.4142, 0.6, 0.83, 0.9993, 1.0])
    functions = family.functions(100, body)
    scale = sizes(functions)
    wavenumbers = functions.wavenumber
    with mp.workdps(160):
        for i in (1, 2, 5, 14, 40, 100):
            b = exact_wavenumber(family, body, wavenumbers[i - 1])
            assert abs(b - mp.mpf(wavenumbers[i - 1])) < 2.0 * np.spacing(wavenumbers[i - 1]), i
            exact = exact_function(family, body, b, xi)
            found = np.array([functions(xi, order)[:, i - 1] for order in range(4)])
            at = np.argmax(np.abs(exact[2]))
            found *= exact[2, at] / found[2, at]
            largest = scale[:, i - 1] * abs(exact[2, at] / functions(xi, 2)[at, i - 1])
            largest[3] = max(largest[2:])  # a heavy rotor bends the link almost without shear
            assert np.all(np.abs(found - exact) < 1e-13 * largest[:, np.newaxis]), i


def test_double_integrals_of_legendre_polynomials_keep_their_digits():
    xi = np.array([0.0, 0.003, 0.3, 0.77, 0.999, 1.0])
    with mp.workdps(80):
        for j in (1, 2, 3, 10, 60):
            p = [mp.mpf(c) for c in _shifted_legendre(j - 1)]
            first = [mp.mpf(0)] + [c / (k + 1) for k, c in enumerate(p)]
            second = [mp.mpf(0)] + [c / (k + 1) for k, c in enumerate(first)]
            slope = [k * c for k, c in enumerate(p)][1:] or [mp.mpf(0)]
            for order, series in enumerate((second, first, p, slope)):
                exact = np.array([float(sum(c * mp.mpf(x) ** k for k, c in enumerate(series))) for x in xi])
                found = double_integrals(60, xi, order)[:, j - 1]
                np.testing.assert_allclose(found, exact, atol=1e-13 * max(1e-300, np.max(np.abs(exact))))


def _shifted_legendre(n):
    return [(-1) ** (n + k) * mp.binomial(n, k) * mp.binomial(n + k, k) for k in range(n + 1)]


def test_massless_body_gives_the_cantilever():
    np.testing.assert_allclose(loaded_wavenumbers(100, NO_BODY), clamped_free_wavenumbers(100), rtol=4e-16)
    xi = np.linspace(0.0, 1.0, 50)
    mine, cantilever = (FAMILIES[family].functions(20)(xi, 0) for family in ("clamped-mass", "clamped-free"))
    np.testing.assert_allclose(np.abs(mine / mine[-1]), np.abs(cantilever / cantilever[-1]), atol=1e-13)


def test_heavy_body_gives_the_static_cubic():
    xi = np.linspace(0.0, 1.0, 50)
    first = FAMILIES["clamped-mass"].functions(1, TipBody(1e9))(xi, 0)[:, 0]
    static = FAMILIES["static"].functions(1)(xi, 0)[:, 0]
    np.testing.assert_allclose(first / first[-1], static, atol=1e-9)
    np.testing.assert_allclose(static, xi**2 * (3.0 - xi) / 2.0, atol=1e-15)


@pytest.mark.parametrize("b", [0.3, 0.9999, 1.0, 1.3])
def test_two_frequencies_that_coincide_still_give_two_functions(b):
    body = _body_of_double_frequency(b)
    np.testing.assert_allclose(loaded_wavenumbers(2, body), b, rtol=1e-6)
    arm = _cantilever(Body(body.mass, body.inertia, body.offset))
    loaded, polynomial = (AssumedModes(family, 20).modes(arm, 3) for family in ("clamped-mass", "legendre"))
    np.testing.assert_allclose(loaded.angular_frequency, polynomial.angular_frequency, rtol=1e-12)


def _body_of_double_frequency(b):
    """Return the body whose inertia is the clamped beam's dynamic stiffness at its tip, over b⁴."""
    C, S, c, s = np.cosh(b), np.sinh(b), np.cos(b), np.sin(b)
    member = 1.0 - C * c
    mass, moment, inertia = (c * S + C * s) / b, -S * s / b**2, (C * s - c * S) / b**3
    return TipBody(mass / member, moment / mass, (inertia - moment**2 / mass) / member)


# --- what the books print -----------------------------------------------------------------------------------------


def coefficients(family, i, size=3, body=NO_BODY):
    """Return the coefficients of ξ², ξ³ … of function i."""
    xi, powers = np.linspace(0.1, 1.0, i + 4), np.arange(2, i + 6)
    return np.linalg.solve(xi[:, np.newaxis] ** powers, FAMILIES[family].functions(size, body)(xi, 0)[:, i - 1])


@pytest.mark.parametrize(
    ("family", "i", "printed"),
    [
        ("monomial", 1, [1.0]),
        ("monomial", 3, [0.0, 0.0, 1.0]),
        ("admissible", 1, [1.0]),
        ("admissible", 2, [1.0, -6.0 / 5.0]),
        ("admissible", 3, [1.0, -14.0 / 5.0, 28.0 / 15.0]),
        ("comparison", 1, [1.0, -2.0 / 3.0, 1.0 / 6.0]),
        ("static", 1, [1.5, -0.5]),
    ],
)
def test_printed_coefficients(family, i, printed):
    """Hufnagel 1989, eqs. 4.5 and 4.13–4.17."""
    found = coefficients(family, i, min(3, FAMILIES[family].largest))
    np.testing.assert_allclose(found, np.pad(printed, (0, len(found) - len(printed))), atol=1e-10)


def test_second_comparison_polynomial_solves_the_printed_equations():
    """Hufnagel 1989, eq. 9.1."""
    matrix = [[6.0, 12.0, 20.0], [6.0, 24.0, 60.0], [279 / 3024, 177 / 2268, 219 / 3240]]
    d, e, f = np.linalg.solve(matrix, [-2.0, 0.0, -213 / 1890])
    np.testing.assert_allclose(coefficients("comparison", 2)[:4], [1.0, d, e, f], atol=1e-9)


def test_comparison_polynomials_with_end_mass_solve_the_printed_equations():
    """Hufnagel 1989, eqs. 9.6–9.9, with the end mass of case A, m_a / m = 0.25."""
    body = TipBody(0.25, 0.0, 1.220e-5 / (0.0453 * 2.534e-4 * 39.625**3))
    first, second = loaded_wavenumbers(2, body) ** 4
    m, j = body.mass, body.inertia
    rows = [[6 + m * first, 24 + m * first], [6 - 3 * j * first, 12 - 4 * j * first]]
    d1, e1 = np.linalg.solve(rows, [-m * first, 2 * (j * first - 1)])
    np.testing.assert_allclose(coefficients("comparison", 1, body=body)[:3], [1.0, d1, e1], atol=1e-9)
    rows = [
        [6 + m * second, 24 + m * second, 60 + m * second],
        [6 - 3 * j * second, 12 - 4 * j * second, 20 - 5 * j * second],
        [1 / 6 + d1 / 7 + e1 / 8, 1 / 7 + d1 / 8 + e1 / 9, 1 / 8 + d1 / 9 + e1 / 10],
    ]
    solved = np.linalg.solve(rows, [-m * second, 2 * (j * second - 1), -(1 / 5 + d1 / 6 + e1 / 7)])
    np.testing.assert_allclose(coefficients("comparison", 2, body=body)[:4], [1.0, *solved], atol=1e-9)


# --- trial spaces -------------------------------------------------------------------------------------------------

SPACES = [(family, rotation) for family in EVERY for rotation in (True, False)]


def make_space(family, rotation, length=3.7, size=9):
    return link_space(family, min(size, family.largest), length, BODIES[5], rotation)


@pytest.mark.parametrize(("family", "rotation"), SPACES, ids=name)
@pytest.mark.parametrize("size", [1, 9, 24])
def test_factors_are_the_integrals(family, rotation, size):
    space = make_space(family, rotation, size=size)
    rng = np.random.default_rng(1)
    a, u, turn = rng.standard_normal(space.size), 0.7, -0.4
    nodes, weights = gauss(24)
    x = space.length * ((np.arange(60)[:, np.newaxis] + nodes) / 60.0).ravel()
    w = space.length * np.tile(weights, 60) / 60.0
    bending = w @ (space.values(x, 2) @ a) ** 2
    moving = w @ (u + turn * x + space.values(x, 0) @ a) ** 2
    assert np.sum((space.curvature @ a) ** 2) == pytest.approx(bending, rel=1e-13)
    rows = u * space.weights + turn * space.weights * space.stations + space.deflection @ a
    assert np.sum(rows**2) == pytest.approx(moving, rel=1e-13)


@pytest.mark.parametrize("family", EVERY, ids=name)
def test_factors_of_the_largest_spaces(family):
    size = 24 if family.name == "monomial" else family.largest
    space = make_space(family, True, size=size)
    nodes, weights = gauss(400)
    reference = np.sqrt(space.length * weights)[:, np.newaxis]
    for order, factor in ((0, space.deflection), (2, space.curvature)):
        exact = reference * space.values(space.length * nodes, order)
        scale = np.outer(np.linalg.norm(exact, axis=0), np.linalg.norm(exact, axis=0))
        np.testing.assert_allclose(factor.T @ factor / scale, exact.T @ exact / scale, atol=5e-14)


@pytest.mark.parametrize(("family", "rotation"), SPACES, ids=name)
def test_root_and_tip(family, rotation):
    space = make_space(family, rotation)
    root = [space.values(np.zeros(1), order)[0] for order in (0, 1)]
    tip = [space.values(np.array([space.length]), order)[0] for order in (0, 1)]
    assert np.all(np.abs(root[0]) < 1e-15)
    np.testing.assert_array_equal(space.tip, tip)
    assert np.all(np.abs(root[1]) < 1e-14)
    assert (space.root_slope is None) == rotation
    assert rotation or np.any(space.root_slope) == (1 not in family.root)


@pytest.mark.parametrize("family", EVERY, ids=name)
def test_without_rotation_the_functions_are_the_same_and_turn_the_root(family):
    turned, plain = make_space(family, True), make_space(family, False)
    x = np.linspace(0.0, plain.length, 11)
    for order in range(4):
        np.testing.assert_array_equal(turned.values(x, order), plain.values(x, order))
    functions = plain.functions
    whole = functions(x / plain.length, 0) - functions(np.zeros(1), 0)
    line = np.outer(x, plain.root_slope)
    np.testing.assert_allclose(plain.values(x, 0) + line, whole, atol=1e-13 * np.max(np.abs(whole)))


def test_without_rotation_one_shape_gives_its_rayleigh_quotient():
    # sin kx + sin kL/sinh kL sinh kx, tan kL = tanh kL: every integral by quadrature of the function itself.
    length, k = 14.0, 3.926602312047919 / 14.0
    ratio = np.sin(k * length) / np.sinh(k * length)

    def shape(x, order):
        sine = (np.sin(k * x), np.cos(k * x), -np.sin(k * x))[order]
        growth = (np.sinh(k * x), np.cosh(k * x), np.sinh(k * x))[order]
        return k**order * (sine + ratio * growth)

    x, weights = (length * part for part in gauss(40))
    tip = shape(length, 0) + 1.5 * shape(length, 1)
    mass = 3.9786 * weights @ shape(x, 0) ** 2 + 1e4 * tip**2 + 37500.0 * shape(length, 1) ** 2
    stiffness = 3e6 * weights @ shape(x, 2) ** 2 + 1e6 * shape(0.0, 1) ** 2
    arm = Arm(Base.fixed(), (Link(length, 3.9786, 3e6, joint=Joint.locked(1e6)),), Body(1e4, 37500.0, 1.5))
    found = AssumedModes("pinned-free", 1, rigid_rotation=False).modes(arm, 1).angular_frequency
    assert found == pytest.approx([np.sqrt(stiffness / mass)], rel=1e-12)


@pytest.mark.parametrize(("family", "rotation"), SPACES, ids=name)
def test_spaces_do_not_depend_on_units(family, rotation):
    metre, other = make_space(family, rotation), make_space(family, rotation, 3.7 * 39.37)
    x = np.linspace(0.0, metre.length, 11)
    for order in range(4):
        scaled = 39.37**order * other.values(39.37 * x, order)
        largest = np.max(np.abs(scaled))
        np.testing.assert_allclose(scaled, metre.values(x, order), atol=1e-13 * largest)


@pytest.mark.parametrize("family", POLYNOMIALS, ids=name)
def test_trial_polynomials_span_the_named_ones(family):
    size, xi = min(10, family.largest), np.linspace(0.0, 1.0, 60)
    basis, named = family.trial(size)(xi, 2), family.functions(size)(xi, 2)
    found = basis @ np.linalg.lstsq(basis, named)[0]
    np.testing.assert_allclose(found, named, atol=1e-12 * np.max(np.abs(named)))


# --- natural frequencies ------------------------------------------------------------------------------------------


def _cantilever(payload=None, **parameters):
    values = {"length": 1.0, "mass_per_length": 1.0, "flexural_rigidity": 1.0} | parameters
    return Arm(Base.fixed(), (Link(**values, joint=Joint.rigid()),), payload)


def space_arm():
    """Return a free-floating arm with a stiff and a soft joint, a rigid wrist and a heavy payload."""
    links = (
        Link(6.37, 3.9, 3.97e6, joint=Joint.locked(1e6)),
        Link(7.0, 3.0, 2e6, joint=Joint.locked(2e5), angle=20.0, tip=Body(5.0, 1.0)),
        RigidLink(1.88, joint=Joint.locked(2.4e5), angle=30.0),
    )
    return Arm(Base.free(7e4, 1e6, (0.0, 14.0)), links, Body(3e4, 4e5, 2.0))


@pytest.mark.parametrize("shapes", [4, 100])
def test_cantilever_shapes_are_exact_for_a_cantilever(shapes):
    length, mass, rigidity = 14.0, 3.9, 3.97e6
    arm = _cantilever(length=length, mass_per_length=mass, flexural_rigidity=rigidity)
    found = AssumedModes("clamped-free", shapes).modes(arm, 4).angular_frequency
    scaled = found / np.sqrt(rigidity / (mass * length**4))
    np.testing.assert_allclose(scaled[:2], [3.516015268500151, 22.034491564666770], rtol=1e-13)
    np.testing.assert_allclose(scaled, clamped_free_wavenumbers(4) ** 2, rtol=2e-15)


@pytest.mark.parametrize("body", BODIES, ids=str)
def test_loaded_shapes_and_polynomials_are_exact_for_a_loaded_cantilever(body):
    arm = _cantilever(Body(body.mass, body.inertia, body.offset))
    exact = loaded_wavenumbers(5, body) ** 2
    for family, shapes in (("clamped-mass", 5), ("legendre", 24)):
        found = AssumedModes(family, shapes).modes(arm, 5).angular_frequency
        np.testing.assert_allclose(found, exact, rtol=1e-13, err_msg=family)


def test_polynomials_of_one_span_give_the_same_frequencies():
    arm = space_arm()
    for size in (1, 2, 5, 9, 12, 18, 24):
        legendre, *others = (
            AssumedModes(family, size).modes(arm, 3).angular_frequency
            for family in ("legendre", "monomial", "admissible")
        )
        for other in others:
            np.testing.assert_allclose(other, legendre, rtol=1e-12)


@pytest.mark.parametrize("family", [f for f in EVERY if f.largest > 2 and not f.carries], ids=name)
def test_frequencies_fall_towards_the_converged_ones(family):
    arm = space_arm()
    converged = AssumedModes("legendre", 40).modes(arm, 4).angular_frequency
    found = [AssumedModes(family.name, size).modes(arm, 4).angular_frequency for size in (2, 4, 8, 16, 24)]
    assert np.all(np.diff(found, axis=0) <= 1e-12 * converged)
    assert np.all(found[-1] >= converged * (1.0 - 1e-12))


@pytest.mark.parametrize("shapes", [14, 60])
def test_legendre_shapes_converge_to_round_off(shapes):
    arm = space_arm()
    found, converged = (AssumedModes("legendre", n).modes(arm, 4).angular_frequency for n in (shapes, 40))
    np.testing.assert_allclose(found, converged, rtol=1e-12)


def test_comparison_polynomials_stall_where_the_tip_carries_a_body():
    """The loss that their docstring states: orthogonality along the link alone, and conditions that differ."""
    free, loaded = _cantilever(), _cantilever(Body(1.0, 1e-2))
    exact = loaded_wavenumbers(1, TipBody(1.0, 0.0, 1e-2)) ** 2
    assert AssumedModes("comparison", 14).modes(free, 3).angular_frequency == pytest.approx(
        clamped_free_wavenumbers(3) ** 2, rel=1e-12
    )
    for shapes in (8, 30):
        error = AssumedModes("comparison", shapes).modes(loaded, 1).angular_frequency / exact - 1.0
        assert error == pytest.approx(5.3074e-5, rel=1e-3)


def test_without_rotation_the_shapes_alone_turn_the_joints():
    arm = space_arm()
    beside, inside, converged = (
        AssumedModes(*settings).modes(arm, 2).angular_frequency
        for settings in (("pinned-free", 8), ("pinned-free", 8, False), ("legendre", 24))
    )
    assert np.all(inside > beside * 1.01)
    assert np.all(beside > converged)


def test_without_rotation_clamped_shapes_hold_the_joints():
    arm = space_arm()
    welded = replace(arm, links=(*(replace(link, joint=Joint.rigid()) for link in arm.links[:2]), arm.links[2]))
    held, exact = AssumedModes("legendre", 16, False).modes(arm, 4), AssumedModes("legendre", 16).modes(welded, 4)
    np.testing.assert_allclose(held.angular_frequency, exact.angular_frequency, rtol=1e-13)


def test_frequencies_do_not_depend_on_units():
    link = {"length": 14.0, "mass_per_length": 3.9, "flexural_rigidity": 3.97e6}
    other = {"length": 14e3, "mass_per_length": 3.9e-6, "flexural_rigidity": 3.97e12}
    for family in ("legendre", "clamped-mass", "free-free"):
        si, mm = (
            AssumedModes(family, 12).modes(arm, 4).angular_frequency
            for arm in (_cantilever(Body(1e4, 4e5, 2.0), **link), _cantilever(Body(10.0, 4e8, 2e3), **other))
        )
        np.testing.assert_allclose(mm, si, rtol=1e-13)


def test_tip_bodies_combine():
    link = Link(2.0, 3.0, 1.0, joint=Joint.rigid())
    body = TipBody.of(link, (Body(1.0, 0.5, (1.0, 0.2)), None, Body(3.0, 0.25, -0.5)))
    length, mass = 2.0, 6.0
    assert body.mass * mass == pytest.approx(4.0)
    assert body.mass * body.offset * mass * length == pytest.approx(1.0 * 1.0 - 3.0 * 0.5)
    moment = 0.5 + 1.0 * (1.0 + 0.04) + 0.25 + 3.0 * 0.25
    assert body.tip_inertia * mass * length**2 == pytest.approx(moment)
    assert TipBody.of(link, (None, None)) == NO_BODY


# --- settings -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("made", "spec"),
    [
        (AssumedModes(), "assumed_modes:legendre:8"),
        (AssumedModes("clamped-free", 4, rigid_rotation=False), "assumed_modes:clamped-free:4:no-rotation"),
        (AssumedModes("legendre", (8, 6, 4)), "assumed_modes:legendre:8,6,4"),
        (AssumedModes("legendre", (8,)), "assumed_modes:legendre:8,"),
        (AssumedModes("legendre", [8, np.int64(6)]), "assumed_modes:legendre:8,6"),
        (AssumedModes("static", 1), "assumed_modes:static:1"),
    ],
)
def test_specification_and_backend_are_inverse(made, spec):
    assert made.spec == spec
    assert AssumedModes.from_spec(*spec.split(":")[1:]) == made


@pytest.mark.parametrize("family", EVERY, ids=name)
def test_usual_settings(family):
    made = AssumedModes.from_spec(family.name)
    assert made == AssumedModes(family.name, 1 if family.name == "static" else 8)
    assert made.modes(_cantilever(), 1).backend == made.spec
    assert AssumedModes.from_spec() == AssumedModes("legendre", 8)


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        (("Legendre",), "family: wanted one of pinned-pinned, pinned-free, clamped-free"),
        ((3,), "family: wanted one of"),
        (("legendre", -1), "shapes: wanted a whole number from 0 to 60 (legendre), for all flexible links or for each"),
        (("legendre", 2.0), "shapes: wanted a whole number from 0 to 60"),
        (("legendre", True), "got True"),
        (("legendre", ()), "shapes: wanted a whole number from 0 to 60"),
        (("legendre", (8, 61)), "shapes2: wanted a whole number from 0 to 60"),
        (("free-free", 101), "shapes: wanted a whole number from 1 to 100 (free-free)"),
        (("static", 3), "shapes: wanted a whole number from 1 to 2 (static)"),
        (("legendre", 8, "no"), "rigid_rotation: wanted True or False, got 'no'"),
    ],
)
def test_wrong_settings_are_refused(settings, text):
    with pytest.raises(InputError) as refusal:
        AssumedModes(*settings)
    assert text in str(refusal.value)
    assert str(refusal.value).startswith("assumed_modes: ")


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        (("cubic",), f"family: wanted one of {', '.join(family_names())}, got 'cubic'"),
        (("legendre", "eight"), "shapes: wanted whole numbers: 8 for every flexible link, or 8,6,4 for each"),
        (("legendre", "8,,4"), "got '8,,4'"),
        (("legendre", ""), "got ''"),
        (
            ("legendre", "8", "rotation"),
            "wanted nothing, or any of no-rotation, no-foreshortening, one of full, none, hufnagel, hufnagel-tip, "
            "and one of lumped",
        ),
        (("legendre", "8", "no-rotation", "5"), "got 'no-rotation:5'"),
    ],
)
def test_wrong_specifications_are_refused(settings, text):
    with pytest.raises(InputError) as refusal:
        AssumedModes.from_spec(*settings)
    assert text in str(refusal.value)


@pytest.mark.parametrize(
    ("settings", "joint", "text"),
    [
        (("legendre", (8, 4)), Joint.rigid(), "numbers of shapes for 2 flexible links, but the arm has 1; give one"),
        (("monomial", 30), Joint.rigid(), "monomial: function 25 is a combination of the ones before it"),
        (
            ("pinned-free", 4, False),
            Joint.rigid(),
            "link1 has a rigid joint, but pinned-free shapes have a slope there; leave out no-rotation",
        ),
        (
            ("legendre", 4, False),
            Joint.unlocked(),
            "link1 has a free joint, whose rigid-body motion would be lost; leave out no-rotation",
        ),
    ],
)
def test_questions_that_do_not_fit_are_refused_with_the_way_out(settings, joint, text):
    arm = Arm(Base.fixed(), (Link(1.0, 1.0, 1.0, joint=joint),))
    with pytest.raises(QuestionError) as refusal:
        AssumedModes(*settings).modes(arm, 1)
    assert text in str(refusal.value)


def test_one_number_a_flexible_link():
    spaces = AssumedModes("legendre", (5, 3)).spaces(space_arm())
    assert [space and space.size for space in spaces] == [5, 3, None]
    assert AssumedModes("legendre", (5, 3)).modes(space_arm(), 2).unknowns == 14
