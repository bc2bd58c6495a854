"""Where answers, drawings and data go, what is asked of the pipeline, and what is no question."""

import io
import json
import shutil
import sys
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pypdfium2
import pytest
from PIL import Image as Pillow

from app.cli.main import main
from solver import solve
from solver.belief.overrides import Override
from solver.formats import Form, format_puzzle, parse_truth
from solver.places import ClueAt, SideAt
from solver.puzzle import Puzzle
from tests.app.stand_ins import DOUBT, READING, SMALL, WHITE, in_turn, is_answer, paint, png, refusing, solved
from tests.shell import Stream, fields, pixels, told, usage_error, written
from vision.files.mark import MARK, mark_of

pytestmark = pytest.mark.usefixtures("stand_in")


@pytest.mark.parametrize("words", ["a.png", "solve a.png", "-q a.png", "-- a.png", "solved", "./help"])
def test_a_picture_is_answered_beside_it_and_not_touched_even_if_it_is_called_like_a_command(words):
    picture = Path(words.split()[-1])
    paint(str(picture), form="PNG")
    before = picture.read_bytes()
    assert main(words.split()) == 0
    assert written() == [str(picture), f"{picture.stem}.solved.png"]
    assert picture.read_bytes() == before
    assert is_answer(f"{picture.stem}.solved.png")


@pytest.mark.parametrize(
    ("word", "output"), [("in/a.png", "out"), ("in/a.png", "out/"), ("in/a.png", "new/"), ("in", "new")]
)
def test_an_answer_goes_into_a_folder_if_it_is_there_or_ends_with_a_slash_or_is_for_a_folder(word, output):
    paint("in/a.png")
    Path("out").mkdir()
    assert main([word, "-o", output]) == 0
    assert written() == sorted(["in/a.png", f"{output.rstrip('/')}/a.solved.png"])


def test_standard_input_is_read_and_standard_output_written(monkeypatch):
    monkeypatch.setattr(sys, "stdin", Stream(png()))
    monkeypatch.setattr(sys, "stdout", out := Stream())
    assert main(["-", "-o", "-"]) == 0
    assert out.buffer.getvalue().startswith(b"\x89PNG")
    assert is_answer(io.BytesIO(out.buffer.getvalue()))
    assert written() == []


@pytest.fixture
def drawn(monkeypatch, stand_in):
    """Let every picture be refused, what was read of it be a red picture, and give the options it had."""
    stand_in(refusing("unsure"))
    asked = []

    def draw_reading(pixels, reading, doubts, loose, *, all_doubts):
        assert (reading, doubts) == (READING, (DOUBT,))
        asked.append(all_doubts)
        return np.full((9, 9, 3), (255, 0, 0), np.uint8)

    monkeypatch.setattr("vision.drawing.review.draw_reading", draw_reading)
    return asked


@pytest.mark.parametrize(
    ("words", "place"),
    [
        (["in/a.png"], "in/a.reading.png"),
        (["in/a.png", "-o", "out/"], "out/a.reading.png"),
        (["in/a.png", "-o", "b.solved.png"], "b.reading.png"),
        (["in/a.png", "-o", "-"], "in/a.reading.png"),
    ],
)
def test_a_refused_picture_is_drawn_as_read_beside_where_the_answer_belongs(drawn, capsys, words, place):
    paint("in/a.png")
    code, _, err = told(capsys, *words, "--show-reading")
    assert code == 4
    assert written() == sorted(["in/a.png", place])
    assert pixels(place)[1, 1].tolist() == [255, 0, 0]
    said = err.splitlines()
    assert said[0] == f"in/a.png: most walls are unclear → {place}"
    assert "--show-reading" not in said[-1]
    main([*words, "--show-reading", "-v"])
    assert drawn == [False, True]  # the worst doubts, or all of them


def test_a_drawing_that_cannot_be_written_is_told_beside_the_refusal(drawn, capsys, monkeypatch):
    paint("a.png")
    monkeypatch.setattr("os.replace", Mock(side_effect=PermissionError(13, "Permission denied")))
    said = (
        "a.png: most walls are unclear; the drawing of what was read could not be saved: "
        "a.reading.png: no permission to write here; choose another place\n"
    )
    assert told(capsys, "a.png", "--show-reading", "-q") == (4, "", said)
    assert written() == ["a.png"]


def test_wishes_are_handed_on(stand_in):
    stand_in(pipeline := Mock(side_effect=solved))
    paint("shot.png")
    words = "--time-limit 0.5 --repair-limit 0.25 --as-read --ignore-entries --rule connected"
    fixes = "--fix left:2=? --fix wall:3,4-3,5=yes --fix top:1=2 --fix bottom:1=2"
    assert main(["shot.png", *words.split(), *fixes.split(), "--size", " 60 X 8 "]) == 0
    assert main(["shot.png", "--no-repair"]) == 0
    asked, without_repair = (call.kwargs for call in pipeline.call_args_list)
    same = Override(ClueAt("column", 0), 2)
    overrides = Override(ClueAt("row", 1), None), Override(SideAt(2, 3, False), True), same, same
    flags = {"as_read": True, "ignore_entries": True, "rule": "connected"}
    wishes = {**flags, "time_limit": 0.5, "repair_limit": 0.25, "size": (60, 8), "overrides": overrides}
    assert {name: asked[name] for name in wishes} == wishes
    assert without_repair["repair_limit"] == 0


# Data that is asked for comes alone, unless a place for pictures and reports is named

CONNECTED = Puzzle(SMALL.col_clues, SMALL.row_clues, SMALL.regions, rule="connected")


@pytest.mark.parametrize("option", ["--json", "--text", "--share"])
def test_data_is_printed_and_pictures_are_written_only_with_a_place_for_them(option, capsys):
    paint("in/a.png", "in/b.png")
    code, data, err = told(capsys, "in", option)
    assert (code, written()) == (0, ["in/a.png", "in/b.png"])
    assert not Path("in/report.jsonl").exists()
    assert "→" not in err
    both = told(capsys, "in", option, "-o", "out")[1]
    assert both.count("\n") == data.count("\n") > 0
    assert written() == ["in/a.png", "in/b.png", "out/a.solved.png", "out/b.solved.png"]
    assert Path("out/report.jsonl").exists()


def test_a_picture_that_is_to_be_opened_is_written_and_of_several_their_page_is_opened(monkeypatch, capsys):
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
    Path("in.txt").write_text(format_puzzle(SMALL, Form.TASK))
    paint("a.png")
    assert fields(capsys, *words)["output"] is None
    assert written() == ["a.png", "in.txt"]


def test_a_text_that_cannot_tell_a_puzzle_is_missing_for_that_one_alone(capsys):
    Path("a.txt").write_text(format_puzzle(CONNECTED, Form.PUZZLINK))
    Path("b.txt").write_text(format_puzzle(SMALL, Form.TASK))
    code, out, err = told(capsys, "a.txt", "b.txt", "--text")
    assert (code, parse_truth(out)) == (2, (SMALL, solve(SMALL).water))
    assert err.startswith("a.txt: --text: this form cannot express the rule of connected water")
    line = fields(capsys, "a.txt", "--text")
    assert (line["exit_code"], line["text"], line["unique"]) == (2, None, True)


# Answers of this program are no questions: known by their mark, counted, asked about if alone

ALONE = "a.solved.png is an answer of this program"


@pytest.fixture
def answered(capsys):
    """Leave a picture, its answer, a copy of that under another name, and a picture called like an answer."""
    paint("a.png", "x.solved.png")
    main(["a.png"])
    shutil.copy("a.solved.png", "y.png")
    capsys.readouterr()


@pytest.mark.parametrize("words", [["."], ["*.png"], ["a.png", "a.solved.png", "x.solved.png", "y.png"]])
def test_among_several_pictures_answers_are_skipped_and_counted(answered, words, capsys):
    code, _, err = told(capsys, *words, "-o", "out")
    said = ["2 pictures: 2 solved; 2 are answers, skipped", "reports: out/index.html"]
    assert (code, err.splitlines()[-2:]) == (0, said)
    assert [name for name in written() if "out/" in name] == ["out/a.solved.png", "out/x.solved.solved.png"]


def test_each_answer_that_is_skipped_is_named_if_much_is_told(answered, capsys):
    named = [line for line in told(capsys, ".", "-v", "--json")[2].splitlines() if ": skipped" in line]
    assert named == [f"./{name}: skipped, it is an answer" for name in ("a.solved.png", "y.png")]
    assert "answer" not in told(capsys, ".", "-q", "--json")[2]
    assert told(capsys, "a.solved.png", "y.png") == (0, "", "nothing to do; 2 are answers, skipped\n")


def test_an_answer_that_is_named_alone_is_refused_where_nobody_can_be_asked(answered, capsys):
    before = written()
    said = usage_error(capsys, "a.solved.png", "-q")
    assert said == f"{ALONE}; to solve it anyway, add --force"
    assert written() == before
    assert told(capsys, "a.solved.png", "--force")[0] == 0
    assert "a.solved.solved.png" in written()


@pytest.mark.parametrize(
    ("reply", "is_solved"), [(b"y\n", True), (b"\n", False), (b"no\n", False), (b"", False)]
)
def test_on_a_terminal_an_answer_that_is_named_alone_is_asked_about(
    answered, reply, is_solved, monkeypatch, capsys
):
    monkeypatch.setattr(sys, "stdin", Stream(reply, terminal=True))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    code, out, err = told(capsys, "a.solved.png")
    assert (code, out, err.startswith(f"{ALONE}; solve it anyway? [y/N] ")) == (0, "", True)
    assert ("a.solved.solved.png" in written()) == is_solved


# Several answers in one PDF: every page once, in order, whole or not at all


def pages(name):
    document = pypdfium2.PdfDocument(name)
    return [np.array(page.render(scale=1).to_pil().convert("RGB"), int) for page in document]


def test_all_pages_of_a_document_go_into_one_those_without_an_answer_as_they_were(capsys, stand_in):
    stand_in(in_turn(solved, refusing("no_puzzle"), solved))
    black = Pillow.new("RGB", (80, 60))
    WHITE.save("scan.pdf", save_all=True, append_images=[black, WHITE])
    code, out, err = told(capsys, "scan.pdf", "-o", "scan.solved.pdf")
    assert (code, out, written()) == (4, "", ["scan.pdf", "scan.solved.pdf"])
    before, after = pages("scan.pdf"), pages("scan.solved.pdf")
    has_water = [(page[..., 2] > page[..., 0] + 20).any() for page in after]
    assert has_water == [True, False, True]
    high, wide, _ = before[1].shape  # a page is as large as before, up to its last pixel
    assert np.array_equal(before[1], after[1][:high, :wide])
    assert after[1].shape < (high + 2, wide + 2)
    assert mark_of(Path("scan.solved.pdf")) == MARK
    lines = err.splitlines()
    assert lines[0].endswith(" s")  # the document is not there yet
    assert lines[-2:] == ["3 pictures: 2 solved, 1 no puzzle", "3 pages → scan.solved.pdf"]
    assert "-o scan.solved.pdf" not in err  # one page that is tried again is not laid over all


def test_a_later_run_over_the_folder_passes_over_it_and_writes_it_anew(capsys):
    paint("a.png", "b.png")
    told(capsys, ".", "-o", "all.pdf")
    first = Path("all.pdf").read_bytes()
    _, _, err = told(capsys, ".", "-o", "all.pdf")
    assert "2 pages → all.pdf" in err
    assert Path("all.pdf").read_bytes() == first


def test_pictures_are_gathered_in_their_order_and_what_is_missing_by_its_name(capsys):
    for name, side in (("b.png", 300), ("a.png", 200)):
        Pillow.new("RGB", (side, side), "white").save(name)
    code, _, _ = told(capsys, "b.png", "none.png", "a.png", "-o", "all.pdf")
    assert code == 3
    document = pypdfium2.PdfDocument("all.pdf")
    assert [round(page.get_width()) for page in document] == [225, 595, 150]
    assert document[1].get_textpage().get_text_range().strip() == "none.png"


@pytest.mark.parametrize(
    ("ends", "code", "why"),
    [
        ([solved, Mock(side_effect=KeyboardInterrupt)], 130, "the run stopped before the last page"),
        ([refusing("no_puzzle")] * 2, 4, "no page has an answer"),
    ],
)
def test_a_run_that_is_interrupted_or_has_no_answer_leaves_no_document(ends, code, why, capsys, stand_in):
    paint("a.png", "b.png")
    stand_in(in_turn(*ends))
    ended, _, err = told(capsys, "a.png", "b.png", "-o", "all.pdf")
    assert (ended, written()) == (code, ["a.png", "b.png"])
    assert f"all.pdf was not written: {why}" in err


def test_a_run_that_stops_early_names_and_opens_no_document(capsys, monkeypatch):
    monkeypatch.setattr("app.cli.desktop.open_answer", opened := Mock())
    paint("a.png", "b.png")
    words = ["a.png", "none.png", "b.png", "-o", "all.pdf", "-j", "1", "--open", "--json"]
    code, out, err = told(capsys, *words, "--fail-fast")
    assert (code, written()) == (3, ["a.png", "b.png"])
    assert [json.loads(line)["output"] for line in out.splitlines()] == [None, None]
    assert "#page" not in err
    opened.assert_not_called()
    assert told(capsys, *words)[0] == 3
    opened.assert_called_once_with(Path("all.pdf"))
