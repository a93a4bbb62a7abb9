"""What the pages take from the code as it is when they are built: keys of files, faces of packages, measured tables."""

from typing import Any

from jinja2 import Environment

from generated.choices import choices, cost
from generated.faces import aliases, face, interface
from generated.keys import arm_keys, case_keys, manoeuvre_keys

# Braces and percent signs mean much in Markdown and in formulas: a page says [[[ face("flexarm") ]]]. What it says in
# [[# … #]] is for those who read it before it is built.
_PAGES = Environment(
    block_start_string="[[%",
    variable_start_string="[[[",
    variable_end_string="]]]",
    comment_start_string="[[#",
    comment_end_string="#]]",
    autoescape=False,
)
_PAGES.globals.update(choices=choices, cost=cost)
_PAGES.globals.update(arm_keys=arm_keys, case_keys=case_keys, manoeuvre_keys=manoeuvre_keys)
_PAGES.globals.update(face=face, interface=interface)


def setup(app: Any) -> dict[str, bool]:
    """Fill in pages as they are read, and lead names of inner modules to the face that shows them."""
    app.connect("source-read", _fill_in)
    app.connect("missing-reference", _on_a_face)
    return {"parallel_read_safe": True}


def _fill_in(app: Any, name: str, source: list[str]) -> None:
    if "[[[" in source[0] and not name.startswith("gallery/"):
        source[0] = _PAGES.from_string(source[0]).render()


def _on_a_face(app: Any, env: Any, node: Any, content: Any) -> Any:
    shown = aliases().get(node.get("reftarget", ""))
    if node.get("refdomain") != "py" or shown is None:
        return None
    python = env.domains["py"]
    return python.resolve_xref(env, node["refdoc"], app.builder, "obj", shown, node, content)
