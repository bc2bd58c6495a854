"""Worker processes that die, hang or send nonsense cost their own call, and never outlive their parent."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor
from functools import partial
from pathlib import Path

import pytest

from app.batch.dispatch import load_pipeline
from tests.app.batch import odd_work
from vision.processes import START_TRIES, TookTooLong, WorkerDied, WorkerPool

ROOT = Path(__file__).parents[2]
SOON = 20.0
"""Seconds after which what should have happened is taken not to happen."""
SHORT = 0.4
"""Seconds granted to calls that hang."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX end the workers here")


def quick(workers: int = 1, **settings: object) -> WorkerPool:
    """Make a pool whose workers load nothing."""
    return WorkerPool(workers, **{"load": odd_work.load_nothing, **settings})


def until(happened, what: str) -> None:
    """Wait until something has happened."""
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
        pids = {future.result() for future in [pool.submit(odd_work.pid) for _ in range(20)]}
        assert pool.submit(os.write, 2, b"libpng warning").result() > 0
        assert pool.submit(odd_work.session).result() != os.getsid(0)  # whose Ctrl-C a terminal sends to all
    assert 1 <= len(pids) <= 2
    assert os.getpid() not in pids
    assert capfd.readouterr() == ("", "")


def test_a_worker_that_dies_costs_its_own_call_and_says_how():
    unnamed = signal.SIGRTMIN + 1 if hasattr(signal, "SIGRTMIN") else signal.SIGKILL
    ways = {
        **{odd_work.kill: "SIGKILL", odd_work.segfault: "SIGSEGV", odd_work.leave: "exit code 3"},
        partial(odd_work.kill, unnamed): rf"by (signal {int(unnamed)}|SIGKILL)$",
    }
    with quick(2, time_limit=SOON) as pool:
        deaths = {way: pool.submit(way) for way in ways}
        others = [pool.submit(odd_work.pid) for _ in range(10)]
        for way, word in ways.items():
            with pytest.raises(WorkerDied, match=word):
                deaths[way].result()
        assert all(other.result() for other in others)


def test_a_call_over_its_limit_ends_and_others_keep_their_workers():
    with quick(2, time_limit=SOON) as pool:
        started: set[int] = set()
        while len(started) < 2:
            both = [pool.submit(odd_work.pid) for _ in range(2)]
            started |= {call.result() for call in both}
        pool._time_limit = SHORT  # the workers' start is no part of it
        hanging = pool.submit(odd_work.hang)
        beside = {pool.submit(odd_work.pid).result() for _ in range(3)}
        with pytest.raises(TookTooLong, match=r"not done within 0\.4 s"):
            hanging.result()
        assert len(beside) == 1
        assert beside < started
        assert is_running(beside.pop())


def test_native_code_that_lets_no_thread_run_is_ended_too():
    with quick(time_limit=SHORT) as pool, pytest.raises(TookTooLong):
        pool.submit(odd_work.hang_and_hold).result()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="no limit of memory is set here")
def test_a_worker_has_no_more_memory_than_it_is_granted():
    with quick(memory_limit=256 << 20) as pool:
        with pytest.raises(MemoryError):
            pool.submit(odd_work.take_memory).result()
        assert pool.submit(odd_work.pid).result()


def test_what_a_call_raises_is_raised_here_with_the_place_it_was_raised():
    with quick() as pool:
        with pytest.raises(ValueError, match="so it is") as caught:
            pool.submit(odd_work.fail, "so it is").result()
        assert "odd_work.py" in caught.value.__notes__[0]
        with pytest.raises(RuntimeError, match="Stubborn: cannot be made again"):
            pool.submit(odd_work.fail_stubbornly).result()


def test_what_cannot_be_sent_either_way_fails_its_own_call_alone():
    with quick() as pool:
        before = pool.submit(odd_work.pid).result()
        for call in (lambda: None, odd_work.nothing_to_send):
            with pytest.raises((AttributeError, TypeError), match=r"pickle|lambda"):
                pool.submit(call).result()
        with pytest.raises(ValueError, match="not to be unpacked"):
            pool.submit(odd_work.poison).result()
        assert pool.submit(odd_work.pid).result() == before


def test_a_worker_that_died_idle_is_replaced_without_blame():
    with quick() as pool:
        idle = pool.submit(odd_work.pid).result()
        os.kill(idle, signal.SIGKILL)
        until(lambda: pool._idle[0].poll() is not None, "the worker lives")
        assert pool.submit(odd_work.pid).result() != idle


def test_workers_load_the_pipeline_before_their_first_call():
    with WorkerPool(1, load_pipeline) as pool:
        assert pool.submit(odd_work.has_pipeline).result()


def test_workers_that_cannot_load_break_the_pool_with_the_reason():
    with quick(load=odd_work.fail_to_load) as pool, pytest.raises(BrokenExecutor, match=r"libGL\.so"):
        pool.submit(odd_work.pid).result()


def test_workers_that_die_loading_are_tried_a_few_times(tmp_path: Path):
    with (
        quick(load=partial(odd_work.note_and_die, str(tmp_path))) as pool,
        pytest.raises(BrokenExecutor, match="SIGKILL"),
    ):
        pool.submit(odd_work.pid).result()
    assert len(list(tmp_path.iterdir())) == START_TRIES


def test_leaving_the_block_ends_the_workers_at_once(tmp_path: Path):
    note = tmp_path / "note"
    with quick(2) as pool:
        worker = pool.submit(odd_work.pid).result()
        futures = [pool.submit(odd_work.hang, note), pool.submit(odd_work.hang)]
        waiting = pool.submit(odd_work.pid)
        until(note.exists, "it is not at work")
    assert not is_running(worker)
    assert waiting.cancelled()
    assert all(future.done() for future in futures)


SCRIPT = """
import sys
sys.path[:0] = ["{root}", "{root}/tests"]
from pathlib import Path
from tests.app.batch import odd_work
from vision.processes import WorkerPool

with WorkerPool(2, odd_work.load_nothing) as pool:
    busy = pool.submit(odd_work.hang, Path(sys.argv[1]))
    print(pool.submit(odd_work.pid).result(), flush=True)
    busy.result()
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_worker_outlives_its_parent(tmp_path: Path, how: signal.Signals):
    script, note = tmp_path / "script.py", tmp_path / "note"
    script.write_text(SCRIPT.format(root=ROOT))
    with subprocess.Popen(
        [sys.executable, script, note],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as parent:
        assert parent.stdout
        assert parent.stderr
        idle = int(parent.stdout.readline())
        until(note.exists, "it is not at work")
        workers = [pid for pid in children(parent.pid) if pid != idle]
        assert workers
        if how == signal.SIGINT:  # a terminal sends it to the workers too
            os.killpg(parent.pid, how)
        else:
            parent.send_signal(how)
        parent.wait(SOON)
        said = parent.stderr.read()
    until(lambda: not any(map(is_running, [idle, *workers])), "a worker lives on")
    assert said.count("Traceback") == (how == signal.SIGINT)
    assert said.count("KeyboardInterrupt") == (how == signal.SIGINT)


def children(parent: int) -> list[int]:
    """Return the processes that a process has started."""
    lists = Path(f"/proc/{parent}/task").glob("*/children")
    return [int(pid) for text in [path.read_text() for path in lists] for pid in text.split()]
