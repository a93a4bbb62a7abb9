import subprocess
import sys
from dataclasses import asdict, replace
from fractions import Fraction

import pytest

import flexarm
from flexarm.arm import Arm
from flexarm.errors import InputError
from flexarm.examples import example, names, text
from flexarm.files import dumps, loads
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Joint
from flexarm.supports import Support
from flexarm.tube import Tube

POUND, INCH, FOOT = Fraction("4.4482216152605"), Fraction("0.0254"), Fraction("0.3048")  # lbf in N, m, m: exact
SLUG = POUND / FOOT


def si(value: str, *units: Fraction, per: Fraction = Fraction(1)) -> float:
    """A published decimal number in SI units, rounded once."""
    product = Fraction(value) / per
    for unit in units:
        product *= unit
    return float(product)


def beam(length, mass_per_length, flexural_rigidity, joint, angle=0.0) -> Link:
    return Link(length, mass_per_length, flexural_rigidity, joint=joint, angle=angle)


# S. M. Wiedemann (2002)

SINGLE = (14.0, 3.9786, 3.0e6)  # data set A
UPPER, LOWER = (6.37, 3.9, 3.9786e6), (7.05, 3.4, 2.334e6)  # data set B
HAND = RigidLink(1.88, joint=Joint.locked(2.4e5))
SHOULDER = ELBOW = Joint.locked(1.0e6)
SATELLITE = Body(10000.0, 37500.0, 1.5)


LARGE = Body(30000.0, 4.0e5, 2.0)
GEARS = {"1": 1188.0, "2": 556.0, "3": 191.0}  # data set B
BASES = {"fixed": (Base.fixed(), 0.0), "free": (Base.free(70000.0, 1.0e6, (14.0, 0.0)), 90.0)}
RAILS = Base.guided(70000.0, (0.0, 1.0))
BACK = RigidLink(0.0, joint=Joint.rigid(), angle=-90.0)
RAISED = beam(*SINGLE, Joint.unlocked(axis=(0.0, -1.0, 0.0)))


def shuttle(base: Base, angle: float, unlocked: str = "") -> Arm:
    links = (beam(*UPPER, SHOULDER, angle), beam(*LOWER, ELBOW), HAND)
    joints = {int(k): Joint.unlocked(GEARS[k]) for k in unlocked}
    opened = [replace(link, joint=joints.get(k, link.joint)) for k, link in enumerate(links, 1)]
    return Arm(base, tuple(opened), LARGE)


WIEDEMANN = {
    "single-link-locked": Arm(Base.fixed(), (beam(*SINGLE, SHOULDER),), SATELLITE),
    "single-link-unlocked": Arm(Base.fixed(), (beam(*SINGLE, Joint.unlocked(1188.0)),), SATELLITE),
    "end-effector": Arm(Base.fixed(), (beam(12.12, 3.9786, 3.0e6, SHOULDER), HAND), Body(5000.0, 5417.0, 1.0)),
    "double-link": Arm(
        Base.fixed(),
        (beam(*UPPER, SHOULDER), beam(8.93, 3.4, 2.334e6, ELBOW)),
        Body(20000.0, 181667.0, 1.5),
    ),
    "two-beam-frame": Arm(
        Base.fixed(),
        (beam(2.0, 5.4, 850.5, Joint.locked(1e10)), beam(0.4, 15.0005, 3000.9, Joint.locked(1e10), 90.0)),
    ),
    "single-link-guided-base": Arm(RAILS, (beam(*SINGLE, SHOULDER),), SATELLITE),
    "single-link-guided-base-30t": Arm(RAILS, (beam(*SINGLE, SHOULDER),), LARGE),
    "shuttle-fixed-base": shuttle(*BASES["fixed"]),
    "shuttle-free-base": shuttle(*BASES["free"]),
    "shuttle-guided-base": shuttle(Base.guided(70000.0, (1.0, 0.0)), 90.0),
    "single-link-guided-base-unlocked": Arm(RAILS, (beam(*SINGLE, Joint.unlocked()),), SATELLITE),
    "single-link-rolling-base-unlocked": Arm(
        Base.fixed(),
        (RigidLink(2.0, joint=Joint.unlocked(hub_inertia=1e6, axis="y"), mass=0.0), BACK, RAISED),
        SATELLITE,
        motion="spatial",
    ),
    "single-link-free-base-unlocked": Arm(
        Base.free(70000.0, (1e7, 1e6, 1e7), (2.0, 14.0, 0.0)), (BACK, RAISED), SATELLITE, motion="spatial"
    ),
    "shuttle-10t-unlocked-123": Arm(
        Base.fixed(),
        (beam(*UPPER, Joint.unlocked()), beam(*LOWER, Joint.unlocked()), replace(HAND, joint=Joint.unlocked())),
        SATELLITE,
    ),
}
WIEDEMANN |= {
    f"shuttle-{base}-base-unlocked-{joints}": shuttle(*BASES[base], joints)
    for base, all_joints in (("fixed", ("123", "12", "1", "2", "3")), ("free", ("1", "2", "3")))
    for joints in all_joints
}

# A. M. Hufnagel (1989), tables 4.1 to 4.3: E, A, rho, I, l

HUB = si("0.000277", POUND, INCH)
CLAMP = Joint.rigid(HUB)
SPRING = Joint.locked(si("291.5", POUND, INCH), HUB)


def rod(E: str, A: str, rho: str, I: str, l: str, joint: Joint) -> Link:
    mass_per_length = si(rho, Fraction(A), POUND, per=INCH**2)
    return beam(si(l, INCH), mass_per_length, si(E, Fraction(I), POUND, INCH**2), joint)


CASE_1 = rod("10110000", "0.0453", "0.0002534", "1.404e-5", "39.625", SPRING)
HUFNAGEL = {
    "hufnagel-case1": Arm(Base.fixed(), (CASE_1,)),
    "hufnagel-case2": Arm(Base.fixed(), (rod("29270000", "0.0488", "0.000729", "1.716e-5", "29.625", CLAMP),)),
    "hufnagel-case3": Arm(Base.fixed(), (rod("9760000", "0.0483", "0.0002503", "1.596e-5", "19.625", CLAMP),)),
    "hufnagel-case1-mass-a": Arm(
        Base.fixed(), (CASE_1,), Body(si("0.0001131", POUND, per=INCH), si("1.22e-5", POUND, INCH))
    ),
    "hufnagel-case1-mass-b": Arm(
        Base.fixed(), (CASE_1,), Body(si("0.0004557", POUND, per=INCH), si("0.0001311", POUND, INCH))
    ),
}

# J. Ramakrishnan and L. W. Taylor (about 1991), tables 1 to 3


def station(inertia: str, EI_1: str, EI_2: str) -> Arm:
    def link(mass: str, length: str, EI: str) -> Link:
        mass_per_length = si(mass, SLUG, per=Fraction(length) * FOOT)
        return beam(si(length, FOOT), mass_per_length, si(EI, POUND, FOOT**2), Joint.rigid())

    base = Base.free(si("6176", SLUG), si(inertia, SLUG, FOOT**2))
    links = (link("9.5485", "21", EI_1), link("5.9901", "23", EI_2))
    return Arm(base, links, Body(si("124.22", SLUG), 0.0))


RAMAKRISHNAN = {
    f"ramakrishnan-case{case}-{axis}": station(inertia, *EI)
    for case, inertia in ((1, "0"), (2, "6.99e6"))
    for axis, EI in (("yy", ("5645800", "3416600")), ("zz", ("5208300", "2437500")))
}

# In postures of his own and of our choice, under his gravity, 386.2 in/s².
HUFNAGEL |= {
    f"hufnagel-case1-{posture}": Arm(Base.fixed(), (replace(CASE_1, angle=angle),), gravity=(0.0, -si("386.2", INCH)))
    for posture, angle in (("hanging", -90.0), ("standing", 90.0), ("lying", 0.0))
}


# In space: Ramakrishnan and Taylor's booms with Wiedemann's joints and payload, and arms of our own.


def boom(mass: str, length: str, EI: tuple[str, str], J: str, polar: float, angle: float) -> Link:
    return Link(
        si(length, FOOT),
        si(mass, SLUG, per=Fraction(length) * FOOT),
        tuple(si(one, POUND, FOOT**2) for one in EI),
        torsional_rigidity=si("3.846e5", Fraction(J), POUND, FOOT**2),
        polar_inertia_per_length=polar,
        axial_rigidity=si("1e6", Fraction("0.9218"), POUND),
        joint=Joint.locked(1.0e6, axis="y"),
        angle=angle,
    )


def rigid(
    length: float, stiffness: float, axis: str, angle: float, mass: float = 0.0, tip: Body | None = None
) -> RigidLink:
    return RigidLink(length, joint=Joint.locked(stiffness, axis=axis), mass=mass, angle=angle, tip=tip)


ORBITER = Base.free(
    si("6176", SLUG),
    ((1.3e6, 0.0, 3.0e5), (0.0, si("6.99e6", SLUG, FOOT**2), 0.0), (3.0e5, 0.0, 9.9e6)),
    (14.0, 2.7, 2.0),
)
TUBE = Tube(0.35, 7.0e-3, 7.0e10, 1600.0, 2.5e10).numbers("timoshenko", extensible=True, twists=True)
STEEL = {
    "mass_per_length": 6.28,
    "flexural_rigidity": (5600.0, 22400.0),
    "shear_rigidity": 5.333e7,
    "rotary_inertia_per_length": (2.093e-4, 8.373e-4),
    "torsional_rigidity": 5855.0,
    "polar_inertia_per_length": 1.047e-3,
    "axial_rigidity": 1.68e8,
    "joint": Joint.rigid(),
}
SPACE = {
    "shuttle-in-space": Arm(
        ORBITER,
        (
            rigid(0.0, 1.0e6, "z", 90.0),
            boom("9.5485", "21.0", ("5.6458e6", "5.2083e6"), "6.7711", 0.59, -50.0),
            boom("5.9901", "23.0", ("3.4166e6", "2.4375e6"), "5.0558", 0.34, 80.0),
            rigid(0.46, 2.4e5, "y", -30.0),
            rigid(0.0, 2.4e5, "z", 20.0),
            rigid(1.42, 2.4e5, "x", 30.0),
        ),
        Body(30000.0, (4.0e5, 8.0e4, 4.0e5), (2.0, 1.0, 0.0)),
        motion="spatial",
    ),
    "seven-joint-arm": Arm(
        Base.fixed(),
        (
            rigid(0.4, 1.0e6, "x", 15.0, 100.0),
            rigid(0.6, 1.0e6, "z", 25.0, 100.0),
            Link(7.0, **TUBE, joint=Joint.locked(1.0e6, axis="y"), angle=-55.0, tip=Body(150.0, (3.0, 5.0, 5.0))),
            Link(7.0, **TUBE, joint=Joint.locked(1.0e6, axis="y"), angle=95.0),
            rigid(0.5, 5.0e5, "y", -25.0, 100.0),
            rigid(0.6, 5.0e5, "z", -35.0, 100.0),
            rigid(0.7, 5.0e5, "x", 40.0, 100.0),
        ),
        Body(3.0e4, (8.0e4, 4.0e5, 4.0e5), (2.5, 0.0, 1.0)),
        motion="spatial",
    ),
    "space-station": Arm(
        Base.free(1.48e5, 2.28e7),
        (
            Link(40.0, 15.0, 6.8e8, joint=Joint.rigid(), angle=180.0, name="truss_a"),
            Link(40.0, 15.0, 6.8e8, joint=Joint.rigid(), name="truss_b", parent="base"),
            *(
                Link(
                    31.6,
                    332.278,
                    1.4e7,
                    joint=Joint.rigid(axis="y"),
                    angle=angle,
                    name=f"array_{half}_{k}",
                    parent=f"truss_{half}",
                )
                for half in "ab"
                for k, angle in enumerate((90.0, -90.0), 1)
            ),
            replace(beam(*UPPER, SHOULDER, 90.0), name="upper", parent="truss_b", at=35.0),
            replace(beam(*LOWER, ELBOW), name="lower"),
            replace(HAND, name="hand"),
        ),
        LARGE,
        motion="spatial",
    ),
    "l-cantilever": Arm(Base.fixed(), (Link(1.0, **STEEL), Link(0.6, **STEEL, angle=90.0)), motion="spatial"),
    "puma-560": Arm(
        Base.fixed(),
        (
            RigidLink(0.0, joint=Joint.locked(4.0e4, 0.35, "z")),
            rigid(0.4318, 4.0e4, "y", -45.0, tip=Body(17.4, (0.13, 0.539, 0.524), (-0.3638, -0.2275, 0.006))),
            RigidLink(0.15005, joint=Joint.rigid(), angle=-90.0),
            rigid(0.0, 2.0e4, "x", 180.0),
            RigidLink(
                0.0203,
                joint=Joint.rigid(),
                angle=90.0,
                tip=Body(4.8, (0.066, 0.0785, 0.0125), (-0.0203, -0.0141, 0.07)),
            ),
            RigidLink(0.0, joint=Joint.rigid(axis="y"), angle=-90.0),
            rigid(0.4318, 5.0e3, "x", 0.0, tip=Body(0.82, (1.3e-3, 1.8e-3, 1.8e-3), 0.019)),
            rigid(0.0, 5.0e3, "y", -45.0, tip=Body(0.34, (3.0e-4, 4.0e-4, 3.0e-4))),
            rigid(0.0, 2.0e3, "x", 0.0, tip=Body(0.09, (4.0e-5, 1.5e-4, 1.5e-4), 0.032)),
        ),
        Body(2.0, (0.002, 0.004, 0.004), (0.12, 0.0, 0.03)),
        motion="spatial",
    ),
}

BAR = (6.28, 5600.0)
FREE = Joint.unlocked()
SUPPORTED = {
    "continuous-beam": Arm(
        Base.fixed(),
        (Link(6.0, *BAR, joint=FREE, name="beam"),),
        supports=(
            Support("beam", ("along_y",), station=2.0),
            Support("beam", ("along_y",), station=4.0),
            Support("tip", ("along_y",)),
        ),
    ),
    "portal": Arm(
        Base.fixed(),
        tuple(
            Link(1.0, *BAR, joint=Joint.rigid(), angle=angle, name=name)
            for name, angle in (("left", 90.0), ("beam", -90.0), ("right", -90.0))
        ),
        supports=(Support("tip", ("along_x", "along_y", "about_z")),),
    ),
    "four-bar": Arm(
        Base.fixed(),
        (
            Link(0.5, *BAR, joint=FREE, angle=90.0, name="crank"),
            Link(2.0, *BAR, joint=FREE, angle=-60.0, name="coupler"),
            Link(1.5, *BAR, joint=FREE, angle=90.0, name="rocker", parent="base", at=(1.7320508075688772, 0.0)),
        ),
        supports=(Support("rocker.tip", ("along_x", "along_y"), to="coupler.tip"),),
    ),
    "two-arms-one-payload": Arm(
        Base.free(70000.0, 1.0e6),
        (
            replace(beam(*UPPER, SHOULDER, 120.0), name="upper_a", parent="base", at=(-5.0, 3.0)),
            replace(beam(*LOWER, ELBOW, -80.0), name="lower_a"),
            replace(beam(*UPPER, SHOULDER, 60.0), name="upper_b", parent="base", at=(5.0, 3.0)),
            replace(beam(*LOWER, ELBOW, 80.0), name="lower_b"),
        ),
        Body(20000.0, 2.0e5, (2.133, 1.79)),
        supports=(Support("lower_a.tip", ("along_x", "along_y", "about_z"), to="lower_b.tip"),),
    ),
}

# For slews.
SLEWED = {
    "barhorst-two-links": Arm(
        Base.fixed(),
        tuple(
            Link(*one, axial_rigidity=axial, rotary_inertia_per_length=turning, joint=FREE)
            for *one, axial, turning in ((2.0, 1.0, 400.0, 1e6, 4e-4), (1.5, 0.8, 200.0, 5e5, 3.2e-4))
        ),
    ),
}

PUBLISHED = SLEWED | SUPPORTED | WIEDEMANN | HUFNAGEL | RAMAKRISHNAN | SPACE


def unnamed(arm: Arm) -> Arm:
    return replace(arm, name="")


def mass(arm: Arm) -> float:
    return sum(link.mass for link in arm.links) + (arm.payload.mass if arm.payload else 0.0)


def test_the_published_arms_are_all_there():
    assert set(names()) == set(PUBLISHED)


@pytest.mark.parametrize("name", names())
def test_numbers_are_the_published_ones(name):
    assert repr(asdict(unnamed(example(name)))) == repr(asdict(PUBLISHED[name]))


@pytest.mark.parametrize("name", names())
def test_comes_back_from_writing(name):
    assert loads(dumps(example(name))) == example(name)


@pytest.mark.parametrize("name", names())
def test_says_source_units_and_what_is_left_out(name):
    head = text(name).split("\n\n")[0].splitlines()
    assert all(line.startswith("# ") for line in head)
    assert [word for word in ("# Source: ", "# Units: ", "# Left out: ") if any(word in line for line in head)] == [
        "# Source: ",
        "# Units: ",
        "# Left out: ",
    ]


def test_each_has_a_name_of_its_own():
    called = {example(name).name for name in names()}
    assert len(called) == len(names())
    assert "" not in called


@pytest.mark.parametrize(
    ("name", "kilograms"),
    [
        ("single-link-locked", 14 * 3.9786 + 10000),
        ("shuttle-fixed-base", 6.37 * 3.9 + 7.05 * 3.4 + 30000),
        ("hufnagel-case1", 0.0797),
        ("hufnagel-case1-mass-b", 2 * 0.0797),  # table 5.1: as heavy as the beam
        ("ramakrishnan-case1-yy", 1812.85 + 226.77),
        ("shuttle-in-space", 30000 + 226.77),
        ("l-cantilever", 0.04 * 0.02 * 7850 * 1.6),
    ],
)
def test_masses_make_sense(name, kilograms):
    assert mass(example(name)) == pytest.approx(kilograms, rel=2e-3)


def test_an_unknown_name_is_refused_with_the_known_ones():
    with pytest.raises(InputError) as caught:
        example("shuttle-free")
    got = "got 'shuttle-free' (did you mean shuttle-free-base?)"
    assert str(caught.value) == f"example: wanted one of {', '.join(names())}, {got}"


def test_a_name_unlike_any_is_refused():
    with pytest.raises(InputError, match=r"got 'zzz'$"):
        text("zzz")


# The package's face


def fresh(code: str) -> str:
    """What a new Python prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_describing_an_arm_imports_no_numpy():
    assert fresh("import sys, flexarm; flexarm.example('double-link'); print('numpy' in sys.modules)") == "False"


def test_every_name_of_the_face_is_there():
    parts = {"Arm", "Link", "RigidLink", "Joint", "Body", "Base"}
    others = {"load", "loads", "dumps", "save", "example", "InputError", "QuestionError", "FlexarmError"}
    late = {"Backend", "find_backend", "ModalModel"}
    assert parts | others | late <= set(dir(flexarm))
    assert all(getattr(flexarm, name) is not None for name in parts | others | late)


def test_a_name_that_is_not_there_is_missing():
    with pytest.raises(AttributeError, match="module 'flexarm' has no attribute 'lod'"):
        flexarm.lod  # noqa: B018
