"""Time, memory and accuracy of ten to twenty thousand elements, beside one another; see README.md in this folder."""

import tracemalloc

import numpy as np
import pytest

from exact import Exact
from fem import BeamFEM
from flexarm.examples import example
from tests.characteristic import root_near

ARM = example("single-link-locked")
ELEMENTS = [10, 100, 1000, 5000, 20000]


@pytest.fixture(scope="module")
def reference():
    return np.array([float(root_near(ARM, omega)) for omega in Exact().modes(ARM, 6).angular_frequency])


def peak_memory(elements: int) -> int:
    """Largest memory in use at a time, bytes, in a run of its own: tracing it takes time."""
    tracemalloc.start()
    try:
        BeamFEM(elements).modes(ARM, 6)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.benchmark(group="single link, first 6, by number of elements")
@pytest.mark.parametrize("elements", ELEMENTS)
def test_elements(benchmark, reference, elements):
    found = benchmark.pedantic(lambda: BeamFEM(elements).modes(ARM, 6), rounds=3, warmup_rounds=1)
    peak, error = peak_memory(elements), np.abs(found.angular_frequency / reference - 1.0)
    benchmark.extra_info.update(
        peak_bytes=peak,
        bytes_an_element=peak / elements,
        relative_error=float(error.max()),
        first_relative_error=float(error[0]),
        digits=float(found.digits.min()),
    )
    # Cubic elements' errors fall like h⁴, and round-off does not take over: at 20 000 all digits are still there.
    assert error.max() < max(1e-11, 10.0 * (10.0 / elements) ** 4)
