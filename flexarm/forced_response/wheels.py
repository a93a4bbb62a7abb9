"""Reaction wheels over time: which there are, and what makes the torque that spins each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flexarm.arm import Arm
from flexarm.closed_loop.control import Control
from flexarm.drives import Wheel
from flexarm.forced_response.damping import Dashpot
from flexarm.frames import rotations
from flexarm.load_cases import Damper, LoadCase
from flexarm.tree import Held, Tree

_AXES = {3: ("z",), 6: ("x", "y", "z")}


@dataclass(frozen=True, eq=False)
class Spun:
    """A reaction wheel: the name of its outputs, where a word goes in, words for where it is, and what spins it.

    That is a control, by its number, less the dashpot that is a part of it, a damper of the other sign; or rate
    feedback, as a damper, and a spring beside it, N m/rad.
    """

    name: str
    where: str
    wheel: Wheel
    control: int | None = None
    damper: Damper | Dashpot | None = None
    spring: float = 0.0


def spun_wheels(arm: Arm, case: LoadCase, parts: Tree, every: Sequence[Control]) -> tuple[Spun, ...]:
    """Return the wheels of an arm and of a load case that fits it, with what drives the arm over time."""
    return (*_of_base(arm, parts, every), *_of_supports(arm, parts, every), *_of_case(case))


def _of_base(arm: Arm, parts: Tree, every: Sequence[Control]) -> Iterator[Spun]:
    base, drive = parts.sections[0].freedoms, arm.base.attitude
    if base is None or drive is None or drive.wheel is None:
        return
    turning = rotations(parts.components)
    for axis, component in zip(_AXES[parts.components], range(parts.components)[turning], strict=True):
        place = 0, list(base.places).index(component)
        acting = [k for k, one in enumerate(every) if one.place == place]
        where = "the base's wheel" + ("" if parts.components == 3 else f" about {axis}")
        yield Spun(f"base_wheel_{{}}_about_{axis}", where, drive.wheel, control=acting[0])


def _of_supports(arm: Arm, parts: Tree, every: Sequence[Control]) -> Iterator[Spun]:
    resisted = {one.name: one for one in parts.resisted}
    acting = {one.place.name: k for k, one in reversed(list(enumerate(every))) if isinstance(one.place, Held)}
    for number, support in enumerate(arm.supports, 1):
        drive = support.drive
        if drive is None or drive.wheel is None:
            continue
        for motion, damping in zip(support.holds, support.dashpots, strict=True):
            held = resisted.get(f"support{number}_{motion}")
            if held is None:
                continue
            name, where = f"support{number}_wheel_{{}}_{motion}", f"support {number}'s wheel"
            if held.name in acting:
                yield Spun(name, where, drive.wheel, acting[held.name], Dashpot(-damping, held))
            else:
                yield Spun(name, where, drive.wheel, None, Dashpot(drive.derivative, held), drive.proportional)


def _of_case(case: LoadCase) -> Iterator[Spun]:
    for number, damper in enumerate(case.dampers, 1):
        if damper.wheel is not None:
            yield Spun(f"damper{number}_wheel_{{}}", f"damper {number}'s wheel", damper.wheel, damper=damper)
