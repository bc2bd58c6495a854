"""The list of messages is right: what it takes for one message, and when it is stale."""

import pytest

from tests.message_log import LIST, _chosen, _document, _is_in_source, _listed, template


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
