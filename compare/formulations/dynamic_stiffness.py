"""Dynamic stiffness in absolute nodal coordinates, one member a link, and a search for changes of sign.

Source: Koloušek (1973), "Dynamics in Engineering Structures", the frequency functions F₁ to F₆.
Naive about it: the determinant has a pole, which changes sign as a root does, at every frequency of a link clamped at
both ends; the functions are the raw ones, and lose digits where kL is small; soft joints stand beside stiff links.
"""

import numpy as np

from compare.formulations.formulation import Formulation, Spectrum
from compare.formulations.handling import bending, guarded
from compare.formulations.nodal import nodal
from compare.formulations.search import spectrum_of_sign_changes
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.tree import Beam


def _member(link: Beam, omega: Array) -> Array:
    """Return forces and moments at a beam's ends for their deflections and rotations, shape (frequencies, 4, 4)."""
    k = np.sqrt(omega * np.sqrt(link.mass_per_length / link.rigidity))
    phase = k * link.length
    s, c, S, C = np.sin(phase), np.cos(phase), np.sinh(phase), np.cosh(phase)
    shear, mixed, moment = k**3 * (c * S + s * C), k**2 * s * S, k * (s * C - c * S)
    far_shear, far_mixed, far_moment = k**3 * (s + S), k**2 * (C - c), k * (S - s)
    rows = (
        (shear, mixed, -far_shear, far_mixed),
        (mixed, moment, -far_mixed, far_moment),
        (-far_shear, -far_mixed, shear, -mixed),
        (far_mixed, far_moment, -mixed, moment),
    )
    return np.asarray(link.rigidity * np.moveaxis(np.array(rows), -1, 0) / (1.0 - c * C)[:, None, None])


def _solve(arm: Arm, count: int, size: int | None) -> Spectrum:
    model = nodal(arm)
    springs, lumps = model.springs().toarray(), model.lumps().toarray()
    members = [(beam, model.nodes(k).toarray()) for k, beam in model.beams()]

    def matrices(omega: Array) -> Array:
        dynamic = springs - (omega**2)[:, np.newaxis, np.newaxis] * lumps
        for beam, ends in members:
            dynamic = dynamic + ends.T @ _member(beam, omega) @ ends
        return np.asarray(dynamic)

    return spectrum_of_sign_changes(arm, count, matrices)


DYNAMIC_STIFFNESS = Formulation(
    "dynamic-stiffness",
    "dynamic stiffness, sign changes",
    "Koloušek (1973), functions F₁ to F₆",
    "exact",
    bending,
    guarded(bending, _solve),
    "the dynamic stiffness matrix, rows scaled to one, at the end of the search",
)
