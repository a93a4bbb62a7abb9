"""What a published value asks of a response, computed: one measure of one output."""

from collections.abc import Callable, Mapping
from functools import lru_cache

import numpy as np
from scipy.optimize import brentq

from compare.published.question import Asked
from compare.remembered import remembered
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend, find_backend
from flexarm.displacements import Displacements
from flexarm.errors import QuestionError
from flexarm.forced_response.extremes import Measures, measured
from flexarm.forced_response.forms import forms, named_outputs
from flexarm.forced_response.motion import Response, modal_response
from flexarm.forced_response.patterns import payload_momentum
from flexarm.forced_response.wheel_outputs import WheelCourse, wheel_outputs
from flexarm.load_cases import Initial, LoadCase
from flexarm.modes import ModalModel
from flexarm.section_loads import SectionLoads
from flexarm.superposition import Feedback


class Responses:
    """The responses that a table's cells ask for, every one computed once."""

    def __init__(self) -> None:
        self._backend = remembered(_Remembering)
        self._response = remembered(self._solved)
        self.value = remembered(self._measure)

    def _measure(self, arm: Arm, asked: Asked, spec: str) -> float:
        """Return the size of what is asked, in SI units: signs depend on axes that sources seldom draw."""
        response = self._response(arm, asked.case, spec, asked.modes, asked.static_correction)
        return abs(_MEASURED[asked.measure](response, asked))

    def _solved(self, arm: Arm, case: LoadCase, spec: str, modes: int | None, static_correction: bool) -> Response:
        return modal_response(self._backend(spec), arm, case, modes, static_correction)


@lru_cache(maxsize=64)
def responses(arm: Arm) -> Responses:
    """Return the responses of an arm, one place for all who ask about it."""
    return Responses()


class _Remembering(Backend):
    """A backend that solves an arm once, whatever load cases it is asked for."""

    def __init__(self, spec: str) -> None:
        self.name = spec  # type: ignore[misc]
        self._backend = find_backend(spec)
        self._model = remembered(self._backend.modes)

    def _modes(self, arm: Arm, count: int) -> ModalModel:
        return self._model(arm, count)

    def _statics(self, arm: Arm, loads: SectionLoads) -> Displacements:
        return self._backend.statics(arm, loads)


def _weights(response: Response, asked: Asked) -> tuple[Array, Array]:
    """Return what an output has of coordinates and loads, and of the coordinates' velocities, as `Response.at` does."""
    output = next(one for one in named_outputs(response.coordinates.arm) if one.name == asked.output)
    weights, rates = forms(response, [output])
    return weights[:, 0], rates[:, 0]


def _measures(response: Response, weights: Array, rates: Array) -> Measures:
    return measured(response, weights[:, np.newaxis], rates[:, np.newaxis])[0]


def _of_measures(name: str) -> Callable[[Response, Asked], float]:
    def measure(response: Response, asked: Asked) -> float:
        wheels = [one.name for one in wheel_outputs(response.wheels)]
        if asked.output in wheels:
            return float(getattr(WheelCourse(response, wheels.index(asked.output)).measures()[0], name))
        return float(getattr(_measures(response, *_weights(response, asked)), name))

    return measure


def _vibration(name: str) -> Callable[[Response, Asked], float]:
    """Return what finds a measure of the output without the rigid-body modes."""

    def measure(response: Response, asked: Asked) -> float:
        weights, rates = (part.copy() for part in _weights(response, asked))
        rigid = response.coordinates.rigid_count
        weights[:rigid] = rates[:rigid] = 0.0
        return float(getattr(_measures(response, weights, rates), name))

    return measure


def _static(response: Response, asked: Asked) -> float:
    """Return what the loads at the end deflect as they stand, rigid-body modes left out."""
    return float(_rest(response) @ _weights(response, asked)[0])


def _rest(response: Response) -> Array:
    """Return the coordinates at rest under the loads at the end, and those loads; rigid-body modes zero."""
    loads = response.loads(np.array([response.case.duration]))[0]
    omega, rigid = response.coordinates.angular_frequency, response.coordinates.rigid_count
    forces = loads @ response.coordinates.forces(response.patterns.loads)
    return np.concatenate([np.zeros(rigid), forces[rigid:] / omega[rigid:] ** 2, loads])


def _decay_time(response: Response, asked: Asked) -> float:
    """Return how long the envelope, every mode at its amplitude, takes from one amplitude to the other."""
    assert asked.decay is not None
    amplitudes, rates = _envelope(response, asked)
    if not np.all(rates[amplitudes > 0.0] > 0.0):
        raise QuestionError("a vibration that is not damped has no decay time")
    if (first := float(np.sum(amplitudes))) < asked.decay[0]:
        raise QuestionError(
            f"the vibration starts with {first:.4g}, below the {asked.decay[0]:.4g} that it is to decay from"
        )

    def excess(time: float, amplitude: float) -> float:
        return float(np.log(np.sum(amplitudes * np.exp(-rates * time)) / amplitude))

    def when(amplitude: float) -> float:
        # The envelope falls at least as fast as its slowest mode: by twice that time it is below the amplitude.
        latest = excess(0.0, amplitude) / float(np.min(rates[amplitudes > 0.0]))
        return float(brentq(excess, 0.0, 2.0 * latest, args=(amplitude,), xtol=1e-9)) if latest > 0.0 else 0.0

    return when(asked.decay[1]) - when(asked.decay[0])


def _envelope(response: Response, asked: Asked) -> tuple[Array, Array]:
    """Return the amplitude in the output of every mode as it is damped, when the loads change last, and its decay, 1/s.

    z of ż = A z beside the rest, in the eigenvectors of A: dampers couple modes.
    """
    rigid, last, damping = (
        response.coordinates.rigid_count,
        float(response.forcing.breaks[-2]),
        response.undriven_feedback,
    )
    if response.controls is not None or np.any(damping.damping[:rigid, rigid:]):
        raise QuestionError("a decay time is that of modes about the arm's rest, which its drives or dampers move")
    moved, rest = response.motions(np.array([last])), _rest(response)
    count = response.count - rigid
    begun = np.concatenate([moved.displacement[0, rigid:] - rest[rigid : rigid + count], moved.velocity[0, rigid:]])
    values, vectors = np.linalg.eig(Feedback(*(one[rigid:, rigid:] for one in damping)).matrix)
    weights = np.concatenate([part[rigid : rigid + count] for part in _weights(response, asked)])
    sizes = np.abs((weights @ vectors) * np.linalg.solve(vectors, begun.astype(complex)))
    # One of every pair of conjugates stands for both.
    upper = values.imag >= 0.0
    return np.where(values.imag > 0.0, 2.0, 1.0)[upper] * sizes[upper], -values.real[upper]


def _payload_energy(response: Response, asked: Asked) -> float:
    """Return the payload's kinetic energy before it is grappled."""
    if response.coordinates.arm.payload is None:
        return 0.0
    moved, momentum = payload_momentum(response.coordinates.parts, response.case.initial or Initial())
    return float(0.5 * moved @ momentum)


def _energy_estimate(response: Response, asked: Asked) -> float:
    """Return the amplitude of the first mode if all the payload's energy went into it."""
    rigid = response.coordinates.rigid_count
    largest = np.sqrt(2.0 * _payload_energy(response, asked)) / response.coordinates.angular_frequency[rigid]
    return float(largest * _weights(response, asked)[0][rigid])


_MEASURED: Mapping[str, Callable[[Response, Asked], float]] = {
    "amplitude": _of_measures("amplitude"),
    "offset": _of_measures("offset"),
    "peak": _of_measures("peak"),
    "peak_time": _of_measures("peak_time"),
    "vibration": _vibration("amplitude"),
    "vibration_peak": _vibration("peak"),
    "static": _static,
    "decay_time": _decay_time,
    "payload_energy": _payload_energy,
    "energy_estimate": _energy_estimate,
}
