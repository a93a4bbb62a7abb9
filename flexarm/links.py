"""The links of an arm, flexible and rigid."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from flexarm.checks import (
    Condition,
    finite,
    non_negative,
    number_fault,
    pair_faults,
    positive,
    require,
    shown,
    text_faults,
    vector_faults,
)
from flexarm.decimals import kept
from flexarm.errors import Fault
from flexarm.parts import Body, Joint, Moments, Pair, Vector
from flexarm.tensors import inertia_faults, kept_inertia

# What a link may have beyond an inextensible beam of Euler and Bernoulli, with units.
BEAM_TERMS = {"axial_rigidity": "N", "shear_rigidity": "N", "rotary_inertia_per_length": "kg m"}
ONLY_IN_SPACE = 'nothing that only an arm in space has; write motion = "spatial" for one'
# What belongs to a link in space alone, with units.
TWIST = {"torsional_rigidity": "N m²", "polar_inertia_per_length": "kg m"}
# What of a flexible link damps, with units.
LINK_DAMPING = {"stiffness_damping": "s", "mass_damping": "1/s", "loss_factor": "1"}
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
# What other parts are called, or may be: a link's name is none of these.
_TAKEN = re.compile(r"base|payload|tip|root|gravity|spin_rate|motion|joints|(link|joint|load|damper|support)\d*")


@dataclass(frozen=True)
class Link:
    """A flexible link: a uniform beam, inextensible and of Euler and Bernoulli unless more is given.

    Parameters
    ----------
    length
        Length L, m; positive.
    mass_per_length
        Mass per length m, kg/m; positive.
    flexural_rigidity
        Flexural rigidity EI, N m²; positive. In space, one number or (about y, about z), in the link's axes.
    joint
        The joint at the link's root.
    angle
        Angle from the link that it begins on, about the joint's axis, deg; on the base, from the base's x axis.
    tip
        A rigid body at the link's tip, or None.
    axial_force
        Tension, N, by a pair of forces along the undeformed link at its root and tip, which keep their directions;
        negative for compression.
    axial_rigidity
        Axial rigidity EA, N; positive. None: the link keeps its length.
    shear_rigidity
        Shear rigidity κGA, N; positive. None: its sections stay at right angles to its axis (Euler–Bernoulli).
    rotary_inertia_per_length
        Moment of inertia of the sections per length, ρI, kg m; not negative. With it the beam is Rayleigh's, and with
        shear rigidity as well Timoshenko's. This and shear rigidity are, in space, one number or (about y, about z).
    torsional_rigidity
        In space, torsional rigidity GJ, N m²; positive. None: the link does not twist.
    polar_inertia_per_length
        In space, moment of inertia of the link per length about its own axis, kg m; not negative.
    stiffness_damping
        Retardation time η of a material of Kelvin and Voigt, s; not negative: all rigidities times 1 + η s.
    mass_damping
        Viscous damping per mass, 1/s; not negative: forces along the link that are that times its mass times velocity.
    loss_factor
        Constant loss factor of the material, 1; not negative: all rigidities times 1 + iη, for Im s > 0.
    name
        What the link is called, where it is not by its number: letters, digits and _. The body at its tip is then
        ``"name.tip"``.
    parent
        What the link begins on: the name of a link before it, ``"link1"``, ``"link2"``, …, or ``"base"``. None: the
        link before, and the base for the first.
    at
        Where on that: a station along it, m, None for its tip; or on the base a place (x, y), m, in space (x, y, z),
        from the base's centre, None for the base's `offset`. A flexible link is cut in two there.

    Raises
    ------
    InputError
        If a number is not finite or not positive, or a part is of the wrong type.
    """

    length: float
    mass_per_length: float
    flexural_rigidity: Pair
    joint: Joint = field(kw_only=True)
    angle: float = field(default=0.0, kw_only=True)
    tip: Body | None = field(default=None, kw_only=True)
    axial_force: float = field(default=0.0, kw_only=True)
    axial_rigidity: float | None = field(default=None, kw_only=True)
    shear_rigidity: Pair = field(default=None, kw_only=True)
    rotary_inertia_per_length: Pair = field(default=0.0, kw_only=True)
    torsional_rigidity: float | None = field(default=None, kw_only=True)
    polar_inertia_per_length: float = field(default=0.0, kw_only=True)
    stiffness_damping: float = field(default=0.0, kw_only=True)
    mass_damping: float = field(default=0.0, kw_only=True)
    loss_factor: float = field(default=0.0, kw_only=True)
    name: str = field(default="", kw_only=True)
    parent: str | None = field(default=None, kw_only=True)
    at: Vector = field(default=None, kw_only=True)
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {
        "length": positive("m"),
        "mass_per_length": positive("kg/m"),
        "polar_inertia_per_length": non_negative("kg m"),
        **{name: non_negative(unit) for name, unit in LINK_DAMPING.items()},
        "angle": finite("deg"),
        "axial_force": finite("N"),
        "axial_rigidity": positive("N"),
        "torsional_rigidity": positive("N m²"),
    }
    # One number, or in space two, about y and about z.
    _PAIRS: ClassVar[Mapping[str, Condition]] = {
        "flexural_rigidity": positive("N m²"),
        "shear_rigidity": positive("N"),
        "rotary_inertia_per_length": non_negative("kg m"),
    }

    def __post_init__(self) -> None:
        given = {**self._CONDITIONS, **self._PAIRS}
        optional = ("axial_rigidity", "shear_rigidity", "torsional_rigidity")
        given = {name: must for name, must in given.items() if name not in optional or getattr(self, name) is not None}
        pairs = [name for name in self._PAIRS if isinstance(getattr(self, name), list | tuple)]
        faults = [fault for name in pairs for fault in pair_faults(name, getattr(self, name), given.pop(name))]
        require(self, given, faults + part_faults(self.joint, self.tip) + place_faults(self))
        _keep_place(self)
        for name in pairs:
            object.__setattr__(self, name, tuple(map(kept, getattr(self, name))))

    def about(self, name: str) -> tuple[Any, Any]:
        """Return a quantity of its bending about z and about y; one number is both.

        Parameters
        ----------
        name
            The quantity: ``"flexural_rigidity"``, ``"shear_rigidity"`` or ``"rotary_inertia_per_length"``.
        """
        value = getattr(self, name)
        return (value[1], value[0]) if isinstance(value, tuple) else (value, value)

    @property
    def mass(self) -> float:
        """The link's mass, kg."""
        return self.length * self.mass_per_length

    @property
    def damping(self) -> tuple[float, float, float]:
        """Its stiffness damping, s, mass damping, 1/s, and loss factor."""
        return self.stiffness_damping, self.mass_damping, self.loss_factor


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
        Length, m; positive, or zero in space, where joints' axes may meet.
    joint
        The joint at the link's root.
    mass
        Mass, kg, its centre at mid-length; not negative.
    inertia
        Moment of inertia about that centre, kg m²; None for a uniform link, mass × length² / 12. In space one number is
        the moment about any axis across the link; or three principal moments, or a tensor, as of a `Body`.
    angle
        Angle from the link that it begins on, about the joint's axis, deg; on the base, from the base's x axis.
    tip
        A rigid body at the link's tip, or None.
    axial_force
        Tension, N, by a pair of forces along the undeformed link at its root and tip, which keep their directions;
        negative for compression.
    name
        What the link is called, where it is not by its number: letters, digits and _. The body at its tip is then
        ``"name.tip"``.
    parent
        What the link begins on: the name of a link before it, ``"link1"``, ``"link2"``, …, or ``"base"``. None: the
        link before, and the base for the first.
    at
        Where on that: a station along it, m, None for its tip; or on the base a place (x, y), m, in space (x, y, z),
        from the base's centre, None for the base's `offset`. A flexible link is cut in two there.

    Raises
    ------
    InputError
        If a number is not finite, the length negative, or a part is of the wrong type.
    """

    length: float
    joint: Joint = field(kw_only=True)
    mass: float = field(default=0.0, kw_only=True)
    inertia: Moments = field(default=None, kw_only=True)
    angle: float = field(default=0.0, kw_only=True)
    tip: Body | None = field(default=None, kw_only=True)
    axial_force: float = field(default=0.0, kw_only=True)
    name: str = field(default="", kw_only=True)
    parent: str | None = field(default=None, kw_only=True)
    at: Vector = field(default=None, kw_only=True)
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {
        "length": Condition("a positive number, or zero in space", lambda value: value >= 0.0, "m"),
        "mass": non_negative("kg"),
        "angle": finite("deg"),
        "axial_force": finite("N"),
    }

    def __post_init__(self) -> None:
        faults = [] if self.inertia is None else inertia_faults("inertia", self.inertia)
        require(self, self._CONDITIONS, faults + part_faults(self.joint, self.tip) + place_faults(self))
        _keep_place(self)
        if self.inertia is not None:
            object.__setattr__(self, "inertia", kept_inertia(self.inertia))


def part_faults(joint: object, tip: object) -> list[Fault]:
    """Return the faults of a link's joint and of the body at its tip, if they are of the wrong type."""
    faults = []
    if not isinstance(joint, Joint):
        faults.append(Fault("joint", "a Joint: Joint.locked(…), Joint.unlocked(…) or Joint.rigid()", shown(joint)))
    if tip is not None and not isinstance(tip, Body):
        faults.append(Fault("tip", "a Body, or None", shown(tip)))
    return faults


def place_faults(link: Any) -> list[Fault]:
    """Return the faults of what a link is called, what it begins on, and where."""
    faults = text_faults("name", link.name)
    if not faults and link.name and (not _NAME.fullmatch(link.name) or _TAKEN.fullmatch(link.name)):
        wanted = "letters, digits and _, a letter first, and no name of another part such as base or link1"
        faults.append(Fault("name", wanted, shown(link.name)))
    if link.parent is not None:
        faults += text_faults("parent", link.parent)
    if isinstance(link.at, list | tuple):
        return faults + vector_faults("at", link.at, finite("m"))
    fault = None if link.at is None else number_fault("at", link.at, finite("m"))
    return faults + ([fault] if fault else [])


def _keep_place(link: Any) -> None:
    if link.at is not None:
        object.__setattr__(
            link, "at", tuple(map(kept, link.at)) if isinstance(link.at, list | tuple) else kept(link.at)
        )


def spatial_faults(path: str, part: object) -> list[Fault]:
    """Return the faults of what of a part belongs to an arm in space."""
    values = {name: getattr(part, name, None) for name in ("inertia", "flexural_rigidity", *BEAM_TERMS)}
    found = {name: value for name, value in values.items() if isinstance(value, tuple)}
    values = {name: getattr(part, name, None) for name in ("offset", "direction", "at")}
    found |= {name: value for name, value in values.items() if isinstance(value, tuple) and len(value) == 3}
    found |= {name: getattr(part, name) for name in TWIST if getattr(part, name, None)}
    if getattr(part, "length", None) == 0.0:
        return [Fault(f"{path}.length", "a positive number (m)", "0.0")]
    return [Fault(f"{path}.{name}", ONLY_IN_SPACE, shown(_listed(value))) for name, value in found.items()]


def _listed(value: Any) -> Any:
    """Return a value as it is written in a file."""
    return [_listed(entry) for entry in value] if isinstance(value, tuple) else value
