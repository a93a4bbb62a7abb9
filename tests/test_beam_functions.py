"""The general solution of y⁗ = b⁴ y, against cosh and sinh in many digits."""

import mpmath as mp
import numpy as np
import pytest

from flexarm.beam_functions import POWERS, WAVES, BeamFunctions

XI = np.array([0.0, 0.013, 0.4142, 0.83, 0.9993, 1.0])
SHORT, LONG = [1e-3, 0.1, 1.0, 2.5], [2.5, 7.0, 40.0, 600.0]


def by_ends(b, ends, xi, order):
    """Return a derivative of the solution with given ends, W, W′ at 0 and at 1, in 600 digits."""
    with mp.workdps(600):
        b = mp.mpf(float(b))

        def rows(x, order):
            z, k = b * mp.mpf(float(x)), order % 4
            waves = (mp.cos(z), -mp.sin(z), -mp.cos(z), mp.sin(z))[k], (mp.sin(z), mp.cos(z), -mp.sin(z), -mp.cos(z))[k]
            growths = (mp.cosh(z), mp.sinh(z))[:: 1 if k % 2 == 0 else -1]
            return [b**order * part for part in (*waves, *growths)]

        matrix = mp.matrix([rows(x, order) for x in (0, 1) for order in (0, 1)])
        constants = mp.lu_solve(matrix, mp.matrix([mp.mpf(float(end)) for end in ends]))
        return np.array([float(mp.fdot(rows(x, order), constants)) for x in xi])


@pytest.mark.parametrize("b", [*SHORT, *LONG])
@pytest.mark.parametrize("order", range(4))
def test_functions_of_given_ends_keep_their_digits(b, order):
    ends, short = np.array([[0.3], [-0.7], [0.2], [1.1]]), np.array([b < 2.5])
    whole = ends + short * np.array([[0.0], [0.0], ends[0] + ends[1], ends[1]])
    exact = by_ends(b, whole[:, 0], XI, order)
    made = BeamFunctions.of_ends(np.array([b]), ends, short)
    assert made(XI, order)[:, 0] == pytest.approx(exact, abs=1e-13 * np.abs(exact).max() + 1e-14 * (order < 3))
    root = (ends[0, 0] + ends[1, 0] * XI, ends[1, 0] + 0.0 * XI, 0.0 * XI, 0.0 * XI)[order]
    bent = made.bending(XI, order)[:, 0]
    assert bent == pytest.approx(exact - root, abs=1e-13 * np.abs(exact).max() + 1e-14 * (order < 3))


def test_bending_of_a_short_beam_keeps_digits_that_its_motion_has_not():
    """A root that moves by one, a tip that bends by 1e-12: both to the last digit."""
    b = np.array([1e-2])
    made = BeamFunctions.of_ends(b, np.array([[1.0], [1.0], [1e-12], [0.0]]), np.array([True]))
    assert made.bending(np.ones(1), 0).item() == pytest.approx(1e-12, rel=1e-12)
    assert made(np.ones(1), 0).item() == pytest.approx(2.0 + 1e-12, rel=1e-15)


@pytest.mark.parametrize("basis", [WAVES, POWERS])
def test_integrals_are_those_of_the_functions(basis):
    b = np.array([0.8, 2.4])
    nodes, weights = np.polynomial.legendre.leggauss(30)
    xi, weights = (nodes + 1.0) / 2.0, weights / 2.0
    for values, integrals in ((basis, basis.integrals), (basis.bending, basis.bending_integrals)):
        sums = [np.einsum("q,fqn->fn", weights * xi**power, values(b, xi[:, np.newaxis], 0)) for power in (0, 1)]
        assert integrals(b) == pytest.approx(np.array(sums), abs=1e-13)


def test_functions_of_both_kinds_stand_side_by_side():
    b, short = np.array([0.5, 9.0]), np.array([True, False])
    made = BeamFunctions(b, np.arange(8.0).reshape(4, 2), short)
    for k, basis in enumerate((POWERS, WAVES)):
        alone = np.einsum("f,fs->s", made.constants[:, k], basis(b[k], XI, 2))
        assert made(XI, 2)[:, k] == pytest.approx(alone, rel=1e-15)
    own = np.stack([XI, XI[::-1]], axis=1)
    assert made(own, 1)[:, 1] == pytest.approx(made(XI, 1)[::-1, 1], rel=1e-15)
