"""Modal superposition against exact solutions in 80 digits, and the laws that any linear oscillator keeps."""

from functools import partial

import mpmath
import numpy as np
import pytest
from scipy.integrate import solve_ivp

from flexarm.errors import InputError
from flexarm.quadrature import gauss
from flexarm.superposition import Forcing, Waves, motions, work_done

EPS = np.finfo(float).eps
BREAKS = np.array([0.0, 1.3, 5.0, 10.0])
TIMES = np.array([0.0, 1e-3, 0.4, 1.3, 2.0, 3.7, 5.0, 5.5, 8.1, 9.9, 10.0])
RATIOS = [0.0, 1e-9, 0.01, 0.5, 1.0 - 1e-9, 1.0, 1.0 + 1e-9, 1.5, 30.0, 1e5]


def oscillations(omega, ratio, *asked):
    """Motions of modes with damping ratios."""
    return motions(omega, 2.0 * np.asarray(ratio) * np.asarray(omega), *asked)


def oscillations_work(omega, ratio, *asked):
    return work_done(omega, 2.0 * np.asarray(ratio) * np.asarray(omega), *asked)


def random_forcing(modes, seed=0, breaks=BREAKS):
    values = np.random.default_rng(seed).normal(size=(2, len(breaks) - 1, modes))
    return Forcing(breaks, *values)


def random_state(modes, seed=1):
    return np.random.default_rng(seed).normal(size=(2, modes))


def random_damping(modes, rank, seed=2, scale=1.0):
    rows = np.random.default_rng(seed).normal(size=(modes, rank))
    return scale * rows @ rows.T


def exact_piece(omega, zeta, force, slope, q, v):
    """Return the motion from q, v: the particular solution of the ramp, and the exponentials that fit the start."""
    particular = [force / omega**2 - 2 * zeta * slope / omega**3, slope / omega**2]
    a, b = q - particular[0], v - particular[1]
    if zeta == 1:
        free = [lambda t: (a + (b + omega * a) * t) * mpmath.exp(-omega * t)]
        rate = [lambda t: (b - omega * (b + omega * a) * t) * mpmath.exp(-omega * t)]
    else:
        split = omega * mpmath.sqrt(mpmath.mpc(zeta**2 - 1))
        roots = [-zeta * omega + split, -zeta * omega - split]
        parts = [(b - roots[1] * a) / (2 * split), -(b - roots[0] * a) / (2 * split)]
        free = [lambda t, c=c, z=z: c * mpmath.exp(z * t) for c, z in zip(parts, roots, strict=True)]
        rate = [lambda t, c=c, z=z: c * z * mpmath.exp(z * t) for c, z in zip(parts, roots, strict=True)]

    def motion(t):
        displacement = particular[0] + particular[1] * t + sum(part(t) for part in free)
        return mpmath.re(displacement), mpmath.re(particular[1] + sum(part(t) for part in rate))

    return motion


def exact_oscillation(omega, zeta, forcing, times, q, v):
    """Return displacement, velocity and acceleration of one mode in 80 digits, shape (3, times)."""
    with mpmath.workdps(80):
        omega, zeta, q, v = map(mpmath.mpf, map(float, (omega, zeta, q, v)))
        found = []
        last = len(forcing.start) - 1
        for k, (begin, end) in enumerate(zip(forcing.breaks[:-1], forcing.breaks[1:], strict=True)):
            width = mpmath.mpf(float(end)) - mpmath.mpf(float(begin))
            force = mpmath.mpf(float(forcing.start[k, 0]))
            slope = (mpmath.mpf(float(forcing.end[k, 0])) - force) / width
            motion = exact_piece(omega, zeta, force, slope, q, v)
            for time in times[(times >= begin) & ((times < end) | (k == last))]:
                t = mpmath.mpf(float(time)) - mpmath.mpf(float(begin))
                x, rate = motion(t)
                found.append([x, rate, force + slope * t - 2 * zeta * omega * rate - omega**2 * x])
            q, v = motion(width)
        return np.array(found, dtype=float).T


def exact_coupled(omega, damping, forcing, times, q, v):
    """Return displacement and velocity by the series of the matrix exponential in 60 digits, shape (times, 2 modes)."""
    n = len(omega)
    a = mpmath.zeros(2 * n + 2)
    for i in range(n):
        a[i, n + i] = 1
        a[n + i, i] = -(mpmath.mpf(float(omega[i])) ** 2)
        for j in range(n):
            a[n + i, n + j] = -mpmath.mpf(float(damping[i, j]))
    a[2 * n + 1, 2 * n] = 1
    state, found = [mpmath.mpf(float(x)) for x in (*q, *v)], []
    for k, begin in enumerate(forcing.breaks[:-1]):
        width = mpmath.mpf(float(forcing.breaks[k + 1])) - mpmath.mpf(float(begin))
        for i in range(n):
            a[n + i, 2 * n] = mpmath.mpf(float(forcing.start[k, i]))
            a[n + i, 2 * n + 1] = (mpmath.mpf(float(forcing.end[k, i])) - a[n + i, 2 * n]) / width
        inside = (times >= begin) & ((times < forcing.breaks[k + 1]) | (k == len(forcing.start) - 1))
        spans = [mpmath.mpf(float(time)) - mpmath.mpf(float(begin)) for time in times[inside]]
        *sampled, state = [list((exponential(a * t) * mpmath.matrix([*state, 1, 0]))[: 2 * n]) for t in (*spans, width)]
        found += sampled
    return np.array(found, dtype=float)


def exponential(matrix):
    """Return eᴬ by scaling, Taylor's series and squaring, with digits to spare for the squarings."""
    halvings = max(0, int(mpmath.ceil(mpmath.log(mpmath.mnorm(matrix, 1) + 1, 2)))) + 4
    with mpmath.workdps(60 + halvings):
        scaled, found = matrix / 2**halvings, mpmath.eye(matrix.rows)
        term = found
        for k in range(1, 36):
            term = term * scaled / k
            found = found + term
        for _ in range(halvings):
            found = found * found
        return found


@pytest.mark.parametrize("phase", [1e-8, 1e-4, 0.03, 1.0, 2.0, 4.0, 7.0, 1e2, 1e4, 1e8])
def test_oscillations_are_exact_from_vanishing_to_enormous_phases(phase):
    omega = np.full(len(RATIOS), phase / BREAKS[-1])
    forcing, (q, v) = random_forcing(len(RATIOS)), random_state(len(RATIOS))
    got = oscillations(omega, RATIOS, forcing, TIMES, q, v)
    for i, zeta in enumerate(RATIOS):
        one = Forcing(BREAKS, forcing.start[:, [i]], forcing.end[:, [i]])
        want = exact_oscillation(omega[i], zeta, one, TIMES, q[i], v[i])
        for value, exact in zip((got.displacement, got.velocity, got.acceleration), want, strict=True):
            # Round-off of a dozen operations, and a phase (or, over-damped, a decay) that is itself rounded.
            allowed = (20.0 + phase) * EPS * np.max(np.abs(exact))
            np.testing.assert_allclose(value[:, i], exact, rtol=0.0, atol=allowed, err_msg=f"ζ = {zeta}")


def test_velocity_of_a_slow_creep_keeps_its_digits():
    # Far beyond critical damping a pushed mode creeps back at a speed that is tiny next to the push: relative accuracy.
    forcing = Forcing([0.0, 100.0], [[0.0]], [[0.0]])
    times = np.array([1.0, 10.0, 100.0])
    got = oscillations([0.01], [1e4], forcing, times, [0.0], [1.0])
    want = exact_oscillation(0.01, 1e4, forcing, times, 0.0, 1.0)
    np.testing.assert_allclose(got.displacement[:, 0], want[0], rtol=20.0 * EPS)
    np.testing.assert_allclose(got.velocity[:, 0], want[1], rtol=20.0 * EPS)


def test_rigid_body_modes_follow_cubics():
    forcing = Forcing([0.0, 2.0, 5.0], [[1.0], [-4.0]], [[3.0], [-4.0]])
    times = np.array([1.0, 2.0, 4.0])
    got = oscillations([0.0], [0.7], forcing, times, [5.0], [-1.0])
    # f = 1 + t up to t = 2, where q = 5 − 2 + 2 + 8/6 and v = −1 + 2 + 2; then f = −4.
    np.testing.assert_allclose(got.displacement[:, 0], [5 - 1 + 1 / 2 + 1 / 6, 19 / 3, 19 / 3 + 6 - 8], rtol=4 * EPS)
    np.testing.assert_allclose(got.velocity[:, 0], [-1 + 1 + 1 / 2, 3.0, 3.0 - 8.0], rtol=4 * EPS)
    np.testing.assert_allclose(got.acceleration[:, 0], [2.0, -4.0, -4.0], rtol=4 * EPS)


def test_frequencies_going_to_zero_go_over_into_rigid_body_modes():
    omega = np.array([1e-3, 1e-6, 1e-12, 1e-100, 1e-300, 0.0])
    forcing = Forcing(BREAKS, np.full((3, 6), 2.0), np.full((3, 6), -1.0))
    got = oscillations(omega, np.zeros(6), forcing, TIMES, np.ones(6), np.ones(6))
    for values in (got.displacement, got.velocity, got.acceleration):
        # The first term in ω² moves the answer by (ωT)² at most.
        allowed = 10.0 * EPS + (omega * BREAKS[-1]) ** 2
        difference = np.max(np.abs(values - values[:, [-1]]), axis=0) / np.max(np.abs(values[:, -1]))
        assert np.all(difference <= allowed), difference


def test_motion_is_smooth_through_critical_damping():
    offsets = np.array([-1e-6, -1e-9, -1e-12, 0.0, 1e-12, 1e-9, 1e-6])
    modes = len(offsets)
    forcing = Forcing(BREAKS, np.ones((3, modes)), np.zeros((3, modes)))
    got = oscillations(np.full(modes, 1.1), 1.0 + offsets, forcing, TIMES, np.ones(modes), np.ones(modes))
    for values in (got.displacement, got.velocity, got.acceleration):
        # ∂q/∂ζ is of the order of ωT times the motion.
        allowed = 11.0 * np.abs(offsets) * np.max(np.abs(values)) + 10.0 * EPS
        assert np.all(np.max(np.abs(values - values[:, [3]]), axis=0) <= allowed)


def test_a_sudden_force_swings_between_nothing_and_twice_the_static_displacement():
    omega, zeta = np.array([0.3, 2.0, 50.0]), np.array([0.0, 0.05, 0.0])
    forcing = Forcing([0.0, 200.0], [[1.0, 2.0, 3.0]], [[1.0, 2.0, 3.0]])
    times = np.linspace(0.0, 200.0, 20001)
    swing = oscillations(omega, zeta, forcing, times, np.zeros(3), np.zeros(3)).displacement * omega**2 / [1, 2, 3]
    assert np.all(swing > -1e-12)  # 1 − cos, whose phase is rounded at ωt = 10⁴
    assert np.all(swing <= 2.0 + 1e-12)
    assert np.max(swing[:, [0, 2]], axis=0) == pytest.approx(2.0, abs=1e-2)  # sampled near a flat top
    # First overshoot of a damped mode: exp(−πζ/√(1 − ζ²)); afterwards it settles.
    assert np.max(swing[:, 1]) == pytest.approx(1.0 + np.exp(-np.pi * 0.05 / np.sqrt(1.0 - 0.05**2)), abs=1e-4)
    assert swing[-1, 1] == pytest.approx(1.0, abs=2.0 * np.exp(-0.05 * 2.0 * 200.0))


def test_oscillations_agree_with_stepping_in_time():
    omega, zeta = np.array([0.0, 0.8, 6.0]), np.array([0.0, 0.02, 1.4])
    forcing, (q, v) = random_forcing(3), random_state(3)
    got = oscillations(omega, zeta, forcing, TIMES, q, v)
    stepped = stepped_in_time(np.diag(omega**2), np.diag(2.0 * zeta * omega), forcing, q, v)
    np.testing.assert_allclose(np.hstack([got.displacement, got.velocity]), stepped, rtol=1e-9, atol=1e-9)


def test_coupled_modes_agree_with_stepping_in_time():
    omega, damping = np.array([0.0, 0.8, 6.0]), random_damping(3, 2)
    forcing, (q, v) = random_forcing(3), random_state(3)
    got = motions(omega, damping, forcing, TIMES, q, v)
    stepped = stepped_in_time(np.diag(omega**2), damping, forcing, q, v)
    np.testing.assert_allclose(np.hstack([got.displacement, got.velocity]), stepped, rtol=1e-9, atol=1e-9)


def stepped_in_time(stiffness, damping, forcing, q, v):
    """Return the states at TIMES by a Runge–Kutta method of order 8, piece by piece."""
    n, state, found, waves = len(q), np.concatenate([q, v]), [], forcing.waves
    for k, (begin, end) in enumerate(zip(forcing.breaks[:-1], forcing.breaks[1:], strict=True)):

        def rate(t, y, k=k, begin=begin, end=end):
            force = forcing.start[k] + (t - begin) / (end - begin) * (forcing.end[k] - forcing.start[k])
            if waves is not None:
                phase, (sine, cosine) = waves.angular_frequency * (t - begin), waves.states[k].T
                force = force + (sine * np.cos(phase) + cosine * np.sin(phase)) @ waves.forces
            return np.concatenate([y[n:], force - damping @ y[n:] - stiffness @ y[:n]])

        inside = (begin <= TIMES) & ((end > TIMES) | (end == forcing.breaks[-1]))
        wanted = np.unique([*TIMES[inside], end])
        run = solve_ivp(rate, (begin, end), state, method="DOP853", t_eval=wanted, rtol=1e-12, atol=1e-13)
        found.append(run.y[:, : np.count_nonzero(inside)].T)
        state = run.y[:, -1]
    return np.concatenate(found)


OMEGA = np.array([0.0, 1e-6, 0.4, 3.0, 40.0])
RATIO = np.array([0.0, 0.5, 0.02, 1.0, 3.0])
COUPLING = random_damping(5, 3)
SOLVERS = {
    "uncoupled": (partial(motions, OMEGA, 2.0 * RATIO * OMEGA), partial(work_done, OMEGA, 2.0 * RATIO * OMEGA)),
    "coupled": (partial(motions, OMEGA, COUPLING), partial(work_done, OMEGA, COUPLING)),
}


@pytest.fixture(params=SOLVERS)
def solver(request):
    """Return motions and work of each solver, as functions of forcing, times and initial state."""
    return SOLVERS[request.param]


def assert_same(got, want, rtol=1e-13):
    """Compare motions mode by mode, relative to the largest of each."""
    for name in ("displacement", "velocity", "acceleration"):
        value, expected = getattr(got, name), getattr(want, name)
        allowed = rtol * np.maximum(np.max(np.abs(expected), axis=0), 1.0)
        assert np.all(np.abs(value - expected) <= allowed), name


def test_motions_superpose(solver):
    solve, _ = solver
    one, other = random_forcing(5, 3), random_forcing(5, 4)
    (q1, v1), (q2, v2) = random_state(5, 5), random_state(5, 6)
    first, second = solve(one, TIMES, q1, v1), solve(other, TIMES, q2, v2)
    both = Forcing(BREAKS, one.start - 2.0 * other.start, one.end - 2.0 * other.end)
    got = solve(both, TIMES, q1 - 2.0 * q2, v1 - 2.0 * v2)
    for name in ("displacement", "velocity", "acceleration"):
        want = getattr(first, name) - 2.0 * getattr(second, name)
        scale = np.max(np.abs(getattr(first, name)) + np.abs(getattr(second, name)), axis=0)
        assert np.all(np.abs(getattr(got, name) - want) <= 1e-13 * (1.0 + scale)), name


def test_dividing_a_piece_changes_nothing(solver):
    solve, work = solver
    whole = random_forcing(5)
    cut = 0.3
    middle = whole.start[1] + cut * (whole.end[1] - whole.start[1])
    divided = Forcing(
        np.insert(BREAKS, 2, BREAKS[1] + cut * (BREAKS[2] - BREAKS[1])),
        np.insert(whole.start, 2, middle, axis=0),
        np.insert(whole.end, 1, middle, axis=0),
    )
    state = random_state(5)
    assert_same(solve(divided, TIMES, *state), solve(whole, TIMES, *state))
    want = work(whole, TIMES, *state)
    np.testing.assert_allclose(work(divided, TIMES, *state), want, rtol=0.0, atol=1e-12 * np.max(np.abs(want)))


def test_beginning_later_from_the_state_reached_goes_on_alike(solver):
    solve, _ = solver
    whole, state = random_forcing(5), random_state(5)
    reached = solve(whole, [BREAKS[1]], *state)
    rest = Forcing(BREAKS[1:] - BREAKS[1], whole.start[1:], whole.end[1:])
    later = np.array([1.3, 2.0, 4.0, 9.0])
    got = solve(rest, later - 1.3, reached.displacement[0], reached.velocity[0])
    assert_same(got, solve(whole, later, *state))


def test_times_may_come_in_any_order_and_number(solver):
    solve, work = solver
    forcing, state = random_forcing(5), random_state(5)
    many = np.linspace(0.0, 10.0, 10001)  # more than one block
    order = np.random.default_rng(7).permutation(len(many))
    want = solve(forcing, many, *state)
    assert_same(solve(forcing, many[::500], *state), type(want)(*(x[::500] for x in vars(want).values())), 1e-14)
    assert_same(solve(forcing, many[order], *state), type(want)(*(x[order] for x in vars(want).values())), 1e-14)
    assert solve(forcing, [], *state).displacement.shape == (0, 5)
    assert work(forcing, [], *state).shape == (0, 5)


def test_motion_starts_from_the_initial_state_and_accelerates_after_a_jump(solver):
    solve, work = solver
    forcing, (q, v) = random_forcing(5), random_state(5)
    before, at = np.nextafter(BREAKS[1], 0.0), BREAKS[1]
    got = solve(forcing, [0.0, before, at], q, v)
    assert np.array_equal(got.displacement[0], q)
    assert np.array_equal(got.velocity[0], v)
    jump = forcing.start[1] - forcing.end[0]
    np.testing.assert_allclose(got.acceleration[2] - got.acceleration[1], jump, rtol=0.0, atol=1e-11)
    np.testing.assert_allclose(got.velocity[2], got.velocity[1], rtol=0.0, atol=1e-12)
    assert np.all(work(forcing, [0.0], q, v) == 0.0)


def drag(t, decay, force):
    """Velocity and displacement of a rigid body of 1 kg from rest, pushed by a force through a fluid."""
    return -np.expm1(-decay * t) * force / decay, force / decay * (t + np.expm1(-decay * t) / decay)


@pytest.mark.parametrize("decay", [1e-3, 0.3, 2.0, 50.0])
def test_a_rigid_body_that_is_dragged_comes_to_a_steady_speed(decay):
    forcing = Forcing([0.0, 10.0], [[3.0]], [[3.0]])
    for damping in ([decay], [[decay]]):
        got = motions([0.0], damping, forcing, TIMES, [0.0], [0.0])
        velocity, displacement = drag(TIMES, decay, 3.0)
        np.testing.assert_allclose(got.velocity[:, 0], velocity, rtol=1e-12, atol=1e-15)
        np.testing.assert_allclose(got.displacement[:, 0], displacement, rtol=1e-10, atol=1e-14)


def waving(modes, seed=8):
    """Return forces that run linearly with two harmonic ones, which change at the break points."""
    states, forces = (
        np.random.default_rng(seed).normal(size=(3, 2, 2)),
        np.random.default_rng(9).normal(size=(2, modes)),
    )
    linear = random_forcing(modes, 10)
    return Forcing(BREAKS, linear.start, linear.end, Waves([0.4, 7.0], states, forces))


DAMPINGS = {"uncoupled": 2.0 * RATIO * OMEGA, "coupled": COUPLING}


@pytest.mark.parametrize("name", DAMPINGS)
def test_harmonic_forces_agree_with_stepping_in_time(name):
    # One of the waves is in resonance with a mode, 0.4 rad/s.
    damping, forcing, (q, v) = DAMPINGS[name], waving(5), random_state(5)
    got = motions(OMEGA, damping, forcing, TIMES, q, v)
    matrix = damping if damping.ndim == 2 else np.diag(damping)
    stepped = stepped_in_time(np.diag(OMEGA**2), matrix, forcing, q, v)
    np.testing.assert_allclose(np.hstack([got.displacement, got.velocity]), stepped, rtol=1e-9, atol=1e-9)
    pushed = forcing.values(*forcing.located(TIMES))
    balance = pushed - got.velocity @ matrix - OMEGA**2 * got.displacement
    np.testing.assert_allclose(got.acceleration, balance, rtol=0.0, atol=1e-11 * np.max(np.abs(balance)))


def test_resonance_without_damping_grows_with_time():
    # q̈ + ω² q = sin ωt from rest: q = (sin ωt − ωt cos ωt)/2ω²; and next to it, 1e-9 beside, all but the same.
    omega = 3.0
    for beside in (0.0, 1e-9):
        wave = Waves([omega * (1.0 + beside)], [[[0.0, 1.0]]], [[1.0]])
        got = motions([omega], [0.0], Forcing([0.0, 10.0], [[0.0]], [[0.0]], wave), TIMES, [0.0], [0.0])
        want = (np.sin(omega * TIMES) - omega * TIMES * np.cos(omega * TIMES)) / (2.0 * omega**2)
        np.testing.assert_allclose(got.displacement[:, 0], want, rtol=0.0, atol=1e-13 + 300.0 * beside)


@pytest.mark.parametrize("name", DAMPINGS)
def test_work_of_harmonic_forces_is_the_integral_of_force_times_velocity(name):
    damping, forcing, state = DAMPINGS[name], waving(5), random_state(5)
    times, weights = panels()
    power = forcing.values(*forcing.located(times)) * motions(OMEGA, damping, forcing, times, *state).velocity
    got = work_done(OMEGA, damping, forcing, [BREAKS[1], 8.1, 10.0], *state)
    for row, end in zip(got, (BREAKS[1], 8.1, 10.0), strict=True):
        if end != 8.1:
            want, scale = weights @ (power * (times < end)[:, np.newaxis]), weights @ np.abs(power)
            assert np.all(np.abs(row - want) <= 1e-12 * scale)
    energies = energy(OMEGA, motions(OMEGA, 0.0 * damping, forcing, [0.0, 8.1], *state))
    worked = np.sum(work_done(OMEGA, 0.0 * damping, forcing, [8.1], *state))
    assert worked == pytest.approx(energies[1] - energies[0], abs=1e-11 * energies[1])


def test_no_modes_no_motion():
    nothing = Forcing([0.0, 1.0], np.zeros((1, 0)), np.zeros((1, 0)))
    assert oscillations([], [], nothing, [0.5], [], []).displacement.shape == (1, 0)
    assert motions([], np.zeros((0, 0)), nothing, [0.5], [], []).velocity.shape == (1, 0)
    assert work_done([], np.zeros((0, 0)), nothing, [0.5], [], []).shape == (1, 0)


def test_answers_cannot_be_changed():
    found = oscillations([1.0], [0.0], random_forcing(1), [1.0], [1.0], [0.0])
    with pytest.raises(ValueError, match="read-only"):
        found.displacement[0] = 0.0


def energy(omega, found):
    return 0.5 * np.sum(found.velocity**2 + (omega * found.displacement) ** 2, axis=1)


@pytest.mark.parametrize("omega", [[0.0, 1e-7, 1e-3], [0.9, 2.2, 30.0]])
def test_without_damping_the_work_is_all_there_as_energy(omega):
    omega, forcing, state = np.array(omega), random_forcing(3), random_state(3)
    for damping in (np.zeros(3), np.zeros((3, 3))):
        stored = energy(omega, motions(omega, damping, forcing, TIMES, *state))
        worked = np.sum(work_done(omega, damping, forcing, TIMES, *state), axis=1)
        np.testing.assert_allclose(stored - stored[0], worked, rtol=0.0, atol=1e-12 * np.max(stored))


@pytest.mark.parametrize(("name", "damping"), [("uncoupled", np.diag(2.0 * RATIO * OMEGA)), ("coupled", COUPLING)])
def test_work_less_energy_gained_is_what_dampers_dissipate(name, damping):
    solve, work = SOLVERS[name]
    forcing, state = random_forcing(5), random_state(5)
    times, weights = panels()
    velocity = solve(forcing, times, *state).velocity
    dissipated = weights @ np.sum(velocity @ damping * velocity, axis=1)
    gained = np.diff(energy(OMEGA, solve(forcing, [0.0, 10.0], *state)))[0]
    worked = work(forcing, [10.0], *state)[0]
    assert np.sum(worked) - gained == pytest.approx(dissipated, abs=1e-12 * np.sum(np.abs(worked)))
    assert dissipated > 0.1  # of energies between 1 and 100


def panels():
    """Return times and weights of Gauss quadrature from 0 to 10, over short panels within the pieces."""
    nodes, weights = gauss(12)
    edges = np.unique(np.concatenate([np.linspace(0.0, 10.0, 401), BREAKS]))
    widths = np.diff(edges)
    return (edges[:-1, np.newaxis] + np.outer(widths, nodes)).ravel(), np.outer(widths, weights).ravel()


def test_work_of_each_mode_is_the_integral_of_force_times_velocity(solver):
    solve, work = solver
    forcing, state = random_forcing(5), random_state(5)
    times, weights = panels()
    power = forcing.values(*forcing.located(times)) * solve(forcing, times, *state).velocity
    for end in (BREAKS[1], 10.0):
        want = weights @ (power * (times < end)[:, np.newaxis])
        scale = weights @ np.abs(power)
        assert np.all(np.abs(work(forcing, [end], *state)[0] - want) <= 1e-13 * scale)


def test_work_on_a_displacement_that_was_there_before_counts_only_what_is_gained():
    # A rigid body far away, pushed from rest for 1e-3 s by 1 N/√kg: ½ t², whatever its place.
    push = Forcing([0.0, 1e-3], [[1.0]], [[1.0]])
    want = pytest.approx(0.5e-6, rel=1e-14)
    assert oscillations_work([0.0], [0.0], push, [1e-3], [1e9], [0.0])[0, 0] == want
    assert work_done([0.0], [[0.0]], push, [1e-3], [1e9], [0.0])[0, 0] == want


COUPLED = {
    "one damper and two rigid-body modes": ([0.0, 0.0, 1.0, 7.0, 30.0], random_damping(5, 1)),
    "rigid-body modes undamped": ([0.0, 0.0, 1.0, 7.0], np.pad(random_damping(2, 2), (2, 0))),
    "rigid-body mode damped alone": ([0.0, 0.0, 1.0], np.diag([3.0, 0.0, 0.0])),
    "no damping": ([0.0, 0.5, 20.0], np.zeros((3, 3))),
    "over-damped": ([0.0, 1.0, 2.0, 9.0], random_damping(4, 4, scale=20.0)),
    "a damper that all but locks": ([0.0, 1.0, 2.0, 9.0], random_damping(4, 1, scale=1e4)),
    "critical, twice": ([2.0, 2.0], 4.0 * np.eye(2)),
    "from slow to fast": ([1e-6, 1e-3, 1.0, 1e3], random_damping(4, 2, scale=0.1)),
}


@pytest.mark.parametrize("case", COUPLED)
def test_coupled_modes_are_exact(case):
    omega, damping = map(np.array, COUPLED[case])
    forcing, (q, v) = random_forcing(len(omega)), random_state(len(omega))
    got = motions(omega, damping, forcing, TIMES, q, v)
    want = exact_coupled(omega, damping, forcing, TIMES, q, v)
    # What the module states: 1e-16 (ω + c) T; T is the longest piece, and there are three.
    stated = 3.0 * EPS * (10.0 + 5.0 * (np.max(omega) + np.linalg.norm(damping, 2)))
    scale = np.max(np.abs(want), axis=0)
    assert np.all(np.abs(np.hstack([got.displacement, got.velocity]) - want) <= stated * scale)
    force = forcing.values(*forcing.located(TIMES))
    n = len(omega)
    acceleration = force - want[:, n:] @ damping - omega**2 * want[:, :n]
    assert np.all(np.abs(got.acceleration - acceleration) <= stated * (1.0 + np.max(np.abs(acceleration), axis=0)))


def test_coupled_modes_with_diagonal_damping_are_uncoupled_modes():
    omega = np.array([0.0, 1e-3, 1.0, 5.0, 80.0])
    ratio = np.array([0.0, 10.0, 0.0, 1.0, 0.01])
    forcing, state = random_forcing(5), random_state(5)
    want = oscillations(omega, ratio, forcing, TIMES, *state)
    damping = np.diag(2.0 * ratio * omega)
    # Phases up to ωT = 800 are rounded, in two ways.
    assert_same(motions(omega, damping, forcing, TIMES, *state), want, rtol=1e-12)
    work = oscillations_work(omega, ratio, forcing, TIMES, *state)
    got = work_done(omega, damping, forcing, TIMES, *state)
    np.testing.assert_allclose(got, work, rtol=0.0, atol=1e-12 * np.max(np.abs(work)))


def test_free_motion_under_dampers_only_loses_energy_and_keeps_what_no_damper_sees():
    rows = np.array([[1.0, -1.0, 0.0, 2.0], [0.5, -0.5, 1.0, 0.0]])  # dampers that see modes 1 and 2 as a difference
    omega = np.array([0.0, 0.0, 1.0, 6.0])
    still = Forcing([0.0, 50.0], np.zeros((1, 4)), np.zeros((1, 4)))
    state = random_state(4)
    found = motions(omega, rows.T @ rows, still, np.linspace(0.0, 50.0, 501), *state)
    stored = energy(omega, found)
    assert np.all(np.diff(stored) <= 10.0 * EPS * stored[0])
    assert stored[-1] < 0.9 * stored[0]
    momentum = found.velocity[:, 0] + found.velocity[:, 1]
    np.testing.assert_allclose(momentum, np.sum(state[1][:2]), rtol=1e-13)
    # In the end all that is left is the rigid motion that no damper resists.
    np.testing.assert_allclose(found.velocity[-1], [momentum[0] / 2, momentum[0] / 2, 0.0, 0.0], atol=1e-6)


def test_very_many_samples_need_no_steps():
    times = np.linspace(0.0, 10.0, 100_001)
    got = oscillations([3.0], [0.0], random_forcing(1), times, [1.0], [0.0])
    last = oscillations([3.0], [0.0], random_forcing(1), times[-1:], [1.0], [0.0])
    assert got.displacement[-1] == last.displacement[0]


ONE = Forcing([0.0, 2.0], [[1.0]], [[1.0]])
REFUSALS = [
    (
        lambda: Forcing([0.0], [], []),
        "Forcing: breaks: wanted two or more times, s, ascending from 0, got 1, the first",
    ),
    (lambda: Forcing([1.0, 2.0], [[1.0]], [[1.0]]), "ascending from 0, got 2, the first 1.0"),
    (lambda: Forcing([0.0, 2.0, 2.0], [[1.0]] * 2, [[1.0]] * 2), "ascending from 0, got 2.0 before 2.0"),
    (lambda: Forcing([0.0, np.nan], [[1.0]], [[1.0]]), r"breaks\[1\]: wanted times, s, finite, got nan"),
    (
        lambda: Forcing([0.0, 1.0], [1.0], [1.0]),
        r"start: wanted modal forces, finite, shape \(1, any\), got shape \(1,\)",
    ),
    (lambda: Forcing([0.0, 1.0], [[1.0]], [[1.0, 2.0]]), r"end: .* shape \(1, 1\), got shape \(1, 2\)"),
    (lambda: Forcing([0.0, 1.0], [[np.inf]], [[1.0]]), r"start\[0, 0\]: wanted modal forces, finite, got inf"),
    (lambda: Forcing([0.0, 1.0], [["one"]], [[1.0]]), "start: wanted modal forces, finite, got an object of type list"),
    (lambda: Forcing([0.0, 1.0], [[1.0], [1.0, 2.0]], [[1.0]]), "start: .*got an object of type list"),
    (
        lambda: motions([1.0, 2.0], [0.0], ONE, [1.0], [0.0], [0.0]),
        r"angular_frequency: .*\(1,\), got shape \(2,\)",
    ),
    (lambda: motions([-1.0], [0.0], ONE, [1.0], [0.0], [0.0]), r"angular_frequency\[0\]: wanted rad/s, zero or"),
    (lambda: motions([np.inf], [0.0], ONE, [1.0], [0.0], [0.0]), r"angular_frequency\[0\]: .*finite, got inf"),
    (
        lambda: motions([1.0], [-0.1], ONE, [1.0], [0.0], [0.0]),
        r"damping\[0\]: wanted 1/s, zero or greater, finite, got -0.1",
    ),
    (
        lambda: motions([1.0], [0.0], ONE, [1.0, 2.5], [0.0], [0.0]),
        r"modal superposition: times\[1\]: wanted times from 0 to the duration, 2.0 s, got 2.5",
    ),
    (lambda: motions([1.0], [0.0], ONE, [-1e-9], [0.0], [0.0]), r"times\[0\]: .*got -1e-09"),
    (lambda: motions([1.0], [0.0], ONE, 1.0, [0.0], [0.0]), r"times: .*shape \(any,\), got shape \(\)"),
    (
        lambda: motions([1.0], [0.0], ONE, [1.0], [np.nan], [0.0]),
        r"displacement0\[0\]: wanted finite numbers, got nan",
    ),
    (lambda: motions([1.0], [0.0], ONE, [1.0], [0.0], [1j]), "velocity0: wanted finite numbers, got an object"),
    (lambda: motions([1e200], [0.0], ONE, [1.0], [1.0], [0.0]), "below 1e308, got a larger answer"),
    (lambda: work_done([1e-3], [0.0], ONE, [3.0], [0.0], [0.0]), r"times\[0\]: .*got 3.0"),
    (lambda: motions([1.0], 0.1, ONE, [1.0], [0.0], [0.0]), r"superposition: damping: .*\(1, 1\), got shape \(\)"),
    (
        lambda: motions([1.0], [[-0.1]], ONE, [1.0], [0.0], [0.0]),
        "without negative eigenvalues, 1/s, got an eigenvalue of",
    ),
    (
        lambda: motions([1.0], [[1e16]], ONE, [1.0], [0.0], [0.0]),
        "times the longest piece is below 1e[+]10, got 2e[+]16",
    ),
    (
        lambda: work_done([1.0], [[np.nan]], ONE, [1.0], [0.0], [0.0]),
        r"damping\[0, 0\]: wanted a symmetric .* got nan",
    ),
    (lambda: motions([1.0], [[0.0]], ONE, [1.0], [1e308], [1.7e308]), "got a larger answer"),
]


@pytest.mark.parametrize(("ask", "text"), REFUSALS)
def test_refusals_say_what_was_wanted(ask, text):
    with pytest.raises(InputError, match=text):
        ask()


def test_dampings_that_are_not_symmetric_are_refused_but_not_those_rounded():
    two = Forcing([0.0, 2.0], [[1.0, 1.0]], [[1.0, 1.0]])
    zero = np.zeros(2)
    with pytest.raises(InputError, match=r"damping: wanted a symmetric matrix .* got entries up to 0.5 apart"):
        motions([1.0, 2.0], [[1.0, 0.5], [0.0, 1.0]], two, [1.0], zero, zero)
    rounded = np.array([[1.0, 1.0], [1.0 + 2 * EPS, 1.0 - 2 * EPS]])  # the smaller eigenvalue is −EPS
    assert np.all(np.isfinite(motions([1.0, 2.0], rounded, two, [1.0], zero, zero).displacement))
