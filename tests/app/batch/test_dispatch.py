"""Every job gets its outcome: in bounded memory, alike on any executor, whatever becomes of the workers."""

import pickle
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

from app.batch import usable_cores
from app.batch.dispatch import dispatch
from app.batch.run import FEW, Batch, choose_executor, solve_all
from app.inputs.plan import Job
from app.inputs.words import Input
from app.outcome import Outcome
from app.request import Request
from app.sentences import UsageError
from solver.message import Message
from tests.app.batch.odd_work import Task, odd
from tests.app.stand_ins import PATIENCE, InProcess
from tests.conftest import FIXTURES
from vision.processes import WorkerDied, WorkerPool


def tasks(*names: str) -> list[Task]:
    return list(map(Task, names))


def solved(job: Task) -> Outcome:
    return Outcome(job.name, "solved")


def quick(limit: float = PATIENCE) -> WorkerPool:
    """Make a pool of one worker, which loads nothing."""
    return WorkerPool(1, int, time_limit=limit)


@pytest.mark.parametrize(("make", "ahead"), [(InProcess, 1), (lambda: ThreadPoolExecutor(2), 7), (quick, 2)])
def test_jobs_are_taken_only_a_window_ahead_of_the_outcomes(make, ahead: int):
    taken: list[Task] = []

    def endless() -> Iterator[Task]:
        while True:
            taken.append(Task(str(len(taken))))
            yield taken[-1]

    window = 7 if ahead == 7 else None
    with make() as executor, closing(dispatch(endless(), odd, executor, window=window)) as outcomes:
        for done, _ in enumerate(islice(outcomes, 20)):
            assert len(taken) <= done + ahead


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX end the workers here")
def test_every_job_gets_one_outcome_whatever_becomes_of_its_worker():
    ends = {
        **dict.fromkeys(("kill-1", "raise-2", "unsendable-3", "poison-4"), "crashed"),
        **dict.fromkeys(("huge-5", "6", "7"), "solved"),
        "hang-8": "timeout",
    }
    with quick(limit=2) as pool:
        outcomes = {job.name: outcome for job, outcome in dispatch(tasks(*ends), odd, pool)}
    assert {name: outcome.status for name, outcome in outcomes.items()} == ends
    assert all(outcome.path == name for name, outcome in outcomes.items())
    told = {name: outcome.message or "" for name, outcome in outcomes.items()}
    assert "crashed on it twice (its worker process was ended by SIGKILL" in told["kill-1"]
    assert "not done within 2 s" in told["hang-8"]
    assert "ValueError: two lines" in told["raise-2"]
    assert "odd_work.py" in outcomes["raise-2"].traceback
    assert not any("\n" in message for message in told.values())


def test_what_cost_a_worker_is_tried_again_while_nothing_else_runs():
    together = threading.Barrier(3, timeout=PATIENCE)
    running: list[str] = []
    tries = Counter[str]()

    def work(job: Task) -> Outcome:
        tries[job.name] += 1
        running.append(job.name)
        try:
            if tries[job.name] == 1 and job.name != "later":
                together.wait()
            if tries[job.name] == 1 and "killer" in job.name:
                raise WorkerDied("together")
            time.sleep(0.2)
            assert tries[job.name] == 1 or running == [job.name]
            return solved(job)
        finally:
            running.remove(job.name)

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


def test_a_run_that_is_closed_early_begins_no_more():
    go, begun = threading.Event(), []

    def work(job: Task) -> Outcome:
        begun.append(job.name)
        if job.name == "b":
            go.wait(PATIENCE)
        return solved(job)

    with ThreadPoolExecutor(1) as executor:
        with closing(dispatch(tasks("a", "b", "c", "d"), work, executor, window=4)) as outcomes:
            assert next(outcomes)[0].name == "a"
        go.set()
    assert set(begun) <= {"a", "b"}


@pytest.fixture
def pictures(tmp_path: Path) -> list[Job]:
    """Three pictures, one of which cannot be read and one of which has no answer, with places for answers."""
    names = ("site-6x6.png", "refused-cut.png", "missing.png")
    return [Job(Input(FIXTURES / name), tmp_path / "out" / name) for name in names]


def test_processes_answer_as_this_process_does(pictures: list[Job]):
    def answers(workers: int) -> dict[str, tuple[object, ...]]:
        found = {}
        for job, outcome in solve_all(pictures, Request(), batch=Batch(workers=workers)):
            assert job.target
            file = job.target.read_bytes() if outcome.target else None
            found[job.name] = outcome.status, outcome.message, outcome.puzzle, outcome.water, file
            assert outcome.result is None or outcome.result.picture is None
            assert len(pickle.dumps(outcome)) < 50_000
        return found

    here, elsewhere = answers(1), answers(2)
    assert here == elsewhere
    assert [answer[0] for answer in here.values()] == ["solved", "unsure", "unreadable"]


def test_workers_are_started_for_more_than_few_pictures_or_if_asked_for():
    for (workers, number), is_here in {
        **dict.fromkeys([(0, FEW), (1, 99), (2, 1)], True),
        **dict.fromkeys([(0, FEW + 1), (2, 2)], False),
    }.items():
        with choose_executor(Batch(workers), number, 30) as executor:
            assert isinstance(executor, type(None) if is_here else WorkerPool), (workers, number)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems are asked otherwise")
def test_cores_that_are_taken_from_the_process_are_not_counted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("os.sched_getaffinity", lambda process: set(range(1 if process else 77)))
    monkeypatch.setattr("os.process_cpu_count", lambda: 77, raising=False)
    assert usable_cores() == 77
