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


def test_aquariums_are_tinted_as_scikit_image_does(stages: StageFolder):
    pixels, regions = stages.image, np.arange(1, 13).reshape(3, 4)
    labels = np.pad(np.kron(regions, np.ones((10, 10), int)), 5)
    expected = np.floor(255 * label2rgb(labels, pixels, alpha=0.4, bg_label=0))
    drawn = stages.picture(regions)
    assert np.abs(drawn[INNER] - expected[INNER]).max() <= 1
    drawn[INNER] = pixels[INNER]
    assert np.array_equal(drawn, pixels)


def test_crosses_are_red_also_where_there_is_no_water(stages: StageFolder):
    probabilities = np.tile(np.eye(3, dtype=np.float32)[NOTHING], (3, 4, 1))
    probabilities[1, 2] = np.eye(3)[CROSS]
    drawn, cell = stages.picture(SeenMarks(probabilities)), np.s_[15:25, 25:35]
    red, green, _ = drawn[cell].mean(axis=(0, 1))
    assert red > 1.5 * green
    drawn[cell] = stages.image[cell]
    assert np.array_equal(drawn, stages.image)
