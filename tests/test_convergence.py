"""How fast approximate frequencies converge, and how much round-off is left when they have."""

import numpy as np
import pytest

from flexarm.backend import find_backend
from flexarm.examples import example
from flexarm.parts import Body

ELEMENTS = np.array([4, 8, 16, 32])
# Errors below this are round-off, and above the second pre-asymptotic.
FLOOR, CEILING = 1e-11, 1e-2
EXAMPLES = ["single-link-locked", "hufnagel-case1", "hufnagel-case1-mass-b", "ramakrishnan-case1-yy", "two-beam-frame"]


def errors(name: str, specs: list[str], modes: int) -> np.ndarray:
    """Return relative errors of frequencies against exact, shape (specs, modes)."""
    arm = example(name)
    exact = find_backend("exact").modes(arm, modes).angular_frequency
    return np.array([find_backend(spec).modes(arm, modes).angular_frequency / exact - 1.0 for spec in specs])


@pytest.mark.parametrize("name", EXAMPLES)
def test_frequencies_of_hermite_elements_converge_like_the_fourth_power(name):
    found = errors(name, [f"fem:{n}" for n in ELEMENTS], 5)
    orders = []
    for error in found.T:
        kept = (error > FLOOR) & (error < CEILING)
        if np.count_nonzero(kept) >= 3:
            orders.append(-np.polyfit(np.log(ELEMENTS[kept]), np.log(error[kept]), 1)[0])
    assert len(orders) >= 3
    assert np.all(np.abs(np.array(orders) - 4.0) < 0.2), orders


@pytest.mark.parametrize("name", EXAMPLES)
def test_legendre_shapes_converge_spectrally(name):
    """Two shapes more, one of each parity, divide the error of the first three frequencies by more than 100."""
    shapes = np.arange(2, 17)
    found = errors(name, [f"assumed_modes:legendre:{n}" for n in shapes], 3)
    assert np.all(np.abs(found[-1]) < 1e-12)
    for error in found.T:
        # Once the shapes can resolve the mode, to where round-off takes over.
        pairs = [(a, b) for a, b in zip(error[:-2], error[2:], strict=True) if a < 1e-4 and b > 1e-12]
        assert all(b < a / 100.0 for a, b in pairs), pairs


def test_a_frequency_is_as_close_as_its_shape_squared():
    """Error constants: Hermite elements' is (β h / L)⁴ / 1440 of a beam (Strang and Fix 1973, §6.3)."""
    arm = example("hufnagel-case1")
    exact = find_backend("exact").modes(arm, 5).angular_frequency
    link = arm.links[0]
    wave = link.length * (link.mass_per_length * exact**2 / link.flexural_rigidity) ** 0.25
    found = find_backend("fem:32").modes(arm, 5).angular_frequency / exact - 1.0
    np.testing.assert_allclose(found[2:], (wave[2:] / 32.0) ** 4 / 1440.0, rtol=0.1)


def round_off(elements: int, mass: float) -> float:
    """Return what is left of the first frequency's error without the elements' own."""
    arm = example("single-link-locked")
    payload = arm.payload or Body(0.0, 0.0)
    arm = arm.with_payload(Body(mass, payload.inertia, payload.offset))
    exact = find_backend("exact").modes(arm, 1).angular_frequency[0]
    found = find_backend(f"fem:{elements}").modes(arm, 1).angular_frequency[0]
    # The elements' own error falls like h⁴; two of them show it well above round-off.
    own = (find_backend("fem:2").modes(arm, 1).angular_frequency[0] / exact - 1.0) * (2.0 / elements) ** 4
    return found / exact - 1.0 - own


@pytest.mark.parametrize("mass", [1e4, 1e9])
@pytest.mark.parametrize("elements", [10, 16, 100, 333, 1000, 2048, 10000])
def test_round_off_of_many_elements(elements, mass):
    assert abs(round_off(elements, mass)) <= 1e-11


@pytest.mark.parametrize("mass", [1e4, 1e9])
def test_round_off_grows_slowly(mass):
    """The textbook pencil (K, M) loses 50 % of the first frequency at 512 elements; factors lose nothing visible."""
    assert all(abs(round_off(elements, mass)) <= 1e-12 for elements in (100, 333, 512, 1000))
