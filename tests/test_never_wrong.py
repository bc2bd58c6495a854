"""Pictures that are misprinted, damaged or illegible are never answered with water that is not their own."""

from dataclasses import replace

import numpy as np

from fixtures.drawing.board.style import STYLES, Style
from fixtures.drawing.mishaps.degrade import jpeg, resize
from fixtures.drawing.render import draw_puzzle
from pipeline import Puzzle, Result, solve_image
from solver import solve
from tests.conftest import Case, Draw
from vision.files.pixels import Image


def is_answered(result: Result, case: Case) -> bool:
    """Return whether a picture is answered; water that is not its own is never called solved."""
    assert result.status != "solved" or result.solution.water == case.water
    assert (result.picture is None) == (result.status != "solved")
    return result.status == "solved"


def redrawn(case: Case, row: int, col: int) -> Image:
    """Give the picture with one side's wall painted out, or a wall painted on a thin line."""
    over, width = case.drawing.canvas(), 0.03 if is_wall(case, row, col) else 0.1
    over.box(col + 0.87, row + 0.1, 0.26, 0.8, (255, 255, 255))
    over.box(col + 1 - width / 2, row + 0.1, width, 0.8, (0, 0, 0))
    return over.pixels


def is_wall(case: Case, row: int, col: int) -> bool:
    """Tell whether a wall is right of a cell."""
    return case.puzzle.regions[row][col] != case.puzzle.regions[row][col + 1]


def test_a_wall_erased_or_added_never_gives_wrong_water(draw: Draw):
    answered = 0
    for seed in range(4):
        case = draw(6, 7, STYLES["site-dpr2"], seed=seed, unique=True)
        row, col = np.random.default_rng(seed).integers(0, (6, 6))
        result = solve_image(redrawn(case, row, col))
        # the picture does show the change
        assert (result.reading.evidence.right[row][col] > 0) != is_wall(case, row, col)
        answered += is_answered(result, case)
    assert 1 <= answered < 4


def test_a_picture_with_a_blot_never_gives_wrong_water(draw: Draw):
    """A blot of paper or of ink hides walls, clues, or nothing of importance."""
    answered = 0
    for seed in range(4):
        case = draw(6, 8, STYLES["site"], seed=seed, unique=True, played="partly")
        rng = np.random.default_rng(seed)
        pixels = case.pixels.copy()
        y, x = rng.integers(20, 240, 2)
        high, wide = rng.integers(5, 90, 2)
        pixels[y : y + high, x : x + wide] = rng.choice([0, 128, 255])
        answered += is_answered(solve_image(pixels), case)
    assert 2 <= answered < 4


def test_pictures_beyond_reading_never_give_wrong_water(draw: Draw):
    answered = 0
    for quality, seed in ((6, 1), (10, 2)):
        case = draw(6, 8, replace(STYLES["site"], zoom=0.6, raster="grey"), seed=seed, unique=True)
        answered += is_answered(solve_image(jpeg(case.drawing, quality).pixels, repair_limit=0.5), case)
    assert answered >= 1


def test_the_water_that_the_likeliest_walls_have_is_not_answered_where_other_walls_have_other_water():
    """Scaled down so that walls and thin lines are the same in some lines: that water was once told."""
    puzzle = Puzzle(
        [6, 4, 4, 5, 6],
        [2, 5, 5, 1, 4, 5, 3, 0],
        ["aaabb", "aaaaa", "aacaa", "deffg", "hifff", "jjkkk", "llmmk", "noomm"],
    )
    marks = ["00000", "10011", "10000", "10000", "00200", "11001", "11000", "00000"]
    style = Style(zoom=1.163, dpr=1.25, shift=(0.07, 0.87), rim=0)
    drawing = draw_puzzle(puzzle, style, marks=np.array([[*map(int, line)] for line in marks], np.uint8))
    assert solve_image(drawing.pixels).solution.water == solve(puzzle).water
    small = resize(drawing, 0.2886, "cubic")
    assert solve_image(small.pixels).status == "unsure"
