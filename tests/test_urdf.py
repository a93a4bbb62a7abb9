"""Arm files from URDF: the masses, axes and mass matrix are those of the robot's own kinematics."""

import builtins
import sys

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from compare.cli import main
from flexarm import Arm, load
from flexarm.arm_tree import tree
from flexarm.rigid import rigid_factor

pytest.importorskip("yourdfpy", reason="of the extra urdf")

# Of every link: its joint's kind, parent, xyz, rpy and axis, and its mass, centre, rpy, and six moments xx … zz.
LINKS = {
    "turret": (
        "revolute",
        "world",
        "0 0 0.5",
        "0 0 0.3",
        "0 0 1",
        12,
        "0.05 0.02 0.1",
        "0.2 -0.3 0.4",
        "0.3 0.02 -0.01 0.4 0.03 0.35",
    ),
    "boom": (
        "continuous",
        "turret",
        "0.1 0.2 0.3",
        "-1.5708 0.2 0.1",
        "0.3 0.1 1",
        8,
        "0.6 0 0.05",
        "0.1 0.2 0.3",
        "0.1 0.01 0.02 0.9 -0.02 0.95",
    ),
    "slider": (
        "prismatic",
        "boom",
        "1.2 0.05 0",
        "0.3 0 0.2",
        "1 0.2 -0.4",
        4,
        "0.2 0 0",
        "0 0 0",
        "0.02 0 0 0.1 0.005 0.11",
    ),
    "wrist": ("revolute", "slider", "0 0 0", "0 1.2 0", "0 1 0", 2, "0 0.1 0", "0 0 0", "0.01 0 0 0.012 0 0.013"),
    "tool": (
        "fixed",
        "wrist",
        "0.15 0.02 -0.03",
        "0.4 0.5 0.6",
        "1 0 0",
        1.5,
        "0.02 0.03 0.04",
        "0.7 0.1 0.2",
        "0.004 0.0003 0 0.005 0 0.006",
    ),
}
STRAIGHT = {
    "upper": ("revolute", "world", "0 0 0", "0 0 0", "0 0 1", 3, "0.5 0 0", "0 0 0", "0.01 0 0 0.3 0 0.3"),
    "lower": ("revolute", "upper", "1 0 0", "0 0 0.5", "0 0 1", 2, "0.4 0 0", "0 0 0", "0.01 0 0 0.2 0 0.2"),
    "tool": ("fixed", "lower", "0.8 0 0", "0 0 0", "1 0 0", 1, "0 0 0", "0 0 0", "0 0 0 0 0 0"),
}


def numbers(text: str) -> np.ndarray:
    return np.array(text.split(), dtype=float)


def urdf(links: dict) -> str:
    """The robot as a file."""
    told = ['<link name="world"/>']
    for name, (kind, parent, xyz, rpy, axis, mass, centre, turned, moments) in links.items():
        six = " ".join(
            f'{key}="{value}"'
            for key, value in zip(("ixx", "ixy", "ixz", "iyy", "iyz", "izz"), moments.split(), strict=True)
        )
        told.append(
            f'<link name="{name}"><inertial><origin xyz="{centre}" rpy="{turned}"/><mass value="{mass}"/>'
            f"<inertia {six}/></inertial></link>"
            f'<joint name="to_{name}" type="{kind}"><parent link="{parent}"/><child link="{name}"/>'
            f'<origin xyz="{xyz}" rpy="{rpy}"/><axis xyz="{axis}"/>'
            f'<limit effort="1" velocity="1" lower="-1" upper="1"/></joint>'
        )
    return f'<robot name="hand-made">{"".join(told)}</robot>'


def mass_matrix(links: dict, turned: dict[str, float] | None = None) -> np.ndarray:
    """Of a robot's joints that move, by its own kinematics, those named at an angle, rad."""
    frames, moving = {"world": (np.zeros(3), np.eye(3), ())}, []
    lumps = []
    for name, (kind, parent, xyz, rpy, axis, mass, centre, own, moments) in links.items():
        place, axes, carriers = frames[parent]
        place, axes = place + axes @ numbers(xyz), axes @ Rotation.from_euler("xyz", numbers(rpy)).as_matrix()
        way = numbers(axis) / np.linalg.norm(numbers(axis))
        if kind != "fixed":
            carriers = (*carriers, len(moving))
            moving.append((kind, place, axes @ way))
            axes = axes @ Rotation.from_rotvec((turned or {}).get(name, 0.0) * way).as_matrix()
        frames[name] = (place, axes, carriers)
        xx, xy, xz, yy, yz, zz = numbers(moments)
        frame = axes @ Rotation.from_euler("xyz", numbers(own)).as_matrix()
        tensor = frame @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ frame.T
        lumps.append((mass, place + axes @ numbers(centre), tensor, carriers))
    whole = np.zeros((len(moving), len(moving)))
    for mass, centre, tensor, carriers in lumps:
        shift, turn = np.zeros((3, len(moving))), np.zeros((3, len(moving)))
        for k in carriers:
            kind, place, axis = moving[k]
            shift[:, k] = axis if kind == "prismatic" else np.cross(axis, centre - place)
            turn[:, k] = 0.0 if kind == "prismatic" else axis
        whole += mass * shift.T @ shift + turn.T @ tensor @ turn
    return whole


def converted(tmp_path, links: dict, *options: str) -> tuple[Arm, str]:
    source, path = tmp_path / "robot.urdf", tmp_path / "arm.toml"
    source.write_text(urdf(links))
    assert main(["init", str(path), "--from", str(source), *options]) == 0
    return load(path), path.read_text()


@pytest.mark.parametrize("links", [LINKS, STRAIGHT], ids=["skew", "straight"])
def test_the_mass_matrix_is_the_robots(links, tmp_path):
    arm, text = converted(tmp_path, links)
    factor, _ = rigid_factor(tree(arm))
    wanted = mass_matrix(links)
    np.testing.assert_allclose(factor.T @ factor, wanted, atol=2e-12 * wanted.max())
    assert text.count("TO FILL IN") > len(links)


def test_an_angle_turns_the_joint_as_the_robots_does(tmp_path):
    arm, _ = converted(tmp_path, LINKS)
    unlocked = [k for k, link in enumerate(arm.links, 1) if link.joint.state == "unlocked"]
    angles = dict(zip(("turret", "boom", "wrist"), (0.7, -0.4, 1.1), strict=True))
    degrees = {
        f"link{k}": arm.links[k - 1].angle + np.degrees(angle).item()
        for k, angle in zip(unlocked, angles.values(), strict=True)
    }
    factor, _ = rigid_factor(tree(arm.with_angles(**degrees)))
    wanted = mass_matrix(LINKS, angles)
    np.testing.assert_allclose(factor.T @ factor, wanted, atol=2e-12 * wanted.max())


def test_a_plain_robot_has_a_link_a_joint(tmp_path):
    arm, text = converted(tmp_path, STRAIGHT, "--name", "Plain")
    assert arm.name == "Plain"
    assert [link.length for link in arm.links] == [1.0, 0.8]
    assert [link.joint.axis for link in arm.links] == ["z", "z"]
    assert arm.links[1].angle == pytest.approx(np.degrees(0.5), rel=1e-12)
    assert "# to_lower: revolute" in text
    # What is marked is right as it stands, the marks taken off.
    own = "".join(line.removeprefix("# ") for line in text.split('kind = "fixed"\n')[1].splitlines(keepends=True)[1:5])
    assert 'kind = "free"\nmass = 0.0\n' in own


def test_of_a_robot_that_branches_the_tip_is_asked_for(tmp_path, capsys):
    finger = ("prismatic", "wrist", "0 0 0.1", "0 0 0", "0 1 0", 0.2, "0 0 0", "0 0 0", "0.001 0 0 0.001 0 0.001")
    robot = LINKS | {"left": finger, "right": finger}
    (tmp_path / "robot.urdf").write_text(urdf(robot))
    assert main(["init", str(tmp_path / "arm.toml"), "--from", str(tmp_path / "robot.urdf")]) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert "--tip: wanted the link that the arm ends at, one of" in told
    assert "left" in told
    assert not (tmp_path / "arm.toml").exists()
    arm, text = converted(tmp_path, robot, "--tip", "tool")
    assert "held where they are, and what they carry: to_left, to_right." in text
    held = {name: ("fixed", *link[1:]) if name in ("left", "right") else link for name, link in robot.items()}
    factor, _ = rigid_factor(tree(arm))
    np.testing.assert_allclose(factor.T @ factor, mass_matrix(held), atol=2e-12 * mass_matrix(held).max())


WRONG = {
    "not well-formed": ("<robot", "a URDF file, which is XML"),
    "another root": ("<sdf/>", "a URDF file: <robot>"),
    "a kind that moves in the plane": (
        urdf(LINKS).replace('"continuous"', '"planar"'),
        "joint to_boom: wanted one of revolute",
    ),
    "no axis": (urdf(LINKS).replace("0.3 0.1 1", "0 0 0"), "joint to_boom: wanted an axis that is not zero"),
    "no moment": (urdf(LINKS).replace('ixx="0.02"', ""), "link slider: wanted an inertia with ixx, iyy, izz"),
    "no mass": (urdf(LINKS).replace('<mass value="4"/>', ""), "link slider: wanted a mass"),
    "no body": (urdf(LINKS).replace('ixx="0.02"', 'ixx="9"'), "link slider.inertia: wanted no principal moment larger"),
    "no parent": (
        urdf(LINKS).replace('parent link="boom"', 'parent link="mast"'),
        "joint to_slider: wanted links of the",
    ),
    "two roots": (
        urdf(LINKS).replace("</robot>", '<link name="loose"/></robot>'),
        "wanted one link that no joint carries",
    ),
    "nothing that moves": (urdf({"tool": ("fixed", "world", *LINKS["tool"][2:])}), "a joint that moves"),
}


@pytest.mark.parametrize("why", WRONG)
def test_a_file_that_is_no_robot_is_refused(why, tmp_path, capsys):
    text, said = WRONG[why]
    (tmp_path / "robot.urdf").write_text(text)
    assert main(["init", str(tmp_path / "arm.toml"), "--from", str(tmp_path / "robot.urdf")]) == 2
    assert said in " ".join(capsys.readouterr().err.split())
    assert not (tmp_path / "arm.toml").exists()


def test_options_that_do_not_go_together_are_refused(tmp_path, capsys):
    for options, said in (
        (["--from", "robot.urdf", "--links", "3"], "nothing beside --from but --name and --tip"),
        (["--tip", "tool"], "--tip: wanted a URDF file whose link it is"),
    ):
        assert main(["init", str(tmp_path / "arm.toml"), *options]) == 2
        assert said in " ".join(capsys.readouterr().err.split())


def test_without_the_library_the_extra_is_named(tmp_path, capsys, monkeypatch):
    known = builtins.__import__

    def without(name, *others, **more):
        if name.split(".")[0] == "yourdfpy":
            raise ImportError(name)
        return known(name, *others, **more)

    monkeypatch.setitem(sys.modules, "yourdfpy", None)
    monkeypatch.setattr(builtins, "__import__", without)
    (tmp_path / "robot.urdf").write_text(urdf(LINKS))
    assert main(["init", str(tmp_path / "arm.toml"), "--from", str(tmp_path / "robot.urdf")]) == 2
    assert "pip install 'flexarm[urdf]'" in " ".join(capsys.readouterr().err.split())
