"""The task `hint`: the next step from where the player is, as much of it as is wanted."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

from pipeline import Result
from solver.deadline import Deadline
from solver.errors import TimedOut
from solver.grid import Cell
from solver.logic.premises import next_step
from solver.logic.step import Step
from solver.puzzle import Puzzle
from solver.segments import segment_graph
from solver.wording import joined
from vision.drawing.overlay import Drawing, Part, mistakes_layer
from vision.drawing.steps import step_layer
from vision.files.pixels import Image

from ..sentences import Message
from . import Answer
from .judge import SEVERAL, Judgement, judged, of_colours, offer
from .wording import cell_fields, cell_words, number_of, place_words, settled_words, step_fields

Level = Literal["nudge", "cell", "reason"]
"""How much is given away, least first: where to look, the cells as well, or the reason too."""
MORE = {"nudge": Message("ask_for_cells", level="cell"), "cell": Message("ask_for_reason", level="reason")}
"""What the level after each tells."""
MOST_CELLS = 6
"""Cells that are given away at a time."""
WHY = ("premises", "code", "values", "because", "chain")
HIDDEN = {"nudge": ("water", "air", "settles", *WHY), "cell": WHY, "reason": ()}
"""Fields of a step that a level does not give away."""


def hint(image: Image, result: Result, *, level: Level = "nudge", time_limit: float = 30.0) -> Answer | None:
    """Give the next step; what the player has put in wrong is said first.

    What cannot be told is left aside, as if those cells were empty. `time_limit` is that of looking for the
    step, in seconds.
    """
    judgement = judged(result)
    if judgement is None:
        return None
    step, late, more = None, None, 0
    try:
        if not judgement.is_done:
            puts_in_air = bool(judgement.crosses)
            deadline = Deadline(time_limit)
            step = next_step(judgement.puzzle, judgement.right, puts_in_air=puts_in_air, deadline=deadline)
    except TimedOut as error:  # mistakes need no looking for
        late = error.what
    if level == "cell" and step is not None:
        step, whole = _first_cells(judgement.puzzle, step), step
        more = len(whole.cells) - len(step.cells)
    amiss = bool(judgement.wrong) or bool(step and step.contradicts)
    lines = [*_mistake_words(judgement, level), *([] if late else _step_words(judgement, step, level))]
    reasons = [] if step is None else _reason_words(step, level)
    messages = (late,) if late else _messages(judgement, step, level, more)
    return Answer(
        "mistaken" if amiss else "timeout" if late else "answered",
        (*_first(result, judgement), *messages),
        "".join(f"{line}\n" for line in (*lines, *reasons)),
        _drawn(image, result, judgement, step, level) if amiss or not late else None,
        lines=tuple(lines),
        fields=_fields(judgement, step, level),
    )


def _mistake_words(judgement: Judgement, level: Level) -> list[str]:
    """Say what is wrong: at first only in which rows."""
    wrong = judgement.wrong
    if not wrong or level != "nudge":
        return judgement.mistake_lines()
    rows = list(map(str, sorted({row + 1 for row, _ in wrong})))
    mistakes = "the mistake is" if len(wrong) == 1 else "the mistakes are"
    return [f"{mistakes} in row{'' if len(rows) == 1 else 's'} {joined(rows)}"]


def _step_words(judgement: Judgement, step: Step | None, level: Level) -> list[str]:
    if step is None:
        return ["all the water is in"] if judgement.is_done else ["nothing more can be deduced"]
    look = place_words(judgement.puzzle, step.lines, () if step.lines else step.aquariums)
    then = "then " if judgement.wrong else ""
    lines = [f"{then}look at {look}"] if look else []
    if level != "nudge" and not step.contradicts:
        lines.append(settled_words(step))
    return [*lines, *_unclear_line(judgement, step, level)]


def _reason_words(step: Step, level: Level) -> list[str]:
    if level != "reason" and not step.contradicts:
        return []
    return [step.because, *(f"  {link.because}" for link in step.chain)]


def _unclear_line(judgement: Judgement, step: Step, level: Level) -> list[str]:
    """Say that a step may be done already, if it settles cells of which cannot be told what is put there."""
    unclear = set(judgement.unclear).intersection(step.cells)
    if not unclear or step.contradicts:
        return []
    if level == "nudge":
        return [f"{number_of(len(unclear), 'cell')} of it {'is' if len(unclear) == 1 else 'are'} unclear"]
    return [f"cannot tell what you put in {cell_words(unclear)}; it may be right already"]


def _first_cells(puzzle: Puzzle, step: Step) -> Step:
    """Return a step with so few of its cells that a person can put them in before asking again.

    Of too many, those in the lines to look at come first, and what follows from them elsewhere later; but
    what must be wet or dry together stays together.
    """
    cells = [*step.water, *step.air]
    if len(cells) <= MOST_CELLS:
        return step
    looked_at = {(line.axis, line.line) for line in step.lines}
    named = [cell for cell in cells if looked_at & {("row", cell[0]), ("column", cell[1])}]
    segment_at = segment_graph(puzzle.regions, puzzle.rule).at
    told: set[Cell] = set()
    for first in dict.fromkeys(segment_at[row][col] for row, col in named or cells):
        segment = {(row, col) for row, col in cells if segment_at[row][col] == first}
        if told and len(told | segment) > MOST_CELLS:
            break
        told |= segment
    water, air = (tuple(cell for cell in some if cell in told) for some in (step.water, step.air))
    return replace(step, water=water, air=air)


def _messages(judgement: Judgement, step: Step | None, level: Level, more: int) -> tuple[Message, ...]:
    """Return what is told beside the hint: the technique, and how to be told more."""
    if step is None:
        last = Message("done") if judgement.is_done else SEVERAL
    elif step.contradicts:
        last = Message("rule_broken")
    else:
        last = MORE.get(level) or Message("next_technique", technique=step.technique.name_for_players)
    return (*([Message("more_follow", cells=more)] if more else []), last)


def _first(result: Result, judgement: Judgement) -> Iterator[Message]:
    """Yield what is told before anything else of what is put in."""
    if judgement.wrong:
        yield Message("mistakes_first", mistakes=len(judgement.wrong))
    if judgement.unclear:
        yield Message("left_aside", cells=len(judgement.unclear))
    yield from of_colours(judgement.coloured)
    if result.reading:
        yield from offer(result.reading, judgement.wrong)


def _drawn(image: Image, result: Result, judgement: Judgement, step: Step | None, level: Level) -> Drawing:
    """Highlight the step on the picture; mistakes are marked in it where cells may be given away."""
    reading = result.reading
    assert reading is not None
    parts = list[Part]()
    if step is not None:
        parts.append(step_layer(image, reading, step, level=level))
    if level != "nudge":
        parts.append(mistakes_layer(image, reading.board, judgement.is_wrong()))
    return Drawing(image, tuple(parts))


def _fields(judgement: Judgement, step: Step | None, level: Level) -> dict[str, Any]:
    """Return the hint for JSON: what the level does not give away is null."""
    return {
        "level": level,
        "mistakes": judgement.mistake_fields(),
        "unclear": cell_fields(judgement.unclear),
        "step": step and {**step_fields(step), **dict.fromkeys(HIDDEN[level])},
        "done": judgement.is_done,
    }
