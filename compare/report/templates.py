"""The report's templates."""

from collections.abc import Callable
from importlib.resources import files

from jinja2 import DictLoader, Environment, StrictUndefined, Template, select_autoescape

_FOLDER = files("compare.report") / "template"


def template(name: str, **filters: Callable[..., object]) -> Template:
    """Return a template by its file name, with the filters that it uses; HTML is escaped."""
    texts = {entry.name: entry.read_text(encoding="utf-8") for entry in _FOLDER.iterdir() if entry.is_file()}
    environment = Environment(
        loader=DictLoader(texts),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(filters)
    return environment.get_template(name)
