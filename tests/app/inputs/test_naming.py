"""Answers are called alike in every run, never like another's, and their names fit on the disk."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.inputs import naming
from app.inputs.naming import LONGEST_NAME, READING_SUFFIX, Targets, output_stem, shorten_stem
from app.inputs.remote import RemotePath


def stems(*files):
    for file in files:
        Path(file).touch()
    return {file: output_stem(Path(file)) for file in files}


def test_the_stem_belongs_to_one_picture():
    places = {
        "a.png": "a",
        "a.jpg": "a.jpg",
        "a.webp": "a.webp",
        "b.jpg": "b",
        "b.webp": "b.webp",
        "c.txt": "c",
    }
    assert stems(*places) == places


def test_a_stem_that_is_a_neighbours_name_is_not_taken():
    places = {"a.png": "a", "a.jpg": "a.jpg", "a.jpg.png": "a.jpg.png", "b.jpg": "b", "b.jpg.png": "b.jpg"}
    assert stems(*places) == places


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="this system is deaf to upper case")
def test_endings_in_upper_case_are_endings():
    places = {"a.png": "a.png", "a.PNG": "a", "b.Jpg": "b", "b.webp": "b.webp", "c.jPg": "c.jPg"}
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


@pytest.mark.parametrize("letter", ["a", "é", "🐠"])
def test_the_longest_names_fit_with_their_endings(letter):
    longest = letter * ((LONGEST_NAME - 4) // len(os.fsencode(letter)))
    one, other = longest[:-1] + "b", longest[:-1] + "c"
    made = stems(one + ".png", other + ".png").values()
    assert len(set(made)) == 2
    for label in made:
        Path(label + "-999" + READING_SUFFIX).touch()
    assert shorten_stem("short") == "short"


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names are text there")
def test_names_that_are_no_text_are_shortened_too():
    name = os.fsdecode(b"\xff" * 251)
    Path(shorten_stem(name) + READING_SUFFIX).touch()


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
        patch.setattr(naming, "_is_same", lambda *_: False)
        made = [output_stem(path, page) for path, page in asked]
    assert len(set(made)) == len(made), dict(zip(asked, made, strict=True))


def test_only_few_names_are_looked_for(monkeypatch):
    looked = []
    monkeypatch.setattr(naming, "exists", looked.append)
    output_stem(Path("a.png"))
    assert len(looked) <= 2
    output_stem(Path("a.webp"))
    assert len(looked) < 100


def test_a_place_is_given_out_once_and_no_file_of_others_is_written_over():
    Path("own.solved.png").write_bytes(b"a person's")
    targets = Targets(remember=True)
    targets.reserve(Path("named.solved.png"))
    for place in (Path("own"), Path("named"), Path("free"), RemotePath("s3://b/a")):
        given = [targets.claim(place, ".solved.png") for _ in range(3)]
        first = 1 if place.name in ("free", "a") else 2
        ends = ["" if number == 1 else f"-{number}" for number in range(first, first + 3)]
        assert given == [f"{place.name}{end}.solved.png" for end in ends]
    assert targets.claim(Path("own"), "") == "own"


def test_names_that_are_trusted_to_differ_are_not_remembered():
    targets = Targets()
    assert targets.claim(Path("a"), ".png") == targets.claim(Path("a"), ".png") == "a.png"
