"""A beam-element model as a user would write it with numpy and scipy: stiffness, mass, `scipy.linalg.eigh`."""

import numpy as np
from scipy.linalg import eigh

from flexarm.arm import Arm


def textbook_frequencies(arm: Arm, elements: int, count: int) -> np.ndarray:
    """Return the first natural frequencies of one link with a locked joint and a payload, rad/s."""
    (link,), body = arm.links, arm.payload
    h = link.length / elements
    stiffness_of_element = (
        link.flexural_rigidity
        / h**3
        * np.array(
            [
                [12, 6 * h, -12, 6 * h],
                [6 * h, 4 * h**2, -6 * h, 2 * h**2],
                [-12, -6 * h, 12, -6 * h],
                [6 * h, 2 * h**2, -6 * h, 4 * h**2],
            ]
        )
    )
    mass_of_element = (
        link.mass_per_length
        * h
        / 420
        * np.array(
            [
                [156, 22 * h, 54, -13 * h],
                [22 * h, 4 * h**2, 13 * h, -3 * h**2],
                [54, 13 * h, 156, -22 * h],
                [-13 * h, -3 * h**2, -22 * h, 4 * h**2],
            ]
        )
    )
    K = np.zeros((2 * elements + 2, 2 * elements + 2))
    M = np.zeros_like(K)
    for e in range(elements):
        nodes = slice(2 * e, 2 * e + 4)
        K[nodes, nodes] += stiffness_of_element
        M[nodes, nodes] += mass_of_element
    K[1, 1] += link.joint.stiffness
    lever = np.array([[1.0, body.offset]])
    M[-2:, -2:] += body.mass * lever.T @ lever
    M[-1, -1] += body.inertia
    return np.sqrt(np.abs(eigh(K[1:, 1:], M[1:, 1:], eigvals_only=True, subset_by_index=[0, count - 1])))
