"""Load cases of a table file, with names for numbers as in its arms."""

from collections.abc import Mapping

from compare.published.entries import placed
from compare.published.template import Measured, filled, worth
from flexarm.documents import parse_toml
from flexarm.errors import Fault, InputError
from flexarm.load_cases import LoadCase
from flexarm.load_cases.examples import text
from flexarm.load_cases.files import case_from_document

# What the values of a history are measured in, by the load's kind: along a line, and in rotation.
_HISTORIES = {
    "base_acceleration": ("m/s^2", "rad/s^2"),
    "joint_torque": ("N m", "N m"),
    "base_force": ("N", "N m"),
    "tip_force": ("N", "N m"),
}


def case_of(template: object, name: str, parameters: Mapping[str, Measured]) -> LoadCase:
    """Return the load case of an entry of ``[cases]``: with ``$name`` for numbers, or ``like`` a shipped one."""
    path = f"cases.{name}"
    document = _document(template, path)
    loads = document.get("load")
    if isinstance(loads, list):
        placed = [(f"{path}.load{k}", load) for k, load in enumerate(loads, 1)]
        document["load"] = [_load(load, where, parameters) for where, load in placed]
    try:
        return case_from_document(filled(document, path, parameters, {}))
    except InputError as error:
        raise InputError(
            [fault if fault.path.startswith(path) else fault.under(path) for fault in error.faults]
        ) from None


def _document(template: object, path: str) -> dict[str, object]:
    if not isinstance(template, dict):
        raise InputError([Fault(path, "a table, as in a load case file", repr(template))])
    rest = {key: value for key, value in template.items() if key != "like"}
    if "like" not in template:
        return rest
    try:
        return {**parse_toml(text(str(template["like"])), path), **rest}
    except InputError as error:
        raise InputError([Fault(f"{path}.like", fault.wanted, fault.got) for fault in error.faults]) from None


def _load(load: object, path: str, parameters: Mapping[str, Measured]) -> object:
    """Return a load with the names in its history filled in."""
    if not isinstance(load, dict) or not isinstance(load.get("history"), list):
        return load
    along, turning = _HISTORIES.get(str(load.get("kind")), ("1", "1"))
    units = ("s", turning if load.get("component") == "rotation" else along)

    def number(value: object, unit: str, where: str) -> object:
        if not isinstance(value, str) or "$" not in value:
            return value
        with placed(where):
            return worth(value, (unit,), parameters)

    history = [
        [number(v, unit, f"{path}.history{k}") for v, unit in zip(point, units, strict=False)]
        if isinstance(point, list) and len(point) == len(units)
        else point
        for k, point in enumerate(load["history"], 1)
    ]
    return {**load, "history": history}
