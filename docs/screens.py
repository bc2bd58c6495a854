"""Takes the pictures of the page for the documents, in the system's Chromium: `python -m docs.screens`."""

import io
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image as Pillow
from playwright.sync_api import Browser, Page, sync_playwright

from tests.attacks.hostile import serving
from tests.conftest import BROWSERS

HERE = Path(__file__).parent
FIXTURES = HERE.parent / "fixtures"
PLACE = HERE / "page"
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
DARK = {"color_scheme": "dark"}
COLOURS = 128
"""Enough for a page, and a third of the bytes."""


def bring(page: Page, *names: str) -> None:
    """Choose fixtures by their names and wait until the first is read."""
    page.set_input_files("#files", [FIXTURES / name for name in names])
    page.locator("#message:not(:empty)").wait_for()
    page.locator("#busy").wait_for(state="hidden")


def answer(page: Page) -> None:
    """Show a half-played screenshot with its water."""
    bring(page, "zoomed-10x10-played.png")


def photograph(page: Page) -> None:
    bring(page, "photo-10x10.jpg")


def correct(page: Page) -> None:
    """Show a picture that was refused, and a place in doubt that is asked about."""
    bring(page, "refused-covered.png")
    for _ in range(2):
        page.keyboard.press("n")


def hint(page: Page) -> None:
    bring(page, "macos-6x6-transparent.png")
    for _ in range(3):
        page.locator("#hint").click()
        page.locator("#help-busy").wait_for(state="hidden")


def explain(page: Page) -> None:
    bring(page, "zoomed-10x10-played.png")
    page.locator("#explain").click()
    page.locator("#step-words:not(:empty)").wait_for()
    page.locator("#step").focus()
    for _ in range(6):
        page.keyboard.press("ArrowRight")


def several(page: Page) -> None:
    names = ("phone-15x15.jpg", "dark-reader-10x10.png", "refused-sudoku.png", "overfilled-6x6.png")
    bring(page, *names)
    page.locator("#batch").wait_for(state="hidden")


def play(page: Page) -> None:
    """Go on with a half-played screenshot."""
    bring(page, "zoomed-10x10-played.png")
    page.locator("#play-marks").click()
    page.locator("[data-cell]").first.wait_for()


SCREENS: dict[str, tuple[Callable[[Page], None], dict[str, Any]]] = {
    "answer": (answer, DESK),
    "correct": (correct, DESK),
    "hint": (hint, DESK),
    "explain": (explain, DESK | DARK),
    "list": (several, DESK),
    "play": (play, DESK | DARK),
    "phone-answer": (photograph, PHONE),
    "phone-correct": (correct, PHONE),
    "phone-hint": (hint, PHONE | DARK),
    "phone-play": (play, PHONE),
}


def screen(browser: Browser, address: str, name: str) -> bytes:
    """Return a picture of the page in one state, as PNG."""
    act, settings = SCREENS[name]
    context = browser.new_context(**settings)
    page = context.new_page()
    page.goto(address)
    act(page)
    page.mouse.move(0, 0)
    taken = page.screenshot()
    context.close()
    return taken


def main() -> None:
    PLACE.mkdir(exist_ok=True)
    chosen = sys.argv[1:] or list(SCREENS)
    with serving() as (port, _), sync_playwright() as driver:
        address = f"http://127.0.0.1:{port}/"
        chromium = next(filter(None, map(shutil.which, BROWSERS)))
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name in chosen:
            picture = Pillow.open(io.BytesIO(screen(browser, address, name))).convert("RGB")
            picture.quantize(COLOURS).save(PLACE / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
