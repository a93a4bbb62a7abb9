"""Colours and line widths of an arm's parts; the colours are Okabe's and Ito's (2008)."""

from dataclasses import dataclass

INK = "#333333"
LOCKED, UNLOCKED, WELDED = "#E69F00", "#FFFFFF", "#333333"


@dataclass(frozen=True)
class Look:
    """How an outline is drawn."""

    link: str = "#0072B2"
    rigid_link: str = "#777777"
    payload: str = "#D55E00"
    body: str = "#CC79A7"
    base: str = "#009E73"
    strut: str = "#555555"
    order: float = 4.0  # what lies above what: higher is nearer to the reader


SOLID = Look()
# The same outline at a later instant: Okabe's and Ito's sky blue.
SKY = "#56B4E9"
LATER = Look(SKY, SKY, SKY, SKY, SKY, SKY, order=3.0)
PALE = "#C4C4C4"
GHOST = Look(PALE, PALE, PALE, PALE, PALE, PALE, order=2.0)

LINK_WIDTH, RIGID_WIDTH, STRUT_WIDTH = 2.2, 6.0, 1.1
RIB_WIDTH, JOINT_AXIS_WIDTH = 0.7, 2.2
RIBS, RIB_SPACE = 10, 0.035  # the most spaces between ribs of a link; the least, of the arm's size
JOINT_SIZE, POINT_SIZE = 8.0, 7.0
