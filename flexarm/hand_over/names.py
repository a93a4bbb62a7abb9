"""Names of inputs and outputs, as they are asked for."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from flexarm.arm import Arm
from flexarm.branching import link_numbers
from flexarm.checks import require_once, shown, unknown_name
from flexarm.errors import Fault, InputError
from flexarm.forced_response.forms import Named
from flexarm.hand_over.inputs import Input
from flexarm.variables import Variable, variable


def places(path: str, names: Sequence[str] | None, known: Sequence[str], source: str, arm: Arm) -> list[int]:
    """Return where names stand among those that are known, in their own order; all of these for None."""
    if names is None:
        return list(range(len(known)))
    if not isinstance(names, list | tuple) or not names:
        raise InputError([Fault(path, f"a list of names, of {', '.join(known)}", shown(names))], source)
    names = [_numbered(name, known, arm) for name in names]
    faults = [unknown_name(path, name, known) for name in names if name not in known]
    if faults:
        raise InputError(faults, source)
    require_once(path, "name", list(names), source)
    return [known.index(name) for name in names]


def _numbered(name: object, known: Sequence[str], arm: Arm) -> Any:
    """Return a name with a link's number in place of its own: link2_tip_force_y for boom_tip_force_y."""
    if not isinstance(name, str) or name in known:
        return name
    for link, number in link_numbers(arm.links).items():
        rest = name.removeprefix(f"{link}_")
        for numbered in (f"link{number + 1}_{rest}", f"joint{number + 1}_{rest.removeprefix('joint_')}"):
            if rest != name and numbered in known:
                return numbered
    return name


def names_of(driving: Sequence[Input], showing: Sequence[Named]) -> dict[str, Variable]:
    """Return names, units and words of inputs and outputs as coordinates."""
    found = {}
    for kind, every in (("input", driving), ("output", showing)):
        told = {"": ("name", f"name of the {kind}"), "_units": ("units", f"unit of the {kind}")}
        told |= {"_long_name": ("long_name", f"what the {kind} is")}
        for ending, (field, words) in told.items():
            texts = np.array([getattr(one, field) for one in every], np.str_)
            found[f"{kind}{ending}"] = variable((kind,), texts, "1", words)
    return found
