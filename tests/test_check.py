"""``flexarm check``: mass properties, doubts about units, and what is said of an arm."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

import compare
from compare.arm_text import as_explanation
from compare.cli import main
from fem import BeamFEM
from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.doubts import case_doubts, doubts
from flexarm.drives import Drive, Lag
from flexarm.errors import QuestionError
from flexarm.examples import example, names, text
from flexarm.files import save
from flexarm.links import Link, RigidLink
from flexarm.load_cases import LoadCase, Rayleigh, save_case
from flexarm.mass_properties import mass_properties
from flexarm.parts import Base, Body, Joint
from flexarm.rigid import rigid_factor
from flexarm.supports import Support
from flexarm.welded import runs

from .strategies import arms

LINK = Link(3.0, 2.0, 1e5, joint=Joint.locked(1e5))
HANGING = replace(LINK, angle=-90.0)
SOUND = Arm(Base.fixed(), (LINK, replace(LINK, angle=30.0)), Body(5.0, 0.5, 0.1))


@given(arm=arms(most_links=3))
def test_the_moment_of_inertia_is_that_of_the_kinetic_energy(arm):
    """Of an arm whose first joint alone turns, gear boxes apart."""
    held = [Joint.rigid(link.joint.hub_inertia) for link in arm.links]
    held[0] = Joint.unlocked(hub_inertia=held[0].hub_inertia)
    links = tuple(replace(link, joint=joint) for link, joint in zip(arm.links, held, strict=True))
    factor, _ = rigid_factor(tree(replace(arm, base=Base.fixed(), links=links)))
    expected = np.sum(factor**2)
    assert mass_properties(arm).arm_inertia == pytest.approx(expected, rel=1e-12)


@given(arm=arms(most_links=3))
def test_mass_and_centre_are_those_of_a_free_base_moved(arm):
    """A translation has the total mass as inertia; with a rotation about the base it shares mass times centre."""
    free = replace(
        arm, base=Base.free(3.0, 1.0, (0.4, -0.2)), links=tuple(replace(k, joint=Joint.rigid()) for k in arm.links)
    )
    factor, _ = rigid_factor(tree(free))
    inertia = factor.T @ factor
    found = mass_properties(free)
    total = found.base_mass + found.arm_mass
    assert total == pytest.approx(inertia[0, 0], rel=1e-12)
    moment = [inertia[1, 2], -inertia[0, 2]]
    size = np.sqrt(inertia[0, 0] * inertia[2, 2])
    np.testing.assert_allclose(np.multiply(total, found.centre), moment, rtol=0.0, atol=1e-12 * size)


@pytest.mark.parametrize("name", names())
def test_nothing_is_doubted_of_published_arms(name):
    assert doubts(example(name)) == ()


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("factor", [1e-6, 1e6])
def test_a_rigidity_a_million_times_off_is_doubted(name, factor):
    arm = example(name)
    links = [
        replace(k, flexural_rigidity=(np.array(k.flexural_rigidity) * factor).tolist()) if isinstance(k, Link) else k
        for k in arm.links
    ]
    paths = {doubt.path for doubt in doubts(replace(arm, links=tuple(links)))}
    # A link of several pieces is told by its first.
    firsts = [run[0] for run in runs(arm.links) if isinstance(links[run[0]], Link)]
    assert {f"link{k + 1}.flexural_rigidity" for k in firsts} <= paths


def with_link(**changes) -> Arm:
    return replace(SOUND, links=(SOUND.links[0], replace(SOUND.links[1], **changes)))


SPUN = Arm(Base.fixed(), (Link(2.0, 5.0, 80.0, joint=Joint.rigid()),))
DOUBTED = {
    "link2.joint.stiffness  ": (with_link(joint=Joint.locked(0.0)), "a locked joint of no stiffness holds nothing"),
    "spin_rate": (
        replace(SPUN, spin_rate=9.0),
        "answers for a beam 70 radii of gyration long are 1.6 % too high at",
    ),
    "link2.mass_per_length": (with_link(mass_per_length=2e-3), "lighter than air; is it in t/m?"),
    "link2.mass_per_length ": (with_link(mass_per_length=2e4), "the densest metal"),
    "link2.length": (with_link(length=3000.0), "3000 m; is it in another unit?"),
    "link2.angle": (with_link(angle=1.5708), "1.5708 is 90° in radians; angles are in degrees"),
    "link2.joint.stiffness": (with_link(joint=Joint.locked(1e-3)), 'holds next to nothing; is it an "unlocked" joint?'),
    "link2.joint.stiffness ": (with_link(joint=Joint.locked(1e13)), 'a "rigid" joint says the same'),
    "link2.joint.gear_inertia": (
        with_link(joint=Joint.unlocked(1e6)),
        "links and bodies have 310.9 kg m² about the first joint",
    ),
    "link2.joint.hub_inertia": (with_link(joint=Joint.rigid(1e6)), "is it in g m² or kg cm²?"),
    "link2.tip.inertia": (
        with_link(tip=Body(5.0, 5e3)),
        "a radius of gyration of 32 m, more than the arm's length, 6 m",
    ),
    "link2.inertia": (
        replace(SOUND, links=(LINK, RigidLink(1.0, mass=2.0, inertia=50.0, joint=Joint.rigid()))),
        "more than the link's length, 1 m",
    ),
    "payload.inertia": (SOUND.with_payload(Body(5.0, 5e-10)), "too small for so much of the densest metal"),
    "payload.offset": (SOUND.with_payload(Body(5.0, 0.5, 100.0)), "100 m is more than the arm's length; is it in mm?"),
    "base.offset": (replace(SOUND, base=Base.free(10.0, 1.0, (0.0, 500.0))), "500 m is more than ten times"),
    "base.inertia": (replace(SOUND, base=Base.free(10.0, 1e6)), "more than ten times the arm's length, 60 m"),
    "gravity": (replace(SOUND, gravity=(0.0, -9810.0)), "9810 m/s² is more than on any planet; is it in mm/s²?"),
}


def test_a_slow_spin_is_not_doubted():
    assert all(doubt.path != "spin_rate" for doubt in doubts(replace(SPUN, spin_rate=7.5)))


@pytest.mark.parametrize(("damping", "path"), [(2.0, "damping"), ((0.01, 0.6, 0.02), "damping2")])
def test_a_damping_ratio_in_per_cent_is_doubted(damping, path):
    (doubt,) = case_doubts(LoadCase(1.0, 2, damping=damping))
    assert doubt.path == path
    assert "% of critical damping; is it in per cent?" in doubt.text
    assert case_doubts(LoadCase(1.0, 2, damping=0.5)) == case_doubts(LoadCase(1.0, 2, damping=Rayleigh(9.0))) == ()


ASKED = {
    "compare": ["-b", "fem:4", "-b", "exact", "-n", "1"],
    "converge": ["-b", "fem", "--sizes", "2:3", "-n", "1"],
    "advise": ["--tolerance", "0.1", "-n", "1", "-b", "fem", "--sizes", "2:3"],
    "respond": ["case.toml", "-n", "1"],
    "sweep": ["--grid", "link1.angle=0,1", "-b", "fem:2", "-n", "1"],
    "modes": ["-n", "1", "-b", "fem:2"],
    "draw": ["-o", "arm.svg"],
    "animate": ["--mode", "1", "--frames", "2", "-o", "arm.gif"],
}


@pytest.mark.parametrize("command", ASKED)
def test_every_command_says_in_one_line_what_may_be_mistaken(command, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    save(with_link(angle=0.785398), "arm.toml")
    save_case(LoadCase(1e-3, 2, damping=2.0), "case.toml")
    assert main([command, "arm.toml", *ASKED[command]]) == 0
    said = capsys.readouterr().err.splitlines()
    told = "link2.angle may be mistaken, in other units perhaps: flexarm check says why"
    assert said.count(f"flexarm: arm.toml: {told}") == 1
    assert ("flexarm: case.toml: damping: a ratio of 2, 200 % of critical" in "\n".join(said)) == (command == "respond")


@pytest.mark.parametrize("path", DOUBTED)
def test_doubts_say_where_and_why(path):
    assert doubts(SOUND) == ()
    arm, said = DOUBTED[path]
    assert any(doubt.path == path.strip() and said in doubt.text for doubt in doubts(arm)), doubts(arm)


def test_what_is_said(tmp_path, capsys):
    (tmp_path / "arm.toml").write_text(text("shuttle-free-base-unlocked-2"), encoding="utf-8")
    assert main(["check", str(tmp_path / "arm.toml"), "-o", str(tmp_path / "arm.svg")]) == 0
    said, error = capsys.readouterr()
    assert error == ""
    assert (tmp_path / "arm.svg").read_bytes().startswith(b"<?xml")
    lines = {line[:18].strip(): line[18:] for line in said.splitlines()}
    assert lines["rigid-body modes"] == "4: the base along x, the base along y, the base's rotation,"
    assert lines["elastic joints"] == "2: 1, 3"
    assert lines["bending links"] == "2: 1, 2"
    assert lines["freedoms"] == "4 rigid-body, 2 of springs, infinitely many of bending"
    assert lines["joint 2"] == "unlocked, gear box 556 kg m²"
    assert lines["total mass"] == "100049 kg, the base's 70000 kg among them"
    assert lines["moment of inertia"].startswith("9.38148e+06 kg m² about the first joint")
    assert said.endswith("\nnothing looks wrong\n")


@pytest.mark.parametrize("name", names())
def test_lines_fit_a_terminal(name):
    doubtful = with_link(mass_per_length=2e-3, flexural_rigidity=1e11)
    for arm in (example(name), doubtful):
        assert max(map(len, as_explanation(arm).splitlines())) <= 80


def test_freedoms_without_inertia_are_told():
    arm = Arm(Base.fixed(), (RigidLink(1.0, joint=Joint.unlocked()),))
    assert "joint 1 can move without moving any mass" in " ".join(as_explanation(arm).split())


def test_a_pendulums_pivot_is_no_rigid_body_mode():
    said = as_explanation(Arm(Base.fixed(), (replace(HANGING, joint=Joint.unlocked()),), gravity=(0.0, -9.81)))
    lines = {line[:18].strip(): line[18:] for line in said.splitlines()}
    assert lines["rigid-body modes"] == "none"
    assert lines["pendulums"].startswith("1: joint 1")
    assert said.endswith("\nnothing looks wrong\n")
    afloat = Arm(Base.fixed(), (replace(HANGING, joint=Joint.unlocked()),))
    assert "rigid-body modes  1: joint 1\n" in as_explanation(afloat)


@pytest.mark.parametrize(
    ("arm", "why"),
    [
        (Arm(Base.fixed(), (replace(LINK, joint=Joint.unlocked()),), gravity=(0.0, -9.81)), "would swing out"),
        (Arm(Base.free(10.0, 1.0), (LINK,), gravity=(0.0, -9.81)), "a free base has nothing to stand on"),
        (Arm(Base.fixed(), (LINK, replace(LINK, angle=40.0)), spin_rate=2.0), "only a straight arm is modelled"),
    ],
)
def test_a_posture_in_which_nothing_rests_is_told(arm, why):
    assert why in " ".join(as_explanation(arm).split())


@pytest.mark.parametrize(
    ("gravity", "words"),
    [
        ((0.0, -9.81), "unstable modes none"),
        ((0.0, 9.81e4), "unstable modes 2: the arm falls or buckles; flexarm compare --growth-rates tells how fast"),
        (None, ""),
    ],
)
def test_an_arm_that_falls_is_told(gravity, words):
    said = " ".join(as_explanation(Arm(Base.fixed(), (HANGING,), gravity=gravity)).split())
    assert words in said
    assert ("unstable" in said) == bool(words)


@pytest.mark.parametrize(
    ("gain", "words"),
    [(20.0, "nothing looks wrong"), (19.0, "unstable modes 1: the arm falls or buckles as springs and drives hold it")],
)
@pytest.mark.parametrize("angle", [90.0, 60.0])
def test_drives_hold_an_arm_under_its_loads_as_the_springs_that_they_are_at_rest(gain, words, angle):
    # A pendulum upside down with m g l sin(angle) = 19.62 N m/rad.
    mass = 2.0 / float(np.sin(np.radians(angle)))
    for drive in (Drive(gain, 1.0), Drive(gain, 1.0, 2.0), Drive(gain, 1.0, actuator=Lag(0.01))):
        link = RigidLink(1.0, joint=Joint.unlocked(drive=drive), tip=Body(mass, 0.0), angle=angle)
        said = " ".join(as_explanation(Arm(Base.fixed(), (link,), gravity=(0.0, -9.81))).split())
        assert words in said
        assert ("unknown" in said, "swing out" in said) == (False, False)


def test_a_linkage_that_its_drive_holds_up_is_not_told_to_fall():
    """A slider and crank: the drive resists the one motion that the slider's way leaves."""
    crank = RigidLink(1.0, joint=Joint.unlocked(drive=Drive(80.0, 5.0, 60.0)), mass=2.0, inertia=0.2, angle=40.0)
    turned = -40.0 - float(np.degrees(np.arcsin(np.sin(np.radians(40.0)) / 1.5)))
    rod = RigidLink(1.5, joint=Joint.unlocked(), mass=2.0, inertia=0.3, angle=turned)
    driven = Arm(Base.fixed(), (crank, rod), gravity=(0.0, -9.81), supports=(Support("tip", ("along_y",)),))
    assert as_explanation(driven).endswith("\nnothing looks wrong\n")
    assert "would fall out of this posture" in " ".join(as_explanation(driven.undriven).split())


def test_what_spins_beyond_float64_is_told_without_warnings():
    said = " ".join(as_explanation(replace(SPUN, spin_rate=1e200)).split())
    assert "overflows" in said
    assert "doubt spin_rate" in said


def test_the_edge_of_stability_is_told():
    link = replace(LINK, joint=Joint.rigid(), axial_force=-float(np.pi**2) * 1e5 / 36.0)
    assert "unstable modes unknown: " in " ".join(as_explanation(Arm(Base.fixed(), (link,))).split())


THEORIES = {
    "double-link": "waves of link 1 come out up to 7 % too fast; a bounce along the straight arm, near 17.1 rad/s",
    "shuttle-free-base": "a bounce along the straight arm, near 40.5 rad/s, is missing: flexarm theories tells",
    "hufnagel-case1": "stretch, shear and rotary inertia left out; of metal, that hardly matters",
}


@pytest.mark.parametrize("name", THEORIES)
def test_what_beam_theory_leaves_out_is_told(name):
    assert f"{THEORIES[name]}" in " ".join(as_explanation(example(name)).split())


@pytest.mark.parametrize("name", ["double-link", "single-link-locked", "shuttle-free-base", "hufnagel-case1"])
def test_what_is_told_of_beam_theory_is_right_within_a_factor_of_two(name):
    """Of the waves among the first six modes, and within a tenth of the bounce."""
    arm = example(name)
    found = compare.theories(arm, BeamFEM(16), 6).isel(backend=0)
    missing, told = found.missing.sel(without="stretch").values != "", " ".join(as_explanation(arm).split())
    most = 100.0 * float(found.relative_change.sel(without="all three").max())
    size = re.search(r"up to (\d+) % too fast", told)
    assert 0.5 * most < float(size[1]) < 2.0 * most if size else most < 2.0
    bounce = re.search(r"near ([\d.]+) rad/s", told)
    assert (bounce is not None) == bool(np.any(missing))
    if bounce:
        omega = found.angular_frequency.sel(without="nothing").values[missing]
        np.testing.assert_allclose(float(bounce[1]), omega[0], rtol=0.1)


def test_bounces_are_of_straight_arms_whose_base_holds():
    def told(arm: Arm) -> str:
        return " ".join(as_explanation(arm).split())

    arm = example("double-link")
    bounce = "a bounce along the straight arm"
    assert bounce in told(arm)
    assert bounce in told(arm.with_angles(link1=37.0, link2=180.0))
    assert bounce not in told(arm.with_angles(link2=5.0))
    stiff = replace(arm, links=tuple(replace(link, axial_rigidity=1e8) for link in arm.links))
    assert "shear and rotary inertia left out" in told(stiff)
    assert bounce not in told(stiff)
    # On rails along the arm the base gives way, and on rails across it holds.
    rails = [told(replace(arm, base=Base.guided(1e-3, direction))) for direction in ((1.0, 0.0), (0.0, 1.0))]
    assert [bounce in one for one in rails] == [False, True]


def test_twists_and_bounces_of_arms_in_space_are_told():
    """Both close to what the exact arm has: alone, a boom with a disc twists at √(GJ/L(I + JL/3))."""
    link = Link(8.0, 20.0, (2e6, 3e6), joint=Joint.rigid())
    arm = Arm(Base.fixed(), (link,), Body(2000.0, (3000.0, 2000.0, 2000.0)), motion="spatial")
    told = " ".join(as_explanation(arm).split())
    found = compare.theories(arm, BeamFEM(16), 8).isel(backend=0)
    omega = found.angular_frequency.sel(without="nothing").values
    for term, words in (("torsion", "a twist of link 1, alone"), ("stretch", "a bounce along the straight arm,")):
        near = re.search(rf"{words} near ([\d.]+) rad/s, is missing", told)
        missing = found.missing.sel(without=term).values != ""
        np.testing.assert_allclose(float(near[1]), omega[missing], rtol=0.01)
    twists = replace(arm, links=(replace(link, torsional_rigidity=1e6),))
    assert "a twist" not in " ".join(as_explanation(twists).split())
    bent = replace(arm, links=(link, replace(link, angle=90.0, joint=Joint.locked(1e6, axis="y"))))
    told = " ".join(as_explanation(bent).split())
    assert "a twist of link 1, alone near" in told
    assert "bounce" not in told


def test_terms_that_are_given_are_told():
    own = {"axial_rigidity": 1e8, "shear_rigidity": 2e7, "rotary_inertia_per_length": 0.1}
    complete = replace(LINK, **own)
    both = Arm(Base.fixed(), (complete, replace(complete, angle=30.0)))
    assert "beam theory with stretch, shear and rotary inertia " in " ".join(as_explanation(both).split())
    partly = Arm(Base.fixed(), (complete, replace(complete, angle=30.0, shear_rigidity=None)))
    assert "shear of link 2 left out" in " ".join(as_explanation(partly).split())
    rigid = Arm(Base.fixed(), (RigidLink(1.0, mass=1.0, joint=Joint.locked(1.0)),))
    assert "beam theory" not in as_explanation(rigid)


def test_levers_and_static_loads_are_told():
    link = replace(LINK, tip=Body(1.0, 0.1, (0.2, -0.1)), axial_force=-3.0)
    said = " ".join(as_explanation(Arm(Base.fixed(), (link,), Body(1.0, 0.1, 0.5), spin_rate=2.0)).split())
    for words in ("centre [0.2, -0.1] m along", "centre [0.5, 0] m along", "compression 3 N", "spin 2 rad/s"):
        assert words in said


def test_broken_files_are_refused_as_everywhere(tmp_path, capsys):
    (tmp_path / "arm.toml").write_text("[[link]]\nlength = -1.0\n", encoding="utf-8")
    assert main(["check", str(tmp_path / "arm.toml")]) == 2
    assert "length: wanted a positive number, or zero in space (m), got -1.0" in capsys.readouterr().err


@pytest.mark.parametrize("changes", [{"length": 1e-200}, {"flexural_rigidity": 1e305}, {"mass_per_length": 1e-300}])
def test_absurd_numbers_are_doubted(changes):
    arm = Arm(Base.fixed(), (replace(LINK, **changes),), Body(1e300, 1e-300))
    assert len(doubts(arm)) >= 2
    assert "nan" not in as_explanation(arm).split()


def test_numbers_too_large_to_add_up_are_refused():
    with pytest.raises(QuestionError, match="too large for float64; are they in SI units"):
        as_explanation(Arm(Base.fixed(), (replace(LINK, length=1e200),)))


def test_an_arm_that_falls_does_not_look_right():
    told = as_explanation(example("hufnagel-case1-standing").with_payload(Body(1.0, 0.0)))
    assert "nothing looks wrong" not in told
    assert "doubt             unstable modes: " in told


def test_what_a_beam_has_beyond_euler_and_bernoulli_is_told():
    terms = {"axial_rigidity": 1.2e8, "shear_rigidity": 2.3e7, "rotary_inertia_per_length": 0.05}
    told = " ".join(as_explanation(with_link(**terms)).split())
    assert "N m², EA 1.2e+08 N, κGA 2.3e+07 N, ρI 0.05 kg m" in told
    assert "κGA" not in as_explanation(with_link())


def test_an_arm_in_space_is_told_with_its_pairs_tensors_and_torsion():
    said = " ".join(as_explanation(example("l-cantilever")).split())
    assert "EI [5600, 22400] N m² about y, z, " in said
    assert "ρI [0.0002093, 0.0008373] kg m about y, z, GJ 5855 N m², ρJ 0.001047 kg m" in said
    said = " ".join(as_explanation(example("shuttle-in-space")).split())
    assert "kg m² with [xy, xz, yz] of [0, 300000, 0]" in said
    assert "joint 3 at [14, 6.81435, 6.9033], about [-1, 0, 0]" in said
    assert "twisting links 2: 2, 3" in said
    assert said.endswith("nothing looks wrong")


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"torsional_rigidity": 5.855e9}, "torsional_rigidity"),
        ({"polar_inertia_per_length": 1.0}, "polar_inertia"),
        ({"polar_inertia_per_length": 1.0, "rotary_inertia_per_length": 0.0}, "polar_inertia"),
        ({"axial_rigidity": 5.6e4}, "axial_rigidity"),
        ({"axial_rigidity": 5.6e11}, "axial_rigidity"),
    ],
)
def test_torsion_that_is_unlike_bending_is_doubted(changes, path):
    arm = example("l-cantilever")
    (doubt,) = doubts(replace(arm, links=(arm.links[0], replace(arm.links[1], **changes))))
    assert doubt.path.startswith(f"link2.{path}")


def test_bodies_on_a_wrist_are_doubted_beside_the_arm_alone():
    """A gimbal, of which nothing has a length, carries what it will; a wrist's own inertia is measured by the arm."""
    turns = [RigidLink(0.0, joint=Joint.locked(1e3, 0.1, axis=axis)) for axis in "zyx"]
    gimbal = Arm(
        Base.free(100.0, 30.0, (0.3, 0.0, 0.2)), tuple(turns), Body(0.5, 1e-4, (0.02, 0.0, 0.0)), motion="spatial"
    )
    assert doubts(gimbal) == ()
    assert doubts(replace(gimbal, payload=Body(0.5, 0.0))) == ()
    long = replace(gimbal, links=(LINK, replace(turns[0], mass=1.0, inertia=1e3)))
    (doubt,) = doubts(long)
    assert (doubt.path, "more than the arm's length" in doubt.text) == ("link2.inertia", True)
