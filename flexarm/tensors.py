"""Moments of inertia as they are described: one number, three principal moments, or a symmetric tensor."""

from typing import Any

from flexarm.checks import finite, is_number, non_negative, number_fault, shown, vector_faults
from flexarm.decimals import kept
from flexarm.errors import Fault

# Of the largest moment: how far rounding may leave a tensor from symmetry and from what a body can have.
_ROUNDING = 1e-9
_WANTED = "one number, three principal moments, or a symmetric 3 × 3 tensor [[xx, xy, xz], …], xy = −∫ x y dm (kg m²)"


def inertia_faults(path: str, value: object) -> list[Fault]:
    """Return the faults of a moment of inertia, or of moments, about a body's centre."""
    if is_number(value):
        fault = number_fault(path, value, non_negative("kg m²"))
        return [] if fault is None else [fault]
    if not isinstance(value, list | tuple) or len(value) != 3:
        return [Fault(path, _WANTED, shown(value))]
    if not any(isinstance(row, list | tuple) for row in value):
        faults = vector_faults(path, value, non_negative("kg m²"))
    else:
        rows = [row for row in value if isinstance(row, list | tuple) and len(row) == 3]
        if len(rows) < 3:
            return [Fault(path, _WANTED, shown(value))]
        faults = [fault for i, row in enumerate(rows) for fault in vector_faults(f"{path}[{i}]", row, finite("kg m²"))]
    return faults or _impossible(path, value)


def _impossible(path: str, value: object) -> list[Fault]:
    """Return the fault of a tensor that no body can have."""
    import numpy as np  # describing an arm without a tensor needs none

    tensor = np.array(inertia_tensor(value))
    size = float(np.max(np.abs(tensor)))
    if np.any(np.abs(tensor - tensor.T) > _ROUNDING * size):
        return [Fault(path, "a symmetric tensor (kg m²)", shown(value))]
    low, middle, high = np.linalg.eigvalsh(tensor).tolist()
    if low < -_ROUNDING * size:
        return [Fault(path, "moments that are not negative (kg m²)", f"a principal moment of {low:.6g}")]
    if high > low + middle + _ROUNDING * size:
        told = f"principal moments of {low:.6g}, {middle:.6g} and {high:.6g}"
        return [Fault(path, "no principal moment larger than the sum of the other two (kg m²)", told)]
    return []


def kept_inertia(value: Any) -> Any:
    """Return a moment of inertia, or moments, in numbers as they are kept."""
    return tuple(map(kept_inertia, value)) if isinstance(value, list | tuple) else kept(value)


def inertia_tensor(value: Any) -> list[list[Any]]:
    """Return moments of inertia as a tensor, three rows of three; one number is that about every axis."""
    if not isinstance(value, list | tuple):
        value = (value, value, value)
    if isinstance(value[0], list | tuple):
        return [list(row) for row in value]
    return [[value[i] if i == j else 0 * value[i] for j in range(3)] for i in range(3)]


def is_spatial(value: object) -> bool:
    """Say whether moments of inertia are more than one number."""
    return isinstance(value, list | tuple)
