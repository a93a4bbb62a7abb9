"""Modal superposition: motions of modes under forces given between break points, with no time stepping."""

from flexarm.superposition.feedback import Feedback as Feedback
from flexarm.superposition.forcing import Forcing as Forcing
from flexarm.superposition.forcing import Motions as Motions
from flexarm.superposition.forcing import Waves as Waves
from flexarm.superposition.motions import LONGEST as LONGEST
from flexarm.superposition.motions import Carried as Carried
from flexarm.superposition.motions import carried as carried
from flexarm.superposition.motions import motions as motions
from flexarm.superposition.motions import work_done as work_done
