"""Arms in space at the interface: what is refused, and how."""

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import pytest

from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm import (
    Arm,
    Backend,
    Base,
    Body,
    Freedom,
    InputError,
    Joint,
    Link,
    QuestionError,
    RigidLink,
)

LINK = Link(2.0, 3.0, 400.0, joint=Joint.locked(100.0))
PLANAR = Arm(Base.fixed(), (LINK, RigidLink(1.0, joint=Joint.rigid())), Body(1.0, 0.1), "boom")
SPATIAL = replace(PLANAR, motion="spatial")
MOMENTS = (1.0, 1.5, 2.0)
SAID = 'wanted nothing that only an arm in space has; write motion = "spatial" for one, got '


def with_link(number: int = 0, **changes) -> dict:
    links = list(PLANAR.links)
    links[number] = replace(links[number], **changes)
    return {"links": tuple(links)}


ONLY_IN_SPACE = {
    "link1.flexural_rigidity": ("[400.0, 500.0]", with_link(flexural_rigidity=(400.0, 500.0))),
    "link1.shear_rigidity": ("[4000.0, 5000.0]", with_link(shear_rigidity=(4e3, 5e3))),
    "link1.rotary_inertia_per_length": ("[0.1, 0.2]", with_link(rotary_inertia_per_length=(0.1, 0.2))),
    "link1.torsional_rigidity": ("3.0", with_link(torsional_rigidity=3.0)),
    "link1.polar_inertia_per_length": ("0.5", with_link(polar_inertia_per_length=0.5)),
    "link1.tip.inertia": ("[1.0, 1.5, 2.0]", with_link(tip=Body(1.0, MOMENTS))),
    "link2.tip.offset": ("[0.1, 0.2, 0.3]", with_link(1, tip=Body(1.0, 1.0, (0.1, 0.2, 0.3)))),
    "link2.inertia": ("[1.0, 1.5, 2.0]", with_link(1, inertia=MOMENTS)),
    "payload.inertia": ("[1.0, 1.5, 2.0]", {"payload": Body(1.0, MOMENTS)}),
    "base.inertia": ("[1.0, 1.5, 2.0]", {"base": Base.free(1.0, MOMENTS)}),
    "base.offset": ("[1.0, 0.0, 0.5]", {"base": Base.free(1.0, 1.0, (1.0, 0.0, 0.5))}),
    "base.direction": ("[1.0, 0.0, 0.5]", {"base": Base.guided(1.0, (1.0, 0.0, 0.5))}),
}
OTHERS = {
    "link2.length: wanted a positive number (m), got 0.0": with_link(1, length=0.0),
    'link1.joint.axis: wanted "z", the axis of all joints of an arm in the plane; others need motion = "spatial"': (
        with_link(joint=Joint.locked(100.0, axis="y"))
    ),
    'gravity: wanted two numbers for an arm in the plane; three need motion = "spatial"': {"gravity": (0.0, 0.0, -9.8)},
}


@pytest.mark.parametrize("path", ONLY_IN_SPACE)
def test_what_only_arms_in_space_have_is_refused_by_name_in_the_plane(path):
    got, changes = ONLY_IN_SPACE[path]
    with pytest.raises(InputError) as refusal:
        replace(PLANAR, **changes)
    assert [str(fault) for fault in refusal.value.faults] == [f"{path}: {SAID}{got}"]
    assert replace(SPATIAL, **changes).spatial


@pytest.mark.parametrize("said", OTHERS)
def test_what_else_only_arms_in_space_have_is_refused_by_name_in_the_plane(said):
    with pytest.raises(InputError) as refusal:
        replace(PLANAR, **OTHERS[said])
    (fault,) = refusal.value.faults
    assert str(fault).startswith(said)
    assert replace(SPATIAL, **OTHERS[said]).spatial


@pytest.mark.parametrize(
    ("inertia", "said"),
    [
        ((1.0, 2.0), "one number, three principal moments, or a symmetric 3 × 3 tensor"),
        ((1.0, -2.0, 1.5), "inertia[1]: wanted a number that is not negative (kg m²), got -2.0"),
        ((1.0, 2.0, float("nan")), "inertia[2]: wanted a finite number (kg m²), got nan"),
        (((1.0, 0.0, 0.0), (0.0, 1.0, "0"), (0.0, 0.0, 1.0)), "inertia[1][2]: wanted a finite number (kg m²), got '0'"),
        (((1.0, 0.0), (0.0, 1.0)), "one number, three principal moments"),
        (((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), 2.0), "one number, three principal moments"),
        (((1.0, 0.1, 0.0), (0.2, 1.0, 0.0), (0.0, 0.0, 1.0)), "wanted a symmetric tensor (kg m²)"),
        (((1.0, 2.0, 0.0), (2.0, 1.0, 0.0), (0.0, 0.0, 1.0)), "not negative (kg m²), got a principal moment of -1"),
        (
            (1.0, 2.0, 3.5),
            "no principal moment larger than the sum of the other two (kg m²), got principal moments of 1, 2 and 3.5",
        ),
        (((2.0, 1.0, 0.0), (1.0, 2.0, 0.0), (0.0, 0.0, 0.9)), "got principal moments of 0.9, 1 and 3"),
    ],
)
def test_tensors_that_no_body_can_have_are_refused(inertia, said):
    for make in (
        lambda: Body(1.0, inertia),
        lambda: Base.free(1.0, inertia),
        lambda: RigidLink(1.0, joint=Joint.rigid(), inertia=inertia),
    ):
        with pytest.raises(InputError) as refusal:
            make()
        assert said in str(refusal.value)


def test_a_flat_body_and_a_rod_can_be():
    """At the very limit: 1 + 2 = 3, and 0 + 1 = 1, turned so that round-off comes in."""
    for moments in ((1.0, 2.0, 3.0), (0.0, 1.0, 1.0)):
        turn = np.linalg.qr(np.arange(9.0).reshape(3, 3) ** 0.5 + np.eye(3))[0]
        full = turn @ np.diag(moments) @ turn.T
        Body(1.0, tuple(map(tuple, (full + full.T) / 2.0)))


@pytest.mark.parametrize("axis", ["w", "X", (0.0, 0.0, 0.0), (1.0, 0.0), (1.0, float("inf"), 0.0), 3, None])
def test_what_is_no_axis_is_refused(axis):
    with pytest.raises(InputError, match="axis"):
        Joint.locked(1.0, axis=axis)


def test_components_are_named_as_a_sweep_names_them():
    for make, said in (
        (lambda: Body(1.0, 1.0, (0.0, 0.0, "up")), "offset[2]: wanted a finite number (m), got 'up'"),
        (lambda: Body(1.0, 1.0, (0.0, "left")), "offset[1]: wanted a finite number (m), got 'left'"),
        (lambda: Joint.rigid(axis=(1.0, None, 0.0)), "axis[1]: wanted a finite number (no unit), got None"),
    ):
        with pytest.raises(InputError) as refusal:
            make()
        assert said in str(refusal.value)


HUNG = Link(2.0, 3.0, 1e3, joint=Joint.rigid(), angle=-90.0, torsional_rigidity=100.0, polar_inertia_per_length=0.01)
PUSHED = Link(
    2.0, 3.0, 1e5, joint=Joint.rigid(), torsional_rigidity=10.0, polar_inertia_per_length=0.03, axial_force=-1000.0
)
SLIDE = Link(2.0, 3.0, 1e3, angle=-90.0, joint=Joint.general(along_z=Freedom(10.0)))
STATIC = {
    "boom: in space gravity = [0.0, -9.8] m/s² is modelled of an arm that hangs or stands straight": (
        replace(SPATIAL, gravity=(0.0, -9.8))
    ),
    "boom: in space gravity = [0.0, 0.0, -9.8] m/s² is modelled of an arm that": replace(SPATIAL, gravity=(0, 0, -9.8)),
    "boom: spin_rate = 2.0 rad/s: in space only a straight arm across the axis of its first joint": (
        replace(SPATIAL, spin_rate=2.0, links=(replace(LINK, joint=Joint.locked(1.0, axis="x")),))
    ),
    "boom: spin_rate = 2.0 rad/s: in space it is modelled of an arm that moves in the plane of its spin": (
        replace(SPATIAL, spin_rate=2.0, **with_link(1, joint=Joint.locked(1.0, axis="x")))
    ),
    "and does not turn about itself": replace(SPATIAL, spin_rate=2.0, **with_link(torsional_rigidity=10.0)),
    "gravity = [0.0, -9.8] m/s² makes a tension that changes along link 1, and its twist": (
        Arm(Base.fixed(), (HUNG,), motion="spatial", gravity=(0.0, -9.8))
    ),
    "link 1 buckles by twisting alone under link1.axial_force = -1000.0 N": (
        Arm(Base.fixed(), (PUSHED,), motion="spatial")
    ),
    "gravity = [0.0, -9.8] m/s² does where joints slide (link1.joint) is not modelled": (
        Arm(Base.fixed(), (SLIDE,), motion="spatial", gravity=(0.0, -9.8))
    ),
}


@pytest.mark.parametrize("said", STATIC)
@pytest.mark.parametrize("backend", [Exact(), BeamFEM(2), AssumedModes("legendre", 4)], ids=lambda one: one.spec)
def test_static_loads_that_are_not_modelled_in_space_are_refused(backend, said):
    for ask in (lambda: backend.modes(STATIC[said], 1), lambda: backend.unstable(STATIC[said])):
        with pytest.raises(QuestionError) as refusal:
            ask()
        assert said in str(refusal.value)


@pytest.mark.parametrize(
    ("base", "bodies", "said"),
    [
        (Base.free(10.0, 0.0), (), "the base's rotation about [0.866, 0.5, 0] can move"),
        (Base.free(10.0, 0.0, (1.0, 0.0)), (), "the base's rotation about [0.9659, 0.2588, 0] can move"),
        (
            Base.free(0.0, 0.0),
            (Body(1.0, 0.0),),
            "about [0.866, 0, -0.5] through [0.25, 0, 0.433] m from its centre can",
        ),
    ],
)
def test_the_motion_that_moves_no_mass_is_told_by_its_direction(base, bodies, said):
    """A base with one point mass on it at 30°, and two point masses on a base that weighs nothing."""
    if bodies:
        links = (
            RigidLink(1.0, joint=Joint.rigid(), tip=bodies[0]),
            RigidLink(1.0, joint=Joint.rigid(axis="y"), angle=30.0),
        )
    else:
        links = (RigidLink(1.0, joint=Joint.rigid(), angle=30.0),)
    with pytest.raises(QuestionError) as refusal:
        Exact().modes(Arm(base, links, Body(1.0, 0.0), motion="spatial"), 1)
    assert said in str(refusal.value)
    assert "and the base" not in str(refusal.value)


@dataclass(frozen=True)
class OfThePlane(Backend):
    """A backend of somebody else's, from before there were arms in space."""

    name: ClassVar[str] = "of_the_plane"

    def _modes(self, arm, count):
        raise AssertionError("the gate lets nothing through")


def test_a_backend_that_does_not_bear_space_is_not_asked():
    wanted = "boom: of_the_plane does not model arms in space; take exact, assumed_modes or fem"
    with pytest.raises(QuestionError) as refusal:
        OfThePlane().modes(SPATIAL, 2)
    assert wanted in str(refusal.value)
    assert wanted in OfThePlane().frequencies_of([SPATIAL], 2).reasons[0]


def test_shapes_without_rotation_are_not_for_space():
    solver = AssumedModes.from_spec("clamped-free", "4", "no-rotation")
    with pytest.raises(
        QuestionError, match=r"boom moves in space, where joints turn about axes of their own; leave out"
    ):
        solver.modes(SPATIAL, 2)


def test_planes_and_twist_are_asked_for_by_their_names():
    planar, spatial = Exact().modes(PLANAR, 2), Exact().modes(SPATIAL, 2)
    for model, about in ((spatial, "x"), (spatial, None), (planar, "y")):
        with pytest.raises(InputError, match='about: wanted "z", or "y" for an arm in space'):
            model.deflection(1, [1.0], about=about)
    for of in (planar.twist, planar.torque):
        with pytest.raises(InputError, match="one in the plane does not twist"):
            of(1, [1.0])
    assert np.all(spatial.twist(1, [1.0]) == 0.0)
