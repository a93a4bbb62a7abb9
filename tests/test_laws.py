"""Laws that every registered backend keeps, on generated arms."""

import dataclasses
import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from assumed_modes.backend import AssumedModes
from fem.backend import BeamFEM
from flexarm.arm import Arm
from flexarm.backend import Backend, available, find_backend
from flexarm.errors import FlexarmError, InputError, QuestionError
from flexarm.examples import example as example_arm
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Freedom, Joint
from flexarm.supports import Support

from .promises import NESTED_FAMILIES, PROMISES, Promise, promises
from .strategies import arms, structures

COUNT = 3
RIGIDITIES = ("flexural_rigidity", "axial_rigidity", "shear_rigidity")


def physical(part):
    """Return a part with its numbers rounded to 1e-6 of their units: what no drawing states is zero."""
    if isinstance(part, float):
        return round(part, 6)
    if isinstance(part, tuple):
        return tuple(map(physical, part))
    if dataclasses.is_dataclass(part):
        return type(part)(**{f.name: physical(getattr(part, f.name)) for f in dataclasses.fields(part)})
    return part


def physical_arms(**choices) -> st.SearchStrategy[Arm]:
    return arms(terms=True, **choices).map(physical)


ARMS = physical_arms(most_links=3)
# Trees too, and joints of several freedoms.
TREES = physical_arms(most_links=3, trees=True)
EXACT = find_backend("exact")

every_backend = pytest.mark.parametrize("promise", promises(), ids=lambda promise: promise.spec)
approximate = pytest.mark.parametrize(
    "promise", [promise for promise in promises() if not promise.exact], ids=lambda promise: promise.spec
)


def natural(arm: Arm) -> float:
    """Return how many non-zero natural frequencies an arm has."""
    if any(isinstance(link, Link) for link in arm.links):
        return math.inf
    return sum(held for link in arm.links for held in link.joint.held)


def solver(promise: Promise, arm: Arm) -> Backend:
    """Return the backend; an arm that it refuses, for its links stretch or shear or branch, is no example."""
    backend = find_backend(promise.spec)
    assume(backend.bears_beam_terms or not arm.beam_terms)
    assume(backend.bears_trees or not arm.branched)
    return backend


@lru_cache(maxsize=256)
def omega(backend: Backend, arm: Arm, count: int = COUNT) -> np.ndarray:
    """Return the first frequencies; fewer where the arm has no more."""
    count = int(min(count, natural(arm)))
    return backend.modes(arm, count).angular_frequency if count else np.zeros(0)


def compared(promise: Promise, arm: Arm, other: Arm, factor: float = 1.0) -> None:
    """Check that two ways of saying the same arm get the same frequencies."""
    backend = solver(promise, arm)
    np.testing.assert_allclose(omega(backend, other), factor * omega(backend, arm), rtol=promise.round_off, atol=0.0)


def not_above(lower: np.ndarray, upper: np.ndarray, tolerance: float) -> None:
    """Check that frequencies are at most those of the same number in another list, as far as both go."""
    n = min(len(lower), len(upper))
    excess = lower[:n] / upper[:n] - 1.0
    assert np.all(excess <= tolerance), f"above by {excess.max():.1e}"


def changed_body(body: Body | None, change: Callable[[Body], Body]) -> Body | None:
    return None if body is None else change(body)


def changed_bodies(arm: Arm, change: Callable[[Body], Body]) -> Arm:
    links = tuple(dataclasses.replace(link, tip=changed_body(link.tip, change)) for link in arm.links)
    return dataclasses.replace(arm, links=links, payload=changed_body(arm.payload, change))


def changed_link(arm: Arm, k: int, **changes: object) -> Arm:
    links = list(arm.links)
    links[k] = dataclasses.replace(links[k], **changes)
    return dataclasses.replace(arm, links=tuple(links))


# --- the same arm, said in another way


def own_freedoms(joint: Joint) -> tuple[str, ...]:
    return joint.motions if joint.state == "general" else ()


def scaled(arm: Arm, length: float, mass: float, time: float) -> Arm:
    """Return the arm in other units."""
    inertia, torque = mass * length**2, mass * length**2 / time**2

    def body(old: Body) -> Body:
        centre = (old.centre[0] * length, old.centre[1] * length)
        return Body(old.mass * mass, old.inertia * inertia, centre)

    def freedom(name: str, old: Freedom) -> Freedom:
        units = (mass / time**2, mass) if name.startswith("along") else (torque, inertia)
        return Freedom(old.stiffness * units[0], old.gear_inertia * units[1])

    def link(old: Link | RigidLink) -> Link | RigidLink:
        joint = dataclasses.replace(
            old.joint,
            stiffness=old.joint.stiffness * torque,
            gear_inertia=old.joint.gear_inertia * inertia,
            hub_inertia=old.joint.hub_inertia * inertia,
            **{name: freedom(name, getattr(old.joint, name)) for name in own_freedoms(old.joint)},
        )
        common = {"length": old.length * length, "joint": joint, "tip": changed_body(old.tip, body)}
        common["at"] = None if old.at is None else old.at * length
        if isinstance(old, RigidLink):
            own = None if old.inertia is None else old.inertia * inertia
            return dataclasses.replace(old, mass=old.mass * mass, inertia=own, **common)
        force = mass * length / time**2
        own = {
            "mass_per_length": old.mass_per_length * mass / length,
            "flexural_rigidity": old.flexural_rigidity * torque * length,
            "axial_rigidity": None if old.axial_rigidity is None else old.axial_rigidity * force,
            "shear_rigidity": None if old.shear_rigidity is None else old.shear_rigidity * force,
            "rotary_inertia_per_length": old.rotary_inertia_per_length * mass * length,
        }
        return dataclasses.replace(old, **own, **common)

    offset = (arm.base.offset[0] * length, arm.base.offset[1] * length)
    base = dataclasses.replace(arm.base, mass=arm.base.mass * mass, inertia=arm.base.inertia * inertia, offset=offset)
    payload = changed_body(arm.payload, body)
    return dataclasses.replace(arm, base=base, links=tuple(map(link, arm.links)), payload=payload)


@every_backend
@given(arm=TREES, units=st.tuples(*[st.floats(-3.0, 3.0)] * 3))
def test_frequencies_scale_with_the_units(promise, arm, units):
    length, mass, time = np.power(10.0, units).tolist()
    compared(promise, arm, scaled(arm, length, mass, time), 1.0 / time)


def mirrored(arm: Arm) -> Arm:
    """Return the arm mirrored at the base's x axis."""
    base = arm.base
    if base.kind == "free":
        base = dataclasses.replace(base, offset=(base.offset[0], -base.offset[1]))
    if base.kind == "guided":
        base = dataclasses.replace(base, direction=(base.direction[0], -base.direction[1]))
    links = tuple(dataclasses.replace(link, angle=-link.angle) for link in arm.links)
    turned_over = dataclasses.replace(arm, base=base, links=links)
    return changed_bodies(turned_over, lambda body: dataclasses.replace(body, offset=(body.centre[0], -body.centre[1])))


@every_backend
@given(arm=TREES)
def test_a_mirrored_arm_has_the_same_frequencies(promise, arm):
    compared(promise, arm, mirrored(arm))


@every_backend
@given(arm=ARMS)
def test_a_mirrored_arm_has_the_same_shapes(promise, arm):
    # Mirroring turns left into right, and so does the sign rule: deflections relative to the root stay as they are.
    backend = solver(promise, arm)
    count = int(min(COUNT, natural(arm)))
    assume(count)
    one, other = backend.modes(arm, count), backend.modes(mirrored(arm), count)
    assume(np.all(np.diff(omega(backend, arm, COUNT + 1)) > 1e-3 * one.angular_frequency[-1]))
    for k, link in enumerate(arm.links, 1):
        x = np.linspace(0.0, link.length, 5)
        mine, theirs = one.translation(k, x), other.translation(k, x) * [[[-1.0], [1.0]]]
        np.testing.assert_allclose(theirs, mine, rtol=0.0, atol=1e-7 * np.abs(mine).max())


def turned(arm: Arm, degrees: float) -> Arm:
    """Return the arm and its base turned as a whole."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def vector(old: tuple[float, float]) -> tuple[float, float]:
        return c * old[0] - s * old[1], s * old[0] + c * old[1]

    base = arm.base
    if base.kind == "free":
        base = dataclasses.replace(base, offset=vector(base.offset))
    if base.kind == "guided":
        base = dataclasses.replace(base, direction=vector(base.direction))
    return changed_link(dataclasses.replace(arm, base=base), 0, angle=arm.links[0].angle + degrees)


@every_backend
@given(arm=physical_arms(most_links=3, kinds=["free", "guided"]), degrees=st.integers(-180_000, 180_000))
def test_frequencies_stay_when_base_and_arm_turn_together(promise, arm, degrees):
    compared(promise, arm, turned(arm, degrees / 1e3))


@every_backend
@given(arm=ARMS, data=st.data())
def test_a_fixed_base_may_face_anywhere(promise, arm, data):
    arm = dataclasses.replace(arm, base=Base.fixed())
    compared(promise, arm, changed_link(arm, 0, angle=data.draw(st.floats(-180.0, 180.0))))


def split(arm: Arm, k: int, fraction: float) -> Arm:
    """Return the arm with one flexible link in two welded pieces."""
    whole = arm.links[k]
    # Those that begin on it begin on the second piece, which has its name.
    first = dataclasses.replace(whole, length=fraction * whole.length, tip=None, name="")
    second = dataclasses.replace(
        whole, length=(1.0 - fraction) * whole.length, joint=Joint.rigid(), angle=0.0, parent=None, at=None
    )
    return dataclasses.replace(arm, links=(*arm.links[:k], first, second, *arm.links[k + 1 :]))


def flexible(arm: Arm) -> list[int]:
    return [k for k, link in enumerate(arm.links) if isinstance(link, Link)]


@pytest.mark.parametrize(
    "promise", [promise for promise in promises() if promise.accuracy < math.inf], ids=lambda promise: promise.spec
)
@given(arm=TREES, data=st.data(), fraction=st.floats(0.05, 0.95))
def test_a_link_in_two_welded_pieces_is_the_same_link(promise, arm, data, fraction):
    assume(flexible(arm))
    backend, pieces = solver(promise, arm), split(arm, data.draw(st.sampled_from(flexible(arm))), fraction)
    tolerance = promise.round_off if promise.exact else promise.error(arm)
    np.testing.assert_allclose(omega(backend, pieces), omega(backend, arm), rtol=tolerance)


@given(arm=ARMS, data=st.data(), elements=st.tuples(st.integers(1, 5), st.integers(1, 5)))
def test_elements_do_not_know_which_link_they_belong_to(arm, data, elements):
    assume(flexible(arm))
    k, total = data.draw(st.sampled_from(flexible(arm))), sum(elements)
    numbers = [total] * len(flexible(arm))
    at = flexible(arm).index(k)
    divided = (*numbers[:at], *elements, *numbers[at + 1 :])
    whole, pieces = BeamFEM(total), BeamFEM(divided)
    count = min(COUNT, 2 * total)
    found = omega(pieces, split(arm, k, elements[0] / total), count)
    np.testing.assert_allclose(found, omega(whole, arm, count), rtol=1e-11)


@pytest.mark.parametrize("family", ["legendre", "monomial", "admissible"])
@given(arm=ARMS, data=st.data(), fraction=st.floats(0.05, 0.95))
def test_polynomials_on_two_pieces_hold_those_on_the_whole(family, arm, data, fraction):
    assume(flexible(arm))
    backend = AssumedModes(family, 4)
    pieces = split(arm, data.draw(st.sampled_from(flexible(arm))), fraction)
    not_above(omega(backend, pieces), omega(backend, arm), 1e-11)


# --- branches and supports (Rayleigh's theorem of constraints)


FEW = settings(max_examples=2)
_BEARING = [promise for promise in promises() if find_backend(promise.spec).bears_trees]
bearing = pytest.mark.parametrize("promise", _BEARING, ids=lambda promise: promise.spec)
accurate = pytest.mark.parametrize(
    "promise", [promise for promise in _BEARING if promise.accuracy < math.inf], ids=lambda promise: promise.spec
)
STRUCTURES = structures().map(physical)


@bearing
@FEW
@given(arm=STRUCTURES)
def test_the_order_of_branches_and_supports_changes_nothing(promise, arm):
    trunk, left, right = arm.links
    compared(promise, arm, dataclasses.replace(arm, links=(trunk, right, left), supports=arm.supports[::-1]))


@bearing
@FEW
@given(arm=physical_arms(most_links=2, states=["locked", "rigid"], kinds=["fixed"]))
def test_springs_of_nothing_and_supports_of_what_is_fixed_change_nothing(promise, arm):
    assume(flexible(arm))
    softest = min(link.flexural_rigidity / link.length**3 for link in arm.links if isinstance(link, Link))
    first = changed_link(arm, 0, joint=Joint.rigid())
    held = Support("link1.root", ("along_x", "along_y", "about_z"))
    compared(promise, first, dataclasses.replace(first, supports=(held,)))
    compared(promise, arm, dataclasses.replace(arm, supports=(Support("tip", ("along_y",), 1e-20 * softest),)))


@pytest.mark.slow
@accurate
@FEW
@given(arm=STRUCTURES)
def test_a_support_raises_and_interlaces(promise, arm):
    backend = solver(promise, arm)
    less = dataclasses.replace(arm, supports=arm.supports[:-1])
    rank = len(arm.supports[-1].holds)
    # What is held no longer swings: of the modes with less some are rigid-body ones.
    lost = backend.modes(less, 1).rigid_modes - backend.modes(arm, 1).rigid_modes
    old, new = omega(backend, less), omega(backend, arm)
    not_above(old, new[lost:], promise.monotone)
    not_above(new, old[rank - lost :], promise.monotone)


# --- approximate and exact


@pytest.mark.slow
@accurate
@FEW
@given(arm=STRUCTURES)
def test_error_of_structures_is_within_the_promise_and_never_below_exact(promise, arm):
    found, exact = omega(solver(promise, arm), arm), omega(EXACT, arm)
    not_above(found, exact, promise.error(arm))
    if promise.above:
        not_above(exact, found, 1e-11)


@approximate
@given(arm=ARMS)
def test_error_is_within_the_promise_and_never_below_exact(promise, arm):
    found, exact = omega(solver(promise, arm), arm), omega(EXACT, arm)
    not_above(found, exact, promise.error(arm))
    if promise.above:
        not_above(exact, found, 1e-11)


@pytest.mark.parametrize("family", NESTED_FAMILIES)
@given(arm=ARMS, sizes=st.tuples(st.integers(2, 4), st.integers(1, 3)))
def test_more_shapes_of_a_family_never_raise_a_frequency(family, arm, sizes):
    few, more = AssumedModes(family, sizes[0]), AssumedModes(family, sum(sizes))
    not_above(omega(more, arm, 2), omega(few, arm, 2), 1e-11)


@given(arm=ARMS, elements=st.integers(1, 12), factor=st.integers(2, 4))
def test_elements_divided_never_raise_a_frequency(arm, elements, factor):
    not_above(omega(BeamFEM(factor * elements), arm, 2), omega(BeamFEM(elements), arm, 2), 1e-11)


# --- mass and stiffness added (Rayleigh; Gladwell 2004, §2.9)


def interlaced(promise: Promise, less: Arm, more: Arm, rank: int) -> None:
    """Check frequencies of an arm and of one with inertia of some rank added: ω_{i−rank} ≤ new ω_i ≤ ω_i."""
    backend = solver(promise, less)
    old, new = omega(backend, less), omega(backend, more)
    not_above(new, old, promise.monotone)
    not_above(old[: max(len(old) - rank, 0)], new[rank:], promise.monotone)


@every_backend
@given(arm=ARMS, data=st.data(), inertia=st.floats(1e-3, 1e6))
def test_an_inertia_added_at_a_joint_lowers_and_interlaces(promise, arm, data, inertia):
    k = data.draw(st.integers(0, len(arm.links) - 1))
    joint = arm.links[k].joint
    name = data.draw(st.sampled_from(["hub_inertia", *(["gear_inertia"] if joint.state == "unlocked" else [])]))
    heavier = changed_link(arm, k, joint=dataclasses.replace(joint, **{name: getattr(joint, name) + inertia}))
    interlaced(promise, arm, heavier, 1)


@every_backend
@given(arm=ARMS, inertia=st.floats(1e-3, 1e6), mass=st.floats(1e-3, 1e6))
def test_payload_inertia_and_mass_lower_and_interlace(promise, arm, inertia, mass):
    payload = arm.payload or Body(0.0, 0.0)
    slower = arm.with_payload(dataclasses.replace(payload, inertia=payload.inertia + inertia))
    interlaced(promise, arm, slower, 1)
    interlaced(promise, arm, arm.with_payload(dataclasses.replace(payload, mass=payload.mass + mass)), 2)


@every_backend
@given(arm=ARMS, data=st.data(), mass=st.floats(1e-3, 1e6))
def test_mass_added_at_a_tip_lowers_and_interlaces(promise, arm, data, mass):
    k = data.draw(st.integers(0, len(arm.links) - 1))
    tip = arm.links[k].tip or Body(0.0, 0.0)
    interlaced(promise, arm, changed_link(arm, k, tip=dataclasses.replace(tip, mass=tip.mass + mass)), 2)


@every_backend
@given(arm=ARMS, data=st.data(), factor=st.floats(1.0, 1e3))
def test_stiffness_added_at_a_joint_raises_and_interlaces(promise, arm, data, factor):
    locked = [k for k, link in enumerate(arm.links) if link.joint.state == "locked"]
    assume(locked)
    k = data.draw(st.sampled_from(locked))
    joint = arm.links[k].joint
    stiffer = changed_link(arm, k, joint=dataclasses.replace(joint, stiffness=factor * joint.stiffness))
    backend = solver(promise, arm)
    old, new = omega(backend, arm), omega(backend, stiffer)
    not_above(old, new, promise.monotone)
    not_above(new[:-1], old[1:], promise.monotone)


@every_backend
@given(arm=ARMS, data=st.data(), factor=st.floats(1.0, 1e3))
def test_a_stiffer_link_raises(promise, arm, data, factor):
    assume(flexible(arm))
    k = data.draw(st.sampled_from(flexible(arm)))
    rigidities = [name for name in RIGIDITIES if getattr(arm.links[k], name)]
    name = data.draw(st.sampled_from(rigidities))
    stiffer = changed_link(arm, k, **{name: factor * getattr(arm.links[k], name)})
    backend = solver(promise, arm)
    not_above(omega(backend, arm), omega(backend, stiffer), promise.monotone)


def require_beam_terms(promise: Promise) -> None:
    """Skip the law of a backend that refuses such links by name."""
    if not find_backend(promise.spec).bears_beam_terms:
        pytest.skip(f"{promise.spec} does not model stretch, shear or rotary inertia")


@every_backend
@given(arm=ARMS, data=st.data(), inertia=st.floats(1e-3, 1e3))
def test_rotary_inertia_lowers(promise, arm, data, inertia):
    require_beam_terms(promise)
    assume(flexible(arm))
    k = data.draw(st.sampled_from(flexible(arm)))
    heavier = changed_link(arm, k, rotary_inertia_per_length=arm.links[k].rotary_inertia_per_length + inertia)
    backend = solver(promise, heavier)
    not_above(omega(backend, heavier), omega(backend, arm), promise.monotone)


@every_backend
@given(arm=ARMS, data=st.data(), name=st.sampled_from(RIGIDITIES[1:]))
def test_a_link_that_may_stretch_or_shear_as_well_has_lower_frequencies(promise, arm, data, name):
    require_beam_terms(promise)
    assume(flexible(arm))
    k = data.draw(st.sampled_from(flexible(arm)))
    soft = 100.0 * arm.links[k].flexural_rigidity / arm.links[k].length ** 2
    backend = solver(promise, changed_link(arm, k, **{name: soft}))
    stiff, freed = changed_link(arm, k, **{name: None}), changed_link(arm, k, **{name: soft})
    not_above(omega(backend, freed), omega(backend, stiff), promise.monotone)


# --- what is answered


@every_backend
@given(arm=physical_arms(most_links=4))
def test_answer(promise, arm):
    count = int(min(COUNT + 1, natural(arm)))
    assume(count)
    model = solver(promise, arm).modes(arm, count)
    assert model.arm is arm
    assert model.backend == find_backend(model.backend).spec
    assert model.modes == count
    assert model.rigid_modes == arm.rigid_freedoms
    assert np.all(model.angular_frequency > 0.0)
    assert np.all(np.diff(model.angular_frequency) >= 0.0)
    assert model.base_motion.shape == (count, 3)
    assert model.joint_rotation.shape == (count, len(arm.links))
    assert all(np.all(model.joint_rotation[:, k] == 0.0) for k, l in enumerate(arm.links) if not l.joint.turns)
    assert model.unknowns >= 1


@every_backend
@given(arm=ARMS)
def test_fewer_modes_are_the_first_of_more(promise, arm):
    backend = solver(promise, arm)
    few, more = omega(backend, arm, 2), omega(backend, arm, 4)
    np.testing.assert_allclose(few, more[: len(few)], rtol=1e-12)


@every_backend
@pytest.mark.parametrize("name", ["shuttle-free-base", "single-link-unlocked"])
def test_the_same_question_gets_the_same_bits(promise, name):
    arm = example_arm(name)
    one, other = find_backend(promise.spec).modes(arm, 3), find_backend(promise.spec).modes(arm, 3)
    assert one.angular_frequency.tobytes() == other.angular_frequency.tobytes()
    assert one.base_motion.tobytes() == other.base_motion.tobytes()
    assert one.joint_rotation.tobytes() == other.joint_rotation.tobytes()
    for k, link in enumerate(arm.links, 1):
        x = np.linspace(0.0, link.length, 7)
        assert one.translation(k, x).tobytes() == other.translation(k, x).tobytes()
        assert one.bending_moment(k, x).tobytes() == other.bending_moment(k, x).tobytes()


@every_backend
def test_backends_and_answers_are_frozen(promise):
    backend = find_backend(promise.spec)
    assert backend == find_backend(promise.spec)
    assert hash(backend) == hash(find_backend(promise.spec))
    for field in [*(field.name for field in dataclasses.fields(backend)), "other"]:
        with pytest.raises((dataclasses.FrozenInstanceError, TypeError)):
            setattr(backend, field, 1)
    arm = example_arm("single-link-locked")
    model = backend.modes(arm, 1)
    for field in dataclasses.fields(model):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(model, field.name, None)
    for part, field in [(arm, "name"), (arm.base, "mass"), (arm.links[0], "length"), (arm.links[0].joint, "stiffness")]:
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(part, field, 1.0)


def test_every_installed_backend_is_promised_something():
    assert {promise.spec.split(":")[0] for promise in promises()} == set(available())
    assert set(PROMISES) <= set(available())


# --- what is refused, with the way out


@pytest.fixture(params=promises(), ids=lambda promise: promise.spec)
def backend(request) -> Backend:
    return find_backend(request.param.spec)


def test_no_static_load_is_none_at_all(backend):
    arm = example_arm("single-link-locked")
    link = dataclasses.replace(arm.links[0], axial_force=0.0)
    none = dataclasses.replace(arm, links=(link,), gravity=(0.0, 0.0), spin_rate=0.0)
    one, other = backend.modes(none, 3), backend.modes(arm, 3)
    assert one.angular_frequency.tobytes() == other.angular_frequency.tobytes()
    assert one.unstable == backend.unstable(none) == 0
    assert backend.growth_rates(none).shape == (0,)


@pytest.mark.parametrize("count", [0, -1, True, 2.5, 2.0, "3", None, np.float64(2.0), [1]])
def test_a_count_that_is_none_is_refused(backend, count):
    with pytest.raises(InputError) as caught:
        backend.modes(example_arm("single-link-locked"), count)
    assert str(caught.value) == f"{backend.spec}: count: wanted a whole number of 1 or more, got {count!r}"


def test_a_count_of_numpy_counts(backend):
    assert backend.modes(example_arm("single-link-locked"), np.int64(2)).modes == 2


@pytest.mark.parametrize("arm", [None, "single-link-locked", {"link": []}, Arm])
def test_what_is_no_arm_is_refused(backend, arm):
    with pytest.raises(InputError) as caught:
        backend.modes(arm, 1)
    assert str(caught.value) == f"{backend.spec}: arm: wanted an Arm, got {arm!r}"


FLEXIBLE = {"length": 10.0, "mass_per_length": 2.0, "flexural_rigidity": 1e5}


@pytest.mark.parametrize(
    ("arm", "lacking"),
    [
        (
            Arm(
                Base.fixed(),
                (Link(**FLEXIBLE, joint=Joint.locked(1e5)), RigidLink(1.0, joint=Joint.unlocked())),
                name="A",
            ),
            "A: joint 2 can move",
        ),
        (
            Arm(Base.free(0.0, 0.0), (Link(**FLEXIBLE, joint=Joint.unlocked()),), name="A"),
            "A: the base's rotation with joint 1 can move",
        ),
        (Arm(Base.fixed(), (RigidLink(1.0, joint=Joint.unlocked()),)), "the arm: joint 1 can move"),
        (Arm(Base.guided(0.0, (1.0, 0.0)), (RigidLink(1.0, joint=Joint.locked(1e3)),)), "the arm: the base can move"),
        (
            Arm(Base.fixed(), (RigidLink(1.0, joint=Joint.locked(0.0)),), Body(5.0, 0.0, -1.0)),
            "the arm: joint 1 can move",
        ),
        (
            Arm(Base.free(0.0, 0.0), (RigidLink(1.0, joint=Joint.rigid()),), Body(5.0, 0.0)),
            "the arm: the base along y with the base's rotation can move",
        ),
    ],
)
def test_a_freedom_without_inertia_is_refused(backend, arm, lacking):
    with pytest.raises(QuestionError) as caught:
        backend.modes(arm, 1)
    assert lacking in str(caught.value)
    assert "give the bodies that it moves a mass or an inertia, or lock it" in str(caught.value)


def test_a_massless_base_is_no_mechanism(backend):
    arm = Arm(Base.free(0.0, 0.0), (Link(**FLEXIBLE, joint=Joint.rigid()),))
    model = backend.modes(arm, 1)
    assert model.rigid_modes == 3
    wavenumber = 4.730040744862704
    free_free = (wavenumber / 10.0) ** 2 * math.sqrt(1e5 / 2.0)
    assert model.angular_frequency[0] == pytest.approx(free_free, rel=0.2)


def test_more_modes_than_an_arm_of_rigid_links_has_are_refused(backend):
    links = (RigidLink(1.0, joint=Joint.locked(1e3), mass=1.0), RigidLink(2.0, joint=Joint.locked(1e3), mass=1.0))
    arm = Arm(Base.fixed(), links, name="A")
    assert backend.modes(arm, 2).modes == 2
    with pytest.raises(QuestionError, match=r"A has 2 natural frequencies.*3 were asked for; ask for fewer"):
        backend.modes(arm, 3)


def test_no_joint_and_no_flexible_link_is_refused(backend):
    with pytest.raises(QuestionError, match=r"has 0 natural frequencies.*give a joint a stiffness"):
        backend.modes(Arm(Base.fixed(), (RigidLink(1.0, joint=Joint.rigid(), mass=1.0),)), 1)


@pytest.mark.parametrize("promise", [p for p in promises() if p.spec in ("assumed_modes:clamped-free:5", "fem:3")])
def test_more_modes_than_trial_functions_are_refused(promise):
    backend = find_backend(promise.spec)
    with pytest.raises(QuestionError, match=r"has [67] natural frequencies.*30 were asked for;.*more shapes or elem"):
        backend.modes(example_arm("single-link-locked"), 30)


TINY = {
    "guided": Arm(Base.guided(8e4, (-1e-232, 0.75)), (Link(**FLEXIBLE, joint=Joint.locked(1e5)),)),
    "hub": Arm(Base.fixed(), (Link(**FLEXIBLE, joint=Joint.locked(1e5, hub_inertia=1e-233)),)),
}


@pytest.mark.parametrize("arm", TINY.values(), ids=TINY.keys())
def test_a_number_of_no_consequence_does_no_harm(arm):
    found, other = EXACT.modes(arm, 2), find_backend("fem:20").modes(arm, 2)
    np.testing.assert_allclose(found.angular_frequency, other.angular_frequency, rtol=1e-4)


@pytest.mark.slow
@example(arm=Arm(Base.free(1.0, 1.0), (Link(20.0, 0.1, 1e7, joint=Joint.locked(1e3)),), Body(1e5, 1e6, 3.0)))
@given(arm=arms(extreme=True, most_links=3, loaded=True))
def test_any_arm_that_can_be_written_is_solved_or_refused(arm):
    for promise in promises():
        try:
            model = find_backend(promise.spec).modes(arm, 2)
        except FlexarmError:
            continue
        assert np.all(np.isfinite(model.angular_frequency))
