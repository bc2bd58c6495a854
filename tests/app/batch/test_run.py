"""Many pictures are answered alike, whatever does the work."""

import pickle
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.batch import usable_cores
from app.batch.run import FEW, Batch, choose_executor, solve_all
from app.inputs.plan import Job
from app.inputs.words import Input
from app.request import Request
from vision.processes import WorkerPool

FIXTURES = Path(__file__).parents[3] / "fixtures"
REQUEST = Request()


@pytest.fixture
def pictures(tmp_path: Path) -> list[Job]:
    """Four pictures, one of which cannot be read and one of which has no answer, with places for answers."""
    folder = tmp_path / "out"
    sources = [
        FIXTURES / name for name in ("site-6x6.png", "struck-10x10.png", "refused-cut.png", "missing.png")
    ]
    return [Job(Input(source), folder / source.name) for source in sources]


def test_processes_answer_as_this_process_does(pictures: list[Job]):
    def answers(workers: int) -> dict[str, tuple[object, ...]]:
        found = {}
        for job, outcome in solve_all(pictures, REQUEST, batch=Batch(workers=workers)):
            assert job.target
            file = job.target.read_bytes() if outcome.target else None
            found[job.name] = outcome.status, outcome.message, outcome.puzzle, outcome.water, file
            assert outcome.result is None or outcome.result.picture is None
            assert len(pickle.dumps(outcome)) < 50_000
        return found

    here, elsewhere = answers(1), answers(2)
    assert here == elsewhere
    assert Counter(answer[0] for answer in here.values()) == {"solved": 2, "unsure": 1, "unreadable": 1}


def test_workers_are_started_for_more_than_few_pictures_or_if_asked_for():
    here = [(0, FEW), (1, 99), (2, 1)], [(0, FEW + 1), (2, 2)]
    for expected, cases in zip((type(None), WorkerPool), here, strict=True):
        for workers, number in cases:
            with choose_executor(Batch(workers), number, 30) as executor:
                assert isinstance(executor, expected), (workers, number)


def test_any_executor_can_do_the_work(pictures: list[Job]):
    with ThreadPoolExecutor(2) as executor:
        assert len(list(solve_all(iter(pictures), REQUEST, executor))) == 4
        assert executor.submit(int).result() == 0  # it is still open


@pytest.mark.skipif(sys.platform != "linux", reason="other systems are asked otherwise")
def test_cores_that_are_taken_from_the_process_are_not_counted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("os.sched_getaffinity", lambda process: set(range(1 if process else 77)))
    monkeypatch.setattr("os.process_cpu_count", lambda: 77, raising=False)
    assert usable_cores() == 77
