"""The commands and examples of the README, and what it says that they print; more commands of a page beside it."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
COMMANDS = [line for language, text in BLOCKS if language == "sh" for line in text.splitlines()]
PAGE = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
MORE_COMMANDS = re.search(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[1].splitlines()
EXAMPLES = [text for language, text in BLOCKS if language == "python"]
VALIDATION = "flexarm validate -o report"


def said_after(text: str) -> str:
    """What the README prints as the output of a block that ends so."""
    place = next(k for k, (_, block) in enumerate(BLOCKS) if block.rstrip("\n").endswith(text.rstrip("\n")))
    language, output = BLOCKS[place + 1]
    assert language == "text"
    return output
