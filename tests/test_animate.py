"""``flexarm animate``: what moves, how far, and files whole or not at all."""

import re

import numpy as np
import pytest
from matplotlib.colors import same_color
from PIL import Image

import compare
from assumed_modes import AssumedModes
from compare import animate_mode, animate_response, animate_slew, draw_slew
from compare.cli import main
from compare.drawing.look import RIGID_WIDTH, SOLID
from compare.drawing.shape import DISPLACEMENT, Shape
from fem import BeamFEM
from flexarm import response
from flexarm.arm import Arm
from flexarm.errors import InputError
from flexarm.examples import example, text
from flexarm.links import Link, RigidLink
from flexarm.load_cases import BaseAcceleration, History, LoadCase, TipForce
from flexarm.load_cases.examples import text as case_text
from flexarm.parts import Base, Body, Joint
from flexarm.slews import Course, Manoeuvre, Turn
from flexarm.slews.examples import text as manoeuvre_text

FEM = BeamFEM(3)
ARM = Arm(
    Base.free(20.0, 5.0, (0.3, 0.0)),
    (Link(3.0, 2.0, 1e4, joint=Joint.locked(2e3)), RigidLink(1.0, angle=40.0, joint=Joint.unlocked(1.0))),
    Body(4.0, 1.0, 0.5),
    "Two links",
)


def tips(film) -> np.ndarray:
    """Where the first link's tip is in every picture, m, shape (pictures, 2)."""
    lines = [[one for one in picture if getattr(one, "get_color", str)() == SOLID.link] for picture in film.pictures]
    return np.array([line.get_xydata()[-1] for (line,) in lines])


def test_a_mode_swings_about_the_posture_once():
    film = animate_mode(ARM, 2, FEM, frames=4)
    rest = Shape.at_rest(ARM)
    moved = tips(film) - rest.links[0][-1]
    shown = rest.displaced(FEM.modes(ARM, 2), 2).links[0][-1] - rest.links[0][-1]
    np.testing.assert_allclose(moved, np.outer([1.0, 0.0, -1.0, 0.0], shown), atol=1e-12)
    (axes,) = film.figure.axes
    assert axes.get_title(loc="left").startswith("Two links\nmode 2: ")


def test_a_response_moves_as_it_is():
    case = LoadCase(2.0, 3, (TipForce("y", History.step(3.0)),), 0.01, name="Push")
    film = animate_response(ARM, case, FEM, frames=3, scale=2.5)
    moved = (tips(film) - Shape.at_rest(ARM).links[0][-1]) / 2.5
    expected = response(FEM, ARM, case).tip_absolute_displacement.sel(link=1)
    np.testing.assert_allclose(moved, expected, atol=1e-12)
    assert film.figure.axes[0].get_title(loc="left") == "Two links: Push\ndisplacements × 2.5"
    labels = [picture[-1].get_text() for picture in film.pictures]
    assert labels == ["t = 0.00 s", "t = 1.00 s", "t = 2.00 s"]


def test_prescribed_motion_of_the_base_is_left_out_and_the_scale_is_round():
    arm, case = example("single-link-locked"), LoadCase(20.0, 5, (BaseAcceleration("rotation", History.step(0.004)),))
    film = animate_response(arm, case, FEM, frames=5)
    rest = Shape.at_rest(arm)
    found = re.search(r"displacements × (\S+), relative to the base", film.figure.axes[0].get_title(loc="left"))
    scale = float(found[1])
    assert f"{scale:e}"[0] in "125"
    moved = (tips(film) - rest.links[0][-1]) / scale
    np.testing.assert_allclose(moved, response(FEM, arm, case).tip_displacement.sel(link=1), atol=1e-12)
    largest = scale * np.max(np.abs(response(FEM, arm, case).payload_deflection.values))
    assert DISPLACEMENT * rest.size / 2.5 <= largest <= DISPLACEMENT * rest.size * (1.0 + 1e-9)


def test_a_slew_is_shown_as_it_is():
    arm = Arm(
        Base.fixed(),
        (Link(3.0, 2.0, 1e4, joint=Joint.unlocked()), RigidLink(1.0, angle=40.0, joint=Joint.rigid())),
        Body(4.0, 1.0, 0.5),
    )
    film = animate_slew(
        arm, Manoeuvre(2.0, 2, (Turn(1, Course((0.0, 2.0), (0.0, 2.0))),)), AssumedModes("legendre", 0), frames=3
    )
    np.testing.assert_allclose(
        tips(film), 3.0 * np.array([[1, 0], np.array([np.cos(1), np.sin(1)]), [np.cos(2), np.sin(2)]])
    )
    title = film.figure.axes[0].get_title(loc="left")
    assert title == "as it moves, by assumed_modes:legendre:0"
    said = [entry.get_text() for entry in film.figure.legends[0].get_texts()]
    assert said[-2:] == ["at the start", "way of the tip"]
    assert "undeformed" not in said


def test_a_slew_in_space_is_shown_as_far_as_it_goes():
    """More than a right angle about y: the tip of 2 m that points along x, and 1 m along z after a quarter."""
    links = (
        RigidLink(2.0, mass=1.0, joint=Joint.unlocked(axis="y")),
        RigidLink(1.0, mass=1.0, joint=Joint.rigid(axis="y"), angle=-90.0),
    )
    arm = Arm(Base.fixed(), links, Body(4.0, (1.0, 2.0, 2.0)), motion="spatial")
    turn = Manoeuvre(2.0, 2, (Turn(1, Course((0.0, 2.0), (0.0, np.pi))),))
    rigid = AssumedModes("legendre", 0)
    film, figure = animate_slew(arm, turn, rigid, frames=3), draw_slew(arm, turn, rigid, moments=3)
    # Seen along +y: x to the right, z up.
    along = [
        np.array([[2.0, 0.0], [2.0, 1.0]]),
        np.array([[0.0, -2.0], [1.0, -2.0]]),
        np.array([[-2.0, 0.0], [-2.0, -1.0]]),
    ]
    for picture, expected in zip(film.pictures, along, strict=True):
        lines = [one for one in picture if one.axes is film.figure.axes[0] and hasattr(one, "get_xydata")]
        links = [one.get_xydata() for one in lines if one.get_linewidth() == RIGID_WIDTH]
        np.testing.assert_allclose([one[-1] for one in links], expected, atol=1e-9)
    drawn = [one for one in figure.axes[0].lines if one.get_linewidth() == RIGID_WIDTH]
    np.testing.assert_allclose([one.get_xydata()[-1] for one in drawn], np.concatenate(along), atol=1e-9)
    said = [entry.get_text() for entry in figure.legends[0].get_texts()]
    assert said[-4:] == ["way of the tip", "0 s", "1 s", "2 s"]
    samples = dict(zip(said, figure.legends[0].legend_handles, strict=True))
    assert samples["2 s"].get_color() == SOLID.rigid_link
    assert same_color(samples["left side of a link"].get_edgecolor(), SOLID.rigid_link)
    with pytest.raises(InputError, match="moments: wanted a whole number from 2 to 20, got 1"):
        draw_slew(arm, turn, rigid, moments=1)


def test_an_arm_that_bends_far_is_drawn_from_root_to_tip():
    beam = Link(1.0, 1.0, 1.0, joint=Joint.unlocked())
    quick = Manoeuvre(0.5, 2, (Turn(1, Course((0.0, 0.5), (0.0, 1.0))),), accuracy=1e-1)
    film = animate_slew(Arm(Base.fixed(), (beam,)), quick, BeamFEM(2), frames=2)
    (link,) = (one for one in film.pictures[-1] if getattr(one, "get_color", str)() == SOLID.link)
    points = link.get_xydata()
    np.testing.assert_allclose(points[0], 0.0, atol=1e-12)
    # The beam does not stretch, and is far from straight.
    assert np.sum(np.hypot(*np.diff(points, axis=0).T)) == pytest.approx(1.0, abs=1e-3)
    assert np.hypot(*points[-1]) < 0.99


def test_an_arm_that_does_not_move_is_drawn_too():
    film = animate_response(ARM, LoadCase(0.5, 2), FEM, frames=2)
    np.testing.assert_array_equal(tips(film), [Shape.at_rest(ARM).links[0][-1]] * 2)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "arm.toml").write_text(text("single-link-locked"), encoding="utf-8")
    (tmp_path / "case.toml").write_text(case_text("wiedemann-2.11"), encoding="utf-8")
    (tmp_path / "slew.toml").write_text(manoeuvre_text("barhorst-two-links-slew"), encoding="utf-8")
    return tmp_path


def test_gif(folder, capsys):
    assert main(["animate", "arm.toml", "--mode", "2", "-b", "fem:3", "--frames", "4", "-o", "mode.gif"]) == 0
    assert capsys.readouterr() == ("", "")
    with Image.open(folder / "mode.gif") as film:
        assert (film.format, film.n_frames, film.info["loop"], film.info["duration"]) == ("GIF", 4, 0, 50)
        film.seek(2)
        assert film.convert("RGB").getcolors(1 << 20) is not None
        assert min(film.size) > 200


def test_page_needs_no_other_file_and_is_the_same_every_time(folder):
    words = ["animate", "arm.toml", "case.toml", "-b", "fem:3", "-n", "2", "--frames", "2"]
    for name in ("one.html", "two.html"):
        assert main([*words, "-o", name]) == 0
    page = (folder / "one.html").read_text(encoding="utf-8")
    assert page == (folder / "two.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert page.count("data:image/png;base64,") == 2
    assert not re.findall(r'https?:|<link|class="fa', page)
    assert f"<title>{example('single-link-locked').name}</title>" in page


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--mode", "1", "-o", "a.mp4"], "--output: wanted a file name that ends in .gif or .html"),
        (["-o", "a.gif"], "animate: wanted a load case's file after the arm's, or --mode NUMBER, got neither"),
        (["case.toml", "--mode", "1", "-o", "a.gif"], "or --mode NUMBER, got both"),
        (["--mode", "1", "--scale", "2", "-o", "a.gif"], "--scale: wanted nothing beside --mode"),
        (["--mode", "0", "-o", "a.gif"], "mode: wanted a whole number of 1 or more, got 0"),
        (["--mode", "1", "--frames", "1", "-o", "a.gif"], "frames: wanted a whole number from 2 to 1000, got 1"),
        (["case.toml", "--scale", "0", "-o", "a.gif"], "scale: wanted a positive number (no unit), got 0.0"),
        (["--slew", "-o", "a.gif"], "animate: wanted a manoeuvre's file after the arm's, for --slew, got none"),
        (["slew.toml", "--slew", "-n", "2", "-o", "a.gif"], "--count: wanted nothing beside --slew"),
        (
            ["slew.toml", "-o", "a.gif"],
            "got a manoeuvre, which stands after the arm: flexarm slew ARM MANOEUVRE, flexarm",
        ),
        (["slew.toml", "--slew", "-o", "a.gif"], "wanted an unlocked joint, which turns freely, got joint 1, which is"),
        (["--mode", "1", "-o", "missing/a.gif"], "no such file or directory"),
    ],
)
def test_refusals(words, said, folder, capsys):
    before = set(folder.iterdir())
    assert main(["animate", "arm.toml", "-b", "fem:3", *words]) == 2
    assert said in capsys.readouterr().err
    assert set(folder.iterdir()) == before


def test_the_modes_are_the_exact_backends_unless_said_otherwise():
    title = animate_mode(ARM, 1, frames=2).figure.axes[0].get_title(loc="left")
    assert title == compare.draw(ARM, 1).axes[0].get_title(loc="left")


def test_a_case_must_fit_the_arm():
    with pytest.raises(InputError, match="only the motion of a fixed base is prescribed"):
        animate_response(ARM, LoadCase(1.0, 2, (BaseAcceleration("x", History.step(1.0)),)), FEM)
