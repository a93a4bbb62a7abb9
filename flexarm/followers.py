"""Which of an arm's coordinates follow the others where supports hold rigidly, and the motions that these leave."""

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.holding import coordinate_units, held_rows
from flexarm.layout import tip_layout
from flexarm.tree import Tree

# What a coordinate has of another that it follows, below this is round-off.
_ROUNDING = 1e-14

Indices = NDArray[np.intp]


def followers(forms: Array) -> tuple[Indices, Indices, Array]:
    """Return coordinates that motions held leave, those that follow, and how, (following, left).

    The motions are given in coordinates of one kind, shape (held, coordinates). Each takes the one it has most of.
    """
    from scipy.linalg import qr, solve_triangular  # describing an arm needs no solver

    held = len(forms)
    upper, order = qr(forms / np.linalg.norm(forms, axis=1, keepdims=True), mode="r", pivoting=True)
    taken, left = np.split(np.asarray(order), [held])
    ascending = np.argsort(left)
    follow = -solve_triangular(upper[:, :held], upper[:, held:])[:, ascending]
    follow[np.abs(follow) <= _ROUNDING] = 0.0
    return left[ascending], taken, follow


def rigidly_free(parts: Tree) -> Array:
    """Return the motions in coordinates of `tip_layout` that rigid supports leave, one a column."""
    plan = tip_layout(parts)
    free, rigid = np.eye(plan.size), [one for one in parts.held if one.stiffness is None]
    if not rigid:
        return free
    scale = coordinate_units(parts, plan)
    left, taken, follow = followers(held_rows(parts, rigid, plan))
    free[np.ix_(taken, left)] = scale[taken, np.newaxis] * follow / scale[left]
    return free[:, left]
