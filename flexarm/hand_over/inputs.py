"""What can drive an arm: a unit of every load that a load case knows, by name."""

from dataclasses import dataclass

from flexarm.arm import Arm
from flexarm.load_cases.history import History
from flexarm.load_cases.load import BaseAcceleration, BaseForce, Component, JointTorque, Load, TipForce

_UNIT = History.step(1.0)
_FORCES: dict[Component, tuple[str, str, str]] = {
    "x": ("force_x", "N", "force along x"),
    "y": ("force_y", "N", "force along y"),
    "rotation": ("couple", "N m", "couple"),
}
_ACCELERATIONS: dict[Component, tuple[str, str, str]] = {
    "x": ("acceleration_x", "m/s²", "acceleration along x"),
    "y": ("acceleration_y", "m/s²", "acceleration along y"),
    "rotation": ("angular_acceleration", "rad/s²", "angular acceleration"),
}


@dataclass(frozen=True)
class Input:
    """One input.

    Parameters
    ----------
    name
        Its name: ``joint1_torque``.
    units
        Its unit.
    long_name
        What it is, in words.
    load
        A unit of it, as a load case has it.
    """

    name: str
    units: str
    long_name: str
    load: Load


def inputs(arm: Arm) -> list[Input]:
    """Return everything that can drive an arm: its base, the joints that turn, the links' tips, the payload.

    A torque acts on the link outside its joint and, with the opposite sign, on the body inside; in a locked joint it
    stands beside the spring. A fixed base has accelerations in place of forces.

    Parameters
    ----------
    arm
        The arm.
    """
    all_inputs = _base(arm)
    all_inputs += [_torque(k) for k, link in enumerate(arm.links, 1) if link.joint.turns]
    for k in range(1, len(arm.links) + 1):
        all_inputs += _forces(f"link{k}_tip", f"link {k}'s tip", k)
    return all_inputs + (_forces("payload", "the payload's centre of mass", None) if arm.payload else [])


def _base(arm: Arm) -> list[Input]:
    if arm.base.kind == "fixed":
        told = _ACCELERATIONS.items()
        return [
            Input(f"base_{name}", units, f"{words} of the base, prescribed", BaseAcceleration(component, _UNIT))
            for component, (name, units, words) in told
        ]
    return [
        Input(f"base_{name}", units, f"{words} on the base's centre of mass", BaseForce(component, _UNIT))
        for component, (name, units, words) in _FORCES.items()
        if component in _free_components(arm)
    ]


def _free_components(arm: Arm) -> tuple[Component, ...]:
    """Return the components in which a base that moves gives way to a force."""
    if arm.base.kind == "free":
        return ("x", "y", "rotation")
    return tuple(name for name, part in zip(("x", "y"), arm.base.direction, strict=False) if part)


def _torque(k: int) -> Input:
    words = f"torque in joint {k}, on the link outside it and its reaction on the body inside"
    return Input(f"joint{k}_torque", "N m", words, JointTorque(k, _UNIT, internal_couple=True))


def _forces(point: str, place: str, link: int | None) -> list[Input]:
    return [
        Input(f"{point}_{name}", units, f"{words} on {place}", TipForce(component, _UNIT, link))
        for component, (name, units, words) in _FORCES.items()
    ]
