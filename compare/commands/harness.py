"""What the commands need of flexarm and the harness, imported when it is first used."""

from typing import TYPE_CHECKING

from compare.lazy import homes, listed_value

if TYPE_CHECKING:
    from compare.arm_text import as_explanation as as_explanation
    from compare.commands.loading import load as load
    from compare.commands.loading import load_case as load_case
    from compare.commands.loading import load_manoeuvre as load_manoeuvre
    from compare.commands.notices import notice as notice
    from compare.commands.questions import asked as asked
    from compare.commands.shipped import shipped as shipped
    from compare.commands.shipped import shipped_text as shipped_text
    from compare.drawing.animation import MODE_FRAMES as MODE_FRAMES
    from compare.drawing.animation import RESPONSE_FRAMES as RESPONSE_FRAMES
    from compare.drawing.animation import animate_mode as animate_mode
    from compare.drawing.animation import animate_response as animate_response
    from compare.drawing.animation import animate_slew as animate_slew
    from compare.drawing.bode import plot_bode as plot_bode
    from compare.drawing.convergence import plot_convergence as plot_convergence
    from compare.drawing.figure import draw as draw
    from compare.drawing.films import FILMS as FILMS
    from compare.drawing.films import save_film as save_film
    from compare.drawing.limits import save_plots as save_plots
    from compare.drawing.locus import plot_locus as plot_locus
    from compare.drawing.pages import FORMATS as FORMATS
    from compare.drawing.pages import save_figure as save_figure
    from compare.drawing.response import plot_response as plot_response
    from compare.drawing.slews import MOMENTS as MOMENTS
    from compare.drawing.slews import draw_slew as draw_slew
    from compare.drawing.sweep import plot_sweep as plot_sweep
    from compare.drawing.theories import plot_theories as plot_theories
    from compare.drawing.vtk import VTK as VTK
    from compare.drawing.vtk import save_vtk as save_vtk
    from compare.engine.run import run as run
    from compare.engine.store import open_sweep as open_sweep
    from compare.grids.grid import read_grid as read_grid
    from compare.grids.numbers import read_numbers as read_numbers
    from compare.judging.dataset import published_tables as published_tables
    from compare.judging.judge import validation as validation
    from compare.new_arm import NewArm as NewArm
    from compare.published import shelf as shelf
    from compare.readings.cheapest import require_tolerance as require_tolerance
    from compare.readings.selection import read_held as read_held
    from compare.rendering.bars import progress_bar as progress_bar
    from compare.report.arm_report import arm_report as arm_report
    from compare.report.brief import as_text as as_text
    from compare.report.brief import as_values as as_values
    from compare.report.folder import REPORT_ENDINGS as REPORT_ENDINGS
    from compare.report.folder import as_written as as_written
    from compare.report.folder import write_report as write_report
    from compare.report.tally import all_values as all_values
    from compare.report.tally import tally as tally
    from compare.studies.buckling import buckling as buckling
    from compare.studies.convergence import convergence as convergence
    from compare.studies.eigenvalues import eigenvalues as eigenvalues
    from compare.studies.families import find_families as find_families
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
    from compare.studies.sizes import read_sizes as read_sizes
    from compare.studies.slew_errors import slew_errors as slew_errors
    from compare.studies.slews import slews as slews
    from compare.studies.sweep import require_answers as require_answers
    from compare.studies.sweep import sweep_study as sweep_study
    from compare.studies.theories import theories as theories
    from compare.texts.buckling import BUCKLING as BUCKLING
    from compare.texts.convergence import CONVERGENCE as CONVERGENCE
    from compare.texts.convergence import advice as advice
    from compare.texts.eigenvalues import EIGENVALUES as EIGENVALUES
    from compare.texts.flexibility import FLEXIBILITY as FLEXIBILITY
    from compare.texts.frequencies import FREQUENCIES as FREQUENCIES
    from compare.texts.frequencies import refusals as refusals
    from compare.texts.frequency_response import FREQUENCY_RESPONSE as FREQUENCY_RESPONSE
    from compare.texts.limits import LIMITS as LIMITS
    from compare.texts.locus import LOCUS as LOCUS
    from compare.texts.margins import MARGINS as MARGINS
    from compare.texts.modes import MODES as MODES
    from compare.texts.responses import RESPONSE_ERRORS as RESPONSE_ERRORS
    from compare.texts.responses import RESPONSES as RESPONSES
    from compare.texts.responses import large_motion as large_motion
    from compare.texts.slews import SLEW_ERRORS as SLEW_ERRORS
    from compare.texts.slews import SLEWS as SLEWS
    from compare.texts.sweep import SWEEP as SWEEP
    from compare.texts.sweep import as_summary as as_summary
    from compare.texts.theories import THEORIES as THEORIES
    from compare.urdf.text import urdf_text as urdf_text
    from flexarm.backend import find_backend as find_backend
    from flexarm.beam_theory import SOUND_SPEED as SOUND_SPEED
    from flexarm.errors import Fault as Fault
    from flexarm.errors import FlexarmError as FlexarmError
    from flexarm.errors import InputError as InputError
    from flexarm.errors import QuestionError as QuestionError
    from flexarm.forced_response.dataset import response as response
    from flexarm.forced_response.forms import named_outputs as named_outputs
    from flexarm.hand_over import save_uff as save_uff
    from flexarm.hand_over.inputs import inputs as inputs
    from flexarm.hand_over.names import places as places
    from flexarm.slews.kept import kept_path as kept_path
    from flexarm.writing import require_file as require_file
    from flexarm.writing import require_folder as require_folder
    from flexarm.writing import write_whole as write_whole

_LISTED = homes(__file__)


def __getattr__(name: str) -> object:
    return listed_value(__name__, _LISTED, name)
