"""Pictures at addresses are solved as files are; files are solved without anything that addresses need."""

import functools
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from app.batch.remote import solve_remote_job
from app.batch.run import InProcess, run
from app.inputs import remote as addresses
from app.inputs.remote import RemoteError, RemoteJob, RemotePath, check_remote, is_address, list_pictures
from app.request import Request

fsspec = pytest.importorskip("fsspec", reason="fsspec is not installed: pip install 'aquarium-reader[cloud]'")

ROOT = Path(__file__).parents[3]
FIXTURES = ROOT / "fixtures"
QUESTION, ANSWER = FIXTURES / "site-6x6.png", FIXTURES / "site-6x6.solved.png"
REQUEST = Request()


@pytest.fixture
def memory():
    """Give fsspec's file system in memory, empty."""
    system = fsspec.filesystem("memory")
    system.rm("/", recursive=True)
    yield system
    system.rm("/", recursive=True)


@pytest.fixture
def server() -> Iterator[str]:
    """Serve the fixtures over HTTP and give the address."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=FIXTURES)) as served:
        threading.Thread(target=served.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{served.server_port}"
        served.shutdown()


def solve(source: str | Path, target: str | Path):
    at = source if isinstance(source, Path) else RemotePath(source)
    to = target if isinstance(target, Path) else RemotePath(target)
    return solve_remote_job(RemoteJob(str(source), at, to), REQUEST)


def pixels(contents: bytes):
    import io  # noqa: PLC0415 — for this alone

    from vision.files.load import load_picture  # noqa: PLC0415 — as above

    return load_picture(io.BytesIO(contents)).pixels.tolist()


@pytest.mark.parametrize(
    ("word", "remote"),
    [
        *((word, True) for word in ("s3://b/k.png", "gs://b/k", "memory://a", "HTTPS://x/y.png", "az+x://a")),
        *(
            (word, False)
            for word in ("a.png", "/a/b.png", "C:/a.png", "c://a.png", "file:///a.png", "-", "a:b", "")
        ),
    ],
)
def test_addresses_are_told_from_paths(word: str, remote: bool):
    assert is_address(word) == remote


def test_pictures_in_memory_are_listed_solved_and_answered_there(memory):
    memory.pipe(
        {"/in/a b.png": QUESTION.read_bytes(), "/in/deep/b.jpg": b"nonsense", "/in/c.solved.png": b""}
    )
    memory.pipe({"/in/.hidden.png": b"", "/in/notes.txt": b""})
    found = list(list_pictures(RemotePath("memory://in")))
    assert [str(at) for at in found] == ["memory:///in/a b.png", "memory:///in/deep/b.jpg"]
    jobs = [RemoteJob(str(at), at, RemotePath(f"memory://out/deep/{at.name}.solved.png")) for at in found]
    outcomes = [
        outcome for _, outcome in run(jobs, functools.partial(solve_remote_job, request=REQUEST), InProcess())
    ]
    assert [outcome.status for outcome in outcomes] == ["solved", "unreadable"]
    assert outcomes[0].output == "memory://out/deep/a b.png.solved.png"
    assert memory.find("/out") == ["/out/deep/a b.png.solved.png"]
    assert pixels(memory.cat("/out/deep/a b.png.solved.png")) == pixels(ANSWER.read_bytes())


def test_fsspecs_own_files_are_read_and_written(tmp_path: Path):
    (tmp_path / "in.png").write_bytes(QUESTION.read_bytes())
    outcome = solve(f"local://{tmp_path}/in.png", f"local://{tmp_path}/new/out.png")
    assert outcome.status == "solved"
    assert pixels((tmp_path / "new" / "out.png").read_bytes()) == pixels(ANSWER.read_bytes())
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["in.png", "new", "out.png"]


def test_a_picture_of_this_computer_is_answered_elsewhere(memory):
    outcome = solve(QUESTION, "memory://out/answer.jpg")
    assert outcome.status == "solved"
    assert memory.cat("/out/answer.jpg").startswith(b"\xff\xd8")


def test_a_picture_on_a_web_server_is_answered_here(server: str, tmp_path: Path):
    target = tmp_path / "answer.png"
    assert solve(f"{server}/{QUESTION.name}?size=large", target).status == "solved"
    assert pixels(target.read_bytes()) == pixels(ANSWER.read_bytes())


def test_what_a_web_server_lacks_is_told(server: str, tmp_path: Path):
    outcome = solve(f"{server}/missing.png", tmp_path / "a.png")
    assert outcome.status == "unreadable"
    assert outcome.message == "there is no such file; check the address"


def test_a_server_that_does_not_answer_is_told(tmp_path: Path):
    outcome = solve("http://127.0.0.1:1/a.png", tmp_path / "a.png")
    assert outcome.status == "unreadable"
    assert "cannot be fetch" in (outcome.message or "")
    assert "check the connection" in (outcome.message or "")


def test_an_answer_that_cannot_be_written_is_told(server: str):
    outcome = solve(QUESTION, f"{server}/answer.png")
    assert outcome.final_status == "unsaved"
    assert outcome.output is None
    assert "nothing can be written" in (outcome.message or "")


def test_a_refused_picture_leaves_nothing(memory):
    outcome = solve(FIXTURES / "refused-cut.png", "memory://out/answer.png")
    assert outcome.status == "unsure"
    assert memory.find("/") == []


def test_a_file_too_large_is_not_fetched_whole(memory, monkeypatch):
    monkeypatch.setattr(addresses, "LARGEST_FILE", 1000)
    memory.pipe("/in/a.png", QUESTION.read_bytes())
    assert "larger than" in (solve("memory://in/a.png", "memory://out/a.png").message or "")


@pytest.mark.parametrize("url", ["strange://x/a.png", "dask://x"])
def test_kinds_that_cannot_be_reached_are_told_before_the_work(url: str, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(RemoteError, match="cannot be reached"):
        check_remote(RemotePath(url))


def test_without_fsspec_the_line_that_installs_it_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(RemoteError, match=r"pip install 'aquarium-reader\[cloud\]'"):
        check_remote(RemotePath("memory://x"))


def test_paths_of_this_computer_load_nothing_that_addresses_or_clusters_need():
    modules = "import app.batch.run, app.batch.pool, app.batch.cluster, app.inputs.remote, sys"
    asked = f"{modules}; sys.exit(bool({{'fsspec', 'distributed', 'aiohttp', 'cv2'}} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", asked], cwd=ROOT, check=False).returncode == 0
