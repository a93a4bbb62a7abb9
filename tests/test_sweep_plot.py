"""Pictures of sweeps, and `flexarm plot`."""

import re

import numpy as np
import pytest

import compare
from assumed_modes import AssumedModes
from compare.cli import main
from compare.drawing.pages import FORMATS
from flexarm.errors import InputError
from flexarm.examples import example
from flexarm.files import save
from flexarm.load_cases import BaseAcceleration, History, LoadCase, save_case

ARM = example("double-link")
GRID = {"link2.angle": [0.0, 30.0, 60.0, 90.0], "payload.mass": [1.0, 100.0, 1e3], "joints": ["11", "01"]}


@pytest.fixture(scope="module")
def swept():
    return compare.sweep(ARM, GRID, compare.Frequencies(2), AssumedModes("legendre", 3))


def panels(figure):
    return [axes for axes in figure.axes if axes.get_label() != "<colorbar>"]


def test_curves_have_a_line_a_mode_and_a_panel_a_value(swept):
    figure = compare.plot_sweep(swept, "link2.angle", at={"joints": "11"})
    assert [axes.get_title(loc="left") for axes in panels(figure)] == [f"payload.mass {m} kg" for m in (1, 100, 1000)]
    assert panels(figure)[0].get_xlabel() == "link2.angle (deg)"
    for axes, mass in zip(panels(figure), GRID["payload.mass"], strict=True):
        for mode, line in enumerate(axes.get_lines(), 1):
            values = swept.angular_frequency.sel({"payload.mass": mass, "mode": mode, "joints": "11"})
            np.testing.assert_array_equal(line.get_ydata(), values)
    assert "joints 11" in figure.get_suptitle()
    one = compare.plot_sweep(swept, "link2.angle", mode=2, at={"joints": "11", "payload.mass": 100.0})
    assert len(panels(one)) == len(panels(one)[0].get_lines()) == 1
    assert "mode 2" in one.get_suptitle()


def test_maps_have_labelled_contours_at_round_levels(swept):
    figure = compare.plot_sweep(swept, "link2.angle", "payload.mass")
    assert [axes.get_title(loc="left") for axes in panels(figure)] == ["joints 11", "joints 01"]
    axes = panels(figure)[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("link2.angle (deg)", "payload.mass (kg)")
    filled, lines = axes.collections[:2]
    values = swept.angular_frequency.sel(mode=1)
    assert filled.levels[0] <= float(values.min())
    assert filled.levels[-1] >= float(values.max())
    assert list(lines.levels) == list(filled.levels)
    labels = {float(text.get_text()) for axes in panels(figure) for text in axes.texts}
    assert {5.0} <= labels <= set(filled.levels) == {0.5, 1.0, 2.0, 5.0, 10.0, 20.0}
    assert (axes.get_xscale(), axes.get_yscale()) == ("linear", "log")


def test_points_without_an_answer_are_left_grey(swept):
    holed = swept.copy(deep=True)
    holed.angular_frequency.values[1, 1] = np.nan
    axes = panels(compare.plot_sweep(holed, "link2.angle", "payload.mass", at={"joints": "11"}))[0]
    assert axes.get_facecolor()[:3] == pytest.approx([0xD8 / 255] * 3)
    holed.angular_frequency.values[:] = np.nan
    with pytest.raises(InputError, match="values that are not all alike or missing"):
        compare.plot_sweep(holed, "link2.angle", "payload.mass")


def test_what_cannot_be_drawn_is_refused(swept):
    def refused(text, dataset=swept, x="link2.angle", y=None, **options):
        with pytest.raises(InputError, match=re.escape(text)):
            compare.plot_sweep(dataset, x, y, **options)

    refused("x: wanted one of link2.angle, payload.mass", x="joints")
    refused("y: wanted one of link2.angle, payload.mass", y="link2")
    refused("y: wanted another dimension than x", y="link2.angle")
    refused("variable: wanted one of angular_frequency, frequency, rigid_modes", variable="frequencies")
    refused("mode: wanted one of 1, 2, got 3", mode=3)
    refused("mode: wanted a whole number, got 1.5", mode=1.5)
    refused("payload.mass: wanted one of 1, 100, 1000, got 10", at={"payload.mass": 10})
    refused("payload.mass: wanted one of 1, 100, 1000, got heavy", at={"payload.mass": "heavy"})
    refused("at: wanted one of", at={"payload": 10})
    refused("the result of a sweep", dataset=swept.drop_vars("status"))
    refused("a dimension of two values or more", dataset=swept.isel({"link2.angle": [0]}))
    many = compare.sweep(
        ARM,
        {"link1.angle": np.arange(37.0), "link2.angle": [0.0, 1.0]},
        compare.Frequencies(1),
        AssumedModes("legendre", 2),
    )
    refused(
        "36 panels at most: hold dimensions at a value (at; --at NAME=VALUE), got 37, one for each of", dataset=many
    )


def test_the_command_draws_netcdf_and_zarr(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    save(ARM, "arm.toml")
    words = ["sweep", "arm.toml", "-g", "link2.angle=0:90:3", "-g", "payload.mass=1,10", "-n", "1", "-b", "fem:1", "-o"]
    for name in ("a.nc", "a.zarr"):
        assert main([*words, name]) == 0
        assert capsys.readouterr().out.endswith(f"\n{name}\n")
    for source, suffix in zip(("a.nc", "a.zarr", "a.nc"), FORMATS, strict=True):
        assert main(["plot", source, "-x", "link2.angle", "-y", "payload.mass", "-o", f"map{suffix}"]) == 0
        assert (tmp_path / f"map{suffix}").stat().st_size > 2000
    assert main(["plot", "a.nc", "-x", "link2.angle", "--at", "payload.mass=1e1", "-o", "curve.svg"]) == 0
    for wrong in (["--at", "payload.mass"], ["--at", "payload.mass=1", "--at", "payload.mass=10"]):
        assert main(["plot", "a.nc", "-x", "link2.angle", *wrong, "-o", "b.svg"]) == 2
        assert "--at: wanted" in capsys.readouterr().err
    assert main(["plot", "none.nc", "-x", "link2.angle", "-o", "b.svg"]) == 2
    assert "a NetCDF file that can be read, got no such file" in capsys.readouterr().err.lower().replace(
        "netcdf", "NetCDF"
    )


def test_without_an_output_a_table_is_printed(tmp_path, capsys):
    save(ARM, tmp_path / "arm.toml")
    words = ["sweep", str(tmp_path / "arm.toml"), "--grid", "joints=11,01", "-n", "2", "-b", "fem:4"]
    assert main([*words, "--grid", "link2.angle=0,90", "--track", "link2.angle"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].endswith("first 2 natural frequencies by fem:4, modes followed along link2.angle")
    assert lines[2].startswith("modal assurance criterion of neighbours: 0.")
    assert lines[5] == "natural angular frequency, rad/s"
    assert lines[7].split() == ["joints", "mode", "link2.angle", "0", "link2.angle", "90"]
    assert [line.split()[:2] for line in lines[9:13]] == [["11", "1"], ["11", "2"], ["01", "1"], ["01", "2"]]
    assert main([*words[:3], "joints=11", *words[4:], "--against", "exact"]) == 0
    assert capsys.readouterr().out.splitlines()[-2].split()[0] == "2"


def test_amplitudes_are_drawn_one_output_at_a_time(tmp_path, capsys):

    save(ARM, tmp_path / "arm.toml")
    save_case(
        LoadCase(2.0, 5, (BaseAcceleration("rotation", History((0.0,), (0.01,))),), name="slew"), tmp_path / "c.toml"
    )
    words = ["sweep", str(tmp_path / "arm.toml"), "-g", "link2.angle=0,30", "-b", "fem:2", "-n", "2"]
    words += ["--case", str(tmp_path / "c.toml")]
    assert main([*words, "-o", str(tmp_path / "a.nc")]) == 0
    swept = compare.open_sweep(tmp_path / "a.nc")
    with pytest.raises(InputError, match="as they have different units"):
        compare.plot_sweep(swept, "link2.angle")
    figure = compare.plot_sweep(swept, "link2.angle", at={"output": "link2_tip_deflection"})
    assert figure.get_supylabel() == "amplitude (m)"
    assert "amplitudes of slew, 2 modes" in figure.get_suptitle().replace("\n", " ")
    capsys.readouterr()
    assert main([*words, "--against", "exact"]) == 2
    assert "--against: wanted nothing beside --case" in capsys.readouterr().err
