"""The models of an arm in a manoeuvre, each finer than the one before."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import repeat

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.backend import Backend
from flexarm.curves.curve import Curve
from flexarm.errors import QuestionError
from flexarm.link_mass import with_link_mass
from flexarm.links import Link
from flexarm.slews.borne import supports_of
from flexarm.slews.chain import Chain
from flexarm.slews.damping import resisted
from flexarm.slews.driven import Driven
from flexarm.slews.linear import LinearChain
from flexarm.slews.manoeuvre import Manoeuvre
from flexarm.slews.rigid import rigid_arm
from flexarm.tree import Tree

# How often an arm of rigid links is followed at most, each time by finer steps: they are all that errs.
_RIGID = 3
# Coordinates that can be followed: derivatives take time by their third power, minutes for a few hundred.
_COORDINATES = 1000


def models(backend: Backend, arm: Arm, manoeuvre: Manoeuvre) -> Iterator[Driven]:
    """Yield a backend's models of an arm in a manoeuvre that fits it.

    Raises
    ------
    QuestionError
        If the backend has no model of large motion of this arm, one without mass, or one of too many coordinates.
    """
    own = resisted(arm, with_link_mass(tree(arm), backend.link_mass))
    _require_mass(own.parts, backend.spec, arm.title)
    supports, unbent = supports_of(arm), rigid_arm(arm)
    straight = resisted(unbent, tree(unbent))
    stiff = Chain(straight.parts, (None,) * len(straight.parts.links), straight.dampers, supports=supports)
    rigid = Driven(stiff, replace(manoeuvre, turns=(), trackings=(), loads=()))

    def chain(number: int, curves: Sequence[Curve | None]) -> Chain:
        plain = Chain(own.parts, tuple(curves), own.dampers, supports=supports)
        if backend.linear_about:
            moving = backend.linear_about == "moving-posture"
            turned = tuple(own.parts.links[part.joint - 1].root for part in manoeuvre.turned)
            plain = LinearChain(own.parts, tuple(curves), own.dampers, supports=supports, moving=moving, turned=turned)
        _require_few(plain.size, backend.spec, arm.title)
        return plain.driven(own.drives, own.wheels, number, arm.title)

    every = iter(backend.large_motion(arm, own.parts))
    if not any(isinstance(link, Link) for link in arm.links):
        every = repeat(next(every), _RIGID)
    for number, curves in enumerate(every, 1):
        try:
            finer = chain(number, curves)
        except QuestionError:
            if number == 1:
                raise
            return  # delays, or links, cannot be finer, and how far that is off is told
        yield Driven(finer, manoeuvre, rigid).lagging


def _require_few(coordinates: int, spec: str, title: str) -> None:
    """Refuse a model that would take hours."""
    if coordinates > _COORDINATES:
        raise QuestionError(
            f"{spec}: {title} has {coordinates} coordinates in large motion, {_COORDINATES} are the most that can be "
            "followed; take fewer elements or shapes"
        )


def _require_mass(parts: Tree, spec: str, title: str) -> None:
    """Refuse an arm of which a model leaves all mass out."""
    beams = [beam for beam in map(parts.beam_of, parts.links) if beam is not None]
    if not any(section.bodies for section in parts.sections) and not any(beam.mass_per_length for beam in beams):
        raise QuestionError(
            f"{spec}: {title} carries no body, and without its links' mass nothing has any; give it a payload or links "
            "their tips' bodies, or take lumped in place of massless, or neither"
        )
