"""
An arm in space
===============

The third mode of an arm with seven joints, two booms that bend about two axes, stretch, shear and twist, and a payload
of 30 t: seen along three axes, and as a picture. The ribs on a link's left side show how its sections turn.
"""

import numpy as np

import compare
from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm import example

arm = example("seven-joint-arm")
figure = compare.draw(arm, 3, Exact())

# %%
# Three backends, six frequencies, rad/s: the first two modes sway the payload on the springs of the joints.

table = compare.frequencies(arm, [Exact(), AssumedModes("legendre", 6), BeamFEM(6)], 6)
print(table.angular_frequency.to_pandas().T.round(6))
assert np.max(np.abs(table.relative_error)) < 1e-8
