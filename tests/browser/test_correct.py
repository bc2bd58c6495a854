"""What was read is corrected on the page: clues and walls; each change is solved at once."""

import pytest

from tests.browser.conftest import SOLVED, fingers, heard, message, settled, target


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
    for digit in "13452":
        target(solved, "top:3").focus()
        solved.keyboard.press(digit)
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
