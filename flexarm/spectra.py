"""Natural frequencies of many arms at once: what every backend answers when it is asked for no modes."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array


@dataclass(frozen=True, eq=False)
class Spectra:
    """First natural frequencies of many arms by one backend.

    Parameters
    ----------
    angular_frequency
        The first non-zero natural frequencies, ascending, multiple ones repeated, rad/s, shape (arms, count); NaN where
        there is no answer, or where an arm has fewer.
    rigid_modes
        Number of rigid-body modes, from the kinematics, shape (arms,).
    unstable_modes
        Number of modes in which static loads make the arm fall or buckle, shape (arms,); they have no frequency, and
        those that are given are of the modes after them. 0 without static loads; NaN where it cannot be told.
    reasons
        For each arm, why frequencies are missing or have few digits left; empty where all is well.
    """

    angular_frequency: Array
    rigid_modes: NDArray[np.int64]
    unstable_modes: Array
    reasons: tuple[str, ...]

    def __post_init__(self) -> None:
        self.angular_frequency.flags.writeable = False
        self.rigid_modes.flags.writeable = False
        self.unstable_modes.flags.writeable = False
