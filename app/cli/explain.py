"""`aquarium explain`: pictures or texts → the whole solution as steps with reasons, also as page and film."""

from typing import Any

from ..tasks import Task
from . import options
from .launch import Invocation, picture_command
from .options import PICTURES, TEXTS, answer_flag, path_option

ABOUT = f"""\
Explains the whole solution step by step, as a person would find it, and says how hard it is.

{PICTURES} {TEXTS}

  aquarium explain shot.png                  the steps, from the empty board
  aquarium explain shot.png --from-marks     from what you have entered
  aquarium explain shot.png --gif film.gif   the water poured in that order
  aquarium explain shot.png --md steps.md    a page of it
"""
FROM_MARKS = "Start from your correct entries instead of the empty board."


@picture_command(
    ABOUT,
    path_option("--md", metavar="FILE", help="Write a Markdown page."),
    path_option("--gif", metavar="FILE", help="Write an animation."),
    answer_flag("--from-marks", help=FROM_MARKS),
    options.look_options,
)
def explain(
    asked: Invocation, *, md: str | None, gif: str | None, from_marks: bool, look: dict[str, Any]
) -> int:
    documents = {kind: word for kind, word in (("md", md), ("gif", gif)) if word is not None}
    limit = asked.request.limits.solve
    task = Task("explain", from_marks=from_marks, documents=tuple(documents), time_limit=limit, **look)
    own = [word for kind, place in documents.items() for word in (f"--{kind}", place)]
    command = ("explain", *(["--from-marks"] if from_marks else []), *own)
    return asked.run(task, command, documents=documents)
