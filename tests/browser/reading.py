"""What tests do with the page and see of it where something is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


def target(page: Page, place: str) -> Locator:
    """Return what stands for a clue or a side on the scene, as fixes name it."""
    return page.locator(f'.targets [data-place="{place}"]')


def settled(page: Page) -> None:
    """Wait until nothing is read any more."""
    page.wait_for_function("() => document.querySelector('#stage').ariaBusy === 'false'")


def message(page: Page) -> str:
    """Return what is said of the picture, as soon as it is read."""
    settled(page)
    return page.locator("#message").inner_text()


def heard(page: Page) -> str:
    """Return what a screen reader was told last."""
    settled(page)
    return page.locator("#live").inner_text().strip()


def answer(page: Page) -> str:
    """Return what a check, a hint or an explanation says, as soon as it is there."""
    page.wait_for_selector("#help-answer:visible")
    page.wait_for_selector("#help-busy", state="hidden")
    return page.inner_text("#help-answer")
