"""SVG and PDF show what is drawn in pixels at just the same places, say whose they are, and never vary."""

import base64
import io
from dataclasses import replace
from xml.etree import ElementTree

import cv2
import numpy as np
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from pikepdf import Pdf
from PIL import Image as Pillow

from fixtures.drawing.board.puzzles import random_puzzle
from solver.puzzle import Puzzle
from solver.puzzle import Water as Wet
from tests.vision.drawing.scenes import Scene, board_of
from vision.drawing.layer import Layer, cross, dot
from vision.drawing.overlay import Clean, Drawing
from vision.drawing.palette import CLEAR, Paint
from vision.drawing.puzzle import NOT_LEVEL, draw_puzzle
from vision.drawing.water import Water
from vision.files.mark import MARK, QUESTION, mark_of
from vision.files.pixels import Image, Picture
from vision.vectors.booklet import Entry, booklet_pages
from vision.vectors.drawing import encode_drawing, layer_items
from vision.vectors.page import Area, Group, Item, Page, Ring, Words, rectangle
from vision.vectors.pdf import encode_pdf
from vision.vectors.svg import NAMESPACE, encode_svg

FORMS = ("PDF", "SVG")
MEAN, FAR, MOST_FAR = 2.5, 60, 0.02
"""Levels of 255 by which pixels differ at the mean, and share of them that differ by far: viewers smooth the
edges of areas otherwise."""


def rendered(contents: bytes, like: Image) -> NDArray[np.int_]:
    page = pypdfium2.PdfDocument(contents)[0]
    height, width = like.shape[:2]
    picture = page.render(scale=width / page.get_width()).to_pil().convert("RGB")
    return np.asarray(picture.resize((width, height)), int)


def off_by(contents: bytes, pixels: Image) -> NDArray[np.int_]:
    """Return (H, W): by how much a document looks otherwise than a picture, which is little at the mean."""
    off = np.abs(rendered(contents, pixels) - pixels).max(axis=2)
    assert off.mean() < MEAN
    return off


def clean(puzzle: Puzzle, water: Wet = ()) -> Drawing:
    page, board = draw_puzzle(puzzle)
    parts = (Water(board, water, puzzle.regions),) if water else ()
    return Drawing(page, parts, Clean(puzzle, board))


@pytest.fixture(scope="module")
def wet(plain: Scene) -> Drawing:
    return Drawing(plain.pixels, plain.parts["water"])


@pytest.mark.parametrize("what", ["water", "known", "hint", "broken", "mistakes", "unclear"])
def test_a_pdf_looks_as_the_picture(what: str, plain: Scene):
    drawing = Drawing(plain.pixels, plain.parts[what])
    off = off_by(encode_drawing(drawing, Picture(plain.pixels), "PDF", MARK), drawing.pixels)
    assert (off > FAR).mean() < MOST_FAR
    blank = np.abs(plain.pixels.astype(int) - drawing.pixels).max(axis=2)
    assert off.mean() < blank.mean() / 3  # so that it can fail


@pytest.mark.parametrize("rule", ["level", "connected"])
def test_a_clean_picture_is_drawn_without_pixels_and_its_water_under_its_lines(rule: str):
    drawn, water = random_puzzle(np.random.default_rng(3), 9, 7)
    puzzle = replace(drawn, rule=rule)
    drawing = clean(puzzle, water)
    document, svg = (encode_drawing(drawing, Picture(drawing.base), form, QUESTION) for form in FORMS)
    left, top, right, bottom = drawing.clean.board.box  # around it the letters are others
    assert (off_by(document, drawing.pixels)[top:bottom, left:right] > FAR).mean() < MOST_FAR / 2
    assert b"/Image" not in document
    root = ElementTree.fromstring(svg)
    assert not list(root.iter(f"{{{NAMESPACE}}}image"))
    written = [text.text for text in root.iter(f"{{{NAMESPACE}}}text")]
    clues = [str(clue) for clue in (*puzzle.col_clues, *puzzle.row_clues) if clue is not None]
    assert written[: len(clues)] == clues
    assert " ".join(written[len(clues) :]) == ("" if rule == "level" else NOT_LEVEL)


@pytest.mark.parametrize("form", FORMS)
def test_equal_drawings_give_equal_bytes_with_their_mark(form: str, wet: Drawing):
    marks = [MARK, MARK, QUESTION]
    files = [encode_drawing(wet, Picture(wet.base), form, mark) for mark in marks]
    assert files[0] == files[1]
    assert [mark_of(io.BytesIO(file)) for file in files] == marks


def test_a_page_of_a_jpeg_holds_a_jpeg(wet: Drawing):
    like = Picture(wet.base, format="JPEG")
    pdf, svg = (encode_drawing(wet, like, form, MARK) for form in FORMS)
    assert b"data:image/jpeg" in svg
    assert b"/DCTDecode" in pdf
    for seen in (image_in(svg), rendered(pdf, wet.base)):
        assert np.abs(seen.astype(int) - wet.pixels).mean() < MEAN


def image_in(contents: bytes) -> NDArray[np.uint8]:
    (image,) = ElementTree.fromstring(contents).iter(f"{{{NAMESPACE}}}image")
    stored = base64.b64decode(image.attrib["href"].partition(",")[2])
    return np.asarray(Pillow.open(io.BytesIO(stored)))


def test_the_pages_of_a_document_share_one_font_that_is_an_object():
    drawing = clean(random_puzzle(np.random.default_rng(3), 5, 6)[0])
    with Pdf.open(io.BytesIO(encode_pdf(booklet_pages([Entry("a", drawing, drawing)]), MARK, "b"))) as book:
        fonts = {page.Resources.Font.F.objgen for page in book.pages}
        assert len(book.pages) == 2
        assert len(fonts) == 1
        assert (0, 0) not in fonts


def test_an_svg_holds_any_sign():
    page = Page(10, 10, (Words("<&>\"'–", (1, 2), 3, (0, 0, 0)),))
    root = ElementTree.fromstring(encode_svg(page, MARK, "a < b"))
    assert [text.text for text in root.iter(f"{{{NAMESPACE}}}text")] == ["<&>\"'–"]


def test_a_group_is_moved_and_scaled_as_one():
    black = Area((rectangle(0, 0, 20, 10),), Paint((0, 0, 0), 255))
    page = Page(40, 40, (Group((10, 20), 0.5, (black,)),))
    (group,) = ElementTree.fromstring(encode_svg(page, MARK, "a")).iter(f"{{{NAMESPACE}}}g")
    assert group.attrib["transform"] == "translate(10 20) scale(0.500000)"
    assert len(group) == 1
    dark = rendered(encode_pdf([page], MARK, "a"), np.zeros((40, 40, 3), np.uint8)) < 128
    rows, cols = np.nonzero(dark.all(axis=2))
    assert (rows.min(), rows.max(), cols.min(), cols.max()) == (20, 24, 10, 19)


def test_transparent_pictures_stay_so(plain: Scene):
    rgba = np.dstack([plain.pixels, np.full(plain.pixels.shape[:2], 255, np.uint8)])
    rgba[:9, :9, 3] = 0
    like = Picture(plain.pixels, rgba=rgba)
    document, svg = (encode_drawing(Drawing(plain.pixels), like, form, MARK) for form in FORMS)
    assert b"/SMask" in document
    assert np.array_equal(image_in(svg), rgba)


RED, BLUE, GREY = Paint((200, 0, 0), 255), Paint((0, 0, 200), 128), Paint((90, 90, 90), 80)
MARGIN, PITCH, SIZE = 40, 20, (200, 200)
BOARD = board_of(3, 4, PITCH, MARGIN, MARGIN)


def is_within(rings: tuple[Ring, ...], x: float, y: float) -> bool:
    return sum(cv2.pointPolygonTest(np.float32(ring), (x, y), False) > 0 for ring in rings) % 2 == 1


def paint_at(items: list[Item], u: float, v: float) -> list[Paint]:
    x, y = MARGIN + PITCH * u, MARGIN + PITCH * v
    return [item.paint for item in items if isinstance(item, Area) and is_within(item.rings, x, y)]


@settings(max_examples=20)
@given(st.sets(st.tuples(st.integers(0, 2), st.integers(0, 3)), min_size=1))
def test_cells_of_one_paint_are_one_path_without_seams(cells: set[tuple[int, int]]):
    layer = Layer(BOARD)
    layer.fill_cells(cells, BLUE)
    items = list(layer_items(layer, *SIZE))
    assert len(items) == 1
    for row, col in np.ndindex(3, 4):
        assert paint_at(items, col + 0.4, row + 0.6) == ([BLUE] if (row, col) in cells else [])


def test_what_is_painted_anew_hides_what_was_there():
    layer = Layer(BOARD, GREY)
    layer.fill((0, 0, 4, 2), BLUE)
    layer.fill_cells([(0, 1)], RED)
    layer.fill_cells([(1, 1)], CLEAR)
    items = list(layer_items(layer, *SIZE))
    assert paint_at(items, 0.5, 0.5) == [BLUE]
    assert paint_at(items, 1.5, 0.5) == [RED]
    assert paint_at(items, 1.5, 1.5) == []
    assert paint_at(items, 1.5, 2.5) == paint_at(items, -1, -1) == [GREY]


def test_strokes_are_lines_over_every_marked_cell():
    layer = Layer(BOARD)
    layer.mark([(0, 0), (2, 3)], cross(0.2, 0.1), RED)
    layer.mark([(1, 1)], dot(0.1), BLUE)
    first, _, third = list(layer_items(layer, *SIZE))
    assert np.allclose(first.lines[1], MARGIN + PITCH * np.array([(3.3, 2.3), (3.7, 2.7)]))
    assert (first.width, third.width) == (pytest.approx(2), pytest.approx(4))


def test_stripes_stay_in_their_cell_and_cover_their_share():
    layer = Layer(BOARD)
    layer.stripe([(1, 1)], RED)
    items = list(layer_items(layer, *SIZE))
    places = 1 + (np.arange(20) + 0.5) / 20
    covered = np.mean([bool(paint_at(items, u, v + 0.01)) for u in places for v in places])
    assert covered == pytest.approx(0.4, abs=0.03)
    (area,) = items
    corners = np.concatenate(area.rings)
    assert corners.min() >= MARGIN + PITCH and corners.max() <= MARGIN + 2 * PITCH
