"""Pictures that were written here, given again: answers are read by eye, unseen rules refused."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pillow

from app.tasks import Task
from fixtures.drawing.board.style import STYLES
from fixtures.drawing.render import draw_puzzle as draw_fixture
from solver.formats import parse_puzzle
from solver.message import Message
from tests.shell import DONE, PUZZLE, asked, draw_text, fields, marked, pixels, screenshot, told
from vision.files.load import load_picture
from vision.files.save import save_picture

CONNECTED = "https://puzz.link/p?aquarium/5/4/9lqgfk4/3h12h13"


def repaint(name, shown):
    picture = load_picture(Path(name))
    save_picture(Path(name), shown, picture, mark=picture.mark)


@pytest.mark.parametrize("style", ["site-070-grey", "other-program"])
def test_an_answer_is_read_as_a_board_that_is_filled_in(style, capsys):
    Pillow.fromarray(draw_fixture(PUZZLE, STYLES[style]).pixels).save("a.png")
    assert told(capsys, "a.png")[0] == 0
    line = fields(capsys, "check", "a.solved.png")
    assert (line["status"], parse_puzzle(line["task"]), line["done"]) == ("solved", PUZZLE, True)
    assert line["marks"] == DONE
    assert fields(capsys, "a.solved.png", "--force")["water"] == DONE


def test_an_answer_tells_what_it_shows_whatever_it_was_made_of_or_is_named_as_one(capsys):
    screenshot("a.png")
    assert told(capsys, "a.png")[0] == 0
    other = screenshot("b.png", marked((1, 1, 2), solved=True))
    repaint("a.solved.png", pixels(other))
    assert fields(capsys, "check", "a.solved.png")["marks"] == marked((1, 1, 2), solved=True)
    for name in ("a.png", "a.solved.png"):
        repaint(name, np.full((90, 90, 3), 255, np.uint8))
    code, _, err = told(capsys, "read", "a.solved.png")
    assert (code, str(Message("own_answer")) in err) == (4, True)
    assert str(Message("own_answer")) not in told(capsys, "read", "a.png")[2]


@pytest.mark.parametrize("suffix", ["png", "pdf"])
def test_a_picture_whose_rule_cannot_be_seen_is_refused(suffix, capsys):
    draw_text(capsys, CONNECTED, "-o", name := f"in.{suffix}")
    for command in ("read", "check", "--force"):
        code, out, err = told(capsys, command, name)
        assert (code, out) == (3, "")
        assert err.startswith(f"{name}: it was made for the rule of connected water, which no picture shows")
    assert asked(Path(name).read_bytes(), Task("check")).status == "unreadable"
    assert told(capsys, name, "--rule", "level", "--force")[0] == 3
    line = fields(capsys, name, "--rule", "connected", "--force")
    assert parse_puzzle(line["puzzlink"]) == parse_puzzle(CONNECTED)
