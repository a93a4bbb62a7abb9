"""Validations made up for the tests of what is made of them: the Dataset's form, with values of our choice."""

from math import nan

import numpy as np
import xarray as xr

from flexarm.datasets import variable

TEXTS = ("caption", "source", "title", "place", "method", "note")
TOLD = ("figure", "parameters", "definitions", "routes", "choices")
BLANK = {
    "of_table": "",
    "row": 1,
    "column": "omega",
    "label": "",
    "quantity": "frequency",
    "case": "",
    "output": "",
    "measure": "",
    "mode": 1,
    "value_method": "",
    "unit": "rad/s",
    "printed": "2.25",
    "decimals": 2,
    "published": 2.25,
    "model": "exact",
    "exact": 2.2512345678912,
    "certified": 0,
    "assumed_modes": 2.2512345999,
    "fem": 2.2512346111,
    "expected": 2.2512345678912,
    "units_off": 0.0,
    "relative_difference": -5.5e-4,
    "verdict": "confirmed",
    "reason": "",
    "assumed": "",
    "cause": "",
    "error": "",
    "fitted": "",
    "tried": 0,
    "chance": nan,
    "alternatives": "",
    "recomputed": nan,
    "completed": nan,
    "below_ritz": 0,
    "confirmed_by_route": 0,
}
NEAR = {"printed": "2.26", "published": 2.26, "units_off": 1.0, "verdict": "confirmed within one unit"}
UNJUDGED = {
    "exact": nan,
    "assumed_modes": nan,
    "fem": nan,
    "expected": nan,
    "units_off": nan,
    "relative_difference": nan,
    "verdict": "cannot be judged",
    "reason": "the offset is not stated",
}


def differing(printed: str, expected: float, cause: str, **others: object) -> dict[str, object]:
    """Return the fields of a value that differs from `expected`."""
    decimals = len(printed.partition(".")[2])
    return {
        "printed": printed,
        "published": float(printed),
        "decimals": decimals,
        "exact": expected,
        "expected": expected,
        "units_off": (float(printed) - round(expected, decimals)) * 10.0**decimals,
        "relative_difference": float(printed) / expected - 1.0 if expected else nan,
        "verdict": "differs",
        "cause": cause,
        "error": "" if cause.startswith("unexplained") else "model error",
        **others,
    }


GEAR = "the wrist's gear inertia is left out"
TABLES = {
    "thesis-2.1": (
        (
            "Shoulder unlocked & locked",
            "A. Thesis (2002)",
            "Dynamics of <arms>",
            "table 2.1",
            "determinant",
            "one note",
        ),
        [
            {},
            {**NEAR, "mode": 2},
            differing("3.00", 2.0, GEAR, mode=3, recomputed=3.0012, completed=2.0, confirmed_by_route=1),
            {**differing("1.10", 1.0, GEAR, recomputed=1.3, completed=1.0), "row": 2, "label": "theta = 30 deg"},
            {**UNJUDGED, "row": 2, "column": "measured"},
        ],
    ),
    "thesis-2.6": (
        ("Assumed modes", "A. Thesis (2002)", "Dynamics of <arms>", "table 2.6", "assumed modes", ""),
        [
            {"model": "assumed_modes:pinned-pinned:3", "expected": 2.2499, "units_off": 0.0},
            differing("9.0", 9.5, "unexplained", model="assumed_modes:pinned-pinned:3", below_ritz=1, exact=9.25),
        ],
    ),
    "report-4": (
        ("Modes of a shuttle", "B. Report (1983)", "", "table 4", "", ""),
        [UNJUDGED, {"mode": 0, "printed": "0.00", "published": 0.0, "exact": 0.0, "expected": 0.0}],
    ),
}


def validated(tables: dict[str, tuple[tuple[str, ...], list[dict[str, object]]]] = TABLES, **told: str) -> xr.Dataset:
    """Return a validation of some tables: of each, its texts and what its values have that `BLANK` has not.

    What is `told` stands with every table: its figure, parameters, definitions, routes or choices.
    """
    values = [{**BLANK, "of_table": name, **value} for name, (_, rows) in tables.items() for value in rows]
    texts = zip(*(facts for facts, _ in tables.values()), strict=True)
    return xr.Dataset(
        {
            **{name: _variable("table", name, cells) for name, cells in zip(TEXTS, texts, strict=True)},
            **{name: _variable("table", name, [told.get(name, "")] * len(tables)) for name in TOLD},
            **{name: _variable("value", name, [value[name] for value in values]) for name in BLANK},
        },
        {
            "table": _variable("table", "table", list(tables)),
            "value": _variable("value", "number", range(1, len(values) + 1)),
        },
        {
            "assumed_modes": "assumed_modes:legendre:12",
            "fem": "fem:20",
            "exact_digits": 11,
            "certified": "Every exact frequency is certified",
            "flexarm_version": "1.2.3",
            "date": "2026-01-31",
            "machine": "x86_64, Linux",
            "conventions": "SI units",
        },
    )


def _variable(dimension, name, cells):
    return variable((dimension,), np.array(list(cells)), "1", name.replace("_", " "))
