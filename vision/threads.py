"""How many threads OpenCV works with while a picture is read."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

import cv2

_lock = Lock()
_at_work: list[int] = []
"""For each call that is at work: how many threads OpenCV had as the first of them began."""


@contextmanager
def one_thread() -> Iterator[None]:
    """Let OpenCV work with one thread until the last of such calls has ended, then with as many as before.

    What is done to a picture is done in pieces too short to be shared: the others mostly wait for the next at
    full load, and a third of the time of all processors is lost.
    """
    with _lock:
        _at_work.append(_at_work[0] if _at_work else cv2.getNumThreads())
        cv2.setNumThreads(1)
    try:
        yield
    finally:
        with _lock:
            before = _at_work.pop()
            if not _at_work:
                cv2.setNumThreads(before)
