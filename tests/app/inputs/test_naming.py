"""Answers are called alike in every run, never like another's, and their names fit on the disk."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.inputs import naming as names
from app.inputs.naming import LONGEST_NAME, READING_SUFFIX, output_stem, shorten_stem


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)


def labels(*files):
    for file in files:
        Path(file).touch()
    return {file: output_stem(Path(file)) for file in files}


def test_the_stem_belongs_to_one_picture():
    assert labels("a.png", "a.jpg", "a.webp", "b.jpg", "b.webp", "c.txt") == {
        "a.png": "a",
        "a.jpg": "a.jpg",
        "a.webp": "a.webp",
        "b.jpg": "b",
        "b.webp": "b.webp",
        "c.txt": "c",
    }


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="this system is deaf to upper case")
def test_endings_in_upper_case_are_endings():
    assert labels("a.png", "a.PNG", "b.Jpg", "b.webp", "c.jPg") == {
        "a.png": "a.png",
        "a.PNG": "a",
        "b.Jpg": "b",
        "b.webp": "b.webp",
        "c.jPg": "c.jPg",
    }


def test_a_stem_that_is_a_neighbours_name_is_not_taken():
    assert labels("a.png", "a.jpg", "a.jpg.png", "b.jpg", "b.jpg.png") == {
        "a.png": "a",
        "a.jpg": "a.jpg",
        "a.jpg.png": "a.jpg.png",
        "b.jpg": "b",
        "b.jpg.png": "b.jpg",
    }


def test_pages_are_numbered_and_no_picture_is_called_like_one():
    Path("a.tif").touch()
    assert output_stem(Path("a.tif"), 2) == "a-page-2"
    assert labels("a-page-2.png", "b-page-2.png") == {
        "a-page-2.png": "a-page-2.png",
        "b-page-2.png": "b-page-2",
    }
    Path("a.png").touch()
    assert output_stem(Path("a.tif"), 2) == "a.tif-page-2"
    assert labels("a.tif-page-2.png") == {"a.tif-page-2.png": "a.tif-page-2.png"}


@pytest.mark.parametrize("letter", ["a", "é", "🐠"])
def test_the_longest_names_fit_with_their_endings(letter):
    longest = letter * ((LONGEST_NAME - 4) // len(os.fsencode(letter)))
    one, other = longest[:-1] + "b", longest[:-1] + "c"
    made = labels(one + ".png", other + ".png").values()
    assert len(set(made)) == 2
    for label in made:
        Path(label + "-999" + READING_SUFFIX).touch()
    assert shorten_stem("short") == "short"


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names are text there")
def test_names_that_are_no_text_are_shortened_too():
    name = os.fsdecode(b"\xff" * 251)
    Path(shorten_stem(name) + READING_SUFFIX).touch()


SOME = st.sampled_from(["a", "b", "a-page-1", "a.png", "a.jpg", "a.tif", "a.jpg-page-1", "a.tif-page-1"])
FILES = st.sets(
    st.builds(lambda stem, end: stem + end, SOME, st.sampled_from([".png", ".jpg", ".tif", ".PNG"]))
)


@given(FILES)
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_two_pictures_of_a_folder_have_one_label(tmp_path_factory, files):
    folder = tmp_path_factory.mktemp("in")
    for file in files:
        (folder / file).touch()
    asked = [
        (folder / file, page) for file in files for page in ((1, 2) if file.endswith(".tif") else (None,))
    ]
    made = [output_stem(path, page) for path, page in asked]
    assert len(set(made)) == len(made), dict(zip(asked, made, strict=True))


def test_only_few_names_are_looked_for(monkeypatch):
    looked = []
    monkeypatch.setattr(names, "_is_there", looked.append)
    output_stem(Path("a.png"))
    assert len(looked) <= 2
    output_stem(Path("a.webp"))
    assert len(looked) < 100
