"""All named outputs of a response, as what they have of its coordinates, their velocities and the loads."""

from collections.abc import Sequence

import numpy as np

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.forced_response.link_forces import beyond_root, with_losses
from flexarm.forced_response.motion import Response
from flexarm.forced_response.outputs import Output, outputs
from flexarm.forced_response.reactions import Reaction, reactions
from flexarm.section_loads import SectionLoads, magnitudes, work

Named = Output | Reaction
# Work that is less than this part of what it might be has no digit left: lengths are added up in it and cancel.
_ROUNDING = 1e-14


def named_outputs(arm: Arm) -> list[Named]:
    """Return everything of an arm's response that has a name: outputs of the arm, and reactions of its base."""
    parts = tree(arm)
    return [*outputs(arm, parts), *reactions(parts)]


def forms(response: Response, named: Sequence[Named]) -> tuple[Array, Array]:
    """Return the weights and rates that `Response.at` takes, shape (…, outputs)."""
    sources, still = response.sources(), np.zeros(response.count)
    parts = response.coordinates.parts
    # Shapes of discretised arms are better than their derivatives, which have what moved supports and static loads do.
    taken, pulled = response.coordinates, bool(parts.held or response.coordinates.arm.static_loads)
    by_work = response.links is not None or (taken.backend.sums_modes and not pulled)
    duals = SectionLoads.joined([one.dual for one in named])
    worked = [_significant(work(duals, parts, source), magnitudes(duals, source)) for source in sources]

    def form(i: int, one: Named) -> tuple[Array, Array]:
        if isinstance(one, Reaction):
            return one.form(response)
        shown = [row[i] for row in worked] if one.shown is None else list(map(one.shown, sources))
        if one.shown is None or not by_work:
            return response.weights(shown), still
        if one.beyond is None:
            # The moment of a joint's spring, which is no beam's that damps; loads at rest have it of the beam.
            return response.weights([*(row[i] for row in worked[:2]), *shown[2:]]), still
        taken = np.concatenate([row[i] for row in worked[:2]])
        of, beside, rates = beyond_root(response, one.beyond, taken)
        whole = response.weights([*np.split(of, [response.coordinates.rigid_count]), *shown[2:]])
        return with_losses(whole, beside), rates

    weights, rates = zip(*(form(i, one) for i, one in enumerate(named)), strict=True)
    return np.stack(weights, axis=-1), np.stack(rates, axis=-1)


def _significant(worked: Array, most: Array) -> Array:
    """Return work without what is round-off beside what it might be, both of shape (patterns, displacements)."""
    return np.where(np.abs(worked) > _ROUNDING * most, worked, 0.0)
