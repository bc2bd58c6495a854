"""The page as a whole: an answer on the picture, and what holds whatever is shown."""

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


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
def test_nothing_keeps_people_with_a_screen_reader_out(visit, bring, width, scheme):
    with visit(viewport={"width": width, "height": 800}, color_scheme=scheme) as page:
        found = [*faults(page)]
        page.click("#new")
        found += faults(page)
        page.keyboard.press("Escape")
        bring(page, "site-6x6.png")
        found += faults(page)
        page.click("#explain")
        answer(page)
        page.wait_for_selector("#hint:enabled")  # until then buttons are faded
        found += faults(page)
        page.click("#play-empty")
        cell(page, 0, 0).click()
        page.click("#check")
        answer(page)
        page.wait_for_selector("#hint:enabled")
        found += faults(page)
        bring(page, "refused-misprint.png")
        found += faults(page)
        page.locator(".targets [data-place]").first.press("Enter")
        found += faults(page)
    assert found == []


def faults(page):
    """Return what axe finds on the page as it is."""
    found = AXE().run(page).response["violations"]
    return [(one["id"], node["html"]) for one in found for node in one["nodes"]]


def test_the_focus_goes_from_the_example_to_the_puzzle(page):
    page.focus("#example")
    page.keyboard.press("Enter")
    page.wait_for_selector("#play-empty:enabled")
    assert page.evaluate("document.activeElement.id") == "middle"
