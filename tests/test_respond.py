"""`flexarm respond`, the errors of responses, and their texts and pictures."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import compare
from assumed_modes import AssumedModes
from compare.cli import main
from exact import Exact
from fem import BeamFEM
from flexarm import response
from flexarm.arm import Arm
from flexarm.datasets import load_dataset, save_dataset
from flexarm.errors import InputError
from flexarm.examples import example
from flexarm.files import save
from flexarm.forced_response import extremes
from flexarm.links import Link
from flexarm.load_cases import (
    BaseAcceleration,
    History,
    JointTorque,
    LoadCase,
    TipForce,
    example_case,
    loads_case,
    save_case,
)
from flexarm.load_cases.files import _CASE, _DAMPER, _INITIAL
from flexarm.load_cases.load_tables import HARMONIC, LET_GO, LOADS, MEASURED
from flexarm.parts import Base, Body, Joint

LOCKED = example("single-link-locked")
LIFT = '[[load]]\nkind = "base_acceleration"\ncomponent = "y"\n'
# Wiedemann (2002), tables 2.11 to 2.13: the base turns up with 0.004 rad/s².
SLEW = LoadCase(120.0, 2401, (BaseAcceleration("rotation", History((0.0,), (0.004,))),), name="slew")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    save(LOCKED, "arm.toml")
    save_case(SLEW, "case.toml")
    return tmp_path


def tip_amplitude(backend, **options):
    found = response(backend, LOCKED, SLEW, **options)
    return 100.0 * found.amplitude.values[list(found.output.values).index("link1_tip_deflection")]


def test_table_2_11_by_the_number_of_exact_shapes():
    # Printed: 36.24, 36.15 and 36.14 cm with one, two and three shapes.
    found = [tip_amplitude(Exact(), modes=n, static_correction=False) for n in (1, 2, 3)]
    assert found == pytest.approx([36.133, 36.141, 36.141], abs=2e-3)


def test_table_2_12_by_two_clamped_free_shapes():
    assert tip_amplitude(AssumedModes("clamped-free", 2)) == pytest.approx(35.94, abs=0.015)


def test_json_holds_every_output(folder, capsys):
    assert main(["respond", "arm.toml", "case.toml", "-b", "exact", "-b", "fem:10", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["arm"] == LOCKED.name
    assert [result["backend"] for result in found["results"]] == ["exact", "fem:10"]
    outputs = found["results"][0]["outputs"]
    assert set(outputs) >= {"payload_deflection", "link1_tip_deflection", "joint1_rotation", "link1_root_moment"}
    payload = outputs["payload_deflection"]
    assert set(payload) == {"amplitude", "offset", "peak", "peak_time", "beyond", "left_out", "units"}
    assert payload["beyond"] == 0.0
    assert 0.0 <= payload["left_out"] < 1e-9
    assert payload["units"] == "m"
    # The first mode of 0.386 rad/s swings between rest and twice the static deflection.
    assert payload["amplitude"] == pytest.approx(0.41406, rel=1e-4)
    assert payload["offset"] == pytest.approx(-0.41406, rel=1e-4)
    assert payload["peak"] == pytest.approx(-0.82811, rel=1e-4)


def test_table_files_and_picture(folder, capsys):
    words = ["respond", "arm.toml", "case.toml", "-b", "exact", "-b", "fem:10", "-n", "3", "--no-correction"]
    assert main([*words, "-o", "r.nc", "--plot", "r.svg"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"{LOCKED.name}\nslew: 2401 samples in 120 s, peak times in s\n")
    assert "payload_deflection" in printed
    saved = load_dataset("r.nc")
    assert saved.sizes["backend"] == 2
    assert saved.payload_deflection.dims == ("backend", "time")
    assert (folder / "r.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_errors_by_size(folder, capsys):
    assert main(["respond", "arm.toml", "case.toml", "--sizes", "1:3", "-b", "fem", "-b", "exact", "-o", "e.nc"]) == 0
    printed = capsys.readouterr().out
    assert "errors are relative to the largest value by exact" in printed
    sizes = load_dataset("e.nc").sizes
    assert (sizes["backend"], sizes["size"]) == (2, 3)


def test_errors_by_size_for_programs(folder, capsys):
    assert (
        main(["respond", "arm.toml", "case.toml", "--sizes", "2,40", "-b", "fem", "-b", "exact", "--format", "json"])
        == 0
    )
    found = json.loads(capsys.readouterr().out)
    assert (found["arm"], found["case"], found["reference"]) == (LOCKED.name, "slew", "exact")
    assert [(one["backend"], one["size"]) for one in found["results"]] == [
        ("fem", 2), ("fem", 40), ("exact", 2), ("exact", 40),
    ]  # fmt: skip
    tip = found["results"][0]["outputs"]["link1_tip_deflection"]
    assert set(tip) == {"amplitude_error", "offset_error", "largest_error", "rms_error"}
    assert abs(tip["amplitude_error"]) < 1e-3
    assert found["results"][0]["outputs"]["base_force_x"]["amplitude_error"] is None


def test_outputs_that_grow_with_the_modes_are_marked():
    arm, case = example("shuttle-fixed-base"), example_case("wiedemann-10.5.1-fixed-base")
    lines = compare.text({"exact": response(Exact(), arm, case)}).splitlines()
    marked = {line.split()[0] for line in lines if "*" in line and not line.startswith("*")}
    assert marked == {"link1_root_shear", "link2_root_shear", "base_force_y"}
    assert lines[-1].startswith("* not settled")


def test_pictures_mark_the_outputs_that_tables_mark():
    arm, case = example("shuttle-fixed-base"), example_case("wiedemann-10.5.1-fixed-base")
    figure = compare.plot_response({"exact": response(Exact(), arm, case)})
    titles = [axes.get_title("left") for axes in figure.axes]
    starred = {title.removesuffix("*") for title in titles if title.endswith("*")}
    assert starred == {"link1 root shear", "link2 root shear", "base force y"}
    assert figure.legends[0].get_title().get_text() == "* not settled by exact"


def test_errors_of_one_size_against_another_backend(folder, capsys):
    assert main(["respond", "arm.toml", "case.toml", "--sizes", "2", "-b", "fem", "--against", "fem:9"]) == 0
    assert "errors are relative to the largest value by fem:9" in capsys.readouterr().out


def test_response_errors_fall():
    backends = [AssumedModes("clamped-free"), AssumedModes("legendre"), BeamFEM(), Exact()]
    found = compare.response_errors(LOCKED, SLEW, backends, [1, 2, 4])
    payload = found.isel(output=list(found.output.values).index("payload_deflection"))
    for name in ("amplitude_error", "largest_error", "rms_error"):
        errors = np.abs(payload[name].values)
        assert np.all(errors[:, -1] < errors[:, 0]), name
    assert np.all(payload.rms_error.values <= payload.largest_error.values)
    assert payload.largest_error.sel(backend="exact").values[-1] < 1e-9
    assert np.all(found.missing.values == "")


def test_what_has_no_answer_keeps_its_reason(tmp_path):
    found = compare.response_errors(LOCKED, SLEW, [AssumedModes("static", 1)], [1, 3])
    assert found.missing.values[0, 0] == ""
    assert "a whole number from 1 to 2 (static)" in found.missing.values[0, 1]
    assert np.isnan(found.amplitude.values[0, 1]).all()
    assert "no answer at size 3" in compare.text(found)
    save_dataset(found, tmp_path / "e.nc")
    assert load_dataset(tmp_path / "e.nc").identical(found)


PAGE = Path(__file__).parents[1] / "docs" / "load-cases.md"


def test_the_page_on_load_cases_is_true(folder):
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    case, timed, let_go, spun = [text for language, text in blocks if language == "toml"]
    (folder / "case.toml").write_text(case, encoding="utf-8")
    found: dict[str, object] = {}
    for text in [text for language, text in blocks if language == "python"]:
        exec(text, found)
    assert found["found"].attrs["case"] == "Slew of the shoulder"
    (folder / "torque.csv").write_text("t,joint 2\n0,1.5\n2,0.5\n")
    head = "duration = 1\nsamples = 2\n"
    for line in timed.splitlines()[1:]:
        loads_case(f'{head}[[load]]\nkind = "joint_torque"\njoint = 2\n{line}')
    assert loads_case(f"{head}{let_go}").initial.loads[0].history == History.step(20.0)
    assert loads_case(f"{head}{spun}").dampers[0].wheel.power_limit == 500.0
    # 0.02 rad/s after 5 s and 0.05 rad; the middle coasts.
    assert found["turned"].values == (0.004, 0.0, -0.004, 0.0)
    assert found["pushed"].times[1] == pytest.approx((np.pi / 2 / 0.004) ** 0.5)


@pytest.mark.parametrize("arm", ["shuttle-guided-base", "single-link-unlocked"])
def test_the_page_on_load_cases_names_every_output(arm):
    page = PAGE.read_text(encoding="utf-8")
    found = response(BeamFEM(2), example(arm), LoadCase(1.0, 2))
    for name in map(str, found.output.values):
        # The page names the first link's or the payload's of each kind.
        like = re.sub(r"(link|joint)\d", r"\g<1>1", name)
        kinds = (like, re.sub("^link1_tip_(elastic|bending)", r"payload_\1", like))
        assert any(f"`{kind}`" in page for kind in kinds), name
    rest = {str(name) for name in found.data_vars} - {str(name) for name in found.output.values}
    words = {name.removeprefix("body_").removeprefix("tip_") for name in rest}
    assert all(word in page for word in words), words


def test_the_page_on_load_cases_names_every_key():
    page = PAGE.read_text(encoding="utf-8")
    for form in (_CASE, *LOADS.values(), *LET_GO.values(), _INITIAL, *_DAMPER.values()):
        for key in set(form.keys) - {"load", "initial", "damper", "kind"}:
            assert f"`{key}" in page, key
    for form in (HARMONIC, MEASURED):
        assert all(f"{key} = " in page for key in form.keys)


def test_responses_with_different_numbers_of_modes_are_joined(tmp_path):
    few, many = (response(Exact(), LOCKED, SLEW, modes=n) for n in (2, 4))
    compare.save({"few": few, "many": many}, tmp_path / "both.nc")
    both = load_dataset(tmp_path / "both.nc")
    assert both.sizes["mode"] == 4
    assert np.isnan(both.mode_share.sel(backend="few").values[:, 2:]).all()


def test_one_response_is_saved_as_it_is(tmp_path):
    found = response(Exact(), LOCKED, SLEW)
    compare.save({"exact": found}, tmp_path / "one.nc")
    assert load_dataset(tmp_path / "one.nc").identical(found)


@pytest.mark.parametrize(
    ("backends", "sizes", "text"),
    [
        ([], [1], "backends: wanted one backend or more"),
        ([BeamFEM(3), BeamFEM(4)], [1], "each backend once, got 'fem' more than once"),
        ([BeamFEM()], [], r"sizes: wanted 1 to 1000 sizes, got \[\]"),
        ([BeamFEM()], [2, 1], "ascending"),
    ],
)
def test_wrong_studies_are_refused(backends, sizes, text):
    with pytest.raises(InputError, match=text):
        compare.response_errors(LOCKED, SLEW, backends, sizes)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["arm.toml", "missing.toml"], "missing.toml: wanted a load case file that can be read"),
        (["arm.toml", "case.toml", "-o", "r.xls"], "--output"),
        (["arm.toml", "case.toml", "-o", "r.zarr"], "--output"),
        (["arm.toml", "case.toml", "--plot", "r.txt"], "--plot"),
        (["arm.toml", "case.toml", "-n", "1.5"], '"1.5"'),
        (["arm.toml", "case.toml", "-b", "fem:3", "--sizes", "1:2"], "its size left out"),
        (["arm.toml", "case.toml", "--sizes", "1:2", "--plot", "r.svg"], "--plot: wanted nothing beside --sizes"),
        (["arm.toml", "case.toml", "--sizes", "1:2", "-n", "3"], "--count: wanted nothing beside --sizes"),
        (["arm.toml", "case.toml", "--against", "fem:9"], "--against: wanted --sizes beside it"),
    ],
)
def test_wrong_words_are_refused(folder, capsys, words, text):
    assert main(["respond", *words]) == 2
    assert text in capsys.readouterr().err


def test_a_motion_too_large_for_a_linear_response_is_told(folder, capsys):
    # 20 N m on a free joint for 5 s turns it by 47 rad, which it may not.
    arm = Arm(Base.fixed(), (Link(1.0, 2.0, 3e3, joint=Joint.unlocked()), Link(1.0, 1.0, 20.0, joint=Joint.rigid())))
    save(arm, "hinged.toml")
    save_case(LoadCase(5.0, 21, (JointTorque(1, History.step(20.0)),)), "torque.toml")
    assert main(["respond", "hinged.toml", "torque.toml", "-o", "r.nc"]) == 0
    out, err = capsys.readouterr()
    told = load_dataset("r.nc").attrs["large_motion"]
    assert re.fullmatch(r"joint 1 turns by [\d.e+]+ rad; link 2's slope is .* at its tip; link 2 bends by .*", told)
    assert err == f"flexarm: hinged.toml: beyond small motion, which responses are made for: {told}\n"
    rows = {line.split()[0]: line for line in out.splitlines() if line.startswith(" ")}
    assert all("‡" in rows[name] for name in ("joint1_rotation", "link2_tip_rotation", "link2_tip_deflection"))
    assert "‡" not in rows["link1_tip_bending_deflection"]
    assert "‡ beyond small motion about the posture: joint 1 turns by" in out


def test_small_motion_is_told_nothing_of(folder, capsys):
    save_case(LoadCase(20.0, 21, (TipForce("y", History.step(1.0)),)), "push.toml")
    assert main(["respond", "arm.toml", "push.toml"]) == 0
    out, err = capsys.readouterr()
    assert (err, "‡" in out) == ("", False)


def test_a_base_that_spins_up_is_told():
    told = response(Exact(), LOCKED, SLEW).attrs["large_motion"]
    assert told == (
        "the base turns at up to 0.48 rad/s, 1.2 times the first natural frequency: centrifugal forces are left out"
    )


def test_a_search_cut_short_is_told_and_never_below_a_sample(monkeypatch):
    monkeypatch.setattr(extremes, "_WORK", 100_000)
    arm, case = example("shuttle-fixed-base"), example_case("wiedemann-10.5.1-fixed-base")
    found = response(Exact(), arm, replace(case, samples=20_001), modes=24)
    cut = found.beyond.values > 0.0
    assert np.any(cut)
    for name, peak, amplitude in zip(found.output.values, found.peak.values, found.amplitude.values, strict=True):
        values = found[str(name)].values
        assert abs(peak) >= np.max(np.abs(values)) * (1.0 - 1e-10)
        assert amplitude >= 0.5 * np.ptp(values) * (1.0 - 1e-10)
    lines = compare.text({"exact": found}).splitlines()
    marked = {line.split()[0] for line in lines if "†" in line and not line.startswith("†")}
    assert marked == set(found.output.values[found.beyond.values > 5e-8 * np.abs(found.peak.values)])
    assert any(line.startswith("† found to within") for line in lines)


@pytest.mark.parametrize(
    "motion",
    [
        f"{LIFT}history = [[0.0, 1e308]]\n",
        f"{LIFT}harmonic = {{ amplitude = 1e308, angular_frequency = 3.0 }}\n",
        "[initial]\njoint_rates = [1e308]\n",
    ],
)
def test_loads_beyond_float64_are_refused_in_words_of_the_case(motion, tmp_path, capsys):
    arm, case = tmp_path / "arm.toml", tmp_path / "case.toml"
    save(replace(LOCKED, payload=Body(1e3, 1e3)), arm)
    case.write_text(f"duration = 1.0\nsamples = 3\n{motion}")
    assert main(["respond", str(arm), str(case)]) == 2
    told = capsys.readouterr().err
    assert "stay" in told
    assert "below 1" in told
    assert not re.search(r"Forcing|Waves|velocity0|start", told)
