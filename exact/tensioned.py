"""An arm under static loads: its modes, how many of them are unstable, and how fast these grow."""

import numpy as np

from exact.tensioned_modes import tensioned_modes
from exact.tensioned_search import growth_rates, natural_frequencies, unstable_count
from flexarm.arm import Arm
from flexarm.chain import Array, Chain
from flexarm.freedoms import bearing, rigid_count
from flexarm.loaded_modes import LoadedModes, loaded_modes
from flexarm.modes import ModalModel
from flexarm.prestress import Prestress


def loaded_model(arm: Arm, parts: Chain, loads: Prestress, count: int, spec: str) -> ModalModel:
    """Return the modal model of an arm with a flexible link or more.

    Parameters
    ----------
    arm
        The arm.
    parts, loads
        What `flexarm.freedoms.bearing` returns of it.
    count
        Number of frequencies wanted.
    spec
        The backend's specification.
    """
    unstable, rigid = unstable_count(arm, parts, loads), rigid_count(arm)
    found = natural_frequencies(arm, parts, loads, unstable + rigid, count)
    return tensioned_modes(arm, parts, found, rigid, unstable, spec)


def unstable_modes(arm: Arm) -> int:
    """Return the number of unstable modes of an arm under static loads."""
    parts, loads = bearing(arm)
    if loads is None:
        return 0
    if not _bends(parts):
        return _rigid(arm, parts, loads).unstable
    return unstable_count(arm, parts, loads)


def unstable_rates(arm: Arm) -> Array:
    """Return the growth rates of all unstable modes of an arm under static loads, 1/s, descending."""
    parts, loads = bearing(arm)
    if loads is None:
        return np.zeros(0)
    if not _bends(parts):
        return _rigid(arm, parts, loads).growth_rates
    unstable = unstable_count(arm, parts, loads)
    return growth_rates(arm, parts, loads, unstable).rate[::-1] if unstable else np.zeros(0)


def _bends(parts: Chain) -> bool:
    return any(link.flexible for link in parts.links)


def _rigid(arm: Arm, parts: Chain, loads: Prestress) -> LoadedModes:
    return loaded_modes(arm, parts, loads, [None] * len(parts.links), 1)
