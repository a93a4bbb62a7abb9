"""``flexarm eigenvalues``: complex eigenvalues of an arm with dampers and drives, and whether it is stable."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from compare.commands import harness
from compare.commands.numbers import whole
from compare.commands.options import RUNNING, WRITTEN, Backends, Running, Unit, Written, certifying
from compare.studies.usual import usual_eigenvalues


def eigenvalues(
    arm: Path,
    /,
    *,
    backend: Backends = None,
    count: Annotated[int | None, Parameter(("--count", "-n"), converter=whole)] = None,
    within: float | None = None,
    unit: Unit = "rad/s",
    certify: Annotated[bool, Parameter(negative=())] = False,
    written: Written = WRITTEN,
    running: Running = RUNNING,
) -> None:
    """Tabulate the complex eigenvalues of an arm with dampers and drives, and say whether it is stable.

    Parameters
    ----------
    arm
        The arm file.
    backend
        Backend and settings: exact, assumed_modes:FAMILY:SHAPES or fem:ELEMENTS; may be given several times.
        Without it: exact.
    count
        Number of eigenvalues in the upper half plane and on the real axis, by size; 12 unless within is given.
    within
        In place of a number, all of a size below this, rad/s.
    unit
        Unit of the frequencies in tables.
    certify
        Prove the exact eigenvalues: each in a disc of a radius that is told, none missed, and on which side of the
        imaginary axis they are.
    """
    written.require(".zarr")
    specs = list(backend or ("exact",))
    solvers = [harness.find_backend(spec) for spec in (certifying(specs) if certify else specs)]
    with running.watched(written) as how:
        dataset = harness.eigenvalues(harness.load(arm), solvers, usual_eigenvalues(count, within), within, **how)
    for reason in harness.refusals(dataset).values() if written.form == "csv" else ():
        harness.notice(f"no answer by {reason}")
    written.write(harness.EIGENVALUES, dataset, unit)
