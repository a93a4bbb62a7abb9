"""Sizes of a discretisation: one number for all flexible links, or one for each, base first."""

from flexarm.arm import Arm
from flexarm.errors import QuestionError
from flexarm.links import Link

Numbers = int | tuple[int, ...]


def numbers_per_link(numbers: Numbers, arm: Arm, what: str, spec: str) -> tuple[int, ...]:
    """Return the number of each flexible link."""
    flexible = sum(isinstance(link, Link) for link in arm.links)
    if isinstance(numbers, int):
        return (numbers,) * flexible
    if len(numbers) != flexible:
        raise QuestionError(
            f"{spec}: numbers of {what} for {len(numbers)} flexible links, but {arm.title} has {flexible}; give one "
            f"number for all, or {flexible} of them, base first"
        )
    return numbers


def write_numbers(numbers: Numbers) -> str:
    """Return ``8``, ``8,6,4``, or ``8,`` for one flexible link exactly."""
    if isinstance(numbers, int):
        return str(numbers)
    return f"{numbers[0]}," if len(numbers) == 1 else ",".join(map(str, numbers))


def read_numbers(text: str) -> Numbers:
    """Return the number or numbers that `write_numbers` wrote."""
    numbers = tuple(map(int, text.removesuffix(",").split(",")))
    return numbers if "," in text else numbers[0]
