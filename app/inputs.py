"""The words of a command line → which pictures are meant, and where the answer to each belongs."""

from __future__ import annotations

import difflib
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from urllib.parse import unquote, urlsplit

import rich_click as click

STREAM = "-"
"""Stands for standard input and standard output."""
OWN_NAME = ".solved."
ENDING = ".solved.png"
CHECKED_ENDING, HINT_ENDING = ".checked.png", ".hint.png"
PAGE_ENDING = ".png"
"""Ends the name of a puzzle drawn from a text: it is a question."""
READING_ENDING = ".reading.png"
"""Ends the name of a drawing of what was read; its mark alone tells a folder's run that it is no question."""

OWN_ENDINGS = (ENDING, CHECKED_ENDING, HINT_ENDING, READING_ENDING)
PUZZLE_WORD = re.compile(
    r"https?://|\S*\?\S*aquarium|aquarium(_\w+)?/(\w/)?\d+/\d+/|[\d?]+_[\d?_]*;[\d,]+\s*$|\{|.*\S\s*\n\s*\S"
)
"""Begins a word that is plainly a puzzle as text, where there is no file of that name: an address, a task
string, JSON, several lines."""
SHOWN = 60
"""Signs of such a word that messages repeat."""

PICTURE_ENDINGS = (
    *(".png", ".apng", ".jpg", ".jpeg", ".jpe", ".jfif", ".mpo", ".webp", ".gif", ".bmp", ".dib"),
    *(".tif", ".tiff", ".avif", ".ico", ".icns", ".jp2", ".j2k", ".pcx", ".psd", ".qoi"),
    *(".pbm", ".pgm", ".ppm", ".pnm"),
)
"""Files with these endings are the pictures of a folder."""


@dataclass(frozen=True)
class Job:
    """One picture to solve."""

    given: str
    """The path as it was given, for messages."""
    source: Path | None
    """None for standard input and texts; may be missing or a folder without pictures, as loading it tells."""
    target: Path | None
    """None for standard output."""
    stages: Path | None = None
    """Folder for a picture of every stage, if wanted."""
    reading: Path | None = None
    """Place for a drawing of what was read, if it is wanted in case of a refusal."""
    text: str | None = None
    """The puzzle, where a word of the command line is one."""


@dataclass(frozen=True)
class _Found:
    """A picture or text among the words, and the folders between it and the folder that was given."""

    given: str
    source: Path | None
    inside: Path = Path()
    text: str | None = None


def plan(
    words: Sequence[str],
    output: str | None = None,
    debug: str | None = None,
    *,
    show_reading: bool = False,
    ending: str = ENDING,
) -> list[Job]:
    """Return the jobs that the words ask for, each picture once, in the order given.

    Parameters
    ----------
    words : sequence of str
        Files, folders (all pictures in them, sorted, own answers left out), `-`, and puzzles as text.
    output : str, optional
        Where answers belong: a file or an existing folder for one picture, a folder for several, `-`.
    debug : str, optional
        Folder that gets a folder of stages for each picture.
    show_reading : bool, optional
        Whether each gets a place for a drawing of what was read, beside its answer or else beside itself.
    ending : str, optional
        Ends the names of answers that are written beside their pictures or into a folder.

    Raises
    ------
    click.UsageError
        If the output does not fit the pictures.
    """
    if not all(word.strip() for word in words):
        raise click.UsageError("one of the names is empty; name a picture")
    found = _each_once(picture for word in words for picture in _pictures(word))
    several = len(found) != 1 or _is_folder(words[0])
    if output == STREAM:
        _check_stream(several=several)
        targets: Sequence[Path | None] = [None] * len(found)
    elif output is None or several or _means_folder(output):
        found, targets = _placed(found, output, ending)
    else:
        targets = [_file(output, found[0].source)]
    return _jobs(found, targets, debug, ending if show_reading else None)


def dropped(word: str) -> Path:
    """Return the path that a person meant by a word: files dropped on a terminal come quoted or as URLs."""
    meant = word.strip()
    readings = [word, meant]
    if len(meant) > 1 and meant[0] == meant[-1] and meant[0] in "'\"":
        readings.append(meant := meant[1:-1])
    if meant.startswith("file://"):
        readings.append(meant := _from_url(meant))
    if os.name != "nt":  # there a backslash parts folders
        readings.append(re.sub(r"\\(.)", r"\1", meant))
    return next((Path(reading) for reading in readings if is_there(Path(reading))), Path(meant))


def is_puzzle(word: str) -> bool:
    """Tell whether a word is plainly a puzzle as text, if it is no file."""
    return PUZZLE_WORD.match(word.strip()) is not None


def shown(word: str) -> str:
    """Return a word as messages repeat it: a long puzzle is cut short."""
    return f"{word.split(maxsplit=1)[0][:SHOWN]}…" if is_puzzle(word) and len(word) > SHOWN else word


def is_there(path: Path, *, folder: bool = False) -> bool:
    """Tell whether a path leads to something, or to a folder. Path.exists raises on names that cannot be."""
    return os.path.isdir(path) if folder else os.path.exists(path)  # noqa: PTH110, PTH112 — as the docstring says


def nearest(path: Path) -> str | None:
    """Return the name most like that of a missing file among its neighbours, if any is like it."""
    try:
        names = [neighbour.name for neighbour in path.parent.iterdir()]
    except OSError:
        return None
    return next(iter(difflib.get_close_matches(path.name, names, n=1, cutoff=0.7)), None)


def _jobs(
    found: Sequence[_Found], targets: Sequence[Path | None], debug: str | None, read_beside: str | None
) -> list[Job]:
    """Return the jobs; drawings of readings are called as answers with the ending `read_beside` are."""
    labels = _labels(found)
    stages = _distinct(picture.inside / label for picture, label in zip(found, labels, strict=True))
    folders = [Path(debug) / stage if debug is not None else None for stage in stages]
    readings = _readings(found, targets, labels, read_beside) if read_beside else [None] * len(found)
    return [
        Job(picture.given, picture.source, target, folder, reading, picture.text)
        for picture, target, folder, reading in zip(found, targets, folders, readings, strict=True)
    ]


def _pictures(word: str) -> Iterator[_Found]:
    if word == STREAM:
        if sys.stdin is None or sys.stdin.isatty():
            raise click.UsageError("- reads a picture from a pipe; add < shot.png")
        yield _Found(STREAM, None)
        return
    path = dropped(word)
    if is_puzzle(word) and not is_there(path):
        yield _Found(word, None, text=word)
        return
    inside = sorted(_walked(path)) if _is_folder(word) else []
    for picture in inside:
        yield _Found(str(picture), picture, picture.parent.relative_to(path))
    if not inside:
        yield _Found(str(path), path)


def _walked(folder: Path) -> Iterator[Path]:
    """Yield the pictures in a folder and the folders in it; hidden ones are previews and waste."""
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = Path(place) / name
            if _is_picture(path) and not name.startswith(".") and not _is_answer(path):
                yield path


def _is_picture(path: Path) -> bool:
    return path.suffix.lower() in PICTURE_ENDINGS


def _is_answer(path: Path) -> bool:
    from vision.save import is_own  # noqa: PLC0415 — loads OpenCV, which `aquarium --help` must not

    return OWN_NAME in path.name or is_own(path)


def _is_folder(word: str) -> bool:
    return word != STREAM and is_there(dropped(word), folder=True)


def _from_url(url: str) -> str:
    path = unquote(urlsplit(url).path)
    return path.lstrip("/") if os.name == "nt" else path


def _each_once(found: Iterable[_Found]) -> list[_Found]:
    once: dict[object, _Found] = {}
    for picture in found:
        once.setdefault(_identity(picture.source) if picture.source else picture.text, picture)
    return list(once.values())


def _identity(path: Path) -> str:
    return os.path.realpath(path)


def _check_stream(*, several: bool) -> None:
    if several:
        raise click.UsageError("-o - writes one picture to standard output; give one picture, or -o FOLDER")
    if sys.stdout is not None and sys.stdout.isatty():
        raise click.UsageError("-o - would fill the terminal with a picture; add > answer.png")


def _means_folder(output: str) -> bool:
    return output.endswith(("/", os.sep)) or _is_folder(output)


def _file(output: str, source: Path | None) -> Path:
    """Return the one file for one answer, if it can be written and is not the question itself."""
    from vision.save import ImageUnwritable, format_of  # noqa: PLC0415 — loads OpenCV

    target = dropped(output)
    try:
        format_of(target)
    except ImageUnwritable as error:
        raise click.UsageError(f"-o {output}: {error.message}; {error.advice}") from None
    if not is_there(target.parent, folder=True):
        raise click.UsageError(f"-o {output}: there is no folder {target.parent}; make it first")
    if source is not None and is_there(target) and is_there(source) and target.samefile(source):
        raise click.UsageError(f"-o {output} is the picture itself, which is never changed; choose another")
    return target


def _placed(found: list[_Found], output: str | None, ending: str) -> tuple[list[_Found], list[Path]]:
    """Return the pictures and their answers' places; an answer met beside its own question is no picture."""
    folder = None if output is None else _made(output)
    labels = _labels(found, ending)
    wanted = [_folder_of(at, folder) / label for at, label in zip(found, labels, strict=True)]
    answers = {_identity(_with_ending(place, end)) for place in wanted for end in OWN_ENDINGS}
    kept = [
        (picture, place)
        for picture, place in zip(found, wanted, strict=True)
        if picture.source is None
        or _identity(picture.source) not in answers
        or not _is_answer(picture.source)
    ]
    questions = {_identity(picture.source) for picture, _ in kept if picture.source is not None}
    targets = _distinct([place for _, place in kept], taken=questions, ending=ending)
    return [picture for picture, _ in kept], [_with_ending(target, ending) for target in targets]


def _readings(
    found: Sequence[_Found], targets: Sequence[Path | None], labels: Sequence[str], ending: str
) -> Sequence[Path | None]:
    """Return where drawings of readings belong: called as the answers are, never a picture of this run."""
    wanted = [
        _folder_of(picture, None) / label if target is None else _without_ending(target, ending)
        for picture, target, label in zip(found, targets, labels, strict=True)
    ]
    questions = [_identity(picture.source) for picture in found if picture.source is not None]
    return [_with_ending(place, READING_ENDING) for place in _distinct(wanted, questions, READING_ENDING)]


def _without_ending(target: Path, ending: str) -> Path:
    name = target.name.removesuffix(ending)
    return target.with_name(name if name != target.name else target.stem)


def _made(output: str) -> Path:
    folder = dropped(output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise click.UsageError(f"-o {output} is a file; several pictures need a folder") from None
    except OSError as error:
        raise click.UsageError(
            f"-o {output} cannot be made a folder: {error.strerror}; choose another"
        ) from None
    return folder


def _folder_of(picture: _Found, folder: Path | None) -> Path:
    """Return where an answer belongs: beside its question, or in the folder asked for, ordered as found."""
    if folder is not None:
        return folder / picture.inside
    return Path() if picture.source is None else picture.source.parent


def _labels(found: Sequence[_Found], ending: str = ENDING) -> list[str]:
    """Return what each answer is called after: the stem, or the whole name if a neighbour has that stem."""
    if ending == PAGE_ENDING:  # the neighbour with that stem is the answer itself
        return [at.source.stem if at.source else _nameless(at) for at in found]
    folders = {picture.source.parent for picture in found if picture.source is not None}
    firsts = {folder: _firsts(folder) for folder in folders}
    return [_label(at.source, firsts[at.source.parent]) if at.source else _nameless(at) for at in found]


def _nameless(found: _Found) -> str:
    return "stdin" if found.text is None else "puzzle"


def _firsts(folder: Path) -> dict[str, str]:
    """Return the picture that each stem of a folder belongs to: a.png before a.jpg, in every run."""
    try:
        names = [path.name for path in folder.iterdir() if _is_picture(path)]
    except OSError:
        names = []
    names.sort(key=lambda name: (not name.lower().endswith(".png"), name), reverse=True)
    return {Path(name).stem: name for name in names}


def _label(source: Path, firsts: dict[str, str]) -> str:
    return source.stem if firsts.get(source.stem, source.name) == source.name else source.name


def _distinct(wanted: Iterable[Path], taken: Iterable[str] = (), ending: str = "") -> list[Path]:
    """Return the paths, with -2, -3 … added to those that are taken."""
    used, chosen = set(taken), []
    for path in wanted:
        tries = (path if number == 1 else path.with_name(f"{path.name}-{number}") for number in count(1))
        free = next(at for at in tries if not _is_taken(_with_ending(at, ending), used, folder=not ending))
        used.add(_identity(_with_ending(free, ending)))
        chosen.append(free)
    return chosen


def _is_taken(place: Path, used: set[str], *, folder: bool) -> bool:
    """Whether a file of this run, or one that was not written here, stands in a place; folders are shared."""
    from vision.save import mark_of  # noqa: PLC0415 — loads OpenCV

    strange = not folder and is_there(place) and mark_of(place) is None
    return strange or _identity(place) in used


def _with_ending(place: Path, ending: str) -> Path:
    return place.with_name(place.name + ending)
