"""Numbers of joints and links, which count from 1 at the base."""

from flexarm.checks import shown
from flexarm.errors import Fault


def numbering_faults(path: str, value: object) -> list[Fault]:
    """Return the fault of what must be the number of a joint or link, or none."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
        return []
    return [Fault(path, "a whole number, counted from 1 at the base", shown(value))]
