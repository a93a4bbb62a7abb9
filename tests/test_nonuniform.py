"""Links that taper or step: their pieces, how accurate these are, and how arm files say so."""

from fractions import Fraction
from pathlib import Path

import mpmath as mp
import numpy as np
import pytest
from numpy.polynomial import Legendre, Polynomial, legendre
from scipy.linalg import eigh

from assumed_modes import AssumedModes
from compare.arm_text import as_explanation
from compare.cli import main
from compare.drawing.figure import draw
from exact import Exact
from fem import BeamFEM
from flexarm import (
    Arm,
    Base,
    Body,
    InputError,
    Joint,
    Link,
    NonuniformLink,
    Section,
    Tube,
    dumps,
    example,
    load,
    loads,
)
from flexarm.decimals import exact_value
from flexarm.doubts import doubts
from flexarm.mass_properties import mass_properties

RIGID = Joint.rigid()
FILE = """\
[[link]]
length = 3.0
angle = 20.0
joint = { state = "locked", stiffness = 1.0e6 }
tip = { mass = 2.0, inertia = 0.1, offset = 0.0 }

[[link.section]]
position = 0.0
mass_per_length = 4.0
flexural_rigidity = 2.0e5

[[link.section]]
position = 3.0
mass_per_length = 2.0
flexural_rigidity = 0.5e5

[[link]]
length = 1.0
mass_per_length = 2.0
flexural_rigidity = 1.0e5
angle = 30.0
joint = { state = "unlocked" }
"""


def omega(link: NonuniformLink, count: int, **arm) -> np.ndarray:
    return Exact().modes(Arm(Base.fixed(), link.links, **arm), count).angular_frequency


# Accuracy


def cone(pieces: int) -> NonuniformLink:
    """Half of a solid cone of length 1, of unit values at its root."""
    modulus, density = 64.0 / (np.pi * 1e-4), 4.0 / (np.pi * 1e-2)
    ends = [Section(x, tube=Tube(0.1 * (1.0 - x), 0.05 * (1.0 - x), modulus, density)) for x in (0.0, 0.5)]
    return NonuniformLink(0.5, tuple(ends), pieces=pieces, joint=RIGID)


def cone_roots() -> np.ndarray:
    """√ω of the half cone: w = s⁻¹ Z₂(2 β √s), Z₂ Bessel's four of order 2, clamped at s = 1 and free at 1/2."""
    functions = ((mp.besselj, -1, 1), (mp.bessely, -1, 1), (mp.besseli, 1, 1), (mp.besselk, -1, -1))

    def determinant(beta):
        root, tip = 2 * beta, 2 * beta * mp.sqrt(0.5)
        rows = [(z(2, root), up * z(3, root), z(4, tip), down * z(3, tip)) for z, up, down in functions]
        return mp.det(mp.matrix(rows))

    with mp.workdps(30):
        return np.array(
            [mp.findroot(determinant, start) for start in ("4.3012", "8.8425", "13.9397", "19.1638")], dtype=float
        )


@pytest.mark.slow
def test_a_cone_converges_with_fourth_order_to_bessel_functions():
    expected = cone_roots() ** 2
    errors = np.array([np.abs(omega(cone(pieces), 4) / expected - 1.0) for pieces in (20, 40)])
    orders = np.log2(errors[0] / errors[1])
    assert 3.8 < orders.min() <= orders.max() < 4.6
    assert np.all(errors[0] < [5e-6, 5e-6, 1e-5, 4e-5])
    assert np.all(errors[1] < [3e-7, 4e-7, 4e-7, 2e-6])


def ritz(mass, rigidity, payload, force, count):
    """Angular frequencies of a tapered cantilever of length 1 in tension, by x², x²(1 − 2x), … and fine quadrature."""
    points, weights = legendre.leggauss(60)
    x, weights = 0.5 * (points + 1.0), 0.5 * weights
    shapes = [Polynomial([0, 0, 1]) * Legendre.basis(k, [0, 1]).convert(kind=Polynomial) for k in range(10)]
    shape, slope, curvature = (np.array([f.deriv(order)(x) for f in shapes]) for order in range(3))
    tip = np.array([f(1.0) for f in shapes])
    stiffness = (curvature * rigidity(x) * weights) @ curvature.T + (slope * force * weights) @ slope.T
    inertia = (shape * mass(x) * weights) @ shape.T + payload * np.outer(tip, tip)
    return np.sqrt(eigh(stiffness, inertia, eigvals_only=True)[:count])


@pytest.mark.parametrize("backend", [Exact(), AssumedModes("legendre", 6), BeamFEM(6)])
def test_numbers_that_vary_linearly_are_those_of_rayleigh_and_ritz(backend):
    """A payload and a tension, in every backend: what carries one link carries its pieces."""
    ends = (Section(0.0, 2.0, 5.0), Section(1.0, 1.0, 2.0))
    link = NonuniformLink(1.0, ends, pieces=24, joint=RIGID, axial_force=1.5)
    arm = Arm(Base.fixed(), link.links, Body(0.7, 0.0))
    expected = ritz(lambda x: 2.0 - x, lambda x: 5.0 - 3.0 * x, 0.7, 1.5, 2)
    np.testing.assert_allclose(backend.modes(arm, 2).angular_frequency, expected, rtol=1e-6)


@pytest.mark.parametrize("loads", [{"gravity": (-3.0, 0.0)}, {"spin_rate": 2.0}])
def test_under_gravity_and_spin_the_order_is_four_too(loads):
    ends = (Section(0.0, 2.0, 5.0), Section(1.0, 0.5, 1.0))
    links = [NonuniformLink(1.0, ends, pieces=pieces, joint=RIGID).links for pieces in (16, 32, 64)]
    shapes = AssumedModes("legendre", 8)
    found = [shapes.modes(Arm(Base.fixed(), pieces, **loads), 2).angular_frequency for pieces in links]
    steps = np.abs(np.diff(found, axis=0))
    assert np.log2(steps[0] / steps[1]).min() > 3.6


def test_mass_and_centre_are_those_of_the_taper():
    link = NonuniformLink(2.0, (Section(0.0, 3.0, 5.0), Section(2.0, 1.0, 0.5)), joint=RIGID)
    found = mass_properties(Arm(Base.fixed(), link.links))
    assert found.arm_mass == pytest.approx(4.0, rel=1e-14)
    assert found.centre == pytest.approx((2.0 * (3.0 + 2.0 * 1.0) / (3.0 * (3.0 + 1.0)), 0.0), rel=1e-14)
    assert found.arm_inertia == pytest.approx(3.0 * 8.0 / 3.0 - 16.0 / 4.0, rel=1e-14)  # ∫ (3 − x) x² dx


def test_steps_are_exact_and_proved():
    """Of equal sections, the uniform link; certified for the decimal numbers as they are written: 0.3 − 0.1 is 0.2."""
    sections = tuple(Section(x, 4.0, 2.0e5) for x in (0.0, 0.1, 0.3))
    link = NonuniformLink(0.7, sections, "constant", joint=RIGID)
    assert [exact_value(piece.length) for piece in link.links] == [Fraction(1, 10), Fraction(1, 5), Fraction(2, 5)]
    whole = Arm(Base.fixed(), (Link(0.7, 4.0, 2.0e5, joint=RIGID),))
    found = Exact(certify=True).modes(Arm(Base.fixed(), link.links), 3)
    np.testing.assert_allclose(found.angular_frequency, Exact().modes(whole, 3).angular_frequency, rtol=1e-13)


def test_a_step_within_a_taper():
    """Two sections at one place; where nothing varies, one piece."""
    sections = (Section(0.0, 4.0, 3.0), Section(1.0, 4.0, 3.0), Section(1.0, 2.0, 1.0), Section(2.0, 2.0, 1.0))
    links = NonuniformLink(2.0, sections, joint=RIGID).links
    stepped = NonuniformLink(2.0, (sections[0], sections[2]), "constant", joint=RIGID)
    assert links == stepped.links
    assert [(link.length, link.mass_per_length) for link in links] == [(1.0, 4.0), (1.0, 2.0)]


@pytest.mark.parametrize("last", [1e-3, 1e-8])
def test_a_steep_taper_is_halved_towards_its_soft_end(last):
    link = NonuniformLink(1.0, (Section(0.0, 1.0, 1.0), Section(1.0, last, last)), joint=RIGID)
    assert all(piece.mass_per_length > 0.0 and piece.flexural_rigidity > 0.0 for piece in link.links)
    assert len(link.links) <= 20 + 2 * np.log2(1.0 / last)
    fine = NonuniformLink(1.0, link.sections, pieces=120, joint=RIGID)
    np.testing.assert_allclose(omega(link, 2), omega(fine, 2), rtol=1e-4)


# What is seen of it


def test_a_file_with_sections_is_an_arm_of_their_pieces():
    arm = loads(FILE)
    ends = (Section(0.0, 4.0, 2.0e5), Section(3.0, 2.0, 0.5e5))
    joint, tip = Joint.locked(1.0e6), Body(2.0, 0.1)
    boom = NonuniformLink(3.0, ends, joint=joint, angle=20.0, tip=tip)
    assert arm.links[:-1] == boom.links
    assert (arm.links[0].joint, arm.links[0].angle, arm.links[-2].tip) == (joint, 20.0, tip)
    assert arm == loads(dumps(arm))
    constant = FILE.replace("length = 3.0", 'length = 3.5\ninterpolation = "constant"')
    assert [link.length for link in loads(constant).links] == [3.0, 0.5, 1.0]


def test_pieces_are_told_as_one():
    said = as_explanation(loads(FILE)).splitlines()
    assert "joint 1           locked, 1e+06 N m/rad" in said
    assert "links 1–20        flexible, 3 m at 20°, 9 kg, EI 197533 … 52600 N m², 20 uniform" in said
    assert "joint 21          unlocked" in said
    assert "bending links     2: 1–20, 21" in said
    assert said[-1] == "nothing looks wrong"


def test_the_page_of_the_guide_is_true():
    page = (Path(__file__).parents[1] / "docs" / "nonuniform-links.md").read_text(encoding="utf-8")
    file, said = (page.partition(f"```{kind}\n")[2].partition("```")[0] for kind in ("toml", "text"))
    assert said in as_explanation(loads(file))


def test_a_few_pieces_are_told_one_by_one():
    """As the two links of Ramakrishnan and Taylor's arm, which are welded straight on."""
    said = as_explanation(example("ramakrishnan-case1-yy"))
    assert "joint 2           rigid\n" in said
    assert "bending links     2: 1, 2\n" in said


def test_a_doubt_about_a_thousand_pieces_is_said_twice():
    ends = (Section(0.0, 400.0, 2.0e11), Section(3.0, 200.0, 0.5e11))
    arm = Arm(Base.fixed(), NonuniformLink(3.0, ends, pieces=1000, joint=RIGID).links)
    assert [doubt.path for doubt in doubts(arm)] == ["link1.flexural_rigidity", "link1000.flexural_rigidity"]


def test_commands_take_it(tmp_path, capsys):
    path = tmp_path / "boom.toml"
    path.write_text(FILE.replace("length = 3.0", "length = 3.0\npieces = 6"), encoding="utf-8")
    assert main(["draw", str(path), "-o", str(tmp_path / "boom.svg")]) == 0
    axes = draw(load(path)).axes[0]
    assert [text.get_text() for text in axes.texts] == ["1–6", "7"]
    assert "rigid joint" not in {text.get_text() for text in axes.figure.legends[0].get_texts()}
    assert main(["compare", str(path), "-n", "2", "--format", "csv"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + 3 * 2


# Refusals


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("position = 0.0", "position = 0.5", "section1.position: wanted 0, the link's root, got 0.5"),
        ("position = 3.0", "position = 2.5", "section2.position: wanted the link's length, 3.0 m: the last section is"),
        ("position = 3.0", "position = -1", "section2.position: wanted a number that is not negative (m), got -1"),
        ("position = 3.0", "position = nan", "section2.position: wanted a finite number (m), got nan"),
        ("position = 3.0", "position = 0.0", "section2.position: wanted the link's length, 3.0 m"),
        (
            "mass_per_length = 4.0",
            "mass_per_length = 0",
            "section1.mass_per_length: wanted a positive number (kg/m), got 0",
        ),
        (
            "rigidity = 2.0e5",
            "rigidity = -1.0",
            "section1.flexural_rigidity: wanted a positive number (N m²), got -1.0",
        ),
        ("flexural_rigidity = 2.0e5\n", "", "section1.flexural_rigidity: wanted a positive number (N m²), got nothing"),
        (
            "rigidity = 0.5e5",
            "rigidity = 1e-9",
            "section2: wanted values within a factor of 1e+09 of the section before's",
        ),
        (
            "flexural_rigidity = 2.0e5",
            "EI = 2.0e5",
            "section1.EI: wanted one of the keys position, mass_per_length, flex",
        ),
        (
            "angle = 20.0",
            "angle = 20.0\nflexural_rigidity = 3.0",
            "flexural_rigidity: wanted nothing, for a link of secti",
        ),
        (
            "angle = 20.0",
            "angle = 20.0\naxial_rigidity = 3.0",
            "axial_rigidity: wanted nothing, for a link of sections, which have its mass_per_length and "
            "flexural_rigidity and neither shear nor stretch; give those or the sections, got 3.0",
        ),
        (
            "angle = 20.0",
            'angle = 20.0\ntheory = "rayleigh"',
            "theory: wanted nothing, for a link of sections",
        ),
        (
            "angle = 20.0",
            'angle = 20.0\ninterpolation = "cubic"',
            'interpolation: wanted "linear" or "constant", got \'cubi',
        ),
        ("angle = 20.0", "angle = 20.0\npieces = 1", "pieces: wanted a whole number from 2 to 1000, got 1"),
        ("angle = 20.0", "angle = 20.0\npieces = 2.5", "pieces: wanted a whole number from 2 to 1000, got 2.5"),
        (
            FILE[FILE.index("[[link.section]]") : FILE.rindex("[[link.section]]")],
            "",
            "section: wanted two sections or mo",
        ),
        (
            "mass_per_length = 4.0\nflexural_rigidity = 2.0e5",
            "tube = { diameter = 0.1, wall = 0.003, youngs_modulus = 7.0e10, density = 2700.0 }",
            "section2: wanted a tube, as the section before, to vary linearly, got mass_per_length and",
        ),
        (
            "mass_per_length = 4.0\n",
            "tube = { diameter = 0.1, wall = 0.003, youngs_modulus = 7.0e10, density = 2700.0 }\n",
            "section1.flexural_rigidity: wanted nothing, for a section of a tube, which has them; give those or",
        ),
        (
            'joint = { state = "locked", stiffness = 1.0e6 }',
            'joint = { state = "locked", stiffness = 1.0e6 }\ninterpolation = "constant"',
            "section2.position: wanted less than the link's length, 3.0 m: a section holds from there on, got 3.0",
        ),
    ],
)
def test_wrong_sections_are_refused(old, new, said):
    assert FILE.count(old) == 1
    with pytest.raises(InputError) as refusal:
        loads(FILE.replace(old, new), "arm")
    assert str(refusal.value).startswith(f"arm: link1.{said}")


@pytest.mark.parametrize("place", [0.0, 2.0])
def test_a_step_is_between_root_and_tip(place):
    sections = sorted([0.0, 2.0, place])
    with pytest.raises(InputError, match="two sections at one place are a step, between root and tip"):
        NonuniformLink(2.0, tuple(Section(x, 1.0, 1.0) for x in sections), joint=RIGID)


def test_single_brackets_are_pointed_out():
    first = FILE.index("[[link.section]]")
    single = FILE[:first] + FILE[first:].replace("[[link.section]]", "[link.section]", 1)
    single = single.replace(single[single.index("[[link.section]]") : single.rindex("[[link]]")], "")
    with pytest.raises(InputError, match=r"link1.section: wanted tables .* a single table: write \[\[link.section\]\]"):
        loads(single)


def test_in_python_both_or_neither_are_refused():
    with pytest.raises(InputError, match="mass_per_length: wanted nothing beside a tube"):
        Section(0.0, 1.0, tube=Tube(0.1, 0.01, 1.0, 1.0))
    with pytest.raises(InputError, match="mass_per_length: wanted a positive number"):
        Section(0.0)
    with pytest.raises(InputError, match="section2: wanted a Section"):
        NonuniformLink(1.0, (Section(0.0, 1.0, 1.0), 3.0), joint=RIGID)
    with pytest.raises(InputError, match="link1: wanted a Link or a RigidLink"):
        Arm(Base.fixed(), (cone(4),))


def test_a_tube_that_float64_takes_for_nothing_is_refused():
    with pytest.raises(InputError, match=r"tube: wanted a tube whose mass per length .* can hold, got 0 kg/m"):
        Section(0.0, tube=Tube(0.1, 0.01, 7e10, 5e-324))
