"""Each word stands for one thing: what is there comes first, then what it looks like."""

import os
from pathlib import Path

import pytest

from app.errors import UsageError
from app.inputs.parse import File, Folder, Stdin, Text, Word, parse_word, parse_words
from app.inputs.remote import RemotePath
from app.inputs.similar import similar_name

TASK = "1_2_2_1;1,1,2,2"


@pytest.fixture(autouse=True)
def files(folder):
    Path("shots.png").mkdir()
    for name in ("a.png", "b c.pdf", "b#page=2", "[x].png"):
        Path(name).touch()


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("-", Stdin()),
        ("a.png", File(Path("a.png"))),
        ("missing.png", File(Path("missing.png"))),
        ("shots.png", Folder(Path("shots.png"))),
        ("b c.pdf#page=12", File(Path("b c.pdf"), 12)),
        ("'b c.pdf'", File(Path("b c.pdf"))),
        ("b#page=2", File(Path("b#page=2"))),
        ("missing.pdf#page=2", File(Path("missing.pdf#page=2"))),
        ("b c.pdf#page=0", File(Path("b c.pdf#page=0"))),
        ("a.png#board=2", File(Path("a.png"), board=2)),
        ("b c.pdf#page=3#board=12", File(Path("b c.pdf"), 3, 12)),
        ("a.png#board=0", File(Path("a.png#board=0"))),
        ("missing.png#board=2", File(Path("missing.png#board=2"))),
        ("-#board=2", Stdin(2)),
        (TASK, Text(TASK)),
        ("https://puzz.link/p?aquarium/1/1/", Text("https://puzz.link/p?aquarium/1/1/")),
        ("https://x/y.png?size=large", RemotePath("https://x/y.png?size=large")),
        ("s3://bucket/folder", RemotePath("s3://bucket/folder")),
        ("file:///nowhere/a%20.png", File(Path("/nowhere/a .png"))),
        ("LOCAL:///nowhere/a%20#?.png", File(Path("/nowhere/a%20#?.png"))),
        ("local://shots.png", Folder(Path("shots.png"))),
        ("HTTPS://puzz.link/p?aquarium/1/1/", Text("HTTPS://puzz.link/p?aquarium/1/1/")),
        ("zero\0byte", File(Path("zero\0byte"))),
    ],
)
def test_a_word_stands_for_one_thing(word: str, meaning: Word):
    assert parse_word(word) == meaning


def test_a_file_comes_before_what_its_name_looks_like():
    Path(TASK).touch()
    Path("s3:").mkdir()
    Path("s3:/a.png").touch()
    assert parse_word(TASK) == File(Path(TASK))
    assert parse_word("s3://a.png") == File(Path("s3://a.png"))


def test_a_pattern_that_no_shell_expanded_stands_for_files_in_order():
    Path("x.png").touch()
    names = ["a.png", "x.png", "*.jpg", "[x].png"]
    assert parse_words(["?.png", "*.jpg", "[x].png"]) == tuple(File(Path(name)) for name in names)


@pytest.mark.parametrize("word", ["", "  "])
def test_an_empty_word_is_wrong_usage(word: str):
    with pytest.raises(UsageError, match="one of the names is empty; name a picture"):
        parse_words(["a.png", word])


@pytest.mark.skipif(os.name == "nt", reason="the names are of other systems")
def test_of_a_missing_file_the_neighbour_most_like_it_is_named():
    assert similar_name(Path("aa.png")) == "a.png"
    assert similar_name(Path("quite different")) is None
    assert similar_name(Path("nowhere/a.png")) is None
