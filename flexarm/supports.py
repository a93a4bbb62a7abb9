"""Supports: what holds a section of an arm, to the ground or to another, rigidly, by springs or by dashpots."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from flexarm.checks import (
    Condition,
    finite,
    is_number,
    meant,
    non_negative,
    number_fault,
    positive,
    require,
    shown,
    text_faults,
)
from flexarm.decimals import kept
from flexarm.drives import ALONG, Drive, drive_faults
from flexarm.errors import Fault
from flexarm.parts import MOTIONS

Axes = Literal["base", "link"]
_STATION = Condition('a positive number; at the root of a link the section is "NAME.root"', lambda x: x > 0.0, "m")


@dataclass(frozen=True)
class Support:
    """What holds a section of an arm to the ground, or to another section.

    Parameters
    ----------
    section
        The section: ``"tip"``, the last link's tip; ``"boom.tip"`` or ``"boom.root"``, a link's tip, or its root, on
        the outer side of its joint; or, with a station, the link.
    holds
        The motions that it holds: ``"along_x"``, ``"along_y"``, ``"about_z"``, in space ``"along_z"``,
        ``"about_x"``, ``"about_y"`` too; one or more.
    stiffness
        Of a spring in each of them, N/m or N m/rad: one number, or one a motion; positive. None: it holds rigidly, or
        where it damps or drives, not at all.
    station
        Where along the link, m from its root, between its ends. A flexible link is cut there.
    axes
        Whose axes the motions are in: ``"base"`` or ``"link"``.
    angle
        Angle of the motions' axes from those, about z, deg.
    to
        The other section, named as `section` is: the motions are relative to it, as if it were carried along rigidly to
        where the section is. Empty: the ground.
    damping
        Of a dashpot in each of them, N s/m or N m s/rad: one number, or one a motion; not negative. None: it has none.
    drive
        What a controller resists each of them with, a `flexarm.drives.Drive`: attitude and position of the section are
        fed back to it. None: nothing.

    Raises
    ------
    InputError
        If a motion is unknown or given twice, or a number is not finite or not positive.
    """

    section: str
    holds: tuple[str, ...]
    stiffness: Any = None
    station: float | None = None
    axes: Axes = "base"
    angle: float = 0.0
    to: str = ""
    damping: Any = None
    drive: Drive | None = None

    def __post_init__(self) -> None:
        faults = text_faults("section", self.section) + text_faults("to", self.to)
        if not isinstance(self.holds, list | tuple) or not self.holds:
            faults.append(Fault("holds", f"a list of one motion or more: {', '.join(MOTIONS)}", shown(self.holds)))
        else:
            for k, motion in enumerate(self.holds, 1):
                if motion not in MOTIONS:
                    wanted = f"one of {', '.join(MOTIONS)}"
                    faults.append(Fault(f"holds{k}", wanted, f"{shown(motion)}{meant(motion, MOTIONS)}"))
                elif self.holds.index(motion) < k - 1:
                    faults.append(Fault(f"holds{k}", "each motion once", f"{shown(motion)} again"))
        faults += self._numbers_faults("stiffness", positive("N/m or N m/rad"))
        faults += self._numbers_faults("damping", non_negative("N s/m or N m s/rad"))
        turning = isinstance(self.holds, list | tuple) and all(str(one).startswith("about") for one in self.holds)
        never = {"wheel": "it reacts against itself alone, and not another section"} if self.to else {}
        faults += drive_faults("drive", self.drive, **(never if turning else {"wheel": ALONG}))
        if self.station is not None and (fault := number_fault("station", self.station, _STATION)):
            faults.append(fault)
        if self.axes not in ("base", "link"):
            faults.append(Fault("axes", '"base" or "link"', f"{shown(self.axes)}{meant(self.axes, ('base', 'link'))}"))
        require(self, {"angle": finite("deg")}, faults)
        object.__setattr__(self, "holds", tuple(self.holds))
        for name in ("stiffness", "damping"):
            if (own := getattr(self, name)) is not None:
                object.__setattr__(self, name, kept(own) if is_number(own) else tuple(map(kept, own)))
        if self.station is not None:
            object.__setattr__(self, "station", kept(self.station))

    def _numbers_faults(self, name: str, condition: Condition) -> list[Fault]:
        given = getattr(self, name)
        if given is None or is_number(given):
            fault = None if given is None else number_fault(name, given, condition)
            return [fault] if fault else []
        count = len(self.holds) if isinstance(self.holds, list | tuple) else 0
        if not isinstance(given, list | tuple) or len(given) != count:
            wanted = "one number" if count == 1 else f"one number, or {count}, one a motion that is held"
            return [Fault(name, wanted, shown(given))]
        each = (number_fault(f"{name}{k}", one, condition) for k, one in enumerate(given, 1))
        return [fault for fault in each if fault]

    @property
    def resists(self) -> bool:
        """Whether it has a dashpot or a drive, of whatever size: without a spring it then holds nothing."""
        return self.damping is not None or self.drive is not None

    @property
    def springs(self) -> tuple[float | None, ...]:
        """The stiffness of the spring in each motion, zero for none, None where it is held rigidly."""
        given = 0.0 if self.stiffness is None and self.resists else self.stiffness
        return given if isinstance(given, tuple) else (given,) * len(self.holds)

    @property
    def dashpots(self) -> tuple[float, ...]:
        """The damping of the dashpot in each motion, zero for none."""
        return self.damping if isinstance(self.damping, tuple) else (self.damping or 0.0,) * len(self.holds)

    @property
    def movable(self) -> tuple[bool, ...]:
        """Whether a spring alone, or nothing that gives way, holds each motion: where it stands on may be moved."""
        pairs = zip(self.springs, self.dashpots, strict=True)
        return tuple(spring != 0.0 and not damping and self.drive is None for spring, damping in pairs)

    @property
    def undriven(self) -> "Support":
        """The same support, its dashpots without damping, and without drive."""
        return replace(self, damping=0.0, drive=None) if self.resists else self


def section_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return what the sections of links are called that a support may hold."""
    return ("tip", *(f"{name}.{end}" for name in names for end in ("root", "tip")))
