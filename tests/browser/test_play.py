"""The clean board, played with mouse, fingers and keys, until it is finished."""

import re

import pytest

from solver.formats import format_json
from solver.formats.annotated import AnnotatedPuzzle, known_of, unclear_of
from tests.browser.conftest import cell, fingers
from tests.shell import PUZZLE

SOLVED = ["wwww..", "wwwww.", "ww..ww", "......", "......", "...ww."]
"""The water of site-6x6.png."""
UNPRINTED = "#notice, #game, .step .dim, .bar, #list, #panel, .toolbar"


def marks(page):
    """Return what is put in, row by row, as screen readers are told: w, x and dots."""
    said = page.locator("[role=gridcell]").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label'))"
    )
    return "".join({"water": "w", "cross": "x", "empty": "."}[label.split(", ")[2]] for label in said)


def rows(page, width=6):
    found = marks(page)
    return [found[at : at + width] for at in range(0, len(found), width)]


def drag(page, *cells):
    """Draw with the mouse from cell to cell."""
    for number, (row, col) in enumerate(cells):
        box = cell(page, row, col).bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if number == 0:
            page.mouse.down()
    page.mouse.up()


def test_taps_and_drags_put_in_marks_that_clues_count_and_that_are_undone_redone_and_begun_again(game):
    seen = []
    for _ in range(3):
        cell(game, 1, 1).click()
        seen.append(marks(game)[7])
    assert seen == ["w", "x", "."]
    cell(game, 0, 2).click(button="right")
    clue = game.locator("[role=rowheader]").nth(0)
    drag(game, (0, 0), (0, 4))
    assert "complete" in clue.get_attribute("class")
    drag(game, (0, 5), (2, 5))
    assert "over" in clue.get_attribute("class")
    assert clue.get_attribute("aria-label") == "Row 1, needs 4, has 5, too many"
    drawn = ["wwxwww", ".....w", ".....w"]
    assert rows(game)[:3] == drawn
    game.keyboard.press("Control+z")
    assert rows(game)[:2] == ["wwxww.", "......"]
    game.keyboard.press("Control+Shift+Z")
    assert rows(game)[:3] == drawn
    game.click("#game-restart")
    assert marks(game) == "." * 36
    game.click("#game-undo")
    assert rows(game)[:3] == drawn


def test_a_game_is_played_to_its_end_and_begins_again_with_a_clock_at_its_beginning(game):
    game.wait_for_selector("#clock:has-text('0:01')")
    drag(game, (5, 5), (5, 4))
    game.click("#game-undo")
    solve(game)
    game.wait_for_selector("#game-won:has-text('Easy, 9 steps')")
    assert re.match(r"Solved in \d+:\d\d\. Easy, 9 steps\.", game.inner_text("#game-won"))
    assert game.locator("#help").is_hidden()  # there is nothing to help with
    cell(game, 0, 0).click()
    assert marks(game)[0] == "w"
    game.click("#game-restart")
    assert game.inner_text("#clock") == "0:00"
    assert game.inner_text("#game-won") == ""
    assert marks(game) == "." * 36
    solve(game)
    game.wait_for_selector("#game-won:has-text('Solved in')")
    game.click("#game-leave")
    assert game.locator("#play-resume").is_hidden()


def solve(page, water=SOLVED):
    for row, line in enumerate(water):
        for run in re.finditer("w+", line):
            drag(page, (row, run.start()), (row, run.end() - 1))


def test_a_game_can_be_played_by_keyboard_alone(page, bring):
    bring(page, "site-6x6.png")
    page.focus("#play-empty")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.cell") == "0,0"
    for row, line in enumerate(SOLVED):
        for mark in line:
            page.keyboard.press("Space" if mark == "w" else "x" if row == 3 else "ArrowRight")
            if mark == "w" or row == 3:
                page.keyboard.press("ArrowRight")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowDown")
    page.wait_for_selector("#game-won:has-text('Solved in')")
    assert rows(page) == [line if row != 3 else "xxxxxx" for row, line in enumerate(SOLVED)]


def test_keys_go_on_from_the_cell_that_was_clicked_and_tell_what_they_did(game):
    cell(game, 1, 1).click()
    game.keyboard.press("ArrowRight")
    game.keyboard.press("x")
    game.keyboard.press("Shift+ArrowDown")
    assert rows(game)[:3] == ["......", ".wx...", "..x..."]
    cell(game, 2, 4).focus()
    game.keyboard.press("Enter")
    assert game.inner_text("#live").strip() == "Water. Row 3 has 1 of 4, column 5 has 1 of 3"
    assert cell(game, 2, 4).get_attribute("aria-label") == "Row 3, column 5, water, aquarium 4"
    game.keyboard.press("Backspace")
    assert game.inner_text("#live").startswith("Empty.")


def test_a_game_goes_on_where_nothing_can_be_stored(visit, bring):
    with visit() as page:
        page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full') }")
        page.reload()
        bring(page, "site-6x6.png")
        page.click("#play-empty")
        cell(page, 0, 0).click()
        assert marks(page)[0] == "w"
        assert page.locator("#game-unsaved").is_visible()


def test_a_game_that_starts_from_marks_says_which_were_unclear_and_left_empty(page, bring):
    put = [[1, 2, None, None, 0, 0], *[[0] * 6] * 3, [None, *[0] * 5], [0] * 6]
    text = format_json(AnnotatedPuzzle(PUZZLE, known_of(put), None, unclear_of(put)))
    bring(page, {"name": "a.json", "mimeType": "application/json", "buffer": text.encode()})
    for name in ("own-water", "own-crosses"):
        assert page.get_attribute(f"#stage .{name}", "d")
    page.click("#play-marks")
    said = "3 cells are unclear and were left empty: row 1, columns 3–4; row 5, column 1."
    assert page.inner_text("#notice-words") == said
    assert said in page.inner_text("#live")
    assert marks(page) == "wx" + "." * 34
    page.click("#notice-close")
    page.click("#game-leave")
    page.click("#play-empty")
    assert marks(page) == "." * 36
    assert page.locator("#notice").is_hidden()


def test_a_new_puzzle_is_made_of_a_seed_and_followed_by_another_of_its_kind(page):
    page.click("#new")
    page.check("input[name=size][value='6x6']")
    page.check("input[name=grade][value='easy']")
    page.fill("#new-seed", "7")
    page.click("#new-make")
    page.wait_for_selector("#new-dialog:not([open])", state="attached")
    assert page.locator("[data-cell]").count() == 36
    assert page.inner_text("#game-about") == "6×6, Easy, seed 7"
    first = page.evaluate("(async () => (await import('/item/store.js')).current().record)()")
    solve(page, ["".join(".w"[wet] for wet in line) for line in first["water"]])
    page.click("#game-another")
    page.wait_for_selector("#game-about:not(:text-is('6×6, Easy, seed 7'))")
    assert page.inner_text("#game-about").startswith("6×6, Easy, seed ")
    assert marks(page) == "." * 36


def test_making_a_puzzle_can_be_cancelled_and_that_it_cannot_be_made_is_told(page):
    page.route("**/api/new*", lambda route: None)
    page.click("#new")
    page.click("#new-make")
    page.wait_for_selector("#new-busy:has-text('Making the puzzle')")
    page.click("#new-cancel")
    assert page.locator("#new-busy").is_hidden()
    page.unroute("**/api/new*")
    page.check("input[name=size][value=custom]")
    page.fill("#new-rows", "2")
    page.fill("#new-cols", "2")
    page.check("input[name=grade][value=hard]")
    page.click("#new-make")
    page.wait_for_selector("#new-message:has-text('another grade, size or seed')")
    assert page.locator("#new-make").is_enabled()


def test_one_finger_draws_and_two_take_it_back(phone, bring):
    bring(phone, "site-6x6.png")
    phone.tap("#play-empty")
    cell(phone, 2, 2).scroll_into_view_if_needed()
    boxes = [cell(phone, 2, col).bounding_box() for col in (1, 3)]
    (x0, y), (x1, _) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    touch = fingers(phone)
    touch("Start", (x0, y))
    touch("Move", ((x0 + x1) / 2, y))
    touch("Move", (x1, y))
    touch("End")
    assert rows(phone)[2] == ".www.."
    touch("Start", (x0, y + 60))
    touch("Start", (x0, y + 60), (x1, y + 60))
    touch("Move", (x0 - 20, y + 60), (x1 + 20, y + 60))
    touch("End")
    assert rows(phone)[3] == "......"


def test_on_a_phone_a_game_has_its_own_bar_and_says_in_sight_why_a_tap_puts_nothing(phone, bring):
    bring(phone, "site-6x6.png")
    assert phone.locator("#open").is_visible()
    phone.click("#play-empty")
    cell(phone, 0, 0).click()
    assert not phone.locator("#open").is_visible()
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    phone.click("#game-undo")
    assert marks(phone) == "." * 36
    box, last = phone.locator("#game").bounding_box(), phone.locator("#take").bounding_box()
    assert box["y"] + box["height"] == pytest.approx(844, abs=1)
    assert last["y"] + last["height"] <= box["y"]
    phone.click("#explain")
    phone.wait_for_selector(".step .dim")
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    cell(phone, 2, 2).click()
    said = phone.locator("#notice")
    assert said.inner_text().startswith("Close the explanation to play on.")
    box = said.bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 844
    phone.emulate_media(media="print")
    assert not phone.locator(UNPRINTED).filter(visible=True).count()
    assert phone.locator(".game .walls, .game .clue").first.is_visible()
    phone.emulate_media(media="screen")
    said.get_by_text("Close it").click()
    cell(phone, 2, 2).click()
    assert marks(phone).count("w") == 1
    phone.click("#game-leave")
    assert phone.locator("#open").is_visible()


def test_on_a_phone_the_cells_of_a_large_board_are_as_large_as_fingers_hit(phone):
    phone.tap("#new")
    phone.check("input[name=size][value='20x20']")
    phone.tap("#new-make")
    corner = cell(phone, 0, 0)
    corner.wait_for()
    assert corner.bounding_box()["width"] >= 24
    last = cell(phone, 19, 19)
    phone.keyboard.press("Control+End")
    stage, box = phone.locator("#stage").bounding_box(), last.bounding_box()
    assert box["x"] + box["width"] <= stage["x"] + stage["width"]
    assert box["y"] + box["height"] <= stage["y"] + stage["height"]
