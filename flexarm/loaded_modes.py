"""Modes of an arm under static loads, in trial functions: those with a frequency, and those that grow.

With K = GᵀDG, D of signs, and c = G e, modes satisfy D c = ω² AᵀA c, A the map from strain to momentum: where all signs
are positive, singular values as ever; otherwise the eigenvalues of the small symmetric A D Aᵀ, negative ones for modes
that grow. A spin Ω takes Ω² off ω² of all translations; what turns without moving gets that back as a stiffness.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from flexarm.arm import Arm
from flexarm.chain import Array, Chain
from flexarm.errors import NeutralError
from flexarm.factors import inertia_factor
from flexarm.loaded_strain import LoadedStrain, loaded_strain
from flexarm.mode_solver import solve_modes
from flexarm.prestress import LinkPrestress, Prestress
from flexarm.singular import Decomposition, jacobi_svd
from flexarm.trial import TrialSpace
from flexarm.trial_layout import TrialLayout, trial_layout

# A value below this part of the largest is round-off of a coordinate that moves no mass.
_MASSLESS = 1e-15
# Closer to the edge of stability, relative, the sign of a stiffness is round-off of the loads' and stiffnesses' sums.
_EDGE = 1e-12


@dataclass(frozen=True, eq=False)
class LoadedModes:
    """Modes of unit modal mass under static loads, those that grow first.

    Parameters
    ----------
    squared
        ω², ascending, rad²/s², shape (modes,): negative for those that grow.
    elastic, rigid
        Elastic and rigid-body coordinates, one mode a column.
    """

    squared: Array
    elastic: Array
    rigid: Array

    @property
    def unstable(self) -> int:
        """Number of modes that grow."""
        return int(np.sum(self.squared < 0.0))

    @property
    def modes(self) -> int:
        """Number of modes with a frequency."""
        return len(self.squared) - self.unstable

    @property
    def growth_rates(self) -> Array:
        """√(−ω²) of the modes that grow, 1/s, descending."""
        return np.asarray(np.sqrt(-self.squared[: self.unstable]))

    def frequencies(self, plan: TrialLayout, count: int) -> tuple[Array, Array]:
        """Return the first natural frequencies, rad/s, and their modes in all coordinates, one a column."""
        kept = slice(self.unstable, self.unstable + count)
        q = np.zeros((plan.size, count))
        q[plan.elastic], q[plan.rigid] = self.elastic[:, kept], self.rigid[:, kept]
        return np.sqrt(self.squared[kept]), q


def loaded_modes(
    arm: Arm, parts: Chain, loads: Prestress, spaces: Sequence[TrialSpace | None], count: int
) -> LoadedModes:
    """Return all modes that grow and the first others, fewer where there are no more.

    Parameters
    ----------
    arm
        The arm, for messages.
    parts
        Its numbers, its pendulums' pivots not counted as free.
    loads
        What static loads add to its stiffness.
    spaces
        A flexible link's trial functions, None for a rigid link.
    count
        Number of natural frequencies wanted.

    Raises
    ------
    NeutralError
        If the arm is at the edge of stability.
    """
    plan = trial_layout(parts, spaces)
    inertia = inertia_factor(parts, plan, spaces)
    strain, softening = signed_strain(arm, parts, loads, spaces), float(loads.softening)
    growing = len(strain.negative)
    wanted, lacking = growing, count
    while lacking > 0:
        wanted += lacking
        values, _, elastic, rigid = solve_modes(plan, inertia, strain, wanted, signed(strain.negative))
        usable = values > _MASSLESS * values.max(initial=0.0)
        sign = np.where(np.arange(len(values)) < growing, -1.0, 1.0)
        squared = (sign / values**2 - softening)[usable]
        lacking = count - int(np.sum(squared > 0.0)) if len(squared) == wanted else 0
    if np.any(np.abs(squared) <= _EDGE * softening):
        raise edge(arm)
    order = np.argsort(squared, kind="stable")
    return LoadedModes(squared[order], elastic[:, usable][:, order], rigid[:, usable][:, order])


def signed_strain(arm: Arm, parts: Chain, loads: Prestress, spaces: Sequence[TrialSpace | None]) -> LoadedStrain:
    """Return the factor of strain and static loads, with the stiffness that rotary inertia has under a spin.

    Raises
    ------
    NeutralError
        If the arm is at the edge of stability.
    """
    spinning, turning = _spinning(parts, loads)
    try:
        strain = loaded_strain(spinning, turning, spaces)
    except ZeroDivisionError:
        raise edge(arm) from None
    if strain.edge < _EDGE:
        raise edge(arm)
    return strain


def edge(arm: Arm) -> NeutralError:
    """Return the refusal of an arm that is neither stable nor unstable."""
    return NeutralError(
        f"{arm.title}: {', '.join(arm.static_loads)} holds it at the very edge of stability, neutral to round-off: a "
        "mode has neither a frequency nor a growth rate; change a load or a stiffness a little"
    )


def _spinning(parts: Chain, loads: Prestress) -> tuple[Chain, Prestress]:
    """Return chain and loads as a spin sees them.

    All ω² fall by Ω², as those of translations do; what only turns gets Ω² times its inertia as a stiffness.
    """
    if not np.any(loads.softening):
        return parts, loads
    links, found = [], []
    for link, of_link in zip(parts.links, loads.links, strict=True):
        links.append(replace(link, stiffness=link.stiffness + loads.softening * link.gear_inertia))
        root = link.hub_inertia + sum(body.inertia for body in link.root_bodies)
        tip = sum(body.inertia for body in link.tip_bodies)
        turned = (of_link.root_turning + loads.softening * root, of_link.tip_turning + loads.softening * tip)
        found.append(LinkPrestress(of_link.tension, *map(np.asarray, turned)))
    return replace(parts, links=tuple(links)), Prestress(tuple(found), loads.softening)


def signed(negative: Sequence[int]) -> Decomposition:
    """Return what makes modes of a map from strain to momentum where some strain coordinates have negative stiffness.

    Parameters
    ----------
    negative
        Places of those coordinates. Bases must span them.
    """

    def decompose(matrix: Array, basis: Array) -> tuple[Array, Array]:
        """Return √|μ| and vectors of unit modal mass over √|μ|: negative μ first, the others descending."""
        values, right = jacobi_svd(matrix)
        if not negative:
            return values, right
        driven = (basis[list(negative)] @ right).T
        sign = np.eye(len(values)) - 2.0 * driven @ driven.T
        _, turn = np.linalg.eigh(values[:, np.newaxis] * sign * values)
        scaled = values[:, np.newaxis] * turn
        moved = sign @ scaled
        # Rayleigh's quotient once more: what the eigenvalues owe to the largest of them is squared.
        mu = np.sum(scaled * moved, axis=0)
        order = np.argsort(mu, kind="stable")
        order = np.concatenate([order[: len(negative)], order[len(negative) :][::-1]])
        size = np.sqrt(np.abs(mu[order]))
        return size, right @ (moved[:, order] / np.where(size > 0.0, size, 1.0))

    return decompose
