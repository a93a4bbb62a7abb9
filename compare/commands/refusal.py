"""Refusals of the commands' own options."""

from typing import TYPE_CHECKING

from compare.commands import harness

if TYPE_CHECKING:
    from flexarm.errors import InputError


def refusal(option: str, wanted: str, got: str, source: str = "") -> "InputError":
    """Return the refusal of one option: what was wanted, and what was got."""
    return harness.InputError([harness.Fault(option, wanted, got)], source)
