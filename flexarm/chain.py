"""The numbers of an arm as arrays: one arm, or many of one make-up along leading axes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flexarm.arithmetic import FLOAT64, Arithmetic
from flexarm.arm import Arm
from flexarm.parts import Body, Link, RigidLink, uniform_inertia

Array = NDArray[np.float64]


@dataclass(frozen=True)
class RigidBody:
    """A rigid body that a point of the chain carries.

    Parameters
    ----------
    name
        ``"base"``, ``"link2"`` (a rigid link), ``"link2.tip"`` or ``"payload"``.
    mass
        Mass, kg, shape (...).
    inertia
        Moment of inertia about the centre of mass, kg m², shape (...).
    lever
        Centre of mass from the point that carries it, m, base's axes, shape (..., 2).
    """

    name: str
    mass: Array
    inertia: Array
    lever: Array


@dataclass(frozen=True)
class ChainLink:
    """One link of a chain, and the joint at its root.

    Parameters
    ----------
    flexible
        Whether it bends.
    length
        Length, m, shape (...).
    axis
        Unit vector from root to tip, base's axes, shape (..., 2).
    mass_per_length
        Mass per length, kg/m, shape (...); zero for a rigid link, whose mass is a body.
    flexural_rigidity
        Flexural rigidity, N m², shape (...); infinite for a rigid link.
    turns
        Whether the joint leaves a relative rotation.
    free
        Whether nothing holds that rotation.
    stiffness
        Of the joint's spring, N m/rad, shape (...).
    gear_inertia
        On the relative rotation, kg m², shape (...).
    hub_inertia
        On the root's rotation, kg m², shape (...).
    root_bodies
        Bodies whose lever starts at the link's root: a rigid link's own mass.
    tip_bodies
        Bodies whose lever starts at the link's tip.
    axial_force
        Prescribed tension, N, shape (...).
    """

    flexible: bool
    length: Array
    axis: Array
    mass_per_length: Array
    flexural_rigidity: Array
    turns: bool
    free: bool
    stiffness: Array
    gear_inertia: Array
    hub_inertia: Array
    root_bodies: tuple[RigidBody, ...]
    tip_bodies: tuple[RigidBody, ...]
    axial_force: Array


@dataclass(frozen=True)
class Chain:
    """A chain base → joint → link … as arrays.

    Parameters
    ----------
    base_kind
        ``"fixed"``, ``"free"`` or ``"guided"``.
    base
        The base as a body; its lever is zero.
    base_offset
        From the base's centre of mass to the first joint, m, shape (..., 2).
    base_direction
        Unit vector of a guided base's travel, shape (..., 2).
    links
        The links from base to payload.
    loaded
        Whether static loads act: gravity, an axial force or a spin.
    gravity
        Uniform gravity, m/s², base's axes, shape (..., 2).
    spin_rate
        Steady rotation of the base about the first joint, rad/s, shape (...).
    """

    base_kind: str
    base: RigidBody
    base_offset: Array
    base_direction: Array
    links: tuple[ChainLink, ...]
    loaded: bool
    gravity: Array
    spin_rate: Array


@dataclass(frozen=True)
class _Numbers:
    """The numbers of one arm, or of many alike, in some arithmetic."""

    arms: Arm | Sequence[Arm]
    arithmetic: Arithmetic

    def values(self, of: Callable[[Arm], object]) -> Array:
        """Return what is computed of every arm, one leading axis for many."""
        found = of(self.arms) if isinstance(self.arms, Arm) else [of(arm) for arm in self.arms]
        return np.asarray(found, dtype=self.arithmetic.dtype)

    def number(self, of: Callable[[Arm], float]) -> Array:
        """Return one of every arm's own numbers."""
        return self.values(lambda arm: self.arithmetic.number(of(arm)))

    def pair(self, numbers: tuple[float, float]) -> tuple[Any, Any]:
        """Return two of an arm's own numbers."""
        return self.arithmetic.number(numbers[0]), self.arithmetic.number(numbers[1])

    def axis(self, k: int) -> Array:
        """Return every arm's direction of a link, counted from 0, shape (..., 2)."""
        angle = self.arithmetic.angle
        angles = self.values(lambda arm: sum(angle(link.angle) for link in arm.links[: k + 1]))
        return np.stack(self.arithmetic.direction(angles), axis=-1).astype(self.arithmetic.dtype)


def chain(arms: Arm | Sequence[Arm], arithmetic: Arithmetic = FLOAT64) -> Chain:
    """Return the numbers of one arm (no leading axis) or of many alike (one leading axis).

    Parameters
    ----------
    arms
        An arm, or arms that differ in numbers alone: same kinds of base, links, joints and bodies.
    arithmetic
        What they are computed in.
    """
    first = arms if isinstance(arms, Arm) else arms[0]
    of = _Numbers(arms, arithmetic)
    zero = of.values(lambda _: of.pair((0.0, 0.0)))
    base = RigidBody("base", of.number(lambda arm: arm.base.mass), of.number(lambda arm: arm.base.inertia), zero)
    links = tuple(_link(k, first, of) for k in range(len(first.links)))
    offset = of.values(lambda arm: of.pair(arm.base.offset))
    unit = arithmetic.unit if first.base.kind == "guided" else tuple
    direction = of.values(lambda arm: unit(of.pair(arm.base.direction)))
    gravity = of.values(lambda arm: of.pair(arm.gravity or (0.0, 0.0)))
    loaded = any(arm.static_loads for arm in ([arms] if isinstance(arms, Arm) else arms))
    spin_rate = of.number(lambda arm: arm.spin_rate)
    return Chain(first.base.kind, base, offset, direction, links, loaded, gravity, spin_rate)


def make_up(arm: Arm) -> tuple[object, ...]:
    """Return what arms have in common to be one `Chain`: kinds of base, links, joints, bodies; whether loads act.

    Parameters
    ----------
    arm
        The arm.
    """
    links = ((type(link), link.joint.turns, link.joint.free, link.tip is None) for link in arm.links)
    return arm.base.kind, arm.payload is None, bool(arm.static_loads), *links


def _link(k: int, first: Arm, of: _Numbers) -> ChainLink:
    link = first.links[k]
    flexible, axis = isinstance(link, Link), of.axis(k)
    return ChainLink(
        flexible=flexible,
        length=of.number(lambda arm: arm.links[k].length),
        axis=axis,
        mass_per_length=of.number(lambda arm: getattr(arm.links[k], "mass_per_length", 0.0)),
        flexural_rigidity=of.number(lambda arm: getattr(arm.links[k], "flexural_rigidity", np.inf)),
        turns=link.joint.turns,
        free=link.joint.free,
        stiffness=of.number(lambda arm: arm.links[k].joint.stiffness),
        gear_inertia=of.number(lambda arm: arm.links[k].joint.gear_inertia),
        hub_inertia=of.number(lambda arm: arm.links[k].joint.hub_inertia),
        root_bodies=(_own_body(k, of, axis),) if isinstance(link, RigidLink) else (),
        tip_bodies=tuple(
            _carried_body(name, k, body, of, axis) for name, body in _carried(first, k).items() if body is not None
        ),
        axial_force=of.number(lambda arm: arm.links[k].axial_force),
    )


def _own_body(k: int, of: _Numbers, axis: Array) -> RigidBody:
    number = of.arithmetic.number

    def inertia(arm: Arm) -> Any:
        link = arm.links[k]
        given = getattr(link, "inertia", 0.0)
        return uniform_inertia(number(link.mass), number(link.length)) if given is None else number(given)

    mass = of.number(lambda arm: getattr(arm.links[k], "mass", 0.0))
    half = of.values(lambda arm: number(arm.links[k].length) / 2)
    return RigidBody(f"link{k + 1}", mass, of.values(inertia), half[..., np.newaxis] * axis)


def _carried(arm: Arm, k: int) -> dict[str, Body | None]:
    payload = arm.payload if k == len(arm.links) - 1 else None
    return {f"link{k + 1}.tip": arm.links[k].tip, "payload": payload}


def _carried_body(name: str, k: int, like: Body, of: _Numbers, axis: Array) -> RigidBody:
    def body(arm: Arm) -> Body:
        return _carried(arm, k)[name] or like

    centre = of.values(lambda arm: of.pair(body(arm).centre))
    along, across, c, s = centre[..., 0], centre[..., 1], axis[..., 0], axis[..., 1]
    lever = np.stack([along * c - across * s, along * s + across * c], axis=-1)
    mass, inertia = of.number(lambda arm: body(arm).mass), of.number(lambda arm: body(arm).inertia)
    return RigidBody(name, mass, inertia, lever)
