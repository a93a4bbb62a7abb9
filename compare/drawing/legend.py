"""The legend: one entry for every kind of part that the picture shows."""

from matplotlib.artist import Artist
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Polygon

from compare.drawing.bases import hatched
from compare.drawing.look import GHOST, LINK_WIDTH, RIB_WIDTH, SOLID
from compare.drawing.parts import (
    filled,
    joint_axis_line,
    joint_marker,
    link_colour,
    link_line,
    point_marker,
    support_marker,
)
from compare.drawing.shape import Shape
from flexarm.arm import Arm
from flexarm.links import Link, RigidLink
from flexarm.welded import told


def entries(arm: Arm, shape: Shape, deformed: bool) -> dict[str, Artist]:
    """Return the legend's entries, label to sample, for the parts that the arm has."""
    undeformed = {"undeformed": Line2D([], [], color=GHOST.link, linewidth=LINK_WIDTH)} if deformed else {}
    supports = {"support": support_marker(SOLID)} if arm.supports else {}
    return {
        **_links(arm),
        **_ribbon(arm, shape),
        **_joints(arm),
        **_bodies(shape),
        **_base(arm),
        **supports,
        **undeformed,
    }


def _links(arm: Arm) -> dict[str, Artist]:
    return {"flexible link" if isinstance(link, Link) else "rigid link": link_line(link, SOLID) for link in arm.links}


def _ribbon(arm: Arm, shape: Shape) -> dict[str, Artist]:
    if not shape.ribbons:
        return {}
    colour = link_colour(shown_link(arm), SOLID)
    return {"left side of a link": Patch(facecolor=(colour, 0.15), edgecolor=colour, linewidth=RIB_WIDTH)}


def shown_link(arm: Arm) -> Link | RigidLink:
    """Return the link that stands for all in a legend: a flexible one, if there is any."""
    return next((link for link in arm.links if isinstance(link, Link)), arm.links[0])


def _joints(arm: Arm) -> dict[str, Artist]:
    joints = [arm.links[run.start].joint for run in told(arm.links)]
    turn = arm.spatial and any(joint.motions for joint in joints)
    lines: dict[str, Artist] = {"joint's axis": joint_axis_line(SOLID)} if turn else {}
    return {f"{joint.state} joint": joint_marker(joint, SOLID) for joint in joints} | lines


def _bodies(shape: Shape) -> dict[str, Artist]:
    samples: dict[str, Artist] = {}
    for solid in shape.bodies:
        name, colour = ("payload", SOLID.payload) if solid.name == "payload" else ("body at a tip", SOLID.body)
        if solid.radius:
            samples[name] = filled(Patch(), colour, SOLID)
        else:
            samples[f"{name} (point mass)"] = point_marker(colour, SOLID)
    return samples


def _base(arm: Arm) -> dict[str, Artist]:
    name = f"{arm.base.kind} base"
    if arm.base.kind == "fixed":
        return {name: hatched(Polygon([(0.0, 0.0)]))}
    return {name: filled(Patch(), SOLID.base, SOLID)}
