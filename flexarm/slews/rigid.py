"""An arm whose links do not deform, nor its locked joints: the cheapest model of a slew."""

from dataclasses import fields, replace

from flexarm.arm import Arm
from flexarm.links import Link, RigidLink, uniform_inertia
from flexarm.parts import Joint


def rigid_arm(arm: Arm) -> Arm:
    """Return an arm as one of rigid links, its locked joints welded.

    Parameters
    ----------
    arm
        The arm.
    """
    return replace(arm, links=tuple(_rigid_link(link) for link in arm.links))


def _rigid_link(link: Link | RigidLink) -> RigidLink:
    given = link.joint
    joint = given if given.free else Joint.rigid(hub_inertia=given.hub_inertia)
    if isinstance(link, RigidLink):
        return replace(link, joint=joint)
    turned = link.rotary_inertia_per_length if isinstance(link.rotary_inertia_per_length, float) else 0.0
    kept = {field.name: getattr(link, field.name) for field in fields(RigidLink) if hasattr(link, field.name)}
    own = uniform_inertia(link.mass, link.length) + link.length * turned
    return RigidLink(**(kept | {"joint": joint, "mass": link.mass, "inertia": own}))
