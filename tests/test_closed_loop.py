"""Dampers and drives: complex eigenvalues beside closed forms, independent references, and counts."""

import contextlib
import json
from dataclasses import replace

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import compare
from assumed_modes import AssumedModes
from compare.cli import main
from compare.texts.responses import RESPONSES
from exact import Exact
from fem import BeamFEM
from flexarm import (
    Arm,
    Base,
    Body,
    Drive,
    Joint,
    Lag,
    Link,
    Motor,
    RigidLink,
    Wheel,
    dumps,
    eigenvalues,
    example,
    frequency_response,
    loads,
    response,
)
from flexarm.closed_loop.margins import margins
from flexarm.closed_loop.shapes import complex_mode
from flexarm.errors import InputError, QuestionError, TooFewModesError
from flexarm.hand_over import state_space, to_control
from flexarm.load_cases import (
    BaseAcceleration,
    Damper,
    Harmonic,
    History,
    Initial,
    JointTorque,
    LoadCase,
    SupportMotion,
    TipForce,
)
from flexarm.load_cases.files import dumps_case, loads_case
from flexarm.parts import Freedom
from flexarm.supports import Support

from .strategies import arms

BACKENDS = [Exact(), AssumedModes("legendre", 10), BeamFEM(20)]


def names(backend):
    return backend.spec


def two_links(delay=0.0, **drive):
    """Two links with a drive at each joint, 60° apart, and a heavy payload."""
    drives = [Drive(proportional=1e6, derivative=rate, delay=delay, **drive) for rate in (2e3, 1e3)]
    inner = Link(6.37, 3.9, 3.9786e6, joint=Joint.unlocked(hub_inertia=1188.0, drive=drives[0]))
    outer = Link(8.93, 3.4, 2.334e6, joint=Joint.unlocked(hub_inertia=556.0, drive=drives[1]), angle=60.0)
    return Arm(Base.fixed(), (inner, outer), Body(20000.0, 181667.0, 1.5))


def shuttle(inner, outer, **held):
    """Ramakrishnan and Taylor's Shuttle and arm, in lb, ft and s."""
    links = Link(21.0, 9.5485 / 21.0, 5.2083e6, joint=inner), Link(23.0, 5.9901 / 23.0, 2.4375e6, joint=outer)
    return Arm(replace(Base.free(6176.0, 6.99e6), **held), links, Body(124.22, 0.0))


def bar(joint):
    """A rigid bar of 3 kg m² on a hinge."""
    return Arm(Base.fixed(), (RigidLink(3.0, joint=joint, mass=1.0),))


@pytest.mark.parametrize("backend", BACKENDS, ids=names)
def test_an_undamped_arm_has_its_natural_frequencies(backend):
    arm = example("shuttle-free-base")
    found, model = eigenvalues(backend, arm, 6), backend.modes(arm, 6)
    np.testing.assert_allclose(found.eigenvalues, 1j * model.angular_frequency, rtol=1e-13)
    assert (found.rigid, found.neutral, found.unstable, found.passive) == (6, 12, 0, True)


@pytest.mark.parametrize("backend", BACKENDS, ids=names)
def test_one_freedom_has_the_roots_of_its_polynomial(backend):
    lag = Lag(angular_frequency=3.0, damping_ratio=0.4)
    cases = [
        (Joint.locked(5.0, damping=0.6), [3.0, 0.6, 5.0]),
        (Joint.locked(5.0, damping=20.0), [3.0, 20.0, 5.0]),
        (Joint.unlocked(drive=Drive(2.0, 1.0, 0.5)), [3.0, 1.0, 2.0, 0.5]),
        (Joint.unlocked(1.0, drive=Drive(2.0, sensor=Lag(0.5))), [2.0, 4.0, 0.0, 2.0]),
        (Joint.locked(5.0, drive=Drive(numerator=(1.0, 2.0), denominator=(1, 4, 7))), [3.0, 12.0, 26.0, 21.0, 37.0]),
        (Joint.locked(5.0, damping=0.1, drive=Drive(2.0, actuator=lag)), [3.0, 7.3, 32.24, 12.9, 63.0]),
    ]
    for joint, polynomial in cases:
        roots = np.roots(polynomial)
        wanted = np.array(sorted(roots[roots.imag >= 0.0], key=lambda s: (abs(s), s.imag)))
        np.testing.assert_allclose(eigenvalues(backend, bar(joint), len(wanted)).eigenvalues, wanted, rtol=1e-12)
    damped = eigenvalues(backend, bar(Joint.unlocked(damping=6.0)), 1)
    np.testing.assert_allclose(damped.eigenvalues, [-2.0], rtol=1e-13)
    assert damped.rigid == 1
    with pytest.raises(TooFewModesError, match=r"1 eigenvalue beside .* within .*, 2 were asked for; ask for fewer"):
        eigenvalues(backend, bar(Joint.unlocked(damping=6.0)), 2)


def test_too_few_eigenvalues_are_told_with_how_far_out_was_looked():
    # 3 T s³ + 3 s² + s + 2 = 0: the lag's own root is at about −1/T.
    lagging = bar(Joint.unlocked(drive=Drive(2.0, 1.0, actuator=Lag(1e-9))))
    with pytest.raises(
        TooFewModesError, match=r"1 eigenvalue .* within (\S+) rad/s, as far as was looked, 2 were"
    ) as told:
        eigenvalues(Exact(), lagging, 2)
    looked = float(str(told.value).split("within ")[1].split()[0])
    assert 1e2 < looked < 1e8
    found = eigenvalues(Exact(), lagging, within=2e9).eigenvalues
    np.testing.assert_allclose(found[-1], -1e9, rtol=1e-8)
    assert len(eigenvalues(Exact(), lagging, within=looked).eigenvalues) == 1


def test_eigenvalues_too_far_apart_are_told_as_such_and_the_way_out_leads_on():
    # 3 s³ + 1e12 s² + 1e-3 s + 1e-3 = 0: ±i 3.2e-8 and −3.3e11.
    far = bar(Joint.unlocked(drive=Drive(1e-3, 1e12, 1e-3)))
    told = r"eigenvalues of the arm, from 3\.16e-08 to 3\.33e\+11 rad/s, lie too far apart for float64; ask for 1, or"
    with pytest.raises(QuestionError, match=told):
        eigenvalues(Exact(), far, 2)
    np.testing.assert_allclose(eigenvalues(Exact(), far, 1).angular_frequency, np.sqrt(1e-15), rtol=1e-9)


def pinned_and_held(drive, *others):
    """A rigid bar on a pin with a drive, whose tip is held across it: nothing of it moves."""
    links = (RigidLink(1.0, joint=Joint.unlocked(drive=drive), mass=1.0, inertia=0.1, name="held"), *others)
    return Arm(Base.fixed(), links, supports=(Support("held.tip", ("along_y",)),))


@pytest.mark.parametrize("backend", [*BACKENDS, Exact(certify=True)], ids=names)
def test_an_arm_that_supports_lock_has_no_eigenvalue_and_says_that_it_is_locked(backend):
    for drive in (None, Drive(1.0, 0.1), Drive(1.0, 0.1, delay=0.2), Drive(1.0, actuator=Lag(0.1))):
        locked = pinned_and_held(drive)
        twice = replace(locked, supports=locked.supports * 2)
        for arm in (locked, twice):
            with pytest.raises(TooFewModesError, match=r"the arm is locked: .* nothing of it to move; free a joint"):
                eigenvalues(backend, arm, 2)
        assert len(eigenvalues(backend, locked, within=5.0).eigenvalues) == 0
    if not backend.proves:
        with pytest.raises(TooFewModesError, match="the arm is locked"):
            margins(backend, pinned_and_held(Drive(1.0, 0.1)), 2)
    if isinstance(backend, BeamFEM):
        clamped = Arm(Base.fixed(), (Link(1.0, 1.0, 1.0, joint=Joint.rigid()),))
        clamped = replace(clamped, supports=(Support("tip", ("along_y", "about_z")),))
        with pytest.raises(
            TooFewModesError, match=r"locked: .* in these trial functions; take more shapes or elements"
        ):
            eigenvalues(BeamFEM(1), clamped, 1)


@pytest.mark.parametrize("backend", BACKENDS, ids=names)
def test_a_drive_on_what_supports_lock_does_nothing_and_leaves_the_rest_its_eigenvalues(backend):
    # The other bar: 0.35 s² + 0.2 s + 3 = 0, its loop by itself.
    joint = Joint.unlocked(drive=Drive(3.0, 0.2))
    free = RigidLink(1.0, joint=joint, mass=1.0, inertia=0.1, name="free")
    both = pinned_and_held(Drive(1.0, 0.1), replace(free, parent="base"))
    wanted = np.roots([0.35, 0.2, 3.0])[:1]
    np.testing.assert_allclose(eigenvalues(backend, both, 1).eigenvalues, wanted, rtol=1e-12)
    found, alone = (margins(backend, arm, within=9.0).loops for arm in (both, Arm(Base.fixed(), (free,))))
    assert found[0].modulus_margin == 1.0
    assert (found[0].phase_margin, found[0].gain_margin) == (np.inf, np.inf)
    np.testing.assert_allclose(found[1].phase_margin, alone[0].phase_margin, rtol=1e-9)


def test_delays_have_the_roots_of_their_transcendental_equation():
    found = eigenvalues(Exact(), bar(Joint.unlocked(drive=Drive(2.0, 1.0, delay=0.7))), within=40.0).eigenvalues
    np.testing.assert_allclose(3.0 * found**2 + (2.0 + found) * np.exp(-0.7 * found), 0.0, atol=1e-10 * 40.0**2)
    # The chain of roots that a delay has, about 2π/τ apart: ln |3 s| = −0.7 Re s.
    chain = found[found.imag > 10.0]
    np.testing.assert_allclose(np.diff(chain.imag), 2.0 * np.pi / 0.7, rtol=0.05)
    np.testing.assert_allclose(np.log(np.abs(3.0 * chain)), -0.7 * chain.real, atol=0.2)


def test_a_matched_damper_leaves_a_rod_no_root_and_others_those_of_the_closed_form():
    # EA u'(0) = c s u(0), u'(L) = 0: exp(2 s L/a) = (Z − c)/(Z + c), Z = √(EA m).
    length, mass, rigidity, wave = 3.0, 2.0, 800.0, 20.0
    link = Link(length, mass, 1e9, joint=Joint.rigid(), axial_rigidity=rigidity)
    for damping in (10.0, 100.0):
        arm = Arm(replace(Base.guided(0.0, (1.0, 0.0)), position=Drive(derivative=damping)), (link,))
        found = eigenvalues(Exact(), arm, 4).eigenvalues
        ratio = np.log(complex((mass * wave - damping) / (mass * wave + damping))) + 2j * np.pi * np.arange(-2, 6)
        roots = wave / (2.0 * length) * ratio
        roots = roots[roots.imag >= 0.0]
        np.testing.assert_allclose(found, roots[np.argsort(np.abs(roots))][:4], rtol=1e-12)


def test_a_damper_at_a_beams_end_has_vertical_asymptotes():
    # Rates fed back at a beam's end leave eigenvalues along a vertical line (Shubov and Kindrat 2018): those of the
    # clamped beam, its root giving way by 1/(c s), and of one whose root slides, φ² = 2/(m L) there, to first order.
    length, mass, rigidity = 2.0, 3.0, 100.0
    hinged = Link(length, mass, rigidity, joint=Joint.unlocked(damping=20.0))
    found = eigenvalues(Exact(), Arm(Base.fixed(), (hinged,)), 14).eigenvalues
    off = found.real / (-2.0 * rigidity / (20.0 * length)) - 1.0
    assert abs(off[-1]) <= 2e-3
    # The rest falls with ω.
    np.testing.assert_allclose(off[-1] / off[9], found[9].imag / found[-1].imag, rtol=0.1)
    sliding = Arm(
        replace(Base.guided(0.0, (0.0, 1.0)), position=Drive(derivative=5.0)), (replace(hinged, joint=Joint.rigid()),)
    )
    found = eigenvalues(Exact(), sliding, 12).eigenvalues
    np.testing.assert_allclose(found[-1].real, -5.0 / (mass * length), rtol=1e-4)


@pytest.mark.parametrize("backend", BACKENDS[:2], ids=names)
def test_a_beam_on_a_damped_hinge_has_the_roots_of_its_determinant(backend):
    joint = Joint.locked(40.0, damping=25.0, drive=Drive(30.0, 3.0, actuator=Lag(0.05), delay=0.02))
    arm = Arm(Base.fixed(), (Link(2.0, 1.5, 90.0, joint=joint),), Body(4.0, 0.0))
    found = eigenvalues(backend, arm, 5).eigenvalues
    mpmath.mp.dps = 30

    def determinant(s):
        k = (-mpmath.mpf(1.5) * s * s / 90) ** mpmath.mpf("0.25")
        stiffness = 40 + 25 * s + (30 + 3 * s) * mpmath.exp(-s / 50) / (1 + s / 20)
        c, h, a, b = mpmath.cos(2 * k), mpmath.cosh(2 * k), mpmath.sin(2 * k), mpmath.sinh(2 * k)
        # w = A (cos − cosh) + B sin + C sinh of kx: EI w'' = d w' at the root, w'' = 0 and EI w''' = 4 s² w at the tip.
        rows = [
            [-2 * 90 * k * k, -stiffness * k, -stiffness * k],
            [-c - h, -a, b],
            [90 * k**3 * (a - b) - 4 * s * s * (c - h), -90 * k**3 * c - 4 * s * s * a, 90 * k**3 * h - 4 * s * s * b],
        ]
        return mpmath.det(mpmath.matrix(rows))

    wanted = [complex(mpmath.findroot(determinant, mpmath.mpc(complex(s)))) for s in found]
    np.testing.assert_allclose(found[:3], wanted[:3], rtol=1e-11)
    np.testing.assert_allclose(found, wanted, rtol=1e-11 if backend.spec == "exact" else 1e-4)


@pytest.mark.parametrize("backend", BACKENDS[::2], ids=names)
def test_ramakrishnans_shuttle_has_the_roots_that_were_worked_out_for_it(backend):
    pd = Joint.unlocked(drive=Drive(1e6, 1e5))
    both = eigenvalues(backend, shuttle(pd, pd), 5)
    wanted = [-0.01326180 + 0.97321065j, -10.41334578, -14.79478033, -2.35338680 + 25.19873281j]
    wanted.append(-2.50915188 + 83.24024261j)
    np.testing.assert_allclose(both.eigenvalues, wanted, rtol=1e-8 if backend.spec == "exact" else 2e-6)
    assert both.rigid == 6
    elbow = eigenvalues(backend, shuttle(Joint.rigid(), Joint.locked(1e6, damping=2e4)), 1)
    np.testing.assert_allclose(elbow.eigenvalues, [-0.00093124 + 1.10213169j], atol=6e-9)
    held = {"attitude": Drive(1e6, 2e6), "position": Drive(500.0, 2e3)}
    base = eigenvalues(backend, shuttle(Joint.rigid(), Joint.rigid(), **held), 4)
    wanted = [-0.15811432 + 0.23290054j, -0.13766668 + 0.34497016j, -0.00893783 + 1.14760826j]
    # The first is along the arm, where its mass is whole.
    np.testing.assert_allclose(base.eigenvalues[1:], wanted, atol=6e-9)
    along = np.roots([6176.0 + 9.5485 + 5.9901 + 124.22, 2e3, 500.0])
    np.testing.assert_allclose(base.eigenvalues[0], along[np.argmax(along.imag)], rtol=1e-9)
    for lag, unstable in ((0.05, 0), (0.2, 8)):
        driven = Joint.unlocked(drive=Drive(1e6, 1e5, actuator=Lag(lag)))
        assert eigenvalues(backend, shuttle(driven, driven), within=160.0).unstable == unstable


PROVING = Exact(certify=True)


def agree(arm, count=None, within=None):
    """Return an arm's proved eigenvalues, which those counted in float64 are held to."""
    proved = eigenvalues(PROVING, arm, count, within)
    found, size = eigenvalues(Exact(), arm, count, within).eigenvalues, np.abs(proved.eigenvalues)
    assert np.all(np.abs(found - proved.eigenvalues) <= 1e-11 * size + proved.proved.disc_radius)
    assert np.all(proved.proved.disc_radius <= 1e-12 * size)
    return proved


@pytest.mark.parametrize(("radius", "count"), [(700.0, 16), pytest.param(12000.0, 42, marks=pytest.mark.slow)])
def test_the_first_eigenvalues_of_two_links_are_proved(radius, count):
    # As many as another derivation of the determinant has within these radii.
    proved = agree(two_links(), within=radius)
    assert np.sum(np.where(proved.eigenvalues.imag > 0.0, 2, 1)) == count
    assert proved.statement.startswith(
        f"proved: no eigenvalue with Re s ≥ 0 in |s| < {radius:.6g} rad/s; nor is one with"
    )


def test_what_a_delay_makes_unstable_is_proved():
    proved = agree(two_links(0.01), within=130.0)
    assert proved.statement == "proved unstable: 10 eigenvalues with Re s > 0 in |s| < 130 rad/s"
    np.testing.assert_array_equal(agree(two_links(0.001), 8).proved.side, [-1] * 5 + [1] * 3)


def test_slow_roots_beside_fast_lags_are_found():
    """Integral action, sensors of 119 and 29.5 rad/s, delays of 0.13 and 1.06 ms."""
    drive = Drive(94200.0, 316.0, 15100.0, sensor=Lag(angular_frequency=119.0, damping_ratio=0.352), delay=1.3e-4)
    inner = Link(1.246, 3.555, 1080.0, angle=-29.028, joint=Joint.unlocked(drive=drive))
    outer = Link(1.097, 3.88, 150000.0, angle=-32.28, joint=Joint.locked(1160.0, damping=9.67))
    agree(Arm(Base.fixed(), (inner, outer), Body(62.6, 54.9, (0.268, 0.132))), 7)
    sensor = Lag(angular_frequency=29.5, damping_ratio=0.475)
    drive = Drive(numerator=(2860.0, 3820.0), denominator=(1.0, 0.0), sensor=sensor, delay=1.06e-3)
    arm = Arm(Base.fixed(), (Link(1.736, 7.858, 4160.0, joint=Joint.unlocked(drive=drive)),), Body(1.0, 0.1))
    agree(arm, 7)
    assert len(eigenvalues(AssumedModes("legendre", 8), arm, 12).eigenvalues) == 12


def test_undamped_eigenvalues_are_proved_to_be_the_certified_frequencies():
    arm = example("shuttle-free-base")
    proved, certified = eigenvalues(PROVING, arm, 4), PROVING.modes(arm, 4).angular_frequency
    assert np.all(np.abs(proved.eigenvalues - 1j * certified) <= proved.proved.disc_radius + 1e-15 * certified)
    assert (proved.rigid, proved.neutral, proved.unstable) == (6, 8, 0)
    assert "but s = 0, of multiplicity 6, and 8 not told from the imaginary axis" in proved.statement
    # What has no sign is zero, in a disc that still holds it.
    still = proved.eigenvalues.real == 0.0
    assert np.sum(still) == 4
    assert np.all((proved.damping_ratio[still] == 0.0) & np.isinf(proved.decay_time[still]))
    assert np.all(proved.disc_radius > 0.0)


def test_double_eigenvalues_and_those_in_space_are_proved():
    # 3 s² + 12 s + 12; float64 has half its digits of a double root.
    critical = eigenvalues(PROVING, bar(Joint.locked(12.0, damping=12.0)), within=10.0)
    np.testing.assert_array_equal(critical.eigenvalues, [-2.0, -2.0])
    space = eigenvalues(PROVING, replace(two_links(), motion="spatial"), 4)
    plane = eigenvalues(PROVING, two_links(), 2)
    off = np.abs(space.eigenvalues - plane.eigenvalues[:, np.newaxis])
    assert np.all(np.min(off, axis=1) <= 2.0 * plane.proved.disc_radius)


def test_thick_links_and_rods_are_proved():
    drive = Drive(10.0, integral=2.0, actuator=Lag(0.02), sensor=Lag(angular_frequency=40.0), delay=0.003)
    thick = {"axial_rigidity": 1e5, "shear_rigidity": 3e3, "rotary_inertia_per_length": 0.02}
    link = Link(2.0, 3.0, 100.0, joint=Joint.unlocked(drive=drive), **thick)
    agree(Arm(Base.free(5.0, 2.0), (link, replace(link, angle=40.0)), Body(1.0, 1.0)), 4)


def test_eigenvalues_on_the_very_circle_are_not_proved():
    with pytest.raises(QuestionError, match="or one is of that very size; prove those within another radius"):
        eigenvalues(PROVING, bar(Joint.locked(12.0)), within=2.0)
    with pytest.raises(QuestionError, match="are too many to be proved"):
        eigenvalues(PROVING, two_links(10.0), within=130.0)


@pytest.mark.slow
@settings(max_examples=6)
@given(arms(), st.floats(-3.0, 5.0), st.floats(-2.0, 6.0), st.sampled_from([0.0, 0.01]))
def test_proofs_hold_what_float64_counts(arm, damping, stiffness, delay):
    drive = Drive(10.0**stiffness, 10.0 ** (damping - 1.0), delay=delay)
    joints = [replace(one.joint, drive=drive) if one.joint.turns else one.joint for one in arm.links]
    links = tuple(replace(one, joint=joint) for one, joint in zip(arm.links, joints, strict=True))
    with contextlib.suppress(TooFewModesError):
        agree(replace(arm, links=links), 4)


@pytest.mark.parametrize("backend", [Exact(), BeamFEM(10)], ids=names)
def test_a_delay_makes_modes_unstable_that_a_model_of_five_does_not_have(backend):
    brief = eigenvalues(backend, two_links(0.001), 8).eigenvalues
    np.testing.assert_array_equal(brief.real > 0.0, [False] * 5 + [True] * 3)
    longer = eigenvalues(backend, two_links(0.01), within=130.0)
    assert (len(longer.eigenvalues), longer.unstable, longer.passive) == (5, 10, False)
    assert longer.statement == "unstable: 10 eigenvalues with Re s > 0 in |s| < 130 rad/s"


def test_elements_converge_to_the_exact_eigenvalues_with_their_order():
    table = compare.eigenvalues(two_links(), [BeamFEM(n) for n in (5, 10)], 7)
    assert table.attrs["reference"] == "exact"
    study = compare.convergence(two_links(), BeamFEM(), [5, 10, 20], 7)
    for name, order in (("relative_error", "order"), ("damping_ratio_error", "damping_ratio_order")):
        np.testing.assert_allclose(study[order].values[0, 3:], 4.0, atol=0.3)
        coarse, medium, _ = np.abs(study[name].values[0, :, 5:])
        np.testing.assert_allclose(np.log2(coarse / medium), 4.0, atol=0.5)
    found = study.isel(backend=0, size=1)
    np.testing.assert_allclose(found.damping_ratio.values, table.damping_ratio.values[1], rtol=1e-9)
    legend = [text.get_text() for text in compare.plot_convergence(study.isel(mode=[4])).legends[0].get_texts()]
    assert legend[:3] == ["fem", "frequency", "damping ratio"]
    # A pair that is not damped has no error of its damping.
    held = compare.convergence(bar(Joint.locked(5.0, drive=Drive(1.0))), BeamFEM(), [1], 1)
    assert np.isnan(held.damping_ratio_error.values).all()
    assert held.damping_ratio.values == 0.0


def test_the_boundary_of_stability_is_where_an_eigenvalue_is_on_the_axis():
    # (2 + s) e^(−τs) = −3 s² at s = iω: 9 ω⁴ = 4 + ω², and τω is the lead of 2 + iω.
    omega = np.sqrt((1.0 + np.sqrt(145.0)) / 18.0)
    held, rates = bar(Joint.unlocked(drive=Drive(2.0, 1.0))), [0.2, 0.5, 0.8]
    table = compare.locus(held, {"joint1.drive.delay": rates}, Exact(), within=3.0)
    np.testing.assert_allclose(table.boundary.values, [[np.arctan2(omega, 2.0) / omega]], rtol=1e-11)
    np.testing.assert_allclose(table.boundary_angular_frequency.values, [[omega]], rtol=1e-11)
    assert table.boundary_unstable.values == [[1.0]]
    falling = compare.locus(held, {"joint1.drive.delay": rates[::-1]}, Exact(), within=3.0)
    np.testing.assert_allclose(falling.boundary.values, table.boundary.values, rtol=1e-12)
    assert falling.boundary_unstable.values == [[1.0]]


def test_in_space_dampers_act_about_their_axes():
    joint = Joint.unlocked(drive=Drive(2e4, 300.0))
    outer = Joint.locked(1e4, axis="y", damping=200.0)
    twist = {"torsional_rigidity": 2e4, "polar_inertia_per_length": 0.02, "rotary_inertia_per_length": 0.01}
    links = Link(3.0, 4.0, (2e5, 1e5), joint=joint, **twist), Link(2.0, 3.0, 1e5, joint=outer, angle=30.0, **twist)
    arm = Arm(
        Base.free(500.0, (40.0, 50.0, 60.0), (0.5, 0.0, 0.2)), links, Body(50.0, (2.0, 3.0, 4.0)), motion="spatial"
    )
    table = compare.eigenvalues(arm, [Exact(), BeamFEM(12)], 6)
    assert np.all(table.relative_error <= 2e-5)
    assert table.rigid_eigenvalues.values.tolist() == [12, 12]
    # In the plane and in space the same arm has the same eigenvalues, and others besides.
    plane = eigenvalues(Exact(), two_links(), 3).eigenvalues
    space = eigenvalues(Exact(), replace(two_links(), motion="spatial"), 8).eigenvalues
    assert all(np.min(np.abs(space - one)) <= 1e-11 * abs(one) for one in plane)


@settings(max_examples=8)
@given(arms(), st.floats(-3.0, 5.0), st.floats(-2.0, 6.0))
def test_passive_arms_have_no_root_on_the_right(arm, damping, stiffness):
    drive = Drive(10.0**stiffness, 10.0 ** (damping - 1.0))
    joints = [
        replace(one.joint, damping=10.0**damping, drive=drive) if one.joint.turns else one.joint for one in arm.links
    ]
    driven = replace(arm, links=tuple(replace(one, joint=joint) for one, joint in zip(arm.links, joints, strict=True)))
    for backend in (Exact(), BeamFEM(3)):
        try:
            found = eigenvalues(backend, driven, 3)
        except TooFewModesError:
            continue
        assert np.all(found.eigenvalues.real <= 1e-12 * np.abs(found.eigenvalues))
        assert (found.unstable, found.passive) == (0, True)


CANTILEVER = Link(2.0, 3.0, 100.0, joint=Joint.rigid())


@pytest.mark.parametrize("backend", BACKENDS, ids=names)
def test_a_damped_cantilever_has_the_roots_of_its_modes_polynomials(backend):
    omega = (np.array([1.875104068711961, 4.694091132974175]) / 2.0) ** 2 * np.sqrt(100.0 / 3.0)
    rtol = 1e-12 if backend.spec == "exact" else 1e-5
    damped = replace(CANTILEVER, stiffness_damping=2e-3, mass_damping=0.3)
    found = eigenvalues(backend, Arm(Base.fixed(), (damped,)), 2)
    wanted = [max(np.roots([1.0, 0.3 + 2e-3 * w**2, w**2]), key=lambda s: s.imag) for w in omega]
    np.testing.assert_allclose(found.eigenvalues, wanted, rtol=rtol)
    assert "nor is one with Re s > 0 anywhere" in found.statement
    lossy = Arm(Base.fixed(), (replace(CANTILEVER, loss_factor=0.1),))
    np.testing.assert_allclose(eigenvalues(backend, lossy, 2).eigenvalues, 1j * omega * np.sqrt(1.0 + 0.1j), rtol=rtol)
    # What moves without bending is slowed by viscous damping alone, and brought back by nothing.
    sliding = eigenvalues(backend, Arm(Base.guided(0.0, (0.0, 1.0)), (damped,)), 1)
    np.testing.assert_allclose(sliding.eigenvalues, [-0.3], rtol=1e-12)
    assert sliding.rigid == 1


@pytest.mark.slow
def test_backends_agree_on_links_that_damp_with_all_that_drives_them():
    damped = {"stiffness_damping": 1e-4, "mass_damping": 0.02, "loss_factor": 0.02}
    links = tuple(replace(link, **damped) for link in two_links(0.001).links)
    arm = replace(two_links(0.001), links=(links[0], replace(links[1], stiffness_damping=0.0)))
    assert arm.driven[:3] == ("link1.stiffness_damping", "link1.mass_damping", "link1.loss_factor")
    assert loads(dumps(arm)) == arm
    table = compare.eigenvalues(arm, BACKENDS[:2], 4)
    assert np.all(table.relative_error <= 3e-8)
    thick = {"axial_rigidity": 1e5, "shear_rigidity": 3e3, "rotary_inertia_per_length": 0.02, "mass_damping": 0.1}
    twist = {"torsional_rigidity": 80.0, "polar_inertia_per_length": 0.03, "stiffness_damping": 1e-3}
    link = replace(CANTILEVER, joint=Joint.locked(50.0, damping=1.0, axis="y"), **thick, **twist)
    held = Arm(
        Base.fixed(), (link, replace(link, angle=40.0, mass_damping=0.0)), Body(1.0, (0.2, 0.3, 0.4)), motion="spatial"
    )
    assert np.all(compare.eigenvalues(held, [Exact(), BeamFEM(8)], 4).relative_error <= 2e-3)
    free = replace(arm, base=Base.free(1000.0, 2000.0), links=tuple(replace(one, loss_factor=0.0) for one in arm.links))
    (exact, shapes) = (eigenvalues(backend, free, 5) for backend in BACKENDS[:2])
    np.testing.assert_allclose(shapes.eigenvalues, exact.eigenvalues, rtol=1e-7)
    assert exact.rigid == shapes.rigid == 3


def test_where_a_material_of_kelvin_and_voigt_has_infinitely_many_eigenvalues_none_are_told():
    arm = Arm(Base.fixed(), (replace(CANTILEVER, stiffness_damping=0.01),))
    for backend in BACKENDS[:2]:
        for asked in ({"within": 100.0}, {"count": 5}):
            with pytest.raises(QuestionError, match="infinitely many eigenvalues of the arm lie about -100 1/s"):
                eigenvalues(backend, arm, **asked)
    with pytest.raises(QuestionError, match=r"with link1.stiffness_damping its natural frequencies are complex"):
        Exact().modes(arm, 2)
    with pytest.raises(InputError, match="loss_factor: wanted a number that is not negative"):
        replace(CANTILEVER, loss_factor=-0.1)


def test_eigenvalues_on_supports_are_those_of_the_arm_that_they_hold():
    # A bar of 3 kg m² and 3 m on a damped hinge, its tip on a spring: 3 s² + 6 s + 9 k.
    sprung = replace(bar(Joint.unlocked(damping=6.0)), supports=(Support("link1.tip", ("along_y",), 5.0),))
    wanted = max(np.roots([3.0, 6.0, 45.0]), key=lambda s: s.imag)
    damped = tuple(replace(link, joint=Joint.unlocked(damping=3.0)) for link in two_links().links)
    free = Arm(Base.free(1000.0, 2000.0), damped, two_links().payload)
    cases = [
        (sprung, 1, 0),
        (replace(two_links(), supports=(Support("link2.tip", ("along_x",)),)), 3, 0),
        (replace(two_links(0.001), supports=(Support("link1.tip", ("along_x", "along_y"), 1e5),)), 3, 0),
        # Of five rigid-body motions a support leaves four, of which two are damped.
        (replace(free, supports=(Support("link2.tip", ("along_x",)),)), 3, 6),
    ]
    for arm, count, rigid in cases:
        proved = agree(arm, count)
        elements = eigenvalues(BeamFEM(10), arm, count)
        assert proved.rigid == elements.rigid == rigid
        np.testing.assert_allclose(elements.eigenvalues, proved.eigenvalues, rtol=1e-5)
    np.testing.assert_allclose(eigenvalues(Exact(), sprung, 1).eigenvalues, [wanted], rtol=1e-12)


@pytest.mark.parametrize("damping", [10.0, 100.0])
def test_a_dashpot_at_a_rods_end_has_the_roots_of_the_closed_form(damping):
    # u(0) = 0, EA u'(L) = −c s u(L): exp(2 s L/a) = (c − Z)/(c + Z), Z = √(EA m) = 40.
    rod = Link(3.0, 2.0, 1e9, joint=Joint.rigid(), axial_rigidity=800.0)
    arm = Arm(Base.fixed(), (rod,), supports=(Support("tip", ("along_x",), damping=damping),))
    roots = 10.0 / 3.0 * (np.log(complex((damping - 40.0) / (damping + 40.0))) + 2j * np.pi * np.arange(-2, 6))
    roots = roots[roots.imag >= 0.0]
    proved = agree(arm, 4)
    np.testing.assert_allclose(proved.eigenvalues, roots[np.argsort(np.abs(roots))][:4], rtol=1e-12)
    assert "nor is one with Re s > 0 anywhere" in proved.statement


@pytest.mark.slow
def test_a_matched_dashpot_leaves_a_rod_no_eigenvalue_and_none_are_made_up():
    rod = Link(3.0, 2.0, 1e9, joint=Joint.rigid(), axial_rigidity=800.0)
    arm = Arm(Base.fixed(), (rod,), supports=(Support("tip", ("along_x",), damping=40.0),))
    assert len(agree(arm, within=30.0).eigenvalues) == 0
    with pytest.raises(QuestionError, match="round-off leaves nothing of the arm's characteristic function as far"):
        eigenvalues(Exact(), arm, 1)


@pytest.mark.parametrize("backend", BACKENDS, ids=names)
def test_a_beam_with_a_dashpot_and_a_spring_at_its_tip_has_the_roots_of_its_determinant(backend):
    held = Support("tip", ("along_y",), 30.0, damping=12.0), Support("tip", ("about_z",), damping=3.0)
    arm = Arm(Base.fixed(), (Link(2.0, 1.5, 90.0, joint=Joint.rigid()),), supports=held)
    found = eigenvalues(backend, arm, 4).eigenvalues
    with mpmath.workdps(40):

        def determinant(s):
            k = (-mpmath.mpf(1.5) * s * s / 90) ** mpmath.mpf("0.25")
            c, h, a, b = mpmath.cos(2 * k), mpmath.cosh(2 * k), mpmath.sin(2 * k), mpmath.sinh(2 * k)
            # w = A (cos − cosh) + B (sin − sinh) of kx: EI w''' = (k + c s) w and EI w'' = −c s w' at the tip.
            force, couple = 30 + 12 * s, 3 * s
            rows = [
                [90 * k**3 * (a - b) - force * (c - h), -90 * k**3 * (c + h) - force * (a - b)],
                [-90 * k * k * (c + h) + couple * k * (-a - b), -90 * k * k * (a + b) + couple * k * (c - h)],
            ]
            return mpmath.det(mpmath.matrix(rows))

        wanted = [complex(mpmath.findroot(determinant, mpmath.mpc(complex(s)), tol=1e-60)) for s in found]
    rtol = {"exact": 1e-12, "fem:20": 1e-4}.get(backend.spec, 1e-5)
    np.testing.assert_allclose(found, wanted, rtol=rtol)


def resisted(drive=None):
    """Two links on a damped hinge, with dashpots to the ground, between sections and beside springs; or driven."""
    links = Link(3.0, 2.0, 500.0, joint=Joint.unlocked(damping=1.0)), Link(2.0, 2.0, 300.0, joint=Joint.locked(100.0))
    held = (
        Support("link1.tip", ("along_y", "about_z"), (50.0, 20.0), damping=(3.0, 1.0)),
        Support("tip", ("along_x",), damping=4.0, to="link1.tip"),
        Support("outer", ("along_y",), station=1.0, drive=drive or Drive(20.0, 3.0), axes="link"),
        Support("tip", ("about_z",)),
        Support("outer.root", ("along_x",), 900.0),
    )
    return Arm(Base.fixed(), (links[0], replace(links[1], angle=50.0, name="outer")), Body(2.0, 1.0), supports=held)


def test_dashpots_and_drives_of_supports_act_on_what_they_hold():
    arm = resisted(Drive(20.0, 3.0, actuator=Lag(0.1), delay=0.01))
    assert arm.driven == ("link1.joint.damping", "support1.damping", "support2.damping", "support3.drive")
    assert loads(dumps(arm)) == arm
    assert arm.undriven.driven == ()
    elements = eigenvalues(BeamFEM(8), arm, 4)
    np.testing.assert_allclose(elements.eigenvalues, agree(arm, 4).eigenvalues, rtol=1e-4)
    # A free arm keeps motions that nothing resists, twice, and those that dampers alone do, once.
    free = Arm(Base.free(10.0, 5.0), arm.links, arm.payload, supports=(Support("tip", ("along_y",), damping=4.0),))
    free = replace(free, links=tuple(replace(one, joint=one.joint.undriven) for one in free.links))
    assert agree(free, 3).rigid == eigenvalues(BeamFEM(4), free, 3).rigid == 7
    # Two on one motion act together.
    both = Support("tip", ("about_z",), 5.0, damping=1.0), Support("tip", ("about_z",), drive=Drive(2.0, 0.3))
    found = eigenvalues(Exact(), replace(bar(Joint.unlocked()), supports=both), 1)
    np.testing.assert_allclose(found.eigenvalues, [max(np.roots([3.0, 1.3, 7.0]), key=np.imag)], rtol=1e-13)
    # What is held already does not move a dashpot.
    still = replace(bar(Joint.locked(12.0)), supports=(Support("link1.root", ("along_x",), damping=5.0),))
    np.testing.assert_allclose(eigenvalues(Exact(), still, 1).eigenvalues, [2j], rtol=1e-13)


@pytest.mark.slow
def test_responses_with_dashpots_on_supports_are_one_over_time_over_frequency_and_in_states():
    arm, backend, rate = resisted(), BeamFEM(2), 1.7
    swings = frequency_response(backend, arm, [rate])
    values = (swings.real_part + 1j * swings.imaginary_part).values[0]
    inputs, outputs = map(list, (swings.input.values, swings.output.values))
    assert "support4_about_z" in inputs
    assert "support1_about_z" not in inputs
    system = state_space(backend, arm, modes=13)
    a, b, c, d = (system[name].values for name in "ABCD")
    states = c @ np.linalg.solve(1j * rate * np.eye(len(a)) - a, b) + d
    bodiless = [i for i, name in enumerate(inputs) if name != "support4_about_z"]
    size = np.max(np.abs(values), axis=1, keepdims=True)
    assert np.all(np.abs(states - values)[:, bodiless] <= 1e-9 * size)
    case = LoadCase(60.0, 6001, (TipForce("y", Harmonic(1.0, rate)),))
    moved = response(backend, arm, case, modes=13)
    late = moved.time.values[-1000:]
    basis = np.stack([np.sin(rate * late), np.cos(rate * late)], axis=1)
    for name in ("support1_force_along_y", "support2_force_along_x", "support4_couple_about_z", "base_moment"):
        swing = np.linalg.lstsq(basis, moved[name].values[-1000:])[0] @ [1.0, 1j]
        np.testing.assert_allclose(swing, values[outputs.index(name), inputs.index("payload_force_y")], rtol=1e-6)
    # In closed form all is the same that elements converge to; stresses and what rests on supports too.
    for kind in (arm, replace(arm, base=Base.free(10.0, 5.0))):
        both = [frequency_response(one, kind, [0.3, rate, 9.0]) for one in (Exact(), BeamFEM(12))]
        exact, fine = ((one.real_part + 1j * one.imaginary_part).values for one in both)
        told = [not name.endswith(("shear", "moment")) or name == "base_moment" for name in both[0].output.values]
        size = np.max(np.abs(exact), axis=0)
        assert np.all(np.abs(fine - exact)[:, told] <= (1e-3 * size + 1e-9)[told])
    for number, motion in ((1, "about_z"), (2, "along_x"), (3, "along_y")):
        with pytest.raises(InputError, match="what moves a dashpot's foot is not modelled"):
            response(backend, arm, replace(case, loads=(SupportMotion(number, motion, History.step(1.0)),)))


def test_dashpots_of_supports_are_keys_and_wrong_ones_are_refused():
    table = compare.locus(resisted(), {"support1.damping[0]": [3.0, 4.0]}, BeamFEM(2), 2)
    assert table["support1.damping[0]"].attrs["units"] == "N s/m or N m s/rad"
    for keys, told in {
        "damping = -1.0": "support1.damping: wanted a number that is not negative",
        "damping = [1.0, 2.0]": "support1.damping: wanted one number",
        "drive = { gain = 1.0 }": "an unknown key",
    }.items():
        with pytest.raises(InputError, match=told):
            loads(dumps(bar(Joint.locked(1.0))) + f'[[support]]\nsection = "tip"\nholds = ["along_y"]\n{keys}\n')


def geared(sensed, **drive):
    """A rigid bar of 3 kg m² behind a gear of 100:1, its spring and damper, and a rotor of 2 kg m² there."""
    return bar(Joint.unlocked(damping=0.7, drive=Drive(motor=Motor(2e-4, 50.0, 0.4, 100.0, sensed), **drive)))


@pytest.mark.parametrize("backend", [*BACKENDS[::2], Exact(certify=True)], ids=names)
@pytest.mark.parametrize("sensed", ["motor", "link"])
def test_a_motor_behind_its_gear_has_the_roots_of_its_polynomial(backend, sensed):
    for drive in ({}, {"derivative": 3.0}, {"proportional": 20.0, "derivative": 3.0, "actuator": Lag(0.2)}):
        # (I s² + c s + K) (J s² + K + d) = K², and where the link is felt J s² + K and K (K − d) in place of these.
        controller = np.poly1d([drive.get("derivative", 0.0), drive.get("proportional", 0.0)])
        below = np.poly1d([0.2, 1.0] if "actuator" in drive else [1.0])
        gear, motor, link = np.poly1d([0.4, 50.0]), np.poly1d([2.0, 0.0, 0.0]), np.poly1d([3.0, 0.7, 0.0])
        if sensed == "motor":
            whole = (link + gear) * ((motor + gear) * below + controller) - gear * gear * below
        else:
            whole = (link + gear) * (motor + gear) * below - gear * (gear * below - controller)
        roots = whole.roots
        wanted = np.array(sorted(roots[(roots.imag >= 0.0) & (np.abs(roots) > 1e-9)], key=lambda s: (abs(s), s.imag)))
        found = eigenvalues(backend, geared(sensed, **drive), len(wanted))
        np.testing.assert_allclose(found.eigenvalues, wanted, rtol=1e-12)
        assert found.rigid == (0 if "proportional" in drive else 1)
        assert found.passive == (sensed == "motor" and "actuator" not in drive)


def geared_links():
    """Two links behind elastic gears: a controller that feels its motor, and one that feels its link."""
    arm = two_links()
    inner = Drive(1e6, 2e3, delay=0.001, motor=Motor(0.05, 2e6, 50.0, 150.0))
    outer = Drive(1e6, 1e3, 10.0, actuator=Lag(0.01), delay=0.0005, motor=Motor(0.03, 1e6, 20.0, 100.0, "link"))
    links = zip(arm.links, (inner, outer), strict=True)
    return replace(arm, links=tuple(replace(link, joint=replace(link.joint, drive=drive)) for link, drive in links))


def test_motors_behind_elastic_gears_are_proved_and_have_margins():
    arm = geared_links()
    assert loads(dumps(arm)) == arm
    proved = agree(arm, 6)
    assert proved.unstable > 0
    np.testing.assert_allclose(eigenvalues(BeamFEM(12), arm, 6).eigenvalues, proved.eigenvalues, rtol=1e-7)
    # A rotor without inertia to speak of, on a spring that does not give, is no rotor.
    stiff = Motor(1e-9, 1e14)
    drive = replace(two_links().links[0].joint.drive, motor=stiff)
    plain = two_links()
    same = replace(
        plain, links=(replace(plain.links[0], joint=replace(plain.links[0].joint, drive=drive)), plain.links[1])
    )
    one, other = (eigenvalues(Exact(), each, 5).eigenvalues for each in (plain, same))
    np.testing.assert_allclose(other, one, rtol=1e-7)
    # L = d (1 + K G) / ((J s² + K) + K J s² G), the torque's way from motor to motor; d K G beside it to the link.
    for sensed in ("motor", "link"):
        (loop,) = margins(Exact(), geared(sensed, proportional=20.0, derivative=3.0), within=30.0).loops
        s = 1j * loop.phase_margin_frequency
        link, motor, gear = 1.0 / (3.0 * s * s + 0.7 * s), 2.0 * s * s, 50.0 + 0.4 * s
        felt = 1.0 + gear * link if sensed == "motor" else gear * link
        opened = (20.0 + 3.0 * s) * felt / (motor + gear + gear * motor * link)
        np.testing.assert_allclose(abs(opened), 1.0, rtol=1e-9)
        lag = np.degrees(np.angle(-opened))
        np.testing.assert_allclose(abs((lag + 180.0) % 360.0 - 180.0), loop.phase_margin, rtol=1e-8)


def test_motors_that_make_no_sense_are_refused():
    table = {"inertia = 0.0": "motor.inertia: wanted a positive", 'sensed = "lnik"': "did you mean link"}
    for keys, told in table.items():
        whole = "inertia = 1.0, " * (not keys.startswith("inertia")) + f"stiffness = 2.0, {keys}"
        text = dumps(bar(Joint.unlocked())).replace(
            'state = "unlocked"', f'state = "unlocked", drive = {{ motor = {{ {whole} }} }}'
        )
        with pytest.raises(InputError, match=told):
            loads(text)
    with pytest.raises(InputError, match=r"attitude\.motor: wanted nothing: what holds a base is no gear"):
        replace(Base.free(1.0, 1.0), attitude=Drive(1.0, motor=Motor(1.0, 2.0)))


@pytest.mark.parametrize("backend", [*BACKENDS[::2], Exact(certify=True)], ids=names)
def test_a_reaction_wheel_with_friction_has_the_roots_of_its_polynomial(backend):
    for spring, drive in ((12.0, {"derivative": 2.0}), (0.0, {"proportional": 5.0, "derivative": 2.0})):
        held = Support("tip", ("about_z",), drive=Drive(wheel=Wheel(4.0, 0.3), sensor=Lag(0.1), **drive))
        arm = replace(bar(Joint.locked(spring)), supports=(held,))
        assert loads(dumps(arm)) == arm
        # I s² φ + k φ = −J s² ψ and J s² ψ = d φ − c s (ψ − φ).
        controller, lag = np.poly1d([2.0, drive.get("proportional", 0.0)]), np.poly1d([0.1, 1.0])
        taken = np.poly1d([4.0, 0.0]) * (controller + np.poly1d([0.3, 0.0]) * lag)
        roots = (np.poly1d([3.0, 0.0, spring]) * np.poly1d([4.0, 0.3]) * lag + taken).roots
        wanted = np.array(sorted(roots[(roots.imag >= 0.0) & (np.abs(roots) > 1e-9)], key=lambda s: (abs(s), s.imag)))
        found = eigenvalues(backend, arm, len(wanted))
        np.testing.assert_allclose(found.eigenvalues, wanted, rtol=1e-11)
        # A bearing that gives momentum back holds no attitude.
        assert found.rigid == (0 if spring else 1)


@pytest.mark.slow
def test_a_wheel_damps_a_link_as_wiedemann_says_and_is_spun():
    # Wiedemann (2002) section 2.9: g = 2 β ω M/W'² on the section's rate, for 1 % and a wheel of 6.125 kg m².
    link = Link(14.0, 3.9786, 3e6, joint=Joint.locked(1e6))
    arm = Arm(Base.fixed(), (link,), Body(10000.0, 37500.0, 1.5))
    model = Exact().modes(arm, 1)
    omega, slope = float(model.angular_frequency[0]), float(model.rotation(1, [14.0])[0, 0, 0])
    gain = 0.02 * omega / slope**2
    held = Support("tip", ("about_z",), drive=Drive(derivative=gain, wheel=Wheel(6.125)))
    damped = replace(arm, supports=(held,))
    found = eigenvalues(Exact(), damped, 1).eigenvalues[0]
    np.testing.assert_allclose(-found.real / abs(found), 0.01, rtol=1e-2)
    case = LoadCase(60.0, 601, (TipForce("y", History.step(10.0)),))
    moved = response(Exact(), damped, case, modes=4)
    turned = moved.link1_tip_rotation.values
    speed = moved.support1_wheel_speed_about_z
    np.testing.assert_allclose(speed, gain / 6.125 * turned, atol=1e-6 * np.max(speed.values))
    np.testing.assert_allclose(moved.support1_wheel_torque_about_z, -moved.support1_couple_about_z, rtol=1e-12)
    # With friction the wheel is a state of its own, and its torque that of the frequency response.
    leaking = replace(arm, supports=(replace(held, drive=Drive(100.0, 10.0 * gain, wheel=Wheel(2.0, 0.5))),))
    case = LoadCase(400.0, 601, (TipForce("y", Harmonic(10.0, 1.5)),))
    moved, name = response(Exact(), leaking, case, modes=4), "support1_couple_about_z"
    told = frequency_response(Exact(), leaking, [1.5], ["payload_force_y"], [name], 4)
    wanted = np.imag((10.0 * (told.real_part + 1j * told.imaginary_part)).item() * np.exp(1.5j * moved.time.values))
    np.testing.assert_allclose(moved[name].values[500:], wanted[500:], atol=1e-3 * np.max(wanted))


@pytest.mark.parametrize(
    "drive",
    [
        Drive(200.0, 20.0, 30.0, actuator=Lag(0.05)),
        pytest.param(Drive(200.0, 20.0, motor=Motor(0.05, 4e3, 2.0, 5.0)), marks=pytest.mark.slow),
    ],
)
def test_drives_of_supports_move_an_arm_as_those_of_joints_do(drive):
    upper = Link(1.5, 2.0, 900.0, angle=40.0, joint=Joint.locked(300.0))
    lower = Link(2.0, 3.0, 2000.0, joint=Joint.unlocked(hub_inertia=0.4, drive=drive))
    arm = Arm(Base.fixed(), (lower, upper), Body(1.0, 0.1))
    free = replace(lower, joint=Joint.unlocked(hub_inertia=0.4))
    held = replace(arm, links=(free, upper), supports=(Support("link1.root", ("about_z",), drive=drive),))
    case = LoadCase(1.0, 21, (TipForce("y", History.step(5.0)),))
    for backend in (Exact(), BeamFEM(1)):
        joint, support = (response(backend, one, case, modes=4) for one in (arm, held))
        for name in joint.output.values:
            # Where a support holds an arm, elements have forces in links of their shapes, else of what is beyond.
            if backend == Exact() or "_root_" not in name:
                other = support["support1_couple_about_z" if name == "base_moment" else name].values
                assert np.max(np.abs(joint[name].values - other)) < 1e-10 * np.max(np.abs(other)), name
    assert np.isinf(support.left_out.sel(output="support1_couple_about_z"))


@pytest.mark.parametrize("backend", [Exact(), AssumedModes("legendre", 4), BeamFEM(1)])
def test_a_driven_pendulum_has_the_roots_of_its_polynomial(backend):
    """A stiff link, 8 kg m² and m g L/2 = 58.86 N m, upright, held by gains."""
    drive = Drive(300.0, 20.0, 50.0)
    link = Link(2.0, 3.0, 1e9, joint=Joint.unlocked(drive=drive))
    wanted = np.roots([8.0, 20.0, 300.0 - 58.86, 50.0])
    found = eigenvalues(backend, Arm(Base.fixed(), (link,), gravity=(-9.81, 0.0)), 2)
    np.testing.assert_allclose(found.eigenvalues, sorted(wanted[wanted.imag >= 0.0], key=abs), rtol=1e-6)
    assert found.rigid == 0
    fallen = Arm(Base.fixed(), (replace(link, joint=Joint.unlocked(drive=Drive(58.0, 5.0))),), gravity=(-9.81, 0.0))
    with pytest.raises(QuestionError, match=r"falls in 1 mode under gravity.*raise proportional gains"):
        eigenvalues(backend, fallen, 2)


HELD = Link(2.0, 3.0, 2000.0, joint=Joint.locked(500.0, damping=4.0))
PRESSED = Arm(Base.fixed(), (replace(HELD, axial_force=-150.0),), Body(1.0, 0.1))


@pytest.mark.parametrize("kind", ["pressed", pytest.param("others", marks=pytest.mark.slow)])
def test_backends_agree_on_driven_arms_under_static_loads(kind):
    drive = Drive(100.0, 2.0, sensor=Lag(0.02), delay=0.01)
    welded = replace(HELD, joint=Joint.rigid()), replace(HELD, joint=Joint.rigid(), angle=40.0)
    stand = Support("link2.tip", ("along_y",), stiffness=200.0, damping=8.0, drive=drive)
    body = Body(1.0, (0.1, 0.1, 0.1))
    others = (
        Arm(Base.fixed(), (HELD,), PRESSED.payload, spin_rate=6.0),
        Arm(Base.fixed(), welded, PRESSED.payload, gravity=(0.0, -9.81), supports=(stand,)),
        Arm(Base.fixed(), (HELD,), body, gravity=(9.81, 0.0, 0.0), motion="spatial"),
    )
    for arm in others if kind == "others" else (PRESSED,):
        exact, model = (eigenvalues(one, arm, 3) for one in (Exact(), AssumedModes("legendre", 14)))
        np.testing.assert_allclose(model.eigenvalues, exact.eigenvalues, rtol=1e-9, atol=1e-11)


def test_what_is_not_answered_of_driven_arms_under_static_loads_is_refused_by_name():
    with pytest.raises(QuestionError, match="counted in float64 and not proved; take exact"):
        eigenvalues(Exact(certify=True), PRESSED, 2)
    damped = replace(PRESSED, links=(replace(PRESSED.links[0], mass_damping=0.1),))
    with pytest.raises(QuestionError, match=r"links that damp do under link1.axial_force"):
        eigenvalues(Exact(), damped, 2)
    driven = replace(PRESSED, links=(replace(PRESSED.links[0], joint=Joint.locked(500.0, drive=Drive(9.0, 1.0))),))
    for ask in (
        lambda: margins(Exact(), driven, 2),
        lambda: response(BeamFEM(2), driven, LoadCase(1.0, 11)),
        lambda: frequency_response(BeamFEM(2), driven, [1.0]),
    ):
        with pytest.raises(QuestionError, match=r"is not modelled; remove the static loads"):
            ask()


@pytest.mark.parametrize(
    ("backend", "friction"), [(BeamFEM(4), 0.0), pytest.param(Exact(), 0.3, marks=pytest.mark.slow)], ids=str
)
def test_a_wheel_has_angle_speed_power_and_energy_and_its_limits_are_told(backend, friction):
    wheel = Wheel(2.0, friction, torque_limit=1.0, power_limit=1e9)
    held = Support("tip", ("about_z",), damping=4.0, drive=Drive(30.0, 25.0, wheel=wheel))
    base = replace(Base.free(500.0, 300.0), attitude=Drive(50.0, 30.0, wheel=Wheel(3.0)))
    arm = Arm(base, (CANTILEVER,), Body(20.0, 5.0), supports=(held,))
    case = LoadCase(2.0, 2001, (TipForce("y", History((0.0, 1.0), (5.0, -2.0))),), 0.001, Initial(payload_rate=0.1))
    moved = response(backend, arm, case, modes=2, static_correction=False)
    turns = moved.tip_absolute_rotation.values[:, 0], moved.base_turn.values
    for name, inertia, (spring, rate), drag, turn in zip(
        ("support1", "base"), (2.0, 3.0), ((30.0, 25.0), (50.0, 30.0)), (friction, 0.0), turns, strict=True
    ):
        torque, speed, angle, power, energy = (
            moved[f"{name}_wheel_{told}_about_z"].values for told in ("torque", "speed", "angle", "power", "energy")
        )
        took = spring * integrated(turn, moved.time.values) + (rate + drag) * (turn - turn[0]) - drag * angle
        np.testing.assert_allclose(inertia * speed, took, atol=2e-4 * np.max(np.abs(took)))
        np.testing.assert_allclose(angle, integrated(speed, moved.time.values), atol=1e-5 * np.max(np.abs(angle)))
        # What spins it becomes its energy.
        np.testing.assert_allclose(energy, integrated(power, moved.time.values), atol=1e-5 * np.max(energy))
        for values, told in ((torque, "torque"), (speed, "speed"), (angle, "angle"), (power, "power")):
            at = moved.sel(output=f"{name}_wheel_{told}_about_z")
            peak, largest = abs(at.peak.item()), np.max(np.abs(values))
            assert largest * (1.0 - 1e-9) <= peak <= largest * 1.001
            assert at.beyond.item() == 0.0
    limited = moved.sel(output="support1_wheel_torque_about_z")
    assert limited.limit.item() == 1.0
    assert "§ more than a wheel bears: support1_wheel_torque_about_z, at most 1 N m" in RESPONSES.text({"one": moved})
    # The same of a wheel that a load case has.
    plain = replace(arm, supports=(), base=Base.fixed())
    damper = Damper(25.0, link=1, wheel=Wheel(2.0, power_limit=7.0))
    case = replace(case, dampers=(damper,))
    assert loads_case(dumps_case(case)) == case
    other = replace(plain, supports=(replace(held, damping=None, drive=Drive(derivative=25.0, wheel=Wheel(2.0))),))
    one, same = response(backend, plain, case, modes=2), response(backend, other, replace(case, dampers=()), modes=2)
    for told in ("angle", "energy"):
        values = same[f"support1_wheel_{told}_about_z"].values
        np.testing.assert_allclose(one[f"damper1_wheel_{told}"], values, atol=1e-9 * np.max(np.abs(values)))
    with pytest.raises(InputError, match=r"wheel\.friction: wanted none"):
        Damper(25.0, link=1, wheel=Wheel(2.0, 0.1))
    with pytest.raises(InputError, match="power_limit: wanted a positive"):
        Wheel(2.0, power_limit=0.0)


def integrated(values, times):
    """The integral over time, by the trapezoidal rule."""
    return np.concatenate([[0.0], np.cumsum(0.5 * (values[1:] + values[:-1]) * np.diff(times))])


def test_a_delay_is_in_as_many_sections_as_its_states_are_of():
    # At 1e-5 s one section was counted as two by round-off.
    for delay in (1e-5, 7e-5, 3e-4):
        assert state_space(BeamFEM(2), two_links(delay), modes=3, static_correction=False).sizes["state"] == 18


def test_wheels_stand_where_a_body_turns_alone():
    wheel = Drive(1.0, 2.0, wheel=Wheel(3.0))
    for make, told in (
        (lambda: Joint.unlocked(drive=wheel), r"drive\.wheel: wanted nothing: in a joint a torque reacts"),
        (lambda: Support("tip", ("along_x",), drive=wheel), r"drive\.wheel: wanted nothing: a wheel turns"),
        (lambda: Support("tip", ("about_z",), to="link1.tip", drive=wheel), "it reacts against itself alone"),
        (lambda: replace(Base.free(1.0, 1.0), position=wheel), r"position\.wheel: wanted nothing: a wheel turns"),
        (lambda: replace(wheel, motor=Motor(1.0, 2.0)), "wheel: wanted nothing beside a motor"),
        (lambda: Wheel(0.0), "inertia: wanted a positive"),
    ):
        with pytest.raises(InputError, match=told):
            make()
    # A free base's attitude is held by one as by a thruster, but for friction.
    base = replace(Base.free(500.0, 300.0), attitude=replace(wheel, proportional=50.0, derivative=30.0))
    arm = Arm(base, (CANTILEVER,))
    plain = replace(arm, base=replace(base, attitude=replace(base.attitude, wheel=None)))
    one, other = (agree(each, 3) for each in (arm, plain))
    np.testing.assert_array_equal(one.eigenvalues, other.eigenvalues)
    # With friction, beside another wheel and a motor, zero is counted once more and not found once more.
    motor = Drive(10.0, 1.0, motor=Motor(0.2, 200.0, 0.5))
    leaking = replace(base, attitude=Drive(20.0, 8.0, wheel=Wheel(2.0, 0.3)))
    tip = Support("tip", ("about_z",), drive=Drive(derivative=0.5, wheel=Wheel(1.0)))
    arm = Arm(leaking, (replace(CANTILEVER, joint=Joint.locked(50.0, damping=0.2, drive=motor)),), supports=(tip,))
    proved, elements = agree(arm, 4), eigenvalues(BeamFEM(2), arm, 4)
    assert proved.rigid == elements.rigid == 5
    np.testing.assert_allclose(elements.eigenvalues, proved.eigenvalues, rtol=1e-2)


def test_general_joints_are_driven_in_each_of_their_freedoms():
    drive = Drive(2e4, 300.0, delay=0.002)
    link = Link(3.0, 4.0, 2e5, joint=Joint.locked(5e3, damping=20.0, drive=drive))
    arm = Arm(Base.fixed(), (link,), Body(50.0, 4.0))
    about = Freedom(5e3, damping=20.0, drive=drive)
    general = replace(arm, links=(replace(link, joint=Joint.general(about_z=about)),))
    assert loads(dumps(general)) == general
    assert general.driven == ("link1.joint.about_z.damping", "link1.joint.about_z.drive")
    for backend in (Exact(), BeamFEM(5)):
        one, other = (eigenvalues(backend, each, 5).eigenvalues for each in (arm, general))
        np.testing.assert_allclose(other, one, rtol=1e-11)
    along = replace(
        arm, links=(RigidLink(3.0, joint=Joint.general(along_x=Freedom(8.0, 1.0, 12.0)), mass=1.0),), payload=None
    )
    np.testing.assert_allclose(eigenvalues(Exact(), along, 2).eigenvalues, [-3 + 5**0.5, -3 - 5**0.5], rtol=1e-12)


def test_a_little_damping_shifts_frequencies_as_the_first_order_says():
    arm = example("shuttle-fixed-base")
    damped = replace(arm, links=tuple(replace(one, joint=replace(one.joint, damping=1e-6)) for one in arm.links))
    model = Exact().modes(arm, 5)
    shift = eigenvalues(Exact(), damped, 5).eigenvalues.real
    np.testing.assert_allclose(shift, -0.5e-6 * np.sum(model.joint_rotation**2, axis=1), rtol=1e-6)


def test_files_keep_drives_and_refuse_those_that_make_no_sense():
    arm = two_links(0.01, sensor=Lag(angular_frequency=50.0, damping_ratio=0.7), actuator=Lag(0.02))
    held = replace(
        Base.free(10.0, 2.0), attitude=Drive(1.0, integral=0.5), position=Drive(numerator=(1.0,), denominator=(2, 3))
    )
    for one in (arm, replace(arm, base=held)):
        assert loads(dumps(one)) == one
    assert loads(dumps(arm)).undriven.driven == ()
    text = dumps(bar(Joint.locked(1.0))).replace("stiffness = 1.0", "stiffness = 1.0, KEYS")
    wrong = {
        "damping = -1.0": "joint.damping: wanted a number that is not negative",
        "drive = { delay = -1.0 }": "joint.drive.delay: wanted a number that is not negative",
        "drive = { numerator = [1.0, 2.0, 3.0], denominator = [1.0, 2.0] }": "an improper transfer function",
        "drive = { numerator = [1.0], denominator = [0.0, 0.0] }": "the first of them not zero",
        "drive = { numerator = [], denominator = [1.0] }": "numerator: wanted .* one of them not zero",
        "drive = { numerator = [0.0], denominator = [1.0, 2.0] }": "what does nothing is no drive",
        "drive = { numerator = [1.0] }": "joint.drive.denominator: wanted the coefficients of both",
        "drive = { proportional = 1.0, numerator = [1.0], denominator = [1.0] }": "no gain beside",
        "drive = { proportional = 1.0, actuator = {} }": "joint.drive.actuator: wanted either time_constant",
        "drive = { gain = 1.0 }": "an unknown key",
        "drive = 3.0": "wanted a table such as",
    }
    for keys, told in wrong.items():
        with pytest.raises(InputError, match=told):
            loads(text.replace("KEYS", keys))
    with pytest.raises(InputError, match="damping: wanted nothing, for a joint that is rigid"):
        Joint("rigid", damping=1.0)


def test_other_questions_about_driven_arms_are_refused_by_name():
    arm, told = two_links(), r"with link1.joint.drive, link2.joint.drive its natural frequencies are complex"
    for ask in (
        lambda: Exact().modes(arm, 2),
        lambda: Exact(certify=True).modes(arm, 2),
        lambda: compare.frequencies(arm, BeamFEM(2), 2),
    ):
        with pytest.raises(QuestionError, match=told):
            ask()
    for wrong in ({}, {"count": 2, "within": 3.0}, {"count": 0}, {"within": -1.0}):
        with pytest.raises(InputError):
            eigenvalues(Exact(), arm, **wrong)
    with pytest.raises(QuestionError, match="600 are the most"):
        eigenvalues(BeamFEM(200), arm, 2)
    with pytest.raises(QuestionError, match="more eigenvalues below"):
        eigenvalues(Exact(), two_links(10.0), within=130.0)


def test_drives_beyond_float64_are_refused_and_the_shortest_delay_is_none():
    told = r"too far apart for float64 with link1\.joint\.drive; .* lock a joint that must not turn"
    for drive in (Drive(1e300), Drive(2.0, 1e300), Drive(numerator=(1.0, 1.0), denominator=(1e-300, 1.0))):
        with pytest.raises(QuestionError, match=told):
            eigenvalues(BeamFEM(2), bar(Joint.unlocked(drive=drive)), 1)
    beam = Link(2.0, 3.0, 1e4, joint=Joint.unlocked(drive=Drive(1e3, 40.0, delay=1e-12)))
    undelayed = replace(beam, joint=Joint.unlocked(drive=Drive(1e3, 40.0)))
    short, none = (eigenvalues(Exact(), Arm(Base.fixed(), (link,)), 4).eigenvalues for link in (beam, undelayed))
    np.testing.assert_allclose(short, none, rtol=1e-8)


def test_arrays_of_coefficients_are_their_numbers():
    given = Drive(numerator=np.array([1.0, 2.0]), denominator=np.array([1.0, 3.0]))
    assert given == Drive(numerator=(1.0, 2.0), denominator=(1.0, 3.0))


@pytest.mark.slow
def test_a_locus_meets_the_real_axis_where_the_closed_form_does_and_branches_keep_their_names():
    # 3 s² + c s + 5: roots meet at c = √60, and part along the axis, the one above to the left.
    rates = [0.0, 2.0, 5.0, 7.0, 9.0, 20.0]
    held = bar(Joint.locked(5.0, drive=Drive(derivative=1.0)))
    table = compare.locus(held, {"joint1.drive.derivative": rates}, Exact(), within=6.0)
    found = (table.real_part + 1j * table.imaginary_part).values[0]
    assert table["joint1.drive.derivative"].attrs["units"] == "N m s/rad"
    assert not np.any(table.reason.values != "")
    for rate, row in zip(rates, found, strict=True):
        fast, slow = sorted(np.roots([3.0, rate, 5.0]), key=lambda s: (s.real, -s.imag))
        wanted = [fast if abs(fast) < 6.0 else np.nan, slow]
        np.testing.assert_allclose(row, wanted, rtol=1e-9)
    # A delay in both loops: of eight branches each keeps near its frequency as it goes to the right, none missed.
    delays = np.linspace(0.0, 0.002, 5).tolist()
    both = {f"link{k}.joint.drive.delay": delays for k in (1, 2)}
    table = compare.locus(two_links(), both, BeamFEM(4), 8)
    np.testing.assert_allclose(table.imaginary_part.values[0] / table.imaginary_part.values[0, 0], 1.0, atol=0.02)
    assert np.all(np.diff(table.real_part.values[0], axis=0) > 0.0)
    spectrum = eigenvalues(BeamFEM(4), two_links(0.001), within=float(table.locus_radius[0, 0]))
    one = (table.real_part + 1j * table.imaginary_part).values[0, 2]
    np.testing.assert_allclose(one[np.argsort(np.abs(one))], spectrum.eigenvalues, rtol=1e-9)
    delay = float(table.boundary[0, 0])
    edge = eigenvalues(BeamFEM(4), two_links(delay), within=float(table.locus_radius[0, 0])).eigenvalues
    assert np.min(np.abs(edge.real / np.abs(edge))) < 1e-11
    assert table.boundary.sizes["crossing"] == np.sum(table.unstable.diff("link1.joint.drive.delay")) / 2
    assert table.unstable.values[0, 2] == spectrum.unstable > 0
    assert len(compare.plot_locus(table).axes) == 2
    for vary in (
        {},
        {"link1.joint.drive.delay": [0.0]},
        {**both, "payload.mass": [1.0, 2.0]},
        {"joints": ["10", "11"]},
    ):
        with pytest.raises(InputError, match=r"vary|key"):
            compare.locus(two_links(), vary, Exact(), 2)


@pytest.mark.parametrize("backend", BACKENDS, ids=names)
def test_frequency_responses_are_those_of_the_closed_form(backend):
    omega = [0.3, 1.0, 7.0]
    s = 1j * np.array(omega)
    held = Joint.locked(5.0, damping=0.6, drive=Drive(2.0, 0.1, actuator=Lag(0.2), delay=0.05))
    found = frequency_response(backend, bar(held), omega, ["joint1_torque"], ["joint1_rotation", "base_moment"])
    stiffness = 5.0 + 0.6 * s + (2.0 + 0.1 * s) * np.exp(-0.05 * s) / (1.0 + 0.2 * s)
    turned = 1.0 / (3.0 * s**2 + stiffness)
    given = (found.real_part + 1j * found.imaginary_part).values[:, :, 0].T
    np.testing.assert_allclose(given[0], turned, rtol=1e-12)
    # The base holds what accelerates the bar: rate of its angular momentum about the hinge.
    np.testing.assert_allclose(given[1], 3.0 * s**2 * turned, rtol=1e-12)


def test_truncated_models_converge_to_the_exact_frequency_response():
    omega, seen = np.geomspace(0.3, 300.0, 12), ["payload_deflection", "joint2_rotation", "link1_root_moment"]
    spatial = replace(two_links(0.001), motion="spatial")
    for arm, torques in ((two_links(0.001), ["joint1_torque", "base_acceleration_y"]), (spatial, ["joint2_torque"])):
        modal = [frequency_response(Exact(), arm, omega, torques, seen, modes) for modes in (12, 24, None)]
        few, more, whole = ((one.real_part + 1j * one.imaginary_part).values for one in modal)
        size = np.max(np.abs(whole), axis=0)
        assert np.all(np.max(np.abs(more - whole), axis=0) <= 1e-3 * size)
        assert np.all(np.max(np.abs(more - whole), axis=0) <= np.max(np.abs(few - whole), axis=0) + 1e-12 * size)
    # At a frequency of a link with its ends clamped nothing is lost, however near.
    link = two_links().links[0]
    clamped = 4.730040744862704**2 / link.length**2 * np.sqrt(link.flexural_rigidity / link.mass_per_length)
    near = [frequency_response(Exact(), two_links(0.001), [clamped * part], torques, seen) for part in (1.0, 1.00001)]
    np.testing.assert_allclose(*(np.hypot(one.real_part, one.imaginary_part).values for one in near), rtol=1e-3)
    table = compare.frequency_response(
        two_links(0.001), omega[:8], [BeamFEM(n) for n in (4, 8)], ["joint1_torque"], seen[:2]
    )
    coarse, fine = table.relative_error.values
    np.testing.assert_allclose(np.log2(coarse / fine)[4:], 4.0, atol=0.5)
    assert len(compare.plot_bode(table, "hz").axes) == 4
    ringing = Drive(1.0, sensor=Lag(angular_frequency=2.0, damping_ratio=0.0))
    with pytest.raises(
        QuestionError, match="at 2 rad/s the arm has a natural frequency that nothing damps, or a drive"
    ):
        frequency_response(
            Exact(), Arm(Base.fixed(), (Link(1.0, 1.0, 9.0, joint=Joint.locked(5.0, drive=ringing)),)), [2]
        )
    for wrong in ([], [0.0, 1.0], [2.0, 1.0], ["fast"]):
        with pytest.raises(InputError, match="angular_frequency"):
            frequency_response(Exact(), two_links(), wrong)


@pytest.mark.parametrize("kind", ["springs", "geared", "lag", "delay", "links"])
def test_motion_over_time_decays_as_the_eigenvalues_say(kind):
    drives = {"lag": {"actuator": Lag(1e-4), "integral": 1e4}, "delay": {"delay": 1e-4}}
    drives = drives.get("lag" if kind == "links" else kind, {})
    arm, backend = two_links(**drives), BeamFEM(1)
    if kind == "geared":
        links = [replace(one, joint=replace(one.joint, gear_inertia=40.0)) for one in arm.links]
        arm = replace(arm, links=tuple(links))
    if kind == "links":
        damped = (replace(arm.links[0], stiffness_damping=1e-5), replace(arm.links[1], mass_damping=0.02))
        arm = replace(arm, links=damped)
    every = backend.modes(arm.undriven, 1).unknowns
    # Integral action is no spring at rest.
    every -= 2 if "integral" in drives else 0
    case = LoadCase(30.0, 1501, (JointTorque(1, History.step(1e4), internal_couple=True),))
    moved = response(backend, arm, case, modes=every, static_correction=False)
    assert (loads(moved.attrs["arm_toml"]), moved.attrs["case_toml"]) == (arm, dumps_case(case))
    # Integral action has slow roots on the real axis besides.
    found = eigenvalues(backend, arm, 8 if "integral" in drives else 6).eigenvalues
    time, values = moved.time.values, moved.payload_deflection.values
    assert bool(moved.attrs["drives"]) == (kind == "delay")
    if kind in ("lag", "delay", "links"):
        np.testing.assert_allclose(moved.work_done.values, 1e4 * moved.joint1_rotation.values, rtol=1e-7, atol=1e-9)

    def left(s):
        both = np.exp(np.multiply.outer(time, s))
        basis = np.concatenate([np.ones((len(time), 1)), both.real, both.imag], axis=1)
        return np.linalg.norm(values - basis @ np.linalg.lstsq(basis, values)[0]) / np.linalg.norm(values)

    slow = int(np.argmin(np.where(found.imag > 0.0, np.abs(found), np.inf)))
    other = np.arange(len(found)) == slow
    assert left(found) < 1e-8
    assert left(found * np.where(other, 1.0001, 1.0)) > 1e-6
    assert left(found + np.where(other, 1e-3, 0.0)) > 1e-7


def test_a_drive_with_hardly_a_lag_is_a_spring_and_a_damper():
    # The same with dampers between modes, and with drives around them.
    backend, case = (
        BeamFEM(1),
        LoadCase(3.0, 201, (JointTorque(1, History.step(1e3)), TipForce("y", History.step(50.0)))),
    )
    for correct, modes in ((True, None), (False, 6)):
        held = response(backend, two_links(), case, modes=modes, static_correction=correct)
        driven = response(backend, two_links(actuator=Lag(1e-8)), case, modes=modes, static_correction=correct)
        for name in sorted(set(held.output.values) & set(driven.output.values)):
            largest = np.max(np.abs(held[name].values))
            np.testing.assert_allclose(driven[name].values, held[name].values, atol=1e-4 * largest, err_msg=name)
            peaks = (one.peak.sel(output=name).item() for one in (driven, held))
            np.testing.assert_allclose(*peaks, rtol=1e-4, err_msg=name)


def test_drives_with_states_move_an_arm_as_the_closed_form_says():
    # Two inertias, 3 and 1 kg m², on a spring of 20 N m/rad; a torque of 7 N m on the first from 0 on.
    drive = Drive(2.0, 1.0, 0.3, actuator=Lag(0.05), sensor=Lag(angular_frequency=20.0, damping_ratio=0.6))
    arm, case = bar(Joint.unlocked(drive=drive)), LoadCase(20.0, 201, (JointTorque(1, History.step(7.0)),))
    with pytest.raises(QuestionError, match="has no elastic mode"):
        response(Exact(), arm, case)
    # Over frequency rigid-body modes are enough: all that the torque does not turn, the drive gives back to the base.
    s = 1j * np.array([0.3, 2.0, 30.0])
    top, below = (np.polyval(one, s) for one in drive.transfer())
    for backend in (Exact(), BeamFEM(2)):
        told = frequency_response(backend, arm, s.imag, ["joint1_torque"], ["joint1_rotation", "base_moment"])
        turned, held = (told.real_part + 1j * told.imaginary_part).values[:, :, 0].T
        np.testing.assert_allclose(turned, below / (3.0 * s**2 * below + top), rtol=1e-12)
        np.testing.assert_allclose(held, 3.0 * s**2 * turned, rtol=1e-12)
    arm = replace(arm, links=(*arm.links, RigidLink(1.0, joint=Joint.locked(20.0))), payload=Body(0.0, 1.0))
    moved = response(Exact(), arm, case)
    top, below = (np.poly1d(one) for one in drive.transfer())
    spring, s = 20.0, np.poly1d([1.0, 0.0])
    determinant = s * ((3.0 * s**2 * below + top + spring * below) * (s**2 + spring) - spring**2 * below)
    poles = determinant.roots
    share = 7.0 * (below * (s**2 + spring))(poles) / determinant.deriv()(poles)
    wanted = np.real(np.exp(np.multiply.outer(moved.time.values, poles)) @ share)
    np.testing.assert_allclose(moved.joint1_rotation.values, wanted, atol=1e-9 * np.max(wanted))
    fine = response(Exact(), arm, replace(case, samples=20001)).joint1_rotation.values
    peak = moved.peak.sel(output="joint1_rotation").item()
    assert 0.0 <= peak / np.max(fine) - 1.0 < 1e-6
    fast = replace(drive, derivative=-50.0)
    links = (replace(arm.links[0], joint=Joint.unlocked(drive=fast)), arm.links[1])
    with pytest.raises(
        QuestionError, match=r"make it unstable, and its motion grows at .* 1/s, in 2000 s beyond float64"
    ):
        response(Exact(), replace(arm, links=links), replace(case, duration=2000.0))
    with pytest.raises(QuestionError, match="400 are the most; take fewer modes"):
        response(BeamFEM(2), two_links(0.1), case)


@pytest.mark.slow
def test_an_exported_system_has_the_eigenvalues_as_poles_and_the_frequency_response():
    backend, lag = BeamFEM(3), Lag(angular_frequency=500.0, damping_ratio=0.7)
    drive = Drive(1e6, 1e5, 1e4, actuator=Lag(0.01))
    held = shuttle(Joint.unlocked(drive=drive), Joint.locked(1e5, damping=1e3), attitude=Drive(1e4, 1e4))
    for arm, count in ((two_links(), 8), (geared_links(), 8), (two_links(0.002, sensor=lag), 6), (held, 5)):
        model = backend.modes(arm.undriven, 1)
        whole = model.unknowns - model.rigid_modes
        system = state_space(backend, arm, ["joint1_torque"], ["payload_deflection"], whole)
        poles, found = np.linalg.eigvals(system.A.values), eigenvalues(backend, arm, count).eigenvalues
        nearest = np.min(np.abs(poles[:, np.newaxis] - found), axis=0)
        assert np.all(nearest <= 1e-6 * np.abs(found))
        a, b, c, d = (system[name].values for name in "ABCD")
        omega = np.array([0.5, 5.0, 50.0])
        given = [(c @ np.linalg.solve(1j * one * np.eye(len(a)) - a, b) + d)[0, 0] for one in omega]
        wanted = frequency_response(backend, arm, omega, ["joint1_torque"], ["payload_deflection"])
        wanted = (wanted.real_part + 1j * wanted.imaginary_part).values[:, 0, 0]
        np.testing.assert_allclose(given, wanted, rtol=1e-6)
    control = pytest.importorskip("control")
    np.testing.assert_allclose(sorted(abs(control.poles(to_control(system)))), sorted(abs(poles)), rtol=1e-6, atol=1e-3)


def test_what_is_not_answered_where_links_damp_is_refused_by_name():
    arm = two_links()
    arm = replace(arm, links=(replace(arm.links[0], mass_damping=0.01), arm.links[1]))
    for ask in (
        lambda: state_space(Exact(), arm),
        lambda: margins(Exact(), arm, 2),
        lambda: compare.draw(arm, 1, BeamFEM(2)),
    ):
        with pytest.raises(QuestionError, match=r"its eigenvalues and responses|damping in links"):
            ask()
    shaken = LoadCase(1.0, 11, (BaseAcceleration("y", History.step(1.0)),))
    with pytest.raises(QuestionError, match="not answered where links have mass_damping and the base is moved"):
        response(Exact(), arm, shaken)
    held = replace(arm, supports=(Support("link2.tip", ("along_y",)),))
    with pytest.raises(QuestionError, match="not told by sums of modes; take exact, and no number of modes"):
        frequency_response(BeamFEM(2), held, [1.0], ["support1_along_y"], ["payload_deflection"])
    with pytest.raises(QuestionError, match="links damp and a support is moved"):
        response(Exact(), held, LoadCase(1.0, 11, (SupportMotion(1, "along_y", History.step(1.0)),)))
    lossy = replace(arm, links=(replace(arm.links[0], loss_factor=0.01), arm.links[1]))
    with pytest.raises(QuestionError, match=r"link1.loss_factor belongs to harmonic motion.*take stiffness_damping"):
        response(BeamFEM(2), lossy, LoadCase(1.0, 11))


DAMPING = {"stiffness_damping": 1e-3, "mass_damping": 0.3, "loss_factor": 0.05}


def test_links_that_damp_respond_as_the_closed_form_says():
    """A cantilever under a couple at its tip, of complex rigidity and mass; what holds it bears the moment."""
    arm = Arm(Base.fixed(), (Link(2.0, 3.0, 2000.0, joint=Joint.rigid(), **DAMPING),))
    s = 1j * np.array([1.0, 20.0, 60.0, 200.0])
    told = frequency_response(Exact(), arm, s.imag, ["link1_tip_couple"], ["link1_root_moment", "base_moment"])
    moment, held = (told.real_part + 1j * told.imaginary_part).values[:, :, 0].T
    b = 2.0 * (-(s**2) * 3.0 * (1.0 + 0.3 / s) / (2000.0 * (1.0 + 1e-3 * s + 0.05j))) ** 0.25
    np.testing.assert_allclose(moment, (np.cos(b) + np.cosh(b)) / (1.0 + np.cos(b) * np.cosh(b)), rtol=1e-12)
    np.testing.assert_allclose(held, -moment, rtol=1e-12)


@pytest.mark.parametrize("motion", ["planar", "spatial"])
def test_models_of_links_that_damp_respond_as_exact_does(motion):
    drive = Drive(100.0, 20.0, actuator=Lag(0.01))
    lower = Link(2.0, 3.0, 2000.0, joint=Joint.unlocked(drive=drive), **DAMPING)
    upper = Link(1.5, 2.0, 900.0, angle=40.0, joint=Joint.locked(300.0), axial_rigidity=4e4, loss_factor=0.1)
    stand = Support("link1.tip", ("along_x",), stiffness=50.0, damping=2.0)
    arm = Arm(Base.fixed(), (lower, upper), Body(1.0, 0.1), supports=(stand,), motion=motion)
    omega, inputs = [0.5, 3.0, 11.0, 40.0, 90.0], ["joint1_torque", "base_acceleration_y"]
    for held in (stand, Support("link2.tip", ("along_y",)))[: 1 + (motion == "planar")]:
        told = replace(arm, supports=(held,))
        # Motions, moments, shears, and the reactions of base and support; the base's motion is resisted, too.
        both = (frequency_response(one, told, omega, inputs) for one in (Exact(), AssumedModes("legendre", 14)))
        exact, legendre = ((one.real_part + 1j * one.imaginary_part).values for one in both)
        size = np.max(np.abs(exact), axis=0)
        assert np.max(np.abs(exact - legendre)[:, size > 1e-9 * np.max(size)] / size[size > 1e-9 * np.max(size)]) < 1e-8


@pytest.mark.parametrize(("backend", "modes", "within"), [(Exact(), 12, 1e-2), (BeamFEM(2), 9, 1e-7)])
def test_links_that_damp_swing_over_time_as_their_frequency_response_says(backend, modes, within):
    """A cantilever, whose modes decouple, and two links on a spring, whose modes do not, long after a force begins."""
    one = Link(2.0, 3.0, 2000.0, joint=Joint.rigid(), stiffness_damping=4e-3, mass_damping=6.0)
    other = replace(one, joint=Joint.locked(3e3), stiffness_damping=0.0)
    for links, count, close in (((one,), 4, max(within, 1e-2)), ((one, other), modes, within)):
        arm = Arm(Base.fixed(), links)
        moved = response(backend, arm, LoadCase(8.0, 81, (TipForce("y", Harmonic(1.0, 9.0), link=1),)), modes=count)
        seen = [name for name in moved.output.values if np.ptp(moved[name].values)]
        told = frequency_response(backend, arm, [9.0], ["link1_tip_force_y"], seen)
        wave = np.exp(9.0j * moved.time.values[70:])
        for name, part in zip(seen, (told.real_part + 1j * told.imaginary_part).values[0, :, 0], strict=True):
            left = np.abs(moved[name].values[70:] - np.imag(part * wave)) / np.abs(part)
            assert np.max(left) < close, name


def test_complex_modes_are_the_eigenvectors_and_are_drawn_at_two_instants():
    backend, arm = BeamFEM(3), two_links()
    model = backend.modes(arm.undriven, 1)
    system = state_space(backend, arm, modes=model.unknowns - model.rigid_modes).A.values
    values, vectors = np.linalg.eig(system)
    for number in (1, 4, 6):
        found = complex_mode(backend, arm, number)
        own = np.concatenate([weights for _, weights in found.parts])
        vector = vectors[: len(own), np.argmin(np.abs(values - found.eigenvalue))]
        product = abs(np.vdot(own, vector)) / np.linalg.norm(own) / np.linalg.norm(vector)
        np.testing.assert_allclose(product, 1.0, rtol=1e-8)
    few, many = (complex_mode(one, arm, 4) for one in (Exact(), BeamFEM(12)))
    lead = [abs(weights[:4] / weights[3]) for one in (few, many) for weights in (one.parts[1][1],)]
    np.testing.assert_allclose(*lead, rtol=1e-4)
    figure = compare.draw(arm, 4, backend)
    assert "eigenvalue 4: " in figure.axes[0].get_title(loc="left")
    assert "a quarter of a period on" in [text.get_text() for text in figure.legends[0].get_texts()]
    held = bar(Joint.unlocked(drive=Drive(derivative=6.0)))
    assert len(compare.animate_mode(held, 1, backend, 4).pictures) == 4


@pytest.mark.slow
def test_margins_of_an_unstable_loop_lack_phase():
    """P D I over 3 s² with a lag: the phase of L where its size is 1, beyond −180°."""
    (loop,) = margins(Exact(), bar(Joint.unlocked(drive=Drive(10.0, 2.0, 6.0, actuator=Lag(0.5)))), within=20.0).loops
    s = 1j * loop.phase_margin_frequency
    opened = (10.0 + 2.0 * s + 6.0 / s) / (0.5 * s + 1.0) / (3.0 * s * s)
    assert abs(opened) == pytest.approx(1.0, rel=1e-12)
    assert loop.phase_margin == pytest.approx(np.degrees(np.angle(-opened)), rel=1e-9)
    assert loop.phase_margin < -1.0


def test_margins_at_poles_of_a_beam_whose_ends_are_held():
    """Crossings are looked for where the receptance is a quotient of infinities."""
    drive = Drive(proportional=100.0, derivative=20.0)
    arm = Arm(Base.fixed(), (Link(2.0, 3.0, 2000.0, joint=Joint.unlocked(drive=drive)),))
    (loop,), (coarse,) = (margins(backend, arm, 12).loops for backend in (Exact(), BeamFEM(24)))
    assert loop.phase_margin == pytest.approx(coarse.phase_margin, rel=1e-5)
    assert np.isfinite([loop.phase_margin, loop.delay_margin, loop.modulus_margin]).all()


def test_margins_are_what_brings_an_eigenvalue_to_the_axis():
    # L = (2 + s) e^(−s/10) / 3 s².
    held = bar(Joint.unlocked(drive=Drive(2.0, 1.0, delay=0.1)))
    (loop,) = margins(Exact(), held, within=30.0).loops

    def opened(omega):
        return (2.0 + 1j * omega) * np.exp(-0.1j * omega) / (3.0 * (1j * omega) ** 2)

    np.testing.assert_allclose(abs(opened(loop.phase_margin_frequency)), 1.0, rtol=1e-12)
    crossed = opened(loop.phase_margin_frequency)
    np.testing.assert_allclose(loop.phase_margin, np.degrees(np.angle(-crossed)), rtol=1e-10)
    np.testing.assert_allclose(opened(loop.gain_margin_frequency), -1.0 / loop.gain_margin, rtol=1e-10)
    grid = np.abs(1.0 + opened(np.geomspace(0.1, 30.0, 200001)))
    np.testing.assert_allclose(loop.modulus_margin, np.min(grid), rtol=1e-8)
    assert (loop.drive, loop.gain_reduction) == ("link1.joint.drive", 0.0)

    # Of flexible arms the eigenvalues say so: with that much more delay, or gain, one is on the axis, and at no less.
    for backend in (Exact(), BeamFEM(6)):
        table = compare.margins(two_links(0.0003), backend, within=700.0).isel(backend=0, drive=1)
        arm = two_links(0.0003)
        drive = arm.links[1].joint.drive
        for part, on_axis in ((0.99, False), (1.0, True)):
            later = replace(drive, delay=drive.delay + part * float(table.delay_margin))
            links = arm.links[0], replace(arm.links[1], joint=replace(arm.links[1].joint, drive=later))
            found = eigenvalues(backend, replace(arm, links=links), within=700.0).eigenvalues
            assert (np.min(np.abs(found.real / np.abs(found))) < 1e-9) == on_axis
            nearest = found[np.argmin(np.abs(found.real))]
        np.testing.assert_allclose(abs(nearest), table.delay_margin_frequency, rtol=1e-9)
    with pytest.raises(QuestionError, match="has no drive whose loop could be opened"):
        margins(Exact(), bar(Joint.locked(5.0, damping=1.0)), 2)


def test_the_command_writes_tables_and_pairs(tmp_path, capsys):
    file = tmp_path / "arm.toml"
    file.write_text(dumps(two_links(0.001)), encoding="utf-8")
    assert main(["eigenvalues", str(file), "-b", "exact", "-b", "fem:4", "-n", "3"]) == 0
    page = capsys.readouterr().out
    assert "exact: no eigenvalue with Re s > 0 in |s| <" in page
    assert "-9.0538632e-06" in page
    assert main(["eigenvalues", str(file), "--within", "60", "--format", "json", "-o", str(tmp_path / "all.nc")]) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert result["backend"] == "exact"
    np.testing.assert_allclose(result["eigenvalues"][0], [-9.0538632e-06, 0.25449417], rtol=1e-7)
    assert len(result["eigenvalues"]) == 5
    assert result["seconds"] > 0.0
    assert "radius" not in result
    assert main(["eigenvalues", str(file), "--within", "60", "--certify", "--format", "json"]) == 0
    (proved,) = json.loads(capsys.readouterr().out)["results"]
    assert proved["backend"] == "exact:certify"
    assert len(proved["radius"]) == 5
    assert proved["statement"] == "proved: no eigenvalue with Re s ≥ 0 in |s| < 60 rad/s; beyond, nothing is known"
    assert main(["eigenvalues", str(file), "--certify", "-n", "2"]) == 0
    assert "proved ±" in capsys.readouterr().out
    locus = ["locus", str(file), "--vary", "joint2.drive.delay=0:0.01:3", "-b", "fem:4", "--within", "60"]
    assert main([*locus, "--plot", str(tmp_path / "locus.svg"), "--format", "json"]) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert main(["locus", str(file), "--vary", "joint2.drive.delay=0.001:0.002:2", *locus[4:]]) == 0
    assert "crosses the imaginary axis from left to right" in capsys.readouterr().out
    assert len(result["boundary"]) == 4
    converge = ["converge", str(file), "-b", "fem", "--sizes", "2,3", "-n", "2"]
    assert main(converge) == 0
    assert "frequency  damping ratio" in capsys.readouterr().out
    assert main(["advise", str(file), "-b", "fem", "--sizes", "2,3", "-n", "2"]) == 0
    assert "keeps frequency and damping ratio of the first 2 eigenvalues within 0.001" in capsys.readouterr().out
    assert main(["margins", str(file), "-b", "fem:4", "--within", "60"]) == 0
    assert "delay margin, s" in capsys.readouterr().out
    bode = ["respond", str(file), "--frequency", "0.1:9:5:log", "--from", "joint1_torque"]
    assert main([*bode, "--to", "payload_deflection", "--plot", str(tmp_path / "bode.svg")]) == 0
    assert "payload_deflection per joint1_torque, m per N m" in capsys.readouterr().out
    for words in (bode, [*bode, "--to", "payload_deflection", "--sizes", "3"], bode[:2]):
        assert main(words) == 2
    assert "wanted a load case's file, or --frequency" in capsys.readouterr().err
    assert main([*bode[:-1], "joint7_torque"]) == 2
    assert [line.split(":")[-2].strip() for line in capsys.readouterr().err.splitlines()] == ["--from", "--to"]
    assert [len(result["branches"]), result["unstable"]] == [5, [0, 8, 8]]


def test_too_many_eigenvalues_are_refused_before_anything_is_found(monkeypatch):
    monkeypatch.setattr("flexarm.closed_loop.eigenvalues.receptance", pytest.fail)
    slow = bar(Joint.unlocked(drive=Drive(2.0, 1.0, delay=0.7)))
    with pytest.raises(QuestionError, match="has more eigenvalues below 1000 rad/s than can be told"):
        eigenvalues(Exact(), slow, within=1e3)
    with pytest.raises(QuestionError, match=r"so many eigenvalues of .* want more than 1000 modes of the undamped arm"):
        eigenvalues(Exact(), bar(Joint.locked(12.0, damping=0.1)), 3000)
