"""Number of negative eigenvalues of a symmetric matrix of balls, proved by the signs of its pivots.

A = L E Lᵀ with a diagonal E; by Sylvester's law of inertia A and E have as many negative eigenvalues. Any order of
pivots proves the same, and the most accurate pivot first costs the least precision.
"""

from flint import arb, arb_mat

from exact.proof.undecided import Undecided


def inertia(matrix: arb_mat) -> tuple[int, arb]:
    """Return the number of negative eigenvalues and the determinant of a symmetric matrix.

    Raises
    ------
    Undecided
        If the balls are too wide to tell.
    """
    negative, determinant, left = 0, arb(1), list(range(matrix.nrows()))
    while left:
        p = max(left, key=lambda k: _accuracy(matrix[k, k]))
        if not _known(matrix[p, p]):
            matrix, p = _mixed(matrix, left)
        pivot = matrix[p, p]
        negative += bool(pivot < 0)
        determinant *= pivot
        left.remove(p)
        # The Schur complement, in the rows and columns that are left; the others are not looked at any more.
        column = arb_mat([[matrix[k, p]] for k in range(matrix.nrows())])
        matrix -= column * (column.transpose() * (1 / pivot))
    return negative, determinant


def _accuracy(pivot: arb) -> float:
    """Return the relative accuracy of a pivot, bits; of one that may be zero, none."""
    return pivot.rel_accuracy_bits() if _known(pivot) else float("-inf")


def _known(pivot: arb) -> bool:
    """Say whether a pivot is known to differ from zero, and so its sign."""
    return bool(pivot != 0)


def _mixed(matrix: arb_mat, left: list[int]) -> tuple[arb_mat, int]:
    """Return the matrix with one row and its column added to another, and the place of the pivot that this makes.

    Where no diagonal entry is known to differ from zero, twice the largest entry off it does.
    """
    pairs = [(matrix[p, q].abs_lower(), p, q) for p in left for q in left if q < p]
    _, p, q = max(pairs, key=lambda pair: pair[0], default=(arb(0), 0, 0))
    adding = arb_mat(matrix.nrows(), matrix.nrows(), [int(i == j or (i, j) == (p, q)) for i, j in _places(matrix)])
    mixed = adding * matrix * adding.transpose()
    if not pairs or not _known(mixed[p, p]):
        raise Undecided
    return mixed, p


def _places(matrix: arb_mat) -> list[tuple[int, int]]:
    return [(i, j) for i in range(matrix.nrows()) for j in range(matrix.nrows())]
