"""Pictures at addresses are solved as files are; files are solved without anything that addresses need."""

import functools
import io
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from PIL import Image as Pillow

from app.batch.job import solve_job
from app.batch.run import Batch, solve_all
from app.cli.main import main
from app.errors import UsageError
from app.inputs import remote
from app.inputs.plan import Job, plan_jobs
from app.inputs.remote import RemoteError, RemotePath, is_address
from app.inputs.walk import ANSWER as ANSWERED
from app.inputs.walk import FileFilter
from app.request import Request
from vision.files.load import load_picture

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
    places = (place if isinstance(place, Path) else RemotePath(place) for place in (source, target))
    return solve_job(Job(str(source), *places), REQUEST)


def pixels(contents: bytes):
    return load_picture(io.BytesIO(contents)).pixels.tolist()


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        *((word, True) for word in ("s3://b/k.png", "gs://b/k", "memory://a", "HTTPS://x/y.png", "az+x://a")),
        *(
            (word, False)
            for word in ("a.png", "/a/b.png", "C:/a.png", "c://a.png", "file:///a.png", "-", "a:b", "")
        ),
    ],
)
def test_addresses_are_told_from_paths(word: str, expected: bool):
    assert is_address(word) == expected


def test_pictures_in_memory_are_listed_solved_and_answered_there(memory):
    memory.pipe({"/in/a b.png": QUESTION.read_bytes(), "/in/deep/b.jpg": b"nonsense"})
    memory.pipe(
        dict.fromkeys(["/in/e.solved.png", "/in/.hidden.png", "/in/notes.txt", "/in/deep/d.png"], b"")
    )
    memory.pipe("/in/c.solved.png", ANSWER.read_bytes())
    filtered = FileFilter(("d.png",))
    told = []
    skipped = {"file_filter": filtered, "on_skipped": lambda *words: told.append(words)}
    jobs = list(plan_jobs(["memory://in"], "memory://out", **skipped))
    names = ["memory:///in/a b.png", "memory:///in/e.solved.png", "memory:///in/deep/b.jpg"]
    assert [job.name for job in jobs] == names
    assert told == [("memory:///in/c.solved.png", ANSWERED)]
    outcomes = [solve_job(job, REQUEST) for job in jobs]
    assert [outcome.status for outcome in outcomes] == ["solved", "unreadable", "unreadable"]
    assert outcomes[0].output == "memory://out/a b.png.solved.png"
    assert memory.find("/out") == ["/out/a b.png.solved.png"]
    assert pixels(memory.cat("/out/a b.png.solved.png")) == pixels(ANSWER.read_bytes())


def test_answers_from_several_folders_that_are_called_alike_are_numbered(memory):
    memory.pipe(dict.fromkeys(["/x/a.png", "/y/deep/a.png", "/y/a.png"], b""))
    (local := Path("a.png.png")).touch()
    jobs = plan_jobs(["memory://x", "memory://y", "memory:///x/a.png", str(local)], "memory://out")
    assert [str(job.target) for job in jobs] == [
        "memory://out/a.png.solved.png",
        "memory://out/a.png-2.solved.png",
        "memory://out/deep/a.png.solved.png",
        "memory://out/a.png-3.solved.png",
    ]


@pytest.mark.parametrize(
    ("words", "settings", "message"),
    [
        (["memory://in/a.png"], {}, "answers to pictures at addresses need a folder; add -o FOLDER"),
        (["1_1;1"], {"output": "memory://out"}, "cannot be combined with standard input, texts"),
        (["memory://in/a.png"], {"output": "a.png", "debug": "stages"}, "download the pictures first"),
        (["memory://in/a.png"], {"output": "out/", "show_reading": True}, "download the pictures first"),
    ],
)
def test_what_is_not_possible_at_addresses_is_wrong_usage(words, settings, message):
    with pytest.raises(UsageError, match=message):
        list(plan_jobs(words, **settings))


def test_a_file_of_several_pages_is_not_fetched(memory):
    page = Pillow.new("L", (9, 9))
    page.save(file := io.BytesIO(), "TIFF", save_all=True, append_images=[page])
    memory.pipe("/in/a.tif", file.getvalue())
    message = "the file has 2 pages; download it first"
    assert solve("memory://in/a.tif", "memory://out/a.png").message == message


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


@pytest.mark.parametrize(
    ("source", "output"),
    [
        ("memory://in/a.png", "memory:///in/a.png"),
        ("memory://in/a.png", "memory://in/deep/../a.png"),
        ("memory://in/a.png", "simplecache://::memory://in/a.png"),
        ("local://{here}/a.png", "local://{here}/a.png"),
        ("{here}/a.png", "local://{here}/a.png"),
        ("{here}/a.png", "simplecache://::local://{here}/deep/../link.png"),
        ("simplecache://::local://{here}/link.png", "{here}/a.png"),
    ],
)
def test_no_answer_is_laid_over_its_question_under_another_name(memory, tmp_path: Path, source, output):
    memory.pipe("/in/a.png", QUESTION.read_bytes())
    (tmp_path / "a.png").write_bytes(QUESTION.read_bytes())
    (tmp_path / "deep").mkdir()
    (tmp_path / "link.png").symlink_to("a.png")
    with pytest.raises(UsageError, match="is the picture itself, which is never changed"):
        plan_jobs([source.format(here=tmp_path)], output.format(here=tmp_path))


def test_a_folder_without_pictures_or_that_cannot_be_listed_is_told(memory, monkeypatch, tmp_path: Path):
    memory.pipe({"/in/a.png": QUESTION.read_bytes(), "/empty/notes.txt": b""})
    (tmp_path / "empty").mkdir()
    words = ["memory://none", "memory://empty", f"simplecache://::local://{tmp_path}/empty", "memory://in"]
    told = [solve_job(job, REQUEST).message for job in plan_jobs(words, "out")]
    no_file = "there is no such file; check the address"
    assert told == [no_file, no_file, "there is no picture in this folder; name another", None]

    def forbid(*_: object, **__: object) -> None:
        raise PermissionError

    monkeypatch.setattr(memory, "ls", forbid)
    monkeypatch.setattr(memory, "open", forbid)
    (job,) = plan_jobs(["memory://in"], "out")
    assert solve_job(job, REQUEST).message == "access denied: it cannot be fetched; check your permissions"
    with pytest.raises(RemoteError, match="memory://out/: access denied: it cannot be listed"):
        list(plan_jobs([str(QUESTION)], "memory://out"))


def test_a_document_is_not_laid_over_a_picture_at_an_address(tmp_path: Path, capsys):
    (picture := tmp_path / "a.png").write_bytes(QUESTION.read_bytes())
    words = ["explain", f"simplecache://::local://{picture}", "--md"]
    assert main([*words, str(picture)]) == 2
    assert "is the picture itself" in capsys.readouterr().err
    assert main([*words, "memory://a.md"]) == 2
    assert "cannot write to an address" in capsys.readouterr().err
    assert main(["explain", str(picture), "--md", "a.gif", "--gif", "./a.gif"]) == 2
    assert "two outputs have the same name" in capsys.readouterr().err
    assert picture.read_bytes() == QUESTION.read_bytes()


def answers(words: list[str], output: str, **settings) -> list[str]:
    """Return where answers belong, and let each be the answer that the next run will find."""
    jobs = list(plan_jobs(words, output, **settings))
    for job in jobs:
        assert isinstance(job.target, RemotePath)
        job.target.write_bytes(ANSWER.read_bytes())
    return [str(job.target).removeprefix(f"{output}/") for job in jobs]


def test_names_at_addresses_follow_the_rules_of_names_on_the_disk(memory):
    names = ["one/a.png", "two/a.png", "one/a.jpg", "one/shot #1.png", "one/shot #2.png", "one/a?b.png"]
    for name in names:
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).touch()
    ends = ("a", "a-2", "a.jpg", "shot #1", "shot #2", "a?b")
    for _ in range(2):  # what is there is ours
        assert answers(names, "memory://out") == [f"{end}.solved.png" for end in ends]
    assert len(memory.find("/out")) == len(names)


def test_signs_of_web_addresses_are_signs_of_names_elsewhere(memory):
    keys = ["/in/shot #1.png", "/in/shot #2.png", "/in/a?b.png", "/in/a?c.png", "/in/./a?c.png"]
    memory.pipe(dict.fromkeys(keys, QUESTION.read_bytes()))
    jobs = list(plan_jobs(["memory://in"], "memory://out"))
    assert len({job.target for job in jobs}) == len(keys)
    assert [solve_job(job, REQUEST).final_status for job in jobs] == ["solved"] * len(keys)
    assert len(memory.find("/out")) == len(keys)
    assert solve("memory://in/shot #1.png", "memory://out/a#b?.png").output == "memory://out/a#b?.png"
    assert memory.exists("/out/a#b?.png")


def test_no_answer_is_laid_over_what_others_have_put_at_an_address(memory):
    memory.pipe("/out/a.png.solved.png", b"of a person")
    memory.pipe("/in/b.png.solved.png", ANSWER.read_bytes())
    words = ["memory://in/a.png", "memory://in/b.png", "memory://in/b.png.solved.png"]
    for _ in range(2):
        made = answers(words, "memory://out")
        assert made == ["a.png-2.solved.png", "b.png.solved.png", "b.png.solved.png.solved.png"]
    assert answers(words[1:], "memory://in")[0] == "b.png-2.solved.png"
    assert memory.cat("/out/a.png.solved.png") == b"of a person"


def test_what_is_there_stands_at_an_address_too_if_that_is_asked_for(memory):
    memory.pipe({"/out/site-6x6.solved.png": ANSWER.read_bytes(), "/in/a.png": b"no picture"})
    plan, skipped = plan_jobs([str(QUESTION), "memory://in/a.png"], "memory://out"), []
    batch = Batch(workers=1, no_clobber=True)
    done = [job.name for job, _ in solve_all(plan, REQUEST, batch=batch, on_skipped=skipped.append)]
    assert (done, [job.name for job in skipped]) == (["memory://in/a.png"], [str(QUESTION)])


def test_a_file_too_large_is_not_fetched_whole(memory, monkeypatch):
    monkeypatch.setattr(remote, "LARGEST_FILE", 1000)
    memory.pipe("/in/a.png", QUESTION.read_bytes())
    assert "larger than" in (solve("memory://in/a.png", "memory://out/a.png").message or "")


@pytest.mark.parametrize("url", ["strange://x/a.png", "dask://x"])
def test_kinds_that_cannot_be_reached_are_told_before_the_work(url: str, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(RemoteError, match="cannot be reached"):
        RemotePath(url).check()


def test_without_fsspec_the_line_that_installs_it_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(RemoteError, match=r"pip install 'aquarium-reader\[cloud\]'"):
        RemotePath("memory://x").check()


def test_paths_of_this_computer_load_nothing_that_addresses_or_clusters_need():
    modules = "import app.batch.run, app.batch.pool, app.batch.cluster, app.inputs.remote, sys"
    asked = f"{modules}; sys.exit(bool({{'fsspec', 'distributed', 'aiohttp'}} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", asked], cwd=ROOT, check=False).returncode == 0
