"""Hufnagel's tables under gravity: his equations again, what fits where he states nothing, and the format they need."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import compare
from assumed_modes import AssumedModes
from compare.published import load
from compare.routes import hufnagel
from compare.routes.catalogue import ROUTES
from compare.routes.hufnagel_rayleigh import ELASTIC, GRAVITY, KINETIC, frequency_error, gravity_constant
from compare.routes.route import NOTHING
from exact import Exact
from flexarm.errors import InputError, QuestionError
from flexarm.examples import example
from flexarm.parts import Body, Joint

HERTZ, LINE = 2.0 * np.pi, 0.03125
POUND_INCH = 4.4482216152605 * 0.0254
HANGING = example("hufnagel-case1-hanging")


def on_spring(arm, stiffness):
    link = arm.links[0]
    return replace(arm, links=(replace(link, joint=Joint.locked(stiffness, link.joint.hub_inertia)),))


def at(name, row, column):
    (cell,) = (cell for cell in load(name).cells if (cell.row, cell.column) == (row, column))
    return cell


def nearest_lines(arm, count=2):
    return np.round(AssumedModes("legendre", 8).modes(arm, count).frequency / LINE) * LINE


# His equations --------------------------------------------------------------------------------------


@pytest.mark.parametrize("stiffness", [0.0, 31.18, 291.5, 3e5])
def test_his_exact_model_is_that_of_shapes_without_the_rise(stiffness):
    """Two independent ways to the model of his section 3.1: the determinant, and many shapes without the rise."""
    arm = on_spring(HANGING, stiffness * POUND_INCH)
    shapes = AssumedModes("legendre", 12, gravity_correction="none").modes(arm, 3).angular_frequency
    assert hufnagel.frequencies(arm, 3) == pytest.approx(shapes, rel=1e-9)


def test_his_exact_model_without_gravity_is_exact():
    arm = replace(on_spring(HANGING, 3.0), gravity=None)
    assert hufnagel.frequencies(arm, 3) == pytest.approx(Exact().modes(arm, 3).angular_frequency, rel=1e-10)


def test_the_rise_put_back_makes_it_exact():
    cell = at("hufnagel-4.4", 4, "f_1_ana")
    route = ROUTES["hufnagel-3.46"]
    left_out, whole = (route.answers(cell, 2, kept) / HERTZ for kept in (NOTHING, frozenset(route.terms)))
    assert whole == pytest.approx(Exact().modes(cell.arm, 2).frequency, rel=1e-10)
    assert left_out[0] == pytest.approx(1.235, abs=5e-4)
    assert np.all(left_out < whole)


def test_his_equations_are_refused_where_they_do_not_hold():
    lying = example("hufnagel-case1-lying")
    for arm in (lying, HANGING.with_payload(Body(1.0, 0.0)), example("double-link")):
        with pytest.raises(QuestionError, match=r"Hufnagel's equations of section 3\.1"):
            hufnagel.frequencies(arm, 1)


def test_his_constants_follow_from_his_polynomial():
    assert [Fraction(52, 405), Fraction(8, 5), Fraction(2561, 15120)] == [KINETIC, ELASTIC, GRAVITY]
    arm = at("hufnagel-4.36", 1, "frequency_constant").arm
    shape = AssumedModes("comparison", 1, gravity_correction="hufnagel")
    without, with_gravity = (shape.modes(each, 1).angular_frequency[0] for each in (arm, hanging(arm)))
    assert with_gravity**2 - without**2 == pytest.approx(gravity_constant(), rel=1e-12)
    assert without / Exact().modes(arm, 1).angular_frequency[0] - 1.0 == pytest.approx(frequency_error(), rel=1e-9)


def hanging(arm):
    return replace(arm, gravity=(1.0, 0.0))


def test_the_full_rise_in_the_same_polynomial_is_what_the_note_says():
    arm = at("hufnagel-4.36", 1, "frequency_constant").arm
    note = load("hufnagel-4.36").note
    for family, told in (("comparison", "1.558"), ("clamped-free", "1.571")):
        squares = [AssumedModes(family, 1).modes(each, 1).angular_frequency[0] ** 2 for each in (arm, hanging(arm))]
        assert f"{squares[1] - squares[0]:.3f}" == told
        assert told in note


# What fits where he states nothing ------------------------------------------------------------------


def test_a_fitted_body_at_the_tip_gives_the_four_values_of_case_1():
    for name in ("hufnagel-4.5", "hufnagel-4.6"):
        table = load(name)
        for cell in table.cells:
            if cell.row == 1 and cell.quantity == "frequency":
                arm = table.under(cell, table.causes[1]).arm
                assert arm.payload == Body(0.84e-3, 0.0)
                assert cut(nearest_lines(arm)[cell.mode - 1]) == cell.text


def cut(frequency):
    """Return a frequency as the source prints it: cut to three decimals."""
    return f"{np.floor(1000 * frequency + 1e-6) / 1000:.3f}"


def end_mass(case, ratio, inertia, gravity):
    """Return an arm of table 5.2 with an end mass of so many times the beam's, and an inertia in lb s² in."""
    arm = at("hufnagel-5.2", case, f"f_1_{'with' if gravity else 'no'}_g").arm
    return arm.with_payload(Body(ratio * arm.links[0].mass, inertia * POUND_INCH))


@pytest.mark.parametrize(
    ("case", "ratios", "inertias", "lines"),
    [
        (2, (1.025, 1.03), (0.0, 1e-3), (1.0625, 1.21875)),
        (3, (0.99, 1.01), (0.0, 8.8e-5), (2.3125, 2.4375)),
    ],
)
def test_the_end_masses_that_fit_are_those_told(case, ratios, inertias, lines):
    told = at("hufnagel-5.2", case, "f_1_no_g").fitted
    assert all(f"{ratio:g}" in told for ratio in ratios)
    for ratio in ratios:
        for inertia in inertias:
            arms = [end_mass(case, ratio, inertia, gravity) for gravity in (False, True)]
            assert tuple(nearest_lines(arm, 1)[0] for arm in arms) == lines
    stated = end_mass(case, 1.0, 0.0, True)
    assert (nearest_lines(stated, 1)[0] == lines[1]) == (case == 3)


def test_the_spring_that_fits_the_autospectrum():
    assert "92 in lb/rad" in at("hufnagel-A", 1, "f").unstated
    assert nearest_lines(on_spring(HANGING, 92 * POUND_INCH)) == pytest.approx([1.3125, 7.5])


# Verdicts -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def judged():
    return compare.validation(["hufnagel-4.4", "hufnagel-4.36", "hufnagel-5.2"])


def value(dataset, table, row, column):
    where = (dataset.of_table == table) & (dataset.row == row) & (dataset.column == column)
    return dataset.isel(value=int(np.flatnonzero(where.values)[0]))


def test_his_exact_model_is_told_apart_from_the_exact_one(judged):
    one = value(judged, "hufnagel-4.4", 3, "f_1_ana")
    assert one.verdict.item() == "differs"
    assert one.cause.item() == "the determinant of (3.46) leaves out the rise of the beam's mass as it bends"
    assert (f"{one.recomputed.item():.3f}", f"{one.exact.item():.3f}") == ("1.205", "1.326")


def test_a_measured_value_is_the_nearest_line(judged):
    one = value(judged, "hufnagel-4.4", 4, "f_1_exp")
    assert one.cause.item().startswith("the measured value is the line of the autospectrum nearest to it")
    assert (one.recomputed.item(), one.completed.item()) == (pytest.approx(1.375), one.exact.item())
    assert one.error.item() == "measured"
    change = value(judged, "hufnagel-5.2", 1, "change_due_to_g")
    assert change.recomputed.item() == pytest.approx(100 * (25 / 18 - 1))
    other = value(judged, "hufnagel-4.4", 2, "f_1_exp")
    assert other.cause.item() == "unexplained: a measured value, and nothing that was tried gives it"


def test_other_models_stand_beside_a_value(judged):
    told = value(judged, "hufnagel-4.4", 4, "f_1_exp").alternatives.item()
    assert "cantilever shapes, no rise by bending: 1.235 ≠ printed" in told
    assert "monomials, his correction: 1.411 ≠ printed" in told
    assert value(judged, "hufnagel-4.4", 4, "f_1_ana").alternatives.item() == ""


def test_what_is_assumed_stands_beside_a_value(judged):
    one = value(judged, "hufnagel-5.2", 2, "f_1_no_g")
    assert "states only that it is 1.0" in one.assumed.item()
    assert "1.03 times the beam's mass and no inertia are fitted" in one.fitted.item()
    assert value(judged, "hufnagel-5.2", 1, "f_1_no_g").assumed.item() == ""


def test_a_number_is_judged_by_its_formula_alone(judged):
    one = value(judged, "hufnagel-4.36", 1, "ratio_constant")
    assert (one.model.item(), one.verdict.item()) == ("formula hufnagel-4.36-constant", "confirmed")
    assert one.expected.item() == pytest.approx(4 * np.pi**2 / 1.3191964, rel=1e-7)
    assert np.isnan(one.exact.item())
    assert one.certified.item() == 0


# The format -----------------------------------------------------------------------------------------

OWN = """
caption = "Clamped beam, then softer"
method = "experiment"
[source]
author = "A. Student"
title = "Notebook"
place = "page 1"
[parameters]
EI = { value = 4.0, unit = "N m^2" }
[arm]
[[arm.link]]
length = 1.0
mass_per_length = 1.0
flexural_rigidity = "$EI"
angle = 0.0
joint = { state = "rigid" }
[variants.softer]
parameters.EI = { value = 1.0, unit = "N m^2" }
[variants.stiff]
assumed = "the rigidity is fitted"
[[column]]
name = "change"
role = "relative_change"
unit = "%"
mode = 1
from = "stiff"
variant = "softer"
[values]
rows = [["-50.0"]]
"""


def own(tmp_path, text=OWN, *changes):
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_relative_change_in_per_cent(tmp_path):
    dataset = compare.validation([own(tmp_path)])
    assert dataset.verdict.item() == "confirmed"
    assert dataset.expected.item() == pytest.approx(-50.0, rel=1e-10)
    cell = load(own(tmp_path)).cells[0]
    assert (cell.unit, cell.in_si, cell.row_texts["change"]) == ("%", 0.01, "-50.0")


def test_a_change_between_equal_arms_is_none(tmp_path):
    dataset = compare.validation([own(tmp_path, OWN, ("value = 1.0, unit", "value = 4.0, unit"), ("-50.0", "0.0"))])
    assert (dataset.verdict.item(), dataset.expected.item()) == ("confirmed", 0.0)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('unit = "%"', 'unit = "Hz"', "column1.unit: wanted a unit of dimension 1, got 'Hz'"),
        ('from = "stiff"\n', "", "column1.from: wanted a value: it is needed in a column of relative changes"),
        (
            "[values]",
            '[[cause]]\ntext = "x"\nspectral_line = 0.0\n[values]',
            "cause1.spectral_line: wanted the distance of a spectrum's lines, Hz: positive, got 0.0",
        ),
        (
            "[values]",
            '[[beside]]\ntext = "x"\n[values]',
            "beside1: wanted a variant or a model: what is to be computed, got none of them",
        ),
        ("[values]", '[[beside]]\ntext = "x"\nmodel = "fem:$n"\n[values]', "beside1: model: wanted a parameter"),
        ("[values]", '[[beside]]\nmodel = "fem"\n[values]', "beside1.text: wanted a text that is not empty"),
        ('role = "relative_change"', 'role = "number"', "column1.mode: wanted nothing, for a column of numbers"),
    ],
)
def test_refusals(tmp_path, old, new, told):
    with pytest.raises(InputError) as refused:
        load(own(tmp_path, OWN, (old, new)))
    assert told in str(refused.value)


def test_an_unknown_formula_is_refused(tmp_path):
    path = own(tmp_path, OWN, ("mode = 1", 'mode = 1\nformula = "nonsense"'))
    with pytest.raises(
        InputError, match=r"own: column change\.formula: wanted a formula that flexarm knows: .*hufnagel-"
    ):
        compare.validation([path])
