"""`aquarium check`: pictures or texts → which of the player's marks are wrong, in words and drawn."""

from ..tasks import Task
from .launch import Invocation, picture_command
from .options import PICTURES, TEXTS, answer_flag

ABOUT = f"""\
Finds the wrong cells among the water and crosses that you entered, and marks them.

{PICTURES} {TEXTS}

  aquarium check shot.png                what is wrong, and how much is done
  aquarium check shot.png --rules-only   only which rule is broken so far
"""
RULES_ONLY = "Check only the rules, without giving away the solution."


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
