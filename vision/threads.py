"""How many threads OpenCV and BLAS, which multiplies NumPy's matrices, work with while a picture is read."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any

import cv2

OF_BLAS = "OPENBLAS_NUM_THREADS"
"""Environment variable that says how many threads BLAS has, if set before NumPy is loaded, as `app` does."""

_lock = Lock()
_at_work: list[Callable[[], None]] = []
"""For each call that is at work: what gives back the threads that there were as the first of them began."""


@contextmanager
def one_thread() -> Iterator[None]:
    """Let OpenCV and BLAS work with one thread until the last of such calls has ended, then as before.

    What is done to a picture is done in pieces too short to be shared: the others mostly wait for the next at
    full load, and more than half of the time of all processors is lost.
    """
    with _lock:
        _at_work.append(_at_work[0] if _at_work else _held())
    try:
        yield
    finally:
        with _lock:
            give_back = _at_work.pop()
            if not _at_work:
                give_back()


def _held() -> Callable[[], None]:
    """Take all threads but one, and return what gives them back."""
    of_opencv, blas = cv2.getNumThreads(), _blas()
    cv2.setNumThreads(1)
    limits = blas.limit(limits=1) if blas else None

    def give_back() -> None:
        cv2.setNumThreads(of_opencv)
        if limits:
            limits.restore_original_limits()

    return give_back


@cache
def _blas() -> Any:
    """Find the libraries of BLAS that are loaded, which takes 2 ms; None if they have one thread anyway."""
    if os.environ.get(OF_BLAS) == "1":
        return None
    from threadpoolctl import ThreadpoolController  # noqa: PLC0415 — 3 ms, which the command does without

    return ThreadpoolController().select(user_api="blas")
