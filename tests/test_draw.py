from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Circle

import compare
from assumed_modes import AssumedModes
from compare.cli import main
from compare.drawing.look import GHOST, SOLID
from compare.drawing.pages import save_figure
from compare.drawing.shape import DISPLACEMENT, Shape
from flexarm.arm import Arm
from flexarm.errors import InputError
from flexarm.files import save
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Joint

LEGENDRE = AssumedModes("legendre", 6)
BASES = {
    "fixed": Base.fixed(),
    "free": Base.free(700.0, 1e3, (0.0, 1.0)),
    "free point": Base.free(700.0, 0.0),
    "guided": Base.guided(10.0, (1.0, 1.0)),
}


def arm(base: str = "fixed") -> Arm:
    links = (
        Link(6.0, 3.9, 4e4, joint=Joint.locked(1e5), angle=50.0, tip=Body(30.0, 1.0, (0.0, 0.3))),
        RigidLink(1.88, joint=Joint.unlocked(1.0), mass=5.0, angle=-40.0, tip=Body(3.0, 0.0, 0.2)),
        Link(4.0, 3.9, 4e4, joint=Joint.rigid(), angle=20.0),
    )
    return Arm(BASES[base], links, Body(300.0, 40.0, 0.5), name=r"Costs $5 & <more> \frac")


def labels(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.legends[0].get_texts()]


def colours(figure: Figure) -> list[object]:
    return [line.get_color() for line in figure.axes[0].lines]


def test_legend_names_each_kind_of_part_once():
    assert labels(compare.draw(arm())) == [
        "flexible link",
        "rigid link",
        "locked joint",
        "unlocked joint",
        "rigid joint",
        "body at a tip",
        "body at a tip (point mass)",
        "payload",
        "fixed base",
    ]


def test_legend_says_nothing_of_parts_that_are_not_there():
    bare = Arm(Base.fixed(), (Link(1.0, 1.0, 1.0, joint=Joint.rigid()),), Body(0.0, 0.0))
    assert labels(compare.draw(bare)) == ["flexible link", "rigid joint", "fixed base"]


@pytest.mark.parametrize("base", BASES)
def test_every_base_is_named_and_drawn_at_rest_and_in_a_mode(base):
    for mode in (None, 2):
        figure = compare.draw(arm(base), mode, LEGENDRE)
        assert labels(figure)[-1 if mode is None else -2] == f"{base.split()[0]} base"
        figure.draw_without_rendering()


def test_links_and_joints_lie_where_the_posture_puts_them():
    flexible = [line for line in compare.draw(arm()).axes[0].lines if line.get_color() == SOLID.link]
    headings = np.radians([50.0, 50.0 - 40.0, 50.0 - 40.0 + 20.0])
    steps = np.array([6.0, 1.88, 4.0])[:, np.newaxis] * np.stack([np.cos(headings), np.sin(headings)], axis=1)
    tips = np.cumsum(steps, axis=0)
    np.testing.assert_allclose(flexible[0].get_xydata()[[0, -1]], [[0.0, 0.0], tips[0]], atol=1e-14)
    np.testing.assert_allclose(flexible[1].get_xydata()[[0, -1]], tips[1:], rtol=1e-14)


def test_bodies_have_their_radius_of_gyration():
    radii = [patch.radius for patch in compare.draw(arm()).axes[0].patches if isinstance(patch, Circle)]
    assert radii == pytest.approx([np.sqrt(1.0 / 30.0), np.sqrt(40.0 / 300.0)])


@pytest.mark.parametrize(("inertia", "share"), [(1e-12, 0.012), (1e12, 0.25)])
def test_very_small_and_very_large_bodies_stay_visible(inertia, share):
    shape = Shape.at_rest(arm().with_payload(Body(1.0, inertia)))
    assert shape.bodies[-1].radius == pytest.approx(share * shape.size)


def test_page_is_to_scale():
    figure = compare.draw(arm("free"))
    axes, page = figure.axes[0], figure.get_size_inches()
    box = axes.get_position(original=True)
    across = np.diff(axes.get_xlim())[0] / (box.width * page[0])
    assert across == pytest.approx(np.diff(axes.get_ylim())[0] / (box.height * page[1]))


@pytest.mark.parametrize("mode", [None, 3])
def test_nothing_is_cut_off(mode):
    figure = compare.draw(arm("free"), mode, LEGENDRE)
    figure.draw_without_rendering()
    axes, page = figure.axes[0], figure.bbox
    drawn = axes.dataLim
    assert axes.viewLim.x0 < drawn.x0 < drawn.x1 < axes.viewLim.x1
    assert axes.viewLim.y0 < drawn.y0 < drawn.y1 < axes.viewLim.y1
    texts = [axes.get_window_extent(), axes.get_tightbbox(), figure.legends[0].get_window_extent()]
    assert all(page.x0 <= box.x0 and box.x1 <= page.x1 and page.y0 <= box.y0 and box.y1 <= page.y1 for box in texts)
    assert figure.legends[0].get_window_extent().y1 < axes.xaxis.label.get_window_extent().y0


def test_mode_shows_both_shapes_and_its_frequency():
    figure = compare.draw(arm(), 2, LEGENDRE)
    assert {GHOST.link, SOLID.link} <= set(colours(figure))
    assert labels(figure)[-1] == "undeformed"
    omega = LEGENDRE.modes(arm(), 2).angular_frequency[1]
    title = figure.axes[0].get_title(loc="left")
    assert title == f"{arm().name}\nmode 2: {omega:.5g} rad/s ({omega / (2 * np.pi):.5g} Hz)"
    assert GHOST.link not in colours(compare.draw(arm()))


@pytest.mark.parametrize("base", BASES)
def test_largest_displacement_is_a_fixed_share_of_the_arm_s_size(base):
    rest = Shape.at_rest(arm(base))
    for mode in range(1, 5):
        moved = rest.displaced(LEGENDRE.modes(arm(base), 4), mode)
        before, after = (
            np.vstack([*shape.links, shape.base.centre, *(b.centre for b in shape.bodies)]) for shape in (rest, moved)
        )
        largest = np.max(np.hypot(*(after - before).T))
        assert 0.2 * DISPLACEMENT * rest.size < largest <= (1.0 + 1e-12) * DISPLACEMENT * rest.size


def test_default_backend_is_the_exact_one():
    assert "mode 1: " in compare.draw(arm(), 1).axes[0].get_title(loc="left")


@pytest.mark.parametrize("mode", [0, -1, 1.0, True, "1"])
def test_modes_that_are_refused(mode):
    with pytest.raises(InputError) as caught:
        compare.draw(arm(), mode, LEGENDRE)
    assert str(caught.value) == f"draw: mode: wanted a whole number of 1 or more, got {mode!r}"


@pytest.mark.parametrize("make", [compare.draw, compare.animate_mode])
def test_modes_finer_than_a_picture_shows_are_refused_at_once(make):
    most = 30 * len(arm().links)
    with pytest.raises(InputError, match=rf"mode: wanted {most} at most: pictures have 61 points a link, .*, got 9999"):
        make(arm(), 9999)


@pytest.mark.parametrize(("suffix", "start"), [("svg", b"<?xml"), ("PNG", b"\x89PNG"), ("pdf", b"%PDF")])
def test_pictures_are_whole_and_the_same_each_time(tmp_path, suffix, start):
    paths = [tmp_path / f"{name}.{suffix}" for name in "ab"]
    for path in paths:
        save_figure(compare.draw(arm("guided")), path)
    first, second = (path.read_bytes() for path in paths)
    assert first.startswith(start)
    assert first == second
    assert len(list(tmp_path.iterdir())) == 2


def test_command_writes_valid_svg(tmp_path, capsys):
    source, picture = tmp_path / "arm.toml", tmp_path / "arm.svg"
    save(arm(), source)
    assert main(["draw", str(source), "--mode", "2", "-b", "assumed_modes:legendre:6", "-o", str(picture)]) == 0
    assert ET.parse(picture).getroot().tag.endswith("svg")
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-o", "arm.gif"], "--output: wanted a file name that ends in .svg or .png or .pdf or .vtu, got 'arm.gif'"),
        (["-o", "missing/a.svg"], "missing/a.svg: wanted a file that can be written, got no such file or directory"),
        (["--mode", "0", "-o", "a.svg"], "draw: mode: wanted a whole number of 1 or more, got 0"),
        (
            ["--moments", "3", "-o", "a.svg"],
            "draw: wanted a manoeuvre's file after the arm's, for --moments, got none",
        ),
        (["slew.toml", "--mode", "1", "-o", "a.svg"], "draw: wanted a manoeuvre or --mode, got both"),
        ([], 'Command "draw" parameter --output requires an argument.'),
    ],
)
def test_command_refuses(tmp_path, monkeypatch, capsys, words, message):
    monkeypatch.chdir(tmp_path)
    save(arm(), Path("arm.toml"))
    assert main(["draw", "arm.toml", *words]) == 2
    assert capsys.readouterr() == ("", f"flexarm: {message}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["arm.toml"]


def test_the_title_says_how_many_modes_are_unstable():
    link = Link(1.0, 1.0, 100.0, joint=Joint.unlocked(), angle=90.0)
    upright = Arm(Base.fixed(), (link,), gravity=(0.0, -9.81))
    assert compare.draw(upright, 1).axes[0].get_title(loc="left").endswith("Hz), beside 1 unstable")
