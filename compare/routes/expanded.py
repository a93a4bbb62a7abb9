"""Wiedemann's determinants as computer algebra expands them: sums of products, in float64 (2002, section 6.4).

Of three constants a link, the fourth put in (2.23, 5.8), and the turn of the wrist, EI W″(L)/λ, put in as well (5.4). A
free wrist has λ = 1e-3 N m/rad: terms 1e9 times as large as the determinant cancel one another in the sum.
"""

from functools import cache
from itertools import permutations
from math import factorial

import numpy as np
from numpy.typing import NDArray

from compare.routes.conditions import Conditions, Terms
from compare.routes.raw_waves import RAW_WAVES
from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.kinematics import rotated

# Points between a root and a printed value at which the sign is looked at.
_POINTS = 200
# Noise changes sign from half of the points to the next; a determinant that keeps digits does so once.
LOST = 0.25
# So many frequencies at a time: five thousand terms of each stay in the processor's cache.
_TOGETHER = 32


def changes_of_sign(arm: Arm, terms: Terms, root: float, printed: float) -> float:
    """Return at which share of points between a root and a printed frequency, rad/s, the expansion changes sign."""
    omega = np.linspace(root, printed, _POINTS + 2)[1:-1]
    value = expansion(reduced_matrices(Conditions(tree(arm), omega, terms, RAW_WAVES)))
    return float(np.mean(value[1:] * value[:-1] < 0.0))


def expansion(matrices: Array) -> Array:
    """Return determinants of (frequencies, n, n) as the sum of all products, n of seven at most."""
    blocks = [_sum_of_products(matrices[k : k + _TOGETHER]) for k in range(0, len(matrices), _TOGETHER)]
    return np.concatenate(blocks) if blocks else np.zeros(0)


def _sum_of_products(matrices: Array) -> Array:
    size = matrices.shape[1]
    columns, signs = _expanded(size)
    # Products of the first rows' entries are those of many terms: they are made once, then times each that is left.
    products: Array = np.ones((1, len(matrices)))
    for row in range(size):
        entries = matrices[:, row, columns[:: factorial(size - 1 - row), row]]
        products = np.repeat(products, size - row, axis=0) * entries.T
    # One term after the other, as the expression is written: a sum in pairs would lose fewer digits.
    return np.asarray(np.add.accumulate(signs[:, np.newaxis] * products)[-1])


@cache
def _expanded(size: int) -> tuple[NDArray[np.intp], Array]:
    """Return the columns of every term's factors, (terms, size), in the order of the alphabet, and the terms' signs."""
    columns = list(permutations(range(size)))
    return np.array(columns, dtype=np.intp).reshape(-1, size), np.array([_parity(one) for one in columns])


def _parity(columns: tuple[int, ...]) -> float:
    inversions = sum(one > other for k, one in enumerate(columns) for other in columns[k + 1 :])
    return -1.0 if inversions % 2 else 1.0


def reduced_matrices(conditions: Conditions) -> Array:
    """Return the matrices of a chain's conditions for the constants that are left, shape (frequencies, n, n)."""
    unknowns = _unknowns(conditions)
    put_in = {"root", "along"} | ({"turn"} if conditions.parts.links[0].free else {"link1 joint"})
    rigid = {f"link{k} joint" for k, link in enumerate(conditions.parts.links, 1) if not link.flexible}
    if conditions.parts.base_kind == "fixed":
        put_in = {"root"}
    kept = [row for name, row in conditions.rows if name not in put_in | rigid and name.split()[1] not in put_in]
    return np.stack(kept, axis=1) @ unknowns


def _unknowns(conditions: Conditions) -> Array:
    """Return all unknowns as rows for those that are left, shape (frequencies, unknowns, n)."""
    parts, free = conditions.parts, conditions.parts.base_kind == "free"
    links = [k for k, link in enumerate(parts.links) if link.flexible]
    size = 3 * len(links) + free
    unknowns = np.zeros((len(conditions.omega), conditions.first[-1], size))

    def left(row: Array) -> Array:
        return np.asarray(np.einsum("fu,fun->fn", row, unknowns))

    place = 0
    for k, (link, beam, first) in enumerate(zip(parts.links, conditions.beams, conditions.first, strict=False)):
        if beam is not None:
            count = 4 if free and k == links[0] else 3
            unknowns[:, first : first + count, place : place + count] = np.eye(count)
            place += count
            if count == 3:  # W(0) = B + D is the motion of the root across the link
                across = left(conditions.across(k)) if k and conditions.whole(k) else 0.0
                unknowns[:, first + 3] = across - unknowns[:, first + 1]
            elif not link.free:
                flexibility = conditions.part(k).rigidity / parts.spring_of(link)
                unknowns[:, 2] = left(beam.root[1]) - flexibility * left(beam.root[2])
            if count == 4:
                shoulder = left(beam.root[0])[:, np.newaxis] * rotated(link.axis)[:, np.newaxis]
                swing = rotated(parts.places[link.root])
                unknowns[:, :2] = shoulder - swing[:, np.newaxis] * unknowns[:, 2][:, np.newaxis]
        elif link.turns:
            bent = conditions.beams[k - 1]
            assert bent is not None
            moment = conditions.part(k - 1).rigidity * left(bent.tip[2])
            turn = moment / conditions.joint_stiffness(k)[:, np.newaxis]
            unknowns[:, first] = left(conditions.motions[k - 1].tip.rotation) + turn
    return unknowns
