"""What a reading is least sure of, what is amiss with it, and what was repaired: in words, with the place."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from operator import itemgetter
from statistics import median
from typing import TYPE_CHECKING, Literal

from solver.belief.evidence import Change, Evidence, LogP, certainty, clue_word
from solver.places import ClueAt, Place, SideAt

from .choose import clues_found, is_familiar, is_uniform, unread
from .cut import AT_EDGE, ENDS_THERE, MAY_GO_ON, NEAR_EDGE, NO_CLUES, THINNER_FRAME, Cut, cut_off

if TYPE_CHECKING:
    from solver.puzzle import Puzzle

    from ..board import PixelBox
    from .reading import Reading

ONLY_AQUARIUM = "only Aquarium puzzles can be solved"
"""What to do with a picture of another puzzle."""
BARE = "if it is one, hide the symbols or give the puzzle as text"
"""What to do where signs, or a terminal's fills, hide the walls."""
AIR, FEWEST_SIGNS = 2, 4
"""The mark of air, as which signs may be read, and how many there are at least where no walls are to be told
from thin lines."""
NEARLY_CERTAIN = 0.995
"""Probability from which nobody is bothered with a doubt: sharp clues are read so, and right."""

CERTAIN = 0.98
"""A reading at least this probable as a whole is taken at its word when it has no solution, or several: the
picture shows such a puzzle. Below, one misread clue or wall is the likelier explanation."""

DOUBTFUL = 0.98
"""Probability below which a clue or wall is marked in a drawing; surely read ones have more than 0.99."""
MOST_DRAWN = 60
"""Doubts that are marked in a drawing; a reading with more is wrong as a whole."""
COVERED = "; something is drawn over it"
"""Said of what lies under ink that is not the board's."""
UNCLEAR = log(199)
"""Log-odds of 0.5 %: where half of the sides of cells are more doubtful, errors are not independent of each
other. What misleads the reader at one side may do so at all."""
MOST_UNREAD = 1
"""Clues that may be missing where all should be there: the rules can find one, but then check no more."""
MANY_HIDDEN = 4
"""Lines under something opaque from which a picture without it is asked for."""
HIDDEN = 0.75
"""Share of the walls in a row or column under such ink, with its clue, from which it cannot be seen."""
HIDDEN_WORDS = "is covered, with its clue and its walls; give a picture that shows it"


Refusal = Literal["ambiguous", "no_solution"]
SEVERAL: Refusal = "ambiguous"
NONE: Refusal = "no_solution"
"""What a puzzle may have instead of one solution: several, or none."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """One clue or wall that may have been misread."""

    place: Place
    what: str
    """In words, naming row and column: "row clue 7 read as 1, or 7"."""
    confidence: float
    """Probability, 0 to 1, that it was read right."""
    box: PixelBox
    """Where it stands in the picture."""
    otherwise: str
    """What it may be instead, as `--fix` takes it: "8", "?", "yes", "no"."""

    @property
    def percent(self) -> str:
        """The probability that it was read right, in words."""
        return percent(self.confidence)


@dataclass(frozen=True, slots=True)
class Repair:
    """One clue or wall that was taken otherwise than it looks, for only so the puzzle has a solution."""

    place: Place
    what: str
    """In words: "row clue 7 taken as 1, though it looks like 7"."""
    confidence: float
    """Probability, 0 to 1, that the puzzle as repaired is the one in the picture."""
    box: PixelBox
    """Where it stands in the picture."""


def find_doubts(reading: Reading, most: int = 5, undecided: Iterable[Place] = ()) -> tuple[Doubt, ...]:
    """Return what something is drawn over, and the least certain other clues and walls up to `most` in all.

    `undecided` are all named, however many they are. Both sorts come least certain first. A clue that should
    be there and was not read is the least certain of all; where the clues contradict each other, walls come
    after them, for no wall settles that.
    """
    if reading.is_known:
        return ()
    covered, named = doubts_about(reading, reading.covered), frozenset(undecided)
    rest = [found for found in _everything(reading) if found[1] not in reading.covered]
    only_clues = _is_settled_by_clues(reading)
    order = sorted(rest, key=lambda found: (only_clues and isinstance(found[1], SideAt), found[0]))
    room = max(0, most - len(covered) - len(named - reading.covered))
    chosen = {found[1] for found in [found for found in order if found[1] not in named][:room]}
    return (*covered, *_doubts(reading, (found for found in order if found[1] in named | chosen)))


def _is_settled_by_clues(reading: Reading) -> bool:
    """Whether only another clue makes a puzzle of what was read: columns and rows add to different sums."""
    return not reading.loose and _excess(reading.puzzle) not in (None, 0)


def _excess(puzzle: Puzzle) -> int | None:
    """Return by how much the column clues add up to more than the row clues; None if a clue is missing."""
    cols, rows = puzzle.col_clues, puzzle.row_clues
    return None if None in (*cols, *rows) else sum(filter(None, cols)) - sum(filter(None, rows))


def doubts_about(reading: Reading, places: Container[Place]) -> tuple[Doubt, ...]:
    """Return what may be misread at these places, however certain it is, least certain first."""
    chosen = [found for found in _everything(reading) if found[1] in places]
    return _doubts(reading, sorted(chosen, key=itemgetter(0)))


def find_loose(reading: Reading) -> tuple[Doubt, ...]:
    """Return the walls with one aquarium on both sides: imagined, or left over where another was missed."""
    regions = reading.puzzle.regions
    return tuple(
        Doubt(
            place,
            f"{_wall_words(place, odds)} ends inside an aquarium",
            certainty(odds),
            reading.box(place),
            "no",
        )
        for place, odds in reading.evidence.sides()
        if odds > 0 and len({regions[row][col] for row, col in place.cells}) == 1
    )


def explain_repairs(changes: Iterable[Change], confidence: float, reading: Reading) -> tuple[Repair, ...]:
    """Return the changes of a repaired puzzle with their words and boxes."""
    return tuple(
        Repair(change.place, str(change), confidence, reading.box(change.place)) for change in changes
    )


def doubts_beside(reading: Reading, undecided: Iterable[Place]) -> tuple[Doubt, ...]:
    """Return what is doubtful beside proved water: what is covered, and what may be otherwise with it."""
    places = {*undecided} - reading.covered
    return (*doubts_about(reading, reading.covered), *doubts_about(reading, places))


def better_picture(reading: Reading) -> str | None:
    """Say what keeps a board from being read, and what picture would be better; None if nothing does."""
    hidden = sum(isinstance(place, SideAt) for place in reading.covered)
    match reading.flaw:
        case "small":
            return f"its cells are only {reading.board.pitch:.0f} pixels wide; give a larger picture of it"
        case "blurred":
            return "the picture is blurred; give a sharper one"
        case "glare":
            return "light glares on it; take the picture from aside, without flash"
    if hidden >= MANY_HIDDEN:
        return f"something is drawn over {hidden} of its lines; give a picture without it"
    return None


def worth_saying(doubts: Sequence[Doubt], loose: Sequence[Doubt] = ()) -> Sequence[Doubt]:
    """Return what a person should look at: doubts and loose walls, or the first doubt if there are none."""
    doubtful = [doubt for doubt in doubts if doubt.confidence < NEARLY_CERTAIN]
    known = {doubt.place for doubt in doubtful}
    return [*doubtful, *(wall for wall in loose if wall.place not in known)] or doubts[:1]


def doubts_to_draw(reading: Reading, doubts: Sequence[Doubt]) -> tuple[Doubt, ...]:
    """Return what a drawing marks: the doubts that were told, and what the reader itself is not sure of."""
    named = {doubt.place: doubt for doubt in worth_saying(doubts)}
    for doubt in find_doubts(reading, MOST_DRAWN):
        if doubt.confidence < DOUBTFUL:
            named.setdefault(doubt.place, doubt)
    return tuple(named.values())


def left_out(reading: Reading) -> str | None:
    """Say that boards of a page were not read, if any were not."""
    if not reading.left_out:
        return None
    return (
        f"only {1 + len(reading.others)} of the boards on the page were read; crop the picture for the others"
    )


def percent(confidence: float) -> str:
    """Write a probability so that no doubt is rounded away: at most 99 %, unless there is none."""
    return "100 %" if confidence >= 1 else f"{min(99, round(100 * confidence))} %"


Found = tuple[float, Place, str, str]


def _everything(reading: Reading) -> Iterator[Found]:
    yield from _clue_doubts(reading.evidence, unread(reading), dict(reading.too_large))
    yield from _wall_doubts(reading.evidence)


def _doubts(reading: Reading, found: Iterable[Found]) -> tuple[Doubt, ...]:
    return tuple(
        Doubt(place, what + COVERED * (place in reading.covered), sure, reading.box(place), otherwise)
        for sure, place, what, otherwise in found
    )


def _clue_doubts(
    evidence: Evidence, unread: Container[ClueAt], too_large: Mapping[ClueAt, int]
) -> Iterator[Found]:
    for place, values in evidence.clues():
        if place in unread or place in too_large:
            seen = f"{too_large[place]}, too large for the {place.axis}" if place in too_large else "nothing"
            yield exp(max(values[:-1])), place, f"{place.axis} clue {place.line + 1} read as {seen}", "?"
            continue
        order = sorted(range(len(values)), key=values.__getitem__, reverse=True)
        first, second = (_word(value, values) for value in order[:2])
        confidence = exp(values[order[0]])
        other = f", or {second}" if confidence < NEARLY_CERTAIN else ""
        what = f"{place.axis} clue {place.line + 1} read as {first}{other}"
        yield confidence, place, what, "?" if order[1] == len(values) - 1 else second


def _wall_doubts(evidence: Evidence) -> Iterator[Found]:
    for place, odds in evidence.sides():
        yield certainty(odds), place, _wall_words(place, odds), "no" if odds > 0 else "yes"


def _wall_words(place: SideAt, odds: float) -> str:
    return f"{'wall' if odds > 0 else 'no wall'} between {place.words}"


def _word(value: int, values: LogP) -> str:
    return clue_word(None if value == len(values) - 1 else value)


# What is amiss with a reading as a whole


def is_certain(reading: Reading, aquariums: float) -> bool:
    """Whether what was read is surely what is printed, so that the puzzle is to blame.

    `aquariums` is how probable they are, 0 to 1, among all ways to part the grid.
    """
    clues = reading.evidence.log_probability - reading.evidence.most_side_log_p
    return not complaints(reading) and exp(clues) * aquariums >= CERTAIN


def complaints(reading: Reading) -> list[str]:
    """Return what keeps a reading from being a whole puzzle."""
    found = [*_missing(reading), *_too_large(reading), *loose_walls(reading)]
    if is_uniform(reading):
        found.append("all lines inside the board look the same, so its walls cannot be seen")
    return found


def loose_walls(reading: Reading) -> list[str]:
    """Say how many walls part nothing, if there are such."""
    walls = f"wall{'s end' if reading.loose > 1 else ' ends'}"
    return [f"{reading.loose} {walls} inside an aquarium"] if reading.loose else []


def not_an_aquarium(reading: Reading) -> str | None:
    """Say why a board is one of another puzzle, whatever else was read; None if nothing tells so."""
    seen = []
    if reading.contents == "numbers":
        seen.append("its cells contain numbers")
    for opposed, where in zip(reading.opposed, ("above and below", "left and right of"), strict=True):
        if opposed:
            seen.append(f"the numbers {where} it differ")
    if is_uniform(reading):
        held = sum(mark == AIR for row in reading.marks for mark in row) >= FEWEST_SIGNS
        signs = (
            ["all its lines look the same", "its cells contain symbols"] if reading.contents or held else []
        )
        seen += signs if reading.contents != "numbers" else []
    elif reading.contents not in (None, "numbers") and not is_familiar(reading):
        seen.append("its cells contain symbols")
    return f"this does not look like an Aquarium: {' and '.join(seen)}; {ONLY_AQUARIUM}" if seen else None


def refusal(reading: Reading, *, is_meant: bool) -> tuple[Literal["unsure", "no_puzzle"], str] | None:
    """Say why a board is refused: as a part, another puzzle, a grid without clues, or with a neighbour's.

    Where a person says that it is meant, it is an Aquarium board, and whole.
    """
    if not is_meant and (cut := cut_sides(reading)):
        return "unsure" if is_familiar(reading) else "no_puzzle", cut
    other = not_an_aquarium(reading) or (None if is_familiar(reading) else unfamiliar(reading))
    if other and not is_meant:
        return "no_puzzle", other
    if reading.contested:
        clues = "a clue" if reading.contested == 1 else f"{reading.contested} clues"
        return "unsure", f"{clues} may be of this board or of the one beside it; crop the picture to one"
    return None


def defects(reading: Reading) -> str:
    """Return all that keeps what was read from being a puzzle; empty if nothing does."""
    found = loose_walls(reading) if reading.is_known else complaints(reading)
    return "; ".join((*found, *reading.problems))


def several_solutions(reading: Reading) -> str:
    """Say that a puzzle has several solutions."""
    return f"the puzzle{'' if reading.is_known else ' as read'} has several solutions"


def is_unread(reading: Reading) -> bool:
    """Whether a clue is missing that should be there."""
    return bool(unread(reading))


def why_not_repaired(reading: Reading) -> str | None:
    """Say why what is amiss cannot be worked out by the rules; None if it may be."""
    if reading.too_large or is_uniform(reading) or maybe_cut(reading):
        return "what is missing cannot be worked out"
    if median(map(abs, reading.evidence.odds())) < UNCLEAR:
        return "most walls are unclear"
    return "too many clues are missing to work them out" if len(unread(reading)) > MOST_UNREAD else None


def perhaps_cut_or_another(reading: Reading) -> str | None:
    """Say that the board is probably cut off or of another puzzle, if it is."""
    return perhaps_cut(maybe_cut(reading)) or perhaps_another(reading)


def blamed(
    reading: Reading, refusal: Refusal, seen: str, aquariums: float, *, is_meant: bool
) -> tuple[Refusal | Literal["unsure"], str] | None:
    """Say why a puzzle that was surely read as it is may not have exactly one solution.

    None where it may have been misread. Nobody gives the size of another puzzle, or corrects it: then it is
    meant to be an Aquarium.
    """
    if reading.is_known:
        if loose := loose_walls(reading):
            return "unsure", f"{loose[0]}; a wall must part two aquariums"
        return refusal, seen if reading.problems else f"{seen}; look for a misprint"
    if not is_certain(reading, aquariums):
        return None
    if cut := perhaps_cut_or_another(reading):
        return "unsure", f"{seen}; {cut}"
    if refusal == "no_solution" and not is_meant and not is_misprint_of_one(reading.puzzle):
        other = f"this may not be an Aquarium puzzle: {seen}, though no clue or wall is in doubt"
        return "unsure", f"{other}; if it is one, look for a misprint"
    return refusal, f"{seen}; no clue or wall is in doubt, so look for a misprint"


def perhaps_another(reading: Reading) -> str | None:
    """Say that a board with walls that end nowhere may be of another puzzle, if its cells contain symbols."""
    if reading.contents == "signs all over" and reading.loose:
        return f"this does not look like an Aquarium: its cells contain symbols; {BARE}"
    return None


def is_misprint_of_one(puzzle: Puzzle) -> bool:
    """Whether the clues add up to different sums for columns and rows, and one other clue would mend that.

    Other puzzles with walls count something else beside their lines, and their sums agree, too.
    """
    excess = _excess(puzzle)
    if not excess:
        return False
    mended = [
        *(0 <= clue - excess <= puzzle.height for clue in puzzle.col_clues if clue is not None),
        *(0 <= clue + excess <= puzzle.width for clue in puzzle.row_clues if clue is not None),
    ]
    return any(mended)


def cut_sides(reading: Reading) -> str | None:
    """Say at which sides the board is surely cut off, or hidden, and what to do; None where it is nowhere."""
    sure = [cut for cut in reading.cut if cut.is_sure]
    if not sure or (reading.contents == "numbers" and all(cut.seen == NO_CLUES for cut in sure)):
        return _hidden_edge(reading)
    shown = (AT_EDGE, NO_CLUES, THINNER_FRAME)
    return "; ".join(cut_off(cut for cut in reading.cut if cut.is_sure or cut.seen in shown))


def _hidden_edge(reading: Reading) -> str | None:
    """Say which row or column at a side of the board cannot be seen; None if there is none.

    Where ink lies over its clue and most of its walls, nothing shows that the board ends there, and not
    before: a torn picture looks so.
    """
    rows, cols = reading.board.rows, reading.board.cols
    for name, line in (("top row", 0), ("bottom row", rows - 1)):
        if _is_hidden(
            reading, ClueAt("row", line), [SideAt(line, col, below=False) for col in range(cols - 1)]
        ):
            return f"the {name} {HIDDEN_WORDS}"
    for name, line in (("left column", 0), ("right column", cols - 1)):
        if _is_hidden(
            reading, ClueAt("column", line), [SideAt(row, line, below=True) for row in range(rows - 1)]
        ):
            return f"the {name} {HIDDEN_WORDS}"
    return None


def _is_hidden(reading: Reading, clue: ClueAt, sides: Sequence[SideAt]) -> bool:
    hidden = sum(side in reading.covered for side in sides)
    return clue in reading.covered and hidden >= HIDDEN * len(sides)


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
        return _excess(reading.puzzle) != 0  # digits that are cut off are missing from one of the sums
    if cut.seen in (MAY_GO_ON, ENDS_THERE):
        axis = "row" if sideways else "column"
        return across < along or any(place.axis == axis for place, _ in reading.too_large)
    return True


def perhaps_cut(cuts: Sequence[Cut]) -> str | None:
    """Say at which sides a board is probably cut off, if at any."""
    if not cuts:
        return None
    sides = " and ".join(f"the {cut.edge} side of the board is probably cut off ({cut.seen})" for cut in cuts)
    return f"{sides}; if not, look for a misprint"


def unfamiliar(reading: Reading) -> str:
    """Say why a grid without enough numbers beside it is no Aquarium board."""
    cols, rows = clues_found(reading)
    found = f"found a grid of {reading.board.rows} x {reading.board.cols} cells"
    if 2 * rows > reading.board.rows and not cols:
        return f"{found}, with clues for {rows} of its rows but none for its columns; is a side cut off?"
    if 2 * cols > reading.board.cols and not rows:
        return f"{found}, with clues for {cols} of its columns but none for its rows; is a side cut off?"
    beside = [f"{count} of its {lines}" for count, lines in ((rows, "rows"), (cols, "columns")) if count]
    some = f"clues for only {' and '.join(beside)}" if beside else "no clues beside it"
    return f"{found}, but {some}; give a picture of the board with its clues{_asked(reading)}"


def _asked(reading: Reading) -> str:
    """Ask about the sides where clues may have been cut off."""
    sides = [] if is_uniform(reading) else [cut.edge for cut in reading.cut if cut.seen == NO_CLUES]
    named = f"{' and '.join(sides)} side{'s' if len(sides) > 1 else ''}"
    return f"; {'are' if len(sides) > 1 else 'is'} the {named} of the board cut off?" if sides else ""


def _missing(reading: Reading) -> Iterator[str]:
    explained = {place for place, _ in reading.too_large}
    absent = [place for place in unread(reading) if place not in explained]
    for axis, count in (("column", len(reading.puzzle.col_clues)), ("row", len(reading.puzzle.row_clues))):
        lines = [str(place.line + 1) for place in absent if place.axis == axis]
        if lines:
            named = f"{axis} {lines[0]}" if len(lines) == 1 else f"{axis}s {', '.join(lines)}"
            yield f"{named} without a readable clue ({count - len(lines)} of {count} {axis} clues found)"


def _too_large(reading: Reading) -> Iterator[str]:
    for axis, cells in (("column", reading.board.rows), ("row", reading.board.cols)):
        large = [(place.line + 1, clue) for place, clue in reading.too_large if place.axis == axis]
        if len(large) == 1:
            line, clue = large[0]
            found = f"but the {axis} has {cells} cells: is the board cut off?"
            yield f"the clue of {axis} {line} is {clue}, {found}"
        elif large:
            lines = ", ".join(str(line) for line, _ in large)
            found = f"larger than their {cells} cells: is the board cut off, or is it another kind of puzzle?"
            yield f"{axis}s {lines} have clues {found}"
