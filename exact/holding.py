"""Arms on supports: the reactions as borders on the arm condensed without them.

With the dynamic stiffness D of the arm alone, unit motions B that are held and the springs' stiffness K, infinite where
they are held rigidly, motions v and reactions f under loads g obey

    D v + B f = g,    Bᵀv − K⁻¹f = 0,    f = X⁻¹ BᵀD⁻¹g,    X = K⁻¹ + BᵀD⁻¹B.

The count is that of D less the number of negative eigenvalues of X, and the determinant that of D times that of X
(Wittrick and Williams 1971; Haynsworth 1968). In float64 so much of each stiffness as suits the beams is part of D,
where a soft spring keeps its digits and rigid-body motions are held; the rest is the border's.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exact.dynamics import Dynamics
from exact.elimination import Eliminated
from exact.motion import Motion
from exact.recursion import Condensed
from exact.shapes import BentShape
from exact.tips import BeamStiffness
from flexarm.arrays import Array
from flexarm.frames import rotations
from flexarm.tree import Held, Tree


def suited_springs(parts: Tree) -> list[Any]:
    """Return of each motion held to ground a stiffness like the softest beam's, or its own softer one; else zero."""
    turning, found = rotations(parts.components), list[Any]()
    softest = {power: min(np.min(b.rigidity / b.length**power) for b in parts.beams) for power in (1, 3)}
    for one in parts.held:
        if len(one.ends) > 1:
            found.append(0.0)
            continue
        ((_, along),) = one.ends
        power = 3 if np.any(np.delete(along, range(turning.start, turning.stop), axis=0)) else 1
        found.append(softest[power] if one.stiffness is None else np.minimum(softest[power], one.stiffness))
    return found


def sprung(parts: Tree) -> Tree:
    """Return an arm with springs on its sections as stiff as its softest beam, or softer, and what is left as held."""
    sections, held = list(parts.sections), []
    for one, suited in zip(parts.held, suited_springs(parts), strict=True):
        if len(one.ends) > 1:
            held.append(one)
            continue
        ((number, along),) = one.ends
        section, outer = sections[number], along * along[:, np.newaxis]
        springs = suited * outer + (0.0 if section.springs is None else section.springs)
        sections[number] = section._replace(springs=np.asarray(springs))
        if one.stiffness is None or np.all(one.stiffness > suited):
            held.append(one if one.stiffness is None else one._replace(stiffness=one.stiffness - suited))
    return parts._replace(sections=tuple(sections), held=tuple(held))


def pulls(parts: Tree, motion: Motion, imposed: Array | None = None) -> Array:
    """Return the arm's forces on what holds it in motions of the arm that `sprung` makes of it, shape (held, arms).

    What is held may have motions imposed on it, shape (held, arms), or be at rest.
    """
    place, borders = {0: 0}, dict[str, tuple[Held, Array]]()
    for link, divided in zip(parts.links, motion.tree.links, strict=True):
        place |= {link.root: divided.root, link.tip: divided.tip}
    if motion.reactions is not None:
        borders = {one.name: (one, force) for one, force in zip(motion.tree.held, motion.reactions, strict=True)}
    found = []
    for k, one in enumerate(parts.held):
        if one.name not in borders:
            assert one.stiffness is not None, "a spring that sections have as their own"
            moved = one._replace(ends=tuple((place[k], along) for k, along in one.ends)).of(motion.sections)
            found.append(one.stiffness * (moved if imposed is None else moved - imposed[k]))
            continue
        rest, force = borders[one.name]
        # Of a spring the border has a part, and the section's own springs the rest.
        whole = one.stiffness is None or rest.stiffness is None
        found.append(force if whole else force * (one.stiffness / rest.stiffness))  # type: ignore[operator]
    return np.array(found)


@dataclass(frozen=True, eq=False)
class HeldCondensation:
    """Arms condensed at λ, shape (arms,), with the reactions of what holds them, as `Condensation` without.

    `responses` are the motions under a unit of each reaction, and `border` is X, shape (held, held, arms).
    """

    alone: Condensed
    responses: tuple[tuple[list[Array], list[Array]], ...]
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
        gap = np.array([one.of(sections) for one in self.tree.held])
        reactions = border_solution(self.border, gap)
        for reaction, (moved, freed) in zip(reactions, self.responses, strict=True):
            sections = [all_of - reaction * part for all_of, part in zip(sections, moved, strict=True)]
            own = [all_of - reaction * part for all_of, part in zip(own, freed, strict=True)]
        return sections, own, reactions


def held_condensation(alone: Condensed) -> HeldCondensation:
    """Return condensed arms with what holds them."""
    held, zero = alone.tree.held, 0 * alone.square
    responses = []
    for one in held:
        forces = [np.array([zero] * alone.tree.components) for _ in alone.tree.sections]
        for k, direction in one.ends:
            forces[k] = forces[k] + direction
        still = [np.array([zero] * step.number).reshape(step.number, *zero.shape) for step in alone.eliminated]
        responses.append(alone.motions(forces, still))
    border = np.array([[one.of(moved) for moved, _ in responses] for one in held]).reshape(
        len(held), len(held), *zero.shape
    )
    for k, one in enumerate(held):
        border[k, k] = border[k, k] + (0 if one.stiffness is None else 1 / one.stiffness)
    return HeldCondensation(alone, tuple(responses), border)


def border_solution(border: Array, gap: Array) -> Array:
    """Return the reactions that close a gap, shape (held, arms), with a border, (held, held, arms)."""
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

    alone: Dynamics

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
        return (
            count - self.sign * negative.reshape(shape),
            mantissa * part.reshape(shape),
            exponent + power.reshape(shape),
        )

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
