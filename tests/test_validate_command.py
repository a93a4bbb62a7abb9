import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from compare.cli import main
from flexarm.datasets import load_dataset
from flexarm.errors import Fault, InputError
from tests.validated import validated


class Asked:
    """Stands in for `compare.validation`: keeps what it was asked, answers with a made-up validation."""

    def __init__(self):
        self.tables, self.progress = "never asked", None

    def __call__(self, tables=None, *, progress=None):
        self.tables, self.progress = tables, progress
        if tables and "none" in tables:
            raise InputError([Fault("table", "one of thesis-2.1, report-4", "'none'")])
        for done in range(3):
            if progress:
                progress(done, 2, "[b]thesis-2.1")
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
        ["all", "9", "3", "1", "3", "2", "1"]
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
        ([], 'Command "validate" parameter --output requires an argument.'),
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


def test_help_imports_nothing_slow():
    slow = ["numpy", "scipy", "xarray", "matplotlib", "jinja2", "h5py"]
    code = f"""import sys; from compare.cli import main; main(["validate", "--help"])
print([name for name in {slow} if name in sys.modules])"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Usage: flexarm validate ")
    assert done.stdout.splitlines()[-1] == "[]"
