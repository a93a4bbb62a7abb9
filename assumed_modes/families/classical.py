"""Mode shapes of beams with classical ends."""

from collections.abc import Callable
from typing import ClassVar

from assumed_modes.family import Family
from assumed_modes.tip_body import NO_BODY, TipBody
from flexarm import classical_beams
from flexarm.beam_functions import BeamFunctions


class Classical(Family):
    """Elastic modes of a uniform beam; its ends are what a leaf declares."""

    modes: ClassVar[Callable[[int], BeamFunctions]]
    """Takes how many."""
    orthogonal = "link"
    classical_rods = True

    def functions(self, size: int, body: TipBody = NO_BODY) -> BeamFunctions:
        """Return the first modes; the tip body does not matter."""
        return type(self).modes(size)


class PinnedPinned(Classical):
    """Pinned at both ends."""

    name, root, tip, modes = "pinned-pinned", (0, 2), (0, 2), classical_beams.pinned_pinned


class PinnedFree(Classical):
    """Pinned at the root and free at the tip."""

    name, root, tip, modes = "pinned-free", (0, 2), (2, 3), classical_beams.pinned_free


class ClampedFree(Classical):
    """Cantilever: clamped at the root and free at the tip (Hufnagel 1989, eq. 10.1)."""

    name, root, tip, modes = "clamped-free", (0, 1), (2, 3), classical_beams.clamped_free


class FreeFree(Classical):
    """Free at both ends."""

    name, root, tip, modes = "free-free", (2, 3), (2, 3), classical_beams.free_free


class ClampedClamped(Classical):
    """Clamped at both ends."""

    name, root, tip, modes = "clamped-clamped", (0, 1), (0, 1), classical_beams.clamped_clamped
