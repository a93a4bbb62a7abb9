"""Every key of arm and load case files, from the tables that read them and the classes that they make."""

import dataclasses
from collections.abc import Mapping

from numpydoc.docscrape import ClassDoc

from flexarm import arm, drives, files, links, nonuniform, parts, section, supports, tube
from flexarm.load_cases import case, damping, harmonic, history, initial, load_tables
from flexarm.load_cases import files as case_files
from flexarm.reading import Form
from flexarm.slews import files as slew_files
from flexarm.slews import manoeuvre

Forms = Mapping[str, Form]

# Keys that no class has as a field.
_TEXTS = {
    "kind": "What acts.",
    "harmonic": "In place of `history`: a load that swings, see below.",
    "value": "The load, in its own unit, until it is let go.",
    "theory": 'Of a tube: `"euler-bernoulli"`, as without it; `"rayleigh"`, with the sections’ rotary inertia; or '
    '`"timoshenko"`, with shear as well, for which the tube needs its `shear_modulus`.',
    "extensible": "Of a tube: whether the link stretches; without it `false`.",
    "twists": "Of a tube, in space: whether the link twists, for which the tube needs its `shear_modulus`; without it "
    "`false`.",
    "tube": "In place of `mass_per_length` and `flexural_rigidity`: the tube that the link is made of, see below.",
}
_IN_A_FILE = {
    "file": "The CSV file, beside the load case's; its name alone stands for the whole table.",
    "time": "The column of times, s, by its name or its number.",
    "value": "The column of values, likewise.",
    "factor": "What values are multiplied by to be in the load's own unit.",
}

# Of a manoeuvre's file, whose angles are in degrees, and whose courses stand in one key.
_IN_DEGREES = {
    "angle": "Pairs of a time, s, and an angle from the posture, degrees; times ascend, the first angle is zero. From "
    "rest to rest between them by the polynomial of fifth degree; the last angle holds. This or `rate`.",
    "rate": "Pairs of a time, s, and a rate, degrees a second; times ascend, the first rate is zero. Between them "
    "acceleration is a full wave of a cosine; the last rate holds. This or `angle`.",
    "joint_rates": "Rates at which the joints turn at the start, degrees a second, one for each; left out: at rest.",
    "base_rate": "The base's rotation rate at the start, degrees a second; in space about z, or about x, y and z.",
}

# A key that is not the name of a field: the class and the field that say what it is.
_ELSEWHERE = {"shape": (history.History, "shape")}


def arm_keys() -> str:
    """Return the tables of an arm file's keys, in Markdown."""
    return "\n".join(
        [
            _section("The file's own keys", {"": files._ARM}, arm.Arm),
            _section("`[base]`", files._BASE, parts.Base),
            _section("`[[link]]`", files._LINK, links.Link, links.RigidLink, nonuniform.NonuniformLink),
            _section("`[[link.section]]`", files._SECTION, section.Section),
            _section("`tube = { … }` of a link", {"": files._TUBE}, tube.Tube),
            _section("`joint = { … }`, of every link", files._JOINT, parts.Joint),
            _section("`about_z = { … }` and the other freedoms of a joint", {"": files._FREEDOM}, parts.Freedom),
            _section("`[[support]]`", {"": files._SUPPORT}, supports.Support),
            _section(
                "`drive = { … }` of a joint, `attitude` and `position` of a base", {"": files._DRIVE}, drives.Drive
            ),
            _section("`motor = { … }` of a drive", {"": files._MOTOR}, drives.Motor),
            _section("`wheel = { … }` of a drive", {"": files.WHEEL}, drives.Wheel),
            _section("`actuator = { … }` and `sensor = { … }` of a drive", {"": files._LAG}, drives.Lag),
            _section("`[payload]`, and `tip = { … }` of a link", {"": files._BODY}, parts.Body),
        ]
    )


def case_keys() -> str:
    """Return the tables of a load case file's keys, in Markdown."""
    loads = tuple(load_tables.KINDS.values())
    return "\n".join(
        [
            _section("The file's own keys", {"": case_files._CASE}, case.LoadCase),
            _section("`damping = { … }`", {"": case_files._RAYLEIGH}, damping.Rayleigh),
            _section("`[[load]]`", load_tables.LOADS, *loads),
            _section("`history = { … }` of a load", {"": load_tables.MEASURED}, texts=_IN_A_FILE),
            _section("`harmonic = { … }` of a load", {"": load_tables.HARMONIC}, harmonic.Harmonic),
            _section("`[initial]`", {"": case_files._INITIAL}, initial.Initial),
            _section("`[[initial.load]]`", load_tables.LET_GO, *loads),
            _section("`[[damper]]`", case_files._DAMPER, damping.Damper),
        ]
    )


def manoeuvre_keys() -> str:
    """Return the tables of a manoeuvre file's keys, in Markdown."""
    return "\n".join(
        [
            _section("The file's own keys", {"": slew_files._MANOEUVRE}, manoeuvre.Manoeuvre, texts=_IN_DEGREES),
            _section("`[[turn]]`", {"": slew_files._TURN}, manoeuvre.Turn, texts=_IN_DEGREES),
            _section("`[[tracking]]`", {"": slew_files._TRACKING}, manoeuvre.Tracking, texts=_IN_DEGREES),
        ]
    )


def described(key: str, classes: tuple[type, ...]) -> str:
    """Return what a key says, from the docstrings of the classes that have it."""
    # An array of tables has the name of one of its entries.
    found = {made: _parameter(made, key) or _parameter(made, f"{key}s") for made in classes}
    found = {made: text for made, text in found.items() if text}
    if not found and key in _ELSEWHERE:
        return _parameter(*_ELSEWHERE[key])
    if not found and key in _TEXTS:
        return _TEXTS[key]
    if not found:
        raise LookupError(f"nothing says what the key {key} is")
    if len(set(found.values())) == 1:
        return next(iter(found.values()))
    return " ".join(f"`{getattr(made, 'kind', made.__name__)}`: {text}" for made, text in found.items())


def _parameter(made: type, field: str) -> str:
    """Return what a class says of a field, in the words of a file, where a key that is left out is None."""
    found = [
        " ".join(parameter.desc) for parameter in ClassDoc(made)["Parameters"] if field in parameter.name.split(", ")
    ]
    return (
        found[0].replace(", or None", "").replace("None for", "left out:").replace("None:", "Left out:")
        if found
        else ""
    )


def _section(title: str, forms: Forms, *classes: type, texts: Mapping[str, str] | None = None) -> str:
    keys = list(dict.fromkeys(key for form in forms.values() for key in form.keys))
    several = len(forms) > 1
    heading = ["key", *(["in a table that is"] if several else []), "what it says", "needed"]
    rows = [
        [
            f"`{key}`",
            *([_listed(kind for kind, form in forms.items() if key in form.keys)] if several else []),
            texts[key] if texts and key in texts else described(key, classes),
            _needed(key, forms, classes),
        ]
        for key in keys
    ]
    lines = [heading, ["---"] * len(heading), *rows]
    return "\n".join([f"### {title}", "", *(f"| {' | '.join(cells)} |" for cells in lines), ""])


def _needed(key: str, forms: Forms, classes: tuple[type, ...]) -> str:
    holding = [form for form in forms.values() if key in form.keys]
    if all(key in form.required for form in holding):
        return "yes"
    if any(key in form.required for form in holding):
        return f"of {_listed(kind for kind, form in forms.items() if key in form.required)}"
    default = _default(key, classes)
    return "no" if default is None else f"no; without it {default}"


def _default(key: str, classes: tuple[type, ...]) -> str | None:
    """Return a key's value where it is left out, as a file would say it."""
    place, name = _ELSEWHERE.get(key, (None, key))
    for made in (*classes, *([place] if place else [])):
        for field in dataclasses.fields(made):
            if field.name in (key, name) and field.default not in (dataclasses.MISSING, None, "", ()):
                return f"`{_toml(field.default)}`"
    return None


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    return str(list(value)) if isinstance(value, tuple) else str(value)


def _listed(words: object) -> str:
    return ", ".join(f"`{word}`" for word in words)
