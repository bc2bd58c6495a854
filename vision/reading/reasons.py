"""Facts → why a board is not answered, as codes: first what a person can do something about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp
from typing import TYPE_CHECKING, Literal

from solver.belief.evidence import certainty
from solver.message import Message
from solver.places import Axis, ClueAt, SideAt

from .cut import AT_EDGE, MAY_GO_ON, NEAR_EDGE, Cut
from .doubts import DOUBTFUL, doubtful_places, excess, unread
from .facts import (
    LIKELY,
    Facts,
    are_unclear,
    clues_found,
    has_clues,
    is_another,
    is_uniform,
    lacks_clues,
    may_be_another,
    may_have_clues,
    name_of,
)

if TYPE_CHECKING:
    from solver.puzzle import Clue, Puzzle

    from .extent import Size
    from .reading import Reading

CERTAIN = 0.98
"""A reading at least this probable as a whole is taken at its word when it has no solution, or several: the
picture shows such a puzzle. Below, one misread clue or wall is the likelier explanation."""

MOST_UNREAD = 1
"""Clues that may be missing where all should be there: the rules can find one, but then check no more."""
MANY_UNCLEAR = 10
"""Lines that may be walls or not from which another picture is less work than to say what each is."""
HARDLY_ANY, MOSTLY = 1 / 3, 1 / 2
"""Share of an axis' lines with a number up to which its clues are not in the picture, for words beside it
look like some. And from which those of the other axis are."""
GENERAL = frozenset((
    "many_clues_missing", "many_misread", "misprint_as_likely", "no_correction", "not_worked_out",
    "only_as_read", "repairs_off", "rival", "rivals_not_in_time", "walls_unclear",
    "correction_not_in_time",
))  # fmt: skip
"""Codes that tell how far the program came, and nothing of the picture: they come last."""
Status = Literal["ambiguous", "no_solution", "unsure", "no_puzzle"]
Ending = tuple[Status, tuple[Message, ...]]
"""How a board ends that is not answered, and why."""


@dataclass(frozen=True, eq=False)
class Case:
    """A board that is not answered."""

    reading: Reading
    facts: Facts | None
    """None where there is no picture."""
    is_meant: bool
    """Whether a person says that it is an Aquarium board, and whole."""

    @cached_property
    def flaw(self) -> Message | None:
        """What a better picture would mend, unless all is read with certainty, or it is another puzzle."""
        is_clear = self.is_legible or is_another(self.reading)
        return find_flaw(self.facts) if self.facts and self.reading.is_board and not is_clear else None

    @cached_property
    def is_legible(self) -> bool:
        """Whether every clue and side was read with certainty, be they there or not."""
        clues = (exp(max(belief)) for _, belief in self.reading.evidence.clues())
        return min(*clues, *map(certainty, self.reading.evidence.odds())) >= DOUBTFUL


FLAWS: tuple[tuple[Callable[[Facts], bool], Message], ...] = (
    (lambda facts: facts.is_faint, Message("low_contrast")),
    (lambda facts: facts.glares, Message("glare")),
    (lambda facts: facts.is_grainy, Message("grainy")),
    (lambda facts: facts.is_compressed, Message("compressed")),
    (lambda facts: facts.is_blurred, Message("blurred")),
)
"""What a better picture would mend. What makes a picture seem blurred comes before that."""


def find_flaw(facts: Facts) -> Message | None:
    """Return what a better picture would mend, first what makes the others appear."""
    if facts.board and facts.is_small:
        return Message("small_cells", pixels=round(facts.board.pitch))
    return next((message for is_so, message in FLAWS if is_so(facts)), None)


def is_flaw(message: Message) -> bool:
    """Whether it says what a better picture would mend."""
    return message.code == "small_cells" or any(message == flaw for _, flaw in FLAWS)


def _flawed(case: Case) -> Iterator[Message]:
    if case.flaw:
        yield case.flaw


def _named(case: Case) -> Iterator[Message]:
    if name := name_of(case.reading):
        yield Message("puzzle_named", name=name)


def _cut(case: Case) -> Iterator[Message]:
    sure = cut_surely(case.reading)
    if sure and not case.is_meant:
        edges: dict[Message, list[str]] = {}
        for cut in sure:
            edges.setdefault(cut.seen, []).append(cut.edge)
        yield Message(
            "cut_off",
            sides=tuple(Message("sides_cut", sides=tuple(some), seen=seen) for seen, some in edges.items()),
        )


def _perhaps_cut(case: Case) -> Iterator[Message]:
    """Tell where a board is probably cut off; that clues end near an edge shows no more than that."""
    if case.is_meant or is_another(case.reading):
        return
    cuts = maybe_cut(case.reading)
    shown = [cut for cut in cuts if cut.seen != NEAR_EDGE]
    if shown:
        sides = (Message("side_perhaps_cut", side=cut.edge, seen=cut.seen) for cut in shown)
        yield Message("perhaps_cut", sides=tuple(sides))
    elif cuts:
        yield NEAR_EDGE


def _covered(case: Case) -> Iterator[Message]:
    """Tell what lies over a board, unless its lines are another's, or end with the picture."""
    reading = case.reading
    is_clear = case.is_legible or may_be_another(reading) or is_cut(reading)
    if reading.drawn_over and not is_clear:
        yield Message("lines_covered", lines=reading.drawn_over)


def _contested(case: Case) -> Iterator[Message]:
    if case.reading.contested:
        yield Message("clues_contested", clues=case.reading.contested)


def _another(case: Case) -> Iterator[Message]:
    reading = case.reading
    is_unlikely = reading.puzzles["aquarium"] < LIKELY and lacks_clues(reading) and may_have_clues(reading)
    if case.is_meant or not (is_another(reading) or is_unlikely):
        return
    yield Message("another_puzzle")
    columns, rows = reading.opposed
    if columns:
        yield Message("numbers_differ_across")
    if rows:
        yield Message("numbers_differ_along")


def _without_clues(case: Case) -> Iterator[Message]:
    """Tell beside how few lines numbers stand."""
    reading = case.reading
    if case.is_meant or cut_surely(reading) or not lacks_clues(reading):
        return
    (cols, rows), board = clues_found(reading), reading.board
    above, beside = cols / board.cols, rows / board.rows
    if max(above, beside) <= HARDLY_ANY and not (cols and rows):
        yield Message("no_clues", rows=board.rows, columns=board.cols)
    elif above <= HARDLY_ANY / 2 and beside >= MOSTLY:
        yield Message("no_column_clues", rows=board.rows, columns=board.cols, clues=rows)
    elif beside <= HARDLY_ANY / 2 and above >= MOSTLY:
        yield Message("no_row_clues", rows=board.rows, columns=board.cols, clues=cols)
    elif _has_some_clues(reading):
        yield from _not_given(reading)
    else:
        found = tuple(
            Message("some_of_lines", clues=count, axis=axis)
            for count, axis in ((rows, "row"), (cols, "column"))
        )
        yield Message("few_clues", rows=board.rows, columns=board.cols, found=found)


def _alike(case: Case) -> Iterator[Message]:
    if is_uniform(case.reading) and not lacks_clues(case.reading):
        yield Message("uniform_lines")


REASONS: tuple[Callable[[Case], Iterable[Message]], ...] = (
    _named, _another, _cut, _covered, _contested, _without_clues, _perhaps_cut, _alike,
)  # fmt: skip
"""What may be the case with a picture that has no flaw, in the order in which it is told."""


def why(case: Case, found: Sequence[Message]) -> tuple[Message, ...]:
    """Return why a board is not answered: what is the case with it, and what was found when it was solved.

    In a flawed picture, what seems to be the case otherwise is not told.
    """
    seen = [*_flawed(case)] or [message for reason in REASONS for message in reason(case)]
    more = [_as_read(message, case) for message in found if message not in seen]
    said = [message for message in more if message.code not in GENERAL]
    general = [message for message in more if message.code in GENERAL]
    return *seen, *said, *(() if seen or said else _unclear(case.reading)), *general


def _as_read(message: Message, case: Case) -> Message:
    """Return what was found, as being so of what was read, if that may be wrong."""
    if case.is_legible:
        return message
    match message.code:
        case "sums_differ":
            columns, rows = (value for _, value in message.values)
            return Message("sums_differ_as_read", columns=columns, rows=rows)
        case "no_solution":
            return Message("no_solution_as_read")
    return message


def _unclear(reading: Reading) -> Iterator[Message]:
    """Tell of how many lines it is unclear whether they are walls, where nobody is to correct them all."""
    unclear = sum(isinstance(place, SideAt) for place in doubtful_places(reading))
    if unclear >= MANY_UNCLEAR:
        yield Message("lines_unclear", lines=unclear)


def why_no_grid(facts: Facts, wanted: Size | None) -> Message:
    """Return why no grid of cells is found in a picture, or none of the size (rows, cols) that is wanted."""
    if flaw := find_flaw(facts):
        return flaw
    high, wide = facts.image.shape[:2]
    if wanted is None:
        return Message("no_grid", width=wide, height=high)
    rows, columns = wanted
    return Message("no_grid_of_size", rows=rows, columns=columns, width=wide, height=high)


def refusal(reading: Reading, *, is_meant: bool) -> Status | None:
    """Return how a board ends that is refused whatever its puzzle: a part, another puzzle, one without clues.

    Where a person says that it is meant, it is an Aquarium board, and whole.
    """
    if not is_meant and cut_surely(reading):
        return "unsure" if has_clues(reading) else "no_puzzle"
    if not is_meant and is_another(reading):
        return "no_puzzle"
    if not is_meant and lacks_clues(reading):
        return "unsure" if _has_some_clues(reading) else "no_puzzle"
    return "unsure" if reading.contested else None


def is_cut(reading: Reading) -> bool:
    """Whether a board is surely only a part of one."""
    return bool(cut_surely(reading))


def _has_some_clues(reading: Reading) -> bool:
    """Whether it is likely an Aquarium board that lacks some clues both ways: they can be given."""
    return reading.puzzles["aquarium"] >= LIKELY and all(clues_found(reading))


def cut_surely(reading: Reading) -> tuple[Cut, ...]:
    """Return the sides at which an Aquarium board is surely cut off, and how that shows."""
    sure = tuple(cut for cut in reading.cut if cut.is_sure)
    if not sure or is_another(reading):
        return ()
    return tuple(cut for cut in reading.cut if cut.is_sure or cut.seen == AT_EDGE)


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


def defects(reading: Reading) -> tuple[Message, ...]:
    """Return all that keeps what was read from being a puzzle; empty if nothing does."""
    found = loose_walls(reading) if reading.is_known else complaints(reading)
    return *found, *reading.problems


def ambiguous(reading: Reading) -> Ending:
    """Tell that a puzzle has several solutions, and whether it may have been misread.

    Some puzzles have several, so that alone does not tell.
    """
    seen = Message("several_solutions") if reading.is_known else Message("several_solutions_as_read")
    if not reading.is_known and maybe_cut(reading):
        return "unsure", (seen,)
    absent = () if reading.is_known else tuple(_not_given(reading))
    doubted = reading.doubted if reading.is_known else len(doubtful_places(reading))
    if doubted:
        return "ambiguous", (*absent, seen, Message("compare_doubted", places=doubted))
    misprint = Message("look_for_misprint") if reading.is_known else Message("nothing_in_doubt")
    return "ambiguous", (*absent, seen) if absent else (seen, misprint)


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
    if maybe_cut(reading):
        return "unsure", seen
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


def _missing(reading: Reading) -> Iterator[Message]:
    explained = {place for place, _ in reading.too_large}
    yield from _without(reading, [place for place in unread(reading) if place not in explained])


def _not_given(reading: Reading) -> Iterator[Message]:
    """Tell for which lines no clue was read, be it that none is printed there."""
    axes: tuple[tuple[Axis, Sequence[Clue]], ...] = (
        ("column", reading.puzzle.col_clues), ("row", reading.puzzle.row_clues),
    )  # fmt: skip
    yield from _without(
        reading,
        [ClueAt(axis, line) for axis, clues in axes for line, clue in enumerate(clues) if clue is None],
    )


def _without(reading: Reading, absent: Sequence[ClueAt]) -> Iterator[Message]:
    for axis, count in (("column", reading.board.cols), ("row", reading.board.rows)):
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


def as_said(reading: Reading) -> tuple[Message, ...]:
    """Tell that an answer rests on what a person said of places in doubt, if there were some."""
    return (Message("as_said", places=reading.doubted),) if reading.doubted else ()


def left_out(reading: Reading, told: Sequence[Message]) -> Iterator[Message]:
    """Tell that boards of a page were not read, if any were not, unless it is told what hides them all."""
    if any(map(is_flaw, told)):
        return
    if reading.left_out:
        yield Message("boards_left_out", read=1 + len(reading.others))
    for left, top, right, bottom in reading.unread:
        yield Message("board_not_read", left=left, top=top, width=right - left, height=bottom - top)
