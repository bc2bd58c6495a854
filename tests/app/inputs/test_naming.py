"""Answers are called alike in every run, never like another's, and their names fit on the disk."""

import os
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.inputs import naming
from app.inputs.naming import (
    LONGEST_NAME,
    LONGEST_STEM,
    READING_SUFFIX,
    Targets,
    answer_stem,
    identity,
    output_stem,
)
from vision.files.mark import MARK, QUESTION
from vision.files.pixels import Picture
from vision.files.save import save_picture


@pytest.fixture
def own():
    """Give a function that writes a picture of this program, as an answer or as a puzzle."""

    def write(name, mark):
        Path(name).parent.mkdir(exist_ok=True)
        pixels = np.zeros((5, 7, 3), np.uint8)
        save_picture(Path(name), pixels, Picture(pixels), mark=mark)

    return write


def stems(*files):
    for file in files:
        Path(file).touch()
    return {file: output_stem(Path(file)) for file in files}


CASES = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="this system is deaf to upper case")


@pytest.mark.parametrize(
    "places",
    [
        {"a.png": "a", "a.jpg": "a.jpg", "a.webp": "a.webp", "b.jpg": "b", "b.webp": "b.webp", "c.txt": "c"},
        {"a.png": "a", "a.jpg": "a.jpg", "a.jpg.png": "a.jpg.png", "b.jpg": "b", "b.jpg.png": "b.jpg"},
        pytest.param(
            {"a.png": "a.png", "a.PNG": "a", "b.Jpg": "b", "b.webp": "b.webp", "c.jPg": "c.jPg"}, marks=CASES
        ),
    ],
    ids=["several endings", "the name of a neighbour", "endings in upper case"],
)
def test_a_stem_belongs_to_one_picture(places):
    assert stems(*places) == places


def test_pages_are_numbered_and_no_picture_is_called_like_one():
    Path("a.tif").touch()
    assert output_stem(Path("a.tif"), 2) == "a-page-2"
    assert stems("a-page-2.png", "b-page-2.png") == {
        "a-page-2.png": "a-page-2.png",
        "b-page-2.png": "b-page-2",
    }
    Path("a.png").touch()
    assert output_stem(Path("a.tif"), 2) == "a.tif-page-2"
    assert stems("a.tif-page-2.png") == {"a.tif-page-2.png": "a.tif-page-2.png"}


LETTERS = ["a", "é", "🐠", *([] if sys.platform in ("win32", "darwin") else [os.fsdecode(b"\xff")])]


@pytest.mark.parametrize("letter", LETTERS)
def test_the_longest_names_fit_with_their_endings_and_lose_no_more_letters_than_they_must(letter):
    size = len(os.fsencode(letter))
    longest = letter * ((LONGEST_NAME - 4) // size)
    one, other = longest[:-1] + "b", longest[:-1] + "c"
    made = stems(one + ".png", other + ".png").values()
    assert len(set(made)) == 2
    for label in made:
        Path(label + "-999" + READING_SUFFIX).touch()
    longest = letter * (LONGEST_STEM // size)
    assert answer_stem(longest) == longest
    for extra in (1, 2, 3):
        assert 0 <= LONGEST_STEM - len(os.fsencode(answer_stem(longest + letter * extra))) < size


STEMS = st.sampled_from(["a", "b", "a-page-1", "a.png", "a.jpg", "a.tif", "a.jpg-page-1", "a.tif-page-1"])
FILES = st.sets(
    st.builds(lambda stem, end: stem + end, STEMS, st.sampled_from([".png", ".jpg", ".tif", ".PNG"]))
)


@given(FILES)
def test_no_two_pictures_of_a_folder_have_one_stem(files):
    here = {Path(file) for file in files}
    asked = [(path, page) for path in here for page in ((1, 2) if path.suffix == ".tif" else (None,))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(naming, "exists", here.__contains__)
        patch.setattr(Path, "samefile", lambda *_: False)
        made = [output_stem(path, page) for path, page in asked]
    assert len(set(made)) == len(made), dict(zip(asked, made, strict=True))


def test_a_place_is_given_out_once_and_no_file_of_others_is_written_over():
    Path("mine.solved.png").write_bytes(b"a person's")
    targets = Targets(remember=True)
    for place, first in ((Path("mine"), 2), (Path("free"), 1)):
        given = [targets.claim(place, ".solved.png").name for _ in range(3)]
        ends = ["" if number == 1 else f"-{number}" for number in range(first, first + 3)]
        assert given == [f"{place.name}{end}.solved.png" for end in ends]


@pytest.mark.parametrize("link", [None, Path.symlink_to, Path.hardlink_to])
def test_an_answer_that_is_read_is_not_written_over(link, own):
    own("read.solved.png", MARK), own("other.solved.png", MARK)
    place = Path("read")
    if link:
        link(Path("link.solved.png"), Path("read.solved.png"))
        place = Path("link")
    targets = Targets({identity(Path("read.solved.png"))})
    assert targets.claim(place, ".solved.png") == Path(f"{place}-2.solved.png")
    assert targets.claim(Path("other"), ".solved.png") == Path("other.solved.png")
    assert not targets.keeps(Path(f"{place}.solved.png"), Path("x"), ".solved.png")


def test_a_file_is_the_same_by_its_names_and_its_descriptors_and_what_is_no_file_is_none(own):
    own("a.png", MARK), own("b.png", MARK)
    with Path("a.png").open("rb") as one, open(os.devnull, "rb") as nothing:  # noqa: PTH123 — a name of the system
        assert identity(one.fileno()) == identity(Path("a.png")) != identity(Path("b.png"))
        assert identity(nothing.fileno()) is None


def test_a_name_given_before_is_given_to_one_picture_only_and_not_if_its_folder_is_a_file_now(tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    targets = Targets()
    kept = [
        targets.keeps(tmp_path / below / "a.solved.png", tmp_path / "a", ".solved.png")
        for below in ("folder", "folder", "file")
    ]
    assert kept == [True, False, False]


def test_a_folder_is_taken_if_nothing_of_others_is_in_it(own):
    own("ours/01-loaded.png", MARK), own("read/01-loaded.png", MARK), own("puzzle/a.png", QUESTION)
    Path("mine").mkdir()
    Path("mine/notes.txt").touch()
    Path("file").touch()
    targets = Targets({identity(Path("read/01-loaded.png"))})
    names = ("new", "ours", "read", "puzzle", "mine", "file")
    given = [targets.claim_folder(Path(name)).name for name in names]
    assert given == ["new", "ours", "read-2", "puzzle-2", "mine-2", "file-2"]


def test_names_that_are_trusted_to_differ_are_not_remembered_save_numbered_ones():
    targets = Targets()
    assert targets.claim(Path("a"), ".png") == targets.claim(Path("a"), ".png") == Path("a.png")
    Path("b.png").write_bytes(b"a person's")
    assert [str(targets.claim(Path(name), ".png")) for name in ("b", "b-2")] == ["b-2.png", "b-2-2.png"]
