"""What drives make grow on the way of a slew: the eigenvalues of the arm in that posture; none that are not theirs."""

import json

import numpy as np
import pytest

import compare
from exact import Exact
from fem import BeamFEM
from flexarm import Arm, Base, Body, Course, Drive, Joint, Manoeuvre, RigidLink, Turn, slew

FOLD = Manoeuvre(0.7, 36, (Turn(2, Course((0.1, 0.5), (0.0, 3.0))),), accuracy=1e-2)


def folding(derivative, elbow=0.0):
    """Return two rigid links, the first on a delayed drive; the second free to be turned, or rigid where it is bent."""
    drive = Drive(200.0, derivative, delay=0.02)
    shoulder = RigidLink(1.0, mass=1.0, joint=Joint.unlocked(drive=drive))
    other = RigidLink(1.0, mass=1.0, joint=Joint.rigid() if elbow else Joint.unlocked(), angle=np.degrees(elbow))
    return Arm(Base.fixed(), (shoulder, other), Body(2.0, 0.01))


def test_an_arm_that_its_drive_makes_unstable_where_it_is_folded_says_so():
    found = compare.slews(folding(60.0), FOLD, BeamFEM(1), BeamFEM(1))
    told = found["fem:1"]
    (grows,) = (one for one in eigenvalues(folding(60.0, 3.0)) if one.real > 0.0 and one.imag > 0.0)
    # As far as the delay's approximation goes, which is good to 1e-8 at the arm's own frequency, a tenth of this one.
    assert complex(told.growth_rate, told.growth_frequency) == pytest.approx(grows, rel=1e-4)
    assert 0.5 <= float(told.growth_time) <= 0.7
    place = "by its drives small motion about the posture at 0.5 s"
    words = f"{place} grows by a factor e in 0.357 s, swinging at 78.21 rad/s"
    assert told.attrs["unstable"].startswith(words)
    assert f"unstable:\n  fem:1: {words}; in 1 of " in compare.text(found)
    (record,) = json.loads(compare.text(found, "json"))["results"]
    assert record["growth_rate"] == float(told.growth_rate)
    assert record["unstable"] == told.attrs["unstable"]


def eigenvalues(arm):
    told = compare.eigenvalues(arm, [Exact()], 4).isel(backend=0)
    return told.real_part.values + 1j * told.imaginary_part.values


def test_what_grows_by_folding_or_by_weight_is_not_the_drives():
    # An arm that is folded turns faster, but stays where it is once it is folded.
    assert max(one.real for one in eigenvalues(folding(20.0, 3.0))) < 0.0
    told = slew(BeamFEM(1), folding(20.0), FOLD)
    assert float(told.growth_rate) == 0.0
    assert told.attrs["unstable"] == ""
    # A pendulum that stands upright on a link that a drive holds, and would fall without.
    held = RigidLink(1.0, mass=1.0, joint=Joint.unlocked(drive=Drive(200.0, 60.0, delay=1e-3)), angle=90.0)
    upright = Arm(Base.fixed(), (held, RigidLink(1.0, mass=1.0, joint=Joint.unlocked())), gravity=(0.0, -9.81))
    assert float(slew(BeamFEM(1), upright, Manoeuvre(0.1, 2, accuracy=1e-2)).growth_rate) == 0.0
