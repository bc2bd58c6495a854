"""The commands for pictures, texts and new puzzles: solve, which may be left out, check, hint and others."""

from functools import partial
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from ..request import LIMITS_OF_NEW, Request
from ..tasks import FORMS, GRADES, LEVELS, SEEDS, Task
from .about import OTHERS
from .parameters import (
    ABOUT_PICTURES,
    ABOUT_TEXTS,
    BATCH,
    COPY,
    FILTER,
    IGNORE_ENTRIES,
    JSON,
    MESSAGES,
    PASTED,
    PLAIN_JSON,
    REQUEST,
    REQUEST_OF_MANY,
    SHOW,
    STYLE,
    STYLE_OF_ENTRIES,
    VERSION_FLAG,
    Given,
    Option,
    Parameters,
    answer_flag,
    answer_option,
    batch_of,
    board_size,
    command,
    doubt_flag,
    filter_of,
    output_option,
    pictures_argument,
    printing_of,
    request_of,
    style_of,
    typed,
    work_option,
)

MOST_NEW = 1000
"""New puzzles that can be asked for at a time."""
puzzle_option = partial(Option, "Puzzle")
SMALLEST, LARGEST = 8, 200
"""Pixels per cell that can be asked for."""
OF_PLAYERS: Parameters = [IGNORE_ENTRIES, PASTED, *SHOW, *REQUEST, *BATCH, JSON, *MESSAGES]
"""What commands that look at a player's entries have besides their own."""
OF_TEXTS: Parameters = [PASTED, COPY, *REQUEST, PLAIN_JSON, *MESSAGES]
"""What commands that print text have besides their own."""


def _run(
    given: Given, task: Task, own: Parameters | None = None, *, separator: str | None = None, **rest: Any
) -> int:
    """Do a task with the pictures that are named, and return the exit code; `rest` as for `run.run`.

    `own` are the options of this command alone; None of the command that may be left out.
    """
    words = () if own is None else (task.name, *typed(own, given))
    printing = printing_of(given, words, separator)
    request, batch = request_of(given, task), batch_of(given)
    from .run import run  # noqa: PLC0415 — loads what reads pictures

    names = ("output", "paste", "debug", "show_reading")
    places = {name: given[name] for name in names if name in given} | {"file_filter": filter_of(given)}
    source = click.get_current_context().get_parameter_source("output")
    if not printing.draws and source is ParameterSource.DEFAULT_MAP:
        places["output"] = None  # pictures are configured to be drawn there, but none is wanted
    return run(given["pictures"], request, printing, batch=batch, **places, **rest)


@command(
    "solve",
    f"""\
Reads Aquarium puzzles from pictures, solves them and draws the water in.

{ABOUT_PICTURES} {ABOUT_TEXTS}
The picture itself is never changed; the answer is a new file beside it.

  aquarium shot.png                  writes shot.solved.png
  aquarium shot.png -o answer.jpg    another name or format; also .svg, .pdf
  aquarium scan.pdf -o solved.pdf    all pages in one PDF
  aquarium shots/ -o out/            all pictures of a folder, with a report
  aquarium shot.png --json           what was read and solved, on one line
  aquarium - -o - < a.png > b.png    in a pipe

Other commands; each has a help page, as in aquarium hint --help:

{OTHERS}""",
    [
        pictures_argument(),
        output_option("NAME.solved.png beside the picture"),
        JSON,
        answer_flag("--text", "as_text", help="Print the puzzle and its water as text; draw only with -o."),
        answer_flag("--share", help="Print the water as emoji, and the puzzle's address; draw only with -o."),
        answer_option(
            "--solutions",
            type=click.IntRange(min=1),
            metavar="N",
            help="Print up to N solutions; the picture shows what they all share.",
        ),
        *STYLE,
        *STYLE_OF_ENTRIES,
        IGNORE_ENTRIES,
        PASTED,
        *SHOW,
        work_option(
            "--debug", type=click.Path(), metavar="DIR", help="Write a picture of each stage to this folder."
        ),
        *REQUEST,
        doubt_flag("--show-reading", help="If a picture is refused, draw what was read: NAME.reading.png."),
        *BATCH,
        VERSION_FLAG,
        *MESSAGES,
    ],
)
def solve(given: Given) -> int:
    printed = {"--text": given["as_text"], "--share": given["share"], "--solutions": bool(given["solutions"])}
    # With --json, what these print is in the JSON.
    exclusive = {"--json": True} if given["as_json"] else printed
    task = Task("solve")
    if given["solutions"] is not None:
        task = Task("solutions", most=given["solutions"])
    return _run(given, task, exclusive=exclusive)


OF_CHECK: Parameters = [
    answer_flag("--rules-only", help="Check only the rules, without giving away the solution.")
]


@command(
    "check",
    f"""\
Finds the wrong cells among the water and crosses that you entered, and marks them.

{ABOUT_PICTURES} {ABOUT_TEXTS}

  aquarium check shot.png                what is wrong, and how much is done
  aquarium check shot.png --rules-only   only which rule is broken so far
""",
    [pictures_argument(), output_option("NAME.checked.png beside the picture"), *OF_CHECK, *OF_PLAYERS],
)
def check(given: Given) -> int:
    return _run(given, Task("check", rules_only=given["rules_only"]), OF_CHECK)


OF_HINT: Parameters = [
    answer_option(
        "--level",
        type=click.Choice(LEVELS),
        default=LEVELS[0],
        show_default=True,
        help="How much to tell: where to look, also the cells, or also the reason.",
    )
]


@command(
    "hint",
    f"""\
Gives the next step from where you are: where to look, which cells, and why. The easiest step for a person
is chosen. Mistakes among your entries are named first.

{ABOUT_PICTURES} {ABOUT_TEXTS}

  aquarium hint shot.png                  where to look
  aquarium hint shot.png --level cell     also which cells
  aquarium hint shot.png --level reason   also why
""",
    [pictures_argument(), output_option("NAME.hint.png beside the picture"), *OF_HINT, *OF_PLAYERS],
)
def hint(given: Given) -> int:
    return _run(given, Task("hint", level=given["level"]), OF_HINT)


OF_EXPLAIN: Parameters = [
    answer_option("--gif", type=click.Path(), metavar="FILE", help="Write an animation."),
    answer_flag("--from-marks", help="Start from your correct entries instead of the empty board."),
]


@command(
    "explain",
    f"""\
Explains the whole solution step by step, as a person would find it, and says how hard it is.

{ABOUT_PICTURES} {ABOUT_TEXTS}

  aquarium explain shot.png                  the steps, from the empty board
  aquarium explain shot.png --from-marks     from what you have entered
  aquarium explain shot.png --gif film.gif   the water poured in that order
""",
    [pictures_argument(), *OF_EXPLAIN, *STYLE, *OF_TEXTS],
)
def explain(given: Given) -> int:
    documents = {} if given["gif"] is None else {"gif": given["gif"]}
    task = Task("explain", from_marks=given["from_marks"], documents=tuple(documents))
    return _run(given, task, OF_EXPLAIN, documents=documents)


USUAL_FORM = next(iter(FORMS))
"""Of a text, also in a file that is called `.txt`."""


def form_of(name: str | None) -> str | None:
    """Return the form that the name of a file of text asks for, None if it is no such name."""
    ending = Path(name or "").suffix[1:].lower()
    return USUAL_FORM if ending == "txt" else ending if ending in FORMS else None


OF_READ: Parameters = [
    answer_option(
        *("-o", "--output", "txt"), type=click.Path(), metavar="FILE", help="Write the text to this file."
    ),
    answer_option(
        *("--format", "form"),
        type=click.Choice(list(FORMS)),
        help="The form of the text. Default: the one that FILE ends in, else text.",
    ),
    answer_flag("--doubtful", help="Also write what is in doubt, as ? among walls, to correct it by hand."),
]


@command(
    "read",
    f"""\
Prints the puzzle in a picture as text. Nothing is printed unless it was read with certainty, or what is
doubtful is asked for.

{ABOUT_PICTURES} {ABOUT_TEXTS}

  aquarium read shot.png -o puzzle.txt           to keep, and to draw again
  aquarium read shot.png --format puzzlink       to play it at puzz.link
  aquarium read puzzle.txt --format unicode      one form into another
  aquarium read shot.png --doubtful -o p.txt     to correct and solve

Forms:

  text        clues, a blank line, the number of each cell's aquarium
  task        the site's own: clues;aquariums on one line
  walls       a matrix of x (wall), . (no wall) and 0 (cell)
  numbers     a matrix of 9 (wall), 8 (no wall) and 0 (cell)
  puzzlink    an address of puzz.link
  json        one line, with the water and your entries
  unicode     a drawing in box characters
""",
    [pictures_argument(), *OF_READ, *OF_TEXTS],
)
def read(given: Given) -> int:
    # What is in doubt is a matrix in any file.
    usual = None if given["doubtful"] else form_of(given["txt"])
    form = given["form"] or usual or USUAL_FORM
    documents = {} if given["txt"] in (None, "-") else {"txt": given["txt"]}
    task = Task("read", form=form, doubtful=given["doubtful"], documents=tuple(documents))
    separator = "" if form == "json" else "\n"
    return _run(given, task, OF_READ, separator=separator, documents=documents)


OF_DRAW: Parameters = [
    answer_flag("--solution", help="Draw the water in."),
    answer_option(
        "--pitch",
        type=click.IntRange(SMALLEST, LARGEST),
        metavar="PIXELS",
        help="Pixels per cell. Default: depends on the size of the board.",
    ),
]


@command(
    "draw",
    """\
Draws a clean picture of a puzzle that is given as text.

TEXT is a file of any form that `aquarium read` writes, - for standard input, or the text itself where it is
an address of puzz.link, a task string, or JSON. A picture is read first, then redrawn.

  aquarium draw puzzle.txt                     writes puzzle.png beside it
  aquarium draw puzzle.txt --solution          with the water in
  aquarium draw "https://puzz.link/p?..."        writes puzzle.png here
  aquarium read shot.png | aquarium draw -     a photograph made clean
""",
    [
        pictures_argument("TEXT..."),
        output_option("NAME.png beside the text, or puzzle.png"),
        *OF_DRAW,
        *STYLE,
        IGNORE_ENTRIES,
        PASTED,
        *SHOW,
        *REQUEST,
        JSON,
        *MESSAGES,
    ],
)
def draw(given: Given) -> int:
    return _run(given, Task("draw", solution=given["solution"], pitch=given["pitch"]), OF_DRAW)


@command(
    "new",
    """\
Makes a puzzle that has exactly one solution, of the difficulty you choose, and draws it.

  aquarium new 10                               10x10 cells, a picture
  aquarium new 15x15 --grade hard --seed 7      the same one every time
  aquarium new 15x15 -n 20 -o book.pdf          a booklet, with solutions
  aquarium new 6x6 --format puzzlink            an address, no picture
  aquarium new 10x10 -o puzzle.txt              a text in a file
""",
    [
        click.Argument(["size"], metavar="ROWSxCOLS", callback=board_size),
        output_option("aquarium-ROWSxCOLS-GRADE-SEED.png"),
        puzzle_option(
            "--grade",
            type=click.Choice(GRADES),
            default="normal",
            show_default=True,
            help="How hard the puzzle is.",
        ),
        puzzle_option(
            "--seed",
            type=click.IntRange(min=0),
            metavar="N",
            help="Same size, grade and seed: same puzzle. Default: random.",
        ),
        puzzle_option(
            *("-n", "--count"),
            type=click.IntRange(1, MOST_NEW),
            default=1,
            show_default=True,
            metavar="N",
            help="How many puzzles; each takes the next seed.",
        ),
        answer_option(
            *("--format", "form"),
            type=click.Choice(list(FORMS)),
            help="Print the puzzle in this form instead of drawing it.",
        ),
        answer_flag("--solution", help="Draw the water in."),
        *STYLE,
        *SHOW,
        JSON,
        *MESSAGES,
    ],
)
def new(given: Given) -> int:
    import secrets  # noqa: PLC0415 — loads what encrypts

    made = {name: given[name] for name in ("grade", "seed", "solution")}
    of_file = form_of(output := given["output"])
    form = given["form"] or of_file
    if of_file and given["count"] > 1:
        raise click.UsageError(f"-o {output} takes one puzzle; leave out -n, or name a folder or a PDF")
    if form and (made["solution"] or not (of_file or output is None)):
        raise click.UsageError("a text is without a picture; leave out --solution, and -o or its ending")
    first = secrets.randbelow(SEEDS) if made["seed"] is None else made["seed"]
    task = Task("new", **made, form=form, documents=("txt",) if of_file else ())
    request = Request(task, LIMITS_OF_NEW, style_of(given))
    from .new import run_new  # noqa: PLC0415 — loads what reads pictures

    seeds = range(first, first + given["count"])
    return run_new(given["size"], seeds, request, printing_of(given, ("draw",)), output)


@command(
    "watch",
    """\
Solves the pictures in a folder, then each new one, until you press Ctrl-C.

A picture is read when it is complete: fully copied, moved in, or renamed from a temporary name. Solved
pictures are not solved again. Reports are written when it stops.

  aquarium watch shots/ -o out/               a folder of screenshots
  aquarium watch //server/in -o out/ --poll   a network drive
""",
    [
        click.Argument(["folder"], type=click.Path(), metavar="FOLDER"),
        answer_option(
            *("-o", "--output"),
            type=click.Path(),
            required=True,
            metavar="DIR",
            help="Folder for answers and reports.",
        ),
        Option("Work", "--poll", is_flag=True, help="List the folder repeatedly, as network drives need."),
        *STYLE,
        *STYLE_OF_ENTRIES,
        IGNORE_ENTRIES,
        *FILTER,
        *REQUEST_OF_MANY,
        PLAIN_JSON,
        *MESSAGES,
    ],
)
def watch(given: Given) -> int:
    request = request_of(given, Task("solve"))
    from .run import run_watch  # noqa: PLC0415 — loads what reads pictures

    where, printing = (given["folder"], given["output"]), printing_of(given)
    return run_watch(*where, request, printing, file_filter=filter_of(given), poll=given["poll"])
