"""What damps and drives an arm: freedoms and motions on supports, each with a dynamic stiffness d(s)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.closed_loop.link_damping import resisting
from flexarm.drives import Drive, Motor
from flexarm.errors import QuestionError
from flexarm.frames import rotations
from flexarm.holding import rigid_forms, rigid_left, rigid_units
from flexarm.links import LINK_DAMPING
from flexarm.tree import Held, Place, Tree

# A freedom that nothing drives has twice the eigenvalue zero: s² is what is left.
_FREE = 2
# A rigid-body motion that damped links resist less than this, of what they resist most, is one that they do not.
_UNRESISTED = 1e-9


@dataclass(frozen=True, eq=False)
class Gear:
    """A motor's inertia behind an elastic gear, all at the joint; and whether the motion beyond the gear is felt."""

    inertia: Any
    stiffness: Any
    damping: Any
    on_link: bool


@dataclass(frozen=True, eq=False)
class Wheel:
    """A reaction wheel's inertia, and the friction of its bearing, by which a body's motion comes back to it."""

    inertia: Any
    friction: Any


@dataclass(frozen=True, eq=False)
class Control:
    """A motion φ on which −d(s) φ acts; d(s) = c s + e^(−τs) N/D, coefficients highest power first.

    Behind a gear of stiffness K(s) = k + c s the torque e^(−τs) N/D acts on a motor's inertia J, which moves by ψ:
    J s² ψ = K (φ − ψ) − e^(−τs) N/D times ψ, or φ where that is felt; and K (φ − ψ) acts on the joint.
    A wheel with friction c takes the torque on a body: J s² ψ = e^(−τs) N/D φ − c s (ψ − φ), which the body bears.
    """

    place: Place
    damping: Any
    numerator: Array
    denominator: Array
    delay: Any
    gear: Gear | None = None
    wheel: Wheel | None = None

    def parts(self, s: Array) -> tuple[Array, Array]:
        """Return numerator and denominator of d(s) at points of any shape."""
        top = np.asarray(np.polyval(self.numerator, s)) * np.exp(-self.delay * s)
        below = np.asarray(np.polyval(self.denominator, s))
        if self.gear is not None:
            spring, inertia = self.gear.stiffness + self.gear.damping * s, self.gear.inertia * s * s
            moved = inertia * below + top
            top, below = spring * moved, (inertia + spring) * below + (0 if self.gear.on_link else top)
        if self.wheel is not None:
            spun, dragged = self.wheel.inertia * s, self.wheel.friction * s * below
            top, below = spun * (top + dragged), (spun + self.wheel.friction) * below
        return np.asarray(self.damping * s * below + top), np.asarray(below)

    @property
    def gains(self) -> tuple[float, float]:
        """What it is at rest and by rate as a spring and a damper, if it is no more."""
        rate, own = (0.0, 0.0, *self.numerator)[-2:]
        return float(own / self.denominator[-1]), float(self.damping + rate / self.denominator[-1])

    @property
    def passive(self) -> bool:
        """Whether it is a spring and a damper alone."""
        plain = self.gear is None and self.wheel is None and not self.delay and len(self.denominator) == 1
        return plain and min(self.gains) >= 0.0

    @property
    def order(self) -> int:
        """The lowest power of s in d(s): negative with integral action."""
        own = _trailing(self.numerator) - _trailing(self.denominator) if len(self.numerator) else _FREE
        if self.gear is not None and not self.gear.on_link:
            # The gear's spring is all that holds the joint, however the motor is held.
            own = max(own, 0)
        if self.wheel is not None:
            # What friction gives back leaves nothing at rest.
            own = min(own + 1, _FREE)
        return min(own, 1 if self.damping else _FREE)

    @property
    def at_rest(self) -> float:
        """The stiffness that it is at rest, d(0): infinite with integral action, zero where it holds nothing."""
        if self.order:
            return np.inf if self.order < 0 else 0.0
        common = min(_trailing(self.numerator), _trailing(self.denominator))
        ends = slice(None, -common or None)
        own = replace(self, numerator=self.numerator[ends], denominator=self.denominator[ends])
        top, below = own.parts(np.zeros(()))
        return float(top.real / below.real)


def _trailing(coefficients: Array) -> int:
    return int(np.argmax(coefficients[::-1] != 0.0))


class Driving(NamedTuple):
    """What damps and drives one freedom of a base or a joint: its drive's key, and the axis where that has several."""

    place: tuple[int, int]
    key: str
    axis: str
    damping: float
    drive: Drive | None

    @property
    def name(self) -> str:
        """The drive's name: that of its key, with the axis."""
        return ".".join(filter(None, [self.key, self.axis]))


def driving(arm: Arm, parts: Tree) -> Iterator[Driving]:
    """Yield what damps and drives every freedom of an arm's base and joints, be it nothing."""
    base = parts.sections[0].freedoms
    turning = range(parts.components)[rotations(parts.components)]
    for number, place in enumerate(() if base is None else base.places):
        axes = "xyz" if arm.spatial or place not in turning else ""
        axis = axes[place % turning.start] if axes and arm.base.kind == "free" else ""
        turned = place in turning
        held = arm.base.attitude if turned else arm.base.position
        yield Driving((0, number), "base.attitude" if turned else "base.position", axis, 0.0, held)
    for k, (link, numbers) in enumerate(zip(arm.links, parts.links, strict=True), 1):
        for number, (motion, own) in enumerate(zip(link.joint.motions, link.joint.driving, strict=True)):
            key = f"link{k}.joint" + f".{motion}" * (link.joint.state == "general") + ".drive"
            yield Driving((numbers.root, number), key, "", *own)


def controls(arm: Arm, parts: Tree, number: Callable[[float], Any] = float) -> tuple[Control, ...]:
    """Return what damps and drives an arm, its own numbers as floats or as something else makes them.

    Damping of its links is none of these, and refused.
    """
    require_links_undamped(arm)
    return tuple(_controls(arm, parts, number))


def require_links_undamped(arm: Arm) -> None:
    """Refuse an arm whose links damp."""
    if arm.damped_links:
        named = ", ".join(name for name in arm.driven if name.split(".")[-1] in LINK_DAMPING)
        raise QuestionError(
            f"{arm.title}: with {named} its eigenvalues and responses are answered; remove them, or ask for these "
            "(flexarm eigenvalues, flexarm respond, flexarm respond --frequency)"
        )


def _controls(arm: Arm, parts: Tree, value: Callable[[float], Any]) -> Iterator[Control]:
    for one in driving(arm, parts):
        if one.damping or one.drive is not None:
            yield _control(one.place, one.damping, one.drive, value)
    resisted = {one.name: one for one in parts.resisted}
    for k, support in enumerate(arm.supports, 1):
        for motion, damping in zip(support.holds, support.dashpots, strict=True):
            # What is held already does not move.
            held_by = resisted.get(f"support{k}_{motion}")
            if held_by is not None and (damping or support.drive is not None):
                yield _control(held_by, damping, support.drive, value)


def _control(place: Place, damping: float, given: Drive | None, value: Callable[[float], Any]) -> Control:
    drive = given or Drive()
    top, below = drive.transfer(value)
    delay, gear = value(drive.delay if top else 0.0), None if drive.motor is None else _gear(drive.motor, value)
    spun = drive.wheel is not None and drive.wheel.friction
    wheel = Wheel(value(drive.wheel.inertia), value(drive.wheel.friction)) if drive.wheel and spun else None
    return Control(place, value(damping), np.array(top), np.array(below), delay, gear, wheel)


def _gear(motor: Motor, value: Callable[[float], Any]) -> Gear:
    """Return a motor at the joint."""
    inertia = value(motor.gear_ratio) ** 2 * value(motor.inertia)
    return Gear(inertia, value(motor.stiffness), value(motor.damping), motor.sensed == "link")


def passive(arm: Arm) -> bool:
    """Return whether nothing that damps and drives an arm gives it energy."""
    joints = (drive for link in arm.links for _, drive in link.joint.driving)
    drives = [arm.base.attitude, arm.base.position, *joints, *(support.drive for support in arm.supports)]
    return all(drive is None or drive.dissipative for drive in drives)


def still(arm: Arm, parts: Tree, every: Sequence[Control]) -> int:
    """Return how often zero is an eigenvalue of an arm under its static loads: rigid-body motions brought back by none.

    Of each of these 2 where nothing resists it, 1 where dampers or links do; their number is a rank.
    """
    acting = {one.place: one.order for one in every if not isinstance(one.place, Held)}
    orders = list[int]()
    holds = {link.root: link.held for link in parts.links}
    for section, one in enumerate(parts.sections):
        for number in range(0 if one.freedoms is None else len(one.freedoms.places)):
            if section not in holds or not holds[section][number]:
                orders.append(acting.get((section, number), _FREE))
    on_supports = [(one.place, one.order) for one in every if isinstance(one.place, Held)]
    moved = np.vstack([np.eye(len(orders)), rigid_forms(parts, [place for place, _ in on_supports])])
    orders += [order for _, order in on_supports]
    # Orthonormal, in units of the arm's size.
    left = rigid_left(parts)[0] / rigid_units(parts)[:, np.newaxis] if parts.held else np.eye(moved.shape[1])
    _, values, right = np.linalg.svd(moved[[order < 1 for order in orders]] @ left)
    left = left @ right[int(np.sum(values > _UNRESISTED)) :].T
    links = resisting(arm, parts) if arm.damped_links else np.zeros((0, moved.shape[1]))
    dampers = moved[[order == 1 for order in orders]]
    rows = np.vstack([links / np.max(np.abs(links), axis=0, initial=1e-300), dampers]) @ left
    resisted = int(np.linalg.matrix_rank(rows, tol=_UNRESISTED)) if rows.size else 0
    return int(2 * left.shape[1]) - resisted
