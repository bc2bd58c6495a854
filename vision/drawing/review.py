"""A picture and what was read on it → the picture, faded, with grid, walls and clues as read, and doubts."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from solver.places import ClueAt, Place, SideAt
from solver.puzzle import Puzzle

from ..board import Board, PixelBox
from ..files.pixels import Image
from ..reading.doubts import Doubt
from ..reading.reading import Reading
from .palette import BLACK, DOUBT, LINE_NUMBER, READ_CLUE, READ_GRID, READ_WALL, WHITE, Colour
from .review_canvas import FONT_SIZE, WORDS, Canvas, Span, Word

NOTHING = "nothing"
"""Stands for a clue that is not there where it might be."""
LABELLED = 5
"""How many of the least certain get labels: with more, one looks at none."""

GRID_WIDTH, WALL_WIDTH = 0.025, 0.11
"""Widths of drawn lines, in cells."""
BESIDE = 0.95
"""Cells from the middle of a printed clue to what was read of it, away from the board."""
LEGEND_SIZE = 0.016
"""Least height of the legend's letters, as a share of the drawing's width."""
LEADING = 1.8
"""Distance of its lines, in heights of its letters."""
NUMBERS = 0.5
"""Cells from the frame to the numbers of the lines, on the sides without clues."""

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
class DoubtGroup:
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
            seen = NOTHING if clues[place.line] is None else str(clues[place.line])
            other = NOTHING if otherwise == NO_CLUE else otherwise
        if seen == other:
            return "which number?"
        return f"{seen} or {other}? {self.worst.percent}"


def draw_reading(
    image: Image,
    reading: Reading,
    doubts: Sequence[Doubt] = (),
    loose: Sequence[Doubt] = (),
    *,
    all_doubts: bool = False,
) -> Image:
    """Return a drawing of what was read in a picture, uint8 (H, W, 3) RGB, for whoever wants to correct it.

    The picture is faded, enlarged where cells are small, and gets room around a board that fills it. The
    least certain of `doubts` are ringed and labelled; with `all_doubts` the rest is ringed too. `loose` are
    the walls that end inside an aquarium.
    """
    canvas = Canvas.of(image, reading.board)
    _draw_grid(canvas)
    _draw_walls(canvas, reading, {wall.place for wall in loose})
    groups = group_doubts(doubts)
    shown = groups if all_doubts else groups[:LABELLED]
    clues = _clue_words(reading, {doubt.place for group in groups for doubt in group.doubts})
    numbers = list(_numbers(reading))
    for word in (*clues.values(), *numbers):
        canvas.write(word)
    printed = [canvas.span(box) for boxes in reading.clue_boxes for box in boxes]
    written = [*printed, *map(canvas.span_of, numbers)]
    draw_doubts(canvas, shown, reading.puzzle, clues, written, labelled=LABELLED)
    return np.asarray(_with_legend(canvas, _legend(groups, shown)), np.uint8)


def _legend(groups: Sequence[DoubtGroup], shown: Sequence[DoubtGroup]) -> list[tuple[str, Colour]]:
    """Return the words at the head of the picture, each in the colour that it explains."""
    missing = len(groups) - len(shown)
    more = f", the {len(shown)} least certain of {len(groups)} places" if missing else ""
    return [
        *(("as read:", BLACK), ("wall", READ_WALL), ("clue", READ_CLUE)),
        (f"in doubt{more}; or a wall that ends inside an aquarium", DOUBT),
        ("number of row or column", LINE_NUMBER),
    ]


def _draw_grid(canvas: Canvas) -> None:
    rows, cols = canvas.board.rows, canvas.board.cols
    for col in range(cols + 1):
        canvas.line([(col, row) for row in range(rows + 1)], READ_GRID, GRID_WIDTH)
    for row in range(rows + 1):
        canvas.line([(col, row) for col in range(cols + 1)], READ_GRID, GRID_WIDTH)


def _draw_walls(canvas: Canvas, reading: Reading, loose: Container[Place]) -> None:
    """Draw the frame and every wall; those that end inside an aquarium in the colour of doubt."""
    rows, cols = canvas.board.rows, canvas.board.cols
    canvas.line([(0, 0), (cols, 0), (cols, rows), (0, rows), (0, 0)], READ_WALL, WALL_WIDTH)
    for place, odds in reading.evidence.sides():
        if odds > 0:
            canvas.line(_side_ends(place), DOUBT if place in loose else READ_WALL, WALL_WIDTH)


def _clue_words(reading: Reading, doubted: Container[Place]) -> dict[ClueAt, Word]:
    """Return the clues as read, to be written beyond the printed ones."""
    board, (cols, rows) = reading.board, reading.clue_boxes
    above, aside = _clue_sides(reading)
    clues = (*reading.puzzle.col_clues, *reading.puzzle.row_clues)
    words = {}
    for clue, (place, _), box in zip(clues, reading.evidence.clues(), (*cols, *rows), strict=True):
        u, v = _middle(board, box)
        right, down = (0, above * BESIDE) if place.axis == "column" else (aside * BESIDE, 0)
        colour = DOUBT if clue is None or place in doubted else READ_CLUE
        words[place] = Word(NO_CLUE if clue is None else str(clue), u + right, v + down, colour)
    return words


def _numbers(reading: Reading) -> Iterator[Word]:
    """Yield line numbers for the sides without clues."""
    board = reading.board
    above, aside = _clue_sides(reading)
    v = board.rows + NUMBERS if above < 0 else -NUMBERS
    u = board.cols + NUMBERS if aside < 0 else -NUMBERS
    yield from (Word(str(col + 1), col + 0.5, v, LINE_NUMBER, WORDS) for col in range(board.cols))
    yield from (Word(str(row + 1), u, row + 0.5, LINE_NUMBER, WORDS) for row in range(board.rows))


def _clue_sides(reading: Reading) -> tuple[int, int]:
    """Return -1 for column clues above the board, 1 for below; and the same for row clues left and right."""
    cols, rows = reading.clue_boxes
    return (
        -1 if _middle(reading.board, cols[0])[1] < 0 else 1,
        -1 if _middle(reading.board, rows[0])[0] < 0 else 1,
    )


def _middle(board: Board, box: PixelBox) -> tuple[float, float]:
    """Return the board position of the middle of a box in the picture."""
    left, top, right, bottom = box
    return board.position((left + right) / 2, (top + bottom) / 2)


def _with_legend(canvas: Canvas, legend: Sequence[tuple[str, Colour]]) -> Pillow.Image:
    """Return the drawing with a strip above it that tells what the colours mean."""
    width, height = canvas.sheet.size
    size = max(FONT_SIZE * WORDS * canvas.pitch, width * LEGEND_SIZE)
    font, down = ImageFont.load_default(size), round(size * LEADING)
    places, x, row = [], 0.0, 0
    for text, _ in legend:
        length = font.getlength(f"{text}  ")
        if x and x + length > width:
            x, row = 0.0, row + 1
        places.append((x + size / 2, (row + 0.5) * down))
        x += length
    whole = Pillow.new("RGB", (width, height + (row + 1) * down), WHITE)
    whole.paste(canvas.sheet, (0, (row + 1) * down))
    pen = ImageDraw.Draw(whole)
    for (text, colour), place in zip(legend, places, strict=True):
        pen.text(place, text, colour, font, "lm")
    return whole


# Doubts: rings around what is doubted, with labels that say what else it may be


def group_doubts(doubts: Iterable[Doubt]) -> list[DoubtGroup]:
    """Return the doubts as groups, least certain first; sides in a row with one question are one group."""
    found = list(doubts)
    groups = [DoubtGroup((doubt,)) for doubt in found if isinstance(doubt.place, ClueAt)]
    sides = sorted((doubt for doubt in found if isinstance(doubt.place, SideAt)), key=_along_its_line)
    for _, run in groupby(enumerate(sides), key=_run):
        groups.append(DoubtGroup(tuple(doubt for _, doubt in run)))
    return sorted(groups, key=lambda group: group.worst.confidence)


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


def _side_ends(first: SideAt, last: SideAt | None = None) -> list[tuple[float, float]]:
    """Return the ends, in board positions, of the side between two cells, or of a row of sides."""
    last = last or first
    row, col = first.row + 1, first.col + 1
    return [(col - 1, row), (last.col + 1, row)] if first.below else [(col, row - 1), (col, last.row + 1)]


def draw_doubts(
    canvas: Canvas,
    groups: Sequence[DoubtGroup],
    puzzle: Puzzle,
    clues: Mapping[ClueAt, Word],
    written: Sequence[Span],
    *,
    labelled: int,
) -> None:
    """Ring what is doubted, and label the first `labelled` groups with what they may be instead.

    `clues` are the clues as read: rings enclose them. Labels hide neither them nor what else is `written`, in
    pixels of the drawing, if they can.
    """
    reach = RING_REACH * canvas.pitch
    spans = {place: canvas.span_of(word) for place, word in clues.items()}
    rings = [_ring(canvas, group, spans, reach) for group in groups]
    for number, ring in enumerate(rings):
        thick = RING_WIDTH if number < labelled else THIN_WIDTH
        width = max(2, round(thick * canvas.pitch))
        canvas.pen.rounded_rectangle(ring, reach * 2, outline=DOUBT, width=width)
    words, taken = [*spans.values(), *written], list(rings[:labelled])
    for group, ring in list(zip(groups, rings, strict=True))[:labelled]:
        text = group.question(puzzle)
        left, top, right, bottom = canvas.pen.textbbox((0, 0), text, canvas.font(WORDS), "mm")
        pad = PAD * canvas.pitch
        size = right - left + 2 * pad, bottom - top + 2 * pad
        label = min(_labels(group, ring, size), key=lambda place: _cost(place, canvas, taken, words))
        x, top, _, bottom = label.stem
        taken += [label.box, (x - reach / 2, top, x + reach / 2, bottom)]
        _draw_label(canvas, text, label)


@dataclass(frozen=True, slots=True)
class _Label:
    """A place for the words about a group, in pixels of the drawing."""

    box: Span
    storey: int
    """How many labels have room between it and its ring."""
    stem: Span
    """The stroke that joins it to its ring; of no height where they touch."""


def _ring(canvas: Canvas, group: DoubtGroup, clues: Mapping[ClueAt, Span], reach: float) -> Span:
    """Return the box around a printed clue and what was read of it, or around sides, in pixels."""
    first, last = group.place, group.doubts[-1].place
    if isinstance(first, SideAt):
        assert isinstance(last, SideAt)
        ends = [canvas.point(*end) for end in _side_ends(first, last)]
        (left, right), (top, bottom) = (sorted(edges) for edges in zip(*ends, strict=True))
    else:
        printed, read = canvas.span(group.doubts[0].box), clues[first]
        left, top = min(printed[0], read[0]), min(printed[1], read[1])
        right, bottom = max(printed[2], read[2]), max(printed[3], read[3])
    return left - reach, top - reach, right + reach, bottom + reach


def _labels(group: DoubtGroup, ring: Span, size: tuple[float, float]) -> Iterator[_Label]:
    """Yield places that touch a ring; around a clue's, also such as are joined to it straight up or down."""
    (left, top, right, bottom), (wide, high) = ring, size
    middle = (left + right) / 2
    for storey in range(STOREYS if isinstance(group.place, ClueAt) else 1):
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
