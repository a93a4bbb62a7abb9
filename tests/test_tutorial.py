"""The pages are true: what the tutorial types is run in order, what it prints is printed; examples of pages hold."""

import doctest
import io
import re
import shlex
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path

import pytest

from compare.cli import main

from .test_readme import settled

ROOT = Path(__file__).parents[1]
PACKAGES = ("flexarm", "exact", "assumed_modes", "fem", "compare")
PAGES = ROOT / "docs"
NAMED = re.compile(r"(?<![`}])`([A-Za-z_][\w.\-]*)`(?!`)")
BLOCK = re.compile(r"^```(?:\{code-block\} )?(\w+)\n(?::caption: (\S+)\n\n)?(.*?)^```$", re.MULTILINE | re.DOTALL)
# Of each tutorial its blocks: language, name of the file that it is, text.
BLOCKS = {
    page: BLOCK.findall((PAGES / "learn" / f"{page}.md").read_text(encoding="utf-8"))
    for page in ("tutorial", "in-space")
}
ELSEWHERE = ("python -m venv", ". .venv", "pip install")
TIMED = "flexarm advise"  # times stand in columns of their own


def typed(command: str) -> str:
    """Return what a command prints, errors too."""
    printed = io.StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        main(shlex.split(command)[1:])
    return printed.getvalue()


def executed(text: str, known: dict) -> str:
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(text, "tutorial", "exec"), known)
    return printed.getvalue()


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """What every command and program of a tutorial prints, by itself, run in order in one folder."""
    return cache(lambda page: typed_in(tmp_path_factory.mktemp(page), page))


def typed_in(folder: Path, page: str) -> dict:
    """Return what every command and program of a page prints, and which files they leave."""
    found, known = {}, {}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for language, file, text in BLOCKS[page]:
            if file:
                Path(file).write_text(text, encoding="utf-8")
            elif language == "sh":
                for command in text.splitlines():
                    found[text] = "" if command.startswith(ELSEWHERE) else typed(command)
            elif language == "python":
                found[text] = executed(text, known)
        if page == "tutorial":
            found["broken"] = typed(broken())
    found["files"] = {path.name for path in folder.iterdir()}
    return found


def broken() -> str:
    """Make the slips that the tutorial makes, and return the command that meets them."""
    text = Path("my-arm.toml").read_text(encoding="utf-8")
    slips = text.replace("flexural_rigidity = 300.0", "flexural_rigidity = -300.0").replace(
        "length = 0.9", "lenght = 0.9"
    )
    Path("broken.toml").write_text(slips, encoding="utf-8")
    return "flexarm compare broken.toml"


@pytest.mark.slow
def test_every_command_runs(printed):
    files = printed("tutorial")["files"]
    assert {"my-arm.toml", "turn.toml", "my-arm.svg", "mode-1.svg", "response.svg", "report"} <= files


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "place"),
    [(page, k) for page, blocks in BLOCKS.items() for k, (language, _, _) in enumerate(blocks) if language == "text"],
)
def test_what_is_printed_is_what_is_said(page, place, printed):
    said, asked = BLOCKS[page][place][2], BLOCKS[page][place - 1][2]
    if asked.startswith(TIMED):
        return
    of_page = printed(page)
    found = of_page["broken"] if said.startswith("flexarm: broken") else of_page[asked]
    lines = settled(found)
    assert [line for line in settled(said) if not any(matches(line, one) for one in lines)] == []


def matches(said: list[str], printed: list[str]) -> bool:
    """Say whether a line is as printed; an ellipsis stands for any words, or for lines where it stands alone."""
    pattern = " ".join(".*" if word == "…" else re.escape(word) for word in said)
    return re.fullmatch(pattern, " ".join(printed)) is not None


def test_code_that_the_theory_names_is_there():
    sources = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    words = set(re.findall(r"\w+", "\n".join(path.read_text(encoding="utf-8") for path in sources)))
    words |= {path.stem for path in sources} | {path.parent.name for path in sources}
    said = [
        name for page in (PAGES / "theory").glob("*.md") for name in NAMED.findall(page.read_text(encoding="utf-8"))
    ]
    assert len(said) > 50
    assert [name for name in said if not set(re.split(r"[.\-]", name)) <= words] == []


def pages_with_examples():
    return [page for page in sorted(PAGES.rglob("*.md")) if ">>> " in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", pages_with_examples(), ids=lambda page: page.stem)
def test_examples_of_a_page_hold(page):
    blocks = re.findall(r"^```python\n(>>> .*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.stem, str(page), 0)
    result = doctest.DocTestRunner(verbose=False).run(test)
    assert result.attempted > 0
    assert result.failed == 0
