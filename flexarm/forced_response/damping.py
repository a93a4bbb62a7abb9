"""Damping of a response's coordinates: of every mode by itself, and by dampers that couple them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.checks import shown
from flexarm.displacements import Displacements
from flexarm.errors import Fault, InputError
from flexarm.forced_response.coordinates import Coordinates
from flexarm.frames import rotations, turned_back
from flexarm.load_cases import Damper, Rayleigh
from flexarm.load_cases.damping import Damping
from flexarm.section_loads import SectionLoads, held_loads, no_loads
from flexarm.superposition import LONGEST
from flexarm.tree import Held, Tree


@dataclass(frozen=True, eq=False)
class Dashpot:
    """A dashpot of a support: its damping, N s/m or N m s/rad, and the motion that it resists."""

    coefficient: float
    held: Held


def modal_damping(damping: Damping, omega: Array) -> Array:
    """Return 2ζω, 1/s, of coordinates of angular frequencies ω, rad/s; ratios do not damp rigid-body modes, ω = 0."""
    if isinstance(damping, Rayleigh):
        return np.asarray(damping.mass + damping.stiffness * omega**2)
    modal, elastic = np.zeros_like(omega), omega > 0.0
    ratios = np.atleast_1d(damping)
    # The last of fewer ratios than modes holds for the rest.
    each = np.minimum(np.arange(np.count_nonzero(elastic)), len(ratios) - 1)
    modal[elastic] = 2.0 * ratios[each] * omega[elastic]
    return modal


def damper_motions(dampers: Sequence[Damper | Dashpot], coordinates: Coordinates) -> Array:
    """Return the motion that every damper resists, rad/m or 1, shape (dampers, rigid + modes)."""
    sources = coordinates.rigid, coordinates.modes
    parts = coordinates.parts
    rows = [np.concatenate([_motion(damper, source, parts) for source in sources]) for damper in dampers]
    return np.array(rows).reshape(len(dampers), len(coordinates.angular_frequency))


def wheel_axis(damper: Damper, parts: Tree) -> Array:
    """Return a unit rotation about the axis of a wheel on a link, shape (components,)."""
    assert damper.link is not None, "a wheel"
    about = np.zeros(parts.components)
    turning = rotations(parts.components)
    about[turning] = damper.direction[-(turning.stop - turning.start) :]
    return turned_back(about / np.linalg.norm(about), parts.links[damper.link - 1].axes)


def _motion(damper: Damper | Dashpot, displacements: Displacements, parts: Tree) -> Array:
    if isinstance(damper, Dashpot):
        return damper.held.of([motion.array for motion in displacements.section_motions])
    if damper.joint is not None:
        number = parts.freedom_of(parts.links[damper.joint - 1], damper.freedom)
        return displacements.joint_motion[:, damper.joint - 1, number]
    assert damper.link is not None
    station = (1.0 if damper.station is None else damper.station) * displacements.arm.links[damper.link - 1].length
    turned = displacements.rotation(damper.link, [station])[:, :, 0]
    return np.asarray(turned @ wheel_axis(damper, parts)[rotations(parts.components)])


def damper_load(damper: Damper | Dashpot, parts: Tree) -> SectionLoads:
    """Return a unit of a damper's torque or force; a wheel's on its link's tip, which bends no less than the rest."""
    if isinstance(damper, Dashpot):
        return held_loads(parts, [damper.held])
    torque = no_loads(parts, 1)
    if damper.joint is not None:
        torque.joints[0, damper.joint - 1, parts.freedom_of(parts.links[damper.joint - 1], damper.freedom)] = 1.0
    elif damper.link is not None:
        torque.tips[0, damper.link - 1] = wheel_axis(damper, parts)
    return torque


def damper_loads(dampers: Sequence[Damper | Dashpot], parts: Tree) -> SectionLoads:
    """Return a unit of every damper's torque or force, a pattern each."""
    return SectionLoads.joined([no_loads(parts, 0), *(damper_load(one, parts) for one in dampers)])


def on_sections(dampers: Sequence[Damper | Dashpot]) -> NDArray[np.bool_]:
    """Say which dampers act where `damper_load` has them: all but wheels along a link, shape (dampers,)."""
    between = [isinstance(one, Damper) and one.link is not None and one.station not in (None, 1.0) for one in dampers]
    return ~np.array(between, dtype=bool)


def damping_matrix(own: Array, dampers: Sequence[Damper | Dashpot], rows: Array, longest: float) -> Array:
    """Return damping, 1/s, (n,) or (n, n), and that of dampers, as a matrix; refuse what leaves no digits in s."""
    _require_bearable(dampers, rows, longest)
    coefficients = np.array([damper.coefficient for damper in dampers])
    alone = np.diag(own) if own.ndim == 1 else own
    return np.asarray(alone + rows.T * coefficients @ rows)


def _require_bearable(dampers: Sequence[Damper | Dashpot], rows: Array, longest: float) -> None:
    # Together they have half of what there is, and the modes' own frequencies the other half.
    share = LONGEST / longest / (2.0 * len(dampers))
    rest = "fewer than six digits are left above that; a joint that must not turn is a rigid one"
    faults = [
        Fault(f"damper{k}.coefficient", f"below {share / size:.1e} N m s/rad: {rest}", shown(damper.coefficient))
        for k, (damper, size) in enumerate(zip(dampers, np.sum(rows**2, axis=1), strict=True), 1)
        if not damper.coefficient * size < share
    ]
    if faults:
        raise InputError(faults, "load case")
