"""What can act on an arm: prescribed motion of base and supports, torques in joints, forces on base and tips."""

from dataclasses import dataclass
from types import UnionType
from typing import Any, ClassVar, get_args

from flexarm.checks import finite, meant, numbers_faults, shown
from flexarm.errors import Fault, InputError
from flexarm.load_cases.harmonic import Harmonic
from flexarm.load_cases.history import History
from flexarm.parts import MOTIONS

# A name; or how much of each component a unit of the history is: of x, y and z, or of these and rotations about them.
Component = str | tuple[float, ...]

# In the order of a motion in space. What is the only rotation in the plane is that about z.
COMPONENTS = ("x", "y", "z", "rotation_x", "rotation_y", "rotation_z")
_ROTATION = {"rotation": "rotation_z"}
# Where those of the plane stand among them.
IN_THE_PLANE = (0, 1, 5)


@dataclass(frozen=True)
class BaseAcceleration:
    """Prescribed motion of a fixed base, from rest.

    Parameters
    ----------
    component
        ``"x"``, ``"y"`` or ``"rotation"``, in the base's axes; in space also ``"z"``, ``"rotation_x"``,
        ``"rotation_y"`` and ``"rotation_z"``, which ``"rotation"`` is, or a vector: how much of x, y and z a unit of
        the history is, or of these and rotations about them, in no unit, shape (3,) or (6,).
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
        _keep(self)


@dataclass(frozen=True)
class JointTorque:
    """Torque in a joint, or force in one that slides: on the link outside it, and its reaction on the body inside.

    Parameters
    ----------
    joint
        The joint's number, the first at the base 1, or the name of the link that it carries.
    history
        The torque on the outer link about the joint's axis, N m; positive turns it to the left, or as the axis points.
        In a freedom that slides, the force along it, N.
    reaction
        Whether the inner body feels the opposite torque. Published work on space arms often drops it.
    internal_couple
        Whether the torque is meant where the joint is locked, in parallel with its spring.
    freedom
        Of a joint of several freedoms, the one that it acts in: ``"about_y"``, ``"along_x"``; None for the only one.

    Raises
    ------
    InputError
        If the joint is not a whole number from 1, a switch not True or False, the freedom unknown, or the history is
        none.
    """

    joint: Any
    history: History | Harmonic
    reaction: bool = True
    internal_couple: bool = False
    freedom: str | None = None
    kind: ClassVar[str] = "joint_torque"

    def __post_init__(self) -> None:
        faults = numbering_faults("joint", self.joint, named=True) + _history_faults(self.history)
        faults += _switch_faults("reaction", self.reaction) + freedom_faults(self.freedom)
        _require(self, faults + _switch_faults("internal_couple", self.internal_couple))


@dataclass(frozen=True)
class BaseForce:
    """Force on a free or guided base, at its centre of mass.

    Parameters
    ----------
    component
        ``"x"``, ``"y"`` or ``"rotation"`` (a couple), in the base's axes; in space as of a `BaseAcceleration`.
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
        _keep(self)


@dataclass(frozen=True)
class TipForce:
    """Force on the payload's centre of mass, or on a link's tip.

    Parameters
    ----------
    component
        ``"x"``, ``"y"`` or ``"rotation"`` (a couple), in the base's axes; in space as of a `BaseAcceleration`.
    history
        The force, N, or couple, N m.
    link
        The link whose tip it acts on, its number, the first 1, or its name; None for the payload's centre of mass.

    Raises
    ------
    InputError
        If the component is unknown, the link not a whole number from 1, or the history is none.
    """

    component: Component
    history: History | Harmonic
    link: Any = None
    kind: ClassVar[str] = "tip_force"

    def __post_init__(self) -> None:
        faults = _component_faults(self.component) + _history_faults(self.history)
        _require(self, faults + ([] if self.link is None else numbering_faults("link", self.link, named=True)))
        _keep(self)


@dataclass(frozen=True)
class SupportMotion:
    """Prescribed motion of what a support holds: the ground there, or the foot of its spring, is moved.

    Parameters
    ----------
    support
        The support's number, the first 1.
    motion
        Which of the motions that it holds: ``"along_x"``, ``"along_y"``, ``"about_z"``, in space ``"along_z"``,
        ``"about_x"``, ``"about_y"`` too; in the support's axes.
    history
        The displacement, m, or rotation, rad.

    Raises
    ------
    InputError
        If the support is not a whole number from 1, the motion is unknown, or the history is none.
    """

    support: int
    motion: str
    history: History | Harmonic
    kind: ClassVar[str] = "support_motion"

    def __post_init__(self) -> None:
        faults = numbering_faults("support", self.support) + _history_faults(self.history)
        if self.motion not in MOTIONS:
            faults.append(
                Fault("motion", f"one of {', '.join(MOTIONS)}", f"{shown(self.motion)}{meant(self.motion, MOTIONS)}")
            )
        _require(self, faults)


Load = BaseAcceleration | JointTorque | BaseForce | TipForce | SupportMotion


def load_kinds() -> str:
    """Return the names of the classes of loads, for messages."""
    *most, last = (made.__name__ for made in get_args(Load))
    return f"a {', '.join(most)} or {last}"


def kind_faults(noun: str, given: object, kind: type | UnionType, wanted: str) -> list[Fault]:
    """Return the faults of what must be a tuple of parts of one kind."""
    if not isinstance(given, list | tuple):
        return [Fault(f"{noun}s", f"a tuple, each {wanted}", shown(given))]
    return [Fault(f"{noun}{k}", wanted, shown(part)) for k, part in enumerate(given, 1) if not isinstance(part, kind)]


def numbering_faults(path: str, value: object, named: bool = False) -> list[Fault]:
    """Return the fault of what must be the number of a joint, link or support, or a link's name, or none."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
        return []
    if named and isinstance(value, str) and value.isidentifier():
        return []
    return [Fault(path, "a whole number, counted from 1 at the base", shown(value))]


def freedom_faults(name: object) -> list[Fault]:
    """Return the fault of what must name a freedom of a joint, or be None."""
    if name is None or (isinstance(name, str) and name in MOTIONS):
        return []
    hint = meant(name, MOTIONS) if isinstance(name, str) else ""
    return [Fault("freedom", f"one of {', '.join(MOTIONS)}, or nothing", f"{shown(name)}{hint}")]


def _require(load: Load, faults: list[Fault]) -> None:
    if faults:
        raise InputError(faults, type(load).__name__)


def direction(component: Component) -> tuple[float, ...]:
    """Return how much of x, y, z and rotations about them a unit of a load's history is."""
    if isinstance(component, str):
        return tuple(float(name == _ROTATION.get(component, component)) for name in COMPONENTS)
    return (*component, *[0.0] * (len(COMPONENTS) - len(component)))


def _component_faults(component: object) -> list[Fault]:
    if isinstance(component, list | tuple) and len(component) in (3, 6):
        faults = numbers_faults("component", component, finite("no unit"))
        return faults or ([] if any(component) else [Fault("component", "a vector that is not zero", shown(component))])
    known = (*COMPONENTS, *_ROTATION)
    if isinstance(component, str) and component in known:
        return []
    others = f"in space also {', '.join(map(_quoted, COMPONENTS[2:]))}, or a vector of three or six numbers"
    return [Fault("component", f'"x", "y" or "rotation"; {others}', f"{shown(component)}{meant(component, known)}")]


def _quoted(name: str) -> str:
    return f'"{name}"'


def _keep(load: Load) -> None:
    if isinstance(component := getattr(load, "component", None), list | tuple):
        object.__setattr__(load, "component", tuple(map(float, component)))


def _history_faults(history: object) -> list[Fault]:
    wanted = "a History(times, values) or a Harmonic(amplitude, angular_frequency)"
    return [] if isinstance(history, History | Harmonic) else [Fault("history", wanted, shown(history))]


def _switch_faults(path: str, value: object) -> list[Fault]:
    return [] if isinstance(value, bool) else [Fault(path, "true or false", shown(value))]
