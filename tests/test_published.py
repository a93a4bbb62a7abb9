"""Published natural frequencies against the exact backend.

The rule for a table: a printed value holds where the exact value, rounded to the digits printed, differs from it by one
unit of the last digit at most. Values that do not hold are not bent to: tests of their own pin the exact value and say
what the source does differently, where that is known.

Sources. S. M. Wiedemann, Dynamics and control of flexible articulated space manipulators with large payloads, PhD
thesis, Cranfield University, 2002. J. Ramakrishnan and L. W. Taylor, Dynamic analysis of Space Shuttle/RMS
configuration using continuum approach, about 1991.
"""

from dataclasses import replace

import numpy as np
import pytest

from exact import Exact
from flexarm.arm import Arm
from flexarm.examples import example
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Joint

K1, K2, K3 = Joint.locked(1e6), Joint.locked(1e6), Joint.locked(2.4e5)
U1, U2, U3 = Joint.unlocked(1188.0), Joint.unlocked(556.0), Joint.unlocked(191.0)
FREE = Joint.unlocked()


def omega(arm, count):
    return Exact().modes(arm, count).angular_frequency


def check(arm, printed):
    """Every printed frequency, rad/s with two decimals, zeros first: as many rigid-body modes, and the rule."""
    zeros = printed.count(0.0)
    assert arm.rigid_freedoms == zeros
    printed = np.array(printed[zeros:])
    exact = omega(arm, len(printed))
    units = np.round((np.round(exact, 2) - printed) * 100)
    assert np.all(np.abs(units) <= 1), f"exact {exact}, printed {printed}, off by {units} units of the last digit"


def ids(value):
    return str(value[0]) if isinstance(value, tuple) else None


def each(table):
    return pytest.mark.parametrize("row", table, ids=ids)


def each_angle(table):
    """Every row of a table over the wrist's angle; those between multiples of 30 deg with the slow tests."""
    rows = [row if row[0] % 30 == 0 else pytest.param(row, marks=pytest.mark.slow) for row in table]
    return pytest.mark.parametrize("row", rows, ids=ids)


# One link ------------------------------------------------------------------------------------------

DATA_SET_A = Body(1e4, 37500.0, 1.5)


def one_link(joint, payload):
    return Arm(Base.fixed(), (Link(14.0, 3.9786, 3e6, joint=joint),), payload)


@pytest.mark.parametrize(
    ("joint", "printed"),
    [(U1, [0.0, 4.55, 25.98, 103.17, 274.76]), (K1, [0.39, 5.18, 81.46, 236.66, 478.56])],
    ids=["unlocked", "locked"],
)
def test_table_2_1(joint, printed):
    check(one_link(joint, DATA_SET_A), printed)


# M_p, b, d; omega_1 to omega_5
TABLE_2_2 = [
    (0, 0, 0, 0.00, 68.31, 221.36, 461.86, 789.80),
    (50, 1, 1, 0.00, 44.37, 162.33, 348.67, 596.37),
    (100, 1, 1, 0.00, 42.25, 156.04, 327.89, 555.61),
    (1000, 1, 1, 0.00, 35.88, 108.05, 240.84, 472.94),
    (2000, 1, 1.5, 0.00, 28.12, 83.46, 227.33, 465.31),
    (4000, 1, 2, 0.00, 18.72, 73.38, 223.32, 463.02),
    (10000, 3, 6, 0.00, 4.59, 68.69, 221.57, 462.01),
    (15000, 3, 8, 0.00, 2.97, 68.48, 221.46, 461.93),
    (20000, 3, 10, 0.00, 2.12, 68.40, 221.42, 461.90),
    (200000, 6, 20, 0.00, 0.38, 68.31, 221.37, 461.86),
]


@each(TABLE_2_2)
def test_table_2_2_payload(row):
    mass, b, d, *printed = row
    check(one_link(FREE, Body(mass, mass * (b**2 + d**2) / 12.0, b / 2.0)), printed)


# I_g; omega_1 to omega_5
TABLE_2_3 = [
    (0, 0.00, 68.31, 221.36, 461.86, 789.80),
    (1000, 0.00, 31.78, 102.21, 274.93, 536.45),
    (2000, 0.00, 25.46, 99.87, 274.13, 536.04),
    (5000, 0.00, 20.26, 98.51, 273.66, 535.80),
    (10000, 0.00, 18.10, 98.06, 273.50, 535.72),
    (20000, 0.00, 16.89, 97.84, 273.42, 535.68),
    (30000, 0.00, 16.47, 97.77, 273.39, 535.67),
    (40000, 0.00, 16.25, 97.73, 273.38, 535.66),
    (50000, 0.00, 16.12, 97.71, 273.37, 535.66),
    (1e06, 0.00, 15.60, 97.63, 273.34, 535.64),
]


@each(TABLE_2_3)
def test_table_2_3_gear_inertia(row):
    check(one_link(Joint.unlocked(row[0]), None), list(row[1:]))


# lambda; omega_1 to omega_4
TABLE_2_4 = [
    (0, 0.00, 68.31, 221.36, 461.86),
    (100, 0.17, 68.31, 221.37, 461.86),
    (10000, 1.65, 68.50, 221.57, 462.06),
    (1e06, 11.39, 80.17, 236.52, 478.41),
    (1e08, 15.51, 97.21, 272.19, 533.40),
]


@each(TABLE_2_4)
def test_table_2_4_joint_stiffness(row):
    check(one_link(Joint.locked(row[0]), None), list(row[1:]))


# One link and an end effector ----------------------------------------------------------------------


def end_effector(joint1, joint2, angle):
    links = Link(12.12, 3.9786, 3e6, joint=joint1), RigidLink(1.88, joint=joint2, angle=angle)
    return Arm(Base.fixed(), links, Body(5000.0, 5417.0, 1.0))


# theta, deg; omega_1 to omega_4. The wrist is unlocked in tables 3.1 and 3.3; the source gives its gear box 191 kg m²,
# but leaves it out of the equations (its remark on equations 3.4 and 3.5).
TABLE_3_1 = [
    (0, 0.00, 0.00, 23.88, 96.28),
    (10, 0.00, 0.00, 23.84, 96.20),
    (20, 0.00, 0.00, 23.76, 96.08),
    (30, 0.00, 0.00, 23.71, 96.00),
    (40, 0.00, 0.00, 23.68, 95.96),
    (50, 0.00, 0.00, 23.67, 95.93),
    (60, 0.00, 0.00, 23.66, 95.92),
    (70, 0.00, 0.00, 23.65, 95.91),
    (80, 0.00, 0.00, 23.65, 95.90),
    (90, 0.00, 0.00, 23.65, 95.90),
]
TABLE_3_2 = [
    (0, 0.00, 6.91, 25.21, 101.50),
    (10, 0.00, 6.26, 25.07, 101.36),
    (20, 0.00, 5.07, 24.87, 101.15),
    (30, 0.00, 4.07, 24.74, 101.02),
    (40, 0.00, 3.37, 24.67, 100.94),
    (50, 0.00, 2.88, 24.63, 100.90),
    (60, 0.00, 2.53, 24.61, 100.87),
    (70, 0.00, 2.30, 24.59, 100.85),
    (80, 0.00, 2.13, 24.58, 100.84),
    (90, 0.00, 2.03, 24.58, 100.84),
]
TABLE_3_3 = [
    (0, 0.00, 2.22, 72.55, 251.43),
    (10, 0.00, 2.00, 72.47, 251.34),
    (20, 0.00, 1.62, 72.34, 251.21),
    (30, 0.00, 1.31, 72.26, 251.12),
    (40, 0.00, 1.10, 72.22, 251.07),
    (50, 0.00, 0.95, 72.19, 251.04),
    (60, 0.00, 0.86, 72.18, 251.03),
    (70, 0.00, 0.80, 72.17, 251.02),
    (80, 0.00, 0.77, 72.16, 251.01),
    (90, 0.00, 0.76, 72.16, 251.01),
]
TABLE_3_4 = [
    (0, 0.56, 7.89, 77.77, 256.74),
    (10, 0.56, 7.11, 77.62, 256.62),
    (20, 0.57, 5.71, 77.38, 256.44),
    (30, 0.58, 4.55, 77.23, 256.33),
    (40, 0.59, 3.73, 77.15, 256.26),
    (50, 0.60, 3.16, 77.10, 256.22),
    (60, 0.63, 2.76, 77.07, 256.20),
    (70, 0.65, 2.47, 77.05, 256.19),
    (80, 0.68, 2.26, 77.04, 256.18),
    (90, 0.72, 2.12, 77.03, 256.18),
]


@each_angle(TABLE_3_1)
def test_table_3_1_both_unlocked(row):
    check(end_effector(U1, FREE, row[0]), list(row[1:]))


@each_angle(TABLE_3_2)
def test_table_3_2_shoulder_unlocked(row):
    check(end_effector(U1, K3, row[0]), list(row[1:]))


@each_angle(TABLE_3_3)
def test_table_3_3_wrist_unlocked(row):
    check(end_effector(K1, FREE, row[0]), list(row[1:]))


@each_angle(TABLE_3_4)
def test_table_3_4_both_locked(row):
    check(end_effector(K1, K3, row[0]), list(row[1:]))


def test_tables_3_1_and_3_3_with_the_wrist_gear():
    # The source calls the gear inertia negligible. Between link and end effector it is not, above the first frequency:
    # it turns with the light link's tip. Printed at 0 deg: 23.88 and 96.28; 2.22, 72.55 and 251.43.
    assert omega(end_effector(U1, U3, 0.0), 2) == pytest.approx([23.1770, 64.7165], abs=1e-4)
    assert omega(end_effector(K1, U3, 0.0), 3) == pytest.approx([2.1574, 52.7872, 134.4946], abs=1e-4)


@pytest.mark.parametrize(
    ("joint", "printed"),
    [(U1, [0.0, 4.55, 25.98, 103.17, 274.75]), (K1, [0.39, 5.18, 81.45, 236.65, 478.54])],
    ids=["unlocked", "locked"],
)
def test_table_3_5(joint, printed):
    # The source's end effector has no length; a rigid link needs one: 1e-9 m.
    links = Link(14.0, 3.9786, 3e6, joint=joint), RigidLink(1e-9, joint=Joint.locked(1e10))
    check(Arm(Base.fixed(), links, DATA_SET_A), printed)


# Two links -----------------------------------------------------------------------------------------


def two_links(joint1, joint2, angle):
    links = Link(6.37, 3.9, 3.9786e6, joint=joint1), Link(8.93, 3.4, 2.334e6, joint=joint2, angle=angle)
    return Arm(Base.fixed(), links, Body(20000.0, 181667.0, 1.5))


ELBOW = [0.0, 20.0, 40.0, 60.0, 80.0, 90.0]


@pytest.mark.parametrize(
    ("joint1", "joint2", "first"),
    [
        (U1, K2, [1.72, 1.56, 1.21, 0.94, 0.77, 0.72]),
        (K1, U2, [1.99, 1.78, 1.30, 1.02, 0.91, 0.90]),
        (K1, K2, [0.23, 0.24, 0.24, 0.25, 0.27, 0.28]),
    ],
    ids=["4.2", "4.3", "4.4"],
)
def test_tables_4_2_to_4_4_first_frequency(joint1, joint2, first):
    rigid = [0.0] * (joint1.free + joint2.free)
    for angle, printed in zip(ELBOW, first, strict=True):
        check(two_links(joint1, joint2, angle), [*rigid, printed])


@pytest.mark.parametrize(
    ("joint1", "joint2", "angle", "printed", "exact"),
    [
        (U1, U2, 0.0, [9.20, 32.39], [9.7906, 32.7558]),
        (U1, U2, 90.0, [2.52, 31.50], [2.5214, 31.8792]),
        (U1, K2, 0.0, [1.72, 22.93, 80.95], [1.7225, 24.2741, 86.4599]),
        (U1, K2, 90.0, [0.72, 2.86, 40.67], [0.7196, 2.8568, 40.5508]),
        (K1, U2, 0.0, [1.99, 15.16, 62.29], [1.9849, 16.1177, 72.1585]),
        (K1, U2, 90.0, [0.90, 2.52, 34.46], [0.8951, 2.5214, 34.9798]),
        (K1, K2, 0.0, [0.23, 2.05, 5.91, 554.29], [0.2343, 2.0529, 62.0152, 198.0757]),
        (K1, K2, 20.0, [0.24, 1.96, 5.91, 500.62], [0.2365, 1.9570, 5.9270, 178.8997]),
        (K1, K2, 90.0, [0.28, 1.17, 2.87, 499.78], [0.2793, 1.1729, 2.8746, 178.7619]),
    ],
    ids=["4.1 0", "4.1 90", "4.2 0", "4.2 90", "4.3 0", "4.3 90", "4.4 0", "4.4 20", "4.4 90"],
)
def test_tables_4_1_to_4_4_do_not_hold_above_the_payload_modes(joint1, joint2, angle, printed, exact):
    # The source's equations leave out that the second link's distributed mass is carried. Frequencies in which the
    # light links merely bend under the heavy payload hold; those in which the links themselves swing do not: the last
    # one printed is off by 0.3 to 14 per cent, in table 4.4 by 180 per cent.
    found = omega(two_links(joint1, joint2, angle), len(exact))
    assert found == pytest.approx(exact, abs=1e-4)
    assert abs(printed[-1] / found[-1] - 1.0) > 0.0025


def test_table_4_8_follows_from_a_rigid_second_beam():
    # Printed: 6.04, 44.36, 108.11 (reference: 108.13) and 216.46. Two flexible beams have other frequencies.
    frame = example("two-beam-frame")
    assert omega(frame, 4) == pytest.approx([6.0407, 44.2120, 105.3056, 209.8951], abs=1e-4)
    first, second = frame.links
    rigid = RigidLink(second.length, joint=second.joint, angle=second.angle, mass=second.mass)
    check(replace(frame, links=(first, rigid)), [6.04, 44.36, 108.11, 216.46])


# Two links and an end effector ---------------------------------------------------------------------


def shuttle_arm(code, base=None, theta1=0.0, theta2=0.0, theta3=0.0):
    """Data sets B and C; the code gives joints 1, 2 and 3, 1 for locked. An unlocked wrist has no gear, as in 3.1."""
    locked, unlocked = (K1, K2, K3), (U1, U2, FREE)
    joints = [(unlocked, locked)[int(state)][k] for k, state in enumerate(code)]
    links = (
        Link(6.37, 3.9, 3.9786e6, joint=joints[0], angle=theta1),
        Link(7.05, 3.4, 2.334e6, joint=joints[1], angle=theta2),
        RigidLink(1.88, joint=joints[2], angle=theta3),
    )
    return Arm(base or Base.fixed(), links, Body(30000.0, 4e5, 2.0))


# Elbow at 0, 30, 60 and 90 deg, wrist straight: first non-zero frequency.
@pytest.mark.parametrize(
    ("code", "first"),
    [
        ("011", [0.83, 0.76, 0.61, 0.50]),
        ("101", [1.02, 0.98, 0.82, 0.73]),
        ("110", [0.40, 0.40, 0.42, 0.48]),
        ("111", [0.17, 0.18, 0.19, 0.20]),
    ],
    ids=["5.4", "5.6", "5.7", "5.8"],
)
def test_tables_5_4_and_5_6_to_5_8_wrist_straight(code, first):
    for angle, printed in zip([0.0, 30.0, 60.0, 90.0], first, strict=True):
        check(shuttle_arm(code, theta2=angle), [*[0.0] * code.count("0"), printed])


@pytest.mark.parametrize(
    ("code", "theta2", "theta3", "printed", "exact"),
    [
        ("000", 0.0, 0.0, 34.04, 32.2652),
        ("000", 0.0, 90.0, 19.26, 32.2616),
        ("010", 0.0, 0.0, 20.44, 21.0706),
        ("010", 0.0, 90.0, 2.69, 21.0653),
        ("100", 0.0, 0.0, 13.33, 13.8035),
        ("100", 0.0, 90.0, 1.34, 13.8015),
        ("011", 0.0, 30.0, 0.65, 0.7202),
        ("011", 0.0, 90.0, 0.41, 0.4673),
        ("011", 90.0, 90.0, 0.34, 0.3688),
        ("101", 0.0, 90.0, 0.45, 0.5358),
        ("101", 90.0, 90.0, 0.40, 0.5244),
        ("110", 0.0, 30.0, 0.33, 0.3494),
        ("110", 90.0, 90.0, 0.34, 0.3700),
        ("111", 30.0, 90.0, 0.26, 0.2449),
        ("111", 90.0, 90.0, 0.32, 0.2965),
    ],
)
def test_tables_5_1_to_5_8_do_not_hold_elsewhere(code, theta2, theta3, printed, exact):
    # With the wrist at an angle these printed values are off by 5 to 24 per cent, and by up to 90 where two joints or
    # more are unlocked; there the straight arm's are off too, by 3 to 6. The exact values are pinned.
    found = omega(shuttle_arm(code, theta2=theta2, theta3=theta3), 1)[0]
    assert found == pytest.approx(exact, abs=1e-4)
    assert abs(printed / found - 1.0) > 0.029


SHUTTLE = Base.free(70000.0, 1e6, (14.0, 0.0))


@pytest.mark.parametrize(
    ("code", "simpack", "determinant"),
    [("011", 0.87, 0.84), ("101", 1.08, 1.05), ("110", 0.52, 0.46), ("111", 0.31, 0.25)],
)
def test_table_6_4_multibody_values_hold_within_4_per_cent(code, simpack, determinant):
    # The shoulder's offset is perpendicular to the arm, as in the example. The source's own determinant is off by
    # 11 per cent (1-1-0) and 18 per cent (1-1-1).
    found = omega(shuttle_arm(code, SHUTTLE, theta1=90.0), 1)[0]
    assert simpack == pytest.approx(found, rel=0.04)
    assert found == pytest.approx({"011": 0.8417, "101": 1.0527, "110": 0.5155, "111": 0.3051}[code], abs=1e-4)
    assert (abs(determinant / found - 1.0) > 0.1) == (code in ("110", "111"))


def test_table_6_1_all_locked_is_the_shipped_example():
    # Printed: 0.25; exact: 0.305, the multibody programme's 0.31.
    assert omega(example("shuttle-free-base"), 1) == pytest.approx([0.3051], abs=1e-4)
    assert omega(shuttle_arm("111", SHUTTLE, theta1=90.0), 3) == pytest.approx(omega(example("shuttle-free-base"), 3))


@pytest.mark.parametrize(
    ("code", "printed", "exact"),
    [("000", 30.94, None), ("001", 5.11, 6.2851), ("010", 18.37, None), ("100", 10.59, None)],
)
def test_table_6_1_does_not_hold_with_two_joints_unlocked(code, printed, exact):
    found = omega(shuttle_arm(code, SHUTTLE, theta1=90.0), 1)[0]
    assert exact is None or found == pytest.approx(exact, abs=1e-4)
    assert printed / found < 0.97


# Ramakrishnan and Taylor ---------------------------------------------------------------------------

# Row: case, plane, mode of that plane; NASTRAN, PDEMOD and transfer-matrix values, Hz. Tolerance 2e-4 unless stated.
# Torsion, not bending: table 2's rows 1 and 6; table 3's rows 2 and 6 (2.0548, 2.0133; 7.6745).
NASTRAN, PDEMOD, TRANSFER = "NASTRAN", "PDEMOD", "transfer"
RAMAKRISHNAN = [
    ("2.2", 1, "zz", 1, {NASTRAN: (2.527, 3.5e-4), PDEMOD: 2.528, TRANSFER: 2.528}),  # NASTRAN: digits cut off
    ("2.3", 1, "yy", 1, {NASTRAN: (2.862, 3e-4), PDEMOD: 2.863, TRANSFER: (2.862, 3e-4)}),  # digits cut off
    ("2.4", 1, "zz", 2, {NASTRAN: 10.629, PDEMOD: 10.63, TRANSFER: 10.629}),
    ("2.5", 1, "yy", 2, {NASTRAN: 11.747, PDEMOD: (11.74, 6.5e-4), TRANSFER: 11.747}),  # digits cut off
    ("2.7", 1, "zz", 3, {NASTRAN: 23.171, PDEMOD: 23.17, TRANSFER: 23.171}),
    ("2.8", 1, "yy", 3, {NASTRAN: 25.963, PDEMOD: 25.96, TRANSFER: 25.964}),
    ("3.1 zz", 2, "zz", 1, {NASTRAN: (0.1825, 3e-4)}),  # digits cut off
    ("3.1 yy", 2, "yy", 1, {PDEMOD: (0.1961, 1.1e-3)}),  # the source's own spread: 0.19591 is exact
    ("3.4", 2, "zz", 2, {NASTRAN: 4.2036, PDEMOD: (4.2065, 7e-4), TRANSFER: 4.2033}),
    ("3.5", 2, "yy", 2, {PDEMOD: 4.6983, TRANSFER: 4.6973}),
    ("3.8", 2, "zz", 3, {NASTRAN: 13.3324, PDEMOD: 13.3356, TRANSFER: 13.3337}),
    # NASTRAN's other two rows of table 3 are case 1's: it gave the Shuttle its inertia in one plane only.
    ("3.3", 1, "yy", 1, {NASTRAN: 2.8627}),
    ("3.7", 1, "yy", 2, {NASTRAN: 11.7471}),
]


@pytest.mark.parametrize(
    ("case", "plane", "mode", "printed"), [row[1:] for row in RAMAKRISHNAN], ids=[r[0] for r in RAMAKRISHNAN]
)
def test_ramakrishnan_tables_2_and_3(case, plane, mode, printed):
    found = omega(example(f"ramakrishnan-case{case}-{plane}"), mode)[mode - 1] / (2.0 * np.pi)
    for method, entry in printed.items():
        value, tolerance = entry if isinstance(entry, tuple) else (entry, 2e-4)
        error = abs(value / found - 1.0)
        assert error <= tolerance, f"{method}: printed {value}, exact {found}"
        assert tolerance == 2e-4 or error > 2e-4, f"{method} holds to 2e-4: state no wider tolerance"


def test_ramakrishnan_table_3_transfer_matrix_row_1_is_no_natural_frequency():
    # Printed: 0.1892, one row for both planes. It is the mean of the two planes' first frequencies.
    yy, zz = (omega(example(f"ramakrishnan-case2-{plane}"), 1)[0] / (2.0 * np.pi) for plane in ("yy", "zz"))
    assert (yy, zz) == pytest.approx((0.19591, 0.18255), abs=1e-5)
    assert (yy + zz) / 2.0 == pytest.approx(0.1892, abs=5e-5)
    assert min(abs(0.1892 / yy - 1.0), abs(0.1892 / zz - 1.0)) > 0.03
