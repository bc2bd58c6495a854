"""Puzzles as text: known by what is in them, solved like pictures, or refused."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from app.outcome import Outcome
from app.service import Text
from app.tasks import Task
from fixtures.drawing.board.puzzles import unique_puzzle
from solver.belief.overrides import parse_override
from solver.formats import Form, format_json, format_puzzle
from solver.formats.annotated import CROSS, EMPTY, UNCLEAR, AnnotatedPuzzle, known_of, unclear_of
from solver.formats.annotated import WATER as WET
from solver.puzzle import Marks, Puzzle
from solver.puzzle import Water as Wet
from tests.app.tasks.conftest import that_differ
from tests.shell import PUZZLE, TASK, WATER, asked, fields, told
from tests.solver.formats.others import saved
from vision.drawing.overlay import Drawing
from vision.drawing.puzzle import draw_puzzle
from vision.drawing.style import DEFAULT, Style
from vision.drawing.water import Water, colours_on_white
from vision.files.load import load_picture
from vision.files.pixels import Image
from vision.vectors.svg import NAMESPACE


@pytest.mark.parametrize(
    ("form", "name", "encoding"),
    [
        *((form, "puzzle.txt", "utf-8") for form in Form),
        *((Form.GRID, "puzzle", "utf-8"), (Form.TASK, "puzzle.png", "utf-8")),
        *((Form.DRAWING, "puzzle.txt", encoding) for encoding in ("utf-8-sig", "utf-16")),  # of Windows
    ],
)
def test_a_text_file_of_any_form_name_and_encoding_is_solved(form, name, encoding, capsys):
    lines = "\r\n" if encoding != "utf-8" else "\n"
    Path(name).write_text(format_puzzle(PUZZLE, form), encoding=encoding, newline=lines)
    code, out, err = told(capsys, name)
    assert (code, out) == (0, "")
    assert err.startswith(f"{name}: 6×6, 6 aquariums, one solution, 0.")
    page, board = draw_puzzle(PUZZLE)
    answer = load_picture(Path("puzzle.solved.png")).pixels
    assert np.array_equal(answer, Drawing(page, (Water(board, WATER, PUZZLE.regions),)).pixels)


def test_a_board_that_is_not_square_wants_its_size(capsys):
    Path("a.txt").write_text("1_1_1_1_1_2;1,2,3,4,5,6,7,8\n")  # two rows of four
    code, _, err = told(capsys, "a.txt")
    assert (code, err) == (
        3,
        "a.txt: line 1, column 13: 6 clues and 8 cells are not a square board; "
        "say how many columns it has, 2 or 4: --size ROWSxCOLUMNS\n",
    )
    _, _, err = told(capsys, TASK, "--size", "7x6")
    assert "line 1, column 1: expected a board of 7 rows, found 6; correct the text or --size" in err
    line = fields(capsys, "a.txt", "--size", "2x4")
    assert (line["rows"], line["cols"], line["row_clues"]) == (2, 4, [1, 2])


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1_2;passw0rd,1,2,3,4,1,2,3,4,1,2,3,4,1,2,3,4,1,2,3,4", "task string"),
        ('{"regions": "passw0rd"}', "JSON"),
        ("https://root:passw0rd@host/?slither/4/4", "puzz.link address"),
        ("passw0rd", None),
    ],
)
def test_a_link_that_is_called_like_a_picture_tells_nothing_of_a_text(text, kind, capsys):
    Path("private").write_text(text)
    Path("shot.png").symlink_to("private")
    code, out, err = told(capsys, "shot.png", "-v")
    seen = f" but a puzzle as text ({kind}) with a mistake" if kind else ";"
    assert (code, out, err.startswith(f"shot.png: this is not a picture{seen}")) == (3, "", True), err
    assert not [word for word in ("passw0rd", "root", "host") if word in err]


# What a player has entered in a text is in its picture, and all else is drawn over it

SIGNS = {EMPTY: ".", WET: "w", CROSS: "x", UNCLEAR: "?"}
TASKS = (
    *(Task("solve"), Task("draw"), Task("draw", solution=True), Task("hint", level="reason")),
    *(Task("check"), Task("check", rules_only=True)),
)
ASIDE = (0.2, 0.5)
"""A place in a cell that no cross, bracket or line of the surface reaches."""


def played(unclear: float = 0.1) -> tuple[Puzzle, Wet, Marks]:
    """Return a puzzle with its water, and right and wrong entries of each kind, and some unclear."""
    rng = np.random.default_rng(129)
    puzzle, water = unique_puzzle(rng, 3, 4)
    chosen = rng.random(np.shape(water))
    marks = np.where(np.array(water) ^ (chosen < 0.1), WET, CROSS).astype(object)
    marks[chosen > 0.8] = EMPTY
    marks[chosen > 1 - unclear] = UNCLEAR
    return puzzle, water, tuple(map(tuple, marks.tolist()))


def as_json(puzzle: Puzzle, marks: Marks) -> Text:
    return Text(format_json(AnnotatedPuzzle(puzzle, known_of(marks), None, unclear_of(marks))))


def are(marks: Marks, *which: int) -> NDArray[np.bool_]:
    return np.isin(np.array(marks, float), which)  # what is unclear is no number


def that_are_wet(picture: Image, puzzle: Puzzle, style: Style) -> NDArray[np.bool_]:
    board = draw_puzzle(puzzle)[1]
    x, y = board.points(*np.meshgrid(np.arange(board.cols) + ASIDE[0], np.arange(board.rows) + ASIDE[1]))
    seen = picture[y.astype(int), x.astype(int)].astype(int)
    return np.abs(seen - colours_on_white(style)[0]).max(axis=2) < 9


def seen_in_pdf(outcome: Outcome) -> Image:
    """Return an answer's PDF, drawn as large as its pixels."""
    page = pypdfium2.PdfDocument(outcome.encoded("PDF"))[0]
    height, width = outcome.picture.shape[:2]
    shown = page.render(scale=width / page.get_width()).to_pil().convert("RGB")
    return np.asarray(shown.resize((width, height)), np.uint8)


@pytest.mark.parametrize(("task", "unclear"), [*zip(TASKS, [0, 0.1] * 3, strict=True)], ids=str)
def test_all_is_drawn_over_the_entries_of_a_text_wherever_it_has_them_or_they_are_ignored(task, unclear):
    puzzle, _, marks = played(unclear)
    outcome = asked(as_json(puzzle, marks), task)
    assert (that_differ(outcome.answer.drawing.base, *draw_puzzle(puzzle)) == are(marks, WET, CROSS)).all()
    signs = "/".join("".join(map(SIGNS.__getitem__, line)) for line in marks)
    others = [
        asked(as_json(puzzle, tuple((WET,) * puzzle.width for _ in marks)), task, marks=signs),
        asked(Text(format_puzzle(puzzle, Form.PUZZLINK)), task, marks=signs),
    ]
    if not unclear:
        others.append(asked(Text(saved(puzzle, known_of(marks))), task))
    ignoring = asked(as_json(puzzle, marks), task, ignore_entries=True)
    empty = asked(Text(format_puzzle(puzzle, Form.JSON)), task)
    for form in ("PNG", "SVG"):
        assert {other.encoded(form) for other in others} == {outcome.encoded(form)}
        assert ignoring.encoded(form) == empty.encoded(form)


@pytest.mark.parametrize("style", [DEFAULT, Style((0, 128, 128), 70), Style(only_new=True)])
def test_the_answer_to_a_text_has_all_its_water_whoever_entered_it(style: Style):
    puzzle, water, marks = played()
    text, put = as_json(puzzle, marks), are(marks, WET)
    all_wet = put | (np.array(water) & ~(are(marks, CROSS) & style.only_new))
    for task, wet in ((Task("solve"), all_wet), (Task("draw", solution=True), all_wet), (Task("draw"), put)):
        outcome = asked(text, task, style=style)
        for picture in (outcome.picture, seen_in_pdf(outcome)):
            assert (that_are_wet(picture, puzzle, style) == wet).all()


@pytest.mark.parametrize("from_marks", [False, True])
def test_an_explanation_begins_from_a_board_that_has_the_entries_only_if_it_counts_them(from_marks: bool):
    marks = tuple(tuple(WET if wet else CROSS for wet in row) for row in WATER)
    loaded = list[Image]()
    asked(
        as_json(PUZZLE, marks),
        Task("explain", from_marks=from_marks),
        trace=lambda name, product: loaded.append(product) if name == "loaded" else None,
    )
    (page,) = loaded
    assert (that_differ(page, *draw_puzzle(PUZZLE)) == from_marks).all()


def test_what_a_person_corrects_in_a_text_is_drawn_with_its_entries_also_without_pixels():
    marks = (tuple(WET if wet else EMPTY for wet in row) for row in WATER)
    outcome = asked(as_json(PUZZLE, tuple(marks)), places=[parse_override("top:1=none")])
    corrected = replace(PUZZLE, col_clues=(None, *PUZZLE.col_clues[1:]))
    page, board = draw_puzzle(corrected)
    drawn = Drawing(page, (Water(board, WATER, PUZZLE.regions),)).pixels
    assert np.array_equal(outcome.picture, drawn)
    words = ElementTree.fromstring(outcome.encoded("SVG")).iter(f"{{{NAMESPACE}}}text")
    assert [int(word.text) for word in words] == [*PUZZLE.col_clues[1:], *PUZZLE.row_clues]
