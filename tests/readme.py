"""The README's commands and examples, and what it says that they print."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
COMMANDS = [line for language, text in BLOCKS if language == "sh" for line in text.splitlines()]
EXAMPLES = [text for language, text in BLOCKS if language == "python"]
VALIDATION = "flexarm validate -o report"


def said_after(text: str) -> str:
    """What the README prints as the output of a block that ends so."""
    place = next(k for k, (_, block) in enumerate(BLOCKS) if block.rstrip("\n").endswith(text.rstrip("\n")))
    language, output = BLOCKS[place + 1]
    assert language == "text"
    return output
