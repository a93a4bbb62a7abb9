"""Scripts of the gallery: each draws something, pins a number, and is short. Building the documentation runs them."""

import ast
import re
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
SCRIPTS = sorted(EXAMPLES.glob("plot_*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_script_draws_and_pins_a_number(script):
    text = script.read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(text)))
    assert len(text.splitlines()) <= 130
    assert any(isinstance(node, ast.Assert) for node in nodes)
    assert any(isinstance(node, ast.Name) and node.id == "figure" for node in nodes)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_figure_is_drawn_in_one_block(script):
    """The picture is taken where the block ends that makes the figure; what a later one draws would not be in it."""
    blocks = re.split(r"^# %%.*$", script.read_text(encoding="utf-8"), flags=re.MULTILINE)
    first = next(k for k, block in enumerate(blocks) if re.search(r"^figure\b", block, flags=re.MULTILINE))
    draws = re.compile(r"\.(plot|loglog|semilogx|imshow|set|legend|text)\(")
    assert not any(draws.search(block) for block in blocks[first + 1 :])


def test_there_are_scripts():
    assert len(SCRIPTS) >= 6
