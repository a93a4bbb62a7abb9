"""The figures that may stand with a table, by the name that its file gives them."""

from collections.abc import Mapping

# Each is drawn by a function without arguments, imported when it is wanted: ``module:function``.
FIGURES: Mapping[str, str] = {"rigid-shifts": "compare.drawing.rigid_shifts:plot_rigid_shifts"}
