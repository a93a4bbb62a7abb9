"""Links that stretch, in answers: Datasets, exports and responses; arms whose links do not are told as ever."""

import csv
from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import brentq

from compare.cli import main
from exact import Exact
from flexarm import Arm, Base, Body, Joint, Link, RigidLink, example, response, save
from flexarm.backend import find_backend
from flexarm.datasets import load_dataset
from flexarm.load_cases import BaseAcceleration, History, LoadCase, TipForce

BACKENDS = ("exact", "assumed_modes:legendre:14", "fem:100")
LENGTH, MASS, RIGIDITY, PAYLOAD = 2.0, 3.0, 5e4, 4.0
STIFF = Link(LENGTH, MASS, 1e9, joint=Joint.rigid(), axial_rigidity=RIGIDITY)
ROD = Arm(Base.fixed(), (STIFF,), Body(PAYLOAD, 1.0))
BENT = Arm(
    Base.fixed(),
    (
        Link(2.0, 3.0, 4e3, joint=Joint.locked(1e4), axial_rigidity=3e4, shear_rigidity=2e4),
        RigidLink(0.5, joint=Joint.rigid(), angle=30.0, mass=1.0),
        Link(1.5, 2.0, 2e3, joint=Joint.rigid(), angle=40.0, axial_rigidity=2e4, rotary_inertia_per_length=0.1),
    ),
    Body(3.0, 0.5, (0.1, 0.2)),
)
NEW = {"stretch": ("1", "displacement along the link"), "axial_force": ("N/m", "axial force")}


def test_a_dataset_has_stretch_and_axial_force_where_a_link_stretches():
    model = Exact().modes(BENT, 4)
    dataset = model.dataset(5)
    for name, (unit, words) in NEW.items():
        assert dataset[name].dims == ("mode", "link", "station")
        assert dataset[name].attrs["units"] == unit
        assert dataset[name].attrs["long_name"].startswith(f"{words}, ")
        for k, link in enumerate(BENT.links, 1):
            found = getattr(model, name)(k, np.linspace(0.0, link.length, 5))
            np.testing.assert_array_equal(dataset[name].sel(link=k), found)
            assert np.any(found) == isinstance(link, Link)
    assert dataset.slope.attrs["long_name"].startswith("rotation of the sections, ")
    largest = model.dataset(5, "largest")
    np.testing.assert_allclose(largest.axial_force, dataset.axial_force * np.sqrt(largest.modal_mass), rtol=1e-12)


def test_a_dataset_of_other_arms_has_neither():
    dataset = Exact().modes(example("double-link"), 2).dataset(3)
    assert not set(NEW) & set(dataset.data_vars)
    assert dataset.slope.attrs["long_name"].startswith("slope, ")


def test_modes_are_exported_with_their_stretch(tmp_path, capsys):
    save(BENT, tmp_path / "arm.toml")
    for ending in ("csv", "json", "nc", "md", "uff"):
        assert main(["modes", f"{tmp_path / 'arm.toml'}", "-n", "2", "-o", f"{tmp_path / 'modes'}.{ending}"]) == 0
    assert all(
        "link1.axial_rigidity, link3.axial_rigidity may be" in line for line in capsys.readouterr().err.splitlines()
    )
    rows = list(csv.DictReader((tmp_path / "modes.csv").read_text(encoding="utf-8").splitlines()))
    stored = load_dataset(tmp_path / "modes.nc")
    for name, head in (("stretch", "stretch"), ("axial_force", "axial_force [N/m]")):
        told = [float(row[head]) for row in rows]
        np.testing.assert_allclose(told, stored[name].transpose("mode", "link", "station").values.ravel(), rtol=1e-5)


def rod_response(times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The tip's motion and the force at the root per newton on the mass at a rod's tip: b tan b = mL/M, 2000 modes."""
    mass = MASS * LENGTH
    starts = np.pi * np.arange(2000)
    b = np.array([brentq(lambda b: PAYLOAD * b * np.sin(b) - mass * np.cos(b), k, k + 0.5 * np.pi) for k in starts])
    modal = mass * (0.5 - np.sin(2.0 * b) / (4.0 * b)) + PAYLOAD * np.sin(b) ** 2
    square = RIGIDITY / MASS * (b / LENGTH) ** 2
    share = np.sin(b) / modal / square * (1.0 - np.cos(np.outer(times, np.sqrt(square))))
    return share @ np.sin(b), share @ (RIGIDITY * b / LENGTH)


@pytest.mark.parametrize("spec", BACKENDS)
def test_a_step_on_a_rod_with_a_mass(spec):
    force, times = 7.0, np.linspace(0.0, 0.3, 61)
    case = LoadCase(0.3, 61, (TipForce("x", History((0.0,), (force,))),))
    found = response(find_backend(spec), ROD, case, modes=8)
    tip, root = (force * part for part in rod_response(times))
    for output, expected in (("link1_tip_stretch", tip), ("link1_root_axial_force", root)):
        # Linear elements have the mean force of the first one at the root, half an element beyond it.
        allowed = found.left_out.sel(output=output).item() + 5e-3 * np.max(np.abs(expected))
        assert np.max(np.abs(found[output] - expected)) < allowed
    assert np.max(np.abs(found.link1_tip_stretch - tip)) < 1e-3 * np.max(tip)
    # It swings about what the force stretches it by, and tension at the root about the force.
    assert np.mean(tip) == pytest.approx(force * LENGTH / RIGIDITY, rel=0.05)
    assert found.link1_tip_stretch.attrs["units"] == "m"
    assert found.link1_root_axial_force.attrs["units"] == "N"
    assert not found.attrs.get("large_motion")


@pytest.mark.parametrize("spec", BACKENDS)
def test_what_a_force_stretches_in_rest(spec):
    slow = History((0.0, 300.0), (0.0, 5.0), "linear")
    found = response(find_backend(spec), ROD, LoadCase(300.0, 3, (TipForce("x", slow),)))
    assert found.link1_tip_stretch.values[-1] == pytest.approx(5.0 * LENGTH / RIGIDITY, rel=1e-4)
    assert found.link1_root_axial_force.values[-1] == pytest.approx(5.0, rel=1e-4)


def test_backends_agree_on_links_that_stretch_and_shear():
    loads = (TipForce("y", History((0.0, 0.02), (0.0, 4.0), "linear")), BaseAcceleration("x", History((0.0,), (0.5,))))
    found = [response(find_backend(spec), BENT, LoadCase(0.5, 101, loads), modes=8) for spec in BACKENDS]
    names = [name for k in (1, 3) for name in (f"link{k}_tip_stretch", f"link{k}_root_axial_force")]
    assert "link2_tip_stretch" not in found[0]
    for name in (*names, "payload_deflection", "link1_root_shear", "link1_root_moment"):
        for other in found[1:]:
            off = np.max(np.abs(other[name] - found[0][name]))
            allowed = sum(one.left_out.sel(output=name).item() for one in (other, found[0]))
            assert off < allowed + 1e-3 * np.max(np.abs(found[0][name])), (name, other.attrs["backend"])


def test_the_root_s_axial_force_is_what_the_base_holds():
    case = LoadCase(0.3, 61, (BaseAcceleration("x", History((0.0,), (1.0,))),))
    found = response(Exact(), ROD, case, modes=10)
    tension, scale = found.link1_root_axial_force, found.base_force_x.values.max()
    assert found.base_force_x.values == pytest.approx(-tension.values, abs=1e-9 * scale)
    # In rest at the end of a long and gentle push the rod is compressed by all that it pushes.
    mass, ramp = PAYLOAD + MASS * LENGTH, History((0.0, 300.0), (0.0, 1.0), "linear")
    pushed = response(Exact(), ROD, LoadCase(300.0, 3, (BaseAcceleration("x", ramp),)), modes=10)
    assert pushed.link1_root_axial_force.values[-1] == pytest.approx(-mass, rel=1e-3)


def test_links_that_keep_their_length_have_no_such_outputs():
    plain = replace(ROD, links=(replace(STIFF, axial_rigidity=None),))
    case = LoadCase(0.1, 3, (TipForce("y", History((0.0,), (1.0,))),))
    found = response(Exact(), plain, case, modes=2)
    assert not [name for name in found if "stretch" in str(name) or "axial" in str(name)]
