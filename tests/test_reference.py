"""The backends against references of their own: the characteristic equation in 40 digits, and one another.

Agreements are bounds that the measured ones keep by a factor of three or more.
"""

import numpy as np
import pytest

from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm.arm import Arm
from flexarm.examples import example, names
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Joint
from flexarm.supports import Support
from tests.characteristic import largest_error

BASES = {
    "fixed": Base.fixed(),
    "free": Base.free(7e4, 1e6, (3.0, 14.0)),
    "massless": Base.free(0.0, 0.0),
    "guided": Base.guided(7e4, (1.0, 2.0)),
}
JOINTS = {
    "locked": Joint.locked(1e6),
    "locked, hub": Joint.locked(1e6, 500.0),
    "unlocked": Joint.unlocked(),
    "unlocked, gear": Joint.unlocked(1188.0),
    "unlocked, gear, hub": Joint.unlocked(1188.0, 40.0),
    "rigid": Joint.rigid(),
    "rigid, hub": Joint.rigid(500.0),
}
PAYLOADS = {
    "none": None,
    "zero": Body(0.0, 0.0, 1.0),
    "along": Body(1e4, 37500.0, 1.5),
    "across": Body(1e4, 37500.0, (1.5, -0.8)),
}
# The massless base's rotation under a joint without a gear moves no mass: its frequency is undetermined.
PAIRS = [(base, joint) for base in BASES for joint in JOINTS if (base, joint) != ("massless", "unlocked")]


def one_link(base, joint, payload):
    return Arm(base, (Link(14.0, 3.9786, 3e6, joint=joint, angle=35.0),), payload)


def omega(backend, arm, count):
    return backend.modes(arm, count).angular_frequency


def error(arm, count):
    return largest_error(arm, omega(Exact(), arm, count))


@pytest.mark.parametrize(("base", "joint"), PAIRS)
def test_one_link_first_frequencies(base, joint):
    payload = "across" if (list(BASES).index(base) + list(JOINTS).index(joint)) % 2 else "zero"
    assert error(one_link(BASES[base], JOINTS[joint], PAYLOADS[payload]), 3) <= 1e-12


@pytest.mark.slow
@pytest.mark.parametrize("payload", PAYLOADS)
@pytest.mark.parametrize(("base", "joint"), PAIRS)
def test_one_link_every_payload(base, joint, payload):
    assert error(one_link(BASES[base], JOINTS[joint], PAYLOADS[payload]), 8) <= 1e-12


@pytest.mark.slow
@pytest.mark.parametrize(
    ("base", "joint", "payload"),
    [
        ("fixed", "locked", "along"),
        ("fixed", "unlocked, gear", "across"),
        ("fixed", "rigid", "none"),
        ("free", "locked, hub", "across"),
        ("free", "unlocked", "along"),
        ("massless", "rigid", "none"),
        ("guided", "locked", "across"),
    ],
)
def test_one_link_first_60_frequencies(base, joint, payload):
    assert error(one_link(BASES[base], JOINTS[joint], PAYLOADS[payload]), 60) <= 1e-12


@pytest.mark.parametrize("base", ["fixed", "free"])
@pytest.mark.parametrize("stiffness", [1e-3, 1e12])
def test_heavy_payload_and_extreme_stiffness(base, stiffness):
    assert error(one_link(BASES[base], Joint.locked(stiffness), Body(1e9, 1e10, (1.5, 2.0))), 3) <= 1e-11


@pytest.mark.slow
@pytest.mark.parametrize("base", ["fixed", "free", "guided"])
@pytest.mark.parametrize("stiffness", [1e-3, 1e12])
@pytest.mark.parametrize("payload", [Body(1e9, 0.0), Body(1e9, 1e9, 1.5), Body(1e9, 1e10, (1.5, 2.0))], ids=str)
def test_heavy_payload_and_extreme_stiffness_further_cases(base, stiffness, payload):
    assert error(one_link(BASES[base], Joint.locked(stiffness), payload), 20) <= 1e-11


# More links ----------------------------------------------------------------------------------------

LINKS = (
    Link(3.0, 4.0, 2.0e6, joint=Joint.locked(1e6), angle=20.0, tip=Body(30.0, 5.0, 0.1)),
    Link(4.0, 3.0, 1.5e6, joint=Joint.rigid(2.0), angle=35.0),
    Link(2.5, 3.5, 1.0e6, joint=Joint.locked(4e5), angle=-50.0, tip=Body(20.0, 2.0, (0.0, 0.2))),
    Link(3.5, 2.0, 0.8e6, joint=Joint.unlocked(300.0), angle=25.0),
    Link(2.0, 1.5, 0.5e6, joint=Joint.locked(2e5), angle=40.0),
)
TOP = Body(500.0, 200.0, (0.5, 0.1))
CHAINS = {
    "2 links, fixed": Arm(Base.fixed(), LINKS[:2], TOP),
    "3 links, guided": Arm(Base.guided(2e3, (1.0, 2.0)), LINKS[:3], TOP),
    "3 links, one rigid, free": Arm(
        Base.free(7e4, 1e6, (3.0, 5.0)),
        (LINKS[0], RigidLink(1.5, joint=Joint.locked(3e5), mass=40.0, angle=50.0, tip=Body(10.0, 1.0)), LINKS[4]),
        TOP,
    ),
    "5 links, fixed": Arm(Base.fixed(), LINKS, TOP),
    "5 links, free": Arm(Base.free(7e4, 1e6, (3.0, 5.0)), LINKS, TOP),
}


@pytest.mark.parametrize("chain", CHAINS)
def test_chains_by_extrapolated_elements(chain):
    # Hermite elements' errors fall like h⁴: (16 ω_2E − ω_E) / 15 is free of that term.
    arm = CHAINS[chain]
    coarse, fine = (omega(BeamFEM(elements), arm, 8) for elements in (60, 120))
    assert np.max(np.abs((16.0 * fine - coarse) / 15.0 / omega(Exact(), arm, 8) - 1.0)) <= 1e-10


@pytest.mark.parametrize("chain", CHAINS)
def test_chains_by_legendre_shapes(chain):
    arm = CHAINS[chain]
    assert omega(AssumedModes("legendre", 24), arm, 12) == pytest.approx(omega(Exact(), arm, 12), rel=1e-12)


def test_five_links_first_30_frequencies_by_legendre_shapes():
    arm = CHAINS["5 links, free"]
    assert omega(AssumedModes("legendre", 40), arm, 30) == pytest.approx(omega(Exact(), arm, 30), rel=1e-12)


def test_two_links_by_the_characteristic_equation():
    assert error(CHAINS["2 links, fixed"], 3) <= 1e-12


@pytest.mark.slow
@pytest.mark.parametrize("chain", [name for name in CHAINS if name.startswith("3")])
def test_three_links_by_the_characteristic_equation(chain):
    assert error(CHAINS[chain], 12) <= 1e-12


@pytest.mark.slow
def test_five_links_first_30_frequencies_by_the_characteristic_equation():
    assert error(CHAINS["5 links, free"], 30) <= 1e-12


# Held by springs soft and stiff, along axes of their own, to the ground and to one another.
HELD = Arm(
    Base.free(40.0, 60.0, (0.3, -0.2)),
    (
        Link(1.5, 4.0, 2e3, joint=Joint.locked(30.0), angle=70.0, name="trunk"),
        Link(1.0, 2.0, 5e2, joint=Joint.unlocked(0.4), angle=-100.0, name="bough"),
        Link(0.8, 7.0, 9e4, joint=Joint.rigid(), angle=50.0, name="twig", parent="trunk"),
    ),
    Body(12.0, 3.0, (0.2, 0.1)),
    supports=(
        Support("bough", ("along_y", "about_z"), (1e-3, 1e12), 0.6, "link", 25.0),
        Support("twig.tip", ("along_x",), 3e4, angle=-40.0, to="bough.tip"),
        Support("trunk.root", ("along_y",)),
    ),
)


@pytest.mark.slow
def test_supports_by_the_characteristic_equation():
    assert error(HELD, 4) <= 1e-12


# The shipped examples ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_three_backends_agree_on_every_example(name):
    """Six frequencies: 16 Legendre shapes a link to 3e-7, 24 to 1e-12; 40 elements to 1e-4, and like h⁴.

    Elements are linear in stretch, torsion and shear: with those like h², or between the two. Of rigid links all agree.
    """
    arm = example(name)
    exact = omega(Exact(), arm, 6)

    def errors(backend):
        return omega(backend, arm, 6) / exact - 1.0

    # Where one link has to carry all six modes, 16 shapes give 8e-8; where two links share them, 1e-13.
    links = sum(isinstance(link, Link) for link in arm.links)
    assert np.max(np.abs(errors(AssumedModes("legendre", 16)))) <= (3e-7 if links == 1 else 1e-10)
    assert np.max(np.abs(errors(AssumedModes("legendre", 24)))) <= 1e-12
    coarse, fine = errors(BeamFEM(40)), errors(BeamFEM(80))
    assert np.max(np.abs(coarse)) <= 1e-4
    assert np.min(coarse) >= -1e-12
    if not links:
        assert np.max(np.abs([coarse, fine])) <= 1e-12
        return
    if arm.spatial or arm.beam_terms:
        assert 3.9 < coarse[-1] / fine[-1] < 16.1
        return
    assert coarse[-1] / fine[-1] == pytest.approx(16.0, rel=0.01)
    assert np.max(np.abs((16.0 * fine - coarse) / 15.0)) <= 3e-8


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        name
        for name in names()
        if not example(name).static_loads and not example(name).spatial and not example(name).beam_terms
    ],
)
def test_every_example_by_the_characteristic_equation(name):
    """Those under gravity have an equation of their own, `characteristic_prestressed`; it is one of plane bending.

    The four-bar's sixth frequency is its seventh too, where all three bars bend between their pins: no change of sign.
    """
    assert error(example(name), 5 if name == "four-bar" else 6) <= 1e-12
