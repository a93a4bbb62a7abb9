"""Round-off of elements and assumed modes over the whole ranges of what an arm may be, and the estimate of it.

The same discretised arms solved in seventy digits (`precise`) are the reference, so that discretisation errors do not
count. Only for thousands of elements is it twenty-six Legendre shapes a link, which differ from them by under 1e-12.
"""

import re
import subprocess
import sys
import warnings
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import ClassVar

import numpy as np
import pytest

from assumed_modes import AssumedModes
from fem import BeamFEM
from flexarm.arm import Arm
from flexarm.backend import Backend, find_backend
from flexarm.displacements import RigidShape
from flexarm.errors import PrecisionWarning
from flexarm.examples import example
from flexarm.links import Link
from flexarm.modes import ModalModel
from flexarm.parts import Base, Body, Joint
from tests import precise

MODES = 6
MOST = 1e-11  # relative round-off
FIXED, FREE = Base.fixed(), Base.free(7e4, 1e6, (14.0, 0.0))
GUIDED = Base.guided(7e4, (0.3, 1.0))
LINK = example("single-link-locked").links[0]
MASS, INERTIA = LINK.mass, LINK.mass * LINK.length**2
PAYLOAD = Body(1e4, 37500.0, 1.5)
SHUTTLE = example("shuttle-free-base")


def one(joint=LINK.joint, payload=PAYLOAD, base=FIXED):
    return Arm(base, (replace(LINK, joint=joint),), payload)


def several(count, rigidities=1.0, lengths=1.0, base=FIXED):
    """Links whose rigidities and lengths fall from first to last by the ratios given."""
    fractions = np.linspace(0.0, 1.0, count) if count > 1 else np.zeros(1)
    links = [
        Link(
            float(14.0 / count * lengths**-f),
            3.9786,
            float(3e6 * rigidities**-f),
            joint=Joint.locked(1e6),
            angle=20.0 * k,
        )
        for k, f in enumerate(fractions)
    ]
    return Arm(base, tuple(links), Body(1e3, 3750.0, 1.5))


def shuttle(joint):
    return replace(SHUTTLE, links=tuple(replace(link, joint=joint) for link in SHUTTLE.links))


STUDIES = {
    "payload mass": lambda r: one(payload=Body(MASS * r, 0.0, 1.5)),
    "payload mass, free base": lambda r: one(payload=Body(MASS * r, MASS * r, 1.5), base=FREE),
    "payload mass, guided base": lambda r: one(payload=Body(MASS * r, 0.0), base=GUIDED),
    "payload inertia": lambda r: one(payload=Body(0.0, INERTIA * r)),
    "payload inertia, free base": lambda r: one(payload=Body(0.0, INERTIA * r), base=FREE),
    "joint stiffness": lambda k: one(joint=Joint.locked(k)),
    "joint stiffness, free base": lambda k: shuttle(Joint.locked(k)),
    "gear inertia": lambda r: one(joint=Joint.unlocked(INERTIA * r)),
    "gear inertia, free base": lambda r: shuttle(Joint.unlocked(r)),
    "links": several,
    "links, free base": lambda n: several(n, base=FREE),
    "rigidities": lambda r: several(3, rigidities=r),
    "rigidities, free base": lambda r: several(3, rigidities=r, base=FREE),
    "lengths": lambda r: several(3, lengths=r),
    "lengths, guided base": lambda r: several(3, lengths=r, base=GUIDED),
    "base mass": lambda m: replace(SHUTTLE, base=Base.free(m, 1e6, (14.0, 0.0))),
    "base mass and inertia": lambda m: replace(SHUTTLE, base=Base.free(m, 14.0 * m, (14.0, 0.0))),
    "guided base mass": lambda m: replace(SHUTTLE, base=Base.guided(m, (0.3, 1.0))),
}
QUICK = [
    ("payload mass", 1e12),
    ("payload mass, free base", 1e12),
    ("payload inertia, free base", 1e12),
    ("joint stiffness", 1e-6),
    ("gear inertia", 1e12),
    ("gear inertia, free base", 1e-6),
    ("links, free base", 3),
    ("rigidities", 1e8),
    ("lengths, guided base", 1e4),
    ("base mass", 1e15),
]
RATIOS = (0.0, 1e-3, 1.0, 1e3, 1e6, 1e9, 1e12)
SWEEPS = {
    "payload": RATIOS,
    "joint": (1e-6, 1e-3, 1.0, 1e4, 1e8, 1e14),
    "gear": RATIOS,
    "links": (1, 2, 4, 7, 10),
    "rigidities": (1e-8, 1e-4, 1.0, 1e4, 1e8),
    "lengths": (1e-4, 1e-2, 1.0, 1e2, 1e4),
    "base": (1e-3, 1.0, 1e5, 1e10, 1e15),
    "guided": (0.0, 1.0, 1e5, 1e10, 1e15),
}


def sweep(study):
    return SWEEPS[study.split()[0].rstrip(",")]


FULL = [(study, value) for study in STUDIES for value in sweep(study)]


def measured(found: ModalModel, reference: list) -> np.ndarray:
    """Relative errors; the estimate of the digits that they leave is checked on the way."""
    pairs = zip(found.angular_frequency.tolist(), reference, strict=True)
    errors = np.array([abs(float(omega / exact - 1)) for omega, exact in pairs])
    there_are = np.minimum(-np.log10(errors + 1e-16), 15.0)
    assert np.all(np.abs(np.minimum(found.digits, 15.0) - there_are) <= 1.0), (found.digits, errors)
    return errors


def check(arm, elements, shapes):
    for backend, pieces, moments in (
        (BeamFEM(elements), elements, 2),
        (AssumedModes("legendre", shapes), 1, shapes),
    ):
        found = backend.modes(arm, MODES)
        assert found.rigid_modes == arm.rigid_freedoms
        assert np.all(measured(found, precise.frequencies(arm, pieces, moments, MODES)) <= MOST), backend.spec


@pytest.mark.parametrize(("study", "value"), QUICK)
def test_round_off_at_the_ends_of_the_ranges(study, value):
    check(STUDIES[study](value), 5, 7)


@pytest.mark.slow
@pytest.mark.parametrize(("study", "value"), FULL)
def test_round_off_over_the_ranges(study, value):
    arm = STUDIES[study](value)
    check(arm, 4, 7)
    # In 77 digits 80 elements take seconds: where the range ends, and the arm is small.
    if len(arm.links) < 4 and value == sweep(study)[-1]:
        check(arm, 80, 20)


SHAPES = [("legendre", 5), ("legendre", 12), ("legendre", 60), ("monomial", 5), ("admissible", 5)]


@pytest.mark.parametrize(("family", "shapes"), [*SHAPES, pytest.param("legendre", 30, marks=pytest.mark.slow)])
def test_round_off_of_any_number_of_shapes(family, shapes):
    arm = one(payload=Body(MASS * 1e6, 0.0, 1.5))
    # More shapes than twenty-six change nothing in sixteen digits.
    reference = precise.frequencies(arm, 1, min(shapes, 26), MODES)
    assert np.all(measured(AssumedModes(family, shapes).modes(arm, MODES), reference) <= MOST)


MANY = [pytest.param(4096, marks=pytest.mark.slow), 5000, pytest.param(20000, marks=pytest.mark.slow)]


@pytest.mark.parametrize("elements", MANY)
@pytest.mark.parametrize(
    ("study", "value"),
    [("payload mass", 1e9), ("payload mass, guided base", 1e12), ("joint stiffness", 1e-6), ("gear inertia", 1e-3)],
)
def test_round_off_of_many_elements(study, value, elements):
    """5000 elements and a payload of 1e9 links once never converged: a heavy direction lay in every start vector."""
    arm = STUDIES[study](value)
    reference = precise.frequencies(arm, 1, 26, MODES)
    found = BeamFEM(elements).modes(arm, MODES)
    errors = np.abs(found.angular_frequency / np.array([float(omega) for omega in reference]) - 1.0)
    assert np.all(errors <= MOST)
    assert np.all(found.digits >= 11.0)


@pytest.mark.slow
@pytest.mark.parametrize("base", [Base.free(1e-3, 1e-3, (14.0, 0.0)), Base.free(1e15, 1e15), Base.guided(1e15, (0, 1))])
@pytest.mark.parametrize("gear_inertia", [0.0, 1e-9, 1e12])
@pytest.mark.parametrize("spec", ["fem:4", "fem:500", "assumed_modes:legendre:8"])
def test_rigid_body_modes_leave_no_small_frequencies(base, gear_inertia, spec):
    """Free joints at both ends of the scale: the frequencies are those of the exact backend, the first included."""
    arm = replace(shuttle(Joint.unlocked(gear_inertia)), base=base)
    found = find_backend(spec).modes(arm, 3)
    assert found.rigid_modes == base.freedoms[0] + 3
    lowest = find_backend("exact").modes(arm, 3).angular_frequency
    np.testing.assert_allclose(found.angular_frequency, lowest, rtol=0.05)
    assert np.all(found.angular_frequency >= lowest * (1.0 - 1e-11))


TWENTY_THOUSAND = """
import re, sys, time
from pathlib import Path
from fem import BeamFEM
from flexarm.examples import example
arm = example(sys.argv[1])
BeamFEM(4).modes(arm, 6)
start = time.process_time()
BeamFEM(20000).modes(arm, 6)
seconds = time.process_time() - start
# Of this program alone: ru_maxrss is as large as the process that started it.
print(seconds, re.search(r"VmHWM:\\s*(\\d+) kB", Path("/proc/self/status").read_text())[1])
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_twenty_thousand_elements_take_two_seconds_and_500_mb():
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-c", TWENTY_THOUSAND, "single-link-locked"]
    done = subprocess.run(command, env=threads, capture_output=True, text=True, check=True)
    seconds, kilobytes = map(float, done.stdout.split())
    assert seconds < 2.0
    assert kilobytes < 500e3


@dataclass(frozen=True)
class FewDigits(Backend):
    """Says that its second frequency has three digits."""

    name: ClassVar[str] = "few-digits"

    def _modes(self, arm: Arm, count: int) -> ModalModel:
        still = np.zeros((count, 3)), np.zeros((count, 1)), (RigidShape(count),)
        left = np.where(np.arange(count) == 1, 3.2, 14.0)
        return ModalModel(arm, self.spec, *still, 0, np.arange(1.0, count + 1.0), 7, digits=left)


def test_few_digits_are_warned_of():
    text = (
        r"few-digits: round-off leaves the arm few digits of its frequencies: 3 of mode 2; take the exact backend, "
        r"fewer shapes or a family that is orthogonal \(legendre\), or bring masses, lengths and stiffnesses nearer to "
        r"one another"
    )
    with pytest.warns(PrecisionWarning, match=f"^{text}$"):
        FewDigits().modes(one(), 2)
    FewDigits().modes(one(), 1)  # no warning
    # Of many arms at once it is told, not warned of.
    many = FewDigits().frequencies_of([one()] * 2, 2)
    assert re.fullmatch(text, many.reasons[1])
    assert many.angular_frequency.tolist() == [[1.0, 2.0]] * 2


def test_the_command_line_shows_the_warning_in_one_line(monkeypatch, tmp_path, capsys):
    from compare import cli
    from flexarm.files import save

    entry = SimpleNamespace(load=lambda: FewDigits)
    monkeypatch.setattr("flexarm.backend.available", lambda: {FewDigits.name: entry})
    save(one(), tmp_path / "arm.toml")
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        assert cli.main(["compare", str(tmp_path / "arm.toml"), "-b", "few-digits", "-n", "2"]) == 0
    printed = capsys.readouterr()
    assert printed.err.startswith("flexarm: few-digits: round-off leaves the arm few digits of its frequencies: 3 of")
    assert printed.err.count("\n") == 1
    assert printed.out.splitlines()[-2].split() == ["digits", "3"]


def test_the_estimate_is_in_the_datasets():
    model = BeamFEM(3).modes(one(), 2)
    np.testing.assert_array_equal(model.dataset().digits, model.digits)
    assert find_backend("exact").modes(one(), 2).digits is None
