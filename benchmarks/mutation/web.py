"""Mutants of the room `web`: who is let in, what is taken, and what is given up."""

from benchmarks.mutants import Mutant

POOL = "app/batch/pool.py"
ROUTES, WORK, SERVICE = "app/web/routes.py", "app/web/work.py", "app/service.py"
OF_CANCEL = "tests/app/web/test_pool_cancel.py"
OF_API, OF_REFUSALS = "tests/app/web/test_api.py", "tests/app/web/test_refusals.py"
OF_REPLIES = "tests/app/web/test_replies.py"
OF_PICTURES, OF_TEXTS = "tests/app/web/test_pictures.py", "tests/app/test_fixed_texts.py"

MUTANTS: tuple[Mutant, ...] = (
    # What nobody waits for is given up, and only that
    Mutant(POOL, "and not future.cancel():", "and False:", OF_CANCEL),
    Mutant(POOL, "            cancelling.tell()\n", "            pass\n", OF_CANCEL),
    Mutant(POOL, "wait(of_worker, LAST_SECONDS)", "wait(of_worker, 0)", OF_CANCEL),
    Mutant(POOL, "if ready == [cancelled] and not wait(of_worker, LAST_SECONDS):", "if False:", OF_CANCEL),
    Mutant(POOL, "max(0.0, end - time.monotonic())", "GRACE_SECONDS", OF_CANCEL),
    # How many may wait, and how much each may send
    Mutant(ROUTES, "if self._waiting >= self._settings.most_waiting:", "if False:", OF_REFUSALS),
    Mutant(ROUTES, "            self._waiting -= 1\n", "            pass\n", OF_REFUSALS),
    Mutant(ROUTES, "if too_large := len(contents) > most:", "if too_large := False:", OF_REFUSALS),
    Mutant(ROUTES, "            self._pool.cancel(future)\n", "            pass\n", OF_REFUSALS),
    # What is asked is what is done, and nothing that was not proved is told
    Mutant(WORK, "if ask.page > len(pages):", "if False:", OF_API),
    Mutant(WORK, "        overrides=ask.overrides,\n", "", OF_API),
    Mutant(WORK, "        marks=ask.marks,\n", "", OF_API),
    Mutant(
        WORK, "if reply.code != 200 or outcome.picture is None:", "if outcome.picture is None:", OF_PICTURES
    ),
    Mutant("app/outcome.py", "or water is None or not outcome.puzzle_certain:", "or water is None:", OF_API),
    Mutant("app/web/replies.py", "if is_text and status ==", "if False and status ==", OF_REFUSALS),
    Mutant("app/sources.py", "    if len(put) != cells:\n", "    if len(put) < cells:\n", OF_API),
    Mutant("app/service.py", "if answer and not request.draws:", "if answer:", OF_PICTURES),
    # Messages name what can be said here, and nothing that was quoted
    Mutant("app/web/replies.py", "(ADVICE.get(part, part)", "(part", OF_REPLIES),
    Mutant("app/web/replies.py", """(?<!['\\"=])--""", "--", OF_REPLIES),
    # A text is corrected as a picture is
    Mutant(
        "vision/reading/reading.py",
        "below.reshape(rows - 1, cols))",
        "below)",
        "tests/app/test_said_by_people.py",
    ),
    Mutant(SERVICE, "source.reading.with_overrides(request.overrides)", "source.reading", OF_TEXTS),
    Mutant("pipeline.py", "    if loose := loose_walls(reading):\n", "    if loose := []:\n", OF_TEXTS),
    Mutant("app/outcome.py", 'self.is_text and self.status != "unsure"', "self.is_text", OF_TEXTS),
    Mutant(
        "vision/reading/reading.py",
        "replace(most_probable(evidence, walls), rule=self.puzzle.rule)",
        "most_probable(evidence, walls)",
        OF_TEXTS,
    ),
)
