"""``flexarm compare``: an arm's natural frequencies by several backends."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from compare.commands import harness
from compare.commands.options import RUNNING, WRITTEN, Backends, Count, Running, Unit, Written, certifying
from compare.commands.refusal import refusal
from compare.studies.usual import MOST, usual_backends

# From so many on, a person is told that an answer takes its time.
_LONG = 500


def compare(
    arm: Path,
    /,
    *,
    backend: Backends = None,
    count: Count = 6,
    unit: Unit = "rad/s",
    certify: Annotated[bool, Parameter(negative=())] = False,
    growth_rates: Annotated[bool, Parameter(negative=())] = False,
    flapwise: Annotated[bool, Parameter(negative=())] = False,
    written: Written = WRITTEN,
    running: Running = RUNNING,
) -> None:
    """Tabulate an arm's natural frequencies by several backends, with their errors against the exact ones.

    A backend that cannot answer is a line above the table, and "refusals" in JSON; the exit status is 2 where none can.

    Parameters
    ----------
    arm
        The arm file.
    backend
        Backend and settings: exact, assumed_modes:FAMILY:SHAPES or fem:ELEMENTS; may be given several times.
        Without it: exact, assumed_modes:legendre and fem, with 8 shapes and 20 elements a link, or as many more as the
        frequencies asked for want.
    count
        Number of natural frequencies; rigid-body modes are counted apart.
    unit
        Unit of the frequencies in tables.
    certify
        Prove the exact frequencies: each in an interval, none missed. Backend
        exact:certify:1e-30 asks for narrower intervals than 1e-13, relative.
    growth_rates
        Also say how fast the unstable modes of an arm grow that falls or buckles under its static loads.
    flapwise
        Give the frequencies out of the plane of a spin, √(ω² + Ω²), of an arm that is alike in both planes.
    """
    written.require(".zarr")
    if growth_rates and written.form == "csv":
        wanted = "--format table or json: CSV has a row per frequency"
        raise refusal("--growth-rates", wanted, "--format csv")
    if flapwise and (certify or growth_rates):
        raise refusal("--flapwise", "neither --certify nor --growth-rates beside it", "both")
    loaded = harness.load(arm)
    if backend is None and count > (most := MOST * len(loaded.links)):
        raise refusal("--count", f"{most} at most, as assumed_modes has no more; or -b exact", str(count))
    specs = list(backend or usual_backends(count))
    if count > _LONG:
        harness.notice(f"{count} natural frequencies at once may take minutes")
    solvers = [harness.find_backend(spec) for spec in (certifying(specs) if certify else specs)]
    with running.watched(written) as how:
        dataset = harness.frequencies(loaded, solvers, count, growth_rates=growth_rates, flapwise=flapwise, **how)
    for text in harness.refusals(dataset).values() if written.form == "csv" else ():
        harness.notice(f"no answer by {text}")  # CSV has rows of frequencies alone
    written.write(harness.FREQUENCIES, dataset, unit)
