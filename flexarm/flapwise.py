"""Natural frequencies of a spinning arm out of the plane of its spin, from those in it."""

import numpy as np

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.errors import QuestionError


def flapwise(arm: Arm, angular_frequency: Array) -> Array:
    """Return √(ω² + Ω²), rad/s: the spin carries what moves in its plane along, outwards by Ω² times its mass.

    It holds for links, springs and bodies that are alike in both planes, the bodies points or slender along the arm
    (A. D. Wright and others (1982), Vibration modes of centrifugally stiffened beams, J. Appl. Mech. 49, 197–202).

    Parameters
    ----------
    arm
        The arm, spinning.
    angular_frequency
        Natural angular frequencies in the plane, rad/s, of any shape.

    Raises
    ------
    QuestionError
        If the arm does not spin, hangs, has a hinge, or a body beside its axis.
    """
    require_flapwise(arm)
    return np.asarray(np.hypot(angular_frequency, arm.spin_rate))


def require_flapwise(arm: Arm) -> None:
    """Refuse an arm whose frequencies out of the plane do not follow from those in it."""
    bodies = [arm.payload, *(link.tip for link in arm.links)]
    hinged = any(link.joint.free or any(link.joint.gear_inertias) for link in arm.links)
    for wrong, got in (
        (arm.spatial, 'motion = "spatial"'),
        (not arm.spin_rate, "spin_rate = 0"),
        (arm.gravity is not None and any(arm.gravity), "gravity"),
        (hinged, "a hinge, whose axis is across the plane"),
        (any(body is not None and body.centre[1] for body in bodies), "a body beside its axis"),
    ):
        if wrong:
            wanted = "a spinning arm without gravity, of springs and links alike in both planes"
            raise QuestionError(f"{arm.title}: flapwise frequencies, √(ω² + Ω²), want {wanted}, got {got}")
