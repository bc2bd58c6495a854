"""The page in the system's Firefox, which is told what to do by WebDriver BiDi, without a driver between."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import FIXTURES

COMMANDS = ("firefox-esr", "firefox")
"""Under which systems have it."""
SOON = 60.0
"""Seconds after which what should have happened is taken not to happen, on a busy computer."""
LISTENING = re.compile(r"BiDi listening on (ws:\S+)")
ENTER = "\ue007"
"""The key, as WebDriver names it."""


class Firefox:
    """One tab."""

    def __init__(self, send: Callable[[str], None], receive: Callable[[], str]) -> None:
        self._send, self._receive, self._number = send, receive, 0
        self.said: list[str] = []
        """Errors and warnings of the console."""
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        self._tab = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **params: Any) -> Any:
        """Have something done, and return what it gives."""
        self._number += 1
        self._send(json.dumps({"id": self._number, "method": method, "params": params}))
        while (told := json.loads(self._receive())).get("id") != self._number:
            entry = told.get("params", {})
            if entry.get("level") in ("error", "warn"):
                self.said.append(str(entry.get("text")))
        assert told["type"] == "success", told
        return told["result"]

    def open(self, address: str) -> None:
        """Go to a page, and wait until it is there."""
        self.ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def run(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        target = {"context": self._tab}
        told = self.ask("script.evaluate", expression=expression, target=target, awaitPromise=True)
        assert told["type"] == "success", told
        return told["result"]

    def until(self, expression: str) -> None:
        """Wait until an expression is true in the page."""
        end = time.monotonic() + SOON
        while not self.run(f"Boolean({expression})")["value"]:
            assert time.monotonic() < end, expression
            time.sleep(0.05)

    def choose(self, selector: str, path: Path) -> None:
        """Choose a file."""
        element = {"sharedId": self._element(selector)}
        self.ask("input.setFiles", context=self._tab, element=element, files=[str(path)])

    def click(self, selector: str) -> None:
        """Click the middle of an element."""
        origin = {"type": "element", "element": {"sharedId": self._element(selector)}}
        actions = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._act({"type": "pointer", "id": "mouse", "actions": actions})

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keyboard", "actions": actions})

    def _element(self, selector: str) -> str:
        return str(self.run(f"document.querySelector({json.dumps(selector)})")["sharedId"])

    def _act(self, source: dict[str, Any]) -> None:
        self.ask("input.performActions", context=self._tab, actions=[source])


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    """Start Firefox, or skip where there is none."""
    client = pytest.importorskip("websockets.sync.client")
    command = next(filter(None, map(shutil.which, COMMANDS)), None)
    if command is None:
        pytest.skip("there is no Firefox: apt install firefox-esr")
    words = [command, "--headless", "--no-remote", "--profile", str(tmp_path), "--remote-debugging-port", "0"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as running:
        try:
            lines = map(LISTENING.search, iter(running.stderr.readline, ""))
            address = next(filter(None, lines))[1]
            with client.connect(f"{address}/session", max_size=None, open_timeout=SOON) as wire:
                yield Firefox(wire.send, lambda: str(wire.recv(SOON)))
        finally:
            running.terminate()


def test_a_picture_is_brought_solved_and_corrected(firefox: Firefox, address: str):
    message = "document.querySelector('#message').textContent"
    firefox.open(address)
    firefox.choose("#files", FIXTURES / "site-6x6.png")
    firefox.until(f"{message}.includes('one solution')")
    firefox.click("#correct-toggle")
    firefox.click("[data-place='top:3']")
    firefox.press("1", ENTER)
    firefox.until(f"{message}.startsWith('Column 3 is 1: with this correction there is no solution')")
    firefox.click("#correct-undo")
    firefox.until(f"{message}.includes('one solution')")
    assert [line for line in firefox.said if "422" not in line] == []
