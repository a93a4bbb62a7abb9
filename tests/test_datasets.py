import numpy as np
import pytest
import xarray as xr

from assumed_modes import AssumedModes
from flexarm.arm import Arm
from flexarm.datasets import load_dataset, save_dataset
from flexarm.errors import InputError
from flexarm.files import loads
from flexarm.links import Link, RigidLink
from flexarm.modes import ModalModel
from flexarm.parts import Base, Body, Joint

BARE = Arm(Base.fixed(), (Link(2.0, 3.0, 4e3, joint=Joint.locked(1e4)),))
RICH = Arm(
    Base.free(700.0, 1e3, (0.0, 1.0)),
    (
        Link(6.0, 3.9, 4e6, joint=Joint.locked(1e6), angle=50.0, tip=Body(30.0, 1.0)),
        RigidLink(1.88, joint=Joint.unlocked(), mass=5.0, angle=-40.0),
    ),
    Body(300.0, 40.0, (0.5, 0.1)),
    name="Arm of 2 links, free base, 40°",
)
UNITS = {
    "angular_frequency": "rad/s",
    "frequency": "Hz",
    "digits": "1",
    "rigid_modes": "1",
    "modal_mass": "kg",
    "deflection": "1",
    "slope": "rad/m",
    "bending_moment": "N",
    "shear_force": "N/m",
    "translation": "1",
    "body_translation": "1",
    "body_rotation": "rad/m",
    "joint_rotation": "rad/m",
    "base_translation": "1",
    "base_rotation": "rad/m",
    "participation": "kg",
    "participation_rotation": "kg m",
    "effective_mass": "kg",
    "effective_inertia": "kg m²",
    "effective_mass_total": "kg",
    "effective_inertia_total": "kg m²",
    "base_force": "N/m",
    "base_moment": "N",
}
DIMENSIONS = {
    "angular_frequency": ("mode",),
    "rigid_modes": (),
    "deflection": ("mode", "link", "station"),
    "translation": ("mode", "axis", "link", "station"),
    "body_translation": ("mode", "body", "axis"),
    "body_rotation": ("mode", "body"),
    "joint_rotation": ("mode", "link"),
    "base_translation": ("mode", "axis"),
    "base_rotation": ("mode",),
    "participation": ("mode", "axis"),
    "participation_rotation": ("mode",),
    "effective_mass_total": ("axis",),
    "base_force": ("mode", "axis"),
    "base_moment": ("mode",),
}


@pytest.fixture(params=[BARE, RICH], ids=["bare", "rich"])
def model(request: pytest.FixtureRequest) -> ModalModel:
    return AssumedModes("legendre", 6).modes(request.param, 3)


@pytest.fixture
def dataset(model: ModalModel) -> xr.Dataset:
    return model.dataset(5)


def test_the_largest_displacement_may_be_one(model):
    usual, largest = model.dataset(5), model.dataset(5, "largest")
    moved = np.hypot(*largest.translation.transpose("axis", ...).values).max(axis=(1, 2))
    bodies = np.hypot(*largest.body_translation.transpose("axis", ...).values).max(axis=1, initial=0.0)
    base = np.hypot(*largest.base_translation.transpose("axis", ...).values)
    np.testing.assert_allclose(np.max([moved, bodies, base], axis=0), 1.0, rtol=1e-14)
    scale = np.sqrt(largest.modal_mass / usual.modal_mass)
    for name in ("deflection", "bending_moment", "joint_rotation", "body_rotation", "participation", "base_force"):
        if name in usual:
            np.testing.assert_allclose(largest[name] / scale, usual[name], rtol=1e-13, atol=1e-300)
    np.testing.assert_array_equal(usual.modal_mass, 1.0)
    np.testing.assert_allclose(largest.effective_mass, usual.effective_mass)
    assert "largest displacement 1" in largest.attrs["normalisation"]
    with pytest.raises(InputError, match='normalisation: wanted "modal-mass" or "largest", got \'tip\''):
        model.dataset(5, "tip")


def test_every_variable_has_a_unit_and_a_name_in_words(dataset):
    assert {name: dataset[name].attrs["units"] for name in dataset.data_vars} == UNITS
    assert dataset.position.attrs["units"] == "m"
    assert all(one.attrs["units"] and one.attrs["long_name"] for one in dataset.variables.values())
    assert "modal mass 1 kg" in dataset.bending_moment.attrs["long_name"]


@pytest.mark.parametrize("name", DIMENSIONS)
def test_dimensions(dataset, name):
    assert dataset[name].dims == DIMENSIONS[name]


def test_coordinates():
    dataset = AssumedModes("legendre", 6).modes(RICH, 3).dataset(5)
    assert dataset.mode.values.tolist() == [1, 2, 3]
    assert dataset.link.values.tolist() == [1, 2]
    assert dataset.axis.values.tolist() == ["x", "y"]
    assert dataset.body.values.tolist() == ["base", "link1.tip", "link2", "payload"]
    assert dataset.station.values.tolist() == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert dataset.position.sel(link=2).values.tolist() == [0.0, 0.47, 0.94, 1.41, 1.88]


def test_values_are_the_model_s(model, dataset):
    for link, x in enumerate(dataset.position.values, 1):
        here = dataset.sel(link=link)
        np.testing.assert_array_equal(here.translation, model.translation(link, x))
        for name in ("deflection", "slope", "bending_moment", "shear_force"):
            np.testing.assert_array_equal(here[name], getattr(model, name)(link, x))
    for name, motion in model.body_motions.items():
        np.testing.assert_array_equal(dataset.body_translation.sel(body=name), motion.translation.T)
        np.testing.assert_array_equal(dataset.body_rotation.sel(body=name), motion.rotation)
    np.testing.assert_array_equal(dataset.base_translation, model.base_motion[:, :2])
    np.testing.assert_array_equal(dataset.base_rotation, model.base_motion[:, 2])
    np.testing.assert_array_equal(dataset.frequency, model.angular_frequency / (2.0 * np.pi))
    assert dataset.rigid_modes.item() == model.rigid_modes


def test_origin_is_told(model, dataset):
    assert loads(dataset.attrs["arm_toml"]) == model.arm
    assert dataset.attrs["arm"] == model.arm.name
    assert dataset.attrs["backend"] == "assumed_modes:legendre:6"
    assert {"flexarm_version", "conventions", "normalisation", "sign_rule"} <= dataset.attrs.keys()


def test_round_trip_is_identical(dataset, tmp_path):
    save_dataset(dataset, tmp_path / "modes.nc")
    xr.testing.assert_identical(load_dataset(tmp_path / "modes.nc"), dataset)
    assert [path.name for path in tmp_path.iterdir()] == ["modes.nc"]


def test_seconds_come_back_as_numbers(dataset, tmp_path):
    timed = dataset.assign(seconds=((), 0.25, {"units": "s", "long_name": "wall time"}))
    save_dataset(timed, tmp_path / "modes.nc")
    xr.testing.assert_identical(load_dataset(tmp_path / "modes.nc"), timed)


@pytest.mark.parametrize("stations", [1, 0, -3, 2.0, True, "3"])
def test_stations_that_are_refused(model, stations):
    with pytest.raises(InputError) as caught:
        model.dataset(stations)
    assert str(caught.value) == f"dataset: stations: wanted a whole number of 2 or more, got {stations!r}"


def test_unwritable_place_is_refused(dataset, tmp_path):
    with pytest.raises(InputError, match=r"missing/modes\.nc: wanted a file that can be written"):
        save_dataset(dataset, tmp_path / "missing" / "modes.nc")


def test_unreadable_files_are_refused(tmp_path):
    with pytest.raises(InputError, match=r"none\.nc: wanted a NetCDF file that can be read, got No such file"):
        load_dataset(tmp_path / "none.nc")
    (tmp_path / "text.nc").write_text("not NetCDF")
    with pytest.raises(InputError, match=r"text\.nc: wanted a NetCDF file that can be read, got .*signature"):
        load_dataset(tmp_path / "text.nc")
