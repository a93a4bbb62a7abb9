"""What a discretised backend says of one link for its matrices to be handed over."""

from dataclasses import dataclass

from flexarm.arrays import Array
from flexarm.link_functions import LinkFunctions


@dataclass(frozen=True, eq=False)
class LinkUnknowns:
    """One flexible link's trial functions, and what others call their coefficients."""

    space: LinkFunctions  # the trial functions
    names: tuple[str, ...]  # name of every coefficient, without the link: ``node1_slope``
    units: tuple[str, ...]  # its unit
    sizes: Array  # what a unit of it is in the coefficients, shape (functions,)
