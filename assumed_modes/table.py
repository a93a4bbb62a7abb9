"""The families by name."""

from collections.abc import Mapping
from types import MappingProxyType

from assumed_modes.families.admissible import Admissible
from assumed_modes.families.clamped_mass import ClampedMass
from assumed_modes.families.classical import ClampedClamped, ClampedFree, FreeFree, PinnedFree, PinnedPinned
from assumed_modes.families.comparison import Comparison
from assumed_modes.families.legendre import Legendre
from assumed_modes.families.monomial import Monomial
from assumed_modes.families.static import Static
from assumed_modes.family import Family

FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        family.name: family
        for family in (
            PinnedPinned(),
            PinnedFree(),
            ClampedFree(),
            FreeFree(),
            ClampedClamped(),
            ClampedMass(),
            Static(),
            Monomial(),
            Admissible(),
            Comparison(),
            Legendre(),
        )
    }
)


def family_names() -> tuple[str, ...]:
    """Return the names of all families, beam functions first."""
    return tuple(FAMILIES)
