"""Arms in space whose frequencies are known: shafts, rods, an L-shaped frame out of its plane."""

from functools import cache

import mpmath
import numpy as np
import pytest
import scipy.linalg

from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm import Arm, Base, Body, Joint, Link, example

from .characteristic import eliminated

ACCURACY = 1e-12
APPROXIMATE = (BeamFEM(12), AssumedModes("legendre", 10))
BACKENDS = (Exact(), *APPROXIMATE)
every_backend = pytest.mark.parametrize("backend", BACKENDS, ids=lambda backend: backend.spec)

L, M, EI, GJ, POLAR, EA = 3.0, 5.0, 4e6, 300.0, 0.4, 2e4
SHAFT = {"torsional_rigidity": GJ, "polar_inertia_per_length": POLAR}


def weld(axis="z") -> Joint:
    return Joint.rigid(axis=axis)


def beam(length: float = L, rigidity=EI, **given) -> Link:
    return Link(length, M, rigidity, **({"joint": weld()} | given))


def spatial(*links, base: Base | None = None, payload: Body | None = None) -> Arm:
    return Arm(base or Base.fixed(), links, payload, motion="spatial")


@cache
def frequencies(backend, arm: Arm, count: int) -> np.ndarray:
    return backend.modes(arm, count).angular_frequency


def require(backend, arm: Arm, count: int, wanted: list[float]) -> None:
    """Every wanted frequency is among the first ones: to 1e-12 by `exact`, from above, and within 3 %, by others."""
    found = frequencies(backend, arm, count)
    for omega in wanted:
        error = found / float(omega) - 1.0
        nearest = error[np.argmin(np.abs(error))]
        assert -ACCURACY < nearest < (ACCURACY if backend == Exact() else 0.03), (omega, found)


def roots(equation, ends) -> list[float]:
    """Roots of an equation between neighbouring ends, in 30 digits."""
    with mpmath.workdps(30):
        return [float(mpmath.findroot(equation, pair, solver="anderson", tol=1e-50)) for pair in ends]


def between(number: int, margin: float = 1e-8) -> list[tuple[float, float]]:
    """Where b tan b goes from 0 to infinity: [k π, (k + ½) π]."""
    return [((k + margin) * np.pi, (k + 0.5 - margin) * np.pi) for k in range(number)]


@every_backend
@pytest.mark.parametrize("share", [1e-3, 0.7, 1e4])
def test_a_shaft_with_an_inertia_at_its_end(backend, share):
    """b tan b = ρJ L / I (S. S. Rao, Mechanical Vibrations, 8.4)."""
    inertia = POLAR * L / share
    arm = spatial(beam(**SHAFT), payload=Body(0.0, (inertia, inertia / 2, inertia / 2)))
    found = roots(lambda b: b * mpmath.sin(b) - share * mpmath.cos(b), between(3))
    wanted = [b / L * (GJ / POLAR) ** 0.5 for b in found]
    require(backend, arm, 3 if share > 1.0 else 10, wanted[:3] if share > 1.0 else wanted[:1])


@every_backend
def test_a_shaft_between_two_inertias_floats(backend):
    """tan b = b (a + c) / (b² a c − 1), with the end's inertias over the shaft's a and c."""
    a, c = 0.5, 2.0
    base, tip = a * POLAR * L, c * POLAR * L
    arm = spatial(
        beam(rigidity=4e9, **SHAFT),
        base=Base.free(50.0, (base, base / 2, base / 2)),
        payload=Body(10.0, (tip, tip / 2, tip / 2)),
    )

    def equation(b):
        return (b * b * a * c - 1) * mpmath.sin(b) - b * (a + c) * mpmath.cos(b)

    found = roots(equation, [(0.5, 1.5), (3.2, 4.5), (6.3, 7.5)])
    require(backend, arm, 3, [b / L * (GJ / POLAR) ** 0.5 for b in found])
    assert backend.modes(arm, 3).rigid_modes == 6


@every_backend
def test_a_rod_with_a_mass_at_its_end(backend):
    """b tan b = m L / M; what the mass is, bending sees too, but far above."""
    arm = spatial(beam(rigidity=4e9, axial_rigidity=EA), payload=Body(7.0, 0.0))
    found = roots(lambda b: b * mpmath.sin(b) - M * L / 7.0 * mpmath.cos(b), between(3))
    require(backend, arm, 3, [b / L * (EA / M) ** 0.5 for b in found])


def test_what_floats_free_twists_and_stretches_at_its_clamped_poles():
    """k π / L √(GJ / ρJ) and √(EA / m), where a link held at both ends moves too: the determinant has no zero there."""
    arm = spatial(beam(rigidity=(4e9, 5e9), axial_rigidity=EA, **SHAFT), base=Base.free(0.0, 0.0))
    speeds = ((GJ / POLAR) ** 0.5, (EA / M) ** 0.5)
    wanted = np.sort([k * np.pi / L * speed for speed in speeds for k in range(1, 8)])[:6]
    np.testing.assert_allclose(frequencies(Exact(), arm, 6), wanted, rtol=ACCURACY)


def test_stretch_and_torsion_at_one_frequency_are_two():
    same = EA * POLAR / M
    arm = spatial(
        beam(rigidity=4e9, axial_rigidity=EA, torsional_rigidity=same, polar_inertia_per_length=POLAR),
        base=Base.free(0.0, 0.0),
    )
    wanted = np.repeat([k * np.pi / L * (EA / M) ** 0.5 for k in (1, 2, 3)], 2)
    np.testing.assert_allclose(frequencies(Exact(), arm, 6), wanted, rtol=ACCURACY)


# Legs of an L; out of its plane the first bends as the second twists.
LEGS = ((2.0, 900.0, 500.0, 0.02), (1.2, 700.0, 300.0, 0.03))


def l_frame() -> Arm:
    """Its links bend in the plane a million times as stiffly as out of it."""
    links = [
        beam(length, (rigidity, 1e6 * rigidity), torsional_rigidity=twist, polar_inertia_per_length=polar, angle=angle)
        for (length, rigidity, twist, polar), angle in zip(LEGS, (0.0, 90.0), strict=True)
    ]
    return spatial(*links)


def l_determinant(omega: mpmath.mpf) -> mpmath.mpf:
    """Its equations, from Newton's laws: deflections a cos + b sin + c cosh + d sinh, twists f cos + g sin."""

    def bends(leg, x):
        """Deflection and its three derivatives."""
        _, rigidity, *_ = leg
        k = (M * omega**2 / rigidity) ** mpmath.mpf(0.25)
        c, s, ch, sh = mpmath.cos(k * x), mpmath.sin(k * x), mpmath.cosh(k * x), mpmath.sinh(k * x)
        cycle = [[c, s, ch, sh], [-s, c, sh, ch], [-c, -s, ch, sh], [s, -c, sh, ch]]
        return [[k**order * value for value in row] for order, row in enumerate(cycle)]

    def twists(leg, x):
        *_, rigidity, polar = leg
        k = omega * mpmath.sqrt(polar / mpmath.mpf(rigidity))
        return [[mpmath.cos(k * x), mpmath.sin(k * x)], [-k * mpmath.sin(k * x), k * mpmath.cos(k * x)]]

    (one, two), zero4, zero2 = LEGS, [0] * 4, [0] * 2
    zero, end, start, tip = bends(one, 0), bends(one, one[0]), bends(two, 0), bends(two, two[0])
    t_zero, t_end, t_start, t_tip = twists(one, 0), twists(one, one[0]), twists(two, 0), twists(two, two[0])

    def row(w1=zero4, t1=zero2, w2=zero4, t2=zero2, by=(1, 1, 1, 1)):
        return [f * value for f, part in zip(by, (w1, t1, w2, t2), strict=True) for value in part]

    rows = [
        row(w1=zero[0]),
        row(w1=zero[1]),
        row(t1=t_zero[0]),
        # Leg 2 lies along y: it starts at the height of leg 1, twisted by minus its slope, and slopes by its twist.
        row(w1=end[0], w2=start[0], by=(1, 1, -1, 1)),
        row(w1=end[1], t2=t_start[0]),
        row(t1=t_end[0], w2=start[1], by=(1, 1, -1, 1)),
        # Moments about y and x, and the force up, go on.
        row(w1=end[2], t2=t_start[1], by=(one[1], 1, 1, two[2])),
        row(t1=t_end[1], w2=start[2], by=(1, one[2], -two[1], 1)),
        row(w1=end[3], w2=start[3], by=(one[1], 1, -two[1], 1)),
        row(w2=tip[2]),
        row(w2=tip[3]),
        row(t2=t_tip[1]),
    ]
    return eliminated([[value / max(map(abs, row)) for value in row] for row in rows])


def test_an_l_frame_out_of_its_plane():
    """The determinant changes sign 1e-12 about every frequency, and nowhere else below the last."""
    found = frequencies(Exact(), l_frame(), 6)
    with mpmath.workdps(50):
        for omega in found:
            below, above = (l_determinant(mpmath.mpf(omega) * (1 + sign * mpmath.mpf(ACCURACY))) for sign in (-1, 1))
            assert below * above < 0
        places = np.linspace(0.3 * found[0], found[-1] * 1.001, 120)
        signs = np.array([int(mpmath.sign(l_determinant(mpmath.mpf(place)))) for place in places])
    assert np.count_nonzero(np.diff(signs)) == len(found)


@pytest.mark.parametrize("backend", APPROXIMATE, ids=lambda backend: backend.spec)
def test_an_l_frame_by_others_lies_above(backend):
    error = frequencies(backend, l_frame(), 4) / frequencies(Exact(), l_frame(), 4) - 1.0
    assert np.all(error > -ACCURACY)
    assert np.all(error < 3e-3)


@pytest.mark.parametrize("coefficient", [0.0, 0.3])
def test_a_free_shaft_turns_on_a_joint_about_its_own_axis(coefficient):
    """A free hinge about the link's axis with a gear box is a shaft between two inertias, the gear's on the ground."""
    tip = 2.0 * POLAR * L
    gear = coefficient * POLAR * L
    arm = spatial(
        beam(rigidity=4e9, joint=Joint.unlocked(gear, axis="x"), **SHAFT),
        payload=Body(10.0, (tip, tip / 2, tip / 2)),
    )

    def equation(b):
        return (b * b * coefficient * 2 - 1) * mpmath.sin(b) - b * (coefficient + 2) * mpmath.cos(b)

    found = roots(equation, [(1.0, 2.4), (3.2, 5.2)])
    require(Exact(), arm, 2, [b / L * (GJ / POLAR) ** 0.5 for b in found])
    assert Exact().modes(arm, 2).rigid_modes == 1


# Corke's Robotics Toolbox, in its own terms: of every link Denavit's and Hartenberg's d, a (m), α and θ (deg), its mass
# (kg), centre and moments (m, kg m²) in its own axes; the payload stands at the last.
PUMA = [
    (0.0, 0.0, 90.0, 0.0, 0.0, (0.0, 0.0, 0.0), (0.0, 0.35, 0.0)),
    (0.0, 0.4318, 0.0, 45.0, 17.4, (-0.3638, 0.006, 0.2275), (0.13, 0.524, 0.539)),
    (0.15005, 0.0203, -90.0, 180.0, 4.8, (-0.0203, -0.0141, 0.07), (0.066, 0.0785, 0.0125)),
    (0.4318, 0.0, 90.0, 0.0, 0.82, (0.0, 0.019, 0.0), (1.8e-3, 1.3e-3, 1.8e-3)),
    (0.0, 0.0, -90.0, 45.0, 0.34, (0.0, 0.0, 0.0), (3.0e-4, 4.0e-4, 3.0e-4)),
    (0.0, 0.0, 0.0, 0.0, 0.09, (0.0, 0.0, 0.032), (1.5e-4, 1.5e-4, 4.0e-5)),
]
PUMA_SPRINGS = [4.0e4, 4.0e4, 2.0e4, 5.0e3, 5.0e3, 2.0e3]


def joint_space_mass() -> np.ndarray:
    """Return the Puma's mass matrix in its six joint angles: Jacobians of every link's centre and rotation."""
    frames, mass = [np.eye(4)], np.zeros((6, 6))
    for k, (d, a, alpha, theta, *link) in enumerate(PUMA):
        c, s, ca, sa = (f(np.radians(angle)) for angle in (theta, alpha) for f in (np.cos, np.sin))
        step = [[c, -s * ca, s * sa, a * c], [s, c * ca, -c * sa, a * s], [0.0, sa, ca, d], [0.0, 0.0, 0.0, 1.0]]
        frames.append(frames[-1] @ step)
        for kilograms, centre, moments in [link] + [(2.0, (-0.03, 0.0, 0.12), (0.004, 0.004, 0.002))] * (k == 5):
            turn, place = frames[-1][:3, :3], frames[-1][:3, 3] + frames[-1][:3, :3] @ centre
            about = np.array([frame[:3, 2] for frame in frames[: k + 1]])
            moves = np.cross(about, place - np.array([frame[:3, 3] for frame in frames[: k + 1]]))
            inertia = turn @ np.diag(moments) @ turn.T
            mass[: k + 1, : k + 1] += kilograms * moves @ moves.T + about @ inertia @ about.T
    return mass


@every_backend
def test_a_robot_by_its_denavit_hartenberg_parameters(backend):
    wanted = np.sqrt(scipy.linalg.eigvalsh(np.diag(PUMA_SPRINGS), joint_space_mass()))
    np.testing.assert_allclose(frequencies(backend, example("puma-560"), 6), wanted, rtol=1e-12)
