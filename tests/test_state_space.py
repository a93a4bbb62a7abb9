"""State-space models: what they answer is what forced responses are in closed form, and what reduction keeps."""

import numpy as np
import pytest
from scipy.linalg import expm

from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm import response
from flexarm.arm import Arm
from flexarm.backend import available, find_backend
from flexarm.errors import InputError, QuestionError, TooFewModesError
from flexarm.examples import example
from flexarm.hand_over import inputs, state_space, to_control
from flexarm.hand_over.modal_system import ModalSystem, contributions
from flexarm.links import Link, RigidLink
from flexarm.load_cases import Initial, LoadCase, Rayleigh
from flexarm.parts import Base, Body, Joint

BACKEND = BeamFEM(6)  # any will do: what is handed over is what it says itself
CLOSED_FORM = 1e-9  # of an output's largest value: the matrix exponential's own round-off is below it

FIXED = Arm(
    Base.fixed(),
    (
        Link(3.0, 2.0, 1e4, joint=Joint.unlocked(5.0)),
        Link(2.0, 1.5, 5e3, angle=40.0, joint=Joint.locked(2e3), tip=Body(3.0, 0.2)),
    ),
    Body(4.0, 1.0, (0.5, 0.2)),
)
GUIDED = Arm(Base.guided(50.0, (1.0, 2.0)), (Link(3.0, 2.0, 1e4, angle=20.0, joint=Joint.locked(2e3)),), Body(4.0, 1.0))
FREE = example("shuttle-free-base-unlocked-2")
TWISTING = {"torsional_rigidity": 8e3, "polar_inertia_per_length": 0.2, "axial_rigidity": 1e5}
IN_SPACE = Arm(
    Base.fixed(),
    (
        Link(3.0, 2.0, (1e4, 2e4), joint=Joint.unlocked(5.0, axis=(0.0, 1.0, 1.0)), **TWISTING),
        Link(2.0, 1.5, 5e3, angle=40.0, joint=Joint.locked(2e3, axis="y"), tip=Body(3.0, (0.2, 0.3, 0.4))),
    ),
    Body(4.0, (1.0, 1.2, 0.9), (0.5, 0.2, 0.3)),
    motion="spatial",
)
ARMS = pytest.mark.parametrize("arm", [FIXED, GUIDED, FREE, IN_SPACE], ids=["fixed", "guided", "free", "in space"])


def step(system, t: float) -> np.ndarray:
    """Outputs at a time after unit steps of each input, shape (outputs, inputs)."""
    a, b, c, d = (system[name].values for name in "ABCD")
    states, driven = b.shape
    grown = expm(np.block([[a, b], [np.zeros((driven, states + driven))]]) * t)
    return c @ grown[:states, states:] + d


def closed_form(arm: Arm, case: LoadCase, modes: int) -> np.ndarray:
    """All outputs of the forced response at the case's times, shape (times, outputs)."""
    found = response(BACKEND, arm, case, modes=modes)
    return np.stack([found[str(name)].values for name in found.output.values], axis=-1)


def assert_close(shown: np.ndarray, expected: np.ndarray, t: int):
    largest = np.max(np.abs(expected), axis=0)
    # A load that does no work on what an output shows drives it by round-off only: no digits to compare.
    largest[largest < 1e-12 * largest.max()] = largest.max()
    assert np.max(np.abs(shown - expected[t]) / largest) < CLOSED_FORM


@ARMS
def test_steps_are_those_of_the_response(arm):
    damping = (0.02, 0.01, 0.03, 0.005)
    system = state_space(BACKEND, arm, modes=4, damping=damping)
    assert list(system.input.values) == [one.name for one in inputs(arm)]
    shown = [step(system, t) for t in (1.0, 2.0)]
    for i, one in list(enumerate(inputs(arm)))[:: 7 if arm.spatial else 2]:
        expected = closed_form(arm, LoadCase(3.0, 4, (one.load,), damping), 4)
        for k, outputs in enumerate(shown, 1):
            assert_close(outputs[:, i], expected, k)


@ARMS
def test_impulses_are_those_of_a_payload_that_is_grappled(arm):
    """A payload's velocity v at the start is an impulse m v on it."""
    system = state_space(BACKEND, arm, ["payload_force_y"], modes=4, damping=0.01)
    case = LoadCase(3.0, 4, damping=0.01, initial=Initial(payload_velocity=(0.0, 0.1)))
    expected = closed_form(arm, case, 4)
    for t in (1, 3):
        impulse = system.B.values[:, 0] * arm.payload.mass * 0.1
        assert_close(system.C.values @ expm(system.A.values * t) @ impulse, expected, t)


def test_outputs_are_those_of_a_response():
    found = response(BACKEND, GUIDED, LoadCase(0.1, 2), modes=2)
    assert list(state_space(BACKEND, GUIDED, modes=2).output.values) == list(found.output.values)


def test_rigid_body_modes_are_double_integrators():
    system = state_space(BACKEND, FREE, ["base_force_x"], modes=2, damping=0.05)
    assert system.attrs["rigid_modes"] == 4
    assert list(system.state.values[:6]) == ["rigid1", "rigid2", "rigid3", "rigid4", "mode1", "mode2"]
    rigid = system.A.values[6:10]
    assert not rigid.any()
    np.testing.assert_allclose(system.A.values[10:, [4, 5]], -np.diag(system.angular_frequency.values**2))
    np.testing.assert_allclose(system.A.values[10:, [10, 11]], -np.diag(0.1 * system.angular_frequency.values))


def transfer(system, s: complex) -> complex:
    a, b, c, d = (system[name].values for name in "ABCD")
    return (c @ np.linalg.solve(s * np.eye(len(a)) - a, b) + d)[0, 0]


def static_gain(system) -> np.ndarray:
    return system.D.values - system.C.values @ np.linalg.solve(system.A.values, system.B.values)


@pytest.mark.parametrize(
    "backend", [Exact(), AssumedModes("legendre", 6), BeamFEM(6)], ids=lambda backend: backend.name
)
def test_the_static_correction_keeps_every_gain_at_rest(backend):
    arm = example("double-link")
    whole = static_gain(state_space(backend, arm, modes=8))
    scale = np.abs(whole).max(axis=1, keepdims=True)
    for choice in ({"modes": 1}, {"modes": 2, "by": "contribution"}):
        few = state_space(backend, arm, **choice)
        assert np.max(np.abs(static_gain(few) - whole) / scale) < 1e-9
        bare = state_space(backend, arm, **choice, static_correction=False)
        assert not bare.D.values.any()
        assert np.max(np.abs(static_gain(bare) - whole) / scale) > 1e-3


def test_the_contribution_is_the_height_of_the_peak():
    """Against the frequency response itself, sampled: of modes of different damping, with and without rates."""
    rng = np.random.default_rng(1)
    omega, zeta = np.array([3.0, 10.0, 40.0]), np.array([0.2, 0.05, 0.01])
    forces, weights = rng.standard_normal((2, 3)), rng.standard_normal((3, 2))
    still, none = np.zeros_like(weights), np.zeros((2, 2))
    found = contributions(ModalSystem(0, omega, 2.0 * zeta * omega, forces, weights, still, none))
    s = 1j * np.linspace(0.0, 60.0, 600_001)
    peaks = np.array([np.max(np.abs(1 / (s**2 + 2 * z * w * s + w**2))) for w, z in zip(omega, zeta, strict=True)])
    gains = np.abs(forces[:, np.newaxis] * weights.T[np.newaxis]) * peaks
    np.testing.assert_allclose(found, np.max(gains / gains.sum(axis=2, keepdims=True), axis=(0, 1)), rtol=1e-6)


def test_undamped_modes_are_compared_by_their_static_gains():
    one = np.ones((1, 2))
    system = ModalSystem(0, np.array([1.0, 2.0]), np.array([0.0, 0.04]), one, one.T, 0 * one.T, np.zeros((1, 1)))
    np.testing.assert_allclose(contributions(system), [0.8, 0.2])


def test_contribution_leaves_out_what_the_output_does_not_see():
    """Two arms' worth of motion: what drives and shows the payload is not what the lowest modes do."""
    names = ["link1_tip_force_y"], ["link1_tip_deflection"]
    arm = example("double-link")
    kept = state_space(BACKEND, arm, *names, 3, damping=0.01, by="contribution", candidates=12)
    every = state_space(BACKEND, arm, *names, 12, damping=0.01)
    order = np.argsort(-every.contribution.values)
    assert list(kept.mode.values) == sorted(order[:3] + 1)
    assert kept.attrs["candidates"] == 12
    np.testing.assert_array_equal(kept.contribution, every.contribution.sel(mode=kept.mode.values))
    # The peaks that stay are the peaks of the whole.
    for at in 1j * kept.angular_frequency.values:
        assert abs(transfer(kept, at) / transfer(every, at) - 1.0) < 0.05


def test_what_only_round_off_drives_does_not_count():
    """A force along an arm does no work on its modes but 6e-17 of another's: no reason to prefer one to another."""
    forces = np.array([[3e-17, 1e-17], [0.5, 0.5], [1e-20, 0.0]])
    weights, omega = np.array([[1.0], [1.0]]), np.array([1.0, 1.0])
    system = ModalSystem(0, omega, 0.2 * omega**2, forces, weights, 0.0 * weights, np.zeros((3, 1)))
    cleaned = system.without_round_off(["N", "N", "N m"], ["m"])
    np.testing.assert_array_equal(cleaned.forces, [[0.0, 0.0], [0.5, 0.5], [1e-20, 0.0]])
    np.testing.assert_allclose(contributions(cleaned.between([0, 1], [0])), [0.5, 0.5])
    np.testing.assert_allclose(contributions(system.between([0, 1], [0])), [0.75, 0.5])
    np.testing.assert_array_equal(contributions(cleaned.between([0], [0])), [0.0, 0.0])


@pytest.mark.parametrize("spec", sorted(available()))
def test_every_registered_backend_hands_over(spec):
    backend = find_backend(spec)
    system = state_space(backend, example("single-link-locked"), modes=2)
    np.testing.assert_allclose(
        system.angular_frequency, backend.modes(example("single-link-locked"), 2).angular_frequency
    )


def test_names_and_units_stand_beside_the_numbers():
    system = state_space(BACKEND, FIXED, ["joint2_torque", "base_angular_acceleration"], ["payload_deflection"], 2)
    assert system.sizes == {"state": 6, "from_state": 6, "input": 2, "output": 1, "mode": 2}
    assert list(system.input_units.values) == ["N m", "rad/s²"]
    assert list(system.output_units.values) == ["m"]
    assert list(system.state_units.values) == ["m"] * 3 + ["m/s"] * 3
    assert system.input_long_name.values[0].startswith("torque in joint 2")
    assert all({"units", "long_name"} <= system[name].attrs.keys() for name in system.variables)


def test_all_the_modes_there_are_will_do():
    arm = Arm(Base.fixed(), (RigidLink(2.0, joint=Joint.locked(1e3)),), Body(3.0, 1.0))
    assert state_space(BACKEND, arm).sizes["mode"] == 1
    assert state_space(BACKEND, arm, by="contribution", modes=1).sizes["mode"] == 1
    with pytest.raises(TooFewModesError):
        state_space(BACKEND, arm, by="contribution", modes=2)


REFUSED = {
    "inputs: wanted one of base_acceleration_x": {"inputs": ["joint_torque"]},
    "(did you mean payload_deflection?)": {"outputs": ["payload_deflexion"]},
    "outputs: wanted each name once": {"outputs": ["payload_deflection"] * 2},
    "inputs: wanted a list of names": {"inputs": "joint1_torque"},
    "outputs: wanted a list of names": {"outputs": []},
    "outputs: wanted a list of names, of": {"outputs": 5},
    "modes: wanted a whole number from 1 to 1000, or None, got 0": {"modes": 0},
    "modes: wanted a whole number from 1 to 1000, or None, got 1001": {"modes": 1001},
    'by: wanted "frequency" or "contribution"': {"by": "gain"},
    "candidates: wanted nothing, unless modes are chosen by contribution": {"candidates": 20},
    "candidates: wanted a whole number from the 5 modes that are kept": {
        "by": "contribution",
        "modes": 5,
        "candidates": 4,
    },
    "damping: wanted a number that is not negative": {"damping": -0.1},
}


@pytest.mark.parametrize("said", REFUSED)
def test_refusals(said):
    with pytest.raises(InputError) as refusal:
        state_space(BACKEND, example("single-link-locked"), **REFUSED[said])
    assert said in str(refusal.value)


def test_the_last_ratio_holds_for_the_rest():
    system = state_space(BACKEND, example("single-link-locked"), modes=4, damping=(0.01, 0.02))
    np.testing.assert_allclose(system.damping_ratio, [0.01, 0.02, 0.02, 0.02], rtol=1e-15)


def test_damping_in_proportion_to_mass_and_stiffness_slows_rigid_bodies_too():
    alpha, beta = 0.3, 2e-4
    system = state_space(BACKEND, FREE, modes=3, damping=Rayleigh(alpha, beta))
    omega = system.angular_frequency.values
    np.testing.assert_allclose(system.damping_ratio, alpha / (2.0 * omega) + beta * omega / 2.0, rtol=1e-14)
    damping = -system.A.values[7:, 7:]
    np.testing.assert_allclose(damping, np.diag([*[alpha] * 4, *(alpha + beta * omega**2)]), rtol=1e-14)


def test_python_control_takes_it():
    control = pytest.importorskip("control", reason="python-control is not installed")
    system = state_space(BACKEND, FIXED, ["joint1_torque"], ["payload_deflection", "joint2_rotation"], 3, damping=0.01)
    taken = to_control(system)
    assert (taken.input_labels, taken.output_labels) == (list(system.input.values), list(system.output.values))
    assert taken.state_labels == list(system.state.values)
    times = np.linspace(0.0, 2.0, 2001)
    shown = control.forced_response(taken, times, np.ones((1, len(times)))).outputs
    (torque,) = (one.load for one in inputs(FIXED) if one.name == "joint1_torque")
    found = response(BACKEND, FIXED, LoadCase(2.0, 2001, (torque,), 0.01), modes=3)
    expected = np.stack([found[str(name)].values for name in system.output.values])
    assert np.max(np.abs(shown - expected)) < CLOSED_FORM * np.max(np.abs(expected))


def test_without_python_control_the_way_out_is_told(monkeypatch):
    system = state_space(BACKEND, FIXED, modes=1)
    monkeypatch.setattr("flexarm.hand_over.control.find_spec", lambda name: None)
    with pytest.raises(QuestionError, match=r"pip install 'flexarm\[control\]'"):
        to_control(system)


def test_only_a_state_space_model_is_taken():
    with pytest.raises(InputError, match=r"the Dataset that state_space returns"):
        to_control(BACKEND.modes(FIXED, 1).dataset())
