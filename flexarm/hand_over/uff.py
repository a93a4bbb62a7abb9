"""Mode shapes and frequency responses in universal files, for the correlation of models with modal tests.

Datasets 151 (header), 164 (units), 15 (nodes), 82 (lines between them), 55 (data at nodes: normal modes) and 58
(functions at nodal degrees of freedom) of the Structural Dynamics Research Laboratory, University of Cincinnati, by
pyuff, where that is installed.
"""

import os
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from flexarm.arrays import Array
from flexarm.checks import numbers_faults, positive, shown
from flexarm.errors import Fault, InputError, QuestionError
from flexarm.hand_over.universal_file import A_LINK, Nodes
from flexarm.load_cases import LoadCase
from flexarm.load_cases.damping import Damping
from flexarm.modes import ModalModel
from flexarm.whole import is_whole
from flexarm.writing import write_whole

Axis = Literal["x", "y", "z", "rotation_x", "rotation_y", "rotation_z"]


def save_uff(
    model: ModalModel,
    path: str | os.PathLike[str],
    stations: int = 21,
    *,
    damping: Damping = 0.0,
    driven: tuple[int, Axis] | None = None,
    frequencies: ArrayLike | None = None,
) -> None:
    """Write mode shapes, and on request frequency responses, to a universal file, whole or not at all; SI units.

    Nodes are stations of the links, from 1000 at the first link's root, 2000 at the second's and so on, and move along
    x and y of the base's axes; in space along and about x, y and z, six components a node.

    Parameters
    ----------
    model
        The modes, of unit modal mass (1 kg).
    path
        The file, by custom ``.uff`` or ``.unv``; one that exists is replaced.
    stations
        Equally spaced stations a link, root and tip included; from 2 to 1000.
    damping
        Damping ratio, one for all modes, or one a mode, lowest first, the last for the rest; or a
        `flexarm.load_cases.Rayleigh`.
    driven
        The node, and the axis, along which a unit force drives the arm: the file then has the displacement of every
        node along x and y over that force, rigid-body modes included; in space in all six components, by a couple too:
        ``"rotation_x"``. None for no frequency responses.
    frequencies
        At which frequencies, Hz, positive, shape (frequencies,).

    Raises
    ------
    InputError
        If a number is out of its range, there is no such node, or the file cannot be written.
    QuestionError
        If pyuff is not installed; the text says how to install it.
    """
    if not is_whole(stations) or not 2 <= stations <= A_LINK:
        raise InputError([Fault("stations", f"a whole number from 2 to {A_LINK}", shown(stations))], "save_uff")
    given = LoadCase(1.0, 2, damping=damping).damping
    nodes = Nodes(model, int(stations), given)
    datasets = [*nodes.geometry(), *nodes.modes()]
    if driven is not None or frequencies is not None:
        datasets += nodes.responses(nodes.place(driven), _frequencies(frequencies))
    if find_spec("pyuff") is None:
        raise QuestionError(
            "universal files need pyuff, which is not installed: pip install 'flexarm[uff]', or take the shapes as "
            "NetCDF or CSV"
        )
    import pyuff  # optional

    with TemporaryDirectory() as folder:
        draft = Path(folder, "modes.uff")
        pyuff.UFF(str(draft)).write_sets(datasets, mode="overwrite")
        write_whole(path, draft.read_bytes())


def _frequencies(given: ArrayLike | None) -> Array:
    numbers = [] if given is None else np.atleast_1d(np.asarray(given)).tolist()
    faults = numbers_faults("frequencies", numbers, positive("Hz"))
    if faults or not numbers:
        raise InputError(faults or [Fault("frequencies", "one or more, Hz, beside driven", "none")], "save_uff")
    return np.array(numbers, dtype=float)
