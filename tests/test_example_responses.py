"""Responses of every example case on every arm that it names: all backends converge to one another in every output."""

from dataclasses import replace

import numpy as np
import pytest

from flexarm import response
from flexarm.backend import find_backend
from flexarm.examples import example
from flexarm.load_cases import example_case
from flexarm.load_cases.examples import names, text

QUICK = ("wiedemann-2.11", "wiedemann-7.2.5")
# Outputs that are zero but for round-off: along a straight arm, and where a guided base does not go.
NOTHING = 1e-9


def arms(name):
    (line,) = [line for line in text(name).splitlines() if line.startswith("# Arm: ")]
    return line.removeprefix("# Arm: ").removesuffix(".").split(" and ")


def cases():
    for name in names():
        for arm in arms(name):
            marks = () if name in QUICK else pytest.mark.slow
            yield pytest.param(name, arm, marks=marks, id=f"{name} {arm}")


def errors(found, exact):
    """Largest error of every output's history, relative to its largest value."""
    histories = {str(name): exact[str(name)].values for name in exact.output.values}
    scales = {name: np.max(np.abs(values)) for name, values in histories.items()}
    return {
        name: np.max(np.abs(found[name].values - values)) / scales[name]
        for name, values in histories.items()
        if scales[name] > NOTHING
    }


@pytest.mark.parametrize(("name", "arm"), list(cases()))
def test_backends_converge_in_every_output(name, arm):
    arm, case = example(arm), replace(example_case(name), samples=101)

    def by(spec):
        # Four modes swing through a thousand periods: beyond, errors of a frequency turn into errors of a phase.
        return response(find_backend(spec), arm, case, modes=4)

    exact = by("exact")
    few, many = (errors(by(f"assumed_modes:legendre:{shapes}"), exact) for shapes in (8, 16))
    coarse, fine = (errors(by(f"fem:{elements}"), exact) for elements in (15, 60))
    assert len(few) > 4
    for output in few:
        # Polynomials converge faster than any power; to round-off at sixteen, but for the phases.
        assert many[output] < 1e-8, output
        assert many[output] < 1e-2 * few[output] + 1e-11, output
        # A shear force is a third derivative, constant over an element: it converges as h, all else as h² or better.
        first_order = output.endswith("root_shear")
        assert fine[output] < (1e-2 if first_order else 1e-3), output
        assert fine[output] < (0.5 if first_order else 0.15) * coarse[output] + 1e-11, output
