"""One way of exporting everywhere: every study in every format, to the screen and to files by their endings."""

import contextlib
import csv
import io
import itertools
import json
import re
import shlex
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

import compare
from compare.cli import main
from exact import Exact
from fem import BeamFEM
from flexarm import Arm, Base, Joint, RigidLink, files, response
from flexarm.datasets import load_dataset
from flexarm.errors import InputError
from flexarm.examples import example, text
from flexarm.load_cases import BaseAcceleration, History, LoadCase, save_case
from flexarm.slews import Course, Manoeuvre, Turn, save_manoeuvre

SLEW = LoadCase(4.0, 41, (BaseAcceleration("rotation", History((0.0,), (0.004,))),), name="slew")
UNITS = r"\[(rad/s|1/s|Hz|s|m|rad|deg|kg|N m|N m/rad|N m s/rad|N|N/m|rad/m)\]"
COMMANDS = {
    "compare": "compare arm.toml -b exact -b fem:3 -n 2",
    "converge": "converge arm.toml -b fem --sizes 1:3 -n 2",
    "advise": "advise arm.toml -b fem -b assumed_modes:legendre --sizes 2:4 -n 2 --tolerance 0.1%",
    "respond": "respond arm.toml case.toml -b fem:2 -n 2",
    "errors": "respond arm.toml case.toml -b fem --sizes 1,2",
    "limits": "limits links -f fem -f exact --values 1,2",
    "buckling": "buckling standing.toml --scale gravity -b fem:4 -n 2",
    "eigenvalues": "eigenvalues arm.toml -b exact -b fem:3 -n 2",
    "locus": "locus arm.toml --vary joint1.damping=0:2e3:3 -b fem:3 -n 2",
    "frequency": "respond arm.toml --frequency 1:9:4 --from joint1_torque --to payload_deflection -b fem:2 -b fem:3",
    "flexibility": "flexibility arm.toml -b exact -b fem:2",
    "theories": "theories arm.toml -b fem:3 -n 2",
    "sweep": "sweep arm.toml -g payload.mass=1e2:1e4:3:log -n 2 -b fem:3 -b fem:4",
    "tracked": "sweep arm.toml -g payload.mass=1e2,1e4 -n 2 -b fem:3 --track payload.mass",
    "amplitudes": "sweep arm.toml -g payload.mass=1e2,1e4 -n 2 -b fem:3 --case case.toml",
    "slew": "slew rigid.toml slew.toml --durations 0.2,0.4 -b assumed_modes:legendre:0 --against fem:1",
    "modes": "modes arm.toml -b fem:3 -n 2 --stations 3",
}
STORED = [name for name in COMMANDS if name not in ("respond", "modes")]
ASKED = {"arm.toml", "case.toml", "rigid.toml", "slew.toml", "standing.toml"}
ROOT = Path(__file__).parents[1]
HERTZ = ("compare", "theories", "sweep", "tracked", "modes")


FORMS = {"json": "json", "csv": "csv", "markdown": "md", "latex": "tex"}
# The form of the file that a study is to write, each by several: they all write by one piece of code.
WRITTEN = dict(zip(STORED, itertools.cycle(FORMS)))


def fill(folder: Path) -> None:
    (folder / "arm.toml").write_text(text("single-link-locked"), encoding="utf-8")
    (folder / "standing.toml").write_text(text("hufnagel-case1-standing"), encoding="utf-8")
    save_case(SLEW, folder / "case.toml")
    files.save(Arm(Base.fixed(), (RigidLink(1.0, joint=Joint.unlocked(), mass=1.0),)), folder / "rigid.toml")
    save_manoeuvre(Manoeuvre(0.4, 3, (Turn(1, Course((0.0, 0.4), (0.0, 0.5))),)), folder / "slew.toml")


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    fill(tmp_path)

    def answer(name: str, *more: str) -> str:
        assert main([*COMMANDS[name].split(), *more]) == 0
        printed, said = capsys.readouterr()
        assert said == ""
        return printed

    return answer


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """What a command prints in a form, and the file of that form that it may write meanwhile; every one run once.

    One form is written as the answer is found; the others go on with what is stored, so that nothing is solved twice.
    """
    folder = tmp_path_factory.mktemp("exports")
    fill(folder)

    @cache
    def answer(name: str, form: str) -> tuple[str, Path]:
        printed, said = io.StringIO(), io.StringIO()
        file = Path(f"{name}.{FORMS[form]}" if form == WRITTEN.get(name, form) else f"{name}.zarr")
        words = [*COMMANDS[name].split(), "--format", form]
        with contextlib.chdir(folder), contextlib.redirect_stdout(printed), contextlib.redirect_stderr(said):
            if name == "modes":  # it prints or writes
                assert main(words) == 0
            assert main([*words, "-o", file.name]) == 0
        assert said.getvalue() == ""
        return printed.getvalue(), folder / file

    return answer


@pytest.mark.parametrize("name", COMMANDS)
def test_csv_has_a_row_a_value_and_heads_that_cannot_be_misread(exported, name):
    rows = list(csv.DictReader(io.StringIO(exported(name, "csv")[0])))
    assert rows
    for head in rows[0]:
        assert re.fullmatch(rf"[\w.]+( {UNITS})?", head), head
        assert not re.search(r"_(m|N|s|rad)$", head)
    assert ("frequency [Hz]" in rows[0]) == (name in (*HERTZ, "converge", "eigenvalues", "locus", "frequency"))
    assert ("angular_frequency [rad/s]" in rows[0]) == ("frequency [Hz]" in rows[0])


@pytest.mark.parametrize("name", COMMANDS)
def test_json_is_one_object_with_units_and_without_nan(exported, name):
    printed, _ = exported(name, "json")
    found = json.loads(printed, parse_constant=lambda constant: pytest.fail(constant))
    assert isinstance(found, dict)
    if name in (*HERTZ, "converge"):
        assert found["units"]["frequency"] == "Hz"
        assert found["units"]["angular_frequency"] == "rad/s"
        assert '"frequency": ' in printed


@pytest.mark.parametrize("name", COMMANDS)
def test_tables_for_documents(exported, name):
    (markdown, _), (latex, _) = exported(name, "markdown"), exported(name, "latex")
    rows = [line for line in markdown.splitlines() if line.startswith("|")]
    marks = [line for line in rows if re.fullmatch(r"\|( :?-+:? \|)+", line)]
    begun = re.findall(r"\\begin{tabular}{([lr]+)}", latex)
    assert len(marks) == len(begun) == latex.count(r"\end{tabular}") > 0
    # As many columns in every row of a table as its head has.
    widths = {line.count(" | ") for line in rows}
    assert widths == {len(kinds) - 1 for kinds in begun} if name != "converge" else True
    for line in latex.splitlines():
        cells = line.count(" & ")
        assert not line.endswith(r" \\") or cells + 1 in map(len, begun)
        assert line.startswith("%") or not re.search(r"(?<!\\)[_%#]", line)


@pytest.mark.parametrize(
    ("name", "form"), [(name, form) for name in COMMANDS for form in FORMS if form == WRITTEN.get(name, form)]
)
def test_files_have_the_form_that_their_ending_names(exported, name, form):
    printed, file = exported(name, form)
    # The summary of a sweep is told, and not written.
    assert (written := file.read_text(encoding="utf-8"))
    assert printed.endswith(written)


@pytest.mark.parametrize("name", COMMANDS)
def test_netcdf_has_everything(run, name, tmp_path):
    run(name, "-o", "out.nc")
    assert load_dataset(tmp_path / "out.nc").sizes


@pytest.mark.parametrize("name", STORED)
def test_every_study_is_stored_block_by_block_and_gone_on_with(run, name, tmp_path):
    first = run(name, "-o", "out.zarr", "--format", "json")
    stored = compare.open_sweep(tmp_path / "out.zarr")
    assert stored.attrs["flexarm_version"]
    values = {path: path.stat().st_mtime_ns for path in (tmp_path / "out.zarr").rglob("*") if path.is_file()}
    second = run(name, "-o", "out.zarr", "--format", "json")
    assert {path: path.stat().st_mtime_ns for path in values} == values
    assert second == first  # wall times too: nothing was computed again
    assert {path.name for path in tmp_path.iterdir()} - ASKED == {"out.zarr"}


@pytest.mark.parametrize("name", ["errors", "sweep", "slew"])
def test_what_is_stored_is_written_as_what_is_not(run, name):
    assert run(name, "-o", "out.zarr", "--format", "csv") == run(name, "--format", "csv")


def test_a_store_of_a_slew_is_a_table(run, tmp_path):
    printed = run("slew", "-o", "out.zarr")
    assert compare.text(compare.open_sweep(tmp_path / "out.zarr")) == printed


@pytest.mark.parametrize("name", HERTZ)
def test_hertz_in_tables(run, name):
    assert "rad/s" in (usual := run(name, *["--format", "table"]))
    assert "Hz" not in usual
    assert "Hz" in (other := run(name, "--format", "table", "--unit", "hz"))
    assert "rad/s" not in other


@pytest.mark.slow
def test_several_pictures_at_once(run, tmp_path):
    run("converge", "--plot", "a.svg", "--plot", "a.png")
    run("respond", "--plot", "b.svg", "--plot", "b.pdf")
    run("sweep", "-o", "sweep.nc")
    assert main(["plot", "sweep.nc", "-x", "payload.mass", "--unit", "hz", "-o", "c.svg", "-o", "c.png"]) == 0
    assert main(["draw", "arm.toml", "-o", "d.svg", "-o", "d.png"]) == 0
    for name in ("a.svg", "a.png", "b.svg", "b.pdf", "c.svg", "c.png", "d.svg", "d.png"):
        assert (tmp_path / name).stat().st_size > 2000
    figure = compare.plot_sweep(compare.open_sweep(tmp_path / "sweep.nc"), "payload.mass", unit="hz")
    assert figure.get_supylabel() == "frequency (Hz)"


def test_histories_as_csv(run):
    rows = list(csv.DictReader(io.StringIO(run("respond", "--format", "csv"))))
    history = response(BeamFEM(2), example("single-link-locked"), SLEW, modes=2)
    assert [float(row["time [s]"]) for row in rows] == history.time.values.tolist()
    assert [float(row["payload_deflection [m]"]) for row in rows] == history.payload_deflection.values.tolist()


def test_python_writes_what_the_commands_write(tmp_path):
    arm = example("double-link")
    table = compare.frequencies(arm, Exact(), 2)  # one backend, and no list
    assert compare.text(table).splitlines()[0] == arm.name
    assert "Hz" in compare.text(table, "markdown", "hz")
    compare.save(table, tmp_path / "table.csv")
    assert (tmp_path / "table.csv").read_text(encoding="utf-8") == compare.text(table, "csv")
    compare.save(table, tmp_path / "table.nc")
    assert load_dataset(tmp_path / "table.nc").identical(table)
    assert "translation_y" in compare.text(BeamFEM(2).modes(arm, 1).dataset(3), "csv")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: compare.text(xr.Dataset()), "result: wanted what a study of compare returned, got"),
        (lambda: compare.text("table"), "result: wanted what a study of compare returned, got 'table'"),
        (lambda: compare.text([]), "result: wanted what a study of compare returned, got []"),
        (lambda: compare.text(None, "xml"), "text: form: wanted one of table, json, csv, markdown, latex, got 'xml'"),
        (lambda: compare.text(None, unit="rpm"), "text: unit: wanted one of rad/s, hz, got 'rpm'"),
        (lambda: compare.save(xr.Dataset(), "a.xls"), "save: path: wanted a name that ends in .nc or .json or .csv"),
    ],
)
def test_what_cannot_be_written_is_refused(call, message):
    with pytest.raises(InputError) as caught:
        call()
    assert str(caught.value).startswith(message)


@pytest.mark.slow
def test_the_page_on_exports_is_true(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "flexarm").symlink_to(ROOT / "flexarm")
    page = (ROOT / "docs" / "exports.md").read_text(encoding="utf-8")
    commands, python = re.findall(r"^```(?:sh|python)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    for command in commands.replace("\\\n", "").splitlines():
        assert main(shlex.split(command)[1:]) == 0
    exec(python)
    assert {path.name for path in tmp_path.iterdir()} >= {
        "table.tex", "study.zarr", "study.svg", "study.pdf", "histories.csv", "table.csv"
    }  # fmt: skip
    assert "mode" in capsys.readouterr().out


def test_a_device_is_no_file_to_write(run, tmp_path, capsys):
    (tmp_path / "full.svg").symlink_to("/dev/full")
    for path in ("full.svg", "/dev/full.svg"):
        assert main(["draw", "arm.toml", "-o", path]) == 2
        assert capsys.readouterr().err == f"flexarm: {path}: wanted a file that can be written, got a device\n"


def test_the_usual_backends_have_modes_enough(run, capsys):
    assert main(["compare", "arm.toml", "-n", "10", "--format", "json"]) == 0
    found = {one["backend"]: one for one in json.loads(capsys.readouterr().out)["results"]}
    assert list(found) == ["exact", "assumed_modes:legendre:15", "fem:20"]
    assert np.max(np.abs(found["assumed_modes:legendre:15"]["relative_error"])) < 0.01
    assert main(["compare", "arm.toml", "-n", "3000"]) == 2
    assert "--count: wanted 60 at most, as assumed_modes has no more; or -b exact, got 3000" in capsys.readouterr().err
