"""One picture, in memory: it is read, the puzzle is solved and proved, and the water is drawn in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import Literal, NamedTuple, TypedDict, Unpack

from solver import AquariumError, NoSolution, Puzzle, Solution, TimedOut, solve
from solver.belief.answer import NotInTime, NotProved, Proved, find_hypothesis, prove, prove_as_read
from solver.belief.causes import hypothesis_of
from solver.belief.overrides import BadOverride, Override
from solver.belief.proof import least_probability
from solver.deadline import CHECK_LIMIT, Deadline, timed
from solver.formats.annotated import marks_of
from solver.message import Message, sentences
from solver.puzzle import Known, Rule, Water
from vision.drawing.overlay import draw_answers
from vision.drawing.puzzle import read_written
from vision.files.guarded import ImageSource, frames_of, pixels_of
from vision.files.mark import MARK
from vision.files.pixels import Image, Picture, checked_pixels
from vision.files.png import encode_png
from vision.reading import doubts, reasons
from vision.reading.extent import Size
from vision.reading.facts import Facts, are_unclear
from vision.reading.one_board import Trace, ignore
from vision.reading.read import find_frame, read
from vision.reading.reading import BoardNotFound, Reading
from vision.threads import one_thread

__all__ = (
    "AquariumError", "Puzzle", "Result", "Solution", "Status", "draw_answer", "prove_image", "prove_reading",
    "read", "read_written", "solve_image", "solve_puzzle",
)  # fmt: skip

Status = Literal["solved", "ambiguous", "no_solution", "unsure", "no_puzzle", "timeout"]


NO_SOLUTION = (Message("no_solution"),)


@dataclass(frozen=True, eq=False, slots=True)
class Result:
    """What became of one picture. A notebook shows it as its picture."""

    status: Status
    """How it ended; only `solved` comes with an answer that was proved."""
    messages: tuple[Message, ...] = ()
    """What was seen and what to do; after `solved`, what else is in the picture, if anything."""
    reading: Reading | None = None
    """The board in the picture and all that was read on it."""
    solution: Solution | None = None
    """The water; with `ambiguous` one of several, `forced` having what they share."""
    picture: Image | None = None
    """uint8 (H, W, 3) RGB: the input, water and mistakes drawn in on each `solved` board; None without."""
    repairs: tuple[doubts.Repair, ...] = ()
    """What was taken otherwise than it looks, because only so the puzzle has exactly one solution."""
    doubts: tuple[doubts.Doubt, ...] = ()
    """The least certain clues and walls, least certain first, if the reading was not proved. After `solved`,
    what may be otherwise with the same water, and what lies under ink that is not the board's."""
    puzzle_certain: bool = True
    """After `solved`: whether no other puzzle with the same water is more than 1 % as probable. Where it is
    false the water is proved, and `doubts` are the clues and walls that are not. After `ambiguous`: whether
    the puzzle was surely read; else there is no `solution`."""
    others: tuple[Result, ...] = ()
    """What became of the other boards of the page: the larger first, those as large in reading order."""
    seconds: dict[str, float] = field(default_factory=dict)
    """Wall-clock seconds of `read`, `solve` and `draw`, as far as they were reached."""

    @property
    def message(self) -> str | None:
        """The messages in one line; None if there are none."""
        return sentences(self.messages) or None

    @property
    def puzzle(self) -> Puzzle | None:
        """The most probable puzzle, if a board was found."""
        return self.reading.puzzle if self.reading else None

    def __repr__(self) -> str:
        """Say how it ended, and of what, in one line."""
        ending = " ".join(": ".join(filter(None, (self.status, self.message))).split())
        return f"Result({ending}; {self.reading!r})" if self.reading else f"Result({ending})"

    def _repr_png_(self) -> bytes | None:
        return None if self.picture is None else encode_png(self.picture, MARK)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to a file, whole or not at all: its ending chooses the format, also SVG and PDF.

        Raises ValueError if there is no picture, ImageUnwritable if it cannot be written so, or there.
        """
        from vision.vectors.drawing import save_drawing  # noqa: PLC0415 — loads Pillow

        if self.picture is None:
            raise ValueError(f"there is no picture to save: {self}")
        save_drawing(path, self.picture)


class Options(TypedDict, total=False):
    """What may be asked of every picture: see `prove_image`, and for what is usual `prove_reading`."""

    time_limit: float
    repair_limit: float
    overrides: Iterable[Override]
    rule: Rule | None
    as_read: bool
    ignore_entries: bool
    trace: Trace


@one_thread()
def solve_image(
    image: ImageSource, *, board: int | None = None, size: Size | None = None, **asked: Unpack[Options]
) -> Result:
    """Read the puzzle in a picture, solve it and draw the water in; on a page of several boards, in each.

    `image` is a path (str or Path), a file's contents or the file, open in binary; a Pillow picture, or uint8
    (H, W), (H, W, 3) RGB or (H, W, 4) RGBA. Of an animation, given as a path or contents, it is the first
    frame that shows a grid.

    Raises ImageUnreadable or NotPixels when `image` is no picture; whatever one shows ends as a `Result`.
    """
    pixels = pixels_of(image)
    result = prove_image(pixels, board=board, size=size, **asked)
    frame, result = prove_frames(
        image, result, size, lambda other: prove_image(other.pixels, board=board, size=size, **asked)
    )
    return draw_answer(frame.pixels if frame else pixels, result, asked.get("trace", ignore))


def prove_frames(
    image: ImageSource, first: Result, size: Size | None, prove: Callable[[Picture], Result]
) -> tuple[Picture | None, Result]:
    """Return the frame of an animation that is read in place of its first, with what became of it.

    That is where the first shows no grid of cells, and another does; `first` is what became of it, or of a
    picture that does not move. Of a long animation some frames are looked at, spread evenly.
    """
    if not _shows_no_grid(first) or not (frames := frames_of(image)):
        return None, first
    found = find_frame(frames.pictures[1:], size)
    if found is None:
        return None, replace(first, messages=(Message("no_grid_in_frames", frames=frames.looked_at),))
    number, picture = found
    result, what = prove(picture), Message("frame_read", frame=number, frames=frames.total)
    return picture, replace(result, messages=(*result.messages, what))


def _shows_no_grid(result: Result) -> bool:
    return result.reading is None and all(what.code != "no_such_board" for what in result.messages)


@one_thread()
def prove_image(
    pixels: Image, *, board: int | None = None, size: Size | None = None, **asked: Unpack[Options]
) -> Result:
    """Read and solve the puzzles in uint8 (H, W, 3) RGB pixels as `solve_image` does, and draw nothing.

    `time_limit` is the solver's, in seconds of work on a usual computer; `repair_limit` that of looking for
    the likeliest puzzle with exactly one solution, where the one that was read has none or several, and of
    making sure that no other is nearly as likely: 0 answers only what is proved as read.
    `overrides` are what a person says of clues and walls (see `solver.belief.overrides.parse_override`),
    `size` is the board's (rows, cols), if known. `rule` is the puzzle's, which no picture shows: if it is not
    given, the site's. A puzzle of the other is answered only if every clue and wall is certain: nothing is
    repaired. `as_read` says that a person has looked, and the reading is right: nothing is repaired or
    doubted, and the puzzle is answered as one in a text would be.
    `ignore_entries` takes all cells as empty, whatever the player has put in.
    `trace` is called with the name and the product of every stage, as it is done.
    The result is that of the largest board, with those of the `others` on the page in it: each of them has
    all of `repair_limit`, and they share `time_limit` once more. `board` asks for one of them alone, from 1:
    `overrides` and `as_read` speak of that one.

    Raises NotPixels when `pixels` are none.
    """
    checked_pixels(pixels)
    seconds, trace = dict[str, float](), asked.get("trace", ignore)
    with timed(seconds, "read"):
        try:
            page = read(pixels, trace, size, board)
        except BoardNotFound as error:
            return Result("no_puzzle", (error.what,), seconds=seconds)
    result = prove_reading(page, pixels, is_meant=size is not None, **asked)
    return replace(result, seconds=seconds | result.seconds)


def prove_reading(
    page: Reading,
    pixels: Image | None = None,
    *,
    is_meant: bool = False,
    time_limit: float = 30.0,
    repair_limit: float = 2.0,
    overrides: Iterable[Override] = (),
    rule: Rule | None = None,
    as_read: bool = False,
    ignore_entries: bool = False,
    trace: Trace = ignore,
) -> Result:
    """Solve the puzzles that were read, or are known for certain, as `prove_image` does, and draw nothing.

    By the picture, uint8 (H, W, 3) RGB, it is told what keeps a board from being read. `is_meant` says that
    the board is an Aquarium, and whole.
    """
    page = page.with_rule(rule) if rule else page
    page = page.without_marks() if ignore_entries else page
    budgets = Budgets(time_limit, repair_limit, repair_limit or CHECK_LIMIT)
    with timed(seconds := dict[str, float](), "solve"):
        result = _prove_board(page, pixels, overrides, budgets, trace, as_read=as_read, is_meant=is_meant)
        shared = budgets._replace(solving=budgets.solving / max(1, len(page.others)))
        others = tuple(_prove_board(other, pixels, (), shared) for other in page.others)
    if result.status == "solved":
        trace("solution", result.solution)
    messages = (*result.messages, *reasons.left_out(page, result.messages))
    return replace(result, others=others, seconds=seconds, messages=messages)


class Budgets(NamedTuple):
    """Seconds of work that may be spent on a board."""

    solving: float
    repairing: float
    """With 0 nothing is repaired."""
    proving: float
    """And repairing, if anything is."""


def _prove_board(
    seen: Reading,
    pixels: Image | None,
    overrides: Iterable[Override],
    budgets: Budgets,
    trace: Trace = ignore,
    *,
    as_read: bool = False,
    is_meant: bool = False,
) -> Result:
    """Answer one board, or say why not, with the marks that are told of it."""
    result = _answered(seen, pixels, overrides, budgets, trace, as_read=as_read, is_meant=is_meant)
    if seen.is_known or result.reading is None:
        return result
    forced = result.solution.forced if result.solution else None
    return replace(result, reading=result.reading.with_likely_marks(forced))


def _answered(
    seen: Reading,
    pixels: Image | None,
    overrides: Iterable[Override],
    budgets: Budgets,
    trace: Trace,
    *,
    as_read: bool,
    is_meant: bool,
) -> Result:
    """Answer one board, or say why not; it is one, and whole, if a person says that it is meant."""
    try:
        reading = seen.with_overrides(overrides)
    except BadOverride as error:
        return Result("unsure", (error.what,), seen)
    trace("reading", reading)
    if as_read and reasons.is_unread(reading):
        return _unsure(reading, *reasons.defects(reading))
    reading = doubts.taken_as_read(reading) if as_read else reading.of_known_size() if is_meant else reading
    if not reading.is_known and (status := reasons.refusal(reading, is_meant=is_meant)):
        is_correctable = status == "unsure" and not reasons.is_cut(reading)
        asked = doubts.find_doubts(reading) if is_correctable else ()
        result = Result(status, reading=reading, doubts=asked)
    else:
        result = _prove(reading, budgets, is_meant=is_meant or reading is not seen)
    if result.status == "solved":
        said = () if seen.is_known else reasons.as_said(reading)
        return replace(result, messages=(*result.messages, *said))
    if reading.is_known or result.status == "timeout":
        return result
    case = reasons.Case(reading, None if pixels is None else Facts(pixels, reading.board), is_meant)
    return replace(result, messages=reasons.why(case, result.messages))


def _prove(reading: Reading, budgets: Budgets, *, is_meant: bool) -> Result:
    """Answer the puzzle as read if it has one solution, else the likeliest that has; or say why not.

    As read it may have none because it was misread. One with several is never answered as another: there are
    such puzzles.
    """
    seen = reasons.defects(reading)
    if not seen:
        try:
            solution = solve(reading.puzzle, time_limit=budgets.solving)
        except TimedOut as error:
            return Result("timeout", (error.what,), reading)
        except NoSolution as error:
            seen = (error.what,)
        else:
            return _prove_as_read(reading, solution, budgets)
    aquariums = least_probability(reading.evidence, reading.puzzle.regions)
    if seen == NO_SOLUTION and _has_one_if_connected(reading, budgets):  # as likely as what would be repaired
        status: Status = "no_solution" if reading.is_known else "unsure"
        messages = (*seen, Message("one_if_connected"))
        return Result(status, messages, reading, doubts=doubts.find_doubts(reading))
    if blamed := reasons.blamed(reading, seen, aquariums, is_meant=is_meant):
        return Result(*blamed, reading, doubts=doubts.find_doubts(reading))
    return _repair(reading, seen, budgets)


def _has_one_if_connected(reading: Reading, budgets: Budgets) -> bool:
    """Whether a puzzle of the site's rule, as read, has one solution under the other, which may be meant."""
    if reading.puzzle.rule == "connected" or reading.doubted:
        return False
    try:
        return solve(reading.with_rule("connected").puzzle, time_limit=budgets.solving).unique
    except (NoSolution, TimedOut):
        return False


def _prove_as_read(reading: Reading, solution: Solution, budgets: Budgets) -> Result:
    """Answer a puzzle that has a solution, if it is the only one and no other puzzle is nearly as likely."""
    if not solution.unique:
        aquariums = least_probability(reading.evidence, reading.puzzle.regions)
        is_certain = reading.is_known or reasons.is_certain(reading, aquariums)
        return Result(
            *reasons.ambiguous(reading),
            reading,
            solution if is_certain else None,
            doubts=doubts.find_doubts(reading),
            puzzle_certain=is_certain,
        )
    if are_unclear(reading):
        return _unsure(reading, Message("walls_unclear"))
    try:
        return _answer(reading, _proved(reading, solution.water, budgets))
    except NotInTime as error:
        return _unsure(reading, error.what)
    except NotProved as error:
        return _unsure(reading, error.what)


def _proved(reading: Reading, water: Water, budgets: Budgets) -> Proved:
    """Return the puzzle as read with its only solution, if no other is nearly as likely.

    Which others have the same water is known of those of the site's rule alone.

    Raises NotProved: when another is.
    """
    puzzle, is_connected = reading.puzzle, reading.puzzle.rule == "connected"
    evidence = reading.evidence if is_connected else reading.repairable()
    as_read = hypothesis_of(evidence, puzzle, water)
    if is_connected:
        if reasons.maybe_cut(reading):
            raise NotProved(Message("not_worked_out"))
        return prove_as_read(evidence, as_read, reading.alternatives)
    return prove(evidence, as_read, Deadline(budgets.proving), reading.alternatives)


def _repair(reading: Reading, seen: tuple[Message, ...], budgets: Budgets) -> Result:
    """Answer the likeliest puzzle with one solution, if no other is nearly as likely."""
    why_not = reasons.why_not_repaired(reading) if budgets.repairing else Message("repairs_off")
    if not why_not:
        evidence, deadline = (
            reading.repairable(is_unread=reasons.is_unread(reading)),
            Deadline(budgets.proving),
        )
        try:
            hypothesis = find_hypothesis(evidence, deadline)
            return _answer(reading, prove(evidence, hypothesis, deadline, reading.alternatives))
        except NotProved as error:
            why_not = error.what
    return _unsure(reading, *seen, why_not)


def _answer(reading: Reading, proved: Proved) -> Result:
    """Return the answer, unless it has no water: rings, and numbers in blurred discs, all look like zeros."""
    if not (reading.is_known or any(map(any, proved.hypothesis.water))):
        return _unsure(reading, Message("only_zeros"))
    answered, water = replace(reading, puzzle=proved.hypothesis.puzzle), proved.hypothesis.water
    repairs = doubts.explain_repairs(proved.repaired(reading.evidence), proved.confidence_of, reading)
    return Result(
        "solved",
        () if proved.is_bound else (Message("estimated"),),
        reading=answered,
        solution=Solution(water, unique=True, forced=water),
        repairs=repairs,
        doubts=doubts.doubts_beside(answered, proved.open_places - {repair.place for repair in repairs}),
        puzzle_certain=proved.is_puzzle_certain,
    )


def _unsure(reading: Reading, *seen: Message) -> Result:
    return Result("unsure", seen, reading, doubts=doubts.find_doubts(reading))


def draw_answer(image: Image, result: Result, trace: Trace = ignore) -> Result:
    """Return the result with the picture, uint8 (H, W, 3), its water and mistakes drawn in, if solved."""
    solved = [
        (one.reading, one.solution.water, one.puzzle_certain)
        for one in (result, *result.others)
        if one.status == "solved" and one.reading and one.solution
    ]
    if not solved:
        return result
    with timed(seconds := dict(result.seconds), "draw"):
        picture = draw_answers(image, solved)
    trace("picture", picture)
    return replace(result, picture=picture, seconds=seconds)


def solve_puzzle(
    puzzle: Puzzle, *, marks: Known | None = None, time_limit: float = 30.0, trace: Trace = ignore
) -> Result:
    """Solve a puzzle that is known for certain and draw the water into a clean picture of it.

    `marks` is what the player has put, marks[row][col]: the picture shows it, and the result treats it as if
    read from there.

    Raises InvalidPuzzle when its rows, clues and aquariums do not make a board.
    """
    page, reading = read_written(puzzle, None if marks is None else marks_of(marks))
    return draw_answer(page, prove_reading(reading, time_limit=time_limit, trace=trace), trace)
