"""A refused picture is answered when a person says what the reader could not, as the refusal offers."""

import json
import re
import shlex
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image as Pillow

from app.cli.main import main
from fixtures.drawing.board.render import STYLES, draw_puzzle
from fixtures.drawing.page.several import put_together
from pipeline import prove_reading
from solver.belief.overrides import parse_override
from solver.message import Message
from solver.puzzle import Puzzle
from tests.conftest import Case, Draw
from vision.reading.read import read

Pixels = NDArray[np.uint8]
REFERENCE = (Path(__file__).parents[1] / "docs" / "reference.md").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Run:
    """What the command said of one picture."""

    code: int
    line: dict[str, object]
    said: list[str]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Give the function that runs the command with --json on pixels."""
    monkeypatch.chdir(tmp_path)

    def run(pixels: Pixels, *words: str) -> Run:
        Pillow.fromarray(pixels).save("my shot.png")
        code = main(["my shot.png", "--json", *words])
        printed = capsys.readouterr()
        return Run(code, json.loads(printed.out), printed.err.splitlines())

    return run


def misprinted(puzzle: Puzzle, col: int) -> Pixels:
    """Draw a puzzle with a column clue that is one too large, or too small."""
    clues = list(puzzle.col_clues)
    clues[col] += 1 if clues[col] < puzzle.height else -1
    return draw_puzzle(Puzzle(clues, puzzle.row_clues, puzzle.regions), STYLES["site-dpr2"]).pixels


def covered(case: Case, *cols: int) -> Pixels:
    """Lay paper over some column clues."""
    pixels, boxes = case.pixels.copy(), read(case.pixels).clue_boxes[0]
    for col in cols:
        left, top, right, bottom = boxes[col]
        pixels[top - 1 : bottom + 1, left - 1 : right + 1] = 255
    return pixels


def is_answered(done: Run, case: Case) -> bool:
    right = (np.array(done.line["water"]) == np.array(case.water)).all()
    return bool(done.code == 0 and done.line["status"] == "solved" and right)


@pytest.mark.parametrize("seed", [2, 5])
def test_a_misprint_is_refused_and_solved_when_the_right_clue_is_said(draw: Draw, run, seed: int):
    case = draw(5, 7, seed=seed, unique=True)
    pixels = misprinted(case.puzzle, 3)
    refused = run(pixels)
    assert (refused.code, refused.line["water"]) == (5, None)
    assert [message["code"] for message in refused.line["also"]] == ["nothing_in_doubt"]
    assert is_answered(run(pixels, "--fix", f"top:4={case.puzzle.col_clues[3]}"), case)
    assert not Path("my shot.reading.png").exists()


def test_covered_clues_are_refused_drawn_and_solved_when_they_are_said(draw: Draw, run):
    case = draw(7, 6, STYLES["site-dpr2"], seed=1, unique=True)
    pixels = covered(case, 3, 4)
    refused = run(pixels, "--show-reading")
    assert (refused.code, refused.line["status"]) == (4, "unsure")
    assert refused.line["reading_output"] == "my shot.reading.png"
    assert refused.said[0].endswith(" → my shot.reading.png")
    with Pillow.open("my shot.reading.png") as drawing:
        assert min(drawing.size) >= min(pixels.shape[:2])
    words = [word for col in (3, 4) for word in ("--fix", f"top:{col + 1}={case.puzzle.col_clues[col]}")]
    assert is_answered(run(pixels, *words), case)


def test_the_command_that_a_refusal_offers_can_be_run(draw: Draw, run, capsys: pytest.CaptureFixture[str]):
    case = draw(7, 6, STYLES["site-dpr2"], seed=1, unique=True)
    refused = run(covered(case, 3, 4))
    offered = {line.partition(": ")[0].strip(): line.partition(": ")[2] for line in refused.said[1:]}
    program, *words = shlex.split(offered["to see how the 7×6 cells were read"])
    assert (program, words) == ("aquarium", ["my shot.png", "--show-reading"])
    assert main(words) == 4
    assert Path("my shot.reading.png").exists()
    to_say = offered["look at the picture; if it is the number N"]
    col = int(to_say.partition("top:")[2].partition("=")[0]) - 1
    words = shlex.split(to_say.replace("=N", f"={case.puzzle.col_clues[col]}"))[1:]
    assert main(words) == 0
    assert "usage" not in capsys.readouterr().err


def test_without_repair_only_what_is_proved_as_read_is_answered(draw: Draw, run):
    case = draw(5, 7, seed=2, unique=True)
    pixels = covered(case, 4)
    repaired = run(pixels)
    assert is_answered(repaired, case)
    assert [repair["place"] for repair in repaired.line["repairs"]] == ["top:5"]
    assert any(line.startswith("  repaired: column clue 5 taken as ") for line in repaired.said)
    refused = run(pixels, "--no-repair")
    assert (refused.code, refused.line["water"]) == (4, None)


def test_a_person_who_says_that_a_doubtful_reading_is_right_is_answered_and_told_so(draw: Draw):
    case = draw(6, 7, seed=1, unique=True)
    seen = read(case.pixels)
    faint = tuple(tuple(0.01 * odds for odds in line) for line in seen.evidence.right)
    doubtful = replace(seen, evidence=replace(seen.evidence, right=faint))
    refused, told = prove_reading(doubtful), prove_reading(doubtful, as_read=True)
    assert (refused.status, refused.messages[0]) == ("unsure", Message("lines_unclear", lines=36))
    assert (told.status, told.messages) == ("solved", (Message("as_said", places=36),))
    assert prove_reading(seen, as_read=True).messages == ()
    clues = replace(seen.puzzle, col_clues=(None,) * 7, row_clues=(None,) * 6)
    several = prove_reading(replace(doubtful, puzzle=clues), as_read=True)
    compare = Message("compare_doubted", places=36)
    assert (several.status, several.messages) == ("ambiguous", (Message("several_solutions"), compare))


def test_a_size_chooses_among_the_boards_of_a_picture(draw: Draw, run):
    large, small = draw(9, 11, seed=1, unique=True), draw(6, 7, seed=1, unique=True)
    both = put_together([large.pixels, small.pixels])
    assert is_answered(run(both), large)
    assert is_answered(run(both, "--size", "6x7"), small)
    assert is_answered(run(both, "--size", "9×11"), large)


@pytest.mark.parametrize("size", ["9x5", "9x9"])
def test_where_no_board_has_the_size_it_is_told_how_large_it_looks(draw: Draw, run, size: str):
    refused = run(draw(6, 7, seed=1, unique=True).pixels, "--size", size)
    assert (refused.code, refused.line["status"]) == (4, "no_puzzle")
    rows, columns = map(int, size.split("x"))
    seen = {"rows": rows, "columns": columns, "seen_rows": 6, "seen_columns": 7}
    assert (refused.line["code"], refused.line["values"]) == ("other_size", seen)
    assert len(refused.said) == 1


def test_where_there_is_no_board_at_all_it_looks_like_none(run):
    assert run(np.full((300, 300, 3), 255, np.uint8), "--size", "9x9").line["code"] == "no_grid_of_size"


def test_a_fix_that_the_board_has_no_place_for_is_told(draw: Draw, run):
    refused = run(draw(6, 7, seed=1, unique=True).pixels, "--fix", "top:8=1")
    assert (refused.code, refused.line["message"]) == (4, "top:8: the board has 7 columns; check the number")


@pytest.mark.parametrize("text", re.findall(r"--fix ((?:top|left|bottom|right|wall):\S+?)[`\s]", REFERENCE))
def test_every_fix_of_the_readme_is_understood(text: str):
    assert parse_override(text)
