"""Pictures that were refused, or read with doubts, go on: by alternatives, size, parts and boards."""

import re
from functools import cache

import numpy as np
import pytest

from app.request import Request
from app.web.ask import Ask
from app.web.work import answer
from fixtures.drawing.board.puzzles import unique_puzzle
from fixtures.drawing.recipes import PLAIN
from fixtures.drawing.render import draw_puzzle, put_together
from solver.message import Message
from solver.places import is_wall, sides_below, sides_right
from solver.puzzle import Puzzle
from tests.browser.conftest import FIXTURES, PHONE, brought, heard, message, settled, target


@cache
def below_window() -> Puzzle:
    return unique_puzzle(np.random.default_rng(4), 6, 6)[0]


@cache
def covered() -> dict:
    """Return a screenshot of that puzzle with a window over some of its cells."""
    pixels = draw_puzzle(below_window(), PLAIN).pixels.copy()
    pitch = pixels.shape[1] / 7
    top, bottom, left, right = (round(pitch * cells) for cells in (2.2, 3.8, 2.2, 4.8))
    pixels[top:bottom, left:right] = 235
    return brought(pixels)


def test_a_refused_picture_is_rescued_wall_by_wall(page, bring):
    bring(page, covered())
    walls = page.evaluate(
        "[...document.querySelectorAll('.targets [aria-pressed=true]')].map(({ dataset }) => dataset.place)"
    )
    sides = [*sides_right(6, 6), *sides_below(6, 6)]
    wrong = [str(side) for side in sides if (str(side) in walls) != is_wall(below_window().regions, side)]
    assert len(wrong) > 5
    for place in wrong:
        target(page, place).focus()
        page.keyboard.press("Enter")
    assert page.locator("#corrections li").count() == len(wrong)
    page.get_by_role("button", name="Everything is right as shown").click()
    assert re.search(r"one solution\. As you said; \d+ places were in doubt\.$", message(page))


def test_alternatives_are_one_tap_away_and_their_place_is_marked_on_the_scene(page, bring):
    bring(page, "refused-misprint.png")
    place = page.locator("#doubts [data-about]").get_attribute("data-about")
    assert target(page, place).get_attribute("class").split()[-1] == "pointed"
    page.get_by_role("button", name="Next").click()
    second_place = page.locator("#doubts [data-about]").get_attribute("data-about")
    assert second_place != place
    assert page.locator(".targets .pointed").get_attribute("data-place") == second_place
    page.get_by_role("button", name="Back").click()
    line = page.locator(f'#doubts [data-about="{place}"]')
    asked = re.fullmatch(r"((?:Row|Column) \d+) was read as (\d+)", line.locator("p").inner_text())
    assert asked, "the likeliest doubt of a misprint is a clue"
    name, read = asked.groups()
    first, second = line.locator("button").all_inner_texts()[:2]
    assert first == f"It is {read}"
    assert re.fullmatch(r"It is \d+", second)
    line.get_by_role("button", name=f"It is {read}, {name.lower()}").click()
    assert heard(page).startswith(f"{name} is {read}: confirmed. ")
    assert page.locator("#corrections .where").all_inner_texts() == [f"{name} is {read}"]
    page.get_by_role("button", name=f"Remove: {name} is {read}").click()
    page.get_by_role("button", name="Back").click()
    assert line.count() == 1


def test_places_are_gone_through_and_answered_by_keys_alone(page, bring):
    bring(page, covered())
    settled(page)
    title, places = page.locator("#doubts-title"), []
    for _ in range(2):
        page.keyboard.press("n")
        places.append(page.locator("#doubts [data-about]").get_attribute("data-about"))
    assert title.inner_text().startswith("Doubtful: 3 of ")
    assert heard(page).startswith("3 of ")
    page.keyboard.press("p")
    assert page.locator("#doubts [data-about]").get_attribute("data-about") == places[0]
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    settled(page)
    assert page.locator("#corrections li").get_attribute("data-about") == places[0]
    assert page.locator("#doubts [data-about]").get_attribute("data-about") == places[1]
    assert page.evaluate("document.activeElement.textContent") == page.locator("#doubts p").inner_text()


def test_on_a_phone_the_board_stays_in_sight_beside_the_question(visit, bring):
    with visit(**{**PHONE, "viewport": {"width": 360, "height": 640}}) as phone:
        bring(phone, covered())
        for _ in range(3):
            phone.get_by_role("button", name="Next").tap()
            (pointed,) = phone.eval_on_selector_all(
                ".targets .pointed", "all => all.map((one) => one.getBoundingClientRect().toJSON())"
            )
            stage = phone.locator("#stage").bounding_box()
            assert stage["y"] <= pointed["top"] < pointed["bottom"] <= stage["y"] + stage["height"]
            for button in phone.locator("#doubts button:enabled").all():
                box = button.bounding_box()
                assert box["height"] >= 44
                assert stage["y"] + stage["height"] <= box["y"] < 640


def test_a_clue_that_is_missing_is_asked_first_and_what_the_sums_leave_is_offered(page, bring):
    record = answer((FIXTURES / "refused-misprint.png").read_bytes(), Ask(Request())).record
    read = Message("clue_read", axis="row", line=5, read=None)
    clues = record["row_clues"]
    record["row_clues"] = [*clues[:4], None, *clues[5:]]
    doubt = {"place": "left:5", "confidence": 0.9, "otherwise": "?", "box": record["layout"]["left"][4]}
    record["doubts"].append({**doubt, **Message("drawn_over", read=read).to_dict()})
    page.route("**/api/solve", lambda route: route.fulfill(json=record))
    bring(page, "refused-misprint.png")
    question = page.locator("#doubts [data-about]")
    assert question.get_attribute("data-about") == "left:5"
    answers = question.locator("button").all_inner_texts()  # the picture's rows add up to 1 too few
    assert answers == [f"It is {clues[4] + 1}", "Type it…", "No clue"]


def test_what_was_taken_otherwise_than_it_looks_is_confirmed_or_not(page, bring):
    record = answer((FIXTURES / "site-6x6.png").read_bytes(), Ask(Request())).record
    taken = Message("clue_taken", axis="column", line=3, taken=2, looks=6)
    box = record["layout"]["top"][2]
    record["repairs"] = [{"place": "top:3", **taken.to_dict(), "confidence": 0.99, "box": box}]
    record["reading"]["looks_like"] = {"top:3": "6"}
    page.route("**/api/solve", lambda route: route.fulfill(json=record))
    bring(page, "site-6x6.png")
    line = page.locator('#doubts [data-about="top:3"]')
    assert line.locator("p").inner_text().startswith("Column 3 was taken as 2, though it looks like 6")
    line.get_by_role("button", name="It is 2, column 3").click()
    assert heard(page) == "Column 3 is 2: confirmed. One solution."
    page.get_by_role("button", name="Remove: Column 3 is 2").click()
    line.get_by_role("button", name="It is 6, column 3").click()
    assert heard(page) == "Column 3 is now 6. No solution."


def test_the_size_is_typed_and_found_again(page, bring):
    bring(page, "refused-cut.png")
    assert page.locator("#size").get_attribute("open") is not None
    page.fill("#size-rows", "1")
    page.click("#size-form [type=submit]")
    assert page.locator("#size-rows:invalid").count() == 1
    page.fill("#size-rows", "7")
    page.keyboard.press("Enter")
    assert heard(page).startswith("The size is now 7×10. ")
    assert not message(page).startswith("The right side of the board is cut off: it has no frame")
    page.get_by_role("button", name="Remove: Size 7×10").click()
    assert message(page).startswith("The right side of the board is cut off: it has no frame")


def frame(page) -> list[int]:
    """Return left, top, width and height of the frame, in pixels of the picture."""
    return [int(page.get_attribute("#crop-stage .frame", name)) for name in ("x", "y", "width", "height")]


def test_a_part_of_a_picture_is_framed_by_mouse_and_keys_and_read_as_one_of_its_own(page, bring):
    puzzle, _ = unique_puzzle(np.random.default_rng(5), 6, 6)
    board = draw_puzzle(puzzle, PLAIN).pixels
    both = put_together([board, draw_puzzle(unique_puzzle(np.random.default_rng(6), 8, 8)[0], PLAIN).pixels])
    bring(page, brought(both))
    page.click("#size summary")
    page.click("#crop")
    high, wide = board.shape[:2]
    shown = page.locator("#crop-stage image").bounding_box()
    scale = shown["width"] / both.shape[1]
    page.mouse.move(shown["x"] + 10 * scale, shown["y"] + 10 * scale)
    page.mouse.down()
    page.mouse.move(shown["x"] + (30 + wide) * scale, shown["y"] + (30 + high) * scale)
    page.mouse.up()
    x, y, width, height = frame(page)
    assert (x, y, width, height) == pytest.approx((10, 10, 20 + wide, 20 + high), abs=3)
    page.focus("#crop-end")
    page.keyboard.press("Shift+ArrowRight")
    assert frame(page) == [x, y, width + 1, height]
    page.click("#crop-form [type=submit]")
    page.wait_for_function("() => document.querySelector('#message').textContent.startsWith('6×6')")
    assert message(page).endswith("one solution")
    page.wait_for_selector("#list >> text=drawn (part).png")


def test_what_is_no_aquarium_puzzle_is_not_asked_about(page, bring):
    bring(page, "refused-sudoku.png")
    assert message(page).endswith("Only Aquarium puzzles can be solved.")
    assert page.locator("#stage image").count() == 1
    assert page.locator("#stage [data-doubt], #stage .as-read, #doubts button").count() == 0
    assert page.locator("#size").is_hidden()
    assert page.locator("#correct-toggle").is_hidden()
    assert "misread" not in page.inner_text("#panel")
    bring(page, {"name": "a.bin", "mimeType": "application/octet-stream", "buffer": b"\x00\x01\x02" * 50})
    assert "not a picture" in message(page) or "neither a picture" in message(page)
    assert page.locator("#size").is_hidden()


def test_clues_that_are_missing_are_asked_for_one_after_another_and_their_number_never_rises(page, bring):
    record = answer((FIXTURES / "refused-misprint.png").read_bytes(), Ask(Request())).record
    record.update(status="unsure", code="clues_missing", values={}, sentence="Four are missing.", also=[])
    record["col_clues"][:2], record["row_clues"][:2] = [None, None], [None, None]
    page.route("**/api/solve*", lambda route: route.fulfill(json=record))
    bring(page, "refused-misprint.png")
    title, asked, counts = page.locator("#doubts-title"), [], []
    for clue in "1234":
        asked.append(page.locator("#doubts [data-about]").get_attribute("data-about"))
        counts.append(int(title.inner_text().split()[-1].replace("Doubtful", "1")))
        page.get_by_role("button", name="Type it…").click()
        page.keyboard.type(clue)
        page.keyboard.press("Enter")
        settled(page)
        record["doubts"] *= 2  # the server doubts more and more
    assert asked == ["top:1", "top:2", "left:1", "left:2"]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] < counts[0]


def test_a_board_that_was_passed_over_is_cropped_to_and_a_failing_canvas_is_told(page, bring):
    record = answer((FIXTURES / "site-6x6.png").read_bytes(), Ask(Request())).record
    place = {"left": 30, "top": 40, "width": 100, "height": 120}
    record["also"] = [{**Message("board_not_read", **place).to_dict(), "sentence": "Something was not read."}]
    page.route("**/api/solve", lambda route: route.fulfill(json=record))
    bring(page, "site-6x6.png")
    page.get_by_role("button", name="Crop the picture to it").click()
    assert frame(page) == [30, 40, 100, 120]
    page.evaluate("() => { HTMLCanvasElement.prototype.toBlob = (then) => then(null); }")
    page.click("#crop-form [type=submit]")
    page.wait_for_selector("#crop-wrong:has-text('The browser cannot crop this picture')")
    assert page.locator("#crop-dialog").is_visible()


def test_one_button_stands_out_that_which_is_likely_wanted_next(page, bring):
    wanted = {
        "site-6x6.png": "PNG",
        "zoomed-10x10-played.png": "Play from my marks",
        "refused-covered.png": "A wall",
    }
    filled = """(buttons) => {
      const ground = (part) => getComputedStyle(part).backgroundColor;
      const accent = ground(document.querySelector(".switch label:has(:checked)"));
      const shown = buttons.filter((button) => button.checkVisibility());
      return shown.filter((button) => ground(button) === accent).map(({ textContent }) => textContent);
    }"""
    for name, stands_out in wanted.items():
        bring(page, name)
        page.wait_for_selector("#help:visible")
        assert page.eval_on_selector_all("#panel button", filled) == [stands_out]


def test_where_no_answer_would_help_it_is_said_what_may(page, bring):
    record = answer((FIXTURES / "refused-misprint.png").read_bytes(), Ask(Request())).record
    record.update(status="unsure", code="blurred", sentence="The picture is blurred.", also=[], doubts=[])
    page.route("**/api/solve*", lambda route: route.fulfill(json=record))
    bring(page, "refused-misprint.png")
    assert page.locator("#doubts [data-about]").count() == 0
    assert page.locator("#doubts .end").inner_text().startswith("No place is in doubt")
