"""What is asked of every picture of a run alike, as data that can be sent to workers."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from .tasks import Task

if TYPE_CHECKING:  # this is imported before anything that reads pictures is loaded
    from solver.belief.overrides import Override
    from solver.puzzle import Rule
    from vision.drawing.style import Style


class Limits(NamedTuple):
    """How long the work on one picture may take."""

    solve: float = 30.0
    """Seconds for solving the puzzle that was read, and again for what is asked of it."""
    repair: float = 2.0
    """Seconds for the search for a puzzle near the one that was read; 0 for none."""


class Overrides(NamedTuple):
    """What a person states of a puzzle, whatever is seen of it."""

    places: tuple[Override, ...] = ()
    """Clues and walls."""
    size: tuple[int, int] | None = None
    """Rows and columns of the board; None where they are to be found."""
    rule: Rule | None = None
    """None: the one that a text names, in pictures the site's."""
    as_read: bool = False
    """Whether a person has looked and says that the reading is right."""
    ignore_entries: bool = False
    """Whether all cells are taken as empty, whatever the player has put in."""
    marks: str | None = None
    """What the player has put, in place of what is read: a sign of `sources.MARKS` for each cell."""


class Wanted(NamedTuple):
    """What is sent back with an outcome; its answer does not depend on it."""

    picture: bool = True
    """Whether the picture of an answer is."""
    all_doubts: bool = False
    """Whether a drawing of what was read shows all doubts, not only the worst."""
    info: bool = False
    """Whether it is told which bytes a picture had and how it looked, for the reports on many."""


def _usual_style() -> Style:
    from vision.drawing.style import Style  # noqa: PLC0415 — loads NumPy, which no page of help needs

    return Style()


class StyleOption(NamedTuple):
    """How water is drawn: an option of commands and a parameter of the API, named for a field of `Style`."""

    about: str
    kind: Literal["colour", "percent", "flag"]
    tasks: tuple[str, ...] = ("solve", "solutions", "draw")
    """Those that have it as a parameter."""


STYLE_OPTIONS = {
    "water": StyleOption("Colour of new water, such as teal or #008080.", "colour"),
    "opacity": StyleOption("How opaque new water is, in percent; 100 hides the paper.", "percent"),
    "only_new": StyleOption("Draw nothing in cells that you have filled in.", "flag", ("solve", "solutions")),
}
SIZE = r"\s*([0-9]{1,3})\s*(?:[xX×]\s*([0-9]{1,3})\s*)?"
"""Rows and columns; how many a picture may have is known when it is at hand."""
LIMITS_OF_NEW = Limits(solve=60.0, repair=0.0)
"""Of proving what was made to have one solution only, once more."""


def parse_size(text: str) -> tuple[int, int]:
    """Return the rows and columns in words like 10x15, or 6 for a square. ValueError if there are none."""
    shape = re.fullmatch(SIZE, text)
    rows, cols = (int(shape[1]), int(shape[2] or shape[1])) if shape else (0, 0)
    if not rows or not cols:
        raise ValueError(text)
    return rows, cols


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of every picture alike."""

    task: Task = field(default_factory=Task)
    limits: Limits = field(default_factory=Limits)
    style: Style = field(default_factory=_usual_style)
    """How water is drawn."""
    overrides: Overrides = field(default_factory=Overrides)

    def fingerprint(self) -> str:
        """Return all that changes answers as JSON: what is asked, and the version of reading.

        How long solving may take changes none: what runs out of time has none.
        """
        from vision.reading.version import READING  # noqa: PLC0415 — help is printed without `vision`

        settings = {name: value for name, value in self.settings().items() if name != "time_limit"}
        return json.dumps({"reading": READING, **settings}, sort_keys=True)

    def settings(self) -> dict[str, Any]:
        """Return all that is asked that answers may depend on, as the summary of a run shows it."""
        stated = self.overrides
        return {
            **({} if self.task.name in ("solve", "solutions") else {"task": self.task.name}),
            "time_limit": self.limits.solve,
            "repair_limit": self.limits.repair,
            "fixes": list(map(str, stated.places)),
            "size": stated.size,
            **({} if stated.rule is None else {"rule": stated.rule}),
            "as_read": stated.as_read,
            **({"ignore_entries": True} if stated.ignore_entries else {}),
            **({} if stated.marks is None else {"marks": stated.marks}),
            **dict(self.task.options),
            **self.style.settings(),
        }
