"""Whatever is named, and however: nothing that is read is written over, and no two pictures share a file."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import click
import pytest
from PIL import Image as Pillow

from app.cli.main import COMMANDS, main
from tests.app.stand_ins import is_answer, paint
from tests.shell import Stream, written
from vision.files.load import load_picture
from vision.files.save import save_picture

READ = {"pictures", "folder"}
"""Parameters that name what is read."""
WRITTEN = {"output": ".png", "debug": "", "gif": ".gif", "txt": ".txt"}
"""Parameters that name places to write to, with an ending of a picture's name that they take."""
REFUSED = "is the input itself, which is never changed; choose another"

pytestmark = [
    pytest.mark.usefixtures("stand_in"),
    pytest.mark.skipif(os.name == "nt", reason="links are a matter of POSIX"),
]


def path_parameters() -> Iterator[tuple[str, click.Parameter]]:
    for command in COMMANDS:
        for parameter in command.params:
            if isinstance(parameter.type, click.Path):
                yield str(command.name), parameter


PLACES = [(command, one.name, one.opts[0]) for command, one in path_parameters() if one.name in WRITTEN]
"""Command, name of the parameter, option."""
OF_NAMED = [place for place in PLACES if place[0] not in ("new", "watch")]
"""Those of commands to which single pictures can be named."""
OF_MANY = {command.name for command in COMMANDS if any(one.name == "workers" for one in command.params)}
"""Commands that may start workers, which no stand-in reaches."""

Give = Callable[[str, Path], str]

ONE: dict[str, Callable[[Path], str]] = {
    "its name": str,
    "an absolute path": lambda path: str(path.absolute()),
    "a pattern": lambda path: f"{path.parent}/{path.stem[:-1]}?{path.suffix}",
    "a symbolic link": lambda path: f"links/soft{path.suffix}",
    "a hard link": lambda path: f"links/hard{path.suffix}",
    "dots": lambda path: f"{path.parent}/../{path}",
    "a board": lambda path: f"{path}#board=1",
    "quotes": lambda path: f"'{path}'",
    "standard input": lambda path: "-",
}
"""Ways to name one picture."""


@pytest.fixture
def give(monkeypatch) -> Iterator[Give]:
    """Give a function that returns the word for a picture; standard input is that picture then."""
    with ExitStack() as opened:

        def word(way: str, path: Path) -> str:
            monkeypatch.setattr(sys, "stdin", opened.enter_context(path.open()))
            return ONE[way](path)

        yield word


@pytest.fixture
def source() -> Callable[[str], Path]:
    """Give a function that makes a picture with such an ending, in a folder, and links to it."""

    def make(ending: str) -> Path:
        path = Path(f"shots/shot{ending}")
        paint(str(path), "other/b.png", form="PNG")
        Path("links").mkdir()
        Path(f"links/soft{ending}").symlink_to(path.absolute())
        Path(f"links/hard{ending}").hardlink_to(path)
        return path

    return make


def names(path: Path) -> list[str]:
    """Return words that name a picture as a place."""
    links = [f"links/soft{path.suffix}", f"links/hard{path.suffix}"]
    return [str(path), str(path.absolute()), f"shots/../{path}", f"'{path}'", *links]


def run(command: str, *words: str) -> int:
    return main([command, *words, "-q"])


def test_every_option_that_names_a_path_is_tried_here():
    found = {parameter.name for _, parameter in path_parameters()}
    assert found == READ | WRITTEN.keys()
    assert {("solve", "output"), ("new", "output"), ("watch", "output"), ("explain", "gif")} <= {
        (command, name) for command, name, _ in PLACES
    }


@pytest.mark.parametrize(
    ("place", "way"),
    [*((place, "its name") for place in OF_NAMED), *((("solve", "output", "-o"), way) for way in ONE)],
)
def test_no_place_that_is_named_is_the_picture(place, way, source, give, capsys):
    command, name, option = place
    path = source(WRITTEN[name] or ".png")
    before = path.read_bytes()
    for named in names(path):
        assert run(command, give(way, path), option, named) == 2
        err = capsys.readouterr().err
        assert REFUSED in err or (name == "debug" and "the folder cannot be created" in err)
        assert path.read_bytes() == before
    free = f"new/free{WRITTEN[name]}"  # it is not that everything is refused
    assert run(command, give(way, path), option, free) == 0
    assert Path(free).exists()
    assert path.read_bytes() == before


@pytest.mark.parametrize("words", [["shots"], ["shots/*.pdf"], ["shots/a.pdf", "other/b.png"]])
def test_no_document_of_several_answers_is_one_of_the_pictures(words, source, capsys):
    pytest.importorskip("pikepdf", reason="the extra `pdf` is not installed")
    source(".png").unlink()
    for name in ("shots/a.pdf", "shots/b.pdf"):
        Pillow.new("RGB", (50, 40), "white").save(name)
    Path("soft.pdf").symlink_to("shots/a.pdf")
    before = Path("shots/a.pdf").read_bytes()
    for place in ("shots/a.pdf", "soft.pdf", "other/../shots/a.pdf"):
        assert run("solve", *words, "-o", place) == 2
        assert REFUSED in capsys.readouterr().err
    Path("mine.pdf").write_bytes(before)  # a person's, and no picture of these: replaced, as it was named
    assert run("solve", *words, "-o", "mine.pdf") == 0
    assert Path("shots/a.pdf").read_bytes() == before != Path("mine.pdf").read_bytes()


ANSWERS = [
    *((command, ["shots"]) for command in ("solve", "check", "hint", "draw")),
    *(("solve", words) for words in (["shots/*.png"], ["shots/shot.png", "shots/own.png"])),
    *(("solve", ["shots", "-o", output]) for output in ("shots", "links/..")),
]


@pytest.mark.parametrize(("command", "words"), ANSWERS)
def test_no_name_that_is_found_for_an_answer_is_a_picture_of_a_folder(command, words, source):
    path = source(".png")
    for name in ("shots/shot.solved.png", "shots/shot.hint.png", "shots/shot.check.png"):
        paint(name)
    pixels = load_picture(path)
    save_picture(Path("shots/own.png"), pixels.pixels, pixels, mark="aquarium puzzle")
    before = {file: file.read_bytes() for file in Path("shots").iterdir()}
    here = ["-j", "1"] if command in OF_MANY else []
    for _ in range(2):
        assert run(command, *words, *here) == 0
        assert {file: file.read_bytes() for file in before} == before
    assert len(written()) > len(before) + 2


@pytest.mark.parametrize(("way", "options"), [*((way, ["-o", "-"]) for way in ONE), ("its name", ["--json"])])
def test_standard_output_is_not_the_picture(way, options, source, give, monkeypatch):
    path, errors = source(".png"), Stream()
    before = path.read_bytes()
    monkeypatch.setattr(sys, "stderr", errors)
    with path.open("r+") as file:
        monkeypatch.setattr(sys, "stdout", file)
        assert run("solve", give(way, path), *options) == 2
    assert b"standard output is the input itself" in errors.buffer.getvalue()
    assert path.read_bytes() == before


@pytest.mark.parametrize("output", ["in", "in/a.png", "links/../in"])
def test_what_arrives_in_a_watched_folder_stays(output, monkeypatch):
    paint("in/a.png", "in/a.solved.png")
    Path("links").mkdir()
    before = {file: file.read_bytes() for file in Path("in").iterdir()}
    monkeypatch.setattr("app.cli.run.watch", lambda folder, **_: iter(sorted(before)))
    assert run("watch", "in", "-o", output) == (2 if output.endswith(".png") else 0)
    assert {file: file.read_bytes() for file in before} == before
    assert Path("in/a.png.solved.png").exists() == (not output.endswith(".png"))


SEVERAL = {
    "names": ["shots/shot.png", "other/b.png"],
    "a pattern": ["*/*.png"],
    "a folder": ["shots"],
    "pages": ["pages.tif"],
    "a text beside a picture": ["shots/shot.png", "p.txt"],
}


@pytest.mark.parametrize(
    ("place", "words"),
    [
        *((place, SEVERAL["names"]) for place in OF_NAMED if place[1] != "debug"),
        *((("hint", "output", "-o"), words) for words in SEVERAL.values()),
    ],
)
def test_several_pictures_do_not_share_a_file(place, words, source, capsys):
    command, name, option = place
    source(".png")
    page = Pillow.new("L", (50, 40))
    page.save("pages.tif", save_all=True, append_images=[page])
    Path("p.txt").write_text("4x4")
    before = written()
    assert run(command, *words, option, f"new{WRITTEN[name]}") == 2
    err = capsys.readouterr().err
    assert "may be several pictures; run the command for each: aquarium " in err or (
        f"{option} new.png names one picture, and there may be several; name a folder or a PDF" in err
    )
    assert written() == before


def test_a_file_that_was_named_is_replaced_unless_it_is_to_be_kept(source):
    path, mine = source(".png"), Path("mine.jpg")
    mine.write_bytes(b"a person's")
    assert run("solve", str(path), "-o", "mine.jpg", "-n") == 0
    assert mine.read_bytes() == b"a person's"
    assert run("solve", str(path), "-o", "mine.jpg") == 0
    assert is_answer(mine)


def test_an_answer_that_comes_through_standard_input_stays(source, give):
    source(".png")
    assert run("solve", "shots/shot.png", "-o", "stdin.solved.png") == 0
    before = Path("stdin.solved.png").read_bytes()
    assert run("solve", give("standard input", Path("stdin.solved.png"))) == 0
    assert Path("stdin.solved.png").read_bytes() == before
    assert is_answer("stdin-2.solved.png")
