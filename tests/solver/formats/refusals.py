"""What is said of texts that cannot be read."""

from collections.abc import Callable
from typing import Any

from solver import BadText
from solver.message import Message
from tests.conftest import raised

Refusal = tuple[Message, str]
"""What is wrong in a text, and where."""
Said = tuple[Any, ...]
"""Line, column, and what is wrong there: a message, or what is wanted and what is found."""


def refusal(parse: Callable[..., object], text: str, **settings: int) -> Refusal:
    error = raised(BadText, parse, text, **settings)
    return error.what, str(error.place)


def refused(form: str, line: int, column: int, seen: Message | str, found: str = "") -> Refusal:
    """Return the refusal of a text that is to be written in a form."""
    if isinstance(seen, str):
        seen = Message("unexpected_text", wanted=seen, found=found, form=form)
    return seen, f"line {line}, column {column}"
