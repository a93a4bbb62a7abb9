"""A forced response: its coordinates over time, in closed form at any time, and outputs made of them."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.closed_loop.at_rest import at_rest_as_springs
from flexarm.closed_loop.control import Control, controls
from flexarm.closed_loop.link_damping import LinkDamping, link_damping, require_causal
from flexarm.displacements import Displacements
from flexarm.errors import QuestionError
from flexarm.forced_response.controls import Controls, control_loads, controls_felt, require_bearable
from flexarm.forced_response.coordinates import Coordinates, Statics, coordinates
from flexarm.forced_response.damping import (
    Dashpot,
    damper_loads,
    damper_motions,
    damping_matrix,
    modal_damping,
    on_sections,
)
from flexarm.forced_response.held_drives import as_springs, support_dashpots
from flexarm.forced_response.patterns import Patterns, finite_forces, impulse, initial_loads, patterns
from flexarm.forced_response.wheels import Spun, spun_wheels
from flexarm.inner import mass_products, panel_stations
from flexarm.links import Link
from flexarm.load_cases import BaseAcceleration, Damper, Harmonic, LoadCase, SupportMotion, check_case
from flexarm.participation import participation
from flexarm.section_loads import no_loads
from flexarm.superposition import Carried, Feedback, Forcing, Motions, carried, motions

_SURVEY = 2001


@dataclass(frozen=True, eq=False)
class Response:
    """An arm's motion under a load case; `statics` is None where modes left out are not corrected for.

    `damped` is the arm where its links damp, else None.
    """

    coordinates: Coordinates
    patterns: Patterns
    case: LoadCase
    statics: Statics | None
    controls: Controls | None = None
    dashpots: tuple[Dashpot, ...] = ()
    damped: Arm | None = None
    wheels: tuple[Spun, ...] = ()

    @property
    def dampers(self) -> tuple[Damper | Dashpot, ...]:
        """The load case's dampers, and the arm's dashpots."""
        return (*self.case.dampers, *self.dashpots)

    @cached_property
    def forcing(self) -> Forcing:
        """Modal forces over time, those on the states of drives, none, beside them."""
        forces = self.coordinates.forces(self.patterns.loads)
        return self.patterns.forcing(self.case.duration, np.pad(forces, ((0, 0), (0, self.states))))

    @property
    def states(self) -> int:
        """Number of states of drives, which are coordinates beside the modes'."""
        return 0 if self.controls is None else self.controls.states

    @cached_property
    def histories(self) -> Forcing:
        """The loads' own histories over time."""
        return self.patterns.forcing(self.case.duration, np.eye(len(self.patterns.histories)))

    @property
    def torques(self) -> int:
        """Number of drives' torques, the last of the loads."""
        return 0 if self.controls is None else len(self.controls.felt)

    @cached_property
    def start(self) -> tuple[Array, Array]:
        """Displacements and velocities at the start, each of shape (rigid + modes + states,); drives are at rest."""
        parts, initial = self.coordinates.parts, self.case.initial
        static = self.coordinates.static_coordinates(initial_loads(parts, initial))
        begun = static, self.coordinates.forces(impulse(parts, initial))[0]
        displacement, velocity = (finite_forces(np.pad(one, (0, self.states))) for one in begun)
        return displacement, velocity

    @property
    def count(self) -> int:
        """Number of coordinates."""
        return len(self.coordinates.angular_frequency)

    @cached_property
    def modal_damping(self) -> Array:
        """Damping of every coordinate by itself, 2ζω, 1/s, shape (rigid + modes,)."""
        return modal_damping(self.case.damping, self.coordinates.angular_frequency)

    @cached_property
    def damper_motions(self) -> Array:
        """The motion that every damper resists, rad/m or 1, shape (dampers, rigid + modes)."""
        return damper_motions(self.dampers, self.coordinates)

    @cached_property
    def damper_forces(self) -> Array:
        """The torque or force of every damper by the velocities of coordinates, shape (dampers, rigid + modes)."""
        coefficients = np.array([damper.coefficient for damper in self.dampers])
        return np.asarray(coefficients[:, np.newaxis] * self.damper_motions)

    @property
    def damper_places(self) -> slice:
        """Which of the loads are dampers' torques: those before drives'."""
        last = len(self.patterns.histories) - self.torques
        return slice(last - len(self.dampers), last)

    @cached_property
    def damping(self) -> Array:
        """Damping, 1/s: its diagonal, (rigid + modes,), or where there are dampers all of it, (n, n)."""
        if not self.dampers:
            return self.own_damping
        longest = float(np.max(self.forcing.widths))
        return damping_matrix(self.own_damping, self.dampers, self.damper_motions, longest)

    @cached_property
    def links(self) -> LinkDamping | None:
        """How links damp coordinates; None where they do not."""
        of = self.coordinates
        return None if self.damped is None else link_damping(self.damped, of.parts, [of.rigid, of.modes])

    @property
    def coupled(self) -> bool:
        """Whether damping of links couples modes with some that are left out."""
        model, summed = self.coordinates.modes, self.coordinates.backend.sums_modes
        whole = summed and model.modes == model.unknowns - model.rigid_modes
        return self.links is not None and self.links.alone is None and not whole

    @cached_property
    def own_damping(self) -> Array:
        """Damping of the modes and the links, 1/s: its diagonal, or where links couple modes all of it."""
        if self.links is None:
            return self.modal_damping
        alone = self.links.alone
        return np.diag(self.modal_damping) + self.links.rate if alone is None else self.modal_damping + alone

    def resisted(self, of: Array) -> Array:
        """Return C times what something has of coordinates, shape (rigid + modes, …)."""
        return np.asarray((of.T * self.damping).T if self.damping.ndim == 1 else self.damping @ of)

    def damping_forces(self, velocity: Array) -> Array:
        """Return C q̇, or the same of a derivative, shape (times, rigid + modes)."""
        return velocity * self.damping if self.damping.ndim == 1 else velocity @ self.damping

    @cached_property
    def samples(self) -> Motions:
        """The coordinates at the case's own times."""
        return self.motions(self.case.times)

    @property
    def undriven_feedback(self) -> Feedback:
        """Stiffness and damping of the coordinates without drives."""
        damping = np.diag(self.damping) if self.damping.ndim == 1 else self.damping
        return Feedback(np.diag(self.coordinates.angular_frequency**2), damping)

    @cached_property
    def feedback(self) -> Feedback | None:
        """Stiffness and damping of the coordinates and the states of drives; None without drives."""
        if self.controls is None:
            return None
        found = self.controls.feedback(self.coordinates.angular_frequency, self.undriven_feedback.damping)
        require_bearable(found, self.case.duration, self.coordinates.arm.title)
        return found

    @cached_property
    def _carried(self) -> Carried:
        """How the coordinates, and the states of drives after them, are carried through time."""
        omega = np.pad(self.coordinates.angular_frequency, (0, self.states))
        return carried(omega, self.damping if self.feedback is None else self.feedback, self.forcing, *self.start)

    def motions(self, times: Array) -> Motions:
        """Return the coordinates, and the states of drives after them, at times from 0 to the duration, s."""
        return self._carried.motions(times)

    def work(self) -> Array:
        """Return the work of the loads on the coordinates since the start, J, at the case's own times."""
        return np.asarray(self._carried.work_done(self.case.times).sum(axis=1))

    def loads(self, times: Array) -> Array:
        """Return the load histories, shape (times, patterns); what jumps at the very end has not jumped yet."""
        return self.patterns.values(times, self.case.duration)

    @cached_property
    def prescribed(self) -> Array:
        """The base's prescribed motion at the case's own times, m and rad, shape (samples, 3 or 6)."""
        zero = np.zeros(len(self.patterns.histories))
        moved = motions(zero, zero, self.histories, self.case.times, zero, zero)
        return np.asarray(moved.displacement @ self.patterns.base)

    @cached_property
    def momenta(self) -> Array:
        """Participation factors of rigid-body modes and modes, shape (rigid + modes, 3), or (…, 6)."""
        return np.concatenate(
            [participation(self.coordinates.parts, self.coordinates.rigid), self.coordinates.modes.participation]
        )

    @cached_property
    def carried(self) -> tuple[Array, Array]:
        """What supports that swing carry beside the modes, by loads: the rate of momentum, and pulls at supports.

        Shapes (patterns, 3 or 6) and (patterns, held). A body on a support that is moved takes a force at once; what
        runs straight from point to point has no acceleration.
        """
        parts, of = self.coordinates.parts, self.patterns
        swings = [-(one.angular_frequency**2) if isinstance(one, Harmonic) else 0.0 for one in of.histories]
        rigid = np.array([one.stiffness is None for one in parts.held])
        moved = np.reshape(swings, (-1, 1)) * of.loads.held * rigid
        if self.statics is None or not np.any(moved):
            return np.zeros((len(swings), parts.components)), np.zeros_like(moved)
        count = len(parts.held)
        units = no_loads(parts, count)
        units.held[:] = np.eye(count)
        still = self.coordinates.statics(units)
        stations = {k: panel_stations(float(link.length), 1) for k, link in enumerate(parts.links) if link.flexible}
        beside = mass_products(still.displacements, stations) - still.part @ still.part.T
        momenta = participation(parts, still.displacements) - still.part @ self.momenta
        return moved @ momenta, -moved @ beside * rigid

    @cached_property
    def pulls(self) -> Array:
        """The arm's forces on supports in coordinates, shape (rigid + modes, held)."""
        rigid, modes = self.coordinates.rigid.support_force, self.coordinates.modes.support_force
        assert rigid is not None, "an arm on supports"
        assert modes is not None, "an arm on supports"
        return np.concatenate([rigid, modes])

    @property
    def pulls_taken(self) -> Array:
        """What these have of the inertia forces of coordinates, λ/ω² of modes, shape (rigid + modes, held)."""
        omega = self.coordinates.angular_frequency[:, np.newaxis]
        return np.asarray(self.pulls / np.where(omega > 0.0, omega, 1.0) ** 2)

    def sources(self) -> list[Displacements]:
        """Return the displacements that an output is to be found in, for `weights`."""
        static = [] if self.statics is None else [self.statics.displacements]
        return [self.coordinates.rigid, self.coordinates.modes, *static]

    def weights(self, of: list[Array]) -> Array:
        """Return what an output has of coordinates and loads, from what it has of the displacements of `sources`.

        One array for each of these, with the displacements first.
        """
        # Rows of rigid-body modes, modes and, for what modes left out deflect, loads.
        rigid, modes, *static = of
        weights = np.concatenate([rigid, modes])
        left_out = [own - np.tensordot(self.statics.part, weights, 1) for own in static] if self.statics else []
        return np.concatenate([weights, *(left_out or [np.zeros((len(self.patterns.histories), *weights.shape[1:]))])])

    def sampled(self, weights: Array, rates: Array | None = None) -> Array:
        """Return outputs at the case's own times, shape (samples, …), from their weights as `at` takes them."""
        return self._outputs(self.case.times, self.samples, weights, rates)

    @property
    def survey_times(self) -> Array:
        """Many times over the whole duration, s, whatever the case's own samples."""
        return np.linspace(0.0, self.case.duration, _SURVEY)

    @cached_property
    def survey(self) -> Motions:
        """The coordinates at the times of a survey."""
        return self.motions(self.survey_times)

    def surveyed(self, weights: Array) -> Array:
        """Return outputs at the times of a survey, shape (times, …), from their weights."""
        return self._outputs(self.survey_times, self.survey, weights, None)

    def at(self, times: Array, weights: Array, rates: Array | None = None) -> Array:
        """Return outputs at times, s, shape (times, …), from `weights` and what they have of coordinates' rates."""
        return self._outputs(times, self.motions(times), weights, rates)

    def folded(self, weights: Array, rates: Array | None) -> tuple[Array, Array | None]:
        """Return weights and rates of outputs with the share that they have in the torques of dampers and drives."""
        if self.controls is None and not self.dampers:
            return weights, rates
        rates = self.resisting(weights, np.zeros_like(weights[: self.count]) if rates is None else rates)
        return (weights, rates) if self.controls is None else self.controls.folded(weights, rates)

    def resisting(self, weights: Array, rates: Array) -> Array:
        """Return rates of outputs with the share of dampers' torques, which are loads that go with velocities."""
        places, felt = self.count + self.damper_places.start, on_sections(self.dampers)
        of_torques = weights[places : places + len(felt)]
        return np.asarray(rates - np.tensordot(self.damper_forces[felt].T, of_torques[felt], 1))

    def _outputs(self, times: Array, moved: Motions, weights: Array, rates: Array | None) -> Array:
        weights, rates = self.folded(weights, rates)
        outputs = np.tensordot(np.concatenate([moved.displacement, self.loads(times)], axis=1), weights, 1)
        return outputs if rates is None else outputs + np.tensordot(moved.velocity, rates, 1)


def modal_response(backend: Backend, arm: Arm, case: LoadCase, modes: int | None, correct: bool) -> Response:
    """Return an arm's response to a load case, refused where they do not fit; `modes` None for the usual number."""
    given_arm, case, dashpots = arm, check_case(case, arm), tuple[Dashpot, ...]()
    given_case, every = case, tuple[Control, ...]()
    damped = arm if arm.damped_links else None
    if damped is not None:
        _require_unmoved(damped, case)
    if arm.driven:
        dashpots = support_dashpots(arm)
        arm, dampers = as_springs(arm.undamped)
        case = replace(case, dampers=(*case.dampers, *dampers))
        every = controls(arm, tree(arm.undriven))
        arm, less = at_rest_as_springs(arm)
        every = (*every, *less)
    given, taken = patterns(tree(arm), case.loads), coordinates(backend, arm, modes)
    acting = control_loads(taken.parts, every)
    resisting = damper_loads((*case.dampers, *dashpots), taken.parts)
    loads = given.with_loads(resisting).with_loads(acting)
    statics = taken.statics(loads.loads) if correct and loads.histories else None
    felt = controls_felt(every, taken.forces(acting), taken.angular_frequency, arm.title) if every else None
    wheels = spun_wheels(given_arm, given_case, tree(given_arm), every)
    return Response(taken, loads, case, statics, felt, dashpots, damped, wheels)


def _require_unmoved(arm: Arm, case: LoadCase) -> None:
    """Refuse what links that damp make of motions that are prescribed, and damping that has no meaning over time."""
    require_causal(arm)
    on_base = [load for load in case.loads if isinstance(load, BaseAcceleration)]
    on_supports = [load for load in case.loads if isinstance(load, SupportMotion)]
    massive = any(isinstance(link, Link) and link.mass_damping for link in arm.links)
    if on_supports or (on_base and massive):
        what = "links damp and a support" if on_supports else "links have mass_damping and the base"
        raise QuestionError(
            f"{arm.title}: motion over time is not answered where {what} is moved; ask for its frequency response by "
            "exact (flexarm respond --frequency), or damp the modes in the load case"
        )
