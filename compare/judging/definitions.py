"""Which conventions and definitions a table's responses fit: those stated, or those tried as causes."""

from collections.abc import Sequence

from compare.judging.alternatives import Alternative
from compare.judging.verdict import CANNOT_BE_JUDGED, Judgement, agrees
from compare.published.cell import Cell

# A value, what is found about it, and what alternatives give.
_Judged = tuple[Cell, Judgement, tuple[Alternative, ...]]


def fits(values: Sequence[_Judged]) -> str:
    """Return, a line a definition, how many of a table's responses it fits and how many fit without it."""
    judged = [one for one in values if one[1].verdict != CANNOT_BE_JUDGED]
    texts = dict.fromkeys(other.text for *_, others in judged for other in others if other.definition)
    return "\n".join(_sentence(text, judged) for text in texts)


def _sentence(text: str, values: Sequence[_Judged]) -> str:
    agreements = [
        (agrees(cell.text, other.value), agrees(cell.text, judgement.expected))
        for cell, judgement, others in values
        for other in others
        if other.definition and other.text == text
    ]
    by_it, without = (sum(side) for side in zip(*agreements, strict=True))
    total = len(agreements)
    counts = f"fits {by_it} of {total} {'response' if total == 1 else 'responses'}"
    alike = all(left == right for left, right in agreements)
    told = "; these values do not tell them apart" if alike else ""
    return f"{text[0].upper()}{text[1:]}: {counts}; otherwise: fits {without} of {total}{told}."
