"""What a modal model is made of, as variables of a Dataset: shapes at stations, bodies' motions, forces on the base."""

from collections.abc import Callable, Sequence

import numpy as np

from flexarm.arrays import Array
from flexarm.displacements import Displacements
from flexarm.kinematics import Motion
from flexarm.variables import Variable, link_name_variable, variable

# What is asked of a link, by its number, at stations, m.
_Of = Callable[[int, Array], Array]


def shape_coordinates(displacements: Displacements, fractions: Array) -> dict[str, Variable]:
    """Return the coordinates of links, their stations at fractions of their lengths, bodies and axes."""
    names = np.array(list(displacements.body_motions), dtype=np.str_)
    lengths = np.array([link.length for link in displacements.arm.links])
    axes, general = "xyz" if displacements.arm.spatial else "xy", displacements.arm.general_joints
    return {
        "link": variable(("link",), np.arange(1, len(lengths) + 1), "1", "number of the link, from the base"),
        **link_name_variable(displacements.arm),
        "station": variable(("station",), fractions, "1", "station, as a fraction of the link's length"),
        "position": variable(
            ("link", "station"), np.outer(lengths, fractions), "m", "distance of the station from the link's root"
        ),
        "body": variable(("body",), names, "1", "name of the rigid body, from base to payload"),
        "axis": variable(("axis",), np.array(list(axes)), "1", "axis of the base"),
        **({"link_axis": variable(("link_axis",), np.array(list(axes)), "1", "axis of the link")} if general else {}),
    }


def shape_variables(modes: Displacements, fractions: Array, per: str) -> dict[str, Variable]:
    """Return deflection, slope, moment, shear and motion of all that an arm is made of; `per` says of what in words."""
    return {**_links(modes, fractions, per), **_bodies(modes, per), **_base(modes, per)}


def _links(modes: Displacements, fractions: Array, per: str) -> dict[str, Variable]:
    def stacked(of: _Of, axis: int) -> Array:
        links = enumerate(modes.arm.links, 1)
        return np.stack([of(k, link.length * fractions) for k, link in links], axis=axis)

    along = ("mode", "link", "station")
    absolute = f"absolute translation of the station, {per}"
    turned = f"relative rotation at the link's root joint, {per}"
    return {
        **_bent(along, stacked, modes, per),
        **(_upwards(along, stacked, modes, per) if modes.arm.spatial else {}),
        **(_stretches(along, stacked, modes, per) if _any(modes, "axial_rigidity") else {}),
        "translation": variable(("mode", "axis", "link", "station"), stacked(modes.translation, 2), "1", absolute),
        "joint_rotation": variable(("mode", "link"), modes.joint_rotation, "rad/m", turned),
        **(_joints(modes, per) if modes.arm.general_joints else {}),
    }


def _bent(
    along: tuple[str, ...], stacked: Callable[[_Of, int], Array], modes: Displacements, per: str, upwards: bool = False
) -> dict[str, Variable]:
    """Return how links bend to the left; or upwards, about their y axes."""

    def asked(of: Callable[..., Array]) -> Array:
        return stacked(lambda k, x: of(k, x, "y" if upwards else "z"), 1)

    ending, away, about = ("_about_y", " upwards", " about y") if upwards else ("", "", "")
    turn = "rotation of the sections" if _any(modes, "shear_rigidity") else "slope"
    return {
        f"deflection{ending}": variable(along, asked(modes.deflection), "1", f"deflection{away}, {per}"),
        f"slope{ending}": variable(along, asked(modes.slope), "rad/m", f"{turn}{away}, {per}"),
        f"bending_moment{ending}": variable(along, asked(modes.bending_moment), "N", f"bending moment{about}, {per}"),
        f"shear_force{ending}": variable(along, asked(modes.shear_force), "N/m", f"shear force{away}, {per}"),
    }


def _joints(modes: Displacements, per: str) -> dict[str, Variable]:
    """Return what joints of an arm do where some are of several freedoms, in the axes of the links that they carry."""
    along, told = ("mode", "link", "link_axis"), "at the link's root joint, in the axes of the link"
    moved, turned, about = _parts(modes.joint_displacement)
    found = {"joint_translation": variable(along, moved, "1", f"relative translation {told}, {per}")}
    rotation = {"joint_rotation_vector": variable(along, turned, "rad/m", f"relative rotation {told}, {per}")}
    return found | (rotation if about else {})


def _upwards(
    along: tuple[str, ...], stacked: Callable[[_Of, int], Array], modes: Displacements, per: str
) -> dict[str, Variable]:
    """Return what links in space do about their y axes, and about their own."""
    return {
        **_bent(along, stacked, modes, per, upwards=True),
        "twist": variable(along, stacked(modes.twist, 1), "rad/m", f"rotation about the link's axis, {per}"),
        "torque": variable(along, stacked(modes.torque, 1), "N", f"torque, {per}"),
    }


def _any(modes: Displacements, term: str) -> bool:
    return any(getattr(link, term, None) for link in modes.arm.links)


def _stretches(
    along: tuple[str, ...], stacked: Callable[[_Of, int], Array], modes: Displacements, per: str
) -> dict[str, Variable]:
    return {
        "stretch": variable(along, stacked(modes.stretch, 1), "1", f"displacement along the link, {per}"),
        "axial_force": variable(along, stacked(modes.axial_force, 1), "N/m", f"axial force, {per}"),
    }


def _bodies(modes: Displacements, per: str) -> dict[str, Variable]:
    motions = list(modes.body_motions.values())
    shifts = 3 if modes.arm.spatial else 2
    translation = np.zeros((len(modes.base_motion), len(motions), shifts))
    rotation = np.zeros(translation.shape if modes.arm.spatial else translation.shape[:2])
    for k, motion in enumerate(motions):
        translation[:, k], rotation[:, k] = motion.translation.T, motion.rotation.T
    return _motion_variables("body", translation, rotation, ("mode", "body"), "the body's centre of mass", per)


def _base(modes: Displacements, per: str) -> dict[str, Variable]:
    moved = Motion(modes.base_motion.T)
    return _motion_variables("base", moved.translation.T, moved.rotation.T, ("mode",), "the base's centre", per)


def _motion_variables(
    name: str, translation: Array, rotation: Array, dimensions: tuple[str, ...], words: str, per: str
) -> dict[str, Variable]:
    shifted = variable((*dimensions, "axis"), translation, "1", f"absolute translation of {words}, {per}")
    about = (*dimensions, "axis") if rotation.ndim > len(dimensions) else dimensions
    turned = variable(about, rotation, "rad/m", f"absolute rotation at {words}, {per}")
    return {f"{name}_translation": shifted, f"{name}_rotation": turned}


def _parts(values: Array) -> tuple[Array, Array, tuple[str, ...]]:
    """Return what belongs to translations, (..., 2 or 3), and to rotations, (...) or (..., 3), and its dimensions."""
    if values.shape[-1] == 3:
        return values[..., :2], values[..., 2], ()
    return values[..., :3], values[..., 3:], ("axis",)


def participation_variables(factor: Array, mass: Array, total: Array) -> dict[str, Variable]:
    """Return participation factors and effective masses, (modes, 3 or 6), and what the latter add up to, (3 or 6,)."""
    (force, couple, about), (masses, inertias, _), (whole, turning, _) = map(_parts, (factor, mass, total))
    along, mode = ("mode", "axis"), ("mode", *about)
    moved, turned = "motion of the base along the axis", "rotation of the base about its centre"
    every = "what this adds up to over all modes"
    return {
        "participation": variable(along, force, "kg", f"participation factor for {moved}"),
        "participation_rotation": variable(mode, couple, "kg m", f"participation factor for {turned}"),
        "effective_mass": variable(along, masses, "kg", f"effective modal mass for {moved}"),
        "effective_inertia": variable(mode, inertias, "kg m²", f"effective moment of inertia for {turned}"),
        "effective_mass_total": variable(("axis",), whole, "kg", f"effective modal mass: {every}"),
        "effective_inertia_total": variable(about, turning, "kg m²", f"effective moment of inertia: {every}"),
    }


def reaction_variables(force: Array, per: str) -> dict[str, Variable]:
    """Return forces and couples by which the base holds the arm, (modes, 3 or 6)."""
    forces, couples, about = _parts(force)
    held = variable(("mode", "axis"), forces, "N/m", f"force by which the base holds the arm, {per}")
    turned = variable(("mode", *about), couples, "N", f"couple by which the base holds the arm, {per}")
    return {"base_force": held, "base_moment": turned}


def support_variables(names: Sequence[str], force: Array, per: str) -> dict[str, Variable]:
    """Return forces and couples by which supports hold the arm in each motion that they hold, (modes, held)."""
    turning = ["about" in name for name in names]
    units = np.array(["N" if turned else "N/m" for turned in turning], dtype=np.str_)
    return {
        "held_motion": variable(("held_motion",), np.array(names, dtype=np.str_), "1", "motion that a support holds"),
        "held_motion_units": variable(("held_motion",), units, "1", "unit of the force or couple in that motion"),
        "support_force": variable(
            ("mode", "held_motion"), force, "N/m", f"force, or couple, N, by which the support holds the arm, {per}"
        ),
    }
