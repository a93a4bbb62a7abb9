"""Gain and phase margins of an arm's drives by several backends."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Unpack

import numpy as np
import xarray as xr

from compare.engine.field import TEXT, Field, blanks
from compare.engine.run import Running, run
from compare.engine.study import Study, cell_by_cell, names_axis
from compare.studies.answers import REFUSAL, WORDS, backend_list, named, parted, refusal_variables
from flexarm.arm import Arm, require_arm
from flexarm.arm_tree import tree
from flexarm.backend import Backend
from flexarm.closed_loop.margins import drive_names, require_drives
from flexarm.closed_loop.margins import margins as answer
from flexarm.datasets import provenance, variable
from flexarm.errors import QuestionError

_LOOP = ("drive",)
_WORDS = {
    "gain_margin": ("1", "least factor above 1 on the gain that brings an eigenvalue to the axis"),
    "gain_reduction": ("1", "largest factor below 1 on the gain that brings an eigenvalue to the axis"),
    "phase_margin": ("deg", "least change of phase that brings an eigenvalue to the axis"),
    "delay_margin": ("s", "least further delay that brings an eigenvalue to the axis"),
    "modulus_margin": ("1", "least distance of the open loop's response from −1"),
}
_MARGINS = {
    name: field
    for margin, (unit, words) in _WORDS.items()
    for name, field in (
        (margin, Field(_LOOP, "f8", unit, words)),
        (f"{margin}_frequency", Field(_LOOP, "f8", "rad/s", f"where the {margin.replace('_', ' ')} is")),
    )
}
_FIELDS = {
    **_MARGINS,
    "loop_radius": Field((), "f8", "rad/s", "crossings are those of frequencies below this"),
    "unstable": Field((), "f8", "1", "number of eigenvalues of the closed loop with a positive real part"),
    "statement": Field((), TEXT, "1", "what is known of the closed loop's stability"),
    "refusal": Field((), TEXT, "1", REFUSAL),
}


def margins(
    arm: Arm,
    backends: Backend | Sequence[Backend],
    count: int | None = None,
    within: float | None = None,
    **running: Unpack[Running],
) -> xr.Dataset:
    """Return the gain and phase margins of the loops of an arm's drives, each opened by itself, by several backends.

    Parameters
    ----------
    arm
        The arm, in its posture, with its dampers and drives.
    backends
        One backend or more, each a row; no two alike. ``exact`` truncates no mode.
    count
        Number of the closed loop's eigenvalues, by size, that the frequencies looked at reach as far as; 1 or more.
    within
        In place of a count, the highest frequency looked at, rad/s.
    **running
        ``output``, ``workers``, ``scheduler`` and ``progress``, as of `compare.sweep`.

    Returns
    -------
    xarray.Dataset
        Dimensions backend and drive. Variables gain_margin, the least factor above 1 on the gain that brings an
        eigenvalue to the imaginary axis, gain_reduction, the largest below 1, phase_margin, degrees, delay_margin, s,
        and modulus_margin, the open loop's least distance from −1, each with its frequency, rad/s
        (gain_margin_frequency, …); infinite, zero of gain_reduction, and NaN where there is none; loop_radius, rad/s,
        below which crossings are, unstable and statement of the closed loop (backend). Backends that cannot answer are
        no rows; where there are any, refusal (refused), over their specifications, says why.

    Raises
    ------
    InputError
        If there is no backend, one is given twice, the arm is none, or not one of count and within is given.
    QuestionError
        If the arm has no drive, or no backend can answer; the text begins with the specification of the first.
    """
    solvers = backend_list(backends)
    require_arm(arm, "margins")
    require_drives(arm)
    drives = list(drive_names(arm, tree(arm.undriven)).values())

    def cell(solver: Backend) -> Mapping[str, object]:
        try:
            found = answer(solver, arm, count, within)
        except QuestionError as error:
            return {"refusal": str(named(error, solver.spec))}
        each = [asdict(loop) for loop in found.loops]
        spectrum = {"unstable": found.spectrum.unstable, "statement": found.spectrum.statement}
        values = {name: np.array([one[name] for one in each]) for name in _MARGINS}
        return {**values, "loop_radius": found.spectrum.radius, **spectrum}

    axis = names_axis(solvers, [one.spec for one in solvers], WORDS)
    names = {"drive": variable(_LOOP, np.array(drives, np.str_), "1", "what the loop is opened at")}
    ask = cell_by_cell(cell, **blanks(_FIELDS, drive=len(drives)))
    study = Study({"backend": axis}, _FIELDS, ask, names, provenance(arm), (1,))

    def reading(found: xr.Dataset) -> xr.Dataset:
        known, refused = parted(found)
        if len(refused) == len(solvers):
            raise QuestionError(refused[solvers[0].spec])
        return known.assign(refusal_variables(refused))

    return run(study, **running, reading=reading)[0]
