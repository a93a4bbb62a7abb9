"""Many arms at once: time, memory and accuracy a frequency; see README.md in this folder."""

import time
import tracemalloc
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from exact import Exact
from flexarm.arm import Arm
from flexarm.examples import example
from flexarm.parts import Body, Joint
from tests.characteristic import root_near

SHUTTLE = example("shuttle-free-base")
GEARS = 1188.0, 556.0, 191.0


def timed(group):
    """Mark a benchmark of a group; it takes processor time, in which what else the machine does counts little."""
    return pytest.mark.benchmark(group=group, timer=time.process_time)


@pytest.fixture
def whole(request):
    """Whether times are taken: where each benchmark only has to run, a hundredth of its arms will do."""
    return not request.config.getoption("benchmark_disable")


def random_postures(count):
    angles = np.random.default_rng(0).uniform(-150.0, 150.0, (count, 2)).tolist()
    return [SHUTTLE.with_angles(link2=elbow, link3=wrist) for elbow, wrist in angles]


def frequencies(arms, block=4096):
    """The first four frequencies of arms, some thousands at a time, so that memory does not grow with their number."""
    blocks = [Exact().frequencies_of(arms[k : k + block], 4).angular_frequency for k in range(0, len(arms), block)]
    return np.concatenate(blocks)


def worst_error(arms, found):
    """The largest relative error of some arms' frequencies against roots of the characteristic equation."""
    return max(
        abs(float(omega / root_near(arm, omega)) - 1.0) for arm, row in zip(arms, found, strict=True) for omega in row
    )


def measured(benchmark, arms, rounds=3):
    found = benchmark.pedantic(frequencies, (arms,), rounds=rounds, warmup_rounds=int(rounds > 1))
    if benchmark.enabled:
        benchmark.extra_info["microseconds_a_frequency"] = 1e6 * benchmark.stats.stats.median / found.size
    return found


def peak_memory(arms):
    """Largest memory in use at a time, bytes, in a run of its own: tracing it takes time."""
    tracemalloc.start()
    try:
        frequencies(arms)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@timed("Shuttle arm, free base, random postures, first 4 of each")
def test_random_postures(benchmark, whole):
    arms = random_postures(10_000 if whole else 100)
    found = measured(benchmark, arms)
    error = worst_error(arms[:2], found[:2])
    benchmark.extra_info["relative_error"] = error
    assert error < 1e-12


@timed("Shuttle arm, free base, random postures, first 4 of each")
def test_one_posture_after_the_other(benchmark):
    arms = random_postures(20)
    found = benchmark.pedantic(lambda: np.array([Exact().modes(arm, 4).angular_frequency for arm in arms]), rounds=3)
    if benchmark.enabled:
        benchmark.extra_info["microseconds_a_frequency"] = 1e6 * benchmark.stats.stats.median / found.size
    assert np.array_equal(found, frequencies(arms))


def shuttle(elbow, wrist, mass, locked) -> Arm:
    """The Shuttle arm in a posture, under a payload, with some of its joints locked and geared motors in the others."""
    states = zip(SHUTTLE.links, locked, GEARS, strict=True)
    joints = [link.joint if lock else Joint.unlocked(gear) for link, lock, gear in states]
    links = [replace(link, joint=joint) for link, joint in zip(SHUTTLE.links, joints, strict=True)]
    links[1:] = replace(links[1], angle=elbow), replace(links[2], angle=wrist)
    return replace(SHUTTLE, links=tuple(links), payload=replace(SHUTTLE.payload, mass=mass))


@timed("Shuttle arm, all joint states, 31 x 31 postures, 4 payloads, first 4 of each")
def test_grid(benchmark, whole):
    angles = np.linspace(0.0, 90.0, 31 if whole else 3).tolist()
    points = product(angles, angles, (0.0, 1e3, 1e4, 3e4), product((False, True), repeat=3))
    arms = [shuttle(*point) for point in points]
    found = measured(benchmark, arms, rounds=1)
    assert np.all(found > 0.0)


@timed("exact, first 4, by number of arms")
@pytest.mark.parametrize("count", [100, 1000, 10_000, 100_000])
def test_number_of_arms(benchmark, whole, count):
    arms = random_postures(count if whole else 100)
    measured(benchmark, arms, rounds=1)
    benchmark.extra_info["peak_bytes"] = peak_memory(arms)


@timed("exact, first 4, by number of links")
@pytest.mark.parametrize("links", [1, 2, 3, 5, 7, 10])
def test_number_of_links(benchmark, links):
    """Arms of equal flexible links, bent by 20 degrees at each joint."""
    link = replace(example("single-link-locked").links[0], angle=20.0)
    arms = [Arm(SHUTTLE.base, (link,) * links, Body(mass, 100.0)) for mass in np.linspace(1e2, 1e4, 200).tolist()]
    found = measured(benchmark, arms)
    benchmark.extra_info["peak_bytes"] = peak_memory(arms)
    if links <= 3:
        benchmark.extra_info["relative_error"] = error = worst_error(arms[:1], found[:1])
        assert error < 1e-12
