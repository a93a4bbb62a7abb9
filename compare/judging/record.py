"""One published value with all that is found about it, and one published table: the records of a validation."""

from collections import Counter
from dataclasses import Field, dataclass, field, fields
from decimal import Decimal
from math import inf, isfinite, log
from typing import Any

from compare.judging.explain import UNEXPLAINED
from compare.judging.verdict import DIFFERS, VERDICTS, comparison
from compare.published.cell import BOUND


def _told(long_name: str) -> Any:
    """Return a field whose variable in the Dataset has a name in words."""
    return field(metadata={"long_name": long_name})


@dataclass(frozen=True)
class Value:
    """One published value and what became of it; numbers in the unit printed, NaN where there is none."""

    of_table: str = _told("name of the published table")
    row: int = _told("row of the table")
    column: str = _told("column of the table")
    label: str = _told("what sets the arm apart in the table")
    quantity: str = _told("what the value is")
    case: str = _told("load case of a response, by its file")
    output: str = _told("output of a response")
    measure: str = _told("what of the output")
    mode: int = _told("number of the mode, as printed; 0 where there is none")
    value_method: str = _told("how the source found the value")
    unit: str = _told("unit printed, also of the numbers beside it")
    printed: str = _told("value as printed")
    decimals: int = _told("decimals printed")
    published: float = _told("published value, in the unit printed")
    model: str = _told("backend or formula that the value claims to come from")
    exact: float = _told("exact value, in the unit printed")
    certified: bool = _told("1 where the exact value is made of certified frequencies")
    assumed_modes: float = _told("value by assumed modes, in the unit printed")
    fem: float = _told("value by finite elements, in the unit printed")
    expected: float = _told("value by the model, in the unit printed")
    units_off: float = _told("printed less expected, in units of the last digit")
    relative_difference: float = _told("printed less expected, over expected")
    verdict: str = _told("verdict")
    reason: str = _told("why the value cannot be judged")
    assumed: str = _told("what is taken of the arm that the source does not state")
    cause: str = _told("why the value differs, or is one unit off")
    error: str = _told("what kind of error the cause is")
    fitted: str = _told("what in the cause was chosen to meet the printed values")
    tried: int = _told("how many numbers were tried to explain a difference")
    chance: float = _told("share of values, about as far off, that one of the numbers tried would have met")
    alternatives: str = _told("of a response: what its table's causes give; of a frequency: other models")
    recomputed: float = _told("value by the source's own route, in its unit")
    completed: float = _told("the same with all that it leaves out put back")
    confirmed_by_route: bool = _told("1 where the source's own route gives the printed value within one unit")
    below_ritz: bool = _told("1 where the value differs and lies below the Ritz value of its own basis")

    @property
    def differs(self) -> bool:
        """Whether the value differs by more than one unit of its last digit."""
        return self.verdict == DIFFERS

    @property
    def rigid(self) -> bool:
        """Whether it is the zero of a rigid-body mode, known without solving anything."""
        return self.quantity == "frequency" and self.expected == 0.0

    @property
    def explained(self) -> bool:
        """Whether a cause was found for the difference."""
        return self.differs and not self.cause.startswith(UNEXPLAINED)

    @property
    def route_mark(self) -> str:
        """How the source's own route compares with what is printed; empty where there is no value by it."""
        return comparison(self.printed, self.recomputed) if isfinite(self.recomputed) else ""

    @property
    def remarks(self) -> tuple[str, ...]:
        """The cause, or what was tried; why there is no verdict; what is assumed; and what alternatives give."""
        texts = (self.cause, self.fitted and f"Fitted: {self.fitted}", self.reason, self.assumed, self.alternatives)
        return tuple(text for text in texts if text not in ("", UNEXPLAINED))

    @property
    def digits(self) -> int:
        """Number of significant digits printed."""
        return len(Decimal(self.printed.removeprefix(BOUND)).as_tuple().digits)

    @property
    def row_words(self) -> str:
        """The row's number, and what sets it apart."""
        return f"{self.row}: {self.label}" if self.label else str(self.row)

    @property
    def what(self) -> str:
        """What the value is: its column, its mode, and of a response what is asked."""
        mode = f", mode {self.mode}" if self.mode else ""
        return f"{self.column}{mode}{f' ({self.question})' if self.question else ''}"

    @property
    def question(self) -> str:
        """Of a response: which measure of which output under which load case; empty of other quantities."""
        output = f" of {self.output}" if self.output else ""
        return f"{self.measure}{output}, case {self.case}".replace("_", " ") if self.measure else ""

    @property
    def relative(self) -> float:
        """Size of the relative difference; infinite against an expected zero, whether or not the Dataset says so."""
        return abs(self.relative_difference) if isfinite(self.relative_difference) else inf

    @property
    def badness(self) -> tuple[float, float]:
        """How bad the difference is: the larger, the worse; a tenth of what is expected is as bad as ten times it."""
        ratio = 1.0 + self.relative_difference
        factor = abs(log(ratio)) if isfinite(ratio) and ratio > 0.0 else inf
        return factor, abs(self.units_off) if isfinite(self.units_off) else 0.0


@dataclass(frozen=True)
class PublishedTable:
    """A published table and its values."""

    table: str = _told("name of the published table")
    caption: str = _told("what the table shows")
    source: str = _told("author and year")
    title: str = _told("title of the source")
    place: str = _told("place in the source")
    method: str = _told("how the source found the values")
    note: str = _told("what to know of the printed table")
    figure: str = _told("name of the figure that stands with it")
    parameters: str = _told("parameters of its arms, as printed")
    definitions: str = _told("how many responses fit definitions and conventions tried as causes")
    routes: str = _told("how many values its source's own equations give, and how closely")
    choices: str = _told("of each route whose terms were chosen: its values, and how many each choice meets")
    values: tuple[Value, ...] = ()

    @property
    def in_words(self) -> str:
        """The verdicts that occur, each with how many there are."""
        counts = Counter(value.verdict for value in self.values)
        return ", ".join(f"{name} {counts[name]}" for name in VERDICTS if counts[name]) or "no values"


def variables(record: type[Value | PublishedTable]) -> list[Field[Any]]:
    """Return the fields of a record that are variables of the Dataset."""
    return [one for one in fields(record) if one.metadata]
