"""Links divided in two, at a point where neither piece resonates with its ends clamped.

At a natural frequency of a clamped–clamped member the dynamic stiffness has a pole. Many natural frequencies lie
next to one: those of a link between heavy bodies, and, to within e^−β, all higher ones of a link with a free tip.
Dividing the link moves the poles away and changes nothing else.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from exact import member
from exact.stiffness import wave_number
from flexarm.chain import Array, Chain, ChainLink

# Places tried. The pieces' poles are spread differently for each, so that one or another is far from any frequency.
_FRACTIONS = np.array([0.5, 0.4472, 0.4142, 0.382, 0.3333, 0.2929, 0.2361])


def fractions(parts: Chain, omega: Array) -> list[Array]:
    """Return the best place to divide each flexible link at each ω, as a fraction of its length.

    Parameters
    ----------
    parts
        The chain.
    omega
        Frequencies, rad/s, shape (...).

    Returns
    -------
    list of ndarray
        One array of shape (...) a flexible link.
    """
    return [best_fraction(wave_number(link, omega)) for link in parts.links if link.flexible]


def best_fraction(beta: Array) -> Array:
    """Return the best place to divide a link of given wave numbers times length, shape (...)."""
    beta = beta[..., np.newaxis]
    distance = np.minimum(_distance(_FRACTIONS * beta), _distance((1.0 - _FRACTIONS) * beta))
    return np.asarray(_FRACTIONS[np.argmax(distance, axis=-1)])


def _distance(beta: Array) -> Array:
    """Return a measure, 0 to 1, of how far β is from a pole."""
    scaled = np.abs(member.pole(beta)) / (0.5 * (1.0 + np.exp(-2.0 * beta)))
    return np.where(beta < np.pi, 1.0, np.minimum(scaled, 1.0))


def divided(parts: Chain, where: Sequence[Array]) -> Chain:
    """Return the chain with every flexible link divided in two welded pieces.

    Parameters
    ----------
    parts
        The chain, without leading axes.
    where
        Fractions of each flexible link's length, shape (...); they become the chain's leading axes.
    """
    places, links = iter(where), []
    for link in parts.links:
        links += _pieces(link, next(places)) if link.flexible else [link]
    return replace(parts, links=tuple(links))


def _pieces(link: ChainLink, fraction: Array) -> list[ChainLink]:
    none = np.zeros_like(link.length)
    first = replace(link, length=fraction * link.length, tip_bodies=())
    second = replace(
        link,
        length=(1.0 - fraction) * link.length,
        turns=False,
        free=False,
        stiffness=none,
        gear_inertia=none,
        hub_inertia=none,
    )
    return [first, second]
