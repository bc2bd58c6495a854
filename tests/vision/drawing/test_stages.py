"""Every stage's product becomes a picture in a folder, also when a later stage fails."""

from pathlib import Path

import numpy as np
import pytest
from skimage.color import label2rgb

from fixtures.drawing.board.style import STYLES
from pipeline import solve_image
from tests.conftest import Draw
from vision.drawing.stages import StageFolder
from vision.files.load import load_picture
from vision.reading.flat import FlatBoard
from vision.reading.marks import CROSS, NOTHING, SeenMarks
from vision.reading.read import read

STAGES = [
    "board", "sheet", "planes", "surroundings", "clues", "walls", "regions", "marks", "solution", "picture",
]  # fmt: skip


def shown(folder: Path) -> list[str]:
    return [path.name for path in sorted(folder.iterdir())]


def test_one_picture_for_each_stage_numbered_in_order_none_drawn_on_the_input(draw: Draw, tmp_path: Path):
    pixels = draw(6, 7, STYLES["night"], unique=True, played="partly").pixels
    pixels.setflags(write=False)
    folder = tmp_path / "stages"
    result = solve_image(pixels, trace=StageFolder(folder, pixels))
    assert result.status == "solved"
    assert shown(folder) == [f"{number:02}-{stage}.png" for number, stage in enumerate(STAGES, start=1)]
    assert np.array_equal(load_picture(folder / "10-picture.png").pixels, result.picture)
    flat = load_picture(folder / "02-sheet.png").pixels
    for stage in ("clues", "walls", "regions", "marks", "solution"):  # drawn on the flat board
        picture = load_picture(folder / f"{STAGES.index(stage) + 1:02}-{stage}.png").pixels
        assert picture.shape == flat.shape
        assert not np.array_equal(picture, flat)


def test_products_survive_a_stage_that_fails(draw: Draw, tmp_path: Path):
    pixels = draw(6, 6).pixels
    stages = StageFolder(tmp_path / "stages", pixels)

    def failing(name: str, product: object) -> None:
        stages(name, product)
        if name == "walls":
            raise RuntimeError("a bug")

    with pytest.raises(RuntimeError, match="a bug"):
        read(pixels, failing)
    assert shown(tmp_path / "stages") == [f"{n:02}-{stage}.png" for n, stage in enumerate(STAGES[:6], 1)]


def flat_board() -> FlatBoard:
    """Lay out 3x4 cells of noise, 10 pixels wide, with 5 pixels around them."""
    rng = np.random.default_rng(0)
    return FlatBoard(rng.integers(0, 256, (40, 50, 3), np.uint8), 3, 4, 10, 5, np.ones(3, np.float32))


def tinted(flat: FlatBoard, values: np.ndarray, tmp_path: Path) -> np.ndarray:
    stages = StageFolder(tmp_path, flat.pixels)
    stages.flat = flat
    return stages.picture(values)


def test_aquariums_are_tinted_as_scikit_image_does(tmp_path: Path):
    flat, regions = flat_board(), np.arange(1, 13).reshape(3, 4)
    labels = np.pad(np.kron(regions, np.ones((10, 10), int)), 5)
    expected = np.floor(255 * label2rgb(labels, flat.pixels, alpha=0.4, bg_label=0))
    inner = np.s_[5:35, 5:45]
    drawn = tinted(flat, regions, tmp_path)
    assert np.abs(drawn[inner] - expected[inner]).max() <= 1
    drawn[inner] = flat.pixels[inner]
    assert np.array_equal(drawn, flat.pixels)


def test_crosses_are_red_also_where_there_is_no_water(tmp_path: Path):
    flat = flat_board()
    stages = StageFolder(tmp_path, flat.pixels)
    stages.flat = flat
    probabilities = np.zeros((3, 4, 3), np.float32)
    probabilities[..., NOTHING] = 1
    probabilities[1, 2] = np.eye(3)[CROSS]
    drawn = stages.picture(SeenMarks(probabilities))
    red, green, _ = drawn[15:25, 25:35].mean(axis=(0, 1))
    assert red > 1.5 * green
    drawn[15:25, 25:35] = flat.pixels[15:25, 25:35]
    assert np.array_equal(drawn, flat.pixels)
