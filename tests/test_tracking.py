"""Modes followed along a dimension: the right ones, within Rayleigh's bounds, or missing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import compare
from assumed_modes import AssumedModes
from exact import Exact
from flexarm.arm import Arm
from flexarm.examples import example
from flexarm.links import Link
from flexarm.parts import Base, Body, Joint

QUICK = AssumedModes("legendre", 8)
# Its antisymmetric modes feel the inertia in the middle, its symmetric ones do not: at the second of three inertias the
# first of either kind have one frequency.
DOUBLE = 0.7676391261542664


def symmetric(inertia: float) -> Arm:
    """OpenSees issue 1293: two welded links, free in space, a body where they meet."""
    half = {"length": 1.0, "mass_per_length": 1.0, "flexural_rigidity": 1.0, "joint": Joint.rigid()}
    return Arm(Base.free(0.0, 0.0), (Link(**half, tip=Body(0.7, inertia)), Link(**half)), name="symmetric arm")


def followed(arm, key, values, count, backend=QUICK):
    found = compare.sweep(arm, {key: values}, compare.Frequencies(count), backend, track=key)
    return found.angular_frequency.values, found


@pytest.mark.parametrize(
    ("arm", "key", "values", "count", "last"),
    [
        ("shuttle-fixed-base-unlocked-2", "link1.joint.stiffness", [1e5, 1e6], 5, [1.019, 14.78]),
        ("shuttle-guided-base", "payload.mass", [3e3, 3e4], 3, [0.2039]),
        ("double-link", "link2.angle", [120.0, 150.0], 3, [0.33114, 1.8420, 3.0845]),
    ],
)
def test_modes_keep_their_places_where_none_cross(arm, key, values, count, last):
    omega, found = followed(example(arm), key, values, count, Exact())
    plain = compare.sweep(example(arm), {key: values}, compare.Frequencies(count), Exact()).angular_frequency
    np.testing.assert_allclose(omega, plain, rtol=1e-10)
    np.testing.assert_allclose(omega[-1, : len(last)], last, rtol=4e-4)
    assert np.all(found.mac >= 0.8)
    assert set(found.reason.values) == {""}


@pytest.mark.parametrize("values", [[0.7, DOUBLE, 0.8], [0.7, 0.8], [DOUBLE, 0.8], [0.8, 0.7]])
def test_modes_cross_in_a_double_root(values):
    omega, found = followed(symmetric(0.7), "link1.tip.inertia", values, 3, Exact())
    known = {0.7: 4.84432, DOUBLE: 4.74497, 0.8: 4.70260}
    antisymmetric = [known[value] for value in values]
    # The first of the two at the first value: the antisymmetric mode from 0.7677 on, the symmetric one before.
    slow = int(values[0] < DOUBLE)
    np.testing.assert_allclose(omega[:, slow], antisymmetric, rtol=2e-6)
    np.testing.assert_allclose(omega[:, 1 - slow], 4.74497, rtol=2e-6)
    assert np.all(np.diff(omega[:, 2]) * np.diff(values) < 0.0)
    assert np.all(found.mac > 0.99)


def test_a_sharp_veering_is_resolved():
    """Two like oscillators coupled a little veer; their shapes change over, and neither is taken for the other."""
    link = {"mass_per_length": 1.0, "flexural_rigidity": 1e3, "length": 1.0}
    arm = Arm(Base.free(1e3, 1e3), (Link(**link, joint=Joint.locked(100.0)), Link(**link, joint=Joint.locked(1e3))))
    values = np.geomspace(1.0, 1e6, 4).tolist()
    omega, _ = followed(arm, "link2.joint.stiffness", values, 3)
    plain = compare.sweep(arm, {"link2.joint.stiffness": values}, compare.Frequencies(3), QUICK).angular_frequency
    np.testing.assert_allclose(omega, plain, rtol=1e-10)


ARMS = (
    "double-link",
    "end-effector",
    "shuttle-fixed-base",
    "shuttle-free-base",
    "shuttle-guided-base",
    "two-beam-frame",
)
STIFFNESSES = ("link1.joint.stiffness", "link2.joint.stiffness", "link1.flexural_rigidity")
INERTIAS = ("payload.mass", "payload.inertia", "link1.mass_per_length", "link1.joint.hub_inertia")


@given(
    st.sampled_from(ARMS),
    st.sampled_from(STIFFNESSES + INERTIAS),
    st.floats(0.0, 3.0),
    st.floats(0.5, 4.0),
    st.integers(2, 4),
    st.booleans(),
)
def test_no_mode_that_is_followed_breaks_rayleighs_bounds(name, key, start, decades, steps, down):
    """No ω² grows by more than the stiffness that grows, nor falls by more than the inertia does."""
    values = 10.0 ** (start + decades * np.arange(steps) / (steps - 1))
    omega, found = followed(example(name), key, (values[::-1] if down else values).tolist(), 4)
    growth = np.diff(np.log10(omega[::-1] if down else omega), axis=0)
    step = 0.5 * decades / (steps - 1)
    low, high = (0.0, step) if key in STIFFNESSES else (-step, 0.0)
    known = growth[np.isfinite(growth)]
    assert np.all((known >= low - 1e-9) & (known <= high + 1e-9))
    assert np.all((found.reason.values == "") == np.isfinite(omega).all(axis=1))
    assert np.isfinite(omega).mean() > 0.9


def test_what_cannot_be_told_is_missing_with_its_reason(monkeypatch):
    monkeypatch.setattr("compare.studies.tracking._DEPTH", 0)
    omega, found = followed(example("shuttle-guided-base"), "payload.mass", [3e3, 3e6], 3)
    assert np.isnan(omega[1]).any()
    assert found.status.values.tolist() == [0, 2]
    assert "between payload.mass 3000 and 3e+06 it cannot be told which mode continues it" in found.reason.values[1]
