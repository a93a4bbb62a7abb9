"""
One arm, three backends
=======================

The first four modes of the Shuttle's arm, floating with its payload of 30 t, by the exact equations, by assumed modes
and by finite elements, drawn on top of one another. Five functions a link are enough for the eye; the frequencies below
each picture tell them apart.
"""

import matplotlib.pyplot as plt
import numpy as np

from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm import Link, example

arm = example("shuttle-free-base").with_angles(link1=60.0, link2=-75.0, link3=-45.0)
exact, assumed, elements = (solver.modes(arm, 4) for solver in (Exact(), AssumedModes("legendre", 5), BeamFEM(5)))

# %%
# A modal model gives the motion of any station of any link, :math:`(x, y)` in the base's axes, for unit modal mass. The
# posture comes from the angles, each counted from the link before.


def links(model, mode, scale, stations):
    """Yield every link in one mode, as complex numbers x + i y, m."""
    start, angle = complex(*arm.base.offset), 0.0
    for number, link in enumerate(arm.links, 1):
        angle += np.radians(link.angle)
        x = np.linspace(0.0, link.length, stations if isinstance(link, Link) else 2)
        moved = model.translation(number, x)[mode]
        yield start + x * np.exp(1j * angle) + scale * (moved[0] + 1j * moved[1])
        start += link.length * np.exp(1j * angle)


def draw(axes, model, mode, scale, stations, **look):
    """Draw an arm in one mode."""
    for k, points in enumerate(links(model, mode, scale, stations)):
        axes.plot(points.real, points.imag, **{**look, "label": look.get("label") if k == 0 else None})


plt.style.use("compare.flexarm")
figure, panels = plt.subplots(1, 4, figsize=(11.0, 3.0), sharex=True, sharey=True, layout="constrained")
for mode, axes in enumerate(panels):
    motions = [exact.translation(k, [0.5 * link.length, link.length])[mode] for k, link in enumerate(arm.links, 1)]
    scale = 1.6 / np.abs(motions).max()
    draw(axes, exact, mode, 0.0, 2, color="#BBBBBB", linewidth=1.0, label="at rest")
    draw(axes, exact, mode, scale, 60, color="#0072B2", linewidth=5.0, alpha=0.35, label="exact")
    draw(axes, assumed, mode, scale, 60, color="#D55E00", linewidth=1.2, label="assumed modes, 5 a link")
    draw(
        axes,
        elements,
        mode,
        scale,
        6,
        color="#009E73",
        linestyle="",
        marker="o",
        markersize=3,
        label="elements, 5 a link",
    )
    omega = [model.angular_frequency[mode] for model in (exact, assumed, elements)]
    error = abs(omega[2] / omega[0] - 1.0)
    axes.set_title(f"mode {mode + 1}: {omega[0]:.4g} rad/s\nelements off by {error:.0e}", fontsize=9)
    axes.set_aspect("equal")
    axes.set_xlabel("x (m)")
panels[0].set_ylabel("y (m)")
figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)

# %%
# Three modes swing base and payload through the springs of the joints, and the links bend along; in the fourth they
# vibrate between the two. Each mode is one shape, whoever computed it:

print(exact.angular_frequency)
assert abs(exact.angular_frequency[0] - 0.40793687) < 1e-8
x = np.linspace(0.0, arm.links[1].length, 30)
difference = np.abs(elements.translation(2, x) - exact.translation(2, x)).max(axis=(1, 2))
assert np.all(difference[:3] < 1e-3 * np.abs(exact.translation(2, x)).max())
