"""Arms on supports: closed forms, springs from soft to rigid, closed loops, redundancy, refusals, the page."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import brentq

import compare
from compare.arm_text import as_explanation
from compare.cli import main
from exact import certify
from flexarm import (
    Arm,
    Base,
    Body,
    InputError,
    Joint,
    Link,
    LoadCase,
    QuestionError,
    RigidLink,
    Support,
    find_backend,
    response,
)
from flexarm.examples import example
from flexarm.files import dumps, loads

WELDED, FREE = Joint.rigid(), Joint.unlocked()
BACKENDS = {"exact": 1e-12, "assumed_modes:legendre:16": 1e-9, "fem:24": 2e-5}
every_backend = pytest.mark.parametrize(("spec", "off"), BACKENDS.items())
FIXED = Base.fixed()
PAGE = (Path(__file__).parents[1] / "docs" / "supports.md").read_text(encoding="utf-8")


def unit(length: float = 1.0, **said) -> Link:
    return Link(length, 1.0, 1.0, **{"joint": WELDED, **said})


def omega(arm: Arm, count: int, spec: str = "exact") -> np.ndarray:
    return find_backend(spec).modes(arm, count).angular_frequency


def _three_spans(low: float, high: float) -> float:
    """β of three equal spans: the rotations over the inner supports, with the outer spans' far ends pinned."""

    def determinant(b: float) -> float:
        s, c, sh, ch = np.sin(b), np.cos(b), np.sinh(b), np.cosh(b)
        near, far = (s * ch - c * sh) / (1.0 - c * ch), (sh - s) / (1.0 - c * ch)
        return (2.0 * near - far**2 / near) ** 2 - far**2

    return brentq(determinant, low, high, xtol=1e-13)


# Beams of unit numbers: β of each case (Blevins 1979, table 8-1).
PINNED = Arm(FIXED, (unit(joint=FREE),), supports=(Support("tip", ("along_y",)),))
CASES = {
    "propped": (Arm(FIXED, (unit(),), supports=(Support("tip", ("along_y",)),)), [3.92660231, 7.06858275]),
    "clamped": (Arm(FIXED, (unit(),), supports=(Support("tip", ("along_y", "about_z")),)), [4.73004074, 7.85320462]),
    "sliding": (Arm(FIXED, (unit(),), supports=(Support("tip", ("about_z",)),)), [2.36502037, 5.49780392]),
    "pinned": (PINNED, [np.pi, 2.0 * np.pi]),
    "on a base that is held": (
        Arm(
            Base.free(1.0, 0.0, (0.3, 0.0)),
            (unit(),),
            supports=(
                Support("link1.root", ("along_x", "along_y")),
                Support("tip", ("along_y",)),
                Support("link1.root", ("about_z",)),
            ),
        ),
        [3.92660231, 7.06858275],
    ),
    "three spans": (
        Arm(
            FIXED,
            (unit(3.0, joint=FREE, name="beam"),),
            supports=(
                Support("beam", ("along_y",), station=1.0),
                Support("beam", ("along_y",), station=2.0),
                Support("tip", ("along_y",)),
            ),
        ),
        [np.pi, _three_spans(3.5, 3.6), _three_spans(4.2, 4.4), 2.0 * np.pi],
    ),
    "on an incline": (
        Arm(FIXED, (unit(angle=35.0),), supports=(Support("tip", ("along_x",), angle=125.0),)),
        [3.92660231, 7.06858275],
    ),
}


@every_backend
@pytest.mark.parametrize("case", CASES)
def test_closed_forms(case, spec, off):
    arm, beta = CASES[case]
    np.testing.assert_allclose(omega(arm, len(beta), spec), np.square(beta), rtol=max(off, 1e-8))


@every_backend
def test_a_portal_sways_or_not(spec, off):
    def feet(*supports: Support) -> Arm:
        return Arm(
            FIXED, (unit(angle=90.0, name="left"), unit(angle=-90.0, name="beam"), unit(angle=-90.0)), supports=supports
        )

    portal = feet(Support("tip", ("along_x", "along_y", "about_z")))
    loop = Arm(
        FIXED,
        (*portal.links[:2], unit(angle=90.0, parent="base", at=(1.0, 0.0), name="right")),
        supports=(Support("right.tip", ("along_x", "along_y", "about_z"), to="beam.tip"),),
    )
    found = omega(portal, 4, spec)
    # The symmetric mode is that of half of it, whose middle neither moves along nor turns.
    still = Arm(FIXED, (unit(angle=90.0), unit(0.5, angle=-90.0)), supports=(Support("tip", ("along_x", "about_z")),))
    np.testing.assert_allclose(found[1], omega(still, 1, spec)[0], rtol=max(off, 1e-9))
    np.testing.assert_allclose(omega(loop, 4, spec), found, rtol=1e-10)
    np.testing.assert_allclose(found[0], 3.204573086917, rtol=max(off, 1e-11))


def test_a_loop_closed_elsewhere_is_proved_the_same():
    interval, _ = certify(example("portal"), omega(example("portal"), 2).tolist())
    low, high = float(interval.lower), float(interval.upper)
    scale = np.sqrt(5600.0 / 6.28)
    assert low <= 3.204573086917229 * scale * (1.0 + 1e-12)
    assert high >= 3.204573086917229 * scale * (1.0 - 1e-12)


# --- springs


def sprung(stiffness: float | None) -> Arm:
    return Arm(
        Base.free(2.0, 1.0, (0.1, 0.2)),
        (unit(), unit(angle=40.0, joint=Joint.locked(0.5))),
        Body(1.0, 0.1, 0.3),
        supports=(
            Support("link1.root", ("along_x", "along_y"), stiffness),
            Support("tip", ("along_y",), stiffness),
            Support("link1.tip", ("about_z", "along_y"), (3.0, 0.1)),
        ),
    )


@pytest.mark.parametrize(
    "stiffness",
    [pytest.param(1e-6, marks=pytest.mark.slow), 1.0, pytest.param(1e6, marks=pytest.mark.slow), 1e14, None],
)
def test_springs_of_any_stiffness_keep_their_digits(stiffness):
    arm = sprung(stiffness)
    proved = omega(arm, 4, "exact:certify")
    np.testing.assert_allclose(omega(arm, 4), proved, rtol=1e-12)
    np.testing.assert_allclose(omega(arm, 4, "assumed_modes:legendre:16"), proved, rtol=1e-11)
    np.testing.assert_allclose(omega(arm, 4, "fem:60"), proved, rtol=1e-6)


def test_a_spring_is_that_of_a_textbook_and_comes_to_the_rigid_limit():
    def end(stiffness: float | None) -> Arm:
        return Arm(FIXED, (unit(),), supports=(Support("tip", ("along_y",), stiffness),))

    for spec in ("exact", "assumed_modes:legendre:14"):
        for stiffness in (0.1, 30.0):
            b = np.sqrt(omega(end(stiffness), 1, spec)[0])
            s, c, sh, ch = np.sin(b), np.cos(b), np.sinh(b), np.cosh(b)
            assert b**3 * (1.0 + c * ch) == pytest.approx(stiffness * (c * sh - s * ch), rel=1e-9)
        np.testing.assert_allclose(omega(end(1e15), 3, spec), omega(end(None), 3, spec), rtol=1e-11)
        np.testing.assert_allclose(omega(end(1e-16), 3, spec), omega(Arm(FIXED, (unit(),)), 3, spec), rtol=1e-13)


@every_backend
def test_a_rigid_bar_on_springs_and_what_is_left_rigid(spec, off):
    bar = Arm(
        Base.free(2.0, 0.5),
        (RigidLink(1.0, joint=WELDED),),
        supports=(Support("link1.root", ("along_y",), 3.0), Support("tip", ("along_y",), 5.0)),
    )
    stiffness, mass = np.array([[8.0, 5.0], [5.0, 5.0]]), np.diag([2.0, 0.5])
    expected = np.sqrt(np.linalg.eigvals(np.linalg.solve(mass, stiffness)))
    model = find_backend(spec).modes(bar, 2)
    np.testing.assert_allclose(model.angular_frequency, np.sort(expected), rtol=1e-12)
    assert model.rigid_modes == 1


# --- rigid-body modes, mechanisms, redundancy


@every_backend
def test_a_four_bar_has_one_mechanism(spec, off):
    model = find_backend(spec).modes(example("four-bar"), 3)
    assert model.rigid_modes == 1
    np.testing.assert_allclose(model.angular_frequency, omega(example("four-bar"), 3), rtol=off)


@every_backend
def test_a_portal_in_space_with_pinned_feet_swings_about_their_line(spec, off):
    def bar(angle: float) -> Link:
        return Link(
            1.0, 1.0, (1.0, 1.3), joint=WELDED, angle=angle, torsional_rigidity=0.8, polar_inertia_per_length=0.01
        )

    portal = Arm(
        Base.free(0.0, 0.0),
        (bar(90.0), bar(-90.0), bar(-90.0)),
        motion="spatial",
        supports=(
            Support("link1.root", ("along_x", "along_y", "along_z")),
            Support("tip", ("along_x", "along_y", "along_z")),
        ),
    )
    model = find_backend(spec).modes(portal, 3)
    assert model.rigid_modes == 1
    np.testing.assert_allclose(
        model.angular_frequency, [1.32634382, 1.66800568, 8.42314543], rtol=max(off, 1e-8) * 10.0
    )


def test_what_is_held_already_is_said_and_changes_nothing():
    arm = CASES["propped"][0]
    more = replace(
        arm,
        supports=(
            *arm.supports,
            Support("tip", ("along_x", "along_y")),
            Support("tip", ("along_y",), 5.0),
            Support("link1.root", ("about_z",), 1e3),
        ),
    )
    assert np.array_equal(omega(more, 3), omega(arm, 3))
    told = " ".join(as_explanation(more).split())
    assert "support 2 tip: along_x, along_y in the base's axes; held already: along_x, along_y" in told
    assert "support 4 link1.root: about_z by 1000 in the base's axes; held already: about_z" in told


def test_the_order_of_supports_changes_nothing():
    arm = sprung(2.0)
    other = replace(arm, supports=arm.supports[::-1])
    for spec in BACKENDS:
        np.testing.assert_allclose(omega(other, 4, spec), omega(arm, 4, spec), rtol=1e-12)


def test_shapes_obey_the_supports_and_are_orthogonal():
    arm = CASES["three spans"][0]
    for spec in ("exact", "assumed_modes:legendre:12"):
        model = find_backend(spec).modes(arm, 4)
        for link in (1, 2, 3):
            moved = model.translation(link, [1.0])[:, 1, 0]
            assert np.max(np.abs(moved)) < 1e-8
        x, weights = np.polynomial.legendre.leggauss(24)
        shapes = np.concatenate([model.translation(k, 0.5 * (x + 1.0))[:, 1] for k in (1, 2, 3)], axis=1)
        np.testing.assert_allclose(shapes @ (np.tile(0.5 * weights, 3) * shapes).T, np.eye(4), atol=1e-8)


# --- files, names, refusals


def test_a_support_along_a_link_cuts_it_and_a_file_says_the_same():
    arm = CASES["three spans"][0]
    assert arm.link_names == ("beam_1", "beam_2", "beam")
    assert [support.section for support in arm.supports] == ["beam_1.tip", "beam_2.tip", "tip"]
    assert loads(dumps(arm)) == arm
    assert loads(dumps(sprung(3.0))) == sprung(3.0)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ({"section": "boom.tip"}, "support1.section: wanted one of tip, link1.root, link1.tip, got 'boom.tip'"),
        ({"section": "link1", "station": 2.0}, "from 0 to its length, 1.0 m, got 2.0"),
        ({"section": "link1", "station": 0.5}, "a station along a link with a name"),
        ({"holds": ("along_z",)}, "motions of an arm in the plane: along_x, along_y, about_z, got ['along_z']"),
        ({"to": "link2.tip"}, "support1.to: wanted one of tip, link1.root, link1.tip, or nothing for the ground"),
    ],
)
def test_what_cannot_be_held_is_refused(said, text):
    with pytest.raises(InputError) as caught:
        Arm(FIXED, (unit(),), supports=(Support(**{"section": "tip", "holds": ("along_y",), **said}),))
    assert text in str(caught.value)


def test_faults_of_a_support_are_named_in_a_file():
    with pytest.raises(InputError) as caught:
        loads(dumps(PINNED).replace('holds = ["along_y"]', 'holds = ["yy"]\nstiffness = -1.0\naxes = "tip"'))
    for text in (
        "support1.holds1: wanted each once",
        "support1.stiffness: wanted a positive",
        'wanted "base" or "link"',
    ):
        assert text in str(caught.value)


def test_what_is_not_answered_on_supports_is_refused_by_name():
    exact = find_backend("exact")
    with pytest.raises(QuestionError, match="stands on supports, and what further loads do to it"):
        response(exact, PINNED, LoadCase(1.0, 10))
    with pytest.raises(QuestionError, match="stands on supports, and static displacements are"):
        compare.flexibility(replace(PINNED, links=(unit(),)), exact)
    with pytest.raises(QuestionError, match="on supports is not modelled: they bear a part of it"):
        omega(replace(PINNED, gravity=(0.0, -1.0)), 1)
    model = exact.modes(PINNED, 1)
    with pytest.raises(QuestionError, match="participation factors and reactions"):
        model.participation  # noqa: B018
    assert "participation" not in model.dataset()


def test_the_page_is_what_compare_prints(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("beam.toml").write_text(PAGE.split("```toml\n")[1].split("```")[0], encoding="utf-8")
    assert main(["compare", "beam.toml", "-n", "4"]) == 0
    rows = [
        line.split()[:3] for line in capsys.readouterr().out.splitlines() if line.split()[:1] in (["1"], ["2"], ["3"])
    ]
    table = PAGE.split("```text\n")[1].split("```")[0]
    assert rows == [line.split()[:3] for line in table.splitlines() if line.split()[:1] in (["1"], ["2"], ["3"])]
