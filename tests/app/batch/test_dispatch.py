"""Every job gets its outcome: in bounded memory, on any executor, whatever becomes of the workers."""

import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import closing
from itertools import islice
from pathlib import Path
from unittest.mock import Mock

import pytest

from app.batch.dispatch import dispatch
from app.outcome import Outcome
from app.sentences import UsageError
from solver.message import Message
from tests.app.batch import odd_work
from tests.app.batch.odd_work import Task, odd
from tests.app.in_process import InProcess
from vision.processes import WorkerDied, WorkerPool

SOON = 20.0
"""Seconds after which what should have happened is taken not to happen."""

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX end the workers here")


def tasks(*names: str, folder: object = "") -> list[Task]:
    return [Task(name, str(folder)) for name in names]


def solved(job: Task) -> Outcome:
    return Outcome(job.name, "solved")


def quick(workers: int = 2, limit: float = SOON) -> WorkerPool:
    """Make a pool whose workers load nothing."""
    return WorkerPool(workers, odd_work.load_nothing, time_limit=limit)


class Counted:
    """Jobs that count how many were taken."""

    def __init__(self, jobs: Iterator[Task]) -> None:
        self.jobs, self.taken = jobs, 0

    def __iter__(self) -> Iterator[Task]:
        for job in self.jobs:
            self.taken += 1
            yield job


def endless() -> Counted:
    return Counted(Task(str(number)) for number in iter(int, 1))


@pytest.mark.parametrize(("make", "ahead"), [(InProcess, 1), (lambda: ThreadPoolExecutor(2), 7), (quick, 4)])
def test_jobs_are_taken_only_a_window_ahead_of_the_outcomes(make, ahead: int):
    jobs = endless()
    with (
        make() as executor,
        closing(dispatch(jobs, odd, executor, window=7 if ahead == 7 else None)) as outcomes,
    ):
        for done, _ in enumerate(islice(outcomes, 100), start=1):
            assert jobs.taken <= done - 1 + ahead
    assert jobs.taken <= 99 + ahead


@posix
def test_every_job_gets_one_outcome_whatever_becomes_of_its_worker(tmp_path: Path):
    kinds = ("kill", "exit", "hang", "segfault", "raise", "huge", "unsendable", "poison", "once")
    bad = [f"{kind}-{number}" for number, kind in enumerate(kinds, 1)]
    names = [name for pair in zip(bad, map(str, range(20, 29)), strict=True) for name in pair]
    with quick(limit=3) as pool:
        outcomes = {job.name: outcome for job, outcome in dispatch(tasks(*names, folder=tmp_path), odd, pool)}
    assert sorted(outcomes) == sorted(names)
    assert all(outcomes[name].path == name for name in names)
    statuses = Counter(outcome.status for outcome in outcomes.values())
    assert statuses == {"solved": 11, "crashed": 6, "timeout": 1}
    assert {name: outcomes[name].status for name in bad} == {
        **dict.fromkeys(("kill-1", "exit-2", "segfault-4", "raise-5", "unsendable-7", "poison-8"), "crashed"),
        **dict.fromkeys(("huge-6", "once-9"), "solved"),
        "hang-3": "timeout",
    }
    assert "crashed on it twice (its worker process was ended by SIGKILL" in (
        outcomes["kill-1"].message or ""
    )
    assert "not done within 3 s" in (outcomes["hang-3"].message or "")
    assert "ValueError: two lines" in (outcomes["raise-5"].message or "")
    assert "odd_work.py" in outcomes["raise-5"].traceback
    assert not any("\n" in (outcome.message or "") for outcome in outcomes.values())


def test_what_cost_a_worker_is_tried_again_while_nothing_else_runs():
    together = threading.Barrier(3, timeout=SOON)
    running: set[str] = set()
    tries: Counter[str] = Counter()

    def work(job: Task) -> Outcome:
        tries[job.name] += 1
        running.add(job.name)
        try:
            if tries[job.name] == 1 and job.name != "later":
                together.wait()
                if job.name != "neighbour":
                    raise WorkerDied("together")
            time.sleep(0.3)
            alone = running == {job.name}
            return Outcome(job.name, "solved" if alone or tries[job.name] == 1 else "crashed")
        finally:
            running.discard(job.name)

    jobs = tasks("killer", "other killer", "neighbour", "later")
    with ThreadPoolExecutor(3) as executor:
        outcomes = [outcome.status for _, outcome in dispatch(jobs, work, executor, window=3)]
    assert outcomes == ["solved"] * 4
    assert tries == {"killer": 2, "other killer": 2, "neighbour": 1, "later": 1}


@pytest.mark.parametrize(
    ("error", "told", "words"),
    [
        (BrokenPipeError(32, "gone"), BrokenPipeError, "gone"),
        (BrokenExecutor("gone"), UsageError, "gone"),
        (UsageError(Message("empty_name")), UsageError, "empty"),
        (KeyboardInterrupt(), KeyboardInterrupt, "^$"),
    ],
)
def test_what_ends_the_whole_run_is_raised(error: BaseException, told: type[BaseException], words: str):
    with pytest.raises(told, match=words):
        list(dispatch(tasks("a", "b"), Mock(side_effect=error), InProcess()))


def test_an_executor_that_drops_work_ends_the_run():
    (dropped := Future()).cancel()
    with pytest.raises(UsageError, match="dropped"):
        list(dispatch(tasks("a"), solved, Mock(Executor, submit=Mock(return_value=dropped))))


def test_faults_in_the_list_of_jobs_come_through():
    def faulty() -> Iterator[Task]:
        yield Task("a")
        raise OSError("the folder is gone")

    with pytest.raises(OSError, match="the folder is gone"):
        list(dispatch(faulty(), solved, InProcess()))


def test_a_run_that_is_closed_early_begins_no_more():
    go, begun = threading.Event(), []

    def work(job: Task) -> Outcome:
        begun.append(job.name)
        if job.name == "b":
            go.wait(SOON)
        return solved(job)

    with ThreadPoolExecutor(1) as executor:
        with closing(dispatch(tasks("a", "b", "c", "d"), work, executor, window=4)) as outcomes:
            assert next(outcomes)[0].name == "a"
        go.set()
    assert set(begun) <= {"a", "b"}
