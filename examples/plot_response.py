"""
A slew and what it leaves
=========================

A link of 14 m with a payload of 10 t is turned through 90° at 0.02 rad/s, from rest to rest: once as quickly as an
acceleration of 0.004 rad/s² allows, and once with acceleration and braking that last one period of the first mode each.
The response is exact in time: modal superposition in closed form, with no time step.
"""

from math import pi

import matplotlib.pyplot as plt

from exact import Exact
from flexarm import LoadCase, example, response
from flexarm.load_cases import BaseAcceleration, History, slew_acceleration

arm = example("single-link-locked")
period = 2.0 * pi / Exact().modes(arm, 1).angular_frequency[0]
turn, rate = pi / 2, 0.02
coast = turn / rate - period
timed = History((0.0, period, period + coast, 2 * period + coast), (rate / period, 0.0, -rate / period, 0.0))
slews = {"as quick as can be": slew_acceleration(turn, 0.004, largest_rate=rate), "timed to the first mode": timed}

# %%
# A case is data: the base's acceleration over time, for 200 s.

plt.style.use("compare.flexarm")
figure, axes = plt.subplots(figsize=(8.0, 3.2), layout="constrained")
left = {}
for name, history in slews.items():
    case = LoadCase(duration=200.0, samples=2001, loads=(BaseAcceleration("rotation", history),))
    found = response(Exact(), arm, case)
    left[name] = float(abs(found.payload_deflection.sel(time=slice(120.0, None))).max())
    axes.plot(found.time, found.payload_deflection, label=name)
axes.set(xlabel="time (s)", ylabel="payload's deflection (m)", title="Turned through 90°, joint locked, no damping")
axes.set_xlim(0.0, 200.0)
figure.legend(loc="outside lower center", ncols=2)

# %%
# A step of acceleration that lasts a whole period leaves its mode as it found it. What remains is of the other modes:

print({name: f"{1e3 * value:.3g} mm" for name, value in left.items()})
assert left["timed to the first mode"] < 1e-3 * left["as quick as can be"]
