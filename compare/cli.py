"""The command line: ``flexarm compare``, ``flexarm converge``, ``flexarm draw`` and their like.

Nothing slow is imported before a command runs, so that ``flexarm --help`` answers at once.
"""

import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import version
from io import TextIOWrapper
from typing import Literal

from cyclopts import App, CycloptsError, UnusedCliTokensError

from compare.commands import harness
from compare.commands.advise import advise
from compare.commands.animate import animate
from compare.commands.buckling import buckling
from compare.commands.check import check
from compare.commands.compare import compare
from compare.commands.converge import converge
from compare.commands.draw import draw
from compare.commands.eigenvalues import eigenvalues
from compare.commands.example import example
from compare.commands.flexibility import flexibility
from compare.commands.init import init
from compare.commands.limits import limits
from compare.commands.locus import locus
from compare.commands.margins import margins
from compare.commands.modes import modes
from compare.commands.plot import plot
from compare.commands.report import report
from compare.commands.respond import respond
from compare.commands.slew import slew
from compare.commands.sweep import sweep
from compare.commands.theories import theories
from compare.commands.validate import validate

app = App(
    name="flexarm",
    version=lambda: version("flexarm"),
    help="Natural frequencies and mode shapes of flexible robot arms, exact and discretised, side by side.",
    help_format="plaintext",
)
for command in (
    init,
    check,
    compare,
    converge,
    advise,
    limits,
    respond,
    eigenvalues,
    locus,
    margins,
    slew,
    buckling,
    flexibility,
    theories,
    sweep,
    plot,
    modes,
    draw,
    animate,
    example,
    report,
    validate,
):
    app.command(command)


@app.command
def completion(shell: Literal["bash", "zsh", "fish", "powershell"], /) -> None:
    """Print a script by which a shell completes commands and options.

    For bash: flexarm completion bash > ~/.local/share/bash-completion/completions/flexarm

    Parameters
    ----------
    shell
        The shell.
    """
    print(app.generate_completion(shell=shell), end="")


def main(tokens: Sequence[str] | None = None) -> int:
    """Run the command line, on the program's own words unless some are given, and return its exit status.

    That is 0, what the command says, or 2 where the input is wrong.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # an arm's name may hold letters that the terminal lacks
    status = 0
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _in_one_line
            status = app(
                tokens, exit_on_error=False, print_error=False, result_action="return_int_as_exit_code_else_zero"
            )
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_what_is_printed()  # the reader has left
    except Exception as error:
        if not _is_refusal(error):
            raise
        if isinstance(error, OSError) and error.filename is None:
            _drop_what_is_printed()
        print(f"flexarm: {_in_words(error)}", file=sys.stderr)
        return 2
    return status


def _drop_what_is_printed() -> None:
    """Let what is still buffered not fail a second time when Python exits."""
    with suppress(OSError):  # of a stream that is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _in_words(error: Exception) -> str:
    """Return a refusal's text, with words for what cyclopts and the system say in terms of their own."""
    if isinstance(error, UnusedCliTokensError):
        command = " ".join(error.command_chain or ())
        given = " ".join(error.unused_tokens or ())
        return f"{command}: wanted nothing more, got {given}; flexarm {command} --help says what it takes"
    if isinstance(error, OSError):
        # Files that are written are refused by their names: without one, it is what is printed that has no place.
        return f"{error.filename or 'standard output'}: {(error.strerror or str(error)).lower()}"
    return str(error)


def _in_one_line(message: Warning | str, *_: object, **__: object) -> None:
    """Show a warning to the person who asked, not to the programmer: without the line of code."""
    print(f"flexarm: {message}", file=sys.stderr)


def _is_refusal(error: Exception) -> bool:
    return isinstance(error, CycloptsError | harness.FlexarmError | OSError)
