"""Frequency responses: outputs of an arm per unit of loads that go as e^(iωt), its dampers and drives in the loop.

A backend with a closed form (`Backend._harmonic`) leaves no mode out. Of the others' modes, y = H u + Y τ and φ = X u +
G τ with what drives feel, φ, and exert, τ = −(P/Q) φ:

    y = (H − Y P (Q + G P)⁻¹ X) u.
"""

from collections.abc import Sequence

import numpy as np
import xarray as xr

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.backend import Backend, require_dynamics
from flexarm.checks import numbers_faults, positive, shown
from flexarm.closed_loop.control import Control, controls
from flexarm.closed_loop.link_damping import LinkDamping
from flexarm.displacements import Displacements
from flexarm.errors import Fault, InputError, QuestionError
from flexarm.forced_response.forms import Named, named_outputs
from flexarm.forced_response.patterns import patterns
from flexarm.forced_response.reactions import COMPONENTS, Reaction
from flexarm.gate import within_float64
from flexarm.hand_over.driven_system import dragged, driven_system
from flexarm.hand_over.inputs import Input
from flexarm.hand_over.inputs import inputs as all_inputs
from flexarm.hand_over.modal_system import ModalSystem
from flexarm.hand_over.names import names_of, places
from flexarm.harmonic import Harmonic
from flexarm.section_loads import SectionLoads
from flexarm.tree import Tree
from flexarm.variables import provenance, variable
from flexarm.whole import is_whole

_SOURCE = "frequency_response"
_WORDS = "output per unit of the input, both as e^(iωt), in their units"


def frequency_response(
    backend: Backend,
    arm: Arm,
    angular_frequency: Sequence[float] | Array,
    inputs: Sequence[str] | None = None,
    outputs: Sequence[str] | None = None,
    modes: int | None = None,
    *,
    static_correction: bool = True,
) -> xr.Dataset:
    """Return an arm's frequency response from loads to outputs, its dampers and drives in the loop.

    Parameters
    ----------
    backend
        What answers: exact in closed form, no mode left out; others by their modes.
    arm
        The arm, in its posture, damped and driven or not.
    angular_frequency
        Angular frequencies, rad/s, positive and ascending, shape (frequencies,).
    inputs
        Names of what drives it, of `flexarm.hand_over.inputs`; None for all.
    outputs
        Names of outputs, as a response has them; None for all.
    modes
        Number of modes of a truncated model beside the rigid-body ones; None for a backend's own answer: exact's closed
        form, or all modes that it has.
    static_correction
        Whether what modes left out would deflect at rest, and hand on to the base, is added to a model of modes.

    Returns
    -------
    xarray.Dataset
        real_part and imaginary_part (angular_frequency, output, input), in the output's unit per the input's; names,
        units and words of inputs and outputs, and the frequency, Hz.

    Raises
    ------
    InputError
        If the backend, the arm, a name, a frequency or a number is wrong.
    QuestionError
        If the backend cannot answer, or a frequency is a natural one of an arm that nothing damps there.
    """
    require_dynamics(backend, arm.undriven if isinstance(arm, Arm) else arm)
    omega = require_frequencies(angular_frequency)
    if modes is not None and (not is_whole(modes) or modes < 1):
        raise InputError([Fault("modes", "a whole number of 1 or more, or None", shown(modes))], _SOURCE)
    driving, showing = between(arm, inputs, outputs)

    def ask() -> Array:
        return transfer(backend, arm, driving, showing, np.asarray(1j * omega), modes, static_correction)

    values = within_float64(backend.spec, arm, ask)
    far = omega[~np.all(np.isfinite(values), axis=(1, 2))]
    if len(far):
        raise QuestionError(
            f"{backend.spec}: at {far[0]:.17g} rad/s {arm.title} has a natural frequency that nothing damps, or a "
            "drive a pole: the response is without bound; leave it out"
        )
    return _dataset(arm, backend, omega, driving, showing, values)


def require_frequencies(given: object) -> Array:
    """Return angular frequencies, refused where they are not positive or do not ascend."""
    values = given.tolist() if isinstance(given, np.ndarray) else given
    if not isinstance(values, list | tuple) or not values:
        wanted = "angular frequencies, rad/s, one or more"
        raise InputError([Fault("angular_frequency", wanted, shown(given))], _SOURCE)
    if faults := numbers_faults("angular_frequency", values, positive("rad/s")):
        raise InputError(faults, _SOURCE)
    omega = np.array(values, dtype=float)
    if np.any(np.diff(omega) <= 0.0):
        raise InputError([Fault("angular_frequency", "ascending ones, none twice", shown(given))], _SOURCE)
    return omega


def between(arm: Arm, inputs: Sequence[str] | None, outputs: Sequence[str] | None) -> tuple[list[Input], list[Named]]:
    """Return inputs and outputs by their names."""
    driving, showing = all_inputs(arm), named_outputs(arm)
    chosen = places("inputs", inputs, [one.name for one in driving], _SOURCE, arm)
    seen = places("outputs", outputs, [one.name for one in showing], _SOURCE, arm)
    return [driving[i] for i in chosen], [showing[i] for i in seen]


def transfer(
    backend: Backend,
    arm: Arm,
    driving: Sequence[Input],
    showing: Sequence[Named],
    s: Array,
    modes: int | None,
    correct: bool = True,
) -> Array:
    """Return outputs per unit of inputs at points s, shape (points, outputs, inputs)."""
    parts = tree(arm)
    given = patterns(parts, [one.load for one in driving])
    whole = backend._harmonic(arm, given.loads, given.base, s) if modes is None else None
    if whole is not None:
        return np.stack([_seen(one, showing, parts) for one in whole], axis=-1)
    if arm.damped_links and np.any(given.loads.held):
        raise QuestionError(
            f"{backend.spec}: links of {arm.title} damp, and what that makes of a support that is moved is not told by "
            "sums of modes; take exact, and no number of modes, or other inputs (--from)"
        )
    every = controls(arm.undamped, parts)
    system, links = driven_system(backend, arm, (driving, showing), every, modes, correct)
    inputs = len(driving)
    if not dragged(arm, given.base):
        return _closed(system, links, every, s, inputs, len(showing))
    # Links' mass damping resists the velocity of all, which is the acceleration of the base over s.
    both = _closed(system, links, every, s, 2 * inputs, len(showing))
    return both[..., :inputs] + both[..., inputs:] / s[:, np.newaxis, np.newaxis]


def _seen(moved: Harmonic, showing: Sequence[Named], parts: Tree) -> Array:
    """Return outputs of a motion in closed form, shape (points, outputs)."""
    return np.stack([_output(one, moved, parts) for one in showing], axis=-1)


def _output(one: Named, moved: Harmonic, parts: Tree) -> Array:
    if isinstance(one, Reaction) and one.held:
        return moved.supports[one.held]
    if isinstance(one, Reaction):
        return np.asarray(moved.reaction[[name for name, *_ in COMPONENTS[parts.components]].index(one.name)])
    if one.shown is not None:
        return one.shown(moved.displacements)
    return _work(one.dual, parts, moved.displacements)


def _work(dual: SectionLoads, parts: Tree, displacements: Displacements) -> Array:
    """Return the work of one pattern without loads along links, shape (displacements,)."""
    rows, motions = displacements.rows, displacements.section_motions
    total = dual.base[0] @ rows.base
    for k, link in enumerate(parts.links):
        total = total + dual.joints[0, k, : len(rows.joints[k])] @ rows.joints[k]
        total = total + dual.roots[0, k] @ motions[link.root].array + dual.tips[0, k] @ motions[link.tip].array
    return np.asarray(total)


def _closed(
    system: ModalSystem,
    links: LinkDamping | None,
    every: Sequence[Control],
    s: Array,
    inputs: int,
    outputs: int,
) -> Array:
    """Return a modal system with its drives closed, shape (points, outputs, inputs)."""
    omega, damping = system.angular_frequency, system.damping
    alone = s[:, np.newaxis] ** 2 + s[:, np.newaxis] * damping + omega**2
    shown = system.weights.T + s[:, np.newaxis, np.newaxis] * system.rates.T
    if links is None:
        whole = np.einsum("pok,pk,ik->poi", shown, 1.0 / alone, system.forces, optimize=True) + system.direct.T
    else:
        coupled = alone[..., np.newaxis] * np.eye(len(omega)) + links(s)
        whole = shown @ np.linalg.solve(coupled, system.forces.T) + system.direct.T
    if system.swing is not None:
        whole = whole + (s**2)[:, np.newaxis, np.newaxis] * system.swing.T
    direct, felt = whole[:, :outputs, :inputs], whole[:, outputs:, :inputs]
    if not every:
        return np.asarray(direct)
    above, below = (np.array(part) for part in zip(*(one.parts(s) for one in every), strict=True))
    one = np.eye(len(every))
    loop = one * below.T[:, np.newaxis] + whole[:, outputs:, inputs:] * above.T[:, np.newaxis]
    acted = whole[:, :outputs, inputs:] * above.T[:, np.newaxis]
    return np.asarray(direct - acted @ np.linalg.solve(loop, felt))


def _dataset(
    arm: Arm, backend: Backend, omega: Array, driving: Sequence[Input], showing: Sequence[Named], values: Array
) -> xr.Dataset:
    dims = ("angular_frequency", "output", "input")
    parts = {"real_part": values.real, "imaginary_part": values.imag}
    variables = {
        name: variable(dims, part, "1", f"{name.replace('_', ' ')} of {_WORDS}") for name, part in parts.items()
    }
    coordinates = {
        "angular_frequency": variable(dims[:1], omega, "rad/s", "angular frequency"),
        "frequency": variable(dims[:1], omega / (2.0 * np.pi), "Hz", "frequency"),
        **names_of(driving, showing),
    }
    return xr.Dataset(variables, coordinates, {**provenance(arm), "backend": backend.spec})
