"""Every stored picture ends as its truth says; some answers are compared to the pixel."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from fixtures.stored import HERE
from fixtures.stored_refused import REFUSALS, parse_refusal
from pipeline import Result, solve_image
from solver import violations
from solver.formats import parse_truth
from vision.debug import StageFolder
from vision.image import Picture, load_picture
from vision.save import is_own, save_picture

PICTURES = sorted(
    path for path in HERE.iterdir() if path.suffix in {".png", ".jpg"} and not path.stem.endswith(".solved")
)


def truth_of(path: Path) -> str:
    return path.with_suffix(".txt").read_text(encoding="utf-8")


REFUSED = [path for path in PICTURES if parse_refusal(truth_of(path))]
ANSWERED = [path for path in PICTURES if path not in REFUSED]
GOLDEN = (
    "site-6x6",
    "zoomed-10x10-played",
    "dark-reader-10x10",
    "other-program-10x10",
    "macos-6x6-transparent",
)
"""Pictures whose answers are stored: upright PNGs, which all versions of the libraries read alike."""


@cache
def solved(path: Path) -> tuple[Picture, Result]:
    picture = load_picture(path)
    return picture, solve_image(picture.pixels)


def golden_of(name: str) -> Path:
    return HERE / f"{name}.solved.png"


@pytest.mark.parametrize("path", ANSWERED, ids=lambda path: path.name)
def test_the_picture_is_read_and_solved_as_its_truth_says(path: Path):
    puzzle, water = parse_truth(truth_of(path))
    _, result = solved(path)
    assert result.puzzle == puzzle
    assert (result.status, result.message) == ("solved", None)
    assert result.solution.water == water
    assert violations(puzzle, water) == []


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.name)
def test_the_picture_is_refused_with_the_words_of_its_truth(path: Path):
    statuses, says = parse_refusal(truth_of(path))
    _, result = solved(path)
    assert result.status in statuses
    assert result.status != "solved"
    assert says in result.message
    assert result.picture is None


def test_all_refusals_are_stored():
    assert {path.name for path in REFUSED} == set(REFUSALS)


@pytest.mark.parametrize("name", GOLDEN)
def test_the_answer_is_drawn_as_stored_to_the_pixel(
    name: str, tmp_path: Path, request: pytest.FixtureRequest
):
    path, golden = HERE / f"{name}.png", golden_of(name)
    picture, result = solved(path)
    assert result.picture is not None
    if request.config.getoption("--update-golden"):
        save_picture(golden, result.picture, picture)
        pytest.fail(f"{golden} was written anew: look at it, then run without --update-golden")
    obtained = tmp_path / golden.name
    save_picture(obtained, result.picture, picture)
    stored, now = load_picture(golden), load_picture(obtained)
    if np.array_equal(now.pixels, stored.pixels):
        return
    solve_image(picture.pixels, trace=StageFolder(tmp_path / "stages", picture.pixels))
    differ = "its size differs"
    if now.pixels.shape == stored.pixels.shape:
        differ = f"{int((now.pixels != stored.pixels).any(axis=2).sum())} pixels differ"
    pytest.fail(f"{differ} from {golden}; the picture obtained and its stages are in {tmp_path}")


def test_every_golden_picture_belongs_to_a_picture_and_is_known_as_an_answer():
    assert {path.name for path in HERE.glob("*.solved.*")} == {golden_of(name).name for name in GOLDEN}
    assert all(is_own(golden_of(name)) for name in GOLDEN)


def test_every_picture_has_a_truth_and_every_truth_a_picture():
    truths = {path.stem for path in HERE.glob("*.txt")}
    assert truths == {path.stem for path in PICTURES}


def test_the_table_has_a_row_for_every_picture_saying_what_it_proves():
    table = (HERE / "README.md").read_text(encoding="utf-8").splitlines()
    rows = {line.split("`")[1]: line.split("|")[2].strip() for line in table if line.startswith("| `")}
    assert set(rows) == {path.name for path in PICTURES}
    assert all(rows.values())
    assert "NAME.solved.png" in "\n".join(table)
