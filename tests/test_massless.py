"""Arms whose links have no mass of their own, or halves of it at their ends, and the flexibility that they are."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import block_diag, eigvalsh

import compare
from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm import Course, Manoeuvre, Turn, response, slew
from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.backend import find_backend
from flexarm.errors import InputError, QuestionError, TooFewModesError
from flexarm.examples import example
from flexarm.hand_over import matrices
from flexarm.links import Link, RigidLink
from flexarm.load_cases import Harmonic, History, JointTorque, LoadCase, TipForce
from flexarm.parts import Base, Body, Joint

from .spatial import random_arm

MASSLESS, LUMPED = (find_backend(f"assumed_modes:static:{word}") for word in ("massless", "lumped"))
BEAM = Link(3.0, 2.0, 1e4, joint=Joint.rigid())
BENT = Arm(Base.fixed(), (BEAM, replace(BEAM, angle=40.0, joint=Joint.locked(2e3))), Body(40.0, 8.0, (0.5, 0.2)))
FLOATING = replace(BENT, base=Base.free(70.0, 30.0, (0.5, 1.0)))


def bending(rigidity: float, mass: float, inertia: float, offset: float, length: float = 3.0) -> np.ndarray:
    """The frequencies of a massless cantilever with a body at its tip, rad/s: 2 × 2 in deflection and slope there."""
    stiffness = rigidity / length**3 * np.array([[12.0, -6.0 * length], [-6.0 * length, 4.0 * length**2]])
    inertias = np.array([[mass, mass * offset], [mass * offset, inertia + mass * offset**2]])
    return np.sqrt(eigvalsh(stiffness, inertias))


def test_a_cantilever_with_a_body_in_the_plane():
    found = MASSLESS.modes(Arm(Base.fixed(), (BEAM,), Body(40.0, 8.0, 0.5)), 2)
    np.testing.assert_allclose(found.angular_frequency, bending(1e4, 40.0, 8.0, 0.5), rtol=1e-13)
    assert np.all(found.digits >= 14.0)
    # ω² = 3 EI/m L³ of a point; it does not turn.
    assert MASSLESS.modes(Arm(Base.fixed(), (BEAM,), Body(40.0, 0.0)), 1).angular_frequency[0] ** 2 == pytest.approx(
        3e4 / (40.0 * 27.0), rel=1e-13
    )


def test_a_cantilever_with_a_body_in_space():
    link = replace(BEAM, flexural_rigidity=(2e4, 1e4), torsional_rigidity=6e3, axial_rigidity=2e6)
    arm = Arm(Base.fixed(), (link,), Body(40.0, (3.0, 7.0, 8.0), 0.5), motion="spatial")
    rods = [np.sqrt(6e3 / 3.0 / 3.0), np.sqrt(2e6 / 3.0 / 40.0)]
    wanted = np.sort([*bending(1e4, 40.0, 8.0, 0.5), *bending(2e4, 40.0, 7.0, 0.5), *rods])
    np.testing.assert_allclose(MASSLESS.modes(arm, 6).angular_frequency, wanted, rtol=1e-13)


def test_shear_gives_way_too():
    """ω² = 1/m (L³/3EI + L/κGA)."""
    arm = Arm(Base.fixed(), (replace(BEAM, shear_rigidity=1e4),), Body(40.0, 0.0))
    omega = MASSLESS.modes(arm, 1).angular_frequency[0]
    assert omega**2 == pytest.approx(1.0 / (40.0 * (27.0 / 3e4 + 3.0 / 1e4)), rel=1e-13)


def test_halves_of_the_mass_at_the_ends():
    """A bare cantilever is a spring with half its mass; between two links stand two halves."""
    assert LUMPED.modes(Arm(Base.fixed(), (BEAM,)), 1).angular_frequency[0] ** 2 == pytest.approx(
        3e4 / (0.5 * BEAM.mass * 27.0), rel=1e-13
    )
    halves = replace(
        BENT, links=(replace(BENT.links[0], tip=Body(6.0, 0.0)), replace(BENT.links[1], tip=Body(3.0, 0.0)))
    )
    np.testing.assert_allclose(
        LUMPED.modes(BENT, 3).angular_frequency, MASSLESS.modes(halves, 3).angular_frequency, rtol=1e-13
    )
    twisting = replace(BEAM, torsional_rigidity=6e3, polar_inertia_per_length=0.4, rotary_inertia_per_length=0.1)
    shaft = Arm(Base.fixed(), (twisting,), motion="spatial")
    omega = LUMPED.modes(shaft, 5).angular_frequency
    assert np.min(np.abs(omega / np.sqrt(6e3 / 3.0 / (0.5 * 3.0 * 0.4)) - 1.0)) < 1e-13
    assert np.min(np.abs(omega / bending(1e4, 3.0, 0.15, 0.0)[0] - 1.0)) < 1e-13


def lighter(arm: Arm, part: float) -> Arm:
    """The arm with flexible links of a part of their inertia."""
    names = ("mass_per_length", "rotary_inertia_per_length", "polar_inertia_per_length")

    def light(link: Link) -> Link:
        given = {name: getattr(link, name) for name in names}
        return replace(
            link, **{k: tuple(part * x for x in v) if isinstance(v, tuple) else part * v for k, v in given.items()}
        )

    return replace(arm, links=tuple(light(link) if isinstance(link, Link) else link for link in arm.links))


ARMS = {"bent": BENT, "floating": FLOATING} | {f"space {seed}": random_arm(seed) for seed in (0, 2, 5)}


@pytest.mark.parametrize("name", ARMS)
def test_it_is_the_limit_of_links_without_mass(name):
    """Exact frequencies of lighter and lighter links come from below, by as much as the links' mass."""
    arm = ARMS[name]
    limit = MASSLESS.modes(arm, 3).angular_frequency
    whole, light, lightest = (Exact().modes(lighter(arm, part), 3).angular_frequency for part in (1.0, 1e-4, 1e-6))
    assert np.all(limit > whole)
    errors = [limit / omega - 1.0 for omega in (light, lightest)]
    assert np.all(errors[1] < 1e-4)
    np.testing.assert_allclose(errors[0], 100.0 * errors[1], rtol=0.02, atol=1e-10)
    for backend in (AssumedModes("legendre", 7, link_mass="massless"), replace(LUMPED, link_mass="massless")):
        np.testing.assert_allclose(backend.modes(arm, 3).angular_frequency, limit, rtol=1e-12)


def test_a_payload_that_outweighs_the_links_needs_no_more():
    def errors(mass: float) -> np.ndarray:
        arm = replace(BENT, payload=Body(mass, mass / 5.0, (0.5, 0.2)))
        return MASSLESS.modes(arm, 3).angular_frequency / Exact().modes(arm, 3).angular_frequency - 1.0

    np.testing.assert_allclose(errors(1e6), 10.0 * errors(1e7), rtol=0.01)
    assert np.all((errors(1e6) > 0.0) & (errors(1e6) < 1e-4))
    assert np.all(np.abs(errors(1e15)) < 1e-12)


@pytest.mark.parametrize("name", ["floating", "space 0", "space 2"])
def test_more_modes_than_what_has_mass_are_not_invented(name):
    counts = []
    for backend in (MASSLESS, AssumedModes("legendre", 9, link_mass="massless")):
        with pytest.raises(TooFewModesError, match="with its links' mass left out of them") as refusal:
            backend.modes(ARMS[name], 60)
        counts.append(refusal.value.available)
        assert np.all(backend.modes(ARMS[name], counts[-1]).digits > 12.0)
    assert counts[0] == counts[1]


def cantilever_flexibility(link: Link) -> np.ndarray:
    """γ of a beam's tip, rotations first, in its axes (JSC-12632, equation B-7)."""
    length, (about_z, about_y) = link.length, link.about("flexural_rigidity")
    twist, stretch = (0.0 if one is None else length / one for one in (link.torsional_rigidity, link.axial_rigidity))
    gamma = np.diag(
        [twist, length / about_y, length / about_z, stretch, length**3 / 3 / about_z, length**3 / 3 / about_y]
    )
    gamma[1, 5] = gamma[5, 1] = -(length**2) / 2 / about_y
    gamma[2, 4] = gamma[4, 2] = length**2 / 2 / about_z
    return gamma


def end_flexibility(arm: Arm) -> np.ndarray:
    """γ of the arm's end, translations first: Σ L γ Lᵀ of beams, from their tips, and of joints (equation B-6)."""
    parts = tree(arm)
    end, total = parts.places[-1], np.zeros((6, 6))

    def carried(gamma: np.ndarray, place: np.ndarray) -> np.ndarray:
        x, y, z = end - place
        carry = np.eye(6)
        carry[3:, :3] = -np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
        return carry @ gamma @ carry.T

    for numbers, link in zip(parts.links, arm.links, strict=True):
        if link.joint.turns and not link.joint.free:
            axes = parts.sections[numbers.root].freedoms.axes
            about = np.append(axes[2], np.zeros(3))
            total += carried(np.outer(about, about) / link.joint.stiffness, parts.places[numbers.root])
        if isinstance(link, Link):
            turn = block_diag(numbers.axes, numbers.axes)
            total += carried(turn.T @ cantilever_flexibility(link) @ turn, parts.places[numbers.tip])
    return np.roll(total, 3, axis=(0, 1))


@pytest.mark.parametrize("name", ["shuttle-in-space", "l-cantilever"])
def test_the_flexibility_is_that_of_the_chain(name):
    arm = example(name).with_payload(Body(9.0, 2.0, 0.5))
    arm = replace(
        arm, links=tuple(replace(one, shear_rigidity=None) if isinstance(one, Link) else one for one in arm.links)
    )
    wanted = end_flexibility(arm)
    size = np.sqrt(np.outer(np.diag(wanted), np.diag(wanted)))
    found = compare.flexibility(arm, [MASSLESS, Exact()]).whole.values
    for one in (*found, matrices(MASSLESS, arm).flexibility[-6:, -6:]):
        assert np.all(np.abs(one - wanted) <= 1e-12 * size)


def test_matrices_hand_the_flexibility_over():
    """Of all tips, by any backend, and without a mass: the pencil of it and the bodies' mass is the massless arm's."""
    whole, light = matrices(BeamFEM(5), BENT), matrices(MASSLESS, BENT)
    np.testing.assert_allclose(light.flexibility, whole.flexibility, rtol=1e-11, atol=1e-18)
    np.testing.assert_allclose(
        light.flexibility[-3:, -3:], compare.flexibility(BENT, Exact()).whole.values[0], rtol=1e-12
    )
    centre = tree(BENT).sections[-1].bodies[0].lever
    carry = np.array([[1.0, 0.0, -centre[1]], [0.0, 1.0, centre[0]], [0.0, 0.0, 1.0]])
    root = np.sqrt([40.0, 40.0, 8.0])[:, np.newaxis] * carry
    squares = np.linalg.eigvalsh(root @ light.flexibility[-3:, -3:] @ root.T)
    np.testing.assert_allclose(np.sqrt(1.0 / squares[::-1]), MASSLESS.modes(BENT, 3).angular_frequency, rtol=1e-12)
    dataset = light.dataset()
    assert dataset.flexibility.dims == ("tip", "from_tip")
    np.testing.assert_allclose(np.linalg.eigvalsh(light.dense()[0])[0], 0.0, atol=1e-12)


def test_datasets_have_what_a_massless_arm_has():
    """Of a held base all that moves is the payload, and its modes have all of its mass."""
    arm = replace(BENT, links=(replace(BENT.links[0], angle=20.0), BENT.links[1]))
    model = MASSLESS.modes(arm, 3)
    assert np.sum(model.participation**2, axis=0)[:2] == pytest.approx([40.0, 40.0], rel=1e-12)
    assert np.all(np.isfinite(model.dataset().participation.values))
    floating = MASSLESS.modes(FLOATING, 3)
    assert floating.rigid_modes == 3
    np.testing.assert_allclose(floating.participation, 0.0, atol=1e-10)


def test_settings():
    for spec in ("static:2:massless", "static:1:lumped", "legendre:8:no-rotation:massless", "legendre:3,2:massless"):
        assert find_backend(f"assumed_modes:{spec}").spec == f"assumed_modes:{spec}"
    assert MASSLESS.spec == "assumed_modes:static:2:massless"
    assert find_backend(MASSLESS.scheme) == MASSLESS
    assert find_backend("assumed_modes:legendre:lumped").shapes == 2


FREE = Arm(Base.fixed(), (replace(BEAM, joint=Joint.unlocked()), RigidLink(1.0, joint=Joint.locked(10.0))))
REFUSED = {
    "gravity": (lambda: MASSLESS.modes(replace(BENT, gravity=(0.0, -9.8)), 1), "acts on the mass of the arm's links"),
    "force": (lambda: LUMPED.modes(Arm(Base.fixed(), (replace(BEAM, axial_force=1.0),)), 1), "leave out lumped"),
    "response": (
        lambda: response(MASSLESS, BENT, LoadCase(1.0, 3, (TipForce("y", History.step(1.0)),))),
        "loads on the arm act on its links' mass, which is left out of them; take the same without massless",
    ),
    "nothing": (
        lambda: MASSLESS.modes(Arm(Base.fixed(), (BEAM,)), 1),
        "has 0 natural frequencies with its links' mass",
    ),
    "a joint": (lambda: MASSLESS.modes(FREE, 1), "joint 1 can move without moving any mass"),
}


@pytest.mark.parametrize("asked", REFUSED)
def test_what_a_massless_arm_has_no_answer_to(asked):
    ask, said = REFUSED[asked]
    with pytest.raises(QuestionError) as refusal:
        ask()
    assert said in str(refusal.value)


@pytest.mark.parametrize("words", [("massless", "lumped"), ("2", "weightless"), ("massless", "massless")])
def test_wrong_settings_are_refused(words):
    with pytest.raises(InputError, match=r"one of lumped, massless, and one of .* after FAMILY:SHAPES"):
        AssumedModes.from_spec("static", *words)
    with pytest.raises(InputError, match="link_mass: wanted one of spread, lumped, massless, got 'none'"):
        AssumedModes(link_mass="none")


def test_the_page_is_true():
    """Its table of errors, and what it prints, which the exact frequencies' own tests hold."""
    page = (Path(__file__).parents[1] / "docs" / "massless.md").read_text(encoding="utf-8")
    arm, said = example("shuttle-in-space"), re.search(r"^\| 10 \| (.*?) \|$", page, re.MULTILINE)[1]
    mass = 10.0 * sum(link.mass for link in arm.links)
    inertia = tuple(mass / arm.payload.mass * one for one in arm.payload.inertia)
    heavy = arm.with_payload(replace(arm.payload, mass=mass, inertia=inertia))
    exact = Exact().modes(heavy, 6).angular_frequency
    errors = [100.0 * (one.modes(heavy, 6).angular_frequency / exact - 1.0) for one in (MASSLESS, LUMPED)]
    told = [
        [float(n) for n in re.findall(r"-?[\d.]+", cell.replace("−", "-"))]
        for cell in said.replace("…", " ").split("|")
    ]
    for (low, high), (fifth, sixth), error in zip(told[::2], told[1::2], errors, strict=True):
        np.testing.assert_allclose([error[:4].min(), error[:4].max(), *error[4:]], [low, high, fifth, sixth], rtol=0.1)
    omega = [float(row.split()[2]) for row in page.splitlines() if re.match(r"^ +\d +[\d.]+ +[\d.]+ +[-\d.]+e", row)]
    np.testing.assert_allclose(omega, MASSLESS.modes(arm, 6).angular_frequency, rtol=1e-7)


def test_a_slew_is_that_of_two_bodies_and_a_spring():
    """JSC-12632, (2-3) to (2-13) in the plane: the payload by what the arm's end is off from where its joint has it.

    The arm's flexibility γ is (B-6) about its present posture, without deflection; so is what the test leaves open.
    """
    course = Course((0.0, 0.4), (0.0, 0.02))
    links = tuple(
        Link(length, 2.0, 5e5, joint=joint, angle=angle)
        for length, joint, angle in ((3.0, Joint.rigid(), 30.0), (2.5, Joint.unlocked(), 60.0))
    )
    orbiter, payload = Base.free(700.0, 300.0), Body(400.0, 80.0, 0.5)
    dataset = slew(MASSLESS, Arm(orbiter, links, payload), Manoeuvre(0.5, 6, (Turn(2, course),), accuracy=1e-3))

    def posture(t):
        first = np.radians(30.0)
        turns = np.array([first, first + np.radians(60.0) + float(course(np.array(t))[0])])
        sides = np.array([3.0, 2.5]) * np.exp(1j * turns)
        return turns, sides, np.sum(sides)

    def flexibility(t):
        turns, sides, end = posture(t)
        whole = np.zeros((3, 3))
        for turn, side, tip in zip(turns, sides, np.cumsum(sides), strict=True):
            length, lever = abs(side), end - tip
            own = np.array([[length**3 / 3.0, length**2 / 2.0], [length**2 / 2.0, length]]) / 5e5
            moved = np.array([[-np.sin(turn), -lever.imag], [np.cos(turn), lever.real], [0.0, 1.0]])
            whole += moved @ own @ moved.T
        return whole

    def rates(t, y):
        (turns, _, end), (turned, other) = posture(t), y[4:6]
        places, axes, offset = y[0:4:2] + 1j * y[1:4:2], np.exp(1j * turned), 0.5 * np.exp(1j * other)
        arm = places[1] - offset - places[0]
        off = arm / axes - end
        x, y_, couple = np.linalg.solve(flexibility(t), [off.real, off.imag, other - turned - turns[1]])
        force = (x + 1j * y_) * axes  # on the orbiter; the payload feels the opposite
        moments = couple + (arm.conjugate() * force).imag, -couple + (offset.conjugate() * force).imag
        pulled = force / 700.0, -force / 400.0
        pushed = [part for one in pulled for part in (one.real, one.imag)]
        return np.concatenate([y[6:], pushed, [moments[0] / 300.0, moments[1] / 80.0]])

    turns, _, end = posture(0.0)
    centre = end + 0.5 * np.exp(1j * turns[1])
    start = np.concatenate([[0.0, 0.0, centre.real, centre.imag, 0.0, turns[1]], np.zeros(6)])
    told = solve_ivp(rates, (0.0, 0.5), start, t_eval=dataset.time.values, method="DOP853", rtol=1e-7, atol=1e-9)
    deviation = float(dataset.end_deviation.max())
    assert deviation > 0.02
    wanted = dict(zip(("base_x", "base_y", "end_x", "end_y", "base_rotation", "end_rotation"), told.y, strict=False))
    for name, moved in (wanted | {"end_rotation": told.y[5] - turns[1]}).items():
        assert dataset[name].values == pytest.approx(moved, abs=0.3 * deviation**2), name
    # A model that leaves mass out does not know by itself how far it is off.
    assert np.all(np.isnan(dataset.reached))


def test_a_free_joint_of_a_massless_link_bears_its_torque_and_no_other():
    arm = Arm(Base.fixed(), (replace(BEAM, joint=Joint.unlocked()),), Body(40.0, 8.0, 0.5))
    push = Harmonic(10.0, 4.0)
    dataset = slew(MASSLESS, arm, Manoeuvre(0.1, 5, loads=(JointTorque(1, push),), accuracy=1e-2))
    assert dataset.link1_root_moment.values == pytest.approx(-10.0 * np.sin(4.0 * dataset.time.values), abs=0.1)


def test_slews_that_need_the_links_mass_are_refused():
    turned = Manoeuvre(1.0, 3, (Turn(1, Course((0.0, 1.0), (0.0, 0.1))),))
    free = replace(BEAM, joint=Joint.unlocked())
    with pytest.raises(QuestionError, match="acts on the mass of the arm's links; leave out massless"):
        slew(MASSLESS, Arm(Base.fixed(), (free,), Body(1.0, 1.0), gravity=(0.0, -9.81)), turned)
    with pytest.raises(QuestionError, match="joint 1 can move without moving any mass"):
        slew(MASSLESS, Arm(Base.fixed(), (free,)), replace(turned, turns=()))
