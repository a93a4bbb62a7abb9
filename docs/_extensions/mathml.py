"""Formulas as MathML, made when the pages are built: no script and nothing from outside shows them."""

from typing import Any

from docutils.nodes import SkipNode
from math_core import LatexToMathML
from sphinx.util.math import get_node_equation_number

_LATEX = LatexToMathML()  # raises an error, which says where, for what it does not know


def setup(app: Any) -> dict[str, bool]:
    """Offer the renderer ``mathml``."""
    app.add_html_math_renderer("mathml", inline_renderers=(_inline, None), block_renderers=(_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _inline(writer: Any, node: Any) -> None:
    formula = _LATEX.convert_with_local_state(node.astext(), displaystyle=False)
    writer.body.append(f"{writer.starttag(node, 'span', '', CLASS='math notranslate')}{formula}</span>")
    raise SkipNode


def _block(writer: Any, node: Any) -> None:
    formula = _LATEX.convert_with_local_state(node.astext(), displaystyle=True)
    writer.body.append(writer.starttag(node, "div", CLASS="math notranslate"))
    if node["number"]:
        writer.body.append(f'<span class="eqno">({get_node_equation_number(writer, node)})')
        writer.add_permalink_ref(node, "Link to this equation")
        writer.body.append("</span>")
    writer.body.append(f"{formula}</div>\n")
    raise SkipNode
