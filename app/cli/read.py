"""`aquarium read`: pictures or texts → the puzzle as text, proved before it is printed."""

from ..tasks import FORMS, Task
from .launch import Invocation, picture_command
from .options import PICTURES, TEXTS, choice_option

USUAL, *_ = FORMS
ABOUT = f"""\
Prints the puzzle in a picture as text. Nothing is printed unless it was read with certainty.

{PICTURES} {TEXTS}

  aquarium read shot.png > puzzle.txt            to keep, and to draw again
  aquarium read shot.png --format puzzlink       to play it at puzz.link
  aquarium read puzzle.txt --format unicode      one form into another

Forms:
  text        clues, a blank line, the number of each cell's aquarium
  task        the site's own: clues;aquariums on one line
  walls       a matrix of x (wall), . (no wall) and 0 (cell)
  numbers     a matrix of 9 (wall), 8 (no wall) and 0 (cell)
  puzzlink    an address of puzz.link
  json        one line, with the water and your entries
  unicode     a drawing in box characters
"""


@picture_command(ABOUT, choice_option("--format", FORMS, name="form", help="The form of the text."))
def read(asked: Invocation, *, form: str) -> int:
    command = ("read", *(("--format", form) if form != USUAL else ()))
    return asked.run(Task("read", form=form), command, separator="" if form == "json" else "\n")
