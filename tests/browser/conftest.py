"""The page in the system's Chromium, served by the command itself, and what every visit must keep to."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "fixtures"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Commands under which systems have it."""
DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
PATIENCE = 60_000
"""Milliseconds until what is waited for counts as missing: other programs may have most of the machine."""
REFUSED = "Failed to load resource"
"""How the console tells of every answer of the API that is a refusal: no fault of the page."""


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Serve the page for all tests of this process; return its address, which ends in a slash."""
    words = [sys.executable, "-m", "app.cli.main", "serve", "--port", "0", "-j", "1"]
    settings = {**os.environ, "AQUARIUM_CONFIG": os.devnull}
    with subprocess.Popen(words, cwd=ROOT, env=settings, stdout=subprocess.PIPE, text=True) as server:
        try:
            said = server.stdout.readline()
            found = re.search(r"http://\S+/", said)
            assert found, f"no address in what the server said first: {said!r}"
            yield found[0]
        finally:
            server.terminate()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the system's Chromium, or skip where there is none."""
    playwright = pytest.importorskip("playwright.sync_api")
    command = next(filter(None, map(shutil.which, BROWSERS)), None)
    if command is None:
        pytest.skip("there is no Chromium: apt install chromium")
    playwright.expect.set_options(timeout=PATIENCE)
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=command, args=["--no-sandbox"])
        yield browser
        browser.close()


Visit = Callable[..., Any]


@pytest.fixture
def visit(browser: Browser, address: str) -> Visit:
    """Return what opens the page, with settings of Playwright's `new_context`, as a `with` block.

    When the block ends, there must have been no error in the console, and no request to another host.
    """

    @contextmanager
    def open_page(**settings: Any) -> Iterator[Page]:
        context = browser.new_context(reduced_motion="reduce", **{**DESK, **settings})
        page, amiss = context.new_page(), []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: amiss.append(f"error: {error}"))
        page.on("console", lambda said: amiss.extend(_complaints(said.type, said.text)))
        context.on("request", lambda request: amiss.extend(_foreign(request.url, address)))
        page.goto(address)
        page.wait_for_selector("#new:enabled")  # the last part of the page is there
        yield page
        context.close()
        assert amiss == []

    return open_page


def _complaints(kind: str, text: str) -> list[str]:
    is_amiss = kind in ("error", "warning") and not text.startswith(REFUSED)
    return [f"console: {text}"] if is_amiss else []


def _foreign(url: str, address: str) -> list[str]:
    is_own = url.startswith((address, "blob:", "data:"))
    return [] if is_own else [f"a request to {url}"]


@pytest.fixture
def page(visit: Visit) -> Iterator[Page]:
    """Open the page as on a desk, 1280 by 800 pixels."""
    with visit() as page:
        yield page


@pytest.fixture
def phone(visit: Visit) -> Iterator[Page]:
    """Open the page as on a phone, 390 by 844 pixels, with touch."""
    with visit(**PHONE) as page:
        yield page


Bring = Callable[..., None]


@pytest.fixture
def bring() -> Bring:
    """Return what chooses files, fixtures by their names, and waits until the one shown is read.

    A file made by a test is {"name": …, "mimeType": …, "buffer": bytes}, as Playwright takes it.
    """

    def choose(page: Page, *files: str | Path | dict[str, Any]) -> None:
        named = [FIXTURES / file if isinstance(file, str) else file for file in files]
        page.set_input_files("#files", named)
        page.wait_for_function("() => document.querySelector('#message').textContent.trim() !== ''")
        page.wait_for_function("() => document.querySelector('#busy').hidden")

    return choose


@pytest.fixture
def game(page: Page, bring: Bring) -> Page:
    """Play the puzzle of a screenshot from an empty board."""
    bring(page, "site-6x6.png")
    page.click("#play-empty")
    page.wait_for_selector("[data-cell]")
    return page


def cell(page: Page, row: int, col: int) -> Locator:
    """Return a cell of the board that is played, counted from 0."""
    return page.locator(f"[data-cell='{row},{col}']")


def fingers(page: Page) -> Callable[..., None]:
    """Return what puts fingers on the window (`Start`), moves (`Move`) or lifts them (`End`)."""
    client = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        client.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": spots})

    return touch


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
