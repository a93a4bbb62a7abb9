"""Arms in space: one by one, in a sweep, and beside frame elements of equal accuracy; see README.md in this folder."""

import time
from dataclasses import replace

import numpy as np
import pytest

from exact import Exact, certify
from fem import BeamFEM
from flexarm.examples import example
from flexarm.links import Link
from tests.frame_elements import frame_frequencies

SEVEN, BENT = example("seven-joint-arm"), example("l-cantilever")
# Frame elements of textbooks do not shear.
UNSHEARED = replace(
    SEVEN, links=tuple(replace(link, shear_rigidity=None) if isinstance(link, Link) else link for link in SEVEN.links)
)


def timed(group):
    """Mark a benchmark of a group, which takes processor time."""
    return pytest.mark.benchmark(group=group, timer=time.process_time)


def proved(arm):
    """The middles of proved intervals: the first six frequencies."""
    found = certify(arm, Exact().modes(arm, 6).angular_frequency.tolist())
    return np.repeat(
        [0.5 * (float(one.lower) + float(one.upper)) for one in found], [one.multiplicity for one in found]
    )


@pytest.fixture(scope="module")
def seven():
    return proved(SEVEN)


@pytest.fixture(scope="module")
def unsheared():
    return proved(UNSHEARED)


@pytest.fixture(scope="module")
def bent():
    return proved(BENT)


@timed("seven-joint arm, first 6")
def test_modes(measure, seven):
    assert measure(lambda: Exact().modes(SEVEN, 6).angular_frequency, seven) < 1e-12


@timed("seven-joint arm, first 6")
def test_frequencies_alone(measure, seven):
    assert measure(lambda: Exact().frequencies_of([SEVEN], 6).angular_frequency[0], seven) < 1e-12


@timed("seven-joint arm, first 6 of each of many postures")
def test_sweep(benchmark, request, seven):
    """Postures of the first boom; the first is the file's."""
    count = 10 if request.config.getoption("benchmark_disable") else 500
    turned = (SEVEN.links[2].angle + np.linspace(0.0, 90.0, count)).tolist()
    arms = [SEVEN.with_angles(link3=angle) for angle in turned]
    found = benchmark.pedantic(lambda: Exact().frequencies_of(arms, 6).angular_frequency, rounds=3, warmup_rounds=1)
    error = float(np.max(np.abs(found[0] / seven - 1.0)))
    benchmark.extra_info["relative_error"] = error
    if benchmark.enabled:
        benchmark.extra_info["microseconds_a_frequency"] = 1e6 * benchmark.stats.stats.median / found.size
    assert error < 1e-12


@timed("seven-joint arm without shear, first 6")
@pytest.mark.parametrize("backend", [Exact(), BeamFEM(2), BeamFEM(20)], ids=lambda backend: backend.spec)
def test_beside_elements(measure, unsheared, backend):
    assert measure(lambda: backend.modes(UNSHEARED, 6).angular_frequency, unsheared) < 1e-4


@timed("seven-joint arm without shear, first 6")
@pytest.mark.parametrize("elements", [2, 20, 60])
def test_frame_elements(measure, unsheared, elements):
    """Those of textbooks, 12 x 12 each, solved densely: digits are lost, as they are squared, so none are asserted."""
    measure(lambda: frame_frequencies(UNSHEARED, elements, 6), unsheared)


@timed("L-shaped cantilever, first 6")
@pytest.mark.parametrize("backend", [Exact(), BeamFEM(8), BeamFEM(16)], ids=lambda backend: backend.spec)
def test_l_cantilever(measure, bent, backend):
    assert measure(lambda: backend.modes(BENT, 6).angular_frequency, bent) < 5e-2


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of exudyn's own
@timed("L-shaped cantilever, first 6")
@pytest.mark.parametrize("elements", [8, 16])
def test_exudyn(measure, bent, elements):
    """Elements with one point of integration each: their error falls like h², as that of ours with shear does."""
    pytest.importorskip("exudyn", reason="exudyn is not installed: python -m pip install exudyn")
    from benchmarks.exudyn_beams import exudyn_frequencies

    assert measure(lambda: exudyn_frequencies(BENT, elements, 6), bent) < 5e-2
