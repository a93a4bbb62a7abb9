"""Steps of time: where a solution ends, or none is known, they say so, and never have no length."""

import re
from dataclasses import dataclass

import numpy as np
import pytest

from flexarm.slews.radau import Stalled, steps

SPAN, END = (5.0, 8.0), 5.5


@dataclass(frozen=True)
class Scalar:
    """ẏ = f(t, y) of one y, and ∂f/∂y."""

    rate: object
    derivative: object

    def rates(self, t):
        return lambda y: self.rate(t[:, np.newaxis], y)

    def derivatives(self, t, y):
        return np.reshape(self.derivative(t, y), (1, 1))


# From 1 at 5 s, solutions that end at 5.5 s: y = 0, where ẏ is infinite, and y infinite; and what is not known beyond.
ENDING = {
    "falls to zero by infinite rates": Scalar(lambda t, y: np.where(y > 0.0, -1.0 / y, np.nan), lambda t, y: y**-2.0),
    "blows up": Scalar(lambda t, y: 2.0 * y**2, lambda t, y: 4.0 * y),
    "blows up as one over a root": Scalar(lambda t, y: y**3, lambda t, y: 3.0 * y**2),
    "has no rates": Scalar(lambda t, y: np.where(t < END, y, np.nan), lambda t, y: 1.0),
    "has infinite rates": Scalar(lambda t, y: np.where(t < END, y, np.inf), lambda t, y: 1.0),
}


@pytest.mark.parametrize("tolerance", [1e-1, 1e-2, 1e-3, 1e-6])
@pytest.mark.parametrize("name", ENDING)
def test_steps_stall_where_a_solution_ends(name, tolerance):
    every = steps(ENDING[name], SPAN, 1e-3, np.ones(1), np.full(1, tolerance), tolerance)
    taken = []
    with np.errstate(all="ignore"), pytest.raises(Stalled):
        taken.extend(every)
    assert min(step.length for step in taken) > 0.0
    # Within what the solution may be off by: it is its own size that tells when it ends.
    assert taken[-1].end == pytest.approx(END, abs=tolerance)


def test_steps_that_must_be_none_stall():
    growing = Scalar(lambda t, y: y, lambda t, y: 1.0)
    with pytest.raises(Stalled, match=r"5\.0"):
        list(steps(growing, SPAN, 1e-3, np.ones(1), np.full(1, 1e-3), 1e-3, longest=1e-17))


def test_steps_without_rates_at_the_start_stall():
    nowhere = Scalar(lambda t, y: np.nan * y, lambda t, y: np.nan)
    for start in (0.0, 5.0):
        with np.errstate(all="ignore"), pytest.raises(Stalled, match=re.escape(str(start))):
            list(steps(nowhere, (start, 8.0), 1e-3, np.ones(1), np.full(1, 1e-3), 1e-3))


def test_steps_do_not_shrink_to_nothing_where_something_sets_in():
    quickest = 1e4
    setting_in = Scalar(lambda t, y: -quickest * (y - np.tanh(20.0 * (t - 1.0))), lambda t, y: -quickest)
    taken = list(steps(setting_in, (0.0, 10.0), 1e-3, -np.ones(1), np.full(1, 1e-4), 0.0))
    # What lasts 0.05 s is followed to 1e-4 by steps that are longer than a tenth of the quickest time constant.
    assert min(step.length for step in taken) > 0.1 / quickest
    assert taken[-1].stages[-1] == pytest.approx(1.0, abs=1e-4)
