"""Sweeps: the grid and its arms, what is asked at every point, and what becomes of points that fail."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import compare
from assumed_modes import AssumedModes
from compare import published
from compare.cli import main
from compare.engine.blocks import block_shape, blocks
from compare.grids.arms import arm_grid
from compare.grids.grid import grid_keys, read_grid
from exact import Exact
from fem import BeamFEM
from flexarm import response
from flexarm.arm import Arm
from flexarm.errors import InputError
from flexarm.examples import example
from flexarm.files import save
from flexarm.links import Link, RigidLink
from flexarm.load_cases import BaseAcceleration, History, LoadCase
from flexarm.parts import Base, Body, Joint

SHUTTLE = example("shuttle-fixed-base")
QUICK = AssumedModes("legendre", 3)


def refused(text, arm=SHUTTLE, grid=None, **options):
    with pytest.raises(InputError, match=re.escape(text)):
        compare.sweep(arm, grid or {"link2.angle": [0.0, 30.0]}, **{"backend": QUICK, **options})


def test_values_are_those_of_one_arm_at_a_time():
    grid = {"joints": ["111", "011"], "link2.angle": [0.0, 75.0], "payload.mass": [0.0, 3e4]}
    found = compare.sweep(SHUTTLE, grid, compare.Frequencies(2), Exact())
    assert found.angular_frequency.dims == ("joints", "link2.angle", "payload.mass", "mode")
    assert found["link2.angle"].attrs["units"] == "deg"
    assert found["payload.mass"].attrs["units"] == "kg"
    assert found.attrs["backend"] == "exact"
    for (state, angle, mass), omega in _points(found, grid):
        arm = _with_joints(SHUTTLE, state).with_angles(link2=angle).with_payload(replace(SHUTTLE.payload, mass=mass))
        np.testing.assert_allclose(omega, Exact().modes(arm, 2).angular_frequency, rtol=1e-13)
    assert found.rigid_modes.sel(joints="011").values.tolist() == [[1, 1], [1, 1]]
    assert not found.status.any()
    assert set(found.reason.values.flat) == {""}


@pytest.mark.parametrize("backend", [Exact(), QUICK, BeamFEM(5)], ids=lambda backend: backend.spec)
def test_a_link_s_stretch_shear_and_rotary_inertia_are_keys_too(backend):
    units = {"axial_rigidity": "N", "shear_rigidity": "N", "rotary_inertia_per_length": "kg m"}
    for name, unit in units.items():
        grid = {f"link1.{name}": [1e3, 1e7], "link2.angle": [0.0, 75.0]}
        found = compare.sweep(SHUTTLE, grid, compare.Frequencies(2), backend)
        assert found[f"link1.{name}"].attrs["units"] == unit
        for (value, angle), omega in _points(found, grid):
            links = (replace(SHUTTLE.links[0], **{name: value}), *SHUTTLE.links[1:])
            arm = replace(SHUTTLE, links=links).with_angles(link2=angle)
            np.testing.assert_allclose(omega, backend.modes(arm, 2).angular_frequency, rtol=1e-12)


def _points(found, grid):
    names = list(grid)
    for place in np.ndindex(*(len(values) for values in grid.values())):
        yield tuple(grid[name][k] for name, k in zip(names, place, strict=True)), found.angular_frequency.values[place]


def _with_joints(arm, state):
    joints = [link.joint if digit == "1" else Joint.unlocked() for link, digit in zip(arm.links, state, strict=True)]
    return replace(arm, links=tuple(replace(link, joint=j) for link, j in zip(arm.links, joints, strict=True)))


def test_every_key_of_an_arm_file_is_a_dimension():
    grid = {
        "base.offset[1]": [0.0, 3.0],
        "base.mass": 7e4,
        "link1.flexural_rigidity": [1e6],
        "link1.joint.hub_inertia": [2.0],
        "link2.tip.mass": 3.0,
        "link2.tip.inertia": 1.0,
        "link2.tip.offset": [1.0],
        "payload.offset[1]": [0.5],
    }
    free = example("shuttle-free-base")
    one = arm_grid(free, grid_keys(grid)).at((1, 0, 0, 0, 0))
    assert one.base == Base.free(7e4, 1e6, (14.0, 3.0))
    assert one.links[0].flexural_rigidity == 1e6
    assert one.links[0].joint == Joint.locked(1e6, 2.0)
    assert one.links[1].tip == Body(3.0, 1.0, 1.0)
    assert one.payload == Body(3e4, 4e5, (2.0, 0.5))
    falling = arm_grid(SHUTTLE, grid_keys({"gravity[1]": [0.0, -9.81]}))
    assert falling.at((1,)) == replace(SHUTTLE, gravity=(0.0, -9.81))
    dataset = compare.sweep(free, grid, compare.Frequencies(1), QUICK)
    assert dataset["base.mass"].ndim == 0
    assert dataset["link1.flexural_rigidity"].attrs["units"] == "N m²"


def test_a_joints_state_leaves_out_what_belongs_to_the_other_one():
    grid = {"joints": ["10", "01"], "link1.joint.gear_inertia": [0.0, 5.0], "link1.joint.stiffness": 2e4}
    arms = arm_grid(example("double-link"), grid_keys(grid))
    assert arms.at((0, 1)).links[0].joint == Joint.locked(2e4)
    assert arms.at((1, 1)).links[0].joint == Joint.unlocked(5.0)
    assert arms.at((1, 1)).links[1].joint == example("double-link").links[1].joint
    unlocked = example("shuttle-fixed-base-unlocked-12")
    stiffnesses = {"link1.joint.stiffness": 1e6, "link2.joint.stiffness": [1e6]}
    arms = arm_grid(unlocked, grid_keys({"joints": ["111"], **stiffnesses}))
    assert arms.at((0, 0)).links == SHUTTLE.links
    states = {"link1.joint.state": ["rigid", "unlocked"], "base.kind": ["fixed"]}
    arms = arm_grid(example("shuttle-free-base"), grid_keys(states))
    assert arms.at((0, 0)).links[0].joint == Joint.rigid()
    assert arms.at((0, 0)).base == Base.fixed()


def test_what_makes_no_arm_is_refused_before_anything_runs():
    refused("payload.mass: wanted a number that is not negative (kg), got -1.0", grid={"payload.mass": [1.0, -1.0]})
    refused("link9.angle: wanted a key that begins with one of base, link1", grid={"link9.angle": [0.0, 1.0]})
    refused("link2.angel: wanted one of the keys", grid={"link2.angel": [0.0, 1.0]})
    refused("did you mean angle?", grid={"link2.angel": [0.0, 1.0]})
    refused("got one that goes on after angle", grid={"link2.angle.more": [0.0, 1.0]})
    for strange in (
        "name",
        "payload",
        "link1.joint",
        "payload.link1.mass",
        "payload.mass[0]",
        "gravity",
        "link0.angle",
    ):
        refused(strange.split(".")[0].split("[")[0], grid={strange: [1.0, 2.0]})
    refused("joints: wanted 3 digits, one a joint from the base", grid={"joints": ["11"]})
    refused("nothing, for a joint that is locked", grid={"link1.joint.gear_inertia": [1.0, 2.0]}, arm=_bare())
    refused("the same of 2 more", grid={"link1.length": np.arange(-11.0, 1.0)})
    unlocked = example("shuttle-fixed-base-unlocked-1")
    refused(
        "link1.joint.stiffness: wanted the stiffness of the joint that joints=111 locks", unlocked, {"joints": "111"}
    )


def _bare():
    return Arm(Base.fixed(), (RigidLink(1.0, joint=Joint.locked(1.0), mass=1.0),))


def test_wrong_grids_and_options_are_refused():
    with pytest.raises(InputError, match="one key or more"):
        compare.sweep(SHUTTLE, {}, backend=QUICK)
    refused("link2.angle: wanted one value or more", grid={"link2.angle": []})
    refused("each value once, got 1.0 more than once", grid={"link2.angle": [1.0, 1]})
    refused("a finite number, got nan", grid={"link2.angle": [np.nan]})
    refused("link2.angle: wanted a finite number, got '3'", grid={"link2.angle": "3"})
    refused("joints: wanted a text, got 111", grid={"joints": [111]})
    refused("nothing beside joints", grid={"joints": ["111"], "link1.joint.state": ["locked"]})
    refused("arm: wanted an Arm", arm="arm")
    refused("backend: wanted a Backend", backend="exact")
    refused("memory: wanted a positive number", memory=0)
    refused("workers: wanted a whole number of 1 or more, got 0", workers=0)
    refused("scheduler: wanted processes, threads, or a scheduler's address", scheduler="farm")
    refused("track: wanted one of link2.angle", track="link3.angle")
    refused("along which modes can be followed", grid={"joints": ["111", "110"]}, track="joints")
    refused("unless natural frequencies are asked for", quantity=compare.Errors(1), track="link2.angle")
    refused("output: wanted a name that ends in .zarr or .nc", output="sweep.csv")
    for wrong in (lambda: compare.Frequencies(0), lambda: compare.Errors(1, "fem"), lambda: compare.Amplitudes("case")):
        with pytest.raises(InputError):
            wrong()


def test_ranges_are_read_as_people_write_them():
    assert read_grid(["a=0:1:11"])["a"][3] == 0.3
    assert read_grid(["a=0:90:4,100", "b = 1e3", "c=2,3", "joints=10,01"]) == {
        "a": [0.0, 30.0, 60.0, 90.0, 100.0],
        "b": 1e3,
        "c": [2.0, 3.0],
        "joints": ["10", "01"],
    }
    for text in ("a=0:1", "a=0:1:1", "a=1:1:2", "a=x", "a=0:1:2.5", "a=1e999:0:2", "a=,", "a", "=1"):
        with pytest.raises(InputError, match="--grid"):
            read_grid([text])
    assert read_grid(["a=1e3:1e6:4:log", "b=-1e-2:-1:3:log,0"]) == {
        "a": [1e3, 1e4, 1e5, 1e6],
        "b": [-1e-2, -0.1, -1.0, 0.0],
    }
    for text in ("a=0:1:3:log", "a=-1:1:3:log", "a=1:2:3:lin", "a=1:2:3:log:4"):
        with pytest.raises(InputError, match=r"a:b:n:log \(in equal ratios\)"):
            read_grid([text])
    with pytest.raises(InputError, match="each key once"):
        read_grid(["a=1", "a=2"])
    with pytest.raises(InputError, match="1000000 values at most, got '0:90:99999999999'"):
        read_grid(["a=0:90:99999999999"])


def test_a_key_of_many_values_is_read_at_once():
    (key,) = grid_keys({"payload.mass": range(200_000)})  # minutes, if every value were compared with all before it
    assert len(key.values) == 200_000


@given(st.lists(st.integers(1, 7), max_size=4), st.integers(1, 60), st.data())
def test_blocks_cover_every_point_once(shape, most, data):
    whole = data.draw(st.none() | st.integers(0, len(shape) - 1)) if shape else None
    size = block_shape(shape, [k % 2 == 1 for k in range(len(shape))], whole, most)
    seen = np.zeros(shape, int)
    for block in blocks(shape, size):
        assert seen[block].size <= max(most, shape[whole] if whole is not None else 1)
        seen[block] += 1
    assert np.all(seen == 1)
    assert whole is None or size[whole] == shape[whole]


def test_dimensions_of_the_make_up_are_divided_first():
    assert block_shape((31, 31, 4, 8), (False, False, False, True), None, 900) == (7, 31, 4, 1)


@pytest.mark.parametrize("name", ["out.nc", "out.zarr"])
def test_points_that_fail_are_missing_with_their_reason_and_the_rest_goes_on(capsys, tmp_path, name):
    save(SHUTTLE, tmp_path / "arm.toml")
    words = ["--grid", "payload.mass=0,1,3e4", "-g", "payload.inertia=0", "-g", "joints=110", "-n", "2", "-b", "fem:2"]
    assert main(["sweep", str(tmp_path / "arm.toml"), *words, "-o", str(tmp_path / name)]) == 0
    found = compare.open_sweep(tmp_path / name)
    assert found.status.values.tolist() == [2, 0, 0]
    assert "joint 3 can move without moving any mass" in found.reason.values[0]
    assert np.isnan(found.angular_frequency.values[0]).all()
    assert np.isfinite(found.angular_frequency.values[1:]).all()
    printed = capsys.readouterr().out
    assert "3 points (payload.mass 3): first 2 natural frequencies by fem:2" in printed
    assert "1 point without an answer, or without all of it:\n  1 × Shuttle arm" in printed
    words[1] = "payload.mass=0"
    assert main(["sweep", str(tmp_path / "arm.toml"), *words]) == 2
    said = capsys.readouterr()
    assert ("joint 3 can move without moving any mass" in said.err, said.out) == (True, "")
    assert re.search(r"\n3 points in [\d.e-]+ s, [\d.e+]+ points per second\n", printed)


def test_an_arm_with_fewer_frequencies_has_those():
    found = compare.sweep(_bare(), {"link1.length": [1.0, 2.0]}, compare.Frequencies(2), Exact())
    assert found.status.values.tolist() == [2, 2]
    np.testing.assert_allclose(found.angular_frequency.values[:, 0], [np.sqrt(3.0), np.sqrt(0.75)], rtol=1e-12)


def test_errors_are_taken_against_another_backend():
    found = compare.sweep(SHUTTLE, {"link2.angle": [0.0, 40.0]}, compare.Errors(2, BeamFEM(6)), QUICK)
    arm = SHUTTLE.with_angles(link2=40.0)
    table = compare.frequencies(arm, [QUICK, BeamFEM(6)], 2, BeamFEM(6))
    np.testing.assert_array_equal(found.relative_error.values[1], table.relative_error.values[0])
    assert found.relative_error.attrs["long_name"].endswith("against fem:6")
    assert f"{float(found.relative_error[1, 1]):.2g}" in compare.text(found).split("against fem:6")[1]


def test_amplitudes_of_a_load_case():
    slew = LoadCase(20.0, 11, (BaseAcceleration("rotation", History((0.0,), (0.004,))),), name="slew")
    grid = {"joints": ["111", "101"], "link2.angle": [30.0]}
    found = compare.sweep(SHUTTLE, grid, compare.Amplitudes(slew, 2), QUICK)
    arm = _with_joints(SHUTTLE, "101").with_angles(link2=30.0)
    alone = response(QUICK, arm, slew, modes=2).amplitude
    one = found.amplitude.sel(joints="101").isel({"link2.angle": 0})
    assert "payload_elastic_deflection" in found.output.values
    for name in found.output.values:
        assert float(one.sel(output=name)) == float(alone[list(alone.output.values).index(name)])
    assert np.isnan(found.amplitude.sel(joints="111", output="payload_elastic_deflection")).all()
    assert not found.status.any()
    torque = example("double-link")
    thrust = LoadCase(1.0, 3, ())
    assert compare.sweep(torque, {"link2.angle": [1.0]}, compare.Amplitudes(thrust), QUICK).sizes["output"] > 3


def _symmetric(inertia):
    half = {"length": 5.0, "mass_per_length": 2.0, "flexural_rigidity": 1e4}
    left = Link(**half, joint=Joint.rigid(), tip=Body(0.0, inertia))
    return Arm(Base.free(50.0, 20.0), (left, Link(**half, joint=Joint.rigid())), Body(50.0, 20.0))


def test_tracked_modes_cross():
    # Inertia in the middle of a symmetric arm slows antisymmetric modes alone: they cross the symmetric ones.
    inertia = [0.0, 50.0, 150.0, 400.0, 1000.0, 3000.0]
    grid = {"link1.tip.inertia": inertia}
    plain = compare.sweep(_symmetric(0.0), grid, compare.Frequencies(2), QUICK)
    followed = compare.sweep(_symmetric(0.0), grid, compare.Frequencies(2), QUICK, track="link1.tip.inertia")
    first, second = followed.angular_frequency.values.T
    np.testing.assert_allclose(first, first[0], rtol=1e-9)
    assert np.all(np.diff(second) < 0.0)
    assert second[-1] < first[-1]
    np.testing.assert_allclose(np.sort(followed.angular_frequency.values), plain.angular_frequency.values, rtol=1e-10)
    assert followed.mac.values.min() > 0.8
    assert followed.attrs["track"] == "link1.tip.inertia"


def test_tracking_goes_over_points_that_fail_and_modes_that_are_not_there():
    grid = {"link1.mass": [1.0, 0.0, 4.0]}
    found = compare.sweep(_bare(), grid, compare.Frequencies(2), Exact(), track="link1.mass")
    omega = found.angular_frequency.values
    np.testing.assert_allclose(omega[[0, 2], 0], [np.sqrt(3.0), np.sqrt(0.75)], rtol=1e-12)
    assert np.isnan(omega[1]).all()
    assert np.isnan(omega[:, 1]).all()
    assert all(found.reason.values)
    assert found.mac.values[2, 0] == pytest.approx(1.0)


# The command that the documentation gives.
SWEEPS = (Path(__file__).parents[1] / "docs" / "sweeps.md").read_text(encoding="utf-8")
(TABLE_5,) = re.findall(
    r"^flexarm (sweep flexarm/arms/shuttle-fixed-base\.toml .*?[^\\])$", SWEEPS, re.MULTILINE | re.DOTALL
)


@pytest.mark.parametrize("slow", [pytest.param(True, marks=pytest.mark.slow), False])
def test_wiedemanns_tables_5_1_to_5_8_by_one_command(tmp_path, slow):
    arm = tmp_path / "arm.toml"
    save(SHUTTLE, arm)
    solver = Exact() if slow else AssumedModes("legendre", 8)
    words = TABLE_5.replace("flexarm/arms/shuttle-fixed-base.toml", str(arm)).replace("\\\n", "").split()
    assert main([*words, "-b", solver.spec, "-o", str(tmp_path / "table.nc")]) == 0
    found = compare.open_sweep(tmp_path / "table.nc").angular_frequency.values.reshape(8, 16)
    cells = [published.load(f"wiedemann-5.{k}").cells for k in range(1, 9)]
    every = 1 if slow else 5
    for omega, column in zip(found, cells, strict=True):
        for value, cell in list(zip(omega, column, strict=True))[::every]:
            assert value == pytest.approx(solver.modes(cell.arm, 1).angular_frequency[0], rel=1e-11)
    # All joints locked: most are the source's own numbers, to one unit of the last digit that it prints.
    printed = np.array([cell.value for cell in cells[7]])
    assert np.sum(np.abs(found[7] - printed) <= 1.001 * 0.01) >= 12


def test_the_face_names_it():
    assert {"sweep", "plot_sweep", "open_sweep", "Frequencies", "Errors", "Amplitudes"} <= set(dir(compare))


def test_backends_are_a_dimension():
    solvers, grid = [QUICK, BeamFEM(2), Exact()], {"link2.angle": [0.0, 40.0], "payload.mass": 3e4}
    found = compare.sweep(SHUTTLE, grid, compare.Frequencies(2), solvers)
    assert found.angular_frequency.dims == ("backend", "link2.angle", "mode")
    assert found.backend.values.tolist() == [solver.spec for solver in solvers]
    for solver in solvers:
        alone = compare.sweep(SHUTTLE, grid, compare.Frequencies(2), solver)
        np.testing.assert_array_equal(found.angular_frequency.sel(backend=solver.spec), alone.angular_frequency)
    lines = compare.text(found).splitlines()
    assert [line.split()[0] for line in lines if "legendre" in line or "fem:2" in line] == [QUICK.spec] * 2 + [
        "fem:2"
    ] * 2
    refused("each backend once", backend=[QUICK, QUICK])
