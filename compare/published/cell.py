"""One published value, and the arm and mode that it belongs to."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Literal, get_args

from compare.published.expression import Expression
from compare.published.question import Asked
from compare.published.setting import Setting
from compare.published.units import parse
from flexarm.arm import Arm
from flexarm.errors import QuestionError
from flexarm.links import Link

Quantity = Literal[
    "frequency", "frequency_change", "relative_change", "wavenumber", "orthogonality", "response", "number"
]
JUDGED: tuple[str, ...] = get_args(Quantity)
# Between two arms, the later one made from the column's variant.
CHANGES = ("frequency_change", "relative_change")
# Stands before a printed number that the source says the value is less than.
BOUND = "<"
# Stands before a formula's name in place of a backend's specification.
FORMULA = "formula"


@dataclass(frozen=True)
class Cell:
    """A published value, and the arm and mode that it belongs to.

    Parameters
    ----------
    table
        Name of the table.
    row
        Number of the row, from 1.
    column
        Name of the column.
    quantity
        What the value is.
    text
        The value as printed.
    unit
        Its unit, as printed.
    mode
        Number of the mode, as printed; 0 of responses and numbers, and where it is not known, in cells that cannot be
        judged.
    partner
        Of orthogonality: the second mode; 0 elsewhere.
    elastic
        Whether the source numbers modes without the rigid-body modes.
    arm
        The arm; None in cells that cannot be judged.
    before
        Of a change of frequency: the arm before it.
    model
        Specification of the backend that the value claims to come from.
    formula
        Name of the source's formula that the value claims to come from; empty where it is a backend's.
    expression
        The source's formula itself, where the file writes it.
    method
        How the source found the value.
    label
        What sets the cell's arm apart in the table: ``theta = 30 deg``.
    unstated
        Why the value cannot be judged; empty where it can.
    assumed
        What is taken of the arm that the source does not state; empty where it states all.
    fitted
        What of that was chosen to meet the printed values; empty where nothing was.
    parameters
        The cell's parameters in SI units, angles in degrees, and the texts of its row.
    row_texts
        All that is printed in its row, by column.
    beside
        The numbers that are printed in its row, by column, in SI units, angles in degrees.
    asked
        What the value says of a response; None for other quantities, and where it cannot be judged.
    setting
        What the arm is made from.
    setting_before
        What the arm before the change is made from.
    """

    table: str
    row: int
    column: str
    quantity: Quantity
    text: str
    unit: str
    mode: int
    partner: int
    elastic: bool
    arm: Arm | None
    before: Arm | None
    model: str
    formula: str
    expression: Expression | None
    method: str
    label: str
    unstated: str
    assumed: str
    fitted: str
    parameters: Mapping[str, float | str] = field(hash=False)
    row_texts: Mapping[str, str] = field(hash=False, repr=False)
    beside: Mapping[str, float] = field(hash=False, repr=False)
    asked: Asked | None
    setting: Setting = field(repr=False, compare=False)
    setting_before: Setting | None = field(default=None, repr=False, compare=False)

    @property
    def value(self) -> float:
        """The value, in the unit printed."""
        return float(self.text.removeprefix(BOUND))

    @property
    def decimals(self) -> int:
        """Number of decimals printed; negative where the last digit stands for tens or more."""
        return decimals(self.text)

    @property
    def numbers(self) -> dict[str, float]:
        """Its parameters that are numbers, and the numbers of its row, by name, in SI units, angles in degrees."""
        return {name: value for name, value in {**self.parameters, **self.beside}.items() if not isinstance(value, str)}

    @property
    def last_digit(self) -> float:
        """One unit of the last digit printed, in the unit printed."""
        return float(Decimal((0, (1,), -self.decimals)))

    @property
    def claim(self) -> str:
        """The formula or backend that the value claims to come from, and the number of modes, if it says so."""
        if self.formula or self.expression:
            return f"{FORMULA} {self.expression.text if self.expression else self.formula}"
        if self.asked is None or self.asked.modes is None:
            return self.model
        return f"{self.model} with {self.asked.modes} {'mode' if self.asked.modes == 1 else 'modes'}"

    @property
    def whole(self) -> "Cell":
        """The same value asked with all modes that matter."""
        return self if self.asked is None else replace(self, asked=self.asked.whole)

    @property
    def in_si(self) -> float:
        """One of the unit printed in SI units: rad/s for frequencies, one for what has no dimension."""
        return float(parse(self.unit).factor)

    def to_unit(self, omega: float) -> float:
        """Return an angular frequency, or what a response is asked for, in the cell's quantity and unit.

        Parameters
        ----------
        omega
            Angular frequency, or change of one, rad/s; its relative change; of a response the measure in SI units.

        Raises
        ------
        QuestionError
            If the cell's quantity does not follow from a frequency.
        """
        if self.quantity == "wavenumber":
            return self._wavenumber(omega)
        if self.quantity == "orthogonality":
            raise QuestionError(f"{self.table}, {self.column}: an entry of the mass matrix is no frequency")
        return omega / self.in_si

    def _wavenumber(self, omega: float) -> float:
        """Return β L of the first flexible link, β⁴ = m ω²/EI."""
        links = self.arm.links if self.arm else ()
        for link in links:
            if isinstance(link, Link):
                return float((link.mass_per_length * omega**2 / link.flexural_rigidity) ** 0.25 * link.length)
        raise QuestionError(f"{self.table}, {self.column}: a wavenumber needs a flexible link")


def decimals(text: str) -> int:
    """Return the number of decimals of a number as printed."""
    return -int(Decimal(text.removeprefix(BOUND)).as_tuple().exponent)
