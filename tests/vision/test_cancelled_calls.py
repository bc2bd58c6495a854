"""A call that nobody waits for any more is given up: it is not begun, or it ends with its worker."""

import gc
import sys
import time
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

from tests.app.batch import odd_work
from tests.vision.test_processes import SOON, is_running, quick, until
from vision.processes import Cancelled

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX end the workers here")


NO_PATIENCE = 0.05
"""Seconds that a call which is cancelled has to be done."""


def test_a_call_that_is_cancelled_at_work_ends_with_its_worker_and_others_keep_theirs(tmp_path):
    note = tmp_path / "note"
    with quick(2) as pool:
        hanging = pool.submit(odd_work.hang, note)
        until(note.exists, "it is not at work")
        beside = pool.submit(odd_work.pid).result()
        pool.cancel(hanging, NO_PATIENCE)
        with pytest.raises(Cancelled):
            hanging.result(SOON)
        assert is_running(beside)
        until(lambda: pool.submit(odd_work.pid).result(SOON) == beside, "it takes no more work")
        assert pool._calls == {}


def test_what_hears_nothing_is_ended_too(tmp_path):
    with quick(1) as pool:
        before = pool.submit(odd_work.pid).result(SOON)
        deaf = pool.submit(odd_work.hang_deaf, tmp_path / "note")
        until((tmp_path / "note").exists, "it is not at work")
        pool.cancel(deaf, NO_PATIENCE)
        with pytest.raises(Cancelled):
            deaf.result(SOON)
        assert not is_running(before)
        assert pool.submit(odd_work.pid).result(SOON) != before


def test_a_queued_call_that_is_cancelled_is_never_made(tmp_path):
    note, never = tmp_path / "note", tmp_path / "never"
    with quick(1) as pool:
        at_work = pool.submit(odd_work.hang, note)
        until(note.exists, "it is not at work")
        queued = pool.submit(odd_work.once, never)
        pool.cancel(queued)
        pool.cancel(at_work, NO_PATIENCE)
        with pytest.raises(CancelledError):
            queued.result()
        assert pool.submit(odd_work.pid).result(SOON)
        assert not never.exists()


def test_a_call_that_is_done_soon_costs_no_worker():
    with quick(1) as pool:
        before = pool.submit(odd_work.pid).result(SOON)
        short = pool.submit(time.sleep, 0.2)
        until(short.running, "it is not at work")
        for _ in range(3):
            pool.cancel(short, SOON)
        assert pool.submit(odd_work.pid).result(SOON) == before
        assert short.done()


def test_what_is_cancelled_again_and_again_leaves_no_pipes_open(tmp_path):
    with quick(1) as pool:
        assert pool.submit(odd_work.pid).result(SOON)
        before = open_files()
        for _ in range(3):
            at_work = pool.submit(time.sleep, odd_work.FOREVER)
            until(at_work.running, "it is not at work")
            queued = [pool.submit(odd_work.pid) for _ in range(5)]
            for future in (*queued, at_work):
                pool.cancel(future, NO_PATIENCE)
        assert pool.submit(odd_work.pid).result(SOON)
        until(lambda: open_files() <= before + 2, "pipes are left open")


def open_files():
    gc.collect()  # errors and their tracebacks hold each other, and what they have seen
    return len(list(Path("/dev/fd").iterdir()))
