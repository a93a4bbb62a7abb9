"""Grid keys: keys of an arm file, and ``joints``, applied to the document of an arm."""

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from compare.published.template import UNITS
from flexarm.arm import Arm
from flexarm.branching import link_numbers
from flexarm.checks import unknown_name
from flexarm.errors import Fault, InputError
from flexarm.parts import Base, Joint
from flexarm.tensors import inertia_tensor

JOINTS = "joints"
# Numbers that an arm has beside its parts.
OWN = tuple(field.name for field in fields(Arm) if field.name not in ("base", "links", "payload", "name", "supports"))
_TEXTS = (JOINTS, "state", "kind")
_NUMBERED = re.compile(r"(link|support)([1-9]\d*)")
_JOINT = re.compile(r"joint([1-9]\d*)\.")
# Units of drives and dampers: of a joint's rotation, and of what moves along an axis.
_DRIVES = {
    "proportional": ("N m/rad", "N/m"),
    "derivative": ("N m s/rad", "N s/m"),
    "integral": ("N m/(rad s)", "N/(m s)"),
    "damping": ("N m s/rad", "N s/m"),
    "delay": ("s", "s"),
    "friction": ("N m s/rad", "N m s/rad"),
    "time_constant": ("s", "s"),
    "angular_frequency": ("rad/s", "rad/s"),
}
_STEP = re.compile(r"([A-Za-z_]\w*)(?:\[([012])\])?(?:\[([012])\])?")
# Links have these about y and about z; one number is both.
_ABOUT = ("flexural_rigidity", "shear_rigidity", "rotary_inertia_per_length")

Value = float | str


def takes_text(key: str) -> bool:
    """Say whether a key's values are texts: joint states and kinds of base."""
    return key.split(".")[-1] in _TEXTS


def units(key: str) -> str:
    """Return the unit of a key's values; 1 where they have none."""
    *others, last = key.split(".")
    if others and others[0].startswith("support") and last.startswith("stiffness"):
        return "N/m or N m/rad"
    if others and others[0].startswith("support") and last.startswith("damping"):
        return "N s/m or N m s/rad"
    if last in _DRIVES:
        return _DRIVES[last][any(one.startswith(("along", "position")) for one in others)]
    if others and others[-1].startswith("along"):
        return {"stiffness": "N/m", "gear_inertia": "kg"}.get(last, "1")
    name = _STEP.match(last)
    return UNITS.get(name[1] if name else "", "1").replace("^2", "²")


def long_name(key: str) -> str:
    """Return a key in words: ``link2 joint stiffness``."""
    if key == JOINTS:
        return "joints from the base: 1 held, 0 unlocked"
    names = "yz?" if key.split(".")[-1].startswith(_ABOUT) else "xyz"
    return re.sub(r"\[(\d)\]", lambda index: f" {names[int(index[1])]}", key).replace(".", " ").replace("_", " ")


def numbered(key: str, arm: Arm) -> str:
    """Return a key with a link's number in place of its name: ``link2.length`` for ``boom.length``.

    A joint is its link's: ``link2.joint.stiffness`` for ``joint2.stiffness``.
    """
    part, *rest = key.split(".")
    if part not in link_numbers(arm.links) and (joint := _JOINT.match(key)):
        return f"link{joint[1]}.joint.{key[joint.end() :]}"
    number = link_numbers(arm.links).get(part)
    return key if number is None or not rest else ".".join([f"link{number + 1}", *rest])


def numbered_parts(arm: Arm) -> tuple[list[str], list[str]]:
    """Return what an arm's links and its supports are called by their numbers, from ``link1`` and ``support1`` on."""
    counts = ("link", len(arm.links)), ("support", len(arm.supports))
    links, supports = ([f"{name}{k}" for k in range(1, count + 1)] for name, count in counts)
    return links, supports


def parts_of(key: str, arm: Arm) -> tuple[str, ...]:
    """Return which parts of an arm a key changes: ``base``, ``link1``, ``payload``, ``support1``, or one of `OWN`."""
    every, supports = numbered_parts(arm)
    if key == JOINTS:
        return tuple(every)
    steps = [_STEP.fullmatch(step) for step in key.split(".")]
    part = steps[0][1] if steps[0] else ""
    known = ["base", *every, "payload", *supports, *OWN]
    if part not in known or None in steps or (len(steps) == 1) != (part in OWN):
        example = f"; keys are those of an arm file, as link1.angle, payload.offset[1], gravity[1], or {JOINTS}"
        fault = unknown_name("grid", key, known)
        raise InputError([Fault(key, f"a key that begins with {fault.wanted}{example}", fault.got)], "grid")
    if part in supports and steps[-1] and steps[-1][1] == "station":
        wanted = (
            "a key that leaves links as they are: a flexible one is cut where a support holds it; write a file for each"
        )
        raise InputError([Fault(key, wanted, "a station")], "grid")
    if key == "gravity":
        raise InputError([Fault(key, "one of its two parts, gravity[0] along x or gravity[1] along y", "both")], "grid")
    return (part,)


def apply(document: dict[str, Any], values: Mapping[str, Value], part: str) -> None:
    """Put values that concern one part of an arm, as `parts_of` names it, into an arm file's document.

    What belongs to another state of a joint, or another kind of base, than the one that the values give it is left
    out: a stiffness counts where the joint is locked, a gear inertia where it is unlocked.
    """
    states = [key for key in values if takes_text(key)]
    for key in sorted(values, key=lambda key: key in states):
        if key == JOINTS:
            _set_joint(document["link"], str(values[key]), int(part.removeprefix("link")))
        else:
            _set(document, key, values[key])
    for table, owns, kind in _chosen(document, states):
        for name in {name for names in owns.values() for name in names} - set(owns.get(str(table.get(kind)), ())):
            table.pop(name, None)


def _set(document: dict[str, Any], key: str, value: Value) -> None:
    *tables, last = key.split(".")
    place: Any = document
    for depth, name in enumerate(tables):
        part = _NUMBERED.fullmatch(name) if depth == 0 else None
        place = document[part[1]][int(part[2]) - 1] if part else place.setdefault(name, {})
        if not isinstance(place, dict):
            raise InputError([Fault(key, "a key of an arm file", f"one that goes on after {name}")], "grid")
    step = _STEP.fullmatch(last)
    assert step is not None  # `parts_of` has looked
    name, *indices = step.groups()
    at = [int(index) for index in indices if index is not None]
    place[name] = _with_component(name, place, at, value) if at else value


def _with_component(name: str, table: Mapping[str, Any], at: list[int], value: Value) -> Any:
    """Return a vector, a pair or moments of inertia, however a table has them, with one component replaced."""
    whole = table.get(name, 0.0)
    if name == "inertia" and (len(at) == 2 or (isinstance(whole, list) and isinstance(whole[0], list))):
        tensor = inertia_tensor(whole)
        tensor[at[0]][at[-1]] = tensor[at[-1]][at[0]] = value
        return tensor
    sizes = {"inertia": [whole] * 3, **dict.fromkeys(_ABOUT, [whole] * 2)}
    sizes |= dict.fromkeys(("stiffness", "damping"), [whole] * len(table.get("holds", ())))
    parts = list(whole) if isinstance(whole, list) else sizes.get(name, [whole, 0.0])
    parts += [0.0] * (at[0] + 1 - len(parts))
    parts[at[0]] = value
    return parts


def _set_joint(links: list[dict[str, Any]], digits: str, number: int) -> None:
    if not re.fullmatch(f"[01]{{{len(links)}}}", digits):
        wanted = f"{len(links)} digits, one a joint from the base: 1 held, 0 unlocked"
        raise InputError([Fault(JOINTS, wanted, repr(digits))], "grid")
    joint = links[number - 1]["joint"]
    if joint.get("state", "general") == "general":
        own = f"link{number}.joint.about_z.stiffness"
        wanted = f"a joint with a state, beside {JOINTS}: of one of several freedoms each stiffness is a key, {own}"
        raise InputError(
            [Fault(f"link{number}.joint", wanted, ", ".join(name for name in joint if name in Joint.OWNS["general"]))],
            "grid",
        )
    if digits[number - 1] == "0":
        joint["state"] = "unlocked"
    elif joint["state"] == "unlocked":
        joint["state"] = "locked"
    if joint["state"] == "locked" and "stiffness" not in joint:
        wanted = f"the stiffness of the joint that {JOINTS}={digits} locks: give it as a grid key of one value"
        raise InputError([Fault(f"link{number}.joint.stiffness", wanted, "nothing")], "grid")


def _chosen(document: dict[str, Any], states: list[str]) -> list[tuple[dict[str, Any], Mapping[str, Any], str]]:
    """Return the tables whose kind the grid chooses, what each kind owns, and the key of the kind."""
    parts: list[tuple[dict[str, Any], Mapping[str, Any], str]] = []
    if "base.kind" in states:
        parts.append((document["base"], Base.OWNS, "kind"))
    for k, link in enumerate(document["link"], 1):
        if JOINTS in states or f"link{k}.joint.state" in states:
            parts.append((link["joint"], Joint.OWNS, "state"))
    return parts
