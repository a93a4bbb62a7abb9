"""The parts of an arm: bodies, joints, links and the base."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from flexarm.checks import Condition, finite, meant, non_negative, pair_faults, positive, require, shown
from flexarm.decimals import kept
from flexarm.errors import Fault

JointState = Literal["locked", "unlocked", "rigid"]
BaseKind = Literal["fixed", "free", "guided"]

# Number of a base's rigid-body freedoms.
FREEDOMS = {"fixed": 0, "guided": 1, "free": 3}

_OFFSET = Condition("a finite number, or [along, across]", lambda _: True, "m")


@dataclass(frozen=True)
class Body:
    """A rigid body: the payload, or a body at a link's tip.

    Parameters
    ----------
    mass
        Mass, kg; not negative.
    inertia
        Moment of inertia about its own centre of mass, kg m²; not negative.
    offset
        Centre of mass from the link's tip, m: along the link, or (along, across) it, across to the left.

    Raises
    ------
    InputError
        If a number is not finite, or a mass or an inertia is negative.
    """

    mass: float
    inertia: float
    offset: float | tuple[float, float] = 0.0
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {
        "mass": non_negative("kg"),
        "inertia": non_negative("kg m²"),
    }

    def __post_init__(self) -> None:
        if isinstance(self.offset, list | tuple):
            require(self, self._CONDITIONS, pair_faults("offset", self.offset, finite("m")))
            object.__setattr__(self, "offset", tuple(map(kept, self.offset)))
        else:
            require(self, {**self._CONDITIONS, "offset": _OFFSET})

    @property
    def centre(self) -> tuple[float, float]:
        """The centre of mass (along, across) from the link's tip, m."""
        return self.offset if isinstance(self.offset, tuple) else (self.offset, 0.0)


@dataclass(frozen=True)
class Joint:
    """The joint at a link's root; make one by `locked`, `unlocked` or `rigid`.

    Parameters
    ----------
    state
        ``"locked"`` (a torsion spring), ``"unlocked"`` (a free hinge) or ``"rigid"`` (welded).
    stiffness
        Of the locked joint's spring, N m/rad; zero holds nothing, as an unlocked joint.
    gear_inertia
        Reflected inertia of the unlocked joint's gear box, kg m²; it acts on the relative rotation.
    hub_inertia
        Inertia that turns with the root of the outer link, kg m².

    Raises
    ------
    InputError
        If the state is unknown, a value is negative or not finite, or belongs to another state.
    """

    state: JointState
    stiffness: float = 0.0
    gear_inertia: float = 0.0
    hub_inertia: float = 0.0
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {
        "stiffness": non_negative("N m/rad"),
        "gear_inertia": non_negative("kg m²"),
        "hub_inertia": non_negative("kg m²"),
    }
    OWNS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "locked": ("stiffness",),
        "unlocked": ("gear_inertia",),
        "rigid": (),
    }

    def __post_init__(self) -> None:
        require(self, self._CONDITIONS, self._state_faults())

    def _state_faults(self) -> list[Fault]:
        if self.state not in tuple(self.OWNS):
            hint = meant(self.state, self.OWNS)
            return [Fault("state", '"locked", "unlocked" or "rigid"', f"{shown(self.state)}{hint}")]
        return _foreign_faults(self, self.OWNS, self.state, "joint")

    @classmethod
    def locked(cls, stiffness: float, hub_inertia: float = 0.0) -> "Joint":
        """Return a locked joint: a torsion spring between the two bodies.

        Parameters
        ----------
        stiffness
            Of the spring, N m/rad.
        hub_inertia
            Inertia that turns with the root of the outer link, kg m².
        """
        return cls("locked", stiffness=stiffness, hub_inertia=hub_inertia)

    @classmethod
    def unlocked(cls, gear_inertia: float = 0.0, hub_inertia: float = 0.0) -> "Joint":
        """Return a free hinge whose gear box resists relative angular acceleration.

        Parameters
        ----------
        gear_inertia
            Reflected inertia of the gear box, kg m².
        hub_inertia
            Inertia that turns with the root of the outer link, kg m².
        """
        return cls("unlocked", gear_inertia=gear_inertia, hub_inertia=hub_inertia)

    @classmethod
    def rigid(cls, hub_inertia: float = 0.0) -> "Joint":
        """Return a welded joint.

        Parameters
        ----------
        hub_inertia
            Inertia that turns with the root of the outer link, kg m².
        """
        return cls("rigid", hub_inertia=hub_inertia)

    @property
    def turns(self) -> bool:
        """Whether the joint leaves the two bodies a relative rotation."""
        return self.state != "rigid"

    @property
    def free(self) -> bool:
        """Whether nothing holds the relative rotation: a rigid-body freedom of the arm."""
        return self.turns and self.stiffness == 0.0


@dataclass(frozen=True)
class Link:
    """A flexible link: a uniform, inextensible Euler–Bernoulli beam.

    Parameters
    ----------
    length
        Length L, m; positive.
    mass_per_length
        Mass per length m, kg/m; positive.
    flexural_rigidity
        Flexural rigidity EI, N m²; positive.
    joint
        The joint at the link's root.
    angle
        Angle from the previous link, deg; the first link's, from the base's x axis.
    tip
        A rigid body at the link's tip, or None.
    axial_force
        Tension, N, by a pair of forces along the undeformed link at its root and tip, which keep their directions;
        negative for compression.

    Raises
    ------
    InputError
        If a number is not finite or not positive, or a part is of the wrong type.
    """

    length: float
    mass_per_length: float
    flexural_rigidity: float
    joint: Joint = field(kw_only=True)
    angle: float = field(default=0.0, kw_only=True)
    tip: Body | None = field(default=None, kw_only=True)
    axial_force: float = field(default=0.0, kw_only=True)
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {
        "length": positive("m"),
        "mass_per_length": positive("kg/m"),
        "flexural_rigidity": positive("N m²"),
        "angle": finite("deg"),
        "axial_force": finite("N"),
    }

    def __post_init__(self) -> None:
        require(self, self._CONDITIONS, part_faults(self.joint, self.tip))

    @property
    def mass(self) -> float:
        """The link's mass, kg."""
        return self.length * self.mass_per_length


def uniform_inertia(mass: Any, length: Any) -> Any:
    """Return the moment of inertia of a uniform rod about its centre, kg m², from its mass, kg, and length, m."""
    # A product that is too large is infinite, and refused as such; a power would raise.
    return mass * (length * length) / 12


@dataclass(frozen=True)
class RigidLink:
    """A rigid link.

    Parameters
    ----------
    length
        Length, m; positive.
    joint
        The joint at the link's root.
    mass
        Mass, kg, its centre at mid-length; not negative.
    inertia
        Moment of inertia about that centre, kg m²; None for a uniform link, mass × length² / 12.
    angle
        Angle from the previous link, deg; the first link's, from the base's x axis.
    tip
        A rigid body at the link's tip, or None.
    axial_force
        Tension, N, by a pair of forces along the undeformed link at its root and tip, which keep their directions;
        negative for compression.

    Raises
    ------
    InputError
        If a number is not finite, the length not positive, or a part is of the wrong type.
    """

    length: float
    joint: Joint = field(kw_only=True)
    mass: float = field(default=0.0, kw_only=True)
    inertia: float | None = field(default=None, kw_only=True)
    angle: float = field(default=0.0, kw_only=True)
    tip: Body | None = field(default=None, kw_only=True)
    axial_force: float = field(default=0.0, kw_only=True)
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {
        "length": positive("m"),
        "mass": non_negative("kg"),
        "angle": finite("deg"),
        "axial_force": finite("N"),
    }

    def __post_init__(self) -> None:
        conditions = dict(self._CONDITIONS)
        if self.inertia is not None:
            conditions["inertia"] = non_negative("kg m²")
        require(self, conditions, part_faults(self.joint, self.tip))


@dataclass(frozen=True)
class Base:
    """What carries the first joint; make one by `fixed`, `free` or `guided`.

    Parameters
    ----------
    kind
        ``"fixed"``, ``"free"`` (a rigid body with three freedoms) or ``"guided"`` (one direction of travel).
    mass
        Mass of a free or guided base, kg; not negative.
    inertia
        Moment of inertia of a free base about its centre of mass, kg m²; not negative.
    offset
        From a free base's centre of mass to the first joint, m, in the base's axes.
    direction
        Direction of travel of a guided base, in the base's axes; its length does not matter.

    Raises
    ------
    InputError
        If the kind is unknown, a number is negative or not finite, the direction is zero, or a value that is not
        at its default belongs to another kind.
    """

    kind: BaseKind = "fixed"
    mass: float = 0.0
    inertia: float = 0.0
    offset: tuple[float, float] = (0.0, 0.0)
    direction: tuple[float, float] = (1.0, 0.0)
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {
        "mass": non_negative("kg"),
        "inertia": non_negative("kg m²"),
    }
    OWNS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "fixed": (),
        "free": ("mass", "inertia", "offset"),
        "guided": ("mass", "direction"),
    }

    def __post_init__(self) -> None:
        faults = pair_faults("offset", self.offset, finite("m"))
        faults += pair_faults("direction", self.direction, finite("no unit"))
        if not faults and not any(self.direction):
            faults.append(Fault("direction", "a direction that is not zero", repr(self.direction)))
        if self.kind not in tuple(self.OWNS):
            hint = meant(self.kind, self.OWNS)
            faults.append(Fault("kind", '"fixed", "free" or "guided"', f"{shown(self.kind)}{hint}"))
        elif not faults:
            faults += _foreign_faults(self, self.OWNS, self.kind, "base")
        require(self, self._CONDITIONS, faults)
        for name in ("offset", "direction"):
            object.__setattr__(self, name, tuple(map(kept, getattr(self, name))))

    @classmethod
    def fixed(cls) -> "Base":
        """Return a base that does not move."""
        return cls("fixed")

    @classmethod
    def free(cls, mass: float, inertia: float, offset: tuple[float, float] = (0.0, 0.0)) -> "Base":
        """Return a rigid body that floats.

        Parameters
        ----------
        mass
            Mass, kg.
        inertia
            Moment of inertia about its centre of mass, kg m².
        offset
            From that centre to the first joint, m, in the base's axes.
        """
        return cls("free", mass=mass, inertia=inertia, offset=offset)

    @classmethod
    def guided(cls, mass: float, direction: tuple[float, float]) -> "Base":
        """Return a base that travels in one direction without turning.

        Parameters
        ----------
        mass
            Mass, kg.
        direction
            Direction of travel, in the base's axes; its length, in no unit, does not matter.
        """
        return cls("guided", mass=mass, direction=direction)

    @property
    def freedoms(self) -> int:
        """Number of the base's rigid-body freedoms."""
        return FREEDOMS[self.kind]


def _foreign_faults(part: object, owns: Mapping[str, tuple[str, ...]], kind: str, noun: str) -> list[Fault]:
    """Return the faults of values, not at their defaults, that belong to another kind of the same part."""
    foreign = {name: getattr(part, name) for names in owns.values() for name in names if name not in owns[kind]}
    return [
        Fault(name, f"nothing, for a {noun} that is {kind}", shown(value))
        for name, value in sorted(foreign.items())
        if (tuple(value) if isinstance(value, list) else value) != getattr(type(part), name)
    ]


def part_faults(joint: object, tip: object) -> list[Fault]:
    """Return the faults of a link's joint and of the body at its tip, if they are of the wrong type."""
    faults = []
    if not isinstance(joint, Joint):
        faults.append(Fault("joint", "a Joint: Joint.locked(…), Joint.unlocked(…) or Joint.rigid()", shown(joint)))
    if tip is not None and not isinstance(tip, Body):
        faults.append(Fault("tip", "a Body, or None", shown(tip)))
    return faults
