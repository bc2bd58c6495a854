"""What the tests share: puzzles drawn as pictures, settings of pytest and Hypothesis, `--update-golden`."""

import os
import shutil
import signal

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the command; it must be said before NumPy loads

os.environ["AQUARIUM_CONFIG"] = os.devnull  # the settings of who runs the tests are none of theirs

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import cv2
import hypothesis
import numpy as np
import pytest
from numpy.typing import NDArray

from app.batch import usable_cores
from fixtures.drawing.board.puzzles import random_puzzle, unique_puzzle
from fixtures.drawing.board.style import STYLES, Style
from fixtures.drawing.page.pages import Surroundings
from fixtures.drawing.render import render
from fixtures.drawing.scene import Picture, Scene
from pipeline import Result
from solver.errors import AquariumError
from solver.puzzle import Puzzle, Water

Marks = NDArray[np.intp]

ROOT = Path(__file__).parents[1]
FIXTURES = ROOT / "fixtures"
PLAIN = replace(STYLES["site"], zoom=1.5, lettering="smooth")
"""What the site draws, larger, and with letters as browsers smooth them."""
KEPT_DRAWINGS = 64
"""Drawings kept for tests that ask for the same one again; most are below 3 MB."""
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Commands under which systems have Chromium."""
PATIENCE = 60_000
"""Milliseconds until what is waited for counts as missing: other programs may have most of the machine."""

cv2.setNumThreads(1)  # as in the command
for name, usual in {"SIGINT": signal.default_int_handler, "SIGHUP": signal.SIG_DFL}.items():
    number = getattr(signal, name, None)  # Windows has no SIGHUP
    if number and signal.getsignal(number) is signal.SIG_IGN:  # as of `nohup`, and of shells' background jobs
        signal.signal(number, usual)
hypothesis.settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=60)
hypothesis.settings.load_profile("repeatable")


@dataclass(frozen=True, eq=False)
class Case:
    """A picture and what it shows."""

    puzzle: Puzzle
    water: Water
    marks: Marks
    drawing: Picture

    @property
    def pixels(self) -> NDArray[np.uint8]:
        """uint8 (H, W, 3) RGB."""
        return self.drawing.pixels


Draw = Callable[..., Case]
E = TypeVar("E", bound=AquariumError)


def codes(result: Result) -> list[str]:
    """Return what a result tells, as codes in their order."""
    return [message.code for message in result.messages]


def raised(kind: type[E], call: Callable[..., object], *words: Any, **named: Any) -> E:
    """Return the error of this kind that a call raises."""
    with pytest.raises(kind) as error:
        call(*words, **named)
    return error.value


def pytest_addoption(parser: pytest.Parser) -> None:
    help_words = "write golden pictures anew; the run fails, so that they are looked at"
    parser.addoption("--update-golden", action="store_true", help=help_words)
    parser.addoption("--attack-share", type=float, default=1.0, help="share of the tries of `-m attack`")
    parser.addoption("--attack-seed", type=int, default=0, help="what chooses among them and in them")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Run named files and tests in this process, as workers take longer to start than these to run."""
    is_named = all("::" in path or path.endswith(".py") for path in config.args)
    return 0 if is_named else usable_cores()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let two workers begin with half of the tests in a browser each, so that no third one starts a browser.

    The first shares of workers are equal parts of all tests in their order, and from their ends others steal.
    """
    workers = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    if workers < 2:
        return
    in_browser, others = list[pytest.Item](), list[pytest.Item]()
    for item in items:
        (in_browser if "browser" in getattr(item, "fixturenames", ()) else others).append(item)
    half = len(in_browser) // 2
    second = max(len(items) // workers - half, 0)
    items[:] = [*in_browser[:half], *others[:second], *in_browser[half:], *others[second:]]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
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


@pytest.fixture(scope="session")
def draw() -> Draw:
    """Give the function that draws a puzzle: equal arguments give equal cases."""
    return _draw


def _draw(
    rows: int = 5,
    cols: int = 7,
    style: Style = STYLES["site"],
    *,
    seed: int = 0,
    played: str = "empty",
    unique: bool = False,
    mean_size: float | None = None,
    page: Surroundings | None = None,
) -> Case:
    puzzle, water = _puzzle(rows, cols, seed, unique, mean_size)
    marks = _marks(water, played, seed)
    drawing = _drawing(puzzle, style, tuple(map(tuple, marks.tolist())), page)
    return Case(puzzle, water, marks, drawing.but(drawing.pixels.copy()))


@lru_cache(KEPT_DRAWINGS)
def _drawing(
    puzzle: Puzzle, style: Style, marks: tuple[tuple[int, ...], ...], page: Surroundings | None
) -> Picture:
    return render(Scene(puzzle, style, np.array(marks, np.uint8), page))


@cache
def _puzzle(rows: int, cols: int, seed: int, unique: bool, mean_size: float | None) -> tuple[Puzzle, Water]:
    make = unique_puzzle if unique else random_puzzle
    return make(np.random.default_rng([rows, cols, seed]), rows, cols, mean_size=mean_size)


def _marks(water: Water, played: str, seed: int) -> Marks:
    """Put nothing, the solution, or half of it with a tenth of the cells wrong, into the cells."""
    wet, rng = np.array(water), np.random.default_rng(seed)
    solved = np.where(wet, 1, 2)
    if played == "empty":
        return np.zeros_like(solved)
    if played == "solved":
        return solved
    partly = np.where(rng.random(wet.shape) < 0.5, solved, 0)
    return np.where(rng.random(wet.shape) < 0.1, rng.integers(0, 3, wet.shape), partly)
