"""The limits study: families, matching, digits, thresholds, the command, the plot, and where each formulation stops."""

import csv
import io
import json
import math
import re
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

import compare
from compare import plot_limits
from compare.cli import main
from compare.drawing.limits import LOOKS, save_plots
from compare.formulations.catalogue import FORMULATIONS
from compare.formulations.formulation import Formulation, Spectrum
from compare.readings.thresholds import threshold, worst_digits
from compare.rendering.sheet import plain
from compare.studies.families import FAMILIES as STUDIES
from compare.studies.families import find_family as find_study
from compare.studies.matching import digits_left, matching
from flexarm.backend import find_backend
from flexarm.datasets import load_dataset
from flexarm.errors import InputError, QuestionError
from flexarm.examples import example
from flexarm.parts import Joint

NAN = math.nan
OURS = ("exact", "assumed_modes", "fem")
EXACT = find_backend("exact")
STUDY_NAMES = [
    "payload-mass",
    "payload-inertia",
    "joint-stiffness",
    "gear-inertia",
    "elements",
    "shapes",
    "mode-number",
    "links",
    "stiffness-ratio",
    "length-ratio",
    "wrist-stiffness",
    "base-mass",
    "polar-inertia",
    "rotor-inertia",
    "angle-from-plane",
    "slenderness",
    "axial-rigidity",
    "support-stiffness",
    "damping",
    "delay",
    "massless",
]


def formulation(found, name="made-up", kind="exact", refusal="", condition=NAN, largest=None) -> Formulation:
    """Return a formulation that answers by a function of the true frequencies."""

    def solve(arm, count, size):
        return Spectrum(found(find_backend("exact").modes(arm, count).angular_frequency), condition)

    return Formulation(name, f"{name} in words", "nobody", kind, lambda arm: refusal, solve, largest_size=largest)


def refusal(call) -> str:
    with pytest.raises(InputError) as caught:
        call()
    return str(caught.value)


# --- the families


def test_the_studies():
    assert list(STUDIES) == STUDY_NAMES
    for name, study in STUDIES.items():
        assert study.name == name
        assert study.require_values(None) == study.values
        assert study.require_values(study.values) == study.values  # ascending, and an arm at each of them


def test_the_ranges_are_those_of_the_question():
    ends = {name: (study.values[0], study.values[-1]) for name, study in STUDIES.items()}
    assert ends["payload-mass"] == (0.0, 1e12)
    assert ends["payload-inertia"] == (0.0, 1e12)
    assert ends["joint-stiffness"] == (1e-6, 1e14)
    assert ends["gear-inertia"] == (0.0, 1e14)
    assert ends["elements"] == (4.0, 20000.0)
    assert ends["shapes"] == (1.0, 60.0)
    assert ends["mode-number"] == (1.0, 100.0)
    assert ends["links"] == (1.0, 10.0)
    assert ends["stiffness-ratio"] == (1.0, 1e8)
    assert ends["length-ratio"] == (1.0, 1e4)
    assert ends["base-mass"] == (0.0, 1e15)
    elements = [int(value) for value in STUDIES["elements"].values]
    assert any(n & (n - 1) for n in elements)
    assert sum(n & (n - 1) == 0 for n in elements) >= 8


def test_the_arms():
    link = example("single-link-locked").links[0]
    heavy = STUDIES["payload-mass"].arm(1e12)
    assert heavy.payload.mass == 1e12 * 14.0 * 3.9786
    assert heavy.payload.inertia == 37500.0
    assert STUDIES["payload-mass"].arm(0.0).payload.mass == 0.0
    assert STUDIES["payload-inertia"].arm(3.0).payload.inertia == pytest.approx(14.0 * 3.9786 * 14.0**2)
    assert STUDIES["joint-stiffness"].arm(1e-6).links[0].joint == Joint.locked(1e-6)
    assert STUDIES["gear-inertia"].arm(5.0).links[0].joint == Joint.unlocked(5.0)
    for name in ("elements", "shapes", "mode-number"):
        assert STUDIES[name].arm(7.0).links == (link,)
    assert len(STUDIES["links"].arm(10.0).links) == 10
    inner, outer = STUDIES["stiffness-ratio"].arm(1e8).links
    assert outer.flexural_rigidity == 1e8 * inner.flexural_rigidity
    inner, outer = STUDIES["length-ratio"].arm(1e4).links
    assert outer.length == inner.length / 1e4
    assert STUDIES["base-mass"].arm(1e15).base.mass == 1e15


def test_sizes():
    fem, modes, exact = (FORMULATIONS[name] for name in ("fem", "assumed_modes", "exact"))
    study = STUDIES["elements"]
    assert [study.size(fem, 333.0), study.size(exact, 333.0)] == [333, None]
    assert study.unfit(modes) == "assumed_modes has no number of elements"
    assert study.unfit(fem) == ""
    assert STUDIES["shapes"].size(modes, 9.0) == 9
    assert STUDIES["shapes"].unfit(exact) == "exact has no number of shapes"
    assert STUDIES["payload-mass"].size(fem, 1.0) == 3000
    assert STUDIES["mode-number"].modes_at(12.0) == 12


@pytest.mark.parametrize(
    ("name", "values", "text"),
    [
        ("payload-mass", [], "payload-mass: values: wanted 1 to 1000 values of payload's mass over the link's, got []"),
        (
            "payload-mass",
            3.0,
            "payload-mass: values: wanted 1 to 1000 values of payload's mass over the link's, got 3.0",
        ),
        (
            "payload-mass",
            [1.0, 1.0],
            "payload-mass: values: wanted ascending values of payload's mass over the link's, none twice, got 1 after "
            "1",
        ),
        ("base-mass", [-1.0], "base-mass: values: wanted finite numbers that are not negative, got -1.0"),
        ("base-mass", [NAN], "base-mass: values: wanted finite numbers that are not negative, got nan"),
        ("base-mass", [True], "base-mass: values: wanted finite numbers that are not negative, got True"),
        ("elements", [4.5], "elements: values: wanted whole numbers from 1 to 100000, got 4.5"),
        ("elements", [0], "elements: values: wanted whole numbers from 1 to 100000, got 0"),
        ("mode-number", [1001], "mode-number: values: wanted whole numbers from 1 to 1000, got 1001"),
        ("shapes", ["4"], "shapes: values: wanted whole numbers from 1 to 1000, got '4'"),
    ],
)
def test_wrong_values(name, values, text):
    assert refusal(lambda: compare.limits(name, values=values)) == text


def test_a_value_that_no_arm_can_have():
    text = refusal(lambda: compare.limits("stiffness-ratio", values=[0.0]))
    assert text.startswith("stiffness-ratio: values: wanted values of outer link's flexural rigidity over the inner's")
    assert "0: flexural_rigidity: wanted a positive number (N m²), got 0.0" in text


def test_more_values_than_a_study_has():
    text = refusal(lambda: compare.limits("base-mass", values=range(5000)))
    assert text == "base-mass: values: wanted 1 to 1000 values of mass of the base, got more"


def test_unknown_names():
    text = refusal(lambda: find_study("payload-mas"))
    assert text == f"study: wanted one of {', '.join(STUDIES)}, got 'payload-mas' (did you mean payload-mass?)"
    assert "(did you mean fem?)" in refusal(lambda: compare.limits("links", ["fm"], [1]))
    assert "each formulation once" in refusal(lambda: compare.limits("links", ["fem", "fem"], [1]))
    assert "one formulation or more" in refusal(lambda: compare.limits("links", [], [1]))


# --- matching


@pytest.mark.parametrize(
    ("found", "errors", "missed", "invented"),
    [
        ([1.0, 2.0, 3.0], [0.0, 0.0, 0.0], 0, 0),
        ([], [NAN, NAN, NAN], 3, 0),
        ([1.01, 3.03], [0.01, NAN, 0.01], 1, 0),
        ([0.5, 1.0, 2.0, 3.0], [0.0, 0.0, 0.0], 0, 1),
        ([1.0, 1.0, 2.0, 3.0], [0.0, 0.0, 0.0], 0, 1),  # found twice
        ([1.0, 2.0, 3.0, 4.0], [0.0, 0.0, 0.0], 0, 0),  # one more that was not asked for
        ([3.0, 1.0, 2.0], [0.0, 0.0, 0.0], 0, 0),
        ([1.0, 2.0, 3.2], [0.0, 0.0, 0.2 / 3.0], 0, 0),  # above the highest, and it
        ([1.0, 2.3, 3.0], [0.0, NAN, 0.0], 1, 1),  # too far off to be the second
        ([1e-9, 2e-9, 1.0, 2.0, 3.0], [0.0, 0.0, 0.0], 0, 2),  # rigid-body modes as noise
    ],
)
def test_matching(found, errors, missed, invented):
    match = matching(np.array(found), np.array([1.0, 2.0, 3.0]))
    np.testing.assert_allclose(match.relative_error, errors, atol=1e-14)
    assert (match.missed, match.invented) == (missed, invented)


def test_one_missed_and_one_invented_do_not_shift_all_between():
    """Frequencies that are close enough for each to be taken for its neighbour."""
    true = 100.0 + np.arange(40.0)
    found = np.sort(np.append(np.delete(true, 5), 134.5))
    match = matching(found, true)
    assert np.count_nonzero(np.abs(match.relative_error) > 1e-12) <= 1


def test_multiple_frequencies_need_as_many():
    assert matching(np.array([2.0, 2.0]), np.array([2.0, 2.0, 2.0])).missed == 1
    np.testing.assert_array_equal(matching(np.array([2.0, 2.0]), np.array([2.0, 2.0])).relative_error, [0.0, 0.0])


def test_digits():
    digits = digits_left(np.array([1e-6, -1e-3, 0.0, 1e-17, 5.0, NAN]))
    np.testing.assert_allclose(digits, [6.0, 3.0, 16.0, 16.0, 0.0, 0.0], atol=1e-12)


# --- thresholds


@pytest.mark.parametrize(
    ("digits", "first", "fall"),
    [
        ([15, 14, 13, 12], 1, NAN),
        ([15, 14, 3, 12], 1, 3),
        ([5, 6, 7, 4], NAN, NAN),
        ([5, 13, 12, 4], 2, 4),
        ([13, NAN, NAN, 4], 1, 4),
        ([NAN, 13, 12, NAN], 2, NAN),
        ([NAN, NAN, NAN, NAN], NAN, NAN),
    ],
)
def test_threshold(digits, first, fall):
    found = threshold(np.array([1.0, 2.0, 3.0, 4.0]), np.array(digits, dtype=float), 12)
    np.testing.assert_array_equal([found.holds_from, found.falls_at], [first, fall])


# --- the Dataset


@pytest.fixture(scope="module")
def made_up() -> xr.Dataset:
    """Four formulations whose errors are known at three values."""
    chosen = [
        formulation(lambda omega: omega, "true", condition=1e3),
        formulation(lambda omega: omega * (1.0 + 1e-4), "off"),
        formulation(lambda omega: np.delete(np.append(0.01 * omega[0], omega), 2), "gap"),
        formulation(lambda omega: omega, "choosy", refusal="one link only"),
    ]
    return compare.limits("joint-stiffness", chosen, [1e-3, 1.0, 1e9])


def test_errors_counts_and_reasons(made_up):
    assert made_up.sizes == {"formulation": 4, "value": 3, "mode": 6}
    assert np.all(made_up.digits.sel(formulation="true") >= 12.0)
    np.testing.assert_allclose(made_up.relative_error.sel(formulation="off"), 1e-4, rtol=1e-6)
    np.testing.assert_allclose(made_up.digits.sel(formulation="off"), 4.0, atol=1e-6)
    gap = made_up.sel(formulation="gap")
    assert np.all(np.isnan(gap.relative_error.sel(mode=2)))
    assert np.all(gap.digits.sel(mode=2) == 0.0)
    assert np.all(gap.missed == 1.0)
    assert np.all(gap.invented == 1.0)
    choosy = made_up.sel(formulation="choosy")
    assert choosy.missing.values.tolist() == ["one link only"] * 3
    assert np.all(np.isnan(choosy.digits))
    assert np.all(np.isnan(choosy.missed))
    assert np.all(np.isnan(choosy.seconds))
    assert np.all(made_up.missing.sel(formulation="gap") == "")
    assert np.all(made_up.condition.sel(formulation="true") == 1e3)
    assert np.all(np.isnan(made_up.condition.sel(formulation="off")))
    assert np.all(made_up.seconds.sel(formulation="off") > 0.0)


def test_every_variable_has_unit_and_name(made_up):
    for name, array in made_up.variables.items():
        assert array.attrs.get("units"), name
        assert array.attrs.get("long_name"), name
    assert made_up["value"].attrs == {"units": "N m/rad", "long_name": "stiffness of the joint"}
    assert made_up.reference.attrs["units"] == "rad/s"
    assert made_up.attrs["study"] == "joint-stiffness"
    assert "10%" in made_up.attrs["matching_rule"]
    assert "stiffness = 0.001" in made_up.attrs["arm_toml"]


def test_the_reference_says_whether_it_is_proved(made_up):
    exact = find_backend("exact").modes(STUDIES["joint-stiffness"].arm(1.0), 6).angular_frequency
    np.testing.assert_allclose(made_up.reference.sel(value=1.0), exact, rtol=1e-11)
    proved = made_up.unproved.values == ""
    assert made_up.attrs["reference"] == ("exact:certify" if np.all(proved) else "exact")


def test_another_reference_may_be_given():
    dataset = compare.limits("links", [formulation(lambda omega: omega)], [1], find_backend("fem:4"))
    assert dataset.attrs["reference"] == "fem:4"
    assert dataset.unproved.item() == "fem:4 proves nothing"
    assert np.all(dataset.digits.values[0, 0, 2:] < 4.0)


def test_values_at_which_the_reference_is_not_proved_are_named(made_up):
    some = made_up.copy(deep=True)
    some["unproved"] = some.unproved.copy(data=np.array(["", "so it is", "so it is"]))
    assert compare.text(some).splitlines()[-1] == "the reference is not certified at 1, 1e9: so it is"


def test_a_table_of_nothing_says_so():
    text = compare.text(compare.limits("shapes", ["fem"], [5]))
    assert text.splitlines()[-1] == "no mode was resolved: no formulation was asked at any value"


@pytest.mark.parametrize("study", [None, ["links"], 3, {}])
def test_what_is_no_study_is_refused(study):
    assert refusal(lambda: compare.limits(study)).startswith("study: wanted one of payload-mass, ")


@pytest.mark.parametrize("formulations", ["fem", 3])
def test_what_is_no_list_of_formulations_is_refused(formulations):
    text = refusal(lambda: compare.limits("links", formulations, [1]))
    assert text == f"limits: formulations: wanted a list of formulations or their names, got {formulations!r}"
    assert "formulation: wanted one of" in refusal(lambda: compare.limits("links", [None], [1]))
    assert "formulation: wanted one of" in refusal(lambda: compare.limits("links", [["fem"]], [1]))


def test_thresholds_of_what_is_no_result_are_refused(made_up):
    wanted = "thresholds: dataset: wanted what compare.limits returned, with dimensions formulation, value, mode, got "
    for wrong, got in (
        (None, "None"),
        (xr.Dataset(), "a Dataset without digits"),
        (made_up.sel(formulation="true"), "digits of {'value': 3, 'mode': 6}"),
        (made_up.isel(value=slice(0)), "digits of {'formulation': 4, 'value': 0, 'mode': 6}"),
    ):
        assert refusal(lambda: compare.thresholds(wrong)) == wanted + got  # noqa: B023


def test_an_arm_without_a_reference_is_refused():
    with pytest.raises(QuestionError, match="has 3 natural frequencies in these trial functions"):
        compare.limits("links", ["exact"], [1], find_backend("fem:1"))


def test_modes_that_are_not_asked_for_at_a_value_are_nan():
    dataset = compare.limits("mode-number", ["exact"], [1, 3, 7])
    assert np.isfinite(dataset.digits.values[0]).sum(axis=1).tolist() == [1, 3, 7]
    assert np.isfinite(dataset.reference.values).sum(axis=1).tolist() == [1, 3, 7]
    assert dataset.missed.values.tolist() == [[0.0, 0.0, 0.0]]


def test_a_question_is_solved_once():
    asked = []

    def counted(omega):
        asked.append(len(omega))
        return omega

    compare.limits("mode-number", [formulation(counted)], [1, 3, 7])
    assert asked == [7]


def test_sizes_that_a_formulation_does_not_take_are_gaps():
    capped = formulation(lambda omega: omega, "capped", kind="fem", largest=10)
    dataset = compare.limits("elements", [capped, "exact"], [8, 12])
    assert dataset.missing.sel(formulation="capped").values.tolist() == [
        "",
        "capped takes no more than 10 of a link, for its time and memory",
    ]
    assert dataset.missing.sel(formulation="exact").values.tolist() == ["exact has no number of elements"] * 2
    assert dataset["size"].values.tolist() == [[8, 12], [0, 0]]
    too_many = compare.limits("shapes", ["assumed_modes"], [60, 61])
    assert [text[:21] for text in too_many.missing.values[0]] == ["", "assumed_modes: shapes"]


def test_formulations_that_take_no_arm_of_the_study_are_left_out():
    assert set(compare.limits("elements", values=[4]).kind.values) == {"fem"}
    assert set(compare.limits("shapes", values=[4]).kind.values) == {"assumed_modes"}


# --- what is written


def test_one_study_is_written_as_it_is(made_up, tmp_path):
    compare.save([made_up], tmp_path / "one.nc")
    assert load_dataset(tmp_path / "one.nc").identical(made_up)


def test_several_studies_are_written_as_groups(made_up, tmp_path):
    other = compare.limits("links", ["exact"], [1, 2])
    compare.save([made_up, other], tmp_path / "two.nc")
    groups = xr.open_groups(tmp_path / "two.nc", engine="h5netcdf", decode_timedelta=False)
    assert groups["/joint-stiffness"].load().identical(made_up)
    assert groups["/links"].load().identical(other)
    for group in groups.values():
        group.close()


def test_text(made_up):
    lines = compare.text(made_up).splitlines()
    assert lines[0] == "joint-stiffness: One link, locked joint from soft to stiff"
    assert lines[1].startswith("stiffness of the joint (N m/rad), 0.001 to 1e9; digits against exact")
    assert " ".join(lines[3].split()) == "values that leave 12 digits 6 digits 1 digit missed invented"
    rows = {line.split()[0]: line.split()[1:] for line in lines[5:9]}
    assert rows["true"] == ["all", "all", "all", "0", "0"]
    assert rows["off"] == ["none", "none", "all", "0", "0"]
    assert rows["gap"] == ["none", "none", "none", "1", "1"]
    assert rows["choosy"] == ["–"] * 5
    assert lines[-1] == "choosy was not asked: one link only"


def test_ranges_in_words(made_up):
    rising = made_up.copy(deep=True)
    rising["digits"].loc[{"formulation": "true"}] = np.array([3.0, 13.0, 5.0])[:, np.newaxis]
    rising["digits"].loc[{"formulation": "off"}] = np.array([13.0, 5.0, 13.0])[:, np.newaxis]
    rising["digits"].loc[{"formulation": "gap"}] = np.array([0.5, 8.0, 13.0])[:, np.newaxis]
    rows = [" ".join(line.split()) for line in compare.text(rising).splitlines()[5:8]]
    assert rows == ["true 1 … < 1e9 1 … < 1e9 all 0 0", "off < 1 < 1 all 0 0", "gap 1e9 … 1 … 1 … 1 1"]


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0"), (1e6, "1e6"), (1e-6, "1e-6"), (20000.0, "20000"), (1e5, "1e5"), (1e-4, "1e-4")],
)
def test_plain_numbers(value, text):
    assert plain(value) == text


def test_json(made_up):
    (study,) = json.loads(compare.text([made_up], "json"))["studies"]
    assert list(study) == [
        "study",
        "parameter",
        "units",
        "reference",
        "value",
        "reference_angular_frequency",
        "unproved",
        "results",
    ]
    assert study["value"] == [1e-3, 1.0, 1e9]
    names = [result["formulation"] for result in study["results"]]
    assert names == ["true", "off", "gap", "choosy"]
    gap = study["results"][2]
    assert gap["relative_error"][0][1] is None
    assert gap["missed"] == [1.0, 1.0, 1.0]
    assert study["results"][3]["digits"] == [[None] * 6] * 3
    assert study["results"][1]["thresholds"] == [
        {"digits": 12, "holds_from": None, "falls_at": None},
        {"digits": 6, "holds_from": None, "falls_at": None},
        {"digits": 1, "holds_from": 1e-3, "falls_at": None},
    ]


def test_csv(made_up):
    rows = list(csv.DictReader(io.StringIO(compare.text([made_up], "csv"))))
    assert len(rows) == 4 * 3 * 6
    off = [row for row in rows if row["formulation"] == "off"]
    assert [float(row["relative_error"]) for row in off[:2]] == made_up.relative_error.values[1, 0, :2].tolist()
    assert rows[-1]["missing"] == "one link only"
    assert rows[-1]["digits"] == ""
    assert float(rows[-1]["reference_angular_frequency [rad/s]"]) == made_up.reference.values[-1, -1]
    assert {row["unproved"] for row in rows} == set(made_up.unproved.values.tolist())
    short = list(csv.DictReader(io.StringIO(compare.text([compare.limits("mode-number", ["exact"], [1, 3])], "csv"))))
    assert [row["mode"] for row in short] == ["1", "1", "2", "3"]


# --- the plot


def test_the_plot_has_a_curve_a_formulation(made_up):
    (axes,) = plot_limits(made_up).axes
    assert axes.get_xscale() == "log"
    assert axes.get_xlabel() == "stiffness of the joint (N m/rad)"
    curves = {line.get_label(): line.get_xydata() for line in axes.get_lines()}
    assert list(curves) == [f"{name} in words" for name in ("true", "off", "gap", "choosy")]
    np.testing.assert_allclose(curves["off in words"], [[1e-3, 4.0], [1.0, 4.0], [1e9, 4.0]])
    np.testing.assert_array_equal(curves["gap in words"][:, 1], [0.0, 0.0, 0.0])  # a missed mode is the worst
    assert len(curves["choosy in words"]) == 0


def test_a_value_of_zero_stands_a_decade_below_the_smallest():
    (axes,) = plot_limits(compare.limits("payload-mass", ["exact"], [0.0, 1.0, 1e3])).axes
    (line,) = axes.get_lines()
    assert line.get_xdata().tolist() == [0.1, 1.0, 1e3]
    marks = dict(zip(axes.get_xticks(), [label.get_text() for label in axes.get_xticklabels()], strict=True))
    assert marks == {0.1: "0", 1.0: "1", 10.0: "10", 100.0: "100", 1000.0: "1000"}
    assert [text.get_text() for text in axes.texts] == ["//"]


def test_few_values_side_by_side_have_a_linear_axis():
    (axes,) = plot_limits(compare.limits("links", ["exact"], [1, 2, 3])).axes
    assert axes.get_xscale() == "linear"
    assert all(mark == round(mark) for mark in axes.get_xticks())


def test_each_formulation_has_a_look_of_its_own_and_ours_stand_out():
    assert set(LOOKS) == set(FORMULATIONS)
    looks = [(look.colour, look.marker, look.dashes) for look in LOOKS.values()]
    assert len(set(looks)) == len(looks)
    assert [name for name, look in LOOKS.items() if look.ours] == list(OURS)


def test_plots_are_the_same_every_time(made_up, tmp_path):
    for folder in ("first", "second"):
        save_plots([made_up], tmp_path / folder)
    pictures = [(tmp_path / folder / "joint-stiffness.svg").read_bytes() for folder in ("first", "second")]
    assert pictures[0] == pictures[1]
    assert pictures[0].startswith(b"<?xml")


# --- the command


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def answer(*words: str) -> tuple[int, str, str]:
        status = main(["limits", *words])
        out, err = capsys.readouterr()
        return status, out, err

    return answer


def test_command(run):
    words = ("payload-mass", "-f", "exact", "-f", "assumed_modes", "--values", "0,1e3", "-o", "x.nc", "--plot", "plots")
    status, out, err = run(*words)
    assert (status, err) == (0, "")
    assert out == compare.text(load_dataset("x.nc"))
    assert [line.split()[0] for line in out.splitlines()[5:7]] == ["exact", "assumed_modes"]
    assert [path.name for path in Path("plots").iterdir()] == ["payload-mass.svg"]
    assert load_dataset("x.nc")["value"].values.tolist() == [0.0, 1e3]


def test_command_with_several_studies_and_json(run):
    status, out, err = run("shapes", "mode-number", "-f", "assumed_modes", "--format", "json", "-o", "x.nc")
    assert (status, err) == (0, "")
    assert [study["study"] for study in json.loads(out)["studies"]] == ["shapes", "mode-number"]
    assert load_dataset("x.nc").sizes == {}  # all is in the groups
    with xr.open_dataset("x.nc", group="shapes", engine="h5netcdf", decode_timedelta=False) as shapes:
        assert shapes["value"].values.tolist() == list(STUDIES["shapes"].values)


def test_help_names_every_study_and_formulation(run):
    _, out, _ = run("--help")
    words = " ".join(out.replace("│", " ").split())
    assert all(name in words for name in (*STUDIES, *FORMULATIONS))


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["payload"], "study: wanted one of payload-mass, "),
        (["base-mas"], "(did you mean base-mass?)"),
        (["links", "links"], "study: wanted each study once, got 'links' more than once"),
        (["links", "-f", "fem-dens"], "(did you mean fem-dense?)"),
        (["links", "-f", "fem", "-f", "fem"], "wanted each formulation once, got 'fem' more than once"),
        (["--values", "1,2"], "--values: wanted one study that the values are for, got all studies"),
        (["links", "shapes", "--values", "1"], "--values: wanted one study that the values are for, got links, shapes"),
        (
            ["links", "--values", "1,two"],
            "--values: wanted a:b:n (n values from a to b), a:b:n:log (in equal ratios), ",
        ),
        (["links", "--values", "1,2.5"], "links: values: wanted whole numbers from 1 to 30, got 2.5"),
        (
            ["links", "-o", "x.xls"],
            "--output: wanted a file name that ends in .nc or .zarr or .json or .csv or .md or .tex",
        ),
        (["links", "shapes", "-o", "x.zarr"], "--output: wanted a file name that ends in .nc or .json"),
        (["links", "-o", "nowhere/x.nc"], "nowhere/x.nc: wanted a file that can be written"),
        (["links", "--plot", "file/plots"], "file/plots: wanted a folder that can be written to"),
    ],
)
def test_refusals(run, words, text):
    Path("file").write_text("", encoding="utf-8")
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert text in err
    assert [path.name for path in Path().iterdir()] == ["file"]


# --- where each formulation stops: orders of magnitude, as every processor rounds in its own way


# Of every formulation: digits at a value at which it is well, and at most so many where it is not.
STOPS = [
    ("payload-mass", "raw-determinant", {1.0: 10.0}, {1e12: 5.0}),
    ("payload-mass", "boundary-conditions", {1.0: 10.0}, {1e12: 4.0}),
    ("payload-mass", "transfer-matrix", {1.0: 9.5}, {1e12: 4.0}),
    ("payload-mass", "dynamic-stiffness", {1.0: 13.0}, {1e12: 6.0}),
    ("payload-mass", "fem-dense", {1.0: 3.5}, {1e9: 1.0}),
    ("payload-mass", "fem-sparse", {1.0: 6.5, 1e9: 6.5}, {}),
    ("payload-mass", "assumed-monomial", {1e3: 2.0}, {1e9: 0.0}),
    ("payload-inertia", "raw-determinant", {1e4: 10.0}, {0.0: 10.5}),
    ("payload-inertia", "dynamic-stiffness", {1.0: 12.5}, {1e12: 6.5}),
    ("payload-inertia", "fem-dense", {1.0: 3.5}, {1e10: 1.0}),
    ("joint-stiffness", "raw-determinant", {1.0: 13.5, 1e14: 8.5}, {}),
    ("joint-stiffness", "dynamic-stiffness", {1e5: 12.5}, {1e-6: 4.0, 1e9: 0.0}),
    ("joint-stiffness", "fem-dense", {1e6: 3.0}, {1e-6: 1.0, 1e14: 1.0}),
    ("joint-stiffness", "fem-sparse", {1e6: 6.5, 1e14: 6.5}, {1e-6: 1.0}),
    ("gear-inertia", "dynamic-stiffness", {1.0: 13.5}, {1e6: 0.0}),
    ("elements", "fem-dense", {32: 3.5}, {512: 2.5}),
    ("elements", "fem-sparse", {200: 6.5}, {5000: 4.0}),
    ("elements", "fem", {32: 4.5, 333: 8.5}, {10: 3.0}),
    ("shapes", "assumed-monomial", {8: 2.0}, {10: 0.0}),
    ("shapes", "assumed-cosh", {14: 1.0}, {30: 2.0}),
    ("shapes", "assumed_modes", {20: 14.0, 60: 13.5}, {8: 3.0}),
    ("mode-number", "raw-determinant", {3: 14.0}, {15: 4.0}),
    ("mode-number", "boundary-conditions", {3: 14.0}, {20: 0.0}),
    ("mode-number", "transfer-matrix", {3: 13.0}, {15: 3.0}),
    ("mode-number", "dynamic-stiffness", {3: 12.5, 20: 12.5}, {}),
    ("links", "boundary-conditions", {2: 9.0}, {}),
    ("links", "fem-dense", {1: 2.5}, {4: 3.5}),
    ("links", "assumed-monomial", {4: 5.0}, {8: 0.0}),
    ("stiffness-ratio", "dynamic-stiffness", {1.0: 11.0}, {1e8: 4.5}),
    ("stiffness-ratio", "fem-dense", {1.0: 1.5}, {1e8: 1.0}),
    ("stiffness-ratio", "fem-sparse", {1.0: 5.5}, {1e8: 1.5}),
    ("length-ratio", "dynamic-stiffness", {1.0: 11.0}, {1e4: 2.0}),
    ("length-ratio", "fem-dense", {1.0: 1.5}, {1e4: 1.0}),
    ("length-ratio", "fem-sparse", {1.0: 6.5}, {1e4: 1.5}),
    ("wrist-stiffness", "expanded-determinant", {}, {1e-3: 3.5, 1e6: 3.5}),
    ("wrist-stiffness", "boundary-conditions", {1e-3: 8.0, 1e6: 8.5}, {}),
    ("wrist-stiffness", "transfer-matrix", {1e6: 9.0}, {1e-3: 4.0}),
    ("base-mass", "transfer-matrix", {1e3: 8.5, 1e12: 8.5}, {}),
    ("base-mass", "fem-dense", {}, {1e3: 5.0, 1e12: 4.0}),
    ("base-mass", "fem-sparse", {1e9: 5.5}, {1.0: 6.5}),
]


@pytest.mark.parametrize(("study", "name", "well", "ill"), STOPS, ids=[f"{row[0]}-{row[1]}" for row in STOPS])
def test_where_a_formulation_stops(study, name, well, ill):
    values = sorted({*well, *ill})
    (curve,) = worst_digits(compare.limits(study, [name], values, EXACT))  # a proof would take longer
    for value, found in zip(values, curve, strict=True):
        assert well.get(value, 0.0) <= found <= ill.get(value, 16.0), (value, found)


def test_searches_for_changes_of_sign_find_poles_and_random_noise():
    names = ["raw-determinant", "boundary-conditions", "dynamic-stiffness"]
    found = compare.limits("mode-number", names, [60])
    raw, scaled, stiffness = (found.sel(formulation=name) for name in names)
    assert raw.invented > 100
    assert scaled.missed > 30
    assert 50 <= stiffness.invented <= 60  # a clamped–clamped link's frequency between any two of the arm's
    assert stiffness.missed == 0


def test_a_massless_arm_errs_by_its_mass_over_the_lighter_of_its_ends():
    """Ten times the payload, a tenth of the error, until the orbiter, 400 times as heavy as the arm, is the lighter."""
    found = compare.limits("massless", values=[3.0, 10.0, 30.0, 1e6, 1e8])
    assert found.formulation.values.tolist() == ["massless", "lumped"]
    error = found.relative_error.sel(formulation="massless").values
    np.testing.assert_allclose(error[1, :6] / error[2, :6], 3.0, rtol=0.8)
    assert np.nanmax(error[3]) == pytest.approx(np.nanmax(error[4]), rel=0.01)
    assert np.all((error > -1e-12) | np.isnan(error))
    assert "massless" not in compare.limits("links", values=[1]).formulation.values


def test_a_model_of_few_modes_hides_pairs_that_grow():
    found = compare.limits("delay", ["few-modes", "assumed_modes"], [1e-3], find_backend("assumed_modes:legendre:12"))
    assert (found.reference_unstable.item(), found.unstable.values[:, 0].tolist()) == (3, [0, 3])
    assert "pairs that grow: 3 at 0.001\nfew-modes hides some, it finds 0 of 3 at 0.001\n" in compare.text(found)
    still = compare.limits("payload-mass", ["assumed_modes"], [1.0], EXACT)
    assert np.all(np.isnan(still.unstable))
    assert np.all(np.isnan(still.reference_unstable))


# --- the documentation

DOCUMENT = (Path(__file__).parents[1] / "docs" / "limits.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```text\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)
# How many digits another processor's rounding may move a curve by.
LOOSE = 1.5
# Studies along which sizes and numbers of modes stay: the backends keep their digits throughout.
KEPT = [name for name, study in STUDIES.items() if study.varies in ("arm", "links") and not study.models]
# Certified to 1e-12; elements add their own 3e-13 and 1e-11 of round-off.
LEAST = {"exact": 11.9, "assumed_modes": 12.0, "fem": 10.9}
# Linear elements of shear, stretch and twist fall like h² alone; with dampers all modes of 60 a link are what is asked.
COARSE = {
    "polar-inertia": 5.0,
    "rotor-inertia": 8.0,
    "slenderness": 6.2,
    "axial-rigidity": 7.5,
    "damping": 5.0,
    "delay": 5.0,
}
# Where damping ratios are next to nothing, and change their sign, they have fewer digits than eigenvalues.
SMALL = {"delay": 11.0}


def rows_of(block) -> list[list[str]]:
    return [re.split(r"\s{2,}", line.strip()) for line in block.splitlines()[5:] if re.match(r" [\w-]+  ", line)]


@pytest.mark.slow
@pytest.mark.parametrize("study", KEPT)
def test_ours_keep_their_digits_at_every_value(study):
    found = compare.limits(study, OURS)
    for name, row in zip(OURS, worst_digits(found), strict=True):
        least = (COARSE if name == "fem" else SMALL).get(study, LEAST[name])
        assert np.all(row >= least), (name, row)
    assert np.all(found.missed == 0)
    assert np.all(found.invented == 0)
    assert found.attrs["reference"] == "exact:certify"
    assert np.all(found.unproved == "")


def test_the_document_has_every_study_with_its_picture():
    assert [block.split(":")[0] for block in BLOCKS] == STUDY_NAMES
    for name in STUDY_NAMES:
        assert f"images/limits-{name}.svg" in DOCUMENT
        assert (Path(__file__).parents[1] / "docs" / "images" / f"limits-{name}.svg").is_file()


@pytest.mark.slow
@pytest.mark.parametrize("block", BLOCKS, ids=STUDY_NAMES)
def test_the_document_says_where_each_formulation_stops(block):
    """6 digits and 1 digit, for they are what the text is about; near 12, the plateau of some is ragged."""
    study = find_study(block.split(":")[0])
    textbooks = [row for row in rows_of(block) if row[0] not in OURS]
    if not textbooks:  # no textbook's formulation takes its arms
        return
    found = compare.limits(study, [row[0] for row in textbooks], reference=EXACT)  # a proof is for more digits
    for row, curve in zip(textbooks, worst_digits(found), strict=True):
        for wanted, said in ((6, row[2]), (1, row[3])):
            assert_falls(np.array(study.values), curve, wanted, said)


def assert_falls(values, curve, wanted, said) -> None:
    """Check what a table says of a curve, which may be off by `LOOSE` digits, though never below none."""
    easy, hard = threshold(values, curve, max(wanted - LOOSE, 0.0)), threshold(values, curve, wanted + LOOSE)
    fall = re.search(r"< (\S+)", said)
    if said == "none":
        assert math.isnan(hard.holds_from), (said, curve)
    elif fall:
        assert not easy.falls_at < float(fall[1]), (said, curve)
        assert not latest_fall(values, curve, wanted + LOOSE) > float(fall[1]), (said, curve)
    elif said != "–":
        assert math.isnan(easy.falls_at), (said, curve)


def latest_fall(values, curve, digits) -> float:
    """Return the value at which a curve falls; one before it where all digits are lost at once; infinite without one.

    A factorisation breaks down at once: whether a smallest eigenvalue of the size of its own round-off comes out
    positive is up to the last bit, so that no number of digits says how near the end is. So is whether a search with
    few digits left, twice `LOOSE` or less above those wanted, finds a change of sign at the study's last value. By
    OpenBLAS's kernels for six processors (Prescott, Nehalem, Sandybridge, Haswell, Zen, SkylakeX) curves end at
    neighbouring values in these places, and within `LOOSE` digits of the tables everywhere else.
    """
    asked, hard = np.isfinite(curve), threshold(values, curve, digits)
    values, curve = values[asked], curve[asked]
    if math.isfinite(hard.falls_at):
        place = int(np.searchsorted(values, hard.falls_at))
        return float(values[place - (curve[place] == 0.0)])
    if math.isnan(hard.holds_from):
        return math.nan
    return float(values[-1]) if curve[-1] < digits + LOOSE else math.inf


# Digits of six monomials a link, by the number of links, on two processors.
ENDS = [[1.1, 3.9, 5.5, 5.5, 5.7, 4.4, 0.0, 0.0, 0.0, 0.0], [1.1, 3.9, 5.5, 5.5, 5.7, 4.4, 3.5, 0.0, 0.0, 0.0]]


@pytest.mark.parametrize("curve", ENDS)
def test_a_factorisation_may_break_down_one_value_later(curve):
    values, curve = np.arange(1.0, 11.0), np.array(curve)
    assert_falls(values, curve, 1, "< 7")
    for earlier in ("< 5", "none"):
        with pytest.raises(AssertionError):
            assert_falls(values, curve, 1, earlier)
    with pytest.raises(AssertionError):
        assert_falls(values, np.where(values > 6.0, 2.6, curve), 1, "< 7")  # digits that are still there
    # Digits that are lost one after the other end where the table says, or sooner by no more than the margin.
    slope = np.array([14.0, 12.0, 10.0, 8.0, 6.0, 4.0, 2.0, 1.0, 0.5, 0.2])
    assert_falls(values, slope, 6, "< 6")
    for wrong in ("< 4", "< 8", "all"):
        with pytest.raises(AssertionError):
            assert_falls(values, slope, 6, wrong)
