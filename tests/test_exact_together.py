"""Many arms at once: the same frequencies as one at a time, every one proved or looked for again."""

from dataclasses import replace

import numpy as np
import pytest

from exact import Exact, member, spectra, together
from exact.condensation import condensed
from exact.division import best_fraction
from exact.numbers import divided, numbers, taken
from exact.rayleigh import distance
from exact.search import count_below, spectrum
from exact.shapes import MemberShape
from exact.spectra import steps_by_one
from exact.stiffness import dynamic_stiffness
from exact.together import frequencies
from flexarm.chain import chain
from flexarm.examples import example, names
from flexarm.parts import Body, Joint, Link

from .test_certify import twins

SHUTTLE = example("shuttle-free-base")
FLEXIBLE = [name for name in names() if any(isinstance(link, Link) for link in example(name).links)]


def postures(count, seed=0):
    """Random postures of the Shuttle arm under random payloads."""
    random = np.random.default_rng(seed)
    for elbow, wrist in random.uniform(-150.0, 150.0, (count, 2)):
        payload = replace(SHUTTLE.payload, mass=float(random.choice([0.0, 1e3, 1e4, 3e4])))
        yield replace(SHUTTLE.with_angles(link2=elbow, link3=wrist), payload=payload)


ARMS = list(postures(24))


@pytest.mark.parametrize("name", FLEXIBLE)
def test_condensed_arms_count_what_whole_ones_count(name):
    parts, omega = chain([example(name)]), np.geomspace(1e-3, 1e5, 60)[:, np.newaxis]
    found, whole = condensed(numbers(parts), omega), dynamic_stiffness(chain(example(name)))
    np.testing.assert_array_equal(found.count[:, 0], count_below(whole, omega[:, 0]))
    np.testing.assert_array_equal(np.sign(found.determinant), (-1.0) ** found.count)


@pytest.mark.parametrize("name", FLEXIBLE)
def test_the_determinant_does_not_depend_on_where_links_are_divided(name):
    arms, omega = numbers(chain([example(name)])), np.geomspace(1e-1, 1e4, 40)[:, np.newaxis]
    where = [best_fraction(link.wave * np.sqrt(omega)) for link in arms.links if link.flexible]
    for k, at in enumerate(omega):
        pieces = divided(arms, [place[k] for place in where])
        whole, in_two = condensed(arms, at), condensed(pieces, at)
        np.testing.assert_array_equal(whole.count, in_two.count)
        np.testing.assert_allclose(in_two.determinant, whole.determinant, rtol=1e-8)


def test_member_stiffness_is_that_at_rest_less_the_mass():
    beta = np.array([1e-3, 0.5, 2.4, 2.6, 6.0, 40.0])
    stiffness, below, long = member.dynamic_stiffness(beta)
    mass, _ = member.mass(beta, long)
    expected = member.stiffness(long) - (beta**4)[:, np.newaxis, np.newaxis] * mass
    for k in range(len(beta)):
        np.testing.assert_allclose(stiffness[..., k], expected[k], rtol=0.0, atol=1e-13 * np.abs(expected[k]).max())
    np.testing.assert_allclose(below[2:], (member.pole(beta) / beta**4)[2:], rtol=1e-12)


def test_many_at_once_are_the_single_ones():
    together = Exact().frequencies_of(ARMS, 4)
    singly = [Exact().modes(arm, 4).angular_frequency for arm in ARMS]
    np.testing.assert_allclose(together.angular_frequency, singly, rtol=1e-13)
    assert not any(together.reasons)


def test_blocks_change_nothing(monkeypatch):
    arms = numbers(chain(ARMS))
    whole, _ = frequencies(arms, 3, 5)
    monkeypatch.setattr(together, "_TOGETHER", 15)
    monkeypatch.setattr(together, "_FEW", 4)
    np.testing.assert_allclose(frequencies(arms, 3, 5)[0], whole, rtol=1e-15)


def test_they_are_the_certified_ones():
    pytest.importorskip("flint")
    found = Exact().frequencies_of(ARMS[:6], 5).angular_frequency
    proved = [Exact(certify=True).modes(arm, 5).angular_frequency for arm in ARMS[:6]]
    np.testing.assert_allclose(found, proved, rtol=1e-14)


def test_rayleigh_tells_how_far_off_a_frequency_is():
    arms = numbers(chain(ARMS))
    omega, proved = frequencies(arms, 3, 4)
    assert np.mean(proved) > 0.98
    for off in (-1e-6, 3e-11):
        for k in range(4):
            np.testing.assert_allclose(distance(arms, omega[:, k] * (1.0 + off)), -off, rtol=0.1)


def test_a_guess_that_is_no_frequency_is_no_proof():
    parts, found = chain(SHUTTLE), spectrum(chain(SHUTTLE), 3, 4).omega
    number = 4 + np.arange(4)
    assert np.all(steps_by_one(parts, found, number, 1e-12))
    assert not np.any(steps_by_one(parts, found * (1.0 + 1e-10), number, 1e-12))
    assert not np.any(steps_by_one(parts, found, number + 1, 1e-12))


def test_what_condensed_arms_do_not_prove_is_counted_on_whole_ones(monkeypatch):
    arms, looked = ARMS[:3], []
    expected = Exact().frequencies_of(arms, 4).angular_frequency

    def unproved(*question):
        omega, proved = frequencies(*question)
        return omega, np.zeros_like(proved)

    def counted(parts, omega, number, step):
        looked.append(len(omega))
        return steps_by_one(parts, omega, number, step)

    monkeypatch.setattr(spectra, "frequencies", unproved)
    monkeypatch.setattr(spectra, "steps_by_one", counted)
    monkeypatch.setattr(spectra, "spectrum", None)
    np.testing.assert_array_equal(Exact().frequencies_of(arms, 4).angular_frequency, expected)
    np.testing.assert_array_equal(Exact().modes(arms[0], 4).angular_frequency, expected[0])
    assert looked == [12, 4]


def test_what_counting_does_not_prove_either_is_searched(monkeypatch):
    arms = ARMS[:2]
    expected = Exact().frequencies_of(arms, 4).angular_frequency

    def lost(arms, rigid, count):
        return np.full((len(arms.base.mass), count), np.nan), np.zeros((len(arms.base.mass), count), dtype=bool)

    monkeypatch.setattr(spectra, "frequencies", lost)
    np.testing.assert_allclose(Exact().frequencies_of(arms, 4).angular_frequency, expected, rtol=1e-12)
    np.testing.assert_allclose(Exact().modes(arms[0], 4).angular_frequency, expected[0], rtol=1e-12)


def test_multiple_frequencies_are_repeated():
    arms = [twins(), twins(angle=60.0)]
    found = Exact().frequencies_of(arms, 4).angular_frequency
    singly = [Exact().modes(arm, 4).angular_frequency for arm in arms]
    np.testing.assert_allclose(found, singly, rtol=1e-12)
    assert found[0, 1] == pytest.approx(found[0, 0], rel=1e-12)


@pytest.mark.parametrize("stiffness", [1e-3, 1e12])
def test_heavy_payloads_on_soft_or_stiff_joints(stiffness):
    arm = example("single-link-locked")
    link = replace(arm.links[0], joint=Joint.locked(stiffness))
    heavy = [replace(arm, links=(link,), payload=Body(mass, 37500.0, 1.5)) for mass in (0.0, 1e5, 1e9)]
    found = Exact().frequencies_of(heavy, 4).angular_frequency
    for one, omega in zip(heavy, found, strict=True):
        np.testing.assert_allclose(omega, spectrum(chain(one), 0, 4).omega, rtol=1e-11)


# Roots of the determinant of transfer matrices of the straight Shuttle arm, in 60 digits: stiffness of its joints,
# payload's mass, first four. Searched on the whole arm, the third is off by 1e-10 and more.
SOFT = {
    (1e-3, 1e6): (9.117983528498791e-6, 6.444811717161793e-5, 0.002871511564840994, 185.1935141986918),
    (1e-3, 1e9): (8.834068440042918e-6, 6.43740212759849e-5, 0.002871499613400932, 185.1931811065095),
    (1.0, 1e6): (0.000288335786310813, 0.00203802725917999, 0.09080511155689888, 185.1935994978045),
    (1.0, 1e9): (0.0002793576083683972, 0.002035684141209523, 0.09080473361928428, 185.1932664056552),
}


@pytest.mark.parametrize(("stiffness", "mass"), SOFT)
def test_soft_joints_before_a_heavy_payload_lose_no_digits(stiffness, mass):
    links = tuple(replace(link, joint=Joint.locked(stiffness)) for link in SHUTTLE.links)
    arm = replace(SHUTTLE, links=links, payload=replace(SHUTTLE.payload, mass=mass))
    np.testing.assert_allclose(Exact().modes(arm, 4).angular_frequency, SOFT[stiffness, mass], rtol=1e-12)
    np.testing.assert_allclose(Exact().frequencies_of([arm], 4).angular_frequency[0], SOFT[stiffness, mass], rtol=1e-12)


def test_quotients_that_do_not_settle_change_nothing(monkeypatch):
    parts, found, random = chain(SHUTTLE), spectrum(chain(SHUTTLE), 3, 4), np.random.default_rng(0)

    def noise(arms, omega):
        return distance(arms, omega) + 1e-10 * random.standard_normal(len(omega))

    monkeypatch.setattr(spectra, "frequencies", lambda *_: (found.omega[np.newaxis], np.zeros((1, 4), dtype=bool)))
    monkeypatch.setattr(spectra, "_counted_again", lambda *_: np.zeros(4, dtype=bool))
    monkeypatch.setattr(spectra, "distance", noise)
    np.testing.assert_array_equal(spectra.arm_spectrum(parts, 3, 4).omega, found.omega)


def test_an_arm_beyond_float64_spoils_no_other():
    limp = replace(SHUTTLE.links[0], flexural_rigidity=1e-300)
    beyond = replace(SHUTTLE, links=(limp, *SHUTTLE.links[1:]))
    found = Exact().frequencies_of([ARMS[0], beyond, ARMS[1]], 4)
    alone = Exact().frequencies_of(ARMS[:2], 4).angular_frequency
    np.testing.assert_array_equal(found.angular_frequency[[0, 2]], alone)
    assert "too far apart for float64" in found.reasons[1]


def test_some_of_many_arms_are_taken_from_every_number():
    arms = taken(numbers(chain(ARMS)), np.array([3, 1]))
    np.testing.assert_array_equal(arms.links[1].axis, numbers(chain([ARMS[3], ARMS[1]])).links[1].axis)
    assert arms.links[2].tip.shape == (3, 3, 2)


def test_a_members_tip_is_its_shape_there():
    beta, length = np.array([1.0, 8.0]), np.array([2.0, 3.0])
    ends = np.array([[0.3, -0.2, 1.0, 0.7], [0.3, -0.2, 1.1, 1.5]])
    shape = MemberShape(length, beta, beta >= member.SHORT, ends)
    expected = [shape(length[:, np.newaxis], order)[:, 0] for order in (0, 1)]
    np.testing.assert_allclose(shape.tip(), expected, rtol=1e-12)
