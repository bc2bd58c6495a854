"""The page as a whole: an answer on the picture, and what holds whatever is shown."""

from itertools import cycle

import pytest

from tests.browser.conftest import answer, cell

AXE = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs the extra for tests").Axe


def test_a_picture_that_is_chosen_gets_its_water_and_is_not_cut_off_at_any_width(page, bring):
    bring(page, "zoomed-10x10-played.png")
    assert page.locator("#message").inner_text().startswith("10×10, ")
    assert page.locator("#stage .water").count() >= 1
    for width in (360, 390, 768, 1280, 2560):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_on_a_slow_line_a_picture_can_be_chosen_before_all_of_the_page_is_there(page, bring):
    held = []
    page.route("**/scene/viewer.js", lambda route: held.append(route))  # noqa: PLW0108 — Playwright asks for its signature
    page.reload()
    bring(page, "site-6x6.png")
    assert page.locator("#message").inner_text() == "6×6, 10 aquariums, one solution"
    assert page.locator("#new").is_disabled()
    held[0].continue_()
    page.wait_for_selector("#stage .water")
    page.wait_for_selector("#play-empty")


def test_nothing_keeps_people_with_a_screen_reader_out(page, bring):
    looks, found = cycle([("dark", 360), ("light", 1280)]), []

    def look():
        """Add what axe finds on the page as it is, in a dark, narrow window and a light, wide one in turn."""
        scheme, width = next(looks)
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        seen = AXE().run(page).response["violations"]
        found.extend((one["id"], node["html"]) for one in seen for node in one["nodes"])

    look()
    page.click("#new")
    look()
    page.keyboard.press("Escape")
    page.focus("#example")
    page.keyboard.press("Enter")
    page.wait_for_selector("#play-empty:enabled")
    assert page.evaluate("document.activeElement.id") == "middle"
    look()
    for help_ in ("#hint", "#explain"):
        page.click(help_)
        answer(page)
        page.wait_for_selector("#hint:enabled")  # until then buttons are faded
        look()
    page.click("#play-empty")
    cell(page, 0, 0).click()
    page.click("#check")
    answer(page)
    look()
    bring(page, "refused-misprint.png")
    look()
    page.locator(".targets [data-place]").first.press("Enter")
    look()
    assert found == []
