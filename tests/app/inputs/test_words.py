"""Each word stands for one thing: what is there comes first, then what it looks like."""

from pathlib import Path

import pytest

from app.inputs.words import Input, Word, is_page, parse_word, parse_words, shorten

TASK, GRID = "1_2_2_1;1,1,2,2", "1 1\n1 a a\n1 a a\n"


@pytest.fixture(autouse=True)
def files(folder):
    Path("shots.png").mkdir()
    for name in ("a.png", "b c.pdf", "b#page=2", "[x].png", " blank.png", "'quoted'.png"):
        Path(name).touch()


MEANINGS: dict[str, Word] = {
    "-": Input(),
    "a.png": Input(Path("a.png")),
    "missing.png": Input(Path("missing.png")),
    "shots.png": Path("shots.png"),
    "b c.pdf#page=12": Input(Path("b c.pdf"), 12),
    " 'b c.pdf' ": Input(Path("b c.pdf")),
    '"b c.pdf"': Input(Path("b c.pdf")),
    "b c.pdf\n": Input(Path("b c.pdf")),
    r"b\ c.pdf": Input(Path("b c.pdf")),
    " blank.png": Input(Path(" blank.png")),
    "'quoted'.png": Input(Path("'quoted'.png")),
    "b#page=2": Input(Path("b#page=2")),
    "b c.pdf#page=0": Input(Path("b c.pdf#page=0")),
    "a.png#board=2": Input(Path("a.png"), board=2),
    "b c.pdf#page=3#board=12": Input(Path("b c.pdf"), 3, 12),
    "a.png#board=0": Input(Path("a.png#board=0")),
    "missing.png#board=2": Input(Path("missing.png#board=2")),
    "-#board=2": Input(board=2),
    **{text: Input(text=text) for text in (TASK, GRID, "aquarium/r/1/1/g/11")},
    "https://puzz.link/p?aquarium/1/1/": Input(text="https://puzz.link/p?aquarium/1/1/"),
    "s3://bucket/y.png": Input(text="s3://bucket/y.png"),
    "c://a.png": Input(Path("c://a.png")),  # a drive of Windows
    "file:///nowhere/a%20.png": Input(Path("/nowhere/a .png")),
    "HTTPS://puzz.link/p?aquarium/1/1/": Input(text="HTTPS://puzz.link/p?aquarium/1/1/"),
    "zero\0byte": Input(Path("zero\0byte")),
}


def test_a_word_stands_for_one_thing():
    assert {word: parse_word(word) for word in MEANINGS} == MEANINGS


def test_a_file_that_is_dropped_may_come_as_an_address(folder: Path):
    for word in (f"file://{folder}/b%20c.pdf", f"'file://localhost{folder}/b%20c.pdf'"):
        assert parse_word(word) == Input(folder / "b c.pdf")


def test_a_file_comes_before_what_its_name_looks_like():
    Path(TASK).touch()
    Path("s3:").mkdir()
    Path("s3:/a.png").touch()
    assert parse_word(TASK) == Input(Path(TASK))
    assert parse_word("s3://a.png") == Input(Path("s3://a.png"))


def test_a_pattern_that_no_shell_expanded_stands_for_files_in_order():
    Path("x.png").touch()
    names = ["a.png", "x.png", "*.jpg", "[x].png"]
    assert parse_words(["?.png", "*.jpg", "[x].png"]) == tuple(Input(Path(name)) for name in names)


def test_a_page_is_told_from_a_puzzle():
    puzzles = ("p?aquarium/1", "p?m+aquarium_edit/1", "p?slither/5/5")
    assert not any(map(is_page, ("h/p?a=1", *(f"https://h/{puzzle}" for puzzle in puzzles))))
    pages = ("https://h/p", "HTTP://h/p?sig=1", "https://h?x", "https://h?a=b/c", "s3://h/a.png")
    assert all(map(is_page, pages))


def test_long_puzzles_are_cut_short_in_messages_alone():
    long, address = "1_" * 40 + "1;1", "https://puzz.link/p?aquarium/5/4/9lqgfk4/3h12h13"
    assert [shorten(word) for word in (long, address)] == [f"{long[:60]}…", address]
    assert shorten("a" * 300 + ".png") == "a" * 300 + ".png"
