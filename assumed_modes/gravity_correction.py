"""How a published model of one link under gravity counts what its masses rise as the link bends (Hufnagel 1989).

In full, a link's tension N has the energy ½∫ N (θ + w′)² dx: of the weight on the turned straight link, ½∫ N θ² dx, of
the transverse weight, θ ∫ N w′ dx, and of the rise by bending, ½∫ N w′² dx. The published models have the first two,
and of the third:

- ``none``: nothing;
- ``hufnagel``: each mass on an arc about the root, v²/2x, with the first shape alone (equations 4.29 and 4.38), and the
  end mass likewise, v²/2l (equation 5.29);
- ``hufnagel-tip``: the same for the link, and for the end mass the rise itself, ½∫ w′² dx, of all shapes (equations
  5.57–5.60; of the link's own term, the sign of 4.43, for 5.60 prints a minus).
"""

from typing import TYPE_CHECKING, Literal

import numpy as np

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.errors import QuestionError
from flexarm.links import Link
from flexarm.segments import OwnRows

if TYPE_CHECKING:
    from assumed_modes.space import LinkSpace

GravityCorrection = Literal["full", "none", "hufnagel", "hufnagel-tip"]
CORRECTIONS: tuple[GravityCorrection, ...] = ("full", "none", "hufnagel", "hufnagel-tip")


def of_first_shape(correction: GravityCorrection) -> bool:
    """Say whether a correction belongs to a family's own first shape, and not to the span of its shapes."""
    return correction in ("hufnagel", "hufnagel-tip")


def require_defined(correction: GravityCorrection, arm: Arm, spec: str) -> None:
    """Refuse arms for which a correction is not defined."""
    if correction == "full" or not arm.static_loads:
        return
    alone = len(arm.links) == 1 and isinstance(arm.links[0], Link)
    if not alone or arm.spin_rate or any(link.axial_force for link in arm.links):
        raise QuestionError(
            f"{spec}: the gravity correction {correction} is defined for one flexible link under gravity alone, and "
            f"{arm.title} is not that; leave {correction} out"
        )


def own_rows(correction: GravityCorrection, space: "LinkSpace") -> OwnRows | None:
    """Return the rows that a correction adds to the full energy of a link, its masses' rise by bending taken off."""
    if correction == "full":
        return None
    bending = space.values(space.stations, 1)
    first = np.zeros((1, space.size))
    first[0, 0] = 1.0

    def rows(tension: Array) -> tuple[Array, Array]:
        """Return forms and stiffnesses, for the coefficients of the link's tension N_tip + m g·axis (L − x)."""
        weight = -tension[1]
        at_tip = tension[0] - weight * space.length
        arc = space.values(space.stations, 0)[:, 0] ** 2 / space.stations
        link = weight * float(space.weights**2 @ arc)
        end = at_tip * space.tip[0, 0] ** 2 / space.length
        off = -np.polynomial.polynomial.polyval(space.stations, tension) * space.weights**2
        match correction:
            case "hufnagel":
                return np.vstack([bending, first]), np.append(off, link + end)
            case "hufnagel-tip":
                return np.vstack([bending, first]), np.append(off + at_tip * space.weights**2, link)
            case _:
                return bending, off

    return rows
