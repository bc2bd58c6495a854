"""Drawings of what was read, and of every stage, show it where it stands, and what is doubtful."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import ImageDraw

from fixtures.drawing.board.style import STYLES
from pipeline import solve_image
from solver.belief.overrides import parse_override
from solver.message import Message
from solver.places import SideAt
from tests.conftest import Draw
from tests.vision.drawing.scenes import Scene
from vision.drawing import review
from vision.drawing.palette import DOUBT, LINE_NUMBER, READ_CLUE, READ_WALL
from vision.drawing.review import Canvas, draw_reading, group_doubts
from vision.drawing.stages import StageFolder
from vision.files.load import load_picture
from vision.files.pixels import Image
from vision.reading.doubts import Doubt, doubts_to_draw, find_loose
from vision.reading.flat import FlatBoard
from vision.reading.marks import CROSS, NOTHING, SeenMarks
from vision.reading.read import read


def doubt(scene: Scene, text: str, otherwise: str = "7", confidence: float = 0.6) -> Doubt:
    place = parse_override(text).place
    return Doubt(place, Message("blurred"), confidence, scene.reading.box(place), otherwise)


def ends(place: SideAt) -> tuple[float, float]:
    return (place.col + 0.5, place.row + 1) if place.below else (place.col + 1, place.row + 0.5)


class Shown:
    """A drawing, with something fixed in it, in which board positions can be looked up."""

    def __init__(self, scene: Scene, *doubts: Doubt, fix: str = "", all_doubts: bool = False) -> None:
        reading = scene.reading.with_overrides(map(parse_override, fix.split()))
        drawn = doubts_to_draw(reading, doubts)
        self.pixels = draw_reading(scene.pixels, reading, drawn, find_loose(reading), all_doubts=all_doubts)
        self.canvas = Canvas.of(scene.pixels, reading.board)
        self.legend = self.pixels.shape[0] - self.canvas.sheet.height

    def at(self, u: float, v: float) -> tuple[int, ...]:
        x, y = self.canvas.point(u, v)
        return tuple(self.pixels[round(y) + self.legend, round(x)].tolist())

    def around(self, u: float, v: float) -> Image:
        """Return the pixels within a third of a cell of a board position."""
        (x, y), r = self.canvas.point(u, v), round(self.canvas.pitch / 3)
        x, y = round(x), round(y) + self.legend
        return self.pixels[max(0, y - r) : y + r, max(0, x - r) : x + r]

    @property
    def sheet(self) -> Image:
        return self.pixels[self.legend :]


@pytest.fixture(scope="module")
def bare(plain: Scene) -> Shown:
    return Shown(plain)


def coloured(pixels: Image, colour: tuple[int, int, int]) -> int:
    return int((pixels == colour).all(axis=-1).sum())


def test_every_wall_as_read_is_drawn_where_the_picture_shows_it_and_no_other(shown: Scene):
    drawn = Shown(shown)
    for place, odds in shown.reading.evidence.sides():
        assert (drawn.at(*ends(place)) == READ_WALL) == (odds > 0)
    assert all(drawn.at(u, v) == READ_WALL for u, v in ((0, 2.5), (7, 3.5), (1.5, 0), (3.5, 6)))


def test_a_wall_that_ends_inside_an_aquarium_is_drawn_as_doubtful(plain: Scene, bare: Shown):
    assert bare.at(2, 4.5) != Shown(plain, fix="wall:5,2-5,3=yes").at(2, 4.5) == DOUBT


@pytest.mark.parametrize(("axis", "line", "clue"), [("column", 3, "top:4"), ("row", 2, "left:3")])
def test_every_clue_is_written_as_read_beside_the_printed_one(plain: Scene, axis, line: int, clue: str):
    one, other = Shown(plain, fix=f"{clue}=1"), Shown(plain, fix=f"{clue}=4")
    rows, cols = np.nonzero((one.pixels != other.pixels).any(axis=2))
    boxes = plain.reading.clue_boxes[axis == "row"]
    left, top, right, bottom = one.canvas.span(boxes[line])
    pitch, down = one.canvas.pitch, one.legend
    across, along = (left - pitch, left), (top - pitch / 2, bottom + pitch / 2)
    if axis == "column":
        across, along = (left - pitch / 2, right + pitch / 2), (top - pitch, top)
    assert across[0] < cols.min() <= cols.max() < across[1]
    assert along[0] < rows.min() - down <= rows.max() - down < along[1]


def test_sure_clues_are_green_and_missing_and_doubted_ones_are_not(plain: Scene, bare: Shown):
    sure, without = bare.sheet, Shown(plain, fix="top:2=none").sheet
    doubted = Shown(plain, doubt(plain, "top:2=1")).sheet
    assert coloured(sure, DOUBT) == 0 < coloured(without, DOUBT)
    assert 0 < coloured(doubted, READ_CLUE) < coloured(sure, READ_CLUE)


def test_rows_and_columns_are_numbered_on_the_sides_without_clues(bare: Shown):
    for u, v in [*((col + 0.5, 6.5) for col in range(7)), *((7.5, row + 0.5) for row in range(6))]:
        assert coloured(bare.around(u, v), LINE_NUMBER) > 0
    assert coloured(bare.around(7.5, -1), LINE_NUMBER) == 0


def test_only_the_worst_doubts_are_shown_unless_all_are_asked_for(plain: Scene):
    sides = [f"wall:{row},{col}-{row},{col + 1}=yes" for row in (1, 3, 5) for col in (1, 4)]
    many = [doubt(plain, text, confidence=0.5 + number / 100) for number, text in enumerate(sides)]
    many += [doubt(plain, f"left:{row}=1") for row in range(1, 7)]
    worst, every = Shown(plain, *many), Shown(plain, *many, all_doubts=True)
    for at, one in enumerate(many[:6]):
        ringed = [coloured(drawn.around(*ends(one.place)), DOUBT) > 0 for drawn in (worst, every)]
        assert ringed == [at < review.LABELLED, True]
    sure = replace(many[5], confidence=0.999)
    few, with_sure = (Shown(plain, *many[:4], *more, all_doubts=True) for more in ((), (sure,)))
    assert np.array_equal(with_sure.pixels, few.pixels)


def test_the_picture_is_faded_but_all_there(site: Scene):
    drawn, pixels = Shown(site), site.pixels
    (x, y), (height, width) = drawn.canvas.start, pixels.shape[:2]
    part = drawn.sheet[y : y + height, x : x + width]
    assert (drawn.canvas.scale, part.shape) == (1, pixels.shape)
    assert (part == review.FADE[pixels]).all(axis=2).mean() > 0.6
    assert review.FADE[pixels].min() > 150


Box = tuple[float, float, float, float]


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
    plain: Scene, monkeypatch: pytest.MonkeyPatch, texts: list[str]
):
    rings, numbers = list[Box](), list[Box]()

    def note(_: ImageDraw.ImageDraw, box: Box, *__: object, **outline: object) -> None:
        (rings if outline else numbers).append(box)

    monkeypatch.setattr(ImageDraw.ImageDraw, "rounded_rectangle", note)
    canvas = Shown(plain, *(doubt(plain, text) for text in texts)).canvas
    assert len(rings) == len(numbers) == len(texts)
    printed = [canvas.span(box) for boxes in plain.reading.clue_boxes for box in boxes]
    for at, number in enumerate(numbers):
        (left, top, right, bottom), (x, y) = rings[at], np.reshape(number, (2, 2)).mean(axis=0)
        assert (number[2] == pytest.approx(left) and top < y < bottom) or (
            number[3] == pytest.approx(top) and left < x < right
        )
        assert number[0] >= 0 and number[1] >= 0
        assert all(apart(number, other) for other in [*rings, *numbers[:at], *printed])


def test_what_is_numbered_is_listed_above_the_picture_as_fixes_name_it(plain: Scene, bare: Shown):
    one, other = doubt(plain, "top:5=1"), doubt(plain, "wall:3,3-3,4=yes", "yes", 0.7)
    (group, _), puzzle = group_doubts([other, one]), plain.reading.puzzle
    assert group.named(puzzle) == f"top:5: {puzzle.col_clues[4]} or 7? 60 %"
    two = Shown(plain, one, other)
    line = review.LEADING * review.FONT_SIZE * review.WORDS * two.canvas.pitch
    assert two.legend - bare.legend == pytest.approx(2 * line, abs=2)
    assert coloured(two.pixels[bare.legend : two.legend], DOUBT) > 100


STAGES = [
    "board", "sheet", "planes", "surroundings", "clues", "walls", "regions", "marks", "solution", "picture",
]  # fmt: skip
FILES = [f"{number:02}-{stage}.png" for number, stage in enumerate(STAGES, start=1)]


def test_one_picture_for_each_stage_numbered_in_order_none_drawn_on_the_input(draw: Draw, tmp_path: Path):
    pixels = draw(6, 7, STYLES["night"], unique=True, played="partly").pixels
    pixels.setflags(write=False)
    result = solve_image(pixels, trace=StageFolder(tmp_path, pixels))
    assert sorted(tmp_path.iterdir()) == [tmp_path / name for name in FILES]
    _, flat, *_, picture = pictures = [load_picture(tmp_path / name).pixels for name in FILES]
    assert np.array_equal(picture, result.picture)
    for drawn in pictures[4:9]:  # clues, walls, regions, marks and solution, on the flat board
        assert drawn.shape == flat.shape
        assert not np.array_equal(drawn, flat)


def test_products_survive_a_stage_that_fails(draw: Draw, tmp_path: Path):
    pixels, folder = draw(5, 7).pixels, tmp_path / "stages"
    stages = StageFolder(folder, pixels)

    def failing(name: str, product: object) -> None:
        stages(name, product)
        if name == "walls":
            raise RuntimeError("a bug")

    with pytest.raises(RuntimeError, match="a bug"):
        read(pixels, failing)
    assert sorted(folder.iterdir()) == [folder / name for name in FILES[:6]]


INNER = np.s_[5:35, 5:45]


@pytest.fixture
def stages(tmp_path: Path) -> StageFolder:
    """Lay out 3x4 cells of noise, 10 pixels wide, with 5 pixels around them."""
    noise = np.random.default_rng(0).integers(0, 256, (40, 50, 3), np.uint8)
    stages = StageFolder(tmp_path, noise)
    stages.flat = FlatBoard(noise, 3, 4, 10, 5, np.ones(3, np.float32))
    return stages


def test_crosses_are_red_also_where_there_is_no_water(stages: StageFolder):
    probabilities = np.tile(np.eye(3, dtype=np.float32)[NOTHING], (3, 4, 1))
    probabilities[1, 2] = np.eye(3)[CROSS]
    drawn, cell = stages.picture(SeenMarks(probabilities)), np.s_[15:25, 25:35]
    red, green, _ = drawn[cell].mean(axis=(0, 1))
    assert red > 1.5 * green
    drawn[cell] = stages.image[cell]
    assert np.array_equal(drawn, stages.image)
