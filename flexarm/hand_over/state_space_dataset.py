"""A state-space model as a Dataset, with the names and the units of its states, inputs and outputs."""

from collections.abc import Sequence

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.closed_loop.control import Control
from flexarm.closed_loop.realisation import drive_states
from flexarm.forced_response.forms import Named
from flexarm.hand_over.closed_system import matrices
from flexarm.hand_over.inputs import Input
from flexarm.hand_over.modal_system import ModalSystem
from flexarm.hand_over.names import names_of
from flexarm.variables import Variable, variable


def state_space_dataset(
    system: ModalSystem,
    kept: NDArray[np.intp],
    shares: Array,
    driving: Sequence[Input],
    showing: Sequence[Named],
    every: Sequence[Control],
) -> xr.Dataset:
    """Return A, B, C, D and what is known of the modes kept: their places among all, the first 0, and contributions."""
    elastic = slice(system.rigid, None)
    variables = {
        **_matrices(system, every),
        "angular_frequency": _mode(system.angular_frequency[elastic], "rad/s", "natural angular frequency"),
        "damping_ratio": _mode(system.damping_ratio, "1", "damping ratio"),
        "contribution": _mode(shares, "1", "largest share of the mode in a gain from an input to an output"),
    }
    coordinates = {
        **_states(system.rigid, kept, drive_states(every, system.angular_frequency)),
        **names_of(driving, showing),
    }
    return xr.Dataset(variables, coordinates)


def _matrices(system: ModalSystem, every: Sequence[Control]) -> dict[str, Variable]:
    a, b, c, d = matrices(system, every)
    of = "in the units of their names"
    return {
        "A": variable(("state", "from_state"), a, "1", f"rates of the states by the states, {of}"),
        "B": variable(("state", "input"), b, "1", f"rates of the states by the inputs, {of}"),
        "C": variable(("output", "state"), c, "1", f"outputs by the states, {of}"),
        "D": variable(("output", "input"), d, "1", f"outputs by the inputs at once, {of}"),
    }


def _mode(values: Array, units: str, words: str) -> Variable:
    return variable(("mode",), values, units, words)


def _states(rigid: int, kept: NDArray[np.intp], driven: Sequence[int]) -> dict[str, Variable]:
    moved = [*(f"rigid{k}" for k in range(1, rigid + 1)), *(f"mode{k + 1}" for k in kept)]
    own = [f"drive{k}_state{i}" for k, number in enumerate(driven, 1) for i in range(1, number + 1)]
    names = np.array([*moved, *(f"{name}_rate" for name in moved), *own], dtype=np.str_)
    units = np.repeat(["m", "m/s", "1"], [len(moved), len(moved), len(own)])
    words = "rigid-body and modal coordinates, their rates, and states of drives"
    return {
        "state": variable(("state",), names, "1", words),
        "from_state": variable(("from_state",), names, "1", words),
        "state_units": variable(("state",), units, "1", "unit of the state"),
        "mode": variable(("mode",), kept + 1, "1", "number of the mode, rigid-body modes left out"),
    }
