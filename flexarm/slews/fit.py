"""Whether a manoeuvre speaks of what an arm has, and of an arm that can be slewed."""

from dataclasses import replace

from flexarm.arm import Arm
from flexarm.errors import Fault, InputError, QuestionError
from flexarm.links import Link
from flexarm.load_cases.fit import joint_faults, load_faults, numbered
from flexarm.load_cases.load import BaseAcceleration
from flexarm.slews.borne import supports_of
from flexarm.slews.damping import require_over_time
from flexarm.slews.manoeuvre import Manoeuvre


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
        If the arm stands on supports that hold rigidly, or drive by more than a spring and a damper, spins, has a loss
        factor or axial forces in its links, or links that twist without an inertia.
    """
    faults: list[Fault] = []
    turns = numbered("turn", manoeuvre.turns, arm, faults)
    trackings = numbered("tracking", manoeuvre.trackings, arm, faults)
    if not faults:
        joints = [one.joint for one in turns] + [one.joint for one in trackings]
        faults += [fault for joint in joints for fault in _joint_faults(joint, arm)]
    loads = numbered("load", manoeuvre.loads, arm, faults)
    for k, load in enumerate(loads, 1):
        if isinstance(load, BaseAcceleration):
            faults.append(Fault(f"load{k}.kind", "a torque or a force: bases are not moved", load.kind))
        else:
            faults += [fault.under(f"load{k}") for fault in load_faults(load, arm)]
    faults += _rate_faults(manoeuvre, arm)
    if faults:
        raise InputError(faults, f"{manoeuvre.title} on {arm.title}")
    _require_slewable(arm)
    return replace(manoeuvre, turns=turns, trackings=trackings, loads=loads)


def _require_slewable(arm: Arm) -> None:
    supports_of(arm)
    require_over_time(arm)
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


def _joint_faults(joint: int, arm: Arm) -> list[Fault]:
    faults = joint_faults(joint, None, arm)
    if faults or arm.links[joint - 1].joint.free:
        return faults
    return [Fault("joint", "an unlocked joint, which turns freely", f"joint {joint}, which is locked")]


def _rate_faults(manoeuvre: Manoeuvre, arm: Arm) -> list[Fault]:
    """Return the faults of rates at the start: one a joint, and none of joints that are turned, or cannot."""
    rates, turned = manoeuvre.joint_rates, {turn.joint for turn in manoeuvre.turns}
    if rates and len(rates) != len(arm.links):
        return [Fault("joint_rates", f"one rate for each of the {len(arm.links)} joints", f"{len(rates)} of them")]
    return [
        Fault(f"joint_rates{k}", "zero, for a joint that is turned, rigid, or of several freedoms", repr(rate))
        for k, (rate, link) in enumerate(zip(rates, arm.links, strict=False), 1)
        if rate and (k in turned or link.joint.state == "rigid" or len(link.joint.motions) > 1)
    ]
