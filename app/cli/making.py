"""New puzzles, one or many: pictures, texts, or a booklet to print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from vision.drawing.drawing import Drawing
from vision.files.errors import ImageUnwritable
from vision.files.save import MARK, replace_file
from vision.vectors.booklet import Entry, booklet_pages
from vision.vectors.drawing import TITLE

from ..errors import UsageError
from ..inputs.naming import DRAWN_SUFFIX, exists, free_name, is_picture, new_puzzle_name
from ..inputs.plan import DOCUMENT_SUFFIX, check_ending, check_target, make_folder
from ..outcome import format_error
from ..request import Request
from ..service import process
from ..status import exit_code
from ..tasks import Task
from ..tasks.new import make_puzzle
from .console import echo_error, end
from .printing import Printing
from .progress import Progress
from .running import check_streams, run, usage_errors

INTERRUPTED = exit_code("interrupted")


def run_new(
    size: tuple[int, int],
    seeds: Sequence[int],
    request: Request,
    printing: Printing,
    *,
    output: str | None = None,
) -> int:
    """Make a puzzle of so many rows and columns from each seed, draw or print it; return the exit code."""
    made = dict(request.task.options)
    grade, form = str(made["grade"]), made["form"]
    exclusive = {"--json": printing.as_json, "--format": form is not None}
    check_streams(output, exclusive)
    folder = None
    if len(seeds) > 1 and output is not None:
        with usage_errors():
            if output.lower().endswith(DOCUMENT_SUFFIX):
                return _make_booklet(Making(size, grade, seeds), request, printing, Path(output))
            folder = _folder(output)
    code = 0
    for seed in seeds:
        with usage_errors():
            address = make_puzzle(*size, grade, seed)
        name, place = new_puzzle_name(*size, grade, seed), output
        if folder is not None:
            place = str(folder / name)
        elif not (form or output or printing.is_data):
            place = free_name(name, DRAWN_SUFFIX)
        asked = replace(request, task=Task(request.task.name, **{**made, "seed": seed}))
        code = max(code, run((address,), asked, printing, output=place, exclusive=exclusive))
        if code == INTERRUPTED:
            break
    return code


def _folder(output: str) -> Path:
    """Return the folder for several puzzles; UsageError if one picture is named, or it cannot be made."""
    path, said = Path(output), f"-o {output}"
    if not exists(path, folder=True) and (is_picture(path) or path.suffix.lower() == ".svg"):
        seen = f"{said} names one picture, and there will be several"
        raise UsageError(seen, "name a folder or a PDF, as in: -o puzzles/")
    make_folder(path, said)
    return path


@dataclass(frozen=True, slots=True)
class Making:
    """What puzzles a booklet has."""

    size: tuple[int, int]
    grade: str
    seeds: Sequence[int]


def _make_booklet(making: Making, request: Request, printing: Printing, target: Path) -> int:
    """Make puzzles and write them and their solutions as one document, when all are made."""
    from vision.vectors.pdf import encode_pdf  # noqa: PLC0415 — loads pikepdf

    said = f"-o {target}"
    check_ending(target, said)
    check_target(target, said, None)
    entries, progress = [], Progress(len(making.seeds))
    try:
        with progress:
            for seed in making.seeds:
                entries.append(_entry(making, request, seed))
                progress.done("made")
    except KeyboardInterrupt:
        raise click.Abort from None
    try:
        replace_file(target, encode_pdf(booklet_pages(entries), MARK, TITLE))
    except ImageUnwritable as error:
        return end("unsaved", f"{target}: {format_error(error)}")
    if not printing.quiet:
        first, last = making.seeds[0], making.seeds[-1]
        echo_error(f"{len(entries)} puzzles, {making.grade}, seeds {first} to {last} → {target}")
    return 0


def _entry(making: Making, request: Request, seed: int) -> Entry:
    """Make a puzzle and solve it once more, to draw it without and with its water."""
    address = make_puzzle(*making.size, making.grade, seed)

    look = {name: value for name, value in request.task.options if name in ("water", "opacity")}

    def drawn(**options: bool) -> Drawing:
        answer = process(address, Task("draw", **options, **look), request.limits).answer
        if answer is None or answer.drawing is None:
            raise UsageError(f"the puzzle of seed {seed} was not solved in time", "choose another --seed")
        return answer.drawing

    rows, cols = making.size
    label = f"{rows}×{cols}, {making.grade.replace('-', ' ')}, seed {seed}"
    return Entry(label, drawn(), drawn(solution=True))
