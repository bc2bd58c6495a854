"""What attacks the program is itself right: its checks see what is lost, and its names are odd."""

import random

import pytest

from .command import HUNG, Ended, check_answers, check_report, picture
from .test_names import check_printed, odd_names


def test_a_lost_answer_a_cut_one_and_a_half_written_file_are_seen(tmp_path):
    (tmp_path / "a.solved.png").write_bytes(picture())
    check_answers(tmp_path, ["a"])
    with pytest.raises(AssertionError, match="missing or cut: b"):
        check_answers(tmp_path, ["a", "b"])
    (tmp_path / "b.solved.png").write_bytes(picture()[:-40])
    with pytest.raises(AssertionError, match="missing or cut: b"):
        check_answers(tmp_path, ["a", "b"])
    (tmp_path / ".aquarium-1.part").touch()
    with pytest.raises(AssertionError, match="left half written"):
        check_answers(tmp_path, ["a"])


def test_pictures_that_a_report_lacks_are_seen(tmp_path):
    with pytest.raises(AssertionError, match="no report"):
        check_report(tmp_path, 1)
    (tmp_path / "report.jsonl").write_text('{"path": "a"}\nnonsense\n{"path": "a"}\n')
    check_report(tmp_path, 1)
    with pytest.raises(AssertionError, match="1 of 2 pictures"):
        check_report(tmp_path, 2)


@pytest.mark.parametrize(
    ("end", "problem"),
    [
        (Ended(3, b"", b"it is damaged", 1.0), "exit code 3: it is damaged"),
        (Ended(0, b"", b"this is a bug", 1.0), "a fault"),
        (Ended(HUNG, b"", b"", 1.0), "it hung"),
    ],
)
def test_a_fault_a_hang_and_another_code_are_seen(end, problem):
    Ended(0, b"", b"", 1.0).check(0)
    with pytest.raises(AssertionError, match=problem):
        end.check(0, 2)


@pytest.mark.parametrize("sign", [b"\x1b[2J", b"\r", "\u202e".encode(), "\x9b".encode()])
def test_signs_that_steer_a_terminal_are_seen(sign):
    check_printed(Ended(0, "ü → é\n".encode(), b"", 1.0))
    with pytest.raises(AssertionError, match="a terminal gets"):
        check_printed(Ended(0, b"", b"a" + sign + b"b", 1.0))


def test_names_are_as_many_as_asked_for_and_the_same_for_a_seed():
    some = odd_names(random.Random(1), 200)
    assert len(set(some)) == 200
    assert some == odd_names(random.Random(1), 200)
    assert max(map(len, some)) <= 255
