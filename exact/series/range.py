"""How strong static loads may be for the exact equations to be solved in a time that somebody waits for."""

import numpy as np
from numpy.polynomial.polynomial import polyval

from flexarm.arm import Arm
from flexarm.errors import QuestionError
from flexarm.tree import Tree

# Largest tension and thrust in units of EI/L². At the first a link has boundary layers of 1e-5 of its length, and takes
# most of a minute; at the second it buckles in some three hundred waves.
_TENSION, _THRUST = 1e10, 1e6


def require_range(arm: Arm, parts: Tree) -> None:
    """Refuse an arm whose links are pulled or pushed too strongly for their flexural rigidity."""
    for k, link in enumerate(parts.links, 1):
        beam = parts.beam_of(link)
        if beam is not None and beam.tension is not None:
            stations = float(beam.length) * np.linspace(0.0, 1.0, 5)
            strength = polyval(stations, beam.tension) * beam.length**2 / min(one.rigidity for one in beam.bendings)
            _require(arm, k, "tension", float(strength.max()), _TENSION)
            _require(arm, k, "thrust", float(-strength.min()), _THRUST)


def _require(arm: Arm, k: int, word: str, size: float, most: float) -> None:
    if size > most:
        raise QuestionError(
            f"{arm.title}: link {k} bears a {word} of {size:.3g} EI/L², beyond the {most:.0e} that the exact equations "
            "are solved up to; take fem or assumed_modes, weaker static loads, or a stiffer link"
        )
