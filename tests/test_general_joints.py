"""Joints of several freedoms: closed forms, the same arm in other words, and how they are refused."""

import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.linalg import block_diag, eigh

import compare
from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm import (
    Arm,
    Base,
    Body,
    Freedom,
    InputError,
    Joint,
    Link,
    QuestionError,
    RigidLink,
    dumps,
    loads,
    response,
)
from flexarm.hand_over import matrices, save_uff, state_space
from flexarm.load_cases import (
    BaseAcceleration,
    BaseForce,
    Damper,
    Harmonic,
    History,
    Initial,
    JointTorque,
    LoadCase,
    TipForce,
    dumps_case,
    loads_case,
)

from .frame_elements import beyond, frame_frequencies
from .spatial import tensor, vector

BACKENDS = (Exact(), AssumedModes("legendre", 10), BeamFEM(6))
every_backend = pytest.mark.parametrize("backend", BACKENDS, ids=lambda backend: backend.spec)
every_motion = pytest.mark.parametrize("motion", ["planar", "spatial"])
MOTIONS = ("along_x", "along_y", "along_z", "about_x", "about_y", "about_z")
ROUNDING = 2e-12

BODY = Body(60.0, ((9.0, 1.1, -2.0), (1.1, 12.0, 0.7), (-2.0, 0.7, 10.0)), (0.3, 0.2, -0.4))
BEAM = {
    "flexural_rigidity": (2.1e6, 1.3e6),
    "torsional_rigidity": 0.9e6,
    "polar_inertia_per_length": 0.21,
    "axial_rigidity": 2.5e7,
}
FREE = Base.free(300.0, BODY.inertia, (0.4, -0.2, 0.3))
WRIST = Joint.general(
    hub_inertia=2.0,
    axis=(1.0, 2.0, 0.5),
    about_y=Freedom(3e5, gear_inertia=30.0),
    about_z=Freedom(2e5),
    along_x=Freedom(4e5, gear_inertia=15.0),
    along_z=Freedom(0.0),
)
ARM = Arm(
    FREE,
    (
        Link(5.0, 8.0, joint=Joint.locked(4e5, axis="y"), angle=25.0, tip=BODY, **BEAM),
        Link(3.0, 6.0, joint=WRIST, angle=70.0, **(BEAM | {"flexural_rigidity": (1e6, 3e6)})),
    ),
    BODY,
    "wrist",
    motion="spatial",
)


def omega(backend, arm: Arm, count: int = 6) -> np.ndarray:
    return backend.modes(arm, count).angular_frequency


def body_mass(body: Body) -> np.ndarray:
    """The mass matrix of a body by the motion of the point that its centre is given from."""
    carry = beyond(vector(body.offset))
    return carry.T @ block_diag(body.mass * np.eye(3), tensor(body.inertia)) @ carry


@every_backend
@every_motion
def test_a_mass_that_slides_on_a_spring(backend, motion):
    joint = Joint.general(along_x=Freedom(300.0, gear_inertia=2.0))
    arm = Arm(Base.fixed(), (RigidLink(1.0, joint=joint, mass=1.0, angle=35.0),), motion=motion)
    model = backend.modes(arm, 1)
    assert model.angular_frequency == pytest.approx([10.0], rel=1e-14)
    # Of a modal mass of 1 kg: 3 kg move by 1/√3 m, along the link.
    (moved,) = model.joint_displacement[0]
    assert np.abs(moved) == pytest.approx([3.0**-0.5, *[0.0] * (len(moved) - 1)])
    assert np.all(model.joint_rotation == 0.0)
    x, y = model.body_motions["link1"].translation[:2, 0]
    assert y / x == pytest.approx(np.tan(np.radians(35.0)), rel=1e-12)


@every_backend
@every_motion
def test_a_carriage_that_slides_freely_takes_a_beam_along(backend, motion):
    """A guided base across the beam is a fixed base with a joint that slides along y, its mass as gear inertia."""
    beam = Link(4.0, 3.0, 2e3, joint=Joint.locked(500.0))
    guided = Arm(Base.guided(7.0, (0.0, 1.0)), (beam,), Body(2.0, 0.1), motion=motion)
    slide = RigidLink(1.0, joint=Joint.general(along_y=Freedom(0.0, gear_inertia=7.0)))
    arm = Arm(Base.fixed(), (slide, beam), Body(2.0, 0.1), motion=motion)
    model, wanted = backend.modes(arm, 4), backend.modes(guided, 4)
    assert model.rigid_modes == wanted.rigid_modes == 1
    np.testing.assert_allclose(model.angular_frequency, wanted.angular_frequency, rtol=ROUNDING)


@every_backend
@pytest.mark.parametrize("names", [("about_y", "about_z"), MOTIONS[3:], ("along_x", "about_x"), MOTIONS])
def test_freedoms_are_those_of_joints_of_one_each_with_links_of_no_length_between(backend, names):
    given = {name: Freedom(10.0 ** (4.0 + k), gear_inertia=5.0 * k) for k, name in enumerate(names)}
    one = replace(ARM.links[1], joint=Joint.general(axis="x", **given))
    singles = [RigidLink(0.0, joint=Joint.rigid(axis="x"), angle=one.angle)]
    singles += [RigidLink(0.0, joint=Joint.general(**{name: given[name]})) for name in names[:-1]]
    last = replace(one, joint=Joint.general(**{names[-1]: given[names[-1]]}), angle=0.0)
    arm = replace(ARM, links=(ARM.links[0], one))
    chain = replace(ARM, links=(ARM.links[0], *singles, last))
    np.testing.assert_allclose(omega(backend, arm), omega(backend, chain), rtol=ROUNDING)


@every_backend
@pytest.mark.parametrize("axis", ["x", "y", "z"])
def test_one_rotation_is_a_locked_or_an_unlocked_joint(backend, axis):
    def arm(first: Joint, second: Joint) -> Arm:
        links = (replace(ARM.links[0], joint=first), replace(ARM.links[1], joint=second))
        return replace(ARM, links=links)

    wanted = arm(Joint.locked(4e5, 40.0, axis), Joint.unlocked(30.0, 0.0, axis))
    locked = Joint.general(hub_inertia=40.0, axis=axis, **{f"about_{axis}": Freedom(4e5)})
    unlocked = Joint.general(axis=axis, **{f"about_{axis}": Freedom(0.0, gear_inertia=30.0)})
    one, other = backend.modes(wanted, 6), backend.modes(arm(locked, unlocked), 6)
    assert one.rigid_modes == other.rigid_modes == 7
    np.testing.assert_allclose(other.angular_frequency, one.angular_frequency, rtol=ROUNDING)
    np.testing.assert_allclose(other.joint_rotation, one.joint_rotation, atol=1e-9 * np.abs(one.joint_rotation).max())


@every_backend
def test_one_rotation_in_the_plane_is_the_same_arm_to_the_last_bit(backend):
    def arm(first: Joint, second: Joint) -> Arm:
        links = (Link(2.0, 3.0, 4e3, joint=first, angle=-90.0), Link(1.0, 2.0, 3e3, joint=second))
        gravity = None if backend == Exact() else (0.0, -9.81)
        return Arm(Base.fixed(), links, Body(5.0, 0.2, (0.1, 0.0)), gravity=gravity)

    wanted = arm(Joint.locked(5e3, 0.1), Joint.unlocked(0.2))
    given = arm(Joint.general(0.1, about_z=Freedom(5e3)), Joint.general(about_z=Freedom(0.0, gear_inertia=0.2)))
    one, other = backend.modes(wanted, 4), backend.modes(given, 4)
    assert one.angular_frequency.tobytes() == other.angular_frequency.tobytes()
    assert one.joint_rotation.tobytes() == other.joint_rotation.tobytes()


@every_backend
def test_six_springs_under_a_rigid_body(backend):
    """K and M of six freedoms: with gear boxes each on its own rate."""
    stiffness, gears = np.array([3e4, 5e4, 2e4, 7e3, 4e3, 9e3]), np.array([0.0, 4.0, 1.0, 0.0, 0.5, 2.0])
    given = {name: Freedom(*pair) for name, *pair in zip(MOTIONS, stiffness, gears, strict=True)}
    root = RigidLink(0.0, joint=Joint.general(axis=(0.3, 1.0, -0.4), **given), angle=50.0, tip=BODY)
    arm = Arm(Base.fixed(), (root,), motion="spatial")
    wanted = np.sqrt(eigh(np.diag(stiffness), body_mass(BODY) + np.diag(gears), eigvals_only=True))
    np.testing.assert_allclose(omega(backend, arm), wanted, rtol=1e-13)


@every_backend
def test_a_second_joint_has_its_gear_box_on_the_motion_relative_to_the_first(backend):
    first, second = (
        {name: Freedom(scale * (k + 1), gear_inertia=scale * 1e-4 * (6 - k)) for k, name in enumerate(MOTIONS)}
        for scale in (1e5, 3e4)
    )
    links = (
        RigidLink(0.7, joint=Joint.general(**first), tip=BODY),
        RigidLink(0.0, joint=Joint.general(**second), tip=BODY),
    )
    near = beyond(np.array([0.7, 0.0, 0.0])) @ np.eye(6, 12)
    far = near + np.eye(6, 12, 6)
    both = [*first.values(), *second.values()]
    mass = sum(rows.T @ body_mass(BODY) @ rows for rows in (near, far)) + np.diag([one.gear_inertia for one in both])
    wanted = np.sqrt(eigh(np.diag([one.stiffness for one in both]), mass, eigvals_only=True))
    arm = Arm(Base.fixed(), links, motion="spatial")
    np.testing.assert_allclose(omega(backend, arm, 12), wanted, rtol=1e-12)


@every_backend
def test_six_free_freedoms_are_a_free_base(backend):
    links = (replace(ARM.links[0], joint=Joint.rigid()), ARM.links[1])
    wanted = replace(ARM, base=Base.free(BODY.mass, BODY.inertia, (-0.3, -0.2, 0.4)), links=links)
    root = RigidLink(0.0, joint=Joint.general(**dict.fromkeys(MOTIONS, Freedom(0.0))), tip=BODY)
    arm = replace(ARM, base=Base.fixed(), links=(root, *links))
    one, other = backend.modes(wanted, 6), backend.modes(arm, 6)
    assert one.rigid_modes == other.rigid_modes == 7
    np.testing.assert_allclose(other.angular_frequency, one.angular_frequency, rtol=ROUNDING)


@every_backend
def test_stiff_springs_are_a_weld(backend):
    """The flexibility of all six adds up: frequencies fall short in proportion to it."""

    def short(stiffness: float) -> np.ndarray:
        stiff = Joint.general(**dict.fromkeys(MOTIONS, Freedom(stiffness)))
        arm = replace(ARM, links=(ARM.links[0], replace(ARM.links[1], joint=stiff)))
        return 1.0 - omega(backend, arm) / omega(backend, welded)

    welded = replace(ARM, links=(ARM.links[0], replace(ARM.links[1], joint=Joint.rigid())))
    coarse, fine = short(1e9), short(1e10)
    assert np.all((coarse > 0.0) & (coarse < 1e-2))
    np.testing.assert_allclose(coarse / fine, 10.0, rtol=2e-2)
    assert np.all(np.abs(short(1e19)) < 1e-11)


def test_backends_agree_and_the_exact_frequencies_are_proved():
    found = Exact().modes(ARM, 8)
    assert found.rigid_modes == 7
    np.testing.assert_allclose(omega(AssumedModes("legendre", 12), ARM, 8), found.angular_frequency, rtol=1e-12)
    np.testing.assert_allclose(omega(Exact(certify=True), ARM, 8), found.angular_frequency, rtol=1e-12)


@pytest.mark.parametrize("base", [Base.fixed(), Base.guided(30.0, (0.5, 1.0, 2.0)), FREE], ids=lambda base: base.kind)
def test_elements_are_the_textbooks(base):
    arm = replace(ARM, base=base)
    assert np.max(np.abs(omega(BeamFEM(6), arm, 8) / frame_frequencies(arm, 6, 8) - 1.0)) < 3e-6


def test_a_freedom_without_inertia_is_refused_by_name():
    joint = Joint.general(about_x=Freedom(0.0), about_z=Freedom(1e3), along_y=Freedom(0.0))
    beam = Link(2.0, 3.0, 1e3, joint=joint)
    arm = Arm(Base.fixed(), (beam,), motion="spatial", name="A")
    for backend in BACKENDS:
        with pytest.raises(QuestionError, match=r"^A: joint 1 about x can move without moving any mass"):
            backend.modes(arm, 1)
    # In a posture in which levers cancel but for round-off.
    springs = {"along_y": Freedom(2010.0), "along_z": Freedom(7200.0)}
    turned = Joint.general(**springs, about_x=Freedom(0.0), axis="y", hub_inertia=2.34)
    link, base = Link(1.298, 6.296, 470000.0, joint=turned, angle=157.274), Base.free(171.0, 645.0, (-0.404, -0.26))
    with pytest.raises(QuestionError, match="joint 1 about x can move without moving any mass"):
        Exact().modes(Arm(base, (link,), motion="spatial"), 1)
    geared = replace(beam, joint=replace(joint, about_x=Freedom(0.0, gear_inertia=1.0)))
    assert Exact().modes(replace(arm, links=(geared,)), 1).rigid_modes == 2


def test_static_loads_where_joints_slide_are_refused():
    joint = Joint.general(along_x=Freedom(1e3), about_z=Freedom(1e3))
    arm = Arm(Base.fixed(), (Link(2.0, 3.0, 1e3, joint=joint),), gravity=(0.0, -9.81), name="A")
    with pytest.raises(QuestionError, match=r"where joints slide \(link1\.joint\) is not modelled"):
        Exact().modes(arm, 1)


WRONG = {
    "about_z: wanted a Freedom, or None, got 3.0": lambda: Joint.general(about_z=3.0),
    "wanted a general joint with one of along_x, along_y": lambda: Joint.general(),
    "about_z: wanted nothing, for a joint that is locked, got": lambda: Joint("locked", 1.0, about_z=Freedom(1.0)),
    "stiffness: wanted nothing, for a joint that is general, got 2.0": (
        lambda: Joint("general", stiffness=2.0, about_z=Freedom(1.0))
    ),
    "stiffness: wanted a number that is not negative (N m/rad, of a translation N/m), got -1.0": lambda: Freedom(-1.0),
    'link1.joint: wanted one of along_x, along_y, about_z for an arm in the plane; others need motion = "spatial", got '
    "about_y": lambda: Arm(Base.fixed(), (RigidLink(1.0, joint=Joint.general(about_y=Freedom(1.0))),)),
}


@pytest.mark.parametrize("said", WRONG)
def test_what_is_no_joint_is_refused(said):
    with pytest.raises(InputError) as refusal:
        WRONG[said]()
    assert said in str(refusal.value)


FILE = """
motion = "spatial"

[[link]]
length = 5.0
mass_per_length = 8.0
flexural_rigidity = 2e6
angle = 20.0
joint = { about_z = { stiffness = 4e5, gear_inertia = 3.0 }, along_x = { stiffness = 0.0 }, axis = "y" }
"""


def test_a_file_is_read_and_written():
    arm = loads(FILE)
    assert arm.links[0].joint == Joint.general(axis="y", about_z=Freedom(4e5, 3.0), along_x=Freedom(0.0))
    assert arm.links[0].joint.motions == ("along_x", "about_z")
    assert loads(dumps(arm)) == arm
    assert loads(dumps(ARM)) == ARM


@pytest.mark.parametrize(
    ("joint", "said"),
    [
        ("{ }", "link1.joint.state: wanted"),
        ("{ about_z = 3.0 }", "link1.joint.about_z: wanted a table such as { stiffness = 1.0e6"),
        ("{ about_z = { } }", "link1.joint.about_z.stiffness: wanted a number that is not negative (N m/rad, of a"),
        (
            "{ about_z = { stifness = 1.0 } }",
            "about_z.stifness: wanted one of the keys stiffness, gear_inertia, damping, drive, got an",
        ),
        ('{ state = "general" }', "link1.joint: wanted a general joint with one of along_x"),
        (
            '{ state = "locked", stiffness = 1.0, about_z = { stiffness = 1.0 } }',
            "joint.state: wanted nothing beside about_z: a freedom has a stiffness of its own",
        ),
        (
            "{ about_z = { stiffness = 1.0 }, stiffness = 2.0 }",
            "link1.joint.stiffness: wanted nothing, for a joint that",
        ),
    ],
)
def test_a_file_that_is_wrong_is_refused(joint, said):
    before, _, _ = FILE.partition("joint = ")
    with pytest.raises(InputError) as refusal:
        loads(f"{before}joint = {joint}\n")
    assert said in str(refusal.value)


def test_a_sweep_over_a_freedom():
    swept = compare.sweep(loads(FILE), {"link1.joint.about_z.stiffness": [4e4, 4e5]}, compare.Frequencies(2))
    wanted = omega(Exact(), loads(FILE.replace("4e5", "4e4")), 2)
    np.testing.assert_allclose(swept.angular_frequency.values.squeeze()[0], wanted, rtol=1e-12)
    assert swept["link1.joint.about_z.stiffness"].attrs["units"] == "N m/rad"
    slid = compare.sweep(loads(FILE), {"link1.joint.along_x.stiffness": [1e3]}, compare.Frequencies(1))
    assert slid["link1.joint.along_x.stiffness"].attrs["units"] == "N/m"
    with pytest.raises(InputError, match="joint: wanted a joint with a state, beside joints"):
        compare.sweep(loads(FILE), {"joints": ["1", "0"]}, compare.Frequencies(1))


@every_backend
def test_the_flexibility_of_six_springs(backend):
    stiffness = 10.0 ** np.arange(3.0, 9.0)
    given = {name: Freedom(one) for name, one in zip(MOTIONS, stiffness, strict=True)}
    root = RigidLink(2.0, joint=Joint.general(axis="y", **given), angle=40.0)
    arm = Arm(Base.fixed(), (root,), motion="spatial")
    found = compare.flexibility(arm, backend, frame="tip")
    carry = beyond(np.array([2.0, 0.0, 0.0]))
    wanted = carry @ np.diag(1.0 / stiffness) @ carry.T
    np.testing.assert_allclose(found.whole.values.squeeze(), wanted, atol=1e-14 * wanted.max())


def test_datasets_tell_what_joints_do_in_their_links_axes():
    model = Exact().modes(ARM, 3)
    dataset = model.dataset()
    moved, turned = dataset.joint_translation, dataset.joint_rotation_vector
    assert moved.dims == turned.dims == ("mode", "link", "link_axis")
    np.testing.assert_allclose(moved.sel(link=2, link_axis="y"), 0.0, atol=1e-15)
    names = ("along_x", "along_z", "about_y", "about_z")
    own = [moved.sel(link_axis="x"), moved.sel(link_axis="z"), turned.sel(link_axis="y"), turned.sel(link_axis="z")]
    assert ARM.links[1].joint.motions == names
    np.testing.assert_allclose(
        np.stack([one.sel(link=2) for one in own], axis=-1), model.joint_motion[:, 1], rtol=1e-14
    )
    np.testing.assert_allclose(turned.sel(link=1, link_axis="y"), model.joint_rotation[:, 0], rtol=1e-14)
    axis = np.array([1.0, 2.0, 0.5]) / np.hypot.reduce([1.0, 2.0, 0.5])
    np.testing.assert_allclose(model.joint_rotation[:, 1], turned.sel(link=2).values @ axis, rtol=1e-12)
    assert "joint_translation" not in Exact().modes(replace(ARM, links=ARM.links[:1]), 1).dataset()


def test_a_family_without_rotations_is_refused():
    slide = Joint.general(along_x=Freedom(1e3), about_z=Freedom(1e3))
    arm = Arm(Base.fixed(), (Link(2.0, 3.0, 1e3, joint=slide),), name="A")
    solver = AssumedModes.from_spec("clamped-free", "4", "no-rotation")
    with pytest.raises(QuestionError, match="link1 has a joint of several freedoms"):
        solver.modes(arm, 1)


# --- what further loads do

NAMES = WRIST.motions
# The same arm with joints of one freedom each, links of no length between: its joints 3 to 6 are those of joint 2.
ONE = replace(ARM, links=(ARM.links[0], replace(ARM.links[1], joint=replace(WRIST, hub_inertia=0.0))))
EACH = replace(
    ARM,
    links=(
        ARM.links[0],
        RigidLink(0.0, joint=Joint.rigid(axis=WRIST.axis), angle=ARM.links[1].angle),
        *(RigidLink(0.0, joint=Joint.general(**{name: getattr(WRIST, name)})) for name in NAMES[:-1]),
        replace(ARM.links[1], joint=Joint.general(**{NAMES[-1]: getattr(WRIST, NAMES[-1])}), angle=0.0),
    ),
)
BANG = History((0.0, 1.0, 2.0), (200.0, -200.0, 0.0))


def of_each(name: str) -> str:
    """What an input or output of the arm is called of the same with joints of one freedom each."""
    for number, motion in enumerate(NAMES, 3):
        name = re.sub(f"^joint2_(.*)_{motion}$", rf"joint{number}_\1_{motion}", name)
    return name.replace("link2", "link6")


def case(base: str, each: bool) -> LoadCase:
    """Loads, an initial motion and dampers in freedoms of joint 2, or the same in joints 3 to 6."""

    def at(motion: str) -> tuple[int, str | None]:
        return (3 + NAMES.index(motion), None) if each else (2, motion)

    def torque(motion: str, history: History | Harmonic, couple: bool) -> JointTorque:
        joint, freedom = at(motion)
        return JointTorque(joint, history, True, couple, freedom)

    def damper(coefficient: float, motion: str) -> Damper:
        joint, freedom = at(motion)
        return Damper(coefficient, joint, freedom=freedom)

    moved = BaseForce("x", BANG) if base == "free" else BaseAcceleration("rotation_y", History((0.0, 1.0), (0.01, 0.0)))
    rates = (0.1, 0.0, 0.01, 0.02, 0.0, -0.1) if each else (0.1, (0.01, 0.02, 0.0, -0.1))
    pushed = torque("along_x", BANG, True), torque("about_y", Harmonic(30.0, 2.0), True), torque("along_z", BANG, False)
    initial = Initial((0.1, 0.0, 0.2), (0.0, 0.1, 0.0), rates)
    dampers = damper(500.0, "along_x"), damper(50.0, "about_z")
    return LoadCase(3.0, 7, (*pushed, moved, TipForce("z", BANG)), 0.01, initial, dampers)


@pytest.mark.parametrize(("backend", "base"), [(BeamFEM(3), Base.fixed()), (Exact(), FREE)], ids=["fixed", "free"])
def test_responses_are_those_of_joints_of_one_each(backend, base):
    found, wanted = (
        response(backend, replace(arm, base=base), case(base.kind, arm is EACH), modes=6) for arm in (ONE, EACH)
    )
    assert "joint 2 slides by" in found.large_motion
    assert {f"joint2_displacement_{name}" for name in NAMES[:2]} < set(found.output.values)
    assert found.joint2_displacement_along_x.units == "m"
    for name in map(str, found.output.values):
        other = of_each(name)
        np.testing.assert_allclose(found[name], wanted[other], atol=1e-10 * float(np.abs(wanted[other]).max()))
        for part in ("peak", "left_out", "amplitude"):
            one, each = float(found[part].sel(output=name)), float(wanted[part].sel(output=other))
            assert one == pytest.approx(each, rel=1e-6, abs=1e-9), (name, part)


def test_matrices_and_state_spaces_are_those_of_joints_of_one_each():
    one, each = (matrices(BeamFEM(2), arm) for arm in (ONE, EACH))
    assert tuple(map(of_each, one.coordinates)) == each.coordinates
    assert [
        one.units[one.coordinates.index(f"joint2_{name}")] for name in ("displacement_along_z", "rotation_about_y")
    ] == [
        "m",
        "rad",
    ]
    for name in ("mass", "stiffness"):
        np.testing.assert_allclose(getattr(one, name).toarray(), getattr(each, name).toarray(), rtol=1e-12)
    driven = ["joint2_force_along_x", "joint2_torque_about_z", "base_force_x"]
    shown = ["joint2_displacement_along_z", "link2_root_moment", "link2_tip_rotation_x", "payload_deflection"]
    gains = []
    for arm, names in ((ONE, (driven, shown)), (EACH, (map(of_each, driven), map(of_each, shown)))):
        system = state_space(BeamFEM(2), arm, *map(list, names), modes=6, damping=0.01)
        a, b, c, d = (system[name].values for name in "ABCD")
        gains.append(c @ np.linalg.solve(20j * np.eye(len(a)) - a, b) + d)
    np.testing.assert_allclose(gains[0], gains[1], rtol=1e-9)


def test_universal_files_have_such_arms(tmp_path):
    pytest.importorskip("pyuff")
    model = BeamFEM(2).modes(ONE, 2)
    save_uff(model, tmp_path / "one.uff", 3)
    assert (tmp_path / "one.uff").stat().st_size > 0


WRONG_CASES = {
    "load1.freedom: wanted one of joint 2's freedoms: along_x, along_z, about_y, about_z, got nothing": (
        LoadCase(1.0, 2, (JointTorque(2, BANG),))
    ),
    "got 'about_x'": LoadCase(1.0, 2, dampers=(Damper(1.0, joint=2, freedom="about_x"),)),
    "load1.freedom: wanted nothing: joint 1 turns about its axis alone, got 'about_y'": (
        LoadCase(1.0, 2, (JointTorque(1, BANG, internal_couple=True, freedom="about_y"),))
    ),
    "load1.joint: wanted an unlocked joint, or internal_couple": (
        LoadCase(1.0, 2, (JointTorque(2, BANG, freedom="about_y"),))
    ),
    "initial.joint_rates2: wanted a rate for each of its freedoms: along_x, along_z, about_y, about_z, got 0.1": (
        LoadCase(1.0, 2, initial=Initial(joint_rates=(0.0, 0.1)))
    ),
    "initial.joint_rates1: wanted one rate, got (0.1, 0.2)": (
        LoadCase(1.0, 2, initial=Initial(joint_rates=((0.1, 0.2), 0.0)))
    ),
}


@pytest.mark.parametrize("said", WRONG_CASES)
def test_a_case_that_does_not_fit_is_refused(said):
    with pytest.raises(InputError) as refusal:
        response(BeamFEM(1), ONE, WRONG_CASES[said])
    assert said in str(refusal.value)


def test_a_case_is_read_and_written():
    given = case("free", False)
    assert loads_case(dumps_case(given)) == given
    with pytest.raises(InputError, match=r"freedom: wanted one of along_x, .*, got 'about_w'"):
        Damper(1.0, joint=2, freedom="about_w")
    with pytest.raises(InputError, match="freedom: wanted nothing, for a wheel"):
        Damper(1.0, link=2, freedom="about_z")
