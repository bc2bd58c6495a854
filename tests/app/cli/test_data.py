"""Data that is asked for: it comes alone, without pictures or reports, unless a place for these is named."""

from pathlib import Path
from unittest.mock import Mock

import pytest

from solver.formats import Form, format_puzzle, parse_truth
from solver.puzzle import Puzzle
from tests.app.stand_ins import SMALL, SMALL_WATER, paint
from tests.shell import PUZZLE, fields, screenshot, told, written

CONNECTED = Puzzle(SMALL.col_clues, SMALL.row_clues, SMALL.regions, rule="connected")


@pytest.mark.parametrize("option", ["--json", "--text", "--share"])
def test_data_is_printed_and_pictures_are_written_only_with_a_place_for_them(option, stand_in, capsys):
    paint("in/a.png", "in/b.png")
    code, data, err = told(capsys, "in", option)
    assert (code, written()) == (0, ["in/a.png", "in/b.png"])
    assert not Path("in/report.jsonl").exists()
    assert "→" not in err
    both = told(capsys, "in", option, "-o", "out")[1]
    assert both.count("\n") == data.count("\n") > 0
    assert written() == ["in/a.png", "in/b.png", "out/a.solved.png", "out/b.solved.png"]
    assert Path("out/report.jsonl").exists()


def test_a_picture_that_is_to_be_opened_is_written_and_of_several_their_page_is_opened(
    stand_in, monkeypatch, capsys
):
    paint("a.png", "in/b.png", "in/c.png")
    shown: list[Path] = []
    monkeypatch.setattr("app.cli.desktop.open_answer", shown.append)
    monkeypatch.setattr("app.cli.desktop.paste_clipboard", lambda _: Path("a.png"))
    assert told(capsys, "--paste", "--json", "--open")[0] == 0
    assert (written()[:2], shown) == (["a.png", "a.solved.png"], [Path("a.solved.png")])
    assert told(capsys, "in", "-o", "out", "--open")[0] == 0
    assert shown[1:] == [Path("out/index.html")]


def test_an_interruption_ends_everything_and_tells_how_to_go_on_but_of_data_alone(stand_in, capsys):
    stand_in(Mock(side_effect=KeyboardInterrupt))
    paint("a.png", "b.png")
    assert told(capsys, "a.png", "b.png", "--json") == (130, "", "aquarium: interrupted\n")
    going_on = "aquarium: interrupted; to continue: aquarium a.png b.png -n\n"
    assert told(capsys, "a.png", "b.png") == (130, "", going_on)
    assert written() == ["a.png", "b.png"]


@pytest.mark.parametrize("words", [["new", "4x4"], ["draw", "in.txt"], ["check", "a.png"], ["hint", "a.png"]])
def test_every_command_prints_data_without_drawing(words, capsys):
    Path("in.txt").write_text(format_puzzle(PUZZLE, Form.TASK))
    screenshot("a.png")
    assert fields(capsys, *words)["output"] is None
    assert written() == ["a.png", "in.txt"]


def test_a_text_that_cannot_tell_a_puzzle_is_missing_for_that_one_alone(capsys):
    Path("a.txt").write_text(format_puzzle(CONNECTED, Form.PUZZLINK))
    Path("b.txt").write_text(format_puzzle(SMALL, Form.TASK))
    code, out, err = told(capsys, "a.txt", "b.txt", "--text")
    assert (code, parse_truth(out)) == (2, (SMALL, SMALL_WATER))
    assert err.startswith("a.txt: --text: this form cannot express the rule of connected water")
    line = fields(capsys, "a.txt", "--text")
    assert (line["exit_code"], line["text"], line["unique"]) == (2, None, True)
