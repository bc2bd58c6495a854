"""What all commands have in common: texts, pipes, places, pages of help."""

import json
from pathlib import Path

import pytest

from app.batch.run import Batch
from app.cli.run import fitting
from app.inputs.plan import plan_jobs
from tests.app.stand_ins import paint
from tests.shell import DRY, marked, screenshot, told


def test_many_pictures_are_gone_about_as_they_are_solved(capsys):
    for name in ("in/a.png", "in/b.png", "in/old/c.png"):
        screenshot(name, marked((*DRY, 1)))

    def paths(*words):
        code, out, err = told(capsys, "check", *words, "--json")
        return code, sorted(json.loads(line)["path"] for line in out.splitlines()), err

    assert paths("in")[:2] == (6, ["in/a.png", "in/b.png", "in/old/c.png"])
    assert paths("in", "-R", "--exclude", "b*")[:2] == (6, ["in/a.png"])
    assert paths("in", "--exit-zero")[0] == 0
    assert paths("in/none.png", "in", "--fail-fast")[:2] == (3, ["in/none.png"])
    assert len(paths("in", "--fail-fast")[1]) == 3  # mistakes are an answer


def test_standard_input_is_read_by_one_worker_and_files_by_as_many_as_wanted():
    paint("a.png", "b.png")
    batch = Batch(workers=3)
    assert fitting(batch, plan_jobs(["a.png", "b.png"])) == batch
    assert fitting(batch, plan_jobs(["a.png", "-"])) == Batch(workers=1)


@pytest.mark.parametrize("command", ["check", "hint"])
def test_what_a_player_has_put_in_is_looked_at_every_time(command, capsys):
    screenshot("in/a.png", marked((*DRY, 1)))
    for _ in range(2):
        assert told(capsys, command, "in", "-o", "out")[0] == 6
    assert not Path("out/report.jsonl").exists()
    assert "already" in told(capsys, command, "in", "-o", "out", "-n")[2]
