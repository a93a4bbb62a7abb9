"""What a published value says of a response: of which load case, of which output, and which measure of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from types import MappingProxyType

from compare.published import entries
from compare.published.units import parse
from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.checks import as_finite, shown
from flexarm.closed_loop.control import controls
from flexarm.errors import Fault, InputError
from flexarm.forced_response.forms import named_outputs
from flexarm.forced_response.wheel_outputs import wheel_outputs
from flexarm.forced_response.wheels import spun_wheels
from flexarm.load_cases import LoadCase
from flexarm.load_cases.fit import check_case
from flexarm.reading import Reading

# What of an output a value may say, and the unit of those that are not in the output's.
MEASURES: Mapping[str, str] = {
    "amplitude": "",
    "offset": "",
    "peak": "",
    "peak_time": "s",
    "vibration": "",
    "vibration_peak": "",
    "static": "",
    "decay_time": "s",
    "payload_energy": "N m",
    "energy_estimate": "",
}
# They are of the load case alone, not of an output.
_WITHOUT_OUTPUT = ("payload_energy",)
_PARAMETER = "$"


@dataclass(frozen=True)
class Question:
    """What a column, a variant or a cause says of a response; None for what it leaves to others."""

    case: str | None = None  # of the file
    output: str | None = None
    measure: str | None = None  # one of `MEASURES`
    # number of modes taken beside the rigid-body ones, or ``$name``, the parameter that holds it; without it all that
    # matter
    modes: int | str | None = None
    # whether the modes left out are corrected for; without it where `modes` is not given
    static_correction: bool | None = None
    # of a decay time: the amplitudes between which the vibration decays, in the output's SI unit
    decay: tuple[float, float] | None = None

    @property
    def empty(self) -> bool:
        """Whether it says nothing."""
        return self == SILENT

    def under(self, other: "Question") -> "Question":
        """Return the question with what another says in its place."""
        said = {field.name: getattr(other, field.name) for field in fields(other)}
        return replace(self, **{name: value for name, value in said.items() if value is not None})


SILENT = Question()
KEYS = tuple(field.name for field in fields(Question))


@dataclass(frozen=True)
class Asked:
    """A question in full, with its load case."""

    name: str  # of the load case, in the file
    case: LoadCase
    output: str  # empty where the measure needs none
    measure: str  # one of `MEASURES`
    modes: int | None  # number of modes taken; None for all that matter
    static_correction: bool  # whether the modes left out are corrected for
    # of a decay time: the amplitudes between which the vibration decays, in the output's SI unit; else None
    decay: tuple[float, float] | None

    @property
    def whole(self) -> "Asked":
        """The same question, with all modes that matter taken."""
        return replace(self, modes=None, static_correction=True)


def question_of(reading: Reading, cases: Mapping[str, object]) -> Question:
    """Return what a table of the file says of a response; what is wrong with it goes to the reading."""
    table = reading.table
    return Question(
        case=_known(reading, "case", cases, "a load case of [cases]") if "case" in table else None,
        output=entries.text(reading, "output") if "output" in table else None,
        measure=_known(reading, "measure", MEASURES, "a measure") if "measure" in table else None,
        modes=_modes(reading),
        static_correction=entries.truth(reading, "static_correction", True) if "static_correction" in table else None,
        decay=_decay(reading) if "decay" in table else None,
    )


def _known(reading: Reading, key: str, known: Mapping[str, object], noun: str) -> str:
    value = entries.text(reading, key)
    if value and value not in known:
        reading.faults.append(Fault(key, entries.one_of(noun, known), shown(value)))
    return value


def _modes(reading: Reading) -> int | str | None:
    value = reading.table.get("modes")
    if isinstance(value, str) and value.startswith(_PARAMETER):
        return value
    return entries.whole(reading, "modes", "modes")


def _decay(reading: Reading) -> tuple[float, float]:
    value = reading.table["decay"]
    numbers = [as_finite(number) for number in value] if isinstance(value, list) else []
    if len(numbers) == 2 and numbers[0] and numbers[1] and numbers[0] > numbers[1] > 0.0:
        return numbers[0], numbers[1]
    wanted = "two amplitudes, the larger first: [0.18, 0.01]"
    reading.faults.append(Fault("decay", wanted, shown(value)))
    return 1.0, 1.0


def asked(
    question: Question, arm: Arm, unit: str, load_case: Callable[[str], LoadCase], number: Callable[[str], float]
) -> Asked:
    """Return a question in full."""
    wanted = [key for key in ("case", "measure", "output") if getattr(question, key) is None]
    if question.measure in _WITHOUT_OUTPUT and "output" in wanted:
        wanted.remove("output")
    if question.measure == "decay_time" and question.decay is None:
        wanted.append("decay")
    if wanted:
        told = "a value, in the column, one of its variants or its row's"
        raise InputError([Fault(key, told, "nothing (the key is missing)") for key in wanted])
    name, measure = str(question.case), str(question.measure)
    case = load_case(name)
    with entries.placed(f"cases.{name}"):
        check_case(case, arm)
    output = "" if measure in _WITHOUT_OUTPUT else str(question.output)
    _check_unit(unit, MEASURES[measure] or _output_unit(output, arm, case), measure)
    modes = question.modes if question.modes is None or isinstance(question.modes, int) else _whole(question, number)
    correct = question.static_correction if question.static_correction is not None else modes is None
    return Asked(name, case, output, measure, modes, correct, question.decay)


@lru_cache(maxsize=256)
def output_units(arm: Arm, case: LoadCase) -> Mapping[str, str]:
    """Return the outputs of an arm's response to a load case, each with its unit."""
    parts = tree(arm)
    wheels = wheel_outputs(spun_wheels(arm, case, parts, controls(arm.undamped, parts)))
    return MappingProxyType({output.name: output.units for output in (*named_outputs(arm), *wheels)})


def fits(asked: Asked, arm: Arm) -> bool:
    """Say whether a question can be asked of an arm: it bears the load case, and has the output."""
    try:
        check_case(asked.case, arm)
    except InputError:
        return False
    return not asked.output or asked.output in output_units(arm, asked.case)


def _output_unit(name: str, arm: Arm, case: LoadCase) -> str:
    units = output_units(arm, case)
    if name not in units:
        raise InputError([Fault("output", entries.one_of("an output of the arm", units), shown(name))])
    return units[name]


def _check_unit(unit: str, wanted: str, measure: str) -> None:
    if parse(unit).dimension != parse(wanted).dimension:
        raise InputError([Fault("unit", f"a unit of the dimension of {wanted}, for this {measure}", shown(unit))])


def _whole(question: Question, number: Callable[[str], float]) -> int:
    value = number(str(question.modes))
    if value != int(value) or value < 1:
        raise InputError([Fault("modes", "a parameter that is a whole number from 1", f"{question.modes} = {value:g}")])
    return int(value)
