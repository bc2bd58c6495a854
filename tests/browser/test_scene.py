"""What is drawn over pictures and on the clean board: where it stands, and what is in sight when."""

import re

import numpy as np

from app.service import process
from tests.browser.conftest import FIXTURES
from tests.browser.test_refused import covered

BODY = "#stage .water .dye > path.body"
"""The water, but for its surface."""
IS_FILLED = "(path, points) => points.map(([x, y]) => path.isPointInFill(new DOMPoint(x, y)))"
PIXEL = 1.0


def read(name):
    """Return what the program itself makes of a fixture."""
    return process((FIXTURES / name).read_bytes())


def test_water_stands_within_a_pixel_of_its_cells_but_for_the_players_own(page, bring):
    for name in ("photo-10x10.jpg", "upside-down-8x5.jpg", "zoomed-10x10-played.png"):
        outcome = read(name)
        board, wet = outcome.result.reading.board, np.array(outcome.water)
        own = np.array(outcome.result.reading.marks) == 1
        assert own.any() == name.startswith("zoomed")
        bring(page, name)
        drawn = np.array(re.findall(r"(-?[\d.]+),(-?[\d.]+)", page.get_attribute(BODY, "d")), float)
        v, u = np.mgrid[0 : board.rows + 1.0, 0 : board.cols + 1.0]
        true = np.stack(board.points(u.ravel(), v.ravel()), axis=1)
        away = np.linalg.norm(drawn[:, None] - true[None], axis=2).min(axis=1)
        assert away.max() < PIXEL, name
        middles = np.stack(board.points(u[:-1, :-1].ravel() + 0.5, v[:-1, :-1].ravel() + 0.5), axis=1)
        assert page.eval_on_selector(BODY, IS_FILLED, middles.tolist()) == (wet & ~own).ravel().tolist(), name


def test_ink_stays_readable_under_the_water_of_light_and_dark_pictures(page, bring):
    looks = {"site-6x6.png": ("dark", "multiply"), "dark-reader-10x10.png": ("light", "screen")}
    for name, (scheme, blend) in looks.items():
        page.emulate_media(color_scheme=scheme)
        bring(page, name)
        style = page.eval_on_selector("#stage .dye", "layer => getComputedStyle(layer).mixBlendMode")
        assert style == blend


def test_hidden_water_is_gone_and_stays_so_for_the_next_picture(page, bring):
    bring(page, "overfilled-6x6.png")
    assert page.locator("#stage .mistakes path").count() == 2
    page.uncheck("#show-water")
    assert page.locator("#stage .water, #stage .mistakes").count() == 0
    page.reload()
    bring(page, "site-6x6.png")
    rows = page.get_by_role("list", name="Where the water is").get_by_role("listitem")
    assert (page.locator("#stage .water").count(), rows.count()) == (0, 0)
    page.check("#show-water")
    assert page.locator("#stage .water").count() == 1
    assert rows.all_text_contents()[:4] == [
        "Row 1: water in columns 1–4",
        "Row 2: water in columns 1–5",
        "Row 3: water in columns 1–2 and 5–6",
        "Row 4: no water",
    ]
    page.click("#hint")
    page.wait_for_selector("#stage .step")
    assert rows.count() == 0


def test_a_refused_picture_shows_what_was_read_rings_what_is_doubted_and_gives_nothing_to_take(page, bring):
    outcome = process(covered()["buffer"])
    bring(page, covered())
    assert page.locator("#stage .as-read.walls path").count() == 1
    assert page.locator("#stage .as-read.clues text").count() == 12
    assert page.locator("#stage .doubts rect").count() == len(outcome.result.doubts)
    strokes = (
        "rings => rings.map((ring) => getComputedStyle(ring).stroke).filter((stroke) => stroke !== 'none')"
    )
    # The first question is of a wall that ends within an aquarium
    assert page.eval_on_selector_all("#stage .doubts rect", strokes) == []
    page.keyboard.press("n")
    pointed = page.locator("#stage .doubts .pointed").count()
    assert len(page.eval_on_selector_all("#stage .doubts rect", strokes)) == pointed
    assert page.get_attribute("#stage .doubts .loose", "d").count("M") == outcome.result.reading.loose
    assert page.locator("#stage .water").count() == 0
    assert not page.locator("#take").is_visible()


def test_a_solved_picture_is_not_drawn_over_unless_both_are_wanted(page, bring):
    bring(page, "site-6x6.png")
    assert page.locator("#stage image").count() == 1
    assert page.locator("#stage .walls").count() == 0
    page.check("input[name=view][value=both]", force=True)
    assert page.locator("#stage .walls.as-read").count() == 1
    page.check("input[name=view][value=board]", force=True)
    assert page.locator("#stage image").count() == 0
    assert page.locator("#stage .clues text").all_text_contents() == list("332331454002")


def test_every_clue_and_every_side_can_be_corrected_and_keeps_the_focus(page, bring):
    bring(page, "site-6x6.png")
    page.click("#correct-toggle")
    page.wait_for_selector("#stage .targets")
    assert page.locator("#stage .targets [data-place]").count() == 6 + 6 + 2 * 6 * 5
    box = read("site-6x6.png").result.reading.clue_boxes[0][2]
    left, top, right, bottom = page.eval_on_selector(
        "[data-place='top:3'] .hit",
        "hit => { const box = hit.getBBox(); return [box.x, box.y, box.x + box.width, box.y + box.height]; }",
    )
    assert left < box[0] < box[2] < right
    assert top < box[1] < box[3] < bottom
    page.focus("[data-place='left:2']")
    page.evaluate("import('/item/store.js').then(store => store.updateItem(store.current(), {help: null}))")
    assert page.evaluate("document.activeElement.dataset.place") == "left:2"  # also when all is drawn anew


def test_as_long_as_the_stage_is_held_the_picture_is_seen_without_its_water(page, bring):
    bring(page, "site-6x6.png")
    page.locator("#stage").hover()
    page.mouse.down()
    page.wait_for_selector("#stage .water path.body", state="hidden")
    page.mouse.up()
    page.wait_for_selector("#stage .water path.body")
