"""
At a glance
===========

What the project does, in four pictures: an arm by three backends, how fast they converge, how many digits are left
where textbook formulations run out of them, and which published values hold. With a file's name behind it on the
command line, this script writes the picture there: it is the one in the README.
"""

import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import compare
from assumed_modes import AssumedModes
from compare.drawing.pages import save_figure
from exact import Exact
from fem import BeamFEM
from flexarm import example

BLUE, RED, GREEN, GREY, YELLOW = "#0072B2", "#D55E00", "#009E73", "#BBBBBB", "#E69F00"

plt.style.use("compare.flexarm")
figure, (shapes, errors, digits, published) = plt.subplots(1, 4, figsize=(10.0, 2.9), layout="constrained")

# The Shuttle's arm in its fourth mode.

arm = example("shuttle-free-base").with_angles(link1=60.0, link2=-75.0, link3=-45.0)
looks = {
    "exact": (Exact(), {"color": BLUE, "linewidth": 5.0, "alpha": 0.35}),
    "assumed modes": (AssumedModes("legendre", 5), {"color": RED, "linewidth": 1.2}),
    "elements": (BeamFEM(5), {"color": GREEN, "linestyle": "", "marker": "o", "markersize": 3.5}),
}
for name, (backend, look) in looks.items():
    model = backend.modes(arm, 4)
    start, angle = 0.0, 0.0
    for number, link in enumerate(arm.links, 1):
        angle += np.radians(link.angle)
        x = np.linspace(0.0, link.length, 2 if number == 3 else 6 if name == "elements" else 25)
        moved = model.translation(number, x)[3]
        at_rest = start + x * np.exp(1j * angle)
        points = at_rest + 14.0 * (moved[0] + 1j * moved[1])
        shapes.plot(at_rest.real, at_rest.imag, color=GREY, linewidth=1.0, zorder=0)
        shapes.plot(points.real, points.imag, label=name if number == 1 else None, **look)
        start += link.length * np.exp(1j * angle)
shapes.set(title="one arm, three models", xlabel="x (m)", ylabel="y (m)")
shapes.set_aspect("equal", "datalim")
shapes.legend(loc="lower center")

# Errors of its fourth frequency.

study = compare.convergence(arm, [AssumedModes("legendre"), BeamFEM()], [1, 2, 3, 4, 6, 8], 4)
for row, colour, marker in (
    (study.sel(backend="assumed_modes:legendre"), RED, "s"),
    (study.sel(backend="fem"), GREEN, "o"),
):
    error = np.abs(row.relative_error.sel(mode=4))
    errors.loglog(row.unknowns, error, color=colour, marker=marker, markersize=4)
errors.set_xticks([10, 20, 40], ["10", "20", "40"])
errors.minorticks_off()
errors.set(title="how fast they converge", xlabel="unknowns", ylabel="error of mode 4")

# Digits left in the worst of six frequencies, against the payload's mass.

ratios = [1e0, 1e2, 1e4, 1e6, 1e8, 1e10, 1e12]
limits = compare.limits("payload-mass", ["exact", "fem", "raw-determinant", "fem-dense"], ratios)
worst = limits.digits.min("mode")
for name, colour, dashes in (
    ("exact", BLUE, "-"),
    ("fem", GREEN, "-"),
    ("raw-determinant", GREY, "--"),
    ("fem-dense", YELLOW, "--"),
):
    digits.semilogx(ratios, worst.sel(formulation=name), color=colour, linestyle=dashes)
digits.set(title="how many digits last", xlabel="payload's mass over the link's", ylabel="digits", ylim=(-0.5, 16.5))
for text, place, colour in (
    ("exact", 14.2, BLUE),
    ("elements", 11.2, GREEN),
    ("textbook\ndeterminant", 7.2, "#777777"),
    ("textbook\nelements", 1.2, YELLOW),
):
    digits.text(1.2, place, text, color=colour, fontsize=8)

# Table 5.5 of Wiedemann's thesis (2002): printed over exact, by the angles of elbow and wrist.

table = compare.published.load("wiedemann-5.5")
true = [Exact().modes(cell.arm, 1).angular_frequency[0] for cell in table.cells]
off = 100.0 * (np.array([float(cell.text) for cell in table.cells]) / true - 1.0).reshape(4, 4)
published.imshow(off, cmap="Oranges_r", vmin=-100.0, vmax=0.0, aspect="auto")
for (row, column), value in np.ndenumerate(off):
    text = f"{value:.0f} %".replace("-0 ", "0 ")
    published.text(
        column, row, text, ha="center", va="center", fontsize=8, color="white" if value < -60.0 else "#333333"
    )
published.set(title="published values off by", xlabel="wrist's angle (deg)", ylabel="elbow's angle (deg)")
published.set_xticks(range(4), ["0", "30", "60", "90"])
published.set_yticks(range(4), ["0", "30", "60", "90"])
published.spines[:].set_visible(False)
published.tick_params(length=0)

# %%
# The numbers behind it.

assert np.sum(np.abs(off) < 1.0) == 3
assert float(worst.sel(formulation="fem").min()) > 11.0 > float(worst.sel(formulation="raw-determinant")[-1])
if len(sys.argv) > 1:
    save_figure(figure, Path(sys.argv[1]))
