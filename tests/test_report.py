import csv
import json
import re
from functools import cache
from math import inf, nan
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from matplotlib.figure import Figure

from compare.judging.dataset import published_tables as contents
from compare.report.brief import as_text, as_values
from compare.report.folder import write_report
from compare.report.latex import as_latex
from compare.report.numbers import deviation, digits_to, shown, units_off
from compare.report.overview import overview
from compare.report.page import as_page
from compare.report.records import as_csv, as_json
from compare.report.tally import all_values, by_cause, chances, choices, tally, worst
from compare.report.verdicts import VERDICTS
from flexarm.datasets import load_dataset, save_dataset
from flexarm.errors import InputError
from flexarm.writing import require_folder
from tests.pages import HTML, SVG, elements, lines, parsed, section, text
from tests.validated import GEAR, NEAR, TABLES, differing, validated

HOSTILE = "</style><script>alert(1)</script> & \"x\" 'y' $m^2 {{ 7 * 7 }} \x00\x07"


@cache
def written(make) -> str:
    return as_page(make())


@cache
def tree(make) -> ET.Element:
    return parsed(written(make))


@pytest.fixture(scope="module")
def dataset():
    return validated()


@pytest.fixture
def page():
    return tree(validated)


def hostile():
    tables = {
        HOSTILE[:-2]: ((HOSTILE,) * 6, [{"printed": "<b>1", "column": HOSTILE, "label": HOSTILE}]),
        "a b/c%20#": (("", "A. Thesis (2002)", "", "", "", ""), [differing("2", 1.0, HOSTILE, unit="<i>"), NEAR]),
    }
    return validated(tables)


@pytest.mark.parametrize("make", [validated, hostile])
class TestEveryPage:
    def test_is_valid_html(self, make):
        root = tree(make)
        assert root.get("lang") == "en"
        assert root.find(f".//{HTML}meta[@charset]").get("charset") == "utf-8"
        assert text(root.find(f".//{HTML}title"))

    def test_refers_to_nothing_outside_and_runs_nothing(self, make):
        root = tree(make)
        for element in elements(root):
            assert element.tag.partition("}")[2] not in ("script", "link", "img", "iframe", "object", "embed", "base")
            for name, value in element.attrib.items():
                assert name not in ("src", "srcset", "action")
                assert not name.startswith("on")
                assert not name.endswith("href") or value.startswith("#")
                assert "url(" not in value.replace("url(#", "")
        styles = "".join(text(element) for element in elements(root) if element.tag.endswith("}style"))
        assert "url(" not in styles
        assert "@import" not in styles

    def test_identifiers_are_unique_and_every_reference_is_met(self, make):
        root = tree(make)
        found = [element.get("id") for element in root.iter() if element.get("id") is not None]
        assert len(found) == len(set(found))
        assert not any(character.isspace() for identifier in found for character in identifier)
        wanted = {value for element in root.iter() for name, value in element.attrib.items() if name.endswith("href")}
        assert {reference.removeprefix("#") for reference in wanted} <= set(found)

    def test_figures_have_an_alternative_text(self, make):
        root = tree(make)
        figures = list(root.iter(f"{SVG}svg"))
        assert figures
        for figure in figures:
            assert figure.get("role") == "img"
            for identifier in figure.get("aria-labelledby").split():
                assert text(section(figure, identifier))

    def test_is_the_same_each_time(self, make):
        assert as_page(make()) == written(make)


def test_hostile_texts_are_shown_as_they_are():
    root = tree(hostile)
    seen = " ".join(HOSTILE[:-2].split())
    assert text(root).count(f"{seen} \N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}") >= 8
    assert section(root, "table-a%20b%2Fc%2520%23") is not None


def test_alternative_text_of_the_overview_tells_its_counts(page):
    figure = next(page.iter(f"{SVG}svg"))
    assert text(section(figure, "overview-desc")) == (
        "thesis-2.1: confirmed 1, confirmed within one unit 1, differs 2, cannot be judged 1; "
        "thesis-2.6: confirmed 1, differs 1; report-4: confirmed 1, cannot be judged 1"
    )


def test_summary_counts_every_source(page):
    assert [line[1:] for line in lines(page, "summary")[1:]] == [
        ["2", "7", "2", "1", "0", "3", "1", "2", "0", "0", "0", "1", "50 %"],
        ["1", "2", "1", "0", "0", "0", "1", "0", "0", "0", "0", "0", "100 %"],
        ["3", "9", "3", "1", "0", "3", "2", "2", "0", "0", "0", "1", "57 %"],
    ]


def test_worst_differences_come_first(page):
    assert lines(page, "worst")[1:] == [
        ["thesis-2.1, row 1, omega, mode 3", "3.00 rad/s", "2.00000", "+50 %", GEAR],
        ["thesis-2.1, row 2 (theta = 30 deg), omega, mode 1", "1.10 rad/s", "1.00000", "+10 %", GEAR],
        ["thesis-2.6, row 1, omega, mode 1", "9.0 rad/s", "9.5000", "−5.26 %", "unexplained"],
    ]
    assert "The 3 largest of 3" in text(section(page, "worst"))


def test_causes_are_worked_out_once(page):
    first = ["thesis-2.1, row 1, omega, mode 3", "3.00 rad/s", "3.0012000", "2.0000000", "2.00000"]
    last = ["thesis-2.6, row 1, omega, mode 1", "9.0 rad/s", "", "", "9.5000"]
    assert lines(page, "causes")[1:] == [
        [GEAR, "model error", "2", *first],
        ["unexplained", "unexplained", "1", *last],
    ]


def test_table_lays_values_beside_one_another(page):
    head, *rows = lines(page, "table-thesis-2.1")
    assert head == [
        "row",
        "column, mode",
        "printedrad/s",
        "expected",
        "verdict",
        "units off",
        "bychance",
        "cause, computed",
        "with what it lacks",
        "assumed_modes:legendre:12, off",
        "fem:20, off",
    ]
    expected, off = "2.2512345679", ["+1e−08", "+2e−08"]
    assert rows[0] == ["1", "omega, mode 1", "2.25", expected, "✓confirmed", "0", "", "", "", *off]
    assert rows[1] == ["1", "omega, mode 2", "2.26", expected, "≈confirmed within one unit", "+1", "", "", "", *off]
    assert rows[2][4:9] == ["✗differs, model error1", "+100", "", "3.0012000 =", "2.0000000"]
    assert rows[3][0] == "2: theta = 30 deg"
    assert rows[3][7] == "1.3000000 ≠"
    assert rows[4] == ["2", "measured, mode 1", "2.25", "", "?cannot be judged2", *[""] * 6]


DEFINED = "The peak is meant: fits 2 of 3 responses; otherwise: fits 1 of 3.\n" * 2
TRIED = "unexplained: it is not that the gear is left out"
PECULIAR = {
    "tried": [differing("3.00", 2.0, TRIED, recomputed=2.5)],
    "marks": [differing("3.00", 2.0, GEAR, quantity="response", alternatives="the peak is meant: 3 = printed")],
    "formula": [{"model": "formula hufnagel-4.34", "quantity": "number", "exact": nan, "mode": 0}],
    "assumed": [{"assumed": "the mass is fitted"}],
    "bound": [{"quantity": "response", "printed": "<0.1", "decimals": 1, "recomputed": 0.05}],
    "units": [{"unit": "rad/s"}, {"unit": "Hz"}],
    "change": [{"quantity": "frequency_change", "expected": 0.123456789012, "printed": "0.12"}],
    "fitted": [differing("3.0", 2.0, GEAR, fitted="the degree, 4, chosen; 5 gives the same")],
    "empty": [],
    "plain": [{}],
}


def peculiar():
    """Make tables that have something peculiar each."""
    tables = {name: (TABLES["report-4"][0], rows) for name, rows in PECULIAR.items()}
    return validated(tables, parameters="L = 14 m", definitions=DEFINED)


def notes(name):
    return [text(note) for note in section(tree(peculiar), f"table-{name}").iter(f"{HTML}li")]


def test_what_was_tried_stands_in_a_footnote():
    assert lines(tree(peculiar), "table-tried")[1][4] == "✗differs, unexplained1"
    assert notes("tried") == [TRIED]


def test_footnote_marks_are_told_apart():
    assert lines(tree(peculiar), "table-marks")[1][4] == "✗differs, model error1, 2"


def test_what_definitions_fit_stands_below_the_table(page):
    below = [text(each) for each in section(tree(peculiar), "table-plain").iter(f"{HTML}p")][-1]
    assert below == " ".join(DEFINED.split())
    assert json.loads(as_json(peculiar()))["tables"]["plain"]["definitions"] == DEFINED
    assert "otherwise" not in text(section(page, "table-report-4"))


def test_a_figure_stands_with_its_table(monkeypatch):
    monkeypatch.setattr("compare.drawing.rigid_shifts.plot_rigid_shifts", lambda: Figure())
    root = parsed(as_page(validated({"x": TABLES["thesis-2.1"]}, figure="rigid-shifts")))
    (drawn,) = section(root, "table-x").iter(f"{SVG}svg")
    assert [text(drawn.find(f"{SVG}{tag}")) for tag in ("title", "desc")] == ["Shoulder unlocked & locked", "one note"]
    names = [element.get("id") for element in elements(root) if element.get("id")]
    assert len(set(names)) == len(names)


def test_numbers_of_a_formula_say_so():
    told = text(section(tree(peculiar), "table-formula"))
    assert "Numbers that follow from a formula of the source are judged by the formula, computed again." in told
    assert "basis" not in told


def test_what_is_assumed_stands_in_a_footnote():
    assert notes("assumed") == ["the mass is fitted"]


def test_a_route_is_compared_with_a_bound_as_a_bound():
    assert lines(tree(peculiar), "table-bound")[1][7] == "0.0500000 within the bound"


def test_json_has_no_mode_of_a_response():
    made = validated({"x": (TABLES["report-4"][0], [differing("3.00", 2.0, GEAR, mode=0, quantity="response")])})
    assert json.loads(as_json(made))["differences"][0]["mode"] is None


def test_footnotes_stand_once_a_table(page):
    found = [text(note) for note in section(page, "table-thesis-2.1").iter(f"{HTML}li")]
    assert found == [GEAR, "the offset is not stated"]


def test_table_of_assumed_modes_marks_what_lies_below_the_stated_basis(page):
    head, *rows = lines(page, "table-thesis-2.6")
    assert head[3] == "expected"
    assert [row[3] for row in rows] == ["2.2499000", "9.5000000"]
    assert [row[2] for row in rows] == ["2.25", "9.0 ▼"]
    assert rows[1][4] == "✗differs, unexplained"
    words = (
        "▼ marks those that are lower by more than one unit (1), where no correct computation with that basis can get."
    )
    assert words in text(section(page, "table-thesis-2.6"))
    assert "basis" not in text(section(page, "table-thesis-2.1"))


def test_units_stand_beside_values_where_a_table_has_several():
    head, first, second = lines(tree(peculiar), "table-units")
    assert head[2] == "printed"
    assert [first[2], second[2]] == ["2.25 rad/s", "2.25 Hz"]


def test_page_without_differences_says_so():
    root = parsed(as_page(validated({"x": (("", "A", "", "", "", ""), [{}])})))
    assert "No value differs" in text(section(root, "worst"))
    assert "There is nothing to explain." in text(section(root, "causes"))


def test_overview_keeps_its_labels_inside():
    names = {f"a-rather-long-name-of-a-table-{k}": (TABLES["report-4"][0], [{}]) for k in range(55)}
    for tables in (TABLES, names):
        figure = overview(contents(validated(tables)))
        figure.draw_without_rendering()
        boxes = [box.get_tightbbox() for box in (*figure.axes, *(axes.get_legend() for axes in figure.axes))]
        assert all(figure.bbox.x0 <= box.x0 and box.x1 <= figure.bbox.x1 for box in boxes)
        assert all(figure.bbox.y0 <= box.y0 and box.y1 <= figure.bbox.y1 for box in boxes)
        left, right = (axes.get_legend().get_window_extent() for axes in figure.axes)
        assert left.x1 < right.x0


def test_every_explained_and_unexplained_difference_is_a_mark(dataset):
    found, open_ = overview(contents(dataset)).axes[1].lines
    np.testing.assert_allclose(found.get_xydata(), [[0.5, 0.0], [0.1, 0.0]])
    np.testing.assert_allclose(open_.get_xydata(), [[0.5 / 9.5, 1.0]])


@pytest.mark.parametrize(
    ("number", "digits", "decimals", "parts"),
    [
        (2.2512345678912, 11, 2, ("2.25", "12345679")),
        (-1.5, 5, 1, ("−1.5", "000")),
        (12.75, 4, 0, ("12", ".75")),
        (123.4, 3, 2, ("123", "")),
        (0.0, 11, 2, ("0", "")),
        (1.25e-7, 3, 2, ("1.25e−07", "")),
        (nan, 11, 2, ("", "")),
        (inf, 11, 2, ("", "")),
    ],
)
def test_numbers_are_parted_where_the_printed_ones_end(number, digits, decimals, parts):
    found = shown(number, digits, decimals)
    assert (found.digits, found.beyond) == parts


def test_columns_are_lined_up_at_their_points():
    assert [shown(number, 4, 2).places for number in (1.5, 15.0, 1500.0, nan)] == [4, 3, 0, 0]


@pytest.mark.parametrize(
    ("value", "places", "digits"), [(12.3, 3, 5), (0.012, 3, 2), (0.99, 2, 2), (1e-9, 3, 1), (0.0, 3, 1), (100.0, 0, 3)]
)
def test_digits_down_to_a_place(value, places, digits):
    assert digits_to(value, places) == digits


def test_a_change_of_frequency_is_not_shown_to_digits_that_it_lost():
    assert lines(tree(peculiar), "table-change")[1][3] == "0.123457"


@pytest.mark.parametrize(
    ("value", "words"), [(0.0, "0"), (-0.2, "0"), (-3.0, "−3"), (12345.0, "+12\N{NO-BREAK SPACE}345"), (nan, "")]
)
def test_units_off(value, words):
    assert units_off(value) == words


@pytest.mark.parametrize(
    ("relative", "words"),
    [(2.2, "factor 3.2"), (-0.75, "factor 0.25"), (0.012, "+1.2 %"), (-0.2, "−20 %"), (-1.5, "−150 %"), (inf, "")],
)
def test_deviation_is_a_factor_or_per_cent(relative, words):
    assert deviation(relative) == words.replace(" %", "\N{NO-BREAK SPACE}%")


def test_counts_add_up(dataset):
    values = all_values(contents(dataset))
    counts = tally(values)
    assert counts.values == sum(counts.verdicts.values()) == len(values) == dataset.sizes["value"]
    assert list(counts.verdicts) == [verdict.name for verdict in VERDICTS]
    assert (counts.judged, counts.confirmed, counts.unexplained, counts.below_ritz) == (7, 4, 1, 1)
    assert tally([]).share == ""


def test_a_difference_from_zero_is_the_worst():
    rows = [differing("9.00", 1.0, GEAR), differing("0.30", 0.0, "unexplained"), differing("0.50", 0.0, GEAR), {}]
    (table,) = contents(validated({"x": (TABLES["report-4"][0], rows)}))
    assert [value.printed for value in worst(table.values)] == ["0.50", "0.30", "9.00"]
    assert [value.printed for value in worst(table.values, 1)] == ["0.50"]


def test_a_tenth_is_as_bad_as_ten_times():
    rows = [differing(printed, 1.0, GEAR) for printed in ("1.5", "0.2", "3.0", "0.1", "-1.0")]
    (table,) = contents(validated({"x": (TABLES["report-4"][0], rows)}))
    assert [value.printed for value in worst(table.values)] == ["-1.0", "0.1", "0.2", "3.0", "1.5"]


def test_a_table_without_values_says_so():
    assert "No value to judge." in text(section(tree(peculiar), "table-empty"))
    assert "empty: no values; plain: confirmed 1" in text(section(tree(peculiar), "overview-desc"))


def test_unexplained_comes_last_however_many_there_are():
    rows = [differing("9", 1.0, cause) for cause in (*["unexplained"] * 3, "unexplained: not b", "b", "a", "c", "c")]
    (table,) = contents(validated({"x": (TABLES["report-4"][0], rows)}))
    assert list(by_cause(table.values)) == ["c", "a", "b", "unexplained", "unexplained: not b"]
    assert tally(table.values).unexplained == 4


def test_json_tells_counts_and_differences(dataset):
    found = json.loads(as_json(dataset), parse_constant=pytest.fail)
    assert {name: found[name] for name in ("flexarm_version", "assumed_modes", "fem", "exact_digits")} == {
        "flexarm_version": "1.2.3",
        "assumed_modes": "assumed_modes:legendre:12",
        "fem": "fem:20",
        "exact_digits": 11,
    }
    assert found["total"] == {
        "values": 9,
        "confirmed": 3,
        "confirmed within one unit": 1,
        "right by its own approximation": 0,
        "differs": 3,
        "cannot be judged": 2,
        "model error": 2,
        "arithmetic error": 0,
        "misprint": 0,
        "measured": 0,
        "unexplained": 1,
        "below Rayleigh-Ritz": 1,
    }
    assert found["sources"]["A. Thesis (2002)"]["tables"] == ["thesis-2.1", "thesis-2.6"]
    assert found["sources"]["A. Thesis (2002)"]["values"] == 7
    assert list(found["tables"]) == list(TABLES)
    assert found["tables"]["report-4"]["cannot be judged"] == 1
    first, *_, last = found["differences"]
    assert (first["table"], first["row"], first["printed"], first["exact"]) == ("thesis-2.1", 1, "3.00", 2.0)
    assert (first["units_off"], first["cause"], first["explained"]) == (100.0, GEAR, True)
    assert (last["recomputed"], last["explained"]) == (None, False)


def test_json_takes_attributes_of_numpy_s(dataset, tmp_path):
    save_dataset(dataset, tmp_path / "validation.nc")
    assert as_json(load_dataset(tmp_path / "validation.nc")) == as_json(dataset)


def test_terminal_summary(dataset):
    found = [line.split() for line in as_text(dataset).splitlines()]
    assert ["A.", "Thesis", "7", "3", "0", "2", "0", "0", "0", "1", "1"] in found
    assert ["all", "9", "4", "0", "2", "0", "0", "0", "1", "2"] in found
    assert max(map(len, as_text(dataset).splitlines())) <= 80


def test_values_of_a_few_tables_stand_on_the_terminal(dataset):
    found = [" ".join(line.split()) for line in as_values(dataset).splitlines()]
    assert f"1 omega, mode 3 3.00 rad/s 2.00000 +50 % differs: {GEAR}" in found
    assert "2 measured, mode 1 2.25 rad/s cannot be judged: the offset is not stated" in found
    assert as_values(validated({"x": (TABLES["report-4"][0], [{}] * 61)})) == ""


def test_csv_has_every_value_with_all_that_is_found(dataset):
    rows = list(csv.DictReader(as_csv(dataset).splitlines()))
    assert [row["printed"] for row in rows] == dataset.printed.values.tolist()
    assert set(rows[0]) == {name for name in dataset.data_vars if dataset[name].dims == ("value",)}
    assert (rows[2]["cause"], rows[2]["error"], rows[2]["expected"], rows[2]["chance"]) == (
        GEAR,
        "model error",
        "2.0",
        "",
    )


def test_latex_has_a_table_a_table_with_its_causes(dataset):
    found = as_latex(dataset)
    assert found.count(r"\begin{longtable}") == found.count(r"\end{longtable}") == 3
    assert r"\caption{Shoulder unlocked \& locked (A. Thesis (2002), table 2.1)}\label{tab:thesis-2.1} \\" in found
    assert r" & omega, mode 3 & 3.00 rad/s & 2.00000 & +100 & differs, model error & 1 \\" in found
    assert rf"\item {GEAR}" in found


def test_latex_takes_any_letter_for_what_it_is():
    found = as_latex(hostile())
    assert r"\& \"x\" 'y' \$m\textasciicircum{}2 \{\{ 7 * 7 \}\}".replace('\\"', '"') in found
    assert r"\label{tab:a-b-c-20-}" in found
    assert not re.search(r"(?<!\\)[#%](?! needs)", found)


def test_page_says_what_was_computed_when_and_with_what(page):
    assert "flexarm 1.2.3, 2026-01-31, x86_64, Linux." in text(section(page, "top"))
    assert "Parameters: L = 14 m." in text(section(tree(peculiar), "table-plain"))


def test_headline_counts_kinds_of_error():
    rows = [
        differing("3.0", 2.0, "a"),
        differing("4.0", 2.0, "b", error="misprint"),
        differing("5.0", 2.0, "unexplained"),
    ]
    rows.append(differing("6.0", 2.0, "cut", verdict="right by its own approximation"))
    top = text(section(parsed(as_page(validated({"x": (TABLES["report-4"][0], rows)}))), "top"))
    assert "3 values differ: 1 model error, 1 misprint, 1 unexplained." in top
    assert "0 of 4 are confirmed. 1 more are right by an approximation that their source states." in top


def test_a_table_of_ones_own_is_not_said_to_have_what_it_has_not():
    root = parsed(as_page(validated({"mine": (TABLES["report-4"][0], [differing("3.0", 2.0, "unexplained")])})))
    told = text(root)
    assert "1 published table, 1 value," in told
    assert "1 value differs: 1 unexplained." in told
    assert all(word not in told for word in ("own equations", "Responses", "bounds", "basis", "rigid-body modes"))


def test_chance_is_stated_for_values_and_for_all():
    rows = [
        differing("3.0", 2.0, "a", chance=0.25, tried=3, confirmed_by_route=1),
        differing("4.0", 2.0, "unexplained: it is not that a", chance=0.0001, tried=3),
        differing("4.125", 2.0, "a", chance=0.01, tried=2, confirmed_by_route=1),
        differing("5.0", 2.0, "unexplained"),
    ]
    made = validated({"x": (TABLES["report-4"][0], rows)})
    root = parsed(as_page(made))
    assert [line[6] for line in lines(root, "table-x")[1:]] == ["25 %", "< 0.1 %", "1 %", ""]
    assert lines(root, "sure")[1:] == [
        ["one or two", "2", "1", "0.3"],
        ["three", "0", "0", "0.0"],
        ["four or more", "1", "1", "0.0"],
        ["any", "3", "2", "0.3"],
    ]
    assert [(one.tried, one.met) for one in chances(all_values(contents(made)))] == [(2, 1), (0, 0), (1, 1), (3, 2)]


def test_chosen_terms_stand_beside_the_other_choices():
    made = validated(dict.fromkeys("xy", TABLES["report-4"]), choices="wiedemann-5 12 3 12 7 0")
    (one,) = choices(contents(made))
    assert (one.values, one.choices, one.best, one.next_best, one.median) == (24, 4, 24, 14, 10.0)
    told = "Of 4 choices the best has a root that rounds to 24 of 24 printed values; the next best to 14, the median to"
    assert f"{told} 10." in text(section(parsed(as_page(made)), "sure"))


def test_what_was_fitted_stands_in_a_footnote():
    assert notes("fitted") == [GEAR, "Fitted: the degree, 4, chosen; 5 gives the same"]


def test_every_value_has_a_place_of_its_own(page):
    rows = [row.get("id") for row in section(page, "table-thesis-2.1").iter(f"{HTML}tr") if row.get("id")]
    assert rows[:2] == ["table-thesis-2.1-r1-omega-m1", "table-thesis-2.1-r1-omega-m2"]
    assert len(rows) == 5


def test_files_are_the_page_the_findings_and_the_dataset(dataset, tmp_path):
    folder = tmp_path / "new" / "report"
    assert write_report(dataset, folder) == folder / "validation.html"
    assert {path.suffix for path in folder.iterdir()} == {".html", ".json", ".csv", ".tex", ".nc"}
    assert load_dataset(folder / "validation.nc").identical(dataset)
    assert (folder / "validation.html").read_text(encoding="utf-8") == written(validated)
    assert (folder / "validation.json").read_text(encoding="utf-8") == as_json(dataset)


def test_nothing_is_written_when_the_page_fails(tmp_path, monkeypatch):
    monkeypatch.setattr("compare.report.page.as_page", lambda dataset: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write_report(validated(), tmp_path / "report")
    assert list(tmp_path.iterdir()) == []


def test_folders_that_can_be_written_are_let_pass_and_left_alone(tmp_path):
    require_folder(tmp_path)
    require_folder(tmp_path / "new" / "report")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("refused", [require_folder, lambda path: write_report(validated(), path)])
@pytest.mark.parametrize(("name", "got"), [("file", "(not a directory|file exists)"), ("file/in", "not a directory")])
def test_folders_that_are_refused(tmp_path, refused, name, got):
    (tmp_path / "file").write_text("kept", encoding="utf-8")
    with pytest.raises(InputError, match=f"{name}: wanted a folder that can be written to, got {got}"):
        refused(tmp_path / name)
    assert (tmp_path / "file").read_text(encoding="utf-8") == "kept"
