"""Outcomes → what is printed: answers on standard output, words for a person on standard error.

Those say what a person can do, too: what to look at in the picture, and the command to try next.
"""

import json
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pipeline import Result
from solver import formats
from solver.belief.overrides import Override
from solver.message import Message
from vision.reading.cut import GO_ON, MAY_GO_ON
from vision.reading.doubts import Doubt, find_loose, percent, worth_saying
from vision.reading.reading import Reading
from vision.reading.reasons import is_cut, maybe_cut

from ..escaping import shell_line, visible
from ..inputs.folders import ANSWER
from ..inputs.words import PASTE, STREAM, shorten
from ..outcome import Outcome, solution_texts
from ..status import ENDINGS, exit_code
from ..tasks.judge import is_consistent, without_puzzle
from ..tasks.wording import number_of, size_words
from .parameters import Printing
from .process import echo, echo_error
from .progress import Progress

NAMES = {STREAM: "standard input", PASTE: "the clipboard"}
"""Of pictures without a lasting file."""
MOST_DOUBTS = 5
"""Doubts named of a picture, unless more is asked for."""
MOST_NOTES = 2
"""Doubts named of a puzzle that is certain nevertheless: nothing needs to be done about them."""
NO_CLUE = "?"
"""Says in a fix that no clue is printed."""
NUMBER = "N"
"""Stands in a fix for the number that a person has to read."""
SIZE = "ROWSxCOLS"
"""Stands for the size that a person has to count."""
IGNORE = "--ignore-entries"
"""Of commands for which entries matter; reading the puzzle is none of them."""
FEW = "5"
"""Solutions that are offered of a puzzle with several."""


@dataclass(eq=False, slots=True)
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


def suggestions(
    outcome: Outcome, words: Sequence[str], options: Sequence[str], *, verbose: bool
) -> Iterator[str]:
    """Yield lines for a picture that is refused, or whose puzzle is not certain: what to look at and to type.

    `words` of a command and `options` are repeated in the command that is offered. With `verbose` nearly
    certain clues and walls are named too.
    """
    result, solved = outcome.result, outcome.status == "solved"
    is_settled = outcome.puzzle_certain or outcome.task.name != "solve" if solved else is_answered(outcome)
    if result is None or is_settled:
        return
    plain = ["aquarium", _path_word(outcome.path), *options]
    command = ["aquarium", *words, *plain[1:]]
    if outcome.status == "ambiguous" and outcome.puzzle_certain and not words:
        listing = shell_line([*plain, "--solutions", FEW])
        yield f"  to see some of its solutions and what they share: {listing}"
    if result.reading is None:
        return
    if outcome.misfits:
        source = "text" if outcome.is_text else "picture"
        rest = shell_line(_without(command, outcome.misfits))
        yield f"  check the {source} again, or leave it out: {rest}"
        return
    if outcome.is_text:
        return
    yield from _size_lines(result.reading, command)
    doubts = [] if solved else _doubts_to_show(result, verbose=verbose)
    is_sure = doubts == [*result.doubts[:1]] and not any(doubt.is_open for doubt in doubts)
    least = "least certain: " if is_sure else ""
    yield from (f"  {least}{_described(doubt)}" for doubt in doubts)
    yield from _what_to_say(doubts or result.doubts, command)
    if outcome.status != "no_puzzle":
        kept = [word for word in (options[2:] if options[:1] == ("-o",) else options) if word != IGNORE]
        written = ["aquarium", "read", plain[1], *kept, "--doubtful", "-o", "puzzle.txt"]
        yield f"  to correct it as text: {shell_line(written)}"
    if not outcome.reading_output:
        yield f"  to see how the {_cells(result.reading)} were read: {shell_line([*plain, '--show-reading'])}"
    if not outcome.puzzle_certain and outcome.status != "no_puzzle" and is_consistent(result.reading):
        yield f"  only if every clue and wall was read correctly: {shell_line([*command, '--as-read'])}"


def is_answered(outcome: Outcome) -> bool:
    """Whether there is an answer, though the puzzle was not solved: not only to other boards of the page."""
    return outcome.answer is not None and not outcome.answer.is_of_others


def doubt_lines(outcome: Outcome, *, verbose: bool) -> Iterator[str]:
    """Yield a line for every clue and wall of an answered picture that is doubtful nevertheless.

    Repairs are printed as such; of a certain puzzle they are not repeated as doubts.
    """
    if outcome.result is None or outcome.status != "solved":
        return
    repaired = {repair.place for repair in outcome.result.repairs if outcome.puzzle_certain}
    doubts = [doubt for doubt in outcome.result.doubts if doubt.place not in repaired]
    most = len(doubts) if verbose else MOST_NOTES if outcome.puzzle_certain else MOST_DOUBTS
    for doubt in doubts[:most]:
        yield f"  uncertain: {_described(doubt, can_fix=not outcome.puzzle_certain)}"
    if len(doubts) > most:
        yield f"  uncertain: {len(doubts) - most} more, listed by -v and --json"


def _described(doubt: Doubt, *, can_fix: bool = True) -> str:
    """Say what is in doubt, how sure it is, where it stands in the picture, and what would correct it."""
    left, top, right, bottom = doubt.box
    fix = f": --fix {_fix(doubt)}" if can_fix and doubt.is_open else ""
    return f"{doubt.what} ({percent(doubt.confidence)}) at {(left + right) // 2},{(top + bottom) // 2}{fix}"


def _size_lines(reading: Reading, command: Sequence[str]) -> Iterator[str]:
    """Yield how to say how many cells a board has of which some were perhaps not found."""
    if "--size" in command:
        return  # it was said
    goes_on = any(cut.seen in (GO_ON, MAY_GO_ON) for cut in reading.cut)
    if reading.too_large or maybe_cut(reading) or goes_on:
        counted = shell_line([*command, "--size", SIZE])
        yield f"  if the board has more than {_cells(reading)}, say how many: {counted}"
    if is_cut(reading):
        counted = shell_line([*command, "--size", f"{reading.board.rows}x{reading.board.cols}"])
        yield f"  if {_cells(reading)} are the whole board: {counted}"


def _doubts_to_show(result: Result, *, verbose: bool) -> list[Doubt]:
    """Return what a person should look at first; with `verbose` all that the reader is least sure of, too."""
    if not result.doubts or result.reading is None:
        return []
    named = worth_saying(result.doubts, find_loose(result.reading))[:MOST_DOUBTS]
    return [*named, *(doubt for doubt in result.doubts if verbose and doubt not in named)]


def _what_to_say(doubts: Collection[Doubt], command: Sequence[str]) -> Iterator[str]:
    """Yield the command that says what the first doubt is, if there is one to offer."""
    offered = next((doubt for doubt in doubts if doubt.is_open), None)
    if offered is not None:
        fixed = shell_line([*command, "--fix", _fix(offered)])
        yield f"  look at the picture; if {_shown(_value(offered))}: {fixed}"
    elif doubts:
        fixed = shell_line([*command, "--fix", "PLACE=VALUE"])
        yield f"  look at the picture; if something was misread, correct it: {fixed}"


def _fix(doubt: Doubt) -> str:
    """Write what would make the doubt's other possibility so, as far as that is known."""
    return f"{doubt.place}={_value(doubt)}"


def _shown(value: str) -> str:
    """Say what is to be seen in the picture where this is said in a fix."""
    return {"yes": "there is a wall", "no": "there is no wall", NUMBER: f"it is the number {NUMBER}"}.get(
        value, f"it is {value}"
    )


def _value(doubt: Doubt) -> str:
    return NUMBER if doubt.otherwise == NO_CLUE else doubt.otherwise


def _without(command: Sequence[str], fixes: Iterable[Override]) -> list[str]:
    """Return the words of a command without some of its fixes."""
    left_out, words = set(map(str, fixes)), list(command)
    for at in reversed(range(len(words) - 1)):
        if words[at] == "--fix" and words[at + 1] in left_out:
            del words[at : at + 2]
    return words


def _cells(reading: Reading) -> str:
    return f"{reading.board.rows}×{reading.board.cols} cells"


def _path_word(path: str) -> str:
    """Write a path so that it is not taken for an option."""
    return f"./{path}" if path.startswith("-") and path not in (STREAM, PASTE) else path
