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

LEGIBLE_PITCH = 40
"""Pixels a cell needs for numbers to be read in it; smaller boards are enlarged by a whole factor."""
MOST_PIXELS = 40_000_000
"""Pixels beyond which nothing is enlarged: a huge page with a small board stays a picture one can open."""
FADED = 0.35
"""Share of the picture's own colours that is left, the rest is white: dark pictures become light too."""
FADE = np.rint(255 - FADED * (255 - np.arange(256))).astype(np.uint8)
"""What becomes of every level of every channel."""
ROOM = 3.4
"""Cells of room around the board, for a clue and what was read of it."""
FONT_SIZE = 0.42
"""Height of the numbers, in cells; that of words is WORDS of it."""
WORDS = 0.8
HALO = 0.12
"""White around letters, in heights: they are legible on whatever the picture shows there."""

NOTHING = "nothing"
"""Stands for a clue that is not there where it might be."""
LABELLED = 5
"""How many of the least certain are numbered and listed: with more, one looks at none."""

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
"""Widths of the rings with and without a number, in cells."""
RING_REACH = 0.12
"""Cells between what is doubted and the ring around it."""
PAD = 0.1
"""Cells around the number of a ring."""
NO_CLUE = "?"
"""Stands where no clue was read."""

Span = tuple[float, float, float, float]
"""left, top, right, bottom in pixels of the drawing."""


@dataclass(frozen=True, eq=False, slots=True)
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

    @property
    def is_upright(self) -> bool:
        """Whether there is more room left of it than above it: the clue of a row, or upright sides."""
        place = self.place
        return place.axis == "row" if isinstance(place, ClueAt) else not place.below

    def named(self, puzzle: Puzzle) -> str:
        """Write where it is, as `--fix` takes that, and its question: "top:7: 8 or 6? 62 %"."""
        last = self.doubts[-1].place
        place = f"{self.place}" if last == self.place else f"{self.place} to {last}"
        return f"{place}: {self.question(puzzle)}"

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


@dataclass(frozen=True, eq=False, slots=True)
class Word:
    """A number to be written on the drawing."""

    text: str
    u: float
    """Where its middle belongs, as a board position; so is v."""
    v: float
    colour: Colour
    share: float = 1.0
    """Of the usual height."""


@dataclass(frozen=True, eq=False, slots=True)
class Canvas:
    """The faded picture to draw on, and where the board stands on it."""

    sheet: Pillow.Image
    """RGB."""
    pen: ImageDraw.ImageDraw
    board: Board
    scale: int
    """Pixels of the drawing per pixel of the picture."""
    start: tuple[int, int]
    """x and y in the drawing of the picture's corner."""

    @classmethod
    def of(cls, image: Image, board: Board, most_pixels: int = MOST_PIXELS) -> "Canvas":
        """Fade and enlarge a picture, with room around the board and above it for the legend."""
        height, width = image.shape[:2]
        scale = _scale(image, board, most_pixels)
        left, top, right, bottom = board.boxes([(-ROOM, -ROOM, board.cols + ROOM, board.rows + ROOM)])[0]
        x, y = max(0, -left) * scale, max(0, -top) * scale
        size = (x + max(width, right) * scale, y + max(height, bottom) * scale)
        sheet = Pillow.new("RGB", size, WHITE)
        faded = Pillow.fromarray(FADE[image])
        enlarged = faded.resize((width * scale, height * scale), Pillow.Resampling.BICUBIC)
        sheet.paste(enlarged, (x, y))
        return cls(sheet, ImageDraw.Draw(sheet), board, scale, (x, y))

    @property
    def pitch(self) -> float:
        """Pixels of the drawing per cell."""
        return self.board.pitch * self.scale

    def point(self, u: float, v: float) -> tuple[float, float]:
        """Return x and y in the drawing of a board position."""
        x, y = self.board.point(u, v)
        return x * self.scale + self.start[0], y * self.scale + self.start[1]

    def span(self, box: PixelBox) -> Span:
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

    def write(self, word: Word) -> None:
        """Write upright, with a halo."""
        place, font = self.point(word.u, word.v), self.font(word.share)
        halo = round(HALO * FONT_SIZE * self.pitch * word.share)
        self.pen.text(place, word.text, word.colour, font, "mm", stroke_width=halo, stroke_fill=WHITE)

    def span_of(self, word: Word) -> Span:
        """Return where in the drawing a word stands."""
        return self.pen.textbbox(self.point(word.u, word.v), word.text, self.font(word.share), "mm")


def _scale(image: Image, board: Board, most_pixels: int) -> int:
    wanted = int(np.ceil(LEGIBLE_PITCH / board.pitch))
    most = int(np.sqrt(most_pixels / (image.shape[0] * image.shape[1])))
    return max(1, min(wanted, most))


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
    least certain of `doubts` are ringed, numbered and listed; with `all_doubts` the rest is ringed too.
    `loose` are the walls that end inside an aquarium.
    """
    canvas = Canvas.of(image, reading.board)
    _draw_grid(canvas)
    _draw_walls(canvas, reading, {wall.place for wall in loose})
    groups = group_doubts(doubts)
    shown = groups if all_doubts else groups[:LABELLED]
    clues = _clue_words(reading, {doubt.place for group in groups for doubt in group.doubts})
    for word in (*clues.values(), *_numbers(reading)):
        canvas.write(word)
    _draw_rings(canvas, shown, clues)
    return np.asarray(_with_legend(canvas, _legend(groups, shown, reading.puzzle)), np.uint8)


def _legend(
    groups: Sequence[DoubtGroup], shown: Sequence[DoubtGroup], puzzle: Puzzle
) -> list[list[tuple[str, Colour]]]:
    """Return the lines at the head of the picture, the words of each in the colour that it explains."""
    missing = len(groups) - len(shown)
    more = f", the {len(shown)} least certain of {len(groups)} places" if missing else ""
    colours = [
        *(("as read:", BLACK), ("wall", READ_WALL), ("clue", READ_CLUE)),
        (f"in doubt{more}; or a wall that ends inside an aquarium", DOUBT),
        ("number of row or column", LINE_NUMBER),
    ]
    numbered = enumerate(shown[:LABELLED], 1)
    return [colours, *([(f"{number}  {group.named(puzzle)}", DOUBT)] for number, group in numbered)]


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


def _with_legend(canvas: Canvas, legend: Sequence[Sequence[tuple[str, Colour]]]) -> Pillow.Image:
    """Return the drawing with a legend of the colours and the rings above it."""
    width, height = canvas.sheet.size
    size = max(FONT_SIZE * WORDS * canvas.pitch, width * LEGEND_SIZE)
    font, down = ImageFont.load_default(size), round(size * LEADING)
    words, row = list[tuple[tuple[float, float], str, Colour]](), 0
    for line in legend:
        x = 0.0
        for text, colour in line:
            length = font.getlength(f"{text}  ")
            if x and x + length > width:
                x, row = 0.0, row + 1
            words.append(((x + size / 2, (row + 0.5) * down), text, colour))
            x += length
        row += 1
    whole = Pillow.new("RGB", (width, height + row * down), WHITE)
    whole.paste(canvas.sheet, (0, row * down))
    pen = ImageDraw.Draw(whole)
    for place, text, colour in words:
        pen.text(place, text, colour, font, "lm")
    return whole


# Doubts: numbered rings around what is doubted; a list at the head says what else it may be


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


def _draw_rings(canvas: Canvas, groups: Sequence[DoubtGroup], clues: Mapping[ClueAt, Word]) -> None:
    """Ring what is doubted; the first rings, which the list at the head is about, are numbered.

    `clues` are the clues as read: rings enclose them.
    """
    reach, pad = RING_REACH * canvas.pitch, PAD * canvas.pitch
    for number, group in enumerate(groups, 1):
        ring = left, top, right, bottom = _ring(canvas, group, clues, reach)
        width = max(2, round((RING_WIDTH if number <= LABELLED else THIN_WIDTH) * canvas.pitch))
        canvas.pen.rounded_rectangle(ring, reach * 2, outline=DOUBT, width=width)
        if number <= LABELLED:
            text, font = str(number), canvas.font(WORDS)
            wide, high = font.getlength(text) + 2 * pad, FONT_SIZE * WORDS * canvas.pitch
            x, y = left - wide, top - high  # but beside the middle of the first cell, to hide no wall
            if group.is_upright:
                y = top + (min(bottom - top, canvas.pitch) - high) / 2
            else:
                x = left + (min(right - left, canvas.pitch) - wide) / 2
            canvas.pen.rounded_rectangle((x, y, x + wide, y + high), pad, DOUBT)
            canvas.pen.text((x + wide / 2, y + high / 2), text, WHITE, font, "mm")


def _ring(canvas: Canvas, group: DoubtGroup, clues: Mapping[ClueAt, Word], reach: float) -> Span:
    """Return the box around a printed clue and what was read of it, or around sides, in pixels."""
    first, last = group.place, group.doubts[-1].place
    if isinstance(first, SideAt):
        assert isinstance(last, SideAt)
        ends = [canvas.point(*end) for end in _side_ends(first, last)]
        (left, right), (top, bottom) = (sorted(edges) for edges in zip(*ends, strict=True))
    else:
        printed, read = canvas.span(group.doubts[0].box), canvas.span_of(clues[first])
        left, top = min(printed[0], read[0]), min(printed[1], read[1])
        right, bottom = max(printed[2], read[2]), max(printed[3], read[3])
    return left - reach, top - reach, right + reach, bottom + reach
