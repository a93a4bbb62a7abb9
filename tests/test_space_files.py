"""Arms in space: files, Datasets of modes, effective masses."""

from dataclasses import replace

import numpy as np
import pytest
import xarray as xr

from assumed_modes import AssumedModes
from exact import Exact
from flexarm import (
    Arm,
    Base,
    Body,
    InputError,
    Joint,
    RigidLink,
    Tube,
    dumps,
    example,
    loads,
)

from .spatial import random_arm


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
        ('motion = "spatial"\n', "", "payload.inertia: wanted nothing that only an arm in space has"),
    ],
)
def test_wrong_files_are_refused_by_name(old, new, said):
    assert old in FILE
    with pytest.raises(InputError) as refusal:
        loads(FILE.replace(old, new))
    assert said in str(refusal.value)


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


PLAIN = '[[link]]\nlength = 1.0\nangle = 0.0\njoint = { state = "rigid" }\n'
NUMBERS = "mass_per_length = 1.0\nflexural_rigidity = 1.0\n"
TUBE = "tube = { diameter = 0.1, wall = 0.01, youngs_modulus = 7e10, density = 2700.0, shear_modulus = 2.6e10 }\n"


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (f"{PLAIN}{TUBE}twists = true\n", ["link1.twists: wanted nothing that only an arm in space has"]),
        (f"{PLAIN}{NUMBERS}twist = 3.0\n", ["an unknown key; did you mean torsional_rigidity?"]),
        (f'motion = "spatial"\n{PLAIN}{NUMBERS}GJ = 3.0\n', ["an unknown key; did you mean torsional_rigidity?"]),
        (f'motion = "spatial"\n{PLAIN}{TUBE}twist = true\n', ["an unknown key; did you mean twists?"]),
        (f'motion = "spatial"\n{PLAIN}{NUMBERS}twists = true\n', ["its twist torsional_rigidity"]),
        (
            f'{PLAIN}{NUMBERS}[payload]\nmass = 1.0\noffset = 0.0\ninertia = "big"\n',
            ["payload.inertia: wanted one number, three principal moments, or a symmetric 3 × 3 tensor"],
        ),
    ],
)
def test_refusals_speak_of_the_keys_of_the_link_at_hand(text, faults):
    with pytest.raises(InputError) as refusal:
        loads(text)
    assert len(refusal.value.faults) == len(faults)
    for fault, words in zip(refusal.value.faults, faults, strict=True):
        assert words in str(fault)
