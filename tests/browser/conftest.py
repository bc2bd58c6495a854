"""The page in the system's Chromium, served by the command itself, and what every visit must keep to."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image

from tests.conftest import FIXTURES, PATIENCE, ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page

DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
SOLVED = "6×6, 10 aquariums, one solution"
"""What is said of site-6x6.png."""
ADDRESS = "https://puzz.link/p?aquarium/r/6/6/2be18t73evt6/332331454002"
"""Its puzzle."""
REFUSED = "Failed to load resource"
"""How the console tells of every answer of the API that is a refusal: no fault of the page."""
LASTING = ("on", "once", "add_init_script", "expose_binding", "expose_function")
"""What cannot be taken back from a page that a test has called it of, nor from its context."""


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


class Tab:
    """A tab in a context of its own, and all that was amiss in it.

    A request to another host is an error in the console, too: the page's policy forbids it.
    """

    def __init__(self, browser: Browser, address: str, **settings: Any) -> None:
        self.context = browser.new_context(**{**DESK, **settings})
        self.page, self.amiss = self.context.new_page(), list[str]()
        self._address, self._is_used_up = address, False
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda error: self.amiss.append(f"error: {error}"))
        self.page.on("console", self._hear)
        self._watch(self.page)
        self._watch(self.context)

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning") and not said.text.startswith(REFUSED):
            self.amiss.append(f"console: {said.text}")

    def _watch(self, called: Page | BrowserContext) -> None:
        for name in LASTING:
            setattr(called, name, partial(self._use_up, getattr(called, name)))

    def _use_up(self, call: Callable[..., Any], *words: Any, **named: Any) -> Any:
        self._is_used_up = True
        return call(*words, **named)

    def opened(self) -> Page:
        """Open the page, and wait until the last part of it is there."""
        self.page.goto(self._address)
        self.page.wait_for_selector("#new:enabled")
        return self.page

    def is_renewed(self) -> bool:
        """Make it as good as new, if that can be done: nothing is stored, emulated or taken on its way."""
        if self._is_used_up or self.context.pages != [self.page]:
            return False
        for called in (self.page, self.context):
            called.unroute_all(behavior="ignoreErrors")
        self.page.goto(f"{self._address}icon.svg")  # where nothing runs that would store anything
        self.page.evaluate("sessionStorage.clear()")
        client, origin = self.context.new_cdp_session(self.page), self._address.rstrip("/")
        client.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        client.send("Page.resetNavigationHistory")
        client.detach()
        self.context.set_offline(False)
        self.context.clear_permissions()
        self.page.set_viewport_size(DESK["viewport"])
        self.page.emulate_media(media="null", color_scheme="light")
        self.page.mouse.move(0, 0)
        return True


Visit = Callable[..., Any]


@pytest.fixture
def visit(browser: Browser, address: str) -> Visit:
    """Return what opens the page anew, with settings of Playwright's `new_context`, as a `with` block.

    When the block ends, there must have been no error in the console, and no request to another host.
    """

    @contextmanager
    def open_page(**settings: Any) -> Iterator[Page]:
        tab = Tab(browser, address, **settings)
        yield tab.opened()
        tab.context.close()
        assert tab.amiss == []

    return open_page


@pytest.fixture(scope="session")
def desk() -> list[Tab]:
    """Give where the tab of a desk is put back for the next test, as a new one takes long to start."""
    return []


@pytest.fixture
def page(browser: Browser, address: str, desk: list[Tab]) -> Iterator[Page]:
    """Open the page as on a desk, 1280 by 800 pixels; it must keep to what every visit must."""
    tab = desk.pop() if desk else Tab(browser, address)
    yield tab.opened()
    amiss = [*tab.amiss]
    if not amiss and tab.is_renewed():
        desk.append(tab)
    else:
        tab.context.close()
    assert amiss == []


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


def brought(
    picture: Image.Image | np.ndarray, name: str = "drawn.png", kind: str = "PNG", **how: Any
) -> dict:
    """Return a picture as a file to be brought."""
    file = io.BytesIO()
    drawn = picture if isinstance(picture, Image.Image) else Image.fromarray(picture)
    drawn.save(file, kind, **how)
    return {"name": name, "mimeType": Image.MIME[kind], "buffer": file.getvalue()}


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
