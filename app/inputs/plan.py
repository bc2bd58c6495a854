"""The words of a command line → a job for each picture: what it is called, and where its answer belongs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path

import rich_click as click

from .naming import (
    DRAWN_SUFFIX,
    OWN_SUFFIXES,
    READING_SUFFIX,
    SOLVED_SUFFIX,
    add_suffix,
    is_answer,
    pictures_with_stem,
    strip_suffix,
)
from .parse import STREAM, Input, InputSet, exists, find_inputs, is_folder, is_remote, paged, parse_path
from .remote import RemoteJob, RemotePath, check_remote, is_address
from .walk import FileFilter, OnSkipped, ignore_skipped, real_path

Known = Callable[[Path, int], Path | None]
"""A picture's file and page → where its answer belonged in an earlier run, if there was one."""


@dataclass(frozen=True)
class Job:
    """One picture to solve."""

    name: str
    """The path as it was given, for messages; of a page followed by `#page=` and its number."""
    source: Path | None
    """None for standard input and texts; may be missing or a folder without pictures, as loading it tells."""
    target: Path | None
    """None for standard output."""
    stages_folder: Path | None = None
    """Folder for a picture of every stage, if wanted."""
    reading_target: Path | None = None
    """Place for a drawing of what was read, if it is wanted in case of a refusal."""
    page: int = 1
    """Which page of a file of several."""
    output_folder: Path | None = None
    """The folder out of which neither answer nor drawing may lead, by whatever links are in it."""
    text: str | None = None
    """The puzzle, where a word of the command line is one."""


AnyJob = Job | RemoteJob


def unknown(source: Path, page: int) -> None:
    """Know nothing of earlier runs."""


@dataclass(frozen=True)
class JobPlan:
    """Which pictures are meant, and where what is written belongs."""

    inputs: InputSet
    several: bool
    """Whether there is a folder, or not exactly one picture."""
    to_stream: bool
    target: Path | RemotePath | None
    """The one file for one answer."""
    folder: Path | RemotePath | None
    """The one for all answers; if neither is said, they go beside the pictures."""
    debug: str | None
    show_reading: bool
    suffix: str

    def __iter__(self) -> Iterator[AnyJob]:
        """Yield the jobs, as `jobs` does where nothing is known of earlier runs."""
        return self.jobs()

    def jobs(self, known: Known = unknown) -> Iterator[AnyJob]:
        """Yield the jobs; no answer is laid over a picture that was named.

        Folders are searched as the jobs are taken: what is in them is never in memory, save some numbers of
        each picture if there are several words.
        """
        likely = [parse_path(word) for word in self.inputs.named if _is_called_answer(word)]
        answers = self._answers() if likely and not self.target else set()
        used = {hash(real_path(path)) for path in likely if not self._is_answer_here(path, answers)}
        if self.suffix == DRAWN_SUFFIX:  # what is drawn is called as pictures are
            sources = (picture.source for picture in self.inputs.pictures())
            used |= {hash(real_path(source)) for source in sources if isinstance(source, Path)}
        remember = len(self.inputs.words) > 1
        for picture in self.inputs.pictures():
            source = picture.source
            if not (isinstance(source, Path) and self._is_answer_here(source, answers)):
                yield self.job(picture, used, known, remember=remember)

    def job(
        self, picture: Input, used: set[int], known: Known = unknown, *, remember: bool = False
    ) -> AnyJob:
        """Return a picture's job; no place in it is used by another one."""
        if isinstance(picture.source, RemotePath) or isinstance(self.target or self.folder, RemotePath):
            return self._remote_job(picture, used, remember=remember)
        place, page = self.beside(picture), 1 if picture.page is None else picture.page
        target = self.target if isinstance(self.target, Path) else None
        reading, stages = None, None
        if target is None and not self.to_stream:
            named = isinstance(picture.source, Path) and not picture.subfolder.parts
            target = known(picture.source, page) if named and picture.source else None
            target = target or add_suffix(_free(place, used, self.suffix, remember=remember), self.suffix)
        if self.show_reading:
            place = place if target is None else strip_suffix(target, self.suffix)
            place = _free(place, used, READING_SUFFIX, remember=remember)
            reading = add_suffix(place, READING_SUFFIX)
        if self.debug is not None:
            folder = Path(self.debug) / picture.subfolder / picture.output_stem(self.suffix)
            stages = _free(folder, used, "", remember=remember)
        within = self.folder if isinstance(self.folder, Path) else None
        return Job(picture.name, picture.source, target, stages, reading, page, within, picture.text)

    def beside(self, picture: Input) -> Path:
        """Return what an answer is called after: beside its question, or in the folder asked for."""
        label = picture.output_stem(self.suffix)
        if isinstance(self.folder, Path):
            return self.folder / picture.subfolder / label
        return (picture.source.parent if isinstance(picture.source, Path) else Path()) / label

    def _remote_job(self, picture: Input, used: set[int], *, remember: bool) -> RemoteJob:
        if picture.source is None or picture.page or self.debug is not None or self.show_reading:
            raise click.UsageError(
                "pictures and folders at addresses go without standard input, texts, pages, --debug and "
                "--show-reading; copy them to this computer"
            )
        if isinstance(self.folder, RemotePath):
            name = picture.subfolder / (picture.output_stem(self.suffix) + self.suffix)
            return RemoteJob(picture.name, picture.source, self.folder / name.as_posix())
        if self.target is not None:
            return RemoteJob(picture.name, picture.source, self.target)
        place = _free(self.beside(picture), used, self.suffix, remember=remember)
        return RemoteJob(picture.name, picture.source, add_suffix(place, self.suffix))

    def _answers(self) -> set[str]:
        """Return where the answers to the pictures named belong, and the drawings of them."""
        asked = [self.beside(picture) for picture in self.inputs.pictures(folders=False)]
        return {real_path(add_suffix(place, end)) for place in asked for end in OWN_SUFFIXES}

    def _is_answer_here(self, source: Path, answers: set[str]) -> bool:
        """Tell whether a picture is the answer to another of this run: it is no question then."""
        if not _is_called_answer(source.name) or self.target is not None:
            return False
        return (real_path(source) in answers or self._has_question(source)) and is_answer(source)

    def _has_question(self, source: Path) -> bool:
        """Tell whether one of the folders has the picture that an answer belongs to."""
        suffix = next(suffix for suffix in OWN_SUFFIXES if source.name.lower().endswith(suffix))
        label = source.name[: -len(suffix)]
        for folder in self.inputs.searched:
            top = self.folder if isinstance(self.folder, Path) else folder
            below = os.path.relpath(real_path(source.parent), real_path(top))
            place = folder / below
            near = (*pictures_with_stem(place, label), place / label)
            if not below.startswith(os.pardir) and any(map(exists, near)):
                return True
        return False


def plan_jobs(
    words: Sequence[str],
    output: str | None = None,
    debug: str | None = None,
    *,
    show_reading: bool = False,
    suffix: str = SOLVED_SUFFIX,
    file_filter: FileFilter | None = None,
    on_skipped: OnSkipped = ignore_skipped,
) -> JobPlan:
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
    suffix : str, optional
        Ends the names of answers that go beside their pictures or into a folder.
    file_filter, on_skipped : optional
        What of the folders is wanted, and what is told of what is passed over and why.

    Raises
    ------
    click.UsageError
        If the output does not fit the pictures.
    RemoteError
        If an address cannot be reached with what is installed.
    """
    meant = find_inputs(words, file_filter or FileFilter(), on_skipped)
    first = list(islice(meant.pictures(folders=False), 2))
    several = any(meant.folders) or len(first) != 1
    target, folder = _places(output, meant, first, several=several)
    return JobPlan(meant, several, output == STREAM, target, folder, debug, show_reading, suffix)


def plan_arrivals(folder: Path, pictures: Iterable[Path], output: str) -> Iterator[AnyJob]:
    """Yield the jobs of pictures that arrive in a folder, placed as those that are found in it."""
    places = plan_jobs([str(folder)], output)
    return (
        places.job(picture, set())
        for path in pictures
        for picture in paged(path, path.parent.relative_to(folder))
    )


def _places(
    output: str | None, meant: InputSet, first: Sequence[Input], *, several: bool
) -> tuple[Path | RemotePath | None, Path | RemotePath | None]:
    """Return the one file or the folder for answers, if the output fits the pictures."""
    for word in filter(is_remote, meant.words):
        check_remote(RemotePath(word))
    if output == STREAM:
        _check_stream(several=several)
        return None, None
    if output is None:
        if any(map(is_remote, meant.words)):
            raise click.UsageError("answers to pictures at addresses need a place; add -o FOLDER")
        return None, None
    if is_address(output):
        place = RemotePath(output.rstrip("/"))
        check_remote(place)
        return (None, place) if several or _means_folder(output) else (place, None)
    if several or _means_folder(output):
        return None, _made(output)
    return _file(output, first[0].source), None


def _is_called_answer(name: str) -> bool:
    return name.lower().rstrip().rstrip("'\"").endswith(OWN_SUFFIXES)


def _check_stream(*, several: bool) -> None:
    if several:
        raise click.UsageError("-o - writes one picture to standard output; give one picture, or -o FOLDER")
    if sys.stdout is not None and sys.stdout.isatty():
        raise click.UsageError("-o - would fill the terminal with a picture; add > answer.png")


def _means_folder(output: str) -> bool:
    return output.endswith(("/", os.sep)) or is_folder(output)


def _file(output: str, source: Path | RemotePath | None) -> Path:
    """Return the one file for one answer, if it can be written and is not the question itself."""
    from vision.files.errors import ImageUnwritable  # noqa: PLC0415 — loads OpenCV
    from vision.files.save import format_of  # noqa: PLC0415 — loads OpenCV

    target = parse_path(output)
    try:
        format_of(target)
    except ImageUnwritable as error:
        raise click.UsageError(f"-o {output}: {error.message}; {error.advice}") from None
    if not exists(target.parent, folder=True):
        raise click.UsageError(f"-o {output}: there is no folder {target.parent}; make it first")
    if isinstance(source, Path) and exists(target) and exists(source) and target.samefile(source):
        raise click.UsageError(f"-o {output} is the picture itself, which is never changed; choose another")
    return target


def _made(output: str) -> Path:
    folder = parse_path(output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise click.UsageError(f"-o {output} is a file; several pictures need a folder") from None
    except OSError as error:
        raise click.UsageError(
            f"-o {output} cannot be made a folder: {error.strerror}; choose another"
        ) from None
    return folder


def _free(place: Path, used: set[int], suffix: str, *, remember: bool) -> Path:
    """Return a path with -2, -3 … added to it if with its suffix it is used, or is no drawing of ours."""
    for number in count(1):
        free = place if number == 1 else place.with_name(f"{place.name}-{number}")
        file = add_suffix(free, suffix)
        key = hash(real_path(file)) if used or remember or number > 1 else 0
        if key in used or (suffix and _is_strange(file)):
            continue
        if remember or number > 1:
            used.add(key)
        return free
    raise AssertionError


def _is_strange(file: Path) -> bool:
    """Tell whether a file is there that was not written here."""
    from vision.files.save import mark_of  # noqa: PLC0415 — loads OpenCV

    return exists(file) and mark_of(file) is None
