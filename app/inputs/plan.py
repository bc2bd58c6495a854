"""The words of a command line → a job for each picture: what it is called, and where its answer belongs."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Protocol

from solver.errors import AquariumError
from vision.files.save import VECTOR_FORMATS, format_of, is_own

from ..errors import UsageError
from . import naming
from .address import shown_word
from .find import Input, InputSet, find_pages, part_of
from .naming import Targets, belongs_to_neighbour, exists, is_answer, is_picture, strip_suffix
from .parse import STREAM, File, Word, parse_path, parse_words
from .remote import RemotePath, is_address, is_same_place
from .walk import ANSWER, Entries, FileFilter, OnSkipped, Standing, ignore_skipped

DOCUMENT_SUFFIX = ".pdf"
"""Of a file that takes the answers to several pictures."""
MOST_GATHERED = 1000
"""Answers in one document, which is put together in memory."""


class EarlierRuns(Protocol):
    """What is known of runs before this one."""

    def target_of(self, source: Path, part: str) -> Path | None:
        """Return where a picture's answer belonged when it was last met, if it was."""

    def has_answer_of_another(self, target: Path, source: Path | RemotePath | None, part: str) -> bool:
        """Tell whether a place has the answer to another picture, which is still there."""

    def standing(self, folder: str, below: str, entries: Entries) -> set[str]:
        """Return the names of those pictures of a folder whose answers surely stand, `below` the output."""


@dataclass(frozen=True, slots=True)
class Job:
    """One picture to solve."""

    name: str
    """The path as it was given, for messages; of a page or board followed by `#page=` or `#board=`."""
    source: Path | RemotePath | None
    """None for standard input and texts; may be missing or a folder without pictures, as loading it tells."""
    target: Path | RemotePath | None
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
    debug_folder: Path | None = None
    """The folder out of which no stage may lead."""
    board: int | None = None
    """The only board that is meant, from 1; None for all of them."""
    all_doubts: bool = False
    """Whether the drawing of what was read shows all doubts, not only the worst."""
    writes_picture: bool = True
    """Whether what is drawn is written; not where only data is wanted."""
    shown_target: str = ""
    """What the target is called for people, if not by its path: a page of the document that it goes into."""

    @property
    def part(self) -> str:
        """Tells the pictures of a file apart, as that of the input does."""
        return part_of(self.page, self.board)


@dataclass(frozen=True, slots=True)
class Output:
    """Where answers belong; beside their pictures if nothing is said."""

    to_stream: bool = False
    file: Path | RemotePath | None = None
    """The place of the only answer."""
    folder: Path | RemotePath | None = None
    """The one for all answers."""
    nowhere: bool = False
    """Whether no picture is written: only data is wanted, or the answers are gathered."""
    document: Path | None = None
    """The PDF that gathers all answers."""


@dataclass(frozen=True, slots=True)
class JobPlan:
    """Which pictures are meant, and where what is written belongs."""

    inputs: InputSet
    several: bool
    """Whether there is a folder, or not exactly one picture."""
    output: Output
    suffix: str = naming.SOLVED_SUFFIX
    debug: str | None = None
    show_reading: bool = False
    all_doubts: bool = False

    @property
    def named_answer(self) -> Path | None:
        """The answer of this program that is named alone, if one is; maybe nobody means to ask about it."""
        word = self.inputs.words[0] if len(self.inputs.words) == 1 else None
        return word.path if isinstance(word, File) and is_answer(word.path) else None

    @property
    def folder(self) -> Path | None:
        """The folder on this computer for all answers, if there is one."""
        return self.output.folder if isinstance(self.output.folder, Path) else None

    def __iter__(self) -> Iterator[Job]:
        """Yield the jobs, as `jobs` does where nothing is known of earlier runs."""
        return self.jobs()

    def jobs(
        self, earlier: EarlierRuns | None = None, on_standing: Callable[[int], None] | None = None
    ) -> Iterator[Job]:
        """Yield the jobs; no answer is laid over a picture that was named.

        Folders are searched as the jobs are taken: what is in them is never in memory, save some numbers of
        each picture if there are several words. With `on_standing`, pictures of a folder whose answers surely
        stand are left out, and it is told how many they are; others may stand, too.
        """
        words = self.inputs.words  # at addresses, a/./b.png is another picture than a/b.png
        targets = Targets(remember=len(words) > 1 or any(isinstance(word, RemotePath) for word in words))
        for word in words:
            if isinstance(word, RemotePath) and not word.is_folder:
                targets.reserve(word)
        if self.suffix == naming.DRAWN_SUFFIX:  # what is drawn is called as pictures are
            for picture in replace(self.inputs, on_skipped=ignore_skipped):
                if picture.source is not None:
                    targets.reserve(picture.source)
        inputs = self.inputs
        if earlier is not None and on_standing is not None and len(words) == 1:
            inputs = replace(inputs, standing=_counted(earlier, on_standing))
        for picture in inputs:
            yield self.job(picture, targets, earlier)

    def job(self, picture: Input, targets: Targets, earlier: EarlierRuns | None = None) -> Job:
        """Return a picture's job; no place in it is one of another job's."""
        self._check_remote(picture)
        place, page = self._place(picture), 1 if picture.page is None else picture.page
        target, reading_target, stages_folder = self.output.file, None, None
        if target is None and not (self.output.to_stream or self.output.nowhere):
            target = self._target(picture, place, targets, earlier)
        if self.show_reading and isinstance(place, Path):
            named = strip_suffix(target, self.suffix) if isinstance(target, Path) else place
            reading_target = named.with_name(targets.claim(named, naming.READING_SUFFIX))
        if self.debug is not None:
            folder = Path(self.debug) / picture.subfolder / picture.output_stem(self.suffix)
            stages_folder = folder.with_name(targets.claim(folder, ""))
        named_places = target, stages_folder, reading_target
        debug_folder = Path(self.debug) if self.debug is not None else None
        shown, text = picture.display_name, picture.text
        return Job(
            *(shown, picture.source, *named_places, page, self.folder, text, debug_folder),
            board=picture.board,
            all_doubts=self.all_doubts,
            writes_picture=not self.output.nowhere,
        )

    def _target(
        self, picture: Input, place: Path | RemotePath, targets: Targets, earlier: EarlierRuns | None
    ) -> Path | RemotePath:
        """Return where an answer belongs: where it was, if that is known and still right, or a new place."""
        source, part = picture.source, picture.part
        if earlier is not None and isinstance(source, Path) and not picture.subfolder.parts:
            previous = earlier.target_of(source, part)
            if previous is not None and targets.keeps(previous, place, self.suffix):
                return previous

        def is_others(path: Path | RemotePath) -> bool:
            if source is None and belongs_to_neighbour(path, self.suffix):
                return True
            if earlier is None or not isinstance(path, Path):
                return False
            return earlier.has_answer_of_another(path, source, part)

        return place.with_name(targets.claim(place, self.suffix, is_others))

    def _place(self, picture: Input) -> Path | RemotePath:
        """Return what an answer is called after: in the folder for all, or beside its question."""
        stem = picture.output_stem(self.suffix)
        if self.output.folder is not None:
            return self.output.folder / (picture.subfolder / stem)
        return (picture.source.parent if isinstance(picture.source, Path) else Path()) / stem

    def _check_remote(self, picture: Input) -> None:
        places = picture.source, self.output.file, self.output.folder
        if not any(isinstance(place, RemotePath) for place in places):
            return
        if picture.source is None or picture.page or self.debug is not None or self.show_reading:
            raise UsageError(
                "addresses cannot be combined with standard input, texts, pages, --debug or --show-reading",
                "download the pictures first",
            )


def _counted(earlier: EarlierRuns, on_standing: Callable[[int], None]) -> Standing:
    """Return what tells of a folder's pictures which of them stand; how many they are is told, too."""

    def standing(folder: str, below: str, entries: Entries) -> set[str]:
        names = earlier.standing(folder, below, entries)
        on_standing(len(names))
        return names

    return standing


def plan_jobs(
    words: Sequence[str],
    output: str | None = None,
    debug: str | None = None,
    *,
    show_reading: bool = False,
    all_doubts: bool = False,
    suffix: str = naming.SOLVED_SUFFIX,
    file_filter: FileFilter | None = None,
    on_skipped: OnSkipped = ignore_skipped,
    draws: bool = True,
) -> JobPlan:
    """Return what the words ask for: files, folders, pages, patterns, addresses, `-`, and puzzles as text.

    `output` is where answers belong: a file or an existing folder for one picture, a folder for several, `-`.
    Without it they go beside their pictures, or unless `draws` nowhere. Answers of this program are no
    questions among several words or in a folder, and are told to `on_skipped` with `ANSWER`.
    `debug` is a folder that gets a folder of stages for each picture; with `show_reading` each gets a place
    for a drawing of what was read, in which `all_doubts` are ringed. `suffix` ends the names of answers that
    go beside their pictures or into a folder.
    UsageError if the output does not fit the pictures, RemoteError if an address cannot be reached with what
    is installed.
    """
    given = parse_words(words)
    questions = tuple(_questions(given, on_skipped))
    inputs = InputSet(questions, file_filter or FileFilter(), on_skipped)
    named = list(islice(inputs.named(), 2))
    several = inputs.has_folder or len(named) != 1 or questions != given
    source = None if several else named[0].source
    place = _parse_output(output, inputs, source, several=several, draws=draws)
    if debug is not None:
        make_folder(Path(debug), f"--debug {debug}")
    return JobPlan(inputs, several, place, suffix, debug, show_reading, all_doubts)


def _questions(words: Sequence[Word], on_skipped: OnSkipped) -> Iterator[Word]:
    """Yield the words without those that name answers of this program, unless one is named alone."""
    for word in words:
        if len(words) > 1 and isinstance(word, File) and is_answer(word.path):
            on_skipped(str(word.path), ANSWER)
        else:
            yield word


def plan_arrivals(
    folder: Path, pictures: Iterable[Path], output: str, earlier: EarlierRuns | None = None
) -> Iterator[Job]:
    """Yield the jobs of pictures that arrive in a folder, placed as those that are found in it."""
    plan = plan_jobs([str(folder)], output)
    return (
        plan.job(picture, Targets(), earlier)
        for path in pictures
        for picture in find_pages(path, path.parent.relative_to(folder))
    )


def _parse_output(
    output: str | None, inputs: InputSet, source: Path | RemotePath | None, *, several: bool, draws: bool
) -> Output:
    """Return the place that a word stands for, if it fits the pictures and can be written."""
    addresses = [word for word in inputs.words if isinstance(word, RemotePath)]
    for address in addresses:
        address.check()
    if output is None:
        if addresses and draws:
            raise UsageError("answers to pictures at addresses need a folder", "add -o FOLDER")
        return Output(nowhere=not draws)
    if output == STREAM:
        _check_stream(several=several)
        return Output(to_stream=True)
    said = f"-o {shown_word(output)}"
    if is_address(output):
        return _remote_output(output, said, source, several=several)
    path = parse_path(output)
    if several and path.suffix.lower() == DOCUMENT_SUFFIX and not output.endswith(("/", os.sep)):
        _check_document(path, said, inputs)
        return Output(nowhere=True, document=path)
    if _is_folder_meant(output, said, several=several, is_there=exists(path, folder=True)):
        if os.path.lexists(path) and not exists(path, folder=True):
            raise UsageError(f"{said} is a file", "several pictures need a folder")
        make_folder(path, said)
        return Output(folder=path)
    check_ending(path, said)
    check_target(path, said, source)
    return Output(file=path)


def _remote_output(output: str, said: str, source: Path | RemotePath | None, *, several: bool) -> Output:
    remote = RemotePath(output.rstrip("/"))
    remote.check()
    if _is_folder_meant(output, said, several=several, is_there=remote.is_folder):
        return Output(folder=remote)
    check_not_question(remote, f"-o {remote}", source)
    return Output(file=remote)


def _is_folder_meant(output: str, said: str, *, several: bool, is_there: bool) -> bool:
    """Decide whether `-o` names a folder or the file of the only answer; `is_there` if a folder is so called.

    UsageError where it should be a folder and is called like a picture: nobody means that.
    """
    word = output.rstrip("/" + os.sep)
    is_folder = several or word != output or is_there
    if is_folder and (is_picture(word) or word.lower().endswith(tuple(VECTOR_FORMATS))):
        if several:
            seen = f"{said} names one picture, and there may be several answers"
            raise UsageError(seen, "name a folder or a PDF, as in: -o answers/")
        raise UsageError(f"{said} is a folder with the name of a picture", "choose another name")
    return is_folder


def _check_document(document: Path, said: str, inputs: InputSet) -> None:
    """Check that answers can be gathered in a PDF, and that it is nobody's picture."""
    check_ending(document, said)
    for word in inputs.words:
        check_target(document, said, word.path if isinstance(word, File) else None)
    if exists(document) and not is_own(document):
        raise UsageError(f"{said} exists and was not written by aquarium", "choose another name")
    if inputs.count() > MOST_GATHERED:
        raise UsageError(f"{said}: one PDF takes up to {MOST_GATHERED:,} answers", "name a folder")


def _check_stream(*, several: bool) -> None:
    """Check that a picture can be written to standard output."""
    if several:
        raise UsageError("-o - writes one picture to standard output", "give one picture, or -o FOLDER")
    if sys.stdout is not None and sys.stdout.isatty():
        raise UsageError("-o - would fill the terminal with a picture", "add > answer.png")


def check_ending(target: Path, said: str) -> None:
    """Check that a file that was `said` to be written has the ending of a format that can be."""
    try:
        format_of(target)
    except AquariumError as error:
        folder = "" if target.suffix else f"; for a folder, end it in {os.sep}"
        raise UsageError(f"{said}: {error.message}", f"{error.advice}{folder}") from None


def make_folder(folder: Path, said: str) -> None:
    """Make a folder that was `said` to be one; UsageError if that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"{said}: the folder cannot be created ({error.strerror})", "choose another"
        ) from None


def check_target(target: Path, said: str, source: Path | RemotePath | None) -> None:
    """Check that a file that was `said` to be written can be, and is not the question itself."""
    if not exists(target.parent, folder=True):
        raise UsageError(f"{said}: there is no folder {target.parent}", "create it first")
    check_not_question(target, said, source)


def check_not_question(target: Path | RemotePath, said: str, source: Path | RemotePath | None) -> None:
    """Check that a file that was `said` to be written is not the question, under whatever name."""
    if is_same_place(target, source):
        raise UsageError(f"{said} is the picture itself, which is never changed", "choose another")
