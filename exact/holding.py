"""Arms on supports: the reactions as borders on the arm condensed without them.

With the dynamic stiffness D of the arm alone, unit motions B that are held and the springs' stiffness K, infinite where
they are held rigidly, motions v and reactions f under loads g obey

    D v + B f = g,    Bᵀv − K⁻¹f = 0,    f = X⁻¹ BᵀD⁻¹g,    X = K⁻¹ + BᵀD⁻¹B.

The count is that of D less the number of negative eigenvalues of X, and the determinant that of D times that of X
(Wittrick and Williams 1971; Haynsworth 1968). In float64 so much of each stiffness as suits the beams is part of D,
where a soft spring keeps its digits and rigid-body motions are held; the rest is the border's.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exact.dynamics import UnheldDynamics
from exact.elimination import Eliminated
from exact.motion import Motion
from exact.recursion import Condensation
from exact.shapes import BentShape
from exact.tips import BeamStiffness
from flexarm.arrays import Array
from flexarm.frames import rotations
from flexarm.tree import Held, Tree

# Reactions times arms that are found together, for their memory.
_AT_ONCE = 4096


def sprung(parts: Tree) -> Tree:
    """Return an arm with springs on its sections as stiff as its softest beam, or softer, and what is left as held."""
    sections, held, own = list(parts.sections), [], section_springs(parts)
    for one in parts.held:
        if one.name not in own:
            held.append(one)
            continue
        ((number, along),), suited = one.ends, own[one.name]
        section, outer = sections[number], along * along[:, np.newaxis]
        springs = suited * outer + (0.0 if section.springs is None else section.springs)
        sections[number] = section._replace(springs=np.asarray(springs))
        if one.stiffness is None or not np.all(one.stiffness == suited):
            held.append(one if one.stiffness is None else one._replace(stiffness=one.stiffness - suited))
    return parts._replace(sections=tuple(sections), held=tuple(held))


def section_springs(parts: Tree) -> dict[str, Array]:
    """Return the stiffness of springs that sections of an arm have as their own, of what is held to the ground."""
    turning, found = rotations(parts.components), dict[str, Array]()
    softest = {power: min(np.min(abs(b.rigidity) / b.length**power) for b in parts.beams) for power in (1, 3)}
    for one in parts.held:
        if one.grounded:
            ((_, along),) = one.ends
            power = 3 if np.any(np.delete(along, range(turning.start, turning.stop), axis=0)) else 1
            found[one.name] = np.asarray(softest[power] if one.stiffness is None else _softer(one, softest[power]))
    return found


def _softer(one: Held, softest: float) -> Array:
    """Return the part of a spring that is no stiffer than a beam; of a dynamic stiffness half of it at most."""
    assert one.stiffness is not None, "a spring"
    if not np.iscomplexobj(one.stiffness):
        return np.asarray(np.minimum(softest, one.stiffness))
    return np.asarray(one.stiffness * np.minimum(0.5, softest / np.abs(one.stiffness)))


def places_in(parts: Tree, divided: Tree) -> dict[int, int]:
    """Return the numbers of an arm's sections in the arm with its beams cut in pieces, by their own."""
    place = {0: 0}
    for link, own in zip(parts.links, divided.links, strict=True):
        place |= {link.root: own.root, link.tip: own.tip}
    return place


def held_at(held: Held, places: Mapping[int, int]) -> Held:
    """Return what a support holds by other numbers of the sections."""
    return held._replace(ends=tuple((places[k], along) for k, along in held.ends))


def held_in(parts: Tree, divided: Tree) -> list[Held]:
    """Return all that an arm's supports hold, by the sections of the arm with its beams cut in pieces."""
    places = places_in(parts, divided)
    return [held_at(one, places) for one in parts.held]


def pulls(parts: Tree, motion: Motion) -> Array:
    """Return the arm's forces on what holds it in motions of the arm that `sprung` makes of it, shape (held, arms)."""
    borders = dict[str, tuple[Held, Array]]()
    if motion.reactions is not None:
        borders = {one.name: (one, force) for one, force in zip(motion.tree.held, motion.reactions, strict=True)}
    found = []
    for one in held_in(parts, motion.tree):
        if one.name not in borders:
            assert one.stiffness is not None, "a spring that sections have as their own"
            found.append(one.stiffness * one.of(motion.sections))
            continue
        rest, force = borders[one.name]
        # Of a spring the border has a part, and the section's own springs the rest.
        whole = one.stiffness is None or rest.stiffness is None
        found.append(force if whole else force * (one.stiffness / rest.stiffness))  # type: ignore[operator]
    return np.array(found)


@dataclass(frozen=True, eq=False)
class HeldCondensation:
    """Arms condensed at λ, shape (arms,), with the reactions of what holds them, as `Condensation` without.

    `sections` and `own` are the motions of sections and of what was eliminated under a unit of each reaction, shape
    (n, held, arms) each, and `border` is X, shape (held, held, arms).
    """

    alone: Condensation
    sections: list[Array]
    own: list[Array]
    border: Array

    @property
    def tree(self) -> Tree:
        """The arms."""
        return self.alone.tree

    @property
    def square(self) -> Array:
        """Where they are condensed."""
        return self.alone.square

    @property
    def beams(self) -> Sequence[BeamStiffness]:
        """The beams' stiffness."""
        return self.alone.beams

    @property
    def eliminated(self) -> tuple[Eliminated, ...]:
        """What was eliminated, section by section."""
        return self.alone.eliminated

    def motions(self, forces: Sequence[Array], couples: Sequence[Array]) -> tuple[list[Array], list[Array], Array]:
        """Return how sections and what was eliminated move under loads, and the reactions, shape (held, arms)."""
        sections, own = self.alone.motions(forces, couples)
        reactions = self.reactions(np.array([one.of(sections) for one in self.tree.held]))
        sections = [one - np.sum(part * reactions, axis=1) for one, part in zip(sections, self.sections, strict=True)]
        own = [one - np.sum(part * reactions, axis=1) for one, part in zip(own, self.own, strict=True)]
        return sections, own, reactions

    def reactions(self, gap: Array) -> Array:
        """Return the reactions to motions that the arm alone would have where it is held, shape (held, arms)."""
        return _solved(self.border, gap)


def held_condensation(alone: Condensation) -> HeldCondensation:
    """Return condensed arms with what holds them."""
    held, number = alone.tree.held, len(alone.square)
    most = max(1, _AT_ONCE // number)
    parts = [_responses(alone, held[k : k + most]) for k in range(0, len(held), most)]
    sections, own = (
        [np.concatenate(one, axis=1) for one in zip(*part, strict=True)] for part in zip(*parts, strict=True)
    )
    flat = [one.reshape(len(one), len(held) * number) for one in sections]
    border = np.array([one.of(flat).reshape(len(held), number) for one in held])
    for k, one in enumerate(held):
        border[k, k] = border[k, k] + (0 if one.stiffness is None else 1 / one.stiffness)
    return HeldCondensation(alone, sections, own, border)


def _responses(alone: Condensation, held: Sequence[Held]) -> tuple[list[Array], list[Array]]:
    """Return how sections and what was eliminated move under a unit of each reaction, shape (n, held, arms) each."""
    shape = len(held), len(alone.square)

    def still(number: int) -> Array:
        return np.array(np.broadcast_to(0 * alone.square, (number, *shape)))

    forces = [still(alone.tree.components) for _ in alone.tree.sections]
    for j, one in enumerate(held):
        for k, direction in one.ends:
            forces[k][:, j] += direction if direction.ndim > 1 else direction[:, np.newaxis]
    loads = (forces, [still(step.number) for step in alone.eliminated])
    flat = ([one.reshape(len(one), shape[0] * shape[1]) for one in part] for part in loads)
    moved, freed = (
        [one.reshape(len(one), *shape) for one in part] for part in alone.repeated(len(held)).motions(*flat)
    )
    return moved, freed


def _solved(border: Array, gap: Array) -> Array:
    if border.dtype != object:
        whole, right = np.moveaxis(border, -1, 0), np.moveaxis(gap, -1, 0)[..., np.newaxis]
        return np.asarray(np.linalg.solve(whole, right)[..., 0].T)
    border, gap = _triangular(border, gap)
    for k in reversed(range(len(gap))):
        gap[k] = (gap[k] - sum((border[k, j] * gap[j] for j in range(k + 1, len(gap))), 0 * gap[k])) / border[k, k]
    return gap


def _triangular(border: Array, right: Array) -> tuple[Array, Array]:
    """Return a border, shape (held, held, arms), and a right side, (held, arms), with nothing below the pivots."""
    border, right = border.copy(), right.copy()
    for k in range(len(right)):
        for j in range(k + 1, len(right)):
            factor = border[j, k] / border[k, k]
            border[j], right[j] = border[j] - factor * border[k], right[j] - factor * right[k]
    return border, right


def border_pivots(border: Array) -> list[Array]:
    """Return the pivots of a border, shape (held, held, arms), one after another."""
    eliminated, _ = _triangular(border, 0 * border[0])
    return [eliminated[k, k] for k in range(len(border))]


@dataclass(frozen=True)
class HeldDynamics:
    """One arm on supports as a function of frequency, from that of the arm without what is left as held."""

    alone: UnheldDynamics

    @property
    def number(self) -> int:
        """Number of arms."""
        return 1

    @property
    def sign(self) -> int:
        """The sign of λ: 1 for ω² = λ, -1 for the growth rates of unstable modes."""
        return self.alone.sign

    def count_and_determinant(self, rate: Array) -> tuple[NDArray[np.int_], Array, Array]:
        """Return the number of modes below, and the determinant, as mantissa and power of two, shape (...) each."""
        count, mantissa, exponent = self.alone.count_and_determinant(rate)
        points = rate.reshape(-1, rate.shape[-1])
        borders = [held_condensation(self.alone.at(self.sign * point**2)).border for point in points]
        border = np.moveaxis(np.concatenate(borders, axis=-1), -1, 0)
        sound = np.all(np.isfinite(border), axis=(1, 2))
        negative = np.sum(np.linalg.eigvalsh(np.where(sound[:, None, None], border, 1.0)) < 0.0, axis=1)
        sign, size = np.linalg.slogdet(border)
        power = np.floor(size / np.log(2.0))
        part = np.where(sound, sign * np.exp2(size / np.log(2.0) - power), np.nan)
        shape = rate.shape
        count = count - self.sign * negative.reshape(shape)
        return count, mantissa * part.reshape(shape), exponent + power.reshape(shape)

    def at(self, square: Array) -> HeldCondensation:
        """Return the arm condensed at λ, with what holds it."""
        return held_condensation(self.alone.at(square))

    def inertia(self, square: Array) -> Sequence[BeamStiffness]:
        """Return the beams' −∂D/∂λ."""
        return self.alone.inertia(square)

    def selection(self, which: Any) -> "HeldDynamics":
        """Return the one arm."""
        return HeldDynamics(self.alone.selection(which))

    def coarse(self, rate: Array) -> NDArray[np.bool_]:
        """Return which rates can only be narrowed a little before `near` is asked, shape (arms,)."""
        return self.alone.coarse(rate)

    def near(self, rate: Array) -> Iterator[tuple[NDArray[np.bool_], "HeldDynamics"]]:
        """Yield which rates are solved alike near some, and the arm in a form that suits them."""
        for some, part in self.alone.near(rate):
            yield some, HeldDynamics(part)

    def for_shapes(self, rate: Array) -> tuple["HeldDynamics", list[list[Array]]]:
        """Return the arm so cut that its shapes can be told at each of some frequencies; and its beams' parts."""
        arms, parts = self.alone.for_shapes(rate)
        return HeldDynamics(arms), parts

    def shapes(self, square: Array, at: Any, motion: Motion) -> dict[int, tuple[BentShape, ...]]:
        """Return how links bend at λ in a motion, by their number from 0."""
        return self.alone.shapes(square, at, motion)
