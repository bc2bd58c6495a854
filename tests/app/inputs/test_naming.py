"""Answers are called alike in every run, never like another's, and their names fit on the disk."""

import os
import sys
from pathlib import Path

import pytest

from app.inputs import naming
from app.inputs.naming import LONGEST_STEM, Targets, answer_stem, identity, mark_key
from app.inputs.words import Input
from tests.app.stand_ins import MINE, write
from vision.files.mark import QUESTION

SUFFIX = ".solved.png"
OTHERS = mark_key(b"of another")


def claimed(
    targets: Targets | None = None, key: str = MINE, *stems: str, suffix: str = SUFFIX, **further: Path
) -> str:
    return str((targets or Targets()).claim(Path(), stems or ("a", "a.jpg"), suffix, key, **further))


@pytest.mark.parametrize(
    ("given", "suffix", "stems"),
    [
        (Input(Path("in/a.jpg")), SUFFIX, ["a", "a.jpg"]),
        (Input(Path("a.tif"), 2, 3), SUFFIX, ["a-page-2-board-3", "a.tif-page-2-board-3"]),
        (Input(Path("a.png")), ".png", ["a"]),
        (Input(Path("p.txt")), ".png", ["p", "p.txt"]),
        (Input(), SUFFIX, ["stdin"]),
        (Input(text="1_1;1"), SUFFIX, ["puzzle"]),
        (Input(Path("/tmp/x.png"), stem="clipboard"), SUFFIX, ["clipboard"]),
    ],
)
def test_an_answer_is_called_after_the_stem_then_after_the_whole_name(given, suffix, stems):
    assert given.stems(suffix) == stems


def test_a_picture_is_the_same_by_all_names_of_its_folder_and_where_all_was_moved_together(tmp_path):
    for top in ("here", "there"):
        (tmp_path / top / "in").mkdir(parents=True)
        (tmp_path / top / "link").symlink_to("in")
    seen = {
        Input(tmp_path / top / name).key(str(tmp_path / top / "out"))
        for top in ("here", "there")
        for name in ("in/a.png", "link/a.png", "in/../in/a.png")
    }
    assert seen == {b"../in/a.png\x001"}
    odd = ["é", "e"] if sys.platform in ("win32", "darwin") else map(os.fsdecode, (b"\xfe", b"\xff"))
    named = [Input(Path(name)) for name in ("b.png", *odd)]
    others = [*named, Input(Path("a.png"), 2), Input(Path("a.png"), None, 1), Input()]
    assert len({given.key(str(tmp_path)) for given in others} | seen) == 7


LETTERS = ["a", "é", "🐠", *([] if sys.platform in ("win32", "darwin") else [os.fsdecode(b"\xff")])]


@pytest.mark.parametrize("letter", LETTERS)
def test_the_longest_names_fit_with_their_endings_and_lose_no_more_letters_than_they_must(letter):
    size = len(os.fsencode(letter))
    longest = letter * ((naming.LONGEST_NAME - 4) // size)
    made = {answer_stem(longest[:-1] + end) for end in "bc"}
    assert len(made) == 2
    for label in made:
        Path(label + "-999" + naming.READING_SUFFIX).touch()
    longest = letter * (LONGEST_STEM // size)
    assert answer_stem(longest) == longest
    for extra in (1, 2, 3):
        assert 0 <= LONGEST_STEM - len(os.fsencode(answer_stem(longest + letter * extra))) < size


@pytest.mark.parametrize("suffix", ["png", "jpg", "webp", "tiff", "gif", "bmp"])
def test_a_picture_finds_its_own_answer_wherever_that_is(suffix):
    targets, ending = Targets(), f".solved.{suffix}"
    write(f"a-2{ending}"), write(f"a{ending}", OTHERS)
    assert claimed(targets, MINE, suffix=ending) == f"a-2{ending}"
    assert claimed(targets, OTHERS, suffix=ending) == f"a{ending}"


def test_of_free_places_the_first_is_taken_and_no_file_of_others_is_written_over():
    assert claimed() == "a.solved.png"
    Path("a.solved.png").write_bytes(b"a person's")
    assert claimed() == "a.jpg.solved.png"
    write("a.jpg.solved.png", OTHERS)
    assert claimed() == "a-2.solved.png"
    write("a-2.solved.png", "")  # of a former version: nothing tells whose it is
    assert claimed() == "a-3.solved.png"
    Path("a.solved.png").unlink()
    assert claimed() == "a.solved.png"
    write("a-3.solved.png")
    assert claimed() == "a-3.solved.png"  # its own comes first


def test_no_place_is_given_to_two_pictures_of_a_run_and_the_same_to_one_again(monkeypatch):
    targets = Targets()
    given = [claimed(targets, key) for key in (MINE, OTHERS, mark_key(b"third"), MINE)]
    assert given == ["a.solved.png", "a.jpg.solved.png", "a-2.solved.png", "a.solved.png"]
    assert [targets.has_given(Path(f"a-{number}.solved.png")) for number in (2, 3)] == [True, False]
    monkeypatch.setattr(naming, "FOLDS_CASE", True)  # nor what some system takes for the same
    targets = Targets()
    given = [claimed(targets, key, stem) for key, stem in ((MINE, "a"), (OTHERS, "A"))]
    assert given == ["a.solved.png", "A-2.solved.png"]


@pytest.mark.parametrize("key", ["", MINE])
def test_an_answer_of_a_former_version_is_a_pictures_if_a_database_says_so(key):
    assert claimed(before=write("a-7.solved.png", key)) == "a-7.solved.png"
    write("others.solved.png", OTHERS)
    Path("persons.solved.png").write_bytes(b"a person's")
    for planted in ("gone", "others", "persons", "../a", "sub/a"):
        assert claimed(before=Path(f"{planted}.solved.png")) == "a.solved.png", planted
    assert claimed(before=Path("report.jsonl")) == "a.solved.png"


@pytest.mark.parametrize("link", [None, Path.symlink_to, Path.hardlink_to])
def test_an_answer_that_is_read_is_not_written_over(link):
    read, stem = write("read.solved.png"), "link" if link else "read"
    if link:
        link(Path("link.solved.png"), read)
    targets = Targets({identity(read)})
    assert claimed(targets, MINE, stem) == f"{stem}-2.solved.png"
    assert claimed(targets, MINE, "x", before=Path(f"{stem}.solved.png")) == "x.solved.png"


def test_a_drawn_puzzle_is_replaced_by_its_next_drawing():
    write("p.png", kind=QUESTION)
    assert claimed(None, MINE, "p", suffix=".png") == "p.png"
    assert claimed(None, OTHERS, "p", suffix=".png") == "p-2.png"


def test_a_file_is_the_same_by_its_names_and_its_descriptors_and_what_is_no_file_is_none():
    write("a.png"), write("b.png")
    with Path("a.png").open("rb") as one, open(os.devnull, "rb") as nothing:  # noqa: PTH123 — a name of the system
        assert identity(one.fileno()) == identity(Path("a.png")) != identity(Path("b.png"))
        assert identity(nothing.fileno()) is None


def test_a_folder_is_taken_if_nothing_of_others_is_in_it():
    write("ours/01-loaded.png"), write("read/01-loaded.png"), write("other/a.png", OTHERS)
    Path("empty").mkdir(), Path("mine").mkdir()
    Path("mine/notes.txt").touch()
    Path("file").touch()
    targets = Targets({identity(Path("read/01-loaded.png"))})
    names = ("new", "ours", "empty", "read", "other", "mine", "file")
    given = [targets.claim(Path(), (name,), "", MINE).name for name in names]
    assert given == ["new", "ours", "empty", "read-2", "other-2", "mine-2", "file-2"]
