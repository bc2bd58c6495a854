"""What a reading is least sure of, and what was repaired: one clue or wall each, with its place."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp
from operator import itemgetter
from typing import TYPE_CHECKING

from solver.belief.evidence import Change, Evidence, certainty
from solver.message import Message
from solver.places import ClueAt, Place, SideAt, is_wall

from .calibration import missing_clues, omits_clues
from .facts import has_clues

if TYPE_CHECKING:
    from solver.puzzle import Puzzle

    from ..board import PixelBox
    from .reading import Reading

NEARLY_CERTAIN = 0.995
"""Probability from which nobody is bothered with a doubt: sharp clues are read so, and right."""
DOUBTFUL = 0.98
"""Probability below which a clue or wall is marked in a drawing; surely read ones have more than 0.99."""
PROVED = 0.99
"""Probability at which a proof that all else is far behind may end."""
MOST_DRAWN = 60
"""Doubts that are marked in a drawing; a reading with more is wrong as a whole."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What is told of one clue or wall."""

    place: Place
    message: Message
    """What it was read as, or taken for: "row clue 7 read as 1, or 7"."""
    confidence: float
    """Probability, 0 to 1, that this is right."""
    box: PixelBox
    """Where it stands in the picture."""

    @property
    def what(self) -> str:
        """In words, what the message says."""
        return str(self.message)


@dataclass(frozen=True, slots=True)
class Repair(Finding):
    """One clue or wall that was taken otherwise than it looks, for only so the puzzle has a solution."""

    @property
    def percent(self) -> str:
        """The probability that this one is right: a proof ends where it is known to be so high."""
        at_least = "at least " if PROVED <= self.confidence < 1 else ""
        return at_least + percent(self.confidence)


@dataclass(frozen=True, slots=True)
class Doubt(Finding):
    """One clue or wall that may have been misread."""

    otherwise: str
    """What it may be instead, as `--fix` takes it: "8", "?", "yes", "no"."""

    @property
    def is_open(self) -> bool:
        """Whether the reader is so unsure that the other possibility is worth offering.

        A wall that is nearly certain is hardly the contrary, which is offered only with a reason.
        """
        return self.confidence < (DOUBTFUL if isinstance(self.place, SideAt) else NEARLY_CERTAIN)

    @property
    def percent(self) -> str:
        """The probability that it was read right, in words."""
        return percent(self.confidence)


def find_doubts(reading: Reading, most: int = 5) -> tuple[Doubt, ...]:
    """Return missing clues, what something is drawn over, and the least certain others up to `most` in all.

    Each sort comes least certain first; where the clues contradict each other, walls come after them, for no
    wall settles that. Where many clues are missing, they are probably not printed, and come in their turn.
    """
    if reading.is_known:
        return ()
    missing = frozenset(_absent(reading))
    covered = reading.covered
    only_clues = _is_settled_by_clues(reading)

    def order(found: Found) -> tuple[bool, bool, bool, float]:
        sure, place, _, _ = found
        is_later = only_clues and isinstance(place, SideAt)
        return place not in missing, place not in covered, is_later, sure

    return _doubts(reading, sorted(_everything(reading), key=order)[: max(most, len(missing | covered))])


def _absent(reading: Reading) -> Iterator[ClueAt]:
    """Yield the lines whose clue is to be given: of a board that omits some, only if it has too few."""
    if not omits_clues(reading.evidence) or not has_clues(reading):
        yield from missing_clues(reading.evidence, is_covered=True)


def unread(reading: Reading) -> tuple[ClueAt, ...]:
    """Return the lines whose clue should be there and cannot be read."""
    return missing_clues(reading.evidence, is_covered=bool(reading.covered))


def excess(puzzle: Puzzle) -> int | None:
    """Return by how much the column clues add up to more than the row clues; None if a clue is missing."""
    cols, rows = puzzle.col_clues, puzzle.row_clues
    return None if None in (*cols, *rows) else sum(filter(None, cols)) - sum(filter(None, rows))


def _is_settled_by_clues(reading: Reading) -> bool:
    """Whether only another clue makes a puzzle of what was read: columns and rows add to different sums."""
    return not reading.loose and excess(reading.puzzle) not in (None, 0)


def doubts_about(reading: Reading, places: Collection[Place]) -> tuple[Doubt, ...]:
    """Return what may be misread at these places, however certain it is, least certain first."""
    if not places:
        return ()  # as in most pictures, and to put everything in words takes a tenth of the time
    chosen = [found for found in _everything(reading) if found[1] in places]
    return _doubts(reading, sorted(chosen, key=itemgetter(0)))


def find_loose(reading: Reading) -> tuple[Doubt, ...]:
    """Return the walls with one aquarium on both sides: imagined, or left over where another was missed."""
    return _doubts(reading, (found for found in _wall_doubts(reading) if found[2].code == "loose_wall"))


def doubtful_places(reading: Reading) -> frozenset[Place]:
    """Return all that is not surely as it was read: covered, loose, missing, or hardly to be told."""
    unsure = {
        place for sure, place, seen, _ in _everything(reading) if sure < DOUBTFUL or seen.code == "loose_wall"
    }
    return reading.covered | unsure


def taken_as_read(reading: Reading) -> Reading:
    """Return the reading of which a person says that it is right, with the number of places in doubt."""
    return replace(reading.as_certain(), doubted=len(doubtful_places(reading)))


def explain_repairs(
    changes: Iterable[Change], confidence_of: Callable[[Place], float], reading: Reading
) -> tuple[Repair, ...]:
    """Return the changes of a repaired puzzle with their boxes, and how probable it is that each is right."""
    return tuple(
        Repair(change.place, _taken(change), confidence_of(change.place), reading.box(change.place))
        for change in changes
    )


def _taken(change: Change) -> Message:
    place = change.place
    if isinstance(place, ClueAt):
        axis, line = place.axis, place.line + 1
        return Message("clue_taken", axis=axis, line=line, taken=change.became, looks=change.seen)
    if change.became:
        return Message("wall_taken", cells=place.named_cells)
    return Message("no_wall_taken", cells=place.named_cells)


def doubts_beside(reading: Reading, undecided: Iterable[Place]) -> tuple[Doubt, ...]:
    """Return what is doubtful beside proved water: what is covered, and what may be otherwise with it."""
    places = {*undecided} - reading.covered
    return (*doubts_about(reading, reading.covered), *doubts_about(reading, places))


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


def percent(confidence: float) -> str:
    """Write a probability so that no doubt is rounded away: at most 99 %, unless there is none."""
    return "100 %" if confidence >= 1 else f"{min(99, round(100 * confidence))} %"


Found = tuple[float, Place, Message, str]


def _everything(reading: Reading) -> Iterator[Found]:
    yield from _clue_doubts(reading.evidence, unread(reading), dict(reading.too_large))
    yield from _wall_doubts(reading)


def _doubts(reading: Reading, found: Iterable[Found]) -> tuple[Doubt, ...]:
    return tuple(
        Doubt(
            place,
            Message("drawn_over", read=seen) if place in reading.covered else seen,
            sure,
            reading.box(place),
            otherwise,
        )
        for sure, place, seen, otherwise in found
    )


def _clue_doubts(
    evidence: Evidence, unread: Container[ClueAt], too_large: Mapping[ClueAt, int]
) -> Iterator[Found]:
    for place, belief in evidence.clues():
        axis, line = place.axis, place.line + 1
        if place in too_large:
            seen = Message("clue_read_too_large", axis=axis, line=line, read=too_large[place])
            yield exp(max(belief[:-1])), place, seen, "?"
        elif place in unread:
            yield exp(max(belief[:-1])), place, Message("clue_read", axis=axis, line=line, read=None), "?"
        else:
            (first, log_p), (second, _), *_ = sorted(belief.options(), key=itemgetter(1), reverse=True)
            confidence, seen = exp(log_p), Message("clue_read", axis=axis, line=line, read=first)
            if confidence < NEARLY_CERTAIN:
                seen = Message("clue_read_or", axis=axis, line=line, read=first, other=second)
            yield confidence, place, seen, "?" if second is None else str(second)


def _wall_doubts(reading: Reading) -> Iterator[Found]:
    for place, odds in reading.evidence.sides():
        sure, cells, wall = certainty(odds), place.named_cells, odds > 0
        if wall and not is_wall(reading.puzzle.regions, place):
            seen = Message("loose_wall", cells=cells)
        elif sure < DOUBTFUL and place not in reading.covered:
            seen = Message("wall_read_or", cells=cells) if wall else Message("no_wall_read_or", cells=cells)
        else:
            seen = Message("wall_read", cells=cells) if wall else Message("no_wall_read", cells=cells)
        yield sure, place, seen, "no" if wall else "yes"
