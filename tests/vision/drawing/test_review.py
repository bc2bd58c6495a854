"""The drawing of what was read shows it where it stands, marks what is doubtful, and is legible."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import ImageDraw

from fixtures.drawing.board.style import STYLES
from fixtures.drawing.mishaps.degrade import perspective
from solver.belief.overrides import parse_override
from solver.message import Message
from solver.places import SideAt
from tests.conftest import Draw
from tests.vision.drawing.scenes import Scene
from vision.drawing.palette import DOUBT, LINE_NUMBER, READ_CLUE, READ_WALL
from vision.drawing.review import (
    FADE,
    FONT_SIZE,
    LABELLED,
    LEADING,
    WORDS,
    Canvas,
    draw_reading,
    group_doubts,
)
from vision.files.pixels import Image
from vision.reading.doubts import Doubt, doubts_to_draw, find_loose
from vision.reading.read import read
from vision.reading.reading import Reading

LARGE = replace(STYLES["site"], zoom=2.0)
Drawn = NDArray[np.bool_]


def fixed(reading: Reading, *texts: str) -> Reading:
    return reading.with_overrides(map(parse_override, texts))


def doubt(reading: Reading, text: str, otherwise: str = "7", confidence: float = 0.6) -> Doubt:
    place = parse_override(text).place
    return Doubt(place, Message("blurred"), confidence, reading.box(place), otherwise)


def ends(place: SideAt) -> tuple[float, float]:
    """Return the board position of a side's middle."""
    return (place.col + 0.5, place.row + 1) if place.below else (place.col + 1, place.row + 0.5)


class Shown:
    """A drawing, in which board positions can be looked up."""

    def __init__(self, image: Image, reading: Reading, *doubts: Doubt, all_doubts: bool = False) -> None:
        drawn = doubts_to_draw(reading, doubts)
        self.pixels = draw_reading(image, reading, drawn, find_loose(reading), all_doubts=all_doubts)
        self.canvas = Canvas.of(image, reading.board)
        self.legend = self.pixels.shape[0] - self.canvas.sheet.height

    def at(self, u: float, v: float) -> tuple[int, ...]:
        """Return the colour at a board position."""
        x, y = self.canvas.point(u, v)
        return tuple(self.pixels[round(y) + self.legend, round(x)].tolist())

    def around(self, u: float, v: float, reach: float = 0.5) -> Image:
        """Return the pixels within so many cells of a board position."""
        (x, y), r = self.canvas.point(u, v), round(reach * self.canvas.pitch)
        x, y = round(x), round(y) + self.legend
        return self.pixels[max(0, y - r) : y + r, max(0, x - r) : x + r]

    def below_legend(self) -> Image:
        return self.pixels[self.legend :]


def coloured(pixels: Image, colour: tuple[int, int, int]) -> int:
    """Count the pixels of exactly a colour."""
    return int((pixels == colour).all(axis=-1).sum())


@pytest.mark.parametrize(("style", "tilt"), [(STYLES["night"], 0.0), (LARGE, 15.0)], ids=["night", "tilted"])
def test_every_wall_as_read_is_drawn_where_the_picture_shows_it_and_no_other(draw: Draw, style, tilt: float):
    drawing = draw(6, 7, style, seed=3, played="partly").drawing
    pixels = (perspective(drawing, tilt=tilt, pan=-12.0, roll=9.0) if tilt else drawing).pixels
    reading = read(pixels)
    assert reading.board.is_upright == (tilt == 0)
    shown = Shown(pixels, reading)
    for place, odds in reading.evidence.sides():
        assert (shown.at(*ends(place)) == READ_WALL) == (odds > 0)
    assert all(shown.at(u, v) == READ_WALL for u, v in ((0, 2.5), (7, 3.5), (1.5, 0), (3.5, 6)))


def test_a_wall_that_ends_inside_an_aquarium_is_drawn_as_doubtful(plain: Scene):
    row, col, loose = next(
        (row, col, changed)
        for row, col in np.ndindex(6, 6)
        if (changed := fixed(plain.reading, f"wall:{row + 1},{col + 1}-{row + 1},{col + 2}=yes")).loose
    )
    assert Shown(plain.pixels, loose).at(col + 1, row + 0.5) == DOUBT
    assert coloured(Shown(plain.pixels, plain.reading).below_legend(), DOUBT) == 0


def changed(one: Shown, other: Shown) -> Drawn:
    return np.asarray((one.pixels != other.pixels).any(axis=2))


@pytest.mark.parametrize(("axis", "line", "fix"), [("column", 3, "top:4"), ("row", 2, "left:3")])
def test_every_clue_is_written_as_read_beside_the_printed_one(plain: Scene, axis, line: int, fix: str):
    one = Shown(plain.pixels, fixed(plain.reading, f"{fix}=1"))
    other = Shown(plain.pixels, fixed(plain.reading, f"{fix}=4"))
    rows, cols = np.nonzero(changed(one, other))
    boxes = plain.reading.clue_boxes[axis == "row"]
    left, top, right, bottom = one.canvas.span(boxes[line])
    pitch, down = one.canvas.pitch, one.legend
    if axis == "column":
        assert left - pitch / 2 < cols.min() <= cols.max() < right + pitch / 2
        assert top - pitch < rows.min() - down <= rows.max() - down < top
    else:
        assert top - pitch / 2 < rows.min() - down <= rows.max() - down < bottom + pitch / 2
        assert left - pitch < cols.min() <= cols.max() < left


def test_sure_clues_are_green_and_missing_and_doubted_ones_are_not(plain: Scene):
    pixels = Shown(plain.pixels, plain.reading).below_legend()
    assert coloured(pixels, READ_CLUE) > 0
    assert coloured(pixels, DOUBT) == 0
    without = Shown(plain.pixels, fixed(plain.reading, "top:2=none"))
    assert coloured(without.below_legend(), DOUBT) > 0
    doubted = Shown(plain.pixels, plain.reading, doubt(plain.reading, "top:2=1"))
    assert 0 < coloured(doubted.below_legend(), READ_CLUE) < coloured(pixels, READ_CLUE)


def test_rows_and_columns_are_numbered_on_the_sides_without_clues(plain: Scene):
    shown = Shown(plain.pixels, plain.reading)
    for col in range(7):
        assert coloured(shown.around(col + 0.5, 6.5, 0.3), LINE_NUMBER) > 0
    for row in range(6):
        assert coloured(shown.around(7.5, row + 0.5, 0.3), LINE_NUMBER) > 0
    assert coloured(shown.around(7.5, -1, 0.3), LINE_NUMBER) == 0


def many_doubts(reading: Reading) -> list[Doubt]:
    """Return doubts of places apart from one another, the least certain first."""
    sides = [f"wall:{row},{col}-{row},{col + 1}=yes" for row in (1, 3, 5) for col in (1, 4)]
    texts = [*sides, *(f"left:{row}=1" for row in range(1, 7))]
    return [doubt(reading, text, confidence=0.5 + number / 100) for number, text in enumerate(texts)]


def test_only_the_worst_doubts_are_shown_unless_all_are_asked_for(site: Scene):
    reading = site.reading
    many = many_doubts(reading)
    worst = Shown(site.pixels, reading, *many)
    every = Shown(site.pixels, reading, *many, all_doubts=True)
    for at, one in enumerate(many[:6]):
        ringed = [coloured(shown.around(*ends(one.place), 0.3), DOUBT) > 0 for shown in (worst, every)]
        assert ringed == [at < LABELLED, True]
    sure = replace(many[5], confidence=0.999)
    few, with_sure = (
        Shown(site.pixels, reading, *many[:4], *more, all_doubts=True) for more in ((), (sure,))
    )
    assert np.array_equal(with_sure.pixels, few.pixels)


def test_the_picture_is_faded_but_all_there(site: Scene):
    shown = Shown(site.pixels, site.reading)
    (x, y), (height, width) = shown.canvas.start, site.pixels.shape[:2]
    part = shown.below_legend()[y : y + height, x : x + width]
    assert (shown.canvas.scale, part.shape) == (1, site.pixels.shape)
    assert (part == FADE[site.pixels]).all(axis=2).mean() > 0.6
    assert FADE[site.pixels].min() > 150


# Numbers of rings

Box = tuple[float, float, float, float]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> tuple[list[Box], list[Box]]:
    """Return the boxes of rings and of their numbers, which are filled as pictures are drawn."""
    rings: list[Box] = []
    numbers: list[Box] = []

    def note(_: ImageDraw.ImageDraw, box: Box, *__: object, **outline: object) -> None:
        (rings if outline else numbers).append(box)

    monkeypatch.setattr(ImageDraw.ImageDraw, "rounded_rectangle", note)
    return rings, numbers


def apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.parametrize(
    "texts",
    [
        ["left:2=1", "left:3=1", "left:4=1", "left:5=1", "left:6=1"],
        ["top:2=1", "top:3=1", "top:4=1"],
        ["wall:1,1-2,1=yes", "wall:2,3-3,3=yes", "wall:4,5-5,5=yes", "wall:5,6-6,6=yes", "left:1=1"],
    ],
    ids=["rows", "columns", "sides"],
)
def test_numbers_touch_their_rings_and_hide_no_other_and_no_clue(
    plain: Scene, drawn: tuple[list[Box], list[Box]], texts: list[str]
):
    shown = Shown(plain.pixels, plain.reading, *(doubt(plain.reading, text) for text in texts))
    (rings, numbers), canvas = drawn, shown.canvas
    assert len(rings) == len(numbers) == len(texts)
    printed = [canvas.span(box) for boxes in plain.reading.clue_boxes for box in boxes]
    for at, number in enumerate(numbers):
        (left, top, right, bottom), (x, y) = rings[at], np.reshape(number, (2, 2)).mean(axis=0)
        assert (number[2] == pytest.approx(left) and top < y < bottom) or (
            number[3] == pytest.approx(top) and left < x < right
        )
        assert number[0] >= 0 and number[1] >= 0
        assert all(apart(number, other) for other in [*rings, *numbers[:at], *printed])


def test_what_is_numbered_is_listed_above_the_picture_as_fixes_name_it(plain: Scene):
    one, other = doubt(plain.reading, "top:5=1"), doubt(plain.reading, "wall:3,3-3,4=yes", "yes", 0.7)
    (group, _), puzzle = group_doubts([other, one]), plain.reading.puzzle
    assert group.named(puzzle) == f"top:5: {puzzle.col_clues[4]} or 7? 60 %"
    none, two = Shown(plain.pixels, plain.reading), Shown(plain.pixels, plain.reading, one, other)
    line = LEADING * FONT_SIZE * WORDS * two.canvas.pitch
    assert two.legend - none.legend == pytest.approx(2 * line, abs=2)
    assert coloured(two.pixels[none.legend : two.legend], DOUBT) > 100
