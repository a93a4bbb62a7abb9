"""
What a beam theory leaves out
=============================

How much each frequency of a straight two-link arm changes without stretch, shear or rotary inertia of its links, were
they tubes of carbon fibre. ``flexarm theories ARM.toml --plot theories.svg`` draws the same.
"""

import compare
from assumed_modes import AssumedModes
from flexarm import example

arm = example("double-link")
table = compare.theories(arm, AssumedModes("legendre", 12), 8, sound_speed=8000.0)
figure = compare.plot_theories(table)

# %%
# The payload bounces along the straight arm, and a beam that keeps its length has no such mode: what it lists as its
# third is the fourth.

bounce = table.sel(without="nothing", mode=3).angular_frequency.item()
print(f"bounce: {bounce:.2f} rad/s; {table.sel(without='stretch', mode=3).missing.item()}")
assert abs(bounce - 27.40) < 0.01
assert table.sel(without="stretch").number.values.ravel().tolist() == [1, 2, 0, 3, 4, 5, 6, 7]

# %%
# Of a sine wave in a tube shear takes E/κG = 5.3 times as much as rotary inertia, and of one between stiff ends more.
# Both grow with the square of the wave number.

shear, rotary = (table.sel(without=term, mode=8).relative_change.item() for term in ("shear", "rotary inertia"))
print(f"mode 8: {shear:.1%} without shear, {rotary:.1%} without rotary inertia")
assert 5.3 < shear / rotary < 8.0
