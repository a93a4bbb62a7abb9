"""Errors of frequencies and mode shapes, or of complex eigenvalues, by backend and size, and how they fall."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, Unpack

import numpy as np
import xarray as xr

from compare.engine.field import TEXT, Field, blanks
from compare.engine.run import Running, run
from compare.engine.study import Place, Study, Values, names_axis, numbers_axis, stack
from compare.readings.order import ORDER_RULE, ROUND_OFF_RULE, with_orders
from compare.studies.answers import answered, answered_as_far, backend_list, backend_or, with_spare
from compare.studies.eigenvalue_errors import EIGENVALUE_FIELDS, PAIRING_RULE, eigenvalue_errors
from compare.studies.shape_errors import SHAPE_RULE, Samples, panels_for, samples_of, shape_errors
from compare.studies.sizes import require_sizes
from flexarm.arm import Arm
from flexarm.backend import Backend
from flexarm.datasets import mode_numbers, provenance
from flexarm.errors import InputError, QuestionError
from flexarm.modes import ModalModel
from flexarm.whole import require_count

# A chain's frequency is at most triple, three numbers at its root being all that a mode can choose: so many more
# modes of the reference than asked for hold all that share the last one's frequency.
_SPARE = 2
_MODE, _NOTHING = ("mode",), "where the backend cannot answer"
_SHAPE_FIELDS = {
    "angular_frequency": Field(_MODE, "f8", "rad/s", "natural angular frequency"),
    "relative_error": Field(_MODE, "f8", "1", "relative frequency error against the reference"),
    "mac_error": Field(_MODE, "f8", "1", "one minus the modal assurance criterion, mass inner product"),
    "deflection_error": Field(_MODE, "f8", "1", "largest deflection error over largest deflection"),
}
_FIELDS = {
    "missing": Field(_MODE, TEXT, "1", "why there is no value; empty where there is one"),
    "specification": Field((), TEXT, "1", "backend with its size; empty where it does not take the size"),
    "unknowns": Field((), "f8", "1", f"number of unknowns; NaN {_NOTHING}"),
    "seconds": Field((), "f8", "s", f"wall time of the solution; NaN {_NOTHING}"),
}


def convergence(
    arm: Arm,
    backends: Backend | Sequence[Backend],
    sizes: Iterable[int],
    modes: int,
    reference: Backend | None = None,
    **running: Unpack[Running],
) -> xr.Dataset:
    """Return how the errors of an arm's first modes fall with the number of functions or elements.

    Of an arm with dampers and drives they are the errors of its complex eigenvalues: of frequency and damping ratio.

    Parameters
    ----------
    arm
        The arm, in its posture.
    backends
        One backend or more that has a size; its own size does not matter, and no two may differ in that alone.
    sizes
        Numbers of functions or elements of every flexible link: whole numbers from 1 to 100 000, ascending.
    modes
        Number of non-zero natural frequencies, or of eigenvalues in the upper half plane and on the real axis, by size;
        1 or more.
    reference
        Whose modes the errors are taken against; None for the installed backend named ``exact``.
    **running
        ``output``, ``workers``, ``scheduler`` and ``progress``, as of `compare.sweep`.

    Returns
    -------
    xarray.Dataset
        Dimensions backend (its specification without the size), size and mode.

        - Over all three: angular_frequency, rad/s; relative_error, positive where a frequency is too high;
          mac_error and deflection_error of the shape (attribute ``shape_rule``); missing, why there is no value,
          empty where there is one. Of an arm with dampers and drives, in place of shapes, damping_ratio and
          damping_ratio_error, relative, positive where it is too high and NaN where nothing damps; angular_frequency
          is then the size of the eigenvalue (attribute ``pairing_rule``).
        - Over backend and size: specification, unknowns, and seconds of wall time; the numbers are NaN where the
          backend cannot answer.
        - Over backend and mode: order_law (algebraic, spectral or none), order, the range order_first_size to
          order_last_size that it was fitted on, and order_missing, why there is none (attribute ``order_rule``);
          round_off_size, the size at which round-off takes over, 0 where it does not within the sizes, and
          round_off_level (attribute ``round_off_rule``). The same of damping ratios, damping_ratio_order and so on.

    Raises
    ------
    InputError
        If there is no backend, one is not a `Backend` or is given twice, or the arm, a size or the number of modes
        is wrong.
    QuestionError
        If a backend has no size, or the reference cannot answer.
    """
    chosen = require_sizes(sizes)
    solvers = backend_list(backends, lambda one: one.scheme)
    require_count(modes, "modes", "convergence")
    solver = backend_or(reference, source="convergence")
    _require_sized(solvers, chosen[0])
    driven = isinstance(arm, Arm) and arm.driven
    errors = (_eigenvalue_errors if driven else _mode_errors)(arm, solver, int(modes))
    fields = {**errors.fields, **_FIELDS}
    empty = blanks(fields, mode=int(modes))

    def ask(cells: Sequence[Place]) -> Values:
        of = errors.of()
        return stack([{**empty, **_cell(one, size, int(modes), of)} for one, size in cells])

    axes = {
        "backend": names_axis(solvers, [one.scheme for one in solvers], "backend without its size"),
        "size": numbers_axis(chosen, "1", "number of functions or elements of every flexible link"),
    }
    rules = {**errors.rules, "order_rule": ORDER_RULE, "round_off_rule": ROUND_OFF_RULE}
    attributes: dict[Any, object] = {**provenance(arm), "reference": solver.spec, **rules}
    # The reference is sampled once a size, for all backends.
    study = Study(axes, fields, ask, {"mode": mode_numbers(int(modes))}, attributes, (len(solvers), 1))
    return run(study, **running, reading=with_orders)[0]


def _require_sized(solvers: Sequence[Backend], size: int) -> None:
    for one in solvers:
        try:
            one.with_size(size)
        except InputError:
            continue  # one size that a backend does not take leaves a gap, a backend without size no study


Told = Mapping[str, object]


class _Errors(NamedTuple):
    """What is asked of a backend of one size: fields, rules, and what asks it and is made anew for every block."""

    fields: Mapping[str, Field]
    rules: Mapping[str, str]
    of: Callable[[], Callable[[Backend, int], Told]]


def _cell(solver: Backend, size: int, modes: int, of: Callable[[Backend, int], Told]) -> Told:
    """Return what one backend says at one size, or why it says nothing."""
    told: dict[str, object] = {}
    try:
        sized = solver.with_size(size)
        told["specification"] = sized.spec
        return {**told, **of(sized, size)}
    except (InputError, QuestionError) as error:
        return {**told, "missing": [str(error)] * modes}


def _eigenvalue_errors(arm: Arm, reference: Backend, modes: int) -> _Errors:
    of = eigenvalue_errors(arm, reference, modes)
    return _Errors(EIGENVALUE_FIELDS, {"pairing_rule": PAIRING_RULE}, lambda: lambda sized, _: of(sized))


def _mode_errors(arm: Arm, reference: Backend, modes: int) -> _Errors:
    """Return errors of frequencies and shapes against the reference's modes, all others of their frequencies beside."""
    truth = with_spare(lambda count: answered(reference, arm, count), modes, _SPARE).model

    def of() -> Callable[[Backend, int], Told]:
        # Sampled once a backend has answered: a large size wants many samples, and may be none that a backend takes.
        exact = cache(lambda panels: samples_of(truth, panels))
        return lambda sized, size: _of_modes(arm, sized, size, modes, truth, exact)

    return _Errors(_SHAPE_FIELDS, {"shape_rule": SHAPE_RULE}, of)


def _of_modes(
    arm: Arm, sized: Backend, size: int, modes: int, truth: ModalModel, exact: Callable[[int], Samples]
) -> Told:
    answer, reason = answered_as_far(sized, arm, modes)
    model = answer.model
    told = {"unknowns": model.unknowns, "seconds": answer.seconds}
    if model.unstable != truth.unstable:
        other = (
            f"{model.backend}: {model.unstable} unstable modes where {truth.backend} finds {truth.unstable}: the modes "
            "that are left are others"
        )
        return {**told, "missing": [other] * modes}
    panels = panels_for(size, truth.modes)
    omega, against = model.angular_frequency, truth.angular_frequency[: model.modes]
    shapes, gap = shape_errors(samples_of(model, panels), exact(panels)), modes - model.modes
    columns = (omega, (omega - against) / against, shapes.mac, shapes.deflection)
    padded = (np.append(values, [np.nan] * gap) for values in columns)
    return {**told, **dict(zip(_SHAPE_FIELDS, padded, strict=True)), "missing": [""] * model.modes + [reason] * gap}
