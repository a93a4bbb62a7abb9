"""Product of transfer matrices from the base to the payload, in Krylov's functions.

Source: Pestel and Leckie (1963), "Matrix Methods in Elastomechanics"; Ramakrishnan and Taylor, the transfer matrices
of tables 2 and 3. The state of a section is its motion x, y, θ and what it passes on, moment and force, in the base's
axes.
Naive about it: every product of two of a beam's matrices adds up e^(2kL) and subtracts it again.
"""

from collections.abc import Sequence
from functools import reduce

import numpy as np

from compare.formulations.formulation import Formulation, Spectrum
from compare.formulations.handling import bending, guarded
from compare.formulations.search import spectrum_of_sign_changes
from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.tree import Beam, Body, Freedoms, Tree

# Places in the state.
X, Y, TURN, MOMENT, FORCE_X, FORCE_Y = range(6)


def _handles(arm: Arm) -> str:
    if any(link.joint.free and link.joint.gear_inertia == 0.0 for link in arm.links):
        return "no hinge without gear inertia, which turns without passing on a moment"
    return bending(arm)


def _krylov(phase: Array) -> tuple[Array, Array, Array, Array]:
    """Return ½ (cosh + cos), ½ (sinh + sin), ½ (cosh − cos) and ½ (sinh − sin)."""
    cosh, sinh, cosine, sine = np.cosh(phase), np.sinh(phase), np.cos(phase), np.sin(phase)
    return 0.5 * (cosh + cosine), 0.5 * (sinh + sine), 0.5 * (cosh - cosine), 0.5 * (sinh - sine)


def _field(link: Beam, omega: Array) -> Array:
    """Return the matrix of a flexible link, from root to tip, shape (frequencies, 6, 6)."""
    k = np.sqrt(omega * np.sqrt(link.mass_per_length / link.rigidity))
    functions = _krylov(k * link.length)
    # W⁽ⁱ⁾(L) = Σ kⁱ⁻ʲ K_(j−i) W⁽ʲ⁾(0); moment and force that the section passes on are −EI W″ and EI W‴.
    scale = np.array([1.0, 1.0, -link.rigidity, link.rigidity])
    own = np.zeros((len(omega), 6, 6))
    places = (Y, TURN, MOMENT, FORCE_Y)
    for i, row in enumerate(places):
        for j, column in enumerate(places):
            own[:, row, column] = scale[i] / scale[j] * k ** (i - j) * functions[(j - i) % 4]
    own[:, X, X] = own[:, FORCE_X, FORCE_X] = 1.0
    own[:, FORCE_X, X] = omega**2 * link.mass_per_length * link.length
    axes = _axes(link.axis)
    return np.asarray(axes.T @ own @ axes)


def _axes(axis: Array) -> Array:
    """Return the rotation of a state into the axes of a link."""
    (c, s), rotation = axis, np.eye(6)
    for x in (X, FORCE_X):
        rotation[x : x + 2, x : x + 2] = (c, s), (-s, c)
    return rotation


def _shift(lever: Array) -> Array:
    """Return the matrix from a point of a rigid body to another, `lever` away."""
    matrix = np.eye(6)
    matrix[X, TURN], matrix[Y, TURN] = -lever[1], lever[0]
    matrix[MOMENT, FORCE_X], matrix[MOMENT, FORCE_Y] = lever[1], -lever[0]
    return matrix


def _body(body: Body, omega: Array) -> Array:
    """Return the matrix of a point that carries a rigid body: out to its centre, and back."""
    centre = _unit(omega)
    centre[:, FORCE_X, X] = centre[:, FORCE_Y, Y] = omega**2 * body.mass
    centre[:, MOMENT, TURN] = omega**2 * body.inertia
    return np.asarray(_shift(-body.lever) @ centre @ _shift(body.lever))


def _joint(freedoms: Freedoms, omega: Array) -> Array:
    """Return the matrix of a joint, which yields to the moment."""
    joint = _unit(omega)
    joint[:, TURN, MOMENT] = -1.0 / (freedoms.stiffness[0] - omega**2 * freedoms.inertia[0])
    return joint


def _unit(omega: Array) -> Array:
    return np.tile(np.eye(6), (len(omega), 1, 1))


def _start(arm: Tree, omega: Array) -> Array:
    """Return the states that the base allows it, shape (frequencies, 6, 3)."""
    states, base = np.zeros((6, 3)), arm.sections[0].freedoms
    if base is None:
        states[MOMENT:] = np.eye(3)
    elif base.axes is None:
        states[:MOMENT] = np.eye(3)
    else:
        (x, y) = base.axes
        states[X : Y + 1, 0], states[MOMENT, 1], states[FORCE_X:, 2] = (x, y), 1.0, (-y, x)
    return np.asarray(_unit(omega) @ states)


def _steps(arm: Tree, omega: Array) -> Sequence[Array]:
    """Return the matrices from the base to the payload."""
    steps = []
    for k, section in enumerate(arm.sections):
        if section.beam is not None:
            steps.append(_field(section.beam, omega))
        elif section.lever is not None:
            steps.append(_shift(section.lever))
        if section.freedoms is not None and k > 0:
            steps.append(_joint(section.freedoms, omega))
        steps += [_body(body, omega) for body in section.bodies]
    return steps


def _solve(arm: Arm, count: int, size: int | None) -> Spectrum:
    parts = tree(arm)

    def matrices(omega: Array) -> Array:
        """Return moment and force beyond the payload, which vanish, shape (frequencies, 3, 3)."""
        end = reduce(lambda state, step: step @ state, _steps(parts, omega), _start(parts, omega))
        return end[:, MOMENT:]

    return spectrum_of_sign_changes(arm, count, matrices)


TRANSFER_MATRIX = Formulation(
    "transfer-matrix",
    "transfer matrices",
    "Pestel and Leckie (1963); Ramakrishnan and Taylor, tables 2 and 3",
    "exact",
    _handles,
    guarded(_handles, _solve),
    "the determinant's 3 × 3 matrix, rows scaled to one, at the end of the search",
)
