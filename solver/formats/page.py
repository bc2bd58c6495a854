"""A page of puzzle-aquarium.com that was saved: the task string in its script; read only."""

import re

from ..puzzle import Puzzle
from .task import TASK_FORM, task_of
from .tokens import Token, lines_in, unexpected, unlike

OF_AQUARIUM = (
    r"(?i)<title[^<]{0,200}aquarium|(saved from url=|canonical|og:url)[^>\n]{0,200}puzzle-aquarium\."
)
"""What only pages of this puzzle have: its sister sites link to it and have tasks of their own."""
TASK = r"""\btask["']?\s{0,9}[:=]\s{0,9}(["'])([\d_?]+;[\d,]+)\1"""


def has_task(text: str) -> bool:
    """Tell whether a text is a page of this puzzle, with a task in it."""
    return all(re.search(pattern, text) for pattern in (OF_AQUARIUM, TASK))


def parse_page(text: str, *, columns: int | None = None) -> Puzzle:
    """Read the puzzle of a saved page as `parse_task` does, unless it holds several."""
    tasks: dict[str, Token] = {}
    for line in lines_in(text):
        for found in re.finditer(TASK, line.text):
            tasks.setdefault(found[2], Token(found[2], line.line, line.column + found.start(2)))
    first, *others = tasks.values() or [Token("", 1, 1)]
    if not tasks or not re.search(OF_AQUARIUM, text):
        raise unexpected(first, "a page of puzzle-aquarium.com with one task", TASK_FORM)
    if others:
        raise unlike("one task", str(len(tasks)), TASK_FORM, others[0].place)
    return task_of(first, columns)
