"""Links that taper or step: uniform pieces, welded together."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil
from typing import Any, ClassVar, Literal

from flexarm.checks import Condition, finite, positive, require, shown
from flexarm.decimals import difference
from flexarm.errors import Fault
from flexarm.links import Link, part_faults, place_faults
from flexarm.parts import Body, Joint
from flexarm.section import Section
from flexarm.taper import Values, ratio, tapered

Interpolation = Literal["linear", "constant"]

# Stretches are halved towards an end that is so much softer or lighter: thirty times at most.
_WIDEST = 1e9
_MOST_PIECES = 1000


@dataclass(frozen=True)
class NonuniformLink:
    """A flexible link that tapers or steps; an arm is given its `links`, uniform pieces welded together.

    Parameters
    ----------
    length
        Length, m; positive.
    sections
        Sections in order from root to tip, the first at position 0.
    interpolation
        ``"linear"``: between sections, what they give varies linearly (of tubes, their diameter, wall, modulus and
        density); the last is at the tip, and two at one position are a step. ``"constant"``: a section holds from its
        position to the next one's, the last to the tip.
    pieces
        Of a linear link, number of uniform pieces that stand for it, from 2 to 1000: twice as many are sixteen times as
        accurate. It is rounded up to two between any two sections, and more where these differ by much.
    joint
        The joint at the link's root.
    angle
        Angle from the link that it begins on, deg; on the base, from the base's x axis.
    tip
        A rigid body at the link's tip, or None.
    axial_force
        Tension, N, by a pair of forces along the undeformed link at its root and tip, which keep their directions;
        negative for compression.
    name, parent, at
        As of a `Link`; the last piece has the name, those before it are called ``name_1``, ``name_2``, and so on.

    Raises
    ------
    InputError
        If a number is out of its range, sections are missing or out of order, or a part is of the wrong type.
    """

    length: float
    sections: tuple[Section, ...]
    interpolation: Interpolation = "linear"
    pieces: int = 20
    joint: Joint = field(kw_only=True)
    angle: float = field(default=0.0, kw_only=True)
    tip: Body | None = field(default=None, kw_only=True)
    axial_force: float = field(default=0.0, kw_only=True)
    name: str = field(default="", kw_only=True)
    parent: str | None = field(default=None, kw_only=True)
    at: Any = field(default=None, kw_only=True)
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {
        "length": positive("m"),
        "angle": finite("deg"),
        "axial_force": finite("N"),
    }

    def __post_init__(self) -> None:
        faults = part_faults(self.joint, self.tip) + place_faults(self) + self._own_faults()
        require(self, self._CONDITIONS, faults + self._section_faults())
        object.__setattr__(self, "sections", tuple(self.sections))
        found = [] if self.interpolation == "constant" else self._steep_faults()
        require(self, {}, self._place_faults() + found)

    @property
    def links(self) -> tuple[Link, ...]:
        """The uniform pieces from root to tip: the first has the joint, the last the name and the body."""
        made = list(self._steps() if self.interpolation == "constant" else self._tapers())
        return tuple(
            Link(
                length,
                *values,
                joint=Joint.rigid() if k else self.joint,
                angle=0.0 if k else self.angle,
                tip=self.tip if k == len(made) - 1 else None,
                axial_force=self.axial_force,
                name=self.name if k == len(made) - 1 or not self.name else f"{self.name}_{k + 1}",
                parent=None if k else self.parent,
                at=None if k else self.at,
            )
            for k, (length, values) in enumerate(made)
        )

    def _steps(self) -> Iterator[tuple[float, Values]]:
        ends = [*(section.position for section in self.sections[1:]), self.length]
        for section, end in zip(self.sections, ends, strict=True):
            yield difference(end, section.position), section.values

    def _tapers(self) -> Iterator[tuple[float, Values]]:
        for inner, outer in pairwise(self.sections):
            length = difference(outer.position, inner.position)
            stretches = ceil(0.5 * self.pieces * length / self.length)
            if length:
                yield from ((share * length, values) for share, values in tapered(inner, outer, stretches))

    def _own_faults(self) -> list[Fault]:
        faults = []
        if self.interpolation not in ("linear", "constant"):
            faults.append(Fault("interpolation", '"linear" or "constant"', shown(self.interpolation)))
        whole = isinstance(self.pieces, int) and not isinstance(self.pieces, bool)
        if not whole or not 2 <= self.pieces <= _MOST_PIECES:
            faults.append(Fault("pieces", f"a whole number from 2 to {_MOST_PIECES}", shown(self.pieces)))
        return faults

    def _section_faults(self) -> list[Fault]:
        least = 1 if self.interpolation == "constant" else 2
        if not isinstance(self.sections, list | tuple) or len(self.sections) < least:
            wanted = "one section or more" if least == 1 else "two sections or more, the last at the tip"
            got = f"{len(self.sections)}" if isinstance(self.sections, list | tuple) else shown(self.sections)
            return [Fault("section", wanted, got)]
        return [
            Fault(f"section{k}", "a Section(position, …)", shown(section))
            for k, section in enumerate(self.sections, 1)
            if not isinstance(section, Section)
        ]

    def _place_faults(self) -> list[Fault]:
        places, linear = [section.position for section in self.sections], self.interpolation == "linear"
        wanted = {} if places[0] == 0.0 else {1: "0, the link's root"}
        for k, (before, place) in enumerate(pairwise(places), 2):
            if place < before or (place == before and not linear):
                wanted[k] = f"more than that of the section before, {before!r} m"
            elif place == before and (places.count(place) > 2 or place in (0.0, self.length)):
                wanted[k] = f"more than {before!r} m: two sections at one place are a step, between root and tip"
        if linear and places[-1] != self.length:
            wanted[len(places)] = f"the link's length, {self.length!r} m: the last section is at the tip"
        if not linear and places[-1] >= self.length:
            wanted[len(places)] = f"less than the link's length, {self.length!r} m: a section holds from there on"
        return [Fault(f"section{k}.position", text, shown(places[k - 1])) for k, text in wanted.items()]

    def _steep_faults(self) -> list[Fault]:
        """Refuse neighbours between which nothing can be interpolated, or too much."""
        faults = []
        for k, (inner, outer) in enumerate(pairwise(self.sections), 2):
            between = inner.position < outer.position
            if between and (inner.tube is None) != (outer.tube is None):
                names = ("mass_per_length and flexural_rigidity", "a tube")
                wanted, got = names if inner.tube is None else names[::-1]
                faults.append(Fault(f"section{k}", f"{wanted}, as the section before, to vary linearly", got))
            elif between and (times := ratio(inner.values, outer.values)) > _WIDEST:
                wanted = (
                    f"values within a factor of {_WIDEST:.0e} of the section before's; or a section between the two"
                )
                faults.append(Fault(f"section{k}", wanted, f"a factor of {times:.1e}"))
        return faults
