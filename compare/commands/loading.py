"""Files as commands read them: what looks like a mistake in them is said in one line."""

from pathlib import Path

from compare.commands.notices import notice
from compare.commands.shipped import kind_of
from flexarm import files, load_cases, slews
from flexarm.arm import Arm
from flexarm.doubts import case_doubts, doubts
from flexarm.errors import Fault, InputError, QuestionError
from flexarm.load_cases import LoadCase
from flexarm.slews import Manoeuvre
from flexarm.slews.fit import check_manoeuvre


def load(path: Path, silent: bool = False) -> Arm:
    """Return the arm of a file, and say where its numbers look like mistakes."""
    _require_file(path, "an arm file")
    arm = files.load(path)
    if silent:
        return arm
    try:
        doubtful = doubts(arm)
    except QuestionError:  # numbers that float64 does not hold: whoever is asked for an answer says so
        return arm
    if doubtful:
        places = ", ".join(dict.fromkeys(doubt.path for doubt in doubtful))
        notice(f"{path}: {places} may be mistaken, in other units perhaps: flexarm check says why")
    return arm


def load_case(path: Path) -> LoadCase:
    """Return the load case of a file, and say what in it looks like a mistake."""
    _require_file(path, "a load case file")
    case = load_cases.load_case(path)
    if doubtful := case_doubts(case):
        notice(f"{path}: {'; '.join(map(str, doubtful))}")
    return case


def load_manoeuvre(path: Path, arm: Arm) -> Manoeuvre:
    """Return the manoeuvre of a file, or refuse it, by the file's name, where it does not fit an arm."""
    _require_file(path, "a manoeuvre file")
    manoeuvre = slews.load_manoeuvre(path)
    try:
        check_manoeuvre(manoeuvre, arm)
    except InputError as error:
        raise InputError(error.faults, f"{path} on {arm.title}") from None
    return manoeuvre


def _require_file(path: Path, wanted: str) -> None:
    """Refuse the name of what is shipped, in place of a file, with the way to have one."""
    if (kind := kind_of(path.name)) and not path.exists():
        way = f"no such file; flexarm example {path.name} > {path}.toml writes the published {kind} of this name"
        raise InputError([Fault("", f"{wanted} that can be read", way)], str(path))
