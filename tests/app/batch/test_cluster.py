"""A real dask cluster of one scheduler and two workers does the work, and may lose a worker."""

import os
import signal
import socket
import subprocess
import sys
import time
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
from tests.app.batch.odd_work import Task, odd
from tests.conftest import FIXTURES, ROOT
from vision.processes import TookTooLong

if find_spec("distributed") is None:
    pytest.skip("distributed of the extra `cluster` is not installed", allow_module_level=True)
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # of distributed's own dependencies
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # its clients leave sockets to the collector
]


@pytest.fixture
def address(tmp_path: Path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    quiet = {"DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "critical", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, Path(__file__).parent / "dask_cluster.py", str(port)]
    where = {"env": {**os.environ, **quiet}, "cwd": tmp_path, "start_new_session": True}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **where) as started:
        yield f"tcp://127.0.0.1:{port}"
        os.killpg(started.pid, signal.SIGKILL)


def test_pictures_are_solved_and_a_worker_that_is_killed_costs_none(
    address: str, tmp_path: Path, monkeypatch
):
    failing = ["raise-10", "unsendable-11", "poison-12"]
    names = [*map(str, range(4)), "once-4", *map(str, range(5, 10)), *failing]
    sources = [FIXTURES / name for name in ("site-6x6.png", "struck-10x10.png")]
    pictures = [Job(Input(source), tmp_path / f"{source.stem}.solved.png") for source in sources]
    with cluster(address, limit=30) as executor:
        executor._inner._client.wait_for_workers(2, timeout=30)
        solved = [outcome for _, outcome in solve_all(pictures, Request(), executor)]
        jobs = [Task(name, str(tmp_path)) for name in names]
        outcomes = {job.name: outcome for job, outcome in dispatch(jobs, odd, executor)}
        with pytest.raises(TookTooLong):
            ClusterExecutor(executor._inner._client, limit=0.5).submit(time.sleep, 600).result(20)
        assert len(executor._inner._client.nthreads()) == 1  # the other is dead indeed
    monkeypatch.setattr(module, "OWN_VERSION", "another")
    with pytest.raises(ClusterUnusable, match=r"have version \S+ with reading \d+ of .*, not another"):
        cluster(address).__enter__()
    assert [outcome.status for outcome in solved] == ["solved", "solved"]
    assert all(job.target and job.target.exists() for job in pictures)
    assert {name: outcome.status for name, outcome in outcomes.items()} == {
        **dict.fromkeys(names, "solved"),
        **dict.fromkeys(failing, "crashed"),
    }
    assert str(os.getpid()) not in {outcome.message for outcome in outcomes.values()}
    assert "two lines" in (outcomes["raise-10"].message or "")


def test_a_cluster_that_does_not_answer_is_told():
    with pytest.raises(ClusterUnusable, match=r"no cluster answers at tcp://127\.0\.0\.1:1 "):
        cluster("tcp://127.0.0.1:1", connect_seconds=1).__enter__()
    with pytest.raises(ClusterUnusable, match="no cluster answers at what is this "):
        list(solve_all([], Request(), batch=Batch(cluster="what is this")))


def test_a_missing_package_is_told_with_the_line_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterUnusable, match=r"pip install 'aquarium-reader\[cluster\]'"):
        cluster("tcp://x:1").__enter__()
