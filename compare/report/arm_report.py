"""A validation report for one's own arm: what every study says of it, gathered."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import xarray as xr

from compare.judging.dataset import machine
from compare.readings.cheapest import require_tolerance
from compare.report.publication import publish
from compare.studies.convergence import convergence
from compare.studies.eigenvalues import eigenvalues
from compare.studies.families import own_family
from compare.studies.frequencies import frequencies
from compare.studies.limits import limits
from compare.studies.response_errors import response_errors
from compare.studies.sizes import read_sizes
from compare.studies.usual import CANDIDATE_SIZES, CANDIDATES, CHECKING_BACKENDS, RESPONSE_SCHEMES, usual_backends
from flexarm.arm import Arm
from flexarm.backend import Backend, find_backend
from flexarm.checks import shown
from flexarm.errors import Fault, InputError, QuestionError, TooFewModesError
from flexarm.forced_response.dataset import response
from flexarm.gate import require_question
from flexarm.load_cases import LoadCase
from flexarm.load_cases.fit import check_case

Progress = Callable[[int, int, str], object]
RESPONSE_SIZES = (1, 2, 3, 4, 6)
# Studies that a report can do without: what they ask for, some arms do not have.
SPARED = ("eigenvalues", "convergence", "limits")


@dataclass(frozen=True)
class ArmReport:
    """What flexarm says of one arm.

    Parameters
    ----------
    arm
        The arm.
    cases
        The load cases, in their order.
    tolerance
        Relative error of a natural frequency that is accurate enough.
    date, machine
        When and with what it was computed.
    frequencies
        Natural frequencies by three backends, as `compare.frequencies` returns them; of an arm that is damped or driven
        without its dampers and drives, as mode shapes and limits are.
    modes
        Mode shapes by ``exact``, as `ModalModel.dataset` returns them.
    eigenvalues
        Of an arm that is damped or driven, its complex eigenvalues by three backends, as `compare.eigenvalues` returns
        them; else, and where there are none, None.
    convergence
        Errors by backend and size, as `compare.convergence` returns them, of an arm that is damped or driven those of
        its complex eigenvalues; None where there is no such study.
    responses
        Responses by backend, as `flexarm.response` returns them, for every load case.
    response_errors
        Errors of these by backend and size, as `compare.response_errors` returns them, for every load case.
    limits
        Digits that formulations have left with its payload made lighter and heavier, as `compare.limits` returns them;
        None where there is no such study.
    itself
        The value in `limits` at which the arm is as it is, relative.
    missing
        Why a study is not there, by the study's name.
    """

    arm: Arm
    cases: tuple[LoadCase, ...]
    tolerance: float
    date: str
    machine: str
    frequencies: xr.Dataset
    modes: xr.Dataset
    eigenvalues: xr.Dataset | None
    convergence: xr.Dataset | None
    responses: tuple[Mapping[str, xr.Dataset], ...]
    response_errors: tuple[xr.Dataset, ...]
    limits: xr.Dataset | None
    itself: float
    missing: Mapping[str, str]

    @property
    def html(self) -> str:
        """The report as one HTML page that needs nothing else."""
        from compare.report.arm_page import as_arm_page

        return as_arm_page(self)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the report, whole or not at all, and return what to read of it.

        Parameters
        ----------
        path
            A folder, made where there is none, for report.html, report.json and report.nc; or one file that ends in
            ``.html``, ``.json`` or ``.nc``.

        Raises
        ------
        InputError
            If it cannot be written.
        """
        from compare.report.arm_page import as_publication

        return publish(as_publication(self), Path(path))


def arm_report(
    arm: Arm,
    cases: Sequence[LoadCase] = (),
    *,
    count: int = 6,
    tolerance: float = 1e-3,
    certify: bool = False,
    progress: Progress | None = None,
) -> ArmReport:
    """Return a validation report for an arm.

    Natural frequencies by three backends, the errors of cheaper models and which of them is enough, mode shapes,
    responses with their errors, and which formulations run out of digits near the arm's numbers. Of an arm that is
    damped or driven complex eigenvalues and whether it is stable, too.

    Parameters
    ----------
    arm
        The arm, in its posture.
    cases
        Load cases that its response is found to.
    count
        Number of non-zero natural frequencies, and of complex eigenvalues; 1 or more. An arm that has fewer frequencies
        is asked for all that it has.
    tolerance
        Relative error of a natural frequency that is accurate enough; above 0 and below 1.
    certify
        Whether the exact frequencies, and eigenvalues, are proved, none missed.
    progress
        Called before every study with the number of those done, the number of all and the study's name, and once at
        the end.

    Returns
    -------
    ArmReport
        The answers; ``html`` is the page, ``save`` writes it to a file or a folder.

    Raises
    ------
    InputError
        If the arm, the count, the tolerance or a load case is wrong, or a load case does not fit the arm.
    QuestionError
        If a backend cannot answer for the natural frequencies, or for the response to a load case.
    """
    require_tolerance(tolerance)
    kept = _cases(arm, cases)
    answers, missing = _answers(_studies(arm, kept, _count(arm.undriven, count), certify), progress)
    return ArmReport(
        arm=arm,
        cases=kept,
        tolerance=float(tolerance),
        date=date.today().isoformat(),
        machine=machine(),
        frequencies=answers["frequencies"],
        modes=answers["modes"],
        eigenvalues=answers.get("eigenvalues"),
        convergence=answers.get("convergence"),
        responses=tuple(answers[f"response {k}"] for k, _ in enumerate(kept, 1)),
        response_errors=tuple(answers[f"errors of response {k}"] for k, _ in enumerate(kept, 1)),
        limits=answers.get("limits"),
        itself=own_family(arm.undriven)[1],
        missing=MappingProxyType(missing),
    )


def _cases(arm: Arm, cases: Sequence[LoadCase]) -> tuple[LoadCase, ...]:
    """Return the load cases; refuse what is none, or does not fit the arm."""
    kept = (cases,) if isinstance(cases, LoadCase) else tuple(cases)
    faults = [Fault(f"case{k}", "a LoadCase", shown(one)) for k, one in enumerate(kept, 1) if type(one) is not LoadCase]
    if faults:
        raise InputError(faults, "arm_report")
    plain = arm.undriven if isinstance(arm, Arm) else arm
    require_question("arm_report", plain, 1, static_loads=True, beam_terms=True, space=True, trees=True)
    for case in kept:
        check_case(case, arm)
    return kept


def _count(arm: Arm, count: int) -> int:
    """Return the number of frequencies that are asked for: all where there are fewer than wanted."""
    try:
        find_backend(CHECKING_BACKENDS[0]).modes(arm, count)
    except TooFewModesError as error:
        if error.available < 1:
            raise
        return error.available
    return int(count)


def _frequencies(arm: Arm, exact: Backend, others: Sequence[Backend], count: int) -> xr.Dataset:
    """Return frequencies by the exact backend, without which there is no report, and by others that answer."""
    found = frequencies(arm, [exact, *others], count)
    if exact.spec not in found.backend.values:
        raise QuestionError(str(found.refusal.sel(refused=exact.spec).item()))
    return found


def _studies(arm: Arm, cases: Sequence[LoadCase], count: int, certify: bool) -> dict[str, Callable[[], Any]]:
    """Return what is asked, by name."""
    exact, *others = map(find_backend, usual_backends(count, CHECKING_BACKENDS))
    proving = find_backend(f"{exact.spec}:certify") if certify else exact
    schemes, sizes = list(map(find_backend, CANDIDATES)), read_sizes(CANDIDATE_SIZES)
    swung = list(map(find_backend, RESPONSE_SCHEMES))
    studies: dict[str, Callable[[], Any]] = {
        "frequencies": lambda: _frequencies(arm.undriven, proving, others, count),
        "modes": lambda: exact.modes(arm.undriven, count).dataset(),
    }
    if arm.driven:
        studies["eigenvalues"] = lambda: eigenvalues(arm, [proving, *others], count)
    for k, case in enumerate(cases, 1):
        studies[f"response {k}"] = partial(_responses, [exact, *others], arm, case)
        studies[f"errors of response {k}"] = partial(response_errors, arm, case, swung, RESPONSE_SIZES)
    studies["convergence"] = lambda: convergence(arm, schemes, sizes, count)
    studies["limits"] = lambda: limits(own_family(arm.undriven)[0])
    return studies


def _responses(solvers: Sequence[Backend], arm: Arm, case: LoadCase) -> dict[str, xr.Dataset]:
    return {solver.spec: response(solver, arm, case) for solver in solvers}


def _answers(
    studies: Mapping[str, Callable[[], Any]], progress: Progress | None
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the answers by name, and why some are missing that the report can do without."""
    answers, missing = {}, {}
    for done, (name, study) in enumerate(studies.items()):
        if progress is not None:
            progress(done, len(studies), name)
        try:
            answers[name] = study()
        except QuestionError as error:
            if name not in SPARED:
                raise
            missing[name] = str(error)
    if progress is not None:
        progress(len(studies), len(studies), "")
    return answers, missing
