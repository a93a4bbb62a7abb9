"""Frequencies of spinning arms out of the plane of the spin."""

import numpy as np
import pytest

import compare
from compare.cli import main
from exact import Exact
from fem import BeamFEM
from flexarm.arm import Arm
from flexarm.errors import QuestionError
from flexarm.files import save
from flexarm.flapwise import flapwise
from flexarm.links import Link
from flexarm.parts import Base, Body, Joint

BLADE = Link(1.0, 1.0, 1.0, joint=Joint.rigid())
# A. D. Wright and others (1982), uniform cantilevers without a hub: Ω, and the first three flapwise frequencies.
WRIGHT = {1.0: (3.6817, 22.1810, 61.8418), 6.0: (7.3604, 25.3461, 65.2050), 12.0: (13.1702, 37.6031, 79.6145)}


def blade(rate: float, **changes) -> Arm:
    return Arm(Base.fixed(), (BLADE,), **{"spin_rate": rate, **changes})


@pytest.mark.parametrize("rate", [1.0, 12.0])
def test_a_rotor_blade_has_its_published_frequencies(rate):
    arm = blade(rate)
    found = compare.frequencies(arm, [Exact(), BeamFEM(60)], 3, flapwise=True)
    for omega in found.angular_frequency.values:
        np.testing.assert_allclose(omega, WRIGHT[rate], rtol=0.0, atol=6e-5)
    np.testing.assert_array_equal(found.frequency.values, found.angular_frequency.values / (2.0 * np.pi))
    assert np.all(np.abs(found.relative_error.sel(backend="fem:60")) < 1e-6)
    within = compare.frequencies(arm, Exact(), 3).angular_frequency.values
    np.testing.assert_allclose(found.angular_frequency.values[:1] ** 2 - within**2, rate**2, rtol=1e-11)


@pytest.mark.parametrize(
    ("arm", "why"),
    [
        (blade(0.0), "spin_rate = 0"),
        (blade(0.0, gravity=(-9.81, 0.0)), "spin_rate = 0"),
        (blade(1.0, payload=Body(1.0, 0.0, (0.0, 0.1))), "a body beside its axis"),
        (Arm(Base.fixed(), (BLADE, Link(1.0, 1.0, 1.0, joint=Joint.unlocked())), spin_rate=1.0), "a hinge"),
    ],
)
def test_where_it_does_not_hold_is_refused(arm, why):
    with pytest.raises(QuestionError, match=why):
        flapwise(arm, np.ones(2))


def test_the_command_says_which_plane(tmp_path, capsys):
    path = str(tmp_path / "blade.toml")
    save(blade(6.0), path)
    assert main(["compare", path, "-b", "exact", "-n", "1", "--flapwise"]) == 0
    said = capsys.readouterr().out
    assert "frequencies out of the plane of the spin, √(ω² + Ω²)\n" in said
    assert "7.3603" in said
    assert main(["compare", path, "--flapwise", "--certify"]) == 2
    assert "--flapwise: wanted neither --certify nor --growth-rates beside it" in capsys.readouterr().err
