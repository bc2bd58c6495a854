"""An outcome → what a person can do about it: what to look at in the picture, and the command to try next."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from pipeline import Result
from solver.belief.overrides import Override
from vision.reading.cut import GO_ON, MAY_GO_ON
from vision.reading.doubts import Doubt, find_loose, percent, worth_saying
from vision.reading.reading import Reading
from vision.reading.reasons import is_cut, maybe_cut

from ..escaping import shell_line
from ..inputs.words import PASTE, STREAM
from ..outcome import Outcome
from ..tasks.judge import is_consistent

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
