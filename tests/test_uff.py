"""Universal files: pyuff reads back what the model says, and frequency responses are those of the state space."""

import numpy as np
import pytest

from compare.cli import main
from exact import Exact
from fem import BeamFEM
from flexarm.errors import InputError, QuestionError
from flexarm.examples import example, text
from flexarm.hand_over import save_uff, state_space
from flexarm.load_cases import Rayleigh

pyuff = pytest.importorskip("pyuff", reason="pyuff is not installed")
DOUBLE, FREE = example("double-link"), example("shuttle-free-base-unlocked-2")


def read(path):
    found = pyuff.UFF(str(path)).read_sets()
    return {kind: [one for one in found if one["type"] == kind] for kind in {one["type"] for one in found}}


def test_modes_come_back(tmp_path):
    model = Exact().modes(DOUBLE.with_angles(link2=90.0), 3)
    save_uff(model, tmp_path / "modes.uff", 5, damping=(0.01, 0.02))
    found = read(tmp_path / "modes.uff")
    assert sorted(found) == [15, 55, 82, 151, 164]
    (nodes,) = found[15]
    assert [int(number) for number in nodes["node_nums"]] == [*range(1000, 1005), *range(2000, 2005)]
    np.testing.assert_allclose(nodes["x"][5:], 6.37, rtol=1e-5)
    np.testing.assert_allclose(nodes["y"], [0.0] * 5 + list(np.linspace(0.0, 8.93, 5)), rtol=1e-5, atol=1e-12)
    assert [list(map(int, line["nodes"])) for line in found[82]] == [[*range(1000, 1005)], [*range(2000, 2005)]]
    along = [model.translation(k, np.linspace(0.0, length, 5)) for k, length in ((1, 6.37), (2, 8.93))]
    for k, mode in enumerate(found[55]):
        x, y = np.concatenate(along, axis=2)[k]
        largest = np.max(np.hypot(x, y))
        np.testing.assert_allclose(mode["r1"], x, atol=1e-5 * largest)
        np.testing.assert_allclose(mode["r2"], y, atol=1e-5 * largest)
        assert (mode["mode_n"], mode["modal_m"]) == (k + 1, 1.0)
        assert mode["freq"] == pytest.approx(model.frequency[k], rel=1e-5)
    assert [mode["modal_damp_vis"] for mode in found[55]] == pytest.approx([0.01, 0.02, 0.02])


def test_modes_in_space_have_six_components(tmp_path):
    arm = example("shuttle-in-space")
    model = BeamFEM(4).modes(arm, 8)
    save_uff(model, tmp_path / "modes.uff", 3)
    found = read(tmp_path / "modes.uff")
    last = len(arm.links)
    for mode in range(8):
        one = found[55][mode]
        assert one["n_data_per_node"] == 6
        read_back = np.array([one[f"r{k}"] for k in range(1, 7)])[:, -3:]
        x = np.linspace(0.0, arm.links[-1].length, 3)
        wanted = np.concatenate([model.translation(last, x)[mode], model.rotation(last, x)[mode]])
        np.testing.assert_allclose(read_back, wanted, atol=1e-5 * np.max(np.abs(wanted)))
        moved = model.link_motions[-1].tip.array[:, mode]
        np.testing.assert_allclose(wanted[:, -1], moved, atol=1e-12 * np.max(np.abs(moved)))
    assert np.ptp(found[15][0]["z"]) > 0.0


def test_frequency_responses_in_space_are_those_of_the_state_space(tmp_path):
    backend, arm, hertz = BeamFEM(2), example("l-cantilever"), np.array([0.5, 4.0])
    damped, last = {"damping": 0.02}, len(example("l-cantilever").links)
    driven = (1000 * last + 2, "rotation_x")
    save_uff(backend.modes(arm, 6), tmp_path / "h.uff", 3, driven=driven, frequencies=hertz, **damped)
    found = read(tmp_path / "h.uff")[58]
    assert len(found) == 6 * 3 * last
    names = [f"link{last}_tip_rotation_{axis}" for axis in "xyz"]
    system = state_space(backend, arm, [f"link{last}_tip_couple_x"], names, 6, static_correction=False, **damped)
    a, b, c, _ = (system[name].values for name in "ABCD")
    wanted = np.array([(c @ np.linalg.solve(2j * np.pi * f * np.eye(len(a)) - a, b))[:, 0] for f in hertz])
    for k in range(3):
        (one,) = [s for s in found if s["rsp_node"] == driven[0] and s["rsp_dir"] == 4 + k]
        np.testing.assert_allclose(one["data"], wanted[:, k], atol=1e-4 * np.max(np.abs(wanted)))
        assert (one["ref_dir"], one["id2"]) == (4, f"rotation about {'xyz'[k]} over couple")


@pytest.mark.parametrize("damping", [0.02, Rayleigh(0.1, 1e-3)], ids=["ratio", "Rayleigh"])
def test_frequency_responses_are_those_of_the_state_space(damping, tmp_path):
    backend, hertz = BeamFEM(6), np.array([0.05, 0.2, 0.9])
    save_uff(backend.modes(FREE, 4), tmp_path / "h.uff", 3, damping=damping, driven=(3002, "y"), frequencies=hertz)
    found = read(tmp_path / "h.uff")[58]
    assert len(found) == 2 * 9
    options = {"modes": 4, "damping": damping, "static_correction": False}
    system = state_space(backend, FREE, ["link3_tip_force_y"], ["base_x", "base_y"], **options)
    a, b, c, _ = (system[name].values for name in "ABCD")
    wanted = [(c @ np.linalg.solve(2j * np.pi * f * np.eye(len(a)) - a, b))[:, 0] for f in hertz]
    # The base of this arm is at the first link's root but for its own offset, along which it turns.
    turned = state_space(backend, FREE, ["link3_tip_force_y"], ["base_rotation"], **options)
    d = turned.C.values
    rotation = [(d @ np.linalg.solve(2j * np.pi * f * np.eye(len(a)) - a, b))[0, 0] for f in hertz]
    x, y = FREE.base.offset
    root = np.array(wanted) + np.outer(rotation, [-y, x])
    for axis, direction in enumerate((1, 2)):
        (one,) = [s for s in found if s["rsp_node"] == 1000 and s["rsp_dir"] == direction]
        np.testing.assert_allclose(one["x"], hertz, rtol=1e-5)
        np.testing.assert_allclose(one["data"], root[:, axis], rtol=1e-4)
        assert (one["ref_node"], one["ref_dir"], one["func_type"]) == (3002, 2, 4)


def test_the_command_writes_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "arm.toml").write_text(text("shuttle-free-base"), encoding="utf-8")
    assert main(["modes", "arm.toml", "-n", "2", "--stations", "4", "-o", "shapes.uff"]) == 0
    assert len(read(tmp_path / "shapes.uff")[55]) == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"stations": 1}, "stations: wanted a whole number from 2 to 1000, got 1"),
        ({"damping": -1.0}, "damping: wanted a number that is not negative"),
        ({"driven": (1020, "z"), "frequencies": [1.0]}, 'driven: wanted a node and an axis, as (1020, "y")'),
        (
            {"driven": (3000, "y"), "frequencies": [1.0]},
            "driven: wanted a node, 1000 to 1020 on the first link",
        ),
        ({"driven": (1020, "y")}, "frequencies: wanted one or more, Hz, beside driven, got none"),
        ({"driven": (1020, "y"), "frequencies": [0.0]}, "frequencies1: wanted a positive number (Hz), got 0.0"),
        ({"frequencies": [1.0]}, "driven: wanted a node and an axis"),
    ],
)
def test_wrong_wishes_are_refused(options, said, tmp_path):
    with pytest.raises(InputError) as refusal:
        save_uff(BeamFEM(2).modes(DOUBLE, 1), tmp_path / "no.uff", **options)
    assert said in str(refusal.value)
    assert list(tmp_path.iterdir()) == []


def test_without_pyuff_the_way_out_is_told(monkeypatch, tmp_path):
    monkeypatch.setattr("flexarm.hand_over.uff.find_spec", lambda name: None)
    with pytest.raises(QuestionError, match=r"pip install 'flexarm\[uff\]'"):
        save_uff(BeamFEM(2).modes(DOUBLE, 1), tmp_path / "no.uff")


def test_arms_on_supports_and_names_of_links(tmp_path):
    arm = example("four-bar")
    model, omega = Exact().modes(arm, 4), 2.0 * np.pi * np.array([1.5, 20.0])
    save_uff(model, tmp_path / "modes.uff", driven=(1020, "y"), frequencies=omega / (2.0 * np.pi), damping=0.02)
    found = read(tmp_path / "modes.uff")
    assert [line["id"] for line in found[82]] == ["crank", "coupler", "rocker"]
    assert {one["rsp_ent_name"].strip() for one in found[58]} == {"crank", "coupler", "rocker"}
    # The crank's tip across the crank, from the mechanism and the modes.
    angle = np.radians(arm.links[0].angle)
    x, y = (one["data"] for one in found[58] if one["rsp_node"] == 1020)
    names = ["crank_tip_force_y"], ["crank_tip_deflection"]
    system = state_space(Exact(), arm, *names, 4, damping=0.02, static_correction=False)
    a, b, c = (system[name].values for name in "ABC")
    gains = [(c @ np.linalg.solve(1j * w * np.eye(len(a)) - a, b)).item() for w in omega]
    np.testing.assert_allclose(np.cos(angle) * y - np.sin(angle) * x, gains, rtol=1e-4)
