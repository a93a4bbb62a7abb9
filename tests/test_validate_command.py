import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from compare.cli import main
from compare.report.folder import as_written
from flexarm.datasets import load_dataset
from flexarm.errors import Fault, InputError
from tests.validated import TABLES, validated


class Asked:
    """Stands in for `compare.validation`: keeps what it was asked, answers with a made-up validation."""

    def __init__(self):
        self.tables, self.progress = "never asked", None

    def __call__(self, tables=None, *, progress=None, tell=None):
        self.tables, self.progress = tables, progress
        if tables and "none" in tables:
            raise InputError([Fault("table", "one of thesis-2.1, report-4", "'none'")])
        for done in range(3):
            if progress:
                progress(done, 2, "[b]thesis-2.1")
        if tell:
            tell("thesis-2.1: confirmed 2")
        return validated()


@pytest.fixture
def asked(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    found = Asked()
    monkeypatch.setitem(sys.modules, "compare.judging.judge", SimpleNamespace(validation=found))
    return found


def test_writes_the_report_and_prints_its_summary(asked, capsys):
    assert main(["validate", "-o", "report"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert [line.split() for line in out.splitlines() if line.startswith(" all")] == [
        ["all", "9", "4", "0", "2", "0", "0", "0", "1", "2"]
    ]
    assert out.splitlines()[-1] == f"The whole of it: {Path('report/validation.html')}"
    assert load_dataset("report/validation.nc").identical(validated())
    assert asked.tables is None


def test_names_and_files_are_handed_on(asked):
    assert main(["validate", "thesis-2.1", "mine/table.toml", "--output", "report"]) == 0
    assert list(asked.tables) == ["thesis-2.1", "mine/table.toml"]


def test_progress_is_quiet_unless_a_terminal_looks_on(asked, capsys, monkeypatch):
    assert main(["validate", "-o", "report"]) == 0
    assert asked.progress is None
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main(["validate", "-o", "report"]) == 0
    assert callable(asked.progress)
    assert "[b]thesis-2.1" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["none", "-o", "report"], "table: wanted one of thesis-2.1, report-4, got 'none'"),
        (["--format", "xml"], 'Invalid value "xml" for --format. Choose from: "table", "json", "csv", "latex".'),
        (
            ["-o", "none/report.csv"],
            "none/report.csv: wanted a file that can be written, got no such file or directory",
        ),
    ],
)
def test_wrong_input_gets_one_message_and_leaves_nothing(asked, capsys, words, message):
    assert main(["validate", *words]) == 2
    assert capsys.readouterr() == ("", f"flexarm: {message}\n")
    assert list(Path().iterdir()) == []


def test_a_folder_that_cannot_be_is_refused_before_anything_is_computed(asked, capsys):
    Path("file").write_text("kept", encoding="utf-8")
    assert main(["validate", "-o", "file"]) == 2
    assert capsys.readouterr().err == "flexarm: file: wanted a folder that can be written to, got not a directory\n"
    assert asked.tables == "never asked"


def test_without_an_output_all_is_printed(asked, capsys):
    assert main(["validate"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("thesis-2.1: confirmed 2\n\nthesis-2.1: Shoulder unlocked & locked\n")
    assert "differs: the wrist's gear inertia is left out" in out
    assert err == ""
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(("form", "suffix"), [("json", "json"), ("csv", "csv"), ("latex", "tex")])
def test_a_form_is_printed_alone_and_a_file_has_that_of_its_ending(asked, capsys, form, suffix):
    assert main(["validate", "--format", form, "-o", f"found.{suffix}"]) == 0
    out, _ = capsys.readouterr()
    assert out == Path(f"found.{suffix}").read_text(encoding="utf-8") == as_written(validated(), form)


@pytest.mark.parametrize("name", ["page.html", "page.nc"])
def test_the_page_and_the_dataset_are_files_too(asked, capsys, name):
    assert main(["validate", "-o", name]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"The whole of it: {name}"
    assert [path.name for path in Path().iterdir()] == [name]


@pytest.mark.parametrize(
    ("wanted", "status", "message"),
    [("differs", 1, "flexarm: 3 of 9 values: differs\n"), ("unexplained", 1, "flexarm: 1 of 9 values: unexplained\n")],
)
def test_a_gate_fails_on_what_it_is_told_to(asked, capsys, wanted, status, message):
    assert main(["validate", "-o", "report", "--fail-on", wanted]) == status
    assert capsys.readouterr().err == message
    assert Path("report/validation.html").exists()


def test_a_gate_lets_pass_what_is_confirmed(asked, monkeypatch, capsys):
    one = validated({"x": (TABLES["report-4"][0], [{}])})
    monkeypatch.setitem(sys.modules, "compare.judging.judge", SimpleNamespace(validation=lambda *_, **__: one))
    assert main(["validate", "--fail-on", "differs"]) == 0
    assert capsys.readouterr().err == ""


def test_lines_come_as_it_goes():
    """A pipe has a table's line while the next one, which takes seconds, is judged."""
    code = "import sys; from compare.cli import main; main(sys.argv[1:])"
    words = [sys.executable, "-c", code, "validate", "wiedemann-2.1", "wiedemann-5.1"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "wiedemann-2.1: confirmed 10\n"
        assert process.poll() is None
        process.kill()


def test_help_imports_nothing_slow():
    slow = ["numpy", "scipy", "xarray", "matplotlib", "jinja2", "h5py"]
    code = f"""import sys; from compare.cli import main; main(["validate", "--help"])
print([name for name in {slow} if name in sys.modules])"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Usage: flexarm validate ")
    assert done.stdout.splitlines()[-1] == "[]"


STUBBY = """\
caption = "A stubby cantilever"
method = "a beam"
source = { author = "A. Student", title = "Notebook", place = "page stubby" }

[[arm.link]]
length = 3.0
mass_per_length = 4.0
flexural_rigidity = 2.0e5
shear_rigidity = 2.0e5
rotary_inertia_per_length = 0.5
angle = 0.0
joint = { state = "rigid" }

[[column]]
name = "f"
role = "frequency"
unit = "Hz"
mode = 1

[values]
rows = [["PRINTED"]]
"""


@pytest.mark.parametrize(("printed", "term"), [("13.47", "shear"), ("11.242", "rotary inertia")])
def test_a_term_of_a_beam_that_a_source_leaves_out_is_found(printed, term, tmp_path, capsys):
    path = tmp_path / "stubby.toml"
    path.write_text(STUBBY.replace("PRINTED", printed), encoding="utf-8")
    assert main(["validate", f"{path}"]) == 0
    assert f"link 1's {term} is left out" in capsys.readouterr().out
