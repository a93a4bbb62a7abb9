"""How an arm's links and bodies lie on its way through a manoeuvre: what pictures show."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from scipy.interpolate import CubicSpline

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.curves.curve import Shape
from flexarm.slews.chain import Chain, State
from flexarm.slews.dataset import followed
from flexarm.slews.manoeuvre import Manoeuvre


@dataclass(frozen=True)
class Outline:
    """Translations along x and y, m, and rotations, rad, from the posture, at the samples of a manoeuvre."""

    links: tuple[Array, ...]  # of equally spaced stations, root to tip, shape (samples, stations, 3) a link
    bodies: Mapping[str, Array]  # of the base, and of bodies by their names, shape (samples, 3)


def outline(backend: Backend, arm: Arm, manoeuvre: Manoeuvre, stations: int) -> Outline:
    """Return how an arm goes through a manoeuvre, seen at some stations of every link.

    Raises
    ------
    InputError, QuestionError
        As `flexarm.slew`.
    """
    way = followed(backend, arm, manoeuvre).passage
    chain = way.driven.chain
    q, rates, _ = way.driven.whole(manoeuvre.times, way.y)
    moved, rest = chain.state(q, rates), chain.state(0.0 * q[:1], 0.0 * q[:1])
    links = (
        after - before for after, before in zip(*(_links(chain, one, stations) for one in (moved, rest)), strict=True)
    )
    bodies = {name: after - before for (name, after), (_, before) in zip(_bodies(moved), _bodies(rest), strict=True)}
    return Outline(tuple(links), bodies)


def _links(chain: Chain, state: State, stations: int) -> Iterator[Array]:
    for link, curve in zip(chain.parts.links, chain.curves, strict=True):
        length = float(link.length)
        knots = np.array([0.0, length]) if curve is None else np.r_[0.0, curve.stations.places, length]
        root, beyond = _motions(state.sections[link.root])[:, -1:], _motions(state.sections[link.tip])
        motions = np.concatenate([root, beyond[:, -(len(knots) - 1) :]], axis=1)
        x = np.linspace(0.0, length, stations)
        if length == 0.0 or curve is None:
            part = np.linspace(0.0, 1.0, stations)[:, np.newaxis]
            yield motions[:, :1] * (1.0 - part) + motions[:, 1:] * part
        else:
            yield np.asarray(CubicSpline(knots, motions, axis=1)(x))


def _bodies(state: State) -> Iterator[tuple[str, Array]]:
    yield "base", _motions(state.sections[0])[:, -1]
    for at, _, _, name in state.inertias:
        if name and name != "base":
            yield name, _motions(at)[:, -1]


def _motions(at: Shape) -> Array:
    """Return places and rotations of sections, shape (samples, stations, 3)."""
    return np.moveaxis(np.concatenate([at.position, at.rotation]), 0, -1)
