"""Walls are told from thin lines by their ink, and enclose aquariums."""

from math import log

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.puzzle import Puzzle
from tests.conftest import Draw
from tests.vision.reading.laid_flat import true_walls
from vision.reading.flat.sides import SideInk
from vision.reading.look.walls import Walls, find_walls
from vision.reading.otsu import otsu_threshold


def sides_of(right: NDArray, below: NDArray, *, frame: float, spread: float = 0.0, seed: int = 0) -> SideInk:
    rng = np.random.default_rng(seed)
    upright = np.pad(right, ((0, 0), (1, 1)), constant_values=frame)
    level = np.pad(below, ((1, 1), (0, 0)), constant_values=frame)
    upright, level = (
        (part + rng.normal(0, spread, part.shape)).astype(np.float32) for part in (upright, level)
    )
    return SideInk(upright, level, np.zeros(upright.shape), np.zeros(level.shape))


def random_walls(seed: int, share: float = 0.4) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    rng = np.random.default_rng(seed)
    return rng.random((8, 6)) < share, rng.random((7, 7)) < share


@pytest.mark.parametrize(("thin", "thick"), [(0.03, 0.1), (0.04, 0.08), (0.001, 0.1), (0.02, 0.3)])
@pytest.mark.parametrize("seed", range(3))
def test_two_thicknesses_are_told_apart(thin: float, thick: float, seed: int):
    right, below = random_walls(seed)
    inks = (np.where(part, thick, thin) for part in (right, below))
    walls = find_walls(sides_of(*inks, frame=thick, spread=0.08 * (thick - thin), seed=seed))
    assert np.array_equal(walls.right > 0, right)
    assert np.array_equal(walls.below > 0, below)
    assert min(abs(walls.right).min(), abs(walls.below).min()) > 2


def test_a_side_between_both_thicknesses_is_the_least_certain():
    right, below = random_walls(1)
    inked = np.where(right, 0.1, 0.03)
    inked[3, 2] = 0.065
    walls = find_walls(sides_of(inked, np.where(below, 0.1, 0.03), frame=0.1, spread=0.002))
    certainty = abs(walls.right)
    assert np.unravel_index(certainty.argmin(), certainty.shape) == (3, 2)
    assert certainty[3, 2] < 0.5 * np.sort(certainty.ravel())[1]


@pytest.mark.parametrize(("frame", "is_wall"), [(0.1, False), (0.033, True)])
def test_where_all_sides_are_alike_the_frame_tells_which_kind_they_are(frame: float, is_wall: bool):
    alike = np.full((8, 6), 0.03), np.full((7, 7), 0.03)
    for spread in (0.0, 0.001):
        walls = find_walls(sides_of(*alike, frame=frame, spread=spread))
        assert ((walls.right > 0) == is_wall).all()
        assert ((walls.below > 0) == is_wall).all()


def test_a_lattice_without_any_ink_has_no_walls():
    walls = find_walls(sides_of(np.zeros((8, 6)), np.zeros((7, 7)), frame=0.0))
    assert not (walls.right > 0).any()
    assert not (walls.below > 0).any()


def test_every_line_is_judged_by_its_own_two_thicknesses():
    right, below = random_walls(5)
    extra = np.array([0.06, 0, 0.06, 0, 0.06, 0])  # rounding to pixels thickens every other line
    walls = find_walls(sides_of(np.where(right, 0.09, 0.03) + extra, np.where(below, 0.09, 0.03), frame=0.1))
    assert np.array_equal(walls.right > 0, right)
    assert np.array_equal(walls.below > 0, below)


def rounded(
    seed: int, *, alike: int | None = None, noise: float = 0.0005
) -> tuple[SideInk, NDArray[np.bool_]]:
    """Draw a 12 x 12 board whose lines are rounded to 1 and 2, 1 and 3 or 2 and 3 pixels of thin and wall."""
    rng = np.random.default_rng(seed)
    right, below = rng.random((12, 11)) < 0.4, rng.random((11, 12)) < 0.4
    pixels = np.array([(1, 2), (1, 3), (2, 3), (0, 2)])[rng.integers(0, 4, 22)] / 40
    if alike is not None:
        pixels[alike] = 1 / 40
    thin, thick = pixels[:11].T
    inked = np.where(right, thick, thin)
    thin, thick = pixels[11:].T[:, :, None]
    return sides_of(inked, np.where(below, thick, thin), frame=0.08, spread=noise, seed=seed), right


@pytest.mark.parametrize("seed", range(4))
def test_walls_of_one_line_may_be_as_thick_as_thin_parts_of_another(seed: int):
    sides, right = rounded(seed)
    walls = find_walls(sides)
    assert np.array_equal(walls.right > 0, right)
    assert abs(walls.right).min() > log(99)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_known_of_a_line_whose_walls_look_like_its_thin_parts(seed: int):
    """Of the others all is."""
    sides, _ = rounded(seed, alike=4)
    certainty = abs(find_walls(sides).right)
    assert certainty[:, 4].max() < log(99)
    assert np.delete(certainty, 4, axis=1).min() > log(99)


@pytest.mark.parametrize("looks_like", [0.03, 0.09], ids=["thin parts", "walls"])
def test_where_other_lines_tell_nothing_a_line_of_one_kind_may_tell_nothing_either(looks_like: float):
    rng = np.random.default_rng(0)
    right, below = rng.random((12, 11)) < 0.4, rng.random((11, 12)) < 0.4
    inked = np.where(right, 0.09, 0.03)
    inked[:, [2, 6, 7]], inked[:, 4] = 0.06, looks_like
    walls = find_walls(sides_of(inked, np.where(below, 0.09, 0.03), frame=0.1, spread=0.0005))
    assert abs(walls.right[:, 4]).max() < log(99)
    assert abs(walls.below).min() > log(99)


@pytest.mark.parametrize("is_wall", [False, True])
def test_where_all_lines_are_alike_a_line_of_one_kind_is_surely_that(is_wall: bool):
    right, below = random_walls(3)
    right[:, 2] = is_wall
    walls = find_walls(sides_of(np.where(right, 0.1, 0.03), np.where(below, 0.1, 0.03), frame=0.1))
    assert np.array_equal(walls.right > 0, right)
    assert abs(walls.right).min() > log(99)


def test_several_lines_that_look_like_walls_all_along_tell_nothing_but_one_alone_is_walls():
    """For lines differ in how thick their thin parts are, and hardly any are walls throughout."""
    rng = np.random.default_rng(0)
    right, below = rng.random((12, 11)) < 0.4, rng.random((11, 12)) < 0.4
    thin, certainty = np.linspace(0, 0.035, 11), []
    for alike in ([4], [2, 4, 7, 9]):
        inked = np.where(right, 0.09, thin)
        inked[:, alike] = 0.09
        walls = find_walls(sides_of(inked, np.where(below, 0.09, thin[:, None]), frame=0.1, spread=0.0005))
        certainty.append(float(walls.right[:, alike].max()))
    assert certainty[1] < log(99) < certainty[0]


def test_sides_that_look_like_neither_kind_make_all_others_less_certain():
    right, below = random_walls(7)
    inked, level = np.where(right, 0.1, 0.03), np.where(below, 0.1, 0.03)
    clear = find_walls(sides_of(inked, level, frame=0.1, spread=0.001))
    inked[[0, 2, 4], [1, 3, 5]] = 0.065
    dim = find_walls(sides_of(inked, level, frame=0.1, spread=0.001))
    assert np.median(abs(dim.below)) < np.median(abs(clear.below)) - 1
    assert np.array_equal(dim.below > 0, below)


def test_sides_without_any_line_are_hidden_and_say_nothing_of_the_others():
    """Something opaque lies over the lower half of some lines."""
    right, below = random_walls(8)
    inked = np.where(right, 0.1, 0.03)
    inked[4:, 1:4] = 0.0
    walls = find_walls(sides_of(inked, np.where(below, 0.1, 0.03), frame=0.1, spread=0.0005))
    assert np.array_equal(walls.right[:4] > 0, right[:4])
    assert abs(walls.right[4:, 1:4]).max() < 1
    assert abs(walls.right[:4]).min() > log(99)


def test_a_line_fainter_than_the_others_is_not_hidden_where_it_is_faintest():
    """Between filled cells of a compressed picture thin lines fade, on some lines more than on others."""
    right, below = random_walls(8)
    inked = np.where(right, 0.1, 0.03)
    faint = np.flatnonzero(~right[:, 2])
    inked[faint, 2], inked[faint[:2], 2] = 0.016, 0.011
    walls = find_walls(sides_of(inked, np.where(below, 0.1, 0.03), frame=0.1, spread=0.0005))
    assert np.array_equal(walls.right > 0, right)
    assert abs(walls.right).min() > log(99)


def test_lines_whose_thin_parts_are_gone_show_their_walls_though_most_lines_look_alike():
    """A picture reduced without filtering drops thin parts of some lines, and thins the walls of others."""
    right, below = random_walls(8)
    thinned = np.full(below.shape, 0.06)
    inked = np.full(right.shape, 0.06)
    inked[:, [1, 4, 5]] = np.where(right[:, [1, 4, 5]], 0.12, 0.0)
    walls = find_walls(sides_of(inked, thinned, frame=0.12, spread=0.0005))
    assert np.array_equal(walls.right[:, [1, 4, 5]] > 0, right[:, [1, 4, 5]])
    assert abs(walls.right[:, [1, 4, 5]]).min() > 1
    assert max(abs(walls.below).max(), abs(walls.right[:, [0, 2, 3]]).max()) < log(99)


@pytest.mark.parametrize("is_wall", [True, False])
def test_the_only_side_of_its_kind_on_a_line_is_told_though_it_is_half_covered(is_wall: bool):
    right, below = random_walls(8)
    right[:, 2] = np.arange(len(right)) != 3
    right[:, 2] ^= is_wall
    sides = sides_of(np.where(right, 0.1, 0.03), np.where(below, 0.1, 0.03), frame=0.1, spread=0.0005)
    bare = np.ones_like(sides.upright), np.ones_like(sides.level)
    bare[0][3, 3] = 0.6
    odds = find_walls(sides, bare).right
    assert np.array_equal(odds > 0, right)
    assert abs(odds).min() > log(99)


def test_one_stroke_across_a_side_does_not_move_the_limit():
    right, below = random_walls(2)
    inked = np.where(right, 0.1, 0.03)
    inked[0, 0] = 5.0
    walls = find_walls(sides_of(inked, np.where(below, 0.1, 0.03), frame=0.1))
    assert np.array_equal(np.delete(walls.right.ravel() > 0, 0), np.delete(right.ravel(), 0))
    assert np.array_equal(walls.below > 0, below)


def test_otsu_threshold_splits_in_the_middle_of_the_gap():
    assert otsu_threshold(np.array([1, 1.2, 5, 5.4, 0.9], np.float32)) == pytest.approx(3.1, abs=1e-6)


# Aquariums from walls


def odds(right: NDArray[np.bool_], below: NDArray[np.bool_]) -> Walls:
    return Walls(np.where(right, 4.0, -4.0), np.where(below, 4.0, -4.0))


@pytest.mark.parametrize("size", [(4, 4), (7, 12)], ids=str)
def test_walls_of_a_puzzle_give_its_aquariums_and_none_is_loose(draw: Draw, size: tuple[int, int]):
    puzzle = draw(*size).puzzle
    walls = odds(*true_walls(puzzle))
    regions = walls.regions
    assert Puzzle(puzzle.col_clues, puzzle.row_clues, regions.tolist()) == puzzle
    assert regions.min() == 1
    assert not any(part.any() for part in walls.loose)


@pytest.mark.parametrize("seed", range(10))
def test_one_wall_missed_or_imagined_leaves_loose_walls_or_changes_the_aquariums(draw: Draw, seed: int):
    """A wall erased joins two aquariums and leaves the rest of their border loose, if there is any."""
    puzzle = draw(7, 9, seed=seed).puzzle
    right, below = true_walls(puzzle)
    row, col = np.random.default_rng(seed).integers(0, 7, 2)
    right[row, col] ^= True
    walls = odds(right, below)
    regions = walls.regions
    before = np.array(puzzle.regions)
    one, other = before[row, col], before[row, col + 1]
    if one == other:
        is_cut = regions[row, col] != regions[row, col + 1]
        assert bool(walls.loose[0][row, col]) != is_cut
    else:
        rest = sum(
            int((((a == one) & (b == other)) | ((a == other) & (b == one))).sum())
            for a, b in ((before[:, 1:], before[:, :-1]), (before[1:], before[:-1]))
        )
        assert sum(int(part.sum()) for part in walls.loose) == rest - 1


def test_diagonal_neighbours_are_not_joined():
    walls = odds(np.array([[True], [True]]), np.array([[True, True]]))
    assert walls.regions.tolist() == [[1, 2], [3, 4]]


def test_a_sure_wall_contradicts_sides_that_are_surely_open_around_it_and_no_doubtful_ones():
    right, below = np.full((2, 1), -9.0), np.full((1, 2), -9.0)
    right[0, 0] = 9.0
    assert Walls(right, below).contradictions == 1
    below[0, 1] = -1.0
    assert (Walls(right, below).contradictions, Walls(right, below).loose_count) == (0, 1)


def test_sides_lighter_than_the_cells_beside_sides_that_show_nothing_can_be_weighed():
    right, below = random_walls(1)
    lighter = (np.where(part, 0.0, -0.02) for part in (right, below))
    walls = find_walls(sides_of(*lighter, frame=0.1))
    assert np.isfinite(walls.right).all() and np.isfinite(walls.below).all()


def test_sides_all_lighter_than_the_cells_keep_their_differences():
    """As between the strokes of a solved puzzle of another kind, drawn thicker than its lines."""
    right, below = random_walls(1)
    walls = find_walls(sides_of(np.where(right, -0.018, -0.02), np.where(below, -0.018, -0.02), frame=-0.02))
    assert np.array_equal(walls.right > 0, right)
    assert np.array_equal(walls.below > 0, below)


def test_sides_all_equally_lighter_than_the_cells_say_nothing():
    walls = find_walls(sides_of(np.full((8, 6), -0.02), np.full((7, 7), -0.02), frame=-0.02))
    assert not walls.right.any()
    assert not walls.below.any()
