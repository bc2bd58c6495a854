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


def told(capsys, *words):
    code = main(list(words))
    return code, capsys.readouterr().err


def last_run():
    return json.loads(Path("out/summary.json").read_text())


def counted(*words):
    """Run over the folder again; return how many pictures were done, and how many stood."""
    main(["in", "-o", "out", *words])
    return last_run()["done"], last_run()["standing"]


def test_a_folder_leaves_answers_and_reports(capsys):
    code, err = told(capsys, "in", "-o", "out")
    assert code == 4
    assert found() == sorted([*REPORTS, "a.solved.png", "sub/b.solved.png"])
    assert "3 pictures: 2 solved, 1 unsure\nreports: out/index.html\n" in err
    assert Path("out/failed.txt").read_text() == "in/c.png\n"
    records = map(json.loads, Path("out/report.jsonl").read_text().splitlines())
    assert {record["path"] for record in records} == {"in/a.png", "in/c.png", "in/sub/b.png"}
    assert Path("out/index.html").read_text().count('"crop":[') == 3


def test_the_same_again_does_what_is_new_or_changed(capsys):
    told(capsys, "in", "-o", "out")
    code, err = told(capsys, "in", "-o", "out")
    assert (code, last_run()["done"], last_run()["standing"]) == (4, 0, 3)
    said = "nothing to do; 2 already done, skipped; 1 refused before, skipped: --retry tries again"
    assert said in err
    assert counted("--retry") == (1, 2)
    for done in (1, 0):  # a refused picture is done again to draw what was read
        assert counted("--show-reading") == (done, 3 - done)
    put("in/d.png")
    shutil.copy(FIXTURES / "macos-6x6-transparent.png", "in/a.png")
    Path("out/sub/b.solved.png").unlink()
    assert counted("in/a.png") == (3, 1)  # named twice, it is one
    assert counted("--time-limit", "20") == (0, 4)  # it changes no answer
    assert counted("--no-repair") == counted("--no-repair", "--force") == (4, 0)
    assert counted("-n") == (1, 3)


def test_the_first_without_an_answer_ends_a_run_on_request(capsys):
    put("in/d.png")
    assert told(capsys, "in", "-o", "out", "--fail-fast")[0] == 4
    assert (last_run()["pictures"], last_run()["done"]) == (2, 2)
    assert told(capsys, "in", "-o", "out", "--exit-zero")[0] == 0
    Path("in/sub").rename("in/other")
    Path("out/other").write_text("a file where a folder is wanted")
    assert told(capsys, "in", "-o", "out", "--exit-zero")[0] == 2


def test_every_page_is_a_picture(capsys, monkeypatch):
    first, second = (Pillow.open(FIXTURES / name) for name in (QUESTION, "dark-reader-10x10.png"))
    first.convert("RGB").save("scan.tif", save_all=True, append_images=[second.convert("RGB")])
    assert told(capsys, "scan.tif")[0] == 0
    assert Path("scan-page-1.solved.png").exists()
    with Pillow.open("scan-page-2.solved.png") as answer:
        assert answer.size == second.size
    with Path("scan.tif").open() as file:
        monkeypatch.setattr(sys, "stdin", file)
        code, err = told(capsys, "-", "-o", "one.png")
    assert (code, err) == (3, "standard input: it has several pages; save it as a file and name that\n")


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
@pytest.mark.parametrize(("workers", "end"), [("2", "SIGINT"), ("1", "SIGTERM"), ("2", "SIGHUP")])
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
def test_a_folder_is_watched_until_the_watch_is_ended(process):
    running = process("watch", "in", "-o", "in/out")
    wait_for(lambda: Path("in/out/sub/b.solved.png").is_file())
    put("in/sub/new.png")
    wait_for(lambda: Path("in/out/sub/new.solved.png").is_file())
    time.sleep(0.5)  # it is written down, and told, after that
    running.send_signal(signal.SIGTERM)
    _, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 4, err
    assert "4 pictures: 3 solved, 1 unsure" in err
    assert {*REPORTS, "a.solved.png", "sub/b.solved.png", "sub/new.solved.png"} == set(found("in/out"))
