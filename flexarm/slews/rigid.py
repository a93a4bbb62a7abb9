"""An arm whose links do not deform, nor its locked joints: the cheapest model of a slew."""

from dataclasses import fields, replace

from flexarm.arm import Arm
from flexarm.links import Link, RigidLink, uniform_inertia
from flexarm.parts import Joint

_ROTARY = "rotary_inertia_per_length"


def rigid_arm(arm: Arm) -> Arm:
    """Return an arm as one of rigid links, its locked joints welded.

    Parameters
    ----------
    arm
        The arm.
    """
    return replace(arm, links=tuple(_rigid_link(link, arm.spatial) for link in arm.links))


def _rigid_link(link: Link | RigidLink, spatial: bool) -> RigidLink:
    given = link.joint
    joint = given if given.free else Joint.rigid(hub_inertia=given.hub_inertia, axis=given.axis)
    if isinstance(link, RigidLink):
        return replace(link, joint=joint)
    across = [uniform_inertia(link.mass, link.length) + link.length * own for own in link.about(_ROTARY)]
    own = (link.length * link.polar_inertia_per_length, *reversed(across)) if spatial else across[0]
    kept = {field.name: getattr(link, field.name) for field in fields(RigidLink) if hasattr(link, field.name)}
    return RigidLink(**(kept | {"joint": joint, "mass": link.mass, "inertia": own}))
