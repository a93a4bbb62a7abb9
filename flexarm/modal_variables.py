"""What a modal model is made of, as variables of a Dataset: shapes at stations, bodies' motions, forces on the base."""

from collections.abc import Callable

import numpy as np

from flexarm.arrays import Array
from flexarm.displacements import Displacements
from flexarm.variables import Variable, variable

# What is asked of a link, by its number, at stations, m.
_Of = Callable[[int, Array], Array]


def shape_coordinates(displacements: Displacements, fractions: Array) -> dict[str, Variable]:
    """Return the coordinates of links, their stations at fractions of their lengths, bodies and axes."""
    names = np.array(list(displacements.body_motions), dtype=np.str_)
    lengths = np.array([link.length for link in displacements.arm.links])
    return {
        "link": variable(("link",), np.arange(1, len(lengths) + 1), "1", "number of the link, from the base"),
        "station": variable(("station",), fractions, "1", "station, as a fraction of the link's length"),
        "position": variable(
            ("link", "station"), np.outer(lengths, fractions), "m", "distance of the station from the link's root"
        ),
        "body": variable(("body",), names, "1", "name of the rigid body, from base to payload"),
        "axis": variable(("axis",), np.array(["x", "y"]), "1", "axis of the base"),
    }


def shape_variables(modes: Displacements, fractions: Array, per: str) -> dict[str, Variable]:
    """Return deflection, slope, moment, shear and motion of all that an arm is made of; `per` says of what in words."""
    return {**_links(modes, fractions, per), **_bodies(modes, per), **_base(modes, per)}


def _links(modes: Displacements, fractions: Array, per: str) -> dict[str, Variable]:
    def stacked(of: _Of, axis: int) -> Array:
        links = enumerate(modes.arm.links, 1)
        return np.stack([of(k, link.length * fractions) for k, link in links], axis=axis)

    along = ("mode", "link", "station")
    told = "rotation of the sections" if _any(modes, "shear_rigidity") else "slope"
    absolute = f"absolute translation of the station, {per}"
    turned = f"relative rotation at the link's root joint, {per}"
    return {
        "deflection": variable(along, stacked(modes.deflection, 1), "1", f"deflection, {per}"),
        "slope": variable(along, stacked(modes.slope, 1), "rad/m", f"{told}, {per}"),
        "bending_moment": variable(along, stacked(modes.bending_moment, 1), "N", f"bending moment, {per}"),
        "shear_force": variable(along, stacked(modes.shear_force, 1), "N/m", f"shear force, {per}"),
        **(_stretches(along, stacked, modes, per) if _any(modes, "axial_rigidity") else {}),
        "translation": variable(("mode", "axis", "link", "station"), stacked(modes.translation, 2), "1", absolute),
        "joint_rotation": variable(("mode", "link"), modes.joint_rotation, "rad/m", turned),
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
    translation = np.zeros((len(modes.base_motion), len(motions), 2))
    rotation = np.zeros(translation.shape[:2])
    for k, motion in enumerate(motions):
        translation[:, k], rotation[:, k] = motion.translation.T, motion.rotation
    return _motion_variables("body", translation, rotation, ("mode", "body"), "the body's centre of mass", per)


def _base(modes: Displacements, per: str) -> dict[str, Variable]:
    moved = modes.base_motion
    return _motion_variables("base", moved[:, :2], moved[:, 2], ("mode",), "the base's centre", per)


def _motion_variables(
    name: str, translation: Array, rotation: Array, dimensions: tuple[str, ...], words: str, per: str
) -> dict[str, Variable]:
    shifted = variable((*dimensions, "axis"), translation, "1", f"absolute translation of {words}, {per}")
    turned = variable(dimensions, rotation, "rad/m", f"absolute rotation at {words}, {per}")
    return {f"{name}_translation": shifted, f"{name}_rotation": turned}


def participation_variables(factor: Array, mass: Array, total: Array) -> dict[str, Variable]:
    """Return participation factors and effective masses, (modes, 3), and what the latter add up to, (3,)."""
    of_force, of_couple = (np.s_[..., :2], np.s_[..., 2])
    along, mode = ("mode", "axis"), ("mode",)
    moved, turned = "motion of the base along the axis", "rotation of the base about its centre"
    every = "what this adds up to over all modes"
    return {
        "participation": variable(along, factor[of_force], "kg", f"participation factor for {moved}"),
        "participation_rotation": variable(mode, factor[of_couple], "kg m", f"participation factor for {turned}"),
        "effective_mass": variable(along, mass[of_force], "kg", f"effective modal mass for {moved}"),
        "effective_inertia": variable(mode, mass[of_couple], "kg m²", f"effective moment of inertia for {turned}"),
        "effective_mass_total": variable(("axis",), total[of_force], "kg", f"effective modal mass: {every}"),
        "effective_inertia_total": variable((), total[of_couple], "kg m²", f"effective moment of inertia: {every}"),
    }


def reaction_variables(force: Array, per: str) -> dict[str, Variable]:
    """Return forces and couples by which the base holds the arm, (modes, 3)."""
    held = variable(("mode", "axis"), force[:, :2], "N/m", f"force by which the base holds the arm, {per}")
    turned = variable(("mode",), force[:, 2], "N", f"couple by which the base holds the arm, {per}")
    return {"base_force": held, "base_moment": turned}
