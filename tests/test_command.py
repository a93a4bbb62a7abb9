import csv
import io
import json
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest

import compare
from compare.cli import main
from compare.rendering.sheet import aligned_numbers
from flexarm import examples
from flexarm.backend import find_backend
from flexarm.datasets import load_dataset
from flexarm.examples import example, text
from flexarm.load_cases import examples as cases
from flexarm.slews import examples as manoeuvres

SHELVES = {"arm": examples, "load case": cases, "manoeuvre": manoeuvres}
SPECS = ["exact", "assumed_modes:legendre:8", "fem:20"]
SLOW = ["numpy", "scipy", "xarray", "matplotlib", "skfem", "h5py"]


@pytest.fixture(autouse=True)
def arm_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("arm.toml").write_text(text("shuttle-free-base"), encoding="utf-8")


@pytest.fixture
def run(capsys):
    def answer(*words: str) -> str:
        assert main(words) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return answer


def test_table(run):
    lines = run("compare", "arm.toml").splitlines()
    model = find_backend("exact").modes(example("shuttle-free-base"), 6)
    assert lines[:3] == [model.arm.name, "3 rigid-body modes", "errors are relative to exact"]
    assert lines[4].split() == ["mode", *SPECS]
    assert lines[6].split() == ["rad/s", "rad/s", "error", "rad/s", "error"]
    modes = [line.split() for line in lines[7:13]]
    assert [row[0] for row in modes] == list("123456")
    assert [row[1] for row in modes] == [f"{omega:#.8g}" for omega in model.angular_frequency]
    assert all(len(row) == 6 and abs(float(row[5])) < 1e-4 for row in modes)
    assert lines[14].split()[0] == "unknowns"
    assert lines[15].split()[0] == "seconds"
    assert max(map(len, lines)) <= 80


def test_table_in_hertz(run):
    lines = run("compare", "arm.toml", "-b", "exact", "-n", "2", "--unit", "hz").splitlines()
    model = find_backend("exact").modes(example("shuttle-free-base"), 2)
    assert lines[5].split() == ["Hz"]
    assert lines[6].split() == ["1", f"{model.frequency[0]:#.8g}"]


def test_json_is_one_object_with_all_digits(run):
    found = json.loads(run("compare", "arm.toml", "-n", "4", "--format", "json"))
    assert found.keys() == {"arm", "units", "results"}
    assert found["units"] == {"angular_frequency": "rad/s", "frequency": "Hz", "seconds": "s"}
    assert found["arm"] == example("shuttle-free-base").name
    assert [result["backend"] for result in found["results"]] == SPECS
    for result in found["results"]:
        model = find_backend(result["backend"]).modes(example("shuttle-free-base"), 4)
        assert list(result) == [
            "backend",
            "angular_frequency",
            "frequency",
            "relative_error",
            *([] if result["backend"] == "exact" else ["digits"]),
            "rigid_modes",
            "unknowns",
            "seconds",
        ]
        assert result["frequency"] == model.frequency.tolist()
        assert result["angular_frequency"] == model.angular_frequency.tolist()
        assert result["rigid_modes"] == 3
        assert result["unknowns"] == model.unknowns
        assert result["seconds"] > 0.0
        assert result.get("digits") == (None if model.digits is None else model.digits.tolist())
    assert found["results"][0]["relative_error"] == [0.0] * 4


def test_errors_are_relative_to_exact_though_it_is_not_asked_for(run):
    (result,) = json.loads(run("compare", "arm.toml", "-b", "fem:3", "--format", "json"))["results"]
    exact = find_backend("exact").modes(example("shuttle-free-base"), 6).angular_frequency
    np.testing.assert_allclose(result["relative_error"], result["angular_frequency"] / exact - 1.0, atol=1e-15)


def test_csv_has_a_row_per_backend_and_mode_with_all_digits(run):
    rows = list(csv.DictReader(io.StringIO(run("compare", "arm.toml", "-n", "2", "--format", "csv"))))
    assert [(row["backend"], row["mode"]) for row in rows] == [(spec, mode) for spec in SPECS for mode in "12"]
    model = find_backend("fem:20").modes(example("shuttle-free-base"), 2)
    assert [float(row["angular_frequency [rad/s]"]) for row in rows[4:]] == model.angular_frequency.tolist()
    assert [float(row["frequency [Hz]"]) for row in rows[4:]] == model.frequency.tolist()


def test_output_is_the_comparison_as_netcdf(run):
    printed = json.loads(run("compare", "arm.toml", "-n", "2", "--format", "json", "-o", "table.nc"))
    dataset = load_dataset("table.nc")
    assert dataset.seconds.values.tolist() == [result["seconds"] for result in printed["results"]]
    assert dataset.angular_frequency.values.tolist() == [row["angular_frequency"] for row in printed["results"]]


@pytest.fixture
def dataset():
    return compare.frequencies(example("single-link-locked"), [find_backend("exact"), find_backend("fem:2")], 2)


def test_rigid_body_modes_in_words(dataset):
    assert compare.text(dataset).splitlines()[1] == "no rigid-body modes"
    one, differing = dataset.copy(), dataset.copy()
    one["rigid_modes"] = ("backend", [1, 1])
    assert compare.text(one).splitlines()[1] == "1 rigid-body mode"
    differing["rigid_modes"] = ("backend", [1, 0])
    assert compare.text(differing).splitlines()[1] == "rigid-body modes: exact 1, fem:2 0"


def test_without_a_reference_the_reason_stands_in_place_of_the_errors(dataset):
    lacking = dataset.assign_attrs(arm="", reference="", reference_missing="it is not installed")
    lines = compare.text(lacking).splitlines()
    assert lines[:3] == ["arm without a name", "no rigid-body modes", "no relative errors: it is not installed"]
    assert "error" not in "".join(lines[3:])


def test_names_are_printed_as_they_are(dataset):
    odd = dataset.assign_attrs(arm="[red]arm[/red] :smile:").assign_coords(backend=["exact", "a:smile:[b]"])
    printed = compare.text(odd)
    assert printed.startswith("[red]arm[/red] :smile:\n")
    assert "a:smile:[b]" in printed


def test_numbers_keep_eight_digits_and_their_points_are_below_one_another():
    assert aligned_numbers([0.5, 12.0, 345.678901234]) == ["  0.50000000", " 12.000000  ", "345.67890   "]
    assert aligned_numbers([0.0001, 123456.0]) == ["0.00010000000", "123456.00"]


def test_example_is_printed_verbatim(run):
    for shelf in SHELVES.values():
        for name in shelf.names():
            assert run("example", name) == shelf.text(name)


def test_examples_are_listed_with_their_titles(run):
    listed = [re.split("  +", line) for line in run("example").splitlines()]
    assert [tuple(row[:2]) for row in listed] == [(name, kind) for kind, one in SHELVES.items() for name in one.names()]
    assert len({name for name, *_ in listed}) == len(listed)
    assert all(example(name).name == title for name, kind, title in listed if kind == "arm")
    assert [re.split("  +", line) for line in run("example", "--list").splitlines()] == listed


def test_version(run):
    assert run("--version").strip() == version("flexarm")


def test_help_imports_nothing_slow():
    """That of the program and of every command, one after the other in one new process."""
    code = f"""
import sys
from compare.cli import app, main
commands = [name for name in app if not name.startswith("-")]
for words in [[], *([name] for name in commands)]:
    main([*words, "--help"])
print(len(commands), [name for name in {SLOW} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    count, slow = done.stdout.splitlines()[-1].split(maxsplit=1)
    assert slow == "[]"
    assert int(count) > 15
    assert done.stdout.count("Usage: flexarm ") == int(count) + 1


@pytest.mark.parametrize("words", [("check",), ("draw", "-o", "arm.svg")])
def test_what_solves_nothing_imports_no_solver(words, tmp_path):
    (tmp_path / "arm.toml").write_text(text("double-link"), encoding="utf-8")
    command = [words[0], "arm.toml", *words[1:]]
    code = f"import sys; from compare.cli import main; main({command!r}); "
    code += "print([name for name in ('scipy', 'xarray', 'pandas', 'skfem', 'flint') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["compare"], 'Command "compare" parameter ARM requires an argument.'),
        (["compare", "none.toml"], "none.toml: wanted an arm file that can be read, got no such file or directory"),
        (["compare", "arm.toml", "-n", "0"], "exact: count: wanted a whole number of 1 or more, got 0"),
        (["compare", "arm.toml", "-n", "x"], 'Invalid value for -n: unable to convert "x" into int.'),
        (["compare", "arm.toml", "-n", "1.5"], 'Invalid value for -n: unable to convert "1.5" into int.'),
        (
            ["draw", "arm.toml", "-o", "a.svg", "--mode", "1.5"],
            'Invalid value for --mode: unable to convert "1.5" into',
        ),
        (["compare", "arm.toml", "-b"], 'Command "compare" parameter -b requires an argument.'),
        (["compare", "arm.toml", "-b", "no:1"], "backend: wanted one of assumed_modes, exact, fem, got 'no'\n"),
        (
            ["compare", "arm.toml", "-b", "exakt"],
            "backend: wanted one of assumed_modes, exact, fem, got 'exakt' (did you m",
        ),
        (
            ["compare", "double-link"],
            "double-link: wanted an arm file that can be read, got no such file; flexarm example double-link > double-",
        ),
        (
            ["slew", "arm.toml", "wiedemann-2.10-case-2"],
            "wiedemann-2.10-case-2: wanted a manoeuvre file that can be read, got no such file; flexarm example wied",
        ),
        (
            ["compare", "case.toml"],
            "case.toml: wanted an arm, got a load case, which stands after the arm: flexarm resp",
        ),
        (
            ["respond", "arm.toml", "arm.toml"],
            "arm.toml: wanted a load case, got an arm, which stands first: flexarm c",
        ),
        (
            ["slew", "arm.toml", "arm.toml"],
            "arm.toml: wanted a manoeuvre, got an arm, which stands first: flexarm compare ARM, flexarm respond ARM "
            "CASE, flexarm slew ARM MANOEUVRE",
        ),
        (
            ["slew", "arm.toml", "slew.toml", "-o", "x.zarr"],
            "--output: wanted a file; FOLDER.zarr goes with --sizes or --durations, got",
        ),
        (
            ["slew", "arm.toml", "slew.toml", "--workers", "0"],
            "--workers: wanted --sizes or --durations beside it, which make a table that workers share out, got 0",
        ),
        (
            ["slew", "arm.toml", "slew.toml", "--scheduler", "tcp://1.2.3.4:1"],
            "--scheduler: wanted --sizes or --durations beside it",
        ),
        (["respond", "arm.toml", "case.toml", "--workers", "5"], "--workers: wanted --sizes or --frequency beside it"),
        (
            ["slew", "arm.toml", "turn.toml"],
            "turn.toml on Shuttle arm, all joints locked, free base: turn1.joint: wanted a joint's number, 1 to",
        ),
        (["draw", "arm.toml", "turn.toml", "-o", "a.svg"], "turn.toml on Shuttle arm, "),
        (["locus", "arm.toml", "--vary", "joint1.drive.delay"], "--vary: wanted KEY=VALUES"),
        (["locus", "arm.toml", "--vary", "joint1.drive.delay=x"], "--vary joint1.drive.delay: wanted"),
        (["respond", "arm.toml", "--frequency", "1", "--from", "x"], "--from: wanted one of "),
        (
            ["respond", "arm.toml", "torque.toml"],
            "torque.toml: load1.kind: wanted one of base_acceleration, joint_torq",
        ),
        (
            ["compare", "arm.toml", "-n", "3000"],
            "--count: wanted 180 at most, as assumed_modes has no more; or -b exact",
        ),
        (["compare", "arm.toml", "-b", "fem", "-b", "fem:20"], "backends: wanted each backend once, got 'fem:20'"),
        (["compare", "arm.toml", "-b", "fem:1", "-n", "50"], "fem:1: Shuttle arm, all joints locked, free base has 7"),
        (
            ["compare", "arm.toml", "-o", "a.xls"],
            "--output: wanted a file name that ends in .nc or .zarr or .json or .csv",
        ),
        (["compare", "arm.toml", "--format", "xml"], 'Invalid value "xml" for --format.'),
        (
            ["compare", "arm.toml", "other.toml"],
            "compare: wanted nothing more, got other.toml; flexarm compare --help",
        ),
        (["compare", "bad.toml"], "bad.toml: link1.length: wanted"),
        (["example", "none"], "example: wanted one of barhorst-two-links, continuous-beam, "),
        (["solve"], 'Unknown command "solve".'),
    ],
)
def test_wrong_input_gets_one_message_and_status_2(capsys, words, message):
    Path("bad.toml").write_text(text("single-link-locked").replace("length = ", "length = -", 1), encoding="utf-8")
    case = 'duration = 1.0\nsamples = 2\n[[load]]\nkind = "joint_torque"\njoint = 1\ntimes = [0.0]\nvalues = [1.0]\n'
    Path("case.toml").write_text(case, encoding="utf-8")
    Path("turn.toml").write_text(
        "duration = 1.0\nsamples = 2\n[[turn]]\njoint = 99\nangle = [[0.0, 0.0], [1.0, 9.0]]\n", encoding="utf-8"
    )
    Path("torque.toml").write_text(case.replace("joint_torque", "torque"), encoding="utf-8")
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"flexarm: {message}")


def test_what_does_not_fit_an_arm_is_told_before_anything_slow_is_imported():
    Path("slew.toml").write_text("duration = 1.0\nsamples = 2\njoint_rates = [1.0, 2.0]\n", encoding="utf-8")
    code = "import sys; from compare.cli import main; main(['slew', 'arm.toml', 'slew.toml']); "
    code += "print('xarray' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, "joint_rates: wanted one rate for each" in done.stderr) == ("False\n", True)


def test_thousands_of_frequencies_are_said_to_take_their_time(capsys, monkeypatch):
    monkeypatch.setattr("compare.commands.compare._LONG", 2)
    assert main(["compare", "arm.toml", "-b", "fem:2", "-n", "3"]) == 0
    assert capsys.readouterr().err == "flexarm: 3 natural frequencies at once may take minutes\n"


@pytest.mark.parametrize(
    ("command", "path", "got"),
    [
        ("compare", "missing/table.nc", "no such file or directory"),
        ("draw", "missing/arm.svg", "no such file or directory"),
        ("draw", "arm.toml/arm.svg", "not a directory"),
    ],
)
def test_an_unwritable_output_is_refused_before_anything_is_computed(capsys, monkeypatch, command, path, got):
    monkeypatch.setattr("flexarm.files.load", lambda path: 1 / 0)
    assert main([command, "arm.toml", "-o", path]) == 2
    assert capsys.readouterr() == ("", f"flexarm: {path}: wanted a file that can be written, got {got}\n")


def test_a_link_to_a_file_yet_to_be_written_is_followed(run):
    Path("real").mkdir()
    Path("table.nc").symlink_to("real/table.nc")
    run("compare", "arm.toml", "-n", "1", "-b", "fem:1", "-o", "table.nc")
    assert load_dataset("real/table.nc").sizes["mode"] == 1


def test_faults_of_the_program_are_not_hidden(monkeypatch):
    monkeypatch.setattr("compare.commands.shipped.shipped", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        main(["example"])


def test_a_reader_that_leaves_early_is_no_error():
    code = "import sys; from compare.cli import main; sys.exit(main(['example']))"
    program = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    program.stdout.close()
    assert program.stderr.read() == b""
    assert program.wait() == 0
    program.stderr.close()


def test_letters_that_the_terminal_lacks_are_replaced(monkeypatch):
    Path("arm.toml").write_text(text("shuttle-free-base").replace('name = "', 'name = "Bär 90° ', 1), encoding="utf-8")
    code = "import sys; from compare.cli import main; sys.exit(main(['compare', 'arm.toml', '-n', '1', '-b', 'fem']))"
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("B?r 90? Shuttle arm")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_a_full_disk_behind_what_is_printed_is_named():
    command = [sys.executable, "-c", "from compare.cli import main; raise SystemExit(main())", "example", "double-link"]
    with open("/dev/full", "w", encoding="utf-8") as full:
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (2, "flexarm: standard output: no space left on device\n")
