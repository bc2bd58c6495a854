"""Mutants of the room `service`: process, tasks, outcomes, and the command line."""

from benchmarks.mutants import Mutant

STATUS, OUTCOME, SERVICE, JOB = "app/status.py", "app/outcome.py", "app/service.py", "app/batch/job.py"
SOURCES, EMBEDDED = "app/sources.py", "app/embedded.py"
HINT, CHECK, DRAW = "app/tasks/hint.py", "app/tasks/check.py", "app/tasks/draw.py"
OF_CERTAINTY, OF_MISFITS = "tests/app/test_certainty.py", "tests/app/test_misfits.py"
OF_UNCLEAR = "tests/app/tasks/test_unclear.py"
OF_BOARDS = "tests/app/cli/test_boards.py"
OF_SERVICE, OF_CONSOLE = "tests/app/test_service.py", "tests/app/cli/test_console.py"

MUTANTS: tuple[Mutant, ...] = (
    # Severity and exit codes
    Mutant(
        STATUS,
        "SEVERITY = (0, 2, 3, 4, 5, 6, 1, 130)",
        "SEVERITY = (0, 1, 2, 3, 4, 5, 6, 130)",
        "tests/app/cli/test_main.py",
    ),
    Mutant(STATUS, '"unsure": 4', '"unsure": 5', OF_SERVICE, "tests/app/cli/test_main.py"),
    Mutant(
        OUTCOME,
        '"unsaved" if self.unsaved else answered or self.status',
        "answered or self.status",
        OF_SERVICE,
    ),
    # Mistakes: a line for each row and kind, and the same ones where the water is drawn
    Mutant(
        "app/tasks/judge.py",
        "groups.setdefault((row, self.marks[row][col]), [])",
        "groups.setdefault((row, None), [])",
        "tests/app/tasks/test_check.py",
    ),
    Mutant(
        "app/tasks/solve.py",
        '"mistakes": judgement.mistake_fields()',
        '"mistakes": []',
        "tests/app/tasks/test_check.py",
    ),
    # Nothing is told that was not proved
    Mutant(
        OUTCOME,
        'self.result.solution if self.result and self.status == "solved" else None',
        "self.result.solution if self.result else None",
        "tests/app/tasks/test_solutions.py",
        OF_CONSOLE,
    ),
    Mutant(SERVICE, 'note="" if is_part else outcome.note', "note=outcome.note", OF_BOARDS),
    Mutant(SERVICE, 'board.status != "no_puzzle" and reading is', "reading is", OF_BOARDS),
    Mutant(SERVICE, "reading is not None and not is_uniform(reading)", "reading is not None", OF_BOARDS),
    Mutant(SERVICE, "or (is_puzzle and large)", "or is_puzzle", OF_BOARDS),
    Mutant(
        OUTCOME, "for board in self.boards if board.counts)", "for board in self.boards if False)", OF_BOARDS
    ),
    Mutant(SERVICE, "if known or all(", "if True or all(", OF_SERVICE),
    Mutant(SOURCES, "return _drawn_unquoted(text", "return _drawn(text", "tests/app/test_sources.py"),
    Mutant(
        SOURCES,
        "Source(picture) if overrides else _noted(picture, size)",
        "_noted(picture, size)",
        "tests/app/test_embedded.py",
    ),
    # A note is believed as far as the picture bears it out
    Mutant(
        SOURCES,
        "        vision.contradicts(picture.pixels, one.reading, one.water) for one in every",
        "        False for one in every",
        "tests/app/test_embedded.py",
    ),
    Mutant(EMBEDDED, "RecursionError, OverflowError)", "RecursionError)", "tests/app/test_embedded.py"),
    *(
        Mutant("vision/reading/agreement.py", *change, "tests/app/test_embedded.py")
        for change in (
            ("if not _is_within(image, told.board):", "if False:"),
            ("wet, image, hidden = image, bare, False", "pass"),
            ("if _has_other_clues(seen, told) or", "if"),
            ("> HIDDEN_WALLS * sides * hidden", "> HIDDEN_WALLS * sides"),
            ("> HIDDEN_MARKS * cells * hidden", "> HIDDEN_MARKS * cells"),
        )
    ),
    # A puzzle that could be otherwise is told to nobody
    Mutant(
        *("app/tasks/__init__.py", 'TaskKind(("text",), needs_puzzle=True', 'TaskKind(("text",)'),
        OF_CERTAINTY,
    ),
    Mutant("app/tasks/__init__.py", '".hint.png", needs_puzzle=True', '".hint.png"', OF_CERTAINTY),
    Mutant("app/tasks/__init__.py", ' or bool(dict(self.options).get("rules_only"))', "", OF_CERTAINTY),
    Mutant(
        OUTCOME, "puzzle = self.puzzle if self.puzzle_certain else None", "puzzle = self.puzzle", OF_CERTAINTY
    ),
    Mutant(OUTCOME, "(was_read and self.result.puzzle_certain)", "was_read", OF_CERTAINTY),
    Mutant(
        SERVICE,
        'result.status == "solved" and result.puzzle_certain',
        'result.status == "solved"',
        OF_CERTAINTY,
    ),
    Mutant(
        "app/cli/printer.py",
        "tells_puzzle = self.options.as_text or self.options.share",
        "tells_puzzle = self.options.as_text",
        OF_CERTAINTY,
    ),
    Mutant("solver/formats/json.py", 'fields.get("puzzle_certain") is False', "False", OF_CERTAINTY),
    # What is offered to a person
    Mutant("app/cli/advice.py", "return doubt.confidence < NEARLY_CERTAIN", "return True", OF_CONSOLE),
    Mutant("app/cli/advice.py", "    if reading.too_large or ", "    if ", OF_CERTAINTY),
    Mutant(
        "app/cli/advice.py",
        "NUMBER if doubt.otherwise == NO_CLUE else doubt.otherwise",
        "doubt.otherwise",
        OF_CONSOLE,
    ),
    Mutant(SERVICE, "        if _proved(", "        if False and _proved(", OF_MISFITS),
    Mutant(SERVICE, "*([said] if len(said) > 1 else [])", "", OF_MISFITS),
    Mutant(
        SERVICE,
        'overrides=rest), board, ignore, seen).status == "solved"',
        'overrides=rest), board, ignore, seen).status != "unsure"',
        OF_MISFITS,
    ),
    Mutant(
        "pipeline.py",
        "_prove_as_read(reading, limits[0]) if as_read else",
        "_prove_as_read(reading, limits[0]) if False else",
        "tests/test_proof.py",
    ),
    Mutant(
        "pipeline.py",
        "    if unread(reading):\n        return _unsure",
        "    if False:\n        return _unsure",
        "tests/test_proof.py",
    ),
    Mutant("app/request.py", '            "as_read": self.as_read,\n', "", OF_SERVICE),
    # Cells of which cannot be told what is put there
    Mutant(
        "solver/formats/annotated.py",
        "CROSS: False, UNCLEAR: None}",
        "CROSS: False, UNCLEAR: True}",
        OF_UNCLEAR,
    ),
    Mutant("app/tasks/judge.py", "return None if unclear else True", "return True", OF_UNCLEAR),
    Mutant("app/tasks/judge.py", "return not self.unclear and all(", "return all(", OF_UNCLEAR),
    Mutant("app/embedded.py", "water, unclear_of(marks)", "water", OF_UNCLEAR),
    Mutant("app/tasks/hint.py", "if not unclear or step.contradicts:", "if True:", OF_UNCLEAR),
    # Whatever happens to one picture, there is an outcome
    Mutant(SERVICE, "except Exception as error:  # a page", "except OSError as error:  # a page", OF_SERVICE),
    Mutant(
        SERVICE,
        "    except UsageError:\n        raise\n",
        "",
        OF_SERVICE,
    ),
    Mutant(
        JOB,
        "message=message, unsaved=True",
        "message=message",
        "tests/app/cli/test_options.py",
    ),
    # Tasks
    Mutant(
        HINT,
        '"nudge": ("water", "air", "because", "chain")',
        '"nudge": ("because", "chain")',
        "tests/app/tasks/test_hint.py",
    ),
    Mutant(HINT, 'if not wrong or level != "nudge":', "if True:", "tests/app/tasks/test_hint.py"),
    Mutant(
        HINT,
        'if level != "nudge" and not step.contradicts:',
        "if not step.contradicts:",
        "tests/app/tasks/test_hint.py",
    ),
    Mutant(
        "app/tasks/judge.py",
        "None not in (mark, wet) and mark != wet",
        "mark != wet",
        "tests/app/tasks/test_check.py",
    ),
    Mutant(CHECK, '"mistaken" if wrong else "answered"', '"answered"', "tests/app/tasks/test_check.py"),
    Mutant(
        DRAW,
        "reading=page_reading, is_puzzle=True",
        "reading=page_reading",
        "tests/app/tasks/test_draw.py",
        OF_SERVICE,
    ),
    Mutant(
        "app/tasks/read.py",
        'if result.status not in ("solved", "ambiguous") or result.puzzle is None:',
        "if result.puzzle is None:",
        "tests/app/tasks/test_read.py",
    ),
    # The command line
    Mutant(
        "app/cli/running.py",
        '{**exclusive, "-o -": output == STREAM}.items()',
        "exclusive.items()",
        "tests/app/cli/test_options.py",
    ),
    Mutant(
        "app/cli/running.py",
        'raise click.UsageError(f"{place}{error.message}{advice}") from None',
        "raise",
        "tests/app/cli/test_options.py",
    ),
    Mutant(
        "app/cli/printer.py",
        "if (board.exit_code and board.counts) or not self.options.quiet:",
        "if not self.options.quiet:",
        OF_CONSOLE,
    ),
    Mutant("app/request.py", "**dict(self.task.options),", "", OF_SERVICE),
    # A film takes no longer to draw than it may
    Mutant(
        "app/tasks/explain.py",
        "shown = min(shown, frames_in(time_limit, image, result.reading.board))",
        "shown = shown",
        "tests/app/tasks/test_explain.py",
    ),
)
