"""Assumed modes: each flexible link bends in a few functions of a family.

>>> from assumed_modes import AssumedModes
>>> AssumedModes("clamped-free", 4).spec
'assumed_modes:clamped-free:4'
"""

from assumed_modes.backend import AssumedModes as AssumedModes
from assumed_modes.table import FAMILIES as FAMILIES
from assumed_modes.table import family_names as family_names
