"""All named outputs of a response, as what they have of its coordinates, their velocities and the loads."""

from collections.abc import Sequence

import numpy as np

from flexarm.arrays import Array
from flexarm.response.history import Response
from flexarm.response.outputs import Output, outputs
from flexarm.response.reactions import Reaction, reactions


def named_outputs(found: Response) -> list[Output | Reaction]:
    """Return everything of a response that has a name: outputs of the arm, and reactions of its base."""
    return [*outputs(found.reduced.modes.arm, found.reduced.parts), *reactions(found)]


def forms(found: Response, named: Sequence[Output | Reaction]) -> tuple[Array, Array]:
    """Return the weights and rates that `Response.at` takes, shape (…, outputs).

    Parameters
    ----------
    found
        The response.
    named
        Some of `named_outputs`.
    """
    sources, still = found.sources(), np.zeros(len(found.start))
    weights = [one.weights if isinstance(one, Reaction) else found.weights(list(map(one.of, sources))) for one in named]
    rates = [one.rates if isinstance(one, Reaction) else still for one in named]
    return np.stack(weights, axis=-1), np.stack(rates, axis=-1)
