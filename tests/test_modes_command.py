"""``flexarm modes``: the numbers of the modal model, as they are."""

import csv
import io

import numpy as np
import pytest

from compare.cli import main
from fem import BeamFEM
from flexarm.datasets import load_dataset
from flexarm.examples import example, text


@pytest.fixture(autouse=True)
def arm_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "arm.toml").write_text(text("double-link"), encoding="utf-8")


def rows(printed: str) -> list[dict[str, float]]:
    return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(io.StringIO(printed))]


def test_csv_has_every_station_of_every_link_in_every_mode(capsys):
    assert main(["modes", "arm.toml", "-b", "fem:4", "-n", "2", "--stations", "3"]) == 0
    printed, said = capsys.readouterr()
    assert said == ""
    found, model = rows(printed), BeamFEM(4).modes(example("double-link"), 2)
    assert len(found) == 2 * 2 * 3
    for row in found:
        mode, link, x = int(row["mode"]) - 1, int(row["link"]), [row["position [m]"]]
        assert row["angular_frequency [rad/s]"] == model.angular_frequency[mode]
        assert (row["translation_x"], row["translation_y"]) == tuple(model.translation(link, x)[mode, :, 0])
        assert row["deflection"] == model.deflection(link, x)[mode, 0]
        assert row["slope [rad/m]"] == model.slope(link, x)[mode, 0]
        assert row["bending_moment [N]"] == model.bending_moment(link, x)[mode, 0]
        assert row["shear_force [N/m]"] == model.shear_force(link, x)[mode, 0]
    assert [row["position [m]"] for row in found[:3]] == [
        0.0,
        *(np.array([0.5, 1.0]) * example("double-link").links[0].length),
    ]


def test_files_hold_what_is_printed_or_all_of_it(tmp_path, capsys):
    words = ["modes", "arm.toml", "-b", "fem:4", "-n", "2"]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert main([*words, "-o", "shapes.csv"]) == 0
    assert main([*words, "-o", "shapes.nc"]) == 0
    assert capsys.readouterr() == ("", "")
    assert (tmp_path / "shapes.csv").read_text() == printed
    assert load_dataset("shapes.nc").identical(BeamFEM(4).modes(example("double-link"), 2).dataset())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["-o", "shapes.xls"],
            "wanted a file name that ends in .json or .csv or .md or .tex or .nc or .uff or .unv",
        ),
        (["--stations", "1"], "stations: wanted a whole number of 2 or more"),
        (["-n", "0"], "count: wanted a whole number of 1 or more"),
    ],
)
def test_refusals(words, said, tmp_path, capsys):
    assert main(["modes", "arm.toml", "-b", "fem:4", *words]) == 2
    assert said in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["arm.toml"]
