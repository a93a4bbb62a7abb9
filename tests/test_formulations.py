"""The textbook formulations: right where they can be, and wrong where and as they are known to be."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compare.formulations.catalogue import FORMULATIONS, find_formulation
from compare.formulations.search import search_grid
from exact import Exact
from flexarm.arm import Arm
from flexarm.backend import find_backend
from flexarm.errors import FlexarmError, InputError, QuestionError
from flexarm.examples import example
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Joint
from tests.strategies import arms

EXACT = ("boundary-conditions", "transfer-matrix", "dynamic-stiffness")
DAMPED = ("fem-companion", "truncated-modes", "modal-damping", "few-modes")
TEXTBOOK = (
    "raw-determinant",
    "expanded-determinant",
    *EXACT,
    "assumed-monomial",
    "assumed-cosh",
    "fem-dense",
    "fem-sparse",
)
OURS = ("exact", "assumed_modes", "fem")
# kL of a beam clamped at both ends: cos kL cosh kL = 1 (Blevins 1979, table 8-1).
CLAMPED = np.array([4.73004074, 7.85320462, 10.9956079, 14.1371655])

BENDING = Link(3.0, 2.0, 5e4, joint=Joint.locked(1e5, hub_inertia=2.0), tip=Body(5.0, 1.0, (0.2, -0.1)))
SECOND = Link(2.0, 1.5, 3e4, joint=Joint.unlocked(20.0, hub_inertia=1.0), angle=40.0)
WELDED = Link(1.5, 1.0, 2e4, joint=Joint.rigid(0.5), angle=-90.0)
STIFF = RigidLink(0.8, joint=Joint.locked(5e4), mass=4.0, angle=25.0, tip=Body(2.0, 0.3))
PAYLOAD = Body(30.0, 12.0, (0.5, 0.2))
BASES = {
    "fixed": Base.fixed(),
    "free": Base.free(200.0, 80.0, (0.7, -0.4)),
    "guided": Base.guided(100.0, (1.0, 2.0)),
}
CHAINS = {
    "two": (BENDING, SECOND),
    "welded": (BENDING, WELDED, SECOND),
    "stiff": (BENDING, STIFF, SECOND),
    "stiff root": (STIFF, WELDED, BENDING),
}


def one_link(joint: Joint, payload: Body | None = None) -> Arm:
    return Arm(Base.fixed(), (Link(2.0, 3.0, 4e3, joint=joint),), payload)


def single(payload: float = 1e4) -> Arm:
    """Return Wiedemann's 14 m link, of 56 kg, with a payload, kg."""
    arm = example("single-link-locked")
    return arm.with_payload(Body(payload, 37500.0, 1.5))


def solved(name: str, arm: Arm, count: int, size: int | None = None) -> np.ndarray:
    return FORMULATIONS[name].solve(arm, count, size).angular_frequency


def errors(found: np.ndarray, reference: np.ndarray) -> np.ndarray:
    """Return how far the found frequency next to each of the reference is from it, relative."""
    return np.min(np.abs(found[:, np.newaxis] / reference - 1.0), axis=0)


# Four modes, the highest of kL about 14: sinh and cosh differ by e^-28 of themselves, and 1e-16 e^14 is below 1e-9.
@pytest.mark.parametrize("joint", [Joint.locked(1e3), Joint.locked(1e9), Joint.unlocked(40.0), Joint.unlocked()])
@pytest.mark.parametrize("payload", [None, Body(50.0, 20.0, 0.4)])
def test_of_one_link_the_raw_determinant_is_exact(joint, payload):
    arm = one_link(joint, payload)
    found = solved("raw-determinant", arm, 4)
    assert found[:4] == pytest.approx(Exact().modes(arm, 4).angular_frequency, rel=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("chain", CHAINS)
@pytest.mark.parametrize("name", EXACT)
def test_of_any_chain_exact_formulations_are_exact(name, chain, base):
    arm = Arm(BASES[base], CHAINS[chain], PAYLOAD)
    reference = Exact().modes(arm, 5).angular_frequency
    found = solved(name, arm, 5)
    assert errors(found, reference) == pytest.approx(0.0, abs=1e-9)
    if name != "dynamic-stiffness":
        assert np.count_nonzero(found < 1.001 * reference[-1]) == 5


@pytest.mark.parametrize(("mine", "ours"), [("assumed-monomial", "legendre"), ("assumed-cosh", "clamped-free")])
@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("chain", CHAINS)
def test_assumed_modes_are_those_of_the_factored_solver_in_the_same_shapes(mine, ours, chain, base):
    arm = Arm(BASES[base], CHAINS[chain], PAYLOAD)
    expected = find_backend(f"assumed_modes:{ours}:4").modes(arm, 5).angular_frequency
    assert solved(mine, arm, 5, 4) == pytest.approx(expected, rel=1e-7)


@pytest.mark.parametrize("name", ["fem-dense", "fem-sparse"])
@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("chain", CHAINS)
def test_elements_are_those_of_the_factored_solver(name, chain, base):
    arm = Arm(BASES[base], CHAINS[chain], PAYLOAD)
    expected = find_backend("fem:7").modes(arm, 5).angular_frequency
    # Beside them, noise of floating arms' zeros that is too large to be taken for rigid-body modes.
    assert errors(solved(name, arm, 5, 7), expected) == pytest.approx(0.0, abs=1e-7)


@pytest.mark.parametrize("spec", ["exact", "assumed_modes:legendre:9", "fem:9"])
def test_ours_are_the_backends(spec):
    arm, name = single(), spec.split(":")[0]
    found = FORMULATIONS[name].solve(arm, 3, None if name == "exact" else 9)
    assert np.array_equal(found.angular_frequency, find_backend(spec).modes(arm, 3).angular_frequency)
    assert np.isnan(found.condition)


def test_ours_find_what_there_is_where_more_is_asked_for():
    assert len(solved("assumed_modes", single(), 6, 2)) == 3


@given(arms(most_links=3))
def test_the_search_range_holds_the_frequencies(arm):
    try:
        reference = Exact().modes(arm, 3).angular_frequency
    except QuestionError:
        return
    if not any(isinstance(link, Link) for link in arm.links):
        return
    grid = search_grid(arm, 3)
    assert grid[0] < reference[0]
    assert reference[-1] < grid[-1]


# Where they fail, of the 14 m link.


def test_the_raw_determinant_turns_to_noise_near_mode_ten():
    found = solved("raw-determinant", single(), 60)
    reference = Exact().modes(single(), 60).angular_frequency
    wrong = np.flatnonzero(errors(found, reference) > 1e-9)
    assert 8 <= wrong[0] + 1 <= 12
    assert len(found) > 100


def test_agreeing_sinh_and_cosh_leave_boundary_conditions_without_roots():
    found = solved("boundary-conditions", single(), 60)
    wrong = np.flatnonzero(errors(found, Exact().modes(single(), 60).angular_frequency) > 1e-9)
    assert 8 <= wrong[0] + 1 <= 12
    assert len(found) < 20


@pytest.mark.parametrize(("stiffness", "right"), [(1e6, 3), (1e3, 2), (1e-3, 1)])
def test_the_softer_the_wrist_the_sooner_an_expanded_determinant_is_noise(stiffness, right):
    shuttle = example("shuttle-fixed-base")
    wrist = replace(shuttle.links[-1], joint=Joint.locked(stiffness))
    arm = replace(shuttle, links=(*shuttle.links[:-1], wrist))
    found = solved("expanded-determinant", arm, 4)
    wrong = np.flatnonzero(errors(found, Exact().modes(arm, 4).angular_frequency) > 1e-5)
    assert wrong[0] == right
    assert len(found) > 40


@pytest.mark.parametrize(("payload", "first"), [(1e4, 8), (5.6e7, 6)])
def test_transfer_matrices_turn_to_noise_before_mode_nine(payload, first):
    arm = single(payload)
    found = solved("transfer-matrix", arm, 60)
    wrong = np.flatnonzero(errors(found, Exact().modes(arm, 60).angular_frequency) > 1e-9)
    assert first - 1 <= wrong[0] + 1 <= first + 1
    assert len(found) > 100


def test_dynamic_stiffness_finds_poles_where_the_link_is_clamped_at_both_ends():
    arm = one_link(Joint.locked(1e3))
    found, reference = solved("dynamic-stiffness", arm, 4), Exact().modes(arm, 4).angular_frequency
    poles = (CLAMPED / 2.0) ** 2 * np.sqrt(4e3 / 3.0)
    poles = poles[poles < reference[-1]]
    spurious = [omega for omega in found if omega < reference[-1] and errors(reference, np.array([omega]))[0] > 1e-6]
    assert spurious == pytest.approx(poles, rel=1e-8)
    assert len(spurious) == 2


def test_dynamic_stiffness_misses_roots_next_to_poles():
    arm = example("single-link-locked")
    welded = Arm(arm.base, (Link(14.0, 3.9786, 3e6, joint=Joint.locked(1e14)),), arm.payload)
    found, reference = solved("dynamic-stiffness", welded, 6), Exact().modes(welded, 6).angular_frequency
    assert np.count_nonzero(errors(found, reference) > 1e-9) >= 3


@pytest.mark.parametrize(
    ("name", "elements", "least", "most"),
    [
        ("fem-dense", 128, 1e-5, 1e-1),
        ("fem-dense", 512, 1e-3, 1e1),
        ("fem-sparse", 128, 1e-12, 1e-8),
        ("fem-sparse", 1000, 1e-7, 1e-4),
        ("fem-sparse", 8192, 1e-4, 1e0),
        ("fem", 1000, 0.0, 1e-12),
    ],
)
def test_elements_lose_digits_as_they_grow_in_number(name, elements, least, most):
    found, reference = solved(name, single(), 1, elements), Exact().modes(single(), 1).angular_frequency
    # A lowest eigenvalue that round-off has made negative is gone altogether.
    error = abs(found[0] / reference[0] - 1.0) if len(found) else 1.0
    assert least <= error <= most


def test_condition_of_elements_grows_as_the_fourth_power_of_their_number():
    few, many = (FORMULATIONS["fem-sparse"].solve(single(), 1, size).condition for size in (20, 200))
    assert 3e3 < many / few < 3e4
    few, many = (FORMULATIONS["fem-dense"].solve(single(), 1, size).condition for size in (20, 200))
    assert 3e3 < many / few < 3e4


def test_monomials_are_right_at_eight_and_gone_at_thirteen():
    reference = Exact().modes(single(), 1).angular_frequency
    assert solved("assumed-monomial", single(), 1, 6) == pytest.approx(reference, rel=1e-6)
    for size in range(13, 40):
        found = FORMULATIONS["assumed-monomial"].solve(single(), 1, size)
        assert len(found.angular_frequency) == 0
        assert found.condition > 1e15


def test_cantilever_shapes_stall_with_a_heavy_payload():
    reference = Exact().modes(single(), 2).angular_frequency
    second = [solved("assumed-cosh", single(), 2, size)[1] / reference[1] - 1.0 for size in (4, 20, 60)]
    assert 0.01 < second[2] < second[1] < second[0] < 0.5


def test_textbook_cosh_shapes_are_lost_where_cosh_and_sinh_agree():
    cantilever = one_link(Joint.rigid())
    reference = Exact().modes(cantilever, 6).angular_frequency
    assert solved("assumed-cosh", cantilever, 6, 6) == pytest.approx(reference, rel=1e-9)
    # The last shapes, bξ up to 61, are round-off of e^61 at the tip.
    assert np.max(errors(solved("assumed-cosh", cantilever, 6, 20), reference)) > 1e-6
    kept = find_backend("assumed_modes:clamped-free:20").modes(cantilever, 6).angular_frequency
    assert kept == pytest.approx(reference, rel=1e-12)


# What they refuse, and that nothing else stops them.


@pytest.mark.parametrize(
    ("name", "arm", "text"),
    [
        ("raw-determinant", Arm(Base.fixed(), CHAINS["two"]), "one flexible link on a fixed base"),
        ("raw-determinant", one_link(Joint.rigid()), "no welded joint"),
        ("expanded-determinant", one_link(Joint.locked(1.0)), "two flexible links on a fixed base"),
        ("transfer-matrix", one_link(Joint.unlocked()), "no hinge without gear inertia"),
        ("dynamic-stiffness", Arm(Base.fixed(), (STIFF,)), "no link bends"),
        ("fem-dense", Arm(Base.fixed(), (BENDING,), motion="spatial"), "arms in space are not modelled"),
        ("fem", Arm(Base.fixed(), (BENDING,), gravity=(0.0, -9.81)), "static loads are not modelled"),
        ("fem-dense", Arm(Base.fixed(), (BENDING,), gravity=(0.0, -9.81)), "static loads are not modelled"),
    ],
)
def test_arms_that_are_refused(name, arm, text):
    formulation = FORMULATIONS[name]
    assert text in formulation.handles(arm)
    with pytest.raises(QuestionError, match=text):
        formulation.solve(arm, 2, None)


@pytest.mark.parametrize("name", [*TEXTBOOK, *OURS])
@given(arm=arms(extreme=True, most_links=2), count=st.integers(1, 3))
def test_numbers_that_fail_it_are_no_error(name, arm, count):
    formulation = FORMULATIONS[name]
    if formulation.handles(arm):
        return
    try:
        found = formulation.solve(arm, count, None if formulation.kind == "exact" else 3)
    except FlexarmError as error:
        pytest.fail(f"refused: {error}")
    assert np.all(found.angular_frequency > 0.0)
    assert np.all(np.diff(found.angular_frequency) >= 0.0)


def test_sizes_that_are_too_much():
    assert FORMULATIONS["fem-dense"].largest_size == 600
    assert FORMULATIONS["fem-sparse"].largest_size == 20_000


def test_every_formulation_has_a_name_a_title_and_a_source():
    assert {one.name for one in FORMULATIONS.values()} == {*TEXTBOOK, *DAMPED, *OURS, "massless", "lumped"}
    for name, one in FORMULATIONS.items():
        assert one.name == name
        assert one.title
        assert one.source
    assert len({one.title for one in FORMULATIONS.values()}) == len(FORMULATIONS)


def test_a_name_that_is_unknown():
    with pytest.raises(InputError, match=r"formulation: wanted one of raw-determinant, .*did you mean fem-dense\?"):
        find_formulation("fem-dens")
