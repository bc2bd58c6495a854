"""What the page shows is what was proved of just that: an answer that comes late, or never, is no other's."""

import io
import re
from base64 import b64decode

import numpy as np
import pytest
from PIL import Image as Pillow

from fixtures.drawing.board.puzzles import unique_puzzle
from fixtures.drawing.board.style import STYLES
from fixtures.drawing.render import draw_puzzle, put_together
from tests.browser.conftest import FIXTURES, SOLVED, brought, cell, heard, message, settled, target
from tests.browser.test_bring import pdf_of, wait_for_states

SOLVE = "**/api/solve*"


def water(page) -> int:
    return page.locator("#stage .water path.body").count()


def correct(page, place: str, clue: str) -> None:
    target(page, place).click()
    page.keyboard.type(clue)
    page.keyboard.press("Enter")


def test_of_a_correction_that_is_solved_for_long_or_not_answered_the_old_answer_is_not_shown(page, bring):
    bring(page, "site-6x6.png")
    page.click("#correct-toggle")
    assert water(page) == 1
    page.route(SOLVE, lambda route: None)  # no answer comes
    correct(page, "top:3", "3")
    page.wait_for_selector("#busy-cancel")
    assert page.locator("#message").inner_text() == ""
    page.wait_for_selector("#stage .water path.body", state="hidden")
    assert page.locator("#hint").is_disabled()
    page.click("#busy-cancel")
    assert heard(page) == "Cancelled"
    assert message(page) == SOLVED
    page.wait_for_selector("#stage .water path.body")
    assert page.locator("#corrections li").count() == 0
    page.unroute(SOLVE)
    page.route(SOLVE, lambda route: route.abort())
    correct(page, "top:3", "3")
    assert "does not answer" in message(page)
    assert water(page) == 0
    assert page.locator("#take").is_hidden()
    assert page.locator("#play-offer").is_hidden()
    assert page.locator("#hint").is_hidden()
    page.unroute(SOLVE)
    page.get_by_role("button", name="Try again").click()
    assert message(page).startswith("Column 3 is 3: with this correction")
    page.click("#correct-undo")
    assert message(page) == SOLVED
    assert water(page) == 1


def test_what_is_asked_of_a_picture_or_a_game_is_given_up_when_it_is_left(page, bring):
    bring(page, "site-6x6.png")
    page.route(re.compile(r"/api/solve\?.*task=(check|hint)"), lambda route: None)  # it comes too late
    for asked, leaves in (("#hint", "#play-empty"), ("#check", "#game-leave")):
        page.click(asked)
        with page.expect_event("requestfailed"):
            page.click(leaves)
        assert page.locator("#help-busy").is_hidden()
        assert page.locator("#help-answer").is_hidden()


def test_a_mistake_is_marked_and_said_and_goes_with_its_mark_even_where_nobody_answers(game):
    cell(game, 5, 5).click()
    game.check("#game-marking")
    game.wait_for_selector("#live:has-text('1 cell is wrong')", state="attached")
    assert ", wrong" in cell(game, 5, 5).get_attribute("aria-label")
    game.route(SOLVE, lambda route: route.abort())
    cell(game, 5, 5).click()
    assert ", wrong" not in cell(game, 5, 5).get_attribute("aria-label")
    assert game.locator("#stage .mistakes").count() == 0


def test_a_picture_that_browsers_do_not_turn_is_shown_as_it_was_read(page, bring):
    exif = Pillow.Exif()
    exif[0x0112] = 6  # the EXIF turn, which Chromium passes over in WebP
    lying = Pillow.open(FIXTURES / "site-6x6.png").convert("RGB").rotate(90, expand=True)
    bring(page, brought(lying, "lying.webp", "WEBP", lossless=True, exif=exif))
    assert message(page) == SOLVED
    page.wait_for_selector("#stage .water")
    drawn = page.evaluate("""async () => {
      const { picture } = (await import("/item/store.js")).current();
      const image = new Image();
      image.src = picture.url;
      await image.decode();
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
      canvas.getContext("2d").drawImage(image, 0, 0);
      return canvas.toDataURL();
    }""")
    upright = np.asarray(Pillow.open(FIXTURES / "site-6x6.png").convert("RGBA"), int)
    shown = np.asarray(Pillow.open(io.BytesIO(b64decode(drawn.partition(",")[2]))).convert("RGBA"), int)
    assert np.abs(shown - upright).mean() < 4


@pytest.fixture
def two_boards(page, bring):
    """Bring a page with a board of 6 x 6 cells and one of 5 x 5."""
    made = [unique_puzzle(np.random.default_rng(seed), size, size)[0] for seed, size in enumerate((6, 5))]
    bring(page, brought(put_together([draw_puzzle(puzzle, STYLES["site"]).pixels for puzzle in made])))
    return page


def test_what_is_said_of_one_board_stays_with_it_while_another_is_shown(two_boards):
    page, lines = two_boards, two_boards.locator("#corrections .where")
    assert page.locator("#boards label").all_inner_texts() == [
        "Board 1 (6×6, solved)",
        "Board 2 (5×5, solved)",
    ]
    page.click("#correct-toggle")
    correct(page, "top:1", "2")
    settled(page)
    page.locator("#boards input").nth(1).click()
    assert message(page).startswith("5×5")
    assert page.locator("#correct-undo").is_hidden()
    assert lines.count() == 0
    page.click("#correct-toggle")
    correct(page, "left:2", "2")
    settled(page)
    assert lines.all_inner_texts() == ["Row 2 is 2"]
    page.keyboard.press("Control+z")
    settled(page)
    assert lines.count() == 0
    page.locator("#boards input").nth(0).click()
    settled(page)
    assert lines.all_inner_texts() == ["Column 1 is 2"]
    page.locator("#boards input").nth(1).click()
    settled(page)
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.reload()
    assert asked == ["beforeunload"]  # the board that is not shown is corrected


def test_another_board_is_chosen_by_its_frame_unless_it_cannot_be_had(two_boards):
    page = two_boards
    page.route(SOLVE, lambda route: route.abort())
    page.locator("#boards input").nth(1).click()
    assert "does not answer" in message(page)
    assert page.locator("#boards input").nth(0).is_checked()
    assert water(page) >= 1
    page.unroute(SOLVE)
    page.get_by_role("button", name="Board 2, 5×5").press("Enter")
    page.get_by_role("button", name="Board 1, 6×6").wait_for()
    assert page.locator("#stage .water").count() == 2


COUNTED = """() => {
    window.sent = [];
    const real = window.fetch;
    window.fetch = (url, options) => {
        if (options?.body?.size) window.sent.push(options.body.size);
        return real(url, options);
    };
}"""
"""Counts the files that are sent."""


def test_a_file_of_pages_is_sent_once_and_again_when_the_server_has_it_no_longer(page, bring):
    scan = pdf_of("site-6x6.png", "tight-8x5.png")
    page.evaluate(COUNTED)
    bring(page, scan)
    wait_for_states(page, "solved", "solved")
    page.click(".entry >> nth=1")
    page.wait_for_selector("#stage .water")
    assert page.evaluate("sent") == [len(scan["buffer"])]
    gone = {"status": "gone", "message": "gone"}
    page.route("**/api/solve?*kept=*", lambda route: route.fulfill(status=410, json=gone), times=1)
    bring(page, scan)
    wait_for_states(page, *["solved"] * 4)
    assert page.evaluate("sent") == [len(scan["buffer"])] * 3


def test_a_board_that_is_not_found_any_more_keeps_its_tab(two_boards):
    page, gone = two_boards, dict.fromkeys(("layout", "regions", "rows", "cols", "water", "shared"))
    lost = {
        **gone,
        "status": "no_puzzle",
        "status_words": "no puzzle was found",
        "sentence": "There is none.",
    }
    page.route("**/api/solve?*board=2*", lambda route: route.fulfill(json={**route.fetch().json(), **lost}))
    page.locator("#boards input").nth(1).click()
    assert message(page) == "There is none."
    assert page.locator("#boards label").all_inner_texts() == [
        "Board 1 (6×6, solved)",
        "Board 2 (no puzzle was found)",
    ]
    assert page.locator("#boards input").nth(1).is_checked()
