"""A refused picture is answered when a person says what the reader could not, as the refusal offers."""

import re
import shlex
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pillow

from app.cli.main import main
from fixtures.drawing.board.style import STYLES
from pipeline import prove_reading, solve_image
from solver.belief.overrides import parse_override
from solver.message import Message
from tests.conftest import Draw, codes
from tests.shell import asked
from tests.strategies import without_clues
from vision.reading.read import read

REFERENCE = (Path(__file__).parents[1] / "docs" / "reference.md").read_text(encoding="utf-8")


def test_a_person_who_says_that_a_doubtful_reading_is_right_is_answered_and_told_so(draw: Draw):
    case = draw(6, 7, seed=1, unique=True)
    seen = read(case.pixels)
    faint = tuple(tuple(0.01 * odds for odds in line) for line in seen.evidence.right)
    doubtful = replace(seen, evidence=replace(seen.evidence, right=faint))
    refused, told = prove_reading(doubtful), prove_reading(doubtful, as_read=True)
    assert (refused.status, refused.messages[0]) == ("unsure", Message("lines_unclear", lines=36))
    assert (told.status, told.messages) == ("solved", (Message("as_said", places=36),))
    assert prove_reading(seen, as_read=True).messages == ()
    several = prove_reading(replace(doubtful, puzzle=without_clues(seen.puzzle)), as_read=True)
    compare = Message("compare_doubted", places=36)
    assert (several.status, several.messages) == ("ambiguous", (Message("several_solutions"), compare))


@pytest.mark.parametrize("text", re.findall(r"--fix ((?:top|left|bottom|right|wall):\S+?)[`\s]", REFERENCE))
def test_every_fix_of_the_readme_is_understood(text: str):
    assert parse_override(text)


def test_the_commands_that_a_refusal_offers_can_be_run(draw, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    case = draw(7, 6, STYLES["site-dpr2"], seed=1, unique=True)
    pixels = case.pixels.copy()
    for left, top, right, bottom in read(case.pixels).clue_boxes[0][3:5]:  # paper lies over them
        pixels[top - 1 : bottom + 1, left - 1 : right + 1] = 255
    Pillow.fromarray(pixels).save("my shot.png")
    assert main(["my shot.png"]) == 4
    lines = capsys.readouterr().err.splitlines()[1:]
    offered = {line.partition(": ")[0].strip(): line.partition(": ")[2] for line in lines}
    program, *words = shlex.split(offered["to see how the 7×6 cells were read"])
    assert (program, words) == ("aquarium", ["my shot.png", "--show-reading"])
    assert main(words) == 4
    with Pillow.open("my shot.reading.png") as drawing:
        assert min(drawing.size) >= min(case.pixels.shape[:2])
    to_say = offered["look at the picture; if it is the number N"]
    col = int(to_say.partition("top:")[2].partition("=")[0]) - 1
    words = shlex.split(to_say.replace("=N", f"={case.puzzle.col_clues[col]}"))[1:]
    assert main(words) == 0
    assert "usage" not in capsys.readouterr().err


def test_where_no_board_has_the_size_it_is_told_how_large_it_looks_if_there_is_any(draw, tmp_path):
    Pillow.fromarray(draw(6, 7, seed=1, unique=True).pixels).save(tmp_path / "shot.png")
    told = Message("other_size", rows=9, columns=5, seen_rows=6, seen_columns=7)
    assert asked(tmp_path / "shot.png", size=(9, 5)).messages == (told,)
    assert codes(solve_image(np.full((100, 100, 3), 255, np.uint8), size=(9, 9))) == ["no_grid_of_size"]
