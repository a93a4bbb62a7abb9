"""A slew in large motion beside exudyn's, both refined until they agree: cost at equal error; see README.md."""

from functools import cache
from itertools import islice

import numpy as np
import pytest

from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm import Arm, Base, Course, Joint, Link, Manoeuvre, Turn, slew
from flexarm.slews.integration import explored, passage
from flexarm.slews.kept import Kept
from flexarm.slews.models import models
from flexarm.slews.outputs import histories

# A quarter of its length is what the tip deviates: beyond small deflection.
LINK = Link(2.0, 1.0, 100.0, axial_rigidity=1e5, joint=Joint.unlocked())
TURNS = (Turn(1, Course((0.0, 1.0), (0.0, 1.0))),)
OURS = {
    "exact-1e-3": (Exact(), 1e-3),
    "exact-1e-4": (Exact(), 1e-4),
    "fem-4": (BeamFEM(4), 1e-4),
    "fem-8": (BeamFEM(8), 1e-4),
    "floating-4-shapes": (AssumedModes("legendre", 4), 1e-3),
}
# One run each, as exudyn's are: the backend, which of its models, from 0, and the error of a step.
RUNS = {
    "fem-4": (BeamFEM(4), 1, 1e-3),
    "exact-first-1e-4": (Exact(), 0, 1e-4),
    "exact-first-1e-5": (Exact(), 0, 1e-5),
    "exact-third-1e-6": (Exact(), 2, 1e-6),
}
ARM = Arm(Base.fixed(), (LINK,))


def manoeuvre(accuracy):
    return Manoeuvre(1.25, 26, TURNS, accuracy=accuracy)


def answer(backend, accuracy):
    dataset = slew(backend, ARM, manoeuvre(accuracy))
    return np.stack([dataset.end_x.values, dataset.end_y.values], axis=1), float(abs(dataset.end_deviation).max())


@cache
def reference():
    return answer(Exact(), 1e-5)


def error(tip):
    """Largest distance from the reference, relative to what the tip deviates."""
    told, deviation = reference()
    return float(np.max(np.hypot(*(tip - told).T))) / deviation


@pytest.mark.benchmark(group="slew of a beam by 1 rad in 1 s")
@pytest.mark.parametrize("name", OURS)
def test_ours(benchmark, name):
    reference()
    found = error(benchmark.pedantic(answer, OURS[name], rounds=1)[0])
    benchmark.extra_info["relative_error"] = found
    assert found < {"exact-1e-3": 1e-3, "exact-1e-4": 1e-4, "floating-4-shapes": 0.1}.get(name, 1e-3)


def run(backend, number, tolerance):
    """Return the tip's way by one model and steps of one error, and nothing of how far off it is."""
    model = next(islice(models(backend, ARM, manoeuvre(1e-3)), number, None))
    found = histories(passage(model, 1e-3, tolerance, sizes(), Kept()), ARM)
    return np.stack([found["end_x"].values, found["end_y"].values], axis=1)


@cache
def sizes():
    """Return how large motions are, which exudyn is told by the number of its steps."""
    return explored(next(models(Exact(), ARM, manoeuvre(1e-3))), Kept())


@pytest.mark.benchmark(group="one run, its error not told")
@pytest.mark.parametrize("name", RUNS)
def test_one_run(benchmark, name):
    reference(), sizes()
    found = error(benchmark.pedantic(run, RUNS[name], rounds=3))
    benchmark.extra_info["relative_error"] = found
    assert found < 1e-3


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of exudyn's own
@pytest.mark.benchmark(group="one run, its error not told")
@pytest.mark.parametrize(("elements", "steps"), [(4, 200), (8, 500), (8, 2000), (16, 8000)])
def test_exudyn(benchmark, elements, steps):
    pytest.importorskip("exudyn", reason="exudyn is not installed: python -m pip install exudyn")
    from benchmarks.exudyn_slew import exudyn_tip

    reference()
    found = error(benchmark.pedantic(exudyn_tip, (LINK, manoeuvre(1e-4), elements, steps), rounds=1))
    benchmark.extra_info["relative_error"] = found
    # The finest and `exact` share no equation but Reissner's, nor any step of time.
    assert found < (1e-5 if steps == 8000 else 1e-3)
