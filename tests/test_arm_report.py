"""The report of one's own arm: what it holds, what it is written to, what it refuses."""

import json
import re
import shlex
import shutil
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

import compare
from compare.cli import main
from compare.commands import harness
from compare.report.arm_facts import facts
from compare.report.arm_page import as_publication
from compare.report.arm_report import arm_report
from exact import Exact
from flexarm import Arm, Base, Body, Drive, Joint, Link, QuestionError, RigidLink, example, examples
from flexarm.errors import InputError
from flexarm.load_cases import BaseAcceleration, History, LoadCase, TipForce, save_case
from tests.pages import HTML, SVG, elements, lines, parsed, section, text
from tests.readme import MORE_COMMANDS

ROOT = Path(__file__).parents[1]
DOCS = (ROOT / "docs" / "arm-report.md").read_text(encoding="utf-8")
PUSH = History((0.0,), (1.0,))
SLEW = LoadCase(2.0, 21, (BaseAcceleration("rotation", History((0.0,), (0.004,))),), name="slew <1>")


# The page's Python makes the report that its command makes; here both are asked for a lighter one, of which the tests
# are, and which is made once.
COMMAND, PYTHON = (
    re.findall(rf"^```{language}\n(.*?)^```$", DOCS, re.MULTILINE | re.DOTALL)[-1] for language in ("sh", "python")
)
LIGHTER_COMMAND = {
    "shuttle-free-base": "single-link-locked",
    "flexarm/cases/wiedemann-10.5.1-free-base.toml": "slew.toml",
    "-o my-report": "-o new/mine",
    "-n 4": "-n 2",
}
LIGHTER_PYTHON = {
    'example("shuttle-free-base")': 'example("single-link-locked")',
    'example_case("wiedemann-10.5.1-free-base")': "slew",
    "count=4": "count=2",
    'report.save("my-report")': "",
}


def lighter(written: str, by: dict[str, str]) -> str:
    """Return what the page says with a lighter arm."""
    for heavy, light in by.items():
        assert heavy in written
        written = written.replace(heavy, light, 1)
    return written


class Asked:
    """Reports, each made once: who asks for the same again gets the same."""

    def __init__(self) -> None:
        self.made = []

    def __call__(self, arm, cases, *, count, tolerance=1e-3, certify=False, progress=None):
        question = (arm, list(cases), count, tolerance, certify)
        if not [report for asked, report in self.made if asked == question]:
            report = arm_report(arm, cases, count=count, tolerance=tolerance, certify=certify, progress=progress)
            self.made.append((question, report))
        return next(report for asked, report in self.made if asked == question)


@pytest.fixture(scope="module")
def asked():
    """What reports are asked of, by commands and in Python alike."""
    assert harness.arm_report is compare.arm_report is arm_report
    once = Asked()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(harness, "arm_report", once)
        yield once


@pytest.fixture(scope="module")
def commanded(asked, tmp_path_factory):
    """Where the page's command was run, and what it printed."""
    home = tmp_path_factory.mktemp("reports")
    printed, complaints = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(printed), redirect_stderr(complaints):
        patch.chdir(home)
        for folder in ("arms", "cases"):
            shutil.copytree(ROOT / "flexarm" / folder, home / "flexarm" / folder)
        save_case(SLEW, "slew.toml")
        assert main(shlex.split(lighter(COMMAND, LIGHTER_COMMAND).replace("\\\n", " "))[1:]) == 0
    return home, (printed.getvalue(), complaints.getvalue())


@pytest.fixture(scope="module")
def report(commanded, asked):
    known = {"slew": SLEW}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compare, "arm_report", asked)
        exec(lighter(PYTHON, LIGHTER_PYTHON), known)
    assert len(asked.made) == 1  # what Python asked for is what the command made
    return known["report"]


@pytest.fixture(scope="module")
def folder(commanded):
    return commanded[0] / "new" / "mine"


@pytest.fixture(scope="module")
def stiff():
    joint = Joint.locked(1e4)
    arm = Arm(Base.fixed(), (RigidLink(1.0, mass=2.0, inertia=0.2, joint=joint),), Body(3.0, 0.1), name="stiff")
    return compare.arm_report(arm)


@pytest.fixture(scope="module")
def page(folder):
    return parsed((folder / "report.html").read_text(encoding="utf-8"))


@pytest.mark.slow
def test_every_part_of_the_report_is_there(page):
    anchors = ("arm", "frequencies", "convergence", "modes", "response-1", "limits", "input")
    assert all(section(page, anchor) is not None for anchor in anchors)
    links = [link.get("href") for link in page.iter(f"{HTML}a")]
    assert links == [*(f"#{anchor}" for anchor in anchors), "#top"]
    assert [heading.text for heading in page.iter(f"{HTML}h1")] == ["Single link, joint locked"]
    assert "Response: slew <1>" in [heading.text for heading in page.iter(f"{HTML}h2")]


@pytest.mark.slow
def test_input_stands_there_with_units_mass_and_doubts(page, report):
    told = text(section(page, "arm"))
    assert "flexible, 14 m at 0°, 55.7004 kg, EI 3e+06 N m²" in told
    assert "total mass10055.7 kg" in told
    assert "Nothing looks wrong." in told
    listed = ["".join(one.itertext()) for one in section(page, "input").iter(f"{HTML}pre")]
    assert "length = 14.0\n" in listed[0]
    assert 'name = "slew <1>"\n' in listed[1]


@pytest.mark.slow
def test_frequencies_are_those_of_compare_with_digits_and_hertz(page, report):
    rows = {row[0]: row for row in reversed(lines(page, "frequencies"))}  # those of proved intervals stand below
    omega = compare.frequencies(report.arm, Exact(), 2).angular_frequency.values[0]
    for mode, value in enumerate(omega, 1):
        assert rows[str(mode)][1:3] == [f"{value:#.8g}", f"{value / (2 * np.pi):#.8g}"]
    assert rows["digits"][-1] == "14"
    assert float(np.abs(report.frequencies.relative_error).max()) < 1e-8


@pytest.mark.slow
def test_what_is_enough_is_what_cheapest_says(page, report):
    best = compare.cheapest(report.convergence, 1e-3)
    assert f"{best.spec} keeps the first 2 natural frequencies within 0.001" in text(section(page, "top"))
    assert any(row[0] == best.spec and row[1] == "yes" for row in lines(page, "convergence"))


@pytest.mark.slow
def test_responses_have_their_errors_by_size(page, report):
    rows = lines(page, "response-1")
    assert [row for row in rows if row[0] == "payload_deflection"]
    assert "Zero throughout: base_force_x" in text(section(page, "response-1"))
    (errors,) = report.response_errors
    assert float(np.abs(errors.amplitude_error.sel(backend="fem", size=6, output="payload_deflection"))) < 1e-5


@pytest.mark.slow
def test_limits_are_of_this_arm(page, report):
    assert report.itself == 1.0
    rows = {row[0]: row for row in lines(page, "limits")[:13]}
    true = report.limits.reference.sel(value=1.0).values
    np.testing.assert_allclose(true[:2], report.frequencies.angular_frequency[0], rtol=1e-11)
    assert float(rows["exact"][2]) > 12.0
    assert float(rows["fem-dense"][2]) < 8.0


@pytest.mark.slow
def test_formulations_that_find_frequencies_that_are_none_keep_no_digits(report):
    (told,) = facts(report)["Where formulations run out of digits"]
    kept, asked = map(int, re.match(r"(\d+) of (\d+) keep", told).groups())
    limits = report.limits.copy(deep=True)
    assert limits.invented.sel(formulation="exact", value=1.0) == 0
    limits.invented.loc[{"formulation": "exact", "value": 1.0}] = 2
    (changed,) = facts(replace(report, limits=limits))["Where formulations run out of digits"]
    assert changed.startswith(f"{kept - 1} of {asked} keep 6 digits or more of this arm's frequencies; ")
    assert re.search(r"frequencies that are none: .*exact 2", changed)


@pytest.mark.slow
def test_page_needs_nothing_else_and_its_pictures_are_told(page):
    every = elements(page)
    assert not [one for one in every if one.tag in (f"{HTML}script", f"{HTML}link", f"{HTML}img")]
    assert all(value.startswith("#") for one in every for name, value in one.items() if name.endswith("href"))
    pictures = list(page.iter(f"{SVG}svg"))
    assert len(pictures) == 1 + 2 + 3 * 2  # the arm, its modes, and three of either width
    assert all(picture.find(f"{SVG}title") is not None for picture in pictures)
    names = [one.get("id") for one in every if one.get("id")]
    assert len(names) == len(set(names))


@pytest.mark.slow
def test_what_is_proved_and_what_is_doubtful_stands_there(report):
    proved = compare.frequencies(report.arm, Exact(certify=True), 2)
    damped = replace(SLEW, damping=2.0)
    left_out = {"convergence": None, "limits": None, "missing": dict.fromkeys(("convergence", "limits"), "elsewhere")}
    # Of what moves, one output: every other has a panel of its own in the picture.
    one = {"output": report.responses[0]["exact"].output == "payload_deflection"}
    short = {
        "responses": ({spec: each.isel(one) for spec, each in report.responses[0].items()},),
        "response_errors": (report.response_errors[0].isel(one),),
    }
    root = parsed(replace(report, cases=(damped,), **short, **left_out).html)
    assert "proved, none missed" in text(section(root, "top"))
    assert "slew <1>: damping: a ratio of 2, 200 % of critical damping" in text(section(root, "top"))
    found = [row for row in lines(root, "frequencies") if row[0] == "1"][-1]
    assert found[1:3] == [proved.interval_lower.values[0, 0], proved.interval_upper.values[0, 0]]


@pytest.mark.slow
def test_a_folder_has_the_page_and_its_numbers_for_programs(folder):
    assert sorted(path.name for path in folder.iterdir()) == ["report.html", "report.json", "report.nc"]
    found = json.loads((folder / "report.json").read_text(encoding="utf-8"), parse_constant=pytest.fail)
    assert found["frequencies"]["units"]["angular_frequency"] == "rad/s"
    assert {"modes", "convergence", "response_1", "response_errors_1", "limits", "date", "machine"} <= set(found)
    with xr.open_datatree(folder / "report.nc", engine="h5netcdf", decode_timedelta=False) as tree:
        assert tree["frequencies"].attrs["arm"] == "Single link, joint locked"


def test_a_driven_arm_has_its_eigenvalues_and_whether_it_is_stable(stiff, monkeypatch):
    def elsewhere(*_):
        raise QuestionError("elsewhere")

    # It asks for a hundred spectra.
    monkeypatch.setattr("compare.report.arm_report.convergence", elsewhere)
    for damping, stable, told in (
        (40.0, "proved: no eigenvalue with Re s ≥ 0", "decay time 0.19 s"),
        (-1.0, "proved unstable: 2 eigenvalues with Re s > 0", "it grows by e in 7.6 s"),
    ):
        joint = replace(stiff.arm.links[0].joint, drive=Drive(derivative=damping))
        found = compare.arm_report(replace(stiff.arm, links=(replace(stiff.arm.links[0], joint=joint),)), certify=True)
        # I s² + c s + k of 3.8 kg m², from 1e4 N m/rad.
        s = np.roots([3.8, damping, 1e4])[0]
        for row in found.eigenvalues.real_part.values + 1j * found.eigenvalues.imaginary_part.values:
            np.testing.assert_allclose(row, [s.real + 1j * abs(s.imag)], rtol=1e-11)
        page = parsed(found.html)
        assert "Damped or driven by link1.joint.drive" in text(section(page, "eigenvalues"))
        assert stable in text(section(page, "eigenvalues"))
        assert len([row for row in lines(page, "eigenvalues") if row[0] == "1"]) == 3
        assert told in text(section(page, "top"))
        assert "Those of the arm without its dampers and drives:" in text(section(page, "frequencies"))
    tree = json.loads(as_publication(found).texts[".json"]())
    assert {row["backend"] for row in tree["eigenvalues"]["results"]} == set(found.frequencies.backend.values)


def test_nothing_is_written_when_the_page_fails(stiff, tmp_path, monkeypatch):
    monkeypatch.setattr("compare.report.arm_page.as_arm_page", lambda report: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        stiff.save(tmp_path / "report")
    assert list(tmp_path.iterdir()) == []


def test_an_arm_of_rigid_links_is_told_what_it_has(stiff):
    assert stiff.frequencies.sizes["mode"] == 1
    omega = stiff.frequencies.angular_frequency.item(0)
    assert omega == pytest.approx(np.sqrt(1e4 / (0.2 + 2.0 * 0.25 + 0.1 + 3.0)), rel=1e-12)
    root = parsed(stiff.html)
    assert text(section(root, "top")).startswith("stiff")
    assert lines(root, "frequencies")[1][:2] == ["1", f"{omega:#.8g}"]


@pytest.mark.slow
def test_a_report_of_a_shipped_arm_has_every_study(report):
    assert report.missing == {}
    assert report.cases == (SLEW,)
    assert list(report.responses[0]) == ["exact", "assumed_modes:legendre:16", "fem:100"]
    assert compare.cheapest(report.convergence, report.tolerance).worst_error <= 1e-3
    assert float(np.abs(report.frequencies.relative_error).max()) < 1e-8
    (errors,) = report.response_errors
    assert float(np.abs(errors.amplitude_error.sel(backend="fem", size=6, output="payload_deflection"))) < 1e-5
    true = report.limits.reference.sel(value=report.itself).values
    np.testing.assert_allclose(true[:2], report.frequencies.angular_frequency[0], rtol=1e-11)


@pytest.mark.slow
def test_an_arm_in_space_has_every_section(tmp_path):
    boom = Link(2.0, 3.0, (400.0, 900.0), joint=Joint.locked(300.0, axis="y"), torsional_rigidity=500.0)
    arm = Arm(Base.fixed(), (boom,), Body(5.0, (0.4, 0.5, 0.6), (0.1, 0.3, 0.0)), name="boom", motion="spatial")
    found = compare.arm_report(arm, [LoadCase(2.0, 21, (TipForce((0.0, 0.6, 0.8), PUSH),), 0.05)], count=2)
    assert not found.missing
    page = parsed(found.html)
    assert ["joint 1", "at [0, 0, 0], about [0, 1, 0]"] in lines(page, "arm")
    rows = lines(page, "response-1")
    assert [row for row in rows if row[0] == "link1_tip_twist"]
    assert "Zero throughout: payload_deflection_along" not in text(section(page, "response-1"))
    assert "link1_tip_deflection_along" in text(section(page, "response-1")).split("Zero throughout: ")[1]
    assert [name for name in found.limits.formulation.values if name not in ("exact", "assumed_modes", "fem")] == []
    payload = found.response_errors[0].sel(backend="fem", size=6, output="payload_deflection_about_y")
    assert float(np.abs(payload.amplitude_error)) < 1e-4


def test_an_arm_without_a_payload_has_a_point_added():
    from compare.studies.families import own_family

    arm = Arm(Base.fixed(), (Link(1.0, 2.0, 30.0, joint=Joint.rigid()),))
    family, itself = own_family(arm)
    assert (itself, family.arm(0.0)) == (0.0, arm)
    assert family.arm(10.0).payload == Body(20.0, 0.0)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"cases": ["slew"]}, r"case1: wanted a LoadCase, got 'slew'"),
        (
            {"cases": [LoadCase(1.0, 11, (TipForce("y", PUSH, 2),), name="tip")]},
            "tip on Single link",
        ),
        ({"count": 0}, "count: wanted a whole number of 1 or more, got 0"),
        ({"tolerance": 2.0}, "tolerance: wanted a number above 0 and below 1"),
    ],
)
def test_wrong_questions_are_refused(asked, message):
    with pytest.raises(InputError, match=message):
        compare.arm_report(example("single-link-locked"), **asked)


def test_what_is_no_arm_is_refused():
    with pytest.raises(InputError, match="arm: wanted an Arm"):
        compare.arm_report("single-link-locked.toml")


def test_a_response_that_no_backend_gives_is_refused():
    standing = example("hufnagel-case1-standing")
    with pytest.raises(QuestionError, match=r"static loads|gravity"):
        compare.arm_report(standing, [SLEW], count=1)


@pytest.mark.slow
def test_an_arm_under_gravity_goes_without_limits():
    found = compare.arm_report(example("hufnagel-case1-standing"), count=1)
    assert found.limits is None
    assert "no formulation takes these arms" in found.missing["limits"]
    assert "Not studied: own-payload: no formulation" in text(section(parsed(found.html), "limits"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["arm.toml"], "requires an argument"),
        (["none.toml", "-o", "report"], "none.toml: wanted an arm file that can be read"),
        (["arm.toml", "none.toml", "-o", "report"], "none.toml: wanted a load case file that can be read"),
        (["arm.toml", "-o", "report", "--tolerance", "2"], "tolerance: wanted a number above 0 and below 1"),
        (["arm.toml", "-o", "arm.toml"], "arm.toml: wanted a folder that can be written to, got not a directory"),
        (["arm.toml", "-o", "none/report.html"], "none/report.html: wanted a file that can be written"),
    ],
)
def test_wrong_words_get_one_line_and_leave_nothing(tmp_path, monkeypatch, capsys, words, message):
    monkeypatch.chdir(tmp_path)
    Path("arm.toml").write_text(examples.text("single-link-locked"), encoding="utf-8")
    assert main(["report", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert [path.name for path in tmp_path.iterdir()] == ["arm.toml"]


@pytest.mark.slow
def test_the_page_in_the_docs_is_true(commanded, page):
    # The page of commands has the same command but for its options.
    (same,) = (line for line in MORE_COMMANDS if line.startswith("flexarm report"))
    assert shlex.split(COMMAND)[1:4] == shlex.split(same)[1:4]
    assert commanded[1] == (f"The report: {Path('new/mine/report.html')}\n", "")
    assert "proved, none missed" in text(section(page, "top"))
    headings = [text(one).partition(":")[0] for one in page.iter(f"{HTML}h2")]
    every = re.findall(r"^\| ([A-Z][^|]+) \|", DOCS, re.MULTILINE)
    assert headings == [one for one in every if one != "Eigenvalues and stability"]  # which undamped arms have not
