"""A real dask cluster of one scheduler and two workers does the work, and may lose a worker."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from app.batch import cluster as module
from app.batch.cluster import ClusterExecutor, ClusterUnusable, cluster
from app.batch.dispatch import dispatch
from app.batch.run import Batch, solve_all
from app.inputs.plan import Job
from app.inputs.words import Input
from app.request import Request
from tests.app.batch import odd_work
from tests.app.batch.odd_work import Task
from vision.processes import TookTooLong

if find_spec("distributed") is None:
    pytest.skip(
        "distributed is not installed: pip install 'aquarium-reader[cluster]'", allow_module_level=True
    )
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # of distributed's own dependencies
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # its clients leave sockets to the collector
]

ROOT = Path(__file__).parents[3]
Start = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Give the function that starts a part of a cluster; all that was started is ended afterwards."""
    started = []
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    quiet = {"DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "critical", "PYTHONPATH": path}

    def started_with(*words: object) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *map(str, words), "--no-dashboard"],
            env={**os.environ, **quiet},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=tmp_path,
        )
        started.append(process)
        return process

    yield started_with
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture
def address(start: Start) -> str:
    """Start a scheduler and two workers without nannies, and give the scheduler's address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    place = f"tcp://127.0.0.1:{port}"
    start("scheduler", "--host", "127.0.0.1", "--port", port)
    for _ in range(2):
        start("worker", place, "--nthreads", 1, "--no-nanny", "--host", "127.0.0.1")
    return place


def test_pictures_are_solved_and_a_worker_that_is_killed_costs_none(
    address: str, tmp_path: Path, monkeypatch
):
    failing = ["raise-30", "unsendable-31", "poison-32"]
    names = [*map(str, range(10)), "once-10", *map(str, range(11, 30)), *failing]
    sources = [ROOT / "fixtures" / name for name in ("site-6x6.png", "struck-10x10.png")]
    pictures = [Job(Input(source), tmp_path / f"{source.stem}.solved.png") for source in sources]
    with cluster(address, limit=30) as executor:
        executor._inner._client.wait_for_workers(2, timeout=30)
        solved = [outcome for _, outcome in solve_all(pictures, Request(), executor)]
        jobs = [Task(name, str(tmp_path)) for name in names]
        outcomes = {job.name: outcome for job, outcome in dispatch(jobs, odd_work.odd, executor)}
        with pytest.raises(TookTooLong):
            ClusterExecutor(executor._inner._client, limit=0.5).submit(odd_work.hang).result(20)
        assert len(executor._inner._client.nthreads()) == 1  # the other is dead indeed
    monkeypatch.setattr(module, "OWN_VERSION", "another")
    with pytest.raises(ClusterUnusable, match=r"have version \S+ with reading \d+ of .*, not another"):
        cluster(address).__enter__()
    assert [outcome.status for outcome in solved] == ["solved", "solved"]
    assert all(job.target and job.target.exists() for job in pictures)
    assert sorted(outcomes) == sorted(names)
    odd = {name: outcomes[name].status for name in names if not name.isdigit()}
    assert odd == {"once-10": "solved", **dict.fromkeys(failing, "crashed")}
    assert all(outcomes[name].status == "solved" for name in names if name.isdigit())
    assert str(os.getpid()) not in {outcome.message for outcome in outcomes.values()}
    assert "two lines" in (outcomes["raise-30"].message or "")


def test_a_cluster_that_does_not_answer_is_told():
    with pytest.raises(ClusterUnusable, match=r"no cluster answers at tcp://127\.0\.0\.1:1 "):
        cluster("tcp://127.0.0.1:1", connect_seconds=1).__enter__()
    with pytest.raises(ClusterUnusable, match="no cluster answers at what is this "):
        list(solve_all([], Request(), batch=Batch(cluster="what is this")))


def test_a_missing_package_is_told_with_the_line_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterUnusable, match=r"pip install 'aquarium-reader\[cluster\]'"):
        cluster("tcp://x:1").__enter__()
