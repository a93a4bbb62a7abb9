"""Time and accuracy of the backends, beside a plain element model; see README.md in this folder."""

import numpy as np
import pytest

from assumed_modes import AssumedModes
from benchmarks.textbook import textbook_frequencies
from exact import Exact
from fem import BeamFEM
from flexarm.examples import example
from tests.characteristic import root_near

ONE_LINK, SHUTTLE = example("single-link-locked"), example("shuttle-free-base")
BACKENDS = {
    "exact": (Exact(), 1e-12),
    "assumed_modes:legendre:8": (AssumedModes("legendre", 8), 1e-2),
    "fem:20": (BeamFEM(20), 1e-3),
    "fem:1000": (BeamFEM(1000), 1e-9),
}
parametrized = pytest.mark.parametrize(("backend", "most"), BACKENDS.values(), ids=BACKENDS)


def roots(arm, count):
    """Roots of the characteristic equation; the exact backend only says where to look."""
    return np.array([float(root_near(arm, omega)) for omega in Exact().modes(arm, count).angular_frequency])


@pytest.fixture(scope="module")
def one_link():
    return roots(ONE_LINK, 60)


@pytest.fixture(scope="module")
def shuttle():
    return roots(SHUTTLE, 6)


@pytest.mark.benchmark(group="single link, first 4")
@parametrized
def test_one_link(measure, one_link, backend, most):
    assert measure(lambda: backend.modes(ONE_LINK, 4).angular_frequency, one_link[:4]) < most


@pytest.mark.benchmark(group="single link, first 4")
@pytest.mark.parametrize("elements", [5, 20, 100, 512])
def test_textbook(measure, one_link, elements):
    """More elements make it worse: forming K and M loses half the digits. So no accuracy is asserted."""
    measure(lambda: textbook_frequencies(ONE_LINK, elements, 4), one_link[:4])


@pytest.mark.benchmark(group="single link, first 60")
@pytest.mark.parametrize(("backend", "most"), [(Exact(), 1e-12), (BeamFEM(5000), 1e-7)], ids=["exact", "fem:5000"])
def test_one_link_60(measure, one_link, backend, most):
    assert measure(lambda: backend.modes(ONE_LINK, 60).angular_frequency, one_link) < most


@pytest.mark.benchmark(group="single link, first 60")
@pytest.mark.parametrize("elements", [100, 400])
def test_textbook_60(measure, one_link, elements):
    measure(lambda: textbook_frequencies(ONE_LINK, elements, 60), one_link)


@pytest.mark.benchmark(group="frequencies alone, one arm")
@pytest.mark.parametrize("count", [4, 60])
def test_one_link_without_modes(measure, one_link, count):
    assert measure(lambda: Exact().frequencies_of([ONE_LINK], count).angular_frequency[0], one_link[:count]) < 1e-12


@pytest.mark.benchmark(group="frequencies alone, one arm")
def test_shuttle_without_modes(measure, shuttle):
    assert measure(lambda: Exact().frequencies_of([SHUTTLE], 4).angular_frequency[0], shuttle[:4]) < 1e-12


@pytest.mark.benchmark(group="Shuttle arm, free base, first 6")
@parametrized
def test_shuttle(measure, shuttle, backend, most):
    assert measure(lambda: backend.modes(SHUTTLE, 6).angular_frequency, shuttle) < most
