"""The strain factor of an arm on supports, in the arm's own strain coordinates and the few that its supports add.

With c = G e of the arm alone, what supports hold moves by s = A c + B r, r the rigid-body coordinates. B = U Σ Vᵀ says
which of these the supports resist, r₁ = Σ⁻¹(p − U₁ᵀA c), p = U₁ᵀs; the others are still rigid. The rest of s, U₂ᵀA c,
depends on as few combinations a of c, orthonormal by Householder reflections H: c = H (a, c′). So s = S z of the
few z = (a, p), and twice the strain energy is |c′|² + |a|² + Σ k s². Rigid supports are constraints S z = 0, eliminated
by an orthonormal basis; the others are rows √k S beside those of a, and all are factorised together by reflections,
heavy ones first (Cox and Higham 1998): springs of any stiffness keep their digits, up to the rigid limit.

The arm's pulls λ at what is held obey Aᵀλ = G⁻ᵀf − c and Bᵀλ = f. Where springs' motions depend on one another that
does not say how they share a load: their strains √k s do. What rounding of these leaves of equilibrium is handed out so
that Σ λ²/k is least (Castigliano), and rigid supports have what is left.

Under static loads the arm alone has the energy cᵀDc, D of signs, and soft springs k that it has not. On supports it is
then yᵀ(1 + Σ e a aᵀ)y of the unknowns y, a the few rows that say what is negative (e = −2) and what these springs do
(e = −k): few of its eigenvalues p are not 1, with vectors v, and y = (1 + Σ (|p|^-½ − 1) v vᵀ) z makes it a sum of
signed squares of z again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import lapack, qr, solve_triangular

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.factors import StrainFactor, strain_factor
from flexarm.frames import rotations
from flexarm.holding import rigid_left
from flexarm.kinematics import section_motions
from flexarm.link_functions import LinkFunctions
from flexarm.loaded_strain import EDGE, LoadedStrain, edge, signed_strain, softest
from flexarm.singular import require_finite
from flexarm.tree import Tree
from flexarm.trial_layout import TrialLayout

# Of an arm alone that is eliminated from its tips to its base, where what lies beyond some place is neither stable nor
# unstable, digits are lost, as many as a pivot there has zeros. Springs on its tips move that place; these are tried.
_SOUND, _SHARES = 1e-3, (0.0, 1.0, 0.35, -0.6)


@dataclass(frozen=True, eq=False)
class LoadedTurn:
    """What takes unknowns z to y, and back: see the module."""

    vectors: Array  # v, orthonormal, shape (unknowns, few)
    pivots: Array  # p, shape (few,)
    rows: Array  # a in strains c, shape (elastic coordinates, few)
    signs: Array  # e, shape (few,)

    def of(self, z: Array) -> Array:
        """Return y of z, or, since it is symmetric, the transpose, shape (unknowns, k)."""
        stretch = 1.0 / np.sqrt(np.abs(self.pivots)) - 1.0
        return np.asarray(z + self.vectors @ (stretch[:, np.newaxis] * (self.vectors.T @ z)))

    def beside(self, strain: Array) -> Array:
        """Return Σ e a aᵀc of strains c, shape (elastic coordinates, k)."""
        return np.asarray(self.rows @ (self.signs[:, np.newaxis] * (self.rows.T @ strain)))


@dataclass(frozen=True, eq=False)
class HeldSprings:
    """The springs among what is held, which of that is rigid, shape (held,), and the springs' √k, shape (springs,)."""

    rigid: NDArray[np.bool_]
    roots: Array
    strains: Array  # √k s of w, shape (springs, w)
    imposed: Array  # and at rest where unit motions are imposed on what is held, shape (springs, held)


@dataclass(frozen=True, eq=False)
class HeldStrain:
    """The factor: unknowns are w of the few, then c′; coordinates are elastic ones, then rigid-body ones."""

    alone: StrainFactor | LoadedStrain
    elastic: int  # number of elastic coordinates
    reflections: tuple[Array, Array]  # H, as LAPACK has it
    few: Array  # (a, p) of w, shape (a and p, w)
    count: int  # number of a
    moved: Array  # U₁ᵀA, shape (p, elastic coordinates)
    resisted: Array  # r₁ of p − U₁ᵀA c, shape (rigid-body coordinates, p)
    left: Array  # rigid-body motions that the supports leave, shape (rigid-body coordinates, rigid-body modes)
    stretched: Array  # A, shape (held, elastic coordinates)
    by_rigid: Array  # B, shape (held, rigid-body coordinates)
    imposed: Array  # (a, p) at rest where unit motions are imposed on what is held, shape (a and p, held)
    springs_held: "HeldSprings"
    loaded: "LoadedTurn | None" = None  # what static loads make of the unknowns; None without

    @property
    def size(self) -> int:
        """Number of unknowns."""
        return int(self.few.shape[1]) + self.elastic - self.count

    def columns(self, plan: TrialLayout) -> NDArray[np.intp]:
        """Return the coordinates that they are, by their number."""
        return np.concatenate([plan.elastic, plan.rigid])

    @property
    def springs(self) -> tuple[int, ...]:
        """Places of w, which may grade the map as soft joints' do."""
        return tuple(range(self.few.shape[1]))

    @property
    def drivers(self) -> Array:
        """Orthonormal directions of unknowns whose energy is negative, shape (unknowns, negative)."""
        return _NONE if self.loaded is None else self.loaded.vectors[:, self.loaded.pivots < 0.0]

    def solve(self, c: Array) -> Array:
        """Return elastic and rigid-body coordinates of unknowns, shape (coordinates, k)."""
        return self._coordinates(*self._few_and_rest(c))

    def at_rest(self, forces: Array, imposed: Array) -> tuple[Array, Array]:
        """Return coordinates, and the pulls at what is held, under forces and motions imposed there, (held, k)."""
        c = self.solve_transposed(forces)
        z, rest = self._few_and_rest(c)
        z = z + self.imposed @ imposed
        sprung = self._sprung(c) + self.springs_held.imposed @ imposed
        return self._coordinates(z, rest), self._pulls(z, rest, forces, sprung)

    def pulls(self, c: Array, forces: Array) -> Array:
        """Return the arm's forces on what holds it, (held, k), in unknowns that forces on coordinates make."""
        return self._pulls(*self._few_and_rest(c), forces, self._sprung(c))

    def _sprung(self, c: Array) -> Array:
        """Return the strains √k s of springs in unknowns, shape (springs, k)."""
        w = self.few.shape[1]
        return np.asarray(self.springs_held.strains @ (c if self.loaded is None else self.loaded.of(c))[:w])

    def _few_and_rest(self, c: Array) -> tuple[Array, Array]:
        """Return (a, p), shape (a and p, k), and c′ of unknowns."""
        w, c = self.few.shape[1], c if self.loaded is None else self.loaded.of(c)
        return self.few @ c[:w], c[w:]

    def _strain(self, z: Array, rest: Array) -> Array:
        return self._reflected(np.concatenate([z[: self.count], rest]), "N")

    def _coordinates(self, z: Array, rest: Array) -> Array:
        strain = self._strain(z, rest)
        return np.concatenate([self.alone.solve(strain), self.resisted @ (z[self.count :] - self.moved @ strain)])

    def _pulls(self, z: Array, rest: Array, forces: Array, sprung: Array) -> Array:
        # Aᵀλ = G⁻ᵀf − c and Bᵀλ = f: more equations than rigid supports have pulls, but they agree.
        size = float(np.max(np.abs(self.stretched), initial=0.0)) or 1.0
        rows = np.concatenate([self.stretched.T, size * self.by_rigid.T])
        own = self._strain(z, rest)
        strain = own if self.loaded is None else own + self.loaded.beside(own)
        strained = self.alone.solve_transposed(forces[: self.elastic]) - strain
        right = np.concatenate([strained, size * forces[self.elastic :]])
        roots, rigid = self.springs_held.roots, self.springs_held.rigid
        pulls, springs, held = np.zeros((len(rigid), right.shape[1])), rows[:, ~rigid] * roots, rows[:, rigid]
        scale = np.linalg.norm(held, axis=0)
        # What rigid supports can bear is left to them.
        along = np.linalg.qr(held / scale)[0]
        left, beside = (one - along @ (along.T @ one) for one in (right - springs @ sprung, springs))
        sprung = sprung + np.linalg.lstsq(beside, left, rcond=None)[0]
        pulls[~rigid] = roots[:, np.newaxis] * sprung
        borne = np.linalg.lstsq(held / scale, right - springs @ sprung, rcond=None)[0]
        pulls[rigid] = borne / scale[:, np.newaxis]
        return pulls

    def solve_transposed(self, y: Array) -> Array:
        """Return the transpose of `solve`, shape (unknowns, k)."""
        pulled = self.resisted.T @ y[self.elastic :]
        strain = self.alone.solve_transposed(y[: self.elastic]) - self.moved.T @ pulled
        unknowns = self._unknowns(strain, pulled)
        return unknowns if self.loaded is None else self.loaded.of(unknowns)

    def _unknowns(self, strain: Array, pulled: Array) -> Array:
        """Return rows in the unknowns y of rows in strains c and in p, shape (unknowns, k)."""
        turned = self._reflected(strain, "T")
        return np.concatenate([self.few.T @ np.concatenate([turned[: self.count], pulled]), turned[self.count :]])

    def under(self, propped: "Propped") -> "HeldStrain":
        """Return the factor with what is negative of the arm alone, and without the springs that it has not."""
        alone, (of_props, props) = propped.strain, propped.springs
        rows = np.hstack([alone.drivers, alone.solve_transposed(of_props.T)])
        signs = np.concatenate([[-2.0] * alone.drivers.shape[1], -props])
        vectors, upper = np.linalg.qr(self._unknowns(rows, np.zeros((len(self.moved), rows.shape[1]))))
        pivots, turn = np.linalg.eigh(np.eye(len(upper)) + (upper * signs) @ upper.T)
        return replace(self, loaded=LoadedTurn(vectors @ turn, pivots, rows, signs))

    def _reflected(self, y: Array, trans: str) -> Array:
        raw, tau = self.reflections
        if not len(tau) or not y.shape[1]:
            return y
        product, _, _ = lapack.dormqr("L", trans, raw, tau, np.asfortranarray(y), max(1, 64 * y.shape[1]))
        return np.asarray(product)


@dataclass(frozen=True)
class Propped:
    """An arm alone, its links' tips held by rotational springs of a share of the softest beam's EI/L."""

    parts: Tree
    plan: TrialLayout
    share: float
    strain: LoadedStrain

    @property
    def springs(self) -> tuple[Array, Array]:
        """Rows in elastic coordinates of what its springs hold, and the springs, all that the arm has not, N m/rad."""
        soft = self.strain.props
        rows = np.zeros((len(soft), len(self.plan.elastic)))
        rows[np.arange(len(soft)), list(soft)] = 1.0
        if not self.share:
            return rows, np.array(list(soft.values()))
        motions, turning = section_motions(self.parts, self.plan.sections.rows), rotations(self.parts.components)
        tips = [motions[link.tip].array[turning] for link in self.parts.links if link.flexible]
        turned = np.asarray(np.concatenate(tips) @ self.plan.to_sections)[:, self.plan.elastic]
        springs = [*soft.values(), *[self.share * softest(self.parts)] * len(turned)]
        return np.concatenate([rows, turned]), np.array(springs)


def propped(parts: Tree, share: float) -> Tree:
    """Return an arm with such springs."""
    if not share:
        return parts
    tips, sections = {link.tip for link in parts.links if link.flexible}, list(parts.sections)
    spring = share * softest(parts) * (1.0 if parts.components == 3 else np.eye(3))
    for k in tips:
        turning = sections[k].turning
        assert turning is not None, "an arm under static loads"
        sections[k] = sections[k]._replace(turning=turning + spring)
    return parts._replace(sections=tuple(sections))


def loaded_held_strain(arm: Arm, parts: Tree, plan: TrialLayout, spaces: Sequence[LinkFunctions | None]) -> HeldStrain:
    """Return the factor of strain and static loads of an arm on supports."""
    each = (Propped(parts, plan, share, signed_strain(arm, propped(parts, share), spaces)) for share in _SHARES)
    alone = next(each)
    while alone.strain.pivot < _SOUND and (another := next(each, None)):
        alone = max(alone, another, key=lambda one: one.strain.pivot)
    strain = held_strain(parts, plan, alone.strain).under(alone)
    assert strain.loaded is not None, "an arm under static loads"
    if np.min(np.abs(strain.loaded.pivots), initial=1.0) < EDGE:
        raise edge(arm)
    return strain


def arm_strain(parts: Tree, plan: TrialLayout, spaces: Sequence[LinkFunctions | None]) -> StrainFactor | HeldStrain:
    """Return the strain factor of an arm without static loads, on its supports where it has some."""
    alone = strain_factor(parts, plan, spaces)
    return held_strain(parts, plan, alone) if parts.held else alone


def held_forms(parts: Tree, plan: TrialLayout) -> Array:
    """Return the motions held in an arm's coordinates, shape (held, coordinates)."""
    motions = [motion.array for motion in section_motions(parts, plan.sections.rows)]
    forms = np.array([one.of(motions) for one in parts.held]).reshape(len(parts.held), plan.sections.size)
    require_finite(forms)
    return np.asarray(forms @ plan.to_sections)


def held_strain(parts: Tree, plan: TrialLayout, alone: StrainFactor | LoadedStrain) -> HeldStrain:
    """Return the strain factor of an arm on supports, from that of the arm alone."""
    forms = held_forms(parts, plan)
    stretched = alone.solve_transposed(forms[:, plan.elastic].T).T
    left, resisted = rigid_left(parts)
    by_rigid = forms[:, plan.rigid] @ resisted
    unit, upper = qr(by_rigid) if resisted.shape[1] else (np.eye(len(forms)), np.zeros((0, 0)))
    rank = resisted.shape[1]
    first, rest = unit[:, :rank], unit[:, rank:]
    moved = first.T @ stretched
    reflections: Any = (_NONE, np.zeros(0))
    triangle: Any = _NONE
    if rest.shape[1]:
        (raw, tau), triangle = qr((rest.T @ stretched).T, mode="raw")
        # As many as the arm has strains, where supports have more.
        reflections = raw[:, : len(tau)], tau
    count = min(rest.shape[1], len(plan.elastic))
    lower = np.asarray(triangle)[:count].T if count else np.zeros((rest.shape[1], 0))
    scale = float(np.max(np.abs(stretched), initial=0.0)) or 1.0
    shown = np.asarray(np.hstack([rest @ lower, scale * first]), dtype=float)
    few, imposed, springs = _few(shown, [one.stiffness for one in parts.held], count)
    for of_both in (few, imposed):
        of_both[count:] *= scale
    back = solve_triangular(upper[:rank], np.eye(rank)) if rank else np.zeros((0, 0))
    return HeldStrain(
        alone,
        len(plan.elastic),
        reflections,
        few,
        count,
        moved,
        resisted @ back,
        left,
        stretched,
        forms[:, plan.rigid],
        imposed,
        springs,
    )


_NONE: Array = np.zeros((0, 0))


def _few(shown: Array, stiffness: Sequence[Array | None], count: int) -> tuple[Array, Array, HeldSprings]:
    """Return the few coordinates of the unknowns w, whose squares are twice their strain energy; and of unit motions.

    Those are imposed on what is held, one by one, and the arm is at rest. Springs' strains in both go with them.
    """
    rigid = np.array([spring is None for spring in stiffness])
    held, size = shown[rigid], shown.shape[1]
    norms = np.linalg.norm(held, axis=1, keepdims=True)
    unit, upper = qr((held / norms).T) if len(held) else (np.eye(size), _NONE)
    basis, rank = unit[:, len(held) :], len(held)
    given = np.zeros((size, len(shown)))
    if rank:
        given[:, rigid] = unit[:, :rank] @ solve_triangular(upper[:rank], np.diag(1.0 / norms[:, 0]), trans="T")
    roots = np.sqrt([float(spring) for spring in stiffness if spring is not None])
    sprung, columns = roots[:, np.newaxis] * shown[~rigid], basis.shape[1]
    strained = np.vstack([given[:count], sprung @ given - roots[:, np.newaxis] * np.eye(len(shown))[~rigid]])
    if not columns:
        none = np.zeros((len(roots), 0))
        return np.zeros((size, 0)), given, HeldSprings(rigid, roots, none, strained[count:])
    rows = np.vstack([basis[:count], sprung @ basis])
    order = np.argsort(-np.max(np.abs(rows), axis=1, initial=0.0), kind="stable")
    turn, triangle, pivots = qr(rows[order], mode="economic", pivoting=True)
    turn = turn[np.argsort(order)]
    inverse = np.zeros((columns, columns))
    inverse[pivots] = solve_triangular(triangle, np.eye(columns))
    few, at_rest = np.asarray(basis @ inverse), turn.T @ strained
    # A stiff spring's strain has its digits in the orthonormal columns, a soft one's in its motion.
    soft = np.linalg.norm(rows, axis=1, keepdims=True) < 1.0
    strains = np.where(soft, rows @ inverse, turn)
    springs = HeldSprings(rigid, roots, strains[count:], (strained - strains @ at_rest)[count:])
    return few, given - few @ at_rest, springs
