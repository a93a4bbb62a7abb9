"""Natural frequencies of many arms at once: what every backend answers when it is asked for no modes."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array


@dataclass(frozen=True, eq=False)
class Spectra:
    """First natural frequencies of many arms by one backend."""

    # non-zero natural frequencies, ascending, multiple ones repeated, rad/s, (arms, count); NaN where there is none
    angular_frequency: Array
    rigid_modes: NDArray[np.int64]  # number of rigid-body modes, from the kinematics, shape (arms,)
    # modes in which static loads make the arm fall or buckle, left out of the others, (arms,); NaN where unknown
    unstable_modes: Array
    # for each arm, why frequencies are missing or have few digits left; empty where all is well
    reasons: tuple[str, ...]

    def __post_init__(self) -> None:
        self.angular_frequency.flags.writeable = False
        self.rigid_modes.flags.writeable = False
        self.unstable_modes.flags.writeable = False
