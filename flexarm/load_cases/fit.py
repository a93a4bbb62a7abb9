"""Whether a load case speaks of what an arm has."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from flexarm.arm import Arm
from flexarm.branching import cut_names, link_numbers, piece_name
from flexarm.checks import shown, unknown_name
from flexarm.errors import Fault, InputError
from flexarm.load_cases.case import LoadCase
from flexarm.load_cases.damping import Damper
from flexarm.load_cases.initial import Initial
from flexarm.load_cases.load import (
    COMPONENTS,
    IN_THE_PLANE,
    BaseAcceleration,
    BaseForce,
    JointTorque,
    Load,
    SupportMotion,
    direction,
)

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Part = TypeVar("Part", bound="DataclassInstance")
# A joint's rate, rad/s, or of one of several freedoms those of all, rad/s or m/s.
Rate = TypeVar("Rate", float, float | tuple[float, ...])


def check_case(case: LoadCase, arm: Arm) -> LoadCase:
    """Refuse a load case that speaks of what an arm does not have.

    Parameters
    ----------
    case
        The load case.
    arm
        The arm.

    Returns
    -------
    LoadCase
        The same case, with numbers of links and joints in place of names.

    Raises
    ------
    InputError
        If they do not fit; every misfit is named. How many damping ratios are needed depends on the number of modes,
        which neither of them knows.
    """
    faults: list[Fault] = []
    told = _numbered_case(case, arm, faults)
    faults += [fault.under(f"load{k}") for k, load in enumerate(told.loads, 1) for fault in load_faults(load, arm)]
    if told.initial is not None:
        faults += [fault.under("initial") for fault in _initial_faults(told.initial, arm)]
    for k, damper in enumerate(told.dampers, 1):
        unfit = _damper_faults(damper, arm) or _wheel_faults(damper, case)
        faults += [fault.under(f"damper{k}") for fault in unfit]
    if faults:
        raise InputError(one_each(faults), f"{case.title} on {arm.title}")
    if told.initial is None:
        return told
    return replace(told, initial=replace(told.initial, joint_rates=spread_rates(told.initial.joint_rates, arm)))


def one_each(faults: Sequence[Fault]) -> list[Fault]:
    """Return the first fault of each key: others speak of a value that it says cannot be used."""
    first: dict[str, Fault] = {}
    for fault in faults:
        first.setdefault(fault.path, fault)
    return list(first.values())


def _numbered_case(case: LoadCase, arm: Arm, faults: list[Fault]) -> LoadCase:
    """Return a case with numbers in place of names, and take over the faults of names that no link has."""
    initial = case.initial
    if initial is not None:
        initial = replace(initial, loads=numbered("initial.load", initial.loads, arm, faults))
    loads, dampers = numbered("load", case.loads, arm, faults), numbered("damper", case.dampers, arm, faults)
    return replace(case, loads=loads, dampers=dampers, initial=initial)


def numbered(noun: str, parts: tuple[Part, ...], arm: Arm, faults: list[Fault]) -> tuple[Part, ...]:
    """Return parts with numbers in place of names of links, and take over the faults of names that no link has."""
    return tuple(_numbered(f"{noun}{k}", part, arm, faults) for k, part in enumerate(parts, 1))


def _numbered(path: str, part: Part, arm: Arm, faults: list[Fault]) -> Part:
    """Return a load or a damper with numbers in place of names of links."""
    known, found = link_numbers(arm.links), part
    for key in ("joint", "link"):
        name = getattr(part, key, None)
        if isinstance(name, int) and (called := cut_names(arm.links)):
            wanted = f"a name, one of {', '.join(called)}: numbers would count the pieces of links that are cut"
            faults.append(Fault(f"{path}.{key}", wanted, shown(name)))
        if isinstance(name, str) and name not in known:
            faults.append(unknown_name(f"{path}.{key}", name, known))
        if isinstance(name, str):
            # The joint of a link that is cut is its first piece's.
            first = known.get(name, 0) if key == "link" else known.get(piece_name(name, 1), known.get(name, 0))
            found = replace(found, **{key: first + 1})
    return found


def load_faults(load: Load, arm: Arm) -> list[Fault]:
    """Return the faults of a load that speaks of what an arm does not have."""
    return _kind_faults(load, arm) or _plane_faults(load, arm)


def _plane_faults(load: Load, arm: Arm) -> list[Fault]:
    if isinstance(load, JointTorque | SupportMotion) or arm.spatial:
        return []
    out = _out_of_plane(direction(load.component))
    wanted = '"x", "y" or "rotation": the arm moves in the plane; motion = "spatial" in its file makes it one in space'
    return [Fault("component", wanted, repr(load.component))] if out else []


def _out_of_plane(motion: Sequence[float]) -> bool:
    """Say whether components along x, y and z and about them leave the plane."""
    return any(motion[place] for place in range(len(COMPONENTS)) if place not in IN_THE_PLANE)


def _kind_faults(load: Load, arm: Arm) -> list[Fault]:
    if isinstance(load, BaseAcceleration):
        wanted = "a base_force: only the motion of a fixed base is prescribed"
        return [] if arm.base.kind == "fixed" else [Fault("kind", wanted, f"{load.kind}, for a {arm.base.kind} base")]
    if isinstance(load, BaseForce):
        return _base_force_faults(load, arm)
    if isinstance(load, JointTorque):
        return _torque_faults(load, arm)
    if isinstance(load, SupportMotion):
        return _support_faults(load, arm)
    if load.link is not None:
        return _number_faults("link", load.link, arm)
    wanted = f"{_numbers('link', arm)}: there is no payload"
    return [] if arm.payload else [Fault("link", wanted, "nothing, which means the payload")]


def _support_faults(load: SupportMotion, arm: Arm) -> list[Fault]:
    if load.support > len(arm.supports):
        wanted = f"a support's number, 1 to {len(arm.supports)}" if arm.supports else "an arm that stands on supports"
        return [Fault("support", wanted, repr(load.support))]
    from flexarm.arm_tree import redundant_supports  # late: describing a case needs no numpy

    holds = arm.supports[load.support - 1].holds
    if load.motion not in holds:
        return [Fault("motion", f"one that support {load.support} holds: {', '.join(holds)}", shown(load.motion))]
    if load.motion in redundant_supports(arm)[load.support - 1]:
        wanted = "a motion that base, links and other supports do not hold already (flexarm check)"
        return [Fault("motion", wanted, f"{load.motion} of support {load.support}")]
    if not arm.supports[load.support - 1].movable[holds.index(load.motion)]:
        wanted = "a motion that is held rigidly or by a spring alone: what moves a dashpot's foot is not modelled"
        return [Fault("motion", wanted, f"{load.motion} of support {load.support}")]
    return []


def _base_force_faults(load: BaseForce, arm: Arm) -> list[Fault]:
    if arm.base.kind == "fixed":
        wanted = "a base_acceleration: a fixed base does not give way to forces"
        return [Fault("kind", wanted, f"{load.kind}, for a fixed base")]
    if arm.base.kind == "free":
        return []
    along = sum(part * given for part, given in zip(arm.base.direction, direction(load.component), strict=False))
    wanted = f"a force along the guided base's direction, {list(arm.base.direction)}: it gives way to no other"
    return [] if along else [Fault("component", wanted, repr(load.component))]


def _torque_faults(load: JointTorque, arm: Arm) -> list[Fault]:
    faults = joint_faults(load.joint, load.freedom, arm)
    if faults or load.internal_couple:
        return faults
    joint = arm.links[load.joint - 1].joint
    if not joint.held[0 if load.freedom is None else joint.motions.index(load.freedom)]:
        return []
    wanted = "an unlocked joint, or internal_couple = true where a couple beside the locked joint's spring is meant"
    return [Fault("joint", wanted, f"joint {load.joint}, which is locked")]


def _initial_faults(initial: Initial, arm: Arm) -> list[Fault]:
    motion = initial.payload_motion
    moving = {"payload_velocity": (*motion[:3], 0.0, 0.0, 0.0), "payload_rate": (0.0, 0.0, 0.0, *motion[3:])}
    faults = [
        Fault(name, "zero: there is no payload to grapple", repr(getattr(initial, name)))
        for name, moved in moving.items()
        if any(moved) and arm.payload is None
    ]
    faults += [
        Fault(name, "nothing out of the plane in which the arm moves", repr(getattr(initial, name)))
        for name, moved in moving.items()
        if arm.payload and not arm.spatial and _out_of_plane(moved)
    ]
    for k, load in enumerate(initial.loads, 1):
        faults += [fault.under(f"load{k}") for fault in load_faults(load, arm)]
    if unfit := rates_faults(initial.joint_rates, arm):
        return [*faults, *unfit]
    rates = zip(initial.joint_rates, jointed(arm), strict=False)
    return faults + [fault for k, one in enumerate(rates, 1) for fault in _rate_faults(f"joint_rates{k}", *one, arm)]


def jointed(arm: Arm) -> tuple[int, ...]:
    """Return the numbers, from 0, of the links whose joints are counted: of one that is cut the first piece's."""
    known = link_numbers(arm.links)
    called = cut_names(arm.links)
    return tuple(known.get(piece_name(name, 1), known[name]) for name in called) or tuple(range(len(arm.links)))


def rates_faults(rates: Sequence[object], arm: Arm) -> list[Fault]:
    """Return the fault of what must be as many rates as an arm has joints, or none."""
    if not rates or len(rates) == (count := len(jointed(arm))):
        return []
    called = ", ".join(cut_names(arm.links))
    wanted = f"one rate for each of the {count} joints" + (f", those of {called}" if called else "")
    return [Fault("joint_rates", wanted, f"{len(rates)} of them")]


def spread_rates(rates: Sequence[Rate], arm: Arm) -> tuple[Rate, ...]:
    """Return joints' rates with zeros for the pieces of links that are cut."""
    if not rates:
        return ()
    by_link = dict(zip(jointed(arm), rates, strict=True))
    return tuple(by_link.get(k, 0.0) for k in range(len(arm.links)))


def _rate_faults(path: str, rate: float | tuple[float, ...], number: int, arm: Arm) -> list[Fault]:
    """Return the fault of what must be the rates of a link's joint: one number, or one for each of its freedoms."""
    motions = arm.links[number].joint.motions
    given = rate if isinstance(rate, tuple) else (rate,)
    if not motions:
        return [Fault(path, "zero: the joint is rigid", repr(rate))] if any(given) else []
    if len(given) == len(motions) or (not any(given) and not isinstance(rate, tuple)):
        return []
    wanted = f"a rate for each of its freedoms: {', '.join(motions)}" if len(motions) > 1 else "one rate"
    return [Fault(path, wanted, repr(rate))]


def _damper_faults(damper: Damper, arm: Arm) -> list[Fault]:
    if damper.joint is not None:
        return joint_faults(damper.joint, damper.freedom, arm)
    assert damper.link is not None  # Damper has one of the two.
    wanted = '"z", or nothing: the arm moves in the plane'
    about = [] if arm.spatial or not any(damper.direction[:2]) else [Fault("axis", wanted, shown(damper.axis))]
    return _number_faults("link", damper.link, arm) + about


def _wheel_faults(damper: Damper, case: LoadCase) -> list[Fault]:
    turned = any(isinstance(load, BaseAcceleration) and any(direction(load.component)[3:]) for load in case.loads)
    if damper.link is None or not turned:
        return []
    wanted = "a damper in a joint: a wheel would resist the base's prescribed rotation too, which is not modelled"
    return [Fault("link", wanted, f"a wheel on link {damper.link}")]


def joint_faults(joint: int, freedom: str | None, arm: Arm) -> list[Fault]:
    """Return the faults of what must be a joint that lets the two bodies move, and its only freedom or a named one."""
    if faults := _number_faults("joint", joint, arm):
        return faults
    own = arm.links[joint - 1].joint
    if not own.motions:
        return [Fault("joint", "a joint that turns, locked or unlocked", f"joint {joint}, which is rigid")]
    if own.state != "general":
        wanted = f"nothing: joint {joint} turns about its axis alone"
        return [] if freedom is None else [Fault("freedom", wanted, repr(freedom))]
    if freedom in own.motions or (freedom is None and len(own.motions) == 1):
        return []
    got = "nothing" if freedom is None else repr(freedom)
    return [Fault("freedom", f"one of joint {joint}'s freedoms: {', '.join(own.motions)}", got)]


def _number_faults(name: str, number: int, arm: Arm) -> list[Fault]:
    return [] if number <= len(arm.links) else [Fault(name, _numbers(name, arm), repr(number))]


def _numbers(name: str, arm: Arm) -> str:
    return f"a {name}'s number, 1 to {len(arm.links)}"
