"""What each term of beam theory changes: the study, its page and picture, and the command."""

import json
import re
import shlex
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import xarray as xr
from scipy.optimize import brentq

import compare
from assumed_modes import AssumedModes
from compare.cli import main
from exact import Exact
from fem import BeamFEM
from flexarm.arm import Arm
from flexarm.beam_theory import with_all_terms
from flexarm.datasets import load_dataset
from flexarm.errors import InputError, QuestionError
from flexarm.examples import example
from flexarm.files import save
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Joint
from flexarm.tube import Tube

RITZ = AssumedModes("legendre", 12)
DOUBLE = example("double-link")
OTHERS = ["stretch", "shear", "rotary inertia", "all three"]
ROD = Link(2.0, 3.0, 5e4, joint=Joint.rigid())


def tubes(arm: Arm, diameter: float = 0.33) -> Arm:
    """The links of an arm as thin tubes of a diameter, of materials that give them their rigidity and their mass."""
    links = []
    for link in arm.links:
        square = 8.0 * link.flexural_rigidity / (link.mass_per_length * diameter**2)
        axial = link.mass_per_length * square
        own = {"axial_rigidity": axial, "shear_rigidity": 0.188 * axial}
        links.append(replace(link, **own, rotary_inertia_per_length=link.flexural_rigidity / square))
    return replace(arm, links=tuple(links))


@pytest.fixture(scope="module")
def bent() -> xr.Dataset:
    return compare.theories(tubes(DOUBLE.with_angles(link2=60.0)), RITZ, 7)


@pytest.fixture(scope="module")
def straight() -> xr.Dataset:
    return compare.theories(tubes(DOUBLE), [RITZ, BeamFEM(16)], 6)


def test_what_the_double_link_lacks_as_tubes(bent):
    """Booms of 0.33 m are of carbon fibre: √(E/ρ) is 8657 and 7101 m/s, E 120 and 81 GPa at 1600 kg/m³."""
    links = bent.axial_rigidity / [link.mass_per_length for link in DOUBLE.links]
    np.testing.assert_allclose(np.sqrt(links), [8657.0, 7101.0], rtol=1e-4)
    without = bent.isel(backend=0).sel(without="all three")
    lower = 100.0 * (1.0 / (1.0 + without.relative_change.values) - 1.0)
    np.testing.assert_allclose(lower[:6], [-0.01984, -0.2169, -0.4549, -1.771, -3.483, -5.195], rtol=1e-3)
    # The seventh mode of either theory is another motion: by number it would be 14.2 % lower.
    assert np.isnan(lower[6])
    assert "no mode without all three moves like it; the most alike, mode 7, has 0.49" in str(without.missing[6].item())
    plain = RITZ.modes(DOUBLE.with_angles(link2=60.0), 7).angular_frequency[6]
    whole = bent.angular_frequency.sel(without="nothing").values[0, 6]
    assert 100.0 * (whole / plain - 1.0) == pytest.approx(-14.2, abs=0.1)


def test_a_payload_that_bounces_is_missing_and_no_wrong_pair(straight):
    for backend in straight.backend.values:
        one = straight.sel(backend=backend)
        assert one.angular_frequency.sel(without="nothing").values[2] == pytest.approx(26.006, rel=1e-4)
        for without in ("stretch", "all three"):
            assert one.number.sel(without=without).values.tolist() == [1, 2, 0, 3, 4, 5]
            assert [bool(reason) for reason in one.missing.sel(without=without).values] == [k == 2 for k in range(6)]
            assert np.argwhere(np.isnan(one.relative_change.sel(without=without).values)).tolist() == [[2]]
        assert one.number.sel(without="shear").values.tolist() == [1, 2, 3, 4, 5, 6]
        # Bending and stretch of a straight arm know nothing of one another.
        stretch = one.relative_change.sel(without="stretch").values
        np.testing.assert_allclose(np.delete(stretch, 2), 0.0, atol=1e-10)
        plain = compare.frequencies(DOUBLE, RITZ, 3).angular_frequency.values[0]
        np.testing.assert_allclose(one.angular_frequency.sel(without="all three").values[[0, 1, 3]], plain, rtol=1e-5)


def test_terms_add_up_where_they_are_small(straight):
    change = straight.relative_change.isel(backend=0, mode=[0, 1, 3, 4])
    parts = sum(change.sel(without=term) for term in OTHERS[:3])
    np.testing.assert_allclose(parts, change.sel(without="all three"), rtol=0.02)


def test_without_nothing_nothing_changes(bent):
    whole = bent.isel(backend=0).sel(without="nothing")
    assert whole.relative_change.values.tolist() == [0.0] * 7
    assert whole.number.values.tolist() == whole.mode.values.tolist()
    assert set(whole.missing.values.tolist()) == {""}
    assert bent.angular_frequency.units == "rad/s"


def test_the_bounce_is_that_of_a_rod_with_a_mass():
    """ξ tan ξ = mL/M with ξ = ωL/c."""
    payload = Body(12.0, 0.0)
    table = compare.theories(Arm(Base.fixed(), (ROD,), payload), Exact(), 3, 4000.0)
    root = brentq(lambda xi: xi * np.tan(xi) - ROD.mass / payload.mass, 1e-3, 1.5)
    omega = table.angular_frequency.sel(without="nothing").values[0]
    gone = np.isnan(table.relative_change.sel(without="stretch").values[0])
    assert np.count_nonzero(gone) == 1
    assert omega[gone] == pytest.approx(root * 4000.0 / ROD.length, rel=1e-12)


def test_all_backends_find_the_same():
    arm = tubes(DOUBLE.with_angles(link2=30.0))
    table = compare.theories(arm, [Exact(), RITZ, BeamFEM(30)], 4)
    exact, *others = (table.sel(backend=backend) for backend in table.backend.values)
    for other in others:
        np.testing.assert_allclose(other.relative_change, exact.relative_change, rtol=2e-3, atol=1e-9)
        np.testing.assert_array_equal(other.number, exact.number)


def test_estimates_are_those_of_a_tube():
    """Of one material the axial rigidity and the rotary inertia are exact, of any section."""
    tube = Tube(0.1, 0.004, 70e9, 2700.0)
    link = replace(ROD, mass_per_length=tube.mass_per_length, flexural_rigidity=tube.flexural_rigidity)
    (found,) = with_all_terms(Arm(Base.fixed(), (link,)), np.sqrt(70e9 / 2700.0)).links
    assert found.axial_rigidity == pytest.approx(tube.youngs_modulus * tube.area, rel=1e-14)
    assert found.rotary_inertia_per_length == pytest.approx(
        tube.density * tube.flexural_rigidity / tube.youngs_modulus, rel=1e-14
    )
    shear_modulus = tube.youngs_modulus / (2.0 * 1.33)
    assert found.shear_rigidity == pytest.approx(0.5 * shear_modulus * tube.area, rel=1e-14)


def test_in_space_the_plane_is_as_it_was():
    """A planar arm in space has its own modes, changed as they were, among those out of the plane."""
    arm = DOUBLE.with_angles(link2=60.0)
    plane, space = (compare.theories(one, RITZ, 4) for one in (arm, replace(arm, motion="spatial")))
    assert space.without.values.tolist()[1:] == [
        "stretch",
        "shear",
        "rotary inertia",
        "torsion",
        "polar inertia",
        "all five",
    ]
    omega, wanted = (one.angular_frequency.sel(without="nothing").values[0] for one in (space, plane))
    own = [int(np.argmin(np.abs(omega / one - 1.0))) for one in wanted[:2]]
    for term in OTHERS[:3]:
        change = [one.relative_change.sel(without=term).values[0] for one in (space, plane)]
        np.testing.assert_allclose(change[0][own], change[1][:2], rtol=1e-6, atol=1e-11)
    for term in ("torsion", "polar inertia"):
        np.testing.assert_allclose(space.relative_change.sel(without=term).values[0, own], 0.0, atol=1e-10)


def test_a_shaft_does_not_turn_without_torsion():
    """ξ tan ξ = J L/I with ξ = ωL √(J/GJ), J and GJ of a round metal tube: J = 2 EI/c², GJ = EI/(1 + ν)."""
    payload, speed = Body(12.0, (0.02, 6.0, 6.0)), 4000.0
    arm = Arm(Base.fixed(), (ROD,), payload, motion="spatial")
    polar, rigidity = 2.0 * ROD.flexural_rigidity / speed**2, ROD.flexural_rigidity / 1.33
    root = brentq(lambda xi: xi * np.tan(xi) - polar * ROD.length / 0.02, 1e-3, 1.5)
    turning = root / ROD.length * np.sqrt(rigidity / polar)
    table = compare.theories(arm, BeamFEM(40), 7, speed).isel(backend=0)
    whole, without = table.sel(without="nothing"), table.sel(without="torsion")
    at = int(np.argmin(np.abs(whole.angular_frequency.values - turning)))
    assert whole.angular_frequency.values[at] == pytest.approx(turning, rel=1e-5)
    assert np.flatnonzero(np.isnan(without.relative_change.values)).tolist() == [at]
    # Bending about two axes of a round section has every frequency twice, and each mode has a number of its own.
    assert table.number.sel(without="shear").values.tolist() == [1, 2, 3, 4, 5, 6, 7]
    assert np.all(table.relative_change.sel(without="shear").values[:2] > 1e-4)
    page = compare.text(table.expand_dims("backend"))
    assert "shear, twist and have rotary inertia" in page
    assert f"{rigidity:.4g} estimated" in page


@pytest.mark.parametrize(("bending", "wanted"), [((3.0, 3.0), 3.0 / 1.33), ((1.0, 1e6), 4.0 / 2.66)])
def test_torsion_is_estimated_of_round_sections_and_of_strips(bending, wanted):
    """GJ is EI/(1 + ν) of a round section, and G b t³/3 = 4 G I of a strip, I the smaller of its two."""
    link = replace(ROD, flexural_rigidity=bending)
    (found,) = with_all_terms(Arm(Base.fixed(), (link,), motion="spatial"), 100.0).links
    assert found.torsional_rigidity == pytest.approx(wanted, rel=1e-5)
    assert found.rotary_inertia_per_length == pytest.approx(tuple(one / 1e4 for one in bending))
    assert found.polar_inertia_per_length == pytest.approx(sum(bending) / 1e4)


def test_terms_of_a_file_are_used_as_they_are():
    own = replace(ROD, axial_rigidity=1e8, rotary_inertia_per_length=0.01)
    rigid = RigidLink(1.0, mass=2.0, joint=Joint.locked(1e5))
    arm = Arm(Base.fixed(), (own, rigid, replace(ROD, joint=Joint.locked(1e5))))
    table = compare.theories(arm, BeamFEM(4), 2, 6000.0)
    assert table.link.values.tolist() == [1, 3]
    assert table.estimated.values.tolist() == [[False, True, False], [True] * 3]
    np.testing.assert_allclose(table.axial_rigidity, [1e8, 1.08e8])
    assert table.rotary_inertia_per_length.values[0] == 0.01
    whole = BeamFEM(4).modes(with_all_terms(arm, 6000.0), 2).angular_frequency
    np.testing.assert_array_equal(table.angular_frequency.sel(without="nothing").values[0], whole)
    page = compare.text(table)
    assert "1e+08 given" in page
    assert "1.08e+08 estimated" in page
    assert "√(E/ρ) = 6000 m/s" in page


def test_shapes_that_are_exchanged_are_no_pairs():
    """A boom that is bent a little: where stretch is left out, its fifth mode is most alike one at 9 % less."""
    table = compare.theories(DOUBLE.with_angles(link2=5.0), RITZ, 5).isel(backend=0).sel(without="stretch")
    assert table.number.values.tolist() == [1, 2, 3, 0, 0]
    assert np.all(table.relative_change.values[:3] > -1e-12)
    assert table.mac.values[4] == pytest.approx(0.738, abs=1e-3)


def test_a_link_of_many_pieces_is_one_row():
    pieces = tuple(replace(ROD, length=0.2, mass_per_length=3.0 - 0.1 * k) for k in range(10))
    table = compare.theories(Arm(Base.fixed(), pieces), BeamFEM(1), 2)
    assert table.sizes["link"] == 10
    rows = [line for line in compare.text(table).splitlines() if " … " in line]
    assert [row.split()[0] for row in rows] == ["1–10"]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: compare.theories(example("hufnagel-case1-hanging"), RITZ, 2),
            QuestionError,
            "Hufnagel's arm, case 1, hanging: what gravity = [0.0, -9.80948] m/s² does to links that stretch",
        ),
        (
            lambda: compare.theories(replace(DOUBLE, spin_rate=1.0), RITZ, 2),
            QuestionError,
            f"{DOUBLE.name}: what spin_rate = 1.0 rad/s does to links that stretch",
        ),
        (
            lambda: compare.theories(Arm(Base.fixed(), (RigidLink(1.0, mass=1.0, joint=Joint.locked(1.0)),)), RITZ, 1),
            QuestionError,
            "the arm: there is no flexible link whose beam theory could matter",
        ),
        (
            lambda: compare.theories(DOUBLE, RITZ, 2, 0.0),
            InputError,
            "theories: sound_speed: wanted a positive number (m/s), got 0.0",
        ),
        (lambda: compare.theories(DOUBLE, RITZ, 0), InputError, "theories: count: wanted a whole number of 1 or more"),
        (lambda: compare.theories("arm", RITZ, 2), InputError, "theories: arm: wanted an Arm, got 'arm'"),
        (lambda: compare.theories(DOUBLE, [RITZ, RITZ], 2), InputError, "backends: wanted each backend once"),
        (
            lambda: compare.plot_theories(xr.Dataset()),
            InputError,
            "plot_theories: dataset: wanted what compare.theories returned",
        ),
    ],
)
def test_wrong_questions_are_refused(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value).startswith(message)


def test_the_page(straight):
    page = compare.text(straight)
    rows = [line.split() for line in page.splitlines() if line.strip()[:1].isdigit()]
    assert rows[2][:3] == ["3", "26.005899", "missing"]
    assert " mode 3: no mode without stretch moves like it\n" in page
    assert page.count("given") == 6
    assert "4.1389" in compare.text(straight, "markdown", "hz")


def test_the_picture(straight, bent):
    figure = compare.plot_theories(straight)
    left, right = figure.axes
    assert [axes.get_title("left") for axes in (left, right)] == straight.backend.values.tolist()
    assert left.get_yscale() == "log"
    (legend,) = figure.legends
    labels = [text.get_text() for text in legend.get_texts()]
    assert labels == [*(f"without {term}" for term in OTHERS), "missing without it"]
    curve = next(line for line in left.lines if line.get_marker() == "s")
    np.testing.assert_allclose(curve.get_ydata()[5], 1.80, rtol=0.01)
    lower = bent.assign(relative_change=-bent.relative_change)
    (legend,) = compare.plot_theories(lower).legends
    assert "lower without it" in [text.get_text() for text in legend.get_texts()]


def test_the_command(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    save(tubes(DOUBLE), "arm.toml")
    words = ["theories", "arm.toml", "-b", "fem:6", "-n", "4"]
    assert main([*words, "--format", "json", "-o", "table.nc", "--plot", "a.png", "--plot", "a.svg"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["without"] for one in found["results"]] == ["nothing", *OTHERS]
    assert found["links"][1]["estimated"] == dict.fromkeys(list(found["links"][1]["estimated"]), False)
    assert found["units"]["axial_rigidity"] == "N"
    assert load_dataset("table.nc").attrs["sound_speed"] == 5000.0
    assert (tmp_path / "a.png").stat().st_size > 5000
    save(DOUBLE, "plain.toml")
    assert main(["theories", "plain.toml", "-b", "fem:4", "-n", "2", "--sound-speed", "8000", "--unit", "hz"]) == 0
    page = capsys.readouterr().out
    assert "√(E/ρ) = 8000 m/s" in page
    assert "Hz" in page
    assert page.count("estimated\n") == 2
    save(replace(DOUBLE, gravity=(0.0, -9.81)), "heavy.toml")
    assert main(["theories", "heavy.toml"]) == 2
    assert "gravity = [0.0, -9.81] m/s² does to links" in capsys.readouterr().err


def test_the_page_on_beam_theories_is_true(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    root = Path(__file__).parents[1]
    (tmp_path / "flexarm").symlink_to(root / "flexarm")
    page = (root / "docs" / "beam-theories.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```\n\n```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    for command, text in blocks:
        assert main(shlex.split(command)[1:]) == 0
        assert capsys.readouterr().out.rstrip() == text.rstrip()
    for name in ("theories.svg", "theories-in-space.svg"):
        assert Path(name).stat().st_size > 5000
