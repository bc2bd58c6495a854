"""A picture and what was read on it → the picture, faded, with grid, walls and clues as read, and doubts."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from solver.evidence import ClueAt, Evidence, Place, SideAt, clue_word
from solver.puzzle import Clue, Puzzle

from .board import Board
from .doubts import Box, Doubt, percent, worth_saying
from .image import Image
from .reading import Reading

LEGIBLE_PITCH = 40
"""Pixels a cell needs for numbers to be read in it; smaller boards are enlarged by a whole factor."""
MOST_PIXELS = 40_000_000
"""Pixels beyond which nothing is enlarged: a huge page with a small board stays a picture one can open."""
FADED = 0.35
"""Share of the picture's own colours that is left, the rest is white: dark pictures become light too."""
FADE = np.rint(255 - FADED * (255 - np.arange(256))).astype(np.uint8)
"""What becomes of every level of every channel."""
ASIDE, ABOVE = 5.3, 2.8
"""Cells of room left and right of the board, and above and below it: for a clue, what was read of it, and
words about it."""
DOUBTFUL = 0.98
"""Probability below which a clue or wall is marked; surely read ones have more than 0.99."""
MOST_MARKED = 60
"""Doubts that are marked; a reading with more is wrong as a whole."""
MOST_NAMED = 12
"""Marks that get words; more would hide the board."""

FONT_SIZE = 0.42
"""Height of the numbers, in cells; that of words is WORDS of it."""
WORDS = 0.8
HALO = 0.12
"""White around letters, in heights: they are legible on whatever the picture shows there."""
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
STEPS = (0.25, 0.6, 1.2, 2.0, 3.0, 4.5)
"""Gaps, in cells, at which words look for room around what they speak of, the nearest first."""
DIRECTIONS = ((0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1))
"""x and y of the directions in which they look."""

GRID, WALL, CLUE, NUMBER, WARNING = (
    (120, 190, 220),
    (25, 70, 190),
    (0, 115, 55),
    (120, 120, 120),
    (215, 60, 0),
)
WHITE = (255, 255, 255)
LEGEND = (
    ("as read:", (0, 0, 0)),
    ("wall", WALL),
    ("clue", CLUE),
    ("in doubt, or a wall that parts nothing", WARNING),
    ("number of row or column", NUMBER),
)
"""Words at the head of the picture, each in the colour it explains."""

Colour = tuple[int, int, int]
Span = tuple[float, float, float, float]
"""left, top, right, bottom in pixels of the drawing."""


def draw_reading(image: Image, reading: Reading, doubts: Sequence[Doubt] = ()) -> Image:
    """Return a drawing of what was read in a picture, for whoever wants to correct it.

    Parameters
    ----------
    image
        uint8 (H, W, 3) RGB
    reading
        what was read in it
    doubts
        to be marked besides all that is less probable than DOUBTFUL

    Returns
    -------
    uint8 RGB
        the picture, faded, enlarged where cells are small, with room around a board that fills it
    """
    paper = _Paper.of(image, reading.board)
    _draw_grid(paper)
    _draw_walls(paper, reading)
    marked = _marked(reading, doubts)
    words = [
        *_line_numbers(paper, reading),
        *_clue_words(paper, reading, {doubt.place for doubt in marked}),
    ]
    _draw_doubts(paper, reading, marked, words)
    for word in words:
        paper.write(word)
    return np.asarray(_with_legend(paper), np.uint8)


@dataclass(frozen=True)
class _Word:
    """A number to be written on the drawing."""

    text: str
    u: float
    """Where its middle belongs, as a board position; so is v."""
    v: float
    colour: Colour
    share: float = 1.0
    """Of the usual height."""


@dataclass(frozen=True, eq=False)
class _Paper:
    """The faded picture to draw on, and where the board stands on it."""

    canvas: Pillow.Image
    pen: ImageDraw.ImageDraw
    board: Board
    scale: int
    """Pixels of the drawing per pixel of the picture."""
    start: tuple[int, int]
    """x and y in the drawing of the picture's corner."""

    @classmethod
    def of(cls, image: Image, board: Board) -> "_Paper":
        """Fade and enlarge a picture, with room around the board and above it for the legend."""
        height, width = image.shape[:2]
        scale = _scale(image, board)
        left, top, right, bottom = board.boxes([(-ASIDE, -ABOVE, board.cols + ASIDE, board.rows + ABOVE)])[0]
        x, y = max(0, -left) * scale, max(0, -top) * scale
        size = (x + max(width, right) * scale, y + max(height, bottom) * scale)
        canvas = Pillow.new("RGB", size, WHITE)
        faded = Pillow.fromarray(FADE[image])
        enlarged = faded.resize((width * scale, height * scale), Pillow.Resampling.BICUBIC)
        canvas.paste(enlarged, (x, y))
        return cls(canvas, ImageDraw.Draw(canvas), board, scale, (x, y))

    @property
    def pitch(self) -> float:
        """Pixels of the drawing per cell."""
        return self.board.pitch * self.scale

    def point(self, u: float, v: float) -> tuple[float, float]:
        """Return x and y in the drawing of a board position."""
        x, y = self.board.points(np.array([u], float), np.array([v], float))
        return float(x[0]) * self.scale + self.start[0], float(y[0]) * self.scale + self.start[1]

    def span(self, box: Box) -> Span:
        """Return a box of the picture in pixels of the drawing."""
        left, top, right, bottom = (edge * self.scale for edge in box)
        x, y = self.start
        return left + x, top + y, right + x, bottom + y

    def line(self, ends: Sequence[tuple[float, float]], colour: Colour, width: float) -> None:
        """Draw a line through board positions, its width in cells."""
        thick = max(1, round(width * self.pitch))
        self.pen.line([self.point(u, v) for u, v in ends], colour, thick, joint="curve")

    def font(self, share: float = 1.0) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        """Return the font of numbers, or one of a share of its height."""
        return ImageFont.load_default(FONT_SIZE * self.pitch * share)

    def write(self, word: _Word) -> None:
        """Write upright, with a halo."""
        self.pen.text(
            *(self.point(word.u, word.v), word.text, word.colour, self.font(word.share), "mm"),
            stroke_width=round(HALO * FONT_SIZE * self.pitch * word.share),
            stroke_fill=WHITE,
        )

    def span_of(self, word: _Word) -> Span:
        """Return where in the drawing a word stands."""
        return self.pen.textbbox(self.point(word.u, word.v), word.text, self.font(word.share), "mm")


def _scale(image: Image, board: Board) -> int:
    wanted = int(np.ceil(LEGIBLE_PITCH / board.pitch))
    most = int(np.sqrt(MOST_PIXELS / (image.shape[0] * image.shape[1])))
    return max(1, min(wanted, most))


def _draw_grid(paper: _Paper) -> None:
    rows, cols = paper.board.rows, paper.board.cols
    for col in range(cols + 1):
        paper.line([(col, row) for row in range(rows + 1)], GRID, GRID_WIDTH)
    for row in range(rows + 1):
        paper.line([(col, row) for col in range(cols + 1)], GRID, GRID_WIDTH)


def _draw_walls(paper: _Paper, reading: Reading) -> None:
    """Draw the frame and every wall; those that end inside an aquarium in the colour of doubt."""
    rows, cols = paper.board.rows, paper.board.cols
    paper.line([(0, 0), (cols, 0), (cols, rows), (0, rows), (0, 0)], WALL, WALL_WIDTH)
    regions = reading.puzzle.regions
    for place in _walls(reading.evidence):
        (row, col), (other_row, other_col) = place.cells
        loose = regions[row][col] == regions[other_row][other_col]
        paper.line(_side(place), WARNING if loose else WALL, WALL_WIDTH)


def _walls(evidence: Evidence) -> Iterator[SideAt]:
    return (place for place, odds in evidence.sides() if odds > 0)


def _side(place: SideAt) -> list[tuple[float, float]]:
    """Return the ends, in board positions, of the side between two cells."""
    row, col = place.row, place.col
    return [(col, row + 1), (col + 1, row + 1)] if place.below else [(col + 1, row), (col + 1, row + 1)]


def _line_numbers(paper: _Paper, reading: Reading) -> list[_Word]:
    """Return the numbers of rows and columns, for the sides where no clues stand."""
    rows, cols = paper.board.rows, paper.board.cols
    at_top, at_left = _clues_before(paper, reading)
    v = rows + NUMBERS if at_top else -NUMBERS
    u = cols + NUMBERS if at_left else -NUMBERS
    return [
        *(_Word(str(col + 1), col + 0.5, v, NUMBER, WORDS) for col in range(cols)),
        *(_Word(str(row + 1), u, row + 0.5, NUMBER, WORDS) for row in range(rows)),
    ]


def _clues_before(paper: _Paper, reading: Reading) -> tuple[bool, bool]:
    """Whether the column clues stand above the board, and the row clues left of it."""
    cols, rows = reading.clue_boxes
    return _middle(paper, cols[0])[1] < 0, _middle(paper, rows[0])[0] < 0


def _middle(paper: _Paper, box: Box) -> tuple[float, float]:
    """Return the board position of the middle of a box in the picture."""
    left, top, right, bottom = box
    x, y = np.array([(left + right) / 2]), np.array([(top + bottom) / 2])
    u, v = paper.board.positions(x, y)
    return float(u[0]), float(v[0])


def _clue_words(paper: _Paper, reading: Reading, doubted: Container[Place]) -> Iterator[_Word]:
    """Yield every clue as read, for the place beyond the printed one, seen from the board."""
    at_top, at_left = _clues_before(paper, reading)
    for clue, place, box in _clues(reading):
        u, v = _middle(paper, box)
        if place.axis == "column":
            v += -BESIDE if at_top else BESIDE
        else:
            u += -BESIDE if at_left else BESIDE
        colour = WARNING if clue is None or place in doubted else CLUE
        yield _Word(NO_CLUE if clue is None else clue_word(clue), u, v, colour)


def _clues(reading: Reading) -> Iterator[tuple[Clue, ClueAt, Box]]:
    """Yield every line's most probable clue, its place and where it stands in the picture."""
    places = (place for place, _ in reading.evidence.clues())
    clues = (*reading.puzzle.col_clues, *reading.puzzle.row_clues)
    boxes = (*reading.clue_boxes[0], *reading.clue_boxes[1])
    return zip(clues, places, boxes, strict=True)


def _marked(reading: Reading, doubts: Sequence[Doubt]) -> list[Doubt]:
    """Return what gets a mark, least certain first."""
    named = {doubt.place: doubt for doubt in worth_saying(doubts)}
    for doubt in reading.doubts(MOST_MARKED):
        if doubt.confidence < DOUBTFUL:
            named.setdefault(doubt.place, doubt)
    return sorted(named.values(), key=lambda doubt: doubt.confidence)


def _draw_doubts(paper: _Paper, reading: Reading, doubts: Sequence[Doubt], words: Sequence[_Word]) -> None:
    """Ring what is doubted, and write beside the worst what it may be instead and how sure it is."""
    reach, width = RING_REACH * paper.pitch, max(2, round(RING_WIDTH * paper.pitch))
    rings = [_ring(paper, doubt, reach) for doubt in doubts]
    for ring in rings:
        paper.pen.rounded_rectangle(ring, reach * 2, outline=WARNING, width=width)
    printed = (paper.span(box) for boxes in reading.clue_boxes for box in boxes)
    taken = [*rings, *printed, *(paper.span_of(word) for word in words)]
    for doubt, ring in list(zip(doubts, rings, strict=True))[:MOST_NAMED]:
        taken.append(_write_beside(paper, ring, _question(doubt, reading.puzzle), taken))


def _ring(paper: _Paper, doubt: Doubt, reach: float) -> Span:
    """Return the box around a printed clue or around a side, in pixels of the drawing."""
    left, top, right, bottom = paper.span(doubt.box)
    if isinstance(doubt.place, SideAt):
        ends = [paper.point(*end) for end in _side(doubt.place)]
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
    return f"{seen} or {other}? {percent(doubt.confidence)}"


def _write_beside(paper: _Paper, ring: Span, text: str, taken: Sequence[Span]) -> Span:
    """Write in a frame near a ring where nothing is written yet, a line leading there; return where."""
    font, width = paper.font(WORDS), max(1, round(GRID_WIDTH * paper.pitch))
    left, top, right, bottom = paper.pen.textbbox((0, 0), text, font, "mm")
    pad = RING_REACH * paper.pitch
    half = (right - left) / 2 + pad, (bottom - top) / 2 + pad
    frame = _room(paper, ring, half, taken)
    x, y = (frame[0] + frame[2]) / 2, (frame[1] + frame[3]) / 2
    start = min(max(x, ring[0]), ring[2]), min(max(y, ring[1]), ring[3])
    paper.pen.line([start, (x, y)], WARNING, width)
    paper.pen.rectangle(frame, WHITE, WARNING, width)
    paper.pen.text((x, y), text, WARNING, font, "mm")
    return frame


def _room(paper: _Paper, ring: Span, half: tuple[float, float], taken: Sequence[Span]) -> Span:
    """Return the nearest free place for words of so many pixels each way, beside the board if it can be."""
    x, y = (ring[0] + ring[2]) / 2, (ring[1] + ring[3]) / 2
    reach = (ring[2] - ring[0]) / 2 + half[0], (ring[3] - ring[1]) / 2 + half[1]
    gaps = [(step * paper.pitch, across, down) for step in STEPS for across, down in DIRECTIONS]
    places = [
        _around(x + across * (reach[0] + gap), y + down * (reach[1] + gap), half)
        for gap, across, down in gaps
    ]
    inside = [place for place in places if _inside(place, paper.canvas.size)]
    board = paper.span(paper.board.boxes([(0, 0, paper.board.cols, paper.board.rows)])[0])
    for avoided in ([*taken, board], taken):
        for place in inside:
            if not any(_overlap(place, other) for other in avoided):
                return place
    return _around(x, y - reach[1], half)


def _around(x: float, y: float, half: tuple[float, float]) -> Span:
    return x - half[0], y - half[1], x + half[0], y + half[1]


def _inside(span: Span, size: tuple[int, int]) -> bool:
    return span[0] >= 0 and span[1] >= 0 and span[2] < size[0] and span[3] < size[1]


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _with_legend(paper: _Paper) -> Pillow.Image:
    """Return the drawing with a strip above it that tells what the colours mean."""
    width, height = paper.canvas.size
    size = max(FONT_SIZE * WORDS * paper.pitch, width * LEGEND_SIZE)
    font, down = ImageFont.load_default(size), round(size * LEADING)
    places, x, row = [], 0.0, 0
    for text, _ in LEGEND:
        length = font.getlength(f"{text}  ")
        if x and x + length > width:
            x, row = 0.0, row + 1
        places.append((x + size / 2, (row + 0.5) * down))
        x += length
    whole = Pillow.new("RGB", (width, height + (row + 1) * down), WHITE)
    whole.paste(paper.canvas, (0, (row + 1) * down))
    pen = ImageDraw.Draw(whole)
    for (text, colour), place in zip(LEGEND, places, strict=True):
        pen.text(place, text, colour, font, "lm")
    return whole
