"""Arms in space at the interface: what is refused and how, files, Datasets, effective masses."""

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import pytest
import xarray as xr

import compare
from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm import (
    Arm,
    Backend,
    Base,
    Body,
    InputError,
    Joint,
    Link,
    LoadCase,
    QuestionError,
    RigidLink,
    Tube,
    dumps,
    example,
    loads,
    response,
)
from flexarm.hand_over import matrices, save_uff, state_space
from flexarm.load_cases import History, TipForce

from .spatial import random_arm

LINK = Link(2.0, 3.0, 400.0, joint=Joint.locked(100.0))
PLANAR = Arm(Base.fixed(), (LINK, RigidLink(1.0, joint=Joint.rigid())), Body(1.0, 0.1), "boom")
SPATIAL = replace(PLANAR, motion="spatial")
MOMENTS = (1.0, 1.5, 2.0)
SAID = 'wanted what an arm in the plane has: this needs motion = "spatial", got '


def with_link(number: int = 0, **changes) -> dict:
    links = list(PLANAR.links)
    links[number] = replace(links[number], **changes)
    return {"links": tuple(links)}


ONLY_IN_SPACE = {
    "link1.flexural_rigidity: " + SAID + "(400.0, 500.0)": with_link(flexural_rigidity=(400.0, 500.0)),
    "link1.shear_rigidity: " + SAID + "(1e5, 2e5)".replace("1e5", "100000.0").replace("2e5", "200000.0"): with_link(
        shear_rigidity=(1e5, 2e5)
    ),
    "link1.rotary_inertia_per_length: " + SAID + "(0.1, 0.2)": with_link(rotary_inertia_per_length=(0.1, 0.2)),
    "link1.torsional_rigidity: " + SAID + "3.0": with_link(torsional_rigidity=3.0),
    "link1.polar_inertia_per_length: " + SAID + "0.5": with_link(polar_inertia_per_length=0.5),
    "link1.tip.inertia: " + SAID + "(1.0, 1.5, 2.0)": with_link(tip=Body(1.0, MOMENTS)),
    "link2.tip.offset: " + SAID + "(0.1, 0.2, 0.3)": with_link(1, tip=Body(1.0, 1.0, (0.1, 0.2, 0.3))),
    "link2.inertia: " + SAID + "(1.0, 1.5, 2.0)": with_link(1, inertia=MOMENTS),
    "link2.length: wanted a positive number (m), got 0.0": with_link(1, length=0.0),
    "payload.inertia: " + SAID + "(1.0, 1.5, 2.0)": {"payload": Body(1.0, MOMENTS)},
    "base.inertia: " + SAID + "(1.0, 1.5, 2.0)": {"base": Base.free(1.0, MOMENTS)},
    "base.offset: " + SAID + "(1.0, 0.0, 0.5)": {"base": Base.free(1.0, 1.0, (1.0, 0.0, 0.5))},
    "base.direction: " + SAID + "(1.0, 0.0, 0.5)": {"base": Base.guided(1.0, (1.0, 0.0, 0.5))},
    'link1.joint.axis: wanted "z", the axis of all joints of an arm in the plane; others need motion = "spatial", '
    "got 'y'": with_link(joint=Joint.locked(100.0, axis="y")),
    'gravity: wanted two numbers for an arm in the plane; three need motion = "spatial", got (0.0, 0.0, -9.8)': {
        "gravity": (0.0, 0.0, -9.8)
    },
}


@pytest.mark.parametrize("said", ONLY_IN_SPACE)
def test_what_only_arms_in_space_have_is_refused_by_name_in_the_plane(said):
    with pytest.raises(InputError) as refusal:
        replace(PLANAR, **ONLY_IN_SPACE[said])
    assert [str(fault) for fault in refusal.value.faults] == [said]
    assert replace(SPATIAL, **ONLY_IN_SPACE[said]).spatial


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


STATIC = {
    "gravity = [0.0, -9.8] m/s²": {"gravity": (0.0, -9.8)},
    "gravity = [0.0, 0.0, -9.8] m/s²": {"gravity": (0.0, 0.0, -9.8)},
    "spin_rate = 2.0 rad/s": {"spin_rate": 2.0},
    "link1.axial_force = 10.0 N": with_link(axial_force=10.0),
}


@pytest.mark.parametrize("load", STATIC)
@pytest.mark.parametrize("backend", [Exact(), BeamFEM(2), AssumedModes("legendre", 4)], ids=lambda one: one.spec)
def test_static_loads_are_not_modelled_in_space(backend, load):
    with pytest.raises(QuestionError, match="arm in space is not modelled") as refusal:
        backend.modes(replace(SPATIAL, **STATIC[load]), 1)
    assert load in str(refusal.value)
    assert "boom" in str(refusal.value)


PUSH = LoadCase(1.0, 3, (TipForce("y", History.step(1.0)),))
PLANAR_ONLY = {
    "response": lambda path: response(Exact(), SPATIAL, PUSH),
    "matrices": lambda path: matrices(BeamFEM(2), SPATIAL),
    "state space": lambda path: state_space(BeamFEM(2), SPATIAL),
    "universal file": lambda path: save_uff(Exact().modes(SPATIAL, 2), path),
    "report": lambda path: compare.arm_report(SPATIAL),
    "theories": lambda path: compare.theories(SPATIAL, [Exact()], 2),
}


@pytest.mark.parametrize("asked", PLANAR_ONLY)
def test_what_arms_in_the_plane_alone_have_is_refused_in_words(asked, tmp_path):
    with pytest.raises(
        QuestionError, match=r"boom moves in space, and .* answered for arms in the plane alone; ask for"
    ):
        PLANAR_ONLY[asked](tmp_path / "model.uff")
    assert not list(tmp_path.iterdir())


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


# Files.


@pytest.mark.parametrize("seed", range(12))
def test_arms_in_space_are_read_as_they_are_written(seed):
    arm = random_arm(seed)
    assert loads(dumps(arm)) == arm


def test_a_planar_file_with_one_line_more_is_in_space():
    arm = example("double-link")
    assert loads('motion = "spatial"\n' + dumps(arm)) == replace(arm, motion="spatial")
    with pytest.raises(InputError, match='motion: wanted "planar" or "spatial", got \'spacial\''):
        loads('motion = "spacial"\n' + dumps(arm))


FILE = """motion = "spatial"
[[link]]
length = 2.0
angle = 10.0
joint = { state = "locked", stiffness = 5.0e4, axis = [1.0, 0.0, 1.0] }
tube = { diameter = 0.1, wall = 0.004, youngs_modulus = 7.0e10, density = 2700.0, shear_modulus = 2.6e10 }
twists = true
[payload]
mass = 3.0
inertia = [[2.0, 0.1, 0.0], [0.1, 2.5, 0.2], [0.0, 0.2, 3.0]]
offset = [0.1, 0.2, 0.3]
"""


def test_a_tube_that_twists():
    tube = Tube(0.1, 0.004, 7.0e10, 2700.0, 2.6e10)
    (link,) = loads(FILE).links
    # A thin tube's polar second moment is twice that about a diameter.
    assert link.torsional_rigidity == pytest.approx(2.0 * 2.6e10 / 7.0e10 * tube.flexural_rigidity, rel=1e-14)
    assert link.polar_inertia_per_length == pytest.approx(2.0 * tube.rotary_inertia_per_length, rel=1e-14)
    assert link.joint.axis == (1.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            ", shear_modulus = 2.6e10",
            "",
            "link1.tube.shear_modulus: wanted a positive number (Pa), for a link that twists, got nothing",
        ),
        ("twists = true", "twists = 1", "link1.twists: wanted true or false, got 1"),
        ("[1.0, 0.0, 1.0]", '"up"', 'link1.joint.axis: wanted "x", "y", "z" or a vector of three numbers'),
        ("[1.0, 0.0, 1.0]", "[1.0, 0.0]", "link1.joint.axis: wanted"),
        ("[1.0, 0.0, 1.0]", "[0, 0, 0]", "link1.joint.axis: wanted"),
        ("axis =", "axes =", "link1.joint.axes: wanted one of the keys"),
        ("[0.0, 0.2, 3.0]", "[0.0, -0.2, 3.0]", "payload.inertia: wanted a symmetric tensor (kg m²)"),
        ("[0.0, 0.2, 3.0]", "[0.0, 0.2, 30.0]", "payload.inertia: wanted no principal moment larger than"),
        ('motion = "spatial"\n', "", "payload.inertia: wanted what an arm in the plane has"),
    ],
)
def test_wrong_files_are_refused_by_name(old, new, said):
    assert old in FILE
    with pytest.raises(InputError) as refusal:
        loads(FILE.replace(old, new))
    assert said in str(refusal.value)


# Datasets and effective masses.


@pytest.fixture(scope="module")
def dataset() -> xr.Dataset:
    return AssumedModes("legendre", 6).modes(random_arm(4), 5).dataset(stations=7)


def test_a_dataset_of_modes_in_space(dataset):
    links = len(random_arm(4).links)
    assert dataset.axis.values.tolist() == ["x", "y", "z"]
    for name in (
        "deflection",
        "deflection_about_y",
        "bending_moment_about_y",
        "shear_force_about_y",
        "twist",
        "torque",
    ):
        assert dataset[name].dims == ("mode", "link", "station")
        assert dataset[name].shape == (5, links, 7)
    assert dataset.translation.dims == ("mode", "axis", "link", "station")
    assert dataset.body_rotation.dims == ("mode", "body", "axis")
    assert dataset.base_rotation.dims == dataset.participation_rotation.dims == ("mode", "axis")
    assert dataset.base_moment.dims == ("mode", "axis")
    assert dataset.effective_inertia_total.dims == ("axis",)
    for name, one in {**dataset.data_vars, **dataset.coords}.items():
        assert one.attrs["units"], name
        assert one.attrs["long_name"], name
        if one.dtype.kind == "f":
            assert np.all(np.isfinite(one)), name


def test_a_dataset_in_space_is_stored_and_read(dataset, tmp_path):
    dataset.to_netcdf(tmp_path / "modes.nc")
    xr.testing.assert_identical(xr.load_dataset(tmp_path / "modes.nc"), dataset)


LAST = Body(60.0, ((9.0, 1.1, -2.0), (1.1, 12.0, 0.7), (-2.0, 0.7, 10.0)), (0.3, 0.2, -0.4))
SPRINGS = (
    RigidLink(0.0, joint=Joint.locked(1e3, 2.0, axis="x")),
    RigidLink(0.0, joint=Joint.locked(2e3, 1.0, axis="y")),
    RigidLink(2.0, mass=5.0, inertia=(1.0, 2.0, 2.0), joint=Joint.locked(3e3, axis=(1.0, 1.0, 1.0)), angle=30.0),
    RigidLink(1.0, mass=3.0, joint=Joint.locked(4e3), angle=50.0, tip=LAST),
)


@pytest.mark.parametrize("base", [Base.fixed(), Base.guided(10.0, (1.0, 2.0, 3.0)), Base.free(90.0, LAST.inertia)])
def test_effective_masses_of_all_modes_add_up(base):
    arm = Arm(base, SPRINGS, LAST, motion="spatial")
    model = Exact().modes(arm, 4)
    whole = model.effective_mass_total
    np.testing.assert_allclose(np.sum(model.effective_mass, axis=0), whole, rtol=1e-10, atol=1e-9)
    if base.kind == "free":
        assert np.max(np.abs(model.participation)) < 1e-9
    else:
        # No more than all that moves: 128 kg.
        assert np.all((whole[:3] > 10.0) & (whole[:3] < 128.0))


def test_effective_masses_of_flexible_links_add_up_to_no_more():
    arm = replace(random_arm(4), base=Base.fixed())
    shares = [np.sum(AssumedModes("legendre", size).modes(arm, size).effective_mass, axis=0) for size in (6, 12, 18)]
    whole = Exact().modes(arm, 1).effective_mass_total
    assert np.all(shares[0] <= shares[1] * (1.0 + 1e-9))
    assert np.all(shares[-1] <= whole * (1.0 + 1e-9))
    assert np.all(shares[-1][3:] > 0.9 * whole[3:])
