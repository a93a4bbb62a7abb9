"""Supports that hold rigidly what is held already, in large motion: linkages against closed forms; what is locked."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import compare
from assumed_modes import AssumedModes
from exact import Exact
from fem import BeamFEM
from flexarm import Arm, Base, Course, Joint, Link, LoadCase, Manoeuvre, QuestionError, RigidLink, Turn, response, slew
from flexarm.examples import example
from flexarm.load_cases import Harmonic, History, TipForce
from flexarm.supports import Support

RIGID = AssumedModes("legendre", 0)
TURNED = Manoeuvre(2.0, 11, (Turn("crank", Course((0.0, 2.0), (0.0, np.pi))),), accuracy=1e-3)


def parallelogram(angle, cranks=3, first=None, base=None, **rest):
    """A bar of 2 m and 2 kg on cranks of 1 m and 1 kg, each pinned: the first by its joint, others by supports."""
    rod = RigidLink(1.0, mass=1.0, joint=first or Joint.unlocked(), angle=angle, name="crank1")
    bar = RigidLink(2.0, mass=2.0, joint=Joint.unlocked(), angle=-angle, name="bar")
    places = (1.0, 2.0) if cranks == 3 else (2.0,)
    others = tuple(
        replace(rod, joint=Joint.unlocked(), parent="base", at=(place, 0.0), name=f"crank{k}")
        for k, place in enumerate(places, 2)
    )
    held = tuple(
        Support("bar", ("along_x", "along_y"), station=place, to=f"crank{k}.tip")
        if place < 2.0
        else Support(f"crank{k}.tip", ("along_x", "along_y"), to="bar.tip")
        for k, place in enumerate(places, 2)
    )
    return Arm(base or Base.fixed(), (rod, bar, *others), supports=held, **rest)


def turned(angles, duration=1.0, accuracy=1e-3):
    """Cranks that turn by angles in degrees, by their numbers, to and fro if there are two."""
    courses = (
        Turn(
            f"crank{k}",
            Course(tuple(np.linspace(0.0, duration, len(each) + 1).tolist()), (0.0, *np.radians(each).tolist())),
        )
        for k, each in angles.items()
    )
    return Manoeuvre(duration, 11, tuple(courses), accuracy=accuracy)


def test_a_linkage_in_the_plane_held_in_space_moves_as_in_the_plane():
    """A pin that also holds across, as its joints do: forces in the plane are determined, those across are not."""
    linkage = example("four-bar")
    across = ("along_x", "along_y", "along_z", "about_x", "about_y")
    held = replace(linkage, motion="spatial", supports=(replace(linkage.supports[0], holds=across),))
    several, known = compare.slews(held, TURNED, RIGID, RIGID), slew(RIGID, linkage, TURNED)
    found = several[RIGID.spec]
    for name in ("joint2_angle", "joint3_angle", "joint1_torque", "support1_force_along_x", "support1_force_along_y"):
        size = float(abs(known[name]).max())
        assert found[name].values == pytest.approx(known[name].values, abs=1e-3 * size), name
    # The closed form: where circles of coupler and rocker meet.
    crossing = 0.5j * np.exp(1j * found.joint1_angle.values) - np.sqrt(3.0)
    apart = np.abs(crossing)
    rocker = np.unwrap(np.angle(crossing)) - np.arccos((1.5**2 + apart**2 - 2.0**2) / (2.0 * 1.5 * apart)) - np.pi / 2.0
    assert found.joint3_angle.values == pytest.approx(rocker, abs=1e-3)
    for name in ("support1_force_along_z", "support1_couple_about_x", "support1_couple_about_y"):
        assert np.all(np.isnan(found[name]))
        assert found[name].attrs["long_name"].endswith("not determined, for others hold what it holds")
    assert "NaN is what the model does not determine" in found.attrs["conventions"]
    note = "– not determined by the model: moments in links that are rigid, forces that supports share as they like"
    assert note in compare.text(several)
    few = found.sel(output=["support1_force_along_x", "support1_couple_about_x"])
    drawn = [axes.get_title("left") for axes in compare.plot_response({RIGID.spec: few}).axes]
    assert drawn == ["support1 force along x*"]
    assert np.isnan(found.error.sel(output="support1_couple_about_x"))


def test_a_linkage_that_bends_passes_where_nothing_holds_it_across():
    """With one shape a link in each plane there is such a posture, 25° on; nothing moves or bears anything across."""
    linkage = example("four-bar")
    across = ("along_x", "along_y", "along_z", "about_x", "about_y")
    held = replace(linkage, motion="spatial", supports=(replace(linkage.supports[0], holds=across),))
    asked = Manoeuvre(1.0, 5, (Turn("crank", Course((0.0, 1.0), (0.0, 0.5))),), accuracy=1e-2)
    found, known = (slew(AssumedModes("legendre", 1), one, asked) for one in (held, linkage))
    for name in ("joint2_angle", "joint3_angle", "link2_deflection"):
        size = float(abs(known[name]).max())
        assert found[name].values == pytest.approx(known[name].values, abs=1e-3 * size), name
    assert found.link2_deflection_about_y.values == pytest.approx(np.zeros(5), abs=1e-9)


def test_a_double_parallelogram_swings_as_a_pendulum():
    """(Σ m/3 + M) θ̈ = −g (Σ m/2 + M) cos θ, of three cranks of 1 m and 1 kg and a bar of 2 kg; energy is kept."""
    arm = parallelogram(-60.0, gravity=(0.0, -9.81))
    found = slew(RIGID, arm, Manoeuvre(2.0, 21, joint_rates=(1.0, -1.0, 1.0, 1.0), accuracy=1e-5))

    def rates(_, y):
        return [y[1], -9.81 * 3.5 / 3.0 * np.cos(y[0])]

    start = np.radians(-60.0)
    known = solve_ivp(rates, (0.0, 2.0), [start, 1.0], "DOP853", found.time.values, rtol=1e-10, atol=1e-10)
    assert np.ptp(known.y[0]) > 1.0
    for name, sign in (("joint1_angle", 1.0), ("joint2_angle", -1.0), ("joint3_angle", 1.0), ("joint4_angle", 1.0)):
        assert sign * found[name].values + start == pytest.approx(known.y[0], abs=1e-5)
    energy = found.kinetic_energy.values + 9.81 * 3.5 * np.sin(found.joint1_angle.values + start)
    assert energy == pytest.approx(np.full(21, energy[0]), abs=1e-4)
    # The bar hangs on three parallel cranks, and what each bears is not determined.
    assert np.all(np.isnan(found[[name for name in found if name.startswith("support")]].to_array()))


def test_a_free_base_under_a_double_parallelogram_keeps_its_momenta_and_energy():
    arm = parallelogram(60.0, base=Base.free(4.0, 2.0))
    found = slew(RIGID, arm, Manoeuvre(0.5, 11, joint_rates=(1.5, -1.5, 1.5, 1.5), accuracy=1e-5))
    assert np.ptp(found.base_rotation.values) > 0.05
    for name in ("momentum_x", "momentum_y", "momentum_rotation", "kinetic_energy"):
        assert found[name].values == pytest.approx(np.full(11, float(found[name][0])), abs=1e-5), name


def test_two_cranks_turned_alike_share_their_torques():
    """The bar goes round without turning: of a support's forces that across it is m a/2, that along it is not known."""
    found = slew(RIGID, parallelogram(60.0, cranks=2), turned({1: [40.0], 2: [40.0]}))
    angle = np.radians(60.0) + found.joint1_angle.values
    part = found.time.values
    rate = np.radians(40.0) * 30.0 * part**2 * (1.0 - part) ** 2
    faster = np.radians(40.0) * 60.0 * part * (1.0 - part) * (1.0 - 2.0 * part)
    known = -(faster * np.cos(angle) - rate**2 * np.sin(angle))
    assert found.support1_force_along_y.values == pytest.approx(known, abs=1e-3 * np.max(np.abs(known)))
    for name in ("support1_force_along_x", "joint1_torque", "joint1_power", "joint3_torque", "joint3_power"):
        assert np.all(np.isnan(found[name])), name


def test_small_motion_of_what_is_held_twice_is_that_of_a_response():
    arm = parallelogram(60.0, first=Joint.locked(80.0))
    push = TipForce("y", Harmonic(0.02, 3.0), link=2)
    small = response(Exact(), arm, LoadCase(1.0, 11, (push,)))
    large = slew(RIGID, arm, Manoeuvre(1.0, 11, loads=(push,), accuracy=1e-2))
    for k in (1, 2, 3, 4):
        known = small[f"joint{k}_rotation"].values
        assert large[f"joint{k}_angle"].values == pytest.approx(known, abs=1e-2 * np.max(np.abs(known)))


def test_what_does_not_move_at_all_may_be_held():
    link = RigidLink(1.0, mass=1.0, joint=Joint.rigid())
    held = (Support("tip", ("along_x", "along_y", "about_z")), Support("link1.root", ("along_x",)))
    for base, motion in ((Base.fixed(), "planar"), (Base.free(1.0, 1.0), "planar"), (Base.fixed(), "spatial")):
        still = slew(RIGID, Arm(base, (link,), supports=held, motion=motion), Manoeuvre(1.0, 3))
        assert np.ptp(still.end_y.values) == 0.0
        assert np.all(np.isnan(still.support2_force_along_x))


def test_links_that_bend_go_on_where_their_ends_are_held_twice():
    """Without foreshortening, and linear about the posture, a straight link keeps its length however it bends."""
    beam = Link(1.0, 1.0, 5.0, joint=Joint.rigid())
    arm = Arm(Base.fixed(), (beam,), supports=(Support("tip", ("along_x", "along_y")),))
    loose = replace(arm, supports=(Support("tip", ("along_y",)),))
    gust = Manoeuvre(0.2, 5, accuracy=1e-3, loads=(TipForce("rotation", History.step(1.0), link=1),))
    for model in (
        AssumedModes("legendre", 2, foreshortening=False),
        AssumedModes("legendre", 2, linear_about="posture"),
    ):
        found, known = (slew(model, one, gust) for one in (arm, loose))
        assert float(abs(known.link1_bend).max()) > 1e-2
        for name in ("link1_bend", "link1_root_moment", "support1_force_along_y"):
            assert found[name].values == pytest.approx(known[name].values, rel=1e-6, abs=1e-9)
        assert np.all(np.isnan(found.support1_force_along_x))


def swung(angle, motion="along_x"):
    link = RigidLink(1.0, mass=1.0, joint=Joint.unlocked(), angle=angle, name="crank1")
    return Arm(Base.fixed(), (link,), supports=(Support("tip", (motion,)),))


TRIANGLE = Arm(
    Base.fixed(),
    (
        RigidLink(1.0, mass=1.0, joint=Joint.unlocked(), angle=60.0, name="crank1"),
        RigidLink(1.0, mass=1.0, joint=Joint.unlocked(), angle=-120.0),
    ),
    supports=(Support("tip", ("along_x", "along_y")),),
)
THREE = parallelogram(60.0)
HELD_ALREADY = "supports hold rigidly what links that keep their length, joints that are turned, or other supports hold"
LOCKED = r"s the arm would move what supports hold rigidly \({}\): it is locked, or courses do not fit one another"
LOOSE = "s the arm passes where supports hold it less than in its posture, and which way it goes on is not determined"


@pytest.mark.parametrize(
    ("arm", "manoeuvre", "message"),
    [
        pytest.param(
            swung(0.0),
            turned({1: [30.0]}),
            f"{HELD_ALREADY} already in the posture, but not beyond it \\(support1_along_x\\): the arm is locked",
            id="a link that is held along itself",
        ),
        pytest.param(swung(45.0), turned({1: [30.0]}), LOCKED.format("support1_along_x"), id="a link that is held"),
        pytest.param(swung(45.0), turned({1: [30.0, 0.0]}), LOCKED.format("support1_along_x"), id="to and fro"),
        pytest.param(
            TRIANGLE, turned({1: [5.0]}), LOCKED.format("support1_along_x, support1_along_y"), id="a triangle"
        ),
        pytest.param(
            parallelogram(60.0, cranks=2), turned({1: [30.0], 2: [25.0]}), LOCKED.format("support1_.*"), id="unlike"
        ),
        pytest.param(THREE, turned({1: [30.0], 3: [25.0]}), LOCKED.format("support[12]_.*"), id="unlike, of three"),
        pytest.param(parallelogram(60.0, cranks=2), turned({1: [-90.0]}), LOOSE, id="through where all is flat"),
        pytest.param(THREE, turned({1: [-90.0]}), LOOSE, id="three through where all is flat"),
        pytest.param(
            parallelogram(60.0, cranks=2),
            Manoeuvre(1.0, 3, joint_rates=(-4.0, 4.0, -4.0), accuracy=1e-3),
            LOOSE,
            id="swings through where all is flat",
        ),
        pytest.param(
            parallelogram(0.0),
            turned({1: [30.0]}),
            "which way it goes is not determined",
            id="begins where all is flat",
        ),
        pytest.param(
            example("four-bar"),
            Manoeuvre(2.0, 3, (Turn("rocker", Course((0.0, 2.0), (0.0, 1.0))),), accuracy=1e-2),
            "cannot be followed beyond .* s; there supports hold the arm less than in its posture, as at a dead centre",
            id="a dead centre",
        ),
        pytest.param(
            THREE,
            Manoeuvre(1.0, 3, joint_rates=(1.0, 0.0, 0.0, 0.0)),
            "at the start, move what supports hold rigidly",
            id="begins by what is held",
        ),
        pytest.param(
            replace(THREE, links=(*THREE.links[:2], replace(THREE.links[2], at=(1.0, 1e-7)), THREE.links[3])),
            Manoeuvre(1.0, 3),
            "nearly, but not quite, what is held already in the posture; give lengths, angles and stations with more",
            id="almost held already",
        ),
        pytest.param(
            Arm(Base.fixed(), (Link(1.0, 1.0, 5.0, joint=Joint.rigid()),), supports=(Support("tip", ("along_x",)),)),
            Manoeuvre(1.0, 3),
            "but not beyond it .*or links an axial_rigidity",
            id="a straight link that keeps its length, held at both ends",
        ),
    ],
)
def test_what_is_locked_or_may_go_either_way_is_refused(arm, manoeuvre, message):
    with pytest.raises(QuestionError, match=message):
        slew(BeamFEM(1) if arm.links[0].joint.state == "rigid" else RIGID, arm, manoeuvre)
