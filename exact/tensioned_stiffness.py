"""The dynamic stiffness of a whole arm under static loads, as a function of λ = ω², of either sign.

As in `exact.stiffness`, but every flexible link is cut into blocks (`exact.tensioned_pieces`), each a member with tip
coordinates of its own; static loads hold or drive the absolute rotations of links' ends; and in an arm that spins all
translations have the inertia of λ + Ω², rotations that of λ.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from exact.tensioned_member import TensionedMember, tensioned_member
from flexarm.chain import Array, Chain, ChainLink, RigidBody
from flexarm.kinematics import LinkMotion, Rows, link_motions, lumped_inertia, rotated
from flexarm.layout import Layout, tip_layout
from flexarm.prestress import Prestress

# Levers below this change no digit, and are not divided by.
_NEGLIGIBLE = 1e-30


@dataclass(frozen=True, eq=False)
class LoadedLink:
    """One flexible link in an arm's dynamic stiffness.

    Parameters
    ----------
    beam
        The link in blocks.
    length
        Length of each block, m, shape (blocks,).
    rigidity
        EI/l³ of each block, N/m, shape (blocks,).
    load
        z = m (λ + Ω²) L⁴ / EI over λ + Ω², s².
    forms
        u, θl, and w and w′l or y and y′l of each block in the arm's coordinates, shape (blocks, 4, n).
    """

    beam: TensionedMember
    length: Array
    rigidity: Array
    load: float
    forms: Array


@dataclass(frozen=True, eq=False)
class LoadedStiffness:
    """An arm under static loads as a function of λ = ω², rad²/s².

    Parameters
    ----------
    plan
        The coordinates.
    links
        The flexible links.
    springs
        Stiffness of the joints, and of static loads against the rotations of links' ends, shape (n, n).
    inertia
        Masses and moments of inertia of all bodies, shape (bodies,).
    forms
        The motion that each belongs to, shape (bodies, n).
    softening
        Ω² for masses, zero for moments of inertia, rad²/s², shape (bodies,).
    spin
        Ω², rad²/s².
    units
        Size of one unit of each coordinate and momentum, shape (n + bodies,).
    """

    plan: Layout
    links: tuple[LoadedLink, ...]
    springs: Array
    inertia: Array
    forms: Array
    softening: Array
    spin: float
    units: Array

    @property
    def pieces(self) -> int:
        """Number of all links' pieces."""
        return sum(link.beam.tension[..., 0].size for link in self.links)

    def counted(self, square: Array) -> tuple[Array, NDArray[np.int_]]:
        """Return the bordered dynamic stiffness at λ, in its units, and what to add to its negative eigenvalues.

        Parameters
        ----------
        square
            λ, rad²/s², shape (count,).

        Returns
        -------
        matrix
            Shape (count, n + bodies, n + bodies).
        held
            Number of modes below λ with every node held, less the momenta whose own entry is negative, shape (count,).
        """
        n, whole = self.plan.size, self._empty(square)
        whole[:, :n, :n] = self.springs
        whole[:, n:, :n] = self.forms
        whole[:, :n, n:] = self.forms.T
        borders = 1.0 / ((square[:, np.newaxis] + self.softening) * self.inertia)
        held = -np.sum(borders < 0.0, axis=1)
        for link in self.links:
            stiffness, count = link.beam.stiffness(link.load * (square + self.spin))
            whole[:, :n, :n] += _congruence(link.forms, link.rigidity[:, np.newaxis, np.newaxis] * stiffness)
            held = held + count
        return self._in_units(whole, borders), held

    def at_rest(self) -> Array:
        """Return the matrix at λ = 0, where only a spin gives masses a part in it, in its units, shape (1, k, k)."""
        kept = np.concatenate([np.ones(self.plan.size, dtype=bool), self.softening > 0.0])
        with np.errstate(divide="ignore"):
            return self.matrix(np.zeros(1))[:, kept][:, :, kept]

    def matrix(self, square: Array) -> Array:
        """Return the bordered dynamic stiffness at λ, in its units, shape (count, n + bodies, n + bodies)."""
        return self.counted(square)[0]

    def inertia_matrix(self, square: Array) -> Array:
        """Return −∂/∂λ of the matrix, shape (count, n + bodies, n + bodies): vᵀ M v is a mode's modal mass, kg."""
        n, whole = self.plan.size, self._empty(square)
        for link in self.links:
            scale = (link.rigidity * link.load)[:, np.newaxis, np.newaxis]
            inertia = link.beam.inertia(link.load * (square + self.spin))
            whole[:, :n, :n] += _congruence(link.forms, scale * inertia)
        return self._in_units(whole, 1.0 / ((square[:, np.newaxis] + self.softening) ** 2 * self.inertia))

    def _empty(self, square: Array) -> Array:
        size = self.plan.size + len(self.inertia)
        return np.zeros((len(square), size, size))

    def _in_units(self, matrix: Array, borders: Array) -> Array:
        places = np.arange(self.plan.size, matrix.shape[-1])
        matrix[:, places, places] = borders
        return matrix * self.units[:, np.newaxis] * self.units


def loaded_stiffness(
    parts: Chain, loads: Prestress, highest: float, lowest: float = 0.0, near: bool = False
) -> LoadedStiffness:
    """Return an arm's dynamic stiffness under static loads.

    Parameters
    ----------
    parts, loads
        The chain, and what static loads add to its stiffness.
    highest, lowest
        The ends of the range of λ that it will be asked at, rad²/s².
    near
        Whether it will only be asked near the end that is not zero: coordinates may suit it.
    """
    spin = float(loads.softening)
    beams, pieces = [], []
    for link, load in zip(parts.links, loads.links, strict=True):
        beam = _beam(link, load.tension, (highest + spin, lowest + spin), near) if link.flexible else None
        beams.append(beam)
        pieces.append(_blocks(link, beam.blocks) if beam else [link])
    cut = replace(parts, links=tuple(piece for link in pieces for piece in link))
    plan = tip_layout(cut)
    absolute = [bool(beam and beam.absolute) for beam, several in zip(beams, pieces, strict=True) for _ in several]
    rows = replace(plan.rows, absolute=[np.asarray(each) for each in absolute])
    motions = iter(zip(link_motions(cut, rows), rows.tips, strict=True))
    springs, links = _joints(cut, rows), []
    for link, load, beam, several in zip(parts.links, loads.links, beams, pieces, strict=True):
        ends = [next(motions) for _ in several]
        springs = springs + _square(load.root_turning, ends[0][0].root.rotation)
        springs = springs + _square(load.tip_turning, ends[-1][0].tip.rotation)
        if beam:
            links.append(_loaded_link(link, beam, ends))
    inertia, forms, softening = _lumped(cut, rows, spin)
    units = _units(plan, links, forms)
    return LoadedStiffness(plan, tuple(links), springs, inertia, forms, softening, spin, units)


def _beam(link: ChainLink, tension: Array, ends: tuple[float, float], near: bool) -> TensionedMember:
    length, rigidity, mass = float(link.length), float(link.flexural_rigidity), float(link.mass_per_length)
    own = tension * length ** np.array([2, 3, 4]) / rigidity
    load = mass * length**4 / rigidity
    return tensioned_member(own, load * ends[0], load * ends[1], near)


def _blocks(link: ChainLink, parts: Array) -> list[ChainLink]:
    """Return a link's blocks, welded; the first has the link's whole mass along its axis, where all move alike."""
    none = np.zeros(())
    found = [replace(link, length=part * link.length, mass_per_length=none, tip_bodies=()) for part in parts]
    found[0] = replace(found[0], mass_per_length=link.mass_per_length / parts[0])
    found[1:] = [
        replace(block, turns=False, free=False, stiffness=none, gear_inertia=none, hub_inertia=none)
        for block in found[1:]
    ]
    found[-1] = replace(found[-1], tip_bodies=link.tip_bodies)
    return found


def _joints(cut: Chain, rows: Rows) -> Array:
    return np.asarray(sum(_square(link.stiffness, joint) for link, joint in zip(cut.links, rows.joints, strict=True)))


def _square(stiffness: Array, form: Array) -> Array:
    return np.asarray(stiffness * np.outer(form, form))


def _loaded_link(link: ChainLink, beam: TensionedMember, ends: Sequence[tuple[LinkMotion, Array]]) -> LoadedLink:
    length = beam.blocks * link.length
    forms = [
        np.stack([motion.root.along(rotated(link.axis)), part * motion.root.rotation, tip[0], part * tip[1]])
        for part, (motion, tip) in zip(length, ends, strict=True)
    ]
    load = float(link.mass_per_length * link.length**4 / link.flexural_rigidity)
    return LoadedLink(beam, length, link.flexural_rigidity / length**3, load, np.stack(forms))


def _lumped(cut: Chain, rows: Rows, spin: float) -> tuple[Array, Array, Array]:
    """Return all inertia, its forms, and the softening that each has: masses first, then moments of inertia."""
    motions = link_motions(cut, rows)
    masses, moving = lumped_inertia(masses_alone(cut), rows, motions)
    moments, turning = lumped_inertia(moments_alone(cut), rows, motions)
    softening = np.concatenate([np.full(len(masses), spin), np.zeros(len(moments))])
    kept = np.concatenate([masses, moments]) > 0.0
    return np.concatenate([masses, moments])[kept], np.concatenate([moving, turning])[kept], softening[kept]


def masses_alone(parts: Chain) -> Chain:
    """Return a chain without what only turning sets in motion: moments of inertia, hubs and gear boxes."""
    links = (
        replace(
            link,
            root_bodies=_points(link.root_bodies),
            tip_bodies=_points(link.tip_bodies),
            hub_inertia=0 * link.hub_inertia,
            gear_inertia=0 * link.gear_inertia,
        )
        for link in parts.links
    )
    (base,) = _points((parts.base,))
    return replace(parts, base=base, links=tuple(links))


def moments_alone(parts: Chain) -> Chain:
    """Return a chain without its masses."""
    links = (
        replace(
            link,
            root_bodies=_massless(link.root_bodies),
            tip_bodies=_massless(link.tip_bodies),
            mass_per_length=0 * link.mass_per_length,
        )
        for link in parts.links
    )
    (base,) = _massless((parts.base,))
    return replace(parts, base=base, links=tuple(links))


def _points(bodies: Sequence[RigidBody]) -> tuple[RigidBody, ...]:
    return tuple(replace(body, inertia=0 * body.inertia) for body in bodies)


def _massless(bodies: Sequence[RigidBody]) -> tuple[RigidBody, ...]:
    return tuple(replace(body, mass=0 * body.mass) for body in bodies)


def _units(plan: Layout, links: Sequence[LoadedLink], forms: Array) -> Array:
    """Return units in which a block is about one long and one stiff, and a body's lever is one."""
    length = _mean(np.concatenate([link.length for link in links]))
    rigidity = _mean(np.concatenate([link.rigidity * (1.0 + _pull(link.beam)) for link in links]))
    rows = plan.rows
    turning = np.stack([rows.base[2], *rows.joints, *(tip[1] for tip in rows.tips)])
    coordinates = np.where(np.any(turning, axis=0), 1.0 / length, 1.0)
    root = np.sqrt(rigidity)
    lever = np.max(np.abs(forms) * coordinates, axis=-1, initial=0.0)
    return np.concatenate([coordinates / root, root / np.where(lever > _NEGLIGIBLE, lever, 1.0)])


def _pull(beam: TensionedMember) -> Array:
    """Return |N| l²/EI of a beam's blocks, shape (blocks,)."""
    return np.asarray(np.max(np.abs(beam.tension[..., 0]), axis=1) * beam.blocks**2)


def _mean(values: Array) -> float:
    return float(np.exp(np.mean(np.log(values))))


def _congruence(forms: Array, matrix: Array) -> Array:
    """Return Σ formsᵀ matrix forms over blocks, shape (count, n, n)."""
    blocks, _, size = forms.shape
    moved = (matrix @ forms).reshape(len(matrix), 4 * blocks, size)
    return np.asarray(forms.reshape(4 * blocks, size).T @ moved)
