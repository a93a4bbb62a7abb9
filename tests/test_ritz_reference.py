"""The true Rayleigh–Ritz values of the bases of Wiedemann's tables 2.6 to 2.10, by quadrature in twenty-five digits."""

from functools import cache, partial

import mpmath as mp
import pytest

from assumed_modes import AssumedModes
from compare.published import load

MODES = 3  # non-zero frequencies that are compared


def pinned_pinned(i, length):
    return lambda x: mp.sin(i * mp.pi * x / length)


def clamped_free(i, length):
    beta = mp.findroot(lambda b: mp.cos(b) + 1 / mp.cosh(b), (i - mp.mpf(1) / 2) * mp.pi if i > 1 else 1.875)
    ratio = (mp.cosh(beta) + mp.cos(beta)) / (mp.sinh(beta) + mp.sin(beta))
    k = beta / length
    return lambda x: mp.cosh(k * x) - mp.cos(k * x) - ratio * (mp.sinh(k * x) - mp.sin(k * x))


def free_free(i, length):
    """Return W_i − W_i(0), as in table 2.7."""
    beta = mp.findroot(lambda b: mp.cos(b) - 1 / mp.cosh(b), (i + mp.mpf(1) / 2) * mp.pi)
    ratio = (mp.cosh(beta) - mp.cos(beta)) / (mp.sinh(beta) - mp.sin(beta))
    k = beta / length
    return lambda x: mp.cosh(k * x) + mp.cos(k * x) - ratio * (mp.sinh(k * x) + mp.sin(k * x)) - 2


def pinned_free(i, length):
    beta = mp.findroot(lambda b: mp.tan(b) - mp.tanh(b), (i + mp.mpf(1) / 4) * mp.pi)
    k, ratio = beta / length, mp.sin(beta) / mp.sinh(beta)
    return lambda x: mp.sin(k * x) + ratio * mp.sinh(k * x)


def ritz(cell, functions):
    """Return the non-zero natural frequencies of x and the functions, each over the whole link, rad/s."""
    arm = cell.arm
    (link,), payload = arm.links, arm.payload
    length, reach = mp.mpf(link.length), mp.mpf(payload.centre[0])
    basis = [lambda x: x / length, *functions]
    # Every entry's quadrature asks for the same functions at the same points.
    derivatives = {(f, order): cache(partial(mp.diff, f, n=order)) for f in basis for order in (0, 2)}

    def entry(f, g, order):
        left, right = derivatives[f, order], derivatives[g, order]
        return mp.quad(lambda x: left(x) * right(x), mp.linspace(0, length, 4))

    def slope(f, x):
        return mp.diff(f, x)

    def at_payload(f):
        return f(length) + reach * slope(f, length)

    n = len(basis)
    mass, stiffness = mp.zeros(n), mp.zeros(n)
    for i, f in enumerate(basis):
        for j, g in enumerate(basis[: i + 1]):
            root = slope(f, 0) * slope(g, 0)
            mass[i, j] = link.mass_per_length * entry(f, g, 0) + link.joint.gear_inertia * root
            mass[i, j] += payload.mass * at_payload(f) * at_payload(g)
            mass[i, j] += payload.inertia * slope(f, length) * slope(g, length)
            stiffness[i, j] = link.flexural_rigidity * entry(f, g, 2) + link.joint.stiffness * root
            mass[j, i], stiffness[j, i] = mass[i, j], stiffness[i, j]
    lower = mp.cholesky(mass)
    inverse = lower**-1
    values = mp.eigsy(inverse * stiffness * inverse.T, eigvals_only=True)
    return [mp.sqrt(value) for value in list(values)[arm.rigid_freedoms :]]


@pytest.mark.parametrize("size", [2, pytest.param(5, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("table", "family", "functions"),
    [
        ("wiedemann-2.6", "pinned-pinned", pinned_pinned),
        ("wiedemann-2.7", "free-free", free_free),
        ("wiedemann-2.8", "clamped-free", clamped_free),
        ("wiedemann-2.9", "pinned-free", pinned_free),
        ("wiedemann-2.10", "pinned-pinned", pinned_pinned),
    ],
)
def test_true_ritz_values_of_the_published_bases(table, family, functions, size):
    cell = next(cell for cell in load(table).cells if cell.row == size)
    assert cell.model == f"assumed_modes:{family}:{size}"
    with mp.workdps(25):
        length = mp.mpf(cell.arm.links[0].length)
        reference = ritz(cell, [functions(i, length) for i in range(1, size + 1)])[:MODES]
        reference = [float(omega) for omega in reference]
    count = len(reference)
    found = AssumedModes(family, size).modes(cell.arm, count).angular_frequency
    assert found == pytest.approx(reference, rel=1e-10)
