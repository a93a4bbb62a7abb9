"""Shifts of the first natural frequency from that of the rigid model."""

import csv
import io
import json
from dataclasses import replace

import numpy as np
import pytest

import compare
from compare.studies.rigid_model import RigidModel, clamped, on_spring
from exact import Exact
from flexarm.errors import InputError, QuestionError
from flexarm.examples import example
from flexarm.parts import Body

CASE_1, MASS_B = example("hufnagel-case1"), example("hufnagel-case1-mass-b")
INCH, POUND = 0.0254, 4.4482216152605
G = 386.2 * INCH


@pytest.fixture(scope="module")
def found():
    return compare.rigid_shifts(ratios=(0.1, 1.0, 4.0))


def test_rigid_model_is_hufnagels():
    """Equations (3.83) and (5.45) in inches, pounds and seconds; his end mass B, and K = 0 of table 4.4: 0.608 Hz."""
    m, l, J_l, g = 2.534e-4 * 0.0453 * 39.625, 39.625, 2.77e-4, 386.2
    alone = np.sqrt((m * g * l / 2) / (J_l + m * l**2 / 3)) / (2 * np.pi)
    assert alone == pytest.approx(0.6082, abs=1e-4)
    hanging = replace(CASE_1, gravity=(G, 0.0))
    assert RigidModel.of(hanging).angular_frequency(0.0) / (2 * np.pi) == pytest.approx(alone, rel=1e-12)
    m_a, J_a, K = 4.557e-4, 1.311e-4, 31.18
    loaded = np.sqrt((K + m * g * l / 2 + m_a * g * l) / (J_l + m * l**2 / 3 + J_a + m_a * l**2))
    model = RigidModel.of(replace(MASS_B, gravity=(G, 0.0)))
    assert model.angular_frequency(K * INCH * POUND) == pytest.approx(loaded, rel=1e-12)
    assert model.stiffness(loaded) == pytest.approx(K * INCH * POUND, rel=1e-12)


def test_an_arm_that_falls_has_no_frequency():
    standing = RigidModel.of(replace(CASE_1, gravity=(-G, 0.0)))
    assert np.isnan(standing.angular_frequency(0.0))
    hanging = RigidModel.of(replace(CASE_1, gravity=(G, 0.0)))
    assert np.isnan(hanging.stiffness(0.5 * hanging.angular_frequency(0.0)))


def test_weight_counts_as_far_as_it_acts_along_the_link():
    turned = replace(CASE_1, gravity=(G, 0.0)).with_angles(link1=60.0)
    straight = RigidModel.of(replace(CASE_1, gravity=(G, 0.0)))
    assert RigidModel.of(turned).weight_stiffness == pytest.approx(0.5 * straight.weight_stiffness, rel=1e-12)


def test_soft_springs_turn_the_arm_as_one_and_stiff_ones_clamp_it(found):
    shift = found["shift"]
    assert np.all(shift < 0.0)
    assert np.all(np.diff(shift, axis=1) < 0.0)
    assert np.all(np.abs(shift.sel(ratio=0.1)) < 0.006)
    # The clamped arm bounds the first frequency: shift → 1/ratio − 1.
    assert np.all(shift.sel(ratio=4.0) < 1 / 4.0 - 1.0)
    assert shift.sel(ratio=4.0).values == pytest.approx(np.full(5, 1 / 4.0 - 1.0), abs=0.02)


def test_shifts_of_different_arms_are_alike_against_the_clamped_arm(found):
    """His figures 4.10 and 5.13: one curve for all; 5.14: a curve a mass ratio."""
    assert np.ptp(found["shift"].values, axis=0) == pytest.approx(0.0, abs=2.5e-3)
    assert found.mass_ratio.values == pytest.approx([0.0, 0.0, 0.0, 0.25, 1.0], abs=2e-3)
    assert found.ratio_to_bare.sel(ratio=1.0).values == pytest.approx([1.0, 1.0, 1.0, 0.7053, 0.4425], abs=1e-4)


def test_frequencies_are_the_exact_ones(found):
    at = found.isel(arm=0, ratio=1)
    arm = on_spring(CASE_1, at.stiffness.item())
    assert at.angular_frequency.item() == pytest.approx(Exact().modes(arm, 1).angular_frequency[0], rel=1e-11)
    held = Exact().modes(clamped(CASE_1), 1).angular_frequency[0]
    assert at.clamped_angular_frequency.item() == pytest.approx(held, rel=1e-11)
    assert at["shift"].item() == pytest.approx(at.angular_frequency.item() / held - 1.0, rel=1e-11)


def test_every_variable_says_what_it_is(found):
    assert all({"units", "long_name"} <= set(found[name].attrs) for name in found.variables)


def test_as_text(found):
    lines, arm = compare.text(found).splitlines(), str(found.arm.values[0])
    (row,) = [line.split() for line in lines if line.split()[:1] == ["4"]]
    assert row[1:] == [f"{shift:+.4f}" for shift in found["shift"].sel(ratio=4.0).values]
    assert sum(arm in line for line in lines) == 1
    told = json.loads(compare.text(found, "json"))
    assert told["units"]["stiffness"] == "N m/rad"
    assert told["results"][0]["shift"] == found["shift"].values[0].tolist()
    rows = list(csv.DictReader(io.StringIO(compare.text(found, "csv"))))
    assert [float(row["shift"]) for row in rows] == found["shift"].values.ravel().tolist()


def test_the_picture_shows_every_arm_twice(found):
    left, right = compare.plot_rigid_shifts(found).axes
    labels = [line.get_label() for line in left.lines]
    assert labels == list(found.arm.values) == [line.get_label() for line in right.lines]
    assert right.lines[4].get_xdata() == pytest.approx(found.ratio_to_bare.values[4])


def test_what_is_no_one_link_arm_is_refused():
    with pytest.raises(QuestionError, match="one flexible link on a fixed base"):
        compare.rigid_shifts([example("double-link")], ratios=(1.0,))
    with pytest.raises(QuestionError, match="leave out spin_rate"):
        compare.rigid_shifts([replace(CASE_1, spin_rate=1.0)], ratios=(1.0,))


@pytest.mark.parametrize("ratios", [(), (1.0, 1.0), (0.0, 1.0), (1.0, float("nan")), "1"])
def test_wrong_ratios_are_refused(ratios):
    with pytest.raises(InputError, match="ratios"):
        compare.rigid_shifts([CASE_1], ratios=ratios)


def test_no_arm_is_refused():
    with pytest.raises(InputError, match="one Arm or more"):
        compare.rigid_shifts([])


def test_a_body_beside_the_axis_counts():
    arm = CASE_1.with_payload(Body(0.1, 0.0, (0.0, 0.2)))
    length = arm.links[0].length
    added = RigidModel.of(arm).inertia - RigidModel.of(CASE_1).inertia
    assert added == pytest.approx(0.1 * (length**2 + 0.2**2), rel=1e-12)
