"""What is paper or water is decided for whole colours, and the solution only takes entries back."""

import numpy as np
import pytest
from numpy.typing import NDArray

from app.tasks.check import check
from fixtures.drawing.board.fills import Fills
from fixtures.drawing.board.puzzles import unique_puzzle
from fixtures.drawing.board.style import Style
from fixtures.drawing.kinds import PLAYED, draw_puzzle_as
from fixtures.drawing.render import draw_puzzle
from pipeline import Result, prove_image
from solver.puzzle import Puzzle
from vision.files.pixels import Image
from vision.reading.colours import CellColours
from vision.reading.marks import CROSS, NOTHING, WATER, SeenMarks
from vision.reading.reading import Reading

SHADES = np.array([[250, 250, 250], [240, 200, 90], [90, 160, 130], [60, 120, 200]], np.float32)
BLUE = 3


def told_in(marks: SeenMarks, water: NDArray[np.bool_], regions: NDArray[np.intp]) -> NDArray[np.object_]:
    return np.array(marks.given(tuple(map(tuple, water.tolist())), regions.tolist()).told, object)


def random_marks(rng: np.random.Generator) -> tuple[SeenMarks, NDArray[np.intp]]:
    """Return what may be seen in some cells, surely or not, with colours or not; and their aquariums."""
    rows, cols = int(rng.integers(4, 8)), 5
    regions = np.array(unique_puzzle(rng, rows, cols)[0].regions)
    odds = rng.dirichlet([rng.choice([0.02, 0.2])] * 4, (rows, cols))[..., :3]
    if rng.random() < 0.5:
        odds[..., CROSS] *= rng.random((rows, cols)) < 0.2
    shades = rng.integers(len(SHADES), size=int(regions.max()) + 1)[regions]
    shades = np.where(rng.random((rows, cols)) < rng.choice([0, 0.3]), BLUE, shades)
    plain = rng.random((rows, cols)) < 0.8
    seen = CellColours(SHADES[shades], plain)
    return SeenMarks(odds.astype(np.float32), seen if rng.random() < 0.7 else None), regions


@pytest.mark.parametrize("seed", range(30))
def test_with_any_other_water_only_entries_change_and_only_to_cannot_tell(seed: int):
    rng = np.random.default_rng(seed)
    marks, regions = random_marks(rng)
    one, other, *_ = (told_in(marks, rng.random(regions.shape) < 0.5, regions) for _ in range(2))
    if (one == None).all() or (other == None).all():  # noqa: E711 — water and air were taken for each other
        return
    for row, col in np.argwhere(one != other):
        entry, untold = sorted((one[row, col], other[row, col]), key=lambda mark: mark is None)
        assert (entry in (WATER, CROSS), untold) == (True, None)


def test_the_solution_takes_entries_back_and_tells_none_that_was_not_told():
    taken = kept = 0
    for seed in range(30):
        marks, regions = random_marks(np.random.default_rng(seed))
        water = np.random.default_rng(seed).random(regions.shape) < 0.5
        before = np.array(SeenMarks(marks.probabilities).told, object)
        after = told_in(SeenMarks(marks.probabilities), water, regions)
        if (after == None).all():  # noqa: E711 — as above
            continue
        assert ((after == before) | (after == None)).all()  # noqa: E711 — each cell
        entered = np.isin(before, (WATER, CROSS))
        assert (after == before)[~entered].all()
        taken, kept = taken + (after != before).sum(), kept + (after == before)[entered].sum()
    assert min(taken, kept) > 50


PAPER, OTHER, THIRD = SHADES[:3]


def told_of(rows: list[list[tuple[NDArray[np.float32], float]]], regions: list[list[int]], water: str) -> str:
    """Return what is told of cells of some colours that may hold water, if the solution is `water`."""
    shades = np.array([[shade for shade, _ in row] for row in rows], np.float32)
    likely = np.array([[probable for _, probable in row] for row in rows])
    seen = CellColours(shades, np.ones(likely.shape, np.bool_))
    odds = np.stack([1 - likely, likely, 0 * likely], axis=2).astype(np.float32)
    forced = [[sign == "~" for sign in row] for row in water.split()]
    told = told_in(SeenMarks(odds, seen), np.array(forced), np.array(regions))
    return " ".join("".join({NOTHING: ".", WATER: "w", None: "?"}[mark] for mark in row) for row in told)


def test_of_two_colours_that_cut_nothing_each_is_what_it_surely_looks_like() -> None:
    two = [[(PAPER, 0.01), (OTHER, 0.3)], [(PAPER, 0.0), (OTHER, 0.2)]]
    assert told_of(two, [[1, 2], [1, 2]], ".~ .~") == ".? .?"
    sure = [[(PAPER, 0.01), (OTHER, 0.995)], [(PAPER, 0.0), (OTHER, 0.97)]]
    assert told_of(sure, [[1, 2], [1, 2]], ".~ .~") == ".w .w"


def test_one_colour_that_looks_like_water_and_alone_cuts_aquariums_is_water() -> None:
    regions = [[1, 2], [1, 2], [1, 3]]
    cut = [[(PAPER, 0.1), (OTHER, 0.2)], [(THIRD, 0.7), (OTHER, 0.3)], [(THIRD, 0.8), (THIRD, 0.6)]]
    assert told_of(cut, regions, ".. ~. ~~") == ".. w. ww"
    assert told_of(cut, regions, ".. .. ~~") == ".. ?. ww"  # nor is it sure enough for a mistake
    two = [[(PAPER, 0.6), (OTHER, 0.2)], *cut[1:]]
    assert told_of(two, regions, ".. ~. ~~") == "?? ?? ??"  # as the network sees them


def board_of(seed: list[int], least: int, most: int) -> tuple[Image, Puzzle, Result]:
    """Prove an empty board of coloured aquariums, with sides of such lengths; a third are compressed."""
    rng = np.random.default_rng(seed)
    puzzle, _ = unique_puzzle(rng, *rng.integers(least, most, 2, endpoint=True).tolist())
    blank = np.zeros((puzzle.height, puzzle.width), np.uint8)
    image = draw_puzzle_as(rng, PLAYED["coloured aquariums"], puzzle, None, blank).pixels
    return image, puzzle, prove_image(image)


def assert_nothing_entered(puzzle: Puzzle, result: Result) -> NDArray[np.object_]:
    """Return what is told: nothing, or of whole aquariums that it is unclear."""
    assert result.status == "solved"
    told, regions = np.array(result.reading.marks, object), np.array(puzzle.regions)
    assert not np.isin(told, (WATER, CROSS)).any()
    unclear = told == None  # noqa: E711 — each cell
    assert (unclear == result.reading.seen_marks.coloured).all()
    assert all(unclear[regions == number].mean() in (0, 1) for number in np.unique(regions))
    return told


def test_an_empty_board_of_coloured_aquariums_has_nothing_entered_and_is_mostly_told_to_be_empty():
    boards = [board_of([5, seed], 6, 10)[1:] for seed in range(4)]
    told = [assert_nothing_entered(*board) for board in boards]
    assert sum(bool((marks == NOTHING).all()) for marks in told) >= 3


@pytest.mark.parametrize("air", [NOTHING, CROSS])
def test_water_that_cuts_coloured_aquariums_is_told_and_so_is_all_else(air: int):
    puzzle, water = unique_puzzle(np.random.default_rng(3), 8, 8, mean_size=4)
    marks = np.where(water, WATER, air).astype(np.uint8)
    pastels = ((255, 224, 230), (224, 240, 255), (226, 250, 226), (255, 246, 214))
    style = Style(zoom=1.3, fills=Fills(kind="aquariums", colours=pastels))
    image = draw_puzzle(puzzle, style, marks=marks).pixels
    result = prove_image(image)
    answer = check(image, result)
    assert (np.array(result.reading.marks, object) == marks).all()
    assert [message.code for message in answer.messages] == ["checked"]


def test_colours_that_look_like_water_are_one_sentence_and_no_list_of_cells():
    image, puzzle, result = board_of([8, 12], 5, 5)  # few colours look most like water, as one does here
    told = assert_nothing_entered(puzzle, result)
    assert (told != NOTHING).any()
    answer = check(image, result)
    codes = [message.code for message in answer.messages]
    assert codes == ["nothing_entered", "colours_unclear", "ignore_entries"]
    assert (answer.lines, answer.fields["unclear"], answer.fields["done"]) == ((), [], False)
    bordered = {cell for cell in np.ndindex(5, 5) if _is_changed(result.reading, image, answer.picture, cell)}
    assert 0 < len(bordered) <= len(result.reading.coloured)
    assert bordered <= set(result.reading.coloured)


def _is_changed(reading: Reading, before: Image, after: Image, cell: tuple[int, ...]) -> bool:
    """Tell whether anything was drawn within a cell, just inside its sides."""
    row, col = cell
    places = [(col + u, row + v) for u, v in ((0.5, 0.05), (0.5, 0.95), (0.05, 0.5), (0.95, 0.5))]
    points = [tuple(map(int, reading.board.point(*place))) for place in places]
    return any((before[y, x] != after[y, x]).any() for x, y in points)
