"""Energies of a response, from its modes."""

import numpy as np

from flexarm.datasets import Variable, variable
from flexarm.response.history import Response


def energies(found: Response) -> dict[str, Variable]:
    """Return kinetic and strain energy over time, the work of the loads, and what damping took.

    They are those of rigid-body modes and modes, the base's prescribed motion left out; the static correction, which
    has no mass, has no share in them.

    Parameters
    ----------
    found
        The response.
    """
    omega, moved = found.reduced.angular_frequency, found.samples
    kinetic = 0.5 * np.sum(moved.velocity**2, axis=1)
    strain = 0.5 * np.sum((omega * moved.displacement) ** 2, axis=1)
    done = found.work()
    lost = done + 0.5 * np.sum(found.start**2) - kinetic - strain
    return {
        "kinetic_energy": variable(("time",), kinetic, "J", "kinetic energy of the motion relative to the base's"),
        "strain_energy": variable(("time",), strain, "J", "strain energy"),
        "work_done": variable(("time",), done, "J", "work of the loads since the start"),
        "dissipated_energy": variable(("time",), lost, "J", "energy that damping has taken since the start"),
    }
