"""What the freedoms of joints are called: in words, and as inputs and outputs, with units."""

from typing import NamedTuple

from flexarm.arm import Arm
from flexarm.parts import ABOUT_AXIS, Joint


class Named(NamedTuple):
    """A quantity of one freedom of a joint: its name, its unit, and what it is in words."""

    name: str
    units: str
    long_name: str


def joint_names(arm: Arm) -> list[tuple[str, bool]]:
    """Return what the freedoms of the arm's joints are called, and whether each is held by a spring."""
    return [
        (_in_words(k, motion), held)
        for k, link in enumerate(arm.links, 1)
        for motion, held in zip(link.joint.motions, link.joint.held, strict=True)
    ]


def relative_motions(k: int, joint: Joint) -> list[Named]:
    """Return the relative motion in each of the freedoms of joint k."""
    return [
        Named(_name(k, motion, what), unit, f"relative {what} at {_in_words(k, motion)}")
        for motion in joint.motions
        for what, unit in [("displacement", "m") if slides(motion) else ("rotation", "rad")]
    ]


def pushes(k: int, joint: Joint) -> list[Named]:
    """Return the torque about, or the force along, each of the freedoms of joint k."""
    pair = "on the link outside it and its reaction on the body inside"
    return [
        Named(_name(k, motion, what), unit, f"{what} in {_in_words(k, motion)}, {pair}")
        for motion in joint.motions
        for what, unit in [("force", "N") if slides(motion) else ("torque", "N m")]
    ]


def slides(motion: str) -> bool:
    """Say whether a freedom, by name, is a translation."""
    return motion.startswith("along")


def _in_words(k: int, motion: str) -> str:
    return f"joint {k}" if motion == ABOUT_AXIS else f"joint {k} {motion.replace('_', ' ')}"


def _name(k: int, motion: str, what: str) -> str:
    return f"joint{k}_{what}" if motion == ABOUT_AXIS else f"joint{k}_{what}_{motion}"
