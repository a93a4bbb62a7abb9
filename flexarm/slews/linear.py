"""An arm whose motion is linear about a posture: its own, or the one in which its joints and its base are by now.

Sections move by their derivatives at the posture, masses are those there, and what rates make is left out: about its
own posture that is the motion of `flexarm.response`; about a moving one, models of slews by frozen postures.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from flexarm.arrays import Array
from flexarm.curves.curve import Shape
from flexarm.curves.plane import PlanarShape
from flexarm.slews.chain import Chain
from flexarm.slews.state import State


@dataclass(frozen=True, eq=False)
class LinearState(State):
    """An arm whose sections have moved a little from a posture, with the masses and weights there."""

    posture: State

    @cached_property
    def mass(self) -> Array:
        """M."""
        return self.posture.mass

    def taken(self, accelerations: Array) -> Array:
        """Return M q̈, without M, shape (..., n)."""
        return self.posture.taken(accelerations)

    @cached_property
    def force(self) -> Array:
        """F."""
        return self.posture.force - self.posture.resisting + self.resisting


@dataclass(frozen=True, eq=False)
class LinearChain(Chain):
    """A chain in the plane that is linear about a posture, which moves or stays."""

    moving: bool = False

    def state(self, q: Array, rates: Array) -> State:
        """Return how an arm lies and moves, to first order."""
        elastic = np.append(self.elastic, np.ones(q.shape[-1] - self.size, np.bool_))
        posture = np.where(elastic, 0.0, q) if self.moving else 0.0 * q
        at, off = super().state(posture, 0.0 * rates), (q - posture)[..., : self.size]
        sections = tuple(_moved(one, off) for one in at.sections)
        inertias = tuple(one._replace(at=_moved(one.at, off)) for one in at.inertias)
        resisting = self.resisting(q, rates)
        if any(one.mass for one in self.dampers):
            bare = replace(self, supports=None, feedback=None)
            resisting = resisting + Chain.state(bare, posture, rates).resisting - self.resisting(posture, rates)
        supported = at.supported
        if supported is not None:
            moved = supported.amounts + (supported.rows @ off[..., np.newaxis])[..., 0]
            supported = supported._replace(amounts=moved, bias=0.0 * moved)
        held, along = self.held(q, rates, supported)
        return LinearState(sections, inertias, at.gears, resisting + held, at.rates, at.gravity, supported, along, at)


def _moved(at: Shape, off: Array) -> PlanarShape:
    """Return sections moved by coordinates, to first order."""
    assert isinstance(at, PlanarShape), "an arm in the plane"
    return replace(
        at, places=at.places + (at.slope @ off[..., np.newaxis])[..., 0], turns=at.turns + off @ at.turning.T
    )
