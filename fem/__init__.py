"""Beam finite elements: many local trial functions a link.

>>> from fem import BeamFEM
>>> BeamFEM(20).with_size(40).spec
'fem:40'
"""

from fem.backend import BeamFEM as BeamFEM
