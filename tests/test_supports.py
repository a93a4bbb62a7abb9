"""Arms on supports: closed forms, springs from soft to rigid, closed loops, redundancy, refusals, the page."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.linalg import eigh, null_space
from scipy.optimize import brentq

import compare
from compare.arm_text import as_explanation
from compare.cli import main
from compare.report.arm_facts import facts
from compare.studies.families import find_family
from exact import certify
from flexarm import (
    Arm,
    Base,
    Body,
    InputError,
    Joint,
    Link,
    LoadCase,
    RigidLink,
    Support,
    find_backend,
    frequency_response,
    response,
)
from flexarm.examples import example
from flexarm.files import dumps, loads
from flexarm.hand_over import matrices, state_space
from flexarm.load_cases import Harmonic, History, JointTorque, SupportMotion, TipForce, dumps_case, loads_case

from .frame_elements import Frame

WELDED, FREE = Joint.rigid(), Joint.unlocked()
BACKENDS = {"exact": 1e-12, "assumed_modes:legendre:16": 1e-9, "fem:24": 2e-5}
every_backend = pytest.mark.parametrize(("spec", "off"), BACKENDS.items())
FIXED = Base.fixed()
PAGE = (Path(__file__).parents[1] / "docs" / "supports.md").read_text(encoding="utf-8")


def unit(length: float = 1.0, **said) -> Link:
    return Link(length, 1.0, 1.0, **{"joint": WELDED, **said})


def omega(arm: Arm, count: int, spec: str = "exact") -> np.ndarray:
    return find_backend(spec).modes(arm, count).angular_frequency


def _three_spans(low: float, high: float) -> float:
    """β of three equal spans: the rotations over the inner supports, with the outer spans' far ends pinned."""

    def determinant(b: float) -> float:
        s, c, sh, ch = np.sin(b), np.cos(b), np.sinh(b), np.cosh(b)
        near, far = (s * ch - c * sh) / (1.0 - c * ch), (sh - s) / (1.0 - c * ch)
        return (2.0 * near - far**2 / near) ** 2 - far**2

    return brentq(determinant, low, high, xtol=1e-13)


def _mass_in_the_middle(b: float) -> float:
    """Of half a beam, clamped, with half of a mass of 1 where it neither turns nor is held."""
    z = 0.5 * b
    s, c, sh, ch = np.sin(z), np.cos(z), np.sinh(z), np.cosh(z)
    part = (sh + s) / (ch - c)
    return (sh - s) - part * (ch + c) + 0.5 * b * ((ch - c) - part * (sh - s))


# Beams of unit numbers: β of each case (Blevins 1979, table 8-1).
PINNED = Arm(FIXED, (unit(joint=FREE),), supports=(Support("tip", ("along_y",)),))
CASES = {
    "propped": (Arm(FIXED, (unit(),), supports=(Support("tip", ("along_y",)),)), [3.92660231, 7.06858275]),
    "clamped": (Arm(FIXED, (unit(),), supports=(Support("tip", ("along_y", "about_z")),)), [4.73004074, 7.85320462]),
    "sliding": (Arm(FIXED, (unit(),), supports=(Support("tip", ("about_z",)),)), [2.36502037, 5.49780392]),
    "a mass between clamps": (
        Arm(FIXED, (unit(0.5, tip=Body(1.0, 0.0)), unit(0.5)), supports=(Support("tip", ("along_y", "about_z")),)),
        [brentq(_mass_in_the_middle, 2.0, 4.7, xtol=1e-14), 7.85320462],
    ),
    "pinned": (PINNED, [np.pi, 2.0 * np.pi]),
    "on a base that is held": (
        Arm(
            Base.free(1.0, 0.0, (0.3, 0.0)),
            (unit(),),
            supports=(
                Support("link1.root", ("along_x", "along_y")),
                Support("tip", ("along_y",)),
                Support("link1.root", ("about_z",)),
            ),
        ),
        [3.92660231, 7.06858275],
    ),
    "three spans": (
        Arm(
            FIXED,
            (unit(3.0, joint=FREE, name="beam"),),
            supports=(
                Support("beam", ("along_y",), station=1.0),
                Support("beam", ("along_y",), station=2.0),
                Support("tip", ("along_y",)),
            ),
        ),
        [np.pi, _three_spans(3.5, 3.6), _three_spans(4.2, 4.4), 2.0 * np.pi],
    ),
    "at the end of its length": (
        Arm(FIXED, (unit(),), supports=(Support("link1", ("along_y",), station=1.0),)),
        [3.92660231, 7.06858275],
    ),
    "on an incline": (
        Arm(FIXED, (unit(angle=35.0),), supports=(Support("tip", ("along_x",), angle=125.0),)),
        [3.92660231, 7.06858275],
    ),
}


@every_backend
@pytest.mark.parametrize("case", CASES)
def test_closed_forms(case, spec, off):
    arm, beta = CASES[case]
    np.testing.assert_allclose(omega(arm, len(beta), spec), np.square(beta), rtol=max(off, 1e-8))


@every_backend
def test_a_portal_sways_or_not(spec, off):
    def feet(*supports: Support) -> Arm:
        return Arm(
            FIXED, (unit(angle=90.0, name="left"), unit(angle=-90.0, name="beam"), unit(angle=-90.0)), supports=supports
        )

    portal = feet(Support("tip", ("along_x", "along_y", "about_z")))
    loop = Arm(
        FIXED,
        (*portal.links[:2], unit(angle=90.0, parent="base", at=(1.0, 0.0), name="right")),
        supports=(Support("right.tip", ("along_x", "along_y", "about_z"), to="beam.tip"),),
    )
    found = omega(portal, 4, spec)
    # The symmetric mode is that of half of it, whose middle neither moves along nor turns.
    still = Arm(FIXED, (unit(angle=90.0), unit(0.5, angle=-90.0)), supports=(Support("tip", ("along_x", "about_z")),))
    np.testing.assert_allclose(found[1], omega(still, 1, spec)[0], rtol=max(off, 1e-9))
    np.testing.assert_allclose(omega(loop, 4, spec), found, rtol=1e-10)
    np.testing.assert_allclose(found[0], 3.204573086917, rtol=max(off, 1e-11))


def test_a_loop_closed_elsewhere_is_proved_the_same():
    interval, _ = certify(example("portal"), omega(example("portal"), 2).tolist())
    low, high = float(interval.lower), float(interval.upper)
    scale = np.sqrt(5600.0 / 6.28)
    assert low <= 3.204573086917229 * scale * (1.0 + 1e-12)
    assert high >= 3.204573086917229 * scale * (1.0 - 1e-12)


# --- springs


def sprung(stiffness: float | None) -> Arm:
    return Arm(
        Base.free(2.0, 1.0, (0.1, 0.2)),
        (unit(), unit(angle=40.0, joint=Joint.locked(0.5))),
        Body(1.0, 0.1, 0.3),
        supports=(
            Support("link1.root", ("along_x", "along_y"), stiffness),
            Support("tip", ("along_y",), stiffness),
            Support("link1.tip", ("about_z", "along_y"), (3.0, 0.1)),
        ),
    )


@pytest.mark.parametrize(
    "stiffness",
    [pytest.param(1e-6, marks=pytest.mark.slow), 1.0, pytest.param(1e6, marks=pytest.mark.slow), 1e14, None],
)
def test_springs_of_any_stiffness_keep_their_digits(stiffness):
    arm = sprung(stiffness)
    proved = omega(arm, 4, "exact:certify")
    np.testing.assert_allclose(omega(arm, 4), proved, rtol=1e-12)
    np.testing.assert_allclose(omega(arm, 4, "assumed_modes:legendre:16"), proved, rtol=1e-11)
    np.testing.assert_allclose(omega(arm, 4, "fem:60"), proved, rtol=1e-6)


def test_a_spring_is_that_of_a_textbook_and_comes_to_the_rigid_limit():
    def end(stiffness: float | None) -> Arm:
        return Arm(FIXED, (unit(),), supports=(Support("tip", ("along_y",), stiffness),))

    for spec in ("exact", "assumed_modes:legendre:14"):
        for stiffness in (0.1, 30.0):
            b = np.sqrt(omega(end(stiffness), 1, spec)[0])
            s, c, sh, ch = np.sin(b), np.cos(b), np.sinh(b), np.cosh(b)
            assert b**3 * (1.0 + c * ch) == pytest.approx(stiffness * (c * sh - s * ch), rel=1e-9)
        np.testing.assert_allclose(omega(end(1e15), 3, spec), omega(end(None), 3, spec), rtol=1e-11)
        np.testing.assert_allclose(omega(end(1e-16), 3, spec), omega(Arm(FIXED, (unit(),)), 3, spec), rtol=1e-13)


@every_backend
def test_a_rigid_bar_on_springs_and_what_is_left_rigid(spec, off):
    bar = Arm(
        Base.free(2.0, 0.5),
        (RigidLink(1.0, joint=WELDED),),
        supports=(Support("link1.root", ("along_y",), 3.0), Support("tip", ("along_y",), 5.0)),
    )
    stiffness, mass = np.array([[8.0, 5.0], [5.0, 5.0]]), np.diag([2.0, 0.5])
    expected = np.sqrt(np.linalg.eigvals(np.linalg.solve(mass, stiffness)))
    model = find_backend(spec).modes(bar, 2)
    np.testing.assert_allclose(model.angular_frequency, np.sort(expected), rtol=1e-12)
    assert model.rigid_modes == 1
    # More springs than coordinates.
    lever = RigidLink(1.0, mass=1.0, joint=Joint.locked(1.0))
    more = Arm(FIXED, (lever,), supports=(Support("tip", ("along_x", "along_y", "about_z"), 3.0),))
    np.testing.assert_allclose(omega(more, 1, spec), np.sqrt(21.0), rtol=1e-13)


# --- rigid-body modes, mechanisms, redundancy


@every_backend
def test_a_four_bar_has_one_mechanism(spec, off):
    model = find_backend(spec).modes(example("four-bar"), 3)
    assert model.rigid_modes == 1
    np.testing.assert_allclose(model.angular_frequency, omega(example("four-bar"), 3), rtol=off)


@every_backend
def test_a_portal_in_space_with_pinned_feet_swings_about_their_line(spec, off):
    def bar(angle: float) -> Link:
        return Link(
            1.0, 1.0, (1.0, 1.3), joint=WELDED, angle=angle, torsional_rigidity=0.8, polar_inertia_per_length=0.01
        )

    portal = Arm(
        Base.free(0.0, 0.0),
        (bar(90.0), bar(-90.0), bar(-90.0)),
        motion="spatial",
        supports=(
            Support("link1.root", ("along_x", "along_y", "along_z")),
            Support("tip", ("along_x", "along_y", "along_z")),
        ),
    )
    model = find_backend(spec).modes(portal, 3)
    assert model.rigid_modes == 1
    np.testing.assert_allclose(
        model.angular_frequency, [1.32634382, 1.66800568, 8.42314543], rtol=max(off, 1e-8) * 10.0
    )


def test_what_is_held_already_is_said_and_changes_nothing():
    arm = CASES["propped"][0]
    more = replace(
        arm,
        supports=(
            *arm.supports,
            Support("tip", ("along_x", "along_y")),
            Support("tip", ("along_y",), 5.0),
            Support("link1.root", ("about_z",), 1e3),
        ),
    )
    assert np.array_equal(omega(more, 3), omega(arm, 3))
    told = " ".join(as_explanation(more).split())
    assert "support 2 tip: along_x, along_y in the base's axes; held already: along_x, along_y" in told
    assert "support 4 link1.root: about_z by 1000 in the base's axes; held already: about_z" in told


@every_backend
def test_what_links_hold_already_changes_nothing_where_lengths_cancel_but_for_round_off(spec, off):
    lever = RigidLink(0.7, mass=1.0, joint=WELDED, angle=40.0)
    arm = Arm(FIXED, (unit(), lever))
    held = replace(arm, supports=(Support("tip", ("along_y", "about_z"), to="link1.tip"),))
    np.testing.assert_allclose(omega(held, 3, spec), omega(arm, 3, spec), rtol=1e-13)
    # A triangle of rigid bars that ends where it begins, on a spring.
    bars = [RigidLink(1.0, mass=1.0, joint=WELDED, angle=angle) for angle in (7.0, 120.0, 120.0)]
    bars[0] = replace(bars[0], joint=Joint.locked(100.0))
    triangle = Arm(FIXED, tuple(bars), supports=(Support("tip", ("along_x", "along_y")),))
    # Each bar's twelfth, and those of their centres: 1/4 of two, 3/4 of the third.
    np.testing.assert_allclose(omega(triangle, 1, spec), np.sqrt(100.0 / 1.5), rtol=1e-13)


def test_the_order_of_supports_changes_nothing():
    arm = sprung(2.0)
    other = replace(arm, supports=arm.supports[::-1])
    for spec in BACKENDS:
        np.testing.assert_allclose(omega(other, 4, spec), omega(arm, 4, spec), rtol=1e-12)


def test_shapes_obey_the_supports_and_are_orthogonal():
    arm = CASES["three spans"][0]
    for spec in ("exact", "assumed_modes:legendre:12"):
        model = find_backend(spec).modes(arm, 4)
        for link in (1, 2, 3):
            moved = model.translation(link, [1.0])[:, 1, 0]
            assert np.max(np.abs(moved)) < 1e-8
        x, weights = np.polynomial.legendre.leggauss(24)
        shapes = np.concatenate([model.translation(k, 0.5 * (x + 1.0))[:, 1] for k in (1, 2, 3)], axis=1)
        np.testing.assert_allclose(shapes @ (np.tile(0.5 * weights, 3) * shapes).T, np.eye(4), atol=1e-8)


# --- files, names, refusals


def test_a_support_along_a_link_cuts_it_and_a_file_says_the_same():
    arm = CASES["three spans"][0]
    assert arm.link_names == ("beam_1", "beam_2", "beam")
    assert [support.section for support in arm.supports] == ["beam_1.tip", "beam_2.tip", "tip"]
    assert loads(dumps(arm)) == arm
    assert loads(dumps(sprung(3.0))) == sprung(3.0)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ({"section": "boom.tip"}, "support1.section: wanted one of tip, link1.root, link1.tip, got 'boom.tip'"),
        ({"section": "link1", "station": 2.0}, "from 0 to its length, 1.0 m, got 2.0"),
        ({"section": "link1", "station": 0.5}, "a station along a link with a name"),
        ({"holds": ("along_z",)}, "motions of an arm in the plane: along_x, along_y, about_z, got ['along_z']"),
        ({"to": "link1.tip"}, "support1.to: wanted another section than the one that is held, got 'link1.tip'"),
        ({"to": "link2.tip"}, "support1.to: wanted one of tip, link1.root, link1.tip, or nothing for the ground"),
    ],
)
def test_what_cannot_be_held_is_refused(said, text):
    with pytest.raises(InputError) as caught:
        Arm(FIXED, (unit(),), supports=(Support(**{"section": "tip", "holds": ("along_y",), **said}),))
    assert text in str(caught.value)


def test_faults_of_a_support_are_named_in_a_file():
    with pytest.raises(InputError) as caught:
        loads(dumps(PINNED).replace('holds = ["along_y"]', 'holds = ["yy"]\nstiffness = -1.0\naxes = "tip"'))
    for text in (
        "support1.holds1: wanted one of along_x",
        "support1.stiffness: wanted a positive",
        'wanted "base" or "link"',
    ):
        assert text in str(caught.value)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ((1, "along_x"), "load1.motion: wanted one that support 1 holds: along_y, got 'along_x'"),
        ((3, "along_y"), "load1.support: wanted a support's number, 1 to 2, got 3"),
        ((2, "along_x"), "other supports do not hold already (flexarm check), got along_x of support 2"),
    ],
)
def test_a_motion_that_no_support_holds_is_refused(said, text):
    arm = replace(CASES["propped"][0], supports=(*CASES["propped"][0].supports, Support("tip", ("along_x",))))
    with pytest.raises(InputError) as caught:
        response(find_backend("exact"), arm, LoadCase(1.0, 10, (SupportMotion(*said, History.step(1.0)),)))
    assert text in str(caught.value)


# --- responses


@pytest.mark.parametrize("spec", ["exact", "assumed_modes:legendre:6", "fem:3"])
def test_gains_at_rest_are_those_of_textbooks(spec):
    # A propped cantilever of unit numbers, its support raised by one; and with a spring of stiffness 6 under it.
    rigid, spring = (replace(CASES["propped"][0], supports=(Support("tip", ("along_y",), k),)) for k in (None, 6.0))
    expected = {
        "support1_force_along_y": 3.0,
        "base_force_y": -3.0,
        "base_moment": -3.0,
        "link1_root_moment": 3.0,
        "link1_tip_rotation": 1.5,
        "link1_tip_deflection": 1.0,
    }
    for arm, factor in ((rigid, 1.0), (spring, 2.0 / 3.0)):
        found = state_space(find_backend(spec), arm, ["support1_along_y"], list(expected), 2, damping=0.01)
        gain = found.D.values[:, 0] - found.C.values @ np.linalg.solve(found.A.values, found.B.values[:, 0])
        np.testing.assert_allclose(gain, factor * np.array(list(expected.values())), rtol=1e-9)
    # A couple at its end turns that by L/(4 EI).
    turned = compare.flexibility(rigid, find_backend(spec)).whole.values[0]
    np.testing.assert_allclose(turned, [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.25]], atol=1e-11)


def test_modes_pull_at_supports_as_their_shapes_say():
    for name in ("propped", "clamped"):
        arm, _ = CASES[name]
        pulls = []
        for spec in ("exact", "assumed_modes:legendre:16"):
            model = find_backend(spec).modes(arm, 3)
            shear, moment = model.shear_force(1, [1.0])[:, 0], model.bending_moment(1, [1.0])[:, 0]
            pulls.append(model.support_force)
            np.testing.assert_allclose(pulls[-1][:, 0], shear, rtol=1e-9 if spec == "exact" else 1e-4)
            if name == "clamped":
                np.testing.assert_allclose(pulls[-1][:, 1], -moment, rtol=1e-9 if spec == "exact" else 1e-5)
            assert model.effective_mass_total == pytest.approx([0.0, 1.0, 1.0 / 3.0], abs=1e-12)
        # Forces are as good as frequencies, where shapes' third derivatives are not.
        np.testing.assert_allclose(pulls[1], pulls[0], rtol=1e-9)
    # Bodies that supports hold have no part in it.
    held = replace(CASES["propped"][0], payload=Body(5.0, 0.0))
    assert find_backend("exact").modes(held, 1).effective_mass_total[1] == pytest.approx(1.0)


def framed(length: float, angle: float, **said) -> Link:
    terms = {"axial_rigidity": 400.0, "torsional_rigidity": 4.0, "polar_inertia_per_length": 0.05}
    return Link(length, 2.0, (3.0, 5.0), angle=angle, **{"joint": WELDED, **terms, **said})


FRAMED = Arm(
    FIXED,
    (
        framed(1.0, 70.0, name="a"),
        framed(1.2, -50.0, joint=Joint.rigid(axis="y")),
        framed(
            0.9,
            -60.0,
            joint=Joint.locked(6.0, axis=(0.0, 1.0, 1.0)),
            tip=Body(0.7, (0.05, 0.06, 0.07), (0.1, 0.05, 0.0)),
        ),
    ),
    motion="spatial",
    supports=(
        Support("tip", ("along_x", "about_y"), angle=20.0),
        Support("a.tip", ("along_z",), 6.0),
        Support("tip", ("along_z",), 5.0, to="a.tip"),
    ),
)
SWING = Harmonic(1.0, 1.3)
DRIVEN = {
    "pushed": TipForce((1.0, -2.0, 0.5), SWING, 2),
    "held end moved": SupportMotion(1, "along_x", SWING),
    "held end turned": SupportMotion(1, "about_y", SWING),
    "foot moved": SupportMotion(2, "along_z", SWING),
}


@pytest.mark.parametrize(
    "name",
    ["held end moved", *(pytest.param(one, marks=pytest.mark.slow) for one in DRIVEN if one != "held end moved")],
)
def test_a_structure_in_space_answers_as_an_independent_frame_does(name):
    load, times = DRIVEN[name], np.linspace(0.0, 3.0, 16)
    frame = Frame(replace(FRAMED, supports=()), 2)
    tips, c, s = frame.tips, np.cos(np.radians(20.0)), np.sin(np.radians(20.0))
    # What is held: the end along x and about y of axes turned by 20° about z; a's tip along z; the end along z beside
    # it, as if a's tip carried it.
    carried = tips[0].beyond(tips[2].at - tips[0].at)
    held = np.array(
        [
            [c, s, 0.0, 0.0, 0.0, 0.0] @ tips[2].rows,
            [0.0, 0.0, 0.0, -s, c, 0.0] @ tips[2].rows,
            tips[0].rows[2],
            tips[2].rows[2] - carried.rows[2],
        ]
    )
    given = np.zeros(4)
    if isinstance(load, SupportMotion):
        given[["held end moved", "held end turned", "foot moved"].index(name)] = 1.0
    force = frame.force(load)[0] if name == "pushed" else np.zeros(frame.count)
    border = np.block([[np.zeros((frame.count,) * 2), held.T], [held, -np.diag([0.0, 0.0, 1.0 / 6.0, 1.0 / 5.0])]])

    def moved(square: float, forces: np.ndarray, imposed: np.ndarray) -> np.ndarray:
        whole = border.copy()
        whole[: frame.count, : frame.count] = frame.stiffness - square * frame.mass
        return np.linalg.solve(whole, np.concatenate([forces, imposed]))

    # The steady swing, and the modes by which it starts from rest.
    swing, free = moved(SWING.angular_frequency**2, force, given), null_space(held[:2])
    springs = frame.stiffness + held[2:].T @ np.diag([6.0, 5.0]) @ held[2:]
    squares, shapes = eigh(free.T @ springs @ free, free.T @ frame.mass @ free)
    modes = free @ shapes
    pulls = np.linalg.lstsq(held[:2].T, frame.mass @ modes * squares - springs @ modes, rcond=None)[0]
    whole = np.concatenate([modes, pulls, np.diag([6.0, 5.0]) @ held[2:] @ modes])
    start = (modes.T @ frame.mass @ swing[: frame.count]) * SWING.angular_frequency / np.sqrt(squares)
    expected = np.outer(swing, np.sin(SWING.angular_frequency * times))
    expected -= whole * start @ np.sin(np.outer(np.sqrt(squares), times))
    found = response(find_backend("fem:2"), FRAMED, LoadCase(3.0, 16, (load,)), modes=len(squares))
    for k, tip in enumerate(tips):
        shift, turn = np.split(tip.rows @ expected[: frame.count], 2)
        np.testing.assert_allclose(found.tip_displacement[:, k].values.T, shift, atol=1e-8)
        np.testing.assert_allclose(found.tip_rotation[:, k].values.T, turn, atol=1e-8)
    names = ["support1_force_along_x", "support1_couple_about_y", "support2_force_along_z", "support3_force_along_z"]
    reactions = np.array([found[one].values for one in names])
    np.testing.assert_allclose(reactions, -expected[frame.count :], atol=2e-7)
    # What base and supports exert, but for the load, is the rate of momentum; the one between two sections is inner.
    accelerated = -(SWING.angular_frequency**2) * np.outer(swing, np.sin(SWING.angular_frequency * times))
    accelerated += (whole * start * squares) @ np.sin(np.outer(np.sqrt(squares), times))
    rate = (frame.momenta @ accelerated[: frame.count])[:3]
    ground = np.array([[c, s, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]])
    pushed = np.outer(load.component, SWING(times)) if name == "pushed" else 0.0
    base = np.array([found[f"base_force_{axis}"].values for axis in "xyz"])
    np.testing.assert_allclose(base + ground.T @ reactions + pushed, rate, atol=1e-6 * np.max(np.abs(base)))


# Springs whose motions depend on one another, and on rigid supports: equilibrium does not say how they share a load.
BAR = RigidLink(2.0, mass=2.0, joint=FREE, name="a")
SHORT = RigidLink(1.0, mass=1.0, joint=Joint.locked(40.0), angle=40.0, name="b")
SHARED = {
    "as many as the arm has motions": (
        (BAR, SHORT),
        Support("b.tip", ("along_x", "along_y", "about_z"), (300.0, 200.0, 20.0), angle=60.0),
        Support("a.root", ("along_x",), 90.0),
    ),
    "stiff and soft": (
        (BAR, SHORT),
        Support("a.tip", ("along_y", "about_z"), (1e10, 3e10)),
        Support("b.tip", ("along_x", "along_y"), (50.0, 1e-3), angle=40.0),
        Support("a.tip", ("along_x",)),
        Support("b.tip", ("about_z", "along_y"), (2e10, 3e3)),
    ),
    "a flexible link": (
        (replace(unit(2.0, name="a"), flexural_rigidity=50.0), SHORT),
        Support("b.tip", ("along_x", "along_y"), (300.0, 200.0), angle=60.0),
        Support("a.tip", ("along_x", "along_y", "about_z"), (90.0, 10.0, 3.0)),
        Support("b.tip", ("along_y",)),
    ),
    "in space": (
        (replace(BAR, joint=WELDED), replace(SHORT, joint=FREE)),
        Support("b.tip", ("along_x", "along_y", "along_z", "about_z"), (30.0, 20.0, 40.0, 6.0), angle=20.0),
        Support("a.tip", ("along_x", "along_z", "about_x", "about_y", "about_z"), (9.0, 8.0, 7.0, 6.0, 5.0)),
        Support("a.tip", ("along_y",)),
    ),
}


@pytest.mark.parametrize("spec", ["exact", "assumed_modes:legendre:8", pytest.param("fem:12", marks=pytest.mark.slow)])
@pytest.mark.parametrize("case", SHARED)
def test_a_spring_bears_as_it_moves_and_all_that_acts_is_the_rate_of_momentum(case, spec):
    links, *supports = SHARED[case]
    arm = Arm(
        Base.free(5.0, 2.0), links, Body(1.0, 0.1), motion=("planar", "spatial")[case == "in space"], supports=supports
    )
    push, foot = Harmonic(0.02, 3.0), Harmonic(1e-4, 2.0)
    loads = (TipForce("y", push), SupportMotion(1, supports[0].holds[0], foot))
    # Springs that are stiff swing quickly.
    found = response(find_backend(spec), arm, LoadCase(0.002 if case == "stiff and soft" else 0.2, 101, loads))
    times, (bases, shifts) = (
        found.time.values,
        (found[f"{one}_displacement"].values for one in ("base", "tip_absolute")),
    )
    turns, total = found.tip_absolute_rotation.values, np.outer(push(times), [0.0, 1.0, 0.0])
    borne = {name: found[name].values for name in map(str, found.output.values) if name.startswith("support")}
    most = max(np.max(np.abs(own)) for own in borne.values())
    for number, support in enumerate(arm.supports, 1):
        c, s = np.cos(np.radians(support.angle)), np.sin(np.radians(support.angle))
        axes, k = {"x": [c, s, 0.0], "y": [-s, c, 0.0], "z": [0.0, 0.0, 1.0]}, "ab".index(support.section[0])
        for motion, spring in zip(support.holds, support.springs, strict=True):
            kind, axis = motion.split("_")
            name = f"support{number}_{ {'along': 'force', 'about': 'couple'}[kind] }_{motion}"
            if kind == "along":
                total += np.outer(borne[name], axes[axis])
                moved = bases if support.section.endswith("root") else shifts[:, k]
                moved = moved @ np.array(axes[axis])[: moved.shape[1]]
            else:
                moved = turns[:, k] @ axes[axis] if arm.spatial else turns[:, k]
            given = foot(times) if (number, motion) == (1, supports[0].holds[0]) else 0.0
            if spring is not None:
                off = 1e-9 * most + 1e-13 * spring * np.max(np.abs(moved))
                np.testing.assert_allclose(borne[name], -spring * (moved - given), atol=off)
    if case in ("as many as the arm has motions", "in space"):
        # Fourth differences of the momentum of bodies and bars.
        ends = np.concatenate([bases[:, np.newaxis], shifts], axis=1)
        carried = 5.0 * bases + ends[:, :2].sum(axis=1) + 0.5 * ends[:, 1:].sum(axis=1) + ends[:, -1]
        weights, step = np.array([-1.0, 16.0, -30.0, 16.0, -1.0]) / 12.0, times[1]
        rate = sum(w * carried[j : len(carried) - 4 + j] for j, w in enumerate(weights)) / step**2
        np.testing.assert_allclose(total[2:-2, : rate.shape[1]], rate, atol=1e-5 * most)


@pytest.mark.parametrize("name", ["four-bar", "portal", "two-arms-one-payload"])
def test_matrices_leave_out_what_supports_hold(name):
    arm = example(name)
    for spec in ("fem:3", "assumed_modes:legendre:4"):
        formed, model = matrices(find_backend(spec), arm, modes=3), find_backend(spec).modes(arm, 3)
        mass, _, stiffness = formed.dense()
        squares = eigh(stiffness, mass, eigvals_only=True)[model.rigid_modes :][:3]
        np.testing.assert_allclose(np.sqrt(squares), model.angular_frequency, rtol=1e-7)
        assert len(formed.coordinates) == len(mass) < model.unknowns


def test_backends_agree_on_a_response_with_a_support_moved():
    arm = example("four-bar")
    case = LoadCase(
        0.5, 11, (JointTorque(1, Harmonic(5.0, 4.0)), SupportMotion(1, "along_x", Harmonic(0.01, 9.0))), damping=0.01
    )
    found = [response(find_backend(spec), arm, case, modes=8) for spec in ("exact", "assumed_modes:legendre:12")]
    for name in ("tip_absolute_displacement", "joint1_rotation", "support1_force_along_x", "base_force_x"):
        one, other = (dataset[name].values for dataset in found)
        np.testing.assert_allclose(other, one, atol=1e-4 * np.max(np.abs(one)))


@pytest.mark.parametrize(("spec", "off"), [("exact", 1e-12), ("assumed_modes:legendre:20", 1e-7)])
def test_a_support_that_swings_bears_what_the_beams_receptance_says(spec, off):
    # Of a cantilever's tip (Bishop and Johnson 1960), with a body on the support beside; and through a spring.
    arm, omega = replace(CASES["propped"][0], payload=Body(5.0, 0.0)), np.array([2.0, 9.0, 40.0])
    b = np.sqrt(omega)
    c, s, ch, sh = np.cos(b), np.sin(b), np.cosh(b), np.sinh(b)
    stiffness = -(b**3) * (1.0 + c * ch) / (c * sh - s * ch) - 5.0 * omega**2
    through = 1.0 / (1.0 / 30.0 + 1.0 / stiffness)
    for held, expected in ((None, stiffness), (30.0, through)):
        one = replace(arm, supports=(Support("tip", ("along_y",), held),))
        asked = ["support1_along_y"], ["support1_force_along_y"]
        found = frequency_response(find_backend(spec), one, omega, *asked).real_part.values[:, 0, 0]
        np.testing.assert_allclose(found, expected, rtol=off)


def test_frequency_responses_in_closed_form_are_those_of_all_modes():
    links = (unit(joint=Joint.locked(5.0, damping=0.1), angle=30.0, tip=Body(1.0, 0.2)), unit(0.7, angle=-50.0))
    supports = (Support("tip", ("along_x",)), Support("link1.tip", ("along_y",), 7.0, axes="link"))
    arm = Arm(FIXED, links, payload=Body(2.0, 0.1, 0.3), supports=supports)
    one, other = (
        frequency_response(find_backend(spec), arm, [0.7, 6.0]) for spec in ("exact", "assumed_modes:legendre:16")
    )
    for part in ("real_part", "imaginary_part"):
        size = np.max(np.abs(one[part].values), axis=0, keepdims=True)
        np.testing.assert_allclose(other[part].values, one[part].values, atol=1e-6 * np.max(size))
    assert {"support1_force_along_x", "support2_force_along_y", "base_moment"} <= set(one.output.values.tolist())


def test_a_sweep_over_keys_of_supports():
    arm = replace(
        CASES["propped"][0], supports=(Support("tip", ("along_y", "about_z"), 2.0), Support("tip", ("along_x",)))
    )
    found = compare.sweep(
        arm, {"support1.stiffness[1]": [2.0, 50.0], "support1.angle": [0.0, 30.0]}, compare.Frequencies(2)
    )
    assert found["support1.stiffness[1]"].attrs["units"] == "N/m or N m/rad"
    for stiffness in (2.0, 50.0):
        swept = found.angular_frequency.sel({"support1.stiffness[1]": stiffness, "support1.angle": 30.0})
        held = Support("tip", ("along_y", "about_z"), (2.0, stiffness), angle=30.0)
        np.testing.assert_allclose(swept, omega(replace(arm, supports=(held, arm.supports[1])), 2), rtol=1e-12)
    for key, text in (
        ("support3.stiffness", "wanted a key that begins with one of base, link1, payload, support1, support2,"),
        ("support1.station", "a flexible one is cut where a support holds it"),
        ("support1.stifness", "did you mean stiffness?"),
    ):
        with pytest.raises(InputError) as caught:
            compare.sweep(arm, {key: [1.0, 2.0]})
        assert text in str(caught.value)


@pytest.mark.parametrize("spec", BACKENDS)
def test_soft_supports_leave_the_cantilever_and_stiff_ones_clamp_it(spec):
    """Of a link that is clamped at both ends, frequencies are poles of its dynamic stiffness."""
    family = find_family("support-stiffness")
    free, clamped = family.arm(0.0), replace(family.arm(1.0), supports=(Support("tip", ("along_y", "about_z")),))
    assert not free.supports
    np.testing.assert_allclose(omega(family.arm(1e-14), 3, spec), omega(free, 3, spec), rtol=1e-12)
    np.testing.assert_allclose(omega(family.arm(1e14), 3, spec), omega(clamped, 3, spec), rtol=1e-11)


@pytest.mark.slow
def test_a_report_of_an_arm_on_supports():
    report = compare.arm_report(CASES["propped"][0], count=1)
    assert not report.missing
    assert report.frequencies.angular_frequency.values[:, 0] == pytest.approx(3.92660231**2, rel=1e-6)
    assert list(report.modes.held_motion.values) == ["support1_along_y"]
    told = facts(report)
    assert told["Where formulations run out of digits"][0].startswith("3 of 3 keep")
    assert told["What looks wrong"] == ["nothing"]


def test_a_load_case_that_moves_a_support_is_written_and_read():
    case = LoadCase(1.0, 10, (SupportMotion(2, "along_y", History((0.0, 1.0), (0.0, 0.1), "linear")),))
    assert loads_case(dumps_case(case)) == case
    with pytest.raises(InputError, match="motion: wanted one of along_x"):
        SupportMotion(1, "y", History.step(1.0))


@pytest.mark.parametrize(
    ("number", "command"),
    [(1, "compare beam.toml -n 4"), (2, "buckling column.toml --scale axial_force -b assumed_modes:legendre:12")],
)
def test_the_page_is_what_commands_print(number, command, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    name = command.split()[1]
    assert f"flexarm {command}\n" in PAGE
    text = PAGE.split({1: "```toml\n", 2: f"# {name}\n"}[number])[1]
    Path(name).write_text(text.split("```")[0], encoding="utf-8")
    assert main(command.split()) == 0
    rows = [
        line.split()[:3] for line in capsys.readouterr().out.splitlines() if line.split()[:1] in (["1"], ["2"], ["3"])
    ]
    table = PAGE.split("```text\n")[number].split("```")[0]
    assert rows == [line.split()[:3] for line in table.splitlines() if line.split()[:1] in (["1"], ["2"], ["3"])]


@pytest.mark.parametrize("spec", ["exact", "exact:certify"])
def test_many_arms_whose_supports_hold_nothing_more_are_solved(spec):
    arms = [
        Arm(FIXED, (Link(1.0, 1.0, rigidity, joint=WELDED),), supports=(Support("link1.root", ("along_y",)),))
        for rigidity in (1.0, 4.0)
    ]
    found = find_backend(spec).frequencies_of(arms, 2)
    assert found.angular_frequency[1] == pytest.approx(2.0 * found.angular_frequency[0], rel=1e-13)
    assert found.angular_frequency[0] == pytest.approx(omega(arms[0], 2, spec), rel=1e-14)
