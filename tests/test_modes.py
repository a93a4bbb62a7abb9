"""Mode shapes against a quadrature of their own: normalisation, equilibrium, signs, and the Dataset's values."""

import dataclasses
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from numpy.polynomial import chebyshev

from flexarm.arm import Arm
from flexarm.backend import find_backend
from flexarm.errors import FlexarmError, TooFewModesError
from flexarm.examples import example
from flexarm.links import Link, RigidLink
from flexarm.modes import ModalModel
from flexarm.parts import Base, Body, Joint

from .measures import mass_products, strain_products
from .promises import promises

BEAM = {"length": 10.0, "mass_per_length": 2.0, "flexural_rigidity": 1e5}
SHUTTLE = ["shuttle-fixed-base", "shuttle-free-base", "shuttle-guided-base"]
OBLIQUE = {"link2": 35.0, "link3": -80.0}


def shuttle(name: str) -> Arm:
    return example(name).with_angles(**OBLIQUE)


def slender(joint: Joint, base: Base | None = None, payload: Body | None = None) -> Arm:
    return Arm(base or Base.fixed(), (Link(**BEAM, joint=joint),), payload)


def between(mass: float, links: int) -> Arm:
    """Return identical links between bodies so heavy that each link is clamped at both ends, nearly."""
    joint, body = Joint.rigid(), Body(mass, 10.0 * mass)
    return Arm(
        Base.free(mass, 10.0 * mass),
        tuple(Link(**BEAM, joint=joint, angle=30.0, tip=body) for _ in range(links)),
    )


SINGLE = {
    "locked": example("single-link-locked"),
    "unlocked": example("single-link-unlocked"),
    "clamped": slender(Joint.rigid()),
    "pinned": slender(Joint.unlocked()),
    "free-free": slender(Joint.rigid(), Base.free(0.0, 0.0)),
    "guided": slender(Joint.locked(1e5, 3.0), Base.guided(5.0, (1.0, 2.0)), Body(7.0, 1.0, (0.5, 0.4))),
    "free": slender(Joint.unlocked(2.0, 1.0), Base.free(30.0, 20.0, (1.0, -2.0)), Body(1e4, 1e3, 1.0)),
    "mass 1e9": slender(Joint.locked(1e5), None, Body(1e9, 1.0, 1.0)),
    "soft": slender(Joint.locked(1e-3), Base.free(10.0, 10.0), Body(1.0, 0.0)),
}
ARMS = {**SINGLE, **{name: shuttle(name) for name in SHUTTLE}}

every_arm = pytest.mark.parametrize("arm", ARMS.values(), ids=ARMS.keys())
every_backend = pytest.mark.parametrize("promise", promises(), ids=lambda promise: promise.spec)


def exact(arm: Arm, count: int) -> ModalModel:
    return find_backend("exact").modes(arm, count)


def panels_of(model: ModalModel) -> int:
    """Return a number of quadrature panels none of which spans two elements."""
    return int(model.backend.split(":")[1]) if model.backend.startswith("fem:") else 4


def limit(arm: Arm, usual: float) -> float:
    """Return the tolerance of mass products.

    A body of 1e9 kg that stands still moves by what round-off leaves of joint rotation times length plus deflection,
    and √mass times that is no longer small.
    """
    return max(usual, 1e-12 * np.sqrt(arm.payload.mass)) if arm.payload else usual


def orthonormal(model: ModalModel, tolerance: float, panels: int = 60) -> None:
    """Check mass products against the unit matrix and strain products against squares of the frequencies."""
    omega = model.angular_frequency
    mass = mass_products(model, panels) - np.eye(model.modes)
    strain = strain_products(model, panels) / np.outer(omega, omega) - np.eye(model.modes)
    assert np.abs(mass).max() <= tolerance, f"mass {np.abs(mass).max():.1e}"
    assert np.abs(strain).max() <= 10.0 * tolerance, f"strain {np.abs(strain).max():.1e}"


@every_arm
def test_the_first_forty_exact_modes_are_orthonormal(arm):
    orthonormal(exact(arm, 40), limit(arm, 1e-10))


@every_arm
def test_modes_of_elements_and_of_legendre_shapes_are_orthonormal(arm):
    orthonormal(find_backend("fem:60").modes(arm, 20), limit(arm, 1e-9))
    orthonormal(find_backend("assumed_modes:legendre:30").modes(arm, 20), limit(arm, 1e-9))


@pytest.mark.parametrize("mass", [1e3, 1e6])
@pytest.mark.parametrize("links", [2, 3, pytest.param(5, marks=pytest.mark.slow)])
def test_near_coincident_modes_are_orthonormal(mass, links):
    model = exact(between(mass, links), 4 * links)
    orthonormal(model, 1e-10, 30)
    # Two frequencies a link of the heavy bodies on springs; then clusters, one frequency a link.
    clusters = model.angular_frequency[2 * links :].reshape(2, links)
    assert np.all(np.ptp(clusters, axis=1) < 3.0 / mass * clusters[:, 0])
    orthonormal(find_backend("fem:30").modes(between(mass, links), 4 * links), 1e-9, 30)


# --- shapes and their derivatives


def derivative(
    function: Callable[[np.ndarray], np.ndarray], degree: int, left: float, right: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return stations between two, and there the derivative of the polynomial that interpolates a function."""
    nodes = chebyshev.chebpts1(degree + 1)
    x = 0.5 * (left + right) + 0.5 * (right - left) * nodes
    coefficients = np.linalg.solve(chebyshev.chebvander(nodes, degree), function(x).T)
    inner = np.linspace(-0.9, 0.9, 7)
    slopes = chebyshev.chebval(inner, chebyshev.chebder(coefficients)) * 2.0 / (right - left)
    return 0.5 * (left + right) + 0.5 * (right - left) * inner, slopes


@pytest.mark.parametrize("spec", ["exact", "assumed_modes:legendre:14", "fem:4"])
@pytest.mark.parametrize("name", ["single-link-locked", "hufnagel-case1", *SHUTTLE])
def test_slope_moment_and_shear_are_derivatives_of_the_deflection(spec, name):
    arm = shuttle(name) if name in SHUTTLE else example(name)
    model = find_backend(spec).modes(arm, 4)
    for k, link in enumerate(arm.links, 1):
        if isinstance(link, RigidLink):
            continue
        rigidity = link.flexural_rigidity
        of = [
            model.deflection,
            model.slope,
            lambda k, x, ei=rigidity: model.bending_moment(k, x) / ei,
            lambda k, x, ei=rigidity: model.shear_force(k, x) / ei,
        ]
        degree, panels = (3, int(spec.split(":")[1])) if spec.startswith("fem") else (30, 1)
        edges, whole = np.linspace(0.0, link.length, panels + 1), np.linspace(0.0, link.length, 50)
        for below, above in pairwise(of):
            size = np.abs(above(k, whole)).max(axis=1, keepdims=True)
            for left, right in pairwise(edges):
                # Stations stay inside the piece: elements' moments jump between them.
                x, slopes = derivative(lambda x, k=k, f=below: f(k, x), degree, left, right)
                assert np.all(np.abs(above(k, x) - slopes) <= 1e-6 * size)


@every_arm
def test_exact_shapes_are_in_equilibrium_with_their_inertia(arm):
    """The strong form: (EI w″)″ = m ω² y, without any energy."""
    model = exact(arm, 6)
    for k, link in enumerate(arm.links, 1):
        if isinstance(link, RigidLink):
            continue
        angle = np.radians(sum(part.angle for part in arm.links[:k]))
        left = np.array([-np.sin(angle), np.cos(angle)])
        x, growth = derivative(lambda x, k=k: model.shear_force(k, x), 40, 0.0, link.length)
        y = np.einsum("i,mis->ms", left, model.translation(k, x))
        load = link.mass_per_length * model.angular_frequency[:, np.newaxis] ** 2 * y
        shear = np.abs(model.shear_force(k, x)).max(axis=1, keepdims=True)
        size = np.maximum(np.abs(load).max(axis=1, keepdims=True), shear / link.length)
        assert np.all(np.abs(growth - load) <= 1e-7 * size)


@every_arm
def test_exact_shapes_are_in_equilibrium_with_what_the_tip_carries(arm):
    model = exact(arm, 6)
    link, k = arm.links[-1], len(arm.links)
    if isinstance(link, RigidLink):
        pytest.skip("a rigid link has no moment of its own to compare with")
    angle = np.radians(sum(part.angle for part in arm.links))
    c, s = np.cos(angle), np.sin(angle)
    force, moment = np.zeros(6), np.zeros(6)
    for name, body in ((f"link{k}.tip", link.tip), ("payload", arm.payload)):
        if body is None:
            continue
        motion = model.body_motions[name]
        along = c * motion.translation[0] + s * motion.translation[1]
        across = -s * motion.translation[0] + c * motion.translation[1]
        force += body.mass * across
        moment += body.inertia * motion.rotation + body.mass * (body.centre[0] * across - body.centre[1] * along)
    square = model.angular_frequency**2
    x = np.linspace(0.0, link.length, 30)
    moments, forces = model.bending_moment(k, x), model.shear_force(k, x)
    largest = [np.abs(found).max(axis=1) for found in (moments, forces)]
    # A heavy payload that hardly moves: its motion is a difference of the link's, whose round-off its mass magnifies.
    mass, moved = arm.payload.mass if arm.payload else 0.0, np.abs(model.translation(k, x)).max(axis=(1, 2))
    noise = 1e-14 * square * mass * moved
    assert np.all(np.abs(moments[:, -1] - square * moment) <= 1e-8 * largest[0] + noise * link.length)
    assert np.all(np.abs(-forces[:, -1] - square * force) <= 1e-8 * largest[1] + noise)


@pytest.mark.parametrize("joint", [Joint.rigid(), Joint.locked(1e4), Joint.unlocked(5.0)])
@pytest.mark.parametrize("base", [Base.fixed(), Base.free(10.0, 3.0, (1.0, 1.0)), Base.guided(4.0, (1.0, 1.0))])
def test_a_free_tip_has_neither_moment_nor_shear(joint, base):
    model = exact(slender(joint, base), 20)
    x = np.linspace(0.0, 10.0, 200)
    for found in (model.bending_moment(1, x), model.shear_force(1, x)):
        assert np.all(np.abs(found[:, -1]) <= 1e-10 * np.abs(found).max(axis=1))


@pytest.mark.parametrize("name", [*SHUTTLE, "single-link-locked"])
def test_the_spring_of_a_locked_joint_holds_the_links_root_moment(name):
    arm = shuttle(name) if name in SHUTTLE else example(name)
    model = exact(arm, 8)
    checked = 0
    for k, link in enumerate(arm.links, 1):
        if isinstance(link, RigidLink) or link.joint.state != "locked" or link.joint.hub_inertia:
            continue
        x = np.linspace(0.0, link.length, 60)
        moments = model.bending_moment(k, x)
        torque = link.joint.stiffness * model.joint_rotation[:, k - 1]
        assert np.all(np.abs(torque - moments[:, 0]) <= 1e-10 * np.abs(moments).max(axis=1))
        checked += 1
    assert checked


def test_an_unlocked_joint_holds_no_moment():
    model = exact(slender(Joint.unlocked(), None, Body(5.0, 2.0)), 8)
    moments = model.bending_moment(1, np.linspace(0.0, 10.0, 60))
    assert np.all(np.abs(moments[:, 0]) <= 1e-10 * np.abs(moments).max(axis=1))


@every_backend
@pytest.mark.parametrize("name", SHUTTLE)
def test_the_chain_holds_together(promise, name):
    """Every link's root moves with the tip before it; only the joint's own rotation comes in between."""
    arm = shuttle(name)
    model = find_backend(promise.spec).modes(arm, 3)
    point, turn = model.base_motion[:, :2].T, model.base_motion[:, 2]
    lever = np.array(arm.base.offset)
    point = point + np.array([[-lever[1]], [lever[0]]]) * turn
    angle = 0.0
    for k, link in enumerate(arm.links, 1):
        motion, angle = model.link_motions[k - 1], angle + np.radians(link.angle)
        turn = turn + model.joint_rotation[:, k - 1]
        size = np.abs(motion.tip.translation).max()
        np.testing.assert_allclose(motion.root.translation, point, rtol=0.0, atol=1e-12 * size)
        np.testing.assert_allclose(motion.root.rotation, turn, rtol=0.0, atol=1e-12 * size)
        ends = np.array([0.0, link.length])
        assert np.all(np.abs(model.deflection(k, ends)[:, 0]) <= 1e-12 * size)
        assert np.all(np.abs(model.slope(k, ends)[:, 0]) <= 1e-12 * size)
        left = np.array([[-np.sin(angle)], [np.cos(angle)]])
        point = point + left * (link.length * turn + model.deflection(k, ends)[:, 1])
        turn = turn + model.slope(k, ends)[:, 1]
        np.testing.assert_allclose(motion.tip.translation, point, rtol=0.0, atol=1e-12 * size)
        np.testing.assert_allclose(motion.tip.rotation, turn, rtol=0.0, atol=1e-12 * size)
        both = model.translation(k, ends)
        np.testing.assert_allclose(both[:, :, 0].T, motion.root.translation, rtol=0.0, atol=1e-12 * size)
        np.testing.assert_allclose(both[:, :, 1].T, point, rtol=0.0, atol=1e-12 * size)


@every_backend
def test_a_rigid_link_does_not_bend(promise):
    arm = shuttle("shuttle-free-base")
    model = find_backend(promise.spec).modes(arm, 3)
    rigid = [k for k, link in enumerate(arm.links, 1) if isinstance(link, RigidLink)]
    assert rigid
    for k in rigid:
        x = np.linspace(0.0, arm.links[k - 1].length, 5)
        for found in (model.deflection, model.slope, model.bending_moment, model.shear_force):
            assert np.all(found(k, x) == 0.0)
            assert found(k, x).shape == (3, 5)


# --- signs


def sign_rule(model: ModalModel) -> np.ndarray:
    """Return, per mode, the motion across its link of the first tip, last link first, that moves enough."""
    tips = [motion.tip.translation for motion in model.link_motions]
    moved = tips + [motion.translation for motion in model.body_motions.values()]
    largest = np.max([np.hypot(*motion) for motion in moved], axis=0)
    angles = np.radians(np.cumsum([link.angle for link in model.arm.links]))
    across = [-np.sin(a) * tip[0] + np.cos(a) * tip[1] for a, tip in zip(angles, tips, strict=True)]
    enough = np.abs(across[::-1]) > 0.05 * largest
    first = np.argmax(enough, axis=0)
    return np.where(enough.any(axis=0), np.array(across[::-1])[first, np.arange(model.modes)], np.nan)


@every_arm
@every_backend
def test_modes_of_every_backend_are_orthonormal_and_keep_the_sign_rule(promise, arm):
    model = find_backend(promise.spec).modes(arm, 3)
    orthonormal(model, limit(arm, promise.orthonormal), 2 * panels_of(model))
    decided = sign_rule(model)
    assert np.all(np.isnan(decided) | (decided > 0.0))
    assert np.any(decided > 0.0)


@every_arm
def test_backends_agree_on_shapes_and_signs(arm):
    models = [find_backend(spec).modes(arm, 3) for spec in ("exact", "assumed_modes:legendre:14", "fem:60")]
    for k, link in enumerate(arm.links, 1):
        x = np.linspace(0.0, link.length, 11)
        one, *others = (model.translation(k, x) for model in models)
        for other in others:
            np.testing.assert_allclose(other, one, rtol=0.0, atol=1e-4 * np.abs(one).max())


# --- the Dataset, and what is refused


@every_backend
@pytest.mark.parametrize("name", ["end-effector", "shuttle-free-base", "hufnagel-case1-mass-a"])
def test_the_dataset_holds_what_the_methods_answer(promise, name):
    arm = example(name)
    model = find_backend(promise.spec).modes(arm, 2)
    dataset = model.dataset(5)
    np.testing.assert_array_equal(dataset.angular_frequency, model.angular_frequency)
    np.testing.assert_array_equal(dataset.frequency, model.angular_frequency / (2.0 * np.pi))
    assert dataset.rigid_modes.item() == model.rigid_modes
    np.testing.assert_array_equal(dataset.joint_rotation, model.joint_rotation)
    np.testing.assert_array_equal(dataset.base_translation, model.base_motion[:, :2])
    np.testing.assert_array_equal(dataset.base_rotation, model.base_motion[:, 2])
    for k, link in enumerate(arm.links, 1):
        x, here = np.linspace(0.0, link.length, 5), dataset.sel(link=k)
        np.testing.assert_array_equal(here.position, x)
        for quantity in ("deflection", "slope", "bending_moment", "shear_force"):
            np.testing.assert_array_equal(here[quantity].transpose("mode", "station"), getattr(model, quantity)(k, x))
        np.testing.assert_array_equal(here.translation.transpose("mode", "axis", "station"), model.translation(k, x))
    for name_of, motion in model.body_motions.items():
        here = dataset.sel(body=name_of)
        np.testing.assert_array_equal(here.body_translation.transpose("axis", "mode"), motion.translation)
        np.testing.assert_array_equal(here.body_rotation, motion.rotation)


METHODS = ["deflection", "slope", "bending_moment", "shear_force", "translation"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("link", [0, -1, 4, 1.0, True, "1", None])
def test_a_wrong_link_number_is_refused(method, link):
    model = find_backend("fem:4").modes(example("shuttle-free-base"), 1)
    with pytest.raises(FlexarmError):
        getattr(model, method)(link, [0.0, 1.0])


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("x", [[-0.1], [6.38], [np.nan], np.inf])
def test_a_station_off_the_link_is_refused(method, x):
    model = find_backend("fem:4").modes(example("shuttle-free-base"), 1)
    with pytest.raises(FlexarmError):
        getattr(model, method)(1, x)


@every_backend
def test_numbers_of_an_answer_cannot_be_changed(promise):
    model = find_backend(promise.spec).modes(example("single-link-locked"), 2)
    for values in (model.angular_frequency, model.base_motion, model.joint_rotation):
        with pytest.raises(ValueError, match="read-only"):
            values[0] = 0.0
    with pytest.raises(dataclasses.FrozenInstanceError):
        model.unknowns = 0


@pytest.mark.parametrize("backend", ["exact", "assumed_modes:legendre:4", "fem:4"])
@pytest.mark.parametrize("base", [Base.fixed(), Base.free(10.0, 1.0, (0.5, 0.0))])
def test_a_spring_with_nothing_beyond_it_has_no_frequency(base, backend):
    arm = Arm(base, (RigidLink(1.0, joint=Joint.locked(100.0)),))
    with pytest.raises(TooFewModesError, match=r"has 0 natural frequencies, 1 were asked for; .* mass to what moves"):
        find_backend(backend).modes(arm, 1)


def test_modes_lost_to_round_off_are_not_called_for_in_more_elements():
    arm = Arm(Base.fixed(), (Link(1.0, 1.0, 100.0, joint=Joint.rigid()),), Body(1e200, 0.0))
    with pytest.raises(TooFewModesError, match="left by round-off, 6 were asked for; bring masses, lengths"):
        find_backend("fem:8").modes(arm, 6)
