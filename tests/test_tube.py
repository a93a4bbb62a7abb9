"""Links made of tubes: what they weigh, how stiff they are, and how arm files say so."""

import math

import pytest

from exact import Exact
from flexarm import Arm, Base, InputError, Joint, Link, Tube, dumps, loads

ALUMINIUM = {"youngs_modulus": 7.0e10, "density": 2700.0}
FILE = """\
[[link]]
length = 2.0
tube = {{ diameter = 0.1, wall = {wall}, youngs_modulus = 7.0e10, density = 2700.0 }}
angle = 0.0
joint = {{ state = "rigid" }}
"""


def test_a_tube_is_what_is_left_of_a_rod():
    tube = Tube(0.1, 0.003, **ALUMINIUM)
    area = math.pi / 4.0 * (0.1**2 - 0.094**2)
    second_moment = math.pi / 64.0 * (0.1**4 - 0.094**4)
    assert tube.mass_per_length == pytest.approx(2700.0 * area, rel=1e-13)
    assert tube.flexural_rigidity == pytest.approx(7.0e10 * second_moment, rel=1e-13)
    rod = Tube(0.02, 0.01, **ALUMINIUM)
    assert rod.flexural_rigidity == pytest.approx(7.0e10 * math.pi / 4.0 * 0.01**4, rel=1e-14)


def test_a_foil_keeps_its_digits():
    # Of a wall of 1e-9 of the diameter D⁴ − d⁴ has seven digits; π D³ t/8 is right to 1e-9.
    tube = Tube(1.0, 1e-9, 1.0, 1.0)
    assert tube.flexural_rigidity == pytest.approx(math.pi * 1e-9 / 8.0 * (1.0 - 3e-9), rel=1e-15)


def test_a_file_with_a_tube_is_an_arm_of_its_numbers():
    arm, tube = loads(FILE.format(wall=0.003)), Tube(0.1, 0.003, **ALUMINIUM)
    link = Link(2.0, tube.mass_per_length, tube.flexural_rigidity, joint=Joint.rigid())
    assert arm == Arm(Base.fixed(), (link,)) == loads(dumps(arm))
    # β² of a cantilever, its speed of sound √(E/ρ) and radius of gyration √(D² + d²)/4.
    speed, radius = math.sqrt(7.0e10 / 2700.0), math.hypot(0.1, 0.094) / 4.0
    expected = 1.875104068711961**2 * speed * radius / 2.0**2
    assert Exact().modes(arm, 1).angular_frequency[0] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("wall = 0.003", "wall = 0.06", "link1.tube.wall: wanted at most half the diameter, 0.1 m, got 0.06"),
        ("wall = 0.003", "wall = -1", "link1.tube.wall: wanted a positive number (m), got -1"),
        ("wall = 0.003, ", "", "link1.tube.wall: wanted a positive number (m), got nothing (the key is missing)"),
        (
            "wall",
            "wal",
            "link1.tube.wal: wanted one of the keys diameter, wall, youngs_modulus, density, shear_modulus, "
            "shear_coefficient, got an unknown key; did you mean wall?",
        ),
        ("{ diameter", "3 # {", "link1.tube: wanted a table { diameter = …, wall = …, youngs_modulus = …, density"),
        (
            "angle = 0.0",
            "angle = 0.0\nflexural_rigidity = 3.0",
            "link1.flexural_rigidity: wanted nothing, for a link",
        ),
        ("angle = 0.0", "angle = 0.0\nmass = 3.0", "link1.mass: wanted nothing, for a link made of a tube"),
    ],
)
def test_wrong_tubes_are_refused(old, new, said):
    with pytest.raises(InputError) as refusal:
        loads(FILE.format(wall=0.003).replace(old, new), "arm")
    assert str(refusal.value).startswith(f"arm: {said}")


STEEL = {"youngs_modulus": 2.1e11, "density": 7800.0, "shear_modulus": 8.0e10}
TERMS = ("axial_rigidity", "shear_rigidity", "rotary_inertia_per_length")


def with_terms(tube: str = "", link: str = "") -> str:
    """The file's tube with more keys, and its link with more lines."""
    return FILE.format(wall=0.003).replace(" }\nangle", f"{tube} }}\n{link}\nangle")


def test_a_tube_stretches_and_shears_by_its_section():
    tube = Tube(0.1, 0.003, **STEEL)
    area, second_moment = math.pi / 4.0 * (0.1**2 - 0.094**2), math.pi / 64.0 * (0.1**4 - 0.094**4)
    assert tube.axial_rigidity == pytest.approx(2.1e11 * area, rel=1e-13)
    assert tube.shear_rigidity == pytest.approx(0.5 * 8.0e10 * area, rel=1e-13)
    assert tube.rotary_inertia_per_length == pytest.approx(7800.0 * second_moment, rel=1e-13)
    cowper = 2.0 * 1.3 / (4.0 + 3.0 * 0.3)
    assert Tube(0.1, 0.003, **STEEL, shear_coefficient=cowper).shear_rigidity == pytest.approx(cowper * 8.0e10 * area)
    assert Tube(0.1, 0.003, **ALUMINIUM).shear_rigidity is None


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("", ()),
        ('theory = "euler-bernoulli"', ()),
        ("extensible = true", TERMS[:1]),
        ("extensible = false", ()),
        ('theory = "rayleigh"', TERMS[2:]),
        ('theory = "timoshenko"', TERMS[1:]),
        ('theory = "timoshenko"\nextensible = true', TERMS),
    ],
)
def test_a_file_says_which_theory_a_tube_has(line, given):
    arm = loads(with_terms(", shear_modulus = 2.6e10, shear_coefficient = 0.53", line))
    tube = Tube(0.1, 0.003, **ALUMINIUM, shear_modulus=2.6e10, shear_coefficient=0.53)
    terms = {name: getattr(tube, name) for name in given}
    link = Link(2.0, tube.mass_per_length, tube.flexural_rigidity, joint=Joint.rigid(), **terms)
    assert arm == Arm(Base.fixed(), (link,)) == loads(dumps(arm))
    assert [name for name in TERMS if name in dumps(arm)] == list(given)


@pytest.mark.parametrize(
    ("tube", "link", "said"),
    [
        (
            "",
            'theory = "timoshenko"',
            'link1.tube.shear_modulus: wanted a positive number (Pa), for theory = "timoshenko", got nothing',
        ),
        (
            "",
            'theory = "bernoulli"',
            "link1.theory: wanted one of euler-bernoulli, rayleigh, timoshenko, got 'bernoulli' "
            "(did you mean euler-bernoulli?)",
        ),
        ("", "theory = true", "link1.theory: wanted one of euler-bernoulli, rayleigh, timoshenko, got true"),
        ("", "extensible = 1", "link1.extensible: wanted true or false, got 1"),
        ("", 'extensible = "yes"', "link1.extensible: wanted true or false, got 'yes'"),
        (", shear_modulus = 0.0", "", "link1.tube.shear_modulus: wanted a positive number (Pa), got 0.0"),
        (", shear_coefficient = -1", "", "link1.tube.shear_coefficient: wanted a positive number (no unit), got -1"),
        (
            ", G = 2.6e10",
            "",
            "link1.tube.G: wanted one of the keys diameter, wall, youngs_modulus, density, shear_modulus, "
            "shear_coefficient, got an unknown key; did you mean shear_modulus?",
        ),
        (
            "",
            "shear_rigidity = 1.0e6",
            "link1.shear_rigidity: wanted nothing, for a link made of a tube, which has its numbers, and those of "
            "shear, rotary inertia, stretch and torsion by theory, extensible and twists; give numbers or the tube, "
            "got 1000000.0",
        ),
    ],
)
def test_wrong_theories_are_refused(tube, link, said):
    with pytest.raises(InputError) as refusal:
        loads(with_terms(tube, link), "arm")
    assert str(refusal.value) == f"arm: {said}"
