"""Worker processes that die, hang or send nonsense cost their own call, and never outlive their parent."""

import ctypes
import importlib
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import BrokenExecutor
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest

from app.batch.dispatch import load_pipeline
from tests.conftest import ROOT
from tests.vision import odd_calls
from tests.vision.odd_calls import FOREVER
from vision import processes
from vision.processes import START_TRIES, TookTooLong, WorkerDied, WorkerPool

SOON = 20.0
"""Seconds after which what should have happened is taken not to happen."""
SHORT = 0.4
"""Seconds granted to calls that hang."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX end the workers here")


def quick(workers: int = 1, **settings: object) -> WorkerPool:
    """Make a pool whose workers load nothing."""
    return WorkerPool(workers, **{"load": list, **settings})


def until(happened, what: str) -> None:
    end = time.monotonic() + SOON
    while not happened():
        assert time.monotonic() < end, what
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    """Tell whether a process is there and not only its exit code."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def test_calls_are_made_in_other_processes_of_which_nobody_hears(capfd):
    with quick(2) as pool:
        pids = {future.result() for future in [pool.submit(os.getpid) for _ in range(20)]}
        assert pool.submit(os.write, 2, b"libpng warning").result() > 0
        assert pool.submit(os.getsid, 0).result() != os.getsid(0)  # whose Ctrl-C a terminal sends to all
    assert 1 <= len(pids) <= 2
    assert os.getpid() not in pids
    assert capfd.readouterr() == ("", "")


def test_a_worker_that_dies_costs_its_own_call_and_says_how():
    unnamed = signal.SIGRTMIN + 1 if hasattr(signal, "SIGRTMIN") else signal.SIGKILL
    ways = {
        (signal.raise_signal, signal.SIGKILL): "SIGKILL",
        (signal.raise_signal, unnamed): rf"by (signal {int(unnamed)}|SIGKILL)$",
        (ctypes.string_at, 0): "SIGSEGV",
        (os._exit, 3): "exit code 3",
    }
    with quick(2, time_limit=SOON) as pool:
        deaths = {way: pool.submit(*way) for way in ways}
        others = [pool.submit(os.getpid) for _ in range(10)]
        for way, word in ways.items():
            with pytest.raises(WorkerDied, match=word):
                deaths[way].result()
        assert all(other.result() for other in others)


def test_a_call_over_its_limit_ends_and_others_keep_their_workers():
    with quick(2, time_limit=SOON) as pool:
        started: set[int] = set()
        while len(started) < 2:
            started |= {call.result() for call in [pool.submit(os.getpid) for _ in range(2)]}
        pool._time_limit = SHORT  # the workers' start is no part of it
        hanging = pool.submit(re.match, r"(a+)+$", "a" * 64 + "b")  # which lets no thread run
        beside = {pool.submit(os.getpid).result() for _ in range(3)}
        with pytest.raises(TookTooLong, match=r"not done within 0\.4 s"):
            hanging.result()
        assert len(beside) == 1
        assert beside < started
        assert is_running(beside.pop())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="no limit of memory is set here")
def test_a_worker_has_no_more_memory_than_it_is_granted():
    with quick(memory_limit=256 << 20) as pool:
        with pytest.raises(MemoryError):
            pool.submit(bytearray, 1 << 30).result()
        assert pool.submit(os.getpid).result()


def test_what_a_call_raises_is_raised_here_with_the_place_it_was_raised():
    with quick() as pool:
        with pytest.raises(ValueError, match="No closing quotation") as caught:
            pool.submit(shlex.split, "'").result()
        assert "shlex.py" in caught.value.__notes__[0]
        with pytest.raises(RuntimeError, match="Stubborn: cannot be made again"):
            pool.submit(odd_calls.fail_stubbornly).result()


def test_what_cannot_be_sent_either_way_fails_its_own_call_alone():
    with quick() as pool:
        before = pool.submit(os.getpid).result()
        for call in (lambda: None, threading.Lock):
            with pytest.raises((AttributeError, TypeError), match=r"pickle|lambda"):
                pool.submit(call).result()
        with pytest.raises(ValueError, match="not to be unpacked"):
            pool.submit(odd_calls.Poison).result()
        assert pool.submit(os.getpid).result() == before


def test_a_worker_that_died_idle_is_replaced_without_blame():
    with quick() as pool:
        idle = pool.submit(os.getpid).result()
        os.kill(idle, signal.SIGKILL)
        until(lambda: pool._idle[0].poll() is not None, "the worker lives")
        assert pool.submit(os.getpid).result() != idle


def test_workers_load_the_pipeline_before_their_first_call():
    with WorkerPool(1, load_pipeline) as pool:
        assert pool.submit(odd_calls.has_pipeline).result()


def test_workers_that_cannot_load_break_the_pool_with_the_reason():
    load = partial(importlib.import_module, "libGL")
    with quick(load=load) as pool, pytest.raises(BrokenExecutor, match="No module named 'libGL'"):
        pool.submit(os.getpid).result()


def test_workers_that_die_loading_are_tried_a_few_times(monkeypatch: pytest.MonkeyPatch):
    start = Mock(wraps=processes._start)
    monkeypatch.setattr(processes, "_start", start)
    load = partial(signal.raise_signal, signal.SIGKILL)
    with quick(load=load) as pool, pytest.raises(BrokenExecutor, match="SIGKILL"):
        pool.submit(os.getpid).result()
    assert start.call_count == START_TRIES


def test_leaving_the_block_ends_the_workers_at_once(tmp_path: Path):
    note = tmp_path / "note"
    with quick(2) as pool:
        worker = pool.submit(os.getpid).result()
        futures = [pool.submit(odd_calls.hang, note), pool.submit(time.sleep, FOREVER)]
        waiting = pool.submit(os.getpid)
        until(note.exists, "it is not at work")
    assert not is_running(worker)
    assert waiting.cancelled()
    assert all(future.done() for future in futures)


SCRIPT = f"""
import os, sys
sys.path.insert(0, {str(ROOT)!r})
from pathlib import Path
from tests.vision import odd_calls
from vision.processes import WorkerPool

with WorkerPool(2, list) as pool:
    busy = pool.submit(odd_calls.hang, Path(sys.argv[1]))
    print(pool.submit(os.getpid).result(), flush=True)
    busy.result()
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_worker_outlives_its_parent(tmp_path: Path, how: signal.Signals):
    note = tmp_path / "note"
    words = [sys.executable, "-c", SCRIPT, str(note)]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as parent:
        idle = int(parent.stdout.readline())
        until(note.exists, "it is not at work")
        busy = int(note.read_text())
        if how == signal.SIGINT:  # a terminal sends it to the workers too
            os.killpg(parent.pid, how)
        else:
            parent.send_signal(how)
        parent.wait(SOON)
        said = parent.stderr.read()
    until(lambda: not (is_running(idle) or is_running(busy)), "a worker lives on")
    assert said.count("Traceback") == said.count("KeyboardInterrupt") == (how == signal.SIGINT)
