"""Static displacements, rigid-body modes and the work of loads: what forced response is made of."""

import numpy as np
import pytest

from exact import Exact
from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.backend import find_backend
from flexarm.examples import example
from flexarm.links import Link
from flexarm.parts import Base, Body, Joint
from flexarm.quadrature import gauss
from flexarm.rigid_modes import rigid_modes
from flexarm.section_loads import SectionLoads, inertia_loads, work

ARMS = [
    "single-link-locked",
    "single-link-unlocked",
    "end-effector",
    "double-link",
    "two-beam-frame",
    "shuttle-free-base",
    "shuttle-guided-base",
]
BACKENDS = ["exact", "fem:20", "assumed_modes:legendre:10"]


def some_loads(arm):
    """A couple on a joint, a force on the tip, and a load spread over the first link or an accelerated base."""
    links = len(arm.links)
    loads = SectionLoads.none(3, links)
    loads.joints[0, 0] = 1.0
    loads.tips[1, -1] = [1.0, 2.0, 3.0]
    if arm.base.kind != "fixed":
        loads.spread[2, 0, 1:3] = 1.0
        return loads
    turning = inertia_loads(tree(arm), np.array([[0.0, 0.0, 1.0]]), np.zeros((1, links)))
    return loads + turning.mixed(np.array([[0.0], [0.0], [1.0]]))


def balanced(arm, loads):
    """The loads with the inertia of the rigid-body accelerations that they cause."""
    rigid, parts = rigid_modes(arm), tree(arm)
    pushed = work(loads, parts, rigid)
    return loads + inertia_loads(parts, pushed @ rigid.base_motion, pushed @ rigid.joint_rotation)


def tip(displacements):
    motion = displacements.link_motions[-1].tip
    return np.vstack([motion.translation, motion.rotation])


@pytest.mark.parametrize("name", ARMS)
def test_rigid_body_modes_are_orthogonal_and_of_unit_mass(name):
    arm = example(name)
    rigid, parts = rigid_modes(arm), tree(arm)
    assert len(rigid.base_motion) == arm.rigid_freedoms
    inertia = inertia_loads(parts, rigid.base_motion, rigid.joint_rotation)
    assert -work(inertia, parts, rigid) == pytest.approx(np.eye(arm.rigid_freedoms), abs=1e-13)
    # The momentum of elastic modes vanishes: they are orthogonal to every rigid-body mode.
    modes = Exact().modes(arm, 6)
    assert np.all(np.abs(work(inertia, parts, modes)) < 1e-11)


@pytest.mark.parametrize("name", ARMS)
def test_every_backend_finds_the_same_static_displacement(name):
    arm = example(name)
    loads, rigid, parts = balanced(arm, some_loads(arm)), rigid_modes(arm), tree(arm)
    inertia = inertia_loads(parts, rigid.base_motion, rigid.joint_rotation)
    found = []
    for spec in BACKENDS:
        held = find_backend(spec).statics(arm, loads)
        found.append(tip(held) + tip(rigid) @ work(inertia, parts, held))  # less its rigid-body part
    assert np.max(np.abs(work(loads, parts, rigid)), initial=0.0) < 1e-12
    # Cubic elements are exact at their nodes but for the spread load of a bent base: h⁴ at 20 elements.
    assert found[1] == pytest.approx(found[0], abs=1e-11 * np.max(np.abs(found[0])))
    assert found[2] == pytest.approx(found[0], abs=1e-13 * np.max(np.abs(found[0])))


@pytest.mark.parametrize("name", ["single-link-locked", "double-link", "shuttle-free-base"])
@pytest.mark.parametrize("spec", BACKENDS)
def test_modes_sum_up_to_the_static_displacement(name, spec):
    arm = example(name)
    parts, rigid, backend = tree(arm), rigid_modes(arm), find_backend(spec)
    loads = some_loads(arm)
    held = backend.statics(arm, balanced(arm, loads))
    inertia = inertia_loads(parts, rigid.base_motion, rigid.joint_rotation)
    whole = tip(held) + tip(rigid) @ work(inertia, parts, held)
    modes = backend.modes(arm, 8)
    summed = tip(modes) @ (work(loads, parts, modes) / modes.angular_frequency**2).T
    assert summed == pytest.approx(whole, abs=1e-7 * np.max(np.abs(whole)))


def test_cantilever_under_its_textbook_loads():
    # Timoshenko and Gere: P L³/3EI, M L²/2EI, q L⁴/8EI, and 11 q L⁴/120EI where q rises to the tip.
    length, rigidity = 3.0, 7.0
    arm = Arm(Base.fixed(), (Link(length, 2.0, rigidity, joint=Joint.rigid()),), Body(5.0, 1.0))
    loads = SectionLoads.none(4, 1)
    loads.tips[0, 0, 1] = loads.tips[1, 0, 2] = loads.spread[2, 0, 1] = 1.0
    loads.spread[3, 0, 2] = 1.0 / length
    expected = [length**3 / 3.0, length**2 / 2.0, length**4 / 8.0, 11.0 * length**4 / 120.0]
    for spec in BACKENDS:
        found = find_backend(spec).statics(arm, loads)
        assert found.deflection(1, [length])[:, 0] == pytest.approx(np.array(expected) / rigidity, rel=1e-12)


@pytest.mark.parametrize("name", ["single-link-locked", "double-link", "shuttle-free-base"])
@pytest.mark.parametrize("spec", ["exact", "fem:7", "assumed_modes:legendre:8", "assumed_modes:clamped-free:4"])
def test_moments_of_shapes_are_their_integrals(name, spec):
    arm = example(name)
    model = find_backend(spec).modes(arm, 4)
    panels = np.arange(7)[:, np.newaxis]
    nodes, weights = gauss(40)
    fractions, weights = ((panels + nodes) / 7.0).ravel(), np.tile(weights / 7.0, 7)
    for k, link in enumerate(arm.links, 1):
        x, w = fractions * link.length, weights * link.length
        deflection = model.deflection(k, x)
        integrals = np.stack([model.stretch(k, x) @ w, deflection @ w, deflection @ (w * x), model.slope(k, x) @ w])
        assert model.shapes[k - 1].moments() == pytest.approx(integrals, rel=1e-10, abs=1e-14)


def test_effective_masses_sum_to_the_mass_that_moves():
    # Clough and Penzien: the squares of the participation in a translation of the base add up to the whole mass.
    arm = example("single-link-locked")
    parts, (link,) = tree(arm), arm.links
    across = inertia_loads(parts, np.array([[0.0, 1.0, 0.0]]), np.zeros((1, 1)))
    turning = inertia_loads(parts, np.array([[0.0, 0.0, 1.0]]), np.zeros((1, 1)))
    modes = Exact().modes(arm, 40)
    mass = link.mass_per_length * link.length + arm.payload.mass
    reach = link.length + arm.payload.centre[0]
    inertia = link.mass_per_length * link.length**3 / 3.0 + arm.payload.mass * reach**2 + arm.payload.inertia
    for loads, whole in ((across, mass), (turning, inertia)):
        summed = np.cumsum(work(loads, parts, modes)[0] ** 2)
        assert np.all(summed < whole)
        # What forty modes leave out is a part of the 56 kg of the link, beside 10 t.
        assert summed[-1] == pytest.approx(whole, rel=2e-4)
