"""What modes left out could change: a bound that holds, is not far off, and knows round-off when it sees it."""

from dataclasses import replace

import numpy as np
import pytest

import compare
from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm import response
from flexarm.arm import Arm
from flexarm.examples import example
from flexarm.links import Link
from flexarm.load_cases import (
    BaseAcceleration,
    Damper,
    Harmonic,
    History,
    Initial,
    JointTorque,
    LoadCase,
    Rayleigh,
    TipForce,
    example_case,
)
from flexarm.parts import Base, Body, Joint
from flexarm.supports import Support

CANTILEVER = Arm(Base.fixed(), (Link(1.0, 1.0, 1.0, joint=Joint.rigid()),), name="cantilever")
TILTED = replace(CANTILEVER, links=(replace(CANTILEVER.links[0], angle=30.0),))
STEP = History.step(1.0)
COUPLE = LoadCase(2.0, 11, (TipForce("rotation", STEP, link=1),))


def of(found, output, name):
    return found[name].sel(output=output).item()


def marked(found):
    lines = compare.text({"exact": found}).splitlines()
    return {line.split()[0] for line in lines if "*" in line and not line.startswith("*")}


@pytest.fixture(scope="module")
def couple():
    return response(Exact(), CANTILEVER, COUPLE, modes=12)


def test_a_couple_on_the_tip_is_not_settled_with_twelve_modes(couple):
    # The amplitude of the tip's rotation: 0.90818 with 12 modes, 0.9246 with 3000.
    found = of(couple, "link1_tip_rotation", "amplitude")
    assert found == pytest.approx(0.90818, abs=1e-5)
    assert 0.9246 - found <= of(couple, "link1_tip_rotation", "left_out") < 5.0 * (0.9246 - found)
    assert marked(couple) == {
        "link1_tip_rotation",
        "link1_root_moment",
        "link1_root_shear",
        "base_force_y",
        "base_moment",
    }


def test_the_bound_is_the_static_residual_where_output_and_load_are_one(couple):
    # Σ φ′²/ω² over all modes is L/EI = 1; with φ′ ≈ 2β and ω = β² the rest is 4 Σ 1/β².
    beta = np.pi * (np.arange(12, 100_000) + 0.5)
    rest = 4.0 * np.sum(1.0 / beta**2) + 4.0 / (np.pi * beta[-1])
    assert of(couple, "link1_tip_rotation", "left_out") == pytest.approx(rest, rel=1e-4)


def test_forces_behind_a_sharp_front_are_without_bound(couple):
    for output in ("link1_root_shear", "base_force_y"):
        assert of(couple, output, "left_out") == np.inf
    assert of(couple, "base_force_x", "left_out") == 0.0


def test_round_off_is_not_marked():
    # Pushed along itself, by two loads that cancel across it, the arm bends by round-off.
    along = (BaseAcceleration("x", History.step(np.sqrt(0.75))), BaseAcceleration("y", History.step(0.5)))
    found = response(Exact(), TILTED, LoadCase(2.0, 11, along))
    assert 0.0 < abs(of(found, "link1_tip_deflection", "peak")) < 1e-13
    assert marked(found) <= {"base_force_x", "base_force_y"}
    assert of(found, "link1_tip_deflection", "left_out") == 0.0


SWINGS = {
    "step": (CANTILEVER, LoadCase(2.0, 11, (TipForce("y", STEP, link=1),))),
    "ramps": (CANTILEVER, LoadCase(2.0, 11, (TipForce("y", History((0.1, 0.3, 0.9), (0.0, 1.0, -1.0), "linear"), 1),))),
    "couple": (CANTILEVER, COUPLE),
    "damped": (CANTILEVER, replace(COUPLE, damping=0.02)),
    "Rayleigh": (
        CANTILEVER,
        LoadCase(2.0, 11, (TipForce("rotation", History((0.0, 0.5), (1.0, -1.0)), 1),), damping=Rayleigh(0.3, 1e-5)),
    ),
    "harmonic": (CANTILEVER, LoadCase(2.0, 11, (TipForce("y", Harmonic(1.0, 9.0, 45.0, 0.0, 1.5), 1),))),
    "let go": (CANTILEVER, LoadCase(2.0, 11, initial=Initial(loads=(TipForce("rotation", STEP, 1),)))),
    "base turned": (TILTED, LoadCase(2.0, 11, (BaseAcceleration("rotation", History((0.0, 0.7), (1.0, -1.0))),))),
    "torque": (example("double-link"), LoadCase(1.0, 11, (JointTorque(2, STEP, internal_couple=True),))),
    "capture": (example("shuttle-free-base"), replace(example_case("wiedemann-10.5.1-free-base"), duration=1.0)),
    "free base": (example("shuttle-free-base"), replace(example_case("wiedemann-7.1"), duration=2.0)),
    "dampers": (
        example("double-link"),
        LoadCase(2.0, 11, (TipForce("y", STEP),), dampers=(Damper(1e2, 1), Damper(1e2, link=1))),
    ),
}


@pytest.mark.parametrize("corrected", [True, pytest.param(False, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", SWINGS)
def test_no_mode_left_out_changes_more(name, corrected):
    arm, case = SWINGS[name]
    few, many = (response(Exact(), arm, case, modes=modes, static_correction=corrected) for modes in (10, 30))
    near = few.beyond.values + many.beyond.values + 1e-8 * np.abs(many.peak.values)
    bound = few.left_out.values + near
    for measure in ("amplitude", "offset"):
        assert np.all(np.abs(many[measure].values - few[measure].values) <= bound), measure
    assert np.all(np.abs(np.abs(many.peak.values) - np.abs(few.peak.values)) <= bound)
    # And with more modes there is less to come.
    assert np.all(many.left_out.values <= few.left_out.values * (1.0 + 1e-9))


@pytest.mark.parametrize("backend", [BeamFEM(4), AssumedModes("legendre", 8)], ids=lambda backend: backend.name)
def test_of_all_modes_there_are_none_is_left_out(backend):
    found = response(backend, CANTILEVER, COUPLE, modes=8)
    assert found.sizes["mode"] == 8
    # Of a discretised arm's own eight modes; forces of elements are not those of its momentum.
    assert of(found, "link1_tip_rotation", "left_out") < 1e-6


def test_a_heavy_payload_is_settled_by_few_modes():
    arm = Arm(Base.fixed(), (Link(14.0, 4.0, 3e6, joint=Joint.locked(1e6)),), Body(1e4, 3e4, 1.5))
    found = response(Exact(), arm, LoadCase(60.0, 11, (BaseAcceleration("rotation", STEP),)))
    assert marked(found) == set()
    assert np.all(found.left_out.values < 1e-4 * np.abs(found.peak.values) + 1e-12)


def test_nothing_says_what_modes_left_out_do_to_a_dashpot():
    """Its force goes with rates."""
    arm = replace(CANTILEVER, supports=(Support("tip", ("along_y",), damping=0.4),))
    found = response(BeamFEM(8), arm, LoadCase(1.0, 11, (TipForce("y", History.step(1.0), link=1),)), modes=4)
    assert of(found, "support1_force_along_y", "left_out") == np.inf
    assert of(found, "link1_tip_deflection", "left_out") < np.inf
