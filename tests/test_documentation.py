"""What the packages show is documented: every parameter with what it is, its unit or its shape; doctests hold."""

import doctest
import inspect
import pkgutil
import re
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
from numpydoc.docscrape import FunctionDoc

ROOT = Path(__file__).parents[1]
PACKAGES = ("flexarm", "exact", "assumed_modes", "fem", "compare")

sys.path.insert(0, str(ROOT / "docs" / "_extensions"))
import generated  # noqa: E402
from generated.faces import FACES, INTERFACE, names  # noqa: E402
from generated.keys import arm_keys, case_keys, manoeuvre_keys  # noqa: E402

UNIT = re.compile(
    r"\b(m|kg|s|rad|deg|degrees|N|Pa|Hz|units?|SI|relative|ratio|factor|over|fraction|part of|number of|digits|bytes)\b"
    r"|°",
    re.IGNORECASE,
)


def shown():
    """Yield functions, constructors and methods of the faces: name, who has the docstring, the signature, the bases."""
    faces = {package: names(package) for package in FACES} | INTERFACE
    for package, held in faces.items():
        for name in held:
            made = getattr(import_module(package), name)
            if inspect.isclass(made):
                yield f"{package}.{name}", made, made.__init__, ()
                for method in vars(made):
                    bound = inspect.getattr_static(made, method)
                    if not method.startswith("_") and isinstance(bound, (classmethod, staticmethod)):
                        yield f"{package}.{name}.{method}", bound.__func__, bound.__func__, ()
                    elif not method.startswith("_") and inspect.isfunction(bound):
                        yield f"{package}.{name}.{method}", bound, bound, made.__mro__[1:]
            elif inspect.isfunction(made):
                yield f"{package}.{name}", made, made, ()


def parameters(callable_) -> dict[str, str]:
    """Return the annotations of a callable's parameters by name."""
    if not inspect.isfunction(callable_) or callable_.__module__ == "typing":  # a protocol is never made
        return {}
    given = inspect.signature(callable_).parameters.values()
    return {one.name: str(one.annotation) for one in given if one.name not in ("self", "cls")}


def documented(made) -> dict[str, str]:
    """Return what the section Parameters says, by name; what stands together is said of each."""
    found = {}
    for parameter in FunctionDoc(made, doc=inspect.getdoc(made) or "")["Parameters"]:
        for name in parameter.name.split(","):
            found[name.strip().lstrip("*")] = " ".join(parameter.desc)
    return found


def documented_by_any(name: str) -> dict[str, str]:
    """Return what is said of a method's parameters where it stands, or else where a base class declares it."""
    made, _, bases = PUBLIC[name]
    method = name.rpartition(".")[2]
    declared = [vars(base)[method] for base in bases if method in vars(base)]
    return next((told for told in map(documented, [made, *declared]) if told), {})


def fault(name: str, annotation: str, text: str | None) -> str | None:
    if not text:
        return f"{name}: no description"
    if re.match(r"(See|As of|As for) `", text) or re.search(r"Callable|Mapping", annotation):
        return None
    if re.search(r"Array|ndarray", annotation) and "shape" not in text:
        return f"{name}: no shape: {text}"
    if re.search(r"float|Array", annotation) and not UNIT.search(text):
        return f"{name}: no unit: {text}"
    return None


PUBLIC = {name: rest for name, *rest in shown()}


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_parameter_is_described(name):
    told, wanted = documented_by_any(name), parameters(PUBLIC[name][1])
    faults = [fault(parameter, annotation, told.get(parameter)) for parameter, annotation in wanted.items()]
    faults += [f"{extra}: no such parameter" for extra in told if extra not in wanted]
    assert [one for one in faults if one] == []


@pytest.mark.parametrize(
    ("annotation", "text", "wrong"),
    [
        ("float", "", "no description"),
        ("float", "Length of the link.", "no unit"),
        ("Array", "Stations, m.", "no shape"),
        ("Array", "Stations, m, shape (stations,).", None),
        ("float", "Length, m.", None),
        ("str", "What it is called.", None),
    ],
)
def test_the_check_can_fail(annotation, text, wrong):
    found = fault("x", annotation, text)
    assert found is None if wrong is None else wrong in found


def test_every_key_of_a_file_is_described():
    rows = [
        line.split(" | ")
        for line in (arm_keys() + case_keys() + manoeuvre_keys()).splitlines()
        if line.startswith("| `")
    ]
    assert len(rows) > 40
    assert all(cell.strip(" |") for row in rows for cell in row)


def test_keys_of_a_manoeuvre_are_told_in_degrees():
    rows = {line.split("`")[1]: line for line in manoeuvre_keys().splitlines() if line.startswith("| `")}
    assert {"duration", "turn", "tracking", "load", "joint", "proportional", "feedforward"} < rows.keys()
    assert all("degrees" in rows[key] for key in ("angle", "rate", "joint_rates", "base_rate"))


def modules():
    return [
        module.name for package in PACKAGES for module in pkgutil.walk_packages([str(ROOT / package)], f"{package}.")
    ]


def test_doctests_hold():
    results = [doctest.testmod(import_module(name)) for name in (*PACKAGES, *modules())]
    assert sum(result.attempted for result in results) > 0
    assert sum(result.failed for result in results) == 0


def test_pages_written_from_the_code_say_so_before_they_are_built():
    written = [page for page in (ROOT / "docs").rglob("*.[mr][ds]*") if "[[[ " in page.read_text(encoding="utf-8")]
    written = [page for page in written if "_build" not in page.parts]
    assert len(written) == 4
    handlers = {}
    generated.setup(SimpleNamespace(connect=handlers.__setitem__))
    for page in written:
        text = page.read_text(encoding="utf-8")
        told = f"docs/_build/{page.relative_to(ROOT / 'docs').with_suffix('.html').as_posix()}"
        assert text.index(told) < text.index("[[[ ")
        source = [text[: text.index("[[[ ")] + "[[[ arm_keys() ]]]"]
        handlers["source-read"](None, str(page), source)
        assert told not in source[0]
        assert source[0].endswith(arm_keys())
