"""The stage: zooming and moving, by mouse, fingers, keys and buttons."""

import pytest
from PIL import Image

from tests.browser.conftest import FIXTURES, brought, fingers

TO_SCENE = """(svg, [x, y]) => {
  const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
}"""
FILLED = """(width) => {
  const places = ["#stage", "#stage image", "#panel"].map((part) => document.querySelector(part));
  const [stage, board, panel] = places.map((place) => place.getBoundingClientRect());
  return panel.right <= width && board.height > Math.max(150, 0.85 * stage.height);
}"""
SVG = "#stage svg"


def seen_at(page, x, y):
    """Return which point of the drawing is at a point of the window."""
    return page.eval_on_selector(SVG, TO_SCENE, [x, y])


def scale_of(page):
    """Return pixels a unit of the drawing."""
    return page.eval_on_selector(SVG, "svg => svg.getScreenCTM().a")


def inside(page, right, down):
    """Return the whole pixel of the window that is so far right and down on the stage, as shares of it."""
    box = page.locator("#stage").bounding_box()
    return round(box["x"] + right * box["width"]), round(box["y"] + down * box["height"])


def test_the_wheel_zooms_towards_the_pointer_and_keys_zoom_move_and_fit(page, bring):
    bring(page, "site-6x6.png")
    fitted, first = page.get_attribute(SVG, "viewBox"), scale_of(page)
    page.click("#zoom-in")
    x, y = inside(page, 0.3, 0.6)
    page.mouse.move(x, y)
    for ticks in (-240, 120):
        before, scale = seen_at(page, x, y), scale_of(page)
        page.mouse.wheel(0, ticks)
        page.wait_for_function(
            "before => document.querySelector('#stage svg').getScreenCTM().a !== before", arg=scale
        )
        assert (scale_of(page) > scale) == (ticks < 0)
        assert seen_at(page, x, y) == pytest.approx(before, abs=0.05)
    page.focus("#stage")
    page.keyboard.press("0")
    assert page.get_attribute(SVG, "viewBox") == fitted
    page.keyboard.press("+")
    assert scale_of(page) == pytest.approx(1.4 * first)
    middle = seen_at(page, *inside(page, 0.5, 0.5))
    page.keyboard.press("ArrowRight")
    assert seen_at(page, *inside(page, 0.5, 0.5))[0] > middle[0]
    page.uncheck("#show-water")
    assert scale_of(page) == pytest.approx(1.4 * first)  # though all is drawn anew
    bring(page, "site-6x6.png")
    assert scale_of(page) < 1.1 * first  # another picture is fitted, beside the list


def test_a_drag_moves_the_drawing_and_is_no_click(page, bring):
    bring(page, "site-6x6.png", "tight-8x5.png")  # their list leaves less room
    page.click("#correct-toggle")
    page.evaluate(
        "window.clicks = 0; document.querySelector('#stage').addEventListener('click', () => window.clicks++)"
    )
    page.click("#zoom-in")
    clue = page.locator("[data-place='top:3'] .hit").bounding_box()  # from a side, walls would be drawn
    x, y = clue["x"] + clue["width"] / 2, clue["y"] + clue["height"] / 2
    before = seen_at(page, x, y)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 20)
    page.mouse.move(x + 60, y + 40)
    page.mouse.up()
    assert page.evaluate("window.clicks") == 0
    assert seen_at(page, x + 60, y + 40) == pytest.approx(before, abs=0.05)
    page.mouse.click(x + 60, y + 40)
    assert page.evaluate("window.clicks") == 1


def test_fit_shows_the_board_first_and_the_whole_picture_next(page, bring):
    sheet = Image.new("RGB", (3000, 2400), "white")
    sheet.paste(Image.open(FIXTURES / "site-6x6.png").convert("RGB"), (2000, 1500))
    bring(page, brought(sheet))
    scale = scale_of(page)
    left, top = seen_at(page, *inside(page, 0.5, 0.0))
    assert (left, top) > (2000, 1400)
    page.get_by_role("button", name="Fit the whole picture").click()
    whole = scale_of(page)
    assert whole < scale / 2
    assert seen_at(page, *inside(page, 0.5, 0.5)) == pytest.approx((1500, 1200), abs=4)
    page.get_by_role("button", name="Fit the board").click()
    assert scale_of(page) == pytest.approx(scale)


def test_two_fingers_zoom_around_their_middle_and_a_double_tap_zooms_in(phone, bring):
    bring(phone, "site-6x6.png")
    touch = fingers(phone)
    x, y = inside(phone, 0.5, 0.4)
    before, scale = seen_at(phone, x, y), scale_of(phone)
    touch("Start", (x - 40, y), (x + 40, y))
    for far in (60, 80, 100):
        touch("Move", (x - far, y), (x + far, y))
    touch("End")
    assert scale_of(phone) == pytest.approx(2.5 * scale, rel=0.02)
    assert seen_at(phone, x, y) == pytest.approx(before, abs=2)
    phone.press("#stage", "0")
    for _ in range(2):
        phone.touchscreen.tap(x, y)
    assert scale_of(phone) > 1.5 * scale


def test_one_finger_moves_a_zoomed_picture_and_else_scrolls_the_page(phone, bring):
    bring(phone, "site-6x6.png")
    touch = fingers(phone)
    x, y = inside(phone, 0.5, 0.5)

    def swipe():
        touch("Start", (x, y))
        for up in range(10, 101, 10):
            touch("Move", (x, y - up))
        touch("End")
        phone.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    fitted = phone.get_attribute(SVG, "viewBox")
    phone.press("#stage", "+")
    zoomed = phone.get_attribute(SVG, "viewBox")
    swipe()
    assert phone.evaluate("scrollY") == 0
    assert phone.get_attribute(SVG, "viewBox") != zoomed
    phone.press("#stage", "0")
    swipe()
    phone.wait_for_function("scrollY > 20")
    assert phone.get_attribute(SVG, "viewBox") == fitted


def test_where_there_is_nothing_to_show_a_phone_shows_the_message_at_once(phone, bring):
    bring(phone, {"name": "bad.png", "mimeType": "image/png", "buffer": b"\x89PNG, cut off"})
    assert not phone.is_visible("#stage")
    assert not phone.is_visible("#zoom")
    assert phone.locator("#message").bounding_box()["y"] < 300


def test_in_a_low_window_and_on_a_phone_on_its_side_the_board_is_seen_beside_the_panel(page, bring):
    bring(page, "site-6x6.png")
    for width, height in ((640, 400), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(FILLED, arg=width)  # the stage is fitted after the window
        parts = (f"{SVG} image", "#panel", "#zoom")
        board, panel, zoom = (page.locator(part).bounding_box() for part in parts)
        assert board["y"] + board["height"] <= height
        assert board["x"] + board["width"] < zoom["x"] < panel["x"]
