"""Doubts about a reading → rings around what is doubted, each with a label that says what else it may be."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from solver.belief.evidence import clue_word
from solver.places import ClueAt, Place, SideAt
from solver.puzzle import Puzzle

from ..reading.words import Doubt
from .palette import DOUBT, WHITE
from .review_canvas import WORDS, Canvas, Span, Word

RING_WIDTH, THIN_WIDTH = 0.06, 0.03
"""Widths of the rings with and without a label, in cells."""
RING_REACH = 0.12
"""Cells between what is doubted and the ring around it."""
PAD = 0.1
"""Cells around the words of a label."""
STOREYS = 5
"""Heights, one above the other, at which the labels of neighbouring clues find room off the board."""
FORBIDDEN, ON_WORDS, ON_BOARD, FARTHER = 100.0, 2.0, 0.3, 0.1
"""What it costs a label to hide rings and labels, clues as read, and the board, each times the share of it
that does; and to stand a storey farther from its ring."""
NO_CLUE = "?"
"""Stands where no clue was read."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing in doubt: a clue, or neighbouring sides on one line that are in doubt alike."""

    doubts: tuple[Doubt, ...]

    @property
    def place(self) -> Place:
        """The first place that is meant."""
        return self.doubts[0].place

    @property
    def worst(self) -> Doubt:
        """The least certain of its parts."""
        return min(self.doubts, key=lambda doubt: doubt.confidence)

    def question(self, puzzle: Puzzle) -> str:
        """Write in few signs what a clue or wall is or may be: "8 or 6? 62 %"."""
        place, otherwise = self.place, self.doubts[0].otherwise
        if isinstance(place, SideAt):
            seen, other = ("wall", "open") if otherwise == "no" else ("open", "wall")
        else:
            clues = puzzle.col_clues if place.axis == "column" else puzzle.row_clues
            seen, other = clue_word(clues[place.line]), otherwise
            other = clue_word(None) if other == NO_CLUE else other
        if seen == other:
            return "which number?"
        return f"{seen} or {other}? {self.worst.percent}"


def join_doubts(doubts: Iterable[Doubt]) -> list[Mark]:
    """Return the doubts as marks, least certain first; sides in a row with one question are one mark."""
    found = list(doubts)
    marks = [Mark((doubt,)) for doubt in found if isinstance(doubt.place, ClueAt)]
    sides = sorted((doubt for doubt in found if isinstance(doubt.place, SideAt)), key=_along_its_line)
    for _, run in groupby(enumerate(sides), key=_run):
        marks.append(Mark(tuple(doubt for _, doubt in run)))
    return sorted(marks, key=lambda mark: mark.worst.confidence)


def _along_its_line(doubt: Doubt) -> tuple[bool, str, int, int]:
    """Return what orders sides by their line and their question, and along it."""
    place = doubt.place
    assert isinstance(place, SideAt)
    line, at = (place.row, place.col) if place.below else (place.col, place.row)
    return place.below, doubt.otherwise, line, at


def _run(numbered: tuple[int, Doubt]) -> tuple[bool, str, int, int]:
    """Return the same for sides that follow one another without a gap."""
    number, doubt = numbered
    below, otherwise, line, at = _along_its_line(doubt)
    return below, otherwise, line, at - number


def side_ends(first: SideAt, last: SideAt | None = None) -> list[tuple[float, float]]:
    """Return the ends, in board positions, of the side between two cells, or of a row of sides."""
    last = last or first
    row, col = first.row + 1, first.col + 1
    return [(col - 1, row), (last.col + 1, row)] if first.below else [(col, row - 1), (col, last.row + 1)]


def draw_marks(
    canvas: Canvas,
    marks: Sequence[Mark],
    puzzle: Puzzle,
    clues: Mapping[ClueAt, Word],
    written: Sequence[Span],
    *,
    labelled: int,
) -> None:
    """Ring what is doubted, and label the first `labelled` marks with what they may be instead.

    `clues` are the clues as read: rings enclose them. Labels hide neither them nor what else is `written`, in
    pixels of the drawing, if they can.
    """
    reach = RING_REACH * canvas.pitch
    spans = {place: canvas.span_of(word) for place, word in clues.items()}
    rings = [_ring(canvas, mark, spans, reach) for mark in marks]
    for number, ring in enumerate(rings):
        thick = RING_WIDTH if number < labelled else THIN_WIDTH
        width = max(2, round(thick * canvas.pitch))
        canvas.pen.rounded_rectangle(ring, reach * 2, outline=DOUBT, width=width)
    words, taken = [*spans.values(), *written], list(rings[:labelled])
    for mark, ring in list(zip(marks, rings, strict=True))[:labelled]:
        text = mark.question(puzzle)
        left, top, right, bottom = canvas.pen.textbbox((0, 0), text, canvas.font(WORDS), "mm")
        pad = PAD * canvas.pitch
        size = right - left + 2 * pad, bottom - top + 2 * pad
        label = min(_labels(mark, ring, size), key=lambda place: _cost(place, canvas, taken, words))
        x, top, _, bottom = label.stem
        taken += [label.box, (x - reach / 2, top, x + reach / 2, bottom)]
        _draw_label(canvas, text, label)


@dataclass(frozen=True, slots=True)
class _Label:
    """A place for the words about a mark, in pixels of the drawing."""

    box: Span
    storey: int
    """How many labels have room between it and its ring."""
    stem: Span
    """The stroke that joins it to its ring; of no height where they touch."""


def _ring(canvas: Canvas, mark: Mark, clues: Mapping[ClueAt, Span], reach: float) -> Span:
    """Return the box around a printed clue and what was read of it, or around sides, in pixels."""
    first, last = mark.place, mark.doubts[-1].place
    if isinstance(first, SideAt):
        assert isinstance(last, SideAt)
        ends = [canvas.point(*end) for end in side_ends(first, last)]
        (left, right), (top, bottom) = (sorted(edges) for edges in zip(*ends, strict=True))
    else:
        printed, read = canvas.span(mark.doubts[0].box), clues[first]
        left, top = min(printed[0], read[0]), min(printed[1], read[1])
        right, bottom = max(printed[2], read[2]), max(printed[3], read[3])
    return left - reach, top - reach, right + reach, bottom + reach


def _labels(mark: Mark, ring: Span, size: tuple[float, float]) -> Iterator[_Label]:
    """Yield places that touch a ring; around a clue's, also such as are joined to it straight up or down."""
    (left, top, right, bottom), (wide, high) = ring, size
    middle = (left + right) / 2
    for storey in range(STOREYS if isinstance(mark.place, ClueAt) else 1):
        gap = storey * high
        for x in (middle - wide / 2, left, right - wide):
            yield _Label((x, top - gap - high, x + wide, top - gap), storey, (middle, top - gap, middle, top))
            stem = middle, bottom, middle, bottom + gap
            yield _Label((x, bottom + gap, x + wide, bottom + gap + high), storey, stem)
    for y in ((top + bottom - high) / 2, top, bottom - high):
        yield _Label((left - wide, y, left, y + high), 0, (left, middle, left, middle))
        yield _Label((right, y, right + wide, y + high), 0, (right, middle, right, middle))


def _cost(label: _Label, canvas: Canvas, taken: Sequence[Span], words: Sequence[Span]) -> float:
    """Return what speaks against a place: it must be on the sheet, and off rings, labels and stems."""
    box, (width, height) = label.box, canvas.sheet.size
    hidden = sum(_shared(box, other) + _is_crossed(other, label.stem) for other in taken)
    outside = 1 - _shared(box, (0, 0, width, height))
    on_words = sum(_shared(box, word) for word in words)
    on_board = _shared(box, canvas.span(canvas.board.box))
    return FORBIDDEN * (hidden + outside) + ON_WORDS * on_words + ON_BOARD * on_board + FARTHER * label.storey


def _is_crossed(place: Span, stem: Span) -> bool:
    """Whether a box is struck by an upright stroke."""
    return place[0] < stem[0] < place[2] and max(place[1], stem[1]) < min(place[3], stem[3])


def _shared(place: Span, other: Span) -> float:
    """Return the share of a place that another box covers."""
    wide = min(place[2], other[2]) - max(place[0], other[0])
    high = min(place[3], other[3]) - max(place[1], other[1])
    return max(0.0, wide) * max(0.0, high) / ((place[2] - place[0]) * (place[3] - place[1]))


def _draw_label(canvas: Canvas, text: str, label: _Label) -> None:
    """Draw words on a ground of the ring's colour, and what joins them to the ring."""
    x, top, _, bottom = label.stem
    if top < bottom:
        canvas.pen.line([(x, top), (x, bottom)], DOUBT, max(2, round(RING_WIDTH * canvas.pitch)))
    canvas.pen.rounded_rectangle(label.box, PAD * canvas.pitch, DOUBT)
    middle = (label.box[0] + label.box[2]) / 2, (label.box[1] + label.box[3]) / 2
    canvas.pen.text(middle, text, WHITE, canvas.font(WORDS), "mm")
