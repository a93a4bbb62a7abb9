"""Large motion in space, of trees, of what is damped and driven: against the plane, Newton and Euler, closed forms."""

import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp
from scipy.spatial.transform import Rotation

import compare
from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm import (
    Arm,
    Base,
    Body,
    Course,
    Drive,
    Freedom,
    InputError,
    Joint,
    Link,
    LoadCase,
    Manoeuvre,
    RigidLink,
    Turn,
    response,
    slew,
)
from flexarm.arm_tree import tree
from flexarm.drives import Lag, Motor, Wheel
from flexarm.examples import example
from flexarm.load_cases import BaseForce, Harmonic, History, Initial, JointTorque, TipForce, check_case
from flexarm.slews import example_manoeuvre
from flexarm.slews.chain import Chain
from flexarm.slews.damping import resisted
from flexarm.slews.linear import LinearChain
from flexarm.supports import Support

SKEW = {"mass_per_length": 1.0, "flexural_rigidity": (40.0, 60.0)}
TWISTING = {**SKEW, "torsional_rigidity": 30.0, "polar_inertia_per_length": 0.02}


TREE = Arm(
    Base.free(2.0, 1.0, (0.1, 0.2)),
    (
        RigidLink(1.0, mass=1.0, joint=Joint.unlocked()),
        RigidLink(1.0, mass=1.0, parent="base", angle=180.0, joint=Joint.unlocked(damping=0.1)),
        RigidLink(1.0, mass=1.0, parent="link1", at=0.5, angle=90.0, joint=Joint.unlocked(drive=Drive(5.0, 0.3))),
    ),
    Body(1.0, 0.1, (0.2, 0.1)),
)
BEAM = Arm(
    Base.fixed(),
    (Link(1.0, 1.0, 5.0, angle=20.0, joint=Joint.unlocked(), axial_rigidity=4e3, shear_rigidity=2e3),),
    Body(0.5, 0.1, (0.2, 0.1)),
    gravity=(1.0, -9.81),
)


ABOUT = {word: AssumedModes("legendre", 2, linear_about=word) for word in ("posture", "moving-posture")}


@pytest.mark.parametrize(
    ("arm", "backend"),
    [
        pytest.param(TREE, BeamFEM(1), id="tree", marks=pytest.mark.slow),
        pytest.param(BEAM, BeamFEM(1), id="beam", marks=pytest.mark.slow),
        *(pytest.param(TREE, backend, id=f"tree about its {word}") for word, backend in ABOUT.items()),
        *(pytest.param(BEAM, backend, id=f"beam about its {word}") for word, backend in ABOUT.items()),
    ],
)
def test_an_arm_in_the_plane_moves_so_in_space(arm, backend):
    """A tree on a free base, with a damper and a drive; a beam under gravity: their joint is turned."""
    turned = Manoeuvre(0.2, 5, (Turn(1, Course((0.0, 0.5), (0.0, 1.0))),), accuracy=1e-4)
    found, known = (slew(backend, one, turned) for one in (replace(arm, motion="spatial"), arm))
    for name in known.output.values:
        own = f"{name}_z" if name.endswith("rotation") else name
        # What nothing acts on from without stays zero, beside momenta of a unit.
        size = max(1.0 if name.startswith("momentum") else 0.1, float(abs(known[name]).max()))
        assert found[own].values == pytest.approx(known[name].values, abs=turned.accuracy * size), name
    assert not np.any(found.end_z)


def test_two_rigid_bodies_on_skew_joints_obey_newton_and_euler():
    gravity, lengths, masses = np.array([0.3, -9.81, 1.0]), (1.0, 0.7), (2.0, 1.3)
    tensors = (np.diag([0.06, 0.2, 0.25]), np.array([[0.05, 0.01, 0.0], [0.01, 0.08, -0.02], [0.0, -0.02, 0.09]]))
    axes, angles = ((0.2, 0.3, 1.0), (1.0, -0.5, 0.4)), (30.0, -50.0)
    units = [np.array(one) / np.linalg.norm(one) for one in axes]

    def bodies(q, rates, accelerations):
        """Yield force and couple on each body's centre, and its lever from its joint and to the next, base first."""
        turn, spin, faster, at, moved = np.eye(3), np.zeros(3), np.zeros(3), np.zeros(3), np.zeros(3)
        for k in range(2):
            axis = turn @ units[k]
            turn = turn @ Rotation.from_rotvec(units[k] * (np.radians(angles[k]) + q[k])).as_matrix()
            faster = faster + axis * accelerations[k] + np.cross(spin, axis * rates[k])
            spin = spin + axis * rates[k]
            arm = turn @ [lengths[k] / 2.0, 0.0, 0.0]
            pulled = np.cross(faster, arm) + np.cross(spin, np.cross(spin, arm))
            tensor = turn @ tensors[k] @ turn.T
            couple = tensor @ faster + np.cross(spin, tensor @ spin)
            yield axis, masses[k] * (moved + pulled - gravity), couple, at, at + arm
            at, moved = at + 2.0 * arm, moved + 2.0 * pulled

    def torques(q, rates, accelerations):
        every = list(bodies(q, rates, accelerations))
        return np.array(
            [
                axis @ sum(couple + np.cross(centre - root, force) for _, force, couple, _, centre in every[k:])
                for k, (axis, _, _, root, _) in enumerate(every)
            ]
        )

    def rates(_, y):
        none = torques(y[:2], y[2:], np.zeros(2))
        mass = np.stack([torques(y[:2], y[2:], unit) - none for unit in np.eye(2)], axis=1)
        return np.concatenate([y[2:], np.linalg.solve(mass, -none)])

    links = tuple(
        RigidLink(length, joint=Joint.unlocked(axis=axis), mass=mass, inertia=tuple(map(tuple, tensor)), angle=angle)
        for length, axis, mass, tensor, angle in zip(lengths, axes, masses, tensors, angles, strict=True)
    )
    arm = Arm(Base.fixed(), links, gravity=tuple(gravity), motion="spatial")
    found = slew(BeamFEM(1), arm, Manoeuvre(1.0, 5, joint_rates=(1.0, -2.0), accuracy=1e-5))
    told = solve_ivp(rates, (0.0, 1.0), [0.0, 0.0, 1.0, -2.0], "DOP853", found.time.values, rtol=1e-9, atol=1e-9)
    assert found.joint1_angle.values == pytest.approx(told.y[0], abs=1e-5)
    assert found.joint2_angle.values == pytest.approx(told.y[1], abs=1e-5)


@pytest.mark.slow
def test_a_free_arm_in_space_keeps_its_momenta_and_energy():
    """By links in floating frames; what a geometrically exact one keeps is told of a beam that flies."""
    links = (
        Link(2.0, joint=Joint.unlocked(axis=(0.3, 1.0, 0.5)), angle=30.0, **TWISTING),
        RigidLink(1.5, mass=1.0, joint=Joint.locked(50.0, axis="y"), angle=40.0),
    )
    payload = Body(1.0, (0.1, 0.12, 0.05), (0.2, 0.1, -0.1))
    arm = Arm(Base.free(5.0, (1.0, 0.7, 1.2), (0.3, 0.1, 0.2)), links, payload, motion="spatial")
    push = TipForce((0.0, 6.0, 10.0), Harmonic(np.pi, 2.0 * np.pi, end=0.5))
    dataset = slew(
        BeamFEM(1, floating=True), arm, Manoeuvre(0.9, 19, loads=(push,), joint_rates=(0.5, 0.0), accuracy=1e-2)
    )
    after, accuracy = dataset.time.values > 0.5, 5e-3
    for axis, pushed in zip("xyz", (0.0, 6.0, 10.0), strict=True):
        momentum = dataset[f"momentum_{axis}"].values
        assert momentum[after] == pytest.approx(momentum[0] + pushed, abs=accuracy * 10.0)
        turned = dataset[f"momentum_rotation_{axis}"].values[after]
        assert np.ptp(turned) < accuracy * 30.0
    energy = (dataset.kinetic_energy + dataset.strain_energy).values[after]
    assert np.ptp(energy) < accuracy * energy.max()
    # It bends, twists and tumbles far.
    assert float(abs(dataset.link1_twist).max()) > 0.1
    assert float(abs(dataset.base_rotation_x).max()) > 0.5


@pytest.mark.slow
def test_a_beam_that_flies_has_the_momentum_that_pushed_it():
    """Simo and Vu-Quoc (1988): a free beam, pushed and turned at its lower end, bends by half its length."""
    beam = {"axial_rigidity": 1e4, "shear_rigidity": 1e4, "torsional_rigidity": 500.0}
    inertias = {"rotary_inertia_per_length": 10.0, "polar_inertia_per_length": 20.0}
    link = Link(10.0, 1.0, 500.0, angle=126.86989764584402, joint=Joint.rigid(), **beam, **inertias)

    def hat(peak):
        return History((0.0, 2.5, 5.0), (0.0, peak, 0.0), "linear")

    pushes = {"x": 20.0, "rotation_y": -100.0, "rotation_z": -200.0}
    loads = tuple(BaseForce(name, hat(peak)) for name, peak in pushes.items())
    arm = Arm(Base.free(0.0, 0.0), (link,), motion="spatial")
    flown = slew(BeamFEM(1), arm, Manoeuvre(5.5, 23, loads=loads, accuracy=2e-2))
    after = flown.time.values >= 5.0
    assert flown.momentum_x.values[after] == pytest.approx(50.0, rel=5e-3)
    for name in ("momentum_y", "momentum_z"):
        assert flown[name].values[after] == pytest.approx(0.0, abs=0.25)
    energy = (flown.kinetic_energy + flown.strain_energy).values[after]
    assert np.ptp(energy) < 5e-3 * energy.max()
    assert float(abs(flown.link1_deflection_about_y).max()) > 5.0


SMALL = {
    "links in space": Arm(
        Base.fixed(),
        (Link(2.0, joint=Joint.locked(80.0, axis=(0.3, 1.0, 0.5)), angle=30.0, **TWISTING),),
        Body(1.0, (0.1, 0.12, 0.05), (0.2, 0.1, -0.1)),
        motion="spatial",
    ),
    "dampers and drives in space": Arm(
        Base.fixed(),
        (
            RigidLink(2.0, mass=1.0, joint=Joint.locked(80.0, axis=(0.3, 1.0, 0.5), damping=20.0), angle=30.0),
            RigidLink(1.5, mass=1.0, joint=Joint.unlocked(axis="y", drive=Drive(50.0, 10.0)), angle=40.0),
        ),
        Body(1.0, (0.1, 0.12, 0.05), (0.2, 0.1, -0.1)),
        motion="spatial",
    ),
    "joints of several freedoms, and branches": Arm(
        Base.fixed(),
        (
            RigidLink(2.0, mass=1.0, joint=Joint.general(about_z=Freedom(80.0), along_y=Freedom(90.0, damping=3.0))),
            RigidLink(1.0, mass=1.0, parent="link1", at=0.5, angle=70.0, joint=Joint.locked(9.0)),
            RigidLink(1.5, mass=1.0, parent="link1", joint=Joint.locked(50.0), angle=40.0),
        ),
        Body(1.0, 0.1),
    ),
    "supports": Arm(
        Base.free(5.0, 2.0),
        (
            RigidLink(2.0, mass=2.0, joint=Joint.unlocked(), name="a"),
            RigidLink(1.0, mass=1.0, joint=Joint.locked(40.0), angle=40.0, name="b"),
        ),
        Body(1.0, 0.1),
        supports=(
            Support("b.tip", ("about_z",), 20.0, damping=0.5),
            Support("b.tip", ("along_y",), 100.0, to="a.root", axes="link"),
            Support("a", ("along_y",), 50.0, station=0.5, drive=Drive(30.0, 4.0)),
            Support("a.root", ("along_y",)),
        ),
    ),
    "rigid supports": Arm(
        Base.free(5.0, 2.0),
        (
            RigidLink(2.0, mass=2.0, joint=Joint.locked(80.0)),
            RigidLink(1.0, mass=1.0, joint=Joint.unlocked(), angle=40.0),
        ),
        Body(1.0, 0.1),
        supports=(Support("tip", ("along_x",), axes="link", angle=20.0), Support("link1.root", ("along_y",))),
    ),
    "supports in space": Arm(
        Base.free(5.0, (1.0, 2.0, 3.0)),
        (
            RigidLink(2.0, mass=2.0, joint=Joint.unlocked(axis=(0.3, 1.0, 0.5)), name="a"),
            RigidLink(1.5, mass=1.0, joint=Joint.unlocked(axis="y"), angle=40.0, name="b"),
        ),
        Body(1.0, (0.1, 0.12, 0.05), (0.2, 0.1, -0.1)),
        motion="spatial",
        supports=(
            Support(
                "b.tip", ("along_x", "about_y", "about_x"), (80.0, 20.0, 10.0), damping=0.5, axes="link", angle=20.0
            ),
            Support("b.tip", ("along_x", "about_y"), (300.0, 30.0), to="a.root"),
            Support("a.root", ("along_z", "about_x")),
        ),
    ),
    "drives with states": Arm(
        replace(
            Base.free(20.0, 5.0),
            attitude=Drive(200.0, 60.0, wheel=Wheel(0.5, 0.3)),
            position=Drive(numerator=(80.0, 400.0), denominator=(0.02, 1.0)),
        ),
        (
            RigidLink(2.0, mass=2.0, joint=Joint.unlocked(drive=Drive(200.0, 40.0, 300.0, delay=0.05))),
            RigidLink(
                1.0, mass=1.0, joint=Joint.locked(50.0, drive=Drive(300.0, 60.0, motor=Motor(0.01, 2e3, 1.0, 10.0)))
            ),
            RigidLink(
                1.0,
                mass=1.0,
                angle=50.0,
                joint=Joint.unlocked(
                    drive=Drive(90.0, 9.0, actuator=Lag(0.01), motor=Motor(0.5, 1e3, 9.0, sensed="link"))
                ),
            ),
        ),
        Body(1.0, 0.1),
    ),
}


def test_joints_of_links_that_are_cut_are_named():
    """Numbers would count the pieces: the third link of three is the fourth of four."""
    boom = Link(3.0, 2.0, 4000.0, joint=Joint.unlocked(), name="boom")
    side = RigidLink(1.0, mass=1.0, parent="boom", at=2.0, joint=Joint.unlocked(), name="side")
    arm = Arm(Base.fixed(), (boom, side, replace(side, at=None, name="hand")), Body(1.0, 0.1))
    course = Course((0.0, 0.2), (0.0, 0.02))
    found = slew(AssumedModes("legendre", 0), arm, Manoeuvre(0.2, 3, (Turn("hand", course),), accuracy=1e-2))
    assert found.joint4_angle.values[-1] == pytest.approx(0.02)
    for part in ({"turns": (Turn(3, course),)}, {"loads": (JointTorque(3, History.step(1.0)),)}):
        with pytest.raises(InputError, match="wanted a name, one of boom, side, hand: numbers would count the pieces"):
            slew(BeamFEM(1), arm, Manoeuvre(0.2, 3, **part))
    moving = slew(AssumedModes("legendre", 0), arm, Manoeuvre(1e-3, 2, joint_rates=(0.1, 0.0, 0.3), accuracy=1e-2))
    gone = [float(moving[f"joint{k}_angle"][-1]) for k in (1, 3, 4)]
    assert gone == pytest.approx([1e-4, 0.0, 3e-4], abs=1e-6)
    with pytest.raises(InputError, match="one rate for each of the 3 joints, those of boom, side, hand, got 4 of them"):
        slew(BeamFEM(1), arm, Manoeuvre(0.2, 3, joint_rates=(0.1, 0.0, 0.0, 0.3)))
    case = LoadCase(1.0, 2, initial=Initial(joint_rates=(0.1, 0.0, 0.3)))
    assert check_case(case, arm).initial.joint_rates == (0.1, 0.0, 0.0, 0.3)
    torque = JointTorque("boom", History.step(1.0))  # at the joint of the first piece
    given = slew(AssumedModes("legendre", 0), arm, Manoeuvre(0.2, 3, loads=(torque,), accuracy=1e-2))
    assert given.joint1_angle.values[-1] > 0.0


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name.endswith("in space"))) for name in SMALL]
)
def test_small_motion_is_that_of_a_response(name):
    arm, flexible = SMALL[name], name == "links in space"
    push = TipForce((0.0, 0.5, -1.0) if arm.spatial else "y", Harmonic(0.02, 3.0))
    small = response(Exact(), arm, LoadCase(1.0, 21, (push,)))
    large = slew(AssumedModes("legendre", 3), arm, Manoeuvre(1.0, 21, loads=(push,), accuracy=1e-2))
    pairs = {"joint1_rotation": "joint1_angle"}
    if flexible:
        pairs |= {name: name for name in ("link1_root_moment", "link1_root_moment_about_y", "link1_root_torque")}
    if "joint2_rotation" in small:
        pairs["joint2_rotation"] = "joint2_angle"
    if arm.general_joints:
        del pairs["joint1_rotation"]
        pairs |= {name: name for name in ("joint1_rotation_about_z", "joint1_displacement_along_y")}
    if name == "rigid supports":
        pairs |= {own: own for own in ("support1_force_along_x", "support2_force_along_y")}
    for linear, own in pairs.items():
        size = float(abs(small[linear]).max())
        assert large[own].values == pytest.approx(small[linear].values, abs=1e-2 * size), linear


@pytest.mark.slow
@pytest.mark.parametrize(("motion", "stiffness"), [("planar", 1e6), ("planar", None), ("spatial", None)])
def test_a_four_bar_turns_as_its_kinematics_say(motion, stiffness):
    """Crank 0.5 m, coupler 2 m, rocker 1.5 m on a ground of √3 m: where circles of coupler and rocker meet."""
    linkage = example("four-bar")
    pinned = replace(linkage, motion=motion, supports=(replace(linkage.supports[0], stiffness=stiffness),))
    turn = Manoeuvre(2.0, 11, (Turn("crank", Course((0.0, 2.0), (0.0, np.pi))),), accuracy=1e-3)
    found = slew(AssumedModes("legendre", 0), pinned, turn)
    crank = 0.5j * np.exp(1j * found.joint1_angle.values)
    across = crank - np.sqrt(3.0)
    apart = np.abs(across)
    bend = np.arccos((1.5**2 + apart**2 - 2.0**2) / (2.0 * 1.5 * apart))
    rocker = np.unwrap(np.angle(across)) - bend - np.pi / 2.0
    assert np.ptp(rocker) > 0.5
    # The pin yields by a ten-thousandth of what the rocker moves.
    assert found.joint3_angle.values == pytest.approx(rocker, abs=1e-3)
    assert ("support1_along_x" in found) == (stiffness is not None)


def test_supports_carry_the_weight_in_the_posture():
    """A beam on a pin and a spring stays where it is; and so does one that its joint's drive helps to carry."""
    for drive, stiffness in ((None, 300.0), (None, None), (Drive(200.0), 300.0)):
        beam = Link(2.0, 2.5, 400.0, joint=Joint.unlocked(drive=drive), name="beam")
        held = (Support("beam", ("along_y",), stiffness, station=1.2),)
        arm = Arm(Base.fixed(), (beam,), gravity=(0.0, -9.81), supports=held)
        still = slew(AssumedModes("legendre", 2), arm, Manoeuvre(0.2, 3, accuracy=1e-3))
        assert float(abs(still.joint1_angle).max()) < 1e-9
        pulled = float(still.support1_force_along_y[-1])
        force = 9.81 * 5.0 / 1.2
        assert 0.0 < pulled < force if drive else pulled == pytest.approx(force, rel=1e-6)


def test_wheels_take_what_the_arm_turns_the_base_by():
    """Nothing acts from without: momenta of wheels, which turn with a base by a third of a radian, are the arm's."""
    base = replace(Base.free(20.0, (5.0, 6.0, 7.0)), attitude=Drive(20.0, 10.0, wheel=Wheel(0.5, 0.3)))
    links = (
        RigidLink(2.0, mass=2.0, joint=Joint.unlocked(axis=(0.3, 1.0, 0.5))),
        RigidLink(1.5, mass=1.0, joint=Joint.unlocked(axis="y"), angle=40.0),
    )
    arm = Arm(base, links, Body(2.0, (0.1, 0.12, 0.05), (0.2, 0.1, -0.1)), motion="spatial")
    turns = tuple(Turn(k, Course((0.0, 1.0), (0.0, angle))) for k, angle in ((1, 1.0), (2, -0.7)))
    found = slew(AssumedModes("legendre", 0), arm, Manoeuvre(1.0, 11, turns, accuracy=1e-3))
    taken = max(float(abs(found[f"base_wheel_momentum_about_{axis}"]).max()) for axis in "xyz")
    assert taken > 3.0
    assert max(float(abs(found[f"base_rotation_{axis}"]).max()) for axis in "xyz") > 0.3
    for axis in "xyz":
        assert found[f"momentum_rotation_{axis}"].values == pytest.approx(0.0, abs=1e-3 * taken)


def test_links_damp_as_closed_forms_say():
    """Of a pinned link all mass is damped alike, and ω̇ = −α ω; a link of one shape overshoots by exp(−πζ/√(1 − ζ²))."""
    pinned = Arm(Base.fixed(), (Link(2.0, 1.0, 400.0, joint=Joint.unlocked(), mass_damping=0.8),))
    for backend in (BeamFEM(1), AssumedModes("legendre", 1, linear_about="posture")):
        swung = slew(backend, pinned, Manoeuvre(1.0, 5, joint_rates=(0.5,), accuracy=1e-3))
        turned = 0.5 * -np.expm1(-0.8 * swung.time.values) / 0.8
        assert swung.joint1_angle.values == pytest.approx(turned, abs=1e-3 * turned[-1])
    one = AssumedModes("legendre", 1, foreshortening=False)
    bare = Arm(Base.fixed(), (Link(2.0, 1.0, 400.0, joint=Joint.rigid()),))
    omega = one.modes(bare, 1).angular_frequency[0]
    damped = replace(bare, links=(replace(bare.links[0], stiffness_damping=2.0 * 0.2 / omega),))
    half = np.pi / (omega * np.sqrt(1.0 - 0.2**2))
    step = Manoeuvre(20.0 * half, 21, loads=(TipForce("y", History((0.0,), (1.0,)), link=1),), accuracy=1e-4)
    deflection = slew(one, damped, step).link1_deflection.values
    assert deflection[1] / deflection[-1] - 1.0 == pytest.approx(np.exp(-np.pi * 0.2 / np.sqrt(1.0 - 0.2**2)), rel=1e-3)


@pytest.mark.slow
def test_models_of_a_slew_in_space_agree_where_deflection_is_small():
    """A link that sweeps round a skew axis bends in both planes and twists what it carries."""
    links = (Link(1.0, joint=Joint.unlocked(axis=(0.0, 0.6, 0.8)), **TWISTING),)
    arm = Arm(Base.fixed(), links, Body(0.2, 0.01, (0.0, 0.1, 0.2)), motion="spatial")
    turned = Manoeuvre(0.8, 9, (Turn(1, Course((0.0, 0.8), (0.0, 0.2))),), accuracy=1e-2)
    (dataset,) = compare.slews(arm, turned, [AssumedModes("legendre", 2)], Exact()).values()
    errors = dict(zip(dataset.output.values, dataset.error.values, strict=True))
    for name in ("end_deviation", "link1_deflection", "link1_deflection_about_y", "link1_twist"):
        assert errors[name] < 1e-2, name
    assert float(abs(dataset.link1_deflection_about_y).max()) > 5e-3


def test_a_shuttle_rolls_and_turns_as_momentum_says():
    """Wiedemann (2002), 2.10, cases 1 and 3: momentum about the roll axis, and all of a free Shuttle's, stay zero."""
    rigid = AssumedModes("legendre", 0)
    rolled = slew(rigid, example("single-link-rolling-base-unlocked"), example_manoeuvre("wiedemann-2.10-case-1"))
    # γ = ∫ l M Δx cos α / (I + Δx² M + l² M sin² α) dα, of a massless arm; this one has 0.5 % of the payload's mass.
    payload, far, beside, still = 1e4, 15.5, 2.0, 1e6 + 37500.0
    known = quad(
        lambda angle: (
            far * payload * beside * np.cos(angle) / (still + payload * (beside**2 + (far * np.sin(angle)) ** 2))
        ),
        0.0,
        np.pi / 2.0,
    )[0]
    assert float(rolled.joint3_angle[-1]) == pytest.approx(np.pi / 2.0, rel=5e-3)
    assert float(rolled.joint1_angle[-1]) == pytest.approx(known, rel=5e-3)
    # Printed: 1.59e-4 rad/s² at the start, 0.3 of the arm's.
    assert 2.0 * float(rolled.joint1_angle[5]) / 25.0 == pytest.approx(1.59e-4, rel=5e-3)
    assert np.max(np.abs(np.diff(rolled.joint1_angle[-10:]))) < 1e-8

    free = slew(rigid, example("single-link-free-base-unlocked"), example_manoeuvre("wiedemann-2.10-case-3"))
    at = np.argmin(np.abs(free.joint2_angle.values - np.pi / 2.0))
    assert float(free.joint2_angle[at]) == pytest.approx(np.pi / 2.0, abs=0.02)
    # As `flexarm validate wiedemann-section-2.10-case-3` has them: 2.06 m, 6.86°.
    assert float(free.base_z[at]) == pytest.approx(-2.056, rel=2e-2)
    assert float(free.base_rotation_x[at]) == pytest.approx(np.radians(6.859), rel=2e-2)


def test_a_base_that_turns_more_than_once_is_told_so():
    """Rotations of many turns are told without jumps: two bodies on one axis turn against one another, evenly."""
    base = Base.free(1.0, (2.0, 1.0, 1.0))
    held = (RigidLink(1.0, mass=0.0, joint=Joint.unlocked(axis="x", gear_inertia=0.01)),)
    arm = Arm(base, held, Body(0.5, (0.19, 0.1, 0.1)), motion="spatial")
    torque = JointTorque(1, History((0.0, 0.1), (40.0, 0.0)))
    spun = slew(BeamFEM(1), arm, Manoeuvre(6.0, 61, loads=(torque,), accuracy=1e-3))
    turned = spun.base_rotation_x.values
    assert np.all(np.diff(turned) < 0.0)
    assert np.diff(turned)[2:] == pytest.approx(turned[-1] - turned[-2], rel=1e-3)
    assert turned[-1] < -3.0 * np.pi
    assert np.max(np.abs(spun.momentum_rotation_x.values)) < 4e-3


# Flexible and rigid links, a branch, a slide, on a base that floats.
FLOATING = Arm(
    Base.free(5.0, (1.0, 0.7, 1.2), (0.3, 0.1, 0.2)),
    (
        Link(2.0, joint=Joint.unlocked(axis=(0.3, 1.0, 0.5)), angle=30.0, **TWISTING),
        RigidLink(1.5, mass=1.0, joint=Joint.locked(50.0, axis="y"), angle=40.0),
        RigidLink(
            1.0,
            mass=1.0,
            parent="base",
            joint=Joint.general(along_x=Freedom(50.0), about_y=Freedom(20.0)),
            angle=140.0,
        ),
    ),
    Body(1.0, (0.1, 0.12, 0.05), (0.2, 0.1, -0.1)),
    motion="spatial",
)
WHEELED = replace(FLOATING, base=replace(FLOATING.base, attitude=Drive(20.0, 3.0, wheel=Wheel(0.5, 0.3))))


def off(found, known):
    """Return how far motions of a slew are off a response's at most, of the largest of their unit."""
    errors = []
    for unit in ("m", "rad"):
        names = [str(name) for name in known.output.values[known.output_units.values == unit]]
        pairs = {name: re.sub("(joint._)rotation$", r"\1angle", name) for name in names}
        told = {name: own for name, own in pairs.items() if own in found}
        largest = max((float(abs(known[name]).max()) for name in told), default=0.0)
        errors += [float(abs(found[own] - known[name].values).max()) / largest for name, own in told.items()]
    assert len(errors) > 1
    return max(errors)


@pytest.mark.parametrize(
    "arm",
    [
        pytest.param(SMALL["dampers and drives in space"], id="dampers and drives"),
        pytest.param(SMALL["supports in space"], id="supports"),
        pytest.param(FLOATING, id="floating"),
        pytest.param(WHEELED, id="on wheels"),
    ],
)
def test_about_its_posture_an_arm_in_space_moves_as_in_a_response(arm):
    """However far: both are linear. A model of the same shapes that is not comes as near as motion is small."""
    large, errors = AssumedModes("legendre", 1), []
    small = replace(large, linear_about="posture")
    for size in (0.02, 0.2, 20.0):
        push = TipForce((0.0, 0.5, -1.0), Harmonic(size, 3.0))
        known = response(small, arm, LoadCase(1.0, 11, (push,)))
        pushed = Manoeuvre(1.0, 11, loads=(push,), accuracy=1e-4)
        assert off(slew(small, arm, pushed), known) < pushed.accuracy
        if size < 1.0:
            errors.append(off(slew(large, arm, pushed), known))
    assert errors[1] > 1e-3
    assert errors[0] == pytest.approx(0.1 * errors[1], rel=0.1)


def test_an_arm_that_is_held_everywhere_has_one_posture():
    """Springs and drives hold its joints, its base's attitude and its position: its posture does not move."""
    held = replace(FLOATING.base, attitude=Drive(20.0, 3.0), position=Drive(30.0, 5.0))
    links = (replace(FLOATING.links[0], joint=Joint.locked(80.0, axis="y")), *FLOATING.links[1:])
    pushed = Manoeuvre(0.5, 6, loads=(TipForce((0.0, 0.5, -1.0), Harmonic(60.0, 3.0)),), accuracy=1e-4)
    arm = replace(FLOATING, base=held, links=links)
    found, known = (slew(ABOUT[word], arm, pushed) for word in ("moving-posture", "posture"))
    assert float(abs(known.base_rotation_x).max()) > 0.1
    for name in known.output.values:
        assert found[name].values == pytest.approx(known[name].values, rel=1e-9, abs=1e-12), name


@pytest.mark.parametrize("arm", [FLOATING, WHEELED], ids=["floating", "on wheels"])
def test_about_its_posture_a_free_arm_in_space_keeps_momenta_to_round_off(arm):
    """Those it was given: a force of ∫ sin 2πt dt = 1/π, and its moment about the base's centre at rest."""
    force = 40.0 * np.array([0.0, 0.6, 1.0])
    push = TipForce(tuple(force), Harmonic(1.0, 2.0 * np.pi, end=0.5))
    found = slew(ABOUT["posture"], arm, Manoeuvre(0.9, 10, loads=(push,), accuracy=1e-3))
    after = found.time.values >= 0.5
    place = np.array([float(found[f"end_{axis}"][0]) for axis in "xyz"])
    for names, given in (("momentum_{}", force / np.pi), ("momentum_rotation_{}", np.cross(place, force) / np.pi)):
        for axis, wanted in zip("xyz", given, strict=True):
            own = found[names.format(axis)].values[after]
            assert own == pytest.approx(wanted, abs=1e-3 * np.linalg.norm(given))
            assert np.ptp(own) < 1e-12 * np.linalg.norm(given)
    energy = (found.kinetic_energy + found.strain_energy).values[after]
    assert (np.ptp(energy) < 1e-3 * energy.max()) == (arm is FLOATING)  # wheels take some
    assert max(float(abs(found[f"base_rotation_{axis}"]).max()) for axis in "xyz") > 0.5


@pytest.mark.parametrize("word", ABOUT)
def test_linear_models_in_space_are_mirrored_with_the_arm(word):
    """Left for right, by the x-z plane: axes of turns, which are no arrows, have y kept and x and z reversed."""
    first, second, third = FLOATING.links
    mirrored = replace(
        FLOATING,
        base=replace(FLOATING.base, offset=(0.3, -0.1, 0.2)),
        links=(
            replace(first, joint=Joint.unlocked(axis=(-0.3, 1.0, -0.5))),
            second,
            replace(third, joint=replace(third.joint, axis=(0.0, 0.0, -1.0))),
        ),
        payload=Body(1.0, (0.1, 0.12, 0.05), (0.2, -0.1, -0.1)),
    )
    turn = Turn(1, Course((0.0, 0.4), (0.0, 1.0)))
    found, known = (
        slew(
            ABOUT[word],
            arm,
            Manoeuvre(0.5, 6, (turn,), loads=(TipForce((5.0, side * 9.0, 20.0), History.step(1.0)),), accuracy=1e-4),
        )
        for arm, side in ((mirrored, -1.0), (FLOATING, 1.0))
    )
    for name in known.output.values:
        assert abs(found[name].values) == pytest.approx(abs(known[name].values), rel=1e-6, abs=1e-7), name
    signs = {"end_z": 1.0, "joint3_rotation_about_y": 1.0, "end_y": -1.0, "base_y": -1.0, "base_rotation_x": -1.0}
    for name, sign in signs.items():
        assert found[name].values == pytest.approx(sign * known[name].values, rel=1e-6, abs=1e-7), name
        assert float(abs(known[name]).max()) > 1e-2, name


@pytest.mark.parametrize("word", ABOUT)
def test_linear_models_in_space_come_nearer_as_angles_are_smaller(word):
    """By as much at least: what they leave out is of second order."""
    links = (Link(1.0, joint=Joint.unlocked(axis=(0.0, 0.6, 0.8)), **TWISTING),)
    arm = Arm(Base.free(3.0, (0.2, 0.3, 0.4)), links, Body(0.2, 0.01, (0.0, 0.1, 0.2)), motion="spatial")
    names, errors = ("end_x", "end_y", "base_z", "base_rotation_z", "link1_deflection", "joint1_torque"), []
    for angle in (0.2, 0.05):
        turned = Manoeuvre(0.4, 9, (Turn(1, Course((0.0, 0.4), (0.0, angle))),), accuracy=1e-4)
        found, known = (slew(one, arm, turned) for one in (ABOUT[word], AssumedModes("legendre", 2)))
        errors.append([float(abs(found[one] - known[one]).max() / abs(known[one]).max()) for one in names])
    assert max(errors[0]) > 1e-2
    assert np.all(np.array(errors[1]) < 0.3 * np.array(errors[0]))


@pytest.mark.parametrize("motion", ["planar", "spatial"])
def test_a_four_bar_stays_closed_as_its_posture_moves(motion):
    """Whatever else rates make is left out: the rocker is where two circles meet."""
    linkage = replace(example("four-bar"), motion=motion)
    turn = Manoeuvre(2.0, 5, (Turn("crank", Course((0.0, 2.0), (0.0, np.pi))),), accuracy=1e-2)
    found = slew(AssumedModes("legendre", 0, linear_about="moving-posture"), linkage, turn)
    across = 0.5j * np.exp(1j * found.joint1_angle.values) - np.sqrt(3.0)
    apart = np.abs(across)
    bend = np.arccos((1.5**2 + apart**2 - 2.0**2) / (2.0 * 1.5 * apart))
    rocker = np.unwrap(np.angle(across)) - bend - np.pi / 2.0
    assert found.joint3_angle.values == pytest.approx(rocker, abs=1e-4)


def test_a_joint_that_follows_a_course_moves_the_posture_though_a_drive_holds_it():
    held = Joint.unlocked(axis=(0.0, 0.6, 0.8), drive=Drive(5.0, 1.0))
    arm = Arm(Base.fixed(), (RigidLink(1.0, mass=1.0, joint=held),), Body(1.0, 0.1), motion="spatial")
    turned = Manoeuvre(1.0, 3, (Turn(1, Course((0.0, 1.0), (0.0, 1.2))),))
    found, known = (slew(one, arm, turned) for one in (ABOUT["moving-posture"], AssumedModes("legendre", 2)))
    for axis in "xyz":
        assert found[f"end_{axis}"].values == pytest.approx(known[f"end_{axis}"].values, abs=1e-12)


@pytest.mark.parametrize(
    ("size", "wanted"),
    [
        (0.07, ["the base turns by 0.25 rad", ""]),
        (
            1.0,
            [
                "joint 1 turns by 2.5 rad; joint 3 turns by 0.97 rad; the base turns by 3.5 rad",
                "joint 3 turns by 0.98 rad; joint 3 slides by 0.45 m",
            ],
        ),
    ],
)
def test_what_moves_too_far_in_space_for_a_linear_model_is_said(size, wanted):
    """Joints on springs, of several freedoms too, and the base, by its rotation vector: components are below 0.2."""
    links = (RigidLink(2.0, mass=2.0, joint=FLOATING.links[0].joint), *FLOATING.links[1:])
    pushed = Manoeuvre(1.0, 11, loads=(TipForce((0.0, 4.0, 20.0), History.step(size)),), accuracy=1e-2)
    linear = [replace(one, shapes=0) for one in ABOUT.values()]
    told = compare.slews(replace(FLOATING, links=links), pushed, linear, AssumedModes("legendre", 0))
    assert [one.attrs["large_motion"] for one in told.values()] == wanted


FLYING = Arm(
    Base.free(2.0, (0.3, 0.7, 1.0), (0.1, 0.2, 0.0)),
    (Link(1.0, **TWISTING, joint=Joint.unlocked()), Link(0.7, **TWISTING, angle=40.0, joint=Joint.locked(30.0))),
    Body(0.5, (0.05, 0.1, 0.1), (0.2, 0.1, 0.0)),
    motion="spatial",
)


@pytest.mark.parametrize("backend", [AssumedModes("legendre", 1), BeamFEM(1)])
def test_what_flies_off_does_as_what_starts_at_rest(backend):
    """Galileo's law: the base's velocity at the start is added to all that moves."""
    turned = Manoeuvre(0.5, 6, (Turn(1, Course((0.0, 0.4), (0.0, 0.8))),), accuracy=1e-5)
    still = slew(backend, FLYING, turned)
    moving = slew(backend, FLYING, replace(turned, base_velocity=(0.3, -0.2, 0.5)))
    for axis, velocity in zip("xyz", (0.3, -0.2, 0.5), strict=True):
        for place in ("base", "end"):
            gone = (moving[f"{place}_{axis}"] - still[f"{place}_{axis}"]).values
            assert gone == pytest.approx(velocity * turned.times, abs=2e-6)
    assert moving.base_rotation_z.values == pytest.approx(still.base_rotation_z.values, abs=2e-6)


def test_what_tumbles_follows_eulers_equations():
    inertia, spin = np.array([0.3, 0.7, 1.0]), (0.2, 2.0, 0.1)
    arm = Arm(Base.free(2.0, tuple(inertia)), (RigidLink(1.0, joint=Joint.rigid()),), motion="spatial")

    def rates(_, y):
        (vector, scalar), omega = (y[:3], y[3]), y[4:]
        turning = 0.5 * np.append(scalar * omega + np.cross(vector, omega), -vector @ omega)
        return np.concatenate([turning, -np.cross(omega, inertia * omega) / inertia])

    manoeuvre = Manoeuvre(3.0, 31, base_rate=spin, accuracy=1e-6)
    told = solve_ivp(rates, (0.0, 3.0), [0, 0, 0, 1, *spin], "DOP853", manoeuvre.times, rtol=1e-12, atol=1e-13).y
    found = slew(AssumedModes("legendre", 0), arm, manoeuvre)
    vectors = np.stack([found[f"base_rotation_{axis}"].values for axis in "xyz"], axis=-1)
    apart = Rotation.from_rotvec(vectors).inv() * Rotation.from_quat(told[:4].T)
    assert np.max(apart.magnitude()) < 1e-5


@pytest.mark.parametrize("held", [False, True], ids=["base floats", "base is held"])
def test_sections_move_from_a_posture_by_their_derivatives_there(held):
    """What of small coordinates is left out, of places and of rotations, is of second order, however the rest lies."""
    mixed = Joint.general(about_x=Freedom(0.0), about_y=Freedom(9.0), about_z=Freedom(0.0), along_z=Freedom(5.0))
    links = (replace(FLOATING.links[0], joint=mixed), *FLOATING.links[1:])
    arm = replace(FLOATING, base=replace(FLOATING.base, attitude=Drive(20.0) if held else None), links=links)
    own, random = resisted(arm, tree(arm)), np.random.default_rng(0)
    (curves, *_) = ABOUT["posture"].large_motion(arm, own.parts)
    linear, whole = LinearChain(own.parts, tuple(curves), moving=True), Chain(own.parts, tuple(curves))
    posture, direction = linear.rest.copy(), random.standard_normal(linear.size)
    assert np.all(linear.small[linear.attitude]) == held
    posture[: linear.size][~linear.small] = random.standard_normal(np.count_nonzero(~linear.small))
    gaps = []
    for size in (1e-2, 1e-3):
        q = posture.copy()
        q[: linear.size][linear.small] = size * direction[linear.small]
        found, known = (one.state(q, np.zeros(linear.size)) for one in (linear, whole))
        pairs = list(zip(found.sections, known.sections, strict=True))
        gaps.append(
            [
                max(float(abs(getattr(a, part) - getattr(b, part)).max()) for a, b in pairs)
                for part in ("places", "turns")
            ]
        )
        for section, _ in pairs:
            turns = section.turns
            assert turns @ np.swapaxes(turns, -1, -2) == pytest.approx(np.broadcast_to(np.eye(3), turns.shape))
    assert np.array(gaps[0]) / gaps[1] == pytest.approx(100.0, rel=0.1)
    assert np.all(np.array(gaps[0]) > 1e-5)


@pytest.mark.parametrize("spatial", [False, True], ids=["plane", "space"])
def test_a_turned_root_takes_the_moment_that_its_link_bears(spatial):
    """Of the weight too, which links carry in the posture."""
    own = {"flexural_rigidity": (50.0, 60.0)} if spatial else {"flexural_rigidity": 50.0}
    link = Link(1.0, 1.0, joint=Joint.unlocked(), **own)
    arm = Arm(
        Base.fixed(),
        (link, Link(0.6, 0.5, angle=30.0, joint=Joint.locked(80.0), **own)),
        Body(1.0, (0.01, 0.01, 0.01) if spatial else 0.01),
        motion="spatial" if spatial else "planar",
        gravity=(0.0, -9.81, 0.0) if spatial else (0.0, -9.81),
    )
    turned = Manoeuvre(1.0, 11, (Turn(1, Course((0.2, 1.0), (0.0, 0.8))),), accuracy=1e-3)
    found = slew(Exact(), arm, turned)
    about = sum(
        x * m for x, m in ((0.5, 1.0), (1.0 + 0.3 * np.cos(np.pi / 6), 0.3), (1.0 + 0.6 * np.cos(np.pi / 6), 1.0))
    )
    assert float(found.joint1_torque[0]) == pytest.approx(9.81 * about, rel=1e-9)
    largest = float(abs(found.joint1_torque).max())
    assert found.link1_root_moment.values == pytest.approx(-found.joint1_torque.values, abs=2e-3 * largest)


def fallen(drive, **more):
    """How far a four-bar under gravity that a drive holds moves by itself, rad."""
    links = (
        RigidLink(0.5, mass=1.0, inertia=0.03, angle=60.0, joint=Joint.unlocked(drive=drive)),
        RigidLink(1.8, mass=3.0, inertia=0.9, angle=-34.98675258154584, joint=Joint.unlocked()),
        RigidLink(
            1.2, mass=2.0, inertia=0.25, angle=95.68264034575786, joint=Joint.unlocked(), parent="base", at=(2.0, 0.0)
        ),
    )
    support = Support("link3.tip", ("along_x", "along_y"), to="link2.tip")
    arm = Arm(Base.fixed(), links, supports=(support,), gravity=(0.0, -9.81))
    found = slew(AssumedModes("legendre", 0), arm, Manoeuvre(1.0, 11, **more))
    return max(float(abs(found[f"joint{k}_angle"]).max()) for k in (1, 2, 3))


@pytest.mark.parametrize(
    "drive",
    [
        Drive(80.0, 5.0),
        Drive(80.0, 5.0, integral=60.0),
        Drive(80.0, 5.0, actuator=Lag(0.05)),
        Drive(80.0, 5.0, delay=1e-3),
        Drive(80.0, 5.0, motor=Motor(inertia=0.01, gear_ratio=10.0, stiffness=500.0, damping=1.0)),
    ],
    ids=["springs", "integral", "lag", "delay", "motor"],
)
def test_a_linkage_that_a_drive_holds_rests_in_its_posture(drive):
    assert fallen(drive) < 1e-12
    assert fallen(drive, loads=(JointTorque(1, History.step(5.0)),)) > 1e-3
