"""
How fast errors fall
====================

Errors of the first three frequencies of a two-link arm against the number of unknowns: elements and two families of
assumed shapes. ``flexarm converge ARM.toml --plot convergence.svg`` draws the same.
"""

import compare
from assumed_modes import AssumedModes
from fem import BeamFEM
from flexarm import example

arm = example("double-link")
backends = [AssumedModes("clamped-free"), AssumedModes("legendre"), BeamFEM()]
study = compare.convergence(arm, backends, [1, 2, 3, 4, 6, 8, 10], 3)
figure = compare.plot_convergence(study)

# %%
# Elements fall like h⁴. Cantilever shapes fall like 1/n alone: with a heavy payload, a link's curvature at the tip is
# not zero, as theirs is. Polynomials, which assume nothing at the tip, fall faster than any power.

order = study.order.sel(backend="fem", mode=3).item()
print(f"elements: h^{order:.2f}")
assert abs(order - 4.0) < 0.1

# %%
# What is the cheapest for an accuracy?

for tolerance in (1e-2, 1e-4, 1e-6):
    choice = compare.cheapest(study, tolerance)
    print(f"{tolerance:g}: {choice.spec}, {choice.unknowns} unknowns, {choice.worst_error:.1e}")
