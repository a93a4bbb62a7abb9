"""Sizes of a discretisation, one for all flexible links or one for each, on every backend that has them."""

import pytest

from flexarm import QuestionError, example
from flexarm.backend import find_backend


@pytest.mark.parametrize("name", ["fem", "assumed_modes:legendre"])
@pytest.mark.parametrize("numbers", ["8", "8,6", "8,"])
def test_a_specification_makes_the_same_backend_again(name, numbers):
    solver = find_backend(f"{name}:{numbers}")
    assert solver.spec == f"{name}:{numbers}"
    assert find_backend(solver.spec) == solver


@pytest.mark.parametrize(("name", "what"), [("fem", "elements"), ("assumed_modes:legendre", "shapes")])
def test_numbers_for_other_links_are_refused(name, what):
    wanted = f"numbers of {what} for 1 flexible links, but .* has 2; give one number for all, or 2 of them, base first"
    with pytest.raises(QuestionError, match=wanted):
        find_backend(f"{name}:8,").modes(example("double-link"), 1)
