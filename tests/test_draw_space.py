"""``flexarm draw`` and ``flexarm animate`` in space: what is seen from where, twist and joints' axes; VTK files."""

import sys
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.text import Text

import compare
from assumed_modes import AssumedModes
from compare.cli import main
from compare.drawing.look import GHOST, SOLID
from compare.drawing.shape import DISPLACEMENT, Shape
from compare.drawing.solids import Box
from compare.drawing.views import BELOW, FRONT, PICTORIAL, SIDE
from flexarm.arm import Arm
from flexarm.errors import InputError, QuestionError
from flexarm.files import save
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Joint

LEGENDRE = AssumedModes("legendre", 5)
BASES = {
    "fixed": Base.fixed(),
    "free": Base.free(500.0, (300.0, 200.0, 250.0), (0.5, 0.2, 0.1)),
    "free point": Base.free(500.0, 0.0, (0.5, 0.2, 0.1)),
    "guided": Base.guided(200.0, (1.0, 0.5, -0.3)),
}
BOOM = {"torsional_rigidity": 3e4, "polar_inertia_per_length": 0.2}


def arm(base: str = "fixed") -> Arm:
    links = (
        Link(6.0, 4.0, (5e4, 4e4), **BOOM, joint=Joint.locked(1e5, axis="y"), angle=20.0),
        RigidLink(0.0, joint=Joint.unlocked(1.0, axis=(1.0, 1.0, 0.0)), angle=30.0),
        Link(4.0, 4.0, (5e4, 4e4), **BOOM, joint=Joint.rigid(), angle=-40.0, tip=Body(3.0, 0.0)),
    )
    payload = Body(300.0, ((40.0, 3.0, -2.0), (3.0, 50.0, 1.0), (-2.0, 1.0, 45.0)), (0.3, 0.2, -0.4))
    return Arm(BASES[base], links, payload, "Two booms", motion="spatial")


def shaft(inertia: object = (2.0, 1.0, 1.5)) -> Arm:
    """A cantilever in torsion that is far softer than in bending, a body at its tip."""
    link = Link(10.0, 8.0, 1e9, torsional_rigidity=1e3, polar_inertia_per_length=0.2, joint=Joint.rigid())
    return Arm(Base.fixed(), (link,), Body(10.0, inertia), motion="spatial")


def labels(figure) -> list[str]:
    return [text.get_text() for text in figure.legends[0].get_texts()]


@pytest.mark.parametrize("base", BASES)
def test_three_views_and_a_pictorial_one_with_units_and_one_scale(base):
    figure = compare.draw(arm(base), 2, LEGENDRE)
    seen = {axes.get_title(loc="left"): (axes.get_xlabel(), axes.get_ylabel()) for axes in figure.axes}
    assert seen == {
        "seen along +y": ("x (m)", "z (m)"),
        "pictorial": ("", ""),
        "seen along −z": ("x (m)", "y (m)"),
        "seen along +x": ("z (m)", "y (m)"),
    }
    omega = LEGENDRE.modes(arm(base), 2).angular_frequency[1]
    assert figure.get_suptitle() == f"Two booms\nmode 2: {omega:.5g} rad/s ({omega / (2 * np.pi):.5g} Hz)"
    assert labels(figure) == [
        "flexible link",
        "rigid link",
        "left side of a link",
        "locked joint",
        "unlocked joint",
        "rigid joint",
        "joint's axis",
        "body at a tip (point mass)",
        "payload",
        f"{base.split()[0]} base",
        "undeformed",
    ]
    figure.draw_without_rendering()
    page, scales = figure.get_size_inches(), []
    for axes in figure.axes:
        box, limits = axes.get_position(original=True), axes.viewLim
        scales += [limits.width / (box.width * page[0]), limits.height / (box.height * page[1])]
        assert limits.x0 < axes.dataLim.x0 < axes.dataLim.x1 < limits.x1
        assert limits.y0 < axes.dataLim.y0 < axes.dataLim.y1 < limits.y1
        around = axes.get_tightbbox()
        assert figure.bbox.x0 <= around.x0 < around.x1 <= figure.bbox.x1
        assert figure.legends[0].get_window_extent().y1 < around.y0 < around.y1 <= figure.bbox.y1
    assert scales == pytest.approx([scales[0]] * 8)
    below, _, front, side = figure.axes
    assert below.get_xlim() == pytest.approx(front.get_xlim())
    assert front.get_ylim() == pytest.approx(side.get_ylim())
    # Between what stands under a view and the title of the one below it is the height of a line at least.
    (title,) = figure.findobj(lambda one: isinstance(one, Text) and one.get_text() == "seen along −z")
    under = title.get_window_extent()
    assert below.xaxis.label.get_window_extent().y0 - under.y1 > under.height


def test_views_show_where_links_are():
    tips = {}
    for axes in compare.draw(arm()).axes:
        first, *_ = (line for line in axes.lines if line.get_color() == SOLID.link and line.get_linewidth() > 2.0)
        tips[axes.get_title(loc="left")] = first.get_xydata()[-1]
    turned = np.radians(20.0)
    x, y, z = 6.0 * np.array([np.cos(turned), 0.0, -np.sin(turned)])
    np.testing.assert_allclose(tips["seen along −z"], [x, y], atol=1e-14)
    np.testing.assert_allclose(tips["seen along +y"], [x, z], atol=1e-14)
    np.testing.assert_allclose(tips["seen along +x"], [z, y], atol=1e-14)
    np.testing.assert_allclose(tips["pictorial"], PICTORIAL.axes @ [x, y, z], atol=1e-14)


def test_views_are_seen_from_where_they_say():
    for view, looking in ((FRONT, (0, 0, -1)), (BELOW, (0, 1, 0)), (SIDE, (1, 0, 0))):
        np.testing.assert_array_equal(np.cross(*view.axes), -np.array(looking))
        letter, sign = "xyz"[int(np.argmax(np.abs(looking)))], "−" if min(looking) < 0 else "+"
        assert view.title == f"seen along {sign}{letter}"
    np.testing.assert_allclose(PICTORIAL.axes @ PICTORIAL.axes.T, np.eye(2), atol=1e-15)
    assert np.all(np.cross(*PICTORIAL.axes) > 0.0)  # the viewer stands where x, y and z are positive


def test_a_narrow_page_has_the_pictorial_view_alone():
    (axes,) = compare.draw(arm(), narrow=True).axes
    assert axes.get_title(loc="left") == "pictorial"


def test_joints_axes_are_where_the_joints_turn():
    axes = Shape.at_rest(arm()).joint_axes
    assert [len(ends) for ends in axes] == [2, 2, 0]  # a welded joint has none
    along = [ends[1] - ends[0] for ends in axes[:2]]
    c, s = np.cos(np.radians(20.0)), np.sin(np.radians(20.0))
    np.testing.assert_allclose(along[0] / np.linalg.norm(along[0]), [0.0, 1.0, 0.0], atol=1e-14)
    np.testing.assert_allclose(along[1] / np.linalg.norm(along[1]), np.array([c, 1.0, -s]) / np.sqrt(2.0), atol=1e-14)


def test_twist_turns_the_ribbon_and_leaves_the_line():
    rest, model = Shape.at_rest(shaft()), LEGENDRE.modes(shaft(), 1)
    moved = rest.displaced(model, 1)
    np.testing.assert_allclose(moved.links[0], rest.links[0], atol=1e-9)
    ribs = moved.ribbons[0] - moved.links[0]
    np.testing.assert_allclose(np.linalg.norm(ribs, axis=1), np.linalg.norm(rest.ribbons[0] - rest.links[0], axis=1))
    turned = np.arctan2(ribs[:, 2], ribs[:, 1])
    assert turned[0] == pytest.approx(0.0, abs=1e-12)
    assert np.all(np.diff(np.abs(turned)) > 0.0)
    corners = moved.bodies[0].corners - rest.bodies[0].corners
    assert np.ptp(corners[:, 0]) < 1e-9
    assert 0.5 * DISPLACEMENT * rest.size < np.max(np.linalg.norm(corners, axis=1)) < DISPLACEMENT * rest.size


def test_a_rib_stays_across_the_bent_line():
    bent = replace(shaft(), links=(replace(shaft().links[0], torsional_rigidity=None, flexural_rigidity=(1e6, 1e3)),))
    moved = Shape.at_rest(bent).displaced(LEGENDRE.modes(bent, 2), 2)
    along = np.gradient(moved.links[0], axis=0)[1:-1]
    ribs = (moved.ribbons[0] - moved.links[0])[1:-1]
    cosines = np.sum(along * ribs, axis=1) / (np.linalg.norm(along, axis=1) * np.linalg.norm(ribs, axis=1))
    assert np.max(np.abs(cosines)) < 2e-3


def test_a_box_has_the_body_s_mass_moments():
    (box,) = Shape.at_rest(shaft()).bodies
    assert isinstance(box, Box)
    spread = np.ptp(box.corners, axis=0)
    moments = 10.0 / 12.0 * (np.sum(spread**2) - spread**2)
    np.testing.assert_allclose(moments, (2.0, 1.0, 1.5))


@pytest.mark.parametrize(("inertia", "share"), [(1e-12, 0.012), (1e12, 0.25)])
def test_very_small_and_very_large_boxes_stay_visible(inertia, share):
    shape = Shape.at_rest(shaft(inertia))
    assert np.ptp(shape.bodies[0].corners, axis=0) == pytest.approx(2.0 * share * shape.size)


def test_a_film_moves_in_every_view():
    film = compare.animate_mode(arm(), 1, LEGENDRE, frames=2)
    first, second = (
        [one.get_xydata() for one in picture if getattr(one, "get_color", str)() == SOLID.link]
        for picture in film.pictures
    )
    assert len(first) == len(second) == 4 * 2 * 3  # views, flexible links, and line, edge and ribs of each
    moved = [np.nanmax(np.abs(a - b)) for a, b in zip(first, second, strict=True)]
    assert min(moved[0::6]) > 0.0
    assert any(line.get_color() == GHOST.link for line in film.figure.axes[3].lines)


@pytest.mark.parametrize("base", BASES)
def test_a_vtk_file_is_read_back(tmp_path, base):
    meshio = pytest.importorskip("meshio", reason="meshio is not installed")
    path, model = tmp_path / "modes.vtu", LEGENDRE.modes(arm(base), 2)
    compare.save_vtk(arm(base), path, 2, LEGENDRE)
    mesh = meshio.read(path)
    assert {block.type for block in mesh.cells} == {"line", "quad", "vertex", "hexahedron"}
    for mode in (1, 2):
        np.testing.assert_allclose(
            mesh.point_data[f"mode {mode} displacement"][0], model.translation(1, [0.0])[mode - 1, :, 0], atol=1e-15
        )
        np.testing.assert_allclose(
            mesh.point_data[f"mode {mode} rotation"][60], model.link_motions[0].tip.rotation[:, mode - 1], atol=1e-12
        )
        for told in mesh.cell_data[f"mode {mode} angular frequency"]:
            np.testing.assert_array_equal(told, model.angular_frequency[mode - 1])
    assert {int(link) for told in mesh.cell_data["link"] for link in told} >= {1, 2, 3}


def test_boxes_of_a_vtk_file_are_not_inside_out_and_move_with_their_bodies(tmp_path):
    meshio = pytest.importorskip("meshio", reason="meshio is not installed")
    compare.save_vtk(arm(), tmp_path / "modes.vtu", 1, LEGENDRE)
    mesh = meshio.read(tmp_path / "modes.vtu")
    (box,) = mesh.cells_dict["hexahedron"]
    corners = mesh.points[box]
    edges = corners[[1, 3, 4]] - corners[0]
    assert np.linalg.det(edges) > 0.0
    np.testing.assert_allclose(corners[6] - corners[0], edges.sum(axis=0))
    moved = np.mean(mesh.point_data["mode 1 displacement"][box], axis=0)
    expected = LEGENDRE.modes(arm(), 1).body_motions["payload"].translation[:, 0]
    np.testing.assert_allclose(moved, expected, rtol=1e-12)


def test_a_planar_arm_has_a_vtk_file_too(tmp_path):
    meshio = pytest.importorskip("meshio", reason="meshio is not installed")
    planar = Arm(Base.fixed(), (Link(2.0, 1.0, 10.0, joint=Joint.rigid()),), Body(1.0, 1.0))
    compare.save_vtk(planar, tmp_path / "a.vtu", 1, LEGENDRE)
    mesh, model = meshio.read(tmp_path / "a.vtu"), LEGENDRE.modes(planar, 1)
    assert [block.type for block in mesh.cells] == ["line", "vertex"]
    tip = model.link_motions[0].tip
    np.testing.assert_allclose(mesh.point_data["mode 1 displacement"][60], [*tip.translation[:, 0], 0.0], atol=1e-15)
    np.testing.assert_allclose(mesh.point_data["mode 1 rotation"][60], [0.0, 0.0, tip.rotation[0]])
    compare.save_vtk(planar, tmp_path / "a.vtu")
    assert meshio.read(tmp_path / "a.vtu").point_data == {}


def test_the_command_writes_pictures_and_vtk(tmp_path, capsys):
    pytest.importorskip("meshio", reason="meshio is not installed")
    save(arm(), tmp_path / "arm.toml")
    files = [tmp_path / name for name in ("a.svg", "b.VTU")]
    words = [word for path in files for word in ("-o", str(path))]
    assert main(["draw", str(tmp_path / "arm.toml"), "--mode", "1", "-b", "assumed_modes:legendre:4", *words]) == 0
    assert capsys.readouterr() == ("", "")
    assert files[0].read_bytes().startswith(b"<?xml")
    assert files[1].read_bytes().startswith(b'<?xml version="1.0"')


def test_without_meshio_the_way_out_is_told(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "meshio", None)
    with pytest.raises(QuestionError) as caught:
        compare.save_vtk(arm(), tmp_path / "no.vtu", 1, LEGENDRE)
    assert str(caught.value) == (
        "a VTK file needs meshio, which is not installed: pip install 'flexarm[vtk]'; or draw a picture (.svg, .png, "
        ".pdf), which needs nothing more"
    )
    assert not list(tmp_path.iterdir())


def test_refusals_of_vtk_files_name_the_field(tmp_path):
    pytest.importorskip("meshio", reason="meshio is not installed")
    with pytest.raises(InputError, match=r"^draw: mode: wanted a whole number of 1 or more, got 0$"):
        compare.save_vtk(arm(), tmp_path / "no.vtu", 0, LEGENDRE)
    with pytest.raises(InputError, match="wanted a file that can be written"):
        compare.save_vtk(arm(), tmp_path / "missing" / "no.vtu")
    assert not list(tmp_path.iterdir())
