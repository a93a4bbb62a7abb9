"""Sweeps in Zarr: stopped anywhere, damaged, or asked for twice, nothing that was complete is lost."""

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import compare
from assumed_modes import AssumedModes
from compare.cli import main
from compare.engine.run import run
from compare.studies.sweep import sweep_study
from exact import Exact
from fem import BeamFEM
from flexarm.errors import InputError, QuestionError
from flexarm.examples import example
from flexarm.files import save

ARM = example("double-link")
GRID = {"link2.angle": [0.0, 20.0, 40.0], "joints": ["11", "01"], "payload.mass": [10.0, 1e3]}
SOLVER = AssumedModes("legendre", 3)
# So small that every joint state and angle is a block of its own: six of them.
MEMORY = 170e3
FIELDS = ("angular_frequency", "rigid_modes", "status", "reason")


def plan(**changed):
    options = {"grid": GRID, "quantity": compare.Frequencies(2), "backend": SOLVER, "memory": MEMORY, **changed}
    return sweep_study(ARM, options.pop("grid"), options.pop("quantity"), options.pop("backend"), **options)


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in sorted(Path(folder).rglob("*")) if path.is_file()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The store of a sweep that nothing happened to."""
    path = tmp_path_factory.mktemp("whole") / "out.zarr"
    _, tally = run(plan(), path)
    assert (tally.points, tally.blocks, tally.kept, tally.solved) == (12, 6, 0, 12)
    return path


# Before a file is moved to its place, a sweep kills itself, or says that it is there and waits.
VICTIM = """
import os, pathlib, signal, sys
import tests.test_sweep_store as test
path, what, *files = sys.argv[1:]
move = pathlib.Path.replace
def sweep(stop):
    def replace(self, target):
        if str(target).endswith(stop):
            if what == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            print("waiting", flush=True)
            sys.stdin.read()
        return move(self, target)
    pathlib.Path.replace = replace
    test.run(test.plan(), path)
if what == "wait":
    sweep(*files)
for file in files:
    if os.fork() == 0:  # several are killed, but everything is imported once
        sweep(file)
    assert os.wait()[1] == signal.SIGKILL
    assert not os.path.exists(os.path.join(path, file))
"""


def victim(path, what, *files, **options):
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    return subprocess.Popen([sys.executable, "-c", VICTIM, str(path), what, *files], env=environment, **options)


@pytest.mark.slow
def test_a_killed_sweep_goes_on(tmp_path, whole):
    path = tmp_path / "out.zarr"
    # Within the store's metadata; within a variable's; within the second block; before the third one's first variable.
    files = (f"{path.name}/.zattrs", "mode/.zarray", "status/0.1.0", "angular_frequency/1.0.0.0")
    assert victim(path, "kill", *files).wait(60) == 0
    found, tally = run(plan(), path)
    assert tally.corrupt == 0
    assert (tally.kept, tally.solved) == (2, 8)
    assert contents(path) == contents(whole)
    assert found.equals(compare.open_sweep(whole))


def test_two_writers_are_refused_and_a_killed_ones_lock_is_free(tmp_path, whole):
    path = tmp_path / "out.zarr"
    other = victim(path, "wait", "status/0.1.0", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert other.stdout.readline() == b"waiting\n"
    with pytest.raises(InputError, match="an output that no other process is writing to"):
        run(plan(), path)
    other.kill()
    other.communicate()
    _, tally = run(plan(), path)
    assert tally.kept == 1
    assert contents(path) == contents(whole)


def test_a_finished_sweep_is_recognised(tmp_path, whole, capsys):
    before = {path: path.stat().st_mtime_ns for path in whole.rglob("*")}
    found, tally = run(plan(), whole)
    assert (tally.kept, tally.solved) == (6, 0)
    assert {path: path.stat().st_mtime_ns for path in whole.rglob("*")} == before
    assert found.equals(compare.sweep(ARM, GRID, compare.Frequencies(2), SOLVER))
    save(ARM, tmp_path / "arm.toml")
    words = ["sweep", str(tmp_path / "arm.toml"), "-g", "link2.angle=0,1", "-b", "fem:1", "-n", "1"]
    for expected in ("2 points in", "nothing to compute: all of it was there (1 block)"):
        assert main([*words, "-o", str(tmp_path / "a.zarr")]) == 0
        printed = capsys.readouterr().out
        assert expected in printed
        assert "without an answer" not in printed


@pytest.mark.parametrize("damage", ["flip", "cut", "empty"])
def test_a_corrupt_block_is_computed_again(tmp_path, whole, damage, capsys):
    path = tmp_path / "out.zarr"
    run(plan(), path)
    chunk = path / FIELDS[["flip", "cut", "empty"].index(damage)] / ("1.0.0.0" if damage == "flip" else "1.0.0")
    data = bytearray(chunk.read_bytes())
    data[len(data) // 2] ^= 4
    chunk.write_bytes({"flip": data, "cut": data[:-3], "empty": b""}[damage])
    if damage == "flip":
        assert main(["plot", str(path), "-x", "link2.angle", "-o", str(tmp_path / "a.svg")]) == 2
        assert "wanted blocks that are sound; run the sweep again" in capsys.readouterr().err
        assert not (tmp_path / "a.svg").exists()
    _, tally = run(plan(), path)
    assert (tally.kept, tally.corrupt, tally.solved) == (5, 1, 2)
    assert contents(path) == contents(whole)


def test_a_full_disk_is_told_and_keeps_what_was_complete(tmp_path, whole, monkeypatch):
    path = tmp_path / "out.zarr"
    move = Path.replace

    def full(self, target):
        if str(target).endswith("status/1.1.0"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return move(self, target)

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(InputError, match=r"room for a block \(the blocks before are kept.*no space left on device"):
        run(plan(), path)
    monkeypatch.undo()
    _, tally = run(plan(), path)
    assert (tally.kept, tally.corrupt) == (3, 0)
    assert contents(path) == contents(whole)


def _made(folder):
    folder.mkdir()
    return folder


def test_what_is_no_place_for_a_sweep_is_refused(tmp_path, whole, capsys):
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="a folder that can be written to, got not a directory"):
        run(plan(), tmp_path / "file" / "out.zarr")
    with pytest.raises(InputError, match="wanted a folder that can be written"):
        run(plan(), "/proc/out.zarr")
    with pytest.raises(InputError, match="a folder of that name"):
        run(plan(), _made(tmp_path / "folder.nc"))
    with pytest.raises(InputError, match="a folder that can be written to"):
        run(plan(), "/proc/new/out.nc")
    other = tmp_path / "thesis.zarr"
    other.mkdir()
    (other / "thesis.tex").touch()
    with pytest.raises(InputError, match=re.escape("a folder with thesis.tex in it")):
        run(plan(), other)
    assert contents(other) == {Path("thesis.tex"): b""}
    for changed, word in (
        ({"backend": AssumedModes("legendre", 4)}, "backend"),
        ({"quantity": compare.Frequencies(1)}, "quantity"),
        ({"grid": {**GRID, "payload.mass": [10.0, 2e3]}}, "payload.mass"),
        ({"memory": 400e3}, "blocks"),
        ({"track": "payload.mass"}, "track"),
    ):
        with pytest.raises(InputError, match=rf"got that of another \(.*{word}"):
            run(plan(**changed), whole)
    (tmp_path / "empty.zarr").mkdir()
    assert main(["plot", str(tmp_path / "empty.zarr"), "-x", "link2.angle", "-o", str(tmp_path / "a.svg")]) == 2
    assert "wanted a study's output in Zarr" in capsys.readouterr().err


def test_threads_of_dask_give_the_same(tmp_path, whole):
    path = tmp_path / "out.zarr"
    _, tally = run(plan(), path, workers=2, scheduler="threads")
    assert tally.solved == 12
    assert contents(path) == contents(whole)
    seen = []
    found, _ = run(plan(), None, 2, "threads", lambda done, total: seen.append((done, total)))
    assert seen == [(2 * k, 12) for k in range(7)]
    assert found.equals(compare.open_sweep(whole).load())


@pytest.mark.slow
def test_processes_give_the_same(whole):
    found = compare.sweep(ARM, GRID, compare.Frequencies(2), SOLVER, workers=2, memory=MEMORY)
    assert found.equals(compare.open_sweep(whole).load())


def test_no_scheduler_there_is_told(monkeypatch):
    monkeypatch.setattr("compare.engine.workers._PATIENCE", "0.1s")
    with pytest.raises(QuestionError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        run(plan(), scheduler="tcp://127.0.0.1:1")


def test_without_the_extra_netcdf_is_written_and_zarr_refused_with_words(tmp_path, monkeypatch, capsys):
    for module in ("zarr", "dask", "distributed", "filelock"):
        monkeypatch.setitem(sys.modules, module, None)
    save(ARM, tmp_path / "arm.toml")
    words = ["sweep", str(tmp_path / "arm.toml"), "-g", "link2.angle=0,1", "-b", "fem:1", "-n", "1", "-o"]
    assert main([*words, str(tmp_path / "a.nc")]) == 0
    capsys.readouterr()
    assert main([*words, str(tmp_path / "a.zarr")]) == 2
    assert "a study in Zarr needs zarr, which is not installed: pip install 'flexarm[sweep]'" in capsys.readouterr().err
    assert main([*words, str(tmp_path / "b.nc"), "--workers", "2"]) == 2
    assert "a study by several workers needs distributed" in capsys.readouterr().err
    assert not (tmp_path / "b.nc").exists()
    np.testing.assert_array_equal(compare.open_sweep(tmp_path / "a.nc")["link2.angle"], [0.0, 1.0])


STUDIES = {
    "frequencies": lambda **running: compare.frequencies(ARM, [Exact(), SOLVER, BeamFEM(2)], 2, **running),
    "convergence": lambda **running: compare.convergence(ARM, [BeamFEM(), SOLVER], [2, 3, 4], 2, **running),
    "limits": lambda **running: compare.limits("links", ["fem", "exact"], [1, 2], **running),
    "rigid shifts": lambda **running: compare.rigid_shifts(ratios=[0.5, 1.0], **running),
}


def measured(dataset):
    """Leave out what differs from run to run."""
    return dataset.drop_vars("seconds", errors="ignore")


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_every_study_goes_on_from_what_is_there(study, tmp_path):
    alone, seen = study(), []
    first = study(output=tmp_path / "a.zarr", workers=2, scheduler="threads")
    assert measured(first).identical(measured(alone))
    chunk = sorted(path for path in (tmp_path / "a.zarr").glob("*/[0-9]*") if "seconds" not in path.parts)[0]
    chunk.unlink()
    again = study(output=tmp_path / "a.zarr", progress=lambda *told: seen.append(told))
    assert measured(again).identical(measured(alone))
    # One block was computed again: progress begins with all others.
    assert len(seen) == 2
    assert 0 <= seen[0][0] < seen[1][0] == seen[1][1]
    study(output=tmp_path / "a.nc")
    assert measured(compare.open_sweep(tmp_path / "a.nc")).identical(measured(alone))


@pytest.mark.slow
def test_processes_of_a_running_scheduler_solve_every_study(tmp_path, whole):
    from distributed import LocalCluster

    path = tmp_path / "out.zarr"
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0") as cluster:
        address = cluster.scheduler_address
        run(plan(), path, scheduler=address)
        for study in STUDIES.values():
            assert measured(study(scheduler=address)).identical(measured(study()))
    assert contents(path) == contents(whole)


def test_another_study_is_refused(tmp_path):
    STUDIES["convergence"](output=tmp_path / "a.zarr")
    with pytest.raises(InputError, match="got that of another"):
        compare.convergence(ARM, [BeamFEM(), SOLVER], [2, 3], 2, output=tmp_path / "a.zarr")
    with pytest.raises(InputError, match="got that of another"):
        STUDIES["frequencies"](output=tmp_path / "a.zarr")
