"""What attacks the program is itself right: it sees what is lost, counts it, and ends with a code."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import attack
from benchmarks.attack import Tally, tallies_table
from benchmarks.attacks import names, places, records
from benchmarks.attacks.ground import Ended, Ground, NotPossible, missing, picture, unreported


def ground(folder: Path, tries: int) -> Ground:
    return Ground(folder, random.Random(1), tries)


def test_a_lost_answer_a_cut_one_and_a_half_written_file_are_seen(tmp_path):
    (tmp_path / "a.solved.png").write_bytes(picture())
    assert missing(tmp_path, ["a"]) == ""
    assert missing(tmp_path, ["a", "b"]) == "answers missing or cut: b"
    (tmp_path / "b.solved.png").write_bytes(picture()[:-40])
    assert missing(tmp_path, ["a", "b"]) == "answers missing or cut: b"
    (tmp_path / ".aquarium-1.part").touch()
    assert missing(tmp_path, ["a"]) == "left half written: .aquarium-1.part"


def test_pictures_that_a_report_does_not_tell_are_seen(tmp_path):
    assert "cannot be read" in unreported(tmp_path, 1)
    (tmp_path / "report.jsonl").write_text('{"path": "a"}\nnonsense\n{"path": "a"}\n')
    assert unreported(tmp_path, 1) == ""
    assert unreported(tmp_path, 2) == "the report tells 1 of 2 pictures"


def test_a_fault_a_hang_and_another_code_are_seen():
    assert Ended(0, b"", b"", 1.0).problem(0) == ""
    assert Ended(3, b"", b"it is damaged", 1.0).problem(0, 2) == "exit code 3: it is damaged"
    assert "a fault" in Ended(0, b"", b"this is a bug", 1.0).problem(0)
    assert Ended(-9, b"", b"", 90.0).problem(0) == "it hung"


@pytest.mark.parametrize("sign", [b"\x1b[2J", b"\r", "\u202e".encode(), "\x9b".encode()])
def test_signs_that_steer_a_terminal_are_seen(sign):
    assert names.steering(Ended(0, b"", b"a" + sign + b"b", 1.0)).startswith("a terminal gets")
    assert names.steering(Ended(0, "ü → é\n".encode(), b"", 1.0)) == ""


def test_names_are_as_many_as_asked_for_and_the_same_for_a_seed():
    some = names.odd_names(random.Random(1), 200)
    assert len(set(some)) == 200
    assert some == names.odd_names(random.Random(1), 200)
    assert max(map(len, some)) <= 255


def test_every_kind_is_tried_where_there_is_time_and_some_where_there_is_not(tmp_path):
    assert ground(tmp_path, 99).some("abc") == ["a", "b", "c"]
    assert len(ground(tmp_path, 2).some("abc")) == 2


def test_links_and_damaged_reports_are_attacked(tmp_path, monkeypatch):
    """Of each attack that is cheap, a part: that it runs at all."""
    monkeypatch.setattr(records, "DAMAGES", (records._gone,))
    for number, attacked in enumerate((places.links, records.records)):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert list(attacked(ground(folder, 1))) == [""]


def test_what_did_not_hold_is_counted_named_and_ends_with_a_code(monkeypatch):
    tallies = {
        "kind": Tally(problems=["lost", "cut"], tries=9, slowest=1.25, megabytes=99.6),
        "other": Tally(not_tried="not tried: it is not installed"),
    }
    table = tallies_table(tallies, shown=1)
    cells = [list(column.cells) for column in table.columns]
    assert cells[1:5] == [["9", "0"], ["7", "0"], ["1.2", "0.0"], ["100", "0"]]
    assert cells[5] == ["lost\nand 1 more", "not tried: it is not installed"]
    for problems, code in ((["lost"], 1), ([], 0)):
        monkeypatch.setattr(attack, "attacked", lambda *_, told=problems: Tally(told, 1))
        assert CliRunner().invoke(attack.main, ["links"]).exit_code == code


def test_an_attack_that_cannot_be_made_is_told(monkeypatch, tmp_path):
    def impossible(_: Ground) -> Iterator[str]:
        yield ""
        raise NotPossible("nothing is installed")

    monkeypatch.setitem(attack.ATTACKS, "links", (impossible, 1))
    with (tmp_path / "told").open("w+") as told_of:
        attack._carry_out("links", 0, 1, told_of)
        told_of.seek(0)
        tries = [json.loads(line)[0] for line in told_of]
    assert tries == ["", "not tried: nothing is installed"]
