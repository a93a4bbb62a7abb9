"""Laws that every backend keeps under gravity and axial forces, on generated arms."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm.arm import Arm
from flexarm.backend import Backend, find_backend
from flexarm.errors import TooFewModesError
from flexarm.links import Link
from flexarm.parts import Joint

from .promises import promises
from .strategies import loaded_arms
from .test_laws import changed_link, flexible, mirrored, natural, physical, scaled, split, turned

COUNT = 3
# All bend: how laws are kept without bending, the others see.
ARMS = loaded_arms().map(physical).filter(lambda arm: len(flexible(arm)) > 0)
every_backend = pytest.mark.parametrize(
    "promise", [promise for promise in promises() if promise.spec != "fem:3"], ids=lambda promise: promise.spec
)

approximate = pytest.mark.parametrize(
    "promise",
    [promise for promise in promises() if not promise.exact and promise.spec != "fem:3"],
    ids=lambda promise: promise.spec,
)


def squared(backend: Backend, arm: Arm) -> np.ndarray:
    """Return ω² of all modes that grow and of the first three others, ascending."""
    growing = backend.growth_rates(arm)
    assert backend.unstable(arm) == len(growing)
    count = int(min(COUNT, natural(arm) - len(growing)))
    try:
        omega = backend.modes(arm, count).angular_frequency if count > 0 else np.zeros(0)
    except TooFewModesError as error:
        omega = backend.modes(arm, error.available).angular_frequency if error.available else np.zeros(0)
    return np.concatenate([-(growing**2), omega**2])


def size(*found: np.ndarray) -> float:
    """Return the smallest ω² that is told from zero: a difference is relative to it, or to its own size."""
    return 1e-3 * min(np.max(np.abs(each)) for each in found)


def same(one: np.ndarray, other: np.ndarray, tolerance: float) -> None:
    assert len(one) == len(other)
    scale = np.maximum(np.abs(one), size(one, other))
    assert np.all(np.abs(one - other) <= tolerance * scale), (one, other)


def not_above(lower: np.ndarray, upper: np.ndarray, tolerance: float) -> None:
    n = min(len(lower), len(upper))
    scale = np.maximum(np.abs(upper[:n]), size(lower, upper))
    assert np.all(lower[:n] <= upper[:n] + tolerance * scale), (lower, upper)


def turned_whole(arm: Arm, degrees: float) -> Arm:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y = arm.gravity
    return replace(turned(arm, degrees), gravity=(c * x - s * y, s * x + c * y))


def in_other_units(arm: Arm, length: float, mass: float, time: float) -> Arm:
    found = scaled(arm, length, mass, time)
    force = mass * length / time**2
    links = tuple(replace(link, axial_force=force * link.axial_force) for link in found.links)
    return replace(found, links=links, gravity=tuple(length / time**2 * g for g in arm.gravity))


@every_backend
@settings(max_examples=3)
@given(arm=ARMS, degrees=st.floats(-180.0, 180.0), units=st.tuples(*[st.floats(-2.0, 2.0)] * 3))
def test_the_same_arm_said_otherwise(promise, arm, degrees, units):
    backend = find_backend(promise.spec)
    found = squared(backend, arm)
    same(squared(backend, turned_whole(arm, degrees)), found, 1e-9)
    if promise.exact:  # which is slow; what follows is shared code
        return
    over = replace(mirrored(arm), gravity=(arm.gravity[0], -arm.gravity[1]))
    same(squared(backend, over), found, 1e-9)
    length, mass, time = np.power(10.0, units).tolist()
    same(squared(backend, in_other_units(arm, length, mass, time)) * time**2, found, 1e-9)


@approximate
@settings(max_examples=3)
@given(arm=ARMS)
def test_error_is_within_the_promise_and_never_below_exact(promise, arm):
    found, exact = squared(find_backend(promise.spec), arm), squared(Exact(), arm)
    not_above(exact, found, 1e-9)
    if promise.accuracy < math.inf and len(found) == len(exact):
        same(found, exact, 20.0 * promise.accuracy)


@settings(max_examples=2)
@given(arm=ARMS, data=st.data(), fraction=st.floats(0.1, 0.9))
def test_a_link_in_two_welded_pieces_is_the_same_link(arm, data, fraction):
    k = data.draw(st.sampled_from(flexible(arm)))
    same(squared(Exact(), split(arm, k, fraction)), squared(Exact(), arm), 1e-9)


@approximate
@settings(max_examples=3)
@given(arm=ARMS, data=st.data(), more=st.floats(0.0, 3.0))
def test_tension_raises(promise, arm, data, more):
    k = data.draw(st.integers(0, len(arm.links) - 1))
    link = arm.links[k]
    stiffness = link.flexural_rigidity / link.length**2 if isinstance(link, Link) else 1e3
    tighter = changed_link(arm, k, axial_force=link.axial_force + more * stiffness)
    backend = find_backend(promise.spec)
    not_above(squared(backend, arm), squared(backend, tighter), 1e-9)


@given(arm=ARMS, sizes=st.tuples(st.integers(2, 5), st.integers(1, 3)))
def test_more_functions_never_raise(arm, sizes):
    few, more = sizes[0], sum(sizes)
    for one, other in (
        (AssumedModes("legendre", few), AssumedModes("legendre", more)),
        (BeamFEM(few), BeamFEM(few * 2)),
    ):
        not_above(squared(other, arm), squared(one, arm), 1e-10)


@given(arm=ARMS, stiffness=st.floats(1e3, 1e8))
def test_a_stiffer_joint_raises(arm, stiffness):
    joint = replace(Joint.locked(stiffness), hub_inertia=arm.links[0].joint.hub_inertia)
    softer, stiffer = (changed_link(arm, 0, joint=replace(joint, stiffness=f * stiffness)) for f in (1.0, 2.0))
    not_above(squared(BeamFEM(8), softer), squared(BeamFEM(8), stiffer), 1e-10)
