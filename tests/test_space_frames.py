"""Arms in space beside textbook frame elements; every trap that such programs fall into is seen."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.linalg import block_diag

from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm import Arm, Base, Body, Joint, Link, RigidLink

from .frame_elements import beyond, frame_frequencies, nodal_mass
from .spatial import random_arm, swapped, tensor, vector

COUNT = 8
# Round-off of absolute coordinates: links are a million times as stiff along as the arm is.
ROUNDING = 3e-6

BEAM = {
    "torsional_rigidity": 0.9e6,
    "polar_inertia_per_length": 0.21,
    "axial_rigidity": 2.5e7,
    "rotary_inertia_per_length": (0.1, 0.13),
}
HEAVY = ((90.0, 31.0, -22.0), (31.0, 140.0, 17.0), (-22.0, 17.0, 110.0))
LINKS = (
    Link(5.0, 8.0, (2.1e6, 1e6), joint=Joint.locked(4e5, 40.0, axis=(1.0, 2.0, 0.0)), angle=25.0, **BEAM),
    RigidLink(0.4, mass=6.0, inertia=(0.9, 1.1, 1.6), joint=Joint.locked(2e5, axis="x"), angle=70.0),
    Link(3.0, 6.0, (1e6, 3e6), joint=Joint.unlocked(30.0, axis="y"), angle=40.0, **BEAM),
)
ARM = Arm(Base.fixed(), LINKS, Body(60.0, HEAVY, (0.5, 0.3, -0.6)), motion="spatial")


def fem(arm: Arm, elements: int = 6) -> np.ndarray:
    return BeamFEM(elements).modes(arm, COUNT).angular_frequency


def change(found: np.ndarray, wanted: np.ndarray) -> float:
    return float(np.max(np.abs(found / wanted - 1.0)))


@pytest.mark.parametrize("seed", range(12))
def test_elements_are_the_textbooks(seed):
    arm = random_arm(seed, terms=False, full=True)
    assert change(fem(arm), frame_frequencies(arm, 6, COUNT)) < ROUNDING


@pytest.mark.parametrize(
    "base", [Base.fixed(), Base.guided(30.0, (0.5, 1.0, 2.0)), Base.free(70.0, HEAVY, (1.0, 2.0, 0.5))]
)
def test_elements_with_rotary_inertia_are_the_textbooks(base):
    arm = replace(ARM, base=base)
    assert change(fem(arm), frame_frequencies(arm, 6, COUNT)) < ROUNDING


@pytest.mark.parametrize("backend", [Exact(), AssumedModes("legendre", 12)], ids=lambda backend: backend.spec)
def test_the_textbooks_elements_come_near(backend):
    """Their error falls by 4 as elements halve, for they stretch and twist linearly; so it is taken off."""
    coarse, fine = (frame_frequencies(ARM, elements, COUNT) for elements in (10, 20))
    wanted = backend.modes(ARM, COUNT).angular_frequency
    assert change(fine, wanted) < 3e-3
    assert change(fine + (fine - coarse) / 3.0, wanted) < 1e-4


def product_of_wrong_sign(body: Body, axes: np.ndarray) -> np.ndarray:
    own = tensor(body.inertia)
    return nodal_mass(replace(body, inertia=tuple(map(tuple, 2.0 * np.diag(np.diag(own)) - own))), axes)


def tensor_not_turned(body: Body, axes: np.ndarray) -> np.ndarray:
    whole = nodal_mass(body, axes)
    whole[3:, 3:] += tensor(body.inertia) - axes.T @ tensor(body.inertia) @ axes
    return whole


def tensor_about_the_node(body: Body, axes: np.ndarray) -> np.ndarray:
    whole = nodal_mass(body, axes)
    whole[3:, 3:] = axes.T @ tensor(body.inertia) @ axes
    return whole


def offset_not_turned(body: Body, axes: np.ndarray) -> np.ndarray:
    carry = beyond(vector(body.offset))
    own = block_diag(body.mass * np.eye(3), axes.T @ tensor(body.inertia) @ axes)
    return carry.T @ own @ carry


def exchanged(arm: Arm) -> Arm:
    return replace(arm, links=tuple(swapped(link) if isinstance(link, Link) else link for link in arm.links))


def without(arm: Arm, number: int, name: str) -> Arm:
    links = list(arm.links)
    links[number] = replace(links[number], joint=replace(links[number].joint, **{name: 0.0}))
    return replace(arm, links=tuple(links))


def hub_about_every_axis(arm: Arm) -> Arm:
    """The first joint's hub as a body that turns with it, of that inertia about every axis, on what does not move."""
    whole = without(arm, 0, "hub_inertia")
    hub = Body(0.0, arm.links[0].joint.hub_inertia)
    root = RigidLink(0.0, joint=whole.links[0].joint, angle=arm.links[0].angle, tip=hub)
    return replace(whole, links=(root, replace(whole.links[0], joint=Joint.rigid(), angle=0.0), *whole.links[1:]))


BODIES = (product_of_wrong_sign, tensor_not_turned, tensor_about_the_node, offset_not_turned)
ON_A_GUIDE = replace(ARM, base=Base.guided(30.0, (0.5, 1.0, 2.0)))
# On a free base, whose rotations a hub about every axis would resist.
FLOATING = replace(ARM, base=Base.free(5.0, (4.0, 5.0, 6.0)))
OTHERS = {
    "rigidities exchanged": (ARM, exchanged(ARM)),
    "gear dropped": (ARM, without(ARM, 2, "gear_inertia")),
    "hub dropped": (ARM, without(ARM, 0, "hub_inertia")),
    "hub about every axis": (FLOATING, hub_about_every_axis(FLOATING)),
}


@pytest.mark.parametrize("wrong", BODIES, ids=lambda wrong: wrong.__name__)
def test_a_trap_of_bodies_is_seen(wrong):
    """Which the elements above fall into by their own hands: a product that did would agree with them."""
    assert change(fem(ARM), frame_frequencies(ARM, 6, COUNT)) < ROUNDING
    assert change(fem(ARM), frame_frequencies(ARM, 6, COUNT, wrong)) > 1e-2


@pytest.mark.parametrize("trap", OTHERS)
def test_another_trap_is_seen(trap):
    right, wrong = OTHERS[trap]
    assert change(fem(right), frame_frequencies(right, 6, COUNT)) < ROUNDING
    assert change(fem(right), frame_frequencies(wrong, 6, COUNT)) > 1e-2


def test_backends_fall_into_the_same_traps_or_none():
    wanted = Exact().modes(FLOATING, COUNT).angular_frequency
    assert change(AssumedModes("legendre", 12).modes(FLOATING, COUNT).angular_frequency, wanted) < 1e-10
    assert change(fem(FLOATING, 20), wanted) < 3e-3
