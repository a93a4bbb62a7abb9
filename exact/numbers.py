"""The numbers of arms as condensing them wants them: one column an arm, components first."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from exact.stiffness import wave_number
from flexarm.chain import Array, Chain, ChainLink, RigidBody


class BodyNumbers(NamedTuple):
    """One rigid body of many arms.

    Parameters
    ----------
    mass, inertia
        As in `RigidBody`, shape (arms,).
    lever
        As in `RigidBody`, shape (2, arms).
    """

    mass: Array
    inertia: Array
    lever: Array


class LinkNumbers(NamedTuple):
    """One link of many arms, and the joint at its root.

    Parameters
    ----------
    flexible, turns
        As in `ChainLink`.
    axis
        Unit vector from root to tip, base's axes, shape (2, arms).
    length
        Length, m, shape (arms,).
    mass
        Mass spread over a flexible link, kg, shape (arms,).
    units
        EI/L³ times the units 1, L, 1, L of a member's coordinates in pairs, N/m, N and N m, shape (4, 4, arms).
    wave
        Wave number times length at 1 rad/s, shape (arms,); it grows with √ω.
    stiffness, gear_inertia, hub_inertia
        Of the joint, shape (arms,).
    root_bodies, tip_bodies
        The bodies that root and tip carry.
    root, tip
        Mass matrices of all that root and tip carry, of motions x, y, θ there, shape (3, 3, arms); None for nothing.
    """

    flexible: bool
    turns: bool
    axis: Array
    length: Array
    mass: Array
    units: Array
    wave: Array
    stiffness: Array
    gear_inertia: Array
    hub_inertia: Array
    root_bodies: tuple[BodyNumbers, ...]
    tip_bodies: tuple[BodyNumbers, ...]
    root: Array | None
    tip: Array | None


class ArmNumbers(NamedTuple):
    """Many arms of one make-up.

    Parameters
    ----------
    base_kind
        As in `Chain`.
    base
        The base as a body.
    base_mass
        Its mass matrix, shape (3, 3, arms).
    base_offset, base_direction
        As in `Chain`, shape (2, arms).
    links
        The links.
    """

    base_kind: str
    base: BodyNumbers
    base_mass: Array
    base_offset: Array
    base_direction: Array
    links: tuple[LinkNumbers, ...]


def numbers(parts: Chain) -> ArmNumbers:
    """Return the numbers of arms of one make-up along one axis, or of one arm without it."""
    base, links = _body(parts.base), tuple(map(_link, parts.links))
    offset, direction = _columns(parts.base_offset), _columns(parts.base_direction)
    return ArmNumbers(parts.base_kind, base, _mass_matrix([base], 0.0 * base.mass), offset, direction, links)


def _link(link: ChainLink) -> LinkNumbers:
    root_bodies, tip_bodies = tuple(map(_body, link.root_bodies)), tuple(map(_body, link.tip_bodies))
    carries = root_bodies or np.any(link.hub_inertia)
    return LinkNumbers(
        link.flexible,
        link.turns,
        _columns(link.axis),
        link.length,
        link.mass_per_length * link.length,
        _units(link.flexural_rigidity / link.length**3, link.length),
        wave_number(link, np.ones_like(link.length)),
        link.stiffness,
        link.gear_inertia,
        link.hub_inertia,
        root_bodies,
        tip_bodies,
        _mass_matrix(root_bodies, link.hub_inertia) if carries else None,
        _mass_matrix(tip_bodies, 0.0 * link.length) if tip_bodies else None,
    )


def _units(rigidity: Array, length: Array) -> Array:
    one = np.stack([np.ones_like(length), length, np.ones_like(length), length])
    return np.asarray(rigidity * one * one[:, np.newaxis])


def _body(body: RigidBody) -> BodyNumbers:
    return BodyNumbers(body.mass, body.inertia, _columns(body.lever))


def _columns(vectors: Array) -> Array:
    return np.ascontiguousarray(np.moveaxis(vectors, -1, 0))


def _mass_matrix(bodies: Iterable[BodyNumbers], hub_inertia: Array) -> Array:
    whole = np.zeros((3, 3, *hub_inertia.shape))
    whole[2, 2] = hub_inertia
    for mass, inertia, (x, y) in bodies:
        whole[0, 0] += mass
        whole[1, 1] += mass
        whole[0, 2] -= mass * y
        whole[1, 2] += mass * x
        whole[2, 2] += inertia + mass * (x**2 + y**2)
    whole[2, :2] = whole[:2, 2]
    return whole


def divided(arms: ArmNumbers, where: Iterable[Array]) -> ArmNumbers:
    """Return arms whose flexible links are each two pieces welded together, as `exact.division` says.

    Parameters
    ----------
    arms
        The arms.
    where
        Fractions of each flexible link's length, shape (arms,).
    """
    places, links = iter(where), []
    for link in arms.links:
        links += _pieces(link, next(places)) if link.flexible else [link]
    return arms._replace(links=tuple(links))


def _pieces(link: LinkNumbers, fraction: Array) -> list[LinkNumbers]:
    first = _shortened(link, fraction)._replace(tip_bodies=(), tip=None)
    none = np.zeros_like(link.length)
    second = _shortened(link, 1.0 - fraction)._replace(turns=False, hub_inertia=none, root_bodies=(), root=None)
    return [first, second]


def _shortened(link: LinkNumbers, fraction: Array) -> LinkNumbers:
    length = link.length * fraction
    units = _units(link.units[0, 0] / fraction**3, length)
    return link._replace(length=length, mass=link.mass * fraction, units=units, wave=link.wave * fraction)


def taken(parts: Any, which: Any) -> Any:
    """Return some of many arms: every array of their numbers, taken along its last axis."""
    if isinstance(parts, np.ndarray | np.number):
        return np.asarray(parts)[..., which]
    if isinstance(parts, tuple):
        some = (taken(part, which) for part in parts)
        return type(parts)(*some) if hasattr(parts, "_fields") else tuple(some)
    return parts
