"""What a node's unknowns are called where matrices are handed over."""

import numpy as np

from fem.hermite import HermiteElements
from flexarm.unknowns import LinkUnknowns


def nodal_unknowns(space: HermiteElements) -> LinkUnknowns:
    """Return slope and deflection of every node but the root, which is clamped to the link's own axes."""
    nodes = range(1, space.elements + 1)
    names = tuple(f"node{k}_{name}" for k in nodes for name in ("slope", "deflection"))
    sizes = np.tile([space.element_length, 1.0], space.elements)
    return LinkUnknowns(space, names, ("rad", "m") * space.elements, sizes)
