"""Certified frequencies against many-digit roots, closed forms, double roots, wrong claims and decimal numbers."""

import json
import pickle
import re
from dataclasses import fields, is_dataclass, replace
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise

import mpmath
import numpy as np
import pytest
from hypothesis import assume, given, settings

import compare
from compare.cli import main
from exact import Exact, certify
from exact.proof import counting
from exact.proof.balls import precision
from exact.proof.counting import Counter
from exact.proof.locating import Axis, narrow_cells
from exact.proof.undecided import Undecided
from fem import BeamFEM
from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.backend import find_backend
from flexarm.certificate import CertifiedInterval, each_mode
from flexarm.decimals import Written, exact_value
from flexarm.errors import InputError, QuestionError, TooFewModesError
from flexarm.examples import example
from flexarm.files import dumps, loads
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Joint
from tests import characteristic
from tests.strategies import arms

WIDTHS = (1e-12, 1e-20, 1e-30)


def certificate(arm, count, width=1e-12):
    return Exact(certify=True, width=width).modes(arm, count).certificate


def contains(interval: CertifiedInterval, value: mpmath.mpf) -> bool:
    with mpmath.workdps(120):
        return mpmath.mpf(interval.lower) < value < mpmath.mpf(interval.upper)


def inside(inner: CertifiedInterval, outer: CertifiedInterval) -> bool:
    """Whether one interval is no farther out than another, but for what the wider one's own half-width allows."""
    low, high = Fraction(outer.lower), Fraction(outer.upper)
    return low <= Fraction(inner.lower) and Fraction(inner.upper) <= high


# Many digits ---------------------------------------------------------------------------------------


def sixteenths(part):
    """The same arm with numbers that are the same as decimals and as float64."""
    if isinstance(part, float):
        return (round(part * 16.0) or (part > 0.0) - (part < 0.0)) / 16.0
    if isinstance(part, tuple):
        return tuple(map(sixteenths, part))
    if is_dataclass(part):
        return replace(part, **{field.name: sixteenths(getattr(part, field.name)) for field in fields(part)})
    return part


def determinant(arm: Arm, omega: mpmath.mpf) -> mpmath.mpf:
    """The determinant of Newton's equations as they are: unscaled, it is smooth in frequency."""
    return characteristic._Equations(arm, omega).determinant(scaled=False)


def root(arm: Arm, near: float) -> mpmath.mpf:
    """The root of Newton's equations next to a frequency, to forty digits, by secants."""
    with mpmath.workdps(80):
        before, after = mpmath.mpf(near), mpmath.mpf(near) * (1 + mpmath.mpf(10) ** -13)
        values = determinant(arm, before), determinant(arm, after)
        for _ in range(12):
            if values[0] == values[1] or abs(after - before) < mpmath.mpf(10) ** -45 * after:
                break
            before, after = after, after - values[1] * (after - before) / (values[1] - values[0])
            values = values[1], determinant(arm, after)
        return after


def check_many_digits(arm: Arm, count: int) -> None:
    try:
        found = [certificate(arm, count, width) for width in WIDTHS]
    except TooFewModesError as error:
        assume(error.available > 0)
        found = [certificate(arm, error.available, width) for width in WIDTHS]
    for narrow, wide in pairwise(reversed(found)):
        assert sum(interval.multiplicity for interval in narrow) >= len(wide)
    for intervals, width in zip(found, WIDTHS, strict=True):
        assert all(interval.half_width <= width for interval in intervals)
        assert [interval.first for interval in intervals] == list(
            np.cumsum([1] + [interval.multiplicity for interval in intervals[:-1]])
        )
    for intervals in zip(*found, strict=True):
        assume(all(interval.multiplicity == 1 for interval in intervals))
        value = root(arm, (float(intervals[0].lower) + float(intervals[0].upper)) / 2.0)
        assert all(contains(interval, value) for interval in intervals), (intervals, mpmath.nstr(value, 45))


@settings(max_examples=3)
@given(arms(most_links=2).map(sixteenths))
def test_intervals_contain_the_many_digit_root(arm):
    check_many_digits(arm, 2)


@pytest.mark.slow
@settings(max_examples=100)
@given(arms(most_links=3).map(sixteenths))
def test_intervals_contain_the_many_digit_root_of_a_hundred_arms(arm):
    check_many_digits(arm, 2)


# What is hard in float64 ---------------------------------------------------------------------------

LINK = Link(6.0, 4.0, 4e6, joint=Joint.locked(1e6), angle=20.0)
HARD = {
    "heavy payload, soft spring": Arm(
        Base.fixed(), (replace(LINK, joint=Joint.locked(1e-3)),), Body(1e9, 1e10, (1.5, 2.0))
    ),
    "heavy payload, stiff spring": Arm(
        Base.free(1e9, 1e10), (replace(LINK, joint=Joint.locked(1e12)),), Body(1e9, 0.0)
    ),
    "five links": Arm(Base.free(7e4, 1e6, (3.0, 5.0)), (LINK,) * 5, Body(500.0, 200.0, (0.5, 0.1))),
    "rigid links": Arm(
        Base.guided(2e3, (1.0, 2.0)), (RigidLink(1.5, joint=Joint.locked(3e5), mass=40.0, angle=50.0),) * 3
    ),
    "gear boxes": Arm(Base.free(7e4, 1e6), (LINK, replace(LINK, joint=Joint.unlocked(300.0, 2.0)))),
    "guided": Arm(
        Base.guided(2e3, (1.0, 2.0)), (LINK, RigidLink(1.5, joint=Joint.locked(3e5), mass=40.0)), Body(9.0, 1.0)
    ),
}


@pytest.mark.parametrize("name", HARD)
def test_hard_arms_are_certified_and_narrower_intervals_lie_inside(name):
    arm, count = HARD[name], 3
    plain = Exact().modes(arm, count).angular_frequency
    wide, *narrower = (certificate(arm, count, width) for width in WIDTHS)
    assert [interval.first for interval in wide] == [1, 2, 3]
    for width, intervals in zip(WIDTHS, (wide, *narrower), strict=True):
        assert max(interval.half_width for interval in intervals) <= width
    for intervals in narrower:
        assert all(inside(inner, outer) for inner, outer in zip(intervals, wide, strict=True))
        wide = intervals
    assert Exact(certify=True).modes(arm, count).angular_frequency == pytest.approx(plain, rel=1e-11)


def test_a_hinged_chain_far_below_the_links_own_frequencies():
    """β is 1e-9 and less: the closed form cancels thirty digits and more, and precision makes up for it."""
    arm = Arm(Base.fixed(), (Link(1.0, 1.0, 1e18, joint=Joint.locked(1.0)),), Body(1.0, 0.0))
    (interval,) = certificate(arm, 1, 1e-16)
    # A rigid rod of moment 1/3 with a unit mass at its end; bending adds a relative 1e-18.
    assert contains(interval, mpmath.sqrt(mpmath.mpf(3) / 4) * (1 - mpmath.mpf(10) ** -19))


# Multiple frequencies ------------------------------------------------------------------------------


def twins(payload: str = "3.0", angle: float = 90.0) -> Arm:
    """A beam hinged to the tip of another at a right angle: it moves along itself when that tip does, and neither bends
    the other. Both are pinned and carry their own mass at the tip, and the first has twice everything: all frequencies
    are double."""
    first = Link(3.0, 2.0, 200.0, joint=Joint.unlocked())
    second = Link(3.0, 1.0, 100.0, joint=Joint.unlocked(), angle=angle)
    return Arm(Base.fixed(), (first, second), Body(Written(payload), 0.0))


@pytest.mark.parametrize("width", WIDTHS)
def test_exact_double_roots_have_multiplicity_two(width):
    found = certificate(twins(), 6, width)
    assert [interval.multiplicity for interval in found] == [2, 2, 2]
    assert [interval.first for interval in found] == [1, 3, 5]
    assert all(interval.half_width <= width for interval in found)
    with mpmath.workdps(60):
        # A pinned beam with its own mass at the tip: (cos β sinh β − sin β cosh β) + 2 β sin β sinh β = 0.
        beta = mpmath.findroot(
            lambda b: (
                mpmath.cos(b) * mpmath.sinh(b) - mpmath.sin(b) * mpmath.cosh(b) - 2 * b * mpmath.sin(b) * mpmath.sinh(b)
            ),
            mpmath.sqrt(float(found[0].lower) * 9 / 10),
        )
        assert contains(found[0], (beta / 3) ** 2 * 10)


def test_the_whole_multiplicity_counts_where_a_double_root_is_the_last():
    assert [interval.multiplicity for interval in certificate(twins(), 3)] == [2, 2]
    model = Exact(certify=True).modes(twins(), 3)
    assert [interval.first for interval in each_mode(model.certificate, 3)] == [1, 1, 3]
    assert model.angular_frequency[:2] == pytest.approx(float(model.certificate[0].lower), rel=1e-13)


def test_nearly_coincident_frequencies_share_an_interval_until_it_is_narrow_enough():
    arm = twins("3.000000000000000001")
    assert [interval.multiplicity for interval in certificate(arm, 4)] == [2, 2]
    apart = certificate(arm, 4, 1e-24)
    assert [interval.multiplicity for interval in apart] == [1, 1, 1, 1]
    assert Fraction(apart[0].upper) < Fraction(apart[1].lower)
    assert float(Fraction(apart[1].lower) / Fraction(apart[0].upper) - 1) < 1e-17


CLOSE = """
base = { kind = "free", mass = 0, inertia = 0, offset = [0, 0] }
[[link]]
length = 6.37
mass_per_length = 3.9
angle = 0
flexural_rigidity = 3978600.0
joint = { state = "rigid" }
tip = { mass = 1e12, inertia = 1e12, offset = 0 }
[[link]]
length = 6.37
mass_per_length = 3.9
angle = 0
flexural_rigidity = 3978600.0
joint = { state = "rigid" }
"""


@pytest.mark.parametrize("arm", [loads(CLOSE), example("shuttle-free-base")], ids=["close", "shuttle"])
def test_certifying_makes_no_frequency_worse(arm):
    """Of the first arm, two halves about a huge mass, the frequencies are in pairs closer than 1e-11."""
    true = [Fraction(i.lower) for i in each_mode(certificate(arm, 6, 1e-20), 6)]

    def off(model):
        return [abs(float(Fraction(float(v)) / t - 1)) for v, t in zip(model.angular_frequency, true, strict=True)]

    plain = off(Exact().modes(arm, 6))
    for width in (9e-4, 1e-12):
        proved = off(Exact(certify=True, width=width).modes(arm, 6))
        assert all(one <= max(other, 2.0**-52) for one, other in zip(proved, plain, strict=True)), width


def test_the_values_of_a_shared_interval_ascend_and_lie_inside():
    model = Exact(certify=True).modes(twins("3.000000000000000001"), 4)
    for value, interval in zip(model.angular_frequency, each_mode(model.certificate, 4), strict=True):
        assert Fraction(interval.lower) < Fraction(float(value)) < Fraction(interval.upper)
    assert np.all(np.diff(model.angular_frequency) >= 0.0)


# Claims --------------------------------------------------------------------------------------------

ARM = example("shuttle-free-base")


@pytest.fixture(scope="module")
def right() -> list[float]:
    return [float(omega) for omega in Exact().modes(ARM, 4).angular_frequency]


def test_right_claims_are_proved(right):
    found = certify(ARM, right)
    assert [interval.first for interval in found] == [1, 2, 3, 4]
    assert all(
        Fraction(one.lower) < Fraction(omega) < Fraction(one.upper) for one, omega in zip(found, right, strict=True)
    )


def test_claims_of_many_digits_are_texts():
    with localcontext(prec=50):
        middles = [str((Decimal(i.lower) + Decimal(i.upper)) / 2) for i in certificate(ARM, 2, 1e-32)]
    assert len(certify(ARM, middles, 1e-30)) == 2


def test_a_wrong_frequency_is_refused(right):
    wrong = [right[0], right[1] * (1 + 1e-10), right[2]]
    with pytest.raises(QuestionError, match=r"frequency 2 is not 1\.05821.* 2 natural frequencies lie below 1\.05821"):
        certify(ARM, wrong)
    assert len(certify(ARM, wrong, 1e-9)) == 3


def test_a_claim_far_off_is_refused_in_few_words():
    with pytest.raises(
        QuestionError, match=r"about 1e\+149 natural frequencies lie below 9\.99999999999\d*E\+299"
    ) as refused:
        certify(ARM, [1e300])
    assert len(str(refused.value)) < 400


def test_a_frequency_left_out_is_refused(right):
    with pytest.raises(QuestionError) as refused:
        certify(ARM, [right[0], *right[2:]])
    assert "frequency 2 is not 58.22" in str(refused.value)
    assert "2 natural frequencies lie below 58.22" in str(refused.value)
    assert "number 2 lies between 1.0582" in str(refused.value)


def test_a_frequency_too_many_is_refused():
    with pytest.raises(QuestionError, match="frequency 2 is not"):
        certify(ARM, [float(Exact().modes(ARM, 1).angular_frequency[0])] * 2)


def test_more_claims_than_there_are_frequencies_are_refused():
    arm = Arm(Base.fixed(), (RigidLink(1.0, joint=Joint.locked(1.0), mass=3.0),))
    assert certify(arm, [1.0]) == (CertifiedInterval("0.9999999999992", "1.0000000000008", 1, 1),)
    with pytest.raises(QuestionError, match=r"1 natural frequencies between .* 2 were looked for"):
        certify(arm, [1.0, 2.0])


NO_CLAIMS = (
    *([], [2.0, 1.0], [0.0], ["a"], [float("nan")], [None], [True], ["nan"], ["inf"], ["1e4000"], ["1e-4000"]),
    *("1", b"1", 0.305, None, {0.305: 1}, {0.305}, (omega for omega in [0.305]), np.array(0.305)),
)


@pytest.mark.parametrize("claims", NO_CLAIMS, ids=lambda claims: re.sub(r" at 0x\w+", "", repr(claims)))
def test_what_is_no_claim_is_refused(claims):
    with pytest.raises(InputError, match="frequencies: wanted a list of positive numbers in ascending order"):
        certify(ARM, claims)


def test_gravity_and_massless_freedoms_are_refused():
    with pytest.raises(QuestionError, match="gravity"):
        certify(replace(ARM, gravity=(0.0, -9.81)), [1.0])
    with pytest.raises(QuestionError, match="without moving any mass"):
        certify(Arm(Base.fixed(), (RigidLink(1.0, joint=Joint.unlocked()),)), [1.0])


def test_bad_guesses_cost_counts_and_not_truth(right):
    counter = Counter(ARM)
    cells = narrow_cells(
        Axis(counter), "arm", 3, [Fraction(v) for v in (1e-7, 1.0, 1e6)], Fraction(1, 10**12), Fraction(1, 10**12)
    )
    assert [cell.low.number for cell in cells] == [3, 4, 5]
    found = [omega for cell in cells for omega in cell.estimates([0.0], Fraction(1))]
    assert found == pytest.approx(right[:3], rel=1e-13)


def test_two_counts_prove_a_frequency_that_float64_has_found():
    counts = []

    def counted(omega, counter=Counter(ARM)):  # noqa: B008
        counts.append(omega)
        return counter(omega)

    guesses = [Fraction(float(omega)) for omega in Exact().modes(ARM, 10).angular_frequency]
    narrow_cells(Axis(counted), "arm", 3, guesses, Fraction(1, 10**13), Fraction(1, 10**13))
    assert len(counts) == 20


# Decimal numbers -----------------------------------------------------------------------------------

CANTILEVER = """
[[link]]
length = {}
mass_per_length = 1.0
flexural_rigidity = 1
angle = 0.0
joint = {{ state = "rigid" }}
"""
NEIGHBOUR = "0.1000000000000000055511151231257827021181583404541015625"  # the float64 next to 0.1


def first_of(length: mpmath.mpf) -> mpmath.mpf:
    beta = mpmath.findroot(lambda b: mpmath.cos(b) * mpmath.cosh(b) + 1, 1.875)
    return (beta / length) ** 2


def test_parameters_are_the_decimal_numbers_written():
    written, neighbour = loads(CANTILEVER.format("0.1")), loads(CANTILEVER.format(NEIGHBOUR))
    assert written == neighbour
    assert hash(written) == hash(neighbour)
    (interval,), (other,) = (certificate(arm, 1, 1e-30) for arm in (written, neighbour))
    with mpmath.workdps(60):
        assert contains(interval, first_of(mpmath.mpf(1) / 10))
        assert contains(other, first_of(mpmath.mpf(0.1)))
        assert not contains(interval, first_of(mpmath.mpf(0.1)))


def test_numbers_of_many_digits_survive_files_copies_and_processes():
    text = CANTILEVER.format(NEIGHBOUR).replace("= 1\n", "= 100000000000000000001\n")
    arm = loads(text).with_payload(Body(Written("1.00000000000000000001"), 0.0, (1, Written("2.00000000000000000001"))))
    again = pickle.loads(pickle.dumps(loads(dumps(arm))))
    assert NEIGHBOUR in dumps(again)
    assert "100000000000000000001" in dumps(again)
    assert exact_value(again.links[0].length) == Fraction(NEIGHBOUR)
    assert exact_value(again.links[0].flexural_rigidity) == 10**20 + 1
    assert exact_value(again.payload.offset[1]) == 2 + Fraction(1, 10**20)
    assert again.with_angles(link1=Written("30.00000000000000000001")).links[0].angle == 30.0
    assert Exact().modes(again, 1).angular_frequency > 0.0


def test_numbers_of_thousands_of_digits_are_certified():
    arm = loads(CANTILEVER.format("0." + "1" * 5000))
    (interval,) = certificate(arm, 1, 1e-30)
    with mpmath.workdps(60):
        assert contains(interval, first_of(mpmath.mpf(1) / 9))


@pytest.mark.parametrize("angle", [1e17, -1e17, 1e300, 765.25, -360.0])
def test_full_turns_cost_no_digits(angle):
    """10¹⁷ = 280 mod 360, and so on: the same arm without them has the same frequencies, in float64 and in balls."""
    straight = Arm(Base.fixed(), (LINK, replace(LINK, angle=45.1)), Body(9.0, 1.0))
    turned = straight.with_angles(link1=angle, link2=45.1)
    rest = straight.with_angles(link1=float(Fraction(repr(angle)) % 360), link2=45.1)
    expected = Exact().modes(rest, 1).angular_frequency
    for solver in (Exact(), Exact(certify=True)):
        assert solver.modes(turned, 1).angular_frequency == pytest.approx(expected, rel=1e-12)
    assert tree(turned).links[1].axis == pytest.approx(tree(rest).links[1].axis, abs=1e-15)


@pytest.mark.parametrize("text", ["0.1", "1e-3", "1_000.5", "5e5", "-0.0", "1e-400"])
def test_what_float64_holds_is_a_plain_float(text):
    arm = loads(CANTILEVER.format("1.0").replace("angle = 0.0", f"angle = {text}"))
    assert type(arm.links[0].angle) is float
    assert arm.links[0].angle == float(text)


def test_right_angles_are_exact_and_others_are_balls():
    """At 90° nothing of the second link's bending reaches the first; at 90.000001° it does, a little."""
    assert [interval.multiplicity for interval in certificate(twins(angle=-270.0), 2, 1e-30)] == [2]
    assert [interval.multiplicity for interval in certificate(twins(angle=90.0001), 2, 1e-30)] == [1, 1]


# Counts at frequencies --------------------------------------------------------------------------

ONE = Arm(Base.fixed(), (RigidLink(1.0, joint=Joint.locked(1.0), mass=3.0),))  # ω = 1


def test_a_frequency_itself_is_no_end_of_an_interval():
    count = Counter(ONE)(Decimal("1.000"))
    assert 0 < abs(count.omega - 1) < Decimal("0.001")
    assert count.number == (count.omega > 1)


def test_round_frequencies_are_certified():
    """ω = 1, where halving and rounding meet it: single, an end of a claim, and double."""
    low = certify(ONE, ["1.000080006400512"], 1e-4)[0]
    assert Fraction(low.lower) < 1 < Fraction(low.upper)
    link = RigidLink(2.0, joint=Joint.locked(2.0))
    double = Arm(Base.fixed(), (link, RigidLink(1.0, joint=Joint.locked(2.0), angle=180.0)), Body(1.0, 1.0))
    for width in (1e-13, 1e-15, 1e-30):
        (interval,) = certificate(double, 1, width)
        assert interval.multiplicity == 2
        assert interval.half_width <= width
        assert Fraction(interval.lower) < 1 < Fraction(interval.upper)


def test_a_frequency_met_by_chance_costs_little_precision(monkeypatch):
    precisions = []
    monkeypatch.setattr(counting, "precision", lambda bits: precisions.append(bits) or precision(bits))
    Counter(ONE)(Decimal("1.000"))
    assert max(precisions) <= 1024


def test_a_number_that_no_precision_tells_from_a_frequency_is_refused(monkeypatch):
    def undecided(*_):
        raise Undecided

    monkeypatch.setattr(counting, "ball_system", undecided)
    with pytest.raises(QuestionError, match="1 rad/s is a natural frequency itself, as far as 16384 bits tell"):
        Counter(ONE)(Decimal(1))


# Settings, Datasets and commands -------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["exact", "exact:certify", "exact:certify:1e-30"])
def test_specifications(spec):
    assert find_backend(spec).spec == spec
    assert find_backend(spec) == find_backend(find_backend(spec).spec)


@pytest.mark.parametrize("spec", ["exact:prove", "exact:certify:a", "exact:certify:1e-30:1", "exact:certify:0.001"])
def test_wrong_specifications_are_refused(spec):
    with pytest.raises(InputError, match=r"certify|width"):
        find_backend(spec)


def test_a_width_too_small_for_float64_is_shown_as_written():
    with pytest.raises(InputError, match=r"exact\.width: wanted a positive number below 1e-3 .*, got '1e-400'"):
        find_backend("exact:certify:1e-400")


@pytest.mark.parametrize("settings", [{"width": 0.0}, {"width": -1e-12}, {"width": 1.0}, {"width": "a"}])
def test_wrong_widths_are_refused(settings):
    with pytest.raises(InputError, match="width: wanted a positive number below 1e-3"):
        Exact(certify=True, **settings)
    with pytest.raises(InputError, match="width: wanted nothing, unless certify is True"):
        Exact(width=1e-20)


def test_certified_frequencies_are_nearer_than_float64_found_them():
    model = Exact(certify=True).modes(ARM, 6)
    middles = [(Fraction(i.lower) + Fraction(i.upper)) / 2 for i in certificate(ARM, 6, 1e-30)]
    assert model.angular_frequency.tolist() == list(map(float, middles))


def test_the_modal_dataset_has_the_intervals(tmp_path):
    dataset = Exact(certify=True).modes(twins(), 3).dataset()
    assert dataset.multiplicity.values.tolist() == [2, 2, 2]
    assert dataset.interval_lower.values[0] == dataset.interval_lower.values[1]
    assert dataset.interval_upper.attrs["units"] == "rad/s"
    assert "multiplicity" not in Exact().modes(ARM, 1).dataset()


def test_a_comparison_has_the_intervals_in_every_form():
    dataset = compare.frequencies(ARM, [Exact(), BeamFEM(20), Exact(certify=True)], 2)
    assert dataset.attrs["reference"] == "exact:certify"
    assert dataset.multiplicity.values.tolist() == [[0, 0], [0, 0], [1, 1]]
    *others, result = json.loads(compare.text(dataset, "json"))["results"]
    assert all("interval" not in other for other in others)
    lower, upper = result["interval"][1]
    assert Fraction(lower) < Fraction(result["angular_frequency"][1]) < Fraction(upper)
    assert result["multiplicity"] == [1, 1]
    assert (
        ",interval_lower [rad/s],interval_upper [rad/s],multiplicity," in compare.text(dataset, "csv").splitlines()[0]
    )
    assert "certified: each frequency of exact:certify within ±8.1e-14, relative, none missed" in compare.text(dataset)


def test_the_table_says_which_modes_share_an_interval():
    table = compare.text(compare.frequencies(twins(), [Exact(certify=True)], 3))
    assert "none missed; modes 1 and 2 in one interval; mode 3 in one interval, 1 of the 2 frequencies in it" in table


def test_too_many_modes_for_the_usual_backends_name_the_way_out(tmp_path, capsys):
    path = tmp_path / "arm.toml"
    path.write_text(dumps(example("single-link-locked")))
    assert main(["compare", str(path), "--certify", "-n", "61"]) == 2
    assert "--count: wanted 60 at most, as assumed_modes has no more; or -b exact, got 61" in capsys.readouterr().err
    assert main(["compare", str(path), "--certify", "-n", "20"]) == 0
    assert main(["compare", str(path), "--certify", "-n", "61", "-b", "exact"]) == 0


def test_the_command_certifies_every_exact_backend(tmp_path, capsys):
    path = tmp_path / "arm.toml"
    path.write_text(dumps(ARM))
    words = ["compare", str(path), "--certify", "-n", "2", "-b", "exact", "-b", "fem:4", "--format", "json"]
    assert main(words) == 0
    first, second = json.loads(capsys.readouterr().out)["results"]
    assert first["backend"] == "exact:certify"
    assert len(first["interval"]) == 2
    assert "interval" not in second
    assert main(["compare", str(path), "--certify", "-b", "fem:4"]) == 2
    assert "--certify: wanted a backend exact to certify, got fem:4" in capsys.readouterr().err


def wavy_and_stiff() -> Arm:
    """Return an arm of which one link bends in waves while another moves as a rigid body, heavy bodies on both."""
    heavy = Body(17859.38691, 862390.29108, (-1.501959, -1.250422))
    links = (
        Link(17.0, 54.252372, 8936909.075131, joint=Joint.locked(45744545.348903, 803.258183), angle=0.3333, tip=heavy),
        RigidLink(
            3.23633, joint=Joint.locked(89458418.344907, 191.0475), mass=805.29554, tip=Body(201.37758, 2.0, 2.3806)
        ),
        Link(7.57472, 7.396023, 1e7, joint=Joint.unlocked(892.578182, 848.789257), angle=1.01),
    )
    return Arm(Base.guided(99999.0, (0.259146, 0.0)), links, payload=Body(74919.123058, 360.0, (0.0, -0.432728)))


def promised(arm: Arm, count: int) -> None:
    proved = Exact(certify=True).modes(arm, count).angular_frequency
    np.testing.assert_allclose(Exact().modes(arm, count).angular_frequency, proved, rtol=1e-12)


def test_exact_keeps_its_promise_where_links_differ():
    promised(wavy_and_stiff(), 4)


@pytest.mark.slow
@settings(max_examples=60)
@given(arm=arms())
def test_exact_keeps_its_promise(arm):
    assume(any(isinstance(link, Link) for link in arm.links))
    try:
        promised(arm, 5)
    except QuestionError:
        assume(False)


def test_frequencies_below_float64_are_refused_without_their_count():
    arm = Arm(Base.fixed(), (Link(1e200, 1.0, 1.0, joint=Joint.rigid()),))
    with pytest.raises(
        QuestionError, match=r"natural frequencies below .*; are they in SI units|below .* SI units\?"
    ) as told:
        Exact().modes(arm, 1)
    assert len(str(told.value)) < 200
