"""Every kind of answer that flexarm gives, written to a file; and two such files compared, number by number.

A redesign that changes no answer shows it so::

    python benchmarks/answers.py dump before.json            # eight minutes of one core
    python benchmarks/answers.py dump after.json             # by the other code
    python benchmarks/answers.py compare before.json after.json

Kinds named behind the files, `dump before.json modes responses`, are asked for or compared alone. It asks as users do,
by the command line and by the packages' faces, and imports nothing from inside them.
"""

import argparse
import contextlib
import io
import json
import re
import shutil
import sys
import time
import warnings
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from fnmatch import fnmatchcase
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import as_file, files
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import xarray as xr
from threadpoolctl import threadpool_limits

import compare
from assumed_modes import family_names
from exact import certify
from flexarm import Arm, Base, Body, FlexarmError, Joint, Link, LoadCase, RigidLink, example, find_backend, load, save
from flexarm.load_cases import Damper, History, Initial, TipForce, dumps_case, load_case

Array = np.ndarray
Beside = tuple[dict[str, Any], dict[str, Any]]
Answers = Iterator[tuple[str, Any]]  # each with its place; what JSON can hold

BACKENDS = ("exact", "assumed_modes:legendre:8", "assumed_modes:clamped-free:6", "fem:20")
TIMES = 41  # of a history
HANDED_OVER = (
    "single-link-unlocked",
    "double-link",
    "shuttle-guided-base",
    "shuttle-free-base-unlocked-2",
    "five-links",
)
STUDIED = (
    "single-link-locked",
    "double-link",
    "shuttle-free-base",
    "two-beam-frame",
    "hufnagel-case1-hanging",
    "five-links",
)
# Costs, and what says where an answer comes from, are no answers.
LEFT_OUT = ("seconds", "flexarm_version", "arm_toml", "case_toml", "blocks")
NAMES = ("study", "backend", "formulation", "digits")  # of objects in lists; digits are those that thresholds are for


# Arms and load cases that have what none of those that are shipped has.


def made_arms() -> dict[str, Arm]:
    five = (
        Link(3.0, 2.0, 9e3, joint=Joint.locked(4e3, 0.3), angle=20.0, tip=Body(3.0, 0.2, (0.1, 0.2))),
        Link(2.0, 1.5, 5e3, joint=Joint.unlocked(0.5, 0.1), angle=-35.0),
        RigidLink(1.0, joint=Joint.locked(2e3), mass=2.0, inertia=0.3, angle=50.0),
        Link(1.5, 1.0, 2e3, joint=Joint.rigid(), angle=10.0),
        Link(0.5, 0.8, 1e3, joint=Joint.locked(1e2)),
    )
    uneven = (
        Link(7.0, 4.0, 3e6, joint=Joint.locked(1e-3), angle=90.0),
        Link(6.0, 3.0, 2e6, joint=Joint.locked(1e12), angle=30.0),
    )
    stiff = (
        RigidLink(1.0, joint=Joint.locked(2e3), mass=2.0, inertia=0.3),
        RigidLink(2.0, joint=Joint.locked(1e3), mass=3.0, angle=70.0),
    )
    return {
        "five-links": Arm(Base.guided(40.0, (1.0, 2.0)), five, Body(4.0, 1.0, (0.5, 0.2)), "five links"),
        "five-links-free": Arm(Base.free(40.0, 9.0, (0.3, -0.4)), five, Body(4.0, 1.0), "five links on a free base"),
        "heavy-payload": Arm(Base.free(1e5, 1e6), uneven, Body(1e9, 1e9, 2.0), "payload of 1e9 kg"),
        "bodies-alone": Arm(Base.fixed(), stiff, Body(4.0, 1.0), "nothing bends"),
    }


def loaded_arms() -> dict[str, Arm]:
    fixed, payload = Base.fixed(), Body(2.0, 1.0)
    chain = (
        Link(2.0, 1.5, 50.0, joint=Joint.unlocked(0.0, 0.1), axial_force=-9.0, tip=Body(2.0, 0.1)),
        RigidLink(1.0, joint=Joint.locked(40.0), mass=1.0),
        Link(1.5, 1.0, 20.0, joint=Joint.rigid(), axial_force=20.0),
    )
    pushed = (
        Link(2.0, 1.0, 50.0, joint=Joint.locked(500.0), axial_force=-20.0),
        Link(2.0, 1.0, 50.0, joint=Joint.locked(500.0), axial_force=100.0, angle=40.0),
    )
    fallen = (replace(pushed[0], axial_force=-900.0), pushed[1])
    spun = (
        Link(3.0, 2.0, 200.0, joint=Joint.rigid()),
        Link(2.0, 1.0, 100.0, joint=Joint.locked(200.0), axial_force=-30.0),
    )
    return {
        "hanging-chain": Arm(fixed, chain, Body(3.0, 0.5, 0.3), "hanging chain", gravity=(9.81, 0.0)),
        "pushed": Arm(fixed, pushed, payload, "two links, one pushed, one pulled"),
        "pushed-fallen": Arm(fixed, fallen, payload, "two links, one pushed until it falls"),
        "spinning": Arm(fixed, spun, payload, "two links that spin", spin_rate=4.0),
        "standing-fallen": replace(example("hufnagel-case1-standing"), gravity=(0.0, -300.0), name="buckled twice"),
    }


def made_cases() -> dict[str, tuple[LoadCase, tuple[str, ...]]]:
    growing = TipForce("y", History((0.0, 2.0, 7.0), (0.0, 50.0, -20.0), "linear"))
    couple = TipForce("rotation", History((1.0, 3.0), (30.0, 0.0)), link=1)
    dampers = (Damper(800.0, joint=1), Damper(50.0, link=1, station=0.5))
    moving = Initial(payload_velocity=(0.01, 0.02), payload_rate=0.005)
    damped = LoadCase(30.0, 601, (growing, couple), damping=0.02, dampers=dampers, name="dampers")
    grappled = LoadCase(20.0, 401, initial=moving, dampers=dampers[:1], name="payload grappled, damper in a joint")
    return {
        "dampers": (damped, ("double-link", "five-links", "shuttle-free-base-unlocked-1")),
        "grapple-damped": (grappled, ("single-link-locked", "five-links-free")),
    }


def furnish() -> None:
    """Write all arms and load cases into the working directory: messages then name the same files everywhere."""
    for folder in ("arms", "cases"):
        with as_file(files("flexarm") / folder) as shipped:
            shutil.copytree(shipped, folder, ignore=shutil.ignore_patterns("__pycache__"))
    Path("loaded").mkdir()
    for folder, arms in {"arms": made_arms(), "loaded": loaded_arms()}.items():
        for name, arm in arms.items():
            save(arm, f"{folder}/{name}.toml")
    for name, (case, meant) in made_cases().items():
        Path(f"cases/{name}.toml").write_text(f"# Arm: {' and '.join(meant)}.\n{dumps_case(case)}", encoding="utf-8")


def those_in(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted(Path(folder).glob("*.toml"))]


def named_arm(name: str) -> Arm:
    return load(f"{name}.toml" if "/" in name else f"arms/{name}.toml")


def arms_with_static_loads() -> list[Path]:
    return [path for path in those_in("arms") if load(path).gravity] + those_in("loaded")


def there_are(arm: Path, count: int) -> int:
    """Return how many frequencies to ask for: where nothing bends there are two."""
    return min(count, 2) if arm.stem == "bodies-alone" else count


def meant_for(case: Path) -> list[str]:
    """Return the names of the arms that a load case's file says it is for."""
    said = re.search(r"^# Arm: (.*)\.$", case.read_text(encoding="utf-8"), re.MULTILINE)
    return re.split(r", | and ", said[1]) if said else []


# How answers are asked for.


def flexarm(*words: object) -> str:
    """Return what a command prints, warnings and refusals too."""
    (command,) = entry_points(group="console_scripts", name="flexarm")
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            command.load()(list(map(str, words)))
        except Exception as fault:
            return f"broke: {fault!r}"
    return said.getvalue()


def in_json(*words: object) -> Any:
    """Return what a command prints as JSON, and beside it what it warns of; or its refusal."""
    said = flexarm(*words, "--format", "json")
    start, end = said.find("{\n"), said.rfind("}") + 1
    if start < 0:
        return said
    return {"answer": by_name(json.loads(said[start:end])), "warnings": said[:start] + said[end:].strip()}


def in_python(function: Callable[..., Any], *questions: object, **options: object) -> Any:
    """Return what a function answers, and beside it what it warns of; or its refusal."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            answer = function(*questions, **options)
        except FlexarmError as refusal:
            return str(refusal)
        except Exception as fault:
            return f"broke: {fault!r}"
    known = of_dataset(answer) if isinstance(answer, xr.Dataset) else answer
    return {"answer": known, "warnings": "\n".join(str(one.message) for one in warned)}


def over(name: str, backend: str, arm: Arm, *questions: object, **options: object) -> Any:
    """Return what a free function over a backend gives; where there is none in the faces, the backend's method."""
    solver = find_backend(backend)
    for face in ("flexarm", "flexarm.hand_over", "flexarm.response"):
        with contextlib.suppress(ImportError):
            function = getattr(import_module(face), name, None)
            if callable(function):
                return function(solver, arm, *questions, **options)
    return getattr(solver, name)(arm, *questions, **options)


def by_name(answer: Any) -> Any:
    """Return what JSON holds without costs, lists of named objects as objects."""
    if isinstance(answer, dict):
        return {key: by_name(value) for key, value in answer.items() if key not in LEFT_OUT}
    if not isinstance(answer, list):
        return answer
    if not answer or not all(isinstance(one, dict) for one in answer):
        return [by_name(one) for one in answer]
    names = [" ".join(str(one[key]) for key in NAMES if isinstance(one.get(key), int | str)) for one in answer]
    return dict(zip(names, map(by_name, answer), strict=True))


def of_dataset(dataset: xr.Dataset) -> dict[str, Any]:
    """Return a Dataset's attributes, and its variables with dimensions and units; of histories some times."""
    if dataset.sizes.get("time", 0) > TIMES:
        dataset = dataset.isel(time=np.linspace(0, dataset.sizes["time"] - 1, TIMES).astype(int))
    attributes = {f"@{key}": np.asarray(value).tolist() for key, value in dataset.attrs.items() if key not in LEFT_OUT}
    variables = {
        f"{name}({', '.join(map(str, one.dims))}) {one.attrs.get('units', '')}".strip(): one.values.tolist()
        for name, one in dataset.variables.items()
        if name not in LEFT_OUT
    }
    return attributes | variables


# The kinds.


def frequencies() -> Answers:
    """Frequencies and counts of all arms by all backends and families, with errors and estimates of round-off."""
    families = [f"assumed_modes:{family}" for family in family_names()]
    some = ("assumed_modes:legendre:3", "assumed_modes:clamped-free:4:no-rotation", "fem:7", "fem:20", "fem:100")
    counts = {"exact": 20, "assumed_modes:legendre:3": 3, "assumed_modes:static": 1}
    for arm, backend in product(those_in("arms"), ["exact", *some, *families]):
        count = there_are(arm, counts.get(backend, 4))
        yield f"{arm.stem} {backend}", in_json("compare", arm, "-b", backend, "-n", count)


def frequencies_together() -> Answers:
    """Frequencies of many arms asked for at once."""
    arms = [load(arm) for arm in those_in("arms", "loaded")]
    for backend in BACKENDS:
        yield backend, in_python(together, backend, arms)


def together(backend: str, arms: Sequence[Arm]) -> dict[str, Any]:
    spectra = find_backend(backend).frequencies_of(arms, 8)
    names = ("angular_frequency", "rigid_modes", "unstable_modes", "reasons")
    return {name: np.asarray(getattr(spectra, name)).tolist() for name in names}


def certified() -> Answers:
    """Intervals that are proved to hold frequencies, found or claimed."""
    for arm in those_in("arms", "loaded"):
        yield arm.stem, in_json("compare", arm, "-b", "exact:certify", "-n", there_are(arm, 4))
        yield f"{arm.stem}, claimed", in_python(claimed, load(arm))


def claimed(arm: Arm) -> dict[str, Any]:
    """Return the intervals that prove what the exact backend finds in float64."""
    proved = certify(arm, find_backend("exact").modes(arm, 2).angular_frequency.tolist())
    return {
        "interval": [[one.lower, one.upper] for one in proved],
        "multiplicity": [one.multiplicity for one in proved],
    }


def certified_to_30_digits() -> Answers:
    """The same, narrower than float64."""
    for arm in ("arms/double-link", "arms/shuttle-free-base", "arms/heavy-payload", "loaded/hanging-chain"):
        yield arm, in_json("compare", f"{arm}.toml", "-b", "exact:certify:1e-30", "-n", 4)


def static_loads() -> Answers:
    """Frequencies, unstable modes and growth rates of arms under gravity, axial forces and spin."""
    some = ("exact", "assumed_modes:legendre:3", "assumed_modes:legendre:8", "fem:7", "fem:20", "fem:100")
    corrected = [f"assumed_modes:comparison:3:{way}" for way in ("none", "hufnagel", "hufnagel-tip")]
    for arm, backend in product(arms_with_static_loads(), [*some, *corrected]):
        count = 2 if ":3" in backend else 5
        yield f"{arm.stem} {backend}", in_json("compare", arm, "-b", backend, "-n", count, "--growth-rates")


def modes() -> Answers:
    """Mode shapes at stations, motions of joints, bodies and base, participation, what the base feels."""
    for arm, backend in product(those_in("arms", "loaded"), (*BACKENDS, "fem:7")):
        yield f"{arm.stem} {backend}", in_python(shapes, backend, load(arm), there_are(arm, 6))


def shapes(backend: str, arm: Arm, count: int) -> xr.Dataset:
    return find_backend(backend).modes(arm, count).dataset(5)


def responses() -> Answers:
    """Histories, amplitudes, offsets, peaks and energies of all load cases on all arms that they fit.

    By all backends on the arms that a case is for; on the others by one backend in turn, with a few modes alone. The
    base that a payload of 1e9 kg hangs on turns by a millionth of what the payload does, by round-off to three digits.
    """
    arms = [arm for arm in those_in("arms") if arm.stem != "heavy-payload"]
    for case in those_in("cases"):
        known, meant = load_case(case), meant_for(case)
        for k, arm in enumerate(arms):
            question = load(arm), known
            for backend in BACKENDS if arm.stem in meant else ():
                yield f"{case.stem} {arm.stem} {backend}", in_python(over, "response", backend, *question)
            if arm.stem not in meant:
                backend = BACKENDS[k % len(BACKENDS)]
                options = {"modes": there_are(arm, 4), "static_correction": False}
                yield (
                    f"{case.stem} {arm.stem} {backend}, 4 modes",
                    in_python(over, "response", backend, *question, **options),
                )


def response_errors() -> Answers:
    """Errors of responses by backend and size."""
    schemes = ("exact", "assumed_modes:clamped-free", "assumed_modes:legendre", "fem")
    pairs = {
        "wiedemann-2.11": "single-link-locked",
        "wiedemann-7.1": "shuttle-guided-base",
        "wiedemann-7.2.4": "shuttle-free-base-unlocked-2",
        "dampers": "five-links",
    }
    for case, arm in pairs.items():
        question = named_arm(arm), load_case(f"cases/{case}.toml"), list(map(find_backend, schemes)), (2, 4)
        yield f"{case} {arm}", in_python(compare.response_errors, *question)


def state_spaces() -> Answers:
    """A, B, C and D of the lowest modes and of those that contribute most, and what does not depend on coordinates."""
    ways = {"lowest": {"modes": 4}, "contributing": {"modes": 3, "by": "contribution", "candidates": 8}}
    for arm, backend, (way, options) in product(HANDED_OVER, BACKENDS, ways.items()):
        yield f"{arm} {backend} {way}", in_python(with_gains, backend, named_arm(arm), **options)


def with_gains(backend: str, arm: Arm, **options: object) -> xr.Dataset:
    """Return a state-space model and its gains at some frequencies."""
    system = over("state_space", backend, arm, damping=0.01, **options)
    a, b, c, d = (system[name].values for name in "ABCD")
    rates = (0.1, 1.0, 10.0, 100.0)
    gains = np.stack([c @ np.linalg.solve(1j * rate * np.eye(len(a)) - a, b) + d for rate in rates], axis=1)
    along = ("output", "rate", "input")
    return system.assign(gain_real=(along, gains.real), gain_imaginary=(along, gains.imag))


def matrices() -> Answers:
    """M, D and K, and the motions of the tips."""
    for arm, backend in product(HANDED_OVER, ("exact", "assumed_modes:legendre:4", "fem:3")):
        yield f"{arm} {backend}", in_python(matrices_of, backend, named_arm(arm))


def matrices_of(backend: str, arm: Arm) -> xr.Dataset:
    return over("matrices", backend, arm, damping=0.01, modes=4).dataset()


def convergence() -> Answers:
    """Errors of frequencies and shapes by backend and size, their orders, and what is cheapest."""
    schemes = [f"assumed_modes:{family}" for family in ("legendre", "clamped-free", "comparison")] + ["fem"]
    for arm in STUDIED:
        dataset = compare.convergence(named_arm(arm), list(map(find_backend, schemes)), (1, 2, 3, 4, 6, 8, 12, 16), 3)
        yield arm, of_dataset(dataset)
        for tolerance in (1e-2, 1e-4, 1e-8):
            yield f"{arm} cheapest within {tolerance:g}", in_python(cheapest, dataset, tolerance)


def cheapest(dataset: xr.Dataset, tolerance: float) -> Any:
    return by_name(asdict(compare.cheapest(dataset, tolerance)))


def advice() -> Answers:
    """What `flexarm advise` says, every line without its last word, which may be the seconds."""
    for arm in STUDIED[:3]:
        lines = flexarm("advise", f"arms/{arm}.toml", "--sizes", "1:4,6,8").splitlines()
        yield arm, "\n".join(" ".join(line.split()[:-1]) for line in lines)


def limits() -> Answers:
    """Where every formulation runs out of digits, in all studies."""
    said = in_json("limits")
    yield from said["answer"]["studies"].items()
    yield "warnings", said["warnings"]


def buckling() -> Answers:
    """Load factors at which arms buckle or fall."""
    for arm, scale in product(arms_with_static_loads(), ("gravity", "axial_force")):
        yield f"{arm.stem} {scale}", in_json("buckling", arm, "--scale", scale, "-n", 2, "--limit", 100)


def rigid_shifts() -> Answers:
    """First frequencies beside those of the rigid model."""
    for backend in ("exact", "assumed_modes:legendre:8"):
        yield backend, in_python(compare.rigid_shifts, backend=find_backend(backend))


def shape_families() -> Answers:
    """Families of shapes on root springs, without gravity and under it."""
    yield "as usual", in_python(compare.shape_families)


def sweeps() -> Answers:
    """Frequencies, errors and amplitudes over grids of postures, bodies, joints and static loads."""
    shuttle, frame, standing, spinning = map(
        named_arm, ("shuttle-free-base", "five-links", "hufnagel-case1-standing", "loaded/spinning")
    )
    turned = {"link2.angle": [-150.0, -60.0, 0.0, 30.0, 90.0], "payload.mass": [0.0, 1e3, 1e6]}
    questions = {
        "postures": (shuttle, {**turned, "joints": ["111", "110", "011", "000"]}, compare.Frequencies(6)),
        "many postures": (shuttle, {"link2.angle": np.linspace(-150.0, 150.0, 61).tolist()}, compare.Frequencies(4)),
        "lengths": (frame, {"link1.length": [0.1, 3.0, 30.0], "base.kind": ["fixed"]}, compare.Frequencies(6)),
        "gravity": (standing, {"gravity[1]": [-300.0, -40.0, -9.81, 0.0, 9.81]}, compare.Frequencies(3)),
        "spin": (spinning, {"spin_rate": [0.0, 2.0], "link2.axial_force": [-60.0, 0.0, 500.0]}, compare.Frequencies(3)),
        "errors": (shuttle, turned, compare.Errors(4), find_backend("fem:10")),
        "errors under gravity": (standing, {"gravity[1]": [-300.0, 9.81]}, compare.Errors(3), find_backend("fem:5")),
        "amplitudes": (
            named_arm("shuttle-guided-base"),
            {"link2.angle": [0.0, 30.0]},
            compare.Amplitudes(load_case("cases/wiedemann-7.1.toml"), 4),
            find_backend("assumed_modes"),
        ),
    }
    for name, question in questions.items():
        yield name, in_python(compare.sweep, *question)


def validation() -> Answers:
    """All published values: their verdicts, causes and what is computed of them."""
    dataset = compare.validation()
    yield "tables", of_dataset(dataset.drop_dims("value"))
    for k in range(dataset.sizes["value"]):
        one = dataset.drop_dims("table").isel(value=k)
        place = (one[name].item() for name in ("of_table", "row", "column", "label", "output", "measure"))
        yield f"{k + 1}: {' | '.join(map(str, place))}", of_dataset(one.drop_attrs(deep=False))


KINDS: dict[str, Callable[[], Answers]] = {
    kind.__name__.replace("_", "-"): kind
    for kind in (
        frequencies,
        frequencies_together,
        certified,
        certified_to_30_digits,
        static_loads,
        modes,
        responses,
        response_errors,
        state_spaces,
        matrices,
        convergence,
        advice,
        limits,
        buckling,
        rigid_shifts,
        shape_families,
        sweeps,
        validation,
    )
}


def dump(path: Path, kinds: Sequence[str]) -> None:
    """Write all answers of some kinds as JSON; what breaks is an answer, too."""
    answers: dict[str, dict[str, Any]] = {kind: {} for kind in kinds}
    with TemporaryDirectory() as folder, contextlib.chdir(folder), threadpool_limits(1):
        furnish()
        for kind in kinds:
            start = time.process_time()
            try:
                answers[kind].update(KINDS[kind]())
            except Exception as fault:
                answers[kind]["broke"] = repr(fault)
                print(f"{kind} broke: {fault!r}")
            print(f"{kind}: {len(answers[kind])} answers in {time.process_time() - start:.1f} s", flush=True)
    path.write_text(json.dumps(answers, ensure_ascii=False), encoding="utf-8")


# Comparison.


@dataclass(frozen=True)
class Bound:
    """How far a number may be from what it was.

    `of` is what the difference is divided by: ``one``, that is nothing; the number ``itself``; the number or one,
    whichever is larger (``or one``); the largest number of its ``row``, along the first dimension, of ``all`` its
    array, or of its output (``peak``). These three never count for less than 1e-12, nor than a millionth of the largest
    number in the same unit of the same answer: what is zero but for round-off has no digits to compare. `share` of the
    numbers of a name may lie beyond.
    """

    largest: float
    of: str = "itself"
    share: float = 0.0


TEXTBOOKS = "limits / * / results / *-*"  # formulations; ours have no hyphen
# Kind and place, names, and how far these may be off; the first that fits. Behind each reason stands what the same code
# gives with other BLAS kernels and without vector instructions, which round everything otherwise.
BOUNDS = (
    # Proved intervals are as wide as is asked for, 1e-13 and 1e-30, and lie where the search has ended. 1e-13, 1e-30
    ("certified-to-30-digits*", "interval", Bound(1e-29, "or one")),
    ("*", "interval", Bound(1e-12, "or one")),
    # The textbooks' formulations are driven until round-off is all that is left: what it does to which digit is luck.
    # 3 % of the digits by more than one, up to 12; 3 and 5 % of the missed and invented; 7 % of the condition numbers
    # by more than ten times; 4 and 8 % of the thresholds
    (TEXTBOOKS, "relative_error", Bound(np.inf)),  # digits say it
    (TEXTBOOKS, "digits", Bound(1.0, "one", share=0.05)),
    (TEXTBOOKS, "missed invented", Bound(0.0, "one", share=0.1)),
    (TEXTBOOKS, "condition", Bound(0.9, share=0.1)),
    (TEXTBOOKS, "holds_from falls_at", Bound(0.0, share=0.15)),
    ("limits*", "digits", Bound(np.inf)),  # ours are left with errors of 1e-15, of which the logarithm is taken
    # Errors and what they follow from: a frequency's round-off is an error's, however small the error. 2e-13
    ("response-errors*", "*_error", Bound(1e-9, "or one")),  # of what searches give: 3e-11
    ("response-errors*", "*amplitude *offset *peak", Bound(1e-8)),  # searched for to 1e-10 of the peak. 4e-10
    ("*", "*_error shift", Bound(1e-11, "or one")),
    ("convergence*", "order", Bound(1e-4)),  # a slope through logarithms of errors, down to 1e-13. 2e-6
    ("convergence*", "round_off_*", Bound(np.inf)),  # where errors are round-off: luck
    # Estimates of how many digits round-off leaves are luck, too. 0.5
    ("*", "digits", Bound(1.0, "one")),
    # Shapes come of pivots and inverse iteration and have fewer digits than frequencies; participation factors, forces
    # and couples of higher modes are small differences. 2e-11, 6e-10 where a payload of 1e9 kg hardly turns, 1e-8
    ("modes*", "angular_frequency frequency", Bound(1e-11)),
    ("modes*", "*_total", Bound(1e-9, "or one")),
    ("modes*", "base_moment", Bound(1e-7, "all")),
    ("modes*", "base_force base_rotation participation* effective*", Bound(1e-9, "all")),
    ("modes*", "*", Bound(1e-8, "row")),
    # Responses move far before they are taken apart; searches end at 1e-10 of the peak. 2e-9
    ("responses*", "peak_time beyond", Bound(np.inf)),  # of equal peaks round-off takes one
    ("responses*", "amplitude offset peak mode_share", Bound(1e-7, "peak")),
    ("responses*", "*", Bound(1e-7, "all")),
    ("sweeps*", "amplitude", Bound(1e-9)),
    # Rows of what an input does not drive are round-off. 5e-9; gains, which do not depend on coordinates: 4e-11
    ("state-spaces*", "[BCD]", Bound(1e-7, "row")),
    ("state-spaces*", "gain_*", Bound(1e-9, "row")),
    ("state-spaces*", "contribution", Bound(1e-9)),
    ("matrices*", "D", Bound(1e-9, "all")),  # modal damping on all coordinates. 1e-12
    ("buckling*", "load_factor", Bound(1e-9)),  # bisection ends at 1e-10
    # Of the raw equations of the sources three to ten digits are left; orders of magnitude of round-off are luck. 5e-5
    ("validation / * wiedemann-6.6 *", "recomputed completed", Bound(1.0, "one")),
    ("validation*", "recomputed completed", Bound(1e-3)),
    ("validation*", "exact assumed_modes fem expected", Bound(1e-10)),  # of responses, searched for. 2e-12
    ("validation*", "relative_difference units_off", Bound(1e-6, "or one")),  # of expected zeros. 6e-12
    # Frequencies, counts, unknowns, settings: frequencies keep all digits but two. 2e-13
    ("*", "*", Bound(1e-11)),
)


def bound_of(where: str, name: str) -> Bound:
    return next(
        bound
        for place, names, bound in BOUNDS
        if fnmatchcase(where, place) and any(fnmatchcase(name, one) for one in names.split())
    )


NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
PATH = re.compile(r"(.* / )([^/(]*?)(?:\(([^()]*)\) ?(.*))?")  # where, name, dimensions and unit


@dataclass(frozen=True)
class Difference:
    """How far the numbers of one array are from what they were; the worst of them in words."""

    name: str
    numbers: int
    beyond: int
    largest: float
    worst: str
    bound: Bound


class Comparison:
    """What comes out as two answers are walked side by side."""

    def __init__(self) -> None:
        self.differences: list[Difference] = []
        self.changed: list[str] = []
        self.added: list[str] = []
        self.sizes: dict[tuple[int, str], float] = {}

    def walk(self, path: str, old: Any, new: Any, beside: Beside) -> None:
        """Compare two answers, or parts of them; `beside` are the old and the new answer that they are part of."""
        if isinstance(old, dict) and isinstance(new, dict):
            self.changed += [f"{path} / {key}: missing" for key in old if key not in new]
            self.added += [f"{path} / {key}" for key in new if key not in old]
            for key in (key for key in old if key in new):
                self.walk(f"{path} / {key}", old[key], new[key], (old, new))
            return
        before, after = np.array(old, dtype=object), np.array(new, dtype=object)
        if before.shape == after.shape and all(map(is_number, (*before.flat, *after.flat))):
            self.compare(path, before.astype(float), after.astype(float), beside)
        elif before.shape == after.shape and path.endswith(" / interval"):
            relative = [float(abs(1 - Decimal(b) / Decimal(a))) for a, b in zip(before.flat, after.flat, strict=True)]
            self.compare(path, np.zeros(before.shape), np.reshape(relative, before.shape), beside)
        elif before.shape != after.shape or not all(map(alike, before.flat, after.flat)):
            self.changed.append(f"{path}: {shown(old, new)} became {shown(new, old)}")

    def compare(self, path: str, old: Array, new: Array, beside: Beside) -> None:
        where, name, _, unit = PATH.fullmatch(path).groups()
        bound = bound_of(where, name)
        if name == "peak":  # of equal ones of both signs round-off takes one
            old, new = np.abs(old), np.abs(new)
        with np.errstate(invalid="ignore", divide="ignore"):
            difference = np.abs(new - old) / self.scale(bound, old, new, unit or "", beside)
        difference = np.where(np.isnan(difference), np.inf, difference)  # a number became none, or none a number
        difference = np.where((old == new) | (np.isnan(old) & np.isnan(new)), 0.0, difference)
        largest, worst = float(np.max(difference, initial=0.0)), ""
        if largest:
            place = np.unravel_index(np.argmax(difference), difference.shape)
            index = list(map(int, place)) or ""
            worst = f"{where}{name}{index}: {float(old[place])!r} became {float(new[place])!r}"
        beyond = int(np.sum(difference > bound.largest))
        self.differences.append(Difference(name, difference.size, beyond, largest, worst, bound))

    def scale(self, bound: Bound, old: Array, new: Array, unit: str, beside: Beside) -> Array:
        """Return what differences are divided by, as `Bound` says."""
        larger = np.maximum(np.abs(old), np.abs(new))
        if bound.of in ("one", "itself", "or one"):
            return {"one": np.ones(old.shape), "itself": larger, "or one": np.maximum(larger, 1.0)}[bound.of]
        if bound.of == "peak":
            return self.peaks(bound, old, beside)
        within = tuple(range(1, old.ndim)) if bound.of == "row" else None
        own = np.max(np.abs(old), axis=within, keepdims=True, initial=0.0, where=np.isfinite(old))
        return np.maximum(own, self.least(unit, beside))

    def peaks(self, bound: Bound, old: Array, beside: Beside) -> Array:
        """Return the peaks of outputs, for shares as shares, and how far off their search may have left them."""
        least = [self.least(unit, beside) for unit in beside[0]["output_units(output) 1"]]
        beyond = np.sum([one["beyond(output) 1"] for one in beside], axis=0)
        peak = np.abs(beside[0]["peak(output) 1"])
        size = np.maximum(peak, least) + beyond / bound.largest
        return (size / np.where(peak > 0.0, peak, 1.0))[:, np.newaxis] if old.ndim == 2 else size

    def least(self, unit: str, beside: Beside) -> float:
        """Return what no number in a unit counts for less than."""
        key = id(beside[0]), unit
        if key not in self.sizes:
            arrays = [np.array(value) for name, value in beside[0].items() if name.endswith(f") {unit}")]
            largest = [np.nanmax(np.abs(one)) for one in arrays if one.dtype.kind in "fi" and one.size]
            self.sizes[key] = max(1e-12, 1e-6 * float(max(largest, default=0.0)))
        return self.sizes[key]


def is_number(one: object) -> bool:
    return one is None or isinstance(one, float | int)


def alike(old: object, new: object) -> bool:
    """Say whether two texts have the same words, and numbers that differ by a unit of their last decimal at most."""
    if not (isinstance(old, str) and isinstance(new, str)):
        return old == new
    if NUMBER.split(old) != NUMBER.split(new):
        return False
    pairs = zip(NUMBER.findall(old), NUMBER.findall(new), strict=True)
    return all(abs(float(a) - float(b)) <= max(last_decimal(a), last_decimal(b)) for a, b in pairs)


def last_decimal(number: str) -> float:
    """Return how far off a printed number may be: a unit of its last decimal or 1e-12; whole ones not at all."""
    return max(10.0 ** Decimal(number).as_tuple().exponent, 1e-12) if "." in number else 0.0


def shown(answer: object, other: object) -> str:
    """Return an answer from a little before it differs from another."""
    one, two = (known if isinstance(known, str) else json.dumps(known) for known in (answer, other))
    same = next((k for k, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0)
    start = max(0, same - 40)
    return repr(one[start : start + 160])


def compare_dumps(before: Path, after: Path, kinds: Sequence[str], most: int) -> bool:
    """Print how far two dumps differ, by kind; say whether that is within the bounds."""
    old, new = (json.loads(path.read_text(encoding="utf-8")) for path in (before, after))
    outcomes = []
    for kind in kinds or old:
        found = Comparison()
        found.walk(kind, old.get(kind, {}), new.get(kind, {}), ({}, {}))
        numbers = sum(one.numbers for one in found.differences)
        print(f"{kind}: {len(old.get(kind, {}))} answers, {numbers} numbers")
        outcomes.append(tell(found, most))
    for kind in () if kinds else new.keys() - old.keys():
        print(f"{kind}: new")
    print("as before, within the bounds" if all(outcomes) else "NOT as before")
    return all(outcomes)


def tell(found: Comparison, most: int) -> bool:
    """Print what is found of one kind, of differences the largest by bound, and say whether it is within the bounds."""
    good = True
    for bound, those in group(found.differences, lambda one: one.bound).items():
        worst, numbers = max(those, key=lambda one: one.largest), sum(one.numbers for one in those)
        limit = "not judged" if bound.largest == np.inf else f"bound {bound.largest:.0e}"
        limit += f", {bound.share:.0%} may lie beyond" if bound.share else ""
        print(f"  {numbers} numbers, largest difference {worst.largest:.1e} of {bound.of} ({limit}) {worst.worst}")
        for name, named in group(those, lambda one: one.name).items():
            beyond = sorted((one for one in named if one.beyond), key=lambda one: -one.largest)
            count, total = sum(one.beyond for one in beyond), sum(one.numbers for one in named)
            if count > bound.share * total:
                good = False
                listed([one.worst for one in beyond], f"  BEYOND: {name}, {count} of {total} numbers", most)
    listed(found.changed, "  CHANGED", most)
    for name, those in group(found.added, lambda path: path.rsplit(" / ", 1)[-1]).items():
        print(f"  new: {name}, in {len(those)} places, the first {those[0]}")
    return good and not found.changed


def group(those: Iterable[Any], by: Callable[[Any], Hashable]) -> dict[Any, list[Any]]:
    groups = defaultdict(list)
    for one in those:
        groups[by(one)].append(one)
    return groups


def listed(those: Sequence[str], what: str, most: int) -> None:
    if those:
        print(f"{what}, in {len(those)} places")
        print("".join(f"    {one}\n" for one in those[:most]), end="")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    for name, paths in {"dump": ["file"], "compare": ["old", "new"]}.items():
        command = commands.add_parser(name)
        for path in paths:
            command.add_argument(path, type=Path)
        command.add_argument("kinds", nargs="*", help=", ".join(KINDS))
    command.add_argument("--most", type=int, default=20, help="places listed, of each thing that differs")
    asked = parser.parse_args()
    if unknown := set(asked.kinds) - KINDS.keys():
        parser.error(f"no kind {', '.join(unknown)}; there are {', '.join(KINDS)}")
    if asked.command == "dump":
        dump(asked.file.absolute(), asked.kinds or list(KINDS))
        return 0
    return 0 if compare_dumps(asked.old, asked.new, asked.kinds, asked.most) else 1


if __name__ == "__main__":
    sys.exit(main())
