"""OpenCV and BLAS work with one thread while pictures are read, and afterwards with as many as they had."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import cv2
import pytest
from threadpoolctl import ThreadpoolController

from pipeline import prove_image, read, solve_image
from tests.conftest import ROOT, Draw
from vision import threads
from vision.reading.reading import Reading
from vision.threads import OF_BLAS, one_thread

MANY, BLAS = 3, 2


def at_work() -> set[tuple[int, int]]:
    """Return how many threads OpenCV and each library of BLAS work with."""
    blas = ThreadpoolController().select(user_api="blas").info()
    return {(cv2.getNumThreads(), library["num_threads"]) for library in blas}


@pytest.fixture(autouse=True)
def many_threads(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(OF_BLAS)  # which tests have set, as the command does
    threads._blas.cache_clear()
    before = cv2.getNumThreads()
    cv2.setNumThreads(MANY)
    with ThreadpoolController().limit(limits=BLAS, user_api="blas"):
        yield
    cv2.setNumThreads(before)
    threads._blas.cache_clear()


@pytest.mark.parametrize("answer", [solve_image, prove_image, read])
def test_pictures_are_answered_with_one_thread(draw: Draw, answer):
    seen = set[tuple[int, int]]()
    result = answer(draw(5, 7, unique=True).pixels, trace=lambda *_: seen.update(at_work()))
    assert isinstance(result, Reading) or result.status == "solved"
    assert (seen, at_work()) == ({(1, 1)}, {(MANY, BLAS)})


def test_threads_come_back_with_the_last_of_the_calls_that_overlap():
    with ExitStack() as first, ExitStack() as second:
        first.enter_context(one_thread())
        second.enter_context(one_thread())
        first.close()
        assert at_work() == {(1, 1)}
    assert at_work() == {(MANY, BLAS)}


def test_threads_come_back_when_a_call_fails():
    with pytest.raises(ValueError, match="it fails"), one_thread():
        raise ValueError("it fails")
    assert at_work() == {(MANY, BLAS)}


@pytest.mark.parametrize(("first", "said"), [("numpy", "None"), ("app", "1")])
def test_the_command_says_so_while_it_can(first: str, said: str):
    """Said after NumPy is loaded, nothing would come of it but the belief that it was."""
    words = [sys.executable, "-c", f"import {first}, app, os; print(os.environ.get({OF_BLAS!r}))"]
    run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)  # OF_BLAS is unset
    assert run.stdout.strip() == said
