"""Arms in space: what they are in the plane; the same arm described in another way; what is proved of them."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import assume, given
from scipy.spatial.transform import Rotation

from assumed_modes import AssumedModes
from exact import Exact, certify
from fem import BeamFEM
from flexarm import Arm, Base, Body, Joint, Link, example
from flexarm.certificate import each_mode

from .spatial import mirrored, random_arm, rolled, scaled, split, turned
from .strategies import arms

BACKENDS = (Exact(), BeamFEM(6), AssumedModes("legendre", 6))
every_backend = pytest.mark.parametrize("backend", BACKENDS, ids=lambda backend: backend.spec)
PLANAR = (
    "double-link",
    "ramakrishnan-case2-yy",
    "shuttle-free-base-unlocked-2",
    "shuttle-guided-base",
    "single-link-unlocked",
    "two-beam-frame",
)
# Of a relative error of 1e-12 that each of two answers may have.
ROUNDING = 2e-12


@cache
def spectrum(backend, arm: Arm, count: int = 6) -> np.ndarray:
    return backend.modes(arm, count).angular_frequency


def farthest(wanted: np.ndarray, found: np.ndarray) -> float:
    """The largest relative distance of a wanted frequency from the next of those found."""
    return float(np.max(np.min(np.abs(found[np.newaxis] / wanted[:, np.newaxis] - 1.0), axis=1)))


def in_space(arm: Arm) -> Arm:
    return replace(arm, motion="spatial")


@every_backend
@pytest.mark.parametrize("name", PLANAR)
def test_an_arm_keeps_its_planar_frequencies_in_space(backend, name):
    arm = example(name)
    wanted = spectrum(backend, arm, 2)
    found = spectrum(backend, in_space(arm), 6)
    assert found[-1] > wanted[-1]
    assert farthest(wanted, found) < ROUNDING


@every_backend
@given(arm=arms(most_links=2, states=("locked", "rigid"), terms=True, trees=True))
def test_any_arm_keeps_its_planar_frequencies_in_space(backend, arm):
    assume(any(isinstance(link, Link) for link in arm.links))
    planar = backend.modes(arm, 2)
    spatial = backend.modes(in_space(arm), 6)
    inside = planar.angular_frequency[planar.angular_frequency < spatial.angular_frequency[-1] * (1.0 - ROUNDING)]
    assert len(inside)
    lost = 1.0 if planar.digits is None else 10.0 ** -min(planar.digits.min(), spatial.digits.min())
    assert farthest(inside, spatial.angular_frequency) < (ROUNDING if planar.digits is None else max(ROUNDING, lost))


@every_backend
def test_stretch_shear_and_rotary_inertia_are_those_of_the_plane(backend):
    terms = {"axial_rigidity": 2e5, "shear_rigidity": 4e4, "rotary_inertia_per_length": 0.03}
    links = tuple(Link(length, 3.0, 2e3, joint=Joint.locked(3e3), angle=40.0, **terms) for length in (2.0, 1.5))
    arm = Arm(Base.fixed(), links, Body(4.0, 0.3, (0.2, 0.1)))
    wanted = spectrum(backend, arm, 3)
    assert farthest(wanted, spectrum(backend, in_space(arm), 8)) < ROUNDING


# An arm whose pairs, axes and tensors have no symmetry.
BEAM = {
    "flexural_rigidity": (2.1e6, 1.3e6),
    "torsional_rigidity": 0.9e6,
    "polar_inertia_per_length": 0.21,
    "axial_rigidity": 2.5e8,
    "shear_rigidity": (6e7, 5e7),
    "rotary_inertia_per_length": (0.1, 0.13),
}
BODY = Body(60.0, ((9.0, 1.1, -2.0), (1.1, 12.0, 0.7), (-2.0, 0.7, 10.0)), (0.3, 0.2, -0.4))
LINKS = (
    Link(5.0, 8.0, joint=Joint.locked(4e5, 2.0, axis=(1.0, 2.0, 0.0)), angle=25.0, tip=BODY, **BEAM),
    Link(3.0, 6.0, joint=Joint.unlocked(1.5, axis="y"), angle=70.0, **(BEAM | {"flexural_rigidity": (1e6, 3e6)})),
)
FREE = Arm(Base.free(300.0, BODY.inertia, (0.4, -0.2, 0.3)), LINKS, BODY, motion="spatial")
GUIDED = replace(FREE, base=Base.guided(80.0, (1.0, 0.5, -0.4)))
FIXED = replace(FREE, base=Base.fixed())
WAYS = {
    "turned": (FREE, turned(FREE, Rotation.from_rotvec([0.4, -0.7, 1.1]))),
    "turned, on a guide": (GUIDED, turned(GUIDED, Rotation.from_rotvec([0.0, 2.0, 0.1]))),
    "a right angle": (FREE, turned(FREE, Rotation.from_rotvec([0.0, -np.pi / 2, 0.0]))),
    "mirrored, left and right": (FREE, mirrored(FREE, (1.0, -1.0, 1.0))),
    "mirrored, up and down": (GUIDED, mirrored(GUIDED, (1.0, 1.0, -1.0))),
    "a link in two": (FREE, split(FREE, 0)),
    "a link rolled": (FREE, rolled(FREE, 0)),
    "another rolled": (FIXED, rolled(FIXED, 1)),
}


@pytest.mark.parametrize(
    ("backend", "way"),
    # In two pieces a link has twice as many shapes.
    [(one, way) for one in (BACKENDS[0], BACKENDS[2]) for way in WAYS if one == Exact() or way != "a link in two"],
    ids=str,
)
def test_an_arm_has_its_frequencies_however_it_is_described(backend, way):
    arm, other = WAYS[way]
    wanted, found = spectrum(backend, arm), spectrum(backend, other)
    np.testing.assert_allclose(found, wanted, rtol=3.0 * ROUNDING)


@every_backend
def test_a_mirrored_body_alone_makes_another_arm(backend):
    """What the law above would not see if products of inertia did nothing."""
    signs = np.diag([1.0, -1.0, 1.0])
    other = replace(FIXED, payload=replace(BODY, inertia=tuple(map(tuple, signs @ BODY.inertia @ signs))))
    assert np.max(np.abs(spectrum(backend, other) / spectrum(backend, FIXED) - 1.0)) > 1e-3


@every_backend
def test_units_are_the_users(backend):
    arm = GUIDED
    found = spectrum(backend, scaled(arm, mass=1e3, length=39.37, time=1.0))
    np.testing.assert_allclose(found, spectrum(backend, arm), rtol=3.0 * ROUNDING)
    found = spectrum(backend, scaled(arm, mass=2.0, length=0.3, time=60.0))
    np.testing.assert_allclose(60.0 * found, spectrum(backend, arm), rtol=3.0 * ROUNDING)


@pytest.mark.parametrize("backend", BACKENDS[1:], ids=lambda backend: backend.spec)
@pytest.mark.parametrize("seed", [0, 1, 4])
def test_approximate_frequencies_lie_above(backend, seed):
    arm = random_arm(seed)
    assert np.all(spectrum(backend, arm) > spectrum(BACKENDS[0], arm) * (1.0 - ROUNDING))


# Numbers that lie apart, as far as the interface allows.
EXTREMES = {
    "wide": {},
    "rigidities": {"spread": 4.5},
    "payload": {"payload": 3e10},
    "springs": {"springs": (-3.0, 12.0)},
}
FAST = {("wide", 0), ("rigidities", 1), ("payload", 2)}
SEEDS = [
    pytest.param(kind, seed, marks=() if (kind, seed) in FAST else pytest.mark.slow)
    for kind, seeds in (("wide", range(8)), ("rigidities", range(6)), ("payload", range(6)), ("springs", range(8)))
    for seed in seeds
]


@pytest.mark.parametrize(("kind", "seed"), SEEDS)
def test_exact_frequencies_are_those_proved(kind, seed):
    arm = random_arm(100 + seed, **EXTREMES[kind])
    found = spectrum(Exact(), arm, 5)
    held = each_mode(certify(arm, found.tolist(), width=1e-11), 5)
    for omega, interval in zip(found, held, strict=True):
        assert abs(Fraction(float(omega)) / Fraction(interval.lower) - 1) < Fraction(1, 10**11)
        assert abs(Fraction(float(omega)) / Fraction(interval.upper) - 1) < Fraction(1, 10**11)


def test_certified_frequencies_lie_in_their_intervals():
    model = Exact(certify=True).modes(FREE, 3)
    for omega, interval in zip(spectrum(Exact(), FREE, 3), each_mode(model.certificate, 3), strict=True):
        assert float(interval.lower) * (1.0 - ROUNDING) < omega < float(interval.upper) * (1.0 + ROUNDING)
        assert interval.half_width <= 1e-12


def test_a_mode_that_others_spoil_is_taken_from_its_proof():
    """The eighth of these: inverse iteration leaves others in its vector."""
    arm = random_arm(1035, payload=1e6)
    found = Exact().modes(arm, 8)
    wanted = AssumedModes("legendre", 16).modes(arm, 8)
    np.testing.assert_allclose(found.angular_frequency, wanted.angular_frequency, rtol=1e-6)
    np.testing.assert_allclose(
        found.joint_rotation, wanted.joint_rotation, atol=1e-4 * np.abs(wanted.joint_rotation).max()
    )
