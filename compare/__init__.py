"""The harness: backends side by side, in numbers and pictures. It knows them by name alone.

Everything is imported when it is first used, so that ``flexarm --help`` does not wait for numpy and xarray.

>>> import compare
>>> from flexarm import example, find_backend
>>> table = compare.frequencies(example("double-link"), [find_backend("exact"), find_backend("fem:2")], 3)
>>> table.relative_error.sel(backend="fem:2").round(4).values.tolist()
[0.0, 0.0, 0.001]
"""

from typing import TYPE_CHECKING

from compare.lazy import homes, listed_value

if TYPE_CHECKING:
    from compare import published as published
    from compare.drawing.animation import animate_mode as animate_mode
    from compare.drawing.animation import animate_response as animate_response
    from compare.drawing.animation import animate_slew as animate_slew
    from compare.drawing.bode import plot_bode as plot_bode
    from compare.drawing.convergence import plot_convergence as plot_convergence
    from compare.drawing.figure import draw as draw
    from compare.drawing.films import save_film as save_film
    from compare.drawing.limits import plot_limits as plot_limits
    from compare.drawing.locus import plot_locus as plot_locus
    from compare.drawing.response import plot_response as plot_response
    from compare.drawing.rigid_shifts import plot_rigid_shifts as plot_rigid_shifts
    from compare.drawing.slews import draw_slew as draw_slew
    from compare.drawing.sweep import plot_sweep as plot_sweep
    from compare.drawing.theories import plot_theories as plot_theories
    from compare.drawing.vtk import save_vtk as save_vtk
    from compare.engine.store import open_sweep as open_sweep
    from compare.judging.judge import validation as validation
    from compare.readings.cheapest import cheapest as cheapest
    from compare.readings.thresholds import thresholds as thresholds
    from compare.report.arm_report import ArmReport as ArmReport
    from compare.report.arm_report import arm_report as arm_report
    from compare.studies.buckling import buckling as buckling
    from compare.studies.convergence import convergence as convergence
    from compare.studies.eigenvalues import eigenvalues as eigenvalues
    from compare.studies.flexibility import flexibility as flexibility
    from compare.studies.frequencies import frequencies as frequencies
    from compare.studies.frequency_response import frequency_response as frequency_response
    from compare.studies.limits import limits as limits
    from compare.studies.locus import locus as locus
    from compare.studies.margins import margins as margins
    from compare.studies.quantities import Amplitudes as Amplitudes
    from compare.studies.quantities import Errors as Errors
    from compare.studies.quantities import Frequencies as Frequencies
    from compare.studies.response_errors import response_errors as response_errors
    from compare.studies.rigid_shifts import rigid_shifts as rigid_shifts
    from compare.studies.shape_families import shape_families as shape_families
    from compare.studies.slew_errors import slew_errors as slew_errors
    from compare.studies.slews import slews as slews
    from compare.studies.sweep import sweep as sweep
    from compare.studies.theories import theories as theories
    from compare.texts.text import save as save
    from compare.texts.text import text as text

_LISTED = homes(__file__)
__all__ = sorted(_LISTED)


def __getattr__(name: str) -> object:
    return listed_value(__name__, _LISTED, name)


def __dir__() -> list[str]:
    return __all__
