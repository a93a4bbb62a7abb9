"""An arm whose motion is linear about a posture: its own, or the one in which its joints and its base are by now.

Sections move by their derivatives at the posture, masses and weights are those there, and what rates make is left out:
about its own posture that is the motion of `flexarm.response`; about a moving one, models of slews by frozen postures.
There coordinates that springs, beams or drives hold are small, and all others, and joints that follow a course, are
the posture's.

In space a section turned by R in the posture turns by exp(φ̂) R, φ = G q what its derivatives make of small coordinates:
of first order this is (1 + φ̂) R, and it stays a rotation. A free base that turns little has no quaternion: its
coordinates are φ, and its spin is their rate.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.closed_loop.control import Control
from flexarm.curves.curve import Shape
from flexarm.curves.plane import PlanarShape
from flexarm.curves.rotations import rotation
from flexarm.curves.space import SpatialShape
from flexarm.slews.borne import Motions
from flexarm.slews.chain import Chain
from flexarm.slews.state import State


@dataclass(frozen=True, eq=False)
class LinearState(State):
    """An arm whose sections have moved a little from a posture, with the masses and weights there."""

    posture: State

    @property
    def reference(self) -> State:
        """The posture."""
        return self.posture

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
    """A chain that is linear about a posture, which moves or stays; in that, sections whose joints follow a course."""

    moving: bool = False
    turned: tuple[int, ...] = ()

    @cached_property
    def small(self) -> NDArray[np.bool_]:
        """Which coordinates are small, those of the posture being zero, shape (n,)."""
        small = self.elastic | (not self.moving)
        for k in self.turned if self.moving else ():
            small[self.places[k]] = False
        return small

    @cached_property
    def _turns_little(self) -> bool:
        """Whether the rotations of a free base in space are small: all are held, or none."""
        return self.attitude is not None and bool(np.all(self.small[self.attitude]))

    def driven(self, every: Sequence[Control], wheels: Sequence[int], number: int, title: str) -> Self:
        """Return the chain with drives besides: what turning makes of the momentum of wheels is left out."""
        whole = super().driven(every, wheels, number, title)
        if whole.feedback is None:
            return whole
        return replace(whole, feedback=replace(whole.feedback, gyroscopic=False))

    def changes(self, q: Array, rates: Array, supported: Motions | None) -> Array:
        """Return the coordinates' derivatives by time, shape (..., all), what supports resist given."""
        whole = super().changes(q, rates, supported)
        if self.attitude is not None and self._turns_little:
            whole[..., self.attitude], whole[..., self.scalar] = rates[..., self.attitude], 0.0
        return whole

    def elongations(self, q: Array) -> Array:
        """Return what springs and beams are strained by, shape (..., n)."""
        return q[..., : self.size] if self._turns_little else super().elongations(q)

    def _posture(self, q: Array) -> Array:
        """Return the coordinates of the posture, shape (..., all)."""
        beside = np.ones(len(self.rest) - self.size, np.bool_)
        beside[: self.scalar.stop - self.size] = self._turns_little
        return np.where(np.append(self.small, beside), self.rest, q)

    @cached_property
    def _start(self) -> State:
        """The arm in its own posture, one for all states about it."""
        return super().state(self.rest, np.zeros(self.size))

    def state(self, q: Array, rates: Array) -> State:
        """Return how an arm lies and moves, to first order."""
        posture = self._posture(q)
        off = (q - posture)[..., : self.size]
        at = super().state(posture, np.zeros_like(off)) if self.moving else self._start
        sections = tuple(_moved(one, off) for one in at.sections)
        inertias = tuple(one._replace(at=_moved(one.at, off)) for one in at.inertias)
        resisting = self.resisting(q, rates)
        if any(one.mass for one in self.dampers):
            resisting = resisting + Chain.state(self._bare, posture, rates).resisting - self.resisting(posture, rates)
        supported = None if self.supports is None else self._moved_on_supports(at, posture, off, rates)
        held, along = self.held(q, rates, supported)
        return LinearState(sections, inertias, at.gears, resisting + held, at.rates, at.gravity, supported, along, at)

    def _moved_on_supports(self, at: State, posture: Array, off: Array, rates: Array) -> Motions:
        """Return what supports resist, to first order."""
        assert self.supports is not None, "an arm on supports"
        assert at.supported is not None, "an arm on supports"
        amounts = at.supported.amounts + (at.supported.rows @ off[..., np.newaxis])[..., 0]
        # How the posture of a linkage moves is kinematics: what is held rigidly stays where it is, however fast.
        told = super().state(posture, rates).supported if self.moving and len(self.supports.rigid) else None
        return at.supported._replace(amounts=amounts, bias=0.0 * amounts if told is None else told.bias)


def _moved(at: Shape, off: Array) -> Shape:
    """Return sections moved by coordinates, to first order."""
    if isinstance(at, SpatialShape):
        moved, turned = ((rows @ off[..., np.newaxis, :, np.newaxis])[..., 0] for rows in (at.slope, at.turning))
        return replace(at, places=at.places + moved, turns=rotation(turned) @ at.turns)
    assert isinstance(at, PlanarShape), "an arm in the plane, or in space"
    return replace(
        at, places=at.places + (at.slope @ off[..., np.newaxis])[..., 0], turns=at.turns + off @ at.turning.T
    )
