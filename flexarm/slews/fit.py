"""Whether a manoeuvre speaks of what an arm has, and of an arm that can be slewed."""

import math
from dataclasses import replace

from flexarm.arm import Arm
from flexarm.checks import shown
from flexarm.errors import Fault, InputError, QuestionError
from flexarm.links import Link
from flexarm.load_cases.fit import joint_faults, jointed, load_faults, numbered, one_each, rates_faults, spread_rates
from flexarm.load_cases.load import BaseAcceleration, JointTorque, Load, SupportMotion
from flexarm.slews.manoeuvre import Manoeuvre, Tracking, Turn

# What across its direction a guided base's velocity may have: round-off.
_ALONG = 1e-9


def check_manoeuvre(manoeuvre: Manoeuvre, arm: Arm) -> Manoeuvre:
    """Return a manoeuvre with numbers in place of links' names, or refuse what cannot be slewed.

    Parameters
    ----------
    manoeuvre
        The manoeuvre.
    arm
        The arm.

    Raises
    ------
    InputError
        If they do not fit; every misfit is named.
    QuestionError
        If a support's drive spins a wheel, or the arm spins, has a loss factor or axial forces in its links, or links
        that twist without an inertia.
    """
    faults: list[Fault] = []
    turns = numbered("turn", manoeuvre.turns, arm, faults)
    trackings = numbered("tracking", manoeuvre.trackings, arm, faults)
    joints = [(f"turn{k}", turn.joint) for k, turn in enumerate(turns, 1)]
    joints += [(f"tracking{k}", tracking.joint) for k, tracking in enumerate(trackings, 1)]
    faults += [fault.under(path) for path, joint in joints for fault in _joint_faults(joint, arm)]
    loads = numbered("load", manoeuvre.loads, arm, faults)
    for k, load in enumerate(loads, 1):
        if isinstance(load, BaseAcceleration | SupportMotion):
            wanted = "a torque or a force: bases and supports are not moved in large motion"
            faults.append(Fault(f"load{k}.kind", wanted, load.kind))
        else:
            unfit = load_faults(load, arm) or _turned_faults(load, turns)
            faults += [fault.under(f"load{k}") for fault in unfit]
    faults += _base_faults(manoeuvre, arm)
    faults += rates_faults(manoeuvre.joint_rates, arm) or _rate_faults(manoeuvre.joint_rates, turns, arm)
    if faults:
        raise InputError(one_each(faults), f"{manoeuvre.title} on {arm.title}")
    _require_slewable(arm)
    _require_computed(trackings, {one.joint for one in turns} | {one.joint for one in trackings}, arm, manoeuvre.title)
    rates = spread_rates(manoeuvre.joint_rates, arm)
    return replace(manoeuvre, turns=turns, trackings=trackings, loads=loads, joint_rates=rates)


def _require_slewable(arm: Arm) -> None:
    # Late: what a manoeuvre says wrong is told without numpy.
    from flexarm.closed_loop.link_damping import require_causal
    from flexarm.slews.borne import supports_of

    supports_of(arm)
    require_causal(arm)
    for k, link in enumerate(arm.links, 1):
        if isinstance(link, Link) and link.torsional_rigidity is not None and not link.polar_inertia_per_length:
            raise QuestionError(
                f"{arm.title}: link{k} twists without an inertia, so how fast it does is not determined; give it a "
                "polar_inertia_per_length, or leave its torsional_rigidity out"
            )
    if loads := [name for name in arm.static_loads if not name.startswith("gravity")]:
        raise QuestionError(
            f"{arm.title}: {', '.join(loads)} stands for large motion in a small one; remove it, and turn the joint"
        )


def _require_computed(trackings: tuple[Tracking, ...], courses: set[int], arm: Arm, title: str) -> None:
    """Refuse feedforward where what rigid links would take is not a matter of the courses alone."""
    from flexarm.slews.borne import supports_of

    computed = [one for one in trackings if one.feedforward]
    for one in computed:
        drive = arm.links[one.joint - 1].joint.drive
        if drive is not None and not drive.passive:
            raise QuestionError(
                f"{title}: joint {one.joint} has a drive of its own with states, and feedforward knows springs and "
                "dampers alone beside rigid links; leave feedforward out, or that drive"
            )
    supports = supports_of(arm) if computed else None
    if supports is None:
        return
    if len(supports.rigid):
        raise QuestionError(
            f"{title}: feedforward is computed of arms whose joints move freely, and supports of {arm.title} hold "
            "rigidly; leave feedforward out, or turn the joint ([[turn]])"
        )
    loose = [k for k, link in enumerate(arm.links, 1) if link.joint.free and k not in courses]
    if loose or arm.base.kind != "fixed":
        moved = f"joint {loose[0]}, which has no course," if loose else "the base"
        raise QuestionError(
            f"{title}: feedforward holds what has no course in the posture, and springs of supports, which it is "
            f"computed with, know that {moved} moves; leave feedforward out, or give every free joint a course"
        )


def _joint_faults(joint: int, arm: Arm) -> list[Fault]:
    faults = joint_faults(joint, None, arm)
    if faults or arm.links[joint - 1].joint.free:
        return faults
    return [Fault("joint", "an unlocked joint, which turns freely", f"joint {joint}, which is locked")]


def _turned_faults(load: Load, turns: tuple[Turn, ...]) -> list[Fault]:
    """Return the fault of a torque in a joint that turns as prescribed, which takes whatever torque that needs."""
    if not isinstance(load, JointTorque) or not load.reaction or load.joint not in {turn.joint for turn in turns}:
        return []
    wanted = (
        "a joint that is not turned, for a turn takes whatever torque it needs; leave the torque out, or take "
        "[[tracking]] in place of [[turn]] (reaction = false: a couple on the link alone)"
    )
    return [Fault("joint", wanted, f"joint {load.joint}, which is turned")]


def _rate_faults(rates: tuple[float, ...], turns: tuple[Turn, ...], arm: Arm) -> list[Fault]:
    """Return the faults of rates at the start of joints that are turned, or cannot."""
    turned, faults = {turn.joint - 1 for turn in turns}, []
    for k, (rate, number) in enumerate(zip(rates, jointed(arm), strict=False), 1):
        joint = arm.links[number].joint
        slides = any(motion.startswith("along") for motion in joint.motions)
        if rate and (number in turned or joint.state == "rigid" or len(joint.motions) > 1 or slides):
            wanted = "zero, for a joint that is turned, rigid, slides, or has several freedoms"
            faults.append(Fault(f"joint_rates{k}", wanted, _rates(rate)))
    return faults


def _base_faults(manoeuvre: Manoeuvre, arm: Arm) -> list[Fault]:
    """Return the faults of a motion at the start that the base cannot have."""
    (x, y, z, *turning), base, faults = manoeuvre.base_motion, arm.base, list[Fault]()
    told, still = f"{shown(manoeuvre.base_velocity)} m/s", f"zero, for a base that is {base.kind}"
    a, b, c = (*base.direction, 0.0)[:3]
    across = math.hypot(b * z - c * y, c * x - a * z, a * y - b * x)
    if base.kind == "guided" and across > _ALONG * math.hypot(a, b, c) * math.hypot(x, y, z):
        faults.append(Fault("base_velocity", f"one along the base's direction, {shown(base.direction)}", told))
    elif base.kind == "fixed" and any((x, y, z)):
        faults.append(Fault("base_velocity", still, told))
    elif z and not arm.spatial:
        faults.append(Fault("base_velocity", "one in the plane", told))
    if base.kind != "free" and any(turning):
        faults.append(Fault("base_rate", still, _rates(manoeuvre.base_rate)))
    elif any(turning[:2]) and not arm.spatial:
        faults.append(Fault("base_rate", "one about z, in the plane", _rates(manoeuvre.base_rate)))
    return faults


def _rates(given: float | tuple[float, float, float]) -> str:
    turning = given if isinstance(given, tuple) else (given,)
    about, degrees = (", ".join(f"{rate:.6g}" for rate in one) for one in (turning, map(math.degrees, turning)))
    return f"{about} rad/s, {degrees} deg/s" + ", about x, y and z" * isinstance(given, tuple)
