"""Studies of convergence: sizes of backends, errors by size, observed orders, advice, the commands and the plot."""

import io
import pickle
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
import xarray as xr

import compare
from assumed_modes.backend import AssumedModes
from compare.cli import main
from compare.commands.schemes import find_schemes
from compare.readings.cheapest import best_choices
from compare.readings.order import observed_order, round_off
from compare.studies.shape_errors import samples_of, shape_errors
from compare.studies.sizes import read_sizes, require_sizes, write_sizes
from fem.backend import BeamFEM
from flexarm.arm import Arm
from flexarm.backend import Backend, find_backend
from flexarm.datasets import load_dataset, save_dataset
from flexarm.errors import InputError, QuestionError, TooFewModesError
from flexarm.examples import example, names, text
from flexarm.links import RigidLink
from flexarm.modes import ModalModel
from flexarm.parts import Base, Joint

from .measures import mass_products
from .promises import promises

EXACT = find_backend("exact")
LEGENDRE, CLAMPED_FREE, FEM = AssumedModes("legendre"), AssumedModes("clamped-free"), BeamFEM()
LOCKED = example("single-link-locked")

# Link 2 folds back past joint 1 so that the two joints' rotations share no momentum: with equal springs and equal
# inertias, 0.5 kg m² each, both frequencies are √(200 / 0.5) = 20 rad/s.
TWIN = Arm(
    Base.fixed(),
    (
        RigidLink(1.0, joint=Joint.locked(200.0)),
        RigidLink(1.0, joint=Joint.locked(200.0), mass=1.0, inertia=0.25, angle=180.0),
    ),
    name="Twin",
)


@pytest.fixture(scope="module")
def locked() -> xr.Dataset:
    """Every size from 1 to 16 of three backends, five modes."""
    return compare.convergence(LOCKED, [LEGENDRE, CLAMPED_FREE, FEM], range(1, 17), 5)


# --- the seam: one number of functions or elements


@pytest.mark.parametrize("spec", [promise.spec for promise in promises()])
def test_backends_have_a_size_or_say_that_they_have_none(spec):
    backend = find_backend(spec)
    if backend.scheme == backend.spec:
        with pytest.raises(QuestionError) as caught:
            backend.with_size(3)
        assert str(caught.value) == f"{spec} has no size, no number of functions or elements to vary; leave it out"
        return
    small, large = backend.with_size(3), backend.with_size(7)
    assert small != large
    assert small.with_size(7) == large
    assert small.scheme == large.scheme == backend.scheme
    assert small.spec != large.spec
    assert find_backend(backend.scheme).with_size(7) == large
    assert large.modes(LOCKED, 1).unknowns > small.modes(LOCKED, 1).unknowns
    with pytest.raises(InputError, match="wanted a whole number from 1 to"):
        backend.with_size(0)


def test_schemes_are_specifications_without_the_size():
    still = AssumedModes("clamped-free", 4, rigid_rotation=False)
    assert BeamFEM((3, 4)).scheme == "fem"
    assert AssumedModes("legendre", 6).scheme == "assumed_modes:legendre"
    assert still.scheme == "assumed_modes:clamped-free:no-rotation"
    assert find_backend(still.scheme) == AssumedModes("clamped-free", 8, rigid_rotation=False)
    assert still.with_size(5).spec == "assumed_modes:clamped-free:5:no-rotation"


def test_elements_of_numpy_count_and_are_kept_as_pythons():
    assert BeamFEM(np.int64(3)) == BeamFEM(3)
    assert BeamFEM(np.int64(3)).spec == "fem:3"
    assert BeamFEM((np.int32(3), 4)).elements == (3, 4)
    assert type(BeamFEM(np.int64(3)).elements) is int


@pytest.mark.parametrize("elements", [0, True, 2.0, np.float64(3.0), "3", (), (3, 0), (3, True), 100_001])
def test_elements_that_are_none_are_refused(elements):
    with pytest.raises(InputError) as caught:
        BeamFEM(elements)
    wanted = "wanted a whole number from 1 to 100000, or one for each flexible link"
    assert str(caught.value) == f"fem: elements: {wanted}, got {elements!r}"


@pytest.mark.parametrize("spec", [promise.spec for promise in promises()])
def test_too_few_modes_are_counted_in_the_refusal(spec):
    with pytest.raises(TooFewModesError, match="Twin has 2 natural frequencies") as caught:
        find_backend(spec).modes(TWIN, 5)
    assert caught.value.available == 2
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.available) == (str(caught.value), 2)


# --- sizes


@pytest.mark.parametrize(
    ("words", "sizes"),
    [
        ("1:12", tuple(range(1, 13))),
        ("4,8,16,32", (4, 8, 16, 32)),
        ("1:1000:x2", (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)),
        ("3:100:x3", (3, 9, 27, 81)),
        ("7", (7,)),
        ("5:5", (5,)),
        ("1:3, 8 ,16:64:x2", (1, 2, 3, 8, 16, 32, 64)),
    ],
)
def test_sizes_are_read(words, sizes):
    assert read_sizes(words) == sizes


FORM = "whole numbers as in 1:12, 4,8,16,32 or 1:1000:x2"
RANGE = "whole numbers from 1 to 100000"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        *((words, f"wanted {FORM}, got {words!r}") for words in ["", "a", "-1", "1.5", "1:", ":4", "1:8:2", "1:8:x"]),
        ("1:2:3:4", f"wanted {FORM}, got '1:2:3:4'"),
        ("1,,2", f"wanted {FORM}, got ''"),
        pytest.param("9" * 5000, f"wanted {FORM}, got '{'9' * 59}…", id="beyond Python's own limit"),
        ("0", f"wanted {RANGE}, got 0"),
        ("0:3", f"wanted {RANGE}, got 0"),
        ("0:8:x2", f"wanted {RANGE}, got 0"),
        ("100001", f"wanted {RANGE}, got 100001"),
        ("99999999999999999999999", f"wanted {RANGE}, got 99999999999999999999999"),
        ("1:1000000000000:x2", f"wanted {RANGE}, got 131072"),
        ("1:1001", "wanted 1 to 1000 sizes, got more"),
        ("1:999999999999", "wanted 1 to 1000 sizes, got more"),
        ("4:1", "wanted a range that ascends, got '4:1'"),
        ("2,4:0", "wanted a range that ascends, got '4:0'"),
        ("1:8:x1", "wanted a factor of 2 or more, got '1:8:x1'"),
        ("1:8:x0", "wanted a factor of 2 or more, got '1:8:x0'"),
        ("4,4", "wanted ascending sizes, none twice, got 4 after 4"),
        ("1:4,4", "wanted ascending sizes, none twice, got 4 after 4"),
        ("8,4", "wanted ascending sizes, none twice, got 4 after 8"),
    ],
)
def test_sizes_that_are_none_are_refused_with_the_rule_that_they_break(words, message):
    with pytest.raises(InputError) as caught:
        read_sizes(words)
    given = repr(words) if len(words) < 58 else f"{words!r:.60}…"
    assert str(caught.value) == f"--sizes {given}: {message}"


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        ((1, 2, 3, 4, 5, 6, 8, 12, 16, 24), "1:6,8,12,16,24"),
        ((1, 2, 4, 5, 7, 8, 9), "1,2,4,5,7:9"),
        ((7,), "7"),
        ((100_000,), "100000"),
    ],
)
def test_sizes_are_written_as_they_are_read(sizes, words):
    assert write_sizes(sizes) == words
    assert read_sizes(words) == sizes


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ([2, 1], "sizes: wanted ascending sizes, none twice, got 1 after 2"),
        ([1, 2, 2], "sizes: wanted ascending sizes, none twice, got 2 after 2"),
        ([], "sizes: wanted 1 to 1000 sizes, got []"),
        (5, "sizes: wanted 1 to 1000 sizes, got 5"),
        (range(1, 1002), "sizes: wanted 1 to 1000 sizes, got more"),
        ([0, 1], "sizes: wanted whole numbers from 1 to 100000, got 0"),
        ([True], "sizes: wanted whole numbers from 1 to 100000, got True"),
        ([1, 2.0], "sizes: wanted whole numbers from 1 to 100000, got 2.0"),
        ("12", "sizes: wanted 1 to 1000 sizes, got '12'"),
        ([1, 100_001], "sizes: wanted whole numbers from 1 to 100000, got 100001"),
    ],
)
def test_sizes_handed_in_are_checked_before_anything_is_computed(sizes, message, monkeypatch):
    monkeypatch.setattr(Backend, "modes", lambda *_: 1 / 0)
    with pytest.raises(InputError) as caught:
        compare.convergence(LOCKED, [FEM], sizes, 1)
    assert str(caught.value) == f"convergence: {message}"


def test_sizes_of_numpy_are_kept_as_pythons():
    assert require_sizes(np.arange(1, 4)) == (1, 2, 3)
    assert all(type(size) is int for size in require_sizes(np.arange(1, 4)))


# --- round-off and order of series that are known

SIZES = tuple(range(1, 13))
N = np.array(SIZES, dtype=float)


def law(errors: np.ndarray, sizes: tuple[int, ...] = SIZES):
    return observed_order(sizes, errors, round_off(sizes, errors))


@pytest.mark.parametrize("power", [0.5, 1.0, 2.0, 4.0, 8.0])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_power_is_found(power, sign):
    found = law(sign * 5e-3 * N**-power)
    assert (found.law, found.first, found.last, found.reason) == ("algebraic", 1, 12, "")
    assert found.rate == pytest.approx(power, abs=1e-10)


@pytest.mark.parametrize(("rate", "last"), [(0.3, 12), (1.0, 12), (1.7, 11), (2.5, 8)])
def test_an_exponential_is_found_from_errors_that_cannot_be_round_off(rate, last):
    found = law(5e-3 * np.exp(-rate * N))
    assert (found.law, found.first, found.last) == ("spectral", 1, last)
    assert found.rate == pytest.approx(rate, abs=1e-10)


def test_an_exponential_may_go_by_steps_of_two():
    found = law(1e-2 * np.exp(-3.0 * np.floor(N / 2.0)))
    assert found.law == "spectral"
    assert found.rate == pytest.approx(1.5, rel=0.1)


def test_sizes_too_small_for_the_power_are_left_out():
    errors = 5e-3 * N**-4.0 * np.where(N < 5.0, 2.0, 1.0)
    found = law(errors)
    assert (found.law, found.first, found.last) == ("algebraic", 5, 12)
    assert found.rate == pytest.approx(4.0, abs=1e-10)


def test_large_errors_are_left_out_where_there_are_small_ones():
    errors = 10.0 * N**-4.0
    assert law(errors).first == int(np.flatnonzero(errors < 1e-2)[0]) + 1
    assert law(errors[:5], SIZES[:5]).first == 1


def test_round_off_is_left_out_of_the_order():
    scatter = np.array([1.0, -2.0, 0.7, -1.3, 1.0, -1.0])
    sizes = tuple(range(1, 21))
    n = np.array(sizes, dtype=float)
    errors = 1e-3 * np.exp(-1.5 * n)
    errors[14:] = 3e-14 * scatter
    end = round_off(sizes, errors)
    assert end.size == 15
    assert end.level == pytest.approx(3e-14)
    found = observed_order(sizes, errors, end)
    # Below 1e-11 an error can be round-off, the reference's or its own: 1e-3 exp(-1.5 n) comes down to it at n = 12.3.
    assert (found.law, found.first, found.last) == ("spectral", 1, 12)


@pytest.mark.parametrize(
    ("errors", "size"),
    [
        ([1e-3, 1e-6, 1e-9, 1e-12], 0),
        ([1e-3, 1e-14, 1e-14], 2),
        ([1e-3, 0.0, 0.0, 0.0], 2),
        ([0.0, 0.0], 1),
        ([1e-3, 5e-15, -4e-16, 3e-16, 5e-16], 3),
        ([1e-13, 1e-12, 1e-11, 1e-10], 1),
        ([1e-3, np.nan, 1e-14, 1e-14], 3),
        ([0.9, 0.9, 0.9], 0),
        ([1e-8, 1e-8, 1e-8], 0),
        ([np.nan, np.nan], 0),
        ([1e-15], 0),
    ],
)
def test_round_off_takes_over_where_errors_no_longer_fall(errors, size):
    assert round_off(SIZES[: len(errors)], np.array(errors)).size == size


@pytest.mark.parametrize(
    ("errors", "reason"),
    [
        (0.3 + 0.0 * N, "the error stays near 3.0e-01: more shapes or elements do not help"),
        (1e-3 * (1.0 + 0.5 * (-1.0) ** N), "the error follows neither a power of the size nor an exponential"),
        (np.nan * N, "needs 3 sizes or more with an error above round-off, has 0"),
        (1e-15 + 0.0 * N, "needs 3 sizes or more with an error above round-off, has 0"),
        (np.where(N < 3.0, 1e-3 / N, np.nan), "needs 3 sizes or more with an error above round-off, has 2"),
    ],
)
def test_without_a_law_there_is_a_reason(errors, reason):
    found = law(errors)
    assert (found.law, found.first, found.last, found.reason) == ("none", 0, 0, reason)
    assert np.isnan(found.rate)


# --- orders of arms, against theory


def test_hermite_elements_converge_like_the_fourth_power(locked):
    """Strang and Fix 1973, §6.3: the error of a frequency is of order h⁴."""
    fit = locked.sel(backend="fem", mode=[2, 3, 4])
    assert set(fit.order_law.values) == {"algebraic"}
    np.testing.assert_allclose(fit.order, 4.0, atol=0.2)
    assert np.all(fit.order_last_size == 16)
    assert np.all(fit.round_off_size == 0)


@pytest.mark.parametrize("name", ["two-beam-frame", "shuttle-fixed-base", "hufnagel-case1", "double-link"])
def test_elements_of_other_arms_converge_like_the_fourth_power(name):
    dataset = compare.convergence(example(name), [FEM], [4, 8, 16, 32, 64], 5)
    found = dataset.order.sel(backend="fem").values
    known = dataset.order_law.sel(backend="fem").values == "algebraic"
    assert np.count_nonzero(known) >= 3
    np.testing.assert_allclose(found[known], 4.0, atol=0.2)
    assert np.all(dataset.order_missing.sel(backend="fem").values[~known] != "")


def test_legendre_shapes_converge_spectrally_to_round_off(locked):
    fit = locked.sel(backend="assumed_modes:legendre")
    assert fit.order_law.values[2:].tolist() == ["spectral"] * 3
    assert np.all(fit.order.values[2:] > 2.0)
    assert np.all(fit.round_off_size.values[:3] > fit.order_last_size.values[:3])
    assert np.all(fit.round_off_level.values[:3] < 1e-14)


def test_cantilever_shapes_with_a_heavy_payload_converge_like_one_over_n():
    """Their curvature vanishes at the tip, the moment of the payload's inertia does not."""
    dataset = compare.convergence(LOCKED, [CLAMPED_FREE], [16, 24, 32, 48, 64], 3)
    assert set(dataset.order_law.values.ravel()) == {"algebraic"}
    np.testing.assert_allclose(dataset.order, 1.0, atol=0.1)


# --- errors


def test_errors_and_costs_are_those_of_the_backends(locked):
    cell = locked.sel(backend="fem", size=5)
    model = BeamFEM(5).modes(LOCKED, 5)
    exact = EXACT.modes(LOCKED, 5).angular_frequency
    np.testing.assert_array_equal(cell.angular_frequency, model.angular_frequency)
    np.testing.assert_allclose(cell.relative_error, model.angular_frequency / exact - 1.0, rtol=0.0, atol=1e-15)
    assert np.all(cell.relative_error > 0.0)
    assert cell.unknowns.item() == model.unknowns
    assert cell.specification.item() == "fem:5"
    assert cell.seconds.item() > 0.0
    assert locked.attrs["reference"] == "exact"


def mac_complement(one: ModalModel, other: ModalModel) -> np.ndarray:
    """One minus the modal assurance criterion by the textbook formula, on an independent quadrature."""
    pair = [np.diagonal(mass_products(model)) for model in (one, other)]
    both = replace(one, shapes=tuple(Sum(a, b) for a, b in zip(one.shapes, other.shapes, strict=True)))
    both = replace(
        both,
        base_motion=one.base_motion + other.base_motion,
        joint_motion=one.joint_motion + other.joint_motion,
    )
    product = 0.5 * (np.diagonal(mass_products(both)) - pair[0] - pair[1])
    return 1.0 - product**2 / (pair[0] * pair[1])


@dataclass(frozen=True)
class Sum:
    one: object
    other: object

    def __call__(self, x, derivative, plane=0):
        return self.one(x, derivative, plane) + self.other(x, derivative, plane)

    def rod(self, x, derivative, number=0):
        return self.one.rod(x, derivative, number) + self.other.rod(x, derivative, number)


@dataclass(frozen=True)
class Mixed:
    """A shape in other combinations of the modes, shape (modes, modes)."""

    shape: object
    mixture: np.ndarray

    def __call__(self, x, derivative, plane=0):
        return self.mixture @ self.shape(x, derivative, plane)

    def rod(self, x, derivative, number=0):
        return self.mixture @ self.shape.rod(x, derivative, number)


def mixed(model: ModalModel, mixture: np.ndarray) -> ModalModel:
    shapes = tuple(Mixed(shape, mixture) for shape in model.shapes)
    return replace(
        model,
        base_motion=mixture @ model.base_motion,
        joint_motion=np.tensordot(mixture, model.joint_motion, 1),
        shapes=shapes,
    )


@pytest.mark.parametrize("name", ["single-link-locked", "shuttle-free-base"])
def test_mac_error_is_the_textbooks_where_that_has_digits(name):
    arm, solver = example(name), AssumedModes("clamped-free", 2)
    dataset = compare.convergence(arm, [solver], [2], 3)
    expected = mac_complement(solver.modes(arm, 3), EXACT.modes(arm, 3))
    assert np.all(expected > 1e-6)
    np.testing.assert_allclose(dataset.mac_error.values[0, 0], expected, rtol=1e-6)


def test_mac_error_falls_far_below_the_spacing_of_float64(locked):
    assert locked.mac_error.sel(backend="assumed_modes:legendre", size=16, mode=1).item() < 1e-26
    # An error of the shape enters squared: eight times as many elements divide it by 8⁸ (h⁴ in the mass norm).
    few, many = (
        locked.mac_error.sel(backend="fem", mode=3, size=2).item(),
        locked.mac_error.sel(backend="fem", mode=3, size=16).item(),
    )
    assert np.log(few / many) / np.log(8.0) == pytest.approx(8.0, abs=0.7)


def test_deflection_error_is_the_largest_over_the_links(locked):
    model, exact = BeamFEM(3).modes(LOCKED, 5), EXACT.modes(LOCKED, 5)
    x = np.linspace(0.0, LOCKED.links[0].length, 2001)
    difference = np.abs(model.deflection(1, x) - exact.deflection(1, x)).max(axis=1)
    expected = difference / np.abs(exact.deflection(1, x)).max(axis=1)
    found = locked.deflection_error.sel(backend="fem", size=3).values
    np.testing.assert_allclose(found, expected, rtol=0.05)


def test_signs_of_modes_do_not_matter():
    arm = example("shuttle-free-base")
    model, exact = samples_of(BeamFEM(4).modes(arm, 3), 16), samples_of(EXACT.modes(arm, 3), 16)
    turned = samples_of(mixed(BeamFEM(4).modes(arm, 3), -np.eye(3)), 16)
    one, other = shape_errors(model, exact), shape_errors(turned, exact)
    np.testing.assert_allclose(other.mac, one.mac, rtol=1e-9)
    np.testing.assert_allclose(other.deflection, one.deflection, rtol=1e-9)
    assert np.all(one.deflection < 1e-2)


def test_modes_of_one_frequency_are_compared_as_a_whole():
    c, s = np.cos(0.5), np.sin(0.5)
    turn = np.array([[c, -s], [s, c]])
    exact = EXACT.modes(TWIN, 2)
    np.testing.assert_allclose(exact.angular_frequency, 20.0, rtol=1e-12)
    turned = samples_of(mixed(exact, turn), 16)
    assert np.all(shape_errors(turned, samples_of(exact, 16)).mac < 1e-28)
    # The same modes are wrong by sin² of the angle where the frequencies are two.
    apart = samples_of(replace(exact, angular_frequency=np.array([20.0, 20.1])), 16)
    np.testing.assert_allclose(shape_errors(turned, apart).mac, s**2, rtol=1e-12)


def test_a_mode_that_has_nothing_of_the_references_is_wholly_wrong():
    exact = replace(EXACT.modes(TWIN, 2), angular_frequency=np.array([20.0, 21.0]))
    swapped = samples_of(mixed(exact, np.array([[0.0, 1.0], [1.0, 0.0]])), 16)
    found = shape_errors(swapped, samples_of(exact, 16))
    np.testing.assert_allclose(found.mac, 1.0, rtol=1e-12)
    assert np.all(np.isfinite(found.deflection))


def test_the_last_modes_twin_is_among_the_references_modes():
    """One mode is asked for and the frequency is double: any combination of the two modes is right."""
    dataset = compare.convergence(TWIN, [FEM, LEGENDRE], [1, 2], 1)
    assert np.all(dataset.mac_error < 1e-28)
    assert np.all(np.abs(dataset.relative_error) < 1e-14)


# --- arms and sizes at the edge


def test_rigid_links_leave_nothing_to_converge():
    dataset = compare.convergence(TWIN, [LEGENDRE, FEM], [1, 2, 3], 2)
    assert np.all(np.abs(dataset.relative_error) < 1e-15)
    assert np.all(dataset.deflection_error == 0.0)
    assert np.all(dataset.missing == "")
    assert np.all(dataset.round_off_size == 1)
    assert set(dataset.order_missing.values.ravel()) == {"needs 3 sizes or more with an error above round-off, has 0"}


def test_more_modes_than_the_arm_has_are_refused():
    with pytest.raises(QuestionError, match=r"exact: Twin has 2 natural frequencies.* 3 were asked for; ask for fewer"):
        compare.convergence(TWIN, [FEM], [1, 2], 3)


ONE = RigidLink(1.0, joint=Joint.locked(50.0), mass=1.0, inertia=0.25)
# Arms of manoeuvres alone, whose make-ups others have.
SLEWED = (
    *("barhorst-two-links", "shuttle-10t-unlocked-123"),
    *(f"single-link-{base}-base-unlocked" for base in ("free", "guided", "rolling")),
)
SPRING = Arm(Base.fixed(), (ONE,), name="Spring")
HINGE = Arm(Base.fixed(), (replace(ONE, joint=Joint.unlocked()),), name="Hinge")


def test_an_arm_of_one_freedom_has_one_mode_to_study():
    """Its frequency is √(50 / (0.25 + 1/4)) = 10 rad/s, about a joint half a link from the centre of mass."""
    dataset = compare.convergence(SPRING, [LEGENDRE, FEM], [1, 2], 1)
    np.testing.assert_allclose(dataset.angular_frequency, 10.0, rtol=1e-14)
    assert np.all(dataset.missing == "")


@pytest.mark.parametrize(
    ("arm", "modes", "message"),
    [
        (SPRING, 2, "Spring has 1 natural frequency, 2 were asked for; ask for fewer"),
        (
            HINGE,
            1,
            "Hinge has 0 natural frequencies, 1 were asked for; "
            "give a joint a stiffness, or bending stiffness to a link, and mass to what moves",
        ),
    ],
)
def test_refusals_speak_of_the_modes_asked_for(arm, modes, message):
    """The study itself asks the reference for two more."""
    with pytest.raises(TooFewModesError) as caught:
        compare.convergence(arm, [FEM], [1, 2], modes)
    assert str(caught.value) == f"exact: {message}"


def test_the_reference_is_sampled_only_where_a_backend_answers(monkeypatch):
    panels = []
    monkeypatch.setattr(
        "compare.studies.convergence.samples_of", lambda model, count: panels.append(count) or samples_of(model, count)
    )
    dataset = compare.convergence(LOCKED, [LEGENDRE, CLAMPED_FREE], [16, 99_999], 1)
    assert panels == [16] * 3
    assert np.all(dataset.missing.sel(size=99_999) != "")


def test_a_free_joint():
    dataset = compare.convergence(example("single-link-unlocked"), [FEM, LEGENDRE], [4, 8, 16], 3)
    assert np.all(dataset.missing == "")
    assert np.all(dataset.mac_error.sel(size=16) < 1e-9)
    assert np.all(dataset.relative_error.sel(backend="fem", size=[4, 8], mode=[2, 3]) > 0.0)


def test_too_few_functions_leave_gaps_with_the_reason(locked):
    cell = locked.sel(backend="fem", size=1)
    assert np.isfinite(cell.relative_error.values).tolist() == [True] * 3 + [False] * 2
    assert cell.missing.values.tolist()[:3] == [""] * 3
    assert cell.missing.values[3] == cell.missing.values[4]
    assert str(cell.missing.values[3]).startswith(
        "fem:1: Single link, joint locked has 3 natural frequencies in these trial functions, 5 were asked for;"
    )
    for name in ("angular_frequency", "relative_error", "mac_error", "deflection_error"):
        np.testing.assert_array_equal(np.isnan(locked[name]), locked.missing != "")
    assert cell.unknowns.item() == BeamFEM(1).modes(LOCKED, 3).unknowns


def test_a_size_that_a_family_does_not_take_leaves_a_gap_with_the_reason():
    dataset = compare.convergence(LOCKED, [AssumedModes("static", 1), FEM], [1, 3], 2)
    gap = dataset.sel(backend="assumed_modes:static", size=3)
    assert set(gap.missing.values) == {
        "assumed_modes: shapes: wanted a whole number from 1 to 2 (static), for all flexible links or for each, got 3"
    }
    assert np.isnan(gap.relative_error).all()
    assert np.isnan(gap.unknowns)
    assert np.isnan(gap.seconds)
    assert gap.specification.item() == ""
    assert np.all(dataset.missing.sel(size=1) == "")
    # A first size beyond the largest is a gap like any other.
    assert np.all(compare.convergence(LOCKED, [AssumedModes("static", 1)], [3], 1).missing != "")


@dataclass(frozen=True)
class Stubborn(Backend):
    """It has a size, and answers for none."""

    name: ClassVar[str] = "stubborn"
    size: int = 1

    def with_size(self, size: int) -> "Stubborn":
        return replace(self, size=size)

    def _modes(self, arm: Arm, count: int) -> ModalModel:
        raise QuestionError("it will not; ask another")


def test_a_backend_that_will_not_answer_leaves_gaps_with_its_name():
    dataset = compare.convergence(LOCKED, [Stubborn(), FEM], [2, 4, 8], 2)
    assert set(dataset.missing.sel(backend="stubborn").values.ravel()) == {"stubborn: it will not; ask another"}
    assert dataset.order_law.sel(backend="stubborn").values.tolist() == ["none", "none"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"backends": []}, "backends: wanted one backend or more, got []"),
        ({"backends": ["fem"]}, "backends: wanted instances of Backend, got 'fem'"),
        ({"backends": [BeamFEM(3), BeamFEM(4)]}, "backends: wanted each backend once, got 'fem' more than once"),
        ({"modes": 0}, "convergence: modes: wanted a whole number of 1 or more, got 0"),
        ({"modes": 2.0}, "convergence: modes: wanted a whole number of 1 or more, got 2.0"),
        ({"reference": "exact"}, "convergence: reference: wanted a Backend, or None, got 'exact'"),
        ({"arm": "arm.toml"}, "exact: arm: wanted an Arm, got 'arm.toml'"),
    ],
)
def test_wrong_input_is_refused(arguments, message):
    with pytest.raises(InputError) as caught:
        compare.convergence(**{"arm": LOCKED, "backends": [FEM], "sizes": [1, 2], "modes": 1, **arguments})
    assert str(caught.value) == message


def test_a_backend_without_size_is_refused():
    with pytest.raises(
        QuestionError, match=r"^exact has no size, no number of functions or elements to vary; leave it"
    ):
        compare.convergence(LOCKED, [FEM, EXACT], [1, 2], 1)


def test_another_reference_may_be_given():
    dataset = compare.convergence(LOCKED, [FEM], [4, 8], 2, reference=BeamFEM(8))
    assert dataset.attrs["reference"] == "fem:8"
    assert np.all(dataset.relative_error.sel(size=8) == 0.0)
    assert np.all(dataset.relative_error.sel(size=4) > 0.0)


def test_sizes_are_shown_as_they_are_solved():
    seen = []
    compare.convergence(LOCKED, [FEM], [1, 3], 1, progress=lambda *told: seen.append(told))
    assert seen == [(0, 2), (1, 2), (2, 2)]


def test_every_variable_has_a_unit_and_a_name_in_words(locked):
    assert all(one.attrs["units"] and one.attrs["long_name"] for one in locked.variables.values())
    assert {"arm", "arm_toml", "flexarm_version", "reference", "shape_rule", "order_rule", "round_off_rule"} <= set(
        locked.attrs
    )
    assert locked.relative_error.dims == ("backend", "size", "mode")
    assert locked.order.dims == ("backend", "mode")


@pytest.mark.parametrize("arm", [LOCKED, TWIN], ids=lambda arm: arm.name)
def test_round_trip_is_identical(arm, tmp_path):
    dataset = compare.convergence(arm, [AssumedModes("static", 1), FEM], [1, 2], 2)
    save_dataset(dataset, tmp_path / "study.nc")
    xr.testing.assert_identical(load_dataset(tmp_path / "study.nc"), dataset)


# --- the cheapest


def test_cheapest_is_that_of_a_search_through_all(locked):
    for tolerance in (1e-1, 1e-2, 1e-4, 1e-8):
        worst = np.abs(locked.relative_error).max("mode", skipna=False)
        unknowns = locked.unknowns.where(worst <= tolerance)
        choice = compare.cheapest(locked, tolerance)
        assert choice.unknowns == int(unknowns.min())
        assert choice.worst_error == worst.sel(backend=choice.backend, size=choice.size).item() <= tolerance
        assert find_backend(choice.spec).modes(LOCKED, 5).unknowns == choice.unknowns
    assert compare.cheapest(locked, 1e-8).backend == "assumed_modes:legendre"


def toy(errors: list[list[float]], unknowns: list[list[float]]) -> xr.Dataset:
    """A study of backends a, b, … at sizes 1, 2, …; one mode."""
    relative = np.array(errors)[..., np.newaxis]
    names_, sizes = list("abc")[: len(errors)], np.arange(1, relative.shape[1] + 1)
    return xr.Dataset(
        {
            "relative_error": (("backend", "size", "mode"), relative),
            "missing": (("backend", "size", "mode"), np.where(np.isnan(relative), "it cannot", "")),
            "unknowns": (("backend", "size"), np.array(unknowns)),
            "seconds": (("backend", "size"), 0.5 + 0.0 * np.array(unknowns)),
            "specification": (("backend", "size"), [[f"{name}:{size}" for size in sizes] for name in names_]),
            "round_off_size": (("backend", "mode"), np.zeros((len(errors), 1), dtype=int)),
            "round_off_level": (("backend", "mode"), np.zeros((len(errors), 1))),
        },
        {"backend": names_, "size": sizes, "mode": [1]},
    )


def test_of_as_few_unknowns_the_more_accurate_is_cheapest():
    study = toy([[1e-2, 1e-4], [-1e-1, -1e-5]], [[3.0, 5.0], [2.0, 5.0]])
    assert compare.cheapest(study, 1e-3).spec == "b:2"
    assert compare.cheapest(study, 1e-3).worst_error == 1e-5
    assert compare.cheapest(study, 1e-2).spec == "a:1"
    assert compare.cheapest(study, 0.5).spec == "b:1"


def test_a_backend_whose_errors_cease_to_fall_is_taken_where_no_other_will_do():
    unknowns = [[2.0, 3.0, 4.0, 5.0], [3.0, 4.0, 5.0, 6.0]]
    study = toy([[1e-4, 9.6e-5, 9.5e-5, 9.5e-5], [1e-1, 1e-2, 1e-3, 1e-4]], unknowns)
    assert compare.cheapest(study, 1e-3).spec == "b:3"
    assert [one.converges for one in best_choices(study, 1e-3)] == [False, True]
    assert compare.cheapest(study, 9.8e-5).spec == "a:2"
    assert compare.cheapest(toy([[1e-4, 1e-5, 3e-10, 2e-10], [1e-1, 1e-2, 1e-3, 1e-4]], unknowns), 1e-3).spec == "a:1"


def test_best_choices_have_each_backends_nearest_where_none_will_do():
    study = toy([[1e-2, 1e-4], [1e-1, 5e-2], [np.nan, np.nan]], [[3.0, 5.0], [2.0, 4.0], [np.nan, np.nan]])
    assert [choice.spec for choice in best_choices(study, 1e-3)] == ["a:2", "b:2"]


def test_an_accuracy_out_of_reach_is_refused_with_the_nearest():
    study = toy([[1e-2, 1e-4], [1e-1, 5e-2]], [[3.0, 5.0], [2.0, 4.0]])
    with pytest.raises(QuestionError) as caught:
        compare.cheapest(study, 1e-9)
    assert str(caught.value) == (
        "nothing keeps the first natural frequency within 1e-09; a:2 comes nearest with 1.0e-04 (mode 1); "
        "take larger sizes or a larger tolerance"
    )
    with pytest.raises(
        QuestionError, match=r"^no backend finds the first natural frequency at any size tried; it cannot$"
    ):
        compare.cheapest(toy([[np.nan]], [[np.nan]]), 1e-3)


@pytest.mark.parametrize("tolerance", [0.0, -1e-3, 1.0, 2.0, np.nan, np.inf, True, "1e-3", None])
def test_a_tolerance_that_is_none_is_refused(locked, tolerance):
    with pytest.raises(InputError) as caught:
        compare.cheapest(locked, tolerance)
    wanted = "a number above 0 and below 1, a part of a frequency (0.001 is 0.1 %)"
    assert str(caught.value) == f"tolerance: wanted {wanted}, got {tolerance!r}"


def test_what_is_no_study_is_refused(locked):
    for wrong, got in [(locked.drop_vars("seconds"), "none with seconds"), (None, "None")]:
        for use in (lambda study: compare.cheapest(study, 1e-3), compare.plot_convergence):
            with pytest.raises(InputError) as caught:
                use(wrong)
            assert str(caught.value) == f"dataset: wanted a Dataset of compare.convergence, got {got}"


# --- the plot


def curves(axes) -> list:
    return [line for line in axes.get_lines() if line.get_linestyle() == "-"]


def test_plot_has_a_panel_a_mode_and_a_line_a_backend(locked):
    figure = compare.plot_convergence(locked)
    assert [axes.get_title(loc="left") for axes in figure.axes] == [f"mode {k}" for k in range(1, 6)]
    for k, axes in enumerate(figure.axes):
        assert axes.get_xscale() == axes.get_yscale() == "log"
        assert len(curves(axes)) == 3
        for backend, line in zip(locked.backend.values, curves(axes), strict=True):
            one = locked.sel(backend=backend).isel(mode=k).where(lambda row: row.missing == "", drop=True)
            np.testing.assert_array_equal(line.get_xdata(), one.unknowns)
            np.testing.assert_array_equal(line.get_ydata(), np.maximum(np.abs(one.relative_error), 2.0**-52))
    low, high = figure.axes[0].get_xlim()
    assert low < locked.unknowns.min() < locked.unknowns.max() < high
    labels = [one.get_text() for one in figure.legends[0].get_texts()]
    assert labels == [*locked.backend.values, "round-off (hollow: no longer falling)"]
    looks = {(line.get_color(), line.get_marker()) for line in figure.axes[0].get_lines()}
    assert len({colour for colour, _ in looks}) == 3


def test_plot_marks_round_off_where_it_takes_over(locked):
    figure = compare.plot_convergence(locked)
    for axes, mode in zip(figure.axes, locked.mode.values, strict=True):
        one = locked.sel(mode=mode)
        end = one.round_off_size.max().item()
        assert len(axes.patches) == bool(end)
        hollow = [line for line in axes.get_lines() if line.get_markerfacecolor() == "white"]
        count = sum(len(line.get_xdata()) for line in hollow)
        assert count == sum(np.sum(one.size >= size).item() for size in one.round_off_size.values if size)
        if end:
            band = axes.patches[0].get_extents().transformed(axes.transData.inverted())
            assert band.y1 == pytest.approx(one.round_off_level.max().item(), rel=1e-6)


def test_plot_without_round_off_has_no_band(locked):
    figure = compare.plot_convergence(locked.sel(backend=["fem"], mode=[3]))
    assert len(figure.axes[0].patches) == 0
    assert [one.get_text() for one in figure.legends[0].get_texts()] == ["fem"]


def test_plot_of_gaps_alone_is_empty_and_drawn():
    dataset = compare.convergence(LOCKED, [Stubborn()], [1, 2], 1)
    compare.plot_convergence(dataset).savefig(io.BytesIO())


# --- the commands


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("arm.toml").write_text(text("single-link-locked"), encoding="utf-8")
    return tmp_path


@pytest.fixture
def run(folder, capsys):
    def answer(*words: str) -> str:
        assert main(words) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return answer


def test_converge_tabulates_a_table_a_mode(run):
    printed = run(
        "converge", "arm.toml", "-b", "assumed_modes:clamped-free", "-b", "assumed_modes:legendre", "-b", "fem",
        "--sizes", "1:12", "-n", "3", "-o", "study.nc", "--plot", "study.svg",
    )  # fmt: skip
    dataset = load_dataset("study.nc")
    assert printed == compare.text(dataset)
    assert dataset.backend.values.tolist() == ["assumed_modes:clamped-free", "assumed_modes:legendre", "fem"]
    assert dataset.sizes == {"backend": 3, "size": 12, "mode": 3}
    assert Path("study.svg").read_text(encoding="utf-8").count("mode 3") == 1
    lines = printed.splitlines()
    assert lines[0] == "Single link, joint locked"
    assert lines[1].startswith("relative errors of natural frequencies against exact; sizes are functions or elements")
    assert lines[3].split() == ["mode", "1", *dataset.backend.values]
    errors = dataset.relative_error.values[..., 0]
    assert [line.split() for line in lines[5:17]] == [
        [str(k), *(f"{error:.1e}" for error in errors[:, k - 1])] for k in range(1, 13)
    ]
    third = printed[printed.index("mode 3") :].splitlines()
    order, sizes, end = (
        next(line for line in third if line.split()[:1] == [word]) for word in ("order", "on", "round-off")
    )
    assert order.split()[1::2] == ["algebraic", "spectral", "algebraic"]
    assert float(order.split()[6]) == pytest.approx(4.0, abs=0.2)
    assert sizes.split()[-3:] == [str(dataset.order_first_size.sel(backend="fem", mode=3).item()), "to", "12"]
    assert end.split() == ["round-off", "no", "from", str(dataset.round_off_size.values[1, 2]), "no"]


def test_converge_says_what_is_missing_and_why(run):
    printed = run("converge", "arm.toml", "-b", "assumed_modes:static", "-b", "fem", "--sizes", "1,3,4", "-n", "4")
    lines = printed.splitlines()
    assert lines[5].split() == ["1", lines[5].split()[1], lines[5].split()[2]]
    assert lines[6].split()[1] == "–"
    assert any("assumed_modes:static has no order: needs 3 sizes or more" in line for line in lines)
    assert any(
        line.startswith("assumed_modes:static lacks values at size 1, 3, 4: assumed_modes:static:1:") for line in lines
    )
    assert any(line.startswith("fem lacks values at size 1: fem:1: Single link, joint locked has 3") for line in lines)


def test_advise_says_a_sentence_and_a_table(run):
    lines = run(
        "advise", "arm.toml", "--tolerance", "1e-6", "-n", "3", "-b", "fem", "-b", "assumed_modes:legendre"
    ).splitlines()
    dataset = compare.convergence(LOCKED, [FEM, LEGENDRE], read_sizes("1:6,8,12,16,24"), 3)
    choice = compare.cheapest(dataset, 1e-6)
    assert lines[0] == "Single link, joint locked"
    assert lines[1] == (
        f"{choice.spec} keeps the first 3 natural frequencies within 1e-06 of exact at the fewest unknowns, "
        f"{choice.unknowns}, of the sizes tried: 1:6,8,12,16,24."
    )
    assert choice.backend == "assumed_modes:legendre"
    assert lines[3].split() == ["backend", "within", "unknowns", "worst", "error", "in", "mode", "seconds"]
    assert [line.split()[:3] for line in lines[5:7]] == [
        [one.spec, "yes", str(one.unknowns)] for one in best_choices(dataset, 1e-6)
    ]


def test_advise_tries_families_and_elements_by_itself(run):
    lines = run("advise", "arm.toml", "-n", "1", "--sizes", "1:4").splitlines()
    assert "keeps the first natural frequency within 0.001 of exact" in lines[1]
    assert {line.split()[0].rsplit(":", 1)[0] for line in lines[5:10]} == {
        "assumed_modes:legendre",
        "assumed_modes:clamped-free",
        "assumed_modes:clamped-mass",
        "assumed_modes:comparison",
        "fem",
    }
    # With a payload it does not converge, though one shape happens to do.
    assert "comparison:1 " not in lines[1]
    assert lines[-1].startswith("assumed_modes:comparison does not converge on this arm")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["converge", "arm.toml", "--plot", "a.jpg"],
            "--plot: wanted a file name that ends in .svg or .png or .pdf, got",
        ),
        (["converge", "arm.toml", "-o", "a.xls"], "--output: wanted a file name that ends in .nc or .zarr or .json or"),
        (["converge", "arm.toml", "--sizes", "8,4"], "--sizes '8,4': wanted ascending sizes, none twice, got 4 after"),
        (["converge", "arm.toml", "-b", "exact"], "exact has no size, no number of functions or elements to vary"),
        (["converge", "arm.toml", "--sizes", "9" * 23], f"--sizes '{'9' * 23}': wanted whole numbers from 1 to 100000"),
        (["converge", "arm.toml", "-b", "fem", "-b", "fem"], "backends: wanted each backend once, got 'fem' more"),
        (["converge", "arm.toml", "-b", "fem:20"], "--backend: wanted fem, its size left out (--sizes gives it), got"),
        (
            ["advise", "arm.toml", "-b", "assumed_modes:clamped-free:8:no-rotation"],
            "--backend: wanted assumed_modes:clamped-free:no-rotation, its size left out (--sizes gives it), got "
            "'assumed_modes:clamped-free:8:no-rotation'",
        ),
        (["converge", "arm.toml", "-n", "1.5"], 'Invalid value for -n: unable to convert "1.5" into int.'),
        (["advise", "arm.toml", "-n", "1.5"], 'Invalid value for -n: unable to convert "1.5" into int.'),
        (["converge", "arm.toml", "-n", "0"], "convergence: modes: wanted a whole number of 1 or more, got 0"),
        (["advise", "arm.toml", "--tolerance", "0"], "tolerance: wanted a number above 0 and below 1, a part of"),
        (["advise", "arm.toml", "--tolerance", "2"], "tolerance: wanted a number above 0 and below 1, a part of"),
        (["advise", "arm.toml", "--tolerance", "1 %%"], 'Invalid value for --tolerance: unable to convert "1 %%"'),
        (["advise", "arm.toml", "-b", "fem", "--tolerance", "1e-15", "--sizes", "2"], "nothing keeps the first 3"),
    ],
)
def test_commands_refuse_wrong_input(folder, capsys, words, message):
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"flexarm: {message}")
    assert [path.name for path in folder.iterdir()] == ["arm.toml"]


@pytest.mark.parametrize("spec", ["assumed_modes", "assumed_modes:clamped-free:no-rotation", "fem"])
def test_backends_may_leave_settings_to_their_defaults(spec):
    assert find_schemes([spec]) == [find_backend(spec)]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--plot", "plot.gif"], "--plot: wanted a file name that ends in .svg or .png or .pdf, got 'plot.gif'"),
        (["-o", "no/a.nc"], "no/a.nc: wanted a file that can be written, got no such file or directory"),
        (["--plot", "no/a.svg"], "no/a.svg: wanted a file that can be written, got no such file or directory"),
        (["-o", "arm.toml/a.nc"], "arm.toml/a.nc: wanted a file that can be written, got not a directory"),
        (["-o", "a.nc"], "a.nc: wanted a file that can be written, got a folder of that name"),
    ],
)
def test_files_that_cannot_be_written_are_refused_before_anything_is_computed(
    folder, capsys, monkeypatch, words, message
):
    monkeypatch.setattr("flexarm.files.load", lambda path: 1 / 0)
    Path("a.nc").mkdir()
    assert main(["converge", "arm.toml", *words]) == 2
    assert capsys.readouterr() == ("", f"flexarm: {message}\n")
    assert sorted(path.name for path in folder.iterdir()) == ["a.nc", "arm.toml"]


def test_progress_is_shown_on_a_terminal_alone(folder, monkeypatch, capsys):
    words = ["converge", "arm.toml", "-b", "fem", "--sizes", "1:2", "-n", "1"]
    for told in ("", "Solving"):
        assert main(words) == 0
        assert told in (err := capsys.readouterr().err)
        assert bool(err) == bool(told)
        monkeypatch.setenv("FORCE_COLOR", "1")


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in names() if name not in SLEWED])
def test_every_example_is_studied_without_gaps_in_its_words(name):
    dataset = compare.convergence(example(name), [LEGENDRE, CLAMPED_FREE, FEM], range(1, 13), 5)
    np.testing.assert_array_equal(np.isnan(dataset.relative_error), dataset.missing != "")
    np.testing.assert_array_equal(np.isnan(dataset.order), dataset.order_missing != "")
    assert not np.any(dataset.order_law.sel(backend="assumed_modes:legendre") == "algebraic")
    assert not np.any(dataset.order_law.sel(backend=["assumed_modes:clamped-free", "fem"]) == "spectral")
    assert np.all(dataset.mac_error.sel(backend=["assumed_modes:legendre", "fem"], size=12) < 1e-5)


def test_a_slow_start_is_not_taken_for_the_law():
    # As errors of clamped-free shapes of a standing beam: slow at first, then a power of 4.8.
    found = law(np.array([1.2e-4, 7.1e-5, 1.41e-5, *(2.56e-8 * (12.0 / N[3:]) ** 4.8)]))
    assert found.law == "algebraic"
    assert found.rate == pytest.approx(4.8, abs=0.05)
    assert law(1e-3 * 10.0 ** -np.repeat(np.arange(6.0), 2)).law == "spectral"
