"""OpenCV works with one thread while pictures are read, and afterwards with as many as it had."""

from collections.abc import Iterator
from contextlib import ExitStack

import cv2
import pytest

from pipeline import prove_image, solve_image
from tests.conftest import Draw
from vision.threads import one_thread

MANY = 3


@pytest.fixture(autouse=True)
def many_threads() -> Iterator[None]:
    before = cv2.getNumThreads()
    cv2.setNumThreads(MANY)
    yield
    cv2.setNumThreads(before)


@pytest.mark.parametrize("answer", [solve_image, prove_image])
def test_pictures_are_answered_with_one_thread(draw: Draw, answer):
    seen: list[int] = []
    result = answer(draw(5, 7, unique=True).pixels, trace=lambda *_: seen.append(cv2.getNumThreads()))
    assert result.status == "solved"
    assert set(seen) == {1}
    assert cv2.getNumThreads() == MANY


def test_threads_come_back_with_the_last_of_the_calls_that_overlap():
    with ExitStack() as first, ExitStack() as second:
        first.enter_context(one_thread())
        second.enter_context(one_thread())
        first.close()
        assert cv2.getNumThreads() == 1
    assert cv2.getNumThreads() == MANY


def test_threads_come_back_when_a_call_fails():
    with pytest.raises(ValueError, match="it fails"), one_thread():
        raise ValueError("it fails")
    assert cv2.getNumThreads() == MANY
