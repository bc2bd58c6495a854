"""The page as a whole: an answer on the picture, and what holds whatever is shown."""

from __future__ import annotations

import pytest

AXE = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs the extra for tests").Axe
GRAVE = ("serious", "critical")


def test_a_picture_that_is_chosen_gets_its_water(page, bring):
    bring(page, "site-6x6.png")
    assert page.locator("#message").inner_text() == "6×6, 10 aquariums, one solution"
    assert page.locator("#stage .water").count() >= 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("state", ["welcome", "solved", "refused"])
def test_nothing_keeps_people_with_a_screen_reader_out(visit, bring, scheme, state):
    with visit(color_scheme=scheme) as page:
        if state != "welcome":
            bring(page, {"solved": "site-6x6.png", "refused": "refused-covered.png"}[state])
        found = AXE().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in GRAVE] == []


@pytest.mark.parametrize("width", [360, 390, 768, 1280, 2560])
def test_nothing_is_cut_off_at_the_side(visit, bring, width):
    with visit(viewport={"width": width, "height": 800}) as page:
        bring(page, "zoomed-10x10-played.png")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
