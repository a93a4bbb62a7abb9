"""Arms in space: shapes, forces and many arms together; the planar ones, and one backend's beside another's."""

from dataclasses import replace

import numpy as np
import pytest
import xarray as xr

import compare
from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm import Arm, Base, Body, Joint, Link, RigidLink, example

from .spatial import random_arm
from .test_space import BACKENDS, FIXED, FREE, GUIDED

every_backend = pytest.mark.parametrize("backend", BACKENDS, ids=lambda backend: backend.spec)

# Variables of a mode in the plane, and the same ones in space.
PLANAR = ("deflection", "slope", "bending_moment", "shear_force", "joint_rotation")
ALONG = ("translation", "body_translation", "base_translation", "participation", "effective_mass", "base_force")
ABOUT_Z = ("body_rotation", "base_rotation", "participation_rotation", "effective_inertia", "base_moment")


def close(found: xr.DataArray, wanted: xr.DataArray, accuracy: float) -> None:
    """Values agree to a share of the largest of them, each mode by itself."""
    np.testing.assert_array_equal(found.dims, wanted.dims)
    for one, other in zip(found.transpose("mode", ...), wanted.transpose("mode", ...), strict=True):
        size = max(float(np.max(np.abs(other.values), initial=0.0)), 1e-12)
        np.testing.assert_allclose(one.values, other.values, atol=accuracy * size, err_msg=str(found.name))


@every_backend
@pytest.mark.parametrize("name", ["double-link", "shuttle-free-base-unlocked-2", "shuttle-guided-base"])
def test_modes_of_the_plane_are_modes_in_space(backend, name):
    arm = example(name)
    planar = backend.modes(arm, 2).dataset(5)
    spatial = backend.modes(replace(arm, motion="spatial"), 6).dataset(5)
    near = np.abs(spatial.angular_frequency.values / planar.angular_frequency.values[:, np.newaxis] - 1.0)
    found = spatial.isel(mode=np.argmin(near, axis=1))
    across, about = found.sel(axis=["x", "y"]), found.sel(axis="z")
    for name in PLANAR:
        close(found[name], planar[name], 1e-6)
    for name in ALONG:
        close(across[name], planar[name], 1e-6)
    for name in ABOUT_Z:
        close(about[name], planar[name], 1e-6)
    for name in ("deflection_about_y", "twist", "torque"):
        assert np.max(np.abs(found[name].values)) < 1e-6
    assert np.max(np.abs(about.translation.values)) < 1e-6
    total = spatial.effective_mass_total.sel(axis=["x", "y"])
    np.testing.assert_allclose(total, planar.effective_mass_total, rtol=1e-9, atol=1e-9)
    total = spatial.effective_inertia_total.sel(axis="z")
    np.testing.assert_allclose(total, planar.effective_inertia_total, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("arm", [FIXED, GUIDED, FREE], ids=lambda arm: arm.base.kind)
def test_shapes_and_forces_of_backends_agree(arm):
    exact, others = Exact().modes(arm, 4).dataset(9), AssumedModes("legendre", 16).modes(arm, 4).dataset(9)
    for name, one in exact.data_vars.items():
        if "mode" in one.dims and one.dtype.kind == "f":
            forces = name.startswith(("shear_force", "torque", "axial_force", "bending_moment"))
            close(others[name], one, 1e-5 if forces else 1e-7)


def test_a_base_feels_what_its_link_bears():
    """At a welded root along x: force and couple are those of bending, stretch and torsion at x = 0, reversed."""
    beam = {"torsional_rigidity": 3e5, "polar_inertia_per_length": 0.2, "axial_rigidity": 2e6}
    link = Link(3.0, 5.0, (4e5, 3e5), joint=Joint.rigid(), **beam)
    last = Link(2.0, 4.0, (2e5, 3e5), joint=Joint.rigid(axis=(1.0, 1.0, 1.0)), angle=70.0, **beam)
    arm = Arm(Base.fixed(), (link, last), Body(20.0, (1.0, 2.0, 1.5), (0.3, 0.2, -0.4)), motion="spatial")
    at = Exact().modes(arm, 4).dataset(3).isel(station=0).sel(link=1)
    force = np.stack([-at.axial_force, at.shear_force, at.shear_force_about_y], axis=1)
    couple = np.stack([-at.torque, -at.bending_moment, at.bending_moment_about_y], axis=1)[:, [0, 2, 1]]
    for found, wanted in ((at.base_force.values, force), (at.base_moment.values, couple)):
        np.testing.assert_allclose(np.abs(found), np.abs(wanted), atol=1e-8 * np.max(np.abs(wanted)))
        ratio = np.sum(found * wanted, axis=0) / np.sum(wanted**2, axis=0)
        # One sign a component, the same in all modes.
        np.testing.assert_allclose(found, ratio * wanted, atol=1e-8 * np.max(np.abs(wanted)))


@every_backend
def test_many_arms_together_are_as_one_by_one(backend):
    tilted = [replace(FIXED, links=(replace(FIXED.links[0], angle=angle), FIXED.links[1])) for angle in (10.0, 200.0)]
    slender = [
        Arm(Base.fixed(), (one,), motion="spatial") for one in (Link(2.0, 3.0, (4e3, 5e3), joint=Joint.rigid()),)
    ]
    many = [*tilted, *slender, *(random_arm(seed, terms=False) for seed in range(2, 5)), FREE]
    together = backend.frequencies_of(many, 4)
    assert not any(together.reasons)
    for found, arm in zip(together.angular_frequency, many, strict=True):
        np.testing.assert_allclose(found, backend.modes(arm, 4).angular_frequency, rtol=2e-12)


@every_backend
def test_axes_point_either_way(backend):
    """A joint about −z by −θ is one about z by θ, and so of y; a vector's length does not matter."""
    first, last = FIXED.links
    turned = tuple(-7.0 * value for value in first.joint.axis)
    other = replace(first, joint=replace(first.joint, axis=turned), angle=-first.angle)
    opposite = replace(last, joint=replace(last.joint, axis=(0.0, -1.0, 0.0)), angle=-last.angle)
    found = backend.modes(replace(FIXED, links=(other, opposite)), 6).angular_frequency
    np.testing.assert_allclose(found, backend.modes(FIXED, 6).angular_frequency, rtol=1e-11)


def test_a_hinge_whose_axis_is_all_but_down():
    for tilt in (0.0, 1e-300, 1e-12, 1e-7):
        axis = (tilt, -tilt, -1.0)
        arm = replace(
            FIXED, links=(replace(FIXED.links[0], joint=replace(FIXED.links[0].joint, axis=axis)), FIXED.links[1])
        )
        found = Exact().modes(arm, 3).angular_frequency
        if tilt == 0.0:
            wanted = found
        np.testing.assert_allclose(found, wanted, rtol=max(10.0 * tilt, 1e-12))


def test_studies_take_arms_in_space():
    solvers = [Exact(), BeamFEM(2), BeamFEM(4)]
    table = compare.frequencies(FIXED, solvers, 3)
    assert np.all(table.relative_error.sel(backend="fem:4") < table.relative_error.sel(backend="fem:2"))


def changed(link: int, **changes) -> Arm:
    links = list(GUIDED.links)
    links[link] = replace(links[link], **changes)
    return replace(GUIDED, links=tuple(links))


def body(**changes) -> Arm:
    return replace(GUIDED, payload=replace(GUIDED.payload, **changes))


SWEPT = {
    "link1.flexural_rigidity[1]": (3e6, changed(0, flexural_rigidity=(2.1e6, 3e6)), "link1 flexural rigidity z"),
    "link2.shear_rigidity[0]": (3e7, changed(1, shear_rigidity=(3e7, 5e7)), "link2 shear rigidity y"),
    "link1.torsional_rigidity": (2e5, changed(0, torsional_rigidity=2e5), "link1 torsional rigidity"),
    "payload.offset[2]": (0.9, body(offset=(0.3, 0.2, 0.9)), "payload offset z"),
    "payload.inertia[1]": (
        13.0,
        body(inertia=((9.0, 1.1, -2.0), (1.1, 13.0, 0.7), (-2.0, 0.7, 10.0))),
        "payload inertia y",
    ),
    "payload.inertia[0][2]": (
        3.0,
        body(inertia=((9.0, 1.1, 3.0), (1.1, 12.0, 0.7), (3.0, 0.7, 10.0))),
        "payload inertia x z",
    ),
    "base.direction[2]": (2.0, replace(GUIDED, base=Base.guided(80.0, (1.0, 0.5, 2.0))), "base direction z"),
}


@pytest.mark.parametrize("key", SWEPT)
def test_sweeps_go_over_what_arms_in_space_have(key):
    value, arm, words = SWEPT[key]
    solver = AssumedModes("legendre", 4)
    swept = compare.sweep(GUIDED, {key: [value]}, compare.Frequencies(4), solver)
    wanted = solver.modes(arm, 4).angular_frequency
    np.testing.assert_allclose(swept.angular_frequency.values.ravel(), wanted, rtol=1e-12)
    assert swept[key].attrs["long_name"] == words


def test_a_sweep_over_one_of_two_numbers_starts_from_the_one_that_is_both():
    plain = changed(0, flexural_rigidity=1e6, tip=Body(5.0, 2.0))
    solver, grid = AssumedModes("legendre", 4), {"link1.flexural_rigidity[0]": [2e6], "link1.tip.inertia[2]": [3.0]}
    swept = compare.sweep(plain, grid, compare.Frequencies(3), solver).angular_frequency.values.ravel()
    wanted = solver.modes(changed(0, flexural_rigidity=(2e6, 1e6), tip=Body(5.0, (2.0, 2.0, 3.0))), 3)
    np.testing.assert_allclose(swept, wanted.angular_frequency, rtol=1e-12)


def test_three_axes_of_a_wrist_meet():
    """Springs about x, y and z in one point, a point mass beyond: two pendulums, and one that nothing turns."""
    springs = (300.0, 200.0, 100.0)
    links = [RigidLink(0.0, joint=Joint.locked(k, axis=axis)) for k, axis in zip(springs, "xyz", strict=True)]
    arm = Arm(Base.fixed(), tuple(links), Body(2.0, 0.5, (3.0, 0.0, 0.0)), motion="spatial")
    wanted = np.sort(np.sqrt([300.0 / 0.5, 200.0 / 18.5, 100.0 / 18.5]))
    for backend in BACKENDS:
        np.testing.assert_allclose(backend.modes(arm, 3).angular_frequency, wanted, rtol=1e-12)
