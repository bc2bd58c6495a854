"""How many cores may be kept busy: those that the system grants this process."""

import os
import subprocess
import sys

import pytest

PROGRAM = (
    "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}); "
    "from app.batch.cores import usable_cores; print(usable_cores())"
)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system binds no process to cores")
def test_cores_that_are_taken_from_the_process_are_not_counted():
    run = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert run.stdout == "1\n"
