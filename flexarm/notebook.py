"""Tables in HTML, as notebooks show objects."""

from collections.abc import Iterable, Sequence
from html import escape


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table, its texts escaped; no style but the notebook's own."""
    lines = [f"<table><caption>{escape(caption)}</caption>", f"<thead>{_row('th', head)}</thead>" if head else ""]
    return "".join([*lines, "<tbody>", *(_row("td", row) for row in rows), "</tbody></table>"])


def _row(tag: str, cells: Sequence[object]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(str(cell))}</{tag}>' for cell in cells)}</tr>"
