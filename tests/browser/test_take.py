"""What is taken along is the right file under the right name, and only what is proved can be taken."""

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from app.outcome import SOLUTION_FORMS
from app.tasks import Task
from solver import solve
from solver.formats import Form, format_json, format_puzzle, parse_puzzle
from solver.formats.annotated import AnnotatedPuzzle, known_of
from tests.browser.conftest import ADDRESS, FIXTURES, cell
from tests.shell import DONE, PUZZLE, asked
from vision.drawing.puzzle import draw_puzzle

SHOT = "site-6x6.png"
COPIED = "() => navigator.clipboard.readText()"
COPIED_PICTURE = """async () => {
    const [item] = await navigator.clipboard.read();
    const bitmap = await createImageBitmap(await item.getType("image/png"));
    return [bitmap.width, bitmap.height];
}"""
SHEET = """() => {
    navigator.share = async ({ text, files }) => { window.shared = [text, files.map(({ name }) => name)]; };
    navigator.canShare = () => true;
}"""
PAPER = """() => {
    window.print = () => { window.printed = document.querySelector("#print img").naturalWidth; };
}"""


def downloaded(page, form: str) -> tuple[str, bytes]:
    with page.expect_download() as download:
        page.click(f"#take-{form}")
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def pixels(contents: bytes) -> Image.Image:
    return Image.open(io.BytesIO(contents)).convert("RGB")


@pytest.fixture
def solved(page, bring):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    bring(page, SHOT)
    return page


def test_answer_board_and_puzzle_are_saved_in_each_format_and_named_after_the_picture(solved):
    name, png = downloaded(solved, "png")
    assert name == "site-6x6.solved.png"
    assert pixels(png).tobytes() == pixels((FIXTURES / "site-6x6.solved.png").read_bytes()).tobytes()
    for form, start in (("svg", b"<svg"), ("pdf", b"%PDF-")):
        name, drawing = downloaded(solved, form)
        assert (name, start in drawing[:200]) == (f"site-6x6.solved.{form}", True)
        solved.wait_for_selector(f"#take-said:has-text('Saved as site-6x6.solved.{form}')")
    for what, has_water in (("board", True), ("puzzle", False)):
        solved.select_option("#take-what", what)
        name, png = downloaded(solved, "png")
        colours = [colour for _, colour in pixels(png).getcolors(1 << 20)]
        is_blue = any(blue > red + 60 for red, _, blue in colours)
        assert (name, is_blue) == (f"site-6x6.{what}.png", has_water)


def test_emoji_address_task_string_and_picture_are_copied(solved):
    for what, text in {
        "emoji": SOLUTION_FORMS["share"](parse_puzzle(ADDRESS), solve(parse_puzzle(ADDRESS)).water),
        "address": ADDRESS,
        "task": format_puzzle(parse_puzzle(ADDRESS), Form.TASK),
    }.items():
        solved.click(f"#take-{what}")
        solved.wait_for_selector("#take-said:has-text('Copied')")
        assert solved.evaluate(COPIED) == text
    assert solved.locator("#live").inner_text() == "Copied to the clipboard."
    solved.click("#take-picture")
    solved.wait_for_selector("#take-said:has-text('on the clipboard')")
    assert tuple(solved.evaluate(COPIED_PICTURE)) == pixels((FIXTURES / SHOT).read_bytes()).size


def test_text_is_copied_the_old_way_and_a_picture_that_cannot_be_copied_is_told(solved):
    solved.evaluate(
        """() => {
            navigator.clipboard.writeText = () => Promise.reject(new Error());
            navigator.clipboard.write = async () => { throw new DOMException("", "NotAllowedError"); };
        }"""
    )
    solved.click("#take-address")
    solved.wait_for_selector("#take-said:has-text('Copied')")
    assert solved.evaluate(COPIED) == ADDRESS
    solved.click("#take-picture")
    solved.wait_for_selector("#take-said:has-text('Save the picture instead')")


def test_a_phone_shares_by_its_own_sheet_with_the_picture(phone, bring):
    phone.evaluate(SHEET)
    bring(phone, SHOT)
    phone.click("#take-share")
    phone.wait_for_selector("#take-said:has-text('Shared')")
    text, files = phone.evaluate("() => window.shared")
    assert text.endswith(ADDRESS)
    assert files == ["site-6x6.solved.png"]


def test_the_answer_is_printed_alone_and_drawing_it_is_cancelled(solved):
    solved.evaluate(PAPER)
    solved.click("#take-print")
    solved.wait_for_function("() => window.printed > 0")
    solved.emulate_media(media="print")
    assert solved.locator("#print img").is_visible()
    assert not solved.locator("header").is_visible()
    solved.emulate_media(media="screen")
    solved.route("**/api/picture*", lambda route: None)  # as if drawing took for ever
    solved.click("#take-pdf")
    solved.click("#take-cancel")
    solved.wait_for_selector("#take-said:has-text('Cancelled')")
    assert not solved.locator("#take-wait").is_visible()


def test_of_a_puzzle_with_several_solutions_the_puzzle_alone_is_taken(page):
    page.click("#text")
    page.fill("#text-field", "1_1_1_1;1,2,3,4")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#take:visible")
    assert "They differ in 4 cells, marked on the board." in page.inner_text("#message")
    assert page.inner_text(".entry-state") == "? not unique"
    assert page.locator("#stage .maybe").count() == 1
    assert page.locator("#take-what option").all_inner_texts() == ["The empty puzzle"]
    assert not page.locator("#take-emoji").is_visible()
    assert page.locator("#take-address").is_visible()


def test_the_empty_puzzle_of_a_text_has_none_of_its_entries(page, bring):
    text = format_json(AnnotatedPuzzle(PUZZLE, known_of(DONE)))
    bring(page, {"name": "a.json", "mimeType": "application/json", "buffer": text.encode()})
    page.select_option("#take-what", "puzzle")
    assert np.array_equal(pixels(downloaded(page, "png")[1]), draw_puzzle(PUZZLE)[0])


def test_what_is_entered_in_a_game_is_saved_without_the_answer(solved):
    solved.click("#play-empty")
    assert "My game so far" not in solved.locator("#take-what option").all_inner_texts()
    cell(solved, 0, 0).click()
    cell(solved, 0, 5).click(button="right")
    assert solved.locator("#take-what option").all_inner_texts()[0] == "My game so far"
    name, png = downloaded(solved, "png")
    assert name == "site-6x6.game.png"
    assert asked(png, Task("check")).to_dict()["marks"] == ((1, 0, 0, 0, 0, 2), *[(0,) * 6] * 5)


def test_the_answers_of_a_list_are_saved_as_one_file_unless_that_is_cancelled(page, bring):
    bring(page, SHOT, "tight-8x5.png", "refused-misprint.png", SHOT)
    page.wait_for_selector(".entry-state:has-text('solved') >> nth=2")
    page.route("**/api/picture*", lambda route: None)
    page.click("#save-all")
    page.click("#save-all:has-text('Cancel (1 of 3)')")
    page.wait_for_selector("#notice:has-text('Nothing was saved.')")
    assert page.inner_text("#save-all") == "Save all"
    page.unroute("**/api/picture*")
    with page.expect_download() as download:
        page.click("#save-all")
    assert download.value.suggested_filename == "aquarium-answers.zip"
    with zipfile.ZipFile(download.value.path()) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ["site-6x6.solved.png", "tight-8x5.solved.png", "site-6x6.solved-2.png"]
        answer = pixels(archive.read("site-6x6.solved.png"))
    assert answer.tobytes() == pixels((FIXTURES / "site-6x6.solved.png").read_bytes()).tobytes()
    assert page.inner_text("#notice-words") == "3 answers saved in aquarium-answers.zip."
