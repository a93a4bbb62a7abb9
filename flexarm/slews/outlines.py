"""How an arm's links and bodies lie on its way through a manoeuvre: what pictures show."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from scipy.interpolate import CubicSpline

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.curves.curve import Shape
from flexarm.curves.rotations import continued
from flexarm.slews.chain import Chain
from flexarm.slews.dataset import followed
from flexarm.slews.manoeuvre import Manoeuvre
from flexarm.slews.state import State


@dataclass(frozen=True)
class Outline:
    """Translations, m, and rotations, rad, from the posture, at the samples of a manoeuvre.

    There are two and one in the plane, and three and the three of a rotation vector in space.
    """

    links: tuple[Array, ...]  # of equally spaced stations, root to tip, shape (samples, stations, 3 or 6) a link
    bodies: Mapping[str, Array]  # of the base, and of bodies by their names, shape (samples, 3 or 6)


def outline(backend: Backend, arm: Arm, manoeuvre: Manoeuvre, stations: int) -> Outline:
    """Return how an arm goes through a manoeuvre, seen at some stations of every link.

    Raises
    ------
    InputError, QuestionError
        As `flexarm.slew`.
    """
    way = followed(backend, arm, manoeuvre).passage
    chain = way.driven.chain
    q, rates, _ = way.driven.whole(way.driven.given(manoeuvre.times), way.y)
    moved, rest = chain.state(q, rates), chain.state(chain.rest[np.newaxis], 0.0 * rates[:1])
    # Sections do not turn in the posture.
    links = (
        after - before for after, before in zip(*(_links(chain, one, stations) for one in (moved, rest)), strict=True)
    )
    bodies = {name: after - before for (name, after), (_, before) in zip(_bodies(moved), _bodies(rest), strict=True)}
    return Outline(tuple(links), bodies)


def _links(chain: Chain, state: State, stations: int) -> Iterator[Array]:
    for link, curve in zip(chain.parts.links, chain.curves, strict=True):
        length = float(link.length)
        knots = np.array([0.0, length]) if curve is None else np.r_[0.0, curve.stations.places, length]
        root, beyond = state.sections[link.root].part(slice(-1, None)), state.sections[link.tip]
        motions = _motions(root.joined([beyond.part(slice(-(len(knots) - 1), None))]))
        x = np.linspace(0.0, length, stations)
        if length == 0.0 or curve is None:
            part = np.linspace(0.0, 1.0, stations)[:, np.newaxis]
            between = motions[:, :1] * (1.0 - part) + motions[:, 1:] * part
        else:
            between = np.asarray(CubicSpline(knots, motions, axis=1)(x))
        yield between


def _bodies(state: State) -> Iterator[tuple[str, Array]]:
    yield "base", _motions(state.sections[0])[:, -1]
    for at, _, _, name in state.inertias:
        if name and name != "base":
            yield name, _motions(at)[:, -1]


def _motions(at: Shape) -> Array:
    """Return places and rotations of sections, shape (samples, stations, 3 or 6): these do not jump along them."""
    places, turns = (np.moveaxis(one, 0, -1) for one in (at.position, at.rotation))
    if turns.shape[-1] > 1:
        turns = np.stack([continued(one) for one in turns])
    return np.concatenate([places, turns], axis=-1)
