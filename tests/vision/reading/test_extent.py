"""The network does what its parts say; the board is read out of what every place around a lattice is."""

import tracemalloc
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from tests.vision.drawing.scenes import board_of
from vision.reading import digits, extent
from vision.reading.comb import MOST_CELLS
from vision.reading.cut import EDGES
from vision.reading.extent import extent_of, moved_to
from vision.reading.flat import BEYOND
from vision.reading.network import (
    AROUND,
    CELL,
    CLUE,
    CORNER,
    CUT,
    FRAME,
    NO_CELL,
    OPEN,
    OUTSIDE,
    RING,
    SIDE,
    Places,
    convolved,
    load_weights,
    places,
    save_weights,
)
from vision.reading.seen import WEIGHTS


@pytest.mark.parametrize(("side", "stride", "pad"), [(1, 1, 0), (3, 1, 1), (4, 2, 1), (5, 3, 1)])
def test_a_convolution_weighs_what_lies_in_every_window(side: int, stride: int, pad: int):
    rng = np.random.default_rng(side)
    signal = rng.standard_normal((2, 11, 14, 3), np.float32)
    kernel, bias = rng.standard_normal((side, side, 3, 5), np.float32), rng.standard_normal(5, np.float32)
    padded = np.pad(signal, ((0, 0), (pad, pad), (pad, pad), (0, 0)))
    rows, cols = ((length + 2 * pad - side) // stride + 1 for length in signal.shape[1:3])
    expected = np.empty((2, rows, cols, 5))
    for one, row, col in product(range(2), range(rows), range(cols)):
        window = padded[one, stride * row : stride * row + side, stride * col : stride * col + side]
        expected[one, row, col] = np.tensordot(window, kernel, axes=3) + bias
    found = convolved(signal, {"layer.kernel": kernel, "layer.bias": bias}, "layer", stride, pad)
    np.testing.assert_allclose(found, expected, atol=1e-4)


def test_weights_are_written_as_they_are_stored(tmp_path: Path):
    for path in (WEIGHTS, digits.WEIGHTS):
        copy = tmp_path / path.name
        save_weights(copy, load_weights(path))
        assert copy.read_bytes() == path.read_bytes()


def test_there_is_a_place_for_every_cell_and_inner_side_of_an_oblong_lattice_and_around_it():
    kinds = places(3, 5)
    assert kinds.shape == (7 + 2 * RING, 11 + 2 * RING)
    assert (kinds == CELL).sum() == 15
    assert (kinds == SIDE).sum() == 3 * 4 + 2 * 5
    assert (kinds == CORNER).sum() == 7 * 11 - 15 - 22
    inner = kinds[RING:-RING, RING:-RING]
    assert (inner[1::2, 1::2] == CELL).all()
    assert (inner[1, 2], inner[2, 1], inner[2, 2], inner[0, 1]) == (SIDE, SIDE, CORNER, CORNER)
    assert (kinds[:RING] == AROUND).all()


def likely(kinds: np.ndarray, count: int) -> np.ndarray:
    """Return (…, count): what is, with a probability; all else is as likely."""
    return np.where(kinds[..., None] == range(count), 0.9, 0.1 / (count - 1))


def seen_of(rows: int, cols: int, ends: tuple[int, int, int, int], cut: str = "") -> Places:
    """Return what places are, on a lattice with its surroundings, where the board has these ends."""
    top, bottom, left, right = (end + BEYOND for end in ends)
    rows, cols = rows + 2 * BEYOND, cols + 2 * BEYOND
    upright, level = np.full((rows, cols + 1), OUTSIDE), np.full((rows + 1, cols), OUTSIDE)
    cells = np.full((rows, cols), NO_CELL)
    cells[top:bottom, left:right] = 0
    upright[top:bottom, left : right + 1] = level[top : bottom + 1, left:right] = OPEN
    for edge, sides in (
        ("left", upright[top:bottom, left]), ("top", level[top, left:right]),
        ("right", upright[top:bottom, right]), ("bottom", level[bottom, left:right]),
    ):  # fmt: skip
        sides[:] = CUT if edge == cut else FRAME
    sides = (likely(part, CUT + 1) for part in (upright, level))
    return Places(*sides, likely(cells, CLUE + 1))


def test_a_board_that_begins_and_ends_at_other_lines_than_the_lattice_is_found_if_there_is_any():
    far = np.random.default_rng(1).integers(-BEYOND, BEYOND, (20, 4), endpoint=True).tolist()
    for top, bottom, left, right in [*far, [-BEYOND, BEYOND] * 2, [BEYOND, -BEYOND] * 2]:
        ends = (top, 8 + bottom, left, 9 + right)
        found = extent_of(seen_of(8, 9, ends))
        assert (found.ends, found.is_board) == (ends, True)
        assert found.lead > 0
    assert not extent_of(seen_of(5, 5, (0, 0, 0, 0))).is_board


@pytest.mark.parametrize("edge", EDGES)
def test_a_side_where_the_board_goes_on_is_told_from_its_frame(edge: str):
    found = extent_of(seen_of(5, 8, (0, 5, 0, 8), edge))
    assert [odds > 0 for odds in found.cut] == [each == edge for each in EDGES]


def test_a_line_that_is_doubtful_brings_a_rival_near():
    one, other = (seen_of(6, 6, (0, rows, 0, 6)) for rows in (6, 7))
    clear = extent_of(one)
    doubtful = extent_of(Places(*(0.52 * part + 0.48 * less for part, less in zip(one, other, strict=True))))
    assert doubtful.ends == clear.ends == (0, 6, 0, 6)
    assert doubtful.lead < 2 < clear.lead
    assert doubtful.second == (0, 7, 0, 6)


def test_the_longest_board_there_may_be_takes_little_memory_and_no_rectangle_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
):
    long, small = seen_of(MOST_CELLS, 20, (0, 59, 1, 20)), seen_of(6, 8, (0, 6, -1, 7), "left")
    tracemalloc.start()
    assert extent_of(long).ends == (0, 59, 1, 20)
    assert tracemalloc.get_traced_memory()[1] < 9e6
    tracemalloc.stop()
    whole = extent_of(small)
    monkeypatch.setattr(extent, "AT_ONCE", 50)
    parted = extent_of(small)
    assert (parted.ends, parted.cut) == (whole.ends, whole.cut) == ((0, 6, -1, 7), whole.cut)
    assert parted.lead == pytest.approx(whole.lead)


def test_the_lattice_is_moved_to_the_board_and_stays_where_it_is_all_of_it():
    lattice = board_of(7, 9, 30.0)
    moved = moved_to(lattice, extent_of(seen_of(7, 9, (-1, 6, 2, 9))).ends)
    assert moved is not None
    assert (moved.rows, moved.cols) == (7, 7)
    assert moved.point(0, 0) == pytest.approx(lattice.point(2, -1))
    assert moved_to(lattice, extent_of(seen_of(7, 9, (0, 7, 0, 9))).ends) is None
