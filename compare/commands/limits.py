"""``flexarm limits``: where every common formulation runs out of digits."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from compare.commands import harness
from compare.commands.options import RUNNING, WRITTEN, Running, Written
from compare.commands.refusal import refusal


def limits(
    *studies: str,
    formulation: Annotated[
        list[str] | None, Parameter(("--formulation", "-f"), negative=(), show_default=False)
    ] = None,
    values: str | None = None,
    plot: Path | None = None,
    written: Written = WRITTEN,
    running: Running = RUNNING,
) -> None:
    """Tabulate at which payload, stiffness, number of elements and so on each formulation runs out of digits.

    Parameters
    ----------
    studies
        payload-mass, payload-inertia, joint-stiffness, gear-inertia, elements, shapes, mode-number, links,
        stiffness-ratio, length-ratio, wrist-stiffness, base-mass, polar-inertia, rotor-inertia, angle-from-plane,
        slenderness, axial-rigidity, support-stiffness, damping, delay, massless; without any, all of them (three
        minutes). FILE.nc has several as groups of their names.
    formulation
        Formulation; may be given several times: exact, assumed_modes and fem, which keep their digits, and
        raw-determinant, boundary-conditions, expanded-determinant, transfer-matrix, dynamic-stiffness,
        assumed-monomial, assumed-cosh, fem-dense and fem-sparse, written as textbooks write them, and fem-companion,
        truncated-modes, modal-damping and few-modes, of damping ratios; massless and lumped, models that leave the
        links' mass out. Without any, all that take the study's arms and are what it is about.
    values
        Values of the study's parameter in place of the usual ones, ascending: 0,1e3,1e6, or 1e3:1e6:7:log.
    plot
        Also draw the digits left into this folder, one STUDY.svg a study; made where there is none.
    """
    written.require(*[".zarr"] * (len(studies) == 1))
    if plot is not None:
        harness.require_folder(plot)
    if values is not None and len(studies) != 1:
        got = ", ".join(studies) or "all studies"
        raise refusal("--values", "one study that the values are for", got)
    families = harness.find_families(studies)
    points = None if values is None else harness.read_numbers(values, "--values")
    datasets, tables = [], written.form == "table"
    for family in families:
        with running.watched(written, family.name) as how:
            datasets.append(harness.limits(family, formulation, points, **how))
        if tables:  # at once: all of them take minutes
            print(harness.LIMITS.text(datasets[-1:]), end="", flush=True)
    if plot is not None:
        harness.save_plots(datasets, plot)
    (written.save if tables else written.write)(harness.LIMITS, datasets)
