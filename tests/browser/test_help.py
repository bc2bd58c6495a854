"""Check, hint and explain: what they tell, what they keep to themselves, and what the board shows of it."""

import numpy as np

from fixtures.drawing.board.style import STYLES
from fixtures.drawing.render import draw_puzzle
from tests.browser.conftest import answer, brought, cell
from tests.browser.test_play import marks, rows
from tests.shell import PUZZLE

REASON = "Row 1 needs 4 and its open segments have 4 and 2 cells"


def test_each_press_for_a_hint_tells_more_and_never_more_than_was_asked(page, bring):
    bring(page, "site-6x6.png")
    hint = page.locator("#hint")
    hint.click()
    page.wait_for_selector("#hint:has-text('Which cells')")
    assert "Look at row 1" in answer(page)
    assert "columns" not in answer(page)
    assert REASON not in page.inner_text("body")
    assert page.locator("#stage .water, #stage .step-water[d^=M]").count() == 0
    hint.click()
    page.wait_for_selector("#hint:has-text('Why')")
    assert "Water in row 1 columns 1–4" in answer(page)
    assert REASON not in answer(page)
    assert page.locator("#stage .step-water[d^=M]").count() == 1
    hint.click()
    page.wait_for_selector("#help-answer p:has-text('Row 1 needs 4')")
    assert "Count the row" in answer(page)
    assert page.inner_text("#hint") == "Hint"
    page.click("#help-close")
    assert page.locator("#stage .water").count() == 1


def test_what_a_hint_tells_is_put_in_as_one_move_which_ends_it(game):
    game.click("#hint")
    game.wait_for_selector("#hint:has-text('Which cells')")
    assert game.locator("#help-put").is_hidden()
    game.click("#hint")
    game.click("#help-put")
    assert rows(game)[:3] == ["wwww..", "......", "......"]  # those of the line to look at
    assert game.locator("#help-answer").is_hidden()
    assert game.inner_text("#hint") == "Hint"
    game.click("#hint")
    assert "Look at row 1" not in answer(game)  # it goes on from what is put in
    game.click("#game-undo")
    assert marks(game) == "." * 36


def test_a_first_hint_tells_the_rows_of_mistakes_and_check_marks_their_cells(game):
    cell(game, 5, 5).click()
    game.click("#hint")
    mistakes, _, step = answer(game).partition("Then look at row 1")
    assert " ".join(mistakes.split()) == "1 mistake to correct first. The mistake is in row 6"
    assert "column" not in step
    assert game.locator("#stage .mistakes path").count() == 0
    assert ", wrong" not in cell(game, 5, 5).get_attribute("aria-label")
    cell(game, 0, 0).click(button="right")
    game.click("#check")
    said = answer(game)
    assert "Row 1, column 1: you put a cross; should be water" in said
    assert "Row 6, column 6: you put water; should be empty" in said
    assert cell(game, 5, 5).get_attribute("aria-label") == "Row 6, column 6, water, wrong, aquarium 7"
    assert game.locator("#stage .mistakes path").count() > 0
    assert "2 mistakes" in game.inner_text("#live")


def test_explain_tells_every_step_and_shows_the_board_as_it_is_then(page, bring):
    bring(page, "site-6x6.png")
    page.click("#explain")
    assert "Easy, 9 steps" in answer(page)
    slider = page.locator("#step")
    assert slider.evaluate("one => one === document.activeElement")
    assert page.locator("#stage .water").count() <= 1
    seen = []
    for _ in range(9):
        seen.append(page.inner_text("#step-words"))
        assert slider.get_attribute("aria-valuetext").startswith(f"Step {len(seen)} of 9: ")
        page.keyboard.press("ArrowRight")
    assert len(set(seen)) == 9
    assert REASON in seen[2]
    assert "Water in row 1 columns 1–4" in seen[2]
    assert page.locator("#step-on").is_disabled()
    page.click("#step-back")
    assert page.inner_text("#step-number") == "Step 8 of 9"


def test_explain_goes_on_from_the_marks_of_a_game_if_wished(game):
    game.check("#game-fill")
    cell(game, 0, 0).click()
    game.click("#explain")
    fewer = answer(game).split("\n")[0]
    assert cell(game, 0, 0).get_attribute("aria-label").startswith("Row 1, column 1, water")
    game.uncheck("#from-marks")
    game.wait_for_selector("#explanation-title:has-text('Easy, 9 steps')")
    assert fewer != "Easy, 9 steps"
    assert cell(game, 0, 0).get_attribute("aria-label").startswith("Row 1, column 1, empty")


def test_on_a_phone_the_board_stays_in_sight_of_the_slider(phone, bring):
    bring(phone, "site-6x6.png")
    phone.tap("#explain")
    answer(phone)
    stage, title = (phone.locator(part).bounding_box() for part in ("#middle", "#explanation-title"))
    assert stage["y"] + stage["height"] <= title["y"]
    phone.tap("#step-on")
    stage, words = (phone.locator(part).bounding_box() for part in ("#stage", "#step-words"))
    assert stage["y"] >= 0
    assert stage["y"] + stage["height"] <= words["y"]
    assert words["y"] + words["height"] <= 844


def test_where_not_all_is_certain_the_help_that_can_be_given_is_told(page, bring):
    bring(page, "screen-10x10.jpg")
    assert "The water is certain, but not every clue and wall" in page.inner_text("#help-note")
    assert page.locator("#hint").is_hidden()
    page.click("#check")
    assert answer(page)
    bring(page, "refused-misprint.png")
    assert "Correct what was misread" in page.inner_text("#help-note")
    assert page.locator("#hint").is_hidden()
    assert page.locator("#play-offer").is_hidden()


OFFER = "If these are not your entries, press “Ignore entries”."


def test_entries_are_ignored_by_a_button_and_count_again_by_it_or_by_undoing(page, bring):
    some_aquariums = np.isin(PUZZLE.regions, (1, 2, 4)).astype(int)
    bring(page, brought(draw_puzzle(PUZZLE, STYLES["site-dpr2"], marks=some_aquariums).pixels))
    button = page.locator("#ignore-entries")
    assert f"It is unclear whether the colour of 20 cells is water. {OFFER}" in page.inner_text("#message")
    assert page.get_attribute("#message", "data-kind") == "good"
    page.click("#check")
    assert answer(page).count(OFFER) == 1
    assert "Nothing entered yet. It is unclear whether the colour of 20 cells is water." in answer(page)
    assert "cannot tell" not in answer(page)
    assert button.inner_text() == "Ignore entries"
    for takes_back in (button.click, lambda: page.keyboard.press("Control+z")):
        button.click()
        page.wait_for_selector("#message:not(:has-text('is water'))")
        assert button.inner_text() == "Use the entries again"
        assert page.locator("#check").is_hidden()
        assert page.locator("#play-marks").is_hidden()
        takes_back()
        page.wait_for_selector("#message:has-text('is water')")
        assert button.inner_text() == "Ignore entries"
        assert page.locator("#help-answer").is_hidden()
    page.click("#play-empty")
    assert button.is_hidden()
    cell(page, 0, 0).click()
    page.click("#check")
    assert OFFER not in answer(page)
    bring(page, "site-6x6.png")
    page.wait_for_selector("#hint:enabled")
    assert button.is_hidden()
