"""Arms in space with frequencies that coincide: round links and bodies alike across them."""

from dataclasses import replace

import mpmath
import numpy as np
import pytest

from exact import Exact
from flexarm import Body, RigidLink

from .test_space_closed_forms import ACCURACY, L, M, beam, every_backend, frequencies, roots, spatial, weld


def cantilever_roots(number: int) -> list[float]:
    ends = [((k + 0.2) * np.pi, (k + 0.8) * np.pi) for k in range(number)]
    return roots(lambda b: mpmath.cos(b) + 1 / mpmath.cosh(b), ends)


ROUND = spatial(beam(rigidity=900.0))
# Rolled by an angle that no number of an arm in the plane is, with a body that is alike about all axes across it.
ROLLED = spatial(
    RigidLink(0.0, joint=weld("x"), angle=33.0),
    beam(rigidity=900.0),
    payload=Body(4.0, (0.5, 0.7, 0.7), (0.3, 0.0, 0.0)),
)


@every_backend
def test_a_round_cantilever_bends_twice_at_every_frequency(backend):
    wanted = np.repeat(cantilever_roots(3), 2) ** 2 / L**2 * (900.0 / M) ** 0.5
    error = frequencies(backend, ROUND, 6) / wanted - 1.0
    assert np.all(error > -ACCURACY)
    assert np.all(error < (ACCURACY if backend == Exact() else 1e-3))


@every_backend
@pytest.mark.parametrize("arm", [ROUND, ROLLED], ids=["round", "rolled, with a body"])
def test_frequencies_of_four_fold_symmetry_are_pairs_of_modes_at_right_angles(backend, arm):
    model = backend.modes(arm, 6)
    np.testing.assert_allclose(model.angular_frequency[::2], model.angular_frequency[1::2], rtol=2.0 * ACCURACY)
    tips = model.translation(len(arm.links), arm.links[-1].length)[:, :, 0]
    for one, other in zip(tips[::2], tips[1::2], strict=True):
        assert abs(one @ other) < 1e-6 * np.linalg.norm(one) * np.linalg.norm(other)


@pytest.mark.parametrize("arm", [ROUND, ROLLED], ids=["round", "rolled, with a body"])
def test_pairs_are_proved_to_be_pairs(arm):
    certificate = Exact(certify=True).modes(arm, 4).certificate
    assert [(one.first, one.multiplicity) for one in certificate] == [(1, 2), (3, 2)]
    assert all(one.half_width <= ACCURACY for one in certificate)


def test_two_planes_nearly_alike_are_told_apart():
    near = replace(ROUND, links=(beam(rigidity=(900.0, 900.0 * (1.0 + 1e-9))),))
    certificate = Exact(certify=True).modes(near, 4).certificate
    assert [one.multiplicity for one in certificate] == [1, 1, 1, 1]
    found = frequencies(Exact(), near, 4)
    np.testing.assert_allclose(found[1::2] / found[::2] - 1.0, 5e-10, rtol=0.01)
