"""A state-space model as python-control's object, where that is installed."""

from importlib.util import find_spec
from typing import Any

import xarray as xr

from flexarm.checks import shown
from flexarm.errors import Fault, InputError, QuestionError


def to_control(system: xr.Dataset) -> Any:
    """Return a state-space model as a ``control.StateSpace`` with the names of states, inputs and outputs.

    Parameters
    ----------
    system
        What `flexarm.hand_over.state_space` returned.

    Raises
    ------
    InputError
        If it is no such Dataset.
    QuestionError
        If python-control is not installed; the text says how to install it.
    """
    if not all(name in getattr(system, "variables", ()) for name in "ABCD"):
        wanted = "the Dataset that state_space returns, with A, B, C and D"
        raise InputError([Fault("system", wanted, shown(type(system).__name__))], "to_control")
    if find_spec("control") is None:
        raise QuestionError(
            "a control.StateSpace needs python-control, which is not installed: pip install 'flexarm[control]', or "
            "take the arrays A, B, C and D of the Dataset as they are"
        )
    import control  # optional

    names = {f"{kind}s": [str(name) for name in system[kind].values] for kind in ("input", "output", "state")}
    return control.ss(*(system[name].values for name in "ABCD"), **names)
