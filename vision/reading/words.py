"""What a reading is least sure of, and what was taken otherwise than it looks: in words, with the place."""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp

from solver.belief.evidence import Change, Evidence, LogP, certainty, clue_word
from solver.places import ClueAt, Place, SideAt
from solver.puzzle import Rows

from ..board import Board, PixelBox

NEARLY_CERTAIN = 0.995
"""Probability from which nobody is bothered with a doubt: sharp clues are read so, and right."""


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Repair:
    """One clue or wall that was taken otherwise than it looks, for only so the puzzle has a solution."""

    place: Place
    what: str
    """In words: "row clue 7 taken as 1, though it looks like 7"."""
    confidence: float
    """Probability, 0 to 1, that the puzzle as repaired is the one in the picture."""
    box: PixelBox
    """Where it stands in the picture."""


@dataclass(frozen=True, eq=False)
class Places:
    """Where the clues and walls of a board stand in the picture."""

    board: Board
    clue_boxes: tuple[tuple[PixelBox, ...], tuple[PixelBox, ...]]
    """Of the column clues and of the row clues."""

    def box(self, place: Place) -> PixelBox:
        """Return the pixels around a clue, or around the two cells' halves beside a wall."""
        if isinstance(place, ClueAt):
            return self.clue_boxes[place.axis == "row"][place.line]
        down, right = (1, 0) if place.below else (0, 1)
        left, top = place.col + right / 2, place.row + down / 2
        return self.board.boxes([(left, top, left + 1, top + 1)])[0]


def find_doubts(
    evidence: Evidence, places: Places, most: int, unread: Container[ClueAt] = ()
) -> tuple[Doubt, ...]:
    """Return the least certain clues and walls, least certain first.

    Where a clue is among the `unread` it should be there, so that it is not was surely misread.
    """
    every = [*_clue_doubts(evidence, unread), *_wall_doubts(evidence)]
    chosen = sorted(every, key=lambda found: found[0])[:most]
    return tuple(
        Doubt(place, what, confidence, places.box(place), otherwise)
        for confidence, place, what, otherwise in chosen
    )


def explain_repairs(changes: Iterable[Change], confidence: float, places: Places) -> tuple[Repair, ...]:
    """Return the changes of a repaired puzzle with their words and boxes."""
    return tuple(
        Repair(change.place, str(change), confidence, places.box(change.place)) for change in changes
    )


def find_loose(evidence: Evidence, regions: Rows, places: Places) -> tuple[Doubt, ...]:
    """Return the walls with one aquarium on both sides: imagined, or left over where another was missed."""
    return tuple(
        Doubt(
            place,
            f"{_wall_words(place, odds)} ends inside an aquarium",
            certainty(odds),
            places.box(place),
            "no",
        )
        for place, odds in evidence.sides()
        if odds > 0 and len({regions[row][col] for row, col in place.cells}) == 1
    )


def worth_saying(doubts: Sequence[Doubt], loose: Sequence[Doubt] = ()) -> Sequence[Doubt]:
    """Return what a person should look at: doubts and loose walls, or the first doubt if there are none."""
    doubtful = [doubt for doubt in doubts if doubt.confidence < NEARLY_CERTAIN]
    known = {doubt.place for doubt in doubtful}
    return [*doubtful, *(wall for wall in loose if wall.place not in known)] or doubts[:1]


def percent(confidence: float) -> str:
    """Write a probability so that no doubt is rounded away: at most 99 %, unless there is none."""
    return "100 %" if confidence >= 1 else f"{min(99, round(100 * confidence))} %"


Found = tuple[float, Place, str, str]


def _clue_doubts(evidence: Evidence, unread: Container[ClueAt]) -> Iterator[Found]:
    for place, values in evidence.clues():
        if place in unread:
            yield exp(max(values[:-1])), place, f"{place.axis} clue {place.line + 1} read as nothing", "?"
            continue
        order = sorted(range(len(values)), key=values.__getitem__, reverse=True)
        first, second = (_word(value, values) for value in order[:2])
        what = f"{place.axis} clue {place.line + 1} read as {first}, or {second}"
        yield exp(values[order[0]]), place, what, "?" if order[1] == len(values) - 1 else second


def _wall_doubts(evidence: Evidence) -> Iterator[Found]:
    for place, odds in evidence.sides():
        yield certainty(odds), place, _wall_words(place, odds), "no" if odds > 0 else "yes"


def _wall_words(place: SideAt, odds: float) -> str:
    return f"{'wall' if odds > 0 else 'no wall'} between {place.words}"


def _word(value: int, values: LogP) -> str:
    return clue_word(None if value == len(values) - 1 else value)
