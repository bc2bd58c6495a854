"""What is amiss with a board as a whole, as codes: why it is refused, and what picture would be better."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from typing import TYPE_CHECKING, Literal

from solver.message import Message
from solver.places import SideAt

from .aquarium import are_unclear, has_clues, is_uniform, why_none
from .cut import AT_EDGE, MAY_GO_ON, NEAR_EDGE, NO_CLUES, Cut, cut_off
from .doubts import doubtful_places, excess, unread

if TYPE_CHECKING:
    from solver.puzzle import Puzzle

    from .reading import Reading

CERTAIN = 0.98
"""A reading at least this probable as a whole is taken at its word when it has no solution, or several: the
picture shows such a puzzle. Below, one misread clue or wall is the likelier explanation."""

MOST_UNREAD = 1
"""Clues that may be missing where all should be there: the rules can find one, but then check no more."""
MANY_HIDDEN = 4
"""Lines under something opaque from which a picture without it is asked for."""
MANY_UNCLEAR = 10
"""Lines that may be walls or not from which another picture is less work than to say what each is."""
Ending = tuple[Literal["ambiguous", "no_solution", "unsure", "no_puzzle"], tuple[Message, ...]]
"""How a board ends that is not answered, and why."""


def is_certain(reading: Reading, aquariums: float) -> bool:
    """Whether what was read is surely what is printed, so that the puzzle is to blame.

    `aquariums` is how probable they are, 0 to 1, among all ways to part the grid.
    """
    clues = reading.evidence.log_probability - reading.evidence.most_side_log_p
    return not complaints(reading) and exp(clues) * aquariums >= CERTAIN


def complaints(reading: Reading) -> list[Message]:
    """Return what keeps a reading from being a whole puzzle."""
    found = [*_missing(reading), *_too_large(reading), *loose_walls(reading)]
    if is_uniform(reading):
        found.append(Message("uniform_lines"))
    return found


def loose_walls(reading: Reading) -> list[Message]:
    """Tell how many walls part nothing, if there are such."""
    return [Message("loose_walls", walls=reading.loose)] if reading.loose else []


def refusal(reading: Reading, *, is_meant: bool) -> Ending | None:
    """Tell why a board is refused: as a part, another puzzle, a grid without clues, or with a neighbour's.

    Where a person says that it is meant, it is an Aquarium board, and whole. A sheet of numbers without a
    clue is none that is cut off.
    """
    is_sheet = reading.contents is not None and not has_clues(reading)
    if not (is_meant or is_sheet) and (cut := cut_sides(reading)):
        return "unsure" if has_clues(reading) else "no_puzzle", (cut,)
    if not is_meant and (none := why_none(reading)):
        return "no_puzzle", none
    return ("unsure", (Message("clues_contested", clues=reading.contested),)) if reading.contested else None


def defects(reading: Reading) -> tuple[Message, ...]:
    """Return all that keeps what was read from being a puzzle; empty if nothing does."""
    found = loose_walls(reading) if reading.is_known else complaints(reading)
    return *found, *reading.problems


def ambiguous(reading: Reading) -> Ending:
    """Tell that a puzzle has several solutions, and whether it may have been misread.

    Some puzzles have several, so that alone does not tell.
    """
    seen = Message("several_solutions") if reading.is_known else Message("several_solutions_as_read")
    if not reading.is_known and (cut := perhaps_cut(reading)):
        return "unsure", (seen, cut)
    doubted = reading.doubted if reading.is_known else len(doubtful_places(reading))
    if doubted:
        return "ambiguous", (seen, Message("compare_doubted", places=doubted))
    return "ambiguous", (
        seen,
        Message("look_for_misprint") if reading.is_known else Message("nothing_in_doubt"),
    )


def is_unread(reading: Reading) -> bool:
    """Whether a clue is missing that should be there."""
    return bool(unread(reading))


def why_not_repaired(reading: Reading) -> Message | None:
    """Tell why what is amiss cannot be worked out by the rules; None if it may be."""
    if reading.puzzle.rule == "connected":  # what is worked out, and how sure it is, goes by the site's rule
        return Message("only_as_read")
    if reading.too_large or is_uniform(reading) or maybe_cut(reading):
        return Message("not_worked_out")
    if are_unclear(reading):
        return Message("walls_unclear")
    return Message("many_clues_missing") if len(unread(reading)) > MOST_UNREAD else None


def blamed(reading: Reading, seen: tuple[Message, ...], aquariums: float, *, is_meant: bool) -> Ending | None:
    """Tell why a puzzle that was surely read as it is may have no solution.

    None where it may have been misread. Nobody gives the size of another puzzle, or corrects it: then it is
    meant to be an Aquarium.
    """
    if reading.is_known:
        if loose := loose_walls(reading):
            return "unsure", (*loose, Message("walls_part_two"))
        doubted = Message("compare_doubted", places=reading.doubted) if reading.doubted else None
        return "no_solution", seen if reading.problems else (*seen, doubted or Message("look_for_misprint"))
    if not is_certain(reading, aquariums):
        return None
    if cut := perhaps_cut(reading):
        return "unsure", (*seen, cut)
    if not is_meant and not is_misprint_of_one(reading.puzzle):
        return "unsure", (Message("perhaps_another_puzzle", seen=seen),)
    return "no_solution", (*seen, Message("nothing_in_doubt"))


def is_misprint_of_one(puzzle: Puzzle) -> bool:
    """Whether the clues add up to different sums for columns and rows, and one other clue would mend that.

    Other puzzles with walls count something else beside their lines, and their sums agree, too.
    """
    more = excess(puzzle)
    if not more:
        return False
    mended = [
        *(0 <= clue - more <= puzzle.height for clue in puzzle.col_clues if clue is not None),
        *(0 <= clue + more <= puzzle.width for clue in puzzle.row_clues if clue is not None),
    ]
    return any(mended)


def cut_sides(reading: Reading) -> Message | None:
    """Tell at which sides the board is surely cut off; None where it is nowhere."""
    sure = [cut for cut in reading.cut if cut.is_sure]
    if not sure or (reading.contents == "numbers" and all(cut.seen == NO_CLUES for cut in sure)):
        return None
    shown = (AT_EDGE, NO_CLUES)
    return cut_off(cut for cut in reading.cut if cut.is_sure or cut.seen in shown)


def maybe_cut(reading: Reading) -> tuple[Cut, ...]:
    """Return the sides that may be cut off and would then explain why the clues do not fit together."""
    return tuple(cut for cut in reading.cut if not cut.is_sure and _explains(cut, reading))


def _explains(cut: Cut, reading: Reading) -> bool:
    """Whether there is less of what a cut would have taken: of the clues there, or of the lines across it."""
    cols, rows = (sum(filter(None, axis)) for axis in (reading.puzzle.col_clues, reading.puzzle.row_clues))
    sideways = cut.edge in ("left", "right")
    across, along = (cols, rows) if sideways else (rows, cols)
    if cut.seen == NEAR_EDGE:
        missing = along < across or any(place.axis == "row" for place in unread(reading))
        return missing and not reading.loose
    if cut.seen == AT_EDGE:
        return excess(reading.puzzle) != 0  # digits that are cut off are missing from one of the sums
    if cut.seen == MAY_GO_ON:
        axis = "row" if sideways else "column"
        return across < along or any(place.axis == axis for place, _ in reading.too_large)
    return True


def perhaps_cut(reading: Reading) -> Message | None:
    """Tell at which sides a board is probably cut off, if at any."""
    sides = tuple(Message("side_perhaps_cut", side=cut.edge, seen=cut.seen) for cut in maybe_cut(reading))
    return Message("perhaps_cut", sides=sides) if sides else None


def _missing(reading: Reading) -> Iterator[Message]:
    explained = {place for place, _ in reading.too_large}
    absent = [place for place in unread(reading) if place not in explained]
    for axis, count in (("column", len(reading.puzzle.col_clues)), ("row", len(reading.puzzle.row_clues))):
        lines = tuple(place.line + 1 for place in absent if place.axis == axis)
        if lines:
            yield Message("clues_missing", axis=axis, lines=lines, found=count - len(lines), clues=count)


def _too_large(reading: Reading) -> Iterator[Message]:
    for axis, cells in (("column", reading.board.rows), ("row", reading.board.cols)):
        large = [(place.line + 1, clue) for place, clue in reading.too_large if place.axis == axis]
        if len(large) == 1:
            line, clue = large[0]
            yield Message("clue_too_large", axis=axis, line=line, clue=clue, cells=cells)
        elif large:
            lines = tuple(line for line, _ in large)
            yield Message("clues_too_large", axis=axis, lines=lines, cells=cells)


def better_picture(reading: Reading) -> Message | None:
    """Tell what keeps a board from being read, and what picture would be better; None if nothing does.

    Where much is in doubt, that is told even if nothing shows why: nobody is to correct it all one by one.
    """
    hidden = sum(isinstance(place, SideAt) for place in reading.covered)
    match reading.flaw:
        case "small":
            return Message("small_cells", pixels=round(reading.board.pitch))
        case "blurred":
            return Message("blurred")
        case "glare":
            return Message("glare")
    if hidden >= MANY_HIDDEN:
        return Message("lines_covered", lines=hidden)
    unclear = sum(isinstance(place, SideAt) for place in doubtful_places(reading))
    return Message("lines_unclear", lines=unclear) if unclear >= MANY_UNCLEAR else None


def as_said(reading: Reading) -> tuple[Message, ...]:
    """Tell that an answer rests on what a person said of places in doubt, if there were some."""
    return (Message("as_said", places=reading.doubted),) if reading.doubted else ()


def left_out(reading: Reading) -> Iterator[Message]:
    """Tell that boards of a page were not read, if any were not."""
    if reading.left_out:
        yield Message("boards_left_out", read=1 + len(reading.others))
    for left, top, right, bottom in reading.unread:
        yield Message("board_not_read", left=left, top=top, width=right - left, height=bottom - top)
