"""Questions that are asked once."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from flexarm.errors import QuestionError

Words = ParamSpec("Words")
Known = TypeVar("Known")


def remembered(ask: Callable[Words, Known]) -> Callable[Words, Known]:
    """Return a question that is asked once of everything, what is refused remembered too; it can be sent to workers."""
    known: dict[tuple[object, ...], Known | QuestionError] = {}

    def asked(*words: Words.args, **named: Words.kwargs) -> Known:
        key = (*words, *named.items())
        if key not in known:
            try:
                known[key] = ask(*words, **named)
            except QuestionError as error:
                known[key] = error
        answer = known[key]
        if isinstance(answer, QuestionError):
            raise answer
        return answer

    return asked
