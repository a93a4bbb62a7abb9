"""The models of an arm in a manoeuvre, each finer than the one before."""

from collections.abc import Iterator, Sequence
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
# Frequencies of an arm that delays hold up to, by the first model, and by each that is finer as many more.
_DELAYED = 5


def models(backend: Backend, arm: Arm, manoeuvre: Manoeuvre) -> Iterator[Driven]:
    """Yield a backend's models of an arm in a manoeuvre that fits it.

    Raises
    ------
    QuestionError
        If the backend has no model of large motion of this arm, or one without mass.
    """
    own = resisted(arm, with_link_mass(tree(arm), backend.link_mass))
    _require_mass(own.parts, backend.spec, arm.title)
    straight, supports = tree(rigid_arm(arm)), supports_of(arm)
    rigid = Chain(straight, (None,) * len(straight.links), supports=supports)

    def chain(number: int, curves: Sequence[Curve | None]) -> Chain:
        plain = Chain(own.parts, tuple(curves), own.dampers, supports=supports)
        if backend.linear_about:
            moving = backend.linear_about == "moving-posture"
            turned = tuple(own.parts.links[part.joint - 1].root for part in manoeuvre.turned)
            plain = LinearChain(own.parts, tuple(curves), own.dampers, supports=supports, moving=moving, turned=turned)
        return plain.driven(own.drives, own.wheels, _DELAYED * number, arm.title)

    every = iter(backend.large_motion(arm, own.parts))
    if not any(isinstance(link, Link) for link in arm.links):
        every = repeat(next(every), _RIGID)
    for number, curves in enumerate(every, 1):
        yield Driven(chain(number, curves), manoeuvre, rigid).lagging


def _require_mass(parts: Tree, spec: str, title: str) -> None:
    """Refuse an arm of which a model leaves all mass out."""
    beams = [beam for beam in map(parts.beam_of, parts.links) if beam is not None]
    if not any(section.bodies for section in parts.sections) and not any(beam.mass_per_length for beam in beams):
        raise QuestionError(
            f"{spec}: {title} carries no body, and without its links' mass nothing has any; give it a payload or links "
            "their tips' bodies, or take lumped in place of massless, or neither"
        )
