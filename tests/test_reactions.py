"""Participation factors, effective masses and base reactions, from momenta and from end forces."""

import mpmath
import numpy as np
import pytest

from exact import Exact
from flexarm import response
from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.backend import find_backend
from flexarm.drives import Drive, Lag
from flexarm.examples import example
from flexarm.forced_response.motion import modal_response
from flexarm.links import Link, RigidLink
from flexarm.load_cases import BaseAcceleration, Damper, Harmonic, History, Initial, JointTorque, LoadCase, TipForce
from flexarm.participation import movable_inertia, participation
from flexarm.parts import Base, Body, Freedom, Joint

STEP = History((0.0,), (1.0,))
BENT = Arm(
    Base.fixed(),
    (
        Link(2.0, 3.0, 4e3, joint=Joint.locked(1e4, 0.5), angle=30.0, tip=Body(3.0, 0.2, (0.1, 0.2))),
        RigidLink(0.7, joint=Joint.locked(3e3), mass=2.0, angle=50.0),
        Link(1.5, 2.0, 2e3, joint=Joint.unlocked(0.3), angle=-20.0),
    ),
    Body(10.0, 1.0, (0.3, -0.1)),
)
HELD = ["single-link-locked", "single-link-unlocked", "end-effector", "double-link", "two-beam-frame", "hufnagel-case1"]
GUIDED = ["shuttle-guided-base", "single-link-guided-base"]


@pytest.mark.parametrize("arm", [*map(example, [*HELD, *GUIDED]), BENT], ids=[*HELD, *GUIDED, "bent"])
def test_end_forces_are_the_momenta(arm):
    model = Exact().modes(arm, 8)
    by_momenta = participation(tree(arm), model)
    # Where a heavy payload hardly moves, its momentum is the less precise of the two.
    largest = np.max(np.abs(model.participation), axis=0)
    assert np.all(np.abs(by_momenta - model.participation) <= 1e-10 * largest)


def test_end_forces_keep_the_digits_of_a_heavy_payload():
    """The twelfth mode of the single link with 10⁶ t, from the four boundary conditions in 40 digits."""
    arm = example("single-link-locked").with_payload(Body(1e9, 1e9, 1.5))
    model = Exact().modes(arm, 12)
    with mpmath.workdps(40):
        force, moment = base_reaction_in_many_digits(arm, float(model.angular_frequency[11]))
    assert model.participation[11, 1] == pytest.approx(float(force), rel=1e-12)
    assert model.participation[11, 2] == pytest.approx(float(moment), rel=1e-12)
    assert abs(participation(tree(arm), model)[11, 2] / float(moment) - 1.0) > 1e-6


def base_reaction_in_many_digits(arm, near):
    """Force and moment at a single link's root over ω², for unit modal mass, tip to the left."""
    mpf, (link,), body = mpmath.mpf, arm.links, arm.payload
    length, mass, rigidity = mpf(link.length), mpf(link.mass_per_length), mpf(link.flexural_rigidity)
    heavy, inertia, reach, spring = mpf(body.mass), mpf(body.inertia), mpf(body.centre[0]), mpf(link.joint.stiffness)

    def functions(b, x, order):
        turn = mpmath.pi * order / 2
        decaying = [(-1) ** order * mpmath.exp(-b * x), mpmath.exp(-b * (length - x))]
        return [b**order * value for value in (mpmath.cos(b * x + turn), mpmath.sin(b * x + turn), *decaying)]

    def rows(omega):
        b, square = (mass * omega**2 / rigidity) ** mpf("0.25"), omega**2
        w = [functions(b, length, order) for order in range(4)]
        root = [functions(b, mpf(0), order) for order in range(4)]
        centre = [w0 + reach * w1 for w0, w1 in zip(w[0], w[1], strict=True)]
        conditions = [
            root[0],
            [rigidity * w2 - spring * w1 for w1, w2 in zip(root[1], root[2], strict=True)],
            [rigidity * w3 + square * heavy * c for w3, c in zip(w[3], centre, strict=True)],
            [
                rigidity * w2 - square * (inertia * w1 + heavy * reach * c)
                for w1, w2, c in zip(w[1], w[2], centre, strict=True)
            ],
        ]
        scales = [max(abs(entry) for entry in row) for row in conditions]
        return b, mpmath.matrix([[x / scale for x in row] for row, scale in zip(conditions, scales, strict=True)])

    omega = mpmath.findroot(lambda trial: mpmath.det(rows(trial)[1]), mpf(near))
    b, matrix = rows(omega)
    free = [*mpmath.lu_solve(matrix[0:3, 0:3], -matrix[0:3, 3]), mpf(1)]

    def shape(x, order):
        return sum(c * f for c, f in zip(free, functions(b, mpf(x), order), strict=True))

    end, turn = shape(length, 0), shape(length, 1)
    modal = mass * mpmath.quad(lambda x: shape(x, 0) ** 2, mpmath.linspace(0, length, 30))
    modal += heavy * (end + reach * turn) ** 2 + inertia * turn**2
    unit = mpmath.sign(end) / mpmath.sqrt(modal) / omega**2
    return -rigidity * shape(0, 3) * unit, rigidity * shape(0, 2) * unit


@pytest.mark.parametrize("arm", [*map(example, [*HELD, *GUIDED]), BENT], ids=[*HELD, *GUIDED, "bent"])
def test_effective_masses_sum_to_what_can_move(arm):
    few, many = (Exact().modes(arm, count) for count in (10, 60))
    total = many.effective_mass_total
    left = [total - np.sum(model.effective_mass, axis=0) for model in (few, many)]
    assert np.all(left[1] >= -1e-9 * (1.0 + total))
    # What the first modes leave out falls with their number, as 1/n for a force on a clamped root, faster otherwise.
    assert np.all(left[1] <= 0.25 * left[0] + 1e-9 * (1.0 + total))


def test_the_total_is_the_mass_of_the_arm_or_what_of_it_moves_across():
    locked, frame = example("single-link-locked"), example("two-beam-frame")
    (link,), payload = locked.links, locked.payload
    reach = link.length + payload.centre[0]
    inertia = link.mass * link.length**2 / 3.0 + payload.mass * reach**2 + payload.inertia
    assert movable_inertia(tree(locked)) == pytest.approx(
        [0.0, link.mass + payload.mass, inertia], rel=1e-14, abs=1e-20
    )
    # The second beam stands across the first, which moves it along itself.
    first, second = (one.mass for one in frame.links)
    assert movable_inertia(tree(frame))[:2] == pytest.approx([second, first + second], rel=1e-14)


def test_a_rigid_arm_on_a_spring():
    # One degree of freedom: the participation factors are those of a pendulum, and one mode takes all.
    arm = Arm(Base.fixed(), (RigidLink(2.0, joint=Joint.locked(50.0), mass=3.0),), Body(1.0, 0.5))
    model = Exact().modes(arm, 1)
    inertia = 3.0 * 4.0 / 3.0 + 1.0 * 4.0 + 0.5
    moment = 3.0 * 1.0 + 1.0 * 2.0
    assert model.participation[0] == pytest.approx([0.0, moment / np.sqrt(inertia), np.sqrt(inertia)], abs=1e-14)
    assert model.effective_mass[0] == pytest.approx(model.effective_mass_total, abs=1e-14)
    assert model.base_reaction[0] == pytest.approx(-50.0 / inertia * model.participation[0], rel=1e-13, abs=1e-14)


@pytest.mark.parametrize("spec", ["exact", "fem:20", "assumed_modes:legendre:10"])
def test_every_backend_says_what_its_base_feels(spec):
    dataset = find_backend(spec).modes(example("two-beam-frame"), 3).dataset()
    model = Exact().modes(example("two-beam-frame"), 3)
    near = 1e-4 if spec == "fem:20" else 1e-8
    assert dataset.participation.values == pytest.approx(model.participation[:, :2], rel=near)
    assert dataset.participation_rotation.values == pytest.approx(model.participation[:, 2], rel=near)
    assert dataset.base_force.values == pytest.approx(model.base_reaction[:, :2], rel=near)
    assert dataset.base_moment.values == pytest.approx(model.base_reaction[:, 2], rel=near)
    assert dataset.effective_mass.values == pytest.approx(dataset.participation.values**2)
    assert dataset.effective_mass_total.values == pytest.approx(model.effective_mass_total[:2])
    assert dataset.effective_inertia_total.item() == pytest.approx(model.effective_mass_total[2])


def test_a_free_base_feels_nothing():
    model = Exact().modes(example("shuttle-free-base"), 4)
    for nothing in (model.participation, model.effective_mass_total, model.base_reaction):
        assert np.all(nothing == 0.0)


def outputs_of(found, *names):
    return np.stack([found[name].values for name in names], axis=-1)


def test_the_static_reaction_balances_the_load():
    # Ramped up over many periods: what the tip bears the base bears.
    slow = History((0.0, 7000.0), (0.0, 5.0), "linear")
    arm = example("single-link-locked")
    found = response(Exact(), arm, LoadCase(8000.0, 3, (TipForce("y", slow),)))
    rest = outputs_of(found, "base_force_x", "base_force_y", "base_moment")[-1]
    assert rest == pytest.approx([0.0, -5.0, -5.0 * 15.5], rel=2e-3, abs=1e-12)


def test_the_reaction_is_the_root_s_shear_and_moment():
    # A massless spring joint hands on what the link's root bears, and the hub's inertia does not turn without it.
    arm = example("single-link-locked")
    found = response(Exact(), arm, LoadCase(20.0, 101, (BaseAcceleration("rotation", STEP),)), modes=30)
    shear, moment = found.link1_root_shear.values, found.link1_root_moment.values
    assert found.base_force_y.values == pytest.approx(shear, abs=1e-9 * np.max(np.abs(shear)))
    assert found.base_moment.values == pytest.approx(-moment, abs=1e-9 * np.max(np.abs(moment)))


def resisted(seed):
    """An arm of random numbers whose joints have dampers and drives, and no hubs."""
    random = np.random.default_rng(seed)
    length, mass, rigidity, damping, turned = (10.0 ** random.uniform(-0.3, 0.3, (2, 5))).T
    drives = [Drive(derivative=5.0), Drive(40.0, 2.0), Drive(40.0, 2.0, actuator=Lag(0.02)), None]
    joints = [
        Joint.unlocked(damping=10.0 * damping[0], drive=drives[seed % 4]),
        Joint.unlocked(damping=2.0 * damping[1], drive=drives[seed // 4 % 4]),
    ]
    given = zip(length, 3.0 * mass, 2e3 * rigidity, joints, 40.0 * (turned - 1.0), strict=True)
    links = (Link(a, m, k, joint=joint, angle=float(angle)) for a, m, k, joint, angle in given)
    return Arm(Base.fixed(), tuple(links), Body(2.0, 0.5, (0.1, 0.0)))


@pytest.mark.parametrize(("spec", "near"), [("exact", 1e-11), ("assumed_modes:legendre:8", 1e-6), ("fem:6", 5e-3)])
@pytest.mark.parametrize("seed", [6, 9])
def test_what_a_root_bears_the_base_bears_however_joints_resist(spec, near, seed):
    # Of a joint without a hub: a damper's torque too goes through the root, at all times.
    loads = (JointTorque(1, Harmonic(5.0, 8.0, 90.0)), TipForce("y", Harmonic(1.0, 3.0)))
    case = LoadCase(1.0, 7, loads, dampers=(Damper(3.0, 1), Damper(2.0, link=2)))
    found = response(find_backend(spec), resisted(seed), case)
    root, base = found.link1_root_moment.values, found.base_moment.values
    assert np.max(np.abs(root + base)) < near * np.max(np.abs(base))


def test_a_damped_joint_hands_its_torque_on_to_the_link_beyond():
    found = response(Exact(), resisted(3), LoadCase(1.0, 501, (JointTorque(1, Harmonic(5.0, 8.0)),)))
    joint, moment = resisted(3).links[1].joint, found.link2_root_moment.values
    torque = (joint.damping + joint.drive.derivative) * np.gradient(found.joint2_rotation.values, found.time.values)
    assert np.max(np.abs(moment - torque)) < 1e-2 * np.max(np.abs(torque))


def test_in_space_a_root_bears_what_every_freedom_of_its_joint_resists():
    freedoms = {
        f"about_{axis}": Freedom(0.0, damping=value) for axis, value in zip("xyz", (0.5, 2.0, 3.0), strict=True)
    }
    beam = Link(2.0, 3.0, (2e3, 4e3), joint=Joint.general(**freedoms), torsional_rigidity=5e2)
    arm = Arm(Base.fixed(), (beam,), Body(2.0, 0.5, (0.0, 0.2)), motion="spatial")
    loads = [JointTorque(1, Harmonic(1.0, 8.0, 90.0), freedom=name) for name in freedoms]
    found = response(Exact(), arm, LoadCase(1.0, 7, tuple(loads)), modes=6)
    pairs = ("root_torque", "x", -1.0), ("root_moment_about_y", "y", 1.0), ("root_moment", "z", -1.0)
    for name, axis, sign in pairs:
        root, base = found[f"link1_{name}"].values, found[f"base_moment_{axis}"].values
        assert root == pytest.approx(sign * base, abs=1e-10 * np.max(np.abs(base)))


def momentum(found):
    """Momentum along x, along y and about the base's resting centre, body by body and link by link, (times, 3)."""
    taken, total = found.coordinates, 0.0
    arm, parts, parts_of = taken.arm, taken.parts, (taken.rigid, taken.modes)
    split = taken.rigid_count
    for shape, velocity in zip(parts_of, np.split(found.samples.velocity, [split], axis=1), strict=True):
        total = total + velocity @ momenta(arm, parts, shape)
    return total


def momenta(arm, parts, shape):
    found = np.zeros((len(shape.base_motion), 3))

    def add(mass, inertia, place, moved, turned):
        found[:, :2] += mass * moved
        found[:, 2] += mass * (place[0] * moved[:, 1] - place[1] * moved[:, 0]) + inertia * turned

    for section, place, motion in zip(parts.sections, parts.places, shape.section_motions, strict=True):
        for body in section.bodies:
            centre = motion.at(body.lever)
            add(body.mass, body.inertia, place + body.lever, centre.translation.T, centre.rotation)
    for number, (link, part) in enumerate(zip(arm.links, parts.links, strict=True), 1):
        if part.flexible:
            # Fifty Gauss points are exact for the low modes that move.
            nodes, weights = np.polynomial.legendre.leggauss(50)
            for x, w in zip(0.5 * link.length * (nodes + 1.0), 0.5 * link.length * weights, strict=True):
                moved = shape.translation(number, [x])[:, :, 0]
                add(link.mass_per_length * w, 0.0, parts.places[part.root] + x * part.axis, moved, 0.0)
    return found


SHUTTLE = example("shuttle-free-base")
CAPTURE = Initial((0.01, 0.02), 0.001)


@pytest.mark.parametrize(
    ("arm", "case", "given"),
    [
        (SHUTTLE, LoadCase(60.0, 201, (JointTorque(2, STEP, internal_couple=True),)), (0.0, 0.0, 0.0)),
        (example("shuttle-free-base-unlocked-1"), LoadCase(60.0, 201, (JointTorque(1, STEP),)), (0.0, 0.0, 0.0)),
        (SHUTTLE, LoadCase(60.0, 201, initial=CAPTURE), (300.0, 600.0, 0.001 * 4e5)),
        (SHUTTLE, LoadCase(60.0, 201, initial=CAPTURE, damping=0.01), (300.0, 600.0, 0.001 * 4e5)),
        (
            SHUTTLE,
            LoadCase(60.0, 201, initial=CAPTURE, dampers=(Damper(1e3, 1), Damper(1e2, 3))),
            (300.0, 600.0, 0.001 * 4e5),
        ),
    ],
    ids=["couple", "slew", "capture", "damped capture", "capture with dampers"],
)
def test_a_free_base_keeps_its_momentum(arm, case, given):
    found = modal_response(Exact(), arm, case, 6, True)
    parts, carried = tree(arm), momentum(found)
    centre = parts.places[-1] + 2.0 * parts.links[-1].axis
    turned = given[2] + centre[0] * given[1] - centre[1] * given[0]
    payload = found.coordinates.modes.body_motions["payload"]
    rigid = found.coordinates.rigid.body_motions["payload"]
    moves = np.concatenate([rigid.translation, payload.translation], axis=1)
    exchanged = arm.payload.mass * np.max(np.abs(found.samples.velocity @ moves.T))
    scale = exchanged * np.array([1.0, 1.0, np.linalg.norm(centre)])
    assert np.max(np.abs(carried - np.array([given[0], given[1], turned])) / scale) < 1e-10


def test_a_capture_while_braking_is_both():
    arm = example("double-link")
    rates, caught = (0.004, -0.002), ((0.01, 0.02), 0.001)
    cases = (Initial(*caught, rates), Initial(*caught), Initial(joint_rates=rates))
    both, one, other = (response(Exact(), arm, LoadCase(20.0, 201, initial=initial)) for initial in cases)
    for name in map(str, both.output.values):
        whole, parts = both[name].values, one[name].values + other[name].values
        assert whole == pytest.approx(parts, abs=1e-11 * np.max(np.abs(whole)))
