"""Static loads of arms on supports: columns and frames in closed form, an independent program, weights, refusals."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from scipy.linalg import eigh
from scipy.optimize import brentq

from flexarm import Arm, Base, Body, Joint, Link, QuestionError, RigidLink, Support, find_backend

WELDED, FREE, FIXED = Joint.rigid(), Joint.unlocked(), Base.fixed()
BACKENDS = {"exact": 1e-12, "assumed_modes:legendre:16": 1e-11, "fem:24": 2e-5}
RITZ = list(BACKENDS)[1:]
every_backend = pytest.mark.parametrize(("spec", "off"), BACKENDS.items())


def unit(length: float = 1.0, **said) -> Link:
    return Link(length, 1.0, 1.0, **{"joint": WELDED, **said})


def held(*links: Link | RigidLink, holds: tuple[str, ...] = ("along_y",), **said) -> Arm:
    return Arm(FIXED, links, supports=(Support("tip", holds),), **said)


def pushed(arm: Arm, thrust: float) -> Arm:
    links = [replace(link, axial_force=-thrust * link.axial_force) for link in arm.links]
    return replace(arm, links=tuple(links))


def portal(joint: Joint, *holds: str, **said) -> Arm:
    """Feet at (0, 0) and (1, 0), each column under a thrust of 1."""
    column = {"axial_force": 1.0, "angle": 90.0, "joint": joint}
    across, down = unit(angle=-90.0), unit(angle=-90.0, axial_force=1.0)
    return held(unit(**column), across, down, holds=holds, **said)


ENDS = ("along_x", "along_y", "about_z")
# Thrusts at which columns and a square frame buckle (Timoshenko and Gere 1961, 2.1 to 2.4).
TANGENT = brentq(lambda z: np.tan(z) - z, 4.4, 4.6) ** 2
PINNED = held(unit(joint=FREE, axial_force=1.0))
BUCKLE = {
    "pinned": (PINNED, np.pi**2),
    "clamped, pinned": (held(unit(axial_force=1.0)), TANGENT),
    "clamped": (held(unit(axial_force=1.0), holds=ENDS), 4.0 * np.pi**2),
    "clamped, guided": (held(unit(axial_force=1.0), holds=("about_z",)), np.pi**2),
    "pinned feet": (portal(FREE, "along_x", "along_y"), brentq(lambda z: z * np.tan(z) - 6.0, 1.0, 1.5) ** 2),
    "clamped feet": (portal(WELDED, *ENDS), brentq(lambda z: z / np.tan(z) + 6.0, 2.0, 3.0) ** 2),
}


@pytest.mark.parametrize("spec", BACKENDS)
@pytest.mark.parametrize("case", BUCKLE)
def test_columns_and_frames_buckle_where_textbooks_say(case, spec):
    arm, thrust = BUCKLE[case]
    backend = find_backend(spec)
    assert [backend.unstable(pushed(arm, part * thrust)) for part in (1.0 - 1e-5, 1.0 + 1e-5)] == [0, 1]


# At a quarter of the thrust that buckles it the arm alone, without its support, is at an edge of its own.
@every_backend
@pytest.mark.parametrize("thrust", [-40.0, 0.25 * np.pi**2])
def test_a_pinned_column_under_thrust_is_a_textbook(spec, off, thrust):
    model, waves = find_backend(spec).modes(pushed(PINNED, thrust), 3), np.pi * np.arange(1, 4)
    np.testing.assert_allclose(model.angular_frequency, np.sqrt(waves**4 - thrust * waves**2), rtol=off * 10)


@every_backend
def test_beyond_its_thrust_it_grows_as_a_textbook_says(spec, off):
    arm, waves = pushed(PINNED, 15.0), np.pi * np.arange(1, 4)
    squares = waves**4 - 15.0 * waves**2
    backend = find_backend(spec)
    np.testing.assert_allclose(backend.growth_rates(arm), np.sqrt(-squares[:1]), rtol=off)
    np.testing.assert_allclose(backend.modes(arm, 2).angular_frequency, np.sqrt(squares[1:]), rtol=off)


def test_at_a_load_where_the_arm_alone_is_neutral_elements_keep_their_digits():
    # Half of a clamped column, its other end free, buckles at π².
    arm, fem = pushed(BUCKLE["clamped"][0], np.pi**2), find_backend("fem:48")
    near = pushed(BUCKLE["clamped"][0], np.pi**2 * (1.0 + 1e-9))
    np.testing.assert_allclose(fem.modes(arm, 3).angular_frequency, fem.modes(near, 3).angular_frequency, rtol=1e-9)


def frame(nodes: list[tuple[float, float]], fixed: list[int], gravity: float, masses: dict[int, float]) -> np.ndarray:
    """ω² of beams of unit numbers, node to node: textbook elements that stretch a little, under the tension of rest."""
    parts, stiff = 24, 1e7
    count = (len(nodes) - 1) * parts + 1
    size = 3 * count
    stiffness, mass, load, elements = np.zeros((size, size)), np.zeros((size, size)), np.zeros(size), []
    for k, (one, other) in enumerate(pairwise(nodes)):
        way = np.subtract(other, one) / parts
        l, (c, s) = np.hypot(*way), way / np.hypot(*way)
        turn = np.kron(np.eye(2), np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]))
        bent = np.array([[12, 6 * l, -12, 6 * l], [6 * l, 4 * l**2, -6 * l, 2 * l**2]])
        bent = np.vstack([bent, -bent[:1], [6 * l, 2 * l**2, -6 * l, 4 * l**2]]) / l**3
        own = np.array([[156, 22 * l, 54, -13 * l], [22 * l, 4 * l**2, 13 * l, -3 * l**2]])
        own = np.vstack([own, [54, 13 * l, 156, -22 * l], [-13 * l, -3 * l**2, -22 * l, 4 * l**2]]) * l / 420
        pulled = np.array([[36, 3 * l, -36, 3 * l], [3 * l, 4 * l**2, -3 * l, -(l**2)]])
        pulled = np.vstack([pulled, -pulled[:1], [3 * l, -(l**2), -3 * l, 4 * l**2]]) / (30 * l)
        across, along = np.ix_([1, 2, 4, 5], [1, 2, 4, 5]), np.ix_([0, 3], [0, 3])
        k_e, m_e, n_e = np.zeros((3, 6, 6))
        k_e[across], m_e[across], n_e[across] = bent, own, pulled
        k_e[along], m_e[along] = stiff / l * np.array([[1, -1], [-1, 1]]), l / 6 * np.array([[2, 1], [1, 2]])
        weight = -gravity * np.array([s, c])
        f_e = l * np.array(
            [weight[0] / 2, weight[1] / 2, weight[1] * l / 12, weight[0] / 2, weight[1] / 2, -weight[1] * l / 12]
        )
        for j in range(k * parts, (k + 1) * parts):
            at = slice(3 * j, 3 * j + 6)
            stiffness[at, at] += turn.T @ k_e @ turn
            mass[at, at] += turn.T @ m_e @ turn
            load[at] += turn.T @ f_e
            elements.append((at, turn, n_e, stiff / l))
    for node, heavy in masses.items():
        at = 3 * node * parts
        mass[at, at] += heavy
        mass[at + 1, at + 1] += heavy
        load[at + 1] -= heavy * gravity
    free = np.setdiff1d(np.arange(size), [k if k >= 0 else size + k for k in fixed])
    rest = np.zeros(size)
    rest[free] = np.linalg.solve(stiffness[np.ix_(free, free)], load[free])
    for at, turn, n_e, pull in elements:
        moved = turn @ rest[at]
        stiffness[at, at] += pull * (moved[3] - moved[0]) * turn.T @ n_e @ turn
    return eigh(stiffness[np.ix_(free, free)], mass[np.ix_(free, free)], eigvals_only=True)[:4]


SLANT = [(0.0, 0.0), (0.0, 1.0), (np.cos(np.radians(20.0)), 1.0 + np.sin(np.radians(20.0)))]
SQUARE = [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)]
CLAMPED = held(unit(angle=90.0), unit(angle=-70.0), holds=ENDS)
LOPSIDED = replace(pushed(portal(FREE, "along_x", "along_y"), 0.0), name="portal")
LOPSIDED = replace(
    LOPSIDED, links=(LOPSIDED.links[0], replace(LOPSIDED.links[1], tip=Body(2.0, 0.0)), LOPSIDED.links[2])
)
# Arms, the frame's nodes, what it holds, weights; a frame whose second leg is slanted, whose supports push back aslant.
FRAMES = {
    "slant": (CLAMPED, SLANT, [0, 1, 2, -3, -2, -1], 20.0, {}),
    "slant, buckled": (CLAMPED, SLANT, [0, 1, 2, -3, -2, -1], 60.0, {}),
    "portal": (LOPSIDED, SQUARE, [0, 1, -3, -2], 0.7, {2: 2.0}),
    "hanging clamped": (
        held(unit(angle=-90.0), holds=ENDS),
        [(0.0, 0.0), (0.0, -1.0)],
        [0, 1, 2, -3, -2, -1],
        50.0,
        {},
    ),
}


ROUGH = ("slant, buckled", "portal")


@pytest.mark.parametrize("name", [pytest.param(k, marks=[pytest.mark.slow] if k in ROUGH else []) for k in FRAMES])
def test_frames_under_their_weight_are_those_of_an_independent_program(name):
    arm, nodes, fixed, gravity, masses = FRAMES[name]
    squares = frame(nodes, fixed, gravity, masses)
    arm, grows = replace(arm, gravity=(0.0, -gravity)), np.sum(squares < 0.0)
    models = {spec: find_backend(spec).modes(arm, 3) for spec in BACKENDS}
    omega = models["exact"].angular_frequency
    # Its tension is even in each element: h².
    np.testing.assert_allclose(omega[: 4 - grows], np.sqrt(squares[grows:])[:3], rtol=5e-4)
    for spec, off in BACKENDS.items():
        assert models[spec].unstable == grows
        np.testing.assert_allclose(models[spec].angular_frequency, omega, rtol=5 * off)
        np.testing.assert_allclose(find_backend(spec).growth_rates(arm), np.sqrt(-squares[:grows]), rtol=5e-4)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["slant, buckled", "hanging clamped"])
def test_they_are_proved(name):
    arm, *_, gravity, _ = FRAMES[name]
    arm = replace(arm, gravity=(0.0, -gravity))
    proved, model = find_backend("exact:certify").modes(arm, 2), find_backend("exact").modes(arm, 2)
    np.testing.assert_allclose(proved.angular_frequency, model.angular_frequency, rtol=1e-13)
    assert proved.unstable == model.unstable


@pytest.mark.parametrize("spec", BACKENDS)
def test_a_rigid_post_on_a_spring_is_a_textbook(spec):
    # k h² − m g L of a post of mass 1 with a body of mass 1 on it, over their inertia about its foot.
    def post(stiffness: float) -> Arm:
        rod = RigidLink(1.0, mass=1.0, joint=FREE, angle=90.0, tip=Body(1.0, 0.0), name="post")
        spring = Support("post", ("along_x",), stiffness=stiffness, station=0.5)
        return Arm(FIXED, (rod,), gravity=(0.0, -1.5), supports=(spring,))

    backend = find_backend(spec)
    assert backend.modes(post(30.0), 1).angular_frequency.item() == pytest.approx(
        np.sqrt((7.5 - 2.25) * 0.75), rel=1e-13
    )
    assert backend.growth_rates(post(4.0)).item() == pytest.approx(np.sqrt((2.25 - 1.0) * 0.75), rel=1e-13)


@pytest.mark.parametrize("spec", RITZ)
def test_what_a_fixed_base_holds_already_and_weights_across_change_nothing(spec):
    backend, alone = find_backend(spec), Arm(FIXED, (unit(angle=90.0),), gravity=(0.0, -2.0))
    again = replace(alone, supports=(Support("link1.root", ENDS),))
    level = held(unit(0.6, joint=FREE), RigidLink(0.4, mass=2.0, joint=WELDED), holds=("along_x", "along_y"))
    for one, other in ((alone, again), (level, replace(level, gravity=(0.0, -50.0)))):
        found = [backend.modes(arm, 3).angular_frequency for arm in (one, other)]
        np.testing.assert_allclose(*found, rtol=1e-13)


@pytest.mark.parametrize("spec", RITZ)
def test_each_span_between_clamps_bears_its_own_weight(spec):
    # However unlike the spans: what one is like is nothing to the other.
    backend, spans = find_backend(spec), (unit(0.5), Link(0.5, 2.0, 1.0, joint=WELDED))
    clamps = tuple(Support(end, ENDS) for end in ("link1.tip", "tip"))
    whole = Arm(FIXED, spans, supports=clamps, gravity=(-300.0, 0.0))
    each = [backend.modes(held(span, holds=ENDS, gravity=(-300.0, 0.0)), 2).angular_frequency for span in spans]
    found = backend.modes(whole, 3).angular_frequency
    np.testing.assert_allclose(found, np.sort(np.concatenate(each))[:3], rtol=1e-12)


@every_backend
def test_pairs_of_forces_in_space_and_a_spin(spec, off):
    link = Link(1.0, 1.0, (1.0, 4.0), joint=WELDED, torsional_rigidity=1.0, axial_force=-15.0)
    ball = ("along_x", "along_y", "along_z", "about_x")
    arm = Arm(FIXED, (link,), motion="spatial", supports=(Support("tip", ball),))
    squares = find_backend(spec).modes(arm, 1).angular_frequency
    flat = [held(Link(1.0, 1.0, rigidity, joint=WELDED, axial_force=-15.0)) for rigidity in (1.0, 4.0)]
    planes = [find_backend(RITZ[0]).modes(one, 1).angular_frequency.item() for one in flat]
    assert squares.item() == pytest.approx(min(planes), rel=off)
    turning = replace(held(unit(), holds=("along_x", "along_y")), spin_rate=3.0)
    # Clamped in x at both ends, a beam from the axis out to 1 bears Ω² (1/6 − x²/2): as much thrust as tension.
    omega, still = (
        find_backend(spec).modes(one, 1).angular_frequency.item() for one in (turning, replace(turning, spin_rate=0.0))
    )
    assert omega == pytest.approx(14.844179449784, rel=off)
    assert omega < still


def test_what_the_posture_leaves_open_is_refused_by_name():
    down = {"gravity": (0.0, -2.0)}
    slide = Support("link2.tip", ("along_y",), to="link1.root")
    unlike = held(unit(0.5), Link(0.5, 2.0, 1.0, joint=WELDED), holds=ENDS, gravity=(-30.0, 0.0))
    cases = {
        "leave it a motion in which it would fall": Arm(
            FIXED, (unit(joint=FREE), unit(joint=FREE)), supports=(Support("link1.tip", ("along_y",)),), **down
        ),
        "turns with them; only pins and welds": Arm(FIXED, (unit(), unit(angle=60.0)), supports=(slide,), **down),
        "depends on how links of unlike sections stretch": unlike,
        "nothing to stand on under gravity = [0.0, -2.0] m/s², whatever its supports hold": Arm(
            Base.free(1.0, 1.0), (unit(),), supports=(Support("tip", ("along_x", "along_y")),), **down
        ),
    }
    for text, arm in cases.items():
        with pytest.raises(QuestionError) as caught:
            find_backend("exact").modes(arm, 1)
        assert text in str(caught.value)
