"""Mutants of the room `web`: who is let in, what is taken, and what is given up."""

from benchmarks.mutants import Mutant

POOL = "app/batch/pool.py"
OF_CANCEL = "tests/app/web/test_pool_cancel.py"

MUTANTS: tuple[Mutant, ...] = (
    # What nobody waits for is given up, and only that
    Mutant(POOL, "and not future.cancel():", "and False:", OF_CANCEL),
    Mutant(POOL, "            cancelling.tell()\n", "            pass\n", OF_CANCEL),
    Mutant(POOL, "wait(of_worker, LAST_SECONDS)", "wait(of_worker, 0)", OF_CANCEL),
    Mutant(POOL, "if ready == [cancelled] and not wait(of_worker, LAST_SECONDS):", "if False:", OF_CANCEL),
    Mutant(POOL, "max(0.0, end - time.monotonic())", "GRACE_SECONDS", OF_CANCEL),
)
