"""Records and how they ended → what HTTP says: the status, and the same record whatever was amiss."""

from __future__ import annotations

import re
from typing import Any

from ..errors import UsageError
from ..outcome import Outcome, format_error
from ..status import EXIT_CODES
from ..tasks import Task
from .ask import PARAMETERS
from .openapi import OF_SERVER

STATUS_CODES = {
    "solved": 200,
    "answered": 200,
    "mistaken": 200,
    "no_puzzle": 422,
    "unsure": 422,
    "ambiguous": 422,
    "no_solution": 422,
    "unsaved": 422,
    "unreadable": 415,
    "usage": 400,
    "timeout": 504,
    "crashed": 500,
}
"""The status of HTTP for how a picture or text ended."""
OF_MISTAKE = 422
"""For a text that is meant to be a puzzle, but has a mistake."""
VALUED = {parameter.name for named in PARAMETERS.values() for parameter in named if not parameter.is_flag}
FLAGS = {parameter.name for named in PARAMETERS.values() for parameter in named if parameter.is_flag}
ADVICE = {
    "raise --time-limit": "check that the clues and walls were read correctly",
    "raise --repair-limit": "correct the doubtful places",
}
"""What to do instead of giving the command more time: the server has its own limits."""
OPTION = re.compile(r"(?<!['\"=])--([a-z]+(?:-[a-z]+)*)( (?=[^\s;,.-]))?")
"""An option of the command in a message, and what parts it from its value; what is quoted is none."""


def status_code(status: str, *, is_text: bool = False) -> int:
    """Return the status of HTTP for the final status of an outcome."""
    return OF_MISTAKE if is_text and status == "unreadable" else STATUS_CODES[status]


def error_record(message: str, status: str = "usage", task: Task | None = None) -> dict[str, Any]:
    """Return the record of what came to no picture: all fields that any has, all but these null."""
    known: Any = status if status in EXIT_CODES else "usage"
    fields = Outcome("-", known, message, task=task or Task()).to_dict()
    return {**fields, **dict.fromkeys(OF_SERVER), "status": status}


def usage_record(error: UsageError, task: Task | None = None) -> dict[str, Any]:
    """Return the record of what the service cannot be asked, in words of the API."""
    return error_record(in_words_of_the_api(format_error(error)), task=task)


def in_words_of_the_api(message: str) -> str:
    """Return a message that names options of the command as one that names parameters: --fix X as fix=X.

    Advice to use what is no parameter becomes advice that can be followed here.
    """
    message = message.replace("add #board=2 to the name", "ask for board=2").replace("#board=", "board=")
    parts = (ADVICE.get(part, part) for part in message.split("; "))
    return OPTION.sub(_parameter, "; ".join(parts))


def _parameter(option: re.Match[str]) -> str:
    name, gap = option[1].replace("-", "_"), option[2] or ""
    if name in FLAGS:
        return f"{name}=1{gap}"
    return f"{name}{gap and '='}" if name in VALUED else option[0]
