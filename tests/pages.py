"""Pages as tests read them."""

from xml.etree import ElementTree as ET

import html5lib

HTML, SVG = "{http://www.w3.org/1999/xhtml}", "{http://www.w3.org/2000/svg}"


def parsed(page: str) -> ET.Element:
    """Return a page's tree; html5lib refuses what a validator calls a parse error."""
    return html5lib.HTMLParser(strict=True).parse(page)


def text(element: ET.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def elements(root: ET.Element) -> list[ET.Element]:
    return [element for element in root.iter() if isinstance(element.tag, str)]  # not the comments


def section(page: ET.Element, anchor: str) -> ET.Element:
    (found,) = (element for element in page.iter() if element.get("id") == anchor)
    return found


def lines(page: ET.Element, anchor: str) -> list[list[str]]:
    """Return the cells of a section's tables, row by row."""
    cells = (f"{HTML}td", f"{HTML}th")
    rows = section(page, anchor).iter(f"{HTML}tr")
    return [[text(cell) for cell in row if cell.tag in cells] for row in rows]
