"""Errors of frequencies and mode shapes by backend and size, and how they fall."""

from collections.abc import Callable, Iterable, Sequence

import xarray as xr

from compare.answers import require_backends
from compare.converging.cells import Study, reference_model
from compare.converging.labelled import Table
from compare.converging.order import ORDER_RULE, ROUND_OFF_RULE
from compare.converging.shapes import SHAPE_RULE
from compare.converging.sizes import require_sizes
from compare.spectra import REFERENCE
from flexarm.arm import Arm
from flexarm.backend import Backend, find_backend
from flexarm.datasets import mode_numbers, provenance, variable
from flexarm.errors import Fault, InputError
from flexarm.whole import is_whole


def convergence(
    arm: Arm,
    backends: Sequence[Backend],
    sizes: Iterable[int],
    modes: int,
    reference: Backend | None = None,
    *,
    watch: Callable[[Sequence[int]], Iterable[int]] = iter,
) -> xr.Dataset:
    """Return how the errors of an arm's first modes fall with the number of functions or elements.

    Parameters
    ----------
    arm
        The arm, in its posture.
    backends
        One backend or more that has a size; its own size does not matter, and no two may differ in that alone.
    sizes
        Numbers of functions or elements of every flexible link: whole numbers from 1 to 100 000, ascending.
    modes
        Number of non-zero natural frequencies; 1 or more.
    reference
        Whose modes the errors are taken against; None for the installed backend named ``exact``.
    watch
        Called with all sizes, it returns them again one by one as they are solved: a progress bar.

    Returns
    -------
    xarray.Dataset
        Dimensions backend (its specification without the size), size and mode.

        - Over all three: angular_frequency, rad/s; relative_error, positive where a frequency is too high;
          mac_error and deflection_error of the shape (attribute ``shape_rule``); missing, why there is no value,
          empty where there is one.
        - Over backend and size: specification, unknowns, and seconds of wall time; the numbers are NaN where the
          backend cannot answer.
        - Over backend and mode: order_law (algebraic, spectral or none), order, the range order_first_size to
          order_last_size that it was fitted on, and order_missing, why there is none (attribute ``order_rule``);
          round_off_size, the size at which round-off takes over, 0 where it does not within the sizes, and
          round_off_level (attribute ``round_off_rule``).

    Raises
    ------
    InputError
        If there is no backend, one is not a `Backend` or is given twice, or the arm, a size or the number of modes
        is wrong.
    QuestionError
        If a backend has no size, or the reference cannot answer.
    """
    backends, sizes = list(backends), require_sizes(sizes)
    _require(backends, sizes, modes, reference)
    solver = find_backend(REFERENCE) if reference is None else reference
    study = Study(arm, reference_model(arm, solver, int(modes)), int(modes))
    columns = [study.cells(backends, size) for size in watch(sizes)]
    table = Table(sizes, list(zip(*columns, strict=True)))
    rules = {"shape_rule": SHAPE_RULE, "order_rule": ORDER_RULE, "round_off_rule": ROUND_OFF_RULE}
    return xr.Dataset(
        table.variables(),
        {
            "backend": variable(("backend",), [one.scheme for one in backends], "1", "backend without its size"),
            "size": variable(("size",), list(sizes), "1", "number of functions or elements of every flexible link"),
            "mode": mode_numbers(int(modes)),
        },
        {**provenance(arm), "reference": solver.spec, **rules},
    )


def _require(backends: Sequence[Backend], sizes: Sequence[int], modes: int, reference: Backend | None) -> None:
    require_backends(backends, lambda one: one.scheme)
    if not is_whole(modes) or modes < 1:
        raise InputError([Fault("modes", "a whole number of 1 or more", repr(modes))], "convergence")
    if reference is not None and not isinstance(reference, Backend):
        raise InputError([Fault("reference", "a Backend, or None", repr(reference))], "convergence")
    for one in backends:
        try:
            one.with_size(sizes[0])
        except InputError:
            continue  # one size that a backend does not take leaves a gap, a backend without size no study
