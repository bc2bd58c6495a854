"""The words of a command line → a job for each picture: what it is called, and where everything is written.

This alone decides that. A file that a person has named is replaced, as `cp` does; names that are found here
are only ever free or have an answer of this program; and nothing is written over what is read.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple, TextIO

from solver.errors import AquariumError
from vision.files.safe_open import real_path
from vision.files.save import VECTOR_FORMATS, format_of

from ..sentences import Message, UsageError
from ..tasks import FORMS, SOLVED_SUFFIX
from .folders import ANSWER, FileFilter, InputSet, OnSkipped, ignore_skipped, nothing_is_done, pages_of, walk
from .naming import (
    DRAWN_SUFFIX,
    READING_SUFFIX,
    Targets,
    exists,
    identity,
    is_answer,
    is_picture,
    mark_key,
    strip_suffix,
)
from .words import STREAM, Input, Word, is_address, parse_path, parse_words

DOCUMENT_SUFFIX = ".pdf"
"""Of a file that takes the answers to several pictures."""
MOST_GATHERED = 1000
"""Answers in one document, which is put together in memory."""


DOCUMENTS = {
    "gif": ("explain", "--gif", (".gif",)),
    "txt": ("read", "-o", (".txt", *(f".{form}" for form in FORMS))),
}
"""Kinds of further files of an answer, each with its task, its option, and how names must end."""
Known = Callable[[bytes], Path | None]
"""The key of a picture → where a database says that its answer is."""


def nothing_is_known(key: bytes) -> Path | None:
    """Know no answer of former runs."""
    return None


class Job(NamedTuple):
    """One picture to solve, and where everything is written."""

    picture: Input
    target: Path | None
    """The place of the picture that is drawn; None if it goes to standard output, or nowhere."""
    key: bytes = b""
    """What tells the picture apart, seen from the folder of its answers: `Input.key`."""
    to_stream: bool = False
    """Whether it goes to standard output."""
    output_folder: Path | None = None
    """The folder out of which neither answer nor drawing may lead, by whatever links are in it."""
    reading_target: Path | None = None
    """Place for a drawing of what was read, if it is wanted in case of a refusal."""
    stages_folder: Path | None = None
    """Folder for a picture of every stage, if wanted."""
    debug_folder: Path | None = None
    """The folder out of which no stage may lead."""
    documents: tuple[tuple[str, Path], ...] = ()
    """Where further files of the answer belong, by their kind: (("gif", Path("steps.gif")),)."""
    is_page: bool = False
    """Whether the target is but a page of a document, which is not there before all are."""

    @property
    def name(self) -> str:
        """The path as it was given, for messages; of a page or board followed by `#page=` or `#board=`."""
        return self.picture.name

    @property
    def source(self) -> Path | None:
        return self.picture.source


class Output(NamedTuple):
    """Where answers belong; beside their pictures if nothing is said."""

    to_stream: bool = False
    target: Path | None = None
    """The place of the only answer."""
    folder: Path | None = None
    """The one for all answers."""
    nowhere: bool = False
    """Whether no picture is written: only data is wanted, or the answers are gathered."""
    document: Path | None = None
    """The PDF that gathers all answers."""


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class JobPlan:
    """Which pictures are meant, and where what is written belongs."""

    inputs: InputSet
    several: bool
    """Whether there is a folder, or not exactly one picture."""
    output: Output
    suffix: str = SOLVED_SUFFIX
    debug_folder: Path | None = None
    documents: tuple[tuple[str, Path], ...] = ()
    show_reading: bool = False
    targets: Targets = field(default_factory=Targets)
    """The places that were given."""

    @property
    def named_answer(self) -> Path | None:
        """The answer of this program that is named alone, if one is; maybe nobody means to ask about it."""
        return _answer_of(self.inputs.words[0]) if len(self.inputs.words) == 1 else None

    @property
    def folder(self) -> Path | None:
        """The folder for all answers, if there is one."""
        return self.output.folder

    def __iter__(self) -> Iterator[Job]:
        """Yield the jobs, as `jobs` does where nothing is known of former runs."""
        return self.jobs()

    def jobs(
        self, known: Known = nothing_is_known, is_done: Callable[[str], bool] = nothing_is_done
    ) -> Iterator[Job]:
        """Yield the jobs, except those of pictures in a folder of which `is_done` says that they are done.

        Folders are searched as the jobs are taken: what is in them is never in memory, save some numbers of
        each picture that is not done.
        """
        for picture in self.inputs.pictures(is_done):
            yield self.job(picture, known)

    def arrivals(self, pictures: Iterable[Path], known: Known = nothing_is_known) -> Iterator[Job]:
        """Yield the jobs of pictures that arrive in the folder, placed as those that are found in it."""
        (folder,) = self.inputs.folders
        for path in pictures:
            for picture in pages_of(Input(path, subfolder=path.parent.relative_to(folder))):
                yield self.job(picture, known)

    def job(self, picture: Input, known: Known = nothing_is_known) -> Job:
        """Return a picture's job, also of one that was not in the plan."""
        output, stems = self.output, picture.stems(self.suffix)
        beside = picture.file.parent if picture.file else Path()
        folder = output.folder / picture.subfolder if output.folder else beside
        target, place = output.target, output.folder or (output.target.parent if output.target else folder)
        picture_key = picture.key(real_path(place))
        key = mark_key(picture_key)
        if target is None and not (output.to_stream or output.nowhere):
            target = self.targets.claim(folder, stems, self.suffix, key, known(picture_key))
        reading_target = stages_folder = None
        if self.show_reading:
            named = [] if target is None else [strip_suffix(target, self.suffix).name]
            at = folder if target is None else target.parent
            reading_target = self.targets.claim(at, [*named, *stems], READING_SUFFIX, key)
        if self.debug_folder is not None:
            at = self.debug_folder / picture.subfolder
            stages_folder = self.targets.claim(at, stems, "", key)
        return Job(
            picture,
            target,
            picture_key,
            to_stream=output.to_stream,
            output_folder=output.folder,
            reading_target=reading_target,
            stages_folder=stages_folder,
            debug_folder=self.debug_folder,
            documents=self.documents,
        )


def plan_jobs(
    words: Sequence[str | Input],
    output: str | None = None,
    debug: str | None = None,
    *,
    documents: Mapping[str, str] | None = None,
    show_reading: bool = False,
    suffix: str = SOLVED_SUFFIX,
    file_filter: FileFilter | None = None,
    on_skipped: OnSkipped = ignore_skipped,
    draws: bool = True,
) -> JobPlan:
    """Return what the words ask for: files, folders, pages, patterns, addresses, `-`, and puzzles as text.

    `output` is where answers belong: a file or an existing folder for one picture, a folder for several, `-`.
    Without it they go beside their pictures, or unless `draws` nowhere. Answers of this program are no
    questions among several words or in a folder, and `on_skipped` gets them with `ANSWER`.
    `debug` is a folder that gets a folder of stages for each picture; `documents` are the places of further
    files of the only answer, by kind; with `show_reading` each picture gets a place for a drawing of what was
    read. `suffix` ends the names of answers that go beside their pictures or into a folder.
    Folders are made for what is to be written. UsageError if that does not fit what is read.
    """
    given = parse_words(words)
    questions = tuple(_questions(given, on_skipped))
    inputs = InputSet(questions, file_filter or FileFilter())
    is_one = not inputs.folders and len(list(islice(inputs.pictures(), 2))) == 1
    several = not is_one or questions != given
    place = _parse_output(output, several=several, draws=draws)
    if place.document is not None and inputs.count_all() > MOST_GATHERED:
        raise UsageError(Message("large_document", name=str(place.document), most=MOST_GATHERED))
    further = tuple(_parse_documents(documents or {}, is_one=is_one))
    # A PDF may be named that is in the folder, and what is drawn is called as pictures are.
    in_folders = place.document is not None or suffix == DRAWN_SUFFIX
    sources = _sources(inputs, in_folders=in_folders)
    _check_files(place, further, sources)
    debug_folder = None if debug is None else _make_folder(_parse_place(debug, "--debug"), f"--debug {debug}")
    targets = Targets(sources)
    inputs = inputs._replace(on_skipped=_but_for_new(targets, on_skipped))
    return JobPlan(inputs, several, place, suffix, debug_folder, further, show_reading, targets)


def _but_for_new(targets: Targets, on_skipped: OnSkipped) -> OnSkipped:
    """Say nothing of answers that this very run has written."""

    def skip(path: str, why: str) -> None:
        if not (why == ANSWER and targets.has_given(Path(path))):
            on_skipped(path, why)

    return skip


def plan_puzzles(
    count: int, output: str | None, suffix: str, documents: Mapping[str, str], *, draws: bool
) -> JobPlan:
    """Return where new puzzles belong, whose jobs are made one by one: by default in the working folder.

    UsageError if so many do not fit the place.
    """
    place = _parse_output(output, several=count > 1, draws=draws)
    further = tuple(_parse_documents(documents, is_one=count == 1))
    _check_files(place, further, frozenset())
    return JobPlan(InputSet(()), count > 1, place, suffix, documents=further)


def _questions(words: Sequence[Word], on_skipped: OnSkipped) -> Iterator[Word]:
    """Yield the words without those that name answers of this program, unless one is named alone."""
    for word in words:
        if len(words) > 1 and (answer := _answer_of(word)):
            on_skipped(str(answer), ANSWER)
        else:
            yield word


def _answer_of(word: Word) -> Path | None:
    """Return the path of a word that names an answer of this program."""
    path = word.source if isinstance(word, Input) else None
    return path if path is not None and is_answer(path) else None


def _sources(inputs: InputSet, *, in_folders: bool) -> frozenset[int | None]:
    """Return the identities of the files that are read: pictures and standard input.

    Pictures that are found `in_folders` need not be told apart where only free places and those of answers
    are written to.
    """
    named = (word.source for word in inputs.words if isinstance(word, Input))
    found = (walk(folder, inputs.file_filter) for folder in inputs.folders if in_folders)
    read = {identity(path) for path in chain(named, *found) if path is not None}
    return frozenset(read | {_identity_of(sys.stdin) if inputs.reads_stdin else None}) - {None}


def _identity_of(stream: TextIO | None) -> int | None:
    """Return the identity of the file that a standard stream is, if it is one."""
    if stream is not None:
        with suppress(OSError, ValueError):  # it is closed, or a stand-in without a descriptor
            return identity(stream.fileno())
    return None


def _parse_output(output: str | None, *, several: bool, draws: bool) -> Output:
    """Return the place that a word stands for, if it fits the pictures; a folder for several is made."""
    if output is None:
        return Output(nowhere=not draws)
    if output == STREAM:
        if several:
            raise UsageError(Message("several_to_stream"))
        if sys.stdout is not None and sys.stdout.isatty():
            raise UsageError(Message("picture_to_terminal"))
        return Output(to_stream=True)
    path, said = _parse_place(output, "-o"), f"-o {output}"
    word = output.rstrip("/" + os.sep)
    if several and path.suffix.lower() == DOCUMENT_SUFFIX and word == output:
        _check_ending(path, said)
        return Output(nowhere=True, document=path)
    if not (several or word != output or exists(path, folder=True)):
        _check_ending(path, said)
        return Output(target=path)
    if is_picture(word) or word.lower().endswith(tuple(VECTOR_FORMATS)):  # nobody means a folder
        if several:
            raise UsageError(Message("output_for_one", said=said))
        raise UsageError(Message("folder_like_picture", said=said))
    if os.path.lexists(path) and not exists(path, folder=True):
        raise UsageError(Message("output_is_file", said=said))
    return Output(folder=_make_folder(path, said))


def _parse_documents(documents: Mapping[str, str], *, is_one: bool) -> Iterator[tuple[str, Path]]:
    """Yield the places of further files of the only answer, by kind."""
    for kind, word in documents.items():
        task, option, endings = DOCUMENTS[kind]
        path = _parse_place(word, option)
        if not is_one:
            raise UsageError(Message("document_for_one", kind=kind, task=task, option=option))
        if not path.name.lower().endswith(endings):
            raise UsageError(Message("document_ending", option=option, name=word, endings=endings))
        yield kind, path


def _parse_place(word: str, option: str) -> Path:
    """Return the path of a place that is to be written to."""
    if not word.strip():
        raise UsageError(Message("empty_place", option=option))
    if is_address(word):
        raise UsageError(Message("output_elsewhere", said=f"{option} {word}"))
    return parse_path(word)


def _check_files(
    place: Output, documents: Iterable[tuple[str, Path]], sources: frozenset[int | None]
) -> None:
    """Check that files that were named can be written and are none that is read; their folders are made."""
    if _identity_of(sys.stdout) in sources:
        raise UsageError(Message("output_is_input", said="standard output"))
    path = place.target or place.document
    named = {} if path is None else {f"-o {path}": path}
    named |= {f"{DOCUMENTS[kind][1]} {path}": path for kind, path in documents}
    for said, path in named.items():
        if identity(path) in sources:
            raise UsageError(Message("output_is_input", said=said))
        if exists(path, folder=True):
            raise UsageError(Message("output_is_folder", said=said))
        _make_folder(path.parent, said)


def _make_folder(folder: Path, said: str) -> Path:
    """Make a folder that was `said` to be one, and return it; UsageError if that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:  # ValueError: a name that no folder can have
        why = getattr(error, "strerror", None) or error
        raise UsageError(Message("folder_not_made", said=said, why=str(why))) from None
    return folder


def _check_ending(target: Path, said: str) -> None:
    """Check that a file that was `said` to be written has the ending of a format that can be."""
    try:
        format_of(target)
    except AquariumError as error:
        if target.suffix:
            raise UsageError(Message("output_ending", said=said, what=error.what)) from None
        raise UsageError(Message("output_without_ending", said=said, what=error.what, end=os.sep)) from None
