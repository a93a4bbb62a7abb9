"""Pictures of gallery scripts: every figure that a block of code has made."""

from pathlib import Path
from typing import Any

from matplotlib.figure import Figure
from sphinx.errors import ExtensionError
from sphinx_gallery.scrapers import figure_rst

_seen: list[Figure] = []


def figures(block: Any, variables: dict[str, Any], configuration: dict[str, Any]) -> str:
    """Save the figures among a script's variables that were not there before, and return what shows them.

    What a later block would draw into a figure is too late for its picture: axes that are empty are refused.
    """
    from matplotlib import style

    new = [made for made in variables["example_globals"].values() if isinstance(made, Figure) and made not in _seen]
    paths = []
    for figure, path in zip(new, variables["image_path_iterator"], strict=False):
        _seen.append(figure)
        if not all(axes.has_data() for axes in figure.axes):
            raise ExtensionError(
                f"{variables['src_file']}: a figure has empty axes where its block ends; draw it in one"
            )
        paths.append(Path(path).with_suffix(".png"))
        with style.context("compare.flexarm"):
            figure.savefig(paths[-1], dpi=160)
    return figure_rst([str(path) for path in paths], configuration["src_dir"])
