"""Arms whose links branch: closed forms, a chain said as a tree, the order of branches, names, refusals."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import brentq

import compare
from compare.arm_text import as_explanation
from compare.cli import main
from exact import certify
from flexarm import Arm, Base, Body, InputError, Joint, Link, LoadCase, QuestionError, RigidLink, find_backend, response
from flexarm.doubts import doubts
from flexarm.examples import example
from flexarm.files import dumps, loads
from flexarm.hand_over import state_space
from flexarm.load_cases import (
    BaseAcceleration,
    Damper,
    History,
    Initial,
    JointTorque,
    TipForce,
    dumps_case,
    loads_case,
)

WELDED = Joint.rigid()
BACKENDS = {"exact": 1e-12, "assumed_modes:legendre:12": 1e-9, "fem:24": 2e-5}
every_backend = pytest.mark.parametrize(("spec", "off"), BACKENDS.items())
# Clamped-free and free-free beams of unit length, rigidity and mass per length: β.
CANTILEVER = (1.8751040687119611, 4.694091132974175)
FREE = (4.730040744862704, 7.853204624095838, 10.995607838001671, 14.137165491257464)
PAGE = (Path(__file__).parents[1] / "docs" / "branches.md").read_text(encoding="utf-8")


def unit(length: float = 1.0, **said) -> Link:
    return Link(length, 1.0, 1.0, **{"joint": WELDED, **said})


def omega(arm: Arm, count: int, spec: str = "exact") -> np.ndarray:
    return find_backend(spec).modes(arm, count).angular_frequency


# --- closed forms


@every_backend
def test_a_cross_on_a_fixed_base_is_four_cantilevers(spec, off):
    cross = Arm(Base.fixed(), tuple(unit(angle=90.0 * k, parent="base") for k in range(4)))
    np.testing.assert_allclose(omega(cross, 8, spec), np.repeat(np.square(CANTILEVER), 4), rtol=off)


@every_backend
def test_a_free_cross_has_pairs_where_its_middle_moves(spec, off):
    cross = Arm(Base.free(0.0, 0.0), tuple(unit(angle=90.0 * k, parent="base") for k in range(4)))

    def determinant(b: float) -> float:
        """Of two arms that bend, whose middle carries the two others: cos, cosh and sin − sinh of βx."""
        s, c, sh, ch = np.sin(b), np.cos(b), np.sinh(b), np.cosh(b)
        return float(np.linalg.det([[-c, ch, -s - sh], [s, sh, -c - ch], [b, b, 2.0]]))

    pair = brentq(determinant, 1.9, 2.3, xtol=1e-14)
    # At rest in the middle; its pair; turned about it, as if pinned and free; at rest.
    beta = [CANTILEVER[0], pair, pair, 3.9266023120479188, CANTILEVER[1]]
    model = find_backend(spec).modes(cross, 5)
    assert model.rigid_modes == 3
    np.testing.assert_allclose(model.angular_frequency, np.square(beta), rtol=max(off, 1e-12))


def test_a_multiplicity_of_four_is_proved_and_its_modes_are_orthogonal():
    cross = Arm(Base.fixed(), tuple(unit(angle=90.0 * k, parent="base") for k in range(4)))
    (interval,) = certify(cross, [CANTILEVER[0] ** 2] * 4)
    assert interval.multiplicity == 4
    model = find_backend("exact").modes(cross, 4)
    x, weights = np.polynomial.legendre.leggauss(20)
    shapes = np.concatenate([model.deflection(k, (x + 1.0) / 2.0) for k in range(1, 5)], axis=1)
    np.testing.assert_allclose(shapes @ (np.tile(weights / 2.0, 4) * shapes).T, np.eye(4), atol=1e-9)


@every_backend
def test_a_free_beam_is_two_branches_from_its_middle(spec, off):
    # The base is a speck: the middle of the beam.
    beam = Arm(Base.free(1e-9, 1e-12), (unit(0.5), unit(0.5, angle=180.0, parent="base")))
    np.testing.assert_allclose(omega(beam, 4, spec), np.square(FREE), rtol=max(off, 1e-7))


@every_backend
def test_a_T_is_symmetric_or_antisymmetric(spec, off):
    tee = Arm(
        Base.fixed(), (unit(name="stem"), unit(0.5, angle=90.0, parent="stem"), unit(0.5, angle=-90.0, parent="stem"))
    )
    found = omega(tee, 6, spec)
    # Symmetric: the stem keeps its length, so that the halves of the bar are cantilevers.
    np.testing.assert_allclose(found[[2, 4]], [4.0 * CANTILEVER[0] ** 2, 55.18736355], rtol=max(off, 1e-8))
    # Antisymmetric: the stem bends, with the bar's mass and the halves' resistance to turning at its tip.
    for value in found[[0, 1, 3]] if spec == "exact" else []:
        assert abs(_antisymmetric(value)) < 1e-9


def _antisymmetric(omega: float) -> float:
    """The determinant of the T's tip in y and rotation, relative (Koloušek's functions)."""
    b = np.sqrt(omega)
    s, c, sh, ch = np.sin(b), np.cos(b), np.sinh(b), np.cosh(b)
    pole = 1.0 - c * ch
    shear, mixed, moment = (b**3 * (c * sh + s * ch), -(b**2) * s * sh, b * (s * ch - c * sh))
    h = 0.5 * b
    half = b * (np.cos(h) * np.sinh(h) - np.sin(h) * np.cosh(h)) / (1.0 + np.cos(h) * np.cosh(h))
    terms = (shear / pole - omega**2) * (moment / pole + 2.0 * half), (mixed / pole) ** 2
    return (terms[0] - terms[1]) / (abs(terms[0]) + abs(terms[1]))


# --- a chain said as a tree, and trees said in another order


CHAIN = Arm(
    Base.free(50.0, 20.0, (1.0, 0.5)),
    (
        unit(2.0, joint=Joint.locked(3.0), angle=30.0, tip=Body(0.5, 0.1)),
        RigidLink(0.5, joint=Joint.unlocked(0.3), mass=0.4, angle=-50.0),
        unit(1.5, joint=Joint.locked(2.0, 0.1), angle=70.0),
    ),
    Body(1.0, 0.2, (0.3, 0.1)),
)


@pytest.mark.parametrize("spec", BACKENDS)
@pytest.mark.parametrize("motion", ["planar", "spatial"])
def test_a_tree_that_is_a_chain_gives_the_chain_bit_for_bit(spec, motion):
    chain = replace(CHAIN, motion=motion)
    first, second, third = chain.links
    said = (
        replace(first, name="a", parent="base", at=chain.base.offset),
        replace(second, parent="a"),
        replace(third, parent="link2", at=0.5),
    )
    assert np.array_equal(omega(replace(chain, links=said), 5, spec), omega(chain, 5, spec))


def tree(order: str, joint: str, **said) -> Arm:
    """A stem that carries three branches, in any order."""
    axis = {"axis": "y"} if said.get("motion") == "spatial" else {}
    branches = {
        "a": unit(0.7, joint=Joint.locked(2.0), angle=80.0, name="a", parent="stem", at=0.4, tip=Body(0.5, 0.1)),
        "b": unit(0.9, joint=Joint.locked(1.5, **axis), angle=-60.0, name="b", parent="stem"),
        "c": RigidLink(
            0.4, joint=getattr(Joint, joint)(0.5), angle=150.0, name="c", parent="stem", tip=Body(0.3, 0.05, 0.2)
        ),
    }
    stem = unit(1.0, joint=Joint.locked(4.0), angle=-90.0, name="stem")
    return Arm(Base.fixed(), (stem, *(branches[name] for name in order)), **said)


@pytest.mark.slow
@pytest.mark.parametrize("spec", BACKENDS)
@pytest.mark.parametrize("said", [{}, {"gravity": (0.0, -0.4)}, {"motion": "spatial"}], ids=["plain", "hung", "space"])
def test_the_order_of_branches_changes_nothing(spec, said):
    base = omega(tree("abc", "locked", **said), 5, spec)
    for order in ("cba", "bca"):
        np.testing.assert_allclose(omega(tree(order, "locked", **said), 5, spec), base, rtol=1e-11)


@pytest.mark.parametrize("spec", ["exact", "fem:16"])
def test_responses_do_not_depend_on_the_order(spec):
    case = LoadCase(2.0, 200, (BaseAcceleration("y", History.step(1.0)),))
    one, other = (response(find_backend(spec), tree(order, "unlocked"), case, modes=8) for order in ("abc", "cba"))
    peaks = [_peaks(one, "abc"), _peaks(other, "cba")]
    for name, value in peaks[0].items():
        assert peaks[1][name] == pytest.approx(value, rel=1e-7, abs=1e-9), name


def _peaks(one, order: str) -> dict[str, float]:
    """Peaks of outputs, by the links' names in place of their numbers."""
    called = {
        f"{part}{k}_": f"{part}.{name}." for part in ("link", "joint") for k, name in enumerate(["d", "s", *order], 1)
    }
    dataset = one
    found = {}
    for name in dataset.output.values.tolist():
        text = name
        for old, new in called.items():
            text = new + text.removeprefix(old) if text.startswith(old) else text
        found[text] = float(abs(dataset.peak.sel(output=name)))
    return found


def test_what_the_root_of_a_branch_feels_is_its_own():
    # On a fixed base each branch feels its own load alone.
    arm = Arm(Base.fixed(), (unit(angle=90.0), unit(angle=90.0, parent="base", at=(1.0, 0.0), tip=Body(2.0, 0.0))))
    case = LoadCase(40.0, 200, (TipForce("x", History.step(1.0), link=1),))
    dataset = response(find_backend("exact"), arm, case, modes=6)
    felt = {k: float(abs(dataset.peak.sel(output=f"link{k}_root_shear"))) for k in (1, 2)}
    assert felt[1] > 1.0
    assert felt[2] == pytest.approx(0.0, abs=1e-9)


def test_gravity_on_a_tree_is_that_of_exact_in_shapes_and_elements():
    # Two pendulums on one bar: what hangs from each joint is its own.
    arm = Arm(
        Base.fixed(),
        (
            unit(1.0, name="bar"),
            RigidLink(1.0, joint=Joint.unlocked(), angle=-90.0, parent="bar", at=0.5, tip=Body(0.01, 0.0)),
            RigidLink(0.5, joint=Joint.unlocked(), angle=-90.0, parent="bar", tip=Body(0.01, 0.0)),
        ),
        gravity=(0.0, -1e-3),
    )
    found = omega(arm, 3)
    np.testing.assert_allclose(found[:2], np.sqrt([1e-3 / 1.0, 1e-3 / 0.5]), rtol=1e-4)
    for spec in ("assumed_modes:legendre:10", "fem:16"):
        np.testing.assert_allclose(omega(arm, 3, spec), found, rtol=1e-5)


# --- names


def test_a_link_is_cut_where_another_begins_and_its_last_piece_keeps_its_name():
    arm = tree("abc", "locked")
    assert arm.link_names == ("stem_1", "stem", "a", "b", "c")
    assert arm.parents == (-1, 0, 0, 1, 1)
    assert [link.length for link in arm.links[:2]] == [0.4, 0.6]
    assert loads(dumps(arm)) == arm
    assert arm.with_angles(a=10.0, link4=20.0).links[2].angle == 10.0
    assert list(find_backend("exact").modes(arm, 1).body_motions) == ["a.tip", "c", "c.tip"]
    dataset = find_backend("exact").modes(arm, 2).dataset()
    assert dataset.link_name.values.tolist() == ["stem_1", "stem", "a", "b", "c"]


def test_two_stations_are_three_pieces_and_a_rigid_link_is_not_cut():
    arm = Arm(
        Base.fixed(),
        (
            unit(1.0, name="beam"),
            unit(0.2, parent="beam", at=0.75),
            unit(0.3, parent="beam", at=0.25),
            RigidLink(1.0, joint=WELDED, name="bar", parent="beam", at=0.0),
            unit(0.3, parent="bar", at=0.5),
        ),
    )
    assert arm.link_names == ("beam_1", "beam_2", "beam", "link4", "link5", "bar", "link7")
    assert arm.parents == (-1, 0, 1, 1, 0, 0, 5)
    assert omega(arm, 2)[0] > 0.0


def test_a_sweep_asks_for_a_link_by_its_name():
    grid = compare.sweep(
        tree("abc", "locked"), {"b.joint.stiffness": [1.5, 3.0]}, compare.Frequencies(2), find_backend("exact")
    )
    expected = omega(tree("abc", "locked"), 2)
    np.testing.assert_allclose(grid.angular_frequency.values.squeeze()[0], expected, rtol=1e-12)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (
            {"parent": "steam"},
            "\"base\" or a link before this one: base, link1, stem, got 'steam' (did you mean stem?)",
        ),
        ({"parent": "link2"}, "\"base\" or a link before this one: base, link1, stem, got 'link2'"),
        ({"at": 1.5}, "a station along the link that it begins on, from 0 to its length, 1.0 m, got 1.5"),
        ({"at": (1.0, 0.0)}, "a station along the link that it begins on, from 0 to its length, 1.0 m, got (1.0, 0.0)"),
        ({"parent": "base", "at": 1.0}, "a place on the base, (x, y) from its centre, or in space (x, y, z), got 1.0"),
        ({"name": "stem"}, "a name of its own"),
    ],
)
def test_what_no_link_begins_on_is_refused(said, text):
    with pytest.raises(InputError) as caught:
        Arm(Base.fixed(), (unit(name="stem"), unit(0.5, **said)))
    assert text in str(caught.value)


@pytest.mark.parametrize("name", ["base", "link3", "payload", "two words", "3rd", "a.b"])
def test_a_name_that_means_something_else_is_refused(name):
    with pytest.raises(InputError, match="letters, digits and _"):
        unit(name=name)


def test_a_station_on_a_link_without_a_name_or_on_pieces_is_refused():
    with pytest.raises(InputError, match="a station along a link with a name"):
        Arm(Base.fixed(), (unit(), unit(0.5, at=0.3)))
    with pytest.raises(InputError, match="one of the pieces that stem is made of: stem_1, …, stem"):
        replace(tree("abc", "locked"), links=(*tree("abc", "locked").links, unit(0.1, parent="stem", at=0.1)))


def test_a_spin_and_textbook_formulations_take_chains_alone():
    arm = Arm(Base.fixed(), (unit(), unit(angle=180.0, parent="base")), spin_rate=1.0)
    with pytest.raises(QuestionError, match="is modelled for an arm whose links follow one another"):
        omega(arm, 1)
    from compare.formulations.transfer_matrix import TRANSFER_MATRIX

    assert TRANSFER_MATRIX.handles(replace(arm, spin_rate=0.0)) == "branches are not modelled"


# --- the page and the shipped arm


def test_check_tells_where_links_begin():
    told = " ".join(as_explanation(tree("abc", "locked")).split())
    assert "link 3 a, flexible, 0.7 m at 80°, 0.7 kg, EI 1 N m², on stem_1" in told


def test_the_page_is_what_compare_prints(tmp_path, monkeypatch, capsys):
    file = PAGE.split("```toml\n")[1].split("```")[0]
    table = PAGE.split("```text\n")[1].split("```")[0]
    monkeypatch.chdir(tmp_path)
    Path("truss.toml").write_text(file, encoding="utf-8")
    assert main(["compare", "truss.toml", "-n", "4"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line.split()[:1] in (["1"], ["2"], ["3"])]
    assert [row[:3] for row in rows] == [
        line.split()[:3] for line in table.splitlines() if line.split()[:1] in (["1"], ["2"], ["3"])
    ]


@pytest.mark.slow
def test_the_station_is_the_same_by_all_backends():
    arm = example("space-station")
    found = omega(arm, 8)
    np.testing.assert_allclose(omega(arm, 8, "assumed_modes:legendre:8"), found, rtol=1e-10)
    np.testing.assert_allclose(omega(arm, 8, "fem:8"), found, rtol=1e-5)
    # Two of them are arrays that swing against each other: the truss stays at rest.
    np.testing.assert_allclose(found[4:6], CANTILEVER[0] ** 2 * np.sqrt(1.4e7 / 332.278) / 31.6**2, rtol=1e-3)


def test_a_branch_may_begin_at_the_very_end_of_its_parent():
    """Said so or left unsaid, it is the same: what it weighs as its parent twists is reckoned alike."""
    said, unsaid = (
        Arm(
            Base.fixed(),
            (
                Link(2.0, 1.0, 5.0, joint=Joint.rigid(), name="trunk"),
                Link(1.0, 1.0, 5.0, joint=Joint.rigid(axis="y"), angle=90.0, parent="trunk", at=at),
            ),
            motion="spatial",
        )
        for at in (2.0, None)
    )
    assert doubts(said) == doubts(unsaid)


NAMED = Arm(
    Base.fixed(),
    (
        unit(name="trunk", joint=Joint.locked(3.0)),
        unit(name="left", angle=60.0, parent="trunk"),
        unit(0.7, name="right", angle=-40.0, parent="trunk", joint=Joint.locked(2.0)),
    ),
)


def test_a_load_case_speaks_of_links_by_their_names():
    def case(left, right) -> LoadCase:
        loads = TipForce("y", History.step(1.0), left), JointTorque(right, History.step(0.1), internal_couple=True)
        initial = Initial(loads=(TipForce("x", History.step(0.2), left),))
        return LoadCase(1.0, 5, loads, initial=initial, dampers=(Damper(0.1, joint=right), Damper(0.1, link=left)))

    exact, named = find_backend("exact"), case("left", "right")
    assert loads_case(dumps_case(named)) == named
    found, numbered = (response(exact, NAMED, one, modes=3) for one in (named, case(2, 3)))
    assert list(found.link_name.values) == ["trunk", "left", "right"]
    for name in ("tip_displacement", "link2_root_moment", "joint3_rotation"):
        assert np.array_equal(found[name], numbered[name])
    with pytest.raises(InputError) as caught:
        response(exact, NAMED, case("lefd", "link4"))
    for path, name in (("load1.link", "'lefd' (did you mean left?)"), ("damper1.joint", "'link4'")):
        assert f"{path}: wanted one of link1, link2, link3, trunk, left, right, got {name}" in str(caught.value)


def test_a_state_space_is_asked_for_by_names_of_links():
    exact = find_backend("exact")
    named = state_space(exact, NAMED, ["left_tip_force_y", "right_joint_torque"], ["right_tip_deflection"], 3)
    numbered = state_space(exact, NAMED, ["link2_tip_force_y", "joint3_torque"], ["link3_tip_deflection"], 3)
    assert named.identical(numbered)


@pytest.mark.parametrize("spec", ["exact", "fem:2"])
def test_flexibility_of_any_tip_and_root(spec):
    backend = find_backend(spec)

    def whole(at: str, **said) -> np.ndarray:
        return compare.flexibility(NAMED, backend, at=at, **said).whole.values[0]

    # A link of unit numbers about its own axes: its own, and what the trunk and its joint make of its root.
    root, tip = whole("left.root", frame="tip"), whole("left.tip", frame="tip")
    carry = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 1.0], [0.0, 0.0, 1.0]])
    own = np.array([[0.0, 0.0, 0.0], [0.0, 1.0 / 3.0, 0.5], [0.0, 0.5, 1.0]])
    np.testing.assert_allclose(tip, carry @ root @ carry.T + own, atol=1e-12)
    np.testing.assert_array_equal(whole("link2.root"), whole("trunk.tip"))
    np.testing.assert_array_equal(whole("tip"), whole("right.tip"))
    with pytest.raises(InputError, match=r"at: wanted one of tip, trunk\.root, trunk\.tip"):
        whole("boom.tip")
