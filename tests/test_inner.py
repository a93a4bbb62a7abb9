"""The mass inner product of modes as samples, against an independent quadrature."""

from dataclasses import replace

import numpy as np
import pytest

from flexarm.arm import Arm
from flexarm.backend import find_backend
from flexarm.examples import example, names
from flexarm.inner import mass_samples, panel_stations
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Joint

from .measures import mass_products

MIXED = Arm(
    Base.free(500.0, 800.0, (0.5, 1.0)),
    (
        Link(4.0, 2.0, 3e4, joint=Joint.unlocked(gear_inertia=7.0, hub_inertia=2.0), tip=Body(3.0, 0.4, (0.1, 0.3))),
        RigidLink(1.0, joint=Joint.locked(2e4), mass=5.0, angle=70.0),
        Link(3.0, 1.0, 1e4, joint=Joint.rigid(), angle=-30.0),
    ),
    Body(20.0, 6.0, (0.5, -0.2)),
)


@pytest.mark.parametrize("degree", range(10))
def test_panels_integrate_nine_degrees_and_leave_out_their_ends(degree):
    x, weights = panel_stations(3.0, 4)
    assert np.sum(weights * x**degree) == pytest.approx(3.0 ** (degree + 1) / (degree + 1), rel=1e-14)
    assert np.min(np.abs(np.subtract.outer(x, np.linspace(0.0, 3.0, 5)))) > 0.01
    assert len(x) == 4 * 5


@pytest.mark.parametrize("name", names())
def test_exact_modes_are_orthogonal_and_of_unit_mass(name):
    samples = mass_samples(find_backend("exact").modes(example(name), 4), 16)
    np.testing.assert_allclose(samples.T @ samples, np.eye(4), rtol=0.0, atol=1e-11)


@pytest.mark.parametrize(("spec", "panels"), [("exact", 20), ("fem:5", 5), ("assumed_modes:clamped-free:3", 20)])
def test_products_are_those_of_an_independent_quadrature(spec, panels):
    # Modes of arms with every kind of inertia, mixed so that no product vanishes by orthogonality.
    model = find_backend(spec).modes(MIXED, 4)
    samples = mass_samples(model, panels)
    assert samples.shape[1] == 4
    np.testing.assert_allclose(samples.T @ samples, mass_products(model), rtol=0.0, atol=1e-12)


def test_every_inertia_counts():
    """A mode's mass falls by the part of each inertia that is taken away from the arm, and by no more."""
    model = find_backend("exact").modes(MIXED, 3)
    without = replace(MIXED.links[0], joint=Joint.unlocked(gear_inertia=0.0, hub_inertia=2.0))
    lighter = replace(model, arm=replace(MIXED, links=(without, *MIXED.links[1:])))
    whole, rest = mass_samples(model, 20), mass_samples(lighter, 20)
    gear = 7.0 * model.joint_rotation[:, 0] ** 2
    np.testing.assert_allclose(np.sum(whole**2, axis=0) - np.sum(rest**2, axis=0), gear, rtol=0.0, atol=1e-13)
    assert np.all(gear > 1e-9)


def test_modes_of_two_models_of_one_arm_meet_in_the_product():
    exact = mass_samples(find_backend("exact").modes(MIXED, 3), 20)
    close = mass_samples(find_backend("assumed_modes:legendre:12").modes(MIXED, 3), 20)
    np.testing.assert_allclose(exact.T @ close, np.eye(3), rtol=0.0, atol=1e-8)
    assert np.max(np.abs(exact - close)) < 1e-7
