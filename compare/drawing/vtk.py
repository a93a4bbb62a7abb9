"""An arm and its modes as a VTK file, for ParaView and the like, written by meshio where that is installed."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from compare.drawing.figure import asked_model
from compare.drawing.shape import STATIONS, Shape
from compare.drawing.solids import Box
from compare.engine.extra import need
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.links import Link
from flexarm.writing import write_whole

if TYPE_CHECKING:
    from flexarm.backend import Backend

VTK = (".vtu",)
# In VTK's order, the corners of a hexahedron in ours.
_HEXAHEDRON = [0, 4, 6, 2, 1, 5, 7, 3]
_WAY = "pip install 'flexarm[vtk]'; or draw a picture (.svg, .png, .pdf), which needs nothing more"


class _Piece(NamedTuple):
    """Cells of one kind, with points of their own."""

    points: Array  # m, shape (points, 3)
    motions: Array  # of the points, shape (modes, points, 6)
    kind: str
    cells: NDArray[np.integer]  # numbers of each cell's points, shape (cells, corners)
    link: int  # number of the link that it is, or that carries it; 0 for the base
    flexible: bool


def save_vtk(
    arm: Arm, path: str | os.PathLike[str], modes: int | None = None, backend: "Backend | None" = None
) -> None:
    """Write an arm in its posture, and its first modes, to a VTK file (.vtu), whole or not at all.

    Links are lines, in space with a ribbon on their left; bodies are points, in space boxes where they have inertia.
    Points have the vectors ``mode 1 displacement`` and ``mode 1 rotation``, and so on, of unit modal mass (1 kg): m and
    rad per metre of the modal coordinate, along and about the base's axes. Cells have ``link``, the number of the link
    that they are or that carries them, 0 for the base; ``flexible``, 1 for flexible links; and ``mode 1 angular
    frequency`` (rad/s).

    Parameters
    ----------
    arm
        The arm, in its posture.
    path
        The file; one that exists is replaced.
    modes
        Number of modes, rigid-body modes left out; None for the posture alone.
    backend
        What computes the modes; None for the installed backend named ``exact``.

    Raises
    ------
    InputError
        If the number is not a whole one of 1 or more, modes have finer waves than the file shows, or the file cannot be
        written.
    QuestionError
        If the backend cannot answer, or meshio is not installed; the text says how to install it.
    """
    meshio = need("meshio", "a VTK file", _WAY)
    model, rest = None if modes is None else asked_model(arm, modes, backend), Shape.at_rest(arm)
    by = np.zeros((0, rest.numbers)) if model is None else rest.displacements(model)
    omegas = [] if model is None else model.angular_frequency.tolist()
    pieces = list(_pieces(arm, rest, *rest.parted(by)))
    starts = np.cumsum([0, *(len(piece.points) for piece in pieces)])
    blocks = [(piece.kind, piece.cells + start) for piece, start in zip(pieces, starts, strict=False)]
    moved = np.concatenate([piece.motions for piece in pieces], axis=1)
    point_data: dict[str, Array] = {}
    cell_data: dict[str, list[Any]] = {
        "link": [np.full(len(piece.cells), piece.link) for piece in pieces],
        "flexible": [np.full(len(piece.cells), int(piece.flexible)) for piece in pieces],
    }
    for k, (motion, omega) in enumerate(zip(moved, omegas, strict=True), 1):
        point_data |= {f"mode {k} displacement": motion[:, :3], f"mode {k} rotation": motion[:, 3:]}
        cell_data[f"mode {k} angular frequency"] = [np.full(len(piece.cells), omega) for piece in pieces]
    points = np.concatenate([piece.points for piece in pieces])
    _write(meshio.Mesh(points, blocks, point_data=point_data, cell_data=cell_data), path)


def _pieces(arm: Arm, rest: Shape, of_links: Array, of_bodies: Array) -> Iterator[_Piece]:
    """Yield every link, ribbon and body, with motions of links, (modes, links, stations, …), and bodies."""
    chain = np.arange(STATIONS - 1)
    for k, link in enumerate(arm.links):
        points, motion, owner = rest.links[k], _motions(of_links[:, k]), (k + 1, isinstance(link, Link))
        yield _Piece(_vectors(points), motion, "line", np.stack([chain, chain + 1], axis=1), *owner)
        if rest.ribbons and link.length > 0.0:
            edge = rest.ribbons[k]
            cells = np.stack([chain, chain + 1, chain + 1 + STATIONS, chain + STATIONS], axis=1)
            both = np.concatenate([motion, _carried(motion, edge - points)], axis=1)
            yield _Piece(np.concatenate([points, edge]), both, "quad", cells, *owner)
    for k, body in enumerate((rest.base, *rest.bodies)):
        if k == 0 and arm.base.kind == "fixed":
            continue
        box = isinstance(body, Box) and body.radius > 0.0
        points = body.corners[_HEXAHEDRON] if isinstance(body, Box) and box else body.centre[np.newaxis]
        motion = _carried(_motions(of_bodies[:, k : k + 1]), _vectors(points - body.centre))
        kind = "hexahedron" if box else "vertex"
        yield _Piece(_vectors(points), motion, kind, np.arange(len(points))[np.newaxis], body.link, False)


def _vectors(points: Array) -> Array:
    """Return points in the plane or in space, m, shape (points, 2 or 3), in space."""
    return np.pad(points, ((0, 0), (0, 3 - points.shape[1])))


def _motions(motions: Array) -> Array:
    """Return motions in the plane or in space, shape (..., 3 or 6), in space."""
    if motions.shape[-1] == 6:
        return motions
    whole = np.zeros((*motions.shape[:-1], 6))
    whole[..., [0, 1, 5]] = motions
    return whole


def _carried(motion: Array, levers: Array) -> Array:
    """Return motions, shape (modes, 1 or points, 6), of points levers away, m, shape (points, 3)."""
    moved = motion[..., :3] + np.cross(motion[..., 3:], levers)
    return np.concatenate([moved, np.broadcast_to(motion[..., 3:], moved.shape)], axis=-1)


def _write(mesh: Any, path: str | os.PathLike[str]) -> None:
    with TemporaryDirectory() as folder:
        draft = Path(folder, "arm.vtu")
        mesh.write(draft)
        write_whole(path, draft.read_bytes())
