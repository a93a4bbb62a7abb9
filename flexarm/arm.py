"""The arm: a tree of links from base to payload, a joint at the root of each, in one posture; most are a chain."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from flexarm.branching import (
    branching_faults,
    cut_links,
    cut_supports,
    link_names,
    link_numbers,
    parents,
    support_faults,
)
from flexarm.checks import finite, number_fault, shown, text_faults, vector_faults
from flexarm.decimals import kept
from flexarm.errors import Fault, InputError
from flexarm.in_words import parts_in_words
from flexarm.links import BEAM_TERMS, LINK_DAMPING, Link, RigidLink, spatial_faults
from flexarm.notebook import table
from flexarm.parts import MOTIONS, PLANAR_MOTIONS, Base, Body, Vector
from flexarm.supports import Support

Motion = Literal["planar", "spatial"]


@dataclass(frozen=True, repr=False)
class Arm:
    """A chain or tree of links about a given posture, in the plane or in space; all in SI units, angles in degrees.

    Parameters
    ----------
    base
        What carries the first joint.
    links
        Flexible and rigid links from base to payload, each with the joint at its root; one or more. Each begins at the
        tip of the one before, unless it has a `parent`. One that another begins along is replaced by its pieces.
    payload
        Rigid body at the last link's tip, or None.
    name
        What the arm is called in tables and pictures.
    gravity
        Uniform gravity, m/s², in the base's axes; None for an arm in free fall or lying flat. The posture is the one
        of equilibrium with gravity acting: springs and bending carry the static moments.
    spin_rate
        Steady rotation of a fixed base about the first joint, rad/s; motions are those seen from the base.
    motion
        ``"planar"``, or ``"spatial"``: six freedoms a section, links that bend about y and z, in their own axes.
    supports
        What holds sections of the arm, to the ground or to one another, rigidly, by springs or dashpots; those along a
        link cut it as branches do.

    Raises
    ------
    InputError
        If a part is missing or of the wrong type, or has what only an arm in space can have.
    """

    base: Base
    links: tuple[Link | RigidLink, ...]
    payload: Body | None = None
    name: str = ""
    gravity: Vector = None
    spin_rate: float = 0.0
    motion: Motion = "planar"
    supports: tuple[Support, ...] = ()

    def __post_init__(self) -> None:
        faults = self._base_faults() + self._link_faults() + self._payload_faults()
        if self.motion not in ("planar", "spatial"):
            faults.append(Fault("motion", '"planar" or "spatial"', shown(self.motion)))
        faults = faults or branching_faults(self.links) or self._support_faults()
        if not faults and self.motion == "planar":
            faults = self._spatial_faults()
        if faults:
            raise InputError(faults, "Arm")
        supports = cut_supports(self.links, self.supports)
        object.__setattr__(self, "links", cut_links(self.links, self.supports))
        object.__setattr__(self, "supports", supports)
        if self.gravity is not None:
            object.__setattr__(self, "gravity", tuple(map(kept, self.gravity)))
        object.__setattr__(self, "spin_rate", kept(self.spin_rate))

    def _base_faults(self) -> list[Fault]:
        faults = []
        if not isinstance(self.base, Base):
            faults.append(Fault("base", "a Base: Base.fixed(), Base.free(…) or Base.guided(…)", shown(self.base)))
        faults += text_faults("name", self.name)
        if self.gravity is not None:
            faults += vector_faults("gravity", self.gravity, finite("m/s²"))
        spin = number_fault("spin_rate", self.spin_rate, finite("rad/s"))
        faults += [spin] if spin else []
        return faults

    def _link_faults(self) -> list[Fault]:
        if not isinstance(self.links, list | tuple) or not self.links:
            return [Fault("links", "one link or more, base first", shown(self.links))]
        return [
            Fault(f"link{k}", "a Link or a RigidLink", shown(link))
            for k, link in enumerate(self.links, 1)
            if not isinstance(link, Link | RigidLink)
        ]

    def _payload_faults(self) -> list[Fault]:
        if self.payload is None or isinstance(self.payload, Body):
            return []
        return [Fault("payload", "a Body, or None", shown(self.payload))]

    def _support_faults(self) -> list[Fault]:
        if not isinstance(self.supports, list | tuple) or not all(isinstance(one, Support) for one in self.supports):
            return [Fault("supports", "supports, each a Support(section, holds)", shown(self.supports))]
        known, faults = MOTIONS if self.spatial else PLANAR_MOTIONS, support_faults(self.links, self.supports)
        for k, support in enumerate(self.supports, 1):
            wanted = f"motions of an arm in {'space' if self.spatial else 'the plane'}: {', '.join(known)}"
            if not set(support.holds) <= set(known):
                faults.append(Fault(f"support{k}.holds", wanted, shown(list(support.holds))))
        return faults

    def _spatial_faults(self) -> list[Fault]:
        """Return the faults of what only an arm in space can have."""
        faults = spatial_faults("base", self.base) + spatial_faults("payload", self.payload)
        for k, link in enumerate(self.links, 1):
            faults += spatial_faults(f"link{k}", link) + spatial_faults(f"link{k}.tip", link.tip)
            if link.joint.axis != "z":
                wanted = '"z", the axis of all joints of an arm in the plane; others need motion = "spatial"'
                faults.append(Fault(f"link{k}.joint.axis", wanted, shown(link.joint.axis)))
            wanted = f'one of {", ".join(PLANAR_MOTIONS)} for an arm in the plane; others need motion = "spatial"'
            own = link.joint.motions if link.joint.state == "general" else ()
            faults += [Fault(f"link{k}.joint", wanted, name) for name in own if name not in PLANAR_MOTIONS]
        if self.gravity is not None and len(self.gravity) == 3:
            wanted = 'two numbers for an arm in the plane; three need motion = "spatial"'
            faults.append(Fault("gravity", wanted, shown(self.gravity)))
        return faults

    def __repr__(self) -> str:
        count = f"{len(self.links)} link{'s' * (len(self.links) > 1)}"
        payload = "no payload" if self.payload is None else f"payload of {self.payload.mass:.6g} kg"
        return f"<Arm {self.name!r}: {self.base.kind} base, {count}, {payload}>"

    def _repr_html_(self) -> str:
        """Return a table of its parts, for notebooks."""
        static = [("static loads", ", ".join(self.static_loads))] if self.static_loads else []
        return table(self.title, (), [*parts_in_words(self.base, self.links, self.payload), *static])

    def with_angles(self, **degrees: float) -> "Arm":
        """Return the same arm in another posture.

        Parameters
        ----------
        **degrees
            New angles by link, ``link1=90.0, link3=30.0``, or by its name, in degrees from the link that it begins
            on; angles that are not named stay.

        Raises
        ------
        InputError
            If a name is not one of the arm's links, or an angle is not a finite number.
        """
        known = link_numbers(self.links)
        wanted = f"one of {', '.join(self.link_names)}"
        unknown = [Fault(name, wanted, repr(name)) for name in degrees if name not in known]
        if unknown:
            raise InputError(unknown, "with_angles")
        given = {known[name]: angle for name, angle in degrees.items()}
        links = [replace(link, angle=given[k]) if k in given else link for k, link in enumerate(self.links)]
        return replace(self, links=tuple(links))

    def with_payload(self, payload: Body | None) -> "Arm":
        """Return the same arm with another payload, or with none.

        Parameters
        ----------
        payload
            Rigid body at the last link's tip, or None.
        """
        return replace(self, payload=payload)

    @property
    def link_names(self) -> tuple[str, ...]:
        """What each link is called: its name, or link1, link2, … by its number."""
        return link_names(self.links)

    @property
    def parents(self) -> tuple[int, ...]:
        """The number, from 0, of the link that each begins on; -1 for the base."""
        return parents(self.links)

    @property
    def branched(self) -> bool:
        """Whether it is a tree of links and no chain, each at the tip of the one before."""
        return self.parents != tuple(range(-1, len(self.links) - 1)) or any(link.at is not None for link in self.links)

    @property
    def spatial(self) -> bool:
        """Whether it moves in space, not in the plane alone."""
        return self.motion == "spatial"

    @property
    def title(self) -> str:
        """What messages call the arm."""
        return self.name or "the arm"

    @property
    def static_loads(self) -> tuple[str, ...]:
        """The static loads that act on the arm, as messages show them; none: nothing acts."""
        gravity = [f"gravity = {list(self.gravity)} m/s²"] if self.gravity is not None and any(self.gravity) else []
        forces = [
            f"link{k}.axial_force = {link.axial_force!r} N" for k, link in enumerate(self.links, 1) if link.axial_force
        ]
        spin = [f"spin_rate = {self.spin_rate!r} rad/s"] if self.spin_rate else []
        return (*gravity, *forces, *spin)

    @property
    def beam_terms(self) -> tuple[str, ...]:
        """What its links have beyond inextensible beams of Euler and Bernoulli, as messages show it; none: nothing."""
        return tuple(
            f"link{k}.{name} = {getattr(link, name)!r} {unit}"
            for k, link in enumerate(self.links, 1)
            for name, unit in BEAM_TERMS.items()
            if getattr(link, name, None)
        )

    @property
    def general_joints(self) -> tuple[str, ...]:
        """Its joints of several freedoms, as messages call them; none: all turn about their axis, or are rigid."""
        return tuple(f"link{k}.joint" for k, link in enumerate(self.links, 1) if link.joint.state == "general")

    @property
    def driven(self) -> tuple[str, ...]:
        """Its dampers and drives, as messages call them; none: the arm is undamped, and its own master."""
        found = [f"base.{name}" for name in ("attitude", "position") if getattr(self.base, name)]
        for k, link in enumerate(self.links, 1):
            found += [f"link{k}.{name}" for name in LINK_DAMPING if getattr(link, name, 0.0)]
            for motion, own in zip(link.joint.motions, link.joint.driving, strict=True):
                path = f"link{k}.joint" + f".{motion}" * (link.joint.state == "general")
                found += [f"{path}.{name}" for name, one in zip(("damping", "drive"), own, strict=True) if one]
        for k, support in enumerate(self.supports, 1):
            given = {"damping": any(support.dashpots), "drive": support.drive}
            found += [f"support{k}.{name}" for name, one in given.items() if one]
        return tuple(found)

    @cached_property
    def undriven(self) -> "Arm":
        """The same arm without dampers and drives."""
        links = tuple(replace(link, joint=link.joint.undriven) for link in self.undamped.links)
        supports = tuple(support.undriven for support in self.supports)
        return replace(self, base=self.base.undriven, links=links, supports=supports)

    @cached_property
    def undamped(self) -> "Arm":
        """The same arm without damping of its links."""
        none: dict[str, Any] = dict.fromkeys(LINK_DAMPING, 0.0)
        links = (replace(link, **none) if isinstance(link, Link) else link for link in self.links)
        return replace(self, links=tuple(links))

    @property
    def damped_links(self) -> bool:
        """Whether any of its links damps."""
        return any(any(link.damping) for link in self.links if isinstance(link, Link))

    @property
    def rigid_freedoms(self) -> int:
        """Number of freedoms of base and joints that nothing holds: rigid-body modes without gravity and supports."""
        return self.base.freedoms[self.spatial] + sum(not held for link in self.links for held in link.joint.held)


def require_arm(arm: object, source: str = "") -> None:
    """Refuse what is no arm."""
    if not isinstance(arm, Arm):
        raise InputError([Fault("arm", "an Arm", shown(arm))], source)
