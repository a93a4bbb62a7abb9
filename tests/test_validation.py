"""Published values judged: the verdicts by table, and the rules behind them."""

import numpy as np
import pytest

import compare
from compare.judging.verdict import agrees, judged, lies_below, units_off
from compare.published import load, names
from compare.routes.conditions import Terms
from compare.routes.table import ROUTES
from compare.routes.two_beams import frequencies
from flexarm.datasets import load_dataset, save_dataset
from flexarm.errors import InputError
from tests.readme import VALIDATION, said_after
from tests.shell import run

pytestmark = pytest.mark.filterwarnings("error")

# table: confirmed, confirmed within one unit, differs, unexplained of those that differ, cannot be judged
VERDICTS = {
    "hufnagel-4.4": (0, 1, 7, 1, 0),
    "hufnagel-4.5": (3, 0, 9, 6, 0),
    "hufnagel-4.6": (3, 0, 9, 6, 0),
    "hufnagel-4.36": (7, 0, 0, 0, 0),
    "hufnagel-5.2": (0, 0, 9, 0, 0),
    "hufnagel-5.3": (0, 0, 6, 6, 0),
    "hufnagel-5.14": (0, 0, 0, 0, 0),
    "hufnagel-A": (0, 0, 0, 0, 2),
    "hufnagel-C": (3, 0, 0, 0, 0),
    "ramakrishnan-2": (9, 9, 0, 0, 2),
    "ramakrishnan-3": (1, 2, 10, 8, 3),
    "ramakrishnan-4": (0, 0, 0, 0, 8),
    "wiedemann-2.1": (10, 0, 0, 0, 0),
    "wiedemann-2.2": (49, 1, 0, 0, 0),
    "wiedemann-2.3": (49, 1, 0, 0, 0),
    "wiedemann-2.4": (19, 1, 0, 0, 0),
    "wiedemann-2.5": (10, 2, 4, 4, 0),
    "wiedemann-2.6": (2, 0, 13, 9, 0),
    "wiedemann-2.7": (0, 0, 15, 10, 0),
    "wiedemann-2.8": (2, 1, 12, 12, 0),
    "wiedemann-2.9": (1, 0, 14, 10, 0),
    "wiedemann-2.10": (5, 1, 9, 0, 0),
    "wiedemann-2.11": (1, 1, 1, 1, 0),
    "wiedemann-2.12": (0, 3, 2, 2, 0),
    "wiedemann-2.13": (1, 1, 2, 2, 0),
    "wiedemann-3.1": (20, 0, 20, 0, 0),
    "wiedemann-3.2": (40, 0, 0, 0, 0),
    "wiedemann-3.3": (15, 2, 23, 0, 0),
    "wiedemann-3.4": (40, 0, 0, 0, 0),
    "wiedemann-3.5": (10, 0, 0, 0, 0),
    "wiedemann-3.6": (11, 1, 0, 0, 0),
    "wiedemann-4.1": (16, 1, 7, 0, 0),
    "wiedemann-4.2": (15, 2, 7, 0, 0),
    "wiedemann-4.3": (15, 2, 7, 0, 0),
    "wiedemann-4.4": (16, 0, 8, 1, 0),
    "wiedemann-4.5": (0, 3, 1, 0, 0),
    "wiedemann-4.6": (24, 0, 0, 0, 0),
    "wiedemann-4.7": (10, 2, 0, 0, 0),
    "wiedemann-4.8": (2, 0, 6, 1, 0),
    "wiedemann-5.1": (0, 0, 16, 2, 0),
    "wiedemann-5.2": (6, 0, 10, 0, 0),
    "wiedemann-5.3": (3, 0, 13, 1, 0),
    "wiedemann-5.4": (4, 0, 12, 0, 0),
    "wiedemann-5.5": (3, 0, 13, 1, 0),
    "wiedemann-5.6": (4, 0, 12, 0, 0),
    "wiedemann-5.7": (5, 2, 9, 0, 0),
    "wiedemann-5.8": (10, 4, 2, 0, 0),
    "wiedemann-5.9": (1, 2, 1, 0, 0),
    "wiedemann-5.10": (24, 0, 0, 0, 0),
    "wiedemann-5.11": (0, 0, 12, 0, 0),
    "wiedemann-5.12": (3, 0, 3, 3, 0),
    "wiedemann-6.1": (2, 0, 6, 2, 0),
    "wiedemann-6.2": (6, 1, 5, 1, 0),
    "wiedemann-6.3": (8, 0, 8, 5, 0),
    "wiedemann-6.4": (6, 0, 2, 0, 0),
    "wiedemann-6.5": (1, 0, 3, 2, 0),
    "wiedemann-6.6": (0, 0, 0, 0, 61),
    "wiedemann-6.7": (0, 0, 0, 0, 0),
    "wiedemann-6.8": (0, 0, 0, 0, 9),
    "wiedemann-7.1": (8, 0, 0, 0, 0),
    "wiedemann-7.2": (5, 1, 2, 0, 0),
    "wiedemann-section-2.8.1": (0, 0, 5, 4, 0),
    "wiedemann-section-2.8.2": (2, 0, 2, 0, 0),
    "wiedemann-section-2.10": (1, 1, 2, 2, 0),
    "wiedemann-section-3.3": (2, 0, 10, 10, 0),
    "wiedemann-section-4.3": (2, 1, 13, 13, 0),
    "wiedemann-section-4.4": (0, 0, 1, 1, 0),
    "wiedemann-section-7.1": (4, 1, 5, 2, 0),
    "wiedemann-section-7.2.1": (3, 0, 2, 2, 0),
    "wiedemann-section-7.2.2": (0, 0, 3, 2, 0),
    "wiedemann-section-7.2.3": (5, 1, 1, 1, 0),
    "wiedemann-section-7.2.4": (3, 1, 4, 1, 0),
    "wiedemann-section-7.2.5": (2, 1, 5, 3, 0),
    "wiedemann-section-9.4": (0, 0, 3, 1, 2),
    "wiedemann-section-10.5": (0, 0, 8, 6, 0),
    "wiedemann-section-10.6": (2, 0, 6, 4, 0),
}


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """What the README's command prints, and the folder that it fills: a minute's work, done once."""
    folder = tmp_path_factory.mktemp("validation")
    return run(VALIDATION, folder), folder / "report"


@pytest.fixture(scope="module")
def everything(report):
    return load_dataset(report[1] / "validation.nc")


@pytest.mark.slow
def test_the_summary_is_what_the_readme_says(report):
    printed, folder = report
    assert printed.strip("\n") == said_after(VALIDATION).strip("\n")
    assert {path.name for path in folder.iterdir()} >= {"validation.html", "validation.nc"}


@pytest.mark.slow
def test_verdicts_by_table(everything):
    found = {str(name): verdicts(everything, name) for name in everything.table.values}
    assert found == VERDICTS
    assert list(found) == names()


def verdicts(dataset, table):
    of = dataset.isel(value=dataset.of_table.values == table)
    kinds = ("confirmed", "confirmed within one unit", "differs", "cannot be judged")
    confirmed, close, differs, unjudged = (int(np.sum(of.verdict.values == kind)) for kind in kinds)
    return confirmed, close, differs, int(np.sum(np.char.startswith(of.cause.values, "unexplained"))), unjudged


@pytest.mark.slow
def test_what_must_hold_of_every_value(everything):
    d = everything
    differs = d.verdict.values == "differs"
    unjudged = d.verdict.values == "cannot be judged"
    explained = d.confirmed_by_route.values == 1
    near = d.verdict.values == "confirmed within one unit"
    named = d.cause.values != ""
    assert np.all(named[differs])
    assert not np.any(named[~differs & ~near])
    assert np.all((d.reason.values != "") == unjudged)
    assert np.all(np.isnan(d.units_off.values) == unjudged)
    assert np.all(np.char.startswith(d.cause.values[differs & ~explained], "unexplained"))
    assert not np.any(np.char.startswith(d.cause.values[explained], "unexplained"))
    last = 10.0**-d.decimals.values
    # A cause reproduces the printed value, and with what it leaves out it gives the expected one.
    assert np.all(np.abs(d.recomputed - d.published).values[explained] <= 1.5 * last[explained] + 1e-12)
    put_back = explained & np.isfinite(d.completed.values)
    assert np.all(np.abs(d.completed - d.expected).values[put_back] <= 0.5 * last[put_back] + 1e-12)
    # No Ritz value lies below the exact one.
    both = np.isfinite(d.exact.values) & np.isfinite(d.fem.values) & (d.quantity.values == "frequency")
    assert np.all(d.fem.values[both] >= d.exact.values[both] * (1.0 - 1e-11))
    assert np.all(d.assumed_modes.values[both] >= d.exact.values[both] * (1.0 - 1e-11))


def test_dataset_of_a_few_tables(tmp_path):
    seen = []
    dataset = compare.validation(["wiedemann-2.1", "wiedemann-4.8"], progress=lambda *step: seen.append(step))
    assert seen == [(0, 2, "wiedemann-2.1"), (1, 2, "wiedemann-4.8"), (2, 2, "")]
    assert (dataset.sizes["value"], dataset.sizes["table"]) == (18, 2)
    assert all({"units", "long_name"} <= set(dataset[name].attrs) for name in dataset.variables)
    save_dataset(dataset, tmp_path / "v.nc")
    assert load_dataset(tmp_path / "v.nc").identical(dataset)


def test_a_rigid_body_mode_is_zero():
    dataset = compare.validation(["wiedemann-2.1"])
    first = dataset.isel(value=0)
    assert (first.printed.item(), first.exact.item(), first.verdict.item()) == ("0.00", 0.0, "confirmed")


def test_a_change_of_frequency_is_recomputed_on_both_arms():
    dataset = compare.validation(["wiedemann-6.5"])
    last = dataset.isel(value=-1)
    assert last.expected.item() == pytest.approx(0.24112 - 0.30513, abs=2e-5)
    cell = load("wiedemann-6.5").cells[-1]
    after, before = (frequencies(arm, 1, Terms())[0] for arm in (cell.arm, cell.before))
    assert last.recomputed.item() == pytest.approx(after - before, rel=1e-9)


CELL = load("wiedemann-2.1").cells[1]  # printed: 0.39


@pytest.mark.parametrize(
    ("value", "units", "verdict"),
    [
        (0.3949, 0, "confirmed"),
        (0.3851, 0, "confirmed"),
        (0.3951, -1, "confirmed within one unit"),
        (0.3849, 1, "confirmed within one unit"),
        (0.4051, -2, "differs"),
        (-0.39, 78, "differs"),
    ],
)
def test_rule_of_the_verdict(value, units, verdict):
    assert CELL.text == "0.39"
    assert units_off(CELL.text, value) == units
    found = judged(CELL, value)
    assert (found.units_off, found.verdict) == (units, verdict)
    assert agrees(CELL.text, value) == (abs(units) <= 1)


def test_what_lies_below_a_bound():
    assert lies_below(CELL, 0.3951)
    assert not lies_below(CELL, 0.3949)
    assert not agrees(CELL.text, float("nan"))


OWN = """
caption = "Clamped beam"
method = "closed form"
[source]
author = "A. Student"
title = "Notebook"
place = "page 1"
[parameters]
L = { value = 1.0, unit = "m" }
[arm]
[[arm.link]]
length = "$L"
mass_per_length = 1.0
flexural_rigidity = 1.0
angle = 0.0
joint = "$root"
[joints]
root = { state = "rigid" }
[variants.hinged]
joints.root = { state = "locked", stiffness = 1.0 }
[[column]]
name = "omega"
role = "frequency"
unit = "rad/s"
mode = 1
[values]
rows = [["VALUE"]]
[[cause]]
text = "the clamp yields"
CAUSE
"""


def own(tmp_path, value, cause):
    path = tmp_path / "own.toml"
    path.write_text(OWN.replace("VALUE", value).replace("CAUSE", cause), encoding="utf-8")
    return path


# Clamped: 3.51602; with a hinge of stiffness EI/L: 1.24792² = 1.5573 (Blevins 1979, table 8-1).
@pytest.mark.parametrize(
    ("value", "verdict", "cause"),
    [
        ("3.516", "confirmed", ""),
        ("1.557", "differs", "the clamp yields"),
        ("2.0", "differs", "unexplained: it is not that the clamp yields"),
    ],
)
def test_a_table_of_ones_own(tmp_path, value, verdict, cause):
    dataset = compare.validation([own(tmp_path, value, 'variant = "hinged"')])
    assert (dataset.verdict.item(), dataset.cause.item()) == (verdict, cause)


def test_an_unknown_route_is_refused(tmp_path):
    with pytest.raises(InputError, match=f"own: cause.route: wanted .*{next(iter(ROUTES))}.*, got 'nonsense'"):
        compare.validation([own(tmp_path, "2.0", 'route = "nonsense"')])


@pytest.mark.parametrize(
    ("tables", "text"),
    [
        ([], "tables: wanted one table or more, each once, got none"),
        (["wiedemann-2.1", "wiedemann-2.1"], "got wiedemann-2.1 more than once"),
        (["wiedemann-9.9"], "wiedemann-9.9"),
    ],
)
def test_wrong_tables_are_refused(tables, text):
    with pytest.raises(InputError, match=text):
        compare.validation(tables)


def test_wrong_backends_are_refused():
    with pytest.raises(InputError, match="nonsense"):
        compare.validation(["wiedemann-2.1"], fem="nonsense")
