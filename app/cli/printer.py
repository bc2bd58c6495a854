"""Outcomes → what is printed: answers on standard output, words for a person on standard error."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from solver import formats
from solver.message import Message

from ..escaping import visible
from ..inputs.walk import ANSWER
from ..inputs.words import PASTE, STREAM, shorten
from ..outcome import Outcome, solution_texts
from ..status import ENDINGS, exit_code
from ..tasks.judge import without_puzzle
from ..tasks.wording import number_of, size_words
from .advice import doubt_lines, suggestions
from .parameters import Printing
from .progress import Progress
from .streams import echo, echo_error

NAMES = {STREAM: "standard input", PASTE: "the clipboard"}
"""Of pictures without a lasting file."""


@dataclass(slots=True)
class Printer:
    """Prints every outcome as it comes, and all together in the line at the end."""

    printing: Printing
    words_to_repeat: tuple[str, ...] = ()
    """Words of the command line that another try at a picture should have too."""
    to_folder: bool = False
    """Whether the first two of them name the folder for all answers."""
    several: bool = False
    """Whether there are several pictures, so that lines on standard output must tell which is meant."""
    progress: Progress = field(default_factory=Progress)
    """How many pictures ended how, and how many were done already."""
    answers: int = 0
    """How many pictures are answers of this program, and were passed over."""
    of_boards: set[str] = field(default_factory=set)
    """How their other boards ended, as far as these count."""
    to_show: Path | None = None
    """The last answer, or the page on many."""
    text: str = ""
    """The last answer in words."""
    shortened: bool = False
    """Whether advice on some picture was left out."""
    _began: bool = False
    """Whether standard output has got the answer of a picture."""

    @property
    def exit_code(self) -> int:
        """The most severe of all outcomes."""
        return exit_code(*self.progress.statuses, *self.progress.earlier, *self.of_boards)

    def as_told(self, outcome: Outcome) -> Outcome:
        """Return how a picture ends for who asked for its puzzle: refused, if that is not certain."""
        tells_puzzle = self.printing.as_text or self.printing.share
        if not tells_puzzle or outcome.result is None:
            return outcome
        result = without_puzzle(outcome.result)
        outcome = replace(outcome, boards=tuple(map(self.as_told, outcome.boards)))
        if result is outcome.result:
            _, fault = self._texts(outcome)
            return replace(outcome, messages=(fault,), unsaved=True) if fault else outcome
        return replace(outcome, status=result.status, messages=result.messages, result=result, answer=None)

    def print_outcome(self, outcome: Outcome, subfolder: Path) -> None:
        """Print how a picture ended, which lay in this folder below the one that was named."""
        words = self.words_to_repeat
        if self.to_folder and subfolder.parts:
            words = (words[0], f"{Path(words[1]) / subfolder}/", *words[2:])
        of_others = words[:2] if self.to_folder else ()
        self.of_boards.update(outcome.statuses[1:])
        if outcome.target not in (None, STREAM):
            self.to_show = Path(str(outcome.target))
        boards = outcome, *outcome.named_boards
        texts = [self._texts(board)[0] for board in boards]
        if self.printing.as_json:  # echo flushes: a reader sees the line when the picture is done
            record, (own, *others) = outcome.to_dict(), texts
            beside = [fields | further for fields, further in zip(record["boards"], others, strict=True)]
            echo(json.dumps(record | own | {"boards": beside}) + "\n")
        for board, forms in zip(boards, texts, strict=True):
            if not self.printing.as_json:
                self._print_answer(board, forms, several=self.several or len(boards) > 1)
            if (board.exit_code and board.counts) or not self.printing.quiet:
                self._print_remarks(board, words if board is outcome else of_others)
        answers = (
            "\n".join(filter(None, forms.values())) or (board.answer and board.answer.text) or ""
            for board, forms in zip(boards, texts, strict=True)
        )
        self.text = "\n".join(filter(None, answers))

    def _print_answer(self, outcome: Outcome, texts: dict[str, str | None], *, several: bool) -> None:
        """Print the answer of a board; of several, each line names its picture, or they are parted."""
        for text in filter(None, texts.values()):
            echo(self._separate("\n") + text)
        if outcome.answer and outcome.answer.text and "txt" not in outcome.documents:
            separator = self.printing.separator
            name = f"{visible(shorten(outcome.path))}: " if several and separator is None else ""
            lines = [f"{name}{line}".rstrip() + "\n" for line in outcome.answer.text.splitlines()]
            echo(self._separate(separator or "") + "".join(lines))

    def pass_over(self, path: str, why: str) -> None:
        """Print what is passed over and why; answers are only counted, unless it is verbose."""
        self.answers += why == ANSWER
        if self.printing.verbose or not (why == ANSWER or self.printing.quiet):
            echo_error(f"{path}: skipped, {why}")

    def print_total(self) -> None:
        """Print how a batch went, how many were done already, and how many pictures are answers."""
        statuses, earlier = self.progress.statuses, self.progress.earlier
        if not (earlier or self.answers or (self.several and statuses)) or self.printing.quiet:
            return
        if self.shortened:
            echo_error("for what to do about a picture, name it alone or add -v")
        echo_error(format_total(statuses, earlier, self.answers))

    def _texts(self, outcome: Outcome) -> tuple[dict[str, str | None], Message | None]:
        """Return the solution in the forms that are wanted, and why one of them cannot tell it."""
        wanted = {"text": self.printing.as_text, "share": self.printing.share}
        return solution_texts(outcome, [name for name, is_wanted in wanted.items() if is_wanted])

    def _separate(self, separator: str) -> str:
        """Return what stands before an answer: nothing before the first."""
        began, self._began = self._began, True
        return separator if began else ""

    def _print_remarks(self, outcome: Outcome, words_to_repeat: tuple[str, ...]) -> None:
        """Print for a person how a picture ended, and what can be done about it."""
        printing = self.printing
        colour = ENDINGS[outcome.final_status].colour
        source, mark, board = outcome.path.partition("#board=")
        name = f"{NAMES[source]}{mark}{board}" if source in NAMES else shorten(outcome.path)
        echo_error(format_outcome(outcome, verbose=printing.verbose), name=name, colour=colour)
        lines = list(remarks(outcome, verbose=printing.verbose))
        if not printing.quiet:
            lines += suggestions(outcome, printing.command, words_to_repeat, verbose=printing.verbose)
        if self.several and not printing.verbose:
            self.shortened = self.shortened or bool(lines)
            lines = []
        for line in lines:
            echo_error(line)
        prints_more = self.several or printing.as_json or printing.as_text or printing.share
        if not prints_more and outcome.task.name == "solve" and sys.stderr.isatty():
            from shutil import get_terminal_size  # noqa: PLC0415 — loads compressors, 3 ms

            drawing = format_board(outcome, get_terminal_size().columns)
            for line in drawing.splitlines():
                echo_error(line)


def format_outcome(outcome: Outcome, *, verbose: bool = False) -> str:
    """Return in one line how a picture ended; why it was refused in one sentence, or in all if `verbose`."""
    if outcome.final_status != "solved":
        is_of_others = outcome.answer is not None and outcome.answer.is_of_others
        place = (None if is_of_others else outcome.target) or outcome.reading_output
        place = ", ".join(filter(None, (*outcome.documents.values(), place)))
        why = outcome.message if verbose else outcome.reason
        return (why or outcome.status) + (f" → {place}" if place else "")
    puzzle = outcome.puzzle
    size = f"{size_words(puzzle, certain=bool(outcome.puzzle_certain))}, " if puzzle else ""
    place = f" → {outcome.target}" if outcome.target else ""
    mistakes = outcome.answer.fields.get("mistakes") if outcome.answer else None
    wrong = (
        f", {len(mistakes)} of your cells {'is' if len(mistakes) == 1 else 'are'} wrong" if mistakes else ""
    )
    seconds = f", {sum(outcome.seconds.values()):.2f} s" if outcome.seconds else ""
    walls = "" if outcome.puzzle_certain else ", walls uncertain"
    return f"{size}one solution{walls}{wrong}{seconds}{place}"


def remarks(outcome: Outcome, *, verbose: bool) -> Iterator[str]:
    """Yield further lines: what else is in the picture, repairs; with `verbose` times and faults."""
    if outcome.final_status == "solved" and outcome.message:
        yield f"  {outcome.message}"
    for repair in outcome.result.repairs if outcome.result else ():
        yield f"  repaired: {repair.what} ({repair.percent})"
    yield from doubt_lines(outcome, verbose=verbose)
    if outcome.final_status == "solved" and outcome.reading_output:
        yield f"  what was read → {outcome.reading_output}"
    if verbose:
        if outcome.seconds:
            yield "  " + ", ".join(f"{stage} {spent:.3f} s" for stage, spent in outcome.seconds.items())
        yield from outcome.traceback.splitlines()


def format_board(outcome: Outcome, width: int) -> str:
    """Draw the solved board in box characters; nothing if there is none or it is wider than `width` signs."""
    if outcome.puzzle is None or outcome.water is None or not outcome.puzzle_certain:
        return ""
    drawing = formats.draw_unicode(outcome.puzzle, outcome.water)
    return drawing if max(map(len, drawing.splitlines())) <= width else ""


def format_total(statuses: Counter[str], earlier: Counter[str], answers: int) -> str:
    """Return one line for a whole batch: how many pictures ended how, commonest first."""
    counts = [f"{number} {status.replace('_', ' ')}" for status, number in statuses.most_common()]
    total = number_of(statuses.total(), "picture")
    counted = f"{total}: {', '.join(counts)}" if counts else "nothing to do"
    refused = earlier.total() - earlier["solved"]
    done = f"{earlier['solved']} already done, skipped" if earlier["solved"] else ""
    again = f"{refused} refused before, skipped: --retry tries again" if refused else ""
    passed = f"{answers} {'are answers' if answers > 1 else 'is an answer'}, skipped" if answers else ""
    return "; ".join(filter(None, (counted, done, again, passed)))
