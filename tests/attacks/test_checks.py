"""What attacks the program is itself right: its checks see what is lost and what is printed."""

import pytest

from .command import HUNG, Ended, check_answers, check_report, picture
from .test_names import check_printed

CUT, ODD = "missing or cut: b", ["\x1b[2J", "\r", "\u202e", "\x9b"]


def check_fails(words: str, check, *given) -> None:
    with pytest.raises(AssertionError, match=words):
        check(*given)


def test_a_lost_answer_a_cut_one_and_a_half_written_file_are_seen(tmp_path):
    (tmp_path / "a.solved.png").write_bytes(picture())
    check_answers(tmp_path, ["a"])
    check_fails(CUT, check_answers, tmp_path, ["a", "b"])
    (tmp_path / "b.solved.png").write_bytes(picture()[:-40])
    check_fails(CUT, check_answers, tmp_path, ["a", "b"])
    (tmp_path / ".aquarium-1.part").touch()
    check_fails("left half written", check_answers, tmp_path, ["a"])


def test_pictures_that_a_report_lacks_are_seen(tmp_path):
    check_fails("no report", check_report, tmp_path, 1)
    (tmp_path / "report.jsonl").write_text('{"path": "a"}\nnonsense\n{"path": "a"}\n')
    check_report(tmp_path, 1)
    check_fails("1 of 2 pictures", check_report, tmp_path, 2)


def test_a_fault_a_hang_another_code_and_signs_that_steer_a_terminal_are_seen():
    Ended(0, b"").check(0)
    check_fails("exit code 3: it is damaged", Ended(3, b"it is damaged").check, 0, 2)
    check_fails("a fault", Ended(0, b"this is a bug").check, 0)
    check_fails("it hung", Ended(HUNG, b"").check, 0)
    check_printed(Ended(0, "ü → é\n".encode()))
    for sign in ODD:
        check_fails("a terminal gets", check_printed, Ended(0, f"a{sign}b".encode()))
