"""The site's task string, in and out: `c1_c2_…_cW_r1_…_rH;id,id,…`."""

from ..errors import BadText
from ..message import Message
from ..puzzle import Puzzle
from .tokens import Token, behind, clue_of, number_of, only_line, text_of, unlike
from .walls import check_rule

TASK_FORM = "write column clues, row clues and aquariums as c1_c2_…_r1_r2_…;id,id,…"


def parse_task(text: str, *, columns: int | None = None) -> Puzzle:
    """Read the site's task string: `c1_c2_…_cW_r1_…_rH;id,id,…`, ids row by row.

    `text`: column clues, then row clues, then the aquarium number of every cell; `?` for a missing clue.
    `columns`: the board's width in cells: the text does not tell it unless the board is square.
    Whether the puzzle is well-formed is asked of `Puzzle.problems`.
    Raises BadText: something else was found than expected, or a board that is not square came without
    `columns`.
    """
    return task_of(only_line(text, "task string", TASK_FORM), columns)


def task_of(line: Token, columns: int | None) -> Puzzle:
    """Read a task string as `parse_task` does, wherever it stands."""
    halves = line.parts(";")
    if len(halves) != 2:
        semicolons = str(len(halves) - 1)
        raise unlike("one semicolon after the clues", semicolons, TASK_FORM, behind(halves, 2).place)
    clues = [clue_of(token, TASK_FORM) for token in halves[0].parts("_")]
    ids = [number_of(token, "an aquarium's number", TASK_FORM) for token in halves[1].parts(",")]
    width = _square_side(len(clues), len(ids), halves[1]) if columns is None else columns
    if not 0 < width < len(clues) or width * (len(clues) - width) != len(ids):
        seen = Message("no_board_of_that_width", clues=len(clues), cells=len(ids), columns=width)
        raise BadText(seen, halves[1].place)
    return Puzzle(clues[:width], clues[width:], [ids[at : at + width] for at in range(0, len(ids), width)])


def format_task(puzzle: Puzzle) -> str:
    """Write the site's task string, on one line without an end of line; a missing clue as `?`.

    Raises NotWritable: the puzzle's water is level only where it is connected, which the form cannot say.
    """
    check_rule(puzzle)
    clues = "_".join(map(text_of, puzzle.col_clues + puzzle.row_clues))
    return f"{clues};{','.join(str(aquarium) for ids in puzzle.regions for aquarium in ids)}"


def _square_side(clues: int, cells: int, ids: Token) -> int:
    """Return the side of the square board with so many clues and cells; else say which widths there are."""
    widths = [width for width in range(1, clues) if width * (clues - width) == cells]
    if clues / 2 in widths:
        return clues // 2
    if not widths:
        seen = Message("no_board_of_any_width", clues=clues, cells=cells, form=TASK_FORM)
        raise BadText(seen, ids.place)
    raise BadText(Message("width_needed", clues=clues, cells=cells, widths=tuple(widths)), ids.place)
