"""Load cases: histories, files, refusals, whether they fit an arm, slew profiles, and the published ones shipped."""

import math
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import hypothesis
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import flexarm
from exact import Exact
from flexarm import response
from flexarm.errors import InputError
from flexarm.examples import example
from flexarm.load_cases import (
    BaseAcceleration,
    BaseForce,
    Damper,
    Harmonic,
    History,
    Initial,
    JointTorque,
    LoadCase,
    Rayleigh,
    TipForce,
    check_case,
    dumps_case,
    example_case,
    load_case,
    load_history,
    loads_case,
    save_case,
    slew_acceleration,
    slew_torque,
)
from flexarm.load_cases.examples import names, text
from flexarm.parts import Base, Body, Joint

EPS = 2.0**-52
MANY = settings(max_examples=200)
STEP = History.step(1.0)


def refusal(make, *values, **named):
    with pytest.raises(InputError) as caught:
        make(*values, **named)
    return str(caught.value)


# Histories

finite = st.floats(allow_nan=False, allow_infinity=False)
times = st.lists(st.floats(0.0, allow_infinity=False), min_size=1, max_size=6, unique=True).map(sorted)


@st.composite
def histories(draw):
    at = draw(times)
    values = draw(st.lists(finite, min_size=len(at), max_size=len(at)))
    return History(tuple(at), tuple(values), draw(st.sampled_from(["constant", "linear"])))


def directly(history: History, t: Fraction, just_before: bool = False) -> Fraction:
    """The load at a time, by its definition and without rounding."""
    points = [(Fraction(a), Fraction(b)) for a, b in zip(history.times, history.values, strict=True)]
    past = [point for point in points if point[0] < t or (point[0] == t and not just_before)]
    if not past:
        return Fraction(0)
    coming = points[len(past) :]
    (t0, v0) = past[-1]
    if history.shape == "constant" or not coming:
        return v0
    (t1, v1) = coming[0]
    return v0 + (v1 - v0) * (t - t0) / (t1 - t0)


def tolerance(history: History) -> Fraction:
    # Subtraction, division, two products and a sum round once each; products of tiny numbers to the smallest subnormal.
    return 8 * Fraction(EPS) * max(abs(Fraction(value)) for value in history.values) + Fraction(5e-324)


@MANY
@given(histories(), st.floats(0.0, exclude_min=True, allow_infinity=False))
def test_pieces_are_the_history_at_their_ends(history, duration):
    breaks, start, end = history.pieces(duration)
    assert breaks[0] == 0.0
    assert breaks[-1] == duration
    assert np.all(np.diff(breaks) > 0.0)
    assert {t for t in history.times if 0.0 < t < duration} == set(breaks[1:-1])
    for k in range(len(start)):
        first, last = Fraction(breaks[k]), Fraction(breaks[k + 1])
        assert abs(Fraction(start[k]) - directly(history, first)) <= tolerance(history)
        assert abs(Fraction(end[k]) - directly(history, last, just_before=True)) <= tolerance(history)


@MANY
@given(histories(), st.lists(st.floats(0.0, allow_infinity=False), min_size=1))
def test_called_it_gives_its_value_just_after_jumps(history, at):
    found = history(np.array([*at, *history.times]))
    for t, value in zip([*at, *history.times], found, strict=True):
        assert abs(Fraction(value) - directly(history, Fraction(t))) <= tolerance(history)


@MANY
@given(histories(), st.floats(1e-3, 1e3), st.floats(0.0, 1.0))
def test_pieces_run_linearly_between_their_ends(history, duration, share):
    breaks, start, end = history.pieces(duration)
    t = breaks[:-1] + share * np.diff(breaks)
    inside = (breaks[:-1] < t) & (t < breaks[1:])
    for k in np.flatnonzero(inside):
        exact = (Fraction(t[k]) - Fraction(breaks[k])) / (Fraction(breaks[k + 1]) - Fraction(breaks[k]))
        linear = Fraction(start[k]) + exact * (Fraction(end[k]) - Fraction(start[k]))
        assert abs(linear - directly(history, Fraction(t[k]))) <= tolerance(history)


def test_constant_values_hold_to_the_last_digit():
    history = History((0.0, 1.0), (0.1, 0.3))
    assert set(history(np.linspace(0.0, 3.0, 1000))) == {0.1, 0.3}


def test_a_load_that_starts_after_the_end_is_zero_throughout():
    breaks, start, end = History.step(5.0, start=4.0).pieces(3.0)
    assert (breaks.tolist(), start.tolist(), end.tolist()) == ([0.0, 3.0], [0.0], [0.0])


def test_a_linear_history_jumps_to_its_first_value():
    breaks, start, end = History((1.0, 3.0), (2.0, 4.0), "linear").pieces(2.0)
    assert (breaks.tolist(), start.tolist(), end.tolist()) == ([0.0, 1.0, 2.0], [0.0, 2.0], [0.0, 3.0])


def test_neither_large_values_nor_short_times_overflow():
    largest, shortest = sys.float_info.max, 5e-324
    assert History((0.0, 1.0), (-largest, largest), "linear")(np.array([0.5, 1.0])).tolist() == [0.0, largest]
    _, start, end = History((0.0, shortest), (-largest, largest), "linear").pieces(1.0)
    assert (start.tolist(), end.tolist()) == ([-largest, largest], [largest, largest])


def test_a_history_keeps_the_shape_of_the_times():
    assert STEP(np.zeros((2, 3))).shape == (2, 3)
    assert float(STEP(0.5)) == 1.0


# Files

SOUND = """\
name = "sound"
duration = 120.0
samples = 2401
damping = [0.01, 0.02]

[[load]]
kind = "base_acceleration"
component = "rotation"
history = [[0.0, 0.004], [10, 0]]

[[load]]
kind = "joint_torque"
joint = 2
reaction = false
internal_couple = true
shape = "linear"
history = [[0.5, -3.0]]

[[load]]
kind = "base_force"
component = "x"
history = [[0.0, 642.0]]

[[load]]
kind = "tip_force"
component = "y"
link = 1
history = [[0.0, 1.0]]

[initial]
payload_velocity = [0.0, 0.02]
payload_rate = -0.001
joint_rates = [0.004, 0]

[[damper]]
joint = 1
coefficient = 100.0

[[damper]]
link = 2
station = 0.5
coefficient = 0
"""
TORQUE = JointTorque(2, History((0.5,), (-3.0,), "linear"), reaction=False, internal_couple=True)
READ = LoadCase(
    120.0,
    2401,
    (
        BaseAcceleration("rotation", History((0.0, 10.0), (0.004, 0.0))),
        TORQUE,
        BaseForce("x", History.step(642.0)),
        TipForce("y", STEP, link=1),
    ),
    (0.01, 0.02),
    Initial((0.0, 0.02), -0.001, (0.004, 0.0)),
    (Damper(100.0, joint=1), Damper(0.0, link=2, station=0.5)),
    "sound",
)


def test_reads_every_key():
    assert loads_case(SOUND) == READ


def test_what_may_be_left_out_is_at_its_default():
    assert loads_case("duration = 1\nsamples = 2\nload = []\n[initial]\n") == LoadCase(1.0, 2, initial=Initial())


def test_times_are_equally_spaced():
    assert LoadCase(2.0, 5).times.tolist() == [0.0, 0.5, 1.0, 1.5, 2.0]


def test_a_harmonic_load_swings_between_its_start_and_its_end():
    load, t = Harmonic(3.0, 2.0, phase=90.0, start=1.0, end=4.0), np.array([0.0, 0.999, 1.0, 2.5, 4.0, 5.0])
    want = np.where((t >= 1.0) & (t < 4.0), 3.0 * np.cos(2.0 * (t - 1.0)), 0.0)
    np.testing.assert_allclose(load(t), want, atol=1e-15)
    assert load.breaks(3.0) == (1.0,)
    assert (load.initial_value, Harmonic(3.0, 2.0, 90.0).initial_value) == (0.0, 3.0)


CSV = """\ufeff# torque cell 7
t_s; torque_kNm; "current, A"
0.0; 0.5; 1
0.1; -0.25; 2
0.3; 0.0; 3
"""


def test_a_measured_history_is_read(tmp_path):
    (tmp_path / "torque.csv").write_text(CSV, encoding="utf-8")
    by_name = load_history(tmp_path / "torque.csv", "t_s", "torque_kNm", factor=1e3)
    assert by_name == History((0.0, 0.1, 0.3), (500.0, -250.0, 0.0), "linear")
    assert load_history(tmp_path / "torque.csv", 1, "current, A", shape="constant").values == (1.0, 2.0, 3.0)
    (tmp_path / "bare.csv").write_text("0,1.5\n2.5,2\n")
    assert load_history(tmp_path / "bare.csv") == History((0.0, 2.5), (1.5, 2.0), "linear")


MEASURED = """\
duration = 1.0
samples = 2
[[load]]
kind = "joint_torque"
joint = 1
history = {}
"""


def test_a_load_case_finds_its_measurements_beside_it(tmp_path, monkeypatch):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "torque.csv").write_text(CSV, encoding="utf-8")
    (tmp_path / "data" / "case.toml").write_text(
        MEASURED.format('{ file = "torque.csv", value = "torque_kNm", factor = 1e3 }'), encoding="utf-8"
    )
    found = load_case(tmp_path / "data" / "case.toml")
    assert found.loads[0].history == History((0.0, 0.1, 0.3), (500.0, -250.0, 0.0), "linear")
    assert loads_case(dumps_case(found)) == found  # written with its points, it needs the file no longer
    monkeypatch.chdir(tmp_path / "data")
    assert loads_case(MEASURED.format('"torque.csv"')).loads[0].history.values == (0.5, -0.25, 0.0)


@pytest.mark.parametrize(
    ("text", "asked", "said"),
    [
        ("", {}, "wanted rows of numbers, got none"),
        ("t,x\n", {}, "wanted rows of numbers, got none"),
        ("t,x\n0,1\n1,1,5\n2,one\n", {}, "line 4, column 2: wanted a number, with a point and no separator of"),
        ("t,x\n0,1\n1\n", {}, "line 3, column 2: wanted a number, with a point and no separator of thousands, got ''"),
        ("t,x\n0,1\n", {"value": "y"}, "value: wanted one of t, x, got 'y'"),
        ("t,x\n0,1\n", {"value": 3}, "value: wanted a column's name, or its number from 1 to 2, got 3"),
        ("0,1\n", {"time": "t"}, "time: wanted a column's number: the file names none, got 't'"),
        ("0,1\n0,2\n", {}, "times2: wanted a time after the one before it, 0.0 s, got 0.0"),
        ("0,nan\n", {}, "values1: wanted a finite number (the load's unit), got nan"),
        ("0,1\n", {"factor": "k"}, "factor: wanted a finite number"),
    ],
)
def test_wrong_measurements_are_refused(tmp_path, text, asked, said):
    path = tmp_path / "torque.csv"
    path.write_text(text)
    assert refusal(load_history, path, **asked).startswith(f"{path}: {said}")


WRONG_TABLES = [
    ('"no.csv"', "load1.history (no.csv): wanted a CSV file of a load over time that can be read, got no such file"),
    ("{ time = 1 }", "load1.history.file: wanted the name of a CSV file, got nothing (the key is missing)"),
    ('{ file = "x.csv", vlaue = 2 }', "load1.history.vlaue: wanted one of the keys file, time, value, factor, got an"),
    ("[[0, 1]]\nharmonic = { amplitude = 1, angular_frequency = 2 }", "load1.history: wanted nothing beside harmonic"),
    ("[[0, 1]]\n[initial]\nload = [{ kind = 'tip_force', component = 'y' }]", "initial.load1.value: wanted a finite"),
]


@pytest.mark.parametrize(("given", "said"), WRONG_TABLES)
def test_wrong_tables_are_refused(given, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert refusal(loads_case, MEASURED.format(given), "case").startswith(f"case: {said}")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "damping = { mas = 1 }",
            "damping.mas: wanted one of the keys mass, stiffness, got an unknown key; did",
        ),
        ("damping = { mass = -1 }", "damping.mass: wanted a number that is not negative (1/s), got -1"),
        ("damping = 'light'", "damping: wanted a number that is not negative (no unit), got 'light'"),
    ],
)
def test_wrong_damping_is_refused(line, said):
    assert refusal(loads_case, f"duration = 1\nsamples = 2\n{line}\n", "case").startswith(f"case: {said}")


numbers = st.integers(1, 9)
components = st.sampled_from(["x", "y", "rotation"])
not_negative = st.floats(0.0, allow_infinity=False)
harmonics = st.builds(
    lambda start, length, **named: Harmonic(start=start, end=length and start + length, **named),
    st.floats(0.0, 1e6),
    st.none() | st.floats(1.0, 1e6),
    amplitude=finite,
    angular_frequency=st.floats(0.0, exclude_min=True, allow_infinity=False),
    phase=finite,
)
courses = histories() | harmonics
loads = st.one_of(
    st.builds(BaseAcceleration, components, courses),
    st.builds(JointTorque, numbers, courses, st.booleans(), st.booleans()),
    st.builds(BaseForce, components, courses),
    st.builds(TipForce, components, courses, st.none() | numbers),
)
initials = st.builds(
    Initial,
    st.tuples(finite, finite),
    finite,
    st.lists(finite, max_size=3).map(tuple),
    st.lists(loads, max_size=2).map(tuple),
)
dampers = st.builds(Damper, not_negative, joint=numbers) | st.builds(
    Damper, not_negative, link=numbers, station=st.none() | st.floats(0.0, 1.0)
)
cases = st.builds(
    LoadCase,
    st.floats(0.0, exclude_min=True, allow_infinity=False),
    st.integers(2, 10**7),
    st.lists(loads, max_size=4).map(tuple),
    not_negative
    | st.lists(not_negative, min_size=1, max_size=4).map(tuple)
    | st.builds(Rayleigh, not_negative, not_negative),
    st.none() | initials,
    st.lists(dampers, max_size=3).map(tuple),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
)


@MANY
@given(cases)
@hypothesis.example(LoadCase(1.0, 2, initial=Initial(payload_rate=-0.0)))
def test_comes_back_from_writing(case):
    # By repr, so that -0.0 is told from 0.0.
    assert repr(loads_case(dumps_case(case))) == repr(case)


def test_comes_back_from_a_file(tmp_path):
    save_case(READ, tmp_path / "case.toml")
    assert load_case(tmp_path / "case.toml") == READ


def test_what_is_no_load_case_is_not_written(tmp_path):
    assert refusal(save_case, STEP, tmp_path / "case.toml").startswith("wanted a LoadCase, got History(")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_not_there(tmp_path):
    path = tmp_path / "none.toml"
    assert (
        refusal(load_case, path) == f"{path}: wanted a load case file that can be read, got no such file or directory"
    )


LOAD_KEYS = (
    "kind, component, history, shape, harmonic, joint, freedom, reaction, internal_couple, link, support, motion"
)
LIFT = 'kind = "base_acceleration"\ncomponent = "y"\nhistory = [[0.0, 1.0]]'
TOP_KEYS = "duration, samples, name, damping, load, initial, damper"
COUNTED = "a whole number, counted from 1 at the base"
PAIRS = "pairs [[time, value], …], s and the load's unit, or a CSV file's name"
CHANGES = [
    ("duration = 120.0", "duration = -1", "duration: wanted a positive number (s), got -1"),
    ("duration = 120.0\n", "", "duration: wanted a positive number (s), got nothing (the key is missing)"),
    ("samples = 2401", "samples = 1", "samples: wanted a whole number from 2, got 1"),
    ("samples = 2401", "samples = 2401.0", "samples: wanted a whole number from 2, got 2401.0"),
    (
        "samples = 2401",
        "samples = 10000001",
        "samples: wanted at most 10000000 samples: shorten the duration, or space them wider, got 10000001",
    ),
    ("[0.01, 0.02]", "-0.01", "damping: wanted a number that is not negative (no unit), got -0.01"),
    ("[0.01, 0.02]", "[0.01, -2]", "damping2: wanted a number that is not negative (no unit), got -2"),
    ("[0.01, 0.02]", "[]", "damping: wanted one ratio for all modes, or one a mode, got none"),
    ('"sound"', "3", "name: wanted a text, got 3"),
    ("damping", "dampnig", f"dampnig: wanted one of the keys {TOP_KEYS}, got an unknown key; did you mean damping?"),
    ("[10, 0]", "[0, 0]", "load1.history2.time: wanted a time after the one before it, 0.0 s, got 0"),
    ("[10, 0]", "[-1, 0]", "load1.history2.time: wanted a number that is not negative (s), got -1"),
    ("[10, 0]", "[10, nan]", "load1.history2.value: wanted a finite number (the load's unit), got nan"),
    ("[10, 0]", "[10, true]", "load1.history2.value: wanted a finite number (the load's unit), got true"),
    ("[10, 0]", "[10]", f"load1.history: wanted {PAIRS}, got [[0.0, 0.004], [10]]"),
    ("[[0.0, 0.004], [10, 0]]", "[]", f"load1.history: wanted {PAIRS}, got []"),
    ("[[0.0, 0.004], [10, 0]]", "0.004", f"load1.history: wanted {PAIRS}, got 0.004"),
    ("history = [[0.5, -3.0]]", "", f"load2.history: wanted {PAIRS}, got nothing (the key is missing)"),
    ('"linear"', '"ramp"', 'load2.shape: wanted "constant" or "linear", got \'ramp\''),
    (
        '"rotation"',
        '"turn"',
        'load1.component: wanted "x", "y" or "rotation"; in space also "z", "rotation_x", "rotation_y", "rotation_z", '
        "or a vector of three or six numbers, got 'turn'",
    ),
    ('"rotation"', "[0, 0, 0]", "load1.component: wanted a vector that is not zero, got [0, 0, 0]"),
    ('"rotation"', "[1, nan, 0]", "load1.component2: wanted a finite number (no unit), got nan"),
    (
        '"base_acceleration"',
        '"acceleration"',
        "load1.kind: wanted one of base_acceleration, joint_torque, base_force, tip_force, support_motion, "
        "got 'acceleration' (did you mean base_acceleration?)",
    ),
    (
        'kind = "tip_force"\n',
        "",
        "load4.kind: wanted one of base_acceleration, joint_torque, base_force, tip_force, support_motion, "
        "got nothing (the key is missing)",
    ),
    ("joint = 2", "joint = 0", f"load2.joint: wanted {COUNTED}, got 0"),
    ("joint = 2", "joint = 2.0", f"load2.joint: wanted {COUNTED}, got 2.0"),
    ("link = 1", "joint = 1", "load4.joint: wanted nothing, for a tip_force, got 1"),
    ("link = 1", "lnik = 1", f"load4.lnik: wanted one of the keys {LOAD_KEYS}, got an unknown key; did you mean link?"),
    ("reaction = false", 'reaction = "no"', "load2.reaction: wanted true or false, got 'no'"),
    ("internal_couple = true", "internal_couple = 1", "load2.internal_couple: wanted true or false, got 1"),
    (
        "[0.0, 0.02]",
        "0.02",
        "initial.payload_velocity: wanted two numbers, or three in space, each a finite number (m/s), got 0.02",
    ),
    (
        "-0.001",
        "[0.0, 0.1]",
        "initial.payload_rate: wanted one number, or three in space, each a finite number (rad/s), got [0.0, 0.1]",
    ),
    ("-0.001", "inf", "initial.payload_rate: wanted a finite number (rad/s), got inf"),
    (
        "[0.004, 0]",
        "[0.004, nan]",
        "initial.joint_rates2: wanted a finite number (rad/s, where a joint slides m/s), got nan",
    ),
    (
        "[0.004, 0]",
        "0.004",
        "initial.joint_rates: wanted numbers, each a finite number (rad/s, where a joint slides m/s), got 0.004",
    ),
    (
        "100.0",
        "-1",
        "damper1.coefficient: wanted a number that is not negative (N m s/rad, where it slides N s/m), got -1",
    ),
    ("joint = 1\n", "", f"damper1.joint: wanted {COUNTED}, got nothing (the key is missing)"),
    ("0.5\n", "1.5\n", "damper2.station: wanted a fraction of the link's length, from 0 to 1 (no unit), got 1.5"),
    (
        "link = 2\n",
        "joint = 2\n",
        "damper2.station: wanted nothing, for a damper in a joint: only a wheel, on a link, has a station, got 0.5",
    ),
    (
        "link = 2\n",
        "link = 2\njoint = 2\n",
        "damper2.joint: wanted nothing, for a wheel on a link: a damper is there or in a joint, got 2",
    ),
]


@pytest.mark.parametrize(("old", "new", "said"), CHANGES)
def test_one_wrong_entry_is_named(old, new, said):
    changed = SOUND.replace(old, new, 1)
    assert changed != SOUND
    assert refusal(loads_case, changed, "case.toml") == f"case.toml: {said}"


def test_all_faults_are_named_at_once():
    wrong = SOUND.replace("120.0", "0").replace('"rotation"', '"w"').replace("joint = 2", "joint = 0")
    paths = [line.split(": ")[1] for line in refusal(loads_case, wrong, "case.toml").splitlines()]
    assert paths == ["duration", "load1.component", "load2.joint"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("[load]", "load: wanted tables [[load]], got a single table: write [[load]], not [load]"),
        ("damper = 3", "damper: wanted tables [[damper]], got 3"),
        ("damper = [3]", "damper1: wanted a table [[damper]], got 3"),
        ("initial = 3", "initial: wanted a table [initial], got 3"),
        (f"[[loads]]\n{LIFT}", f"loads: wanted one of the keys {TOP_KEYS}, got an unknown key; did you mean load?"),
    ],
)
def test_tables_of_the_wrong_form(wrong, said):
    assert refusal(loads_case, f"duration = 1\nsamples = 2\n{wrong}\n", "case.toml") == f"case.toml: {said}"


# Python

WORDS = [
    (lambda: History((), ()), "History: times: wanted one time or more, got none"),
    (lambda: History((0.0, 1.0), (1.0,)), "History: values: wanted one for each of the 2 times, got 1 of them"),
    (lambda: History(0.0, (1.0,)), "History: times: wanted numbers, each a number that is not negative (s), got 0.0"),
    (lambda: STEP.pieces(0.0), "History: duration: wanted a positive number (s), got 0.0"),
    (
        lambda: BaseForce("x", 3.0),
        "BaseForce: history: wanted a History(times, values) or a Harmonic(amplitude, angular_frequency), got 3.0",
    ),
    (lambda: TipForce("x", STEP, True), f"TipForce: link: wanted {COUNTED}, got True"),
    (
        lambda: LoadCase(1.0, 2, (3.0,)),
        "LoadCase: load1: wanted a BaseAcceleration, JointTorque, BaseForce, TipForce or SupportMotion, got 3.0",
    ),
    (lambda: LoadCase(1.0, 2, dampers=Damper), "LoadCase: dampers: wanted a tuple, each a Damper, got <class "),
    (lambda: LoadCase(1.0, 2, initial=0.0), "LoadCase: initial: wanted an Initial, or None, got 0.0"),
    (lambda: Damper(1.0), "Damper: wanted a joint, or the link that carries a wheel, got neither"),
    (lambda: Damper(1.0, 1, 1), "Damper: wanted a joint, or the link that carries a wheel, got both"),
    (lambda: Harmonic(1.0, 0.0), "Harmonic: angular_frequency: wanted a positive number (rad/s), got 0.0"),
    (lambda: Harmonic(1.0, 1.0, start=2.0, end=2.0), "Harmonic: end: wanted a time after the start (s), got 2.0"),
    (
        lambda: Initial(loads=(3.0,)),
        "Initial: load1: wanted a BaseAcceleration, JointTorque, BaseForce, TipForce or SupportMotion",
    ),
    (lambda: Damper(1.0, 1, station=0.5), "Damper: station: wanted nothing, for a joint, got 0.5"),
]


@pytest.mark.parametrize(("make", "said"), WORDS)
def test_wrong_parts_are_refused(make, said):
    assert refusal(make).startswith(said)


def test_the_package_leaves_the_functions_of_arm_files_alone():
    code = "import flexarm, flexarm.backend, flexarm.load_cases.fit; print(flexarm.loads is flexarm.files.loads)"
    assert fresh(code) == "True"


def test_describing_a_case_imports_no_numpy():
    made = "from flexarm.load_cases import example_case; example_case('wiedemann-7.1')"
    assert fresh(f"import sys; {made}; print('numpy' in sys.modules)") == "False"


def fresh(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_face_has_load_cases():
    assert flexarm.LoadCase is LoadCase
    assert flexarm.load_case is load_case


# Whether a case fits an arm

LOCKED, UNLOCKED = example("single-link-locked"), example("single-link-unlocked")
FREE, GUIDED, FIXED = (example(f"shuttle-{kind}-base") for kind in ("free", "guided", "fixed"))


def with_joint(arm, joint):
    return replace(arm, links=(replace(arm.links[0], joint=joint),))


WELDED = replace(with_joint(LOCKED, Joint.rigid()), payload=None, name="welded")
DIAGONAL = replace(GUIDED, base=Base.guided(1.0, (1.0, 1.0)))

FITTING = [
    (LOCKED, LoadCase(1.0, 2, (BaseAcceleration("x", STEP), JointTorque(1, STEP, internal_couple=True)))),
    (UNLOCKED, LoadCase(1.0, 2, (JointTorque(1, STEP), JointTorque(1, STEP, False)))),
    (FREE, LoadCase(1.0, 2, (BaseForce("x", STEP), BaseForce("rotation", STEP), TipForce("x", STEP)))),
    (DIAGONAL, LoadCase(1.0, 2, (BaseForce("x", STEP), BaseForce("y", STEP), TipForce("rotation", STEP, 3)))),
    (FREE, LoadCase(1.0, 2, initial=Initial((1.0, 1.0), 1.0, (0.1, 0.2, 0.3)), dampers=(Damper(1.0, 3),))),
    (WELDED, LoadCase(1.0, 2, initial=Initial(joint_rates=(0.0,)), dampers=(Damper(1.0, link=1),))),
    (
        replace(LOCKED, links=(replace(LOCKED.links[0], joint=Joint.locked(0.0)),)),
        LoadCase(1.0, 2, (JointTorque(1, STEP),)),
    ),
]


@pytest.mark.parametrize(("arm", "case"), FITTING)
def test_fits(arm, case):
    check_case(case, arm)


LINK, TURNS = "a link's number, 1 to", "a joint that turns, locked or unlocked"
ALONG = "a force along the guided base's direction, [1.0, 0.0]: it gives way to no other"
SPRING = "an unlocked joint, or internal_couple = true where a couple beside the locked joint's spring is meant"
MOVED = "a base_force: only the motion of a fixed base is prescribed"
HELD = "a base_acceleration: a fixed base does not give way to forces"
MISFITS = [
    (
        FREE,
        {"loads": (BaseAcceleration("x", STEP),)},
        [f"load1.kind: wanted {MOVED}, got base_acceleration, for a free base"],
    ),
    (
        LOCKED,
        {"loads": (BaseAcceleration("x", STEP), BaseForce("x", STEP))},
        [f"load2.kind: wanted {HELD}, got base_force, for a fixed base"],
    ),
    (
        GUIDED,
        {"loads": (BaseForce("y", STEP), BaseForce("rotation", STEP), BaseForce("x", STEP))},
        [f"load1.component: wanted {ALONG}, got 'y'", f"load2.component: wanted {ALONG}, got 'rotation'"],
    ),
    (LOCKED, {"loads": (JointTorque(1, STEP),)}, [f"load1.joint: wanted {SPRING}, got joint 1, which is locked"]),
    (LOCKED, {"loads": (JointTorque(2, STEP),)}, ["load1.joint: wanted a joint's number, 1 to 1, got 2"]),
    (FREE, {"loads": (TipForce("x", STEP, 4),)}, [f"load1.link: wanted {LINK} 3, got 4"]),
    (
        WELDED,
        {"loads": (JointTorque(1, STEP, internal_couple=True), TipForce("x", STEP))},
        [
            f"load1.joint: wanted {TURNS}, got joint 1, which is rigid",
            f"load2.link: wanted {LINK} 1: there is no payload, got nothing, which means the payload",
        ],
    ),
    (
        WELDED,
        {"initial": Initial((0.0, 1.0), 2.0, (0.1,))},
        [
            "initial.payload_velocity: wanted zero: there is no payload to grapple, got (0.0, 1.0)",
            "initial.payload_rate: wanted zero: there is no payload to grapple, got 2.0",
            "initial.joint_rates1: wanted zero: the joint is rigid, got 0.1",
        ],
    ),
    (
        FREE,
        {"initial": Initial(joint_rates=(0.1,))},
        ["initial.joint_rates: wanted one rate for each of the 3 joints, got 1 of them"],
    ),
    (
        WELDED,
        {"dampers": (Damper(1.0, 1), Damper(1.0, 2), Damper(1.0, link=3))},
        [
            f"damper1.joint: wanted {TURNS}, got joint 1, which is rigid",
            "damper2.joint: wanted a joint's number, 1 to 1, got 2",
            f"damper3.link: wanted {LINK} 1, got 3",
        ],
    ),
]


MISFITS.append(
    (
        LOCKED,
        {"loads": (BaseAcceleration("rotation", STEP),), "dampers": (Damper(1.0, 1), Damper(1.0, link=1))},
        [
            "damper2.link: wanted a damper in a joint: a wheel would resist the base's prescribed rotation too, which "
            "is not modelled, got a wheel on link 1"
        ],
    )
)


@pytest.mark.parametrize(("arm", "parts", "said"), MISFITS)
def test_misfits_are_named(arm, parts, said):
    lines = refusal(check_case, LoadCase(1.0, 2, name="slew", **parts), arm).splitlines()
    assert lines == [f"slew on {arm.name}: {line}" for line in said]


# Slew profiles


def turned(history):
    """Angle, last rate and largest rate of a body from rest, in closed form over every step."""
    angle, rate, largest = 0.0, 0.0, 0.0
    for t0, t1, value in zip(history.times, history.times[1:], history.values, strict=False):
        angle += rate * (t1 - t0) + 0.5 * value * (t1 - t0) ** 2
        rate += value * (t1 - t0)
        largest = max(largest, abs(rate))
    return angle, rate, largest


def test_a_slew_that_turns_round_half_way():
    # 1 rad at 0.25 rad/s²: √(1 / 0.25) = 2 s each way.
    assert slew_acceleration(1.0, 0.25) == History((0.0, 2.0, 4.0), (0.25, -0.25, 0.0))


def test_a_slew_that_coasts():
    # 0.25 rad/s after 1 s and 0.125 rad; 0.75 rad left to coast take 3 s.
    assert slew_acceleration(-1.0, 0.25, 0.25, 2.0) == History((2.0, 3.0, 6.0, 7.0), (-0.25, 0.0, 0.25, 0.0))


def test_the_rate_limit_that_is_just_met_changes_nothing():
    assert slew_acceleration(1.0, 0.25, 0.5) == slew_acceleration(1.0, 0.25)


def test_a_torque_moves_its_inertia_as_the_acceleration():
    torque, acceleration = slew_torque(-1.0, 8.0, 2.0, 0.25), slew_acceleration(-1.0, 0.25, 0.25)
    assert torque.times == acceleration.times
    assert torque.values == (-2.0, 0.0, 2.0, 0.0)


@MANY
@given(
    st.floats(0.01, 10.0),
    st.sampled_from([-1.0, 1.0]),
    st.floats(1e-4, 10.0),
    st.none() | st.floats(1e-3, 1.0),
)
def test_slews_end_at_rest_at_the_right_angle_within_the_limits(size, sign, limit, share):
    peak = math.sqrt(size * limit)
    largest = None if share is None else share * peak
    history = slew_acceleration(sign * size, limit, largest)
    angle, rate, reached = turned(history)
    # Every time is rounded to EPS of the whole, and the rate by the acceleration times that.
    shift = 4.0 * EPS * history.times[-1]
    assert abs(rate) <= limit * shift
    assert angle == pytest.approx(sign * size, abs=limit * shift * history.times[-1])
    assert reached <= (peak if largest is None else largest) + limit * shift
    assert max(map(abs, history.values)) == limit
    assert history.values[-1] == 0.0
    assert largest is not None or len(history.times) == 3
    # The quickest slew: no rate above the limit, no braking before it must.
    quickest = 2.0 * math.sqrt(size / limit) if largest is None else size / largest + largest / limit
    assert history.times[-1] == pytest.approx(quickest, rel=8.0 * EPS)


@MANY
@given(st.floats(1e-300, 1e300), st.floats(1e-300, 1e300), st.floats(0.5, 2.0))
def test_a_rate_limit_near_the_peak_leaves_no_step_without_length(angle, limit, share):
    rate = share * math.sqrt(angle) * math.sqrt(limit)
    for near in (rate, math.nextafter(math.sqrt(angle) * math.sqrt(limit), 0.0)):
        history = slew_acceleration(angle, limit, near)
        assert np.all(np.diff(history.times) > 0.0)


@pytest.mark.parametrize(
    ("make", "values", "said"),
    [
        (slew_acceleration, (0.0, 1.0), "angle: wanted an angle that is not zero (rad), got 0.0"),
        (slew_acceleration, (1.0, -1.0), "largest_acceleration: wanted a positive number (rad/s²), got -1.0"),
        (slew_acceleration, (1.0, 1.0, 0.0), "largest_rate: wanted a positive number (rad/s), got 0.0"),
        (slew_acceleration, (1.0, 1.0, 1.0, -1.0), "start: wanted a number that is not negative (s), got -1.0"),
        (slew_torque, (1.0, 0.0, 1.0), "inertia: wanted a positive number (kg m²), got 0.0"),
        (slew_torque, (1.0, 1.0, math.nan), "largest_torque: wanted a finite number (N m), got nan"),
        (slew_torque, (1.0, 1e300, 1e-300), "largest_torque / inertia: wanted a positive number (rad/s²), got 0.0"),
    ],
)
def test_slews_without_limits_are_refused(make, values, said):
    assert refusal(make, *values) == f"slew: {said}"


# The published cases

FORCE = History.step(642.0)
SLEW = [JointTorque(k, History.step(torque), reaction=False) for k, torque in ((1, 1298.0), (2, 888.0), (3, 389.0))]
LARGE = Body(30000.0, 4.0e5, 2.0)


def both(joint):
    return [f"shuttle-{base}-base-unlocked-{joint}" for base in ("fixed", "free")]


PUBLISHED = {
    "wiedemann-2.8.1": (LoadCase(20.0, 4001, (JointTorque(1, History.step(9779.3083712)),)), ["single-link-unlocked"]),
    "wiedemann-2.10-case-4": (
        LoadCase(120.0, 2401, (BaseForce("y", FORCE),)),
        ["single-link-guided-base-30t", "single-link-guided-base"],
    ),
    "wiedemann-2.11": (
        LoadCase(120.0, 2401, (BaseAcceleration("rotation", History.step(0.004)),)),
        ["single-link-locked"],
    ),
    "wiedemann-7.1": (LoadCase(120.0, 2401, (BaseForce("x", FORCE),)), ["shuttle-free-base", "shuttle-guided-base"]),
    "wiedemann-7.2.1": (LoadCase(10.0, 10001, tuple(SLEW)), ["shuttle-fixed-base-unlocked-123"]),
    "wiedemann-7.2.2": (LoadCase(20.0, 10001, tuple(SLEW[:2])), ["shuttle-fixed-base-unlocked-12"]),
    "wiedemann-7.2.3": (LoadCase(120.0, 4801, (SLEW[0],)), both(1)),
    "wiedemann-7.2.4": (LoadCase(120.0, 4801, (SLEW[1],)), both(2)),
    "wiedemann-7.2.5": (LoadCase(120.0, 4801, (SLEW[2],)), both(3)),
    "wiedemann-9.4.1": (LoadCase(240.0, 9601, (SLEW[1],), 0.01), both(2)[:1]),
    "wiedemann-9.4.2": (LoadCase(2000.0, 20001, (BaseForce("x", FORCE),), 0.01), ["shuttle-guided-base"]),
    "wiedemann-10.5.1-fixed-base": (LoadCase(120.0, 2401, initial=Initial((0.0, 0.02))), ["shuttle-fixed-base"]),
    "wiedemann-10.5.1-free-base": (LoadCase(120.0, 2401, initial=Initial((-0.02, 0.0))), ["shuttle-free-base"]),
    "wiedemann-10.5.2": (
        LoadCase(120.0, 2401, initial=Initial(payload_rate=0.008333)),
        ["shuttle-fixed-base", "shuttle-free-base"],
    ),
    "wiedemann-10.6-fixed-base": (
        LoadCase(120.0, 2401, initial=Initial((0.0, 0.03), 0.004154)),
        ["shuttle-fixed-base"],
    ),
    "wiedemann-10.6-free-base": (LoadCase(120.0, 2401, initial=Initial((-0.03, 0.0), 0.004154)), ["shuttle-free-base"]),
}


def test_the_published_cases_are_all_there():
    assert set(names()) == set(PUBLISHED)


@pytest.mark.parametrize("name", names())
def test_numbers_are_the_published_ones(name):
    assert repr(replace(example_case(name), name="")) == repr(PUBLISHED[name][0])


ARMS = [(name, arm) for name in names() for arm in PUBLISHED[name][1]]


@pytest.mark.parametrize(("name", "arm"), ARMS)
def test_shipped_cases_run_on_their_arms(name, arm):
    found = response(Exact(), example(arm), replace(example_case(name), samples=21), modes=3)
    assert all(np.all(np.isfinite(found[str(output)])) for output in found.output.values)
    assert found.attrs["case"] == example_case(name).name


@pytest.mark.parametrize("name", names())
def test_shipped_cases_say_source_and_arm(name):
    head = text(name).split("\n\n")[0].splitlines()
    assert all(line.startswith("# ") and len(line) <= 120 for line in head)
    assert head[0].startswith("# Source: ")
    (arm,) = [line for line in head if line.startswith("# Arm: ")]
    assert arm == f"# Arm: {' and '.join(PUBLISHED[name][1])}."
    assert example_case(name).name.startswith("Wiedemann ")


def test_the_torque_of_2_8_1_turns_the_whole_at_the_published_acceleration():
    (link,), payload = UNLOCKED.links, UNLOCKED.payload
    about_joint = payload.mass * (link.length + payload.offset) ** 2 + payload.inertia
    about_joint += link.mass * link.length**2 / 3.0 + link.joint.gear_inertia
    (load,) = example_case("wiedemann-2.8.1").loads
    assert load.history.values[0] / about_joint == pytest.approx(0.004, rel=1e-9)  # the digits in the file


def test_a_name_that_is_not_there():
    said = refusal(example_case, "wiedemann-2.12")
    assert said.startswith("example case: wanted one of wiedemann-10.5.1-fixed-base, ")
    assert said.endswith("got 'wiedemann-2.12' (did you mean wiedemann-2.11?)")
