"""Records and how they ended → what HTTP says: the status, and the same record whatever was amiss."""

from __future__ import annotations

from typing import Any

from solver.message import Message, sentences

from ..outcome import Outcome
from ..status import EXIT_CODES, one_line
from ..tasks import Task
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


def status_code(status: str, *, is_text: bool = False) -> int:
    """Return the status of HTTP for the final status of an outcome."""
    return OF_MISTAKE if is_text and status == "unreadable" else STATUS_CODES[status]


def error_record(
    what: Message | None = None, status: str = "usage", task: Task | None = None
) -> dict[str, Any]:
    """Return the record of what came to no picture: all fields that any has, all but these null."""
    known: Any = status if status in EXIT_CODES else "usage"
    fields = Outcome("-", known, task=task or Task()).to_dict()
    return {**fields, **dict.fromkeys(OF_SERVER), "status": status, **(told(what) if what else {})}


def told(what: Message) -> dict[str, Any]:
    """Return what a record tells of a message alone, in words of the API."""
    return {**what.to_dict(), "message": one_line(what.sentence(api=True))}


def message_of(outcome: Outcome) -> str | None:
    """Return what an outcome says in words of the API, which has parameters where the command has options."""
    return one_line(sentences(outcome.messages, api=True)) or None
