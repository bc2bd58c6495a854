"""The list of messages is right: what it takes for one message, and when it is stale."""

from types import SimpleNamespace

import pytest

from tests import message_log
from tests.message_log import LIST, MessageLog, _chosen, _document, _is_in_source, _listed, template


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("row clue 2 read as 1", "column clue 11 read as 7"),
        (
            "a.png is a file; several pictures need a folder",
            "out/b.jpg is a file; several pictures need a folder",
        ),
        ("2 pictures: 2 solved", "31 pictures: 1 unsure, 1 crashed, 29 solved"),
        (
            "to see it as read: aquarium a.png --show-reading",
            "to see it as read: aquarium hint b.png -o c.png",
        ),
        ("6×6, 6 aquariums, one solution", "10×12, 31 aquariums, one solution"),
        ("water in row 1 column 3", "water in row 1 columns 3–5 and 7; row 2 columns 1 and 8"),
        ("the server answers 500; try again", "the server answers 503; try again"),
    ],
)
def test_what_varies_from_picture_to_picture_makes_no_new_message(one, other):
    assert template(one) == template(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("there is no such file; check the name", "there is no such file; check the address"),
        ("row 1 holds 1 wet cell, its clue says 2", "row 1 holds 1 wet cell"),
        ("all the water is in", "nothing more can be deduced"),
    ],
)
def test_other_words_make_another_message(one, other):
    assert template(one) != template(other)


def test_the_shortest_example_is_listed():
    said = [
        ("row clue 12 read as 10", "vision/reading/words.py", ""),
        ("row clue 1 read as 2", "pipeline.py", 4),
    ]
    assert [*_chosen(said).values()] == [("Proving a puzzle", "4", "row clue 1 read as 2")]


def test_the_list_is_read_as_it_is_written():
    listed = dict(_listed())
    assert len(listed) > 200
    assert LIST.read_text(encoding="utf-8") == _document(listed.values())


def test_what_stands_in_the_program_may_be_unheard():
    assert _is_in_source("there is no such file; check the name")
    assert not _is_in_source("54 answers stand already; swim in the sea")


@pytest.fixture
def ended(tmp_path, monkeypatch):
    """Give what ends a run that heard some messages, and the list; it has one that is said no more."""
    place = tmp_path / "messages.md"
    place.write_text(
        _document([("Files", "3", "the file is as blue as the sea; swim in it")]), encoding="utf-8"
    )
    monkeypatch.setattr(message_log, "LIST", place)
    monkeypatch.setattr(message_log, "EXTRAS", ())
    monkeypatch.setattr(message_log, "_help", lambda: ())

    def end(*, whole: bool, update: bool) -> tuple[int, list[str], str]:
        log = MessageLog.__new__(MessageLog)
        log.heard, log.made_up = {"the file is empty; send it again": ("vision/files/load.py", "3")}, set()
        source = pytest.Config.ArgsSource
        options = {"--update-golden": update}
        log.config = SimpleNamespace(
            getoption=lambda name, default=None: options.get(name, default),
            args_source=source.TESTPATHS if whole else source.ARGS,
        )
        failed = int(update)  # as tests of golden pictures do
        session = SimpleNamespace(config=log.config, testsfailed=failed, shouldstop=False, exitstatus=0)
        log.pytest_sessionfinish(session)
        return session.exitstatus, getattr(log, "differences", []), place.read_text(encoding="utf-8")

    return end


def test_a_run_of_all_tests_fails_where_the_list_is_another(ended):
    code, differences, listed = ended(whole=True, update=False)
    assert code == 1
    assert differences == [
        "not listed: the file is empty; send it again",
        "said no more: the file is as blue as the sea; swim in it",
    ]
    assert "blue" in listed


def test_the_list_is_written_anew_on_request(ended):
    code, _, listed = ended(whole=True, update=True)
    assert code == 1
    assert "  3  the file is empty; send it again\n" in listed
    assert "blue" not in listed
    assert ended(whole=True, update=False)[:2] == (0, [])


def test_some_tests_alone_only_add_to_the_list_on_request(ended):
    code, _, listed = ended(whole=False, update=False)
    assert (code, "send it again" in listed) == (0, False)
    code, _, listed = ended(whole=False, update=True)
    assert (code, "send it again" in listed, "blue" in listed) == (0, True, True)
