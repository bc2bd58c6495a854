"""Many pictures as a person meets them: one command, reports, what a second run does, and how it is ended."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest
from PIL import Image as Pillow

from app.cli.main import main
from tests.app.stand_ins import PATIENCE, WHITE, paint, solved_unless_black
from tests.conftest import FIXTURES, ROOT
from tests.shell import REPORTS, Stream, pixels, told, written


@pytest.fixture(autouse=True)
def pictures(stand_in):
    """Have three pictures in a folder, of which one has no answer."""
    stand_in(solved_unless_black)
    paint("in/a.png", "in/sub/b.png")
    Pillow.new("RGB", (50, 40)).save("in/c.png")


def has_reports(folder):
    return {path.name for path in Path(folder).iterdir()} >= REPORTS


def last_run():
    return json.loads(Path("out/summary.json").read_text())


def counted(*words):
    """Run over the folder again; return how many pictures were done, and how many stood."""
    main(["in", "-o", "out", *words])
    return last_run()["done"], last_run()["standing"]


def test_the_same_again_does_what_is_new_or_changed(capsys):
    assert counted() == (3, 0)
    code, _, err = told(capsys, "in", "-o", "out")
    assert (code, last_run()["done"], last_run()["standing"]) == (4, 0, 3)
    said = "nothing to do; 2 already done, skipped; 1 refused before, skipped: --retry tries again"
    assert said in err
    assert counted("--retry") == (1, 2)
    for done in (1, 0):  # a refused picture is done again to draw what was read
        assert counted("--show-reading") == (done, 3 - done)
    paint("in/d.png")
    Pillow.new("RGB", (60, 40), "white").save("in/a.png")
    Path("out/sub/b.solved.png").unlink()
    assert counted("in/a.png") == (3, 1)  # named twice, it is one
    assert counted("--time-limit", "20") == (0, 4)  # it changes no answer
    assert counted("--no-repair") == counted("--no-repair", "--force") == (4, 0)
    assert counted("-n") == (1, 3)


def test_the_first_without_an_answer_ends_a_run_on_request(capsys):
    paint("in/d.png")
    assert told(capsys, "in", "-o", "out", "--fail-fast")[0] == 4
    assert (last_run()["pictures"], last_run()["done"]) == (2, 2)
    assert told(capsys, "in", "-o", "out", "--exit-zero")[0] == 0
    Path("in/sub").rename("in/other")
    Path("out/other").write_text("a file where a folder is wanted")
    assert told(capsys, "in", "-o", "out", "--exit-zero")[0] == 2


def test_every_page_is_a_picture(capsys, monkeypatch):
    WHITE.save("scan.tif", save_all=True, append_images=[WHITE.resize((50, 60))])
    assert told(capsys, "scan.tif")[0] == 0
    assert [len(pixels(f"scan-page-{page}.solved.png")) for page in (1, 2)] == [40, 60]
    monkeypatch.setattr(sys, "stdin", Stream(Path("scan.tif").read_bytes()))
    said = "standard input: it has several pages; save it as a file and name that\n"
    assert told(capsys, "-", "-o", "one.png") == (3, "", said)


# As processes, which read puzzles


def put(*names):
    for name in names:
        shutil.copy(FIXTURES / "site-6x6.png", name)


@contextmanager
def running(*words):
    """Run the command as a process, which is killed if it has not ended afterwards, or in time."""
    command = [sys.executable, "-m", "app.cli.main", *words]
    where = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=where) as process:
        (hung := Timer(PATIENCE, process.kill)).start()
        try:
            yield process
        finally:
            hung.cancel()
            process.kill()


def wait_for(process, picture):
    """Wait until a process tells of a picture, by when all is written down."""
    assert any(line.startswith(picture) for line in process.stderr)


def end(process, how):
    """End a process; return its exit code, and what it says last."""
    process.send_signal(getattr(signal, how))
    return process.wait(PATIENCE), process.stderr.read()


needs_signals = pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")


@needs_signals
@pytest.mark.parametrize(("workers", "how"), [("2", "SIGINT"), ("1", "SIGTERM")])
def test_ctrl_c_and_what_the_system_ends_with_sum_up_and_tell_how_to_go_on(workers, how):
    put(*(f"in/{number}.png" for number in range(20)))
    with running("in", "-o", "out", "-j", workers) as process:
        wait_for(process, "in/")
        code, err = end(process, how)
    assert code == 130
    assert "Traceback" not in err
    assert re.search(r"^\d+ pictures?: \d+ solved", err, re.MULTILINE)
    going_on = re.search(r"to continue: aquarium (.*)\n", err)[1]
    assert going_on == f"in -o out -j {workers}"
    done = last_run()
    assert (done["interrupted"], done["exit_code"], has_reports("out")) == (True, 130, True)
    assert 0 < done["done"] < 23
    main([*shlex.split(going_on), "-j", "1", "-q"])
    assert (last_run()["pictures"], last_run()["interrupted"]) == (23, False)
    assert last_run()["standing"] >= done["statuses"]["solved"]


@needs_signals
def test_a_folder_is_watched_until_the_watch_is_ended():
    put("in/a.png", "in/sub/b.png")
    with running("watch", "in", "-o", "in/out") as process:
        wait_for(process, "in/sub/b.png")
        put("in/sub/new.png")
        wait_for(process, "in/sub/new.png")
        code, err = end(process, "SIGHUP")
    assert (code, has_reports("in/out")) == (4, True), err
    assert "4 pictures: 3 solved, 1 no puzzle" in err
    answers = [name for name in written() if name.startswith("in/out/")]
    assert answers == [f"in/out/{stem}.solved.png" for stem in ("a", "sub/b", "sub/new")]
