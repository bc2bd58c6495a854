"""A picture and what was read on it → the picture, faded, with grid, walls and clues as read, and doubts."""

from collections.abc import Container, Iterator, Sequence

import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from solver.belief.evidence import clue_word
from solver.places import Place, SideAt
from solver.puzzle import Puzzle

from ..board import Board, PixelBox
from ..files.pixels import Image
from ..reading.reading import Reading
from ..reading.words import Doubt, find_doubts, find_loose, percent, worth_saying
from .palette import BLACK, DOUBT, LINE_NUMBER, READ_CLUE, READ_GRID, READ_WALL, WHITE
from .review_canvas import FONT_SIZE, WORDS, Canvas, Span, Word, lead

DOUBTFUL = 0.98
"""Probability below which a clue or wall is marked; surely read ones have more than 0.99."""
MOST_MARKED = 60
"""Doubts that are marked; a reading with more is wrong as a whole."""
MOST_NAMED = 12
"""Marks that get words; more would hide the board."""

GRID_WIDTH, WALL_WIDTH, RING_WIDTH = 0.025, 0.11, 0.06
"""Widths of drawn lines, in cells."""
RING_REACH = 0.12
"""Cells between what is doubted and the ring around it."""
BESIDE = 0.95
"""Cells from the middle of a printed clue to what was read of it, away from the board."""
LEGEND_SIZE = 0.016
"""Least height of the legend's letters, as a share of the drawing's width."""
LEADING = 1.8
"""Distance of its lines, in heights of its letters."""
NO_CLUE = "?"
"""Stands where no clue was read."""
NUMBERS = 0.5
"""Cells from the frame to the numbers of the lines, on the sides without clues."""

LEGEND = (
    ("as read:", BLACK),
    ("wall", READ_WALL),
    ("clue", READ_CLUE),
    ("in doubt, or a wall that parts nothing", DOUBT),
    ("number of row or column", LINE_NUMBER),
)
"""Words at the head of the picture, each in the colour it explains."""


def draw_reading(image: Image, reading: Reading, doubts: Sequence[Doubt] = ()) -> Image:
    """Return a drawing of what was read in a picture, uint8 (H, W, 3) RGB, for whoever wants to correct it.

    The picture is faded, enlarged where cells are small, and gets room around a board that fills it. `doubts`
    are marked besides all that is less probable than DOUBTFUL.
    """
    canvas = Canvas.of(image, reading.board)
    _draw_grid(canvas)
    _draw_walls(canvas, reading)
    marked = _marked(reading, doubts)
    words = list(_words(reading, {doubt.place for doubt in marked}))
    _draw_doubts(canvas, reading, marked, words)
    for word in words:
        canvas.write(word)
    return np.asarray(_with_legend(canvas), np.uint8)


def _draw_grid(canvas: Canvas) -> None:
    rows, cols = canvas.board.rows, canvas.board.cols
    for col in range(cols + 1):
        canvas.line([(col, row) for row in range(rows + 1)], READ_GRID, GRID_WIDTH)
    for row in range(rows + 1):
        canvas.line([(col, row) for col in range(cols + 1)], READ_GRID, GRID_WIDTH)


def _draw_walls(canvas: Canvas, reading: Reading) -> None:
    """Draw the frame and every wall; those that end inside an aquarium in the colour of doubt."""
    rows, cols = canvas.board.rows, canvas.board.cols
    canvas.line([(0, 0), (cols, 0), (cols, rows), (0, rows), (0, 0)], READ_WALL, WALL_WIDTH)
    loose = {wall.place for wall in find_loose(reading)}
    for place, odds in reading.evidence.sides():
        if odds > 0:
            canvas.line(_side(place), DOUBT if place in loose else READ_WALL, WALL_WIDTH)


def _side(place: SideAt) -> list[tuple[float, float]]:
    """Return the ends, in board positions, of the side between two cells."""
    row, col = place.row, place.col
    return [(col, row + 1), (col + 1, row + 1)] if place.below else [(col + 1, row), (col + 1, row + 1)]


def _words(reading: Reading, doubted: Container[Place]) -> Iterator[Word]:
    """Yield line numbers for the sides without clues, and clues as read, beyond the printed ones."""
    board, (cols, rows) = reading.board, reading.clue_boxes
    above = -1 if _middle(board, cols[0])[1] < 0 else 1
    aside = -1 if _middle(board, rows[0])[0] < 0 else 1
    v = board.rows + NUMBERS if above < 0 else -NUMBERS
    u = board.cols + NUMBERS if aside < 0 else -NUMBERS
    yield from (Word(str(col + 1), col + 0.5, v, LINE_NUMBER, WORDS) for col in range(board.cols))
    yield from (Word(str(row + 1), u, row + 0.5, LINE_NUMBER, WORDS) for row in range(board.rows))
    clues = (*reading.puzzle.col_clues, *reading.puzzle.row_clues)
    for clue, (place, _), box in zip(clues, reading.evidence.clues(), (*cols, *rows), strict=True):
        u, v = _middle(board, box)
        right, down = (0, above * BESIDE) if place.axis == "column" else (aside * BESIDE, 0)
        colour = DOUBT if clue is None or place in doubted else READ_CLUE
        yield Word(NO_CLUE if clue is None else clue_word(clue), u + right, v + down, colour)


def _middle(board: Board, box: PixelBox) -> tuple[float, float]:
    """Return the board position of the middle of a box in the picture."""
    left, top, right, bottom = box
    return board.position((left + right) / 2, (top + bottom) / 2)


def _marked(reading: Reading, doubts: Sequence[Doubt]) -> list[Doubt]:
    """Return what gets a mark, least certain first."""
    named = {doubt.place: doubt for doubt in worth_saying(doubts)}
    for doubt in find_doubts(reading, MOST_MARKED):
        if doubt.confidence < DOUBTFUL:
            named.setdefault(doubt.place, doubt)
    return sorted(named.values(), key=lambda doubt: doubt.confidence)


def _draw_doubts(canvas: Canvas, reading: Reading, doubts: Sequence[Doubt], words: Sequence[Word]) -> None:
    """Ring what is doubted, and write beside the worst what it may be instead and how sure it is."""
    reach, width = RING_REACH * canvas.pitch, max(2, round(RING_WIDTH * canvas.pitch))
    rings = [_ring(canvas, doubt, reach) for doubt in doubts]
    for ring in rings:
        canvas.pen.rounded_rectangle(ring, reach * 2, outline=DOUBT, width=width)
    printed = [canvas.span(box) for boxes in reading.clue_boxes for box in boxes]
    taken = [*rings, *printed, *(canvas.span_of(word) for word in words)]
    notes = []
    for doubt, ring in list(zip(doubts, rings, strict=True))[:MOST_NAMED]:
        text = _question(doubt, reading.puzzle)
        frame = canvas.room(ring, _half(canvas, text), taken, printed)
        notes.append((text, ring, frame))
        taken.append(frame)
    _draw_notes(canvas, notes)


def _ring(canvas: Canvas, doubt: Doubt, reach: float) -> Span:
    """Return the box around a printed clue or around a side, in pixels of the drawing."""
    left, top, right, bottom = canvas.span(doubt.box)
    if isinstance(doubt.place, SideAt):
        ends = [canvas.point(*end) for end in _side(doubt.place)]
        (left, right), (top, bottom) = (sorted(edges) for edges in zip(*ends, strict=True))
    return left - reach, top - reach, right + reach, bottom + reach


def _question(doubt: Doubt, puzzle: Puzzle) -> str:
    """Write in few signs what a clue or wall is or may be: "8 or 6? 62 %"."""
    place = doubt.place
    if isinstance(place, SideAt):
        seen, other = ("wall", "none") if doubt.otherwise == "no" else ("open", "wall")
    else:
        clues = puzzle.col_clues if place.axis == "column" else puzzle.row_clues
        seen, other = clue_word(clues[place.line]), doubt.otherwise
        other = clue_word(None) if other == NO_CLUE else other
    if seen == other:
        return "which number?"
    return f"{seen} or {other}? {percent(doubt.confidence)}"


def _half(canvas: Canvas, text: str) -> tuple[float, float]:
    """Return how many pixels a framed note reaches from its middle, across and down."""
    left, top, right, bottom = canvas.pen.textbbox((0, 0), text, canvas.font(WORDS), "mm")
    pad = RING_REACH * canvas.pitch
    return (right - left) / 2 + pad, (bottom - top) / 2 + pad


def _draw_notes(canvas: Canvas, notes: Sequence[tuple[str, Span, Span]]) -> None:
    """Draw lines from rings to frames, and upon all of them the frames with their words."""
    font, width = canvas.font(WORDS), max(1, round(GRID_WIDTH * canvas.pitch))
    for _, ring, frame in notes:
        canvas.pen.line(lead(ring, frame), DOUBT, width)
    for text, ring, frame in notes:
        canvas.pen.rectangle(frame, WHITE, DOUBT, width)
        canvas.pen.text(lead(ring, frame)[1], text, DOUBT, font, "mm")


def _with_legend(canvas: Canvas) -> Pillow.Image:
    """Return the drawing with a strip above it that tells what the colours mean."""
    width, height = canvas.sheet.size
    size = max(FONT_SIZE * WORDS * canvas.pitch, width * LEGEND_SIZE)
    font, down = ImageFont.load_default(size), round(size * LEADING)
    places, x, row = [], 0.0, 0
    for text, _ in LEGEND:
        length = font.getlength(f"{text}  ")
        if x and x + length > width:
            x, row = 0.0, row + 1
        places.append((x + size / 2, (row + 0.5) * down))
        x += length
    whole = Pillow.new("RGB", (width, height + (row + 1) * down), WHITE)
    whole.paste(canvas.sheet, (0, (row + 1) * down))
    pen = ImageDraw.Draw(whole)
    for (text, colour), place in zip(LEGEND, places, strict=True):
        pen.text(place, text, colour, font, "lm")
    return whole
