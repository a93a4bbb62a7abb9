"""What can drive an arm: a unit of every load that a load case knows, by name."""

from dataclasses import dataclass

from flexarm.arm import Arm
from flexarm.arm_tree import redundant_supports
from flexarm.joint_freedoms import pushes
from flexarm.load_cases.history import History
from flexarm.load_cases.load import BaseAcceleration, BaseForce, JointTorque, Load, SupportMotion, TipForce, direction
from flexarm.parts import Joint

_UNIT = History.step(1.0)
# Names, units and words of what acts along an axis, and of what acts about one.
_FORCE = ("force", "N"), ("couple", "N m")
_ACCELERATION = ("acceleration", "m/s²"), ("angular_acceleration", "rad/s²")


def _components(arm: Arm, of: tuple[tuple[str, str], tuple[str, str]]) -> dict[str, tuple[str, str, str]]:
    """Return name, unit and words of all that acts in a component's direction, by the component."""
    (along, unit), (about, turning) = of
    axes, words = "xyz" if arm.spatial else "xy", about.replace("_", " ")
    found = {axis: (f"{along}_{axis}", unit, f"{along} along {axis}") for axis in axes}
    if not arm.spatial:
        return found | {"rotation": (about, turning, words)}
    return found | {f"rotation_{axis}": (f"{about}_{axis}", turning, f"{words} about {axis}") for axis in axes}


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
    """Return all that can drive an arm: base, freedoms of joints, links' tips, the payload, what supports hold.

    A torque acts on the link outside its joint and, with the opposite sign, on the body inside; in a locked joint it
    stands beside the spring. In a freedom that slides it is a force. A fixed base has accelerations in place of forces.

    Parameters
    ----------
    arm
        The arm.
    """
    all_inputs = _base(arm)
    all_inputs += [one for k, link in enumerate(arm.links, 1) for one in _torques(k, link.joint)]
    for k in range(1, len(arm.links) + 1):
        all_inputs += _forces(arm, f"link{k}_tip", f"link {k}'s tip", k)
    all_inputs += _forces(arm, "payload", "the payload's centre of mass", None) if arm.payload else []
    return all_inputs + _support_motions(arm)


def _base(arm: Arm) -> list[Input]:
    if arm.base.kind == "fixed":
        told = _components(arm, _ACCELERATION).items()
        return [
            Input(f"base_{name}", units, f"{words} of the base, prescribed", BaseAcceleration(component, _UNIT))
            for component, (name, units, words) in told
        ]
    return [
        Input(f"base_{name}", units, f"{words} on the base's centre of mass", BaseForce(component, _UNIT))
        for component, (name, units, words) in _components(arm, _FORCE).items()
        if _gives_way(arm, component)
    ]


def _gives_way(arm: Arm, component: str) -> bool:
    """Say whether a base that moves gives way to a force in a component's direction."""
    if arm.base.kind == "free":
        return True
    return any(part * way for part, way in zip(direction(component), arm.base.direction, strict=False))


def _torques(k: int, joint: Joint) -> list[Input]:
    freedoms = joint.motions if joint.state == "general" else (None,)
    return [
        Input(*told, JointTorque(k, _UNIT, internal_couple=True, freedom=freedom))
        for told, freedom in zip(pushes(k, joint), freedoms, strict=False)
    ]


def _support_motions(arm: Arm) -> list[Input]:
    """Return the motions of what supports hold, but for what is held already, or moves a dashpot or a drive."""
    already, found = redundant_supports(arm), []
    for number, support in enumerate(arm.supports, 1):
        for motion, movable in zip(support.holds, support.movable, strict=True):
            if motion not in already[number - 1] and movable:
                unit, words = "rad" if motion.startswith("about") else "m", motion.replace("_", " ")
                told = f"motion {words} of what support {number} holds, prescribed"
                found.append(Input(f"support{number}_{motion}", unit, told, SupportMotion(number, motion, _UNIT)))
    return found


def _forces(arm: Arm, point: str, place: str, link: int | None) -> list[Input]:
    return [
        Input(f"{point}_{name}", units, f"{words} on {place}", TipForce(component, _UNIT, link))
        for component, (name, units, words) in _components(arm, _FORCE).items()
    ]
