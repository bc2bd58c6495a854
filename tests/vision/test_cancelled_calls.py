"""A call that nobody waits for any more is given up: it is not begun, or it ends with its worker."""

import gc
import os
import sys
import time
from concurrent.futures import CancelledError, Future
from pathlib import Path

import pytest

from tests.vision.odd_calls import FOREVER, hang
from tests.vision.test_processes import SOON, is_running, quick, until
from vision.processes import Cancelled, WorkerPool

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX end the workers here")


NO_PATIENCE = 0.05
"""Seconds that a call which is cancelled has to be done."""


def at_work(pool: WorkerPool, tmp_path: Path, **how: bool) -> Future[None]:
    call = pool.submit(hang, tmp_path / "note", **how)
    until((tmp_path / "note").exists, "it is not at work")
    return call


@pytest.mark.parametrize("deaf", [False, True])
def test_a_call_that_is_cancelled_at_work_ends_with_its_worker_and_others_keep_theirs(tmp_path, deaf):
    with quick(2) as pool:
        hanging = at_work(pool, tmp_path, deaf=deaf)
        beside = pool.submit(os.getpid).result()
        pool.cancel(hanging, NO_PATIENCE)
        with pytest.raises(Cancelled):
            hanging.result(SOON)
        assert is_running(beside)
        assert not is_running(int((tmp_path / "note").read_text()))
        until(lambda: pool.submit(os.getpid).result(SOON) == beside, "it takes no more work")
        assert pool._calls == {}


def test_a_queued_call_that_is_cancelled_is_never_made(tmp_path):
    with quick(1) as pool:
        hanging = at_work(pool, tmp_path)
        queued = pool.submit(os.mkdir, tmp_path / "never")
        pool.cancel(queued)
        pool.cancel(hanging, NO_PATIENCE)
        with pytest.raises(CancelledError):
            queued.result()
        assert pool.submit(os.getpid).result(SOON)
        assert not (tmp_path / "never").exists()


def test_a_call_that_is_done_soon_costs_no_worker():
    with quick(1) as pool:
        before = pool.submit(os.getpid).result(SOON)
        short = pool.submit(time.sleep, 0.2)
        until(short.running, "it is not at work")
        for _ in range(3):
            pool.cancel(short, SOON)
        assert pool.submit(os.getpid).result(SOON) == before
        assert short.done()


def test_what_is_cancelled_again_and_again_leaves_no_pipes_open():
    with quick(1) as pool:
        assert pool.submit(os.getpid).result(SOON)
        before = open_files()
        for _ in range(3):
            hanging = pool.submit(time.sleep, FOREVER)
            until(hanging.running, "it is not at work")
            queued = [pool.submit(os.getpid) for _ in range(5)]
            for future in (*queued, hanging):
                pool.cancel(future, NO_PATIENCE)
        assert pool.submit(os.getpid).result(SOON)
        until(lambda: open_files() <= before + 2, "pipes are left open")


def open_files():
    gc.collect()  # errors and their tracebacks hold each other, and what they have seen
    return len(list(Path("/dev/fd").iterdir()))
