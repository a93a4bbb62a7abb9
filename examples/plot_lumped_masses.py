"""
Lumped masses beside elements
=============================

The :doc:`fourth backend <lumped_masses>` in the harness, handed over as it is: what a backend is needs no registering
to be compared. Its frequencies of a link with a heavy payload approach the exact ones like h², those of as many
elements like h⁴.
"""

from lumped_masses import LumpedMasses

import compare
from fem import BeamFEM
from flexarm import example

study = compare.convergence(example("single-link-locked"), [LumpedMasses(), BeamFEM()], [2, 4, 8, 16, 32], 3)
figure = compare.plot_convergence(study)

# %%
# Lumping is no Rayleigh–Ritz method: its first frequency is too low, its second too high.

lumped = study.relative_error.sel(backend="lumped_masses", size=32)
print(lumped.to_pandas(), study.order.to_pandas().round(2), sep="\n\n")
assert lumped[0] < 0.0 < lumped[1]
assert abs(study.order.sel(backend="lumped_masses", mode=1) - 2.0) < 0.05
