"""The numbers of an arm as arrays: one arm, or many of one make-up along leading axes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flexarm.arm import Arm
from flexarm.parts import Body, Link, RigidLink

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
    """

    base_kind: str
    base: RigidBody
    base_offset: Array
    base_direction: Array
    links: tuple[ChainLink, ...]


def chain(arms: Arm | Sequence[Arm]) -> Chain:
    """Return the numbers of one arm (no leading axis) or of many alike (one leading axis).

    Parameters
    ----------
    arms
        An arm, or arms that differ in numbers alone: same kinds of base, links, joints and bodies.
    """
    first = arms if isinstance(arms, Arm) else arms[0]

    def values(of: Callable[[Arm], object]) -> Array:
        return np.asarray(of(arms) if isinstance(arms, Arm) else [of(arm) for arm in arms], dtype=float)

    zero = values(lambda arm: (0.0, 0.0))
    base = RigidBody("base", values(lambda arm: arm.base.mass), values(lambda arm: arm.base.inertia), zero)
    links = tuple(_link(k, first, values) for k in range(len(first.links)))
    offset = values(lambda arm: arm.base.offset)
    return Chain(first.base.kind, base, offset, values(lambda arm: _unit(arm.base.direction)), links)


def _link(k: int, first: Arm, values: Callable[[Callable[[Arm], object]], Array]) -> ChainLink:
    link = first.links[k]
    return ChainLink(
        flexible=isinstance(link, Link),
        length=values(lambda arm: arm.links[k].length),
        axis=values(lambda arm: direction(_heading(arm, k))),
        mass_per_length=values(lambda arm: getattr(arm.links[k], "mass_per_length", 0.0)),
        flexural_rigidity=values(lambda arm: getattr(arm.links[k], "flexural_rigidity", np.inf)),
        turns=link.joint.turns,
        free=link.joint.free,
        stiffness=values(lambda arm: arm.links[k].joint.stiffness),
        gear_inertia=values(lambda arm: arm.links[k].joint.gear_inertia),
        hub_inertia=values(lambda arm: arm.links[k].joint.hub_inertia),
        root_bodies=(_own_body(k, values),) if isinstance(link, RigidLink) else (),
        tip_bodies=tuple(
            _carried_body(name, k, body, values) for name, body in _carried(first, k).items() if body is not None
        ),
    )


def _own_body(k: int, values: Callable[[Callable[[Arm], object]], Array]) -> RigidBody:
    def lever(arm: Arm) -> Array:
        return 0.5 * arm.links[k].length * np.array(direction(_heading(arm, k)))

    inertia = values(lambda arm: getattr(arm.links[k], "moment_of_inertia", 0.0))
    return RigidBody(f"link{k + 1}", values(lambda arm: getattr(arm.links[k], "mass", 0.0)), inertia, values(lever))


def _carried(arm: Arm, k: int) -> dict[str, Body | None]:
    payload = arm.payload if k == len(arm.links) - 1 else None
    return {f"link{k + 1}.tip": arm.links[k].tip, "payload": payload}


def _carried_body(name: str, k: int, like: Body, values: Callable[[Callable[[Arm], object]], Array]) -> RigidBody:
    def of(arm: Arm) -> Body:
        return _carried(arm, k)[name] or like

    def lever(arm: Arm) -> tuple[float, float]:
        (along, across), (c, s) = of(arm).centre, direction(_heading(arm, k))
        return along * c - across * s, along * s + across * c

    return RigidBody(name, values(lambda arm: of(arm).mass), values(lambda arm: of(arm).inertia), values(lever))


def _heading(arm: Arm, k: int) -> float:
    return sum(link.angle for link in arm.links[: k + 1])


def direction(degrees: float) -> tuple[float, float]:
    """Return cosine and sine of an angle in degrees, exact at multiples of 90°."""
    quarter, rest = divmod(degrees + 45.0, 90.0)
    c, s = np.cos(np.radians(rest - 45.0)), np.sin(np.radians(rest - 45.0))
    return ((c, s), (-s, c), (-c, -s), (s, -c))[int(quarter) % 4]


def _unit(vector: tuple[float, float]) -> Array:
    array = np.array(vector) / np.max(np.abs(vector))
    return np.asarray(array / np.hypot(*array))
