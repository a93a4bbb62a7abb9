"""Which conventions and definitions a table's responses fit: those stated, or those tried as causes."""

from collections.abc import Sequence

from compare.judging.findings import Finding
from compare.judging.verdict import CANNOT_BE_JUDGED, agrees


def fitted(found: Sequence[Finding]) -> str:
    """Return, a line a definition, how many responses it fits and how many fit without it; empty without any.

    Parameters
    ----------
    found
        What is found about the values of one table.
    """
    judged = [one for one in found if one.judgement.verdict != CANNOT_BE_JUDGED]
    texts = dict.fromkeys(other.text for one in judged for other in one.alternatives if other.definition)
    return "\n".join(_sentence(text, judged) for text in texts)


def _sentence(text: str, found: Sequence[Finding]) -> str:
    fits = [
        (agrees(one.cell, other.value), agrees(one.cell, one.judgement.expected))
        for one in found
        for other in one.alternatives
        if other.definition and other.text == text
    ]
    taken, otherwise = (sum(side) for side in zip(*fits, strict=True))
    counts = f"fits {taken} of {len(fits)} {'response' if len(fits) == 1 else 'responses'}"
    alike = "; these values do not tell them apart" if all(left == right for left, right in fits) else ""
    return f"{text[0].upper()}{text[1:]}: {counts}; otherwise: fits {otherwise} of {len(fits)}{alike}."
