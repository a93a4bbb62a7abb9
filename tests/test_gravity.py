"""Classical cases of gravity, axial force and spin: closed forms, and power series in forty digits."""

from dataclasses import replace
from importlib.resources import files

import mpmath as mp
import numpy as np
import pytest

import compare
from assumed_modes import AssumedModes
from compare.cli import main
from exact import Exact
from fem import BeamFEM
from flexarm.arm import Arm
from flexarm.errors import NeutralError
from flexarm.examples import example
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Joint

DOWN = (0.0, -1.0)
DISCRETE = {"assumed_modes": AssumedModes("legendre", 16), "fem": BeamFEM(40)}
ALL = {"exact": Exact(), **DISCRETE}
each = pytest.mark.parametrize("name", ALL)


def beam(**changes) -> Link:
    """A link of unit length, mass per length and flexural rigidity."""
    values = {"length": 1.0, "mass_per_length": 1.0, "flexural_rigidity": 1.0, "joint": Joint.rigid()}
    return Link(**(values | changes))


def one(gravity=None, spin=0.0, payload=None, **changes) -> Arm:
    return Arm(Base.fixed(), (beam(**changes),), payload, gravity=gravity, spin_rate=spin)


def tip(tension, squared, start):
    """y, y′, y″, y‴ at x = 1 of a solution of y⁗ − (N y′)′ = ω² y, from its first four coefficients in powers of x."""
    n0, n1, n2 = tension
    a = [mp.mpf(value) for value in start]
    for k in range(120):
        bent = n0 * (k + 2) * (k + 1) * a[k + 2] + n1 * (k + 1) ** 2 * a[k + 1] + n2 * k * (k + 1) * a[k]
        a.append((bent + squared * a[k]) / ((k + 4) * (k + 3) * (k + 2) * (k + 1)))
    found = []
    for _ in range(4):
        found.append(mp.fsum(a))
        a = [k * c for k, c in enumerate(a)][1:]
    return found


def characteristic(tension, squared, root):
    """Zero where ω² is that of a mode: clamped root, or a hinge on a spring; a force at the tip keeps its direction."""
    one = tip(tension, squared, [0, 0, 1, 0] if root is None else [0, 2, root, 0])
    other = tip(tension, squared, [0, 0, 0, 1])
    force = sum(tension)
    return one[2] * (other[3] - force * other[1]) - other[2] * (one[3] - force * one[1])


def squared(backend, arm, count=3):
    model = backend.modes(arm, count)
    return np.concatenate([-(backend.growth_rates(arm) ** 2), model.angular_frequency**2])


SERIES = {
    "hanging": (one(DOWN, angle=-90.0), (1, -1, 0), None, 0),
    "hanging on a spring": (one(DOWN, angle=-90.0, joint=Joint.locked(2.0)), (1, -1, 0), 2, 0),
    "strongly hanging": (one((0.0, -400.0), angle=-90.0), (400, -400, 0), None, 0),
    "standing": (one((0.0, -6.0), angle=90.0), (-6, 6, 0), None, 0),
    "buckled": (one((0.0, -80.0), angle=90.0), (-80, 80, 0), None, 0),
    "pulled": (one(axial_force=30.0), (30, 0, 0), None, 0),
    "pushed beyond buckling": (one(axial_force=-25.0, joint=Joint.locked(5.0)), (-25, 0, 0), 5, 0),
    "hanging and pulled": (one((5.0, 0.0), axial_force=7.0), (12, -5, 0), None, 0),
    "spinning": (one(spin=3.0), (4.5, 0, -4.5), None, 9),
}


@pytest.mark.parametrize("case", SERIES)
def test_against_the_power_series(case):
    arm, tension, root, softening = SERIES[case]
    exact = squared(Exact(), arm)
    with mp.workdps(40):
        for value in exact:
            sides = [characteristic(tension, value * (1 + step) + softening, root) for step in (-2e-11, 2e-11)]
            assert sides[0] * sides[1] < 0.0, f"ω² = {value}"
    np.testing.assert_allclose(squared(DISCRETE["assumed_modes"], arm), exact, rtol=1e-8)
    np.testing.assert_allclose(squared(DISCRETE["fem"], arm), exact, rtol=5e-5)


@each
def test_a_standing_cantilever_buckles_under_its_own_weight(name):
    # A. G. Greenhill (1881): J_{−1/3} of (2/3) √(m g L³/EI) vanishes; 7.8373 EI/(m L³).
    with mp.workdps(30):
        root = mp.findroot(lambda g: mp.besselj(mp.mpf(-1) / 3, 2 * mp.sqrt(g) / 3), 7.84)
    found = compare.buckling(one(DOWN, angle=90.0), [ALL[name]], count=1).load_factor.item()
    assert found == pytest.approx(float(root), rel=5e-6 if name == "fem" else 1e-9)
    assert found == pytest.approx(7.8373, abs=5e-5)


def tangent(spring, n):
    """Return the n-th root of k tan k = spring."""
    ends = (n * mp.pi, n * mp.pi + mp.pi / 2)
    return float(mp.findroot(lambda k: k * mp.sin(k) - spring * mp.cos(k), ends, solver="anderson"))


@pytest.mark.parametrize("name", DISCRETE)
def test_a_column_on_a_spring_buckles_by_the_tangent_formula(name):
    # S. P. Timoshenko, J. M. Gere, Theory of elastic stability (1961), §2.1: k tan k = K L/EI, load k² EI/L².
    column = one(axial_force=-1.0, joint=Joint.locked(2.0))
    roots = [tangent(2.0, n) for n in range(2)]
    found = compare.buckling(column, [DISCRETE[name]], "axial_force", 2).load_factor.values[0]
    np.testing.assert_allclose(found, np.square(roots), rtol=1e-5)


@each
@pytest.mark.parametrize("force", [-9.0, 50.0])
def test_a_pinned_beam_column(name, force):
    # Hinged root; a tip that its mass holds: ω² = (nπ)² ((nπ)² + N), to the part that the mass moves.
    arm = one(axial_force=force, joint=Joint.unlocked(), payload=Body(1e12, 0.0))
    n = np.arange(1, 4) * np.pi
    np.testing.assert_allclose(squared(ALL[name], arm, 4)[1:4], n**2 * (n**2 + force), rtol=1e-5)


@pytest.mark.parametrize("backend", [Exact(), BeamFEM(400)], ids=lambda backend: backend.spec)
def test_a_hanging_chain(backend):
    # EI → 0: ω = j₀ₙ/2 √(g/L), and the clamped end shortens the chain by about √(EI/N).
    zeros = np.array([float(mp.besseljzero(0, n)) for n in (1, 2)]) / 2.0
    off = []
    for stiffness in (4e-6, 1e-6):
        arm = one((1.0, 0.0), flexural_rigidity=stiffness)
        off.append(np.sqrt(squared(backend, arm, 2)) / zeros - 1.0)
    np.testing.assert_allclose(off[0] / off[1], 2.0, rtol=0.15)
    assert np.all((off[1] > 0.0) & (off[1] < 2e-3))


@each
def test_rigid_pendulums(name):
    stiff = {"flexural_rigidity": 1e9, "joint": Joint.unlocked()}
    hanging, standing = one((9.81, 0.0), **stiff), one((-9.81, 0.0), **stiff)
    assert ALL[name].modes(hanging, 1).angular_frequency[0] == pytest.approx(np.sqrt(1.5 * 9.81), rel=1e-8)
    assert ALL[name].growth_rates(standing) == pytest.approx([np.sqrt(1.5 * 9.81)], rel=1e-8)
    assert ALL[name].modes(hanging, 1).rigid_modes == 0


@each
def test_a_double_pendulum(name):
    # Rigid, massless but for two bodies of one mass: ω² = (2 ± √2) g/L (any textbook).
    link = RigidLink(1.0, joint=Joint.unlocked(), tip=Body(1.0, 0.0))
    arm = Arm(Base.fixed(), (link, link), gravity=(1.0, 0.0))
    np.testing.assert_allclose(squared(ALL[name], arm, 2), [2.0 - np.sqrt(2.0), 2.0 + np.sqrt(2.0)], rtol=1e-13)
    upright = replace(arm, gravity=(-1.0, 0.0))
    np.testing.assert_allclose(ALL[name].growth_rates(upright) ** 2, [2 + np.sqrt(2.0), 2 - np.sqrt(2.0)], rtol=1e-13)


# A. D. Wright et al. (1982), Vibration modes of centrifugally stiffened beams, cantilever without hub: across the plane
# of rotation, where nothing softens.
WRIGHT = {0.0: 3.5160, 1.0: 3.6816, 2.0: 4.1373, 3.0: 4.7973, 4.0: 5.5850, 5.0: 6.4495, 6.0: 7.3604, 12.0: 13.1702}


@pytest.mark.parametrize("name", DISCRETE)
def test_a_rotating_beam_stiffens(name):
    found = [np.sqrt(squared(DISCRETE[name], one(spin=spin), 1)[0] + spin**2) for spin in WRIGHT]
    np.testing.assert_allclose(found, list(WRIGHT.values()), atol=5.1e-5)
    # T. R. Kane, R. R. Ryan, A. K. Banerjee (1987): what spins steadily is stiffened, not softened, by it.
    assert np.all(np.diff(np.sqrt(np.square(found) - np.square(list(WRIGHT)))) > 0.0)


@pytest.mark.parametrize("name", DISCRETE)
def test_a_rigid_rotor_knows_its_rotary_inertia(name):
    # A hub of radius a, a rigid bar on a spring: I ω² = K + Ω² m a c, whatever the bar's own inertia.
    hub, spring = RigidLink(0.5, joint=Joint.rigid()), Joint.locked(3.0, hub_inertia=0.2)
    bar = RigidLink(0.8, joint=spring, mass=2.0, inertia=0.7)
    arm = Arm(Base.fixed(), (hub, bar), spin_rate=2.0)
    inertia = 0.7 + 0.2 + 2.0 * 0.4**2
    assert squared(DISCRETE[name], arm, 1)[0] == pytest.approx((3.0 + 4.0 * 2.0 * 0.5 * 0.4) / inertia, rel=1e-13)


@pytest.mark.parametrize("name", DISCRETE)
def test_a_spin_can_soften_beyond_stability(name):
    # Folded back through the hub, the bar is thrown out: its second-order centrifugal stiffness is negative.
    bar = RigidLink(0.8, joint=Joint.locked(3.0), mass=2.0, angle=180.0)
    arm = Arm(Base.fixed(), (RigidLink(0.5, joint=Joint.rigid()), bar), spin_rate=4.0)
    inertia = 2.0 * 0.8**2 / 3.0
    rate = np.sqrt((16.0 * 2.0 * 0.5 * 0.4 - 3.0) / inertia)
    assert DISCRETE[name].growth_rates(arm) == pytest.approx([rate], rel=1e-13)
    assert DISCRETE[name].unstable(arm) == 1


@each
def test_arms_that_hang_stand_and_lie(name):
    backend = ALL[name]
    still = backend.modes(example("hufnagel-case1"), 3).angular_frequency
    hanging, standing, lying = (
        backend.modes(example(f"hufnagel-case1-{posture}"), 3).angular_frequency
        for posture in ("hanging", "standing", "lying")
    )
    np.testing.assert_allclose(lying, still, rtol=1e-11)
    assert np.all((standing < still) & (still < hanging))


def test_at_the_very_edge_of_stability_it_says_so():
    arm = Arm(
        Base.fixed(), (RigidLink(1.0, joint=Joint.locked(2.0), tip=Body(1.0, 0.0), angle=90.0),), gravity=(0.0, -2.0)
    )
    for backend in DISCRETE.values():
        with pytest.raises(NeutralError, match="at the very edge of stability"):
            backend.modes(arm, 1)


def test_heavy_payloads_and_light_links_keep_their_digits():
    arm = one((1.0, 0.0), payload=Body(1e6, 10.0, 0.2), flexural_rigidity=1e7)
    few, more = (AssumedModes("legendre", n).modes(arm, 3).angular_frequency for n in (14, 20))
    np.testing.assert_allclose(few, more, rtol=1e-11)
    np.testing.assert_allclose(BeamFEM(100).modes(arm, 3).angular_frequency, more, rtol=1e-7)


def test_thousands_of_elements_lose_no_digits():
    arm = replace(example("hufnagel-case1-standing"), gravity=(0.0, -30.0))
    few = AssumedModes("legendre", 20).modes(arm, 2).angular_frequency
    np.testing.assert_allclose(BeamFEM(1000).modes(arm, 2).angular_frequency, few, rtol=1e-11)


def energy(arm, turned):
    """The potential energy of an arm of rigid links at finite rotations of theirs, less what keeps it at rest."""
    place, last, found = mp.matrix([0, 0]), mp.mpf(0), mp.mpf(0)
    spin = mp.mpf(arm.spin_rate) ** 2

    def of(mass, at):
        return (
            -mass * (mp.mpf(arm.gravity[0]) * at[0] + mp.mpf(arm.gravity[1]) * at[1]) - mass * spin * (at.T * at)[0] / 2
        )

    angle = mp.mpf(0)
    for link, turn in zip(arm.links, turned, strict=True):
        angle += mp.radians(link.angle)
        axis = mp.matrix([mp.cos(angle + turn), mp.sin(angle + turn)])
        left = mp.matrix([-axis[1], axis[0]])
        found += link.joint.stiffness * (turn - last) ** 2 / 2 + of(link.mass, place + axis * link.length / 2)
        found -= link.axial_force * link.length * mp.cos(turn)
        place, last = place + axis * link.length, turn
        for body in filter(None, (link.tip, arm.payload if link is arm.links[-1] else None)):
            found += of(body.mass, place + axis * body.centre[0] + left * body.centre[1])
    return found


def place_of(arm, k, lever, turned):
    """A point of a rigid link, levers along and across from its root."""
    place, angle = mp.matrix([0, 0]), mp.mpf(0)
    for j, (link, turn) in enumerate(zip(arm.links, turned, strict=True)):
        angle += mp.radians(link.angle)
        axis = mp.matrix([mp.cos(angle + turn), mp.sin(angle + turn)])
        if j == k:
            return place + axis * lever[0] + mp.matrix([-axis[1], axis[0]]) * lever[1]
        place = place + axis * link.length
    raise AssertionError


def by_differences(arm):
    """ω² of an arm of rigid links from finite rotations: second differences of the energy, in fifty digits."""
    n, step = len(arm.links), mp.mpf(10) ** -12

    def at(*moves):
        return [sum((step * sign for i, sign in moves if i == j), mp.mpf(0)) for j in range(n)]

    def second(f, i, j):
        return sum(a * b * f(at((i, a), (j, b))) for a in (1, -1) for b in (1, -1)) / (4 * step**2)

    masses = []
    for k, link in enumerate(arm.links):
        inertia = link.mass * link.length**2 / 12 if link.inertia is None else link.inertia
        masses.append((link.mass, inertia, k, (link.length / 2, 0)))
        for body in filter(None, (link.tip, arm.payload if k == n - 1 else None)):
            masses.append((body.mass, body.inertia, k, (link.length + body.centre[0], body.centre[1])))
    stiffness, inertia = mp.zeros(n), mp.zeros(n)
    for i in range(n):
        for j in range(n):
            stiffness[i, j] = second(lambda turned: energy(arm, turned), i, j)
    for mass, own, k, lever in masses:
        moves = [
            (place_of(arm, k, lever, at((i, 1))) - place_of(arm, k, lever, at((i, -1)))) / (2 * step) for i in range(n)
        ]
        for i in range(n):
            for j in range(n):
                inertia[i, j] += mass * (moves[i].T * moves[j])[0]
        inertia[k, k] += own
    values, _ = mp.eig(mp.inverse(inertia) * stiffness)
    return np.sort([float(mp.re(value)) for value in values])


RIGID = {
    "bent, levers beside the axis": (
        (30.0, 70.0, -150.0),
        Body(1.3, 0.4, (0.3, -0.6)),
        {"gravity": (3.0, -7.0)},
    ),
    "bent and falling": ((120.0, -80.0, 10.0), Body(2.3, 0.4, (0.1, 0.2)), {"gravity": (-2.0, -9.0)}),
    "straight and spinning": ((15.0, 0.0, 180.0), Body(1.3, 0.4, 0.3), {"spin_rate": 1.5, "gravity": (0.0, 0.0)}),
}


@pytest.mark.parametrize("case", RIGID)
def test_finite_rotations_of_rigid_links(case):
    angles, payload, loads = RIGID[case]
    springs = [Joint.locked(k) for k in (40.0, 15.0, 9.0)]
    links = tuple(
        RigidLink(length, joint=joint, mass=mass, angle=angle, axial_force=force, tip=tip)
        for length, joint, mass, angle, force, tip in zip(
            (1.0, 0.7, 0.5),
            springs,
            (2.0, 0.0, 0.8),
            angles,
            (2.0, -1.0, 0.0),
            (None, Body(0.5, 0.1, 0.2), None),
            strict=True,
        )
    )
    arm = Arm(Base.fixed(), links, payload, **loads)
    with mp.workdps(50):
        right = by_differences(arm)
    found = squared(BeamFEM(1), arm, int(np.sum(right > 0.0)))
    np.testing.assert_allclose(found, right, rtol=1e-10)


def test_growth_rates_have_no_place_in_csv(capsys):
    arm = str(files("flexarm") / "arms" / "hufnagel-case1-standing.toml")
    assert main(["compare", arm, "--growth-rates", "--format", "csv"]) == 2
    assert "--growth-rates: wanted --format table or json" in capsys.readouterr().err
