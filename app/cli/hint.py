"""`aquarium hint`: pictures or texts → the next step from where the player is, as much of it as is wanted."""

from ..tasks import LEVELS, Task
from .launch import Invocation, picture_command
from .options import PICTURES, TEXTS, choice_option

ABOUT = f"""\
Gives the next step from where you are: where to look, which cells, and why. The easiest step for a person
is chosen. Mistakes among your entries are named first.

{PICTURES} {TEXTS}

  aquarium hint shot.png                  where to look
  aquarium hint shot.png --level cell     also which cells
  aquarium hint shot.png --level reason   also why
"""
HOW_MUCH = "How much to tell: where to look, also the cells, or also the reason."


@picture_command(
    ABOUT,
    choice_option("--level", LEVELS, help=HOW_MUCH),
    output="NAME.hint.png beside the picture",
    batch=True,
)
def hint(asked: Invocation, *, level: str) -> int:
    return asked.run(
        Task("hint", level=level, time_limit=asked.request.limits.solve),
        ("hint", *(("--level", level) if level != LEVELS[0] else ())),
    )
