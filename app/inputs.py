"""The words of a command line → which pictures are meant, and where the answer to each belongs."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path

import rich_click as click

from .names import ENDING, READING_ENDING, label_of, namesakes, with_ending, without_ending
from .walk import (
    OWN_NAME,
    PAGED_ENDINGS,
    PICTURE_ENDINGS,
    Sieve,
    Skipped,
    identity,
    is_answer,
    untold,
    walk,
)
from .words import dropped, is_there, nearest

__all__ = [
    "ENDING",
    "OWN_NAME",
    "PICTURE_ENDINGS",
    "READING_ENDING",
    "STREAM",
    "Job",
    "arriving",
    "dropped",
    "is_there",
    "nearest",
    "plan",
    "stream",
]

STREAM = "-"
"""Stands for standard input and standard output."""
PAGE_WORD = re.compile(r"(.+)#page=([1-9][0-9]{0,5})", re.DOTALL)
"""A file and one of its pages, as PDF viewers write it."""


@dataclass(frozen=True)
class Job:
    """One picture to solve."""

    given: str
    """The path as it was given, for messages; of a page followed by `#page=` and its number."""
    source: Path | None
    """None for standard input; may be missing or a folder without pictures, which loading it will tell."""
    target: Path | None
    """None for standard output."""
    stages: Path | None = None
    """Folder for a picture of every stage, if wanted."""
    reading: Path | None = None
    """Place for a drawing of what was read, if it is wanted in case of a refusal."""
    page: int = 1
    """Which page of a file of several."""
    within: Path | None = None
    """The folder out of which neither answer nor drawing may lead, by whatever links are in it."""


@dataclass(frozen=True)
class _Found:
    """A picture among the words, and the folders between it and the folder that was given."""

    source: Path | None
    page: int | None = None
    """None of a file with one."""
    inside: Path = Path()

    @property
    def given(self) -> str:
        name = STREAM if self.source is None else str(self.source)
        return name if self.page is None else f"{name}#page={self.page}"

    @property
    def label(self) -> str:
        return "stdin" if self.source is None else label_of(self.source, self.page)

    @property
    def key(self) -> int:
        """Tells pictures apart, under whatever names they are met."""
        return hash((self.source and identity(self.source), self.page))


def plan(
    words: Sequence[str],
    output: str | None = None,
    debug: str | None = None,
    *,
    show_reading: bool = False,
) -> list[Job]:
    """Return the jobs of `stream` all at once."""
    return list(stream(words, output, debug, show_reading=show_reading))


def stream(
    words: Sequence[str],
    output: str | None = None,
    debug: str | None = None,
    *,
    show_reading: bool = False,
    sieve: Sieve | None = None,
    skipped: Skipped = untold,
) -> Iterator[Job]:
    """Yield the jobs that the words ask for, each picture once, in the order given.

    Folders are searched as the jobs are taken: what is in them is never in memory, save some numbers of each
    picture if there are several words. Wrong usage is told at once.

    Parameters
    ----------
    words : sequence of str
        Files, folders (all pictures in them, sorted, own answers left out), pages (`a.pdf#page=2`) and `-`.
    output : str, optional
        Where answers belong: a file or an existing folder for one picture, a folder for several, `-`.
    debug : str, optional
        Folder that gets a folder of stages for each picture.
    show_reading : bool, optional
        Whether each picture gets a place for a drawing of what was read: beside its answer, or beside
        itself where the answer goes to standard output.
    sieve : Sieve, optional
        What of the folders is wanted.
    skipped : callable, optional
        Is told what in a folder is passed over, though it is called like a picture, and why.

    Raises
    ------
    click.UsageError
        If the output does not fit the pictures.
    """
    if not all(word.strip() for word in words):
        raise click.UsageError("one of the names is empty; name a picture")
    wanted = _Wanted(tuple(words), tuple(map(_is_folder, words)), sieve or Sieve(), skipped)
    return _jobs(wanted, _places(wanted, output, debug, show_reading=show_reading))


def arriving(
    folder: Path, pictures: Iterable[Path], output: str | None = None, *, show_reading: bool = False
) -> Iterator[Job]:
    """Yield the jobs of pictures that arrive in a folder, placed as `stream` places those it finds in it."""
    wanted = _Wanted((str(folder),), (True,), Sieve(), untold)
    places = _places(wanted, output, None, show_reading=show_reading)
    return (
        places.job(picture, set(), remember=False)
        for path in pictures
        for picture in _paged(path, path.parent.relative_to(folder))
    )


@dataclass(frozen=True)
class _Wanted:
    """What was asked for."""

    words: tuple[str, ...]
    folders: tuple[bool, ...]
    """Of each word, whether it is a folder."""
    sieve: Sieve
    skipped: Skipped

    @property
    def named(self) -> tuple[str, ...]:
        """The words that are no folders."""
        return tuple(word for word, folder in zip(self.words, self.folders, strict=True) if not folder)

    @property
    def searched(self) -> tuple[Path, ...]:
        """The folders."""
        return tuple(dropped(word) for word, folder in zip(self.words, self.folders, strict=True) if folder)


@dataclass(frozen=True)
class _Places:
    """Where what is written belongs."""

    to_stream: bool
    target: Path | None
    """The one file for one answer."""
    folder: Path | None
    """The one for all answers; if neither is said, they go beside the pictures."""
    debug: str | None
    show_reading: bool

    def job(self, picture: _Found, used: set[int], *, remember: bool) -> Job:
        """Return a picture's job; no place in it is used by another one."""
        place = self.beside(picture)
        target, reading, stages = self.target, None, None
        if target is None and not self.to_stream:
            target = with_ending(_free(place, used, ENDING, remember=remember))
        if self.show_reading:
            place = place if target is None else without_ending(target)
            place = _free(place, used, READING_ENDING, remember=remember)
            reading = with_ending(place, READING_ENDING)
        if self.debug is not None:
            folder = Path(self.debug) / picture.inside / picture.label
            stages = _free(folder, used, "", remember=remember)
        page = 1 if picture.page is None else picture.page
        return Job(picture.given, picture.source, target, stages, reading, page, self.folder)

    def beside(self, picture: _Found) -> Path:
        """Return what an answer is called after: beside its question, or in the folder asked for."""
        if self.folder is not None:
            return self.folder / picture.inside / picture.label
        return (Path() if picture.source is None else picture.source.parent) / picture.label


def _places(wanted: _Wanted, output: str | None, debug: str | None, *, show_reading: bool) -> _Places:
    """Return where answers belong, if the output fits the pictures."""
    first = list(islice(_each_once(wanted, folders=False), 2))
    several = any(wanted.folders) or len(first) != 1
    target, folder = None, None
    if output == STREAM:
        _check_stream(several=several)
    elif output is not None and (several or _means_folder(output)):
        folder = _made(output)
    elif output is not None:
        target = _file(output, first[0].source)
    return _Places(output == STREAM, target, folder, debug, show_reading)


def _jobs(wanted: _Wanted, places: _Places) -> Iterator[Job]:
    """Yield the jobs; no answer is laid over a picture that was named."""
    likely = [dropped(word) for word in wanted.named if _is_called_answer(word)]
    used = {hash(identity(path)) for path in likely}
    answers = _answers(wanted, places) if likely and not places.target else set()
    remember = len(wanted.words) > 1
    for picture in _each_once(wanted):
        if not (picture.source and _is_answer_here(picture.source, wanted, places, answers)):
            yield places.job(picture, used, remember=remember)


def _each_once(wanted: _Wanted, *, folders: bool = True) -> Iterator[_Found]:
    """Yield the pictures, each under the first of its names; of one folder no memory is needed for that."""
    seen: set[int] = set()
    for word, is_folder in zip(wanted.words, wanted.folders, strict=True):
        if is_folder and not folders:
            continue
        for picture in _in_folder(dropped(word), wanted) if is_folder else _named(word, wanted.sieve):
            if len(wanted.words) == 1:
                yield picture
            elif (key := picture.key) not in seen:
                seen.add(key)
                yield picture


def _in_folder(folder: Path, wanted: _Wanted) -> Iterator[_Found]:
    empty = True
    for path in walk(folder, wanted.sieve, wanted.skipped):
        empty = False
        yield from _paged(path, path.parent.relative_to(folder))
    if empty:
        yield _Found(folder)


def _named(word: str, sieve: Sieve) -> Iterator[_Found]:
    if word == STREAM:
        if sys.stdin is None or sys.stdin.isatty():
            raise click.UsageError("- reads a picture from a pipe; add < shot.png")
        yield _Found(None)
        return
    path, page = dropped(word), PAGE_WORD.fullmatch(word)
    if sieve.excludes(str(path)):
        return
    if page and not is_there(path) and is_there(dropped(page[1])):
        yield _Found(dropped(page[1]), int(page[2]))
    else:
        yield from _paged(path)


def _paged(path: Path, inside: Path = Path()) -> Iterator[_Found]:
    """Yield the pages of a file, one without a number if it has but one."""
    pages: tuple[int, ...] = (1,)
    if path.suffix.lower() in PAGED_ENDINGS:
        from vision.pages import find_pages  # noqa: PLC0415 — the package loads OpenCV

        pages = find_pages(path)
    for page in pages:
        yield _Found(path, None if pages == (1,) else page, inside)


def _is_called_answer(name: str) -> bool:
    return name.lower().rstrip().rstrip("'\"").endswith((ENDING, READING_ENDING))


def _answers(wanted: _Wanted, places: _Places) -> set[str]:
    """Return where the answers to the pictures named belong, and the drawings of them."""
    pictures = _each_once(wanted, folders=False)
    asked = [places.beside(picture) for picture in pictures]
    return {identity(with_ending(place, end)) for place in asked for end in (ENDING, READING_ENDING)}


def _is_answer_here(source: Path, wanted: _Wanted, places: _Places, answers: set[str]) -> bool:
    """Tell whether a picture is the answer to another of this run: it is no question then."""
    if not _is_called_answer(source.name) or places.target is not None:
        return False
    if identity(source) not in answers and not _has_question(source, wanted.searched, places.folder):
        return False
    return is_answer(source)


def _has_question(source: Path, searched: Sequence[Path], output: Path | None) -> bool:
    """Tell whether one of the folders has the picture that an answer belongs to."""
    label = source.name[: -len(ENDING)]  # both endings are as long
    for folder in searched:
        below = os.path.relpath(identity(source.parent), identity(output or folder))
        place = folder / below
        if not below.startswith(os.pardir) and any(map(is_there, (*namesakes(place, label), place / label))):
            return True
    return False


def _is_folder(word: str) -> bool:
    return word != STREAM and is_there(dropped(word), folder=True)


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


def _free(place: Path, used: set[int], ending: str, *, remember: bool) -> Path:
    """Return a path with -2, -3 … added to it if with its ending it is used, or is a person's own drawing."""
    for number in count(1):
        free = place if number == 1 else place.with_name(f"{place.name}-{number}")
        file = with_ending(free, ending)
        key = hash(identity(file)) if used or remember or number > 1 else 0
        if key in used or (ending == READING_ENDING and is_there(file) and not is_answer(file)):
            continue
        if remember or number > 1:
            used.add(key)
        return free
    raise AssertionError
