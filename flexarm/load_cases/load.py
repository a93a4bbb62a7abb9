"""What can act on an arm: prescribed motion of its base, torques in its joints, forces on its base and tips."""

from dataclasses import dataclass
from types import UnionType
from typing import ClassVar, Literal, get_args

from flexarm.checks import shown
from flexarm.errors import Fault, InputError
from flexarm.load_cases.harmonic import Harmonic
from flexarm.load_cases.history import History

Component = Literal["x", "y", "rotation"]

COMPONENTS: tuple[Component, ...] = ("x", "y", "rotation")


@dataclass(frozen=True)
class BaseAcceleration:
    """Prescribed motion of a fixed base, from rest.

    Parameters
    ----------
    component
        ``"x"``, ``"y"`` or ``"rotation"``, in the base's axes.
    history
        The base's acceleration, m/s² or rad/s².

    Raises
    ------
    InputError
        If the component is unknown, or the history is none.
    """

    component: Component
    history: History | Harmonic
    kind: ClassVar[str] = "base_acceleration"

    def __post_init__(self) -> None:
        _require(self, _component_faults(self.component) + _history_faults(self.history))


@dataclass(frozen=True)
class JointTorque:
    """Torque in a joint: on the link outside it, and its reaction on the body inside.

    Parameters
    ----------
    joint
        The joint's number, the first at the base 1.
    history
        The torque on the outer link, N m; positive turns it to the left.
    reaction
        Whether the inner body feels the opposite torque. Published work on space arms often drops it.
    internal_couple
        Whether the torque is meant where the joint is locked, in parallel with its spring.

    Raises
    ------
    InputError
        If the joint is not a whole number from 1, a switch not True or False, or the history is none.
    """

    joint: int
    history: History | Harmonic
    reaction: bool = True
    internal_couple: bool = False
    kind: ClassVar[str] = "joint_torque"

    def __post_init__(self) -> None:
        faults = numbering_faults("joint", self.joint) + _history_faults(self.history)
        faults += _switch_faults("reaction", self.reaction)
        _require(self, faults + _switch_faults("internal_couple", self.internal_couple))


@dataclass(frozen=True)
class BaseForce:
    """Force on a free or guided base, at its centre of mass.

    Parameters
    ----------
    component
        ``"x"``, ``"y"`` or ``"rotation"`` (a couple), in the base's axes.
    history
        The force, N, or couple, N m.

    Raises
    ------
    InputError
        If the component is unknown, or the history is none.
    """

    component: Component
    history: History | Harmonic
    kind: ClassVar[str] = "base_force"

    def __post_init__(self) -> None:
        _require(self, _component_faults(self.component) + _history_faults(self.history))


@dataclass(frozen=True)
class TipForce:
    """Force on the payload's centre of mass, or on a link's tip.

    Parameters
    ----------
    component
        ``"x"``, ``"y"`` or ``"rotation"`` (a couple), in the base's axes.
    history
        The force, N, or couple, N m.
    link
        The link whose tip it acts on, the first 1; None for the payload's centre of mass.

    Raises
    ------
    InputError
        If the component is unknown, the link not a whole number from 1, or the history is none.
    """

    component: Component
    history: History | Harmonic
    link: int | None = None
    kind: ClassVar[str] = "tip_force"

    def __post_init__(self) -> None:
        faults = _component_faults(self.component) + _history_faults(self.history)
        _require(self, faults + ([] if self.link is None else numbering_faults("link", self.link)))


Load = BaseAcceleration | JointTorque | BaseForce | TipForce


def load_kinds() -> str:
    """Return the names of the classes of loads, for messages."""
    *most, last = (made.__name__ for made in get_args(Load))
    return f"a {', '.join(most)} or {last}"


def kind_faults(noun: str, given: object, kind: type | UnionType, wanted: str) -> list[Fault]:
    """Return the faults of what must be a tuple of parts of one kind."""
    if not isinstance(given, list | tuple):
        return [Fault(f"{noun}s", f"a tuple, each {wanted}", shown(given))]
    return [Fault(f"{noun}{k}", wanted, shown(part)) for k, part in enumerate(given, 1) if not isinstance(part, kind)]


def numbering_faults(path: str, value: object) -> list[Fault]:
    """Return the fault of what must be the number of a joint or link, or none."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
        return []
    return [Fault(path, "a whole number, counted from 1 at the base", shown(value))]


def _require(load: Load, faults: list[Fault]) -> None:
    if faults:
        raise InputError(faults, type(load).__name__)


def _component_faults(component: object) -> list[Fault]:
    return [] if component in COMPONENTS else [Fault("component", '"x", "y" or "rotation"', shown(component))]


def _history_faults(history: object) -> list[Fault]:
    wanted = "a History(times, values) or a Harmonic(amplitude, angular_frequency)"
    return [] if isinstance(history, History | Harmonic) else [Fault("history", wanted, shown(history))]


def _switch_faults(path: str, value: object) -> list[Fault]:
    return [] if isinstance(value, bool) else [Fault(path, "true or false", shown(value))]
