"""`aquarium` and `aquarium solve`: where answers and drawings go, and what is asked of the pipeline."""

import io
import sys
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest

from app.cli.main import main
from solver.belief.overrides import Override
from solver.places import ClueAt, SideAt
from tests.app.stand_ins import DOUBT, READING, UNCLEAR, is_answer, is_drawn, paint, png, refusing, solved
from tests.shell import Stream, written
from vision.files.load import load_picture

pytestmark = pytest.mark.usefixtures("stand_in")


@pytest.mark.parametrize(
    "words", [["shot.png"], ["solve", "shot.png"], ["-q", "shot.png"], ["--", "shot.png"]]
)
def test_a_picture_is_answered_beside_it_and_not_touched(words):
    paint("shot.png")
    before = Path("shot.png").read_bytes()
    assert main(words) == 0
    assert written() == ["shot.png", "shot.solved.png"]
    assert Path("shot.png").read_bytes() == before
    assert is_answer("shot.solved.png")


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
    out = Stream()
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["-", "-o", "-"]) == 0
    contents = out.buffer.getvalue()
    assert contents.startswith(b"\x89PNG")
    assert is_drawn(load_picture(io.BytesIO(contents)).pixels)
    assert written() == []


@pytest.fixture
def drawn(monkeypatch, stand_in):
    """Let every picture be refused, what was read of it be a red picture, and give the options it had."""
    stand_in(refusing("unsure", UNCLEAR))
    asked = []

    def draw_reading(pixels, reading, doubts, loose, *, all_doubts):
        assert (reading, doubts) == (READING, (DOUBT,))
        asked.append(all_doubts)
        return np.full((9, 9, 3), (255, 0, 0), np.uint8)

    monkeypatch.setattr("vision.drawing.review.draw_reading", draw_reading)
    return asked


def is_drawing(path):
    return load_picture(Path(path)).pixels[1, 1].tolist() == [255, 0, 0]


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
    assert main([*words, "--show-reading"]) == 4
    assert written() == sorted(["in/a.png", place])
    assert is_drawing(place)
    said = capsys.readouterr().err.splitlines()
    assert said[0] == f"in/a.png: most walls are unclear → {place}"
    assert "--show-reading" not in said[-1]
    main([*words, "--show-reading", "-v"])
    assert drawn == [False, True]  # the worst doubts, or all of them


def test_a_drawing_that_cannot_be_written_is_told_beside_the_refusal(drawn, capsys, monkeypatch):
    paint("a.png")
    monkeypatch.setattr("os.replace", Mock(side_effect=PermissionError(13, "Permission denied")))
    assert main(["a.png", "--show-reading", "-q"]) == 4
    assert capsys.readouterr().err == (
        "a.png: most walls are unclear; the drawing of what was read could not be saved: "
        "a.reading.png: no permission to write here; choose another place\n"
    )
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
