"""The words of a command line → a job for each picture: what it is called, and where its answer belongs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path

import rich_click as click

from .naming import ENDING, OWN_ENDINGS, PAGE_ENDING, READING_ENDING, namesakes, with_ending, without_ending
from .parse import STREAM, Found, Wanted, is_far, is_folder, paged, wanted
from .remote import Address, FarJob, check_kind, is_address
from .walk import Sieve, Skipped, identity, is_answer, untold
from .words import dropped, is_there

Known = Callable[[Path, int], Path | None]
"""A picture's file and page → where its answer belonged in an earlier run, if there was one."""


@dataclass(frozen=True)
class Job:
    """One picture to solve."""

    given: str
    """The path as it was given, for messages; of a page followed by `#page=` and its number."""
    source: Path | None
    """None for standard input and texts; may be missing or a folder without pictures, as loading it tells."""
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
    text: str | None = None
    """The puzzle, where a word of the command line is one."""


AnyJob = Job | FarJob


def unknown(source: Path, page: int) -> None:
    """Know nothing of earlier runs."""


@dataclass(frozen=True)
class Plan:
    """Which pictures are meant, and where what is written belongs."""

    wanted: Wanted
    several: bool
    """Whether there is a folder, or not exactly one picture."""
    to_stream: bool
    target: Path | Address | None
    """The one file for one answer."""
    folder: Path | Address | None
    """The one for all answers; if neither is said, they go beside the pictures."""
    debug: str | None
    show_reading: bool
    ending: str

    def jobs(self, known: Known = unknown) -> Iterator[AnyJob]:
        """Yield the jobs; no answer is laid over a picture that was named.

        Folders are searched as the jobs are taken: what is in them is never in memory, save some numbers of
        each picture if there are several words.
        """
        likely = [dropped(word) for word in self.wanted.named if _is_called_answer(word)]
        answers = self._answers() if likely and not self.target else set()
        used = {hash(identity(path)) for path in likely if not self._is_answer_here(path, answers)}
        if self.ending == PAGE_ENDING:  # what is drawn is called as pictures are
            sources = (picture.source for picture in self.wanted.pictures())
            used |= {hash(identity(source)) for source in sources if isinstance(source, Path)}
        remember = len(self.wanted.words) > 1
        for picture in self.wanted.pictures():
            source = picture.source
            if not (isinstance(source, Path) and self._is_answer_here(source, answers)):
                yield self.job(picture, used, known, remember=remember)

    def job(
        self, picture: Found, used: set[int], known: Known = unknown, *, remember: bool = False
    ) -> AnyJob:
        """Return a picture's job; no place in it is used by another one."""
        if isinstance(picture.source, Address) or isinstance(self.target or self.folder, Address):
            return self._far_job(picture, used, remember=remember)
        place, page = self.beside(picture), 1 if picture.page is None else picture.page
        target = self.target if isinstance(self.target, Path) else None
        reading, stages = None, None
        if target is None and not self.to_stream:
            named = isinstance(picture.source, Path) and not picture.inside.parts
            target = known(picture.source, page) if named and picture.source else None
            target = target or with_ending(_free(place, used, self.ending, remember=remember), self.ending)
        if self.show_reading:
            place = place if target is None else without_ending(target, self.ending)
            place = _free(place, used, READING_ENDING, remember=remember)
            reading = with_ending(place, READING_ENDING)
        if self.debug is not None:
            folder = Path(self.debug) / picture.inside / picture.label(self.ending)
            stages = _free(folder, used, "", remember=remember)
        within = self.folder if isinstance(self.folder, Path) else None
        return Job(picture.given, picture.source, target, stages, reading, page, within, picture.text)

    def beside(self, picture: Found) -> Path:
        """Return what an answer is called after: beside its question, or in the folder asked for."""
        label = picture.label(self.ending)
        if isinstance(self.folder, Path):
            return self.folder / picture.inside / label
        return (picture.source.parent if isinstance(picture.source, Path) else Path()) / label

    def _far_job(self, picture: Found, used: set[int], *, remember: bool) -> FarJob:
        if picture.source is None or picture.page or self.debug is not None or self.show_reading:
            raise click.UsageError(
                "pictures and folders at addresses go without standard input, texts, pages, --debug and "
                "--show-reading; copy them to this computer"
            )
        if isinstance(self.folder, Address):
            name = picture.inside / (picture.label(self.ending) + self.ending)
            return FarJob(picture.given, picture.source, self.folder / name.as_posix())
        if self.target is not None:
            return FarJob(picture.given, picture.source, self.target)
        place = _free(self.beside(picture), used, self.ending, remember=remember)
        return FarJob(picture.given, picture.source, with_ending(place, self.ending))

    def _answers(self) -> set[str]:
        """Return where the answers to the pictures named belong, and the drawings of them."""
        asked = [self.beside(picture) for picture in self.wanted.pictures(folders=False)]
        return {identity(with_ending(place, end)) for place in asked for end in OWN_ENDINGS}

    def _is_answer_here(self, source: Path, answers: set[str]) -> bool:
        """Tell whether a picture is the answer to another of this run: it is no question then."""
        if not _is_called_answer(source.name) or self.target is not None:
            return False
        return (identity(source) in answers or self._has_question(source)) and is_answer(source)

    def _has_question(self, source: Path) -> bool:
        """Tell whether one of the folders has the picture that an answer belongs to."""
        ending = next(ending for ending in OWN_ENDINGS if source.name.lower().endswith(ending))
        label = source.name[: -len(ending)]
        for folder in self.wanted.searched:
            top = self.folder if isinstance(self.folder, Path) else folder
            below = os.path.relpath(identity(source.parent), identity(top))
            place = folder / below
            near = (*namesakes(place, label), place / label)
            if not below.startswith(os.pardir) and any(map(is_there, near)):
                return True
        return False


def ask(
    words: Sequence[str],
    output: str | None = None,
    debug: str | None = None,
    *,
    show_reading: bool = False,
    ending: str = ENDING,
    sieve: Sieve | None = None,
    skipped: Skipped = untold,
) -> Plan:
    """Return what the words ask for.

    Parameters
    ----------
    words : sequence of str
        Files, folders, pages (`a.pdf#page=2`), patterns, addresses (`s3://…`), `-`, and puzzles as text.
    output : str, optional
        Where answers belong: a file or an existing folder for one picture, a folder for several, `-`.
    debug : str, optional
        Folder that gets a folder of stages for each picture.
    show_reading : bool, optional
        Whether each gets a place for a drawing of what was read.
    ending : str, optional
        Ends the names of answers that go beside their pictures or into a folder.
    sieve, skipped : optional
        What of the folders is wanted, and what is told of what is passed over and why.

    Raises
    ------
    click.UsageError
        If the output does not fit the pictures.
    PlaceUnusable
        If an address cannot be reached with what is installed.
    """
    meant = wanted(words, sieve or Sieve(), skipped)
    first = list(islice(meant.pictures(folders=False), 2))
    several = any(meant.folders) or len(first) != 1
    target, folder = _places(output, meant, first, several=several)
    return Plan(meant, several, output == STREAM, target, folder, debug, show_reading, ending)


def stream(
    words: Sequence[str],
    output: str | None = None,
    debug: str | None = None,
    *,
    show_reading: bool = False,
    ending: str = ENDING,
    sieve: Sieve | None = None,
    skipped: Skipped = untold,
) -> Iterator[AnyJob]:
    """Yield the jobs of what `ask` returns for the same words; wrong usage is told at once."""
    asked = ask(words, output, debug, show_reading=show_reading, ending=ending, sieve=sieve, skipped=skipped)
    return asked.jobs()


def arriving(folder: Path, pictures: Iterable[Path], output: str) -> Iterator[AnyJob]:
    """Yield the jobs of pictures that arrive in a folder, placed as those that are found in it."""
    places = ask([str(folder)], output)
    return (
        places.job(picture, set())
        for path in pictures
        for picture in paged(path, path.parent.relative_to(folder))
    )


def _places(
    output: str | None, meant: Wanted, first: Sequence[Found], *, several: bool
) -> tuple[Path | Address | None, Path | Address | None]:
    """Return the one file or the folder for answers, if the output fits the pictures."""
    for word in filter(is_far, meant.words):
        check_kind(Address(word))
    if output == STREAM:
        _check_stream(several=several)
        return None, None
    if output is None:
        if any(map(is_far, meant.words)):
            raise click.UsageError("answers to pictures at addresses need a place; add -o FOLDER")
        return None, None
    if is_address(output):
        place = Address(output.rstrip("/"))
        check_kind(place)
        return (None, place) if several or _means_folder(output) else (place, None)
    if several or _means_folder(output):
        return None, _made(output)
    return _file(output, first[0].source), None


def _is_called_answer(name: str) -> bool:
    return name.lower().rstrip().rstrip("'\"").endswith(OWN_ENDINGS)


def _check_stream(*, several: bool) -> None:
    if several:
        raise click.UsageError("-o - writes one picture to standard output; give one picture, or -o FOLDER")
    if sys.stdout is not None and sys.stdout.isatty():
        raise click.UsageError("-o - would fill the terminal with a picture; add > answer.png")


def _means_folder(output: str) -> bool:
    return output.endswith(("/", os.sep)) or is_folder(output)


def _file(output: str, source: Path | Address | None) -> Path:
    """Return the one file for one answer, if it can be written and is not the question itself."""
    from vision.files.save import ImageUnwritable, format_of  # noqa: PLC0415 — loads OpenCV

    target = dropped(output)
    try:
        format_of(target)
    except ImageUnwritable as error:
        raise click.UsageError(f"-o {output}: {error.message}; {error.advice}") from None
    if not is_there(target.parent, folder=True):
        raise click.UsageError(f"-o {output}: there is no folder {target.parent}; make it first")
    if isinstance(source, Path) and is_there(target) and is_there(source) and target.samefile(source):
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
    """Return a path with -2, -3 … added to it if with its ending it is used, or is no drawing of ours."""
    for number in count(1):
        free = place if number == 1 else place.with_name(f"{place.name}-{number}")
        file = with_ending(free, ending)
        key = hash(identity(file)) if used or remember or number > 1 else 0
        if key in used or (ending and _is_strange(file)):
            continue
        if remember or number > 1:
            used.add(key)
        return free
    raise AssertionError


def _is_strange(file: Path) -> bool:
    """Tell whether a file is there that was not written here."""
    from vision.files.save import mark_of  # noqa: PLC0415 — loads OpenCV

    return is_there(file) and mark_of(file) is None
