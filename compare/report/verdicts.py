"""The verdicts on a published value, and how each looks; the colours are Okabe's and Ito's (2008)."""

from dataclasses import dataclass

from compare.judging.verdict import CANNOT_BE_JUDGED, CONFIRMED, DIFFERS, OWN_APPROXIMATION, WITHIN_ONE_UNIT


@dataclass(frozen=True)
class Verdict:
    """One verdict.

    Parameters
    ----------
    name
        As `compare.validation` gives it.
    symbol
        What stands beside the name, for readers who do not see colours.
    key
        One word for the page's style sheet.
    colour, hatch
        Of its bars in the figure.
    meaning
        What a reader may conclude.
    """

    name: str
    symbol: str
    key: str
    colour: str
    hatch: str
    meaning: str


VERDICTS = (
    Verdict(CONFIRMED, "✓", "confirmed", "#009E73", "", "the exact value, rounded to the digits printed, is the same"),
    Verdict(
        WITHIN_ONE_UNIT,
        "≈",
        "near",
        "#56B4E9",
        "",
        "one unit of the last digit printed between them; the cause is named where the source's equations give it",
    ),
    Verdict(
        OWN_APPROXIMATION,
        "≃",
        "own",
        "#CC79A7",
        "\\\\\\\\",
        "the source states an approximation, and the value is what that gives; the exact one is another",
    ),
    Verdict(
        DIFFERS,
        "✗",
        "differs",
        "#D55E00",
        "////",
        "the two differ by more; the cause was found by computing it, or the value is marked unexplained",
    ),
    Verdict(
        CANNOT_BE_JUDGED,
        "?",
        "unjudged",
        "#BBBBBB",
        "....",
        "the source does not state all that a computation needs, or no model here covers it",
    ),
)
BY_NAME = {verdict.name: verdict for verdict in VERDICTS}
