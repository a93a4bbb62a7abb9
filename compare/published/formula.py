"""Whether the formula that a file writes for a value has all that it names."""

from compare.published.cell import Cell
from compare.published.expression import Expression
from compare.published.setting import Book
from flexarm.checks import shown
from flexarm.errors import Fault


def formula_faults(cell: Cell, formula: Expression | None, book: Book) -> list[Fault]:
    """Return the names in a formula of a cell that stand for nothing: no parameters, columns of numbers, variants."""
    if formula is None or cell.unstated:
        return []
    known = ", ".join(cell.numbers)
    named = ((f"names of parameters and of columns of numbers ({known})", name) for name in sorted(formula.names))
    faults = [Fault("expression", wanted, shown(name)) for wanted, name in named if name not in cell.numbers]
    used = sorted({name for _, names in formula.frequencies for name in names})
    variants = f"a variant of this file ({', '.join(book.variants)})"
    faults += [Fault("expression", variants, shown(name)) for name in used if name not in book.variants]
    if formula.frequencies and not book.arms:
        faults.append(Fault("expression", "an [arm], whose natural frequency is meant", "none"))
    return faults
