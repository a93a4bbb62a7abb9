"""The parts of an arm: bodies, joints, links and the base."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import hypot
from typing import Any, ClassVar, Literal

from flexarm.checks import (
    Condition,
    finite,
    meant,
    non_negative,
    require,
    shown,
    vector_faults,
)
from flexarm.decimals import kept
from flexarm.drives import ALONG, IN_A_JOINT, Drive, drive_faults
from flexarm.errors import Fault
from flexarm.tensors import inertia_faults, inertia_tensor, kept_inertia

JointState = Literal["locked", "unlocked", "rigid", "general"]
BaseKind = Literal["fixed", "free", "guided"]

# Number of a base's rigid-body freedoms, in the plane and in space.
FREEDOMS = {"fixed": (0, 0), "guided": (1, 1), "free": (3, 6)}
# One number; in space also two or three, or three rows of three.
Vector = Any
Moments = Any
Pair = Any

_NO_GEAR = "what holds a base is no gear"
_OFFSET = Condition("a finite number, [along, across], or [along, across, up] in space", lambda _: True, "m")


@dataclass(frozen=True)
class Body:
    """A rigid body: the payload, or a body at a link's tip.

    Parameters
    ----------
    mass
        Mass, kg; not negative.
    inertia
        Moment of inertia about its own centre of mass, kg m²; not negative. In space one number is the moment about
        every axis; or three principal moments about the link's axes, or the symmetric 3 × 3 tensor in these, with
        −∫ x y dm off its diagonal.
    offset
        Centre of mass from the link's tip, m: along the link, or (along, across) it, across to the left, or in space
        (along, across, up) in the link's axes.

    Raises
    ------
    InputError
        If a number is not finite, a mass or an inertia is negative, or no body can have such moments of inertia.
    """

    mass: float
    inertia: Moments
    offset: Vector = 0.0
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {"mass": non_negative("kg")}

    def __post_init__(self) -> None:
        faults = inertia_faults("inertia", self.inertia)
        if isinstance(self.offset, list | tuple):
            require(self, self._CONDITIONS, faults + vector_faults("offset", self.offset, finite("m")))
            object.__setattr__(self, "offset", tuple(map(kept, self.offset)))
        else:
            require(self, {**self._CONDITIONS, "offset": _OFFSET}, faults)
        object.__setattr__(self, "inertia", kept_inertia(self.inertia))

    @property
    def centre(self) -> Vector:
        """The centre of mass (along, across), or (along, across, up), from the link's tip, m."""
        return self.offset if isinstance(self.offset, tuple) else (self.offset, 0.0)

    def moment(self, plane: int = 0) -> Any:
        """Return the moment of inertia about the link's z axis, or its y axis, kg m².

        Parameters
        ----------
        plane
            Number of the plane of bending: 0, about z, or 1, about y.
        """
        place = 2 - plane
        return inertia_tensor(self.inertia)[place][place]


# Freedoms that a general joint may have, along and about the axes of the link that it carries; and those in the plane.
MOTIONS = ("along_x", "along_y", "along_z", "about_x", "about_y", "about_z")
PLANAR_MOTIONS = ("along_x", "along_y", "about_z")
# The one of a joint that is locked or unlocked.
ABOUT_AXIS = "about_axis"


@dataclass(frozen=True)
class Freedom:
    """One freedom of a general joint: its spring, and what resists its rate.

    Parameters
    ----------
    stiffness
        Of its spring, N m/rad of a rotation, N/m of a translation; zero: nothing holds it.
    gear_inertia
        Reflected inertia of its gear box, kg m² of a rotation, kg of a translation; it acts on the relative motion.
    damping
        Of a damper on the relative motion, N m s/rad of a rotation, N s/m of a translation.
    drive
        What a motor and its controller resist the motion with, a `flexarm.drives.Drive`, or None.

    Raises
    ------
    InputError
        If a number is negative or not finite.
    """

    stiffness: float
    gear_inertia: float = 0.0
    damping: float = 0.0
    drive: Drive | None = None
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {
        "stiffness": non_negative("N m/rad, of a translation N/m"),
        "gear_inertia": non_negative("kg m², of a translation kg"),
        "damping": non_negative("N m s/rad, of a translation N s/m"),
    }

    def __post_init__(self) -> None:
        require(self, self._CONDITIONS, drive_faults("drive", self.drive, wheel=IN_A_JOINT))


@dataclass(frozen=True)
class Joint:
    """The joint at a link's root; make one by `locked`, `unlocked`, `rigid` or `general`.

    Parameters
    ----------
    state
        ``"locked"`` (a torsion spring), ``"unlocked"`` (a free hinge), ``"rigid"`` (welded) or ``"general"`` (any of
        three rotations and three translations).
    stiffness
        Of the locked joint's spring, N m/rad; zero holds nothing, as an unlocked joint.
    gear_inertia
        Reflected inertia of the unlocked joint's gear box, kg m²; it acts on the relative rotation.
    hub_inertia
        Inertia that turns with the root of the outer link about the joint's axis, kg m².
    axis
        In space, the axis that the joint turns about, in the axes of the link before: ``"x"``, ``"y"``, ``"z"`` or a
        vector, whose length, in no unit, does not matter.
    along_x, along_y, along_z, about_x, about_y, about_z
        Freedoms of a general joint, along and about the axes of the link that it carries, in the posture; None for a
        motion that it does not leave. An arm in the plane may have along_x, along_y and about_z.
    damping
        Of a damper on the relative rotation of a joint that is locked or unlocked, N m s/rad.
    drive
        What a motor and its controller resist that rotation with, a `flexarm.drives.Drive`, or None.

    Raises
    ------
    InputError
        If the state is unknown, a value is negative or not finite, or belongs to another state; the axis is none, or
        a general joint has no freedom.
    """

    state: JointState
    stiffness: float = 0.0
    gear_inertia: float = 0.0
    hub_inertia: float = 0.0
    axis: str | tuple[float, float, float] = "z"
    along_x: Freedom | None = None
    along_y: Freedom | None = None
    along_z: Freedom | None = None
    about_x: Freedom | None = None
    about_y: Freedom | None = None
    about_z: Freedom | None = None
    damping: float = 0.0
    drive: Drive | None = None
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {
        "stiffness": non_negative("N m/rad"),
        "gear_inertia": non_negative("kg m²"),
        "hub_inertia": non_negative("kg m²"),
        "damping": non_negative("N m s/rad"),
    }
    OWNS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "locked": ("stiffness", "damping", "drive"),
        "unlocked": ("gear_inertia", "damping", "drive"),
        "rigid": (),
        "general": MOTIONS,
    }

    def __post_init__(self) -> None:
        faults = drive_faults("drive", self.drive, wheel=IN_A_JOINT) or self._state_faults()
        require(self, self._CONDITIONS, faults + axis_faults(self.axis))
        if isinstance(self.axis, list | tuple):
            object.__setattr__(self, "axis", tuple(map(kept, self.axis)))

    @property
    def direction(self) -> tuple[float, float, float]:
        """The axis as a vector."""
        return AXES[self.axis] if isinstance(self.axis, str) else self.axis

    def _state_faults(self) -> list[Fault]:
        if self.state not in tuple(self.OWNS):
            hint = meant(self.state, self.OWNS)
            return [Fault("state", '"locked", "unlocked", "rigid" or "general"', f"{shown(self.state)}{hint}")]
        wrong = {name: value for name, value in self._given.items() if not isinstance(value, Freedom)}
        faults = [Fault(name, "a Freedom, or None", shown(value)) for name, value in wrong.items()]
        if self.state == "general" and not self._given:
            faults.append(Fault("", f"a general joint with one of {', '.join(MOTIONS)}, or more", "none of them"))
        return faults or _foreign_faults(self, self.OWNS, self.state, "joint")

    @property
    def _given(self) -> dict[str, Any]:
        """The freedoms of a general joint, by name."""
        return {name: value for name in MOTIONS if (value := getattr(self, name)) is not None}

    @classmethod
    def locked(
        cls,
        stiffness: float,
        hub_inertia: float = 0.0,
        axis: Any = "z",
        damping: float = 0.0,
        drive: Drive | None = None,
    ) -> "Joint":
        """Return a locked joint: a torsion spring between the two bodies.

        Parameters
        ----------
        stiffness
            Of the spring, N m/rad.
        hub_inertia
            Inertia that turns with the root of the outer link, kg m².
        axis
            In space, the axis that it turns about.
        damping
            Of its damper, N m s/rad.
        drive
            What a motor and its controller resist its rotation with, or None.
        """
        return cls("locked", stiffness=stiffness, hub_inertia=hub_inertia, axis=axis, damping=damping, drive=drive)

    @classmethod
    def unlocked(
        cls,
        gear_inertia: float = 0.0,
        hub_inertia: float = 0.0,
        axis: Any = "z",
        damping: float = 0.0,
        drive: Drive | None = None,
    ) -> "Joint":
        """Return a free hinge whose gear box resists relative angular acceleration.

        Parameters
        ----------
        gear_inertia
            Reflected inertia of the gear box, kg m².
        hub_inertia
            Inertia that turns with the root of the outer link, kg m².
        axis
            In space, the axis that it turns about.
        damping
            Of its damper, N m s/rad.
        drive
            What a motor and its controller resist its rotation with, or None.
        """
        return cls(
            "unlocked", gear_inertia=gear_inertia, hub_inertia=hub_inertia, axis=axis, damping=damping, drive=drive
        )

    @classmethod
    def rigid(cls, hub_inertia: float = 0.0, axis: Any = "z") -> "Joint":
        """Return a welded joint.

        Parameters
        ----------
        hub_inertia
            Inertia that turns with the root of the outer link, kg m².
        axis
            In space, the axis that the outer link's angle is about.
        """
        return cls("rigid", hub_inertia=hub_inertia, axis=axis)

    @classmethod
    def general(cls, hub_inertia: float = 0.0, axis: Any = "z", **freedoms: Any) -> "Joint":
        """Return a joint of several freedoms, any of three rotations and three translations.

        Parameters
        ----------
        hub_inertia
            Inertia that turns with the root of the outer link, about `axis`, kg m².
        axis
            In space, the axis that the outer link's angle is about.
        **freedoms
            The `Freedom` of each motion that the joint leaves, about and along the axes of the outer link:
            ``about_x=Freedom(1e5), along_x=Freedom(0.0)``.
        """
        return cls("general", hub_inertia=hub_inertia, axis=axis, **freedoms)

    @property
    def motions(self) -> tuple[str, ...]:
        """What the joint leaves the two bodies, by name: `MOTIONS` of a general one, or the rotation about its axis."""
        if self.state == "general":
            return tuple(self._given)
        return () if self.state == "rigid" else (ABOUT_AXIS,)

    @property
    def stiffnesses(self) -> tuple[float, ...]:
        """Stiffness of the spring on each of `motions`, N m/rad or N/m."""
        if self.state == "general":
            return tuple(freedom.stiffness for freedom in self._given.values())
        return () if self.state == "rigid" else (self.stiffness,)

    @property
    def gear_inertias(self) -> tuple[float, ...]:
        """Inertia on the rate of each of `motions`, kg m² or kg."""
        if self.state == "general":
            return tuple(freedom.gear_inertia for freedom in self._given.values())
        return () if self.state == "rigid" else (self.gear_inertia,)

    @property
    def driving(self) -> tuple[tuple[float, Drive | None], ...]:
        """Damping and drive of each of `motions`, N m s/rad or N s/m; 0 and None for none."""
        if self.state == "general":
            return tuple((freedom.damping, freedom.drive) for freedom in self._given.values())
        return () if self.state == "rigid" else ((self.damping, self.drive),)

    @property
    def held(self) -> tuple[bool, ...]:
        """Whether a spring holds each of `motions`; those that nothing holds are rigid-body freedoms of the arm."""
        return tuple(stiffness > 0.0 for stiffness in self.stiffnesses)

    def share(self, motion: str) -> float:
        """Return how much one of `motions` turns about the joint's axis, 0 to 1 of it or minus that.

        Parameters
        ----------
        motion
            Its name.
        """
        if motion == ABOUT_AXIS:
            return 1.0
        along = self.direction["xyz".index(motion[-1])] / hypot(*self.direction)
        return along if motion.startswith("about") else 0.0

    @property
    def turns(self) -> bool:
        """Whether the joint leaves the two bodies a relative rotation."""
        return any(name.startswith("about") for name in self.motions)

    @property
    def slides(self) -> bool:
        """Whether the joint leaves the two bodies a relative translation."""
        return any(name.startswith("along") for name in self.motions)

    @property
    def undriven(self) -> "Joint":
        """The same joint without damper and drive."""
        own = {name: replace(freedom, damping=0.0, drive=None) for name, freedom in self._given.items()}
        return replace(self, damping=0.0, drive=None, **own)

    @property
    def free(self) -> bool:
        """Whether nothing holds one of its motions, or more: a rigid-body freedom of the arm."""
        return not all(self.held)


AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


def axis_faults(axis: object) -> list[Fault]:
    """Return the fault of what must be an axis, or none."""
    wanted = '"x", "y", "z" or a vector of three numbers that is not zero'
    if isinstance(axis, str):
        return [] if axis in AXES else [Fault("axis", wanted, f"{shown(axis)}{meant(axis, AXES)}")]
    if not isinstance(axis, list | tuple) or len(axis) != 3:
        return [Fault("axis", wanted, shown(axis))]
    faults = vector_faults("axis", axis, finite("no unit"))
    return faults or ([] if any(axis) else [Fault("axis", wanted, shown(axis))])


@dataclass(frozen=True)
class Base:
    """What carries the first joint; make one by `fixed`, `free` or `guided`.

    Parameters
    ----------
    kind
        ``"fixed"``, ``"free"`` (a rigid body with all its freedoms) or ``"guided"`` (one direction of travel).
    mass
        Mass of a free or guided base, kg; not negative.
    inertia
        Moment of inertia of a free base about its centre of mass, kg m²; not negative. In space as of a `Body`.
    offset
        From a free base's centre of mass to the first joint, m, in the base's axes.
    direction
        Direction of travel of a guided base, in the base's axes; its length does not matter.
    attitude
        What holds a free base's attitude against inertial space, in space about every axis: torque over angle, a
        `flexarm.drives.Drive`, or None.
    position
        What holds the position of a free or guided base, along every axis that it moves along: force over
        displacement, a `flexarm.drives.Drive`, or None.

    Raises
    ------
    InputError
        If the kind is unknown, a number is negative or not finite, the direction is zero, or a value that is not
        at its default belongs to another kind.
    """

    kind: BaseKind = "fixed"
    mass: float = 0.0
    inertia: Moments = 0.0
    offset: Vector = (0.0, 0.0)
    direction: Vector = (1.0, 0.0)
    attitude: Drive | None = None
    position: Drive | None = None
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {"mass": non_negative("kg")}
    OWNS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "fixed": (),
        "free": ("mass", "inertia", "offset", "attitude", "position"),
        "guided": ("mass", "direction", "position"),
    }

    def __post_init__(self) -> None:
        faults = inertia_faults("inertia", self.inertia)
        faults += vector_faults("offset", self.offset, finite("m"))
        faults += vector_faults("direction", self.direction, finite("no unit"))
        if not faults and not any(self.direction):
            faults.append(Fault("direction", "a direction that is not zero", repr(self.direction)))
        faults += drive_faults("attitude", self.attitude, motor=_NO_GEAR)
        faults += drive_faults("position", self.position, motor=_NO_GEAR, wheel=ALONG)
        if self.kind not in tuple(self.OWNS):
            hint = meant(self.kind, self.OWNS)
            faults.append(Fault("kind", '"fixed", "free" or "guided"', f"{shown(self.kind)}{hint}"))
        elif not faults:
            faults += _foreign_faults(self, self.OWNS, self.kind, "base")
        require(self, self._CONDITIONS, faults)
        object.__setattr__(self, "inertia", kept_inertia(self.inertia))
        for name in ("offset", "direction"):
            object.__setattr__(self, name, tuple(map(kept, getattr(self, name))))

    @classmethod
    def fixed(cls) -> "Base":
        """Return a base that does not move."""
        return cls("fixed")

    @classmethod
    def free(cls, mass: float, inertia: Moments, offset: Vector = (0.0, 0.0)) -> "Base":
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
    def guided(cls, mass: float, direction: Vector) -> "Base":
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
    def undriven(self) -> "Base":
        """The same base without what holds its attitude and position."""
        return replace(self, attitude=None, position=None)

    @property
    def freedoms(self) -> tuple[int, int]:
        """Number of the base's rigid-body freedoms in the plane, and in space."""
        return FREEDOMS[self.kind]


def _foreign_faults(part: object, owns: Mapping[str, tuple[str, ...]], kind: str, noun: str) -> list[Fault]:
    """Return the faults of values, not at their defaults, that belong to another kind of the same part."""
    foreign = {name: getattr(part, name) for names in owns.values() for name in names if name not in owns[kind]}
    return [
        Fault(name, f"nothing, for a {noun} that is {kind}", shown(value))
        for name, value in sorted(foreign.items())
        if (tuple(value) if isinstance(value, list) else value) != getattr(type(part), name)
    ]
