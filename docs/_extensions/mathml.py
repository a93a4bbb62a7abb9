"""Formulas as MathML, made when the pages are built: no script and nothing from outside shows them."""

import re
from html import unescape
from typing import Any
from xml.etree import ElementTree as ET

from docutils.nodes import SkipNode
from math_core import LatexToMathML
from sphinx.util.math import get_node_equation_number

_LATEX = LatexToMathML()  # raises an error, which says where, for what it does not know
_NAMED = re.compile(r"&(?!lt;|gt;|amp;)\w+;")  # entities of HTML that XML does not know
_PRIMES = {"′", "″", "‴", "⁗"}


def setup(app: Any) -> dict[str, bool]:
    """Offer the renderer ``mathml``."""
    app.add_html_math_renderer("mathml", inline_renderers=(_inline, None), block_renderers=(_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _inline(writer: Any, node: Any) -> None:
    formula = _mathml(node.astext(), display=False)
    writer.body.append(f"{writer.starttag(node, 'span', '', CLASS='math notranslate')}{formula}</span>")
    raise SkipNode


def _block(writer: Any, node: Any) -> None:
    formula = _mathml(node.astext(), display=True)
    writer.body.append(writer.starttag(node, "div", CLASS="math notranslate"))
    writer.body.append(f'<div class="formula">{formula}</div>')
    if node["number"]:
        writer.body.append(f'<span class="eqno">({get_node_equation_number(writer, node)})')
        writer.add_permalink_ref(node, "Link to this equation")
        writer.body.append("</span>")
    writer.body.append("</div>\n")
    raise SkipNode


def _mathml(latex: str, display: bool) -> str:
    text = _LATEX.convert_with_local_state(latex, displaystyle=display)
    formula = ET.fromstring(_NAMED.sub(lambda found: unescape(found[0]), text))
    for element in list(formula.iter()):
        if element.tag in ("msup", "msubsup") and element[-1].text in _PRIMES:
            _lower(element)
    return ET.tostring(formula, encoding="unicode")


def _lower(element: ET.Element) -> None:
    """Put primes beside what they belong to: fonts draw them small and high already."""
    kind, children, prime = element.tag, list(element)[:-1], element[-1]
    prime.set("lspace", "0")
    prime.set("rspace", "0")
    element[:] = [*children, prime] if kind == "msup" else [ET.Element("msub"), prime]
    if kind == "msubsup":
        element[0].extend(children)
    element.tag = "mrow"
