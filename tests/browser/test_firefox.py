"""The page in the system's Firefox, which is told what to do by WebDriver BiDi, without a driver between."""

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
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

    def __init__(self, wire: Any, address: str) -> None:
        self._wire, self._number = wire, 0
        self.said: list[str] = []
        """Errors and warnings of the console."""
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        self._tab = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def ask(self, method: str, **params: Any) -> Any:
        """Have something done, and return what it gives."""
        self._number += 1
        self._wire.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while (told := json.loads(self._wire.recv(SOON))).get("id") != self._number:
            entry = told.get("params", {})
            if entry.get("level") in ("error", "warn"):
                self.said.append(str(entry.get("text")))
        assert told["type"] == "success", told
        return told["result"]

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

    def element(self, selector: str) -> dict[str, str]:
        return {"sharedId": self.run(f"document.querySelector({json.dumps(selector)})")["sharedId"]}

    def choose(self, selector: str, path: Path) -> None:
        element = self.element(selector)
        self.ask("input.setFiles", context=self._tab, element=element, files=[str(path)])

    def click(self, selector: str) -> None:
        origin = {"type": "element", "element": self.element(selector)}
        move = {"type": "pointerMove", "x": 0, "y": 0, "origin": origin}
        self._act("pointer", move, *({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up")))

    def press(self, *keys: str) -> None:
        self._act("key", *({"type": f"key{way}", "value": key} for key in keys for way in ("Down", "Up")))

    def _act(self, kind: str, *actions: dict[str, Any]) -> None:
        source = {"type": kind, "id": kind, "actions": actions}
        self.ask("input.performActions", context=self._tab, actions=[source])


@pytest.fixture
def firefox(tmp_path: Path, address: str) -> Iterator[Firefox]:
    """Open the page in Firefox, or skip where there is none."""
    client = pytest.importorskip("websockets.sync.client")
    command = next(filter(None, map(shutil.which, COMMANDS)), None)
    if command is None:
        pytest.skip("there is no Firefox: apt install firefox-esr")
    words = [command, "--headless", "--no-remote", "--profile", str(tmp_path), "--remote-debugging-port", "0"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as running:
        try:
            lines = map(LISTENING.search, iter(running.stderr.readline, ""))
            session = f"{next(filter(None, lines))[1]}/session"
            with client.connect(session, max_size=None, open_timeout=SOON) as wire:
                yield Firefox(wire, address)
        finally:
            running.terminate()


def test_a_picture_is_brought_solved_and_corrected(firefox: Firefox):
    message = "document.querySelector('#message').textContent"
    firefox.choose("#files", FIXTURES / "site-6x6.png")
    firefox.until(f"{message}.includes('one solution')")
    firefox.click("#correct-toggle")
    firefox.click("[data-place='top:3']")
    firefox.press("1", ENTER)
    firefox.until(f"{message}.startsWith('Column 3 is 1: with this correction there is no solution')")
    firefox.click("#correct-undo")
    firefox.until(f"{message}.includes('one solution')")
    assert [line for line in firefox.said if "422" not in line] == []
