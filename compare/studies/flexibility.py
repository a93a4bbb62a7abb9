"""The flexibility of an arm's end: what unit forces and couples there make of it, part by part."""

from collections.abc import Mapping, Sequence
from typing import Literal, Unpack, get_args

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from compare.engine.field import Field
from compare.engine.run import Running, run
from compare.engine.study import Study, cell_by_cell, names_axis
from compare.studies.answers import WORDS, backend_list
from flexarm.arm import Arm, require_arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.branching import link_names, link_numbers
from flexarm.checks import unknown_name
from flexarm.datasets import Variable, provenance, variable
from flexarm.errors import InputError, QuestionError
from flexarm.followers import rigidly_free
from flexarm.frames import carried_back, turned, turned_back
from flexarm.kinematics import Rows, section_motions
from flexarm.layout import tip_layout
from flexarm.links import Link
from flexarm.section_loads import no_loads
from flexarm.supports import section_names
from flexarm.tree import Tree

Frame = Literal["base", "tip"]
# What is left of an end's motions that cancel, below this part of them, is round-off.
_ROUNDING = 1e-12
_MOTIONS = {3: ("x", "y", "rotation"), 6: ("x", "y", "z", "rotation_x", "rotation_y", "rotation_z")}
_FORCES = {3: ("force_x", "force_y", "couple"), 6: tuple(f"{what}_{i}" for what in ("force", "couple") for i in "xyz")}


def flexibility(
    arm: Arm,
    backends: Backend | Sequence[Backend],
    frame: Frame = "base",
    at: str = "tip",
    **running: Unpack[Running],
) -> xr.Dataset:
    """Return the flexibility matrix of an arm's end, or of a section, part by part; what nothing holds is held.

    Parameters
    ----------
    arm
        The arm, in its posture, in the plane (3 × 3) or in space (6 × 6).
    backends
        One backend or more; no two alike.
    frame
        The axes of motions and forces: ``"base"``, the base's, or ``"tip"``, those of the link there.
    at
        Where they are: ``"tip"``, the last link's tip, ``"payload"``, the payload's centre of mass; or ``"boom.tip"``,
        ``"boom.root"``, a link's tip, or its root on the outer side of its joint.
    **running
        ``output``, ``workers``, ``scheduler`` and ``progress``, as of `compare.sweep`.

    Returns
    -------
    xarray.Dataset
        Dimensions backend, part (``joint2``, ``link2``, …), motion and force. Variable flexibility, in m/N, rad/N, m/(N
        m) and rad/(N m): what each part alone makes of the end's motion under a unit force or couple there; and whole,
        the sum over the parts.

    Raises
    ------
    InputError
        If the arm, a backend, the frame or the place is wrong.
    QuestionError
        If no part gives way, there is no payload, or a backend cannot answer.

    References
    ----------
    JSC-12632, Payload deployment and retrieval system simulation database (NASA, 1977): the flexibility of a chain of
    beams and joints.
    """
    solvers = backend_list(backends)
    _require_question(arm, frame, at)
    parts = tree(arm)
    names, size = _names(arm), parts.components
    units = "m/N, rad/N, m/(N m) or rad/(N m)"
    fields = {
        "flexibility": Field(("part", "motion", "force"), "f8", units, "motion of the end that the part alone makes"),
        "whole": Field(("motion", "force"), "f8", units, "motion of the end"),
    }
    coordinates: dict[str, Variable] = {
        "part": variable(("part",), np.array(list(names)), "1", "part that gives way"),
        "motion": variable(("motion",), np.array(_MOTIONS[size]), "1", "component of the end's motion"),
        "force": variable(("force",), np.array(_FORCES[size]), "1", "component of the force or couple on the end"),
    }
    ask = cell_by_cell(lambda solver: _flexibility(solver, arm, parts, names, frame, at))
    told = {**provenance(arm), "frame": frame, "at": at}
    axis = names_axis(solvers, [one.spec for one in solvers], WORDS)
    return run(Study({"backend": axis}, fields, ask, coordinates, told, (1,)), **running)[0]


def _require_question(arm: Arm, frame: str, at: str) -> None:
    require_arm(arm, "flexibility")
    sections = (*section_names(link_names(arm.links)), "payload")
    known = (*section_names(list(link_numbers(arm.links))), "payload")
    given = {"frame": (frame, get_args(Frame)), "at": (at, sections if at not in known else known)}
    faults = [unknown_name(name, value, known) for name, (value, known) in given.items() if value not in known]
    if faults:
        raise InputError(faults, "flexibility")
    if at == "payload" and arm.payload is None:
        raise QuestionError(f"{arm.title}: there is no payload whose centre could be the end; take the tip")
    if not _names(arm):
        raise QuestionError(
            f"{arm.title}: nothing gives way with its base and free joints held; give a joint a stiffness"
        )


def _names(arm: Arm) -> Mapping[str, tuple[str, int]]:
    """Return the parts that give way, base and free joints held, by name: what they are, and their number from 0."""
    found = {}
    for k, link in enumerate(arm.links):
        if any(link.joint.held):
            found[f"joint{k + 1}"] = ("joint", k)
        if isinstance(link, Link):
            found[f"link{k + 1}"] = ("link", k)
    return found


def _flexibility(
    solver: Backend, arm: Arm, parts: Tree, names: Mapping[str, tuple[str, int]], frame: str, at: str
) -> dict[str, Array]:
    size, (number, end) = parts.components, _place(arm, at)
    last = parts.links[number]
    lever = next((body.lever for body in parts.sections[-1].bodies if at == "payload" and body.name == "payload"), None)
    unit = np.eye(size) if frame == "base" else turned_back(np.eye(size), last.axes)
    loads = no_loads(parts, size)
    (loads.tips if end == "tip" else loads.roots)[:, number] = carried_back(unit, lever).T
    rows, section = solver.statics(arm, loads).rows, last.tip if end == "tip" else last.root
    each = [_end(parts, section, _alone(rows, *part), lever) for part in names.values()]
    found = np.array(each if frame == "base" else [turned(one, last.axes) for one in each])
    gives_way = _gives_way(parts, section, None if frame == "base" else last.axes, lever)
    found = np.where(np.outer(gives_way, gives_way), found, 0.0)
    return {"flexibility": found, "whole": np.sum(found, axis=0)}


def _place(arm: Arm, at: str) -> tuple[int, str]:
    """Return the number, from 0, of the link of a section, and which of its ends that is."""
    name, _, end = at.partition(".")
    return (link_numbers(arm.links)[name], end) if end else (len(arm.links) - 1, "tip")


def _gives_way(parts: Tree, section: int, axes: Array | None, lever: Array | None) -> NDArray[np.bool_]:
    """Return in which of its motions supports leave the end free, shape (components,)."""
    free, whole = rigidly_free(parts), _end(parts, section, tip_layout(parts).rows, lever)
    rows = whole if axes is None else turned(whole, axes)
    could = np.linalg.norm(np.abs(rows) @ np.abs(free), axis=1)
    return np.asarray(np.linalg.norm(rows @ free, axis=1) > _ROUNDING * could)


def _alone(rows: Rows, kind: str, number: int) -> Rows:
    """Return displacements in which one part alone gives way."""
    joints = [row if (kind, number) == ("joint", k) else 0.0 * row for k, row in enumerate(rows.joints)]
    tips = [row if (kind, number) == ("link", k) else 0.0 * row for k, row in enumerate(rows.tips)]
    return Rows(0.0 * rows.base, joints, tips)


def _end(parts: Tree, section: int, rows: Rows, lever: Array | None) -> Array:
    """Return the motion of the end, a load or a coordinate a column, shape (components, columns)."""
    motion = section_motions(parts, rows)[section]
    return motion.array if lever is None else motion.at(lever).array
