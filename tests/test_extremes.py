"""Largest and smallest values over time: closed forms, fine samples, and nothing of the case's own samples."""

from dataclasses import replace

import numpy as np
import pytest

from exact import Exact
from flexarm import response
from flexarm.arm import Arm
from flexarm.examples import example
from flexarm.forced_response import extremes
from flexarm.links import RigidLink
from flexarm.load_cases import BaseAcceleration, Damper, History, Initial, LoadCase, TipForce, example_case
from flexarm.parts import Base, Body, Joint

MEASURES = ("amplitude", "offset", "peak", "peak_time")
STEP = History((0.0,), (1.0,))
# A rigid arm on a spring: one degree of freedom of 2 rad/s, 1 N m turns it by 1/40 rad.
SWING = Arm(Base.fixed(), (RigidLink(1.0, joint=Joint.locked(40.0)),), Body(10.0, 0.0))


def measured(arm, case, output, **options):
    found = response(Exact(), arm, case, **options)
    at = list(found.output.values).index(output)
    return [float(found[measure].values[at]) for measure in MEASURES]


def test_a_step_swings_about_the_static_deflection():
    # q = (1 − cos ωt) f/k: from zero to twice the static deflection, first at half a period.
    case = LoadCase(50.0, 3, (TipForce("rotation", STEP),))
    found = measured(SWING, case, "joint1_rotation", modes=1)
    assert found == pytest.approx([1.0 / 40.0, 1.0 / 40.0, 2.0 / 40.0, np.pi / 2.0], rel=1e-9)


def test_a_ramp_ends_highest_at_the_end():
    case = LoadCase(10.0, 2, (TipForce("rotation", History((0.0, 10.0), (0.0, 1.0), "linear")),))
    found = measured(SWING, case, "joint1_rotation", modes=1)
    # q = (t − sin ωt/ω) f′/k rises throughout.
    highest = (10.0 - np.sin(20.0) / 2.0) * 0.1 / 40.0
    assert found == pytest.approx([highest / 2.0, highest / 2.0, highest, 10.0], rel=1e-9)


def test_a_damped_step_overshoots_once():
    ratio = 0.1
    case = LoadCase(50.0, 2, (TipForce("rotation", STEP),), damping=ratio)
    overshoot = 1.0 + np.exp(-np.pi * ratio / np.sqrt(1.0 - ratio**2))
    found = measured(SWING, case, "joint1_rotation", modes=1)
    when = np.pi / (2.0 * np.sqrt(1.0 - ratio**2))
    assert found[2] == pytest.approx(overshoot / 40.0, rel=1e-9)
    assert found[3] == pytest.approx(when, rel=1e-5)  # a peak known to 1e-10 is flat over 1e-5 of its period
    damper = LoadCase(50.0, 2, (TipForce("rotation", STEP),), dampers=(Damper(2.0 * ratio * 2.0 * 10.0, joint=1),))
    assert measured(SWING, damper, "joint1_rotation", modes=1)[:3] == pytest.approx(found[:3], rel=1e-9)


CASES = {
    "turned base": (example("single-link-locked"), example_case("wiedemann-2.11")),
    "thrusters": (example("shuttle-free-base"), example_case("wiedemann-7.1")),
    "capture": (example("shuttle-fixed-base"), replace(example_case("wiedemann-10.5.1-fixed-base"), duration=20.0)),
    "damped": (example("shuttle-guided-base"), example_case("wiedemann-9.4.2")),
    "slew": (example("single-link-unlocked"), example_case("wiedemann-2.8.1")),
    "dampers": (
        example("double-link"),
        LoadCase(
            30.0,
            2,
            (BaseAcceleration("y", History((0.0, 7.0), (1.0, -1.0))),),
            initial=Initial(joint_rates=(1e-3, 0.0)),
            dampers=(Damper(1e3, 1), Damper(1e2, 2)),
        ),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_measures_do_not_depend_on_the_samples(name):
    arm, case = CASES[name]
    few, many = (response(Exact(), arm, replace(case, samples=samples)) for samples in (201, 20001))
    for measure in MEASURES:
        assert few[measure].values == pytest.approx(many[measure].values, rel=1e-9, abs=0.0), measure
    # No sample lies beyond what is called the largest or the smallest value.
    values = np.stack([many[str(output)].values for output in many.output.values])
    largest = np.abs(many.peak.values)
    above = np.max(values, axis=1) - (many.offset.values + many.amplitude.values)
    below = (many.offset.values - many.amplitude.values) - np.min(values, axis=1)
    rounding = 1e-12 * np.max(np.abs(values), axis=1)  # of outputs that are zero but for differences
    assert np.all(np.maximum(above, below) <= 2e-10 * largest + rounding)


@pytest.mark.parametrize("name", ["turned base", "thrusters", "slew"])
def test_measures_are_those_of_fine_samples(name):
    arm, case = CASES[name]
    found = response(Exact(), arm, replace(case, samples=200_001), modes=3)
    for output, amplitude in zip(found.output.values, found.amplitude.values, strict=True):
        values = found[str(output)].values
        sampled = (np.max(values) - np.min(values)) / 2.0
        # Three modes of up to 103 rad/s, sampled every 0.6 ms: a sampled peak is too low by (ωΔt)²/8 at most.
        assert sampled == pytest.approx(amplitude, rel=5e-4, abs=1e-12)
        assert sampled <= amplitude * (1.0 + 1e-9) + 1e-15


def test_a_peak_at_a_jump_of_the_load_is_found():
    # The static correction follows the load at once: just before 5 s the shear of all modes but one is at its largest.
    arm, case = (
        example("double-link"),
        LoadCase(10.0, 4, (TipForce("rotation", History((0.0, 5.0), (0.0, 9.0), "linear"), 1),)),
    )
    jump = replace(case, loads=(TipForce("rotation", History((0.0, 5.0), (9.0, 0.0)), 1),))
    found = response(Exact(), arm, replace(jump, samples=100_001), modes=1)
    for output in ("link1_root_moment", "base_moment"):
        at, values = list(found.output.values).index(output), found[output].values
        largest = np.max(np.abs(values))
        assert abs(found.peak.values[at]) >= largest * (1.0 - 1e-9)
        assert abs(found.peak.values[at]) == pytest.approx(largest, rel=1e-4)


def test_too_many_spans_are_cut_short_with_little_loss_and_say_so(monkeypatch):
    arm, case = CASES["capture"]
    whole = response(Exact(), arm, case)
    monkeypatch.setattr(extremes, "_WORK", 1_000_000)
    short = response(Exact(), arm, case)
    loss = (whole.amplitude.values - short.amplitude.values) / np.maximum(np.abs(whole.peak.values), 1e-30)
    assert np.all(loss > -1e-9)
    assert np.all(loss < 0.05)
    rounding = 1e-9 * np.abs(whole.peak.values)
    for measure in ("amplitude", "offset"):
        off = np.abs(whole[measure].values - short[measure].values)
        assert np.all(off <= whole.beyond.values + short.beyond.values + rounding), measure
    assert np.any(short.beyond.values > 0.0)


def test_a_step_held_for_years_takes_no_longer(monkeypatch):
    # Of a force held still, every mode swings to twice its static deflection; in 10⁹ s the first ones do so together.
    looked = []

    def counted(course, spans):
        looked.append(course.work * len(spans.start))
        return reach(course, spans)

    reach = extremes._reach
    monkeypatch.setattr(extremes, "_reach", counted)
    monkeypatch.setattr(extremes, "_WORK", 5_000_000)
    found = response(Exact(), example("single-link-locked"), LoadCase(1e9, 11, (TipForce("y", STEP),)), modes=3)
    # Two searches, of the outputs and of the modes; what goes on however little is left is a part of either.
    assert sum(looked) <= 2.5 * extremes._WORK
    at = list(found.output.values).index("payload_deflection")
    short = response(Exact(), example("single-link-locked"), LoadCase(200.0, 11, (TipForce("y", STEP),)), modes=3)
    # In 200 s the first mode alone, all but 2e-4 of the deflection, is at its largest a dozen times.
    assert found.peak.values[at] == pytest.approx(short.peak.values[at], rel=1e-3)
    assert found.beyond.values[at] < 1e-3 * found.peak.values[at]


@pytest.mark.parametrize("name", ["turned base", "damped", "dampers"])
def test_shares_do_not_depend_on_the_samples(name):
    arm, case = CASES[name]
    few, many = (response(Exact(), arm, replace(case, samples=samples), modes=4) for samples in (2, 2001))
    assert few.mode_share.values == pytest.approx(many.mode_share.values, rel=1e-9, abs=0.0)


def test_of_a_single_mode_all_is_its_share():
    found = response(Exact(), SWING, LoadCase(50.0, 2, (TipForce("rotation", STEP),)), modes=1, static_correction=False)
    at = list(found.output.values).index("joint1_rotation")
    assert found.mode_share.values[at] == pytest.approx([1.0], rel=1e-9)
    assert found.beyond.values[at] == 0.0
