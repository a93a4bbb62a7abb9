"""The strain factor of an arm on supports, in the arm's own strain coordinates and the few that its supports add.

With c = G e of the arm alone, what supports hold moves by s = A c + B r, r the rigid-body coordinates. B = U Σ Vᵀ says
which of these the supports resist, r₁ = Σ⁻¹(p − U₁ᵀA c), p = U₁ᵀs; the others are still rigid. The rest of s, U₂ᵀA c,
depends on as few combinations a of c, orthonormal by Householder reflections H: c = H (a, c′). So s = S z of the
few z = (a, p), and twice the strain energy is |c′|² + |a|² + Σ k s². Rigid supports are constraints S z = 0, eliminated
by an orthonormal basis; the others are rows √k S beside those of a, and all are factorised together by reflections,
heavy ones first (Cox and Higham 1998): springs of any stiffness keep their digits, up to the rigid limit.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.linalg import lapack, qr, solve_triangular

from flexarm.arrays import Array
from flexarm.factors import StrainFactor
from flexarm.holding import rigid_left
from flexarm.kinematics import section_motions
from flexarm.singular import require_finite
from flexarm.tree import Tree
from flexarm.trial_layout import TrialLayout


@dataclass(frozen=True, eq=False)
class HeldStrain:
    """The factor: unknowns are w of the few, then c′; coordinates are elastic ones, then rigid-body ones."""

    alone: StrainFactor
    elastic: int  # number of elastic coordinates
    reflections: tuple[Array, Array]  # H, as LAPACK has it
    few: Array  # (a, p) of w, shape (a and p, w)
    count: int  # number of a
    moved: Array  # U₁ᵀA, shape (p, elastic coordinates)
    resisted: Array  # r₁ of p − U₁ᵀA c, shape (rigid-body coordinates, p)
    left: Array  # rigid-body motions that the supports leave, shape (rigid-body coordinates, rigid-body modes)
    negative: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """Number of unknowns."""
        return int(self.few.shape[1]) + self.elastic - self.count

    @property
    def springs(self) -> tuple[int, ...]:
        """Places of w, which may grade the map as soft joints' do."""
        return tuple(range(self.few.shape[1]))

    def solve(self, c: Array) -> Array:
        """Return elastic and rigid-body coordinates of unknowns, shape (coordinates, k)."""
        w = self.few.shape[1]
        z = self.few @ c[:w]
        strain = self._reflected(np.concatenate([z[: self.count], c[w:]]), "N")
        return np.concatenate([self.alone.solve(strain), self.resisted @ (z[self.count :] - self.moved @ strain)])

    def solve_transposed(self, y: Array) -> Array:
        """Return the transpose of `solve`, shape (unknowns, k)."""
        pulled = self.resisted.T @ y[self.elastic :]
        strain = self.alone.solve_transposed(y[: self.elastic]) - self.moved.T @ pulled
        turned = self._reflected(strain, "T")
        z = np.concatenate([turned[: self.count], pulled])
        return np.concatenate([self.few.T @ z, turned[self.count :]])

    def _reflected(self, y: Array, trans: str) -> Array:
        raw, tau = self.reflections
        if not len(tau) or not y.shape[1]:
            return y
        product, _, _ = lapack.dormqr("L", trans, raw, tau, np.asfortranarray(y), max(1, 64 * y.shape[1]))
        return np.asarray(product)


def held_strain(parts: Tree, plan: TrialLayout, alone: StrainFactor) -> HeldStrain:
    """Return the strain factor of an arm on supports, from that of the arm alone."""
    motions = section_motions(parts, plan.sections.rows)
    forms = np.array([one.of([motion.array for motion in motions]) for one in parts.held]) @ plan.to_sections
    require_finite(forms)
    stretched = alone.solve_transposed(forms[:, plan.elastic].T).T
    left, resisted = rigid_left(parts)
    by_rigid = forms[:, plan.rigid] @ resisted
    unit, upper = qr(by_rigid) if resisted.shape[1] else (np.eye(len(forms)), np.zeros((0, 0)))
    rank = resisted.shape[1]
    first, rest = unit[:, :rank], unit[:, rank:]
    moved = first.T @ stretched
    (raw, tau), triangle = qr((rest.T @ stretched).T, mode="raw") if rest.shape[1] else ((_NONE, np.zeros(0)), _NONE)
    count = min(rest.shape[1], len(plan.elastic))
    lower = np.asarray(triangle)[:count].T if count else np.zeros((rest.shape[1], 0))
    scale = float(np.max(np.abs(stretched), initial=0.0)) or 1.0
    shown = np.hstack([rest @ lower, scale * first])
    few = _few(shown, [one.stiffness for one in parts.held], count)
    few[count:] *= scale
    back = solve_triangular(upper[:rank], np.eye(rank)) if rank else np.zeros((0, 0))
    return HeldStrain(alone, len(plan.elastic), (raw, tau), few, count, moved, resisted @ back, left)


_NONE = np.zeros((0, 0))


def _few(shown: Array, stiffness: Sequence[Array | None], count: int) -> Array:
    """Return the few coordinates of the unknowns w, whose squares are twice their strain energy."""
    rigid = np.array([spring is None for spring in stiffness])
    size = shown.shape[1]
    held = shown[rigid]
    basis = qr((held / np.linalg.norm(held, axis=1, keepdims=True)).T)[0][:, len(held) :] if len(held) else np.eye(size)
    roots = np.sqrt([float(spring) for spring in stiffness if spring is not None])
    rows = np.vstack([basis[:count], roots[:, np.newaxis] * (shown[~rigid] @ basis)])
    order = np.argsort(-np.max(np.abs(rows), axis=1, initial=0.0), kind="stable")
    if not basis.shape[1]:
        return np.zeros((size, 0))
    upper, pivots = qr(rows[order], mode="r", pivoting=True)
    inverse = np.zeros((basis.shape[1],) * 2)
    inverse[pivots] = solve_triangular(upper[: basis.shape[1]], np.eye(basis.shape[1]))
    return np.asarray(basis @ inverse)
