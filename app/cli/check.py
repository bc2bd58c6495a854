"""`aquarium check`: pictures or texts → which of the player's marks are wrong, in words and drawn."""

from ..tasks import Task
from .launch import Invocation, picture_command
from .options import PICTURES, TEXTS, answer_flag

ABOUT = f"""\
Says which of the water and crosses that you have put in are wrong, and draws it.

{PICTURES} {TEXTS}

\b
  [cyan]aquarium check shot.png[/]                what is wrong, and how much is done
  [cyan]aquarium check shot.png --rules-only[/]   only which rule is broken so far
"""
RULES_ONLY = "Say which rule is broken so far, and nothing that only the solution tells."


@picture_command(
    ABOUT,
    answer_flag("--rules-only", help=RULES_ONLY),
    output="NAME.checked.png beside the picture",
    batch=True,
)
def check(asked: Invocation, *, rules_only: bool) -> int:
    return asked.run(
        Task("check", rules_only=rules_only), ("check", *(("--rules-only",) if rules_only else ()))
    )
