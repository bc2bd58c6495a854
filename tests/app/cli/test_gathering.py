"""The answers to several pictures in one PDF: every page once, in order, whole or not at all."""

import json
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray
from PIL import Image as Pillow

from tests.app.stand_ins import paint, refusing, solved
from tests.shell import screenshot, told, written
from vision.files.mark import MARK, mark_of

SUDOKU = Path(__file__).parents[3] / "fixtures" / "refused-sudoku.png"


def scan(name: str = "scan.pdf") -> Path:
    """Make a document of a puzzle, a page without one, and the puzzle again."""
    shot, other = (Pillow.open(path).convert("RGB") for path in (screenshot("shot.png"), SUDOKU))
    shot.save(name, save_all=True, append_images=[other, shot])
    Path("shot.png").unlink()
    return Path(name)


def pages(name: str) -> list[NDArray[np.int_]]:
    document = pypdfium2.PdfDocument(name)
    return [np.asarray(page.render(scale=1).to_pil().convert("RGB"), int) for page in document]


def blue(page: NDArray[np.int_]) -> float:
    """Return the share of the pixels that are water."""
    return float(np.mean(page[..., 2] > page[..., 0] + 60))


def test_all_pages_of_a_document_go_into_one_those_without_an_answer_as_they_were(capsys):
    scan()
    code, out, err = told(capsys, "scan.pdf", "-o", "scan.solved.pdf")
    assert (code, out, written()) == (4, "", ["scan.pdf", "scan.solved.pdf"])
    before, after = pages("scan.pdf"), pages("scan.solved.pdf")
    assert len(after) == 3
    assert [blue(page) > 0.05 for page in after] == [True, False, True]
    high, wide, _ = before[1].shape
    assert abs(len(after[1]) - high) <= 1  # a page is as large as before, up to its last pixel
    assert np.abs(after[1][:high, :wide] - before[1]).mean() < 10
    assert mark_of(Path("scan.solved.pdf")) == MARK
    lines = err.splitlines()
    assert lines[0].endswith(" s")  # the document is not there yet
    assert lines[-2:] == ["3 pictures: 2 solved, 1 no puzzle", "3 pages → scan.solved.pdf"]
    assert "-o scan.solved.pdf" not in err  # one page that is tried again is not laid over all


def test_a_later_run_over_the_folder_passes_over_it_and_writes_it_anew(capsys, stand_in):
    paint("a.png", "b.png")
    told(capsys, ".", "-o", "all.pdf")
    first = Path("all.pdf").read_bytes()
    _, _, err = told(capsys, ".", "-o", "all.pdf")
    assert "2 pages → all.pdf" in err
    assert Path("all.pdf").read_bytes() == first


def test_pictures_are_gathered_in_their_order_and_what_is_missing_by_its_name(capsys, stand_in):
    for name, side in (("b.png", 300), ("a.png", 200)):
        Pillow.new("RGB", (side, side), "white").save(name)
    code, _, _ = told(capsys, "b.png", "none.png", "a.png", "-o", "all.pdf")
    assert code == 3
    document = pypdfium2.PdfDocument("all.pdf")
    assert [round(page.get_width()) for page in document] == [225, 595, 150]
    assert document[1].get_textpage().get_text_range().strip() == "none.png"


def test_an_interrupted_run_leaves_nothing_of_it(capsys, stand_in):
    paint("a.png", "b.png")
    ends = iter([solved, Mock(side_effect=KeyboardInterrupt)])
    stand_in(lambda pixels, **asked: next(ends)(pixels, **asked))  # noqa: PLW0108 — one after the other
    code, _, err = told(capsys, "a.png", "b.png", "-o", "all.pdf")
    assert (code, written()) == (130, ["a.png", "b.png"])
    assert "all.pdf was not written: the run stopped before the last page; run it again" in err


@pytest.mark.usefixtures("stand_in")
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


def test_nothing_is_written_if_no_page_has_an_answer(capsys, stand_in):
    stand_in(refusing("no_puzzle"))
    paint("a.png", "b.png")
    code, _, err = told(capsys, "a.png", "b.png", "-o", "all.pdf")
    assert (code, err.splitlines()[-1]) == (4, "all.pdf was not written: no page has an answer")
    assert written() == ["a.png", "b.png"]
