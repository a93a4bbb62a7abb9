"""Families of assumed shapes on root springs, without gravity and under it."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import compare
from assumed_modes import AssumedModes
from compare.studies.rigid_model import on_spring
from compare.studies.shape_families import CORRECTIONS, FAMILIES, GRAVITY, WITHOUT
from exact import Exact
from flexarm.errors import InputError, QuestionError
from flexarm.examples import example

BARE = replace(example("hufnagel-case1"), gravity=(GRAVITY, 0.0))
LOADED = replace(example("hufnagel-case1-mass-b"), name="loaded", gravity=(GRAVITY, 0.0))
SPRINGS = (0.0, 20.0)
PAGE = (Path(__file__).parents[1] / "docs" / "published-tables.md").read_text(encoding="utf-8")
SECTION = PAGE[PAGE.index("| family | without gravity") :]


@pytest.fixture(scope="module")
def found():
    return compare.shape_families([BARE, LOADED], SPRINGS)


def test_every_family_is_asked_in_every_way(found):
    sizes = {"arm": 2, "stiffness": 2, "family": len(FAMILIES), "gravity": 5, "mode": 2}
    assert dict(found.angular_frequency.sizes) == sizes
    assert list(found.gravity.values) == [WITHOUT, *CORRECTIONS]
    assert all({"units", "long_name"} <= set(found[name].attrs) for name in found.variables)


def test_numbers_are_the_backends(found):
    arm = on_spring(LOADED, 20.0)
    at = found.sel(arm="loaded", stiffness=20.0)
    monomials = AssumedModes("monomial", 3, gravity_correction="hufnagel").modes(arm, 2).angular_frequency
    one = at.sel(family="monomial", gravity="hufnagel")
    assert one.angular_frequency.values == pytest.approx(monomials, rel=1e-12)
    truth = Exact().modes(arm, 2).angular_frequency
    assert one.exact_angular_frequency.values == pytest.approx(truth, rel=1e-12)
    assert one.relative_error.values == pytest.approx(monomials / truth - 1.0, rel=1e-9)


def test_without_gravity_a_hinge_lets_the_arm_turn(found):
    at = found.sel(stiffness=0.0, gravity=WITHOUT, mode=1)
    assert np.all(at.angular_frequency == 0.0)
    assert np.all(np.isnan(at.relative_error))
    assert np.all(found.sel(stiffness=0.0, gravity="full").angular_frequency > 0.0)


def test_with_the_full_rise_no_family_lies_below_the_exact_frequencies(found):
    for way in (WITHOUT, "full"):
        errors = found.relative_error.sel(gravity=way).values
        assert np.all(errors[np.isfinite(errors)] > -1e-11)


def test_families_of_one_span_differ_only_by_his_correction(found):
    """Monomials and admissible polynomials span the same: what sets them apart is the correction of one shape."""
    omega = found.angular_frequency
    for way, alike in ((WITHOUT, True), ("full", True), ("none", True), ("hufnagel", False), ("hufnagel-tip", False)):
        one, other = (omega.sel(family=family, gravity=way, stiffness=20.0) for family in ("monomial", "admissible"))
        assert (np.max(np.abs(one / other - 1.0)) < 1e-11) == alike


def test_his_corrections_recover_most_of_what_he_left_out(found):
    one = found.relative_error.sel(family="clamped-mass", stiffness=20.0, mode=1)
    left_out, corrected = (abs(one.sel(gravity=way)) for way in ("none", "hufnagel"))
    assert np.all(left_out > 0.09)
    assert np.all(corrected < 0.2 * left_out)


def test_a_falling_arm_has_no_number():
    standing = replace(BARE, gravity=(-GRAVITY, 0.0))
    found = compare.shape_families([standing], (0.0,), families=("comparison",), count=1)
    assert np.isnan(found.exact_angular_frequency.sel(gravity="full").item())
    assert found.exact_angular_frequency.sel(gravity=WITHOUT).item() == 0.0


def test_the_table_has_the_worst_error(found):
    text = compare.text(found)
    worst = 100.0 * found.relative_error.sel(arm="loaded", family="monomial", gravity="none", mode=1).min().item()
    assert f"{worst:+.2f} %" in text
    assert "loaded, mode 2" in text
    assert "clamped-mass" in text


@pytest.mark.slow
def test_the_documented_errors():
    errors = 100.0 * compare.shape_families([LOADED]).relative_error.isel(arm=0)
    rows = re.findall(r"^\| `([a-z-]+)` \|(.*)\|$", SECTION, re.MULTILINE)
    assert {family for family, _ in rows} == set(FAMILIES)
    for family, cells in rows:
        for way, cell in zip(errors.gravity.values, cells.split("|"), strict=True):
            told = [float(number.replace("−", "-")) for number in cell.split(",")]
            found = errors.sel(family=family, gravity=way).fillna(0.0)
            worst = [one.values[np.argmax(np.abs(one.values))] for one in (found.sel(mode=1), found.sel(mode=2))]
            assert told == pytest.approx(worst, abs=0.006), (family, way)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"arms": []}, "arms: wanted one Arm or more"),
        ({"stiffnesses": (-1.0,)}, "stiffnesses1: wanted a number that is not negative"),
        ({"stiffnesses": ()}, "stiffnesses: wanted one stiffness or more"),
        ({"families": ()}, "families: wanted one family of shapes or more"),
        ({"families": ("bessel",)}, "family: wanted one of"),
        ({"count": 0}, "count: wanted a whole number of 1 or more"),
    ],
)
def test_refusals(settings, told):
    with pytest.raises(InputError, match=told):
        compare.shape_families(**{"arms": [BARE], "stiffnesses": (1.0,), **settings})


def test_other_arms_are_refused():
    with pytest.raises(QuestionError, match="one flexible link"):
        compare.shape_families([example("double-link")])
