"""Published tables as data: the format, what is refused, and the files that come with flexarm."""

import math
import re
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import compare
from compare import published
from compare.published.cell import CHANGES
from compare.published.units import parse, to_si
from exact import Exact
from flexarm.arm import Arm
from flexarm.datasets import load_dataset, save_dataset
from flexarm.errors import InputError, QuestionError
from flexarm.examples import example
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Joint

PAGE = (Path(__file__).parents[1] / "docs" / "published-tables.md").read_text(encoding="utf-8")
OWN = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0]

# Values to judge in every table, counted on the printed page.
CELLS = {
    **{"ansys-VM48": 1, "ansys-VM50": 1, "ansys-VM52": 2, "ansys-VM61": 2, "ansys-VM70": 1, "ansys-VM89": 2},
    **{"asme-1972-1": 5, "code-aster-SDLL01": 10, "code-aster-SDLL02": 8, "code-aster-SDLL04": 8},
    **{"code-aster-SDLL15": 18, "code-aster-SDLL23": 6, "code-aster-SDLL101": 20, "code-aster-SDLL108": 8},
    **{"code-aster-SDLL135": 14, "code-aster-SDLX01": 13, "code-aster-SDLX302": 10, "code-aster-SDLX400": 11},
    "deluca-arm": 4,
    **{"hufnagel-4.4": 8, "hufnagel-4.5": 12, "hufnagel-4.6": 12, "hufnagel-4.13": 5, "hufnagel-4.36": 7},
    **{"hufnagel-5.2": 9, "hufnagel-5.3": 6, "hufnagel-5.14": 0},
    **{"hufnagel-A": 2, "hufnagel-C": 3, "nafems-FV2": 16, "nafems-FV4": 6, "nafems-FV5": 4},
    **{"ramakrishnan-2": 20, "ramakrishnan-3": 16, "ramakrishnan-4": 8, "thomson-9.3-3": 4},
    **{"wiedemann-2-reference": 11, "wiedemann-2.1": 10, "wiedemann-2.2": 50, "wiedemann-2.3": 50, "wiedemann-2.4": 20},
    **{"wiedemann-2.5": 32, **{f"wiedemann-2.{k}": 30 for k in range(6, 11)}},  # half of them errors in per cent
    **{"wiedemann-2.11": 3, "wiedemann-2.12": 5, "wiedemann-2.13": 4},
    **{f"wiedemann-3.{k}": 40 for k in range(1, 5)},
    **{"wiedemann-3.5": 10, "wiedemann-3.6": 12},
    **{f"wiedemann-4.{k}": 24 for k in range(1, 5)},
    **{"wiedemann-4.5": 4, "wiedemann-4.6": 24, "wiedemann-4.7": 12, "wiedemann-4.8": 8},
    **{f"wiedemann-5.{k}": 16 for k in range(1, 9)},
    **{"wiedemann-5.9": 4, "wiedemann-5.10": 24, "wiedemann-5.11": 12, "wiedemann-5.12": 6},
    **{"wiedemann-6.1": 8, "wiedemann-6.2": 12, "wiedemann-6.3": 16, "wiedemann-6.4": 8, "wiedemann-6.5": 4},
    **{"wiedemann-6.6": 61, "wiedemann-6.7": 0, "wiedemann-6.8": 9, "wiedemann-7.1": 8, "wiedemann-7.2": 8},
    **{"wiedemann-section-1.3.2.1": 2, "wiedemann-section-2.4": 1, "wiedemann-section-2.8.1": 5},
    **{"wiedemann-section-2.8.2": 4, "wiedemann-section-2.8.2-numbers": 5, "wiedemann-section-2.9": 7},
    **{"wiedemann-section-2.10": 4, **{f"wiedemann-section-2.10-case-{k}": 3 + (k == 2) for k in (1, 2, 3)}},
    **{"wiedemann-section-3.3": 12, "wiedemann-section-4.3": 16, "wiedemann-section-4.4": 1},
    **{"wiedemann-section-6.2.3": 4},
    **{"wiedemann-section-7.1": 10, "wiedemann-section-7.2.1": 5, "wiedemann-section-7.2.2": 3},
    **{"wiedemann-section-7.2.3": 7, "wiedemann-section-7.2.4": 8, "wiedemann-section-7.2.5": 8},
    **{"wiedemann-section-7.3": 2, "wiedemann-section-7.4": 4, "wiedemann-section-8.4": 8},
    "wiedemann-section-8.4.1": 3,
    **{"wiedemann-section-9.4": 5, "wiedemann-section-9.4-numbers": 8, "wiedemann-section-9.4.1": 2},
    **{"wiedemann-section-10.5": 8, "wiedemann-section-10.6": 8, "wiedemann-section-11.2": 23},
}


@pytest.fixture(scope="module")
def shipped():
    return {name: published.load(name) for name in published.names()}


@pytest.fixture
def own(tmp_path):
    """Load the documentation's table after replacements; each must hit."""

    def load(*changes, name="my-beam.toml"):
        text = OWN
        for old, new in changes:
            assert old in text, f"{old!r} is not in the example"
            text = text.replace(old, new, 1)
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return published.load(path)

    return load


# The shipped tables --------------------------------------------------------------------------------


def test_names_are_in_natural_order():
    names = published.names()
    assert names == list(CELLS)
    assert names.index("wiedemann-2.10") == names.index("wiedemann-2.9") + 1


def test_the_package_is_found_from_compare():
    assert compare.published.names() == published.names()
    assert "published" in dir(compare)


def test_every_file_is_package_data():
    """Hatch ships whatever lies in a package's folder."""
    found = {entry.name for entry in (files("compare") / "published" / "tables").iterdir()}
    assert found == {f"{name}.toml" for name in CELLS}


@pytest.mark.parametrize("name", CELLS)
def test_shipped_table(shipped, name):
    table = shipped[name]
    assert len(table.cells) == CELLS[name]
    assert table.name == name
    assert name.removesuffix("-numbers").rsplit("-", 1)[-1] in {*re.findall(r"[\w.]+", table.source.place), "reference"}
    for cell in table.cells:
        assert cell.arm is None or not cell.unstated
        assert cell.arm is not None or cell.unstated or cell.quantity == "number"
        assert (cell.before is None) == (cell.quantity not in CHANGES)
        assert cell.mode >= 1 or cell.unstated or cell.quantity in ("response", "number")
        assert (cell.asked is None) == (cell.quantity != "response" or bool(cell.unstated))
        assert cell.table == name
        assert math.isfinite(cell.value)


def test_wiedemann_prints_two_decimals(shipped):
    for name, table in shipped.items():
        if name.startswith("wiedemann"):
            judged = [cell for cell in table.cells if cell.quantity not in ("orthogonality", "response", "number")]
            assert {cell.decimals for cell in judged} <= {2}, name
    assert {cell.decimals for cell in shipped["ramakrishnan-3"].cells} == {4}
    assert {cell.decimals for cell in shipped["hufnagel-C"].cells} == {6}


def test_digits_of_ramakrishnan_2(shipped):
    digits = {(cell.column, cell.text): cell.decimals for cell in shipped["ramakrishnan-2"].cells}
    assert digits["f_PDEMOD", "2.863"] == 3
    assert digits["f_PDEMOD", "10.63"] == 2
    assert digits["f_transfer", "10.629"] == 3


def at(table, row, column):
    (cell,) = (cell for cell in table.cells if (cell.row, cell.column) == (row, column))
    return cell


def test_a_cell(shipped):
    cell = at(shipped["wiedemann-2.1"], 2, "omega_locked")
    assert (cell.text, cell.value, cell.decimals, cell.last_digit) == ("5.18", 5.18, 2, 0.01)
    assert (cell.quantity, cell.unit, cell.mode, cell.elastic, cell.partner) == ("frequency", "rad/s", 2, False, 0)
    assert (cell.model, cell.label, cell.unstated) == ("exact", "locked", "")
    assert cell.method.startswith("frequency determinant")
    assert cell.parameters["L"] == 14.0
    assert cell == at(published.load("wiedemann-2.1"), 2, "omega_locked")
    assert hash(cell) == hash(replace(cell))


def test_parameters_are_read_only(shipped):
    with pytest.raises(TypeError):
        shipped["wiedemann-2.1"].cells[0].parameters["L"] = 1.0


def test_single_link_is_the_shipped_example(shipped):
    arms = shipped["wiedemann-2.1"].arms
    assert list(arms) == ["unlocked", "locked"]
    for state, arm in arms.items():
        assert arm == replace(example(f"single-link-{state}"), name="")


def test_shuttle_arms_are_the_shipped_examples(shipped):
    fixed = shipped["wiedemann-5.8"].arms["theta_2 = 0 deg, theta_3 = 0 deg"]
    assert fixed == replace(example("shuttle-fixed-base"), name="")
    free = shipped["wiedemann-6.1"].arms["joint_config 1-1-1"]
    assert free == replace(example("shuttle-free-base"), name="")
    assert shipped["wiedemann-4.8"].arms == {"wiedemann-4.8": replace(example("two-beam-frame"), name="")}


def in_both_planes(arm):
    """Return a straight arm in space as those in its planes about y and about z, which keep their length."""
    return [
        Arm(
            Base.free(arm.base.mass, arm.base.inertia, arm.base.offset[:2]),
            tuple(
                Link(one.length, one.mass_per_length, one.flexural_rigidity[place], joint=one.joint)
                for one in arm.links
            ),
            arm.payload,
        )
        for place in (0, 1)
    ]


def test_imperial_arms_are_the_shipped_examples(shipped):
    *planar, spatial = (
        shipped["ramakrishnan-3"].arms[f"number {mark}"] for mark in ("1, plane zz", "1, plane yy", "2, plane axial")
    )
    for arm, plane in zip(planar, ("zz", "yy"), strict=True):
        assert arm == replace(example(f"ramakrishnan-case2-{plane}"), name="")
    for arm, case in ((shipped["ramakrishnan-2"].arms["ramakrishnan-2"], 1), (spatial, 2)):
        assert in_both_planes(arm) == [
            replace(example(f"ramakrishnan-case{case}-{plane}"), name="") for plane in ("yy", "zz")
        ]
    arms = shipped["hufnagel-4.5"].arms
    for case in (2, 3):
        found = arms[f"case {case}, without gravity"]
        assert replace(found, gravity=None) == replace(example(f"hufnagel-case{case}"), name="")
    spring = shipped["hufnagel-4.4"].arms["K_t = 291.5 in lb/rad"]
    assert replace(spring, gravity=None) == replace(example("hufnagel-case1"), name="")
    loaded = shipped["hufnagel-5.2"].arms["case 1, without gravity"]
    assert loaded.payload == example("hufnagel-case1-mass-b").payload


def test_gravity_acts_along_the_hanging_arm(shipped):
    arms = shipped["hufnagel-4.6"].arms
    assert arms["case 1, with gravity"].gravity == (pytest.approx(386.2 * 0.0254, rel=1e-15), 0.0)
    assert arms["case 1, without gravity"].gravity == (0.0, 0.0)


def test_the_wrist_has_its_gear_as_stated_and_the_cause_takes_it_away(shipped):
    table = shipped["wiedemann-3.1"]
    cell = at(table, 4, "omega_3")
    assert cell.label == "theta = 30 deg"
    assert cell.arm.links[1] == RigidLink(1.88, joint=Joint.unlocked(191.0), angle=30.0)
    without = table.under(cell, table.causes[0])
    assert without.arm.links[1].joint == Joint.unlocked(0.0)
    assert without.arm.links[0] == cell.arm.links[0]
    assert (without.value, without.mode, without.model) == (cell.value, cell.mode, cell.model)
    assert (cell.parameters["I_g2"], without.parameters["I_g2"]) == (191.0, 0.0)
    # Printed: 23.71.
    assert Exact().modes(without.arm, 1).angular_frequency[0] == pytest.approx(23.71, abs=0.005)


def test_row_parameters_and_derived_ones(shipped):
    payload = at(shipped["wiedemann-2.2"], 7, "omega_2").arm.payload
    assert payload == Body(10000.0, 37500.0, 1.5)
    assert "a =" not in at(shipped["wiedemann-2.2"], 7, "omega_2").label
    for table in ("wiedemann-2.2", "wiedemann-2.5"):
        for cell in shipped[table].cells:
            mass, b, d = (cell.parameters[name] for name in ("M_p", "b", "d"))
            assert cell.parameters["I_p"] == pytest.approx(mass * (b**2 + d**2) / 12.0, rel=1e-15)
            assert cell.parameters["a"] == b / 2.0


def test_models_follow_the_row(shipped):
    assert at(shipped["wiedemann-2.7"], 4, "omega_3").model == "assumed_modes:free-free:4"
    assert at(shipped["wiedemann-6.4"], 1, "omega_SIMPACK").model == "assumed_modes:clamped-free:3"
    assert at(shipped["wiedemann-6.4"], 1, "omega_determinant").model == "exact"


def test_arms_by_name(shipped):
    table = shipped["wiedemann-4.6"]
    rigid, flexible = at(table, 3, "omega_1").arm.links[1], at(table, 4, "omega_1").arm.links[1]
    assert rigid == RigidLink(1.88, joint=Joint.locked(2.4e5), angle=50.0)
    assert flexible == Link(1.88, 1e-5, 1e10, joint=Joint.locked(2.4e5), angle=50.0)
    pendulum = at(shipped["wiedemann-3.6"], 1, "omega_1_dp").arm.links[0]
    assert pendulum.tip.mass == pytest.approx(3.9786 * 12.12 / 3.0, rel=1e-15)
    heavy = at(shipped["wiedemann-6.3"], 1, "omega_free_base").arm.base
    assert heavy == Base.free(1e10, 1e10, (14.0, 0.0))
    assert at(shipped["wiedemann-6.3"], 1, "omega_fixed_base").arm.base == Base.fixed()


def test_change_of_frequency_has_two_arms(shipped):
    cell = at(shipped["wiedemann-6.5"], 4, "delta_omega")
    assert (cell.text, cell.value, cell.before.links[0].angle, cell.arm.links[0].angle) == ("-0.01", -0.01, 90.0, 180.0)
    assert cell.label == "joint_config 1-1-1, from theta_1 = 90 deg to theta_1 = 0 deg"
    after = shipped["wiedemann-6.5"].under(cell, shipped["wiedemann-6.5"].causes[0])
    assert (after.before, after.arm) == (cell.before, cell.arm)  # all joints are locked: no gear


def test_orthogonality(shipped):
    table = shipped["wiedemann-6.6"]
    cell = at(table, 2, "mode_10")
    assert (cell.mode, cell.partner, cell.value, cell.decimals, cell.quantity) == (2, 10, -4.0, 0, "orthogonality")
    with pytest.raises(QuestionError, match="an entry of the mass matrix is no frequency"):
        cell.to_unit(1.0)


def test_what_is_not_stated_has_no_arm_and_says_why(shipped):
    table = shipped["ramakrishnan-3"]
    unknown = at(table, 7, "f_PDEMOD")
    assert unknown.arm is None
    assert unknown.unstated.endswith("of torsion it does not state the polar inertia")
    assert table.under(unknown, table.causes[0]).arm is None
    assert all(("offset" in cell.unstated) == (cell.column == "f_transfer") for cell in shipped["ramakrishnan-4"].cells)
    assert "root spring" in at(shipped["hufnagel-A"], 1, "f").unstated
    assert at(shipped["hufnagel-5.2"], 1, "f_1_no_g").unstated == ""


def test_to_unit(shipped):
    assert at(shipped["wiedemann-2.1"], 2, "omega_locked").to_unit(5.18) == 5.18
    assert at(shipped["ramakrishnan-2"], 2, "f_PDEMOD").to_unit(2.0 * math.pi) == 1.0
    wavenumber = at(shipped["hufnagel-C"], 2, "lambda_l")
    # Unit cantilever: omega = (β L)².
    assert wavenumber.to_unit(4.694091**2) == pytest.approx(4.694091, rel=1e-15)


# Units ---------------------------------------------------------------------------------------------


# Factors from NIST Special Publication 811, appendix B.8, and products of them.
@pytest.mark.parametrize(
    ("unit", "factor", "tolerance"),
    [
        ("in", 2.54e-2, 1e-15),
        ("lb", 4.448222, 1e-7),
        ("slug", 14.59390, 1e-6),
        ("slug/ft", 47.88026, 1e-7),
        ("slug ft^2", 1.355818, 1e-6),
        ("lb ft^2", 4.448222 * 0.3048**2, 1e-6),
        ("psi", 6894.757, 1e-7),
        ("psf", 47.88026, 1e-7),
        ("lb/in^2", 6894.757, 1e-7),
        ("in lb/rad", 0.1129848, 1e-6),
        ("lb s^2/in^4", 1.0686897e7, 1e-6),
        ("N m/rad", 1.0, 0.0),
        ("cm^2", 1e-4, 1e-15),
        ("kg m²", 1.0, 0.0),
        ("rad/s", 1.0, 0.0),
        ("Hz", 2.0 * math.pi, 0.0),
        ("1", 1.0, 0.0),
    ],
)
def test_units(unit, factor, tolerance):
    assert float(parse(unit).factor) == pytest.approx(factor, rel=tolerance, abs=0.0)


def test_angles_are_in_degrees():
    assert to_si(30.0, parse("deg")) == 30.0
    assert to_si(math.pi / 6.0, parse("rad")) == pytest.approx(30.0, rel=1e-15)


def test_dimensions():
    assert parse("slug").dimension == parse("lb s^2/ft").dimension == parse("kg").dimension
    assert parse("lb").dimension == parse("N").dimension != parse("kg").dimension
    assert parse("Hz").dimension == parse("rad/s").dimension


@pytest.mark.parametrize("text", ["lbm", "N/m/s", "", "/s", "m^", "m^0", "N·m", "kg m m m m m m m", "m^-"])
def test_no_unit(text):
    with pytest.raises(InputError, match=r"unit: wanted a unit such as N m/rad or lb s\^2/in\^4.*lb is a force"):
        parse(text)


# A user's own table --------------------------------------------------------------------------------


def test_the_documented_table(own):
    table = own()
    assert (table.name, table.source.year, len(table.cells)) == ("my-beam", 2024, 8)
    assert list(table.arms) == ["M = 0 kg", "M = 0.1 kg", "M = 0.2 kg"]
    for cell in table.cells:
        if cell.method != "experiment":
            exact = cell.to_unit(Exact().modes(cell.arm, cell.mode).angular_frequency[cell.mode - 1])
            assert abs(exact - cell.value) <= 0.5 * cell.last_digit, cell
    measured = at(table, 1, "f_1_measured")
    (cause,) = table.causes
    assert (cause.text, cause.columns, cause.route, cause.model) == ("the clamp yields", ("f_1_measured",), None, None)
    assert table.under(measured, cause).arm.links[0].joint == Joint.locked(5000.0)


def test_the_documented_python():
    code = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0]
    names: dict[str, object] = {}
    exec(code, names)
    assert list(names["table"].arms) == ["unlocked", "locked"]


def test_a_path_may_be_a_text(own, tmp_path):
    own()
    assert published.load(str(tmp_path / "my-beam.toml")).name == "my-beam"


def test_quotients_and_plain_numbers(own):
    table = own(
        ('mass_per_length = "$m"', 'mass_per_length = "$W / $L"'), ("[arm]", 'W = { value = 2, unit = "kg" }\n[arm]')
    )
    assert table.cells[0].arm.links[0].mass_per_length == 2.0


def test_angles_may_be_in_radians(own):
    table = own(("angle = 0.0", 'angle = "$t"'), ("[arm]", 't = { value = 1.0, unit = "rad" }\n[arm]'))
    assert table.cells[0].arm.links[0].angle == pytest.approx(math.degrees(1.0), rel=1e-15)


def test_several_variants_apply_in_order(own):
    table = own(
        ("mode = 2", 'mode = 2\nvariant = ["soft clamp", "softer clamp"]'),
        ("[[column]]", '[variants."softer clamp"]\njoints.root = { state = "locked", stiffness = 7.0 }\n[[column]]'),
    )
    assert at(table, 1, "f_2").arm.links[0].joint == Joint.locked(7.0)
    assert at(table, 1, "f_2").label == "M = 0 kg, soft clamp and softer clamp"


def test_last_digit_of_powers_of_ten(own):
    cell = at(own(('"3.54"', '"1.2e3"')), 1, "f_1")
    assert (cell.value, cell.decimals, cell.last_digit) == (1200.0, -2, 100.0)


# Refusals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'L = { value = 1.0, unit = "m" }\n',
            "",
            "column f_1: arm.link1.length: wanted a parameter (m, E, I, M), got $L, which is missing",
        ),
        (
            'L = { value = 1.0, unit = "m" }',
            'L = { value = 1.0, unit = "kg" }',
            "column f_1: arm.link1.length: wanted a quantity of the dimension of m, got $L, with $L in kg",
        ),
        (
            'unit = "mm^4"',
            'unit = "mm^2"',
            "flexural_rigidity: wanted a quantity of the dimension of N m^2, got $E $I, with $E in N/m^2, $I in mm^2",
        ),
        (
            "[arm.payload]",
            '[[arm.support]]\nsection = "tip"\nholds = ["along_y"]\nstiffness = "$L"\n\n[arm.payload]',
            "arm.support1.stiffness: wanted a quantity of the dimension of N/m or N m/rad, got $L, with $L in m",
        ),
        ('unit = "mm^4"', 'unit = "furlong"', "parameters.I.unit: wanted a unit such as N m/rad or lb s^2/in^4"),
        (
            ', unit = "mm^4" }',
            "}",
            "parameters.I.unit: wanted a text that is not empty, got nothing (the key is missing)",
        ),
        ("value = 100.0", "value = nan", "parameters.I.value: wanted a finite number, got nan"),
        ("value = 100.0", "value = inf", "parameters.I.value: wanted a finite number, got inf"),
        ("value = 100.0", "value = true", "parameters.I.value: wanted a finite number, got true"),
        (
            '100.0, unit = "mm^4"',
            '1e300, unit = "m^4"',
            "flexural_rigidity: wanted a number that float64 holds, got '$E $I'",
        ),
        (
            "value = 1.0,",
            "value = -1.0,",
            "row 1, column f_1: arm.link1.length: wanted a positive number (m), got -1.0",
        ),
        (
            '"$E $I"',
            '"$E * $I"',
            "arm.link1.flexural_rigidity: wanted names of parameters: $L, $E $I or $m / $L, got '$E * $I'",
        ),
        ('"$E $I"', '"$E /"', "got '$E /'"),
        ("angle = 0.0", 'angle = "30 $deg"', "got '30 $deg'"),
        (
            'joint = "$root"',
            'joint = "$wrist"',
            "arm.link1.joint: wanted a joint of [joints] (root), got $wrist, which is missing",
        ),
        ('state = "rigid"', 'state = "$rigid"', "joints.root.state: wanted a name only where a number stands"),
        (
            'state = "rigid"',
            'state = "loose"',
            'arm.link1.joint.state: wanted "locked", "unlocked", "rigid" or "general", got \'loose\'',
        ),
        (
            '"3.54"',
            '"3,54"',
            'f_1: wanted a number ("" where nothing is printed, "?" where it cannot be read), got \'3,54\'',
        ),
        ('"3.54"', '"nan"', "row 1, column f_1: wanted a number"),
        ('"3.54"', '"1e999"', "row 1, column f_1: wanted a number"),
        ('"3.54"', "3.54", "row 1, column f_1: wanted a text in quotes, so that the digits printed count, got 3.54"),
        ('["0",  ', '["?",  ', "row 1, column M: wanted a number"),
        (', "3.50"]', "]", "row 1: wanted 4 cells, one a column, got 3"),
        ("rows = [", "rows = [3,", "values.rows: wanted one list or more of cells"),
        ("rows = [", "cells = [", "values.cells: wanted one of the keys rows, got an unknown key"),
        ('role = "frequency"', 'role = "frequenzy"', "column2.role: wanted one of mode, parameter, variant, label"),
        ('unit = "Hz"', 'unit = "kg"', "column2.unit: wanted a unit of angular frequency: rad/s or Hz, got 'kg'"),
        (
            'unit = "Hz"\n',
            "",
            "column2.unit: wanted a value: it is needed in a column of frequencies, got nothing (the key is missing)",
        ),
        ('unit = "Hz"', 'unit = ""', "column2.unit: wanted a text that is not empty, got ''"),
        ("mode = 1\n", "", "column2.mode: wanted the number of the mode, or a column of role mode, got neither"),
        ("mode = 1", "mode = 0", "column2.mode: wanted the number of a mode, 1 to 9999, got 0"),
        ("mode = 1", "mode = 100000000000000000000", "column2.mode: wanted the number of a mode, 1 to 9999"),
        ("mode = 1", "mode = true", "column2.mode: wanted the number of a mode, 1 to 9999, got true"),
        (
            "mode = 1",
            'mode = 1\nvariant = "hard"',
            "column2.variant: wanted a variant of this file (soft clamp), got 'hard'",
        ),
        (
            "mode = 1",
            "mode = 1\nvariant = 3",
            "column2.variant: wanted the name of a variant, or a list of names, got 3",
        ),
        ("mode = 1", 'mode = 1\nfrom = "soft clamp"', "column2.from: wanted nothing, for a column of frequencies"),
        ("mode = 1", 'mode = 1\nprinted = "no"', "column2.printed: wanted true or false, got 'no'"),
        (
            "mode = 1",
            'mode = 1\nmodel = "fem:$n"',
            "f_1: model: wanted a parameter or a column of texts (L, m, E, I, M), got $n, which is missing",
        ),
        ('name = "f_2"', 'name = "f_1"', "column3.name: wanted a name that no other column has, got 'f_1'"),
        ("caption = ", "captoin = ", "captoin: wanted one of the keys caption, method"),
        (
            'method = "frequency',
            'note = "frequency',
            "method: wanted a text that is not empty, got nothing (the key is missing)",
        ),
        ("year = 2024", 'year = "2024"', "source.year: wanted the number of a year, 1 to 9999, got '2024'"),
        ("[source]", "[origin]", "source: wanted a table [source], got nothing (the key is missing)"),
        (
            "[source]",
            'modes = "some"\n[source]',
            'modes: wanted "all" (rigid-body modes are numbered) or "elastic", got \'some\'',
        ),
        (
            "joints.root",
            "joint.root",
            "variants.soft clamp.joint: wanted one of the keys parameters, joints, arm, unstated",
        ),
        (
            "joints.root",
            'arm = "other"\njoints.root',
            "variants.soft clamp.arm: wanted an arm of [arms] (there are none), got 'other'",
        ),
        (
            'variant = "soft clamp"\n',
            "",
            "cause1: wanted what is to be tried: one of ",
        ),
        (
            'columns = ["f_1_measured"]',
            'columns = ["f_3"]',
            "cause1.columns: wanted a column of this file (M, f_1, f_2, f_1_measured), got 'f_3'",
        ),
        (
            "stiffness = 5000.0",
            "stiffness = -1.0",
            "cause1: arm.link1.joint.stiffness: wanted a number that is not negative (N m/rad), got -1.0",
        ),
        ("[source]", 'figure = "nonsense"\n[source]', "figure: wanted a figure that flexarm draws: rigid-shifts, got"),
        ("[source]", "[source", "wanted TOML, got"),
    ],
)
def test_refusals(own, old, new, told):
    with pytest.raises(InputError) as refused:
        own((old, new))
    assert told in str(refused.value)
    for line in str(refused.value).splitlines():
        assert re.match(r".*my-beam\.toml: ", line), line


def test_a_joint_is_not_made_of_itself(own):
    with pytest.raises(InputError, match=r"column f_1: joints\.root\.joint: wanted a name only where a number stands"):
        own(('root = { state = "rigid" }', 'root = { joint = "$root" }'))


def test_a_fault_that_all_cells_share_is_told_once(own):
    with pytest.raises(InputError) as refused:
        own(('L = { value = 1.0, unit = "m" }\n', ""))
    assert len(refused.value.faults) == 1


def test_several_faults_are_told_together(own):
    with pytest.raises(InputError) as refused:
        own(('"3.54"', '"x"'), ('"17.29"', '"y"'))
    assert [fault.path for fault in refused.value.faults] == ["row 1, column f_1", "row 3, column f_2"]


def test_an_unknown_variant_in_a_row(own):
    with pytest.raises(InputError, match=r"row 1, column M: wanted a variant \(soft clamp\), got '0'"):
        own(('role = "parameter"\nunit = "kg"', 'role = "variant"'))


def test_a_mode_below_one_in_a_row(own):
    with pytest.raises(InputError, match="row 1, column M: wanted the number of a mode, 1 to 9999, got '0'"):
        own(('role = "parameter"\nunit = "kg"', 'role = "mode"'))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match=r"nothing\.toml: wanted a table file that can be read, got no such file"):
        published.load(tmp_path / "nothing.toml")


def test_a_name_that_does_not_exist():
    for name, near in {"wiedeman-2.1": " (did you mean wiedemann-2.1?)", "zzzz": ""}.items():
        with pytest.raises(InputError) as caught:
            published.load(name)
        assert str(caught.value) == (
            "published table: wanted a table that comes with flexarm (ansys-…, asme-…, code-…, deluca-…, hufnagel-…, "
            "nafems-…, ramakrishnan-…, thomson-…, "
            f"wiedemann-…), or the path of a table file (ending in .toml), got {name!r}{near}; flexarm validate --list "
            "names all"
        )


def test_an_arm_or_a_load_case_is_no_table(tmp_path):
    files = {"arm": "[[link]]\nlength = 1.0\n", "load case": "duration = 1.0\nsamples = 2\n"}
    for kind, text in files.items():
        path = tmp_path / "given.toml"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(
            InputError, match=rf"^\S+given\.toml: wanted a published table, got an? {kind}, which \S+"
        ) as told:
            published.load(path)
        assert "flexarm respond ARM CASE" in str(told.value)
        assert len(str(told.value).splitlines()) == 1


# Dataset -------------------------------------------------------------------------------------------


def test_dataset(shipped):
    data = shipped["ramakrishnan-2"].dataset()
    assert data.sizes == {"value": 24}
    row = data.isel(value=(data.row == 4).values & (data.column == "f_PDEMOD").values).squeeze()
    assert (row.text.item(), row.decimals.item(), row.published.item(), row.unit.item()) == ("10.63", 2, 10.63, "Hz")
    assert row.angular_frequency.item() == pytest.approx(10.63 * 2.0 * math.pi, rel=1e-15)
    assert (row["mode"].item(), row.label.item(), row.model.item()) == (4, "plane zz", "exact")
    absent = data.isel(value=(data.text == "").values)
    assert set(absent.missing.values) == {"nothing printed"}
    assert np.isnan(absent.published.values).all()
    assert data.attrs["source_author"] == "J. Ramakrishnan and L. W. Taylor"
    assert data.attrs["source_year"] == "not known"


def test_dataset_of_what_cannot_be_read_and_is_not_judged(shipped):
    assert set(shipped["wiedemann-6.7"].dataset().missing.values) == {"not readable in the source"}
    data = shipped["hufnagel-4.4"].dataset()
    errors = data.isel(value=(data.quantity == "other").values)
    assert errors.published.values.tolist() == [2.43, -3.46, -8.16, -10.2]
    assert set(errors.unit.values) == {"%"}
    assert np.isnan(errors.angular_frequency.values).all()


@pytest.mark.parametrize("name", ["wiedemann-2.1", "wiedemann-6.5", "wiedemann-6.7", "hufnagel-A", "ramakrishnan-3"])
def test_dataset_round_trip(shipped, name, tmp_path):
    data = shipped[name].dataset()
    for variable in data.variables.values():
        assert variable.attrs["units"]
        assert variable.attrs["long_name"]
    save_dataset(data, tmp_path / "table.nc")
    assert load_dataset(tmp_path / "table.nc").identical(data)
