"""Mutants of the room `service`: process, tasks, outcomes, and the command line."""

from benchmarks.mutants import Mutant

STATUS, OUTCOME, SERVICE, JOB = "app/status.py", "app/outcome.py", "app/service.py", "app/batch/job.py"
SOURCES, EMBEDDED = "app/sources.py", "app/embedded.py"
HINT, CHECK, DRAW = "app/tasks/hint.py", "app/tasks/check.py", "app/tasks/draw.py"
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
    # Nothing is told that was not proved
    Mutant(
        OUTCOME,
        'self.result.solution if self.result and self.status == "solved" else None',
        "self.result.solution if self.result else None",
        "tests/app/tasks/test_solutions.py",
        OF_CONSOLE,
    ),
    Mutant(SERVICE, "write_note(result) if is_certain else", "write_note(result) if result else", OF_SERVICE),
    Mutant(
        SOURCES,
        "None if is_overridden else _noted(picture, size)",
        "_noted(picture, size)",
        "tests/app/test_embedded.py",
    ),
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
        "sum(exclusive.values()) + (output == STREAM) > 1",
        "sum(exclusive.values()) > 1",
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
        "if outcome.exit_code or not options.quiet:",
        "if not options.quiet:",
        OF_CONSOLE,
    ),
    Mutant("app/request.py", "**dict(self.task.options),", "", OF_SERVICE),
)
