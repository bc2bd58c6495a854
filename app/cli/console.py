"""Outcomes → what is printed: answers on standard output, words for a person on standard error."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from ..inputs.parse import STREAM, shorten
from ..outcome import Outcome, exit_code
from ..tasks import Task

if TYPE_CHECKING:  # importing it costs half a second, which `aquarium --help` must not
    from pipeline import Result
    from vision.reading.words import Doubt

PLAIN = str.maketrans({"×": "x", "→": ">", "–": "-", "“": '"', "”": '"', "…": "..."})
"""For terminals and logs that cannot show the signs."""
COLOURS = {0: "green", 4: "yellow", 5: "yellow"}
"""Of exit codes on a terminal; all others are red."""
MOST_DOUBTS = 5
"""Doubts named of a refused picture, unless more is asked for."""
NO_CLUE = "?"
"""Says in a fix that no clue is printed."""
FEW = "5"
"""Solutions that are offered of a puzzle with several."""
SOLVE = Task("solve")
NUMBER = "N"
"""Stands in a fix for the number that a person has to read."""


@dataclass
class Report:
    """Tells every outcome as it comes, and keeps them for the verdict on all."""

    as_json: bool = False
    """Whether standard output gets a line of JSON for each picture."""
    as_text: bool = False
    """Whether standard output gets puzzle and water of each solved picture, a blank line between two."""
    quiet: bool = False
    """Whether nothing is said of what went well."""
    verbose: bool = False
    """Whether all doubts, times and the place of a fault are told."""
    share: bool = False
    """Whether standard output gets the water of each solved picture as emoji, and the puzzle's address."""
    between: str | None = None
    """What stands between the answers of two pictures; None where their lines name the picture instead."""
    command: tuple[str, ...] = ()
    """The word of the command and its own options, unless it is the one that may be left out."""
    options: tuple[str, ...] = ()
    """Words of the command line that another try at a picture should have too."""
    several: bool = False
    """Whether there are several pictures, so that lines on standard output must tell which is meant."""
    endings: Counter[str] = field(default_factory=Counter)
    """How many pictures ended how."""
    result: Path | None = None
    """What there is to show: the last answer, or the page on many."""
    spoken: bool = False
    """Whether standard output has got the answer of a picture."""

    @property
    def exit_code(self) -> int:
        """The gravest of all outcomes."""
        return exit_code(*self.endings)

    def tell(self, outcome: Outcome) -> None:
        """Print one outcome."""
        self.endings[outcome.final_status] += 1
        if outcome.output not in (None, STREAM):
            self.result = Path(str(outcome.output))
        if self.as_json:
            click.echo(
                json.dumps(outcome.to_dict())
            )  # echo flushes: a reader sees the line when the picture is done
        if (self.as_text or self.share) and outcome.water:
            put_out(self._text(outcome))
        if outcome.answer and outcome.answer.text and not self.as_json:
            self._tell_words(outcome.path, outcome.answer.text)
        if outcome.exit_code or not self.quiet:
            self._tell_person(outcome)

    def conclude(self, standing: int = 0) -> None:
        """Print the verdict on a batch, and how many answers stood already."""
        if (self.several or standing) and (self.endings or standing) and not self.quiet:
            say(total(self.endings, standing))

    def _tell_words(self, path: str, words: str) -> None:
        """Print the answer of a command; of several pictures, each line names its own, or they are parted."""
        name = f"{shorten(path)}: " if self.several and self.between is None else ""
        before = self.between or "" if self.spoken else ""
        self.spoken = True
        put_out(before + "".join(f"{name}{line}".rstrip() + "\n" for line in words.splitlines()))

    def _text(self, outcome: Outcome) -> str:
        from solver.formats import Form, format_puzzle, format_share, format_truth  # noqa: PLC0415 — the solver's package takes time to load

        puzzle, water = outcome.puzzle, outcome.water
        if puzzle is None or water is None:
            return ""
        between = "\n" if self.spoken else ""
        self.spoken = True
        if self.share:
            return f"{between}{format_share(water)}{format_puzzle(puzzle, Form.PUZZLINK)}\n"
        return between + format_truth(puzzle, water)

    def _tell_person(self, outcome: Outcome) -> None:
        colour = COLOURS.get(outcome.exit_code, "red")
        name = "standard input" if outcome.path == STREAM else shorten(outcome.path)
        say(f"{click.style(name, fg=colour, bold=True)}: {headline(outcome)}")
        for remark in remarks(outcome, verbose=self.verbose):
            say(remark)
        if not self.quiet:
            for line in ways_out(outcome, self.command, self.options, verbose=self.verbose):
                say(line)
        if (
            not (self.several or self.as_json or self.as_text or self.share)
            and outcome.task == SOLVE
            and sys.stderr is not None
            and sys.stderr.isatty()
        ):
            drawing = board(outcome, shutil.get_terminal_size().columns)
            if drawing:
                say(drawing)


def put_out(text: str) -> None:
    """Print to standard output: in signs that it can show where words are spelt so, else in UTF-8."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    spelt = readable(text, encoding)
    try:
        spelt.encode(encoding)
    except (UnicodeEncodeError, LookupError):  # emoji and box characters have no other spelling
        click.echo(text.encode(), nl=False)
    else:
        click.echo(spelt, nl=False)


def say(text: str) -> None:
    """Print to standard error, in signs that it can show."""
    encoding = getattr(sys.stderr, "encoding", None) or "ascii"
    click.echo(readable(text, encoding), err=True)


def headline(outcome: Outcome) -> str:
    """Return in one line how a picture ended."""
    if outcome.final_status != "solved":
        place = outcome.output or outcome.reading_output
        return (outcome.message or outcome.status) + (f" → {place}" if place else "")
    puzzle = outcome.puzzle
    size = f"{puzzle.height}×{puzzle.width}, {len(puzzle.aquariums())} aquariums, " if puzzle else ""
    return f"{size}one solution, {sum(outcome.seconds.values()):.2f} s → {outcome.output}"


def remarks(outcome: Outcome, *, verbose: bool) -> Iterator[str]:
    """Yield further lines: what else is in the picture, repairs; with `verbose` times and faults."""
    if outcome.final_status == "solved" and outcome.message:
        yield f"  {outcome.message}"
    for repair in outcome.result.repairs if outcome.result else ():
        yield f"  repaired: {repair.what} ({_percent(repair.confidence)})"
    if verbose:
        if outcome.seconds:
            yield "  " + ", ".join(f"{stage} {spent:.3f} s" for stage, spent in outcome.seconds.items())
        yield from outcome.traceback.splitlines()


def ways_out(
    outcome: Outcome, words: Sequence[str] = (), options: Sequence[str] = (), *, verbose: bool = False
) -> Iterator[str]:
    """Yield lines for a refused picture: its least certain clues and walls, and how to say what they are.

    `words` of a command and `options` are repeated in the command that is offered. With `verbose` nearly
    certain ones are named too.
    """
    if outcome.result is None or outcome.status == "solved" or outcome.answer:
        return
    if outcome.status == "ambiguous" and not words:
        listing = shlex.join(["aquarium", _as_word(outcome.path), *options, "--solutions", FEW])
        yield f"  to see some of its solutions, and what they share: {listing}"
    if outcome.is_text:
        return
    doubts = _named(outcome.result, verbose=verbose)
    yield from (f"  {_where(doubt)}: --fix {_fix(doubt)}" for doubt in doubts)
    plain = ["aquarium", _as_word(outcome.path), *options]
    command = [plain[0], *words, *plain[1:]]
    if doubts:
        number = f", {NUMBER} being the number printed" if doubts[0].otherwise == NO_CLUE else ""
        offered = shlex.join([*command, "--fix", _fix(doubts[0])])
        yield f"  look at the picture, then say what is so{number}: {offered}"
    puzzle = outcome.puzzle
    if puzzle and not outcome.reading_output:
        cells = f"{puzzle.height} x {puzzle.width} cells"
        yield f"  to see the {cells} as read: {shlex.join([*plain, '--show-reading'])}"


def board(outcome: Outcome, width: int) -> str | None:
    """Draw the solved board in box characters; None if there is none, or it is wider than `width` signs."""
    if outcome.puzzle is None or outcome.water is None:
        return None
    from solver.formats import draw_unicode  # noqa: PLC0415 — the solver's package takes time to load

    drawing = draw_unicode(outcome.puzzle, outcome.water)
    return drawing if max(map(len, drawing.splitlines())) <= width else None


def total(endings: Counter[str], standing: int = 0) -> str:
    """Return one line for a whole batch: how many pictures ended how, commonest first."""
    counts = [f"{number} {ending.replace('_', ' ')}" for ending, number in endings.most_common()]
    told = f"{endings.total()} pictures: {', '.join(counts)}" if counts else "nothing to do"
    stand = "answers stand" if standing > 1 else "answer stands"
    return f"{told}; {standing} {stand} already" if standing else told


def readable(text: str, encoding: str) -> str:
    """Return the text in signs that an encoding has."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return text.translate(PLAIN)
    return text


def _named(result: Result, *, verbose: bool) -> list[Doubt]:
    """Return what a person should look at first; with `verbose` all that the reader is least sure of, too."""
    from vision.reading.words import find_loose, worth_saying  # noqa: PLC0415 — loads OpenCV

    if not result.doubts or result.reading is None:
        return []
    named = worth_saying(result.doubts, find_loose(result.reading))[:MOST_DOUBTS]
    return [*named, *(doubt for doubt in result.doubts if verbose and doubt not in named)]


def _where(doubt: Doubt) -> str:
    left, top, right, bottom = doubt.box
    return f"{doubt.what} ({_percent(doubt.confidence)}) at {(left + right) // 2},{(top + bottom) // 2}"


def _fix(doubt: Doubt) -> str:
    """Write what would make the doubt's other possibility so, as far as that is known."""
    return f"{doubt.place}={NUMBER if doubt.otherwise == NO_CLUE else doubt.otherwise}"


def _percent(confidence: float) -> str:
    from vision.reading.words import percent  # noqa: PLC0415 — loads OpenCV

    return percent(confidence)


def _as_word(path: str) -> str:
    """Write a path so that it is not taken for an option."""
    return f"./{path}" if path.startswith("-") and path != STREAM else path
