"""What is computed once: an arm's numbers, kept with it and never written to; a figure's layout, without drawing it."""

import gc
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure

from compare.drawing.laid_out import LaidOutFigure
from compare.drawing.pages import as_page
from flexarm import example, find_backend, response
from flexarm.arm_tree import tree
from flexarm.decimals import read_decimal
from flexarm.load_cases import example_case
from flexarm.once import once

BACKENDS = ["exact", "assumed_modes:legendre:6", "fem:4"]


class Thing:
    """What anything can be computed of."""


def test_it_is_computed_once_and_forgotten_with_what_it_is_of():
    asked = []
    of = once(lambda thing: asked.append(id(thing)) or len(asked))
    one, other = Thing(), Thing()
    assert [of(one), of(other), of(one)] == [1, 2, 1]
    del one
    gc.collect()
    assert [of(Thing()), of(other)] == [3, 2]


def test_arms_that_are_equal_but_written_otherwise_have_numbers_of_their_own():
    arm = example("single-link-locked")
    turned = [
        replace(arm, links=(replace(arm.links[0], angle=angle),)) for angle in (1e17, read_decimal(f"{10**17 + 5}"))
    ]
    assert turned[0] == turned[1]
    one, other = (tree(arm).links[0].axis for arm in turned)
    assert not np.allclose(one, other)


def arrays(parts):
    """Yield all arrays of a tree."""
    if isinstance(parts, np.ndarray):
        yield parts
    elif isinstance(parts, tuple):
        for part in parts:
            yield from arrays(part)


@pytest.mark.parametrize("spec", BACKENDS)
def test_nothing_is_written_into_an_arms_numbers(spec):
    arm, backend = example("shuttle-free-base"), find_backend(spec)
    kept = list(arrays(tree(arm)))
    assert len(kept) > 20
    for array in kept:
        array.flags.writeable = False
    backend.modes(arm, 3).dataset()
    backend.frequencies_of([arm], 3)
    response(backend, arm, example_case("wiedemann-10.5.1-free-base"), modes=3)


@pytest.mark.parametrize("kind", [".svg", ".png"])
def test_a_figure_is_laid_out_as_if_it_were_drawn_for_that(kind):
    pages = []
    for figure in (LaidOutFigure((5.0, 3.0)), Figure(figsize=(5.0, 3.0), layout="constrained")):
        left, right = figure.subplots(1, 2)
        left.plot([1.0, 2e4], [3.0, 1e-5], label="a long label")
        right.semilogy([1.0, 2.0], [3.0, 1e-7])
        left.set_ylabel("some output / m")
        figure.legend(loc="outside lower center")
        figure.suptitle("over both")
        pages.append(as_page(figure, kind))
    assert pages[0] == pages[1]
