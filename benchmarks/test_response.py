"""Forced response: closed form against an integrator of the same modes, at equal accuracy; see README.md."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import expm

from flexarm.superposition import Forcing, motions

# Twelve modes of the single link's range, slightly damped, under a load that turns round twice.
OMEGA, ZETA = np.geomspace(0.4, 3000.0, 12), np.full(12, 0.01)
FORCING = Forcing(
    np.array([0.0, 5.0, 10.0]), np.vstack([np.ones(12), -np.ones(12)]), np.vstack([np.ones(12), np.zeros(12)])
)
TIMES = np.linspace(0.0, 10.0, 1001)
STILL = np.zeros(12)
STIFFNESS, DAMPING = OMEGA**2, 2.0 * ZETA * OMEGA


def closed_form():
    return motions(OMEGA, DAMPING, FORCING, TIMES, STILL, STILL).displacement


def by_integrator(tolerance):
    def rate(t, state, piece):
        q, v = state[:12], state[12:]
        start, end = FORCING.breaks[piece : piece + 2]
        share = (t - start) / (end - start)
        force = (1.0 - share) * FORCING.start[piece] + share * FORCING.end[piece]
        return np.concatenate([v, force - DAMPING * v - STIFFNESS * q])

    state, found = np.zeros(24), []
    for piece in range(2):
        start, end = FORCING.breaks[piece : piece + 2]
        inside = (start <= TIMES) & ((end > TIMES) | (piece == 1))
        wanted = TIMES[inside]
        span = solve_ivp(
            rate, (start, end), state, "DOP853", np.append(wanted, end) if piece == 0 else wanted, args=(piece,),
            rtol=tolerance, atol=tolerance * 1e-6,
        )  # fmt: skip
        found.append(span.y[:12, : len(wanted)].T)
        state = span.y[:, -1]
    return np.concatenate(found)


@pytest.fixture(scope="module")
def reference():
    """Every mode by the matrix exponential of displacement, velocity, force and its slope, piece after piece."""
    matrices = np.zeros((12, 4, 4))
    matrices[:, 0, 1] = matrices[:, 1, 2] = matrices[:, 2, 3] = 1.0
    matrices[:, 1, 0], matrices[:, 1, 1] = -STIFFNESS, -DAMPING
    state, found = np.zeros((12, 4)), np.zeros((len(TIMES), 12))
    for k, (start, end) in enumerate(pairwise(FORCING.breaks)):
        state[:, 2], state[:, 3] = FORCING.start[k], (FORCING.end[k] - FORCING.start[k]) / (end - start)
        for i in np.flatnonzero((start <= TIMES) & (end >= TIMES)):
            found[i] = np.einsum("mij,mj->mi", expm(matrices * (TIMES[i] - start)), state)[:, 0]
        state = np.einsum("mij,mj->mi", expm(matrices * (end - start)), state)
    return found


def worst(found, reference):
    return float(np.max(np.abs(found - reference) / np.max(np.abs(reference), axis=0)))


@pytest.mark.benchmark(group="response, 12 modes, 1001 times")
def test_closed_form(benchmark, reference):
    error = worst(benchmark(closed_form), reference)
    benchmark.extra_info["relative_error"] = error
    # Squaring the exponentials of up to 15 000 rad fourteen times loses that many bits.
    assert error < 1e-9


@pytest.mark.benchmark(group="response, 12 modes, 1001 times")
@pytest.mark.parametrize("tolerance", [1e-4, 1e-8])
def test_integrator(benchmark, reference, tolerance):
    """Recorded as it is: a tolerance is no accuracy."""
    found = benchmark.pedantic(by_integrator, (tolerance,), rounds=1)
    benchmark.extra_info["relative_error"] = worst(found, reference)
