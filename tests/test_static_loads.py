"""Static loads: what is refused and how, published gravity corrections, load factors, and what the commands say."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.linalg import eigh

import compare
from assumed_modes import AssumedModes
from assumed_modes.table import FAMILIES
from assumed_modes.tip_body import TipBody
from compare.cli import main
from fem import BeamFEM
from flexarm.arm import Arm
from flexarm.backend import find_backend
from flexarm.displacements import Displacements
from flexarm.errors import InputError, QuestionError
from flexarm.examples import example
from flexarm.files import dumps, loads, save
from flexarm.freedoms import rigid_count
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Joint
from flexarm.rigid_modes import rigid_modes
from flexarm.section_loads import SectionLoads

FEM = BeamFEM(6)
BEAM = Link(1.0, 1.0, 1.0, joint=Joint.rigid())
HINGED = replace(BEAM, joint=Joint.unlocked())
G = (0.0, -9.81)


def arm(*links: Link | RigidLink, base: Base | None = None, payload: Body | None = None, **loads) -> Arm:
    return Arm(base or Base.fixed(), links, payload, name="it", **loads)


REFUSED = {
    "a free base": (
        arm(BEAM, base=Base.free(1.0, 1.0), gravity=G),
        "it: a free base has nothing to stand on under gravity = [0.0, -9.81] m/s²; remove it, or fix or guide the "
        "base",
    ),
    "a guide that falls": (
        arm(BEAM, base=Base.guided(1.0, (0.0, 1.0)), gravity=G),
        "it: the guided base would fall along its direction [0.0, 1.0] under gravity = [0.0, -9.81] m/s²; take a "
        "direction perpendicular to gravity, or a fixed base",
    ),
    "a hinge that swings": (
        arm(BEAM, replace(HINGED, angle=-45.0), gravity=G),
        "it: joint 2 is free and would swing out of this posture: gravity = [0.0, -9.81] m/s² turns what it carries "
        "with -3.46836 N m; bring the centre of mass beyond it above or below it, or give it a stiffness",
    ),
    "a spin of a guided base": (
        arm(BEAM, base=Base.guided(1.0, (0.0, 1.0)), spin_rate=2.0),
        "it: spin_rate = 2.0 rad/s turns a fixed base about the first joint, not a guided one; fix it",
    ),
    "a spin of a free joint": (
        arm(HINGED, spin_rate=2.0),
        "it: spin_rate = 2.0 rad/s cannot drive a first joint that is free; give it a stiffness, or weld it",
    ),
    "a spin and gravity": (
        arm(BEAM, spin_rate=2.0, gravity=G),
        "it: spin_rate = 2.0 rad/s: in its axes gravity would turn and nothing be at rest; remove one of the two",
    ),
    "a bent arm that spins": (
        arm(BEAM, replace(BEAM, angle=10.0), spin_rate=2.0),
        "it: spin_rate = 2.0 rad/s: only a straight arm is modelled, whose motion feels no Coriolis force; make all "
        "links parallel and put all bodies' centres on their axis, or remove spin_rate",
    ),
    "a payload beside the axis that spins": (
        arm(BEAM, payload=Body(1.0, 0.0, (0.0, 0.1)), spin_rate=2.0),
        "put all bodies' centres on their axis",
    ),
}


@pytest.mark.parametrize("why", REFUSED)
def test_arms_that_cannot_rest_are_refused(why):
    it, text = REFUSED[why]
    for ask in (lambda: FEM.modes(it, 1), lambda: FEM.unstable(it), lambda: FEM.growth_rates(it)):
        with pytest.raises(QuestionError) as refusal:
            ask()
        assert text in str(refusal.value)


def test_a_backend_without_static_loads_says_so(monkeypatch):
    monkeypatch.setattr(BeamFEM, "bears_static_loads", False)
    with pytest.raises(QuestionError) as refusal:
        FEM.modes(arm(replace(BEAM, axial_force=2.0), gravity=G), 1)
    assert str(refusal.value) == (
        "it: fem:6 does not model static loads, and gravity = [0.0, -9.81] m/s², link1.axial_force = 2.0 N would "
        "change the frequencies; remove them to solve the arm without"
    )


@pytest.mark.parametrize("load", [{"gravity": G}, {"spin_rate": 1.0}])
def test_what_is_not_modelled_beside_static_loads(load):
    it = arm(BEAM, **load)
    with pytest.raises(QuestionError, match="what further loads do under"):
        FEM.statics(it, SectionLoads.none(1, 1))
    with pytest.raises(QuestionError, match="what the base feels of"):
        _ = FEM.modes(it, 1).base_reaction
    dataset = FEM.modes(it, 1).dataset()
    assert dataset.unstable_modes == 0
    assert "base_force" not in dataset
    assert "base_force" in FEM.modes(arm(BEAM), 1).dataset()


@pytest.mark.parametrize("load", [{"spin_rate": 1e200}, {"gravity": (1e308, 0.0)}], ids=["spin", "gravity"])
@pytest.mark.parametrize("spec", ["exact", "exact:certify", "fem:3", "assumed_modes:legendre:4"])
def test_static_loads_that_overflow_are_refused(spec, load):
    it, backend = arm(replace(BEAM, mass_per_length=9.0), payload=Body(9.0, 0.0), **load), find_backend(spec)
    for ask in (lambda: backend.modes(it, 1), lambda: backend.unstable(it), lambda: backend.growth_rates(it)):
        with pytest.raises(QuestionError, match=r"too far apart for float64 \(.* overflows\)"):
            ask()
    assert "overflows" in backend.frequencies_of([it], 1).reasons[0]


def test_small_angles_off_equilibrium_pass():
    leaning = arm(replace(HINGED, angle=-90.0 + 1e-5), gravity=G)
    upright = arm(replace(HINGED, angle=-90.0), gravity=G)
    found, right = (FEM.modes(it, 2).angular_frequency for it in (leaning, upright))
    np.testing.assert_allclose(found, right, rtol=1e-12)


@pytest.mark.parametrize(
    ("it", "count"),
    [
        (arm(HINGED), 1),
        (arm(HINGED, gravity=(1.0, 0.0)), 0),
        (arm(HINGED, replace(HINGED, axial_force=1.0)), 2),
        (arm(BEAM, HINGED, gravity=(1.0, 0.0), base=Base.guided(1.0, (0.0, 1.0))), 1),
        (arm(replace(BEAM, axial_force=1.0), HINGED), 1),
    ],
)
def test_a_pendulum_is_no_rigid_body_mode(it, count):
    if it.links[-1].axial_force:
        # What one hinge turns the next can turn back: neither a mode of its own nor a pendulum.
        with pytest.raises(QuestionError, match="edge of stability"):
            FEM.modes(it, 1)
        return
    assert rigid_count(it) == FEM.modes(it, 2).rigid_modes == count
    found = rigid_modes(it)
    assert isinstance(found, Displacements)
    assert found.base_motion.shape == (count, 3)


def test_keys_of_arm_files():
    it = arm(replace(BEAM, axial_force=-2.5), RigidLink(1.0, joint=Joint.locked(1.0), axial_force=3.0), spin_rate=0.5)
    assert loads(dumps(it)) == it
    assert "axial_force = -2.5\n" in dumps(it)
    assert "spin_rate = 0.5\n" in dumps(it)
    assert "axial" not in dumps(arm(BEAM))
    assert "spin" not in dumps(arm(BEAM))
    wrong = dumps(it).replace("-2.5", "nan").replace("0.5", '"fast"')
    with pytest.raises(InputError) as refusal:
        loads(wrong)
    assert "spin_rate: wanted a finite number (rad/s), got 'fast'" in str(refusal.value)
    assert "link1.axial_force: wanted a finite number (N), got nan" in str(refusal.value)


# --- gravity corrections of published models


def published_stiffness(kind, it, functions, gravity):
    """Hufnagel (1989), equations 4.43, 5.42 and 5.60, of one link of unit numbers that hangs on a spring."""
    nodes, weights = np.polynomial.legendre.leggauss(30)
    x, w = (nodes + 1.0) / 2.0, weights / 2.0
    shape, slope, curvature = (functions(x, order) for order in range(3))
    tip, mass = functions(np.ones(1), 0)[0], it.payload.mass
    stiffness = np.zeros((len(tip) + 1,) * 2)
    stiffness[0, 0] = it.links[0].joint.stiffness + gravity * (0.5 + mass)
    stiffness[0, 1:] = stiffness[1:, 0] = gravity * (w @ shape + mass * tip)
    stiffness[1:, 1:] = (w * curvature.T) @ curvature
    if kind != "none":
        stiffness[1, 1] += gravity * (w @ (shape[:, 0] ** 2 / x))
    if kind == "hufnagel":
        stiffness[1, 1] += gravity * mass * tip[0] ** 2
    if kind == "hufnagel-tip":
        stiffness[1:, 1:] += gravity * mass * (w * slope.T) @ slope
    return stiffness


def consistent_mass(it, functions):
    nodes, weights = np.polynomial.legendre.leggauss(30)
    x, w = (nodes + 1.0) / 2.0, weights / 2.0
    motion = np.column_stack([x, functions(x, 0)])
    tip, slope = (np.append(1.0, functions(np.ones(1), order)[0]) for order in (0, 1))
    mass = (w * motion.T) @ motion + it.payload.mass * np.outer(tip, tip) + it.payload.inertia * np.outer(slope, slope)
    mass[0, 0] += it.links[0].joint.hub_inertia
    return mass


@pytest.mark.parametrize("family", ["comparison", "clamped-mass", "monomial"])
@pytest.mark.parametrize("kind", ["none", "hufnagel", "hufnagel-tip"])
def test_published_corrections_are_the_published_matrices(family, kind):
    link = replace(BEAM, joint=Joint.locked(2.0, 0.05), angle=-90.0)
    it = arm(link, payload=Body(0.7, 0.02), gravity=(0.0, -3.0))
    functions = FAMILIES[family].functions(3, TipBody.of(link, (it.payload,)))
    right = np.sqrt(
        eigh(published_stiffness(kind, it, functions, 3.0), consistent_mass(it, functions), eigvals_only=True)
    )
    found = find_backend(f"assumed_modes:{family}:3:{kind}").modes(it, 4).angular_frequency
    np.testing.assert_allclose(found, right, rtol=1e-10)


def test_the_published_constants_of_one_comparison_polynomial():
    # Equation 4.34: ω² = 3.530² EI/(ρA l⁴) + 1.319 g/l.
    it = arm(replace(BEAM, angle=-90.0), gravity=(0.0, -10.0))
    found = find_backend("assumed_modes:comparison:1:hufnagel").modes(it, 1).angular_frequency[0] ** 2
    still = find_backend("assumed_modes:comparison:1:none").modes(it, 1).angular_frequency[0] ** 2
    assert np.sqrt(still) == pytest.approx(3.530, abs=5e-4)
    assert (found - still) / 10.0 == pytest.approx(1.319, abs=6e-4)


def test_specifications_of_corrections():
    for spec in ("assumed_modes:comparison:1:hufnagel", "assumed_modes:clamped-free:3:none:no-rotation"):
        assert find_backend(spec).spec == spec
    backend = find_backend("assumed_modes:comparison:hufnagel-tip")
    assert backend == AssumedModes("comparison", 8, gravity_correction="hufnagel-tip")
    assert backend.scheme == "assumed_modes:comparison:hufnagel-tip"
    assert find_backend("assumed_modes:legendre:8:full").spec == "assumed_modes:legendre:8"
    with pytest.raises(
        InputError, match="gravity_correction: wanted one of full, none, hufnagel, hufnagel-tip, got 'half'"
    ):
        AssumedModes(gravity_correction="half")
    with pytest.raises(InputError, match="got 'none:hufnagel'"):
        find_backend("assumed_modes:comparison:1:none:hufnagel")


@pytest.mark.parametrize(
    "it",
    [
        arm(BEAM, BEAM, gravity=(1.0, 0.0)),
        arm(BEAM, spin_rate=1.0),
        arm(replace(BEAM, axial_force=1.0)),
    ],
)
def test_corrections_are_of_one_link_under_gravity(it):
    with pytest.raises(QuestionError, match="hufnagel is defined for one flexible link under gravity alone"):
        AssumedModes("comparison", 2, gravity_correction="hufnagel").modes(it, 1)
    unloaded = arm(*(replace(link, axial_force=0.0) for link in it.links))
    with_one, without = (AssumedModes("comparison", 2, gravity_correction=c) for c in ("hufnagel", "full"))
    assert with_one.modes(unloaded, 1).frequency == without.modes(unloaded, 1).frequency


# --- load factors


def test_load_factors_count_every_mode_and_scale_with_the_load():
    it = arm(replace(BEAM, angle=90.0), gravity=(0.0, -2.0))
    found = compare.buckling(it, [FEM, AssumedModes("legendre", 8)], count=3)
    assert found.load_factor.attrs["units"] == "1"
    np.testing.assert_allclose(2.0 * found.load_factor.values[:, :2], [[7.8373, 55.977]] * 2, rtol=3e-3)
    half = compare.buckling(replace(it, gravity=(0.0, -4.0)), [FEM], count=3)
    np.testing.assert_allclose(2.0 * half.load_factor.values[0], found.load_factor.values[0], rtol=1e-9)
    for k, factor in enumerate(found.load_factor.values[0]):
        below, above = (replace(it, gravity=(0.0, -2.0 * factor * (1.0 + step))) for step in (-1e-6, 1e-6))
        assert (FEM.unstable(below), FEM.unstable(above)) == (k, k + 1)


def test_rigid_columns_on_springs():
    link = RigidLink(1.0, joint=Joint.locked(3.0), axial_force=-1.0, tip=Body(1.0, 1.0))
    found = compare.buckling(arm(link, link), [FEM], "axial_force", 2).load_factor.values[0]
    # K = [[6, −3], [−3, 3]] in absolute rotations, P = 1: the eigenvalues of K.
    np.testing.assert_allclose(found, np.linalg.eigvalsh([[6.0, -3.0], [-3.0, 3.0]]), rtol=1e-9)


def test_other_loads_stay():
    pushed = replace(BEAM, angle=90.0, axial_force=-1.0)
    factor = compare.buckling(arm(pushed, gravity=(0.0, -1.0)), [FEM]).load_factor.item()
    assert 4.7 < factor < 4.9
    pulled = replace(pushed, axial_force=1.0)
    assert compare.buckling(arm(pulled, gravity=(0.0, -1.0)), [FEM]).load_factor.item() > 7.84


def test_what_has_no_load_factor():
    hanging = arm(replace(BEAM, angle=-90.0), gravity=G)
    assert np.isnan(compare.buckling(hanging, [FEM], count=2).load_factor.values).all()
    with pytest.raises(QuestionError, match="it: there is no axial_force to scale; scale gravity"):
        compare.buckling(hanging, [FEM], "axial_force")
    with pytest.raises(QuestionError, match="it: there is no gravity to scale; give it gravity"):
        compare.buckling(arm(BEAM), [FEM])
    standing = arm(replace(HINGED, angle=90.0), gravity=G)
    with pytest.raises(QuestionError, match="unstable already at a load factor of 1e-06"):
        compare.buckling(standing, [FEM])
    for wrong in ({"scale": "weight"}, {"count": 0}, {"limit": -1.0}, {"limit": float("nan")}):
        with pytest.raises(InputError, match=f"buckling: {next(iter(wrong))}: wanted"):
            compare.buckling(hanging, [FEM], **wrong)


# --- commands


@pytest.fixture
def standing(tmp_path):
    path = tmp_path / "standing.toml"
    save(arm(replace(BEAM, angle=90.0), gravity=(0.0, -9.81)), path)
    return str(path)


def test_the_command_buckling(standing, tmp_path, capsys):
    assert main(["buckling", standing, "--scale", "gravity", "-b", "fem:6", "-n", "2", "--limit", "5"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("it\nstability is lost where gravity is multiplied by\n")
    assert "0.7989" in told
    assert "never (to 5)" in told
    assert told.endswith("never: at no factor up to 5; --limit 500 looks further\n")
    assert (
        main(["buckling", standing, "--scale", "gravity", "-b", "fem:6", "-n", "2", "--limit", "5", "--format", "json"])
        == 0
    )
    found = json.loads(capsys.readouterr().out)
    assert found["scale"] == "gravity"
    assert found["results"][0]["load_factor"][0] == pytest.approx(7.8373 / 9.81, rel=1e-3)
    assert found["results"][0]["load_factor"][1] is None
    assert main(["buckling", standing, "--scale", "gravity", "-b", "fem:6", "--format", "csv"]) == 0
    assert capsys.readouterr().out.startswith("backend,number,scale,load_factor\nfem:6,1,gravity,0.79")
    assert main(["buckling", standing, "--scale", "axial_force", "-b", "fem:6"]) == 2
    assert "there is no axial_force to scale" in capsys.readouterr().err


def test_compare_tells_of_unstable_modes(standing, capsys):
    assert (
        main(["compare", standing, "-b", "fem:6", "-b", "assumed_modes:legendre:4", "-n", "1", "--growth-rates"]) == 0
    )
    told = capsys.readouterr().out
    assert "1 unstable mode\n" in told
    assert "fem:6: grows at 1.76" in told
    assert main(["compare", standing, "-b", "fem:6", "-n", "1", "--growth-rates", "--format", "json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["results"]
    assert row["unstable_modes"] == 1
    assert row["growth_rate"] == pytest.approx([1.769], abs=2e-3)
    assert main(["compare", standing, "-b", "fem:6", "-n", "1", "--format", "csv"]) == 0
    assert ",unstable_modes,unknowns,seconds [s]" in capsys.readouterr().out.splitlines()[0]


def test_errors_are_of_the_same_modes(tmp_path, capsys):
    # A little past buckling: one element is too stiff to buckle, and its first mode is the one that grows.
    it = arm(replace(BEAM, angle=90.0), gravity=(0.0, -7.85))
    table = compare.frequencies(it, [BeamFEM(1), FEM], 2, reference=AssumedModes("legendre", 8))
    assert table.unstable_modes.values.tolist() == [0, 1]
    assert np.isnan(table.relative_error.values[0, 0])
    assert 0.0 < table.relative_error.values[0, 1] < 0.7
    np.testing.assert_allclose(table.relative_error.values[1], 0.0, atol=1e-2)
    save(it, tmp_path / "it.toml")
    assert main(["compare", str(tmp_path / "it.toml"), "-b", "exact", "-b", "fem:1", "-n", "2"]) == 0
    assert "unstable modes: exact 1, fem:1 0\n" in capsys.readouterr().out
    assert (
        main(["compare", str(tmp_path / "it.toml"), "-b", "exact", "-b", "fem:1", "-n", "2", "--format", "json"]) == 0
    )
    assert json.loads(capsys.readouterr().out)["results"][1]["relative_error"][0] is None


def test_modes_left_over_by_too_few_functions_are_not_compared():
    it = arm(replace(BEAM, angle=90.0), gravity=(0.0, -7.85))
    study = compare.convergence(it, [FEM], [1, 4], 2, reference=AssumedModes("legendre", 10))
    assert np.isnan(study.relative_error.sel(size=1)).all()
    assert np.all(np.abs(study.relative_error.sel(size=4)) < 1e-2)
    assert "fem:1: 0 unstable modes where assumed_modes:legendre:10 finds 1" in str(study.missing.sel(size=1).values)


def test_without_static_loads_nothing_is_said_of_them(tmp_path, capsys):
    path = tmp_path / "still.toml"
    save(example("hufnagel-case1"), path)
    assert main(["compare", str(path), "-b", "fem:6", "-n", "1"]) == 0
    assert "unstable" not in capsys.readouterr().out


def test_the_documented_tables(tmp_path, capsys):
    page = (Path(__file__).parents[1] / "docs" / "gravity.md").read_text()
    for posture in ("hanging", "standing"):
        save(example(f"hufnagel-case1-{posture}"), tmp_path / f"{posture}.toml")
    approximate = [word for spec in ("assumed_modes:legendre:8", "fem:20") for word in ("-b", spec)]
    assert main(["buckling", str(tmp_path / "standing.toml"), "--scale", "gravity", "-n", "2", *approximate]) == 0
    kinds = [word for kind in ("", ":none", ":hufnagel") for word in ("-b", f"assumed_modes:comparison:3{kind}")]
    factors = capsys.readouterr().out.splitlines()
    assert main(["compare", str(tmp_path / "hanging.toml"), "-n", "2", *kinds]) == 0
    rows = [row.split() for row in factors + capsys.readouterr().out.splitlines()]
    found = [numbers for number, *numbers in filter(None, rows) if number in ("1", "2")]
    assert list(map(len, found)) == [2, 2, 6, 6]
    assert [number for numbers in found for number in numbers if number not in page] == []
