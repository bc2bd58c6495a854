"""Check, hint and explain: what they tell, what they keep to themselves, and what the board shows of it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from fixtures.drawing.board.render import STYLES, draw_puzzle
from tests.browser.conftest import answer, cell, fingers, heard, message, settled, target
from tests.browser.test_play import marks, rows
from tests.shell import PUZZLE

REASON = "Row 1 needs 4 and its open segments are 4 and 2 cells"


@pytest.fixture
def shot(page, bring):
    """Show the screenshot of an easy puzzle in which nothing is put in."""
    bring(page, "site-6x6.png")
    return page


def test_each_press_for_a_hint_tells_more_and_never_more_than_was_asked(shot):
    hint = shot.locator("#hint")
    hint.click()
    shot.wait_for_selector("#hint:has-text('Which cells')")
    assert "Look at row 1" in answer(shot)
    assert "columns" not in answer(shot)
    assert REASON not in shot.inner_text("body")
    assert shot.locator("#stage .water, #stage .step-water[d^=M]").count() == 0
    hint.click()
    shot.wait_for_selector("#hint:has-text('Why')")
    assert "Water in row 1 columns 1–4" in answer(shot)
    assert REASON not in answer(shot)
    assert shot.locator("#stage .step-water[d^=M]").count() == 1
    hint.click()
    shot.wait_for_selector("#help-answer p:has-text('Row 1 needs 4')")
    assert "Count the row" in answer(shot)
    assert shot.inner_text("#hint") == "Hint"
    shot.click("#help-close")
    assert shot.locator("#stage .water").count() == 1


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


def test_explain_tells_every_step_and_shows_the_board_as_it_is_then(shot):
    shot.click("#explain")
    assert "Easy, 9 steps" in answer(shot)
    slider = shot.locator("#step")
    assert slider.evaluate("one => one === document.activeElement")
    assert shot.locator("#stage .water").count() <= 1
    seen = []
    for _ in range(9):
        seen.append(shot.inner_text("#step-words"))
        assert slider.get_attribute("aria-valuetext").startswith(f"Step {len(seen)} of 9: ")
        shot.keyboard.press("ArrowRight")
    assert len(set(seen)) == 9
    assert REASON in seen[2]
    assert "Water in row 1 columns 1–4" in seen[2]
    assert shot.locator("#step-on").is_disabled()
    shot.click("#step-back")
    assert shot.inner_text("#step-number") == "Step 8 of 9"


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
    assert page.locator("#hint").is_disabled()
    page.click("#check")
    assert answer(page)
    bring(page, "refused-covered.png")
    assert "Correct what was misread" in page.inner_text("#help-note")
    assert page.locator("#hint").is_disabled()
    assert page.locator("#play-offer").is_hidden()


def drawn_with(marks):
    """Return a screenshot of a puzzle with marks[row][col], as a file to choose."""
    picture = draw_puzzle(PUZZLE, STYLES["site-dpr2"], marks=marks).pixels
    contents = cv2.imencode(".png", picture[..., ::-1])[1].tobytes()
    return {"name": "played.png", "mimeType": "image/png", "buffer": contents}


@pytest.fixture
def coloured(page, bring):
    """Show a picture in which some aquariums, right or wrong, are filled with one colour."""
    bring(page, drawn_with(np.isin(PUZZLE.regions, (1, 2, 4)).astype(int)))
    return page


OFFER = "If these are not your entries, press “Ignore entries”."


def test_entries_are_ignored_by_a_button_and_count_again_by_it_or_by_undoing(coloured, bring):
    button = coloured.locator("#ignore-entries")
    assert "What is entered in 20 cells cannot be told. " + OFFER in coloured.inner_text("#message")
    assert coloured.get_attribute("#message", "data-kind") == "good"
    coloured.click("#check")
    assert answer(coloured).count(OFFER) == 1
    assert button.inner_text() == "Ignore entries"
    for takes_back in (button.click, lambda: coloured.keyboard.press("Control+z")):
        button.click()
        coloured.wait_for_selector("#message:not(:has-text('cannot be told'))")
        assert button.inner_text() == "Use the entries again"
        coloured.click("#check")
        assert "Nothing entered yet" in answer(coloured)
        assert coloured.locator("#play-marks").is_hidden()
        takes_back()
        coloured.wait_for_selector("#message:has-text('cannot be told')")
        assert button.inner_text() == "Ignore entries"
        assert coloured.locator("#help-answer").is_hidden()
    coloured.click("#play-empty")
    assert button.is_hidden()
    cell(coloured, 0, 0).click()
    coloured.click("#check")
    assert OFFER not in answer(coloured)
    bring(coloured, "site-6x6.png")
    coloured.wait_for_selector("#check:enabled")
    assert button.is_hidden()


# What was read is corrected on the page: clues and walls; each change is solved at once


SOLVED = "6×6, 10 aquariums, one solution"


def focused(page) -> str | None:
    return page.evaluate("document.activeElement.dataset.place ?? null")


@pytest.fixture
def solved(page, bring):
    """Bring a solved picture of 6 x 6 cells, whose third column has the clue 2, to be corrected."""
    bring(page, "site-6x6.png")
    assert target(page, "top:1").count() == 0  # nothing is in doubt
    page.click("#correct-toggle")
    return page


def test_a_clue_that_is_clicked_and_typed_is_solved_at_once_and_taken_back_by_typing_what_was_read(solved):
    target(solved, "top:3").click()
    assert solved.evaluate("document.activeElement.value") == "2"
    solved.keyboard.type("3")
    solved.keyboard.press("Enter")
    assert message(solved).startswith("Column 3 is 3: with this correction there is no solution")
    assert heard(solved) == "Column 3 is now 3. No solution."
    assert solved.locator("#corrections li").all_inner_texts() == ["Column 3 is 3 (read as 2)\nRemove"]
    target(solved, "top:3").click()
    solved.get_by_role("button", name="2, as read").click()
    assert message(solved) == SOLVED
    assert solved.locator("#corrections li").count() == 0


def test_clues_are_reached_corrected_and_undone_by_keyboard_alone(solved):
    solved.locator('.targets [tabindex="0"]').focus()
    assert focused(solved) == "top:1"
    for _ in range(2):
        solved.keyboard.press("ArrowRight")
    assert focused(solved) == "top:3"
    solved.keyboard.press("1")
    solved.keyboard.press("Enter")
    assert heard(solved) == "Column 3 is now 1. No solution."
    assert focused(solved) == "top:3"
    assert target(solved, "top:3").get_attribute("aria-label") == "Column 3: 1, corrected"
    solved.keyboard.press("Control+z")
    assert heard(solved) == "Undone: Column 3 is now 2. One solution."
    assert focused(solved) == "top:3"
    solved.keyboard.press("Control+Shift+z")
    assert heard(solved) == "Redone: Column 3 is now 1. No solution."
    solved.click("#correct-undo")
    settled(solved)
    solved.keyboard.press("Control+y")
    assert heard(solved) == "Redone: Column 3 is now 1. No solution."


def test_arrows_lead_over_clues_and_sides_and_escape_closes_the_form(solved):
    target(solved, "top:2").focus()
    found = []
    for key in ("Down", "Down", "Right", "Up", "Up", "Left", "Left", "Down"):
        solved.keyboard.press(f"Arrow{key}")
        found.append(focused(solved))
    assert found == [
        *("wall:1,2-2,2", "wall:2,2-3,2", "wall:2,3-3,3", "wall:1,3-2,3"),
        *("top:3", "top:2", "top:1", "wall:1,1-2,1"),
    ]
    target(solved, "left:2").focus()
    solved.keyboard.press("Enter")
    solved.keyboard.type("99")
    solved.keyboard.press("Enter")
    assert solved.locator("#popover input:invalid").count() == 1
    solved.keyboard.press("Escape")
    assert solved.locator("#popover").is_hidden()
    assert focused(solved) == "left:2"
    assert message(solved) == SOLVED


def middles(page, *places: str) -> list[tuple[float, float]]:
    """Return the middles of what stands for sides on the scene."""
    boxes = [target(page, place).bounding_box() for place in places]
    return [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]


LINE = [f"wall:{row},1-{row},2" for row in (5, 4, 3)]
"""Sides right of column 1, from below, of which none is a wall."""


def pressed(page, places: list[str]) -> list[str | None]:
    return [target(page, place).get_attribute("aria-pressed") for place in places]


def test_walls_are_drawn_around_a_corner_undone_at_once_and_removed_by_a_stroke_along_them(solved):
    corner = "wall:2,2-3,2"
    before = pressed(solved, [*LINE, corner])
    (x0, y0), *_, (_, y1), (x2, y2) = middles(solved, *LINE, corner)
    solved.mouse.move(x0, y0)
    solved.mouse.down()
    solved.mouse.move(x0 + 3, y1, steps=8)
    solved.mouse.move(x0, y2, steps=3)
    solved.mouse.move(x2 + 8, y2, steps=5)
    assert pressed(solved, [*LINE, corner]) == ["true"] * 4
    assert solved.locator("#corrections li").count() == 0  # nothing is said before the end
    solved.mouse.up()
    assert heard(solved).startswith("4 walls changed. ")
    solved.keyboard.press("Control+z")
    settled(solved)
    assert pressed(solved, [*LINE, corner]) == before == ["false"] * 4
    assert solved.locator("#corrections li").count() == 0
    walls = ["wall:1,4-1,5", "wall:2,4-2,5"]
    assert pressed(solved, walls) == ["true", "true"]
    (x0, y0), (x1, y1) = middles(solved, *walls)
    solved.mouse.move(x0, y0)
    solved.mouse.down()
    solved.mouse.move(x1, y1 + 4, steps=6)
    solved.mouse.up()
    settled(solved)
    assert pressed(solved, walls) == ["false", "false"]


def test_walls_are_tapped_and_drawn_by_a_finger_and_a_second_one_takes_them_back(phone, bring):
    bring(phone, "site-6x6.png")
    phone.tap("#correct-toggle")
    target(phone, "wall:1,4-1,5").tap(force=True)
    assert heard(phone).startswith("Wall right of row 1 column 4 removed. ")
    target(phone, LINE[0]).scroll_into_view_if_needed()
    (x, y0), *_, (_, y1) = middles(phone, *LINE)
    touch = fingers(phone)
    for at_end in ([("Start", (x, y1), (x + 90, y1))], []):  # first with another finger, then without
        touch("Start", (x, y0))
        for share in (0.25, 0.5, 0.75, 1):
            touch("Move", (x, y0 + share * (y1 - 8 - y0)))
        assert pressed(phone, LINE) == ["true"] * 3
        for kind, *points in at_end:
            touch(kind, *points)
            assert pressed(phone, LINE) == ["false"] * 3
        touch("End")
    assert heard(phone).startswith("3 walls changed. ")


def test_the_last_of_quick_changes_wins(solved):
    for digit in "1345":
        target(solved, "top:3").focus()
        solved.keyboard.press(digit)
        solved.keyboard.press("Enter")
    target(solved, "top:3").focus()
    solved.keyboard.press("2")
    solved.keyboard.press("Enter")
    assert message(solved) == SOLVED
    assert solved.locator("#corrections li").count() == 0


def test_corrections_that_break_a_puzzle_are_marked_and_removed_alone_or_all_at_once(solved):
    for place, digit in (("top:1", "1"), ("left:1", "2")):
        target(solved, place).focus()
        solved.keyboard.press(digit)
        solved.keyboard.press("Enter")
        settled(solved)
    assert target(solved, "left:1").get_attribute("class") == "target fixed"
    solved.click("#correct-toggle")
    assert solved.locator("#stage .corrected .ring").count() == 2  # also when correcting is over
    solved.click("#correct-toggle")
    solved.get_by_role("button", name="Remove “Row 1 is 2”").click()
    assert message(solved).startswith("Column 1 is 1: with this correction there is no solution")
    solved.click("#correct-reset")
    assert message(solved) == SOLVED
    assert solved.locator("#corrections li").count() == 0
