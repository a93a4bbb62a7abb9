"""How far modes left out could change an output: a bound, by sums over all modes that are known without them.

With the static correction a mode k that is left out would add aₖ rₖ(t), aₖ = dₖ fₖ/ωₖ²: dₖ and fₖ are the work on it of
the output's dual load and of the load, and r what its response has beside the load's own course (`fronts`). By Cauchy
and Schwarz Σ|aₖ| ≤ √(Σ dₖ²/ωₖ²) √(Σ fₖ²/ωₖ²), and these sums are known: over all modes Σ fₖ²/ωₖ² is the load's work on
the deflection that it causes itself at rest, less what the modes taken have of it its residual flexibility (R. H.
MacNeal, A hybrid method of component mode synthesis, Computers & Structures 1, 1971), and Σ fₖ² = fᵀM⁻¹f, its mobility.

A force or a moment has ωₖ² more, and mobilities in place of flexibilities. Against a step of a force on what has no
inertia, or an impact, they give no bound; then the sum is continued from octave to octave of the modes' numbers as it
goes among those taken, and is infinite where it hardly falls: sharp fronts make further modes add to it without end.
Dampers act on modes left out by their torques as the modes taken have them, loads like others. Links that damp may
couple modes taken with modes left out; of that nothing says how far it goes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from flexarm.arrays import Array
from flexarm.errors import QuestionError
from flexarm.forced_response.coordinates import Coordinates
from flexarm.forced_response.forms import Named
from flexarm.forced_response.fronts import Fronts, decay_rate, front_patterns, fronts, largest_sum
from flexarm.forced_response.motion import Response
from flexarm.forced_response.reactions import Reaction
from flexarm.participation import mobility
from flexarm.section_loads import SectionLoads, magnitudes, work

# A load that drives an output by less than this part of what it might drives it by round-off.
_ROUNDING = 1e-10
# Octaves of modes that add more than this part of the octave before do so without end.
_FALLING = 0.85


def left_out(response: Response, named: Sequence[Named], weights: Array, rates: Array) -> Array:
    """Return by how much modes left out could change each output at most, in its unit; infinite where nothing says."""
    if response.coupled:
        shown = np.any(weights[: response.count] != 0.0, axis=0) | np.any(rates != 0.0, axis=0)
        return np.where(shown, np.inf, 0.0)
    # Of dashpots' and drives' forces nothing says it: they go with rates.
    driven = () if response.controls is None else response.controls.supports
    supports = np.array([isinstance(one, Reaction) and bool(one.held) for one in named])
    resisting = np.any(response.resisting(weights, rates) != 0.0, axis=0)
    resisting |= np.array([getattr(one, "held", "") in driven for one in named])
    return np.where(supports & resisting, np.inf, _bounds(response, named, weights))


def _bounds(response: Response, named: Sequence[Named], weights: Array) -> Array:
    """Return what is known of displacements, and of forces that go with them."""
    coordinates, loads, acting = response.coordinates, front_patterns(response), fronts(response)
    duals = SectionLoads.joined([one.dual for one in named])
    try:
        shown, pushed = (
            _Pushed(coordinates, patterns, _residual(coordinates, patterns)) for patterns in (duals, loads)
        )
    except QuestionError:  # the backend has no static solution
        return np.full(len(named), np.inf)
    inertial, bounded = (np.array([[getattr(one, name)] for one in named]) for name in ("inertial", "bounded"))
    elastic = np.abs(weights[coordinates.rigid_count : response.count]).T
    sums = shown.sums(np.eye(len(named)))
    each = np.concatenate([_additions(sums, inertial, bounded, elastic, pushed, alike) for alike in acting], axis=1)
    return largest_sum(each, np.concatenate([alike.time for alike in acting]), decay_rate(response))


@dataclass(frozen=True, eq=False)
class _Sums:
    """Flexibility Σ f²/ω² and mobility Σ f² of patterns in modes left out, each of shape (patterns,)."""

    flexibility: Array
    mobility: Array

    def reach(self, other: "_Sums", order: int, lowest: float) -> Array:
        """Return what Σ |d f| / ω^order does not exceed above the lowest ω, shape (own patterns, others)."""
        if order >= 2:
            return _product(self.flexibility, other.flexibility) / lowest ** (order - 2)
        if order == 1:
            return np.minimum(_product(self.flexibility, other.mobility), _product(self.mobility, other.flexibility))
        return _product(self.mobility, other.mobility if order == 0 else np.where(other.mobility > 0.0, np.inf, 0.0))


def _product(one: Array, other: Array) -> Array:
    """Return the roots of products, shape (one, other); what is zero has no part, however large the other."""
    with np.errstate(invalid="ignore"):
        return np.nan_to_num(np.sqrt(np.multiply.outer(one, other)), nan=0.0, posinf=np.inf)


@dataclass(frozen=True, eq=False)
class _Pushed:
    """Patterns of load on an arm's modes, and what modes left out have of their work on one another's deflections."""

    coordinates: Coordinates
    loads: SectionLoads
    residual: Array

    @cached_property
    def forces(self) -> Array:
        """Forces on the modes taken, rigid-body modes first, shape (patterns, rigid + modes)."""
        return self.coordinates.forces(self.loads)

    def sums(self, shares: Array) -> _Sums:
        """Return the sums of mixtures of the patterns, by their shares, shape (mixtures, patterns)."""
        imposed = np.any(shares @ np.abs(self.loads.held), axis=1)
        of_all, taken = mobility(self.coordinates.parts, self.loads.mixed(shares)), shares @ self.forces
        at_once = of_all - np.sum(taken**2, axis=1)
        flexible = np.maximum(np.sum(shares * (shares @ self.residual), axis=1), 0.0)
        # Motions imposed on supports do work without end on modes without end.
        return _Sums(np.where(imposed, np.inf, flexible), np.maximum(at_once, 0.0))

    def modal(self, shares: Array) -> tuple[Array, Array]:
        """Return the sizes of mixtures' forces on the modes taken, and what these could be, (mixtures, modes)."""
        forces = np.abs(shares @ self.forces[:, self.coordinates.rigid_count :])
        return forces, magnitudes(self.loads.mixed(shares), self.coordinates.modes)


def _residual(coordinates: Coordinates, loads: SectionLoads) -> Array:
    statics = coordinates.statics(loads)
    of_all = work(loads, coordinates.parts, statics.displacements)
    return np.asarray(of_all - coordinates.forces(loads) @ statics.part.T)


def _additions(shown: _Sums, inertial: Array, bounded: Array, elastic: Array, pushed: _Pushed, alike: Fronts) -> Array:
    """Return what each front could add to each output at most, shape (outputs, fronts)."""
    sums, omega = pushed.sums(alike.shares), pushed.coordinates.modes.angular_frequency
    reach = np.where(inertial, *(shown.reach(sums, alike.order - power, float(omega[-1])) for power in (2, 0)))
    reach = np.where(bounded, reach, np.inf)
    forces, most = pushed.modal(alike.shares)
    of = elastic / omega
    could = np.multiply.outer(np.linalg.norm(of, axis=1), np.linalg.norm(most / omega, axis=1))
    driven = of @ (forces / omega).T > _ROUNDING * could
    beyond = _tails(of, forces / omega ** (alike.order - 1))
    return np.where(driven, np.where(np.isinf(reach), beyond, reach), 0.0)


def _tails(of: Array, forces: Array) -> Array:
    """Return sums over modes, (outputs, modes) and (fronts, modes), continued beyond those, (outputs, fronts)."""
    quarter = of.shape[1] // 4
    if quarter < 2:
        return np.full((len(of), len(forces)), np.inf)
    octaves = slice(quarter, 2 * quarter), slice(2 * quarter, 4 * quarter)
    before, last = (of[:, octave] @ forces[:, octave].T for octave in octaves)
    with np.errstate(divide="ignore", invalid="ignore"):
        falling = last / before
        return np.where(falling < _FALLING, last * falling / (1.0 - falling), np.inf)
