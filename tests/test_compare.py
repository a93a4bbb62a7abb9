from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
import xarray as xr

import compare
from compare.cli import main
from compare.texts.frequencies import FREQUENCIES
from flexarm.arm import Arm
from flexarm.backend import Backend, find_backend
from flexarm.datasets import load_dataset, save_dataset
from flexarm.displacements import RigidShape
from flexarm.errors import Fault, InputError, QuestionError
from flexarm.links import Link, RigidLink
from flexarm.modes import ModalModel
from flexarm.parts import Base, Body, Joint

ARM = Arm(Base.fixed(), (Link(2.0, 3.0, 4e3, joint=Joint.rigid()),), Body(5.0, 1.0), name="One link")


@dataclass(frozen=True)
class StubBackend(Backend):
    """Frequencies 1, 2, 3, … times a factor; it answers for so many and no more."""

    name: ClassVar[str] = "stub"
    factor: float = 1.0
    most: int = 10

    def _settings(self) -> tuple[str, ...]:
        return (str(self.factor),)

    def _modes(self, arm: Arm, count: int) -> ModalModel:
        if count > self.most:
            raise QuestionError(f"only {self.most} frequencies; ask for fewer")
        omega = self.factor * np.arange(1.0, count + 1.0)
        motion, joints = np.zeros((count, 3)), np.zeros((count, 1))
        return ModalModel(arm, self.spec, motion, joints, (RigidShape(count),), 0, omega, 7)


class StubExact(StubBackend):
    name: ClassVar[str] = "exact"


def test_dataset_has_a_row_a_backend_and_a_column_a_mode():
    dataset = compare.frequencies(ARM, [StubExact(), StubBackend(1.5)], 3)
    assert dataset.angular_frequency.dims == ("backend", "mode")
    assert dataset.backend.values.tolist() == ["exact:1.0", "stub:1.5"]
    assert dataset.mode.values.tolist() == [1, 2, 3]
    np.testing.assert_array_equal(dataset.angular_frequency, [[1.0, 2.0, 3.0], [1.5, 3.0, 4.5]])
    np.testing.assert_array_equal(dataset.frequency, dataset.angular_frequency / (2.0 * np.pi))
    np.testing.assert_array_equal(dataset.unknowns, [7, 7])
    np.testing.assert_array_equal(dataset.rigid_modes, [0, 0])
    assert dataset.seconds.dims == ("backend",)
    assert (dataset.seconds > 0.0).all()


def test_every_variable_has_a_unit_and_a_name_in_words():
    dataset = compare.frequencies(ARM, [StubExact()], 3)
    assert all(one.attrs["units"] and one.attrs["long_name"] for one in dataset.variables.values())
    assert {"arm", "arm_toml", "flexarm_version", "conventions", "reference"} <= dataset.attrs.keys()


def test_errors_are_against_the_backend_named_exact_and_signed():
    dataset = compare.frequencies(ARM, [StubBackend(1.5), StubExact(), StubBackend(0.75)], 2)
    np.testing.assert_array_equal(dataset.relative_error, [[0.5, 0.5], [0.0, 0.0], [-0.25, -0.25]])
    assert dataset.attrs["reference"] == "exact:1.0"


def test_errors_against_a_given_reference():
    dataset = compare.frequencies(ARM, [StubExact(), StubBackend(2.0)], 2, reference=StubBackend(2.0))
    np.testing.assert_array_equal(dataset.relative_error, [[-0.5, -0.5], [0.0, 0.0]])


def test_errors_against_the_installed_exact_backend():
    dataset = compare.frequencies(ARM, [StubBackend()], 2)
    assert dataset.attrs["reference"] == "exact"
    assert np.isfinite(dataset.relative_error).all()


@pytest.mark.parametrize("fault", [QuestionError("it cannot"), InputError([Fault("backend", "one", "none")])])
def test_without_a_reference_there_are_no_errors(monkeypatch, fault):
    def missing(spec: str) -> Backend:
        raise fault

    monkeypatch.setattr("compare.studies.answers.find_backend", missing)
    dataset = compare.frequencies(ARM, [StubBackend()], 2)
    assert np.isnan(dataset.relative_error).all()
    assert dataset.attrs["reference"] == ""
    assert dataset.attrs["reference_missing"] == str(fault)


def test_a_backend_that_cannot_answer_is_a_line_beside_the_others():
    dataset = compare.frequencies(ARM, [StubBackend(most=2), StubExact(), StubBackend(1.5)], 3)
    assert dataset.backend.values.tolist() == ["exact:1.0", "stub:1.5"]
    assert dataset.refused.values.tolist() == ["stub:1.0"]
    assert dataset.refusal.item() == "stub:1.0: only 2 frequencies; ask for fewer"
    alone = compare.frequencies(ARM, [StubExact(), StubBackend(1.5)], 3)
    xr.testing.assert_identical(dataset.drop_dims("refused").drop_vars("seconds"), alone.drop_vars("seconds"))
    head, *_, table = compare.text(dataset).split("\n\n")
    assert "errors are relative to exact:1.0\nno answer by stub:1.0: only 2 frequencies; ask for fewer" in head
    assert "stub:1.0" not in table
    assert FREQUENCIES.tree(dataset)["refusals"] == {"stub:1.0": "stub:1.0: only 2 frequencies; ask for fewer"}
    assert "refusals" not in FREQUENCIES.tree(alone)
    assert FREQUENCIES.text(dataset, "csv").count("\n") == 7


def test_a_reference_that_refuses_leaves_no_errors():
    """An arm of one frequency, and a backend that makes up more."""
    arm = Arm(Base.fixed(), (RigidLink(1.0, mass=1.0, joint=Joint.locked(5.0)),))
    dataset = compare.frequencies(arm, [find_backend("exact"), StubBackend(1.5)], 2)
    assert np.isnan(dataset.relative_error).all()
    assert dataset.attrs["reference_missing"] == "exact refuses"
    assert "no relative errors: exact refuses\nno answer by exact: the arm has 1 natural" in compare.text(dataset)
    assert compare.frequencies(ARM, [StubExact(most=1), StubBackend()], 2).attrs["reference"] == "exact"


def test_where_no_backend_answers_the_first_is_named():
    with pytest.raises(QuestionError, match=r"^stub:1\.0: only 2 frequencies; ask for fewer$"):
        compare.frequencies(ARM, [StubBackend(most=2), StubBackend(2.0, most=1)], 3)


def test_the_command_shows_whom_it_has(capsys):
    """More frequencies than an element of one link has."""
    words = ["compare", "flexarm/arms/single-link-locked.toml", "-n", "4", "-b", "exact", "-b", "fem:1"]
    assert main(words) == 0
    assert "no answer by fem:1: " in capsys.readouterr().out
    assert main([*words, "--format", "csv"]) == 0
    assert "no answer by fem:1: " in capsys.readouterr().err


def test_a_given_reference_that_cannot_answer_is_named():
    with pytest.raises(QuestionError, match=r"^stub:3\.0: only 2 frequencies"):
        compare.frequencies(ARM, [StubExact()], 3, reference=StubBackend(3.0, most=2))


@pytest.mark.parametrize(
    ("backends", "message"),
    [
        ([], "backends: wanted one backend or more, got []"),
        ("exact", "backends: wanted one backend or more, got 'exact'; find_backend('exact') makes one of a text"),
        (["exact"], "backends: wanted instances of Backend, got 'exact'"),
        ([StubBackend(), StubBackend()], "backends: wanted each backend once, got 'stub:1.0' more than once"),
    ],
)
def test_backends_that_are_refused(backends, message):
    with pytest.raises(InputError) as caught:
        compare.frequencies(ARM, backends, 3)
    assert str(caught.value) == message


def test_round_trip_is_identical(tmp_path):
    dataset = compare.frequencies(ARM, [StubExact(), StubBackend(1.5)], 3)
    save_dataset(dataset, tmp_path / "table.nc")
    xr.testing.assert_identical(load_dataset(tmp_path / "table.nc"), dataset)


def test_face():
    assert {"draw", "frequencies"} <= set(dir(compare))
    with pytest.raises(AttributeError, match=r"module 'compare' has no attribute 'frequency'; it has .*frequencies"):
        compare.frequency  # noqa: B018
