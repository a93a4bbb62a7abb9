"""The frame of Bathe and Wilson (1972), nine stories and ten bays: a tree of 189 links, closed by supports to 90 loops.

K.-J. Bathe, E. L. Wilson (1972), Large eigenvalue problems in dynamic analysis, J. Eng. Mech. Div. ASCE 98, 1471–1485;
values by F. E. Peterson (1981), as the SAP2000 verification manual has them, example 1-021.
"""

import numpy as np
import pytest
from scipy.linalg import eigh

from fem import BeamFEM
from flexarm import Arm, Base, Joint, Link, Support

BAY, STORY = 20.0, 10.0  # ft
RIGIDITY, AXIAL, MASS = 432e3, 3.0 * 432e3, 3.0  # of every member, in kip and ft
PRINTED = [0.589541, 5.52696, 16.5879]  # ω²


def building(bays: int, stories: int) -> Arm:
    """Columns of the first row stand, floors begin at their tops, and the other columns hang from the floors."""
    links, supports = [], []

    def member(name: str, parent: str, length: float, angle: float) -> None:
        said = {"joint": Joint.rigid(), "angle": angle, "axial_rigidity": AXIAL, "parent": parent, "name": name}
        links.append(Link(length, MASS, RIGIDITY, **said))

    for floor in range(1, stories + 1):
        member(f"c0_{floor}", f"c0_{floor - 1}" if floor > 1 else "base", STORY, 0.0 if floor > 1 else 90.0)
    for floor in range(1, stories + 1):
        for bay in range(1, bays + 1):
            before = f"f{bay - 1}_{floor}" if bay > 1 else f"c0_{floor}"
            member(f"f{bay}_{floor}", before, BAY, 0.0 if bay > 1 else -90.0)
            member(f"c{bay}_{floor}", f"f{bay}_{floor}", STORY, -90.0)
            foot = f"f{bay}_{floor - 1}.tip" if floor > 1 else ""
            supports.append(Support(f"c{bay}_{floor}.tip", ("along_x", "along_y", "about_z"), to=foot))
    return Arm(Base.fixed(), tuple(links), supports=tuple(supports), name="Frame of Bathe and Wilson")


def elements(bays: int, stories: int, lumped: bool) -> np.ndarray:
    """ω² of one textbook element a member."""
    nodes = {(i, j): 3 * (i * stories + j - 1) for i in range(bays + 1) for j in range(1, stories + 1)}
    stiffness, mass = (np.zeros((3 * len(nodes) + 3, 3 * len(nodes) + 3)) for _ in range(2))
    ground = np.arange(3 * len(nodes), 3 * len(nodes) + 3)

    def add(first, last, length: float, turn: np.ndarray) -> None:
        a, b = (nodes[one] + np.arange(3) if one in nodes else ground for one in (first, last))
        rows, whole = np.concatenate([a, b]), np.kron(np.eye(2), turn)
        for total, part in zip((stiffness, mass), element(length, lumped), strict=True):
            total[np.ix_(rows, rows)] += whole.T @ part @ whole

    upright = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    for i, j in nodes:
        add((i, j - 1), (i, j), STORY, upright)
        if i < bays:
            add((i, j), (i + 1, j), BAY, np.eye(3))
    # Lumped masses do not turn: the inverse problem takes that.
    free = slice(0, -3)
    return 1.0 / eigh(mass[free, free], stiffness[free, free], eigvals_only=True)[::-1]


def element(length: float, lumped: bool) -> tuple[np.ndarray, np.ndarray]:
    x, y = [0, 3], [1, 2, 4, 5]
    l, k, m = length, np.zeros((6, 6)), np.zeros((6, 6))
    k[np.ix_(x, x)] = AXIAL / l * np.array([[1, -1], [-1, 1]])
    bend = [[12, 6 * l, -12, 6 * l], [6 * l, 4 * l * l, -6 * l, 2 * l * l]]
    k[np.ix_(y, y)] = (
        RIGIDITY / l**3 * np.array([*bend, [-12, -6 * l, 12, -6 * l], [6 * l, 2 * l * l, -6 * l, 4 * l * l]])
    )
    if lumped:
        return k, MASS * l / 2.0 * np.diag([1.0, 1.0, 0.0, 1.0, 1.0, 0.0])
    m[np.ix_(x, x)] = MASS * l / 6.0 * np.array([[2, 1], [1, 2]])
    rows = [[156, 22 * l, 54, -13 * l], [22 * l, 4 * l * l, 13 * l, -3 * l * l]]
    rows += [[54, 13 * l, 156, -22 * l], [-13 * l, -3 * l * l, -22 * l, 4 * l * l]]
    m[np.ix_(y, y)] = MASS * l / 420.0 * np.array(rows)
    return k, m


@pytest.mark.slow
def test_the_frame_of_bathe_and_wilson():
    """What is printed has its masses lumped at the nodes; with consistent masses it is 0.05, 0.5 and 1.2 % more."""
    np.testing.assert_allclose(elements(10, 9, lumped=True)[:3], PRINTED, rtol=5e-6)
    found = BeamFEM(1).frequencies_of([building(10, 9)], 3).angular_frequency[0] ** 2
    np.testing.assert_allclose(found, elements(10, 9, lumped=False)[:3], rtol=1e-10)
    np.testing.assert_allclose(found / PRINTED - 1.0, [5e-4, 4.6e-3, 1.23e-2], atol=5e-5)
