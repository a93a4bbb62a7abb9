"""
Digits left
===========

One link, solved as textbooks write its equations and as flexarm does, while its payload grows from nothing to 10¹²
times the link's mass: how many of float64's sixteen digits are right in the worst of the first six frequencies?
``flexarm limits`` knows ten more such studies.
"""

import compare

ratios = [0.0, 1e2, 1e4, 1e7, 1e10, 1e12]
dataset = compare.limits("payload-mass", ["raw-determinant", "transfer-matrix", "fem-dense", "exact", "fem"], ratios)
figure = compare.plot_limits(dataset)

# %%
# The determinant loses about a digit for every tenfold mass. Element matrices K and M, formed and solved densely,
# have five digits without any payload and none from 10⁷ times the link's mass on. The same elements as energy
# factors, and the exact equations with the bodies' momenta as unknowns, keep twelve.

worst = dataset.digits.min("mode")
print(worst.to_pandas().round(1))
assert float(worst.sel(formulation="fem").min()) > 11.0
assert float(worst.sel(formulation="fem-dense", value=1e12)) < 1.0
