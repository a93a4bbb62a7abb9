"""Sweeps under static loads: past buckling the first frequency is another mode's, and the result says so."""

import re
import shlex
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import compare
from assumed_modes import AssumedModes
from compare.cli import main
from exact import Exact
from fem import BeamFEM
from flexarm.arm import Arm
from flexarm.errors import InputError, NeutralError
from flexarm.files import save
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Joint

RIGIDITY, LENGTH, MASS = 50.0, 2.0, 3.0
# A. G. Greenhill (1881): 7.8373 EI/(m L³).
SELF_WEIGHT = 7.837347438943279 * RIGIDITY / (MASS * LENGTH**3)
# L. Euler (1744): π² EI/(4 L²) at the tip of a column clamped at its foot.
EULER = np.pi**2 * RIGIDITY / (4.0 * LENGTH**2)
COLUMN = Arm(
    Base.fixed(),
    (Link(LENGTH, MASS, RIGIDITY, joint=Joint.rigid(), angle=90.0),),
    gravity=(0.0, 0.0),
    name="standing",
)
DOCUMENT = (Path(__file__).parents[1] / "docs" / "sweeps.md").read_text(encoding="utf-8")
SOLVER = AssumedModes("legendre", 8)
SHARES = np.array([-1.0, 0.0, 0.5, 0.99, 1.01, 2.0, 6.0, 8.0])
FALLS = {"gravity[1]": -SELF_WEIGHT * SHARES}
# The second self-weight buckling load is 55.977/7.8373 = 7.14 times the first, Euler's nine times.
GRAVITY_COUNTS, FORCE_COUNTS = [0, 0, 0, 0, 1, 1, 1, 2], [0, 0, 0, 0, 1, 1, 1, 1]


@pytest.fixture(scope="module")
def fallen():
    return compare.sweep(COLUMN, FALLS, compare.Frequencies(2), SOLVER)


def test_a_column_falls_under_its_own_weight(fallen):
    assert fallen.unstable_modes.values.tolist() == GRAVITY_COUNTS
    assert fallen.unstable_modes.attrs["units"] == "1"
    assert fallen["gravity[1]"].attrs == {"units": "m/s²", "long_name": "gravity y"}
    assert not fallen.status.any()
    first = fallen.angular_frequency.sel(mode=1).values
    assert np.all(np.diff(first[:4]) < 0.0)
    assert first[4] > 10.0 * first[3]  # what was the second mode


@pytest.mark.parametrize("solver", [Exact(), BeamFEM(10)], ids=lambda solver: solver.name)
def test_a_column_buckles_at_eulers_load(solver):
    grid = {"link1.axial_force": -EULER * SHARES[2:7]}
    found = compare.sweep(COLUMN, grid, compare.Frequencies(1), solver)
    assert found.unstable_modes.values.tolist() == FORCE_COUNTS[2:7]
    assert found["link1.axial_force"].attrs == {"units": "N", "long_name": "link1 axial force"}


def test_a_spin_holds_a_column_up():
    grid = {"spin_rate": [0.0, 20.0], "link1.axial_force": -1.01 * EULER}
    found = compare.sweep(COLUMN, grid, compare.Frequencies(1), SOLVER)
    assert found.unstable_modes.values.tolist() == [1, 0]
    assert found["spin_rate"].attrs == {"units": "rad/s", "long_name": "spin rate"}


def test_the_numbers_of_unstable_modes_of_many_arms():
    # The rigid link's one freedom falls, and no frequency is left: the number is known all the same.
    rigid = replace(_under(-9.81), links=(RigidLink(1.0, joint=Joint.locked(1.0), angle=90.0, mass=3.0),))
    arms = [COLUMN, *(_under(-share * SELF_WEIGHT) for share in (0.5, 1.0, 2.0)), rigid]
    found = Exact().frequencies_of(arms, 1)
    # At the very edge nobody can say.
    np.testing.assert_array_equal(found.unstable_modes, [0.0, 0.0, np.nan, 1.0, 1.0])
    assert np.isfinite(found.angular_frequency[:, 0]).tolist() == [True, True, False, True, False]
    with pytest.raises(NeutralError) as refused:
        Exact().modes(arms[2], 1)
    assert found.reasons[:4] == ("", "", str(refused.value), "")
    assert found.reasons[4] != ""


def _under(gravity):
    return replace(COLUMN, gravity=(0.0, gravity))


def test_errors_are_those_of_the_same_modes():
    # Two elements fall later than the truth: between the two, their first frequency is of a mode that has none.
    between = -1.001 * SELF_WEIGHT
    grid = {"gravity[1]": [-0.5 * SELF_WEIGHT, between, -2.0 * SELF_WEIGHT]}
    found = compare.sweep(COLUMN, grid, compare.Errors(2, Exact()), BeamFEM(2))
    assert found.unstable_modes.values.tolist() == [0, 0, 1]
    assert found.status.values.tolist() == [0, 2, 0]
    assert found.reason.values[1].startswith("fem:2: 0 unstable modes where exact finds 1")
    error = found.relative_error.values
    assert np.isnan(error[1, 0])
    assert np.all(np.abs(error[[0, 1, 2], [1, 1, 0]]) < 0.02)
    same = compare.frequencies(_under(between), [BeamFEM(2)], 2, Exact()).relative_error.values[0]
    np.testing.assert_allclose(error[1], same, rtol=1e-12)


def test_modes_that_are_followed_are_lost_where_they_fall_and_found_where_they_stand(fallen):
    there_and_back = {"gravity[1]": [*FALLS["gravity[1]"], -0.6 * SELF_WEIGHT, -9.0 * SELF_WEIGHT]}
    found = compare.sweep(COLUMN, there_and_back, compare.Frequencies(2), SOLVER, track="gravity[1]")
    first, second = found.angular_frequency.values.T
    plain = fallen.angular_frequency.values
    assert np.flatnonzero(np.isnan(first)).tolist() == [4, 5, 6, 7, 9]
    np.testing.assert_allclose(first[:4], plain[:4, 0], rtol=1e-10)
    np.testing.assert_allclose(second[:7], [*plain[:4, 1], *plain[4:7, 0]], rtol=1e-10)
    assert np.isnan(second[[7, 9]]).all()
    assert np.isfinite(found.angular_frequency.values[8]).all()
    assert np.nanmin(found.mac.values) > 0.9
    assert found.unstable_modes.values.tolist() == [*GRAVITY_COUNTS, 0, 2]
    assert found.status.values.tolist() == [0, 0, 0, 0, 2, 2, 2, 2, 0, 2]
    assert found.reason.values[7] == "mode 1, 2: unstable, and without a frequency"


def test_modes_that_come_to_stand_push_none_of_the_others_out():
    rising = {"gravity[1]": [-8.0 * SELF_WEIGHT, 0.0]}
    found = compare.sweep(COLUMN, rising, compare.Frequencies(1), SOLVER, track="gravity[1]")
    plain = compare.sweep(COLUMN, rising, compare.Frequencies(3), SOLVER).angular_frequency
    np.testing.assert_allclose(found.angular_frequency[:, 0], [plain[0, 0], plain[1, 2]], rtol=1e-10)


def test_pendulums_are_no_rigid_body_modes_where_they_are_followed():
    link = Link(1.0, 1.0, 9.0, joint=Joint.unlocked(), angle=-90.0)
    swinging = Arm(Base.fixed(), (link,), Body(1.0, 0.0), gravity=(0.0, -1.0))
    grid = {"payload.mass": [1.0, 2.0]}
    for track in (None, "payload.mass"):
        found = compare.sweep(swinging, grid, compare.Frequencies(1), SOLVER, track=track)
        assert found.rigid_modes.values.tolist() == [0, 0]


def test_summary_and_table_say_how_many_points_have_unstable_modes(fallen, tmp_path, capsys):
    save(COLUMN, tmp_path / "arm.toml")
    command = ["sweep", str(tmp_path / "arm.toml"), "-n", "1", "-b", SOLVER.spec, "--grid"]
    assert main([*command, f"gravity[1]={-2 * SELF_WEIGHT},0,{-8 * SELF_WEIGHT}"]) == 0
    printed = capsys.readouterr().out
    assert "\n2 points have unstable modes: frequencies are those of the modes that are stable\n" in printed
    assert re.search(r"\n unstable +1 +2 *\n", printed)
    assert main([*command, "gravity[1]=0,-1"]) == 0
    assert "unstable" not in capsys.readouterr().out
    assert "unstable" in compare.text(fallen)


def test_the_document_shows_what_is_printed(tmp_path, monkeypatch, capsys):
    section = DOCUMENT[DOCUMENT.index("## Gravity") :]
    arm, commands, printed = re.findall(r"^```(?:toml|sh|text)\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)[:3]
    (tmp_path / "column.toml").write_text(arm, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(commands.splitlines()[0])[1:]) == 0
    said, shown = (
        [line.rstrip() for line in text.splitlines() if "per second" not in line]
        for text in (capsys.readouterr().out.rstrip("\n"), printed)
    )
    assert said == shown


def test_pictures_leave_unstable_points_out_and_say_so(fallen):
    figure = compare.plot_sweep(fallen, "gravity[1]")
    drawn = figure.axes[0].get_lines()[0].get_ydata()
    assert np.isfinite(drawn).tolist() == [count == 0 for count in GRAVITY_COUNTS]
    assert figure.get_suptitle().replace("\n", " ").endswith("without the 4 points with unstable modes")
    counted = compare.plot_sweep(fallen, "gravity[1]", variable="unstable_modes")
    assert counted.axes[0].get_lines()[0].get_ydata().tolist() == GRAVITY_COUNTS
    assert "without" not in counted.get_suptitle()
    assert fallen.angular_frequency.notnull().all()


def test_pictures_count_the_points_that_they_show():
    grid = {"gravity[1]": [0.0, -2.0 * SELF_WEIGHT, -8.0 * SELF_WEIGHT], "payload.mass": [0.0, 1.0]}
    found = compare.sweep(COLUMN.with_payload(Body(0.0, 0.0)), grid, compare.Frequencies(1), SOLVER)
    held = compare.plot_sweep(found, "gravity[1]", at={"payload.mass": 1.0})
    assert held.get_suptitle().replace("\n", " ").endswith("without the 2 points with unstable modes")
    other = compare.plot_sweep(found, "payload.mass", at={"gravity[1]": 0.0})
    assert "without" not in other.get_suptitle()


def test_gravity_is_swept_by_its_parts():
    with pytest.raises(InputError, match=re.escape("gravity[0] along x or gravity[1] along y")):
        compare.sweep(COLUMN, {"gravity": [1.0, 2.0]}, backend=SOLVER)
