"""Motion that goes as e^(st) under loads that do, as backends give it in closed form."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from flexarm.arrays import Array
from flexarm.displacements import Displacements


@dataclass(frozen=True, eq=False)
class Harmonic:
    """Complex displacements at points s, one a point, and by what the base holds the arm, (3 or 6, points), N and N m.

    `supports` is by what supports hold it, (points,), N or N m, by the names of what they hold. Displacements are
    relative to the undeformed arm carried with a base whose motion is prescribed.
    """

    displacements: Displacements
    reaction: Array
    supports: Mapping[str, Array] = field(default_factory=dict)
