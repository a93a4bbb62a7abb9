"""Figures as part of a page: SVG elements with an alternative text, free of anything outside."""

import io
import re
from typing import TYPE_CHECKING
from xml.dom import minidom

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Without these, matplotlib writes its name, the day and a vocabulary's address on the web.
BARE = {"Date": None, "Creator": None, "Format": None, "Type": None}

# The greys of flexarm's style and its white, as the page has them; what has no colour of its own is ink, too.
_COLOURS = (
    (re.compile("#(333333|444444|666666|000000)"), "currentColor"),
    (re.compile("#ffffff"), "var(--page, #fff)"),
    (re.compile("#(e4e4e4|eeeeee)"), "var(--faint, #e8e8e8)"),
    (re.compile("#(c4c4c4|cccccc)"), "var(--pale, #c4c4c4)"),
)


def inline_svg(figure: "Figure", key: str, title: str, description: str) -> str:
    """Return a figure as an SVG element to stand in a page; the same figure gives the same text.

    Parameters
    ----------
    figure
        The figure.
    key
        One word, different for every figure of the page: its identifiers begin with it.
    title, description
        The alternative text: what the figure is, and what it shows, in words.
    """
    from matplotlib import style

    from compare.drawing.figure import STYLE

    page = io.BytesIO()
    with style.context([STYLE, {"svg.hashsalt": key}]):
        figure.savefig(page, format="svg", metadata=BARE)
    root = minidom.parseString(page.getvalue()).getElementsByTagName("svg")[0]
    for element in (root, *root.getElementsByTagName("*")):
        _prefix(element, key)
        _recolour(element)
    root.setAttribute("fill", "currentColor")
    _describe(root, key, {"title": title, "desc": description})
    return root.toxml()


def _prefix(element: minidom.Element, key: str) -> None:
    """Let identifiers, and what refers to them, begin with the figure's own word."""
    for name, text in element.attributes.items():
        if name == "id":
            element.setAttribute(name, f"{key}-{text}")
        elif name == "xlink:href":
            element.setAttribute(name, text.replace("#", f"#{key}-", 1))
        else:
            element.setAttribute(name, text.replace("url(#", f"url(#{key}-"))


def _recolour(element: minidom.Element) -> None:
    """Let ink and paper be the page's, which may be dark."""
    look = element.getAttribute("style")
    for colour, ours in _COLOURS:
        look = colour.sub(ours, look)
    if look:
        element.setAttribute("style", look)


def _describe(root: minidom.Element, key: str, texts: dict[str, str]) -> None:
    root.setAttribute("role", "img")
    root.setAttribute("aria-labelledby", " ".join(f"{key}-{tag}" for tag in texts))
    first = root.firstChild
    for tag, text in texts.items():
        element = minidom.Document().createElement(tag)
        element.setAttribute("id", f"{key}-{tag}")
        element.appendChild(minidom.Document().createTextNode(text))
        root.insertBefore(element, first)
