"""
A millisecond too late
======================

Two driven links with a heavy payload, and what a delay in both loops does: every eigenvalue below 700 rad/s from no
delay, the crosses, to two milliseconds, the circles. ``flexarm locus ARM.toml --vary joint1.drive.delay=0:0.002:9
--vary joint2.drive.delay=0:0.002:9 --within 700 --plot locus.svg`` draws the same.
"""

import compare
from exact import Exact
from flexarm import Arm, Base, Body, Drive, Joint, Link

inner = Joint.unlocked(hub_inertia=1188.0, drive=Drive(proportional=1e6, derivative=2e3))
outer = Joint.unlocked(hub_inertia=556.0, drive=Drive(proportional=1e6, derivative=1e3))
links = Link(6.37, 3.9, 3.9786e6, joint=inner), Link(8.93, 3.4, 2.334e6, joint=outer, angle=60.0)
arm = Arm(Base.fixed(), links, Body(20000.0, 181667.0, 1.5), name="two driven links, delayed")

delays = [0.00025 * k for k in range(9)]
both = {f"joint{k}.drive.delay": delays for k in (1, 2)}
locus = compare.locus(arm, both, Exact(), within=700.0)
figure = compare.plot_locus(locus)

# %%
# At one millisecond the first five pairs are stable and the next three are not: a model of five modes would call the
# arm stable, and so would any study that looks at its slow modes alone.

late = locus.sel({"joint1.drive.delay": 0.001}).isel(backend=0).sortby("angular_frequency")
print(late.damping_ratio.values)
assert (late.real_part.values > 0.0).tolist() == [False] * 5 + [True] * 3
