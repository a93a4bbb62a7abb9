"""Arm and load case files as commands read them: what looks like a mistake in them is said in one line."""

from pathlib import Path

from compare.commands.notices import notice
from flexarm import examples, files, load_cases
from flexarm.arm import Arm
from flexarm.doubts import case_doubts, doubts
from flexarm.errors import Fault, InputError, QuestionError
from flexarm.load_cases import LoadCase


def load(path: Path, silent: bool = False) -> Arm:
    """Return the arm of a file, and say where its numbers look like mistakes."""
    if path.name in examples.names() and not path.exists():
        way = f"no such file; flexarm example {path.name} > {path}.toml writes the published arm of this name"
        raise InputError([Fault("", "an arm file that can be read", way)], str(path))
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
    case = load_cases.load_case(path)
    if doubtful := case_doubts(case):
        notice(f"{path}: {'; '.join(map(str, doubtful))}")
    return case
