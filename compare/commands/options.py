"""The options that commands share: how an answer is written, and how a study runs."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

from cyclopts import Parameter

from compare.commands import harness
from compare.commands.numbers import whole
from compare.commands.outputs import require_output
from compare.commands.refusal import refusal

if TYPE_CHECKING:
    from compare.engine.run import Running as EngineRunning
    from compare.rendering.form import Form

Answer = TypeVar("Answer")
Backends = Annotated[list[str] | None, Parameter(("--backend", "-b"), negative=(), show_default=False)]
Count = Annotated[int, Parameter(("--count", "-n"), converter=whole)]
Whole = Annotated[int | None, Parameter(converter=whole)]
Backend = Annotated[str, Parameter(("--backend", "-b"))]
Output = Annotated[Path | None, Parameter(("--output", "-o"))]
Pictures = Annotated[list[Path], Parameter(("--output", "-o"), negative=())]
Plots = Annotated[list[Path] | None, Parameter("--plot", negative=(), show_default=False)]
Unit = Literal["rad/s", "hz"]

_EXACT = "exact"
TEXTS = (".json", ".csv", ".md", ".tex")


@Parameter(name="*")
@dataclass(frozen=True)
class Written:
    """How an answer is written.

    Parameters
    ----------
    form
        table for people, markdown or latex for documents; json (one object) or csv (a row a value) for programs, with
        all digits, units beside names and frequencies in rad/s and in Hz.
    output
        Also write everything to this file, in the form that its ending names: FILE.nc (NetCDF), .json, .csv, .md, .tex;
        or, block by block, to FOLDER.zarr, where a study that was stopped goes on.
    """

    form: Annotated[Literal["table", "json", "csv", "markdown", "latex"], Parameter("--format")] = "table"
    output: Output = None

    def require(self, *more: str) -> None:
        """Refuse an output that cannot be written; endings beside those of NetCDF and texts are `more`."""
        if self.output is not None:
            require_output(self.output, (".nc", *more, *TEXTS))

    def write(self, form: "Form[Answer]", answer: Answer, unit: str = "rad/s") -> None:
        """Print an answer, and write it to the output; what a study has written itself stays as it is."""
        text = form.text(answer, self.form, unit)
        self.save(form, answer, unit)
        print(text, end="")

    def save(self, form: "Form[Answer]", answer: Answer, unit: str = "rad/s") -> None:
        """Write an answer to the output, unless a study has written it block by block."""
        if self.output is not None and self.output.suffix.lower() != ".zarr":
            form.save(answer, self.output, unit)


@Parameter(name="*")
@dataclass(frozen=True)
class Running:
    """How a study runs.

    Parameters
    ----------
    workers
        Number of processes; more than one need flexarm[sweep].
    scheduler
        threads, in place of processes; or the address of a running Dask scheduler, tcp://HOST:PORT.
    """

    workers: Annotated[int, Parameter(converter=whole)] = 1
    scheduler: str | None = None

    def refuse(self, beside: str) -> None:
        """Refuse workers and a scheduler without the options that make what they share out."""
        given = {"--workers": None if self.workers == 1 else self.workers, "--scheduler": self.scheduler}
        wanted = f"{beside} beside it, which make a table that workers share out"
        if faults := [harness.Fault(name, wanted, str(one)) for name, one in given.items() if one is not None]:
            raise harness.InputError(faults)

    @contextmanager
    def watched(self, written: Written, what: str = "Solving") -> "Iterator[EngineRunning]":
        """Give a study what it runs with: a store to go on with, workers, and a progress bar where a person watches."""
        store = written.output if written.output is not None and written.output.suffix == ".zarr" else None
        with harness.progress_bar(what) as progress:
            yield {"output": store, "workers": self.workers, "scheduler": self.scheduler, "progress": progress}


def certifying(specs: Sequence[str]) -> list[str]:
    """Return specifications with every exact backend certifying its answers."""
    if all(spec.split(":")[0] != _EXACT for spec in specs):
        raise refusal("--certify", f"a backend {_EXACT} to certify", " ".join(specs))
    return [f"{spec}:certify" if spec == _EXACT else spec for spec in specs]


WRITTEN, RUNNING = Written(), Running()
