"""Modal superposition: motions of modes under forces that run linearly between break points, with no time stepping."""

from flexarm.superposition.damped import LONGEST as LONGEST
from flexarm.superposition.damped import coupled as coupled
from flexarm.superposition.damped import coupled_work as coupled_work
from flexarm.superposition.forcing import Forcing as Forcing
from flexarm.superposition.forcing import Motions as Motions
from flexarm.superposition.oscillators import oscillations as oscillations
from flexarm.superposition.oscillators import oscillations_work as oscillations_work
