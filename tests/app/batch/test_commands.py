"""Many pictures as a person meets them: one command, reports, what a second run does, and how it is ended."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PIL import Image as Pillow

from app.cli.main import main

ROOT = Path(__file__).parents[3]
FIXTURES = ROOT / "fixtures"
QUESTION, REFUSED = FIXTURES / "site-6x6.png", FIXTURES / "refused-cut.png"
REPORTS = ["failed.txt", "index.html", "report.csv", "report.jsonl", "summary.json"]
HEARING = """
import signal, sys
from app.cli.main import main
signal.signal(signal.SIGINT, signal.default_int_handler)
if __name__ == "__main__":
    sys.exit(main())
"""
"""Runs the command so that it hears Ctrl-C, which what a shell starts in the background does not."""
PATIENCE = 60.0
"""Seconds in which a process does what is waited for, on the busiest machine."""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Work in a folder with three puzzles in it, of which one is refused."""
    monkeypatch.chdir(tmp_path)
    put("in/a.png", "in/sub/b.png")
    shutil.copy(REFUSED, "in/c.png")


def put(*names):
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(QUESTION, name)


def found(place="out"):
    """Return the files in a folder but hidden ones, sorted."""
    paths = (path for path in Path(place).rglob("*") if path.is_file() and ".aquarium" not in path.parts)
    return sorted(path.relative_to(place).as_posix() for path in paths)


def opened(path):
    with Pillow.open(path) as picture:
        picture.load()
    return picture


def told(capsys, *words):
    code = main(list(words))
    return code, capsys.readouterr().err


def last_run():
    return json.loads(Path("out/summary.json").read_text())


def test_a_folder_leaves_answers_and_reports(capsys):
    code, err = told(capsys, "in", "-o", "out")
    assert code == 4
    assert found() == sorted([*REPORTS, "a.solved.png", "sub/b.solved.png"])
    assert "3 pictures: 2 solved, 1 unsure\nreports: out/index.html\n" in err
    assert Path("out/failed.txt").read_text() == "in/c.png\n"
    assert {line["path"] for line in map(json.loads, Path("out/report.jsonl").read_text().splitlines())} == {
        "in/a.png",
        "in/c.png",
        "in/sub/b.png",
    }
    assert Path("out/index.html").read_text().count('"crop":[') == 3


def test_the_same_again_does_what_is_new_or_changed(capsys):
    told(capsys, "in", "-o", "out")
    code, err = told(capsys, "in", "-o", "out")
    assert (code, last_run()["done"], last_run()["standing"]) == (4, 0, 3)
    said = "nothing to do; 2 already done, skipped; 1 refused before, skipped: --retry tries again"
    assert said in err
    told(capsys, "in", "-o", "out", "--retry")
    assert (last_run()["done"], last_run()["standing"]) == (1, 2)
    for done in (1, 0):  # a refused picture is done again to draw what was read
        told(capsys, "in", "-o", "out", "--show-reading")
        assert (last_run()["done"], last_run()["standing"]) == (done, 3 - done)
    put("in/d.png")
    shutil.copy(FIXTURES / "macos-6x6-transparent.png", "in/a.png")
    Path("out/sub/b.solved.png").unlink()
    told(capsys, "in", "-o", "out")
    assert (last_run()["done"], last_run()["standing"]) == (3, 1)
    told(capsys, "in", "-o", "out", "--time-limit", "20")  # it changes no answer
    assert last_run()["standing"] == 4
    told(capsys, "in", "-o", "out", "--no-repair")
    assert last_run()["standing"] == 0
    told(capsys, "in", "-o", "out", "--no-repair", "--force")
    assert last_run()["standing"] == 0
    told(capsys, "in", "-o", "out", "-n")
    assert (last_run()["done"], last_run()["standing"]) == (1, 3)


def test_a_folder_without_a_new_picture_is_no_empty_folder_and_a_name_twice_is_one_picture(capsys):
    Path("in/c.png").unlink()
    told(capsys, "in", "-o", "out")
    assert told(capsys, "in", "-o", "out")[0] == 0
    assert (last_run()["done"], last_run()["standing"], last_run()["pictures"]) == (0, 2, 2)
    told(capsys, "in", "in/a.png", "-o", "out")
    assert (last_run()["done"], last_run()["standing"]) == (0, 2)


def test_the_first_without_an_answer_ends_a_run_on_request(capsys):
    put("in/d.png")
    assert told(capsys, "in", "-o", "out", "--fail-fast")[0] == 4
    assert (last_run()["pictures"], last_run()["done"]) == (2, 2)
    assert told(capsys, "in", "-o", "out", "--exit-zero")[0] == 0
    Path("in/sub").rename("in/other")
    Path("out/other").write_text("a file where a folder is wanted")
    assert told(capsys, "in", "-o", "out", "--exit-zero")[0] == 2


def test_reports_of_others_are_not_written_over(capsys):
    Path("foreign").mkdir()
    Path("foreign/report.csv").write_text("mine")
    code, err = told(capsys, "in", "-o", "foreign")
    assert (code, "not made by this program" in err) == (2, True)
    assert Path("foreign/report.csv").read_text() == "mine"


def test_every_page_is_a_picture(capsys, monkeypatch):
    pages = [
        Pillow.open(QUESTION).convert("RGB"),
        Pillow.open(FIXTURES / "dark-reader-10x10.png").convert("RGB"),
    ]
    pages[0].save("scan.tif", save_all=True, append_images=pages[1:])
    assert told(capsys, "scan.tif")[0] == 0
    assert sorted(path.name for path in Path().glob("scan*")) == [
        *("scan-page-1.solved.png", "scan-page-2.solved.png", "scan.tif")
    ]
    with Path("scan.tif").open() as file:
        monkeypatch.setattr(sys, "stdin", file)
        code, err = told(capsys, "-", "-o", "one.png")
    assert (code, err) == (3, "standard input: it has several pages; save it as a file and name that\n")
    assert told(capsys, "scan.tif#page=2", "-o", "two.png")[0] == 0
    assert opened("two.png").size == pages[1].size


@pytest.fixture
def process():
    """Give a function that starts the command; what still runs in the end is killed."""
    started = []

    def start(*words):
        command = [sys.executable, "-c", HEARING, *words]
        where = {**os.environ, "PYTHONPATH": str(ROOT)}
        running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=where)
        started.append(running)
        return running

    yield start
    for running in started:
        running.kill()
        running.communicate()


def wait_for(happened):
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)


needs_signals = pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")


@needs_signals
@pytest.mark.parametrize(
    ("workers", "end"), [("1", "SIGINT"), ("2", "SIGINT"), ("1", "SIGTERM"), ("2", "SIGHUP")]
)
def test_ctrl_c_and_what_the_system_ends_with_sum_up_and_tell_how_to_go_on(workers, end, process):
    put(*(f"in/{number}.png" for number in range(20)))
    running = process("in", "-o", "out", "-j", workers)
    wait_for(lambda: len(list(Path("out").glob("*.solved.png"))) > 2)
    running.send_signal(getattr(signal, end))
    _, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert "Traceback" not in err
    assert re.search(r"^\d+ pictures?: \d+ solved", err, re.MULTILINE)
    going_on = re.search(r"to continue: aquarium (.*)\n", err)[1]
    assert going_on == f"in -o out -j {workers}"
    assert set(REPORTS) <= set(found())
    done = last_run()
    assert (done["interrupted"], done["exit_code"]) == (True, 130)
    assert 0 < done["done"] < 23
    main([*shlex.split(going_on), "-q"])
    assert (last_run()["pictures"], last_run()["interrupted"]) == (23, False)
    assert last_run()["standing"] >= done["statuses"]["solved"]


@needs_signals
@pytest.mark.parametrize("end", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_folder_is_watched_until_the_watch_is_ended(end, process):
    running = process("watch", "in", "-o", "in/out")
    wait_for(lambda: Path("in/out/sub/b.solved.png").is_file())
    put("in/sub/new.png")
    wait_for(lambda: Path("in/out/sub/new.solved.png").is_file())
    time.sleep(0.5)  # it is written down, and told, after that
    running.send_signal(getattr(signal, end))
    _, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 4, err
    assert "4 pictures: 3 solved, 1 unsure" in err
    assert sorted(set(found("in/out"))) == sorted(
        [*REPORTS, "a.solved.png", "sub/b.solved.png", "sub/new.solved.png"]
    )
